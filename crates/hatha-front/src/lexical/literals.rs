//! Rewrites inside one token: identifiers, strings, numbers.

use super::token::{Kind, Token};
use super::{Edit, LexError};
use std::borrow::Cow;

/// Starts an identifier that had characters outside of C's basic set.
const ENCODED: &str = "__hatha_id_";

/// The name as it stands in the source, of an identifier as the parser saw it.
///
/// A keyword of other dialects, or an identifier with `$`, a universal character name or a character outside of
/// ASCII is encoded: `__hatha_id_`, then the name with `_` doubled and every such
/// character as `_u` hexadecimal code `_`. The encoding is injective and its names
/// are reserved, so distinct names stay distinct.
pub(crate) fn decode_identifier(name: &str) -> Cow<'_, str> {
    let Some(rest) = name.strip_prefix(ENCODED) else {
        return Cow::Borrowed(name);
    };
    decode(rest).map_or(Cow::Borrowed(name), Cow::Owned)
}

fn decode(mut rest: &str) -> Option<String> {
    let mut out = String::new();
    while let Some((before, after)) = rest.split_once('_') {
        out.push_str(before);
        if let Some(after) = after.strip_prefix('_') {
            out.push('_');
            rest = after;
        } else {
            let (code, after) = after.strip_prefix('u')?.split_once('_')?;
            out.push(char::from_u32(u32::from_str_radix(code, 16).ok()?)?);
            rest = after;
        }
    }
    out.push_str(rest);
    Some(out)
}

/// The edit a token needs by itself, if any.
pub(super) fn edit(input: &[u8], t: &Token) -> Result<Option<Edit<'static>>, LexError> {
    let new = replacement(input, t)?;
    Ok(new.map(|new| Edit::owned(t.start as usize, t.end as usize, new)))
}

/// The text of a token as the parser reads it.
pub(super) fn text<'a>(input: &'a [u8], t: &Token) -> Result<Cow<'a, [u8]>, LexError> {
    let plain = &input[t.start as usize..t.end as usize];
    Ok(replacement(input, t)?.map_or(Cow::Borrowed(plain), Cow::Owned))
}

fn replacement(input: &[u8], t: &Token) -> Result<Option<Vec<u8>>, LexError> {
    let start = t.start as usize;
    let text = &input[start..t.end as usize];
    Ok(match t.kind {
        Kind::Word => identifier(text, start)?,
        Kind::Name => Some([ENCODED.as_bytes(), text].concat()),
        Kind::Number => number(text),
        Kind::Str | Kind::Char => literal(text, start)?,
        Kind::Punct(_) => None,
    })
}

fn identifier(text: &[u8], start: usize) -> Result<Option<Vec<u8>>, LexError> {
    let plain = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
    if text.iter().all(plain) {
        return Ok(None);
    }
    let text = std::str::from_utf8(text)
        .map_err(|e| LexError::new(start + e.valid_up_to(), "not UTF-8 text: not a C text"))?;
    let mut out = ENCODED.to_owned();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let (c, len) = if c == '\\' {
            universal(rest.as_bytes(), start)?
        } else {
            (c, c.len_utf8())
        };
        match c {
            '_' => out.push_str("__"),
            c if c.is_ascii_alphanumeric() => out.push(c),
            c => out.push_str(&format!("_u{:x}_", u32::from(c))),
        }
        rest = &rest[len..];
    }
    Ok(Some(out.into_bytes()))
}

/// The character of a `\u` or `\U` at the start of `text`, and its length.
fn universal(text: &[u8], at: usize) -> Result<(char, usize), LexError> {
    let len = if text.get(1) == Some(&b'u') { 6 } else { 10 };
    text.get(2..len)
        .and_then(|digits| std::str::from_utf8(digits).ok())
        .and_then(|digits| u32::from_str_radix(digits, 16).ok())
        .and_then(char::from_u32)
        .map(|c| (c, len))
        .ok_or_else(|| LexError::new(at, "incomplete universal character name"))
}

/// GNU suffixes of floating constants that lang-c does not know.
fn number(text: &[u8]) -> Option<Vec<u8>> {
    let (last, rest) = text.split_last()?;
    let suffix: &[u8] = match last {
        b'q' | b'Q' => b"f128",
        b'w' | b'W' => b"f64x",
        _ => return None,
    };
    Some([rest, suffix].concat())
}

fn literal(text: &[u8], start: usize) -> Result<Option<Vec<u8>>, LexError> {
    let valid = std::str::from_utf8(text).is_ok();
    if valid && !has_odd_escape(text) {
        return Ok(None);
    }
    let mut out = Vec::with_capacity(text.len() + 8);
    let mut rest = text;
    while let Some(&b) = rest.first() {
        let len = if b == b'\\' {
            escape(rest, start + (text.len() - rest.len()), &mut out)?
        } else if b < 0x80 {
            out.push(b);
            1
        } else {
            character(rest, &mut out)
        };
        rest = &rest[len..];
    }
    Ok(Some(out))
}

/// Whether a backslash is followed by something that lang-c does not read.
fn has_odd_escape(text: &[u8]) -> bool {
    let mut i = 0;
    while let Some(n) = text[i..].iter().position(|&b| b == b'\\') {
        let next = text.get(i + n + 1).copied().unwrap_or(0);
        if !is_plain_escape(next) {
            return true;
        }
        i += n + 2;
    }
    false
}

fn is_plain_escape(b: u8) -> bool {
    b"'\"?\\abfnrtvx01234567".contains(&b)
}

/// Copies the escape at the start of `rest`, translated; returns its length.
fn escape(rest: &[u8], at: usize, out: &mut Vec<u8>) -> Result<usize, LexError> {
    match rest.get(1).copied().unwrap_or(0) {
        b if is_plain_escape(b) => out.extend_from_slice(&rest[..2]),
        b'\n' => {}
        b'\r' if rest.get(2) == Some(&b'\n') => return Ok(3),
        b'e' | b'E' => out.extend_from_slice(b"\\033"),
        b'u' | b'U' => {
            let (c, len) = universal(rest, at)?;
            out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            return Ok(len);
        }
        // An unknown escape is the character itself.
        b if b < 0x80 => out.push(b),
        _ => return Ok(1),
    }
    Ok(2)
}

/// Copies one character outside of ASCII, or one byte that is none as an octal
/// escape (compilers pass such bytes through); returns its length.
fn character(rest: &[u8], out: &mut Vec<u8>) -> usize {
    let head = &rest[..rest.len().min(4)];
    let valid = match std::str::from_utf8(head) {
        Ok(s) => s,
        Err(e) => std::str::from_utf8(&head[..e.valid_up_to()]).unwrap_or(""),
    };
    match valid.chars().next() {
        Some(c) => {
            out.extend_from_slice(&rest[..c.len_utf8()]);
            c.len_utf8()
        }
        None => {
            out.extend_from_slice(format!("\\{:03o}", rest[0]).as_bytes());
            1
        }
    }
}
