//! Simplifies terms before they are asked about.
//!
//! Simplified terms equal the originals under every assignment. All the same a
//! model is checked against the originals, so that an error of the simplifier
//! cannot become a wrong Sat.

use super::layer::{Answer, Layer, Question, Technique, model_of};
use crate::evaluate::check_model;
use crate::solver::{Budget, CheckResult, Reason, Solver};
use hatha_term::simplify::Simplifier;
use hatha_term::{TermId, TermPool};

/// Hands simplified terms to the solver below.
pub type Simplifying<S> = Layer<Simplification, S>;

/// The technique of [`Simplifying`]. Simplification makes terms, and the pool can be changed only
/// in a check: until then the solver below does not get the assertions.
#[derive(Default)]
pub struct Simplification {
    simplifier: Simplifier,
    /// Scopes and assertions that the solver below has yet to get.
    pending: Vec<Pending>,
    /// The number of open scopes that the solver below has.
    handed: usize,
}

enum Pending {
    Push,
    Assert(TermId),
}

impl Simplification {
    fn hand_over<S: Solver>(&mut self, below: &mut S, pool: &mut TermPool) {
        for step in std::mem::take(&mut self.pending) {
            match step {
                Pending::Push => {
                    self.handed += 1;
                    below.push();
                }
                Pending::Assert(t) => {
                    let t = self.simplifier.simplify(pool, t);
                    below.assert(pool, t);
                }
            }
        }
    }
}

impl Technique for Simplification {
    fn check<S: Solver>(
        &mut self,
        below: &mut S,
        pool: &mut TermPool,
        question: &Question<'_>,
        budget: &Budget,
    ) -> Result<Answer, Reason> {
        self.hand_over(below, pool);
        let simplify = |&t: &TermId| self.simplifier.simplify(pool, t);
        let simplified: Vec<TermId> = question.assumptions.iter().map(simplify).collect();
        match below.check(pool, &simplified, budget) {
            CheckResult::Sat => {
                check_model(pool, &question.terms(), model_of(below)?, budget)?;
                Ok(Answer::Below(CheckResult::Sat))
            }
            CheckResult::Unsat => {
                let core = below.core().unwrap_or(&simplified);
                let pairs = question.assumptions.iter().zip(&simplified);
                let originals = pairs.filter(|(_, s)| core.contains(s)).map(|(&t, _)| t);
                Ok(Answer::Unsat(originals.collect()))
            }
            unknown => Ok(Answer::Below(unknown)),
        }
    }

    fn push<S: Solver>(&mut self, _: &mut S) {
        self.pending.push(Pending::Push);
    }

    fn pop<S: Solver>(&mut self, below: &mut S) {
        let opened = |step: &Pending| matches!(step, Pending::Push);
        match self.pending.iter().rposition(opened) {
            // The scope has not been handed over.
            Some(position) => self.pending.truncate(position),
            None if self.handed > 0 => {
                self.pending.clear();
                self.handed -= 1;
                below.pop();
            }
            // There is no scope to drop.
            None => {}
        }
    }

    fn assert<S: Solver>(&mut self, _: &mut S, _: &TermPool, t: TermId) {
        self.pending.push(Pending::Assert(t));
    }
}
