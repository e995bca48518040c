//! What an operation of a process does to memory that other processes see.
//!
//! **Invariant.** Where it is not known that memory is a process's own, it counts as
//! shared: a step may then be taken apart that need not be, which adds interleavings
//! and loses none. A local whose address goes anywhere is shared, too.

use hatha_cfa::{Arg, ExprId, ExprKind, Op, Place, Program, ReturnValue};
use hatha_cfa::{VarId, VarScope};
use std::collections::BTreeSet;

/// The accesses of an operation to shared memory, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Touches {
    /// What it reads.
    pub reads: Vec<ExprId>,
    /// What it writes at last.
    pub write: Option<Place>,
    /// Whether it copies or fills a block of shared memory, which is more than one access.
    pub block: bool,
}

/// Which memory is shared.
#[derive(Clone, Debug)]
pub struct Sharing {
    /// Locals whose address goes anywhere.
    escaping: BTreeSet<VarId>,
}

impl Sharing {
    /// What the processes of a program share.
    pub fn new(program: &Program) -> Sharing {
        let mut escaping = BTreeSet::new();
        let mut leaves = |e: ExprId| escaping.extend(named(program, e));
        for i in 0..program.exprs.len() as u32 {
            let parent = ExprId(i);
            let kind = program.exprs.get(parent).kind;
            let inside = match kind {
                // What is accessed, or a part of it, is not thereby known elsewhere.
                ExprKind::Field { .. } | ExprKind::Load { .. } => continue,
                ExprKind::Index { index, .. } => vec![index],
                _ => program.exprs.children(parent).collect(),
            };
            inside.into_iter().for_each(&mut leaves);
        }
        for op in program.procs.iter().flat_map(|p| &p.edges).map(|e| &e.op) {
            values(op).into_iter().for_each(&mut leaves);
        }
        Sharing { escaping }
    }

    /// What an operation does to shared memory.
    pub fn touches(&self, program: &Program, op: &Op) -> Touches {
        let written = match op {
            Op::Assign { place, .. } | Op::Havoc { place, .. } => Some(*place),
            Op::Call { result, .. } | Op::Builtin { result, .. } => *result,
            _ => None,
        };
        let write = written.filter(|p| self.is_shared(program, p));
        let moved = match op {
            Op::Copy { dst, src, .. } => vec![*dst, *src],
            Op::Fill { dst, .. } => vec![*dst],
            Op::Call { args, .. } => args.iter().filter_map(aggregate).collect(),
            _ => Vec::new(),
        };
        let block = moved.iter().any(|a| self.is_address(program, *a))
            || matches!(write, Some(Place::Aggregate { .. }));
        Touches {
            reads: self.reads(program, op),
            write,
            block,
        }
    }

    /// The reads of shared memory in an operation, from left to right, inner ones first.
    pub(crate) fn reads(&self, program: &Program, op: &Op) -> Vec<ExprId> {
        let mut found = Vec::new();
        for root in operands(op) {
            let mut stack = vec![(root, false)];
            while let Some((e, seen)) = stack.pop() {
                if !seen {
                    stack.push((e, true));
                    let children: Vec<ExprId> = program.exprs.children(e).collect();
                    stack.extend(children.into_iter().rev().map(|c| (c, false)));
                    continue;
                }
                let shared = match program.exprs.get(e).kind {
                    ExprKind::Var(v) => is_global(program, v),
                    ExprKind::Load { addr, .. } => self.is_address(program, addr),
                    _ => false,
                };
                if shared && !found.contains(&e) {
                    found.push(e);
                }
            }
        }
        found
    }

    /// Whether an address may lead to shared memory.
    fn is_address(&self, program: &Program, addr: ExprId) -> bool {
        match base(program, addr) {
            Some(v) => is_global(program, v) || self.escaping.contains(&v),
            None => true,
        }
    }

