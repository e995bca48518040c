//! When an operation faults, in ordinary expressions.
//!
//! Sums are compared with what is left up to the bound, so that no more bits are needed; products
//! are computed in twice the width. Operands are read from left to right, as the operation does.

use super::align::Alignments;
use super::calls::Called;
use super::floating::is_floating;
use super::range::{Range, Ranges, exact};
use super::site::{Same, Site, sites};
use super::stray::accessed;
use super::written::{Holes, Written};
use super::{CheckKind, Demand};
use crate::expr::{BinOp, ExprId, ExprKind, UnOp};
use crate::program::{LocId, Op, ProcId, Program};
use crate::types::{IntKind, Scalar, TypeId};
use hatha_defect::{Defect, is_on};
use std::collections::BTreeSet;

/// Builds the conditions of checks.
pub(super) struct Conditions {
    kinds: BTreeSet<CheckKind>,
    /// Whether the procedure is a model of the library.
    in_model: bool,
    same: Same,
    pub(super) ranges: Ranges,
    pub(super) alignments: Alignments,
    pub(super) holes: Holes,
    pub(super) called: Called,
    /// What has been written on every way to the locations of the procedure.
    pub(super) written: Written,
    /// The location whose edges are asked about.
    pub(super) at: LocId,
    /// The value of the operation at hand that is only moved, and may be one that was never written.
    pub(super) moved: Option<ExprId>,
    /// The expressions of the operation at hand that are only addresses of its accesses.
    accessed: BTreeSet<ExprId>,
}

/// A signed integer type with its bounds.
#[derive(Clone, Copy)]
struct Signed {
    ty: TypeId,
    bits: u16,
    least: i128,
    greatest: i128,
}

impl Signed {
    fn of(program: &Program, ty: TypeId) -> Option<Signed> {
        match program.scalar(ty)? {
            Scalar::Int { bits, signed: true } if bits <= 128 => {
                let shift = 128 - u32::from(bits);
                Some(Signed {
                    ty,
                    bits,
                    least: i128::MIN >> shift,
                    greatest: i128::MAX >> shift,
                })
            }
            _ => None,
        }
    }
}

impl Conditions {
    /// For a program and the kinds that are asked about.
    pub(super) fn new(program: &Program, kinds: BTreeSet<CheckKind>) -> Self {
        let asks = |kind| kinds.contains(&kind);
        let alignments = match asks(CheckKind::Misaligned) {
            true => Alignments::new(program),
            false => Alignments::default(),
        };
        let holes = match asks(CheckKind::Uninitialised) {
            true => Holes::new(program),
            false => Holes::default(),
        };
        let asks_calls = asks(CheckKind::BadCall) || asks(CheckKind::MissingReturn);
        let called = match asks_calls {
            true => Called::new(program),
            false => Called::default(),
        };
        Conditions {
            kinds,
            in_model: false,
            same: Same::new(program),
            ranges: Ranges::default(),
            alignments,
            holes,
            called,
            written: Written::default(),
            at: LocId(0),
            moved: None,
            accessed: BTreeSet::new(),
        }
    }

    /// What is asked about next belongs to this operation.
    pub(super) fn look_at(&mut self, program: &Program, op: &Op) {
        if self.asks(CheckKind::Pointer) || self.asks(CheckKind::Member) {
            self.accessed = accessed(program, op);
        }
    }

    /// What is asked about next belongs to this procedure.
    pub(super) fn enter(&mut self, program: &Program, proc: ProcId) {
        self.in_model = program.proc(proc).model;
        self.moved = None;
        if self.asks(CheckKind::Uninitialised) {
            let moved = &program.moved_unchecked;
            self.written = Written::new(program, program.proc(proc), moved, &self.holes);
        }
    }

    pub(super) fn same(&self) -> &Same {
        &self.same
    }

