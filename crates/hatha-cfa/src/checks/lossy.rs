//! Results that lose something: unsigned ones that wrap, conversions that change the value.
//!
//! Only integers of at most 64 bits; floating bounds are exact in the format of the operand, so
//! that a comparison decides.

use super::condition::{Build, Conditions};
use super::range::{Range, exact};
use super::{CheckKind, Demand};
use crate::expr::{BinOp, ExprId, ExprKind, UnOp};
use crate::program::Program;
use crate::types::{IntKind, Scalar, TypeId};
use hatha_defect::{Defect, is_on};

impl Conditions {
    /// An unsigned sum, difference or product that does not fit.
    pub(super) fn wraps(
        &mut self,
        program: &mut Program,
        op: BinOp,
        (a, b): (ExprId, ExprId),
    ) -> Option<Demand> {
        let kind = CheckKind::Wrap;
        let full = unsigned(program, a).filter(|_| self.asks(kind))?;
        let left = self.ranges.of(program, a).unwrap_or(full);
        let right = self.ranges.of(program, b).unwrap_or(full);
        if exact(op, left, right).is_some_and(|r| full.covers(r)) || is_on(Defect::ChecksNoSums) {
            return None;
        }
        let mut build = Build { program };
        let condition = match op {
            BinOp::Add => {
                let greatest = build.number(build.ty(a), full.greatest);
                let room = build.combine(BinOp::Sub, greatest, a);
                build.compare(BinOp::Gt, b, room)
            }
            BinOp::Sub => build.compare(BinOp::Lt, a, b),
            _ => build.unsigned_product((a, b), full.greatest),
        };
        Some(Demand::Check(kind, condition))
    }

    /// The negation of an unsigned value other than 0.
    pub(super) fn negated(&mut self, program: &mut Program, a: ExprId) -> Option<Demand> {
        let kind = CheckKind::Wrap;
        let full = unsigned(program, a).filter(|_| self.asks(kind))?;
        let known = self.ranges.of(program, a).unwrap_or(full);
        if known == Range::new(0, 0) {
            return None;
        }
        let mut build = Build { program };
        Some(Demand::Check(kind, build.is(BinOp::Ne, a, 0)))
    }

    /// A conversion from one type to another.
    pub(super) fn conversion(&mut self, program: &mut Program, e: ExprId) -> Option<Demand> {
        let ExprKind::Cast(a) = program.exprs.get(e).kind else {
            return None;
        };
        let to = integer(program, program.exprs.get(e).ty)?;
        match integer(program, program.exprs.get(a).ty) {
            Some(from) if program.implicit.contains(&e) => self.changed(program, a, (from, to)),
            Some(_) => None,
            None => self.unfit(program, a, to),
        }
    }

    /// A conversion between integers that nobody wrote and that changes the value.
    fn changed(
        &mut self,
        program: &mut Program,
        a: ExprId,
        (from, to): (Range, Range),
    ) -> Option<Demand> {
        let kind = CheckKind::Conversion;
        let known = self.ranges.of(program, a).unwrap_or(from);
        if !self.asks(kind) || to.covers(known) {
            return None;
        }
        let mut build = Build { program };
        let above = (known.greatest > to.greatest).then(|| build.is(BinOp::Gt, a, to.greatest));
        let below = (known.least < to.least).then(|| build.is(BinOp::Lt, a, to.least));
        let condition = match (above, below) {
            (Some(above), Some(below)) => build.or(above, below),
            (one, other) => one.or(other)?,
        };
        Some(Demand::Check(kind, condition))
    }

