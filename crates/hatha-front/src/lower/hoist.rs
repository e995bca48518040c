//! Declarations that a jump can pass by.
//!
//! **Invariant.** In C an object lives from the start of its block, not from its
//! declaration. Mostly nobody can tell; where a `goto` or a `case` leads behind
//! the declaration, the object must exist all the same. These functions find such
//! declarations among the direct statements of a block.

use crate::hir::{ObjId, Stmt, StmtKind};
use hatha_cfa::Span;

/// Statements without substatements: nothing can jump into them.
pub(super) fn is_simple(s: &Stmt) -> bool {
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

/// Declarations of a block between a `goto` and its label.
pub(super) fn passed_by_goto(stmts: &[Stmt]) -> Vec<(ObjId, Span)> {
    let mut out = Vec::new();
    let Some(last_label) = stmts.iter().rposition(is_label) else {
        return out;
    };
    let mut jumps = false;
    for s in &stmts[..last_label] {
        match s.kind {
            StmtKind::Declare(id, _) if jumps => out.push((id, s.span)),
            // Which label a jump leads to does not matter much: an early declaration is harmless.
            _ => jumps |= has_goto(s),
        }
    }
    out
}

/// Declarations of a switch body that its cases pass by.
pub(super) fn before_cases(body: &Stmt) -> Vec<(ObjId, Span)> {
    let StmtKind::Block(stmts) = &body.kind else {
        return Vec::new();
    };
    let last_case = stmts.iter().rposition(is_label).unwrap_or(0);
    let declared = |s: &Stmt| match s.kind {
        StmtKind::Declare(id, _) => Some((id, s.span)),
        _ => None,
    };
    stmts[..last_case].iter().filter_map(declared).collect()
}

fn is_label(s: &Stmt) -> bool {
    matches!(
        s.kind,
        StmtKind::Label(..) | StmtKind::Case { .. } | StmtKind::Default(_)
    )
}

fn has_goto(s: &Stmt) -> bool {
    match &s.kind {
        StmtKind::Goto(_) | StmtKind::GotoComputed(_) => true,
        StmtKind::Block(stmts) => stmts.iter().any(has_goto),
        StmtKind::If { then, els, .. } => {
            has_goto(then) || els.as_ref().is_some_and(|e| has_goto(e))
        }
        StmtKind::While { body, .. }
        | StmtKind::DoWhile { body, .. }
        | StmtKind::For { body, .. }
        | StmtKind::Switch { body, .. } => has_goto(body),
        StmtKind::Case { stmt, .. } | StmtKind::Default(stmt) | StmtKind::Label(_, stmt) => {
            has_goto(stmt)
        }
        _ => false,
    }
}
