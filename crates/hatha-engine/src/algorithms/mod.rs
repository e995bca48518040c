//! The algorithms, each with a page in `docs/engines/`, and what they share.

pub mod cegar;
pub mod dash;
mod descend;
pub mod directed;
pub mod exchange;
pub mod lee_yannakakis;
pub mod panda;
pub(crate) mod session;
pub mod synergy;
