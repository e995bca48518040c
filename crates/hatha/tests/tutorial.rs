//! Every command of `docs/tutorial.md` does what the page shows.
//!
//! Blocks of `c file=NAME` are written, blocks of `console` are run in one folder.
//! The exit status of the last command of a block is 0 unless `status=N` says
//! otherwise (`*` is any); `...` in the output stands for anything.

use std::path::Path;
use std::process::Command;

const PAGE: &str = include_str!("../../../docs/tutorial.md");

/// The fenced blocks: what stands behind the fence, and the lines.
fn blocks(page: &str) -> Vec<(String, String)> {
    let mut all = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in page.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => all.extend(open.take()),
            (Some(info), None) => open = Some((info.to_owned(), String::new())),
            (None, Some((_, text))) => text.extend([line, "\n"]),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "the last block is not closed");
    all
}

/// Commands with the output that is shown.
fn commands(block: &str) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = Vec::new();
    for line in block.lines() {
        match (line.strip_prefix("$ "), all.last_mut()) {
            (Some(command), _) => all.push((command.to_owned(), String::new())),
            (None, Some((_, output))) => output.extend([line, "\n"]),
            (None, None) => panic!("output without a command: {line}"),
        }
    }
    all
}

/// Whether a text fits a pattern with `...` for anything.
fn fits(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.trim_end().split("...");
    let mut rest = text.trim_end();
    let first = parts.next().unwrap_or("");
    let Some(after) = rest.strip_prefix(first) else {
        return false;
    };
    rest = after;
    let mut closed = !pattern.contains("...");
    for part in parts {
        closed = part.is_empty();
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
        if closed {
            rest = "";
        }
    }
    rest.is_empty() && closed || rest.is_empty()
}

fn run(command: &str, folder: &Path) -> (Option<i32>, String) {
    let mut words = command.split_whitespace();
    assert_eq!(words.next(), Some("hatha"), "{command}");
    let output = Command::new(env!("CARGO_BIN_EXE_hatha"))
        .args(words)
        .current_dir(folder)
        .output()
        .expect("hatha starts");
    let reported = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    (output.status.code(), reported)
}

#[test]
fn the_tutorial_is_true() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut ran = 0;
    for (info, text) in blocks(PAGE) {
        if let Some(name) = info.strip_prefix("c file=") {
            std::fs::write(folder.path().join(name), &text).expect("it is written");
        }
        let Some(rest) = info.strip_prefix("console") else {
            continue;
        };
        let wanted = rest.trim().strip_prefix("status=").unwrap_or("0");
        let all = commands(&text);
        let last = all.len() - 1;
        for (i, (command, shown)) in all.iter().enumerate() {
            let (status, reported) = run(command, folder.path());
            assert!(
                fits(shown, &reported),
                "$ {command}\nshown:\n{shown}\ntold:\n{reported}"
            );
            let expected = if i == last { wanted } else { "0" };
            let right =
                expected == "*" || status.map(|s| s.to_string()).as_deref() == Some(expected);
            assert!(right, "$ {command} ended with {status:?}: {reported}");
            ran += 1;
        }
    }
    assert!(ran >= 11, "only {ran} commands were found");
}

#[test]
fn dots_stand_for_anything() {
    assert!(fits("a...c\n", "abc\n"));
    assert!(fits("...\n", ""));
    assert!(fits("...b...\n", "a b c\nd"));
    assert!(fits("ab\n", "ab\n"));
    assert!(!fits("ab\n", "abc\n"));
    assert!(!fits("a...c\n", "ab\n"));
    assert!(!fits("a...b\n", "abc\n"));
}
