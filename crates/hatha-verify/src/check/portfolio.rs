//! Several engines side by side, exchanging tests, until one has a verdict that is confirmed.
//!
//! **Invariant.** The engines go on in rounds of counted work ([`super::rounds`]), and confirming
//! what one has found is part of its work. In the first round in which anything is confirmed the
//! first engine wins, on any number of processors; where every fault counts, a test that faults
//! wins over a proof of the same round (`crates/hatha/tests/portfolio.rs`). The clock decides only
//! when it is late ([`LATE`]). An engine that meets a defect of hatha is left out, and the others
//! go on (test `a_defect_of_one_engine_leaves_the_others`).

use super::answer::Answer;
use super::confirm::confirm;
use super::question::{Context, Question};
use super::rounds::{Board, Doing, Next, Phase, Share};
use super::search::{guarded, run};
use super::{Cause, InternalError, Verdict};
use hatha_engine::{Counts, Engine, Event, Observer, Task, engines};
use hatha_front::stack::{size_within_limit, sizes_to_try};
use hatha_smt::Budget;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, Scope};
use std::time::{Duration, Instant};

/// The name of the portfolio among the engines.
pub const NAME: &str = "auto";

/// The engines, in the order in which they win. The last one is left out where faults are asked
/// about: there `dash` begins with it.
const ENGINES: [&str; 4] = ["dash", "panda", "dart", "intervals"];

/// The share of the time, in percent, after which a verdict that one engine has found is taken
/// though an earlier engine has not ended its round: otherwise there might be none. This is a
/// clock. It decides which of two confirmed verdicts is given, and whether there is one.
const LATE: u32 = 75;

/// How long is waited before the clock is read.
const POLL: Duration = Duration::from_millis(50);

/// Events of a lane other than the first that are kept until it is known whether it wins.
const MOST_EVENTS: usize = 100_000;

/// Bytes of objects that a test of a lane may have: all lanes run one at the same time.
const MEMORY: u64 = 1 << 28;

/// The stack of a lane, and the part of a limited address space that it reserves at most.
const STACK: usize = 1 << 29;
const STACK_PART: usize = 64;

/// What an engine did.
#[derive(Clone, Debug)]
pub struct EngineReport {
    /// Its name.
    pub engine: &'static str,
    /// Its counts so far.
    pub counts: Counts,
    /// Tests of others that it took.
    pub imported_tests: u64,
    /// Predicates of others that it took.
    pub imported_predicates: u64,
    /// Its work as far as it is counted, in units.
    pub work: u64,
    /// How it ended.
    pub end: EngineEnd,
}

/// How an engine of the portfolio ended.
#[derive(Clone, Debug, thiserror::Error)]
pub enum EngineEnd {
    /// Not by itself: it still searches.
    #[error("was still searching")]
    Searching,
    /// Without a verdict.
    #[error("{0}")]
    Unknown(Box<Cause>),
    /// There was no room for it.
    #[error("could not start: {0}")]
    NotStarted(String),
    /// With a defect of hatha.
    #[error("internal error: {0}")]
    Defect(InternalError),
    /// With the verdict, in this round.
    #[error("gave the verdict in round {0}")]
    Verdict(u64),
}

/// What is known of a lane; it also passes the events of the lane on.
#[derive(Debug)]
struct LaneState {
    counts: Mutex<Counts>,
    end: Mutex<EngineEnd>,
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

    fn end(&self) -> EngineEnd {
        locked(&self.end).clone()
    }

    fn set_end(&self, end: EngineEnd) {
        *locked(&self.end) = end;
    }
}

impl Observer for &LaneState {
    fn wants_events(&self) -> bool {
        self.events.is_some()
    }

    fn event(&self, event: &Event) {
        if let Some(events) = &self.events {
            // The receiver is gone; drop the message.
            let _ = events.send((self.lane, event.clone()));
        }
    }

    fn progress(&self, counts: &Counts, _frontier: &dyn Fn() -> String) {
        self.set(*counts);
    }
}

/// The events of the lanes: those of the first one are emitted while it goes on, those of another
/// one if it wins.
#[derive(Debug)]
struct LaneEvents {
    events: Receiver<(usize, Event)>,
    kept: Vec<Vec<Event>>,
}

impl LaneEvents {
    /// Emits the events of the first lane so far, and keeps those of the others.
    fn emit(&mut self, observer: &dyn Observer) {
        for (lane, event) in self.events.try_iter() {
            match lane {
                0 => observer.event(&event),
                _ if self.kept[lane].len() < MOST_EVENTS => self.kept[lane].push(event),
                _ => {}
            }
        }
    }

