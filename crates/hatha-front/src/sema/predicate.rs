//! Conditions of the user's, taken to the statements that start at their places.
//!
//! **Invariant.** A condition changes nothing: it has no effect, and it does not
//! make a variable live in memory that would not do so without it.

use super::{Sema, error};
use crate::diag::Result;
use crate::hir::{Expr, ExprKind, ObjId, Stmt, StmtKind};
use crate::lower::walk;
use crate::predicates::Condition;
use hatha_cfa::{FileId, Span};
use hatha_index::IndexVec;

/// Where a condition belongs, with the files that its place may mean.
#[derive(Clone, Debug)]
pub enum At {
    /// A line.
    Line(Vec<FileId>, u32),
    /// The entry of a function.
    Function(String),
    /// Every statement; the number that the condition has there.
    Everywhere(u32),
}

/// A condition and its place.
#[derive(Clone, Debug)]
pub(super) struct Wanted<'a> {
    pub at: At,
    pub condition: Condition<'a>,
}

impl<'a> Sema<'a, '_> {
    /// The conditions for the statement that starts at a place and has none around it that does.
    pub(super) fn conditions_at(&mut self, span: Span) -> Vec<Condition<'a>> {
        let is_here = |at: &At| match at {
            At::Line(files, line) => *line == span.line && files.contains(&span.file),
            At::Function(_) | At::Everywhere(_) => false,
        };
        self.take_conditions(is_here)
    }

    /// The conditions for the entry of a function, as statements.
    pub(super) fn entry_conditions(&mut self, name: &str, span: Span) -> Result<Vec<Stmt>> {
        let is_here = |at: &At| matches!(at, At::Function(f) if f == name);
        let conditions = self.take_conditions(is_here);
        if conditions.is_empty() {
            return Ok(Vec::new());
        }
        let empty = Stmt {
            kind: StmtKind::Empty,
            span,
        };
        let checked = self.check_conditions(conditions)?;
        Ok(vec![with_conditions(checked, empty)])
    }

    fn take_conditions(&mut self, is_here: impl Fn(&At) -> bool) -> Vec<Condition<'a>> {
        if self.wanted.is_empty() {
            return Vec::new();
        }
        let all = std::mem::take(&mut self.wanted);
        let (here, rest): (Vec<_>, Vec<_>) = all.into_iter().partition(|w| is_here(&w.at));
        self.wanted = rest;
        here.into_iter().map(|w| w.condition).collect()
    }

    /// Conditions as expressions of the current scope.
    pub(super) fn check_conditions(&mut self, conditions: Vec<Condition<'a>>) -> Result<Vec<Expr>> {
        let check = |c: Condition<'a>| self.check_condition(c);
        conditions.into_iter().map(check).collect()
    }

    /// A statement with the conditions that are asked about everywhere, as far as they mean
    /// something in the current scope.
    pub(super) fn in_scope(&mut self, conditions: Vec<(u32, Expr)>, stmt: Stmt) -> Stmt {
        if conditions.is_empty() {
            return stmt;
        }
        let span = stmt.span;
        let kind = StmtKind::Scoped(conditions, Box::new(stmt));
        Stmt { kind, span }
    }

    /// What the conditions that are asked about everywhere are in the current scope. Where one
    /// means nothing, the program stays as it is; the first reason is kept.
    pub(super) fn scoped_conditions(&mut self) -> Vec<(u32, Expr)> {
        if self.everywhere.is_empty() || self.checking {
            return Vec::new();
        }
        self.checking = true;
        let mut found = Vec::new();
        for (number, condition) in self.everywhere.clone() {
            let taken: Vec<bool> = self.unit.objects.iter().map(|o| o.address_taken).collect();
            match self.check_condition(condition) {
                Ok(expr) => found.push((number, expr)),
                Err(why) => {
                    for (o, taken) in self.unit.objects.iter_mut().zip(taken) {
                        o.address_taken = taken;
                    }
                    let index = condition.index;
                    // A reason from where the variables are in scope says more.
                    let known = self.unit.refused.get(&index);
                    if known.is_none_or(|k| k.message.starts_with("undeclared")) {
                        self.unit.refused.insert(index, why);
                    }
                }
            }
        }
        self.checking = false;
        found
    }

    fn check_condition(&mut self, c: Condition<'a>) -> Result<Expr> {
        let taken = |o: &crate::hir::Object| o.address_taken;
        let before: IndexVec<ObjId, bool> = self.unit.objects.iter().map(taken).collect();
        let expr = self.condition_of(c.expr)?;
        if let Some(what) = effect(&expr) {
            let message = format!("a predicate has no effect, but this one has {what}");
            return Err(error(expr.span, message));
        }
        for (id, o) in self.unit.objects.iter_enumerated() {
            if o.address_taken != before.get(id).copied().unwrap_or(false) {
                let message = format!("a predicate may not need the address of '{}'", o.name);
                return Err(error(expr.span, message));
            }
        }
        self.unit.placed.push(c.index);
        Ok(expr)
    }
}

/// A statement with the conditions of its place.
pub(super) fn with_conditions(conditions: Vec<Expr>, stmt: Stmt) -> Stmt {
    if conditions.is_empty() {
        return stmt;
    }
    let span = stmt.span;
    let kind = StmtKind::Predicates(conditions, Box::new(stmt));
    Stmt { kind, span }
}

/// The first part of an expression that is more than a value of the current state.
fn effect(e: &Expr) -> Option<&'static str> {
    let own = match &e.kind {
        ExprKind::Call { .. } | ExprKind::Builtin(..) => Some("a call"),
        ExprKind::Assign(..) | ExprKind::AssignOp { .. } | ExprKind::IncDec { .. } => {
            Some("an assignment")
        }
        ExprKind::Comma(..) => Some("a comma"),
        ExprKind::Elvis { .. } => Some("a `?:` without its middle"),
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Object(_)
        | ExprKind::Function(_)
        | ExprKind::VlaSize(_)
        | ExprKind::Deref(_)
        | ExprKind::Member { .. }
        | ExprKind::Load(_)
        | ExprKind::Decay(_)
        | ExprKind::AddrOf(_)
        | ExprKind::Cast(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::PtrAdd { .. }
        | ExprKind::PtrDiff(..)
        | ExprKind::LogicalAnd(..)
        | ExprKind::LogicalOr(..)
        | ExprKind::Cond(..) => None,
        _ => Some("a construct that needs more than one step"),
    };
    let mut found = own;
    walk::operands(e, &mut |child| found = found.or_else(|| effect(child)));
    found
}
