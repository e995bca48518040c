//! Rounds of counted work for searches that go on side by side.
//!
//! **Invariant.** In a round every lane does the same amount of counted work, or ends; the first
//! round belongs to the first lane alone. A lane that has done its share waits. What a lane
//! publishes in a round reaches the others when the next one begins. So what each lane does, and
//! in which round it ends, does not depend on the clock or on how many processors there are
//! (`crates/hatha/tests/determinism.rs`).

use super::answer::Answer;
use hatha_engine::{Exchange, Predicate};
use hatha_smt::Pace;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// Work of the first round, in units.
const FIRST: u64 = 200_000;

/// Units of the work of confirming a claim that count as one towards the end of a round: a claim is
/// mostly true, and what the others do meanwhile is mostly for nothing. They still go on, a little,
/// because a claim may be refused after long work.
const CONFIRMATION: u64 = 8;

/// Tests that a lane gives the others in a round.
const MOST_TESTS: usize = 3;

/// Predicates that a lane suggests to the others in a round.
const MOST_PREDICATES: usize = 5;

/// What a lane is doing.
#[derive(Debug)]
pub(super) enum Doing {
    /// It searches.
    Runs,
    /// It has done its share of the round.
    Waits,
    /// It has found something, which is confirmed.
    Found(Box<Answer>),
    /// It does no more.
    Over,
}

#[derive(Debug)]
struct Lane {
    doing: Doing,
    /// Its tests of this round.
    fresh: Vec<Vec<u128>>,
    /// Tests of the others that it has not taken.
    ready: Vec<Vec<u128>>,
    /// Predicates that it suggests in this round, and those of the others that it has not taken.
    suggests: Vec<Predicate>,
    suggested: Vec<Predicate>,
    /// How many tests and predicates it has taken.
    imported_tests: u64,
    imported_predicates: u64,
}

impl Lane {
    fn runs(&self) -> bool {
        matches!(self.doing, Doing::Runs)
    }

    fn has_proof(&self) -> bool {
        match &self.doing {
            Doing::Found(answer) => answer.verdict.is_proved(),
            _ => false,
        }
    }
}

/// The work with which a lane begins: most programs are decided in the first round of the first
/// lane, and need not pay for the others.
fn before(lane: usize) -> u64 {
    match lane {
        0 => 0,
        _ => FIRST,
    }
}

/// Where all lanes stand.
#[derive(Debug)]
pub(super) struct Board {
    lanes: Mutex<Vec<Lane>>,
    changed: Condvar,
    /// The work that a lane may have done by the end of the round.
    limit: AtomicU64,
    round: AtomicU64,
    /// The work of each lane that counts towards the end of a round.
    spent: Vec<AtomicU64>,
    /// The work of each lane on confirming what it has found.
    confirming: Vec<AtomicU64>,
    /// Whether a test of any lane takes back what another has proved in the same round.
    tests_first: bool,
    /// The work of a lane after which no further round begins.
    most: u64,
    /// Set when nothing is to be done any more.
    pub(super) over: Arc<AtomicBool>,
}

impl Board {
    pub(super) fn new(lanes: usize, tests_first: bool, most: Option<u64>) -> Arc<Board> {
        let lane = || Lane {
            doing: Doing::Runs,
            fresh: Vec::new(),
            ready: Vec::new(),
            suggests: Vec::new(),
            suggested: Vec::new(),
            imported_tests: 0,
            imported_predicates: 0,
        };
        Arc::new(Board {
            lanes: Mutex::new((0..lanes).map(|_| lane()).collect()),
            changed: Condvar::new(),
            limit: AtomicU64::new(FIRST),
            round: AtomicU64::new(1),
            spent: (0..lanes).map(|l| AtomicU64::new(before(l))).collect(),
            confirming: (0..lanes).map(|_| AtomicU64::new(0)).collect(),
            tests_first,
            most: most.unwrap_or(u64::MAX),
            over: Arc::new(AtomicBool::new(false)),
        })
    }

    /// The lanes. A lane that died with the lock leaves data that is still whole.
    fn lock(&self) -> MutexGuard<'_, Vec<Lane>> {
        self.lanes
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// The number of the round.
    pub(super) fn round(&self) -> u64 {
        self.round.load(Ordering::Relaxed)
    }

