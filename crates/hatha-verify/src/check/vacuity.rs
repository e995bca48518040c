//! Is a proof vacuous?
//!
//! A property whose guard no execution reaches holds for want of an execution:
//! the proof is right and says nothing. The question is put to the same engine,
//! about a program that fails where the guards were.
//!
//! **Invariant.** *Vacuous* is claimed only if the flow chart alone shows it, or
//! with a proof that the guards cannot be reached, certified if the verdict is.
//! Doubt means *not vacuous* (tests on vacuity in `crates/hatha/tests/check_command.rs`). The work is
//! counted: a proof is found vacuous or not on every machine alike.

use super::confirm::certify_by_embedded;
use super::earlier::EarlierResult;
use super::property::{Decisions, Property};
use super::question::{Question, environment};
use super::search::run;
use super::work::limited;
use super::{InternalError, Options};
use crate::testing;
use hatha_cfa::indirect::reachable_by_pointers;
use hatha_cfa::{Callee, Edge, EdgeId, FailKind, LocId, Op, ProcId, Procedure, Program};
use hatha_engine::Dash;
use hatha_engine::Reuse;
use hatha_engine::Target;
use hatha_engine::directed::{Goal, Order, Plan};
use hatha_engine::{FailingTest, Finding, Task};
use hatha_exec::fault::FaultKind;
use hatha_exec::image::Image;
use hatha_smt::Budget;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

/// The name of the failure that stands where guards were.
pub(super) const REACHED: &str = "__hatha_guard_reached";
/// The work of all questions about one proof, in units of a budget: about a second.
const WORK: u64 = 1_000_000;
/// The work of putting the question for each edge of the program, beside that of the search.
const EDGE: u64 = 20;
/// The work of directed testing before properties are asked about singly, its tests, and the steps
/// of each.
const TESTING: u64 = 100_000;
const TESTS: u64 = 30;
const STEPS: u64 = 20_000;
/// Above this many properties they are asked about together only.
const SINGLY: usize = 16;

/// Why a proof is vacuous.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vacuity {
    /// The program contains no check.
    NothingToCheck,
    /// The flow chart leads to no check.
    Disconnected,
    /// No execution satisfies what `--assume` says.
    Contradiction,
    /// No execution gets to a check.
    Unreached,
}

impl Vacuity {
    /// In words.
    pub fn text(self) -> &'static str {
        match self {
            Vacuity::NothingToCheck => "the program contains no check",
            Vacuity::Disconnected => "no path of the flow chart leads to a check",
            Vacuity::Contradiction => "no execution satisfies the assumptions",
            Vacuity::Unreached => "no execution gets to a check",
        }
    }
}

/// What asking showed.
#[derive(Debug, Default)]
pub struct Asked {
    /// Set if the proof is vacuous.
    pub vacuity: Option<Vacuity>,
    /// A test that ran into a fault on the way.
    pub faulted: Option<Box<FailingTest>>,
    /// Defects of hatha that were met.
    pub defects: Vec<InternalError>,
}

/// Decides for a proved program which properties no execution can reach, and whether that is all
/// of them.
pub(super) fn decide(
    question: Question<'_>,
    properties: &mut [Property],
    deadline: Instant,
) -> Asked {
    tracing::trace!(target: "walk", "is the proof vacuous?");
    let mut probe = Probe {
        question,
        budget: limited(question.options, WORK, Some(deadline)),
        asked: Asked::default(),
    };
    probe.asked.vacuity = probe.decide(properties);
    probe.asked
}

impl Probe<'_> {
    fn decide(&mut self, properties: &mut [Property]) -> Option<Vacuity> {
        for p in properties.iter_mut() {
            p.vacuous = !p.connected;
        }
        if properties.is_empty() {
            return Some(Vacuity::NothingToCheck);
        }
        if properties.iter().all(|p| !p.connected) {
            return Some(Vacuity::Disconnected);
        }
        let program = self.question.program;
        let connected: Vec<&Property> = properties.iter().filter(|p| p.connected).collect();
        if self.is_unreachable(&guards(program, &connected)) {
            for p in properties.iter_mut() {
                p.vacuous = true;
            }
            return Some(self.why());
        }
        if (2..=SINGLY).contains(&connected.len()) {
            let reached = self.reached_by_tests(&connected);
            let open = properties.iter_mut().filter(|p| p.connected);
            for p in open.filter(|p| !reached.contains(&(p.proc, p.edge))) {
                p.vacuous = self.is_unreachable(&guards(program, &[p]));
            }
        }
        None
    }

    /// The properties, by their failing edges, that a few directed tests reach: they need no question
    /// of their own. Only where every fault has a check: elsewhere a question may still run into a
    /// fault that nothing was asked about, and takes the proof back.
    fn reached_by_tests(&mut self, properties: &[&Property]) -> BTreeSet<(ProcId, EdgeId)> {
        let Question {
            program,
            entry,
            options,
        } = self.question;
        if options.checks.is_none() {
            return BTreeSet::new();
        }
        let covered = covered_by_tests((program, entry), options, self.budget.deadline);
        let covered = covered.unwrap_or_else(|defect| {
            self.asked.defects.push(defect);
            BTreeSet::new()
        });
        let is_reached = |p: &&&Property| {
            let guards = guards(program, &[p]);
            guards.iter().any(|guard| covered.contains(guard))
        };
        let reached = properties.iter().filter(is_reached);
        reached.map(|p| (p.proc, p.edge)).collect()
    }
}

