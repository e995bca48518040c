//! From a loaded program to a verdict.
//!
//! **Invariant.** An engine's word is never the verdict: a failing test is
//! replayed, a proof certified (unless the caller declines), and where a second
//! solver is asked, its contradiction is a defect and not an opinion.

pub mod assumptions;
mod engine;
mod faults;
pub mod invariants;
mod layout;
mod minimise;
pub mod near;
mod outside;
pub mod portfolio;
pub mod property;
mod rounds;
pub mod trace;
pub mod vacuity;

use crate::assumed::about_the_world;
use crate::replay::{Replayed, replay};
use hatha_certify::{Certificate, Environment, Refusal, certify_under};
use hatha_cfa::reach::reachable_procs;
use hatha_cfa::{FailKind, ProcId, Program};
use hatha_engine::Refinement;
use hatha_engine::Target;
use hatha_engine::{
    Calls, Counts, Engine, Event, FailingTest, Finding, Observer, Search, Task, engines,
};
use hatha_engine::{Resumed, Reuse};
use hatha_exec::config::{Config, Externals, Misaligned};
use hatha_exec::fault::{Fault, FaultKind, Stop};
use hatha_proof::input::InputVector;
use hatha_proof::{Proof, Suggestion};
use hatha_smt::{Budget, Referee, Solver};
use near::{Attempt, Near};
use portfolio::Member;
use property::{Property, Status};
use std::sync::Arc;
use std::time::{Duration, Instant};
use trace::Trace;
use vacuity::Vacuity;

/// The functions whose calls can be asked about on their own.
const ERROR_FUNCTIONS: [&str; 6] = [
    "reach_error",
    "__VERIFIER_error",
    "error",
    hatha_rules::FAILURE,
    vacuity::REACHED,
    hatha_front::observe::FAILED,
];

/// What to check and with what limits.
#[derive(Clone, Debug)]
pub struct Options {
    /// The environment of the program.
    pub config: Config,
    /// The name of the engine; see [`engines`].
    pub engine: String,
    /// The whole search ends after this time.
    pub timeout: Duration,
    /// Seed of the first test.
    pub seed: u64,
    /// Steps that one test may take.
    pub test_steps: u64,
    /// The one function whose call is the failure; otherwise every fault is one.
    pub error_function: Option<String>,
    /// How predicates are chosen.
    pub refinement: Refinement,
    /// How calls are followed.
    pub calls: Calls,
    /// Whether invariants are learnt from tests.
    pub generalise: bool,
    /// Whether a walk stops at states that earlier ones cover.
    pub matching: bool,
    /// Whether a proof is certified before it counts.
    pub certify: bool,
    /// Inputs of tests to start from.
    pub seed_tests: Vec<Vec<u128>>,
    /// Who confirms every answer of a solver.
    pub referee: Option<Arc<Referee>>,
    /// Whether a failing test gets smaller values where it fails in the same way with them.
    pub minimise: bool,
    /// What is known about a program that differs a little.
    pub near: Option<Arc<Near>>,
    /// Whether a proof leaves something for programs that differ a little.
    pub leaves: bool,
}

impl Options {
    /// The usual ones.
    pub fn new(config: Config, timeout: Duration) -> Self {
        Options {
            config,
            engine: "dash".to_owned(),
            timeout,
            seed: 0,
            test_steps: 10_000_000,
            error_function: None,
            refinement: Refinement::Hybrid,
            calls: Calls::Auto,
            generalise: true,
            matching: false,
            certify: true,
            seed_tests: Vec::new(),
            referee: None,
            minimise: false,
            near: None,
            leaves: false,
        }
    }

    fn target(&self) -> Target {
        Target {
            function: self.error_function.clone(),
        }
    }
}

/// Who takes part in a check besides the engine.
pub struct Company<'a> {
    /// Who watches the search.
    pub observer: &'a dyn Observer,
    /// Solvers that have to agree with every claim of a proof.
    pub others: &'a mut [Box<dyn Solver>],
}

