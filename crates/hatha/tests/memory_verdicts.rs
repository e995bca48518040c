//! What the checker of proofs assumes of accesses must not hide a failure.

use hatha::check::{Options, Verdict, check};
use hatha_cfa::SourceMap;
use hatha_exec::config::Config;
use hatha_front::load::{LoadOptions, load_into};
use std::time::Duration;

fn verdict(body: &str) -> &'static str {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join("a.c");
    let head = "unsigned long __VERIFIER_nondet_ulong(void); int __VERIFIER_nondet_int(void); void reach_error(void); int g;";
    std::fs::write(
        &path,
        format!("{head} int main(void) {{ {body} return 0; }}"),
    )
    .expect("the folder is writable");
    let options = LoadOptions {
        files: vec![path],
        ..LoadOptions::default()
    };
    let program = load_into(&options, &mut SourceMap::new()).expect("the program loads");
    let entry = program.find_proc("main").expect("main is there");
    let options = Options::new(Config::default(), Duration::from_secs(60));
    let report = check(&program, entry, &options).expect("hatha has no defect");
    match report.verdict {
        Verdict::Proved { .. } => "proved",
        Verdict::Violated { .. } => "violated",
        Verdict::Unknown(_) => "unknown",
    }
}

#[test]
fn an_access_that_does_not_happen_says_nothing_of_its_pointer() {
    let body = "int *p = __VERIFIER_nondet_int() ? &g : 0; int y = p ? *p : 1;
                if (!p && y == 1) reach_error();";
    assert_eq!(verdict(body), "violated");
}

#[test]
fn blocks_on_the_stack_are_apart_and_keep_what_they_hold() {
    let arrays = "int n = __VERIFIER_nondet_int(); if (n < 1 || n > 5) return 0;
                  int a[n]; int b[n]; a[n - 1] = 1; b[0] = 2;";
    let fails = format!("{arrays} if (n == 1 && a[0] == 1) reach_error();");
    assert_eq!(verdict(&fails), "violated");
    let holds = format!("{arrays} if (a[n - 1] != 1) reach_error();");
    assert_eq!(verdict(&holds), "proved");
}

/// The addresses of tests are one choice: an input may be any of them, or none.
#[test]
fn an_input_that_is_compared_with_addresses() {
    let lock =
        |m: &str| format!("if ((unsigned long)&{m} == key) {{ if (s) reach_error(); s = 1; }}");
    let unlock = |m: &str| format!("if ((unsigned long)&{m} == key) s = 0;");
    let start = "static int a, b; int s = 0; unsigned long key = __VERIFIER_nondet_ulong();";
    let (la, lb, ua, ub) = (lock("a"), lock("b"), unlock("a"), unlock("b"));
    let holds = format!("{start} {la} {lb} {ua} {ub} {la}");
    assert_eq!(verdict(&holds), "proved");
    let fails = format!("{start} {la} {lb} {ub} {la}");
    assert_eq!(verdict(&fails), "violated");
}

/// What a pointer leads to is the variable's if it points into the variable.
#[test]
fn a_member_behind_a_pointer_to_a_variable() {
    let text = |last: &str| {
        format!(
            "static struct {{ void *net; int set; }} b; int *p = &b.set; int s = 0;
             while (__VERIFIER_nondet_int()) {{ b.net = &s; *p = __VERIFIER_nondet_int() == 0; }}
             if (b.set {last}) reach_error();"
        )
    };
    assert_eq!(verdict(&text("> 1")), "proved");
    assert_eq!(verdict(&text("> 0")), "violated");
}

/// What is written behind one pointer does not change what stands behind another, unless the two
/// can be the same.
#[test]
fn objects_of_the_heap_are_apart_if_their_pointers_lead_apart() {
    let start = "void *malloc(unsigned long); struct s { int a; struct s *t; };
                 struct s *p = malloc(sizeof *p); p->t = malloc(sizeof *p); p->a = 1;";
    let rest = "while (__VERIFIER_nondet_int()) { p->t->a = 2; if (p->a != 1) reach_error(); }";
    assert_eq!(verdict(&format!("{start} {rest}")), "proved");
    let same = format!("{start} if (__VERIFIER_nondet_int()) p->t = p; {rest}");
    assert_eq!(verdict(&same), "violated");
}
