//! Integer operations per width and sign.

use super::{Rules, Trap};
use crate::word::{Kind, Word, mask, mask128};
use hatha_cfa::{BinOp, UnOp};
use hatha_defect::{Defect, is_on};

/// An operation on integers of at most 64 bits: the bits of the result.
#[inline(always)]
pub(super) fn binary(
    rules: Rules,
    op: BinOp,
    (bits, signed): (u8, bool),
    right: Kind,
    a: &Word,
    b: &Word,
) -> Result<u64, Trap> {
    Ok(match op {
        BinOp::Add | BinOp::Sub | BinOp::Mul => return arith(rules, op, (bits, signed), a, b),
        BinOp::Div | BinOp::Rem => return divide(op, bits, signed, a, b),
        BinOp::Shl | BinOp::Shr => return shift(rules, op, (bits, signed), right, a, b),
        BinOp::And => a.lo & b.lo,
        BinOp::Or => a.lo | b.lo,
        BinOp::Xor => a.lo ^ b.lo,
        _ => u64::from(compare(op, bits, signed, a, b)),
    })
}

#[inline(always)]
fn compare(op: BinOp, bits: u8, signed: bool, a: &Word, b: &Word) -> bool {
    if signed {
        ordered(op, a.signed(bits), b.signed(bits))
    } else {
        ordered(op, a.lo, b.lo)
    }
}

/// A comparison on any ordered type.
#[inline(always)]
pub(super) fn ordered<T: PartialOrd>(op: BinOp, a: T, b: T) -> bool {
    match op {
        BinOp::Eq => a == b,
        BinOp::Ne => a != b,
        BinOp::Lt => a < b,
        BinOp::Le => a <= b,
        BinOp::Gt => a > b,
        _ => a >= b,
    }
}

#[inline(always)]
fn arith(
    rules: Rules,
    op: BinOp,
    (bits, signed): (u8, bool),
    a: &Word,
    b: &Word,
) -> Result<u64, Trap> {
    if !signed || rules.wrap {
        let raw = match op {
            BinOp::Add => a.lo.wrapping_add(b.lo),
            BinOp::Sub => a.lo.wrapping_sub(b.lo),
            _ => a.lo.wrapping_mul(b.lo),
        };
        return Ok(raw & mask(bits));
    }
    let (x, y) = (a.signed(bits), b.signed(bits));
    let (wide, over) = match op {
        BinOp::Add => x.overflowing_add(y),
        BinOp::Sub => x.overflowing_sub(y),
        _ => x.overflowing_mul(y),
    };
    let kept = wide as u64 & mask(bits);
    if over || Word::int(kept).signed(bits) != wide {
        return Err(Trap::Overflow(op));
    }
    Ok(kept)
}

/// Division truncates; the overflowing quotient traps under every rule because
/// the machine's instruction does.
fn divide(op: BinOp, bits: u8, signed: bool, a: &Word, b: &Word) -> Result<u64, Trap> {
    if b.lo == 0 {
        return Err(Trap::DivisionByZero);
    }
    let quotient = op == BinOp::Div;
    if !signed {
        return Ok(if quotient { a.lo / b.lo } else { a.lo % b.lo });
    }
    let (x, y) = (a.signed(bits), b.signed(bits));
    if y == -1 && a.lo == 1 << (bits - 1) {
        return Err(Trap::Overflow(op));
    }
    let raw = match quotient {
        true if is_on(Defect::SimulatorDivides) => x.div_euclid(y),
        true => x / y,
        false => x % y,
    };
    Ok(raw as u64 & mask(bits))
}

/// The count of a shift, checked or masked: x86 uses the low 5 bits of the
/// count, 6 for 64-bit operands.
fn shift_count(rules: Rules, bits: u8, right: Kind, b: &Word) -> Result<u32, Trap> {
    let count = b.integer(right);
    if (0..i128::from(bits)).contains(&count) {
        return Ok(count as u32);
    }
    if !rules.mask_shifts {
        let count = count.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64;
        return Err(Trap::Shift { count, width: bits });
    }
    let register = match bits {
        0..=32 => 31,
        33..=64 => 63,
        _ => 127,
    };
    Ok(count as u32 & register)
}

fn shift(
    rules: Rules,
    op: BinOp,
    (bits, signed): (u8, bool),
    right: Kind,
    a: &Word,
    b: &Word,
) -> Result<u64, Trap> {
    let count = shift_count(rules, bits, right, b)?;
    if op == BinOp::Shl && signed && !rules.wrap {
        // C has no value for it, though machines have: a negative number, or bits that get lost.
        let x = a.signed(bits);
        if x < 0 || x > (i64::MAX >> (64 - u32::from(bits))) >> count {
            return Err(Trap::Overflow(op));
        }
    }
    let raw = match op {
        BinOp::Shl => a.lo << count,
        _ if signed => (a.signed(bits) >> count) as u64,
        _ => a.lo >> count,
    };
    Ok(raw & mask(bits))
}

