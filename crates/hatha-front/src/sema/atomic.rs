//! `__sync_*` and `__atomic_*` as plain operations.
//!
//! **Invariant.** There is one thread: an atomic operation is its parts in
//! order, each argument evaluated once. Arithmetic wraps, as the built-ins
//! promise for signed types too.

use super::builtin::Args;
use super::convert::{node, to_unsigned};
use super::{Sema, error};
use crate::diag::Result;
use crate::hir::{Expr, ExprKind, ObjId, Stmt, StmtKind};
use hatha_cfa::{BinOp, IntKind, Qual, Span, TypeId, UnOp};

/// What an atomic operation does to the old value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Update {
    Op(BinOp),
    Nand,
}

/// A block being built for a statement expression.
struct Steps {
    stmts: Vec<Stmt>,
    span: Span,
}

impl Steps {
    fn finish(self, value: Expr) -> Expr {
        let (ty, span) = (value.ty.ty, self.span);
        node(
            ExprKind::StmtExpr(self.stmts, Some(Box::new(value))),
            ty,
            span,
        )
    }
}

impl<'a> Sema<'a, '_> {
    /// A call of an atomic built-in.
    pub(super) fn atomic_call(
        &mut self,
        name: &'a str,
        args: Args<'a>,
        span: Span,
    ) -> Result<Expr> {
        let base = strip_size(name);
        if let Some((update, new)) = sync_update(base) {
            return self.fetch_update(args, update, new, span);
        }
        let c = self.common;
        match base {
            "__sync_synchronize" | "__atomic_thread_fence" | "__atomic_signal_fence" => {
                self.fence(args, span)
            }
            "__atomic_always_lock_free" | "__atomic_is_lock_free" => {
                Ok(self.int_node(1, c.boolean, span))
            }
            "__sync_bool_compare_and_swap" => self.sync_compare(args, true, span),
            "__sync_val_compare_and_swap" => self.sync_compare(args, false, span),
            "__sync_lock_test_and_set" | "__atomic_exchange_n" => self.exchange(args, span),
            "__sync_lock_release" => self.clear(args, span),
            "__atomic_clear" => self.clear(args, span),
            "__atomic_load_n" => {
                let (lv, steps) = self.target_of(args, span)?;
                let value = self.rvalue(lv.1)?;
                Ok(steps.finish(value))
            }
            "__atomic_store_n" => self.store_n(args, span),
            "__atomic_load" => self.copy_between(args, 1, 0, span),
            "__atomic_store" => self.copy_between(args, 0, 1, span),
            "__atomic_exchange" => self.exchange_through(args, span),
            "__atomic_compare_exchange_n" => self.compare_exchange(args, false, span),
            "__atomic_compare_exchange" => self.compare_exchange(args, true, span),
            "__atomic_test_and_set" => self.test_and_set(args, span),
            _ => Ok(self.unsupported_node(format!("built-in function '{name}'"), c.int, span)),
        }
    }

    fn fence(&mut self, args: Args<'a>, span: Span) -> Result<Expr> {
        let order = match args.first() {
            Some(a) => self.value(a)?,
            None => self.int_node(0, self.common.int, span),
        };
        Ok(node(
            ExprKind::Cast(Box::new(order)),
            self.common.void,
            span,
        ))
    }

    /// Keeps a value for later use.
    fn keep(&mut self, value: Expr, steps: &mut Steps) -> ObjId {
        let (declare, id) = self.temporary(value);
        steps.stmts.push(declare);
        id
    }

    fn run(&mut self, e: Expr, steps: &mut Steps) {
        steps.stmts.push(Stmt {
            kind: StmtKind::Expr(e),
            span: steps.span,
        });
    }

    /// The pointer argument number `i`, kept, and what it points to.
    fn pointer_arg(
        &mut self,
        args: Args<'a>,
        i: usize,
        steps: &mut Steps,
    ) -> Result<(ObjId, Qual)> {
        let arg = self.arg(args, i, steps.span)?;
        let pointer = self.value(arg)?;
        let Some(mut to) = self.types.pointee(pointer.ty.ty) else {
            return Err(error(
                steps.span,
                format!("argument {} of an atomic built-in is not a pointer", i + 1),
            ));
        };
        if self.size_of(to.ty).is_none() && !self.is_void(to.ty) {
            return Err(error(steps.span, "atomic built-in on an incomplete type"));
        }
        to.quals.is_const = false;
        Ok((self.keep(pointer, steps), to))
    }

    /// What a kept pointer points to.
    fn pointed(&self, pointer: ObjId, to: Qual, span: Span) -> Expr {
        let value = self.load_object(pointer, span);
        node(ExprKind::Deref(Box::new(value)), to, span)
    }

    /// The first argument's target: its type and lvalue, with the steps so far.
    fn target_of(&mut self, args: Args<'a>, span: Span) -> Result<((Qual, Expr), Steps)> {
        let mut steps = Steps {
            stmts: Vec::new(),
            span,
        };
        let (pointer, to) = self.pointer_arg(args, 0, &mut steps)?;
        let lv = self.pointed(pointer, to, span);
        Ok(((to, lv), steps))
    }

    /// `op` on the target; gives the new or the old value.
    fn fetch_update(
        &mut self,
        args: Args<'a>,
        update: Update,
        new: bool,
        span: Span,
    ) -> Result<Expr> {
        let ((to, lv), mut steps) = self.target_of(args, span)?;
        let operand = self.arg_as(args, 1, to.ty, span)?;
        let operand = self.keep(operand, &mut steps);
        let old = self.rvalue(lv.clone())?;
        let old = self.keep(old, &mut steps);
        let (a, b) = (self.load_object(old, span), self.load_object(operand, span));
        let result = self.updated(update, a, b, to.ty, span);
        let result = self.keep(result, &mut steps);
        let value = self.load_object(result, span);
        let store = self.store(lv, value, span);
        self.run(store, &mut steps);
        let shown = self.load_object(if new { result } else { old }, span);
        Ok(steps.finish(shown))
    }

    /// Computed without sign, so that it wraps; addresses count in bytes.
    fn updated(&mut self, update: Update, a: Expr, b: Expr, ty: TypeId, span: Span) -> Expr {
        let kind = match self.int_kind(ty) {
            Some(k) if self.target.int_bits_of(k) > self.target.int_bits => to_unsigned(k),
            None if self.is_pointer(ty) => self.target.size_type,
            _ => IntKind::UInt,
        };
        let wide = self.types.int(kind);
        let (a, b) = (self.convert(a, wide), self.convert(b, wide));
        let result = match update {
            Update::Op(op) => self.operation(op, a, b, wide, span),
            Update::Nand => {
                let both = self.operation(BinOp::And, a, b, wide, span);
                node(ExprKind::Unary(UnOp::Not, Box::new(both)), wide, span)
            }
        };
        self.convert(result, ty)
    }

    fn sync_compare(&mut self, args: Args<'a>, truth: bool, span: Span) -> Result<Expr> {
        let ((to, lv), mut steps) = self.target_of(args, span)?;
        let expected = self.arg_as(args, 1, to.ty, span)?;
        let expected = self.keep(expected, &mut steps);
        let desired = self.arg_as(args, 2, to.ty, span)?;
        let desired = self.keep(desired, &mut steps);
        let old = self.rvalue(lv.clone())?;
        let old = self.keep(old, &mut steps);
        let same = self.same(old, expected, span);
        let value = self.load_object(desired, span);
        let store = self.store(lv, value, span);
        self.run_if(same, store, &mut steps);
        let result = if truth {
            self.same(old, expected, span)
        } else {
            self.load_object(old, span)
        };
        let result = if truth {
            self.convert(result, self.common.boolean)
        } else {
            result
        };
        Ok(steps.finish(result))
    }

    fn same(&mut self, a: ObjId, b: ObjId, span: Span) -> Expr {
        let (a, b) = (self.load_object(a, span), self.load_object(b, span));
        self.operation(BinOp::Eq, a, b, self.common.int, span)
    }

    fn run_if(&mut self, cond: Expr, then: Expr, steps: &mut Steps) {
        let span = steps.span;
        let then = Stmt {
            kind: StmtKind::Expr(then),
            span,
        };
        let kind = StmtKind::If {
            cond,
            then: Box::new(then),
            els: None,
        };
        steps.stmts.push(Stmt { kind, span });
    }

    fn exchange(&mut self, args: Args<'a>, span: Span) -> Result<Expr> {
        let ((to, lv), mut steps) = self.target_of(args, span)?;
        let desired = self.arg_as(args, 1, to.ty, span)?;
        let desired = self.keep(desired, &mut steps);
        let old = self.rvalue(lv.clone())?;
        let old = self.keep(old, &mut steps);
        let value = self.load_object(desired, span);
        let store = self.store(lv, value, span);
        self.run(store, &mut steps);
        let shown = self.load_object(old, span);
        Ok(steps.finish(shown))
    }

    fn clear(&mut self, args: Args<'a>, span: Span) -> Result<Expr> {
        let ((to, lv), mut steps) = self.target_of(args, span)?;
        // `atomic_flag` is a structure of one byte.
        let (ty, lv) = if !self.is_scalar(to.ty) {
            self.as_bytes(lv)
        } else {
            (to.ty, lv)
        };
        let zero = self.int_node(0, self.common.int, span);
        let zero = self.convert(zero, ty);
        let store = self.store(lv, zero, span);
        self.run(store, &mut steps);
        Ok(self.no_value(steps))
    }

    /// A target that is no scalar is a byte.
    fn as_bytes(&mut self, lv: Expr) -> (TypeId, Expr) {
        let byte = self.types.int(IntKind::UChar);
        let pointer = self.types.pointer(byte);
        let span = lv.span;
        let lv = match lv.kind {
            ExprKind::Deref(p) => {
                let p = self.convert(*p, pointer);
                node(ExprKind::Deref(Box::new(p)), byte, span)
            }
            _ => lv,
        };
        (byte, lv)
    }

    fn no_value(&self, steps: Steps) -> Expr {
        node(
            ExprKind::StmtExpr(steps.stmts, None),
            self.common.void,
            steps.span,
        )
    }

    fn store_n(&mut self, args: Args<'a>, span: Span) -> Result<Expr> {
        let ((to, lv), mut steps) = self.target_of(args, span)?;
        let value = self.arg_as(args, 1, to.ty, span)?;
        let store = self.store(lv, value, span);
        self.run(store, &mut steps);
        Ok(self.no_value(steps))
    }

    /// `*to = *from` for two pointer arguments.
    fn copy_between(&mut self, args: Args<'a>, to: usize, from: usize, span: Span) -> Result<Expr> {
        let mut steps = Steps {
            stmts: Vec::new(),
            span,
        };
        let (first, a) = self.pointer_arg(args, 0, &mut steps)?;
        let (second, b) = self.pointer_arg(args, 1, &mut steps)?;
        let parts = [(first, a), (second, b)];
        let target = self.pointed(parts[to].0, parts[to].1, span);
        let source = self.pointed(parts[from].0, parts[from].1, span);
        let value = self.assign_to(
            source,
            target.ty.ty,
            super::convert::Destination::Assignment,
        )?;
        let store = self.store(target, value, span);
        self.run(store, &mut steps);
        Ok(self.no_value(steps))
    }

    /// `*ret = *ptr; *ptr = *val;` of `__atomic_exchange(ptr, val, ret, order)`.
    fn exchange_through(&mut self, args: Args<'a>, span: Span) -> Result<Expr> {
        let mut steps = Steps {
            stmts: Vec::new(),
            span,
        };
        let (ptr, a) = self.pointer_arg(args, 0, &mut steps)?;
        let (val, b) = self.pointer_arg(args, 1, &mut steps)?;
        let (ret, c) = self.pointer_arg(args, 2, &mut steps)?;
        let desired = self.pointed(val, b, span);
        let desired = self.rvalue(desired)?;
        let desired = self.keep(desired, &mut steps);
        for (to, from) in [((ret, c), Some((ptr, a))), ((ptr, a), None)] {
            let target = self.pointed(to.0, to.1, span);
            let source = match from {
                Some((p, q)) => self.pointed(p, q, span),
                None => self.object_node(desired, span),
            };
            let value = self.assign_to(
                source,
                target.ty.ty,
                super::convert::Destination::Assignment,
            )?;
            let store = self.store(target, value, span);
            self.run(store, &mut steps);
        }
        Ok(self.no_value(steps))
    }

    /// `__atomic_compare_exchange_n(ptr, expected, desired, weak, success, failure)`
    fn compare_exchange(&mut self, args: Args<'a>, through: bool, span: Span) -> Result<Expr> {
        let ((to, lv), mut steps) = self.target_of(args, span)?;
        if !self.is_scalar(to.ty) {
            return Ok(self.unsupported_node(
                "atomic compare of a structure",
                self.common.boolean,
                span,
            ));
        }
        let (expected, want) = self.pointer_arg(args, 1, &mut steps)?;
        let desired = if through {
            let (p, q) = self.pointer_arg(args, 2, &mut steps)?;
            let value = self.pointed(p, q, span);
            self.rvalue(value)?
        } else {
            self.arg_as(args, 2, to.ty, span)?
        };
        let desired = self.convert(desired, to.ty);
        let desired = self.keep(desired, &mut steps);
        let old = self.rvalue(lv.clone())?;
        let old = self.keep(old, &mut steps);
        let hoped = self.pointed(expected, want, span);
        let hoped_value = self.rvalue(hoped.clone())?;
        let hoped_value = self.convert(hoped_value, to.ty);
        let hoped_value = self.keep(hoped_value, &mut steps);
        let same = self.same(old, hoped_value, span);
        let value = self.load_object(desired, span);
        let store = self.store(lv, value, span);
        self.run_if(same, store, &mut steps);
        let same = self.same(old, hoped_value, span);
        let differ = self.logical_not(same, span);
        let seen = self.load_object(old, span);
        let seen = self.convert(seen, want.ty);
        let report = self.store(hoped, seen, span);
        self.run_if(differ, report, &mut steps);
        let same = self.same(old, hoped_value, span);
        let result = self.convert(same, self.common.boolean);
        Ok(steps.finish(result))
    }

    fn test_and_set(&mut self, args: Args<'a>, span: Span) -> Result<Expr> {
        let mut steps = Steps {
            stmts: Vec::new(),
            span,
        };
        let arg = self.arg(args, 0, span)?;
        let pointer = self.value(arg)?;
        let byte = self.types.int(IntKind::UChar);
        let bytes = self.types.pointer(byte);
        let pointer = self.convert(pointer, bytes);
        let pointer = self.keep(pointer, &mut steps);
        let lv = self.pointed(pointer, Qual::from(byte), span);
        let old = self.rvalue(lv.clone())?;
        let old = self.convert(old, self.common.boolean);
        let old = self.keep(old, &mut steps);
        let one = self.int_node(1, byte, span);
        let store = self.store(lv, one, span);
        self.run(store, &mut steps);
        let shown = self.load_object(old, span);
        Ok(steps.finish(shown))
    }
}

