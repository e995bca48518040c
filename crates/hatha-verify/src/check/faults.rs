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
use hatha_cfa::indirect::other_types;
use hatha_engine::directed::{Dart, Order};
use hatha_engine::{FailingTest, Finding, Target, Task};

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
    let asks_about_faults = question.options.error_function.is_none();
    if !asks_about_faults && other_types(question.program, question.entry).is_empty() {
        return Ok(None);
    }
    // No deadline: the clock must not decide what is found.
    let budget = limited(question.options, WORK, None);
    let dart = Dart {
        order: Order::Coverage,
    };
    let task = Task {
        target: Target::default(),
        ..question.task(&budget, &())
    };
    match run(&dart, &task).finding {
        Finding::Test(test) if asks_about_faults || is_assumed_away(&test) => Ok(Some(test)),
        Finding::Test(_) => Ok(None),
        Finding::Internal(why) => Err(InternalError(why)),
        Finding::Unknown(_) | Finding::Proof(_) => Ok(None),
    }
}

/// Whether a test makes a call that proofs assume away: one of a function of another type. A machine
/// may well go on behind it, so no proof stands beside the test, whatever is asked.
fn is_assumed_away(test: &FailingTest) -> bool {
    test.fault.is_misfit()
}

/// What becomes of a proof beside a test that ran into a fault: *violated* if the fault is seen
/// again, and otherwise nothing; `None` if the question is not about such faults.
pub(super) fn overturn(question: Question<'_>, test: &FailingTest) -> Option<Overturned> {
    let kind = &test.fault.kind;
    let is_asked = question.options.asks_about(kind);
    if !is_asked && !is_assumed_away(test) {
        return None;
    }
    let unknown = || {
        Verdict::Unknown(Cause::FaultBesideProof {
            kind: kind.clone(),
            place: question.program.sources.describe(test.fault.span),
        })
    };
    let (verdict, defect) = match is_asked {
        false => (unknown(), None),
        true => match replayed(question, test) {
            Ok(verdict) => (verdict, None),
            Err(defect) => (unknown(), Some(defect)),
        },
    };
    Some(Overturned { verdict, defect })
}
