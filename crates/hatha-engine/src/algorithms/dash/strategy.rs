//! What `dash` does beside the algorithm of the paper: each policy decides which question comes
//! next, and can be turned off. `docs/engines/dash.md` has a section for each.
//!
//! **Soundness.** A policy adds tests, splits regions by predicates, and removes an edge only
//! where a solver or rewriting refuted it; resumption alone removes edges on a guess, and whoever
//! asked has the proof certified. So every policy may be on or off without changing what a
//! finding means.

use super::descend::{Goal, Pursuit};
use super::mark_stuck_on_memory;
use crate::algorithms::flow::{Break, Continue, Flow, unknown};
use crate::algorithms::intervals;
use crate::algorithms::session::Session;
use crate::inference::infer::{Effort, Inferred};
use crate::inference::{Depth, inputs};
use crate::questions::suitable::Suitable;
use crate::regions::abstraction::{Frontier, Stuck};
use crate::regions::prune::Pruner;
use crate::regions::region::{AbstractEdge, RegionId, Removal, Split};
use crate::regions::untested::Refined;
use crate::testing::forest::StateId;
use crate::testing::simulate::{Prefix, Ran};
use crate::tuning::dash::{
    COVER_CONFLICTS, COVER_QUERIES, COVER_STATES, DEEP_SIZE, INFERENCE_EFFORT, INFERENCE_SIZE,
    INFERENCE_STEPS, INFERENCE_TESTS, RESUMED_ITERATIONS, WITH_OBJECTS,
};
use crate::tuning::runs::TEST_STEPS;
use hatha_blocks::block::BlockId;
use hatha_proof::Suggestion;
use rustc_hash::FxHashSet;

/// The policies that are on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policies {
    /// Before the first refinement, tests that take blocks which no test has taken.
    pub coverage: bool,
    /// Invariants from the states of tests, if the task has invariants learnt at all.
    pub inference: bool,
    /// The start from what an earlier search has left, if the task has that.
    pub resumption: bool,
    /// Tests and predicates of other searches, if there are any.
    pub exchange: bool,
    /// Must-summaries and the descent into procedures, where the frontier is a call.
    pub descent: bool,
    /// Refinement of regions that no test has visited, where tests do not get further.
    pub untested: bool,
    /// Edges of new regions that rewriting alone refutes go without a question.
    pub pruning: bool,
}

impl Policies {
    /// All of them.
    pub const ALL: Policies = Policies {
        coverage: true,
        inference: true,
        resumption: true,
        exchange: true,
        descent: true,
        untested: true,
        pruning: true,
    };
    /// None: the algorithm of the paper.
    pub const NONE: Policies = Policies {
        coverage: false,
        inference: false,
        resumption: false,
        exchange: false,
        descent: false,
        untested: false,
        pruning: false,
    };
}

impl Default for Policies {
    fn default() -> Self {
        Policies::ALL
    }
}

/// Whether a policy used the iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// It did: the frontier is to be found again.
    Taken,
    /// It did not.
    Left,
}

/// The policies with what they remember.
pub(super) struct Strategy {
    policies: Policies,
    pruner: Pruner,
    /// The blocks that some test has taken.
    covered: FxHashSet<BlockId>,
    /// How many states there were when invariants were last inferred.
    states_at_inference: usize,
    /// Whether the values of variables with few values have been collected.
    valued: bool,
    /// Tests with chosen inputs that were run for inference.
    chosen: u64,
    /// What callees are asked for, the innermost last.
    goals: Vec<Goal>,
}

impl Strategy {
    pub(super) fn new(policies: Policies) -> Self {
        Strategy {
            policies,
            pruner: Pruner::default(),
            covered: FxHashSet::default(),
            states_at_inference: 0,
            valued: false,
            chosen: 0,
            goals: Vec::new(),
        }
    }

    /// Adds a test to the forest; a failing one ends the search.
    pub(super) fn add(&mut self, session: &mut Session<'_>, ran: Ran) -> Flow {
        self.covered
            .extend(ran.visits.iter().filter_map(|v| v.via).chain(ran.last));
        session.add_passing(ran)
    }

    /// After the first tests: the abstraction of an earlier search, or else ranges of variables,
    /// tests that cover, and the predicates of the user's.
    pub(super) fn begin(&mut self, session: &mut Session<'_>) -> Flow {
        if !self.policies.exchange {
            session.exchange = None;
        }
        if let Some(suggestion) = self.suggestion(session) {
            return self.resume(session, suggestion);
        }
        if session.task.ranges {
            intervals::assume_ranges(session)?;
        }
        if self.policies.coverage {
            self.cover(session)?;
        }
        if self.policies.inference {
            session.learn_about_every_block()?;
        }
        if !session.subject.blocks.predicates().is_empty() {
            session.start_abstraction()?;
        }
        Continue(())
    }

