//! Operations on words without a value.
//!
//! Undefinedness flows through arithmetic (an operation on it is not yet a use)
//! and bits stay defined where no undefined bit can reach them, so that masks
//! and comparisons of partly written words behave as on a real machine under a
//! memory checker.

use super::Trap;
use crate::word::{Definedness, Kind, Word, mask};
use hatha_cfa::{BinOp, UnOp};

/// The undefined bits of a word of at most 64 bits.
fn holes(a: Word) -> u64 {
    if a.is_defined() { 0 } else { a.hi }
}

/// A partly defined word, defined if no hole remains.
fn partly(lo: u64, holes: u64) -> Word {
    if holes == 0 {
        return Word::int(lo);
    }
    Word {
        hi: holes,
        lo,
        ..Word::undefined(Definedness::Indeterminate)
    }
}

/// A binary operation of which at least one operand is not defined.
#[inline(never)]
pub(super) fn binary(op: BinOp, kind: Kind, a: &Word, b: &Word) -> Result<Word, Trap> {
    let (a, b) = (*a, *b);
    // An undefined divisor may be zero: that is a use.
    if matches!(op, BinOp::Div | BinOp::Rem) && !b.is_defined() && !kind.is_float() {
        return Err(Trap::Undefined);
    }
    let Kind::Int { bits, .. } = kind else {
        return Ok(Word::undefined(Definedness::Indeterminate));
    };
    if bits > 64 {
        return Ok(Word::undefined(Definedness::Indeterminate));
    }
    let (ha, hb) = (holes(a), holes(b));
    let any = (ha | hb) & mask(bits);
    Ok(match op {
        BinOp::And => partly(a.lo & b.lo, any & (a.lo | ha) & (b.lo | hb)),
        BinOp::Or => partly(a.lo | b.lo, any & (!a.lo | ha) & (!b.lo | hb)),
        BinOp::Xor => partly(a.lo ^ b.lo, any),
        BinOp::Eq | BinOp::Ne if (a.lo ^ b.lo) & !any & mask(bits) != 0 => {
            Word::int(u64::from(op == BinOp::Ne))
        }
        BinOp::Shl | BinOp::Shr if b.is_defined() && b.lo < u64::from(bits) => {
            shift(op, bits, kind.is_signed(), a, b.lo as u32)
        }
        _ if any == 0 => Word::undefined(Definedness::Indeterminate),
        _ => partly(0, mask(bits)),
    })
}

fn shift(op: BinOp, bits: u8, signed: bool, a: Word, count: u32) -> Word {
    let m = mask(bits);
    let go = |x: u64| match op {
        BinOp::Shl => (x << count) & m,
        _ if signed => (Word::int(x).signed(bits) >> count) as u64 & m,
        _ => (x & m) >> count,
    };
    partly(go(a.lo), go(holes(a)))
}

/// A unary operation on an undefined word.
pub(super) fn unary(op: UnOp, kind: Kind, a: Word) -> Result<Word, Trap> {
    Ok(match (op, kind) {
        (UnOp::Not, Kind::Int { bits, .. }) if bits <= 64 => partly(!a.lo & mask(bits), a.hi),
        (UnOp::LogicalNot, Kind::Int { bits, .. })
            if bits <= 64 && a.lo & !a.hi & mask(bits) != 0 =>
        {
            Word::ZERO
        }
        _ => Word::undefined(Definedness::Indeterminate),
    })
}

/// A conversion of an undefined word.
pub(super) fn cast(from: Kind, to: Kind, a: Word) -> Word {
    let (Some(f), Some(t)) = (narrow_int(from), narrow_int(to)) else {
        return Word::undefined(Definedness::Indeterminate);
    };
    let extend = |x: u64| {
        if from.is_signed() {
            Word::int(x).signed(f) as u64
        } else {
            x & mask(f)
        }
    };
    partly(extend(a.lo) & mask(t), extend(a.hi) & mask(t))
}

/// The width of an integer or address of at most 64 bits.
fn narrow_int(kind: Kind) -> Option<u8> {
    match kind {
        Kind::Int { bits, .. } | Kind::Ptr { bits } if bits <= 64 => Some(bits),
        _ => None,
    }
}
