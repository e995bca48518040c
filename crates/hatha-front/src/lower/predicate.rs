//! Conditions that the user gives for places: expressions without an edge.
//!
//! **Invariant.** Nothing here adds an edge or changes a location: a program with
//! predicates is the program without them.

use super::func::FnLower;
use crate::hir::{Expr, ExprKind, Stmt, StmtKind};
use hatha_cfa::{BinOp, ExprId, ExprKind as K, LocId};

impl FnLower<'_, '_> {
    /// Predicates of a statement: at the head of a loop, else where the statement starts.
    pub(super) fn predicates(&mut self, predicates: &[Expr], inner: &Stmt) {
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

    /// The conditions of a statement, at every location of it that has none of its own. The last
    /// location belongs to what follows.
    pub(super) fn conditions(&mut self, conditions: &[(u32, Expr)], inner: &Stmt) {
        self.pure = true;
        let values = conditions.iter().map(|(n, e)| (*n, self.rvalue(e)));
        let values: Vec<(u32, ExprId)> = values.collect();
        self.pure = false;
        let first = self.b.location_count();
        self.note_conditions(self.b.current(), &values);
        if matches!(inner.kind, StmtKind::Empty) && self.body.is_some_and(|b| b.end == inner.span) {
            self.note_conditions(self.b.exit(), &values);
        }
        self.stmt(inner);
        let end = self.b.current();
        for loc in (first..self.b.location_count()).map(LocId) {
            if loc != end {
                self.note_conditions(loc, &values);
            }
        }
    }

    fn note_conditions(&mut self, loc: LocId, values: &[(u32, ExprId)]) {
        for &(number, value) in values {
            self.b.note_condition(loc, number, value);
        }
    }

    /// `a && b`, `a || b` and `c ? a : b` as a value that needs no control flow.
    pub(super) fn chosen(&mut self, e: &Expr) -> ExprId {
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
