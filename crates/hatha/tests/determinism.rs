//! Same program, same seed: the same search, in every process.
//!
//! Each run is a process of its own, so addresses differ between two of them, and a result that
//! hangs on an order of pointers or of a hash map shows.

use serde_json::Value;
use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

const HEAD: &str = "extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
";

/// Small programs of many kinds: locks, counters, state machines, arithmetic, memory.
const PROGRAMS: &[&str] = &[
    "int main(void) { int lock = 0; unsigned i = 0;
     while (__VERIFIER_nondet_int()) { if (lock) reach_error(); lock = 1; i = i + 1; lock = 0; }
     if (lock) reach_error(); return 0; }",
    "int main(void) { int state = 0;
     while (1) { if (state == 0) state = 3; else if (state == 3) state = 7;
     else if (state == 7) { if (__VERIFIER_nondet_int()) state = 0; else return 0; }
     else reach_error(); } }",
    "int main(void) { int x = __VERIFIER_nondet_int(), y = 0;
     if (x > 10) y = 1; else y = 2;
     while (__VERIFIER_nondet_int()) { if (x <= 10 && y != 2) reach_error(); } return 0; }",
    "int main(void) { unsigned n = __VERIFIER_nondet_uint(), i, s = 0; if (n > 20) return 0;
     for (i = 0; i < n; i++) s += 2; if (s != 2 * n) reach_error(); return 0; }",
    "int main(void) { int s = 0; while (1) { int k = __VERIFIER_nondet_int();
     if (s == 0) { if (k == 17) s = 1; else return 0; }
     else if (s == 1) { if (k == 4) s = 2; else s = 0; } else reach_error(); } }",
    "int main(void) { int a = __VERIFIER_nondet_int(); if (a * 3 == 21) reach_error(); return 0; }",
    "int main(void) { int x = 0, y = 50; while (x < 100) { if (x >= 50) y++; x++; }
     if (y != 100) reach_error(); return 0; }",
    "int main(void) { unsigned x = 0, y = 0; while (__VERIFIER_nondet_int()) { x += 4; y += 8; }
     if (x % 4 || y != 2 * x) reach_error(); return 0; }",
    "int a[4]; int main(void) { unsigned i = __VERIFIER_nondet_uint() % 4; a[i] = 1;
     if (a[0] + a[1] + a[2] + a[3] != 1) reach_error(); return 0; }",
    "int g; void set(int *p, int v) { *p = v; }
     int main(void) { int t = 1; set(&g, 2); set(&t, 3); if (g != 2 || t != 3) reach_error();
     if (__VERIFIER_nondet_int() == 41) { set(&t, 9); if (t == 9) reach_error(); } return 0; }",
    "int main(void) { int i = 0, j = 0; while (i < 30) { i++; j += i; }
     if (j == 465) reach_error(); return 0; }",
    "int f(int n) { return n > 5 ? n - 5 : n + 5; }
     int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 10) return 0;
     int r = f(f(n)); if (r < 0 || r > 10) reach_error(); return 0; }",
];

/// The parts of an answer that must not change between runs.
fn search(file: &Path, engine: &str) -> Vec<Value> {
    search_with(file, engine, &[])
}

fn search_with(file: &Path, engine: &str, options: &[&OsStr]) -> Vec<Value> {
    let output = Command::new(env!("CARGO_BIN_EXE_hatha"))
        .args(["check", "--format", "json", "--engine", engine])
        // A search that goes on behind a failure may end with the time.
        .args(["--timeout", "20", "--seed", "7", "--checks", "assertions"])
        .args(options)
        .arg(file)
        .output()
        .expect("hatha starts");
    let document: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{engine} on {}: {e}", file.display()));
    let fields = [
        "verdict",
        "iterations",
        "tests",
        "regions",
        "predicates",
        "solver_queries",
        "inputs",
        "vacuous",
        "portfolio",
    ];
    fields.iter().map(|f| document[f].clone()).collect()
}

fn is_deterministic(engine: &str) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut decided = 0;
    for (i, text) in PROGRAMS.iter().enumerate() {
        let file = folder.path().join(format!("p{i}.c"));
        std::fs::write(&file, format!("{HEAD}{text}")).expect("the folder is writable");
        let (first, second) = (search(&file, engine), search(&file, engine));
        // How far a search gets that the clock ends is no property of the program.
        if first[0] == "unknown" || second[0] == "unknown" {
            continue;
        }
        assert_eq!(first, second, "{engine} on program {i}");
        decided += 1;
    }
    assert!(
        2 * decided >= PROGRAMS.len(),
        "{engine} decides only {decided}"
    );
}

/// Runs every program with and without a log.
fn is_the_same_when_watched(engine: &str) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let log = folder.path().join("log.jsonl");
    let watched = ["--log".as_ref(), log.as_os_str()];
    let mut decided = 0;
    for (i, text) in PROGRAMS.iter().enumerate() {
        let file = folder.path().join(format!("p{i}.c"));
        std::fs::write(&file, format!("{HEAD}{text}")).expect("the folder is writable");
        let alone = search(&file, engine);
        let seen = search_with(&file, engine, &watched);
        let lines = std::fs::read_to_string(&log).expect("there is a log");
        assert!(
            lines.lines().count() > 2,
            "{engine} on program {i}: {lines}"
        );
        // How far a search gets that the clock ends is no property of the program.
        if alone[0] == "unknown" || seen[0] == "unknown" {
            continue;
        }
        assert_eq!(alone, seen, "{engine} on program {i}");
        decided += 1;
    }
    assert!(
        2 * decided >= PROGRAMS.len(),
        "{engine} decides only {decided}"
    );
}

/// Verdict, counts and counted work are the same with and without an observer.
#[test]
fn watching_changes_nothing() {
    is_the_same_when_watched("dash");
    is_the_same_when_watched("auto");
}

#[test]
fn auto_repeats_itself() {
    is_deterministic("auto");
}

#[test]
fn dash_repeats_itself() {
    is_deterministic("dash");
}

#[test]
fn synergy_repeats_itself() {
    is_deterministic("synergy");
}

#[test]
fn cegar_repeats_itself() {
    is_deterministic("cegar");
}

#[test]
fn lee_yannakakis_repeats_itself() {
    is_deterministic("lee-yannakakis");
}
