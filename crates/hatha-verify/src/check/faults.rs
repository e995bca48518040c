//! The faults that a proof does not speak of.
//!
//! **Invariant.** Where every fault counts, *proved* stands only if no test of the run has run into
//! one, and if a directed search of fixed, counted work finds none. That search is the same
//! whichever engine the proof is from, so that engines give one answer about what it finds
//! (`tests/cases/check/fault_*.c`, run by `crates/hatha/tests/verdicts.rs`).

use super::confirm::replayed;
use super::question::Question;
use super::search::run;
use super::work::limited;
use super::{Cause, InternalError, Verdict};
use hatha_engine::directed::{Dart, Order};
use hatha_engine::{FailingTest, Finding};

/// The work of the search, in units of a budget.
const WORK: u64 = 100_000;

/// What stands in place of a proof.
pub(super) struct Overturned {
    /// The verdict that stands instead.
    pub(super) verdict: Verdict,
    /// A fault that could not be seen again.
    pub(super) defect: Option<InternalError>,
}

/// A test that a proof does not stand beside, if a search of fixed work finds one.
pub(super) fn find(question: Question<'_>) -> Result<Option<Box<FailingTest>>, InternalError> {
    tracing::trace!(target: "walk", "faults beside the proof are searched for");
    if question.options.error_function.is_some() {
        return Ok(None);
    }
    // No deadline: the clock must not decide what is found.
    let budget = limited(question.options, WORK, None);
    let dart = Dart {
        order: Order::Coverage,
    };
    match run(&dart, &question.task(&budget, &())).finding {
        Finding::Test(test) => Ok(Some(test)),
        Finding::Internal(why) => Err(InternalError(why)),
        Finding::Unknown(_) | Finding::Proof(_) => Ok(None),
    }
}

/// What becomes of a proof beside a test that ran into a fault: *violated* if the fault is seen
/// again, and otherwise nothing; `None` if the question is not about such faults.
pub(super) fn overturn(question: Question<'_>, test: &FailingTest) -> Option<Overturned> {
    let kind = &test.fault.kind;
    if !question.options.asks_about(kind) {
        return None;
    }
    Some(match replayed(question, test) {
        Ok(verdict) => Overturned {
            verdict,
            defect: None,
        },
        Err(defect) => Overturned {
            verdict: Verdict::Unknown(Cause::FaultBesideProof {
                kind: kind.clone(),
                place: question.program.sources.describe(test.fault.span),
            }),
            defect: Some(defect),
        },
    })
}
