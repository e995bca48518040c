//! DASH: tests and regions, one query per iteration.
//!
//! See `docs/engines/dash.md` for the map between the paper and this file.

use crate::effect::{Continuation, Effects, continuation, state_variable};
use crate::forest::{Forest, NotTotal, StateRef, Test};
use crate::region::{AbstractEdge, RegionGraph, RegionId, Removal};
use crate::simulate::{Ran, Simulation, SymbolicState, is_pinned};
use crate::trace::{AbstractTrace, shortest};
use crate::{Counts, Engine, FailingTest, Finding, Search, Task};
use hatha_cfa::inline::{InlineError, inline};
use hatha_cfa::reach::runs_exit_handlers;
use hatha_cfa::{GlobalInit, InitValue, LocId, ProcId, Program, SEMANTICS_VERSION, Storage};
use hatha_exec::fault::Stop;
use hatha_exec::image::Image;
use hatha_exec::symbolic;
use hatha_proof::{Proof, ProofEdge, ProofRegion, ProofVar, TermWriter, fingerprint, proof};
use hatha_smt::{CheckResult, Embedded, Solver};
use hatha_term::{Model, TermId, TermPool};
use std::collections::BTreeMap;

/// The largest automaton that is searched.
const EDGE_LIMIT: usize = 200_000;

/// The engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dash;

impl Engine for Dash {
    fn name(&self) -> &'static str {
        "dash"
    }

    fn search(&self, task: &Task<'_>) -> Search {
        let mut counts = Counts::default();
        if runs_exit_handlers(task.program, task.entry) {
            let why = "the program registers handlers that run at exit, which this engine does not follow yet";
            return Search {
                finding: Finding::Unknown(why.to_owned()),
                counts,
            };
        }
        let finding = match inline(task.program, task.entry, EDGE_LIMIT) {
            Err(error) => Finding::Unknown(inline_reason(&error, task.program)),
            Ok(flat) => match Image::new(&flat) {
                Err(why) => Finding::Unknown(why),
                Ok(image) => Run::new(task, &flat, &image).search(&mut counts),
            },
        };
        Search { finding, counts }
    }
}

fn inline_reason(error: &InlineError, program: &Program) -> String {
    match error {
        InlineError::Recursive(f) => {
            format!("'{f}' is recursive, which this engine does not handle yet")
        }
        InlineError::TooLarge(n) => format!("the program has more than {n} edges after inlining"),
        InlineError::Mismatch(f, span) => {
            format!(
                "the call at {} does not fit '{f}'",
                program.sources.describe(*span)
            )
        }
    }
}

/// Why the loop stops, if not with a proof.
struct Halt(Finding);

impl From<NotTotal> for Halt {
    fn from(e: NotTotal) -> Self {
        Halt(Finding::Internal(e.0))
    }
}

fn unknown<T>(reason: impl Into<String>) -> Result<T, Halt> {
    Err(Halt(Finding::Unknown(reason.into())))
}

/// What a query said about taking the frontier edge.
enum Extension {
    /// These inputs take it.
    Inputs(Vec<u128>),
    /// No input that follows the prefix takes it.
    Impossible,
}

/// The search on one flat program.
struct Run<'a> {
    task: &'a Task<'a>,
    program: &'a Program,
    entry: ProcId,
    simulation: Simulation<'a>,
    effects: Effects<'a>,
    pool: TermPool,
    solver: Embedded,
    graph: RegionGraph,
    forest: Forest,
    initial: TermId,
    /// Whether a region at the entry holds an initial state, once asked.
    holds_initial: BTreeMap<RegionId, bool>,
}

impl<'a> Run<'a> {
    fn new(task: &'a Task<'a>, program: &'a Program, image: &'a Image<'a>) -> Self {
        let mut pool = TermPool::new();
        let graph = RegionGraph::new(program.proc(task.entry), &pool);
        let initial = initial_states(program, &mut pool);
        Run {
            task,
            program,
            entry: task.entry,
            simulation: Simulation::new(image, task.entry, task.config.clone()),
            effects: Effects::new(program, task.havoc_globals),
            pool,
            solver: Embedded::new(),
            graph,
            forest: Forest::new(),
            initial,
            holds_initial: BTreeMap::new(),
        }
    }

