//! Whether blocks of the heap are lost or left where an execution stands.
//!
//! **Soundness.** A block is reached if an address in it stands in a global, in an object that lives
//! and is no block, or in a slot that the program may still read: no later than its scope such a read
//! ends. Addresses that are not known count for nothing, so a block may be reached that does not seem so;
//! never the other way round.

use super::heap::{Object, ObjectId, Origin};
use super::state::Frame;
use super::value::Val;
use super::walker::Walker;
use crate::reach::operands;
use hatha_cfa::{ExprId, ExprKind, LocId, Op, Place, Program, VarId};
use std::collections::BTreeSet;

impl Walker<'_, '_> {
    /// Whether surely no block is what is asked for: lost (0), lost once the innermost invocation
    /// has ended (1), left (2).
    pub(super) fn are_blocks_fine(&self, what: u128) -> bool {
        let is_block = |o: &Object| o.alive && o.origin == Origin::Heap;
        let all = self.state.objects.iter_enumerated();
        let blocks = all.filter(|(_, o)| is_block(o)).map(|(id, _)| id);
        let mut blocks = blocks.collect::<Vec<ObjectId>>().into_iter();
        match what {
            0 | 1 => {
                let reached = self.reached(what == 1);
                blocks.all(|id| reached.contains(&id))
            }
            _ => blocks.next().is_none(),
        }
    }

    fn reached(&self, leaves: bool) -> BTreeSet<ObjectId> {
        let mut work = self.roots(leaves);
        let mut seen = BTreeSet::new();
        while let Some(id) = work.pop() {
            let object = self.state.object(id);
            if object.alive && seen.insert(id) {
                work.extend(object.addresses());
            }
        }
        seen
    }

    /// What variables lead to, and the objects that are no blocks.
    fn roots(&self, leaves: bool) -> Vec<ObjectId> {
        let (last, others) = match self.state.frames.split_last() {
            Some((last, others)) if leaves => (Some(last), others),
            _ => (None, &self.state.frames[..]),
        };
        let ended: BTreeSet<ObjectId> = last.into_iter().flat_map(owned).collect();
        let all = self.state.objects.iter_enumerated();
        let objects = all.filter(|(id, o)| o.origin != Origin::Heap && !ended.contains(id));
        let mut roots: Vec<ObjectId> = objects.map(|(id, _)| id).collect();
        roots.extend(self.state.globals.values().filter_map(led));
        for frame in others {
            let held = frame.variables.iter().zip(&frame.slots);
            for (&v, value) in held {
                let object = value.as_ref().and_then(led);
                if object.is_some() && may_be_read(self.program, frame, v) {
                    roots.extend(object);
                }
            }
        }
        roots
    }
}

fn led(value: &Val) -> Option<ObjectId> {
    match value {
        Val::Ptr(id, _) => Some(*id),
        _ => None,
    }
}

/// The objects that end with an invocation.
fn owned(frame: &Frame) -> impl Iterator<Item = ObjectId> + '_ {
    let variables = frame.objects.values().copied();
    let blocks = frame.blocks.iter().copied();
    variables.chain(blocks).chain(frame.variadic)
}

/// Whether an invocation may read a slot before it is written again.
fn may_be_read(program: &Program, frame: &Frame, v: VarId) -> bool {
    let proc = program.proc(frame.proc);
    let mut seen: BTreeSet<LocId> = BTreeSet::new();
    let mut work = vec![frame.at];
    while let Some(at) = work.pop() {
        if !seen.insert(at) {
            continue;
        }
        for edge in proc.out_edges(at).iter().map(|e| proc.edge(*e)) {
            if reads(program, operands(&edge.op), v) {
                return true;
            }
            if !writes(&edge.op, v) {
                work.push(edge.to);
            }
        }
    }
    false
}

fn reads(program: &Program, mut work: Vec<ExprId>, v: VarId) -> bool {
    while let Some(e) = work.pop() {
        if program.exprs.get(e).kind == ExprKind::Var(v) {
            return true;
        }
        work.extend(program.exprs.children(e));
    }
    false
}

fn writes(op: &Op, v: VarId) -> bool {
    let place = match op {
        Op::Assign { place, .. } | Op::Havoc { place, .. } => Some(*place),
        Op::Call { result, .. } | Op::Builtin { result, .. } => *result,
        Op::Declare(d) | Op::Dead(d) => return *d == v,
        _ => None,
    };
    place == Some(Place::Slot(v))
}
