//! Products, quotients and square roots.

use super::add::product;
use super::int::Int;
use super::round::{Exact, round};
use super::unpack::Unpacked;
use super::{constant, special};
use crate::circuits::{self, Word};
use crate::gates::{Gates, Lit};
use hatha_term::{Format, Rounding};

/// `a * b`.
pub(super) fn mul(g: &mut Gates, f: Format, r: Rounding, a: &[Lit], b: &[Lit]) -> Word {
    // The product of numbers commutes: see the sum.
    let (a, b) = if a <= b { (a, b) } else { (b, a) };
    let (a, b) = (Unpacked::new(g, f, a), Unpacked::new(g, f, b));
    let (sign, exponent, significand) = product(g, &a, &b);
    let exact = Exact {
        sign,
        exponent,
        significand,
        sticky: Lit::FALSE,
    };
    let numbers = round(g, f, r, exact);
    let zero = g.or(a.zero, b.zero);
    let infinite = g.or(a.infinite, b.infinite);
    choose_special(g, f, sign, zero, infinite, numbers)
}

/// Zero or infinity where the operands say so, a NaN where they say both.
fn choose_special(
    g: &mut Gates,
    f: Format,
    sign: Lit,
    zero: Lit,
    infinite: Lit,
    numbers: Word,
) -> Word {
    let result = circuits::choose(g, zero, &special(f, 0, sign), &numbers);
    let infinity = special(f, f.infinity(), sign);
    let result = circuits::choose(g, infinite, &infinity, &result);
    let invalid = g.and(zero, infinite);
    circuits::choose(g, invalid, &constant(f, f.default_nan()), &result)
}

/// `a / b`.
pub(super) fn div(g: &mut Gates, f: Format, r: Rounding, a: &[Lit], b: &[Lit]) -> Word {
    let (a, b) = (Unpacked::new(g, f, a), Unpacked::new(g, f, b));
    let sign = g.xor(a.sign, b.sign);
    let digits = f.precision() as usize + 3;
    let (quotient, sticky) = quotient(g, &a.significand, &b.significand, digits);
    // Of two numbers from one up and below two it is above a half.
    let large = quotient[digits - 1];
    let mut moved = vec![Lit::FALSE];
    moved.extend_from_slice(&quotient[..digits - 1]);
    let significand = circuits::choose(g, large, &quotient, &moved);
    let exponent = a.exponent.sub(g, &b.exponent);
    let exponent = exponent.sub(g, &Int::unsigned(&[!large]));
    let exact = Exact {
        sign,
        exponent,
        significand,
        sticky,
    };
    let numbers = round(g, f, r, exact);
    // 0 / 0 and infinity / infinity are NaNs, x / 0 is infinite, x / infinity 0.
    let zero = g.or(a.zero, b.infinite);
    let infinite = g.or(a.infinite, b.zero);
    choose_special(g, f, sign, zero, infinite, numbers)
}

/// The first binary digits of a quotient of normalised significands, one of them
/// before the point, and whether more follow.
fn quotient(g: &mut Gates, a: &[Lit], b: &[Lit], digits: usize) -> (Word, Lit) {
    let n = a.len() + 1;
    let mut divisor = b.to_vec();
    divisor.push(Lit::FALSE);
    let mut rest = a.to_vec();
    rest.push(Lit::FALSE);
    let mut quotient = vec![Lit::FALSE; digits];
    for i in (0..digits).rev() {
        // The rest is below twice the divisor.
        let fits = !circuits::less(g, &rest, &divisor);
        let difference = circuits::sub(g, &rest, &divisor);
        let left = circuits::choose(g, fits, &difference, &rest);
        quotient[i] = fits;
        rest = vec![Lit::FALSE];
        rest.extend_from_slice(&left[..n - 1]);
    }
    let sticky = g.or_all(rest);
    (quotient, sticky)
}

/// The square root.
pub(super) fn sqrt(g: &mut Gates, f: Format, r: Rounding, a: &[Lit]) -> Word {
    let a = Unpacked::new(g, f, a);
    let digits = f.precision() as usize + 2;
    // An even exponent leaves a number from one up and below four.
    let odd = a.exponent.is_odd();
    let mut plain = a.significand.clone();
    plain.push(Lit::FALSE);
    let mut doubled = vec![Lit::FALSE];
    doubled.extend_from_slice(&a.significand);
    let radicand = circuits::choose(g, odd, &doubled, &plain);
    let (significand, sticky) = root(g, &radicand, digits);
    let exact = Exact {
        sign: Lit::FALSE,
        exponent: a.exponent.halved(),
        significand,
        sticky,
    };
    let numbers = round(g, f, r, exact);
    // Zeros and infinity are their own roots; but no number below zero has one.
    let same = g.or(a.zero, a.infinite);
    let result = circuits::choose(g, same, &a.bits, &numbers);
    let invalid = g.and(a.sign, !a.zero);
    circuits::choose(g, invalid, &constant(f, f.default_nan()), &result)
}

/// The first digits of the square root of a number with two digits before the
/// point, and whether more follow. The rest is at most twice the root so far.
fn root(g: &mut Gates, radicand: &[Lit], digits: usize) -> (Word, Lit) {
    let digit = |from_top: usize| match radicand.len().checked_sub(from_top + 1) {
        Some(i) => radicand[i],
        None => Lit::FALSE,
    };
    let mut root: Word = Vec::new();
    let mut rest: Word = Vec::new();
    for i in 0..digits {
        let mut longer = vec![digit(2 * i + 1), digit(2 * i)];
        longer.append(&mut rest);
        let mut trial = vec![Lit::TRUE, Lit::FALSE];
        trial.extend_from_slice(&root);
        let n = i + 3;
        longer.resize(n, Lit::FALSE);
        trial.resize(n, Lit::FALSE);
        let fits = !circuits::less(g, &longer, &trial);
        let difference = circuits::sub(g, &longer, &trial);
        rest = circuits::choose(g, fits, &difference, &longer);
        // At most twice a root of i + 1 digits.
        rest.truncate(i + 2);
        root.insert(0, fits);
    }
    let sticky = g.or_all(rest);
    (root, sticky)
}
