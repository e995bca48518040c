//! Bounds and orders of terms, read off a conjunction of comparisons.
//!
//! Comparisons are edges between terms, signed and unsigned apart. A cycle with
//! a strict edge and a term with a lower bound above its upper bound refute the
//! conjunction; otherwise the bounds suggest values to try. Linear in the size
//! of the conjunction, where bit-blasted comparators take a search.
//!
//! Soundness: an edge `from < to` or `from <= to` holds in every model, and so
//! does each bound derived along edges from what the terms' facts say.

use hatha_term::simplify::facts::Analysis;
use hatha_term::{Bv, Model, Op, TermId, TermPool, Value};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Propagation steps per edge before giving up; more are possible but useless.
const STEPS_PER_EDGE: usize = 32;

/// A term in one of the two orders. Bounds are in that order's own numbering:
/// unsigned values, with the sign bit flipped for the signed order.
struct Node {
    term: TermId,
    signed: bool,
    width: u32,
    lo: u128,
    hi: u128,
    /// The edge that gave the bound.
    lo_by: Option<usize>,
    hi_by: Option<usize>,
}

/// `from < to` if strict, else `from <= to`, by the conjunct number `root`.
#[derive(Clone, Copy)]
struct Edge {
    from: usize,
    to: usize,
    strict: bool,
    root: usize,
}

/// The comparisons of a conjunction.
#[derive(Default)]
pub struct Bounds {
    nodes: Vec<Node>,
    index: FxHashMap<(TermId, bool), usize>,
    edges: Vec<Edge>,
    /// The edges from and to each node.
    outgoing: Vec<Vec<usize>>,
    incoming: Vec<Vec<usize>>,
}

/// Which of the possible values to try.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Guess {
    /// The least.
    Least,
    /// The greatest.
    Greatest,
    /// Zero, or what is nearest to it.
    Smallest,
}

impl Bounds {
    /// Reads the comparisons among the conjuncts of the roots.
    pub fn new(pool: &TermPool, analysis: &mut Analysis, roots: &[TermId]) -> Bounds {
        let mut bounds = Bounds::default();
        for (root, &t) in roots.iter().enumerate() {
            let mut stack = vec![t];
            while let Some(t) = stack.pop() {
                match pool.op(t) {
                    Op::And => stack.extend(pool.args(t)),
                    Op::Not => bounds.comparison(pool, analysis, pool.arg(t, 0), true, root),
                    _ => bounds.comparison(pool, analysis, t, false, root),
                }
            }
        }
        bounds
    }

