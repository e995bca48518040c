//! Literals: from their spelling to type and value.
//!
//! **Invariant.** A floating literal is rounded once, from its decimal or
//! hexadecimal spelling to its own type.

use super::number;
use crate::diag::{Diagnostic, Result};
use hatha_cfa::{FloatKind, IntKind, Span, Target};
use lang_c::ast::{
    Float, FloatBase, FloatFormat, Integer, IntegerBase, IntegerSize, TS18661FloatFormat,
};

/// The encoding a character or string literal asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Plain, or `u8`: bytes.
    Narrow,
    /// `L`
    Wide,
    /// `u`
    Utf16,
    /// `U`
    Utf32,
}

impl Encoding {
    fn of(prefix: &str) -> Encoding {
        match prefix {
            "L" => Encoding::Wide,
            "u" => Encoding::Utf16,
            "U" => Encoding::Utf32,
            _ => Encoding::Narrow,
        }
    }

    /// The type of one element.
    pub(super) fn element(self, target: &Target) -> IntKind {
        match self {
            Encoding::Narrow => IntKind::Char,
            Encoding::Wide => target.wchar_type,
            Encoding::Utf16 => IntKind::UShort,
            Encoding::Utf32 => IntKind::UInt,
        }
    }
}

/// A character of a literal: one of the source, or a number given by an escape.
enum Piece {
    Char(char),
    Code(u32),
}

/// A decoded string: its elements without the terminating zero.
pub(super) struct Text {
    /// What its elements are.
    pub encoding: Encoding,
    /// The elements.
    pub units: Vec<u32>,
}

/// The integer constant's value and type. C90 has no `long long`: there a decimal constant may be `unsigned long`.
pub(super) fn integer(lit: &Integer, target: &Target, is_c90: bool) -> (u128, IntKind) {
    let radix = match lit.base {
        IntegerBase::Decimal => 10,
        IntegerBase::Octal => 8,
        IntegerBase::Hexadecimal => 16,
        IntegerBase::Binary => 2,
    };
    let mut value = 0u128;
    for digit in lit.number.chars().filter_map(|c| c.to_digit(radix)) {
        value = value
            .wrapping_mul(u128::from(radix))
            .wrapping_add(u128::from(digit));
    }
    let kind = match integer_kind(value, lit, radix == 10, target) {
        IntKind::LongLong | IntKind::Int128
            if is_c90
                && lit.suffix.size != IntegerSize::LongLong
                && value < 1 << target.int_bits_of(IntKind::ULong) =>
        {
            IntKind::ULong
        }
        kind => kind,
    };
    (number::wrap(value, target.int_bits_of(kind) as u16), kind)
}

/// The first type of C11 6.4.4.1 that holds the value.
fn integer_kind(value: u128, lit: &Integer, decimal: bool, target: &Target) -> IntKind {
    const LADDER: [(IntKind, IntKind); 4] = [
        (IntKind::Int, IntKind::UInt),
        (IntKind::Long, IntKind::ULong),
        (IntKind::LongLong, IntKind::ULongLong),
        (IntKind::Int128, IntKind::UInt128),
    ];
    let from = match lit.suffix.size {
        IntegerSize::Int => 0,
        IntegerSize::Long => 1,
        IntegerSize::LongLong => 2,
    };
    let to = if target.has_int128 { 4 } else { 3 };
    for (signed, unsigned) in &LADDER[from..to] {
        let bits = target.int_bits_of(*signed);
        if !lit.suffix.unsigned && value < 1u128 << (bits - 1) {
            return *signed;
        }
        let fits = bits == 128 || value < 1u128 << bits;
        if fits && (lit.suffix.unsigned || !decimal) {
            return *unsigned;
        }
    }
    IntKind::ULongLong
}

/// The kind of a floating literal, or why it has none.
pub(super) fn float_kind(lit: &Float) -> std::result::Result<FloatKind, String> {
    match &lit.suffix.format {
        FloatFormat::Float => Ok(FloatKind::Float),
        FloatFormat::Double => Ok(FloatKind::Double),
        FloatFormat::LongDouble => Ok(FloatKind::LongDouble),
        FloatFormat::TS18661Format(t) => ts18661(&t.format, t.width),
    }
}

/// The kind of `_Float32` and its like.
pub(super) fn ts18661(
    format: &TS18661FloatFormat,
    width: usize,
) -> std::result::Result<FloatKind, String> {
    match (format, width) {
        (TS18661FloatFormat::BinaryInterchange, 32) => Ok(FloatKind::Float),
        (TS18661FloatFormat::BinaryInterchange, 64) => Ok(FloatKind::Double),
        (TS18661FloatFormat::BinaryExtended, 32) => Ok(FloatKind::Double),
        (TS18661FloatFormat::BinaryExtended, 64) => Ok(FloatKind::LongDouble),
        (TS18661FloatFormat::BinaryInterchange, 128) => Ok(FloatKind::Float128),
        _ => Err(format!("floating type of {width} bits")),
    }
}

