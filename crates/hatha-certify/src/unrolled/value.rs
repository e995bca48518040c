//! Values on an execution: constants, addresses within objects, and terms.
//!
//! **Soundness.** Each operation gives what the machine computes, or, where that is not known
//! here (floating point), any value of the width. Constants are computed with
//! 128-bit arithmetic cut to the width; everything else is a term that nothing rewrites.

use super::heap::ObjectId;
use crate::operator::{is_nonzero, mask};
use hatha_cfa::{BinOp, ProcId};
use hatha_term::{Op, TermId, TermPool};
use std::cmp::Ordering;

/// A value; its width is that of its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Val {
    /// A number, zero-extended.
    Const(u128),
    /// An address: that of an object, plus an offset.
    Ptr(ObjectId, Offset),
    /// The address of a procedure.
    Func(ProcId),
    /// Anything else.
    Term(TermId),
}

impl Val {
    /// The object that an address was computed from.
    pub(super) fn object(self) -> Option<ObjectId> {
        match self {
            Val::Ptr(id, _) => Some(id),
            _ => None,
        }
    }
}

/// The distance from the start of an object, modulo the size of the address space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Offset {
    Const(u64),
    Term(TermId),
}

/// A truth value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Truth {
    Known(bool),
    Maybe(TermId),
}

/// A number of some width as a signed one.
pub(super) fn signed(value: u128, width: u32) -> i128 {
    let unused = 128 - width.min(128);
    ((value << unused) as i128) >> unused
}

/// A constant brought to another width.
pub(super) fn resized(value: u128, from: u32, to: u32, is_signed: bool) -> u128 {
    let wide = if is_signed {
        signed(value, from) as u128
    } else {
        value
    };
    wide & mask(to)
}

/// A comparison of constants.
pub(super) fn compared(op: BinOp, a: u128, b: u128, width: u32, is_signed: bool) -> bool {
    let order = if is_signed {
        signed(a, width).cmp(&signed(b, width))
    } else {
        a.cmp(&b)
    };
    match op {
        BinOp::Eq => order == Ordering::Equal,
        BinOp::Ne => order != Ordering::Equal,
        BinOp::Lt => order == Ordering::Less,
        BinOp::Le => order != Ordering::Greater,
        BinOp::Gt => order == Ordering::Greater,
        _ => order != Ordering::Less,
    }
}

/// An operation on constants of one width; `None` for a division that ends the execution, and
/// for what is no operation of this kind.
pub(super) fn computed(op: BinOp, a: u128, b: u128, width: u32, is_signed: bool) -> Option<u128> {
    let (sa, sb) = (signed(a, width), signed(b, width));
    let value = match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::Div if is_signed => sa.checked_div(sb)? as u128,
        BinOp::Rem if is_signed => sa.checked_rem(sb)? as u128,
        BinOp::Div => a.checked_div(b)?,
        BinOp::Rem => a.checked_rem(b)?,
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        _ => return None,
    };
    Some(value & mask(width))
}

/// Whether a term is not zero; a truth value that was made a number is taken for what it was.
pub(super) fn is_true(pool: &mut TermPool, term: TermId) -> TermId {
    let width = pool.width(term);
    let (one, zero) = (pool.bv_const(width, 1), pool.bv_const(width, 0));
    if pool.op(term) == Op::Ite && pool.arg(term, 1) == one && pool.arg(term, 2) == zero {
        return pool.arg(term, 0);
    }
    is_nonzero(pool, term)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operator::{comparison, operation};
    use hatha_term::{Evaluator, Model};

    /// Constants are computed as the terms of the same operations evaluate.
    #[test]
    fn constants_agree_with_terms() {
        let ops = [
            BinOp::Add,
            BinOp::Sub,
            BinOp::Mul,
            BinOp::Div,
            BinOp::Rem,
            BinOp::And,
            BinOp::Or,
            BinOp::Xor,
        ];
        let comparisons = [
            BinOp::Eq,
            BinOp::Ne,
            BinOp::Lt,
            BinOp::Le,
            BinOp::Gt,
            BinOp::Ge,
        ];
        for width in [8, 32, 64] {
            let interesting = [
                0,
                1,
                2,
                7,
                mask(width),
                mask(width) >> 1,
                (mask(width) >> 1) + 1,
            ];
            for (a, b) in interesting
                .iter()
                .flat_map(|&a| interesting.iter().map(move |&b| (a, b)))
            {
                for is_signed in [false, true] {
                    let mut pool = TermPool::raw();
                    let terms = (pool.bv_const(width, a), pool.bv_const(width, b));
                    for op in ops {
                        let Some(value) = computed(op, a, b, width, is_signed) else {
                            continue;
                        };
                        let term =
                            operation(&mut pool, op, terms, is_signed).expect("an operation");
                        let expected = Evaluator::new(&pool, &Model::new()).value(term);
                        let expected = expected.expect("a value").as_bv().and_then(|b| b.to_u128());
                        assert_eq!(Some(value), expected, "{op:?} {a} {b} {width} {is_signed}");
                    }
                    for op in comparisons {
                        let term = comparison(&mut pool, op, terms, is_signed);
                        let expected = Evaluator::new(&pool, &Model::new()).truth(term);
                        assert_eq!(Ok(compared(op, a, b, width, is_signed)), expected);
                    }
                }
            }
        }
    }
}
