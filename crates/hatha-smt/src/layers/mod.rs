//! Layers: solvers that ask another solver only what they must.
//!
//! Each layer preserves answers: it may answer earlier, never otherwise. They
//! are independent of one another; [`default_chain`] puts them in the order that
//! pays. [`Layer`] is what they have in common.

mod bounding;
mod budget;
mod cache;
mod layer;
mod log;
mod narrow;
mod ranging;
mod refereed;
mod reuse;
mod simplify;
mod slice;

pub use bounding::Bounding;
pub use budget::Budgeted;
pub use cache::Caching;
pub use layer::Layer;
pub use log::Logging;
pub(crate) use log::script;
pub use narrow::Narrowing;
pub(crate) use ranging::Ranging;
pub use refereed::Refereed;
pub use reuse::Reusing;
pub use simplify::Simplifying;
pub use slice::Slicing;

use crate::embedded::Embedded;

/// The default chain of layers.
pub type DefaultChain =
    Refereed<Simplifying<Slicing<Caching<Reusing<Bounding<Ranging<Narrowing<Embedded>>>>>>>>;

/// The embedded solver behind simplification, slicing, cache, model reuse,
/// bounds, ranges of floats and narrowing. The referee of the run, if any, confirms its answers.
pub fn default_chain() -> DefaultChain {
    let reusing = Reusing::new(Bounding::new(Ranging::new(Narrowing::new(Embedded::new()))));
    Refereed::new(Simplifying::new(Slicing::new(Caching::new(reusing))))
}

/// The embedded solver alone, for callers whose questions no layer would help
/// with. The referee of the run, if any, confirms its answers.
pub fn plain() -> Refereed<Embedded> {
    Refereed::new(Embedded::new())
}
