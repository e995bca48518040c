//! Writes every check as an SMT-LIB file that any solver can replay.

use super::layer::{Answer, Layer, Question, Technique};
use crate::solver::{Budget, CheckResult, Reason, Solver};
use hatha_term::{SmtPrinter, TermId, TermPool};
use std::io;
use std::path::{Path, PathBuf};

/// Logs checks to numbered files of a directory. A failure to write does not
/// disturb the check; the first one is kept for the caller to report.
pub type Logging<S> = Layer<Log, S>;

/// The technique of [`Logging`].
pub struct Log {
    directory: PathBuf,
    written: u64,
    error: Option<io::Error>,
}

impl<S: Solver> Logging<S> {
    /// Logs the checks of a solver. The directory is made if need be.
    pub fn logged(inner: S, directory: &Path) -> io::Result<Logging<S>> {
        std::fs::create_dir_all(directory)?;
        let log = Log {
            directory: directory.to_owned(),
            written: 0,
            error: None,
        };
        Ok(Layer::with(log, inner))
    }

    /// The first failure to write.
    pub fn error(&self) -> Option<&io::Error> {
        self.technique.error.as_ref()
    }
}

impl Log {
    fn write(&mut self, pool: &TermPool, question: &Question<'_>, answer: &CheckResult) {
        let script = script(pool, &question.terms(), answer);
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

impl Technique for Log {
    fn check<S: Solver>(
        &mut self,
        below: &mut S,
        pool: &mut TermPool,
        question: &Question<'_>,
        budget: &Budget,
    ) -> Result<Answer, Reason> {
        let answer = below.check(pool, question.assumptions, budget);
        self.write(pool, question, &answer);
        Ok(Answer::Below(answer))
    }
}
