//! Recent models are tried before the solver is asked: neighbouring queries
//! often share one.

use crate::layers::Frames;
use crate::solver::{Budget, CheckResult, Solver};
use hatha_term::{Evaluator, Model, TermId, TermPool};
use std::collections::VecDeque;
use std::sync::Arc;

/// Models that are kept.
const KEPT: usize = 8;

/// Tries recent models first. Sound because each is evaluated on the query.
pub struct Reusing<S> {
    inner: S,
    frames: Frames,
    recent: VecDeque<Arc<Model>>,
    current: Option<Arc<Model>>,
    /// The pool of the models.
    pool: Option<u64>,
    hits: u64,
}

impl<S: Solver> Reusing<S> {
    /// Adds reuse of models to a solver.
    pub fn new(inner: S) -> Reusing<S> {
        Reusing {
            inner,
            frames: Frames::default(),
            recent: VecDeque::new(),
            current: None,
            pool: None,
            hits: 0,
        }
    }

    /// How many checks a recent model has answered.
    pub fn hits(&self) -> u64 {
        self.hits
    }

    fn satisfies(&self, pool: &TermPool, assumptions: &[TermId], model: &Model) -> bool {
        let mut evaluator = Evaluator::new(pool, model);
        // The assumptions first: they are new, the assertions often held.
        let mut terms = assumptions.iter().copied().chain(self.frames.iter());
        terms.all(|t| evaluator.truth(t) == Ok(true))
    }

    fn recall(&mut self, pool: &TermPool, assumptions: &[TermId]) -> bool {
        let fits = |model: &Arc<Model>| self.satisfies(pool, assumptions, model);
        let Some(position) = self.recent.iter().position(fits) else {
            return false;
        };
        if let Some(model) = self.recent.remove(position) {
            self.remember(model);
        }
        self.hits += 1;
        true
    }

    fn remember(&mut self, model: Arc<Model>) {
        self.recent.push_front(Arc::clone(&model));
        self.recent.truncate(KEPT);
        self.current = Some(model);
    }
}

impl<S: Solver> Solver for Reusing<S> {
    fn push(&mut self) {
        self.current = None;
        self.frames.push();
        self.inner.push();
    }

    fn pop(&mut self) {
        self.current = None;
        self.frames.pop();
        self.inner.pop();
    }

    fn assert(&mut self, pool: &TermPool, t: TermId) {
        self.current = None;
        self.frames.assert(t);
        self.inner.assert(pool, t);
    }

    fn check(
        &mut self,
        pool: &mut TermPool,
        assumptions: &[TermId],
        budget: &Budget,
    ) -> CheckResult {
        self.current = None;
        let mine = *self.pool.get_or_insert(pool.pool_id()) == pool.pool_id();
        if mine && self.recall(pool, assumptions) {
            return CheckResult::Sat;
        }
        let answer = self.inner.check(pool, assumptions, budget);
        if let (true, Some(model)) = (answer.is_sat(), self.inner.model()) {
            self.remember(Arc::new(model.clone()));
        }
        answer
    }

    fn model(&self) -> Option<&Model> {
        self.current.as_deref()
    }

    fn core(&self) -> Option<&[TermId]> {
        // After a recalled model the inner core is of an older check.
        match self.current {
            Some(_) => None,
            None => self.inner.core(),
        }
    }

    delegate_identity!();
}
