//! Checks before accesses of memory: they fail where a run stops, and nowhere else; and a program
//! that lacks one is refused by the checker, whatever the proof says.

mod support;

use hatha_certify::Refusal;
use hatha_cfa::{CheckKind, EdgeId, Op, ProcId, Program};
use hatha_exec::num::Rules;
use hatha_verify::check::rules;
use std::collections::BTreeSet;
use support::{
    Chance, checked, demanded, failed_check, failures, fault, loaded, refused_forgeries, run,
};

const HEAD: &str =
    "#include <stdlib.h>\n#include <string.h>\nextern int __VERIFIER_nondet_int(void);\n";

fn memory() -> BTreeSet<CheckKind> {
    CheckKind::MEMORY.into_iter().collect()
}

/// What a random program does; every address keeps the alignment of its type.
const STATEMENTS: [&str; 22] = [
    "p = &a[i];",
    "p = g + j;",
    "q = p;",
    "q = h;",
    "p = &r.y[i];",
    "p++;",
    "free(h);",
    "free(q);",
    "h = calloc((unsigned)(i & 3), 4);",
    "*p = 3;",
    "j = *q;",
    "j = p[i];",
    "r.y[j] = 1;",
    "{ int x = i; q = &x; *q = 2; }",
    "a[i & 7] = 2;",
    "j = i > 2 ? a[i] : g[j];",
    "if (p && *p) i = *p;",
    "memset(p, 0, (unsigned)(i & 3) * 4);",
    "memmove(a, q, (unsigned)(j & 7));",
    "t = r; t.y[i] = j; r = *s;",
    "s = (struct pair *)p;",
    "*((int *)n + 1) = 5;",
];

fn body(chance: &mut Chance) -> String {
    let mut text = String::from(
        "struct pair { int x; int y[3]; }; int g[4]; struct pair r, t; const int n[3] = {1};\n\
         int main(void) {\n\
         int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();\n\
         int a[5] = {1, 2, 3, 4, 5}; int *p = a, *q = 0; struct pair *s = &t;\n\
         int *h = calloc(2, 4);\n",
    );
    for _ in 0..5 {
        let statement = STATEMENTS[chance.below(STATEMENTS.len() as u64) as usize];
        text.push_str(statement);
        text.push('\n');
    }
    text + "return 0; }"
}

#[test]
fn memory_checks_and_faults_agree() {
    let mut chance = Chance(7);
    let (mut faults, mut ends) = (0, 0);
    for _ in 0..60 {
        let text = body(&mut chance);
        let program = loaded(HEAD, &text);
        let checked = checked(&program, &memory());
        let certified = demanded(&program, &checked, &memory());
        assert!(certified.is_ok(), "{certified:?}\n{text}");
        for _ in 0..20 {
            let mut value = || chance.below(9) as i32 - 2;
            let values = [value(), value()];
            let (plain, with) = (
                run(&program, &values, rules(&memory())),
                run(&checked, &values, Rules::MACHINE),
            );
            match (fault(&plain), fault(&with)) {
                (Some(seen), Some(stated)) => {
                    faults += 1;
                    let same = (seen.kind.checked(), seen.span)
                        == (Some(failed_check(&stated.kind)), stated.span);
                    assert!(same, "{values:?}: {seen:?} but {stated:?}\n{text}");
                }
                (None, None) => ends += 1,
                (seen, stated) => panic!("{values:?}: {seen:?} but {stated:?}\n{text}"),
            }
        }
    }
    assert!(faults > 200 && ends > 200, "{faults} faults, {ends} ends");
}

const PROGRAMS: [&str; 5] = [
    "int a[10]; int main(void) { int i = __VERIFIER_nondet_int(); return a[i]; }",
    "int main(void) { int *p = malloc(8); p[__VERIFIER_nondet_int()] = 1; free(p); return 0; }",
    "struct s { int n; struct s *next; }; int main(void) { struct s *l = calloc(1, sizeof *l);
     l->next = l; l->next->n = 3; free(l->next); return 0; }",
    "int f(int *p, int i) { return i > 0 ? p[i] : 0; }
     int main(void) { int a[3] = {0}; return f(a, __VERIFIER_nondet_int()); }",
    "int main(void) { char b[9], *p = b + __VERIFIER_nondet_int(); memset(p, 0, 3);
     b[2] = *p; return 0; }",
];

