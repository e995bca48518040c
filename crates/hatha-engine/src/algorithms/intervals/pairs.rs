//! Between which variables differences are kept.
//!
//! Only between those that the program compares with, or computes from, one another, between two
//! that it compares with a third one, and between counters of one loop; so there are about as many as
//! there are comparisons.

use super::counters::{self, Loops};
use super::linear::{Forms, Linear, Quantity, Views};
use super::relation::{Pair, Scaled};
use super::transition::Transition;
use crate::tuning::intervals::pairs::{FACTOR, MOST, NEIGHBOURS};
use hatha_blocks::block::CutId;
use hatha_index::{IndexSlice, IndexVec};
use hatha_term::{Op, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// The differences that are kept, by cut point.
pub(super) struct Pairs {
    at: IndexVec<CutId, Vec<Pair>>,
    /// The constants that variables are compared with a distance of, and their neighbours.
    pub distances: BTreeSet<i128>,
    /// The constants that each variable is compared with, and their neighbours.
    pub limits: FxHashMap<TermId, BTreeSet<i128>>,
    /// The variables that the program compares with something.
    compared: FxHashSet<TermId>,
}

impl Pairs {
    /// Those that blocks suggest, between variables that are kept.
    pub(super) fn of(
        pool: &TermPool,
        views: &Views,
        transitions: &[Transition],
        kept: &IndexSlice<CutId, FxHashSet<TermId>>,
        loops: &Loops,
    ) -> Pairs {
        let mut search = Collection {
            forms: Forms::new(pool, views, None),
            variables: kept.iter().flatten().copied().collect(),
            pairs: BTreeSet::new(),
            distances: BTreeSet::from([-1, 0, 1]),
            limits: FxHashMap::default(),
        };
        for transition in transitions {
            search.visit(transition);
        }
        search.close();
        let compared = search.compared();
        search.relate_counters(loops, transitions, &compared);
        let by_less = by_less(&search.pairs);
        let at = kept.iter().map(|kept| between(kept, &by_less)).collect();
        Pairs {
            at,
            distances: search.distances,
            limits: search.limits,
            compared,
        }
    }

    pub(super) fn is_compared(&self, variable: TermId) -> bool {
        self.compared.contains(&variable)
    }

    /// Adds differences between multiples of variables, and gives whether some of them are new.
    pub(super) fn relate(
        &mut self,
        views: &Views,
        kept: &IndexSlice<CutId, FxHashSet<TermId>>,
        multiples: &[[(TermId, i128); 2]],
    ) -> bool {
        let pairs = multiples.iter().filter_map(|&[x, y]| pair(views, x, y));
        let by_less = by_less(&pairs.collect());
        let mut is_new = false;
        for (here, kept) in self.at.iter_mut().zip(kept) {
            let new = between(kept, &by_less);
            let new = new.into_iter().filter(|p| !here.contains(p));
            let new: Vec<Pair> = new.take(MOST.saturating_sub(here.len())).collect();
            is_new |= !new.is_empty();
            here.extend(new);
        }
        is_new
    }

    pub(super) fn at(&self, cut: CutId) -> &[Pair] {
        &self.at[cut]
    }
}

/// Differences by what is less.
fn by_less(pairs: &BTreeSet<Pair>) -> FxHashMap<TermId, Vec<Pair>> {
    let mut by_less: FxHashMap<TermId, Vec<Pair>> = FxHashMap::default();
    for &pair in pairs {
        let of_less = by_less.entry(pair.less.quantity.term).or_default();
        of_less.push(pair);
    }
    by_less
}

/// The difference between multiples of two variables, if it is worth keeping.
fn pair(views: &Views, (x, a): (TermId, i128), (y, b): (TermId, i128)) -> Option<Pair> {
    let common = gcd(a, b);
    let (a, b) = (a / common, b / common);
    if a > FACTOR || b > FACTOR || x == y {
        return None;
    }
    let scaled = |term, factor| Scaled {
        quantity: Quantity {
            term,
            signed: views.is_signed(term),
        },
        factor,
    };
    Some(Pair {
        less: scaled(x, a),
        more: scaled(y, b),
    })
}

/// The differences between some variables.
fn between(kept: &FxHashSet<TermId>, by_less: &FxHashMap<TermId, Vec<Pair>>) -> Vec<Pair> {
    let of = |v: &TermId| by_less.get(v).map_or(&[][..], Vec::as_slice);
    let all = kept.iter().flat_map(of);
    let both = all.filter(|p| kept.contains(&p.more.quantity.term));
    let mut found: Vec<Pair> = both.copied().collect();
    found.sort_unstable();
    found.truncate(MOST);
    found
}

struct Collection<'a> {
    forms: Forms<'a>,
    variables: FxHashSet<TermId>,
    pairs: BTreeSet<Pair>,
    distances: BTreeSet<i128>,
    limits: FxHashMap<TermId, BTreeSet<i128>>,
}

