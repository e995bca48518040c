//! Which part of the state an expression may change, found before it is lowered.
//!
//! **Invariant.** An over-approximation: an expression without an effect here
//! emits no edge that writes anything but fresh temporaries. It decides which
//! values must be kept in temporaries, so leaving out an effect would change what
//! a program means; adding one only costs a temporary.

use super::func::FnLower;
use super::known::Known;
use super::walk;
use crate::hir::{Duration, Expr, ExprKind};

/// A set of [`LOCAL`] and [`MEMORY`].
pub(super) type Effects = u8;

/// Slot locals of this function.
pub(super) const LOCAL: Effects = 1;
/// Memory, and slots that other functions can write.
pub(super) const MEMORY: Effects = 2;

impl FnLower<'_, '_> {
    /// What evaluating an expression may change.
    pub fn effects(&mut self, e: &Expr) -> Effects {
        if let Some(known) = leaf(e) {
            return known;
        }
        let key = std::ptr::from_ref(e);
        if let Some(known) = self.effects_of.get(&key) {
            return *known;
        }
        let mut all = self.own_effect(e);
        match &e.kind {
            ExprKind::Call { callee, args } => {
                if walk::callee_name(callee).is_none() {
                    all |= self.effects(callee);
                }
                all |= self.effects_of_all(args);
            }
            ExprKind::Builtin(_, args) => all |= self.effects_of_all(args),
            _ => {
                let mut children = Vec::new();
                walk::operands(e, &mut |c| children.push(c));
                for c in children {
                    all |= self.effects(c);
                }
            }
        }
        self.effects_of.insert(key, all);
        all
    }

    /// What evaluating several expressions may change.
    pub(crate) fn effects_of_all(&mut self, args: &[Expr]) -> Effects {
        args.iter().fold(0, |all, a| all | self.effects(a))
    }

    /// The effect of the node itself.
    fn own_effect(&self, e: &Expr) -> Effects {
        match &e.kind {
            ExprKind::Assign(l, _)
            | ExprKind::AssignOp { lvalue: l, .. }
            | ExprKind::IncDec { lvalue: l, .. } => self.write_effect(l),
            ExprKind::Call { callee, .. } => self.call_effect(callee),
            ExprKind::Builtin(..) | ExprKind::Overflow { .. } => MEMORY,
            ExprKind::CompoundLiteral(..)
            | ExprKind::StmtExpr(..)
            | ExprKind::VaStart(_)
            | ExprKind::VaArg(_)
            | ExprKind::VaCopy(..) => LOCAL | MEMORY,
            _ => 0,
        }
    }

    fn write_effect(&self, lvalue: &Expr) -> Effects {
        match lvalue.kind {
            ExprKind::Object(id) => {
                let o = self.cx.object(self.unit, id);
                if o.duration == Duration::Auto && self.cx.is_slot(o) {
                    LOCAL
                } else {
                    MEMORY
                }
            }
            _ => MEMORY,
        }
    }

    fn call_effect(&self, callee: &Expr) -> Effects {
        let known = walk::callee_name(callee).and_then(|f| self.known(f));
        match known {
            Some(Known::Any | Known::Assume | Known::Math(_)) => 0,
            _ => MEMORY,
        }
    }
}

/// The effect of the smallest expressions, which are not worth remembering.
fn leaf(e: &Expr) -> Option<Effects> {
    match &e.kind {
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Object(_) | ExprKind::Function(_) => {
            Some(0)
        }
        ExprKind::Load(a) | ExprKind::Cast(a) | ExprKind::Decay(a) => leaf(a),
        _ => None,
    }
}