/// The answer.
#[derive(Debug)]
pub enum Verdict {
    /// No failure can be reached.
    Proved {
        /// The proof.
        proof: Box<Proof>,
        /// Who agreed; `None` if nobody was asked.
        certificate: Option<Certificate>,
    },
    /// A failure was reached.
    Violated {
        /// The inputs.
        test: Box<InputVector>,
        /// The fault, as the replay saw it.
        fault: Box<Fault>,
        /// The way there.
        trace: Trace,
    },
    /// Neither is known.
    Unknown(String),
}

/// Where the time went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// Searching.
    pub search: Duration,
    /// Replaying or certifying what was found.
    pub certify: Duration,
    /// Asking whether anything was at stake.
    pub vacuity: Duration,
}

/// An answer with what it took.
#[derive(Debug)]
pub struct Report {
    /// The answer.
    pub verdict: Verdict,
    /// The engine.
    pub engine: &'static str,
    /// Its counts.
    pub counts: Counts,
    /// Wall time in seconds.
    pub seconds: f64,
    /// Its parts.
    pub times: Times,
    /// What the verdict rests on.
    pub assumptions: Vec<String>,
    /// The checks in the program, one by one.
    pub properties: Vec<Property>,
    /// Set if the program is proved and nothing was at stake.
    pub vacuity: Option<Vacuity>,
    /// What was made of an earlier search for a program that differs a little.
    pub resumed: Option<Resumed>,
    /// What the proof leaves for programs that differ a little.
    pub suggestion: Option<Box<Suggestion>>,
    /// What each engine did, where several went on side by side.
    pub members: Vec<Member>,
    /// The defects of hatha that the run met and went on without.
    pub internal_errors: Vec<InternalError>,
}

/// Evidence from an earlier run, to be looked at again.
#[derive(Debug)]
pub enum Evidence {
    /// Inputs that made the program fail.
    Test(Box<InputVector>),
    /// A proof.
    Proof(Box<Proof>),
}

/// What is known from an earlier run.
#[derive(Debug)]
pub struct Known {
    /// The evidence.
    pub evidence: Evidence,
    /// Whether something was at stake; otherwise that is asked again.
    pub at_stake: bool,
}

/// A defect of hatha; never a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InternalError(pub String);

/// Checks a program.
pub fn check(program: &Program, entry: ProcId, options: &Options) -> Result<Report, InternalError> {
    let company = Company {
        observer: &(),
        others: &mut [],
    };
    check_in_company(program, entry, options, company)
}

/// Checks a program while somebody watches and others are asked too. Solvers that
/// disagree about anything on the way are a defect, whatever was found.
pub fn check_in_company(
    program: &Program,
    entry: ProcId,
    options: &Options,
    company: Company<'_>,
) -> Result<Report, InternalError> {
    let report = decide(program, entry, options, company);
    match options.referee.as_ref().and_then(|r| r.disagreement()) {
        Some(why) => Err(InternalError(format!("the solvers disagree: {why}"))),
        None => report,
    }
}

/// Looks at evidence from an earlier run again; `None` if it does not convince.
pub fn confirm(
    program: &Program,
    entry: ProcId,
    options: &Options,
    known: Known,
    others: &mut [Box<dyn Solver>],
) -> Result<Option<Report>, InternalError> {
    let start = Instant::now();
    let budget = Budget {
        deadline: Some(start + options.timeout),
        referee: options.referee.clone(),
        ..Budget::unlimited()
    };
    let verdict = match known.evidence {
        Evidence::Test(test) => shown_again(program, entry, options, &test),
        Evidence::Proof(_) if options.config.volatile_any => None,
        Evidence::Proof(proof) => Some(certified(program, proof, options, others, &budget)?),
    };
    let Some(verdict) = verdict.filter(|v| !matches!(v, Verdict::Unknown(_))) else {
        return Ok(None);
    };
    let mut answer = Answered::new(verdict, "cache", start, Duration::ZERO);
    answer.at_stake = known.at_stake;
    Ok(Some(answer.report(program, entry, options)))
}

