//! The values of floating operators against an exact reference in two formats
//! small enough to try everything.

use hatha_term::random::{Rng, cases};
use hatha_term::simplify::Simplifier;
use hatha_term::{Bv, Format, FpOp, Model, Rounding, Sort, TermId, TermPool, Value};

/// The number that bits stand for; exact, because the formats are small.
fn number(f: Format, bits: u128) -> f64 {
    let magnitude = bits & !f.sign_mask();
    let sign = if bits == magnitude { 1.0 } else { -1.0 };
    if magnitude > f.infinity() {
        return f64::NAN;
    }
    if magnitude == f.infinity() {
        return sign * f64::INFINITY;
    }
    let fraction = (magnitude & ((1 << f.fraction_bits()) - 1)) as f64;
    let stored = (magnitude >> f.fraction_bits()) as i32;
    let unit = 2f64.powi(1 - f.bias() as i32 - f.fraction_bits() as i32);
    let value = match stored {
        0 => fraction,
        _ => (fraction + 2f64.powi(f.fraction_bits() as i32)) * 2f64.powi(stored - 1),
    };
    sign * value * unit
}

/// The bits that a real number has after rounding: found by looking at all
/// finite magnitudes in order. `zero_sign` is the sign of an exact zero.
fn rounded(f: Format, r: Rounding, x: f64, zero_sign: bool) -> u128 {
    let sign = |negative: bool| if negative { f.sign_mask() } else { 0 };
    if x.is_nan() {
        return f.default_nan();
    }
    if x == 0.0 {
        return sign(zero_sign);
    }
    let (negative, magnitude) = (x < 0.0, x.abs());
    if magnitude.is_infinite() {
        return sign(negative) | f.infinity();
    }
    let below = (0..f.infinity()).rev().find(|&b| number(f, b) <= magnitude);
    let below = below.expect("zero is at most every magnitude");
    let low = number(f, below);
    // What follows the greatest number counts as one more step.
    let greatest = f.infinity() - 1;
    let step = number(f, greatest) - number(f, greatest - 1);
    let high = match below == greatest {
        true => low + step,
        false => number(f, below + 1),
    };
    let up = match r {
        _ if magnitude == low => false,
        Rounding::TowardZero => false,
        Rounding::TowardPositive => !negative,
        Rounding::TowardNegative => negative,
        _ if magnitude - low != high - magnitude => magnitude - low > high - magnitude,
        Rounding::NearestAway => true,
        Rounding::NearestEven => below & 1 == 1,
    };
    sign(negative) | (below + up as u128)
}

/// What an operation on these numbers gives.
fn expected(f: Format, op: FpOp, args: &[u128]) -> u128 {
    if let Some(nan) = args.iter().find(|&&b| f.is_nan(b)) {
        return nan | f.quiet_bit();
    }
    let x: Vec<f64> = args.iter().map(|&b| number(f, b)).collect();
    let negative = |i: usize| args[i] & f.sign_mask() != 0;
    let r = op.rounding().unwrap_or(Rounding::NearestEven);
    // An exact zero of two different signs is +0, but -0 when rounding down.
    let sum_sign = |a: bool, b: bool| {
        if a == b {
            a
        } else {
            r == Rounding::TowardNegative
        }
    };
    let (value, zero_sign) = match op {
        FpOp::Add(..) if x[0] == 0.0 && x[1] == 0.0 => (0.0, sum_sign(negative(0), negative(1))),
        FpOp::Add(..) => (x[0] + x[1], sum_sign(false, true)),
        FpOp::Sub(..) if x[0] == 0.0 && x[1] == 0.0 => (0.0, sum_sign(negative(0), !negative(1))),
        FpOp::Sub(..) => (x[0] - x[1], sum_sign(false, true)),
        FpOp::Mul(..) => (x[0] * x[1], negative(0) != negative(1)),
        // 53 bits are enough to tell where a quotient or root of so few is.
        FpOp::Div(..) => (x[0] / x[1], negative(0) != negative(1)),
        FpOp::Sqrt(..) => (x[0].sqrt(), negative(0)),
        FpOp::Fma(..) => {
            let product = x[0] * x[1];
            let sign = negative(0) != negative(1);
            match product == 0.0 && x[2] == 0.0 {
                true => (0.0, sum_sign(sign, negative(2))),
                false => (product + x[2], sum_sign(false, true)),
            }
        }
        FpOp::Fmod(_) => (x[0] % x[1], negative(0)),
        FpOp::Rem(_) => (remainder(x[0], x[1]), negative(0)),
        FpOp::RoundToIntegral(..) => (integral(r, x[0]), negative(0)),
        other => unreachable!("{other:?}"),
    };
    rounded(f, r, value, zero_sign)
}