    /// Is there nothing to learn?
    pub fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }

    fn comparison(
        &mut self,
        pool: &TermPool,
        analysis: &mut Analysis,
        t: TermId,
        negated: bool,
        root: usize,
    ) {
        let (signed, strict) = match pool.op(t) {
            Op::BvUlt => (false, true),
            Op::BvUle => (false, false),
            Op::BvSlt => (true, true),
            Op::BvSle => (true, false),
            Op::Eq if !negated => return self.equality(pool, analysis, t, root),
            _ => return,
        };
        let (a, b) = (pool.arg(t, 0), pool.arg(t, 1));
        let ends = (
            self.node(pool, analysis, a, signed),
            self.node(pool, analysis, b, signed),
        );
        if let (Some(a), Some(b)) = ends {
            // The negation of a < b is b <= a.
            let (from, to) = if negated { (b, a) } else { (a, b) };
            self.edge(from, to, strict != negated, root);
        }
    }

    fn equality(&mut self, pool: &TermPool, analysis: &mut Analysis, t: TermId, root: usize) {
        let (a, b) = (pool.arg(t, 0), pool.arg(t, 1));
        for signed in [false, true] {
            let ends = (
                self.node(pool, analysis, a, signed),
                self.node(pool, analysis, b, signed),
            );
            if let (Some(a), Some(b)) = ends {
                self.edge(a, b, false, root);
                self.edge(b, a, false, root);
            }
        }
    }

    fn edge(&mut self, from: usize, to: usize, strict: bool, root: usize) {
        let edge = self.edges.len();
        self.outgoing[from].push(edge);
        self.incoming[to].push(edge);
        self.edges.push(Edge {
            from,
            to,
            strict,
            root,
        });
    }

    fn node(
        &mut self,
        pool: &TermPool,
        analysis: &mut Analysis,
        term: TermId,
        signed: bool,
    ) -> Option<usize> {
        if let Some(&node) = self.index.get(&(term, signed)) {
            return Some(node);
        }
        let plain = analysis.facts(pool, term)?;
        let facts = if signed { plain.sign_flipped() } else { plain };
        let node = self.nodes.len();
        self.index.insert((term, signed), node);
        self.outgoing.push(Vec::new());
        self.incoming.push(Vec::new());
        self.nodes.push(Node {
            term,
            signed,
            width: facts.width,
            lo: facts.lo,
            hi: facts.hi,
            lo_by: None,
            hi_by: None,
        });
        Some(node)
    }

    /// The roots that refute the conjunction, if its comparisons do.
    pub fn refute(&mut self) -> Option<Vec<usize>> {
        self.strict_cycle().or_else(|| self.propagate())
    }

    /// The roots of a cycle with a strict edge.
    fn strict_cycle(&self) -> Option<Vec<usize>> {
        let component = self.components();
        let inside = |e: &Edge| component[e.from] == component[e.to];
        let strict = self.edges.iter().find(|e| e.strict && inside(e))?;
        // Back from the end of the strict edge to its start.
        let mut reached_by: FxHashMap<usize, usize> = FxHashMap::default();
        let mut queue = VecDeque::from([strict.to]);
        while let Some(node) = queue.pop_front() {
            if node == strict.from {
                break;
            }
            for &edge in &self.outgoing[node] {
                let next = self.edges[edge].to;
                let new = next != strict.to && !reached_by.contains_key(&next);
                if new && component[next] == component[node] {
                    reached_by.insert(next, edge);
                    queue.push_back(next);
                }
            }
        }
        let mut roots = vec![strict.root];
        let mut node = strict.from;
        while let Some(&edge) = reached_by.get(&node) {
            roots.push(self.edges[edge].root);
            node = self.edges[edge].from;
        }
        Some(roots)
    }

    /// The strongly connected component of each node: an iterative form of
    /// Tarjan's algorithm.
    fn components(&self) -> Vec<usize> {
        let mut search = Tarjan::new(self.nodes.len());
        for node in 0..self.nodes.len() {
            search.visit(node, |node, i| {
                let edge = self.outgoing[node].get(i)?;
                Some(self.edges[*edge].to)
            });
        }
        search.component
    }

    /// Pushes bounds along edges until nothing changes; the roots that leave a
    /// term no value, if some do.
    fn propagate(&mut self) -> Option<Vec<usize>> {
        let mut queue: VecDeque<usize> = (0..self.nodes.len()).collect();
        let mut queued = vec![true; self.nodes.len()];
        let mut steps = STEPS_PER_EDGE * (self.edges.len() + self.nodes.len());
        while let Some(node) = queue.pop_front() {
            queued[node] = false;
            if self.nodes[node].lo > self.nodes[node].hi {
                return Some(self.explain(node));
            }
            let outgoing = self.outgoing[node].len();
            for i in 0..outgoing + self.incoming[node].len() {
                steps = steps.checked_sub(1)?;
                let changed = match i.checked_sub(outgoing) {
                    None => self.raise(self.outgoing[node][i]),
                    Some(i) => self.lower(self.incoming[node][i]),
                };
                match changed {
                    Ok(Some(other)) if !queued[other] => {
                        queued[other] = true;
                        queue.push_back(other);
                    }
                    Ok(_) => {}
                    Err(roots) => return Some(roots),
                }
            }
        }
        None
    }

    /// Raises the lower bound of an edge's end; returns it if that changed.
    fn raise(&mut self, edge: usize) -> Result<Option<usize>, Vec<usize>> {
        let Edge {
            from,
            to,
            strict,
            root,
        } = self.edges[edge];
        let Some(lo) = self.nodes[from].lo.checked_add(strict as u128) else {
            // Nothing is above the greatest of 2^128 values.
            let mut roots = self.explain_bound(from, true);
            roots.push(root);
            return Err(roots);
        };
        if lo <= self.nodes[to].lo {
            return Ok(None);
        }
        self.nodes[to].lo = lo;
        self.nodes[to].lo_by = Some(edge);
        Ok(Some(to))
    }

    /// Lowers the upper bound of an edge's start; returns it if that changed.
    fn lower(&mut self, edge: usize) -> Result<Option<usize>, Vec<usize>> {
        let Edge {
            from,
            to,
            strict,
            root,
        } = self.edges[edge];
        let Some(hi) = self.nodes[to].hi.checked_sub(strict as u128) else {
            // Nothing is below zero.
            let mut roots = self.explain_bound(to, false);
            roots.push(root);
            return Err(roots);
        };
        if hi >= self.nodes[from].hi {
            return Ok(None);
        }
        self.nodes[from].hi = hi;
        self.nodes[from].hi_by = Some(edge);
        Ok(Some(from))
    }

    fn explain(&self, node: usize) -> Vec<usize> {
        let mut roots = self.explain_bound(node, true);
        roots.extend(self.explain_bound(node, false));
        roots
    }

    /// The roots of the edges along which a bound came. Bounds only tighten, so
    /// later ones on the way may be tighter than the one that was used: the
    /// conjuncts named are still enough, as each bound has its own chain. The
    /// length is limited in case tightening closed a loop; then all edges are
    /// named, which is always enough.
    fn explain_bound(&self, node: usize, lower: bool) -> Vec<usize> {
        let mut roots = Vec::new();
        let mut node = node;
        loop {
            let by = if lower {
                self.nodes[node].lo_by
            } else {
                self.nodes[node].hi_by
            };
            let Some(edge) = by else { return roots };
            let edge = self.edges[edge];
            roots.push(edge.root);
            node = if lower { edge.from } else { edge.to };
            if roots.len() > self.edges.len() {
                return self.edges.iter().map(|e| e.root).collect();
            }
        }
    }

    /// Values within the bounds for the variables that have some.
    pub fn guess(&self, pool: &TermPool, guess: Guess) -> Model {
        let mut model = Model::new();
        for node in &self.nodes {
            let Some(var) = pool.as_var(node.term) else {
                continue;
            };
            // Bounds in the signed order are preferred: `Smallest` means it.
            if node.signed || model.get(var).is_none() {
                model.set(var, Value::Bv(node.value(guess)));
            }
        }
        model
    }
}

