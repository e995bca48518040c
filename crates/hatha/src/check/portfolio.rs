//! Several engines side by side, exchanging tests, until one has a verdict that is confirmed.
//!
//! **Invariant.** The engines go on in rounds of counted work ([`super::rounds`]), and confirming
//! what one has found is part of its work. In the first round in which anything is confirmed the
//! first engine wins, on any number of processors; where every fault counts, a test that faults
//! wins over a proof of the same round. The clock only ends the whole. An engine that
//! meets a defect of hatha is left out, and the others go on.

use super::rounds::{Board, Doing, Next, Share};
use super::{Answered, Company, InternalError, Options, Verdict, confirmed, engine, task};
use hatha_cfa::{ProcId, Program};
use hatha_engine::{Counts, Engine, Event, Observer, Task, engines};
use hatha_smt::Budget;
use std::fmt;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The name of the portfolio among the engines.
pub const NAME: &str = "auto";

/// The engines, in the order in which they win.
const MEMBERS: [&str; 3] = ["dash", "panda", "dart"];

/// The share of the time, in percent, after which something that was found is looked at though
/// an earlier engine has not ended its round: otherwise there would be no verdict.
const LATE: u32 = 75;

/// How long is waited before the clock is looked at.
const LOOK: Duration = Duration::from_millis(50);

/// Events of a lane other than the first that are kept until it is known whether it wins.
const MOST_EVENTS: usize = 100_000;

/// Bytes of objects that a test of a lane may have: all lanes run one at the same time.
const MEMORY: u64 = 1 << 28;

/// The stack of a lane.
const STACK: usize = 1 << 29;

/// What an engine did.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its name.
    pub engine: &'static str,
    /// Its counts so far.
    pub counts: Counts,
    /// Tests of others that it took.
    pub adopted: u64,
    /// Predicates of others that it took.
    pub heard: u64,
    /// Its work as far as it is counted, in units.
    pub work: u64,
    /// What became of it, in words.
    pub end: String,
}

/// What became of a lane.
#[derive(Clone, Debug)]
enum End {
    /// It still searches.
    Searches,
    /// It has no answer, and why.
    Open(String),
    /// It met a defect of hatha.
    Defect(InternalError),
    /// It gave the verdict in this round.
    Verdict(u64),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Searches => f.write_str("was still searching"),
            End::Open(why) => f.write_str(why),
            End::Defect(defect) => write!(f, "internal error: {}", defect.0),
            End::Verdict(round) => write!(f, "gave the verdict in round {round}"),
        }
    }
}

/// Keeps what is known of a lane for whoever looks at it, and passes its events on.
#[derive(Debug)]
struct LaneState {
    counts: Mutex<Counts>,
    end: Mutex<End>,
    lane: usize,
    events: Option<Sender<(usize, Event)>>,
}

/// What a lock holds. A lane that died with it leaves data that is still whole.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl LaneState {
    fn get(&self) -> Counts {
        *locked(&self.counts)
    }

    fn set(&self, counts: Counts) {
        *locked(&self.counts) = counts;
    }

    fn end(&self) -> End {
        locked(&self.end).clone()
    }

    fn set_end(&self, end: End) {
        *locked(&self.end) = end;
    }
}

impl Observer for &LaneState {
    fn wants_events(&self) -> bool {
        self.events.is_some()
    }

    fn event(&self, event: &Event) {
        if let Some(events) = &self.events {
            // Who does not listen any more has heard enough.
            let _ = events.send((self.lane, event.clone()));
        }
    }

    fn progress(&self, counts: &Counts, _frontier: &dyn Fn() -> String) {
        self.set(*counts);
    }
}

/// What the lanes tell: the first one while it goes on, another one if it wins.
#[derive(Debug)]
struct Story {
    events: Receiver<(usize, Event)>,
    kept: Vec<Vec<Event>>,
}

impl Story {
    /// Tells what the first lane has done since, and keeps what the others have.
    fn go_on(&mut self, observer: &dyn Observer) {
        for (lane, event) in self.events.try_iter() {
            match lane {
                0 => observer.event(&event),
                _ if self.kept[lane].len() < MOST_EVENTS => self.kept[lane].push(event),
                _ => {}
            }
        }
    }

    /// A lane has won: what it did.
    fn end(&mut self, lane: usize, engine: &'static str, observer: &dyn Observer) {
        self.go_on(observer);
        if lane > 0 && observer.wants_events() {
            observer.event(&Event::Handover { engine });
            self.kept[lane].iter().for_each(|e| observer.event(e));
        }
    }
}

/// Searches with all members.
pub(super) fn searched(
    program: &Program,
    entry: ProcId,
    options: &Options,
    company: Company<'_>,
    start: Instant,
) -> Result<Answered, InternalError> {
    let all = engines();
    let members: Vec<&dyn Engine> = MEMBERS
        .iter()
        .filter_map(|name| all.iter().find(|e| e.name() == *name))
        .map(AsRef::as_ref)
        .collect();
    side_by_side((program, entry, options), &members, company, start)
}

