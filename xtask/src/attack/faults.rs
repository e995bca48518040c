//! Checks of arithmetic faults on random integer programs; the truth is a native run over all
//! inputs under the sanitizer of undefined behaviour.

use super::Context;
use super::area::{Area, Judged, Kind, Refutation};
use super::ask::{self, Answer, Verdict};
use super::case::Case;
use super::driver::{self, Known, Truth};
use super::integers;
use super::native::Sanitize;
use crate::Result;
use crate::rng::Rng;

/// The area.
pub struct Faults;

impl Area for Faults {
    fn name(&self) -> &'static str {
        "faults"
    }

    fn generate(&self, rng: &mut Rng, context: &Context) -> Result<Option<Case>> {
        let mut case = integers::program_with_events(rng, context, &[]);
        case.options = ["--checks", "arithmetic"].map(str::to_owned).to_vec();
        Ok(Some(case))
    }

    fn judge(&self, case: &Case, context: &Context) -> Result<Judged> {
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        case.write(folder.path())?;
        let truth = match driver::truth(case, folder.path(), Sanitize::Arithmetic)? {
            Known::Truth(truth, _) => truth,
            Known::Open => return Ok(Judged::skipped()),
        };
        let answer = ask::check(case, folder.path(), &[], context)?;
        let refuted = refutation(&answer, truth);
        Ok(Judged::new(vec![answer], refuted))
    }
}

/// What refutes an answer: with checks, *proved* excludes faults, too.
fn refutation(answer: &Answer, truth: Truth) -> Option<Refutation> {
    let (kind, why) = match (answer.verdict, truth.failed.or(truth.faulted)) {
        (Verdict::Proved, Some(vector)) => (
            Kind::WrongProof,
            format!("the native run with input vector {vector:#x} faults"),
        ),
        (Verdict::Violated, None) => (
            Kind::WrongViolation,
            format!("no native run over all inputs faults ({})", answer.reason()),
        ),
        _ => return None,
    };
    Some(Refutation { kind, why })
}
