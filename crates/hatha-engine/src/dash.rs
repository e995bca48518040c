//! DASH: tests and regions, one search query per iteration.
//!
//! See `docs/engines/dash.md` for the map between the paper and this file.

use crate::block::{BlockId, Blocks};
use crate::effect::Effects;
use crate::flat::Flat;
use crate::forest::{Forest, NotTotal, StateId, Test};
use crate::learn::{Depth, Induction, Normal, guess, houdini, inputs, remember};
use crate::proof;
use crate::prune::Pruner;
use crate::query::{Part, Preimages, project, state_terms};
use crate::refine::{Situation, choose, state_machines};
use crate::region::{AbstractEdge, RegionGraph, RegionId, Removal};
use crate::simulate::{Limits, Prefix, Ran, Simulation, relevant_slots};
use crate::trace::frontier;
use crate::{Answer, Counts, Engine, Event, FailingTest, Finding, Search, Task};
use hatha_cfa::{ProcId, Program};
use hatha_exec::concolic::{Concolic, Why};
use hatha_exec::fault::Stop;
use hatha_exec::image::Image;
use hatha_smt::layers::{DefaultChain, default_chain};
use hatha_smt::{Budget, CheckResult, Embedded, Solver};
use hatha_term::{TermId, TermPool, VarId as Symbol};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::time::Instant;

/// The engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dash;

impl Engine for Dash {
    fn name(&self) -> &'static str {
        "dash"
    }

    fn search(&self, task: &Task<'_>) -> Search {
        let mut counts = Counts::default();
        let finding = match Flat::new(task) {
            Err(why) => Finding::Unknown(why),
            Ok(flat) => match Image::new(&flat.program) {
                Err(why) => Finding::Unknown(why),
                Ok(image) => Run::new(task, &flat.program, &image).search(&mut counts),
            },
        };
        Search { finding, counts }
    }
}

/// Why the loop stops, if not with a proof.
pub(crate) struct Halt(pub(crate) Finding);

impl From<NotTotal> for Halt {
    fn from(e: NotTotal) -> Self {
        Halt(Finding::Internal(e.0))
    }
}

/// What was learnt about taking the frontier edge.
enum Extension {
    /// These inputs promise to take it.
    Inputs(Vec<u128>),
    /// No input that follows the test to this state takes it; the preimage says why.
    Impossible(StateId, Vec<Part>),
    /// It is not an edge: it has been removed.
    Removed,
    /// Nothing; this edge has to wait.
    Stuck(String),
}

/// The search on one flat program.
struct Run<'a> {
    task: &'a Task<'a>,
    program: &'a Program,
    entry: ProcId,
    simulation: Simulation<'a>,
    blocks: Blocks,
    pool: TermPool,
    solver: DefaultChain,
    preimages: Preimages,
    pruner: Pruner,
    graph: RegionGraph,
    forest: Forest,
    machines: FxHashSet<Symbol>,
    /// Edges on which neither a test nor a refinement gets further, and why.
    stuck: BTreeMap<AbstractEdge, String>,
    /// Steps of the longest test that came to its end.
    longest: u64,
    /// The blocks that some test has taken.
    covered: FxHashSet<BlockId>,
    /// What holds at each cut point in every execution.
    invariants: Vec<Vec<TermId>>,
    /// The iteration after which invariants are looked for next.
    next_lesson: u64,
    /// How many states there were at the last lesson.
    taught: usize,
    /// How deep the next lesson goes.
    depth: Depth,
    counts: Counts,
}

/// Steps that any test may take, and the first one.
const TEST_STEPS: u64 = 50_000;
const FIRST_TEST_STEPS: u64 = 8_000_000;
/// Inputs that a test may take beyond those that it was given.
const TEST_INPUTS: usize = 5_000;
/// Tests with random inputs before the first refinement.
const RANDOM_TESTS: u64 = 8;
/// Queries for tests of uncovered blocks before the first refinement, and states tried for each.
const COVER_QUERIES: usize = 400;
const COVER_STATES: usize = 3;
/// States of a region that are compared, at its beginning and at its end.
const LOOKED_AT: usize = 100;
/// Iterations before invariants are looked for the first time.
const FIRST_LESSON: u64 = 20;
/// Tests with random inputs before each lesson, and how far they go.
const LESSON_TESTS: u64 = 20;
const LESSON_STEPS: u64 = 5_000;
/// Conflicts that one question of induction may take, and how many questions there may be.
const LESSON_CONFLICTS: u64 = 1_000;
const LESSON_QUERIES: u64 = 1_500;
/// Variables at all cut points together for which a lesson is always given.
const LESSON_SIZE: usize = 300;
/// Candidates of a lesson that is always given.
const LESSON_CANDIDATES: usize = 1_000;

