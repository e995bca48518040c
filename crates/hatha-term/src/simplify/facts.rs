//! Known bits and unsigned intervals of bit-vector terms.
//!
//! Invariant: for every assignment, the value `v` of the term has all bits of
//! `ones` set, all bits of `zeros` clear, and `lo <= v <= hi`. Terms wider than
//! 128 bits have no facts.

use crate::op::{Op, TermId};
use crate::pool::TermPool;
use rustc_hash::FxHashMap;

/// What is known about the value of a bit-vector term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// The width of the term, at most 128.
    pub width: u32,
    /// Bits that are clear.
    pub zeros: u128,
    /// Bits that are set.
    pub ones: u128,
    /// The least possible value.
    pub lo: u128,
    /// The greatest possible value.
    pub hi: u128,
}

fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

impl Facts {
    /// Nothing is known.
    fn top(width: u32) -> Facts {
        let hi = mask(width);
        Facts {
            width,
            zeros: 0,
            ones: 0,
            lo: 0,
            hi,
        }
    }

    fn exact(width: u32, value: u128) -> Facts {
        Facts {
            width,
            zeros: !value & mask(width),
            ones: value,
            lo: value,
            hi: value,
        }
    }

    fn range(width: u32, lo: u128, hi: u128) -> Facts {
        Facts {
            lo,
            hi,
            ..Facts::top(width)
        }
        .refined()
    }

    fn bits(width: u32, zeros: u128, ones: u128) -> Facts {
        Facts {
            zeros,
            ones,
            ..Facts::top(width)
        }
        .refined()
    }

    /// Lets bits and interval learn from one another.
    fn refined(mut self) -> Facts {
        self.lo = self.lo.max(self.ones);
        self.hi = self.hi.min(!self.zeros & mask(self.width));
        let differing = 128 - (self.lo ^ self.hi).leading_zeros();
        // The bits above the highest in which the bounds differ are common to
        // all values between them.
        let common = if differing >= 128 {
            0
        } else {
            u128::MAX << differing
        } & mask(self.width);
        self.ones |= self.lo & common;
        self.zeros |= !self.lo & common;
        self
    }

    /// Both hold.
    fn meet(self, other: Facts) -> Facts {
        Facts {
            width: self.width,
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
            lo: self.lo.max(other.lo),
            hi: self.hi.min(other.hi),
        }
        .refined()
    }

    /// One of them holds.
    fn join(self, other: Facts) -> Facts {
        Facts {
            width: self.width,
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
            lo: self.lo.min(other.lo),
            hi: self.hi.max(other.hi),
        }
        .refined()
    }

    /// The value, if there is only one.
    pub fn value(&self) -> Option<u128> {
        (self.lo == self.hi).then_some(self.lo)
    }

    /// Can two terms with these facts have no common value?
    pub fn disjoint(&self, other: &Facts) -> bool {
        self.hi < other.lo
            || other.hi < self.lo
            || self.ones & other.zeros != 0
            || other.ones & self.zeros != 0
    }

    fn sign_mask(&self) -> u128 {
        1 << (self.width - 1)
    }

    /// Is the top bit surely clear?
    pub(crate) fn non_negative(&self) -> bool {
        self.zeros & self.sign_mask() != 0
    }

    /// The facts about the value with its top bit flipped, whose unsigned order
    /// is the signed order of the value.
    pub fn sign_flipped(&self) -> Facts {
        let sign = self.sign_mask();
        let (zeros, ones) = (
            self.zeros & !sign | self.ones & sign,
            self.ones & !sign | self.zeros & sign,
        );
        let bits = Facts::bits(self.width, zeros, ones);
        if self.lo & sign == self.hi & sign {
            return bits.meet(Facts::range(self.width, self.lo ^ sign, self.hi ^ sign));
        }
        bits
    }

    /// The number of low bits that are all known.
    fn known_low(&self) -> u32 {
        (self.zeros | self.ones).trailing_ones().min(self.width)
    }

    /// Facts from the low bits of a result that depends on low bits alone.
    fn low_bits(width: u32, known: u32, value: u128) -> Facts {
        if known == 0 {
            return Facts::top(width);
        }
        let low = mask(known);
        Facts::bits(width, !value & low, value & low)
    }
}

