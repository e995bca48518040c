//! Several engines side by side, exchanging tests, until one has a verdict that is confirmed.
//!
//! **Invariant.** The engines go on in rounds of counted work ([`super::rounds`]). What they find
//! is looked at in their order, so that in the first round in which anything is
//! confirmed the first engine wins, on any number of processors. The clock only
//! ends the whole.

use super::rounds::{Board, Doing, Next, Share};
use super::{Answered, Company, InternalError, Options, Verdict, confirmed, task};
use hatha_cfa::{ProcId, Program};
use hatha_engine::{Counts, Engine, Event, Finding, Observer, Search, engines};
use hatha_smt::Budget;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
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

/// Keeps the counts of a lane for whoever looks at them, and passes its events on.
#[derive(Debug)]
struct Counted {
    counts: Mutex<Counts>,
    lane: usize,
    events: Option<Sender<(usize, Event)>>,
}

impl Counted {
    fn get(&self) -> Counts {
        *self
            .counts
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn set(&self, counts: Counts) {
        *self
            .counts
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner) = counts;
    }
}

impl Observer for &Counted {
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
    mut company: Company<'_>,
    start: Instant,
) -> Result<Answered, InternalError> {
    let all = engines();
    let members: Vec<&dyn Engine> = MEMBERS
        .iter()
        .filter_map(|name| all.iter().find(|e| e.name() == *name))
        .map(AsRef::as_ref)
        .collect();
    let board = Board::new(members.len());
    let (sender, events) = channel();
    let counted = |lane| Counted {
        counts: Mutex::default(),
        lane,
        events: company.observer.wants_events().then(|| sender.clone()),
    };
    let counted: Vec<Counted> = (0..members.len()).map(counted).collect();
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
        counted: &counted,
        members: &members,
    };
    std::thread::scope(|scope| {
        for lane in 0..members.len() {
            let race = &race;
            let builder = std::thread::Builder::new().stack_size(STACK);
            let started = builder.spawn_scoped(scope, move || race.run(lane));
            // Where memory is short there is no room for the stacks of all.
            if started.is_err() {
                board.set(lane, Doing::Over);
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
    counted: &'a [Counted],
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

    /// One lane: searches, and once more without names of objects if its proof was refused.
    fn run(&self, lane: usize) {
        let share = Arc::new(Share {
            board: self.board.clone(),
            lane,
        });
        let budget = Budget {
            interrupt: Some(self.board.over.clone()),
            pace: Some(share.clone()),
            ..self.budget()
        };
        let counted = &self.counted[lane];
        let observer: &dyn Observer = &counted;
        let mut task = task(self.program, self.entry, self.options, &budget, observer);
        task.exchange = Some(&*share);
        let memory = &mut task.config.limits.memory;
        *memory = (*memory).min(MEMORY);
        // Loops without a bound are no reason to leave a walk out.
        task.matching = true;
        // Waits if this is not the first lane.
        budget.spend(0);
        loop {
            let search = catch_unwind(AssertUnwindSafe(|| self.members[lane].search(&task)));
            let search = search.unwrap_or_else(|_| panicked(self.members[lane].name()));
            counted.set(search.counts);
            self.board.set(lane, Doing::Found(Box::new(search)));
            if !self.board.is_again(lane) {
                return;
            }
            task.objects_by_name = false;
        }
    }

    /// Looks at what lanes find, in their order, until something is confirmed.
    fn watch(
        &self,
        company: &mut Company<'_>,
        story: &mut Story,
    ) -> Result<Answered, InternalError> {
        let budget = self.budget();
        let mut ends: Vec<String> = vec!["was still searching".to_owned(); self.members.len()];
        let mut refused = vec![false; self.members.len()];
        loop {
            story.go_on(company.observer);
            let late = self.start.elapsed() * 100 > self.options.timeout * LATE;
            match self.board.next(late) {
                Next::Found(lane, search) => {
                    let is_proof = matches!(search.finding, Finding::Proof(_));
                    if let Some(mut answer) =
                        self.confirm(lane, *search, company, &budget, &mut ends)?
                    {
                        story.end(lane, self.members[lane].name(), company.observer);
                        answer.members = self.contributions(&ends);
                        return Ok(answer);
                    }
                    // A proof that was refused may have taken a pointer to lead where it does not.
                    match is_proof && !std::mem::replace(&mut refused[lane], true) {
                        true => self.board.again(lane),
                        false => self.board.set(lane, Doing::Over),
                    }
                }
                Next::Over => return Ok(self.undecided(&ends)),
                Next::Nothing if budget.is_interrupted() => return Ok(self.undecided(&ends)),
                Next::Nothing => self.board.wait(LOOK),
            }
            let first = self.counted[0].get();
            company.observer.progress(&first, &String::new);
        }
    }

    /// Has what a lane found confirmed; `None` if that leads to no verdict.
    fn confirm(
        &self,
        lane: usize,
        search: Search,
        company: &mut Company<'_>,
        budget: &Budget,
        ends: &mut [String],
    ) -> Result<Option<Answered>, InternalError> {
        let searched = self.start.elapsed();
        let (counts, suggestion) = (search.counts, search.suggestion);
        let verdict = confirmed(
            self.program,
            self.entry,
            self.options,
            search.finding,
            company.others,
            budget,
        )?;
        if let Verdict::Unknown(why) = &verdict {
            ends[lane].clone_from(why);
            return Ok(None);
        }
        ends[lane] = format!("gave the verdict in round {}", self.board.round());
        let name = self.members[lane].name();
        let mut answer = Answered::new(verdict, name, self.start, searched);
        answer.counts = counts;
        answer.suggestion = suggestion;
        Ok(Some(answer))
    }

    fn undecided(&self, ends: &[String]) -> Answered {
        let members = self.contributions(ends);
        let text = |m: &Member| format!("{}: {}", m.engine, m.end);
        let why: Vec<String> = members.iter().map(text).collect();
        let late = self.budget().is_interrupted();
        let why = match late {
            true => format!("out of time ({})", why.join("; ")),
            false => why.join("; "),
        };
        let searched = self.start.elapsed();
        let mut answer = Answered::new(Verdict::Unknown(why), NAME, self.start, searched);
        answer.counts = self.counted[0].get();
        answer.members = members;
        answer
    }

    fn contributions(&self, ends: &[String]) -> Vec<Member> {
        let member = |(lane, engine): (usize, &&dyn Engine)| Member {
            engine: engine.name(),
            counts: self.counted[lane].get(),
            adopted: self.board.taken(lane),
            heard: self.board.heard(lane),
            work: self.board.work(lane),
            end: ends[lane].clone(),
        };
        self.members.iter().enumerate().map(member).collect()
    }
}

fn panicked(engine: &str) -> Search {
    Search {
        finding: Finding::Internal(format!("{engine} panicked")),
        counts: Counts::default(),
        resumed: None,
        suggestion: None,
    }
}
