//! The region graph: the abstraction that a proof is made of.
//!
//! A *region* is the set of states at one location that satisfy a predicate. An
//! abstract edge says that some state of one region may step into another by one
//! control-flow edge.
//!
//! **Invariant.** The regions of a location partition its states: splitting
//! replaces a predicate by its conjunctions with ρ and ¬ρ, and nothing else makes
//! regions. An abstract edge is removed only with a [`Removal`] that says why no
//! state of the one region steps into the other, so the graph always
//! over-approximates the program.

use hatha_cfa::{EdgeId, LocId, Procedure};
use hatha_term::{TermId, TermPool};
use std::collections::{BTreeMap, BTreeSet};

/// A region of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegionId(pub u32);

/// A region.
#[derive(Clone, Debug)]
pub struct Region {
    /// Its location.
    pub location: LocId,
    /// Its predicate over the state variables.
    pub predicate: TermId,
    /// False once it has been split: its two parts stand for it.
    pub live: bool,
}

/// An abstract edge. Control-flow edges have ids, so parallel edges and self-loops stay apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AbstractEdge {
    /// Region it leaves.
    pub from: RegionId,
    /// By this control-flow edge.
    pub edge: EdgeId,
    /// Region it enters.
    pub to: RegionId,
}

/// Why an abstract edge was removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// The source was split by a predicate that contains the whole preimage of the target;
    /// this is the part outside it.
    OutsidePreimage {
        /// The predicate.
        rho: TermId,
    },
    /// No state of the source satisfies the preimage of the target (a solver says Unsat).
    Infeasible,
}

/// The regions and abstract edges of one procedure.
#[derive(Debug)]
pub struct RegionGraph {
    regions: Vec<Region>,
    at: Vec<Vec<RegionId>>,
    successors: BTreeMap<(RegionId, EdgeId), BTreeSet<RegionId>>,
    predecessors: BTreeMap<RegionId, BTreeSet<(RegionId, EdgeId)>>,
    removals: Vec<(AbstractEdge, Removal)>,
}

/// The two halves of a split region.
#[derive(Clone, Copy, Debug)]
pub struct Split {
    /// S ∧ ρ
    pub inside: RegionId,
    /// S ∧ ¬ρ
    pub outside: RegionId,
}

impl RegionGraph {
    /// The control-flow graph itself: one region for each location, all states in it.
    pub fn new(proc: &Procedure, pool: &TermPool) -> Self {
        let mut graph = RegionGraph {
            regions: Vec::new(),
            at: vec![Vec::new(); proc.locations.len()],
            successors: BTreeMap::new(),
            predecessors: BTreeMap::new(),
            removals: Vec::new(),
        };
        for i in 0..proc.locations.len() as u32 {
            graph.add(LocId(i), pool.tru());
        }
        for (edge, e) in proc.edges() {
            graph.connect(AbstractEdge {
                from: RegionId(e.from.0),
                edge,
                to: RegionId(e.to.0),
            });
        }
        graph
    }

    /// A region.
    pub fn region(&self, id: RegionId) -> &Region {
        &self.regions[id.0 as usize]
    }

    /// The live regions of a location.
    pub fn at(&self, location: LocId) -> &[RegionId] {
        &self.at[location.0 as usize]
    }

    /// All live regions.
    pub fn live(&self) -> impl Iterator<Item = RegionId> {
        self.at.iter().flatten().copied()
    }