    /// A lane has won: emits its events.
    fn finish(&mut self, lane: usize, engine: &'static str, observer: &dyn Observer) {
        self.emit(observer);
        if lane > 0 && observer.wants_events() {
            observer.event(&Event::Handover { engine });
            self.kept[lane].iter().for_each(|e| observer.event(e));
        }
    }
}

/// Searches with all engines of the portfolio.
pub(super) fn search(
    question: Question<'_>,
    context: Context<'_>,
    start: Instant,
) -> Result<Answer, InternalError> {
    tracing::trace!(target: "walk", "engines search side by side");
    let all = engines();
    let is_begun = question.options.checks.is_some();
    let engines: Vec<&dyn Engine> = ENGINES[..ENGINES.len() - usize::from(is_begun)]
        .iter()
        .filter_map(|name| all.iter().find(|e| e.name() == *name))
        .map(AsRef::as_ref)
        .collect();
    side_by_side(question, &engines, context, start)
}

/// Searches with some engines.
fn side_by_side(
    question: Question<'_>,
    engines: &[&dyn Engine],
    mut context: Context<'_>,
    start: Instant,
) -> Result<Answer, InternalError> {
    // Where every fault counts, a test that faults takes back what others have proved.
    let options = question.options;
    let tests_first = options.error_function.is_none();
    let board = Board::new(engines.len(), tests_first, options.most_work);
    let (sender, events) = channel();
    let state = |lane| LaneState {
        counts: Mutex::default(),
        end: Mutex::new(EngineEnd::Searching),
        lane,
        events: context.observer.wants_events().then(|| sender.clone()),
    };
    let states: Vec<LaneState> = (0..engines.len()).map(state).collect();
    let mut events = LaneEvents {
        events,
        kept: engines.iter().map(|_| Vec::new()).collect(),
    };
    let race = Race {
        question,
        start,
        board: &board,
        states: &states,
        engines,
    };
    std::thread::scope(|scope| {
        for lane in 0..engines.len() {
            race.launch(lane, scope);
        }
        let answer = race.watch(&mut context, &mut events);
        board.end();
        answer
    })
}

struct Race<'a> {
    question: Question<'a>,
    start: Instant,
    board: &'a Arc<Board>,
    states: &'a [LaneState],
    engines: &'a [&'a (dyn Engine + 'a)],
}

