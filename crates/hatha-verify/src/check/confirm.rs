//! From what an engine claims to a verdict: tests are replayed, proofs certified.
//!
//! **Invariant.** This is the one way from a claim to *violated* or *proved*: both are made in
//! this file and nowhere else (by review); what is made here has been replayed or certified
//! (`crates/hatha/tests/engine_defects.rs`, `crates/hatha/tests/broken.rs`).

use super::answer::Answer;
use super::checks::failed_edge;
use super::question::{Options, Question, environment};
use super::{Cause, Evidence, InternalError, Known, Report, Verdict};
use super::{faults, layout, minimise, trace};
use crate::replay::{Replayed, replay};
use hatha_certify::{Certificate, Environment, Refusal, certify_checks, certify_under, weaken};
use hatha_cfa::{CheckKind, FailKind, ProcId, Program};
use hatha_engine::{FailingTest, Finding, Search};
use hatha_exec::fault::{Fault, FaultKind, Stop};
use hatha_exec::num::Rules;
use hatha_proof::input::InputVector;
use hatha_proof::{Proof, fingerprint};
use hatha_smt::{Budget, Solver};
use std::time::{Duration, Instant};

/// Has what an engine found confirmed.
pub(super) fn confirm(
    question: Question<'_>,
    (engine, search): (&'static str, Search),
    others: &mut [Box<dyn Solver>],
    budget: &Budget,
    start: Instant,
) -> Result<Answer, InternalError> {
    tracing::trace!(target: "walk", "the claim is confirmed");
    let searched = start.elapsed();
    let nothing = Verdict::Unknown(Cause::Engine(String::new()));
    let mut answer = Answer::new(nothing, engine, start, searched);
    answer.counts = search.counts;
    answer.suggestion = search.suggestion;
    if let Some(found) = fault_on_the_way(question, &search.finding, search.faulted.as_deref()) {
        answer.verdict = found.verdict;
        answer.defects.extend(found.defect);
        return Ok(answer);
    }
    let claimed = match &search.finding {
        Finding::Proof(proof) => Some(proof.clone()),
        _ => None,
    };
    answer.verdict = match search.finding {
        Finding::Internal(why) => return Err(InternalError(why)),
        Finding::Test(test) => replayed(question, &test)?,
        Finding::Proof(_) if question.options.config.volatile_any => {
            Verdict::Unknown(Cause::VolatileAny)
        }
        Finding::Proof(proof) => certified(question, proof, others, budget)?,
        Finding::Unknown(why) => Verdict::Unknown(match budget.is_interrupted() {
            true => Cause::Time(why),
            false => Cause::Engine(why),
        }),
    };
    answer.refused = claimed.filter(|_| answer.verdict.is_unknown());
    if answer.verdict.is_proved() {
        answer.search_for_faults(question);
    }
    Ok(answer)
}

/// An algorithm need not examine how its tests end: where it has found no failure, a test of it
/// that ran into a fault counts.
fn fault_on_the_way(
    question: Question<'_>,
    finding: &Finding,
    faulted: Option<&FailingTest>,
) -> Option<faults::Overturned> {
    match finding {
        Finding::Proof(_) | Finding::Unknown(_) => faults::overturn(question, faulted?),
        Finding::Test(_) | Finding::Internal(_) => None,
    }
}

/// Confirms evidence from an earlier run again; `None` if it does not convince.
pub(crate) fn confirm_evidence(
    program: &Program,
    entry: ProcId,
    options: &Options,
    known: Known,
    others: &mut [Box<dyn Solver>],
) -> Result<Option<Report>, InternalError> {
    let start = Instant::now();
    // No engine of this run stands for it: whatever the options say, nobody takes a file's word.
    let options = &Options {
        certify: true,
        ..options.clone()
    };
    let question = Question {
        program,
        entry,
        options,
    };
    let budget = options.budget_until(start + options.timeout);
    let verdict = match known.evidence {
        Evidence::Test(test) => replayed_again(question, &test),
        Evidence::Proof(_) if options.config.volatile_any => None,
        Evidence::Proof(proof) => Some(certified(question, proof, others, &budget)?),
    };
    let Some(verdict) = verdict.filter(|v| !v.is_unknown()) else {
        return Ok(None);
    };
    let mut answer = Answer::new(verdict, "cache", start, Duration::ZERO);
    answer.not_vacuous = known.not_vacuous;
    Ok(Some(answer.report(question)))
}

/// A test of an earlier run that fails again.
pub(super) fn replayed_again(question: Question<'_>, test: &InputVector) -> Option<Verdict> {
    let Question {
        program,
        entry,
        options,
    } = question;
    let again = replay(program, entry, &options.config, test).ok()?;
    match again.stop.clone() {
        Stop::Fault(fault) if options.asks_about(&fault.kind) => {
            Some(violated(question, again, fault)).filter(|v| !v.is_unknown())
        }
        _ => None,
    }
}

fn violated(question: Question<'_>, replayed: Replayed, fault: Fault) -> Verdict {
    if let Some(checks) = &question.options.checks {
        let checked = (question.program, question.entry);
        return checks.violated(question.options, checked, (&replayed, &fault));
    }
    let (program, entry) = (question.program, question.entry);
    let (config, steps) = (&question.options.config, replayed.steps);
    Verdict::Violated {
        trace: trace::trace(
            program,
            entry,
            config,
            &replayed.vector,
            (steps, Rules::MACHINE),
        ),
        test: Box::new(replayed.vector),
        failed: failed_edge(&fault),
        fault: Box::new(fault),
    }
}

/// Replays a failing test on the program as loaded; a different end is a defect, not a verdict.
pub(super) fn replayed(
    question: Question<'_>,
    test: &FailingTest,
) -> Result<Verdict, InternalError> {
    let Question {
        program,
        entry,
        options,
    } = question;
    let mut vector = InputVector::new(&program.target, &program.proc(entry).name);
    vector.inputs.clone_from(&test.inputs);
    vector.layout.clone_from(&test.layout);
    if !options.asks_about(&test.fault.kind) {
        return Ok(Verdict::Unknown(Cause::OtherFault {
            kind: test.fault.kind.clone(),
            place: program.sources.describe(test.fault.span),
        }));
    }
    let replayed = replay(program, entry, &options.config, &vector)?;
    let fault = match &replayed.stop {
        Stop::Fault(fault) if is_same(fault, &test.fault) || is_loss(fault) => fault.clone(),
        // Where procedures are inlined, a result that is missing has any value and fails only later.
        Stop::Fault(fault)
            if fault.kind == FaultKind::MissingReturn && options.asks_about(&fault.kind) =>
        {
            fault.clone()
        }
        // The same where that blocks are lost is assumed not to happen.
        Stop::Blocked if options.checks.as_ref().is_some_and(|c| c.assumes_no_loss()) => {
            let why = "a failing test loses blocks before, which is assumed not to happen";
            return Ok(Verdict::Unknown(Cause::Engine(why.to_owned())));
        }
        other => {
            let why = format!("a failing test does not replay: {other:?}");
            return Err(InternalError(why));
        }
    };
    let (replayed, fault) = minimise::minimise_test(question, replayed, fault);
    let (replayed, fault) = layout::needed(question, replayed, fault);
    Ok(violated(question, replayed, fault))
}

/// Whether the replay ran into the fault that the engine claims. An engine that works on inlined
/// procedures places a fault inside a library model where the replay blames the call of it.
fn is_same(replayed: &Fault, claimed: &Fault) -> bool {
    let place = claimed.span;
    replayed.kind == claimed.kind
        && (replayed.span == place || replayed.stack.iter().any(|entry| entry.span == place))
}

/// Whether blocks are lost. Where procedures are inlined the variables of a callee outlive its
/// invocation, and what they lead to is lost only later, or not at all.
fn is_loss(replayed: &Fault) -> bool {
    let loss = FailKind::Check(CheckKind::Leak);
    replayed.kind == FaultKind::Stated(loss)
}

/// Has a proof checked independently; a refusal is an *unknown*, because a proof that nobody
/// can re-establish proves nothing. Other solvers are asked after the embedded one has agreed,
/// so that a contradiction of theirs is known to be one.
fn certified(
    question: Question<'_>,
    proof: Box<Proof>,
    others: &mut [Box<dyn Solver>],
    budget: &Budget,
) -> Result<Verdict, InternalError> {
    let (program, options) = (question.program, question.options);
    if !options.certify {
        let certificate = None;
        return Ok(Verdict::Proved { proof, certificate });
    }
    let assumed = environment(&options.config, options.error_function.as_deref());
    let by = |others: &mut [Box<dyn Solver>]| {
        let demanded = certify_demands(question, others, budget)?;
        let mut certificate = certify_under(program, &proof, assumed, others, budget)?;
        certificate.obligations += demanded;
        Ok(certificate)
    };
    let mut certificate = match by(&mut []) {
        Ok(certificate) => certificate,
        Err(refusal) => return Ok(Verdict::Unknown(Cause::NotCertified(refusal))),
    };
    if !others.is_empty() {
        certificate = match by(others) {
            Ok(certificate) => certificate,
            Err(Refusal::Undecided(why)) => {
                return Ok(Verdict::Unknown(Cause::SecondOpinion(why)));
            }
            Err(refusal) => {
                let why = format!("the solvers disagree about a proof: {refusal}");
                return Err(InternalError(why));
            }
        };
    }
    let certificate = Some(certificate);
    Ok(Verdict::Proved { proof, certificate })
}

/// Makes of an answer whose proof was refused what is left of that proof: one that is certified, or else
/// the failures that it does not exclude.
pub(super) fn weakened(
    question: Question<'_>,
    mut answer: Answer,
    others: &mut [Box<dyn Solver>],
    budget: &Budget,
) -> Result<Answer, InternalError> {
    let (program, options) = (question.program, question.options);
    let assumed = environment(&options.config, options.error_function.as_deref());
    let refused = answer.refused.take().filter(|_| options.certify);
    let left = refused.and_then(|proof| weaken(program, &proof, assumed, budget));
    let Some(left) = left else {
        return Ok(answer);
    };
    if !left.open.is_empty() {
        answer.left = Some(Box::new(left));
        return Ok(answer);
    }
    let verdict = certified(question, Box::new(left.proof), others, budget)?;
    if verdict.is_proved() {
        answer.verdict = verdict;
        answer.search_for_faults(question);
    }
    Ok(answer)
}

/// The report on a proof of a program that differs in what it assumes, if it is one of this program too.
pub(super) fn certified_claim(
    question: Question<'_>,
    proof: Proof,
    engine: &'static str,
) -> Option<Report> {
    let start = Instant::now();
    let options = question.options;
    let budget = options.budget_until(start + options.timeout);
    let program = fingerprint(question.program);
    let proof = Box::new(Proof { program, ..proof });
    let verdict = certified(question, proof, &mut [], &budget).ok()?;
    if !verdict.is_proved() {
        return None;
    }
    let mut answer = Answer::new(verdict, engine, start, Duration::ZERO);
    answer.search_for_faults(question);
    let report = answer.report(question);
    report.verdict.is_proved().then_some(report)
}

/// Has the checker find out whether all is checked that has to be; the number of its claims.
fn certify_demands(
    question: Question<'_>,
    others: &mut [Box<dyn Solver>],
    budget: &Budget,
) -> Result<usize, Refusal> {
    match &question.options.checks {
        None => Ok(0),
        // What the end of the program is to have freed is what `main` has allocated.
        Some(checks) if checks.ask_about_blocks() && !question.starts_at_main() => {
            let what = "blocks where the program does not start at 'main'";
            Err(Refusal::NotModelled(what.to_owned()))
        }
        Some(checks) => certify_checks(
            &checks.source,
            question.program,
            &checks.kinds,
            &checks.assumed,
            others,
            budget,
        ),
    }
}

/// Has a proof checked by the embedded solver alone.
pub(super) fn certify_by_embedded(
    program: &Program,
    proof: &Proof,
    assumed: Environment,
    budget: &Budget,
) -> Result<Certificate, Refusal> {
    certify_under(program, proof, assumed, &mut [], budget)
}
