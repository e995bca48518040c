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
    /// A decimal constant that fits no `long` is an `unsigned long`, not a `long long`.
    pub unsigned_constants: bool,
    /// A flag that changes what programs mean, in a way that is not understood.
    pub foreign: Option<String>,
    /// What floating operations are.
    pub floating: Floating,
}

/// Flags that lay out or store objects otherwise, call functions of their own or make threads, with those that take
/// them back. What follows `=` does not matter.
const FOREIGN: [(&str, &str); 13] = [
    ("-funsigned-bitfields", "-fsigned-bitfields"),
    ("-fno-signed-bitfields", "-fsigned-bitfields"),
    ("-fpack-struct", "-fno-pack-struct"),
    ("-malign-double", "-mno-align-double"),
    ("-mms-bitfields", "-mno-ms-bitfields"),
    ("-fsso-struct", "-fsso-struct=native"),
    ("-fexec-charset", "-fexec-charset=UTF-8"),
    ("-fwide-exec-charset", "-fwide-exec-charset=UTF-32"),
    ("-finstrument-functions", "-fno-instrument-functions"),
    ("-fcx-limited-range", "-fno-cx-limited-range"),
    ("-fcx-fortran-rules", "-fno-cx-fortran-rules"),
    ("-fopenmp", "-fno-openmp"),
    ("-fopenacc", "-fno-openacc"),
];

/// The first of these flags that is not taken back.
fn foreign(flags: &[String]) -> Option<String> {
    FOREIGN.iter().find_map(|&(on, off)| {
        let sets = |f: &String| f.split('=').next() == Some(on);
        let mut both = flags.iter().rev().filter(|f| *f == off || sets(f));
        both.next().filter(|f| *f != off).cloned()
    })
}

impl Default for Dialect {
    fn default() -> Self {
        Dialect {
            gnu_keywords: true,
            inline_keyword: true,
            restrict_keyword: true,
            tagged_members: false,
            unsigned_constants: false,
            foreign: None,
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
        let foreign = foreign(flags);
        let flags: FxHashSet<&str> = flags.iter().map(String::as_str).collect();
        let gnu = !strict && !flags.contains("-fno-asm");
        Dialect {
            gnu_keywords: gnu || flags.contains("-fasm"),
            inline_keyword: gnu || since_1999,
            restrict_keyword: since_1999,
            tagged_members: flags.contains("-fms-extensions")
                || flags.contains("-fplan9-extensions"),
            unsigned_constants: !since_1999,
            foreign,
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

    #[test]
    fn the_last_flag_says_what_is_foreign() {
        let foreign = |flags: &[&str]| {
            let flags: Vec<String> = flags.iter().map(|&f| f.to_owned()).collect();
            Dialect::new("", &flags).foreign
        };
        assert_eq!(foreign(&["-O2", "-fno-pack-struct"]), None);
        assert_eq!(
            foreign(&["-fpack-struct=2"]).as_deref(),
            Some("-fpack-struct=2")
        );
        assert_eq!(
            foreign(&["-funsigned-bitfields", "-fsigned-bitfields"]),
            None
        );
        assert_eq!(foreign(&["-fexec-charset=UTF-8"]), None);
        assert!(foreign(&["-fexec-charset=IBM1047"]).is_some());
    }
}
