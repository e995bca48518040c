//! The part of a refused proof that holds.
//!
//! A proof falls as a whole with one of its claims. Here the claims that do not hold are found and
//! taken away: a region loses the conjuncts that some path into it breaks, and gets the edges that
//! paths out of it take then. That is repeated until every region is closed. What is left may come to
//! failures that the proof excluded; they are named.
//!
//! **Soundness.** Nothing rests on this. What is left is a proof like any other, and is checked from the
//! beginning ([`crate::certify_under`]) before anybody believes it; what is named as open is only a
//! reason to ask another question.

use crate::check::examine;
use crate::state::Environment;
use hatha_cfa::{EdgeId, FailKind, Program, Span};
use hatha_proof::{Proof, ProofEdge, TermReader, TermWriter};
use hatha_smt::Budget;
use hatha_term::{Op, TermId, TermPool};
use std::collections::{BTreeMap, BTreeSet};

/// How often a proof is weakened before it is given up.
const ROUNDS: usize = 12;

/// What is left of a proof.
#[derive(Clone, Debug)]
pub struct Weakened {
    /// The proof.
    pub proof: Proof,
    /// The failures that it does not exclude: what fails, and where.
    pub open: Vec<(FailKind, Span)>,
}

/// Weakens a proof on regions until its regions are closed; `None` if that does not help: the time is
/// over, or an execution may reach what is not modelled.
pub fn weaken(
    program: &Program,
    proof: &Proof,
    environment: Environment,
    budget: &Budget,
) -> Option<Weakened> {
    if proof.unrolled.is_some() {
        return None;
    }
    let mut proof = proof.clone();
    for _ in 0..ROUNDS {
        let mut survey = Survey::default();
        examine(program, &proof, environment, budget, &mut survey).ok()?;
        if survey.is_closed() {
            let open = survey.failures;
            return Some(Weakened { proof, open });
        }
        proof = survey.without_broken(&proof)?;
    }
    None
}

/// What is found about a proof that does not hold.
#[derive(Debug, Default)]
pub(crate) struct Survey {
    /// The conjuncts of regions, by their place among them, that a path into the region breaks.
    broken: BTreeMap<u32, BTreeSet<usize>>,
    /// Edges that paths take and that the proof does not claim.
    taken: BTreeSet<(u32, EdgeId, u32)>,
    /// The failures that paths come to.
    failures: Vec<(FailKind, Span)>,
}

impl Survey {
    fn is_closed(&self) -> bool {
        self.broken.is_empty() && self.taken.is_empty()
    }

    pub(crate) fn is_broken(&self, region: u32, conjunct: usize) -> bool {
        let of_region = self.broken.get(&region);
        of_region.is_some_and(|broken| broken.contains(&conjunct))
    }

    /// What is left of the predicate of a region.
    pub(crate) fn unbroken(&self, pool: &mut TermPool, region: u32, predicate: TermId) -> TermId {
        if !self.broken.contains_key(&region) {
            return predicate;
        }
        let all = conjuncts(pool, predicate).into_iter().enumerate();
        let kept = all.filter(|(i, _)| !self.is_broken(region, *i));
        let kept: Vec<TermId> = kept.map(|(_, t)| t).collect();
        pool.and_all(&kept)
    }

    /// Takes note that a path into a region breaks a conjunct of it.
    pub(crate) fn add_broken(&mut self, region: u32, conjunct: usize) {
        self.broken.entry(region).or_default().insert(conjunct);
    }

    /// Takes note of an edge that a path takes.
    pub(crate) fn add_taken(&mut self, from: u32, edge: EdgeId, to: u32) {
        self.taken.insert((from, edge, to));
    }

    /// Takes note of a failure that a path comes to.
    pub(crate) fn add_failure(&mut self, kind: FailKind, span: Span) {
        if !self.failures.contains(&(kind.clone(), span)) {
            self.failures.push((kind, span));
        }
    }

    /// The proof without what is broken, with what is taken.
    fn without_broken(&self, proof: &Proof) -> Option<Proof> {
        let mut pool = TermPool::raw();
        let terms = TermReader::read(&mut pool, &proof.terms, |_, _| true).ok()?;
        let mut writer = TermWriter::new();
        let mut regions = proof.regions.clone();
        for (id, region) in (0..).zip(&mut regions) {
            let predicate = terms.get(region.predicate)?;
            let weaker = self.unbroken(&mut pool, id, predicate);
            region.predicate = writer.add(&pool, weaker).ok()?;
            region.c = pool.to_c(weaker);
        }
        let mut edges = proof.edges.clone();
        edges.extend(self.taken.iter().map(|&(from, edge, to)| ProofEdge {
            from,
            edge: edge.0,
            to,
        }));
        Some(Proof {
            terms: writer.finish(),
            regions,
            edges,
            ..proof.clone()
        })
    }
}

/// The facts that a predicate is the conjunction of.
pub(crate) fn conjuncts(pool: &TermPool, predicate: TermId) -> Vec<TermId> {
    match pool.op(predicate) {
        Op::And => {
            let args = pool.args(predicate).iter();
            args.flat_map(|&a| conjuncts(pool, a)).collect()
        }
        _ => vec![predicate],
    }
}
