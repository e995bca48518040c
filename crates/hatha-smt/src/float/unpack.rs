//! The parts of a float: class, sign, exponent and normalised significand.

use super::int::Int;
use crate::circuits::{self, Word};
use crate::gates::{Gates, Lit};
use hatha_term::Format;

/// A float taken apart. For a number that is neither zero nor infinite it is
/// `significand * 2^(exponent - (p - 1))` and the top bit of the significand is
/// set, also if the number is subnormal. The significand of a zero is zero; the
/// exponent means nothing for what is no such number.
pub(crate) struct Unpacked {
    pub bits: Word,
    pub sign: Lit,
    pub nan: Lit,
    pub infinite: Lit,
    pub zero: Lit,
    pub exponent: Int,
    pub significand: Word,
}

/// The exponents that numbers of a format have, subnormal ones normalised.
pub(crate) fn exponent_range(f: Format) -> (i64, i64) {
    let least = 1 - i64::from(f.bias());
    (least - i64::from(f.fraction_bits()), f.bias().into())
}

/// The bits without the sign.
pub fn magnitude(bits: &[Lit]) -> &[Lit] {
    &bits[..bits.len() - 1]
}

pub fn is_zero(g: &mut Gates, word: &[Lit]) -> Lit {
    !g.or_all(word.iter().copied())
}

fn is_ones(g: &mut Gates, word: &[Lit]) -> Lit {
    word.iter().fold(Lit::TRUE, |all, &l| g.and(all, l))
}

/// Are these the bits of a NaN?
pub fn is_nan(g: &mut Gates, f: Format, bits: &[Lit]) -> Lit {
    let (fraction, exponent) = magnitude(bits).split_at(f.fraction_bits() as usize);
    let special = is_ones(g, exponent);
    let plain = is_zero(g, fraction);
    g.and(special, !plain)
}

/// Shifts the highest set bit to the top; by how many places comes second. A
/// zero stays one.
pub fn normalise(g: &mut Gates, word: &[Lit]) -> (Word, Word) {
    let n = word.len();
    let stages = (usize::BITS - (n - 1).leading_zeros()) as usize;
    let mut shifted = word.to_vec();
    let mut count = vec![Lit::FALSE; stages];
    for k in (0..stages).rev() {
        let by = 1usize << k;
        let clear = is_zero(g, &shifted[n - by..]);
        let mut moved = vec![Lit::FALSE; by];
        moved.extend_from_slice(&shifted[..n - by]);
        shifted = circuits::choose(g, clear, &moved, &shifted);
        count[k] = clear;
    }
    (shifted, count)
}

impl Unpacked {
    pub fn new(g: &mut Gates, f: Format, bits: &[Lit]) -> Unpacked {
        let (fraction, stored) = magnitude(bits).split_at(f.fraction_bits() as usize);
        let special = is_ones(g, stored);
        let plain = is_zero(g, fraction);
        let subnormal = is_zero(g, stored);
        let mut significand = fraction.to_vec();
        significand.push(!subnormal);
        let (significand, places) = normalise(g, &significand);
        // A stored exponent of zero means the same as one.
        let mut effective = stored.to_vec();
        effective[0] = g.or(effective[0], subnormal);
        let exponent = Int::unsigned(&effective).plus(g, -i64::from(f.bias()));
        let (lo, hi) = exponent_range(f);
        let exponent = exponent.sub(g, &Int::unsigned(&places)).within(lo, hi);
        Unpacked {
            bits: bits.to_vec(),
            sign: bits[bits.len() - 1],
            nan: g.and(special, !plain),
            infinite: g.and(special, plain),
            zero: g.and(subnormal, plain),
            exponent,
            significand,
        }
    }
}
