//! The program as a search sees it: one automaton, cut points, blocks between them, and what a
//! block does to variables and memory, as terms.
//!
//! **Invariant.** Nothing here searches, runs a test or asks a solver. A block allows at least
//! what the machine does: a value without a term is an open variable, which may be anything.

pub mod block;
pub mod effect;
pub mod evaluate;
pub mod flat;
pub mod memory;
pub mod points;
mod tuning;
