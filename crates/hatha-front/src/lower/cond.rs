//! Conditions: short-circuit evaluation as control flow.
//!
//! **Invariant.** The two edges of a condition carry the same expression, one
//! taken and one not; a target that is not wanted gets no edge. After a branch
//! the current location is meaningless: the caller goes on from a target.

use super::func::FnLower;
use super::place::Lvalue;
use crate::hir::{Expr, ExprKind};
use hatha_cfa::{BinOp, ExprId, ExprKind as K, LocId, Op, Span, TypeId, UnOp};

impl FnLower<'_, '_> {
    /// A condition of a control statement.
    pub(super) fn branch(&mut self, e: &Expr, yes: Option<LocId>, no: Option<LocId>) {
        let before = std::mem::replace(&mut self.in_condition, true);
        let started = self.b.last_stmt();
        self.condition(e, yes, no);
        if self.effects(e) == 0 {
            self.b.note_parts(started);
        }
        self.in_condition = before;
    }

    /// A condition inside a value: it belongs to the statement around it.
    pub(crate) fn branch_value(&mut self, e: &Expr, yes: LocId, no: LocId) {
        let before = std::mem::replace(&mut self.in_condition, false);
        self.condition(e, Some(yes), Some(no));
        self.in_condition = before;
    }

    fn condition(&mut self, e: &Expr, yes: Option<LocId>, no: Option<LocId>) {
        match &e.kind {
            ExprKind::LogicalAnd(a, b) => {
                let both = self.b.new_loc();
                self.condition(a, Some(both), no);
                self.b.set_current(both);
                self.condition(b, yes, no);
            }
            ExprKind::LogicalOr(a, b) => {
                let second = self.b.new_loc();
                self.condition(a, yes, Some(second));
                self.b.set_current(second);
                self.condition(b, yes, no);
            }
            ExprKind::Cond(c, a, b) if self.scalar(e.ty.ty).is_some() => {
                let (first, second) = (self.b.new_loc(), self.b.new_loc());
                self.condition(c, Some(first), Some(second));
                self.b.set_current(first);
                self.condition(a, yes, no);
                self.b.set_current(second);
                self.condition(b, yes, no);
            }
            ExprKind::Unary(UnOp::LogicalNot, a) => self.condition(a, no, yes),
            ExprKind::Cast(a) if is_truth(a) => self.condition(a, yes, no),
            ExprKind::Binary(BinOp::Ne, a, z) if is_zero(z) && is_truth(a) => {
                self.condition(a, yes, no);
            }
            ExprKind::Binary(BinOp::Eq, a, z) if is_zero(z) && is_truth(a) => {
                self.condition(a, no, yes);
            }
            ExprKind::Comma(a, b) => {
                self.effect(a);
                self.condition(b, yes, no);
            }
            ExprKind::Int(bits) => {
                self.constant_condition(if *bits != 0 { yes } else { no }, e.span)
            }
            _ => self.test(e, yes, no),
        }
    }

    /// A condition that always goes the same way needs no test.
    fn constant_condition(&mut self, to: Option<LocId>, span: Span) {
        if self.in_condition {
            self.b.start_stmt(span);
        }
        match to {
            Some(to) => self.b.join(to, span),
            None => self.cut(),
        }
    }

    fn test(&mut self, e: &Expr, yes: Option<LocId>, no: Option<LocId>) {
        if self.in_condition {
            self.b.start_stmt(e.span);
        }
        let before = std::mem::replace(&mut self.in_condition, false);
        let cond = self.rvalue(e);
        self.in_condition = before;
        let cond = if self.is_volatile(cond) {
            self.save(cond, e.span)
        } else {
            cond
        };
        self.test_value(cond, yes, no, e.span);
    }

    /// The two edges of a test.
    pub(crate) fn test_value(
        &mut self,
        cond: ExprId,
        yes: Option<LocId>,
        no: Option<LocId>,
        span: Span,
    ) {
        let here = self.b.current();
        for (to, taken) in [(yes, true), (no, false)] {
            if let Some(to) = to {
                self.b.edge(here, to, Op::Assume { cond, taken }, span);
            }
        }
        self.cut();
    }

