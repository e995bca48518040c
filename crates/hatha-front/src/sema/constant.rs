//! Constant expressions: integers, floats and addresses.
//!
//! **Invariant.** What is evaluated here is what the program would compute;
//! undefined operations other than wrapping overflow have no value. An address
//! is an object, function or label and a distance, never a number.

use super::convert::node;
use super::{Sema, error, number, plain};
use crate::diag::Result;
use crate::hir::{Duration, Expr, ExprKind, FuncId, InitItemValue, LabelId, ObjId};
use hatha_cfa::{BinOp, Origin, Scalar, Span, TypeId, UnOp};
use lang_c::ast::Expression;
use lang_c::span::Node;

/// What an address is relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Base {
    Object(ObjId),
    Function(FuncId),
    Label(LabelId),
}

/// The value of a constant expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// Bits, zero-extended from the type's width.
    Int(u128),
    /// Bits of the type's format.
    Float(u128),
    /// `base + offset` bytes.
    Address(Base, i128),
}

impl Value {
    fn plus(self, distance: i128) -> Option<Value> {
        match self {
            Value::Address(b, o) => Some(Value::Address(b, o.checked_add(distance)?)),
            Value::Int(v) => Some(Value::Int(v.wrapping_add(distance as u128))),
            Value::Float(_) => None,
        }
    }
}

