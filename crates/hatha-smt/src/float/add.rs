//! Sums and fused products.

use super::int::Int;
use super::round::{Exact, round, shift_right_sticky};
use super::unpack::{Unpacked, magnitude, normalise};
use super::{constant, special};
use crate::circuits::{self, Word};
use crate::gates::{Gates, Lit};
use hatha_term::{Format, Rounding};

/// A number to be added. Its significand is normalised or zero.
struct Term {
    sign: Lit,
    exponent: Int,
    significand: Word,
}

/// `a + b`.
pub(super) fn add(g: &mut Gates, f: Format, r: Rounding, a: &[Lit], b: &[Lit]) -> Word {
    // The sum of numbers commutes: `a + b` and `b + a` are to share their gates.
    let (a, b) = if a <= b { (a, b) } else { (b, a) };
    let swapped = circuits::less(g, magnitude(a), magnitude(b));
    let (a, b) = (Unpacked::new(g, f, a), Unpacked::new(g, f, b));
    let (x, y) = (term(&a), term(&b));
    let (sum, zero) = sum(g, swapped, x, y);
    let numbers = round(g, f, r, sum);
    let zeros = zero_sum(g, f, r, a.sign, b.sign);
    let finite = circuits::choose(g, zero, &zeros, &numbers);
    infinite_sum(g, f, (a.infinite, a.sign), (b.infinite, b.sign), finite)
}

fn term(a: &Unpacked) -> Term {
    Term {
        sign: a.sign,
        exponent: a.exponent.clone(),
        significand: a.significand.clone(),
    }
}

/// An exact zero: the common sign, or plus, but minus when rounding down.
fn zero_sum(g: &mut Gates, f: Format, r: Rounding, a: Lit, b: Lit) -> Word {
    let sign = match r {
        Rounding::TowardNegative => g.or(a, b),
        _ => g.and(a, b),
    };
    special(f, 0, sign)
}

/// The sum where an operand may be infinite, given as whether it is and its
/// sign; infinities of different sign make a NaN.
fn infinite_sum(
    g: &mut Gates,
    f: Format,
    (a, a_sign): (Lit, Lit),
    (b, b_sign): (Lit, Lit),
    finite: Word,
) -> Word {
    let sign = g.mux(a, a_sign, b_sign);
    let infinity = special(f, f.infinity(), sign);
    let either = g.or(a, b);
    let result = circuits::choose(g, either, &infinity, &finite);
    let both = g.and(a, b);
    let opposite = g.xor(a_sign, b_sign);
    let invalid = g.and(both, opposite);
    circuits::choose(g, invalid, &constant(f, f.default_nan()), &result)
}

/// The exact sum, and whether it is zero. `swapped` says that the second has the
/// greater magnitude.
///
/// Three bits more than the operands have are enough: if the smaller one loses
/// bits at the end, its exponent is at least two less, the difference loses at
/// most one bit at the front, and the last bit, which stands for all that were
/// lost, stays below the one that decides the rounding.
fn sum(g: &mut Gates, swapped: Lit, x: Term, y: Term) -> (Exact, Lit) {
    let n = x.significand.len() + 3;
    let exponent = Int::choose(g, swapped, &y.exponent, &x.exponent);
    let smaller = Int::choose(g, swapped, &x.exponent, &y.exponent);
    let sign = g.mux(swapped, y.sign, x.sign);
    let large = circuits::choose(g, swapped, &y.significand, &x.significand);
    let small = circuits::choose(g, swapped, &x.significand, &y.significand);
    let widened = |word: Word| [vec![Lit::FALSE; 3], word].concat();
    let (mut large, small) = (widened(large), widened(small));
    let amount = exponent.sub(g, &smaller).clamped(g, n as i64);
    let (mut small, sticky) = shift_right_sticky(g, &small, &amount);
    small[0] = g.or(small[0], sticky);
    large.push(Lit::FALSE);
    small.push(Lit::FALSE);
    let subtract = g.xor(x.sign, y.sign);
    let small: Word = small.into_iter().map(|l| g.xor(l, subtract)).collect();
    let total = circuits::add(g, &large, &small, subtract);
    let (significand, places) = normalise(g, &total);
    let top = significand[n];
    let exponent = exponent.plus(g, 1).sub(g, &Int::unsigned(&places));
    let exact = Exact {
        sign,
        exponent,
        significand,
        sticky: Lit::FALSE,
    };
    (exact, !top)
}

/// The exact product: normalised, or zero.
pub(super) fn product(g: &mut Gates, a: &Unpacked, b: &Unpacked) -> (Lit, Int, Word) {
    let width = a.significand.len() + b.significand.len();
    let widened = |word: &[Lit]| {
        let mut word = word.to_vec();
        word.resize(width, Lit::FALSE);
        word
    };
    let (x, y) = (widened(&a.significand), widened(&b.significand));
    let full = circuits::multiply(g, &x, &y);
    // Of two numbers from one up and below two it is below four.
    let large = full[width - 1];
    let mut moved = vec![Lit::FALSE];
    moved.extend_from_slice(&full[..width - 1]);
    let significand = circuits::choose(g, large, &full, &moved);
    let exponent = a.exponent.add(g, &b.exponent);
    let exponent = exponent.add(g, &Int::unsigned(&[large]));
    (g.xor(a.sign, b.sign), exponent, significand)
}

/// `a * b + c`, rounded once.
pub(super) fn fma(g: &mut Gates, f: Format, r: Rounding, args: [&[Lit]; 3]) -> Word {
    let (a, b) = if args[0] <= args[1] {
        (args[0], args[1])
    } else {
        (args[1], args[0])
    };
    let [a, b, c] = [a, b, args[2]].map(|bits| Unpacked::new(g, f, bits));
    let (sign, exponent, significand) = product(g, &a, &b);
    let zero_product = g.or(a.zero, b.zero);
    let mut addend = vec![Lit::FALSE; significand.len() - c.significand.len()];
    addend.extend_from_slice(&c.significand);
    let x = Term {
        sign,
        exponent,
        significand,
    };
    let y = Term {
        sign: c.sign,
        exponent: c.exponent.clone(),
        significand: addend,
    };
    let greater = magnitude_less(g, &x, &y);
    let some_addend = g.or(zero_product, greater);
    let swapped = g.and(!c.zero, some_addend);
    let (exact, zero) = sum(g, swapped, x, y);
    let numbers = round(g, f, r, exact);
    let zeros = zero_sum(g, f, r, sign, c.sign);
    let finite = circuits::choose(g, zero, &zeros, &numbers);
    let infinite = g.or(a.infinite, b.infinite);
    let result = infinite_sum(g, f, (infinite, sign), (c.infinite, c.sign), finite);
    let invalid = g.and(infinite, zero_product);
    circuits::choose(g, invalid, &constant(f, f.default_nan()), &result)
}

/// `|x| < |y|` for numbers that are not zero.
fn magnitude_less(g: &mut Gates, x: &Term, y: &Term) -> Lit {
    let below = x.exponent.less(g, &y.exponent);
    let level = x.exponent.equals(g, &y.exponent);
    let less = circuits::less(g, &x.significand, &y.significand);
    let less = g.and(level, less);
    g.or(below, less)
}
