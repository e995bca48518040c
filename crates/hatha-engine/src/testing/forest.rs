//! The forest: concrete states that tests have visited at cut points, by region.
//!
//! **Invariant.** Every state in the forest was reached by a test, and lies in
//! exactly one live region: the one whose predicate it satisfies. A state is kept
//! once for each cut point, with the first test that visited it.

use crate::regions::region::{RegionGraph, RegionId, Split};
use crate::testing::history::History;
use crate::tuning::forest::{ADDED, EVALUATED, OPERATIONS};
use hatha_blocks::block::{BlockId, CutId};
use hatha_blocks::evaluate::{Compiled, Held, compile};
use hatha_exec::concolic::Constraint;
use hatha_index::{IndexVec, index_type};
use hatha_proof::input::InputEntry;
use hatha_proof::vocabulary::{Ghost, as_read, as_stored_ghost, as_written};
use hatha_term::{TermId, TermPool, VarId};
use rustc_hash::{FxHashMap, FxHasher};
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

index_type! {
    /// A state of the forest.
    pub(crate) struct StateId
}

/// A predicate has no value in a state: a defect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NotTotal(pub String);

/// What a test knows about its state at a cut point, beside the values.
#[derive(Clone, Debug)]
pub(crate) struct Visit {
    /// Where.
    pub cut: CutId,
    /// The block that led here; `None` at the entry.
    pub via: Option<BlockId>,
    /// The values of the tracked slots.
    pub values: Box<[u64]>,
    /// The slots that depend on inputs, with their terms.
    pub terms: Rc<[(u32, TermId)]>,
    /// How many constraints the path has so far.
    pub path: u32,
    /// How many inputs were taken so far.
    pub inputs: u32,
    /// When, among the cut points that the test passed.
    pub moment: u32,
    /// Tells the memory from others.
    pub print: u64,
}

/// A test.
#[derive(Debug)]
pub(crate) struct Test {
    /// Its inputs.
    pub inputs: crate::testing::simulate::Given,
    /// The same, for a file.
    pub entries: Vec<InputEntry>,
    /// The constraints of its path.
    pub path: Vec<Constraint>,
    /// What memory held at each moment.
    pub memory: History,
}

/// A state and where it comes from.
#[derive(Debug)]
pub(crate) struct State {
    /// The test, by its number.
    pub test: u32,
    /// What the test knows.
    pub visit: Visit,
    /// The region it lies in.
    pub region: RegionId,
}

/// The forest.
#[derive(Debug)]
pub(crate) struct Forest {
    tests: Vec<Test>,
    states: IndexVec<StateId, State>,
    known: FxHashMap<u64, Vec<StateId>>,
    by_region: BTreeMap<RegionId, Vec<StateId>>,
    /// How each cut point was split: a region to the predicate and halves that replaced it.
    splits: FxHashMap<RegionId, (TermId, Split)>,
    slots: FxHashMap<VarId, u32>,
    compiled: FxHashMap<TermId, Compiled>,
    scratch: Vec<u64>,
    /// Work since it was last asked for, in units of a budget.
    work: u64,
}

fn key(visit: &Visit) -> u64 {
    let mut hasher = FxHasher::default();
    (visit.cut, &visit.values, visit.print).hash(&mut hasher);
    hasher.finish()
}

impl Forest {
    /// An empty forest of states over the given slots.
    pub(crate) fn new(slots: FxHashMap<VarId, u32>) -> Self {
        Forest {
            tests: Vec::new(),
            states: IndexVec::new(),
            known: FxHashMap::default(),
            by_region: BTreeMap::new(),
            splits: FxHashMap::default(),
            slots,
            compiled: FxHashMap::default(),
            scratch: Vec::new(),
            work: 0,
        }
    }