/// An operation on integers of 65 to 128 bits.
pub(crate) fn binary_wide(
    rules: Rules,
    op: BinOp,
    bits: u8,
    signed: bool,
    right: Kind,
    a: Word,
    b: Word,
) -> Result<Word, Trap> {
    let (x, y) = (a.bits(), b.bits());
    let result = match op {
        BinOp::And => x & y,
        BinOp::Or => x | y,
        BinOp::Xor => x ^ y,
        BinOp::Shl | BinOp::Shr => {
            let count = shift_count(rules, bits, right, &b)?;
            let number = a.integer(Kind::Int { bits, signed });
            let most = (i128::MAX >> (128 - u32::from(bits))) >> count;
            if op == BinOp::Shl && signed && !rules.wrap && !(0..=most).contains(&number) {
                return Err(Trap::Overflow(op));
            }
            shift_wide(op, bits, signed, a, count)
        }
        _ if op.is_comparison() => {
            return Ok(Word::int(u64::from(compare_wide(op, bits, signed, a, b))));
        }
        _ if signed => return arith_wide(rules, op, bits, a, b),
        BinOp::Add => x.wrapping_add(y),
        BinOp::Sub => x.wrapping_sub(y),
        BinOp::Mul => x.wrapping_mul(y),
        BinOp::Div => x.checked_div(y).ok_or(Trap::DivisionByZero)?,
        _ => x.checked_rem(y).ok_or(Trap::DivisionByZero)?,
    };
    Ok(Word::wide(result & mask128(bits)))
}

fn shift_wide(op: BinOp, bits: u8, signed: bool, a: Word, count: u32) -> u128 {
    match op {
        BinOp::Shl => a.bits() << count,
        _ if signed => (a.integer(Kind::Int { bits, signed }) >> count) as u128,
        _ => a.bits() >> count,
    }
}

fn compare_wide(op: BinOp, bits: u8, signed: bool, a: Word, b: Word) -> bool {
    if signed {
        let kind = Kind::Int { bits, signed };
        ordered(op, a.integer(kind), b.integer(kind))
    } else {
        ordered(op, a.bits(), b.bits())
    }
}

fn arith_wide(rules: Rules, op: BinOp, bits: u8, a: Word, b: Word) -> Result<Word, Trap> {
    let kind = Kind::Int { bits, signed: true };
    let (x, y) = (a.integer(kind), b.integer(kind));
    let (wide, over) = match op {
        BinOp::Add => x.overflowing_add(y),
        BinOp::Sub => x.overflowing_sub(y),
        BinOp::Mul => x.overflowing_mul(y),
        _ if y == 0 => return Err(Trap::DivisionByZero),
        BinOp::Div => x.overflowing_div(y),
        _ => x.overflowing_rem(y),
    };
    let word = Word::wide(wide as u128 & mask128(bits));
    let divides = matches!(op, BinOp::Div | BinOp::Rem);
    if (over || word.integer(kind) != wide) && (divides || !rules.wrap) {
        return Err(Trap::Overflow(op));
    }
    Ok(word)
}

/// Comparisons of addresses go by address alone, as the machine's do.
pub(crate) fn binary_pointer(op: BinOp, bits: u8, a: Word, b: Word) -> Result<Word, Trap> {
    if op.is_comparison() {
        return Ok(Word::int(u64::from(ordered(op, a.lo, b.lo))));
    }
    let raw = match op {
        BinOp::Add => a.lo.wrapping_add(b.lo),
        BinOp::Sub => a.lo.wrapping_sub(b.lo),
        BinOp::And => a.lo & b.lo,
        BinOp::Or => a.lo | b.lo,
        BinOp::Xor => a.lo ^ b.lo,
        _ => return Err(Trap::Malformed),
    };
    Ok(Word::int(raw & mask(bits)))
}

/// Unbounded integers, as far as 128 bits reach.
pub(crate) fn binary_math(op: BinOp, a: Word, b: Word) -> Result<Word, Trap> {
    let (x, y) = (a.bits() as i128, b.bits() as i128);
    if op.is_comparison() {
        return Ok(Word::int(u64::from(ordered(op, x, y))));
    }
    let result = match op {
        BinOp::Add => x.checked_add(y),
        BinOp::Sub => x.checked_sub(y),
        BinOp::Mul => x.checked_mul(y),
        BinOp::Div | BinOp::Rem if y == 0 => return Err(Trap::DivisionByZero),
        BinOp::Div => x.checked_div(y),
        BinOp::Rem => x.checked_rem(y),
        _ => return Err(Trap::Malformed),
    };
    result
        .map(|v| Word::wide(v as u128))
        .ok_or(Trap::Unrepresentable)
}

/// Unary operators on integers of any width.
pub(super) fn unary(rules: Rules, op: UnOp, bits: u8, signed: bool, a: Word) -> Result<Word, Trap> {
    let kind = Kind::Int { bits, signed };
    let x = a.bits_of(kind);
    let result = match op {
        UnOp::Neg if signed && !rules.wrap && x == 1 << (bits - 1) => {
            return Err(Trap::NegOverflow);
        }
        UnOp::Neg => x.wrapping_neg(),
        UnOp::Not => !x,
        UnOp::Clz | UnOp::Ctz if x == 0 => return Err(Trap::Argument),
        UnOp::Clz => u128::from(x.leading_zeros() - (128 - u32::from(bits))),
        UnOp::Ctz => u128::from(x.trailing_zeros()),
        UnOp::Popcount => u128::from(x.count_ones()),
        UnOp::Bswap => x.swap_bytes() >> (128 - u32::from(bits)),
        UnOp::LogicalNot => u128::from(x == 0),
    };
    // Counts are `int`s: they fit every width from 8 on, and are not masked by narrower ones.
    let width = match op {
        UnOp::Clz | UnOp::Ctz | UnOp::Popcount => 32,
        _ => bits,
    };
    Ok(Word::wide(result & mask128(width)))
}
