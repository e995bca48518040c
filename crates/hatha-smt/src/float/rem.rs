//! Remainders by long division: one step for every difference of exponents that
//! the format has, which makes them the largest circuits of all.

use super::int::Int;
use super::round::{Exact, round};
use super::unpack::{Unpacked, exponent_range, normalise};
use super::{constant, special};
use crate::circuits::{self, Word};
use crate::gates::{Gates, Lit};
use hatha_term::{Format, Rounding};

/// The number of steps of a division.
pub(super) fn steps(f: Format) -> u64 {
    let (lo, hi) = exponent_range(f);
    (hi - lo) as u64 + 1
}

/// The rest of a division, with one bit more than a significand, and whether
/// the last digit of the quotient is one.
struct Division {
    rest: Word,
    odd: Lit,
}

/// `x` modulo `y` where the exponent of `x` is greater by `distance`; if that is
/// negative the rest is the significand of `x`.
fn divide(g: &mut Gates, f: Format, x: &Unpacked, y: &Unpacked, distance: &Int) -> Division {
    let widened = |word: &[Lit]| [word, &[Lit::FALSE]].concat();
    let (mut rest, divisor) = (widened(&x.significand), widened(&y.significand));
    let n = rest.len();
    let mut active = Lit::FALSE;
    let mut odd = Lit::FALSE;
    for i in (0..steps(f) as i64).rev() {
        let starts = distance.equals(g, &Int::constant(i));
        active = g.or(active, starts);
        // The rest is below twice the divisor.
        let fits = !circuits::less(g, &rest, &divisor);
        let difference = circuits::sub(g, &rest, &divisor);
        let left = circuits::choose(g, fits, &difference, &rest);
        let next = if i == 0 {
            odd = g.and(fits, active);
            left
        } else {
            [&[Lit::FALSE], &left[..n - 1]].concat()
        };
        rest = circuits::choose(g, active, &next, &rest);
    }
    Division { rest, odd }
}

/// What both remainders have in common: NaNs, and dividends that are their own
/// remainders.
fn with_specials(
    g: &mut Gates,
    f: Format,
    x: &Unpacked,
    y: &Unpacked,
    small: Lit,
    result: Word,
) -> Word {
    let same = g.or(x.zero, y.infinite);
    let same = g.or(same, small);
    let result = circuits::choose(g, same, &x.bits, &result);
    let invalid = g.or(x.infinite, y.zero);
    circuits::choose(g, invalid, &constant(f, f.default_nan()), &result)
}

/// A rest with the given exponent of its top bit: exact, and zero with the sign
/// of the dividend.
fn packed(g: &mut Gates, f: Format, sign: Lit, zero_sign: Lit, rest: &[Lit], top: &Int) -> Word {
    let (significand, places) = normalise(g, rest);
    let zero = !significand[significand.len() - 1];
    let exponent = top.sub(g, &Int::unsigned(&places));
    let exact = Exact {
        sign,
        exponent,
        significand,
        sticky: Lit::FALSE,
    };
    let numbers = round(g, f, Rounding::TowardZero, exact);
    circuits::choose(g, zero, &special(f, 0, zero_sign), &numbers)
}

/// C's `fmod`.
pub(super) fn fmod(g: &mut Gates, f: Format, a: &[Lit], b: &[Lit]) -> Word {
    let (x, y) = (Unpacked::new(g, f, a), Unpacked::new(g, f, b));
    let distance = x.exponent.sub(g, &y.exponent);
    let Division { rest, .. } = divide(g, f, &x, &y, &distance);
    // The extra bit of the rest is one place above the divisor's top bit.
    let top = y.exponent.plus(g, 1);
    let result = packed(g, f, x.sign, x.sign, &rest, &top);
    with_specials(g, f, &x, &y, distance.sign(), result)
}

/// IEEE's remainder: the rest, or what it lacks to the divisor if that is less,
/// or as much and the quotient is odd.
pub(super) fn rem(g: &mut Gates, f: Format, a: &[Lit], b: &[Lit]) -> Word {
    let (x, y) = (Unpacked::new(g, f, a), Unpacked::new(g, f, b));
    let distance = x.exponent.sub(g, &y.exponent);
    let Division { rest, odd } = divide(g, f, &x, &y, &distance);
    // In halves of the divisor's last place, so that a dividend with an exponent
    // one less has its place too.
    let doubled = [&[Lit::FALSE], &rest[..]].concat();
    let half = [&rest[..], &[Lit::FALSE]].concat();
    let rest = circuits::choose(g, distance.sign(), &half, &doubled);
    let divisor = [&[Lit::FALSE], &y.significand[..], &[Lit::FALSE]].concat();
    let lacking = circuits::sub(g, &divisor, &rest);
    let above = circuits::less(g, &lacking, &rest);
    let tie = circuits::equal(g, &lacking, &rest);
    let tie = g.and(tie, odd);
    let up = g.or(above, tie);
    let nearest = circuits::choose(g, up, &lacking, &rest);
    let sign = g.xor(x.sign, up);
    let top = y.exponent.plus(g, 1);
    let result = packed(g, f, sign, x.sign, &nearest, &top);
    let small = distance.less(g, &Int::constant(-1));
    with_specials(g, f, &x, &y, small, result)
}
