//! Finite automata whose nodes carry labels.
//!
//! **Invariant.** A word is accepted if there is a run of one node for each state
//! of it, from an initial node along the edges to an accepting one, such that each
//! state satisfies the label of its node. The empty word is never accepted.

use crate::formula::AtomId;
use hatha_index::{IndexVec, index_type};
use std::collections::BTreeSet;

index_type! {
    /// A node of an automaton.
    pub struct NodeId
}

/// A node: what must hold in its state, and what may follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Basic formulas that hold.
    pub holds: BTreeSet<AtomId>,
    /// Basic formulas that do not hold.
    pub fails: BTreeSet<AtomId>,
    /// Whether a run may start here.
    pub initial: bool,
    /// Whether a run may end here.
    pub accepting: bool,
    /// The nodes that may follow, in order.
    pub next: BTreeSet<NodeId>,
}

impl Node {
    /// Whether a state satisfies the label.
    pub fn allows(&self, state: &[bool]) -> bool {
        let value = |a: &AtomId| state.get(a.index()).copied().unwrap_or(false);
        self.holds.iter().all(value) && !self.fails.iter().any(value)
    }
}

/// An automaton.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Automaton {
    /// Its nodes.
    pub nodes: IndexVec<NodeId, Node>,
}

impl Automaton {
    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    /// All nodes with their ids.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes.iter_enumerated()
    }

    /// The nodes in which a run may start.
    pub fn initial(&self) -> impl Iterator<Item = NodeId> {
        self.nodes().filter(|(_, n)| n.initial).map(|(id, _)| id)
    }

    /// Whether a word is accepted.
    pub fn accepts(&self, word: &[Vec<bool>]) -> bool {
        let Some((first, rest)) = word.split_first() else {
            return false;
        };
        let allowed = |id: &NodeId, state: &[bool]| self.node(*id).allows(state);
        let mut at: BTreeSet<NodeId> = self.initial().filter(|n| allowed(n, first)).collect();
        for state in rest {
            let next = at.iter().flat_map(|n| &self.node(*n).next);
            at = next.filter(|n| allowed(n, state)).copied().collect();
        }
        at.iter().any(|n| self.node(*n).accepting)
    }

    /// The nodes from which every continuation, also none, is accepted: accepting nodes that can
    /// go on, whatever happens, to such a node. A run that has come to one need not be followed.
    pub fn final_for_good(&self) -> BTreeSet<NodeId> {
        let free = |n: &Node| n.holds.is_empty() && n.fails.is_empty();
        let mut good: BTreeSet<NodeId> = self
            .nodes()
            .filter(|(_, n)| n.accepting)
            .map(|(id, _)| id)
            .collect();
        loop {
            let goes_on = |id: &NodeId| {
                let mut next = self.node(*id).next.iter();
                next.any(|n| good.contains(n) && free(self.node(*n)))
            };
            let kept: BTreeSet<NodeId> = good.iter().copied().filter(goes_on).collect();
            if kept.len() == good.len() {
                return good;
            }
            good = kept;
        }
    }
}
