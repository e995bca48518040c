//! Reads of values that were never written, and of addresses that break their alignment.
//!
//! A slot that is not assigned on every way to a read has a *flag*, a slot of the program with
//! checks that is 1 only if it has been.
//!
//! **Soundness.** Which slot a flag belongs to is a claim of the program with checks. It is believed
//! because of where the flag changes: every procedure takes its flags down before anything else at
//! its entry and before its slot is declared, and a flag is put up only where each edge behind the
//! row assigns the slot (a call may be left by a jump to the procedure itself; then none is put up
//! there). Nothing else changes a flag: every other edge is one of the program, which has none.
//!
//! Where an edge only moves a value to a slot that the program with checks names for that, the value
//! may be one that was never written, as long as the flag of the slot is not up then. From there on
//! the slot counts as not written, so every read of it asks for the flag; without a flag each such
//! read is a fault.

use super::aligned::Aligned;
use super::faults::Fault;
use super::touch::{Touch, misaligned};
use super::values::Values;
use super::written::{Holes, Written, is_global, moved};
use super::{Checker, Row, demand};
use crate::check::Refusal;
use hatha_cfa::{
    Access, Arg, Builtin, Callee, CheckKind, ExprId, ExprKind, LocId, ObjectWord, Op, Place,
    ProcId, Program, Storage, VarId, VarScope,
};
use hatha_index::IndexVec;
use hatha_term::TermPool;
use std::collections::{BTreeMap, BTreeSet};

/// When a flag is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Raised {
    Never,
    Always,
    /// If an expression is not zero.
    If(ExprId),
    /// If it was before.
    AsBefore(VarId),
}

/// A value that is only moved to a slot, and when the flag of the slot is up then.
#[derive(Clone, Copy)]
pub(super) struct Moved {
    pub(super) value: ExprId,
    raised: Raised,
}

impl Moved {
    /// The condition that has to be like the others of a row: it reads nothing further.
    pub(super) fn condition(self) -> Option<ExprId> {
        match self.raised {
            Raised::If(condition) => Some(condition),
            _ => None,
        }
    }

    /// A fault of the value, which is one only where the flag of the slot is up.
    pub(super) fn excuse(
        self,
        values: &mut Values<'_>,
        pool: &mut TermPool,
        fault: Fault,
    ) -> Result<Option<Fault>, Refusal> {
        let is_up = match self.raised {
            _ if fault.kind != CheckKind::Uninitialised => return Ok(Some(fault)),
            Raised::Never => return Ok(None),
            Raised::Always => return Ok(Some(fault)),
            Raised::If(condition) => values.truth(pool, condition)?,
            Raised::AsBefore(flag) => {
                let value = values.slot(pool, flag)?;
                let zero = pool.bv_const(pool.width(value), 0);
                let down = pool.eq(value, zero);
                pool.not(down)
            }
        };
        Ok(Some(Fault {
            when: pool.and(fault.when, is_up),
            ..fault
        }))
    }
}

/// What is looked up for each location of a procedure.
#[derive(Default)]
pub(super) struct Own {
    /// The flags of its slots.
    flags: BTreeMap<VarId, VarId>,
    /// Whether a jump may come back to it.
    jumps: bool,
    /// How many edges of the program with checks come to a location.
    pub(super) incoming: IndexVec<LocId, u32>,
}

/// What reads may run into at a location.
pub(super) struct Reads<'a> {
    pub(super) program: &'a Program,
    pub(super) aligned: &'a Aligned,
    pub(super) holes: &'a Holes,
    pub(super) written: Option<&'a Written>,
    pub(super) at: LocId,
}

