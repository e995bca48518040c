//! Guarded commands through the command itself: verdicts, files, exit statuses.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn benchmark(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/gcl");
    folder.join(name)
}

fn hatha(args: &[&str], file: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hatha"));
    command.args(args).arg(file);
    command.output().expect("the command runs")
}

fn json(output: &Output) -> Value {
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {output:?}"))
}

fn z3() -> bool {
    let found = hatha_smt::second_opinion("z3").is_ok();
    if !found {
        println!("skipped: no z3");
    }
    found
}

fn written(dir: &Path, name: &str, text: &str) -> PathBuf {
    let path = dir.join(name);
    std::fs::write(&path, text).expect("the folder is ours");
    path
}

#[test]
fn a_proof_is_written_and_certified_and_a_broken_one_refused() {
    if !z3() {
        return;
    }
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("proof.json");
    let proof = path.to_str().expect("text");
    for name in ["mutex.gcl", "bakery.gcl", "peterson.gcl"] {
        let file = benchmark(name);
        let done = hatha(&["check", "--format", "json", "--proof", proof], &file);
        assert_eq!(done.status.code(), Some(0), "{done:?}");
        assert_eq!(json(&done)["certified_by"], serde_json::json!(["z3"]));
        assert_eq!(hatha(&["certify", proof], &file).status.code(), Some(0));
        let whole = std::fs::read_to_string(&path).expect("it was written");
        let mut value: Value = serde_json::from_str(&whole).expect("JSON");
        let states = value["abstract"].as_array_mut().expect("a list");
        // Without any one of its states the set is not closed any more.
        for left_out in 0..states.len() {
            let mut value: Value = serde_json::from_str(&whole).expect("JSON");
            let states = value["abstract"].as_array_mut().expect("a list");
            states.remove(left_out);
            written(dir.path(), "proof.json", &value.to_string());
            let refused = hatha(&["certify", proof], &file);
            assert_eq!(
                refused.status.code(),
                Some(1),
                "{name} {left_out}: {refused:?}"
            );
        }
        let stem = value["stem"].as_array().map_or(0, Vec::len);
        for left_out in 0..stem {
            let mut value: Value = serde_json::from_str(&whole).expect("JSON");
            value["stem"][left_out]["condition"] = serde_json::json!(["false"]);
            written(dir.path(), "proof.json", &value.to_string());
            let refused = hatha(&["certify", proof], &file);
            assert_eq!(
                refused.status.code(),
                Some(1),
                "{name} {left_out}: {refused:?}"
            );
        }
        written(dir.path(), "proof.json", &whole);
    }
    // A proof for one model is none for another.
    let other = hatha(&["certify", proof], &benchmark("rax.gcl"));
    assert_eq!(other.status.code(), Some(1), "{other:?}");
}

#[test]
fn an_execution_is_shown_written_and_replayed() {
    if !z3() {
        return;
    }
    let dir = tempfile::tempdir().expect("a folder");
    let tests = dir.path().to_str().expect("text");
    let file = benchmark("trap.gcl");
    let done = hatha(&["check", "--format", "json", "--tests", tests], &file);
    assert_eq!(done.status.code(), Some(1), "{done:?}");
    let document = json(&done);
    assert_eq!(document["verdict"], "violated");
    assert_eq!(document["properties"][0]["verdict"], "violated");
    assert_eq!(document["certified_by"], serde_json::json!(["replay"]));
    let run = dir.path().join("run-1.json");
    let run = run.to_str().expect("text");
    let replayed = hatha(&["run", "--input", run], &file);
    assert_eq!(replayed.status.code(), Some(134), "{replayed:?}");
}

#[test]
fn predicates_come_from_a_file() {
    if !z3() {
        return;
    }
    let given = benchmark("theorem3.predicates");
    let given = given.to_str().expect("text");
    let args = ["check", "--format", "json", "--predicates", given];
    let done = hatha(&args, &benchmark("theorem3.gcl"));
    let document = json(&done);
    assert_eq!(document["deciding_check"], "inductive-invariant");
    assert_eq!(document["iterations"], 1);
}

