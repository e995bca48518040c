//! The interface of all solvers.

use crate::referee::Referee;
use hatha_term::{Model, TermId, TermPool};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// How much work a check may do. The counts make a run reproducible; the
/// interrupt flag and the deadline depend on the clock and only end a run.
///
/// A check may consist of several searches (slices, rounds of lemmas, a second
/// attempt at a hard question); the counts hold for each of them.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Conflicts of the SAT search; `None` is no limit.
    pub conflicts: Option<u64>,
    /// Gates to build, decisions of a search, lemmas, or what an external solver
    /// counts as its resources; `None` is no limit.
    pub steps: Option<u64>,
    /// Ends the check soon after it is set.
    pub interrupt: Option<Arc<AtomicBool>>,
    /// Ends the check soon after this moment.
    pub deadline: Option<Instant>,
    /// Confirms every answer of the run.
    pub referee: Option<Arc<Referee>>,
    /// Is told of the work that is done, and may make whoever does it wait.
    pub pace: Option<Arc<dyn Pace>>,
}

/// Counts work, so that several searches can go on side by side in rounds of counted work.
///
/// A unit is about as much as a processor does in a microsecond; what is counted depends on the
/// question alone, never on the clock.
pub trait Pace: Send + Sync + fmt::Debug {
    /// So much has been done. Returns when more may be done, or when nothing is to be done any
    /// more, which the interrupt flag of the budget says.
    fn spend(&self, units: u64);
}

impl Budget {
    /// No limit at all.
    pub fn unlimited() -> Budget {
        Budget::default()
    }

    /// A limit on the number of conflicts.
    pub fn with_conflicts(conflicts: u64) -> Budget {
        Budget {
            conflicts: Some(conflicts),
            ..Budget::default()
        }
    }

    /// Has the flag been set or the deadline passed, or have solvers disagreed?
    pub fn is_interrupted(&self) -> bool {
        let flagged = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        self.interrupt.as_ref().is_some_and(flagged)
            || self.deadline.is_some_and(|end| Instant::now() >= end)
            || self.referee.as_ref().is_some_and(|r| r.has_disagreed())
    }

    /// Tells of work that was done.
    pub fn spend(&self, units: u64) {
        if let Some(pace) = &self.pace {
            pace.spend(units);
        }
    }

    /// The same budget for a part of a question that is confirmed as a whole.
    pub(crate) fn unrefereed(&self) -> Budget {
        Budget {
            referee: None,
            ..self.clone()
        }
    }
}

/// The answer to a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckResult {
    /// Satisfiable; the model has been verified by evaluation.
    Sat,
    /// Unsatisfiable.
    Unsat,
    /// No answer. Never to be read as either of the others.
    Unknown(Reason),
}

impl CheckResult {
    /// Is it [`CheckResult::Sat`]?
    pub fn is_sat(&self) -> bool {
        *self == CheckResult::Sat
    }

    /// Is it [`CheckResult::Unsat`]?
    pub fn is_unsat(&self) -> bool {
        *self == CheckResult::Unsat
    }
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The budget of conflicts or steps is used up.
    OutOfBudget,
    /// The interrupt flag was set or the deadline passed.
    Interrupted,
    /// The solver does not know this sort or operator.
    Unsupported(String),
    /// The solver is missing, died, hung or answered nonsense; the text says
    /// what to do about it.
    Unavailable(String),
    /// A bug: the solver contradicted itself or was used wrongly. Callers must
    /// report it loudly and never turn it into a verdict.
    Internal(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::OutOfBudget => f.write_str("out of budget"),
            Reason::Interrupted => f.write_str("interrupted"),
            Reason::Unsupported(what) => write!(f, "unsupported: {what}"),
            Reason::Unavailable(what) => write!(f, "solver unavailable: {what}"),
            Reason::Internal(what) => write!(f, "internal error: {what}"),
        }
    }
}

impl std::error::Error for Reason {}

