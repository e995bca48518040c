//! Variables that a loop adds bounded numbers to.
//!
//! `total += byte` in a loop over `i` compares `total` with nothing and adds no constant, but where no number
//! is above 255 it is never above `255·i`, if both start at 0. How large the numbers are is known only
//! once ranges are: then differences between sums and counters are added to those that are kept, and the
//! interpreter follows all blocks anew.

use super::Interpreter;
use super::counters;
use super::linear::Forms;
use super::step::Step;
use super::transition::Transition;
use crate::tuning::intervals::pairs::{FACTOR, NEIGHBOURS};
use hatha_blocks::block::BlockId;
use hatha_term::{Op, TermId};
use std::collections::BTreeMap;

/// The most that the blocks from one place add to a variable; `None` if there is no bound that is
/// worth keeping.
type Additions = BTreeMap<(TermId, u32), Option<i128>>;

impl Interpreter<'_> {
    /// Adds differences between sums and the counters of their loops to those that are kept; whether
    /// there are new ones.
    pub(super) fn relate_sums(&mut self) -> bool {
        let additions = self.additions();
        let forms = Forms::new(self.pool, &self.views, None);
        let counters = counters::all(&forms, &self.loops, &self.transitions.raw);
        let leaders = counters.iter().filter(|c| c.step > 0);
        let mut found = Vec::new();
        for leader in leaders.filter(|c| self.pairs.is_compared(c.variable)) {
            let Some((first, last)) = self.loops.innermost(leader.place) else {
                continue;
            };
            let mut sums: BTreeMap<TermId, Option<i128>> = BTreeMap::new();
            for (&(variable, place), &most) in &additions {
                if (first..=last).contains(&place) && variable != leader.variable {
                    let sum = sums.entry(variable).or_insert(Some(0));
                    *sum = sum.zip(most).map(|(sum, most)| sum + most.max(0));
                }
            }
            let bounded = sums.into_iter().filter_map(|(v, most)| Some((v, most?)));
            let growing = bounded.filter(|(_, most)| *most > 0).take(NEIGHBOURS);
            found.extend(growing.map(|(v, most)| [(v, leader.step), (leader.variable, most)]));
        }
        self.pairs.relate(&self.views, &self.kept, &found)
    }

    /// What blocks add to variables, in the states that were found.
    fn additions(&self) -> Additions {
        let mut all = Additions::new();
        for block in self.steps.blocks.ids().filter(|b| !self.is_bad(*b)) {
            let place = self.loops.place(block);
            for (variable, most) in self.additions_of(block) {
                let most = most.filter(|m| *m <= FACTOR);
                let known = all.entry((variable, place)).or_insert(most);
                *known = known.zip(most).map(|(a, b)| a.max(b));
            }
        }
        all
    }

    fn additions_of(&self, block: BlockId) -> Vec<(TermId, Option<i128>)> {
        let b = self.steps.blocks.block(block);
        let transition = &self.transitions[block];
        let Some(exits) = self.exits(transition) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for before in self.states[b.from].values() {
            let mut step = Step::start(self.context(), before);
            if step.run(transition, &exits).is_ok() {
                found.extend(step.additions(transition, |v| self.kept[b.to].contains(&v)));
            }
        }
        found
    }
}

impl Step<'_> {
    /// The most that a block adds to each variable that it changes and that is kept.
    fn additions(
        &self,
        transition: &Transition,
        is_kept: impl Fn(TermId) -> bool,
    ) -> Vec<(TermId, Option<i128>)> {
        let is_number = |v: TermId| self.pool.sort(v).bv_width().is_some_and(|w| w <= 64);
        let updates = transition.updates.iter();
        let changed = updates.filter(|(v, _)| is_kept(**v) && is_number(**v));
        changed
            .map(|(&v, &value)| (v, self.addition(v, value)))
            .collect()
    }

    /// The most by which a value is above that of a variable.
    fn addition(&self, variable: TermId, value: TermId) -> Option<i128> {
        if self.pool.op(value) == Op::Ite {
            let way = |n| self.addition(variable, self.pool.arg(value, n));
            return Some(way(1)?.max(way(2)?));
        }
        // A sum that begins anew, as in `if (x < 0) x = 0`, adds nothing to what it was.
        if !self.pool.subterms(&[value]).contains(&variable) {
            return Some(0);
        }
        // That nothing wraps around may hang on the bound that is looked for.
        let forms = Forms::new(self.pool, self.context.views, None);
        let signed = self.context.views.is_signed(variable);
        let difference = forms.sum(value, signed)?;
        self.most(&difference.plus(-1, &forms.sum(variable, signed)?)?)
    }
}