impl Reads<'_> {
    /// The faults of the evaluation of an expression, its operands apart.
    pub(super) fn faults(
        &self,
        values: &mut Values<'_>,
        pool: &mut TermPool,
        expr: ExprId,
    ) -> Result<Vec<Fault>, Refusal> {
        let mut found = Vec::new();
        match self.program.exprs.get(expr).kind {
            ExprKind::Var(v) => found.extend(self.slot(values, pool, v)?),
            ExprKind::Load { addr, access } => {
                if access.align > 1 && !self.aligned.holds(self.program, addr, access.align) {
                    found.push(misaligned(values, pool, addr, access.align)?);
                }
                found.extend(self.load(values, pool, (addr, access))?);
            }
            _ => {}
        }
        Ok(found)
    }

    fn slot(
        &self,
        values: &mut Values<'_>,
        pool: &mut TermPool,
        v: VarId,
    ) -> Result<Option<Fault>, Refusal> {
        let is_own = matches!(self.program.var(v).scope, VarScope::Local(_));
        let Some(written) = self.written.filter(|_| is_own) else {
            return Ok(None);
        };
        if written.has_slot(self.at, v) {
            return Ok(None);
        }
        let when = match self.program.written_flags.get(&v) {
            Some(&flag) => {
                let value = values.slot(pool, flag)?;
                let zero = pool.bv_const(pool.width(value), 0);
                pool.eq(value, zero)
            }
            None => pool.tru(),
        };
        let kind = CheckKind::Uninitialised;
        Ok(Some(Fault { kind, when }))
    }

    fn load(
        &self,
        values: &mut Values<'_>,
        pool: &mut TermPool,
        (addr, access): (ExprId, Access),
    ) -> Result<Option<Fault>, Refusal> {
        let Some(written) = self.written.filter(|_| !self.holes.none) else {
            return Ok(None);
        };
        let is_sure = written.has_load(self.program, self.at, (addr, access));
        if is_sure && !self.holes.spread {
            return Ok(None);
        }
        let at = values.value(pool, addr)?;
        let word = values.written(pool, at, access);
        let zero = pool.bv_const(pool.width(word), 0);
        Ok(Some(Fault {
            kind: CheckKind::Uninitialised,
            when: pool.eq(word, zero),
        }))
    }
}

/// Whether an expression asks what a load will find at its address.
pub(super) fn asks_before(program: &Program, asks: ExprId, load: ExprId) -> bool {
    match (program.exprs.get(asks).kind, program.exprs.get(load).kind) {
        (
            ExprKind::Object {
                word: ObjectWord::Written(asked),
                of,
            },
            ExprKind::Load { addr, access },
        ) => of == addr && asked == access,
        _ => false,
    }
}

impl Checker<'_, '_> {
    /// The flag that an operation changes, and what it becomes.
    pub(super) fn flag(&self, id: ProcId, op: &Op) -> Option<(VarId, Raised)> {
        let Op::Assign {
            place: Place::Slot(flag),
            value,
        } = op
        else {
            return None;
        };
        let is_new = flag.index() >= self.source.vars.len();
        let is_own = self.checked.var(*flag).scope == VarScope::Local(id);
        match self.checked.exprs.get(*value).kind {
            _ if !is_new || !is_own => None,
            ExprKind::Int(0) => Some((*flag, Raised::Never)),
            ExprKind::Int(1) => Some((*flag, Raised::Always)),
            ExprKind::Int(_) => None,
            _ => {
                let is_flag = self.slots_of_flags.contains_key(flag);
                is_flag.then_some((*flag, Raised::If(*value)))
            }
        }
    }

    /// The one operation behind a row, if it moves a value that may be one that was never written.
    pub(super) fn moved(&self, ops: &[&Op], row: &Row) -> Result<Option<Moved>, Refusal> {
        let computes = |(_, to): &(VarId, Raised)| matches!(to, Raised::If(_));
        // What a flag becomes is read in the state before the row changes another one.
        let is_alone = row.last.len() == 1 || !row.last.iter().any(computes);
        demand(is_alone, "a flag that depends on a change before it")?;
        let to = match ops {
            [op] => moved(self.source, op),
            _ => None,
        };
        let to = to.filter(|(slot, _)| self.checked.moved_unchecked.contains(slot));
        let Some((slot, value)) = to else {
            // What it is computed from is read before the operation: only a move is held against that.
            demand(!row.last.iter().any(computes), "a flag that reads more")?;
            return Ok(None);
        };
        let Some(&flag) = self.checked.written_flags.get(&slot) else {
            return Ok(Some(Moved {
                value,
                raised: Raised::Never,
            }));
        };
        let changed = row.last.iter().rev().find(|(f, _)| *f == flag);
        let raised = match changed {
            Some((_, raised)) => *raised,
            None if row.first.contains(&flag) => Raised::Never,
            None => Raised::AsBefore(flag),
        };
        Ok(Some(Moved { value, raised }))
    }

    /// Takes down what an edge of a row does to a flag.
    pub(super) fn changes(&self, row: &mut Row, changed: Option<(VarId, Raised)>) {
        match changed {
            Some((flag, Raised::Never)) if row.conditions.is_empty() && row.last.is_empty() => {
                row.first.push(flag);
            }
            Some(change) => row.last.push(change),
            None => {}
        }
    }