    /// How many tests of others a lane has taken.
    pub(super) fn imported_tests(&self, lane: usize) -> u64 {
        self.lock()[lane].imported_tests
    }

    /// The work that a lane has done.
    pub(super) fn work(&self, lane: usize) -> u64 {
        let confirming = self.confirming[lane].load(Ordering::Relaxed);
        let spent = self.spent[lane].load(Ordering::Relaxed) - before(lane);
        spent + confirming - confirming / CONFIRMATION
    }

    /// How many predicates of others a lane has taken.
    pub(super) fn imported_predicates(&self, lane: usize) -> u64 {
        self.lock()[lane].imported_predicates
    }

    /// A lane says what it does.
    pub(super) fn set(&self, lane: usize, doing: Doing) {
        self.lock()[lane].doing = doing;
        self.changed.notify_all();
    }

    /// Ends everything.
    pub(super) fn end(&self) {
        let lanes = self.lock();
        self.over.store(true, Ordering::Relaxed);
        drop(lanes);
        self.changed.notify_all();
    }

    /// What comes next for the observer of the lanes: something that was found, with its lane; or
    /// nothing yet; or nothing any more. If it is `late`, a lane that might have come first is
    /// not waited for.
    pub(super) fn next(&self, late: bool) -> Next {
        let mut lanes = self.lock();
        if let Some(best) = self.best(&lanes) {
            let is_proof = lanes[best].has_proof();
            let rivals = match is_proof && self.tests_first {
                true => &lanes[..],
                false => &lanes[..best],
            };
            if !late && rivals.iter().any(Lane::runs) {
                return Next::Nothing;
            }
            if let Doing::Found(answer) = std::mem::replace(&mut lanes[best].doing, Doing::Over) {
                return Next::Found(best, answer);
            }
        }
        if lanes.iter().any(Lane::runs) {
            return Next::Nothing;
        }
        if lanes.iter().all(|l| matches!(l.doing, Doing::Over)) {
            return Next::Over;
        }
        if self.limit.load(Ordering::Relaxed) >= self.most {
            return Next::Exhausted;
        }
        self.turn(&mut lanes);
        drop(lanes);
        self.changed.notify_all();
        Next::Nothing
    }

    /// The lane with what counts most of all that was found: the first.
    fn best(&self, lanes: &[Lane]) -> Option<usize> {
        let found = |&i: &usize| matches!(lanes[i].doing, Doing::Found(_));
        let rank = |&i: &usize| (self.tests_first && lanes[i].has_proof(), i);
        (0..lanes.len()).filter(found).min_by_key(rank)
    }

    /// The next round begins.
    fn turn(&self, lanes: &mut [Lane]) {
        for i in 0..lanes.len() {
            let tests = std::mem::take(&mut lanes[i].fresh);
            let predicates = std::mem::take(&mut lanes[i].suggests);
            let others = lanes.iter_mut().enumerate().filter(|(j, _)| *j != i);
            for (_, lane) in others {
                lane.ready.extend_from_slice(&tests);
                lane.suggested.extend_from_slice(&predicates);
            }
        }
        for lane in lanes {
            if matches!(lane.doing, Doing::Waits) {
                lane.doing = Doing::Runs;
            }
        }
        let limit = self.limit.load(Ordering::Relaxed);
        // Rounds grow with the search: a short wait for each other is a small part of it.
        self.limit
            .store(limit + FIRST.max(limit / 8), Ordering::Relaxed);
        self.round.fetch_add(1, Ordering::Relaxed);
    }

    /// Waits for a change, or for a while.
    pub(super) fn wait(&self, most: Duration) {
        let lanes = self.lock();
        // Whatever comes of it, the lanes are examined again.
        drop(self.changed.wait_timeout(lanes, most));
    }
}

/// See [`Board::next`].
pub(super) enum Next {
    Found(usize, Box<Answer>),
    Nothing,
    Over,
    /// They have done the work that they may do.
    Exhausted,
}

/// One lane's part of the board.
#[derive(Debug)]
pub(super) struct Share {
    pub(super) board: Arc<Board>,
    pub(super) lane: usize,
    /// What the lane does.
    pub(super) phase: Phase,
}

