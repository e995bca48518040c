//! The tests of a search: how they are run, and what they leave.
//!
//! **Invariant.** Every test of a search goes through [`Tests::run_limited`], so that no fault is
//! overlooked by an algorithm that does not care how a test ends.

use crate::testing::forest::Forest;
use crate::testing::must_summaries::MustSummaries;
use crate::testing::simulate::{Limits, Prefix, Ran, Simulation};
use crate::tuning::runs::{FIRST_TEST_STEPS, TEST_INPUTS, TEST_MEMORY, TEST_STEPS};
use crate::{FailingTest, Task};
use hatha_blocks::block::Blocks;
use hatha_exec::concolic::Why;
use hatha_exec::fault::{Budget, Stop};
use hatha_term::TermPool;

/// The tests of a search.
pub(crate) struct Tests<'a> {
    pub(crate) simulation: Simulation<'a>,
    pub(crate) forest: Forest,
    /// What procedures did in tests.
    pub(crate) must_summaries: MustSummaries,
    /// Where the last test had its largest objects on the heap.
    heap: Vec<u64>,
    /// Steps of the longest test that came to its end.
    longest: u64,
    /// Bytes of live objects in the test with the most, among those that did not want too many.
    heaviest: u64,
    /// The first test that ran into a fault.
    pub(crate) faulted: Option<Box<FailingTest>>,
}

impl<'a> Tests<'a> {
    /// No tests yet.
    pub(crate) fn new(simulation: Simulation<'a>, forest: Forest) -> Self {
        Tests {
            simulation,
            forest,
            must_summaries: MustSummaries::default(),
            heap: Vec::new(),
            longest: 0,
            heaviest: 0,
            faulted: None,
        }
    }

    /// The steps that the next test may take.
    pub(crate) fn next_steps(&self) -> u64 {
        let steps = if self.forest.tests() == 0 {
            FIRST_TEST_STEPS
        } else {
            TEST_STEPS
        };
        steps.max(2 * self.longest)
    }

    /// The bytes of live objects that the next test may have. What an input makes large is seldom
    /// needed at full size, and a block takes as long to make as it has bytes.
    fn next_memory(&self) -> u64 {
        match self.forest.tests() {
            0 => u64::MAX,
            _ => TEST_MEMORY.max(2 * self.heaviest),
        }
    }

    /// Runs a test to its end or for so many steps.
    pub(crate) fn run_limited(
        &mut self,
        task: &Task<'_>,
        pool: &mut TermPool,
        blocks: &Blocks,
        inputs: Prefix,
        steps: u64,
    ) -> Ran {
        let limits = Limits {
            given: inputs.given(),
            steps: steps.min(task.test_steps),
            memory: self.next_memory(),
            inputs: TEST_INPUTS + inputs.given().unwrap_or(0) as usize,
        };
        let ran = self.simulation.run(pool, blocks, inputs, limits);
        task.budget.spend(crate::work_of(ran.steps));
        if !ran.heap.is_empty() {
            self.heap.clone_from(&ran.heap);
        }
        if !matches!(ran.stop, Stop::OutOfBudget(_)) {
            self.longest = self.longest.max(ran.steps);
        }
        if !matches!(ran.stop, Stop::OutOfBudget(Budget::Memory(_))) {
            self.heaviest = self.heaviest.max(ran.live_bytes);
        }
        if let (Stop::Fault(fault), None) = (&ran.stop, &self.faulted) {
            self.faulted = Some(Box::new(FailingTest {
                inputs: ran.entries.clone(),
                layout: Vec::new(),
                fault: fault.clone(),
            }));
        }
        ran
    }

    /// Where tests have their largest objects.
    pub(crate) fn largest_objects(&self) -> Vec<u64> {
        [&self.heap[..], self.simulation.largest()].concat()
    }

    /// Whether a query predicts a run: every branch is decided by what it speaks of.
    pub(crate) fn is_exact(&self, ran: &Ran) -> bool {
        self.simulation.is_closed() && !ran.path.iter().any(|c| c.why == Why::Pinned)
    }
}
