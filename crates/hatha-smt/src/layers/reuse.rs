//! Recent models are tried before the solver is asked: neighbouring queries
//! often share one.

use super::layer::{Answer, Layer, Question, Technique};
use crate::solver::{Budget, Reason, Solver};
use hatha_term::{Evaluator, Model, TermPool};
use std::collections::VecDeque;
use std::sync::Arc;

/// Models that are kept.
const KEPT: usize = 8;

/// Tries recent models first. Sound because each is evaluated on the query.
pub type Reusing<S> = Layer<RecentModels, S>;

/// The technique of [`Reusing`].
#[derive(Default)]
pub struct RecentModels {
    recent: VecDeque<Arc<Model>>,
    hits: u64,
}

impl<S> Reusing<S> {
    /// How many checks a recent model has answered.
    pub fn hits(&self) -> u64 {
        self.technique.hits
    }
}

impl RecentModels {
    fn recall(&mut self, pool: &TermPool, question: &Question<'_>) -> Option<Arc<Model>> {
        let fits = |model: &Arc<Model>| satisfies(pool, question, model);
        let position = self.recent.iter().position(fits)?;
        let model = self.recent.remove(position)?;
        self.remember(Arc::clone(&model));
        self.hits += 1;
        Some(model)
    }

    fn remember(&mut self, model: Arc<Model>) {
        self.recent.push_front(model);
        self.recent.truncate(KEPT);
    }
}

fn satisfies(pool: &TermPool, question: &Question<'_>, model: &Model) -> bool {
    let mut evaluator = Evaluator::new(pool, model);
    // The assumptions first: they are new, the assertions often held.
    let assumptions = question.assumptions.iter().copied();
    let mut terms = assumptions.chain(question.assertions());
    terms.all(|t| evaluator.truth(t) == Ok(true))
}

impl Technique for RecentModels {
    fn check<S: Solver>(
        &mut self,
        below: &mut S,
        pool: &mut TermPool,
        question: &Question<'_>,
        budget: &Budget,
    ) -> Result<Answer, Reason> {
        if let Some(model) = self.recall(pool, question) {
            return Ok(Answer::Sat(model));
        }
        let answer = below.check(pool, question.assumptions, budget);
        if let (true, Some(model)) = (answer.is_sat(), below.model()) {
            self.remember(Arc::new(model.clone()));
        }
        Ok(Answer::Below(answer))
    }
}
