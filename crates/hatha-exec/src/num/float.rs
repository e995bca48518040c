//! Floating operations: single and double natively, extended and quad by the values of terms.
//!
//! A NaN has the bits that the operators of terms give it: Rust leaves them open, and what the
//! machine computes and what its terms say must not differ.

use super::Trap;
use super::int::ordered;
use crate::word::{Kind, Word};
use hatha_cfa::BinOp;
use hatha_term::{Bv, Format, FpOp, Rounding};
use rustc_apfloat::ieee;

pub use rustc_apfloat::Float;

/// x87 extended precision.
pub type F80 = ieee::X87DoubleExtended;
/// IEEE quad precision.
pub type F128 = ieee::Quad;

const NEAREST: Rounding = Rounding::NearestEven;

/// Whether a floating value is a zero of either sign.
pub fn float_is_zero(kind: Kind, a: Word) -> bool {
    match kind {
        Kind::F32 => f32::from_bits(a.lo as u32) == 0.0,
        Kind::F64 => f64::from_bits(a.lo) == 0.0,
        _ => decoded(kind, a) << (129 - format(kind).width()) == 0,
    }
}

/// The format of a floating kind; that of `double` for others.
pub(super) fn format(kind: Kind) -> Format {
    crate::symbolic::format(kind).unwrap_or(Format::DOUBLE)
}

/// The bits of a word in the format of its kind: x87's leading bit is not among them. What the
/// processor does not take for a number is a NaN.
pub(super) fn decoded(kind: Kind, a: Word) -> u128 {
    let bits = a.bits_of(kind);
    if kind != Kind::F80 {
        return bits;
    }
    let (high, low) = (bits >> 64 & 0xffff, bits & (u128::MAX >> 65));
    match (high & 0x7fff == 0, bits >> 63 & 1 == 1) {
        (true, true) => (high | 1) << 63 | low,
        (false, false) => Format::EXTENDED.default_nan(),
        _ => high << 63 | low,
    }
}

/// The word of bits in the format of a kind.
pub(super) fn encoded(kind: Kind, bits: u128) -> Word {
    if kind != Kind::F80 {
        return Word::wide(bits);
    }
    let (high, low) = (bits >> 63, bits & (u128::MAX >> 65));
    let leading = u128::from(high & 0x7fff != 0);
    Word::wide(high << 64 | leading << 63 | low)
}

/// The bits that an operator gives for bits of its format, `width` of them if it is an integer,
/// of which the low 128 count.
pub(super) fn computed(op: FpOp, args: &[u128], width: u32) -> u128 {
    let bits = op.format().width();
    let args: Vec<Bv> = args.iter().map(|&a| Bv::new(bits, a)).collect();
    let args: Vec<&Bv> = args.iter().collect();
    let value = op.value(&args, width);
    let bits = value.and_then(|v| {
        let all = v.as_bv()?;
        all.extract(0, all.width().min(128)).to_u128()
    });
    bits.expect("an operator has a value for bits of its format")
}

/// Flips the sign, of NaNs too, as `xorps` and `fchs` do.
pub(super) fn negate(kind: Kind, a: Word) -> Word {
    Word::wide(a.bits_of(kind) ^ 1 << (kind.bits() - 1))
}

/// A double operation.
pub(crate) fn binary_f64(op: BinOp, a: Word, b: Word) -> Result<Word, Trap> {
    let (x, y) = (f64::from_bits(a.lo), f64::from_bits(b.lo));
    let result = match op {
        BinOp::Add => x + y,
        BinOp::Sub => x - y,
        BinOp::Mul => x * y,
        BinOp::Div => x / y,
        _ if op.is_comparison() => return Ok(Word::int(u64::from(ordered(op, x, y)))),
        _ => return Err(Trap::Malformed),
    };
    if result.is_nan() {
        return binary_soft(op, Kind::F64, a, b);
    }
    Ok(Word::int(result.to_bits()))
}

/// A single operation.
pub(crate) fn binary_f32(op: BinOp, a: Word, b: Word) -> Result<Word, Trap> {
    let (x, y) = (f32::from_bits(a.lo as u32), f32::from_bits(b.lo as u32));
    let result = match op {
        BinOp::Add => x + y,
        BinOp::Sub => x - y,
        BinOp::Mul => x * y,
        BinOp::Div => x / y,
        _ if op.is_comparison() => return Ok(Word::int(u64::from(ordered(op, x, y)))),
        _ => return Err(Trap::Malformed),
    };
    if result.is_nan() {
        return binary_soft(op, Kind::F32, a, b);
    }
    Ok(Word::int(u64::from(result.to_bits())))
}

/// An operation by the values of terms.
pub(crate) fn binary_soft(op: BinOp, kind: Kind, a: Word, b: Word) -> Result<Word, Trap> {
    let f = format(kind);
    let (x, y) = (decoded(kind, a), decoded(kind, b));
    let operator = match op {
        BinOp::Add => FpOp::Add(f, NEAREST),
        BinOp::Sub => FpOp::Sub(f, NEAREST),
        BinOp::Mul => FpOp::Mul(f, NEAREST),
        BinOp::Div => FpOp::Div(f, NEAREST),
        _ if op.is_comparison() => return Ok(Word::int(u64::from(compared(op, f, x, y)))),
        _ => return Err(Trap::Malformed),
    };
    Ok(encoded(kind, computed(operator, &[x, y], 0)))
}

fn compared(op: BinOp, f: Format, x: u128, y: u128) -> bool {
    let holds = |op: FpOp, x: u128, y: u128| {
        let args = [x, y].map(|bits| Bv::new(f.width(), bits));
        let value = op.value(&[&args[0], &args[1]], 1);
        value.and_then(|v| v.as_bool()) == Some(true)
    };
    match op {
        BinOp::Eq => holds(FpOp::Eq(f), x, y),
        BinOp::Ne => !holds(FpOp::Eq(f), x, y),
        BinOp::Lt => holds(FpOp::Lt(f), x, y),
        BinOp::Le => holds(FpOp::Le(f), x, y),
        BinOp::Gt => holds(FpOp::Lt(f), y, x),
        _ => holds(FpOp::Le(f), y, x),
    }
}
