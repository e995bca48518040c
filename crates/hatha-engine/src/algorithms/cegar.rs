//! Counterexample-guided predicate abstraction, in the manner of SLAM and BLAST.
//!
//! Abstract reachability over cubes of predicates (cartesian abstraction, BLAST's
//! covering); the formula of an abstract counterexample; where it has no model,
//! new predicates for the places along it. No test guides the search.
//!
//! **Soundness.** A cube at the end of a block contains every state that a state
//! of the cube at its beginning steps to: a literal is in it only if a solver
//! refuted its negation. The abstract states cover what is reachable once every
//! successor is among them, and they are the proof.

use crate::algorithms::flow::{Break, Continue, Flow, unknown};
use crate::algorithms::session::{Session, search};
use crate::regions::proof::{self, Cover};
use crate::testing::simulate::{Given, Prefix};
use crate::{Answer, Engine, Finding, Search, Task};
use hatha_blocks::block::{Block, BlockId, CutId, FAILURE, Facts, OBSTACLE, START};
use hatha_defect::{Defect, is_on};
use hatha_index::IndexVec;
use hatha_proof::vocabulary::is_held;
use hatha_smt::{CheckResult, Solver};
use hatha_term::{Op, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};

/// The engine.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cegar;

impl Engine for Cegar {
    fn name(&self) -> &'static str {
        "cegar"
    }

    fn search(&self, task: &Task<'_>) -> Search {
        search(task, self.name(), |session| Run::new(session).main_loop())
    }
}

/// An abstract state: a place and the literals known there.
struct Node {
    cut: CutId,
    cube: Vec<TermId>,
    /// The node and block that led here first.
    parent: Option<(usize, BlockId)>,
    /// Its successors, or what covers them.
    out: Vec<(BlockId, usize)>,
}

/// A guard along a trace.
#[derive(Clone, Copy)]
struct Fact {
    /// The position of its block.
    step: usize,
    /// Over the state before the block.
    guard: TermId,
    /// Over the inputs of the trace.
    term: TermId,
}

/// What the formula of a trace says.
enum Outcome {
    /// It is feasible, with these inputs.
    Feasible(Given),
    /// It is not, and these guards suffice.
    Infeasible(Vec<Fact>),
}

/// How the predicates of an infeasible trace are made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Grain {
    /// Each guard's weakest preconditions on their own.
    Atoms,
    /// Their conjunctions: cubes of atoms cannot say that one of them is false.
    Wholes,
}

struct Run<'s, 'a> {
    session: &'s mut Session<'a>,
    /// The predicates of each place.
    predicates: Facts,
    /// Answers: known facts, a block, and a term after it (its truth, if it is decided).
    known: FxHashMap<(Vec<TermId>, BlockId, TermId), Option<bool>>,
    /// How often each infeasible trace was found.
    seen: FxHashMap<Vec<BlockId>, u32>,
    /// Obstacles that can be reached.
    reached_obstacles: FxHashSet<BlockId>,
    doubt: Option<String>,
}

impl Outcome {
    fn answer(&self) -> Answer {
        match self {
            Outcome::Feasible(_) => Answer::Test,
            Outcome::Infeasible(_) => Answer::Refuted,
        }
    }
}

impl<'s, 'a> Run<'s, 'a> {
    fn new(session: &'s mut Session<'a>) -> Self {
        let mut predicates: Facts = session.subject.blocks.per_cut(Vec::new());
        for &(cut, rho) in session.subject.blocks.predicates() {
            predicates[cut].push(rho);
        }
        Run {
            session,
            predicates,
            known: FxHashMap::default(),
            seen: FxHashMap::default(),
            reached_obstacles: FxHashSet::default(),
            doubt: None,
        }
    }

