//! Answers questions about floats that ranges decide, before circuits are built.

use super::layer::{Answer, Layer, Question, Technique};
use crate::ranges::{Decision, decide};
use crate::solver::{Budget, Reason, Solver};
use hatha_term::TermPool;
use std::sync::Arc;

/// Tries ranges of floats first. Unsat rests on the ranges; Sat on evaluation.
pub type Ranging<S> = Layer<Ranges, S>;

/// The technique of [`Ranging`].
#[derive(Default)]
pub struct Ranges;

impl Technique for Ranges {
    fn check<S: Solver>(
        &mut self,
        below: &mut S,
        pool: &mut TermPool,
        question: &Question<'_>,
        budget: &Budget,
    ) -> Result<Answer, Reason> {
        match decide(pool, &question.terms(), budget) {
            Decision::Refuted => Ok(Answer::Unsat(question.assumptions.to_vec())),
            Decision::Model(model) => Ok(Answer::Sat(Arc::new(model))),
            Decision::Open => Ok(Answer::Below(below.check(
                pool,
                question.assumptions,
                budget,
            ))),
        }
    }
}
