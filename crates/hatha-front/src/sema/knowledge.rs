//! Questions about what the compiler knows: `__builtin_constant_p` and `__builtin_object_size`.
//!
//! **Soundness.** Every compiler knows that a literal is constant, and how large a variable or a
//! member is that is named directly: the answer is part of the program. Other answers differ from
//! compiler to compiler, and gcc has its own about folded divisions by zero, `__func__`, commas and
//! sums. There the place is noted, so that a verdict says that it rests on the answer
//! ([`crate::hir::Body::compiler_answers`]).

use super::Sema;
use super::builtin::Args;
use super::constant::{Base, Value};
use crate::diag::Result;
use crate::hir::{Expr, ExprKind, ObjId};
use hatha_cfa::{Origin, Span, Type, TypeId};

/// Bytes of an object: where they begin, and where they end.
type Part = (i128, i128);

/// Whether an expression is an integer literal, converted perhaps.
fn is_literal(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Cast(inner) => is_literal(inner),
        kind => matches!(kind, ExprKind::Int(_)),
    }
}

/// Whether an address is that of a variable or of a member of one, by name.
fn is_named_directly(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Decay(inner)
        | ExprKind::AddrOf(inner)
        | ExprKind::Cast(inner)
        | ExprKind::Member { base: inner, .. } => is_named_directly(inner),
        kind => matches!(kind, ExprKind::Object(_)),
    }
}

impl<'a> Sema<'a, '_> {
    /// Notes that another compiler may answer differently.
    fn note_answer(&mut self, span: Span) {
        if let Some(f) = &mut self.func {
            f.compiler_answers.push(span);
        }
    }

    /// `__builtin_constant_p(e)`
    pub(super) fn constant_p(&mut self, args: Args<'a>, span: Span) -> Result<Expr> {
        self.unevaluated += 1;
        let value = self.arg_value(args, 0, span);
        self.unevaluated -= 1;
        let value = value?;
        let known = match self.eval(&value, false) {
            Some(Value::Address(base, 0)) => self.is_string_base(base),
            Some(Value::Address(..)) | None => false,
            Some(_) => true,
        };
        if !is_literal(&value) {
            self.note_answer(span);
        }
        Ok(self.int_node(i128::from(known), self.common.int, span))
    }

    fn is_string_base(&self, base: Base) -> bool {
        matches!(base, Base::Object(id) if self.object(id).origin == Origin::StringLiteral)
    }

    /// `__builtin_object_size(p, kind)`: how many bytes there are from `p` on. By the bits of `kind`,
    /// in the member (1) or in the whole object, and at least (2) or at most so many.
    pub(super) fn object_size(&mut self, args: Args<'a>, span: Span) -> Result<Expr> {
        let kind = self.constant_integer(self.arg(args, 1, span)?)?;
        self.unevaluated += 1;
        let at = self.arg_value(args, 0, span);
        self.unevaluated -= 1;
        let at = at?;
        let size = self.bytes_left(&at, kind & 1 != 0);
        if size.is_none() || !is_named_directly(&at) {
            self.note_answer(span);
        }
        let size = size.unwrap_or(if kind & 2 == 0 { -1 } else { 0 });
        Ok(self.int_node(size, self.common.size, span))
    }

    /// How many bytes there are behind an address that is a constant distance into a variable.
    fn bytes_left(&self, at: &Expr, in_member: bool) -> Option<i128> {
        let (object, offset, member) = self.pointed_place(at)?;
        let size = i128::from(self.whole_size(self.object(object).ty.ty)?);
        let (start, end) = member.filter(|_| in_member).unwrap_or((0, size));
        let inside = start <= offset && offset <= end;
        Some(if inside { end - offset } else { 0 })
    }

    /// The size of a variable, which one that ends in an array without a length does not tell.
    fn whole_size(&self, ty: TypeId) -> Option<u64> {
        if let Type::Record(r) = self.types.get(ty) {
            let last = self.types.record(*r).fields.last();
            last.map_or(Some(0), |f| self.whole_size(f.ty.ty))?;
        }
        self.size_of(ty)
    }

    /// The variable, the distance and the innermost member that an address leads to.
    fn pointed_place(&self, e: &Expr) -> Option<(ObjId, i128, Option<Part>)> {
        match &e.kind {
            ExprKind::Decay(lv) | ExprKind::AddrOf(lv) => self.named_place(lv),
            ExprKind::Cast(p) if self.types.pointee(p.ty.ty).is_some() => self.pointed_place(p),
            ExprKind::PtrAdd {
                ptr,
                index,
                negative,
            } => {
                let (object, offset, member) = self.pointed_place(ptr)?;
                let Value::Int(by) = self.eval(index, true)? else {
                    return None;
                };
                let by = self.signed_of(by, index.ty.ty)?;
                let step = i128::from(self.step_size(ptr.ty.ty)?);
                let by = by.checked_mul(if *negative { -step } else { step })?;
                Some((object, offset.checked_add(by)?, member))
            }
            _ => None,
        }
    }

    /// The same of an lvalue.
    fn named_place(&self, lv: &Expr) -> Option<(ObjId, i128, Option<Part>)> {
        match &lv.kind {
            ExprKind::Object(id) => Some((*id, 0, None)),
            ExprKind::Deref(p) => self.pointed_place(p),
            ExprKind::Member {
                base,
                record,
                field,
            } => {
                let f = &self.types.record(*record).fields[*field as usize];
                let (object, offset, _) = self.named_place(base)?;
                let start = offset.checked_add(i128::from(f.offset))?;
                let size = i128::from(self.size_of(f.ty.ty)?);
                Some((object, start, Some((start, start.checked_add(size)?))))
            }
            _ => None,
        }
    }
}
