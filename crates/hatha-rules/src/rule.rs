//! A rule as it was read.
//!
//! **Invariant.** Every handler is about a function that the rule declares, or
//! about the program itself; token ranges lie within the rule's own text.

use crate::lint;
use crate::parse;
use crate::token::{self, Tokens};
use hatha_cfa::{SourceMap, Span};
use hatha_front::diag::{Diagnostic, Result};
use std::ops::Range;

/// What can happen to a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Event {
    /// It is about to be called; seen by the caller.
    Call,
    /// A call of it has returned; seen by the caller.
    Return,
    /// Its body begins.
    Entry,
    /// Its body is about to return.
    Exit,
}

impl Event {
    /// All events.
    pub const ALL: [Event; 4] = [Event::Call, Event::Return, Event::Entry, Event::Exit];

    /// Its name in a rule.
    pub fn name(self) -> &'static str {
        match self {
            Event::Call => "call",
            Event::Return => "return",
            Event::Entry => "entry",
            Event::Exit => "exit",
        }
    }

    /// Whether there is a returned value to speak of.
    pub(crate) fn has_result(self) -> bool {
        matches!(self, Event::Return | Event::Exit)
    }
}

/// The name that stands for the program as a whole.
pub const PROGRAM: &str = "program";

/// A parameter of a declared function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// The tokens of its declaration.
    pub tokens: Range<usize>,
    /// Its name, if it has one.
    pub name: Option<String>,
}

/// A function that the rule declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// The tokens of the type of its result.
    pub result: Range<usize>,
    /// Whether it gives nothing.
    pub is_void: bool,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Whether the rule gives it a body that the program sees.
    pub stub: bool,
    /// The token of its name.
    pub at: usize,
}

/// A variable of the rule's state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateVar {
    /// Its name.
    pub name: String,
    /// Whether there is one for each object.
    pub per_object: bool,
}

/// Whose state a handler is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Key {
    /// That of the object which these tokens give.
    Of(Range<usize>),
    /// That of every object.
    Each,
}

/// One handler of one event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handler {
    /// The function, or [`PROGRAM`].
    pub function: String,
    /// The event.
    pub event: Event,
    /// The object, for per-object state.
    pub key: Option<Key>,
    /// When it runs, if not always.
    pub guard: Option<Range<usize>>,
    /// Its body with the braces.
    pub body: Range<usize>,
    /// The token of the function's name.
    pub at: usize,
}

/// What stands in a rule besides handlers, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// Declarations of state, one by one, without the braces around them.
    State(Vec<Range<usize>>),
    /// C, taken as it is; of a function that the program sees if so marked.
    C(Range<usize>, bool),
}

/// A rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Its name, `posix/mutex`.
    pub name: String,
    /// The file it came from, as places show it.
    pub file: String,
    /// What it says, in one line: the first comment.
    pub title: String,
    /// Its text.
    pub text: String,
    /// Its tokens.
    pub tokens: Tokens,
    /// State, declarations and stubs.
    pub items: Vec<Item>,
    /// State variables.
    pub state: Vec<StateVar>,
    /// Functions that it declares.
    pub functions: Vec<Function>,
    /// What it watches.
    pub handlers: Vec<Handler>,
}

impl Rule {
    /// Reads a rule; `file` is what places show.
    pub fn read(name: &str, file: &str, text: &str, sources: &mut SourceMap) -> Result<Rule> {
        let id = sources.add(file, Some(text.into()));
        let tokens = Tokens::new(text, id).map_err(|bad| {
            Box::new(Diagnostic::error(
                token::place_in(text, id, bad.at),
                bad.message,
            ))
        })?;
        let parsed = parse::parse(&tokens)?;
        let rule = Rule {
            name: name.to_owned(),
            file: file.to_owned(),
            title: title(text),
            text: text.to_owned(),
            tokens,
            items: parsed.items,
            state: parsed.state,
            functions: parsed.functions,
            handlers: parsed.handlers,
        };
        lint::check(&rule)?;
        Ok(rule)
    }

    /// The declaration of a function.
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|f| f.name == name)
    }

    /// Whether it keeps state for each object.
    pub(crate) fn is_per_object(&self) -> bool {
        self.state.iter().any(|v| v.per_object)
    }

    /// The words of some tokens.
    pub fn words(&self, range: &Range<usize>) -> Vec<&str> {
        let all = &self.tokens.all[range.clone()];
        all.iter().map(|t| self.tokens.word(*t)).collect()
    }

    /// The place of a token.
    pub fn place(&self, token: usize) -> Span {
        self.tokens.span_of(self.tokens.all[token])
    }
}

/// The first line of the first comment.
pub fn title(text: &str) -> String {
    let comment = text.trim_start();
    let line = comment.lines().next().unwrap_or("");
    let text = line.strip_prefix("//").or_else(|| line.strip_prefix("/*"));
    let text = text.unwrap_or("").trim_end_matches("*/").trim();
    text.to_owned()
}
