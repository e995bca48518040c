//! Floating point: what operations of the program mean, and how the solver is asked about them.
//!
//! **Soundness.** An operation is the operator of IEEE 754 in the operand's format, rounded to
//! nearest, or as an argument says (`rounded`). Where the program's machine may differ, any of its results is allowed: the bits of a
//! NaN that an operation gives, the value of a conversion to an integer that
//! does not fit (which is undefined), the zero that `fmin` chooses. Claims are refuted by ranges
//! (`hatha_smt::ranges`), or by the solver after every operator has become the bit-vector term of
//! [`circuit`]; the solver's own circuits for these operators are never asked. A remainder
//! has no such term and may be anything.

mod circuit;
mod same;
#[cfg(test)]
mod tests;

use circuit::{circuit, stand_in};
use hatha_cfa::{BinOp, MathFn, Scalar, UnOp};
use hatha_term::{Bv, Evaluator, Format, FpOp, Model, Op, Rounding, Sort, TermId, TermPool, Value};
use rustc_hash::FxHashMap;

const NEAREST: Rounding = Rounding::NearestEven;

/// The format of a floating type.
pub(crate) fn format(scalar: Scalar) -> Option<Format> {
    match scalar {
        Scalar::F32 => Some(Format::SINGLE),
        Scalar::F64 => Some(Format::DOUBLE),
        Scalar::F80 => Some(Format::EXTENDED),
        Scalar::F128 => Some(Format::QUAD),
        _ => None,
    }
}

/// Gives values that may be anything.
pub(crate) type Any<'a> = &'a mut dyn FnMut(&mut TermPool, u32) -> TermId;

/// The bits of a type as bits of its format.
fn decoded(pool: &mut TermPool, scalar: Scalar, a: TermId) -> TermId {
    match scalar {
        Scalar::F80 => pool.x87_decode(a),
        _ => a,
    }
}

/// The result of an operation as bits of a type; a NaN is any quiet one.
fn result(pool: &mut TermPool, scalar: Scalar, r: TermId, any: Any<'_>) -> Option<TermId> {
    let f = format(scalar)?;
    let nan = any(pool, f.width());
    let ones = pool.bv_const(f.width(), f.infinity() | f.quiet_bit());
    let nan = pool.bv_or(nan, ones);
    let is_nan = pool.fp_is_nan(f, r);
    let value = pool.ite(is_nan, nan, r);
    Some(match scalar {
        Scalar::F80 => pool.x87_encode(value),
        _ => value,
    })
}

/// Whether a floating value is not a zero.
pub(crate) fn truth(pool: &mut TermPool, scalar: Scalar, a: TermId) -> Option<TermId> {
    let f = format(scalar)?;
    let a = decoded(pool, scalar, a);
    let zero = pool.bv_const(f.width(), 0);
    let equal = pool.fp_eq(f, a, zero);
    Some(pool.not(equal))
}

/// A sign that is flipped, of a NaN too.
pub(crate) fn unary(pool: &mut TermPool, op: UnOp, scalar: Scalar, a: TermId) -> Option<TermId> {
    format(scalar).filter(|_| op == UnOp::Neg)?;
    let bits = pool.width(a);
    let sign = pool.bv_const(bits, 1 << (bits - 1));
    Some(pool.bv_xor(a, sign))
}

/// A comparison.
pub(crate) fn compare(
    pool: &mut TermPool,
    op: BinOp,
    scalar: Scalar,
    (a, b): (TermId, TermId),
) -> Option<TermId> {
    let f = format(scalar)?;
    let (a, b) = (decoded(pool, scalar, a), decoded(pool, scalar, b));
    Some(match op {
        BinOp::Eq => pool.fp_eq(f, a, b),
        BinOp::Ne => {
            let equal = pool.fp_eq(f, a, b);
            pool.not(equal)
        }
        BinOp::Lt => pool.fp_lt(f, a, b),
        BinOp::Le => pool.fp_le(f, a, b),
        BinOp::Gt => pool.fp_lt(f, b, a),
        BinOp::Ge => pool.fp_le(f, b, a),
        _ => return None,
    })
}

