//! Which reads may meet a value that was never written.
//!
//! A slot is read after it was assigned on every way to the read, or it gets a *flag*: a slot that
//! says whether it has been assigned. Of memory the program is asked ([`ObjectWord::Written`]),
//! unless nothing in it is ever without a value, or the bytes have been written on every way.

use super::condition::{Build, Conditions};
use super::memory::bytes;
use super::wanted::Wanted;
use super::{CheckKind, Demand, moves};
use crate::expr::{Access, BinOp, ExprId, ExprKind, ObjectWord};
use crate::program::{
    Builtin, Edge, EdgeId, LocId, Op, Place, ProcId, Procedure, Program, Storage, VarId, VarScope,
};
use crate::types::{IntKind, Scalar};
use hatha_defect::{Defect, is_on};
use hatha_index::IndexVec;
use std::collections::{BTreeMap, BTreeSet};

/// Constant lengths up to which fills and copies are followed.
const MOST_BYTES: u64 = 1 << 31;

/// What is known of the memory of a program as a whole.
#[derive(Default)]
pub(super) struct Holes {
    /// Whether some bytes may be without a value.
    any: bool,
    /// Whether a copy through a pointer may bring such bytes anywhere.
    spread: bool,
}

impl Holes {
    /// Of a program.
    pub(super) fn new(program: &Program) -> Self {
        let mut holes = Holes::default();
        for (_, proc) in program.procs().filter(|(_, p)| p.defined) {
            holes.any |= has_holes(program, proc);
        }
        if holes.any {
            let mut all = program.procs().filter(|(_, p)| p.defined);
            holes.spread = all.any(|(_, proc)| is_spreading(program, proc));
        }
        holes
    }
}

/// Whether globals, which start with values, keep them: no copy brings bytes without a value there.
pub(super) fn keeps_globals(program: &Program) -> bool {
    !Holes::new(program).spread
}

/// Whether a procedure makes memory that is not written at once.
fn has_holes(program: &Program, proc: &Procedure) -> bool {
    let allocates = |e: &Edge| {
        matches!(
            e.op,
            Op::Builtin {
                builtin: Builtin::Alloc | Builtin::StackAlloc,
                ..
            }
        )
    };
    let in_memory = |v: &VarId| {
        let var = program.var(*v);
        var.storage == Storage::Memory && matches!(var.scope, VarScope::Local(_))
    };
    // A structure that a function does not return has no value either.
    let is_returned = |e: &Edge| {
        matches!(
            e.op,
            Op::Call {
                result: Some(Place::Aggregate { .. }),
                ..
            }
        )
    };
    let makes = |e: &Edge| allocates(e) || is_returned(e);
    proc.locals.iter().any(in_memory) || proc.edges.iter().any(makes)
}

/// Whether a procedure may copy bytes without a value to a global, or to a place that it does not
/// name. What is known on a way holds until some copy does.
fn is_spreading(program: &Program, proc: &Procedure) -> bool {
    if !proc.edges.iter().any(|e| spreads(program, &e.op)) {
        return false;
    }
    // Copies of bytes do not ask for slots.
    let written = Written::new(program, proc, &BTreeSet::new(), &Holes::default());
    let has_values = |e: &Edge| match &e.op {
        Op::Copy { src, len, .. } => {
            let known = written.at[e.from].as_ref();
            known.is_none_or(|k| k.has_values(program, *src, constant(program, *len)))
        }
        _ => false,
    };
    let mut copies = proc.edges.iter().filter(|e| spreads(program, &e.op));
    copies.any(|e| !has_values(e))
}

/// Whether an operation copies to a global, or to a place that it does not name, and not from a
/// global.
fn spreads(program: &Program, op: &Op) -> bool {
    let to_local = |at: ExprId| root(program, at).is_some_and(|v| !is_global(program, v));
    let from_global = |at: ExprId| root(program, at).is_some_and(|v| is_global(program, v));
    match op {
        Op::Copy { dst, src, .. } => !to_local(*dst) && !from_global(*src),
        Op::Call {
            result: Some(Place::Aggregate { addr, .. }),
            ..
        } => !to_local(*addr),
        _ => false,
    }
}

