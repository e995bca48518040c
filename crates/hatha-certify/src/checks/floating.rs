//! When a floating result is a NaN made of numbers, an infinity made of finite numbers, or the
//! rounded value of a conversion that nobody wrote.
//!
//! **Soundness.** Operations, conversions and comparisons are any functions of their operands here;
//! what is claimed holds whatever they are. So the questions are put in comparisons as C has them,
//! with which "is a number", "is finite" and "is the same number" can be said: `x == x`,
//! `-MAX <= x <= MAX`, and that what was converted back compares unequal.

use super::faults::Fault;
use super::values::Values;
use crate::check::Refusal;
use hatha_cfa::{BinOp, Builtin, CheckKind, ExprId, MathFn, Op, Program, Scalar};
use hatha_term::TermPool;

/// Wider integers are not asked about.
const WIDEST: u16 = 64;

/// Significand, width, and greatest finite number of a floating type.
fn format(scalar: Scalar) -> Option<(u16, u32, u128)> {
    let ones = |bits: u32| (1u128 << bits) - 1;
    match scalar {
        Scalar::F32 => Some((24, 32, ones(31) ^ 1 << 23)),
        Scalar::F64 => Some((53, 64, ones(63) ^ 1 << 52)),
        // The leading bit of the significand is written out.
        Scalar::F80 => Some((64, 80, ones(79) ^ 1 << 64)),
        Scalar::F128 => Some((113, 128, ones(127) ^ 1 << 112)),
        _ => None,
    }
}

/// What may be wrong with the result of an arithmetic operation.
pub(super) fn result(
    values: &mut Values<'_>,
    program: &Program,
    pool: &mut TermPool,
    (expr, a, b): (ExprId, ExprId, ExprId),
) -> Result<Vec<Fault>, Refusal> {
    let Some((_, width, greatest)) = format(values.scalar(program.exprs.get(expr).ty)?) else {
        return Ok(Vec::new());
    };
    let (x, y) = (values.value(pool, a)?, values.value(pool, b)?);
    let r = values.value(pool, expr)?;
    let mut test = |pool: &mut TermPool, op, x, y| values.float_comparison(pool, op, (x, y));
    let first = test(pool, BinOp::Eq, x, x);
    let second = test(pool, BinOp::Eq, y, y);
    let none = test(pool, BinOp::Ne, r, r);
    let nan = pool.and_all(&[first, second, none]);
    let most = pool.bv_const(width, greatest);
    let least = pool.bv_const(width, greatest | 1 << (width - 1));
    let mut finite = Vec::new();
    for operand in [x, y] {
        finite.push(test(pool, BinOp::Ge, operand, least));
        finite.push(test(pool, BinOp::Le, operand, most));
    }
    let above = test(pool, BinOp::Gt, r, most);
    let below = test(pool, BinOp::Lt, r, least);
    finite.push(pool.or(above, below));
    let infinite = pool.and_all(&finite);
    let fault = |kind, when| Fault { kind, when };
    Ok(vec![
        fault(CheckKind::Nan, nan),
        fault(CheckKind::Infinity, infinite),
    ])
}

/// What may be wrong with the result of a function. Of a square root it is known when; others that
/// may give something else than a number always do here, so that nothing is proved of them.
pub(super) fn function(
    values: &mut Values<'_>,
    pool: &mut TermPool,
    op: &Op,
) -> Result<Vec<Fault>, Refusal> {
    let Op::Builtin {
        builtin: Builtin::Math(function),
        args,
        ..
    } = op
    else {
        return Ok(Vec::new());
    };
    let always = |pool: &TermPool, kind| Fault {
        kind,
        when: pool.tru(),
    };
    Ok(match (*function, &args[..]) {
        (MathFn::Sqrt, &[x]) => {
            let x = values.value(pool, x)?;
            let zero = pool.bv_const(pool.width(x), 0);
            let when = values.float_comparison(pool, BinOp::Lt, (x, zero));
            vec![Fault {
                kind: CheckKind::Nan,
                when,
            }]
        }
        (MathFn::Fabs | MathFn::Copysign | MathFn::Fmin | MathFn::Fmax, _) => Vec::new(),
        (MathFn::Floor | MathFn::Ceil | MathFn::Trunc | MathFn::Round | MathFn::Rint, _) => {
            Vec::new()
        }
        (MathFn::Convert, _) => vec![always(pool, CheckKind::InexactConversion)],
        _ => Vec::from([CheckKind::Nan, CheckKind::Infinity].map(|kind| always(pool, kind))),
    })
}

/// A conversion from or to a floating type that nobody wrote and that changes the value.
pub(super) fn inexact(
    values: &mut Values<'_>,
    program: &Program,
    pool: &mut TermPool,
    (cast, a): (ExprId, ExprId),
) -> Result<Option<Fault>, Refusal> {
    if !program.implicit.contains(&cast) {
        return Ok(None);
    }
    let (from, to) = (
        values.scalar(program.exprs.get(a).ty)?,
        values.scalar(program.exprs.get(cast).ty)?,
    );
    if format(from).is_none() && format(to).is_none() {
        return Ok(None);
    }
    let (before, after) = (values.value(pool, a)?, values.value(pool, cast)?);
    let back = values.converted(pool, after, (to, from))?;
    let when = match (format(from), format(to), from, to) {
        (None, Some((precision, width, _)), Scalar::Int { bits, signed }, _) => {
            let digits = bits - u16::from(signed);
            if bits > WIDEST || digits <= precision {
                return Ok(None);
            }
            let power = pool.bv_const(width, power(to, digits));
            let is_outside = values.float_comparison(pool, BinOp::Ge, (after, power));
            let same = pool.eq(back, before);
            let differs = pool.not(same);
            pool.or(is_outside, differs)
        }
        (Some(_), None, _, Scalar::Int { bits, .. }) if bits <= WIDEST => {
            values.float_comparison(pool, BinOp::Ne, (back, before))
        }
        (Some((wide, ..)), Some((narrow, ..)), ..) if wide > narrow => {
            let differs = values.float_comparison(pool, BinOp::Ne, (back, before));
            let is_number = values.float_comparison(pool, BinOp::Eq, (before, before));
            pool.and(is_number, differs)
        }
        _ => return Ok(None),
    };
    let kind = CheckKind::InexactConversion;
    Ok(Some(Fault { kind, when }))
}

/// The bits of a power of two.
fn power(scalar: Scalar, exponent: u16) -> u128 {
    let exponent = u128::from(exponent);
    match scalar {
        Scalar::F32 => (127 + exponent) << 23,
        Scalar::F64 => (1023 + exponent) << 52,
        Scalar::F80 => (16383 + exponent) << 64 | 1 << 63,
        _ => (16383 + exponent) << 112,
    }
}
