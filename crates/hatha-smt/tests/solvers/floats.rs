//! Floats: random formulas against evaluation and Z3, and facts of arithmetic.

use crate::oracle::z3_present;
use hatha_smt::layers::default_chain;
use hatha_smt::{Budget, CheckResult, Embedded, External, ExternalConfig, Reason, Solver};
use hatha_term::random::{Shape, TermGen, cases};
use hatha_term::{Format, Rounding, Sort, TermId, TermPool};

const RNE: Rounding = Rounding::NearestEven;

fn budget() -> Budget {
    Budget::with_conflicts(20_000)
}

/// What a solver says; a model is confirmed in the raw pool, where nothing has
/// been rewritten.
fn answer(solver: &mut dyn Solver, pool: &mut TermPool, raw: &mut TermPool, t: TermId) -> Option<bool> {
    let u = pool.import(raw, t);
    match solver.check(pool, &[u], &budget()) {
        CheckResult::Sat => {
            let model = solver.model().expect("a model comes with Sat");
            let model = raw.import_model(pool, model);
            assert_eq!(raw.eval_bool(t, &model), Ok(true), "{}", raw.to_smtlib(t));
            Some(true)
        }
        CheckResult::Unsat => Some(false),
        CheckResult::Unknown(Reason::OutOfBudget) => None,
        CheckResult::Unknown(reason) => panic!("{reason}: {}", raw.to_smtlib(t)),
    }
}

/// The circuits alone, the whole chain with its rewriting, and Z3 agree.
fn agree(shape: Shape, count: u64) {
    let mut z3 = z3_present().then(|| External::new(ExternalConfig::z3()));
    let (mut sat, mut unsat, mut open, mut unasked) = (0, 0, 0, 0);
    for seed in 0..count {
        let mut raw = TermPool::raw();
        let t = TermGen::new(seed ^ 0x00f1_0a75, shape).formula(&mut raw);
        // Circuits of terms as they are, then rewritten ones.
        let mut unchanged = TermPool::raw();
        let plain = answer(&mut Embedded::new(), &mut unchanged, &mut raw, t);
        let mut pool = TermPool::new();
        let whole = answer(&mut default_chain(), &mut pool, &mut raw, t);
        if let (Some(plain), Some(whole)) = (plain, whole) {
            assert_eq!(plain, whole, "seed {seed}: {}", raw.to_smtlib(t));
        }
        let Some(ours) = plain.or(whole) else {
            open += 1;
            continue;
        };
        *if ours { &mut sat } else { &mut unsat } += 1;
        let Some(z3) = &mut z3 else { continue };
        let mut other = External::new(z3.config().clone());
        let limited = Budget {
            steps: Some(4_000_000),
            ..Budget::default()
        };
        match other.check(&mut raw, &[t], &limited) {
            CheckResult::Unknown(Reason::OutOfBudget) => unasked += 1,
            CheckResult::Unknown(reason) => panic!("seed {seed}: {reason}"),
            theirs => {
                let theirs = theirs == CheckResult::Sat;
                assert_eq!(ours, theirs, "seed {seed}: {}", raw.to_smtlib(t));
            }
        }
    }
    println!("{sat} sat, {unsat} unsat, {open} open, {unasked} unanswered by z3");
    assert!(sat > 0 && unsat > 0);
}

#[test]
fn small_formats_agree_with_z3() {
    let shape = Shape {
        hard: false,
        depth: 3,
        ..Shape::floats()
    };
    agree(shape, cases(150));
}

#[test]
fn all_formats_agree_with_z3() {
    let shape = Shape {
        depth: 2,
        ..Shape::floats()
    };
    agree(shape, cases(100));
}
