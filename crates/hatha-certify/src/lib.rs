//! The independent checker of proofs.
//!
//! It reads a proof and the program, and re-establishes with fresh solver calls,
//! on terms that nothing has rewritten, that the claimed region graph covers
//! every execution and keeps it away from every failure.
//!
//! **Invariant.** This crate depends on the terms, the solvers, the automata and
//! the proof format, never on the simulator or an engine (a test reads the
//! dependency graph): the meaning of an edge is written down here a second
//! time. Where this second meaning is less precise, it allows *more* behaviour,
//! so a proof that passes holds for all that the machine can do; where it knows
//! nothing, the proof is refused, never waved through.
//! Tests: `the_checker_shares_nothing_with_the_simulator_or_an_engine`, `crates/hatha-certify/tests/forged.rs`,
//! `crates/hatha/tests/mutants.rs`. That its meaning of an edge allows what the machine does: by review.

mod access;
mod apart;
mod call;
mod check;
mod checks;
mod each;
mod element;
mod encode;
mod equations;
mod float;
mod gcl;
mod graph;
mod hidden;
mod judge;
mod linear;
mod live;
mod made;
mod memory;
#[cfg(test)]
mod memory_tests;
mod object;
mod once;
mod opaque;
mod operator;
mod outside;
mod owner;
mod path;
mod pointee;
mod predicate;
mod reach;
mod simulation;
mod stack_block;
mod state;
mod stated;
mod step;
mod unrolled;
mod weaken;

pub use check::{Certificate, Refusal, certify, certify_under};
pub use checks::certify_checks;
pub use gcl::certify_gcl;
pub use state::{Environment, Externals};
pub use weaken::{Weakened, weaken};
