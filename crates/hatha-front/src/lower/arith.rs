//! `__builtin_{add,sub,mul}_overflow`, exactly.
//!
//! **Invariant.** The operation is done in a type in which it cannot overflow: 64
//! bits where those suffice, else 128, signed unless both factors are unsigned and
//! need every bit. Operands of 128 bits would need more and are not supported.

use super::func::FnLower;
use super::place::{At, Lvalue};
use crate::hir::Expr;
use hatha_cfa::{BinOp, ExprId, ExprKind as K, IntKind, Qual, Scalar, TypeId};

/// Width and signedness of an integer.
type Shape = (u32, bool);

impl FnLower<'_, '_> {
    /// The truth value of "the exact result does not fit"; the wrapped result is stored.
    pub(super) fn overflow(
        &mut self,
        op: BinOp,
        (a, b): (&Expr, &Expr),
        res: Option<&Expr>,
        result_ty: TypeId,
        e: &Expr,
    ) -> ExprId {
        let shapes = (self.shape(a.ty.ty), self.shape(b.ty.ty));
        let (Some(sa), Some(sb)) = shapes else {
            return self.overflow_unsupported(e);
        };
        let Some(kind) = wide_enough(op, sa, sb) else {
            return self.overflow_unsupported(e);
        };
        let wide = self.cx.prog.types.int(kind);
        let (left, right, target) = self.overflow_operands(a, b, res);
        let (left, right) = (self.cast(left, wide), self.cast(right, wide));
        let exact = self.add(K::Binary(op, left, right), wide);
        let exact = self.save(exact, e.span);
        let wrapped = self.cast(exact, result_ty);
        if let Some(addr) = target {
            let at = At::Memory {
                addr,
                bits: None,
                align: self.align_of(result_ty),
            };
            let ty = Qual::from(result_ty);
            self.write(&Lvalue { at, ty }, wrapped, e.span);
        }
        let truth = self.does_not_fit(exact, wrapped, wide, result_ty);
        self.cast(truth, e.ty.ty)
    }

    fn overflow_unsupported(&mut self, e: &Expr) -> ExprId {
        self.unsupported("overflow arithmetic on 128-bit operands", e.span);
        self.nothing(e.ty.ty)
    }

    fn overflow_operands(
        &mut self,
        a: &Expr,
        b: &Expr,
        res: Option<&Expr>,
    ) -> (ExprId, ExprId, Option<ExprId>) {
        let last = res.map_or(0, |r| self.effects(r));
        let effects = self.effects(b) | last;
        let left = self.rvalue(a);
        let left = self.protect(left, effects, a.span);
        let right = self.rvalue(b);
        let right = self.protect(right, last, b.span);
        (left, right, res.map(|r| self.rvalue(r)))
    }

    /// `(wide)wrapped != exact`, or a sign that got lost where both have all their bits in common.
    fn does_not_fit(&mut self, exact: ExprId, wrapped: ExprId, wide: TypeId, to: TypeId) -> ExprId {
        let int = self.cx.common.int;
        let (from, to_shape) = (self.shape(wide), self.shape(to));
        if let (Some((w, signed)), Some((v, to_signed))) = (from, to_shape)
            && w == v
            && signed != to_signed
        {
            let signed_one = if signed { exact } else { wrapped };
            let zero = self.int(0, self.node(signed_one).ty);
            return self.add(K::Binary(BinOp::Lt, signed_one, zero), int);
        }
        let back = self.cast(wrapped, wide);
        self.add(K::Binary(BinOp::Ne, back, exact), int)
    }

    fn shape(&self, ty: TypeId) -> Option<Shape> {
        match self.scalar(ty)? {
            Scalar::Int { bits, signed } => Some((u32::from(bits), signed)),
            Scalar::Bool => Some((1, false)),
            _ => None,
        }
    }
}

/// The smallest type in which the operation is exact.
fn wide_enough(op: BinOp, (a, sa): Shape, (b, sb): Shape) -> Option<IntKind> {
    let as_signed = |bits, signed: bool| bits + u32::from(!signed);
    let (bits, unsigned) = match op {
        BinOp::Mul if !sa && !sb => (a + b, true),
        // Of an unsigned and a signed factor the product is less than 2^(a+b-1) either way.
        BinOp::Mul => (a + b, false),
        _ => (as_signed(a, sa).max(as_signed(b, sb)) + 1, false),
    };
    match (bits, unsigned) {
        (0..=64, false) => Some(IntKind::LongLong),
        (0..=64, true) => Some(IntKind::ULongLong),
        (65..=128, false) => Some(IntKind::Int128),
        (65..=128, true) => Some(IntKind::UInt128),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_type_is_wide_enough_and_no_wider() {
        let (i32s, u32s, i64s, u64s) = ((32, true), (32, false), (64, true), (64, false));
        assert_eq!(wide_enough(BinOp::Add, i32s, i32s), Some(IntKind::LongLong));
        assert_eq!(
            wide_enough(BinOp::Mul, u32s, u32s),
            Some(IntKind::ULongLong)
        );
        assert_eq!(wide_enough(BinOp::Add, u64s, i64s), Some(IntKind::Int128));
        assert_eq!(wide_enough(BinOp::Mul, u64s, u64s), Some(IntKind::UInt128));
        assert_eq!(wide_enough(BinOp::Mul, u64s, i64s), Some(IntKind::Int128));
        assert_eq!(wide_enough(BinOp::Add, (128, true), i32s), None);
    }
}
