//! What the checker of proofs assumes of accesses must not hide a failure.

use hatha_certify::{Environment, certify_under};
use hatha_cfa::{Program, SourceMap};
use hatha_exec::config::Config;
use hatha_front::load::{LoadOptions, load_into};
use hatha_proof::Proof;
use hatha_smt::Budget;
use hatha_verify::check::{Options, Verdict, check, environment};
use std::time::Duration;

fn verdict(body: &str) -> &'static str {
    judged(body, None)
}

/// The verdict if faults end executions and only the error function is asked about.
fn reaching(body: &str) -> &'static str {
    judged(body, Some("reach_error"))
}

fn judged(body: &str, error_function: Option<&str>) -> &'static str {
    match decided(body, error_function).1 {
        Verdict::Proved { .. } => "proved",
        Verdict::Violated { .. } => "violated",
        Verdict::Unknown(_) => "unknown",
    }
}

fn decided(body: &str, error_function: Option<&str>) -> (Program, Verdict) {
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
    let mut options = Options::new(Config::default(), Duration::from_secs(20));
    options.error_function = error_function.map(str::to_owned);
    let report = check(&program, entry, &options).expect("hatha has no defect");
    (program, report.verdict)
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
    assert_eq!(reaching(&format!("{start} {rest}")), "proved");
    let same = format!("{start} if (__VERIFIER_nondet_int()) p->t = p; {rest}");
    assert_eq!(reaching(&same), "violated");
}

/// A protocol that keeps its state in objects of the heap, and a pointer that is null until the
/// object behind it is there.
#[test]
fn a_protocol_whose_state_is_on_the_heap() {
    let text = |last: &str| {
        format!(
            "void *malloc(unsigned long); struct more {{ int next; int hit; }};
             struct s {{ int state; struct more *m; int count; }};
             struct s *s = malloc(sizeof *s); s->m = malloc(sizeof *s->m); int flag = 0;
             s->state = 100;
             while (1) {{
                 s->m->hit = __VERIFIER_nondet_int();
                 switch (s->state) {{
                 case 100: s->m->next = 200; s->state = 300; if (flag == 0) flag = 1; break;
                 case 200: if (flag == 1) flag = 2; s->state = s->m->hit ? 400 : 100; break;
                 case 300: s->count++; s->state = s->m->next; break;
                 case 400: if ({last}) reach_error(); return 0;
                 }}
             }}"
        )
    };
    assert_eq!(reaching(&text("flag != 2")), "proved");
    assert_eq!(reaching(&text("flag == 2")), "violated");
}

/// A status with any value matters by one comparison.
#[test]
fn a_status_is_pending_or_not() {
    let text = |marks: &str| {
        format!(
            "void *malloc(unsigned long); struct irp {{ int status; int marked; }};
             struct irp *p = malloc(sizeof *p); p->marked = 0;
             p->status = __VERIFIER_nondet_int();
             if (p->status == 259) {{ {marks} }}
             while (__VERIFIER_nondet_int()) {{
                 p->status = p->status == 259 ? 259 : 7;
             }}
             if (p->status == 259 && p->marked != 1) reach_error();"
        )
    };
    assert_eq!(reaching(&text("p->marked = 1;")), "proved");
    assert_eq!(reaching(&text("")), "violated");
}

/// A pointer that was written on some ways only may lead anywhere on the others: that it leads to
/// one object where it was written proves nothing.
#[test]
fn a_pointer_that_may_not_have_been_written_leads_anywhere() {
    let text = "void *malloc(unsigned long); struct s { int a; struct s *t; };
                struct s *p = malloc(sizeof *p); struct s *q = malloc(sizeof *q); p->a = 1;
                if (__VERIFIER_nondet_int()) q->t = p;
                q->t->a = 2; if (p->a != 2) reach_error();";
    assert_ne!(reaching(text), "proved");
}

/// The objects that one allocation gives in the turns of a loop are different ones, with one name
/// for none of them.
#[test]
fn what_a_loop_allocates_has_no_name() {
    let text = "void *malloc(unsigned long); struct s { int a; };
                struct s *p = malloc(sizeof *p), *q = p; p->a = 1;
                while (__VERIFIER_nondet_int()) { q = p; p = malloc(sizeof *p); p->a = 2; }
                if (q->a == 1 && p->a == 2) reach_error();";
    assert_eq!(reaching(text), "violated");
}

/// The address of a local changes from turn to turn; what led to it does not lead to the new one.
#[test]
fn a_pointer_to_a_local_of_an_earlier_turn() {
    let text = |init: &str| {
        format!(
            "int *g = 0; int turns = 0;
             while (__VERIFIER_nondet_int()) {{
                 int x = 5; {init}
                 if (turns > 0) {{ *g = 6; if (x != 6) reach_error(); }}
                 turns = 1;
             }}"
        )
    };
    assert_eq!(reaching(&text("g = &x;")), "proved");
    assert_ne!(reaching(&text("if (turns == 0) g = &x;")), "proved");
}

/// A proof that gives an object another's name, or one that nothing has, is refused.
#[test]
fn names_of_objects_are_not_taken_on_trust() {
    let body = "void *malloc(unsigned long); struct s { int a; struct s *t; };
                struct s *p = malloc(sizeof *p); p->t = malloc(sizeof *p); p->a = 1;
                while (__VERIFIER_nondet_int()) { p->t->a = 2; if (p->a != 1) reach_error(); }";
    let (program, verdict) = decided(body, Some("reach_error"));
    let Verdict::Proved { proof, .. } = verdict else {
        panic!("the program is proved");
    };
    let assumed: Environment = environment(&Config::default(), Some("reach_error"));
    let accepts = |proof: &Proof| {
        certify_under(&program, proof, assumed, &mut [], &Budget::unlimited()).is_ok()
    };
    assert!(accepts(&proof));
    let text = proof.to_json().expect("it can be written");
    let names = heap_names(&text);
    assert_eq!(names.len(), 2, "two objects have names");
    for (name, other) in [(&names[0], &names[1]), (&names[1], &names[0])] {
        let forged = text.replace(&format!("\"{name}\""), &format!("\"{other}\""));
        assert!(!accepts(
            &Proof::from_json(&forged).expect("it can be read")
        ));
        let forged = text.replace(&format!("\"{name}\""), "\"80000001\"");
        assert!(!accepts(
            &Proof::from_json(&forged).expect("it can be read")
        ));
    }
}

/// The ids of heap objects that a proof mentions.
fn heap_names(proof: &str) -> Vec<String> {
    let is_name = |w: &&str| w.len() == 8 && w.starts_with("800000");
    let mut names: Vec<String> = proof
        .split('"')
        .filter(is_name)
        .map(str::to_owned)
        .collect();
    names.sort();
    names.dedup();
    names
}
