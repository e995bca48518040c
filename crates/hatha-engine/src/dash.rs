//! DASH: tests and regions, one search query per iteration.
//!
//! See `docs/engines/dash.md` for the map between the paper and this file.

use crate::block::{BlockId, Blocks, START};
use crate::descend::{Goal, Pursuit};
use crate::forest::StateId;
use crate::learn::{Depth, inputs};
use crate::lesson::{Effort, Lesson};
use crate::memory::Update;
use crate::prune::Pruner;
use crate::query::{Part, project};
use crate::refine::{Choice, Situation, choose, state_machines};
use crate::region::{AbstractEdge, RegionId, Removal};
use crate::session::{FIRST_TEST_STEPS, Halt, Session, Stuck, Suitable, TEST_STEPS, search};
use crate::simulate::{Given, Prefix, Ran};
use crate::{Answer, Engine, Finding, Search, Task};
use hatha_proof::Suggestion;
use hatha_proof::memory::read;
use hatha_term::{TermId, TermPool};
use rustc_hash::FxHashSet;

/// The engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dash;

impl Engine for Dash {
    fn name(&self) -> &'static str {
        "dash"
    }

    fn search(&self, task: &Task<'_>) -> Search {
        tracing::trace!(target: "walk", "DASH begins");
        search(task, self.name(), |session| Run::new(session).main_loop())
    }
}

/// What was learnt about taking the frontier edge.
enum Extension {
    /// These inputs promise to take it.
    Inputs(Given),
    /// No input that follows the test to this state takes it; the preimage says why.
    Impossible(StateId, Vec<Part>),
    /// It is not an edge: it has been removed.
    Removed,
    /// Nothing; this edge has to wait.
    Stuck(String),
}

/// A search; the forest and the region graph are in the session.
struct Run<'s, 'a> {
    session: &'s mut Session<'a>,
    pruner: Pruner,
    /// Cells that count as states of state machines.
    machines: FxHashSet<TermId>,
    stuck: Stuck,
    /// The blocks that some test has taken.
    covered: FxHashSet<BlockId>,
    /// How many states there were at the last lesson.
    taught: usize,
    /// Whether the values of variables with few values have been collected.
    valued: bool,
    /// Tests with chosen inputs that lessons have run.
    chosen: u64,
    /// What callees are asked for, the innermost last.
    goals: Vec<Goal>,
}

/// Tests with random inputs before the first refinement; more where the arguments of the entry
/// are no plain inputs, because no query gives a test of them.
const RANDOM_TESTS: u64 = 8;
const ENTRY_TESTS: u64 = 100;
/// Queries for tests of uncovered blocks before the first refinement, and states tried for each.
const COVER_QUERIES: usize = 400;
const COVER_STATES: usize = 3;
/// Conflicts of such a query: a test that is hard to find is left to the main loop.
const COVER_CONFLICTS: u64 = 5_000;
/// Iterations after which a search that started from an earlier one is given up.
const RESUMED_ITERATIONS: u64 = 500;
/// Tests with random inputs before each lesson, and how far they go.
const LESSON_TESTS: u64 = 20;
const LESSON_STEPS: u64 = 5_000;
/// Variables at all cut points together for which a lesson is always given.
const LESSON_SIZE: usize = 300;
/// The same for a deep lesson.
const DEEP_SIZE: usize = 80;
/// What a lesson may cost at first; more candidates are allowed as the search goes on.
const LESSON: Effort = Effort {
    conflicts: 1_000,
    queries: 1_500,
    candidates: 1_000,
    depth: Depth::Plain,
};

impl<'s, 'a> Run<'s, 'a> {
    fn new(session: &'s mut Session<'a>) -> Self {
        let machines = machines(&mut session.pool, &session.blocks);
        Run {
            session,
            pruner: Pruner::default(),
            machines,
            stuck: Stuck::new(),
            covered: FxHashSet::default(),
            taught: 0,
            valued: false,
            chosen: 0,
            goals: Vec::new(),
        }
    }

