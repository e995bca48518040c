//! DASH: Figures 8 to 10 and 12 of *Proofs from Tests*.
//!
//! The numbers in comments are the lines of Figure 8, or of the figure that the function names;
//! `docs/engines/dash.md` is the map between the two. What the figures do not have is in
//! [`strategy`]: a policy changes which question comes next, and never what an answer means.

mod descend;
mod strategy;

use crate::algorithms::flow::{Break, Continue, Flow, OrDefect, unknown};
use crate::algorithms::session::{Session, search};
use crate::questions::query::{Part, project};
use crate::questions::refine::{Choice, Situation, choose, state_machines};
use crate::questions::suitable::Suitable;
use crate::regions::abstraction::{Frontier, Stuck};
use crate::regions::region::{AbstractEdge, Removal};
use crate::testing::forest::StateId;
use crate::testing::simulate::{Given, Prefix};
use crate::tuning::dash::{ENTRY_TESTS, RANDOM_TESTS};
use crate::tuning::runs::{FIRST_TEST_STEPS, TEST_STEPS};
use crate::{Answer, Engine, Finding, Search, Task};
use hatha_blocks::block::{Blocks, START};
use hatha_blocks::memory::Update;
use hatha_exec::fault::{FaultKind, Stop};
use hatha_proof::vocabulary::read;
use hatha_term::{TermId, TermPool};
use rustc_hash::FxHashSet;
pub use strategy::Policies;
use strategy::{Strategy, Turn};

/// The engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dash {
    /// What it does beside the algorithm of the paper.
    pub policies: Policies,
}

impl Engine for Dash {
    fn name(&self) -> &'static str {
        "dash"
    }

    fn search(&self, task: &Task<'_>) -> Search {
        tracing::trace!(target: "walk", "DASH begins");
        search(task, self.name(), |session| {
            Run::new(session, self.policies).main_loop()
        })
    }
}

/// What ExtendFrontier gives back.
enum Extension {
    /// t: these inputs promise to take the frontier edge.
    Test(Given),
    /// ρ: no input that follows the test takes it, and this predicate says why.
    Predicate(Choice),
    /// The frontier edge is none: it has been removed.
    Removed,
    /// Neither; the edge has to wait.
    Stuck(String),
}

/// What a solver says about the frontier edge.
enum Satisfiable {
    /// These inputs promise to take it.
    Inputs(Given),
    /// No input that follows the test to this state takes it; the preimage says why.
    Impossible(StateId, Vec<Part>),
    /// It is not an edge: it has been removed.
    Removed,
    /// Nothing.
    Unknown(String),
}

/// A search; the forest F and the region graph Σ≃ are in the session.
struct Run<'s, 'a> {
    session: &'s mut Session<'a>,
    strategy: Strategy,
    /// Cells that count as states of state machines.
    machines: FxHashSet<TermId>,
    /// Edges that have to wait.
    stuck: Stuck,
}

impl<'s, 'a> Run<'s, 'a> {
    fn new(session: &'s mut Session<'a>, policies: Policies) -> Self {
        let machines = machines(&mut session.questions.pool, &session.subject.blocks);
        Run {
            session,
            strategy: Strategy::new(policies),
            machines,
            stuck: Stuck::new(),
        }
    }

    /// Figure 8. Lines 1 to 4 are done: the region graph has one region for each cut point.
    fn main_loop(&mut self) -> Flow<Finding> {
        self.test()?; // 5
        self.strategy.begin(self.session)?;
        // 6. A test of the error ends the search where it is added to the forest (7-11).
        loop {
            let Some(edge) = self.ordered_abstract_trace()? else {
                return Continue(self.session.proved()); // 13-14
            };
            self.in_time(edge)?;
            let turn = self
                .strategy
                .before_iteration(self.session, &mut self.stuck, edge)?;
            if turn == Turn::Taken {
                continue;
            }
            match self.extend_frontier(edge)? {
                Extension::Test(t) => self.add_test_to_forest(edge, t)?, // 18-19
                Extension::Predicate(rho) => self.split(edge, rho)?,     // 20-31
                Extension::Removed => {}
                Extension::Stuck(why) => {
                    self.stuck.insert(edge, why);
                }
            }
        }
    }

