//! Abstract traces: the paths through the region graph that a test or a
//! refinement works on.

use crate::region::{AbstractEdge, RegionGraph, RegionId};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A path of abstract edges from an initial region to an error region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbstractTrace {
    /// Where it starts.
    pub start: RegionId,
    /// Its edges in order.
    pub edges: Vec<AbstractEdge>,
}

impl AbstractTrace {
    /// The regions in order.
    pub fn regions(&self) -> impl DoubleEndedIterator<Item = RegionId> + '_ {
        std::iter::once(self.start).chain(self.edges.iter().map(|e| e.to))
    }
}

/// A shortest abstract trace from one of `starts` to a region that satisfies `is_error`.
pub fn shortest(
    graph: &RegionGraph,
    starts: &[RegionId],
    is_error: impl Fn(RegionId) -> bool,
) -> Option<AbstractTrace> {
    let mut via: BTreeMap<RegionId, AbstractEdge> = BTreeMap::new();
    let mut seen: BTreeSet<RegionId> = starts.iter().copied().collect();
    let mut queue: VecDeque<RegionId> = starts.iter().copied().collect();
    while let Some(region) = queue.pop_front() {
        if is_error(region) {
            return Some(walk_back(&via, region));
        }
        for edge in graph.out(region) {
            if seen.insert(edge.to) {
                via.insert(edge.to, edge);
                queue.push_back(edge.to);
            }
        }
    }
    None
}

fn walk_back(via: &BTreeMap<RegionId, AbstractEdge>, end: RegionId) -> AbstractTrace {
    let mut edges = Vec::new();
    let mut at = end;
    while let Some(edge) = via.get(&at) {
        edges.push(*edge);
        at = edge.from;
    }
    edges.reverse();
    AbstractTrace { start: at, edges }
}
