//! Floating operations on terms.
//!
//! Each is carried out in the operand's own format and rounds to nearest, ties to even, unless
//! an operand names the rounding mode ([`in_mode`]). x87's 80 bits are taken apart into
//! the 79 of a format without the leading bit, and put together again.

use crate::word::Kind;
use hatha_cfa::{BinOp, MathFn, UnOp};
use hatha_term::{Format, Rounding, TermId, TermPool};

const NEAREST: Rounding = Rounding::NearestEven;

/// The other rounding modes, by the numbers that `fesetround` has for them on x86.
const MODES: [(u128, Rounding); 3] = [
    (0x400, Rounding::TowardNegative),
    (0x800, Rounding::TowardPositive),
    (0xc00, Rounding::TowardZero),
];

/// The format that a floating kind computes in.
pub fn format(kind: Kind) -> Option<Format> {
    match kind {
        Kind::F32 => Some(Format::SINGLE),
        Kind::F64 => Some(Format::DOUBLE),
        Kind::F80 => Some(Format::EXTENDED),
        Kind::F128 => Some(Format::QUAD),
        _ => None,
    }
}

/// The bits of a kind as bits of its format.
fn decoded(pool: &mut TermPool, kind: Kind, a: TermId) -> TermId {
    match kind {
        Kind::F80 => pool.x87_decode(a),
        _ => a,
    }
}

fn encoded(pool: &mut TermPool, kind: Kind, a: TermId) -> TermId {
    match kind {
        Kind::F80 => pool.x87_encode(a),
        _ => a,
    }
}

/// Whether a value is not a zero; a NaN is not.
pub(super) fn truth(pool: &mut TermPool, kind: Kind, a: TermId) -> Option<TermId> {
    let format = format(kind)?;
    let a = decoded(pool, kind, a);
    let zero = pool.fp_is_zero(format, a);
    Some(pool.not(zero))
}

/// A unary operation: only the sign can be flipped.
pub(super) fn unary(pool: &mut TermPool, op: UnOp, kind: Kind, a: TermId) -> Option<TermId> {
    format(kind)?;
    match op {
        UnOp::Neg => {
            let bits = u32::from(kind.bits());
            let sign = pool.bv_const(bits, 1 << (bits - 1));
            Some(pool.bv_xor(a, sign))
        }
        UnOp::LogicalNot => {
            let truth = truth(pool, kind, a)?;
            let not = pool.not(truth);
            Some(super::from_truth(pool, u32::from(Kind::INT.bits()), not))
        }
        _ => None,
    }
}

/// A binary operation on operands of one kind.
pub(super) fn binary(
    pool: &mut TermPool,
    op: BinOp,
    kind: Kind,
    a: TermId,
    b: TermId,
) -> Option<TermId> {
    let f = format(kind)?;
    let (a, b) = (decoded(pool, kind, a), decoded(pool, kind, b));
    if op.is_comparison() {
        let test = compare(pool, op, f, a, b);
        return Some(super::from_truth(pool, u32::from(Kind::INT.bits()), test));
    }
    let result = match op {
        BinOp::Add => pool.fp_add(f, NEAREST, a, b),
        BinOp::Sub => pool.fp_sub(f, NEAREST, a, b),
        BinOp::Mul => pool.fp_mul(f, NEAREST, a, b),
        BinOp::Div => pool.fp_div(f, NEAREST, a, b),
        _ => return None,
    };
    Some(encoded(pool, kind, result))
}

fn compare(pool: &mut TermPool, op: BinOp, f: Format, a: TermId, b: TermId) -> TermId {
    match op {
        BinOp::Eq => pool.fp_eq(f, a, b),
        BinOp::Ne => {
            let equal = pool.fp_eq(f, a, b);
            pool.not(equal)
        }
        BinOp::Lt => pool.fp_lt(f, a, b),
        BinOp::Le => pool.fp_le(f, a, b),
        BinOp::Gt => pool.fp_lt(f, b, a),
        _ => pool.fp_le(f, b, a),
    }
}

/// A conversion of which at least one side is floating.
pub(super) fn cast(pool: &mut TermPool, from: Kind, to: Kind, a: TermId) -> Option<TermId> {
    cast_in(pool, from, to, a, None)
}

/// The same in a rounding mode.
fn cast_in(
    pool: &mut TermPool,
    from: Kind,
    to: Kind,
    a: TermId,
    mode: Option<TermId>,
) -> Option<TermId> {
    match (format(from), format(to)) {
        (Some(f), Some(t)) => {
            let a = decoded(pool, from, a);
            let result = in_mode(pool, mode, |pool, r| pool.fp_convert(f, t, r, a));
            Some(encoded(pool, to, result))
        }
        (Some(f), None) => match to {
            Kind::Bool => {
                let truth = truth(pool, from, a)?;
                Some(super::from_truth(pool, u32::from(Kind::Bool.bits()), truth))
            }
            Kind::Int { bits, signed } => {
                let a = decoded(pool, from, a);
                Some(pool.fp_cast_to_int(f, u32::from(bits), signed, a))
            }
            _ => None,
        },
        (None, Some(t)) => {
            let signed = match from {
                Kind::Bool => false,
                Kind::Int { signed, .. } => signed,
                _ => return None,
            };
            let result = in_mode(pool, mode, |pool, r| pool.fp_from_int(t, r, signed, a));
            Some(encoded(pool, to, result))
        }
        (None, None) => None,
    }
}

