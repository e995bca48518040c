//! The question: a program, where it starts, what counts as a failure, and the limits.

use super::checks::Checks;
use super::earlier::EarlierResult;
use super::{InternalError, Report, portfolio, vacuity};
use hatha_certify::Environment;
use hatha_cfa::indirect::reachable_by_pointers;
use hatha_cfa::{ProcId, Program};
use hatha_engine::Refinement;
use hatha_engine::Reuse;
use hatha_engine::Target;
use hatha_engine::{Calls, Engine, Observer, Task, engines};
use hatha_exec::config::{Config, Externals, Misaligned};
use hatha_exec::fault::FaultKind;
use hatha_smt::{Budget, Referee, Solver};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The functions whose calls can be asked about on their own.
const ERROR_FUNCTIONS: [&str; 7] = [
    "reach_error",
    "__VERIFIER_error",
    "error",
    hatha_rules::FAILURE,
    hatha_cfa::checks::FAILED,
    vacuity::REACHED,
    hatha_front::observe::FAILED,
];

/// What to check and with what limits.
#[derive(Clone, Debug)]
pub struct Options {
    /// The environment of the program.
    pub config: Config,
    /// The name of the engine; see [`engines`].
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
    /// How calls are followed.
    pub calls: Calls,
    /// Whether invariants are learnt from tests.
    pub generalise: bool,
    /// Whether a walk stops at states that earlier ones cover.
    pub matching: bool,
    /// Whether a proof is certified before it counts.
    pub certify: bool,
    /// Inputs of tests to start from.
    pub seed_tests: Vec<Vec<u128>>,
    /// The solver that confirms every answer of another.
    pub referee: Option<Arc<Referee>>,
    /// Whether a failing test gets smaller values where it fails in the same way with them.
    pub minimise: bool,
    /// The result of an earlier run on a program that differs a little.
    pub earlier: Option<Arc<EarlierResult>>,
    /// Whether a proof comes with a suggestion for programs that differ a little.
    pub suggest: bool,
    /// What the checks of the program were put into, if it has some.
    pub checks: Option<Arc<Checks>>,
    /// With checks: whether each of them gets a verdict, and comments that accept them count.
    pub each: bool,
    /// With `each`: whether the search ends at the first check that fails.
    pub first: bool,
    /// With `each`: whether the search goes on behind a failure until every check is decided or the
    /// time is over, however much work that is.
    pub thorough: bool,
    /// The counted work that each of several engines may do, in units.
    pub most_work: Option<u64>,
    /// Ends the search of a single engine before its time.
    pub interrupt: Option<Arc<AtomicBool>>,
}

impl Options {
    /// The usual ones.
    pub fn new(config: Config, timeout: Duration) -> Self {
        Options {
            config,
            engine: "dash".to_owned(),
            timeout,
            seed: 0,
            test_steps: 10_000_000,
            error_function: None,
            refinement: Refinement::Hybrid,
            calls: Calls::Auto,
            generalise: true,
            matching: false,
            certify: true,
            seed_tests: Vec::new(),
            referee: None,
            minimise: false,
            earlier: None,
            suggest: false,
            checks: None,
            each: false,
            first: false,
            thorough: false,
            most_work: None,
            interrupt: None,
        }
    }

    pub(super) fn target(&self) -> Target {
        Target {
            function: self.error_function.clone(),
        }
    }

    /// Whether a fault is a failure that the question asks about.
    pub(super) fn asks_about(&self, kind: &FaultKind) -> bool {
        match (&self.error_function, kind) {
            (None, _) => true,
            (Some(name), FaultKind::Stated(stated)) => stated.is_asked(Some(name)),
            (Some(_), _) => false,
        }
    }

    /// A budget that the clock ends, and a disagreement between solvers.
    pub(super) fn budget_until(&self, deadline: Instant) -> Budget {
        Budget {
            deadline: Some(deadline),
            referee: self.referee.clone(),
            interrupt: self.interrupt.clone(),
            ..Budget::unlimited()
        }
    }
}

/// The check context: what takes part in a check besides the engine.
pub struct Context<'a> {
    /// The observer of the search.
    pub observer: &'a dyn Observer,
    /// Solvers that have to agree with every claim of a proof.
    pub others: &'a mut [Box<dyn Solver>],
    /// Where each check gets a verdict: hears of every violation as soon as it is confirmed, with a
    /// report on what is known by then. Whatever becomes of the search, that stays true.
    pub violated: &'a dyn Fn(&Report),
}

/// How a question is searched.
pub(super) enum Method {
    /// With several engines side by side.
    Portfolio,
    /// With one.
    One(Box<dyn Engine>),
}

/// A program with what is asked about it.
#[derive(Clone, Copy)]
pub(crate) struct Question<'a> {
    pub(crate) program: &'a Program,
    pub(crate) entry: ProcId,
    pub(crate) options: &'a Options,
}

impl<'a> Question<'a> {
    pub(super) fn method(&self, context: &Context<'_>) -> Result<Method, InternalError> {
        let options = self.options;
        let name = match options.engine.as_str() {
            // A second solver confirms one query after the other: nothing goes on beside it.
            portfolio::NAME if options.referee.is_some() || !context.others.is_empty() => "dash",
            portfolio::NAME => return Ok(Method::Portfolio),
            name => name,
        };
        let named = engines().into_iter().find(|e| e.name() == name);
        let missing = || InternalError(format!("no engine '{}'", options.engine));
        named.map(Method::One).ok_or_else(missing)
    }

    /// Whether an execution is one of the whole program.
    pub(super) fn starts_at_main(&self) -> bool {
        self.program.proc(self.entry).name == "main"
    }

    /// The question as engines take it.
    pub(super) fn task(&self, budget: &Budget, observer: &'a dyn Observer) -> Task<'a> {
        let options = self.options;
        Task {
            program: self.program,
            entry: self.entry,
            config: options.config.clone(),
            havoc_globals: options.config.externals != Externals::Pure,
            seed: options.seed,
            budget: budget.clone(),
            test_steps: options.test_steps,
            target: options.target(),
            refinement: options.refinement,
            calls: options.calls,
            generalise: options.generalise,
            ranges: options.checks.is_some(),
            matching: options.matching,
            objects_by_name: true,
            seed_tests: options.seed_tests.clone(),
            reuse: Reuse {
                suggestion: None,
                leaves: options.suggest,
            },
            observer,
            exchange: None,
        }
    }
}

/// What the checker of proofs has to assume of the environment.
pub fn environment(config: &Config, error_function: Option<&str>) -> Environment {
    // Without the name every failure counts, which demands more of a proof.
    let known = |name: &str| ERROR_FUNCTIONS.into_iter().find(|&f| f == name);
    Environment {
        only_calls_of: error_function.and_then(known),
        externals: match config.externals {
            Externals::Havoc => hatha_certify::Externals::Havoc,
            Externals::Pure => hatha_certify::Externals::Pure,
            Externals::Refuse => hatha_certify::Externals::Refuse,
        },
        misaligned_allowed: config.policy.misaligned == Misaligned::Allow,
        volatile_any: config.volatile_any,
        pointers: config.pointers,
        device_memory: !config.regions.is_empty(),
    }
}

/// The functions without a body that the entry may come to call.
pub fn externals(program: &Program, entry: ProcId) -> Vec<String> {
    let reached = reachable_by_pointers(program, entry);
    let unknown = reached.into_iter().filter(|&p| !program.proc(p).defined);
    unknown.map(|p| program.proc(p).name.clone()).collect()
}
