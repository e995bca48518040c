//! What the engines share: one flat program, its blocks, a solver, the region
//! graph, and the tests run so far.
//!
//! **Invariant.** A query's answer changes the region graph only if it is
//! *Unsat*; a test ends the search only if it ran into a failure that is asked
//! about. An engine on top of this decides what to ask next, not what is true.

use crate::algorithms::exchange::Exchange;
use crate::algorithms::flow::{Break, Continue, Flow, OrDefect, unknown};
use crate::events::emit::RunReport;
use crate::questions::query::{AtState, Origin, Part, Preimages, at_state, project};
use crate::questions::refine::under_aliases;
use crate::regions::non_null::non_null_facts;
use crate::regions::proof;
use crate::regions::region::{AbstractEdge, RegionGraph, RegionId, Removal, Split, conjuncts};
use crate::regions::trace::frontier;
use crate::reuse::suggestion::ExaminedProcedures;
use crate::testing::forest::{Forest, StateId, Test};
use crate::testing::must_summaries::MustSummaries;
use crate::testing::simulate::{Given, Limits, Prefix, Ran, Simulation, Tracked};
use crate::{Counts, FailingTest, Finding, Search, Task};
use hatha_blocks::block::{BlockId, Blocks, CutId, START};
use hatha_blocks::effect::Effects;
use hatha_blocks::flat::Flat;
use hatha_blocks::points::{Names, ObjectFacts, Points, object_facts};
use hatha_cfa::join::Joined;
use hatha_cfa::{ProcId, Program};
use hatha_defect::{Defect, is_on};
use hatha_exec::concolic::{Concolic, Why};
use hatha_exec::fault::Stop;
use hatha_exec::image::Image;
use hatha_proof::assume::no_entry_alias;
use hatha_smt::layers::{DefaultChain, default_chain};
use hatha_smt::{Budget, CheckResult, Reason, Solver};
use hatha_term::{Model, Op, Symbol, TermId, TermPool, VarId as TermVar};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::time::Instant;

/// What was learnt about a step from a test's state.
pub(crate) enum Suitable {
    /// These inputs promise to take it.
    Inputs(Given),
    /// No input that follows the test so far takes it; the preimage, with the literals that say why.
    Impossible(Vec<Part>),
    /// Nothing.
    Stuck(String),
}

/// Where the abstract traces to an error leave the forest.
pub(crate) enum Frontier {
    /// By this edge.
    Edge(AbstractEdge),
    /// There is no abstract trace to an error.
    NoTrace,
    /// Every trace passes an edge on which the search does not get further, and why.
    Stuck(String),
}

/// Edges on which neither a test nor a refinement gets further, and why.
pub(crate) type Stuck = BTreeMap<AbstractEdge, String>;

/// The shared state of a search.
pub(crate) struct Session<'a> {
    pub(crate) task: &'a Task<'a>,
    pub(crate) program: &'a Program,
    pub(crate) joined: &'a Joined,
    pub(crate) entry: ProcId,
    simulation: Simulation<'a>,
    pub(crate) blocks: Blocks,
    pub(crate) pool: TermPool,
    pub(crate) solver: DefaultChain,
    pub(crate) preimages: Preimages,
    pub(crate) graph: RegionGraph,
    pub(crate) forest: Forest,
    /// What holds at each cut point in every execution.
    pub(crate) invariants: Vec<Vec<TermId>>,
    /// Other searches for the same, if the algorithm takes part in an exchange.
    pub(crate) exchange: Option<&'a dyn Exchange>,
    /// What other searches suggest.
    pub(crate) suggested: Vec<(CutId, TermId)>,
    /// What a proof says of objects at each cut point, beside the invariants.
    pub(crate) object_facts: ObjectFacts,
    /// What procedures did in tests.
    pub(crate) must_summaries: MustSummaries,
    /// Conflicts after which a question that need not be answered is left.
    pub(crate) conflict_limit: Option<u64>,
    /// Where the last test had its largest objects on the heap.
    heap: Vec<u64>,
    /// Steps of the longest test that came to its end.
    longest: u64,
    /// The iteration after which invariants are looked for next.
    pub(crate) next_inference: u64,
    pub(crate) counts: Counts,
    /// The procedures that a search has examined which started from an earlier one.
    pub(crate) examined: Option<ExaminedProcedures>,
    /// The blocks whose steps it knows from that one.
    pub(crate) carried: FxHashSet<BlockId>,
    /// How many removed edges have been emitted.
    pub(crate) emitted: usize,
    /// How many terms have been counted as work.
    counted_terms: usize,
    /// The first test that ran into a fault.
    faulted: Option<Box<FailingTest>>,
}

