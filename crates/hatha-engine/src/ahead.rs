//! Abstract traces from the start that no test can be made of.
//!
//! The arguments of an entry function are no plain inputs of a test (a pointer
//! brings objects along), so a question about them that has an answer gives no
//! test. Then the whole abstract trace is asked about.
//!
//! **Soundness.** The condition of a region is implied by the preimage of the
//! rest of the trace, so the part of the region outside it does not step on along
//! the trace. If no initial state satisfies the first one, the start loses its
//! edge.

use crate::query::{Origin, Part, project};
use crate::region::{AbstractEdge, RegionId, Removal};
use crate::session::{Halt, Session};
use crate::trace::path;
use hatha_term::TermId;

impl Session<'_> {
    /// Splits the regions of an abstract trace that begins with an edge from the start, if no
    /// execution takes it. Gives the new regions, or none if an execution may take it.
    pub(crate) fn refute_trace(&mut self, first: AbstractEdge) -> Result<Vec<RegionId>, Halt> {
        let goals = [self.graph.failure(), self.graph.obstacle()];
        let find = |g: &RegionId| path(&self.graph, first.to, *g);
        let trace = goals.iter().find_map(find).unwrap_or_default();
        let conditions = self.conditions(&trace);
        let Some(&condition) = conditions.first() else {
            return Ok(Vec::new());
        };
        let parts = self.step(first.block, first.to);
        let mut facts: Vec<TermId> = parts.iter().map(|p| p.term).collect();
        facts.push(self.before(first, condition));
        if !self.ask(&facts).is_unsat() {
            return Ok(Vec::new());
        }
        self.split_along(first, &trace, &conditions)
    }

    /// What a state of each region of a trace satisfies if it goes on along it.
    fn conditions(&mut self, trace: &[AbstractEdge]) -> Vec<TermId> {
        let mut after = self.pool.tru();
        let mut conditions = Vec::new();
        for &edge in trace.iter().rev() {
            let mut parts = self.step(edge.block, edge.to);
            let term = self.before(edge, after);
            parts.push(Part {
                term,
                origin: Origin::Guard,
                needed: false,
            });
            let free = self.preimages.free(&self.blocks, edge.block);
            let mut parts = project(&mut self.pool, &parts, &free);
            parts.retain(|p| self.forest.can_evaluate(&self.pool, p.term));
            let terms: Vec<TermId> = parts.iter().map(|p| p.term).collect();
            after = self.pool.and_all(&terms);
            conditions.push(after);
        }
        conditions.reverse();
        conditions
    }

    fn before(&mut self, edge: AbstractEdge, term: TermId) -> TermId {
        let block = self.blocks.block(edge.block);
        self.preimages
            .before(&mut self.pool, block, edge.block, term)
    }

    /// Splits the regions by their conditions, the last one first: the half outside loses its
    /// edge into the half inside of the next.
    fn split_along(
        &mut self,
        first: AbstractEdge,
        trace: &[AbstractEdge],
        conditions: &[TermId],
    ) -> Result<Vec<RegionId>, Halt> {
        let mut new = Vec::new();
        let mut next = None;
        for (&edge, &condition) in trace.iter().zip(conditions).rev() {
            let to = next.unwrap_or(edge.to);
            let edge = AbstractEdge { to, ..edge };
            let halves = self.split_with_states(edge, condition, Removal::OutsidePreimage)?;
            new.extend([halves.inside, halves.outside]);
            next = Some(halves.inside);
        }
        let to = next.unwrap_or(first.to);
        self.graph
            .remove(AbstractEdge { to, ..first }, Removal::Infeasible);
        Ok(new)
    }
}
