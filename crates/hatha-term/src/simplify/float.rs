//! Rewrites of floating operators.
//!
//! Each holds for the bits of all operands. What is the identity for numbers
//! makes a signalling NaN quiet, so that it becomes [`quiet`] and not nothing.

use crate::bits::Bv;
use crate::float::{Format, FpOp, Rounding};
use crate::op::{Op, TermId};
use crate::pool::TermPool;
use crate::value::Value;

/// A simpler term with the same value.
pub(super) fn rewrite(pool: &mut TermPool, t: TermId, op: FpOp) -> Option<TermId> {
    let args = pool.args(t).to_vec();
    match op {
        FpOp::Add(f, r) => sum_with_zero(pool, f, r, args[0], args[1])
            .or_else(|| sum_with_zero(pool, f, r, args[1], args[0])),
        FpOp::Sub(f, r) => {
            let zero = bits(pool, args[1])? ^ f.sign_mask();
            sum_with(pool, f, r, args[0], zero)
        }
        FpOp::Mul(f, _) => product_with_one(pool, f, args[0], args[1])
            .or_else(|| product_with_one(pool, f, args[1], args[0]))
            .or_else(|| product_with_zero(pool, f, args[0], args[1]))
            .or_else(|| product_with_zero(pool, f, args[1], args[0])),
        FpOp::Div(f, _) => product_with_one(pool, f, args[0], args[1]),
        FpOp::Convert { from, to, rounding } => conversion(pool, from, to, rounding, args[0]),
        FpOp::ToInt(..) => {
            let integer = exact_integer(pool, args[0])?;
            let width = pool.width(t);
            (width >= pool.width(integer)).then(|| pool.sign_ext(width, integer))
        }
        _ if op.is_comparison() => comparison(pool, op, args[0], args[1]),
        _ => None,
    }
}

fn bits(pool: &TermPool, t: TermId) -> Option<u128> {
    pool.as_bv(t).and_then(Bv::to_u128)
}

/// The term with its quiet bit set if it is a NaN.
fn quiet(pool: &mut TermPool, f: Format, a: TermId) -> TermId {
    // NaNs that an operator makes or passes on are quiet.
    if matches!(pool.op(a), Op::Fp(op) if op.result() == Some(f)) {
        return a;
    }
    let number = pool.fp_eq(f, a, a);
    let bit = pool.bv_const(f.width(), f.quiet_bit());
    let quieted = pool.bv_or(a, bit);
    pool.ite(number, a, quieted)
}

/// Is this the zero whose addition changes no number? The sum of zeros of
/// different sign is +0, but -0 when rounding down.
fn is_identity(f: Format, r: Rounding, bits: u128) -> bool {
    match r {
        Rounding::TowardNegative => bits == 0,
        _ => bits == f.sign_mask(),
    }
}

fn sum_with_zero(
    pool: &mut TermPool,
    f: Format,
    r: Rounding,
    a: TermId,
    zero: TermId,
) -> Option<TermId> {
    let zero = bits(pool, zero)?;
    sum_with(pool, f, r, a, zero)
}

/// A sum with the bits of a zero: the other operand, but that of two zeros the one that is not the
/// identity wins.
fn sum_with(pool: &mut TermPool, f: Format, r: Rounding, a: TermId, zero: u128) -> Option<TermId> {
    if is_identity(f, r, zero) {
        return Some(quiet(pool, f, a));
    }
    if zero & !f.sign_mask() != 0 {
        return None;
    }
    let is_zero = pool.fp_is_zero(f, a);
    let zero = pool.bv_const(f.width(), zero);
    let same = quiet(pool, f, a);
    Some(pool.ite(is_zero, zero, same))
}

/// Products with a zero: a zero with the sign of both, no number if the other is infinite.
fn product_with_zero(pool: &mut TermPool, f: Format, a: TermId, zero: TermId) -> Option<TermId> {
    let zero = bits(pool, zero)?;
    if zero & !f.sign_mask() != 0 {
        return None;
    }
    let top = f.width() - 1;
    let (sign, one) = (pool.extract(top, top, a), pool.bv_const(1, 1));
    let is_negative = pool.eq(sign, one);
    let negated = pool.bv_const(f.width(), zero ^ f.sign_mask());
    let zero = pool.bv_const(f.width(), zero);
    let number = pool.ite(is_negative, negated, zero);
    let magnitude = pool.fp_abs(f, a);
    let infinity = pool.bv_const(f.width(), f.infinity());
    let nan = pool.bv_const(f.width(), f.default_nan());
    let is_infinite = pool.fp_eq(f, magnitude, infinity);
    let known = pool.ite(is_infinite, nan, number);
    let same = quiet(pool, f, a);
    let is_number = pool.fp_eq(f, a, a);
    Some(pool.ite(is_number, known, same))
}

/// Products with and quotients by one and minus one. A NaN keeps its sign.
fn product_with_one(pool: &mut TermPool, f: Format, a: TermId, one: TermId) -> Option<TermId> {
    let one = bits(pool, one)?;
    if one & !f.sign_mask() != f.one() {
        return None;
    }
    let same = quiet(pool, f, a);
    if one == f.one() {
        return Some(same);
    }
    let number = pool.fp_eq(f, a, a);
    let negated = pool.fp_neg(f, a);
    Some(pool.ite(number, negated, same))
}

/// The operand and format of a conversion that loses nothing.
fn exact_conversion(pool: &TermPool, t: TermId) -> Option<(TermId, Format)> {
    match pool.op(t) {
        Op::Fp(FpOp::Convert { from, to, .. }) if to.includes(from) => Some((pool.arg(t, 0), from)),
        _ => None,
    }
}

