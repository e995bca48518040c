//! Invariant inference: invariants learnt from the states of the forest.
//!
//! **Soundness.** What is learnt was shown to hold initially and to be kept by
//! every block, so it holds in every execution. The abstraction then starts anew
//! with it.

use crate::Event;
use crate::algorithms::flow::{Continue, Flow, OrDefect};
use crate::algorithms::session::Session;
use crate::inference::every::{Every, instances};
use crate::inference::{
    Depth, Induction, Normal, Reach, Steps, guess, houdini, remember, those_that_hold,
};
use crate::regions::region::{AbstractEdge, RegionGraph, Removal};
use crate::testing::simulate::Prefix;
use crate::tuning::infer::{FIRST_INFERENCE, LISTING};
use hatha_blocks::block::{CutId, Facts};
use hatha_proof::vocabulary::as_owner;
use hatha_smt::Budget;
use hatha_smt::layers::plain;
use hatha_term::TermId;

/// How much an inference may cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// Conflicts of one question of induction.
    pub(crate) conflicts: u64,
    /// Questions.
    pub(crate) queries: u64,
    /// Candidates beyond which it is not tried.
    pub(crate) candidates: usize,
    /// What is tried.
    pub(crate) depth: Depth,
}

impl Default for Effort {
    fn default() -> Self {
        Effort {
            conflicts: 2_000,
            queries: 1_500,
            candidates: usize::MAX,
            depth: Depth::Plain,
        }
    }
}

/// What came of an inference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inferred {
    /// New invariants: the abstraction has started anew.
    Learnt,
    /// Nothing new.
    Nothing,
    /// There were too many candidates.
    TooLarge,
}

/// When invariants are inferred, and from what beside the states of tests.
pub(crate) struct Inference {
    /// The iteration after which invariants are inferred next.
    next: u64,
    /// What other searches suggest.
    pub(crate) suggested: Vec<(CutId, TermId)>,
}

impl Default for Inference {
    fn default() -> Self {
        Inference {
            next: FIRST_INFERENCE,
            suggested: Vec::new(),
        }
    }
}

impl Inference {
    /// Claims a turn if it is due; the next one is due three times as late.
    fn claim_turn(&mut self, iterations: u64) -> bool {
        let is_due = iterations >= self.next;
        if is_due {
            self.next *= 3;
        }
        is_due
    }
}

