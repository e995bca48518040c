//! Guarded commands (`.gcl`): concurrent systems over integers, booleans and
//! enumerations.
//!
//! [`load`] reads a text into a [`Model`]: processes are multiplied out, names
//! resolved and types checked, and whatever is wrong is a [`Diagnostic`] with a
//! place. A model has two meanings here, written independently of one another:
//! [`interpret`] runs it on concrete states, [`System`] is the same as linear
//! formulas over its variables. [`explicit`] is the exhaustive search that the
//! tests compare everything else with.
//!
//! **Invariant.** A model that loads is well typed: neither meaning can fail on
//! it except by the faults of a model (a range is left, one element is assigned
//! twice at once, an index is out of range) and by numbers beyond 128 bits, which
//! are an [`linear::Overflow`] and never a verdict.
//! Tests: `interpreter_and_formulas_agree_on_random_systems`, `the_faults_of_a_model`.
//!
//! Deliberately absent: solvers and algorithms.

#![warn(unreachable_pub)]

mod ast;
pub mod diagnostic;
mod elaborate;
pub mod explicit;
mod format;
pub mod formula;
pub mod interpret;
mod lex;
pub mod linear;
pub mod model;
mod names;
mod parse;
pub mod picture;
pub mod proof;
pub mod random;
pub mod schedule;
mod show;
pub mod system;
pub mod watch;

pub use diagnostic::{Diagnostic, Place};
pub use elaborate::{Constants, Vocabulary, load};
pub use format::FormatError;
pub use model::Model;
pub use system::System;

/// Part of every proof: changes when the meaning of a model changes.
pub const SEMANTICS_VERSION: u32 = 1;
