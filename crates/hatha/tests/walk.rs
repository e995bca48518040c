//! The walk of a question through the source files is the one that `ARCHITECTURE.md` describes.

use std::path::Path;
use std::process::Command;

/// The files that a reader is asked to pass at most.
const MOST: usize = 30;

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files in the section about the walk, in their order.
fn described() -> Vec<String> {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("it is there");
    let section = text
        .split("## The walk of")
        .nth(1)
        .expect("there is a section");
    let section = section.split("\n## ").next().unwrap_or("");
    let numbered = section
        .lines()
        .filter(|l| l.starts_with(|c: char| c.is_ascii_digit()));
    let file = |line: &str| line.split('`').nth(1).map(str::to_owned);
    numbered.filter_map(file).collect()
}

/// The files that `hatha check examples/counter.c` enters, in their order. The first is that of
/// `main`, which does nothing but call the second.
fn walked() -> Vec<String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let record = folder.path().join("walk");
    let output = Command::new(env!("CARGO_BIN_EXE_hatha"))
        .args(["check", "examples/counter.c"])
        .current_dir(root())
        .env("HATHA_WALK", &record)
        .output()
        .expect("hatha runs");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = std::fs::read_to_string(&record).expect("the walk is recorded");
    let mut files = vec!["crates/hatha/src/main.rs".to_owned()];
    for line in text.lines().map(str::to_owned) {
        // The supervisor and its worker begin in the same files.
        if !files.contains(&line) {
            files.push(line);
        }
    }
    files
}

#[test]
fn the_walk_of_a_check_is_the_one_that_is_described() {
    let walked = walked();
    assert_eq!(walked, described(), "walked: {walked:#?}");
    assert!(walked.len() <= MOST, "{} files", walked.len());
}

/// An event of a walk that no list mentions would be a file that nobody reads about.
#[test]
fn every_file_with_an_event_of_the_walk_is_described() {
    let described = described();
    let mut folders = vec![root().join("crates")];
    let mut seen = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the sources are there") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let name = path.strip_prefix(root()).expect("below the root");
            let name = name.to_string_lossy().into_owned();
            if text.contains("trace!(target: \"walk\"") && !name.ends_with("tests/walk.rs") {
                assert!(described.contains(&name), "{name} is not described");
                seen += 1;
            }
        }
    }
    assert_eq!(seen + 1, described.len(), "main.rs has no event");
}
