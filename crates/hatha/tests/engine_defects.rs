//! An internal error of one engine leaves the others (feature `broken`).
//!
//! `HATHA_ENGINE_DEFECT` makes engines panic, report a defect or hand out a test that fails nowhere.

use serde_json::Value;
use std::process::{Command, Output};

const HEAD: &str = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n";

/// `hatha check` of a program with defects in some engines, and a folder for what is left.
fn check_with(defects: &str, engine: &str) -> (Output, String, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("case.c");
    let text = "int main(void) { int x = __VERIFIER_nondet_int();
        if (x > 3 && x < 3) reach_error(); return 0; }";
    std::fs::write(&file, format!("{HEAD}{text}")).expect("the folder is writable");
    let output = Command::new(env!("CARGO_BIN_EXE_hatha"))
        .args(["check", "--format", "json", "--engine", engine])
        .arg(&file)
        .env("HATHA_ENGINE_DEFECT", defects)
        .env("TMPDIR", folder.path())
        .output()
        .expect("hatha starts");
    let reply = String::from_utf8_lossy(&output.stderr).into_owned();
    (output, reply, folder)
}

/// The file about a defect that standard error names.
fn attached(reply: &str) -> String {
    let (_, name) = reply.split_once("with the file ").expect("a file is named");
    let name = name.lines().next().unwrap_or_default();
    std::fs::read_to_string(name).expect("the file is there")
}

#[test]
fn a_defect_of_one_engine_is_reported_beside_the_verdict() {
    for defect in ["dash=panic", "dash=internal", "dash=test"] {
        let (output, reply, _folder) = check_with(defect, "auto");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(document["verdict"], "proved", "{document}");
        assert_ne!(document["engine"], "dash", "{document}");
        let reported = document["internal_errors"].as_array().expect("a list");
        assert!(!reported.is_empty(), "{document}");
        assert!(reply.contains("internal error"), "{reply}");
        let text = attached(&reply);
        for part in ["internal error", "case.c", "reach_error", "--engine"] {
            assert!(text.contains(part), "{text}");
        }
    }
}

#[test]
fn a_defect_of_the_only_engine_is_no_verdict() {
    for defect in ["dash=panic", "dash=internal", "dash=test"] {
        let (output, reply, _folder) = check_with(defect, "dash");
        assert_eq!(output.status.code(), Some(70), "{output:?}");
        assert!(output.stdout.is_empty(), "{output:?}");
        assert!(attached(&reply).contains("reach_error"));
    }
    let (output, ..) = check_with("dash=panic,panda=internal,dart=test", "auto");
    assert_eq!(output.status.code(), Some(70), "{output:?}");
}
