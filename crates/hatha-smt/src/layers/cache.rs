//! Remembers the answers to queries as sets of terms.
//!
//! A query that contains a refuted set is refuted; a query that is contained in
//! a satisfied set has its model. Both hold for conjunctions whatever the terms
//! mean, so hits need no check.

use crate::layers::{Frames, assumed_part};
use crate::solver::{Budget, CheckResult, Solver};
use hatha_defect::{Defect, is_on};
use hatha_term::{Model, TermId, TermPool};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Sets looked at per query beyond the exact match.
const LOOKED_AT: usize = 64;
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
            .take(LOOKED_AT)
            .find(|core| is_on(Defect::CacheConfuses) || contains(query, core))
    }

    fn satisfied(&self, query: &[TermId]) -> Option<&Arc<Model>> {
        if let Some(model) = self.sat.get(query) {
            return Some(model);
        }
        // All supersets contain the greatest term, which few others have.
        let candidates = self.sat_with.get(query.last()?)?;
        let recent = candidates.iter().rev().take(LOOKED_AT);
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
pub struct Caching<S> {
    inner: S,
    frames: Frames,
    answers: Answers,
    pool: Option<u64>,
    model: Option<Arc<Model>>,
    core: Option<Vec<TermId>>,
    hits: u64,
}

impl<S: Solver> Caching<S> {
    /// Adds a cache to a solver.
    pub fn new(inner: S) -> Caching<S> {
        Caching {
            inner,
            frames: Frames::default(),
            answers: Answers::default(),
            pool: None,
            model: None,
            core: None,
            hits: 0,
        }
    }

    /// How many checks the cache has answered.
    pub fn hits(&self) -> u64 {
        self.hits
    }

    fn forget_answer(&mut self) {
        self.model = None;
        self.core = None;
    }

    fn look_up(&mut self, query: &[TermId], assumptions: &[TermId]) -> Option<CheckResult> {
        if let Some(core) = self.answers.refuted(query) {
            self.core = Some(assumed_part(core, assumptions));
            return Some(CheckResult::Unsat);
        }
        self.model = Some(Arc::clone(self.answers.satisfied(query)?));
        Some(CheckResult::Sat)
    }

    fn record(&mut self, query: &[TermId], answer: &CheckResult) {
        match answer {
            CheckResult::Sat => {
                self.model = self.inner.model().cloned().map(Arc::new);
                if let Some(model) = &self.model {
                    self.answers.add_sat(query, Arc::clone(model));
                }
            }
            CheckResult::Unsat => {
                self.core = self.inner.core().map(<[TermId]>::to_vec);
                if let Some(core) = &self.core {
                    // All assertions may have taken part.
                    self.answers.add_unsat(self.frames.query(core));
                }
            }
            CheckResult::Unknown(_) => {}
        }
    }
}

impl<S: Solver> Solver for Caching<S> {
    fn push(&mut self) {
        self.forget_answer();
        self.frames.push();
        self.inner.push();
    }

    fn pop(&mut self) {
        self.forget_answer();
        self.frames.pop();
        self.inner.pop();
    }

    fn assert(&mut self, pool: &TermPool, t: TermId) {
        self.forget_answer();
        self.frames.assert(t);
        self.inner.assert(pool, t);
    }

    fn check(
        &mut self,
        pool: &mut TermPool,
        assumptions: &[TermId],
        budget: &Budget,
    ) -> CheckResult {
        self.forget_answer();
        let mine = *self.pool.get_or_insert(pool.pool_id()) == pool.pool_id();
        if !mine {
            // The solver below complains about foreign terms.
            return self.inner.check(pool, assumptions, budget);
        }
        let query = self.frames.query(assumptions);
        if let Some(answer) = self.look_up(&query, assumptions) {
            self.hits += 1;
            return answer;
        }
        let answer = self.inner.check(pool, assumptions, budget);
        self.record(&query, &answer);
        answer
    }

    fn model(&self) -> Option<&Model> {
        self.model.as_deref()
    }

    fn core(&self) -> Option<&[TermId]> {
        self.core.as_deref()
    }

    delegate_identity!();
}
