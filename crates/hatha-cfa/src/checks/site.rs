//! The operations inside expressions that can fault, with when they are evaluated.

use super::floating::is_floating;
use crate::expr::{BinOp, ExprId, ExprKind, UnOp};
use crate::program::{Program, VarScope};
use crate::types::Scalar;
use hatha_index::IndexVec;
use rustc_hash::{FxHashMap, FxHashSet};

/// Which expressions are the same, whatever their ids.
#[derive(Clone, Debug, Default)]
pub(super) struct Same {
    first: IndexVec<ExprId, ExprId>,
}

impl Same {
    /// For all expressions of a program.
    pub(super) fn new(program: &Program) -> Self {
        // A conversion that nobody wrote is not the same as one that somebody did.
        type Key = (ExprKind, crate::TypeId, bool);
        let mut known: FxHashMap<Key, ExprId> = FxHashMap::default();
        let mut first: IndexVec<ExprId, ExprId> = IndexVec::with_capacity(program.exprs.len());
        for id in (0..program.exprs.len() as u32).map(ExprId) {
            let expr = program.exprs.get(id);
            let kind = with_children(expr.kind, |c| first[c]);
            let implicit = program.implicit.contains(&id);
            let key = (kind, expr.ty, implicit);
            first.push(*known.entry(key).or_insert(id));
        }
        Same { first }
    }

    /// The first expression that is the same.
    pub(super) fn first(&self, id: ExprId) -> ExprId {
        self.first.get(id).copied().unwrap_or(id)
    }
}

/// An expression with other operands.
fn with_children(kind: ExprKind, new: impl Fn(ExprId) -> ExprId) -> ExprKind {
    match kind {
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Var(_)
        | ExprKind::AddrOf(_)
        | ExprKind::Proc(_) => kind,
        ExprKind::Field {
            base,
            record,
            field,
        } => ExprKind::Field {
            base: new(base),
            record,
            field,
        },
        ExprKind::Index { base, index, scale } => ExprKind::Index {
            base: new(base),
            index: new(index),
            scale,
        },
        ExprKind::PtrDiff { a, b, scale } => ExprKind::PtrDiff {
            a: new(a),
            b: new(b),
            scale,
        },
        ExprKind::Load { addr, access } => ExprKind::Load {
            addr: new(addr),
            access,
        },
        ExprKind::Object { word, of } => ExprKind::Object { word, of: new(of) },
        ExprKind::Unary(op, a) => ExprKind::Unary(op, new(a)),
        ExprKind::Binary(op, a, b) => ExprKind::Binary(op, new(a), new(b)),
        ExprKind::Cast(a) => ExprKind::Cast(new(a)),
        ExprKind::Cond(c, a, b) => ExprKind::Cond(new(c), new(a), new(b)),
    }
}

/// An operation that can fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Site {
    /// The operation.
    pub(super) expr: ExprId,
    /// The conditions of `?:` under which it is evaluated, outermost first.
    pub(super) when: Vec<(ExprId, bool)>,
}

impl Site {
    /// What makes two sites of a location one.
    pub(super) fn key(&self, same: &Same) -> (ExprId, Vec<(ExprId, bool)>) {
        let when = self.when.iter().map(|&(c, taken)| (same.first(c), taken));
        (same.first(self.expr), when.collect())
    }
}

/// The operations of some expressions that can fault, operands before what they are operands of,
/// left to right.
pub(super) fn sites(program: &Program, same: &Same, roots: &[ExprId]) -> Vec<Site> {
    let mut walk = Walk {
        program,
        same,
        whens: vec![Vec::new()],
        seen: FxHashSet::default(),
        found: Vec::new(),
    };
    for &root in roots {
        walk.walk(root);
    }
    walk.found
}

/// What is left to do, last first.
enum Todo {
    /// Its operands and then itself.
    Enter(ExprId, usize),
    /// Itself.
    Leave(ExprId, usize),
    /// The arms of a conditional expression.
    Arms(ExprId, usize),
}

struct Walk<'a> {
    program: &'a Program,
    same: &'a Same,
    /// The conditions that stand around what is evaluated.
    whens: Vec<Vec<(ExprId, bool)>>,
    seen: FxHashSet<(ExprId, usize)>,
    found: Vec<Site>,
}

impl Walk<'_> {
    fn walk(&mut self, root: ExprId) {
        let mut todo = vec![Todo::Enter(root, 0)];
        while let Some(next) = todo.pop() {
            match next {
                Todo::Enter(e, when) => {
                    // What is evaluated anyway has been checked.
                    let is_new = !self.seen.contains(&(self.same.first(e), 0))
                        && self.seen.insert((self.same.first(e), when));
                    if is_new {
                        self.enter(e, when, &mut todo);
                    }
                }
                Todo::Leave(e, when) if can_fault(self.program, e) => self.found.push(Site {
                    expr: e,
                    when: self.whens[when].clone(),
                }),
                Todo::Leave(..) => {}
                Todo::Arms(e, when) => self.arms(e, when, &mut todo),
            }
        }
    }

    fn enter(&mut self, e: ExprId, when: usize, todo: &mut Vec<Todo>) {
        if let ExprKind::Cond(c, ..) = self.program.exprs.get(e).kind {
            todo.push(Todo::Arms(e, when));
            todo.push(Todo::Enter(c, when));
            return;
        }
        todo.push(Todo::Leave(e, when));
        let operands: Vec<ExprId> = self.program.exprs.children(e).collect();
        todo.extend(operands.into_iter().rev().map(|c| Todo::Enter(c, when)));
    }

    fn arms(&mut self, e: ExprId, when: usize, todo: &mut Vec<Todo>) {
        let ExprKind::Cond(c, yes, no) = self.program.exprs.get(e).kind else {
            return;
        };
        for (arm, taken) in [(no, false), (yes, true)] {
            let mut inside = self.whens[when].clone();
            inside.push((c, taken));
            self.whens.push(inside);
            todo.push(Todo::Enter(arm, self.whens.len() - 1));
        }
    }
}

/// Whether an operation is one that faults for some operands.
fn can_fault(program: &Program, e: ExprId) -> bool {
    let integer = |e: ExprId| match program.scalar(program.exprs.get(e).ty) {
        Some(Scalar::Int { signed, .. }) => Some(signed),
        _ => None,
    };
    match program.exprs.get(e).kind {
        ExprKind::Unary(UnOp::Clz | UnOp::Ctz, a) => integer(a).is_some(),
        ExprKind::Unary(UnOp::Neg, a)
        | ExprKind::Binary(BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div, a, _) => {
            integer(a).is_some() || is_floating(program, a)
        }
        ExprKind::Cast(a) => {
            let is_float = |s: Scalar| !matches!(s, Scalar::Int { .. } | Scalar::Bool);
            let from = program.scalar(program.exprs.get(a).ty);
            let is_implicit = program.implicit.contains(&e);
            integer(e).is_some() && (is_implicit || from.is_some_and(is_float))
                || is_implicit && is_floating(program, e)
        }
        ExprKind::Binary(BinOp::Rem | BinOp::Shl | BinOp::Shr, a, _) => integer(a).is_some(),
        ExprKind::Var(v) => matches!(program.var(v).scope, VarScope::Local(_)),
        ExprKind::Binary(BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge, a, _) => {
            program.scalar(program.exprs.get(a).ty) == Some(Scalar::Pointer)
        }
        ExprKind::Load { .. } | ExprKind::Index { .. } | ExprKind::PtrDiff { .. } => true,
        _ => false,
    }
}
