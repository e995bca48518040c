//! What all layers have in common: the solver below, the assertions by scope, the one term pool,
//! and an answer that is forgotten when the question changes.

use crate::solver::{Budget, Capabilities, CheckResult, Interpolator, Projector, Reason, Solver};
use hatha_term::{Model, TermId, TermPool};
use std::sync::Arc;

/// A way to treat the questions to the solver below. [`Layer`] makes a solver of it.
pub trait Technique {
    /// Treats a check. Whatever the technique answers must be what the solver below would answer
    /// to the whole question.
    fn check<S: Solver>(
        &mut self,
        below: &mut S,
        pool: &mut TermPool,
        question: &Question<'_>,
        budget: &Budget,
    ) -> Result<Answer, Reason>;

    /// A scope is opened; by default below, too.
    fn push<S: Solver>(&mut self, below: &mut S) {
        below.push();
    }

    /// The innermost scope is dropped; by default below, too.
    fn pop<S: Solver>(&mut self, below: &mut S) {
        below.pop();
    }

    /// A term is asserted; by default below, too.
    fn assert<S: Solver>(&mut self, below: &mut S, pool: &TermPool, t: TermId) {
        below.assert(pool, t);
    }
}

/// What a check asks: are the assertions and the assumptions satisfiable together?
pub struct Question<'q> {
    frames: &'q Frames,
    /// The terms that are assumed for this check only.
    pub assumptions: &'q [TermId],
}

impl Question<'_> {
    /// The assertions, outermost scope first.
    pub fn assertions(&self) -> impl Iterator<Item = TermId> + '_ {
        self.frames.0.iter().flatten().copied()
    }

    /// Assertions and assumptions, sorted, each once.
    pub fn terms(&self) -> Vec<TermId> {
        self.with_assertions(self.assumptions)
    }

    /// The assertions and some terms, sorted, each once.
    pub(crate) fn with_assertions(&self, terms: &[TermId]) -> Vec<TermId> {
        let mut all: Vec<TermId> = self.assertions().chain(terms.iter().copied()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The assumptions among the terms of a core.
    pub(crate) fn assumed_part(&self, core: &[TermId]) -> Vec<TermId> {
        let assumed = |t: &&TermId| self.assumptions.contains(t);
        core.iter().filter(assumed).copied().collect()
    }
}

/// What a technique answers.
pub enum Answer {
    /// The answer of the solver below, whose model or core is the model or core of the layer.
    Below(CheckResult),
    /// Satisfiable, with a model of the whole question.
    Sat(Arc<Model>),
    /// Unsatisfiable, with assumptions that are so together with the assertions.
    Unsat(Vec<TermId>),
}

/// Where the model or the core of the last check is.
enum Evidence {
    None,
    Below,
    Model(Arc<Model>),
    Core(Vec<TermId>),
}

/// A solver that treats each question with a technique and asks the solver below as it must.
pub struct Layer<T, S> {
    pub(super) technique: T,
    inner: S,
    frames: Frames,
    /// The pool of all terms.
    pool: Option<u64>,
    evidence: Evidence,
}

impl<T: Technique + Default, S: Solver> Layer<T, S> {
    /// Adds the layer to a solver without assertions.
    pub fn new(inner: S) -> Layer<T, S> {
        Layer::with(T::default(), inner)
    }
}

impl<T: Technique, S: Solver> Layer<T, S> {
    pub(super) fn with(technique: T, inner: S) -> Layer<T, S> {
        Layer {
            technique,
            inner,
            frames: Frames::default(),
            pool: None,
            evidence: Evidence::None,
        }
    }

    /// The solver below.
    pub fn inner(&self) -> &S {
        &self.inner
    }
}

impl<T: Technique, S: Solver> Solver for Layer<T, S> {
    fn push(&mut self) {
        self.evidence = Evidence::None;
        self.frames.push();
        self.technique.push(&mut self.inner);
    }

    fn pop(&mut self) {
        self.evidence = Evidence::None;
        self.frames.pop();
        self.technique.pop(&mut self.inner);
    }

    fn assert(&mut self, pool: &TermPool, t: TermId) {
        assert!(pool.is_bool(t), "assertions are of sort Bool");
        self.evidence = Evidence::None;
        self.frames.assert(t);
        self.technique.assert(&mut self.inner, pool, t);
    }

    fn check(
        &mut self,
        pool: &mut TermPool,
        assumptions: &[TermId],
        budget: &Budget,
    ) -> CheckResult {
        self.evidence = Evidence::None;
        if *self.pool.get_or_insert(pool.pool_id()) != pool.pool_id() {
            let text = "one solver is used with two term pools";
            return CheckResult::Unknown(Reason::Internal(text.into()));
        }
        let frames = &self.frames;
        let question = Question {
            frames,
            assumptions,
        };
        let answer = self
            .technique
            .check(&mut self.inner, pool, &question, budget);
        let (result, evidence) = match answer {
            Ok(Answer::Below(CheckResult::Unknown(reason))) | Err(reason) => {
                (CheckResult::Unknown(reason), Evidence::None)
            }
            Ok(Answer::Below(result)) => (result, Evidence::Below),
            Ok(Answer::Sat(model)) => (CheckResult::Sat, Evidence::Model(model)),
            Ok(Answer::Unsat(core)) => (CheckResult::Unsat, Evidence::Core(core)),
        };
        self.evidence = evidence;
        result
    }

    fn model(&self) -> Option<&Model> {
        match &self.evidence {
            Evidence::Below => self.inner.model(),
            Evidence::Model(model) => Some(model),
            Evidence::None | Evidence::Core(_) => None,
        }
    }

    fn core(&self) -> Option<&[TermId]> {
        match &self.evidence {
            Evidence::Below => self.inner.core(),
            Evidence::Core(core) => Some(core),
            Evidence::None | Evidence::Model(_) => None,
        }
    }

    // What a layer is and can do is what the solver below is and can do.

    fn name(&self) -> &str {
        self.inner.name()
    }

    fn capabilities(&self) -> Capabilities {
        self.inner.capabilities()
    }

    fn as_interpolator(&mut self) -> Option<&mut dyn Interpolator> {
        self.inner.as_interpolator()
    }

    fn as_projector(&mut self) -> Option<&mut dyn Projector> {
        self.inner.as_projector()
    }
}

/// The assertions of a layer, by scope.
struct Frames(Vec<Vec<TermId>>);

impl Default for Frames {
    fn default() -> Self {
        Frames(vec![Vec::new()])
    }
}

impl Frames {
    fn push(&mut self) {
        self.0.push(Vec::new());
    }

    /// Drops the innermost scope, unless it is the outermost too.
    fn pop(&mut self) {
        if self.0.len() > 1 {
            self.0.pop();
        }
    }

    fn assert(&mut self, t: TermId) {
        if let Some(frame) = self.0.last_mut() {
            frame.push(t);
        }
    }
}

/// The model of a solver that has answered Sat.
pub(super) fn model_of<S: Solver>(below: &S) -> Result<&Model, Reason> {
    let missing = || Reason::Internal("Sat without a model".into());
    below.model().ok_or_else(missing)
}
