//! Whether a call ends: only then does a proof that it does not return say that it fails.

use hatha_cfa::reach::reachable_procs;
use hatha_cfa::{Builtin, Callee, Op, ProcId, Procedure, Program};
use std::collections::{BTreeMap, BTreeSet};

/// Whether a call of the entry surely returns or fails: it has no loops, calls nobody who may not
/// come back, and does not end the program.
pub(super) fn returns_or_fails(program: &Program, entry: ProcId) -> bool {
    let reached = reachable_procs(program, entry);
    let is_straight = |p: &ProcId| {
        let proc = program.proc(*p);
        let is_loop = proc.locations.iter().any(|l| l.loop_head);
        proc.defined && !is_loop && !leaves(proc)
    };
    reached.iter().all(is_straight) && !is_recursive(program, &reached)
}

/// Whether a procedure ends the program, jumps out of calls or calls through a pointer.
fn leaves(proc: &Procedure) -> bool {
    proc.edges.iter().any(|e| match e.op {
        Op::Builtin { builtin, .. } => {
            matches!(builtin, Builtin::Exit | Builtin::SetJmp | Builtin::LongJmp)
        }
        Op::Call { callee, .. } => !matches!(callee, Callee::Direct(_)),
        _ => false,
    })
}

/// Whether some procedures call each other in a circle.
fn is_recursive(program: &Program, procs: &BTreeSet<ProcId>) -> bool {
    let called = |p: ProcId| -> BTreeSet<ProcId> {
        let edges = program.proc(p).edges.iter();
        let called = edges.filter_map(|e| match e.op {
            Op::Call {
                callee: Callee::Direct(q),
                ..
            } => Some(q),
            _ => None,
        });
        called.collect()
    };
    let mut open: BTreeMap<ProcId, BTreeSet<ProcId>> =
        procs.iter().map(|&p| (p, called(p))).collect();
    // Those that call nobody who is left go, as long as there are some.
    loop {
        let done: Vec<ProcId> = open
            .iter()
            .filter(|(_, called)| called.iter().all(|q| !open.contains_key(q)))
            .map(|(&p, _)| p)
            .collect();
        if done.is_empty() {
            return !open.is_empty();
        }
        open.retain(|p, _| !done.contains(p));
    }
}
