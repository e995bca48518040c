//! What a solver is asked about a step, and the predicate that an answer gives.

pub mod query;
pub mod refine;
