//! Regions, the edges between them, abstract traces with their frontier, and the proof that a
//! region graph without an error trace is.

pub(crate) mod abstraction;
pub(crate) mod apart;
pub(crate) mod non_null;
pub(crate) mod proof;
pub(crate) mod prune;
pub(crate) mod region;
pub(crate) mod trace;
pub(crate) mod untested;