    fn search(mut self, counts: &mut Counts) -> Finding {
        let result = self.main_loop(counts);
        counts.regions = self.graph.len() as u64;
        counts.tests = self.forest.len() as u64;
        match result {
            Ok(()) => self.proof(),
            Err(Halt(finding)) => finding,
        }
    }

    /// The algorithm. Ends well when no abstract path leads to an error.
    fn main_loop(&mut self, counts: &mut Counts) -> Result<(), Halt> {
        self.run_test(Vec::new())?;
        loop {
            if self.task.budget.is_interrupted() {
                return unknown("out of time");
            }
            let starts = self.initial_regions(counts);
            let Some(trace) = shortest(&self.graph, &starts, |r| self.is_error(r)) else {
                return Ok(());
            };
            counts.iterations += 1;
            let (state, frontier) = self.ordered_trace(&trace)?;
            match self.extend_frontier(state, frontier, counts)? {
                Extension::Inputs(inputs) => self.run_test_through(inputs, state, frontier)?,
                Extension::Impossible => self.refine(state, frontier, counts)?,
            }
        }
    }

    /// The regions at the entry that hold an initial state.
    fn initial_regions(&mut self, counts: &mut Counts) -> Vec<RegionId> {
        let entry = self.program.proc(self.entry).entry;
        let mut starts = self.graph.at(entry).to_vec();
        starts.retain(|&region| self.is_initial(region, counts));
        starts
    }

    fn is_initial(&mut self, region: RegionId, counts: &mut Counts) -> bool {
        if let Some(&known) = self.holds_initial.get(&region) {
            return known;
        }
        let facts = [self.initial, self.graph.region(region).predicate];
        // In doubt the region counts as initial, which only adds behaviour.
        let holds = !self.ask(&facts, counts).is_unsat();
        self.holds_initial.insert(region, holds);
        holds
    }

    /// Whether a region's location has an edge that fails or that is not modelled.
    fn is_error(&self, region: RegionId) -> bool {
        let proc = self.program.proc(self.entry);
        let out = proc.out_edges(self.graph.region(region).location);
        out.iter().any(|&e| {
            let c = continuation(self.program, &proc.edge(e).op);
            matches!(c, Continuation::Fail | Continuation::Obstacle(_))
        })
    }

    /// The last visited region of the trace, a state in it, and the edge that leaves it.
    ///
    /// The path of the test to that state takes the place of the trace's beginning, so the
    /// whole is an abstract trace whose prefix a test has taken and whose rest none has visited.
    fn ordered_trace(&self, trace: &AbstractTrace) -> Result<(StateRef, AbstractEdge), Halt> {
        let regions: Vec<RegionId> = trace.regions().collect();
        for (i, &region) in regions.iter().enumerate().rev() {
            if let Some(state) = self.forest.witness(region) {
                return match trace.edges.get(i) {
                    Some(&frontier) => Ok((state, frontier)),
                    None => unknown(self.obstacle_reason(region)),
                };
            }
        }
        unknown("no test enters the program")
    }

    /// Why a visited error region is not a violation: a test stands before something not modelled.
    fn obstacle_reason(&self, region: RegionId) -> String {
        let proc = self.program.proc(self.entry);
        let location: LocId = self.graph.region(region).location;
        for &e in proc.out_edges(location) {
            let edge = proc.edge(e);
            if let Continuation::Obstacle(what) = continuation(self.program, &edge.op) {
                return format!(
                    "a test reaches {what} at {}",
                    self.program.sources.describe(edge.span)
                );
            }
        }
        "a test was cut before a failure".to_owned()
    }

