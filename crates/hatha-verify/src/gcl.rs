//! From a system of guarded commands to a verdict.
//!
//! **Invariant.** A verdict is given only after the interpreter has replayed the execution, or
//! the independent checker has accepted the proof (`crates/hatha/tests/gcl.rs`).

use crate::check::InternalError;
use hatha_ase::{Answer, Counts, Engine};
use hatha_certify::{Certificate, Refusal, certify_gcl};
use hatha_gcl::Model;
use hatha_gcl::interpret::Wrong;
use hatha_gcl::model::Expr;
use hatha_gcl::proof::Proof;
use hatha_gcl::schedule::{Replayed, Schedule};
use hatha_smt::{Budget, Solver};
use std::time::{Duration, Instant};

/// What to check and with what limits.
#[derive(Clone, Debug)]
pub struct Options {
    /// The engine.
    pub engine: Engine,
    /// Predicates to start from.
    pub predicates: Vec<Expr>,
    /// Whether a proof is certified before it counts.
    pub certify: bool,
    /// The limits.
    pub budget: Budget,
}

/// The answer.
#[derive(Debug)]
pub enum Verdict {
    /// No wrong state can be reached.
    Proved {
        /// The proof.
        proof: Proof,
        /// What concluded it.
        concluded: &'static str,
        /// Who agreed; `None` if nobody was asked.
        certificate: Option<Certificate>,
    },
    /// An execution reaches a wrong state.
    Violated {
        /// The execution.
        schedule: Schedule,
        /// Its states, as the interpreter saw them.
        replayed: Replayed,
        /// What is wrong with the last one.
        wrong: Wrong,
    },
    /// Neither is known.
    Unknown(Cause),
}

/// Why nothing but *unknown* can be said.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Cause {
    /// The engine ended without an answer, for a reason of its own.
    #[error("{0}")]
    Engine(String),
    /// The engine was ended by a limit; with what it says about that.
    #[error("{0}")]
    Limit(String),
    /// A claim of the proof could not be decided.
    #[error("the proof could not be certified: {0}")]
    NotCertified(String),
}

impl Cause {
    /// A name that reports keep, `docs/formats/check.md`.
    pub fn name(&self) -> &'static str {
        match self {
            Cause::Engine(_) => "gave-up",
            Cause::Limit(_) => "time",
            Cause::NotCertified(_) => "not-certified",
        }
    }
}

/// An answer with what it took.
#[derive(Debug)]
pub struct Report {
    /// The answer.
    pub verdict: Verdict,
    /// What the engine counted.
    pub counts: Counts,
    /// How long the search took, and how long the confirmation.
    pub times: (Duration, Duration),
}

/// Checks a system: searches, then replays the execution or has the proof certified.
pub fn check(
    model: &Model,
    options: &Options,
    others: &mut [Box<dyn Solver>],
) -> Result<Report, InternalError> {
    let start = Instant::now();
    let budget = &options.budget;
    let (found, counts) =
        hatha_ase::run(model, options.engine, &options.predicates, budget.clone());
    let searched = start.elapsed();
    agreed(budget)?;
    let verdict = match found {
        Answer::Unknown(why) if budget.is_interrupted() => Verdict::Unknown(Cause::Limit(why)),
        Answer::Unknown(why) => Verdict::Unknown(Cause::Engine(why)),
        Answer::Proved(concluded, proof) => {
            certified(model, proof, concluded.name(), options, others)?
        }
        Answer::Violated(schedule) => replayed(model, schedule)?,
    };
    agreed(budget)?;
    Ok(Report {
        verdict,
        counts,
        times: (searched, start.elapsed() - searched),
    })
}

/// Solvers that disagree about anything on the way are a defect, whatever was found.
fn agreed(budget: &Budget) -> Result<(), InternalError> {
    match budget.referee.as_ref().and_then(|r| r.disagreement()) {
        None => Ok(()),
        Some(why) => Err(InternalError(format!("the solvers disagree: {why}"))),
    }
}

fn certified(
    model: &Model,
    proof: Proof,
    concluded: &'static str,
    options: &Options,
    others: &mut [Box<dyn Solver>],
) -> Result<Verdict, InternalError> {
    let certificate = match options.certify {
        false => None,
        true => match certify_gcl(model, &proof, others, &options.budget) {
            Ok(certificate) => Some(certificate),
            Err(Refusal::Undecided(why)) => return Ok(Verdict::Unknown(Cause::NotCertified(why))),
            Err(refusal) => {
                let why = format!("the proof is refused: {refusal}");
                return Err(InternalError(why));
            }
        },
    };
    Ok(Verdict::Proved {
        proof,
        concluded,
        certificate,
    })
}

fn replayed(model: &Model, schedule: Schedule) -> Result<Verdict, InternalError> {
    let defect = |why: String| InternalError(format!("the execution cannot be replayed: {why}"));
    let replayed = schedule.replay(model).map_err(|e| defect(e.to_string()))?;
    match replayed.wrong.clone() {
        Some(wrong) => Ok(Verdict::Violated {
            schedule,
            replayed,
            wrong,
        }),
        None => Err(defect("nothing is wrong with its last state".to_owned())),
    }
}
