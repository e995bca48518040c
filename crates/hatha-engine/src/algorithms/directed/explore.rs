//! The search for tests: run, look at what else could have happened, solve, run.
//!
//! **Invariant.** Everything but the clock is a function of the program and the
//! plan. A test whose prediction fails is a defect of hatha, never a result. It
//! is said that every path was explored only if no outcome is open, none was
//! given up and no run was cut.

use super::complete::{Completeness, Omitted, Subject};
use super::distance::Distances;
use super::edges::{EdgeSet, Targets};
use super::lanes::{Lanes, Turn};
use super::plan::{Effort, Ending, Explored, Goal, Listener, Order, Plan, Suite, SuiteTest};
use super::run::{End, RunLimits, Runner, Start, Tail, Trace, placements};
use super::search::{CoverageFirst, DepthFirst, Generational, Search, View};
use super::solve::{Flip, Solve};
use super::tree::{Candidate, Status, TestId, Tree, Way};
use crate::tuning::explore::{
    FIRST_BRANCHES, FIRST_MEMORY, FIRST_STEPS, LAST_LEVEL, MARGIN, MOST_CONFLICTS, MOST_POINTS,
    MOST_TERMS, PATIENCE, PATIENCE_STEPS, QUICK_CONFLICTS, RESEEDED,
};
use hatha_cfa::{EdgeId, Op, ProcId};
use hatha_exec::fault::{FaultKind, Stop};
use hatha_index::IndexVec;
use hatha_proof::input::{InputError, InputVector};
use hatha_smt::{Budget, Reason};
use hatha_term::TermPool;
use hatha_term::random::Rng;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::rc::Rc;

/// A defect of hatha.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defect(pub String);

/// Why a step of the search could not be made.
enum Break {
    Defect(String),
    End(Ending),
}

/// A test in the tree.
struct Ran {
    start: Rc<Start>,
    level: u32,
}

/// A search under way.
struct Explorer<'e, 'a> {
    runner: &'e Runner<'a>,
    plan: &'e Plan,
    listener: &'e mut dyn Listener,
    pool: TermPool,
    solve: Solve,
    tree: Tree,
    tests: IndexVec<TestId, Ran>,
    lanes: Lanes,
    /// Other values of what was needed concretely.
    pinned: VecDeque<Candidate>,
    /// Outcomes that the solver could not decide, with the conflicts allowed next.
    hard: VecDeque<(Candidate, u64)>,
    flips: FxHashMap<(ProcId, EdgeId), u64>,
    targets: Targets,
    branches: EdgeSet,
    distances: Distances,
    covered: EdgeSet,
    suite: Vec<SuiteTest>,
    failures: FxHashSet<(FaultKind, hatha_cfa::Span)>,
    effort: Effort,
    omitted: Omitted,
    /// When the last test covered something new: tests and steps.
    last_gain: (u64, u64),
    chance: Rng,
    turn: u64,
}

/// Searches for tests of a program.
pub fn explore<'a>(
    runner: &Runner<'a>,
    plan: &Plan,
    listener: &mut dyn Listener,
) -> Result<Explored<'a>, Defect> {
    let mut explorer = Explorer::new(runner, plan, listener);
    let ending = match explorer.run() {
        Ok(never) => match never {},
        Err(Break::End(ending)) => ending,
        Err(Break::Defect(why)) => return Err(Defect(why)),
    };
    Ok(explorer.finish(ending))
}

fn most_steps(level: u32) -> u64 {
    FIRST_STEPS.saturating_mul(8u64.saturating_pow(level))
}

fn most_branches(level: u32) -> usize {
    if level >= LAST_LEVEL {
        usize::MAX
    } else {
        FIRST_BRANCHES * 8usize.pow(level)
    }
}

/// What a test costs: its branches, which are solved for again and again, and its steps.
fn cost(branches: usize, steps: u64) -> u64 {
    (branches as u64).saturating_add(steps / 16)
}

/// What a test of a level costs at most.
fn price(level: u32, max_steps: u64) -> u64 {
    cost(most_branches(level), most_steps(level).min(max_steps))
}