    /// 5: tests that were given, one with zeroes, and some with random inputs.
    fn test(&mut self) -> Flow {
        for seed in &self.session.task.seed_tests {
            self.run_and_add(Prefix::recorded(seed.clone()), FIRST_TEST_STEPS)?;
        }
        self.run_and_add(Prefix::new(Vec::new()), FIRST_TEST_STEPS)?;
        let start = self.session.subject.blocks.out(START)[0];
        let count = if self.session.subject.blocks.block(start).open {
            ENTRY_TESTS
        } else {
            RANDOM_TESTS
        };
        for n in 0..count {
            let seed = self.session.task.seed.wrapping_add(n);
            let inputs = Prefix::with_random(Vec::new(), seed.wrapping_mul(0x9e37_79b9));
            self.run_and_add(inputs, TEST_STEPS)?;
        }
        Continue(())
    }

    fn run_and_add(&mut self, inputs: Prefix, steps: u64) -> Flow {
        let ran = self.session.run_limited(inputs, steps);
        self.strategy.add(self.session, ran)
    }

    /// 12 and 16: the frontier (k−1, k) of an ordered abstract trace; `None` if there is no
    /// abstract trace to an error. The regions up to k−1 are those of the test that visited it.
    fn ordered_abstract_trace(&mut self) -> Flow<Option<AbstractEdge>> {
        if let Some(edge) = self.strategy.edge_in_callees(self.session, &mut self.stuck) {
            return Continue(Some(edge));
        }
        let mut found = self.session.frontier(&self.stuck);
        if let Frontier::Stuck(why) = found {
            found = self
                .strategy
                .when_stuck(self.session, &mut self.stuck, why)?;
        }
        match found {
            Frontier::Edge(edge) => Continue(Some(edge)),
            Frontier::NoTrace => Continue(None),
            Frontier::Stuck(why) => {
                self.session.note_missed(&self.stuck);
                Break(unknown(why))
            }
        }
    }

    fn in_time(&mut self, edge: AbstractEdge) -> Flow {
        self.session.count_work();
        if self.session.task.budget.is_interrupted() {
            let place = self.session.subject.describe(edge.block);
            return Break(unknown(format!("out of time at {place}")));
        }
        Continue(())
    }

    /// 17, ExtendFrontier (Figure 10): a test that takes the frontier edge, or a predicate.
    fn extend_frontier(&mut self, edge: AbstractEdge) -> Flow<Extension> {
        let answer = self.is_sat(edge); // 1-3
        self.session.emit_step(edge, answer.as_event());
        match answer {
            Satisfiable::Inputs(t) => Continue(Extension::Test(t)), // 7
            Satisfiable::Impossible(state, parts) => self.refine_pred(edge, state, &parts), // 5
            Satisfiable::Removed => Continue(Extension::Removed),
            Satisfiable::Unknown(why) => Continue(Extension::Stuck(why)),
        }
    }

    /// ExecuteSymbolic and IsSAT (Figure 10, lines 2 and 3): whether inputs that follow a test to
    /// the frontier region take the edge. The test has executed its path symbolically already.
    fn is_sat(&mut self, edge: AbstractEdge) -> Satisfiable {
        let session = &mut *self.session;
        let parts = session.step(edge.block, edge.to);
        let fls = session.questions.pool.fls();
        if parts.iter().any(|p| p.term == fls) {
            session
                .abstraction
                .graph
                .remove(edge, Removal::Contradiction);
            return Satisfiable::Removed;
        }
        let state = session.promising(edge);
        let answer = match state {
            None => session.first_step(edge),
            Some(state) => session.suitable(state, edge),
        };
        match (state, answer) {
            (_, Suitable::Inputs(inputs)) => Satisfiable::Inputs(inputs),
            (_, Suitable::Stuck(why)) => Satisfiable::Unknown(why),
            (Some(state), Suitable::Impossible(parts)) => Satisfiable::Impossible(state, parts),
            (None, Suitable::Impossible(_)) => {
                session.abstraction.graph.remove(edge, Removal::Infeasible);
                Satisfiable::Removed
            }
        }
    }

    /// RefinePred (Figure 12): a suitable predicate, WPα of the target region over the block.
    fn refine_pred(
        &mut self,
        edge: AbstractEdge,
        state: StateId,
        parts: &[Part],
    ) -> Flow<Extension> {
        // An edge that no state of the region takes goes alone: a split would only add an
        // empty region.
        if self.session.drop_if_infeasible(edge) {
            return Continue(Extension::Removed);
        }
        let session = &mut *self.session;
        let free = session
            .questions
            .preimages
            .free(&session.subject.blocks, edge.block);
        let mut parts = project(&mut session.questions.pool, parts, &free);
        // A weaker preimage is still one.
        parts.retain(|p| {
            session
                .tests
                .forest
                .can_evaluate(&session.questions.pool, p.term)
        });
        let mut plain = parts.clone();
        plain.retain(|p| !session.questions.depends_on_aliases(p.term));
        // What does not depend on which pointers are equal says more with less.
        let mut choice = None;
        if plain.len() < parts.len() {
            choice = self.choose(edge, state, &plain)?;
        }
        if choice.is_none() {
            self.session.under_aliases(state, &mut parts)?; // 3-4
            choice = self.choose(edge, state, &parts)?;
        }
        Continue(match choice {
            Some(rho) => Extension::Predicate(rho),
            None => Extension::Stuck(depends_on_memory(self.session, edge)),
        })
    }

