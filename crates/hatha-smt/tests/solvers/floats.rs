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
fn answer(
    solver: &mut dyn Solver,
    pool: &mut TermPool,
    raw: &mut TermPool,
    t: TermId,
) -> Option<bool> {
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
            // On a busy machine; any other complaint is about the answer.
            CheckResult::Unknown(Reason::Unavailable(text)) if text.contains("in time") => {
                unasked += 1;
            }
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

/// Two floats of a format.
fn pair(pool: &mut TermPool, f: Format) -> (TermId, TermId) {
    let sort = Sort::Bv(f.width());
    (pool.var("x", sort), pool.var("y", sort))
}

/// Holds for all values of the variables.
fn valid(pool: &mut TermPool, t: TermId) {
    let negated = pool.not(t);
    let answer = default_chain().check(pool, &[negated], &Budget::unlimited());
    assert_eq!(answer, CheckResult::Unsat, "{}", pool.to_c(t));
}

/// Does not hold for some.
fn invalid(pool: &mut TermPool, t: TermId) {
    let negated = pool.not(t);
    let answer = default_chain().check(pool, &[negated], &Budget::unlimited());
    assert_eq!(answer, CheckResult::Sat, "{}", pool.to_c(t));
}

/// Sums and products of numbers commute, in bits if no operand is a NaN.
#[test]
fn sums_commute() {
    for f in [Format::SINGLE, Format::DOUBLE] {
        let mut pool = TermPool::new();
        let (x, y) = pair(&mut pool, f);
        for multiply in [false, true] {
            let make = |pool: &mut TermPool, a, b| match multiply {
                true => pool.fp_mul(f, RNE, a, b),
                false => pool.fp_add(f, RNE, a, b),
            };
            let (one, other) = (make(&mut pool, x, y), make(&mut pool, y, x));
            let same = pool.eq(one, other);
            invalid(&mut pool, same);
            let nans = [x, y].map(|t| pool.fp_is_nan(f, t));
            let some_nan = pool.or(nans[0], nans[1]);
            let unless = pool.or(some_nan, same);
            valid(&mut pool, unless);
        }
    }
}

/// `x - x` is zero unless `x` is infinite or no number; `x + 1 > x` is not so.
#[test]
fn differences() {
    let f = Format::SINGLE;
    let mut pool = TermPool::new();
    let (x, _) = pair(&mut pool, f);
    let difference = pool.fp_sub(f, RNE, x, x);
    let zero = pool.bv_const(32, 0);
    let is_zero = pool.eq(difference, zero);
    let finite = pool.fp_is_finite(f, x);
    let claim = pool.implies(finite, is_zero);
    valid(&mut pool, claim);
    invalid(&mut pool, is_zero);
    let one = pool.bv_const(32, f.one());
    let next = pool.fp_add(f, RNE, x, one);
    let greater = pool.fp_lt(f, x, next);
    let claim = pool.implies(finite, greater);
    invalid(&mut pool, claim);
    let not_less = pool.fp_le(f, x, next);
    let claim = pool.implies(finite, not_less);
    valid(&mut pool, claim);
}

/// Sterbenz: if y/2 <= x <= 2y, then x - y is exact, so rounding up and rounding
/// down agree.
#[test]
fn sterbenz() {
    for f in [Format::HALF, Format::SINGLE, Format::DOUBLE] {
        let mut pool = TermPool::new();
        let (x, y) = pair(&mut pool, f);
        let two = pool.bv_const(f.width(), u128::from(f.bias() + 1) << f.fraction_bits());
        let twice_x = pool.fp_mul(f, RNE, x, two);
        let twice_y = pool.fp_mul(f, RNE, y, two);
        let zero = pool.bv_const(f.width(), 0);
        let premises = [
            pool.fp_le(f, zero, y),
            pool.fp_le(f, y, twice_x),
            pool.fp_le(f, x, twice_y),
            pool.fp_is_finite(f, x),
            pool.fp_is_finite(f, y),
        ];
        let premises = pool.and_all(&premises);
        let up = pool.fp_sub(f, Rounding::TowardPositive, x, y);
        let down = pool.fp_sub(f, Rounding::TowardNegative, x, y);
        let exact = pool.fp_eq(f, up, down);
        let claim = pool.implies(premises, exact);
        valid(&mut pool, claim);
    }
}

/// An integer of 24 bits survives the way through a float, one of 26 does not.
#[test]
fn integers_through_floats() {
    let f = Format::SINGLE;
    for (bits, survives) in [(25, true), (26, false)] {
        let mut pool = TermPool::new();
        let n = pool.var("n", Sort::Bv(bits));
        let wide = pool.sign_ext(32, n);
        let float = pool.fp_from_int(f, RNE, true, wide);
        let back = pool.fp_to_sint(f, Rounding::TowardZero, 32, float);
        let same = pool.eq(back, wide);
        match survives {
            true => valid(&mut pool, same),
            false => invalid(&mut pool, same),
        }
    }
}

/// A product of numbers between one and two is between one and four, and a
/// quotient between a half and two; roots are monotone and undo squares.
#[test]
fn ranges() {
    let f = Format::SINGLE;
    let mut pool = TermPool::new();
    let (x, y) = pair(&mut pool, f);
    let power = |pool: &mut TermPool, e: i32| {
        let stored = (f.bias() as i32 + e) as u128;
        pool.bv_const(f.width(), stored << f.fraction_bits())
    };
    let [half, one, two, four] = [-1, 0, 1, 2].map(|e| power(&mut pool, e));
    let between = |pool: &mut TermPool, a, x, b| {
        let (low, high) = (pool.fp_le(f, a, x), pool.fp_le(f, x, b));
        pool.and(low, high)
    };
    let premises = [x, y].map(|t| between(&mut pool, one, t, two));
    let premises = pool.and(premises[0], premises[1]);
    let product = pool.fp_mul(f, RNE, x, y);
    let inside = between(&mut pool, one, product, four);
    let claim = pool.implies(premises, inside);
    valid(&mut pool, claim);
    let quotient = pool.fp_div(f, RNE, x, y);
    let inside = between(&mut pool, half, quotient, two);
    let claim = pool.implies(premises, inside);
    valid(&mut pool, claim);
    let root = pool.fp_sqrt(f, RNE, x);
    let inside = between(&mut pool, one, root, x);
    let claim = pool.implies(premises, inside);
    valid(&mut pool, claim);
}
