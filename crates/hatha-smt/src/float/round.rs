//! Rounding to a format: the only place where a result loses bits.

use super::int::Int;
use crate::circuits::{self, Word};
use crate::gates::{Gates, Lit};
use hatha_term::{Format, Rounding};

/// An exact result that is not zero: `significand * 2^exponent` with the point
/// after the significand's top bit, which is set. `sticky` says that something
/// below the last bit was left out.
pub(super) struct Exact {
    pub sign: Lit,
    pub exponent: Int,
    pub significand: Word,
    pub sticky: Lit,
}

/// Does the magnitude grow by one in the last place? `guard` is the first bit
/// that is dropped, `rest` whether any after it is set.
pub(super) fn increment(
    g: &mut Gates,
    rounding: Rounding,
    sign: Lit,
    last: Lit,
    guard: Lit,
    rest: Lit,
) -> Lit {
    let inexact = g.or(guard, rest);
    match rounding {
        Rounding::NearestEven => {
            let above_tie_or_odd = g.or(rest, last);
            g.and(guard, above_tie_or_odd)
        }
        Rounding::NearestAway => guard,
        Rounding::TowardPositive => g.and(inexact, !sign),
        Rounding::TowardNegative => g.and(inexact, sign),
        Rounding::TowardZero => Lit::FALSE,
    }
}

/// Right shift; the second result says whether a set bit fell out. An amount of
/// at least the width drops everything.
pub(crate) fn shift_right_sticky(g: &mut Gates, word: &[Lit], amount: &[Lit]) -> (Word, Lit) {
    let n = word.len();
    let mut word = word.to_vec();
    let mut sticky = Lit::FALSE;
    for (k, &bit) in amount.iter().enumerate() {
        let by = 1usize.checked_shl(k as u32).unwrap_or(n).min(n);
        let dropped = g.or_all(word[..by].iter().copied());
        let dropped = g.and(bit, dropped);
        sticky = g.or(sticky, dropped);
        let mut moved = word[by..].to_vec();
        moved.resize(n, Lit::FALSE);
        word = circuits::choose(g, bit, &moved, &word);
    }
    (word, sticky)
}

/// The bits of the nearest float in the direction of the mode.
pub(super) fn round(g: &mut Gates, f: Format, rounding: Rounding, exact: Exact) -> Word {
    let p = f.precision() as usize;
    let least = 1 - i64::from(f.bias());
    let (kept, rest) = cut(g, exact.significand, exact.sticky, p + 1);
    let (kept, rest) = denormalise(g, kept, rest, &exact.exponent, least);
    let (guard, significand) = (kept[0], &kept[1..]);
    let last = significand[0];
    let up = increment(g, rounding, exact.sign, last, guard, rest);
    let normal = significand[p - 1];
    let stored = exact.exponent.plus(g, f.bias().into());
    let stored = stored.resized(f.exponent_bits() as usize);
    let stored = stored.into_iter().map(|l| g.and(l, normal));
    let mut packed = significand[..p - 1].to_vec();
    packed.extend(stored.collect::<Word>());
    // A carry out of the significand is the next exponent, up to infinity, which
    // is then what the mode asks for.
    let zero = vec![Lit::FALSE; packed.len()];
    let packed = circuits::add(g, &packed, &zero, up);
    let above = Int::constant(f.bias().into()).less(g, &exact.exponent);
    let overflow = overflow(f, rounding, exact.sign);
    let mut result = circuits::choose(g, above, &overflow, &packed);
    result.push(exact.sign);
    result
}

/// The top `width` bits, and whether a bit below them is set.
fn cut(g: &mut Gates, mut word: Word, sticky: Lit, width: usize) -> (Word, Lit) {
    if word.len() < width {
        let mut padded = vec![Lit::FALSE; width - word.len()];
        padded.append(&mut word);
        return (padded, sticky);
    }
    let kept = word.split_off(word.len() - width);
    let dropped = g.or_all(word);
    (kept, g.or(dropped, sticky))
}

/// Below the least exponent a significand has leading zeros instead.
fn denormalise(g: &mut Gates, kept: Word, rest: Lit, exponent: &Int, least: i64) -> (Word, Lit) {
    if exponent.lo() >= least {
        return (kept, rest);
    }
    let missing = Int::constant(least).sub(g, exponent);
    let amount = missing.clamped(g, kept.len() as i64);
    let (shifted, dropped) = shift_right_sticky(g, &kept, &amount);
    (shifted, g.or(rest, dropped))
}

/// The magnitude of a result above all numbers: infinity or the greatest one.
fn overflow(f: Format, rounding: Rounding, sign: Lit) -> Word {
    let to_infinity = match rounding {
        Rounding::NearestEven | Rounding::NearestAway => Lit::TRUE,
        Rounding::TowardPositive => !sign,
        Rounding::TowardNegative => sign,
        Rounding::TowardZero => Lit::FALSE,
    };
    // Infinity has no fraction and one exponent more than the greatest number.
    let mut word = vec![!to_infinity; f.fraction_bits() as usize];
    word.push(to_infinity);
    word.resize(f.width() as usize - 1, Lit::TRUE);
    word
}
