//! From a formula about a unit to its paths, or to a proof that there is none.
//!
//! **Invariant.** A path counts as found only if the simulator takes it with the
//! inputs of its test; that there is none counts as proved only if a proof about the
//! product of the unit and the formula is certified. Everything else is undecided.

pub mod follow;
mod notes;
pub mod schedule;
pub mod system;

use crate::assumption;
use crate::check::{self, InternalError, Verdict};
use follow::Follower;
use hatha_blocks::effect::Effects;
use hatha_cfa::{EdgeId, Op, ProcId, Program};
use hatha_exec::config::{Config, Externals};
use hatha_exec::image::{Image, ImageError};
use hatha_front::observe::FAILED;
use hatha_ltl::{Automaton, Parsed, TooLarge};
use hatha_proof::input::InputVector;
use hatha_smt::layers::{DefaultChain, default_chain};
use hatha_smt::{Budget, CheckResult};
use hatha_term::{TermId, TermPool};
use hatha_unit::backward::weakest;
use hatha_unit::processes::Composed;
use hatha_unit::provide::Provider;
use hatha_unit::search::Counts;
use hatha_unit::{BadQuestion, Chart, Found, Next, NodeId, Order, Question, Search, Stepper};
use hatha_unit::{condition, monitor};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

pub use notes::never_set;

/// The largest automaton of a formula.
pub const AUTOMATON: usize = 20_000;

/// What to look for and with what limits.
#[derive(Clone, Debug)]
pub struct Options {
    /// The environment of the unit.
    pub config: Config,
    /// How often a node may stand on a path; smaller bounds come first.
    pub bound: u32,
    /// In which order prefixes are extended.
    pub order: Order,
    /// How many paths are wanted.
    pub paths: usize,
    /// Paths that are passed over before those.
    pub skip: usize,
    /// The whole ends after this time.
    pub timeout: Duration,
    /// Whether a proof is looked for where there is no path up to the bound.
    pub prove: bool,
    /// Ends the whole before its time; what was found is kept.
    pub interrupt: Option<Arc<AtomicBool>>,
}

/// A point on a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its label, else its line and column.
    pub name: String,
    /// `file:line:column`
    pub location: String,
    /// What stands there.
    pub text: String,
}

/// A path.
#[derive(Debug)]
pub struct Path {
    /// The nodes on it.
    pub nodes: Vec<Place>,
    /// The condition on the inputs under which it is taken, in C.
    pub condition: String,
    /// Values drawn on the way that the condition still mentions.
    pub left: usize,
    /// Whether the condition was calculated backwards as well, and is the same.
    pub agrees: Option<bool>,
    /// How often the node that recurs most stands on it.
    pub repeats: u32,
    /// Inputs with which the simulator takes it.
    pub test: Option<InputVector>,
}

/// Whether the paths cover every case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// What is assumed implies that one of them is taken.
    Every,
    /// Not under this condition.
    Open(String),
    /// Nobody knows.
    Undecided,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There are paths.
    Found,
    /// There is none for any bound, and the proof is certified.
    Proved,
    /// There is none up to the bound, and why no more is known.
    NoneUpTo(String),
    /// Something was not followed.
    Undecided(String),
}

/// An answer with what belongs to it.
#[derive(Debug)]
pub struct Report {
    /// The answer.
    pub answer: Answer,
    /// The paths that were asked for.
    pub paths: Vec<Path>,
    /// Paths whose condition holds for some inputs as far as anybody knows, but that no run shows.
    pub unconfirmed: Vec<Path>,
    /// Whether the paths so far cover every case.
    pub coverage: Coverage,
    /// The largest bound that was searched to its end, if any was.
    pub searched: u32,
    /// Whether no path with a larger bound is left.
    pub exhausted: bool,
    /// Product nodes before and after those that lead nowhere were cut.
    pub product: (usize, usize),
    /// What the search took.
    pub counts: Counts,
    /// What the answer rests on.
    pub assumptions: Vec<String>,
    /// Wall time in seconds.
    pub seconds: f64,
}

/// Why a question has no answer.
#[derive(Debug)]
pub enum NoAnswer {
    /// The formula does not fit the unit.
    Formula(BadQuestion),
    /// No execution starts: what is assumed contradicts itself.
    Contradiction,
    /// The unit is not one that paths are followed in.
    Unit(String),
    /// A defect of hatha.
    Internal(String),
}

impl From<InternalError> for NoAnswer {
    fn from(e: InternalError) -> Self {
        NoAnswer::Internal(e.0)
    }
}

