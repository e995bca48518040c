//! What an engine reports about its search while it runs.
//!
//! **Invariant.** Watching changes nothing: an observer cannot influence a
//! search, and a search that nobody watches does not pay for words that nobody
//! reads ([`Observer::wants_events`]).

use crate::Counts;

/// What became of the step that an iteration asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Some inputs take it: a test follows.
    Test,
    /// No inputs take it after that test: a split, or the end of an edge, follows.
    Refuted,
    /// The solver, or the model of the program, could not tell.
    Unknown(String),
}

/// A place of the flow chart that regions lie in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Its number; the first region of a spot has the same.
    pub number: u32,
    /// `start`, `failure`, `obstacle`, `entry`, `loop` or `place`.
    pub kind: &'static str,
    /// Where it is, `file:line:column`; empty if nowhere.
    pub location: String,
}

/// A way from one spot to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// Its number.
    pub number: u32,
    /// The spot it leaves.
    pub from: u32,
    /// The spot it enters.
    pub to: u32,
    /// What happens on it, as C, with the place of each part.
    pub does: Vec<(String, String)>,
}

/// The flow chart as the engine sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// Its places.
    pub spots: Vec<Spot>,
    /// What leads from one to the other.
    pub ways: Vec<Way>,
    /// How many spots and ways are left out because there are too many.
    pub left_out: u64,
}

/// A step of the abstraction: a region, a way, a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AbstractStep {
    /// The region it leaves.
    pub from: u32,
    /// By this way.
    pub way: u32,
    /// The region it enters.
    pub to: u32,
}

/// A state that a test was the first to visit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visited {
    /// Its number.
    pub number: u32,
    /// The region it lies in.
    pub region: u32,
    /// The variables that mean something there, with their values.
    pub values: Vec<(String, String)>,
}

/// The two halves of a region.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Halves {
    /// The region.
    pub region: u32,
    /// The half that satisfies the predicate.
    pub inside: u32,
    /// The other half.
    pub outside: u32,
    /// How many states of tests are in each half.
    pub counts: [u64; 2],
    /// The numbers of the first of them.
    pub states: [Vec<u32>; 2],
}

/// A moment of a walk in which every step is taken both concretely and abstractly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WalkStep {
    /// A way leaves the trace that the concrete values do not take.
    Inconsistent {
        /// The number of steps before it.
        step: u64,
        /// Whether other values take it.
        is_feasible: bool,
    },
    /// Inputs, by number, get other values, and the walk goes on from before the step.
    Alternative(Vec<(u32, u128)>),
    /// A trace came to its end.
    End(&'static str),
}

/// Something that a search did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The search begins on this flow chart, with one region at each spot.
    Chart(Chart),
    /// The abstraction starts anew: one region at each spot, and this many states in each.
    Restart {
        /// Spots and how many states of tests are there.
        states: Vec<(u32, u64)>,
    },
    /// These steps are not possible, and why, since the last event of the kind.
    Removed(Vec<(AbstractStep, &'static str)>),
    /// Another engine goes on where the first got no further; its tests are counted anew.
    Handover {
        /// Its name.
        engine: &'static str,
    },
    /// An engine without tests has found that a region can be reached.
    Witness {
        /// The region.
        region: u32,
        /// The values of a state in it.
        values: Vec<(String, String)>,
    },
    /// A predicate is followed from now on at a spot, by an engine without regions.
    Predicate {
        /// The spot.
        spot: u32,
        /// The predicate as C.
        predicate: String,
    },
    /// An iteration of the main loop asked about one step at the frontier of an abstract trace.
    Iteration {
        /// From 1.
        number: u64,
        /// The places of the abstract trace, as far as the engine has them, the frontier included.
        trace: Vec<String>,
        /// Where the frontier is, `file:line:column`.
        frontier: String,
        /// What was learnt.
        answer: Answer,
        /// The step at the frontier, for an engine with regions.
        step: Option<AbstractStep>,
        /// What must hold before it to take it, as C.
        wanted: String,
        /// The ways of the abstract trace, as far as the engine has them.
        ways: Vec<u32>,
        /// Counts so far.
        counts: Counts,
    },
    /// A test was run.
    Test {
        /// From 1.
        number: u64,
        /// How many inputs it took.
        inputs: u64,
        /// How it ended, in a word.
        end: String,
        /// The spots that it passed, the first of them.
        path: Vec<u32>,
        /// How many states it was the first to visit, by region.
        found: Vec<(u32, u64)>,
        /// The first of them.
        states: Vec<Visited>,
    },
    /// A region was split.
    Split {
        /// Where the region is, `file:line:column`.
        location: String,
        /// The predicate as C.
        predicate: String,
        /// The region and its halves.
        halves: Halves,
    },
    /// A walk went on.
    Walk(WalkStep),
    /// A fact that holds in every execution was learnt.
    Invariant {
        /// Where it holds, `file:line:column`.
        location: String,
        /// The fact as C.
        predicate: String,
    },
}

/// Who watches a search. Every method does nothing unless overridden.
pub trait Observer: std::fmt::Debug {
    /// Whether events are read; if not, an engine need not put anything into words.
    fn wants_events(&self) -> bool {
        false
    }

    /// Something happened.
    fn event(&self, _event: &Event) {}

    /// So far, once an iteration or a test; `frontier` puts into words where the search is, on demand.
    fn progress(&self, _counts: &Counts, _frontier: &dyn Fn() -> String) {}
}

/// Nobody watches.
impl Observer for () {}
