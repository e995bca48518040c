//! Linear normal forms of bit-vector terms: sums of terms with constant factors,
//! modulo two to the width.

use crate::bits::Bv;
use crate::op::{Op, TermId};
use crate::pool::TermPool;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Longer sums stay as they are: a chain of a million additions must not take
/// a quadratic number of monomials.
const MAX_MONOMIALS: usize = 16;

/// `constant` plus the sum of `factor * term`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Linear {
    /// Ascending terms with factors that are not zero.
    pub monomials: Vec<(TermId, Bv)>,
    /// The constant.
    pub constant: Bv,
}

impl Linear {
    fn constant(value: Bv) -> Linear {
        Linear {
            monomials: Vec::new(),
            constant: value,
        }
    }

    fn atom(t: TermId, width: u32) -> Linear {
        Linear {
            monomials: vec![(t, Bv::one(width))],
            constant: Bv::zero(width),
        }
    }

    /// `self + factor * other`.
    pub fn plus(&self, other: &Linear, factor: &Bv) -> Linear {
        let mut monomials = Vec::with_capacity(self.monomials.len() + other.monomials.len());
        let (mut left, mut right) = (&self.monomials[..], &other.monomials[..]);
        loop {
            let (t, value) = match (left.first(), right.first()) {
                (Some((t, a)), Some((u, b))) if t == u => {
                    (left, right) = (&left[1..], &right[1..]);
                    (*t, a.add(&factor.mul(b)))
                }
                (Some((t, a)), u) if u.is_none_or(|(u, _)| t < u) => {
                    left = &left[1..];
                    (*t, a.clone())
                }
                (_, Some((u, b))) => {
                    right = &right[1..];
                    (*u, factor.mul(b))
                }
                _ => break,
            };
            if !value.is_zero() {
                monomials.push((t, value));
            }
        }
        Linear {
            monomials,
            constant: self.constant.add(&factor.mul(&other.constant)),
        }
    }

    fn scaled(&self, factor: &Bv) -> Linear {
        Linear::constant(Bv::zero(factor.width())).plus(self, factor)
    }

    /// The sum as a term: positive monomials, then the constant, then negative
    /// ones subtracted.
    pub fn to_term(&self, pool: &mut TermPool) -> TermId {
        let (negative, positive): (Vec<_>, Vec<_>) =
            self.monomials.iter().cloned().partition(|(_, f)| f.sign());
        let mut sum = pool.bv(self.constant.clone());
        for (t, factor) in positive {
            let product = scaled_term(pool, t, factor);
            sum = pool.bv_add(sum, product);
        }
        for (t, factor) in negative {
            let product = scaled_term(pool, t, factor.neg());
            sum = pool.bv_sub(sum, product);
        }
        sum
    }
}

fn scaled_term(pool: &mut TermPool, t: TermId, factor: Bv) -> TermId {
    let factor = pool.bv(factor);
    pool.bv_mul(t, factor)
}

/// Computes linear forms and remembers them. One serves one pool.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinearForms {
    known: FxHashMap<TermId, Arc<Linear>>,
    stack: Vec<TermId>,
}

impl LinearForms {
    /// The form of a bit-vector term.
    pub fn form(&mut self, pool: &TermPool, t: TermId) -> Arc<Linear> {
        self.stack.push(t);
        while let Some(&top) = self.stack.last() {
            if self.known.contains_key(&top) {
                self.stack.pop();
                continue;
            }
            let before = self.stack.len();
            if is_linear(pool, top) {
                let known = &self.known;
                let missing = |arg: &&TermId| !known.contains_key(arg);
                self.stack.extend(pool.args(top).iter().filter(missing));
            }
            if self.stack.len() == before {
                let form = self.combine(pool, top);
                self.known.insert(top, Arc::new(form));
                self.stack.pop();
            }
        }
        Arc::clone(&self.known[&t])
    }

    fn combine(&self, pool: &TermPool, t: TermId) -> Linear {
        let width = pool.width(t);
        if let Some(value) = pool.as_bv(t) {
            return Linear::constant(value.clone());
        }
        if !is_linear(pool, t) {
            return Linear::atom(t, width);
        }
        let args = pool.args(t);
        let form = |i: usize| &*self.known[&args[i]];
        let minus_one = Bv::ones(width);
        let combined = match pool.op(t) {
            Op::BvAdd => form(0).plus(form(1), &Bv::one(width)),
            Op::BvSub => form(0).plus(form(1), &minus_one),
            Op::BvNeg => form(0).scaled(&minus_one),
            Op::BvNot => Linear::constant(minus_one.clone()).plus(form(0), &minus_one),
            // `is_linear` lets through products with a constant only.
            _ => form(0).scaled(&form(1).constant),
        };
        if combined.monomials.len() > MAX_MONOMIALS {
            return Linear::atom(t, width);
        }
        combined
    }
}

fn is_linear(pool: &TermPool, t: TermId) -> bool {
    match pool.op(t) {
        Op::BvAdd | Op::BvSub | Op::BvNeg | Op::BvNot => true,
        Op::BvMul => pool.as_bv(pool.arg(t, 1)).is_some(),
        _ => false,
    }
}

/// The inverse of an odd value modulo two to its width, by Newton's iteration:
/// each round doubles the number of correct bits.
pub fn inverse(odd: &Bv) -> Bv {
    let two = Bv::new(odd.width(), 2);
    let mut inverse = odd.clone();
    for _ in 0..32 - odd.width().leading_zeros() {
        inverse = inverse.mul(&two.sub(&odd.mul(&inverse)));
    }
    inverse
}
