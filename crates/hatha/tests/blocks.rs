//! Blocks that are lost or left, pointers that leave their objects and accesses that leave their
//! members: checks fail where runs stop, and a program that lacks a part of them is refused.

mod support;

use hatha_cfa::{BinOp, CheckKind, ExprKind, Op, Place, Program};
use hatha_exec::num::Rules;
use hatha_verify::check::rules;
use std::collections::BTreeSet;
use support::{checked, demanded, failures, fault, forged, is_refused, loaded, run};

const HEAD: &str = "extern int __VERIFIER_nondet_int(void); extern void *malloc(unsigned long);
    extern void free(void *); extern void exit(int); extern void abort(void);
    extern void *memcpy(void *, const void *, unsigned long);\n";

/// Programs that allocate, free, end, go round and fail.
const PROGRAMS: [&str; 6] = [
    "int *g; int main(void) { g = malloc(4); *g = 1; if (__VERIFIER_nondet_int()) free(g); return 0; }",
    "int main(void) { char *p = 0; while (__VERIFIER_nondet_int()) { p = malloc(3);
     if (__VERIFIER_nondet_int() > 3) free(p); } return 0; }",
    "static void f(int n) { char *p = malloc(2); if (n > 0) f(n - 1); else exit(3); free(p); }
     int main(void) { f(__VERIFIER_nondet_int() % 3); return 0; }",
    "int main(void) { char *p = malloc(9); for (int i = 0; i < 9; i++) p[i] = 1;
     char *q = p; while (__VERIFIER_nondet_int() > 2) q = 0; if (q) free(q); return 1; }",
    "int main(void) { char *p = malloc(1); if (__VERIFIER_nondet_int() == 1) { p = 0; abort(); }
     free(p); free(0); return 0; }",
    "struct s { char a[4]; char *p; }; int main(void) { struct s s; s.p = malloc(3); char *q = s.p;
     if (__VERIFIER_nondet_int() == 2) s.p = 0; else free(s.p); return q == s.p; }",
];

fn kinds() -> BTreeSet<CheckKind> {
    BTreeSet::from(CheckKind::BLOCKS)
}

#[test]
fn checks_fail_where_runs_stop() {
    const VALUES: [i32; 5] = [0, 1, 2, 3, 5];
    let (mut faults, mut ends) = (0, 0);
    for text in PROGRAMS {
        let program = loaded(HEAD, text);
        for kinds in [
            kinds(),
            BTreeSet::from([CheckKind::Leak]),
            BTreeSet::from([CheckKind::Cleanup]),
        ] {
            let with = checked(&program, &kinds);
            for n in 0..25_usize {
                let values = [VALUES[n % 5], VALUES[n / 5], VALUES[(n + 2) % 5], 0, 0, 0];
                let plain = run(&program, &values, rules(&kinds));
                let tested = run(&with, &values, Rules::MACHINE);
                let place = |f: &hatha_exec::fault::Fault| (f.kind.name(), f.span);
                let (seen, failed) = (fault(&plain).map(place), fault(&tested).map(place));
                assert_eq!(seen, failed, "{values:?}\n{text}");
                match seen {
                    Some(_) => faults += 1,
                    None => ends += 1,
                }
            }
        }
    }
    assert!(faults > 60 && ends > 60, "{faults} faults, {ends} ends");
}

#[test]
fn a_program_that_lacks_a_check_of_blocks_is_refused() {
    let mut refused = 0;
    for text in PROGRAMS {
        let program = loaded(HEAD, text);
        let with = checked(&program, &kinds());
        let result = demanded(&program, &with, &kinds());
        assert!(result.is_ok(), "{result:?}\n{text}");
        for check in failures(&with) {
            // The last two changes are about what stands behind: that is another check here.
            for (n, forged) in forged(&with, check).iter().take(5).enumerate() {
                let result = demanded(&program, forged, &kinds());
                assert!(
                    is_refused(&result),
                    "change {n} of {check:?}: {result:?}\n{text}"
                );
                refused += 1;
            }
        }
    }
    assert!(refused >= 50, "{refused}");
}

/// The steps of the count, of each of which every change is refused.
#[test]
fn a_count_of_blocks_that_is_wrong_is_refused() {
    let mut refused = 0;
    for text in PROGRAMS {
        let program = loaded(HEAD, text);
        let with = checked(&program, &kinds());
        let count = with.globals.last().expect("there is the count").0;
        let steps = with.procs().flat_map(|(id, proc)| {
            let steps = proc.edges().filter(
                |(_, e)| matches!(e.op, Op::Assign { place: Place::Slot(v), .. } if v == count),
            );
            steps.map(move |(edge, _)| (id, edge)).collect::<Vec<_>>()
        });
        for (proc, edge) in steps {
            let change = |change: &dyn Fn(&mut Program)| {
                let mut program = with.clone();
                change(&mut program);
                program
            };
            let ty = with.var(count).ty;
            let all = [
                // It is left out, or done twice as much, or the other way.
                change(&|p| p.procs[proc].edges[edge].op = Op::Skip),
                change(&|p| {
                    let two = p.exprs.add(ExprKind::Int(2), ty);
                    let old = p.exprs.add(ExprKind::Var(count), ty);
                    let value = p.exprs.add(ExprKind::Binary(BinOp::Add, old, two), ty);
                    let place = Place::Slot(count);
                    p.procs[proc].edges[edge].op = Op::Assign { place, value };
                }),
                change(&|p| {
                    let one = p.exprs.add(ExprKind::Int(1), ty);
                    let old = p.exprs.add(ExprKind::Var(count), ty);
                    let value = p.exprs.add(ExprKind::Binary(BinOp::Sub, old, one), ty);
                    let place = Place::Slot(count);
                    p.procs[proc].edges[edge].op = Op::Assign { place, value };
                }),
                change(&|p| {
                    let value = p.exprs.add(ExprKind::Int(0), ty);
                    let place = Place::Slot(count);
                    p.procs[proc].edges[edge].op = Op::Assign { place, value };
                }),
            ];
            for (n, forged) in all.iter().enumerate() {
                let result = demanded(&program, forged, &kinds());
                assert!(is_refused(&result), "change {n}: {result:?}\n{text}");
                refused += 1;
            }
        }
    }
    assert!(refused >= 40, "{refused}");
}

