//! Starting from what an earlier run found out about a program that differs a little.
//!
//! **Invariant.** What is taken over is a suggestion and never a verdict: a test fails
//! again on this program or says nothing, and a proof that comes of a suggestion is
//! certified for this program, whatever the options say about certificates, or it does
//! not count. Where nothing comes of it the search begins as if there were none.

use super::{
    Answered, Company, InternalError, Options, Verdict, confirmed, engine, portfolio, shown_again,
};
use hatha_cfa::{ProcId, Program};
use hatha_engine::Dash;
use hatha_engine::Reuse;
use hatha_engine::{Counts, Engine, Finding, Task};
use hatha_proof::Suggestion;
use hatha_proof::input::InputVector;
use hatha_smt::Budget;
use std::time::{Duration, Instant};

/// What is known about a program that differs a little.
#[derive(Debug)]
pub enum Near {
    /// Inputs that made it fail.
    Test(Box<InputVector>),
    /// What its proof has left.
    Suggestion(Box<Suggestion>),
}

impl Near {
    /// Inputs of tests that it is known by.
    pub fn inputs(&self) -> Vec<Vec<u128>> {
        match self {
            Near::Test(_) => Vec::new(),
            Near::Suggestion(suggestion) => suggestion.inputs(),
        }
    }
}

/// The part of the time that an attempt from a suggestion may take.
const SHARE: u32 = 4;

/// What came of an attempt.
pub(super) enum Attempt {
    /// An answer.
    Answered(Box<Answered>),
    /// None, and what it took.
    Nothing(Counts),
}

/// Answers from what is known about a program that differs a little, if that suffices.
pub(super) fn attempt(
    program: &Program,
    entry: ProcId,
    options: &Options,
    near: &Near,
    company: &mut Company<'_>,
    start: Instant,
) -> Result<Attempt, InternalError> {
    match near {
        Near::Test(test) => {
            let again = shown_again(program, entry, options, test);
            Ok(match again {
                Some(verdict) => Attempt::answered(verdict, "cache", start, Duration::ZERO),
                None => Attempt::Nothing(Counts::default()),
            })
        }
        Near::Suggestion(suggestion) if is_usable(options) => {
            resumed(program, entry, options, suggestion, company, start)
        }
        Near::Suggestion(_) => Ok(Attempt::Nothing(Counts::default())),
    }
}

/// Whether a proof that comes of a suggestion would count.
fn is_usable(options: &Options) -> bool {
    let is_dash = [Dash::default().name(), portfolio::NAME].contains(&options.engine.as_str());
    options.certify && !options.config.volatile_any && is_dash
}

fn resumed(
    program: &Program,
    entry: ProcId,
    options: &Options,
    suggestion: &Suggestion,
    company: &mut Company<'_>,
    start: Instant,
) -> Result<Attempt, InternalError> {
    let share = until(options, start + options.timeout / SHARE);
    let mut task = Task {
        reuse: Reuse {
            suggestion: Some(suggestion),
            leaves: options.leaves,
        },
        ..super::task(program, entry, options, &share, company.observer)
    };
    let first = once(&task, options, company, start)?;
    if !first.refused {
        return Ok(first.attempt());
    }
    // A proof that was refused may have taken a pointer to lead where it does not.
    task.objects_by_name = false;
    let second = once(&task, options, company, start)?;
    Ok(second.after(&first).attempt())
}

/// A search from a suggestion, and what became of what it found.
fn once(
    task: &Task<'_>,
    options: &Options,
    company: &mut Company<'_>,
    start: Instant,
) -> Result<Answered, InternalError> {
    let mut search = engine::search(&Dash::default(), task);
    // A proof that is hard to check leaves time for a search that may find one that is not.
    let checking = until(options, start + 2 * options.timeout / SHARE);
    // A defect that only a wrong suggestion shows is none of the search that follows.
    if let Finding::Internal(why) = search.finding {
        search.finding = Finding::Unknown(why);
    }
    let resumed = search.resumed.take();
    let question = (task.program, task.entry, options);
    let found = (Dash::default().name(), search);
    let mut answer = confirmed(question, found, company.others, &checking, start)?;
    answer.resumed = resumed;
    Ok(answer)
}

fn until(options: &Options, deadline: Instant) -> Budget {
    Budget {
        deadline: Some(deadline),
        referee: options.referee.clone(),
        ..Budget::unlimited()
    }
}

impl Answered {
    fn attempt(self) -> Attempt {
        match self.verdict {
            Verdict::Unknown(_) => Attempt::Nothing(self.counts),
            _ => Attempt::Answered(Box::new(self)),
        }
    }

    /// The same with what an attempt before it took.
    fn after(mut self, first: &Answered) -> Answered {
        self.counts.queries += first.counts.queries;
        self.counts.tests += first.counts.tests;
        self.counts.iterations += first.counts.iterations;
        if let (Some(all), Some(before)) = (&mut self.resumed, &first.resumed) {
            let known = std::mem::take(&mut all.analysed);
            all.analysed.clone_from(&before.analysed);
            all.analysed
                .extend(known.into_iter().filter(|p| !before.analysed.contains(p)));
        }
        self
    }
}

impl Attempt {
    fn answered(
        verdict: Verdict,
        engine: &'static str,
        start: Instant,
        searched: Duration,
    ) -> Attempt {
        Attempt::Answered(Box::new(Answered::new(verdict, engine, start, searched)))
    }
}
