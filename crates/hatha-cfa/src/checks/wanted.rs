//! Slots that may be read before they get another value.
//!
//! Whether any other slot has been written matters to nobody. What is known at a location is
//! as large as what is wanted there, not as the procedure.

use crate::expr::ExprKind;
use crate::program::{LocId, Op, Place, Procedure, Program, VarId};
use crate::reach::operands;
use hatha_index::IndexVec;
use std::collections::BTreeSet;

/// The slots that are wanted at each location of a procedure.
pub(super) struct Wanted {
    at: IndexVec<LocId, BTreeSet<VarId>>,
}

impl Wanted {
    pub(super) fn of(program: &Program, proc: &Procedure) -> Wanted {
        let mut entering: IndexVec<LocId, Vec<LocId>> =
            vec![Vec::new(); proc.locations.len()].into();
        for edge in &proc.edges {
            entering[edge.to].push(edge.from);
        }
        let mut at: IndexVec<LocId, BTreeSet<VarId>> =
            vec![BTreeSet::new(); proc.locations.len()].into();
        // Most edges lead to locations with larger numbers: those come first.
        let mut work: BTreeSet<LocId> = proc.locations.keys().collect();
        while let Some(location) = work.pop_last() {
            let mut here = BTreeSet::new();
            for &edge in proc.out_edges(location) {
                let edge = proc.edge(edge);
                let kept = at[edge.to].iter().copied();
                here.extend(kept.filter(|v| !settles(&edge.op, *v)));
                add_reads(program, &edge.op, &mut here);
            }
            if here != at[location] {
                at[location] = here;
                work.extend(&entering[location]);
            }
        }
        Wanted { at }
    }

    /// Whether a slot is wanted at a location.
    pub(super) fn has(&self, location: LocId, slot: VarId) -> bool {
        self.at[location].contains(&slot)
    }
}

/// Whether an operation decides alone whether a slot has a value.
fn settles(op: &Op, slot: VarId) -> bool {
    match op {
        Op::Assign { place, .. } | Op::Havoc { place, .. } => *place == Place::Slot(slot),
        Op::Call { result, .. } | Op::Builtin { result, .. } => *result == Some(Place::Slot(slot)),
        Op::Declare(v) => *v == slot,
        _ => false,
    }
}

fn add_reads(program: &Program, op: &Op, slots: &mut BTreeSet<VarId>) {
    let mut work = operands(op);
    while let Some(e) = work.pop() {
        if let ExprKind::Var(v) = program.exprs.get(e).kind {
            slots.insert(v);
        }
        work.extend(program.exprs.children(e));
    }
}
