//! Regions, the edges between them, abstract traces with their frontier, and the proof that a
//! region graph without an error trace is.

pub(crate) mod non_null;
pub mod proof;
pub mod prune;
pub mod region;
pub mod trace;
mod untested;
