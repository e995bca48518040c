//! Words and signs of a formula.
//!
//! **Invariant.** What stands between braces is one token and is kept as it was
//! written: `->`, `X` and `U` mean other things in C.

use crate::parse::SyntaxError;
use std::ops::Range;

/// A kind of token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A word: an operator, a process, `at`, `true`, `false`.
    Word(String),
    /// What follows `at`.
    Place(String),
    /// A condition in C, without its braces.
    Condition(String),
    Not,
    And,
    Or,
    Arrow,
    Open,
    Close,
    /// Something that belongs to C.
    Foreign(String),
    End,
}

/// A token and the bytes that it takes.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub kind: Kind,
    pub span: Range<usize>,
}

/// The tokens of a text; the last is [`Kind::End`].
pub(crate) fn tokens(text: &str) -> Result<Vec<Token>, SyntaxError> {
    let mut all: Vec<Token> = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        let after_at = all.last().is_some_and(|t| is_at(&t.kind));
        let (kind, len) = match place(&text[at..]) {
            Some(name) if after_at => (Kind::Place(name.to_owned()), name.len()),
            _ => token(text, at)?,
        };
        all.push(Token {
            kind,
            span: at..at + len,
        });
        at += len;
    }
    all.push(Token {
        kind: Kind::End,
        span: text.len()..text.len(),
    });
    Ok(all)
}

fn is_at(kind: &Kind) -> bool {
    *kind == Kind::Word("at".to_owned())
}

/// The name of a place: a label, a line, or a file and a line.
fn place(text: &str) -> Option<&str> {
    let mut end = 0;
    for (i, c) in text.char_indices() {
        let is_arrow = text[i..].starts_with("->");
        if is_arrow || !(c.is_alphanumeric() || "_./:-+".contains(c)) {
            break;
        }
        end = i + c.len_utf8();
    }
    (end > 0).then_some(&text[..end])
}

fn token(text: &str, at: usize) -> Result<(Kind, usize), SyntaxError> {
    let rest = &text[at..];
    let signs = [
        ("&&", Kind::And),
        ("/\\", Kind::And),
        ("||", Kind::Or),
        ("\\/", Kind::Or),
        ("->", Kind::Arrow),
        ("(", Kind::Open),
        (")", Kind::Close),
    ];
    if let Some((sign, kind)) = signs.iter().find(|(s, _)| rest.starts_with(s)) {
        return Ok((kind.clone(), sign.len()));
    }
    if rest.starts_with('!') && !rest.starts_with("!=") {
        return Ok((Kind::Not, 1));
    }
    if rest.starts_with('{') {
        return condition(text, at);
    }
    let word: String = rest
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect();
    if !word.is_empty() {
        let word = format!("{word}{}", index(&rest[word.len()..]));
        let len = word.len();
        let is_number = word.starts_with(|c: char| c.is_ascii_digit());
        let kind = if is_number {
            Kind::Foreign(word)
        } else {
            Kind::Word(word)
        };
        return Ok((kind, len));
    }
    let sign: String = rest
        .chars()
        .take_while(|c| !c.is_whitespace() && !c.is_alphanumeric() && !"_(){}!".contains(*c))
        .collect();
    let sign = if sign.is_empty() {
        rest.chars().take(1).collect()
    } else {
        sign
    };
    let len = sign.len();
    Ok((Kind::Foreign(sign), len))
}

/// The number in brackets behind the name of a process of which there are several.
fn index(rest: &str) -> &str {
    let digits = rest.strip_prefix('[').and_then(|r| r.split_once(']'));
    let is_number = |d: &str| !d.is_empty() && d.bytes().all(|b| b.is_ascii_digit());
    match digits {
        Some((d, _)) if is_number(d) => &rest[..d.len() + 2],
        _ => "",
    }
}

/// A condition in C up to the brace that closes it.
fn condition(text: &str, at: usize) -> Result<(Kind, usize), SyntaxError> {
    let mut depth = 0_u32;
    for (i, c) in text[at..].char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 1 => {
                let inside = text[at + 1..at + i].trim().to_owned();
                return Ok((Kind::Condition(inside), i + 1));
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    Err(SyntaxError::new(
        at..text.len(),
        "this brace is never closed",
        "a condition in C stands between braces: `{x >= 0}`",
    ))
}
