//! What a block does to ranges and differences.
//!
//! The terms of a block are evaluated from the leaves up; its guards then narrow what they compare,
//! down to the variables, and say how the compared sums differ (`sums.rs`). Both are repeated a few
//! times, because what one guard says of a variable helps with the next one.
//!
//! **Soundness.** The ranges of terms hold all values that they have in states of the given ranges
//! that satisfy the guards so far. A block counts as infeasible only if some term or guard has no
//! value left.

use super::linear::{Quantity, Views, interval};
use super::range::Range;
use super::relation::{Differences, Pair, Relations, Scaled};
use super::transition::Transition;
use crate::tuning::intervals::step::{DEPTH, ROUNDS};
use hatha_term::{Op, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is known of the state variables at a cut point; one that is missing can have any value.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct State {
    pub ranges: FxHashMap<TermId, Range>,
    pub relations: Relations,
}

impl State {
    /// The values of a variable.
    pub(super) fn range(&self, pool: &TermPool, variable: TermId) -> Option<Range> {
        let known = self.ranges.get(&variable).copied();
        known.or_else(|| Range::full(pool.sort(variable).bv_width()?))
    }
}

/// All that is known of the value of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// Whether it may be false, and whether it may be true.
    Truth { no: bool, yes: bool },
    /// A bit-vector in a range.
    Bits(Range),
    /// Nothing.
    Any,
}

use Known::{Any, Bits, Truth};

const MAYBE: Known = Truth {
    no: true,
    yes: true,
};

fn truth(value: bool) -> Known {
    Truth {
        no: !value,
        yes: value,
    }
}

/// No value is left: no state takes the block.
#[derive(Debug)]
pub(super) struct Infeasible;

pub(super) type Narrowed = Result<(), Infeasible>;

/// What the steps of a program need to know of it.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub pool: &'a TermPool,
    pub views: &'a Views,
    /// The cells of pointers in memory, each with those that say whether it leads anywhere.
    pub pointees: &'a FxHashMap<TermId, Vec<TermId>>,
    /// Those of them that mean nothing unless it does.
    pub places: &'a FxHashSet<TermId>,
}

impl Context<'_> {
    /// The cells of pointers that may lead nowhere: a load of one of those leads anywhere.
    fn doubtful(&self, state: &State) -> FxHashSet<TermId> {
        let leads = |t: &TermId| state.ranges.get(t).is_some_and(|r| r.unsigned.0 > 0);
        let all = self.pointees.iter();
        let doubtful = all.filter(|(_, whether)| !whether.iter().any(leads));
        doubtful.map(|(&cell, _)| cell).collect()
    }

    /// Takes out what means nothing.
    pub(super) fn settle(&self, state: &mut State) {
        if self.places.is_empty() {
            return;
        }
        let doubtful = self.doubtful(state);
        let means = |t: TermId| !(doubtful.contains(&t) && self.places.contains(&t));
        state.ranges.retain(|&v, _| means(v));
        let both = |p: &Pair| means(p.less.quantity.term) && means(p.more.quantity.term);
        state.relations.retain(|p, _| both(p));
    }
}

/// What is wanted of a state.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a, K> {
    /// Which variables.
    pub is_kept: K,
    /// Which differences.
    pub pairs: &'a [Pair],
}

/// The state after a block, as far as it is wanted; `None` if no state of the given one takes it.
/// `exits` are the states in which the calls that it passes return.
pub(super) fn after<K: Fn(TermId) -> bool>(
    context: Context<'_>,
    transition: &Transition,
    before: &State,
    exits: &[State],
    wanted: Wanted<'_, K>,
) -> Option<State> {
    let mut step = Step::start(context, before);
    step.run(transition, exits).ok()?;
    let mut state = State {
        ranges: step.ranges_after(transition, &wanted.is_kept),
        relations: step.relations_after(transition, wanted.pairs),
    };
    reduce(context.pool, &mut state)?;
    state.ranges.retain(|_, r| *r != r.top());
    context.settle(&mut state);
    Some(state)
}

