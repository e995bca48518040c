//! SYNERGY: Figure 2 of *SYNERGY: A New Algorithm for Property Checking*, with
//! the optimisations of its section 6.
//!
//! The numbers in comments are the lines of Figure 2; `docs/engines/synergy.md`
//! is the map between the two. Unlike `dash` it keeps the abstract program exact:
//! there is an edge only where a solver does not refute it.

use crate::algorithms::flow::{Break, Continue, Flow, OrDefect, unknown};
use crate::algorithms::session::{Session, search};
use crate::inference::infer::{Effort, Inferred};
use crate::questions::query::{Part, project};
use crate::questions::refine::{Refinement, Situation, choose};
use crate::questions::suitable::Suitable;
use crate::regions::abstraction::{Frontier, Stuck};
use crate::regions::region::{AbstractEdge, RegionId, Removal};
use crate::testing::forest::StateId;
use crate::testing::simulate::{Given, Prefix};
use crate::{Engine, Finding, Search, Task};
use hatha_blocks::block::CutId;
use hatha_exec::fault::Stop;
use hatha_term::TermId;
use rustc_hash::FxHashSet;

/// The engine.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Synergy;

impl Engine for Synergy {
    fn name(&self) -> &'static str {
        "synergy"
    }

    fn search(&self, task: &Task<'_>) -> Search {
        search(task, self.name(), |session| {
            let mut run = Run {
                session,
                stuck: Stuck::new(),
                sampled: false,
            };
            run.main_loop()
        })
    }
}

/// A search; the forest F and the partition Σ≃ are in the session.
struct Run<'s, 'a> {
    session: &'s mut Session<'a>,
    stuck: Stuck,
    /// Whether random tests were run to learn from.
    sampled: bool,
}

impl Run<'_, '_> {
    fn main_loop(&mut self) -> Flow<Finding> {
        self.session.start_abstraction()?;
        self.create_abstract_program();
        for ran in self.session.seed_runs() {
            self.session.add_passing(ran)?;
        }
        loop {
            self.session.in_time()?;
            // 12-16
            let edge = match self.session.frontier(&self.stuck) {
                Frontier::Edge(edge) => edge,
                Frontier::NoTrace => return Continue(self.session.proved()), // 14
                Frontier::Stuck(why) => return Break(unknown(why)),
            };
            self.session.counts.iterations += 1;
            let (state, suitable) = self.gen_suitable_test(edge);
            self.session.emit_step(edge, suitable.answer());
            match (state, suitable) {
                (_, Suitable::Inputs(inputs)) => self.grow_forest(edge, inputs)?, // 23-29
                (Some(state), Suitable::Impossible(parts)) => self.refine(edge, state, &parts)?, // 20-21
                (None, Suitable::Impossible(_)) => {
                    self.session
                        .abstraction
                        .graph
                        .remove(edge, Removal::Infeasible);
                }
                (_, Suitable::Stuck(why)) => {
                    self.stuck.insert(edge, why);
                }
            }
            self.refine_with_generalization()?; // 35
            self.session.counts.regions = self.session.abstraction.graph.len() as u64;
        }
    }

    /// 11: an edge for every pair of regions between which a step exists.
    fn create_abstract_program(&mut self) {
        self.recreate(|_| true);
    }

    /// 11, for the edges of some regions; all others are as they were.
    fn recreate(&mut self, changed: impl Fn(RegionId) -> bool) {
        let graph = &self.session.abstraction.graph;
        let mut edges = Vec::new();
        for cut in 0..self.session.subject.blocks.cut_count() {
            for &region in graph.at(CutId(cut)) {
                let leaving = graph.leaving(region);
                edges.extend(leaving.filter(|e| changed(e.from) || changed(e.to)));
            }
        }
        for edge in edges {
            self.session.drop_if_infeasible(edge);
        }
    }

    /// 17: a test that follows the forest to the frontier and takes one step more.
    fn gen_suitable_test(&mut self, edge: AbstractEdge) -> (Option<StateId>, Suitable) {
        match self.session.furthest(edge) {
            Some(state) => (Some(state), self.session.suitable(state, edge)),
            // While the forest is empty any input vector will do.
            None if self.session.tests.forest.is_empty() => {
                (None, Suitable::Inputs(Given::default()))
            }
            None => (None, self.session.first_step(edge)),
        }
    }

