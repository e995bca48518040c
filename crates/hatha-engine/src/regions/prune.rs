//! Edges of a new region that rewriting alone refutes.
//!
//! **Soundness.** An edge is refuted if a literal of the preimage is false under
//! the values that the source fixes, or is the negation of a literal of the
//! source, or literals of the preimage are together what the source excludes: then no state of
//! the source satisfies the preimage.
//!
//! Only what the last split added is looked at: the rest was looked at before.

use crate::questions::query::{Preimages, fixed, is_cell};
use crate::regions::region::{AbstractEdge, RegionGraph, RegionId, conjuncts};
use hatha_blocks::block::Blocks;
use hatha_defect::{Defect, is_on};
use hatha_term::{TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// What is known about a region's literals.
#[derive(Debug, Default)]
struct Facts {
    literals: FxHashSet<TermId>,
    values: FxHashMap<TermId, TermId>,
    /// Conjunctions that no state of the region satisfies.
    excluded: Vec<Vec<TermId>>,
}

/// Remembers the variables of terms and the facts of regions.
#[derive(Debug, Default)]
pub(crate) struct Pruner {
    variables: FxHashMap<TermId, Rc<[TermId]>>,
    facts: FxHashMap<RegionId, Rc<Facts>>,
}

impl Pruner {
    /// The edges of a region that the literals of its last split refute.
    pub(crate) fn refuted(
        &mut self,
        pool: &mut TermPool,
        blocks: &Blocks,
        graph: &RegionGraph,
        preimages: &mut Preimages,
        region: RegionId,
    ) -> Vec<AbstractEdge> {
        let literals = &graph.region(region).literals;
        let Some(last) = literals.last().map(|l| l.split) else {
            return Vec::new();
        };
        let new: Vec<TermId> = literals
            .iter()
            .filter(|l| l.split == last)
            .map(|l| l.term)
            .collect();
        let mut gone = Vec::new();
        for edge in graph.entering(region) {
            let block = blocks.block(edge.block);
            let facts = self.facts(pool, graph, edge.from);
            let before = |&l: &TermId| preimages.before(pool, block, edge.block, l);
            let terms: Vec<TermId> = new.iter().map(before).collect();
            if self.contradict(pool, &facts, &terms) {
                gone.push(edge);
            }
        }
        let facts = self.facts(pool, graph, region);
        for edge in graph.leaving(region) {
            let parts = preimages.of(pool, blocks, graph, edge.block, edge.to);
            let terms: Vec<TermId> = parts.iter().map(|p| p.term).collect();
            if self.contradict(pool, &facts, &terms) {
                gone.push(edge);
            }
        }
        gone
    }

    /// Whether terms, each or together, contradict what is known.
    fn contradict(&mut self, pool: &mut TermPool, facts: &Facts, terms: &[TermId]) -> bool {
        let holds = |c: &TermId| terms.contains(c) || facts.literals.contains(c);
        facts.excluded.iter().any(|e| e.iter().all(holds))
            || terms.iter().any(|&t| self.contradicts(pool, facts, t))
    }

    fn facts(&mut self, pool: &mut TermPool, graph: &RegionGraph, region: RegionId) -> Rc<Facts> {
        let entry = self.facts.entry(region).or_insert_with(|| {
            let mut facts = Facts::default();
            for l in &graph.region(region).literals {
                facts.literals.insert(l.term);
                facts.values.extend(fixed(pool, l.term));
                let negated = conjuncts_of_negation(pool, l.term);
                facts.excluded.extend(negated);
            }
            Rc::new(facts)
        });
        Rc::clone(entry)
    }

    fn contradicts(&mut self, pool: &mut TermPool, facts: &Facts, term: TermId) -> bool {
        if term == pool.fls() {
            return true;
        }
        let negated = match is_on(Defect::PrunesFeasible) {
            true => term,
            false => pool.not(term),
        };
        if facts.literals.contains(&negated) {
            return true;
        }
        let variables = self.variables(pool, term);
        if !variables.iter().any(|v| facts.values.contains_key(v)) {
            return false;
        }
        let values = variables
            .iter()
            .filter_map(|v| Some((*v, *facts.values.get(v)?)));
        let values: FxHashMap<TermId, TermId> = values.collect();
        pool.substitute(term, &values) == pool.fls()
    }

    fn variables(&mut self, pool: &mut TermPool, term: TermId) -> Rc<[TermId]> {
        if let Some(known) = self.variables.get(&term) {
            return Rc::clone(known);
        }
        let all = pool.subterms(&[term]).into_iter();
        let list: Rc<[TermId]> = all.filter(|&t| is_cell(pool, t)).collect();
        self.variables.insert(term, Rc::clone(&list));
        list
    }
}

/// The conjuncts of what a literal says not to hold, if there are several.
fn conjuncts_of_negation(pool: &mut TermPool, literal: TermId) -> Option<Vec<TermId>> {
    let negated = pool.not(literal);
    let conjuncts = conjuncts(pool, negated);
    (conjuncts.len() > 1).then_some(conjuncts)
}
