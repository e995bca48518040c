//! Floating results that somebody may not want: NaNs made of numbers, infinities made of finite
//! numbers, conversions that round.
//!
//! C defines all of them, so they are asked about only by name. A condition computes the result and
//! compares it; with a NaN every comparison but `!=` is false.

use super::condition::{Build, Conditions};
use super::{CheckKind, Demand};
use crate::expr::{BinOp, ExprId, ExprKind};
use crate::program::{Builtin, MathFn, Op, Program};
use crate::types::{Scalar, TypeId};

/// Bits of the significand of a floating type, and the bits of its greatest finite number.
fn format(scalar: Scalar) -> Option<(u16, u128)> {
    match scalar {
        Scalar::F32 => Some((24, 0x7f7f_ffff)),
        Scalar::F64 => Some((53, 0x7fef_ffff_ffff_ffff)),
        Scalar::F80 => Some((64, 0x7ffe_ffff_ffff_ffff_ffff)),
        Scalar::F128 => Some((113, 0x7ffe << 112 | ((1 << 112) - 1))),
        _ => None,
    }
}

/// Whether an expression is of a floating type.
pub(super) fn is_floating(program: &Program, e: ExprId) -> bool {
    let scalar = program.scalar(program.exprs.get(e).ty);
    scalar.and_then(format).is_some()
}

const OTHER_MODE: &str = "whether a conversion rounds where the program sets rounding modes";
const UNKNOWN_RESULT: &str = "when a function of <math.h> gives an infinity or a NaN";

/// Whether a function may give a NaN of numbers or an infinity of finite numbers.
fn may_leave_numbers(function: MathFn) -> bool {
    !matches!(
        function,
        MathFn::Fabs
            | MathFn::Floor
            | MathFn::Ceil
            | MathFn::Trunc
            | MathFn::Round
            | MathFn::Rint
            | MathFn::Fmin
            | MathFn::Fmax
            | MathFn::Copysign
    )
}

impl Conditions {
    /// What the result of a floating operation must not be.
    pub(super) fn result(
        &mut self,
        program: &mut Program,
        e: ExprId,
        (a, b): (ExprId, ExprId),
    ) -> Vec<Demand> {
        let mut found = Vec::new();
        let scalar = program.scalar(program.exprs.get(e).ty);
        let Some((_, greatest)) = scalar.and_then(format) else {
            return found;
        };
        let mut build = Build { program };
        if self.asks(CheckKind::Nan) {
            let condition = build.nan_of_numbers(e, (a, b));
            found.push(Demand::Check(CheckKind::Nan, condition));
        }
        if self.asks(CheckKind::Infinity) {
            let condition = build.infinity_of_finite(e, (a, b), greatest);
            found.push(Demand::Check(CheckKind::Infinity, condition));
        }
        found
    }

    /// What the result of a function must not be: a square root is no number below zero. Of others
    /// that may give such results, and of operations in another rounding mode, it is not said when.
    pub(super) fn function(&mut self, program: &mut Program, op: &Op) -> Option<Demand> {
        let Op::Builtin {
            builtin: Builtin::Math(function),
            args,
            ..
        } = op
        else {
            return None;
        };
        match (*function, &args[..]) {
            (MathFn::Sqrt, &[x]) => {
                let ty = program.exprs.get(x).ty;
                let mut build = Build { program };
                let zero = build.program.exprs.add(ExprKind::Float(0), ty);
                let condition = build.compare(BinOp::Lt, x, zero);
                let check = Demand::Check(CheckKind::Nan, condition);
                self.asks(CheckKind::Nan).then_some(check)
            }
            (MathFn::Convert, _) => self
                .asks(CheckKind::InexactConversion)
                .then_some(Demand::NotUnderstood(OTHER_MODE)),
            (function, _) => {
                let asks = self.asks(CheckKind::Nan) || self.asks(CheckKind::Infinity);
                let what = Demand::NotUnderstood(UNKNOWN_RESULT);
                (asks && may_leave_numbers(function)).then_some(what)
            }
        }
    }

