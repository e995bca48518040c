//! Smaller automata for the same words.
//!
//! **Soundness.** Three steps, each keeps the accepted words: a node from which no
//! accepting node can be reached, or that cannot be reached, is on no accepting run;
//! nodes with the same label that accept alike and lead to the same classes of nodes
//! are one; of two nodes that follow the same ones, accept and lead on alike, the
//! one whose label demands more allows nothing that the other does not.

use crate::automaton::{Automaton, Node, NodeId};
use hatha_index::IndexVec;
use std::collections::{BTreeMap, BTreeSet};

/// The class of each node.
type Classes = IndexVec<NodeId, usize>;

impl Automaton {
    /// The same words with no more nodes.
    pub fn reduced(&self) -> Automaton {
        let mut now = self.trimmed();
        loop {
            let next = now.merged().without_dominated().trimmed();
            if next.nodes.len() == now.nodes.len() {
                return next;
            }
            now = next;
        }
    }

    /// Without nodes that are on no accepting run.
    fn trimmed(&self) -> Automaton {
        let starts = self.initial();
        let forward = closure(starts, |n| self.node(n).next.iter().copied().collect());
        let mut before: BTreeMap<NodeId, Vec<NodeId>> = BTreeMap::new();
        for (id, node) in self.nodes() {
            for &next in &node.next {
                before.entry(next).or_default().push(id);
            }
        }
        let ends = self.nodes().filter(|(_, n)| n.accepting).map(|(id, _)| id);
        let backward = closure(ends, |n| before.get(&n).cloned().unwrap_or_default());
        let kept: Vec<NodeId> = forward.intersection(&backward).copied().collect();
        self.restricted(&kept)
    }

    /// The nodes of a list, in its order.
    fn restricted(&self, kept: &[NodeId]) -> Automaton {
        let number: BTreeMap<NodeId, NodeId> =
            kept.iter().copied().zip((0..).map(NodeId)).collect();
        let node = |id: &NodeId| {
            let old = self.node(*id);
            let next = old.next.iter().filter_map(|n| number.get(n).copied());
            Node {
                next: next.collect(),
                ..old.clone()
            }
        };
        Automaton {
            nodes: kept.iter().map(node).collect(),
        }
    }

    /// Nodes that behave alike become one: the coarsest partition that is stable.
    fn merged(&self) -> Automaton {
        let mut class: Classes = vec![0; self.nodes.len()].into();
        let mut count = 1;
        loop {
            let mut known = BTreeMap::new();
            let mut next = Classes::with_capacity(class.len());
            for node in &self.nodes {
                let leads: BTreeSet<usize> = node.next.iter().map(|n| class[*n]).collect();
                let signature = (
                    node.holds.clone(),
                    node.fails.clone(),
                    node.accepting,
                    leads,
                );
                let fresh = known.len();
                next.push(*known.entry(signature).or_insert(fresh));
            }
            let stable = known.len() == count;
            count = known.len();
            class = next;
            if stable {
                return self.quotient(&class, count);
            }
        }
    }

    fn quotient(&self, class: &Classes, count: usize) -> Automaton {
        let mut nodes: Vec<Option<Node>> = vec![None; count];
        for (node, &c) in self.nodes.iter().zip(class) {
            let leads = node.next.iter().map(|n| NodeId::from(class[*n]));
            match &mut nodes[c] {
                Some(one) => one.initial |= node.initial,
                empty => {
                    *empty = Some(Node {
                        next: leads.collect(),
                        ..node.clone()
                    });
                }
            }
        }
        Automaton {
            nodes: nodes.into_iter().flatten().collect(),
        }
    }

    fn without_dominated(&self) -> Automaton {
        let before = |id: NodeId| -> BTreeSet<NodeId> {
            let leads = self.nodes().filter(|(_, n)| n.next.contains(&id));
            leads.map(|(p, _)| p).collect()
        };
        let sources: IndexVec<NodeId, BTreeSet<NodeId>> =
            self.nodes().map(|(id, _)| before(id)).collect();
        let covers = |big: &Node, small: &Node| {
            big.holds.is_subset(&small.holds)
                && big.fails.is_subset(&small.fails)
                && big.accepting >= small.accepting
                && big.initial >= small.initial
                && small.next.is_subset(&big.next)
        };
        let is_dominated = |(id, node): &(NodeId, &Node)| {
            self.nodes().any(|(other, big)| {
                let follows = sources[*id].is_subset(&sources[other]);
                // Of two that cover each other the first stays.
                let strict = !covers(node, big) || other < *id;
                other != *id && follows && covers(big, node) && strict
            })
        };
        let kept: Vec<NodeId> = self
            .nodes()
            .filter(|n| !is_dominated(n))
            .map(|(id, _)| id)
            .collect();
        self.restricted(&kept)
    }
}

fn closure(
    starts: impl Iterator<Item = NodeId>,
    next: impl Fn(NodeId) -> Vec<NodeId>,
) -> BTreeSet<NodeId> {
    let mut seen: BTreeSet<NodeId> = starts.collect();
    let mut work: Vec<NodeId> = seen.iter().copied().collect();
    while let Some(at) = work.pop() {
        for to in next(at) {
            if seen.insert(to) {
                work.push(to);
            }
        }
    }
    seen
}
