//! Which C a text is written in, as far as it decides what a word or a declaration means.
//!
//! **Invariant.** What the compiler's macros and flags say is taken from them; the
//! default is what compilers read without any flag, GNU C since 1999.

use crate::floating::Floating;
use rustc_hash::FxHashSet;

/// A dialect of C.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// `asm` and `typeof` are keywords.
    pub gnu_keywords: bool,
    /// `inline` is a keyword.
    pub inline_keyword: bool,
    /// `restrict` is a keyword.
    pub restrict_keyword: bool,
    /// `struct tag;` among members is an unnamed member.
    pub tagged_members: bool,
    /// What floating operations are.
    pub floating: Floating,
}

impl Default for Dialect {
    fn default() -> Self {
        Dialect {
            gnu_keywords: true,
            inline_keyword: true,
            restrict_keyword: true,
            tagged_members: false,
            floating: Floating::default(),
        }
    }
}

impl Dialect {
    /// The dialect that flags choose, given the macros (`cc -dM -E`) they lead to.
    pub fn new(macros: &str, flags: &[String]) -> Self {
        let strict = definition(macros, "__STRICT_ANSI__").is_some();
        let version = definition(macros, "__STDC_VERSION__");
        let version = version.and_then(|v| v.trim_end_matches('L').parse().ok());
        let since_1999 = version.unwrap_or(0u32) >= 199_901;
        let floating = Floating::new(macros, flags);
        let flags: FxHashSet<&str> = flags.iter().map(String::as_str).collect();
        let gnu = !strict && !flags.contains("-fno-asm");
        Dialect {
            gnu_keywords: gnu || flags.contains("-fasm"),
            inline_keyword: gnu || since_1999,
            restrict_keyword: since_1999,
            tagged_members: flags.contains("-fms-extensions")
                || flags.contains("-fplan9-extensions"),
            floating,
        }
    }

    /// Whether a word that other dialects reserve is a plain name in this one.
    pub fn is_plain(&self, word: &[u8]) -> bool {
        match word {
            b"asm" | b"typeof" => !self.gnu_keywords,
            b"inline" => !self.inline_keyword,
            b"restrict" => !self.restrict_keyword,
            _ => false,
        }
    }
}

/// What a macro is defined as.
fn definition<'a>(macros: &'a str, name: &str) -> Option<&'a str> {
    macros.lines().find_map(|line| {
        let (found, value) = line.strip_prefix("#define ")?.split_once(' ')?;
        (found == name).then_some(value.trim())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(macros: &str, flags: &[&str]) -> Vec<&'static str> {
        let flags: Vec<String> = flags.iter().map(|&f| f.to_owned()).collect();
        let dialect = Dialect::new(macros, &flags);
        let words = ["asm", "typeof", "inline", "restrict", "int"];
        let is_plain = |w: &&str| dialect.is_plain(w.as_bytes());
        words.into_iter().filter(is_plain).collect()
    }

    #[test]
    fn the_standard_decides_what_is_a_keyword() {
        let c99 = "#define __STDC_VERSION__ 199901L\n";
        let strict = "#define __STRICT_ANSI__ 1\n";
        assert_eq!(plain(c99, &[]), [""; 0]);
        assert_eq!(plain("", &[]), ["restrict"]);
        assert_eq!(plain(&format!("{c99}{strict}"), &[]), ["asm", "typeof"]);
        assert_eq!(plain(strict, &[]), ["asm", "typeof", "inline", "restrict"]);
        assert_eq!(plain(c99, &["-fno-asm"]), ["asm", "typeof"]);
    }
}
