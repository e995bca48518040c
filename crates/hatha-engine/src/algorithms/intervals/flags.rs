//! Flags: variables whose few values tell states apart.
//!
//! `if (ok) use(p)` is safe because of what holds where `ok` is 1. With one state at a cut point for
//! each value of such a variable that is known there.

use super::step::State;
use super::transition::Transition;
use crate::tuning::intervals::flags::{FLAGS, VALUES};
use hatha_term::{Op, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Flags and their values; empty for a state that is told apart by nothing.
pub(super) type Key = Vec<(TermId, u128)>;

/// The flags of a program, sorted.
#[derive(Debug, Default)]
pub(super) struct Flags(Vec<TermId>);

impl Flags {
    /// The variables that get nothing but a few constants, or the values of such, and that are
    /// compared with constants.
    pub(super) fn of(pool: &TermPool, transitions: &[Transition]) -> Flags {
        let mut values: FxHashMap<TermId, BTreeSet<TermId>> = FxHashMap::default();
        let mut others = FxHashSet::default();
        for (&variable, &value) in transitions.iter().flat_map(|t| &t.updates) {
            match pool.as_bv(value) {
                Some(_) => {
                    values.entry(variable).or_default().insert(value);
                }
                None if value == variable => {}
                None => {
                    others.insert(variable);
                }
            }
        }
        let tested = tested(pool, transitions);
        let is_flag = |(v, values): &(TermId, BTreeSet<TermId>)| {
            !others.contains(v) && tested.contains(v) && (2..=VALUES).contains(&values.len())
        };
        let flags = values.into_iter().filter(is_flag).map(|f| f.0);
        let mut flags: Vec<TermId> = flags.collect();
        flags.sort_unstable();
        Flags(flags)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What tells a state apart where some variables are kept.
    pub(super) fn key(&self, state: &State, kept: &FxHashSet<TermId>) -> Key {
        let here = self.0.iter().filter(|f| kept.contains(f)).take(FLAGS);
        let value = |f: &TermId| Some((*f, state.ranges.get(f)?.value()?));
        here.filter_map(value).collect()
    }
}

/// The variables that guards compare with constants.
fn tested(pool: &TermPool, transitions: &[Transition]) -> FxHashSet<TermId> {
    let mut tested = FxHashSet::default();
    for &t in transitions.iter().flat_map(|t| &t.terms) {
        if pool.op(t) == Op::Eq {
            let (a, b) = (pool.arg(t, 0), pool.arg(t, 1));
            for (variable, constant) in [(a, b), (b, a)] {
                if pool.as_bv(constant).is_some() && pool.as_var(variable).is_some() {
                    tested.insert(variable);
                }
            }
        }
    }
    tested
}
