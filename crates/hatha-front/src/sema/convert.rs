//! Conversions, each made an explicit node.
//!
//! **Invariant.** An expression that leaves [`Sema::rvalue`] is a value: no
//! array, no function, no scalar lvalue, and its type has no qualifiers (a
//! record lvalue stands for its value and is left as it is).

use super::{Sema, error, number, plain};
use crate::diag::Result;
use crate::hir::{Expr, ExprKind};
use hatha_cfa::{FloatKind, IntKind, Qual, Quals, RecordId, Scalar, Span, Type, TypeId};

/// Where a value goes, for the message if it cannot.
#[derive(Clone, Copy, Debug)]
pub(super) enum Destination<'n> {
    /// `x = e`
    Assignment,
    /// `T x = e`
    Initialiser,
    /// `return e`
    Return,
    /// An argument: its number from 1 and the function.
    Argument(usize, &'n str),
}

/// A node.
pub(super) fn node(kind: ExprKind, ty: impl Into<Qual>, span: Span) -> Expr {
    Expr {
        kind,
        ty: ty.into(),
        span,
    }
}

/// Whether an expression denotes an object.
pub(super) fn is_lvalue(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Object(_) | ExprKind::Deref(_) | ExprKind::CompoundLiteral(..) => true,
        ExprKind::Member { base, .. } => is_lvalue(base),
        _ => false,
    }
}

impl Sema<'_, '_> {
    /// An integer constant; `value` is cut to the type.
    pub(super) fn int_node(&self, value: i128, ty: TypeId, span: Span) -> Expr {
        let bits = self.int_bits(ty).map_or(128, |(b, _)| b);
        node(ExprKind::Int(number::wrap(value as u128, bits)), ty, span)
    }

    /// Something not understood, of a type.
    pub(super) fn unsupported_node(
        &self,
        reason: impl Into<String>,
        ty: TypeId,
        span: Span,
    ) -> Expr {
        node(ExprKind::Unsupported(reason.into()), ty, span)
    }

    pub(super) fn scalar(&self, ty: TypeId) -> Option<Scalar> {
        self.types.scalar(ty, self.target)
    }

    pub(super) fn is_scalar(&self, ty: TypeId) -> bool {
        self.scalar(ty).is_some()
    }

