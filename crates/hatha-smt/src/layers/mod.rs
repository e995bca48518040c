//! Layers: solvers that ask another solver only what they must.
//!
//! Each layer preserves answers: it may answer earlier, never otherwise. They
//! are independent of one another; [`default_chain`] puts them in the order that
//! pays.

/// What a layer is and can do is what the solver below is and can do. Inside an
/// `impl Solver` of a layer with the solver below in `inner`.
macro_rules! delegate_identity {
    () => {
        fn name(&self) -> &str {
            self.inner.name()
        }

        fn capabilities(&self) -> $crate::solver::Capabilities {
            self.inner.capabilities()
        }

        fn as_interpolator(&mut self) -> Option<&mut dyn $crate::solver::Interpolator> {
            self.inner.as_interpolator()
        }

        fn as_projector(&mut self) -> Option<&mut dyn $crate::solver::Projector> {
            self.inner.as_projector()
        }
    };
}

mod bounding;
mod budget;
mod cache;
mod log;
mod narrow;
mod refereed;
mod reuse;
mod simplify;
mod slice;

pub use bounding::Bounding;
pub use budget::Budgeted;
pub use cache::Caching;
pub use log::Logging;
pub(crate) use log::script;
pub use narrow::Narrowing;
pub use refereed::Refereed;
pub use reuse::Reusing;
pub use simplify::Simplifying;
pub use slice::Slicing;

use crate::embedded::Embedded;
use hatha_term::TermId;

/// The default chain of layers.
pub type DefaultChain =
    Refereed<Simplifying<Slicing<Caching<Reusing<Bounding<Narrowing<Embedded>>>>>>>;

/// The embedded solver behind simplification, slicing, cache, model reuse,
/// bounds and narrowing. The referee of the run, if any, confirms its answers.
pub fn default_chain() -> DefaultChain {
    let reusing = Reusing::new(Bounding::new(Narrowing::new(Embedded::new())));
    Refereed::new(Simplifying::new(Slicing::new(Caching::new(reusing))))
}

/// The embedded solver alone, for callers whose questions no layer would help
/// with. The referee of the run, if any, confirms its answers.
pub fn plain() -> Refereed<Embedded> {
    Refereed::new(Embedded::new())
}

/// The assertions of a layer, by scope.
#[derive(Clone, Debug)]
pub(crate) struct Frames(Vec<Vec<TermId>>);

impl Default for Frames {
    fn default() -> Self {
        Frames(vec![Vec::new()])
    }
}

impl Frames {
    pub(crate) fn push(&mut self) {
        self.0.push(Vec::new());
    }

    /// Drops the innermost scope, unless it is the outermost too.
    pub(crate) fn pop(&mut self) {
        if self.0.len() > 1 {
            self.0.pop();
        }
    }

    pub(crate) fn assert(&mut self, t: TermId) {
        if let Some(frame) = self.0.last_mut() {
            frame.push(t);
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = TermId> + '_ {
        self.0.iter().flatten().copied()
    }

    /// Assertions and assumptions, sorted, each once.
    pub(crate) fn query(&self, assumptions: &[TermId]) -> Vec<TermId> {
        let mut all: Vec<TermId> = self.iter().chain(assumptions.iter().copied()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// The assumptions among the terms of a core.
pub(crate) fn assumed_part(core: &[TermId], assumptions: &[TermId]) -> Vec<TermId> {
    let assumed = |t: &&TermId| assumptions.contains(t);
    core.iter().filter(assumed).copied().collect()
}
