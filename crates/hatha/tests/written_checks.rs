//! Checks of values that were never written and of misaligned accesses: no run stops at one without
//! a check before it that fails; and a program that lacks one, or whose flags lie, is refused by
//! the checker.

mod support;

use hatha_certify::Refusal;
use hatha_cfa::{CheckKind, EdgeId, ExprKind, ObjectWord, Op, Place, Program, checks};
use hatha_verify::check::rules;
use std::collections::BTreeSet;
use support::{
    Chance, checked, demanded, failed_check, failures, fault, is_refused, loaded,
    refused_forgeries, run,
};

const HEAD: &str =
    "#include <stdlib.h>\n#include <string.h>\nextern int __VERIFIER_nondet_int(void);\n";

fn memory() -> BTreeSet<CheckKind> {
    CheckKind::MEMORY.into_iter().collect()
}

/// What a random program does with values that it may not have.
const STATEMENTS: [&str; 24] = [
    "x = i;",
    "y = x;",
    "if (x > 1) j = 2;",
    "if (i > 0) y = 3;",
    "j = 7 / (y | 1);",
    "{ int z; if (j > 1) z = j; if (i > 1) j = z; }",
    "for (k = 0; k < j && k < 3; k++) a[k] = k;",
    "a[i & 1] = 3;",
    "j = a[j & 1];",
    "if (a[2]) j = 1;",
    "t.x = 1;",
    "t.y[1] = j;",
    "u = t;",
    "if (u.x == 1) j = u.y[1];",
    "h[i & 1] = 4;",
    "if (*h) j = h[1];",
    "memcpy(a, h, 8);",
    "memset(&t, 0, 8);",
    "*p = 5;",
    "if (*p == 5) j = 0;",
    "p = (int *)((char *)a + (i & 3));",
    "fill(&w, i);",
    "if (w == 2) j = 3;",
    "g = u;",
];

fn body(chance: &mut Chance) -> String {
    let mut text = String::from(
        "struct pair { int x; int y[3]; }; struct pair g;\n\
         static void fill(int *to, int n) { if (n > 0) *to = n; }\n\
         int main(void) {\n\
         int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();\n\
         int x, y, w, k, a[3]; struct pair t, u; int *h = malloc(8), *p = a;\n",
    );
    for _ in 0..7 {
        let statement = STATEMENTS[chance.below(STATEMENTS.len() as u64) as usize];
        text.push_str(statement);
        text.push('\n');
    }
    text + "if (j == 3) i = 1; return 0; }"
}

#[test]
fn no_run_stops_without_a_check() {
    let mut chance = Chance(11);
    let (mut faults, mut ends, mut stricter) = (0, 0, 0);
    for _ in 0..120 {
        let text = body(&mut chance);
        let program = loaded(HEAD, &text);
        let checked = checked(&program, &memory());
        let certified = demanded(&program, &checked, &memory());
        assert!(certified.is_ok(), "{certified:?}\n{text}");
        for _ in 0..10 {
            let mut value = || chance.below(6) as i32 - 1;
            let values = [value(), value()];
            let plain = run(&program, &values, rules(&memory()));
            let with = run(&checked, &values, rules(&memory()));
            match (fault(&plain), fault(&with)) {
                (Some(_), Some(stated)) => {
                    failed_check(&stated.kind);
                    faults += 1;
                }
                (None, None) => ends += 1,
                // A value that is only passed on is none that is used.
                (None, Some(stated)) => {
                    let kind = failed_check(&stated.kind);
                    let is_strict =
                        matches!(kind, CheckKind::Uninitialised | CheckKind::Misaligned);
                    assert!(is_strict, "{values:?}: {stated:?}\n{text}");
                    stricter += 1;
                }
                (Some(seen), None) => panic!("{values:?}: {seen:?} has no check\n{text}"),
            }
        }
    }
    // Where a value is only passed on, nearly all checks wait for its use.
    assert!(
        faults > 200 && ends > 40 && stricter < 10,
        "{faults} {ends} {stricter}"
    );
}