    /// Abstract, check, refine.
    fn main_loop(&mut self) -> Flow<Finding> {
        self.session.try_seeds()?;
        loop {
            self.session.counts.iterations += 1;
            let mut nodes = Vec::new();
            let counterexample = self.reach(&mut nodes)?;
            self.session.counts.regions = nodes.len() as u64;
            let Some(trace) = counterexample else {
                return self.pass(&nodes);
            };
            let outcome = self.examine(&trace)?;
            self.session.emit_trace(&trace, outcome.answer());
            match outcome {
                Outcome::Feasible(inputs) => self.confirm(&trace, inputs)?,
                Outcome::Infeasible(core) => self.refine(&trace, &core)?,
            }
            if self.session.claim_inference_turn() {
                self.session.learn_from_samples()?;
            }
        }
    }

    /// Collects the abstract states that are reached, breadth first, until one steps into an
    /// error; gives the blocks that lead there.
    fn reach(&mut self, nodes: &mut Vec<Node>) -> Flow<Option<Vec<BlockId>>> {
        nodes.push(Node {
            cut: START,
            cube: Vec::new(),
            parent: None,
            out: Vec::new(),
        });
        let mut at: IndexVec<CutId, Vec<usize>> = self.session.subject.blocks.per_cut(Vec::new());
        let mut next = 0;
        while next < nodes.len() {
            for block in self.session.subject.blocks.out(nodes[next].cut).to_vec() {
                self.session.in_time()?;
                let facts = self.facts(&nodes[next]);
                let fls = self.session.questions.pool.fls();
                if self.after(&facts, block, fls) == Some(false) {
                    continue;
                }
                let to = self.session.subject.blocks.block(block).to;
                if to == FAILURE || to == OBSTACLE {
                    if self.reached_obstacles.contains(&block) {
                        continue;
                    }
                    return Continue(Some(trace(nodes, next, block)));
                }
                let cube = self.post(&facts, block, to);
                let all = &mut at[to];
                let node = covering(nodes, all, &cube).unwrap_or(nodes.len());
                if node == nodes.len() {
                    all.push(node);
                    nodes.push(Node {
                        cut: to,
                        cube,
                        parent: Some((next, block)),
                        out: Vec::new(),
                    });
                }
                nodes[next].out.push((block, node));
            }
            next += 1;
        }
        Continue(None)
    }

    fn facts(&self, node: &Node) -> Vec<TermId> {
        let mut facts = self.session.abstraction.invariants[node.cut].clone();
        facts.extend_from_slice(&node.cube);
        facts
    }

    /// The cartesian abstraction of what follows: each predicate on its own.
    fn post(&mut self, facts: &[TermId], block: BlockId, to: CutId) -> Vec<TermId> {
        let mut cube = Vec::new();
        for predicate in self.predicates[to].clone() {
            match self.after(facts, block, predicate) {
                Some(true) => cube.push(predicate),
                Some(false) => cube.push(self.session.questions.pool.not(predicate)),
                None => {}
            }
        }
        cube
    }

    /// The truth of a predicate after a block, if all states that satisfy the facts agree on it.
    /// For *false* itself: `Some(false)` if no such state can take the block.
    fn after(&mut self, facts: &[TermId], block: BlockId, predicate: TermId) -> Option<bool> {
        let key = (facts.to_vec(), block, predicate);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let session = &mut *self.session;
        let b = session.subject.blocks.block(block);
        let mut query = facts.to_vec();
        query.extend_from_slice(&b.guards);
        let (pool, preimages) = (
            &mut session.questions.pool,
            &mut session.questions.preimages,
        );
        let term = preimages.before(pool, b, block, predicate);
        let truth = if predicate == pool.fls() {
            session.ask(&query).is_unsat().then_some(false)
        } else if let Some(constant) = pool.as_bool(term) {
            Some(constant)
        } else {
            let negation = pool.not(term);
            let mut is_refuted = |t: TermId| {
                query.push(t);
                let refuted = session.ask(&query).is_unsat();
                query.pop();
                refuted
            };
            if is_refuted(term) {
                Some(false)
            } else {
                is_refuted(negation).then_some(true)
            }
        };
        self.known.insert(key, truth);
        truth
    }