impl<'a> Run<'a> {
    fn new(task: &'a Task<'a>, program: &'a Program, image: &'a Image<'a>) -> Self {
        let mut pool = TermPool::new();
        let effects = Effects::new(program, task.entry, task.havoc_globals);
        let proc = program.proc(task.entry);
        let blocks = Blocks::new(program, proc, &effects, &task.target, &mut pool);
        let slots = relevant_slots(program, &blocks, &mut pool);
        let position = |(i, v): (usize, &hatha_cfa::VarId)| {
            let variable = crate::effect::state_variable(program, &mut pool, *v)?;
            Some((pool.as_var(variable)?, i as u32))
        };
        let tracked: FxHashMap<Symbol, u32> =
            slots.iter().enumerate().filter_map(position).collect();
        let machines = machines(&pool, &blocks);
        let invariants = vec![Vec::new(); blocks.cut_count() as usize];
        Run {
            task,
            program,
            entry: task.entry,
            simulation: Simulation::new(image, task.entry, task.config.clone(), &blocks, slots),
            graph: RegionGraph::new(&blocks),
            blocks,
            pool,
            solver: default_chain(),
            preimages: Preimages::default(),
            pruner: Pruner::default(),
            forest: Forest::new(tracked),
            machines,
            stuck: BTreeMap::new(),
            longest: 0,
            covered: FxHashSet::default(),
            invariants,
            next_lesson: FIRST_LESSON,
            taught: 0,
            depth: Depth::default(),
            counts: Counts::default(),
        }
    }

    fn search(mut self, counts: &mut Counts) -> Finding {
        let result = self.main_loop();
        self.counts.regions = self.graph.len() as u64;
        self.counts.tests = self.forest.tests() as u64;
        *counts = self.counts;
        match result {
            Ok(()) => proof::write(
                self.task,
                self.program,
                &self.blocks,
                &self.graph,
                &self.invariants,
                &mut self.pool,
            ),
            Err(Halt(finding)) => finding,
        }
    }

    /// The algorithm. Ends well when no abstract path leads to an error.
    fn main_loop(&mut self) -> Result<(), Halt> {
        self.first_tests()?;
        while let Some(edge) = self.next_frontier()? {
            if self.task.budget.is_interrupted() {
                return self.out_of_time(edge);
            }
            if self.counts.iterations >= self.next_lesson {
                self.next_lesson *= 3;
                if self.learns()? {
                    continue;
                }
            }
            self.counts.iterations += 1;
            let extension = self.extend(edge)?;
            self.tell(edge, &extension);
            match extension {
                Extension::Inputs(inputs) => self.run_through(edge, inputs)?,
                Extension::Impossible(state, parts) => self.refine(edge, state, &parts)?,
                Extension::Removed => {}
                Extension::Stuck(why) => {
                    self.stuck.insert(edge, why);
                }
            }
        }
        Ok(())
    }

    fn tell(&mut self, edge: AbstractEdge, extension: &Extension) {
        self.counts.regions = self.graph.len() as u64;
        self.counts.tests = self.forest.tests() as u64;
        let observer = self.task.observer;
        observer.progress(&self.counts, &|| self.describe(edge));
        if observer.wants_events() {
            observer.event(&Event::Iteration {
                number: self.counts.iterations,
                trace: vec![self.describe(edge)],
                frontier: self.describe(edge),
                answer: match extension {
                    Extension::Inputs(_) => Answer::Test,
                    Extension::Impossible(..) | Extension::Removed => Answer::Refuted,
                    Extension::Stuck(why) => Answer::Unknown(why.clone()),
                },
            });
        }
    }

