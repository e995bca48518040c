//! Conditions of the program whose truth is collected beside the values of variables.
//!
//! A variable with many values often matters by one comparison only: a status is *pending* or it
//! is not. Where valuations still allow a failure, the conditions that it hangs on are followed
//! backwards: at the source of a block, the conditions that decide one at its target.

use super::steps::Steps;
use crate::tuning::conditions::MOST;
use hatha_blocks::block::{Blocks, CutId};
use hatha_index::IndexVec;
use hatha_proof::vocabulary::is_held;
use hatha_term::{Op, Sort, TermId, TermPool};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// The conditions that are followed at each cut point.
#[derive(Clone, Debug)]
pub(super) struct Conditions {
    at: IndexVec<CutId, BTreeSet<TermId>>,
    /// What is a variable of the state.
    state: FxHashSet<TermId>,
}

impl Conditions {
    /// None yet, over some variables.
    pub(super) fn new(blocks: &Blocks, state: FxHashSet<TermId>) -> Self {
        Conditions {
            at: blocks.per_cut(BTreeSet::new()),
            state,
        }
    }

    /// The conditions at a cut point.
    pub(super) fn at(&self, cut: CutId) -> impl Iterator<Item = TermId> {
        self.at[cut].iter().copied()
    }

    /// Follows what some facts at cut points hang on; whether anything is new.
    pub(super) fn follow(
        &mut self,
        pool: &mut TermPool,
        steps: &mut Steps<'_>,
        facts: &[(CutId, TermId)],
    ) -> bool {
        let mut new = Vec::new();
        for &(cut, fact) in facts {
            self.add(pool, steps, cut, fact, &mut new);
        }
        let any = !new.is_empty();
        let blocks = steps.blocks;
        while let Some((to, condition)) = new.pop() {
            for id in blocks.ids().filter(|&id| blocks.block(id).to == to) {
                let before = steps.after(pool, id, condition);
                self.add(pool, steps, blocks.block(id).from, before, &mut new);
            }
        }
        any
    }

    /// Adds the conditions that a fact is made of to a cut point.
    fn add(
        &mut self,
        pool: &TermPool,
        steps: &Steps<'_>,
        cut: CutId,
        fact: TermId,
        new: &mut Vec<(CutId, TermId)>,
    ) {
        if steps.blocks.location(cut).is_none() {
            return;
        }
        for condition in leaves(pool, fact) {
            let full = self.at[cut].len() >= MOST;
            if !full
                && self.means_something(pool, steps, cut, condition)
                && self.at[cut].insert(condition)
            {
                new.push((cut, condition));
            }
        }
    }

    /// Whether a condition is about the state at a cut point alone.
    fn means_something(
        &self,
        pool: &TermPool,
        steps: &Steps<'_>,
        cut: CutId,
        condition: TermId,
    ) -> bool {
        let is_known = |t: TermId| match pool.as_var(t) {
            Some(v) => {
                let is_state = self.state.contains(&t) || steps.is_cell(t);
                is_state && steps.blocks.is_visible(cut, v)
            }
            None => !is_held(pool, t),
        };
        is_plain(pool, condition) && pool.subterms(&[condition]).into_iter().all(is_known)
    }
}

/// Whether a condition compares with a constant: what relates variables to each other multiplies
/// on its way through a loop that computes.
fn is_plain(pool: &TermPool, condition: TermId) -> bool {
    let args = pool.args(condition);
    let other = args.iter().find(|&&a| !pool.is_const(a));
    match pool.op(condition) {
        Op::Eq => args.iter().any(|&a| pool.is_const(a)),
        _ => {
            args.len() == 2
                && args.iter().any(|&a| pool.is_const(a))
                && other.is_some_and(|&o| pool.as_var(o).is_some())
        }
    }
}

/// The parts of a fact that are not made of others by connectives.
fn leaves(pool: &TermPool, fact: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut work = vec![fact];
    while let Some(t) = work.pop() {
        if !seen.insert(t) {
            continue;
        }
        match pool.op(t) {
            Op::Not | Op::And | Op::Or | Op::Xor | Op::Implies => work.extend(pool.args(t)),
            Op::Ite | Op::Eq if pool.sort(pool.arg(t, 1)) == Sort::Bool => {
                work.extend(pool.args(t));
            }
            _ => found.push(t),
        }
    }
    found
}