impl Collection<'_> {
    fn visit(&mut self, transition: &Transition) {
        for &t in &transition.terms {
            let signed = match self.forms.pool.op(t) {
                Op::BvSlt | Op::BvSle => true,
                Op::BvUlt | Op::BvUle => false,
                Op::Eq if !self.forms.pool.is_bool(self.forms.pool.arg(t, 0)) => true,
                _ => continue,
            };
            let (a, b) = (self.forms.pool.arg(t, 0), self.forms.pool.arg(t, 1));
            self.compare(a, b, signed);
        }
        let updates = transition.updates.iter();
        let mut updates: Vec<(TermId, TermId)> = updates.map(|(&v, &t)| (v, t)).collect();
        updates.sort_unstable();
        updates.retain(|u| self.variables.contains(&u.0));
        for &(variable, value) in &updates {
            self.compare(variable, value, self.forms.views.is_signed(variable));
        }
        self.share_inputs(&updates);
    }

    /// Relates variables that get their values from the same input.
    fn share_inputs(&mut self, updates: &[(TermId, TermId)]) {
        let mut from: FxHashMap<TermId, Vec<(TermId, i128)>> = FxHashMap::default();
        for &(variable, value) in updates {
            let signed = self.forms.views.is_signed(variable);
            let sum = self.forms.sum(value, signed);
            let parts = sum.map_or(Vec::new(), |s| s.parts);
            if let [(input, factor)] = parts[..]
                && self.forms.pool.as_var(input.term).is_some()
                && !self.variables.contains(&input.term)
                && factor > 0
            {
                let others = from.entry(input.term).or_default();
                others.truncate(NEIGHBOURS);
                others.push((variable, factor));
            }
        }
        let mut from: Vec<(TermId, Vec<(TermId, i128)>)> = from.into_iter().collect();
        from.sort_unstable();
        for (_, variables) in from {
            for (i, &(x, a)) in variables.iter().enumerate() {
                for &(y, b) in &variables[..i] {
                    self.add_pair((x, b), (y, a));
                }
            }
        }
    }

    fn compare(&mut self, a: TermId, b: TermId, signed: bool) {
        if self.forms.pool.op(b) == Op::Ite {
            for way in 1..=2 {
                self.compare(a, self.forms.pool.arg(b, way), signed);
            }
            return;
        }
        let sums = self.forms.sum(a, signed).zip(self.forms.sum(b, signed));
        let Some(sum) = sums.and_then(|(a, b)| a.plus(-1, &b)) else {
            return;
        };
        self.add(&sum);
    }

    fn add(&mut self, sum: &Linear) {
        let is_variable = |p: &&(Quantity, i128)| self.variables.contains(&p.0.term);
        let parts: Vec<(Quantity, i128)> = sum.parts.iter().filter(is_variable).copied().collect();
        if let ([(variable, factor)], 1) = (&parts[..], sum.parts.len()) {
            let limit = (-sum.constant).div_euclid(*factor);
            let limits = self.limits.entry(variable.term).or_default();
            limits.extend([limit - 1, limit, limit + 1]);
        }
        if parts.len() > 1 && sum.constant.abs() < 1 << 20 {
            let c = sum.constant;
            self.distances.extend([c - 1, c, c + 1, -c - 1, -c, -c + 1]);
        }
        for &(x, factor) in parts.iter().filter(|p| p.1 > 0) {
            for &(y, times) in parts.iter().filter(|p| p.1 < 0) {
                self.add_pair((x.term, factor), (y.term, -times));
            }
        }
    }

    fn add_pair(&mut self, x: (TermId, i128), y: (TermId, i128)) {
        if let Some(pair) = pair(self.forms.views, x, y) {
            self.pairs.insert(pair);
            self.pairs.insert(pair.turned());
        }
    }

    /// Relates what is compared with the same variable.
    fn close(&mut self) {
        let mut compared: FxHashMap<TermId, Vec<Pair>> = FxHashMap::default();
        for &pair in &self.pairs {
            let with = compared.entry(pair.less.quantity.term).or_default();
            with.push(pair);
        }
        let mut all: Vec<(TermId, Vec<Pair>)> = compared.into_iter().collect();
        all.sort_unstable_by_key(|c| c.0);
        for (_, pairs) in all.into_iter().filter(|c| c.1.len() <= NEIGHBOURS) {
            for (i, p) in pairs.iter().enumerate() {
                for q in &pairs[..i] {
                    let (a, b) = (p.less.factor, q.less.factor);
                    let (x, y) = (p.more, q.more);
                    let (x_factor, y_factor) = (x.factor * b, y.factor * a);
                    self.add_pair((x.quantity.term, x_factor), (y.quantity.term, y_factor));
                }
            }
        }
    }
}

impl Collection<'_> {
    /// The variables that are compared with something.
    fn compared(&self) -> FxHashSet<TermId> {
        let paired = self.pairs.iter().map(|p| p.less.quantity.term);
        paired.chain(self.limits.keys().copied()).collect()
    }

    /// Relates variables that one loop counts.
    fn relate_counters(
        &mut self,
        loops: &Loops,
        transitions: &[Transition],
        compared: &FxHashSet<TermId>,
    ) {
        let is_compared = |v: TermId| compared.contains(&v);
        for [(x, a), (y, b)] in counters::related(&self.forms, loops, transitions, is_compared) {
            if self.variables.contains(&x) && self.variables.contains(&y) {
                // In as many rounds as `y` makes steps `x` makes at most as many.
                self.add_pair((x, b), (y, a));
            }
        }
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    match b {
        0 => a,
        _ => gcd(b, a % b),
    }
}