    /// Looks for invariants in the states seen so far, ever more rarely and deeper where there
    /// is nothing near the surface, and starts the abstraction anew with what it finds; whether
    /// it found any.
    fn learns(&mut self) -> Result<bool, Halt> {
        let depth = std::mem::replace(&mut self.depth, Depth::Deep);
        let found = self.lesson(depth)?;
        if found || depth == Depth::Deep {
            return Ok(found);
        }
        self.lesson(Depth::Deep)
    }

    fn lesson(&mut self, depth: Depth) -> Result<bool, Halt> {
        if !self.task.generalise || self.taught == self.forest.len() {
            return Ok(false);
        }
        // A large program gets on by splitting for a while; its lesson costs more than that.
        let size = self.blocks.located().count() * self.forest.slots().len();
        if size > LESSON_SIZE + self.counts.iterations as usize {
            return Ok(false);
        }
        self.taught = self.forest.len();
        self.lesson_tests(depth)?;
        let (pool, blocks) = (&mut self.pool, &self.blocks);
        let mut facts = guess(pool, blocks, &mut self.forest, &mut self.preimages, depth)?;
        remember(&self.invariants, &mut facts);
        let count: usize = facts.iter().map(Vec::len).sum();
        if count > LESSON_CANDIDATES + 2 * self.counts.iterations as usize {
            self.taught = 0;
            return Ok(false);
        }
        let mut solver = Embedded::new();
        let budget = Budget {
            conflicts: Some(LESSON_CONFLICTS),
            ..self.task.budget.clone()
        };
        let mut induction = Induction {
            blocks: &self.blocks,
            preimages: &mut self.preimages,
            solver: &mut solver,
            budget: &budget,
            normal: Normal::default(),
            settled: Vec::new(),
            queries: 0,
            most: LESSON_QUERIES,
        };
        let done = houdini(&mut induction, &mut self.pool, &mut facts);
        self.counts.generalisation_queries += induction.queries;
        if !done || facts == self.invariants {
            return Ok(false);
        }
        self.tell_invariants(&facts);
        self.invariants = facts;
        self.graph = RegionGraph::new(&self.blocks);
        self.forest.restart();
        self.stuck.clear();
        self.pruner = Pruner::default();
        Ok(true)
    }

    fn lesson_tests(&mut self, depth: Depth) -> Result<(), Halt> {
        for n in 0..LESSON_TESTS {
            let seed = (n + 1).wrapping_mul(0x51_7cc1_b727) ^ self.taught as u64;
            let ran = self.run_limited(Prefix::with_random(Vec::new(), seed), LESSON_STEPS);
            self.add(ran)?;
            if depth == Depth::Deep {
                for n in [2 * n, 2 * n + 1] {
                    let given = inputs(&self.pool, &self.blocks, n);
                    let ran = self.run_limited(Prefix::with_random(given, seed), LESSON_STEPS);
                    self.add(ran)?;
                }
            }
        }
        Ok(())
    }

    fn tell_invariants(&self, facts: &[Vec<TermId>]) {
        if !self.task.observer.wants_events() {
            return;
        }
        let proc = self.program.proc(self.entry);
        for cut in self.blocks.located() {
            let Some(location) = self.blocks.location(cut) else {
                continue;
            };
            let place = self.program.sources.describe(proc.location(location).span);
            for &fact in &facts[cut.0 as usize] {
                self.task.observer.event(&Event::Invariant {
                    location: place.clone(),
                    predicate: self.pool.to_c(fact),
                });
            }
        }
    }

    /// A frontier before a failure, else one before something that is not modelled. Where all
    /// are stuck an invariant may help, and nothing else.
    fn next_frontier(&mut self) -> Result<Option<AbstractEdge>, Halt> {
        match self.open_frontier() {
            Err(_) if self.learns()? => self.open_frontier(),
            found => found,
        }
    }

    fn open_frontier(&self) -> Result<Option<AbstractEdge>, Halt> {
        for goal in [self.graph.failure(), self.graph.obstacle()] {
            let skip = |e: AbstractEdge| self.stuck.contains_key(&e);
            let visited = |r: RegionId| self.is_visited(r);
            if let Some(edge) = frontier(&self.graph, goal, visited, skip) {
                return Ok(Some(edge));
            }
        }
        for goal in [self.graph.failure(), self.graph.obstacle()] {
            let visited = |r: RegionId| self.is_visited(r);
            if let Some(edge) = frontier(&self.graph, goal, visited, |_| false) {
                let why = &self.stuck[&edge];
                return Err(Halt(Finding::Unknown(why.clone())));
            }
        }
        Ok(None)
    }