/// A test of an earlier run that fails again.
fn shown_again(
    program: &Program,
    entry: ProcId,
    options: &Options,
    test: &InputVector,
) -> Option<Verdict> {
    let again = replay(program, entry, &options.config, test).ok()?;
    match again.stop {
        Stop::Fault(fault) if is_asked_for(options, &fault.kind) => Some(Verdict::Violated {
            trace: trace::trace(program, entry, &options.config, &again.vector, again.steps),
            test: Box::new(again.vector),
            fault: Box::new(fault),
        }),
        _ => None,
    }
}

fn decide(
    program: &Program,
    entry: ProcId,
    options: &Options,
    mut company: Company<'_>,
) -> Result<Report, InternalError> {
    let start = Instant::now();
    let (mut wasted, mut defects) = (Counts::default(), Vec::new());
    if let Some(near) = &options.near {
        match near::attempt(program, entry, options, near, &mut company, start) {
            Ok(Attempt::Answered(answer)) => return Ok(answer.report(program, entry, options)),
            Ok(Attempt::Nothing(counts)) => wasted = counts,
            Err(defect) => defects.push(defect),
        }
    }
    let mut answer = searched(program, entry, options, company, start)?;
    defects.append(&mut answer.defects);
    answer.defects = defects;
    answer.counts.queries += wasted.queries;
    answer.counts.tests += wasted.tests;
    answer.counts.iterations += wasted.iterations;
    Ok(answer.report(program, entry, options))
}

/// Searches from the beginning.
fn searched(
    program: &Program,
    entry: ProcId,
    options: &Options,
    company: Company<'_>,
    start: Instant,
) -> Result<Answered, InternalError> {
    let deadline = start + options.timeout;
    let budget = Budget {
        deadline: Some(deadline),
        referee: options.referee.clone(),
        ..Budget::unlimited()
    };
    let name = match options.engine.as_str() {
        // A second solver confirms one question after the other: nothing goes on beside it.
        portfolio::NAME if options.referee.is_some() || !company.others.is_empty() => "dash",
        portfolio::NAME => {
            return portfolio::searched(program, entry, options, company, start);
        }
        name => name,
    };
    let named = engines().into_iter().find(|e| e.name() == name);
    let Some(engine) = named else {
        return Err(InternalError(format!("no engine '{}'", options.engine)));
    };
    let mut task = task(program, entry, options, &budget, company.observer);
    let mut answer = attempt(engine.as_ref(), &mut task, options, company.others, start)?;
    // A proof that was refused may have taken a pointer to lead where it does not.
    if answer.refused && !budget.is_interrupted() {
        task.objects_by_name = false;
        let again = attempt(engine.as_ref(), &mut task, options, company.others, start)?;
        if !matches!(again.verdict, Verdict::Unknown(_)) {
            answer = again;
        }
    }
    Ok(answer)
}

/// Searches once, and has what was found confirmed.
fn attempt(
    engine: &dyn Engine,
    task: &mut Task<'_>,
    options: &Options,
    others: &mut [Box<dyn Solver>],
    start: Instant,
) -> Result<Answered, InternalError> {
    let (program, entry) = (task.program, task.entry);
    let mut defects = Vec::new();
    let (engine, search) = search(engine, task, start, options.timeout, &mut defects);
    let mut answer = confirmed(
        (program, entry, options),
        (engine, search),
        others,
        &task.budget,
        start,
    )?;
    defects.append(&mut answer.defects);
    answer.defects = defects;
    Ok(answer)
}