/// The count starts at zero, is the only new global, and is there.
#[test]
fn another_global_is_refused() {
    let program = loaded(HEAD, PROGRAMS[0]);
    let with = checked(&program, &kinds());
    let mut more = with.clone();
    let ty = with
        .var(with.globals.last().expect("there is the count").0)
        .ty;
    more.add_hidden_global("more", ty, hatha_cfa::Span::NONE);
    assert!(is_refused(&demanded(&program, &more, &kinds())));
    let mut unknown = with.clone();
    unknown.globals.last_mut().expect("there is the count").1 = hatha_cfa::GlobalInit::Unknown;
    assert!(is_refused(&demanded(&program, &unknown, &kinds())));
    assert!(is_refused(&demanded(&program, &program, &kinds())));
    let memory = BTreeSet::from(CheckKind::MEMORY);
    let uncounted = checked(&program, &memory);
    assert!(is_refused(&demanded(&program, &uncounted, &kinds())));
}

/// Where addresses come from outside, what is freed may be a block of others.
#[test]
fn a_free_of_what_may_be_others_is_not_counted() {
    let own = "int main(void) { char *p = malloc(1); free(p); return 0; }";
    let others = "extern char *give(void); int main(void) { char *p = malloc(1); free(give());
                  return p == 0; }";
    let counted = |text: &str| {
        let program = loaded(HEAD, text);
        let with = checked(&program, &kinds());
        let result = demanded(&program, &with, &kinds());
        assert!(result.is_ok(), "{result:?}");
        let count = with.globals.last().expect("there is the count").0;
        let edges = with.procs().flat_map(|(_, p)| p.edges.iter());
        edges
            .filter(|e| matches!(e.op, Op::Assign { place: Place::Slot(v), .. } if v == count))
            .count()
    };
    assert!(counted(own) > counted(others));
}

/// Programs whose pointers or members are looked at.
const STRAY: [(CheckKind, &str); 4] = [
    (
        CheckKind::Pointer,
        "int a[4]; int main(void) { int i = __VERIFIER_nondet_int() % 9; int *p = a + i, *q = a;
         if (p < q) return 1; return (int)(p - q); }",
    ),
    (
        CheckKind::Member,
        "struct s { int a[3]; int b[3]; } s; int main(void) { int i = __VERIFIER_nondet_int() % 6;
         if (i < 0) return 0; s.a[i] = 1; int *e = &s.b[i]; return *s.b == 1 && e; }",
    ),
    (
        CheckKind::Member,
        "struct s { char a[3]; char b[9]; } s; int main(void) { char t[12] = {0};
         int n = __VERIFIER_nondet_int() % 7; if (n < 0) n = 3; memcpy(s.a, t, n); return s.a[0]; }",
    ),
    (
        CheckKind::Pointer,
        "int main(void) { char a[2], b[2]; char *p = __VERIFIER_nondet_int() > 1 ? a : b, *q = b;
         return p >= q || q - p; }",
    ),
];

#[test]
fn a_program_that_lacks_a_check_of_pointers_is_refused() {
    let (mut refused, mut faults, mut ends) = (0, 0, 0);
    for (kind, text) in STRAY {
        let kinds = BTreeSet::from([kind]);
        let program = loaded(HEAD, text);
        let with = checked(&program, &kinds);
        let result = demanded(&program, &with, &kinds);
        assert!(result.is_ok(), "{result:?}\n{text}");
        for check in failures(&with) {
            for (n, forged) in forged(&with, check).iter().enumerate() {
                let result = demanded(&program, forged, &kinds);
                assert!(
                    is_refused(&result),
                    "change {n} of {check:?}: {result:?}\n{text}"
                );
                refused += 1;
            }
        }
        for value in -9..10 {
            let plain = run(&program, &[value], rules(&kinds));
            let tested = run(&with, &[value], Rules::MACHINE);
            let place = |f: &hatha_exec::fault::Fault| (f.kind.name(), f.span);
            let (seen, failed) = (fault(&plain).map(place), fault(&tested).map(place));
            assert_eq!(seen, failed, "{value}\n{text}");
            match seen {
                Some(_) => faults += 1,
                None => ends += 1,
            }
        }
    }
    assert!(
        refused >= 40 && faults > 20 && ends > 20,
        "{refused} {faults} {ends}"
    );
}