/// Narrows ranges by differences, once.
fn reduce(pool: &TermPool, state: &mut State) -> Option<()> {
    let State { ranges, relations } = state;
    for (pair, &most) in relations.iter() {
        let known = |ranges: &FxHashMap<TermId, Range>, t: TermId| match ranges.get(&t) {
            Some(range) => Some(*range),
            None => Range::full(pool.width(t)),
        };
        for (quantity, (lo, hi)) in limits(*pair, most, |t| known(ranges, t)) {
            let Some(range) = known(ranges, quantity.term) else {
                continue;
            };
            let smaller = cut_off(range, quantity.signed, lo, hi)?;
            if smaller != range {
                ranges.insert(quantity.term, smaller);
            }
        }
    }
    Some(())
}

/// The least and the greatest number that something allows.
pub(super) type Limits = (Option<i128>, Option<i128>);

/// What a difference says of each of its quantities.
pub(super) fn limits(
    pair: Pair,
    most: i128,
    range: impl Fn(TermId) -> Option<Range>,
) -> Vec<(Quantity, Limits)> {
    let of = |s: Scaled| {
        let (lo, hi) = interval(range(s.quantity.term)?, s.quantity.signed);
        Some((lo * s.factor, hi * s.factor))
    };
    let (Some(less), Some(more)) = (of(pair.less), of(pair.more)) else {
        return Vec::new();
    };
    let greatest = (more.1 + most).div_euclid(pair.less.factor);
    let least = -(most - less.0).div_euclid(pair.more.factor);
    vec![
        (pair.less.quantity, (None, Some(greatest))),
        (pair.more.quantity, (Some(least), None)),
    ]
}

/// The values of a range whose numbers are within limits, if there are any.
pub(super) fn cut_off(
    range: Range,
    signed: bool,
    lo: Option<i128>,
    hi: Option<i128>,
) -> Option<Range> {
    let mut smaller = range;
    if signed {
        smaller.signed.0 = lo.map_or(range.signed.0, |lo| lo.max(range.signed.0));
        smaller.signed.1 = hi.map_or(range.signed.1, |hi| hi.min(range.signed.1));
    } else {
        let lo = lo.map_or(0, |lo| u128::try_from(lo).unwrap_or(0));
        smaller.unsigned.0 = lo.max(range.unsigned.0);
        let hi = hi.map_or(Some(range.unsigned.1), |hi| u128::try_from(hi).ok())?;
        smaller.unsigned.1 = hi.min(range.unsigned.1);
    }
    smaller.meet(range)
}

/// A block that is being followed.
#[derive(Clone)]
pub(super) struct Step<'a> {
    pub(super) context: Context<'a>,
    pub(super) pool: &'a TermPool,
    pub(super) before: &'a State,
    /// Cells whose values in the state before are not those of loads.
    pub(super) doubtful: FxHashSet<TermId>,
    /// The values of the terms, by the bounds.
    known: FxHashMap<TermId, Known>,
    /// What was found out about terms beside the state before.
    bounds: FxHashMap<TermId, Range>,
    pub(super) differences: Differences,
    /// Whether a bound has changed since the last evaluation.
    pub(super) changed: bool,
    /// Whether any bound has changed.
    pub(super) narrowed: bool,
    /// Whether a difference was added.
    pub(super) related: bool,
}

impl<'a> Step<'a> {
    /// From a state on.
    pub(super) fn start(context: Context<'a>, before: &'a State) -> Step<'a> {
        let doubtful = context.doubtful(before);
        let is_known = |p: &Pair| {
            ![p.less, p.more]
                .iter()
                .any(|s| doubtful.contains(&s.quantity.term))
        };
        let differences = before.relations.iter().filter(|(p, _)| is_known(p));
        let differences = Differences::of(differences);
        Step {
            context,
            doubtful,
            pool: context.pool,
            before,
            known: FxHashMap::default(),
            bounds: FxHashMap::default(),
            differences,
            changed: true,
            narrowed: false,
            related: false,
        }
    }
}

