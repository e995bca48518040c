//! What operators, conversions and bit-fields mean on terms.
//!
//! **Soundness.** This is the checker's only meaning of them: regions ([`crate::encode`]), single
//! executions ([`crate::unrolled`]) and checks ([`crate::checks`]) differ in what they know of
//! memory and of unknown values, not in what an operator does to two of them. Floating point is in
//! [`crate::float`]. The simulator's meaning is written apart, in `hatha_exec::symbolic`.
//! Tests: `constants_agree_with_terms`, `shifts_are_those_of_the_machine`,
//! `a_bit_field_is_written_and_read_back`.

use hatha_cfa::{BinOp, BitRange};
use hatha_term::{TermId, TermPool};
use std::cmp::Ordering;

/// All bits of a width.
pub(crate) fn mask(width: u32) -> u128 {
    if width >= 128 {
        u128::MAX
    } else {
        (1 << width) - 1
    }
}

/// A term brought to a width.
pub(crate) fn resize(pool: &mut TermPool, term: TermId, to: u32, is_signed: bool) -> TermId {
    match to.cmp(&pool.width(term)) {
        Ordering::Equal => term,
        Ordering::Less => pool.extract(to - 1, 0, term),
        Ordering::Greater if is_signed => pool.sign_ext(to, term),
        Ordering::Greater => pool.zero_ext(to, term),
    }
}

/// A truth value as a number.
pub(crate) fn number(pool: &mut TermPool, test: TermId, width: u32) -> TermId {
    let (one, zero) = (pool.bv_const(width, 1), pool.bv_const(width, 0));
    pool.ite(test, one, zero)
}

/// Whether a number is not zero.
pub(crate) fn is_nonzero(pool: &mut TermPool, term: TermId) -> TermId {
    let zero = pool.bv_const(pool.width(term), 0);
    let equal = pool.eq(term, zero);
    pool.not(equal)
}

/// A comparison of numbers of one width.
pub(crate) fn comparison(
    pool: &mut TermPool,
    op: BinOp,
    (a, b): (TermId, TermId),
    is_signed: bool,
) -> TermId {
    match (op, is_signed) {
        (BinOp::Eq, _) => pool.eq(a, b),
        (BinOp::Ne, _) => {
            let equal = pool.eq(a, b);
            pool.not(equal)
        }
        (BinOp::Lt, true) => pool.bv_slt(a, b),
        (BinOp::Lt, false) => pool.bv_ult(a, b),
        (BinOp::Le, true) => pool.bv_sle(a, b),
        (BinOp::Le, false) => pool.bv_ule(a, b),
        (BinOp::Gt, true) => pool.bv_slt(b, a),
        (BinOp::Gt, false) => pool.bv_ult(b, a),
        (_, true) => pool.bv_sle(b, a),
        (_, false) => pool.bv_ule(b, a),
    }
}

/// An operation on numbers of one width; `None` for what is no operation of this kind. Division by
/// zero stops the program; giving it a value adds behaviour that does not exist.
pub(crate) fn operation(
    pool: &mut TermPool,
    op: BinOp,
    (a, b): (TermId, TermId),
    is_signed: bool,
) -> Option<TermId> {
    Some(match (op, is_signed) {
        (BinOp::Add, _) => pool.bv_add(a, b),
        (BinOp::Sub, _) => pool.bv_sub(a, b),
        (BinOp::Mul, _) => pool.bv_mul(a, b),
        (BinOp::Div, true) => pool.bv_sdiv(a, b),
        (BinOp::Div, false) => pool.bv_udiv(a, b),
        (BinOp::Rem, true) => pool.bv_srem(a, b),
        (BinOp::Rem, false) => pool.bv_urem(a, b),
        (BinOp::And, _) => pool.bv_and(a, b),
        (BinOp::Or, _) => pool.bv_or(a, b),
        (BinOp::Xor, _) => pool.bv_xor(a, b),
        _ => return None,
    })
}

