//! Witnesses that are wrong are rejected, and those that are right are not.
//!
//! Programs are made at random together with their meaning in SMT-LIB, which this test
//! writes itself; Z3 says which of the changed invariants an execution breaks, which
//! ones are inductive, and which sequences an execution follows to the failure.
//! `hatha validate` must reject what Z3 shows to be wrong and confirm no such thing,
//! and must not reject what Z3 shows to be right.

#[path = "wrong_witnesses/linear.rs"]
mod linear;
#[path = "wrong_witnesses/loops.rs"]
mod loops;
#[path = "wrong_witnesses/paths.rs"]
mod paths;

use linear::{Atom, Random};
use loops::{Loop, Truth, mutated};
use paths::{Paths, ReportedPath};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

fn has_z3() -> bool {
    let found = Command::new("z3").arg("--version").output().is_ok();
    if !found {
        eprintln!("skipped: no z3");
    }
    found
}

fn witness(kind: &str, content: &str) -> String {
    format!(
        "- entry_type: {kind}\n  metadata:\n    format_version: '2.0'\n    \
         uuid: 91023a0f-9f45-4385-88c4-1152ade45537\n    creation_time: 2026-01-01T00:00:00Z\n    \
         producer: {{name: somebody, version: '1'}}\n    task:\n      input_files: [a.c]\n      \
         input_file_hashes: {{a.c: '00'}}\n      specification: G ! call(reach_error())\n      \
         data_model: LP64\n      language: C\n  content:\n{content}"
    )
}

fn judged(dir: &Path, program: &str, witness: &str) -> Value {
    let (file, path) = (dir.join("a.c"), dir.join("w.yml"));
    std::fs::write(&file, program).expect("written");
    std::fs::write(&path, witness).expect("written");
    let output = Command::new(env!("CARGO_BIN_EXE_hatha"))
        .args(["validate", "--format", "json", "--timeout", "30"])
        .args([&path, &file])
        .output()
        .expect("hatha starts");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}\n{witness}"))
}

fn invariant(atoms: &[Atom]) -> String {
    let all: Vec<String> = atoms.iter().map(|a| format!("({})", a.c())).collect();
    let value = all.join(" && ");
    let content = format!(
        "  - invariant:\n      type: loop_invariant\n      location: {{file_name: a.c, line: 7}}\n      \
         value: \"{value}\"\n      format: c_expression\n"
    );
    witness("invariant_set", &content)
}

#[test]
fn changed_invariants() {
    if !has_z3() {
        return;
    }
    let dir = tempfile::tempdir().expect("a temporary folder");
    let mut random = Random::new(7);
    let (mut wrong, mut right, mut confirmed) = (0, 0, 0);
    for _ in 0..16 {
        let program = Loop::random(&mut random);
        let text = program.c();
        assert_eq!(program.truth(&program.invariant), Truth::Holds, "{text}");
        let reply = judged(dir.path(), &text, &invariant(&program.invariant));
        assert_eq!(reply["decision"], "confirmed", "{reply}\n{text}");
        for _ in 0..6 {
            let changed = mutated(&program.invariant, &mut random);
            let truth = program.truth(&changed);
            let given = invariant(&changed);
            let reply = judged(dir.path(), &text, &given);
            match truth {
                Truth::Fails => {
                    wrong += 1;
                    assert_eq!(reply["decision"], "rejected", "{reply}\n{given}\n{text}");
                }
                Truth::Holds => {
                    right += 1;
                    confirmed += usize::from(reply["decision"] == "confirmed");
                    assert_ne!(reply["decision"], "rejected", "{reply}\n{given}\n{text}");
                }
                Truth::Open => {}
            }
        }
    }
    println!("{wrong} wrong invariants rejected, {confirmed} of {right} right ones confirmed");
    assert!(wrong >= 30 && right >= 20 && confirmed * 10 >= right * 9);
}

fn waypoint(kind: &str, constraint: &str, line: usize) -> String {
    format!(
        "  - segment:\n    - waypoint:\n        type: {kind}\n        action: follow\n{constraint}        \
         location: {{file_name: a.c, line: {line}}}\n"
    )
}

fn sequence(program: &Paths, reported: &ReportedPath) -> String {
    let mut content = String::new();
    for (i, value) in reported.inputs.iter().enumerate() {
        if let Some(value) = value {
            let constraint = format!(
                "        constraint: {{value: \"\\\\result == {value}\", format: acsl_expression}}\n"
            );
            content.push_str(&waypoint("function_return", &constraint, 4 + i));
        }
    }
    for (i, way) in reported.ways.iter().enumerate() {
        if let Some(way) = way {
            let constraint = format!("        constraint: {{value: \"{way}\"}}\n");
            content.push_str(&waypoint("branching", &constraint, program.line(i)));
        }
    }
    content.push_str(&waypoint("target", "", program.target()));
    witness("violation_sequence", &content)
}

#[test]
fn sequences_of_random_ways() {
    if !has_z3() {
        return;
    }
    let dir = tempfile::tempdir().expect("a temporary folder");
    let mut random = Random::new(11);
    let (mut wrong, mut right) = ([0, 0], [0, 0]);
    for _ in 0..20 {
        let program = Paths::random(&mut random);
        let text = program.c();
        for _ in 0..6 {
            let reported = program.reported(&mut random);
            let given = sequence(&program, &reported);
            let reply = judged(dir.path(), &text, &given);
            let decision = reply["decision"].as_str().unwrap_or_default();
            let (counts, expected) = match program.is_followed(&reported) {
                true => (&mut right, "confirmed"),
                false => (&mut wrong, "rejected"),
            };
            let is_calm = decision == expected || decision == "undecided";
            assert!(is_calm, "{reply}, but {expected} is right\n{given}\n{text}");
            counts[usize::from(decision == expected)] += 1;
        }
    }
    println!("undecided and decided: {wrong:?} wrong ones, {right:?} right ones");
    assert!(wrong[1] >= 20 && right[1] >= 20);
    assert!(wrong[0] == 0, "{} wrong sequences are undecided", wrong[0]);
}
