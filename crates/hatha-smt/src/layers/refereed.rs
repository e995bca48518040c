//! Has every answer confirmed by the referee of the run, if it has one.

use crate::layers::Frames;
use crate::referee::Statement;
use crate::solver::{Budget, CheckResult, Solver};
use hatha_term::{Model, TermId, TermPool};

/// Consults the [`Referee`](crate::Referee) of the budget. The layers below are
/// not consulted about: the answer that counts is the outermost, and it is on
/// the question as it was asked, before any layer has changed it.
pub struct Refereed<S> {
    inner: S,
    frames: Frames,
    disagreed: bool,
}

impl<S: Solver> Refereed<S> {
    /// Has the answers of a solver without assertions confirmed.
    pub fn new(inner: S) -> Refereed<S> {
        Refereed {
            inner,
            frames: Frames::default(),
            disagreed: false,
        }
    }

    /// The solver below.
    pub fn inner(&self) -> &S {
        &self.inner
    }
}

impl<S: Solver> Solver for Refereed<S> {
    fn push(&mut self) {
        self.frames.push();
        self.inner.push();
    }

    fn pop(&mut self) {
        self.frames.pop();
        self.inner.pop();
    }

    fn assert(&mut self, pool: &TermPool, t: TermId) {
        self.frames.assert(t);
        self.inner.assert(pool, t);
    }

    fn check(
        &mut self,
        pool: &mut TermPool,
        assumptions: &[TermId],
        budget: &Budget,
    ) -> CheckResult {
        self.disagreed = false;
        let Some(referee) = &budget.referee else {
            return self.inner.check(pool, assumptions, budget);
        };
        let answer = self.inner.check(pool, assumptions, &budget.unrefereed());
        let core = self.inner.core().unwrap_or(assumptions);
        let statement = Statement {
            query: &self.frames.query(assumptions),
            // The core must be refuted by itself.
            core: &self.frames.query(core),
            answer: &answer,
            model: self.inner.model(),
            solver: self.inner.name(),
        };
        match referee.verify(pool, &statement, budget) {
            Ok(()) => answer,
            Err(reason) => {
                self.disagreed = true;
                CheckResult::Unknown(reason)
            }
        }
    }

    fn model(&self) -> Option<&Model> {
        self.inner.model().filter(|_| !self.disagreed)
    }

    fn core(&self) -> Option<&[TermId]> {
        self.inner.core().filter(|_| !self.disagreed)
    }

    delegate_identity!();
}
