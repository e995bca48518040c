//! Tests, the states that they visit, and what they leave: the forest of the papers.

pub mod forest;
pub mod history;
pub(crate) mod must_summaries;
pub mod simulate;
