//! No identifier is made of a word that only this project would understand: `docs/glossary.md` has
//! the words that stand for them.

use std::path::{Path, PathBuf};

/// Words that names of the code once had, each with the one of the glossary or of the field.
const PRIVATE: [(&str, &str); 24] = [
    ("lesson", "invariant inference"),
    ("lessons", "invariant inference"),
    ("taught", "learnt"),
    ("told", "emitted, distinguished"),
    ("said", "stated"),
    ("looked", "searched"),
    ("hurry", "budget"),
    ("musts", "must summaries"),
    ("passed", "arguments, non-null facts"),
    ("beyond", "outside, refinement without tests"),
    ("mend", "repair"),
    ("mends", "repair"),
    ("mended", "repaired"),
    ("narrate", "events"),
    ("narrates", "events"),
    ("narration", "events"),
    ("company", "check context"),
    ("woven", "with rules"),
    ("questioned", "load request"),
    ("glance", "a first search"),
    ("glances", "a first search"),
    ("at_stake", "vacuous"),
    ("ends_well", "proved"),
    ("come_to", "reached"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
}

/// The text without comments and literals: what is left are names and marks.
fn code(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let skipped = match c {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '"' => literal(rest),
            'r' if rest.starts_with("r\"") || rest.starts_with("r#") => raw(rest),
            '\'' => character(rest),
            _ => 0,
        };
        match skipped {
            0 => code.push(c),
            _ => code.push(' '),
        }
        rest = &rest[skipped.max(c.len_utf8())..];
    }
    code
}

/// The length of a string.
fn literal(text: &str) -> usize {
    let mut escaped = true;
    let end = text.char_indices().find(|&(_, c)| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

/// The length of a raw string; 0 if it is a raw name.
fn raw(text: &str) -> usize {
    let marks = text[1..].chars().take_while(|&c| c == '#').count();
    if !text[1 + marks..].starts_with('"') {
        return 0;
    }
    let end = format!("\"{}", "#".repeat(marks));
    let from = marks + 2;
    text[from..]
        .find(&end)
        .map_or(text.len(), |at| from + at + end.len())
}

/// The length of a character; 0 if it is a lifetime.
fn character(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match (chars.next(), chars.next()) {
        (Some((_, '\\')), Some((at, c))) => {
            let from = at + c.len_utf8();
            text[from..].find('\'').map_or(0, |end| from + end + 1)
        }
        (_, Some((at, '\''))) => at + 1,
        _ => 0,
    }
}

/// A name as the words that it is made of: `MustSummaries` is `must_summaries`.
fn snake(name: &str) -> String {
    let mut words = String::new();
    let mut was_small = false;
    for c in name.chars() {
        if c.is_ascii_uppercase() && was_small {
            words.push('_');
        }
        was_small = c.is_ascii_lowercase() || c.is_ascii_digit();
        words.push(c.to_ascii_lowercase());
    }
    words
}

fn private_word(name: &str) -> Option<&'static (&'static str, &'static str)> {
    let name = format!("_{}_", snake(name));
    PRIVATE
        .iter()
        .find(|(word, _)| name.contains(&format!("_{word}_")))
}

#[test]
fn no_identifier_is_a_private_word() {
    let mut files = Vec::new();
    rust_files(&root().join("crates"), &mut files);
    rust_files(&root().join("xtask/src"), &mut files);
    assert!(files.len() > 500, "the sources are elsewhere");
    let mut names = 0;
    for file in files {
        let text = std::fs::read_to_string(&file).expect("sources are text");
        // A test is named by a sentence, and those of a sentence are not the names of anything.
        let code = code(&text).replace("#[test]", "");
        for name in code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
            names += 1;
            if name.matches('_').count() > 3 {
                continue;
            }
            if let Some((word, instead)) = private_word(name) {
                panic!("{}: `{name}`: instead of {word}: {instead}", file.display());
            }
        }
    }
    assert!(names > 100_000, "{names} names");
}

#[test]
fn private_words_are_found_in_names_and_nowhere_else() {
    let text = "fn is_mended() { let s = \"told\"; /* one */ } // told\nlet c = '\"'; r#\"told\"#";
    let code = code(text);
    assert!(
        code.contains("is_mended") && !code.contains("told"),
        "{code}"
    );
    for name in ["told_apart", "AtStake", "COMPANY", "is_mended", "Musts"] {
        assert!(private_word(name).is_some(), "{name}");
    }
    for name in [
        "MustSummaries",
        "commend",
        "untold",
        "accompany",
        "recome_tot",
    ] {
        assert!(private_word(name).is_none(), "{name}");
    }
}