#[test]
fn a_second_opinion_confirms() {
    if !z3() || hatha_smt::second_opinion("cvc5").is_err() {
        return;
    }
    let args = ["check", "--format", "json", "--second-opinion", "cvc5"];
    let done = hatha(&args, &benchmark("mutex.gcl"));
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    let document = json(&done);
    assert_eq!(document["certified_by"], serde_json::json!(["z3", "cvc5"]));
    assert!(document["second_opinion"]["confirmed"].as_u64() > Some(20));
}

#[test]
fn bad_input_is_located_and_has_its_status() {
    let dir = tempfile::tempdir().expect("a folder");
    let bad = written(dir.path(), "bad.gcl", "var x: int = 0;\nnever y > 3;\n");
    let done = hatha(&["check"], &bad);
    assert_eq!(done.status.code(), Some(65));
    let text = String::from_utf8_lossy(&done.stderr);
    assert!(
        text.contains("bad.gcl:2:7") && text.contains("never y > 3;"),
        "{text}"
    );
    let missing = hatha(&["check"], &dir.path().join("none.gcl"));
    assert_eq!(missing.status.code(), Some(66));
    let good = benchmark("bakery.gcl");
    let wrong: [&[&str]; 3] = [
        &["check", "-D", "n"],
        &["check", "--engine", "cegar"],
        &["run", "-D", "n=x"],
    ];
    for args in wrong {
        assert_eq!(hatha(args, &good).status.code(), Some(64), "{args:?}");
    }
    let c = written(dir.path(), "a.c", "int main(void) { return 0; }\n");
    assert_eq!(
        hatha(&["check", "--engine", "ase"], &c).status.code(),
        Some(64)
    );
}

#[test]
fn without_z3_the_answer_is_unknown_and_says_how_to_get_it() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hatha"));
    command.arg("check").arg(benchmark("mutex.gcl"));
    let done = command.env("PATH", "").env("HOME", "/nowhere").output();
    let done = done.expect("the command runs");
    assert_eq!(done.status.code(), Some(2), "{done:?}");
    let text = String::from_utf8_lossy(&done.stdout);
    assert!(text.contains("apt install z3"), "{text}");
}

#[test]
fn simulation_and_picture() {
    let file = benchmark("bakery.gcl");
    let first = hatha(&["run", "--seed", "7", "--steps", "30"], &file);
    assert_eq!(first.status.code(), Some(0), "{first:?}");
    let again = hatha(&["run", "--seed", "7", "--steps", "30"], &file);
    assert_eq!(first.stdout, again.stdout);
    assert_eq!(String::from_utf8_lossy(&first.stdout).lines().count(), 31);
    let dot = hatha(&["cfa", "--dot"], &file);
    let text = String::from_utf8_lossy(&dot.stdout);
    assert!(
        text.starts_with("digraph") && text.contains("p.enter"),
        "{text}"
    );
}

#[test]
fn a_system_without_an_initial_state_is_proved_of_nothing() {
    if !z3() {
        return;
    }
    let dir = tempfile::tempdir().expect("a folder");
    let text = "var x: int;\ninit x > 3 && x < 2;\nt: true -> x := 0;\nnever x = 0;\n";
    let file = written(dir.path(), "none.gcl", text);
    let done = hatha(&["check"], &file);
    let text = String::from_utf8_lossy(&done.stdout);
    assert_eq!(done.status.code(), Some(0), "{text}");
    assert!(
        text.contains("vacuous: no state satisfies `init`"),
        "{text}"
    );
    let done = hatha(&["check", "--format", "json"], &file);
    assert_eq!(json(&done)["vacuous"], true);
}

#[test]
fn a_fault_of_the_model_is_located() {
    let dir = tempfile::tempdir().expect("a folder");
    let text = "var x: 0..4 = 0;\ninc: true -> x := x + 1;\nnever x = 10;\n";
    let file = written(dir.path(), "range.gcl", text);
    let done = hatha(&["check"], &file);
    let text = String::from_utf8_lossy(&done.stdout);
    assert_eq!(done.status.code(), Some(1), "{text}");
    let first = text.lines().next().unwrap_or_default();
    assert!(first.contains("range-left"), "{text}");
    assert!(first.ends_with("range.gcl:2:1"), "{text}");
}