fn new_lanes(plan: &Plan) -> Lanes {
    let (order, seed) = (plan.order, plan.seed);
    let apart = order == Order::Coverage;
    Lanes::new(
        apart,
        Box::new(move |level| match order {
            Order::Dfs => Box::new(DepthFirst::default()) as Box<dyn Search>,
            Order::Generational => Box::new(Generational::default()),
            Order::Coverage => Box::new(CoverageFirst::new(seed.wrapping_add(u64::from(level)))),
        }),
    )
}

impl<'e, 'a> Explorer<'e, 'a> {
    fn new(runner: &'e Runner<'a>, plan: &'e Plan, listener: &'e mut dyn Listener) -> Self {
        let program = runner.program();
        let targets = Targets::new(program, runner.entry(), runner.numbers());
        let mut branches = EdgeSet::new(runner.numbers().len());
        targets.branches().for_each(|n| branches.insert(n));
        let mut explorer = Explorer {
            runner,
            plan,
            listener,
            pool: TermPool::new(),
            solve: Solve::new(),
            tree: Tree::new(),
            tests: IndexVec::new(),
            lanes: new_lanes(plan),
            pinned: VecDeque::new(),
            hard: VecDeque::new(),
            flips: FxHashMap::default(),
            targets,
            branches,
            distances: Distances::new(program),
            covered: EdgeSet::new(runner.numbers().len()),
            suite: Vec::new(),
            failures: FxHashSet::default(),
            effort: Effort::default(),
            omitted: Omitted::default(),
            last_gain: (0, 0),
            chance: Rng::from_state(plan.seed),
            turn: 0,
        };
        explorer.measure();
        explorer
    }

    /// Distances to what the goal asks for.
    fn measure(&mut self) {
        let program = self.runner.program();
        if self.plan.goal != Goal::Error {
            let numbers = self.runner.numbers();
            self.distances
                .measure_uncovered(program, numbers, &self.branches, &self.covered);
            return;
        }
        let function = self.plan.error_function.as_deref();
        self.distances.measure(program, |_, _, op| match op {
            Op::Fail(kind) => kind.is_asked(function),
            _ => false,
        });
    }

    fn run(&mut self) -> Result<std::convert::Infallible, Break> {
        if self.plan.seeds.is_empty() {
            self.test(&Start::default(), Tail::Zero, 0)?;
        }
        for seed in &self.plan.seeds {
            self.test(&seed.clone().into(), Tail::Zero, 0)?;
        }
        loop {
            self.turn += 1;
            self.check_limits()?;
            if self.pool.len() > MOST_TERMS || self.tree.len() > MOST_POINTS {
                self.restart()?;
            }
            if !self.advance()? {
                return Err(Break::End(self.nothing_left()));
            }
        }
    }

    fn check_limits(&mut self) -> Result<(), Break> {
        if self.plan.budget.is_interrupted() {
            return Err(Break::End(Ending::Time));
        }
        if self.effort.tests >= self.plan.max_tests {
            return Err(Break::End(Ending::Tests));
        }
        Ok(())
    }

    fn nothing_left(&mut self) -> Ending {
        self.omitted.forgotten |= self.tree.has_open();
        let subject = Subject {
            program: self.runner.program(),
            entry: self.runner.entry(),
            config: self.runner.config(),
        };
        let complete = Completeness::of(subject, &self.omitted);
        match complete.first_gap() {
            None => Ending::Exhausted(complete),
            Some(why) => Ending::Stuck(why.to_owned()),
        }
    }

    /// Makes one attempt; whether there was one to make.
    fn advance(&mut self) -> Result<bool, Break> {
        if self.plan.order == Order::Coverage && self.diversify()? {
            return Ok(true);
        }
        if let Some(turn) = self.next_turn() {
            self.take(turn)?;
            return Ok(true);
        }
        if let Some(candidate) = self.pinned.pop_front() {
            self.attempt(candidate, QUICK_CONFLICTS)?;
            return Ok(true);
        }
        if let Some(turn) = self.lanes.longer() {
            self.take(turn)?;
            return Ok(true);
        }
        if let Some((candidate, conflicts)) = self.hard.pop_front() {
            self.attempt(candidate, conflicts)?;
            return Ok(true);
        }
        Ok(false)
    }

