//! The program as a search sees it: one automaton, cut points, blocks between them, and what a
//! block does to variables and memory, as terms.
//!
//! **Invariant.** Nothing here searches, runs a test or asks a solver. A block allows at least
//! what the machine does: a value without a term is an open variable, which may be anything.
//! Tests: `the_lower_layers_know_nothing_of_the_upper_ones`, `a_resolved_read_is_what_the_bytes_say`,
//! `agrees_with_the_evaluator_of_terms`. That a block allows what the machine does: by review.

pub mod block;
pub mod display;
pub mod effect;
pub mod evaluate;
pub mod flat;
mod hidden;
pub mod made;
pub mod memory;
pub mod pointee;
pub mod points;
pub mod sums;
mod tuning;
