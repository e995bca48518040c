//! Drives one test down a prefix of another's path and then the other way.

use super::run::{RunLimits, Runner, Start, Tail, Trace};
use super::solve::{Flip, Solve};
use hatha_exec::concolic::{Constraint, Why};
use hatha_smt::{Budget, Reason};
use hatha_term::{TermId, TermPool};

/// What became of an attempt.
#[derive(Debug)]
pub enum Driven {
    /// A test that followed the prefix and then went the way asked for.
    Followed(Box<Trace>),
    /// A test that satisfies everything but some pinned values, and left the prefix.
    Strayed(Box<Trace>),
    /// No input goes there (with the pinned values of the prefix).
    Infeasible,
    /// The solver could not tell.
    Unknown(Reason),
    /// A test left the path predicted for it: a defect of hatha.
    Defect(String),
}

/// Runs tests and drives new ones from them; all share one pool and one solver.
pub struct Director<'d, 'a> {
    runner: &'d Runner<'a>,
    /// The terms of all tests.
    pub pool: TermPool,
    solve: Solve,
}

impl<'d, 'a> Director<'d, 'a> {
    /// For a program.
    pub fn new(runner: &'d Runner<'a>) -> Self {
        Director {
            runner,
            pool: TermPool::new(),
            solve: Solve::new(),
        }
    }

    /// Runs a test: its constraints in order, each with its branch and its place among the
    /// inputs, its end and its coverage.
    pub fn run(&mut self, start: &Start, limits: &RunLimits) -> Trace {
        self.runner.run(&mut self.pool, start, Tail::Zero, limits)
    }

    /// Follows the first `length` constraints of a test and then satisfies `goal` instead of
    /// the next one.
    pub fn drive(
        &mut self,
        test: &Trace,
        length: usize,
        goal: TermId,
        limits: &RunLimits,
    ) -> Driven {
        let part = |c: &Constraint| (c.term, c.why == Why::Pinned);
        let prefix: Vec<(TermId, bool)> = test.path[..length].iter().map(part).collect();
        let budget: &Budget = &limits.budget;
        let flip = self
            .solve
            .flip(&mut self.pool, &prefix, (goal, None), &test.start, budget);
        match flip {
            Flip::Inputs(inputs) => {
                let trace = self.run(&inputs, limits);
                if follows(&trace, test, length) {
                    Driven::Followed(Box::new(trace))
                } else {
                    Driven::Defect("a test left its predicted path".to_owned())
                }
            }
            Flip::Infeasible(Some(inputs)) => Driven::Strayed(Box::new(self.run(&inputs, limits))),
            Flip::Infeasible(None) => Driven::Infeasible,
            Flip::Unknown(reason) => Driven::Unknown(reason),
        }
    }

    /// As [`Director::drive`], turning the constraint after the prefix into its opposite.
    pub fn turn(&mut self, test: &Trace, length: usize, limits: &RunLimits) -> Driven {
        let goal = self.pool.not(test.path[length].term);
        self.drive(test, length, goal, limits)
    }
}

/// Whether a run has the prefix of a test and then does something else.
fn follows(trace: &Trace, test: &Trace, length: usize) -> bool {
    let same = trace.path.len() >= length && trace.path[..length] == test.path[..length];
    let next = |t: &Trace| t.path.get(length).map(|c| c.term);
    same && (next(trace) != next(test) || next(test).is_none())
}