fn remainder(x: f64, y: f64) -> f64 {
    if x.is_infinite() || y == 0.0 {
        return f64::NAN;
    }
    if y.is_infinite() {
        return x;
    }
    // The quotient is exact enough: see the division.
    let n = (x / y).round_ties_even();
    x - n * y
}

fn integral(r: Rounding, x: f64) -> f64 {
    match r {
        Rounding::NearestEven => x.round_ties_even(),
        Rounding::NearestAway => x.round(),
        Rounding::TowardPositive => x.ceil(),
        Rounding::TowardNegative => x.floor(),
        Rounding::TowardZero => x.trunc(),
    }
}

fn value(pool: &mut TermPool, op: FpOp, width: u32, args: &[(u32, u128)]) -> u128 {
    let args: Vec<_> = args.iter().map(|&(w, b)| pool.bv_const(w, b)).collect();
    let t = pool.fp(op, width, &args);
    match pool.as_bool(t) {
        Some(truth) => truth.into(),
        None => pool
            .as_bv(t)
            .and_then(|v| v.to_u128())
            .expect("constants fold"),
    }
}

fn check(pool: &mut TermPool, f: Format, op: FpOp, args: &[u128]) {
    let widths: Vec<(u32, u128)> = args.iter().map(|&a| (f.width(), a)).collect();
    let (got, wanted) = (value(pool, op, 0, &widths), expected(f, op, args));
    assert_eq!(got, wanted, "{op:?} {args:x?}: {got:x}, not {wanted:x}");
}

const SMALL: [Format; 2] = [Format::TINY, Format::MINI];

#[test]
fn binary_operators_exhaustively() {
    let mut pool = TermPool::new();
    for f in SMALL {
        let mut ops = vec![FpOp::Rem(f), FpOp::Fmod(f)];
        for r in Rounding::ALL {
            ops.extend([
                FpOp::Add(f, r),
                FpOp::Sub(f, r),
                FpOp::Mul(f, r),
                FpOp::Div(f, r),
            ]);
        }
        for a in 0..1u128 << f.width() {
            for b in 0..1u128 << f.width() {
                // All of the tiny format, a part of the other one.
                if f == Format::MINI && (a * 31 + b * 7) % 4 != 0 {
                    continue;
                }
                for &op in &ops {
                    check(&mut pool, f, op, &[a, b]);
                }
            }
        }
    }
}

#[test]
fn unary_operators_exhaustively() {
    let mut pool = TermPool::new();
    for f in SMALL {
        for r in Rounding::ALL {
            for a in 0..1u128 << f.width() {
                check(&mut pool, f, FpOp::Sqrt(f, r), &[a]);
                check(&mut pool, f, FpOp::RoundToIntegral(f, r), &[a]);
            }
        }
    }
}

#[test]
fn fused_multiply_add() {
    let mut pool = TermPool::new();
    let mut rng = Rng::new(1);
    for i in 0..cases(40_000) {
        let f = SMALL[i as usize % 2];
        let r = Rounding::ALL[i as usize % 5];
        let args = [(); 3].map(|()| u128::from(rng.below(1 << f.width())));
        check(&mut pool, f, FpOp::Fma(f, r), &args);
    }
}

#[test]
fn comparisons_exhaustively() {
    let mut pool = TermPool::new();
    for f in SMALL {
        let w = f.width();
        for a in 0..1u128 << w {
            for b in 0..1u128 << w {
                let (x, y) = (number(f, a), number(f, b));
                let args = [(w, a), (w, b)];
                assert_eq!(value(&mut pool, FpOp::Eq(f), 0, &args) == 1, x == y);
                assert_eq!(value(&mut pool, FpOp::Lt(f), 0, &args) == 1, x < y);
                assert_eq!(value(&mut pool, FpOp::Le(f), 0, &args) == 1, x <= y);
            }
        }
    }
}

#[test]
fn conversions_exhaustively() {
    let mut pool = TermPool::new();
    for (from, to) in [
        (Format::MINI, Format::TINY),
        (Format::TINY, Format::MINI),
        (Format::HALF, Format::MINI),
        (Format::HALF, Format::TINY),
    ] {
        for rounding in Rounding::ALL {
            let op = FpOp::Convert { from, to, rounding };
            for a in 0..1u128 << from.width() {
                let got = value(&mut pool, op, 0, &[(from.width(), a)]);
                let x = number(from, a);
                if x.is_nan() {
                    assert!(to.is_nan(got) && got & to.quiet_bit() != 0);
                    assert_eq!(got & to.sign_mask() != 0, a & from.sign_mask() != 0);
                } else {
                    let sign = a & from.sign_mask() != 0;
                    assert_eq!(got, rounded(to, rounding, x, sign), "{op:?} {a:x}");
                }
            }
        }
    }
}