/// The automaton of a formula.
pub fn automaton(parsed: &Parsed) -> Result<Automaton, TooLarge> {
    let automaton = hatha_ltl::translate(&parsed.formulas, parsed.root, AUTOMATON);
    automaton.map(|a| a.reduced())
}

/// Answers a question about a unit.
pub fn ask(
    program: &Program,
    entry: ProcId,
    parsed: &Parsed,
    options: &Options,
) -> Result<Report, NoAnswer> {
    let chart = Chart::new(program, entry).map_err(|e| NoAnswer::Unit(e.to_string()))?;
    ask_chart(program, entry, chart, parsed, options)
}

/// Answers a question about processes that have been put together.
pub fn ask_processes(
    composed: &Composed,
    parsed: &Parsed,
    options: &Options,
) -> Result<Report, NoAnswer> {
    let chart = composed
        .chart()
        .map_err(|e| NoAnswer::Unit(e.to_string()))?;
    ask_chart(&composed.program, composed.entry, chart, parsed, options)
}

fn ask_chart(
    program: &Program,
    entry: ProcId,
    chart: Chart,
    parsed: &Parsed,
    options: &Options,
) -> Result<Report, NoAnswer> {
    let start = Instant::now();
    let automaton = automaton(parsed).map_err(|e| NoAnswer::Unit(e.to_string()))?;
    let question = Question::new(&chart, program, &parsed.formulas, automaton);
    let question = question.map_err(NoAnswer::Formula)?;
    let image = Image::new(&chart.joined.program).map_err(|e| NoAnswer::Unit(e.to_string()))?;
    let havoc = options.config.externals != Externals::Pure;
    let functions = image.function_addresses();
    let effects = Effects::new(&chart.joined, havoc, &options.config, functions).strict();
    let budget = Budget {
        deadline: Some(start + options.timeout),
        interrupt: options.interrupt.clone(),
        ..Budget::unlimited()
    };
    let stepper = Stepper {
        chart: &chart,
        effects,
    };
    let search = Search::new(stepper, &question, default_chain(), budget, options.order);
    let mut asked = Asked {
        program,
        entry,
        chart: &chart,
        options,
        search,
        paths: Vec::new(),
        unconfirmed: Vec::new(),
        conditions: Vec::new(),
        covers: true,
        skipped: 0,
        searched: 0,
        exhausted: false,
        deadline: start + options.timeout,
    };
    let answer = asked.run()?;
    let coverage = asked.coverage();
    Ok(Report {
        answer,
        coverage,
        searched: asked.searched,
        exhausted: asked.exhausted,
        product: question.sizes,
        counts: asked.search.counts,
        assumptions: assumptions(program, entry, &chart, &options.config),
        paths: asked.paths,
        unconfirmed: asked.unconfirmed,
        seconds: start.elapsed().as_secs_f64(),
    })
}

/// What answers about a unit rest on.
pub fn assumptions(
    program: &Program,
    entry: ProcId,
    chart: &Chart,
    config: &Config,
) -> Vec<String> {
    let plain = check::Options::new(config.clone(), Duration::ZERO);
    let mut all = assumption::of_verdict(program, entry, &plain);
    if !chart.processes.is_empty() {
        let more = assumption::of_processes(program).into_iter();
        let new: Vec<_> = more.filter(|a| !all.contains(a)).collect();
        all.extend(new);
    }
    assumption::sentences(all)
}

/// Inputs with which the simulator takes a path, if those that the solver chose are such.
pub fn test_of(
    follower: &Follower<'_>,
    pool: &TermPool,
    found: &Found,
) -> Result<Option<InputVector>, ImageError> {
    let Some(model) = &found.model else {
        return Ok(None);
    };
    let holds = |end: &&hatha_unit::search::End| {
        let mut parts = end.values.guards.iter().chain([&end.accepted]);
        parts.all(|t| pool.eval(*t, model).ok().and_then(|v| v.as_bool()) == Some(true))
    };
    let chosen = found.ends.iter().find(holds).or(found.ends.first());
    let choices = chosen.map_or(&[][..], |e| &e.values.choices[..]);
    let (program, entry) = (follower.program, follower.entry);
    let provider = Provider::new(program, entry, pool, model, choices);
    let schedule = chosen.map_or(Vec::new(), |e| schedule(follower.chart, &e.edges));
    follower.test(&found.path, Box::new(provider.scheduled(schedule)))
}

/// Which of several edges is taken where nothing but a scheduler decides, along some edges.
fn schedule(chart: &Chart, edges: &[EdgeId]) -> Vec<u128> {
    let body = chart.body();
    let mut turns = Vec::new();
    for e in edges {
        let edge = body.edge(*e);
        let out = body.out_edges(edge.from);
        if out.len() > 1 && edge.op == Op::Skip {
            let place = out.iter().position(|o| o == e);
            turns.extend(place.map(|p| p as u128));
        }
    }
    turns
}

