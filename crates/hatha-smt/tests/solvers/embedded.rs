//! The embedded solver against evaluation and Z3 on random formulas.

use crate::oracle::Oracle;
use hatha_smt::{Budget, CheckResult, Embedded, Reason, Solver};
use hatha_term::random::{Shape, TermGen, cases};
use hatha_term::{Bv, Importer, Sort, TermId, TermPool};

fn shape() -> Shape {
    Shape {
        arrays: true,
        funs: true,
        max_width: 64,
        depth: 4,
        ..Shape::default()
    }
}

/// One incremental solver for many formulas, each in a scope of its own.
#[test]
fn answers_agree_with_evaluation_and_z3() {
    let mut oracle = Oracle::new();
    let (mut sat, mut unsat) = (0, 0);
    let mut pool = TermPool::new();
    let mut solver = Embedded::new();
    for seed in 0..cases(1_000) {
        if seed % 200 == 0 {
            pool = TermPool::new();
            solver = Embedded::new();
        }
        let mut raw = TermPool::raw();
        let mut generator = TermGen::new(seed, shape());
        let t = generator.formula(&mut raw);
        let u = pool.import(&raw, t);
        solver.push();
        solver.assert(&pool, u);
        let answer = solver.check(&mut pool, &[], &Budget::unlimited());
        match answer {
            CheckResult::Sat => {
                sat += 1;
                let model = solver.model().expect("a model comes with Sat");
                // In the raw pool: independent of all rewriting.
                let model = raw.import_model(&pool, model);
                assert_eq!(raw.eval_bool(t, &model), Ok(true), "seed {seed}");
            }
            CheckResult::Unsat => {
                unsat += 1;
                oracle.refuted(format!("seed {seed}"), raw, vec![t]);
            }
            CheckResult::Unknown(reason) => panic!("seed {seed}: {reason}"),
        }
        solver.pop();
    }
    println!("{sat} sat, {unsat} unsat");
    assert!(sat > 0 && unsat > 0);
    oracle.finish();
}

/// Raw terms exercise every circuit: nothing is rewritten before.
#[test]
fn raw_terms_agree_with_z3() {
    let mut oracle = Oracle::new();
    for seed in 0..cases(1_000) {
        let mut raw = TermPool::raw();
        let mut generator = TermGen::new(seed ^ 0xabcd_0000, shape());
        let t = generator.formula(&mut raw);
        let mut solver = Embedded::new();
        solver.assert(&raw, t);
        let answer = solver.check(&mut raw, &[], &Budget::unlimited());
        assert!(
            !matches!(answer, CheckResult::Unknown(_)),
            "seed {seed}: {answer:?}"
        );
        if answer.is_unsat() {
            oracle.refuted(format!("seed {seed}"), raw, vec![t]);
        }
    }
    oracle.finish();
}

/// A core is a part of the assumptions and unsatisfiable on its own.
#[test]
fn cores_are_unsatisfiable() {
    let mut oracle = Oracle::new();
    let mut cores = 0;
    for seed in 0..cases(400) {
        let mut raw = TermPool::raw();
        let mut generator = TermGen::new(seed ^ 0x5555_0000, shape());
        let originals: Vec<TermId> = (0..6).map(|_| generator.formula(&mut raw)).collect();
        let mut pool = TermPool::new();
        let mut importer = Importer::default();
        let terms: Vec<TermId> = originals
            .iter()
            .map(|&t| importer.import(&mut pool, &raw, t))
            .collect();
        let mut solver = Embedded::new();
        if !solver
            .check(&mut pool, &terms, &Budget::unlimited())
            .is_unsat()
        {
            continue;
        }
        cores += 1;
        let core = solver.core().expect("a core comes with Unsat").to_vec();
        assert!(core.iter().all(|t| terms.contains(t)), "seed {seed}");
        let mut fresh = Embedded::new();
        for &t in &core {
            fresh.assert(&pool, t);
        }
        let again = fresh.check(&mut pool, &[], &Budget::unlimited());
        assert_eq!(again, CheckResult::Unsat, "seed {seed}");
        let in_core = |i: &usize| core.contains(&terms[*i]);
        let raw_core: Vec<TermId> = (0..terms.len())
            .filter(in_core)
            .map(|i| originals[i])
            .collect();
        oracle.refuted(format!("core of seed {seed}"), raw, raw_core);
    }
    assert!(cores > 0);
    oracle.finish();
}

fn bit_vector_pair() -> (TermPool, TermId, TermId) {
    let mut pool = TermPool::new();
    let x = pool.var("x", Sort::Bv(32));
    let y = pool.var("y", Sort::Bv(32));
    (pool, x, y)
}

