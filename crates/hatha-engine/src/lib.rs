//! The algorithms that search for a test and a proof.
//!
//! **Invariant.** An engine gets a program and a budget and returns data. It
//! does no I/O and gives no verdict on its own word: a failing test is replayed
//! and a proof certified by whoever asked, with code that is not here.
//! Tests: `crates_without_files_or_processes_use_none`, `a_defect_of_one_engine_leaves_the_others`,
//! `no_defect_leads_to_a_wrong_verdict`.

#![warn(unreachable_pub)]

mod algorithms;
mod display;
mod events;
mod inference;
mod questions;
mod regions;
mod reuse;
mod testing;
mod tuning;

pub use algorithms::dash::{Dash, Policies};
pub use algorithms::directed;
pub use algorithms::exchange::{Exchange, Predicate};
pub use events::observe::{self, Answer, Event, Observer};
pub use hatha_blocks::block::Target;
pub use hatha_blocks::flat::Calls;
pub use questions::refine::Refinement;
pub use reuse::suggestion::{Resumed, Reuse};
pub use testing::simulate::Prefix;

use hatha_cfa::{FailKind, ProcId, Program, Span};
use hatha_exec::config::Config;
use hatha_exec::fault::Fault;
use hatha_proof::input::{InputEntry, Placement};
use hatha_proof::{Proof, Suggestion};
use hatha_smt::Budget;
use std::time::Duration;

/// A question: can a failure be reached from `entry`?
#[derive(Debug)]
pub struct Task<'a> {
    /// The program, as loaded.
    pub program: &'a Program,
    /// Where it starts.
    pub entry: ProcId,
    /// The environment of its runs.
    pub config: Config,
    /// Whether unknown functions may change visible globals.
    pub havoc_globals: bool,
    /// Seed of the first test.
    pub seed: u64,
    /// What ends the search.
    pub budget: Budget,
    /// Steps that one test may take.
    pub test_steps: u64,
    /// Which failures are asked about.
    pub target: Target,
    /// How calls are followed.
    pub calls: Calls,
    /// How predicates are chosen.
    pub refinement: Refinement,
    /// Whether invariants are learnt from tests.
    pub generalise: bool,
    /// Whether the search starts from ranges of variables ([`algorithms::intervals`]): many questions
    /// about small things need no more.
    pub ranges: bool,
    /// Whether a walk stops at states that earlier ones cover.
    pub matching: bool,
    /// Whether a pointer is taken to lead to the one object whose address the program writes to
    /// it; the checker has the last word on that.
    pub objects_by_name: bool,
    /// Inputs of tests to start from, besides the engine's own.
    pub seed_tests: Vec<Vec<u128>>,
    /// What is taken from an earlier search and left for a later one.
    pub reuse: Reuse<'a>,
    /// Who watches.
    pub observer: &'a dyn Observer,
    /// Other searches for the same that go on beside this one.
    pub exchange: Option<&'a dyn Exchange>,
}

/// The work of a question of so many terms beside that of a solver, in units of a budget: what is
/// known of earlier ones is looked at.
pub(crate) fn work_of_question(terms: usize) -> u64 {
    tuning::work::QUESTION_TERM * terms as u64
}

/// The work of a test of so many steps, in units of a budget.
pub(crate) fn work_of(steps: u64) -> u64 {
    tuning::work::TEST + steps / tuning::work::TEST_STEPS
}

/// The same for a test that is run with terms beside words, and has so many constraints.
pub(crate) fn work_of_trace(steps: u64, constraints: usize) -> u64 {
    tuning::work::TEST
        + steps / tuning::work::TRACE_STEPS
        + tuning::work::CONSTRAINT * constraints as u64
}

/// A test that fails, to be replayed.
#[derive(Clone, Debug)]
pub struct FailingTest {
    /// The inputs in order.
    pub inputs: Vec<InputEntry>,
    /// Where objects lie whose addresses it may depend on.
    pub layout: Vec<Placement>,
    /// The fault it ran into.
    pub fault: Fault,
}

/// What an engine found.
#[derive(Debug)]
pub enum Finding {
    /// A test that fails.
    Test(Box<FailingTest>),
    /// A proof, to be certified.
    Proof(Box<Proof>),
    /// Neither, and why.
    Unknown(String),
    /// A defect of hatha.
    Internal(String),
}

/// Counts of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Iterations of the main loop.
    pub iterations: u64,
    /// Tests run.
    pub tests: u64,
    /// Live regions at the end.
    pub regions: u64,
    /// Splits made.
    pub predicates: u64,
    /// Steps over calls that a test took as another test had gone through the procedure.
    pub must_summaries: u64,
    /// Combined states that a walk has made choices in.
    pub states: u64,
    /// Times that the abstraction was refined and a walk began again.
    pub refinements: u64,
    /// Solver queries of the search.
    pub queries: u64,
    /// Solver queries that look for invariants.
    pub generalisation_queries: u64,
    /// Time spent in solvers, as far as the engine measures it.
    pub solver_time: Duration,
}

impl Counts {
    /// Adds what another attempt took; the regions are those of the last one.
    pub(crate) fn add(&mut self, other: &Counts) {
        self.iterations += other.iterations;
        self.tests += other.tests;
        self.regions = other.regions;
        self.predicates += other.predicates;
        self.must_summaries += other.must_summaries;
        self.states += other.states;
        self.refinements += other.refinements;
        self.queries += other.queries;
        self.generalisation_queries += other.generalisation_queries;
        self.solver_time += other.solver_time;
    }
}

/// The result of a search.
#[derive(Debug)]
pub struct Search {
    /// What was found.
    pub finding: Finding,
    /// How much it took.
    pub counts: Counts,
    /// What it made of an earlier search, where it started from one.
    pub resumed: Option<Resumed>,
    /// What it leaves for a later search.
    pub suggestion: Option<Box<Suggestion>>,
    /// The first of its tests that ran into a fault, whether it was asked about or not, and
    /// whatever the algorithm made of it: whoever asked decides what it means.
    pub faulted: Option<Box<FailingTest>>,
    /// The failures that it does not exclude, by kind and place, if it claims that it excludes all
    /// others: where those are assumed, the same algorithm finds a proof.
    pub open: Option<Vec<(FailKind, Span)>>,
}

impl Search {
    /// A search that leaves nothing but what it found.
    pub fn new(finding: Finding, counts: Counts) -> Search {
        Search {
            finding,
            counts,
            resumed: None,
            suggestion: None,
            faulted: None,
            open: None,
        }
    }
}

/// An algorithm.
pub trait Engine: Send + Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// Searches for a test and a proof.
    fn search(&self, task: &Task<'_>) -> Search;
}

/// Every engine, the default one first.
pub fn engines() -> Vec<Box<dyn Engine>> {
    vec![
        Box::new(Dash::default()),
        Box::new(algorithms::synergy::Synergy),
        Box::new(algorithms::lee_yannakakis::LeeYannakakis),
        Box::new(algorithms::cegar::Cegar),
        Box::new(directed::Dart {
            order: directed::Order::Coverage,
        }),
        Box::new(algorithms::panda::Panda),
        Box::new(algorithms::intervals::Intervals),
    ]
}
