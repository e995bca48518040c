//! Statements: control flow between edges.
//!
//! **Invariant.** Each statement starts at the current location and leaves the
//! location after it current; after a jump that is a location nothing leads to.

use super::func::FnLower;
use super::scope::Breakable;
use crate::hir::{Expr, LabelId, Stmt, StmtKind};
use hatha_cfa::{BinOp, ExprKind as K, FailKind, LocId, Op, ReturnValue, Span};

impl FnLower<'_, '_> {
    /// Lowers a statement.
    pub(super) fn stmt(&mut self, s: &Stmt) {
        if !self.b.is_reached() && is_simple(s) {
            self.lower_unreachable(s);
            return;
        }
        match &s.kind {
            StmtKind::Empty => {}
            StmtKind::Expr(e) => {
                self.b.start_stmt(s.span);
                let lent = self.lending(|f| f.effect(e));
                self.end_lent(&lent, s.span);
            }
            StmtKind::Declare(id, init) => {
                self.b.start_stmt(s.span);
                let lent = self.lending(|f| f.declare_object(*id, init.as_ref(), s.span));
                self.end_lent(&lent, s.span);
            }
            StmtKind::VlaSize { vla, count, elem } => {
                self.b.start_stmt(s.span);
                self.vla_declared(vla.0, count, *elem, s.span);
            }
            StmtKind::DeclareVla(id) => self.declare_vla(*id, s.span),
            StmtKind::Block(stmts) => {
                self.open_scope();
                self.declare_jumped_over(stmts, s.span);
                self.stmts(stmts);
                self.close_scope(s.span);
            }
            StmtKind::Label(id, inner) => {
                let name = self.label_name(*id);
                self.place_label(*id, &name, s.span);
                if self.cx.points && does_nothing(inner) {
                    self.b.start_stmt(inner.span);
                    self.emit(Op::Skip, inner.span);
                }
                self.stmt(inner);
            }
            StmtKind::Predicates(predicates, inner) => self.predicates(predicates, inner),
            StmtKind::Scoped(conditions, inner) => self.conditions(conditions, inner),
            StmtKind::Unsupported(why) => {
                self.b.start_stmt(s.span);
                self.unsupported(why.clone(), s.span);
            }
            StmtKind::If { .. }
            | StmtKind::While { .. }
            | StmtKind::DoWhile { .. }
            | StmtKind::For { .. }
            | StmtKind::Switch { .. } => {
                // Each is a block of its own (C11 6.8.4, 6.8.5): compound literals of a condition end there.
                self.open_scope();
                self.selection_or_loop(s);
                self.close_scope(s.span);
            }
            StmtKind::Case { low, high, stmt } => {
                self.case(*low, *high, s.span);
                self.stmt(stmt);
            }
            StmtKind::Default(stmt) => {
                self.default(s.span);
                self.stmt(stmt);
            }
            StmtKind::Goto(_)
            | StmtKind::GotoComputed(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(_) => self.jump_stmt(s),
        }
    }

    /// A statement that nothing leads to has no edges, but a declaration among them still counts:
    /// a `case` after it is inside its scope.
    fn lower_unreachable(&mut self, s: &Stmt) {
        if let StmtKind::Declare(id, _) = s.kind {
            self.opens_life(id);
        }
    }

    fn label_name(&self, id: LabelId) -> String {
        let names = self.body.map(|b| &b.labels);
        let name = names.and_then(|n| n.get(id));
        name.cloned().unwrap_or_default()
    }

    fn if_stmt(&mut self, cond: &Expr, then: &Stmt, els: Option<&Stmt>, span: Span) {
        let (yes, end) = (self.b.new_loc(), self.b.new_loc());
        let no = if els.is_some() { self.b.new_loc() } else { end };
        let lent = self.lending(|f| f.branch(cond, Some(yes), Some(no)));
        self.b.set_current(yes);
        self.end_lent(&lent, span);
        self.scoped(then);
        self.b.join(end, span);
        if let Some(els) = els {
            self.b.set_current(no);
            self.end_lent(&lent, span);
            self.scoped(els);
            self.b.join(end, span);
        }
        self.b.set_current(end);
        self.end_lent(&lent, span);
    }

    /// A substatement, which C makes a block of its own (temporaries of it end there).
    fn scoped(&mut self, s: &Stmt) {
        self.open_scope();
        self.stmt(s);
        self.close_scope(s.span);
    }

    // ---- loops ----

    fn selection_or_loop(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::If { cond, then, els } => self.if_stmt(cond, then, els.as_deref(), s.span),
            StmtKind::Switch { cond, body } => self.switch(cond, body, s.span),
            StmtKind::While { cond, body } => self.while_stmt(cond, body, s.span),
            StmtKind::DoWhile { body, cond } => self.do_while(body, cond, s.span),
            StmtKind::For {
                init,
                cond,
                step,
                body,
            } => {
                self.stmts(init);
                self.for_loop(cond.as_ref(), step.as_ref(), body, s.span);
            }
            _ => {}
        }
    }

