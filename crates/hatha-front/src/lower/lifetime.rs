//! Where lives of objects begin and end beside blocks and their declarations.
//!
//! A value of structure type that a call returns has *temporary lifetime* (C11 6.2.4): it ends with
//! the full expression, also if the address of an array in it was kept. A local lives from the start
//! of its block; if a jump inside the block can pass its declaration, then that does not say that
//! what the local held in an earlier life is gone, so the start of the block does.

use super::func::FnLower;
use super::scope::Mortal;
use super::walk::{self, Part};
use crate::hir::{Expr, ExprKind, ObjId, Stmt, StmtKind};
use hatha_cfa::{ExprId, ExprKind as K, Op, Span, Storage, VarId};

impl FnLower<'_, '_> {
    /// A temporary holds a value; it is noted if the address of a part of it is taken.
    pub(super) fn lend(&mut self, addr: ExprId) {
        if let (true, K::AddrOf(v)) = (self.lends, self.node(addr).kind) {
            self.lent.push(v);
            self.ever_lent.push(v);
        }
    }

    /// Lowers a full expression; gives the temporaries whose lives end with it.
    pub(super) fn lending(&mut self, lower: impl FnOnce(&mut Self)) -> Vec<VarId> {
        self.lending_value(lower).1
    }

    /// The same of one whose value is wanted.
    pub(super) fn lending_value<T>(
        &mut self,
        lower: impl FnOnce(&mut Self) -> T,
    ) -> (T, Vec<VarId>) {
        let start = self.lent.len();
        let value = lower(self);
        (value, self.lent.split_off(start))
    }

    /// The lives of temporaries end, those that did not begin on this way too.
    pub(super) fn end_lent(&mut self, lent: &[VarId], span: Span) {
        if self.b.is_reached() {
            for v in lent.iter().rev() {
                self.emit(Op::Dead(*v), span);
            }
        }
    }

    /// Declares the locals in slots of a block that has just been opened whose declarations a jump
    /// inside of it can pass. (A local in memory ends with its block.)
    pub(super) fn declare_jumped_over(&mut self, stmts: &[Stmt], span: Span) {
        if self.body.is_none_or(|b| b.labels.is_empty()) {
            return;
        }
        for id in jumped_over(stmts) {
            let v = self.var_of(id);
            if self.cx.prog.var(v).storage == Storage::Slot {
                self.mortal(Mortal::Slot(v));
                if self.b.is_reached() {
                    self.emit(Op::Declare(v), span);
                }
            }
        }
    }
}

/// Whether an array is part of a structure that is a value and no object.
pub(super) fn is_part_of_value(array: &Expr) -> bool {
    match &array.kind {
        ExprKind::Member { base, .. } => is_part_of_value(base),
        ExprKind::Comma(..)
        | ExprKind::Cond(..)
        | ExprKind::Assign(..)
        | ExprKind::VaArg(_)
        | ExprKind::Call { .. }
        | ExprKind::StmtExpr(..) => true,
        _ => false,
    }
}

/// The locals that are declared between a jump and a label.
fn jumped_over(stmts: &[Stmt]) -> Vec<ObjId> {
    let is_jump = |s: &Stmt| matches!(s.kind, StmtKind::Goto(_) | StmtKind::GotoComputed(_));
    let is_label = |s: &Stmt| matches!(s.kind, StmtKind::Label(..));
    let Some(first) = stmts.iter().position(|s| contains(s, &is_jump)) else {
        return Vec::new();
    };
    let Some(last) = stmts.iter().rposition(|s| contains(s, &is_label)) else {
        return Vec::new();
    };
    let between = stmts.iter().take(last).skip(first + 1);
    let declared = between.filter_map(|s| match s.kind {
        StmtKind::Declare(id, _) => Some(id),
        _ => None,
    });
    declared.collect()
}

/// Whether a statement is such a one or has one inside.
fn contains(s: &Stmt, wanted: &dyn Fn(&Stmt) -> bool) -> bool {
    let mut found = wanted(s);
    walk::parts(s, &mut |part| {
        if let Part::Stmt(inner) = part {
            found = found || contains(inner, wanted);
        }
    });
    found
}

/// Whether a structure value is that of an lvalue behind an assignment, a comma or the end of a statement
/// expression: C says that an array in it is one of a temporary, and gcc takes that of the lvalue.
pub(super) fn is_value_of_lvalue(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Assign(..) => true,
        ExprKind::Comma(_, last) | ExprKind::StmtExpr(_, Some(last)) => {
            is_lvalue(last) || is_value_of_lvalue(last)
        }
        ExprKind::Load(a) | ExprKind::Cast(a) => is_value_of_lvalue(a),
        _ => false,
    }
}

fn is_lvalue(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Load(a) | ExprKind::Cast(a) => is_lvalue(a),
        ExprKind::Object(_)
        | ExprKind::Deref(_)
        | ExprKind::Member { .. }
        | ExprKind::CompoundLiteral(..) => true,
        _ => false,
    }
}
