//! The tests run so far and the states they visited.
//!
//! **Invariant.** Every visited state lies in exactly one live region: states are
//! placed when a test is added and moved when their region is split.

use crate::region::{RegionGraph, RegionId, Split};
use hatha_cfa::{EdgeId, LocId};
use hatha_term::{Model, TermId, TermPool};
use std::collections::BTreeMap;

/// A test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TestId(pub u32);

/// A state that a test visited: the one before its edge number `step`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StateRef {
    /// The test.
    pub test: TestId,
    /// The position.
    pub step: u32,
}

/// A visited state.
#[derive(Clone, Debug)]
pub struct State {
    /// Where.
    pub location: LocId,
    /// The values of the slots, as a model of the state variables.
    pub slots: Model,
}

/// A test with its path.
#[derive(Clone, Debug)]
pub struct Test {
    /// The inputs, in order.
    pub inputs: Vec<u128>,
    /// The states, one more than edges (unless the last edge ended the run).
    pub states: Vec<State>,
    /// The edges taken.
    pub edges: Vec<EdgeId>,
}

/// All tests.
#[derive(Debug, Default)]
pub struct Forest {
    tests: Vec<Test>,
    members: BTreeMap<RegionId, Vec<StateRef>>,
}

/// A predicate could not be evaluated on a state: a defect, because predicates are total.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotTotal(pub String);

impl Forest {
    /// No tests.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many tests there are.
    pub fn len(&self) -> usize {
        self.tests.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.tests.is_empty()
    }

    /// A test.
    pub fn test(&self, id: TestId) -> &Test {
        &self.tests[id.0 as usize]
    }

    /// A state that lies in a region.
    pub fn witness(&self, region: RegionId) -> Option<StateRef> {
        self.members.get(&region)?.first().copied()
    }

    /// Adds a test and places its states.
    pub fn add(
        &mut self,
        pool: &TermPool,
        graph: &RegionGraph,
        test: Test,
    ) -> Result<TestId, NotTotal> {
        let id = TestId(self.tests.len() as u32);
        for (i, state) in test.states.iter().enumerate() {
            let region = region_of(pool, graph, state)?;
            self.members.entry(region).or_default().push(StateRef {
                test: id,
                step: i as u32,
            });
        }
        self.tests.push(test);
        Ok(id)
    }

    /// Moves the states of a split region into its halves.
    pub fn split(
        &mut self,
        pool: &TermPool,
        whole: RegionId,
        halves: Split,
        rho: TermId,
    ) -> Result<(), NotTotal> {
        for state in self.members.remove(&whole).unwrap_or_default() {
            let slots = &self.tests[state.test.0 as usize].states[state.step as usize].slots;
            let inside = pool
                .eval_bool(rho, slots)
                .map_err(|e| NotTotal(format!("{e:?}")))?;
            let half = if inside {
                halves.inside
            } else {
                halves.outside
            };
            self.members.entry(half).or_default().push(state);
        }
        Ok(())
    }
}

fn region_of(pool: &TermPool, graph: &RegionGraph, state: &State) -> Result<RegionId, NotTotal> {
    for &region in graph.at(state.location) {
        let holds = pool.eval_bool(graph.region(region).predicate, &state.slots);
        if holds.map_err(|e| NotTotal(format!("{e:?}")))? {
            return Ok(region);
        }
    }
    Err(NotTotal("a state lies in no region".to_owned()))
}
