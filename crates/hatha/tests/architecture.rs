//! The dependencies between crates are the architecture; this test reads them
//! from cargo itself.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--format-version",
            "1",
            "--no-deps",
            "--offline",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs this test, so it is there");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let name = |v: &serde_json::Value| v["name"].as_str().expect("a name").to_owned();
    let direct = |p: &serde_json::Value| {
        let all = p["dependencies"].as_array().expect("dependencies").iter();
        all.filter(|d| d["kind"].is_null()).map(name).collect()
    };
    packages.iter().map(|p| (name(p), direct(p))).collect()
}

/// All crates of the workspace that a crate reaches through its dependencies.
fn reaches(graph: &BTreeMap<String, BTreeSet<String>>, from: &str) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let mut work = vec![from.to_owned()];
    while let Some(at) = work.pop() {
        for next in graph
            .get(&at)
            .into_iter()
            .flatten()
            .filter(|n| graph.contains_key(*n))
        {
            if seen.insert(next.clone()) {
                work.push(next.clone());
            }
        }
    }
    seen
}

fn assert_reaches_only(from: &str, allowed: &[&str]) {
    let graph = dependencies();
    assert!(graph.contains_key(from), "there is no crate {from}");
    // Ids and vectors by id know nothing, and of the deliberate defects none is there unless a
    // test asks for it: every crate may use both.
    let allowed = allowed.iter().chain(&["hatha-index", "hatha-defect"]);
    let allowed: BTreeSet<String> = allowed.map(|s| (*s).to_owned()).collect();
    let extra: Vec<String> = reaches(&graph, from)
        .difference(&allowed)
        .cloned()
        .collect();
    assert!(extra.is_empty(), "{from} must not depend on {extra:?}");
}

#[test]
fn the_checker_shares_nothing_with_the_simulator_or_an_engine() {
    assert_reaches_only(
        "hatha-certify",
        &[
            "hatha-term",
            "hatha-smt",
            "hatha-cfa",
            "hatha-proof",
            "hatha-gcl",
        ],
    );
}

#[test]
fn the_checker_has_no_defects_of_its_own() {
    let graph = dependencies();
    assert!(!graph["hatha-certify"].contains("hatha-defect"));
    assert!(graph["hatha-defect"].is_empty());
}

#[test]
fn the_lower_layers_know_nothing_of_the_upper_ones() {
    assert!(reaches(&dependencies(), "hatha-index").is_empty());
    assert_reaches_only("hatha-term", &[]);
    assert_reaches_only("hatha-cfa", &[]);
    assert_reaches_only("hatha-smt", &["hatha-term"]);
    assert_reaches_only("hatha-gcl", &["hatha-term"]);
    assert_reaches_only("hatha-ase", &["hatha-term", "hatha-smt", "hatha-gcl"]);
    assert_reaches_only("hatha-front", &["hatha-cfa"]);
    assert_reaches_only("hatha-rules", &["hatha-cfa", "hatha-front"]);
    assert_reaches_only("hatha-threads", &["hatha-cfa"]);
    assert_reaches_only("hatha-campaign", &[]);
    assert_reaches_only("hatha-lsp", &[]);
    let below_ci = ["hatha-report", "hatha-term", "hatha-cfa", "hatha-proof"];
    assert_reaches_only("hatha-ci", &below_ci);
    assert_reaches_only("hatha-witness", &[]);
    assert_reaches_only("hatha-ltl", &[]);
    assert_reaches_only(
        "hatha-unit",
        &[
            "hatha-ltl",
            "hatha-term",
            "hatha-smt",
            "hatha-cfa",
            "hatha-proof",
            "hatha-exec",
            "hatha-blocks",
        ],
    );
    assert_reaches_only(
        "hatha-explore",
        &[
            "hatha-unit",
            "hatha-ltl",
            "hatha-term",
            "hatha-smt",
            "hatha-cfa",
            "hatha-proof",
            "hatha-exec",
            "hatha-blocks",
        ],
    );
    assert_reaches_only("hatha-proof", &["hatha-term", "hatha-cfa"]);
    assert_reaches_only("hatha-exec", &["hatha-term", "hatha-cfa", "hatha-proof"]);
    let below_blocks = ["hatha-term", "hatha-cfa", "hatha-proof", "hatha-exec"];
    assert_reaches_only("hatha-blocks", &below_blocks);
    assert_reaches_only("hatha-report", &["hatha-term", "hatha-cfa", "hatha-proof"]);
}

