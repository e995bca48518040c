//! Has every answer confirmed by the referee of the run, if it has one.

use super::layer::{Answer, Layer, Question, Technique};
use crate::referee::Statement;
use crate::solver::{Budget, Reason, Solver};
use hatha_term::TermPool;

/// Consults the [`Referee`](crate::Referee) of the budget. The layers below are
/// not consulted about: the answer that counts is the outermost, and it is on
/// the question as it was asked, before any layer has changed it.
pub type Refereed<S> = Layer<Confirmation, S>;

/// The technique of [`Refereed`].
#[derive(Default)]
pub struct Confirmation;

impl Technique for Confirmation {
    fn check<S: Solver>(
        &mut self,
        below: &mut S,
        pool: &mut TermPool,
        question: &Question<'_>,
        budget: &Budget,
    ) -> Result<Answer, Reason> {
        let Some(referee) = &budget.referee else {
            let answer = below.check(pool, question.assumptions, budget);
            return Ok(Answer::Below(answer));
        };
        let answer = below.check(pool, question.assumptions, &budget.unrefereed());
        let core = below.core().unwrap_or(question.assumptions);
        let statement = Statement {
            query: &question.terms(),
            // The core must be refuted by itself.
            core: &question.with_assertions(core),
            answer: &answer,
            model: below.model(),
            solver: below.name(),
        };
        referee.verify(pool, &statement, budget)?;
        Ok(Answer::Below(answer))
    }
}
