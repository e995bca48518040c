//! Random systems of guarded commands; the truth is explicit search over their states.

use super::Context;
use super::area::{Area, Judged, Kind, Refutation};
use super::ask::{self, Verdict};
use super::case::{Case, Model};
use super::text::Choices;
use crate::Result;
use crate::process::available;
use crate::rng::Rng;
use hatha_gcl::explicit::{self, Found};
use hatha_gcl::{load, random};

/// The area.
pub struct Gcl;

/// States of a random system are fewer.
const MOST_STATES: usize = 100_000;

impl Area for Gcl {
    fn name(&self) -> &'static str {
        "gcl"
    }

    fn missing(&self) -> Option<String> {
        (!available("z3")).then(|| "there is no z3".to_owned())
    }

    fn generate(&self, rng: &mut Rng, _: &Context) -> Result<Option<Case>> {
        let mut case = Case::program(Model::Lp64, random::system(rng.next()));
        case.files[0].name = "system.gcl".to_owned();
        let engine = rng.word(&["ase", "ase", "ur"]);
        case.options = ["--engine", engine].map(str::to_owned).to_vec();
        Ok(Some(case))
    }

    fn judge(&self, case: &Case, context: &Context) -> Result<Judged> {
        let Ok(model) = load(&case.files[0].text, &[]) else {
            return Ok(Judged::skipped());
        };
        let truth = explicit::search(&model, MOST_STATES);
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        case.write(folder.path())?;
        let answer = ask::check(case, folder.path(), &[], context)?;
        let refuted = match (answer.verdict, &truth) {
            (Verdict::Proved, Found::Wrong { .. }) => Some((Kind::WrongProof, "a failure")),
            (Verdict::Violated, Found::Safe { .. }) => Some((Kind::WrongViolation, "none")),
            _ => None,
        };
        let refuted = refuted.map(|(kind, what)| Refutation {
            kind,
            why: format!("explicit search finds {what}"),
        });
        Ok(Judged::new(vec![answer], refuted))
    }
}