    /// What comes before an iteration of the main loop: invariants, tests of other searches,
    /// refinement without tests.
    pub(super) fn before_iteration(
        &mut self,
        session: &mut Session<'_>,
        stuck: &mut Stuck,
        edge: AbstractEdge,
    ) -> Flow<Turn> {
        let is_due = self.policies.inference && session.claim_inference_turn();
        if is_due && self.try_learn_invariants(session, stuck)? {
            return Continue(Turn::Taken);
        }
        if self.policies.exchange && self.import_shared_tests(session)? {
            return Continue(Turn::Taken);
        }
        if session.is_opening_due() {
            let why = "the search hinges on procedures that it has not looked into";
            return Break(unknown(why));
        }
        session.counts.iterations += 1;
        self.note_resumed(session, edge)?;
        if !session.is_visited(edge.from) {
            self.refine_without_tests(session, stuck, edge)?;
            return Continue(Turn::Taken);
        }
        Continue(Turn::Left)
    }

    /// Where all abstract traces are stuck: an invariant may help, or refinement without tests.
    pub(super) fn when_stuck(
        &mut self,
        session: &mut Session<'_>,
        stuck: &mut Stuck,
        why: String,
    ) -> Flow<Frontier> {
        if self.policies.inference && self.try_learn_invariants(session, stuck)? {
            return Continue(session.frontier(stuck));
        }
        let edge = match self.policies.untested {
            true => session
                .abstraction
                .frontier_without_tests(&session.tests.forest, stuck),
            false => None,
        };
        Continue(edge.map_or(Frontier::Stuck(why), Frontier::Edge))
    }

    /// After a region was split at the frontier.
    pub(super) fn after_split(
        &mut self,
        session: &mut Session<'_>,
        stuck: &mut Stuck,
        edge: AbstractEdge,
        halves: Split,
    ) {
        stuck.retain(|e, _| e.from != edge.from && e.to != edge.from);
        self.prune(session, halves.inside);
        self.prune(session, halves.outside);
    }

    /// Removes the edges of a new region that rewriting alone refutes.
    fn prune(&mut self, session: &mut Session<'_>, region: RegionId) {
        if !self.policies.pruning {
            return;
        }
        let gone = self.pruner.refuted(
            &mut session.questions.pool,
            &session.subject.blocks,
            &session.abstraction.graph,
            &mut session.questions.preimages,
            region,
        );
        for edge in gone {
            session
                .abstraction
                .graph
                .remove(edge, Removal::Contradiction);
        }
    }
}

/// Coverage: each block that no test has taken, where a test can be bent that way.
impl Strategy {
    fn cover(&mut self, session: &mut Session<'_>) -> Flow {
        let mut tried: FxHashSet<(BlockId, StateId)> = FxHashSet::default();
        for _ in 0..COVER_QUERIES {
            let Some((block, state)) = self.uncovered(session, &tried) else {
                break;
            };
            tried.insert((block, state));
            let to = RegionId(session.subject.blocks.block(block).to.0);
            let from = RegionId(session.subject.blocks.block(block).from.0);
            let edge = AbstractEdge { from, block, to };
            session.questions.conflict_limit = Some(COVER_CONFLICTS);
            let suitable = session.suitable(state, edge);
            session.questions.conflict_limit = None;
            if let Suitable::Inputs(inputs) = suitable {
                let ran = session.run_limited(Prefix::new(inputs), TEST_STEPS);
                self.add(session, ran)?;
            }
        }
        Continue(())
    }

    /// A block that no test has taken and a state before it that has not been tried.
    fn uncovered(
        &self,
        session: &Session<'_>,
        tried: &FxHashSet<(BlockId, StateId)>,
    ) -> Option<(BlockId, StateId)> {
        let blocks = &session.subject.blocks;
        for block in blocks.ids().filter(|b| !self.covered.contains(b)) {
            let from = RegionId(blocks.block(block).from.0);
            let states = session
                .tests
                .forest
                .states_in(from)
                .iter()
                .take(COVER_STATES);
            for &state in states {
                if !tried.contains(&(block, state)) {
                    return Some((block, state));
                }
            }
        }
        None
    }
}

