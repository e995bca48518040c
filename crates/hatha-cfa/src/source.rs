//! Files, spans, and the way back from the automaton to the user's text.
//!
//! **Invariant.** A [`Span`] always names the file, line and column that the
//! user wrote (line markers of the preprocessor are resolved before a span is
//! made). A span says where, never what: no meaning depends on it.

use hatha_index::{IndexVec, index_type};
use std::sync::{Arc, OnceLock};

index_type! {
    /// An index into [`SourceMap`].
    pub struct FileId
}

/// A stretch of source text; lines and columns count from 1, the end is exclusive.
///
/// Line 0 means "no position" (something the front end made up).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First line.
    pub line: u32,
    /// First column, in bytes.
    pub col: u32,
    /// Last line.
    pub end_line: u32,
    /// Column after the last byte.
    pub end_col: u32,
}

impl Span {
    /// The span of things that stand nowhere in the source.
    pub const NONE: Span = Span {
        file: FileId(0),
        line: 0,
        col: 0,
        end_line: 0,
        end_col: 0,
    };

    /// Whether the span stands for a place in a file.
    pub fn is_some(&self) -> bool {
        self.line != 0
    }

    /// From the start of `self` to the end of `other` (of the same file, else `self`).
    pub fn to(self, other: Span) -> Span {
        if self.file == other.file && other.is_some() && self.is_some() {
            Span {
                end_line: other.end_line,
                end_col: other.end_col,
                ..self
            }
        } else {
            self
        }
    }
}

/// One file, as the user names it.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The name as given on the command line or in a line marker.
    pub name: String,
    /// The text, where it is known; a file named only by a line marker may be absent.
    pub text: Option<Arc<str>>,
}

impl SourceFile {
    /// Whether it comes with the system, and not with the program.
    pub fn is_of_the_system(&self) -> bool {
        self.name.starts_with("/usr/")
    }
}

/// Where the lines of a text begin.
fn line_starts(text: &str) -> Vec<usize> {
    let behind = text.match_indices('\n').map(|(at, _)| at + 1);
    let starts = std::iter::once(0).chain(behind);
    starts.filter(|&start| start < text.len()).collect()
}

/// All files of a program.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: IndexVec<FileId, SourceFile>,
    /// Where the lines of each file begin, once somebody asked for one.
    lines: IndexVec<FileId, OnceLock<Vec<usize>>>,
}

impl SourceMap {
    /// An empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file, or returns the id of the one with that name (its text is filled in if it was missing).
    pub fn add(&mut self, name: &str, text: Option<Arc<str>>) -> FileId {
        if let Some(id) = self.files.position(|f| f.name == name) {
            if self.files[id].text.is_none() {
                self.files[id].text = text;
            }
            return id;
        }
        self.lines.push(OnceLock::new());
        self.files.push_and_get_key(SourceFile {
            name: name.to_owned(),
            text,
        })
    }

    /// The file behind an id.
    pub fn file(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id)
    }

    /// All files with their ids.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter_enumerated()
    }

    /// Line `line` (from 1) of a file, without its newline.
    pub fn line(&self, file: FileId, line: u32) -> Option<&str> {
        let text = self.file(file)?.text.as_deref()?;
        let starts = self.lines.get(file)?.get_or_init(|| line_starts(text));
        let start = *starts.get(line.checked_sub(1)? as usize)?;
        text[start..].lines().next()
    }

    /// `file:line:column`, or `<built-in>` for [`Span::NONE`].
    pub fn describe(&self, span: Span) -> String {
        match self.file(span.file) {
            Some(f) if span.is_some() => format!("{}:{}:{}", f.name, span.line, span.col),
            _ => "<built-in>".to_owned(),
        }
    }
}