    /// The formula of a trace: every guard over the inputs of the whole trace.
    fn formula(&mut self, trace: &[BlockId]) -> (Vec<Fact>, usize) {
        let mut state: FxHashMap<TermId, TermId> = FxHashMap::default();
        let mut facts = Vec::new();
        let mut taken = 0;
        for (step, &block) in trace.iter().enumerate() {
            let inputs =
                self.session
                    .questions
                    .inputs_for(&self.session.subject.blocks, block, taken);
            taken += inputs.len();
            let b = self.session.subject.blocks.block(block);
            let pool = &mut self.session.questions.pool;
            let mut map = state.clone();
            for &free in &b.free {
                // A block that comes twice has other arbitrary values the second time.
                let sort = pool.sort(free);
                map.insert(free, pool.fresh_var("any", sort));
            }
            for read in reads(pool, b) {
                // Memory is not followed along a trace: what it holds may be anything.
                let sort = pool.sort(read);
                map.insert(read, pool.fresh_var("any", sort));
            }
            map.extend(inputs);
            for &guard in &b.guards {
                let term = pool.substitute(guard, &map);
                facts.push(Fact { step, guard, term });
            }
            for (&slot, &value) in &b.updates {
                state.insert(slot, pool.substitute(value, &map));
            }
        }
        (facts, taken)
    }

    /// Whether a trace is feasible. An infeasible step that needs no solver to see is the reason,
    /// as it is in forward symbolic execution; otherwise the unsatisfiable core.
    fn examine(&mut self, trace: &[BlockId]) -> Flow<Outcome> {
        let (facts, inputs) = self.formula(trace);
        let fls = self.session.questions.pool.fls();
        if let Some(&first) = facts.iter().find(|f| f.term == fls) {
            return Continue(Outcome::Infeasible(vec![first]));
        }
        let query: Vec<TermId> = facts.iter().map(|f| f.term).collect();
        match self.session.ask(&query) {
            CheckResult::Sat => Continue(Outcome::Feasible(self.session.questions.model_inputs(
                &query,
                Given::default(),
                inputs,
            ))),
            CheckResult::Unsat => {
                let core = self.session.questions.solver.core().unwrap_or(&query);
                let core: FxHashSet<TermId> = core.iter().copied().collect();
                let needed = facts.into_iter().filter(|f| core.contains(&f.term));
                Continue(Outcome::Infeasible(needed.collect()))
            }
            CheckResult::Unknown(why) => {
                let last = trace[trace.len() - 1];
                Break(unknown(self.session.subject.gave_up(last, &why)))
            }
        }
    }

    /// A feasible counterexample is a test; it ends the search unless it ends before something
    /// that is not modelled.
    fn confirm(&mut self, trace: &[BlockId], inputs: Given) -> Flow {
        let last = trace[trace.len() - 1];
        let place = self.session.subject.describe(last);
        if let Some(what) = &self.session.subject.blocks.block(last).obstacle {
            self.doubt = Some(format!("{what} may be reached at {place}"));
            self.reached_obstacles.insert(last);
            return Continue(());
        }
        self.session.counts.tests += 1;
        let ran = self.session.run(Prefix::new(inputs));
        let why = format!("the failure at {place} hinges on memory or floating point");
        let finding = self.session.failure(&ran);
        Break(finding.unwrap_or_else(|| unknown(why)))
    }

    /// New predicates along an infeasible trace.
    fn refine(&mut self, trace: &[BlockId], core: &[Fact]) -> Flow {
        let times = self.seen.entry(trace.to_vec()).or_default();
        *times += 1;
        let again = *times > 1;
        if !again && self.add_predicates(trace, core, Grain::Atoms) {
            return Continue(());
        }
        if self.add_predicates(trace, core, Grain::Wholes) {
            return Continue(());
        }
        let place = self.session.subject.describe(trace[trace.len() - 1]);
        let why = format!("no predicate refutes the trace to {place}");
        Break(unknown(why))
    }

