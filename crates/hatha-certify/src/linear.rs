//! Addresses as sums: multiples of terms plus a constant.
//!
//! **Soundness.** Arithmetic is modulo `2^W` throughout, as the machine's is, so
//! a sum equals the term it was made from, and two sums whose difference is a
//! constant are equal exactly if it is zero. This and the rounding of addresses
//! to multiples of a power of two is all the rewriting that the checker does.

use hatha_proof::vocabulary::as_address;
use hatha_term::{Model, Op, TermId, TermPool};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// More summands than this stay one opaque term.
const SUMMANDS: usize = 32;

/// A sum: sorted by term, no factor is zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Sum {
    pub(crate) parts: Vec<(TermId, u64)>,
    pub(crate) constant: u64,
}

/// The sums of address terms, and what is known of the low bits of terms.
#[derive(Debug)]
pub(crate) struct Addresses {
    /// Bits of an address, at most 64.
    bits: u32,
    sums: FxHashMap<TermId, Rc<Sum>>,
    /// Terms that are multiples of `2^n`.
    low_zeros: FxHashMap<TermId, u32>,
}

impl Addresses {
    pub(crate) fn new(bits: u32) -> Self {
        Addresses {
            bits,
            sums: FxHashMap::default(),
            low_zeros: FxHashMap::default(),
        }
    }

    pub(crate) fn bits(&self) -> u32 {
        self.bits
    }

    fn mask(&self, value: u64) -> u64 {
        if self.bits >= 64 {
            value
        } else {
            value & ((1 << self.bits) - 1)
        }
    }

    /// Notes that a term is a multiple of `align`, a power of two.
    pub(crate) fn set_aligned(&mut self, t: TermId, align: u32) {
        self.low_zeros.insert(t, align.trailing_zeros());
    }

    /// A constant address or length.
    pub(crate) fn constant(&self, pool: &mut TermPool, value: u64) -> TermId {
        pool.bv_const(self.bits, u128::from(self.mask(value)))
    }

    /// The sum that a term is.
    pub(crate) fn sum(&mut self, pool: &TermPool, t: TermId) -> Rc<Sum> {
        if let Some(sum) = self.sums.get(&t) {
            return Rc::clone(sum);
        }
        let sum = Rc::new(self.expand(pool, t).unwrap_or(Sum {
            parts: vec![(t, 1)],
            constant: 0,
        }));
        self.sums.insert(t, Rc::clone(&sum));
        sum
    }

    /// Takes sums, differences and constant multiples apart; `None` if there are too many.
    fn expand(&self, pool: &TermPool, t: TermId) -> Option<Sum> {
        let mut sum = Sum::default();
        let mut work = vec![(t, 1u64)];
        let mut steps = 0;
        while let Some((t, factor)) = work.pop() {
            steps += 1;
            if steps > 4 * SUMMANDS {
                return None;
            }
            if let Some(v) = number(pool, t) {
                sum.constant = sum.constant.wrapping_add(v.wrapping_mul(factor));
                continue;
            }
            let args = pool.args(t);
            match pool.op(t) {
                Op::BvAdd => work.extend([(args[0], factor), (args[1], factor)]),
                Op::BvSub => work.extend([(args[0], factor), (args[1], factor.wrapping_neg())]),
                Op::BvNeg => work.push((args[0], factor.wrapping_neg())),
                Op::BvMul => match (number(pool, args[0]), number(pool, args[1])) {
                    (_, Some(n)) => work.push((args[0], factor.wrapping_mul(n))),
                    (Some(n), _) => work.push((args[1], factor.wrapping_mul(n))),
                    _ => sum.parts.push((t, factor)),
                },
                _ => sum.parts.push((t, factor)),
            }
        }
        Some(self.collect(sum))
    }

    /// Adds up the factors of equal terms.
    fn collect(&self, mut sum: Sum) -> Sum {
        sum.parts.sort_unstable_by_key(|p| p.0);
        let mut parts: Vec<(TermId, u64)> = Vec::new();
        for (t, factor) in sum.parts {
            match parts.last_mut() {
                Some(last) if last.0 == t => last.1 = last.1.wrapping_add(factor),
                _ => parts.push((t, factor)),
            }
        }
        for p in &mut parts {
            p.1 = self.mask(p.1);
        }
        parts.retain(|p| p.1 != 0);
        Sum {
            parts,
            constant: self.mask(sum.constant),
        }
    }

