//! From a loaded program to a verdict.

use hatha_certify::{Certificate, certify};
use hatha_cfa::{ProcId, Program, Storage, VarScope};
use hatha_engine::dash::Dash;
use hatha_engine::directed::is_asked_for;
use hatha_engine::simulate::Prefix;
use hatha_engine::{Counts, Engine, FailingTest, Finding, Task};
use hatha_exec::concrete::Concrete;
use hatha_exec::config::{Config, Externals, Policy};
use hatha_exec::console::Captured;
use hatha_exec::fault::{Fault, Stop};
use hatha_exec::image::Image;
use hatha_exec::machine::Machine;
use hatha_proof::Proof;
use hatha_proof::input::InputVector;
use hatha_smt::Budget;
use std::time::{Duration, Instant};

/// What to check and with what limits.
#[derive(Clone, Debug)]
pub struct Options {
    /// The environment of the program.
    pub config: Config,
    /// The whole search ends after this time.
    pub timeout: Duration,
    /// Seed of the first test.
    pub seed: u64,
    /// Steps that one test may take.
    pub test_steps: u64,
    /// The one function whose call is the failure; otherwise every fault is one.
    pub error_function: Option<String>,
}

/// The answer.
#[derive(Debug)]
pub enum Verdict {
    /// No failure can be reached.
    Proved {
        /// The proof.
        proof: Box<Proof>,
        /// Who agreed.
        certificate: Certificate,
    },
    /// A failure was reached.
    Violated {
        /// The inputs.
        test: Box<InputVector>,
        /// The fault, as the replay saw it.
        fault: Box<Fault>,
    },
    /// Neither is known.
    Unknown(String),
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
    /// What the verdict rests on.
    pub assumptions: Vec<String>,
}

/// A defect of hatha; never a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InternalError(pub String);

/// Checks a program.
pub fn check(program: &Program, entry: ProcId, options: &Options) -> Result<Report, InternalError> {
    let start = Instant::now();
    let budget = Budget {
        deadline: Some(start + options.timeout),
        ..Budget::unlimited()
    };
    let task = Task {
        program,
        entry,
        config: options.config.clone(),
        havoc_globals: options.config.externals != Externals::Pure,
        seed: options.seed,
        budget: budget.clone(),
        test_steps: options.test_steps,
    };
    let engine = Dash;
    let search = engine.search(&task);
    let verdict = match search.finding {
        Finding::Test(test) => replayed(program, entry, options, &test)?,
        // The checker takes a variable for what was stored last, volatile or not.
        Finding::Proof(_) if options.config.volatile_any => {
            Verdict::Unknown("proofs under --volatile any are not supported yet".to_owned())
        }
        Finding::Proof(proof) => certified(program, proof, &budget)?,
        Finding::Unknown(why) => Verdict::Unknown(why),
        Finding::Internal(why) => return Err(InternalError(why)),
    };
    Ok(Report {
        verdict,
        engine: engine.name(),
        counts: search.counts,
        seconds: start.elapsed().as_secs_f64(),
        assumptions: assumptions(program, options),
    })
}

fn assumptions(program: &Program, options: &Options) -> Vec<String> {
    let mut list = Vec::new();
    let externals = program.procs.iter().any(|p| !p.defined);
    let globals = || {
        program
            .vars
            .iter()
            .any(|v| v.scope == VarScope::Global && v.storage == Storage::Memory)
    };
    if externals && options.config.externals == Externals::Pure {
        list.push("functions without a body change nothing but return any value".to_owned());
    } else if externals && globals() {
        list.push(
            "functions without a body change only what they can see, and call nothing back"
                .to_owned(),
        );
    }
    list
}

/// Replays a failing test on the program as loaded; a different end is a defect, not a verdict.
fn replayed(
    program: &Program,
    entry: ProcId,
    options: &Options,
    test: &FailingTest,
) -> Result<Verdict, InternalError> {
    let mut vector = InputVector::new(&program.target, &program.proc(entry).name);
    vector.inputs.clone_from(&test.inputs);
    if !is_asked_for(options.error_function.as_deref(), &test.fault.kind) {
        let place = program.sources.describe(test.fault.span);
        let why = format!(
            "a test runs into {} at {place}, which the property does not ask about",
            test.fault.kind
        );
        return Ok(Verdict::Unknown(why));
    }
    match replay(program, entry, &options.config, &vector)? {
        Stop::Fault(fault) if fault.kind == test.fault.kind && fault.span == test.fault.span => {
            Ok(Verdict::Violated {
                test: Box::new(vector),
                fault: Box::new(fault),
            })
        }
        other => Err(InternalError(format!(
            "a failing test does not replay: {other:?}"
        ))),
    }
}

/// Runs the plain concrete simulator on an input vector, with the meaning of reachability.
pub fn replay(
    program: &Program,
    entry: ProcId,
    config: &Config,
    vector: &InputVector,
) -> Result<Stop, InternalError> {
    let image = Image::new(program).map_err(InternalError)?;
    let config = Config {
        policy: Policy {
            misaligned: config.policy.misaligned,
            ..Policy::REACHABILITY
        },
        ..config.clone()
    };
    let bits: Result<Vec<u128>, String> = vector.inputs.iter().map(|e| e.bits()).collect();
    let domain = Concrete::new(
        config.policy,
        Box::new(Prefix::new(bits.map_err(InternalError)?)),
    );
    let console = Captured::with_stdin(&vector.stdin);
    let mut machine = Machine::new(&image, config, domain, (), console);
    match machine.start_entry(entry) {
        Ok(()) => Ok(machine.run()),
        Err(stop) => Ok(*stop),
    }
}

/// Has a proof checked independently; a refusal is an *unknown*, because a proof that nobody
/// can re-establish proves nothing.
fn certified(
    program: &Program,
    proof: Box<Proof>,
    budget: &Budget,
) -> Result<Verdict, InternalError> {
    Ok(match certify(program, &proof, &mut [], budget) {
        Ok(certificate) => Verdict::Proved { proof, certificate },
        Err(refusal) => Verdict::Unknown(format!("a proof was found but not certified: {refusal}")),
    })
}
