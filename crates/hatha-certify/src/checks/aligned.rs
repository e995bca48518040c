//! How addresses are aligned in every execution.
//!
//! **Soundness.** A greatest fixed point over the edges of all procedures: a slot of pointer type is
//! a multiple of a power of two if every value that an edge assigns to it is. That of a parameter is
//! what its type promises where the procedure is only ever called by name: then each call stands
//! behind a check of what it passes. What is loaded, given by somebody outside, or computed in a way
//! that is not known here, is a multiple of 1. The pointers that the entry is given are aligned by
//! assumption, without which a proof is refused (`crate::check`).

use hatha_cfa::{
    Arg, Builtin, Callee, ExprId, ExprKind, GlobalInit, InitValue, Op, Place, ProcId, Program,
    ReturnValue, Scalar, VarId, VarScope,
};
use std::collections::{BTreeMap, BTreeSet};

/// Exponents of powers of two; null is a multiple of all.
type Exponent = u32;

const ALL: Exponent = 32;

/// A block of the heap is a multiple of 8.
const BLOCK: Exponent = 3;

/// What is known of the slots and results of a program.
#[derive(Debug)]
pub(crate) struct Aligned {
    slots: BTreeMap<VarId, Exponent>,
    results: BTreeMap<ProcId, Exponent>,
    /// Procedures that are not only called by name with what they expect.
    open: BTreeSet<ProcId>,
}

impl Aligned {
    pub(crate) fn new(program: &Program) -> Self {
        let mut aligned = Aligned {
            slots: BTreeMap::new(),
            results: BTreeMap::new(),
            open: open_procedures(program),
        };
        for (var, init) in &program.globals {
            let start = aligned.initial(program, *var, init);
            aligned.assign(*var, start);
        }
        loop {
            let mut again = false;
            for (id, proc) in program.procs() {
                for edge in proc.edges.iter().filter(|_| proc.defined) {
                    again |= aligned.edge(program, id, &edge.op);
                }
            }
            if !again {
                return aligned;
            }
        }
    }

    /// Whether an address is surely a multiple of an alignment.
    pub(crate) fn holds(&self, program: &Program, at: ExprId, align: u32) -> bool {
        align.is_power_of_two() && self.exponent(program, at) >= align.trailing_zeros()
    }

    /// What a call has to give a procedure for a parameter: an alignment.
    pub(super) fn expected(&self, program: &Program, proc: ProcId, param: VarId) -> u32 {
        1 << self.promised(program, proc, param).min(31)
    }

    fn initial(&self, program: &Program, var: VarId, init: &GlobalInit) -> Exponent {
        let GlobalInit::Defined(items) = init else {
            return 0;
        };
        if program.var(var).is_assigned_outside() {
            return 0;
        }
        match items.last().map(|i| &i.value) {
            None => ALL,
            Some(InitValue::Scalar(_, e)) => self.exponent(program, *e),
            Some(InitValue::Bytes(_)) => 0,
        }
    }

    fn assign(&mut self, var: VarId, new: Exponent) -> bool {
        let old = self.slots.entry(var).or_insert(ALL);
        let lower = new < *old;
        *old = new.min(*old);
        lower
    }