    /// What has to be made sure of before an operation, in order.
    pub(super) fn demands(&mut self, program: &mut Program, site: &Site) -> Vec<Demand> {
        let mut found = Vec::new();
        match program.exprs.get(site.expr).kind {
            ExprKind::Unary(UnOp::Neg, a) => {
                found.extend(self.negation(program, a));
                found.extend(self.negated(program, a));
            }
            ExprKind::Unary(UnOp::Clz | UnOp::Ctz, a) => {
                found.extend(self.zero(program, CheckKind::BadArgument, a));
            }
            ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul), a, b) => {
                found.extend(self.overflow(program, op, a, b));
                found.extend(self.wraps(program, op, (a, b)));
                found.extend(self.result(program, site.expr, (a, b)));
            }
            ExprKind::Binary(BinOp::Div, a, b) if is_floating(program, a) => {
                found.extend(self.result(program, site.expr, (a, b)));
            }
            ExprKind::Binary(BinOp::Div | BinOp::Rem, a, b) => {
                found.extend(self.zero(program, CheckKind::DivisionByZero, b));
                found.extend(self.quotient(program, a, b));
            }
            ExprKind::Binary(op @ (BinOp::Shl | BinOp::Shr), a, b) => {
                found.extend(self.count(program, a, b));
                if op == BinOp::Shl {
                    found.extend(self.shifted(program, a, b));
                }
            }
            ExprKind::Cast(_) => {
                found.extend(self.conversion(program, site.expr));
                found.extend(self.inexact(program, site.expr));
            }
            ExprKind::Load { addr, access } => {
                found.extend(self.load(program, addr, access));
                found.extend(self.misaligned(program, addr, access.align));
                if self.moved != Some(site.expr) {
                    found.extend(self.unwritten(program, addr, access));
                }
            }
            ExprKind::Var(v) if self.moved != Some(site.expr) => {
                found.extend(self.slot(program, v));
            }
            ExprKind::Index { .. } => {
                let is_kept = !self.accessed.contains(&site.expr);
                found.extend(self.computed_address(program, site.expr, is_kept));
            }
            ExprKind::PtrDiff { a, b, .. }
            | ExprKind::Binary(BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge, a, b) => {
                found.extend(self.across_objects(program, (a, b)));
            }
            _ => {}
        }
        let mut build = Build { program };
        for demand in &mut found {
            if let Demand::Check(_, condition) = demand {
                *condition = build.under(&site.when, *condition);
            }
        }
        found
    }

    /// Whether the evaluation of an expression has to be checked.
    pub(super) fn is_demanding(&mut self, program: &mut Program, e: ExprId) -> bool {
        let length = program.exprs.len();
        let mut all = sites(program, &self.same, &[e]).into_iter();
        let found = all.any(|site| !self.demands(program, &site).is_empty());
        program.exprs.truncate(length);
        found
    }

    pub(super) fn asks(&self, kind: CheckKind) -> bool {
        self.kinds.contains(&kind) && (!self.in_model || kind.is_checked_in_models())
    }

    fn negation(&mut self, program: &mut Program, a: ExprId) -> Option<Demand> {
        let kind = CheckKind::SignedOverflow;
        let ty = Signed::of(program, program.exprs.get(a).ty).filter(|_| self.asks(kind))?;
        if self
            .ranges
            .of(program, a)
            .is_some_and(|r| !r.holds(ty.least))
        {
            return None;
        }
        let mut build = Build { program };
        Some(Demand::Check(kind, build.is(BinOp::Eq, a, ty.least)))
    }

    fn overflow(
        &mut self,
        program: &mut Program,
        op: BinOp,
        a: ExprId,
        b: ExprId,
    ) -> Option<Demand> {
        let kind = CheckKind::SignedOverflow;
        let ty = Signed::of(program, program.exprs.get(a).ty).filter(|_| self.asks(kind))?;
        let full = Range::new(ty.least, ty.greatest);
        let left = self.ranges.of(program, a).unwrap_or(full);
        let right = self.ranges.of(program, b).unwrap_or(full);
        if exact(op, left, right).is_some_and(|r| full.covers(r)) || is_on(Defect::ChecksNoSums) {
            return None;
        }
        let mut build = Build { program };
        let condition = match op {
            BinOp::Add => build.sum(ty, (a, left), (b, right)),
            BinOp::Sub => build.difference(ty, (a, left), (b, right)),
            _ => match build.product(ty, (a, left), (b, right)) {
                Some(condition) => condition,
                None => return Some(Demand::NotUnderstood("a product of 128 bits")),
            },
        };
        Some(Demand::Check(kind, condition))
    }

    fn zero(&mut self, program: &mut Program, kind: CheckKind, b: ExprId) -> Option<Demand> {
        let known = self.ranges.of(program, b);
        if !self.asks(kind) || known.is_some_and(|r| !r.holds(0)) {
            return None;
        }
        let mut build = Build { program };
        Some(Demand::Check(kind, build.is(BinOp::Eq, b, 0)))
    }

    /// The least value divided by -1.
    fn quotient(&mut self, program: &mut Program, a: ExprId, b: ExprId) -> Option<Demand> {
        let kind = CheckKind::SignedOverflow;
        let ty = Signed::of(program, program.exprs.get(a).ty).filter(|_| self.asks(kind))?;
        let never = |r: Option<Range>, value: i128| r.is_some_and(|r| !r.holds(value));
        let (left, right) = (self.ranges.of(program, a), self.ranges.of(program, b));
        if never(left, ty.least) || never(right, -1) {
            return None;
        }
        let mut build = Build { program };
        let least = build.is(BinOp::Eq, a, ty.least);
        let minus_one = build.is(BinOp::Eq, b, -1);
        Some(Demand::Check(kind, build.and(least, minus_one)))
    }

    fn count(&mut self, program: &mut Program, a: ExprId, b: ExprId) -> Option<Demand> {
        let kind = CheckKind::ShiftOutOfRange;
        let bits = match program.scalar(program.exprs.get(a).ty)? {
            Scalar::Int { bits, .. } => i128::from(bits),
            _ => return None,
        };
        let known = self.ranges.of(program, b);
        if !self.asks(kind) || known.is_some_and(|r| Range::new(0, bits - 1).covers(r)) {
            return None;
        }
        let mut build = Build { program };
        let large = build.is(BinOp::Ge, b, bits);
        let signed = matches!(
            build.program.scalar(build.ty(b)),
            Some(Scalar::Int { signed: true, .. })
        );
        let condition = match signed && known.is_none_or(|r| r.least < 0) {
            true => {
                let negative = build.is(BinOp::Lt, b, 0);
                build.or(negative, large)
            }
            false => large,
        };
        Some(Demand::Check(kind, condition))
    }

    /// A signed value that loses bits to the left, or is negative.
    fn shifted(&mut self, program: &mut Program, a: ExprId, b: ExprId) -> Option<Demand> {
        let kind = CheckKind::SignedOverflow;
        let ty = Signed::of(program, program.exprs.get(a).ty).filter(|_| self.asks(kind))?;
        let full = Range::new(ty.least, ty.greatest);
        let left = self.ranges.of(program, a).unwrap_or(full);
        let right = self.ranges.of(program, b);
        let fits = |r: Range| {
            let count = r.greatest;
            left.least >= 0
                && (0..i128::from(ty.bits)).contains(&count)
                && r.least >= 0
                && left.greatest <= ty.greatest >> count
        };
        if right.is_some_and(fits) {
            return None;
        }
        let mut build = Build { program };
        let negative = build.is(BinOp::Lt, a, 0);
        let greatest = build.number(ty.ty, ty.greatest);
        let int = build
            .program
            .exprs
            .add(ExprKind::Binary(BinOp::Shr, greatest, b), ty.ty);
        let large = build.compare(BinOp::Gt, a, int);
        let condition = match left.least >= 0 {
            true => large,
            false => build.or(negative, large),
        };
        Some(Demand::Check(kind, condition))
    }
}