    fn is_visited(&self, region: RegionId) -> bool {
        region == self.graph.start() || !self.forest.members(region).is_empty()
    }

    fn out_of_time(&self, edge: AbstractEdge) -> Result<(), Halt> {
        let why = format!("out of time at {}", self.describe(edge));
        Err(Halt(Finding::Unknown(why)))
    }

    /// Asks for inputs that follow a test to the region and take the frontier edge into its target.
    fn extend(&mut self, edge: AbstractEdge) -> Result<Extension, Halt> {
        let (pool, blocks) = (&mut self.pool, &self.blocks);
        let parts = self
            .preimages
            .of(pool, blocks, &self.graph, edge.block, edge.to);
        if parts.iter().any(|p| p.term == pool.fls()) {
            self.graph.remove(edge, Removal::Contradiction);
            return Ok(Extension::Removed);
        }
        if edge.from == self.graph.start() {
            return Ok(self.extend_start(edge, &parts));
        }
        let state = self.furthest(edge, &parts)?;
        Ok(self.extend_state(edge, state, parts))
    }

    /// The state of a region that gets furthest into a block: the one at which most guards hold,
    /// or may hold for other inputs, before the first that does not. The oldest of several.
    fn furthest(&mut self, edge: AbstractEdge, parts: &[Part]) -> Result<StateId, Halt> {
        let members = self.forest.members(edge.from);
        let last = &members[members.len().saturating_sub(LOOKED_AT)..];
        let looked_at: Vec<StateId> = members
            .iter()
            .take(LOOKED_AT)
            .chain(last)
            .copied()
            .collect();
        let mut best = (0, looked_at[0]);
        for state in looked_at {
            let depth = self.depth(state, parts)?;
            if depth > best.0 {
                best = (depth, state);
            }
            if depth == parts.len() {
                break;
            }
        }
        Ok(best.1)
    }

    /// How many guards come before the first that is false at a state whatever the inputs.
    fn depth(&mut self, state: StateId, parts: &[Part]) -> Result<usize, Halt> {
        for (i, part) in parts.iter().enumerate() {
            if !self.forest.can_evaluate(&self.pool, part.term) {
                continue;
            }
            let holds = self.forest.satisfies(&self.pool, state, part.term)?;
            if !holds && !self.depends_on_inputs(state, part.term) {
                return Ok(i);
            }
        }
        Ok(parts.len())
    }

    fn depends_on_inputs(&self, state: StateId, term: TermId) -> bool {
        let symbolic = &self.forest.state(state).visit.terms;
        let slots = self.pool.free_vars(&[term]);
        let mut slots = slots.into_iter().filter_map(|v| self.forest.slot(v));
        slots.any(|slot| symbolic.iter().any(|(s, _)| *s == slot))
    }

    fn extend_start(&mut self, edge: AbstractEdge, parts: &[Part]) -> Extension {
        let block = self.blocks.block(edge.block);
        let mut map = FxHashMap::default();
        let mut next = 0;
        for &choice in &block.choices {
            let sort = self.pool.sort(choice);
            map.insert(choice, self.pool.var(&Concolic::input_name(next), sort));
            next += 1;
        }
        let open = block.open;
        let facts: Vec<TermId> = parts
            .iter()
            .map(|p| self.pool.substitute(p.term, &map))
            .collect();
        match self.ask(&facts) {
            CheckResult::Unsat => {
                self.graph.remove(edge, Removal::Infeasible);
                Extension::Removed
            }
            CheckResult::Sat if open => {
                Extension::Stuck("the arguments of the entry decide it".to_owned())
            }
            CheckResult::Sat => Extension::Inputs(self.model_inputs(&facts, &[], next)),
            CheckResult::Unknown(why) => Extension::Stuck(self.gave_up(edge, &why)),
        }
    }