fn is_global(program: &Program, v: VarId) -> bool {
    program.var(v).scope == VarScope::Global
}

/// The variable that an address is computed from.
fn root(program: &Program, mut at: ExprId) -> Option<VarId> {
    loop {
        match program.exprs.get(at).kind {
            ExprKind::AddrOf(v) => return Some(v),
            ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => at = base,
            ExprKind::Cast(a)
                if program.scalar(program.exprs.get(a).ty) == Some(Scalar::Pointer) =>
            {
                at = a;
            }
            _ => return None,
        }
    }
}

/// A local in memory and how far behind its start a constant address lies.
fn place(program: &Program, mut at: ExprId) -> Option<(VarId, u64)> {
    let mut offset: u64 = 0;
    loop {
        match program.exprs.get(at).kind {
            ExprKind::AddrOf(v) => return Some((v, offset)),
            ExprKind::Field {
                base,
                record,
                field,
            } => {
                let inside = program.types.record(record).fields[field as usize].offset;
                offset = offset.checked_add(inside)?;
                at = base;
            }
            ExprKind::Index { base, index, scale } => {
                let ExprKind::Int(n) = program.exprs.get(index).kind else {
                    return None;
                };
                let n = u64::try_from(n).ok().filter(|n| *n < 1 << 31)?;
                offset = offset.checked_add(n.checked_mul(scale)?)?;
                at = base;
            }
            ExprKind::Cast(a)
                if program.scalar(program.exprs.get(a).ty) == Some(Scalar::Pointer) =>
            {
                at = a;
            }
            _ => return None,
        }
    }
}

/// A number of bytes that is not computed.
fn constant(program: &Program, len: ExprId) -> Option<u64> {
    match program.exprs.get(len).kind {
        ExprKind::Int(n) => u64::try_from(n).ok().filter(|n| *n <= MOST_BYTES),
        _ => None,
    }
}

/// Bytes of one variable, as ranges that neither touch nor overlap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Bytes(BTreeMap<u64, u64>);

impl Bytes {
    fn add(&mut self, from: u64, to: u64) {
        let (mut from, mut to) = (from, to);
        let touching: Vec<u64> = self
            .0
            .range(..=to)
            .filter(|(_, end)| **end >= from)
            .map(|(start, _)| *start)
            .collect();
        for start in touching {
            if let Some(end) = self.0.remove(&start) {
                from = from.min(start);
                to = to.max(end);
            }
        }
        self.0.insert(from, to);
    }

    fn holds(&self, from: u64, to: u64) -> bool {
        let before = self.0.range(..=from).next_back();
        before.is_some_and(|(_, end)| *end >= to)
    }

    fn meet(&self, other: &Bytes) -> Bytes {
        let mut both = Bytes::default();
        for (&a, &b) in &self.0 {
            for (&c, &d) in &other.0 {
                if a.max(c) < b.min(d) {
                    both.0.insert(a.max(c), b.min(d));
                }
            }
        }
        both
    }
}

/// What has been written on every way to a location.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Known {
    slots: BTreeSet<VarId>,
    bytes: BTreeMap<VarId, Bytes>,
}

impl Known {
    /// Scalar parameters have values.
    fn at_entry(program: &Program, proc: &Procedure) -> Known {
        let mut known = Known::default();
        for &param in &proc.params {
            let var = program.var(param);
            let size = program.scalar(var.ty).and_then(|_| program.size_of(var.ty));
            if let (Storage::Memory, Some(size)) = (var.storage, size) {
                known.bytes.entry(param).or_default().add(0, size);
            }
        }
        known
    }

    fn meet(&mut self, other: &Known) -> bool {
        let slots: BTreeSet<VarId> = self.slots.intersection(&other.slots).copied().collect();
        let mut bytes = BTreeMap::new();
        for (v, mine) in &self.bytes {
            if let Some(theirs) = other.bytes.get(v) {
                bytes.insert(*v, mine.meet(theirs));
            }
        }
        let new = Known { slots, bytes };
        let changed = *self != new;
        *self = new;
        changed
    }