/// The operand of a function that names its rounding mode, if there is one.
pub(crate) fn mode<T: Copy>(function: MathFn, args: &[T]) -> Option<T> {
    let operands = match function {
        MathFn::Sqrt | MathFn::Rint | MathFn::Convert => 1,
        MathFn::Add | MathFn::Sub | MathFn::Mul | MathFn::Div => 2,
        MathFn::Fma => 3,
        _ => return None,
    };
    args.get(operands).copied()
}

/// A value in the rounding mode that an operand names: to nearest if it names none.
fn in_mode(
    pool: &mut TermPool,
    mode: Option<TermId>,
    value: impl Fn(&mut TermPool, Rounding) -> TermId,
) -> TermId {
    let mut result = value(pool, NEAREST);
    let Some(mode) = mode else {
        return result;
    };
    let bits = pool.width(mode);
    for (number, rounding) in MODES {
        let number = pool.bv_const(bits, number);
        let is_mode = pool.eq(mode, number);
        let other = value(pool, rounding);
        result = pool.ite(is_mode, other, result);
    }
    result
}

/// A function of `<math.h>` whose result is exact or correctly rounded by definition.
pub(super) fn math(
    pool: &mut TermPool,
    function: MathFn,
    kind: Kind,
    args: &[(TermId, Kind)],
) -> Option<TermId> {
    let f = format(kind)?;
    let mode = mode(function, args).map(|(term, _)| term);
    if function == MathFn::Convert {
        let &(a, from) = args.first()?;
        return cast_in(pool, from, kind, a, mode);
    }
    let mut arg = |i: usize| {
        let &(term, of) = args.get(i)?;
        (of == kind).then(|| decoded(pool, kind, term))
    };
    let x = arg(0)?;
    let (y, z) = (arg(1), arg(2));
    let round = |pool: &mut TermPool, how| pool.fp_round_to_integral(f, how, x);
    let result = match function {
        MathFn::Sqrt => in_mode(pool, mode, |pool, r| pool.fp_sqrt(f, r, x)),
        MathFn::Fabs => pool.fp_abs(f, x),
        MathFn::Floor => round(pool, Rounding::TowardNegative),
        MathFn::Ceil => round(pool, Rounding::TowardPositive),
        MathFn::Trunc => round(pool, Rounding::TowardZero),
        MathFn::Round => round(pool, Rounding::NearestAway),
        MathFn::Rint => in_mode(pool, mode, round),
        MathFn::Fmod => pool.fp_fmod(f, x, y?),
        MathFn::Remainder => pool.fp_rem(f, x, y?),
        // As C says, which knows no signalling NaNs; glibc makes NaNs of them. The checker allows
        // both, so that neither a proof nor a failing test hinges on one.
        MathFn::Fmin => pool.fp_min(f, x, y?),
        MathFn::Fmax => pool.fp_max(f, x, y?),
        MathFn::Copysign => pool.fp_copysign(f, x, y?),
        MathFn::Fma => {
            let (y, z) = (y?, z?);
            in_mode(pool, mode, |pool, r| pool.fp_fma(f, r, x, y, z))
        }
        MathFn::Ldexp => scaled(pool, f, x, *args.get(1)?)?,
        _ => arithmetic(pool, function, f, (x, y?), mode)?,
    };
    Some(encoded(pool, kind, result))
}

/// An arithmetic operation in a rounding mode.
fn arithmetic(
    pool: &mut TermPool,
    function: MathFn,
    f: Format,
    (x, y): (TermId, TermId),
    mode: Option<TermId>,
) -> Option<TermId> {
    let operator = match function {
        MathFn::Add => TermPool::fp_add,
        MathFn::Sub => TermPool::fp_sub,
        MathFn::Mul => TermPool::fp_mul,
        MathFn::Div => TermPool::fp_div,
        _ => return None,
    };
    Some(in_mode(pool, mode, |pool, r| operator(pool, f, r, x, y)))
}

/// `x * 2^n`, rounded once: the product is exact in a format with more exponents.
fn scaled(pool: &mut TermPool, f: Format, x: TermId, (n, of): (TermId, Kind)) -> Option<TermId> {
    // Beyond the limit every number is an overflow or far below the least one.
    let (wide, limit) = match f {
        Format::SINGLE => (Format::DOUBLE, 320),
        Format::DOUBLE => (Format::EXTENDED, 2_200),
        _ => return None,
    };
    let bits = match of {
        Kind::Int { bits, signed: true } if bits >= 32 => u32::from(bits),
        _ => return None,
    };
    let (top, bottom) = (pool.bv_signed(bits, limit), pool.bv_signed(bits, -limit));
    let (above, below) = (pool.bv_sgt(n, top), pool.bv_slt(n, bottom));
    let n = pool.ite(above, top, n);
    let n = pool.ite(below, bottom, n);
    let bias = pool.bv_const(bits, u128::from(wide.bias()));
    let exponent = pool.bv_add(n, bias);
    let exponent = pool.extract(wide.exponent_bits() - 1, 0, exponent);
    let sign = pool.bv_const(1, 0);
    let fraction = pool.bv_const(wide.fraction_bits(), 0);
    let power = pool.concat(exponent, fraction);
    let power = pool.concat(sign, power);
    let x = pool.fp_convert(f, wide, NEAREST, x);
    let product = pool.fp_mul(wide, NEAREST, x, power);
    Some(pool.fp_convert(wide, f, NEAREST, product))
}