    /// How many regions are live.
    pub fn len(&self) -> usize {
        self.at.iter().map(Vec::len).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The abstract edges that leave a region, in a fixed order.
    pub fn out(&self, from: RegionId) -> impl Iterator<Item = AbstractEdge> {
        let range = self
            .successors
            .range((from, EdgeId(0))..=(from, EdgeId(u32::MAX)));
        range.flat_map(move |(&(from, edge), targets)| {
            targets
                .iter()
                .map(move |&to| AbstractEdge { from, edge, to })
        })
    }

    /// Every removed edge with its reason.
    pub fn removals(&self) -> &[(AbstractEdge, Removal)] {
        &self.removals
    }

    /// Splits a region by ρ; both halves inherit all its edges. A self-loop becomes four edges.
    pub fn split(&mut self, pool: &mut TermPool, id: RegionId, rho: TermId) -> Split {
        let Region {
            location,
            predicate,
            ..
        } = self.regions[id.0 as usize];
        let not_rho = pool.not(rho);
        let inside_predicate = pool.and(predicate, rho);
        let outside_predicate = pool.and(predicate, not_rho);
        let inside = self.add(location, inside_predicate);
        let outside = self.add(location, outside_predicate);
        let leaving: Vec<AbstractEdge> = self.out(id).collect();
        let entering: Vec<(RegionId, EdgeId)> = self
            .predecessors
            .get(&id)
            .into_iter()
            .flatten()
            .copied()
            .collect();
        for half in [inside, outside] {
            for e in &leaving {
                let targets = if e.to == id {
                    vec![inside, outside]
                } else {
                    vec![e.to]
                };
                for to in targets {
                    self.connect(AbstractEdge {
                        from: half,
                        edge: e.edge,
                        to,
                    });
                }
            }
            for &(from, edge) in entering.iter().filter(|(from, _)| *from != id) {
                self.connect(AbstractEdge {
                    from,
                    edge,
                    to: half,
                });
            }
        }
        self.retire(id, &leaving, &entering);
        Split { inside, outside }
    }

    /// Removes an abstract edge for a reason.
    pub fn remove(&mut self, edge: AbstractEdge, reason: Removal) {
        self.disconnect(edge);
        self.removals.push((edge, reason));
    }

    fn add(&mut self, location: LocId, predicate: TermId) -> RegionId {
        let id = RegionId(self.regions.len() as u32);
        self.regions.push(Region {
            location,
            predicate,
            live: true,
        });
        self.at[location.0 as usize].push(id);
        id
    }

    fn connect(&mut self, e: AbstractEdge) {
        self.successors
            .entry((e.from, e.edge))
            .or_default()
            .insert(e.to);
        self.predecessors
            .entry(e.to)
            .or_default()
            .insert((e.from, e.edge));
    }

    fn disconnect(&mut self, e: AbstractEdge) {
        if let Some(targets) = self.successors.get_mut(&(e.from, e.edge)) {
            targets.remove(&e.to);
        }
        if let Some(sources) = self.predecessors.get_mut(&e.to) {
            sources.remove(&(e.from, e.edge));
        }
    }

    fn retire(&mut self, id: RegionId, leaving: &[AbstractEdge], entering: &[(RegionId, EdgeId)]) {
        for &e in leaving {
            self.disconnect(e);
        }
        for &(from, edge) in entering {
            self.disconnect(AbstractEdge { from, edge, to: id });
        }
        let region = &mut self.regions[id.0 as usize];
        region.live = false;
        self.at[region.location.0 as usize].retain(|&r| r != id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hatha_cfa::{CfaBuilder, Op, Procedure, Span, TypeId};
    use hatha_term::Sort;

    fn looping_procedure() -> Procedure {
        let mut b = CfaBuilder::new(Span::NONE);
        let head = b.entry();
        b.edge(head, head, Op::Skip, Span::NONE);
        b.edge(head, head, Op::Skip, Span::NONE);
        b.edge(head, b.exit(), Op::Skip, Span::NONE);
        let mut proc = Procedure {
            name: "f".to_owned(),
            ty: TypeId(0),
            params: Vec::new(),
            locals: Vec::new(),
            defined: false,
            noreturn: false,
            external: true,
            model: false,
            locations: Vec::new(),
            edges: Vec::new(),
            out: Vec::new(),
            entry: head,
            exit: head,
            span: Span::NONE,
        };
        b.finish(&mut proc);
        proc
    }

    #[test]
    fn a_split_self_loop_has_four_edges_less_the_refuted_one() {
        let proc = looping_procedure();
        let mut pool = TermPool::new();
        let mut graph = RegionGraph::new(&proc, &pool);
        let rho = pool.var("rho", Sort::Bool);
        let Split { inside, outside } = graph.split(&mut pool, RegionId(0), rho);
        let loops = |graph: &RegionGraph, edge| {
            [inside, outside]
                .iter()
                .flat_map(|&r| graph.out(r))
                .filter(|e| e.edge == edge)
                .count()
        };
        assert_eq!(loops(&graph, EdgeId(0)), 4);
        graph.remove(
            AbstractEdge {
                from: outside,
                edge: EdgeId(0),
                to: inside,
            },
            Removal::OutsidePreimage { rho },
        );
        assert_eq!(loops(&graph, EdgeId(0)), 3);
        assert_eq!(
            loops(&graph, EdgeId(1)),
            4,
            "a parallel edge is another edge"
        );
        assert_eq!(loops(&graph, EdgeId(2)), 2);
        assert_eq!(graph.len(), 3);
    }
}