#[test]
fn integers_exhaustively() {
    let mut pool = TermPool::new();
    for f in SMALL {
        for r in Rounding::ALL {
            for width in [1u32, 2, 3, 5, 9, 11] {
                for i in 0..1i128 << width {
                    let signed = if i >> (width - 1) == 1 {
                        i - (1 << width)
                    } else {
                        i
                    };
                    let got = value(&mut pool, FpOp::FromInt(f, r), 0, &[(width, i as u128)]);
                    assert_eq!(
                        got,
                        rounded(f, r, signed as f64, false),
                        "{f:?} {r:?} {signed}"
                    );
                }
                for a in 0..1u128 << f.width() {
                    let got = value(&mut pool, FpOp::ToInt(f, r), width, &[(f.width(), a)]);
                    let x = integral(r, number(f, a));
                    let half = 2f64.powi(width as i32 - 1);
                    let wanted = match -half <= x && x < half {
                        true => x as i128,
                        false => -(half as i128),
                    };
                    let wanted = wanted as u128 & ((1 << width) - 1);
                    assert_eq!(got, wanted, "{f:?} {r:?} {a:x} to {width}");
                }
            }
        }
    }
}

/// What the simplifier makes of an operator with a constant, for all operands.
#[test]
fn simplified_constants_exhaustively() {
    let f = Format::TINY;
    let all = 1u128 << f.width();
    let mut ops = vec![FpOp::Eq(f), FpOp::Lt(f), FpOp::Le(f)];
    for r in Rounding::ALL {
        ops.extend([
            FpOp::Add(f, r),
            FpOp::Sub(f, r),
            FpOp::Mul(f, r),
            FpOp::Div(f, r),
        ]);
    }
    let mut changed = 0;
    for c in 0..all {
        let mut pool = TermPool::new();
        let x = pool.var("x", Sort::Bv(f.width()));
        let constant = pool.bv_const(f.width(), c);
        for &op in &ops {
            for args in [[x, constant], [constant, x]] {
                let t = pool.fp(op, 0, &args);
                changed += same_for_all(&mut pool, t, x) as u32;
            }
        }
    }
    // Equality with each number, the identities of the four operations; and in each rounding mode sums
    // with the zero that is no identity (two orders), differences with it, and products with two zeros.
    assert_eq!(changed, 116 + 45 + 5 * (2 + 1 + 4));
}

/// Simplifies, compares the values for all values of the variable, and says
/// whether anything changed.
fn same_for_all(pool: &mut TermPool, t: TermId, x: TermId) -> bool {
    let u = Simplifier::new().simplify(pool, t);
    let (var, width) = (pool.as_var(x).expect("a variable"), pool.width(x));
    for value in 0..1u128 << width {
        let mut model = Model::new();
        model.set(var, Value::Bv(Bv::new(width, value)));
        let values = [t, u].map(|t| pool.eval(t, &model));
        let text = || format!("{} became {}", pool.to_smtlib(t), pool.to_smtlib(u));
        assert_eq!(values[0], values[1], "{value:x}: {}", text());
    }
    t != u
}

#[test]
fn simplified_conversions_exhaustively() {
    let mut changed = 0;
    let formats = [Format::TINY, Format::MINI, Format::HALF];
    for (from, middle) in [(0, 1), (0, 2), (1, 2), (1, 0), (0, 0)] {
        let (from, middle) = (formats[from], formats[middle]);
        let mut pool = TermPool::new();
        let x = pool.var("x", Sort::Bv(from.width()));
        let converted = pool.fp_convert(from, middle, Rounding::TowardZero, x);
        for (i, to) in formats.into_iter().enumerate() {
            let t = pool.fp_convert(middle, to, Rounding::ALL[i], converted);
            changed += same_for_all(&mut pool, t, x) as u32;
        }
        let mut rng = Rng::new(3);
        for _ in 0..200 {
            let constant = pool.bv_const(middle.width(), rng.float(middle));
            for args in [[converted, constant], [constant, converted]] {
                for op in [FpOp::Eq(middle), FpOp::Lt(middle), FpOp::Le(middle)] {
                    let t = pool.fp(op, 0, &args);
                    changed += same_for_all(&mut pool, t, x) as u32;
                }
            }
        }
    }
    assert!(changed > 500, "{changed}");
}