    fn extend_state(
        &mut self,
        edge: AbstractEdge,
        state: StateId,
        mut parts: Vec<Part>,
    ) -> Extension {
        let block = self.blocks.block(edge.block);
        let s = self.forest.state(state);
        let terms: Vec<TermId> = parts.iter().map(|p| p.term).collect();
        let pool = &mut self.pool;
        let map = state_terms(pool, &self.forest, s, block, &terms);
        let facts: Vec<TermId> = terms.iter().map(|&t| pool.substitute(t, &map)).collect();
        let (fls, tru) = (pool.fls(), pool.tru());
        if facts.contains(&fls) {
            for (part, fact) in parts.iter_mut().zip(&facts) {
                part.needed = *fact == fls;
            }
            return Extension::Impossible(state, parts);
        }
        let test = self.forest.test(s.test);
        let path = &test.path[..s.visit.path as usize];
        let mut query: Vec<TermId> = path.iter().map(|c| c.term).collect();
        query.extend(facts.iter().copied().filter(|f| *f != tru));
        let taken = s.visit.inputs as usize;
        let given = test.inputs[..taken].to_vec();
        match self.ask(&query) {
            CheckResult::Sat => {
                let count = taken + self.blocks.block(edge.block).choices.len();
                Extension::Inputs(self.model_inputs(&query, &given, count))
            }
            CheckResult::Unsat => {
                let core: FxHashSet<TermId> = self
                    .solver
                    .core()
                    .unwrap_or(&query)
                    .iter()
                    .copied()
                    .collect();
                for (part, fact) in parts.iter_mut().zip(&facts) {
                    part.needed = core.contains(fact);
                }
                Extension::Impossible(state, parts)
            }
            CheckResult::Unknown(why) => Extension::Stuck(self.gave_up(edge, &why)),
        }
    }

    fn gave_up(&self, edge: AbstractEdge, why: &hatha_smt::Reason) -> String {
        format!("the solver gave up at {}: {why}", self.describe(edge))
    }

    fn describe(&self, edge: AbstractEdge) -> String {
        let last = self.blocks.block(edge.block).last_edge();
        last.map_or_else(
            || "the start".to_owned(),
            |e| {
                let span = self.program.proc(self.entry).edge(e).span;
                self.program.sources.describe(span)
            },
        )
    }

    fn ask(&mut self, facts: &[TermId]) -> CheckResult {
        self.counts.queries += 1;
        let start = Instant::now();
        let answer = self.solver.check(&mut self.pool, facts, &self.task.budget);
        self.counts.solver_time += start.elapsed();
        answer
    }

    /// The inputs of the last model; what the query does not mention stays as the test had it.
    fn model_inputs(&mut self, query: &[TermId], given: &[u128], count: usize) -> Vec<u128> {
        let model = self.solver.model().cloned().unwrap_or_default();
        let mut inputs = given.to_vec();
        inputs.resize(count.max(given.len()), 0);
        for var in self.pool.free_vars(query) {
            let name = self.pool.var_name(var);
            let number = name
                .strip_prefix("in")
                .and_then(|n| n.parse::<usize>().ok());
            if let Some(input) = number.and_then(|n| inputs.get_mut(n)) {
                // A variable that a model leaves out is zero in it.
                let value = model.get(var).and_then(|v| v.as_bv()?.to_u128());
                *input = value.unwrap_or(0);
            }
        }
        inputs
    }

    /// Splits the region of the state so that the part with the state loses the frontier edge.
    fn refine(&mut self, edge: AbstractEdge, state: StateId, parts: &[Part]) -> Result<(), Halt> {
        let mut facts: Vec<TermId> = self.literals(edge.from);
        let cut = self.graph.region(edge.from).cut;
        facts.extend_from_slice(&self.invariants[cut.0 as usize]);
        facts.extend(parts.iter().map(|p| p.term));
        // An edge that no state of the region takes goes alone: a split would only add an
        // empty region.
        if self.ask(&facts).is_unsat() {
            self.graph.remove(edge, Removal::Infeasible);
            return Ok(());
        }
        let free = &self.blocks.block(edge.block).free;
        let mut parts = project(&mut self.pool, parts, free);
        // A weaker preimage is still one.
        parts.retain(|p| self.forest.can_evaluate(&self.pool, p.term));
        let members = self.forest.members(edge.from).to_vec();
        let situation = Situation {
            parts: &parts,
            state,
            members: &members,
            machines: &self.machines,
        };
        let how = self.task.refinement;
        match choose(how, &mut self.pool, &mut self.forest, &situation)? {
            Some(choice) => self.split(edge, choice.rho, choice.inside_loses),
            None => {
                let place = self.describe(edge);
                let why = format!("the step at {place} hinges on memory or floating point");
                self.stuck.insert(edge, why);
                Ok(())
            }
        }
    }