#[test]
fn a_program_that_does_not_ask_about_what_is_printed_is_refused() {
    let program = loaded(HEAD, "int main(void) { return 0; }");
    let mut checked = checked(&program, &memory());
    assert!(demanded(&program, &checked, &memory()).is_ok());
    checked.asks_memory = false;
    let answer = demanded(&program, &checked, &memory());
    assert!(matches!(answer, Err(Refusal::Malformed(_))), "{answer:?}");
}

#[test]
fn a_program_that_lacks_a_memory_check_is_refused() {
    let refused = refused_forgeries(HEAD, &PROGRAMS, &memory());
    assert!(refused >= 25, "{refused}");
}

/// A check of fewer bytes than are accessed, or of another address, does not count.
#[test]
fn a_memory_check_of_something_else_is_refused() {
    let text = "int f(int *p, char *q) { return *p + *q; } int main(void) { return 0; }";
    let program = loaded(HEAD, text);
    let checked = checked(&program, &memory());
    let f = program.find_proc("f").expect("f is there");
    let conditions: Vec<EdgeId> = failures(&checked)
        .into_iter()
        .filter(|(p, _)| *p == f)
        .map(|(_, fail)| {
            let at = checked.proc(f).edge(fail).from;
            let edges = checked.proc(f).edges();
            edges.filter(|(_, e)| e.to == at).map(|(id, _)| id).next()
        })
        .map(|id| id.expect("a check has a condition"))
        .collect();
    let [first, second] = conditions[..] else {
        panic!("two checks: {conditions:?}");
    };
    let condition = |p: &Program, e: EdgeId| match p.proc(f).edge(e).op {
        Op::Assume { cond, .. } => cond,
        _ => panic!("a condition"),
    };
    // The check of `*p` asks about `*q`.
    let mut forged = checked.clone();
    let other = condition(&checked, second);
    let own = condition(&checked, first);
    for edge in &mut forged.procs[f].edges {
        if let Op::Assume { cond, .. } = &mut edge.op
            && *cond == own
        {
            *cond = other;
        }
    }
    assert!(matches!(
        demanded(&program, &forged, &memory()),
        Err(Refusal::Wrong(_))
    ));
    assert!(demanded(&program, &checked, &memory()).is_ok());
}

/// A proof takes a load for one that does not fault, so its check stands before a condition that loads, too.
#[test]
fn a_check_that_reads_before_that_is_checked_is_refused() {
    let text = "int f(int *p) { return 7 / *p; } int main(void) { return 0; }";
    let program = loaded(HEAD, text);
    let mut kinds = memory();
    kinds.insert(CheckKind::DivisionByZero);
    let checked = checked(&program, &kinds);
    assert!(demanded(&program, &checked, &kinds).is_ok());
    let f = program.find_proc("f").expect("f is there");
    let own = failures(&checked).into_iter().filter(|(p, _)| *p == f);
    let failing: Vec<EdgeId> = own.map(|(_, fail)| fail).collect();
    let [first, .., last] = failing[..] else {
        panic!("several checks: {failing:?}");
    };
    let condition = |fail: EdgeId| {
        let at = checked.proc(f).edge(fail).from;
        let mut edges = checked.proc(f).edges();
        match edges.find(|(_, e)| e.to == at).map(|(_, e)| &e.op) {
            Some(Op::Assume { cond, .. }) => *cond,
            other => panic!("a condition: {other:?}"),
        }
    };
    let (of_first, of_last) = (condition(first), condition(last));
    let mut forged = checked.clone();
    let edges = &mut forged.procs[f].edges;
    edges[first].op = checked.proc(f).edge(last).op.clone();
    edges[last].op = checked.proc(f).edge(first).op.clone();
    for edge in edges.iter_mut() {
        if let Op::Assume { cond, .. } = &mut edge.op {
            if *cond == of_first {
                *cond = of_last;
            } else if *cond == of_last {
                *cond = of_first;
            }
        }
    }
    let answer = demanded(&program, &forged, &kinds);
    assert!(matches!(answer, Err(Refusal::Wrong(_))), "{answer:?}");
}

#[test]
fn accesses_that_cannot_fault_have_no_check() {
    let text = "struct s { int n, m[4]; } g; int main(void) { int a[4] = {0}; struct s t = g;
                unsigned i = (unsigned)__VERIFIER_nondet_int(); a[3] = t.m[2]; g = t;
                return a[i & 3] + a[i % 4] + g.m[(unsigned char)i / 64]; }";
    let program = loaded(HEAD, text);
    let checked = checked(&program, &memory());
    let own = |(proc, _): &(ProcId, EdgeId)| !program.proc(*proc).model;
    assert!(!failures(&checked).iter().any(own));
    assert!(demanded(&program, &checked, &memory()).is_ok());
}
