//! Invariants learnt from tests.
//!
//! Where refinement repeats itself with growing constants, the states that the
//! forest holds already suggest what stays the same: equalities (of products
//! too), bounds (of floating numbers, too), weighted inequalities, congruences, some of them under a
//! condition of the program. [`candidates`] collects what is true of all of them, [`houdini`]
//! keeps what is inductive.
//!
//! **Soundness.** A candidate is only a guess until the solver has shown that
//! every block keeps it, wrap-around included; what is left holds in every state
//! that an execution reaches.

mod affine;
mod candidates;
mod cells;
mod conditions;
pub(crate) mod every;
mod facets;
mod floats;
mod houdini;
pub(crate) mod infer;
mod normal;
mod polynomial;
mod quadratic;
mod sample;
mod steps;
mod valuation;

pub(crate) use candidates::Depth;
pub(crate) use houdini::{Induction, houdini};
pub(crate) use normal::Normal;
pub(crate) use sample::{guess, inputs, remember, those_that_hold};
pub(crate) use steps::Steps;
pub(crate) use valuation::{Limits as ReachLimits, Reach};