    fn literals(&self, region: RegionId) -> Vec<TermId> {
        let literals = &self.graph.region(region).literals;
        literals.iter().map(|l| l.term).collect()
    }

    fn split(&mut self, edge: AbstractEdge, rho: TermId, inside_loses: bool) -> Result<(), Halt> {
        self.counts.predicates += 1;
        if self.task.observer.wants_events() {
            self.task.observer.event(&Event::Split {
                location: self.describe(edge),
                predicate: self.pool.to_c(rho),
            });
        }
        let halves = self.graph.split(&mut self.pool, edge.from, rho);
        self.forest.split(&self.pool, edge.from, halves, rho)?;
        self.stuck
            .retain(|e, _| e.from != edge.from && e.to != edge.from);
        let (loser, why) = if inside_loses {
            (halves.inside, Removal::Refuted)
        } else {
            (halves.outside, Removal::OutsidePreimage)
        };
        let both = [halves.inside, halves.outside];
        let targets: &[RegionId] = if edge.to == edge.from {
            &both
        } else {
            &[edge.to]
        };
        for &to in targets {
            let gone = AbstractEdge {
                from: loser,
                block: edge.block,
                to,
            };
            self.graph.remove(gone, why);
        }
        self.prune(halves.inside);
        self.prune(halves.outside);
        Ok(())
    }

    /// Removes the edges of a new region that rewriting alone refutes.
    fn prune(&mut self, region: RegionId) {
        let gone = self.pruner.refuted(
            &mut self.pool,
            &self.blocks,
            &self.graph,
            &mut self.preimages,
            region,
        );
        for edge in gone {
            self.graph.remove(edge, Removal::Contradiction);
        }
    }

    /// Runs a test that a query promised to take the frontier edge.
    fn run_through(&mut self, edge: AbstractEdge, inputs: Vec<u128>) -> Result<(), Halt> {
        let steps = TEST_STEPS.max(2 * self.longest);
        let ran = self.run_limited(Prefix::new(inputs), steps);
        let ended = ran.last == Some(edge.block);
        let exact = self.simulation.is_closed() && !is_pinned(&ran);
        self.add(ran)?;
        if self.is_visited(edge.to) {
            return Ok(());
        }
        let place = self.describe(edge);
        if let (true, Some(what)) = (ended, &self.blocks.block(edge.block).obstacle) {
            let why = format!("a test reaches {what} at {place}");
            self.stuck.insert(edge, why);
            return Ok(());
        }
        if exact {
            let why = format!("a test left its predicted path at {place}");
            return Err(Halt(Finding::Internal(why)));
        }
        let why = format!("the step at {place} hinges on memory or floating point");
        self.stuck.insert(edge, why);
        Ok(())
    }

    fn first_tests(&mut self) -> Result<(), Halt> {
        for seed in &self.task.seed_tests {
            let ran = self.run_limited(Prefix::new(seed.clone()), FIRST_TEST_STEPS);
            self.add(ran)?;
        }
        let ran = self.run_limited(Prefix::new(Vec::new()), FIRST_TEST_STEPS);
        self.add(ran)?;
        for n in 0..RANDOM_TESTS {
            let seed = self.task.seed.wrapping_add(n).wrapping_mul(0x9e37_79b9);
            let ran = self.run(Prefix::with_random(Vec::new(), seed));
            self.add(ran)?;
        }
        self.cover()
    }

