//! Floating operations: single and double natively, extended and quad in software.

use super::Trap;
use super::int::ordered;
use crate::word::{Kind, Word};
use hatha_cfa::BinOp;
use rustc_apfloat::ieee;

pub use rustc_apfloat::Float;

/// x87 extended precision.
pub type F80 = ieee::X87DoubleExtended;
/// IEEE quad precision.
pub type F128 = ieee::Quad;

/// Whether a floating value is a zero of either sign.
pub fn float_is_zero(kind: Kind, a: Word) -> bool {
    match kind {
        Kind::F32 => f32::from_bits(a.lo as u32) == 0.0,
        Kind::F64 => f64::from_bits(a.lo) == 0.0,
        Kind::F80 => F80::from_bits(a.bits()).is_zero(),
        _ => F128::from_bits(a.bits()).is_zero(),
    }
}

/// Flips the sign, of NaNs too, as `xorps` and `fchs` do.
pub fn negate(kind: Kind, a: Word) -> Word {
    Word::wide(a.bits_of(kind) ^ 1 << (kind.bits() - 1))
}

/// A double operation.
pub fn binary_f64(op: BinOp, a: Word, b: Word) -> Result<Word, Trap> {
    let (x, y) = (f64::from_bits(a.lo), f64::from_bits(b.lo));
    let result = match op {
        BinOp::Add => x + y,
        BinOp::Sub => x - y,
        BinOp::Mul => x * y,
        BinOp::Div => x / y,
        _ if op.is_comparison() => return Ok(Word::int(u64::from(ordered(op, x, y)))),
        _ => return Err(Trap::Malformed),
    };
    Ok(Word::int(result.to_bits()))
}

/// A single operation.
pub fn binary_f32(op: BinOp, a: Word, b: Word) -> Result<Word, Trap> {
    let (x, y) = (f32::from_bits(a.lo as u32), f32::from_bits(b.lo as u32));
    let result = match op {
        BinOp::Add => x + y,
        BinOp::Sub => x - y,
        BinOp::Mul => x * y,
        BinOp::Div => x / y,
        _ if op.is_comparison() => return Ok(Word::int(u64::from(ordered(op, x, y)))),
        _ => return Err(Trap::Malformed),
    };
    Ok(Word::int(u64::from(result.to_bits())))
}

/// An operation in a software format.
pub fn binary_ap<F: Float>(op: BinOp, a: Word, b: Word) -> Result<Word, Trap> {
    let (x, y) = (F::from_bits(a.bits()), F::from_bits(b.bits()));
    let result = match op {
        BinOp::Add => (x + y).value,
        BinOp::Sub => (x - y).value,
        BinOp::Mul => (x * y).value,
        BinOp::Div => (x / y).value,
        _ if op.is_comparison() => return Ok(Word::int(u64::from(ordered(op, x, y)))),
        _ => return Err(Trap::Malformed),
    };
    Ok(Word::wide(
        machine_nan(result, x.is_nan() || y.is_nan()).to_bits(),
    ))
}

/// x86 makes NaNs with the sign bit set where no operand was one.
pub fn machine_nan<F: Float>(result: F, propagated: bool) -> F {
    if result.is_nan() && !propagated && !result.is_negative() {
        -result
    } else {
        result
    }
}
