//! What the engines share: one flat program, its blocks, a solver, the region
//! graph, and the tests run so far.
//!
//! **Invariant.** A query's answer changes the region graph only if it is
//! *Unsat*; a test ends the search only if it ran into a failure that is asked
//! about. An engine on top of this decides what to ask next, not what is true.

use crate::block::{BlockId, Blocks};
use crate::effect::{Effects, state_variable};
use crate::flat::Flat;
use crate::forest::{Forest, NotTotal, StateId, Test};
use crate::learn::{Depth, Induction, Normal, guess, houdini, remember};
use crate::query::{Origin, Part, Preimages, project, state_terms};
use crate::region::{AbstractEdge, RegionGraph, RegionId, Removal, Split, conjuncts};
use crate::simulate::{Limits, Prefix, Ran, Simulation, relevant_slots};
use crate::{Counts, FailingTest, Finding, Search, Task, proof};
use hatha_cfa::{ProcId, Program};
use hatha_exec::concolic::Concolic;
use hatha_exec::fault::Stop;
use hatha_exec::image::Image;
use hatha_smt::layers::{DefaultChain, default_chain};
use hatha_smt::{Budget, CheckResult, Embedded, Reason, Solver};
use hatha_term::{Model, TermId, TermPool, VarId as Symbol};
use rustc_hash::FxHashMap;

/// Why a search stops, if not with a proof.
pub(crate) struct Halt(pub(crate) Finding);

impl From<NotTotal> for Halt {
    fn from(e: NotTotal) -> Self {
        Halt(Finding::Internal(e.0))
    }
}

impl Halt {
    /// A search that ends without an answer.
    pub(crate) fn unknown(why: impl Into<String>) -> Self {
        Halt(Finding::Unknown(why.into()))
    }
}

/// What was learnt about a step from a test's state.
pub(crate) enum Suitable {
    /// These inputs promise to take it.
    Inputs(Vec<u128>),
    /// No input that follows the test so far takes it; the preimage, with the literals that say why.
    Impossible(Vec<Part>),
    /// Nothing.
    Stuck(String),
}

/// The shared state of a search.
pub(crate) struct Session<'a> {
    pub(crate) task: &'a Task<'a>,
    pub(crate) program: &'a Program,
    entry: ProcId,
    simulation: Simulation<'a>,
    pub(crate) blocks: Blocks,
    pub(crate) pool: TermPool,
    pub(crate) solver: DefaultChain,
    pub(crate) preimages: Preimages,
    pub(crate) graph: RegionGraph,
    pub(crate) forest: Forest,
    /// What holds at each cut point in every execution.
    pub(crate) invariants: Vec<Vec<TermId>>,
    /// Steps of the longest test that came to its end.
    longest: u64,
    /// The iteration after which invariants are looked for next.
    next_lesson: u64,
    pub(crate) counts: Counts,
}

/// Steps that any test may take, and the first one.
const TEST_STEPS: u64 = 50_000;
const FIRST_TEST_STEPS: u64 = 8_000_000;
/// Inputs that a test may take beyond those that it was given.
const TEST_INPUTS: usize = 5_000;
/// Iterations before invariants are looked for the first time.
const FIRST_LESSON: u64 = 20;
/// Conflicts that one question of induction may take, and questions of one lesson.
const LESSON_CONFLICTS: u64 = 2_000;
const LESSON_QUERIES: u64 = 1_500;
/// Tests with random inputs that an engine without tests learns from.
const SAMPLE_TESTS: u64 = 8;
/// States of a region that are compared, at its beginning and at its end.
const LOOKED_AT: usize = 100;

