//! Terms as sums over the integers.
//!
//! A bit-vector stands for two numbers, a signed and an unsigned one. Where ranges show that an
//! operation does not wrap around, the number of its result is a sum of multiples of the numbers of
//! its operands.
//!
//! **Soundness.** A sum has the value of the term in every state of the ranges that it was made
//! with (test `a_sum_is_the_number_of_its_term`).

use super::range::Range;
use crate::tuning::intervals::linear::{DEPTH, PARTS, VISITS};
use hatha_term::{Op, TermId, TermPool};
use rustc_hash::FxHashSet;
use std::cell::Cell;

/// The largest factor and constant of a sum; nothing that is computed with them overflows.
const FACTOR: i128 = 1 << 32;
const CONSTANT: i128 = 1 << 80;

/// A number that a bit-vector of at most 64 bits stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Quantity {
    pub term: TermId,
    /// Which of its two numbers.
    pub signed: bool,
}

/// A sum of multiples of quantities and a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Linear {
    /// Sorted, each quantity once, no factor is 0.
    pub parts: Vec<(Quantity, i128)>,
    pub constant: i128,
}

impl Linear {
    pub(super) fn constant(constant: i128) -> Linear {
        Linear {
            parts: Vec::new(),
            constant,
        }
    }

    pub(super) fn of(quantity: Quantity) -> Linear {
        Linear {
            parts: vec![(quantity, 1)],
            constant: 0,
        }
    }

    /// This and a multiple of another sum; `None` if that is too long or too large.
    pub(super) fn plus(&self, factor: i128, other: &Linear) -> Option<Linear> {
        let mut sum = self.clone();
        sum.constant = sum
            .constant
            .checked_add(other.constant.checked_mul(factor)?)?;
        for &(quantity, times) in &other.parts {
            let times = times.checked_mul(factor)?;
            match sum.parts.binary_search_by_key(&quantity, |p| p.0) {
                Ok(at) => sum.parts[at].1 = sum.parts[at].1.checked_add(times)?,
                Err(at) => sum.parts.insert(at, (quantity, times)),
            }
        }
        sum.parts.retain(|p| p.1 != 0);
        let fits = sum.parts.len() <= PARTS
            && sum.constant.abs() <= CONSTANT
            && sum.parts.iter().all(|p| p.1.abs() <= FACTOR);
        fits.then_some(sum)
    }

    /// A multiple of this.
    pub(super) fn times(&self, factor: i128) -> Option<Linear> {
        Linear::constant(0).plus(factor, self)
    }
}

/// Which number a variable is compared by: the signed one where the program treats it as signed
/// anywhere, else the unsigned one.
#[derive(Debug, Default)]
pub(super) struct Views(FxHashSet<TermId>);

impl Views {
    /// By the operations that variables are operands of.
    pub(super) fn of(pool: &TermPool, terms: impl Iterator<Item = TermId>) -> Views {
        let mut signed = FxHashSet::default();
        for t in terms {
            let is_signed = matches!(
                pool.op(t),
                Op::BvSlt | Op::BvSle | Op::SignExt | Op::BvSdiv | Op::BvSrem | Op::BvAshr
            );
            if is_signed {
                signed.extend(pool.args(t).iter().filter(|a| pool.as_var(**a).is_some()));
            }
        }
        Views(signed)
    }

    pub(super) fn is_signed(&self, variable: TermId) -> bool {
        self.0.contains(&variable)
    }
}

/// What is known of the values of terms.
pub(super) trait Values {
    /// The values that a bit-vector can have.
    fn range(&self, t: TermId) -> Option<Range>;

    /// Whether a condition holds.
    fn is_decided(&self, t: TermId) -> Option<bool>;
}

/// Makes sums of terms.
pub(super) struct Forms<'a> {
    pub pool: &'a TermPool,
    pub views: &'a Views,
    /// What is known of values; `None` to take for granted that nothing wraps around.
    values: Option<&'a dyn Values>,
    /// Terms that may still be visited for the sum that is being made.
    left: Cell<u32>,
}

