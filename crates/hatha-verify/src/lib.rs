//! From a question about a program to a verdict: what the command line, campaigns, editors and
//! tests call.
//!
//! **Invariant.** [`check::check`] gives a verdict only after somebody other than
//! the engine has confirmed it: a failing test is replayed by the plain concrete
//! simulator on the program as loaded, a proof is certified. If that does not
//! succeed there is no verdict.
//! Tests: `a_defect_of_one_engine_leaves_the_others`, `crates/hatha/tests/mutants.rs`,
//! `crates/hatha/tests/broken.rs`.

#![warn(unreachable_pub)]

pub mod assumption;
pub mod cache;
pub mod check;
pub mod contract;
pub mod functions;
pub mod gcl;
pub mod native;
pub mod replay;
pub mod suite;
pub mod testing;
pub mod unit;
pub mod validate;
pub mod witness;