    fn edge(&mut self, program: &Program, proc: ProcId, op: &Op) -> bool {
        match op {
            Op::Assign {
                place: Place::Slot(v),
                value,
            } => {
                let new = self.exponent(program, *value);
                self.assign(*v, new)
            }
            Op::Return(ReturnValue::Scalar(e)) => {
                let new = self.exponent(program, *e);
                let old = self.results.entry(proc).or_insert(ALL);
                let lower = new < *old;
                *old = new.min(*old);
                lower
            }
            Op::Call {
                callee: Callee::Direct(p),
                result: Some(Place::Slot(v)),
                ..
            } if program.proc(*p).defined => {
                let new = self.results.get(p).copied().unwrap_or(ALL);
                self.assign(*v, new)
            }
            // The area of variadic arguments is a multiple of 16.
            Op::Builtin {
                builtin: Builtin::VaArea,
                result: Some(Place::Slot(v)),
                ..
            } => self.assign(*v, BLOCK),
            Op::Builtin {
                builtin: Builtin::Alloc,
                result: Some(Place::Slot(v)),
                ..
            } => self.assign(*v, BLOCK),
            Op::Call {
                result: Some(Place::Slot(v)),
                ..
            }
            | Op::Builtin {
                result: Some(Place::Slot(v)),
                ..
            }
            | Op::Havoc {
                place: Place::Slot(v),
                ..
            } => self.assign(*v, 0),
            _ => false,
        }
    }

    fn promised(&self, program: &Program, proc: ProcId, param: VarId) -> Exponent {
        if self.open.contains(&proc) {
            return 0;
        }
        let pointee = program.types.pointee(program.var(param).ty);
        let align = pointee.and_then(|q| program.types.align(q.ty, &program.target));
        align.map_or(0, exponent)
    }

    fn exponent(&self, program: &Program, at: ExprId) -> Exponent {
        let number = |n: u64| match n {
            0 => ALL,
            n => n.trailing_zeros(),
        };
        match program.exprs.get(at).kind {
            ExprKind::Int(bits) => number(bits as u64),
            ExprKind::AddrOf(v) => exponent(program.var(v).align),
            ExprKind::Var(v) => {
                let assigned = self.slots.get(&v).copied().unwrap_or(ALL);
                match program.var(v).scope {
                    VarScope::Param(p, _) => assigned.min(self.promised(program, p, v)),
                    _ => assigned,
                }
            }
            ExprKind::Field {
                base,
                record,
                field,
            } => {
                let offset = program.types.record(record).fields[field as usize].offset;
                number(offset).min(self.exponent(program, base))
            }
            ExprKind::Index { base, index, scale } => {
                let step = match program.exprs.get(index).kind {
                    ExprKind::Int(n) => number((n as u64).wrapping_mul(scale)),
                    _ => number(scale),
                };
                step.min(self.exponent(program, base))
            }
            ExprKind::Cast(a) if is_address(program, a) => self.exponent(program, a),
            ExprKind::Cond(_, a, b) => self.exponent(program, a).min(self.exponent(program, b)),
            _ => 0,
        }
    }
}

fn exponent(align: u32) -> Exponent {
    match align.is_power_of_two() {
        true => align.trailing_zeros(),
        false => 0,
    }
}

fn is_address(program: &Program, e: ExprId) -> bool {
    program.scalar(program.exprs.get(e).ty) == Some(Scalar::Pointer)
}

/// The procedures whose address somebody has, and those that some call gives less, or other things,
/// than they have parameters for.
fn open_procedures(program: &Program) -> BTreeSet<ProcId> {
    let exprs = (0..program.exprs.len() as u32).map(|i| program.exprs.get(ExprId(i)).kind);
    let mut open: BTreeSet<ProcId> = exprs
        .filter_map(|kind| match kind {
            ExprKind::Proc(p) => Some(p),
            _ => None,
        })
        .collect();
    let edges = program.procs().flat_map(|(_, p)| p.edges.iter());
    for edge in edges {
        let Op::Call {
            callee: Callee::Direct(p),
            args,
            ..
        } = &edge.op
        else {
            continue;
        };
        let params = &program.proc(*p).params;
        let scalar = |v: &VarId| program.scalar(program.var(*v).ty);
        let is_fit = params.len() <= args.len()
            && params.iter().zip(args).all(|(v, arg)| match arg {
                Arg::Scalar(e) => program.scalar(program.exprs.get(*e).ty) == scalar(v),
                Arg::Aggregate { .. } => scalar(v).is_none(),
            });
        if !is_fit {
            open.insert(*p);
        }
    }
    open
}
