//! The algorithms, each with a page in `docs/engines/`, and what they share.

pub(crate) mod cegar;
pub(crate) mod cone;
pub(crate) mod dash;
pub mod directed;
pub(crate) mod exchange;
pub(crate) mod flow;
pub(crate) mod intervals;
pub(crate) mod lee_yannakakis;
pub(crate) mod panda;
pub(crate) mod session;
pub(crate) mod subject;
pub(crate) mod synergy;
