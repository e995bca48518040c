//! What a search for tests is asked, and what it answers.

use super::complete::Completeness;
use super::edges::{EdgeNumbers, EdgeSet, FunctionCoverage};
use hatha_cfa::{EdgeId, ProcId, Program};
use hatha_exec::fault::{Fault, FaultKind, Stop};
use hatha_proof::input::InputVector;
use hatha_smt::Budget;
use std::ops::ControlFlow;
use std::time::Duration;

/// When a search is content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Every way out of every decision was taken.
    Branches,
    /// Every statement was run.
    Statements,
    /// A failure was reached.
    Error,
}

/// The order of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Depth first: systematic, one path after the other.
    Dfs,
    /// Generational: everything beside the path of the test that covered most.
    Generational,
    /// Uncovered edges first, then what is near the goal or seldom tried.
    Coverage,
}

/// What to do and with what limits.
#[derive(Clone, Debug)]
pub struct Plan {
    /// When to stop.
    pub goal: Goal,
    /// What to try first.
    pub order: Order,
    /// Tests to run at most.
    pub max_tests: u64,
    /// Steps of one test at most.
    pub max_steps: u64,
    /// How often the same branch is turned to the same side at most.
    pub max_flips: u64,
    /// Seed of everything that chance decides.
    pub seed: u64,
    /// The one function whose call is the failure; otherwise every fault is one.
    pub error_function: Option<String>,
    /// Whether every test belongs to the suite, or only those that show something new.
    pub keep_all: bool,
    /// What ends the search.
    pub budget: Budget,
    /// Tests to start from; a test of zeroes if there are none.
    pub seeds: Vec<Vec<u128>>,
}

impl Plan {
    /// To reach a failure, with the usual limits.
    pub fn new(goal: Goal, order: Order) -> Self {
        Plan {
            goal,
            order,
            max_tests: u64::MAX,
            max_steps: 20_000_000,
            max_flips: u64::MAX,
            seed: 0,
            error_function: None,
            keep_all: false,
            budget: Budget::unlimited(),
            seeds: Vec::new(),
        }
    }

    /// Whether a fault is a failure in the sense of the question.
    pub(crate) fn is_failure(&self, fault: &Fault) -> bool {
        is_asked_for(self.error_function.as_deref(), &fault.kind)
    }
}

/// Whether a fault is what a property about calls of one function (or about every fault) means.
pub fn is_asked_for(error_function: Option<&str>, kind: &FaultKind) -> bool {
    match (error_function, kind) {
        (None, _) => true,
        (Some(_), FaultKind::Stated(stated)) => stated.is_asked(error_function),
        (Some(_), _) => false,
    }
}

/// A test worth keeping.
#[derive(Clone, Debug)]
pub struct SuiteTest {
    /// Its inputs.
    pub vector: InputVector,
    /// How it ends; a test that was cut ends out of budget.
    pub stop: Stop,
    /// Whether that is a failure in the sense of the question.
    pub fails: bool,
    /// The edges it takes.
    pub covered: EdgeSet,
    /// How many of them no earlier test took.
    pub gain: u32,
}

/// Tests of a program.
#[derive(Debug)]
pub struct Suite<'p> {
    /// The program.
    pub program: &'p Program,
    /// Where the tests start.
    pub entry: ProcId,
    /// The numbers of its edges.
    pub numbers: EdgeNumbers,
    /// The tests, in the order in which they were found.
    pub tests: Vec<SuiteTest>,
}

impl Suite<'_> {
    /// The edges that a test takes.
    pub fn edges(&self, test: &SuiteTest) -> Vec<(ProcId, EdgeId)> {
        let numbers = test.covered.iter();
        numbers.map(|n| self.numbers.edge(n)).collect()
    }
}

/// Why a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The goal is reached.
    Goal,
    /// Every path was explored and nothing was left out: there are no other executions.
    Exhausted(Completeness),
    /// Nothing is left to try, but something was left out, in words.
    Stuck(String),
    /// The time is over, or somebody interrupted the search.
    Time,
    /// The tests are used up.
    Tests,
    /// Whoever listens has had enough.
    Stopped,
}

/// How much a search took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Tests run.
    pub tests: u64,
    /// Tests that were cut.
    pub cut: u64,
    /// Tests that reached a failure.
    pub failing: u64,
    /// Queries to solvers.
    pub queries: u64,
    /// Outcomes that no input reaches.
    pub infeasible: u64,
    /// Steps of all tests.
    pub steps: u64,
    /// Branches that depend on inputs, on the longest path.
    pub longest: u64,
}

/// The result of a search.
#[derive(Debug)]
pub struct Explored<'p> {
    /// The tests.
    pub suite: Suite<'p>,
    /// What they cover together.
    pub covered: EdgeSet,
    /// The same as a table.
    pub table: Vec<FunctionCoverage>,
    /// Why the search ended.
    pub ending: Ending,
    /// How much it took.
    pub effort: Effort,
    /// Time that solvers took; no count, so that efforts can be compared.
    pub solver_time: Duration,
}

impl Explored<'_> {
    /// The edges that the tests cover together.
    pub fn covered_edges(&self, program: &Program) -> impl Iterator<Item = (ProcId, EdgeId)> {
        let numbers = EdgeNumbers::new(program);
        let covered = (0..numbers.len()).filter(|&n| self.covered.contains(n));
        covered
            .map(|n| numbers.edge(n))
            .collect::<Vec<_>>()
            .into_iter()
    }
}

/// Who hears of tests while the search goes on.
pub trait Listener {
    /// A test was kept.
    fn kept(&mut self, _number: usize, _test: &SuiteTest) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// So far.
    fn progress(&mut self, _effort: &Effort) {}
}

/// Nobody listens.
impl Listener for () {}