    /// The algorithm. Ends well when no abstract path leads to an error.
    fn main_loop(&mut self) -> Result<Finding, Halt> {
        self.first_tests()?;
        if let Some(suggestion) = self.session.task.reuse.suggestion {
            self.session.resume(suggestion)?;
            self.prune_new();
            self.session.repair()?;
        } else if !self.session.blocks.predicates().is_empty() {
            self.session.start_abstraction()?;
        }
        while let Some(edge) = self.next_frontier()? {
            self.session.count_work();
            if self.session.task.budget.is_interrupted() {
                let place = self.session.describe(edge.block);
                return Err(Halt::unknown(format!("out of time at {place}")));
            }
            if self.session.lesson_is_due() && self.learns()? {
                continue;
            }
            if self.adopts()? {
                continue;
            }
            self.session.counts.iterations += 1;
            if let Some(looked) = &mut self.session.looked {
                looked.at(edge.block);
            }
            if self.resumes() && self.session.counts.iterations > RESUMED_ITERATIONS {
                return Err(Halt::unknown(
                    "what an earlier search has left does not help",
                ));
            }
            if !self.session.is_visited(edge.from) {
                self.refine_unseen(edge)?;
                continue;
            }
            let extension = self.extend(edge);
            self.session.tell(edge, extension.answer());
            match extension {
                Extension::Inputs(inputs) => self.run_through(edge, inputs)?,
                Extension::Impossible(state, parts) => self.refine(edge, state, &parts)?,
                Extension::Removed => {}
                Extension::Stuck(why) => {
                    self.stuck.insert(edge, why);
                }
            }
        }
        Ok(self.session.proved())
    }

    /// Looks for invariants in the states seen so far, deeper where there is nothing near the
    /// surface, and starts the abstraction anew with what it finds; whether it found any.
    fn learns(&mut self) -> Result<bool, Halt> {
        // A lesson is about the whole program, and begins anew.
        if self.resumes() {
            return Ok(false);
        }
        if self.session.task.generalise && !std::mem::replace(&mut self.valued, true) {
            let lesson = self.session.learn_valuations()?;
            if self.has_learnt(lesson) {
                return Ok(true);
            }
        }
        self.learns_from_states()
    }

    fn learns_from_states(&mut self) -> Result<bool, Halt> {
        let first = self.taught == 0;
        match (self.is_due(Depth::Deep), first) {
            (true, true) => Ok(self.lesson(Depth::Plain)? || self.lesson(Depth::Deep)?),
            (true, false) => self.lesson(Depth::Deep),
            (false, _) => Ok(self.is_due(Depth::Plain) && self.lesson(Depth::Plain)?),
        }
    }

    /// Whether there is something to learn from. A large program gets on by splitting for a
    /// while; its lesson costs more than that.
    fn is_due(&self, depth: Depth) -> bool {
        let session = &*self.session;
        let iterations = session.counts.iterations as usize;
        let size = session.blocks.located().count() * session.forest.slots().len();
        let limit = match depth {
            Depth::Plain => LESSON_SIZE + iterations,
            Depth::Deep => DEEP_SIZE + iterations / 8,
        };
        session.task.generalise && self.taught != session.forest.len() && size <= limit
    }

    fn lesson(&mut self, depth: Depth) -> Result<bool, Halt> {
        self.taught = self.session.forest.len();
        self.lesson_tests(depth)?;
        let iterations = self.session.counts.iterations as usize;
        let effort = Effort {
            candidates: LESSON.candidates + 2 * iterations,
            depth,
            ..LESSON
        };
        let lesson = self.session.learn(effort)?;
        if lesson == Lesson::TooLarge {
            self.taught = 0;
        }
        Ok(self.has_learnt(lesson))
    }

    /// Whether there are new invariants; then the abstraction has started anew.
    fn has_learnt(&mut self, lesson: Lesson) -> bool {
        let learnt = lesson == Lesson::Learnt;
        if learnt {
            self.stuck.clear();
            self.goals.clear();
            self.pruner = Pruner::default();
        }
        learnt
    }

    fn lesson_tests(&mut self, depth: Depth) -> Result<(), Halt> {
        for n in 0..LESSON_TESTS {
            let seed = (n + 1).wrapping_mul(0x51_7cc1_b727) ^ self.taught as u64;
            let mut tests = vec![Vec::new()];
            if depth == Depth::Deep {
                let given = |n| inputs(&self.session.pool, &self.session.blocks, n);
                tests.extend((self.chosen..self.chosen + 3).map(given));
                self.chosen += 3;
            }
            for given in tests {
                let inputs = Prefix::with_random(given, seed);
                let ran = self.session.run_limited(inputs, LESSON_STEPS);
                self.add(ran)?;
            }
        }
        Ok(())
    }

