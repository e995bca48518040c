//! Bounds that grow in jumps.

use super::pairs::Pairs;
use super::range::Range;
use super::step::State;
use hatha_term::{TermId, TermPool};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The constants of the program and their neighbours: bounds jump to them, first to those that their
/// variable is compared with, then to those of its width.
#[derive(Debug, Default)]
pub(super) struct Thresholds {
    of_width: FxHashMap<u32, BTreeSet<i128>>,
    of_variable: FxHashMap<TermId, BTreeSet<i128>>,
    distances: BTreeSet<i128>,
}

impl Thresholds {
    pub(super) fn of(
        pool: &TermPool,
        terms: impl Iterator<Item = TermId>,
        pairs: &Pairs,
    ) -> Thresholds {
        let mut found: FxHashMap<u32, BTreeSet<i128>> = FxHashMap::default();
        for t in terms {
            let Some(constant) = pool.as_bv(t) else {
                continue;
            };
            let width = constant.width();
            if width > 64 {
                continue;
            }
            let both = [constant.to_i128(), constant.to_u128().map(|v| v as i128)];
            let of_width = found.entry(width).or_default();
            for v in both.into_iter().flatten() {
                of_width.extend([v - 1, v, v + 1]);
            }
        }
        Thresholds {
            of_width: found,
            of_variable: pairs.limits.clone(),
            distances: pairs.distances.clone(),
        }
    }

    /// The bounds that have moved, moved on to the next constant.
    pub(super) fn widen(&self, old: &State, new: &State) -> State {
        let mut state = State::default();
        for (&v, &range) in &new.ranges {
            let Some(&before) = old.ranges.get(&v) else {
                continue;
            };
            let wide = self.widen_range(v, before, range);
            if wide != wide.top() {
                state.ranges.insert(v, wide);
            }
        }
        for (&pair, &most) in &new.relations {
            let wide = match old.relations.get(&pair) {
                Some(&before) if before >= most => Some(most),
                Some(_) => self.distances.range(most..).next().copied(),
                None => None,
            };
            state.relations.extend(wide.map(|most| (pair, most)));
        }
        state
    }

    fn widen_range(&self, variable: TermId, old: Range, new: Range) -> Range {
        let top = new.top();
        let below = |v: i128| {
            let below = |all: &BTreeSet<i128>| all.range(..=v).next_back().copied();
            let own = self.of_variable.get(&variable).and_then(below);
            own.or_else(|| below(self.of_width.get(&new.width)?))
        };
        let above = |v: i128| {
            let above = |all: &BTreeSet<i128>| all.range(v..).next().copied();
            let own = self.of_variable.get(&variable).and_then(above);
            own.or_else(|| above(self.of_width.get(&new.width)?))
        };
        let mut wide = new;
        if new.signed.0 < old.signed.0 {
            let bound = below(new.signed.0).unwrap_or(top.signed.0);
            wide.signed.0 = bound.max(top.signed.0);
        }
        if new.signed.1 > old.signed.1 {
            let bound = above(new.signed.1).unwrap_or(top.signed.1);
            wide.signed.1 = bound.min(top.signed.1);
        }
        let unsigned = |v: u128| i128::try_from(v).unwrap_or(i128::MAX);
        if new.unsigned.0 < old.unsigned.0 {
            let bound = below(unsigned(new.unsigned.0));
            let bound = bound.and_then(|b| u128::try_from(b).ok());
            wide.unsigned.0 = bound.unwrap_or(0);
        }
        if new.unsigned.1 > old.unsigned.1 {
            let bound = above(unsigned(new.unsigned.1));
            let bound = bound.and_then(|b| u128::try_from(b).ok());
            let most = top.unsigned.1;
            wide.unsigned.1 = bound.unwrap_or(most).min(most);
        }
        wide
    }
}

/// Gives up the bounds that have moved.
pub(super) fn give_up(old: &State, new: &State) -> State {
    let mut state = State::default();
    for (&v, &range) in &new.ranges {
        let wide = old.ranges.get(&v).map(|&before| steady(before, range));
        state
            .ranges
            .extend(wide.filter(|w| *w != w.top()).map(|w| (v, w)));
    }
    let relations = new.relations.iter();
    let steady = relations.filter(|(p, m)| old.relations.get(p) == Some(m));
    state.relations = steady.map(|(&p, &m)| (p, m)).collect();
    state
}

fn steady(old: Range, new: Range) -> Range {
    let top = new.top();
    let same = |a: bool, old, top| if a { old } else { top };
    Range {
        width: new.width,
        signed: (
            same(new.signed.0 == old.signed.0, new.signed.0, top.signed.0),
            same(new.signed.1 == old.signed.1, new.signed.1, top.signed.1),
        ),
        unsigned: (
            if new.unsigned.0 == old.unsigned.0 {
                new.unsigned.0
            } else {
                top.unsigned.0
            },
            if new.unsigned.1 == old.unsigned.1 {
                new.unsigned.1
            } else {
                top.unsigned.1
            },
        ),
    }
}
