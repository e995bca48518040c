//! `hatha contract` and `hatha check --every-function`.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn library() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/contract/library.c")
}

fn hatha(args: &[&str], files: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hatha"))
        .args(args)
        .args(files)
        .output()
        .expect("the command runs")
}

/// The contracts of some functions of the library.
fn contracts(functions: &[&str], args: &[&str]) -> (Value, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_hatha"))
        .args(["contract", "--format", "json"])
        .args(args)
        .arg(library())
        .args(functions)
        .output()
        .expect("the command runs");
    let document = serde_json::from_slice(&output.stdout);
    let document = document.unwrap_or_else(|e| panic!("{e}: {output:?}"));
    (document, output.status.code())
}

fn scratch(name: &str, text: &str) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let path = dir.path().join(name);
    std::fs::write(&path, text).expect("written");
    (dir, path)
}

#[test]
fn contracts_exclude_what_fails() {
    let (document, status) = contracts(&["first", "quotient", "clamp", "first_or"], &[]);
    assert_eq!(status, Some(0), "{document}");
    let functions = document["functions"].as_array().expect("a list");
    let of = |name: &str| functions.iter().find(|f| f["function"] == name);
    let precondition = |name: &str| of(name).map(|f| f["precondition"].clone());
    assert_eq!(precondition("first"), Some("p != NULL".into()));
    assert_eq!(precondition("clamp"), Some("1".into()));
    assert_eq!(precondition("first_or"), Some("1".into()));
    let quotient = of("quotient").expect("is there");
    assert_eq!(quotient["status"], "proved");
    assert_eq!(quotient["is_satisfiable"], true);
    let parts = quotient["requires"].as_array().expect("a list");
    let needed = |p: &Value| p["needed_for"].as_str().unwrap_or_default().to_owned();
    let needed: Vec<String> = parts.iter().map(needed).collect();
    assert!(needed[0].starts_with("division"), "{needed:?}");
}

#[test]
fn a_contract_is_what_check_proves() {
    let (document, _) = contracts(&["fill", "quotient"], &[]);
    for function in document["functions"].as_array().expect("a list") {
        let (name, text) = (&function["function"], &function["precondition"]);
        let (name, text) = (name.as_str().expect("text"), text.as_str().expect("text"));
        let args = [
            "check",
            "--entry",
            name,
            "--globals",
            "any",
            "--assume",
            text,
        ];
        let output = hatha(&args, &[&library()]);
        assert_eq!(output.status.code(), Some(0), "{name}: {text}: {output:?}");
    }
}

#[test]
fn a_function_that_always_fails_is_false() {
    let (document, status) = contracts(&["always_fails"], &[]);
    assert_eq!(status, Some(1));
    assert_eq!(document["functions"][0]["status"], "false", "{document}");
    assert_eq!(document["functions"][0]["precondition"], "0");
}

/// That no call returns is not that every call fails: one may end the program or go on for ever.
#[test]
fn a_function_that_does_not_return_need_not_fail() {
    let text = "void exit(int);
        int ends(int n) { if (n == 3) return 1 / (n - 3); exit(0); }
        void goes_on(int n) { for (;;) n = 10 / n; }
        void waits(int n) { while (n) { } for (;;) { n = 1 / n; } }\n";
    let (_dir, file) = scratch("ends.c", text);
    for function in ["ends", "goes_on", "waits"] {
        let output = Command::new(env!("CARGO_BIN_EXE_hatha"))
            .args(["contract", "--format", "json", "--timeout", "8"])
            .args([file.as_os_str(), function.as_ref()])
            .output()
            .expect("the command runs");
        let document: Value = serde_json::from_slice(&output.stdout).expect("a document");
        assert_ne!(document["functions"][0]["status"], "false", "{document}");
        assert_ne!(output.status.code(), Some(1), "{output:?}");
    }
}

/// Static functions of one name in several files: no answer about one of them is given for another.
#[test]
fn a_name_of_several_functions_has_no_verdict() {
    let (dir, bad) = scratch(
        "bad.c",
        "static int f(int n) { return 10 / n; } int a(int n) { return n ? f(n) : 0; }\n",
    );
    let good = dir.path().join("good.c");
    std::fs::write(
        &good,
        "static int f(int n) { return n; } int b(int n) { return f(n); }\n",
    )
    .expect("written");
    let files = [good.as_path(), bad.as_path()];
    let output = hatha(&["check", "--every-function=all"], &files);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.contains("2 proved, 0 violated, 0 unknown, 2 without a result"),
        "{text}"
    );
    assert_eq!(output.status.code(), Some(2));
    let output = hatha(&["contract", "--statics", "--format", "json"], &files);
    let document: Value = serde_json::from_slice(&output.stdout).expect("a document");
    let functions = document["functions"].as_array().expect("a list");
    let of_name = functions.iter().filter(|c| c["function"] == "f");
    assert!(
        of_name.clone().all(|c| c["status"] == "unknown") && of_name.count() == 2,
        "{document}"
    );
    let contracts = dir.path().join("contracts");
    std::fs::write(&contracts, "f: n != 0\n").expect("written");
    let contracts = contracts.to_str().expect("text");
    for args in [
        &["--entry", "f"][..],
        &["--entry", "a", "--contracts", contracts],
    ] {
        let output = hatha(&[&["check"][..], args].concat(), &files);
        assert_eq!(output.status.code(), Some(65), "{output:?}");
        let why = String::from_utf8_lossy(&output.stderr);
        assert!(why.contains("several functions are called `f`"), "{why}");
    }
}