/// Runs an algorithm on the flat form of a task's program. `Ok` of a finding is its answer.
pub(crate) fn search(
    task: &Task<'_>,
    engine: &str,
    algorithm: impl FnOnce(&mut Session<'_>) -> Result<Finding, Halt>,
) -> Search {
    let mut counts = Counts::default();
    let finding = match Flat::new(task) {
        Err(why) => Finding::Unknown(why),
        Ok(flat) => match Image::new(&flat.program) {
            Err(why) => Finding::Unknown(why),
            Ok(image) => {
                let mut session = Session::new(task, &flat.program, &image);
                let finding = algorithm(&mut session).unwrap_or_else(|halt| halt.0);
                counts = session.counts;
                counts.regions = counts.regions.max(session.graph.len() as u64);
                finding
            }
        },
    };
    let finding = match finding {
        Finding::Proof(mut proof) => {
            engine.clone_into(&mut proof.engine);
            Finding::Proof(proof)
        }
        other => other,
    };
    Search { finding, counts }
}

impl<'a> Session<'a> {
    fn new(task: &'a Task<'a>, program: &'a Program, image: &'a Image<'a>) -> Self {
        let mut pool = TermPool::new();
        let effects = Effects::new(program, task.entry, task.havoc_globals);
        let proc = program.proc(task.entry);
        let blocks = Blocks::new(program, proc, &effects, &task.target, &mut pool);
        let slots = relevant_slots(program, &blocks, &mut pool);
        let position = |(i, v): (usize, &hatha_cfa::VarId)| {
            let variable = state_variable(program, &mut pool, *v)?;
            Some((pool.as_var(variable)?, i as u32))
        };
        let tracked: FxHashMap<Symbol, u32> =
            slots.iter().enumerate().filter_map(position).collect();
        Session {
            task,
            program,
            entry: task.entry,
            simulation: Simulation::new(image, task.entry, task.config.clone(), &blocks, slots),
            graph: RegionGraph::new(&blocks),
            invariants: vec![Vec::new(); blocks.cut_count() as usize],
            blocks,
            pool,
            solver: default_chain(),
            preimages: Preimages::default(),
            forest: Forest::new(tracked),
            longest: 0,
            next_lesson: FIRST_LESSON,
            counts: Counts::default(),
        }
    }

    /// The region graph as a proof.
    pub(crate) fn proved(&mut self) -> Finding {
        proof::write(
            self.task,
            self.program,
            &self.blocks,
            &self.graph,
            &self.invariants,
            &mut self.pool,
        )
    }

    /// Ends the search if its time is over.
    pub(crate) fn in_time(&self) -> Result<(), Halt> {
        if self.task.budget.is_interrupted() {
            return Err(Halt::unknown("out of time"));
        }
        Ok(())
    }

    /// Asks whether facts hold together.
    pub(crate) fn ask(&mut self, facts: &[TermId]) -> CheckResult {
        self.counts.queries += 1;
        self.solver.check(&mut self.pool, facts, &self.task.budget)
    }

    /// The last model.
    pub(crate) fn model(&self) -> Model {
        self.solver.model().cloned().unwrap_or_default()
    }

    /// Where a block ends, for a message.
    pub(crate) fn describe(&self, block: BlockId) -> String {
        let Some(last) = self.blocks.block(block).last_edge() else {
            return "the start".to_owned();
        };
        let span = self.program.proc(self.entry).edge(last).span;
        self.program.sources.describe(span)
    }

    /// Why a question without an answer stops the search.
    pub(crate) fn gave_up(&self, block: BlockId, why: &Reason) -> String {
        format!("the solver gave up at {}: {why}", self.describe(block))
    }

    /// What holds in every state of a region: its predicate and the invariants of its place.
    pub(crate) fn facts(&self, region: RegionId) -> Vec<TermId> {
        let r = self.graph.region(region);
        let mut facts = self.invariants[r.cut.0 as usize].clone();
        facts.extend(r.literals.iter().map(|l| l.term));
        facts
    }

    /// The preimage of a region under a block, free variables not yet eliminated.
    pub(crate) fn step(&mut self, block: BlockId, to: RegionId) -> Vec<Part> {
        let (pool, blocks) = (&mut self.pool, &self.blocks);
        self.preimages.of(pool, blocks, &self.graph, block, to)
    }

    /// The preimage as conjuncts over the state alone: exact where the solver can eliminate the
    /// block's free variables, otherwise weaker, which still contains it.
    pub(crate) fn preimage(&mut self, block: BlockId, to: RegionId) -> Vec<Part> {
        let parts = self.step(block, to);
        let free = &self.blocks.block(block).free;
        let terms: Vec<TermId> = parts.iter().map(|p| p.term).collect();
        let whole = self.pool.and_all(&terms);
        let mentioned: Vec<TermId> = mentioned(&self.pool, whole, free);
        let (pool, budget) = (&mut self.pool, &self.task.budget);
        let exact = self.solver.as_projector();
        match exact.map(|p| p.project(pool, whole, &mentioned, budget)) {
            Some(Ok(term)) => conjuncts(pool, term).into_iter().map(guard).collect(),
            _ => project(pool, &parts, free),
        }
    }

    /// Removes an edge that no state of its source takes; whether it did.
    pub(crate) fn drop_if_infeasible(&mut self, edge: AbstractEdge) -> bool {
        let mut facts = self.facts(edge.from);
        facts.extend(self.step(edge.block, edge.to).iter().map(|p| p.term));
        let gone = facts.contains(&self.pool.fls()) || self.ask(&facts).is_unsat();
        if gone {
            self.graph.remove(edge, Removal::Infeasible);
        }
        gone
    }

    /// Splits the source of an edge by a predicate that contains the edge's preimage; the half
    /// outside loses the edge.
    pub(crate) fn split(&mut self, edge: AbstractEdge, rho: TermId) -> Split {
        self.counts.predicates += 1;
        let halves = self.graph.split(&mut self.pool, edge.from, rho);
        let both = [halves.inside, halves.outside];
        let targets: &[RegionId] = if edge.to == edge.from {
            &both
        } else {
            &[edge.to]
        };
        for &to in targets {
            let gone = AbstractEdge {
                from: halves.outside,
                block: edge.block,
                to,
            };
            self.graph.remove(gone, Removal::OutsidePreimage);
        }
        halves
    }

    /// The state of a region that gets furthest into a block: the one at which most guards hold
    /// before the first that does not. The oldest of several.
    ///
    /// A block is many statements. The papers have a region between any two of them, and the
    /// frontier is behind the last one that a test passed; this is the same choice.
    pub(crate) fn furthest(&mut self, edge: AbstractEdge) -> Option<StateId> {
        let parts = self.step(edge.block, edge.to);
        let terms: Vec<TermId> = parts.iter().map(|p| p.term).collect();
        let fls = self.pool.fls();
        let mut best = None;
        for state in looked_at(self.forest.members(edge.from)) {
            let facts = self.facts_at(state, edge.block, &terms);
            let depth = facts.iter().position(|f| *f == fls);
            let depth = depth.unwrap_or(facts.len());
            if best.is_none_or(|(known, _)| depth > known) {
                best = Some((depth, state));
            }
        }
        best.map(|(_, state)| state)
    }

    /// Terms over the state before a block, over the inputs of the test that came to a state.
    fn facts_at(&mut self, state: StateId, block: BlockId, terms: &[TermId]) -> Vec<TermId> {
        let s = self.forest.state(state);
        let b = self.blocks.block(block);
        let map = state_terms(&mut self.pool, &self.forest, s, b, terms);
        let pool = &mut self.pool;
        terms.iter().map(|&t| pool.substitute(t, &map)).collect()
    }

    /// Asks for inputs that follow the test to a state and then take an edge.
    pub(crate) fn suitable(&mut self, state: StateId, edge: AbstractEdge) -> Suitable {
        let mut parts = self.step(edge.block, edge.to);
        let terms: Vec<TermId> = parts.iter().map(|p| p.term).collect();
        let facts = self.facts_at(state, edge.block, &terms);
        let (tru, fls) = (self.pool.tru(), self.pool.fls());
        if facts.contains(&fls) {
            mark(&mut parts, &facts, |f| f == fls);
            return Suitable::Impossible(parts);
        }
        let s = self.forest.state(state);
        let test = self.forest.test(s.test);
        let path = &test.path[..s.visit.path as usize];
        let mut query: Vec<TermId> = path.iter().map(|c| c.term).collect();
        query.extend(facts.iter().copied().filter(|f| *f != tru));
        let given = test.inputs[..s.visit.inputs as usize].to_vec();
        let count = given.len() + self.blocks.block(edge.block).choices.len();
        match self.ask(&query) {
            CheckResult::Sat => Suitable::Inputs(self.model_inputs(&query, given, count)),
            CheckResult::Unsat => {
                let core = self.solver.core().unwrap_or(&query).to_vec();
                mark(&mut parts, &facts, |f| core.contains(&f));
                Suitable::Impossible(parts)
            }
            CheckResult::Unknown(why) => Suitable::Stuck(self.gave_up(edge.block, &why)),
        }
    }

    /// The inputs of the last model; what the query does not mention stays as given, or zero.
    pub(crate) fn model_inputs(
        &mut self,
        query: &[TermId],
        given: Vec<u128>,
        count: usize,
    ) -> Vec<u128> {
        let model = self.model();
        let mut inputs = given;
        inputs.resize(count.max(inputs.len()), 0);
        for var in self.pool.free_vars(query) {
            let name = self.pool.var_name(var);
            let number = name.strip_prefix("in").and_then(|n| n.parse().ok());
            if let Some(input) = number.and_then(|n: usize| inputs.get_mut(n)) {
                *input = value(&model, var);
            }
        }
        inputs
    }

    /// The input variables for a block's choices, the first of them with a given number.
    pub(crate) fn inputs_for(&mut self, block: BlockId, first: usize) -> Vec<(TermId, TermId)> {
        let choices = self.blocks.block(block).choices.iter().zip(first..);
        let pool = &mut self.pool;
        let pair = |(&choice, n): (&TermId, usize)| {
            let sort = pool.sort(choice);
            (choice, pool.var(&Concolic::input_name(n), sort))
        };
        choices.map(pair).collect()
    }

    /// Runs a test to its end or a limit.
    pub(crate) fn run(&mut self, inputs: Prefix) -> Ran {
        let first = if self.forest.tests() == 0 {
            FIRST_TEST_STEPS
        } else {
            TEST_STEPS
        };
        let limits = Limits {
            given: inputs.given(),
            steps: first.max(2 * self.longest).min(self.task.test_steps),
            inputs: TEST_INPUTS + inputs.given().unwrap_or(0) as usize,
        };
        let ran = self
            .simulation
            .run(&mut self.pool, &self.blocks, inputs, limits);
        if !matches!(ran.stop, Stop::OutOfBudget(_)) {
            self.longest = self.longest.max(ran.steps);
        }
        ran
    }

    /// The failing test that a run is, if it is one that is asked about.
    pub(crate) fn failure(&self, ran: &Ran) -> Option<Halt> {
        match &ran.stop {
            Stop::Fault(fault) if self.task.target.is_asked(&fault.kind) => {
                Some(Halt(Finding::Test(Box::new(FailingTest {
                    inputs: ran.entries.clone(),
                    fault: fault.clone(),
                }))))
            }
            Stop::Internal(why) | Stop::Input(why) => Some(Halt(Finding::Internal(why.clone()))),
            _ => None,
        }
    }

    /// Adds a test to the forest, in the regions of a graph.
    pub(crate) fn add(&mut self, ran: Ran) -> Result<(), Halt> {
        self.counts.tests += 1;
        let test = Test {
            inputs: ran.inputs,
            entries: ran.entries,
            path: ran.path,
        };
        self.forest.add(&self.pool, &self.graph, test, ran.visits)?;
        Ok(())
    }

    /// Whether it is time to look for invariants; ever more rarely.
    pub(crate) fn lesson_is_due(&mut self) -> bool {
        let due = self.task.generalise && self.counts.iterations >= self.next_lesson;
        if due {
            self.next_lesson *= 3;
        }
        due
    }

    /// Looks for invariants in the states of the forest; whether there are new ones. Then the
    /// abstraction starts anew.
    pub(crate) fn learn(&mut self) -> Result<bool, Halt> {
        let (pool, blocks) = (&mut self.pool, &self.blocks);
        let (forest, preimages) = (&mut self.forest, &mut self.preimages);
        let mut facts = guess(pool, blocks, forest, preimages, Depth::Plain)?;
        remember(&self.invariants, &mut facts);
        let budget = Budget {
            conflicts: Some(LESSON_CONFLICTS),
            ..self.task.budget.clone()
        };
        let mut induction = Induction {
            blocks: &self.blocks,
            preimages: &mut self.preimages,
            solver: &mut Embedded::new(),
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
        self.invariants = facts;
        self.graph = RegionGraph::new(&self.blocks);
        self.forest.restart();
        Ok(true)
    }

    /// The same for an algorithm that runs no tests: some are run to learn from, and a failure
    /// among them is not looked at.
    pub(crate) fn learn_from_samples(&mut self) -> Result<bool, Halt> {
        if self.forest.is_empty() {
            let refined = std::mem::replace(&mut self.graph, RegionGraph::new(&self.blocks));
            let ran = self.run(Prefix::new(Vec::new()));
            self.add(ran)?;
            for ran in self.random_tests() {
                self.add(ran)?;
            }
            self.graph = refined;
        }
        self.learn()
    }

    /// Tests with random inputs.
    pub(crate) fn random_tests(&mut self) -> Vec<Ran> {
        let seed = self.task.seed;
        let seeds = (0..SAMPLE_TESTS).map(|n| seed.wrapping_add(n).wrapping_mul(0x9e37_79b9));
        let inputs = seeds.map(|seed| Prefix::with_random(Vec::new(), seed));
        inputs.map(|inputs| self.run(inputs)).collect()
    }
}

/// Marks the literals that say why a step is impossible.
fn mark(parts: &mut [Part], facts: &[TermId], is_needed: impl Fn(TermId) -> bool) {
    for (part, &fact) in parts.iter_mut().zip(facts) {
        part.needed = is_needed(fact);
    }
}

/// The first and the last states of a region.
fn looked_at(members: &[StateId]) -> Vec<StateId> {
    let half = members.len().min(LOOKED_AT);
    let rest = &members[half..];
    let last = &rest[rest.len().saturating_sub(LOOKED_AT)..];
    [&members[..half], last].concat()
}

/// A conjunct of a preimage that is needed as it is.
fn guard(term: TermId) -> Part {
    Part {
        term,
        origin: Origin::Guard,
        needed: true,
    }
}

fn mentioned(pool: &TermPool, term: TermId, variables: &[TermId]) -> Vec<TermId> {
    let inside = pool.subterms(&[term]);
    let is_inside = |v: &&TermId| inside.contains(v);
    variables.iter().filter(is_inside).copied().collect()
}

/// The value of an input in a model; a variable that a model leaves out is zero in it.
pub(crate) fn value(model: &Model, var: Symbol) -> u128 {
    let value = model.get(var).and_then(|v| v.as_bv()?.to_u128());
    value.unwrap_or(0)
}