/// Searches with some engines.
fn side_by_side(
    (program, entry, options): (&Program, ProcId, &Options),
    members: &[&dyn Engine],
    mut company: Company<'_>,
    start: Instant,
) -> Result<Answered, InternalError> {
    // Where every fault counts, a test that faults takes back what others have proved.
    let board = Board::new(members.len(), options.error_function.is_none());
    let (sender, events) = channel();
    let state = |lane| LaneState {
        counts: Mutex::default(),
        end: Mutex::new(End::Searches),
        lane,
        events: company.observer.wants_events().then(|| sender.clone()),
    };
    let states: Vec<LaneState> = (0..members.len()).map(state).collect();
    let mut story = Story {
        events,
        kept: members.iter().map(|_| Vec::new()).collect(),
    };
    let race = Race {
        program,
        entry,
        options,
        start,
        board: &board,
        states: &states,
        members,
    };
    std::thread::scope(|scope| {
        for lane in 0..members.len() {
            let race = &race;
            let builder = std::thread::Builder::new().stack_size(STACK);
            let started = builder.spawn_scoped(scope, move || race.run(lane));
            // Where memory is short there is no room for the stacks of all.
            if let Err(why) = started {
                race.end(lane, End::Open(format!("could not start: {why}")));
            }
        }
        let answer = race.watch(&mut company, &mut story);
        board.end();
        answer
    })
}

struct Race<'a> {
    program: &'a Program,
    entry: ProcId,
    options: &'a Options,
    start: Instant,
    board: &'a Arc<Board>,
    states: &'a [LaneState],
    members: &'a [&'a (dyn Engine + 'a)],
}

