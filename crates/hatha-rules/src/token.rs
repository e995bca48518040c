//! The tokens of a rule.
//!
//! **Invariant.** Tokens are byte ranges of the text in order; the text itself is
//! kept with its comments blanked, byte for byte, so that an offset means the
//! same in both.

use hatha_cfa::{FileId, Span};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An identifier or keyword.
    Word,
    /// A number, or anything that starts with a digit.
    Number,
    /// A string literal.
    Text,
    /// A character constant.
    Char,
    /// `$1`, `$return`.
    Dollar,
    /// One character of punctuation.
    Punct(u8),
}

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Its first byte.
    pub start: usize,
    /// The byte after it.
    pub end: usize,
}

/// A text that is no sequence of tokens: where, and what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadText {
    /// The byte.
    pub at: usize,
    /// In words.
    pub message: &'static str,
}

/// A text with its tokens.
#[derive(Clone, Debug)]
pub struct Tokens {
    /// The text, comments blanked.
    pub text: String,
    /// Its tokens.
    pub all: Vec<Token>,
    /// The file, for places.
    pub file: FileId,
    /// Where each line starts.
    lines: Vec<usize>,
}

impl Tokens {
    /// Reads a text.
    pub fn new(text: &str, file: FileId) -> Result<Self, BadText> {
        let text = without_comments(text)?;
        let newlines = text.bytes().enumerate().filter(|(_, b)| *b == b'\n');
        let lines = std::iter::once(0)
            .chain(newlines.map(|(i, _)| i + 1))
            .collect();
        let all = tokens(&text)?;
        Ok(Tokens {
            text,
            all,
            file,
            lines,
        })
    }

    /// The text of a token.
    pub fn word(&self, token: Token) -> &str {
        &self.text[token.start..token.end]
    }

    /// Line and column, from 1, of a byte.
    pub fn position(&self, at: usize) -> (u32, u32) {
        let line = self.lines.partition_point(|&s| s <= at);
        let start = self.lines[line - 1];
        (line as u32, (at - start + 1) as u32)
    }

    /// The span of some bytes.
    pub fn span(&self, start: usize, end: usize) -> Span {
        place(&self.lines, self.file, start, end)
    }

    /// The span of a token.
    pub(crate) fn span_of(&self, token: Token) -> Span {
        self.span(token.start, token.end)
    }
}

/// The place of a byte of a text that has no tokens.
pub(crate) fn place_in(text: &str, file: FileId, at: usize) -> Span {
    let newlines = text.bytes().enumerate().filter(|(_, b)| *b == b'\n');
    let lines: Vec<usize> = std::iter::once(0)
        .chain(newlines.map(|(i, _)| i + 1))
        .collect();
    place(&lines, file, at, at + 1)
}

fn place(lines: &[usize], file: FileId, start: usize, end: usize) -> Span {
    let position = |at: usize| {
        let line = lines.partition_point(|&s| s <= at);
        (line as u32, (at - lines[line - 1] + 1) as u32)
    };
    let (line, col) = position(start);
    let (end_line, end_col) = position(end.max(start + 1) - 1);
    Span {
        file,
        line,
        col,
        end_line,
        end_col: end_col + 1,
    }
}

/// The byte after a literal that starts at `start` with `quote`.
fn literal_end(bytes: &[u8], start: usize, quote: u8) -> Result<usize, BadText> {
    let mut i = start + 1;
    while i < bytes.len() && bytes[i] != b'\n' {
        match bytes[i] {
            b'\\' => i += 2,
            b if b == quote => return Ok(i + 1),
            _ => i += 1,
        }
    }
    Err(BadText {
        at: start,
        message: "a literal without an end",
    })
}

