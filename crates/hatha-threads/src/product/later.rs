//! What an instance does next, as far as it is sure to do it and nobody can tell.

use super::{Key, Product, Wait};
use crate::instances::handle_slot;
use crate::primitive::Primitive;
use crate::share::{argument, is_zero};
use hatha_cfa::expr::{ExprId, ExprKind};
use hatha_cfa::program::{EdgeId, LocId, Op, Place, VarScope};

/// How far is looked.
const FAR: usize = 40;

impl Product<'_> {
    /// Whether the next that others can tell of an instance is surely that it starts a thread, or ends.
    pub(super) fn ends_or_starts(&self, key: &Key, i: usize) -> bool {
        if key.waits[i] != Wait::Nothing {
            return false;
        }
        let Some(id) = self.next_distinguished(key, i, key.at[i]) else {
            return false;
        };
        let op = &self.moves.bodies[i].edge(id).op;
        match self.primitives.called(op) {
            Some(Primitive::Create) => self.is_sure_to_start(i, id),
            Some(_) => false,
            // The first thread's return ends all of them.
            None => i != 0 && matches!(op, Op::Return(_)),
        }
    }

    /// Whether a start of a thread is not a fault: then what others do before it would be missed.
    fn is_sure_to_start(&self, i: usize, id: EdgeId) -> bool {
        let edge = self.moves.bodies[i].edge(id);
        let handle = argument(edge, 0);
        let stored = |e| handle_slot(self.program, e).is_some() || self.is_in_object(e);
        handle.is_some_and(stored) && argument(edge, 3).is_some_and(|e| self.is_plain(e))
    }

    /// Whether an address surely leads to a whole object of its type.
    fn is_in_object(&self, addr: ExprId) -> bool {
        let program = &*self.program;
        let pointee = program.types.pointee(program.exprs.get(addr).ty);
        let size = pointee.and_then(|p| program.size_of(p.ty));
        let found = self.moves.sharing.constant(program, addr);
        let (Some(size), Some((v, at))) = (size, found) else {
            return false;
        };
        let whole = program.size_of(program.var(v).ty);
        let end = at.checked_add(size);
        whole.zip(end).is_some_and(|(whole, end)| end <= whole)
    }

    /// Whether the next that others can tell of an instance is surely a join.
    pub(super) fn joins_next(&self, key: &Key, i: usize, at: LocId) -> bool {
        let Some(id) = self.next_distinguished(key, i, at) else {
            return false;
        };
        let op = &self.moves.bodies[i].edge(id).op;
        self.primitives.called(op) == Some(Primitive::Join)
            && self.moves.known[i].joins.contains_key(&id)
    }

    /// Whether an instance waits for one that has ended, and nobody can tell that it goes on.
    pub(super) fn only_joins(&self, key: &Key, i: usize) -> bool {
        let Wait::Join(_, id) = key.waits[i] else {
            return false;
        };
        let touch = &self.moves.known[i].touches[id];
        let result = argument(self.moves.bodies[i].edge(id), 1);
        // A fault where the result is stored would keep others from what they may do before it.
        let is_sure = result.is_some_and(|e| is_zero(self.program, e) || self.is_in_object(e));
        is_sure && self.is_enabled(key, i) && self.moves.conflicts(key, i, touch).is_empty()
    }

    /// The first edge from a location on that is not private or may fault or block.
    fn next_distinguished(&self, key: &Key, i: usize, mut at: LocId) -> Option<EdgeId> {
        let body = &self.moves.bodies[i];
        for _ in 0..FAR {
            let [only] = body.out_edges(at) else {
                return None;
            };
            let edge = body.edge(*only);
            let touch = &self.moves.known[i].touches[*only];
            let private = self.moves.conflicts(key, i, touch).is_empty();
            if !private || !self.is_harmless(&edge.op) {
                return Some(*only);
            }
            at = edge.to;
        }
        None
    }

    /// Whether an operation is sure to be carried out.
    fn is_harmless(&self, op: &Op) -> bool {
        match op {
            Op::Skip | Op::Declare(_) | Op::Dead(_) => true,
            Op::Assign {
                place: Place::Slot(v),
                value,
            } => self.program.var(*v).scope != VarScope::Global && self.is_plain(*value),
            _ => false,
        }
    }

    /// Whether the value of an expression is there without a computation.
    fn is_plain(&self, e: ExprId) -> bool {
        let expr = self.program.exprs.get(e);
        let scalar = self.program.scalar(expr.ty);
        let whole = scalar.is_some_and(|s| !s.is_float());
        let plain = match expr.kind {
            ExprKind::Int(_) | ExprKind::AddrOf(_) | ExprKind::Proc(_) => true,
            ExprKind::Var(v) => self.program.var(v).scope != VarScope::Global,
            ExprKind::Cast(e) => self.is_plain(e),
            _ => false,
        };
        whole && plain
    }
}
