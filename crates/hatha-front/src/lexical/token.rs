//! Tokens of preprocessed C, as far as the rewrites need them.
//!
//! **Invariant.** Tokens are in source order, do not overlap, and cover
//! everything but white space, comments, line splices and directives; those
//! become edits (or, for directives, entries of their own), so that no later
//! pass sees them.

use super::{Edit, LexError};
use crate::dialect::Dialect;
use std::borrow::Cow;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Identifier or keyword.
    Word,
    /// An identifier that is a keyword in other dialects of C.
    Name,
    /// Preprocessing number.
    Number,
    /// String literal with its prefix.
    Str,
    /// Character constant with its prefix.
    Char,
    /// One punctuation character (digraphs count as what they stand for),
    /// `&&` being `A`.
    Punct(u8),
}

/// The code of `&&` in [`Kind::Punct`].
pub(crate) const AND_AND: u8 = b'A';

/// A token: a range of bytes.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// First byte.
    pub start: u32,
    /// Byte after the last.
    pub end: u32,
    /// What it is.
    pub kind: Kind,
}

/// A line that starts with `#`: its range, without the newline.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Directive {
    /// The `#`.
    pub start: u32,
    /// The newline, or the end of the text.
    pub end: u32,
    /// How many tokens came before it.
    pub before: u32,
}

/// The result of scanning.
#[derive(Debug, Default)]
pub(crate) struct Scan<'a> {
    /// The tokens.
    pub tokens: Vec<Token>,
    /// The directives.
    pub directives: Vec<Directive>,
    /// Removal of what lang-c must not see, replacement of digraphs.
    pub edits: Vec<Edit<'a>>,
}

/// More tokens than this are refused: the tree would not fit into memory.
pub(crate) const MAX_TOKENS: usize = 5_000_000;

/// Some editors start a text with it; it means nothing.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
    line_start: bool,
    dialect: &'a Dialect,
    out: Scan<'a>,
}

/// Splits a text into tokens.
pub(crate) fn scan<'a>(text: &'a [u8], dialect: &'a Dialect) -> Result<Scan<'a>, LexError> {
    let mut s = Scanner {
        text,
        at: 0,
        line_start: true,
        dialect,
        out: Scan::default(),
    };
    if text.starts_with(BYTE_ORDER_MARK) {
        s.at = BYTE_ORDER_MARK.len();
        s.out.edits.push(Edit::replace(0, s.at, ""));
    }
    while s.at < text.len() {
        s.step()?;
    }
    Ok(s.out)
}

fn is_word_start(b: u8) -> bool {
    b.is_ascii_alphabetic() || b == b'_' || b == b'$' || b >= 0x80
}

pub(super) fn is_word(b: u8) -> bool {
    is_word_start(b) || b.is_ascii_digit()
}

impl<'a> Scanner<'a> {
    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn starts_with(&self, what: &[u8]) -> bool {
        self.text[self.at..].starts_with(what)
    }

    fn error<T>(&self, at: usize, message: &str) -> Result<T, LexError> {
        Err(LexError::new(at, message))
    }

    fn step(&mut self) -> Result<(), LexError> {
        let b = self.text[self.at];
        match b {
            b'\n' => {
                self.at += 1;
                self.line_start = true;
            }
            b' ' | b'\t' => self.at += 1,
            // lang-c knows no other white space.
            b'\r' | 0x0b | 0x0c => self.skip(1, " "),
            b'\\' if self.splice_len() > 0 => self.skip(self.splice_len(), ""),
            b'/' if self.peek(1) == b'*' => self.block_comment()?,
            b'/' if self.peek(1) == b'/' => self.line_comment(),
            b'#' if self.line_start => self.directive(),
            b'%' if self.line_start && self.peek(1) == b':' => self.directive(),
            _ => {
                self.line_start = false;
                self.token(b)?;
            }
        }
        Ok(())
    }

    /// Length of a backslash-newline here, or 0.
    fn splice_len(&self) -> usize {
        match (self.peek(1), self.peek(2)) {
            (b'\n', _) => 2,
            (b'\r', b'\n') => 3,
            _ => 0,
        }
    }

    fn skip(&mut self, len: usize, with: &'static str) {
        let start = self.at;
        self.at += len;
        self.out.edits.push(Edit::replace(start, self.at, with));
    }

    fn block_comment(&mut self) -> Result<(), LexError> {
        let rest = &self.text[self.at + 2..];
        match rest.windows(2).position(|w| w == b"*/") {
            Some(n) => {
                self.skip(n + 4, " ");
                Ok(())
            }
            None => self.error(self.at, "comment without an end"),
        }
    }

    fn line_comment(&mut self) {
        let len = self.line_len();
        self.skip(len, " ");
    }

    /// Bytes up to the newline that ends the (spliced) line.
    fn line_len(&self) -> usize {
        let rest = &self.text[self.at..];
        let mut from = 0;
        while let Some(n) = rest[from..].iter().position(|&b| b == b'\n') {
            let end = from + n;
            if end > 0 && rest[end - 1] == b'\\' {
                from = end + 1;
            } else {
                return end;
            }
        }
        rest.len()
    }

    fn directive(&mut self) {
        let start = self.at as u32;
        let len = self.line_len();
        self.skip(len, "");
        self.out.directives.push(Directive {
            start,
            end: self.at as u32,
            before: self.out.tokens.len() as u32,
        });
    }