/// `__sync_fetch_and_add_4` is `__sync_fetch_and_add`.
fn strip_size(name: &str) -> &str {
    ["_16", "_1", "_2", "_4", "_8"]
        .iter()
        .find_map(|s| name.strip_suffix(s))
        .unwrap_or(name)
}

/// What a fetching built-in does, and whether it gives the new value.
fn sync_update(base: &str) -> Option<(Update, bool)> {
    let (word, new) = if let Some(w) = base.strip_prefix("__sync_fetch_and_") {
        (w, false)
    } else if let Some(w) = base.strip_prefix("__atomic_fetch_") {
        (w, false)
    } else if let Some(w) = base
        .strip_prefix("__sync_")
        .and_then(|b| b.strip_suffix("_and_fetch"))
    {
        (w, true)
    } else {
        (
            base.strip_prefix("__atomic_")?.strip_suffix("_fetch")?,
            true,
        )
    };
    let update = match word {
        "add" => Update::Op(BinOp::Add),
        "sub" => Update::Op(BinOp::Sub),
        "and" => Update::Op(BinOp::And),
        "or" => Update::Op(BinOp::Or),
        "xor" => Update::Op(BinOp::Xor),
        "nand" => Update::Nand,
        _ => return None,
    };
    Some((update, new))
}