/// The text with every byte of a comment but its newlines replaced by a blank.
fn without_comments(text: &str) -> Result<String, BadText> {
    let bytes = text.as_bytes();
    let mut out = bytes.to_vec();
    let mut i = 0;
    while i < bytes.len() {
        let end = match (bytes[i], bytes.get(i + 1)) {
            (b'/', Some(b'/')) => line_end(bytes, i),
            (b'/', Some(b'*')) => block_end(bytes, i)?,
            (q @ (b'"' | b'\''), _) => {
                i = literal_end(bytes, i, q)?;
                continue;
            }
            _ => {
                i += 1;
                continue;
            }
        };
        out[i..end]
            .iter_mut()
            .filter(|b| **b != b'\n')
            .for_each(|b| *b = b' ');
        i = end;
    }
    // Whole comments are blanked, so no character is cut in two.
    Ok(String::from_utf8_lossy(&out).into_owned())
}

fn line_end(bytes: &[u8], start: usize) -> usize {
    let rest = &bytes[start..];
    let line = rest.iter().position(|b| *b == b'\n');
    start + line.unwrap_or(rest.len())
}

fn block_end(bytes: &[u8], start: usize) -> Result<usize, BadText> {
    let inside = &bytes[start + 2..];
    let end = inside.windows(2).position(|w| w == b"*/");
    end.map(|n| start + 2 + n + 2).ok_or(BadText {
        at: start,
        message: "a comment without an end",
    })
}

fn is_word_byte(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_'
}

fn tokens(text: &str) -> Result<Vec<Token>, BadText> {
    let bytes = text.as_bytes();
    let mut all = Vec::new();
    let mut i = 0;
    while i < bytes.len() {
        let b = bytes[i];
        if b.is_ascii_whitespace() {
            i += 1;
            continue;
        }
        let (kind, end) = token(bytes, i)?;
        all.push(Token {
            kind,
            start: i,
            end,
        });
        i = end;
    }
    Ok(all)
}

fn token(bytes: &[u8], i: usize) -> Result<(Kind, usize), BadText> {
    let run = |from: usize| {
        let rest = &bytes[from..];
        from + rest
            .iter()
            .position(|b| !is_word_byte(*b))
            .unwrap_or(rest.len())
    };
    let bad = |message| BadText { at: i, message };
    match bytes[i] {
        b'#' => Err(bad("a rule has no preprocessor lines")),
        b'"' => Ok((Kind::Text, literal_end(bytes, i, b'"')?)),
        b'\'' => Ok((Kind::Char, literal_end(bytes, i, b'\'')?)),
        b'$' if run(i + 1) == i + 1 => Err(bad("`$` is followed by a number or by `return`")),
        b'$' => Ok((Kind::Dollar, run(i + 1))),
        b if b.is_ascii_digit() => Ok((Kind::Number, run(i))),
        b if is_word_byte(b) => Ok((Kind::Word, run(i))),
        b if b.is_ascii_graphic() => Ok((Kind::Punct(b), i + 1)),
        _ => Err(bad("a character that means nothing in a rule")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let tokens = Tokens::new(text, FileId(0)).expect("tokens");
        let all = tokens.all.iter();
        all.map(|t| tokens.word(*t).to_owned()).collect()
    }

    #[test]
    fn comments_are_blank_and_places_stay() {
        let tokens = Tokens::new("/* ä\n*/ a // b\n  $1", FileId(0)).expect("tokens");
        let at: Vec<_> = tokens
            .all
            .iter()
            .map(|t| tokens.position(t.start))
            .collect();
        assert_eq!(at, [(2, 4), (3, 3)]);
        assert_eq!(tokens.all[1].kind, Kind::Dollar);
    }

    #[test]
    fn literals_hide_what_looks_like_a_comment() {
        assert_eq!(
            words(r#"abort "a // \" b"; '/' x"#),
            ["abort", r#""a // \" b""#, ";", "'/'", "x"]
        );
    }

    #[test]
    fn what_has_no_end_is_refused() {
        for text in ["\"abc", "/* abc", "'a", "# 1", "a $ b", "\u{e4}"] {
            assert!(Tokens::new(text, FileId(0)).is_err(), "{text}");
        }
    }
}
