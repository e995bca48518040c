//! Blocks of the stack that an edge ends before their procedure does.
//!
//! **Soundness.** A block of the stack ends with the invocation that allocated it, at the latest. Where
//! every way from the allocation to a return first passes an edge that ends the block behind the very
//! slot which the allocation has set, nothing is left to end with the invocation. A jump out of
//! the procedure would leave it without passing a return, so a program that jumps has no such blocks.

use hatha_cfa::{Builtin, Edge, ExprKind, LocId, Op, Place, Procedure, Program, VarId};
use std::collections::BTreeSet;

/// Whether the block that an edge of a procedure allocates is ended by an edge on every way out.
pub(crate) fn is_ended(program: &Program, proc: &Procedure, edge: &Edge) -> bool {
    let Op::Builtin {
        builtin: Builtin::StackAlloc,
        result: Some(Place::Slot(slot)),
        ..
    } = edge.op
    else {
        return false;
    };
    let is_own = proc.locals.contains(&slot);
    is_own && !jumps(program) && ends_everywhere(program, proc, edge.to, slot)
}

/// Follows the ways from a location until they end the block behind a slot.
fn ends_everywhere(program: &Program, proc: &Procedure, from: LocId, slot: VarId) -> bool {
    let mut seen = BTreeSet::from([from]);
    let mut work = vec![from];
    while let Some(at) = work.pop() {
        for &id in proc.out_edges(at) {
            let edge = proc.edge(id);
            if ends(program, &edge.op, slot) {
                continue;
            }
            if matches!(edge.op, Op::Return(_)) || sets(&edge.op, slot) {
                return false;
            }
            if seen.insert(edge.to) {
                work.push(edge.to);
            }
        }
    }
    true
}

/// Whether an operation ends the block behind a slot.
fn ends(program: &Program, op: &Op, slot: VarId) -> bool {
    match op {
        Op::Builtin {
            builtin: Builtin::StackFree,
            args,
            ..
        } => matches!(args[..], [at] if program.exprs.get(at).kind == ExprKind::Var(slot)),
        _ => false,
    }
}

/// Whether an operation gives a slot another value, or begins another life of it.
fn sets(op: &Op, slot: VarId) -> bool {
    let place = match *op {
        Op::Declare(v) | Op::Dead(v) => return v == slot,
        Op::Assign { place, .. } => Some(place),
        Op::Builtin { result, .. } | Op::Call { result, .. } => result,
        Op::Havoc { place, .. } => Some(place),
        _ => None,
    };
    matches!(place, Some(Place::Slot(v)) if v == slot)
}

/// Whether any procedure may be left by a jump.
fn jumps(program: &Program) -> bool {
    let mut edges = program.procs.iter().flat_map(|p| &p.edges);
    edges.any(|e| {
        let jump = Builtin::LongJmp;
        matches!(e.op, Op::Builtin { builtin, .. } if builtin == jump)
    })
}