/// What a solver can do, so that a caller can choose one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Capabilities {
    /// Unbounded integers.
    pub integers: bool,
    /// Arrays.
    pub arrays: bool,
    /// Uninterpreted functions.
    pub functions: bool,
    /// Models after [`CheckResult::Sat`].
    pub models: bool,
    /// Cores after [`CheckResult::Unsat`].
    pub cores: bool,
}

/// An incremental solver for the terms of one pool.
///
/// All calls must pass the same pool; a solver that is given another answers
/// [`Reason::Internal`].
pub trait Solver {
    /// Opens a scope for assertions.
    fn push(&mut self);

    /// Drops the innermost scope and its assertions. Without a scope it does
    /// nothing.
    fn pop(&mut self);

    /// Adds a term of sort Bool to the innermost scope.
    fn assert(&mut self, pool: &TermPool, t: TermId);

    /// Are the assertions and the assumptions satisfiable together?
    fn check(
        &mut self,
        pool: &mut TermPool,
        assumptions: &[TermId],
        budget: &Budget,
    ) -> CheckResult;

    /// The model, if the last check answered [`CheckResult::Sat`] and nothing
    /// was asserted, pushed or popped since.
    fn model(&self) -> Option<&Model>;

    /// Assumptions that are unsatisfiable together with the assertions, if the
    /// last check answered [`CheckResult::Unsat`] and nothing was asserted,
    /// pushed or popped since. Not necessarily minimal.
    fn core(&self) -> Option<&[TermId]>;

    /// A name for messages and logs.
    fn name(&self) -> &str;

    /// What the solver can do.
    fn capabilities(&self) -> Capabilities;

    /// Forgets every assertion, so that the next question may be of another pool. A solver that
    /// cannot do that changes nothing and refuses a question of another pool.
    fn reset(&mut self) {}

    /// The same solver as an interpolating one, if it is.
    fn as_interpolator(&mut self) -> Option<&mut dyn Interpolator> {
        None
    }

    /// The same solver as one that eliminates variables, if it does.
    fn as_projector(&mut self) -> Option<&mut dyn Projector> {
        None
    }
}

impl<S: Solver + ?Sized> Solver for Box<S> {
    fn push(&mut self) {
        (**self).push();
    }

    fn pop(&mut self) {
        (**self).pop();
    }

    fn reset(&mut self) {
        (**self).reset();
    }

    fn assert(&mut self, pool: &TermPool, t: TermId) {
        (**self).assert(pool, t);
    }

    fn check(
        &mut self,
        pool: &mut TermPool,
        assumptions: &[TermId],
        budget: &Budget,
    ) -> CheckResult {
        (**self).check(pool, assumptions, budget)
    }

    fn model(&self) -> Option<&Model> {
        (**self).model()
    }

    fn core(&self) -> Option<&[TermId]> {
        (**self).core()
    }

    fn name(&self) -> &str {
        (**self).name()
    }

    fn capabilities(&self) -> Capabilities {
        (**self).capabilities()
    }

    fn as_interpolator(&mut self) -> Option<&mut dyn Interpolator> {
        (**self).as_interpolator()
    }

    fn as_projector(&mut self) -> Option<&mut dyn Projector> {
        (**self).as_projector()
    }
}

/// A solver that computes interpolants.
pub trait Interpolator {
    /// A term implied by `a`, unsatisfiable with `b`, over their common
    /// variables. `Ok(None)` if the two are satisfiable together;
    /// [`Reason::Unsupported`] if there is none that the solver can find.
    fn interpolate(
        &mut self,
        pool: &mut TermPool,
        a: TermId,
        b: TermId,
        budget: &Budget,
    ) -> Result<Option<TermId>, Reason>;
}

/// A solver that eliminates existential quantifiers.
pub trait Projector {
    /// A term without `vars` equivalent to the existence of values for them
    /// that make `t` true; [`Reason::Unsupported`] if the solver finds none that
    /// is exact.
    fn project(
        &mut self,
        pool: &mut TermPool,
        t: TermId,
        vars: &[TermId],
        budget: &Budget,
    ) -> Result<TermId, Reason>;
}