    /// Asks for inputs that follow the test to the state and then take the frontier edge into its target.
    fn extend_frontier(
        &mut self,
        state: StateRef,
        frontier: AbstractEdge,
        counts: &mut Counts,
    ) -> Result<Extension, Halt> {
        let test = self.forest.test(state.test).clone();
        let symbolic =
            match self
                .simulation
                .follow(&mut self.pool, &test, state.step as usize, frontier.edge)
            {
                Ok(symbolic) => symbolic,
                Err(stop) => {
                    return match *stop {
                        Stop::Internal(why) => Err(Halt(Finding::Internal(why))),
                        // The edge itself faults in this state: nothing follows it here.
                        _ => Ok(Extension::Impossible),
                    };
                }
            };
        let target = self.graph.region(frontier.to).predicate;
        let into = self.pool.substitute(target, &symbolic.after);
        let mut facts: Vec<TermId> = symbolic.path.iter().map(|c| c.term).collect();
        facts.extend([symbolic.guard, into]);
        match self.ask(&facts, counts) {
            CheckResult::Sat => Ok(Extension::Inputs(self.model_inputs(&symbolic, &test))),
            CheckResult::Unsat if is_pinned(&symbolic.path) => unknown(format!(
                "the path to {} hinges on concrete addresses",
                self.describe(frontier)
            )),
            CheckResult::Unsat => Ok(Extension::Impossible),
            CheckResult::Unknown(why) => unknown(format!(
                "the solver gave up at {}: {why}",
                self.describe(frontier)
            )),
        }
    }

    fn describe(&self, edge: AbstractEdge) -> String {
        let span = self.program.proc(self.entry).edge(edge.edge).span;
        self.program.sources.describe(span)
    }

    fn ask(&mut self, facts: &[TermId], counts: &mut Counts) -> CheckResult {
        counts.queries += 1;
        self.solver.check(&mut self.pool, facts, &self.task.budget)
    }

    /// The inputs of the last model; where it says nothing the test's own value stays.
    fn model_inputs(&mut self, symbolic: &SymbolicState, test: &Test) -> Vec<u128> {
        let empty = Model::new();
        let model = self.solver.model().unwrap_or(&empty).clone();
        let value = |(n, &term): (usize, &TermId)| {
            let old = test.inputs.get(n).copied().unwrap_or(0);
            let chosen = self.pool.as_var(term).and_then(|v| model.get(v));
            chosen.and_then(|v| v.as_bv()?.to_u128()).unwrap_or(old)
        };
        symbolic.inputs.iter().enumerate().map(value).collect()
    }

    /// Splits the region of the state so that its part outside the preimage loses the frontier edge.
    fn refine(
        &mut self,
        state: StateRef,
        frontier: AbstractEdge,
        counts: &mut Counts,
    ) -> Result<(), Halt> {
        let op = &self.program.proc(self.entry).edge(frontier.edge).op;
        let effect = self.effects.of(&mut self.pool, op);
        let target = self.graph.region(frontier.to).predicate;
        let rho = effect.preimage(self.program, &mut self.pool, target);
        let slots = &self.forest.test(state.test).states[state.step as usize].slots;
        let inside = self
            .pool
            .eval_bool(rho, slots)
            .map_err(|e| NotTotal(format!("{e:?}")))?;
        if inside {
            return unknown(format!(
                "the step at {} hinges on memory or floating point",
                self.describe(frontier)
            ));
        }
        let source = self.graph.region(frontier.from).predicate;
        // An edge that no state of the region takes goes alone: a split would only add an empty region.
        if self.ask(&[source, rho], counts).is_unsat() {
            self.graph.remove(frontier, Removal::Infeasible);
            return Ok(());
        }
        counts.predicates += 1;
        let halves = self.graph.split(&mut self.pool, frontier.from, rho);
        self.forest.split(&self.pool, frontier.from, halves, rho)?;
        let to = if frontier.to == frontier.from {
            vec![halves.inside, halves.outside]
        } else {
            vec![frontier.to]
        };
        for to in to {
            let edge = AbstractEdge {
                from: halves.outside,
                edge: frontier.edge,
                to,
            };
            self.graph.remove(edge, Removal::OutsidePreimage { rho });
        }
        Ok(())
    }

    /// Runs a test that a query promised to take the frontier edge.
    fn run_test_through(
        &mut self,
        inputs: Vec<u128>,
        state: StateRef,
        frontier: AbstractEdge,
    ) -> Result<(), Halt> {
        let prefix = self.forest.test(state.test).edges[..state.step as usize].to_vec();
        let edges = self.run_test(inputs)?;
        let step = state.step as usize;
        if edges.get(..step) != Some(&prefix) || edges.get(step) != Some(&frontier.edge) {
            let place = self.describe(frontier);
            return Err(Halt(Finding::Internal(format!(
                "a test left its predicted path at {place}"
            ))));
        }
        Ok(())
    }

