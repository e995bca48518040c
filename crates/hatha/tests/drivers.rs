//! The programs in `benchmarks/drivers`: no verdict is wrong, every proved one has a
//! mutant that breaks its rule, and no two are equal up to renaming.
//!
//! `cargo xtask bench drivers` asks about all of them; here it is every fourth.

mod shape;

use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/drivers")
}

/// The programs by name, with their texts.
fn programs() -> Vec<(String, String)> {
    let entries = std::fs::read_dir(folder()).expect("the programs are there");
    let mut all: Vec<(String, String)> = entries
        .map(|e| e.expect("readable").path())
        .filter(|p| p.extension().is_some_and(|e| e == "c"))
        .map(|p| {
            let name = p
                .file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            (name, std::fs::read_to_string(&p).expect("a text"))
        })
        .collect();
    all.sort();
    all
}

fn field(text: &str, key: &str) -> Option<String> {
    let line = text.lines().take(12).find_map(|l| l.split_once(key));
    line.map(|(_, value)| value.trim().to_owned())
}

#[test]
fn every_program_says_what_is_known_of_it() {
    for (name, text) in programs() {
        let rule = field(&text, "rule:").unwrap_or_default();
        assert!(
            hatha_rules::library::find(&rule).is_some(),
            "{name}: {rule}"
        );
        match field(&text, "verdict:").as_deref() {
            Some("proved") => {
                let mutant = field(&text, "mutant:").unwrap_or_default();
                assert!(mutant.starts_with("violated ("), "{name}: {mutant}");
                assert!(text.contains("BROKEN"), "{name}");
            }
            Some("violated") => {}
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn no_two_programs_are_equal_up_to_renaming() {
    shape::assert_different(&programs());
}

fn status(name: &str, rule: &str, mutant: bool) -> Option<i32> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hatha"));
    command.args(["check", "--quiet", "--timeout", "30", "--rule", rule]);
    if mutant {
        command.arg("-DBROKEN");
    }
    let output = command.arg(name).current_dir(folder()).output();
    output.expect("the command runs").status.code()
}

#[test]
fn every_fourth_verdict_is_the_one_in_the_header() {
    let mut wrong = Vec::new();
    for (name, text) in programs().iter().step_by(4) {
        let rule = field(text, "rule:").unwrap_or_default();
        let wanted = match field(text, "verdict:").as_deref() {
            Some("proved") => 0,
            _ => 1,
        };
        let open = field(text, "open:").is_some();
        let found = status(name, &rule, false);
        if found != Some(wanted) && !(open && found == Some(2)) {
            wrong.push(format!("{name}: status {found:?}"));
        }
        if wanted == 0 && status(name, &rule, true) != Some(1) {
            wrong.push(format!("{name} -DBROKEN"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
