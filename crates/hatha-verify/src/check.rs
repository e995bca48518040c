//! From a loaded program to a verdict: question, search, replay or certification, verdict.
//!
//! **Invariant.** An engine's claim is never the verdict: a failing test is replayed, a proof
//! certified (unless the caller declines), and where a second solver is asked, its contradiction
//! is a defect and not an opinion (tests `a_defect_of_one_engine_leaves_the_others` in
//! `portfolio.rs`, `crates/hatha/tests/mutants.rs`, `crates/hatha/tests/broken.rs`).

mod accept;
mod answer;
mod cases;
mod checks;
mod concise;
mod confirm;
mod each;
pub mod earlier;
mod faults;
pub mod invariants;
mod layout;
mod library;
mod minimise;
pub mod portfolio;
pub mod property;
mod question;
pub mod reach;
mod rounds;
mod search;
pub mod trace;
pub mod vacuity;
mod verdict;
mod work;

pub(crate) use checks::assume;
pub use checks::{Checks, rules};
pub(crate) use confirm::confirm_evidence;
pub(crate) use layout::with_terms;
pub use library::{LibraryCall, library_calls};
pub(crate) use question::Question;
pub use question::{Context, Options, environment, externals};
pub use verdict::{Cause, Evidence, InternalError, Known, Report, Times, Verdict, Violation};

use answer::Answer;
use earlier::Attempt;
use hatha_cfa::{ProcId, Program};
use hatha_engine::Counts;
use question::Method;
use std::time::Instant;

/// Checks a program.
pub fn check(program: &Program, entry: ProcId, options: &Options) -> Result<Report, InternalError> {
    let context = Context {
        observer: &(),
        others: &mut [],
        violated: &|_| {},
    };
    check_in(program, entry, options, context)
}

/// Checks a program with an observer and other solvers. Solvers that disagree about anything on
/// the way are a defect, whatever was found.
pub fn check_in(
    program: &Program,
    entry: ProcId,
    options: &Options,
    context: Context<'_>,
) -> Result<Report, InternalError> {
    tracing::trace!(target: "walk", "the question is decided");
    let question = Question {
        program,
        entry,
        options,
    };
    let report = match &options.checks {
        Some(checks) if options.each => each::decide_each(question, checks, context),
        _ => decide(question, context),
    };
    match options.referee.as_ref().and_then(|r| r.disagreement()) {
        Some(why) => Err(InternalError(format!("the solvers disagree: {why}"))),
        None => report,
    }
}

/// Decides a question: from an earlier result if there is one and it suffices, else by a search.
/// What comes back as an answer has been replayed or certified.
fn decide(question: Question<'_>, mut context: Context<'_>) -> Result<Report, InternalError> {
    let start = Instant::now();
    let (mut spent, mut defects) = (Counts::default(), Vec::new());
    if let Some(earlier) = &question.options.earlier {
        match earlier::attempt(question, earlier, &mut context, start) {
            Ok(Attempt::Answered(answer)) => return Ok(answer.report(question)),
            Ok(Attempt::Nothing(counts)) => spent = counts,
            Err(defect) => defects.push(defect),
        }
    }
    let mut answer = search(question, context, start)?;
    answer.add(&spent, defects);
    Ok(answer.report(question))
}

/// Searches from the beginning, with one engine or with several.
fn search(
    question: Question<'_>,
    context: Context<'_>,
    start: Instant,
) -> Result<Answer, InternalError> {
    match question.method(&context)? {
        Method::Portfolio => portfolio::search(question, context, start),
        Method::One(engine) => search::search(question, engine.as_ref(), context, start),
    }
}