/// An operand with what is known of it.
type Operand = (ExprId, Range);

/// Makes expressions.
pub(super) struct Build<'a> {
    pub(super) program: &'a mut Program,
}

impl Build<'_> {
    pub(super) fn ty(&self, e: ExprId) -> TypeId {
        self.program.exprs.get(e).ty
    }

    pub(super) fn number(&mut self, ty: TypeId, value: i128) -> ExprId {
        let bits = match self.program.scalar(ty) {
            Some(Scalar::Int { bits, .. }) if bits < 128 => value as u128 & ((1 << bits) - 1),
            _ => value as u128,
        };
        self.program.exprs.add(ExprKind::Int(bits), ty)
    }

    pub(super) fn int(&mut self) -> TypeId {
        self.program.types.int(IntKind::Int)
    }

    pub(super) fn compare(&mut self, op: BinOp, a: ExprId, b: ExprId) -> ExprId {
        let int = self.int();
        self.program.exprs.add(ExprKind::Binary(op, a, b), int)
    }

    /// A comparison with a constant.
    pub(super) fn is(&mut self, op: BinOp, a: ExprId, value: i128) -> ExprId {
        let number = self.number(self.ty(a), value);
        self.compare(op, a, number)
    }

    pub(super) fn combine(&mut self, op: BinOp, a: ExprId, b: ExprId) -> ExprId {
        let ty = self.ty(a);
        self.program.exprs.add(ExprKind::Binary(op, a, b), ty)
    }

    pub(super) fn choose(&mut self, c: ExprId, yes: ExprId, no: ExprId) -> ExprId {
        let int = self.int();
        self.program.exprs.add(ExprKind::Cond(c, yes, no), int)
    }

    pub(super) fn and(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let int = self.int();
        let zero = self.number(int, 0);
        self.choose(a, b, zero)
    }

    pub(super) fn or(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let int = self.int();
        let one = self.number(int, 1);
        self.choose(a, one, b)
    }

    /// A condition that matters only where its operation is evaluated.
    fn under(&mut self, when: &[(ExprId, bool)], condition: ExprId) -> ExprId {
        let int = self.int();
        let mut result = condition;
        for &(c, taken) in when.iter().rev() {
            let zero = self.number(int, 0);
            result = match taken {
                true => self.choose(c, result, zero),
                false => self.choose(c, zero, result),
            };
        }
        result
    }

    fn sum(&mut self, ty: Signed, (a, left): Operand, (b, right): Operand) -> ExprId {
        if right.least == right.greatest {
            return self.overflows_with(ty, a, right.least);
        }
        if left.least == left.greatest {
            return self.overflows_with(ty, b, left.least);
        }
        let (greatest, least) = (
            self.number(ty.ty, ty.greatest),
            self.number(ty.ty, ty.least),
        );
        if right.least >= 0 {
            let room = self.combine(BinOp::Sub, greatest, b);
            return self.compare(BinOp::Gt, a, room);
        }
        if right.greatest <= 0 {
            let room = self.combine(BinOp::Sub, least, b);
            return self.compare(BinOp::Lt, a, room);
        }
        let above = self.combine(BinOp::Sub, greatest, a);
        let above = self.compare(BinOp::Gt, b, above);
        let below = self.combine(BinOp::Sub, least, a);
        let below = self.compare(BinOp::Lt, b, below);
        let upwards = self.is(BinOp::Ge, a, 0);
        self.choose(upwards, above, below)
    }

    /// `a + value` does not fit.
    fn overflows_with(&mut self, ty: Signed, a: ExprId, value: i128) -> ExprId {
        match value >= 0 {
            true => self.is(BinOp::Gt, a, ty.greatest - value),
            false => self.is(BinOp::Lt, a, ty.least - value),
        }
    }

    fn difference(&mut self, ty: Signed, (a, left): Operand, (b, right): Operand) -> ExprId {
        if right.least == right.greatest {
            let value = right.least;
            return match value > 0 {
                true => self.is(BinOp::Lt, a, ty.least + value),
                false => self.is(BinOp::Gt, a, ty.greatest + value),
            };
        }
        if left.least == left.greatest {
            let value = left.least;
            return match value >= 0 {
                true => self.is(BinOp::Lt, b, value - ty.greatest),
                false => self.is(BinOp::Gt, b, value - ty.least),
            };
        }
        let (greatest, least) = (
            self.number(ty.ty, ty.greatest),
            self.number(ty.ty, ty.least),
        );
        if right.least >= 0 {
            let room = self.combine(BinOp::Add, least, b);
            return self.compare(BinOp::Lt, a, room);
        }
        let above = self.combine(BinOp::Sub, a, greatest);
        let above = self.compare(BinOp::Lt, b, above);
        let below = self.combine(BinOp::Sub, a, least);
        let below = self.compare(BinOp::Gt, b, below);
        let upwards = self.is(BinOp::Ge, a, 0);
        self.choose(upwards, above, below)
    }

    /// `None` where twice the width is not to be had.
    fn product(&mut self, ty: Signed, (a, left): Operand, (b, right): Operand) -> Option<ExprId> {
        if right.least == right.greatest {
            return Some(self.multiple(ty, a, right.least));
        }
        if left.least == left.greatest {
            return Some(self.multiple(ty, b, left.least));
        }
        if ty.bits > 64 {
            return None;
        }
        let kind = match ty.bits {
            32 => IntKind::LongLong,
            64 => IntKind::Int128,
            bits => IntKind::Bits {
                bits: 2 * bits,
                signed: true,
            },
        };
        let wide = self.program.types.int(kind);
        let a = self.program.exprs.add(ExprKind::Cast(a), wide);
        let b = self.program.exprs.add(ExprKind::Cast(b), wide);
        let product = self.combine(BinOp::Mul, a, b);
        let above = self.is(BinOp::Gt, product, ty.greatest);
        let below = self.is(BinOp::Lt, product, ty.least);
        Some(self.or(above, below))
    }

    /// `a * value` does not fit; the value is neither 0 nor 1.
    fn multiple(&mut self, ty: Signed, a: ExprId, value: i128) -> ExprId {
        if value == -1 {
            return self.is(BinOp::Eq, a, ty.least);
        }
        // Quotients are rounded towards zero: they are the last factors that fit.
        let (one, other) = (ty.greatest / value, ty.least / value);
        let above = self.is(BinOp::Gt, a, one.max(other));
        let below = self.is(BinOp::Lt, a, one.min(other));
        self.or(above, below)
    }
}
