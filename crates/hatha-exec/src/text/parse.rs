//! `strtod` and its kin.

use crate::num::{F80, F128, Float};
use crate::word::{Kind, Word};
use rustc_apfloat::{Round, ieee};

/// Reads the longest prefix that is a number; gives the value and how many bytes were used
/// (0 if there is none).
pub fn parse_float(kind: Kind, text: &[u8]) -> (Word, usize) {
    let blank = |b: &u8| matches!(b, b' ' | b'\t'..=b'\r');
    let start = text.iter().take_while(|b| blank(b)).count();
    let (negative, signed) = match text.get(start) {
        Some(b'-') => (true, 1),
        Some(b'+') => (false, 1),
        _ => (false, 0),
    };
    let body = &text[start + signed..];
    let Some((bits, used)) = special(kind, body)
        .or_else(|| hexadecimal(kind, body))
        .or_else(|| decimal(kind, body))
    else {
        return (Word::ZERO, 0);
    };
    let sign = u128::from(negative) << (kind.bits() - 1);
    (Word::wide(bits | sign), start + signed + used)
}

fn starts(text: &[u8], word: &str) -> bool {
    text.get(..word.len())
        .is_some_and(|t| t.eq_ignore_ascii_case(word.as_bytes()))
}

fn special(kind: Kind, text: &[u8]) -> Option<(u128, usize)> {
    if starts(text, "infinity") {
        return Some((infinity(kind), 8));
    }
    if starts(text, "inf") {
        return Some((infinity(kind), 3));
    }
    if !starts(text, "nan") {
        return None;
    }
    let inside = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
    let used = match text.get(3) {
        Some(b'(') => {
            let len = text[4..].iter().take_while(|b| inside(b)).count();
            if text.get(4 + len) == Some(&b')') {
                5 + len
            } else {
                3
            }
        }
        _ => 3,
    };
    Some((nan(kind), used))
}

fn infinity(kind: Kind) -> u128 {
    match kind {
        Kind::F32 => u128::from(f32::INFINITY.to_bits()),
        Kind::F64 => u128::from(f64::INFINITY.to_bits()),
        Kind::F80 => 0x7fff_8000_0000_0000_0000,
        _ => 0x7fff << 112,
    }
}

fn nan(kind: Kind) -> u128 {
    match kind {
        Kind::F32 => 0x7fc0_0000,
        Kind::F64 => 0x7ff8 << 48,
        Kind::F80 => 0x7fff_c000_0000_0000_0000,
        _ => 0x7_fff8 << 108,
    }
}

/// Digits, an optional point, digits; the two stretches and the bytes used.
fn mantissa(text: &[u8], is_digit: impl Fn(u8) -> bool) -> Option<(&[u8], &[u8], usize)> {
    let count = |t: &[u8]| t.iter().take_while(|&&b| is_digit(b)).count();
    let whole = count(text);
    let (fraction, used) = match text.get(whole) {
        Some(b'.') => {
            let n = count(&text[whole + 1..]);
            (&text[whole + 1..whole + 1 + n], whole + 1 + n)
        }
        _ => (&text[..0], whole),
    };
    (whole + fraction.len() > 0).then_some((&text[..whole], fraction, used))
}

/// An exponent after its letter: its value, kept in a range that decides everything, and the
/// bytes used with the letter; (0, 0) if there is none.
fn exponent(text: &[u8], letter: u8) -> (i32, usize) {
    if text.first().map(u8::to_ascii_lowercase) != Some(letter) {
        return (0, 0);
    }
    let sign = usize::from(matches!(text.get(1), Some(b'+' | b'-')));
    let digits: Vec<u8> = text[1 + sign..]
        .iter()
        .copied()
        .take_while(u8::is_ascii_digit)
        .collect();
    if digits.is_empty() {
        return (0, 0);
    }
    let value = digits.iter().fold(0i32, |acc, d| {
        acc.saturating_mul(10)
            .saturating_add(i32::from(d - b'0'))
            .min(1_000_000)
    });
    let negative = text[1] == b'-';
    (
        if negative { -value } else { value },
        1 + sign + digits.len(),
    )
}

fn hexadecimal(kind: Kind, text: &[u8]) -> Option<(u128, usize)> {
    if !starts(text, "0x") {
        return None;
    }
    let (whole, fraction, used) = mantissa(&text[2..], |b| b.is_ascii_hexdigit())?;
    let (power, more) = exponent(&text[2 + used..], b'p');
    let canonical = format!("0x0{}.{}p{power}", ascii(whole), ascii(fraction));
    Some((read(kind, &canonical)?, 2 + used + more))
}

fn decimal(kind: Kind, text: &[u8]) -> Option<(u128, usize)> {
    let (whole, fraction, used) = mantissa(text, |b| b.is_ascii_digit())?;
    let (power, more) = exponent(&text[used..], b'e');
    let canonical = format!("0{}.{}0e{power}", ascii(whole), ascii(fraction));
    let bits = match kind {
        Kind::F32 => u128::from(canonical.parse::<f32>().ok()?.to_bits()),
        Kind::F64 => u128::from(canonical.parse::<f64>().ok()?.to_bits()),
        _ => read(kind, &canonical)?,
    };
    Some((bits, used + more))
}

fn ascii(digits: &[u8]) -> &str {
    // Only ASCII digits are ever selected.
    std::str::from_utf8(digits).unwrap_or("")
}

fn read(kind: Kind, text: &str) -> Option<u128> {
    fn go<F: Float>(text: &str) -> Option<u128> {
        let parsed = F::from_str_r(text, Round::NearestTiesToEven).ok()?;
        Some(parsed.value.to_bits())
    }
    match kind {
        Kind::F32 => go::<ieee::Single>(text),
        Kind::F64 => go::<ieee::Double>(text),
        Kind::F80 => go::<F80>(text),
        _ => go::<F128>(text),
    }
}
