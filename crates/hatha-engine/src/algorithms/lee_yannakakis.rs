//! Partition refinement of the reachable part: Figure 5 of *SYNERGY: A New
//! Algorithm for Property Checking*, after Lee and Yannakakis.
//!
//! The numbers in comments are the lines of Figure 5. T holds one witness for
//! each region that is known to be reachable; regions with a witness are split
//! until all of them are stable.
//!
//! **Soundness.** Witnesses decide only what is split next. That an error cannot
//! be reached is read off the region graph, whose edges a solver refuted.

use crate::algorithms::flow::{Break, Continue, Flow, unknown};
use crate::algorithms::session::{Session, search};
use crate::inference::infer::Inferred;
use crate::questions::asked::value;
use crate::regions::region::{AbstractEdge, RegionId, Removal};
use crate::regions::trace::reaching;
use crate::testing::simulate::Prefix;
use crate::{Answer, Engine, Finding, Search, Task};
use hatha_blocks::block::BlockId;
use hatha_defect::{Defect, is_on};
use hatha_smt::CheckResult;
use hatha_term::{Model, TermId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// The engine.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LeeYannakakis;

impl Engine for LeeYannakakis {
    fn name(&self) -> &'static str {
        "lee-yannakakis"
    }

    fn search(&self, task: &Task<'_>) -> Search {
        search(task, self.name(), |session| Run::new(session).main_loop())
    }
}

/// A reachable state, and the inputs that lead to it.
#[derive(Clone, Debug, Default)]
struct Witness {
    /// Slots and their values, as constants.
    values: FxHashMap<TermId, TermId>,
    inputs: Vec<u128>,
}

struct Run<'s, 'a> {
    session: &'s mut Session<'a>,
    /// T: for each region at most one of its reachable states.
    witnesses: BTreeMap<RegionId, Witness>,
    /// Edges that the witness of their source does not take.
    not_taken: FxHashSet<AbstractEdge>,
    /// Edges that every state of their source takes.
    stable: FxHashSet<AbstractEdge>,
    /// Why something could not be decided, for the case that it matters.
    doubt: Option<String>,
}

impl<'s, 'a> Run<'s, 'a> {
    fn new(session: &'s mut Session<'a>) -> Self {
        let mut run = Run {
            session,
            witnesses: BTreeMap::new(),
            not_taken: FxHashSet::default(),
            stable: FxHashSet::default(),
            doubt: None,
        };
        run.start();
        run
    }

    /// 1-2: nothing has happened yet, and one region for each place.
    fn start(&mut self) {
        self.witnesses.clear();
        self.not_taken.clear();
        self.stable.clear();
        let start = self.session.abstraction.graph.start();
        self.witnesses.insert(start, Witness::default());
    }

    fn main_loop(&mut self) -> Flow<Finding> {
        self.session.try_seeds()?;
        self.session.start_abstraction()?;
        loop {
            self.session.in_time()?;
            self.session.counts.iterations += 1;
            self.fail_if_reached()?; // 4-10
            if let Some((edge, witness)) = self.search()? {
                self.session.emit_step(edge, Answer::Test);
                self.session.emit_witness(edge.to, &witness.values);
                self.witnesses.insert(edge.to, witness); // 14-15
            } else if let Some((edge, rho)) = self.unstable_pair()? {
                self.session.emit_step(edge, Answer::Refuted);
                self.split(edge, rho)?; // 20
            } else {
                return self.pass(); // 22
            }
            self.session.counts.regions = self.session.abstraction.graph.len() as u64;
            self.refine_with_generalization()?;
        }
    }

    /// 4-10: a witness of the error, run as a test.
    fn fail_if_reached(&mut self) -> Flow {
        let failure = self.session.abstraction.graph.failure();
        let Some(witness) = self.witnesses.get(&failure) else {
            return Continue(());
        };
        let inputs = witness.inputs.clone();
        self.session.counts.tests += 1;
        let ran = self.session.run(Prefix::new(inputs));
        let why = "the test of a reachable failure takes another path";
        Break(self.session.failure(&ran).unwrap_or_else(|| unknown(why)))
    }

    /// 11-13: a step of a witness into a region that has none.
    fn search(&mut self) -> Flow<Option<(AbstractEdge, Witness)>> {
        let edges: Vec<AbstractEdge> = self.edges();
        for edge in edges {
            let known = self.witnesses.contains_key(&edge.to) || self.not_taken.contains(&edge);
            if known {
                continue;
            }
            self.session.in_time()?;
            if let Some(witness) = self.successor(edge) {
                return Continue(Some((edge, witness)));
            }
            self.not_taken.insert(edge);
        }
        Continue(None)
    }

    /// The edges that leave regions with witnesses.
    fn edges(&self) -> Vec<AbstractEdge> {
        let graph = &self.session.abstraction.graph;
        let regions = self.witnesses.keys();
        regions.flat_map(|&r| graph.leaving(r)).collect()
    }