    fn written(&mut self, program: &Program, at: Place) {
        match at {
            Place::Slot(v) => {
                self.slots.insert(v);
            }
            Place::Mem { addr, access } if access.bits.is_none() => {
                if let (Some((v, from)), Some(n)) = (place(program, addr), bytes(program, access)) {
                    self.bytes.entry(v).or_default().add(from, from + n);
                }
            }
            Place::Mem { .. } => {}
            Place::Aggregate { addr, .. } => self.lost(program, addr),
        }
    }

    /// Bytes that may have no value come somewhere into a variable.
    fn lost(&mut self, program: &Program, at: ExprId) {
        if let Some(v) = root(program, at) {
            self.bytes.remove(&v);
        }
    }

    /// Whether all bytes of a range have values.
    fn has_values(&self, program: &Program, at: ExprId, len: Option<u64>) -> bool {
        let Some(v) = root(program, at) else {
            return false;
        };
        let holds = |from: u64, len: u64| {
            let bytes = self.bytes.get(&v);
            bytes.is_some_and(|b| b.holds(from, from.saturating_add(len)))
        };
        let part = place(program, at).zip(len);
        is_global(program, v)
            || part.is_some_and(|((_, from), len)| holds(from, len))
            || program
                .size_of(program.var(v).ty)
                .is_some_and(|size| holds(0, size))
    }

    fn copied(&mut self, program: &Program, (dst, src, len): (ExprId, ExprId, ExprId)) {
        let len = constant(program, len);
        let is_whole = self.has_values(program, src, len);
        match (place(program, dst), len) {
            (Some((v, from)), Some(n)) => {
                let bytes = self.bytes.entry(v).or_default();
                match is_whole {
                    true => bytes.add(from, from.saturating_add(n)),
                    false => bytes.0.clear(),
                }
            }
            _ if is_whole => {}
            _ => self.lost(program, dst),
        }
    }

    /// Whether a value that is moved has been written.
    fn has_source(&self, program: &Program, value: ExprId, holes: &Holes) -> bool {
        match program.exprs.get(value).kind {
            ExprKind::Var(v) => {
                let is_own = matches!(program.var(v).scope, VarScope::Local(_));
                !is_own || self.slots.contains(&v)
            }
            ExprKind::Load { addr, access } => {
                let len = bytes(program, access);
                !holes.any || !holes.spread && self.has_values(program, addr, len)
            }
            _ => true,
        }
    }

    fn step(&mut self, program: &Program, op: &Op, (moved, holes): (&BTreeSet<VarId>, &Holes)) {
        if let Some((to, value)) = moves::moved(program, op)
            && moved.contains(&to)
            && !self.has_source(program, value, holes)
        {
            self.slots.remove(&to);
            return;
        }
        match op {
            Op::Declare(v) => {
                self.slots.remove(v);
                self.bytes.remove(v);
            }
            Op::Dead(v) => {
                self.bytes.remove(v);
            }
            // A jump comes back here from any later state.
            Op::Builtin {
                builtin: Builtin::SetJmp,
                ..
            } => *self = Known::default(),
            Op::Assign { place, .. } | Op::Havoc { place, .. } => self.written(program, *place),
            Op::Call {
                result: Some(place),
                ..
            }
            | Op::Builtin {
                result: Some(place),
                ..
            } => self.written(program, *place),
            Op::Fill { dst, len, .. } => {
                if let (Some((v, from)), ExprKind::Int(n)) =
                    (place(program, *dst), program.exprs.get(*len).kind)
                    && let Some(n) = u64::try_from(n)
                        .ok()
                        .filter(|n| (1..=MOST_BYTES).contains(n))
                {
                    self.bytes.entry(v).or_default().add(from, from + n);
                }
            }
            Op::Copy { dst, src, len } => self.copied(program, (*dst, *src, *len)),
            _ => {}
        }
    }
}

/// What has been written on every way to each location of a procedure; of slots, those that are wanted
/// there.
#[derive(Default)]
pub(super) struct Written {
    at: IndexVec<LocId, Option<Known>>,
}

