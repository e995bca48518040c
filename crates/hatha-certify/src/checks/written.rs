//! What has been written on every way to a location, and where bytes may be without a value at all.
//!
//! **Soundness.** A slot is written by the edges that assign it, and by nothing else; its declaration
//! takes its value away. A byte of memory is written by a store or a fill to a constant place of a
//! variable. It loses its value only by the declaration of its variable, or by a copy from bytes
//! that have none. If every copy names the local variable that it goes to, or comes from a global,
//! then no other variable is touched by it, and globals, which start with values, keep them. Every
//! value that is stored in memory comes from reads that are checked themselves. To some slots, which
//! the program with checks names, a value may be moved unchecked; such a slot counts as written only
//! if what was moved did.

use super::touch::{bytes, constant_place, root};
use super::wanted::wanted;
use crate::access::object_size;
use hatha_cfa::{
    Access, Builtin, Edge, ExprId, ExprKind, LocId, Op, Place, Procedure, Program, Storage, VarId,
    VarScope,
};
use hatha_index::IndexVec;
use hatha_proof::vocabulary::object_id;
use std::collections::{BTreeMap, BTreeSet};

/// Constant lengths above this one are not followed.
const MOST_BYTES: u64 = 1 << 31;

/// What is known of all memory of a program.
pub(super) struct Holes {
    /// Nothing is ever without a value.
    pub(super) none: bool,
    /// A copy may bring bytes without a value to a global, or to a place that it does not name.
    pub(super) spread: bool,
}

impl Holes {
    pub(super) fn new(program: &Program) -> Self {
        let mut holes = Holes {
            none: true,
            spread: false,
        };
        for (_, proc) in program.procs().filter(|(_, p)| p.defined) {
            let begins = |v: &VarId| {
                let var = program.var(*v);
                var.storage == Storage::Memory && !matches!(var.scope, VarScope::Param(..))
            };
            holes.none &= !proc.locals.iter().any(begins);
            // A structure that a function does not return has no value either.
            let allocates = |e: &Edge| {
                matches!(
                    e.op,
                    Op::Builtin {
                        builtin: Builtin::Alloc | Builtin::StackAlloc,
                        ..
                    } | Op::Call {
                        result: Some(Place::Aggregate { .. }),
                        ..
                    }
                )
            };
            holes.none &= !proc.edges.iter().any(allocates);
        }
        // What is known on a way holds as long as no copy has spread bytes without a value; so the
        // first copy that does is found.
        if !holes.none {
            let mut all = program.procs().filter(|(_, p)| p.defined);
            holes.spread = all.any(|(_, proc)| spreads(program, proc));
        }
        holes
    }
}

/// The ids of the globals whose bytes always have values, as ranges: all of them, if no copy can
/// bring bytes without a value to a global; none where nobody asks.
///
/// **Soundness.** A global starts with values. What is stored in it comes from reads that are
/// checked; what is copied to it has values, or there would be a copy that spreads.
pub(crate) fn written_globals(program: &Program) -> Vec<(u128, u128)> {
    let mut ranges: Vec<(u128, u128)> = Vec::new();
    if !program.asks_written || Holes::new(program).spread {
        return ranges;
    }
    let all = program.vars.iter_enumerated();
    for (var, _) in all.filter(|(_, v)| v.scope == VarScope::Global) {
        let id = object_id(var);
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == id => *last = id,
            _ => ranges.push((id, id)),
        }
    }
    ranges
}

fn spreads(program: &Program, proc: &Procedure) -> bool {
    let is_far = |e: &Edge| match &e.op {
        Op::Copy { dst, src, .. } => !is_local(program, *dst) && !is_global(program, *src),
        Op::Call {
            result: Some(Place::Aggregate { addr, .. }),
            ..
        } => !is_local(program, *addr),
        _ => false,
    };
    if !proc.edges.iter().any(is_far) {
        return false;
    }
    // Only bytes are asked for, and nothing that is moved to a slot changes one.
    let written = Written::new(program, proc, None);
    let has_values = |e: &Edge| match &e.op {
        Op::Copy { src, len, .. } => {
            let sure = written.sure(e.from);
            sure.is_none_or(|s| s.has_values(program, *src, constant(program, *len)))
        }
        _ => false,
    };
    proc.edges.iter().any(|e| is_far(e) && !has_values(e))
}

fn variable(program: &Program, at: ExprId) -> Option<VarId> {
    match program.exprs.get(root(program, at)).kind {
        ExprKind::AddrOf(v) => Some(v),
        _ => None,
    }
}