    /// A state of the edge's target that the witness of its source steps to.
    fn successor(&mut self, edge: AbstractEdge) -> Option<Witness> {
        let witness = self.witnesses[&edge.from].clone();
        let parts = self.session.step(edge.block, edge.to);
        let pool = &mut self.session.questions.pool;
        let apply = |t: TermId| pool.substitute(t, &witness.values);
        let query: Vec<TermId> = parts.iter().map(|p| p.term).map(apply).collect();
        let block = self.session.subject.blocks.block(edge.block);
        let open = block.open;
        match self.session.ask(&query) {
            CheckResult::Unsat => None,
            CheckResult::Unknown(why) => {
                self.doubt = Some(self.session.subject.gave_up(edge.block, &why));
                None
            }
            CheckResult::Sat if open && edge.from != self.session.abstraction.graph.start() => {
                let place = self.session.subject.describe(edge.block);
                let why = format!("the step at {place} hinges on memory or floating point");
                self.doubt = Some(why);
                None
            }
            CheckResult::Sat => Some(self.after(edge.block, witness)),
        }
    }

    /// The state after a block, with the choices of the last model.
    fn after(&mut self, block: BlockId, mut witness: Witness) -> Witness {
        let model = self.session.questions.model();
        let block = self.session.subject.blocks.block(block);
        let pool = &mut self.session.questions.pool;
        let mut before = witness.values.clone();
        for &free in &block.free {
            let chosen = constant(pool, &model, free);
            before.extend(chosen.map(|c| (free, c)));
        }
        for &choice in &block.choices {
            let var = pool.as_var(choice);
            witness.inputs.push(var.map_or(0, |v| value(&model, v)));
        }
        for (&slot, &term) in &block.updates {
            let after = pool.substitute(term, &before);
            if pool.is_const(after) {
                witness.values.insert(slot, after);
            } else {
                witness.values.remove(&slot);
            }
        }
        witness
    }

    /// 17-19: a step that some but not all states of a region with a witness can take.
    fn unstable_pair(&mut self) -> Flow<Option<(AbstractEdge, TermId)>> {
        for edge in self.edges() {
            if self.stable.contains(&edge) {
                continue;
            }
            self.session.in_time()?;
            if self.session.drop_if_infeasible(edge) {
                continue;
            }
            if is_on(Defect::SkipsPair) && !self.witnesses.contains_key(&edge.to) {
                self.session
                    .abstraction
                    .graph
                    .remove(edge, Removal::Infeasible);
                continue;
            }
            if edge.from == self.session.abstraction.graph.start() {
                // It has one state alone.
                self.stable.insert(edge);
                continue;
            }
            let parts = self.session.preimage(edge.block, edge.to);
            let terms: Vec<TermId> = parts.iter().map(|p| p.term).collect();
            let rho = self.session.questions.pool.and_all(&terms);
            let mut outside = self.session.abstraction.facts(edge.from);
            outside.push(self.session.questions.pool.not(rho));
            match self.session.ask(&outside) {
                CheckResult::Sat => return Continue(Some((edge, rho))),
                CheckResult::Unsat => {}
                CheckResult::Unknown(why) => {
                    self.doubt = Some(self.session.subject.gave_up(edge.block, &why));
                }
            }
            self.stable.insert(edge);
        }
        Continue(None)
    }

    /// 20: the witness goes with the half that it lies in.
    fn split(&mut self, edge: AbstractEdge, rho: TermId) -> Flow {
        let halves = self.session.split(edge, rho, Removal::OutsidePreimage);
        let Some(witness) = self.witnesses.remove(&edge.from) else {
            return Continue(());
        };
        let pool = &mut self.session.questions.pool;
        let holds = pool.substitute(rho, &witness.values);
        let half = match pool.as_bool(holds) {
            Some(true) => halves.inside,
            Some(false) => halves.outside,
            None => {
                return Break(unknown("a predicate over a value that no input gives"));
            }
        };
        self.session.emit_witness(half, &witness.values);
        self.witnesses.insert(half, witness);
        Continue(())
    }

    /// 22: all regions with witnesses are stable. If no step was in doubt, nothing else is reached.
    fn pass(&mut self) -> Flow<Finding> {
        let graph = &self.session.abstraction.graph;
        let start = graph.start();
        let goals = [graph.failure(), graph.obstacle()];
        if goals.iter().any(|&g| reaching(graph, g).contains(&start)) {
            let why = "a failure may be reached, but by no step that can be followed";
            let why = self.doubt.take().unwrap_or_else(|| why.to_owned());
            return Break(unknown(why));
        }
        Continue(self.session.proved())
    }

    /// Not in Figure 5: invariants, so that the comparison with generalisation is fair.
    fn refine_with_generalization(&mut self) -> Flow {
        if self.session.claim_inference_turn()
            && self.session.learn_from_samples()? == Inferred::Learnt
        {
            self.start();
        }
        Continue(())
    }
}

/// The value of a variable in a model, as a constant.
fn constant(pool: &mut hatha_term::TermPool, model: &Model, variable: TermId) -> Option<TermId> {
    let var = pool.as_var(variable)?;
    let width = pool.sort(variable).bv_width()?;
    Some(pool.bv_const(width, value(model, var)))
}