/// What the work of a lane is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Finding something.
    Search,
    /// Confirming what was found.
    Confirmation,
}

impl Share {
    /// The part of some work that counts towards the end of a round.
    fn counted(&self, units: u64) -> u64 {
        match self.phase {
            Phase::Search => units,
            Phase::Confirmation => {
                let all = &self.board.confirming[self.lane];
                let before = all.fetch_add(units, Ordering::Relaxed);
                (before + units) / CONFIRMATION - before / CONFIRMATION
            }
        }
    }
}

impl Pace for Share {
    fn spend(&self, units: u64) {
        let board = &*self.board;
        let units = self.counted(units);
        let spent = board.spent[self.lane].fetch_add(units, Ordering::Relaxed) + units;
        if spent < board.limit.load(Ordering::Relaxed) {
            return;
        }
        let mut lanes = board.lock();
        while spent >= board.limit.load(Ordering::Relaxed) && !board.over.load(Ordering::Relaxed) {
            if matches!(lanes[self.lane].doing, Doing::Runs) {
                lanes[self.lane].doing = Doing::Waits;
                board.changed.notify_all();
            }
            lanes = match board.changed.wait(lanes) {
                Ok(lanes) => lanes,
                Err(poisoned) => poisoned.into_inner(),
            };
        }
    }
}

impl Exchange for Share {
    fn publish(&self, inputs: &[u128]) {
        let mut lanes = self.board.lock();
        let fresh = &mut lanes[self.lane].fresh;
        if fresh.len() < MOST_TESTS {
            fresh.push(inputs.to_vec());
        }
    }

    fn take(&self) -> Vec<Vec<u128>> {
        let mut lanes = self.board.lock();
        let lane = &mut lanes[self.lane];
        let tests = std::mem::take(&mut lane.ready);
        lane.imported_tests += tests.len() as u64;
        tests
    }

    fn suggest(&self, predicate: Predicate) {
        let mut lanes = self.board.lock();
        let suggests = &mut lanes[self.lane].suggests;
        if suggests.len() < MOST_PREDICATES && !suggests.contains(&predicate) {
            suggests.push(predicate);
        }
    }

    fn suggestions(&self) -> Vec<Predicate> {
        let mut lanes = self.board.lock();
        let lane = &mut lanes[self.lane];
        let predicates = std::mem::take(&mut lane.suggested);
        lane.imported_predicates += predicates.len() as u64;
        predicates
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A lane that has done its share waits for the others; its tests come with the next round.
    #[test]
    fn a_round_ends_when_every_lane_has_done_its_share() {
        let board = Board::new(2, false, None);
        let share = |lane| Share {
            board: board.clone(),
            lane,
            phase: Phase::Search,
        };
        let (first, second) = (share(0), share(1));
        std::thread::scope(|scope| {
            let worker = scope.spawn(|| {
                first.publish(&[7]);
                first.spend(FIRST);
                board.set(0, Doing::Over);
            });
            while !matches!(board.lock()[0].doing, Doing::Waits) {
                board.wait(Duration::from_millis(1));
            }
            assert!(second.take().is_empty());
            assert!(matches!(board.next(false), Next::Nothing));
            assert_eq!(board.round(), 1);
            board.set(1, Doing::Waits);
            assert!(matches!(board.next(false), Next::Nothing));
            assert_eq!(board.round(), 2);
            assert_eq!(second.take(), vec![vec![7]]);
            assert!(worker.join().is_ok());
        });
        board.set(1, Doing::Over);
        assert!(matches!(board.next(false), Next::Over));
    }

    /// Work on a claim is counted in full, and counts an eighth towards the end of a round.
    #[test]
    fn confirming_holds_the_others_up() {
        let board = Board::new(2, false, None);
        let share = Share {
            board: board.clone(),
            lane: 0,
            phase: Phase::Confirmation,
        };
        for _ in 0..FIRST {
            share.spend(1);
        }
        assert_eq!(board.work(0), FIRST);
        assert_eq!(board.spent[0].load(Ordering::Relaxed), FIRST / CONFIRMATION);
        assert!(board.lock()[0].runs());
    }
}
