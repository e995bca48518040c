//! The environment is input: what comes from outside is arbitrary in proofs and chosen by tests,
//! and native replay sets it up. Also what a verdict prints as assumed about it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A folder with a program.
struct Case {
    folder: TempDir,
    file: PathBuf,
}

impl Case {
    fn new(headers: &[&str], main: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("program.c");
        let all = ["assert.h"].iter().chain(headers);
        let includes: String = all.map(|h| format!("#include <{h}>\n")).collect();
        std::fs::write(&file, includes + main + "\n").expect("the folder is ours");
        Case { folder, file }
    }

    fn hatha(&self, command: &str, before: &[&Path], args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_hatha"))
            .arg(command)
            .args(before)
            .arg(&self.file)
            .args(args)
            .output()
            .expect("hatha starts")
    }

    fn check(&self, args: &[&str]) -> (Option<i32>, String) {
        let output = self.hatha("check", &[], &[args, &["--timeout", "60"]].concat());
        (output.status.code(), reply(&output))
    }
}

fn reply(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_proof_for_a_closed_world_is_none_for_an_open_one() {
    let main = "int main(void) { char *s = getenv(\"X\"); assert(!s); return 0; }";
    let case = Case::new(&["stdlib.h"], main);
    let proof = case.folder.path().join("proof.json");
    let path = proof.to_string_lossy().into_owned();
    let (code, text) = case.check(&["--environment", "closed", "--proof", &path]);
    assert_eq!(code, Some(0), "{text}");
    let closed = case.hatha("certify", &[&proof], &["--environment", "closed"]);
    assert_eq!(closed.status.code(), Some(0), "{closed:?}");
    let open = case.hatha("certify", &[&proof], &[]);
    assert_ne!(open.status.code(), Some(0), "{open:?}");
}

/// `hatha test` on a program, and whether it says that it has met every execution.
fn is_exhaustive(headers: &[&str], main: &str, args: &[&str]) -> (bool, String) {
    let case = Case::new(headers, main);
    let args = [
        args,
        &["--timeout", "20", "--max-tests", "200", "--goal", "error"],
    ]
    .concat();
    let text = reply(&case.hatha("test", &[], &args));
    (text.contains("every path explored"), text)
}

#[test]
fn every_path_is_explored_only_if_nothing_was_left_out() {
    let read = "int main(void) { return getchar() == 'x'; }";
    let (all, text) = is_exhaustive(&["stdio.h"], read, &[]);
    assert!(all, "{text}");
    // No literal is the end of the other: they are two objects everywhere.
    let apart = "int main(void) { const char *a = \"abc\", *b = \"abd\"; return a == b; }";
    let (all, text) = is_exhaustive(&[], apart, &[]);
    assert!(all, "{text}");
    // Nothing of it is seen by the function without a body.
    let own = "int k(void); int main(void) { int x = 0, *p = &x; return k() == 1 ? *p : 2; }";
    let (all, text) = is_exhaustive(&[], own, &[]);
    assert!(all, "{text}");
    let left_out: [(&[&str], &str, &[&str]); 14] = [
        (
            &[],
            "void k(const int *); int main(void) { int x = 0; k(&x); assert(x == 0); }",
            &[],
        ),
        (
            &[],
            "struct s { int *p; }; void k(const struct s *);
             int main(void) { int x = 0; struct s s = {&x}; k(&s); assert(x == 0); }",
            &[],
        ),
        (
            &[],
            "void give(int *); void k(void);
             int main(void) { int x; give(&x); x = 0; k(); assert(x == 0); }",
            &[],
        ),
        (
            &[],
            "void k(void); static int x; int *get(void) { return &x; }
             void f(void) { k(); assert(x == 0); }",
            &["--entry", "f"],
        ),
        (
            &["stdlib.h"],
            "void k(int *); int main(void) { int *p = malloc(4); k(p); *p = 1; }",
            &[],
        ),
        (
            &[],
            "void k(int, ...); int main(void) { int x = 0; k(1, (const int *)&x); assert(!x); }",
            &[],
        ),
        (&["stdio.h"], read, &["--environment", "closed"]),
        (
            &[],
            "volatile int v; int main(void) { v = 1; return v == 2; }",
            &["--volatile", "any"],
        ),
        (&[], "int main(int n, char **v) { return n > 1; }", &[]),
        (
            &[],
            "int main(int n, char **v) { return n > 1; }",
            &["--environment", "closed"],
        ),
        (
            &[],
            "int f(int *p) { return p && *p == 3; }",
            &["--entry", "f"],
        ),
        (
            &[],
            "int main(void) { int x; return (int)(long)&x == 64; }",
            &[],
        ),
        (
            &[],
            "int main(void) { const char *a = \"abc\", *b = \"abc\"; return a == b; }",
            &[],
        ),
        (
            &["string.h"],
            "int main(void) { const char *a = \"xab\", *b = \"ab\"; a++; return !memcmp(&a, &b, sizeof a); }",
            &[],
        ),
    ];
    for (headers, main, args) in left_out {
        let (all, text) = is_exhaustive(headers, main, args);
        assert!(!all, "{main}: {text}");
    }
}
