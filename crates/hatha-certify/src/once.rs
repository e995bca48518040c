//! The allocations that happen at most once.
//!
//! **Soundness.** Names of heap objects are arbitrary, as long as no two that live have the same.
//! An edge of the entry's own automaton that lies on no cycle is taken at most once in an
//! execution, so one name can stand for the object that it allocates, whatever else there is: no
//! other object is given that name. Edges of components are left out, because a component runs
//! once for each call.

use hatha_cfa::join::Joined;
use hatha_cfa::{Builtin, Edge, EdgeId, LocId, Op, Procedure};
use std::collections::BTreeSet;

/// The edges that allocate on the heap and are taken at most once.
pub(crate) fn once(joined: &Joined) -> BTreeSet<EdgeId> {
    let proc = joined.program.proc(joined.entry);
    let firsts = joined.components.iter().map(|c| c.first_edge);
    let end = firsts.min().unwrap_or(proc.edges.len() as u32);
    let found = proc.edges().filter(|(id, e)| id.0 < end && allocates(e));
    let found = found.filter(|(_, e)| !leads(proc, e.to, e.from));
    found.map(|(id, _)| id).collect()
}

fn allocates(edge: &Edge) -> bool {
    let builtin = match edge.op {
        Op::Builtin { builtin, .. } => Some(builtin),
        _ => None,
    };
    builtin == Some(Builtin::Alloc)
}

/// Whether control may come from one location to another.
fn leads(proc: &Procedure, from: LocId, to: LocId) -> bool {
    let mut seen = BTreeSet::from([from]);
    let mut work = vec![from];
    while let Some(at) = work.pop() {
        if at == to {
            return true;
        }
        for &edge in proc.out_edges(at) {
            let next = proc.edge(edge).to;
            if seen.insert(next) {
                work.push(next);
            }
        }
    }
    false
}
