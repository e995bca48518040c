//! What is worth telling about a unit before any question is asked.

use hatha_cfa::indirect::reachable_by_pointers;
use hatha_cfa::{Arg, ExprId, ExprKind, Op, Place, ProcId, Program, ReturnValue};
use hatha_cfa::{Span, Storage, VarId, VarScope};
use std::collections::BTreeSet;

/// Variables of the functions that a unit consists of that are read and never written: their
/// names, and where they are declared.
pub fn never_set(program: &Program, entry: ProcId) -> Vec<(String, Span)> {
    let mut seen = Marks {
        program,
        read: BTreeSet::new(),
        written: BTreeSet::new(),
    };
    let procs = reachable_by_pointers(program, entry);
    for p in procs.iter().map(|p| program.proc(*p)) {
        for edge in &p.edges {
            seen.op(&edge.op);
        }
    }
    let is_local = |v: &VarId| {
        let var = program.var(*v);
        let own = matches!(var.scope, VarScope::Local(p) if !program.proc(p).model);
        own && var.storage == Storage::Slot && !var.name.starts_with('$')
    };
    let unset = seen.read.difference(&seen.written).copied();
    let named = |v: VarId| (program.var(v).name.clone(), program.var(v).span);
    unset.filter(is_local).map(named).collect()
}

struct Marks<'a> {
    program: &'a Program,
    read: BTreeSet<VarId>,
    written: BTreeSet<VarId>,
}

impl Marks<'_> {
    fn op(&mut self, op: &Op) {
        match op {
            Op::Assign { place, value } => {
                self.place(place);
                self.expr(*value);
            }
            Op::Assume { cond, .. } => self.expr(*cond),
            Op::Call {
                callee,
                args,
                result,
            } => {
                callee.pointer().into_iter().for_each(|e| self.expr(e));
                for arg in args {
                    let (Arg::Scalar(e) | Arg::Aggregate { addr: e, .. }) = arg;
                    self.expr(*e);
                }
                result.iter().for_each(|p| self.place(p));
            }
            Op::Return(ReturnValue::Scalar(e) | ReturnValue::Aggregate(e)) => self.expr(*e),
            Op::Havoc { place, .. } => self.place(place),
            Op::Copy { dst, src, len } => [dst, src, len].into_iter().for_each(|e| self.expr(*e)),
            Op::Fill { dst, byte, len } => [dst, byte, len].into_iter().for_each(|e| self.expr(*e)),
            Op::Builtin { args, result, .. } => {
                args.iter().for_each(|e| self.expr(*e));
                result.iter().for_each(|p| self.place(p));
            }
            Op::Skip
            | Op::Return(ReturnValue::None)
            | Op::Declare(_)
            | Op::Dead(_)
            | Op::Fail(_)
            | Op::Unsupported(_) => {}
        }
    }

    fn place(&mut self, place: &Place) {
        match place {
            Place::Slot(v) => {
                self.written.insert(*v);
            }
            Place::Mem { addr, .. } | Place::Aggregate { addr, .. } => self.expr(*addr),
        }
    }

    fn expr(&mut self, root: ExprId) {
        let mut work = vec![root];
        while let Some(e) = work.pop() {
            if let ExprKind::Var(v) = self.program.exprs.get(e).kind {
                self.read.insert(v);
            }
            work.extend(self.program.exprs.children(e));
        }
    }
}
