//! What an instance does next, as far as it is sure to do it and nobody can tell.

use super::{Key, Product, Wait};
use crate::primitive::Primitive;
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
            Some(Primitive::Create) => true,
            Some(_) => false,
            // The first thread's return ends all of them.
            None => i != 0 && matches!(op, Op::Return(_)),
        }
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
        self.is_enabled(key, i) && self.moves.conflicts(key, i, touch).is_empty()
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
