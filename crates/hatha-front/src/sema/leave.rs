//! Labels of an enclosing function in a nested one (GNU `__label__`).
//!
//! A `goto` out of a nested function ends every activation down to the one that the label
//! belongs to, as `longjmp` does: that one saves its place when it enters the block which
//! declares the label, and the number that comes back tells it where to go on.
//!
//! **Invariant.** Only a label that stands directly in the block which declares it is jumped to
//! in this way: on the way into an inner block its variables would be declared anew.

use super::Sema;
use super::convert::node;
use super::plain;
use super::stmt::FunctionState;
use crate::diag::Result;
use crate::hir::{Duration, Expr, ExprKind, LabelId, ObjId, Object, Stmt, StmtKind};
use hatha_cfa::{BinOp, Builtin, IntKind, Origin, Span};

/// Where a function goes on after a jump out of a nested one to a label of one of its blocks.
#[derive(Clone, Debug)]
pub(super) struct Landing {
    /// The place that it saves when it enters the block.
    saved: ObjId,
    /// The depth of the scope of the block.
    depth: u32,
    /// The labels that are jumped to.
    labels: Vec<LabelId>,
}

/// The words of eight bytes that a place takes.
const SAVED_WORDS: u64 = 3;

impl<'a> Sema<'a, '_> {
    /// A block of the current function declares labels that nested functions can see.
    pub(super) fn landing(&mut self, span: Span) -> Landing {
        let word = self.types.int(IntKind::ULongLong);
        let ty = self.types.array(plain(word), SAVED_WORDS);
        let object = Object {
            name: "(place)".to_owned(),
            origin: Origin::Unnamed,
            ..self.blank_object(plain(ty), Duration::Auto, span)
        };
        Landing {
            saved: self.add_object(object),
            depth: self.names.depth(),
            labels: Vec::new(),
        }
    }

    /// The function around the current one that declares a label for it.
    pub(super) fn declaring(&mut self, label: &str) -> Option<&mut FunctionState<'a>> {
        let declares = |f: &FunctionState| f.declaring_block(label).is_some();
        if self.func.as_ref().is_some_and(declares) {
            return None;
        }
        self.enclosing.iter_mut().rev().find(|f| declares(f))
    }

    /// `goto` to a label of an enclosing function; nothing if it is one of this.
    pub(super) fn leave_function(
        &mut self,
        label: &'a str,
        span: Span,
    ) -> Result<Option<StmtKind>> {
        let Some(f) = self.declaring(label) else {
            return Ok(None);
        };
        let id = f.label(label, span);
        let block = f.declaring_block(label);
        let Some(landing) = block.and_then(|b| f.landings.get_mut(b)) else {
            return Ok(None);
        };
        if !landing.labels.contains(&id) {
            landing.labels.push(id);
        }
        let saved = landing.saved;
        let place = self.object_use(saved, span);
        let place = self.rvalue(place)?;
        let place = self.convert(place, self.common.void_ptr);
        let number = self.int_node(number(id), self.common.int, span);
        let kind = ExprKind::Builtin(Builtin::LongJmp, vec![place, number]);
        Ok(Some(StmtKind::Expr(node(kind, self.common.void, span))))
    }

    /// Whether the value of a label may come from an enclosing function.
    pub(super) fn sees_labels_around(&self) -> bool {
        self.enclosing.iter().any(|f| !f.landings.is_empty())
    }

    /// What a block does first if nested functions jump to its labels.
    pub(super) fn land(&mut self, landing: &Landing) -> Result<Vec<Stmt>> {
        if landing.labels.is_empty() {
            return Ok(Vec::new());
        }
        let span = self.object(landing.saved).span;
        let int = self.common.int;
        let place = self.rvalue(self.object_node(landing.saved, span))?;
        let place = self.convert(place, self.common.void_ptr);
        let value = node(ExprKind::Builtin(Builtin::SetJmp, vec![place]), int, span);
        let object = self.blank_object(plain(int), Duration::Auto, span);
        let came = self.add_object(object);
        let kind = StmtKind::Declare(landing.saved, None);
        let init = self.scalar_init(value);
        let mut out = vec![Stmt { kind, span }, self.declare_with(came, init, span)];
        for &label in &landing.labels {
            let cond = self.came_for(came, label, span);
            let then = Box::new(self.go_on(landing, label, span));
            let kind = StmtKind::If {
                cond,
                then,
                els: None,
            };
            out.push(Stmt { kind, span });
        }
        Ok(out)
    }

    fn go_on(&self, landing: &Landing, label: LabelId, span: Span) -> Stmt {
        let depth = self.func.as_ref().and_then(|f| f.label_depth(label));
        let kind = if depth == Some(landing.depth) {
            StmtKind::Goto(label)
        } else {
            StmtKind::Unsupported("`goto` from a nested function into a block".to_owned())
        };
        Stmt { kind, span }
    }

    fn came_for(&self, came: ObjId, label: LabelId, span: Span) -> Expr {
        let int = self.common.int;
        let have = Box::new(self.load_object(came, span));
        let want = Box::new(self.int_node(number(label), int, span));
        node(ExprKind::Binary(BinOp::Eq, have, want), int, span)
    }
}

/// What stands for a label; zero means that the function has just started.
fn number(label: LabelId) -> i128 {
    i128::from(label.0) + 1
}
