//! The allocations that happen at most once.
//!
//! **Soundness.** Names of blocks are arbitrary, as long as no two that live have the same.
//! An edge of the entry's own automaton that lies on no cycle is taken at most once in an
//! execution, so one name can stand for the object that it allocates, whatever else there is: no
//! other object is given that name. Edges of components are left out, because a component runs
//! once for each call. Blocks of the stack that end although no edge says so share one name.

use hatha_cfa::join::Joined;
use hatha_cfa::{Builtin, Edge, EdgeId, LocId, Op, Procedure};
use std::collections::BTreeSet;

/// The edges that allocate a block and are taken at most once; those on the stack are left out if
/// blocks there pass without an edge.
pub(crate) fn once(joined: &Joined, passing_blocks: bool) -> BTreeSet<EdgeId> {
    let proc = joined.program.proc(joined.entry);
    let firsts = joined.components.iter().map(|c| c.first_edge);
    let end = firsts.min().unwrap_or(proc.edges.len() as u32);
    let found = proc
        .edges()
        .filter(|(id, e)| id.0 < end && allocates(e, passing_blocks));
    let found = found.filter(|(_, e)| !leads(proc, e.to, e.from));
    found.map(|(id, _)| id).collect()
}

fn allocates(edge: &Edge, passing_blocks: bool) -> bool {
    match edge.op {
        Op::Builtin { builtin, .. } => match builtin {
            Builtin::Alloc => true,
            Builtin::StackAlloc => !passing_blocks,
            _ => false,
        },
        _ => false,
    }
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
