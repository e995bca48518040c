//! A floating value taken apart, and its exact decimal expansion.

use crate::word::{Kind, Word};

/// What a floating value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A zero.
    Zero,
    /// `mantissa * 2^exponent`, not zero.
    Finite {
        /// The significand as an integer.
        mantissa: u128,
        /// The power of two of its last bit.
        exponent: i32,
    },
    /// An infinity.
    Infinite,
    /// Not a number.
    Nan,
}

/// A floating value taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// The sign bit.
    pub negative: bool,
    /// The rest.
    pub class: Class,
}

/// The layout of a format: fraction bits (without an explicit integer bit) and exponent bits.
pub fn layout(kind: Kind) -> (u32, u32) {
    match kind {
        Kind::F32 => (23, 8),
        Kind::F64 => (52, 11),
        Kind::F80 => (63, 15),
        _ => (112, 15),
    }
}

/// Takes a value apart.
pub(crate) fn decompose(kind: Kind, word: Word) -> Number {
    let bits = word.bits_of(kind);
    let (fraction_bits, exponent_bits) = layout(kind);
    // x87 keeps the integer bit in the format.
    let stored = fraction_bits + u32::from(kind == Kind::F80);
    let fraction = bits & ((1 << fraction_bits) - 1);
    let exponent = (bits >> stored) as i32 & ((1 << exponent_bits) - 1);
    let negative = bits >> (stored + exponent_bits) & 1 == 1;
    let top = (1 << exponent_bits) - 1;
    let integer = match kind {
        Kind::F80 => bits & (1 << 63),
        _ if exponent == 0 => 0,
        _ => 1 << fraction_bits,
    };
    let class = match exponent {
        e if e == top && fraction == 0 => Class::Infinite,
        e if e == top => Class::Nan,
        _ if fraction | integer == 0 => Class::Zero,
        e => Class::Finite {
            mantissa: fraction | integer,
            exponent: e.max(1) - (top >> 1) - fraction_bits as i32,
        },
    };
    Number { negative, class }
}

/// Decimal digits of a positive number: `0.d1d2d3… * 10^point`, exact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decimal {
    /// Digits from the first that is not zero; empty for zero.
    pub digits: Vec<u8>,
    /// Digits before the decimal point (negative: zeros after it).
    pub point: i32,
}

/// Limbs hold nine decimal digits.
const LIMB: u64 = 1_000_000_000;

impl Decimal {
    /// The exact expansion of `mantissa * 2^exponent`.
    pub fn exact(mantissa: u128, exponent: i32) -> Self {
        let spare = mantissa
            .trailing_zeros()
            .min(exponent.min(0).unsigned_abs());
        let mut limbs = Vec::new();
        let mut rest = mantissa >> spare;
        while rest > 0 {
            limbs.push((rest % u128::from(LIMB)) as u32);
            rest /= u128::from(LIMB);
        }
        let exponent = exponent + spare as i32;
        // m / 2^k is m * 5^k / 10^k: the digits of m * 5^k with the point k places in.
        let (base, chunk, times) = match exponent {
            e if e >= 0 => (2u64, 31, e as u32),
            e => (5, 13, e.unsigned_abs()),
        };
        for _ in 0..times / chunk {
            multiply(&mut limbs, base.pow(chunk));
        }
        multiply(&mut limbs, base.pow(times % chunk));
        let digits = digits_of(&limbs);
        let point = digits.len() as i32 + exponent.min(0);
        Decimal { digits, point }
    }

    /// Keeps `count` digits, rounded to nearest, ties to even; the carry may add one.
    pub fn round(&mut self, count: i64) {
        if count < 0 {
            self.digits.clear();
            return;
        }
        let count = count as usize;
        if count >= self.digits.len() {
            return;
        }
        let half = self.digits[count].cmp(&5);
        let more = self.digits[count + 1..].iter().any(|&d| d != 0);
        let odd = count > 0 && self.digits[count - 1] % 2 == 1;
        let up = half.is_gt() || (half.is_eq() && (more || odd));
        self.digits.truncate(count);
        if up {
            self.increment();
        }
    }

    fn increment(&mut self) {
        while let Some(last) = self.digits.pop() {
            if last < 9 {
                self.digits.push(last + 1);
                return;
            }
        }
        self.digits.push(1);
        self.point += 1;
    }

    /// The digit at a place (0 is the first); zeros beyond.
    pub fn digit(&self, place: i64) -> u8 {
        usize::try_from(place)
            .ok()
            .and_then(|i| self.digits.get(i))
            .copied()
            .unwrap_or(0)
    }
}

fn multiply(limbs: &mut Vec<u32>, factor: u64) {
    let mut carry = 0u64;
    for limb in limbs.iter_mut() {
        let product = u64::from(*limb) * factor + carry;
        *limb = (product % LIMB) as u32;
        carry = product / LIMB;
    }
    while carry > 0 {
        limbs.push((carry % LIMB) as u32);
        carry /= LIMB;
    }
}

fn digits_of(limbs: &[u32]) -> Vec<u8> {
    let mut digits = Vec::with_capacity(limbs.len() * 9);
    for limb in limbs.iter().rev() {
        for place in (0..9).rev() {
            digits.push((limb / 10u32.pow(place) % 10) as u8);
        }
    }
    let zeros = digits.iter().take_while(|&&d| d == 0).count();
    digits.drain(..zeros);
    digits
}