/// An arithmetic operation.
pub(crate) fn binary(
    pool: &mut TermPool,
    op: BinOp,
    scalar: Scalar,
    (a, b): (TermId, TermId),
    any: Any<'_>,
) -> Option<TermId> {
    let f = format(scalar)?;
    let (a, b) = (decoded(pool, scalar, a), decoded(pool, scalar, b));
    let r = match op {
        BinOp::Add => pool.fp_add(f, NEAREST, a, b),
        BinOp::Sub => pool.fp_sub(f, NEAREST, a, b),
        BinOp::Mul => pool.fp_mul(f, NEAREST, a, b),
        BinOp::Div => pool.fp_div(f, NEAREST, a, b),
        _ => return None,
    };
    result(pool, scalar, r, any)
}

/// A conversion from or to a floating type, not to `_Bool`.
pub(crate) fn cast(
    pool: &mut TermPool,
    from: Scalar,
    to: Scalar,
    a: TermId,
    any: Any<'_>,
) -> Option<TermId> {
    convert(pool, (from, to), a, None, any)
}

/// A conversion, rounded as a number says, or to nearest.
fn convert(
    pool: &mut TermPool,
    (from, to): (Scalar, Scalar),
    a: TermId,
    mode: Option<TermId>,
    any: Any<'_>,
) -> Option<TermId> {
    match (format(from), format(to), from, to) {
        (Some(f), Some(t), ..) => {
            let a = decoded(pool, from, a);
            let r = rounded(pool, mode, &mut |pool, how| pool.fp_convert(f, t, how, a));
            result(pool, to, r, any)
        }
        (Some(f), None, _, Scalar::Int { bits, signed }) => {
            let a = decoded(pool, from, a);
            let bits = u32::from(bits);
            let outside = any(pool, bits);
            Some(to_integer(pool, f, a, (bits, signed), outside))
        }
        (None, Some(t), Scalar::Int { signed, .. }, _) => {
            let r = rounded(pool, mode, &mut |pool, how| {
                pool.fp_from_int(t, how, signed, a)
            });
            result(pool, to, r, any)
        }
        (None, Some(t), Scalar::Bool, _) => {
            let r = pool.fp_from_int(t, NEAREST, false, a);
            result(pool, to, r, any)
        }
        _ => None,
    }
}

/// The integer below in magnitude; anything if it does not fit. With one bit more what
/// does not fit even then is the least integer, which is none of the type.
fn to_integer(
    pool: &mut TermPool,
    f: Format,
    a: TermId,
    (bits, signed): (u32, bool),
    outside: TermId,
) -> TermId {
    let wide = bits + 1;
    let value = pool.fp_to_sint(f, Rounding::TowardZero, wide, a);
    let low = pool.extract(bits - 1, 0, value);
    let (least, most) = match signed {
        true => (
            Bv::signed_min(bits).sext(wide),
            Bv::signed_max(bits).sext(wide),
        ),
        false => (Bv::zero(wide), Bv::ones(bits).zext(wide)),
    };
    let (least, most) = (pool.bv(least), pool.bv(most));
    let (above, below) = (pool.bv_sle(least, value), pool.bv_sle(value, most));
    let fits = pool.and(above, below);
    pool.ite(fits, low, outside)
}

