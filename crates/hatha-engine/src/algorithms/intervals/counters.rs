//! Variables that are counted up or down in loops.
//!
//! `if (bad) lost++;` in a loop over `i` compares `lost` with nothing, but it is never above `i`: of
//! two variables that a loop changes by constants the difference is worth keeping.

use super::linear::Forms;
use super::transition::Transition;
use crate::tuning::intervals::pairs::NEIGHBOURS;
use hatha_blocks::block::{BlockId, Blocks, CutId};
use hatha_index::{IndexSlice, IndexVec};
use hatha_term::{Op, TermId};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// The loops of a program: the first and the last place of each, in the order in which cut points
/// are visited, by their first place.
pub(super) struct Loops {
    ranges: Vec<(u32, u32)>,
    /// The place of the cut point that each block starts from.
    starts: IndexVec<BlockId, u32>,
}

impl Loops {
    pub(super) fn of(
        blocks: &Blocks,
        order: &IndexSlice<CutId, u32>,
        heads: &FxHashSet<CutId>,
    ) -> Loops {
        let starts = blocks.ids().map(|b| order[blocks.block(b).from]);
        let starts: IndexVec<BlockId, u32> = starts.collect();
        let mut last = BTreeMap::new();
        for block in blocks.ids() {
            let to = blocks.block(block).to;
            if heads.contains(&to) && starts[block] >= order[to] {
                let end = last.entry(order[to]).or_insert(starts[block]);
                *end = starts[block].max(*end);
            }
        }
        Loops {
            ranges: last.into_iter().collect(),
            starts,
        }
    }

    /// The innermost loop that holds a place: of those that start before it and end behind it the
    /// one that starts last.
    pub(super) fn innermost(&self, place: u32) -> Option<(u32, u32)> {
        let before = self.ranges.partition_point(|r| r.0 <= place);
        let near = self.ranges[..before].iter().rev().take(NEIGHBOURS);
        near.copied().find(|r| place <= r.1)
    }

    /// The place of the cut point that a block starts from.
    pub(super) fn place(&self, block: BlockId) -> u32 {
        self.starts[block]
    }
}

/// A variable that a block changes by a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Counter {
    pub(super) place: u32,
    pub(super) variable: TermId,
    pub(super) step: i128,
}

/// All of them, by their places.
pub(super) fn all(forms: &Forms<'_>, loops: &Loops, transitions: &[Transition]) -> Vec<Counter> {
    let mut counters = BTreeSet::new();
    for (transition, &place) in transitions.iter().zip(&loops.starts) {
        for (&variable, &value) in &transition.updates {
            add_steps(forms, (place, variable), value, &mut counters);
        }
    }
    counters.into_iter().collect()
}

/// Two variables with their steps: the first is counted in the innermost loop of the second, which
/// the program compares with something.
pub(super) fn related(
    forms: &Forms<'_>,
    loops: &Loops,
    transitions: &[Transition],
    is_compared: impl Fn(TermId) -> bool,
) -> Vec<[(TermId, i128); 2]> {
    let counters = all(forms, loops, transitions);
    let mut found = Vec::new();
    for leader in counters.iter().filter(|c| is_compared(c.variable)) {
        let Some((first, last)) = loops.innermost(leader.place) else {
            continue;
        };
        let start = counters.partition_point(|c| c.place < first);
        let inside = counters[start..].iter().take_while(|c| c.place <= last);
        let others = inside.filter(|c| {
            let same_way = (c.step > 0) == (leader.step > 0);
            c.variable != leader.variable && same_way
        });
        let pairs = others.take(NEIGHBOURS).map(|other| {
            let scaled = |c: &Counter| (c.variable, c.step.abs());
            [scaled(other), scaled(leader)]
        });
        found.extend(pairs);
    }
    found
}

/// The constants by which a value differs from that of its variable before, on each way.
fn add_steps(
    forms: &Forms<'_>,
    (place, variable): (u32, TermId),
    value: TermId,
    counters: &mut BTreeSet<Counter>,
) {
    if forms.pool.op(value) == Op::Ite {
        for way in 1..=2 {
            let value = forms.pool.arg(value, way);
            if forms.pool.op(value) != Op::Ite {
                add_steps(forms, (place, variable), value, counters);
            }
        }
        return;
    }
    let signed = forms.views.is_signed(variable);
    let Some(sum) = forms.sum(value, signed) else {
        return;
    };
    if let [(of, 1)] = sum.parts[..]
        && of.term == variable
        && sum.constant != 0
    {
        counters.insert(Counter {
            place,
            variable,
            step: sum.constant,
        });
    }
}