    /// Whether the search goes on from where an earlier one ended.
    fn resumes(&self) -> bool {
        self.session.task.reuse.suggestion.is_some()
    }

    /// The frontier. Where all abstract traces are stuck an invariant may help, and nothing else.
    fn next_frontier(&mut self) -> Result<Option<AbstractEdge>, Halt> {
        if let Some(edge) = self.in_callees() {
            return Ok(Some(edge));
        }
        match self.session.frontier(&self.stuck) {
            Err(_) if self.learns()? => self.session.frontier(&self.stuck),
            Err(halt) => match self.session.frontier_beyond(&self.stuck) {
                Some(edge) => Ok(Some(edge)),
                None => Err(halt),
            },
            found => found,
        }
    }

    /// Splits a region behind an edge on which tests do not get further.
    fn refine_unseen(&mut self, edge: AbstractEdge) -> Result<(), Halt> {
        match self.session.split_unseen(edge)? {
            None => {}
            Some(None) => self.hinges(edge),
            Some(Some(halves)) => {
                self.stuck
                    .retain(|e, _| e.from != edge.from && e.to != edge.from);
                self.prune(halves.inside);
                self.prune(halves.outside);
            }
        }
        Ok(())
    }

    /// Asks for inputs that follow a test to the region and take the frontier edge into its target.
    fn extend(&mut self, edge: AbstractEdge) -> Extension {
        let session = &mut *self.session;
        let parts = session.step(edge.block, edge.to);
        let fls = session.pool.fls();
        if parts.iter().any(|p| p.term == fls) {
            session.graph.remove(edge, Removal::Contradiction);
            return Extension::Removed;
        }
        let state = session.promising(edge);
        let answer = match state {
            None => session.first_step(edge),
            Some(state) => session.suitable(state, edge),
        };
        match (state, answer) {
            (_, Suitable::Inputs(inputs)) => Extension::Inputs(inputs),
            (_, Suitable::Stuck(why)) => Extension::Stuck(why),
            (Some(state), Suitable::Impossible(parts)) => Extension::Impossible(state, parts),
            (None, Suitable::Impossible(_)) => {
                session.graph.remove(edge, Removal::Infeasible);
                Extension::Removed
            }
        }
    }

    /// Splits the region of the state so that the part with the state loses the frontier edge.
    fn refine(&mut self, edge: AbstractEdge, state: StateId, parts: &[Part]) -> Result<(), Halt> {
        // An edge that no state of the region takes goes alone: a split would only add an
        // empty region.
        if self.session.drop_if_infeasible(edge) {
            return Ok(());
        }
        let session = &mut *self.session;
        let free = session.preimages.free(&session.blocks, edge.block);
        let mut parts = project(&mut session.pool, parts, &free);
        // A weaker preimage is still one.
        parts.retain(|p| session.forest.can_evaluate(&session.pool, p.term));
        let mut plain = parts.clone();
        plain.retain(|p| !session.depends_on_aliases(p.term));
        // What does not depend on which pointers are equal says more with less.
        let mut choice = None;
        if plain.len() < parts.len() {
            choice = self.choose(edge, state, &plain)?;
        }
        if choice.is_none() {
            self.session.under_aliases(state, &mut parts)?;
            choice = self.choose(edge, state, &parts)?;
        }
        match choice {
            Some(choice) => self.split(edge, choice),
            None => {
                self.hinges(edge);
                Ok(())
            }
        }
    }

    /// Chooses a predicate that keeps a state of the frontier region outside a preimage.
    fn choose(
        &mut self,
        edge: AbstractEdge,
        state: StateId,
        parts: &[Part],
    ) -> Result<Option<Choice>, Halt> {
        let session = &mut *self.session;
        let members = session.forest.members(edge.from).to_vec();
        let situation = Situation {
            parts,
            state,
            members: &members,
            machines: &self.machines,
        };
        let how = session.task.refinement;
        Ok(choose(
            how,
            &mut session.pool,
            &mut session.forest,
            &situation,
        )?)
    }

