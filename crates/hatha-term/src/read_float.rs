//! Reading of SMT-LIB's floats.
//!
//! A float is read as its bits, so an expression of a floating sort is a term
//! with a format beside it. SMT-LIB's equality of floats takes all NaNs for one.

use crate::float::{Format, FpOp, Rounding};
use crate::op::TermId;
use crate::pool::TermPool;

/// A float: its bits and their format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Float {
    pub(crate) bits: TermId,
    pub(crate) format: Format,
}

/// What an operator on floats gives.
pub(crate) enum Made {
    Float(Float),
    Term(TermId),
}

/// The rounding mode of this name.
pub(crate) fn rounding(name: &str) -> Option<Rounding> {
    match name {
        "roundNearestTiesToEven" => Some(Rounding::NearestEven),
        "roundNearestTiesToAway" => Some(Rounding::NearestAway),
        "roundTowardPositive" => Some(Rounding::TowardPositive),
        "roundTowardNegative" => Some(Rounding::TowardNegative),
        "roundTowardZero" => Some(Rounding::TowardZero),
        _ => Rounding::ALL.into_iter().find(|r| r.smt_name() == name),
    }
}

/// The constant of this name in a format.
pub(crate) fn constant(pool: &mut TermPool, name: &str, format: Format) -> Option<Float> {
    let value = match name {
        "+oo" => format.infinity(),
        "-oo" => format.infinity() | format.sign_mask(),
        "+zero" => 0,
        "-zero" => format.sign_mask(),
        "NaN" => format.default_nan(),
        _ => return None,
    };
    let bits = pool.bv_const(format.width(), value);
    Some(Float { bits, format })
}

/// `(fp sign exponent significand)`.
pub(crate) fn literal(pool: &mut TermPool, parts: [TermId; 3]) -> Option<Float> {
    let widths = parts.map(|t| pool.sort(t).bv_width());
    let [Some(1), Some(exponent), Some(fraction)] = widths else {
        return None;
    };
    let format = Format::new(exponent, fraction + 1)?;
    let low = pool.concat(parts[1], parts[2]);
    let bits = pool.concat(parts[0], low);
    Some(Float { bits, format })
}

/// SMT-LIB's equality: of bits, or of NaNs.
pub(crate) fn identical(pool: &mut TermPool, a: Float, b: Float) -> Option<TermId> {
    if a.format != b.format {
        return None;
    }
    let same = pool.eq(a.bits, b.bits);
    let nans = [a, b].map(|x| pool.fp_is_nan(x.format, x.bits));
    let nans = pool.and(nans[0], nans[1]);
    Some(pool.or(same, nans))
}

/// An operator that takes a rounding mode.
pub(crate) fn rounded(
    pool: &mut TermPool,
    name: &str,
    r: Rounding,
    args: &[Float],
) -> Option<Float> {
    let format = args.first()?.format;
    let op = match name {
        "fp.add" => FpOp::Add(format, r),
        "fp.sub" => FpOp::Sub(format, r),
        "fp.mul" => FpOp::Mul(format, r),
        "fp.div" => FpOp::Div(format, r),
        "fp.fma" => FpOp::Fma(format, r),
        "fp.sqrt" => FpOp::Sqrt(format, r),
        "fp.roundToIntegral" => FpOp::RoundToIntegral(format, r),
        _ => return None,
    };
    let bits = same_format(op, args)?;
    let bits = pool.fp(op, 0, &bits);
    Some(Float { bits, format })
}

/// The bits of arguments that are as many as the operator takes and of its
/// format.
fn same_format(op: FpOp, args: &[Float]) -> Option<Vec<TermId>> {
    let fits = args.len() == op.arity() && args.iter().all(|a| a.format == op.format());
    fits.then(|| args.iter().map(|a| a.bits).collect())
}

/// An operator without a rounding mode.
pub(crate) fn plain(pool: &mut TermPool, name: &str, args: &[Float]) -> Option<Made> {
    let format = args.first()?.format;
    if let &[Float { bits, .. }] = args {
        return unary(pool, name, format, bits);
    }
    let &[a, b] = args else { return None };
    if a.format != b.format {
        return None;
    }
    let (a, b) = (a.bits, b.bits);
    let bits = match name {
        "fp.rem" => pool.fp_rem(format, a, b),
        "fp.min" => pool.fp_min(format, a, b),
        "fp.max" => pool.fp_max(format, a, b),
        "fp.eq" => return Some(Made::Term(pool.fp_eq(format, a, b))),
        "fp.lt" => return Some(Made::Term(pool.fp_lt(format, a, b))),
        "fp.gt" => return Some(Made::Term(pool.fp_lt(format, b, a))),
        "fp.leq" => return Some(Made::Term(pool.fp_le(format, a, b))),
        "fp.geq" => return Some(Made::Term(pool.fp_le(format, b, a))),
        _ => return None,
    };
    Some(Made::Float(Float { bits, format }))
}

fn unary(pool: &mut TermPool, name: &str, format: Format, bits: TermId) -> Option<Made> {
    let sign = |pool: &mut TermPool| pool.fp_sign(format, bits);
    let truth = match name {
        "fp.neg" | "fp.abs" => {
            let bits = match name {
                "fp.neg" => pool.fp_neg(format, bits),
                _ => pool.fp_abs(format, bits),
            };
            return Some(Made::Float(Float { bits, format }));
        }
        "fp.isNaN" => pool.fp_is_nan(format, bits),
        "fp.isInfinite" => pool.fp_is_infinite(format, bits),
        "fp.isZero" => pool.fp_is_zero(format, bits),
        "fp.isNormal" => pool.fp_is_normal(format, bits),
        "fp.isSubnormal" => pool.fp_is_subnormal(format, bits),
        // A NaN is neither.
        "fp.isNegative" | "fp.isPositive" => {
            let number = pool.fp_eq(format, bits, bits);
            let negative = sign(pool);
            let wanted = match name {
                "fp.isNegative" => negative,
                _ => pool.not(negative),
            };
            pool.and(number, wanted)
        }
        "fp.to_ieee_bv" => bits,
        _ => return None,
    };
    Some(Made::Term(truth))
}
