//! A search that is set aside, without what it borrows.
//!
//! **Invariant.** Nothing of the search is lost: resumed over the same chart and the
//! same question, it goes on as if it had not been set aside.

use super::{
    Budget, Counts, Found, NodeId, Order, Prefix, PrefixId, Question, Search, Seen, Solver,
    Stepper, TermId, TermPool, Values,
};
use hatha_blocks::memory::Resolver;
use hatha_index::IndexVec;
use std::collections::{BTreeMap, VecDeque};

/// A search that was set aside.
pub struct Paused<S: Solver> {
    resolver: Resolver,
    pool: TermPool,
    solver: S,
    order: Order,
    bound: u32,
    prefixes: IndexVec<PrefixId, Prefix>,
    past: Vec<NodeId>,
    open: VecDeque<PrefixId>,
    waiting: VecDeque<Prefix>,
    ready: VecDeque<Found>,
    seen: BTreeMap<Seen, Vec<Values>>,
    obstacles: Vec<String>,
    counts: Counts,
    assumed: TermId,
}

impl<S: Solver> Search<'_, S> {
    /// Sets the search aside.
    pub fn pause(self) -> Paused<S> {
        Paused {
            resolver: self.stepper.effects.into_resolver(),
            pool: self.pool,
            solver: self.solver,
            order: self.order,
            bound: self.bound,
            prefixes: self.prefixes,
            past: self.past,
            open: self.open,
            waiting: self.waiting,
            ready: self.ready,
            seen: self.seen,
            obstacles: self.obstacles,
            counts: self.counts,
            assumed: self.assumed,
        }
    }
}

impl<S: Solver> Paused<S> {
    /// Goes on, with the chart and the question that the search had and a new budget.
    pub fn resume<'a>(
        self,
        stepper: Stepper<'a>,
        question: &'a Question,
        budget: Budget,
    ) -> Search<'a, S> {
        let Stepper { chart, effects } = stepper;
        let effects = effects.with_resolver(self.resolver);
        Search {
            stepper: Stepper { chart, effects },
            question,
            pool: self.pool,
            solver: self.solver,
            budget,
            order: self.order,
            bound: self.bound,
            prefixes: self.prefixes,
            past: self.past,
            open: self.open,
            waiting: self.waiting,
            ready: self.ready,
            seen: self.seen,
            obstacles: self.obstacles,
            counts: self.counts,
            assumed: self.assumed,
        }
    }
}
