//! Where the value that a call has chosen can be stated by an assumption: at the
//! statement after `T x = __VERIFIER_nondet_…();`.
//!
//! **Invariant.** The statement is only reached from the one before it: neither a
//! label nor another branch leads there.

use hatha_front::observe::{Place, Site, SiteKind};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The texts of the files of a program, by name.
pub(super) struct Texts(BTreeMap<String, String>);

impl Texts {
    /// Reads them; a file that is not text has none.
    pub(super) fn read(files: &[PathBuf]) -> Self {
        let text = |f: &PathBuf| Some((f.display().to_string(), std::fs::read_to_string(f).ok()?));
        Texts(files.iter().filter_map(text).collect())
    }

    /// The offset of a place in its file.
    fn offset(&self, place: &Place) -> Option<(&str, usize)> {
        let text = self.0.get(&place.file)?;
        let mut lines = text.split_inclusive('\n');
        let before: usize = lines
            .by_ref()
            .take(place.line as usize - 1)
            .map(str::len)
            .sum();
        let at = before + place.column? as usize - 1;
        (at <= text.len() && text.is_char_boundary(at)).then_some((text.as_str(), at))
    }
}

/// The variable that gets the value of a call, and the statement after that.
pub(super) fn assigned<'a>(
    texts: &Texts,
    sites: &'a [Site],
    call: &Site,
) -> Option<(String, &'a Site)> {
    let (text, close) = texts.offset(&call.place)?;
    let (_, start) = texts.offset(&call.begins)?;
    let statements = || {
        sites
            .iter()
            .filter(|s| s.kind == SiteKind::Statement && s.function == call.function)
    };
    let offset = |s: &Site| {
        texts
            .offset(&s.begins)
            .filter(|(t, _)| std::ptr::eq(*t, text))
            .map(|(_, at)| at)
    };
    let around = statements()
        .filter_map(offset)
        .filter(|&at| at <= start)
        .max()?;
    let variable = target(text.get(around..start)?)?;
    let before = text[..around].trim_end();
    if !before.ends_with([';', '{', '}']) {
        return None;
    }
    let after = text
        .get(close + 1..)?
        .trim_start()
        .strip_prefix(';')?
        .trim_start();
    if has_label(after) {
        return None;
    }
    let next = text.len() - after.len();
    let found = statements().find(|s| offset(s) == Some(next))?;
    Some((variable, found))
}

/// The variable in `T x = ` or `x = `, if that is all.
fn target(text: &str) -> Option<String> {
    let left = text.trim_end().strip_suffix('=')?.trim_end();
    let words: Vec<&str> = left.split_whitespace().collect();
    let is_word = |w: &&str| {
        let starts = w.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        starts && w.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    // A static object is initialised before the program runs.
    let odd = words.iter().any(|w| *w == "static" || *w == "volatile");
    (!odd && words.iter().all(is_word)).then(|| words.last().map(|w| (*w).to_owned()))?
}

fn has_label(text: &str) -> bool {
    let after = text.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    after.trim_start().starts_with(':') || text.starts_with("case") || text.starts_with("default")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_that_get_a_value() {
        assert_eq!(target("unsigned int x = ").as_deref(), Some("x"));
        assert_eq!(target("y =").as_deref(), Some("y"));
        for other in [
            "",
            "static int x = ",
            "a[i] = ",
            "*p = ",
            "x += ",
            "x = 2 + ",
            "int x = 1, y = ",
        ] {
            assert_eq!(target(other), None, "{other}");
        }
        assert!(has_label("out: x++;") && has_label("case 1:") && !has_label("x = a ? b : c;"));
    }
}
