//! Differences between two quantities: `a·x − b·y <= c`, over the integers.
//!
//! They are kept only between variables that the program compares with, or computes from, one
//! another. What follows from several of them is found by short paths.
//!
//! **Soundness.** As a fact a difference is stated over values that are extended so far that
//! nothing wraps around (test `a_difference_is_what_it_says`).

use super::linear::{Linear, Quantity, interval};
use super::range::Range;
use crate::tuning::intervals::relation::{LONGEST, VISITS};
use hatha_term::{TermId, TermPool};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// A multiple of a quantity; the factor is positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Scaled {
    pub quantity: Quantity,
    pub factor: i128,
}

/// `less − more`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Pair {
    pub less: Scaled,
    pub more: Scaled,
}

impl Pair {
    /// The other way around.
    pub(super) fn turned(self) -> Pair {
        Pair {
            less: self.more,
            more: self.less,
        }
    }

    /// The greatest difference that ranges allow.
    pub(super) fn by_ranges(self, range: impl Fn(TermId) -> Option<Range>) -> Option<i128> {
        let of = |q: Quantity| range(q.term).map(|r| interval(r, q.signed));
        let (less, more) = (of(self.less.quantity)?, of(self.more.quantity)?);
        Some(less.1 * self.less.factor - more.0 * self.more.factor)
    }
}

/// The greatest values of differences.
pub(super) type Relations = BTreeMap<Pair, i128>;

/// Differences by what is less.
#[derive(Clone, Debug, Default)]
pub(super) struct Differences(FxHashMap<Quantity, Vec<(i128, Scaled, i128)>>);

impl Differences {
    pub(super) fn of<'r>(relations: impl Iterator<Item = (&'r Pair, &'r i128)>) -> Differences {
        let mut all = Differences::default();
        for (pair, &most) in relations {
            all.add(*pair, most);
        }
        all
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds one; gives whether it is new or smaller than what was known.
    pub(super) fn add(&mut self, pair: Pair, most: i128) -> bool {
        let (less, more) = (pair.less, pair.more);
        let known = self.0.entry(less.quantity).or_default();
        let same = known.iter_mut().find(|k| (k.0, k.1) == (less.factor, more));
        match same {
            Some(known) if known.2 <= most => false,
            Some(known) => {
                known.2 = most;
                true
            }
            None => {
                known.push((less.factor, more, most));
                true
            }
        }
    }

    /// What a quantity is less than: `factor · it <= other + most`.
    pub(super) fn above(&self, quantity: Quantity) -> &[(i128, Scaled, i128)] {
        self.0.get(&quantity).map_or(&[], Vec::as_slice)
    }

    /// The quantities that are less than something.
    pub(super) fn quantities(&self) -> impl Iterator<Item = Quantity> + '_ {
        self.0.keys().copied()
    }
}

/// Bounds of sums by ranges and differences.
pub(super) struct Bounds<'a, R> {
    pub range: R,
    pub differences: &'a Differences,
}

impl<R: Fn(TermId) -> Option<Range>> Bounds<'_, R> {
    /// The greatest value that a sum can have, as far as is known.
    pub(super) fn most(&self, sum: &Linear) -> Option<i128> {
        self.most_of(&sum.parts)?.checked_add(sum.constant)
    }

    fn most_of(&self, parts: &[(Quantity, i128)]) -> Option<i128> {
        let Some(&(first, factor)) = parts.first() else {
            return Some(0);
        };
        let mut best = self
            .most_of(&parts[1..])?
            .checked_add(self.most_times(first, factor)?)?;
        if self.differences.is_empty() {
            return Some(best);
        }
        for at in 1..parts.len() {
            let (second, times) = parts[at];
            if (factor > 0) == (times > 0) {
                continue;
            }
            let (less, more) = match factor > 0 {
                true => ((first, factor), (second, -times)),
                false => ((second, times), (first, -factor)),
            };
            let mut rest = parts[1..].to_vec();
            rest.remove(at - 1);
            let difference = self.difference(less, more)?;
            best = best.min(self.most_of(&rest)?.checked_add(difference)?);
        }
        Some(best)
    }

    fn most_times(&self, quantity: Quantity, factor: i128) -> Option<i128> {
        let (lo, hi) = interval((self.range)(quantity.term)?, quantity.signed);
        Some(if factor > 0 { hi * factor } else { lo * factor })
    }

    /// The greatest value of a difference of multiples.
    fn difference(&self, less: (Quantity, i128), more: (Quantity, i128)) -> Option<i128> {
        let most = self.most_times(more.0, -more.1)?;
        let mut search = Search {
            bounds: self,
            to: more,
            to_most: most,
            best: self.most_times(less.0, less.1)? + most,
            left: VISITS,
        };
        search.follow(less.0, less.1, 0, LONGEST);
        Some(search.best)
    }
}

