//! Diagnostics of the front end: one located message, and what to do next.
//!
//! **Invariant.** A [`Diagnostic`] is an error in the *input*; what hatha does
//! not understand although it is C is an `Unsupported` node, not a diagnostic.

use hatha_cfa::Span;

/// What kind of bad input it is; decides the exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiagKind {
    /// Missing or unreadable file, or a directory (exit status 66).
    NoInput,
    /// Not a program: syntax, types, preprocessing, linking (exit status 65).
    BadInput,
}

/// An error in the input.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// What kind.
    pub kind: DiagKind,
    /// What is wrong, in one line, lower case, no full stop.
    pub message: String,
    /// Where ([`Span::NONE`] if nowhere in particular).
    pub span: Span,
    /// Short text for the place itself.
    pub label: Option<String>,
    /// Other places: an earlier definition, say.
    pub notes: Vec<(String, Span)>,
    /// What to do next.
    pub help: Option<String>,
}

impl Diagnostic {
    /// Bad input at a place.
    pub fn error(span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            kind: DiagKind::BadInput,
            message: message.into(),
            span,
            label: None,
            notes: Vec::new(),
            help: None,
        }
    }

    /// A file that cannot be read.
    pub(crate) fn no_input(message: impl Into<String>) -> Self {
        Diagnostic {
            kind: DiagKind::NoInput,
            ..Self::error(Span::NONE, message)
        }
    }

    /// With a word at the place.
    pub(crate) fn with_label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// With another place.
    pub fn with_note(mut self, note: impl Into<String>, span: Span) -> Self {
        self.notes.push((note.into(), span));
        self
    }

    /// With what to do next.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// The result of a front-end step.
pub type Result<T> = std::result::Result<T, Box<Diagnostic>>;
