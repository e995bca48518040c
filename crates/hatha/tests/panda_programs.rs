//! The programs in `benchmarks/panda`: each says its sizes and its verdict, each has a
//! variant with a seeded error, no two are equal up to renaming, and a search through
//! all their paths agrees with the verdicts.

mod shape;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/panda")
}

/// The names of the files with this ending, sorted.
fn names(ending: &str) -> Vec<String> {
    let entries = std::fs::read_dir(folder()).expect("the programs are there");
    let names = entries.map(|e| e.expect("readable").file_name());
    let names = names.map(|n| n.into_string().expect("a plain name"));
    let mut names: Vec<String> = names.filter(|n| n.ends_with(ending)).collect();
    names.sort();
    names
}

/// The programs by name, with their texts.
fn programs() -> Vec<(String, String)> {
    let text = |n: &String| std::fs::read_to_string(folder().join(n)).expect("a text");
    let names = names(".c");
    names.iter().map(|n| (n.clone(), text(n))).collect()
}

/// A field of the first comment.
fn field<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let head = text.split("*/").next()?;
    let mut lines = head.lines().map(|l| l.trim_start_matches(['/', '*', ' ']));
    lines.find_map(|l| l.strip_prefix(key)).map(str::trim)
}

fn hatha(words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hatha"));
    let output = command.args(words).current_dir(folder()).output();
    output.expect("the command runs")
}

#[test]
fn every_program_says_what_is_known_of_it() {
    for (name, text) in programs() {
        for key in ["program:", "sizes:"] {
            let value = field(&text, key).unwrap_or_default();
            assert!(!value.is_empty(), "{name}: {key}");
        }
        let verdict = field(&text, "verdict:").unwrap_or_default();
        match name.ends_with("_bad.c") {
            true => assert!(verdict.starts_with("violated ("), "{name}: {verdict}"),
            false => assert_eq!(verdict, "proved", "{name}"),
        }
    }
}

#[test]
fn every_program_has_a_variant_with_an_error() {
    let names = names(".c");
    let (bad, good): (Vec<_>, Vec<_>) = names.iter().partition(|n| n.ends_with("_bad.c"));
    let variants: Vec<String> = good.iter().map(|n| n.replace(".c", "_bad.c")).collect();
    assert_eq!(bad.len(), variants.len());
    for (name, variant) in good.iter().zip(&variants) {
        assert!(bad.contains(&variant), "{name} has no {variant}");
        let text = |n: &str| std::fs::read_to_string(folder().join(n)).expect("a text");
        let (name, variant) = (text(name), text(variant));
        let same = |key: &str| assert_eq!(field(&name, key), field(&variant, key));
        same("program:");
        same("sizes:");
    }
}

#[test]
fn no_two_programs_are_equal_up_to_renaming() {
    shape::assert_different(&programs());
}

/// Where a program has finitely many paths they are all walked. Those that need
/// `--match` have none such, and a proof is asked for.
#[test]
fn every_verdict_is_the_one_in_the_head() {
    for (name, text) in programs() {
        let is_violated = name.ends_with("_bad.c");
        if field(&text, "options:") == Some("--match") {
            let out = hatha(&["check", "--timeout", "60", &name]);
            assert_eq!(out.status.code(), Some(0), "{name}: {out:?}");
            continue;
        }
        let words = ["test", "--goal", "error", "--search", "dfs", "--timeout"];
        let out = hatha(&[&words[..], &["60", "--format", "json", &name]].concat());
        let report: Value = serde_json::from_slice(&out.stdout).expect("a report");
        assert_eq!(report["exhaustive"], !is_violated, "{name}: {report}");
        assert_eq!(out.status.code() == Some(1), is_violated, "{name}");
    }
}

/// A line that is not understood ends with 65; the verdict is not asked for here.
#[test]
fn every_file_of_predicates_fits_its_program() {
    for name in names(".predicates") {
        let program = name.replace(".predicates", ".c");
        let words = [
            "check",
            "--engine",
            "dash",
            "--timeout",
            "1",
            "--predicates",
        ];
        let out = hatha(&[&words[..], &[&name, &program]].concat());
        let code = out.status.code();
        assert!(matches!(code, Some(0 | 2)), "{name}: {out:?}");
    }
}