/// A shift: in range as C says; out of range the amount is taken modulo the machine's register.
pub(crate) fn shift(
    pool: &mut TermPool,
    (op, is_signed): (BinOp, bool),
    x: TermId,
    (amount, is_amount_signed): (TermId, bool),
) -> TermId {
    let width = pool.width(x);
    let wide = width.max(pool.width(amount)).max(8);
    let amount = resize(pool, amount, wide, is_amount_signed);
    let limit = pool.bv_const(wide, u128::from(width));
    let in_range = pool.bv_ult(amount, limit);
    let register = pool.bv_const(wide, register_mask(width));
    let masked = pool.bv_and(amount, register);
    let amount = pool.ite(in_range, amount, masked);
    // A register may be wider than the value: what is shifted out of the value is lost.
    let x = resize(pool, x, wide, is_signed);
    let shifted = match (op, is_signed) {
        (BinOp::Shl, _) => pool.bv_shl(x, amount),
        (_, true) => pool.bv_ashr(x, amount),
        (_, false) => pool.bv_lshr(x, amount),
    };
    resize(pool, shifted, width, false)
}

/// The bits of a shift's amount that the machine looks at.
pub(crate) fn register_mask(width: u32) -> u128 {
    u128::from(width.next_power_of_two().max(32) - 1)
}

/// A bit-field cut out of the bytes that hold it, lowest byte first.
pub(crate) fn field(pool: &mut TermPool, whole: TermId, range: BitRange) -> TermId {
    let (low, bits) = (u32::from(range.offset), u32::from(range.width));
    pool.extract(low + bits - 1, low, whole)
}

/// The bytes that hold a bit-field, lowest byte first, after a write to it.
pub(crate) fn with_field(
    pool: &mut TermPool,
    whole: TermId,
    range: BitRange,
    value: TermId,
) -> TermId {
    let width = pool.width(whole);
    let (low, bits) = (u32::from(range.offset), u32::from(range.width));
    let value = resize(pool, value, bits, false);
    let value = resize(pool, value, width, false);
    let amount = pool.bv_const(width, u128::from(low));
    let value = pool.bv_shl(value, amount);
    let hole = pool.bv_const(width, mask(width) & !(mask(bits) << low));
    let kept = pool.bv_and(whole, hole);
    pool.bv_or(kept, value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hatha_term::{Evaluator, Model};

    fn number_of(pool: &TermPool, term: TermId) -> Option<u128> {
        let value = Evaluator::new(pool, &Model::new()).value(term).ok()?;
        value.as_bv().and_then(|bits| bits.to_u128())
    }

    fn shifted(shift_of: (BinOp, bool), (x, width): (u128, u32), amount: (u128, u32)) -> u128 {
        let mut pool = TermPool::raw();
        let x = pool.bv_const(width, x);
        let by = pool.bv_const(amount.1, amount.0);
        let term = shift(&mut pool, shift_of, x, (by, true));
        number_of(&pool, term).expect("a number")
    }

    /// x86 looks at the low five bits of an amount, six where the operand has 64.
    #[test]
    fn shifts_are_those_of_the_machine() {
        let (left, right, arithmetic) =
            ((BinOp::Shl, false), (BinOp::Shr, false), (BinOp::Shr, true));
        assert_eq!(shifted(left, (0x8000_0001, 32), (1, 32)), 2);
        assert_eq!(shifted(left, (1, 32), (32, 32)), 1);
        assert_eq!(shifted(left, (1, 32), (33, 64)), 2);
        assert_eq!(shifted(left, (1, 64), (33, 32)), 1 << 33);
        assert_eq!(shifted(left, (1, 64), (65, 8)), 2);
        assert_eq!(shifted(left, (1, 32), (0xff, 8)), 1 << 31);
        assert_eq!(shifted(right, (0x8000_0000, 32), (31, 32)), 1);
        assert_eq!(
            shifted(arithmetic, (0x8000_0000, 32), (31, 32)),
            0xffff_ffff
        );
    }

    #[test]
    fn a_bit_field_is_written_and_read_back() {
        let range = BitRange {
            offset: 3,
            width: 5,
        };
        let mut pool = TermPool::raw();
        let whole = pool.bv_const(16, 0xabcd);
        let new = pool.bv_const(32, 0xffff_fff6);
        let written = with_field(&mut pool, whole, range, new);
        assert_eq!(number_of(&pool, written), Some(0xab00 | 0x05 | 0x16 << 3));
        let read = field(&mut pool, written, range);
        assert_eq!(number_of(&pool, read), Some(0x16));
    }
}
