//! What an engine tells about its search while it goes on.
//!
//! **Invariant.** Watching changes nothing: an observer cannot influence a
//! search, and a search that nobody watches does not pay for words that nobody
//! reads ([`Observer::wants_events`]).

use crate::Counts;

/// What became of the step that an iteration asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Some inputs take it: a test follows.
    Test,
    /// No inputs take it after that test: a split, or the end of an edge, follows.
    Refuted,
    /// The solver, or the model of the program, could not tell.
    Unknown(String),
}

/// Something that a search did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// An iteration of the main loop asked about one step at the frontier of an abstract trace.
    Iteration {
        /// From 1.
        number: u64,
        /// The places of the abstract trace, as far as the engine has them, the frontier included.
        trace: Vec<String>,
        /// Where the frontier is, `file:line:column`.
        frontier: String,
        /// What was learnt.
        answer: Answer,
    },
    /// A test was run.
    Test {
        /// From 1.
        number: u64,
        /// How many inputs it took.
        inputs: u64,
        /// How it ended, in a word.
        end: String,
    },
    /// A region was split.
    Split {
        /// Where the region is, `file:line:column`.
        location: String,
        /// The predicate as C.
        predicate: String,
    },
    /// A fact that holds in every execution was learnt.
    Invariant {
        /// Where it holds, `file:line:column`.
        location: String,
        /// The fact as C.
        predicate: String,
    },
}

/// Who watches a search. Every method does nothing unless overridden.
pub trait Observer: std::fmt::Debug {
    /// Whether events are read; if not, an engine need not put anything into words.
    fn wants_events(&self) -> bool {
        false
    }

    /// Something happened.
    fn event(&self, _event: &Event) {}

    /// So far, once an iteration or a test; `frontier` puts into words where the search is, on demand.
    fn progress(&self, _counts: &Counts, _frontier: &dyn Fn() -> String) {}
}

/// Nobody watches.
impl Observer for () {}
