//! Tests, the states that they visit, and what they leave: the forest of the papers.

pub(crate) mod forest;
pub(crate) mod history;
pub(crate) mod must_summaries;
pub(crate) mod pointees;
pub(crate) mod runs;
pub(crate) mod simulate;
