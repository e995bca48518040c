//! Asks two solvers and stops on a disagreement.
//!
//! A disagreement is a defect of hatha or of the other solver, so it is
//! [`Reason::Internal`]: whoever asked must stop and report it. The query is kept
//! as a file, for it is the whole evidence.

use crate::embedded::check_model;
use crate::layers::Frames;
use crate::layers::log::script;
use crate::solver::{Budget, Capabilities, CheckResult, Interpolator, Projector, Reason, Solver};
use hatha_term::{Model, TermId, TermPool};
use std::path::{Path, PathBuf};

/// Answers with the first solver, unless the second contradicts it.
///
/// Models are evaluated and cores are checked by the second solver. A second
/// solver that does not know confirms nothing and contradicts nothing; how
/// often is counted.
pub struct SecondOpinion<A, B> {
    first: A,
    second: B,
    frames: Frames,
    confirmed: u64,
    unconfirmed: u64,
    disagreed: bool,
    evidence: Option<PathBuf>,
}

impl<A: Solver, B: Solver> SecondOpinion<A, B> {
    /// Checks the first solver by the second.
    pub fn new(first: A, second: B) -> SecondOpinion<A, B> {
        SecondOpinion {
            first,
            second,
            frames: Frames::default(),
            confirmed: 0,
            unconfirmed: 0,
            disagreed: false,
            evidence: None,
        }
    }

    /// Keeps the query of a disagreement as a file in this directory.
    pub fn saving_to(mut self, directory: &Path) -> SecondOpinion<A, B> {
        self.evidence = Some(directory.to_owned());
        self
    }

    /// How many answers the second solver has confirmed, and how many it could
    /// not decide.
    pub fn counts(&self) -> (u64, u64) {
        (self.confirmed, self.unconfirmed)
    }

    fn verify(
        &mut self,
        pool: &mut TermPool,
        assumptions: &[TermId],
        answer: &CheckResult,
        budget: &Budget,
    ) -> Result<(), Reason> {
        let asked = match answer {
            CheckResult::Sat => {
                let missing = || Reason::Internal("Sat without a model".into());
                let model = self.first.model().ok_or_else(missing)?;
                let query = self.frames.query(assumptions);
                if let Err(reason) = check_model(pool, &query, model) {
                    let name = self.first.name();
                    return Err(self.disagreement(pool, &query, &format!("{name}: {reason}")));
                }
                assumptions
            }
            // The core must be refuted by itself.
            CheckResult::Unsat => self.first.core().unwrap_or(assumptions),
            CheckResult::Unknown(_) => return Ok(()),
        };
        let query = self.frames.query(asked);
        let second = self.second.check(pool, asked, budget);
        match second {
            CheckResult::Unknown(_) => self.unconfirmed += 1,
            ref same if same == answer => self.confirmed += 1,
            other => {
                let (a, b) = (self.first.name(), self.second.name());
                let text = format!("{a} says {answer:?} but {b} says {other:?}");
                return Err(self.disagreement(pool, &query, &text));
            }
        }
        Ok(())
    }

    fn disagreement(&self, pool: &TermPool, query: &[TermId], what: &str) -> Reason {
        let saved = match &self.evidence {
            Some(directory) => save(directory, pool, query),
            None => "it was not saved".to_owned(),
        };
        Reason::Internal(format!("{what}; the query: {saved}"))
    }
}

/// Saves a query under a name that is not taken; says where, or why not.
fn save(directory: &Path, pool: &TermPool, query: &[TermId]) -> String {
    let name = |n: u32| directory.join(format!("disagreement-{n}.smt2"));
    let free = (0..10_000).map(name).find(|file| !file.exists());
    let file = free.unwrap_or_else(|| name(0));
    let reason = Reason::Internal("a disagreement".into());
    let text = script(pool, query, &CheckResult::Unknown(reason));
    let written = std::fs::create_dir_all(directory).and_then(|()| std::fs::write(&file, text));
    match written {
        Ok(()) => file.display().to_string(),
        Err(error) => format!("cannot be saved as {}: {error}", file.display()),
    }
}

impl<A: Solver, B: Solver> Solver for SecondOpinion<A, B> {
    fn push(&mut self) {
        self.frames.push();
        self.first.push();
        self.second.push();
    }

    fn pop(&mut self) {
        self.frames.pop();
        self.first.pop();
        self.second.pop();
    }

    fn assert(&mut self, pool: &TermPool, t: TermId) {
        self.frames.assert(t);
        self.first.assert(pool, t);
        self.second.assert(pool, t);
    }

    fn check(
        &mut self,
        pool: &mut TermPool,
        assumptions: &[TermId],
        budget: &Budget,
    ) -> CheckResult {
        let answer = self.first.check(pool, assumptions, budget);
        let verified = self.verify(pool, assumptions, &answer, budget);
        self.disagreed = verified.is_err();
        match verified {
            Ok(()) => answer,
            Err(reason) => CheckResult::Unknown(reason),
        }
    }

    fn model(&self) -> Option<&Model> {
        self.first.model().filter(|_| !self.disagreed)
    }

    fn core(&self) -> Option<&[TermId]> {
        self.first.core().filter(|_| !self.disagreed)
    }

    fn name(&self) -> &str {
        self.first.name()
    }

    fn capabilities(&self) -> Capabilities {
        self.first.capabilities()
    }

    fn as_interpolator(&mut self) -> Option<&mut dyn Interpolator> {
        self.first.as_interpolator()
    }

    fn as_projector(&mut self) -> Option<&mut dyn Projector> {
        self.first.as_projector()
    }
}
