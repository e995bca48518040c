//! A limit on every check, whatever the caller allows.

use super::layer::{Answer, Layer, Question, Technique};
use crate::solver::{Budget, Reason, Solver};
use hatha_term::TermPool;

/// Gives each check the smaller of two budgets.
pub type Budgeted<S> = Layer<Limit, S>;

/// The technique of [`Budgeted`].
pub struct Limit(Budget);

fn minimum<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

impl<S: Solver> Budgeted<S> {
    /// Limits the checks of a solver.
    pub fn limited(inner: S, limit: Budget) -> Budgeted<S> {
        Layer::with(Limit(limit), inner)
    }
}

impl Limit {
    fn combined(&self, asked: &Budget) -> Budget {
        let Limit(limit) = self;
        Budget {
            conflicts: minimum(limit.conflicts, asked.conflicts),
            steps: minimum(limit.steps, asked.steps),
            interrupt: asked.interrupt.clone().or(limit.interrupt.clone()),
            deadline: minimum(limit.deadline, asked.deadline),
            referee: asked.referee.clone().or(limit.referee.clone()),
            pace: asked.pace.clone().or(limit.pace.clone()),
        }
    }
}

impl Technique for Limit {
    fn check<S: Solver>(
        &mut self,
        below: &mut S,
        pool: &mut TermPool,
        question: &Question<'_>,
        budget: &Budget,
    ) -> Result<Answer, Reason> {
        let budget = self.combined(budget);
        Ok(Answer::Below(below.check(
            pool,
            question.assumptions,
            &budget,
        )))
    }
}
