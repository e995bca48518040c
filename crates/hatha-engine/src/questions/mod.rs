//! What a solver is asked about a step, and the predicate that an answer gives.

pub(crate) mod addresses;
pub(crate) mod asked;
pub(crate) mod query;
pub(crate) mod refine;
pub(crate) mod suitable;