/// A function of `<math.h>` whose result is exact or correctly rounded by definition.
pub(crate) fn math(
    pool: &mut TermPool,
    function: MathFn,
    scalar: Scalar,
    args: &[(TermId, Scalar)],
    any: Any<'_>,
) -> Option<TermId> {
    let f = format(scalar)?;
    if let Some(operands) = operands_before_mode(function)
        && (args.len() > operands || is_operation(function))
    {
        let (&(mode, _), args) = args.split_last()?;
        return in_mode(pool, function, scalar, args, mode, any);
    }
    let mut arg = |i: usize| {
        let &(term, of) = args.get(i)?;
        (of == scalar).then(|| decoded(pool, scalar, term))
    };
    let x = arg(0)?;
    let (y, z) = (arg(1), arg(2));
    let integral = |pool: &mut TermPool, r| pool.fp_round_to_integral(f, r, x);
    let r = match function {
        MathFn::Fabs => return with_sign(pool, scalar, args[0].0, None),
        MathFn::Copysign => return with_sign(pool, scalar, args[0].0, Some(args.get(1)?.0)),
        MathFn::Sqrt => pool.fp_sqrt(f, NEAREST, x),
        MathFn::Floor => integral(pool, Rounding::TowardNegative),
        MathFn::Ceil => integral(pool, Rounding::TowardPositive),
        MathFn::Trunc => integral(pool, Rounding::TowardZero),
        MathFn::Round => integral(pool, Rounding::NearestAway),
        MathFn::Rint => integral(pool, NEAREST),
        MathFn::Fmod => pool.fp_fmod(f, x, y?),
        MathFn::Remainder => pool.fp_rem(f, x, y?),
        MathFn::Fma => pool.fp_fma(f, NEAREST, x, y?, z?),
        MathFn::Fmin => least(pool, f, (x, y?), false, any),
        MathFn::Fmax => least(pool, f, (x, y?), true, any),
        MathFn::Ldexp => scaled(pool, f, x, *args.get(1)?)?,
        _ => return None,
    };
    result(pool, scalar, r, any)
}

/// How many operands come before the number of a rounding mode.
fn operands_before_mode(function: MathFn) -> Option<usize> {
    match function {
        MathFn::Convert | MathFn::Sqrt | MathFn::Rint => Some(1),
        MathFn::Add | MathFn::Sub | MathFn::Mul | MathFn::Div => Some(2),
        MathFn::Fma => Some(3),
        _ => None,
    }
}

/// Whether it is an operator of C, which has a rounding mode in any case.
fn is_operation(function: MathFn) -> bool {
    matches!(
        function,
        MathFn::Convert | MathFn::Add | MathFn::Sub | MathFn::Mul | MathFn::Div
    )
}

/// A function in the rounding mode that a number names.
fn in_mode(
    pool: &mut TermPool,
    function: MathFn,
    scalar: Scalar,
    args: &[(TermId, Scalar)],
    mode: TermId,
    any: Any<'_>,
) -> Option<TermId> {
    if function == MathFn::Convert {
        let &[(a, from)] = args else { return None };
        return convert(pool, (from, scalar), a, Some(mode), any);
    }
    let f = format(scalar)?;
    let fits = args.iter().all(|&(_, of)| of == scalar);
    let args: Vec<TermId> = args
        .iter()
        .map(|&(a, _)| decoded(pool, scalar, a))
        .collect();
    let value = |pool: &mut TermPool, how: Rounding| match (function, &args[..]) {
        (MathFn::Sqrt, &[x]) => Some(pool.fp_sqrt(f, how, x)),
        (MathFn::Rint, &[x]) => Some(pool.fp_round_to_integral(f, how, x)),
        (MathFn::Add, &[x, y]) => Some(pool.fp_add(f, how, x, y)),
        (MathFn::Sub, &[x, y]) => Some(pool.fp_sub(f, how, x, y)),
        (MathFn::Mul, &[x, y]) => Some(pool.fp_mul(f, how, x, y)),
        (MathFn::Div, &[x, y]) => Some(pool.fp_div(f, how, x, y)),
        (MathFn::Fma, &[x, y, z]) => Some(pool.fp_fma(f, how, x, y, z)),
        _ => None,
    };
    value(pool, NEAREST).filter(|_| fits)?;
    let r = rounded(pool, Some(mode), &mut |pool, how| {
        value(pool, how).unwrap_or_else(|| pool.bv_const(f.width(), 0))
    });
    result(pool, scalar, r, any)
}

