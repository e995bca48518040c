//! Writes every check as an SMT-LIB file that any solver can replay.

use crate::layers::Frames;
use crate::solver::{Budget, CheckResult, Solver};
use hatha_term::{Model, SmtPrinter, TermId, TermPool};
use std::io;
use std::path::{Path, PathBuf};

/// Logs checks to numbered files of a directory. A failure to write does not
/// disturb the check; the first one is kept for the caller to report.
pub struct Logging<S> {
    inner: S,
    frames: Frames,
    directory: PathBuf,
    written: u64,
    error: Option<io::Error>,
}

impl<S: Solver> Logging<S> {
    /// Logs the checks of a solver. The directory is made if need be.
    pub fn new(inner: S, directory: &Path) -> io::Result<Logging<S>> {
        std::fs::create_dir_all(directory)?;
        Ok(Logging {
            inner,
            frames: Frames::default(),
            directory: directory.to_owned(),
            written: 0,
            error: None,
        })
    }

    /// The first failure to write.
    pub fn error(&self) -> Option<&io::Error> {
        self.error.as_ref()
    }

    fn write(&mut self, pool: &TermPool, assumptions: &[TermId], answer: &CheckResult) {
        let script = script(pool, &self.frames.query(assumptions), answer);
        let name = format!("query-{:06}.smt2", self.written);
        self.written += 1;
        if let Err(error) = std::fs::write(self.directory.join(name), script) {
            self.error.get_or_insert(error);
        }
    }
}

/// A script with the answer as its expected status.
pub(crate) fn script(pool: &TermPool, terms: &[TermId], answer: &CheckResult) -> String {
    let status = match answer {
        CheckResult::Sat => "sat",
        CheckResult::Unsat => "unsat",
        CheckResult::Unknown(_) => "unknown",
    };
    let mut text = format!("(set-info :status {status})\n(set-logic ALL)\n");
    let mut printer = SmtPrinter::new();
    printer.declare(pool, terms, &mut text);
    for &t in terms {
        text.push_str("(assert ");
        printer.expression(pool, t, &mut text);
        text.push_str(")\n");
    }
    text.push_str("(check-sat)\n");
    text
}

impl<S: Solver> Solver for Logging<S> {
    fn push(&mut self) {
        self.frames.push();
        self.inner.push();
    }

    fn pop(&mut self) {
        self.frames.pop();
        self.inner.pop();
    }

    fn assert(&mut self, pool: &TermPool, t: TermId) {
        self.frames.assert(t);
        self.inner.assert(pool, t);
    }

    fn check(
        &mut self,
        pool: &mut TermPool,
        assumptions: &[TermId],
        budget: &Budget,
    ) -> CheckResult {
        let answer = self.inner.check(pool, assumptions, budget);
        self.write(pool, assumptions, &answer);
        answer
    }

    fn model(&self) -> Option<&Model> {
        self.inner.model()
    }

    fn core(&self) -> Option<&[TermId]> {
        self.inner.core()
    }

    delegate_identity!();
}
