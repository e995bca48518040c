//! How the code reads, as far as a program can tell: no identifier is made of a word that only this
//! project would understand (`docs/glossary.md` has the words instead), functions and files are
//! short, and pages speak of code that is there.

#[path = "support/sources.rs"]
mod sources;

use sources::{root, rust_files};
use std::collections::BTreeSet;
use std::path::PathBuf;

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

/// All sources with their paths, tests included.
fn sources() -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    rust_files(&root().join("crates"), &mut files);
    rust_files(&root().join("xtask/src"), &mut files);
    assert!(files.len() > 500, "the sources are elsewhere");
    let read = |file: PathBuf| {
        let text = std::fs::read_to_string(&file).expect("sources are text");
        (file, text)
    };
    files.into_iter().map(read).collect()
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
    let mut names = 0;
    for (file, text) in sources() {
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

/// The most lines of a function, its signature included, and of a file.
const FUNCTION: usize = 70;
const FILE: usize = 1000;

/// The functions of a formatted file, with their lines.
fn functions(text: &str) -> Vec<(&str, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let start = line.trim_start();
        let words: Vec<&str> = start.split(' ').collect();
        let is_head = |w: &&str| w.starts_with("pub") || ["const", "unsafe", "async"].contains(w);
        let head = words.iter().take_while(|w| is_head(w)).count();
        if words.get(head) != Some(&"fn") {
            continue;
        }
        let indent = &line[..line.len() - start.len()];
        let rest = &lines[at..];
        let signature = rest.iter().find(|l| l.ends_with(['{', ';', '}']));
        if signature.is_some_and(|l| l.ends_with('{')) {
            let end = rest.iter().position(|l| *l == format!("{indent}}}"));
            found.push((words[head + 1], end.map_or(1, |end| end + 1)));
        }
    }
    found
}

/// Tables of tests may be longer.
#[test]
fn functions_and_files_are_short() {
    let mut count = 0;
    for (file, text) in sources() {
        let name = file.display();
        let lines = text.lines().count();
        assert!(lines <= FILE, "{name} has {lines} lines");
        let is_test = file.components().any(|c| c.as_os_str() == "tests");
        for (function, lines) in functions(&text) {
            count += 1;
            assert!(
                lines <= FUNCTION || is_test,
                "{name}: {function} has {lines} lines"
            );
        }
    }
    assert!(count > 8000, "{count} functions");
}

/// Numbers of the engine that are no choice: what a type holds, marks that are no number, and bounds
/// below which nothing overflows.
const FORCED: [&str; 7] = [
    "FAR",
    "FACTOR",
    "CONSTANT",
    "WIDEST",
    "BEHIND_CUT",
    "WORD",
    "OTHER_ID",
];

#[test]
fn numbers_that_shape_a_search_are_in_one_place() {
    let mut tuned = 0;
    for (file, text) in sources() {
        let path = file.to_string_lossy().into_owned();
        if !path.contains("hatha-engine/src") || path.ends_with("tests.rs") {
            continue;
        }
        let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        for line in code.lines().map(str::trim_start) {
            let Some((_, constant)) = line.split_once("const ") else {
                continue;
            };
            let is_number = [": u", ": i", ": f", ": Duration"].map(|ty| constant.contains(ty));
            if line.starts_with("//") || !is_number.contains(&true) || line.contains(" fn ") {
                continue;
            }
            let name = constant.split(':').next().unwrap_or_default();
            if path.ends_with("src/tuning.rs") {
                tuned += 1;
            } else {
                assert!(FORCED.contains(&name), "{path}: {line}");
            }
        }
    }
    assert!(tuned > 100, "{tuned} numbers");
}

/// The pages that describe the code as it is.
fn pages() -> Vec<(PathBuf, String)> {
    let mut pages: Vec<PathBuf> = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"]
        .map(|name| root().join(name))
        .into();
    for folder in ["docs", "docs/engines", "docs/formats"] {
        let entries = std::fs::read_dir(root().join(folder)).expect("the pages are there");
        let paths = entries.map(|e| e.expect("readable").path());
        pages.extend(paths.filter(|p| p.extension().is_some_and(|e| e == "md")));
    }
    let read = |page: PathBuf| {
        let text = std::fs::read_to_string(&page).expect("pages are text");
        (page, text)
    };
    pages.into_iter().map(read).collect()
}

/// What stands between backticks on one line.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    let in_line = |line| str::split(line, '`').skip(1).step_by(2);
    text.lines().flat_map(in_line)
}

fn is_name(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    !text.is_empty() && text.chars().all(is_part)
}

/// A file of the sources, or `path::to::something` whose parts are names of the code.
#[test]
fn pages_name_what_is_there() {
    let sources = sources();
    let files: Vec<String> = sources
        .iter()
        .map(|(path, _)| path.to_string_lossy().into_owned())
        .collect();
    let mut names: BTreeSet<&str> = BTreeSet::new();
    for (_, text) in &sources {
        names.extend(text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_'));
    }
    let mut seen = 0;
    for (page, text) in pages() {
        for word in quoted(&text) {
            let is_there = match word.strip_suffix(".rs") {
                Some(stem) if stem.split('/').all(is_name) => {
                    let end = format!("/{word}");
                    files.iter().any(|f| f.ends_with(&end))
                }
                None if word.contains("::") && word.split("::").all(is_name) => {
                    word.split("::").all(|part| names.contains(part))
                }
                _ => continue,
            };
            assert!(is_there, "{}: there is no {word}", page.display());
            seen += 1;
        }
    }
    assert!(seen > 200, "{seen} names");
}

#[test]
fn the_glossary_is_short() {
    let text = std::fs::read_to_string(root().join("docs/glossary.md")).expect("it is there");
    let rows = text.lines().filter_map(|l| l.strip_prefix("| "));
    let terms = rows.filter_map(|row| row.split(" | ").next());
    let terms = terms.filter(|t| !["term", "---"].contains(t));
    let count: usize = terms.map(|t| t.split(", ").count()).sum();
    assert!((40..=60).contains(&count), "{count} terms");
}
