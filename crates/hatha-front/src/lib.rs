//! C to [`hatha_cfa::Program`].
//!
//! The way of a file: `preprocess` (the system's `cc -E`, target macros, line
//! markers) → `lexical` (a pre-pass over what lang-c does not read) → `parse`
//! (lang-c, on a large stack) → `sema` (names, types, conversions: a [`hir::Unit`])
//! → `link` (several units and the shipped models joined) → `lower` (automata).
//!
//! **Invariant.** Bad input is a [`diag::Diagnostic`]; C that is not understood
//! becomes an edge that says so. Nothing is skipped, nothing panics. The front
//! end knows nothing of simulation, solving or proof.
//! Tests: `crates/hatha/tests/bad_input.rs`, `crates/hatha/tests/corpus.rs`,
//! `the_lower_layers_know_nothing_of_the_upper_ones`. That nothing is skipped: by review.

#![warn(unreachable_pub)]

pub mod assume;
pub mod compile_commands;
pub mod contracts;
pub mod diag;
pub(crate) mod dialect;
pub(crate) mod floating;
pub(crate) mod hir;
pub(crate) mod lexical;
pub mod load;
pub mod lower;
pub mod models;
pub mod observe;
pub mod parse;
pub mod predicates;
pub mod preprocess;
pub(crate) mod sema;
pub mod stack;
pub mod stub;
pub(crate) mod target_macros;
mod variables;