#[test]
fn scopes_come_and_go() {
    let (mut pool, x, y) = bit_vector_pair();
    let less = pool.bv_ult(x, y);
    let greater = pool.bv_ult(y, x);
    let budget = Budget::unlimited();
    let mut solver = Embedded::new();
    solver.assert(&pool, less);
    assert_eq!(solver.check(&mut pool, &[], &budget), CheckResult::Sat);
    solver.push();
    solver.assert(&pool, greater);
    assert_eq!(solver.check(&mut pool, &[], &budget), CheckResult::Unsat);
    assert_eq!(solver.core(), Some(&[][..]));
    solver.pop();
    assert_eq!(solver.core(), None);
    assert_eq!(solver.check(&mut pool, &[], &budget), CheckResult::Sat);
    assert_eq!(
        solver.check(&mut pool, &[greater], &budget),
        CheckResult::Unsat
    );
    assert_eq!(solver.core(), Some(&[greater][..]));
    solver.pop();
    assert_eq!(solver.check(&mut pool, &[less], &budget), CheckResult::Sat);
}

#[test]
fn what_it_cannot_do_is_unknown() {
    let mut pool = TermPool::new();
    let n = pool.var("n", Sort::Int);
    let zero = pool.int(0);
    let negative = pool.int_lt(n, zero);
    let mut solver = Embedded::new();
    let answer = solver.check(&mut pool, &[negative], &Budget::unlimited());
    assert!(matches!(
        answer,
        CheckResult::Unknown(Reason::Unsupported(_))
    ));
    let f = pool.var("f", Sort::Float(8, 24));
    let g = pool.var("g", Sort::Float(8, 24));
    let same = pool.eq(f, g);
    let answer = solver.check(&mut pool, &[same], &Budget::unlimited());
    assert!(matches!(
        answer,
        CheckResult::Unknown(Reason::Unsupported(_))
    ));
}

/// Factoring a product of two 31-bit primes takes more than ten conflicts.
#[test]
fn a_small_budget_runs_out() {
    let (mut pool, x, y) = bit_vector_pair();
    let (wide_x, wide_y) = (pool.zero_ext(64, x), pool.zero_ext(64, y));
    let product = pool.bv_mul(wide_x, wide_y);
    let target = pool.bv_const(64, 2_147_483_647 * 2_147_483_629);
    let goal = pool.eq(product, target);
    let one = pool.bv_const(32, 1);
    let proper = pool.bv_ult(one, x);
    let other = pool.bv_ult(one, y);
    let mut solver = Embedded::new();
    solver.assert(&pool, goal);
    let answer = solver.check(&mut pool, &[proper, other], &Budget::with_conflicts(10));
    assert_eq!(answer, CheckResult::Unknown(Reason::OutOfBudget));
    let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let interrupted = Budget {
        interrupt: Some(flag),
        ..Budget::default()
    };
    let answer = solver.check(&mut pool, &[proper, other], &interrupted);
    assert_eq!(answer, CheckResult::Unknown(Reason::Interrupted));
    let soon = Budget {
        deadline: Some(std::time::Instant::now() + std::time::Duration::from_millis(50)),
        ..Budget::default()
    };
    let answer = solver.check(&mut pool, &[proper, other], &soon);
    assert_eq!(answer, CheckResult::Unknown(Reason::Interrupted));
    let few_steps = Budget {
        steps: Some(10),
        ..Budget::default()
    };
    let mut fresh = Embedded::new();
    let answer = fresh.check(&mut pool, &[goal], &few_steps);
    assert_eq!(answer, CheckResult::Unknown(Reason::OutOfBudget));
}

fn product_of_width(pool: &mut TermPool, width: u32) -> TermId {
    let (x, y) = (
        pool.var("x", Sort::Bv(width)),
        pool.var("y", Sort::Bv(width)),
    );
    let product = pool.bv_mul(x, y);
    let quotient = pool.bv_udiv(product, y);
    let one = pool.bv_const(width, 1);
    let proper = pool.bv_ult(one, x);
    let other = pool.bv_ult(one, y);
    let odd = pool.bv(Bv::ones(width));
    let same = pool.eq(quotient, odd);
    pool.and_all(&[proper, other, same])
}

/// A circuit too large to be built is refused before it is, and one that can be
/// built does not outlive the deadline.
#[test]
fn enormous_products_neither_hang_nor_grow() {
    let mut pool = TermPool::raw();
    let enormous = product_of_width(&mut pool, 20_000);
    let answer = Embedded::new().check(&mut pool, &[enormous], &Budget::unlimited());
    assert_eq!(answer, CheckResult::Unknown(Reason::OutOfBudget));
    let large = product_of_width(&mut pool, 256);
    let soon = Budget {
        deadline: Some(std::time::Instant::now() + std::time::Duration::from_millis(200)),
        ..Budget::default()
    };
    let answer = Embedded::new().check(&mut pool, &[large], &soon);
    assert_eq!(answer, CheckResult::Unknown(Reason::Interrupted));
}

/// Steps count gates, decisions and lemmas alike, and a count gives the same
/// answer every time.
#[test]
fn budgets_are_deterministic() {
    let mut pool = TermPool::new();
    let hard = product_of_width(&mut pool, 24);
    for steps in [100, 3_000, 30_000] {
        let budget = Budget {
            steps: Some(steps),
            conflicts: Some(500),
            ..Budget::default()
        };
        let ask = |pool: &mut TermPool| Embedded::new().check(pool, &[hard], &budget);
        let first = ask(&mut pool);
        assert_eq!(first, ask(&mut pool), "{steps}");
        if steps == 100 {
            assert_eq!(first, CheckResult::Unknown(Reason::OutOfBudget));
        }
    }
}