    fn is_shared(&self, program: &Program, place: &Place) -> bool {
        match place {
            Place::Slot(v) => is_global(program, *v),
            Place::Mem { addr, .. } | Place::Aggregate { addr, .. } => {
                self.is_address(program, *addr)
            }
        }
    }

    pub(crate) fn writes(&self, program: &Program, op: &Op) -> bool {
        match op {
            Op::Assign { place, .. } | Op::Havoc { place, .. } => self.is_shared(program, place),
            // What unknown code or a copy does is one step.
            Op::Call { .. } | Op::Copy { .. } | Op::Fill { .. } => true,
            Op::Builtin { result, .. } => result.iter().any(|p| self.is_shared(program, p)),
            _ => false,
        }
    }

    /// Whether an operation touches nothing that another process can see.
    pub(crate) fn is_local(&self, program: &Program, op: &Op) -> bool {
        self.reads(program, op).is_empty() && !self.writes(program, op)
    }
}

/// The variable that an address is in, if it is written down.
fn base(program: &Program, mut addr: ExprId) -> Option<VarId> {
    loop {
        match program.exprs.get(addr).kind {
            ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => addr = base,
            ExprKind::AddrOf(v) => return Some(v),
            _ => return None,
        }
    }
}

/// The local whose address an expression is.
fn named(program: &Program, e: ExprId) -> Option<VarId> {
    base(program, e).filter(|v| !is_global(program, *v))
}

/// The values that an operation hands on.
fn values(op: &Op) -> Vec<ExprId> {
    match op {
        Op::Assign { value, .. } => vec![*value],
        Op::Return(ReturnValue::Scalar(e)) => vec![*e],
        Op::Builtin { args, .. } => args.clone(),
        Op::Call { args, .. } => {
            let scalar = |a: &Arg| match a {
                Arg::Scalar(e) => Some(*e),
                Arg::Aggregate { .. } => None,
            };
            args.iter().filter_map(scalar).collect()
        }
        _ => Vec::new(),
    }
}

fn aggregate(arg: &Arg) -> Option<ExprId> {
    match arg {
        Arg::Aggregate { addr, .. } => Some(*addr),
        Arg::Scalar(_) => None,
    }
}

pub(crate) fn is_global(program: &Program, v: VarId) -> bool {
    program.var(v).scope == VarScope::Global
}

/// The expressions of an operation, from left to right. What is written comes before where: C
/// leaves that open, and it is what compilers do.
fn operands(op: &Op) -> Vec<ExprId> {
    let address = |p: &Place| match p {
        Place::Mem { addr, .. } | Place::Aggregate { addr, .. } => Some(*addr),
        Place::Slot(_) => None,
    };
    match op {
        Op::Assign { place, value } => [*value].into_iter().chain(address(place)).collect(),
        Op::Havoc { place, .. } => address(place).into_iter().collect(),
        Op::Assume { cond, .. } => vec![*cond],
        Op::Return(ReturnValue::Scalar(e) | ReturnValue::Aggregate(e)) => vec![*e],
        Op::Call {
            callee,
            args,
            result,
        } => {
            let called = callee.pointer();
            let args = args.iter().map(|a| match a {
                Arg::Scalar(e) | Arg::Aggregate { addr: e, .. } => *e,
            });
            let result = result.as_ref().and_then(address);
            result.into_iter().chain(called).chain(args).collect()
        }
        Op::Builtin { args, result, .. } => {
            let result = result.as_ref().and_then(address);
            result.into_iter().chain(args.iter().copied()).collect()
        }
        Op::Copy { dst, src, len } => vec![*dst, *src, *len],
        Op::Fill { dst, byte, len } => vec![*dst, *byte, *len],
        Op::Skip
        | Op::Return(ReturnValue::None)
        | Op::Declare(_)
        | Op::Dead(_)
        | Op::Fail(_)
        | Op::Unsupported(_) => Vec::new(),
    }
}
