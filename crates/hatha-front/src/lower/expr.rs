//! Scalar expressions: effects become edges, the rest a value.
//!
//! **Invariant.** [`FnLower::rvalue`] returns an expression that is valid in the
//! state at the current location. Whoever emits further edges before using it
//! must have protected it against their effects.

use super::effects::MEMORY;
use super::func::FnLower;
use super::place::{At, Lvalue};
use crate::hir::{Expr, ExprKind, Stmt};
use hatha_cfa::{
    BinOp, ExprId, ExprKind as K, FloatKind, InputKind, IntKind, Op, Qual, Scalar, Span, Type,
    TypeId, UnOp,
};

impl FnLower<'_, '_> {
    /// The value of a scalar expression.
    pub(crate) fn rvalue(&mut self, e: &Expr) -> ExprId {
        match &e.kind {
            ExprKind::Int(bits) => self.add(K::Int(*bits), e.ty.ty),
            ExprKind::Float(bits) => self.add(K::Float(*bits), e.ty.ty),
            ExprKind::Load(l) => self.load(l, e.ty.ty),
            // A member of a record that is no lvalue is a value itself.
            ExprKind::Member { .. } if self.scalar(e.ty.ty).is_some() => self.load(e, e.ty.ty),
            ExprKind::Decay(a) | ExprKind::AddrOf(a) if self.is_function(a) => {
                self.function_address(a, e.ty.ty)
            }
            ExprKind::Function(_) => self.function_address(e, e.ty.ty),
            ExprKind::Decay(a) | ExprKind::AddrOf(a) if self.is_missing_object(a) => {
                self.missing(self.object_name(a), e.ty.ty, e.span)
            }
            ExprKind::Decay(a) => self.decay(a, e.ty.ty),
            ExprKind::AddrOf(a) => {
                let addr = self.address(a);
                self.retype(addr, e.ty.ty)
            }
            ExprKind::Cast(a) => {
                let value = self.rvalue(a);
                let is_implicit = e.span == a.span;
                self.conversion(value, e.ty.ty, is_implicit, e.span)
            }
            ExprKind::Unary(op, a) => {
                let a = self.rvalue(a);
                self.add(K::Unary(*op, a), e.ty.ty)
            }
            ExprKind::Binary(op, a, b) => {
                let operands = self.operands(a, b);
                self.operation(*op, operands, e.ty.ty, e.span)
            }
            ExprKind::PtrAdd {
                ptr,
                index,
                negative,
            } => {
                let (p, i) = self.operands(ptr, index);
                self.pointer_add(p, i, *negative, e.ty.ty)
            }
            ExprKind::PtrDiff(a, b) => self.pointer_difference(a, b, e),
            ExprKind::VlaSize(v) => self.vla_size(v.0),
            ExprKind::LabelAddr(l) => self.int(i128::from(l.0) + 1, e.ty.ty),
            _ => self.effectful(e),
        }
    }

    /// The address of a weak name that nothing defines: null, unless there are other files.
    fn missing(&mut self, name: String, ty: TypeId, span: Span) -> ExprId {
        self.cx.prog.missing_names.insert((self.proc, name));
        if !self.cx.is_alone {
            let why = "the address of a weak name that another file may define";
            self.unsupported(why, span);
        }
        self.int(0, ty)
    }

    fn object_name(&self, e: &Expr) -> String {
        match e.kind {
            ExprKind::Object(id) => self.cx.units[self.unit].objects[id].name.clone(),
            _ => String::new(),
        }
    }

    /// Whether an lvalue is a weak object that nothing defines.
    fn is_missing_object(&self, e: &Expr) -> bool {
        let ExprKind::Object(id) = e.kind else {
            return false;
        };
        let sym = self.cx.links.obj_of[self.unit][id];
        sym.is_some_and(|s| self.cx.links.is_missing_object(self.cx.units, s))
    }

