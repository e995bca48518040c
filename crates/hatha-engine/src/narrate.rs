//! What every engine tells about its search, and the tests that it is given.

use crate::block::BlockId;
use crate::session::{FIRST_TEST_STEPS, Halt, Session, Suitable};
use crate::simulate::{Prefix, Ran};
use crate::{Answer, Event};

impl Session<'_> {
    /// Tells who watches which abstract trace an iteration looked at, and what it learnt about
    /// the last step of it.
    pub(crate) fn tell_trace(&mut self, trace: &[BlockId], answer: Answer) {
        let observer = self.task.observer;
        let frontier = || trace.last().map_or_else(String::new, |&b| self.describe(b));
        observer.progress(&self.counts, &frontier);
        if observer.wants_events() {
            observer.event(&Event::Iteration {
                number: self.counts.iterations,
                trace: trace.iter().map(|&b| self.describe(b)).collect(),
                frontier: frontier(),
                answer,
            });
        }
    }

    /// Runs the tests that the search is to start from.
    pub(crate) fn seed_runs(&mut self) -> Vec<Ran> {
        let seeds = self.task.seed_tests.clone().into_iter();
        seeds
            .map(|inputs| self.run_limited(Prefix::recorded(inputs), FIRST_TEST_STEPS))
            .collect()
    }

    /// The same for an algorithm that keeps no tests: one that fails ends the search.
    pub(crate) fn try_seeds(&mut self) -> Result<(), Halt> {
        for ran in self.seed_runs() {
            self.counts.tests += 1;
            if let Some(halt) = self.failure(&ran) {
                return Err(halt);
            }
        }
        Ok(())
    }
}

impl Suitable {
    /// What an iteration has learnt by this.
    pub(crate) fn answer(&self) -> Answer {
        match self {
            Suitable::Inputs(_) => Answer::Test,
            Suitable::Impossible(_) => Answer::Refuted,
            Suitable::Stuck(why) => Answer::Unknown(why.clone()),
        }
    }
}
