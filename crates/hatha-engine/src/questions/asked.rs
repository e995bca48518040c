//! The terms of a search, the solver that is asked about them, and the preimages that questions
//! are made of.
//!
//! **Invariant.** Every question of a search goes through [`Questions::ask`], which counts it.

use crate::Counts;
use crate::questions::addresses::facts_about_globals;
use crate::questions::query::{AtState, Origin, Part, Preimages, at_state, project};
use crate::regions::region::{RegionGraph, RegionId, conjuncts};
use crate::testing::forest::{Forest, StateId};
use crate::testing::simulate::Given;
use crate::tuning::asked::{ASKED, TERMS};
use hatha_blocks::block::{BlockId, Blocks};
use hatha_cfa::Program;
use hatha_exec::concolic::Concolic;
use hatha_smt::layers::{DefaultChain, default_chain};
use hatha_smt::{Budget, CheckResult, Solver};
use hatha_term::{Model, Symbol, TermId, TermPool, VarId};
use std::time::Instant;

/// What is asked of a solver.
pub(crate) struct Questions<'a> {
    pub(crate) pool: TermPool,
    pub(crate) solver: DefaultChain,
    pub(crate) preimages: Preimages,
    /// Conflicts after which a question that need not be answered is left.
    pub(crate) conflict_limit: Option<u64>,
    budget: &'a Budget,
    program: &'a Program,
    /// How many terms have been counted as work.
    counted_terms: usize,
}

impl<'a> Questions<'a> {
    /// With the terms and preimages of a program.
    pub(crate) fn new(
        pool: TermPool,
        preimages: Preimages,
        program: &'a Program,
        budget: &'a Budget,
    ) -> Self {
        Questions {
            pool,
            solver: default_chain(),
            preimages,
            conflict_limit: None,
            budget,
            program,
            counted_terms: 0,
        }
    }

    /// Counts the work of making terms, and other work: preimages, invariants and what is asked
    /// are many before a solver sees one.
    pub(crate) fn count_work(&mut self, other: u64) {
        let terms = self.pool.len();
        let made = terms - std::mem::replace(&mut self.counted_terms, terms);
        self.budget.spend(other + made as u64 / TERMS);
    }

    /// Asks whether facts hold together; `work` has been done since the last question.
    pub(crate) fn ask(&mut self, facts: &[TermId], work: u64, counts: &mut Counts) -> CheckResult {
        counts.queries += 1;
        self.budget
            .spend(ASKED + crate::work_of_question(facts.len()));
        self.count_work(work);
        let start = Instant::now();
        let budget = match self.conflict_limit {
            Some(conflicts) => &Budget {
                conflicts: Some(conflicts),
                ..self.budget.clone()
            },
            None => self.budget,
        };
        let mut asked = facts_about_globals(&mut self.pool, self.program, facts);
        asked.extend(facts);
        let answer = self.solver.check(&mut self.pool, &asked, budget);
        counts.solver_time += start.elapsed();
        answer
    }

    /// The last model.
    pub(crate) fn model(&self) -> Model {
        self.solver.model().cloned().unwrap_or_default()
    }

    /// The preimage of a region under a block, free variables not yet eliminated.
    pub(crate) fn step(
        &mut self,
        blocks: &Blocks,
        graph: &RegionGraph,
        block: BlockId,
        to: RegionId,
    ) -> Vec<Part> {
        self.preimages.of(&mut self.pool, blocks, graph, block, to)
    }

    /// The preimage as conjuncts over the state alone: exact where the solver can eliminate the
    /// block's free variables, otherwise weaker, which still contains it.
    pub(crate) fn preimage(
        &mut self,
        blocks: &Blocks,
        graph: &RegionGraph,
        block: BlockId,
        to: RegionId,
    ) -> Vec<Part> {
        let parts = self.step(blocks, graph, block, to);
        let free = &self.preimages.free(blocks, block);
        let terms: Vec<TermId> = parts.iter().map(|p| p.term).collect();
        let whole = self.pool.and_all(&terms);
        let mentioned: Vec<TermId> = mentioned(&self.pool, whole, free);
        let (pool, budget) = (&mut self.pool, self.budget);
        let exact = self.solver.as_projector();
        match exact.map(|p| p.project(pool, whole, &mentioned, budget)) {
            Some(Ok(term)) => conjuncts(pool, term).into_iter().map(guard).collect(),
            _ => project(pool, &parts, free),
        }
    }

    /// Whether a term's value depends on which addresses are equal.
    pub(crate) fn depends_on_aliases(&self, term: TermId) -> bool {
        let subterms = self.pool.subterms(&[term]);
        subterms.iter().any(|&t| self.preimages.is_alias(t))
    }

    /// Terms over the state before a block, over the inputs of the test that reached a state.
    pub(crate) fn facts_at(
        &mut self,
        blocks: &Blocks,
        forest: &Forest,
        state: StateId,
        block: BlockId,
        terms: &[TermId],
    ) -> AtState {
        let s = forest.state(state);
        let b = blocks.block(block);
        at_state(&mut self.pool, forest, s, b, terms)
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
    pub(crate) fn inputs_for(
        &mut self,
        blocks: &Blocks,
        block: BlockId,
        first: usize,
    ) -> Vec<(TermId, TermId)> {
        let choices = blocks.block(block).choices.iter().zip(first..);
        let pool = &mut self.pool;
        let pair = |(&choice, n): (&TermId, usize)| {
            let sort = pool.sort(choice);
            (choice, pool.var(Concolic::input_symbol(n), sort))
        };
        choices.map(pair).collect()
    }
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
pub(crate) fn value(model: &Model, var: VarId) -> u128 {
    let value = model.get(var).and_then(|v| v.as_bv()?.to_u128());
    value.unwrap_or(0)
}