    fn load(&mut self, lvalue: &Expr, ty: TypeId) -> ExprId {
        let at_once = self.is_element_of_value(lvalue);
        let before = std::mem::replace(&mut self.reads_at_once, at_once);
        let lv = self.lvalue(lvalue);
        self.reads_at_once = before;
        let value = self.read(&lv);
        self.fit(value, ty)
    }

    /// The value of an expression with effects or control flow.
    fn effectful(&mut self, e: &Expr) -> ExprId {
        match &e.kind {
            ExprKind::LogicalAnd(..) | ExprKind::LogicalOr(..) | ExprKind::Cond(..)
                if self.pure =>
            {
                self.chosen(e)
            }
            ExprKind::Comma(a, b) => {
                self.effect(a);
                self.rvalue(b)
            }
            ExprKind::Assign(l, r) => self.assign(l, r, e.span),
            ExprKind::AssignOp {
                op,
                lvalue,
                value,
                compute,
            } => {
                let lv = self.assign_op(*op, lvalue, value, *compute, true, e.span);
                self.stored(&lv)
            }
            ExprKind::IncDec {
                lvalue,
                increment,
                post,
            } => self.inc_dec(lvalue, *increment, *post, e.span),
            ExprKind::VaArg(ap) => {
                let addr = self.va_next(ap, e.ty, e.span);
                let at = At::Memory {
                    addr,
                    bits: None,
                    align: self.align_of(e.ty.ty),
                };
                self.read(&Lvalue { at, ty: e.ty })
            }
            ExprKind::Overflow {
                op,
                a,
                b,
                res,
                result_ty,
            } => self.overflow(*op, (a, b), res.as_deref(), *result_ty, e),
            ExprKind::Call { callee, args } => self.call_value(callee, args, e),
            ExprKind::Elvis { value, otherwise } => self.elvis(value, otherwise, e),
            ExprKind::Unspecified(who) => {
                let input = InputKind::Other((*who).to_owned());
                self.any(e.ty.ty, input, e.span)
            }
            ExprKind::Unsupported(_) | ExprKind::Fail(_) => {
                self.effect(e);
                self.nothing(e.ty.ty)
            }
            ExprKind::Cond(..)
            | ExprKind::LogicalAnd(..)
            | ExprKind::LogicalOr(..)
            | ExprKind::StmtExpr(..)
            | ExprKind::Builtin(..) => {
                let t = self.temp(e.ty.ty);
                self.value_into(e, &Lvalue::slot(t, e.ty.ty), e.span);
                self.add(K::Var(t), e.ty.ty)
            }
            _ => {
                // A record or a void expression where a scalar is wanted: `sema` refuses those.
                self.unsupported("a value of an unexpected form", e.span);
                self.nothing(e.ty.ty)
            }
        }
    }

    /// Some value for a place that is not reached.
    pub(super) fn nothing(&mut self, ty: TypeId) -> ExprId {
        match self.scalar(ty) {
            Some(Scalar::F32 | Scalar::F64 | Scalar::F80 | Scalar::F128) => {
                self.add(K::Float(0), ty)
            }
            Some(_) => self.add(K::Int(0), ty),
            None => self.int(0, self.cx.common.int),
        }
    }

    /// Two operands, left to right.
    pub(super) fn operands(&mut self, a: &Expr, b: &Expr) -> (ExprId, ExprId) {
        let effects = self.effects(b);
        let left = self.rvalue(a);
        let left = self.protect(left, effects, a.span);
        (left, self.rvalue(b))
    }