    /// Adds the weakest preconditions of the needed guards at every place before them; whether
    /// any is new.
    fn add_predicates(&mut self, trace: &[BlockId], core: &[Fact], grain: Grain) -> bool {
        let mut live: Vec<TermId> = Vec::new();
        let mut new = false;
        for (step, &block) in trace.iter().enumerate().rev() {
            let session = &mut *self.session;
            let b = session.subject.blocks.block(block);
            let (pool, preimages) = (
                &mut session.questions.pool,
                &mut session.questions.preimages,
            );
            for term in &mut live {
                *term = preimages.before(pool, b, block, *term);
            }
            let own = core.iter().filter(|f| f.step == step).map(|f| f.guard);
            live.extend(own);
            let free = preimages.free(&session.subject.blocks, block);
            let free: FxHashSet<TermId> = free.into_iter().collect();
            live.retain(|&t| {
                let is_arbitrary = pool.subterms(&[t]).iter().any(|s| free.contains(s));
                pool.as_bool(t).is_none() && !is_arbitrary
            });
            let found = match grain {
                Grain::Atoms => live.clone(),
                Grain::Wholes => vec![pool.and_all(&live)],
            };
            for term in found {
                new |= self.add(block, term);
            }
        }
        new
    }

    /// Adds a predicate where a block begins; a predicate and its negation are one.
    fn add(&mut self, block: BlockId, term: TermId) -> bool {
        let pool = &self.session.questions.pool;
        let term = match pool.op(term) {
            Op::Not => pool.arg(term, 0),
            _ => term,
        };
        let from = self.session.subject.blocks.block(block).from;
        let predicates = &mut self.predicates[from];
        if from == START || pool.as_bool(term).is_some() || predicates.contains(&term) {
            return false;
        }
        predicates.push(term);
        self.session.counts.predicates += 1;
        self.session.emit_predicate(from, term);
        true
    }

    /// The abstract states as a proof.
    fn pass(&mut self, nodes: &[Node]) -> Flow<Finding> {
        if let Some(why) = self.doubt.take() {
            return Break(unknown(why));
        }
        let mut cover = Cover::default();
        // The first node is the start, which is no region of a proof.
        for (i, node) in nodes.iter().enumerate() {
            for &(block, to) in &node.out {
                match i.checked_sub(1) {
                    Some(from) => cover.edges.push((from as u32, block, to as u32 - 1)),
                    None => cover.initial.push(to as u32 - 1),
                }
            }
            if node.cut != START {
                let facts = self.facts(node);
                let predicate = self.session.questions.pool.and_all(&facts);
                cover.regions.push((node.cut, predicate));
            }
        }
        let s = &mut *self.session;
        Continue(proof::write_cover(
            s.task,
            s.subject.program,
            &s.subject.blocks,
            &cover,
            &mut s.questions.pool,
        ))
    }
}

/// A node at the same place that knows no more than the cube does.
fn covering(nodes: &[Node], all: &[usize], cube: &[TermId]) -> Option<usize> {
    let covers = |n: &usize| match is_on(Defect::CoversAny) {
        true => nodes[*n].cube.iter().any(|l| cube.contains(l)),
        false => nodes[*n].cube.iter().all(|l| cube.contains(l)),
    };
    all.iter().copied().find(covers)
}

/// The blocks from the start to a node, and one more.
fn trace(nodes: &[Node], mut node: usize, last: BlockId) -> Vec<BlockId> {
    let mut trace = vec![last];
    while let Some((parent, block)) = nodes[node].parent {
        trace.push(block);
        node = parent;
    }
    trace.reverse();
    trace
}

/// The reads of memory in a block's guards and assignments.
fn reads(pool: &TermPool, block: &Block) -> Vec<TermId> {
    let mut terms = block.guards.clone();
    terms.extend(block.updates.values());
    let all = pool.subterms(&terms).into_iter();
    all.filter(|&t| is_held(pool, t)).collect()
}
