//! A verdict for each check of a program.
//!
//! **Invariant.** A check counts on executions in which no check failed before it. So a check that
//! is violated is assumed from then on, and a check may be asked about while all others are
//! assumed: the first check that fails in an execution is none that such a proof is about. What is
//! assumed goes to the checker of proofs with the question; otherwise it demands the same program.

use super::accept;
use super::checks::{Checks, assume};
use super::confirm::certified_claim;
use super::property::{Property, Status, properties};
use super::question::{Context, Options, Question};
use super::search::guarded;
use super::{InternalError, Report, Verdict, Violation, decide, portfolio};
use hatha_certify::Weakened;
use hatha_cfa::{EdgeId, ProcId};
use hatha_engine::{Counts, OpenFailure, open_failures};
use hatha_proof::Proof;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The share of the time, in percent, in which questions are asked: the rest is for saying what came of
/// them.
const SEARCHING: u32 = 98;
/// The share of that, in percent, that a search about several checks together gets: the rest is
/// for asking about them one by one.
const TOGETHER: u32 = 50;
/// The share of the time that is left then, in percent, for what the interpreter excludes.
const RANGES: u32 = 60;
/// How often that is asked about.
const ATTEMPTS: usize = 4;
/// The engines that start from what it finds; others answer by themselves.
const STARTING: [&str; 3] = [portfolio::NAME, "dash", INTERPRETER];
/// The engine that knows at once which checks it excludes.
const INTERPRETER: &str = "intervals";
/// Questions that are asked one by one; more checks are asked about in groups.
const QUESTIONS: usize = 40;
/// The counted work, in units, that a search behind a failure gets in any case, and how much more it
/// gets for each unit that searches with a verdict have taken.
const LEAST_WORK: u64 = 100_000;
const SHARE_OF_WORK: u64 = 1;

/// The failing edge of a check.
type Failing = (ProcId, EdgeId);

/// What came of a question about some checks.
enum Part {
    /// They are proved.
    Proved(Box<Report>),
    /// They are not; what is left of a proof, if something is.
    Open(Option<Box<Weakened>>),
}

/// Decides all checks of a question.
pub(super) fn decide_each(
    question: Question<'_>,
    checks: &Checks,
    context: Context<'_>,
) -> Result<Report, InternalError> {
    let mut statuses = properties(question.program, question.entry, &question.options.target());
    for check in statuses.iter_mut().filter(|c| !c.connected) {
        // The flow chart alone shows it.
        check.status = Status::Proved;
        check.vacuous = true;
    }
    accept::mark(question.program, &mut statuses);
    let accepted = statuses.iter().filter(|c| c.accepted.is_some());
    let assumed = accepted.map(|c| (c.proc, c.edge)).collect();
    let mut search = EachCheck {
        question,
        checks,
        context,
        start: Instant::now(),
        statuses,
        assumed,
        proved: BTreeSet::new(),
        is_ranged: false,
        defects: Vec::new(),
        first: None,
        spent: Counts::default(),
        work: Work::default(),
    };
    let last = search.together()?;
    Ok(search.report(last))
}

struct EachCheck<'a> {
    question: Question<'a>,
    checks: &'a Checks,
    context: Context<'a>,
    start: Instant,
    /// What is known of each check.
    statuses: Vec<Property>,
    /// The failing edges of those that are violated or accepted.
    assumed: BTreeSet<Failing>,
    /// The failing edges of those that a search has proved.
    proved: BTreeSet<Failing>,
    /// Whether what ranges exclude has been asked about.
    is_ranged: bool,
    /// The defects of hatha that this met.
    defects: Vec<InternalError>,
    /// The report on the first violation, with all that were found.
    first: Option<Report>,
    /// What searches took whose reports are not given.
    spent: Counts,
    work: Work,
}

/// Counted work, in units.
#[derive(Clone, Copy, Debug, Default)]
struct Work {
    /// Of searches that gave a verdict.
    decided: u64,
    /// Of the others, since something has failed.
    in_vain: u64,
}