#[test]
fn simplified_integers_exhaustively() {
    let mut changed = 0;
    for width in [1, 3, 4, 5, 6, 9] {
        for r in Rounding::ALL {
            let mut pool = TermPool::new();
            let x = pool.var("x", Sort::Bv(width));
            for f in [Format::TINY, Format::MINI, Format::HALF] {
                let float = pool.fp_from_int(f, r, true, x);
                for to in [1, 4, 6, 11] {
                    let t = pool.fp_to_sint(f, r, to, float);
                    changed += same_for_all(&mut pool, t, x) as u32;
                }
                let t = pool.fp_convert(f, Format::TINY, r, float);
                changed += same_for_all(&mut pool, t, x) as u32;
                let three = pool.bv_const(width, 3);
                let three = pool.fp_from_int(f, r, true, three);
                let twice = pool.bv_add(x, x);
                let other = pool.fp_from_int(f, r, true, twice);
                for y in [three, other] {
                    for op in [FpOp::Eq(f), FpOp::Lt(f), FpOp::Le(f)] {
                        let t = pool.fp(op, 0, &[float, y]);
                        changed += same_for_all(&mut pool, t, x) as u32;
                    }
                }
            }
        }
    }
    assert!(changed > 50, "{changed}");
}

/// Classes, minimum, maximum, sign and the casts of C, by their definition.
#[test]
fn derived_operators_exhaustively() {
    let f = Format::MINI;
    let mut pool = TermPool::new();
    let truth = |pool: &TermPool, t: TermId| pool.as_bool(t).expect("constants fold");
    let bits =
        |pool: &TermPool, t: TermId| pool.as_bv(t).and_then(Bv::to_u128).expect("constants fold");
    for a in 0..1u128 << f.width() {
        let (x, t) = (number(f, a), pool.bv_const(f.width(), a));
        let least = 2f64.powi(1 - f.bias() as i32);
        let is = [
            (pool.fp_is_nan(f, t), x.is_nan()),
            (pool.fp_is_infinite(f, t), x.is_infinite()),
            (pool.fp_is_finite(f, t), x.is_finite()),
            (pool.fp_is_zero(f, t), x == 0.0),
            (pool.fp_is_normal(f, t), x.is_finite() && x.abs() >= least),
            (pool.fp_is_subnormal(f, t), x != 0.0 && x.abs() < least),
            (pool.fp_sign(f, t), a & f.sign_mask() != 0),
        ];
        for (i, (t, expected)) in is.into_iter().enumerate() {
            assert_eq!(truth(&pool, t), expected, "class {i} of {a:x}");
        }
        for b in 0..1u128 << f.width() {
            let (y, u) = (number(f, b), pool.bv_const(f.width(), b));
            let (least, greatest) = (pool.fp_min(f, t, u), pool.fp_max(f, t, u));
            let (least, greatest) = (bits(&pool, least), bits(&pool, greatest));
            let expected = match (x.is_nan(), y.is_nan()) {
                (_, true) => (a, a),
                (true, _) => (b, b),
                _ if x < y => (a, b),
                _ if y < x => (b, a),
                // Equal: the second, which differs if they are zeros.
                _ => (b, b),
            };
            assert_eq!((least, greatest), expected, "{a:x} {b:x}");
        }
    }
}

/// What gcc's code for a cast does, by the instruction it is made of.
#[test]
fn casts_to_integers_are_those_of_the_machine() {
    let f = Format::DOUBLE;
    let mut pool = TermPool::new();
    let cvt32 = |x: f64| match -2147483649.0 < x && x < 2147483648.0 {
        true => x as i32,
        false => i32::MIN,
    };
    let cvt64 = |x: f64| match (-(2f64.powi(63))..2f64.powi(63)).contains(&x) {
        true => x as i64,
        false => i64::MIN,
    };
    let mut rng = Rng::new(5);
    for i in 0..cases(4_000) {
        let x = match i % 2 {
            0 => f64::from_bits(rng.float(f) as u64),
            _ => (rng.next_u64() as i64 >> rng.below(64)) as f64 * [0.5, 1.0, 2.0][i as usize % 3],
        };
        let t = pool.bv_const(64, x.to_bits().into());
        let mut cast = |width: u32, signed: bool| {
            let t = pool.fp_cast_to_int(f, width, signed, t);
            pool.as_bv(t).and_then(Bv::to_u128).expect("constants fold")
        };
        assert_eq!(cast(8, true), (cvt32(x) as u8).into(), "{x}");
        assert_eq!(cast(16, false), (cvt32(x) as u16).into(), "{x}");
        assert_eq!(cast(32, true), (cvt32(x) as u32).into(), "{x}");
        assert_eq!(cast(32, false), (cvt64(x) as u32).into(), "{x}");
        assert_eq!(cast(64, true), (cvt64(x) as u64).into(), "{x}");
        let half = 2f64.powi(63);
        let expected = match x >= half {
            true => cvt64(x - half) as u64 ^ 1 << 63,
            false => cvt64(x) as u64,
        };
        assert_eq!(cast(64, false), expected.into(), "{x}");
        if x >= 0.0 && x < 2f64.powi(128) {
            assert_eq!(cast(128, false), x as u128, "{x}");
        }
    }
}
