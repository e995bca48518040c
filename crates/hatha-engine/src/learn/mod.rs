//! Invariants learnt from tests.
//!
//! Where refinement repeats itself with growing constants, the states that the
//! forest holds already suggest what stays the same: equalities, bounds,
//! congruences. [`candidates`] collects what is true of all of them, [`houdini`]
//! keeps what is inductive.
//!
//! **Soundness.** A candidate is only a guess until the solver has shown that
//! every block keeps it, wrap-around included; what is left holds in every state
//! that an execution reaches.

mod affine;
mod candidates;
mod houdini;
mod normal;
mod sample;

pub use candidates::{Column, Samples, candidates};
pub use houdini::{Induction, houdini};
pub use normal::Normal;
pub use sample::{samples, spread};