impl Written {
    /// Of a procedure, where values that were never written may be moved to some slots.
    pub(super) fn new(
        program: &Program,
        proc: &Procedure,
        moved: &BTreeSet<VarId>,
        holes: &Holes,
    ) -> Self {
        let wanted = Wanted::of(program, proc);
        let mut at: IndexVec<LocId, Option<Known>> = vec![None; proc.locations.len()].into();
        at[proc.entry] = Some(Known::at_entry(program, proc));
        let mut work = vec![proc.entry];
        while let Some(location) = work.pop() {
            let Some(known) = at[location].clone() else {
                continue;
            };
            for &edge in proc.out_edges(location) {
                let edge = proc.edge(edge);
                let mut next = known.clone();
                next.step(program, &edge.op, (moved, holes));
                next.slots.retain(|v| wanted.has(edge.to, *v));
                let changed = match &mut at[edge.to] {
                    Some(old) => old.meet(&next),
                    none => {
                        *none = Some(next);
                        true
                    }
                };
                if changed {
                    work.push(edge.to);
                }
            }
        }
        Written { at }
    }

    /// Whether a slot that is read at a location has been assigned on every way to it; one that no way
    /// leads to has no reads.
    fn has_slot(&self, location: LocId, v: VarId) -> bool {
        let known = self.at.get(location).and_then(Option::as_ref);
        known.is_none_or(|k| k.slots.contains(&v))
    }

    /// Whether a value that is moved at a location has been written on every way to it.
    pub(super) fn has_source(
        &self,
        program: &Program,
        location: LocId,
        value: ExprId,
        holes: &Holes,
    ) -> bool {
        let known = self.at.get(location).and_then(Option::as_ref);
        known.is_none_or(|k| k.has_source(program, value, holes))
    }

    fn has_values(&self, program: &Program, location: LocId, at: ExprId, len: Option<u64>) -> bool {
        let known = self.at.get(location).and_then(Option::as_ref);
        known.is_none_or(|k| k.has_values(program, at, len))
    }
}

impl Conditions {
    /// What has to be made sure of before a slot is read.
    pub(super) fn slot(&mut self, program: &mut Program, v: VarId) -> Option<Demand> {
        let kind = CheckKind::Uninitialised;
        let VarScope::Local(proc) = program.var(v).scope else {
            return None;
        };
        if !self.asks(kind) || self.written.has_slot(self.at, v) {
            return None;
        }
        let flag = match program.written_flags.get(&v) {
            Some(&flag) => flag,
            None => {
                let int = program.types.int(IntKind::Int);
                let flag = program.add_slot(proc, "written", int);
                program.written_flags.insert(v, flag);
                flag
            }
        };
        let int = program.types.int(IntKind::Int);
        let value = program.exprs.add(ExprKind::Var(flag), int);
        let mut build = Build { program };
        Some(Demand::Check(kind, build.is(BinOp::Eq, value, 0)))
    }

    /// What has to be made sure of before memory is read, beside the access.
    pub(super) fn unwritten(
        &mut self,
        program: &mut Program,
        addr: ExprId,
        access: Access,
    ) -> Option<Demand> {
        let kind = CheckKind::Uninitialised;
        if !self.asks(kind) || !self.holes.any || is_on(Defect::ChecksNoHoles) {
            return None;
        }
        let len = bytes(program, access);
        if !self.holes.spread && self.written.has_values(program, self.at, addr, len) {
            return None;
        }
        let mut build = Build { program };
        let written = build.word(ObjectWord::Written(access), addr);
        Some(Demand::Check(kind, build.is(BinOp::Eq, written, 0)))
    }

    /// Bytes that are written out must all have a value.
    pub(super) fn written_out(
        &self,
        program: &mut Program,
        at: ExprId,
        len: ExprId,
    ) -> Option<Demand> {
        let from_global = root(program, at).is_some_and(|v| is_global(program, v));
        let is_known = !self.holes.any || !self.holes.spread && from_global;
        let kind = CheckKind::Uninitialised;
        if !self.asks(kind) || is_known {
            return None;
        }
        let mut build = Build { program };
        let written = build.word(ObjectWord::WrittenBytes, at);
        let more = build.compare(BinOp::Gt, len, written);
        Some(Demand::Check(kind, more))
    }
}

