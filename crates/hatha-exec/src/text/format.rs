//! `printf`'s floating conversions.

use super::number::{Class, Decimal, Number, decompose, layout};
use crate::num;
use crate::word::{Kind, Word};

/// A conversion: what stands between `%` and its letter, and the letter.
#[derive(Clone, Copy, Debug)]
pub struct FloatFormat {
    /// One of `aAeEfFgG`.
    pub conversion: u8,
    /// Bits 1 `-`, 2 `+`, 4 space, 8 `#`, 16 `0`.
    pub flags: u32,
    /// Least width.
    pub width: usize,
    /// Precision, if given.
    pub precision: Option<usize>,
}

impl FloatFormat {
    fn left(self) -> bool {
        self.flags & 1 != 0
    }

    fn alternate(self) -> bool {
        self.flags & 8 != 0
    }

    fn zeros(self) -> bool {
        self.flags & 16 != 0 && !self.left()
    }

    fn sign(self, negative: bool) -> &'static str {
        match (negative, self.flags & 2 != 0, self.flags & 4 != 0) {
            (true, ..) => "-",
            (false, true, _) => "+",
            (false, false, true) => " ",
            _ => "",
        }
    }
}

/// Formats a floating value.
pub fn format_float(kind: Kind, word: Word, f: FloatFormat) -> Vec<u8> {
    // Variadic arguments are promoted; a single prints as the double it equals.
    if kind == Kind::F32 {
        return format_float(Kind::F64, num::cast(Kind::F32, Kind::F64, word), f);
    }
    let number = decompose(kind, word);
    let sign = f.sign(number.negative);
    let (prefix, body, finite) = match number.class {
        Class::Infinite => ("", "inf".to_owned(), false),
        Class::Nan => ("", "nan".to_owned(), false),
        _ => match f.conversion.to_ascii_lowercase() {
            b'a' => ("0x", hexadecimal(kind, number, f), true),
            b'e' => ("", exponential(number, f), true),
            b'g' => ("", general(number, f), true),
            _ => ("", fixed(number, f), true),
        },
    };
    let mut text = pad(sign, prefix, &body, f, finite);
    if f.conversion.is_ascii_uppercase() {
        text.make_ascii_uppercase();
    }
    text.into_bytes()
}

fn pad(sign: &str, prefix: &str, body: &str, f: FloatFormat, finite: bool) -> String {
    let missing = f
        .width
        .saturating_sub(sign.len() + prefix.len() + body.len());
    if f.left() {
        format!("{sign}{prefix}{body}{}", " ".repeat(missing))
    } else if f.zeros() && finite {
        format!("{sign}{prefix}{}{body}", "0".repeat(missing))
    } else {
        format!("{}{sign}{prefix}{body}", " ".repeat(missing))
    }
}

fn decimal(number: Number) -> Decimal {
    match number.class {
        Class::Finite { mantissa, exponent } => Decimal::exact(mantissa, exponent),
        _ => Decimal {
            digits: Vec::new(),
            point: 1,
        },
    }
}

fn fixed(number: Number, f: FloatFormat) -> String {
    let precision = f.precision.unwrap_or(6);
    let mut d = decimal(number);
    d.round(i64::from(d.point) + precision as i64);
    fixed_digits(&d, precision, f.alternate())
}

fn fixed_digits(d: &Decimal, precision: usize, dot: bool) -> String {
    let point = i64::from(d.point);
    let mut text = String::new();
    if point <= 0 || d.digits.is_empty() {
        text.push('0');
    } else {
        text.extend((0..point).map(|i| digit(d.digit(i))));
    }
    if precision > 0 || dot {
        text.push('.');
    }
    let first = if d.digits.is_empty() { 0 } else { point };
    text.extend((0..precision as i64).map(|i| digit(d.digit(first + i))));
    text
}

fn exponential(number: Number, f: FloatFormat) -> String {
    let precision = f.precision.unwrap_or(6);
    let mut d = decimal(number);
    d.round(precision as i64 + 1);
    exponential_digits(&d, precision, f.alternate())
}

fn exponential_digits(d: &Decimal, precision: usize, dot: bool) -> String {
    let mut text = String::new();
    text.push(digit(d.digit(0)));
    if precision > 0 || dot {
        text.push('.');
    }
    text.extend((1..=precision as i64).map(|i| digit(d.digit(i))));
    let exponent = d.point - 1;
    let sign = if exponent < 0 { '-' } else { '+' };
    text.push_str(&format!("e{sign}{:02}", exponent.unsigned_abs()));
    text
}

fn general(number: Number, f: FloatFormat) -> String {
    let significant = f.precision.unwrap_or(6).max(1);
    let mut d = decimal(number);
    d.round(significant as i64);
    let exponent = i64::from(d.point) - 1;
    let plain = (-4..significant as i64).contains(&exponent);
    let mut precision = if plain {
        (significant as i64 - 1 - exponent) as usize
    } else {
        significant - 1
    };
    if !f.alternate() {
        let last = d
            .digits
            .iter()
            .rposition(|&x| x != 0)
            .map_or(0, |i| i as i64);
        let used = if plain { last - exponent } else { last };
        precision = precision.min(used.max(0) as usize);
    }
    if plain {
        fixed_digits(&d, precision, f.alternate())
    } else {
        exponential_digits(&d, precision, f.alternate())
    }
}

fn digit(d: u8) -> char {
    char::from(b'0' + d)
}

/// The hexadecimal form as glibc has it: one leading digit, which is 1 for normal doubles and
/// quads and the top four bits for x87.
fn hexadecimal(kind: Kind, number: Number, f: FloatFormat) -> String {
    let (fraction_bits, exponent_bits) = layout(kind);
    // Bits after the leading digit, a multiple of four.
    let after = if kind == Kind::F80 { 60 } else { fraction_bits };
    let (mantissa, mut exponent) = match number.class {
        Class::Finite { mantissa, exponent } => (mantissa, exponent + after as i32),
        _ => (0, 0),
    };
    let least = 2 - (1i32 << (exponent_bits - 1)) - (fraction_bits - after) as i32;
    if mantissa != 0 {
        exponent = exponent.max(least);
    }
    let digits = f.precision.unwrap_or(usize::MAX).min(after as usize / 4) as u32;
    let mut kept = round_bits(mantissa, after - 4 * digits);
    if kept >> (4 * digits) > 15 {
        kept >>= 4;
        exponent += 4;
    }
    let leading = kept >> (4 * digits);
    let mut fraction = String::new();
    for i in (0..digits).rev() {
        fraction.push_str(&format!("{:x}", kept >> (4 * i) & 15));
    }
    match f.precision {
        None => fraction.truncate(fraction.trim_end_matches('0').len()),
        Some(p) => fraction.push_str(&"0".repeat(p.saturating_sub(fraction.len()))),
    }
    let dot = if fraction.is_empty() && !f.alternate() {
        ""
    } else {
        "."
    };
    format!("{leading:x}{dot}{fraction}p{exponent:+}")
}

/// Drops bits, rounding to nearest, ties to even.
fn round_bits(value: u128, drop: u32) -> u128 {
    if drop == 0 {
        return value;
    }
    let kept = value >> drop;
    let rest = value & ((1 << drop) - 1);
    let half = 1 << (drop - 1);
    kept + u128::from(rest > half || (rest == half && kept & 1 == 1))
}
