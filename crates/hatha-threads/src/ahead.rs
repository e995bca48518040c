//! What each instance may still access, and which mutexes it holds then.
//!
//! **Invariant.** Over-approximate in the accesses, under-approximate in the mutexes.

use super::instances::{Instance, handle_slot};
use super::primitive::{Primitive, Primitives};
use super::share::{Class, Sharing, Touch, argument};
use hatha_cfa::expr::{ExprId, ExprKind};
use hatha_cfa::program::{Edge, EdgeId, LocId, Op, Procedure, Program, VarId};
use hatha_index::IndexVec;
use std::collections::{BTreeMap, BTreeSet};

/// Mutexes, one bit each.
pub(super) type Locks = u64;

/// Accesses that may still come: the mutexes that are held at each of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ahead {
    pub(super) reads: BTreeMap<Class, Locks>,
    pub(super) writes: BTreeMap<Class, Locks>,
}

impl Ahead {
    fn add(&mut self, touch: &Touch, locks: Locks) {
        for (from, to) in [
            (&touch.reads, &mut self.reads),
            (&touch.writes, &mut self.writes),
        ] {
            for class in from {
                *to.entry(*class).or_insert(Locks::MAX) &= locks;
            }
        }
    }

    fn join(&mut self, other: &Ahead) {
        for (from, to) in [
            (&other.reads, &mut self.reads),
            (&other.writes, &mut self.writes),
        ] {
            for (class, locks) in from {
                *to.entry(*class).or_insert(Locks::MAX) &= locks;
            }
        }
    }
}

/// The mutexes of a program.
#[derive(Debug, Default)]
pub(super) struct Mutexes {
    /// Which mutex each operation is about, by instance and edge.
    of: BTreeMap<(usize, EdgeId), usize>,
    /// Mutexes that some operation only tries to lock.
    tried: BTreeSet<usize>,
    /// How many there are; none if mutexes are words of memory.
    pub(super) count: usize,
    /// Mutexes are words of memory, because not every one is known by name.
    pub(super) words: bool,
}

impl Mutexes {
    pub(super) fn new(
        program: &Program,
        all: &[Instance],
        primitives: &Primitives,
        sharing: &Sharing,
    ) -> Mutexes {
        let mut mutexes = Mutexes::default();
        let mut known: Vec<(VarId, u64)> = Vec::new();
        for (i, instance) in all.iter().enumerate() {
            for (id, edge) in program.proc(instance.proc).edges() {
                let Some(addr) = mutex(primitives, edge) else {
                    continue;
                };
                let found = sharing.constant(program, addr);
                let plain = found.filter(|(v, _)| starts_as_zero(program, *v));
                let Some(found) = plain else {
                    return Mutexes {
                        words: true,
                        ..Mutexes::default()
                    };
                };
                let at = known.iter().position(|k| *k == found);
                let at = at.unwrap_or(known.len());
                if at == known.len() {
                    known.push(found);
                }
                mutexes.of.insert((i, id), at);
                if primitives.called(&edge.op) == Some(Primitive::TryLock) {
                    mutexes.tried.insert(at);
                }
            }
        }
        mutexes.count = known.len();
        if mutexes.count >= Locks::BITS as usize {
            return Mutexes {
                words: true,
                ..Mutexes::default()
            };
        }
        mutexes
    }

    pub(super) fn of(&self, instance: usize, edge: EdgeId) -> Option<usize> {
        self.of.get(&(instance, edge)).copied()
    }

    pub(super) fn is_tried(&self, mutex: usize) -> bool {
        self.tried.contains(&mutex)
    }
}

/// The mutex that an operation is about.
pub(super) fn mutex(primitives: &Primitives, edge: &Edge) -> Option<ExprId> {
    match primitives.called(&edge.op)? {
        Primitive::Lock
        | Primitive::TryLock
        | Primitive::Unlock
        | Primitive::InitMutex
        | Primitive::DestroyMutex => argument(edge, 0),
        Primitive::Wait => argument(edge, 1),
        _ => None,
    }
}

/// Whether a variable has no initial value but zero: then a mutex in it is of the default kind.
fn starts_as_zero(program: &Program, v: VarId) -> bool {
    use hatha_cfa::program::{GlobalInit, InitValue};
    let zero = |value: &InitValue| match value {
        InitValue::Bytes(bytes) => bytes.iter().all(|b| *b == 0),
        InitValue::Scalar(_, e) => super::share::is_zero(program, *e),
    };
    let mut inits = program.globals.iter().filter(|(w, _)| *w == v);
    inits.all(|(_, init)| match init {
        GlobalInit::Defined(items) => items.iter().all(|i| zero(&i.value)),
        GlobalInit::Unknown => false,
    })
}

/// What is known of one instance.
#[derive(Debug)]
pub(super) struct Known {
    /// What each of its edges accesses.
    pub(super) touches: IndexVec<EdgeId, Touch>,
    /// For each other instance: what this one may access from a location on, before that one has ended.
    pub(super) ahead: Vec<IndexVec<LocId, Ahead>>,
    /// The instance that a join surely waits for.
    pub(super) joins: BTreeMap<EdgeId, usize>,
}

