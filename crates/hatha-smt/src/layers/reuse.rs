//! Recent models are tried before the solver is asked: neighbouring queries
//! often share one.

use super::layer::{Answer, Layer, Question, Technique};
use crate::evaluate::satisfies_knowing;
use crate::solver::{Budget, Reason, Solver};
use hatha_term::{Known, Model, TermPool};
use std::collections::VecDeque;
use std::sync::Arc;

/// Models that are kept.
const KEPT: usize = 8;

/// Values of terms that are kept with a model; beyond that they are computed again.
const MOST_KNOWN: usize = 1 << 16;

/// Tries recent models first. Sound because each is evaluated on the query.
pub type Reusing<S> = Layer<RecentModels, S>;

/// The technique of [`Reusing`].
#[derive(Default)]
pub struct RecentModels {
    recent: VecDeque<Recent>,
    hits: u64,
}

/// A model, and the values of terms under it that have been asked for: the next question is mostly
/// the last one and a little more.
struct Recent {
    model: Arc<Model>,
    known: Known,
}

impl<S> Reusing<S> {
    /// How many checks a recent model has answered.
    pub fn hits(&self) -> u64 {
        self.technique.hits
    }
}

impl RecentModels {
    fn recall(
        &mut self,
        pool: &TermPool,
        question: &Question<'_>,
        budget: &Budget,
    ) -> Option<Arc<Model>> {
        let fits = |recent: &mut Recent| recent.satisfies(pool, question, budget);
        let position = self.recent.iter_mut().position(fits)?;
        let recent = self.recent.remove(position)?;
        let model = Arc::clone(&recent.model);
        self.remember(recent);
        self.hits += 1;
        Some(model)
    }

    fn remember(&mut self, recent: Recent) {
        self.recent.push_front(recent);
        self.recent.truncate(KEPT);
    }
}

impl Recent {
    fn new(model: Model) -> Recent {
        Recent {
            model: Arc::new(model),
            known: Known::default(),
        }
    }

    fn satisfies(&mut self, pool: &TermPool, question: &Question<'_>, budget: &Budget) -> bool {
        if self.known.len() > MOST_KNOWN {
            self.known = Known::default();
        }
        // The assumptions first, and of these the last: they are new, the others often held.
        let assumptions = question.assumptions.iter().rev().copied();
        let terms = assumptions.chain(question.assertions());
        satisfies_knowing(pool, &self.model, &mut self.known, terms, budget)
    }
}

impl Technique for RecentModels {
    fn check<S: Solver>(
        &mut self,
        below: &mut S,
        pool: &mut TermPool,
        question: &Question<'_>,
        budget: &Budget,
    ) -> Result<Answer, Reason> {
        if let Some(model) = self.recall(pool, question, budget) {
            return Ok(Answer::Sat(model));
        }
        let answer = below.check(pool, question.assumptions, budget);
        if let (true, Some(model)) = (answer.is_sat(), below.model()) {
            self.remember(Recent::new(model.clone()));
        }
        Ok(Answer::Below(answer))
    }
}
