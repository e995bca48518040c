//! The values that an expression can have, from its shape alone.
//!
//! It only saves checks that could never fail, which the checker of proofs finds out by itself.

use crate::expr::{BinOp, ExprId, ExprKind, UnOp};
use crate::program::Program;
use crate::types::{Scalar, TypeId};
use rustc_hash::FxHashMap;

/// The least and the greatest value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) least: i128,
    pub(super) greatest: i128,
}

impl Range {
    /// Both ends included.
    pub(super) fn new(least: i128, greatest: i128) -> Self {
        Range { least, greatest }
    }

    /// All values of an integer type of at most 64 bits.
    pub(super) fn of_type(program: &Program, ty: TypeId) -> Option<Range> {
        match program.scalar(ty)? {
            Scalar::Bool => Some(Range::new(0, 1)),
            Scalar::Int { bits, signed } if bits <= 64 => Some(Range::of_bits(bits, signed)),
            _ => None,
        }
    }

    fn of_bits(bits: u16, signed: bool) -> Range {
        match signed {
            true => Range::new(-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
            false => Range::new(0, (1 << bits) - 1),
        }
    }

    pub(super) fn holds(self, value: i128) -> bool {
        (self.least..=self.greatest).contains(&value)
    }

    /// Whether all values of another lie inside.
    pub(super) fn covers(self, other: Range) -> bool {
        self.least <= other.least && other.greatest <= self.greatest
    }

    /// The range that holds the results of an operation on the ends.
    fn hull(results: &[i128]) -> Option<Range> {
        let least = *results.iter().min()?;
        Some(Range::new(least, *results.iter().max()?))
    }
}

/// The exact results of an operation on integers of at most 64 bits, which then may not fit;
/// `None` if nothing is known.
pub(super) fn exact(op: BinOp, a: Range, b: Range) -> Option<Range> {
    let pairs = [
        (a.least, b.least),
        (a.least, b.greatest),
        (a.greatest, b.least),
        (a.greatest, b.greatest),
    ];
    let ends = |f: fn(i128, i128) -> Option<i128>| {
        let all: Option<Vec<i128>> = pairs.iter().map(|&(x, y)| f(x, y)).collect();
        Range::hull(&all?)
    };
    match op {
        BinOp::Add => ends(i128::checked_add),
        BinOp::Sub => ends(i128::checked_sub),
        BinOp::Mul => ends(i128::checked_mul),
        BinOp::Div if b.least == b.greatest => ends(i128::checked_div),
        BinOp::Rem if b.least == b.greatest && b.least != 0 => {
            let most = b.least.abs() - 1;
            let least = if a.least < 0 { -most } else { 0 };
            let greatest = if a.greatest > 0 { most } else { 0 };
            Some(Range::new(
                least.max(a.least.min(0)),
                greatest.min(a.greatest.max(0)),
            ))
        }
        BinOp::Shr if b.least == b.greatest && (0..64).contains(&b.least) => {
            Some(Range::new(a.least >> b.least, a.greatest >> b.least))
        }
        BinOp::And if a.least >= 0 || b.least >= 0 => {
            let bound = |r: Range| (r.least >= 0).then_some(r.greatest);
            let most = [bound(a), bound(b)].into_iter().flatten().min()?;
            Some(Range::new(0, most))
        }
        _ => None,
    }
}

/// The ranges of expressions, each computed once.
#[derive(Debug, Default)]
pub(super) struct Ranges {
    known: FxHashMap<ExprId, Option<Range>>,
}

impl Ranges {
    /// The range of an expression; `None` if it is no integer of at most 64 bits.
    pub(super) fn of(&mut self, program: &Program, root: ExprId) -> Option<Range> {
        let mut stack = vec![root];
        while let Some(&e) = stack.last() {
            let children = program.exprs.children(e);
            let open: Vec<ExprId> = children.filter(|c| !self.known.contains_key(c)).collect();
            if !open.is_empty() && !self.known.contains_key(&e) {
                stack.extend(open);
                continue;
            }
            stack.pop();
            let range = self.node(program, e);
            self.known.insert(e, range);
        }
        self.known[&root]
    }

    fn node(&self, program: &Program, e: ExprId) -> Option<Range> {
        let expr = program.exprs.get(e);
        let all = Range::of_type(program, expr.ty)?;
        let of = |e: ExprId| self.known.get(&e).copied().flatten();
        let found = match expr.kind {
            ExprKind::Int(bits) => constant(program, bits, expr.ty).map(|v| Range::new(v, v)),
            ExprKind::Cast(a) => of(a),
            ExprKind::Load { access, .. } => access.bits.map(|bits| {
                let signed = all.least < 0;
                Range::of_bits(u16::from(bits.width), signed)
            }),
            ExprKind::Unary(UnOp::LogicalNot, _) => Some(Range::new(0, 1)),
            ExprKind::Unary(UnOp::Neg, a) => of(a).map(|r| Range::new(-r.greatest, -r.least)),
            ExprKind::Binary(op, ..) if op.is_comparison() => Some(Range::new(0, 1)),
            ExprKind::Binary(op, a, b) => of(a).zip(of(b)).and_then(|(a, b)| exact(op, a, b)),
            ExprKind::Cond(_, a, b) => of(a)
                .zip(of(b))
                .map(|(a, b)| Range::new(a.least.min(b.least), a.greatest.max(b.greatest))),
            _ => None,
        };
        // What does not fit wraps: then any value of the type is possible.
        Some(found.filter(|r| all.covers(*r)).unwrap_or(all))
    }
}

/// The number that the bits of a constant mean.
pub(super) fn constant(program: &Program, bits: u128, ty: TypeId) -> Option<i128> {
    match program.scalar(ty)? {
        Scalar::Int {
            bits: width,
            signed: true,
        } if width <= 64 => {
            let shift = 128 - u32::from(width);
            Some(((bits << shift) as i128) >> shift)
        }
        Scalar::Bool | Scalar::Int { .. } => i128::try_from(bits).ok(),
        _ => None,
    }
}