impl<'a> Sema<'a, '_> {
    /// An expression that must be an integer constant.
    pub(super) fn constant_integer(&mut self, e: &'a Node<Expression>) -> Result<i128> {
        let value = self.expr(e)?;
        let value = self.rvalue(value)?;
        if !self.is_integer(value.ty.ty) {
            return Err(error(
                value.span,
                "expression is not an integer constant expression",
            ));
        }
        match self.eval_int(&value) {
            Some(v) => Ok(v),
            None => Err(error(
                value.span,
                "expression is not an integer constant expression",
            )),
        }
    }

    /// The mathematical value of an integer constant expression.
    pub(super) fn eval_int(&self, e: &Expr) -> Option<i128> {
        match self.eval(e, false)? {
            Value::Int(v) => {
                let (bits, signed) = self.int_bits(e.ty.ty)?;
                Some(number::extend(v, bits, signed))
            }
            _ => None,
        }
    }

    /// Evaluates; `objects` lets the values of constant objects be read, as gcc does in initialisers.
    pub(super) fn eval(&self, e: &Expr, objects: bool) -> Option<Value> {
        match &e.kind {
            ExprKind::Int(v) => Some(Value::Int(*v)),
            ExprKind::Float(v) => Some(Value::Float(*v)),
            ExprKind::Cast(x) => self.eval_cast(self.eval(x, objects)?, x.ty.ty, e.ty.ty),
            ExprKind::Unary(op, x) => self.eval_unary(*op, self.eval(x, objects)?, x.ty.ty),
            ExprKind::Binary(op, a, b) => {
                let (x, y) = (self.eval(a, objects)?, self.eval(b, objects)?);
                self.eval_binary(*op, x, y, a.ty.ty, b)
            }
            ExprKind::PtrAdd {
                ptr,
                index,
                negative,
            } => {
                let p = self.eval(ptr, objects)?;
                self.eval_step(p, ptr.ty.ty, index, *negative, objects)
            }
            ExprKind::PtrDiff(a, b) => self.eval_difference(a, b, e.ty.ty, objects),
            ExprKind::LogicalAnd(a, b) => self.eval_logical(a, b, false, objects),
            ExprKind::LogicalOr(a, b) => self.eval_logical(a, b, true, objects),
            ExprKind::Cond(c, a, b) => {
                let chosen = if self.eval_truth(c, objects)? { a } else { b };
                self.eval(chosen, objects)
            }
            ExprKind::Elvis { value, otherwise } => {
                if self.eval_truth(value, objects)? {
                    self.eval_cast(self.eval(value, objects)?, value.ty.ty, e.ty.ty)
                } else {
                    self.eval(otherwise, objects)
                }
            }
            ExprKind::Comma(a, b) => {
                self.eval(a, objects)?;
                self.eval(b, objects)
            }
            ExprKind::AddrOf(lv) | ExprKind::Decay(lv) => self.eval_address(lv, objects),
            ExprKind::Load(lv) if objects => self.eval_load(lv),
            ExprKind::LabelAddr(l) => Some(Value::Address(Base::Label(*l), 0)),
            _ => None,
        }
    }

    fn eval_truth(&self, e: &Expr, objects: bool) -> Option<bool> {
        Some(match self.eval(e, objects)? {
            Value::Int(v) => v != 0,
            Value::Float(v) => !number::float_is_zero(v, self.scalar(e.ty.ty)?),
            Value::Address(..) => true,
        })
    }

    fn eval_logical(&self, a: &Expr, b: &Expr, or: bool, objects: bool) -> Option<Value> {
        // The right operand counts only if the left does not decide, whatever it is.
        let left = self.eval_truth(a, objects)?;
        let result = if left == or {
            or
        } else {
            self.eval_truth(b, objects)?
        };
        Some(Value::Int(u128::from(result)))
    }

    fn eval_cast(&self, v: Value, from: TypeId, to: TypeId) -> Option<Value> {
        let kind = match v {
            Value::Int(v) => {
                let (bits, signed) = self.int_bits(from)?;
                self.cast_int(number::extend(v, bits, signed), bits, signed, to)?
            }
            Value::Float(v) => self.cast_float(v, self.scalar(from)?, to)?,
            Value::Address(..) => return self.cast_address(v, to),
        };
        match kind {
            ExprKind::Int(v) => Some(Value::Int(v)),
            ExprKind::Float(v) => Some(Value::Float(v)),
            _ => None,
        }
    }

    fn cast_address(&self, v: Value, to: TypeId) -> Option<Value> {
        match self.scalar(to)? {
            Scalar::Pointer => Some(v),
            Scalar::Bool => Some(Value::Int(1)),
            Scalar::Int { bits, .. } if u32::from(bits) >= self.target.pointer_bits => Some(v),
            _ => None,
        }
    }

    fn eval_unary(&self, op: UnOp, v: Value, ty: TypeId) -> Option<Value> {
        match (op, v) {
            (UnOp::LogicalNot, Value::Int(v)) => Some(Value::Int(u128::from(v == 0))),
            (UnOp::LogicalNot, Value::Address(..)) => Some(Value::Int(0)),
            (UnOp::LogicalNot, Value::Float(v)) => Some(Value::Int(u128::from(
                number::float_is_zero(v, self.scalar(ty)?),
            ))),
            (UnOp::Neg, Value::Float(v)) => {
                Some(Value::Float(number::float_neg(v, self.scalar(ty)?)?))
            }
            (_, Value::Int(v)) => {
                let (bits, _) = self.int_bits(ty)?;
                int_unary(op, v, bits).map(Value::Int)
            }
            _ => None,
        }
    }

    fn eval_binary(
        &self,
        op: BinOp,
        x: Value,
        y: Value,
        ty: TypeId,
        right: &Expr,
    ) -> Option<Value> {
        match (x, y) {
            (Value::Int(a), Value::Int(b)) => self
                .int_operation(op, a, b, ty, right.ty.ty)
                .map(|r| Value::Int(r.bits)),
            (Value::Float(a), Value::Float(b)) => {
                let bits = number::float_binary(op, a, b, self.scalar(ty)?)?;
                Some(if op.is_comparison() {
                    Value::Int(bits)
                } else {
                    Value::Float(bits)
                })
            }
            (Value::Address(p, a), Value::Address(q, b)) if p == q => {
                let bits = self.int_bits(ty)?.0;
                address_operation(op, a, b, bits)
            }
            (Value::Address(..), Value::Address(..)) if op == BinOp::Eq => Some(Value::Int(0)),
            (Value::Address(..), Value::Address(..)) if op == BinOp::Ne => Some(Value::Int(1)),
            (Value::Address(..), Value::Int(0)) | (Value::Int(0), Value::Address(..))
                if matches!(op, BinOp::Eq | BinOp::Ne) =>
            {
                Some(Value::Int(u128::from(op == BinOp::Ne)))
            }
            (Value::Address(..), Value::Int(b)) if op == BinOp::Add => {
                x.plus(self.signed_of(b, ty)?)
            }
            (Value::Address(..), Value::Int(b)) if op == BinOp::Sub => {
                x.plus(-self.signed_of(b, ty)?)
            }
            (Value::Int(a), Value::Address(..)) if op == BinOp::Add => {
                y.plus(self.signed_of(a, ty)?)
            }
            _ => None,
        }
    }

    /// The bits of an integer of a type, read as signed: a distance.
    pub(super) fn signed_of(&self, v: u128, ty: TypeId) -> Option<i128> {
        let (bits, _) = self.int_bits(ty)?;
        Some(number::extend(v, bits, true))
    }

    /// `a op b` on integers; for shifts b has its own type.
    pub(super) fn int_operation(
        &self,
        op: BinOp,
        a: u128,
        b: u128,
        ty: TypeId,
        right: TypeId,
    ) -> Option<number::IntResult> {
        let (bits, signed) = self.int_bits(ty)?;
        let b = if matches!(op, BinOp::Shl | BinOp::Shr) {
            let (n, s) = self.int_bits(right)?;
            number::extend(b, n, s) as u128
        } else {
            b
        };
        number::int_binary(op, a, b, bits, signed)
    }

    fn eval_step(
        &self,
        p: Value,
        ptr: TypeId,
        index: &Expr,
        negative: bool,
        objects: bool,
    ) -> Option<Value> {
        let Value::Int(i) = self.eval(index, objects)? else {
            return None;
        };
        let (bits, signed) = self.int_bits(index.ty.ty)?;
        let size = self.step_size(ptr)?;
        let distance = number::extend(i, bits, signed).checked_mul(i128::from(size))?;
        let moved = p.plus(if negative { -distance } else { distance })?;
        Some(match moved {
            Value::Int(v) => Value::Int(number::wrap(v, self.target.pointer_bits as u16)),
            other => other,
        })
    }

    /// How many bytes a pointer moves by one; GNU lets `void` and functions have size 1.
    pub(super) fn step_size(&self, ptr: TypeId) -> Option<u64> {
        let to = self.types.pointee(ptr)?.ty;
        match self.types.get(to) {
            hatha_cfa::Type::Void | hatha_cfa::Type::Function(_) => Some(1),
            _ => self.size_of(to),
        }
    }

    fn eval_difference(&self, a: &Expr, b: &Expr, ty: TypeId, objects: bool) -> Option<Value> {
        let size = i128::from(self.step_size(a.ty.ty)?.max(1));
        let distance = match (self.eval(a, objects)?, self.eval(b, objects)?) {
            (Value::Int(x), Value::Int(y)) => self.signed_of(x.wrapping_sub(y), ty)?,
            (Value::Address(p, x), Value::Address(q, y)) if p == q => x - y,
            _ => return None,
        };
        let (bits, _) = self.int_bits(ty)?;
        Some(Value::Int(number::wrap((distance / size) as u128, bits)))
    }

    /// The address of an lvalue.
    pub(super) fn eval_address(&self, lv: &Expr, objects: bool) -> Option<Value> {
        match &lv.kind {
            ExprKind::Object(id) if self.object(*id).duration == Duration::Static => {
                Some(Value::Address(Base::Object(*id), 0))
            }
            ExprKind::Function(f) => Some(Value::Address(Base::Function(*f), 0)),
            ExprKind::Deref(p) => self.eval(p, objects),
            ExprKind::Member {
                base,
                record,
                field,
            } => {
                let f = &self.types.record(*record).fields[*field as usize];
                if f.bits.is_some() {
                    return None;
                }
                self.eval_address(base, objects)?.plus(i128::from(f.offset))
            }
            _ => None,
        }
    }

    /// The value of a constant object whose initialiser is known.
    fn eval_load(&self, lv: &Expr) -> Option<Value> {
        if let Some(value) = self.eval_literal(lv) {
            return Some(value);
        }
        let Value::Address(Base::Object(id), offset) = self.eval_address(lv, true)? else {
            return None;
        };
        let object = self.object(id);
        if !lv.ty.quals.is_const || lv.ty.quals.is_volatile || object.ty.quals.is_volatile {
            return None;
        }
        let init = object.init.as_ref()?;
        let offset = u64::try_from(offset).ok()?;
        let mut items = init.items.iter().rev();
        let item = items.find(|i| i.offset == offset && i.bit_field.is_none())?;
        match &item.value {
            InitItemValue::Expr(e) if e.ty.ty == lv.ty.ty => self.eval(e, true),
            _ => None,
        }
    }

    /// The value of a scalar compound literal, or of a character of a string literal:
    /// gcc takes both for constants in initialisers, where nothing can have changed them.
    fn eval_literal(&self, lv: &Expr) -> Option<Value> {
        let init = match &lv.kind {
            ExprKind::CompoundLiteral(_, init) => init,
            ExprKind::Object(id) if self.object(*id).origin == Origin::Unnamed => {
                self.object(*id).init.as_ref()?
            }
            _ => return self.eval_character(lv),
        };
        match init.items.as_slice() {
            [only] => match &only.value {
                InitItemValue::Expr(e) if e.ty.ty == lv.ty.ty => self.eval(e, true),
                _ => None,
            },
            _ => None,
        }
    }

    fn eval_character(&self, lv: &Expr) -> Option<Value> {
        let Value::Address(Base::Object(id), offset) = self.eval_address(lv, true)? else {
            return None;
        };
        let object = self.object(id);
        if object.origin != Origin::StringLiteral || self.size_of(lv.ty.ty) != Some(1) {
            return None;
        }
        let [item] = object.init.as_ref()?.items.as_slice() else {
            return None;
        };
        match &item.value {
            InitItemValue::Bytes(bytes) => {
                let byte = bytes.get(usize::try_from(offset).ok()?)?;
                Some(Value::Int(u128::from(*byte)))
            }
            InitItemValue::Expr(_) => None,
        }
    }

    /// An initialiser of static storage duration in its simplest form: a number, or an address and a distance.
    pub(super) fn static_value(&mut self, e: Expr) -> Result<Expr> {
        if matches!(
            e.kind,
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Unsupported(_)
        ) {
            return Ok(e);
        }
        let (ty, span) = (e.ty.ty, e.span);
        match self.eval(&e, true) {
            Some(Value::Int(v)) => Ok(node(ExprKind::Int(v), ty, span)),
            Some(Value::Float(v)) => Ok(node(ExprKind::Float(v), ty, span)),
            Some(Value::Address(base, offset)) => Ok(self.address_node(base, offset, ty, span)),
            // Distances between labels are known only when the function is laid out.
            None if is_label_distance(&e) => Ok(e),
            None => Err(error(span, "initializer element is not constant")),
        }
    }

    fn address_node(&mut self, base: Base, offset: i128, ty: TypeId, span: Span) -> Expr {
        let mut e = match base {
            Base::Object(id) => {
                self.object_mut(id).address_taken = true;
                self.object_mut(id).pointed = true;
                let to = self.object(id).ty;
                let pointer = self.types.pointer(to);
                let object = node(ExprKind::Object(id), to, span);
                node(ExprKind::AddrOf(Box::new(object)), pointer, span)
            }
            Base::Function(id) => {
                let to = self.function(id).ty;
                let pointer = self.types.pointer(to);
                let function = node(ExprKind::Function(id), to, span);
                node(ExprKind::Decay(Box::new(function)), pointer, span)
            }
            Base::Label(l) => node(ExprKind::LabelAddr(l), self.common.void_ptr, span),
        };
        if offset != 0 {
            let bytes = self.types.pointer(self.common.char);
            let ptr = node(ExprKind::Cast(Box::new(e)), bytes, span);
            let index = self.int_node(offset, self.common.ptrdiff, span);
            let kind = ExprKind::PtrAdd {
                ptr: Box::new(ptr),
                index: Box::new(index),
                negative: false,
            };
            e = node(kind, bytes, span);
        }
        if e.ty == plain(ty) {
            return e;
        }
        node(ExprKind::Cast(Box::new(e)), ty, span)
    }
}

