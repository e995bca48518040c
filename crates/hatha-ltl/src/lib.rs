//! Linear temporal logic over finite, non-empty sequences.
//!
//! **Invariant.** The meaning of a formula is [`holds`], which is the definition
//! written down; the automaton of [`translate`] accepts exactly the non-empty
//! words on which the formula holds (a test compares the two on random pairs).
//! Basic formulas are opaque here: where a point lies and what a condition in C
//! means is for the caller.
//! Tests: `the_automaton_accepts_what_the_definition_says`, `the_lower_layers_know_nothing_of_the_upper_ones`.
//!
//! Deliberately absent: programs, terms and solvers. The crate depends on no other
//! crate of hatha.
//!
//! ```
//! let parsed = hatha_ltl::parse("G !at l2 && F at exit")?;
//! let automaton = hatha_ltl::translate(&parsed.formulas, parsed.root, 1_000)?.reduced();
//! // Two states: anywhere but at l2, then at the exit.
//! let word = [vec![false, false], vec![false, true]];
//! assert!(hatha_ltl::holds(&parsed.formulas, parsed.root, &word));
//! assert!(automaton.accepts(&word));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(unreachable_pub)]

mod automaton;
mod formula;
mod lex;
mod parse;
mod picture;
mod reduce;
mod semantics;
mod translate;

pub use automaton::{Automaton, Node, NodeId};
pub use formula::{Atom, AtomId, AtomKind, Form, FormulaId, Formulas};
pub use parse::{Parsed, SyntaxError, parse};
pub use semantics::holds;
pub use translate::{TooLarge, translate};
