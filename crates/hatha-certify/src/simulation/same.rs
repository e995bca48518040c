//! Whether operations and expressions are the same over the variables of a frame.
//!
//! **Soundness.** Every part is compared; nothing that is not listed here is the same.

use super::Simulation;
use hatha_cfa::{Arg, Callee, ExprId, ExprKind, Op, Place, ReturnValue, VarId, VarScope};
use rustc_hash::FxHashSet;

impl Simulation<'_> {
    /// A variable of a frame in the automaton.
    pub(super) fn var(&self, frame: usize, v: VarId) -> Option<VarId> {
        let frame = &self.frames[frame];
        let is_global = self.source.var(v).scope == VarScope::Global;
        match frame.vars.get(&v) {
            Some(&there) => Some(there),
            None => (is_global || frame.back.is_none()).then_some(v),
        }
    }

    pub(super) fn is_same_op(&mut self, frame: usize, a: &Op, b: &Op) -> bool {
        match (a, b) {
            (Op::Skip, Op::Skip) => true,
            (Op::Fail(a), Op::Fail(b)) => a == b,
            (Op::Unsupported(_), Op::Unsupported(_)) => true,
            (Op::Assign { place, value }, Op::Assign { place: p, value: v }) => {
                self.is_same_place(frame, *place, *p) && self.is_same(frame, *value, *v)
            }
            (Op::Assume { cond, taken }, Op::Assume { cond: c, taken: t }) => {
                taken == t && self.is_same(frame, *cond, *c)
            }
            (Op::Call { .. }, Op::Call { .. }) => self.is_same_call(frame, a, b),
            (Op::Return(a), Op::Return(b)) => match (*a, *b) {
                (ReturnValue::None, ReturnValue::None) => true,
                (ReturnValue::Scalar(a), ReturnValue::Scalar(b))
                | (ReturnValue::Aggregate(a), ReturnValue::Aggregate(b)) => {
                    self.is_same(frame, a, b)
                }
                _ => false,
            },
            (Op::Havoc { place, .. }, Op::Havoc { place: p, .. }) => {
                self.is_same_place(frame, *place, *p)
            }
            (
                Op::Copy { dst, src, len },
                Op::Copy {
                    dst: d,
                    src: s,
                    len: l,
                },
            ) => self.are_same(frame, &[*dst, *src, *len], &[*d, *s, *l]),
            (
                Op::Fill { dst, byte, len },
                Op::Fill {
                    dst: d,
                    byte: b,
                    len: l,
                },
            ) => self.are_same(frame, &[*dst, *byte, *len], &[*d, *b, *l]),
            (Op::Declare(a), Op::Declare(b)) | (Op::Dead(a), Op::Dead(b)) => {
                self.var(frame, *a) == Some(*b)
            }
            // A slot without a value has any: the automaton may say so.
            (
                Op::Declare(a),
                Op::Havoc {
                    place: Place::Slot(b),
                    ..
                },
            ) => self.var(frame, *a) == Some(*b),
            (
                Op::Builtin {
                    builtin,
                    args,
                    result,
                },
                Op::Builtin {
                    builtin: b,
                    args: given,
                    result: r,
                },
            ) => {
                builtin == b
                    && self.are_same(frame, args, given)
                    && self.is_same_result(frame, *result, *r)
            }
            _ => false,
        }
    }

    fn is_same_call(&mut self, frame: usize, a: &Op, b: &Op) -> bool {
        let (
            Op::Call {
                callee,
                args,
                result,
            },
            Op::Call {
                callee: c,
                args: given,
                result: r,
            },
        ) = (a, b)
        else {
            return false;
        };
        let callees = match (*callee, *c) {
            (Callee::Direct(a), Callee::Direct(b)) => a == b,
            (Callee::Indirect(a), Callee::Indirect(b))
            | (Callee::Elsewhere(a), Callee::Elsewhere(b)) => self.is_same(frame, a, b),
            _ => false,
        };
        let mut pairs = args.iter().zip(given);
        callees
            && args.len() == given.len()
            && pairs.all(|(a, b)| match (*a, *b) {
                (Arg::Scalar(a), Arg::Scalar(b)) => self.is_same(frame, a, b),
                (Arg::Aggregate { addr, ty }, Arg::Aggregate { addr: a, ty: t }) => {
                    ty == t && self.is_same(frame, addr, a)
                }
                _ => false,
            })
            && self.is_same_result(frame, *result, *r)
    }

    fn is_same_result(&mut self, frame: usize, a: Option<Place>, b: Option<Place>) -> bool {
        match (a, b) {
            (None, None) => true,
            (Some(a), Some(b)) => self.is_same_place(frame, a, b),
            _ => false,
        }
    }

    pub(super) fn is_same_place(&mut self, frame: usize, a: Place, b: Place) -> bool {
        match (a, b) {
            (Place::Slot(a), Place::Slot(b)) => self.var(frame, a) == Some(b),
            (
                Place::Mem { addr, access },
                Place::Mem {
                    addr: at,
                    access: by,
                },
            ) => access == by && self.is_same(frame, addr, at),
            (Place::Aggregate { addr, ty }, Place::Aggregate { addr: at, ty: t }) => {
                ty == t && self.is_same(frame, addr, at)
            }
            _ => false,
        }
    }

    fn are_same(&mut self, frame: usize, a: &[ExprId], b: &[ExprId]) -> bool {
        let mut pairs = a.iter().zip(b);
        a.len() == b.len() && pairs.all(|(a, b)| self.is_same(frame, *a, *b))
    }

    /// Whether an expression of the automaton is one of the program over the frame's variables.
    pub(super) fn is_same(&mut self, frame: usize, a: ExprId, b: ExprId) -> bool {
        let mut visited = FxHashSet::default();
        let mut work = vec![(a, b)];
        while let Some((a, b)) = work.pop() {
            let own = self.frames[frame].back.is_none() && a == b;
            if own || self.frames[frame].same.contains(&(a, b)) || !visited.insert((a, b)) {
                continue;
            }
            if !self.is_same_node(frame, a, b) {
                return false;
            }
            let (source, program) = (self.source, &self.joined.program);
            let (below, there) = (source.exprs.children(a), program.exprs.children(b));
            work.extend(below.zip(there));
        }
        self.frames[frame].same.extend(visited);
        true
    }

    /// Whether two nodes are the same, what is below them apart.
    fn is_same_node(&self, frame: usize, a: ExprId, b: ExprId) -> bool {
        let (a, b) = (self.source.exprs.get(a), self.joined.program.exprs.get(b));
        a.ty == b.ty
            && match (a.kind, b.kind) {
                (ExprKind::Var(a), ExprKind::Var(b))
                | (ExprKind::AddrOf(a), ExprKind::AddrOf(b)) => self.var(frame, a) == Some(b),
                (
                    ExprKind::Field { record, field, .. },
                    ExprKind::Field {
                        record: r,
                        field: f,
                        ..
                    },
                ) => (record, field) == (r, f),
                (ExprKind::Index { scale, .. }, ExprKind::Index { scale: s, .. })
                | (ExprKind::PtrDiff { scale, .. }, ExprKind::PtrDiff { scale: s, .. }) => {
                    scale == s
                }
                (ExprKind::Load { access, .. }, ExprKind::Load { access: a, .. }) => access == a,
                (ExprKind::Object { word: a, .. }, ExprKind::Object { word: b, .. }) => a == b,
                (ExprKind::Unary(a, _), ExprKind::Unary(b, _)) => a == b,
                (ExprKind::Binary(a, ..), ExprKind::Binary(b, ..)) => a == b,
                (ExprKind::Cast(_), ExprKind::Cast(_))
                | (ExprKind::Cond(..), ExprKind::Cond(..)) => true,
                (a @ (ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Proc(_)), b) => a == b,
                _ => false,
            }
    }
}
