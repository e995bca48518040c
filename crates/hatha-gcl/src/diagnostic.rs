//! Messages about a text, with their place.

use std::fmt;

/// A stretch of the text, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The first byte.
    pub start: usize,
    /// The byte behind the last.
    pub end: usize,
}

impl Place {
    /// From the start of one place to the end of another.
    pub fn to(self, other: Place) -> Place {
        Place {
            start: self.start,
            end: other.end.max(self.start),
        }
    }

    /// Line and column of the first byte, counted from one; columns are bytes.
    pub fn line_and_column(self, text: &str) -> (u32, u32) {
        position(text, self.start)
    }

    /// Line and column behind the last byte.
    pub fn end_line_and_column(self, text: &str) -> (u32, u32) {
        position(text, self.end)
    }
}

fn position(text: &str, at: usize) -> (u32, u32) {
    let before = &text.as_bytes()[..at.min(text.len())];
    let line = before.iter().filter(|&&b| b == b'\n').count();
    let start = before
        .iter()
        .rposition(|&b| b == b'\n')
        .map_or(0, |i| i + 1);
    ((line + 1) as u32, (before.len() - start + 1) as u32)
}

/// Something wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// One line.
    pub message: String,
    /// Where.
    pub place: Place,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A message about a place.
    pub fn new(place: Place, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            message: message.into(),
            place,
            help: None,
        }
    }

    /// With advice.
    pub fn with_help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diagnostic {}