/// A value rounded as a number says that `fesetround` takes on x86. The program can set no others,
/// and before it sets one the mode is to nearest.
fn rounded(
    pool: &mut TermPool,
    mode: Option<TermId>,
    value: &mut dyn FnMut(&mut TermPool, Rounding) -> TermId,
) -> TermId {
    let nearest = value(pool, NEAREST);
    let Some(mode) = mode else { return nearest };
    let mut choice = nearest;
    for (quarter, how) in [
        (1, Rounding::TowardNegative),
        (2, Rounding::TowardPositive),
        (3, Rounding::TowardZero),
    ] {
        let number = pool.bv_const(pool.width(mode), quarter << 10);
        let chosen = pool.eq(mode, number);
        let other = value(pool, how);
        choice = pool.ite(chosen, other, choice);
    }
    choice
}

/// The bits with the sign of another value, or without one.
fn with_sign(
    pool: &mut TermPool,
    scalar: Scalar,
    a: TermId,
    sign: Option<TermId>,
) -> Option<TermId> {
    format(scalar)?;
    let top = pool.width(a) - 1;
    let sign = match sign {
        Some(b) => pool.extract(top, top, b),
        None => pool.bv_const(1, 0),
    };
    let rest = pool.extract(top - 1, 0, a);
    Some(pool.concat(sign, rest))
}

/// The lesser or the greater of two, the other one if one is a NaN, and either of two zeros. Of a
/// signalling NaN glibc makes a NaN, other libraries the other operand.
fn least(
    pool: &mut TermPool,
    f: Format,
    (x, y): (TermId, TermId),
    greatest: bool,
    any: Any<'_>,
) -> TermId {
    let first = match greatest {
        true => pool.fp_lt(f, y, x),
        false => pool.fp_lt(f, x, y),
    };
    let no_second = pool.fp_is_nan(f, y);
    let first = pool.or(first, no_second);
    let equal = pool.fp_eq(f, x, y);
    let coin = any(pool, 1);
    let one = pool.bv_const(1, 1);
    let coin = pool.eq(coin, one);
    let choice = pool.and(equal, coin);
    let first = pool.or(first, choice);
    let chosen = pool.ite(first, x, y);
    let (signals, other) = (is_signalling(pool, f, x), is_signalling(pool, f, y));
    let signals = pool.or(signals, other);
    let signals = pool.and(signals, coin);
    let nan = pool.bv_const(f.width(), f.default_nan());
    pool.ite(signals, nan, chosen)
}

/// Whether bits are those of a NaN without the quiet bit.
fn is_signalling(pool: &mut TermPool, f: Format, a: TermId) -> TermId {
    let bit = f.fraction_bits() - 1;
    let quiet = pool.extract(bit, bit, a);
    let zero = pool.bv_const(1, 0);
    let is_loud = pool.eq(quiet, zero);
    let is_nan = pool.fp_is_nan(f, a);
    pool.and(is_nan, is_loud)
}

/// `x * 2^n`: exact in a format with more exponents, then rounded once. Beyond the limit every
/// result is zero or infinite.
fn scaled(pool: &mut TermPool, f: Format, x: TermId, (n, of): (TermId, Scalar)) -> Option<TermId> {
    let (wide, limit) = match f {
        Format::SINGLE => (Format::DOUBLE, 400),
        Format::DOUBLE => (Format::EXTENDED, 2_500),
        _ => return None,
    };
    let Scalar::Int { bits, signed: true } = of else {
        return None;
    };
    let bits = Some(u32::from(bits)).filter(|b| *b >= 32)?;
    let (top, bottom) = (pool.bv_signed(bits, limit), pool.bv_signed(bits, -limit));
    let above = pool.bv_slt(top, n);
    let below = pool.bv_slt(n, bottom);
    let n = pool.ite(above, top, n);
    let n = pool.ite(below, bottom, n);
    let bias = pool.bv_const(bits, u128::from(wide.bias()));
    let stored = pool.bv_add(n, bias);
    let stored = pool.extract(wide.exponent_bits() - 1, 0, stored);
    let (sign, fraction) = (pool.bv_const(1, 0), pool.bv_const(wide.fraction_bits(), 0));
    let power = pool.concat(sign, stored);
    let power = pool.concat(power, fraction);
    let x = pool.fp_convert(f, wide, NEAREST, x);
    let product = pool.fp_mul(wide, NEAREST, x, power);
    Some(pool.fp_convert(wide, f, NEAREST, product))
}