    /// Runs a test and adds it to the forest; a failing one ends the search.
    fn run_test(&mut self, inputs: Vec<u128>) -> Result<Vec<hatha_cfa::EdgeId>, Halt> {
        let Ran {
            test,
            stop,
            entries,
        } = self
            .simulation
            .run(&mut self.pool, inputs, self.task.test_steps);
        let edges = test.edges.clone();
        self.forest.add(&self.pool, &self.graph, test)?;
        match stop {
            Stop::Fault(fault) => Err(Halt(Finding::Test(Box::new(FailingTest {
                inputs: entries,
                fault,
            })))),
            Stop::Internal(why) => Err(Halt(Finding::Internal(why))),
            Stop::Input(why) => Err(Halt(Finding::Internal(why))),
            // The states of a cut or blocked test stay; the cut proves nothing.
            Stop::Exit(_) | Stop::Unsupported(_) | Stop::OutOfBudget(_) | Stop::Blocked => {
                Ok(edges)
            }
        }
    }

    /// Writes the region graph as a proof.
    fn proof(mut self) -> Finding {
        let mut counts = Counts::default();
        let starts = self.initial_regions(&mut counts);
        let mut live: Vec<RegionId> = self.graph.live().collect();
        live.sort_unstable();
        // Every edge of the graph joins live regions.
        let position = |r: RegionId| live.binary_search(&r).map_or(u32::MAX, |i| i as u32);
        let mut writer = TermWriter::new();
        let mut regions = Vec::new();
        for &r in &live {
            let region = self.graph.region(r);
            let predicate = match writer.add(&self.pool, region.predicate) {
                Ok(index) => index,
                Err(e) => return Finding::Unknown(e.0),
            };
            let c = self.pool.to_c(region.predicate);
            regions.push(ProofRegion {
                location: region.location.0,
                predicate,
                c,
            });
        }
        let edges = live.iter().flat_map(|&r| self.graph.out(r));
        let edges = edges.map(|e| ProofEdge {
            from: position(e.from),
            edge: e.edge.0,
            to: position(e.to),
        });
        Finding::Proof(Box::new(Proof {
            schema: proof::SCHEMA.to_owned(),
            version: proof::VERSION,
            semantics: SEMANTICS_VERSION,
            program: fingerprint(self.task.program),
            entry: self.program.proc(self.entry).name.clone(),
            engine: "dash".to_owned(),
            variables: self.variables(),
            terms: writer.finish(),
            initial: starts.iter().map(|&r| position(r)).collect(),
            edges: edges.collect(),
            regions,
        }))
    }

    fn variables(&self) -> Vec<ProofVar> {
        let slots = (0..self.program.vars.len() as u32).map(hatha_cfa::VarId);
        slots
            .filter(|&v| self.program.var(v).storage == Storage::Slot)
            .map(|v| ProofVar {
                name: format!("v{}", v.0),
                c: self.program.var(v).name.clone(),
            })
            .collect()
    }
}

/// What is known of the slots when the entry is reached.
fn initial_states(program: &Program, pool: &mut TermPool) -> TermId {
    let mut facts = Vec::new();
    for (var, init) in &program.globals {
        let GlobalInit::Defined(items) = init else {
            continue;
        };
        let Some(slot) = state_variable(program, pool, *var) else {
            continue;
        };
        let value = match items.last().map(|i| &i.value) {
            None => {
                let width = pool.width(slot);
                Some(pool.bv_const(width, 0))
            }
            Some(InitValue::Scalar(_, e)) => {
                let mut no_slot = |pool: &mut TermPool, _| pool.fls();
                symbolic::value(program, pool, *e, &mut no_slot, &mut Vec::new()).ok()
            }
            Some(InitValue::Bytes(_)) => None,
        };
        if let Some(value) = value {
            facts.push(pool.eq(slot, value));
        }
    }
    pool.and_all(&facts)
}
