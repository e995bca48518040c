//! The longest path without a repetition that satisfies the formula.
//!
//! **Invariant.** Every path is followed to its end, also behind the moment from which
//! on the formula holds. There may be very many: what the budget leaves is not said to
//! be the longest of all.

use super::{Entered, Found, NodeId, Search, Solver, World};

/// What was found.
#[derive(Debug)]
pub struct Longest {
    /// The path.
    pub found: Option<Found>,
    /// Whether all paths were looked at.
    pub complete: bool,
}

/// A prefix whose nodes before the last are on the path already.
struct Step {
    depth: usize,
    node: NodeId,
    worlds: Vec<World>,
}

impl<S: Solver> Search<'_, S> {
    /// The longest path from one of some nodes; those before them may come again.
    pub fn longest(&mut self, past: &[NodeId], starts: &[Entered]) -> Longest {
        let mut best: Option<Found> = None;
        let mut path: Vec<NodeId> = past.to_vec();
        let mut steps: Vec<Step> = Vec::new();
        for start in starts.iter().rev() {
            let worlds = self.with_runs(&start.worlds);
            steps.push(Step {
                depth: past.len(),
                node: start.node,
                worlds: self.labelled(start.node, worlds),
            });
        }
        while let Some(step) = steps.pop() {
            if self.budget.is_interrupted() {
                let found = best;
                return Longest {
                    found,
                    complete: false,
                };
            }
            path.truncate(step.depth);
            path.push(step.node);
            self.better(&path, &step.worlds, &mut best);
            self.follow(&path[past.len()..], &step, &mut steps);
        }
        Longest {
            found: best,
            complete: true,
        }
    }

    /// Takes a path that is accepted and longer than the best so far.
    fn better(&mut self, path: &[NodeId], worlds: &[World], best: &mut Option<Found>) {
        if best.as_ref().is_some_and(|b| b.path.len() >= path.len()) {
            return;
        }
        let ends = self.accepted(worlds);
        if let Some(found) = self.judged(path.to_vec(), 1, ends) {
            *best = Some(found);
        }
    }

    /// Goes on to nodes that are not among those since the start.
    fn follow(&mut self, visited: &[NodeId], step: &Step, steps: &mut Vec<Step>) {
        let mut next = self.onward(step.node, &step.worlds);
        next.retain(|(node, _)| !visited.contains(node));
        for (node, worlds) in next.into_iter().rev() {
            let worlds = self.labelled(node, worlds);
            if !worlds.is_empty() {
                self.counts.prefixes += 1;
                steps.push(Step {
                    depth: step.depth + 1,
                    node,
                    worlds,
                });
            }
        }
    }
}