struct Asked<'a> {
    program: &'a Program,
    entry: ProcId,
    chart: &'a Chart,
    options: &'a Options,
    search: Search<'a, DefaultChain>,
    paths: Vec<Path>,
    unconfirmed: Vec<Path>,
    /// The conditions of the paths, over the inputs.
    conditions: Vec<Vec<TermId>>,
    /// Whether those conditions are over the inputs alone.
    covers: bool,
    skipped: usize,
    searched: u32,
    exhausted: bool,
    deadline: Instant,
}

impl Asked<'_> {
    fn run(&mut self) -> Result<Answer, NoAnswer> {
        if self.search.start() == Some(false) {
            return Err(NoAnswer::Contradiction);
        }
        let mut cut = None;
        while self.paths.len() < self.options.paths {
            match self.search.next_path() {
                Next::Path(found) => self.found(*found)?,
                Next::Exhausted => {
                    self.exhausted = true;
                    self.searched = self.options.bound;
                    break;
                }
                Next::Bound => {
                    self.searched = self.search.bound;
                    if self.search.bound >= self.options.bound {
                        break;
                    }
                    self.search.deepen();
                }
                Next::OutOfBudget(why) => {
                    cut = Some(why);
                    break;
                }
            }
        }
        if !self.paths.is_empty() || self.skipped > 0 {
            return Ok(Answer::Found);
        }
        if let Some(why) = self.reason(cut) {
            return Ok(Answer::Undecided(why));
        }
        if !self.options.prove {
            return Ok(Answer::NoneUpTo("no proof was asked for".to_owned()));
        }
        self.prove()
    }

    /// Why nothing can be said although no path was found.
    fn reason(&self, cut: Option<String>) -> Option<String> {
        if !self.unconfirmed.is_empty() {
            return Some("no run of the simulator shows the paths that may be there".to_owned());
        }
        cut.or_else(|| {
            let what = self.search.obstacles.first()?;
            Some(format!("{what} is not followed"))
        })
    }

    fn found(&mut self, found: Found) -> Result<(), NoAnswer> {
        if self.skipped < self.options.skip && !found.undecided {
            self.skipped += 1;
            let (parts, free) = condition::parts(&mut self.search.pool, &found);
            self.note(&parts, &free);
            return Ok(());
        }
        let (parts, free) = condition::parts(&mut self.search.pool, &found);
        let agrees = self.agrees(&found);
        let plain = self.note(&parts, &free);
        let text = condition::in_c(self.program, &mut self.search.pool, &plain.parts);
        let test = self.test(&found)?;
        let path = Path {
            nodes: found.path.iter().map(|n| self.place(*n)).collect(),
            condition: text,
            left: plain.left.len(),
            agrees,
            repeats: found.repeats,
            test,
        };
        if path.test.is_some() {
            self.paths.push(path);
        } else {
            self.unconfirmed.push(path);
        }
        Ok(())
    }

    /// Simplifies a condition and keeps it for the question of coverage.
    fn note(&mut self, parts: &[TermId], free: &[TermId]) -> condition::Plain {
        let plain = condition::plain(&mut self.search, parts, free);
        self.covers &= plain.left.is_empty();
        self.conditions.push(plain.parts.clone());
        plain
    }

    /// Whether the condition calculated backwards is the same.
    fn agrees(&mut self, found: &Found) -> Option<bool> {
        // Between processes equal states are one, so a path may stand for several.
        if !self.chart.processes.is_empty() {
            return None;
        }
        let search = &mut self.search;
        let back = weakest(
            &search.stepper,
            search.question,
            &mut search.pool,
            &found.path,
        )?;
        let mut forward = Vec::new();
        for end in &found.ends {
            let mut parts = end.values.guards.clone();
            parts.push(end.accepted);
            forward.push(search.pool.and_all(&parts));
        }
        let forward = search.pool.or_all(&forward);
        let [end] = &found.ends[..] else {
            return back
                .free
                .is_empty()
                .then(|| self.same(forward, back.condition))
                .flatten();
        };
        if end.values.choices.len() != back.choices.len() {
            return None;
        }
        let drawn = back.choices.iter().copied();
        let map = drawn.zip(end.values.choices.iter().copied()).collect();
        let backward = search.pool.substitute(back.condition, &map);
        let mentions = search.pool.subterms(&[forward, backward]);
        let open = |t: &TermId| mentions.contains(t) && !end.values.choices.contains(t);
        if back.free.iter().any(open) || end.values.free.iter().any(open) {
            return None;
        }
        self.same(forward, backward)
    }

    fn same(&mut self, a: TermId, b: TermId) -> Option<bool> {
        if a == b {
            return Some(true);
        }
        let differ = self.search.pool.xor(a, b);
        match condition::ask(&mut self.search, &[differ]) {
            CheckResult::Unsat => Some(true),
            CheckResult::Sat => Some(false),
            CheckResult::Unknown(_) => None,
        }
    }

    /// Inputs with which the simulator takes a path.
    fn test(&mut self, found: &Found) -> Result<Option<InputVector>, NoAnswer> {
        let follower = Follower {
            program: self.program,
            entry: self.entry,
            chart: self.chart,
            config: &self.options.config,
        };
        let test = test_of(&follower, &self.search.pool, found);
        Ok(test.map_err(InternalError::from)?)
    }

    fn place(&self, node: NodeId) -> Place {
        let span = self.chart.point(node).span;
        Place {
            name: self.chart.name(node),
            location: self.program.sources.describe(span),
            text: self.chart.text(self.program, node),
        }
    }

    /// A proof about the product that there is no path, or a longer one.
    fn prove(&mut self) -> Result<Answer, NoAnswer> {
        let product = match monitor::product(self.chart, self.search.question, FAILED) {
            Ok(product) => product,
            Err(why) => return Ok(Answer::NoneUpTo(why.to_string())),
        };
        if let Err(errors) = hatha_cfa::verify::verify(&product) {
            let first = errors.first().map(ToString::to_string).unwrap_or_default();
            return Err(NoAnswer::Internal(format!("malformed product: {first}")));
        }
        let left = self.deadline.saturating_duration_since(Instant::now());
        let options = check::Options {
            error_function: Some(FAILED.to_owned()),
            interrupt: self.options.interrupt.clone(),
            ..check::Options::new(self.options.config.clone(), left)
        };
        let entry = self.chart.joined.entry;
        let report = check::check(&product, entry, &options)?;
        match report.verdict {
            Verdict::Proved {
                certificate: Some(_),
                ..
            } => Ok(Answer::Proved),
            Verdict::Proved { .. } => Ok(Answer::NoneUpTo("a proof was not certified".to_owned())),
            Verdict::Unknown(why) => Ok(Answer::NoneUpTo(why.to_string())),
            Verdict::Violated { test, .. } => self.longer(&test),
        }
    }

    /// A test of the product leads down a path beyond the bound.
    fn longer(&mut self, test: &InputVector) -> Result<Answer, NoAnswer> {
        let follower = Follower {
            program: self.program,
            entry: self.entry,
            chart: self.chart,
            config: &self.options.config,
        };
        let path = follower.accepted(self.search.question, test);
        let path = path.map_err(InternalError::from)?;
        let Some((nodes, vector)) = path else {
            let why = "a test of the product was not a path of the unit";
            return Ok(Answer::Undecided(why.to_owned()));
        };
        let search = &mut self.search;
        let back = weakest(&search.stepper, search.question, &mut search.pool, &nodes);
        let plain = back.map(|b| self.note(&[b.condition], &b.free));
        let condition = plain.as_ref().map(|p| {
            let pool = &mut self.search.pool;
            condition::in_c(self.program, pool, &p.parts)
        });
        let count = |n: &NodeId| nodes.iter().filter(|m| *m == n).count() as u32;
        self.paths.push(Path {
            nodes: nodes.iter().map(|n| self.place(*n)).collect(),
            condition: condition.unwrap_or_else(|| "?".to_owned()),
            left: plain.map_or(0, |p| p.left.len()),
            agrees: None,
            repeats: nodes.iter().map(count).max().unwrap_or(1),
            test: Some(vector),
        });
        Ok(Answer::Found)
    }

    /// Whether what is assumed implies one of the conditions.
    fn coverage(&mut self) -> Coverage {
        if !self.covers || self.conditions.is_empty() {
            return Coverage::Undecided;
        }
        let mut open = vec![self.search.assumed];
        for parts in self.conditions.clone() {
            let rest = condition::not_implied(&mut self.search, &parts, &open[..1]);
            let taken = self.search.pool.and_all(&rest);
            open.push(self.search.pool.not(taken));
        }
        match condition::ask(&mut self.search, &open) {
            CheckResult::Unsat => Coverage::Every,
            CheckResult::Unknown(_) => Coverage::Undecided,
            CheckResult::Sat => {
                let plain = condition::plain(&mut self.search, &open, &[]);
                let pool = &mut self.search.pool;
                Coverage::Open(condition::in_c(self.program, pool, &plain.parts))
            }
        }
    }
}
