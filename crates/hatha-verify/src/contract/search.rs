//! The search for a precondition.

use super::backward::{follow, path};
use super::candidates::{Candidate, candidates};
use super::ends::returns_or_fails;
use super::promise::{Promise, RETURNED, fail_at_returns, promises};
use super::{Conjunct, Contract, NoContract, Status, besides};
use crate::assumption::Assumption;
use crate::check::property::properties;
use crate::check::vacuity::Vacuity;
use crate::check::{Checks, Options, Report, Verdict, assume, check};
use hatha_cfa::reach::reachable_procs;
use hatha_cfa::{Callee, CheckKind, ExprId, ExprKind, Op, ProcId, Program, print};
use hatha_exec::fault::Fault;
use hatha_front::load::{LoadOptions, load};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// The most conditions that a precondition consists of.
const ROUNDS: usize = 8;
/// The most candidates that are tried against one failure.
const CANDIDATES: usize = 40;
/// The share of the time that one check gets before it is put off.
const QUICK: u32 = 8;
/// A program with what is asked about its functions.
#[derive(Clone, Debug)]
pub struct Subject {
    /// How it is loaded, but for entry and assumptions.
    pub load: LoadOptions,
    /// The faults that are asked about.
    pub kinds: BTreeSet<CheckKind>,
    /// How a check is made; the time limit is that of one function.
    pub options: Options,
}

/// What a check under some conditions says.
#[derive(Clone, Debug)]
enum Outcome {
    Proved(Vec<Assumption>),
    Failed(Box<Failure>),
    Unknown(String),
    /// The conditions are no C, contradict each other, or leave nothing to check.
    Refused,
}

/// A failing test, as far as the search needs it.
#[derive(Clone, Debug)]
struct Failure {
    /// The check that failed, or the place and kind of a fault without one.
    at: String,
    /// The fault and its place.
    sentence: String,
    candidates: Vec<Candidate>,
}

/// Searches for the precondition of a function.
pub fn find(subject: &Subject, function: &str) -> Result<Contract, NoContract> {
    let (program, entry) = loaded(subject, function, &[])?;
    let mut search = Search {
        subject,
        function,
        deadline: Instant::now() + subject.options.timeout,
        known: BTreeMap::new(),
        assumed: Vec::new(),
        checks: 0,
    };
    let start = Instant::now();
    let mut contract = Contract {
        signature: print::signature(&program, entry),
        location: program.sources.describe(program.proc(entry).span),
        ..Contract::unknown(function, String::new(), 0.0)
    };
    search.run(&mut contract)?;
    contract.checks = search.checks;
    contract.seconds = start.elapsed().as_secs_f64();
    Ok(contract)
}

/// The program of a question, without checks.
fn loaded(
    subject: &Subject,
    function: &str,
    conditions: &[String],
) -> Result<(Program, ProcId), NoContract> {
    let mut assumptions = subject.load.assumptions.clone();
    assumptions.extend(conditions.iter().cloned());
    let options = LoadOptions {
        entry: Some(function.to_owned()),
        assumptions,
        ..subject.load.clone()
    };
    let program = load(&options).map_err(NoContract::Program)?;
    if let Err(errors) = hatha_cfa::verify::verify(&program) {
        let first = errors.first().map(ToString::to_string).unwrap_or_default();
        return Err(NoContract::Internal(format!(
            "malformed automaton: {first}"
        )));
    }
    let missing = || NoContract::Internal(format!("there is no function '{function}'"));
    let entry = program.find_proc(function).ok_or_else(missing)?;
    Ok((program, entry))
}

struct Search<'a> {
    subject: &'a Subject,
    function: &'a str,
    deadline: Instant,
    /// What is known under some conditions.
    known: BTreeMap<Vec<String>, Outcome>,
    /// What the last question whether a call returns assumes.
    assumed: Vec<Assumption>,
    checks: u32,
}