impl Conditions {
    /// The edge of a location that moves a value unchecked, and when that was never written. The
    /// operation is not asked about that.
    pub(super) fn move_at(
        &mut self,
        program: &mut Program,
        proc: ProcId,
        location: LocId,
    ) -> Option<(EdgeId, ExprId)> {
        self.moved = None;
        let [edge] = *program.proc(proc).out_edges(location) else {
            return None;
        };
        let (to, value) = moves::moved(program, &program.proc(proc).edge(edge).op)?;
        if !program.moved_unchecked.contains(&to) {
            return None;
        }
        let demand = match program.exprs.get(value).kind {
            ExprKind::Var(v) => self.slot(program, v),
            ExprKind::Load { addr, access } => self.unwritten(program, addr, access),
            _ => None,
        };
        let Some(Demand::Check(_, unwritten)) = demand else {
            return None;
        };
        self.moved = Some(value);
        Some((edge, unwritten))
    }
}

/// Keeps the flags of the slots of a procedure: none is set at its entry and at a declaration, and
/// one is set before its slot is assigned; where a value is moved unchecked, if that has been written.
pub(super) fn keep_flags(program: &mut Program, id: ProcId, moved: &BTreeMap<EdgeId, ExprId>) {
    let flags: BTreeMap<VarId, VarId> = program
        .written_flags
        .iter()
        .filter(|(v, _)| program.var(**v).scope == VarScope::Local(id))
        .map(|(v, flag)| (*v, *flag))
        .collect();
    if flags.is_empty() {
        return;
    }
    let int = program.types.int(IntKind::Int);
    let [no, yes] = [0, 1].map(|n| program.exprs.add(ExprKind::Int(n), int));
    let mut build = Build { program };
    let had = moved
        .iter()
        .map(|(e, &unwritten)| (*e, build.is(BinOp::Eq, unwritten, 0)));
    let had: BTreeMap<EdgeId, ExprId> = had.collect();
    let proc = &mut program.procs[id];
    let jumps = proc.edges.iter().any(|e| {
        matches!(
            e.op,
            Op::Builtin {
                builtin: Builtin::SetJmp,
                ..
            }
        )
    });
    for location in proc.locations.keys() {
        let [edge] = proc.out_edges(location) else {
            continue;
        };
        let set = |v: VarId, value| {
            let place = Place::Slot(*flags.get(&v)?);
            Some(Op::Assign { place, value })
        };
        let written = had.get(edge).copied().unwrap_or(yes);
        let op = match &proc.edge(*edge).op {
            Op::Declare(v) => set(*v, no),
            // A jump may pass by what is behind the call.
            Op::Call { .. } if jumps => None,
            op => assigned(op).and_then(|v| set(v, written)),
        };
        if let Some(op) = op {
            insert_before(proc, location, op);
        }
    }
    let value = match is_on(Defect::ChecksFlagsSet) {
        true => yes,
        false => no,
    };
    for &flag in flags.values() {
        let place = Place::Slot(flag);
        let entry = proc.entry;
        insert_before(proc, entry, Op::Assign { place, value });
    }
}

/// The slot that an operation assigns.
fn assigned(op: &Op) -> Option<VarId> {
    match op {
        Op::Assign {
            place: Place::Slot(v),
            ..
        }
        | Op::Havoc {
            place: Place::Slot(v),
            ..
        }
        | Op::Call {
            result: Some(Place::Slot(v)),
            ..
        }
        | Op::Builtin {
            result: Some(Place::Slot(v)),
            ..
        } => Some(*v),
        _ => None,
    }
}

/// Puts an operation before all edges that leave a location.
fn insert_before(proc: &mut Procedure, location: LocId, op: Op) {
    let behind = proc.add_location_like(location);
    let moved = std::mem::take(&mut proc.out[location]);
    let span = moved.first().map(|e| proc.edges[*e].span);
    for &edge in &moved {
        proc.edges[edge].from = behind;
    }
    proc.out[behind] = moved;
    proc.add_edge(Edge {
        from: location,
        to: behind,
        op,
        span: span.unwrap_or(proc.span),
    });
}
