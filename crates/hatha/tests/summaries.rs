//! Procedures that stand once: the search descends into them, what it finds out is a summary,
//! and the certificate checks each of them on its own.

use hatha_cfa::SourceMap;
use hatha_engine::Calls;
use hatha_exec::config::Config;
use hatha_front::load::{LoadOptions, load_into};
use hatha_proof::Proof;
use hatha_verify::check::{Options, Verdict, check};
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const HEAD: &str = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n";

fn verdict(text: &str, generalise: bool) -> Verdict {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join("a.c");
    std::fs::write(&path, text).expect("the folder is writable");
    let options = LoadOptions {
        files: vec![path],
        entry: Some("main".to_owned()),
        ..LoadOptions::default()
    };
    let program = load_into(&options, &mut SourceMap::new()).expect("the program loads");
    let entry = program.find_proc("main").expect("the entry is there");
    let options = Options {
        calls: Calls::Summaries,
        generalise,
        ..Options::new(Config::default(), Duration::from_secs(30))
    };
    let report = check(&program, entry, &options).expect("hatha has no defect");
    report.verdict
}

fn proof(text: &str) -> Box<Proof> {
    match verdict(text, false) {
        Verdict::Proved { proof, certificate } => {
            assert!(certificate.is_some(), "{text}");
            proof
        }
        Verdict::Violated { .. } => panic!("violated: {text}"),
        Verdict::Unknown(why) => panic!("{why}: {text}"),
    }
}

/// Programs that hold, by descents alone and with summaries that are learnt, and variants that do
/// not; a procedure that stands once is a component of the proof.
#[test]
fn descents_and_learnt_summaries_agree() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/check/summaries");
    let files = std::fs::read_dir(cases).expect("the cases are there");
    let mut seen = 0;
    for file in files.map(|f| f.expect("readable").path()) {
        let holds = std::fs::read_to_string(&file).expect("cases are text");
        let fails = format!("#define WRONG\n{holds}");
        assert!(!proof(&holds).components.is_empty(), "{holds}");
        let found = verdict(&holds, true);
        assert!(
            matches!(found, Verdict::Proved { .. }),
            "{found:?}: {holds}"
        );
        let found = verdict(&fails, true);
        assert!(
            matches!(found, Verdict::Violated { .. }),
            "{found:?}: {fails}"
        );
        seen += 1;
    }
    assert!(seen >= 5, "{seen} cases");
}

/// The paper's example in the paper's steps: the error is refuted behind the second call,
/// which hands the question to `inc`; what comes back splits the region between the calls, and
/// the first call is asked in its turn.
#[test]
fn figure_6_step_by_step() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let file = dir.path().join("a.c");
    let text = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int inc(int y) { int r; r = y + 1;
  return r; }
void top(int x) { int a, b;
  a = inc(x);
  b = inc(a);
  if (b != x + 2)
    reach_error(); }
int main(void) { top(__VERIFIER_nondet_int()); return 0; }\n";
    std::fs::write(&file, text).expect("the folder is writable");
    let log = dir.path().join("log");
    let status = Command::new(env!("CARGO_BIN_EXE_hatha"))
        .args([
            "check",
            "--checks",
            "assertions",
            "--quiet",
            "--summaries",
            "--no-generalise",
            "--log",
        ])
        .args([&log, &file])
        .status()
        .expect("the command runs");
    assert_eq!(status.code(), Some(0));
    let log = std::fs::read_to_string(log).expect("the log is there");
    let events: Vec<Value> = log
        .lines()
        .map(|l| serde_json::from_str(l).expect("an event"))
        .collect();
    let line = |place: &Value| {
        let place = place.as_str().unwrap_or_default().rsplit(':').nth(1);
        place.and_then(|l| l.parse::<u32>().ok()).unwrap_or(0)
    };
    let of = |kind: &'static str| events.iter().filter(move |e| e["event"] == kind);
    let steps: Vec<(u32, &str)> = of("iteration")
        .map(|e| (line(&e["frontier"]), e["answer"].as_str().unwrap_or("")))
        .collect();
    let splits: Vec<u32> = of("split").map(|e| line(&e["location"])).collect();
    assert_eq!(
        steps,
        [
            (8, "refuted"),
            (6, "test"),
            (3, "refuted"),
            (6, "refuted"),
            (5, "test"),
            (3, "refuted"),
            (6, "test"),
        ]
    );
    // Behind the second call, at the entry of `inc`, between the calls.
    assert_eq!(splits, [7, 2, 6]);
}

#[test]
fn a_component_that_is_none_is_refused() {
    let text = "int id(int x) { return x; }
        int main(void) { if (id(3) != 3) reach_error(); return 0; }";
    let text = format!("{HEAD}{text}");
    let mut proof = proof(&text);
    assert_eq!(proof.components.len(), 1);
    proof.components = vec![9_999];
    let dir = tempfile::tempdir().expect("a temporary folder");
    let (file, forged) = (dir.path().join("a.c"), dir.path().join("proof.json"));
    std::fs::write(&file, text).expect("the folder is writable");
    std::fs::write(&forged, proof.to_json().expect("a proof")).expect("the folder is writable");
    let output = Command::new(env!("CARGO_BIN_EXE_hatha"))
        .args(["certify"])
        .args([&forged, &file])
        .output()
        .expect("the command runs");
    assert_ne!(output.status.code(), Some(0));
}

/// The way that one call had to search for serves the others; where it does not fit, nothing is
/// taken from it.
#[test]
fn a_way_that_a_test_has_gone_serves_another_call() {
    let callee = "int f(int a) { int s = 0;
        if (a > 10) { int b = __VERIFIER_nondet_int(); if (b == 7777) s = 5; else s = 1; }
        return s; }";
    let main = |second: &str| {
        format!(
            "{HEAD}{callee} int main(void) {{ int x = __VERIFIER_nondet_int(); int r = f(x);
             if (r == 5) {{ int q = f({second}); if (q == 5) reach_error(); }} return 0; }}"
        )
    };
    let check = |text: &str| -> Value {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let file = dir.path().join("a.c");
        std::fs::write(&file, text).expect("the folder is writable");
        let output = Command::new(env!("CARGO_BIN_EXE_hatha"))
            .args(["check", "--summaries", "--format", "json"])
            .arg(&file)
            .output()
            .expect("the command runs");
        serde_json::from_slice(&output.stdout).expect("a document")
    };
    let fails = check(&main("x + 3"));
    assert_eq!(fails["verdict"], "violated");
    assert_eq!(fails["must_summaries"], 1);
    let holds = check(&main("x > 10 ? 10 : x"));
    assert_eq!(holds["verdict"], "proved");
    assert_eq!(holds["must_summaries"], 0);
}
