//! The region graph: the abstraction that a proof is made of.
//!
//! A *region* is the set of states at one cut point that satisfy a predicate. An
//! abstract edge says that some state of one region may step into another by one
//! block.
//!
//! **Invariant.** The regions of a cut point partition its states: splitting
//! replaces a predicate by its conjunctions with ρ and ¬ρ, and nothing else makes
//! regions. An abstract edge is removed only with a [`Removal`] that says why no
//! state of the one region steps into the other, so the graph always
//! over-approximates the program, unless an earlier proof was believed
//! ([`Removal::Suggested`]).

use hatha_blocks::block::{BlockId, Blocks, CutId, FAILURE, OBSTACLE, START};
use hatha_index::{IndexVec, index_type};
use hatha_term::{Op, TermId, TermPool};
use std::collections::BTreeSet;

index_type! {
    /// A region of the graph.
    pub(crate) struct RegionId
}

/// A conjunct of a region's predicate, and the split it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Literal {
    /// The conjunct.
    pub term: TermId,
    /// The split that brought it, counted over the whole graph.
    pub split: u32,
    /// Whether it is a conjunct of ρ, not the negation of ρ.
    pub inside: bool,
}

/// A region.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    /// Its cut point.
    pub cut: CutId,
    /// The conjuncts of its predicate, oldest first.
    pub literals: Vec<Literal>,
    /// False once it has been split: its two parts stand for it.
    pub live: bool,
    out: BTreeSet<(BlockId, RegionId)>,
    into: BTreeSet<(BlockId, RegionId)>,
}

/// An abstract edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct AbstractEdge {
    /// Region it leaves.
    pub from: RegionId,
    /// By this block.
    pub block: BlockId,
    /// Region it enters.
    pub to: RegionId,
}

/// Why an abstract edge was removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Removal {
    /// The source was split by a predicate that contains the whole preimage of the target;
    /// this is the part outside it.
    OutsidePreimage,
    /// The source was split by a conjunction of values that refutes the preimage of the target.
    Refuted,
    /// No state of the source satisfies the preimage of the target (a solver says Unsat).
    Infeasible,
    /// A literal of the target is false after the block, or contradicts the source, by rewriting.
    Contradiction,
    /// An earlier proof of a program with the same step had no such edge. That is a guess: whoever
    /// asked has the proof certified before it counts.
    Suggested,
}

/// The regions and abstract edges of one procedure.
#[derive(Debug)]
pub(crate) struct RegionGraph {
    regions: IndexVec<RegionId, Region>,
    at: IndexVec<CutId, Vec<RegionId>>,
    splits: u32,
    removals: Vec<(AbstractEdge, Removal)>,
}

/// The two halves of a split region.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Split {
    /// S ∧ ρ
    pub inside: RegionId,
    /// S ∧ ¬ρ
    pub outside: RegionId,
}

/// The conjuncts of a term that say something.
pub(crate) fn conjuncts(pool: &TermPool, term: TermId) -> Vec<TermId> {
    let mut parts = pool.junction(term, Op::And);
    parts.retain(|&t| t != pool.tru());
    parts
}

impl RegionGraph {
    /// The blocks themselves: one region for each cut point, all states in it.
    pub(crate) fn new(blocks: &Blocks) -> Self {
        let mut graph = RegionGraph {
            regions: IndexVec::new(),
            at: blocks.per_cut(Vec::new()),
            splits: 0,
            removals: Vec::new(),
        };
        for cut in graph.at.keys() {
            graph.add(cut, Vec::new());
        }
        for block in blocks.ids() {
            let b = blocks.block(block);
            graph.connect(AbstractEdge {
                from: RegionId(b.from.0),
                block,
                to: RegionId(b.to.0),
            });
        }
        graph
    }

    /// The region of [`START`], which is never split.
    pub(crate) fn start(&self) -> RegionId {
        RegionId(START.0)
    }

    /// The region of [`FAILURE`], which is never split.
    pub(crate) fn failure(&self) -> RegionId {
        RegionId(FAILURE.0)
    }

    /// The region of [`OBSTACLE`], which is never split.
    pub(crate) fn obstacle(&self) -> RegionId {
        RegionId(OBSTACLE.0)
    }