fn add(a: Facts, b: Facts) -> Facts {
    let width = a.width;
    let known = a.known_low().min(b.known_low());
    let low = Facts::low_bits(width, known, a.ones.wrapping_add(b.ones));
    let (lo, hi) = (a.lo.checked_add(b.lo), a.hi.checked_add(b.hi));
    match (lo, hi) {
        (Some(lo), Some(hi)) if hi <= mask(width) => low.meet(Facts::range(width, lo, hi)),
        // Every sum overflows, once.
        (Some(lo), Some(hi)) if lo > mask(width) => {
            let wrap = mask(width);
            low.meet(Facts::range(width, lo - wrap - 1, hi - wrap - 1))
        }
        _ => low,
    }
}

fn sub(a: Facts, b: Facts) -> Facts {
    let known = a.known_low().min(b.known_low());
    let low = Facts::low_bits(a.width, known, a.ones.wrapping_sub(b.ones));
    if a.lo >= b.hi {
        return low.meet(Facts::range(a.width, a.lo - b.hi, a.hi - b.lo));
    }
    low
}

fn mul(a: Facts, b: Facts) -> Facts {
    let width = a.width;
    let known = a.known_low().min(b.known_low());
    let low = Facts::low_bits(width, known, a.ones.wrapping_mul(b.ones));
    let trailing = (a.zeros.trailing_ones() + b.zeros.trailing_ones()).min(width);
    let low = low.meet(Facts::low_bits(width, trailing, 0));
    match a.hi.checked_mul(b.hi) {
        Some(hi) if hi <= mask(width) => low.meet(Facts::range(width, a.lo * b.lo, hi)),
        _ => low,
    }
}

fn udiv(a: Facts, b: Facts) -> Facts {
    match a.hi.checked_div(b.lo) {
        Some(hi) => Facts::range(a.width, a.lo / b.hi, hi),
        None => Facts::top(a.width),
    }
}

/// A remainder is at most the dividend, also when the divisor is zero.
fn urem(a: Facts, b: Facts) -> Facts {
    if a.hi < b.lo {
        return a;
    }
    let hi = if b.lo > 0 { a.hi.min(b.hi - 1) } else { a.hi };
    Facts::range(a.width, 0, hi)
}

fn lshr(a: Facts, b: Facts) -> Facts {
    let by = u32::try_from(b.lo).unwrap_or(u32::MAX);
    Facts::range(a.width, 0, a.hi.checked_shr(by).unwrap_or(0))
}

fn binary(op: Op, a: Facts, b: Facts) -> Facts {
    let (width, full) = (a.width, mask(a.width));
    match op {
        Op::BvAdd => add(a, b),
        Op::BvSub => sub(a, b),
        Op::BvMul => mul(a, b),
        Op::BvUdiv => udiv(a, b),
        Op::BvUrem => urem(a, b),
        Op::BvSdiv if a.non_negative() && b.non_negative() => udiv(a, b),
        Op::BvSrem if a.non_negative() && b.non_negative() => urem(a, b),
        Op::BvAnd => Facts::bits(width, a.zeros | b.zeros, a.ones & b.ones).meet(Facts::range(
            width,
            0,
            a.hi.min(b.hi),
        )),
        Op::BvOr => Facts::bits(width, a.zeros & b.zeros, a.ones | b.ones).meet(Facts::range(
            width,
            a.lo.max(b.lo),
            full,
        )),
        Op::BvXor => {
            let zeros = a.zeros & b.zeros | a.ones & b.ones;
            Facts::bits(width, zeros, a.zeros & b.ones | a.ones & b.zeros)
        }
        Op::BvLshr => lshr(a, b),
        Op::BvAshr if a.non_negative() => lshr(a, b),
        Op::BvShl => {
            let trailing = a.zeros.trailing_ones().min(width);
            Facts::low_bits(width, trailing, 0)
        }
        _ => Facts::top(width),
    }
}

fn concat(high: Facts, low: Facts, width: u32) -> Facts {
    let join = |h: u128, l: u128| h << low.width | l;
    Facts {
        width,
        zeros: join(high.zeros, low.zeros),
        ones: join(high.ones, low.ones),
        lo: join(high.lo, low.lo),
        hi: join(high.hi, low.hi),
    }
}