/// Has what an engine found confirmed: a test is replayed, a proof certified. This is the one way
/// from what tests and engines say to a verdict.
fn confirmed(
    (program, entry, options): (&Program, ProcId, &Options),
    (engine, search): (&'static str, Search),
    others: &mut [Box<dyn Solver>],
    budget: &Budget,
    start: Instant,
) -> Result<Answered, InternalError> {
    let searched = start.elapsed();
    let is_proof = matches!(search.finding, Finding::Proof(_));
    let overturn = |test: &FailingTest| faults::overturn(program, entry, options, test);
    let mut answer = Answered::new(Verdict::Unknown(String::new()), engine, start, searched);
    answer.counts = search.counts;
    answer.suggestion = search.suggestion;
    // An algorithm need not look at how its tests end.
    let is_open = matches!(search.finding, Finding::Proof(_) | Finding::Unknown(_));
    if let Some(found) = search
        .faulted
        .as_deref()
        .filter(|_| is_open)
        .and_then(overturn)
    {
        answer.verdict = found.verdict;
        answer.defects.extend(found.defect);
        return Ok(answer);
    }
    answer.verdict = match search.finding {
        Finding::Internal(why) => return Err(InternalError(why)),
        Finding::Test(test) => replayed(program, entry, options, &test)?,
        // The checker takes a variable for what was stored last, volatile or not.
        Finding::Proof(_) if options.config.volatile_any => {
            Verdict::Unknown("proofs under --volatile any are not supported yet".to_owned())
        }
        Finding::Proof(proof) => certified(program, proof, options, others, budget)?,
        Finding::Unknown(why) => Verdict::Unknown(why),
    };
    answer.refused = is_proof && matches!(answer.verdict, Verdict::Unknown(_));
    if matches!(answer.verdict, Verdict::Proved { .. }) {
        answer.look_for_faults(program, entry, options);
    }
    Ok(answer)
}

/// A verdict, and how it came about.
#[derive(Debug)]
struct Answered {
    verdict: Verdict,
    /// Whether there was a proof that was refused.
    refused: bool,
    engine: &'static str,
    counts: Counts,
    start: Instant,
    /// How long the search took.
    searched: Duration,
    /// Whether it is known already that something was at stake.
    at_stake: bool,
    /// What was made of an earlier search.
    resumed: Option<Resumed>,
    /// What a proof leaves.
    suggestion: Option<Box<Suggestion>>,
    /// What engines did that went on side by side.
    members: Vec<Member>,
    /// The defects of hatha that were met on the way.
    defects: Vec<InternalError>,
}

impl Answered {
    fn new(verdict: Verdict, engine: &'static str, start: Instant, searched: Duration) -> Self {
        Answered {
            verdict,
            refused: false,
            engine,
            counts: Counts::default(),
            start,
            searched,
            at_stake: false,
            resumed: None,
            suggestion: None,
            members: Vec::new(),
            defects: Vec::new(),
        }
    }

    /// Lets a proof stand only if no fault is found beside it.
    fn look_for_faults(&mut self, program: &Program, entry: ProcId, options: &Options) {
        match faults::find(program, entry, options) {
            Ok(None) => {}
            Ok(Some(test)) => {
                self.engine = "dart";
                self.overturn(program, entry, options, &test);
            }
            Err(defect) => self.defects.push(defect),
        }
    }

    /// Takes a proof back where a test ran into a fault that is asked about.
    fn overturn(
        &mut self,
        program: &Program,
        entry: ProcId,
        options: &Options,
        test: &FailingTest,
    ) {
        if let Some(found) = faults::overturn(program, entry, options, test) {
            self.verdict = found.verdict;
            self.defects.extend(found.defect);
            self.suggestion = None;
        }
    }

    fn report(mut self, program: &Program, entry: ProcId, options: &Options) -> Report {
        let confirmed = self.start.elapsed();
        let mut properties = property::properties(program, entry, &options.target());
        judge(&mut properties, &self.verdict);
        let proved = matches!(self.verdict, Verdict::Proved { .. });
        let deadline = self.start + options.timeout;
        let mut vacuity = None;
        if proved && !self.at_stake {
            let asked = vacuity::decide(program, entry, options, &mut properties, deadline);
            vacuity = asked.vacuity;
            self.defects.extend(asked.defects);
            if let Some(test) = asked.faulted {
                self.overturn(program, entry, options, &test);
            }
            if !matches!(self.verdict, Verdict::Proved { .. }) {
                vacuity = None;
                properties = property::properties(program, entry, &options.target());
                judge(&mut properties, &self.verdict);
            }
        }
        Report {
            verdict: self.verdict,
            engine: self.engine,
            counts: self.counts,
            seconds: self.start.elapsed().as_secs_f64(),
            times: Times {
                search: self.searched,
                certify: confirmed - self.searched,
                vacuity: self.start.elapsed() - confirmed,
            },
            assumptions: assumptions(program, entry, options),
            properties,
            vacuity,
            resumed: self.resumed,
            suggestion: self.suggestion,
            members: self.members,
            internal_errors: self.defects,
        }
    }
}

/// The share of the time after which `dash` hands over, in percent.
const DASH_SHARE: u32 = 80;
/// After a first glance of `dash`, and one of `dart`, in percent of the time.
const GLANCES: [u32; 2] = [6, 8];

/// Searches with an engine. Where `dash` gets no further, its region graph cannot say more, but a
/// plain directed search may still find a failing test in what is left of the time. It may also
/// find one at once that `dash` takes long for: after a while it gets a glance, and `dash` begins
/// anew. Not where somebody reads what happens: then there is one search to tell of.
fn search(
    engine: &dyn Engine,
    task: &mut Task<'_>,
    start: Instant,
    timeout: Duration,
    defects: &mut Vec<InternalError>,
) -> (&'static str, Search) {
    if engine.name() != "dash" {
        return (engine.name(), engine::search(engine, task));
    }
    let Some(dart) = engines().into_iter().find(|e| e.name() == "dart") else {
        return (engine.name(), engine::search(engine, task));
    };
    let whole = task.budget.deadline;
    let until = |percent: u32| Some(start + timeout * percent / 100);
    if !task.observer.wants_events() {
        task.budget.deadline = until(GLANCES[0]);
        let first = engine::search(engine, task);
        let is_over = !task.budget.is_interrupted();
        if is_over || !matches!(first.finding, Finding::Unknown(_)) {
            task.budget.deadline = whole;
            return or_a_test(engine, first, dart.as_ref(), task, defects);
        }
        task.budget.deadline = until(GLANCES[1]);
        let glance = engine::search(dart.as_ref(), task);
        match glance.finding {
            Finding::Test(_) => return (dart.name(), glance),
            Finding::Internal(why) => defects.push(InternalError(why)),
            Finding::Unknown(_) | Finding::Proof(_) => {}
        }
    }
    task.budget.deadline = until(DASH_SHARE);
    let first = engine::search(engine, task);
    task.budget.deadline = whole;
    or_a_test(engine, first, dart.as_ref(), task, defects)
}

/// What was found, or a test of another engine where nothing was.
fn or_a_test(
    engine: &dyn Engine,
    first: Search,
    other: &dyn Engine,
    task: &Task<'_>,
    defects: &mut Vec<InternalError>,
) -> (&'static str, Search) {
    let nothing = matches!(first.finding, Finding::Unknown(_));
    if !nothing || task.budget.is_interrupted() {
        return (engine.name(), first);
    }
    if task.observer.wants_events() {
        let engine = other.name();
        task.observer.event(&Event::Handover { engine });
    }
    let second = engine::search(other, task);
    match second.finding {
        Finding::Test(_) => return (other.name(), second),
        Finding::Internal(why) => defects.push(InternalError(why)),
        Finding::Unknown(_) | Finding::Proof(_) => {}
    }
    (engine.name(), first)
}

fn task<'a>(
    program: &'a Program,
    entry: ProcId,
    options: &Options,
    budget: &Budget,
    observer: &'a dyn Observer,
) -> Task<'a> {
    Task {
        program,
        entry,
        config: options.config.clone(),
        havoc_globals: options.config.externals != Externals::Pure,
        seed: options.seed,
        budget: budget.clone(),
        test_steps: options.test_steps,
        target: options.target(),
        refinement: options.refinement,
        calls: options.calls,
        generalise: options.generalise,
        matching: options.matching,
        objects_by_name: true,
        seed_tests: options.seed_tests.clone(),
        reuse: Reuse {
            suggestion: None,
            leaves: options.leaves,
        },
        observer,
        exchange: None,
    }
}