    /// Evaluates an expression whose value nobody wants.
    pub(super) fn effect(&mut self, e: &Expr) {
        match &e.kind {
            // A floating value may not fit an integer type: that is asked about, whoever wants the result.
            ExprKind::Cast(a) if !self.is_narrowing(a.ty.ty, e.ty.ty) => self.effect(a),
            ExprKind::Comma(a, b) => {
                self.effect(a);
                self.effect(b);
            }
            ExprKind::Assign(l, r) => self.assign_only(l, r, e.span),
            ExprKind::AssignOp {
                op,
                lvalue,
                value,
                compute,
            } => {
                self.assign_op(*op, lvalue, value, *compute, false, e.span);
            }
            ExprKind::IncDec {
                lvalue, increment, ..
            } => {
                let lv = self.lvalue(lvalue);
                let lv = self.evaluate_once(lv, lvalue.span);
                self.step_by_one(&lv, *increment, e.span);
            }
            ExprKind::Call { callee, args } => self.call(callee, args, e, None),
            ExprKind::Cond(c, a, b) => self.effect_cond(c, a, b, e.span),
            ExprKind::LogicalAnd(a, b) => self.effect_logical(a, b, true, e.span),
            ExprKind::LogicalOr(a, b) => self.effect_logical(a, b, false, e.span),
            ExprKind::StmtExpr(stmts, value) => {
                self.open_scope();
                self.declare_jumped_over(stmts, e.span);
                self.stmts(stmts);
                if let Some(v) = value {
                    self.effect(v);
                }
                self.close_scope(e.span);
            }
            _ => self.effect_of_operation(e),
        }
    }

    /// Whether a conversion takes a floating value to an integer.
    fn is_narrowing(&self, from: TypeId, to: TypeId) -> bool {
        let is_number = matches!(self.scalar(to), Some(Scalar::Int { .. }));
        is_number && matches!(self.cx.prog.types.get(from), Type::Float(_))
    }

