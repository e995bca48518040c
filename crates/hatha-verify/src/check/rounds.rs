//! Rounds of counted work for searches that go on side by side.
//!
//! **Invariant.** In a round every lane does the same amount of counted work, or ends; the first
//! round belongs to the first lane alone, and is longer if that has a proof in it. A lane that has done its share waits. What a lane
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

/// Work that the first lane may do beyond the first round where that ends while its proof is being
/// certified, in units.
const CERTIFICATION: u64 = 4 * FIRST;

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
    /// The work that every lane may have done by the end of the round.
    limit: AtomicU64,
    /// The work that the first lane may do beyond that.
    ahead: AtomicU64,
    round: AtomicU64,
    /// The work that each lane has done.
    spent: Vec<AtomicU64>,
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
            ahead: AtomicU64::new(0),
            round: AtomicU64::new(1),
            spent: (0..lanes).map(|l| AtomicU64::new(before(l))).collect(),
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
        self.spent[lane].load(Ordering::Relaxed) - before(lane)
    }

    /// A lane has a proof that is to be certified. In the first round the others are not started
    /// meanwhile: most such proofs are accepted, and there is nothing left to search for.
    pub(super) fn await_certificate(&self, lane: usize) {
        if lane == 0 && self.round() == 1 {
            self.ahead.store(CERTIFICATION, Ordering::Relaxed);
        }
    }

    /// The work that a lane may have done by the end of the round.
    fn limit(&self, lane: usize) -> u64 {
        let ahead = match lane {
            0 => self.ahead.load(Ordering::Relaxed),
            _ => 0,
        };
        self.limit.load(Ordering::Relaxed) + ahead
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
}

impl Pace for Share {
    fn spend(&self, units: u64) {
        let board = &*self.board;
        let spent = board.spent[self.lane].fetch_add(units, Ordering::Relaxed) + units;
        if spent < board.limit(self.lane) {
            return;
        }
        let mut lanes = board.lock();
        while spent >= board.limit(self.lane) && !board.over.load(Ordering::Relaxed) {
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

    /// A proof in the first round lengthens it for its lane, and for no other.
    #[test]
    fn a_proof_is_certified_before_the_others_start() {
        let board = Board::new(2, false, None);
        board.await_certificate(1);
        assert_eq!([board.limit(0), board.limit(1)], [FIRST, FIRST]);
        board.await_certificate(0);
        assert_eq!(
            [board.limit(0), board.limit(1)],
            [FIRST + CERTIFICATION, FIRST]
        );
    }
}