    /// The body of a loop, with where `break` and `continue` go.
    fn loop_body(&mut self, body: &Stmt, on_break: LocId, on_continue: LocId) {
        self.breakables.push(Breakable {
            on_break,
            on_continue: Some(on_continue),
            depth: self.scope_depth(),
        });
        self.scoped(body);
        self.breakables.pop();
    }

    /// The start of a loop, which becomes current. Where nothing leads to it a jump into the body
    /// may still do so, by way of the back edge.
    fn loop_head(&mut self, span: Span) -> LocId {
        let head = self.b.new_loc();
        self.b.join(head, span);
        let labels = self.body.is_some_and(|b| !b.labels.is_empty());
        if labels || !self.switches.is_empty() {
            self.b.expect_edges(head);
        }
        self.b.set_current(head);
        for predicate in std::mem::take(&mut self.of_loop) {
            self.b.note_predicate(head, predicate);
        }
        head
    }

    fn while_stmt(&mut self, cond: &Expr, body: &Stmt, span: Span) {
        let head = self.loop_head(span);
        let (inside, end) = (self.b.new_loc(), self.b.new_loc());
        let lent = self.lending(|f| f.branch(cond, Some(inside), Some(end)));
        self.b.set_current(inside);
        self.end_lent(&lent, span);
        self.loop_body(body, end, head);
        self.b.join(head, span);
        self.b.set_current(end);
        self.end_lent(&lent, span);
    }

    fn do_while(&mut self, body: &Stmt, cond: &Expr, span: Span) {
        let head = self.loop_head(span);
        let (test, end) = (self.b.new_loc(), self.b.new_loc());
        self.loop_body(body, end, test);
        self.b.join(test, span);
        self.b.set_current(test);
        if self.b.is_reached() {
            let again = self.b.new_loc();
            let lent = self.lending(|f| f.branch(cond, Some(again), Some(end)));
            self.b.set_current(again);
            self.end_lent(&lent, span);
            self.b.join(head, span);
            self.b.set_current(end);
            self.end_lent(&lent, span);
        } else {
            self.b.set_current(end);
        }
    }

    fn for_loop(&mut self, cond: Option<&Expr>, step: Option<&Expr>, body: &Stmt, span: Span) {
        let head = self.loop_head(span);
        let (inside, end) = (self.b.new_loc(), self.b.new_loc());
        let next = if step.is_some() {
            self.b.new_loc()
        } else {
            head
        };
        let lent = self.lending(|f| match cond {
            Some(c) => f.branch(c, Some(inside), Some(end)),
            None => f.b.join(inside, span),
        });
        self.b.set_current(inside);
        self.end_lent(&lent, span);
        self.loop_body(body, end, next);
        self.b.join(next, span);
        if let Some(step) = step {
            self.b.set_current(next);
            self.b.start_stmt(step.span);
            let lent = self.lending(|f| f.effect(step));
            self.end_lent(&lent, span);
            self.b.join(head, span);
        }
        self.b.set_current(end);
        self.end_lent(&lent, span);
    }

