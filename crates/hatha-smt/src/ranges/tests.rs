//! What ranges say against the solver and against evaluation, in formats in which that is cheap.

use super::*;
use crate::{CheckResult, Embedded, Solver};
use hatha_term::random::{Shape, TermGen};
use hatha_term::{FpOp, Rounding};

fn solved(pool: &mut TermPool, facts: &[TermId]) -> CheckResult {
    let mut solver = Embedded::new();
    for &fact in facts {
        solver.assert(pool, fact);
    }
    solver.check(pool, &[], &Budget::with_conflicts(20_000))
}

#[test]
fn ranges_agree_with_the_solver() {
    let (refuted, satisfied) = agree(true, 800);
    assert!(
        refuted > 50 && satisfied > 5,
        "{refuted} refuted, {satisfied} satisfied"
    );
}

#[test]
fn ranges_of_products_agree_with_the_solver() {
    let (refuted, satisfied) = agree(false, 3_000);
    assert!(
        refuted > 20 && satisfied > 20,
        "{refuted} refuted, {satisfied} satisfied"
    );
}

/// Only a square whose root is small enough in absolute value fits; the root may be computed in any way.
#[test]
fn squares_of_small_numbers_fit() {
    for limit in [46_340u128, 46_341] {
        let mut pool = TermPool::new();
        let [x, y] = ["x", "y"].map(|name| pool.var(name, Sort::Bv(32)));
        let root = pool.bv_xor(x, y);
        let [limit, most] = [pool.bv_const(32, limit), pool.bv_const(64, 0x7fff_ffff)];
        let negated = pool.bv_neg(root);
        let wide = pool.sign_ext(64, root);
        let square = pool.bv_mul(wide, wide);
        let facts = [
            pool.bv_sle(root, limit),
            pool.bv_sle(negated, limit),
            pool.bv_slt(most, square),
        ];
        let least = pool.bv_const(32, 0x8000_0000);
        let is_least = pool.eq(root, least);
        let facts = [&facts[..], &[pool.not(is_least)]].concat();
        let is_refuted = matches!(
            decide(&pool, &facts, &Budget::unlimited()),
            Decision::Refuted
        );
        let fits = pool.as_bv(limit).and_then(Bv::to_u128) == Some(46_340);
        assert!(fits || !is_refuted, "46341 squared does not fit");
    }
}

/// How many random conjunctions are refuted and satisfied; the solver refutes no refutation.
fn agree(floats: bool, seeds: u64) -> (u32, u32) {
    let shape = Shape {
        floats,
        max_width: 8,
        depth: 5,
        ..Shape::default()
    };
    let (mut refuted, mut satisfied) = (0, 0);
    for seed in 0..seeds {
        let mut pool = if seed % 2 == 0 {
            TermPool::new()
        } else {
            TermPool::raw()
        };
        let mut generator = TermGen::new(seed, shape);
        let facts: Vec<TermId> = (0..3).map(|_| generator.formula(&mut pool)).collect();
        match decide(&pool, &facts, &Budget::unlimited()) {
            Decision::Refuted => {
                refuted += 1;
                assert!(!solved(&mut pool, &facts).is_sat(), "seed {seed}");
            }
            Decision::Model(_) => satisfied += 1,
            Decision::Open => {}
        }
    }
    (refuted, satisfied)
}

/// Every operator on every pair of ranges of the smallest format holds every result.
#[test]
fn ranges_hold_every_result() {
    let f = Format::TINY;
    let most = f.infinity() as i128;
    let ends: Vec<i128> = [-1 - most, -12, -2, -1, 0, 9, most - 1, most].to_vec();
    let mut ranges = vec![Floats::NAN];
    for (i, &lo) in ends.iter().enumerate() {
        ranges.extend(ends[i..].iter().map(|&hi| Floats {
            lo,
            hi,
            nan: lo % 2 == 0,
        }));
    }
    let values = |r: Floats| -> Vec<u128> {
        let nan = r.nan.then(|| f.default_nan());
        (r.lo..=r.hi)
            .map(|n| float::bits(f, n))
            .chain(nan)
            .collect()
    };
    for r in [
        Rounding::NearestEven,
        Rounding::TowardNegative,
        Rounding::TowardZero,
    ] {
        for op in [
            FpOp::Add(f, r),
            FpOp::Sub(f, r),
            FpOp::Mul(f, r),
            FpOp::Div(f, r),
            FpOp::Rem(f),
            FpOp::Fmod(f),
        ] {
            for &a in &ranges {
                for &b in &ranges {
                    let result = float::result(op, &[a, b], false).expect("a range");
                    for x in values(a) {
                        for y in values(b) {
                            check(op, &[x, y], result);
                        }
                    }
                }
                if let FpOp::Mul(..) = op {
                    let square = float::result(op, &[a, a], true).expect("a range");
                    for x in values(a) {
                        check(op, &[x, x], square);
                    }
                }
            }
        }
        let to = Format::MINI;
        let convert = FpOp::Convert {
            from: f,
            to,
            rounding: r,
        };
        for op in [FpOp::Sqrt(f, r), FpOp::RoundToIntegral(f, r), convert] {
            for &a in &ranges {
                let result = float::result(op, &[a], false).expect("a range");
                for x in values(a) {
                    check(op, &[x], result);
                }
            }
        }
    }
}