    fn push(&mut self, start: usize, kind: Kind) -> Result<(), LexError> {
        if self.out.tokens.len() >= MAX_TOKENS {
            return self.error(start, "program too large: more than 5 million tokens");
        }
        self.out.tokens.push(Token {
            start: start as u32,
            end: self.at as u32,
            kind,
        });
        Ok(())
    }

    fn token(&mut self, b: u8) -> Result<(), LexError> {
        let start = self.at;
        if let Some(prefix) = self.literal_prefix() {
            return self.literal(prefix);
        }
        if is_word_start(b) || self.is_universal_name() {
            return self.word(start);
        }
        if b.is_ascii_digit() || (b == b'.' && self.peek(1).is_ascii_digit()) {
            self.number();
            return self.push(start, Kind::Number);
        }
        if b < b' ' || b == 0x7f || b"@`\\".contains(&b) {
            return self.error(start, &stray(b));
        }
        self.punct(b, start)
    }

    fn punct(&mut self, b: u8, start: usize) -> Result<(), LexError> {
        const DIGRAPHS: [(&[u8], u8, &str); 4] = [
            (b"<:", b'[', "["),
            (b":>", b']', "]"),
            (b"<%", b'{', "{"),
            (b"%>", b'}', "}"),
        ];
        for (digraph, code, text) in DIGRAPHS {
            if self.starts_with(digraph) {
                self.skip(2, text);
                return self.push(start, Kind::Punct(code));
            }
        }
        let and = self.starts_with(b"&&");
        self.at += if and { 2 } else { 1 };
        self.push(start, Kind::Punct(if and { AND_AND } else { b }))
    }

    /// Whether `\u` or `\U` stands here.
    fn is_universal_name(&self) -> bool {
        self.peek(0) == b'\\' && matches!(self.peek(1), b'u' | b'U')
    }

    fn word(&mut self, start: usize) -> Result<(), LexError> {
        loop {
            if self.is_universal_name() {
                self.at += 2;
            } else if self.at < self.text.len() && is_word(self.text[self.at]) {
                self.at += 1;
            } else {
                let plain = self.dialect.is_plain(&self.text[start..self.at]);
                return self.push(start, if plain { Kind::Name } else { Kind::Word });
            }
        }
    }

    fn number(&mut self) {
        while self.at < self.text.len() {
            let b = self.text[self.at];
            let exponent = matches!(b, b'e' | b'E' | b'p' | b'P');
            if exponent && matches!(self.peek(1), b'+' | b'-') {
                self.at += 2;
            } else if b == b'.' || b.is_ascii_alphanumeric() || b == b'_' {
                self.at += 1;
            } else {
                break;
            }
        }
    }

    /// Length of the encoding prefix if a string or character literal starts here.
    fn literal_prefix(&self) -> Option<usize> {
        const PREFIXES: [&[u8]; 10] = [
            b"", b"L", b"u8", b"u", b"U", b"R", b"LR", b"u8R", b"uR", b"UR",
        ];
        PREFIXES
            .iter()
            .map(|p| p.len())
            .zip(PREFIXES)
            .find_map(|(n, p)| {
                let raw = p.ends_with(b"R");
                let quote = self.peek(n);
                let hit = quote == b'"' || (quote == b'\'' && !raw);
                (hit && self.starts_with(p)).then_some(n)
            })
    }

    fn literal(&mut self, prefix: usize) -> Result<(), LexError> {
        let start = self.at;
        let quote = self.peek(prefix);
        if prefix > 0 && self.text[start + prefix - 1] == b'R' {
            return self.raw_string(start, prefix);
        }
        self.at += prefix + 1;
        loop {
            match self.peek(0) {
                _ if self.at >= self.text.len() => break,
                b'\n' => break,
                b'\\' => self.at += 2,
                b if b == quote => {
                    self.at += 1;
                    let kind = if quote == b'"' { Kind::Str } else { Kind::Char };
                    return self.push(start, kind);
                }
                _ => self.at += 1,
            }
        }
        let quote = char::from(quote);
        self.error(start, &format!("missing terminating {quote} character"))
    }

    /// `R"tag(…)tag"` becomes an ordinary literal.
    fn raw_string(&mut self, start: usize, prefix: usize) -> Result<(), LexError> {
        let body = &self.text[start + prefix + 1..];
        let open = body.iter().take(17).position(|&b| b == b'(');
        let found = open.and_then(|open| {
            let mut close = vec![b')'];
            close.extend_from_slice(&body[..open]);
            close.push(b'"');
            let rest = &body[open + 1..];
            let len = rest.windows(close.len()).position(|w| w == close)?;
            Some((&rest[..len], open + 1 + len + close.len()))
        });
        let Some((content, len)) = found else {
            return self.error(start, "raw string without an end");
        };
        let mut text = self.text[start..start + prefix - 1].to_vec();
        text.push(b'"');
        for &b in content {
            match b {
                b'\n' => text.extend_from_slice(b"\\n"),
                b'"' | b'\\' => text.extend_from_slice(&[b'\\', b]),
                _ => text.push(b),
            }
        }
        text.push(b'"');
        self.at = start + prefix + 1 + len;
        self.out.edits.push(Edit {
            start,
            end: self.at,
            text: Cow::Owned(text),
        });
        self.push(start, Kind::Str)
    }
}

fn stray(b: u8) -> String {
    match b {
        0 => "the file contains a NUL byte: not a C text".to_owned(),
        b'!'..=b'~' => format!("stray character `{}`", char::from(b)),
        _ => format!("stray byte 0x{b:02x}: not a C text"),
    }
}
