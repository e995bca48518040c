//! Whether an operation loses something, on integers of at most 64 bits.

use super::cast::{cast, truncated};
use super::{Rules, Trap, binary};
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

/// Whether two floating values compare like that.
fn compares(op: BinOp, kind: Kind, a: Word, b: Word) -> bool {
    let test = binary(Rules::MACHINE, op, kind, kind, &a, &b);
    test.is_ok_and(|t| t.lo != 0)
}

/// What is not wanted of the result of a floating operation: a NaN of numbers, an infinity of
/// finite numbers.
pub(crate) fn unwanted(rules: Rules, op: BinOp, kind: Kind, (a, b): (Word, Word)) -> Option<Trap> {
    let result = binary(Rules::MACHINE, op, kind, kind, &a, &b).ok()?;
    let is_number = |x: Word| compares(BinOp::Eq, kind, x, x);
    // An infinity, and a NaN, give no zero if they are taken from themselves.
    let is_finite = |x: Word| {
        let difference = binary(Rules::MACHINE, BinOp::Sub, kind, kind, &x, &x);
        difference.is_ok_and(|d| compares(BinOp::Eq, kind, d, d))
    };
    if !rules.make_nans && is_number(a) && is_number(b) && !is_number(result) {
        return Some(Trap::Nan);
    }
    let is_infinite = is_number(result) && !is_finite(result);
    let made = is_finite(a) && is_finite(b) && is_infinite;
    (!rules.make_infinities && made).then_some(Trap::Infinity)
}

/// Whether a conversion from or to a floating kind changes the value. A NaN stays one, but for an
/// integer.
pub(crate) fn rounds(from: Kind, to: Kind, a: Word) -> bool {
    let result = cast(from, to, a);
    match (from.is_float(), to.is_float()) {
        (true, true) => {
            let is_number = compares(BinOp::Eq, from, a, a);
            is_number && !compares(BinOp::Eq, from, cast(to, from, result), a)
        }
        (true, false) => !compares(BinOp::Eq, from, cast(to, from, result), a),
        // A floating value just behind the greatest integer fits none.
        _ => !fits(to, from, result) || cast(to, from, result).integer(from) != a.integer(from),
    }
}
