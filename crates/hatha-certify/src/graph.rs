//! The claimed region graph, read from a proof.
//!
//! **Invariant.** Every region has a location of the automaton and a Boolean
//! predicate over the state; every claimed edge ends where its control-flow
//! edge does. Nothing else is believed of a proof.

use crate::check::Refusal;
use crate::encode::width;
use crate::object::{asks_for_objects, has_ghosts};
use hatha_cfa::join::{Component, Joined};
use hatha_cfa::{Callee, Edge, EdgeId, LocId, Procedure, Program, Storage};
use hatha_index::IndexVec;
use hatha_proof::vocabulary::{
    FIRST_HEAP_ID, Ghost, address_symbol, allocated_id, as_owner, as_stored_ghost, as_written,
    function_symbol, slot_symbol,
};
use hatha_proof::{Proof, TermReader};
use hatha_term::{Op, Sort, Symbol, TermId, TermPool};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The claimed region graph.
pub(crate) struct Graph {
    pub(crate) location: Vec<LocId>,
    pub(crate) predicate: Vec<TermId>,
    pub(crate) initial: Vec<u32>,
    /// For a region and the last control-flow edge of a path: where the path may lead.
    successors: BTreeMap<(u32, EdgeId), BTreeSet<u32>>,
    /// Whether a location has regions, by location.
    has_regions: IndexVec<LocId, bool>,
    /// The regions that the claimed edges reach from the initial ones, by location.
    reached: BTreeMap<LocId, Vec<u32>>,
}

fn malformed(m: &str) -> Refusal {
    Refusal::Malformed(m.to_owned())
}

impl Graph {
    /// Reads the graph of a proof about a joined program.
    pub(crate) fn read(
        joined: &Joined,
        once: &BTreeSet<EdgeId>,
        proof: &Proof,
        pool: &mut TermPool,
    ) -> Result<Graph, Refusal> {
        let program = &joined.program;
        let proc = program.proc(joined.entry);
        let sorts = state_sorts(program);
        let reader = TermReader::read(pool, &proof.terms, |symbol, sort| {
            sorts.get(symbol) == Some(&sort)
        })
        .map_err(|e| Refusal::Malformed(e.0))?;
        check_memory(program, once, pool)?;
        let mut graph = Graph {
            location: Vec::new(),
            predicate: Vec::new(),
            initial: proof.initial.clone(),
            successors: BTreeMap::new(),
            has_regions: vec![false; proc.locations.len()].into(),
            reached: BTreeMap::new(),
        };
        for region in &proof.regions {
            let predicate = reader
                .get(region.predicate)
                .ok_or_else(|| malformed("a predicate is missing"))?;
            if !pool.is_bool(predicate) || region.location as usize >= proc.locations.len() {
                return Err(malformed("a region has no place in the automaton"));
            }
            graph.location.push(LocId(region.location));
            graph.predicate.push(predicate);
            graph.has_regions[LocId(region.location)] = true;
        }
        graph.read_edges(joined, proc, proof)?;
        graph.reached = graph.reach();
        Ok(graph)
    }

    fn read_edges(
        &mut self,
        joined: &Joined,
        proc: &Procedure,
        proof: &Proof,
    ) -> Result<(), Refusal> {
        let regions = self.location.len();
        for e in &proof.edges {
            let (from, to) = (e.from as usize, e.to as usize);
            if from >= regions || to >= regions || e.edge as usize >= proc.edges.len() {
                return Err(malformed("an edge points outside the graph"));
            }
            if target(joined, proc.edge(EdgeId(e.edge))) != self.location[to] {
                return Err(malformed("an edge does not follow the automaton"));
            }
            self.successors
                .entry((e.from, EdgeId(e.edge)))
                .or_default()
                .insert(e.to);
        }
        let starts_at_entry = |&i: &u32| self.location.get(i as usize) == Some(&proc.entry);
        if self.initial.iter().all(starts_at_entry) && self.is_cut(proc.entry) {
            Ok(())
        } else {
            Err(malformed(
                "the entry has no region, or an initial one is elsewhere",
            ))
        }
    }

    /// Whether paths end at a location: it has regions.
    pub(crate) fn is_cut(&self, location: LocId) -> bool {
        self.has_regions[location]
    }

    /// Where a path from a region may lead, by the path's last control-flow edge and its end.
    pub(crate) fn successors(
        &self,
        region: u32,
        edge: EdgeId,
        to: LocId,
    ) -> impl Iterator<Item = u32> {
        let claimed = self.successors.get(&(region, edge));
        let claimed = claimed.into_iter().flatten().copied();
        claimed.filter(move |&r| self.location[r as usize] == to)
    }

    /// The regions at a location, whether or not the claimed edges reach them.
    pub(crate) fn regions_at(&self, location: LocId) -> Vec<u32> {
        let all = (0..).zip(&self.location);
        all.filter(|(_, l)| **l == location)
            .map(|(r, _)| r)
            .collect()
    }

