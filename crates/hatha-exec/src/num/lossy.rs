//! Whether an operation loses something, on integers of at most 64 bits.

use super::cast::{cast, truncated};
use crate::word::{Kind, Word, mask128};
use hatha_cfa::BinOp;

/// Whether an unsigned sum, difference or product lies outside its kind.
pub(crate) fn wraps(op: BinOp, kind: Kind, a: Word, b: Word) -> bool {
    let (x, y) = (a.bits_of(kind), b.bits_of(kind));
    match op {
        BinOp::Add => x + y > mask128(kind.bits()),
        BinOp::Sub => x < y,
        _ => x * y > mask128(kind.bits()),
    }
}

/// Whether an integer means another number after a conversion.
pub(crate) fn changes_value(from: Kind, to: Kind, a: Word) -> bool {
    cast(from, to, a).integer(to) != a.integer(from)
}

/// Whether an integer kind holds a floating value that is rounded towards zero.
pub(crate) fn fits(from: Kind, to: Kind, a: Word) -> bool {
    // With two bits more the least number, which also stands for what does not fit, lies outside.
    let width = u32::from(to.bits()) + 2;
    let shift = 128 - width;
    let value = ((truncated(from, a, width) << shift) as i128) >> shift;
    let (least, greatest) = match to.is_signed() {
        true => (-(1i128 << (to.bits() - 1)), (1i128 << (to.bits() - 1)) - 1),
        false => (0, mask128(to.bits()) as i128),
    };
    (least..=greatest).contains(&value)
}
