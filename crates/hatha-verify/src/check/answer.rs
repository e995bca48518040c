//! A verdict and how it came about; what is left to do once there is one.

use super::portfolio::EngineReport;
use super::property::{Property, Status, properties};
use super::question::Question;
use super::{InternalError, Report, Times, Verdict, faults, vacuity};
use crate::assumption::{self, Assumption};
use hatha_certify::Weakened;
use hatha_engine::{Counts, FailingTest, Resumed};
use hatha_proof::{Proof, Suggestion};
use std::time::{Duration, Instant};
use vacuity::Vacuity;

/// A verdict that is confirmed, and how it came about.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) verdict: Verdict,
    /// A proof that was refused.
    pub(super) refused: Option<Box<Proof>>,
    /// What is left of it, which is no proof of what was asked.
    pub(super) left: Option<Box<Weakened>>,
    pub(super) engine: &'static str,
    pub(super) counts: Counts,
    start: Instant,
    /// How long the search took.
    searched: Duration,
    /// Whether it is known already that the proof is not vacuous.
    pub(super) not_vacuous: bool,
    /// What was made of an earlier search.
    pub(super) resumed: Option<Resumed>,
    /// What a proof suggests for programs that differ a little.
    pub(super) suggestion: Option<Box<Suggestion>>,
    /// What engines did that went on side by side.
    pub(super) engines: Vec<EngineReport>,
    /// The defects of hatha that were met on the way.
    pub(super) defects: Vec<InternalError>,
}

impl Answer {
    pub(super) fn new(
        verdict: Verdict,
        engine: &'static str,
        start: Instant,
        searched: Duration,
    ) -> Self {
        Answer {
            verdict,
            refused: None,
            left: None,
            engine,
            counts: Counts::default(),
            start,
            searched,
            not_vacuous: false,
            resumed: None,
            suggestion: None,
            engines: Vec::new(),
            defects: Vec::new(),
        }
    }

    /// Of two answers without a verdict the one that had a proof, which was refused.
    pub(super) fn or_refused(self, other: Answer) -> Answer {
        match self.refused {
            Some(_) => self,
            None => other,
        }
    }

    /// Adds what an attempt before this answer took and met.
    pub(super) fn add(&mut self, spent: &Counts, defects: Vec<InternalError>) {
        self.counts.queries += spent.queries;
        self.counts.tests += spent.tests;
        self.counts.iterations += spent.iterations;
        self.defects.splice(0..0, defects);
    }

    /// Lets a proof stand only if no fault is found beside it.
    pub(super) fn search_for_faults(&mut self, question: Question<'_>) {
        match faults::find(question) {
            Ok(None) => {}
            Ok(Some(test)) => {
                self.engine = "dart";
                self.overturn(question, &test);
            }
            Err(defect) => self.defects.push(defect),
        }
    }

    /// Takes a proof back where a test ran into a fault that is asked about.
    fn overturn(&mut self, question: Question<'_>, test: &FailingTest) {
        if let Some(found) = faults::overturn(question, test) {
            self.verdict = found.verdict;
            self.defects.extend(found.defect);
            self.suggestion = None;
        }
    }

    /// What the verdict assumes: what every answer to the question does, and what only the failing
    /// test does.
    fn assumptions(&self, question: Question<'_>) -> Vec<Assumption> {
        let Question {
            program,
            entry,
            options,
        } = question;
        let mut list = assumption::of_verdict(program, entry, options);
        if let Verdict::Violated { test, fault, .. } = &self.verdict {
            list.extend(assumption::of_failing_test(question, test, fault));
        }
        list
    }

    /// The report: the verdict with its properties, with whether the proof is vacuous, and with
    /// what it assumes.
    pub(super) fn report(mut self, question: Question<'_>) -> Report {
        tracing::trace!(target: "walk", "the report is made");
        let confirmed = self.start.elapsed();
        let (vacuity, properties) = self.judge(question);
        let assumptions = self.assumptions(question);
        Report {
            verdict: self.verdict,
            engine: self.engine,
            counts: self.counts,
            seconds: self.start.elapsed().as_secs_f64(),
            times: Times {
                search: self.searched,
                certify: confirmed - self.searched,
                vacuity: self.start.elapsed() - confirmed,
            },
            assumptions,
            properties,
            proof_is_part: false,
            violations: Vec::new(),
            vacuity,
            resumed: self.resumed,
            suggestion: self.suggestion,
            engines: self.engines,
            left: self.left,
            is_exhausted: false,
            internal_errors: self.defects,
        }
    }

    /// What the verdict says about each property. The question whether a proof is vacuous may
    /// find a fault, which takes the proof back.
    fn judge(&mut self, question: Question<'_>) -> (Option<Vacuity>, Vec<Property>) {
        let mut properties = self.judged(question);
        if !self.verdict.is_proved() || self.not_vacuous {
            return (None, properties);
        }
        let deadline = self.start + question.options.timeout;
        let asked = vacuity::decide(question, &mut properties, deadline);
        self.defects.extend(asked.defects);
        if let Some(test) = asked.faulted {
            self.overturn(question, &test);
        }
        match self.verdict {
            Verdict::Proved { .. } => (asked.vacuity, properties),
            _ => (None, self.judged(question)),
        }
    }

    fn judged(&self, question: Question<'_>) -> Vec<Property> {
        let target = question.options.target();
        let mut all = properties(question.program, question.entry, &target);
        for property in &mut all {
            property.status = match &self.verdict {
                Verdict::Proved { .. } => Status::Proved,
                Verdict::Violated { fault, failed, .. }
                    if property.is_failed_by(fault) && property.is_at(*failed) =>
                {
                    Status::Violated
                }
                Verdict::Violated { .. } | Verdict::Unknown(_) => Status::Unknown,
            };
        }
        all
    }
}