    // ---- conditions as values ----

    /// `c ? a : b` into a place.
    pub(crate) fn choose_into(
        &mut self,
        (c, a, b): (&Expr, &Expr, &Expr),
        lv: &Lvalue,
        span: Span,
    ) {
        let (yes, no, end) = (self.b.new_loc(), self.b.new_loc(), self.b.new_loc());
        self.branch_value(c, yes, no);
        for (loc, side) in [(yes, a), (no, b)] {
            self.b.set_current(loc);
            if self.scalar(side.ty.ty).is_some() {
                self.value_into(side, lv, side.span);
            } else {
                self.effect(side);
            }
            self.b.join(end, span);
        }
        self.b.set_current(end);
    }

    /// `a && b` or `a || b` into a place.
    pub(crate) fn truth_into(&mut self, e: &Expr, lv: &Lvalue, span: Span) {
        let (yes, no, end) = (self.b.new_loc(), self.b.new_loc(), self.b.new_loc());
        self.branch_value(e, yes, no);
        for (loc, value) in [(yes, 1), (no, 0)] {
            self.b.set_current(loc);
            let value = self.truth_constant(value, lv.ty.ty);
            self.write(lv, value, span);
            self.b.join(end, span);
        }
        self.b.set_current(end);
    }

    /// 0 or 1 for a place of some type.
    fn truth_constant(&mut self, value: i128, ty: TypeId) -> ExprId {
        use hatha_cfa::Scalar;
        match self.scalar(ty) {
            Some(Scalar::Int { .. } | Scalar::Bool) => self.int(value, ty),
            _ => self.int(value, self.cx.common.int),
        }
    }

    /// GNU `value ?: otherwise`.
    pub(crate) fn elvis(&mut self, value: &Expr, otherwise: &Expr, e: &Expr) -> ExprId {
        let tested = self.rvalue(value);
        let tested = self.save(tested, value.span);
        let t = self.temp(e.ty.ty);
        let lv = Lvalue::slot(t, e.ty.ty);
        let (yes, no, end) = (self.b.new_loc(), self.b.new_loc(), self.b.new_loc());
        self.test_value(tested, Some(yes), Some(no), value.span);
        self.b.set_current(yes);
        let kept = self.cast(tested, e.ty.ty);
        self.write(&lv, kept, value.span);
        self.b.join(end, e.span);
        self.b.set_current(no);
        self.value_into(otherwise, &lv, otherwise.span);
        self.b.join(end, e.span);
        self.b.set_current(end);
        self.add(K::Var(t), e.ty.ty)
    }

    // ---- conditions for their effect ----

    /// `c ? a : b` whose value nobody wants.
    pub(crate) fn effect_cond(&mut self, c: &Expr, a: &Expr, b: &Expr, span: Span) {
        let (yes, no, end) = (self.b.new_loc(), self.b.new_loc(), self.b.new_loc());
        self.branch_value(c, yes, no);
        for (loc, side) in [(yes, a), (no, b)] {
            self.b.set_current(loc);
            self.effect(side);
            self.b.join(end, span);
        }
        self.b.set_current(end);
    }

    /// `a && b` or `a || b` whose value nobody wants: `b` is evaluated if `a` is `wanted`.
    pub(crate) fn effect_logical(&mut self, a: &Expr, b: &Expr, wanted: bool, span: Span) {
        let (second, end) = (self.b.new_loc(), self.b.new_loc());
        let (yes, no) = if wanted { (second, end) } else { (end, second) };
        self.branch_value(a, yes, no);
        self.b.set_current(second);
        self.effect(b);
        self.b.join(end, span);
        self.b.set_current(end);
    }
}

/// Whether the value is 0 or 1 by the form of the expression.
fn is_truth(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::LogicalAnd(..)
        | ExprKind::LogicalOr(..)
        | ExprKind::Unary(UnOp::LogicalNot, _) => true,
        ExprKind::Binary(op, ..) => op.is_comparison(),
        ExprKind::Cast(a) => is_truth(a),
        _ => false,
    }
}

fn is_zero(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Int(0) => true,
        ExprKind::Cast(a) => is_zero(a),
        _ => false,
    }
}