const PROGRAMS: [&str; 5] = [
    "int main(void) { int x; if (__VERIFIER_nondet_int()) x = 1; return x + 1; }",
    "int main(void) { int a[4]; int i = __VERIFIER_nondet_int() & 3; a[i] = 1; return a[1]; }",
    "int main(void) { int *p = malloc(8); *p = 1; int n = p[1]; free(p); return n; }",
    "struct view { int *at; }; int f(struct view *v) { return *v->at; }
     int main(void) { int a = 1; struct view v; v.at = &a; return f(&v); }",
    "int f(int *p) { return *p; }
     int main(void) { long long a = 1; return f((int *)((char *)&a + __VERIFIER_nondet_int())); }",
];

#[test]
fn a_program_that_lacks_a_check_is_refused() {
    let refused = refused_forgeries(HEAD, &PROGRAMS, &memory());
    assert!(refused >= 15, "{refused}");
}

/// A flag that starts as set, that is set elsewhere, or that nobody takes down, is refused.
#[test]
fn a_flag_that_lies_is_refused() {
    let text = "int main(void) { for (int i = 0; i < 2; i++) { int x;
                if (__VERIFIER_nondet_int()) x = 1; if (x) return 1; } return 0; }";
    let program = loaded(HEAD, text);
    let checked = checked(&program, &memory());
    assert!(demanded(&program, &checked, &memory()).is_ok());
    let main = program.find_proc("main").expect("main is there");
    let flags: BTreeSet<_> = checked.written_flags.values().copied().collect();
    assert_eq!(flags.len(), 1);
    let changes = |p: &Program, value: u128| -> Vec<EdgeId> {
        let edges = p.proc(main).edges();
        let is_change = |op: &Op| {
            matches!(op, Op::Assign { place: Place::Slot(v), value: e }
            if flags.contains(v) && p.exprs.get(*e).kind == ExprKind::Int(value))
        };
        edges
            .filter(|(_, e)| is_change(&e.op))
            .map(|(id, _)| id)
            .collect()
    };
    let (downs, ups) = (changes(&checked, 0), changes(&checked, 1));
    assert!(downs.len() >= 2 && !ups.is_empty());
    for edge in downs {
        // It is not taken down.
        let mut forged = checked.clone();
        forged.procs[main].edges[edge].op = Op::Skip;
        assert!(
            is_refused(&demanded(&program, &forged, &memory())),
            "{edge:?}"
        );
        // It is put up instead.
        let mut forged = checked.clone();
        let up = checked.proc(main).edge(ups[0]).op.clone();
        forged.procs[main].edges[edge].op = up;
        assert!(
            is_refused(&demanded(&program, &forged, &memory())),
            "{edge:?}"
        );
    }
    // The flag of another slot.
    let mut forged = checked.clone();
    let other = program.proc(main).locals[0];
    let flag = *checked.written_flags.values().next().expect("a flag");
    forged.written_flags = [(other, flag)].into();
    if checked.written_flags.keys().next() != Some(&other) {
        assert!(is_refused(&demanded(&program, &forged, &memory())));
    }
    forged.written_flags.clear();
    assert!(is_refused(&demanded(&program, &forged, &memory())));
}

/// A value that is moved unchecked is asked for where its slot is read: a flag that does not say
/// whether it was written, or none, is refused.
#[test]
fn a_move_whose_flag_lies_is_refused() {
    let text = "int main(void) { int x, y; if (__VERIFIER_nondet_int()) x = 1; y = x;
                if (__VERIFIER_nondet_int()) y = 2; if (y) return 1; return 0; }";
    let program = loaded(HEAD, text);
    let checked = checked(&program, &memory());
    assert!(demanded(&program, &checked, &memory()).is_ok());
    let main = program.find_proc("main").expect("main is there");
    let [y] = checked.moved_unchecked.iter().copied().collect::<Vec<_>>()[..] else {
        panic!("one slot gets values unchecked");
    };
    let flag = checked.written_flags[&y];
    let is_computed = |op: &Op| {
        matches!(op, Op::Assign { place: Place::Slot(v), value }
            if *v == flag && !matches!(checked.exprs.get(*value).kind, ExprKind::Int(_)))
    };
    let mut edges = checked.proc(main).edges();
    let (change, _) = edges
        .find(|(_, e)| is_computed(&e.op))
        .expect("the flag of y follows that of x");
    let refuses = |change: &dyn Fn(&mut Program)| {
        let mut forged = checked.clone();
        change(&mut forged);
        is_refused(&demanded(&program, &forged, &memory()))
    };
    let becomes = |forged: &mut Program, kind: ExprKind| {
        let int = forged.types.int(hatha_cfa::IntKind::Int);
        let value = forged.exprs.add(kind, int);
        let place = Place::Slot(flag);
        forged.procs[main].edges[change].op = Op::Assign { place, value };
    };
    let other = checked
        .written_flags
        .iter()
        .find(|(v, _)| **v != y)
        .map(|(v, _)| *v)
        .expect("x has a flag, too");
    // It is put up in any case, stays as it was, or says something else.
    assert!(refuses(&|p| becomes(p, ExprKind::Int(1))));
    assert!(refuses(&|p| p.procs[main].edges[change].op = Op::Skip));
    assert!(refuses(&|p| becomes(p, ExprKind::Var(other))));
    assert!(refuses(&|p| becomes(p, ExprKind::Var(flag))));
    // Nobody said that the move is unchecked; the slot has no flag; what is read has none.
    assert!(refuses(&|p| p.moved_unchecked.clear()));
    assert!(refuses(&|p| _ = p.written_flags.remove(&y)));
    assert!(refuses(&|p| _ = p.written_flags.remove(&other)));
}