    /// Where the search goes on inside a procedure that has been descended into.
    fn in_callees(&mut self) -> Option<AbstractEdge> {
        while let Some(goal) = self.goals.last() {
            let edge = goal.edge;
            match self.session.pursue(goal, &self.stuck) {
                Pursuit::Edge(inside) => return Some(inside),
                Pursuit::Unreachable => self.session.graph.remove(edge, Removal::Infeasible),
                Pursuit::Over(why) => {
                    self.stuck.insert(edge, why);
                }
            }
            self.goals.pop();
        }
        None
    }

    /// Asks the callee whether it can give back what an edge needs; whether it was asked.
    fn descends(&mut self, edge: AbstractEdge) -> Result<bool, Halt> {
        if self.goals.iter().any(|g| g.edge == edge) {
            return Ok(false);
        }
        let goal = self.session.descend(edge)?;
        self.goals.extend(goal);
        Ok(goal.is_some())
    }

    fn hinges(&mut self, edge: AbstractEdge) {
        let place = self.session.describe(edge.block);
        let why = format!("the step at {place} hinges on memory or floating point");
        self.stuck.insert(edge, why);
    }

    fn split(&mut self, edge: AbstractEdge, choice: Choice) -> Result<(), Halt> {
        let why = if choice.inside_loses {
            Removal::Refuted
        } else {
            Removal::OutsidePreimage
        };
        let halves = self.session.split_with_states(edge, choice.rho, why)?;
        self.stuck
            .retain(|e, _| e.from != edge.from && e.to != edge.from);
        self.prune(halves.inside);
        self.prune(halves.outside);
        Ok(())
    }

    /// Removes the edges of steps that no suggestion speaks of that rewriting alone refutes.
    fn prune_new(&mut self) {
        let session = &*self.session;
        let (graph, blocks) = (&session.graph, &session.blocks);
        let is_new = |&r: &RegionId| {
            let out = blocks.out(graph.region(r).cut);
            !out.iter().all(|b| session.carried.contains(b))
        };
        let all = blocks.located().flat_map(|c| graph.at(c).to_vec());
        let regions: Vec<RegionId> = all.filter(is_new).collect();
        for region in regions {
            self.prune(region);
        }
    }

    /// Removes the edges of a new region that rewriting alone refutes.
    fn prune(&mut self, region: RegionId) {
        let session = &mut *self.session;
        let gone = self.pruner.refuted(
            &mut session.pool,
            &session.blocks,
            &session.graph,
            &mut session.preimages,
            region,
        );
        for edge in gone {
            session.graph.remove(edge, Removal::Contradiction);
        }
    }

    /// Runs a test that a query promised to take the frontier edge.
    fn run_through(&mut self, edge: AbstractEdge, inputs: Given) -> Result<(), Halt> {
        let ran = self.session.run(Prefix::new(inputs));
        let exact = self.session.is_exact(&ran) && self.session.is_foretold(edge);
        self.add(ran)?;
        if self.session.is_visited(edge.to) {
            return Ok(());
        }
        let place = self.session.describe(edge.block);
        let obstacle = &self.session.blocks.block(edge.block).obstacle;
        // A run that comes to a call through a pointer goes on behind it.
        if let Some(what) = obstacle {
            let why = format!("a test reaches {what} at {place}");
            self.stuck.insert(edge, why);
            return Ok(());
        }
        if exact {
            let why = format!("a test left its predicted path at {place}");
            return Err(Halt(Finding::Internal(why)));
        }
        if !self.goes_a_known_way(edge)? && !self.descends(edge)? {
            self.hinges(edge);
        }
        Ok(())
    }

