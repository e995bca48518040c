//! Starting from what an earlier run found out about a program that differs a little.
//!
//! **Invariant.** An earlier result is a suggestion and never a verdict: a test fails
//! again on this program or says nothing, and a proof that comes of a suggestion is
//! certified for this program, whatever the options say about certificates, or it does
//! not count. Where nothing comes of it the search begins as if there were none
//! (`crates/hatha/tests/cache.rs`).

use super::answer::Answer;
use super::confirm::{confirm, replayed_again};
use super::question::{Context, Options, Question};
use super::search::run;
use super::{InternalError, portfolio};
use hatha_engine::Dash;
use hatha_engine::Reuse;
use hatha_engine::{Counts, Engine, Finding, Task};
use hatha_proof::Suggestion;
use hatha_proof::input::InputVector;
use std::time::{Duration, Instant};

/// The result of an earlier run on a program that differs a little.
#[derive(Debug)]
pub enum EarlierResult {
    /// Inputs that made it fail.
    Test(Box<InputVector>),
    /// What its proof suggests.
    Suggestion(Box<Suggestion>),
}

impl EarlierResult {
    /// Inputs of the tests that come with it.
    pub fn inputs(&self) -> Vec<Vec<u128>> {
        match self {
            EarlierResult::Test(_) => Vec::new(),
            EarlierResult::Suggestion(suggestion) => suggestion.inputs(),
        }
    }
}

/// The part of the time that an attempt from a suggestion may take: a clock, which decides when
/// the search begins anew and nothing about the verdict.
const SHARE: u32 = 4;

/// What came of an attempt.
pub(super) enum Attempt {
    /// An answer.
    Answered(Box<Answer>),
    /// None, and what it took.
    Nothing(Counts),
}

/// Answers from an earlier result, if that suffices.
pub(super) fn attempt(
    question: Question<'_>,
    earlier: &EarlierResult,
    context: &mut Context<'_>,
    start: Instant,
) -> Result<Attempt, InternalError> {
    match earlier {
        EarlierResult::Test(test) => Ok(match replayed_again(question, test) {
            Some(verdict) => {
                let answer = Answer::new(verdict, "cache", start, Duration::ZERO);
                Attempt::Answered(Box::new(answer))
            }
            None => Attempt::Nothing(Counts::default()),
        }),
        EarlierResult::Suggestion(suggestion) if is_usable(question.options) => {
            resume(question, suggestion, context, start)
        }
        EarlierResult::Suggestion(_) => Ok(Attempt::Nothing(Counts::default())),
    }
}

/// Whether a proof that comes of a suggestion would count.
fn is_usable(options: &Options) -> bool {
    let is_dash = [Dash::default().name(), portfolio::NAME].contains(&options.engine.as_str());
    options.certify && !options.config.volatile_any && is_dash
}

fn resume(
    question: Question<'_>,
    suggestion: &Suggestion,
    context: &mut Context<'_>,
    start: Instant,
) -> Result<Attempt, InternalError> {
    let options = question.options;
    let share = options.budget_until(start + options.timeout / SHARE);
    let mut task = Task {
        reuse: Reuse {
            suggestion: Some(suggestion),
            leaves: options.suggest,
        },
        ..question.task(&share, context.observer)
    };
    let first = once(question, &task, context, start)?;
    if first.refused.is_none() {
        return Ok(first.attempt());
    }
    // A proof that was refused may have taken a pointer to lead where it does not.
    task.objects_by_name = false;
    let second = once(question, &task, context, start)?;
    Ok(second.after(&first).attempt())
}

/// A search from a suggestion, and what became of what it found.
fn once(
    question: Question<'_>,
    task: &Task<'_>,
    context: &mut Context<'_>,
    start: Instant,
) -> Result<Answer, InternalError> {
    let mut search = run(&Dash::default(), task);
    let options = question.options;
    // A proof that is hard to check leaves time for a search that may find one that is not.
    let checking = options.budget_until(start + 2 * options.timeout / SHARE);
    // A defect that only a wrong suggestion shows is none of the search that follows.
    if let Finding::Internal(why) = search.finding {
        search.finding = Finding::Unknown(why);
    }
    let resumed = search.resumed.take();
    let found = (Dash::default().name(), search);
    let mut answer = confirm(question, found, context.others, &checking, start)?;
    answer.resumed = resumed;
    Ok(answer)
}

impl Answer {
    fn attempt(self) -> Attempt {
        match self.verdict.is_unknown() {
            true => Attempt::Nothing(self.counts),
            false => Attempt::Answered(Box::new(self)),
        }
    }

    /// The same with what an attempt before it took.
    fn after(mut self, first: &Answer) -> Answer {
        self.add(&first.counts, Vec::new());
        if let (Some(all), Some(before)) = (&mut self.resumed, &first.resumed) {
            let known = std::mem::take(&mut all.analysed);
            all.analysed.clone_from(&before.analysed);
            all.analysed
                .extend(known.into_iter().filter(|p| !before.analysed.contains(p)));
        }
        self
    }
}
