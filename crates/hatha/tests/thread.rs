//! The thin thread: a small program, from C to a replayed test or a certified
//! proof, through the command itself.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../examples")
        .join(name)
}

fn hatha(args: &[&str], files: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hatha"))
        .args(args)
        .args(files)
        .output()
        .expect("hatha starts")
}

fn status(output: &Output) -> Option<i32> {
    output.status.code()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("the output is one JSON object")
}

/// Checks the correct example and gives its proof.
fn proof_of_counter(dir: &Path) -> PathBuf {
    let proof = dir.join("proof.json");
    let output = hatha(
        &["check", "--proof", &proof.to_string_lossy()],
        &[&example("counter.c")],
    );
    assert_eq!(status(&output), Some(0), "{output:?}");
    proof
}

#[test]
fn the_correct_program_is_proved_and_its_proof_certified() {
    let output = hatha(&["check", "--format", "json"], &[&example("counter.c")]);
    assert_eq!(status(&output), Some(0), "{output:?}");
    let result = json(&output);
    assert_eq!(result["verdict"], "proved");
    assert_eq!(result["certified_by"][0], "hatha-smt");
    let dir = tempfile::tempdir().expect("a temporary folder");
    let proof = proof_of_counter(dir.path());
    let again = hatha(&["certify"], &[&proof, &example("counter.c")]);
    assert_eq!(status(&again), Some(0), "{again:?}");
}

#[test]
fn the_buggy_program_is_violated_by_a_test_that_replays() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let tests = dir.path().to_string_lossy().into_owned();
    let output = hatha(
        &["check", "--format", "json", "--tests", &tests],
        &[&example("counter-bug.c")],
    );
    assert_eq!(status(&output), Some(1), "{output:?}");
    let result = json(&output);
    assert_eq!(result["verdict"], "violated");
    assert_eq!(result["inputs"][0]["value"], "4711");
    let test = dir.path().join("test-1.json");
    let replay = hatha(&["replay"], &[&test, &example("counter-bug.c")]);
    assert_eq!(status(&replay), Some(1), "{replay:?}");
    assert!(stdout(&replay).contains("reach-error"), "{replay:?}");
    let harmless = hatha(&["replay"], &[&test, &example("counter.c")]);
    assert_eq!(status(&harmless), Some(0), "{harmless:?}");
}

#[test]
fn the_same_seed_gives_the_same_counts() {
    let counts = || {
        let result = json(&hatha(
            &["check", "--format", "json"],
            &[&example("counter-bug.c")],
        ));
        ["iterations", "tests", "regions", "solver_queries"].map(|k| result[k].clone())
    };
    assert_eq!(counts(), counts());
}

/// Certifies a changed proof of the counter.
fn certify_changed(change: impl Fn(&mut Value)) -> Output {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = proof_of_counter(dir.path());
    let text = std::fs::read_to_string(&path).expect("the proof was written");
    let mut proof: Value = serde_json::from_str(&text).expect("a proof is JSON");
    change(&mut proof);
    std::fs::write(&path, proof.to_string()).expect("the folder is writable");
    hatha(&["certify"], &[&path, &example("counter.c")])
}

#[test]
fn a_proof_without_its_edges_is_refused() {
    let output = certify_changed(|p| p["edges"] = Value::Array(Vec::new()));
    assert_eq!(status(&output), Some(1), "{output:?}");
    assert!(
        stdout(&output).contains("leaves the claimed regions"),
        "{output:?}"
    );
}

#[test]
fn a_proof_whose_regions_are_empty_is_refused() {
    let output = certify_changed(|p| {
        let terms = p["terms"].as_array_mut().expect("terms");
        terms.push(serde_json::json!({"op": "false"}));
        let index = terms.len() - 1;
        for region in p["regions"].as_array_mut().expect("regions") {
            region["predicate"] = index.into();
        }
    });
    assert_eq!(status(&output), Some(1), "{output:?}");
    assert!(stdout(&output).contains("no initial region"), "{output:?}");
}

#[test]
fn a_proof_without_initial_regions_is_refused() {
    let output = certify_changed(|p| p["initial"] = Value::Array(Vec::new()));
    assert_eq!(status(&output), Some(1), "{output:?}");
}

#[test]
fn a_proof_for_another_program_is_refused() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let proof = proof_of_counter(dir.path());
    let output = hatha(&["certify"], &[&proof, &example("counter-bug.c")]);
    assert_eq!(status(&output), Some(1), "{output:?}");
    assert!(stdout(&output).contains("another program"), "{output:?}");
}

#[test]
fn a_proof_of_another_meaning_is_refused() {
    let output = certify_changed(|p| p["semantics"] = (hatha_cfa::SEMANTICS_VERSION + 1).into());
    assert_eq!(status(&output), Some(65), "{output:?}");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("semantics version"), "{stderr}");
}

#[test]
fn a_malformed_proof_is_bad_input() {
    for broken in ["", "{}", "[1, 2]", "{\"schema\": \"other\"}"] {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let path = dir.path().join("proof.json");
        std::fs::write(&path, broken).expect("the folder is writable");
        let output = hatha(&["certify"], &[&path, &example("counter.c")]);
        assert_eq!(status(&output), Some(65), "{broken}: {output:?}");
    }
}

#[test]
fn the_shipped_header_is_found_and_means_what_it_says() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join("a.c");
    let text = "#include <hatha.h>\nint main(void) {\n  int x = hatha_any_int();\n  hatha_assume(x > 3);\n  hatha_assert(x != 17);\n  return 0;\n}\n";
    std::fs::write(&path, text).expect("the folder is writable");
    let output = hatha(&["check", "--format", "json"], &[&path]);
    assert_eq!(status(&output), Some(1), "{output:?}");
    assert_eq!(json(&output)["inputs"][0]["value"], "17");
}

/// A failure that only a handler at exit reaches must never be proved away.
#[test]
fn handlers_at_exit_are_not_overlooked() {
    let registered = "extern int atexit(void (*)(void));\nextern void reach_error(void);\n\
        static void last(void) { reach_error(); }\nint main(void) { atexit(last); return 0; }\n";
    let destructor = "extern void reach_error(void);\n\
        static void __attribute__((destructor)) last(void) { reach_error(); }\nint main(void) { return 0; }\n";
    for text in [registered, destructor] {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let path = dir.path().join("a.c");
        std::fs::write(&path, text).expect("the folder is writable");
        let output = hatha(&["check"], &[&path]);
        assert_ne!(status(&output), Some(0), "{output:?}");
    }
}
