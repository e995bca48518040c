//! Circuits for bit-vector operators, least significant bit first.

use crate::gates::{Gates, Lit};
use hatha_term::Bv;

/// A vector of literals, least significant first.
pub(crate) type Word = Vec<Lit>;

/// Flips every bit.
pub(crate) fn complement(a: &[Lit]) -> Word {
    a.iter().map(|&l| !l).collect()
}

/// Sum with a carry in; the carry out is dropped.
pub(crate) fn add(g: &mut Gates, a: &[Lit], b: &[Lit], carry: Lit) -> Word {
    let mut carry = carry;
    let mut sum = Word::with_capacity(a.len());
    for (i, (&x, &y)) in a.iter().zip(b).enumerate() {
        sum.push(g.xor3(x, y, carry));
        if i + 1 < a.len() {
            carry = g.majority(x, y, carry);
        }
    }
    sum
}

/// Difference.
pub(crate) fn sub(g: &mut Gates, a: &[Lit], b: &[Lit]) -> Word {
    add(g, a, &complement(b), Lit::TRUE)
}

/// Two's complement negation.
pub(crate) fn negate(g: &mut Gates, a: &[Lit]) -> Word {
    let zero = vec![Lit::FALSE; a.len()];
    sub(g, &zero, a)
}

/// Unsigned `a < b`: no carry out of `a + !b + 1`.
pub(crate) fn less(g: &mut Gates, a: &[Lit], b: &[Lit]) -> Lit {
    let pairs = a.iter().zip(b);
    let carry = pairs.fold(Lit::TRUE, |carry, (&x, &y)| g.majority(x, !y, carry));
    !carry
}

/// Signed `a < b`: unsigned with both signs flipped.
pub(crate) fn signed_less(g: &mut Gates, a: &[Lit], b: &[Lit]) -> Lit {
    let (mut a, mut b) = (a.to_vec(), b.to_vec());
    for word in [&mut a, &mut b] {
        if let Some(sign) = word.last_mut() {
            *sign = !*sign;
        }
    }
    less(g, &a, &b)
}

/// Equality.
pub(crate) fn equal(g: &mut Gates, a: &[Lit], b: &[Lit]) -> Lit {
    a.iter().zip(b).fold(Lit::TRUE, |all, (&x, &y)| {
        let same = g.iff(x, y);
        g.and(all, same)
    })
}

/// `a` if `c`, else `b`, bit by bit.
pub(crate) fn choose(g: &mut Gates, c: Lit, a: &[Lit], b: &[Lit]) -> Word {
    a.iter().zip(b).map(|(&x, &y)| g.mux(c, x, y)).collect()
}

fn constant_bits(a: &[Lit]) -> usize {
    let constant = |l: &&Lit| **l == Lit::TRUE || **l == Lit::FALSE;
    a.iter().filter(constant).count()
}

/// Product modulo two to the width.
pub(crate) fn multiply(g: &mut Gates, a: &[Lit], b: &[Lit]) -> Word {
    // The operand with more constant bits selects the rows: constant zeros
    // drop theirs.
    let (a, b) = if constant_bits(a) > constant_bits(b) {
        (b, a)
    } else {
        (a, b)
    };
    if constant_bits(b) == b.len() {
        return multiply_constant(g, a, b);
    }
    let mut product = vec![Lit::FALSE; a.len()];
    for (i, &row) in b.iter().enumerate() {
        if row != Lit::FALSE {
            let partial: Word = a[..a.len() - i].iter().map(|&x| g.and(x, row)).collect();
            let high = add(g, &product[i..], &partial, Lit::FALSE);
            product[i..].copy_from_slice(&high);
        }
    }
    product
}

/// Product with a constant in canonical signed digits, which need about a third
/// as many additions as there are bits.
fn multiply_constant(g: &mut Gates, a: &[Lit], constant: &[Lit]) -> Word {
    let mut product = vec![Lit::FALSE; a.len()];
    let mut carry = false;
    for i in 0..a.len() {
        let bit = (constant[i] == Lit::TRUE) as u8 + carry as u8;
        let next = constant.get(i + 1) == Some(&Lit::TRUE);
        // 1 is written as 2 - 1 when the next bit is set too.
        let negative = bit == 1 && next;
        carry = bit == 2 || negative;
        if bit == 1 {
            let partial = &a[..a.len() - i];
            let high = if negative {
                sub(g, &product[i..], partial)
            } else {
                add(g, &product[i..], partial, Lit::FALSE)
            };
            product[i..].copy_from_slice(&high);
        }
    }
    product
}

fn constant(a: &[Lit]) -> Option<Bv> {
    let bit = |i: u32| a[i as usize] == Lit::TRUE;
    (constant_bits(a) == a.len()).then(|| Bv::from_bits(a.len() as u32, bit))
}

