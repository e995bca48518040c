//! Variable-length arrays.
//!
//! **Invariant.** The size of each such type is evaluated once, where its
//! declaration is reached, and kept in a hidden slot. The array is an object of
//! the stack behind a hidden pointer, which carries the array's name; it ends
//! with its block.

use super::func::FnLower;
use super::scope::Mortal;
use crate::hir::{Expr, ObjId, Object};
use hatha_cfa::{
    ArrayLen, BinOp, Builtin, ExprId, ExprKind as K, FailKind, Op, Place, Qual, Span, Storage,
    Type, TypeId, Var, VarScope,
};

impl FnLower<'_, '_> {
    /// Whether the size of a type is known only at run time.
    pub(crate) fn is_variably_sized(&self, ty: TypeId) -> bool {
        match self.cx.prog.types.get(ty) {
            Type::Array { elem, len } => {
                matches!(len, ArrayLen::Variable(_)) || self.is_variably_sized(elem.ty)
            }
            _ => false,
        }
    }

    /// The hidden pointer to a variable-length array.
    pub(crate) fn vla_variable(&mut self, o: &Object, scope: VarScope) -> Var {
        let elem = match self.cx.prog.types.get(o.ty.ty) {
            Type::Array { elem, .. } => *elem,
            _ => Qual::from(o.ty.ty),
        };
        let ty = self.pointer(elem);
        Var {
            name: o.name.clone(),
            origin: o.origin,
            ty,
            scope,
            storage: Storage::Slot,
            align: self.align_of(ty),
            volatile: false,
            linkage: hatha_cfa::Linkage::Internal,
            read_only: false,
            span: o.span,
        }
    }

    /// The declaration of a variable-length array type is reached.
    pub(crate) fn vla_declared(&mut self, vla: u32, count: &Expr, elem: TypeId, span: Span) {
        let size = self.cx.common.size;
        let count = self.rvalue(count);
        let count = self.demand_positive(count, span);
        let count = self.cast(count, size);
        let each = self.type_bytes(elem);
        let value = match self.node(each).kind {
            K::Int(1) => count,
            _ => self.add(K::Binary(BinOp::Mul, count, each), size),
        };
        let slot = match self.vlas.get(&vla) {
            Some(v) => *v,
            None => self.temp(size),
        };
        self.vlas.insert(vla, slot);
        let place = Place::Slot(slot);
        self.emit(Op::Assign { place, value }, span);
    }

    /// A failure unless a number of elements is positive, as C demands it; or none, where the
    /// competition asks: there an array without elements is what compilers make of it, an object
    /// without bytes, and only what accesses it fails.
    fn demand_positive(&mut self, count: ExprId, span: Span) -> ExprId {
        let narrow = self.cx.prog.size_of(self.node(count).ty) < Some(4);
        let count = match narrow {
            true => self.cast(count, self.cx.common.int),
            false => count,
        };
        if matches!(self.node(count).kind, K::Int(_)) {
            return count;
        }
        let count = self.save(count, span);
        let ty = self.node(count).ty;
        let zero = self.int(0, ty);
        let refuses = match self.cx.allows_empty_arrays {
            true => BinOp::Lt,
            false => BinOp::Le,
        };
        let cond = self.add(K::Binary(refuses, count, zero), self.cx.common.int);
        let (positive, refused) = (self.b.new_loc(), self.b.new_loc());
        self.test_value(cond, Some(refused), Some(positive), span);
        self.b.set_current(refused);
        self.emit_last(Op::Fail(FailKind::ArraySize), span);
        self.b.set_current(positive);
        count
    }

    /// The bytes of a variable-length array type.
    pub(crate) fn vla_size(&mut self, vla: u32) -> ExprId {
        let size = self.cx.common.size;
        match self.vlas.get(&vla).copied() {
            Some(v) => self.add(K::Var(v), size),
            None => {
                let why = "the size of an array type whose declaration was not met";
                self.unsupported(why, Span::NONE);
                self.int(0, size)
            }
        }
    }

    /// The bytes of any type, of `size_t`.
    pub(crate) fn type_bytes(&mut self, ty: TypeId) -> ExprId {
        if let Some(n) = self.cx.prog.size_of(ty) {
            return self.size(n);
        }
        match *self.cx.prog.types.get(ty) {
            Type::Array {
                len: ArrayLen::Variable(v),
                ..
            } => self.vla_size(v),
            Type::Array {
                elem,
                len: ArrayLen::Fixed(n),
            } => {
                let (each, count) = (self.type_bytes(elem.ty), self.size(n));
                let size = self.cx.common.size;
                self.add(K::Binary(BinOp::Mul, count, each), size)
            }
            // GNU gives `void` and functions the size 1.
            _ => self.size(1),
        }
    }

    /// A variable-length array comes into scope.
    pub(crate) fn declare_vla(&mut self, id: ObjId, span: Span) {
        self.b.start_stmt(span);
        let o = self.cx.object(self.unit, id);
        let v = self.var_of(id);
        let bytes = self.type_bytes(o.ty.ty);
        let align = i128::from(self.align_of(o.ty.ty).max(o.align));
        let align = self.int(align, self.cx.common.int);
        let op = Op::Builtin {
            builtin: Builtin::StackAlloc,
            args: vec![bytes, align],
            result: Some(Place::Slot(v)),
        };
        self.emit(op, span);
        self.mortal(Mortal::Vla(v));
        if o.cleanup.is_some() {
            self.unsupported("a variable-length array with a cleanup function", span);
        }
    }
}