/// The work around a question beside that of the solver, in units of a budget: preimages, splits.
const ASKED: u64 = 500;
/// Terms whose making is as much work as one unit.
const TERMS: u64 = 2;
/// Steps that any test may take, and the first one.
pub(crate) const TEST_STEPS: u64 = 50_000;
pub(crate) const FIRST_TEST_STEPS: u64 = 8_000_000;
/// Inputs that a test may take beyond those that it was given.
const TEST_INPUTS: usize = 5_000;
/// Iterations before invariants are looked for the first time.
const FIRST_INFERENCE: u64 = 20;
/// Tests with random inputs that an engine without tests learns from.
const SAMPLE_TESTS: u64 = 8;
/// States of a region that are compared, at its beginning and at its end.
const COMPARED_STATES: usize = 100;

/// Runs an algorithm on the flat form of a task's program. `Ok` of a finding is its answer.
pub(crate) fn search(
    task: &Task<'_>,
    engine: &str,
    algorithm: impl FnOnce(&mut Session<'_>) -> Flow<Finding>,
) -> Search {
    let mut counts = Counts::default();
    let (mut suggestion, mut resumed, mut faulted) = (None, None, None);
    let finding = match Flat::new(task.program, task.entry, &task.target, task.calls) {
        Err(why) => Finding::Unknown(why),
        Ok(flat) => match Image::new(&flat.joined.program) {
            Err(why) => Finding::Unknown(why),
            Ok(image) => {
                let mut session = Session::new(task, &flat.joined, &image);
                session.emit_chart();
                session.count_work();
                let (Break(finding) | Continue(finding)) = algorithm(&mut session);
                session.emit_removals();
                counts = session.counts;
                counts.regions = counts.regions.max(session.graph.len() as u64);
                resumed = session.resumed();
                faulted = session.faulted.take();
                if task.reuse.leaves && matches!(finding, Finding::Proof(_)) {
                    suggestion = session.leave().map(Box::new);
                }
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
    Search {
        finding,
        counts,
        resumed,
        suggestion,
        faulted,
    }
}

impl<'a> Session<'a> {
    fn new(task: &'a Task<'a>, joined: &'a Joined, image: &'a Image<'a>) -> Self {
        let (program, entry) = (&joined.program, joined.entry);
        let mut pool = TermPool::new();
        let effects = Effects::new(
            joined,
            task.havoc_globals,
            &task.config,
            image.function_addresses(),
        );
        let assumed = if task.config.entry_alias {
            Vec::new()
        } else {
            no_entry_alias(program, entry, &mut pool)
        };
        let mut blocks = Blocks::new(joined, &effects, &task.target, &assumed, &mut pool);
        let points = if task.objects_by_name {
            Points::new(joined, &blocks.taken(), task.havoc_globals)
        } else {
            Points::unknown(&joined.program)
        };
        let names = Names::new(&points, program, &mut pool);
        if !names.is_empty() {
            effects.name_objects(names);
            blocks = Blocks::new(joined, &effects, &task.target, &assumed, &mut pool);
        }
        let tracked = Tracked::new(joined, &blocks, &mut pool);
        let positions = tracked.positions(program, &mut pool);
        let invariants = if tracked.memory {
            non_null_facts(&pool, &blocks, program.target.pointer_bits, &positions)
        } else {
            vec![Vec::new(); blocks.cut_count() as usize]
        };
        let object_facts = object_facts(&points, program, program.proc(entry), &blocks, &mut pool);
        Session {
            task,
            program,
            joined,
            exchange: task.exchange,
            suggested: Vec::new(),
            examined: None,
            carried: FxHashSet::default(),
            entry,
            object_facts,
            simulation: Simulation::new(image, joined, task.config.clone(), &blocks, tracked),
            graph: RegionGraph::new(&blocks),
            invariants,
            blocks,
            pool,
            solver: default_chain(),
            preimages: Preimages::new(effects.into_resolver()),
            forest: Forest::new(positions),
            must_summaries: MustSummaries::default(),
            conflict_limit: None,
            heap: Vec::new(),
            longest: 0,
            next_inference: FIRST_INFERENCE,
            counts: Counts::default(),
            emitted: 0,
            counted_terms: 0,
            faulted: None,
        }
    }

    /// Starts the abstraction anew: the blocks, split by the predicates of the user's.
    ///
    /// Any predicate splits a region without harm: both halves keep all edges.
    pub(crate) fn start_abstraction(&mut self) -> Flow {
        self.graph = RegionGraph::new(&self.blocks);
        self.forest.restart();
        self.emit_restart();
        for (cut, rho) in self.blocks.predicates().to_vec() {
            if !self.forest.can_evaluate(&self.pool, rho) {
                continue;
            }
            self.counts.predicates += 1;
            for region in self.graph.at(cut).to_vec() {
                let halves = self.graph.split(&mut self.pool, region, rho);
                self.forest
                    .split(&self.pool, region, halves, rho)
                    .or_defect()?;
                self.emit_split(region, halves, rho);
            }
        }
        Continue(())
    }

    /// The region graph as a proof.
    pub(crate) fn proved(&mut self) -> Finding {
        let mut invariants = self.invariants.clone();
        for (known, facts) in invariants.iter_mut().zip(&self.object_facts.facts) {
            known.extend(facts);
        }
        proof::write(
            self.task,
            self.program,
            &self.blocks,
            &self.graph,
            &invariants,
            &mut self.pool,
        )
    }

    /// Counts the work of tests and states beside that of the simulator, and that of making terms:
    /// preimages, invariants and what is asked are many before a solver sees one.
    pub(crate) fn count_work(&mut self) {
        let terms = self.pool.len();
        let made = terms - std::mem::replace(&mut self.counted_terms, terms);
        let work = self.forest.take_work() + made as u64 / TERMS;
        self.task.budget.spend(work);
    }

    /// Ends the search if its time is over.
    pub(crate) fn in_time(&self) -> Flow {
        if self.task.budget.is_interrupted() {
            return Break(unknown("out of time"));
        }
        Continue(())
    }

    /// Asks whether facts hold together.
    pub(crate) fn ask(&mut self, facts: &[TermId]) -> CheckResult {
        self.counts.queries += 1;
        self.task
            .budget
            .spend(ASKED + crate::work_of_question(facts.len()));
        self.count_work();
        let start = Instant::now();
        let budget = match self.conflict_limit {
            Some(conflicts) => &Budget {
                conflicts: Some(conflicts),
                ..self.task.budget.clone()
            },
            None => &self.task.budget,
        };
        let answer = self.solver.check(&mut self.pool, facts, budget);
        self.counts.solver_time += start.elapsed();
        answer
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

    /// Where a cut point is, for a message.
    pub(crate) fn describe_cut(&self, cut: CutId) -> Option<String> {
        let location = self.blocks.location(cut)?;
        let span = self.program.proc(self.entry).location(location).span;
        Some(self.program.sources.describe(span))
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
        let free = &self.preimages.free(&self.blocks, block);
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

    /// Brings a preimage under the alias relation of a state.
    pub(crate) fn under_aliases(&mut self, state: StateId, parts: &mut [Part]) -> Flow {
        let is_alias = |t: TermId| self.preimages.is_alias(t);
        let (pool, forest) = (&mut self.pool, &mut self.forest);
        under_aliases(pool, forest, is_alias, state, parts).or_defect()
    }

    /// Whether a term's value depends on which addresses are equal.
    pub(crate) fn depends_on_aliases(&self, term: TermId) -> bool {
        let subterms = self.pool.subterms(&[term]);
        subterms.iter().any(|&t| self.preimages.is_alias(t))
    }

    /// Removes an edge that no state of its source takes; whether it did.
    pub(crate) fn drop_if_infeasible(&mut self, edge: AbstractEdge) -> bool {
        let mut facts = self.facts(edge.from);
        facts.extend(self.step(edge.block, edge.to).iter().map(|p| p.term));
        let mut gone = facts.contains(&self.pool.fls()) || self.ask(&facts).is_unsat();
        gone |= is_on(Defect::DropsUnasked) && self.counts.queries.is_multiple_of(2);
        if gone {
            self.graph.remove(edge, Removal::Infeasible);
        }
        gone
    }

    /// Whether a test has been in a region.
    pub(crate) fn is_visited(&self, region: RegionId) -> bool {
        region == self.graph.start() || !self.forest.states_in(region).is_empty()
    }

    /// The frontier of an ordered abstract trace: before a failure, else before something that is
    /// not modelled. The trace's beginning is the test that visited its source.
    pub(crate) fn frontier(&self, stuck: &Stuck) -> Frontier {
        if is_on(Defect::NoFrontier) && self.graph.len() >= 8 {
            return Frontier::NoTrace;
        }
        let goals = [self.graph.failure(), self.graph.obstacle()];
        let visited = |r: RegionId| self.is_visited(r);
        let open = |e: AbstractEdge| stuck.contains_key(&e);
        let find = |g: &RegionId| frontier(&self.graph, *g, visited, open);
        if let Some(found) = goals.iter().find_map(find) {
            return Frontier::Edge(found);
        }
        let any = |g: &RegionId| frontier(&self.graph, *g, visited, |_| false);
        match goals.iter().find_map(any) {
            // Where the edge itself is not stuck, one behind it is.
            Some(edge) => {
                let why = stuck.get(&edge).or_else(|| stuck.values().next());
                Frontier::Stuck(why.cloned().unwrap_or_default())
            }
            None => Frontier::NoTrace,
        }
    }

    /// Splits the source of an edge by a predicate that contains the edge's preimage, or refutes
    /// it (`why` says which); the half that cannot take the edge loses it.
    pub(crate) fn split(&mut self, edge: AbstractEdge, rho: TermId, why: Removal) -> Split {
        let halves = self.divide(edge, rho, why);
        self.emit_split(edge.from, halves, rho);
        halves
    }

    fn divide(&mut self, edge: AbstractEdge, rho: TermId, why: Removal) -> Split {
        self.counts.predicates += 1;
        let halves = self.graph.split(&mut self.pool, edge.from, rho);
        let (loser, other) = match why {
            Removal::Refuted => (halves.inside, halves.outside),
            _ => (halves.outside, halves.inside),
        };
        let both = [halves.inside, halves.outside];
        let targets: &[RegionId] = if edge.to == edge.from {
            &both
        } else {
            &[edge.to]
        };
        for (from, loses) in [(loser, true), (other, false)] {
            let loses = is_on(Defect::BothHalves) || loses != is_on(Defect::WrongHalf);
            for &to in targets.iter().filter(|_| loses) {
                let block = edge.block;
                self.graph.remove(AbstractEdge { from, block, to }, why);
            }
        }
        halves
    }

    /// Splits the source of an edge, and follows with the states of the forest.
    pub(crate) fn split_with_states(
        &mut self,
        edge: AbstractEdge,
        rho: TermId,
        why: Removal,
    ) -> Flow<Split> {
        let halves = self.divide(edge, rho, why);
        self.forest
            .split(&self.pool, edge.from, halves, rho)
            .or_defect()?;
        self.emit_split(edge.from, halves, rho);
        self.suggest(self.graph.region(halves.inside).cut, rho);
        Continue(halves)
    }

    /// The state of a region from which a step is tried: the oldest, or, where no input has a say
    /// in what that one does, the one that gets furthest.
    ///
    /// A program that counts to a bound passes through many states of which the last alone leaves
    /// the loop; the oldest would split by what a later one passes. Where inputs decide, the
    /// oldest state is the one that the earlier splits were made for.
    pub(crate) fn promising(&mut self, edge: AbstractEdge) -> Option<StateId> {
        let oldest = self.forest.states_in(edge.from).first().copied()?;
        let terms: Vec<TermId> = self
            .step(edge.block, edge.to)
            .iter()
            .map(|p| p.term)
            .collect();
        let facts = self.facts_at(oldest, edge.block, &terms).facts;
        if facts.iter().all(|&f| self.pool.is_const(f)) {
            self.furthest(edge)
        } else {
            Some(oldest)
        }
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
        for state in compared_states(self.forest.states_in(edge.from)) {
            let facts = self.facts_at(state, edge.block, &terms).facts;
            let depth = facts.iter().position(|f| *f == fls);
            let depth = depth.unwrap_or(facts.len());
            if best.is_none_or(|(known, _)| depth > known) {
                best = Some((depth, state));
            }
            if depth == facts.len() {
                break;
            }
        }
        best.map(|(_, state)| state)
    }

    /// Terms over the state before a block, over the inputs of the test that came to a state.
    pub(crate) fn facts_at(&mut self, state: StateId, block: BlockId, terms: &[TermId]) -> AtState {
        let s = self.forest.state(state);
        let b = self.blocks.block(block);
        at_state(&mut self.pool, &self.forest, s, b, terms)
    }

    /// Asks for inputs that follow the test to a state and then take an edge.
    pub(crate) fn suitable(&mut self, state: StateId, edge: AbstractEdge) -> Suitable {
        let mut parts = self.step(edge.block, edge.to);
        let terms: Vec<TermId> = parts.iter().map(|p| p.term).collect();
        let AtState { facts, alpha } = self.facts_at(state, edge.block, &terms);
        let (tru, fls) = (self.pool.tru(), self.pool.fls());
        if facts.contains(&fls) {
            mark(&mut parts, &facts, |f| f == fls);
            return Suitable::Impossible(parts);
        }
        let s = self.forest.state(state);
        let test = self.forest.test(s.test);
        let path = &test.path[..s.visit.path as usize];
        let mut query: Vec<TermId> = path.iter().map(|c| c.term).collect();
        query.extend(alpha);
        query.extend(facts.iter().copied().filter(|f| *f != tru));
        let taken = s.visit.inputs as usize;
        // What memory holds may be drawn later: then those inputs belong to the state, too.
        let rest = if self.simulation.tracks_memory() {
            test.inputs.values.len()
        } else {
            taken
        };
        let given = Given {
            values: test.inputs.values[..rest].to_vec(),
            held: test.inputs.held.clone(),
        };
        let count = taken + self.blocks.block(edge.block).choices.len();
        match self.ask_for_objects(&query, &facts) {
            CheckResult::Sat => Suitable::Inputs(self.model_inputs(&query, given, count)),
            CheckResult::Unsat => {
                let core = self.solver.core().unwrap_or(&query).to_vec();
                mark(&mut parts, &facts, |f| core.contains(&f));
                Suitable::Impossible(parts)
            }
            CheckResult::Unknown(why) => Suitable::Stuck(self.gave_up(edge.block, &why)),
        }
    }

    /// Asks whether facts hold together, rather with pointers that lead to objects: a test comes
    /// to its end at one that leads nowhere.
    fn ask_for_objects(&mut self, query: &[TermId], accesses: &[TermId]) -> CheckResult {
        let objects = [&self.heap[..], self.simulation.largest()].concat();
        let mut wanted = query.to_vec();
        for &fact in accesses {
            if let Some(pointer) = self.accessed_input(fact) {
                let width = self.pool.width(pointer);
                let mut leads = Vec::new();
                for &at in &objects {
                    let at = self.pool.bv_const(width, u128::from(at));
                    leads.push(self.pool.eq(pointer, at));
                }
                wanted.push(self.pool.or_all(&leads));
            }
        }
        if wanted.len() > query.len() && !objects.is_empty() && self.ask(&wanted).is_sat() {
            return CheckResult::Sat;
        }
        self.ask(query)
    }

    /// The input that a fact says not to be null.
    fn accessed_input(&self, fact: TermId) -> Option<TermId> {
        let pool = &self.pool;
        let bits = self.program.target.pointer_bits;
        let equal = (pool.op(fact) == Op::Not).then(|| pool.arg(fact, 0))?;
        let args = (pool.op(equal) == Op::Eq).then(|| pool.args(equal))?;
        let zero = |t: &TermId| pool.as_bv(*t).is_some_and(|v| v.to_u64() == Some(0));
        let other = args.iter().find(|t| !zero(t))?;
        let is_input = pool.as_var(*other).is_some() && args.iter().any(zero);
        (is_input && pool.width(*other) == bits).then_some(*other)
    }

    /// Asks for inputs that take the step into the entry.
    pub(crate) fn first_step(&mut self, edge: AbstractEdge) -> Suitable {
        let addresses = self.simulation.addresses(&mut self.pool);
        let inputs = self.inputs_for(edge.block, 0);
        let parts = self.step(edge.block, edge.to);
        let general = substituted(&mut self.pool, &parts, &inputs);
        let mut values = inputs;
        values.extend(addresses.iter().map(|&(variable, at, _)| (variable, at)));
        let query = substituted(&mut self.pool, &parts, &values);
        let block = self.blocks.block(edge.block);
        let (open, count) = (block.open, block.choices.len());
        match self.ask(&query) {
            CheckResult::Unsat if query == general => Suitable::Impossible(parts),
            // The addresses of tests are one choice among others.
            CheckResult::Unsat if self.is_impossible(general, &addresses) => {
                Suitable::Impossible(parts)
            }
            CheckResult::Unsat => {
                Suitable::Stuck("the addresses of variables decide it".to_owned())
            }
            CheckResult::Sat if open => {
                Suitable::Stuck("the arguments of the entry decide it".to_owned())
            }
            CheckResult::Sat => {
                Suitable::Inputs(self.model_inputs(&query, Given::default(), count))
            }
            CheckResult::Unknown(why) => Suitable::Stuck(self.gave_up(edge.block, &why)),
        }
    }

    /// Whether facts contradict what is known of the addresses of variables in general.
    fn is_impossible(
        &mut self,
        mut facts: Vec<TermId>,
        variables: &[(TermId, TermId, u64)],
    ) -> bool {
        let pool = &mut self.pool;
        for (i, &(a, _, m)) in variables.iter().enumerate() {
            let zero = pool.bv_const(pool.width(a), 0);
            facts.push(pool.ne(a, zero));
            for &(b, _, n) in &variables[i + 1..] {
                facts.extend(apart(pool, (a, m), (b, n)));
            }
        }
        self.ask(&facts).is_unsat()
    }

    /// The inputs of the last model; what the query does not mention stays as given, or zero.
    pub(crate) fn model_inputs(&mut self, query: &[TermId], given: Given, count: usize) -> Given {
        let model = self.model();
        let Given {
            mut values,
            mut held,
        } = given;
        values.resize(count.max(values.len()), 0);
        for var in self.pool.free_vars(query) {
            match self.pool.var_symbol(var) {
                Symbol::Held { address, .. } => {
                    held.insert(*address, value(&model, var));
                }
                Symbol::Input(number) => {
                    if let Some(input) = values.get_mut(*number as usize) {
                        *input = value(&model, var);
                    }
                }
                _ => {}
            }
        }
        Given { values, held }
    }

    /// The input variables for a block's choices, the first of them with a given number.
    pub(crate) fn inputs_for(&mut self, block: BlockId, first: usize) -> Vec<(TermId, TermId)> {
        let choices = self.blocks.block(block).choices.iter().zip(first..);
        let pool = &mut self.pool;
        let pair = |(&choice, n): (&TermId, usize)| {
            let sort = pool.sort(choice);
            (choice, pool.var(Concolic::input_symbol(n), sort))
        };
        choices.map(pair).collect()
    }

    /// Runs a test to its end or a limit.
    pub(crate) fn run(&mut self, inputs: Prefix) -> Ran {
        let steps = if self.forest.tests() == 0 {
            FIRST_TEST_STEPS
        } else {
            TEST_STEPS
        };
        self.run_limited(inputs, steps.max(2 * self.longest))
    }

    /// Runs a test to its end or for so many steps. Every test of a session goes this way, so that
    /// no fault is overlooked by an algorithm that does not look at how a test ends.
    pub(crate) fn run_limited(&mut self, inputs: Prefix, steps: u64) -> Ran {
        let limits = Limits {
            given: inputs.given(),
            steps: steps.min(self.task.test_steps),
            inputs: TEST_INPUTS + inputs.given().unwrap_or(0) as usize,
        };
        let ran = self
            .simulation
            .run(&mut self.pool, &self.blocks, inputs, limits);
        self.task.budget.spend(crate::work_of(ran.steps));
        if !ran.heap.is_empty() {
            self.heap.clone_from(&ran.heap);
        }
        if !matches!(ran.stop, Stop::OutOfBudget(_)) {
            self.longest = self.longest.max(ran.steps);
        }
        if let (Stop::Fault(fault), None) = (&ran.stop, &self.faulted) {
            self.faulted = Some(Box::new(FailingTest {
                inputs: ran.entries.clone(),
                layout: Vec::new(),
                fault: fault.clone(),
            }));
        }
        ran
    }

    /// Whether a query foretells a run: every branch is decided by what it speaks of.
    pub(crate) fn is_exact(&self, ran: &Ran) -> bool {
        self.simulation.is_closed() && !ran.path.iter().any(|c| c.why == Why::Pinned)
    }

    /// Whether the inputs of a test decide whether it takes an edge from a state. What else a
    /// query is about it may choose as it likes, and a test may have it otherwise: the addresses
    /// of objects that come to be in the step, or a value at the start that nobody knows.
    pub(crate) fn is_decided_by_inputs(&mut self, edge: AbstractEdge) -> bool {
        let parts = self.step(edge.block, edge.to);
        let terms: Vec<TermId> = parts.iter().map(|p| p.term).collect();
        let block = self.blocks.block(edge.block);
        let pool = &self.pool;
        let chosen: Vec<TermVar> = block
            .choices
            .iter()
            .filter_map(|&c| pool.as_var(c))
            .collect();
        let is_held = |v: TermVar| block.from != START && self.forest.slot(v).is_some();
        let variables = pool.free_vars(&terms);
        variables
            .into_iter()
            .all(|v| chosen.contains(&v) || is_held(v))
    }

    /// The finding that a run is: a failing test that is asked about, or a defect.
    pub(crate) fn failure(&self, ran: &Ran) -> Option<Finding> {
        match &ran.stop {
            Stop::Fault(fault) if self.task.target.is_asked(&fault.kind) => {
                Some(Finding::Test(Box::new(FailingTest {
                    inputs: ran.entries.clone(),
                    layout: Vec::new(),
                    fault: fault.clone(),
                })))
            }
            Stop::Internal(why) | Stop::Input(why) => Some(Finding::Internal(why.clone())),
            _ => None,
        }
    }

    /// Adds a test to the forest; whether it fails does not matter.
    pub(crate) fn add(&mut self, ran: Ran) -> Flow {
        self.counts.tests += 1;
        let report = self.wants_events().then(|| RunReport::of(&ran));
        let before = self.forest.len();
        self.must_summaries
            .note(&mut self.pool, &self.blocks, &self.forest, &ran);
        let test = Test {
            inputs: ran.inputs,
            entries: ran.entries,
            path: ran.path,
            memory: ran.memory,
        };
        let added = self.forest.add(&self.pool, &self.graph, test, ran.visits);
        added.or_defect()?;
        if let Some(report) = report {
            self.emit_test(report, before);
        }
        Continue(())
    }

    /// Adds a test to the forest; one that fails ends the search.
    pub(crate) fn add_passing(&mut self, ran: Ran) -> Flow {
        let failure = self.failure(&ran);
        self.add(ran)?;
        failure.map_or(Continue(()), Break)
    }

    /// Tests with random inputs.
    pub(crate) fn random_tests(&mut self) -> Vec<Ran> {
        let seed = self.task.seed;
        let seeds = (0..SAMPLE_TESTS).map(|n| seed.wrapping_add(n).wrapping_mul(0x9e37_79b9));
        let inputs = seeds.map(|seed| Prefix::with_random(Vec::new(), seed));
        inputs.map(|inputs| self.run(inputs)).collect()
    }
}

/// That two objects do not overlap, given their addresses and sizes.
fn apart(pool: &mut TermPool, (a, m): (TermId, u64), (b, n): (TermId, u64)) -> [TermId; 2] {
    let width = pool.width(a);
    let far = |pool: &mut TermPool, from: TermId, to: TermId, size: u64| {
        let distance = pool.bv_sub(to, from);
        let size = pool.bv_const(width, u128::from(size));
        pool.bv_ule(size, distance)
    };
    [far(pool, a, b, m), far(pool, b, a, n)]
}

/// The literals of a preimage with values for variables.
fn substituted(pool: &mut TermPool, parts: &[Part], values: &[(TermId, TermId)]) -> Vec<TermId> {
    let map = values.iter().copied().collect();
    let terms = parts.iter().map(|p| p.term);
    terms.map(|t| pool.substitute(t, &map)).collect()
}

/// Marks the literals that say why a step is impossible.
fn mark(parts: &mut [Part], facts: &[TermId], is_needed: impl Fn(TermId) -> bool) {
    for (part, &fact) in parts.iter_mut().zip(facts) {
        part.needed = is_needed(fact);
    }
}

/// The first and the last states of a region.
fn compared_states(states: &[StateId]) -> Vec<StateId> {
    let half = states.len().min(COMPARED_STATES);
    let rest = &states[half..];
    let last = &rest[rest.len().saturating_sub(COMPARED_STATES)..];
    [&states[..half], last].concat()
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
pub(crate) fn value(model: &Model, var: TermVar) -> u128 {
    let value = model.get(var).and_then(|v| v.as_bv()?.to_u128());
    value.unwrap_or(0)
}
