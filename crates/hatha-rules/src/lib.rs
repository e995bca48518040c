//! Rules about the use of interfaces: the language, the shipped rules, and how a
//! rule becomes part of a program.
//!
//! A rule (`docs/rules.md`) has state, and handlers for events of functions: a
//! call, a return, the entry and the exit of a body. [`parse`] reads it, [`emit`]
//! gives its state, handlers and stubs to the front end as a C unit whose places
//! are those of the rule's own text, and [`instrument`] puts calls of the handlers
//! into the automata of the program.
//!
//! **Invariant.** The program's own edges keep their places and their meaning;
//! what is added changes nothing but the rule's state. Where an event cannot
//! be watched exactly the automaton says so by an unsupported edge, so a verdict
//! never rests on an event that was missed.
//! Tests: `crates/hatha/tests/rules.rs`, `operations_of_the_machine_are_not_watched_in_silence`. That what is
//! added changes nothing else: by review.
//!
//! **Per-object state** is the state of one object, chosen by an input of the
//! program that nothing constrains: what holds for that object in every
//! execution holds for every object. The choice is an ordinary input, so a
//! failing test replays.

pub mod emit;
pub mod instrument;
pub mod library;
pub(crate) mod lint;
pub mod parse;
pub mod rule;
pub mod thunk;
pub mod token;

pub use instrument::{Instrumented, Violation, instrument};
pub use rule::Rule;

/// The name of the failure that every rule states; no function of a program is called so.
pub const FAILURE: &str = "__hatha_rule";