/// Invariant inference.
impl Strategy {
    /// Looks for invariants in the states seen so far, deeper where there is nothing near the
    /// surface, and starts the abstraction anew with what it finds; whether it found any.
    fn try_learn_invariants(&mut self, session: &mut Session<'_>, stuck: &mut Stuck) -> Flow<bool> {
        // Inference is about the whole program, and begins anew.
        if self.suggestion(session).is_some() {
            return Continue(false);
        }
        if session.task.generalise && !std::mem::replace(&mut self.valued, true) {
            let inferred = session.learn_valuations()?;
            if self.restart_if_learnt(inferred, stuck) {
                return Continue(true);
            }
        }
        self.try_learn_from_states(session, stuck)
    }

    fn try_learn_from_states(
        &mut self,
        session: &mut Session<'_>,
        stuck: &mut Stuck,
    ) -> Flow<bool> {
        let first = self.states_at_inference == 0;
        let deep = self.is_worthwhile(session, Depth::Deep);
        if (!deep || first)
            && self.is_worthwhile(session, Depth::Plain)
            && self.infer(session, stuck, Depth::Plain)?
        {
            return Continue(true);
        }
        Continue(deep && self.infer(session, stuck, Depth::Deep)?)
    }

    /// Whether there is something to learn from. A large program gets on by splitting for a
    /// while; inference costs more than that.
    fn is_worthwhile(&self, session: &Session<'_>, depth: Depth) -> bool {
        let iterations = session.counts.iterations as usize;
        let size = tracked_variables(session);
        let limit = match depth {
            Depth::Plain => INFERENCE_SIZE + iterations,
            Depth::Deep => DEEP_SIZE + iterations / 8,
        };
        let has_new_states = self.states_at_inference != session.tests.forest.len();
        session.task.generalise && has_new_states && size <= limit
    }

    fn infer(&mut self, session: &mut Session<'_>, stuck: &mut Stuck, depth: Depth) -> Flow<bool> {
        self.states_at_inference = session.tests.forest.len();
        self.run_inference_tests(session, depth)?;
        let iterations = session.counts.iterations as usize;
        let effort = Effort {
            candidates: INFERENCE_EFFORT.candidates + 2 * iterations,
            conflicts: match session.abstraction.apart.is_empty() {
                true => INFERENCE_EFFORT.conflicts,
                false => WITH_OBJECTS * INFERENCE_EFFORT.conflicts,
            },
            depth,
            ..INFERENCE_EFFORT
        };
        let inferred = session.learn(effort)?;
        if inferred == Inferred::TooLarge {
            self.states_at_inference = 0;
        }
        Continue(self.restart_if_learnt(inferred, stuck))
    }

    /// Forgets what was known of the abstraction, if new invariants have started it anew; whether
    /// they have.
    fn restart_if_learnt(&mut self, inferred: Inferred, stuck: &mut Stuck) -> bool {
        let learnt = inferred == Inferred::Learnt;
        if learnt {
            stuck.clear();
            self.goals.clear();
            self.pruner = Pruner::default();
        }
        learnt
    }

    fn run_inference_tests(&mut self, session: &mut Session<'_>, depth: Depth) -> Flow {
        for n in 0..INFERENCE_TESTS {
            let seed = (n + 1).wrapping_mul(0x51_7cc1_b727) ^ self.states_at_inference as u64;
            let mut tests = vec![Vec::new()];
            if depth == Depth::Deep {
                let given = |n| inputs(&session.questions.pool, &session.subject.blocks, n);
                tests.extend((self.chosen..self.chosen + 3).map(given));
                self.chosen += 3;
            }
            for given in tests {
                let inputs = Prefix::with_random(given, seed);
                let ran = session.run_limited(inputs, INFERENCE_STEPS);
                self.add(session, ran)?;
            }
        }
        Continue(())
    }
}

/// Variables at all cut points together: at each, those that mean something there.
fn tracked_variables(session: &Session<'_>) -> usize {
    let (blocks, slots) = (&session.subject.blocks, session.tests.forest.slots());
    let visible = |cut| slots.keys().filter(|&&v| blocks.is_visible(cut, v)).count();
    blocks.located().map(visible).sum()
}

