//! A set of abstract states as a shared decision graph, so that thousands of
//! them are one formula of moderate size.
//!
//! **Invariant.** The graph says *yes* for exactly the listed states: where a
//! value is not listed it says *no*.

use hatha_gcl::proof::AbstractState;
use hatha_term::{TermId, TermPool};
use std::collections::BTreeMap;

/// What is decided at a node.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    Answer(bool),
    /// The value of an explicit variable, and where each listed one leads.
    Value(usize, Vec<(i64, usize)>),
    /// A predicate: where false and where true leads.
    Predicate(usize, usize, usize),
}

/// The graph.
pub(super) struct Decision {
    nodes: Vec<Node>,
    ids: BTreeMap<Node, usize>,
    root: usize,
}

const NO: usize = 0;
const YES: usize = 1;

impl Decision {
    /// Of states whose lengths have been checked.
    pub(super) fn new(states: &[AbstractState]) -> Decision {
        let mut rows: Vec<(&[i64], &[u8])> = states
            .iter()
            .map(|s| (&s.values[..], s.predicates.as_bytes()))
            .collect();
        rows.sort_unstable();
        rows.dedup();
        let mut graph = Decision {
            nodes: Vec::new(),
            ids: BTreeMap::new(),
            root: NO,
        };
        graph.node(Node::Answer(false));
        graph.node(Node::Answer(true));
        graph.root = graph.build(&rows, 0);
        graph
    }

    fn node(&mut self, node: Node) -> usize {
        if let Node::Predicate(_, low, high) = node
            && low == high
        {
            return low;
        }
        if let Some(&known) = self.ids.get(&node) {
            return known;
        }
        self.nodes.push(node.clone());
        self.ids.insert(node, self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    /// The graph of sorted rows that agree up to a depth; it recurses along the
    /// length of a row.
    fn build(&mut self, rows: &[(&[i64], &[u8])], depth: usize) -> usize {
        let Some((values, predicates)) = rows.first() else {
            return NO;
        };
        if depth < values.len() {
            let parts = rows.chunk_by(|a, b| a.0[depth] == b.0[depth]);
            let next: Vec<(i64, usize)> = parts
                .map(|part| (part[0].0[depth], self.build(part, depth + 1)))
                .collect();
            return self.node(Node::Value(depth, next));
        }
        let at = depth - values.len();
        if at == predicates.len() {
            return YES;
        }
        let middle = rows.partition_point(|row| row.1[at] == b'0');
        let low = self.build(&rows[..middle], depth + 1);
        let high = self.build(&rows[middle..], depth + 1);
        self.node(Node::Predicate(at, low, high))
    }

    /// As a term, for the terms of the explicit variables and the predicates.
    pub(super) fn term(
        &self,
        pool: &mut TermPool,
        values: &[TermId],
        predicates: &[TermId],
    ) -> TermId {
        // Nodes come after those that they lead to.
        let mut terms: Vec<TermId> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let term = match node {
                Node::Answer(answer) => pool.bool(*answer),
                Node::Predicate(at, low, high) => {
                    pool.ite(predicates[*at], terms[*high], terms[*low])
                }
                Node::Value(at, next) => {
                    let mut term = pool.fls();
                    for &(value, to) in next {
                        let value = pool.int(value.into());
                        let is = pool.eq(values[*at], value);
                        term = pool.ite(is, terms[to], term);
                    }
                    term
                }
            };
            terms.push(term);
        }
        terms[self.root]
    }
}
