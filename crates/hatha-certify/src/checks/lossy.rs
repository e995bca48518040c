//! When a result loses something: an unsigned one wraps, a conversion changes the value.
//!
//! **Soundness.** Integers of at most 64 bits are compared with what they mean, in more bits than
//! either type has. Of floating values nothing is known but that a comparison gives the same each
//! time: a value fits where it compares with the bounds of the type as C has it, rounded towards
//! zero.

use super::faults::Fault;
use super::values::Values;
use crate::check::Refusal;
use crate::operator::resize;
use hatha_cfa::{BinOp, CheckKind, ExprId, Program, Scalar};
use hatha_term::{TermId, TermPool};

/// Wider types are not asked about.
const WIDEST: u32 = 64;

/// An unsigned sum, difference or product wraps.
pub(super) fn wrap(
    values: &mut Values<'_>,
    pool: &mut TermPool,
    op: BinOp,
    (x, y): (TermId, TermId),
) -> Option<Fault> {
    let width = pool.width(x);
    if width > WIDEST {
        return None;
    }
    let wide = 2 * width;
    let (a, b) = (pool.zero_ext(wide, x), pool.zero_ext(wide, y));
    let exact = match op {
        BinOp::Add => pool.bv_add(a, b),
        // Below zero it is a large number.
        BinOp::Sub => pool.bv_sub(a, b),
        _ => values.product(pool, (a, b), false),
    };
    let greatest = pool.bv_const(wide, (1u128 << width) - 1);
    let when = pool.bv_ult(greatest, exact);
    let kind = CheckKind::Wrap;
    Some(Fault { kind, when })
}

/// The negation of anything but 0 wraps.
pub(super) fn negation(pool: &mut TermPool, x: TermId) -> Option<Fault> {
    let width = pool.width(x);
    let zero = pool.bv_const(width, 0);
    let equal = pool.eq(x, zero);
    let kind = CheckKind::Wrap;
    let when = pool.not(equal);
    (width <= WIDEST).then_some(Fault { kind, when })
}

/// A conversion to an integer type.
pub(super) fn conversion(
    values: &mut Values<'_>,
    program: &Program,
    pool: &mut TermPool,
    (cast, a): (ExprId, ExprId),
) -> Result<Vec<Fault>, Refusal> {
    let scalar = |values: &Values<'_>, e: ExprId| values.scalar(program.exprs.get(e).ty);
    let Scalar::Int { bits, signed } = scalar(values, cast)? else {
        return Ok(Vec::new());
    };
    if u32::from(bits) > WIDEST {
        return Ok(Vec::new());
    }
    let found = match scalar(values, a)? {
        Scalar::Int {
            bits: from,
            signed: from_signed,
        } => {
            if u32::from(from) > WIDEST || !program.implicit.contains(&cast) {
                return Ok(Vec::new());
            }
            let (before, after) = (values.value(pool, a)?, values.value(pool, cast)?);
            let wide = WIDEST + 1;
            let before = resize(pool, before, wide, from_signed);
            let after = resize(pool, after, wide, signed);
            let same = pool.eq(before, after);
            Fault {
                kind: CheckKind::Conversion,
                when: pool.not(same),
            }
        }
        from => {
            let Some(format) = Format::of(from) else {
                return Ok(Vec::new());
            };
            let value = values.value(pool, a)?;
            let fits = format.fits(values, pool, value, (u32::from(bits), signed));
            Fault {
                kind: CheckKind::FloatConversion,
                when: pool.not(fits),
            }
        }
    };
    Ok(vec![found])
}

/// A binary floating format: the bits of its significand, all bits, and the bias of its exponent.
struct Format {
    precision: u32,
    width: u32,
    bias: u128,
    /// The place of the exponent.
    exponent_at: u32,
}

impl Format {
    fn of(scalar: Scalar) -> Option<Format> {
        let (precision, width, bias, exponent_at) = match scalar {
            Scalar::F32 => (24, 32, 127, 23),
            Scalar::F64 => (53, 64, 1023, 52),
            Scalar::F80 => (64, 80, 16383, 64),
            Scalar::F128 => (113, 128, 16383, 112),
            _ => return None,
        };
        Some(Format {
            precision,
            width,
            bias,
            exponent_at,
        })
    }

    /// The bits of 2^exponent, and of the same with its last bit at 1 if `odd`.
    fn power(&self, exponent: u32, odd: bool) -> u128 {
        let head = (self.bias + u128::from(exponent)) << self.exponent_at;
        // x87 stores the leading bit of the significand, the others do not.
        let leading = match self.exponent_at == self.precision {
            true => 1u128 << (self.precision - 1),
            false => 0,
        };
        let last = match odd {
            true => 1u128 << (self.precision - 1 - exponent),
            false => 0,
        };
        head | leading | last
    }

    /// Whether a value lies between the bounds of an integer type, each of them one further away
    /// from zero than what the type holds; where the format has no such number below, the least
    /// of the type itself is the bound.
    fn fits(
        &self,
        values: &mut Values<'_>,
        pool: &mut TermPool,
        value: TermId,
        (bits, signed): (u32, bool),
    ) -> TermId {
        let magnitude = if signed { bits - 1 } else { bits };
        let minus = 1u128 << (self.width - 1);
        let (op, below) = match (signed, bits <= self.precision) {
            (false, _) => (BinOp::Gt, self.power(0, false)),
            (true, true) => (BinOp::Gt, self.power(magnitude, true)),
            (true, false) => (BinOp::Ge, self.power(magnitude, false)),
        };
        let width = pool.width(value);
        let below = pool.bv_const(width, minus | below);
        let above = pool.bv_const(width, self.power(magnitude, false));
        let is_above = values.float_comparison(pool, op, (value, below));
        let is_below = values.float_comparison(pool, BinOp::Lt, (value, above));
        pool.and(is_above, is_below)
    }
}