    /// The one term for a sum.
    pub(crate) fn term(&mut self, pool: &mut TermPool, sum: &Sum) -> TermId {
        let mut total = None;
        for &(t, factor) in &sum.parts {
            let part = if factor == 1 {
                t
            } else {
                let factor = self.constant(pool, factor);
                pool.bv_mul(t, factor)
            };
            total = Some(total.map_or(part, |sum| pool.bv_add(sum, part)));
        }
        let term = match total {
            Some(t) if sum.constant == 0 => t,
            Some(t) => {
                let constant = self.constant(pool, sum.constant);
                pool.bv_add(t, constant)
            }
            None => self.constant(pool, sum.constant),
        };
        self.sums.insert(term, Rc::new(sum.clone()));
        term
    }

    /// An address some bytes further.
    pub(crate) fn plus(&mut self, pool: &mut TermPool, t: TermId, offset: u64) -> TermId {
        let mut sum = (*self.sum(pool, t)).clone();
        sum.constant = self.mask(sum.constant.wrapping_add(offset));
        self.term(pool, &sum)
    }

    /// `a − b`, as a sum.
    pub(crate) fn difference(&mut self, pool: &TermPool, a: TermId, b: TermId) -> Sum {
        let (a, b) = (self.sum(pool, a), self.sum(pool, b));
        let negated = b.parts.iter().map(|&(t, f)| (t, f.wrapping_neg()));
        self.collect(Sum {
            parts: a.parts.iter().copied().chain(negated).collect(),
            constant: a.constant.wrapping_sub(b.constant),
        })
    }

    /// `a − b`, if that is a constant.
    pub(crate) fn distance(&mut self, pool: &TermPool, a: TermId, b: TermId) -> Option<u64> {
        let difference = self.difference(pool, a, b);
        difference.parts.is_empty().then_some(difference.constant)
    }

    /// Whether two addresses are equal.
    pub(crate) fn equal(&mut self, pool: &mut TermPool, a: TermId, b: TermId) -> TermId {
        match self.distance(pool, a, b) {
            Some(distance) => pool.bool(distance == 0),
            None => {
                let (a, b) = self.without_common_parts(pool, a, b);
                // One order, so that a comparison is one literal wherever it occurs.
                pool.eq(a.min(b), a.max(b))
            }
        }
    }

    /// Two addresses in one variable without the variable's: what is left is equal exactly if they are.
    fn without_common_parts(
        &mut self,
        pool: &mut TermPool,
        a: TermId,
        b: TermId,
    ) -> (TermId, TermId) {
        let mut sums = [a, b].map(|t| (*self.sum(pool, t)).clone());
        let is_variable = |t: TermId| pool.as_symbol(t).and_then(as_address).is_some();
        let mut common = sums[0]
            .parts
            .iter()
            .filter(|p| p.1 == 1 && is_variable(p.0));
        let Some(&base) = common.find(|p| sums[1].parts.contains(p)) else {
            return (a, b);
        };
        for sum in &mut sums {
            sum.parts.retain(|p| *p != base);
        }
        let [a, b] = sums;
        (self.term(pool, &a), self.term(pool, &b))
    }

    /// `a − b <u length`.
    pub(crate) fn within(
        &mut self,
        pool: &mut TermPool,
        a: TermId,
        b: TermId,
        length: TermId,
    ) -> TermId {
        let difference = self.difference(pool, a, b);
        let known = number(pool, length);
        if let (true, Some(length)) = (difference.parts.is_empty(), known) {
            return pool.bool(difference.constant < length);
        }
        let difference = self.term(pool, &difference);
        pool.bv_ult(difference, length)
    }