impl Step<'_> {
    /// Follows the block, as far as the rounds go.
    pub(super) fn run(&mut self, transition: &Transition, exits: &[State]) -> Narrowed {
        for round in 0..ROUNDS {
            if !std::mem::take(&mut self.changed) {
                break;
            }
            for &t in &transition.terms {
                let value = self.evaluate(t)?;
                self.known.insert(t, value);
                if round < 2 {
                    self.define(t)?;
                }
            }
            for &guard in &transition.guards {
                self.assume(guard, true, 0)?;
            }
            for (call, exit) in transition.calls.iter().zip(exits) {
                self.returns(call, exit)?;
            }
            if self.narrowed {
                self.propagate()?;
            }
        }
        Ok(())
    }

    /// The ranges of the variables that are kept, after the block.
    fn ranges_after(
        &self,
        transition: &Transition,
        is_kept: impl Fn(TermId) -> bool,
    ) -> FxHashMap<TermId, Range> {
        let stays = |v: &TermId| !transition.updates.contains_key(v) && is_kept(*v);
        let mut ranges = FxHashMap::default();
        let known = self.before.ranges.keys().chain(self.bounds.keys());
        for &v in known.filter(|v| stays(v)) {
            let range = match self.doubtful.contains(&v) {
                true => self.before.ranges.get(&v).copied(),
                false => self.range(v),
            };
            ranges.extend(range.map(|r| (v, r)));
        }
        for (&variable, &value) in &transition.updates {
            if is_kept(variable) {
                ranges.extend(self.range(value).map(|r| (variable, r)));
            }
        }
        ranges
    }

    /// All that is known of the values of a term.
    pub(super) fn range(&self, t: TermId) -> Option<Range> {
        match self.known.get(&t) {
            Some(Bits(range)) => Some(*range),
            Some(_) => None,
            None => match self.bounds.get(&t) {
                Some(range) => Some(*range),
                None if self.doubtful.contains(&t) => Range::full(self.pool.width(t)),
                None => self.before.range(self.pool, t),
            },
        }
    }

    /// What is known of a term before its operation is looked at.
    fn bound(&self, t: TermId) -> Option<Range> {
        let found = self.bounds.get(&t).copied();
        let before = || self.before.ranges.get(&t).copied();
        found.or_else(|| before().filter(|_| !self.doubtful.contains(&t)))
    }

    fn value(&self, t: TermId) -> Known {
        self.known.get(&t).copied().unwrap_or(Any)
    }

    /// Whether a condition is known to hold, or not to.
    pub(super) fn truth(&self, t: TermId) -> Option<bool> {
        match self.value(t) {
            Truth { no: false, .. } => Some(true),
            Truth { yes: false, .. } => Some(false),
            _ => None,
        }
    }

    fn bits(&self, t: TermId) -> Option<Range> {
        match self.value(t) {
            Bits(range) => Some(range),
            _ => None,
        }
    }

    /// The value of a term by those of its arguments, within its bounds.
    fn evaluate(&self, t: TermId) -> Result<Known, Infeasible> {
        let value = self.operation(t)?;
        match (value, self.bound(t)) {
            (Bits(range), Some(bound)) => range.meet(bound).map(Bits).ok_or(Infeasible),
            (value, _) => Ok(value),
        }
    }

    fn operation(&self, t: TermId) -> Result<Known, Infeasible> {
        let pool = self.pool;
        let args = pool.args(t);
        if pool.is_bool(t) {
            return Ok(self.truth_of(pool.op(t), args));
        }
        let hatha_term::Sort::Bv(width) = pool.sort(t) else {
            return Ok(Any);
        };
        let Some(full) = Range::full(width) else {
            return Ok(Any);
        };
        let one = || self.bits(args[0]);
        let two = || Some((self.bits(args[0])?, self.bits(args[1])?));
        let of_two = |op: fn(Range, Range) -> Option<Range>| match two() {
            Some((a, b)) => op(a, b),
            None => Some(full),
        };
        let of_one = |op: &dyn Fn(Range) -> Option<Range>| match one() {
            Some(a) => op(a),
            None => Some(full),
        };
        let range = match pool.op(t) {
            Op::BvConst(_) => match pool.as_bv(t).and_then(|b| b.to_u128()) {
                Some(value) => Range::exactly(width, value),
                None => Some(full),
            },
            Op::BvNot => of_one(&Range::not),
            Op::BvNeg => of_one(&|a| Range::sub(Range::exactly(width, 0)?, a)),
            Op::BvAdd => of_two(Range::add),
            Op::BvSub => of_two(Range::sub),
            Op::BvMul => of_two(Range::mul),
            Op::BvUdiv => of_two(Range::udiv),
            Op::BvUrem => of_two(Range::urem),
            Op::BvSdiv => of_two(Range::sdiv),
            Op::BvSrem => of_two(Range::srem),
            Op::BvAnd => of_two(Range::and),
            Op::BvOr => of_two(Range::or),
            Op::BvXor => of_two(Range::xor),
            Op::BvShl => of_two(Range::shl),
            Op::BvLshr => of_two(Range::lshr),
            Op::BvAshr => of_two(Range::ashr),
            Op::Concat => of_two(Range::concat),
            Op::Extract { lo } => of_one(&|a| Range::extract(a, lo, width)),
            Op::ZeroExt => of_one(&|a| Range::zero_ext(a, width)),
            Op::SignExt => of_one(&|a| Range::sign_ext(a, width)),
            Op::Ite => return Ok(self.choice(args).unwrap_or(Bits(full))),
            _ => Some(full),
        };
        range.map(Bits).ok_or(Infeasible)
    }

    fn choice(&self, args: &[TermId]) -> Option<Known> {
        let (a, b) = (self.value(args[1]), self.value(args[2]));
        match (self.value(args[0]), a, b) {
            (Truth { no: false, .. }, a, _) => Some(a),
            (Truth { yes: false, .. }, _, b) => Some(b),
            (_, Bits(a), Bits(b)) => Some(Bits(a.join(b))),
            _ => None,
        }
    }

    fn truth_of(&self, op: Op, args: &[TermId]) -> Known {
        let part = |i: usize| match self.value(args[i]) {
            Truth { no, yes } => (no, yes),
            _ => (true, true),
        };
        let (no, yes) = match op {
            Op::True => (false, true),
            Op::False => (true, false),
            Op::Not => {
                let (no, yes) = part(0);
                (yes, no)
            }
            Op::And => {
                let all = (0..args.len()).map(part);
                all.fold((false, true), |(n, y), (no, yes)| (n || no, y && yes))
            }
            Op::Or => {
                let all = (0..args.len()).map(part);
                all.fold((true, false), |(n, y), (no, yes)| (n && no, y || yes))
            }
            Op::Implies => {
                let ((no, yes), (n, y)) = (part(0), part(1));
                (yes && n, no || y)
            }
            Op::Eq | Op::Xor if self.pool.is_bool(args[0]) => {
                let ((no, yes), (n, y)) = (part(0), part(1));
                let (same, other) = ((no && n) || (yes && y), (no && y) || (yes && n));
                match op {
                    Op::Eq => (other, same),
                    _ => (same, other),
                }
            }
            Op::Ite => match self.choice(args) {
                Some(Truth { no, yes }) => (no, yes),
                _ => {
                    let ((n, y), (no, yes)) = (part(1), part(2));
                    (n || no, y || yes)
                }
            },
            _ => return self.comparison(op, args),
        };
        Truth { no, yes }
    }

    fn comparison(&self, op: Op, args: &[TermId]) -> Known {
        let &[a, b] = args else { return MAYBE };
        let (Some(x), Some(y)) = (self.bits(a), self.bits(b)) else {
            return MAYBE;
        };
        // A relation may hold if some values are left once it is assumed.
        let (yes, no) = match op {
            Op::Eq => {
                let same = x.value().is_some() && x.value() == y.value();
                (x.meet(y).is_some(), !same)
            }
            Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle => {
                let signed = matches!(op, Op::BvSlt | Op::BvSle);
                let strict = matches!(op, Op::BvUlt | Op::BvSlt);
                let holds = x.at_most(y, signed, strict).is_some();
                let fails = y.at_most(x, signed, !strict).is_some();
                (holds, fails)
            }
            _ => return MAYBE,
        };
        if !no || !yes {
            return Truth { no, yes };
        }
        if op == Op::Eq && self.pool.width(a) <= 64 && !self.may_be_equal(a, b) {
            return truth(false);
        }
        let known = self
            .compared(op, a, b)
            .filter(|_| !self.differences.is_empty());
        let (no, yes) = known.unwrap_or((true, true));
        Truth { no, yes }
    }

    /// A condition is true, or it is false.
    pub(super) fn assume(&mut self, t: TermId, holds: bool, depth: u32) -> Narrowed {
        match self.value(t) {
            Truth { yes: false, .. } if holds => return Err(Infeasible),
            Truth { no: false, .. } if !holds => return Err(Infeasible),
            _ if depth > DEPTH => return Ok(()),
            _ => {}
        }
        self.known.insert(t, truth(holds));
        let pool = self.pool;
        let args = pool.args(t);
        match (pool.op(t), holds) {
            (Op::Not, _) => self.assume(args[0], !holds, depth + 1),
            (Op::And, true) | (Op::Or, false) => args
                .iter()
                .try_for_each(|&a| self.assume(a, holds, depth + 1)),
            (Op::And, false) | (Op::Or, true) => self.last_way(args, holds, depth),
            (Op::Eq, true) if !pool.is_bool(args[0]) => self.equal(args[0], args[1], depth),
            (Op::Eq, false) if !pool.is_bool(args[0]) => {
                self.differ(args[0], args[1], depth)?;
                self.differ(args[1], args[0], depth)?;
                self.relate_different(args[0], args[1])?;
                self.relate_different(args[1], args[0])
            }
            (Op::BvUlt, true) => self.ordered((args[0], args[1]), false, true, depth),
            (Op::BvUlt, false) => self.ordered((args[1], args[0]), false, false, depth),
            (Op::BvUle, true) => self.ordered((args[0], args[1]), false, false, depth),
            (Op::BvUle, false) => self.ordered((args[1], args[0]), false, true, depth),
            (Op::BvSlt, true) => self.ordered((args[0], args[1]), true, true, depth),
            (Op::BvSlt, false) => self.ordered((args[1], args[0]), true, false, depth),
            (Op::BvSle, true) => self.ordered((args[0], args[1]), true, false, depth),
            (Op::BvSle, false) => self.ordered((args[1], args[0]), true, true, depth),
            _ => Ok(()),
        }
    }

    /// One of the parts is so; if only one can be, it is.
    fn last_way(&mut self, args: &[TermId], holds: bool, depth: u32) -> Narrowed {
        let possible = |t: &&TermId| match self.value(**t) {
            Truth { no, yes } => {
                if holds {
                    yes
                } else {
                    no
                }
            }
            _ => true,
        };
        let ways: Vec<TermId> = args.iter().filter(possible).copied().collect();
        match ways[..] {
            [] => Err(Infeasible),
            [only] => self.assume(only, holds, depth + 1),
            _ => Ok(()),
        }
    }

    fn equal(&mut self, a: TermId, b: TermId, depth: u32) -> Narrowed {
        if let (Some(x), Some(y)) = (self.bits(a), self.bits(b)) {
            let both = x.meet(y).ok_or(Infeasible)?;
            self.narrow(a, both, depth + 1)?;
            self.narrow(b, both, depth + 1)?;
        }
        self.relate_equal(a, b)
    }

    fn differ(&mut self, a: TermId, b: TermId, depth: u32) -> Narrowed {
        if let (Some(x), Some(value)) = (self.bits(a), self.bits(b).and_then(Range::value)) {
            let rest = x.without(value).ok_or(Infeasible)?;
            self.narrow(a, rest, depth + 1)?;
        }
        Ok(())
    }

    fn ordered(
        &mut self,
        (a, b): (TermId, TermId),
        signed: bool,
        strict: bool,
        depth: u32,
    ) -> Narrowed {
        if let (Some(x), Some(y)) = (self.bits(a), self.bits(b)) {
            let less = x.at_most(y, signed, strict).ok_or(Infeasible)?;
            let more = y.at_least(x, signed, strict).ok_or(Infeasible)?;
            self.narrow(a, less, depth + 1)?;
            self.narrow(b, more, depth + 1)?;
        }
        // What is compared with a constant has a range.
        if self.pool.is_const(a) || self.pool.is_const(b) {
            return Ok(());
        }
        self.not_positive(self.difference(a, b, signed, i128::from(strict)))
    }

    /// A term has a value in a range: so do the terms that it is made from.
    pub(super) fn narrow(&mut self, t: TermId, range: Range, depth: u32) -> Narrowed {
        let Some(before) = self.range(t) else {
            return Ok(());
        };
        let range = before.meet(range).ok_or(Infeasible)?;
        if range == before || depth > DEPTH {
            return Ok(());
        }
        self.known.insert(t, Bits(range));
        self.bounds.insert(t, range);
        self.changed = true;
        self.narrowed = true;
        let pool = self.pool;
        let args = pool.args(t);
        let depth = depth + 1;
        match pool.op(t) {
            // What is computed back holds all values that give one in the range: sums,
            // differences and complements have exactly one inverse each.
            Op::BvAdd => {
                let parts = (self.bits(args[0]), self.bits(args[1]));
                let (Some(a), Some(b)) = parts else {
                    return Ok(());
                };
                self.narrow_to(args[0], Range::sub(range, b), depth)?;
                self.narrow_to(args[1], Range::sub(range, a), depth)
            }
            Op::BvSub => {
                let parts = (self.bits(args[0]), self.bits(args[1]));
                let (Some(a), Some(b)) = parts else {
                    return Ok(());
                };
                self.narrow_to(args[0], Range::add(range, b), depth)?;
                self.narrow_to(args[1], Range::sub(a, range), depth)
            }
            Op::BvNot => self.narrow_to(args[0], Range::not(range), depth),
            Op::ZeroExt | Op::SignExt => {
                let width = pool.width(args[0]);
                self.narrow_to(args[0], Range::extract(range, 0, width), depth)
            }
            Op::Extract { lo: 0 } => self.narrow_whole(args[0], range, depth),
            Op::Ite => self.narrow_choice(args, range, depth),
            _ => Ok(()),
        }
    }

    pub(super) fn narrow_to(&mut self, t: TermId, range: Option<Range>, depth: u32) -> Narrowed {
        self.narrow(t, range.ok_or(Infeasible)?, depth)
    }

    /// The low bits of a term are in a range: so is the term, if they are all there is to it.
    fn narrow_whole(&mut self, t: TermId, low: Range, depth: u32) -> Narrowed {
        let Some(whole) = self.bits(t) else {
            return Ok(());
        };
        let all = low.top();
        let is_unsigned = whole.unsigned.1 <= all.unsigned.1;
        let is_signed = all.signed.0 <= whole.signed.0 && whole.signed.1 <= all.signed.1;
        if is_unsigned {
            self.narrow_to(t, Range::zero_ext(low, whole.width), depth)?;
        }
        if is_signed {
            self.narrow_to(t, Range::sign_ext(low, whole.width), depth)?;
        }
        Ok(())
    }

    /// One of two values is in a range: if the other one cannot be, the condition is decided.
    fn narrow_choice(&mut self, args: &[TermId], range: Range, depth: u32) -> Narrowed {
        let can = |t: TermId| self.bits(t).is_none_or(|r| r.meet(range).is_some());
        match (can(args[1]), can(args[2])) {
            (false, false) => Err(Infeasible),
            (true, false) => {
                self.assume(args[0], true, depth)?;
                self.narrow(args[1], range, depth)
            }
            (false, true) => {
                self.assume(args[0], false, depth)?;
                self.narrow(args[2], range, depth)
            }
            (true, true) => Ok(()),
        }
    }
}