#[test]
fn another_pool_is_an_internal_error() {
    let (mut pool, x, y) = bit_vector_pair();
    let less = pool.bv_ult(x, y);
    let mut solver = Embedded::new();
    assert!(
        solver
            .check(&mut pool, &[less], &Budget::unlimited())
            .is_sat()
    );
    let (mut other, x, y) = bit_vector_pair();
    let less = other.bv_ult(x, y);
    let answer = solver.check(&mut other, &[less], &Budget::unlimited());
    assert!(matches!(answer, CheckResult::Unknown(Reason::Internal(_))));
}

/// Divisions of every value by every constant, in a raw pool so that nothing is
/// rewritten: the result is possible, and no other is.
#[test]
fn divisions_by_constants_are_exact() {
    for width in [1, 3, 4] {
        let mut pool = TermPool::raw();
        let x = pool.var("x", Sort::Bv(width));
        let mut solver = Embedded::new();
        for divisor in 0..1u128 << width {
            let c = pool.bv_const(width, divisor);
            let results = [
                pool.bv_udiv(x, c),
                pool.bv_urem(x, c),
                pool.bv_sdiv(x, c),
                pool.bv_srem(x, c),
            ];
            for dividend in 0..1u128 << width {
                let a = pool.bv_const(width, dividend);
                let given = pool.eq(x, a);
                for t in results {
                    exactly_one(&mut pool, &mut solver, given, t);
                }
            }
        }
    }
}

/// Under `given`, which determines all variables, `t` has the value that
/// evaluation gives it.
fn exactly_one(pool: &mut TermPool, solver: &mut Embedded, given: TermId, t: TermId) {
    let budget = Budget::unlimited();
    assert!(solver.check(pool, &[given], &budget).is_sat());
    let model = solver.model().expect("a model comes with Sat");
    let value = pool.eval(t, model).expect("no integers occur");
    let value = pool.bv(value.as_bv().expect("a bit-vector").clone());
    let right = pool.eq(t, value);
    let wrong = pool.not(right);
    assert!(solver.check(pool, &[given, right], &budget).is_sat());
    assert!(solver.check(pool, &[given, wrong], &budget).is_unsat());
}

/// Distributivity takes thousands of conflicts, so that the question is handed
/// from the quick instance to the thorough one, in the middle of scopes.
#[test]
fn hard_questions_are_answered() {
    let mut pool = TermPool::raw();
    let [x, y, z] = ["x", "y", "z"].map(|name| pool.var(name, Sort::Bv(7)));
    let sum = pool.bv_add(y, z);
    let left = pool.bv_mul(x, sum);
    let (first, second) = (pool.bv_mul(x, y), pool.bv_mul(x, z));
    let right = pool.bv_add(first, second);
    let equal = pool.eq(left, right);
    let different = pool.not(equal);
    let odd = pool.extract(0, 0, x);
    let odd = pool.bv_to_bool(odd);
    let mut solver = Embedded::new();
    solver.push();
    solver.assert(&pool, odd);
    let quick = solver.check(&mut pool, &[different], &Budget::with_conflicts(1_000));
    assert_eq!(quick, CheckResult::Unknown(Reason::OutOfBudget));
    let answer = solver.check(&mut pool, &[different], &Budget::unlimited());
    assert_eq!(answer, CheckResult::Unsat);
    assert_eq!(solver.core(), Some(&[different][..]));
    solver.pop();
    solver.push();
    assert!(
        solver
            .check(&mut pool, &[equal], &Budget::unlimited())
            .is_sat()
    );
    let even = pool.not(odd);
    solver.assert(&pool, even);
    assert!(
        solver
            .check(&mut pool, &[odd], &Budget::unlimited())
            .is_unsat()
    );
}

/// A million levels of terms and a hundred thousand levels of gates overflow no
/// stack.
#[test]
fn deep_terms_are_solved() {
    let mut pool = TermPool::raw();
    let p = pool.var("p", Sort::Bool);
    let q = pool.var("q", Sort::Bool);
    let mut t = p;
    for _ in 0..1_000_000 {
        t = pool.not(t);
    }
    for i in 0..50_000 {
        let r = pool.var(&format!("r{}", i % 10), Sort::Bool);
        t = pool.or(t, r);
        t = pool.and(t, q);
    }
    let budget = Budget::unlimited();
    let mut solver = Embedded::new();
    assert!(solver.check(&mut pool, &[t], &budget).is_sat());
    let not_q = pool.not(q);
    assert!(solver.check(&mut pool, &[t, not_q], &budget).is_unsat());
    let mut chain = hatha_smt::layers::default_chain();
    assert!(chain.check(&mut pool, &[t], &budget).is_sat());
}