fn extract(a: Facts, lo: u32, width: u32) -> Facts {
    let cut = mask(width);
    let bits = Facts::bits(width, a.zeros >> lo & cut, a.ones >> lo & cut);
    // Monotone if no bit above the cut can vary.
    if a.hi >> lo <= cut || lo + width == a.width {
        return bits.meet(Facts::range(width, a.lo >> lo, a.hi >> lo));
    }
    bits
}

fn zero_ext(a: Facts, width: u32) -> Facts {
    let added = mask(width) & !mask(a.width);
    Facts {
        width,
        zeros: a.zeros | added,
        ..a
    }
}

fn sign_ext(a: Facts, width: u32) -> Facts {
    let added = mask(width) & !mask(a.width);
    if a.non_negative() {
        return zero_ext(a, width);
    }
    if a.ones & a.sign_mask() != 0 {
        return Facts {
            width,
            zeros: a.zeros,
            ones: a.ones | added,
            lo: a.lo | added,
            hi: a.hi | added,
        };
    }
    Facts::bits(width, a.zeros, a.ones)
}

/// Computes facts and remembers them. One analysis serves one pool.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    known: FxHashMap<TermId, Facts>,
    stack: Vec<TermId>,
}

impl Analysis {
    /// The facts about a bit-vector term; `None` for other sorts and for terms
    /// wider than 128 bits.
    pub fn facts(&mut self, pool: &TermPool, t: TermId) -> Option<Facts> {
        has_facts(pool, t).then(|| self.compute(pool, t))
    }

    fn compute(&mut self, pool: &TermPool, t: TermId) -> Facts {
        if let Some(&facts) = self.known.get(&t) {
            return facts;
        }
        self.stack.push(t);
        while let Some(&top) = self.stack.last() {
            let before = self.stack.len();
            let known = &self.known;
            let missing = |&&arg: &&TermId| has_facts(pool, arg) && !known.contains_key(&arg);
            self.stack.extend(pool.args(top).iter().filter(missing));
            if self.stack.len() == before {
                let facts = self.transfer(pool, top);
                self.known.insert(top, facts);
                self.stack.pop();
            }
        }
        self.known[&t]
    }

    fn transfer(&self, pool: &TermPool, t: TermId) -> Facts {
        let width = pool.width(t);
        let args = pool.args(t);
        let known = |i: usize| self.known.get(&args[i]).copied();
        if let Some(value) = pool.as_bv(t).and_then(|value| value.to_u128()) {
            return Facts::exact(width, value);
        }
        let facts = match (pool.op(t), args.len()) {
            (Op::Ite, _) => known(1).zip(known(2)).map(|(a, b)| a.join(b)),
            (Op::Concat, _) => known(0).zip(known(1)).map(|(a, b)| concat(a, b, width)),
            // Applications and reads have arguments, but no facts.
            (Op::Apply(_) | Op::Select, _) => None,
            (op, 2) => known(0).zip(known(1)).map(|(a, b)| binary(op, a, b)),
            (op, 1) => known(0).map(|a| unary(op, a, width)),
            _ => None,
        };
        facts.unwrap_or(Facts::top(width))
    }
}

fn unary(op: Op, a: Facts, width: u32) -> Facts {
    match op {
        Op::BvNot => Facts {
            width,
            zeros: a.ones,
            ones: a.zeros,
            lo: mask(width) - a.hi,
            hi: mask(width) - a.lo,
        },
        Op::BvNeg => negation(a),
        Op::Extract { lo } => extract(a, lo, width),
        Op::ZeroExt => zero_ext(a, width),
        Op::SignExt => sign_ext(a, width),
        _ => Facts::top(width),
    }
}

fn negation(a: Facts) -> Facts {
    let low = Facts::low_bits(a.width, a.known_low(), a.ones.wrapping_neg());
    let trailing = Facts::low_bits(a.width, a.zeros.trailing_ones().min(a.width), 0);
    let facts = low.meet(trailing);
    if a.lo == 0 {
        return facts;
    }
    // The negation of a positive value v is 2^w - v.
    let negate = |v: u128| v.wrapping_neg() & mask(a.width);
    facts.meet(Facts::range(a.width, negate(a.hi), negate(a.lo)))
}

fn has_facts(pool: &TermPool, t: TermId) -> bool {
    pool.sort(t).bv_width().is_some_and(|width| width <= 128)
}
