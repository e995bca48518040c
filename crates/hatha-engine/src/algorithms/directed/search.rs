//! Which outcome to try next.
//!
//! **Invariant.** A search only orders: it neither loses a candidate nor gives
//! one twice. Given the same candidates in the same order, the same seed and the
//! same notes, it gives the same order.

use super::distance::{Distances, FAR};
use super::edges::{EdgeNumbers, EdgeSet};
use super::tree::Candidate;
use crate::tuning::outcomes::HOPELESS;
use hatha_cfa::{EdgeId, ProcId, Program};
use hatha_term::random::Rng;
use rustc_hash::FxHashMap;
use std::collections::{BinaryHeap, VecDeque};

/// What a search may look at.
pub(super) struct View<'v> {
    /// The program.
    pub program: &'v Program,
    /// The numbers of its edges.
    pub numbers: &'v EdgeNumbers,
    /// What tests have covered.
    pub covered: &'v EdgeSet,
    /// How far it is to the goal.
    pub distances: &'v Distances,
}

/// An order of candidates.
pub(super) trait Search {
    /// Takes the candidates of one test, from the first to the last on its path, and how many
    /// edges the test covered first.
    fn add(&mut self, candidates: &[Candidate], gain: u32);

    /// The next one to try.
    fn next(&mut self, view: &View<'_>) -> Option<Candidate>;
}

/// The deepest open outcome of the latest test first.
#[derive(Debug, Default)]
pub(super) struct DepthFirst {
    stack: Vec<Candidate>,
}

impl Search for DepthFirst {
    fn add(&mut self, candidates: &[Candidate], _: u32) {
        self.stack.extend_from_slice(candidates);
    }

    fn next(&mut self, _: &View<'_>) -> Option<Candidate> {
        self.stack.pop()
    }
}

#[derive(Debug)]
struct Scored {
    /// Gain of the test, then the earlier one.
    key: (u32, std::cmp::Reverse<u64>),
    candidate: Candidate,
}

impl PartialEq for Scored {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Scored {}

impl PartialOrd for Scored {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Scored {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key.cmp(&other.key)
    }
}

/// All outcomes beside the path of the test that covered most, then of the next, as SAGE does.
#[derive(Debug, Default)]
pub(super) struct Generational {
    heap: BinaryHeap<Scored>,
    serial: u64,
}

impl Search for Generational {
    fn add(&mut self, candidates: &[Candidate], gain: u32) {
        for &candidate in candidates {
            self.serial += 1;
            let key = (gain, std::cmp::Reverse(self.serial));
            self.heap.push(Scored { key, candidate });
        }
    }

    fn next(&mut self, _: &View<'_>) -> Option<Candidate> {
        self.heap.pop().map(|s| s.candidate)
    }
}

/// The candidates that lead to one edge.
#[derive(Debug)]
struct Queue {
    target: Option<(ProcId, EdgeId)>,
    open: VecDeque<Candidate>,
    tried: u32,
}

/// Prefers outcomes whose edge nothing has covered, then those near the goal, those seldom
/// tried, and for the rest lets chance decide.
#[derive(Debug)]
pub(super) struct CoverageFirst {
    queues: Vec<Queue>,
    by_target: FxHashMap<Option<(ProcId, EdgeId)>, usize>,
    turn: u64,
    chance: Rng,
    open: usize,
}

/// How the next queue is chosen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Near,
    Rare,
    Any,
}

impl CoverageFirst {
    /// With a seed for what chance decides.
    pub(super) fn new(seed: u64) -> Self {
        CoverageFirst {
            queues: Vec::new(),
            by_target: FxHashMap::default(),
            turn: 0,
            chance: Rng::from_state(seed),
            open: 0,
        }
    }

    fn random(&mut self, below: usize) -> usize {
        self.chance.index(below.max(1))
    }

    fn queue_of(&mut self, target: Option<(ProcId, EdgeId)>) -> &mut Queue {
        let next = self.queues.len();
        let at = *self.by_target.entry(target).or_insert(next);
        if at == next {
            self.queues.push(Queue {
                target,
                open: VecDeque::new(),
                tried: 0,
            });
        }
        &mut self.queues[at]
    }

    fn live(&self) -> impl Iterator<Item = (usize, &Queue)> {
        let open = |q: &(usize, &Queue)| !q.1.open.is_empty();
        self.queues.iter().enumerate().filter(open)
    }

    fn uncovered(&self, view: &View<'_>) -> Option<usize> {
        let fresh = |q: &Queue| {
            q.tried < HOPELESS
                && q.target
                    .is_some_and(|(p, e)| !view.covered.contains(view.numbers.number(p, e)))
        };
        let near = |q: &Queue| (q.tried, distance(view, q));
        let fresh = self.live().filter(|(_, q)| fresh(q));
        fresh.min_by_key(|(_, q)| near(q)).map(|(i, _)| i)
    }

    fn pick(&mut self, view: &View<'_>, turn: Turn) -> Option<usize> {
        let tired = |q: &Queue| 4 * q.tried.checked_ilog2().map_or(0, |n| n + 1);
        let key = |q: &Queue| match turn {
            Turn::Near => (distance(view, q).saturating_add(tired(q)), q.tried),
            Turn::Rare | Turn::Any => (q.tried, distance(view, q)),
        };
        if turn == Turn::Any {
            let live: Vec<usize> = self.live().map(|(i, _)| i).collect();
            let n = self.random(live.len());
            return live.get(n).copied();
        }
        self.live().min_by_key(|(_, q)| key(q)).map(|(i, _)| i)
    }

    /// The newest, the oldest, or any.
    fn take(&mut self, queue: usize) -> Option<Candidate> {
        let len = self.queues[queue].open.len();
        let how = self.random(4);
        let any = self.random(len);
        let queue = &mut self.queues[queue];
        queue.tried += 1;
        self.open -= 1;
        match how {
            0 | 1 => queue.open.pop_back(),
            2 => queue.open.pop_front(),
            _ => queue.open.swap_remove_back(any),
        }
    }
}

fn distance(view: &View<'_>, queue: &Queue) -> u32 {
    match queue.target {
        Some((proc, edge)) => view.distances.after(view.program, proc, edge).min(FAR / 2),
        None => FAR / 4,
    }
}

impl Search for CoverageFirst {
    fn add(&mut self, candidates: &[Candidate], _: u32) {
        self.open += candidates.len();
        for &c in candidates {
            self.queue_of(c.target).open.push_back(c);
        }
    }

    fn next(&mut self, view: &View<'_>) -> Option<Candidate> {
        if self.open == 0 {
            return None;
        }
        self.turn += 1;
        let queue = match self.uncovered(view) {
            Some(queue) => queue,
            None => {
                let turn = [Turn::Near, Turn::Rare, Turn::Any][(self.turn % 3) as usize];
                self.pick(view, turn)?
            }
        };
        self.take(queue)
    }
}
