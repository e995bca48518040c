//! `sizeof`, `_Alignof` and `offsetof`.
//!
//! **Invariant.** The operand is typed, not evaluated, unless its type is a variable-length array.
//! By review.

use super::convert::{member_of, node};
use super::init::is_pure;
use super::{Sema, error};
use crate::diag::Result;
use crate::hir::{Expr, ExprKind, VlaId};
use hatha_cfa::{ArrayLen, FloatKind, Span, Type, TypeId};
use lang_c::ast::{
    Expression, OffsetMember, OffsetOfExpression, SpecifierQualifier, TypeName, TypeOf,
    TypeSpecifier,
};
use lang_c::span::Node;

impl<'a> Sema<'a, '_> {
    pub(super) fn size_of_type(&mut self, t: &'a Node<TypeName>, span: Span) -> Result<Expr> {
        let mark = self.pending.len();
        let (ty, _) = self.type_name(t)?;
        let e = self.size_node(ty.ty, span)?;
        Ok(self.with_sizes(mark, e))
    }

    pub(super) fn size_of_value(&mut self, e: &'a Node<Expression>, span: Span) -> Result<Expr> {
        let mark = self.pending.len();
        self.unevaluated += 1;
        let value = self.expr(e);
        self.unevaluated -= 1;
        let value = value?;
        if self.is_bit_field(&value) {
            return Err(error(span, "'sizeof' applied to a bit-field"));
        }
        let mut size = self.size_node(value.ty.ty, span)?;
        if matches!(size.kind, ExprKind::VlaSize(_)) && !is_pure(&value) {
            // The operand is evaluated if its type is a variable-length array (C11 6.5.3.4).
            self.pending.truncate(mark);
            let operand = self.expr(e)?;
            let ptr = self.types.pointer(operand.ty);
            let address = node(ExprKind::AddrOf(Box::new(operand)), ptr, span);
            let kind = ExprKind::Comma(Box::new(address), Box::new(size));
            size = node(kind, self.common.size, span);
        }
        Ok(self.with_sizes(mark, size))
    }

    /// Whether an lvalue is a bit-field.
    pub(super) fn is_bit_field(&self, e: &Expr) -> bool {
        member_of(e).is_some_and(|(r, f)| self.types.record(r).fields[f as usize].bits.is_some())
    }

    /// The size of a type as an expression of `size_t`.
    pub(super) fn size_node(&mut self, ty: TypeId, span: Span) -> Result<Expr> {
        let size = match self.types.get(ty) {
            Type::Void | Type::Function(_) => Some(1),
            Type::Array {
                len: ArrayLen::Variable(v),
                ..
            } => {
                return Ok(node(ExprKind::VlaSize(VlaId(*v)), self.common.size, span));
            }
            _ => self.size_of(ty),
        };
        match size {
            Some(n) => Ok(self.int_node(i128::from(n), self.common.size, span)),
            None => {
                let name = self.type_string(ty);
                Err(error(
                    span,
                    format!("invalid application of 'sizeof' to incomplete type '{name}'"),
                ))
            }
        }
    }

    pub(super) fn align_of(&mut self, t: &'a Node<TypeName>, span: Span) -> Result<Expr> {
        let mark = self.pending.len();
        let (ty, align) = match wrapped_operand(&t.node) {
            Some((TypeOf::Expression(e), demands)) => match self.typedef_operand(e) {
                Some((ty, align)) => self.align_or_preferred(ty.ty, align, demands),
                None => self.align_of_value(e, span)?,
            },
            Some((TypeOf::Type(t), demands)) => {
                let (ty, align) = self.type_name(t)?;
                self.align_or_preferred(ty.ty, align, demands)
            }
            None => (self.type_name(t)?.0.ty, 0),
        };
        let align = match align {
            0 => self.natural_align(ty, span)?,
            n => n,
        };
        self.pending.truncate(mark);
        Ok(self.int_node(i128::from(align), self.common.size, span))
    }

    fn align_or_preferred(&self, ty: TypeId, align: u32, demands: Demands) -> (TypeId, u32) {
        match align {
            0 => (ty, self.preferred(ty, demands)),
            n => (ty, n),
        }
    }

    /// The alignment that `__alignof__` gives a type beyond what the ABI demands (`_Alignof`):
    /// gcc places the 8-byte types of x86 at multiples of 8 where it is free to. Else 0.
    fn preferred(&self, ty: TypeId, demands: Demands) -> u32 {
        if demands == Demands::Abi {
            return 0;
        }
        match *self.types.get(ty) {
            Type::Array { elem, .. } => self.preferred(elem.ty, demands),
            Type::Int(k) if self.target.int_bits_of(k) == 64 => 8,
            Type::Float(FloatKind::Double) => 8,
            _ => 0,
        }
    }

    /// GNU: the alignment of an object counts its attributes; 0 stands for its type's.
    fn align_of_value(&mut self, e: &'a Node<Expression>, span: Span) -> Result<(TypeId, u32)> {
        self.unevaluated += 1;
        let value = self.expr(e);
        self.unevaluated -= 1;
        let value = value?;
        if self.is_bit_field(&value) {
            return Err(error(span, "'__alignof' applied to a bit-field"));
        }
        let ty = value.ty.ty;
        let known = match value.kind {
            ExprKind::Object(id) => self.object(id).align,
            ExprKind::Function(id) => self.facts[id].align,
            ExprKind::Member { record, field, .. } => {
                let align = self.types.record(record).fields[field as usize].align;
                return Ok((ty, align));
            }
            _ => 0,
        };
        Ok(self.align_or_preferred(ty, known, Demands::Compiler))
    }

    fn natural_align(&self, ty: TypeId, span: Span) -> Result<u32> {
        let n = match self.types.get(ty) {
            Type::Void | Type::Function(_) => Some(1),
            _ => self.types.align(ty, self.target),
        };
        n.ok_or_else(|| {
            let name = self.type_string(ty);
            error(
                span,
                format!("invalid application of '_Alignof' to incomplete type '{name}'"),
            )
        })
    }

    pub(super) fn offset_of(&mut self, o: &'a OffsetOfExpression, span: Span) -> Result<Expr> {
        let (ty, _) = self.type_name(&o.type_name)?;
        let pointer = self.types.pointer(ty);
        let null = node(ExprKind::Int(0), pointer, span);
        let base = node(ExprKind::Deref(Box::new(null)), ty, span);
        let first = &o.designator.node.base;
        let mut e = self.select(base, &first.node.name, self.span(first.span), span)?;
        for m in &o.designator.node.members {
            e = match &m.node {
                OffsetMember::Member(i) => self.select(e, &i.node.name, self.span(i.span), span)?,
                OffsetMember::IndirectMember(i) => {
                    let zero = self.int_node(0, self.common.int, span);
                    let inner = self.subscript(e, zero, span)?;
                    self.select(inner, &i.node.name, self.span(i.span), span)?
                }
                OffsetMember::Index(i) => {
                    let index = self.value(i)?;
                    self.subscript(e, index, span)?
                }
            };
        }
        if self.is_bit_field(&e) {
            return Err(error(span, "attempt to take address of bit-field"));
        }
        let address = self.address_of(e, span)?;
        Ok(self.convert(address, self.common.size))
    }
}

/// Whose demands on the alignment of a type an `alignof` asks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Demands {
    /// `_Alignof`: those of the ABI.
    Abi,
    /// `__alignof__`: those of the compiler, where it is free to choose.
    Compiler,
}

/// The operand of an `alignof`: the lexical pass writes each as `__alignof__(__typeof(X))`,
/// or as `_Alignof(const __typeof(X))`.
pub(super) fn wrapped_operand(t: &TypeName) -> Option<(&TypeOf, Demands)> {
    let (last, demands) = match (t.specifiers.as_slice(), &t.declarator) {
        ([only], None) => (only, Demands::Compiler),
        ([_const, last], None) => (last, Demands::Abi),
        _ => return None,
    };
    let SpecifierQualifier::TypeSpecifier(s) = &last.node else {
        return None;
    };
    match &s.node {
        TypeSpecifier::TypeOf(inner) => Some((&inner.node, demands)),
        _ => None,
    }
}
