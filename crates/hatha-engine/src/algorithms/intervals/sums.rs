//! What a block says of sums and differences of numbers.

use super::linear::{Forms, Linear, Quantity, Values};
use super::range::Range;
use super::relation::{Bounds, Pair, Relations, Scaled};
use super::step::{Infeasible, Narrowed, State, Step, cut_off, limits};
use super::transition::{Returned, Transition};
use hatha_term::{Op, TermId};

impl Values for Step<'_> {
    fn range(&self, t: TermId) -> Option<Range> {
        Step::range(self, t)
    }

    fn is_decided(&self, t: TermId) -> Option<bool> {
        self.truth(t)
    }
}

impl Step<'_> {
    /// The differences after the block.
    pub(super) fn relations_after(&self, transition: &Transition, pairs: &[Pair]) -> Relations {
        let mut relations = Relations::new();
        let quiet = !self.narrowed && !self.related;
        let stays = |s: Scaled| !transition.updates.contains_key(&s.quantity.term);
        for &pair in pairs {
            let doubt = |s: Scaled| self.doubtful.contains(&s.quantity.term);
            let same = quiet || doubt(pair.less) || doubt(pair.more);
            let most = match same && stays(pair.less) && stays(pair.more) {
                true => self.before.relations.get(&pair).copied(),
                false => self.difference_after(transition, pair),
            };
            let all = pair.by_ranges(|t| Range::full(self.pool.width(t)));
            if let (Some(most), Some(all)) = (most, all)
                && most < all
            {
                relations.insert(pair, most);
            }
        }
        relations
    }

    fn difference_after(&self, transition: &Transition, pair: Pair) -> Option<i128> {
        let of = |s: Scaled| {
            let term = s.quantity.term;
            let value = transition.updates.get(&term).copied().unwrap_or(term);
            self.sum(value, s.quantity.signed)?.times(s.factor)
        };
        let difference = of(pair.less)?.plus(-1, &of(pair.more)?)?;
        self.most(&difference)
    }

    /// A call has returned in a state of its exit.
    pub(super) fn returns(&mut self, call: &Returned, exit: &State) -> Narrowed {
        for (&variable, &range) in &exit.ranges {
            if let Some(&value) = call.values.get(&variable) {
                self.narrow(value, range, 0)?;
            }
        }
        for (pair, &most) in &exit.relations {
            let of = |s: Scaled| {
                let value = *call.values.get(&s.quantity.term)?;
                self.sum(value, s.quantity.signed)?.times(s.factor)
            };
            if let (Some(less), Some(more)) = (of(pair.less), of(pair.more)) {
                let bound = Linear::constant(most);
                let sum = less.plus(-1, &more).and_then(|s| s.plus(-1, &bound));
                self.not_positive(sum)?;
            }
        }
        Ok(())
    }

    /// Narrows what differences relate.
    pub(super) fn propagate(&mut self) -> Narrowed {
        let mut found = Vec::new();
        for quantity in self.differences.quantities() {
            for &(factor, more, most) in self.differences.above(quantity) {
                let less = Scaled { quantity, factor };
                found.extend(limits(Pair { less, more }, most, |t| self.range(t)));
            }
        }
        for (quantity, (lo, hi)) in found {
            self.limit(quantity, lo, hi)?;
        }
        Ok(())
    }

    fn limit(&mut self, quantity: Quantity, lo: Option<i128>, hi: Option<i128>) -> Narrowed {
        let Some(range) = self.range(quantity.term) else {
            return Ok(());
        };
        let smaller = cut_off(range, quantity.signed, lo, hi);
        self.narrow_to(quantity.term, smaller, 0)
    }

    /// The signed or unsigned number of a term as a sum.
    fn sum(&self, t: TermId, signed: bool) -> Option<Linear> {
        self.forms().sum(t, signed)
    }

    fn forms(&self) -> Forms<'_> {
        Forms::new(self.pool, self.context.views, Some(self))
    }

    pub(super) fn most(&self, sum: &Linear) -> Option<i128> {
        let (range, differences) = (|t| self.range(t), &self.differences);
        Bounds { range, differences }.most(sum)
    }

    fn least(&self, sum: &Linear) -> Option<i128> {
        Some(-self.most(&sum.times(-1)?)?)
    }

    /// `a − b + more`, as numbers.
    pub(super) fn difference(
        &self,
        a: TermId,
        b: TermId,
        signed: bool,
        more: i128,
    ) -> Option<Linear> {
        let difference = self.sum(a, signed)?.plus(-1, &self.sum(b, signed)?)?;
        difference.plus(1, &Linear::constant(more))
    }

    /// Whether terms that are equal or not are compared as signed numbers.
    fn is_signed(&self, a: TermId, b: TermId) -> bool {
        let is = |t| self.pool.op(t) == Op::SignExt || self.context.views.is_signed(t);
        is(a) || is(b)
    }

    /// Whether a comparison can fail, and whether it can hold, by differences.
    pub(super) fn compared(&self, op: Op, a: TermId, b: TermId) -> Option<(bool, bool)> {
        let (signed, strict) = match op {
            Op::Eq => (self.is_signed(a, b), false),
            _ => (
                matches!(op, Op::BvSlt | Op::BvSle),
                matches!(op, Op::BvUlt | Op::BvSlt),
            ),
        };
        let sum = self.difference(a, b, signed, i128::from(strict))?;
        let (least, most) = (self.least(&sum)?, self.most(&sum)?);
        Some(match op {
            Op::Eq => (least != 0 || most != 0, least <= 0 && most >= 0),
            _ => (most > 0, least <= 0),
        })
    }

    /// Whether two terms can be equal, by their difference modulo two to the power of their width.
    pub(super) fn may_be_equal(&self, a: TermId, b: TermId) -> bool {
        let forms = self.forms();
        let sums = forms.sum_modulo(a).zip(forms.sum_modulo(b));
        let difference = sums.and_then(|(a, b)| a.plus(-1, &b));
        let ends = difference.and_then(|d| Some((self.least(&d)?, self.most(&d)?)));
        let modulus = 1_i128 << self.pool.width(a).min(64);
        ends.is_none_or(|(least, most)| least <= most.div_euclid(modulus) * modulus)
    }

    /// Two terms are equal.
    pub(super) fn relate_equal(&mut self, a: TermId, b: TermId) -> Narrowed {
        if self.pool.is_const(a) || self.pool.is_const(b) {
            return Ok(());
        }
        let difference = self.difference(a, b, self.is_signed(a, b), 0);
        let turned = difference.as_ref().and_then(|d| d.times(-1));
        self.not_positive(difference)?;
        self.not_positive(turned)
    }

    /// Two terms differ: one that is not above the other is below it.
    pub(super) fn relate_different(&mut self, a: TermId, b: TermId) -> Narrowed {
        if self.pool.is_const(a) || self.pool.is_const(b) {
            return Ok(());
        }
        let signed = self.is_signed(a, b);
        let difference = self.difference(a, b, signed, 0);
        match difference.and_then(|d| self.most(&d)) {
            Some(0) => self.not_positive(self.difference(a, b, signed, 1)),
            _ => Ok(()),
        }
    }

    /// A sum is at most 0.
    pub(super) fn not_positive(&mut self, sum: Option<Linear>) -> Narrowed {
        let Some(sum) = sum else { return Ok(()) };
        if self.least(&sum).is_some_and(|l| l > 0) {
            return Err(Infeasible);
        }
        if let [(quantity, factor)] = sum.parts[..] {
            let (lo, hi) = match factor > 0 {
                true => (None, Some((-sum.constant).div_euclid(factor))),
                false => (Some(-(-sum.constant).div_euclid(-factor)), None),
            };
            return self.limit(quantity, lo, hi);
        }
        for (i, &(less, times)) in sum.parts.iter().enumerate() {
            for (j, &(more, factor)) in sum.parts.iter().enumerate() {
                if times <= 0 || factor >= 0 {
                    continue;
                }
                let mut rest = sum.clone();
                rest.parts.remove(i.max(j));
                rest.parts.remove(i.min(j));
                let (less, more) = (
                    Scaled {
                        quantity: less,
                        factor: times,
                    },
                    Scaled {
                        quantity: more,
                        factor: -factor,
                    },
                );
                if let Some(least) = self.least(&rest) {
                    self.relate(Pair { less, more }, -least);
                }
            }
        }
        Ok(())
    }

    fn relate(&mut self, pair: Pair, most: i128) {
        let by_ranges = pair.by_ranges(|t| self.range(t));
        if by_ranges.is_none_or(|known| most < known) && self.differences.add(pair, most) {
            self.related = true;
        }
    }

    /// What the operation of a term says of its number beside its range.
    pub(super) fn define(&mut self, t: TermId) -> Narrowed {
        let args = self.pool.args(t);
        if args.len() < 2 || self.pool.sort(t).bv_width().is_none_or(|w| w > 64) {
            return Ok(());
        }
        let is_natural = |a: TermId| self.range(a).is_some_and(|r| r.signed.0 >= 0);
        match self.pool.op(t) {
            Op::BvUrem => self.define_remainder(t, args[0], args[1]),
            Op::BvSrem if is_natural(args[0]) && is_natural(args[1]) => {
                self.define_remainder(t, args[0], args[1])
            }
            Op::BvUdiv => self.define_quotient(t, args[0], self.constant(args[1])),
            Op::BvSdiv if is_natural(args[0]) && is_natural(args[1]) => {
                self.define_quotient(t, args[0], self.constant(args[1]))
            }
            Op::BvLshr => {
                let count = self.constant(args[1]).filter(|c| *c < 32);
                self.define_quotient(t, args[0], count.map(|c| 1 << c))
            }
            Op::BvAnd => {
                self.not_positive(self.difference(t, args[0], false, 0))?;
                self.not_positive(self.difference(t, args[1], false, 0))
            }
            Op::Ite => self.define_choice(t, args[1], args[2]),
            Op::BvAdd | Op::BvSub => self.define_sum(t),
            _ => Ok(()),
        }
    }

    /// A sum in which something cancels out has a range although its parts have none.
    fn define_sum(&mut self, t: TermId) -> Narrowed {
        if self.range(t).is_none_or(|r| r != r.top()) {
            return Ok(());
        }
        for signed in [false, true] {
            let Some(sum) = self.sum(t, signed) else {
                continue;
            };
            if sum.parts.iter().all(|p| p.0.term != t) {
                let quantity = Quantity { term: t, signed };
                self.limit(quantity, self.least(&sum), self.most(&sum))?;
            }
        }
        Ok(())
    }

    fn constant(&self, t: TermId) -> Option<i128> {
        self.range(t)?.value().and_then(|v| i128::try_from(v).ok())
    }

    fn define_remainder(&mut self, t: TermId, a: TermId, b: TermId) -> Narrowed {
        self.not_positive(self.difference(t, a, false, 0))?;
        let is_open = self.range(b).is_some_and(|r| r.unsigned.0 > 0) && !self.pool.is_const(b);
        match is_open {
            true => self.not_positive(self.difference(t, b, false, 1)),
            false => Ok(()),
        }
    }

    fn define_quotient(&mut self, t: TermId, a: TermId, by: Option<i128>) -> Narrowed {
        let Some(by) = by.filter(|b| (1..1 << 31).contains(b)) else {
            return Ok(());
        };
        let rest = |step: &Self| {
            let quotient = step.sum(t, false)?.times(by)?;
            step.sum(a, false)?.plus(-1, &quotient)
        };
        let rest = rest(self);
        self.not_positive(rest.as_ref().and_then(|r| r.times(-1)))?;
        self.not_positive(rest.and_then(|r| r.plus(-1, &Linear::constant(by - 1))))
    }

    /// A choice between two values that are ordered lies between them.
    fn define_choice(&mut self, t: TermId, a: TermId, b: TermId) -> Narrowed {
        let signed = self.is_signed(a, b);
        for (low, high) in [(a, b), (b, a)] {
            let difference = self.difference(low, high, signed, 0);
            if difference
                .and_then(|d| self.most(&d))
                .is_some_and(|m| m <= 0)
            {
                self.not_positive(self.difference(low, t, signed, 0))?;
                self.not_positive(self.difference(t, high, signed, 0))?;
            }
        }
        Ok(())
    }
}
