//! Bit-vector terms as polynomials modulo 2^width.
//!
//! **Soundness.** Sums, differences, complements and products are taken apart by
//! identities of arithmetic modulo 2^width; everything else is one opaque factor.
//! So the polynomial has the value of the term in every state.

use crate::tuning::polynomial::STEPS;
use hatha_term::{Op, Sort, TermId, TermPool};
use std::collections::BTreeMap;

/// `Σ factor · Π terms` modulo 2^width; the empty product is the constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Polynomial {
    width: u32,
    /// No factor is zero; the terms of a product are sorted.
    monomials: BTreeMap<Vec<TermId>, u64>,
}

/// A product that is being multiplied out.
struct Product {
    factor: u64,
    /// Not yet looked at.
    open: Vec<TermId>,
    /// Opaque.
    done: Vec<TermId>,
}

fn mask(width: u32) -> u64 {
    if width >= 64 {
        u64::MAX
    } else {
        (1 << width) - 1
    }
}

impl Polynomial {
    /// The polynomial of `a - b`, unless it is too large.
    pub(super) fn difference(pool: &TermPool, a: TermId, b: TermId) -> Option<Polynomial> {
        let Sort::Bv(width @ ..=64) = pool.sort(a) else {
            return None;
        };
        let product = |factor, t| Product {
            factor,
            open: vec![t],
            done: Vec::new(),
        };
        let mut work = vec![product(1, a), product(u64::MAX, b)];
        let mut monomials: BTreeMap<Vec<TermId>, u64> = BTreeMap::new();
        let mut steps = 0;
        while let Some(mut p) = work.pop() {
            steps += 1;
            if steps > STEPS {
                return None;
            }
            if let Some(t) = p.open.pop() {
                expand(pool, p, t, &mut work);
            } else {
                p.done.sort_unstable();
                let sum = monomials.entry(p.done).or_default();
                *sum = sum.wrapping_add(p.factor) & mask(width);
            }
        }
        monomials.retain(|_, f| *f != 0);
        Some(Polynomial { width, monomials })
    }

    /// Of the polynomial and its negation, the one whose first factor is positive: they are zero
    /// in the same states.
    pub(super) fn with_sign(mut self) -> Polynomial {
        let first = self.monomials.iter().find(|(m, _)| !m.is_empty());
        if first.is_some_and(|(_, &f)| self.is_negative(f)) {
            let mask = mask(self.width);
            for f in self.monomials.values_mut() {
                *f = f.wrapping_neg() & mask;
            }
        }
        self
    }

    fn is_negative(&self, factor: u64) -> bool {
        factor >> (self.width - 1) & 1 == 1
    }

    /// The equation `polynomial = 0`, negative monomials on the right.
    pub(super) fn is_zero(&self, pool: &mut TermPool) -> TermId {
        let mut sides = [pool.bv_const(self.width, 0); 2];
        for (terms, &factor) in &self.monomials {
            let negative = self.is_negative(factor);
            let size = if negative {
                factor.wrapping_neg() & mask(self.width)
            } else {
                factor
            };
            let mut product = pool.bv_const(self.width, u128::from(size));
            for &t in terms {
                product = pool.bv_mul(product, t);
            }
            let side = &mut sides[usize::from(negative)];
            *side = pool.bv_add(*side, product);
        }
        pool.eq(sides[0], sides[1])
    }
}

/// Multiplies a product by one more term.
fn expand(pool: &TermPool, mut p: Product, t: TermId, work: &mut Vec<Product>) {
    if let Some(value) = pool.as_bv(t).and_then(|v| v.to_u64()) {
        p.factor = p.factor.wrapping_mul(value);
        return work.push(p);
    }
    let args = pool.args(t);
    let with = |p: &Product, t: TermId, factor: u64| Product {
        factor: p.factor.wrapping_mul(factor),
        open: p.open.iter().copied().chain([t]).collect(),
        done: p.done.clone(),
    };
    let minus = u64::MAX;
    match pool.op(t) {
        Op::BvAdd => work.extend([with(&p, args[0], 1), with(&p, args[1], 1)]),
        Op::BvSub => work.extend([with(&p, args[0], 1), with(&p, args[1], minus)]),
        Op::BvNeg => work.push(with(&p, args[0], minus)),
        // The complement of x is -x - 1.
        Op::BvNot => {
            work.push(with(&p, args[0], minus));
            p.factor = p.factor.wrapping_neg();
            work.push(p);
        }
        Op::BvMul => {
            p.open.extend_from_slice(args);
            work.push(p);
        }
        _ => {
            p.done.push(t);
            work.push(p);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normal(pool: &mut TermPool, a: TermId, b: TermId) -> TermId {
        let p = Polynomial::difference(pool, a, b).expect("a small term");
        p.with_sign().is_zero(pool)
    }

    #[test]
    fn multiplies_out() {
        let mut pool = TermPool::raw();
        let [x, y] = ["x", "y"].map(|n| pool.var(n, Sort::Bv(32)));
        let one = pool.bv_const(32, 1);
        let more = pool.bv_add(x, one);
        // (x + 1)(x + 1) - (x + 1) is x(x + 1).
        let square = pool.bv_mul(more, more);
        let left = pool.bv_sub(square, more);
        let right = pool.bv_mul(x, more);
        let yes = normal(&mut pool, left, right);
        let zero = pool.bv_const(32, 0);
        assert_eq!(yes, normal(&mut pool, zero, zero));
        let other = pool.bv_mul(y, more);
        assert_ne!(yes, normal(&mut pool, left, other));
    }

    #[test]
    fn both_signs_are_one_equation() {
        let mut pool = TermPool::raw();
        let [x, y] = ["x", "y"].map(|n| pool.var(n, Sort::Bv(8)));
        let not_x = pool.bv_not(x);
        let (a, b) = (normal(&mut pool, not_x, y), normal(&mut pool, y, not_x));
        assert_eq!(a, b);
    }
}