fn is_label_distance(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Cast(x) => is_label_distance(x),
        ExprKind::PtrDiff(a, b) | ExprKind::Binary(BinOp::Sub, a, b) => is_label(a) && is_label(b),
        _ => false,
    }
}

fn is_label(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Cast(x) => is_label(x),
        ExprKind::LabelAddr(_) => true,
        _ => false,
    }
}

fn address_operation(op: BinOp, a: i128, b: i128, bits: u16) -> Option<Value> {
    let holds = match op {
        BinOp::Sub => return Some(Value::Int(number::wrap((a - b) as u128, bits))),
        BinOp::Eq => a == b,
        BinOp::Ne => a != b,
        BinOp::Lt => a < b,
        BinOp::Le => a <= b,
        BinOp::Gt => a > b,
        BinOp::Ge => a >= b,
        _ => return None,
    };
    Some(Value::Int(u128::from(holds)))
}

/// A unary operator on the bits of an integer.
pub(super) fn int_unary(op: UnOp, v: u128, bits: u16) -> Option<u128> {
    let width = u32::from(bits);
    Some(match op {
        UnOp::Neg => number::wrap(v.wrapping_neg(), bits),
        UnOp::Not => number::wrap(!v, bits),
        UnOp::LogicalNot => u128::from(v == 0),
        UnOp::Clz if v != 0 => u128::from(v.leading_zeros() - (128 - width)),
        UnOp::Ctz if v != 0 => u128::from(v.trailing_zeros()),
        UnOp::Popcount => u128::from(v.count_ones()),
        UnOp::Bswap => v.swap_bytes() >> (128 - width),
        _ => return None,
    })
}
