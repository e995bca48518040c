//! A limit on every check, whatever the caller allows.

use crate::solver::{Budget, CheckResult, Solver};
use hatha_term::{Model, TermId, TermPool};

/// Gives each check the smaller of two budgets.
pub struct Budgeted<S> {
    inner: S,
    limit: Budget,
}

fn smaller<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

impl<S: Solver> Budgeted<S> {
    /// Limits the checks of a solver.
    pub fn new(inner: S, limit: Budget) -> Budgeted<S> {
        Budgeted { inner, limit }
    }

    fn combined(&self, asked: &Budget) -> Budget {
        Budget {
            conflicts: smaller(self.limit.conflicts, asked.conflicts),
            steps: smaller(self.limit.steps, asked.steps),
            interrupt: asked.interrupt.clone().or(self.limit.interrupt.clone()),
            deadline: smaller(self.limit.deadline, asked.deadline),
            referee: asked.referee.clone().or(self.limit.referee.clone()),
            pace: asked.pace.clone().or(self.limit.pace.clone()),
        }
    }
}

impl<S: Solver> Solver for Budgeted<S> {
    fn push(&mut self) {
        self.inner.push();
    }

    fn pop(&mut self) {
        self.inner.pop();
    }

    fn assert(&mut self, pool: &TermPool, t: TermId) {
        self.inner.assert(pool, t);
    }

    fn check(
        &mut self,
        pool: &mut TermPool,
        assumptions: &[TermId],
        budget: &Budget,
    ) -> CheckResult {
        let budget = self.combined(budget);
        self.inner.check(pool, assumptions, &budget)
    }

    fn model(&self) -> Option<&Model> {
        self.inner.model()
    }

    fn core(&self) -> Option<&[TermId]> {
        self.inner.core()
    }

    delegate_identity!();
}