/// The search for a path of differences.
struct Search<'b, 'a, R> {
    bounds: &'b Bounds<'a, R>,
    to: (Quantity, i128),
    /// The greatest value of the negated end.
    to_most: i128,
    best: i128,
    left: u32,
}

impl<R: Fn(TermId) -> Option<Range>> Search<'_, '_, R> {
    /// What is sought is at most `factor · at + sum − the end`.
    fn follow(&mut self, at: Quantity, factor: i128, sum: i128, steps: u32) {
        if self.left == 0 || factor.abs() > 1 << 40 {
            return;
        }
        self.left -= 1;
        let here = match at == self.to.0 {
            true if factor == self.to.1 => Some(0),
            true => self.bounds.most_times(at, factor - self.to.1),
            false => self.bounds.most_times(at, factor).map(|m| m + self.to_most),
        };
        if let Some(found) = here {
            self.best = self.best.min(found + sum);
        }
        if steps == 0 || at == self.to.0 {
            return;
        }
        for &(times, other, most) in self.bounds.differences.above(at) {
            if factor % times == 0 && most.abs() < 1 << 80 {
                let scale = factor / times;
                let further = sum + scale * most;
                self.follow(other.quantity, scale * other.factor, further, steps - 1);
            }
        }
    }
}

/// A difference as a term: over values that are extended until nothing wraps around.
pub(super) fn as_fact(pool: &mut TermPool, pair: Pair, most: i128) -> TermId {
    let (x, y) = (pair.less.quantity, pair.more.quantity);
    let widths = (pool.width(x.term), pool.width(y.term));
    let plain = widths.0 == widths.1 && x.signed == y.signed;
    if plain && pair.less.factor == 1 && pair.more.factor == 1 && (most == 0 || most == -1) {
        return match (x.signed, most) {
            (true, 0) => pool.bv_sle(x.term, y.term),
            (true, _) => pool.bv_slt(x.term, y.term),
            (false, 0) => pool.bv_ule(x.term, y.term),
            (false, _) => pool.bv_ult(x.term, y.term),
        };
    }
    let bits = |factor: i128| 128 - factor.unsigned_abs().leading_zeros();
    let needed = [
        widths.0 + bits(pair.less.factor),
        widths.1 + bits(pair.more.factor),
        bits(most),
    ];
    // One bit for the sign, one for the sum.
    let width = needed.into_iter().max().unwrap_or(0) + 2;
    let less = extended(pool, pair.less, width);
    let more = extended(pool, pair.more, width);
    let most = pool.bv_signed(width, most);
    let bound = pool.bv_add(more, most);
    pool.bv_sle(less, bound)
}

fn extended(pool: &mut TermPool, scaled: Scaled, width: u32) -> TermId {
    let Quantity { term, signed } = scaled.quantity;
    let wide = match signed {
        true => pool.sign_ext(width, term),
        false => pool.zero_ext(width, term),
    };
    match scaled.factor {
        1 => wide,
        factor => {
            let factor = pool.bv_signed(width, factor);
            pool.bv_mul(wide, factor)
        }
    }
}
