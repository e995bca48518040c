//! The region graph with what is known beside it, and the frontier of its abstract traces.

use crate::regions::apart::Apart;
use crate::regions::region::{AbstractEdge, RegionGraph, RegionId, Removal, Split};
use crate::regions::trace::frontier;
use crate::testing::forest::Forest;
use hatha_blocks::block::Facts;
use hatha_blocks::points::ObjectFacts;
use hatha_defect::{Defect, is_on};
use hatha_term::{TermId, TermPool};
use std::collections::{BTreeMap, BTreeSet};

/// Where the abstract traces to an error leave the forest.
pub(crate) enum Frontier {
    /// By this edge.
    Edge(AbstractEdge),
    /// There is no abstract trace to an error.
    NoTrace,
    /// Every trace passes an edge on which the search does not get further, and why.
    Stuck(String),
}

/// Edges on which neither a test nor a refinement gets further, and why.
pub(crate) type Stuck = BTreeMap<AbstractEdge, String>;

/// The abstraction of a search.
pub(crate) struct Abstraction {
    pub(crate) graph: RegionGraph,
    /// What holds at each cut point in every execution.
    pub(crate) invariants: Facts,
    /// What holds at each cut point of every block of the heap, and of pointers because of that.
    pub(crate) every: Facts,
    /// What that says of the pointers through which blocks access memory: for questions alone, a proof
    /// does not state it.
    pub(crate) about_pointers: Facts,
    /// What holds of objects whatever the program does.
    pub(crate) apart: Apart,
    /// What a proof states about objects at each cut point, beside the invariants.
    pub(crate) object_facts: ObjectFacts,
}

impl Abstraction {
    /// What holds in every state of a region: its predicate and the invariants of its place.
    pub(crate) fn facts(&self, region: RegionId) -> Vec<TermId> {
        let r = self.graph.region(region);
        let mut facts = self.invariants[r.cut].clone();
        facts.extend(&self.every[r.cut]);
        facts.extend(&self.about_pointers[r.cut]);
        facts.extend(r.literals.iter().map(|l| l.term));
        facts
    }

    /// Whether a test has been in a region.
    pub(crate) fn is_visited(&self, forest: &Forest, region: RegionId) -> bool {
        region == self.graph.start() || !forest.states_in(region).is_empty()
    }

    /// The frontier of an ordered abstract trace: before a failure, else before something that is
    /// not modelled. The trace's beginning is the test that visited its source.
    pub(crate) fn frontier(&self, forest: &Forest, stuck: &Stuck) -> Frontier {
        if is_on(Defect::NoFrontier) && self.graph.len() >= 8 {
            return Frontier::NoTrace;
        }
        let goals = [self.graph.failure(), self.graph.obstacle()];
        let visited = |r: RegionId| self.is_visited(forest, r);
        let open = |e: AbstractEdge| stuck.contains_key(&e);
        let find = |g: &RegionId| frontier(&self.graph, *g, visited, open);
        if let Some(found) = goals.iter().find_map(find) {
            return Frontier::Edge(found);
        }
        let any = |g: &RegionId| frontier(&self.graph, *g, visited, |_| false);
        match goals.iter().find_map(any) {
            // Where the edge itself is not stuck, one behind it is.
            Some(edge) => {
                let why = stuck.get(&edge).or_else(|| stuck.values().next());
                Frontier::Stuck(why.cloned().unwrap_or_default())
            }
            None => Frontier::NoTrace,
        }
    }

    /// The step of an abstract trace that leaves the regions that tests have visited or stuck
    /// edges enter.
    pub(crate) fn frontier_without_tests(
        &self,
        forest: &Forest,
        stuck: &Stuck,
    ) -> Option<AbstractEdge> {
        let entered: BTreeSet<RegionId> = stuck.keys().map(|e| e.to).collect();
        let visited = |r: RegionId| self.is_visited(forest, r) || entered.contains(&r);
        let skip = |e: AbstractEdge| stuck.contains_key(&e);
        let goals = [self.graph.failure(), self.graph.obstacle()];
        let find = |g: &RegionId| frontier(&self.graph, *g, visited, skip);
        goals.iter().find_map(find)
    }

    /// Splits the source of an edge by a predicate that contains the edge's preimage, or refutes
    /// it (`why` says which); the half that cannot take the edge loses it.
    pub(crate) fn divide(
        &mut self,
        pool: &mut TermPool,
        edge: AbstractEdge,
        rho: TermId,
        why: Removal,
    ) -> Split {
        let halves = self.graph.split(pool, edge.from, rho);
        let (loser, other) = match why {
            Removal::Refuted => (halves.inside, halves.outside),
            _ => (halves.outside, halves.inside),
        };
        let both = [halves.inside, halves.outside];
        let targets: &[RegionId] = if edge.to == edge.from {
            &both
        } else {
            &[edge.to]
        };
        for (from, loses) in [(loser, true), (other, false)] {
            let loses = is_on(Defect::BothHalves) || loses != is_on(Defect::WrongHalf);
            for &to in targets.iter().filter(|_| loses) {
                let block = edge.block;
                self.graph.remove(AbstractEdge { from, block, to }, why);
            }
        }
        halves
    }
}