    /// `n` such that a sum is known to be a multiple of `2^n`.
    fn zeros_of_sum(&self, pool: &TermPool, parts: &[(TermId, u64)]) -> u32 {
        let part = |&(t, f): &(TermId, u64)| self.zeros(pool, t) + f.trailing_zeros();
        parts.iter().map(part).min().unwrap_or(self.bits)
    }

    fn zeros(&self, pool: &TermPool, t: TermId) -> u32 {
        if let Some(&n) = self.low_zeros.get(&t) {
            return n;
        }
        let constant = |t: TermId| pool.as_bv(t).and_then(|b| b.to_u128());
        let mask = |t: TermId| constant(t).map_or(0, |m| m.trailing_zeros().min(self.bits));
        match pool.op(t) {
            Op::BvAnd => mask(pool.arg(t, 0)).max(mask(pool.arg(t, 1))),
            Op::BvConst(_) => mask(t),
            _ => 0,
        }
    }

    /// The largest power of two that is known to divide an address or a length.
    pub(crate) fn alignment(&mut self, pool: &TermPool, t: TermId) -> u64 {
        let sum = self.sum(pool, t);
        let zeros = self.zeros_of_sum(pool, &sum.parts);
        1 << zeros.min(sum.constant.trailing_zeros()).min(32)
    }

    /// An address rounded down to a multiple of a power of two.
    pub(crate) fn round(&mut self, pool: &mut TermPool, t: TermId, to: u32) -> TermId {
        let sum = self.sum(pool, t);
        let low = sum.constant & u64::from(to - 1);
        let high = sum.constant - low;
        if self.zeros_of_sum(pool, &sum.parts) >= to.trailing_zeros() {
            // The parts are multiples, so rounding drops the low part of the constant.
            let rounded = Sum {
                parts: sum.parts.clone(),
                constant: high,
            };
            return self.term(pool, &rounded);
        }
        // A constant that is a multiple moves out of the rounding.
        let inner = Sum {
            parts: sum.parts.clone(),
            constant: low,
        };
        let inner = self.term(pool, &inner);
        let mask = self.constant(pool, !u64::from(to - 1));
        let rounded = pool.bv_and(inner, mask);
        self.set_aligned(rounded, to);
        self.plus(pool, rounded, high)
    }
}

/// The value of a small term without variables: indices and sizes are such terms where the
/// program has a constant.
pub(crate) fn number(pool: &TermPool, t: TermId) -> Option<u64> {
    let mut work = vec![t];
    let mut steps = 0;
    while let Some(t) = work.pop() {
        steps += 1;
        if steps > SUMMANDS || matches!(pool.op(t), Op::Var(_) | Op::Apply(_)) {
            return None;
        }
        work.extend(pool.args(t));
    }
    let value = pool.eval(t, &Model::new()).ok()?;
    value.as_bv()?.to_u128().map(|v| v as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hatha_term::Sort;

    #[test]
    fn sums_wrap_and_compare() {
        let mut pool = TermPool::raw();
        let mut addresses = Addresses::new(32);
        let p = pool.var("p", Sort::Bv(32));
        let a = addresses.plus(&mut pool, p, 8);
        let b = addresses.plus(&mut pool, p, 0xffff_fffc);
        assert_eq!(addresses.distance(&pool, a, b), Some(12));
        assert_eq!(addresses.distance(&pool, b, a), Some(0xffff_fff4));
        let back = addresses.plus(&mut pool, b, 4);
        assert_eq!(back, p);
    }

    #[test]
    fn rounding_keeps_multiples_outside() {
        let mut pool = TermPool::raw();
        let mut addresses = Addresses::new(64);
        let p = pool.var("p", Sort::Bv(64));
        let a = addresses.plus(&mut pool, p, 4);
        let b = addresses.plus(&mut pool, p, 8);
        let (a, b) = (
            addresses.round(&mut pool, a, 4),
            addresses.round(&mut pool, b, 4),
        );
        assert_eq!(addresses.distance(&pool, b, a), Some(4));
        addresses.set_aligned(p, 8);
        let c = addresses.plus(&mut pool, p, 6);
        let c = addresses.round(&mut pool, c, 4);
        assert_eq!(addresses.distance(&pool, c, p), Some(4));
    }
}