    fn next_turn(&mut self) -> Option<Turn> {
        let view = View {
            program: self.runner.program(),
            numbers: self.runner.numbers(),
            covered: &self.covered,
            distances: &self.distances,
        };
        let max_steps = self.plan.max_steps;
        self.lanes.next(&view, |level| price(level, max_steps))
    }

    fn take(&mut self, turn: Turn) -> Result<(), Break> {
        match turn {
            Turn::Try(candidate) => self.attempt(candidate, QUICK_CONFLICTS),
            Turn::Extend(test, level) => {
                let start = Rc::clone(&self.tests[test].start);
                self.test(&start, Tail::Zero, level).map(|_| ())
            }
        }
    }

    /// Now and then something else than the next candidate, above all when nothing new is found.
    fn diversify(&mut self) -> Result<bool, Break> {
        let (tests, steps) = self.last_gain;
        let stuck =
            self.effort.tests - tests > PATIENCE || self.effort.steps - steps > PATIENCE_STEPS;
        match self.turn % 16 {
            3 | 7 if !self.pinned.is_empty() => {
                if let Some(candidate) = self.pinned.pop_front() {
                    self.attempt(candidate, QUICK_CONFLICTS)?;
                }
                Ok(true)
            }
            11 if stuck => {
                self.mutate()?;
                Ok(true)
            }
            15 if stuck && !self.hard.is_empty() => {
                if let Some((candidate, conflicts)) = self.hard.pop_front() {
                    self.attempt(candidate, conflicts)?;
                }
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// The beginning of some test of the suite, and then something else.
    fn mutate(&mut self) -> Result<(), Break> {
        let tail = match self.chance.below(4) {
            0 => Tail::Constant(self.chance.below(4)),
            1 => Tail::Constant(self.chance.next_u64()),
            2 => Tail::Repeat,
            _ => Tail::Random(self.chance.next_u64()),
        };
        let some = self.chance.index(self.tests.len().max(1));
        let test = &self.tests[TestId::from(some)];
        let (inputs, level) = (test.start.inputs.clone(), test.level);
        // Half of the time only the first few are kept.
        let most = if self.chance.below(2) == 0 {
            inputs.len().min(4)
        } else {
            inputs.len()
        };
        let kept = self.chance.index(most + 1);
        self.test(&inputs[..kept].to_vec().into(), tail, level)?;
        Ok(())
    }

    /// How far to exceed a bound, if at all.
    fn leap(&mut self) -> Option<u64> {
        if self.plan.order != Order::Coverage || self.chance.below(4) != 0 {
            return None;
        }
        Some(1 << self.chance.below(13))
    }

    fn limits(&self, level: u32) -> RunLimits {
        RunLimits {
            steps: most_steps(level).min(self.plan.max_steps),
            branches: most_branches(level),
            memory: FIRST_MEMORY.saturating_mul(4u64.saturating_pow(level)),
            budget: self.plan.budget.clone(),
        }
    }

    /// Solves for an outcome and runs the test.
    fn attempt(&mut self, candidate: Candidate, conflicts: u64) -> Result<(), Break> {
        let way = candidate.way;
        let status = self.tree.outcome(way).status;
        if !matches!(status, Status::Open | Status::Unknown) || !self.try_flip(candidate) {
            return Ok(());
        }
        let goal = self.tree.goal(&mut self.pool, way);
        let prefix = self.tree.prefix(way.point);
        let parent = &self.tests[self.tree.test_at(way.point)];
        let (base, level) = (Rc::clone(&parent.start), parent.level);
        let budget = Budget {
            conflicts: Some(conflicts),
            ..self.plan.budget.clone()
        };
        let goal = (goal, self.leap());
        let pool = &mut self.pool;
        match self.solve.flip(pool, &prefix, goal, &base, &budget) {
            Flip::Inputs(mut start) => {
                let mut tail = Tail::Zero;
                if self.plan.order == Order::Coverage && self.turn.is_multiple_of(2) {
                    start.inputs.truncate(self.tree.inputs_at(way.point));
                    tail = Tail::Repeat;
                }
                let mut limits = self.limits(level);
                limits.branches = limits.branches.max(self.tree.depth(way.point) + MARGIN);
                let abandoned = self.test_within(&start, tail, level, &limits)?;
                self.check_prediction(way, candidate.pinned || abandoned)
            }
            Flip::Infeasible(near) => {
                self.effort.infeasible += 1;
                self.tree.set_status(way, Status::Infeasible);
                if let Some(start) = near {
                    self.test(&start, Tail::Zero, level)?;
                }
                Ok(())
            }
            Flip::Unknown(reason) => self.undecided(candidate, conflicts, reason),
        }
    }

    /// A test that was made to take an outcome has taken it.
    fn check_prediction(&self, way: Way, excused: bool) -> Result<(), Break> {
        if excused || matches!(self.tree.outcome(way).status, Status::Taken(_)) {
            return Ok(());
        }
        Err(Break::Defect("a test left its predicted path".to_owned()))
    }

    fn undecided(
        &mut self,
        candidate: Candidate,
        conflicts: u64,
        reason: Reason,
    ) -> Result<(), Break> {
        match reason {
            Reason::Internal(why) => return Err(Break::Defect(why)),
            Reason::Interrupted => return Err(Break::End(Ending::Time)),
            Reason::OutOfBudget if conflicts < MOST_CONFLICTS => {
                self.hard.push_back((candidate, conflicts * 10));
            }
            _ => self.omitted.unknown = true,
        }
        self.tree.set_status(candidate.way, Status::Unknown);
        Ok(())
    }

    /// Counts an attempt at the other way of a branch; whether the plan has room for it.
    fn try_flip(&mut self, candidate: Candidate) -> bool {
        let Some(target) = candidate.target else {
            return true;
        };
        let flips = self.flips.entry(target).or_insert(0);
        *flips += 1;
        let may = *flips <= self.plan.max_flips;
        self.omitted.skipped |= !may;
        may
    }

    /// Runs a test within the limits of its level.
    fn test(&mut self, start: &Start, tail: Tail, level: u32) -> Result<bool, Break> {
        let limits = self.limits(level);
        self.test_within(start, tail, level, &limits)
    }

    /// Runs a test and takes note of everything it shows; whether it was abandoned.
    fn test_within(
        &mut self,
        start: &Start,
        tail: Tail,
        level: u32,
        limits: &RunLimits,
    ) -> Result<bool, Break> {
        let trace = self.runner.run(&mut self.pool, start, tail, limits);
        self.omitted.drawn.add(trace.drawn);
        let work = crate::work_of_trace(trace.steps, trace.path.len());
        self.plan.budget.spend(work);
        self.effort.tests += 1;
        self.effort.steps += trace.steps;
        self.lanes
            .charge(level, cost(trace.path.len(), trace.steps));
        self.effort.longest = self.effort.longest.max(trace.path.len() as u64);
        let id = self.tests.push_and_get_key(Ran {
            start: Rc::new(trace.start.clone()),
            level,
        });
        self.check_end(&trace, id, level)?;
        let gain = self.covered.add_all(&trace.covered);
        if gain > 0 {
            self.last_gain = (self.effort.tests, self.effort.steps);
            if self.plan.goal != Goal::Error {
                self.measure();
            }
        }
        self.keep(&trace, gain)?;
        let abandoned = trace.end == End::Abandoned;
        if !abandoned {
            self.insert(&trace, id, level, gain)?;
        }
        self.effort.queries = self.solve.queries();
        self.listener.progress(&self.effort);
        self.check_goal()?;
        Ok(abandoned)
    }

    fn insert(&mut self, trace: &Trace, id: TestId, level: u32, gain: u32) -> Result<(), Break> {
        let image = self.runner.image();
        let candidates = self
            .tree
            .insert(&mut self.pool, image, id, trace)
            .map_err(|why| Break::Defect(why.to_string()))?;
        let (pinned, plain): (Vec<Candidate>, Vec<Candidate>) =
            candidates.into_iter().partition(|c| c.pinned);
        self.pinned.extend(pinned);
        self.lanes.add(level, &plain, gain);
        Ok(())
    }

    fn check_end(&mut self, trace: &Trace, id: TestId, level: u32) -> Result<(), Break> {
        match &trace.end {
            End::Stopped(Stop::Internal(why)) => return Err(Break::Defect(why.clone())),
            End::Stopped(Stop::Unsupported(u)) => {
                self.omitted.unsupported.get_or_insert(u.reason.clone());
            }
            End::Stopped(Stop::Input(why)) => {
                self.omitted.unsupported.get_or_insert(why.clone());
            }
            End::Stopped(_) | End::Abandoned => {}
            // A cycle is no end, and nothing follows it.
            End::Repeats => {
                self.effort.cut += 1;
                self.omitted.cut = true;
            }
            End::Cut => {
                self.effort.cut += 1;
                let at_most = trace.steps >= self.plan.max_steps || level > LAST_LEVEL;
                self.omitted.cut |= at_most;
                if !at_most {
                    self.lanes.add_cut(level, id);
                }
            }
        }
        Ok(())
    }

    /// Adds a test to the suite if it shows something new.
    fn keep(&mut self, trace: &Trace, gain: u32) -> Result<(), Break> {
        let (mut fails, mut new_failure) = (false, false);
        if let End::Stopped(Stop::Fault(fault)) = &trace.end {
            fails = self.plan.is_failure(fault);
            new_failure = fails && self.failures.insert((fault.kind.clone(), fault.span));
        }
        self.effort.failing += u64::from(fails);
        let blocked = trace.end.is_blocked();
        if !(gain > 0 || new_failure || self.plan.keep_all) || (blocked && !self.plan.keep_all) {
            return Ok(());
        }
        let vector = self.vector(trace)?;
        self.suite.push(SuiteTest {
            vector,
            stop: trace.end.stop(trace.steps),
            fails,
            covered: trace.covered.clone(),
            gain,
        });
        let number = self.suite.len();
        match self.listener.kept(number, &self.suite[number - 1]) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Break::End(Ending::Stopped)),
        }
    }

    /// The inputs of a test as a file has them; machine words alone must end it the same way.
    fn vector(&self, trace: &Trace) -> Result<InputVector, Break> {
        let program = self.runner.program();
        let stopped = matches!(trace.end, End::Stopped(_));
        // The edge on which a run stops is not counted as taken.
        let steps = trace.steps + u64::from(stopped);
        let (entries, end) = self.runner.replay(&trace.start, steps);
        if stopped && end != trace.end {
            let why = "a test ends differently with terms and without";
            return Err(Break::Defect(why.to_owned()));
        }
        let entry = &program.proc(self.runner.entry()).name;
        let mut vector = InputVector::new(&program.target, entry);
        vector.inputs = entries;
        vector.layout = placements(&trace.start.places);
        Ok(vector)
    }

    fn check_goal(&self) -> Result<(), Break> {
        let reached = match self.plan.goal {
            Goal::Error => self.effort.failing > 0,
            Goal::Branches => self.targets.all_branches(&self.covered),
            Goal::Statements => self.targets.all_statements(&self.covered),
        };
        if reached {
            return Err(Break::End(Ending::Goal));
        }
        Ok(())
    }

    /// Forgets the tree and begins again with tests of the suite, to stay within memory.
    fn restart(&mut self) -> Result<(), Break> {
        self.omitted.forgotten = true;
        self.pool = TermPool::new();
        self.solve = Solve::new();
        self.tree = Tree::new();
        self.tests.clear();
        self.lanes.clear();
        self.pinned.clear();
        self.hard.clear();
        let recent = self.suite.iter().rev().take(RESEEDED);
        let bits = |t: &SuiteTest| {
            let bits = t.vector.inputs.iter().map(|e| e.bits());
            bits.collect::<Result<Vec<u128>, InputError>>()
        };
        let seeds: Result<Vec<Vec<u128>>, InputError> = recent.map(bits).collect();
        for seed in seeds.map_err(|e| Break::Defect(e.to_string()))? {
            self.test(&seed.into(), Tail::Zero, 0)?;
        }
        Ok(())
    }

    fn finish(self, ending: Ending) -> Explored<'a> {
        Explored {
            table: self.targets.table(&self.covered),
            suite: Suite {
                program: self.runner.program(),
                entry: self.runner.entry(),
                numbers: self.runner.numbers().clone(),
                tests: self.suite,
            },
            covered: self.covered,
            ending,
            effort: self.effort,
            solver_time: self.solve.time(),
        }
    }
}