impl Race<'_> {
    fn budget(&self) -> Budget {
        Budget {
            deadline: Some(self.start + self.options.timeout),
            referee: self.options.referee.clone(),
            ..Budget::unlimited()
        }
    }

    /// One lane: searches and has what it finds confirmed. A panic is an internal error of this
    /// lane alone.
    fn run(&self, lane: usize) {
        let name = self.members[lane].name();
        let found = engine::guarded(name, || self.search(lane));
        match found.unwrap_or_else(|why| Err(InternalError(why))) {
            Ok(answer) => match answer.verdict {
                Verdict::Unknown(why) => self.end(lane, End::Open(why)),
                _ => self.board.set(lane, Doing::Found(Box::new(answer))),
            },
            Err(defect) => self.end(lane, End::Defect(defect)),
        }
    }

    fn end(&self, lane: usize, end: End) {
        self.states[lane].set_end(end);
        self.board.set(lane, Doing::Over);
    }

    /// Searches, and once more without names of objects if its proof was refused. The work of
    /// confirming what was found counts like that of finding it: the others go on meanwhile.
    fn search(&self, lane: usize) -> Result<Answered, InternalError> {
        let share = Arc::new(Share {
            board: self.board.clone(),
            lane,
        });
        let budget = Budget {
            interrupt: Some(self.board.over.clone()),
            pace: Some(share.clone()),
            ..self.budget()
        };
        let state = &self.states[lane];
        let observer: &dyn Observer = &state;
        let mut task = task(self.program, self.entry, self.options, &budget, observer);
        task.exchange = Some(&*share);
        let memory = &mut task.config.limits.memory;
        *memory = (*memory).min(MEMORY);
        // Loops without a bound are no reason to leave a walk out.
        task.matching = true;
        // Waits if this is not the first lane.
        budget.spend(0);
        let first = self.attempt(lane, &task, &budget)?;
        // A proof that was refused may have taken a pointer to lead where it does not.
        if !first.refused {
            return Ok(first);
        }
        task.objects_by_name = false;
        self.attempt(lane, &task, &budget)
    }

    fn attempt(
        &self,
        lane: usize,
        task: &Task<'_>,
        budget: &Budget,
    ) -> Result<Answered, InternalError> {
        let member = self.members[lane];
        let search = engine::search(member, task);
        self.states[lane].set(search.counts);
        confirmed(
            (self.program, self.entry, self.options),
            (member.name(), search),
            &mut [],
            budget,
            self.start,
        )
    }

    /// Waits for what the lanes find.
    fn watch(
        &self,
        company: &mut Company<'_>,
        story: &mut Story,
    ) -> Result<Answered, InternalError> {
        let budget = self.budget();
        loop {
            story.go_on(company.observer);
            let late = self.start.elapsed() * 100 > self.options.timeout * LATE;
            match self.board.next(late) {
                Next::Found(lane, mut answer) => {
                    let round = self.board.round();
                    self.states[lane].set_end(End::Verdict(round));
                    story.end(lane, self.members[lane].name(), company.observer);
                    answer.members = self.contributions();
                    answer.defects.extend(self.defects());
                    return Ok(*answer);
                }
                Next::Over => return self.undecided(),
                Next::Nothing if budget.is_interrupted() => return self.undecided(),
                Next::Nothing => self.board.wait(LOOK),
            }
            let first = self.states[0].get();
            company.observer.progress(&first, &String::new);
        }
    }

    /// No lane has a verdict; where all have met defects, there is none to be had.
    fn undecided(&self) -> Result<Answered, InternalError> {
        let defects = self.defects();
        if defects.len() == self.members.len() {
            let all: Vec<String> = defects.into_iter().map(|d| d.0).collect();
            return Err(InternalError(all.join("; ")));
        }
        let members = self.contributions();
        let text = |m: &Member| format!("{}: {}", m.engine, m.end);
        let why: Vec<String> = members.iter().map(text).collect();
        let late = self.budget().is_interrupted();
        let why = match late {
            true => format!("out of time ({})", why.join("; ")),
            false => why.join("; "),
        };
        let searched = self.start.elapsed();
        let mut answer = Answered::new(Verdict::Unknown(why), NAME, self.start, searched);
        answer.counts = self.states[0].get();
        answer.members = members;
        answer.defects = defects;
        Ok(answer)
    }

    /// The lanes that have ended with a defect.
    fn defects(&self) -> Vec<InternalError> {
        let defect = |state: &LaneState| match state.end() {
            End::Defect(defect) => Some(defect),
            _ => None,
        };
        self.states.iter().filter_map(defect).collect()
    }

    fn contributions(&self) -> Vec<Member> {
        let member = |(lane, engine): (usize, &&dyn Engine)| Member {
            engine: engine.name(),
            counts: self.states[lane].get(),
            adopted: self.board.taken(lane),
            heard: self.board.heard(lane),
            work: self.board.work(lane),
            end: self.states[lane].end().to_string(),
        };
        self.members.iter().enumerate().map(member).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Report;
    use hatha_cfa::Span;
    use hatha_engine::Dash;
    use hatha_engine::{FailingTest, Finding, Search};
    use hatha_exec::config::Config;
    use hatha_exec::fault::{Fault, FaultKind};
    use hatha_front::load::{LoadOptions, load};

    /// Engines with defects.
    enum Broken {
        /// It panics.
        Panics,
        /// It notices its defect.
        Notices,
        /// Its failing test does not fail.
        Lies,
        /// It finds nothing.
        GivesUp,
    }

    impl Engine for Broken {
        fn name(&self) -> &'static str {
            "broken"
        }

        fn search(&self, _: &Task<'_>) -> Search {
            let finding = match self {
                Broken::Panics => panic!("on purpose"),
                Broken::Notices => Finding::Internal("noticed".to_owned()),
                Broken::GivesUp => Finding::Unknown("gave up".to_owned()),
                Broken::Lies => Finding::Test(Box::new(FailingTest {
                    inputs: Vec::new(),
                    layout: Vec::new(),
                    fault: Fault {
                        kind: FaultKind::OutOfBounds,
                        message: String::new(),
                        span: Span::NONE,
                        stack: Vec::new(),
                        object: None,
                    },
                })),
            };
            Search::new(finding, Counts::default())
        }
    }

    const PROVED: &str = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
        int main(void) { int x = __VERIFIER_nondet_int(); if (x > 3 && x < 3) reach_error(); return 0; }";

    fn check(text: &str, members: &[&dyn Engine]) -> Result<Report, InternalError> {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("a.c");
        std::fs::write(&file, text).expect("the folder is writable");
        let options = LoadOptions {
            files: vec![file],
            ..LoadOptions::default()
        };
        let program = load(&options).unwrap_or_else(|d| panic!("{d:?}"));
        let entry = program.find_proc("main").expect("there is a main");
        let options = Options::new(Config::default(), Duration::from_secs(60));
        let company = Company {
            observer: &(),
            others: &mut [],
        };
        let answer = side_by_side(
            (&program, entry, &options),
            members,
            company,
            Instant::now(),
        );
        answer.map(|a| a.report(&program, entry, &options))
    }

    /// A defect of one engine is told beside the verdict of another.
    #[test]
    fn a_defect_of_one_engine_leaves_the_others() {
        let dash = Dash::default();
        for broken in [Broken::Panics, Broken::Notices, Broken::Lies] {
            for members in [[&broken as &dyn Engine, &dash], [&dash, &broken]] {
                let report = check(PROVED, &members).expect("a verdict");
                let is_first = members[0].name() == "broken";
                assert!(
                    matches!(report.verdict, Verdict::Proved { .. }),
                    "{report:?}"
                );
                // The second is not asked where the first has the answer.
                assert_eq!(report.internal_errors.len(), usize::from(is_first));
            }
        }
    }

    /// *Unknown* is a verdict, too; only where nothing is left is there none.
    #[test]
    fn there_is_no_verdict_where_every_engine_has_a_defect() {
        let all = [Broken::Panics, Broken::Notices, Broken::Lies];
        let all: Vec<&dyn Engine> = all.iter().map(|e| e as &dyn Engine).collect();
        let why = check(PROVED, &all).expect_err("nothing is left");
        for part in ["on purpose", "noticed", "does not replay"] {
            assert!(why.0.contains(part), "{why:?}");
        }
        let some: [&dyn Engine; 2] = [&Broken::GivesUp, &Broken::Panics];
        let report = check(PROVED, &some).expect("a verdict");
        assert!(matches!(report.verdict, Verdict::Unknown(_)), "{report:?}");
        assert_eq!(report.internal_errors.len(), 1, "{report:?}");
    }
}
