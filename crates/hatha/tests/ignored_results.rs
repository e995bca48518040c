//! A result that the caller ignores is evaluated all the same: a fault in it ends the execution,
//! and a value that it reads first is an input. So what an engine finds on the program with its
//! calls expanded replays on the program as loaded.

use std::process::Command;

const ENGINES: [&str; 5] = ["auto", "dash", "synergy", "cegar", "panda"];

/// The exit status of `hatha check` with an engine.
fn status(text: &str, entry: &str, engine: &str) -> Option<i32> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("a.c");
    std::fs::write(&file, text).expect("the folder is writable");
    let mut command = Command::new(env!("CARGO_BIN_EXE_hatha"));
    command.args(["check", "--quiet", "--entry", entry, "--engine", engine]);
    let output = command.arg(&file).output().expect("hatha starts");
    output.status.code()
}

/// Tests show the fault; an engine that needs none may also prove that no assertion fails behind
/// it, or give up. None ends in an internal error.
fn is_violated(text: &str, entry: &str) {
    for engine in ENGINES {
        let status = status(text, entry, engine);
        let fits = match engine {
            "auto" | "dash" => status == Some(1),
            _ => matches!(status, Some(0..=2)),
        };
        assert!(fits, "{engine}: {status:?}\n{text}");
    }
}

#[test]
fn a_fault_in_an_ignored_result_ends_the_execution() {
    is_violated(
        "#include <assert.h>
        unsigned __VERIFIER_nondet_uint(void);
        static int h(int n) { return 10 / n; }
        int main(void) { unsigned n = __VERIFIER_nondet_uint(); h(n); if (n == 0) assert(0); return 0; }",
        "main",
    );
    is_violated(
        "#include <assert.h>
        static int h(int *p) { return *p; }
        void entry(int *p) { h(p); assert(p); }",
        "entry",
    );
}

#[test]
fn a_value_that_an_ignored_result_reads_first_is_an_input() {
    is_violated(
        "#include <assert.h>
        int ext(int n); int g;
        static int h(void) { return g; }
        void entry(int **d) { ext(0); h(); assert(**d == 9); }",
        "entry",
    );
    is_violated(
        "#include <assert.h>
        unsigned __VERIFIER_nondet_uint(void);
        static int h(void) { int x; return x; }
        int main(void) { h(); assert(__VERIFIER_nondet_uint() != 9); return 0; }",
        "main",
    );
}

#[test]
fn a_proof_passes_an_ignored_result() {
    let text = "#include <assert.h>
        unsigned __VERIFIER_nondet_uint(void);
        static int h(int *p, int n) { return *p / n; }
        int main(void) { int x = 4; unsigned n = __VERIFIER_nondet_uint();
          while (__VERIFIER_nondet_uint()) { h(&x, n | 1); assert(x == 4); }
          return 0; }";
    assert_eq!(status(text, "main", "dash"), Some(0));
}