    /// The work since this was last asked, in units of a budget.
    pub(crate) fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }

    /// How many tests were added.
    pub(crate) fn tests(&self) -> usize {
        self.tests.len()
    }

    /// A test.
    pub(crate) fn test(&self, number: u32) -> &Test {
        &self.tests[number as usize]
    }

    /// How many different states are kept.
    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// A state.
    pub(crate) fn state(&self, id: StateId) -> &State {
        &self.states[id]
    }

    /// The position of a state variable among the tracked slots.
    pub(crate) fn slot(&self, var: VarId) -> Option<u32> {
        self.slots.get(&var).copied()
    }

    /// The states in a region, oldest first.
    pub(crate) fn states_in(&self, region: RegionId) -> &[StateId] {
        self.by_region.get(&region).map_or(&[], Vec::as_slice)
    }

    /// All states at a cut point.
    pub(crate) fn at(&self, cut: CutId) -> impl Iterator<Item = StateId> {
        let here = move |(_, s): &(StateId, &State)| s.visit.cut == cut;
        let states = self.states.iter_enumerated().filter(here);
        states.map(|(id, _)| id)
    }

    /// Adds a test with the states it visited; gives how many of them are new.
    pub(crate) fn add(
        &mut self,
        pool: &TermPool,
        graph: &RegionGraph,
        test: Test,
        visits: Vec<Visit>,
    ) -> Result<usize, NotTotal> {
        let number = self.tests.len() as u32;
        self.tests.push(test);
        let before = self.states.len();
        self.work += ADDED * visits.len() as u64;
        for visit in visits {
            let hash = key(&visit);
            let same = |&s: &StateId| {
                let v = &self.states[s].visit;
                v.cut == visit.cut && v.values == visit.values && v.print == visit.print
            };
            if self
                .known
                .get(&hash)
                .is_some_and(|all| all.iter().any(same))
            {
                continue;
            }
            let id = self.states.next_key();
            let region = self.classify(pool, graph, number, &visit)?;
            self.known.entry(hash).or_default().push(id);
            self.by_region.entry(region).or_default().push(id);
            self.states.push(State {
                test: number,
                visit,
                region,
            });
        }
        Ok(self.states.len() - before)
    }

    /// The region of a state: from the cut point's first region down its splits.
    fn classify(
        &mut self,
        pool: &TermPool,
        graph: &RegionGraph,
        test: u32,
        visit: &Visit,
    ) -> Result<RegionId, NotTotal> {
        // The first region of a cut point has its number.
        let mut region = RegionId(visit.cut.0);
        while let Some(&(rho, halves)) = self.splits.get(&region) {
            let holds = self.holds(pool, rho, test, visit)?;
            region = if holds { halves.inside } else { halves.outside };
        }
        if !graph.region(region).live {
            return Err(NotTotal("a state in a region that was split".to_owned()));
        }
        Ok(region)
    }

    /// Whether a predicate holds at a visit of a test.
    fn holds(
        &mut self,
        pool: &TermPool,
        predicate: TermId,
        test: u32,
        visit: &Visit,
    ) -> Result<bool, NotTotal> {
        Ok(self.evaluate(pool, predicate, test, visit)? != 0)
    }

    /// The value of a term at a visit of a test.
    fn evaluate(
        &mut self,
        pool: &TermPool,
        predicate: TermId,
        test: u32,
        visit: &Visit,
    ) -> Result<u64, NotTotal> {
        if !self.compiled.contains_key(&predicate) {
            let code = compile(pool, predicate, &self.slots)
                .ok_or_else(|| NotTotal("a predicate that cannot be evaluated".to_owned()))?;
            self.compiled.insert(predicate, code);
        }
        let code = &self.compiled[&predicate];
        self.work += EVALUATED + code.operations() / OPERATIONS;
        let memory = &self.tests[test as usize].memory;
        let read = |address: u64, what: Held| memory.held(visit.moment, address, what);
        Ok(code.run(&visit.values, read, &mut self.scratch))
    }

    /// Whether a predicate can be evaluated on states at all.
    pub(crate) fn can_evaluate(&self, pool: &TermPool, predicate: TermId) -> bool {
        self.compiled.contains_key(&predicate) || compile(pool, predicate, &self.slots).is_some()
    }

    /// Whether a predicate holds in a state.
    pub(crate) fn satisfies(
        &mut self,
        pool: &TermPool,
        id: StateId,
        predicate: TermId,
    ) -> Result<bool, NotTotal> {
        let state = &self.states[id];
        let (test, visit) = (state.test, state.visit.clone());
        self.holds(pool, predicate, test, &visit)
    }

    /// The value of a term in a state.
    pub(crate) fn value(
        &mut self,
        pool: &TermPool,
        id: StateId,
        term: TermId,
    ) -> Result<u64, NotTotal> {
        let state = &self.states[id];
        let (test, visit) = (state.test, state.visit.clone());
        self.evaluate(pool, term, test, &visit)
    }

    /// The value of a cell in a state, if it does not depend on the test's inputs.
    pub(crate) fn constant(
        &mut self,
        pool: &TermPool,
        id: StateId,
        cell: TermId,
    ) -> Result<Option<u64>, NotTotal> {
        let state = &self.states[id];
        let (test, visit) = (state.test, state.visit.clone());
        if let Some(v) = pool.as_var(cell) {
            let slot = self.slot(v);
            let given = |s: &u32| !visit.terms.iter().any(|(t, _)| t == s);
            return Ok(slot.filter(given).map(|s| visit.values[s as usize]));
        }
        let (what, at) = match (as_read(pool, cell), as_stored_ghost(pool, cell)) {
            (Some((bytes, at)), _) => (Held::Bytes(bytes), at),
            (None, Some((ghost, at))) => (Held::Pointee(ghost), at),
            (None, None) => match as_written(pool, cell) {
                Some((bytes, at)) => (Held::Written(bytes), at),
                None => return Ok(None),
            },
        };
        if !self.can_evaluate(pool, at) {
            return Ok(None);
        }
        let address = self.evaluate(pool, at, test, &visit)?;
        let memory = &self.tests[test as usize].memory;
        let depends = match what {
            Held::Bytes(bytes) => memory.depends(visit.moment, address, bytes),
            Held::Pointee(Ghost::Offset) => {
                memory.depends(visit.moment, address, pool.width(at) / 8)
            }
            Held::Pointee(_) | Held::Written(_) => false,
        };
        Ok((!depends).then(|| memory.held(visit.moment, address, what)))
    }

    /// Puts every state back into the first region of its cut point.
    pub(crate) fn restart(&mut self) {
        self.splits.clear();
        self.by_region.clear();
        for (id, state) in self.states.iter_mut_enumerated() {
            state.region = RegionId(state.visit.cut.0);
            let here = self.by_region.entry(state.region).or_default();
            here.push(id);
        }
    }

    /// The tracked slots.
    pub(crate) fn slots(&self) -> &FxHashMap<VarId, u32> {
        &self.slots
    }

    /// How a region was split, if it was.
    pub(crate) fn split_of(&self, region: RegionId) -> Option<(TermId, Split)> {
        self.splits.get(&region).copied()
    }

    /// Follows a split of a region.
    pub(crate) fn split(
        &mut self,
        pool: &TermPool,
        region: RegionId,
        halves: Split,
        rho: TermId,
    ) -> Result<(), NotTotal> {
        self.splits.insert(region, (rho, halves));
        for id in self.by_region.remove(&region).unwrap_or_default() {
            let inside = self.satisfies(pool, id, rho)?;
            let half = if inside {
                halves.inside
            } else {
                halves.outside
            };
            self.by_region.entry(half).or_default().push(id);
            self.states[id].region = half;
        }
        Ok(())
    }
}
