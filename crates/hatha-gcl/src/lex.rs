//! Words of the language.
//!
//! **Invariant.** Every byte of the text is white space, part of a comment or
//! part of exactly one token; anything else is a diagnostic.

use crate::diagnostic::{Diagnostic, Place};

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// A name or a keyword. `$` may begin a name in proofs alone.
    Word(String),
    /// A decimal number.
    Number(i128),
    /// An operator or a parenthesis.
    Sign(&'static str),
    /// The end of the text.
    End,
}

impl Token {
    /// For messages.
    pub(crate) fn describe(&self) -> String {
        match self {
            Token::Word(word) => format!("`{word}`"),
            Token::Number(n) => format!("`{n}`"),
            Token::Sign(sign) => format!("`{sign}`"),
            Token::End => "the end of the text".to_owned(),
        }
    }
}

/// Longer ones first, so that no sign hides a longer one.
const SIGNS: [&str; 32] = [
    "<=>", "..=", ":=", "->", "..", "==", "!=", "<=", ">=", "=>", "&&", "||", "{", "}", "[", "]",
    "(", ")", ",", ";", ":", ".", "=", "<", ">", "+", "-", "*", "%", "!", "&", "|",
];
/// Numbers beyond it would overflow too soon to be useful.
const LARGEST: i128 = 1 << 62;

/// The tokens of a text, the end included.
pub(crate) fn tokens(text: &str) -> Result<Vec<(Token, Place)>, Diagnostic> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = skip(text, at)? {
        let (token, end) = token(text, start)?;
        found.push((token, Place { start, end }));
        at = end;
    }
    let end = text.len();
    found.push((Token::End, Place { start: end, end }));
    Ok(found)
}

/// The start of the next token.
fn skip(text: &str, mut at: usize) -> Result<Option<usize>, Diagnostic> {
    loop {
        let rest = &text[at..];
        let trimmed = rest.trim_start();
        at += rest.len() - trimmed.len();
        if trimmed.is_empty() {
            return Ok(None);
        }
        if trimmed.starts_with("//") {
            at += trimmed.find('\n').unwrap_or(trimmed.len());
        } else if let Some(comment) = trimmed.strip_prefix("/*") {
            let Some(length) = comment.find("*/") else {
                let place = Place {
                    start: at,
                    end: at + 2,
                };
                return Err(Diagnostic::new(place, "this comment does not end"));
            };
            at += length + 4;
        } else {
            return Ok(Some(at));
        }
    }
}

fn token(text: &str, start: usize) -> Result<(Token, usize), Diagnostic> {
    let rest = &text[start..];
    let first = rest.chars().next().unwrap_or(' ');
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '\'';
    if first.is_ascii_digit() {
        let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let end = start + length;
        return number(&rest[..length], Place { start, end }).map(|t| (t, end));
    }
    if first.is_ascii_alphabetic() || first == '_' || first == '$' {
        let tail = &rest[1..];
        let length = 1 + tail.find(|c| !is_word(c)).unwrap_or(tail.len());
        return Ok((Token::Word(rest[..length].to_owned()), start + length));
    }
    match SIGNS.iter().find(|s| rest.starts_with(**s)) {
        Some(sign) => Ok((Token::Sign(sign), start + sign.len())),
        None => {
            let place = Place {
                start,
                end: start + first.len_utf8(),
            };
            Err(Diagnostic::new(
                place,
                format!("`{first}` means nothing here"),
            ))
        }
    }
}

fn number(digits: &str, place: Place) -> Result<Token, Diagnostic> {
    if !digits.bytes().all(|b| b.is_ascii_digit()) {
        let message = format!("`{digits}` is not a number");
        return Err(Diagnostic::new(place, message));
    }
    match digits.parse::<i128>() {
        Ok(n) if n <= LARGEST => Ok(Token::Number(n)),
        _ => Err(Diagnostic::new(place, "this number is too large")),
    }
}
