//! Who gets the next turn: short tests or long ones.
//!
//! **Invariant.** Tests of one level have the same limits and share a lane. Each
//! lane that has something to do gets a share of the work that depends on its
//! level alone, whatever one of its tests costs, so that a few long tests never
//! crowd out many short ones nor the other way round.

use super::search::{Search, View};
use super::tree::{Candidate, TestId};
use crate::tuning::lanes::EXTENDING;
use std::collections::VecDeque;

/// What a lane does with a turn.
#[derive(Clone, Copy, Debug)]
pub(super) enum Turn {
    /// Tries an outcome.
    Try(Candidate),
    /// Runs a test of the lane before again, with the room of this one (its level).
    Extend(TestId, u32),
}

struct Lane {
    search: Box<dyn Search>,
    /// Tests that its limits have cut.
    cut: VecDeque<TestId>,
    /// What its tests cost together.
    work: u64,
    turns: u64,
}

/// The lanes, from the shortest tests to the longest.
pub(super) struct Lanes {
    lanes: Vec<Lane>,
    /// Whether each lane orders its own candidates; otherwise one order holds for all.
    apart: bool,
    new_search: Box<dyn Fn(u32) -> Box<dyn Search>>,
}

impl Lanes {
    /// With a search for each level, or one for all.
    pub(super) fn new(apart: bool, new_search: Box<dyn Fn(u32) -> Box<dyn Search>>) -> Self {
        let mut lanes = Lanes {
            lanes: Vec::new(),
            apart,
            new_search,
        };
        lanes.open(0);
        lanes
    }

    /// Makes sure that there is a lane.
    fn open(&mut self, level: u32) {
        while self.lanes.len() <= level as usize {
            self.lanes.push(Lane {
                search: (self.new_search)(self.lanes.len() as u32),
                cut: VecDeque::new(),
                work: 0,
                turns: 0,
            });
        }
    }

    /// Forgets everything but the work done.
    pub(super) fn clear(&mut self) {
        for (level, lane) in self.lanes.iter_mut().enumerate() {
            lane.search = (self.new_search)(level as u32);
            lane.cut.clear();
        }
    }

    /// Takes the candidates of a test.
    pub(super) fn add(&mut self, level: u32, candidates: &[Candidate], gain: u32) {
        let level = if self.apart { level } else { 0 };
        self.open(level);
        self.lanes[level as usize].search.add(candidates, gain);
    }

    /// Takes a test that was cut.
    pub(super) fn add_cut(&mut self, level: u32, test: TestId) {
        self.open(level);
        self.lanes[level as usize].cut.push_back(test);
    }

    /// Charges the cost of a test.
    pub(super) fn charge(&mut self, level: u32, cost: u64) {
        self.open(level);
        self.lanes[level as usize].work += cost;
    }

    /// The next turn; `price` is what a test of a level costs at most.
    pub(super) fn next(&mut self, view: &View<'_>, price: impl Fn(u32) -> u64) -> Option<Turn> {
        if !self.apart {
            return self.lanes[0].search.next(view).map(Turn::Try);
        }
        self.open_next(price);
        let mut order: Vec<usize> = (0..self.lanes.len()).collect();
        // Short tests find most: the share falls with the level.
        order.sort_by_key(|&level| self.lanes[level].work.saturating_mul(level as u64 + 1));
        order.into_iter().find_map(|level| self.turn(level, view))
    }

    /// A test to extend when nothing else is left to do, whatever it costs.
    pub(super) fn longer(&mut self) -> Option<Turn> {
        let level = self.lanes.iter().position(|lane| !lane.cut.is_empty())?;
        self.open(level as u32 + 1);
        self.extend(level + 1)
    }

    /// Opens the next lane when the last one has cut tests and has done as much work as one
    /// test of the next costs.
    fn open_next(&mut self, price: impl Fn(u32) -> u64) {
        let next = self.lanes.len() as u32;
        let last = &self.lanes[next as usize - 1];
        if !last.cut.is_empty() && price(next) <= last.work {
            self.open(next);
        }
    }

    fn turn(&mut self, level: usize, view: &View<'_>) -> Option<Turn> {
        let lane = &mut self.lanes[level];
        lane.turns += 1;
        if lane.turns % EXTENDING == 1
            && let Some(turn) = self.extend(level)
        {
            return Some(turn);
        }
        match self.lanes[level].search.next(view) {
            Some(candidate) => Some(Turn::Try(candidate)),
            None => self.extend(level),
        }
    }

    fn extend(&mut self, level: usize) -> Option<Turn> {
        let before = self.lanes.get_mut(level.checked_sub(1)?)?;
        let test = before.cut.pop_front()?;
        Some(Turn::Extend(test, level as u32))
    }
}
