//! Visits every expression of a typed tree, outermost first.
//!
//! **Invariant.** The visitor sees each node exactly once; a function that is
//! called by name is told apart from one whose address is taken.

use crate::hir::{Body, Expr, ExprKind, FuncId, Init, InitItemValue, ObjId, Stmt, StmtKind};

/// What a visited name is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// A function called by name.
    Called(FuncId),
    /// A function as a value.
    Taken(FuncId),
    /// An object.
    Object(ObjId),
}

/// A visitor of names.
type Visitor<'v> = dyn FnMut(Use) + 'v;

/// The function that a callee names, if it is called by name.
pub(super) fn callee_name(callee: &Expr) -> Option<FuncId> {
    match &callee.kind {
        ExprKind::Function(f) => Some(*f),
        ExprKind::Decay(e) | ExprKind::AddrOf(e) => callee_name(e),
        ExprKind::Deref(e) => match e.kind {
            ExprKind::Decay(_) | ExprKind::AddrOf(_) => callee_name(e),
            _ => None,
        },
        _ => None,
    }
}

/// Names used in a body.
pub(super) fn body(b: &Body, f: &mut Visitor) {
    b.prologue.iter().for_each(|s| stmt(s, f));
    b.block.iter().for_each(|s| stmt(s, f));
}

/// Names used in an initialiser.
pub(super) fn init(i: &Init, f: &mut Visitor) {
    for item in &i.items {
        if let InitItemValue::Expr(e) = &item.value {
            expr(e, f);
        }
    }
}

/// Names used in a statement.
pub(super) fn stmt(s: &Stmt, f: &mut Visitor) {
    parts(s, &mut |part| match part {
        Part::Expr(e) => expr(e, f),
        Part::Init(_, i) => init(i, f),
        Part::Stmt(s) => stmt(s, f),
    });
}

/// A direct part of a statement.
pub(super) enum Part<'e> {
    /// An expression.
    Expr(&'e Expr),
    /// The initialiser of a local.
    Init(ObjId, &'e Init),
    /// A statement inside.
    Stmt(&'e Stmt),
}

/// The direct parts of a statement that are evaluated or executed.
pub(super) fn parts<'e>(s: &'e Stmt, f: &mut dyn FnMut(Part<'e>)) {
    match &s.kind {
        StmtKind::Expr(e) | StmtKind::VlaSize { count: e, .. } | StmtKind::GotoComputed(e) => {
            f(Part::Expr(e));
        }
        StmtKind::Declare(object, i) => {
            if let Some(i) = i {
                f(Part::Init(*object, i));
            }
        }
        StmtKind::Return(e) => e.iter().for_each(|e| f(Part::Expr(e))),
        StmtKind::Block(stmts) => stmts.iter().for_each(|s| f(Part::Stmt(s))),
        StmtKind::If { cond, then, els } => {
            f(Part::Expr(cond));
            f(Part::Stmt(then));
            els.iter().for_each(|s| f(Part::Stmt(s)));
        }
        StmtKind::While { cond, body }
        | StmtKind::DoWhile { body, cond }
        | StmtKind::Switch { cond, body } => {
            f(Part::Expr(cond));
            f(Part::Stmt(body));
        }
        StmtKind::For {
            init,
            cond,
            step,
            body,
        } => {
            init.iter().for_each(|s| f(Part::Stmt(s)));
            cond.iter().chain(step).for_each(|e| f(Part::Expr(e)));
            f(Part::Stmt(body));
        }
        StmtKind::Case { stmt: s, .. }
        | StmtKind::Default(s)
        | StmtKind::Label(_, s)
        | StmtKind::Predicates(_, s)
        | StmtKind::Scoped(_, s) => f(Part::Stmt(s)),
        StmtKind::Empty
        | StmtKind::DeclareVla(_)
        | StmtKind::Goto(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Unsupported(_) => {}
    }
}

/// Names used in an expression.
pub(super) fn expr(e: &Expr, f: &mut Visitor) {
    match &e.kind {
        ExprKind::Function(id) => f(Use::Taken(*id)),
        ExprKind::Object(id) => f(Use::Object(*id)),
        ExprKind::CompoundLiteral(_, i) => init(i, f),
        ExprKind::Call { callee, args } => {
            match callee_name(callee) {
                Some(id) => f(Use::Called(id)),
                None => expr(callee, f),
            }
            args.iter().for_each(|a| expr(a, f));
        }
        ExprKind::StmtExpr(stmts, value) => {
            stmts.iter().for_each(|s| stmt(s, f));
            if let Some(v) = value {
                expr(v, f);
            }
        }
        ExprKind::Builtin(_, args) => args.iter().for_each(|a| expr(a, f)),
        _ => operands(e, &mut |child| expr(child, f)),
    }
}

/// The direct operands of an expression other than a call, a builtin, a statement expression
/// or a compound literal, left to right.
pub(crate) fn operands<'e>(e: &'e Expr, f: &mut dyn FnMut(&'e Expr)) {
    match &e.kind {
        ExprKind::Deref(a)
        | ExprKind::Member { base: a, .. }
        | ExprKind::Load(a)
        | ExprKind::Decay(a)
        | ExprKind::AddrOf(a)
        | ExprKind::Cast(a)
        | ExprKind::Unary(_, a)
        | ExprKind::VaStart(a)
        | ExprKind::VaArg(a)
        | ExprKind::VaEnd(a)
        | ExprKind::IncDec { lvalue: a, .. } => f(a),
        ExprKind::Binary(_, a, b)
        | ExprKind::PtrAdd {
            ptr: a, index: b, ..
        }
        | ExprKind::PtrDiff(a, b)
        | ExprKind::LogicalAnd(a, b)
        | ExprKind::LogicalOr(a, b)
        | ExprKind::Comma(a, b)
        | ExprKind::Assign(a, b)
        | ExprKind::VaCopy(a, b)
        | ExprKind::AssignOp {
            lvalue: a,
            value: b,
            ..
        }
        | ExprKind::Elvis {
            value: a,
            otherwise: b,
        } => {
            f(a);
            f(b);
        }
        ExprKind::Cond(a, b, c) => {
            f(a);
            f(b);
            f(c);
        }
        ExprKind::Overflow { a, b, res, .. } => {
            f(a);
            f(b);
            if let Some(res) = res {
                f(res);
            }
        }
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Object(_)
        | ExprKind::Function(_)
        | ExprKind::VlaSize(_)
        | ExprKind::LabelAddr(_)
        | ExprKind::Fail(_)
        | ExprKind::Unspecified(_)
        | ExprKind::Unsupported(_)
        | ExprKind::CompoundLiteral(..)
        | ExprKind::Call { .. }
        | ExprKind::StmtExpr(..)
        | ExprKind::Builtin(..) => {}
    }
}