    pub(super) fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), Type::Pointer(_))
    }

    pub(super) fn is_void(&self, ty: TypeId) -> bool {
        *self.types.get(ty) == Type::Void
    }

    pub(super) fn is_float(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), Type::Float(_))
    }

    pub(super) fn is_arithmetic(&self, ty: TypeId) -> bool {
        self.is_integer(ty) || self.is_float(ty)
    }

    /// Width and signedness of what is stored as an integer: integers, `_Bool`, pointers.
    pub(super) fn int_bits(&self, ty: TypeId) -> Option<(u16, bool)> {
        match self.scalar(ty)? {
            Scalar::Bool => Some((8, false)),
            Scalar::Int { bits, signed } => Some((bits, signed)),
            Scalar::Pointer => Some((self.target.pointer_bits as u16, false)),
            _ => None,
        }
    }

    /// The kind of an integer type; enumerations are their integer type.
    pub(super) fn int_kind(&self, ty: TypeId) -> Option<IntKind> {
        match self.types.get(ty) {
            Type::Int(k) => Some(*k),
            Type::Enum(e) => Some(self.types.enumeration(*e).repr),
            _ => None,
        }
    }

    /// The value of an expression: lvalues are read, arrays and functions become pointers.
    pub(super) fn rvalue(&mut self, e: Expr) -> Result<Expr> {
        let span = e.span;
        match *self.types.get(e.ty.ty) {
            Type::Array { elem, .. } => {
                let ty = self.types.pointer(elem);
                self.mark_pointed(&e);
                Ok(node(ExprKind::Decay(Box::new(e)), ty, span))
            }
            Type::Function(_) => {
                let ty = self.types.pointer(plain(e.ty.ty));
                self.function_taken(&e);
                Ok(match e.kind {
                    ExprKind::Deref(p) => *p,
                    kind => node(ExprKind::Decay(Box::new(node(kind, e.ty, span))), ty, span),
                })
            }
            Type::Void => Ok(self.void_value(e)),
            Type::Record(r) => {
                if !self.types.record(r).complete && is_lvalue(&e) {
                    let name = self.type_string(e.ty.ty);
                    return Err(error(
                        span,
                        format!("invalid use of incomplete type '{name}'"),
                    ));
                }
                Ok(e)
            }
            _ if is_lvalue(&e) => Ok(self.load(e)),
            _ => Ok(e),
        }
    }

    /// `*p` of a `void *` has no value, but p is evaluated.
    fn void_value(&self, e: Expr) -> Expr {
        match e.kind {
            ExprKind::Deref(p) => node(ExprKind::Cast(p), self.common.void, e.span),
            _ => e,
        }
    }

    fn load(&mut self, e: Expr) -> Expr {
        let (ty, span) = (e.ty.ty, e.span);
        let field = bit_field(&e);
        let load = node(ExprKind::Load(Box::new(e)), ty, span);
        self.bit_field_value(load, field)
    }

    /// Gives a value just read from or written to a bit-field the type it has in expressions.
    pub(super) fn bit_field_value(&mut self, e: Expr, field: Option<(RecordId, u32)>) -> Expr {
        match field.and_then(|(r, f)| self.bit_field_type(r, f)) {
            Some(ty) if ty != e.ty.ty => {
                let span = e.span;
                node(ExprKind::Cast(Box::new(e)), ty, span)
            }
            _ => e,
        }
    }

    /// The type of a bit-field's value: promoted if narrower than `int`, of its exact width if wider.
    pub(super) fn bit_field_type(&mut self, record: RecordId, field: u32) -> Option<TypeId> {
        let f = &self.types.record(record).fields[field as usize];
        let (range, declared) = (f.bits?, f.ty.ty);
        let Scalar::Int { bits, signed } = self.scalar(declared)? else {
            return None;
        };
        let width = u16::from(range.width);
        let int = self.target.int_bits as u16;
        if width == bits && width >= int {
            return None;
        }
        Some(match width.cmp(&int) {
            std::cmp::Ordering::Less => self.common.int,
            std::cmp::Ordering::Equal if signed => self.common.int,
            std::cmp::Ordering::Equal => self.common.uint,
            std::cmp::Ordering::Greater => self.types.int(IntKind::Bits {
                bits: width,
                signed,
            }),
        })
    }

    /// Integer promotion of a value.
    pub(super) fn promote(&mut self, e: Expr) -> Expr {
        let ty = self.promoted(e.ty.ty);
        self.convert(e, ty)
    }

    /// The type that integer promotion makes of a type.
    pub(super) fn promoted(&mut self, ty: TypeId) -> TypeId {
        if *self.types.get(ty) == Type::Bool {
            return self.common.int;
        }
        let Some(kind) = self.int_kind(ty) else {
            return ty;
        };
        let bits = self.target.int_bits_of(kind);
        let int = self.target.int_bits;
        if matches!(kind, IntKind::Int | IntKind::UInt) || bits > int {
            return self.types.int(kind);
        }
        match kind {
            IntKind::Long | IntKind::ULong | IntKind::LongLong | IntKind::ULongLong => {
                self.types.int(kind)
            }
            _ if bits == int && !self.target.is_signed(kind) => self.common.uint,
            _ => self.common.int,
        }
    }

    /// The usual arithmetic conversions of two values.
    pub(super) fn balance(&mut self, a: Expr, b: Expr) -> (Expr, Expr, TypeId) {
        let ty = self.common_type(a.ty.ty, b.ty.ty);
        (self.convert(a, ty), self.convert(b, ty), ty)
    }

    /// The type that the usual arithmetic conversions give.
    pub(super) fn common_type(&mut self, a: TypeId, b: TypeId) -> TypeId {
        if let Some(kind) = self.float_kind(a).max(self.float_kind(b)) {
            return self.types.intern(Type::Float(kind));
        }
        let (a, b) = (self.promoted(a), self.promoted(b));
        let (Some(x), Some(y)) = (self.int_kind(a), self.int_kind(b)) else {
            return a;
        };
        let kind = self.common_kind(x, y);
        self.types.int(kind)
    }

    fn float_kind(&self, ty: TypeId) -> Option<FloatKind> {
        match self.types.get(ty) {
            Type::Float(k) => Some(*k),
            _ => None,
        }
    }

    fn common_kind(&self, x: IntKind, y: IntKind) -> IntKind {
        let (m, n) = (self.target.int_bits_of(x), self.target.int_bits_of(y));
        if m != n {
            return if m > n { x } else { y };
        }
        let high = if rank(x) >= rank(y) { x } else { y };
        let unsigned = !self.target.is_signed(x) || !self.target.is_signed(y);
        if unsigned { to_unsigned(high) } else { high }
    }

    /// Converts a scalar value, or anything to `void`. A pointer that becomes a wider integer is
    /// a signed number on the way, as with gcc: the upper half of a 32-bit address space is below 0.
    pub(super) fn convert(&mut self, e: Expr, ty: TypeId) -> Expr {
        if e.ty.ty == ty {
            return Expr { ty: plain(ty), ..e };
        }
        let span = e.span;
        self.note_conversion(e.ty.ty, ty, span);
        let bits = self.target.pointer_bits as u16;
        let widens = matches!(self.scalar(ty), Some(Scalar::Int { bits: to, .. }) if to > bits);
        if widens && self.is_pointer(e.ty.ty) {
            let number = self.types.int(IntKind::Bits { bits, signed: true });
            let number = self.convert(e, number);
            return self.convert(number, ty);
        }
        if let Some(kind) = self.fold_cast(&e, ty) {
            return node(kind, ty, span);
        }
        node(ExprKind::Cast(Box::new(e)), ty, span)
    }

    fn fold_cast(&self, e: &Expr, to: TypeId) -> Option<ExprKind> {
        match e.kind {
            ExprKind::Int(v) => {
                let (bits, signed) = self.int_bits(e.ty.ty)?;
                self.cast_int(number::extend(v, bits, signed), bits, signed, to)
            }
            ExprKind::Float(v) => self.cast_float(v, self.scalar(e.ty.ty)?, to),
            _ => None,
        }
    }

    /// An integer constant converted to a scalar type.
    pub(super) fn cast_int(
        &self,
        value: i128,
        bits: u16,
        signed: bool,
        to: TypeId,
    ) -> Option<ExprKind> {
        match self.scalar(to)? {
            Scalar::Bool => Some(ExprKind::Int(u128::from(value != 0))),
            Scalar::Int { bits, .. } => Some(ExprKind::Int(number::wrap(value as u128, bits))),
            Scalar::Pointer => {
                let bits = self.target.pointer_bits as u16;
                Some(ExprKind::Int(number::wrap(value as u128, bits)))
            }
            float => {
                let raw = number::wrap(value as u128, bits);
                number::int_to_float(raw, bits, signed, float).map(ExprKind::Float)
            }
        }
    }

    /// A floating constant converted to a scalar type.
    pub(super) fn cast_float(&self, value: u128, from: Scalar, to: TypeId) -> Option<ExprKind> {
        match self.scalar(to)? {
            Scalar::Bool => Some(ExprKind::Int(u128::from(!number::float_is_zero(
                value, from,
            )))),
            Scalar::Int { bits, signed } => {
                number::float_to_int(value, from, bits, signed).map(ExprKind::Int)
            }
            Scalar::Pointer => None,
            float => number::float_to_float(value, from, float).map(ExprKind::Float),
        }
    }

    /// Whether a value is a null pointer constant.
    pub(super) fn is_null_constant(&self, e: &Expr) -> bool {
        let null_type = match self.types.get(e.ty.ty) {
            Type::Pointer(q) => self.is_void(q.ty) && q.quals == Quals::default(),
            _ => self.is_integer(e.ty.ty),
        };
        null_type && matches!(e.kind, ExprKind::Int(0))
    }

    /// A value that must be a scalar, for a condition.
    pub(super) fn condition(&mut self, e: Expr) -> Result<Expr> {
        let e = self.rvalue(e)?;
        if self.is_scalar(e.ty.ty) {
            return Ok(e);
        }
        if self.is_opaque(e.ty.ty) {
            let span = e.span;
            return self.truth_of_parts(e, span);
        }
        if self.is_void(e.ty.ty) {
            return Err(error(e.span, "invalid use of void expression"));
        }
        let name = self.type_string(e.ty.ty);
        Err(error(
            e.span,
            format!("used '{name}' value where scalar is required"),
        ))
    }

    /// Converts a value as if by assignment (C11 6.5.16.1), as leniently as gcc.
    pub(super) fn assign_to(
        &mut self,
        e: Expr,
        to: TypeId,
        place: Destination<'_>,
    ) -> Result<Expr> {
        let e = self.rvalue(e)?;
        let from = e.ty.ty;
        if self.is_void(from) {
            return Err(error(e.span, "invalid use of void expression"));
        }
        if from == to {
            return Ok(e);
        }
        if self.is_scalar(from) && self.is_scalar(to) {
            let float_pointer = (self.is_float(from) && self.is_pointer(to))
                || (self.is_pointer(from) && self.is_float(to));
            if !float_pointer {
                return Ok(self.convert(e, to));
            }
        }
        if self.is_opaque(from) || self.is_opaque(to) {
            let span = e.span;
            return self.convert_parts(e, to, span);
        }
        Err(self.mismatch(&e, to, place))
    }

    fn mismatch(
        &self,
        e: &Expr,
        to: TypeId,
        place: Destination<'_>,
    ) -> Box<crate::diag::Diagnostic> {
        let (from, to) = (self.type_string(e.ty.ty), self.type_string(to));
        let message = match place {
            Destination::Assignment => {
                format!("incompatible types when assigning to type '{to}' from type '{from}'")
            }
            Destination::Initialiser => {
                format!("incompatible types when initializing type '{to}' using type '{from}'")
            }
            Destination::Return => {
                format!("incompatible types when returning type '{from}' but '{to}' was expected")
            }
            Destination::Argument(n, f) => {
                format!(
                    "incompatible type for argument {n} of '{f}': expected '{to}' but argument is of type '{from}'"
                )
            }
        };
        error(e.span, message)
    }
}

