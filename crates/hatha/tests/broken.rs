//! Wrong refinements never lead to *proved*.
//!
//! With the feature `broken-wp` every split is made with a deliberate mistake: edges go that must
//! not, literals are the opposite of what they should be, or a walk overlooks a way. On programs that can fail a search
//! then often ends with a proof; certification has to refuse it.

use hatha::check::{Options, Verdict, check};
use hatha_cfa::Program;
use hatha_engine::broken::{Mistake, make};
use hatha_exec::config::Config;
use hatha_front::load::{LoadOptions, load};
use hatha_front::preprocess::DataModel;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

const HEAD: &str = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n";

/// Programs that can fail, though not in the first tests that an engine runs.
const FALSE: &[&str] = &[
    "int main(void) { int n = 0, lock = 0;
     while (__VERIFIER_nondet_int()) { if (lock) reach_error();
     if (n == 40) lock = 1; n = n + 1; } return 0; }",
    "int main(void) { int x = 0, y = 0;
     while (y < 30) { int k = __VERIFIER_nondet_int(); if (k == 77) x = x + 1; y = y + 1; }
     if (x == 3) reach_error(); return 0; }",
    "int main(void) { int s = 0;
     while (1) { int k = __VERIFIER_nondet_int();
     if (s == 0) { if (k == 17) s = 1; else return 0; }
     else if (s == 1) { if (k == 4) s = 2; else s = 0; }
     else if (s == 2) { if (k == 9) s = 3; else s = 1; }
     else reach_error(); } }",
    "int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = 0;
     if (a < 10 || a > 20) return 0;
     while (c < a) { c = c + 1; if (b == 5) b = 6; }
     if (c == 13 && b == 6) reach_error(); return 0; }",
    "int main(void) { unsigned c = 0; int g = __VERIFIER_nondet_int();
     while (c < 60) c = c + 1;
     if (g == 1234 && c == 60) reach_error(); return 0; }",
    "int main(void) { int p = 1, q = 0, r = __VERIFIER_nondet_int();
     while (__VERIFIER_nondet_int()) { if (p) { q = r; p = 0; } else { p = 1; r = r + 1; } }
     if (q == 100 && p == 0 && r == 100) reach_error(); return 0; }",
];

fn program(folder: &Path, text: &str) -> Program {
    let file = folder.join("case.c");
    std::fs::write(&file, format!("{HEAD}{text}")).expect("the folder is writable");
    let options = LoadOptions {
        files: vec![file],
        data_model: Some(DataModel::Lp64),
        ..LoadOptions::default()
    };
    load(&options).unwrap_or_else(|d| panic!("{d:?}"))
}

/// What became of one check: whether a wrong proof was refused. A verdict of *proved* is a failure.
fn is_led_astray(program: &Program, engine: &str, mistake: Mistake) -> bool {
    let entry = program.find_proc("main").expect("there is a main");
    let mut options = Options::new(Config::default(), Duration::from_secs(3));
    options.engine = engine.to_owned();
    make(mistake);
    let report = check(program, entry, &options);
    make(Mistake::None);
    match report.map(|r| r.verdict) {
        Ok(Verdict::Proved { .. }) => panic!("{mistake:?} led {engine} to a proof"),
        Ok(Verdict::Unknown(why)) => why.contains("not certified: does not hold"),
        // A mistake may also be noticed as what it is.
        Ok(Verdict::Violated { .. }) | Err(_) => false,
    }
}

#[test]
fn no_mistake_leads_to_proved() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mistakes = [
        Mistake::BothHalves,
        Mistake::WrongHalf,
        Mistake::FlippedLiteral,
    ];
    for mistake in mistakes {
        let mut astray = 0;
        for text in FALSE {
            let program = program(folder.path(), text);
            for engine in ["dash", "synergy", "cegar", "lee-yannakakis"] {
                astray += usize::from(is_led_astray(&program, engine, mistake));
            }
        }
        assert!(astray > 0, "{mistake:?} was never put to the test");
    }
}

/// Programs that can fail and have finitely many executions.
const FINITE: &[&str] = &[
    "int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
     if (a > 3) { if (b == a + 1) { if (a == 100) reach_error(); } } return 0; }",
    "int main(void) { int a[4]; int i = __VERIFIER_nondet_int();
     if (i < 0 || i > 3) return 0; a[i] = 7;
     if (a[2] == 7 && a[0] == 1) reach_error(); return 0; }",
    "int main(void) { int s = 0, i; for (i = 0; i < 4; i = i + 1)
     switch (__VERIFIER_nondet_int()) { case 1: s += 1; break; case 5: s += 5; break; default: ; }
     if (s == 11) reach_error(); return 0; }",
    "struct item { int kind; int *at; }; int main(void) { int x = 1, y = 2; struct item a, b;
     a.kind = __VERIFIER_nondet_int(); a.at = a.kind > 4 ? &x : &y; b = a; *b.at = 9;
     if (x == 9 && b.kind == 70) reach_error(); return 0; }",
];

#[test]
fn a_blind_walk_does_not_lead_to_proved() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut astray = 0;
    for text in FINITE {
        let program = program(folder.path(), text);
        astray += usize::from(is_led_astray(&program, "panda", Mistake::BlindWalk));
    }
    assert!(astray > 0, "the mistake was never put to the test");
}

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
        .env("HATHA_DEFECT", defects)
        .env("TMPDIR", folder.path())
        .output()
        .expect("hatha starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output, said, folder)
}

/// The file about a defect that standard error names.
fn attached(said: &str) -> String {
    let (_, name) = said.split_once("with the file ").expect("a file is named");
    let name = name.lines().next().unwrap_or_default();
    std::fs::read_to_string(name).expect("the file is there")
}

#[test]
fn a_defect_of_one_engine_is_told_beside_the_verdict() {
    for defect in ["dash=panic", "dash=internal", "dash=test"] {
        let (output, said, _folder) = check_with(defect, "auto");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(document["verdict"], "proved", "{document}");
        assert_ne!(document["engine"], "dash", "{document}");
        let told = document["internal_errors"].as_array().expect("a list");
        assert!(!told.is_empty(), "{document}");
        assert!(said.contains("internal error"), "{said}");
        let text = attached(&said);
        for part in ["internal error", "case.c", "reach_error", "--engine"] {
            assert!(text.contains(part), "{text}");
        }
    }
}

#[test]
fn a_defect_of_the_only_engine_is_no_verdict() {
    for defect in ["dash=panic", "dash=internal", "dash=test"] {
        let (output, said, _folder) = check_with(defect, "dash");
        assert_eq!(output.status.code(), Some(70), "{output:?}");
        assert!(output.stdout.is_empty(), "{output:?}");
        assert!(attached(&said).contains("reach_error"));
    }
    let (output, ..) = check_with("dash=panic,panda=internal,dart=test", "auto");
    assert_eq!(output.status.code(), Some(70), "{output:?}");
}