impl Work {
    /// What may still be done in vain.
    fn left(self) -> u64 {
        let share = LEAST_WORK + SHARE_OF_WORK * self.decided;
        share.saturating_sub(self.in_vain)
    }
}

impl EachCheck<'_> {
    /// The checks about which nothing is known and something is asked.
    fn open(&self) -> Vec<Failing> {
        let is_open = |c: &&Property| c.status == Status::Unknown && c.accepted.is_none();
        let open = self.statuses.iter().filter(is_open);
        open.map(|c| (c.proc, c.edge)).collect()
    }

    fn left(&self) -> Duration {
        let all = self.question.options.timeout * SEARCHING / 100;
        all.saturating_sub(self.start.elapsed())
    }

    /// Asks about all checks until a search ends without a violation, and gives its report.
    fn together(&mut self) -> Result<Option<Report>, InternalError> {
        loop {
            let open = self.open();
            let is_over = open.is_empty() || self.left().is_zero() || self.is_exhausted();
            if is_over && self.first.is_some() {
                return Ok(None);
            }
            let share = match open.len() {
                0 | 1 => self.left(),
                _ => self.left() * TOGETHER / 100,
            };
            let mut report = self.ask(self.settled(), share, None, None)?;
            match report.verdict {
                Verdict::Violated { .. } => {
                    let goes_on = self.take_violation(report);
                    if !goes_on || self.question.options.first {
                        return Ok(None);
                    }
                    self.excluded_by_ranges(None);
                }
                Verdict::Proved { .. } => {
                    report.proof_is_part |= !self.proved.is_empty();
                    self.take_proof(&report, &open);
                    return Ok(Some(report));
                }
                Verdict::Unknown(_) if open.len() > 1 && !self.question.options.first => {
                    let part = self.in_parts(report.left.as_deref())?;
                    return Ok(Some(match part {
                        // Each is proved while the others are assumed, so none is the first to fail.
                        Some(mut part) if self.open().is_empty() => {
                            part.proof_is_part = true;
                            part
                        }
                        _ => report,
                    }));
                }
                Verdict::Unknown(_) => return Ok(Some(report)),
            }
        }
    }

    /// Asks about the checks that are left, the others assumed: first about all at once that ranges
    /// exclude, then one by one; the last proof.
    fn in_parts(&mut self, left: Option<&Weakened>) -> Result<Option<Report>, InternalError> {
        let excluded = self.excluded_by_ranges(left);
        let others = self.one_by_one()?;
        Ok(others.or(excluded))
    }

    /// Asks about the checks that ranges exclude while they leave others open; if what ranges say is
    /// too much, about those that what is left of it excludes.
    fn excluded_by_ranges(&mut self, left: Option<&Weakened>) -> Option<Report> {
        let is_known = std::mem::replace(&mut self.is_ranged, true);
        let engine = self.question.options.engine.as_str();
        if is_known || !STARTING.contains(&engine) {
            return None;
        }
        let open = self.open();
        let end = Instant::now() + self.left() * RANGES / 100;
        let time = || end.saturating_duration_since(Instant::now());
        let mut may_fail = self.open_failures(time())?;
        may_fail.extend(left.into_iter().flat_map(|w| w.open.iter().cloned()));
        let mut claim = None;
        for _ in 0..ATTEMPTS {
            let excluded = self.excluded(&open, &may_fail);
            if excluded.is_empty() {
                return None;
            }
            let part = self.ask_about(&excluded, time(), Some(INTERPRETER), claim.take());
            // A defect of the interpreter takes nothing back that others have found.
            let part = part.unwrap_or_else(|defect| {
                self.defects.push(defect);
                Part::Open(None)
            });
            match part {
                Part::Proved(report) => return Some(*report),
                Part::Open(None) => return None,
                Part::Open(Some(left)) => {
                    may_fail.extend(left.open);
                    claim = Some(left.proof);
                }
            }
        }
        None
    }

    /// Those of some checks that are not among what may fail.
    fn excluded(&self, open: &[Failing], may_fail: &[OpenFailure]) -> Vec<Failing> {
        let open: BTreeSet<&Failing> = open.iter().collect();
        let is_excluded = |c: &&Property| {
            let may_fail = may_fail.contains(&(c.kind.clone(), c.span));
            !may_fail && open.contains(&(c.proc, c.edge))
        };
        let excluded = self.statuses.iter().filter(is_excluded);
        excluded.map(|c| (c.proc, c.edge)).collect()
    }

    /// What nothing is asked about any more: a proof may assume it, since the first check that fails in an
    /// execution is none of those that were proved.
    fn settled(&self) -> BTreeSet<Failing> {
        self.assumed.union(&self.proved).copied().collect()
    }

    /// What may fail as far as ranges say, on executions on which nothing that is assumed fails.
    fn open_failures(&self, timeout: Duration) -> Option<Vec<OpenFailure>> {
        let program = assume(self.question.program, &self.settled());
        let question = Question {
            program: &program,
            ..self.question
        };
        let budget = question.options.budget_until(Instant::now() + timeout);
        let task = question.task(&budget, &());
        // A defect of the interpreter is that of one engine: the others go on without it.
        guarded(INTERPRETER, || open_failures(&task)).ok()?
    }

    /// Asks about some checks, all others assumed; where there is a proof already, whether it is one of
    /// that.
    fn ask_about(
        &mut self,
        own: &[Failing],
        timeout: Duration,
        engine: Option<&'static str>,
        claim: Option<Proof>,
    ) -> Result<Part, InternalError> {
        let is_own: BTreeSet<Failing> = own.iter().copied().collect();
        let all = self.statuses.iter().map(|c| (c.proc, c.edge));
        let others = all.filter(|c| !is_own.contains(c)).collect();
        let report = self.ask(others, timeout, engine, claim)?;
        Ok(match report.verdict {
            Verdict::Proved { .. } => {
                self.take_proof(&report, own);
                self.spend(&report.counts);
                Part::Proved(Box::new(report))
            }
            Verdict::Violated { .. } => {
                self.take_violation(report);
                Part::Open(None)
            }
            Verdict::Unknown(_) => {
                self.spend(&report.counts);
                Part::Open(report.left)
            }
        })
    }

    /// Asks about the checks that are left in small groups; the last proof.
    fn one_by_one(&mut self) -> Result<Option<Report>, InternalError> {
        let open = self.open();
        let groups: Vec<&[Failing]> = open.chunks(open.len().div_ceil(QUESTIONS).max(1)).collect();
        let mut proof = None;
        for (n, group) in groups.iter().enumerate() {
            let left = self.left();
            if left.is_zero() || self.is_exhausted() {
                break;
            }
            let share = left / (groups.len() - n) as u32;
            if let Part::Proved(report) = self.ask_about(group, share, None, None)? {
                proof = Some(*report);
            }
        }
        Ok(proof)
    }

    /// Puts the question with some checks assumed, to an engine or to the one that was chosen; before
    /// that, whether a claimed proof answers it.
    fn ask(
        &mut self,
        assumed: BTreeSet<Failing>,
        timeout: Duration,
        engine: Option<&'static str>,
        claim: Option<Proof>,
    ) -> Result<Report, InternalError> {
        let program = assume(self.question.program, &assumed);
        let checks = Checks {
            source: self.checks.source.clone(),
            kinds: self.checks.kinds.clone(),
            assumed,
        };
        let chosen = &self.question.options.engine;
        let options = Options {
            timeout,
            engine: engine.unwrap_or(chosen).to_owned(),
            most_work: self.is_limited().then(|| self.work.left()),
            checks: Some(Arc::new(checks)),
            ..self.question.options.clone()
        };
        let question = Question {
            program: &program,
            entry: self.question.entry,
            options: &options,
        };
        let context = Context {
            observer: self.context.observer,
            others: &mut *self.context.others,
            violated: self.context.violated,
        };
        // A second solver has to agree: then the search has the proof confirmed.
        let claim = claim.zip(engine).filter(|_| context.others.is_empty());
        let known = claim.and_then(|(proof, engine)| certified_claim(question, proof, engine));
        let report = match known {
            Some(report) => report,
            None => decide(question, context)?,
        };
        self.count_work(&report);
        Ok(report)
    }

    /// Whether the work that is left is limited: something has failed, and what else there is to
    /// say may not cost much more than that did.
    fn is_limited(&self) -> bool {
        self.first.is_some() && !self.question.options.thorough
    }

    fn is_exhausted(&self) -> bool {
        self.is_limited() && self.work.left() == 0
    }

    fn count_work(&mut self, report: &Report) {
        let work: u64 = report.engines.iter().map(|e| e.work).sum();
        match report.verdict {
            Verdict::Unknown(_) if self.first.is_none() => {}
            Verdict::Unknown(_) => self.work.in_vain += work,
            _ => self.work.decided += work,
        }
    }

    /// Takes a violation; whether the search can go on with what failed assumed.
    fn take_violation(&mut self, report: Report) -> bool {
        let Verdict::Violated {
            test,
            fault,
            trace,
            failed,
        } = &report.verdict
        else {
            return false;
        };
        let is_it = |c: &&mut Property| Some((c.proc, c.edge)) == *failed;
        let check = self.statuses.iter_mut().find(is_it);
        let check = check.filter(|c| c.status == Status::Unknown);
        let violation = Violation {
            id: check.as_ref().map(|c| c.id.clone()),
            test: test.clone(),
            fault: fault.clone(),
            trace: trace.clone(),
        };
        let goes_on = match check {
            Some(check) => {
                check.status = Status::Violated;
                self.assumed.insert((check.proc, check.edge));
                true
            }
            // A fault without a check: what comes behind it cannot be asked about.
            None => false,
        };
        if let Some(first) = &mut self.first {
            // Each failing test has assumptions of its own.
            first.assumptions.extend(report.assumptions.clone());
            self.spend(&report.counts);
        }
        let first = self.first.get_or_insert(report);
        first.violations.push(violation);
        first.properties.clone_from(&self.statuses);
        first.seconds = self.start.elapsed().as_secs_f64();
        (self.context.violated)(first);
        goes_on
    }

    fn take_proof(&mut self, report: &Report, proved: &[Failing]) {
        let proved: BTreeSet<&Failing> = proved.iter().collect();
        let vacuous = report.properties.iter().filter(|p| p.vacuous);
        let vacuous: BTreeSet<Failing> = vacuous.map(|p| (p.proc, p.edge)).collect();
        for check in &mut self.statuses {
            let at = (check.proc, check.edge);
            if check.status != Status::Unknown || !proved.contains(&at) {
                continue;
            }
            check.status = Status::Proved;
            check.vacuous = vacuous.contains(&at);
            self.proved.insert(at);
        }
    }

    fn spend(&mut self, counts: &Counts) {
        self.spent.queries += counts.queries;
        self.spent.tests += counts.tests;
        self.spent.iterations += counts.iterations;
    }

    /// The report on everything: that of the first violation, else that of the last search.
    fn report(self, last: Option<Report>) -> Report {
        let mut spent = self.spent;
        let is_exhausted =
            self.is_limited() && !self.question.options.first && !self.left().is_zero();
        let (mut report, other) = match (self.first, last) {
            (Some(first), last) => (first, last),
            (None, Some(last)) => (last, None),
            (None, None) => unreachable!("a search ends with a report or a violation"),
        };
        if let Some(other) = other {
            spent.queries += other.counts.queries;
            spent.tests += other.counts.tests;
            spent.iterations += other.counts.iterations;
            report.assumptions.extend(other.assumptions);
        }
        report.counts.queries += spent.queries;
        report.counts.tests += spent.tests;
        report.counts.iterations += spent.iterations;
        report.seconds = self.start.elapsed().as_secs_f64();
        let accepted = accept::assumption(&self.statuses);
        report.proof_is_part |= accepted.is_some();
        report.assumptions.extend(accepted);
        report.is_exhausted = is_exhausted;
        report.internal_errors.extend(self.defects);
        report.properties = self.statuses;
        report
    }
}