impl<'a> Forms<'a> {
    pub(super) fn new(
        pool: &'a TermPool,
        views: &'a Views,
        values: Option<&'a dyn Values>,
    ) -> Forms<'a> {
        Forms {
            pool,
            views,
            values,
            left: Cell::new(0),
        }
    }

    /// The signed or unsigned number of a term.
    pub(super) fn sum(&self, t: TermId, signed: bool) -> Option<Linear> {
        self.left.set(VISITS);
        self.follow(t, signed, 0)
    }

    /// A sum that is congruent to a term, modulo two to the power of its width.
    pub(super) fn sum_modulo(&self, t: TermId) -> Option<Linear> {
        self.left.set(VISITS);
        self.congruent(t, 0)
    }

    /// Here nothing has to be shown not to wrap around.
    fn congruent(&self, t: TermId, depth: u32) -> Option<Linear> {
        let args = self.pool.args(t);
        let found = match self.pool.op(t) {
            _ if depth >= DEPTH || self.left.get() == 0 => None,
            Op::BvAdd | Op::BvSub => {
                let factor = if self.pool.op(t) == Op::BvAdd { 1 } else { -1 };
                let (a, b) = (
                    self.congruent(args[0], depth + 1)?,
                    self.congruent(args[1], depth + 1)?,
                );
                a.plus(factor, &b)
            }
            Op::BvMul => match (self.constant(args[0], true), self.constant(args[1], true)) {
                (Some(a), _) => self.congruent(args[1], depth + 1)?.times(a),
                (None, Some(b)) => self.congruent(args[0], depth + 1)?.times(b),
                (None, None) => None,
            },
            _ => None,
        };
        found.or_else(|| match self.pool.op(t) {
            // These have been tried.
            Op::BvAdd | Op::BvSub => {
                let range = self.range(t)?;
                Some(self.itself(t, range, true))
            }
            _ => self.follow(t, true, depth + 1),
        })
    }

    fn range(&self, t: TermId) -> Option<Range> {
        match self.values {
            Some(values) => values.range(t),
            None => Range::full(self.pool.width(t)),
        }
    }

    fn follow(&self, t: TermId, signed: bool, depth: u32) -> Option<Linear> {
        let width = self.pool.sort(t).bv_width().filter(|w| *w <= 64)?;
        let range = self.range(t)?;
        if let Some(value) = range.value() {
            return Some(Linear::constant(number(range, value, signed)));
        }
        if let (Op::BvConst(_), Some(value)) = (
            self.pool.op(t),
            self.pool.as_bv(t).and_then(|b| b.to_u128()),
        ) {
            let exactly = Range::exactly(width, value)?;
            return Some(Linear::constant(number(exactly, value, signed)));
        }
        let left = self.left.get().saturating_sub(1);
        self.left.set(left);
        if depth >= DEPTH || left == 0 {
            return Some(self.itself(t, range, signed));
        }
        let found = self.operation(t, range, signed, depth + 1);
        let found = found.or_else(|| self.unwrapped(t, range.width, signed, depth + 1));
        Some(found.unwrap_or_else(|| self.itself(t, range, signed)))
    }

    /// A term as a quantity. Where both numbers are the same, it is the one by which it is
    /// compared.
    fn itself(&self, t: TermId, range: Range, signed: bool) -> Linear {
        let same = self.values.is_none() || range.signed.0 >= 0;
        let signed = match same {
            true => self.views.is_signed(t),
            false => signed,
        };
        Linear::of(Quantity { term: t, signed })
    }

    fn operation(&self, t: TermId, range: Range, signed: bool, depth: u32) -> Option<Linear> {
        let args = self.pool.args(t);
        match self.pool.op(t) {
            Op::BvAdd => self.added(args, range.width, signed, 1, depth),
            Op::BvSub => self.added(args, range.width, signed, -1, depth),
            Op::BvMul => {
                let (a, b) = (
                    self.constant(args[0], signed),
                    self.constant(args[1], signed),
                );
                let (factor, rest) = match (a, b) {
                    (Some(a), _) => (a, args[1]),
                    (None, b) => (b?, args[0]),
                };
                self.multiplied(rest, range.width, signed, factor, depth)
            }
            Op::BvShl => {
                let count = self.constant(args[1], false).filter(|c| *c < 32)?;
                self.multiplied(args[0], range.width, signed, 1 << count, depth)
            }
            Op::BvNeg => self.multiplied(args[0], range.width, signed, -1, depth),
            Op::ZeroExt => self.follow(args[0], false, depth),
            Op::SignExt => {
                let same = self.values.is_none() || self.range(args[0])?.signed.0 >= 0;
                (signed || same).then(|| self.follow(args[0], true, depth))?
            }
            Op::Ite => {
                let decided = self.values?.is_decided(args[0])?;
                self.follow(args[if decided { 1 } else { 2 }], signed, depth)
            }
            Op::Extract { lo: 0 } => {
                let whole = self.range(args[0])?;
                self.fits(interval(whole, signed), range.width, signed)
                    .then(|| self.follow(args[0], signed, depth))?
            }
            _ => None,
        }
    }

    /// What is congruent to a term is its number if it is in the range of such numbers.
    fn unwrapped(&self, t: TermId, width: u32, signed: bool, depth: u32) -> Option<Linear> {
        if !matches!(self.pool.op(t), Op::BvAdd | Op::BvSub) {
            return None;
        }
        let sum = self.congruent(t, depth)?;
        let mut ends = (sum.constant, sum.constant);
        for &(quantity, factor) in &sum.parts {
            let (lo, hi) = interval(self.range(quantity.term)?, quantity.signed);
            let (x, y) = (lo.checked_mul(factor)?, hi.checked_mul(factor)?);
            ends = (ends.0 + x.min(y), ends.1 + x.max(y));
        }
        self.fits(ends, width, signed).then_some(sum)
    }

    fn constant(&self, t: TermId, signed: bool) -> Option<i128> {
        if let Some(value) = self.pool.as_bv(t).and_then(|b| b.to_u128()) {
            let exactly = Range::exactly(self.pool.width(t), value)?;
            return Some(number(exactly, value, signed));
        }
        let range = self.range(t)?;
        Some(number(range, range.value()?, signed))
    }

    /// `a + sign · b`: all of them wrap around, or none does.
    fn added(
        &self,
        args: &[TermId],
        width: u32,
        signed: bool,
        sign: i128,
        depth: u32,
    ) -> Option<Linear> {
        let &[a, b] = args else { return None };
        // A constant with the highest bit set is something that is taken away.
        let minus = self.constant(b, true).filter(|c| *c < 0 && !signed);
        let (x, y) = (
            interval(self.range(a)?, signed),
            interval(self.range(b)?, signed),
        );
        let y = match minus {
            Some(c) => (c, c),
            None => y,
        };
        let y = if sign < 0 { (-y.1, -y.0) } else { y };
        let ends = (x.0.checked_add(y.0)?, x.1.checked_add(y.1)?);
        if !self.fits(ends, width, signed) {
            return None;
        }
        let second = match minus {
            Some(c) => Linear::constant(c),
            None => self.follow(b, signed, depth)?,
        };
        self.follow(a, signed, depth)?.plus(sign, &second)
    }

    fn multiplied(
        &self,
        t: TermId,
        width: u32,
        signed: bool,
        factor: i128,
        depth: u32,
    ) -> Option<Linear> {
        let (lo, hi) = interval(self.range(t)?, signed);
        let (x, y) = (lo.checked_mul(factor)?, hi.checked_mul(factor)?);
        if !self.fits((x.min(y), x.max(y)), width, signed) {
            return None;
        }
        self.follow(t, signed, depth)?.times(factor)
    }

    fn fits(&self, (lo, hi): (i128, i128), width: u32, signed: bool) -> bool {
        let Some(all) = Range::full(width) else {
            return false;
        };
        let all = interval(all, signed);
        self.values.is_none() || (all.0 <= lo && hi <= all.1)
    }
}

fn number(range: Range, value: u128, signed: bool) -> i128 {
    match signed {
        true => range.signed.0,
        false => value as i128,
    }
}

/// The least and the greatest number of a range of at most 64 bits.
pub(super) fn interval(range: Range, signed: bool) -> (i128, i128) {
    match signed {
        true => range.signed,
        false => (range.unsigned.0 as i128, range.unsigned.1 as i128),
    }
}
