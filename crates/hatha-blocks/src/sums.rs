//! Addresses as sums: multiples of terms and a constant, modulo `2^W`.

use crate::tuning::memory::{LEVELS, SUMMANDS};
use hatha_proof::vocabulary;
use hatha_term::{Op, TermId, TermPool};
use rustc_hash::FxHashMap;

/// A sum: sorted by term, no factor is zero.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sum {
    /// Terms with their factors.
    pub parts: Vec<(TermId, u64)>,
    /// What is added to them.
    pub constant: u64,
}

impl Sum {
    /// The sum that a term is; a term with too many summands is one of itself.
    pub fn of(pool: &TermPool, t: TermId) -> Sum {
        let bits = pool.width(t);
        expand(pool, t, bits).unwrap_or(Sum {
            parts: vec![(t, 1)],
            constant: 0,
        })
    }

    /// The sum that an address is, which accesses round down.
    pub fn of_address(pool: &TermPool, at: TermId) -> Sum {
        if pool.op(at) == Op::BvAnd {
            let (a, b) = (pool.arg(at, 0), pool.arg(at, 1));
            match (number(pool, a), number(pool, b)) {
                (None, Some(_)) => return Sum::of(pool, a),
                (Some(_), None) => return Sum::of(pool, b),
                _ => {}
            }
        }
        Sum::of(pool, at)
    }

    /// The term.
    pub fn term(&self, pool: &mut TermPool, bits: u32) -> TermId {
        let mut total = pool.bv_const(bits, u128::from(self.constant));
        for &(t, factor) in &self.parts {
            let factor = pool.bv_const(bits, u128::from(factor));
            let part = pool.bv_mul(t, factor);
            total = pool.bv_add(part, total);
        }
        total
    }

    /// The difference to another sum.
    pub fn minus(&self, other: &Sum, bits: u32) -> Sum {
        let negated = other.parts.iter().map(|&(t, f)| (t, f.wrapping_neg()));
        let parts = self.parts.iter().copied().chain(negated).collect();
        collect(parts, self.constant.wrapping_sub(other.constant), bits)
    }

    /// The sum divided by a number that divides all of it, each factor being taken with its sign.
    pub fn divided(&self, by: u64, bits: u32) -> Option<Sum> {
        let by = i128::from(by);
        let part = |factor: u64| {
            let factor = signed(factor, bits);
            (by != 0 && factor % by == 0).then(|| mask(bits, (factor / by) as u64))
        };
        let parts = self.parts.iter().map(|&(t, f)| Some((t, part(f)?)));
        Some(Sum {
            parts: parts.collect::<Option<Vec<_>>>()?,
            constant: part(self.constant)?,
        })
    }

    /// The sum without a term that it contains once; `None` if it does not.
    pub fn without(&self, base: TermId) -> Option<Sum> {
        let mut rest = self.clone();
        let i = rest.parts.iter().position(|p| *p == (base, 1))?;
        rest.parts.remove(i);
        Some(rest)
    }
}

/// Terms in which every address that memory is read at is written as a sum in one form, so that a solver need
/// not find out that two of them are equal. The terms mean the same.
#[derive(Debug, Default)]
pub struct NormalAddresses {
    known: FxHashMap<TermId, TermId>,
}

impl NormalAddresses {
    /// A term that means the same.
    pub fn of(&mut self, pool: &mut TermPool, t: TermId) -> TermId {
        if let Some(&known) = self.known.get(&t) {
            return known;
        }
        let mut normal = t;
        // Once for each level of reads at addresses that are read.
        for _ in 0..LEVELS {
            let map = rewritten(pool, normal);
            if map.is_empty() {
                break;
            }
            normal = pool.substitute(normal, &map);
        }
        self.known.insert(t, normal);
        normal
    }
}

/// The reads in a term whose address has another form, with the read at that form.
fn rewritten(pool: &mut TermPool, t: TermId) -> FxHashMap<TermId, TermId> {
    let mut found = FxHashMap::default();
    for read in pool.subterms(&[t]) {
        let Some((bytes, at)) = vocabulary::as_read(pool, read) else {
            continue;
        };
        let bits = pool.width(at);
        let normal = Sum::of(pool, at).term(pool, bits);
        if normal != at {
            found.extend(vocabulary::read(pool, bytes, normal).map(|there| (read, there)));
        }
    }
    found
}

/// A number of some bits with its sign.
pub fn signed(value: u64, bits: u32) -> i128 {
    let (value, half) = (i128::from(value), 1_i128 << (bits - 1));
    if value >= half {
        value - 2 * half
    } else {
        value
    }
}

/// The number of some bits that is a number less than zero.
pub fn negated(value: u64, bits: u32) -> u64 {
    mask(bits, value.wrapping_neg())
}

/// A constant.
pub fn number(pool: &TermPool, t: TermId) -> Option<u64> {
    pool.as_bv(t)?.to_u64()
}

/// The lowest bits of a number.
pub(crate) fn mask(bits: u32, value: u64) -> u64 {
    value & (u64::MAX >> (64 - bits.clamp(1, 64)))
}

/// Takes sums, differences and constant multiples apart; `None` if there are too many.
fn expand(pool: &TermPool, t: TermId, bits: u32) -> Option<Sum> {
    let mut parts: Vec<(TermId, u64)> = Vec::new();
    let mut constant = 0_u64;
    let mut work = vec![(t, 1_u64)];
    let mut steps = 0;
    while let Some((t, factor)) = work.pop() {
        steps += 1;
        if steps > 4 * SUMMANDS {
            return None;
        }
        if let Some(v) = number(pool, t) {
            constant = constant.wrapping_add(v.wrapping_mul(factor));
            continue;
        }
        let args = pool.args(t);
        match pool.op(t) {
            Op::BvAdd => work.extend([(args[0], factor), (args[1], factor)]),
            Op::BvSub => work.extend([(args[0], factor), (args[1], factor.wrapping_neg())]),
            Op::BvNeg => work.push((args[0], factor.wrapping_neg())),
            Op::BvShl => match number(pool, args[1]) {
                Some(n) if n < u64::from(bits) => work.push((args[0], factor << n)),
                _ => parts.push((t, factor)),
            },
            Op::BvMul => match (number(pool, args[0]), number(pool, args[1])) {
                (_, Some(n)) => work.push((args[0], factor.wrapping_mul(n))),
                (Some(n), _) => work.push((args[1], factor.wrapping_mul(n))),
                _ => parts.push((t, factor)),
            },
            _ => parts.push((t, factor)),
        }
    }
    Some(collect(parts, constant, bits))
}

/// Adds up the factors of equal terms.
fn collect(mut parts: Vec<(TermId, u64)>, constant: u64, bits: u32) -> Sum {
    parts.sort_unstable_by_key(|p| p.0);
    let mut sum = Sum {
        parts: Vec::new(),
        constant: mask(bits, constant),
    };
    for (t, factor) in parts {
        match sum.parts.last_mut() {
            Some(last) if last.0 == t => last.1 = last.1.wrapping_add(factor),
            _ => sum.parts.push((t, factor)),
        }
    }
    for p in &mut sum.parts {
        p.1 = mask(bits, p.1);
    }
    sum.parts.retain(|p| p.1 != 0);
    sum
}
