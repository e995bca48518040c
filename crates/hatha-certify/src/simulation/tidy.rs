//! Slots that have a value before they are read.
//!
//! **Soundness.** A forward analysis over all paths, by intersection: a slot counts as written only
//! if every path has written or declared it.

use crate::reach::operands;
use hatha_cfa::{ExprId, ExprKind, LocId, Op, Place, Procedure, Program, Storage, VarId};
use hatha_index::IndexVec;
use rustc_hash::{FxHashMap, FxHashSet};

/// Whether a procedure writes each of its slots before it reads it, on every path.
pub(super) fn is_tidy(program: &Program, proc: &Procedure) -> bool {
    let is_slot = |v: &&VarId| program.var(**v).storage == Storage::Slot;
    let number: FxHashMap<VarId, usize> = proc
        .locals
        .iter()
        .filter(is_slot)
        .copied()
        .zip(0..)
        .collect();
    let words = number.len().div_ceil(64);
    let mut written: IndexVec<LocId, Option<Vec<u64>>> = vec![None; proc.locations.len()].into();
    written[proc.entry] = Some(vec![0; words]);
    let mut work = vec![proc.entry];
    while let Some(at) = work.pop() {
        for &id in proc.out_edges(at) {
            let edge = proc.edge(id);
            let Some(mut after) = written[at].clone() else {
                continue;
            };
            if let Some(&n) = gives_value(&edge.op).and_then(|v| number.get(&v)) {
                after[n / 64] |= 1 << (n % 64);
            }
            let there = &mut written[edge.to];
            let both = match there {
                Some(known) => known.iter().zip(&after).map(|(a, b)| a & b).collect(),
                None => after,
            };
            if there.as_ref() != Some(&both) {
                *there = Some(both);
                work.push(edge.to);
            }
        }
    }
    let has_value = |at: LocId, v: VarId| match (number.get(&v), &written[at]) {
        (Some(&n), Some(known)) => known[n / 64] >> (n % 64) & 1 == 1,
        _ => true,
    };
    proc.edges.iter().all(|edge| {
        let read = slots_in(program, operands(&edge.op));
        read.into_iter().all(|v| has_value(edge.from, v))
    })
}

fn gives_value(op: &Op) -> Option<VarId> {
    match op {
        Op::Assign { place, .. } | Op::Havoc { place, .. } => slot(Some(*place)),
        Op::Call { result, .. } | Op::Builtin { result, .. } => slot(*result),
        Op::Declare(v) => Some(*v),
        _ => None,
    }
}

fn slot(place: Option<Place>) -> Option<VarId> {
    match place {
        Some(Place::Slot(v)) => Some(v),
        _ => None,
    }
}

fn slots_in(program: &Program, mut work: Vec<ExprId>) -> FxHashSet<VarId> {
    let mut found = FxHashSet::default();
    let mut seen = FxHashSet::default();
    while let Some(id) = work.pop() {
        if !seen.insert(id) {
            continue;
        }
        if let ExprKind::Var(v) = program.exprs.get(id).kind {
            found.insert(v);
        }
        work.extend(program.exprs.children(id));
    }
    found
}