    /// Whether a test takes an edge over a call as another has gone through the procedure.
    fn goes_a_known_way(&mut self, edge: AbstractEdge) -> Result<bool, Halt> {
        for inputs in self.session.by_musts(edge) {
            let ran = self.session.run(Prefix::new(inputs));
            // A test that fails ends the search.
            self.session.counts.must_summaries += u64::from(self.session.failure(&ran).is_some());
            self.add(ran)?;
            if self.session.is_visited(edge.to) {
                self.session.counts.must_summaries += 1;
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn first_tests(&mut self) -> Result<(), Halt> {
        for seed in &self.session.task.seed_tests {
            let inputs = Prefix::recorded(seed.clone());
            let ran = self.session.run_limited(inputs, FIRST_TEST_STEPS);
            self.add(ran)?;
        }
        let first = Prefix::new(Vec::new());
        let ran = self.session.run_limited(first, FIRST_TEST_STEPS);
        self.add(ran)?;
        let start = self.session.blocks.out(START)[0];
        let count = if self.session.blocks.block(start).open {
            ENTRY_TESTS
        } else {
            RANDOM_TESTS
        };
        for n in 0..count {
            let seed = self.session.task.seed.wrapping_add(n);
            let inputs = Prefix::with_random(Vec::new(), seed.wrapping_mul(0x9e37_79b9));
            let ran = self.session.run_limited(inputs, TEST_STEPS);
            self.add(ran)?;
        }
        if let Some(suggestion) = self.session.task.reuse.suggestion {
            return self.tests_of(suggestion);
        }
        self.cover()
    }

    /// Runs the tests that other searches have found; whether there are any.
    fn adopts(&mut self) -> Result<bool, Halt> {
        let Some(exchange) = self.session.task.exchange else {
            return Ok(false);
        };
        self.session.take_suggestions();
        let tests = exchange.take();
        let is_any = !tests.is_empty();
        for inputs in tests {
            let inputs = Prefix::recorded(inputs);
            let ran = self.session.run_limited(inputs, TEST_STEPS);
            self.add(ran)?;
        }
        Ok(is_any)
    }

    /// Runs the tests that an earlier search has left.
    fn tests_of(&mut self, suggestion: &Suggestion) -> Result<(), Halt> {
        for inputs in suggestion.inputs() {
            let ran = self
                .session
                .run_limited(Prefix::recorded(inputs), TEST_STEPS);
            self.add(ran)?;
        }
        Ok(())
    }

    /// Takes each block that no test has taken yet, where a test can be bent that way.
    fn cover(&mut self) -> Result<(), Halt> {
        let mut tried: FxHashSet<(BlockId, StateId)> = FxHashSet::default();
        for _ in 0..COVER_QUERIES {
            let Some((block, state)) = self.uncovered(&tried) else {
                break;
            };
            tried.insert((block, state));
            let to = RegionId(self.session.blocks.block(block).to.0);
            let from = RegionId(self.session.blocks.block(block).from.0);
            let edge = AbstractEdge { from, block, to };
            self.session.hurry = Some(COVER_CONFLICTS);
            let suitable = self.session.suitable(state, edge);
            self.session.hurry = None;
            if let Suitable::Inputs(inputs) = suitable {
                let ran = self.session.run_limited(Prefix::new(inputs), TEST_STEPS);
                self.add(ran)?;
            }
        }
        Ok(())
    }

    /// A block that no test has taken and a state before it that has not been tried.
    fn uncovered(&self, tried: &FxHashSet<(BlockId, StateId)>) -> Option<(BlockId, StateId)> {
        let blocks = &self.session.blocks;
        for block in blocks.ids().filter(|b| !self.covered.contains(b)) {
            let from = RegionId(blocks.block(block).from.0);
            let members = self.session.forest.members(from).iter().take(COVER_STATES);
            for &state in members {
                if !tried.contains(&(block, state)) {
                    return Some((block, state));
                }
            }
        }
        None
    }

    /// Adds a test to the forest; a failing one ends the search.
    fn add(&mut self, ran: Ran) -> Result<(), Halt> {
        self.covered
            .extend(ran.visits.iter().filter_map(|v| v.via).chain(ran.last));
        self.session.add_passing(ran)
    }
}

impl Extension {
    fn answer(&self) -> Answer {
        match self {
            Extension::Inputs(_) => Answer::Test,
            Extension::Impossible(..) | Extension::Removed => Answer::Refuted,
            Extension::Stuck(why) => Answer::Unknown(why.clone()),
        }
    }
}

fn machines(pool: &mut TermPool, blocks: &Blocks) -> FxHashSet<TermId> {
    let mut guards = Vec::new();
    let mut updates: Vec<(TermId, TermId)> = Vec::new();
    for id in blocks.ids() {
        let b = blocks.block(id);
        guards.extend_from_slice(&b.guards);
        updates.extend(b.updates.iter().map(|(x, v)| (*x, *v)));
        for update in &b.memory {
            if let Update::Write { at, bytes, value } = *update {
                updates.extend(read(pool, bytes, at).map(|cell| (cell, value)));
            }
        }
    }
    state_machines(pool, &guards, &updates)
}
