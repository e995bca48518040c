//! Whether a block can be taken, case by case.
//!
//! `a >= 0 ? b > MAX - a : b < MIN - a` says nothing of `a` and `b` as long as both sides are
//! possible; of each side alone ranges decide. Only blocks into failures are looked at so closely.
//!
//! **Soundness.** The cases of a guard cover all states that satisfy it, so a block that no case can
//! take is taken by no state. (And a checker has the last word.)

use super::step::{Context, State, Step};
use super::transition::Transition;
use crate::tuning::intervals::step::{CHOICES, SPLITS};
use hatha_term::{Op, TermId};

/// Conditions that hold, or do not, together.
type Case = Vec<(TermId, bool)>;

/// Whether a state that satisfies `before` may take a block. `exits` are the states in which the
/// calls that it passes return.
pub(super) fn may_be_taken(
    context: Context<'_>,
    transition: &Transition,
    before: &State,
    exits: &[State],
) -> bool {
    let mut step = Step::start(context, before);
    step.run(transition, exits).is_ok() && step.has_case(transition, exits, SPLITS)
}

impl Step<'_> {
    /// Whether a case of the guards is left.
    fn has_case(&self, transition: &Transition, exits: &[State], splits: u32) -> bool {
        let mut open = transition.guards.iter().flat_map(|&g| self.open(g, true));
        let Some(cases) = open.next().filter(|_| splits > 0) else {
            return true;
        };
        cases.iter().any(|case| {
            let mut step = self.clone();
            step.restrict(case, transition, exits) && step.has_case(transition, exits, splits - 1)
        })
    }

    /// Takes a case; whether a state is left.
    fn restrict(&mut self, case: &Case, transition: &Transition, exits: &[State]) -> bool {
        // The first time it narrows variables, the second time it is compared with what follows.
        for _ in 0..2 {
            let assumed = case
                .iter()
                .try_for_each(|&(t, holds)| self.assume(t, holds, 0));
            self.changed = true;
            if assumed.is_err() || self.run(transition, exits).is_err() {
                return false;
            }
        }
        true
    }

    /// The disjunctions below a condition that are not decided, by their cases.
    fn open(&self, t: TermId, holds: bool) -> Vec<Vec<Case>> {
        let args = self.pool.args(t);
        match (self.pool.op(t), holds) {
            (Op::Not, _) => self.open(args[0], !holds),
            (Op::And, true) | (Op::Or, false) => {
                args.iter().flat_map(|&a| self.open(a, holds)).collect()
            }
            (Op::And, false) | (Op::Or, true) => {
                let can_be = |t: &&TermId| self.truth(**t) != Some(!holds);
                let ways: Vec<Case> = args
                    .iter()
                    .filter(can_be)
                    .map(|&a| vec![(a, holds)])
                    .collect();
                match ways.len() {
                    0 => Vec::new(),
                    1 => self.open(ways[0][0].0, holds),
                    _ => vec![ways],
                }
            }
            (Op::Ite, _) => match self.truth(args[0]) {
                Some(true) => self.open(args[1], holds),
                Some(false) => self.open(args[2], holds),
                None => vec![vec![
                    vec![(args[0], true), (args[1], holds)],
                    vec![(args[0], false), (args[2], holds)],
                ]],
            },
            _ => self.open_choice(t).into_iter().collect(),
        }
    }

    /// The cases of the first value below a comparison that hangs on a condition.
    fn open_choice(&self, t: TermId) -> Option<Vec<Case>> {
        let mut work = vec![t];
        for _ in 0..CHOICES {
            let t = work.pop()?;
            let args = self.pool.args(t);
            if self.pool.op(t) != Op::Ite {
                work.extend(args);
                continue;
            }
            match self.truth(args[0]) {
                Some(true) => work.push(args[1]),
                Some(false) => work.push(args[2]),
                None => return Some(vec![vec![(args[0], true)], vec![(args[0], false)]]),
            }
        }
        None
    }
}