/// What the verdict on the program says about each property.
fn judge(properties: &mut [Property], verdict: &Verdict) {
    for property in properties {
        property.status = match verdict {
            Verdict::Proved { .. } => Status::Proved,
            Verdict::Violated { fault, .. } if property.is_failed_by(fault) => Status::Violated,
            Verdict::Violated { .. } | Verdict::Unknown(_) => Status::Unknown,
        };
    }
}

/// The functions without a body that the entry may come to call.
pub fn externals(program: &Program, entry: ProcId) -> Vec<String> {
    let reached = reachable_procs(program, entry);
    let unknown = reached.into_iter().filter(|&p| !program.proc(p).defined);
    unknown.map(|p| program.proc(p).name.clone()).collect()
}

/// What a verdict rests on besides the program.
pub fn assumptions(program: &Program, entry: ProcId, options: &Options) -> Vec<String> {
    let mut list = outside::assumptions(program, entry, options);
    if !options.config.entry_alias {
        let text = "pointers that the entry starts from lead to different objects";
        list.push(text.to_owned());
    }
    let reached = reachable_procs(program, entry);
    list.extend(assumptions::evaluation_order(program, |p| {
        reached.contains(&p)
    }));
    if !options.config.volatile_any {
        list.extend(assumptions::volatile_objects(program));
    }
    list.extend(about_the_world(program, entry));
    list.extend(preconditions(program));
    list
}