impl Search<'_> {
    fn left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    fn quick(&self) -> Duration {
        (self.subject.options.timeout / QUICK).min(self.left())
    }

    /// The whole search.
    fn run(&mut self, contract: &mut Contract) -> Result<(), NoContract> {
        let first = self.ask(&[], self.quick())?;
        if let Outcome::Failed(failure) = &first {
            contract.fails.push(failure.sentence.clone());
        }
        let mut found: Vec<Candidate> = Vec::new();
        match self.extend(&mut found, first)? {
            Ok(assumptions) => {
                self.weaken(&mut found)?;
                self.conclude(contract, &found, assumptions)
            }
            Err(reason) => {
                contract.reason = reason;
                contract.tried = texts(&found);
                if self.always_fails()? {
                    contract.status = Status::False;
                    contract.assumptions = besides(&self.assumed);
                    contract.reason.clear();
                    contract.tried.clear();
                }
                Ok(())
            }
        }
    }

    /// Adds conditions until a check is proved: with its assumptions, or why there is none.
    fn extend(
        &mut self,
        found: &mut Vec<Candidate>,
        first: Outcome,
    ) -> Result<Result<Vec<Assumption>, String>, NoContract> {
        let mut outcome = first;
        for _ in 0..ROUNDS {
            outcome = match outcome {
                Outcome::Proved(assumptions) => return Ok(Ok(assumptions)),
                Outcome::Refused => return Ok(Err("the conditions cannot be checked".to_owned())),
                Outcome::Unknown(why) => {
                    let again = self.ask(&texts(found), self.left())?;
                    match again {
                        Outcome::Proved(assumptions) => return Ok(Ok(assumptions)),
                        Outcome::Failed(failure) => Outcome::Failed(failure),
                        _ => return Ok(Err(format!("not decided: {why}"))),
                    }
                }
                Outcome::Failed(failure) => match self.exclude(found, &failure)? {
                    Some(next) => next,
                    None => {
                        let why =
                            format!("no condition was found that excludes {}", failure.sentence);
                        return Ok(Err(why));
                    }
                },
            };
        }
        Ok(Err("too many conditions".to_owned()))
    }

    /// Adds a condition that excludes a failure: what a check says then.
    fn exclude(
        &mut self,
        found: &mut Vec<Candidate>,
        failure: &Failure,
    ) -> Result<Option<Outcome>, NoContract> {
        let mut open: Option<(Candidate, Outcome)> = None;
        for candidate in failure.candidates.iter().take(CANDIDATES) {
            if self.left().is_zero() {
                break;
            }
            if found.contains(candidate) {
                continue;
            }
            found.push(candidate.clone());
            let outcome = self.ask(&texts(found), self.quick())?;
            match &outcome {
                Outcome::Proved(_) => return Ok(Some(outcome)),
                Outcome::Failed(other) if other.at != failure.at => return Ok(Some(outcome)),
                Outcome::Unknown(_) if open.is_none() => {
                    open = Some((candidate.clone(), outcome));
                }
                _ => {}
            }
            found.pop();
        }
        Ok(open.map(|(candidate, outcome)| {
            found.push(candidate);
            outcome
        }))
    }

    /// Drops what is not needed, and puts weaker conditions in the place of others.
    fn weaken(&mut self, found: &mut Vec<Candidate>) -> Result<(), NoContract> {
        let mut i = 0;
        while i < found.len() {
            let mut fewer = found.clone();
            fewer.remove(i);
            match self.ask(&texts(&fewer), self.quick())? {
                Outcome::Proved(_) => *found = fewer,
                _ => i += 1,
            }
        }
        for i in 0..found.len() {
            for text in found[i].weaker.clone() {
                let mut other = found.clone();
                other[i] = Candidate {
                    text,
                    weaker: Vec::new(),
                };
                if self.is_weaker(found, &other, i)?
                    && let Outcome::Proved(_) = self.ask(&texts(&other), self.quick())?
                {
                    *found = other;
                    break;
                }
            }
        }
        Ok(())
    }

    /// Whether a call satisfies a condition in the place of another one, and not that one.
    fn is_weaker(
        &mut self,
        found: &[Candidate],
        other: &[Candidate],
        i: usize,
    ) -> Result<bool, NoContract> {
        let mut conditions = texts(other);
        conditions.push(format!("!({})", found[i].text));
        match self.returns(&conditions) {
            Err(NoContract::Program(_)) => Ok(false),
            returns => Ok(returns? == Some(true)),
        }
    }

    /// Takes the precondition.
    fn conclude(
        &mut self,
        contract: &mut Contract,
        found: &[Candidate],
        assumptions: Vec<Assumption>,
    ) -> Result<(), NoContract> {
        for i in 0..found.len() {
            let mut fewer = found.to_vec();
            let part = fewer.remove(i);
            let needed_for = match self.ask(&texts(&fewer), self.quick())? {
                Outcome::Failed(failure) => failure.sentence,
                Outcome::Refused => "the other conditions would not be defined".to_owned(),
                _ => String::new(),
            };
            contract.requires.push(Conjunct {
                text: part.text,
                needed_for,
            });
        }
        contract.assumptions = besides(&assumptions);
        contract.status = Status::Proved;
        let conditions = texts(found);
        let (program, entry) = self.loaded(&conditions)?;
        // Where it calls itself, what returns need not be the call that is asked about.
        let calls_itself = calls_itself(&program, entry);
        let promised = match calls_itself {
            true => Vec::new(),
            false => promises(&program, entry),
        };
        for promise in promised {
            if self.left().is_zero() {
                break;
            }
            if self.reaches(&conditions, Some(&promise))? == Some(false) {
                contract.ensures.push(promise.text);
            }
        }
        if found.is_empty() {
            contract.is_satisfiable = true;
            return Ok(());
        }
        let returns = self.returns(&conditions)?;
        contract.is_satisfiable = returns == Some(true) && !calls_itself;
        if returns == Some(false) && self.always_fails()? {
            contract.status = Status::False;
            contract.requires.clear();
            contract.ensures.clear();
        }
        Ok(())
    }

    /// Whether every call fails: none returns, which is certified, and none can go on for ever or
    /// end the program.
    fn always_fails(&mut self) -> Result<bool, NoContract> {
        let (program, entry) = self.loaded(&[])?;
        Ok(returns_or_fails(&program, entry) && self.returns(&[])? == Some(false))
    }

    /// Checks the function under conditions.
    fn ask(&mut self, conditions: &[String], timeout: Duration) -> Result<Outcome, NoContract> {
        if let Some(known) = self.known.get(conditions)
            && (!matches!(known, Outcome::Unknown(_)) || timeout <= self.quick())
        {
            return Ok(known.clone());
        }
        let outcome = self.decide(conditions, timeout)?;
        self.known.insert(conditions.to_vec(), outcome.clone());
        Ok(outcome)
    }

    fn decide(&mut self, conditions: &[String], timeout: Duration) -> Result<Outcome, NoContract> {
        let (program, entry) = match loaded(self.subject, self.function, conditions) {
            Err(NoContract::Program(_)) if !conditions.is_empty() => return Ok(Outcome::Refused),
            loaded => loaded?,
        };
        if timeout.is_zero() {
            return Ok(Outcome::Unknown("out of time".to_owned()));
        }
        self.checks += 1;
        let (program, checks) = Checks::insert(program, self.subject.kinds.clone());
        let options = Options {
            timeout,
            checks,
            each: true,
            first: true,
            ..self.subject.options.clone()
        };
        let report = check(&program, entry, &options);
        let report = report.map_err(|e| NoContract::Internal(e.0))?;
        Ok(match &report.verdict {
            Verdict::Proved { certificate, .. } => {
                let is_empty = report.vacuity == Some(Vacuity::Contradiction);
                match certificate {
                    Some(_) if !is_empty => Outcome::Proved(report.assumptions),
                    Some(_) => Outcome::Refused,
                    None => Outcome::Unknown("the proof is not certified".to_owned()),
                }
            }
            // A condition that faults itself is none.
            Verdict::Violated { fault, .. } if is_in_conditions(&program, fault) => {
                Outcome::Refused
            }
            Verdict::Violated { .. } => {
                Outcome::Failed(Box::new(self.failure(&program, entry, &report)))
            }
            Verdict::Unknown(cause) => Outcome::Unknown(cause.to_string()),
        })
    }

    fn failure(&self, program: &Program, entry: ProcId, report: &Report) -> Failure {
        let Verdict::Violated { test, fault, .. } = &report.verdict else {
            unreachable!("the caller has seen a violation");
        };
        let config = &self.subject.options.config;
        let edges = path(program, entry, config, test).unwrap_or_default();
        let at_entry = follow(program, &edges);
        let place = program.sources.describe(fault.span);
        let sentence = format!("{} at {place}", fault.kind);
        let check = report.violations.first().and_then(|v| v.id.clone());
        Failure {
            at: check.unwrap_or_else(|| sentence.clone()),
            sentence,
            candidates: candidates(entry, &at_entry, &fault.kind),
        }
    }

    fn loaded(&self, conditions: &[String]) -> Result<(Program, ProcId), NoContract> {
        loaded(self.subject, self.function, conditions)
    }

    /// Whether a call under conditions returns without a failure, if that is known: a replayed test
    /// shows that one does, a certified proof that none does.
    fn returns(&mut self, conditions: &[String]) -> Result<Option<bool>, NoContract> {
        self.reaches(conditions, None)
    }

    /// Whether a call under conditions returns without a failure and breaks a promise, if that is
    /// known.
    fn reaches(
        &mut self,
        conditions: &[String],
        promise: Option<&Promise>,
    ) -> Result<Option<bool>, NoContract> {
        let (program, entry) = self.loaded(conditions)?;
        let (program, _) = Checks::insert(program, self.subject.kinds.clone());
        let options = Options {
            timeout: self.quick().max(Duration::from_secs(2)),
            error_function: Some(RETURNED.to_owned()),
            checks: None,
            ..self.subject.options.clone()
        };
        let failing = properties(&program, entry, &hatha_engine::Target::default());
        let failing = failing.iter().map(|p| (p.proc, p.edge)).collect();
        let mut program = assume(&program, &failing);
        fail_at_returns(&mut program, entry, promise);
        self.checks += 1;
        let report = check(&program, entry, &options);
        let report = report.map_err(|e| NoContract::Internal(e.0))?;
        self.assumed = report.assumptions;
        Ok(match report.verdict {
            Verdict::Violated { .. } => Some(true),
            Verdict::Proved {
                certificate: Some(_),
                ..
            } => Some(false),
            _ => None,
        })
    }
}

/// Whether a procedure may come to call itself.
fn calls_itself(program: &Program, entry: ProcId) -> bool {
    let exprs = (0..program.exprs.len() as u32).map(ExprId);
    let mut kinds = exprs.map(|e| program.exprs.get(e).kind);
    let is_taken = kinds.any(|k| k == ExprKind::Proc(entry));
    let calls = |op: &Op| matches!(op, Op::Call { callee: Callee::Direct(p), .. } if *p == entry);
    let mut reached = reachable_procs(program, entry).into_iter();
    is_taken || reached.any(|p| program.proc(p).edges.iter().any(|e| calls(&e.op)))
}

/// Whether a fault happens where the conditions themselves are evaluated.
fn is_in_conditions(program: &Program, fault: &Fault) -> bool {
    let innermost = fault.stack.first();
    let name = innermost.map(|e| program.proc(e.proc).name.as_str());
    name.is_some_and(|n| n.starts_with(hatha_front::assume::PREFIX))
}

fn texts(found: &[Candidate]) -> Vec<String> {
    found.iter().map(|c| c.text.clone()).collect()
}
