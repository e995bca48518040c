//! Slots whose values may still be read.
//!
//! **Soundness.** None hangs on it: a slot that is left out counts as not written, so a read of it is
//! a fault that has to be excluded. It keeps what is known at each location small.

use hatha_cfa::reach::operands;
use hatha_cfa::{ExprId, ExprKind, LocId, Op, Place, Procedure, Program, VarId};
use hatha_index::IndexVec;
use std::collections::BTreeSet;

/// For each location of a procedure the slots that are read behind it before an edge assigns or
/// declares them.
pub(super) fn wanted(program: &Program, proc: &Procedure) -> IndexVec<LocId, BTreeSet<VarId>> {
    let none = BTreeSet::new();
    let mut slots: IndexVec<LocId, BTreeSet<VarId>> = vec![none; proc.locations.len()].into();
    let mut sources: IndexVec<LocId, Vec<LocId>> = vec![Vec::new(); proc.locations.len()].into();
    for edge in &proc.edges {
        sources[edge.to].push(edge.from);
    }
    let mut work: BTreeSet<LocId> = proc.locations.keys().collect();
    while let Some(location) = work.pop_last() {
        let mut read = BTreeSet::new();
        for &id in proc.out_edges(location) {
            let edge = proc.edge(id);
            let mut behind = slots[edge.to].clone();
            if let Some(v) = replaced(&edge.op) {
                behind.remove(&v);
            }
            read.append(&mut behind);
            for root in operands(&edge.op) {
                collect(program, root, &mut read);
            }
        }
        if read != slots[location] {
            slots[location] = read;
            work.extend(&sources[location]);
        }
    }
    slots
}

/// The slot that an operation gives a value, or takes the value of.
fn replaced(op: &Op) -> Option<VarId> {
    match *op {
        Op::Declare(v)
        | Op::Assign {
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
        } => Some(v),
        _ => None,
    }
}

fn collect(program: &Program, root: ExprId, found: &mut BTreeSet<VarId>) {
    let mut work = vec![root];
    while let Some(e) = work.pop() {
        if let ExprKind::Var(v) = program.exprs.get(e).kind {
            found.insert(v);
        }
        work.extend(program.exprs.children(e));
    }
}