/// The spelling of a floating literal as `rustc_apfloat` reads it.
pub(super) fn float_text(lit: &Float) -> String {
    match lit.base {
        FloatBase::Decimal => lit.number.to_string(),
        FloatBase::Hexadecimal => format!(
            "0x{}",
            lit.number.trim_start_matches("0x").trim_start_matches("0X")
        ),
    }
}

/// A character constant's value (bits of its type) and type.
pub(super) fn character(text: &str, span: Span, target: &Target) -> Result<(u128, IntKind)> {
    let (encoding, pieces) = pieces(text, '\'', span)?;
    let units = encode(&pieces, encoding, target);
    if units.is_empty() {
        return Err(Box::new(Diagnostic::error(
            span,
            "empty character constant",
        )));
    }
    if encoding != Encoding::Narrow {
        let kind = encoding.element(target);
        let last = u128::from(units[units.len() - 1]);
        return Ok((number::wrap(last, target.int_bits_of(kind) as u16), kind));
    }
    let value = if units.len() == 1 {
        number::extend(u128::from(units[0]), 8, target.char_signed)
    } else {
        // As gcc: bytes shifted in from the right, the last four count.
        let all = units.iter().fold(0u32, |v, u| (v << 8) | (u & 0xff));
        i128::from(all as i32)
    };
    let bits = target.int_bits_of(IntKind::Int) as u16;
    Ok((number::wrap(value as u128, bits), IntKind::Int))
}

/// Adjacent string literals joined; the first prefix decides.
pub(super) fn string(parts: &[String], span: Span, target: &Target) -> Result<Text> {
    let mut encoding = Encoding::Narrow;
    let mut all = Vec::new();
    for part in parts {
        let (e, p) = pieces(part, '"', span)?;
        if encoding == Encoding::Narrow {
            encoding = e;
        }
        all.push(p);
    }
    let mut units = Vec::new();
    for p in &all {
        units.extend(encode(p, encoding, target));
    }
    Ok(Text { encoding, units })
}

/// The bytes of elements in the target's order.
pub(super) fn to_bytes(units: &[u32], size: usize, target: &Target) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(units.len() * size);
    for unit in units {
        let le = unit.to_le_bytes();
        match target.byte_order {
            hatha_cfa::ByteOrder::Little => bytes.extend_from_slice(&le[..size]),
            hatha_cfa::ByteOrder::Big => bytes.extend(le[..size].iter().rev()),
        }
    }
    bytes
}

fn encode(pieces: &[Piece], encoding: Encoding, target: &Target) -> Vec<u32> {
    let mut out = Vec::with_capacity(pieces.len());
    let bits = target.int_bits_of(encoding.element(target));
    for piece in pieces {
        match piece {
            Piece::Code(c) if bits >= 32 => out.push(*c),
            Piece::Code(c) => out.push(c & ((1 << bits) - 1)),
            Piece::Char(c) => encode_char(*c, bits, &mut out),
        }
    }
    out
}

fn encode_char(c: char, bits: u32, out: &mut Vec<u32>) {
    match bits {
        8 => out.extend(c.encode_utf8(&mut [0; 4]).bytes().map(u32::from)),
        16 => out.extend(c.encode_utf16(&mut [0; 2]).iter().map(|u| u32::from(*u))),
        _ => out.push(c as u32),
    }
}

/// Prefix and characters of one literal in quotes.
fn pieces(text: &str, quote: char, span: Span) -> Result<(Encoding, Vec<Piece>)> {
    let start = text.find(quote).unwrap_or(0);
    let encoding = Encoding::of(&text[..start]);
    let body = text
        .get(start + 1..text.len().saturating_sub(1))
        .unwrap_or("");
    let mut out = Vec::with_capacity(body.len());
    let mut chars = body.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '\\' {
            out.push(escape(&mut chars, span)?);
        } else {
            out.push(Piece::Char(c));
        }
    }
    Ok((encoding, out))
}

type Chars<'c> = std::iter::Peekable<std::str::Chars<'c>>;

fn escape(chars: &mut Chars<'_>, span: Span) -> Result<Piece> {
    let c = chars.next().unwrap_or('\\');
    let code = match c {
        'n' => 10,
        't' => 9,
        'r' => 13,
        'a' => 7,
        'b' => 8,
        'f' => 12,
        'v' => 11,
        'e' | 'E' => 27,
        'x' => digits(chars, 16, usize::MAX, 0),
        '0'..='7' => digits(chars, 8, 2, c.to_digit(8).unwrap_or(0)),
        'u' | 'U' => {
            let value = digits(chars, 16, if c == 'u' { 4 } else { 8 }, 0);
            return char::from_u32(value).map(Piece::Char).ok_or_else(|| {
                Box::new(Diagnostic::error(
                    span,
                    format!("\\{c}{value:x} is not a valid universal character"),
                ))
            });
        }
        _ => return Ok(Piece::Char(c)),
    };
    Ok(Piece::Code(code))
}

fn digits(chars: &mut Chars<'_>, radix: u32, most: usize, start: u32) -> u32 {
    let mut value = start;
    for _ in 0..most {
        let Some(d) = chars.peek().and_then(|c| c.to_digit(radix)) else {
            break;
        };
        value = value.wrapping_mul(radix).wrapping_add(d);
        chars.next();
    }
    value
}