/// The locations that a few directed tests leave.
fn covered_by_tests(
    (program, entry): (&Program, ProcId),
    options: &Options,
    deadline: Option<Instant>,
) -> Result<BTreeSet<(ProcId, LocId)>, InternalError> {
    let image = Image::new(program)?;
    let plan = Plan {
        max_tests: TESTS,
        max_steps: STEPS,
        budget: limited(options, TESTING, deadline),
        ..Plan::new(Goal::Branches, Order::Coverage)
    };
    let mut config = options.config.clone();
    config.limits.steps = config.limits.steps.min(STEPS);
    let explored = testing::test(&image, entry, &config, &plan, &mut ())?;
    let covered = explored.covered_edges(program);
    let left = covered.map(|(proc, edge)| (proc, program.proc(proc).edge(edge).from));
    Ok(left.collect())
}

fn guards(program: &Program, properties: &[&Property]) -> Vec<(ProcId, LocId)> {
    let mut known: BTreeMap<ProcId, Decisions<'_>> = BTreeMap::new();
    let mut found = Vec::new();
    for p in properties {
        let decisions = known.entry(p.proc);
        let decisions = decisions.or_insert_with(|| Decisions::of(program.proc(p.proc)));
        found.extend(p.guards(decisions).into_iter().map(|l| (p.proc, l)));
    }
    found
}

struct Probe<'a> {
    question: Question<'a>,
    /// What is left for all questions together.
    budget: Budget,
    asked: Asked,
}

impl Probe<'_> {
    /// Whether no execution reaches any of the locations, for certain.
    fn is_unreachable(&mut self, locations: &[(ProcId, LocId)]) -> bool {
        let options = self.question.options;
        let budget = &self.budget;
        budget.spend(EDGE * edges(self.question));
        if budget.is_interrupted() {
            return false;
        }
        let mut changed = self.question.program.clone();
        fail_at(&mut changed, locations);
        let reached = Question {
            program: &changed,
            ..self.question
        };
        let earlier = options.earlier.as_deref();
        let task = Task {
            target: Target {
                function: Some(REACHED.to_owned()),
            },
            // Tests of a program that differs a little often reach the same checks.
            seed_tests: earlier.map_or_else(Vec::new, EarlierResult::inputs),
            reuse: Reuse::default(),
            matching: false,
            ..reached.task(budget, &())
        };
        let search = run(&Dash::default(), &task);
        // Up to the places that are asked about the program is the one that was given: a fault
        // on the way there is one of its own.
        let is_own = |t: &FailingTest| !is_reached(&t.fault.kind);
        if let Some(test) = search.faulted.filter(|t| is_own(t)) {
            self.asked.faulted.get_or_insert(test);
        }
        match search.finding {
            Finding::Proof(proof) if options.certify => {
                let assumed = environment(&options.config, Some(REACHED));
                certify_by_embedded(&changed, &proof, assumed, budget).is_ok()
            }
            Finding::Proof(_) => true,
            Finding::Internal(why) => {
                self.asked.defects.push(InternalError(why));
                false
            }
            Finding::Test(_) | Finding::Unknown(_) => false,
        }
    }

    /// Why no execution gets to a check.
    fn why(&mut self) -> Vacuity {
        match self.after_assumptions() {
            Some(start) if self.is_unreachable(&[(self.question.entry, start)]) => {
                Vacuity::Contradiction
            }
            _ => Vacuity::Unreached,
        }
    }

    /// Where the entry goes on when its assumptions hold.
    fn after_assumptions(&self) -> Option<LocId> {
        let calls = |op: &Op| match op {
            Op::Call {
                callee: Callee::Direct(p),
                ..
            } => {
                let name = &self.question.program.proc(*p).name;
                name.starts_with(hatha_front::assume::PREFIX)
            }
            _ => false,
        };
        let edges = &self.question.program.proc(self.question.entry).edges;
        edges.iter().find(|e| calls(&e.op)).map(|e| e.to)
    }
}

/// The edges that the entry may reach.
fn edges(question: Question<'_>) -> u64 {
    let reached = reachable_by_pointers(question.program, question.entry).into_iter();
    let edges = reached.map(|p| question.program.proc(p).edges.len() as u64);
    edges.sum()
}

/// Whether a fault is that a place was reached which is asked about.
fn is_reached(kind: &FaultKind) -> bool {
    matches!(kind, FaultKind::Stated(FailKind::ReachError(name)) if name == REACHED)
}

/// An execution that reaches one of the locations fails; nothing leads to these locations any more.
fn fail_at(program: &mut Program, locations: &[(ProcId, LocId)]) {
    let mut in_procs: BTreeMap<ProcId, BTreeSet<LocId>> = BTreeMap::new();
    for &(proc, location) in locations {
        in_procs.entry(proc).or_default().insert(location);
    }
    for (proc, locations) in in_procs {
        fail_in(&mut program.procs[proc], &locations);
    }
}

/// The same for the locations of one procedure, in one walk over its edges.
fn fail_in(proc: &mut Procedure, locations: &BTreeSet<LocId>) {
    let mut failing = BTreeMap::new();
    for &location in locations {
        let [from, to] = [(); 2].map(|()| proc.add_location_like(location));
        failing.insert(location, (from, to));
    }
    for edge in &mut proc.edges {
        if let Some(&(stand_in, _)) = failing.get(&edge.to) {
            edge.to = stand_in;
        }
    }
    if let Some(&(stand_in, _)) = failing.get(&proc.entry) {
        proc.entry = stand_in;
    }
    for (location, (from, to)) in failing {
        let span = proc.location(location).span;
        proc.add_edge(Edge {
            from,
            to,
            op: Op::Fail(FailKind::ReachError(REACHED.to_owned())),
            span,
        });
    }
}
