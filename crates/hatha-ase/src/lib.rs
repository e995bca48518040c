//! Abstract analysis of symbolic executions (Albarghouthi, Gurfinkel, Wei,
//! Chechik; CAV 2010), for systems of guarded commands.
//!
//! [`run`] searches for an execution to a wrong state and for a proof that there
//! is none: engine [`ase`] is the paper's algorithm, [`ur`] the one that it
//! compares with.
//!
//! **Invariant.** An [`Answer`] is a claim with its evidence, never a verdict: a
//! schedule is replayed by the interpreter, a proof is re-established by
//! `hatha-certify`. Every doubt of the solver is [`Answer::Unknown`].
//! Tests: `crates/hatha-ase/tests/random.rs`, `crates/hatha/tests/gcl.rs`.
//!
//! Deliberately absent: files, and the certification.

#![warn(unreachable_pub)]

pub mod analysis;
pub mod ase;
pub mod checks;
mod difference;
pub mod eliminate;
pub mod oracle;
mod path;
mod proof;
mod small;
pub mod split;
pub mod state;
pub mod symbolic_exec;
pub mod ur;

use analysis::Analysis;
use hatha_gcl::model::Expr;
use hatha_gcl::proof::Proof;
use hatha_gcl::schedule::Schedule;
use hatha_gcl::{Model, System};
use hatha_smt::Budget;
use oracle::{Oracle, Trouble};
use std::time::Duration;
use symbolic_exec::Exploration;

/// The algorithms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Abstract analysis of symbolic executions.
    Ase,
    /// Under-approximation refinement.
    Ur,
}

/// Their names.
pub const ENGINES: [(&str, Engine); 2] = [("ase", Engine::Ase), ("ur", Engine::Ur)];

/// What concluded a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// All executions end in a safe exact fragment.
    SafeFragment,
    /// The explored abstract states are closed under all transitions.
    InductiveInvariant,
    /// All transitions are exact (`ur`).
    Exact,
}

impl Check {
    /// The name in results.
    pub fn name(self) -> &'static str {
        match self {
            Check::SafeFragment => "safe-fragment",
            Check::InductiveInvariant => "inductive-invariant",
            Check::Exact => "exact",
        }
    }
}

/// What a run found.
#[derive(Clone, Debug)]
pub enum Answer {
    /// No wrong state can be reached.
    Proved(Check, Proof),
    /// This execution reaches one.
    Violated(Schedule),
    /// Neither is known, for this reason.
    Unknown(String),
}

/// What a run took.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Rounds of the main loop.
    pub iterations: u64,
    /// Questions to the solver.
    pub queries: u64,
    /// Enumerations that were remembered.
    pub remembered: u64,
    /// Predicates in the last round.
    pub predicates: u64,
    /// Symbolic (or concrete) states explored in the last round.
    pub states: u64,
    /// Abstract states in the last round.
    pub classes: u64,
    /// Paths followed in the last round.
    pub paths: u64,
    /// Time of the solver.
    pub solver_time: Duration,
}

impl Counts {
    fn note(&mut self, analysis: &Analysis<'_>, exploration: &Exploration) {
        self.iterations += 1;
        self.predicates = analysis.predicates.len() as u64;
        self.states = exploration.states.len() as u64;
        self.classes = exploration.abstract_states().len() as u64;
        self.paths = exploration.paths() as u64;
    }
}

/// Searches. `predicates` are truth values over the variables.
pub fn run(model: &Model, engine: Engine, predicates: &[Expr], budget: Budget) -> (Answer, Counts) {
    let mut counts = Counts::default();
    let answer = match prepare(model, predicates, budget) {
        Err(trouble) => Answer::Unknown(trouble.to_string()),
        Ok(mut analysis) => {
            let answer = search(&mut analysis, engine, &mut counts);
            counts.queries = analysis.oracle.queries;
            counts.solver_time = analysis.oracle.time;
            counts.remembered = analysis.splitter.remembered;
            answer
        }
    };
    (answer, counts)
}

fn search(analysis: &mut Analysis<'_>, engine: Engine, counts: &mut Counts) -> Answer {
    let refused = match engine {
        Engine::Ase => None,
        Engine::Ur => ur::refusal(&analysis.system),
    };
    if let Some(why) = refused {
        return Answer::Unknown(why);
    }
    let found = match engine {
        Engine::Ase => ase::refine(analysis, counts),
        Engine::Ur => ur::refine(analysis, counts),
    };
    found.unwrap_or_else(|trouble| Answer::Unknown(trouble.to_string()))
}

/// The context of a run with the initial predicates.
pub fn prepare<'m>(
    model: &'m Model,
    predicates: &[Expr],
    budget: Budget,
) -> Result<Analysis<'m>, Trouble> {
    let mut system = System::new(model)?;
    let mut given = Vec::new();
    for predicate in predicates {
        given.push(system.predicate(model, predicate)?);
    }
    Ok(Analysis::new(model, Oracle::new(budget), &given, system))
}