    // ---- jumps ----

    fn jump_stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Goto(label) => {
                self.b.start_stmt(s.span);
                self.goto(*label, false, s.span);
            }
            StmtKind::GotoComputed(e) => {
                self.b.start_stmt(s.span);
                self.goto_computed(e, s.span);
            }
            StmtKind::Break => {
                let to = self.breakables.last().map(|b| (b.on_break, b.depth));
                self.jump_out(to, s.span);
            }
            StmtKind::Continue => {
                let to = self.breakables.iter().rev();
                let mut to = to.filter_map(|b| Some((b.on_continue?, b.depth)));
                let to = to.next();
                self.jump_out(to, s.span);
            }
            StmtKind::Return(value) => self.return_stmt(value.as_ref(), s.span),
            _ => {}
        }
    }

    /// `break` or `continue`.
    fn jump_out(&mut self, to: Option<(LocId, usize)>, span: Span) {
        match to {
            Some((loc, depth)) => {
                self.leave_to(depth, span);
                self.b.join(loc, span);
            }
            None => self.unsupported("a jump out of nothing", span),
        }
    }

    fn return_stmt(&mut self, value: Option<&Expr>, span: Span) {
        self.b.start_stmt(span);
        let Some(e) = value else {
            self.return_nothing(span);
            return;
        };
        if self.scalar(self.ret).is_some() && self.scalar(e.ty.ty).is_some() {
            let value = self.rvalue(e);
            let value = self.fit(value, self.ret);
            self.leave(ReturnValue::Scalar(value), span);
        } else if self.ret == e.ty.ty && self.ret != self.cx.common.void {
            let r = self.record_value(e);
            self.leave(ReturnValue::Aggregate(r.addr), span);
        } else {
            self.effect(e);
            self.return_nothing(span);
        }
    }

    /// `goto *e`: one test for each label whose address is taken, each with a number of its own.
    /// A value that is none of them leads nowhere: the program is wrong.
    fn goto_computed(&mut self, e: &Expr, span: Span) {
        let value = self.rvalue(e);
        let value = if self.is_volatile(value) {
            self.save(value, e.span)
        } else {
            value
        };
        let int = self.cx.common.int;
        let labels = self.body.map(|b| b.taken_labels.clone());
        for label in labels.unwrap_or_default() {
            let number = self.int(i128::from(label.0) + 1, e.ty.ty);
            let cond = self.add(K::Binary(BinOp::Eq, value, number), int);
            let otherwise = self.b.new_loc();
            let taken = self.b.new_loc();
            self.test_value(cond, Some(taken), Some(otherwise), span);
            self.b.set_current(taken);
            self.goto(label, true, span);
            self.b.set_current(otherwise);
        }
        self.emit_last(Op::Fail(FailKind::Unreachable), span);
    }
}

/// Whether a statement makes no step, so that its place would be that of what follows.
fn does_nothing(s: &Stmt) -> bool {
    match &s.kind {
        StmtKind::Empty | StmtKind::Goto(_) | StmtKind::Break | StmtKind::Continue => true,
        StmtKind::Block(all) => all.iter().all(does_nothing),
        StmtKind::Scoped(_, inner) | StmtKind::Predicates(_, inner) => does_nothing(inner),
        _ => false,
    }
}

/// Statements without substatements: nothing can jump into them.
fn is_simple(s: &Stmt) -> bool {
    matches!(
        s.kind,
        StmtKind::Empty
            | StmtKind::Expr(_)
            | StmtKind::Declare(..)
            | StmtKind::VlaSize { .. }
            | StmtKind::DeclareVla(_)
            | StmtKind::Goto(_)
            | StmtKind::GotoComputed(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(_)
            | StmtKind::Unsupported(_)
    )
}
