//! Abstract traces: from a region that a test has visited to an error.

use crate::regions::region::{AbstractEdge, RegionGraph, RegionId};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// The frontier of a shortest ordered abstract trace into `goal`: an edge from a visited region
/// into one from which unvisited regions alone lead to the goal.
///
/// The test that visited the region is the trace's beginning. Edges that `skip` refuses are not used.
pub(crate) fn frontier(
    graph: &RegionGraph,
    goal: RegionId,
    visited: impl Fn(RegionId) -> bool,
    skip: impl Fn(AbstractEdge) -> bool,
) -> Option<AbstractEdge> {
    tracing::trace!(target: "walk", "an abstract trace and its frontier");
    let mut seen = FxHashSet::default();
    let mut queue = VecDeque::from([goal]);
    seen.insert(goal);
    while let Some(to) = queue.pop_front() {
        for edge in graph.entering(to).filter(|&e| !skip(e)) {
            if visited(edge.from) {
                return Some(edge);
            }
            if seen.insert(edge.from) {
                queue.push_back(edge.from);
            }
        }
    }
    None
}

/// The regions from which the goal can be reached at all.
pub(crate) fn reaching(graph: &RegionGraph, goal: RegionId) -> FxHashSet<RegionId> {
    let mut seen = FxHashSet::from_iter([goal]);
    let mut work = vec![goal];
    while let Some(to) = work.pop() {
        for edge in graph.entering(to) {
            if seen.insert(edge.from) {
                work.push(edge.from);
            }
        }
    }
    seen
}