#[test]
fn what_cannot_be_proved_is_no_contract() {
    let (document, status) = contracts(&["length"], &["--timeout", "4"]);
    assert_eq!(status, Some(2));
    let function = &document["functions"][0];
    assert_eq!(function["status"], "unknown");
    assert_eq!(function["precondition"], Value::Null);
    assert_eq!(function["acsl"], Value::Null);
}

#[test]
fn saved_contracts_are_asserted_at_calls() {
    let text = "int half(int *p, int n) { return *p / n; }
        int wrong(int *p) { return half(p, 0); }
        int right(int *p) { return p ? half(p, 2) : 0; }\n";
    let (dir, file) = scratch("calls.c", text);
    let saved = dir.path().join("contracts");
    std::fs::write(&saved, "# of half\nhalf: p != NULL && n > 0\n").expect("written");
    let saved = saved.to_str().expect("text");
    for (entry, expected) in [("wrong", 1), ("right", 0), ("half", 0)] {
        let args = ["check", "--contracts", saved, "--entry", entry];
        let output = hatha(&args, &[&file]);
        assert_eq!(output.status.code(), Some(expected), "{entry}: {output:?}");
    }
    let output = hatha(
        &["check", "--contracts", saved, "--entry", "wrong"],
        &[&file],
    );
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.starts_with("violated: assertion at --contracts:2:"),
        "{text}"
    );
    let lost = dir.path().join("lost");
    std::fs::write(&lost, "nobody: 1\n").expect("written");
    let args = [
        "check",
        "--contracts",
        lost.to_str().expect("text"),
        "--entry",
        "half",
    ];
    let output = hatha(&args, &[&file]);
    assert_eq!(output.status.code(), Some(65), "{output:?}");
}

#[test]
fn a_call_that_breaks_a_contract_is_reported() {
    let text = "int half(int *p) { return *p / 2; }
        static int six = 6;
        int main(void) {
            half(&six);
            return half(0);
        }\n";
    let (_dir, file) = scratch("calls.c", text);
    let args = ["contract", "--check-calls", "--format", "json"];
    let output = Command::new(env!("CARGO_BIN_EXE_hatha"))
        .args(args)
        .arg(&file)
        .arg("half")
        .output()
        .expect("the command runs");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let document: Value = serde_json::from_slice(&output.stdout).expect("a document");
    let call = &document["broken_calls"][0];
    assert_eq!(call["caller"], "main", "{document}");
    assert_eq!(call["function"], "half");
    let location = call["location"].as_str().unwrap_or_default();
    assert!(location.ends_with("calls.c:5"), "{location}");
}

/// The calls are those of the program that the contracts were found for.
#[test]
fn calls_are_checked_with_the_options_of_the_contracts() {
    let text = "int part(int n) { return 8 / n; }
        int main(void) { return part(sizeof(long) == 4 ? 0 : 1); }\n";
    let (_dir, file) = scratch("calls.c", text);
    for (model, expected) in [("ilp32", 1), ("lp64", 0)] {
        let output = Command::new(env!("CARGO_BIN_EXE_hatha"))
            .args(["contract", "--check-calls", "--data-model", model])
            .args([file.as_os_str(), "part".as_ref()])
            .output()
            .expect("the command runs");
        assert_eq!(output.status.code(), Some(expected), "{model}: {output:?}");
    }
}

#[test]
fn every_function_has_a_verdict_of_its_own() {
    let text = "int good(int x) { return x & 1; }
        int bad(int x) { return 1 / x; }
        static int hidden(int x) { return x; }
        int uses(int x) { return hidden(x); }\n";
    let (_dir, file) = scratch("lib.c", text);
    let args = ["check", "--every-function", "--format", "json"];
    let output = hatha(&args, &[&file]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let document: Value = serde_json::from_slice(&output.stdout).expect("a document");
    let functions = document["functions"].as_array().expect("a list");
    let verdict = |f: &Value| {
        let verdict = &f["check"]["verdict"];
        format!(
            "{} {}",
            f["function"].as_str().unwrap_or(""),
            verdict.as_str().unwrap_or("")
        )
    };
    let verdicts: Vec<String> = functions.iter().map(verdict).collect();
    assert_eq!(verdicts, ["good proved", "bad violated", "uses proved"]);
    let all = hatha(&["check", "--every-function=all", "-q"], &[&file]);
    let text = String::from_utf8_lossy(&all.stdout);
    assert!(text.contains("4 functions: 3 proved, 1 violated"), "{text}");
}

#[test]
fn static_functions_are_listed_where_there_are_no_others() {
    let (_dir, file) = scratch("lib.c", "static int alone(int x) { return x; }\n");
    for args in [&["check"][..], &["check", "--every-function"]] {
        let output = hatha(args, &[&file]);
        assert_eq!(output.status.code(), Some(65), "{output:?}");
        let why = String::from_utf8_lossy(&output.stderr);
        assert!(why.contains("alone"), "{why}");
    }
}

#[test]
fn a_campaign_needs_no_rules() {
    let (dir, file) = scratch("lib.c", "int bad(int x) { return 1 / x; }\n");
    let results = dir.path().join("results");
    let lines = dir.path().join("lines");
    let output = Command::new(env!("CARGO_BIN_EXE_hatha"))
        .args(["campaign", "--every-function", "--results"])
        .arg(&results)
        .arg("--jsonl")
        .arg(&lines)
        .arg(&file)
        .output()
        .expect("the command runs");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let lines = std::fs::read_to_string(&lines).expect("written");
    let line: Value = serde_json::from_str(lines.trim()).expect("one line");
    assert_eq!(line["verdict"], "violated");
    assert_eq!(line["rule"], "checks");
}
