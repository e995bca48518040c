//! Every invariant that is stated, in the architecture and in the head of a crate, has a test that
//! is named beside it, or the words "by review"; and what is named is there.

#[path = "support/sources.rs"]
mod sources;

use sources::{root, rust_files};
use std::collections::BTreeSet;

/// The names of all test functions.
fn tests() -> BTreeSet<String> {
    let mut files = Vec::new();
    rust_files(&root().join("crates"), &mut files);
    rust_files(&root().join("xtask/src"), &mut files);
    let mut names = BTreeSet::new();
    for file in files {
        let text = std::fs::read_to_string(file).expect("sources are text");
        for part in text.split("#[test]").skip(1) {
            let name = part.split("fn ").nth(1).and_then(|t| t.split('(').next());
            names.extend(name.map(str::to_owned));
        }
    }
    names
}

/// What stands between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

fn is_snake(word: &str) -> bool {
    let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    word.contains('_') && word.chars().all(is_part)
}

/// The sentences that name tests: from "test" up to the end of the sentence or the bracket.
fn evidence(text: &str) -> Vec<&str> {
    let starts = ["test `", "tests: `", "Tests: `"];
    let found = starts.iter().flat_map(|s| text.match_indices(s));
    found
        .map(|(at, _)| {
            let rest = &text[at..];
            let end = [". ", ".\n", ")", "\n\n"]
                .iter()
                .filter_map(|e| rest.find(e));
            &rest[..end.min().unwrap_or(rest.len())]
        })
        .collect()
}

/// The tests and files that a statement names.
fn named(text: &str) -> BTreeSet<&str> {
    let in_evidence = evidence(text).into_iter().flat_map(quoted);
    let long = quoted(text).filter(|w| is_snake(w) && w.matches('_').count() >= 3);
    in_evidence.chain(long).collect()
}

/// Demands that a statement names what shows it, and that all of that exists.
fn demand(place: &str, statement: &str, tests: &BTreeSet<String>) {
    let named = named(statement);
    let is_reviewed = statement.to_lowercase().contains("by review");
    assert!(
        is_reviewed || !named.is_empty(),
        "{place} names no test and is not said to be by review: {statement}"
    );
    for name in named {
        let is_there = match name.contains('/') {
            true => root().join(name).exists(),
            false => tests.contains(name),
        };
        assert!(is_there, "{place} names {name}, which does not exist");
    }
}

#[test]
fn every_invariant_names_its_tests() {
    let tests = tests();
    assert!(tests.len() > 500, "the tests are elsewhere");
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("it is there");
    let (before, map) = text.split_once("## Code map").expect("a code map");
    demand("ARCHITECTURE.md", before, &tests);
    let (map, concerns) = map.split_once("## Cross-cutting").expect("concerns");
    let rows = map.lines().filter(|l| l.matches(" | ").count() == 3);
    let rows: Vec<&str> = rows.skip(2).collect();
    let shown = |row: &str| row.rsplit(" | ").next().map(|s| format!("Tests: {s}"));
    for row in &rows {
        demand(row, &shown(row).expect("a last column"), &tests);
    }
    let concerns: Vec<&str> = concerns.split("\n\n**").skip(1).collect();
    for concern in &concerns {
        demand("ARCHITECTURE.md", concern, &tests);
    }
    assert!(
        rows.len() > 20 && concerns.len() > 8,
        "the page has changed"
    );
}

#[test]
fn every_crate_states_its_invariant_and_what_shows_it() {
    let tests = tests();
    let crates = std::fs::read_dir(root().join("crates")).expect("crates");
    for entry in crates {
        let file = entry.expect("readable").path().join("src/lib.rs");
        let text = std::fs::read_to_string(&file).expect("every crate is a library");
        let head = text.lines().map_while(|l| l.strip_prefix("//!"));
        let head: Vec<&str> = head.map(str::trim_start).collect();
        let head = head.join("\n");
        let place = file.display().to_string();
        assert!(head.contains("**Invariant.**"), "{place} states none");
        demand(&place, &head, &tests);
    }
}

/// Whether a path, whose last part may have a star, leads to a file.
fn leads_to_a_file(path: &str) -> bool {
    let (folder, name) = path.rsplit_once('/').unwrap_or((".", path));
    let (first, last) = name.split_once('*').unwrap_or((name, ""));
    let files = std::fs::read_dir(root().join(folder)).into_iter().flatten();
    files.flatten().any(|file| {
        let found = file.file_name().to_string_lossy().into_owned();
        found == name || (name.contains('*') && found.starts_with(first) && found.ends_with(last))
    })
}

#[test]
fn every_assumption_names_what_shows_it() {
    let tests = tests();
    let text = std::fs::read_to_string(root().join("docs/soundness.md")).expect("it is there");
    let (_, table) = text.split_once("## What is assumed").expect("assumptions");
    let (table, _) = table.split_once("\n## ").expect("a next part");
    let rows: Vec<&str> = table.lines().filter(|l| l.starts_with("| ")).collect();
    let mut shown = "";
    for row in &rows[2..] {
        let last = row.trim_end_matches(" |").rsplit(" | ").next();
        shown = last.filter(|&l| l != "the same").unwrap_or(shown);
        assert!(shown.contains('`'), "nothing shows that {row}");
        for name in quoted(shown) {
            let is_there = match (name.contains('/'), name.ends_with(".rs")) {
                (true, _) => leads_to_a_file(name),
                (_, true) => leads_to_a_file(&format!("crates/hatha/tests/{name}")),
                _ => tests.contains(name),
            };
            assert!(is_there, "{name} does not exist: {row}");
        }
    }
    assert!(rows.len() > 20, "the page has changed");
}