/// The integer of which a float is the exact value.
fn exact_integer(pool: &TermPool, t: TermId) -> Option<TermId> {
    let Op::Fp(FpOp::FromInt(f, _)) = pool.op(t) else {
        return None;
    };
    let integer = pool.arg(t, 0);
    // The least integer has one bit more, but is a power of two.
    let digits = pool.width(integer) - 1;
    (digits <= f.precision() && digits <= f.bias()).then_some(integer)
}

fn conversion(
    pool: &mut TermPool,
    from: Format,
    to: Format,
    r: Rounding,
    a: TermId,
) -> Option<TermId> {
    if from == to {
        return Some(quiet(pool, to, a));
    }
    if let Some((inner, first)) = exact_conversion(pool, a) {
        let whole = match first == to {
            true => quiet(pool, to, inner),
            false => pool.fp_convert(first, to, r, inner),
        };
        return Some(whole);
    }
    let integer = exact_integer(pool, a)?;
    Some(pool.fp(FpOp::FromInt(to, r), 0, &[integer]))
}

/// The comparison in another format.
fn in_format(op: FpOp, f: Format) -> FpOp {
    match op {
        FpOp::Lt(_) => FpOp::Lt(f),
        FpOp::Le(_) => FpOp::Le(f),
        _ => FpOp::Eq(f),
    }
}

fn comparison(pool: &mut TermPool, op: FpOp, a: TermId, b: TermId) -> Option<TermId> {
    integers(pool, op, a, b)
        .or_else(|| narrower(pool, op, a, b))
        .or_else(|| equality(pool, op, a, b))
}

/// Integers of one width that are exact as floats compare as integers.
fn integers(pool: &mut TermPool, op: FpOp, a: TermId, b: TermId) -> Option<TermId> {
    let (a, b) = (exact_integer(pool, a)?, exact_integer(pool, b)?);
    if pool.width(a) != pool.width(b) {
        return None;
    }
    Some(match op {
        FpOp::Lt(_) => pool.bv_slt(a, b),
        FpOp::Le(_) => pool.bv_sle(a, b),
        _ => pool.eq(a, b),
    })
}

/// Floats that were made wider compare as they were before, also with constants.
fn narrower(pool: &mut TermPool, op: FpOp, a: TermId, b: TermId) -> Option<TermId> {
    let wide = op.format();
    match (exact_conversion(pool, a), exact_conversion(pool, b)) {
        (Some((x, f)), Some((y, other))) => {
            (f == other).then(|| pool.fp(in_format(op, f), 0, &[x, y]))
        }
        (Some((x, f)), None) => {
            let c = bits(pool, b)?;
            match represented(c, wide, f, Rounding::TowardNegative)? {
                (c, true) => {
                    let c = pool.bv_const(f.width(), c);
                    Some(pool.fp(in_format(op, f), 0, &[x, c]))
                }
                // Nothing lies between the constant and the number below it.
                (below, false) => Some(not_equal(pool, op, f, x, below, false)),
            }
        }
        (None, Some((y, f))) => {
            let c = bits(pool, a)?;
            match represented(c, wide, f, Rounding::TowardPositive)? {
                (c, true) => {
                    let c = pool.bv_const(f.width(), c);
                    Some(pool.fp(in_format(op, f), 0, &[c, y]))
                }
                (above, false) => Some(not_equal(pool, op, f, y, above, true)),
            }
        }
        (None, None) => None,
    }
}

/// A comparison with a constant that the format lacks, by the number next to it:
/// above it if the constant is the smaller side, otherwise below.
fn not_equal(
    pool: &mut TermPool,
    op: FpOp,
    f: Format,
    x: TermId,
    next: u128,
    above: bool,
) -> TermId {
    if matches!(op, FpOp::Eq(_)) {
        return pool.fls();
    }
    let next = pool.bv_const(f.width(), next);
    match above {
        true => pool.fp_le(f, next, x),
        false => pool.fp_le(f, x, next),
    }
}

/// A number in a narrower format, and whether that is exact.
fn represented(bits: u128, wide: Format, f: Format, rounding: Rounding) -> Option<(u128, bool)> {
    if wide.is_nan(bits) {
        return None;
    }
    let convert = |bits: u128, from: Format, to: Format| {
        let op = FpOp::Convert { from, to, rounding };
        match op.value(&[&Bv::new(from.width(), bits)], 1)? {
            Value::Bv(value) => value.to_u128(),
            _ => None,
        }
    };
    let narrow = convert(bits, wide, f)?;
    let exact = convert(narrow, f, wide)? == bits;
    Some((narrow, exact))
}

/// Equality with a constant is one of bits.
fn equality(pool: &mut TermPool, op: FpOp, a: TermId, b: TermId) -> Option<TermId> {
    let FpOp::Eq(f) = op else {
        return None;
    };
    let (x, c) = match (bits(pool, a), bits(pool, b)) {
        (None, Some(c)) => (a, c),
        (Some(c), None) => (b, c),
        _ => return None,
    };
    if f.is_nan(c) {
        return None;
    }
    if c & !f.sign_mask() != 0 {
        let c = pool.bv_const(f.width(), c);
        return Some(pool.eq(x, c));
    }
    let top = f.width() - 2;
    let magnitude = pool.extract(top, 0, x);
    let zero = pool.bv_const(top + 1, 0);
    Some(pool.eq(magnitude, zero))
}
