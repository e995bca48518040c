//! `--predicates FILE`: advice that helps a search and changes nothing else.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Needs `x == y` at both loops, which no engine finds without generalisation.
fn two_counters() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/synergy/test18.c")
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Folder(tempfile::tempdir().expect("a temporary folder"))
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, text).expect("the folder is writable");
        path
    }
}

fn hatha(args: &[&str], paths: &[&Path]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hatha"));
    command.args(args).args(paths);
    command.output().expect("hatha starts")
}

fn check(engine: &str, predicates: &Path, program: &Path, proof: &Path) -> Output {
    let given = predicates.to_string_lossy();
    let proof = proof.to_string_lossy();
    let args = [
        "check",
        "--no-generalise",
        "--timeout",
        "60",
        "--engine",
        engine,
        "--predicates",
        &given,
        "--proof",
        &proof,
    ];
    hatha(&args, &[program])
}

#[test]
fn an_invariant_that_is_given_need_not_be_found() {
    let folder = Folder::new();
    let given = folder.file(
        "given",
        "# equal at both loops\n\n8: x == y\ntest18.c:12: x == y\n",
    );
    for engine in ["dash", "synergy", "cegar"] {
        let proof = folder.0.path().join("proof");
        let out = check(engine, &given, &two_counters(), &proof);
        assert_eq!(out.status.code(), Some(0), "{engine}: {out:?}");
        // The proof is one of the program itself.
        let again = hatha(&["certify"], &[&proof, &two_counters()]);
        assert_eq!(again.status.code(), Some(0), "{engine}: {again:?}");
    }
}

#[test]
fn scopes_and_memory() {
    let folder = Folder::new();
    let program = folder.file(
        "a.c",
        "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
         struct s { int n; int m; } g;
         int step(struct s *p) {
             p->n++;
             return p->n;
         }
         int main(void) {
             for (unsigned i = 0, j = 0; __VERIFIER_nondet_int(); i++, j++)
                 if (i != j) reach_error();
             g.m = 1;
             step(&g);
             if (g.m != 1) reach_error();
             return 0;
         }",
    );
    // The loop's own variables, an argument in a callee, a member behind a pointer.
    let given = folder.file(
        "given",
        "8: i == j && 1L\nstep: p->m == 1 ? 1 : 0\n5: p->n > 0L\n",
    );
    let proof = folder.0.path().join("proof");
    let out = check("dash", &given, &program, &proof);
    assert_eq!(out.status.code(), Some(0), "{out:?}");
    let again = hatha(&["certify"], &[&proof, &program]);
    assert_eq!(again.status.code(), Some(0), "{again:?}");
}

#[test]
fn a_false_predicate_hides_no_failure() {
    let folder = Folder::new();
    let program = folder.file(
        "a.c",
        "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
         int main(void) {
             int x = __VERIFIER_nondet_int();
             while (x > 0)
                 x = __VERIFIER_nondet_int();
             if (x == -7) reach_error();
             return 0;
         }",
    );
    for predicate in ["4: x != -7", "4: 0", "6: x >= 0", "main: 0"] {
        let given = folder.file("given", predicate);
        for engine in ["dash", "synergy", "cegar", "lee-yannakakis"] {
            let out = check(engine, &given, &program, &folder.0.path().join("proof"));
            assert_eq!(out.status.code(), Some(1), "{engine} {predicate}: {out:?}");
        }
    }
}

#[test]
fn bad_lines_are_located() {
    let folder = Folder::new();
    let cases = [
        ("8: x == z", "given:1:9", "undeclared identifier 'z'"),
        ("\n3: x == y", "given:2:1", "no statement starts on line 3"),
        ("x == y", "given:1:1", "not `PLACE: CONDITION`"),
        ("8: x = y", "given:1:4", "an assignment"),
        ("8: __VERIFIER_nondet_int()", "given:1:4", "a call"),
        ("8: &x != 0", "given:1:4", "the address of 'x'"),
        ("8: 1) || (1", "given:1:1", "not `PLACE: CONDITION`"),
        ("8: x ==", "given:1:8", "syntax error"),
        ("nowhere: 1", "given:1:1", "no function `nowhere`"),
    ];
    for (text, place, message) in cases {
        let given = folder.file("given", text);
        let out = check(
            "dash",
            &given,
            &two_counters(),
            &folder.0.path().join("proof"),
        );
        let reply = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(65), "{text}: {reply}");
        assert!(
            reply.contains(place) && reply.contains(message),
            "{text}: {reply}"
        );
    }
}
