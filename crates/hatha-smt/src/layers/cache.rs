//! Remembers the answers to queries as sets of terms.
//!
//! A query that contains a refuted set is refuted; a query that is contained in
//! a satisfied set has its model. Both hold for conjunctions whatever the terms
//! mean, so hits need no check.

use super::layer::{Answer, Layer, Question, Technique};
use crate::solver::{Budget, CheckResult, Reason, Solver};
use hatha_defect::{Defect, is_on};
use hatha_term::{Model, TermId, TermPool};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Sets that are compared with a query besides the exact match.
const CANDIDATES: usize = 64;
/// Answers kept; then all are forgotten.
const CAPACITY: usize = 1 << 16;

/// A sorted set of terms.
type Set = Arc<[TermId]>;

/// Is one sorted set contained in another?
fn contains(large: &[TermId], small: &[TermId]) -> bool {
    let mut rest = large.iter();
    small.iter().all(|t| rest.any(|u| u == t))
}

#[derive(Default)]
struct Answers {
    sat: FxHashMap<Set, Arc<Model>>,
    /// The satisfied sets that contain a term.
    sat_with: FxHashMap<TermId, Vec<Set>>,
    /// The refuted sets, by their greatest term.
    unsat_with: FxHashMap<TermId, Vec<Set>>,
    unsat: usize,
}

impl Answers {
    fn refuted(&self, query: &[TermId]) -> Option<&Set> {
        let candidates = query
            .iter()
            .filter_map(|t| self.unsat_with.get(t))
            .flatten();
        candidates
            .take(CANDIDATES)
            .find(|core| is_on(Defect::CacheConfuses) || contains(query, core))
    }

    fn satisfied(&self, query: &[TermId]) -> Option<&Arc<Model>> {
        if let Some(model) = self.sat.get(query) {
            return Some(model);
        }
        // All supersets contain the greatest term, which few others have.
        let candidates = self.sat_with.get(query.last()?)?;
        let recent = candidates.iter().rev().take(CANDIDATES);
        let superset = recent.into_iter().find(|set| contains(set, query))?;
        self.sat.get(superset)
    }

    fn make_room(&mut self) {
        if self.sat.len() + self.unsat >= CAPACITY {
            *self = Answers::default();
        }
    }

    fn add_sat(&mut self, query: &[TermId], model: Arc<Model>) {
        self.make_room();
        let set: Set = query.into();
        for &t in query {
            self.sat_with.entry(t).or_default().push(Arc::clone(&set));
        }
        self.sat.insert(set, model);
    }

    fn add_unsat(&mut self, core: Vec<TermId>) {
        self.make_room();
        if let Some(&last) = core.last() {
            self.unsat += 1;
            self.unsat_with.entry(last).or_default().push(core.into());
        }
    }
}

/// Caches answers.
pub type Caching<S> = Layer<Cache, S>;

/// The technique of [`Caching`].
#[derive(Default)]
pub struct Cache {
    answers: Answers,
    hits: u64,
}

impl<S> Caching<S> {
    /// How many checks the cache has answered.
    pub fn hits(&self) -> u64 {
        self.technique.hits
    }
}

impl Cache {
    fn look_up(&self, query: &[TermId], question: &Question<'_>) -> Option<Answer> {
        if let Some(core) = self.answers.refuted(query) {
            return Some(Answer::Unsat(question.assumed_part(core)));
        }
        let model = self.answers.satisfied(query)?;
        Some(Answer::Sat(Arc::clone(model)))
    }
}

impl Technique for Cache {
    fn check<S: Solver>(
        &mut self,
        below: &mut S,
        pool: &mut TermPool,
        question: &Question<'_>,
        budget: &Budget,
    ) -> Result<Answer, Reason> {
        let query = question.terms();
        if let Some(answer) = self.look_up(&query, question) {
            self.hits += 1;
            return Ok(answer);
        }
        let answer = below.check(pool, question.assumptions, budget);
        match (&answer, below.model(), below.core()) {
            (CheckResult::Sat, Some(model), _) => {
                let model = Arc::new(model.clone());
                self.answers.add_sat(&query, Arc::clone(&model));
                Ok(Answer::Sat(model))
            }
            (CheckResult::Unsat, _, Some(core)) => {
                // All assertions may have taken part.
                self.answers.add_unsat(question.with_assertions(core));
                Ok(Answer::Below(answer))
            }
            _ => Ok(Answer::Below(answer)),
        }
    }
}
