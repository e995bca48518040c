//! Which memory locals surely live at a location.
//!
//! **Soundness.** A forward analysis over all paths, by intersection: a local is
//! in the answer only if on every path its declaration, or a use of its address,
//! comes after its last end. (A use begins the life of a local whose declaration
//! a jump has passed by.)

use crate::reach::operands;
use hatha_cfa::join::Joined;
use hatha_cfa::{ExprId, ExprKind, LocId, Op, Program, Storage, VarId};
use hatha_index::IndexVec;
use std::collections::BTreeSet;

/// The surely live memory locals, by location; `None` where no path leads.
pub(crate) struct Live {
    at: IndexVec<LocId, Option<BTreeSet<VarId>>>,
}

impl Live {
    pub(crate) fn of(joined: &Joined) -> Live {
        let program = &joined.program;
        let proc = program.proc(joined.entry);
        let mut live = Live {
            at: vec![None; proc.locations.len()].into(),
        };
        let params = proc.params.iter().copied();
        let params = params.filter(|&v| program.var(v).storage == Storage::Memory);
        live.at[proc.entry] = Some(params.collect());
        let mut work = vec![proc.entry];
        // An invocation of a component begins with locals that do not live yet.
        for c in &joined.components {
            live.at[c.entry] = Some(BTreeSet::new());
            work.push(c.entry);
        }
        while let Some(location) = work.pop() {
            for &id in proc.out_edges(location) {
                let edge = proc.edge(id);
                let mut after = live.at(location);
                apply(program, &edge.op, &mut after);
                if live.meet(edge.to, &after) {
                    work.push(edge.to);
                }
            }
        }
        live
    }

    /// The locals that surely live at a location.
    pub(crate) fn at(&self, location: LocId) -> BTreeSet<VarId> {
        self.at[location].clone().unwrap_or_default()
    }

    /// Takes what another path knows into account; whether that changed anything.
    fn meet(&mut self, location: LocId, other: &BTreeSet<VarId>) -> bool {
        match &mut self.at[location] {
            Some(known) => {
                let before = known.len();
                known.retain(|v| other.contains(v));
                known.len() != before
            }
            unknown @ None => {
                *unknown = Some(other.clone());
                true
            }
        }
    }
}

fn apply(program: &Program, op: &Op, live: &mut BTreeSet<VarId>) {
    match op {
        Op::Declare(v) if program.var(*v).storage == Storage::Memory => {
            live.insert(*v);
        }
        Op::Dead(v) => {
            live.remove(v);
        }
        _ => {
            for root in operands(op) {
                live.extend(used(program, root));
            }
        }
    }
}

/// The memory variables whose address an expression surely takes.
fn used(program: &Program, root: ExprId) -> Vec<VarId> {
    let mut found = Vec::new();
    let mut work = vec![root];
    while let Some(id) = work.pop() {
        match program.exprs.get(id).kind {
            ExprKind::AddrOf(v) => found.push(v),
            // Only the condition is surely evaluated.
            ExprKind::Cond(c, _, _) => work.push(c),
            _ => work.extend(program.exprs.children(id)),
        }
    }
    found
}
