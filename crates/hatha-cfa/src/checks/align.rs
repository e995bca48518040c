//! What is known of the alignment of addresses without looking at an execution.
//!
//! A slot of pointer type is aligned as the least aligned value that any edge of the program
//! assigns to it. A parameter is aligned as its type says, if the procedure is only called by name:
//! the calls are checked. A pointer that is loaded may be anything.

use super::condition::{Build, Conditions};
use super::{CheckKind, Demand};
use crate::expr::{BinOp, ExprId, ExprKind, ObjectWord};
use crate::program::{
    Arg, Builtin, Callee, GlobalInit, InitValue, Op, Place, ProcId, Program, ReturnValue, Storage,
    VarId, VarScope,
};
use crate::types::Scalar;
use hatha_defect::{Defect, is_on};
use rustc_hash::{FxHashMap, FxHashSet};

/// More than any access asks for: that of null.
const ANY: u32 = 1 << 16;

/// The alignment of a block of the heap that proofs may rely on.
const BLOCK: u32 = 8;

/// The alignment of slots and results of procedures.
#[derive(Default)]
pub(super) struct Alignments {
    slots: FxHashMap<VarId, u32>,
    results: FxHashMap<ProcId, u32>,
    /// Procedures whose address is taken, or that are called with something else than they expect.
    loose: FxHashSet<ProcId>,
}

impl Alignments {
    /// Of a program.
    pub(super) fn new(program: &Program) -> Self {
        let mut all = Alignments {
            loose: loose(program),
            ..Alignments::default()
        };
        for (var, init) in &program.globals {
            let outside = program.var(*var).is_assigned_outside();
            let known = match init {
                GlobalInit::Defined(items) if !outside => match items.last().map(|i| &i.value) {
                    None => ANY,
                    Some(InitValue::Scalar(_, e)) => all.of(program, *e),
                    Some(InitValue::Bytes(_)) => 1,
                },
                _ => 1,
            };
            all.lower(*var, known);
        }
        while all.sweep(program) {}
        all
    }

    /// The alignment that an address surely has.
    pub(super) fn of(&self, program: &Program, mut at: ExprId) -> u32 {
        let mut known = ANY;
        loop {
            match program.exprs.get(at).kind {
                ExprKind::AddrOf(v) => return known.min(program.var(v).align.max(1)),
                ExprKind::Var(v) => return known.min(self.slot(program, v)),
                ExprKind::Int(bits) => return known.min(power(bits as u64)),
                ExprKind::Field {
                    base,
                    record,
                    field,
                } => {
                    let offset = program.types.record(record).fields[field as usize].offset;
                    known = known.min(power(offset));
                    at = base;
                }
                ExprKind::Index { base, index, scale } => {
                    let step = match program.exprs.get(index).kind {
                        ExprKind::Int(n) => (n as u64).wrapping_mul(scale),
                        _ => scale,
                    };
                    known = known.min(power(step));
                    at = base;
                }
                ExprKind::Cast(a) if is_pointer(program, a) => at = a,
                ExprKind::Cond(_, a, b) => {
                    return known.min(self.of(program, a)).min(self.of(program, b));
                }
                ExprKind::Load { .. } if is_on(Defect::ChecksAligned) => return known,
                _ => return 1,
            }
        }
    }

    fn slot(&self, program: &Program, var: VarId) -> u32 {
        let assigned = self.slots.get(&var).copied().unwrap_or(ANY);
        match program.var(var).scope {
            VarScope::Param(proc, _) => assigned.min(self.promised(program, proc, var)),
            _ => assigned,
        }
    }

    /// What a procedure may expect of a parameter.
    fn promised(&self, program: &Program, proc: ProcId, param: VarId) -> u32 {
        match self.loose.contains(&proc) {
            true => 1,
            false => pointee_align(program, param),
        }
    }

    fn lower(&mut self, var: VarId, known: u32) -> bool {
        let old = self.slots.get(&var).copied().unwrap_or(ANY);
        if known < old {
            self.slots.insert(var, known);
        }
        known < old
    }

    /// Looks at every edge once; gives whether something has changed.
    fn sweep(&mut self, program: &Program) -> bool {
        let mut changed = false;
        for (id, proc) in program.procs().filter(|(_, p)| p.defined) {
            for edge in &proc.edges {
                changed |= self.edge(program, id, &edge.op);
            }
        }
        changed
    }