    /// The predicates of the regions at a location that the claimed edges reach.
    pub(crate) fn at(&self, location: LocId) -> Vec<TermId> {
        let here = self.reached.get(&location).into_iter().flatten();
        here.map(|&r| self.predicate[r as usize]).collect()
    }

    /// The regions that the claimed edges reach from the initial ones, by location.
    pub(crate) fn reachable(&self) -> &BTreeMap<LocId, Vec<u32>> {
        &self.reached
    }

    fn reach(&self) -> BTreeMap<LocId, Vec<u32>> {
        let mut seen: BTreeSet<u32> = self.initial.iter().copied().collect();
        let mut queue: VecDeque<u32> = seen.iter().copied().collect();
        while let Some(region) = queue.pop_front() {
            let edges = self
                .successors
                .range((region, EdgeId(0))..=(region, EdgeId(u32::MAX)));
            for &next in edges.flat_map(|(_, targets)| targets) {
                if seen.insert(next) {
                    queue.push_back(next);
                }
            }
        }
        let mut at: BTreeMap<LocId, Vec<u32>> = BTreeMap::new();
        for region in seen {
            at.entry(self.location[region as usize])
                .or_default()
                .push(region);
        }
        at
    }
}

/// Where a path that ends with an edge leads: a call of a component leads to its entry. (A path
/// that passes the call does not end with it, because paths do not meet behind it.)
pub(crate) fn target(joined: &Joined, edge: &Edge) -> LocId {
    called(joined, edge).map_or(edge.to, |c| c.entry)
}

/// The component that an edge calls.
pub(crate) fn called<'j>(joined: &'j Joined, edge: &Edge) -> Option<&'j Component> {
    match edge.op {
        hatha_cfa::Op::Call {
            callee: Callee::Direct(p),
            ..
        } => joined.component(p),
        _ => None,
    }
}

/// The state variables that predicates may mention: the slots and the addresses of memory
/// variables, with their sorts.
fn state_sorts(program: &Program) -> FxHashMap<Symbol, Sort> {
    let vars = program.vars.keys();
    let bits = program.target.pointer_bits;
    let functions = program
        .procs()
        .map(|(p, _)| (function_symbol(p), Sort::Bv(bits)));
    let variables = vars.filter_map(|v| match program.var(v).storage {
        Storage::Slot => {
            let scalar = program.scalar(program.var(v).ty)?;
            Some((slot_symbol(v), Sort::Bv(width(program, scalar)?)))
        }
        Storage::Memory => Some((address_symbol(v), Sort::Bv(bits))),
    });
    let pointers = program.vars.keys();
    let asked = asks_for_objects(program);
    let pointers = pointers.filter(|&v| asked && has_ghosts(program, v));
    let ghosts = pointers.flat_map(|v| Ghost::ALL.map(|g| (g.symbol(v), g.sort(bits))));
    let rigid = [Symbol::Each, Symbol::Element].map(|s| (s, Sort::Bv(bits)));
    variables
        .chain(functions)
        .chain(ghosts)
        .chain(rigid)
        .collect()
}

/// The functions of memory take addresses and nothing else, and ids are only ever compared: with
/// one another, with that of a variable, of an allocation that happens at most once, or with none.
/// So what a predicate says does not depend on how other heap objects are named. The pool holds
/// the proof's terms only.
fn check_memory(
    program: &Program,
    once: &BTreeSet<EdgeId>,
    pool: &TermPool,
) -> Result<(), Refusal> {
    let named: BTreeSet<u128> = once.iter().map(|&e| allocated_id(e)).collect();
    let bits = program.target.pointer_bits;
    let asked = asks_for_objects(program);
    for t in (0..pool.len()).filter_map(|i| pool.term_at(i)) {
        let is_function = matches!(pool.op(t), Op::Apply(_));
        if is_function && pool.sort(pool.arg(t, 0)) != Sort::Bv(bits) {
            return Err(malformed("memory is read at something that is no address"));
        }
        if as_written(pool, t).is_some() && !program.asks_written {
            return Err(malformed("nobody asks what was written"));
        }
        if as_stored_ghost(pool, t).is_some() && !asked {
            return Err(malformed("nobody asks where pointers in memory lead"));
        }
        let args = pool.args(t);
        let uses_id = args.iter().any(|&a| as_owner(pool, a).is_some());
        let compares = match pool.op(t) {
            Op::Eq => args.iter().all(|&a| is_id(pool, &named, a)),
            // Ids of blocks have an order (`docs/memory-model.md`, section 11).
            Op::BvUlt => args.iter().all(|&a| as_owner(pool, a).is_some()),
            _ => false,
        };
        if uses_id && !compares {
            return Err(malformed("an object id is used other than in a comparison"));
        }
    }
    Ok(())
}

/// Whether a term is the owner of an address, the id of a variable's object, one that has a name,
/// or none.
fn is_id(pool: &TermPool, named: &BTreeSet<u128>, t: TermId) -> bool {
    let constant = pool.as_bv(t).and_then(|b| b.to_u128());
    let is_known = |c: u128| c < FIRST_HEAP_ID || named.contains(&c);
    as_owner(pool, t).is_some() || constant.is_some_and(is_known)
}