    /// A conversion that nobody wrote, from or to a floating type, and that changes the value.
    pub(super) fn inexact(&mut self, program: &mut Program, e: ExprId) -> Option<Demand> {
        let kind = CheckKind::InexactConversion;
        let ExprKind::Cast(a) = program.exprs.get(e).kind else {
            return None;
        };
        if !self.asks(kind) || !program.implicit.contains(&e) {
            return None;
        }
        let scalar = |e: ExprId| program.scalar(program.exprs.get(e).ty);
        let (from, to) = (scalar(a)?, scalar(e)?);
        let ty = program.exprs.get(a).ty;
        let mut build = Build { program };
        let condition = match (from, to) {
            (Scalar::Int { bits, signed }, _) if bits <= 64 => {
                let digits = bits - u16::from(signed);
                let (precision, _) = format(to)?;
                (digits > precision).then(|| build.rounded_integer(e, a, (ty, digits)))?
            }
            (_, Scalar::Int { bits, .. }) if bits <= 64 => {
                format(from)?;
                build.changed_back(e, a, ty)
            }
            _ => {
                let (before, after) = (format(from)?.0, format(to)?.0);
                (before > after).then(|| build.changed_number(e, a, ty))?
            }
        };
        Some(Demand::Check(kind, condition))
    }
}

impl Build<'_> {
    /// Both operands are numbers and the result is not.
    fn nan_of_numbers(&mut self, e: ExprId, (a, b): (ExprId, ExprId)) -> ExprId {
        let (left, right) = (self.compare(BinOp::Eq, a, a), self.compare(BinOp::Eq, b, b));
        let numbers = self.and(left, right);
        let none = self.compare(BinOp::Ne, e, e);
        self.and(numbers, none)
    }

    /// Both operands are finite and the result is not.
    fn infinity_of_finite(
        &mut self,
        e: ExprId,
        (a, b): (ExprId, ExprId),
        greatest: u128,
    ) -> ExprId {
        let ty = self.ty(e);
        let sign = match self.program.scalar(ty) {
            Some(Scalar::F32) => 1 << 31,
            Some(Scalar::F64) => 1 << 63,
            Some(Scalar::F80) => 1 << 79,
            _ => 1u128 << 127,
        };
        let most = self.program.exprs.add(ExprKind::Float(greatest), ty);
        let least = self.program.exprs.add(ExprKind::Float(greatest | sign), ty);
        let finite = |build: &mut Self, x: ExprId| {
            let above = build.compare(BinOp::Ge, x, least);
            let below = build.compare(BinOp::Le, x, most);
            build.and(above, below)
        };
        let (left, right) = (finite(self, a), finite(self, b));
        let operands = self.and(left, right);
        let above = self.compare(BinOp::Gt, e, most);
        let below = self.compare(BinOp::Lt, e, least);
        let infinite = self.or(above, below);
        self.and(operands, infinite)
    }

    /// An integer that the floating type does not hold: it is rounded to the power of two behind the
    /// greatest one, or is another one when it is converted back.
    fn rounded_integer(&mut self, e: ExprId, a: ExprId, (ty, digits): (TypeId, u16)) -> ExprId {
        let power = super::lossy::power_of_two(self.program, self.ty(e), 1 << digits);
        let power = self.program.exprs.add(ExprKind::Float(power), self.ty(e));
        let is_outside = self.compare(BinOp::Ge, e, power);
        let differs = self.changed_back(e, a, ty);
        self.or(is_outside, differs)
    }

    /// A number that is not the same when it is converted back.
    fn changed_number(&mut self, e: ExprId, a: ExprId, ty: TypeId) -> ExprId {
        let is_number = self.compare(BinOp::Eq, a, a);
        let differs = self.changed_back(e, a, ty);
        self.and(is_number, differs)
    }

    fn changed_back(&mut self, e: ExprId, a: ExprId, ty: TypeId) -> ExprId {
        let back = self.program.exprs.add(ExprKind::Cast(e), ty);
        self.compare(BinOp::Ne, back, a)
    }
}