    fn edge(&mut self, program: &Program, proc: ProcId, op: &Op) -> bool {
        let (var, known) = match op {
            Op::Assign {
                place: Place::Slot(v),
                value,
            } => (*v, self.of(program, *value)),
            Op::Return(ReturnValue::Scalar(e)) => {
                let known = self.of(program, *e);
                let old = self.results.get(&proc).copied().unwrap_or(ANY);
                if known < old {
                    self.results.insert(proc, known);
                }
                return known < old;
            }
            Op::Call {
                callee,
                result: Some(Place::Slot(v)),
                ..
            } => match callee {
                Callee::Direct(p) if program.proc(*p).defined => {
                    (*v, self.results.get(p).copied().unwrap_or(ANY))
                }
                _ => (*v, 1),
            },
            Op::Builtin {
                builtin,
                result: Some(Place::Slot(v)),
                ..
            } => match builtin {
                Builtin::Alloc | Builtin::VaArea => (*v, BLOCK),
                _ => (*v, 1),
            },
            Op::Havoc {
                place: Place::Slot(v),
                ..
            } => (*v, 1),
            _ => return false,
        };
        let is_address = program.scalar(program.var(var).ty) == Some(Scalar::Pointer);
        is_address && self.lower(var, known)
    }
}

/// The largest power of two that divides a number.
fn power(n: u64) -> u32 {
    match n {
        0 => ANY,
        n => 1 << n.trailing_zeros().min(16),
    }
}

fn is_pointer(program: &Program, e: ExprId) -> bool {
    program.scalar(program.exprs.get(e).ty) == Some(Scalar::Pointer)
}

/// The alignment of what a variable of pointer type leads to.
fn pointee_align(program: &Program, var: VarId) -> u32 {
    let pointee = program.types.pointee(program.var(var).ty);
    let align = pointee.and_then(|q| program.types.align(q.ty, &program.target));
    align.unwrap_or(1).max(1)
}

/// The procedures that are not only called by name with the arguments that they expect.
fn loose(program: &Program) -> FxHashSet<ProcId> {
    let mut found = FxHashSet::default();
    for e in (0..program.exprs.len() as u32).map(ExprId) {
        if let ExprKind::Proc(p) = program.exprs.get(e).kind {
            found.insert(p);
        }
    }
    for (_, proc) in program.procs() {
        for edge in &proc.edges {
            if let Op::Call {
                callee: Callee::Direct(p),
                args,
                ..
            } = &edge.op
            {
                let params = &program.proc(*p).params;
                let fits = |(v, arg): (&VarId, &Arg)| match arg {
                    Arg::Scalar(e) => {
                        program.scalar(program.exprs.get(*e).ty)
                            == program.scalar(program.var(*v).ty)
                    }
                    Arg::Aggregate { .. } => program.scalar(program.var(*v).ty).is_none(),
                };
                if args.len() < params.len() || !params.iter().zip(args).all(fits) {
                    found.insert(*p);
                }
            }
        }
    }
    found
}

impl Conditions {
    /// When a scalar access at an address is misaligned; `None` if it cannot be.
    pub(super) fn misaligned(
        &mut self,
        program: &mut Program,
        addr: ExprId,
        align: u32,
    ) -> Option<Demand> {
        let kind = CheckKind::Misaligned;
        if !self.asks(kind) || align <= 1 || self.alignments.of(program, addr) >= align {
            return None;
        }
        let mut build = Build { program };
        let past = build.word(ObjectWord::Remainder(align), addr);
        Some(Demand::Check(kind, build.is(BinOp::Ne, past, 0)))
    }

    /// When the pointers that a call passes are not aligned as the procedure expects.
    pub(super) fn misaligned_arguments(
        &mut self,
        program: &mut Program,
        callee: Callee,
        args: &[Arg],
    ) -> Vec<Demand> {
        let Callee::Direct(p) = callee else {
            return Vec::new();
        };
        if !self.asks(CheckKind::Misaligned) || !program.proc(p).defined {
            return Vec::new();
        }
        let params = program.proc(p).params.clone();
        let mut found = Vec::new();
        for (param, arg) in params.into_iter().zip(args) {
            let is_slot = program.var(param).storage == Storage::Slot;
            if let (true, Arg::Scalar(e)) = (is_slot, arg) {
                let align = self.alignments.promised(program, p, param);
                found.extend(self.misaligned(program, *e, align));
            }
        }
        found
    }
}