    fn effect_of_operation(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::VaStart(ap) => self.va_start(ap, e.span),
            ExprKind::VaCopy(a, b) => self.va_copy(a, b, e.span),
            ExprKind::VaEnd(ap) => self.va_end(ap, e.span),
            ExprKind::Builtin(b, args) => self.builtin(*b, args, None, e.span),
            ExprKind::Fail(kind) => self.emit_last(Op::Fail(kind.clone()), e.span),
            ExprKind::Unsupported(why) => self.unsupported(why.clone(), e.span),
            _ if self.scalar(e.ty.ty).is_some() => {
                let value = self.rvalue(e);
                if !self.is_idle(value) {
                    // The value may fault or be read from something volatile.
                    self.save(value, e.span);
                }
            }
            ExprKind::Function(_) => {}
            _ if self.cx.prog.size_of(e.ty.ty).is_some() => self.effect_of_lvalue(e),
            _ => self.effect_of_odd_lvalue(e),
        }
    }

    /// An lvalue that is no scalar as a statement. A structure is read, which may fault if it is no
    /// variable; an array is not.
    fn effect_of_lvalue(&mut self, e: &Expr) {
        let lvalue = self.lvalue(e);
        let is_record = matches!(self.cx.prog.types.get(e.ty.ty), Type::Record(_));
        if let (true, At::Memory { addr, .. }) = (is_record, lvalue.at)
            && !self.is_in_variable(addr)
        {
            let copy = self.memory_temp(e.ty.ty, e.span);
            self.copy_record(copy, addr, e.ty.ty, e.span);
        }
    }

    fn is_in_variable(&self, addr: ExprId) -> bool {
        match self.node(addr).kind {
            K::AddrOf(_) => true,
            K::Cast(a) | K::Field { base: a, .. } => self.is_in_variable(a),
            _ => false,
        }
    }

    /// An lvalue of `void`, incomplete or variable-length type as a statement: only its address.
    fn effect_of_odd_lvalue(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Deref(p) => self.effect(p),
            ExprKind::Decay(a) | ExprKind::AddrOf(a) | ExprKind::Load(a) => self.effect(a),
            ExprKind::Object(_) => {}
            _ => self.unsupported("an expression of an unexpected form", e.span),
        }
    }

    /// Whether computing a value neither faults nor reads anything volatile.
    fn is_idle(&self, value: ExprId) -> bool {
        match self.node(value).kind {
            K::Int(_) | K::Float(_) | K::AddrOf(_) | K::Proc(_) => true,
            K::Var(v) => !self.cx.prog.var(v).volatile,
            K::Cast(a) => {
                let (from, to) = (self.node(a).ty, self.node(value).ty);
                self.is_idle(a) && !self.is_narrowing(from, to)
            }
            K::Field { base: a, .. } => self.is_idle(a),
            K::Binary(op, a, b) if op.is_comparison() => self.is_idle(a) && self.is_idle(b),
            _ => false,
        }
    }

    // ---- assignment ----

    /// `l = r` for its effect.
    fn assign_only(&mut self, l: &Expr, r: &Expr, span: Span) {
        if self.scalar(l.ty.ty).is_none() {
            self.assign_record(l, r, span);
            return;
        }
        let effects = self.effects(r);
        let lv = self.lvalue(l);
        let lv = self.protect_lvalue(lv, effects, l.span);
        self.value_into(r, &lv, span);
    }

    /// `l = r` for its value: that of `l` afterwards, without reading `l` again where a read
    /// could tell (volatile) or the write could have moved `l`.
    fn assign(&mut self, l: &Expr, r: &Expr, span: Span) -> ExprId {
        let effects = self.effects(r);
        let lv = self.lvalue(l);
        let lv = self.protect_lvalue(lv, effects, l.span);
        if matches!(lv.at, At::Slot(_)) && !lv.ty.quals.is_volatile && !self.is_contended(&lv) {
            self.value_into(r, &lv, span);
            return self.read(&lv);
        }
        if lv.is_bit_field() {
            let lv = self.protect_lvalue(lv, MEMORY, l.span);
            self.value_into(r, &lv, span);
            return self.stored(&lv);
        }
        let value = self.rvalue(r);
        let own = match lv.at {
            At::Slot(v) => self.slot_effect(v),
            At::Memory { .. } => MEMORY,
        };
        let value = if self.is_volatile(value) {
            self.save(value, r.span)
        } else {
            self.protect(value, own, r.span)
        };
        self.write(&lv, value, span);
        value
    }

    /// The value that was just stored; a bit-field has cut it. Not a read of the program's.
    fn stored(&mut self, lv: &Lvalue) -> ExprId {
        let mut plain = *lv;
        plain.ty.quals.is_volatile = false;
        self.read(&plain)
    }

    /// Stores the value of a scalar expression, without a temporary where an edge can do both.
    /// The caller has protected the place against the effects of `e`.
    pub(crate) fn value_into(&mut self, e: &Expr, lv: &Lvalue, span: Span) {
        let e = self.peel(e, lv.ty.ty);
        match &e.kind {
            ExprKind::Cond(c, a, b) if self.same_scalar(e, lv) => {
                self.choose_into((c, a, b), lv, span);
            }
            ExprKind::LogicalAnd(..) | ExprKind::LogicalOr(..) => self.truth_into(e, lv, span),
            ExprKind::Call { callee, args } if self.same_scalar(e, lv) => {
                self.call(callee, args, e, Some(lv.place()));
            }
            ExprKind::Builtin(b, args) if self.same_scalar(e, lv) => {
                self.builtin(*b, args, Some(lv.place()), span);
            }
            ExprKind::Comma(a, b) if self.same_scalar(e, lv) => {
                self.effect(a);
                self.value_into(b, lv, span);
            }
            ExprKind::StmtExpr(stmts, Some(value)) if self.same_scalar(e, lv) => {
                self.open_scope();
                self.declare_jumped_over(stmts, span);
                self.stmts(stmts);
                self.value_into(value, lv, span);
                self.close_scope(span);
            }
            ExprKind::StmtExpr(_, None) => {
                self.effect(e);
                let value = self.nothing(lv.ty.ty);
                self.write(lv, value, span);
            }
            _ => {
                let value = self.rvalue(e);
                self.write(lv, value, span);
            }
        }
    }

    /// Takes off conversions that change nothing on the way to a place of type `ty`: between
    /// types that are one to the machine, and of a truth value to any integer type.
    fn peel<'e>(&self, mut e: &'e Expr, ty: TypeId) -> &'e Expr {
        while let ExprKind::Cast(inner) = &e.kind {
            let same = self.scalar(inner.ty.ty) == self.scalar(e.ty.ty);
            let logical = matches!(
                inner.kind,
                ExprKind::LogicalAnd(..) | ExprKind::LogicalOr(..)
            );
            let integer = matches!(self.scalar(ty), Some(Scalar::Int { .. } | Scalar::Bool))
                && matches!(
                    self.scalar(e.ty.ty),
                    Some(Scalar::Int { .. } | Scalar::Bool)
                );
            let idle = same || (logical && integer);
            if !idle {
                break;
            }
            e = inner;
        }
        e
    }

    fn same_scalar(&self, e: &Expr, lv: &Lvalue) -> bool {
        let ty = match lv.at {
            At::Slot(v) => self.cx.prog.var(v).ty,
            At::Memory { .. } => lv.ty.ty,
        };
        self.scalar(e.ty.ty) == self.scalar(ty)
    }

    /// `lvalue op= value`; the lvalue is read once and written once. `again` tells that the caller
    /// reads it back.
    fn assign_op(
        &mut self,
        op: BinOp,
        lvalue: &Expr,
        value: &Expr,
        compute: TypeId,
        again: bool,
        span: Span,
    ) -> Lvalue {
        // With effects, the right operand comes first: a call in it must not fall between the
        // read and the write of the left one (C11 6.5.16.2).
        let first = (self.effects(value) != 0).then(|| {
            let operand = self.rvalue(value);
            self.save(operand, value.span)
        });
        let lv = self.lvalue(lvalue);
        // The write itself may change what the address depends on.
        let own = if again { MEMORY } else { 0 };
        let lv = self.protect_lvalue(lv, own, lvalue.span);
        let lv = self.evaluate_once(lv, lvalue.span);
        let operand = first.unwrap_or_else(|| self.rvalue(value));
        let old = self.read(&lv);
        let new = self.operate(op, (old, operand), compute, span);
        let new = self.conversion(new, lv.ty.ty, true, span);
        if again && self.is_contended(&lv) {
            let value = self.save(new, span);
            self.write(&lv, value, span);
            let at = match self.node(value).kind {
                K::Var(kept) => At::Slot(kept),
                _ => lv.at,
            };
            return Lvalue { at, ..lv };
        }
        self.write(&lv, new, span);
        lv
    }

    fn operate(
        &mut self,
        op: BinOp,
        (old, operand): (ExprId, ExprId),
        compute: TypeId,
        span: Span,
    ) -> ExprId {
        if self.scalar(compute) == Some(Scalar::Pointer) {
            return self.pointer_add(old, operand, op == BinOp::Sub, compute);
        }
        let old = self.conversion(old, compute, true, span);
        self.operation(op, (old, operand), compute, span)
    }

    /// `++` and `--` as values.
    fn inc_dec(&mut self, l: &Expr, increment: bool, post: bool, span: Span) -> ExprId {
        let lv = self.lvalue(l);
        let lv = self.evaluate_once(lv, l.span);
        if post {
            let old = self.read(&lv);
            let old = self.save(old, l.span);
            let new = self.one_more(old, increment, &lv, span);
            self.write(&lv, new, span);
            old
        } else {
            // The write itself may change what the address depends on.
            let lv = self.protect_lvalue(lv, MEMORY, l.span);
            if self.is_contended(&lv) {
                let old = self.read(&lv);
                let new = self.one_more(old, increment, &lv, span);
                let new = self.save(new, span);
                self.write(&lv, new, span);
                return new;
            }
            self.step_by_one(&lv, increment, span);
            self.stored(&lv)
        }
    }

    fn step_by_one(&mut self, lv: &Lvalue, increment: bool, span: Span) {
        let old = self.read(lv);
        let new = self.one_more(old, increment, lv, span);
        self.write(lv, new, span);
    }

    /// `old + 1` or `old - 1`, computed in the promoted type and converted back.
    fn one_more(&mut self, old: ExprId, increment: bool, lv: &Lvalue, span: Span) -> ExprId {
        let ty = lv.ty.ty;
        let op = if increment { BinOp::Add } else { BinOp::Sub };
        if self.scalar(ty) == Some(Scalar::Pointer) {
            let one = self.int(1, self.cx.common.int);
            return self.pointer_add(old, one, !increment, ty);
        }
        let int_bits = self.cx.prog.target.int_bits;
        let compute = match lv.width() {
            // A bit-field whose values fit an `int` is one then, whatever its declared type is.
            Some(width) if width < int_bits => self.cx.common.int,
            _ => self.promoted(ty),
        };
        let one = match *self.cx.prog.types.get(compute) {
            Type::Float(kind) => {
                let bits = self.float_one(kind, compute);
                self.add(K::Float(bits), compute)
            }
            _ => self.int(1, compute),
        };
        let new = self.operate(op, (old, one), compute, span);
        self.conversion(new, ty, true, span)
    }

    /// The integer promotion of a type; other types stay.
    fn promoted(&mut self, ty: TypeId) -> TypeId {
        let int_bits = self.cx.prog.target.int_bits as u16;
        match self.scalar(ty) {
            Some(Scalar::Bool) => self.cx.common.int,
            Some(Scalar::Int { bits, .. }) if bits < int_bits => self.cx.common.int,
            Some(Scalar::Int { bits, signed }) => match self.cx.prog.types.get(ty) {
                Type::Enum(_) if bits == int_bits && signed => self.cx.common.int,
                Type::Enum(_) if bits == int_bits => self.cx.prog.types.int(IntKind::UInt),
                _ => ty,
            },
            _ => ty,
        }
    }

    /// The bits of 1.0.
    fn float_one(&self, kind: FloatKind, ty: TypeId) -> u128 {
        match (kind, self.scalar(ty)) {
            (_, Some(Scalar::F32)) => 0x3f80_0000,
            (_, Some(Scalar::F64)) => 0x3ff0_0000_0000_0000,
            (_, Some(Scalar::F80)) => 0x3fff_8000_0000_0000_0000,
            _ => 0x3fff << 112,
        }
    }

    // ---- pointers ----

    /// `p + i` or `p - i`, in steps of the pointee's size.
    pub(crate) fn pointer_add(
        &mut self,
        p: ExprId,
        i: ExprId,
        negative: bool,
        ty: TypeId,
    ) -> ExprId {
        let i = match self.scalar(self.node(i).ty) {
            Some(Scalar::Bool) => self.cast(i, self.cx.common.int),
            _ => i,
        };
        let pointee = self.cx.prog.types.pointee(ty);
        let (index, scale) = match pointee.map(|q| self.stride(q)) {
            Some(Stride::Dynamic(bytes)) => {
                let wide = self.cast(i, self.cx.common.ptrdiff);
                let bytes = self.cast(bytes, self.cx.common.ptrdiff);
                let kind = K::Binary(BinOp::Mul, wide, bytes);
                (self.add(kind, self.cx.common.ptrdiff), 1)
            }
            Some(Stride::Fixed(n)) => (i, n),
            None => (i, 1),
        };
        let index = if negative { self.negated(index) } else { index };
        let base = p;
        let kind = K::Index { base, index, scale };
        self.add(kind, ty)
    }

    /// An index counted backwards: negated in `ptrdiff_t`, since an unsigned index would wrap.
    fn negated(&mut self, index: ExprId) -> ExprId {
        let node = self.node(index);
        let ptrdiff = self.cx.common.ptrdiff;
        if let (K::Int(bits), Some(Scalar::Int { bits: w, signed })) =
            (node.kind, self.scalar(node.ty))
        {
            let value = extend(bits, w, signed);
            return self.int(value.wrapping_neg(), ptrdiff);
        }
        let wide = self.cast(index, ptrdiff);
        self.add(K::Unary(UnOp::Neg, wide), ptrdiff)
    }

    fn pointer_difference(&mut self, a: &Expr, b: &Expr, e: &Expr) -> ExprId {
        let pointee = self.cx.prog.types.pointee(a.ty.ty);
        let (a, b) = self.operands(a, b);
        match pointee.map(|q| self.stride(q)) {
            Some(Stride::Dynamic(bytes)) => {
                let bytes = self.cast(bytes, e.ty.ty);
                let diff = self.add(K::PtrDiff { a, b, scale: 1 }, e.ty.ty);
                self.add(K::Binary(BinOp::Div, diff, bytes), e.ty.ty)
            }
            Some(Stride::Fixed(n)) => self.add(
                K::PtrDiff {
                    a,
                    b,
                    scale: n.max(1),
                },
                e.ty.ty,
            ),
            None => self.add(K::PtrDiff { a, b, scale: 1 }, e.ty.ty),
        }
    }

    /// Bytes from one element to the next; GNU gives `void` and functions the size 1.
    fn stride(&mut self, q: Qual) -> Stride {
        if self.is_variably_sized(q.ty) {
            return Stride::Dynamic(self.type_bytes(q.ty));
        }
        match self.cx.prog.types.get(q.ty) {
            Type::Void | Type::Function(_) => Stride::Fixed(1),
            _ => Stride::Fixed(self.cx.prog.size_of(q.ty).unwrap_or(1)),
        }
    }

    /// Whether an expression designates a function.
    pub(super) fn is_function(&self, e: &Expr) -> bool {
        matches!(self.cx.prog.types.get(e.ty.ty), Type::Function(_))
    }

    /// A function designator as a pointer.
    pub(crate) fn function_address(&mut self, e: &Expr, ty: TypeId) -> ExprId {
        match &e.kind {
            ExprKind::Function(f) => {
                if let Some(pointer) = self.closure(*f, e.span) {
                    return match self.cx.prog.types.get(ty) {
                        Type::Pointer(_) => self.retype(pointer, ty),
                        _ => pointer,
                    };
                }
                if self.needs_closure(*f) {
                    let why = "a pointer to a nested function that uses variables around it";
                    self.unsupported(why, e.span);
                }
                let p = self.proc_of(*f);
                let own = self.cx.prog.proc(p).ty;
                let ptr = match self.cx.prog.types.get(ty) {
                    Type::Pointer(_) => ty,
                    _ => self.pointer(own.into()),
                };
                let sym = self.cx.links.func_of[self.unit][*f];
                if self.cx.links.is_missing_function(self.cx.units, sym) {
                    let name = self.cx.units[self.unit].functions[*f].name.clone();
                    return self.missing(name, ptr, e.span);
                }
                self.add(K::Proc(p), ptr)
            }
            ExprKind::Deref(p) => self.rvalue(p),
            ExprKind::Comma(a, b) => {
                self.effect(a);
                self.function_address(b, ty)
            }
            _ => self.rvalue(e),
        }
    }

    /// Statements of a statement expression.
    pub(super) fn stmts(&mut self, stmts: &[Stmt]) {
        for s in stmts {
            self.stmt(s);
        }
    }
}

enum Stride {
    Fixed(u64),
    Dynamic(ExprId),
}

/// The value of a constant of a given width.
pub(super) fn extend(bits: u128, width: u16, signed: bool) -> i128 {
    let shift = 128u32.saturating_sub(u32::from(width));
    if signed {
        ((bits << shift) as i128) >> shift
    } else {
        bits as i128
    }
}