/// What has to be known to look ahead.
pub(super) struct Context<'a> {
    pub(super) program: &'a Program,
    pub(super) all: &'a [Instance],
    pub(super) primitives: &'a Primitives,
    pub(super) sharing: &'a Sharing,
    pub(super) mutexes: &'a Mutexes,
}

impl Context<'_> {
    pub(super) fn known(&self, i: usize) -> Known {
        let body = self.program.proc(self.all[i].proc);
        let touch = |e: &Edge| {
            let words = self.mutexes.words;
            self.sharing
                .touch_of(self.program, e, self.primitives, words)
        };
        let touches: IndexVec<EdgeId, Touch> = body.edges.iter().map(touch).collect();
        let joins = self.joins(i, body);
        let held = self.held(i, body);
        let others = 0..self.all.len();
        let ahead = others.map(|k| self.ahead(body, (&touches, &held), (&joins, k)));
        Known {
            ahead: ahead.collect(),
            touches,
            joins,
        }
    }

    /// The joins of a handle that one edge alone writes, which starts one instance alone.
    fn joins(&self, i: usize, body: &Procedure) -> BTreeMap<EdgeId, usize> {
        let mut found = BTreeMap::new();
        for (id, edge) in body.edges() {
            if self.primitives.called(&edge.op) != Some(Primitive::Join) {
                continue;
            }
            let Some(handle) = argument(edge, 0).and_then(|e| self.slot(e)) else {
                continue;
            };
            let writes = |e: &Edge| match self.primitives.called(&e.op) {
                Some(Primitive::Create) => {
                    argument(e, 0).and_then(|a| handle_slot(self.program, a)) == Some(handle)
                }
                _ => e.op.written_slot() == Some(handle),
            };
            let mut writers = body.edges().filter(|(_, e)| writes(e)).map(|(id, _)| id);
            let (Some(writer), None) = (writers.next(), writers.next()) else {
                continue;
            };
            let started = |k: &usize| {
                let start = self.all[*k].start;
                start.is_some_and(|s| s.by == i && s.at == writer && s.alone)
            };
            if let Some(k) = (0..self.all.len()).find(started) {
                found.insert(id, k);
            }
        }
        found
    }

    fn slot(&self, e: ExprId) -> Option<VarId> {
        match self.program.exprs.get(e).kind {
            ExprKind::Var(v)
                if !matches!(
                    self.program.var(v).scope,
                    hatha_cfa::program::VarScope::Global
                ) =>
            {
                Some(v)
            }
            ExprKind::Cast(e) => self.slot(e),
            _ => None,
        }
    }

    /// The mutexes that are held at each location on every way there.
    fn held(&self, i: usize, body: &Procedure) -> IndexVec<LocId, Locks> {
        let mut held: IndexVec<LocId, Locks> = vec![Locks::MAX; body.locations.len()].into();
        held[body.entry] = 0;
        let mut work = vec![body.entry];
        let mut seen: BTreeSet<LocId> = [body.entry].into();
        while let Some(at) = work.pop() {
            for &id in body.out_edges(at) {
                let edge = body.edge(id);
                let bit = self.mutexes.of(i, id).map_or(0, |m| 1 << m);
                let after = match self.primitives.called(&edge.op) {
                    Some(Primitive::Lock | Primitive::Wait) => held[at] | bit,
                    Some(Primitive::Unlock | Primitive::InitMutex | Primitive::DestroyMutex) => {
                        held[at] & !bit
                    }
                    _ => held[at],
                };
                let met = held[edge.to] & after;
                if met != held[edge.to] || seen.insert(edge.to) {
                    held[edge.to] = met;
                    seen.insert(edge.to);
                    work.push(edge.to);
                }
            }
        }
        held
    }

    /// What may be accessed from each location on before instance `k` has ended.
    fn ahead(
        &self,
        body: &Procedure,
        (touches, held): (&IndexVec<EdgeId, Touch>, &IndexVec<LocId, Locks>),
        (joins, k): (&BTreeMap<EdgeId, usize>, usize),
    ) -> IndexVec<LocId, Ahead> {
        let mut into: IndexVec<LocId, Vec<EdgeId>> = vec![Vec::new(); body.locations.len()].into();
        for (id, edge) in body.edges() {
            into[edge.to].push(id);
        }
        let mut ahead: IndexVec<LocId, Ahead> = vec![Ahead::default(); body.locations.len()].into();
        let mut work: Vec<LocId> = body.locations.keys().collect();
        while let Some(at) = work.pop() {
            let mut new = Ahead::default();
            for id in body.out_edges(at) {
                if joins.get(id) == Some(&k) {
                    continue;
                }
                let edge = body.edge(*id);
                if !matches!(edge.op, Op::Unsupported(_)) {
                    new.add(&touches[*id], held[at]);
                }
                new.join(&ahead[edge.to]);
            }
            if new != ahead[at] {
                ahead[at] = new;
                work.extend(into[at].iter().map(|e| body.edge(*e).from));
            }
        }
        ahead
    }
}
