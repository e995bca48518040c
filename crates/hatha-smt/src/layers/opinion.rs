//! Asks two solvers and stops on a disagreement.

use crate::embedded::check_model;
use crate::layers::Frames;
use crate::solver::{Budget, Capabilities, CheckResult, Reason, Solver};
use hatha_term::{Model, TermId, TermPool};

/// Answers with the first solver, unless the second contradicts it.
///
/// Models are evaluated and cores are checked by the second solver. A second
/// solver that does not know confirms nothing and contradicts nothing; how
/// often is counted.
pub struct SecondOpinion<A, B> {
    first: A,
    second: B,
    frames: Frames,
    confirmed: u64,
    unconfirmed: u64,
    disagreed: bool,
}

impl<A: Solver, B: Solver> SecondOpinion<A, B> {
    /// Checks the first solver by the second.
    pub fn new(first: A, second: B) -> SecondOpinion<A, B> {
        SecondOpinion {
            first,
            second,
            frames: Frames::default(),
            confirmed: 0,
            unconfirmed: 0,
            disagreed: false,
        }
    }

    /// How many answers the second solver has confirmed, and how many it could
    /// not decide.
    pub fn counts(&self) -> (u64, u64) {
        (self.confirmed, self.unconfirmed)
    }

    fn verify(
        &mut self,
        pool: &mut TermPool,
        assumptions: &[TermId],
        answer: &CheckResult,
        budget: &Budget,
    ) -> Result<(), Reason> {
        let asked = match answer {
            CheckResult::Sat => {
                let missing = || Reason::Internal("Sat without a model".into());
                let model = self.first.model().ok_or_else(missing)?;
                check_model(pool, &self.frames.query(assumptions), model)?;
                assumptions
            }
            // The core must be refuted by itself.
            CheckResult::Unsat => self.first.core().unwrap_or(assumptions),
            CheckResult::Unknown(_) => return Ok(()),
        };
        let second = self.second.check(pool, asked, budget);
        match second {
            CheckResult::Unknown(_) => self.unconfirmed += 1,
            ref same if same == answer => self.confirmed += 1,
            other => return Err(self.disagreement(answer, &other)),
        }
        Ok(())
    }

    fn disagreement(&self, first: &CheckResult, second: &CheckResult) -> Reason {
        let (a, b) = (self.first.name(), self.second.name());
        Reason::Internal(format!("{a} says {first:?} but {b} says {second:?}"))
    }
}

impl<A: Solver, B: Solver> Solver for SecondOpinion<A, B> {
    fn push(&mut self) {
        self.frames.push();
        self.first.push();
        self.second.push();
    }

    fn pop(&mut self) {
        self.frames.pop();
        self.first.pop();
        self.second.pop();
    }

    fn assert(&mut self, pool: &TermPool, t: TermId) {
        self.frames.assert(t);
        self.first.assert(pool, t);
        self.second.assert(pool, t);
    }

    fn check(
        &mut self,
        pool: &mut TermPool,
        assumptions: &[TermId],
        budget: &Budget,
    ) -> CheckResult {
        let answer = self.first.check(pool, assumptions, budget);
        let verified = self.verify(pool, assumptions, &answer, budget);
        self.disagreed = verified.is_err();
        match verified {
            Ok(()) => answer,
            Err(reason) => CheckResult::Unknown(reason),
        }
    }

    fn model(&self) -> Option<&Model> {
        self.first.model().filter(|_| !self.disagreed)
    }

    fn core(&self) -> Option<&[TermId]> {
        self.first.core().filter(|_| !self.disagreed)
    }

    fn name(&self) -> &str {
        self.first.name()
    }

    fn capabilities(&self) -> Capabilities {
        self.first.capabilities()
    }
}