    /// Takes each block that no test has taken yet, where a test can be bent that way.
    fn cover(&mut self) -> Result<(), Halt> {
        let mut tried: FxHashSet<(BlockId, StateId)> = FxHashSet::default();
        for _ in 0..COVER_QUERIES {
            let Some((block, state)) = self.uncovered(&tried) else {
                break;
            };
            tried.insert((block, state));
            let to = RegionId(self.blocks.block(block).to.0);
            let from = RegionId(self.blocks.block(block).from.0);
            let edge = AbstractEdge { from, block, to };
            let parts = self
                .preimages
                .of(&mut self.pool, &self.blocks, &self.graph, block, to);
            if let Extension::Inputs(inputs) = self.extend_state(edge, state, parts) {
                let ran = self.run(Prefix::new(inputs));
                self.add(ran)?;
            }
        }
        Ok(())
    }

    /// A block that no test has taken and a state before it that has not been tried.
    fn uncovered(&self, tried: &FxHashSet<(BlockId, StateId)>) -> Option<(BlockId, StateId)> {
        for block in self.blocks.ids().filter(|b| !self.covered.contains(b)) {
            let from = RegionId(self.blocks.block(block).from.0);
            let members = self.forest.members(from).iter().take(COVER_STATES);
            for &state in members {
                if !tried.contains(&(block, state)) {
                    return Some((block, state));
                }
            }
        }
        None
    }

    fn run(&mut self, inputs: Prefix) -> Ran {
        self.run_limited(inputs, TEST_STEPS)
    }

    fn run_limited(&mut self, inputs: Prefix, steps: u64) -> Ran {
        let limits = Limits {
            given: inputs.given(),
            steps: steps.min(self.task.test_steps),
            inputs: TEST_INPUTS + inputs.given().unwrap_or(0) as usize,
        };
        self.simulation
            .run(&mut self.pool, &self.blocks, inputs, limits)
    }

    /// Adds a test to the forest; a failing one ends the search.
    fn add(&mut self, ran: Ran) -> Result<(), Halt> {
        let asked = self.fails_as_asked(&ran);
        self.covered
            .extend(ran.visits.iter().filter_map(|v| v.via).chain(ran.last));
        if self.task.observer.wants_events() {
            self.task.observer.event(&Event::Test {
                number: self.forest.tests() as u64 + 1,
                inputs: ran.inputs.len() as u64,
                end: end_of(&ran.stop).to_owned(),
            });
        }
        let test = Test {
            inputs: ran.inputs,
            entries: ran.entries,
            path: ran.path,
        };
        match ran.stop {
            Stop::Fault(fault) if asked => {
                return Err(Halt(Finding::Test(Box::new(FailingTest {
                    inputs: test.entries,
                    fault,
                }))));
            }
            Stop::Internal(why) | Stop::Input(why) => return Err(Halt(Finding::Internal(why))),
            // The states of a cut or blocked test stay; the cut proves nothing.
            Stop::Fault(_) | Stop::Unsupported(_) | Stop::OutOfBudget(_) | Stop::Blocked => {}
            Stop::Exit(_) => self.longest = self.longest.max(ran.steps),
        }
        self.forest.add(&self.pool, &self.graph, test, ran.visits)?;
        Ok(())
    }

    fn fails_as_asked(&self, ran: &Ran) -> bool {
        match &ran.stop {
            Stop::Fault(fault) => self.task.target.is_asked(&fault.kind),
            _ => false,
        }
    }
}

fn end_of(stop: &Stop) -> &'static str {
    match stop {
        Stop::Exit(_) => "exit",
        Stop::Fault(_) => "fault",
        Stop::OutOfBudget(_) => "cut",
        Stop::Blocked => "blocked",
        Stop::Unsupported(_) => "unsupported",
        Stop::Input(_) | Stop::Internal(_) => "internal",
    }
}

/// Whether a path holds only where some value is what it was in this run.
fn is_pinned(ran: &Ran) -> bool {
    ran.path.iter().any(|c| c.why == Why::Pinned)
}

fn machines(pool: &TermPool, blocks: &Blocks) -> FxHashSet<Symbol> {
    let mut guards = Vec::new();
    let mut updates = Vec::new();
    for id in blocks.ids() {
        let b = blocks.block(id);
        guards.extend_from_slice(&b.guards);
        updates.extend(b.updates.iter().map(|(x, v)| (*x, *v)));
    }
    state_machines(pool, &guards, &updates)
}