fn is_local(program: &Program, at: ExprId) -> bool {
    variable(program, at).is_some_and(|v| program.var(v).scope != VarScope::Global)
}

/// Whether an address is computed from that of a global.
pub(super) fn is_global(program: &Program, at: ExprId) -> bool {
    variable(program, at).is_some_and(|v| program.var(v).scope == VarScope::Global)
}

/// The slots to which values may be moved unchecked, and what is known of all memory.
#[derive(Clone, Copy)]
pub(super) struct Moves<'a> {
    pub(super) unchecked: &'a BTreeSet<VarId>,
    pub(super) holes: &'a Holes,
}

/// The local slot that an operation moves a value to without computing, and the value.
pub(super) fn moved(program: &Program, op: &Op) -> Option<(VarId, ExprId)> {
    match *op {
        Op::Assign {
            place: Place::Slot(slot),
            value,
        } if matches!(program.var(slot).scope, VarScope::Local(_)) => {
            let kind = program.exprs.get(value).kind;
            let moves = matches!(kind, ExprKind::Var(_) | ExprKind::Load { .. });
            moves.then_some((slot, value))
        }
        _ => None,
    }
}

/// Bytes of a variable: ranges in order, with gaps between them.
type Ranges = Vec<(u64, u64)>;

/// What has been written for sure.
#[derive(Clone, Default, PartialEq, Eq)]
struct Sure {
    slots: BTreeSet<VarId>,
    /// Bytes of variables in memory.
    bytes: BTreeMap<VarId, Ranges>,
}

impl Sure {
    fn write(&mut self, var: VarId, from: u64, len: u64) {
        let ranges = self.bytes.entry(var).or_default();
        let (mut low, mut high) = (from, from.saturating_add(len));
        let mut kept = Ranges::new();
        for &(a, b) in ranges.iter() {
            match b < low || high < a {
                true => kept.push((a, b)),
                false => (low, high) = (low.min(a), high.max(b)),
            }
        }
        kept.push((low, high));
        kept.sort_unstable();
        *ranges = kept;
    }

    fn lose(&mut self, var: VarId) {
        self.bytes.remove(&var);
    }

    fn has(&self, var: VarId, from: u64, len: u64) -> bool {
        let end = from.saturating_add(len);
        let ranges = self.bytes.get(&var).map_or(&[][..], Vec::as_slice);
        ranges.iter().any(|&(a, b)| a <= from && end <= b)
    }

    fn has_values(&self, program: &Program, at: ExprId, len: Option<u64>) -> bool {
        let part = constant_place(program, at).zip(len);
        is_global(program, at)
            || part.is_some_and(|((v, from), len)| self.has(v, from, len))
            || self.has_variable(program, at)
    }

    /// Whether the variable that an address is computed from is written wholly. An access that
    /// leaves it is another fault.
    fn has_variable(&self, program: &Program, at: ExprId) -> bool {
        let whole = variable(program, at).and_then(|v| Some((v, object_size(program, v)?)));
        whole.is_some_and(|(v, size)| self.has(v, 0, size))
    }

    /// What both know.
    fn meet(&mut self, other: &Sure) {
        self.slots.retain(|v| other.slots.contains(v));
        for (var, ranges) in &mut self.bytes {
            let theirs = other.bytes.get(var).map_or(&[][..], Vec::as_slice);
            let mut both = Ranges::new();
            for &(a, b) in ranges.iter() {
                for &(c, d) in theirs {
                    if a.max(c) < b.min(d) {
                        both.push((a.max(c), b.min(d)));
                    }
                }
            }
            both.sort_unstable();
            *ranges = both;
        }
        self.bytes.retain(|_, ranges| !ranges.is_empty());
    }

    fn place(&mut self, program: &Program, place: Place) {
        match place {
            Place::Slot(v) => {
                self.slots.insert(v);
            }
            Place::Mem { addr, access } => {
                let known = constant_place(program, addr).zip(bytes(program, access));
                if let (None, Some(((v, from), len))) = (access.bits, known) {
                    self.write(v, from, len);
                }
            }
            Place::Aggregate { addr, .. } => {
                if let Some(v) = variable(program, addr) {
                    self.lose(v);
                }
            }
        }
    }