impl Race<'_> {
    /// Starts a lane, with a smaller stack where memory is short. A lane that has no room at all is
    /// left out, and the report says so.
    fn launch<'scope>(&'scope self, lane: usize, scope: &'scope Scope<'scope, '_>) {
        let mut end = None;
        for size in sizes_to_try(size_within_limit(STACK, STACK_PART)) {
            let builder = Builder::new().name(self.engines[lane].name().to_owned());
            let started = builder
                .stack_size(size)
                .spawn_scoped(scope, move || self.run(lane));
            match started {
                Ok(_) => return,
                Err(why) => end = Some(EngineEnd::NotStarted(why.to_string())),
            }
        }
        if let Some(end) = end {
            self.end(lane, end);
        }
    }

    fn budget(&self) -> Budget {
        let options = self.question.options;
        options.budget_until(self.start + options.timeout)
    }

    /// One lane: searches and has what it finds confirmed. A panic is an internal error of this
    /// lane alone.
    fn run(&self, lane: usize) {
        let name = self.engines[lane].name();
        let found = guarded(name, || self.search(lane));
        match found.unwrap_or_else(|why| Err(InternalError(why.to_string()))) {
            Ok(answer) => match answer.verdict {
                Verdict::Unknown(why) => self.end(lane, EngineEnd::Unknown(Box::new(why))),
                _ => self.board.set(lane, Doing::Found(Box::new(answer))),
            },
            Err(defect) => self.end(lane, EngineEnd::Defect(defect)),
        }
    }

    fn end(&self, lane: usize, end: EngineEnd) {
        self.states[lane].set_end(end);
        self.board.set(lane, Doing::Over);
    }

    fn share(&self, lane: usize, phase: Phase) -> Share {
        Share {
            board: self.board.clone(),
            lane,
            phase,
        }
    }

    /// Searches, and once more without names of objects if its proof was refused.
    fn search(&self, lane: usize) -> Result<Answer, InternalError> {
        let share = Arc::new(self.share(lane, Phase::Search));
        let budget = Budget {
            interrupt: Some(self.board.over.clone()),
            pace: Some(share.clone()),
            ..self.budget()
        };
        let state = &self.states[lane];
        let observer: &dyn Observer = &state;
        let mut task = self.question.task(&budget, observer);
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
    ) -> Result<Answer, InternalError> {
        let engine = self.engines[lane];
        let search = run(engine, task);
        self.states[lane].set(search.counts);
        let found = (engine.name(), search);
        let budget = Budget {
            pace: Some(Arc::new(self.share(lane, Phase::Confirmation))),
            ..budget.clone()
        };
        confirm(self.question, found, &mut [], &budget, self.start)
    }

    /// Waits for what the lanes find.
    fn watch(
        &self,
        context: &mut Context<'_>,
        events: &mut LaneEvents,
    ) -> Result<Answer, InternalError> {
        let budget = self.budget();
        loop {
            events.emit(context.observer);
            let late = self.start.elapsed() * 100 > self.question.options.timeout * LATE;
            match self.board.next(late) {
                Next::Found(lane, mut answer) => {
                    let round = self.board.round();
                    self.states[lane].set_end(EngineEnd::Verdict(round));
                    events.finish(lane, self.engines[lane].name(), context.observer);
                    answer.engines = self.reports();
                    answer.defects.extend(self.defects());
                    return Ok(*answer);
                }
                Next::Over | Next::Exhausted => return self.undecided(),
                Next::Nothing if budget.is_interrupted() => return self.undecided(),
                Next::Nothing => self.board.wait(POLL),
            }
            let first = self.states[0].get();
            context.observer.progress(&first, &String::new);
        }
    }

    /// No lane has a verdict; where all have met defects, there is none to be had.
    fn undecided(&self) -> Result<Answer, InternalError> {
        let defects = self.defects();
        if defects.len() == self.engines.len() {
            let all: Vec<String> = defects.into_iter().map(|d| d.0).collect();
            return Err(InternalError(all.join("; ")));
        }
        let reports = self.reports();
        let cause = Cause::Portfolio {
            out_of_time: self.budget().is_interrupted(),
            engines: reports.iter().map(|r| (r.engine, r.end.clone())).collect(),
        };
        let searched = self.start.elapsed();
        let mut answer = Answer::new(Verdict::Unknown(cause), NAME, self.start, searched);
        answer.counts = self.states[0].get();
        answer.engines = reports;
        answer.defects = defects;
        Ok(answer)
    }

    /// The lanes that have ended with a defect.
    fn defects(&self) -> Vec<InternalError> {
        let defect = |state: &LaneState| match state.end() {
            EngineEnd::Defect(defect) => Some(defect),
            _ => None,
        };
        self.states.iter().filter_map(defect).collect()
    }

    fn reports(&self) -> Vec<EngineReport> {
        let report = |(lane, engine): (usize, &&dyn Engine)| EngineReport {
            engine: engine.name(),
            counts: self.states[lane].get(),
            imported_tests: self.board.imported_tests(lane),
            imported_predicates: self.board.imported_predicates(lane),
            work: self.board.work(lane),
            end: self.states[lane].end(),
        };
        self.engines.iter().enumerate().map(report).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{Options, Report};
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

    fn check(text: &str, engines: &[&dyn Engine]) -> Result<Report, InternalError> {
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
        let context = Context {
            observer: &(),
            others: &mut [],
            violated: &|_| {},
        };
        let question = Question {
            program: &program,
            entry,
            options: &options,
        };
        let answer = side_by_side(question, engines, context, Instant::now());
        answer.map(|a| a.report(question))
    }

    /// A defect of one engine is reported beside the verdict of another.
    #[test]
    fn a_defect_of_one_engine_leaves_the_others() {
        let dash = Dash::default();
        for broken in [Broken::Panics, Broken::Notices, Broken::Lies] {
            for engines in [[&broken as &dyn Engine, &dash], [&dash, &broken]] {
                let report = check(PROVED, &engines).expect("a verdict");
                let is_first = engines[0].name() == "broken";
                assert!(report.verdict.is_proved(), "{report:?}");
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
        assert!(
            matches!(
                &report.verdict,
                Verdict::Unknown(Cause::Portfolio {
                    out_of_time: false,
                    ..
                })
            ),
            "{report:?}"
        );
        assert_eq!(report.internal_errors.len(), 1, "{report:?}");
    }
}
