//! Conversions between formats, to and from integers, and to integral floats.

use super::int::Int;
use super::round::{Exact, increment, round, shift_right_sticky};
use super::special;
use super::unpack::{Unpacked, is_zero, normalise};
use crate::circuits::{self, Word};
use crate::gates::{Gates, Lit};
use hatha_term::{Format, Rounding};

/// The number in another format.
pub(super) fn convert(g: &mut Gates, from: Format, to: Format, r: Rounding, a: &[Lit]) -> Word {
    let a = Unpacked::new(g, from, a);
    let exact = Exact {
        sign: a.sign,
        exponent: a.exponent,
        significand: a.significand,
        sticky: Lit::FALSE,
    };
    let numbers = round(g, to, r, exact);
    let result = circuits::choose(g, a.zero, &special(to, 0, a.sign), &numbers);
    let infinity = special(to, to.infinity(), a.sign);
    circuits::choose(g, a.infinite, &infinity, &result)
}

/// A NaN in another format: its sign and the high bits of its payload.
pub(crate) fn convert_nan(from: Format, to: Format, a: &[Lit]) -> Word {
    let (old, new) = (from.fraction_bits() as usize, to.fraction_bits() as usize);
    let mut bits = match new.checked_sub(old) {
        Some(more) => [&vec![Lit::FALSE; more], &a[..old]].concat(),
        None => a[old - new..old].to_vec(),
    };
    bits[new - 1] = Lit::TRUE;
    bits.resize(to.width() as usize - 1, Lit::TRUE);
    bits.push(a[a.len() - 1]);
    bits
}

fn negate_if(g: &mut Gates, c: Lit, a: &[Lit]) -> Word {
    let flipped: Word = a.iter().map(|&l| g.xor(l, c)).collect();
    let zero = vec![Lit::FALSE; a.len()];
    circuits::add(g, &flipped, &zero, c)
}

/// A signed integer as a float.
pub(super) fn from_int(g: &mut Gates, f: Format, r: Rounding, a: &[Lit]) -> Word {
    let sign = a[a.len() - 1];
    // The magnitude of the least integer fits without a sign.
    let magnitude = negate_if(g, sign, a);
    let zero = is_zero(g, &magnitude);
    let (significand, places) = normalise(g, &magnitude);
    let top = a.len() as i64 - 1;
    let exponent = Int::constant(top).sub(g, &Int::unsigned(&places));
    let exact = Exact {
        sign,
        exponent: exponent.within(0, top),
        significand,
        sticky: Lit::FALSE,
    };
    let numbers = round(g, f, r, exact);
    circuits::choose(g, zero, &special(f, 0, Lit::FALSE), &numbers)
}

/// A float as a signed integer of `width` bits; the least one if none fits.
pub(super) fn to_int(g: &mut Gates, f: Format, r: Rounding, a: &[Lit], width: usize) -> Word {
    let a = Unpacked::new(g, f, a);
    let n = width as i64;
    // The significand right below the point, then moved up by the exponent.
    let mut fixed = a.significand.clone();
    fixed.resize(a.significand.len() + width, Lit::FALSE);
    let places = a.exponent.plus(g, 1);
    let amount = places.clamped(g, n);
    let fixed = shift_left(g, &fixed, &amount);
    let (fraction, integer) = fixed.split_at(a.significand.len());
    // Below a half neither bit is where it was put.
    let tiny = places.sign();
    let guard = g.and(fraction[fraction.len() - 1], !tiny);
    let lower = g.or_all(fraction[..fraction.len() - 1].iter().copied());
    let rest = g.mux(tiny, !a.zero, lower);
    let up = increment(g, r, a.sign, integer[0], guard, rest);
    let mut magnitude = integer.to_vec();
    magnitude.push(Lit::FALSE);
    let zero = vec![Lit::FALSE; width + 1];
    let magnitude = circuits::add(g, &magnitude, &zero, up);
    let value = negate_if(g, a.sign, &magnitude);
    let fits = fits(g, a.sign, &magnitude);
    let too_large = Int::constant(n - 1).less(g, &a.exponent);
    // The exponent of a zero means nothing.
    let too_large = g.and(too_large, !a.zero);
    let special = g.or(a.nan, a.infinite);
    let outside = g.or(special, too_large);
    let outside = g.or(outside, !fits);
    let mut least = vec![Lit::FALSE; width - 1];
    least.push(Lit::TRUE);
    circuits::choose(g, outside, &least, &value[..width])
}

/// Is the magnitude, one bit wider than the integer, within the range that the
/// sign allows? The least integer may be taken for one that does not fit.
fn fits(g: &mut Gates, sign: Lit, magnitude: &[Lit]) -> Lit {
    let (low, high) = magnitude.split_at(magnitude.len() - 2);
    let some = g.or_all(low.iter().copied());
    let above = g.or(some, !sign);
    let too_large = g.and(high[0], above);
    !g.or(high[1], too_large)
}

fn shift_left(g: &mut Gates, word: &[Lit], amount: &[Lit]) -> Word {
    let n = word.len();
    let mut word = word.to_vec();
    for (k, &bit) in amount.iter().enumerate() {
        let by = (1usize << k).min(n);
        let mut moved = vec![Lit::FALSE; by];
        moved.extend_from_slice(&word[..n - by]);
        word = circuits::choose(g, bit, &moved, &word);
    }
    word
}

/// The nearest integer in the direction of the mode, as a float.
pub(super) fn round_to_integral(g: &mut Gates, f: Format, r: Rounding, a: &[Lit]) -> Word {
    let a = Unpacked::new(g, f, a);
    let p = f.precision() as usize;
    let top = p as i64 - 1;
    let fraction_bits = Int::constant(top).sub(g, &a.exponent);
    let integral = g.or(fraction_bits.sign(), a.infinite);
    let amount = fraction_bits.clamped(g, p as i64 + 1);
    let mut widened = vec![Lit::FALSE];
    widened.extend_from_slice(&a.significand);
    let (shifted, rest) = shift_right_sticky(g, &widened, &amount);
    let (guard, integer) = (shifted[0], &shifted[1..]);
    let up = increment(g, r, a.sign, integer[0], guard, rest);
    let zero = vec![Lit::FALSE; p];
    let magnitude = circuits::add(g, integer, &zero, up);
    let vanishes = is_zero(g, &magnitude);
    let (significand, places) = normalise(g, &magnitude);
    let exponent = Int::constant(top).sub(g, &Int::unsigned(&places));
    let exact = Exact {
        sign: a.sign,
        exponent: exponent.within(0, top),
        significand,
        sticky: Lit::FALSE,
    };
    let numbers = round(g, f, Rounding::TowardZero, exact);
    let result = circuits::choose(g, vanishes, &special(f, 0, a.sign), &numbers);
    circuits::choose(g, integral, &a.bits, &result)
}