/// What gives verdicts knows neither the command line nor a server of pages.
#[test]
fn verification_knows_no_command_line() {
    let graph = dependencies();
    let direct = &graph["hatha-verify"];
    for other in [
        "hatha",
        "clap",
        "clap_complete",
        "indicatif",
        "annotate-snippets",
    ] {
        assert!(!direct.contains(other), "hatha-verify depends on {other}");
    }
    let reached = reaches(&graph, "hatha-verify");
    for other in ["hatha", "hatha-explore", "hatha-campaign"] {
        assert!(!reached.contains(other), "hatha-verify reaches {other}");
    }
}

/// The command holds nothing but the command line.
#[test]
fn the_command_contains_no_algorithm() {
    let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let entries = std::fs::read_dir(source).expect("the sources are there");
    let names = entries.map(|e| e.expect("readable").file_name().into_string());
    let names: BTreeSet<String> = names.map(|n| n.expect("names are text")).collect();
    let expected = ["cli", "lib.rs", "main.rs"].map(str::to_owned);
    assert_eq!(names, BTreeSet::from(expected));
}

/// The sources of a crate without its tests.
fn sources(name: &str) -> Vec<(std::path::PathBuf, String)> {
    let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders = vec![crates.join(name).join("src")];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the sources are there") {
            let path = entry.expect("readable").path();
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            if path.is_dir() {
                folders.push(path);
            } else if !name.ends_with("tests") && name != "testing" {
                let text = std::fs::read_to_string(&path).expect("sources are text");
                let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
                sources.push((path, text.to_owned()));
            }
        }
    }
    assert!(!sources.is_empty(), "{name} has no sources");
    sources
}

fn assert_without(crates: &[&str], words: &[&str]) {
    for (path, text) in crates.iter().flat_map(|name| sources(name)) {
        for word in words {
            assert!(!text.contains(word), "{} uses {word}", path.display());
        }
    }
}

/// An engine or a format that reads a file or starts a process would do behind the back of whoever
/// asked what only they may do.
#[test]
fn crates_without_files_or_processes_use_none() {
    let crates = [
        "hatha-ase",
        "hatha-blocks",
        "hatha-certify",
        "hatha-cfa",
        "hatha-engine",
        "hatha-gcl",
        "hatha-index",
        "hatha-ltl",
        "hatha-proof",
        "hatha-report",
        "hatha-rules",
        "hatha-term",
        "hatha-threads",
        "hatha-unit",
        "hatha-witness",
    ];
    let words = [
        "fs::",
        "File::",
        "process::",
        "net::",
        "stdin()",
        "stdout()",
    ];
    assert_without(&crates, &words);
}

#[test]
fn only_the_command_prints() {
    let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let entries = std::fs::read_dir(crates).expect("the crates are there");
    let names = entries.map(|e| e.expect("readable").file_name().into_string());
    let names: Vec<String> = names.map(|n| n.expect("names are text")).collect();
    // A server of pages has nobody else to tell that it has ended.
    let silent = |n: &&str| !["hatha", "hatha-explore"].contains(n);
    let silent: Vec<&str> = names.iter().map(String::as_str).filter(silent).collect();
    assert_without(&silent, &["println!("]);
}

/// A solver that does not ask the referee of a run would answer behind its back
/// (`--second-opinion`).
#[test]
fn every_solver_of_a_run_asks_its_referee() {
    let crates = [
        "hatha-blocks",
        "hatha-engine",
        "hatha-unit",
        "hatha-explore",
        "hatha-certify",
        "hatha-ase",
        "hatha-verify",
        "hatha",
    ];
    for (path, text) in crates.iter().flat_map(|name| sources(name)) {
        for line in text.lines().filter(|l| l.contains("Embedded::new()")) {
            let asks = line.contains("Refereed::new(");
            assert!(asks, "{}: {line}", path.display());
        }
    }
}
