//! Answers questions about floats and products that ranges decide, before circuits are built; and cuts those by
//! exponents that circuits do not decide soon.

use super::layer::{Answer, Layer, Question, Technique};
use crate::ranges::{Decision, WHOLE, decide, decide_by_cubes, has_floats};
use crate::solver::{Budget, CheckResult, Reason, Solver};
use hatha_term::TermPool;
use std::sync::Arc;

/// Tries ranges of floats first. Unsat rests on the ranges; Sat on evaluation.
pub(crate) type Ranging<S> = Layer<Ranges, S>;

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
        let facts = question.terms();
        if let Some(answer) = decided(decide(pool, &facts, budget), question) {
            return Ok(answer);
        }
        let is_limited = budget.conflicts.is_some_and(|most| most <= WHOLE);
        if !is_limited && has_floats(pool, &facts) {
            let first = Budget {
                conflicts: Some(WHOLE),
                ..budget.clone()
            };
            match below.check(pool, question.assumptions, &first) {
                CheckResult::Unknown(Reason::OutOfBudget) if !budget.is_interrupted() => {}
                answer => return Ok(Answer::Below(answer)),
            }
            let cut = decide_by_cubes(pool, &facts, budget);
            if let Some(answer) = decided(cut, question) {
                return Ok(answer);
            }
        }
        let answer = below.check(pool, question.assumptions, budget);
        Ok(Answer::Below(answer))
    }
}

fn decided(decision: Decision, question: &Question<'_>) -> Option<Answer> {
    match decision {
        Decision::Refuted => Some(Answer::Unsat(question.assumptions.to_vec())),
        Decision::Model(model) => Some(Answer::Sat(Arc::new(model))),
        Decision::Open => None,
    }
}