    /// 23-29, and 4-10: a test that fails ends the search. Tests run to completion, or to a limit
    /// (section 6).
    fn grow_forest(&mut self, edge: AbstractEdge, inputs: Given) -> Flow {
        let ran = self.session.run(Prefix::new(inputs));
        let cut = matches!(ran.stop, Stop::OutOfBudget(_));
        let ended = ran.last == Some(edge.block);
        self.session.add_passing(ran)?;
        if self.session.is_visited(edge.to) {
            return Continue(());
        }
        let place = self.session.subject.describe(edge.block);
        let block = self.session.subject.blocks.block(edge.block);
        let why = match &block.obstacle {
            Some(what) if ended => format!("a test reaches {what} at {place}"),
            _ if cut => format!("a test was cut before it came to {place}"),
            _ => format!("the step at {place} hinges on memory or floating point"),
        };
        self.stuck.insert(edge, why);
        Continue(())
    }

    /// 20-21: splits the source of the frontier by the preimage of its target.
    fn refine(&mut self, edge: AbstractEdge, state: StateId, parts: &[Part]) -> Flow {
        let session = &mut *self.session;
        let free = session
            .questions
            .preimages
            .free(&session.subject.blocks, edge.block);
        let parts = project(&mut session.questions.pool, parts, &free);
        let approximate = self.choose(self.refinement(), edge, state, parts)?;
        let rho = match approximate {
            Some(rho) => Some(rho),
            None => {
                let exact = self.session.preimage(edge.block, edge.to);
                self.choose(Refinement::Wp, edge, state, exact)?
            }
        };
        let Some(choice) = rho else {
            let place = self.session.subject.describe(edge.block);
            let why = format!("no predicate keeps a test's state from the step at {place}");
            self.stuck.insert(edge, why);
            return Continue(());
        };
        self.split(edge, choice)
    }

    /// A predicate that contains the preimage and not the state at the frontier.
    fn choose(
        &mut self,
        how: Refinement,
        edge: AbstractEdge,
        state: StateId,
        mut parts: Vec<Part>,
    ) -> Flow<Option<TermId>> {
        let session = &mut *self.session;
        parts.retain(|p| {
            session
                .tests
                .forest
                .can_evaluate(&session.questions.pool, p.term)
        });
        session.under_aliases(state, &mut parts)?;
        let states = session.tests.forest.states_in(edge.from).to_vec();
        let situation = Situation {
            parts: &parts,
            state,
            states: &states,
            machines: &FxHashSet::default(),
        };
        let (pool, forest) = (&mut session.questions.pool, &mut session.tests.forest);
        let choice = choose(how, pool, forest, &situation).or_defect()?;
        Continue(choice.map(|c| c.rho))
    }

    fn split(&mut self, edge: AbstractEdge, rho: TermId) -> Flow {
        let why = Removal::OutsidePreimage;
        let halves = self.session.split_with_states(edge, rho, why)?;
        let is_gone = |r: RegionId| r == edge.from;
        self.stuck.retain(|e, _| !is_gone(e.from) && !is_gone(e.to));
        self.recreate(|r| r == halves.inside || r == halves.outside);
        Continue(())
    }

    /// 35: invariants from the states of the forest, when the search goes on for long. It grows by
    /// some random tests first, because a single path is little to learn from.
    fn refine_with_generalization(&mut self) -> Flow {
        if !self.session.claim_inference_turn() {
            return Continue(());
        }
        if !std::mem::replace(&mut self.sampled, true) {
            for ran in self.session.random_tests() {
                self.session.add_passing(ran)?;
            }
        }
        if self.session.learn(Effort::default())? == Inferred::Learnt {
            self.stuck.clear();
            self.create_abstract_program();
        }
        Continue(())
    }

    /// How predicates are chosen: any way but by values, after which the half inside loses the
    /// edge and not the one outside.
    fn refinement(&self) -> Refinement {
        match self.session.task.refinement {
            Refinement::Wp => Refinement::Wp,
            Refinement::Core => Refinement::Core,
            Refinement::PosEval | Refinement::Value | Refinement::Hybrid => Refinement::PosEval,
        }
    }
}
