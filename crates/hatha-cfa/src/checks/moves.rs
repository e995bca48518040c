//! Assignments that only pass a value on.
//!
//! A *move* gives a local slot what another slot or a place in memory holds, and computes nothing. A
//! value that was never written does no harm there: `run` stops where somebody uses it. So where a
//! slot may be assigned anew before it is read, its moves are not checked; its flag says whether what
//! was moved had been written, and reads of the slot ask for that.

use super::written::{Holes, Written};
use crate::expr::{ExprId, ExprKind};
use crate::program::{LocId, Op, Place, ProcId, Procedure, Program, VarId, VarScope};
use crate::reach::operands;
use std::collections::BTreeSet;

/// The slot that an operation moves a value to, and the value.
pub(super) fn moved(program: &Program, op: &Op) -> Option<(VarId, ExprId)> {
    let Op::Assign {
        place: Place::Slot(to),
        value,
    } = *op
    else {
        return None;
    };
    let is_local = matches!(program.var(to).scope, VarScope::Local(_));
    let passes = matches!(
        program.exprs.get(value).kind,
        ExprKind::Var(_) | ExprKind::Load { .. }
    );
    (is_local && passes).then_some((to, value))
}

/// The slots of a procedure to which values that were never written may be moved: those that are not
/// read in every case behind such a move.
pub(super) fn unchecked(program: &Program, id: ProcId, holes: &Holes) -> BTreeSet<VarId> {
    let proc = program.proc(id);
    let mut found = BTreeSet::new();
    if proc.model {
        return found;
    }
    let written = Written::new(program, proc, &BTreeSet::new(), holes);
    for edge in proc.edges.iter() {
        let Some((to, value)) = moved(program, &edge.op) else {
            continue;
        };
        let is_itself = program.exprs.get(value).kind == ExprKind::Var(to);
        if !is_itself
            && !found.contains(&to)
            && !written.has_source(program, edge.from, value, holes)
            && !is_read_behind(program, proc, to, edge.to)
        {
            found.insert(to);
        }
    }
    found
}

/// Whether every way from a location reads a slot before it is assigned, declared or left.
fn is_read_behind(program: &Program, proc: &Procedure, slot: VarId, start: LocId) -> bool {
    let mut seen = BTreeSet::from([start]);
    let mut work = vec![start];
    while let Some(location) = work.pop() {
        if proc.out_edges(location).is_empty() {
            return false;
        }
        for &edge in proc.out_edges(location) {
            let edge = proc.edge(edge);
            if reads(program, &edge.op, slot) {
                continue;
            }
            if takes_away(&edge.op, slot) {
                return false;
            }
            if seen.insert(edge.to) {
                work.push(edge.to);
            }
        }
    }
    true
}

/// Whether an operation gives a slot another value, or none.
fn takes_away(op: &Op, slot: VarId) -> bool {
    match op {
        Op::Assign { place, .. } | Op::Havoc { place, .. } => *place == Place::Slot(slot),
        Op::Call { result, .. } | Op::Builtin { result, .. } => *result == Some(Place::Slot(slot)),
        Op::Declare(v) | Op::Dead(v) => *v == slot,
        _ => false,
    }
}

/// Whether an operation reads a slot.
fn reads(program: &Program, op: &Op, slot: VarId) -> bool {
    let mut work = operands(op);
    while let Some(e) = work.pop() {
        if program.exprs.get(e).kind == ExprKind::Var(slot) {
            return true;
        }
        work.extend(program.exprs.children(e));
    }
    false
}
