//! Calls through pointers and calls that print: proofs that follow them, tests where they fail,
//! and no proof that rests on where a function lies or on what printing is believed not to do.

use hatha_cfa::SourceMap;
use hatha_exec::config::Config;
use hatha_front::load::{LoadOptions, load_into};
use hatha_verify::check::{Options, Verdict, check};
use std::process::Command;
use std::time::Duration;

const HEAD: &str = "#include <stdio.h>
    extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n";

fn verdict(text: &str) -> &'static str {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join("a.c");
    std::fs::write(&path, format!("{HEAD}{text}")).expect("the folder is writable");
    let options = LoadOptions {
        files: vec![path],
        entry: Some("main".to_owned()),
        ..LoadOptions::default()
    };
    let program = load_into(&options, &mut SourceMap::new()).expect("the program loads");
    let entry = program.find_proc("main").expect("the entry is there");
    let options = Options {
        error_function: Some("reach_error".to_owned()),
        ..Options::new(Config::default(), Duration::from_secs(30))
    };
    match check(&program, entry, &options)
        .expect("hatha has no defect")
        .verdict
    {
        Verdict::Proved { certificate, .. } => {
            assert!(certificate.is_some(), "{text}");
            "proved"
        }
        Verdict::Violated { .. } => "violated",
        Verdict::Unknown(_) => "unknown",
    }
}

/// A program that holds and a variant that does not.
fn both(holds: &str, from: &str, to: &str) {
    let fails = holds.replace(from, to);
    assert_ne!(holds, fails, "the variant is another program");
    assert_eq!(verdict(holds), "proved", "{holds}");
    assert_eq!(verdict(&fails), "violated", "{fails}");
}

#[test]
fn callback_as_an_argument() {
    both(
        "int inc(int x) { return x + 1; } int dec(int x) { return x - 1; }
         int apply(int (*f)(int), int x) { return f(x); }
         int main(void) { int y = apply(__VERIFIER_nondet_int() ? inc : dec, 5);
           if (y != 6 && y != 4) reach_error(); return 0; }",
        "y != 4",
        "y != 3",
    );
}

#[test]
fn table_of_functions() {
    both(
        "int state;
         void start(void) { state = 1; } void stop(void) { state = 0; }
         struct operations { void (*go)(void); void (*halt)(void); };
         struct operations table = { start, stop };
         int main(void) { struct operations *o = &table;
           while (__VERIFIER_nondet_int()) { o->go(); if (state != 1) reach_error(); o->halt(); }
           if (state != 0) reach_error(); return 0; }",
        "state = 0;",
        "if (__VERIFIER_nondet_int()) state = 0;",
    );
}

#[test]
fn table_that_is_indexed_from_memory() {
    both(
        "struct request { int major; unsigned length; };
         int read(struct request *r) { return 1; } int write(struct request *r) { return 2; }
         static int (*table[2])(struct request *);
         int dispatch(struct request *r) { int status = 9;
           if (r->major >= 0 && r->major < 2) status = table[r->major](r);
           return status; }
         int main(void) { static struct request r; table[0] = read; table[1] = write;
           r.major = __VERIFIER_nondet_int(); r.length = 8;
           int status = dispatch(&r);
           if (status != 1 && status != 2 && status != 9) reach_error(); return 0; }",
        "status != 9",
        "status != 8",
    );
}

#[test]
fn callback_that_calls_back() {
    both(
        "int depth; void (*hook)(int);
         void visit(int n) { depth++; if (n > 0) hook(n - 1); depth--; }
         int main(void) { hook = visit; hook(2); if (depth != 0) reach_error(); return 0; }",
        "depth--;",
        "",
    );
}

#[test]
fn two_functions_are_different_and_not_null() {
    both(
        "int f(void) { return 1; } int g(void) { return 2; }
         int main(void) { int (*p)(void) = __VERIFIER_nondet_int() ? f : g;
           if (p == 0 || (p == f && p == g) || (p != f && p() == 1)) reach_error(); return 0; }",
        "p() == 1",
        "p() == 2",
    );
}

#[test]
fn no_proof_rests_on_where_a_function_lies() {
    let text = "int f(void) { return 1; }
        int main(void) { unsigned long at = (unsigned long)f;
          if (at OP 0x400000) reach_error(); return 0; }";
    assert_ne!(verdict(&text.replace("OP", "!=")), "proved");
    assert_ne!(verdict(&text.replace("OP", "==")), "proved");
}

#[test]
fn printing_is_not_in_the_way() {
    both(
        "int main(void) { int n = 0; char *name = \"it\";
           while (__VERIFIER_nondet_int()) { n = !n; printf(\"%d %s\\n\", n, name); puts(name); }
           if (n != 0 && n != 1) reach_error(); return 0; }",
        "n != 1",
        "n != 2",
    );
}

#[test]
fn what_a_format_writes_is_written() {
    let text = "int main(void) { int n = 0; FORMAT; if (n == 3) reach_error(); return 0; }";
    for format in [
        "printf(\"abc%n\", &n)",
        "const char *f = \"abc%n\"; printf(f, &n)",
        "fprintf(stdout, \"abc%n\", &n)",
    ] {
        let verdict = verdict(&text.replace("FORMAT", format));
        assert_ne!(verdict, "proved", "{format}");
    }
}

#[test]
fn what_printing_returns_is_not_guessed() {
    let text = "int main(void) { int n = printf(\"abc\"); if (n == 3) reach_error(); return 0; }";
    assert_eq!(verdict(text), "violated");
}

#[test]
fn a_closed_stream_sets_errno() {
    let text = "#include <errno.h>
        int main(void) { errno = 0; fclose(stdout); printf(\"abc\");
          if (errno != 0) reach_error(); return 0; }";
    assert_ne!(verdict(text), "proved");
}

/// A proof that ignores faults inside calls that print says nothing where faults count.
#[test]
fn a_proof_that_ignores_faults_is_refused_where_they_count() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let (file, proof) = (dir.path().join("a.c"), dir.path().join("proof.json"));
    let property = dir.path().join("a.prp");
    let text = "extern void reach_error(void); extern char *name;
        int main(void) { puts(name); if (name == 0 && name != 0) reach_error(); return 0; }";
    std::fs::write(&file, format!("{HEAD}{text}")).expect("the folder is writable");
    let call = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
    std::fs::write(&property, call).expect("the folder is writable");
    let hatha = || Command::new(env!("CARGO_BIN_EXE_hatha"));
    let checked = hatha()
        .args(["check", "--quiet", "--property"])
        .arg(&property)
        .arg("--proof")
        .args([&proof, &file])
        .status()
        .expect("the command runs");
    assert_eq!(checked.code(), Some(0));
    let again = |with: &[&std::path::Path]| {
        let mut command = hatha();
        command.arg("certify");
        for option in with {
            command.arg("--property").arg(option);
        }
        let ended = command.args([&proof, &file]).output();
        ended.expect("the command runs").status.code()
    };
    assert_eq!(again(&[&property]), Some(0));
    assert_ne!(again(&[]), Some(0));
}