fn check(op: FpOp, args: &[u128], range: Floats) {
    let width = op.format().width();
    let args: Vec<Bv> = args.iter().map(|&a| Bv::new(width, a)).collect();
    let refs: Vec<&Bv> = args.iter().collect();
    let value = op
        .value(&refs, 0)
        .and_then(|v| v.as_bv().and_then(Bv::to_u128));
    let value = value.expect("a value");
    let point = Floats::constant(op.result().expect("a format"), value);
    assert_eq!(range.join(point), range, "{op:?} {args:?} {value:x}");
}

/// A polynomial on a range: small parts decide it.
#[test]
fn a_polynomial_is_bounded() {
    for raw in [false, true] {
        let mut pool = if raw {
            TermPool::raw()
        } else {
            TermPool::new()
        };
        let f = Format::SINGLE;
        let r = Rounding::NearestEven;
        let number = |pool: &mut TermPool, x: f32| pool.bv_const(32, u128::from(x.to_bits()));
        let x = pool.var("x", Sort::Bv(32));
        let [zero, one, limit] = [0.0, 1.0, 1.4].map(|n| number(&mut pool, n));
        let mut sum = one;
        let mut power = x;
        for c in [0.5f32, -0.125, 0.0625, -0.0390625] {
            let c = number(&mut pool, c);
            let part = pool.fp_mul(f, r, c, power);
            sum = pool.fp_add(f, r, sum, part);
            power = pool.fp_mul(f, r, power, x);
        }
        let inside = [pool.fp_le(f, zero, x), pool.fp_lt(f, x, one)];
        let bounded = pool.fp_lt(f, sum, limit);
        let facts = [inside[0], inside[1], pool.not(bounded)];
        let decision = decide(&pool, &facts, &Budget::unlimited());
        assert!(matches!(decision, Decision::Refuted), "{decision:?}");
    }
}

/// What the cubes say together is what the solver says of the whole.
#[test]
fn cubes_cover_a_question() {
    let shape = Shape {
        floats: true,
        max_width: 8,
        depth: 4,
        ..Shape::default()
    };
    let (mut refuted, mut satisfied) = (0, 0);
    for seed in 0..600 {
        let mut pool = if seed % 2 == 0 {
            TermPool::new()
        } else {
            TermPool::raw()
        };
        let mut generator = TermGen::new(seed, shape);
        let facts: Vec<TermId> = (0..3).map(|_| generator.formula(&mut pool)).collect();
        let Some(cubes) = cubes(&pool, &facts, &Budget::unlimited()) else {
            continue;
        };
        let mut sat = false;
        for cube in &cubes {
            let restricted = restricted(&mut pool, &facts, cube);
            let answer = solved(&mut pool, &restricted);
            assert!(answer.is_sat() || answer.is_unsat(), "seed {seed}");
            sat |= answer.is_sat();
        }
        let whole = solved(&mut pool, &facts);
        assert_eq!(sat, whole.is_sat(), "seed {seed}");
        *if sat { &mut satisfied } else { &mut refuted } += 1;
    }
    assert!(
        refuted > 30 && satisfied > 30,
        "{refuted} refuted, {satisfied} satisfied"
    );
}

/// Sterbenz: the difference of numbers within a factor of two is exact.
#[test]
fn exponents_decide_what_circuits_do_not() {
    let mut pool = TermPool::new();
    let (f, to, r) = (Format::SINGLE, Format::DOUBLE, Rounding::NearestEven);
    let [x, y] = ["x", "y"].map(|v| pool.var(v, Sort::Bv(32)));
    let [one, two] = [1f32, 2.0].map(|n| pool.bv_const(32, u128::from(n.to_bits())));
    let half = pool.fp_div(f, r, y, two);
    let double = pool.fp_mul(f, r, y, two);
    let difference = pool.fp_sub(f, r, x, y);
    let [wide_x, wide_y, rounded] = [x, y, difference].map(|t| pool.fp_convert(f, to, r, t));
    let exact = pool.fp_sub(to, r, wide_x, wide_y);
    let equal = pool.fp_eq(to, exact, rounded);
    let facts = [
        pool.fp_le(f, one, y),
        pool.fp_le(f, y, two),
        pool.fp_le(f, half, x),
        pool.fp_le(f, x, double),
        pool.not(equal),
    ];
    let decision = decide_by_cubes(&mut pool, &facts, &Budget::unlimited());
    assert!(matches!(decision, Decision::Refuted), "{decision:?}");
}
