//! Answers what bounds and orders alone decide, and tries the values that they
//! suggest, before the solver is asked.

use crate::bounds::{Bounds, Guess};
use crate::layers::{Frames, assumed_part};
use crate::solver::{Budget, CheckResult, Reason, Solver};
use hatha_term::simplify::facts::Analysis;
use hatha_term::{Evaluator, Model, TermId, TermPool};

/// Tries bounds first. Unsat rests on the bounds; Sat on evaluation.
pub struct Bounding<S> {
    inner: S,
    frames: Frames,
    analysis: Analysis,
    pool: Option<u64>,
    model: Option<Model>,
    core: Option<Vec<TermId>>,
    hits: u64,
}

impl<S: Solver> Bounding<S> {
    /// Adds the treatment of bounds to a solver.
    pub fn new(inner: S) -> Bounding<S> {
        Bounding {
            inner,
            frames: Frames::default(),
            analysis: Analysis::default(),
            pool: None,
            model: None,
            core: None,
            hits: 0,
        }
    }

    /// How many checks needed no more than bounds.
    pub fn hits(&self) -> u64 {
        self.hits
    }

    /// The solver below.
    pub fn inner(&self) -> &S {
        &self.inner
    }

    fn forget_answer(&mut self) {
        self.model = None;
        self.core = None;
    }

    fn by_bounds(&mut self, pool: &TermPool, assumptions: &[TermId]) -> Option<CheckResult> {
        let query = self.frames.query(assumptions);
        let mut bounds = Bounds::new(pool, &mut self.analysis, &query);
        if bounds.is_empty() {
            return None;
        }
        if let Some(roots) = bounds.refute() {
            let mut core: Vec<TermId> = roots.into_iter().map(|root| query[root]).collect();
            core.sort_unstable();
            core.dedup();
            self.core = Some(assumed_part(&core, assumptions));
            return Some(CheckResult::Unsat);
        }
        for guess in [Guess::Smallest, Guess::Least, Guess::Greatest] {
            let model = bounds.guess(pool, guess);
            let mut evaluator = Evaluator::new(pool, &model);
            if query.iter().all(|&t| evaluator.truth(t) == Ok(true)) {
                self.model = Some(model);
                return Some(CheckResult::Sat);
            }
        }
        None
    }
}

impl<S: Solver> Solver for Bounding<S> {
    fn push(&mut self) {
        self.forget_answer();
        self.frames.push();
        self.inner.push();
    }

    fn pop(&mut self) {
        self.forget_answer();
        self.frames.pop();
        self.inner.pop();
    }

    fn assert(&mut self, pool: &TermPool, t: TermId) {
        self.forget_answer();
        self.frames.assert(t);
        self.inner.assert(pool, t);
    }

    fn check(
        &mut self,
        pool: &mut TermPool,
        assumptions: &[TermId],
        budget: &Budget,
    ) -> CheckResult {
        self.forget_answer();
        if *self.pool.get_or_insert(pool.pool_id()) != pool.pool_id() {
            let text = "one solver is used with two term pools";
            return CheckResult::Unknown(Reason::Internal(text.into()));
        }
        if let Some(answer) = self.by_bounds(pool, assumptions) {
            self.hits += 1;
            return answer;
        }
        let answer = self.inner.check(pool, assumptions, budget);
        self.model = self.inner.model().cloned();
        self.core = self.inner.core().map(<[TermId]>::to_vec);
        answer
    }

    fn model(&self) -> Option<&Model> {
        self.model.as_ref()
    }

    fn core(&self) -> Option<&[TermId]> {
        self.core.as_deref()
    }

    delegate_identity!();
}