impl Node {
    fn value(&self, guess: Guess) -> Bv {
        let flip = if self.signed {
            1 << (self.width - 1)
        } else {
            0
        };
        let key = match guess {
            Guess::Least => self.lo,
            Guess::Greatest => self.hi,
            // Zero has the number `flip` in the node's order. The bounds are in
            // order, or the conjunction would have been refuted; after giving
            // up they may not be, and any value is as good.
            Guess::Smallest => flip.max(self.lo).min(self.hi),
        };
        Bv::new(self.width, key ^ flip)
    }
}

/// Strongly connected components without recursion.
struct Tarjan {
    /// The order of discovery, from one; zero is undiscovered.
    order: Vec<usize>,
    low: Vec<usize>,
    component: Vec<usize>,
    open: Vec<usize>,
    count: usize,
}

const NONE: usize = usize::MAX;

impl Tarjan {
    fn new(size: usize) -> Tarjan {
        Tarjan {
            order: vec![0; size],
            low: vec![0; size],
            component: vec![NONE; size],
            open: Vec::new(),
            count: 0,
        }
    }

    /// Explores from a node; `successor(n, i)` is the `i`-th successor of `n`.
    fn visit(&mut self, start: usize, successor: impl Fn(usize, usize) -> Option<usize>) {
        if self.order[start] != 0 {
            return;
        }
        self.discover(start);
        let mut calls = vec![(start, 0)];
        while let Some((node, i)) = calls.last_mut() {
            let (node, next) = (*node, successor(*node, *i));
            *i += 1;
            match next {
                Some(next) if self.order[next] == 0 => {
                    self.discover(next);
                    calls.push((next, 0));
                }
                Some(next) if self.component[next] == NONE => {
                    self.low[node] = self.low[node].min(self.order[next]);
                }
                Some(_) => {}
                None => {
                    calls.pop();
                    self.close(node);
                    if let Some(&(parent, _)) = calls.last() {
                        self.low[parent] = self.low[parent].min(self.low[node]);
                    }
                }
            }
        }
    }

    fn discover(&mut self, node: usize) {
        self.count += 1;
        self.order[node] = self.count;
        self.low[node] = self.count;
        self.open.push(node);
    }

    fn close(&mut self, node: usize) {
        if self.low[node] != self.order[node] {
            return;
        }
        while let Some(member) = self.open.pop() {
            self.component[member] = node;
            if member == node {
                break;
            }
        }
    }
}