    fn copy(&mut self, program: &Program, (dst, src, len): (ExprId, ExprId, ExprId)) {
        let len = constant(program, len);
        let has_values = self.has_values(program, src, len);
        match (constant_place(program, dst), len) {
            (Some((v, from)), Some(len)) if has_values => self.write(v, from, len),
            _ if has_values => {}
            _ => {
                if let Some(v) = variable(program, dst) {
                    self.lose(v);
                }
            }
        }
    }

    /// Whether a value that is moved has been written.
    fn has_moved(&self, program: &Program, value: ExprId, holes: &Holes) -> bool {
        match program.exprs.get(value).kind {
            ExprKind::Var(v) if matches!(program.var(v).scope, VarScope::Local(_)) => {
                self.slots.contains(&v)
            }
            ExprKind::Load { addr, access } => {
                let is_sure = self.has_values(program, addr, bytes(program, access));
                holes.none || is_sure && !holes.spread
            }
            _ => true,
        }
    }

    fn step(&mut self, program: &Program, op: &Op, moves: Option<Moves<'_>>) {
        if let (Some(moves), Some((slot, value))) = (moves, moved(program, op))
            && moves.unchecked.contains(&slot)
            && !self.has_moved(program, value, moves.holes)
        {
            self.slots.remove(&slot);
            return;
        }
        match op {
            Op::Declare(v) => {
                self.slots.remove(v);
                self.lose(*v);
            }
            Op::Dead(v) => self.lose(*v),
            Op::Assign { place, .. } | Op::Havoc { place, .. } => self.place(program, *place),
            // A jump comes back here from any later state.
            Op::Builtin {
                builtin: Builtin::SetJmp,
                ..
            } => *self = Sure::default(),
            Op::Call { result, .. } | Op::Builtin { result, .. } => {
                if let Some(place) = result {
                    self.place(program, *place);
                }
            }
            Op::Fill { dst, len, .. } => {
                if let Some(((v, from), len)) =
                    constant_place(program, *dst).zip(constant(program, *len))
                {
                    self.write(v, from, len);
                }
            }
            Op::Copy { dst, src, len } => self.copy(program, (*dst, *src, *len)),
            Op::Skip | Op::Assume { .. } | Op::Return(_) | Op::Fail(_) | Op::Unsupported(_) => {}
        }
    }
}

fn constant(program: &Program, e: ExprId) -> Option<u64> {
    match program.exprs.get(e).kind {
        ExprKind::Int(n) => u64::try_from(n).ok().filter(|n| *n <= MOST_BYTES),
        _ => None,
    }
}

/// What has been written for sure at the locations of a procedure; nothing is said of those that no
/// way leads to.
pub(super) struct Written {
    at: IndexVec<LocId, Option<Sure>>,
}

impl Written {
    pub(super) fn new(program: &Program, proc: &Procedure, moves: Option<Moves<'_>>) -> Self {
        let mut start = Sure::default();
        for &param in &proc.params {
            let var = program.var(param);
            let is_scalar = program.scalar(var.ty).is_some();
            if let (true, Some(size)) = (is_scalar, program.size_of(var.ty)) {
                start.write(param, 0, size);
            }
        }
        let wanted = wanted(program, proc);
        let mut at: IndexVec<LocId, Option<Sure>> = vec![None; proc.locations.len()].into();
        at[proc.entry] = Some(start);
        let mut work = BTreeSet::from([proc.entry]);
        while let Some(location) = work.pop_first() {
            let Some(here) = at[location].clone() else {
                continue;
            };
            for &edge in proc.out_edges(location) {
                let edge = proc.edge(edge);
                let mut next = here.clone();
                next.step(program, &edge.op, moves);
                next.slots.retain(|v| wanted[edge.to].contains(v));
                if let Some(old) = &at[edge.to] {
                    next.meet(old);
                }
                if at[edge.to].as_ref() != Some(&next) {
                    at[edge.to] = Some(next);
                    work.insert(edge.to);
                }
            }
        }
        Written { at }
    }

    fn sure(&self, location: LocId) -> Option<&Sure> {
        self.at.get(location)?.as_ref()
    }

    /// Whether a slot has surely been written.
    pub(super) fn has_slot(&self, location: LocId, var: VarId) -> bool {
        self.sure(location).is_none_or(|s| s.slots.contains(&var))
    }

    /// Whether what a load reads has surely been written.
    pub(super) fn has_load(
        &self,
        program: &Program,
        location: LocId,
        (addr, access): (ExprId, Access),
    ) -> bool {
        let len = bytes(program, access);
        let sure = self.sure(location);
        sure.is_none_or(|s| s.has_values(program, addr, len))
    }
}