/// Why an operation on complex numbers or vectors stops.
pub(super) const OPAQUE: &str = "complex or vector arithmetic";

/// The bit-field an lvalue is, if it is one: record and field.
pub(super) fn member_of(e: &Expr) -> Option<(RecordId, u32)> {
    match e.kind {
        ExprKind::Member { record, field, .. } => Some((record, field)),
        _ => None,
    }
}

/// As [`member_of`]; the caller looks up whether the field has bits.
fn bit_field(e: &Expr) -> Option<(RecordId, u32)> {
    member_of(e)
}

fn rank(kind: IntKind) -> u32 {
    match kind {
        IntKind::Bits { .. } => 0,
        IntKind::Char | IntKind::SChar | IntKind::UChar => 1,
        IntKind::Short | IntKind::UShort => 2,
        IntKind::Int | IntKind::UInt => 3,
        IntKind::Long | IntKind::ULong => 4,
        IntKind::LongLong | IntKind::ULongLong => 5,
        IntKind::Int128 | IntKind::UInt128 => 6,
    }
}

/// The unsigned type of the same width.
pub(super) fn to_unsigned(kind: IntKind) -> IntKind {
    match kind {
        IntKind::Char | IntKind::SChar => IntKind::UChar,
        IntKind::Short => IntKind::UShort,
        IntKind::Int => IntKind::UInt,
        IntKind::Long => IntKind::ULong,
        IntKind::LongLong => IntKind::ULongLong,
        IntKind::Int128 => IntKind::UInt128,
        IntKind::Bits { bits, .. } => IntKind::Bits {
            bits,
            signed: false,
        },
        other => other,
    }
}
