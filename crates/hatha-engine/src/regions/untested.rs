//! Refinement without tests.
//!
//! A query may promise a test that the program does not keep: the run faults on a pointer that
//! leads nowhere, or what it reads is not what the query took it to be. The edge is then stuck.
//! If all abstract traces pass such edges, the search goes on behind them: the regions that they
//! enter count as visited, and are split by the preimage of what follows on the trace, as an
//! engine without tests does. The stuck edge then has two targets, and may not be stuck for both.
//!
//! **Soundness.** A region is split by a predicate that contains the preimage of the edge's
//! target, and only the half outside loses the edge, exactly as behind a test.

use crate::algorithms::flow::{Continue, Flow};
use crate::algorithms::session::Session;
use crate::questions::query::project;
use crate::regions::region::{AbstractEdge, Removal, Split};

/// What came of refining a region that no test has visited.
pub(crate) enum Refined {
    /// No state of the region takes the edge, which is gone.
    Removed,
    /// The region was split.
    Split(Split),
    /// All states of the region are in the preimage, as far as it can be decided.
    Not,
}

impl Session<'_> {
    /// Splits a region that no test has visited by the preimage of an edge's target.
    pub(crate) fn refine_without_tests(&mut self, edge: AbstractEdge) -> Flow<Refined> {
        if self.drop_if_infeasible(edge) {
            return Continue(Refined::Removed);
        }
        let parts = self.step(edge.block, edge.to);
        let free = self
            .questions
            .preimages
            .free(&self.subject.blocks, edge.block);
        let mut parts = project(&mut self.questions.pool, &parts, &free);
        parts.retain(|p| self.tests.forest.can_evaluate(&self.questions.pool, p.term));
        let terms: Vec<_> = parts.iter().map(|p| p.term).collect();
        let rho = self.questions.pool.and_all(&terms);
        let mut facts = self.abstraction.facts(edge.from);
        facts.push(self.questions.pool.not(rho));
        if facts.contains(&self.questions.pool.fls()) || !self.ask(&facts).is_sat() {
            return Continue(Refined::Not);
        }
        let halves = self.split_with_states(edge, rho, Removal::OutsidePreimage)?;
        Continue(Refined::Split(halves))
    }
}
