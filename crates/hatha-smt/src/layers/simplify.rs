//! Simplifies terms before they are asked about.
//!
//! Simplified terms equal the originals under every assignment. All the same a
//! model is checked against the originals, so that an error of the simplifier
//! cannot become a wrong Sat.

use crate::embedded::check_model;
use crate::layers::Frames;
use crate::solver::{Budget, CheckResult, Reason, Solver};
use hatha_term::simplify::Simplifier;
use hatha_term::{Model, TermId, TermPool};

/// Hands simplified terms to the solver below.
pub struct Simplifying<S> {
    inner: S,
    simplifier: Simplifier,
    pool: Option<u64>,
    /// The assertions as given.
    frames: Frames,
    /// Scopes and assertions that the solver below has yet to get.
    pending: Vec<Pending>,
    /// The number of open scopes that the solver below has.
    handed: usize,
    core: Option<Vec<TermId>>,
    /// The last model failed on an original term.
    spoilt: bool,
}

enum Pending {
    Push,
    Assert(TermId),
}

impl<S: Solver> Simplifying<S> {
    /// Adds simplification to a solver without assertions.
    pub fn new(inner: S) -> Simplifying<S> {
        Simplifying {
            inner,
            simplifier: Simplifier::new(),
            pool: None,
            frames: Frames::default(),
            pending: Vec::new(),
            handed: 0,
            core: None,
            spoilt: true,
        }
    }

    /// The solver below.
    pub fn inner(&self) -> &S {
        &self.inner
    }

    fn forget_answer(&mut self) {
        self.core = None;
        self.spoilt = true;
    }

    fn hand_over(&mut self, pool: &mut TermPool) {
        for step in std::mem::take(&mut self.pending) {
            match step {
                Pending::Push => {
                    self.handed += 1;
                    self.inner.push();
                }
                Pending::Assert(t) => {
                    let t = self.simplifier.simplify(pool, t);
                    self.inner.assert(pool, t);
                }
            }
        }
    }

    fn run(
        &mut self,
        pool: &mut TermPool,
        assumptions: &[TermId],
        budget: &Budget,
    ) -> Result<CheckResult, Reason> {
        self.hand_over(pool);
        let simplify = |&t: &TermId| self.simplifier.simplify(pool, t);
        let simplified: Vec<TermId> = assumptions.iter().map(simplify).collect();
        let answer = self.inner.check(pool, &simplified, budget);
        match answer {
            CheckResult::Sat => {
                let missing = || Reason::Internal("Sat without a model".into());
                let model = self.inner.model().ok_or_else(missing)?;
                check_model(pool, &self.frames.query(assumptions), model)?;
                self.spoilt = false;
            }
            CheckResult::Unsat => {
                let core = self.inner.core().unwrap_or(&simplified);
                let pairs = assumptions.iter().zip(&simplified);
                let originals = pairs.filter(|(_, s)| core.contains(s)).map(|(&t, _)| t);
                self.core = Some(originals.collect());
            }
            CheckResult::Unknown(_) => {}
        }
        Ok(answer)
    }
}

impl<S: Solver> Solver for Simplifying<S> {
    fn push(&mut self) {
        self.forget_answer();
        self.frames.push();
        self.pending.push(Pending::Push);
    }

    fn pop(&mut self) {
        self.forget_answer();
        self.frames.pop();
        let opened = |step: &Pending| matches!(step, Pending::Push);
        match self.pending.iter().rposition(opened) {
            // The scope has not been handed over.
            Some(position) => self.pending.truncate(position),
            None if self.handed > 0 => {
                self.pending.clear();
                self.handed -= 1;
                self.inner.pop();
            }
            // There is no scope to drop.
            None => {}
        }
    }

    fn assert(&mut self, pool: &TermPool, t: TermId) {
        assert!(pool.is_bool(t), "assertions are of sort Bool");
        self.forget_answer();
        self.frames.assert(t);
        self.pending.push(Pending::Assert(t));
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
        self.run(pool, assumptions, budget)
            .unwrap_or_else(CheckResult::Unknown)
    }

    fn model(&self) -> Option<&Model> {
        self.inner.model().filter(|_| !self.spoilt)
    }

    fn core(&self) -> Option<&[TermId]> {
        self.core.as_deref()
    }

    delegate_identity!();
}