    /// What is looked up for each location of a procedure: its flags belong to one slot of its own
    /// each.
    pub(super) fn own(&self, id: ProcId) -> Result<Own, Refusal> {
        let (source, checked) = (self.source.proc(id), self.checked.proc(id));
        let mut flags = BTreeMap::new();
        for (&slot, &flag) in &self.checked.written_flags {
            if self.checked.var(flag).scope != VarScope::Local(id) {
                continue;
            }
            let is_slot = slot.index() < self.source.vars.len()
                && self.checked.var(slot).scope == VarScope::Local(id);
            demand(is_slot, "a flag of a slot of another procedure")?;
            // Of several slots with one flag the map of all flags has only one.
            let is_alone = self.slots_of_flags.get(&flag) == Some(&slot);
            demand(is_alone, "a flag of two slots")?;
            flags.insert(slot, flag);
        }
        let mut incoming: IndexVec<LocId, u32> = vec![0; checked.locations.len()].into();
        for edge in &checked.edges {
            incoming[edge.to] += 1;
        }
        Ok(Own {
            flags,
            jumps: source.edges.iter().any(|e| is_setjmp(&e.op)),
            incoming,
        })
    }

    /// The flags that a row changes, and those that it has to take down.
    pub(super) fn check_flags(&self, id: ProcId, at: LocId, row: &Row) -> Result<(), Refusal> {
        let proc = self.source.proc(id);
        let edges = proc.out_edges(at).iter().map(|e| &proc.edge(*e).op);
        let edges: Vec<&Op> = edges.collect();
        if at == proc.entry {
            let first: BTreeSet<VarId> = row.first.iter().copied().collect();
            let start = self.own.flags.values().all(|flag| first.contains(flag));
            demand(start, "a flag that is up at the entry")?;
        }
        let down =
            |flag: VarId| row.first.contains(&flag) || row.last.contains(&(flag, Raised::Never));
        for op in &edges {
            if let Op::Declare(slot) = op
                && let Some(&flag) = self.own.flags.get(slot)
            {
                demand(down(flag), "a flag that outlives its slot")?;
            }
        }
        for &(flag, _) in row.last.iter().filter(|(_, to)| *to != Raised::Never) {
            let slot = self.slots_of_flags.get(&flag).copied();
            let assigns = |op: &&Op| {
                let is_call = matches!(op, Op::Call { .. });
                slot.is_some() && assigned(op) == slot && !(self.own.jumps && is_call)
            };
            let all = !row.is_obstacle && !edges.is_empty() && edges.iter().all(assigns);
            demand(all, "a flag that is put up without its slot")?;
        }
        Ok(())
    }

    /// What has to hold of addresses and bytes beside what is done to memory.
    pub(super) fn demanded(&self, op: &Op) -> Vec<Touch> {
        match op {
            Op::Assign { place, .. } => self.aligned_store(*place).into_iter().collect(),
            Op::Call { callee, args, .. } => self.aligned_arguments(*callee, args),
            Op::Builtin {
                builtin: Builtin::Write,
                args,
                ..
            } => {
                let [_, at, len] = args[..] else {
                    return vec![Touch::Hidden];
                };
                let from_global = is_global(self.source, at);
                let is_known = self.holes.none || from_global && !self.holes.spread;
                let out = (!is_known).then_some(Touch::Out(at, len));
                out.into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// The alignment that a store relies on.
    pub(super) fn aligned_store(&self, place: Place) -> Option<Touch> {
        let Place::Mem { addr, access } = place else {
            return None;
        };
        let is_known = access.align <= 1 || self.aligned.holds(self.source, addr, access.align);
        (!is_known).then_some(Touch::Aligned(addr, access.align))
    }

    /// A procedure that is only called by name may rely on the alignment of its pointers.
    fn aligned_arguments(&self, callee: Callee, args: &[Arg]) -> Vec<Touch> {
        let Callee::Direct(p) = callee else {
            return Vec::new();
        };
        let proc = self.source.proc(p);
        let params = proc.params.iter().filter(|_| proc.defined).zip(args);
        let touch = |(param, arg): (&VarId, &Arg)| {
            let align = self.aligned.expected(self.source, p, *param);
            match *arg {
                Arg::Scalar(e) if self.source.var(*param).storage == Storage::Slot => {
                    let is_known = align <= 1 || self.aligned.holds(self.source, e, align);
                    (!is_known).then_some(Touch::Aligned(e, align))
                }
                _ => None,
            }
        };
        params.filter_map(touch).collect()
    }
}

fn is_setjmp(op: &Op) -> bool {
    matches!(
        op,
        Op::Builtin {
            builtin: Builtin::SetJmp,
            ..
        }
    )
}

/// The slot that an operation assigns.
fn assigned(op: &Op) -> Option<VarId> {
    let place = match op {
        Op::Assign { place, .. } | Op::Havoc { place, .. } => Some(*place),
        Op::Call { result, .. } | Op::Builtin { result, .. } => *result,
        _ => None,
    };
    match place? {
        Place::Slot(v) => Some(v),
        Place::Mem { .. } | Place::Aggregate { .. } => None,
    }
}