/// The value of an operation on constants, if nothing about it may be anything; and how many
/// values that may be anything it draws.
pub(crate) fn folded(
    constants: &[(u128, u32)],
    operation: impl Fn(&mut TermPool, &[TermId], Any<'_>) -> Option<TermId>,
) -> Option<(u128, u32)> {
    let mut pool = TermPool::raw();
    let mut args = Vec::with_capacity(constants.len());
    for &(bits, width) in constants {
        args.push(pool.bv_const(width, bits));
    }
    let mut drawn = Vec::new();
    let result = operation(&mut pool, &args, &mut |pool, width| {
        let any = pool.fresh_var("any", Sort::Bv(width));
        drawn.push(any);
        any
    })?;
    // What may be anything is all zeros, then all ones: where that makes no difference nothing
    // of it was chosen.
    let value = |ones: bool| {
        let mut model = Model::new();
        for &any in &drawn {
            let width = pool.width(any);
            let bits = if ones {
                Bv::ones(width)
            } else {
                Bv::zero(width)
            };
            model.set(pool.as_var(any)?, Value::Bv(bits));
        }
        Evaluator::new(&pool, &model)
            .value(result)
            .ok()?
            .as_bv()?
            .to_u128()
    };
    let value = value(false).filter(|&v| value(true) == Some(v))?;
    Some((value, drawn.len() as u32))
}

/// Terms without floating operators for terms with them.
#[derive(Debug, Default)]
pub(crate) struct Lowering {
    done: FxHashMap<TermId, TermId>,
}

impl Lowering {
    /// The same facts without floating operators; more may satisfy them if a remainder is
    /// among them.
    pub(crate) fn lowered(&mut self, pool: &mut TermPool, facts: &[TermId]) -> Vec<TermId> {
        let all = pool.subterms(facts);
        if !all.iter().any(|&t| matches!(pool.op(t), Op::Fp(_))) {
            return facts.to_vec();
        }
        for t in all {
            if !self.done.contains_key(&t) {
                let new = self.node(pool, t);
                self.done.insert(t, new);
            }
        }
        facts.iter().map(|f| self.done[f]).collect()
    }

    fn node(&self, pool: &mut TermPool, t: TermId) -> TermId {
        let args = pool.args(t).to_vec();
        let bits: Vec<TermId> = args.iter().map(|a| self.done[a]).collect();
        let Op::Fp(op) = pool.op(t) else {
            return match bits == args {
                true => t,
                false => pool.rebuild(pool.op(t), pool.sort(t), &bits),
            };
        };
        let width = pool.sort(t).bv_width().unwrap_or(1);
        if let Some(value) = constant(pool, op, &args, width) {
            return value;
        }
        let (op, numbers) = same::simplified(pool, op, &args);
        // Constants that are not among the terms stand for themselves.
        let numbers: Vec<TermId> = numbers
            .iter()
            .map(|a| self.done.get(a).copied().unwrap_or(*a))
            .collect();
        circuit(pool, op, &numbers, &bits, width).unwrap_or_else(|| stand_in(pool, width))
    }
}

/// The value of an operator on constants.
fn constant(pool: &mut TermPool, op: FpOp, args: &[TermId], width: u32) -> Option<TermId> {
    let values: Vec<&Bv> = args.iter().map(|&a| pool.as_bv(a)).collect::<Option<_>>()?;
    match op.value(&values, width)? {
        Value::Bool(truth) => Some(pool.bool(truth)),
        Value::Bv(value) => Some(pool.bv(value)),
        _ => None,
    }
}
