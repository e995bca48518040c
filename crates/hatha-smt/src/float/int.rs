//! Signed integers with a known range, for exponents: every operation makes its
//! result as wide as its range asks for, so none overflows.

use crate::circuits::{self, Word};
use crate::gates::{Gates, Lit};

/// A two's complement word whose value is within bounds.
#[derive(Clone)]
pub(super) struct Int {
    bits: Word,
    lo: i64,
    hi: i64,
}

/// The width of the shortest two's complement that holds both bounds.
fn width_of(lo: i64, hi: i64) -> usize {
    let bits = |v: i64| 65 - (v ^ (v >> 63)).leading_zeros() as usize;
    bits(lo).max(bits(hi))
}

impl Int {
    /// An unsigned word as a number.
    pub(super) fn unsigned(word: &[Lit]) -> Int {
        let mut bits = word.to_vec();
        bits.push(Lit::FALSE);
        let hi = (1 << word.len()) - 1;
        Int { bits, lo: 0, hi }
    }

    pub(super) fn constant(value: i64) -> Int {
        let bit = |i: usize| Lit::from_bool(value >> i & 1 == 1);
        Int {
            bits: (0..width_of(value, value)).map(bit).collect(),
            lo: value,
            hi: value,
        }
    }

    /// The same number; the caller knows that it is within these bounds wherever
    /// it matters.
    pub(super) fn within(self, lo: i64, hi: i64) -> Int {
        let (lo, hi) = (lo.max(self.lo), hi.min(self.hi));
        let bits = self.resized(width_of(lo, hi));
        Int { bits, lo, hi }
    }

    /// The least value that it can have.
    pub(super) fn lo(&self) -> i64 {
        self.lo
    }

    /// The number cut or extended to a width.
    pub(super) fn resized(&self, width: usize) -> Word {
        let sign = self.sign();
        let mut bits = self.bits.clone();
        bits.resize(width, sign);
        bits
    }

    pub(super) fn sign(&self) -> Lit {
        self.bits[self.bits.len() - 1]
    }

    pub(super) fn add(&self, g: &mut Gates, other: &Int) -> Int {
        let (lo, hi) = (self.lo + other.lo, self.hi + other.hi);
        let width = width_of(lo, hi);
        let (a, b) = (self.resized(width), other.resized(width));
        let bits = circuits::add(g, &a, &b, Lit::FALSE);
        Int { bits, lo, hi }
    }

    pub(super) fn sub(&self, g: &mut Gates, other: &Int) -> Int {
        let (lo, hi) = (self.lo - other.hi, self.hi - other.lo);
        let width = width_of(lo, hi);
        let (a, b) = (self.resized(width), other.resized(width));
        let bits = circuits::sub(g, &a, &b);
        Int { bits, lo, hi }
    }

    pub(super) fn plus(&self, g: &mut Gates, constant: i64) -> Int {
        self.add(g, &Int::constant(constant))
    }

    pub(super) fn less(&self, g: &mut Gates, other: &Int) -> Lit {
        if self.hi < other.lo {
            return Lit::TRUE;
        }
        if self.lo >= other.hi {
            return Lit::FALSE;
        }
        let width = self.bits.len().max(other.bits.len());
        let (a, b) = (self.resized(width), other.resized(width));
        circuits::signed_less(g, &a, &b)
    }

    pub(super) fn equals(&self, g: &mut Gates, other: &Int) -> Lit {
        if self.hi < other.lo || other.hi < self.lo {
            return Lit::FALSE;
        }
        let width = self.bits.len().max(other.bits.len());
        let (a, b) = (self.resized(width), other.resized(width));
        circuits::equal(g, &a, &b)
    }

    pub(super) fn choose(g: &mut Gates, c: Lit, a: &Int, b: &Int) -> Int {
        let (lo, hi) = (a.lo.min(b.lo), a.hi.max(b.hi));
        let width = width_of(lo, hi);
        let (a, b) = (a.resized(width), b.resized(width));
        let bits = circuits::choose(g, c, &a, &b);
        Int { bits, lo, hi }
    }

    /// Half of it, rounded down.
    pub(super) fn halved(&self) -> Int {
        let (lo, hi) = (self.lo >> 1, self.hi >> 1);
        let bits = match self.bits.len() {
            1 => self.bits.clone(),
            _ => self.bits[1..].to_vec(),
        };
        let half = Int {
            bits,
            lo: self.lo >> 1,
            hi: self.hi >> 1,
        };
        half.within(lo, hi)
    }

    /// Is it odd?
    pub(crate) fn is_odd(&self) -> Lit {
        self.bits[0]
    }

    /// The number as an unsigned word, which is zero if it is negative and at
    /// most `limit`.
    pub(crate) fn clamped(&self, g: &mut Gates, limit: i64) -> Word {
        let above = Int::constant(limit).less(g, self);
        let cut = Int::choose(g, above, &Int::constant(limit), self);
        let positive = Int::choose(g, cut.sign(), &Int::constant(0), &cut);
        let width = width_of(0, limit) - 1;
        positive.resized(width.max(1))
    }
}