/// Unsigned quotient and remainder.
pub(crate) fn divide(g: &mut Gates, a: &[Lit], b: &[Lit]) -> (Word, Word) {
    match constant(b).filter(|divisor| !divisor.is_zero()) {
        Some(divisor) if constant_bits(a) < a.len() => divide_by_constant(g, a, &divisor),
        _ => divide_restoring(g, a, b),
    }
}

fn divide_by_constant(g: &mut Gates, a: &[Lit], divisor: &Bv) -> (Word, Word) {
    // Leading zeros of the dividend change nothing but the size.
    let length = a
        .iter()
        .rposition(|&l| l != Lit::FALSE)
        .map_or(0, |i| i + 1);
    if length < divisor.bit_length() as usize {
        return (vec![Lit::FALSE; a.len()], a.to_vec());
    }
    let divisor = divisor.extract(0, length as u32);
    let division = g.divide(&a[..length], &divisor);
    let (mut quotient, mut rest) = (division.quotient.clone(), division.remainder.clone());
    quotient.resize(a.len(), Lit::FALSE);
    rest.resize(a.len(), Lit::FALSE);
    (quotient, rest)
}

/// `quotient * divisor + remainder = dividend` without overflow, and the
/// remainder is below the divisor.
pub(crate) fn division_constraint(
    g: &mut Gates,
    dividend: &[Lit],
    divisor: &Bv,
    quotient: &[Lit],
    remainder: &[Lit],
) -> Lit {
    // The product of the two lengths fits in their sum, and adding the
    // remainder takes one bit more.
    let width = quotient.len() + remainder.len() + 1;
    let widened = |word: &[Lit]| {
        let mut word = word.to_vec();
        word.resize(width, Lit::FALSE);
        word
    };
    let divisor: Word = (0..width as u32)
        .map(|i| Lit::from_bool(divisor.bit(i)))
        .collect();
    let product = multiply(g, &widened(quotient), &divisor);
    let sum = add(g, &product, &widened(remainder), Lit::FALSE);
    let exact = equal(g, &sum, &widened(dividend));
    let below = less(g, remainder, &divisor[..remainder.len()]);
    g.and(exact, below)
}

/// Restoring division. A zero divisor always fits, so the quotient is all ones
/// and the remainder the dividend, as SMT-LIB has it.
fn divide_restoring(g: &mut Gates, a: &[Lit], b: &[Lit]) -> (Word, Word) {
    let n = a.len();
    let mut wide_b = b.to_vec();
    wide_b.push(Lit::FALSE);
    let mut quotient = vec![Lit::FALSE; n];
    let mut rest = vec![Lit::FALSE; n];
    for i in (0..n).rev() {
        let mut shifted = Word::with_capacity(n + 1);
        shifted.push(a[i]);
        shifted.extend_from_slice(&rest);
        let fits = !less(g, &shifted, &wide_b);
        let difference = sub(g, &shifted[..n], b);
        quotient[i] = fits;
        rest = choose(g, fits, &difference, &shifted[..n]);
    }
    (quotient, rest)
}

fn sign(a: &[Lit]) -> Lit {
    a[a.len() - 1]
}

fn negate_if(g: &mut Gates, c: Lit, a: &[Lit]) -> Word {
    let flipped: Word = a.iter().map(|&l| g.xor(l, c)).collect();
    let zero = vec![Lit::FALSE; a.len()];
    add(g, &flipped, &zero, c)
}

/// Signed quotient and remainder.
pub(crate) fn signed_divide(g: &mut Gates, a: &[Lit], b: &[Lit]) -> (Word, Word) {
    let (abs_a, abs_b) = (negate_if(g, sign(a), a), negate_if(g, sign(b), b));
    let (quotient, rest) = divide(g, &abs_a, &abs_b);
    let opposite = g.xor(sign(a), sign(b));
    let quotient = negate_if(g, opposite, &quotient);
    let rest = negate_if(g, sign(a), &rest);
    (quotient, rest)
}

/// The direction of a shift.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shift {
    /// Towards the most significant bit.
    Left,
    /// Towards the least significant bit.
    Right,
}

/// Barrel shifter; `fill` comes in, and is everything when the amount is at
/// least the width.
pub(crate) fn shift(g: &mut Gates, direction: Shift, a: &[Lit], amount: &[Lit], fill: Lit) -> Word {
    let n = a.len();
    let stages = (usize::BITS - (n - 1).leading_zeros()) as usize;
    let mut word = a.to_vec();
    for (k, &bit) in amount.iter().enumerate().take(stages) {
        let by = 1usize << k;
        let source = |i: usize| match direction {
            Shift::Left => i.checked_sub(by),
            Shift::Right => i.checked_add(by).filter(|&j| j < n),
        };
        let moved: Word = (0..n)
            .map(|i| source(i).map_or(fill, |j| word[j]))
            .collect();
        word = choose(g, bit, &moved, &word);
    }
    let far = g.or_all(amount.iter().skip(stages).copied());
    let filled = vec![fill; n];
    choose(g, far, &filled, &word)
}
