//! Conditions that the user gives for places: expressions without an edge.
//!
//! **Invariant.** Nothing here adds an edge or changes a location: a program with
//! predicates is the program without them.

use super::func::FnLower;
use crate::hir::{Expr, ExprKind, Stmt, StmtKind};
use hatha_cfa::{BinOp, ExprId, ExprKind as K};

impl FnLower<'_, '_> {
    /// Predicates of a statement: at the head of a loop, else where the statement starts.
    pub fn predicates(&mut self, predicates: &[Expr], inner: &Stmt) {
        self.pure = true;
        let values: Vec<ExprId> = predicates.iter().map(|e| self.rvalue(e)).collect();
        self.pure = false;
        let is_loop = matches!(
            inner.kind,
            StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::For { .. }
        );
        if is_loop {
            self.of_loop = values;
        } else {
            for value in values {
                let here = self.b.current();
                self.b.note_predicate(here, value);
            }
        }
        self.stmt(inner);
    }

    /// `a && b`, `a || b` and `c ? a : b` as a value that needs no control flow.
    pub fn chosen(&mut self, e: &Expr) -> ExprId {
        let ty = e.ty.ty;
        match &e.kind {
            ExprKind::LogicalAnd(a, b) => {
                let (a, b) = (self.rvalue(a), self.truth(b));
                let no = self.int(0, ty);
                self.add(K::Cond(a, b, no), ty)
            }
            ExprKind::LogicalOr(a, b) => {
                let (a, b) = (self.rvalue(a), self.truth(b));
                let yes = self.int(1, ty);
                self.add(K::Cond(a, yes, b), ty)
            }
            ExprKind::Cond(c, a, b) => {
                let (c, a, b) = (self.rvalue(c), self.rvalue(a), self.rvalue(b));
                self.add(K::Cond(c, a, b), ty)
            }
            _ => self.nothing(ty),
        }
    }

    /// 0 or 1 for a scalar.
    fn truth(&mut self, e: &Expr) -> ExprId {
        let value = self.rvalue(e);
        let zero = self.nothing(e.ty.ty);
        let int = self.cx.common.int;
        self.add(K::Binary(BinOp::Ne, value, zero), int)
    }
}