/// What `--assume` says about the start.
fn preconditions(program: &Program) -> Vec<String> {
    let mut files = program.sources.files();
    let file = files.find(|(_, f)| f.name == hatha_front::assume::FILE);
    let text = file.and_then(|(_, f)| f.text.as_deref());
    let line = |l: &str| format!("`{l}` holds at the entry");
    text.unwrap_or("").lines().map(line).collect()
}

/// Replays a failing test on the program as loaded; a different end is a defect, not a verdict.
fn replayed(
    program: &Program,
    entry: ProcId,
    options: &Options,
    test: &FailingTest,
) -> Result<Verdict, InternalError> {
    let mut vector = InputVector::new(&program.target, &program.proc(entry).name);
    vector.inputs.clone_from(&test.inputs);
    vector.layout.clone_from(&test.layout);
    if !is_asked_for(options, &test.fault.kind) {
        let place = program.sources.describe(test.fault.span);
        let why = format!(
            "a test runs into {} at {place}, which the property does not ask about",
            test.fault.kind
        );
        return Ok(Verdict::Unknown(why));
    }
    let replayed = replay(program, entry, &options.config, &vector).map_err(InternalError)?;
    let fault = match &replayed.stop {
        Stop::Fault(fault) if is_same(fault, &test.fault) => fault.clone(),
        other => {
            let why = format!("a failing test does not replay: {other:?}");
            return Err(InternalError(why));
        }
    };
    let (replayed, fault) = smaller(program, entry, options, replayed, fault);
    let (replayed, fault) = layout::needed(program, entry, options, replayed, fault);
    let (config, steps) = (&options.config, replayed.steps);
    Ok(Verdict::Violated {
        trace: trace::trace(program, entry, config, &replayed.vector, steps),
        test: Box::new(replayed.vector),
        fault: Box::new(fault),
    })
}