impl Session<'_> {
    /// Claims the turn of invariant inference if it is due; the next one is due three times as late.
    pub(crate) fn claim_inference_turn(&mut self) -> bool {
        self.task.generalise && self.inference.claim_turn(self.counts.iterations)
    }

    /// Looks for invariants in the states of the forest.
    pub(crate) fn learn(&mut self, effort: Effort) -> Flow<Inferred> {
        let (pool, blocks) = (&mut self.questions.pool, &self.subject.blocks);
        let (forest, preimages) = (&mut self.tests.forest, &mut self.questions.preimages);
        let mut facts = guess(pool, blocks, forest, preimages, effort.depth).or_defect()?;
        for &(cut, fact) in &self.inference.suggested {
            let known = &mut facts[cut];
            if !known.contains(&fact) {
                known.extend(those_that_hold(pool, forest, cut, vec![fact]).or_defect()?);
            }
        }
        remember(&self.abstraction.invariants, &mut facts);
        if facts.iter().map(Vec::len).sum::<usize>() > effort.candidates {
            return Continue(Inferred::TooLarge);
        }
        let budget = Budget {
            conflicts: Some(effort.conflicts),
            ..self.task.budget.clone()
        };
        let mut induction = Induction {
            blocks: &self.subject.blocks,
            preimages: &mut self.questions.preimages,
            program: self.subject.program,
            solver: &mut plain(),
            budget: &budget,
            normal: Normal::default(),
            apart: &self.abstraction.apart,
            settled: Facts::new(),
            queries: 0,
            most: effort.queries,
        };
        let done = houdini(&mut induction, &mut self.questions.pool, &mut facts);
        self.counts.generalisation_queries += induction.queries;
        let mut cuts = facts.iter().zip(&self.abstraction.invariants);
        let is_new = cuts.any(|(f, k)| f.iter().any(|t| !k.contains(t)));
        if !done || !is_new {
            return Continue(Inferred::Nothing);
        }
        self.emit_invariants(&facts);
        self.suggest_invariants(&facts);
        self.subject
            .blocks
            .assume_summaries(&mut self.questions.pool, &facts);
        self.abstraction.invariants = facts;
        self.start_abstraction()?;
        Continue(Inferred::Learnt)
    }

    /// Collects what values variables with few values have together; they are invariants if no
    /// failure is left that they allow.
    pub(crate) fn learn_valuations(&mut self) -> Flow<Inferred> {
        let budget = Budget {
            conflicts: Some(LISTING.0),
            ..self.task.budget.clone()
        };
        let (blocks, starts) = (&self.subject.blocks, &self.abstraction.object_facts.starts);
        let bits = self.subject.program.target.pointer_bits;
        let steps = Steps::new(blocks, &mut self.questions.preimages, starts, bits);
        let mut reach = Reach::new(&mut self.questions.pool, steps, &budget, LISTING.1);
        let facts = reach.facts(&mut self.questions.pool);
        self.counts.generalisation_queries += reach.queries;
        // What does not decide the question makes every later one longer.
        let decides = reach.is_safe();
        let Some(facts) = facts.filter(|_| decides) else {
            return Continue(Inferred::Nothing);
        };
        self.emit_invariants(&facts);
        for (known, new) in self.abstraction.invariants.iter_mut().zip(facts) {
            known.extend(new);
        }
        self.know_addresses();
        self.subject
            .blocks
            .assume_summaries(&mut self.questions.pool, &self.abstraction.invariants);
        self.start_abstraction()?;
        self.close_failures();
        Continue(Inferred::Learnt)
    }

    /// Looks for facts about every block of the heap. They end the search if they exclude every
    /// failure; else they are invariants, and so is what they say of the pointers that the program
    /// accesses memory through.
    pub(crate) fn learn_about_every_block(&mut self) -> Flow<Inferred> {
        let is_plain =
            self.task.config.regions.is_empty() && self.subject.joined.components.is_empty();
        if !is_plain || !self.task.generalise {
            return Continue(Inferred::Nothing);
        }
        let mut known = self.abstraction.invariants.clone();
        for (known, facts) in known.iter_mut().zip(&self.abstraction.object_facts.facts) {
            let pool = &self.questions.pool;
            let plain = |fact: &&TermId| {
                let all = pool.subterms(&[**fact]);
                !all.iter().any(|&t| as_owner(pool, t).is_some())
            };
            known.extend(facts.iter().filter(plain));
        }
        let every = Every {
            pool: &mut self.questions.pool,
            blocks: &self.subject.blocks,
            preimages: &mut self.questions.preimages,
            program: self.subject.program,
            known: &known,
            budget: &self.task.budget,
        };
        let Some(learnt) = every.learn() else {
            return Continue(Inferred::Nothing);
        };
        self.counts.generalisation_queries += learnt.queries;
        self.emit_invariants(&learnt.facts);
        self.assume_about_every_block(learnt.facts);
        self.start_abstraction()?;
        if learnt.is_safe {
            self.drop_failures();
        }
        Continue(Inferred::Learnt)
    }

    fn assume_about_every_block(&mut self, facts: Facts) {
        let bits = self.subject.program.target.pointer_bits;
        let (pool, blocks) = (&mut self.questions.pool, &self.subject.blocks);
        for cut in blocks.located() {
            let known = &mut self.abstraction.about_pointers[cut];
            for &block in blocks.out(cut) {
                known.extend(instances(pool, blocks.block(block), &facts[cut], bits));
            }
            known.sort_unstable();
            known.dedup();
        }
        self.abstraction.every = facts;
    }

    /// Drops all edges to failures: what is known excludes them.
    fn drop_failures(&mut self) {
        for goal in [
            self.abstraction.graph.failure(),
            self.abstraction.graph.obstacle(),
        ] {
            let edges: Vec<AbstractEdge> = self.abstraction.graph.entering(goal).collect();
            for edge in edges {
                self.abstraction.graph.remove(edge, Removal::Infeasible);
            }
        }
    }

    /// Drops the edges to failures that the invariants exclude, however far they are from where
    /// tests have been.
    fn close_failures(&mut self) {
        for goal in [
            self.abstraction.graph.failure(),
            self.abstraction.graph.obstacle(),
        ] {
            let edges: Vec<AbstractEdge> = self.abstraction.graph.entering(goal).collect();
            for edge in edges {
                self.drop_if_infeasible(edge);
            }
        }
    }

    /// Takes what a proof says of addresses for invariants: valuations speak of words of memory by
    /// one name, the program by others.
    pub(crate) fn know_addresses(&mut self) {
        let pool = &self.questions.pool;
        for (known, facts) in self
            .abstraction
            .invariants
            .iter_mut()
            .zip(&mut self.abstraction.object_facts.facts)
        {
            let plain = |fact: &TermId| {
                let all = pool.subterms(&[*fact]);
                !all.iter().any(|&t| as_owner(pool, t).is_some())
            };
            known.extend(facts.iter().copied().filter(plain));
            facts.retain(|fact| !plain(fact));
        }
    }

    /// The same for an algorithm that runs no tests: some are run to learn from, and a failure
    /// among them is not looked at.
    pub(crate) fn learn_from_samples(&mut self) -> Flow<Inferred> {
        if self.tests.forest.is_empty() {
            self.tests.forest.restart();
            let refined = std::mem::replace(
                &mut self.abstraction.graph,
                RegionGraph::new(&self.subject.blocks),
            );
            let ran = self.run(Prefix::new(Vec::new()));
            self.add(ran)?;
            for ran in self.random_tests() {
                self.add(ran)?;
            }
            self.abstraction.graph = refined;
        }
        self.learn(Effort::default())
    }

    fn suggest_invariants(&mut self, facts: &Facts) {
        if self.exchange.is_none() {
            return;
        }
        for cut in self.subject.blocks.located() {
            for &fact in &facts[cut] {
                self.suggest(cut, fact);
            }
        }
    }

    fn emit_invariants(&self, facts: &Facts) {
        if !self.task.observer.wants_events() {
            return;
        }
        for cut in self.subject.blocks.located() {
            let Some(place) = self.subject.describe_cut(cut) else {
                continue;
            };
            for &fact in &facts[cut] {
                self.task.observer.event(&Event::Invariant {
                    location: place.clone(),
                    predicate: self.in_c(fact),
                });
            }
        }
    }
}
