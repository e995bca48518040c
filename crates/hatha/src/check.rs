//! From a loaded program to a verdict.

use crate::replay::replay;
use hatha_certify::{Certificate, Environment, certify_under};
use hatha_cfa::{FailKind, ProcId, Program, Storage, VarScope};
use hatha_engine::block::Target;
use hatha_engine::refine::Refinement;
use hatha_engine::{Counts, FailingTest, Finding, Task, engines};
use hatha_exec::config::{Config, Externals, Misaligned};
use hatha_exec::fault::{Fault, FaultKind, Stop};
use hatha_proof::Proof;
use hatha_proof::input::InputVector;
use hatha_smt::Budget;
use std::time::{Duration, Instant};

/// What to check and with what limits.
#[derive(Clone, Debug)]
pub struct Options {
    /// The environment of the program.
    pub config: Config,
    /// The name of the engine.
    pub engine: String,
    /// The whole search ends after this time.
    pub timeout: Duration,
    /// Seed of the first test.
    pub seed: u64,
    /// Steps that one test may take.
    pub test_steps: u64,
    /// The one function whose call is the failure; otherwise every fault is one.
    pub error_function: Option<String>,
    /// How predicates are chosen.
    pub refinement: Refinement,
    /// Whether invariants are learnt from tests.
    pub generalise: bool,
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
        target: Target {
            function: options.error_function.clone(),
        },
        refinement: options.refinement,
        generalise: options.generalise,
    };
    let named = engines().into_iter().find(|e| e.name() == options.engine);
    let Some(engine) = named else {
        return Err(InternalError(format!("no engine '{}'", options.engine)));
    };
    let search = engine.search(&task);
    let verdict = match search.finding {
        Finding::Test(test) => replayed(program, entry, options, &test)?,
        // The checker takes a variable for what was stored last, volatile or not.
        Finding::Proof(_) if options.config.volatile_any => {
            Verdict::Unknown("proofs under --volatile any are not supported yet".to_owned())
        }
        Finding::Proof(proof) => certified(program, proof, &options.config, &budget)?,
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
    if !options.config.entry_alias {
        let text = "pointers that the entry starts from lead to different objects";
        list.push(text.to_owned());
    }
    list.extend(preconditions(program));
    list
}

/// What `--assume` says about the start.
fn preconditions(program: &Program) -> Vec<String> {
    let mut files = program.sources.files();
    let file = files.find(|(_, f)| f.name == hatha_front::assume::FILE);
    let text = file.and_then(|(_, f)| f.text.as_deref());
    let line = |l: &str| format!("`{l}` holds at the entry");
    text.unwrap_or("").lines().map(line).collect()
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
    if !is_asked_for(options, &test.fault.kind) {
        let place = program.sources.describe(test.fault.span);
        let why = format!(
            "a test runs into {} at {place}, which the property does not ask about",
            test.fault.kind
        );
        return Ok(Verdict::Unknown(why));
    }
    let replayed = replay(program, entry, &options.config, &vector).map_err(InternalError)?;
    match replayed.stop {
        Stop::Fault(fault) if fault.kind == test.fault.kind && fault.span == test.fault.span => {
            Ok(Verdict::Violated {
                test: Box::new(replayed.vector),
                fault: Box::new(fault),
            })
        }
        other => Err(InternalError(format!(
            "a failing test does not replay: {other:?}"
        ))),
    }
}

/// Whether a fault is what the property is about.
fn is_asked_for(options: &Options, kind: &FaultKind) -> bool {
    match (&options.error_function, kind) {
        (None, _) => true,
        (Some(name), FaultKind::Stated(FailKind::ReachError(reached))) => name == reached,
        (Some(_), _) => false,
    }
}

/// Has a proof checked independently; a refusal is an *unknown*, because a proof that nobody
/// can re-establish proves nothing.
fn certified(
    program: &Program,
    proof: Box<Proof>,
    config: &Config,
    budget: &Budget,
) -> Result<Verdict, InternalError> {
    let answer = certify_under(program, &proof, environment(config), &mut [], budget);
    Ok(match answer {
        Ok(certificate) => Verdict::Proved { proof, certificate },
        Err(refusal) => Verdict::Unknown(format!("a proof was found but not certified: {refusal}")),
    })
}

/// What the checker of proofs has to assume of the environment.
pub fn environment(config: &Config) -> Environment {
    Environment {
        externals: match config.externals {
            Externals::Havoc => hatha_certify::Externals::Havoc,
            Externals::Pure => hatha_certify::Externals::Pure,
            Externals::Refuse => hatha_certify::Externals::Refuse,
        },
        misaligned_allowed: config.policy.misaligned == Misaligned::Allow,
        volatile_any: config.volatile_any,
    }
}