/// A slot that is named for unchecked moves, but has no flag, is one that may not be read.
#[test]
fn an_unchecked_move_without_a_flag_is_refused() {
    let text = "int main(void) { int x, y; if (__VERIFIER_nondet_int()) x = 1; y = x;
                if (y) return 1; return 0; }";
    let program = loaded(HEAD, text);
    let checked = checked(&program, &memory());
    assert!(demanded(&program, &checked, &memory()).is_ok());
    assert!(checked.moved_unchecked.is_empty(), "y is read in any case");
    let main = program.find_proc("main").expect("main is there");
    for &slot in &program.proc(main).locals {
        if program.var(slot).name != "y" {
            continue;
        }
        let mut forged = checked.clone();
        forged.moved_unchecked.insert(slot);
        assert!(is_refused(&demanded(&program, &forged, &memory())));
    }
}

/// A check that asks for less alignment than the access needs does not count.
#[test]
fn a_weaker_alignment_is_refused() {
    let text = "struct view { long long *at; }; int main(void) { long long n = 3; struct view v;
                v.at = &n; return (int)*v.at; }";
    let program = loaded(HEAD, text);
    let checked = checked(&program, &memory());
    assert!(demanded(&program, &checked, &memory()).is_ok());
    let mut forged = checked.clone();
    let mut weakened = 0;
    forged.exprs = Default::default();
    for i in 0..checked.exprs.len() as u32 {
        let expr = checked.exprs.get(hatha_cfa::ExprId(i));
        let kind = match expr.kind {
            ExprKind::Object {
                word: ObjectWord::Remainder(8),
                of,
            } => {
                weakened += 1;
                let word = ObjectWord::Remainder(4);
                ExprKind::Object { word, of }
            }
            kind => kind,
        };
        forged.exprs.add(kind, expr.ty);
    }
    assert!(weakened > 0);
    assert!(is_refused(&demanded(&program, &forged, &memory())));
}

#[test]
fn a_program_that_does_not_ask_is_refused() {
    let program = loaded(HEAD, "int main(void) { return 0; }");
    let checked = checked(&program, &memory());
    for forge in [
        |p: &mut Program| p.asks_written = false,
        |p: &mut Program| p.asks_aligned = false,
    ] {
        let mut forged = checked.clone();
        forge(&mut forged);
        let answer = demanded(&program, &forged, &memory());
        assert!(matches!(answer, Err(Refusal::Malformed(_))), "{answer:?}");
    }
}

#[test]
fn what_control_flow_and_types_decide_has_no_check() {
    let text = "struct s { int n, m[4]; } g; int main(void) { int a[4] = {0}, x; struct s t;
                unsigned i = (unsigned)__VERIFIER_nondet_int(); if (i) x = 1; else x = 2;
                t.n = x; for (int *p = a; p < a + 4; p++) *p = 1; return a[i & 3] + g.n + t.n; }";
    let program = loaded(HEAD, text);
    let kinds = [CheckKind::Uninitialised, CheckKind::Misaligned].into();
    let checked = checks::insert(&program, &kinds);
    assert_eq!(failures(&checked).len(), 0);
}
