//! The search by one engine.
//!
//! **Invariant.** A panic inside an engine is an internal error of that engine and of nothing
//! else: the caller goes on with what is left (test `a_defect_of_one_engine_leaves_the_others`
//! in `portfolio.rs`).

use super::InternalError;
use super::answer::Answer;
use super::confirm::{confirm, weakened};
use super::question::{Context, Question};
use hatha_engine::{Counts, Engine, Finding, Search, Task};
use hatha_smt::Solver;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// Searches with one engine, and has what it finds confirmed.
pub(super) fn search(
    question: Question<'_>,
    engine: &dyn Engine,
    context: Context<'_>,
    start: Instant,
) -> Result<Answer, InternalError> {
    let Context {
        observer, others, ..
    } = context;
    let budget = question
        .options
        .budget_until(start + question.options.timeout);
    let mut task = question.task(&budget, observer);
    let attempt = |task: &Task<'_>, others: &mut [Box<dyn Solver>]| {
        let found = (engine.name(), run(engine, task));
        confirm(question, found, others, &budget, start)
    };
    let first = attempt(&task, others)?;
    if first.refused.is_none() || budget.is_interrupted() {
        return Ok(first);
    }
    // A proof that was refused may have taken a pointer to lead where it does not.
    task.objects_by_name = false;
    let second = attempt(&task, others)?;
    match second.verdict.is_unknown() {
        true => weakened(question, second.or_refused(first), others, &budget),
        false => Ok(second),
    }
}

/// Runs an engine.
pub(super) fn run(engine: &dyn Engine, task: &Task<'_>) -> Search {
    tracing::trace!(target: "walk", "an engine searches");
    let name = engine.name();
    let found = guarded(name, || {
        #[cfg(feature = "broken")]
        if let Some(finding) = broken::defect(name) {
            return Search::new(finding, Counts::default());
        }
        engine.search(task)
    });
    found.unwrap_or_else(|why| Search::new(Finding::Internal(why.to_string()), Counts::default()))
}

/// An engine panicked.
#[derive(Debug, thiserror::Error)]
#[error("{engine} panicked: {message}")]
pub(super) struct Panicked {
    engine: String,
    message: String,
}

/// Does the work of an engine; a panic is an error with its message.
pub(super) fn guarded<T>(name: &str, work: impl FnOnce() -> T) -> Result<T, Panicked> {
    // What a panic leaves behind is dropped with the engine: nothing reads it again.
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| Panicked {
        engine: name.to_owned(),
        message: message(payload.as_ref()).to_owned(),
    })
}

fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without a message")
}

/// Defects of whole engines, for tests alone (feature `broken`).
#[cfg(feature = "broken")]
mod broken {
    use hatha_cfa::Span;
    use hatha_engine::{FailingTest, Finding};
    use hatha_exec::fault::{Fault, FaultKind};

    /// The defect that an engine meets as soon as it searches: `HATHA_ENGINE_DEFECT` lists engines with what
    /// happens to them, `dash=panic,panda=internal,dart=test`.
    pub(super) fn defect(engine: &str) -> Option<Finding> {
        let list = std::env::var("HATHA_ENGINE_DEFECT").ok()?;
        let named = list.split(',').filter_map(|one| one.split_once('='));
        let (_, what) = named.filter(|(name, _)| *name == engine).last()?;
        match what {
            "panic" => panic!("a defect that was asked for"),
            "internal" => Some(Finding::Internal(format!("{engine} has a defect"))),
            // A test that fails nowhere.
            _ => Some(Finding::Test(Box::new(FailingTest {
                inputs: Vec::new(),
                layout: Vec::new(),
                fault: Fault {
                    kind: FaultKind::OutOfBounds,
                    message: "none".to_owned(),
                    span: Span::NONE,
                    stack: Vec::new(),
                    object: None,
                },
            }))),
        }
    }
}
