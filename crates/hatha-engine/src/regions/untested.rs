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
use crate::algorithms::session::{Session, Stuck};
use crate::questions::query::project;
use crate::regions::region::{AbstractEdge, RegionId, Removal, Split};
use crate::regions::trace::frontier;
use std::collections::BTreeSet;

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
    /// The step of an abstract trace that leaves the regions that tests have visited or stuck
    /// edges enter.
    pub(crate) fn frontier_without_tests(&self, stuck: &Stuck) -> Option<AbstractEdge> {
        let entered: BTreeSet<RegionId> = stuck.keys().map(|e| e.to).collect();
        let visited = |r: RegionId| self.is_visited(r) || entered.contains(&r);
        let skip = |e: AbstractEdge| stuck.contains_key(&e);
        let goals = [self.graph.failure(), self.graph.obstacle()];
        let find = |g: &RegionId| frontier(&self.graph, *g, visited, skip);
        goals.iter().find_map(find)
    }

    /// Splits a region that no test has visited by the preimage of an edge's target.
    pub(crate) fn refine_without_tests(&mut self, edge: AbstractEdge) -> Flow<Refined> {
        if self.drop_if_infeasible(edge) {
            return Continue(Refined::Removed);
        }
        let parts = self.step(edge.block, edge.to);
        let free = self.preimages.free(&self.blocks, edge.block);
        let mut parts = project(&mut self.pool, &parts, &free);
        parts.retain(|p| self.forest.can_evaluate(&self.pool, p.term));
        let terms: Vec<_> = parts.iter().map(|p| p.term).collect();
        let rho = self.pool.and_all(&terms);
        let mut facts = self.facts(edge.from);
        facts.push(self.pool.not(rho));
        if facts.contains(&self.pool.fls()) || !self.ask(&facts).is_sat() {
            return Continue(Refined::Not);
        }
        let halves = self.split_with_states(edge, rho, Removal::OutsidePreimage)?;
        Continue(Refined::Split(halves))
    }
}
