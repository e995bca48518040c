//! The verdict and what comes with it.

use super::portfolio::{EngineEnd, EngineReport};
use super::property::Property;
use super::trace::Trace;
use super::vacuity::Vacuity;
use crate::assumption::Assumption;
use hatha_certify::{Certificate, Refusal, Weakened};
use hatha_cfa::{EdgeId, ProcId};
use hatha_engine::{Counts, Resumed};
use hatha_exec::fault::{Fault, FaultKind};
use hatha_exec::image::ImageError;
use hatha_proof::input::InputVector;
use hatha_proof::{Proof, Suggestion};
use std::time::Duration;

/// The answer.
#[derive(Debug)]
pub enum Verdict {
    /// No failure can be reached.
    Proved {
        /// The proof.
        proof: Box<Proof>,
        /// Who agreed; `None` if nobody was asked.
        certificate: Option<Certificate>,
    },
    /// A failure was reached.
    Violated {
        /// The inputs.
        test: Box<InputVector>,
        /// The fault, as the replay saw it.
        fault: Box<Fault>,
        /// The edge that failed, of the program that was searched.
        failed: Option<(ProcId, EdgeId)>,
        /// The way there.
        trace: Trace,
    },
    /// Neither is known, for this cause.
    Unknown(Cause),
}

impl Verdict {
    /// Whether neither a proof nor a failure is known.
    pub fn is_unknown(&self) -> bool {
        matches!(self, Verdict::Unknown(_))
    }

    /// Whether no failure can be reached.
    pub fn is_proved(&self) -> bool {
        matches!(self, Verdict::Proved { .. })
    }
}

/// Why nothing but *unknown* can be said.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Cause {
    /// The engine ended without a proof and without a failing test, for a reason of its own.
    #[error("{0}")]
    Engine(String),
    /// The engine was ended by the time limit; with what it says about that.
    #[error("{0}")]
    Time(String),
    /// The checker takes a variable for what was stored last, volatile or not.
    #[error("proofs under --volatile any are not supported yet")]
    VolatileAny,
    /// The checker refused the proof of the engine.
    #[error("a proof was found but not certified: {0}")]
    NotCertified(Refusal),
    /// The checker accepted the proof, but another solver could not decide a claim of it.
    #[error("a proof was found, but the second opinion is undecided: {0}")]
    SecondOpinion(String),
    /// The failing test of an engine fails in a way that is not asked about.
    #[error("a test runs into {kind} at {place}, which the property does not ask about")]
    OtherFault {
        /// The fault.
        kind: FaultKind,
        /// Its place in the source.
        place: String,
    },
    /// A test ran into a fault that could not be shown again, so that a proof does not stand.
    #[error("a test ran into a fault that is not part of the proof: {kind} at {place}")]
    FaultBesideProof {
        /// The fault.
        kind: FaultKind,
        /// Its place in the source.
        place: String,
    },
    /// None of several engines has a verdict.
    #[error("{}", portfolio_text(*out_of_time, engines))]
    Portfolio {
        /// Whether the time limit ended the search.
        out_of_time: bool,
        /// How each engine ended.
        engines: Vec<(&'static str, EngineEnd)>,
    },
}

impl Cause {
    /// A name that reports keep, `docs/formats/check.md`.
    pub fn name(&self) -> &'static str {
        match self {
            Cause::Engine(_)
            | Cause::Portfolio {
                out_of_time: false, ..
            } => "gave-up",
            Cause::Time(_)
            | Cause::Portfolio {
                out_of_time: true, ..
            } => "time",
            Cause::VolatileAny => "volatile-any",
            Cause::NotCertified(_) => "not-certified",
            Cause::SecondOpinion(_) => "second-opinion",
            Cause::OtherFault { .. } => "other-fault",
            Cause::FaultBesideProof { .. } => "fault-beside-proof",
        }
    }
}

fn portfolio_text(out_of_time: bool, engines: &[(&str, EngineEnd)]) -> String {
    let text = |(engine, end): &(&str, EngineEnd)| format!("{engine}: {end}");
    let ends: Vec<String> = engines.iter().map(text).collect();
    match out_of_time {
        true => format!("out of time ({})", ends.join("; ")),
        false => ends.join("; "),
    }
}

/// Where the time went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// Searching.
    pub search: Duration,
    /// Replaying or certifying what was found.
    pub certify: Duration,
    /// Asking whether the proof is vacuous.
    pub vacuity: Duration,
}

/// An answer with what it took.
#[derive(Debug)]
pub struct Report {
    /// The answer.
    pub verdict: Verdict,
    /// The engine.
    pub engine: &'static str,
    /// Its counts.
    pub counts: Counts,
    /// Wall time in seconds.
    pub seconds: f64,
    /// Its parts.
    pub times: Times,
    /// What the verdict rests on.
    pub assumptions: Vec<Assumption>,
    /// The checks in the program, one by one.
    pub properties: Vec<Property>,
    /// Whether the proof is about one part of the checks: the others were proved apart.
    pub proof_is_part: bool,
    /// With a verdict for each check: what fails, each with its own test, the first one first.
    pub violations: Vec<Violation>,
    /// Set if the program is proved and the proof is vacuous.
    pub vacuity: Option<Vacuity>,
    /// What was made of an earlier search for a program that differs a little.
    pub resumed: Option<Resumed>,
    /// What the proof suggests for programs that differ a little.
    pub suggestion: Option<Box<Suggestion>>,
    /// What each engine did, where several went on side by side.
    pub engines: Vec<EngineReport>,
    /// What is left of a proof that was refused: it does not exclude every failure.
    pub left: Option<Box<Weakened>>,
    /// Whether checks that are not decided were left because something has failed and they are hard.
    pub is_exhausted: bool,
    /// The defects of hatha that the run met and went on without.
    pub internal_errors: Vec<InternalError>,
}

/// One of several failures.
#[derive(Debug)]
pub struct Violation {
    /// The check that fails, if it is one.
    pub id: Option<String>,
    /// The inputs.
    pub test: Box<InputVector>,
    /// The fault, as the replay saw it.
    pub fault: Box<Fault>,
    /// The path of the test.
    pub trace: Trace,
}

/// Evidence from an earlier run, to be confirmed again.
#[derive(Debug)]
pub enum Evidence {
    /// Inputs that made the program fail.
    Test(Box<InputVector>),
    /// A proof.
    Proof(Box<Proof>),
}

/// What is known from an earlier run.
#[derive(Debug)]
pub struct Known {
    /// The evidence.
    pub evidence: Evidence,
    /// Whether the proof is known not to be vacuous; otherwise that is asked again.
    pub not_vacuous: bool,
}

/// A defect of hatha; never a verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InternalError(pub String);

/// A program that was loaded and searched can run.
impl From<ImageError> for InternalError {
    fn from(error: ImageError) -> Self {
        InternalError(error.to_string())
    }
}