    /// The part of a preimage that is used: a predicate that keeps a state of the frontier region
    /// outside it.
    fn choose(
        &mut self,
        edge: AbstractEdge,
        state: StateId,
        parts: &[Part],
    ) -> Flow<Option<Choice>> {
        let session = &mut *self.session;
        let states = session.tests.forest.states_in(edge.from).to_vec();
        let situation = Situation {
            parts,
            state,
            states: &states,
            machines: &self.machines,
        };
        let how = session.task.refinement;
        let (pool, forest) = (&mut session.questions.pool, &mut session.tests.forest);
        choose(how, pool, forest, &situation).or_defect()
    }

    /// 19, AddTestToForest: runs the test that a query promised to take the frontier edge. A test
    /// of the error ends the search (7-11).
    fn add_test_to_forest(&mut self, edge: AbstractEdge, inputs: Given) -> Flow {
        let ran = self.session.run(Prefix::new(inputs));
        let is_exact = self.session.tests.is_exact(&ran) && self.session.is_decided_by_inputs(edge);
        let unsupported = match &ran.stop {
            Stop::Unsupported(what) => Some(what.reason.clone()),
            _ => None,
        };
        let fault = match &ran.stop {
            Stop::Fault(fault) if !matches!(fault.kind, FaultKind::Stated(_)) => Some(&fault.kind),
            _ => None,
        };
        let fault = fault.map(ToString::to_string);
        self.strategy.add(self.session, ran)?;
        if self.session.is_visited(edge.to) {
            return Continue(());
        }
        // The simulator stopped on the way: nobody knows where the test would have gone.
        if let Some(what) = unsupported {
            let why = format!("a test meets something unsupported: {what}");
            self.stuck.insert(edge, why);
            return Continue(());
        }
        let place = self.session.subject.describe(edge.block);
        let obstacle = &self.session.subject.blocks.block(edge.block).obstacle;
        // A run that comes to a call through a pointer goes on behind it.
        if let Some(what) = obstacle {
            let why = format!("a test reaches {what} at {place}");
            self.stuck.insert(edge, why);
            return Continue(());
        }
        match fault {
            // It is not asked about, or it would be a failing edge. In terms its operation has a
            // value, where the program ends.
            Some(fault) if is_exact => {
                let why = format!("a test ends with a fault that is not asked about: {fault}");
                self.stuck.insert(edge, why);
                return Continue(());
            }
            None if is_exact => {
                let why = format!("a test left its predicted path at {place}");
                return Break(Finding::Internal(why));
            }
            _ => {}
        }
        if !self.strategy.try_call(self.session, edge)? {
            mark_stuck_on_memory(self.session, &mut self.stuck, edge);
        }
        Continue(())
    }

    /// 21-30, the template of Figure 9: Sk−1 is split by ρ, and the half outside loses the edge
    /// to Sk.
    fn split(&mut self, edge: AbstractEdge, rho: Choice) -> Flow {
        let why = if rho.inside_loses {
            Removal::Refuted
        } else {
            Removal::OutsidePreimage
        };
        let halves = self.session.split_with_states(edge, rho.rho, why)?;
        self.strategy
            .after_split(self.session, &mut self.stuck, edge, halves);
        Continue(())
    }
}

/// Why an edge waits that depends on values without terms.
fn depends_on_memory(session: &Session<'_>, edge: AbstractEdge) -> String {
    let place = session.subject.describe(edge.block);
    format!("the step at {place} hinges on memory or floating point")
}

fn mark_stuck_on_memory(session: &Session<'_>, stuck: &mut Stuck, edge: AbstractEdge) {
    stuck.insert(edge, depends_on_memory(session, edge));
}

impl Satisfiable {
    fn as_event(&self) -> Answer {
        match self {
            Satisfiable::Inputs(_) => Answer::Test,
            Satisfiable::Impossible(..) | Satisfiable::Removed => Answer::Refuted,
            Satisfiable::Unknown(why) => Answer::Unknown(why.clone()),
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
            if let Update::Write {
                at, bytes, value, ..
            } = *update
            {
                updates.extend(read(pool, bytes, at).map(|cell| (cell, value)));
            }
        }
    }
    state_machines(pool, &guards, &updates)
}