/// Resumption: the search goes on from where an earlier one ended.
impl Strategy {
    fn suggestion<'a>(&self, session: &Session<'a>) -> Option<&'a Suggestion> {
        let suggestion = session.task.reuse.suggestion;
        suggestion.filter(|_| self.policies.resumption)
    }

    /// Runs the tests that an earlier search has left, and starts from its abstraction.
    fn resume(&mut self, session: &mut Session<'_>, suggestion: &Suggestion) -> Flow {
        for inputs in suggestion.inputs() {
            let ran = session.run_limited(Prefix::recorded(inputs), TEST_STEPS);
            self.add(session, ran)?;
        }
        session.resume(suggestion)?;
        self.prune_new(session);
        session.repair()
    }

    /// Removes the edges of steps that no suggestion speaks of that rewriting alone refutes.
    fn prune_new(&mut self, session: &mut Session<'_>) {
        let (graph, blocks) = (&session.abstraction.graph, &session.subject.blocks);
        let is_new = |&r: &RegionId| {
            let out = blocks.out(graph.region(r).cut);
            !out.iter().all(|b| session.reused.carried.contains(b))
        };
        let all = blocks.located().flat_map(|c| graph.at(c).to_vec());
        let regions: Vec<RegionId> = all.filter(is_new).collect();
        for region in regions {
            self.prune(session, region);
        }
    }

    /// Notes which step a resumed search examines; one that goes on for long is given up.
    fn note_resumed(&self, session: &mut Session<'_>, edge: AbstractEdge) -> Flow {
        if let Some(examined) = &mut session.reused.examined {
            examined.note(edge.block);
        }
        if self.suggestion(session).is_some() && session.counts.iterations > RESUMED_ITERATIONS {
            return Break(unknown("what an earlier search has left does not help"));
        }
        Continue(())
    }
}

/// Exchange with searches that go on side by side.
impl Strategy {
    /// Runs the tests that other searches have found; whether there are any.
    fn import_shared_tests(&mut self, session: &mut Session<'_>) -> Flow<bool> {
        let Some(exchange) = session.exchange else {
            return Continue(false);
        };
        session.take_suggestions();
        let tests = exchange.take();
        let is_any = !tests.is_empty();
        for inputs in tests {
            let ran = session.run_limited(Prefix::recorded(inputs), TEST_STEPS);
            self.add(session, ran)?;
        }
        Continue(is_any)
    }
}

/// Descent into procedures (Figure 14), and must-summaries before it.
impl Strategy {
    /// Tries to take an edge over a call whose test came out otherwise; whether something is left
    /// to try.
    pub(super) fn try_call(&mut self, session: &mut Session<'_>, edge: AbstractEdge) -> Flow<bool> {
        let is_on = self.policies.descent;
        Continue(
            is_on
                && (self.try_must_summaries(session, edge)? || self.try_descend(session, edge)?),
        )
    }

    /// Tries to take an edge over a call as another test has gone through the procedure; whether
    /// a test took it.
    fn try_must_summaries(&mut self, session: &mut Session<'_>, edge: AbstractEdge) -> Flow<bool> {
        for inputs in session.inputs_by_must_summaries(edge) {
            let ran = session.run(Prefix::new(inputs));
            // A test that fails ends the search.
            session.counts.must_summaries += u64::from(session.failure(&ran).is_some());
            self.add(session, ran)?;
            if session.is_visited(edge.to) {
                session.counts.must_summaries += 1;
                return Continue(true);
            }
        }
        Continue(false)
    }

    /// Asks the callee whether it can give back what an edge needs; whether it was asked.
    fn try_descend(&mut self, session: &mut Session<'_>, edge: AbstractEdge) -> Flow<bool> {
        if self.goals.iter().any(|g| g.edge == edge) {
            return Continue(false);
        }
        let goal = session.descend(edge)?;
        self.goals.extend(goal);
        Continue(goal.is_some())
    }

    /// Where the search goes on inside a procedure that it has descended into.
    pub(super) fn edge_in_callees(
        &mut self,
        session: &mut Session<'_>,
        stuck: &mut Stuck,
    ) -> Option<AbstractEdge> {
        while let Some(goal) = self.goals.last() {
            let edge = goal.edge;
            match session.pursue(goal, stuck) {
                Pursuit::Edge(inside) => return Some(inside),
                Pursuit::Unreachable => session.abstraction.graph.remove(edge, Removal::Infeasible),
                Pursuit::Over(why) => {
                    stuck.insert(edge, why);
                }
            }
            self.goals.pop();
        }
        None
    }
}

/// Refinement without tests.
impl Strategy {
    /// Splits a region behind an edge on which tests do not get further.
    fn refine_without_tests(
        &mut self,
        session: &mut Session<'_>,
        stuck: &mut Stuck,
        edge: AbstractEdge,
    ) -> Flow {
        match session.refine_without_tests(edge)? {
            Refined::Removed => {}
            Refined::Not => mark_stuck_on_memory(session, stuck, edge),
            Refined::Split(halves) => self.after_split(session, stuck, edge, halves),
        }
        Continue(())
    }
}