/// A failing test with smaller values, where there is one: the last replay in which the same
/// fault was seen.
fn smaller(
    program: &Program,
    entry: ProcId,
    options: &Options,
    first: Replayed,
    fault: Fault,
) -> (Replayed, Fault) {
    if !options.minimise {
        return (first, fault);
    }
    let mut config = options.config.clone();
    config.limits.steps = config.limits.steps.min(first.steps.saturating_add(1));
    let edges = program.procs.iter().map(|p| p.edges.len() as u64).sum();
    let tries = minimise::tries(first.steps, edges);
    let test = first.vector.clone();
    let mut best = (first, fault);
    minimise::minimised(test, tries, |candidate| {
        let replayed = replay(program, entry, &config, candidate).ok()?;
        let Stop::Fault(fault) = &replayed.stop else {
            return None;
        };
        let is_same = (&fault.kind, fault.span) == (&best.1.kind, best.1.span);
        if !is_same || replayed.vector.inputs.len() > candidate.inputs.len() {
            return None;
        }
        let fault = fault.clone();
        best = (replayed, fault);
        Some(best.0.vector.clone())
    });
    best
}

/// Whether the replay ran into the fault that the engine claims. An engine that works on inlined
/// procedures places a fault inside a library model where the replay blames the call of it.
fn is_same(replayed: &Fault, claimed: &Fault) -> bool {
    let place = claimed.span;
    replayed.kind == claimed.kind
        && (replayed.span == place || replayed.stack.iter().any(|entry| entry.span == place))
}

/// Whether a fault is what the property is about.
fn is_asked_for(options: &Options, kind: &FaultKind) -> bool {
    match (&options.error_function, kind) {
        (None, _) => true,
        (Some(name), FaultKind::Stated(FailKind::ReachError(reached))) => name == reached,
        (Some(_), _) => false,
    }
}

/// Has a proof checked independently; a refusal is an *unknown*, because a proof that nobody
/// can re-establish proves nothing. Other solvers are asked after the embedded one has agreed,
/// so that a contradiction of theirs is known to be one.
fn certified(
    program: &Program,
    proof: Box<Proof>,
    options: &Options,
    others: &mut [Box<dyn Solver>],
    budget: &Budget,
) -> Result<Verdict, InternalError> {
    if !options.certify {
        let certificate = None;
        return Ok(Verdict::Proved { proof, certificate });
    }
    let assumed = environment(&options.config, options.error_function.as_deref());
    let certificate = match certify_plainly(program, &proof, assumed, budget) {
        Ok(certificate) => certificate,
        Err(refusal) => {
            let why = format!("a proof was found but not certified: {refusal}");
            return Ok(Verdict::Unknown(why));
        }
    };
    if others.is_empty() {
        let certificate = Some(certificate);
        return Ok(Verdict::Proved { proof, certificate });
    }
    match certify_under(program, &proof, assumed, others, budget) {
        Ok(certificate) => Ok(Verdict::Proved {
            proof,
            certificate: Some(certificate),
        }),
        Err(Refusal::Undecided(why)) => Ok(Verdict::Unknown(format!(
            "a proof was found, but the second opinion is undecided: {why}"
        ))),
        Err(refusal) => Err(InternalError(format!(
            "the solvers disagree about a proof: {refusal}"
        ))),
    }
}

/// Has a proof checked by the embedded solver alone.
fn certify_plainly(
    program: &Program,
    proof: &Proof,
    assumed: Environment,
    budget: &Budget,
) -> Result<Certificate, Refusal> {
    certify_under(program, proof, assumed, &mut [], budget)
}

/// What the checker of proofs has to assume of the environment.
pub fn environment(config: &Config, error_function: Option<&str>) -> Environment {
    // Without the name every failure counts, which demands more of a proof.
    let known = |name: &str| ERROR_FUNCTIONS.into_iter().find(|&f| f == name);
    Environment {
        only_calls_of: error_function.and_then(known),
        externals: match config.externals {
            Externals::Havoc => hatha_certify::Externals::Havoc,
            Externals::Pure => hatha_certify::Externals::Pure,
            Externals::Refuse => hatha_certify::Externals::Refuse,
        },
        misaligned_allowed: config.policy.misaligned == Misaligned::Allow,
        volatile_any: config.volatile_any,
        no_entry_alias: !config.entry_alias,
        device_memory: !config.regions.is_empty(),
    }
}