    /// A floating value that an integer type cannot hold once it is rounded towards zero.
    fn unfit(&mut self, program: &mut Program, a: ExprId, to: Range) -> Option<Demand> {
        let kind = CheckKind::FloatConversion;
        let format = Format::of(program, program.exprs.get(a).ty).filter(|_| self.asks(kind))?;
        let ty = program.exprs.get(a).ty;
        let mut build = Build { program };
        let (op, least) = format.lower(to.least);
        let low = build.program.exprs.add(ExprKind::Float(least), ty);
        let low = build.compare(op, a, low);
        let bound = build
            .program
            .exprs
            .add(ExprKind::Float(format.power(to.greatest + 1)), ty);
        let high = build.compare(BinOp::Lt, a, bound);
        let fits = build.and(low, high);
        let int = build.int();
        // Not "outside": what is no number lies nowhere.
        let condition = ExprKind::Unary(UnOp::LogicalNot, fits);
        let condition = build.program.exprs.add(condition, int);
        Some(Demand::Check(kind, condition))
    }
}

impl Build<'_> {
    /// In twice the width.
    fn unsigned_product(&mut self, (a, b): (ExprId, ExprId), greatest: i128) -> ExprId {
        let bits = 2 * (128 - greatest.leading_zeros()) as u16;
        let kind = match bits {
            64 => IntKind::ULongLong,
            128 => IntKind::UInt128,
            bits => IntKind::Bits {
                bits,
                signed: false,
            },
        };
        let wide = self.program.types.int(kind);
        let a = self.program.exprs.add(ExprKind::Cast(a), wide);
        let b = self.program.exprs.add(ExprKind::Cast(b), wide);
        let product = self.combine(BinOp::Mul, a, b);
        self.is(BinOp::Gt, product, greatest)
    }
}

/// The values of an integer type of at most 64 bits that is no `_Bool`.
fn integer(program: &Program, ty: TypeId) -> Option<Range> {
    match program.scalar(ty)? {
        Scalar::Int { .. } => Range::of_type(program, ty),
        _ => None,
    }
}

/// The same, if it is unsigned.
fn unsigned(program: &Program, e: ExprId) -> Option<Range> {
    let range = integer(program, program.exprs.get(e).ty)?;
    (range.least == 0).then_some(range)
}

/// The bits of a power of two of a floating type.
pub(super) fn power_of_two(program: &Program, ty: TypeId, value: i128) -> u128 {
    Format::of(program, ty).map_or(0, |format| format.power(value))
}

/// A binary floating format.
#[derive(Clone, Copy)]
struct Format {
    /// Bits of the fraction, without the one that is always set.
    fraction: u32,
    exponent: u32,
    /// Whether that one is stored, too.
    explicit: bool,
}

impl Format {
    fn of(program: &Program, ty: TypeId) -> Option<Format> {
        let (fraction, exponent, explicit) = match program.scalar(ty)? {
            Scalar::F32 => (23, 8, false),
            Scalar::F64 => (52, 11, false),
            Scalar::F80 => (63, 15, true),
            Scalar::F128 => (112, 15, false),
            _ => return None,
        };
        Some(Format {
            fraction,
            exponent,
            explicit,
        })
    }

    /// The bits of a power of two.
    fn power(self, value: i128) -> u128 {
        let bias = (1u128 << (self.exponent - 1)) - 1;
        let exponent = bias + u128::from(value.trailing_zeros());
        let stored = self.fraction + u32::from(self.explicit);
        let leading = u128::from(self.explicit) << self.fraction;
        exponent << stored | leading
    }

    /// What a value has to be greater than, or not less than, so that it is not below the least
    /// integer of a type once it is rounded towards zero.
    fn lower(self, least: i128) -> (BinOp, u128) {
        let sign = 1u128 << (self.exponent + self.fraction + u32::from(self.explicit));
        if least == 0 {
            return (BinOp::Gt, sign | self.power(1));
        }
        let power = sign | self.power(-least);
        match (-least).trailing_zeros() <= self.fraction {
            // One less than the least integer has this format, too.
            true => {
                let last = 1u128 << (self.fraction - (-least).trailing_zeros());
                (BinOp::Gt, power | last)
            }
            false => (BinOp::Ge, power),
        }
    }
}
