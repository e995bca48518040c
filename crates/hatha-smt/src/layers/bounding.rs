//! Answers what bounds and orders alone decide, and tries the values that they
//! suggest, before the solver is asked.

use super::layer::{Answer, Layer, Question, Technique};
use crate::bounds::{Bounds, Guess};
use crate::evaluate::satisfies;
use crate::solver::{Budget, Reason, Solver};
use hatha_term::simplify::facts::Analysis;
use hatha_term::{TermId, TermPool};
use std::sync::Arc;

/// Tries bounds first. Unsat rests on the bounds; Sat on evaluation.
pub type Bounding<S> = Layer<Bounder, S>;

/// The technique of [`Bounding`].
#[derive(Default)]
pub struct Bounder {
    analysis: Analysis,
    hits: u64,
}

impl<S> Bounding<S> {
    /// How many checks needed no more than bounds.
    pub fn hits(&self) -> u64 {
        self.technique.hits
    }
}

impl Bounder {
    fn by_bounds(
        &mut self,
        pool: &TermPool,
        question: &Question<'_>,
        budget: &Budget,
    ) -> Option<Answer> {
        let query = question.terms();
        let mut bounds = Bounds::new(pool, &mut self.analysis, &query);
        if bounds.is_empty() {
            return None;
        }
        if let Some(roots) = bounds.refute() {
            let mut core: Vec<TermId> = roots.into_iter().map(|root| query[root]).collect();
            core.sort_unstable();
            core.dedup();
            return Some(Answer::Unsat(question.assumed_part(&core)));
        }
        for guess in [Guess::Smallest, Guess::Least, Guess::Greatest] {
            let model = bounds.guess(pool, guess);
            if satisfies(pool, &model, query.iter().copied(), budget) {
                return Some(Answer::Sat(Arc::new(model)));
            }
        }
        None
    }
}

impl Technique for Bounder {
    fn check<S: Solver>(
        &mut self,
        below: &mut S,
        pool: &mut TermPool,
        question: &Question<'_>,
        budget: &Budget,
    ) -> Result<Answer, Reason> {
        if let Some(answer) = self.by_bounds(pool, question, budget) {
            self.hits += 1;
            return Ok(answer);
        }
        Ok(Answer::Below(below.check(
            pool,
            question.assumptions,
            budget,
        )))
    }
}