    /// A region.
    pub(crate) fn region(&self, id: RegionId) -> &Region {
        &self.regions[id]
    }

    /// The live regions of a cut point.
    pub(crate) fn at(&self, cut: CutId) -> &[RegionId] {
        &self.at[cut]
    }

    /// How many regions are live.
    pub(crate) fn len(&self) -> usize {
        self.at.iter().map(Vec::len).sum()
    }

    /// The abstract edges that leave a region, in a fixed order.
    pub(crate) fn leaving(&self, from: RegionId) -> impl Iterator<Item = AbstractEdge> + '_ {
        let edge = move |&(block, to): &(BlockId, RegionId)| AbstractEdge { from, block, to };
        self.region(from).out.iter().map(edge)
    }

    /// The abstract edges that enter a region, in a fixed order.
    pub(crate) fn entering(&self, to: RegionId) -> impl Iterator<Item = AbstractEdge> + '_ {
        let edge = move |&(block, from): &(BlockId, RegionId)| AbstractEdge { from, block, to };
        self.region(to).into.iter().map(edge)
    }

    /// Every removed edge with its reason.
    pub(crate) fn removals(&self) -> &[(AbstractEdge, Removal)] {
        &self.removals
    }

    /// Splits a region by ρ; both halves inherit all its edges. A self-loop becomes four edges.
    pub(crate) fn split(&mut self, pool: &mut TermPool, id: RegionId, rho: TermId) -> Split {
        let split = self.splits;
        self.splits += 1;
        let not_rho = pool.not(rho);
        let mut half = |term: TermId, inside: bool| {
            let mut literals = self.region(id).literals.clone();
            for term in conjuncts(pool, term) {
                let known = literals.iter().any(|l| l.term == term);
                if !known {
                    literals.push(Literal {
                        term,
                        split,
                        inside,
                    });
                }
            }
            self.add(self.region(id).cut, literals)
        };
        let inside = half(rho, true);
        let outside = half(not_rho, false);
        self.inherit(id, inside, outside);
        self.retire(id);
        Split { inside, outside }
    }

    fn inherit(&mut self, id: RegionId, inside: RegionId, outside: RegionId) {
        let leaving: Vec<AbstractEdge> = self.leaving(id).collect();
        let entering: Vec<AbstractEdge> = self.entering(id).filter(|e| e.from != id).collect();
        for half in [inside, outside] {
            for e in &leaving {
                let both = [inside, outside];
                let targets: &[RegionId] = if e.to == id { &both } else { &[e.to] };
                for &to in targets {
                    self.connect(AbstractEdge {
                        from: half,
                        block: e.block,
                        to,
                    });
                }
            }
            for e in &entering {
                self.connect(AbstractEdge { to: half, ..*e });
            }
        }
    }

    /// Removes an edge for a reason.
    pub(crate) fn remove(&mut self, edge: AbstractEdge, why: Removal) {
        if self.detach(edge) {
            self.removals.push((edge, why));
        }
    }

    fn detach(&mut self, edge: AbstractEdge) -> bool {
        let AbstractEdge { from, block, to } = edge;
        self.regions[to].into.remove(&(block, from));
        self.regions[from].out.remove(&(block, to))
    }

    fn add(&mut self, cut: CutId, literals: Vec<Literal>) -> RegionId {
        let id = self.regions.push_and_get_key(Region {
            cut,
            literals,
            live: true,
            out: BTreeSet::new(),
            into: BTreeSet::new(),
        });
        self.at[cut].push(id);
        id
    }

    fn connect(&mut self, edge: AbstractEdge) {
        let AbstractEdge { from, block, to } = edge;
        self.regions[from].out.insert((block, to));
        self.regions[to].into.insert((block, from));
    }

    /// Takes a split region out of the graph.
    fn retire(&mut self, id: RegionId) {
        let edges: Vec<AbstractEdge> = self.leaving(id).chain(self.entering(id)).collect();
        for edge in edges {
            self.detach(edge);
        }
        let region = &mut self.regions[id];
        region.live = false;
        let cut = region.cut;
        self.at[cut].retain(|&r| r != id);
    }
}
