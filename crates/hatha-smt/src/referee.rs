//! A second solver that confirms the answers of a run.
//!
//! A referee travels in the [`Budget`] of a run, so that whoever asks a question
//! on the run's account has it confirmed without knowing about it: the layer
//! [`Refereed`](crate::layers::Refereed) consults it.
//!
//! A disagreement is a defect of hatha or of the other solver, never an opinion:
//! the answer becomes [`Reason::Internal`], the budget counts as interrupted from
//! then on, and [`Referee::disagreement`] keeps the text, so that the run ends
//! with an internal error even if an engine takes the answer for a mere unknown.
//! The query is kept as a file, for it is the whole evidence.

use crate::evaluate::check_model;
use crate::external::{External, second_opinion};
use crate::layers::script;
use crate::solver::{Budget, CheckResult, Reason, Solver};
use hatha_term::{Model, TermId, TermPool};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The work of one confirmation, in what external solvers count as resources; it
/// keeps a question that only we find easy from holding up the run.
const STEPS: u64 = 20_000_000;

/// Makes the second solver, one for each pool of terms.
type Make = Box<dyn Fn() -> Box<dyn Solver + Send> + Send>;

/// Confirms answers by a second solver.
pub struct Referee {
    name: String,
    disagreed: AtomicBool,
    state: Mutex<State>,
}

struct State {
    make: Make,
    /// The solver, with the pool whose terms it knows.
    solver: Option<(u64, Box<dyn Solver + Send>)>,
    counts: Confirmations,
    disagreement: Option<String>,
    evidence: Option<PathBuf>,
}

/// How many answers a referee was asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Confirmations {
    /// The second solver gave the same answer.
    pub confirmed: u64,
    /// It could not decide, which confirms nothing and contradicts nothing.
    pub undecided: u64,
    /// There was no answer to confirm.
    pub unanswered: u64,
}

impl Confirmations {
    /// All questions.
    pub fn asked(&self) -> u64 {
        self.confirmed + self.undecided + self.unanswered
    }
}

/// What the first solver was asked and what it said.
pub(crate) struct Statement<'a> {
    /// Assertions and assumptions.
    pub query: &'a [TermId],
    /// What of it already contradicts itself, after [`CheckResult::Unsat`].
    pub core: &'a [TermId],
    pub answer: &'a CheckResult,
    pub model: Option<&'a Model>,
    pub solver: &'a str,
}

impl Referee {
    /// A referee that asks the solvers that `make` makes.
    pub fn new(name: &str, make: impl Fn() -> Box<dyn Solver + Send> + Send + 'static) -> Referee {
        Referee {
            name: name.to_owned(),
            disagreed: AtomicBool::new(false),
            state: Mutex::new(State {
                make: Box::new(make),
                solver: None,
                counts: Confirmations::default(),
                disagreement: None,
                evidence: None,
            }),
        }
    }

    /// The external solver of this name as a referee. A missing one is
    /// [`Reason::Unavailable`] with a message that says how to get it.
    pub fn external(name: &str) -> Result<Referee, Reason> {
        let config = second_opinion(name)?.config().clone();
        let make = move || -> Box<dyn Solver + Send> { Box::new(External::new(config.clone())) };
        Ok(Referee::new(name, make))
    }

    /// Keeps the query of a disagreement as a file in this directory.
    pub fn saving_to(self, directory: &Path) -> Referee {
        self.state().evidence = Some(directory.to_owned());
        self
    }

    /// The name of the second solver.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many answers were confirmed so far.
    pub fn counts(&self) -> Confirmations {
        self.state().counts
    }

    /// Has there been a disagreement?
    pub(crate) fn has_disagreed(&self) -> bool {
        self.disagreed.load(Ordering::Relaxed)
    }

    /// The first disagreement: whoever answers for the run must report it, and
    /// nothing that the run has found may become a verdict.
    pub fn disagreement(&self) -> Option<String> {
        self.state().disagreement.clone()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nobody panics in between; if somebody did, the state is still whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Confirms an answer, or says why there is none.
    pub(crate) fn verify(
        &self,
        pool: &mut TermPool,
        statement: &Statement<'_>,
        budget: &Budget,
    ) -> Result<(), Reason> {
        let mut state = self.state();
        let found = match statement.answer {
            CheckResult::Unknown(_) => {
                state.counts.unanswered += 1;
                return Ok(());
            }
            CheckResult::Sat => wrong_model(pool, statement, budget)
                .or_else(|| state.contradiction(pool, statement.query, statement, budget)),
            CheckResult::Unsat => state.contradiction(pool, statement.core, statement, budget),
        };
        let Some(what) = found else {
            return Ok(());
        };
        let text = format!("{what}; the query: {}", state.keep(pool, statement));
        state.disagreement.get_or_insert_with(|| text.clone());
        self.disagreed.store(true, Ordering::Relaxed);
        Err(Reason::Internal(text))
    }
}

/// A model that evaluation refutes.
fn wrong_model(pool: &TermPool, statement: &Statement<'_>, budget: &Budget) -> Option<String> {
    let name = statement.solver;
    match statement.model {
        None => Some(format!("{name} says Sat without a model")),
        Some(model) => match check_model(pool, statement.query, model, budget) {
            Ok(()) => None,
            Err(reason) => Some(format!("{name}: {reason}")),
        },
    }
}

impl State {
    /// What the second solver says against the answer about these terms.
    fn contradiction(
        &mut self,
        pool: &mut TermPool,
        terms: &[TermId],
        statement: &Statement<'_>,
        budget: &Budget,
    ) -> Option<String> {
        let limit = Budget {
            steps: Some(STEPS),
            interrupt: budget.interrupt.clone(),
            deadline: budget.deadline,
            ..Budget::default()
        };
        let solver = self.solver_for(pool);
        let second = solver.check(pool, terms, &limit);
        let name = solver.name().to_owned();
        match second {
            CheckResult::Unknown(_) => self.counts.undecided += 1,
            ref same if same == statement.answer => self.counts.confirmed += 1,
            other => {
                let (first, answer) = (statement.solver, statement.answer);
                return Some(format!("{first} says {answer:?} but {name} says {other:?}"));
            }
        }
        None
    }

    /// The second solver for a pool; the one for the pool before is ended.
    fn solver_for(&mut self, pool: &TermPool) -> &mut (dyn Solver + Send) {
        let id = pool.pool_id();
        if self.solver.as_ref().is_some_and(|(known, _)| *known != id) {
            self.solver = None;
        }
        let make = &self.make;
        let (_, solver) = self.solver.get_or_insert_with(|| (id, make()));
        &mut **solver
    }

    fn keep(&self, pool: &TermPool, statement: &Statement<'_>) -> String {
        match &self.evidence {
            Some(directory) => save(directory, pool, statement.query),
            None => "it was not saved".to_owned(),
        }
    }
}

/// Saves a query under a name that is not taken; says where, or why not.
fn save(directory: &Path, pool: &TermPool, query: &[TermId]) -> String {
    let name = |n: u32| directory.join(format!("disagreement-{n}.smt2"));
    let free = (0..10_000).map(name).find(|file| !file.exists());
    let file = free.unwrap_or_else(|| name(0));
    let reason = Reason::Internal("a disagreement".into());
    let text = script(pool, query, &CheckResult::Unknown(reason));
    let written = std::fs::create_dir_all(directory).and_then(|()| std::fs::write(&file, text));
    match written {
        Ok(()) => file.display().to_string(),
        Err(error) => format!("cannot be saved as {}: {error}", file.display()),
    }
}

impl fmt::Debug for Referee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Referee").field("name", &self.name).finish()
    }
}
