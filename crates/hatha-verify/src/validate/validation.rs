//! From a witness and its program to a judgement.
//!
//! **Invariant.** Each engine's claim is replayed or certified, so that more of them can only decide
//! more (`crates/hatha/tests/wrong_witnesses.rs`).

use super::{
    Asserted, Decision, Judgement, Property, invariant_observers, is_at, judge_sequence,
    not_followed, reaches_last, sequence_observers, unread,
};
use crate::assumption::sentences;
use crate::check::{Cause, InternalError, Options, Report, Verdict, check};
use crate::replay::{moved, replay};
use hatha_cfa::{FailKind, Op, ProcId, Program};
use hatha_exec::fault::{Fault, Stop};
use hatha_front::load::LoadOptions;
use hatha_front::observe::{FAILED, Observers, survey};
use hatha_front::predicates::Source;
use hatha_proof::input::InputVector;
use hatha_witness::{Content, Invariant, Segment, Witness};
use std::time::Instant;

/// The engines that are asked one after the other.
const ENGINES: [&str; 3] = ["dash", "synergy", "lee-yannakakis"];

/// What is known about a witness in the end.
#[derive(Debug)]
pub struct Validated {
    /// The judgement.
    pub judgement: Judgement,
    /// What confirmed it.
    pub certified_by: Vec<String>,
    /// A test that it rests on.
    pub test: Option<InputVector>,
    /// What it assumes about the world outside the program.
    pub assumptions: Vec<String>,
}

impl Validated {
    /// Nothing is known, for this reason.
    pub fn undecided(why: impl Into<String>) -> Self {
        Validated {
            judgement: Judgement::undecided(why),
            certified_by: Vec::new(),
            test: None,
            assumptions: Vec::new(),
        }
    }

    fn of(judgement: Judgement, report: Report) -> Self {
        if judgement.decision == Decision::Undecided {
            return Validated::undecided(judgement.reason);
        }
        let (certified_by, test) = match report.verdict {
            Verdict::Proved { certificate, .. } => {
                (certificate.map_or(Vec::new(), |c| c.solvers), None)
            }
            Verdict::Violated { test, .. } => (vec!["replay".to_owned()], Some(*test)),
            Verdict::Unknown(_) => (Vec::new(), None),
        };
        Validated {
            judgement,
            certified_by,
            test,
            assumptions: sentences(report.assumptions),
        }
    }
}

/// Loads the program with observers, and with predicates to start from.
pub type Instrumented<'a> = dyn Fn(Observers, Option<Source>) -> Result<Program, String> + 'a;

/// A witness with the program it is about.
pub struct Validation<'a> {
    /// The witness.
    pub witness: &'a Witness,
    /// What it is about.
    pub property: &'a Property,
    /// The environment and the limits.
    pub options: &'a Options,
    /// The program as it is.
    pub plain: &'a Program,
    /// Its entry.
    pub entry: ProcId,
    /// When the time began to run.
    pub start: Instant,
    /// Whether the program is instrumented with rules.
    pub has_rules: bool,
    /// Whether the program is one file, so that a witness may leave its name out.
    pub one_file: bool,
    /// How the program is loaded.
    pub load: LoadOptions,
    /// Loads it with observers.
    pub instrumented: &'a Instrumented<'a>,
    /// Hears of engines that have no answer.
    pub gave_up: &'a dyn Fn(&str, &Cause),
}

impl Validation<'_> {
    /// Judges the witness.
    pub fn validate(&self) -> Result<Validated, InternalError> {
        if let Some(why) = not_followed(self.plain) {
            return Ok(Validated::undecided(why));
        }
        if *self.property == Property::Rules && !self.has_rules {
            let why = "the witness is about a rule; give it with --rule";
            return Ok(Validated::undecided(why));
        }
        let unread = unread(self.witness).map(Validated::undecided);
        match (&self.witness.content, unread) {
            (Content::Violation(segments), unread) => self.violation(segments, unread),
            (Content::Correctness(_), Some(unread)) => Ok(unread),
            (Content::Correctness(invariants), None) => self.invariants(invariants),
        }
    }

    /// The program with observers; what cannot be observed leaves the witness undecided.
    fn watched(&self, observers: Observers, predicates: Option<Source>) -> Result<Program, String> {
        (self.instrumented)(observers, predicates)
            .map_err(|why| format!("the witness does not fit to the program: {why}"))
    }

    fn entry_of(&self, program: &Program) -> Result<ProcId, InternalError> {
        let name = &self.plain.proc(self.entry).name;
        let found = program.find_proc(name);
        found.ok_or_else(|| InternalError(format!("observers took the function '{name}' away")))
    }

    /// The verdict on calls of a function, or on every fault, in the time that is left: half of
    /// it for each engine but the last.
    fn decide(&self, program: &Program, function: Option<&str>) -> Result<Report, InternalError> {
        let entry = self.entry_of(program)?;
        let (last, others) = (ENGINES[ENGINES.len() - 1], &ENGINES[..ENGINES.len() - 1]);
        let ask = |engine: &str, parts: u32| {
            let left = self.options.timeout.saturating_sub(self.start.elapsed());
            let options = Options {
                engine: engine.to_owned(),
                error_function: function.map(str::to_owned),
                timeout: left / parts,
                ..self.options.clone()
            };
            check(program, entry, &options)
        };
        for engine in others {
            let report = ask(engine, 2)?;
            let Verdict::Unknown(cause) = &report.verdict else {
                return Ok(report);
            };
            (self.gave_up)(engine, cause);
        }
        ask(last, 1)
    }

    /// Follows the sequence; where that is not decided, asks whether there is any violation.
    fn violation(
        &self,
        segments: &[Segment],
        unread: Option<Validated>,
    ) -> Result<Validated, InternalError> {
        if let Some(name) = self.property.function()
            && !self.property.is_about(self.plain)
        {
            // The tool that wrote the witness must mean something else.
            let why = format!("the program has no function `{name}`");
            return Ok(Validated::undecided(why));
        }
        if matches!(self.property, Property::Unnamed | Property::Other) {
            let specification = &self.witness.metadata.task.specification;
            let why = format!("violations of `{specification}` are not followed");
            return Ok(unread.unwrap_or_else(|| Validated::undecided(why)));
        }
        let followed = match unread {
            Some(unread) => unread,
            None => self.followed(segments)?,
        };
        if followed.judgement.decision != Decision::Undecided || !self.property.is_provable() {
            return Ok(followed);
        }
        let report = self.decide(self.plain, self.asked())?;
        if !report.verdict.is_proved() {
            return Ok(followed);
        }
        let reason = "no execution violates the property, whatever the sequence says";
        let judgement = Judgement::new(Decision::Rejected, reason);
        Ok(Validated::of(judgement, report))
    }

    /// The function whose call is the failure in the program as it is; without one every fault
    /// counts.
    fn asked(&self) -> Option<&'static str> {
        match self.property {
            Property::Rules => Some(hatha_rules::FAILURE),
            _ => self.property.function(),
        }
    }

    fn followed(&self, segments: &[Segment]) -> Result<Validated, InternalError> {
        let function = self.property.function();
        let sites = survey(&self.load).unwrap_or_default();
        let watched = sequence_observers(segments, function, &sites, self.one_file)
            .map_err(|why| why.to_string())
            .and_then(|observers| self.watched(observers, None));
        let mut watched = match watched {
            Ok(watched) => watched,
            Err(why) => return Ok(Validated::undecided(why)),
        };
        let report = self.decide(&watched, function.map_or(self.asked(), |_| Some(FAILED)))?;
        let replayed = match &report.verdict {
            Verdict::Violated { test, fault, .. } => {
                let is_there =
                    function.is_some() || self.is_target(&mut watched, segments, test, fault)?;
                let test = moved(test, &watched, self.plain);
                self.replayed(&test)?.filter(|_| is_there)
            }
            _ => None,
        };
        let judgement = judge_sequence(self.property, &report, replayed.is_some());
        Ok(Validated {
            test: replayed,
            ..Validated::of(judgement, report)
        })
    }

    /// Whether a fault of the watched program is what the sequence ends with.
    fn is_target(
        &self,
        watched: &mut Program,
        segments: &[Segment],
        test: &InputVector,
        fault: &Fault,
    ) -> Result<bool, InternalError> {
        let is_meant = |s: &Segment| is_at(watched, fault, &s.follow.location);
        if !self.property.is_broken_by(&fault.kind) || !segments.last().is_some_and(is_meant) {
            return Ok(false);
        }
        let config = &self.options.config;
        reaches_last(watched, config, test, segments.len())
    }

    /// The test as the program without the witness runs it, if it breaks the property there.
    fn replayed(&self, test: &InputVector) -> Result<Option<InputVector>, InternalError> {
        let replayed = replay(self.plain, self.entry, &self.options.config, test)?;
        let breaks =
            matches!(&replayed.stop, Stop::Fault(f) if self.property.is_broken_by(&f.kind));
        Ok(breaks.then_some(replayed.vector))
    }

    fn invariants(&self, invariants: &[Invariant]) -> Result<Validated, InternalError> {
        let function = self.property.function();
        let observers = match invariant_observers(invariants, function, self.one_file) {
            Ok(observers) => observers,
            Err(why) => return Ok(Validated::undecided(why.to_string())),
        };
        let advised = self.watched(observers.clone(), Some(advice(invariants)));
        // A condition that cannot be a predicate is still an assertion.
        let mut watched = match advised.or_else(|_| self.watched(observers, None)) {
            Ok(watched) => watched,
            Err(why) => return Ok(Validated::undecided(why)),
        };
        let asked = match self.property {
            Property::Faults(_) => None,
            Property::Rules => {
                fail_as_rule(&mut watched);
                self.asked()
            }
            _ => Some(FAILED),
        };
        let report = self.decide(&watched, asked)?;
        let asserted = Asserted {
            program: &watched,
            entry: self.entry_of(&watched)?,
            config: &self.options.config,
            invariants,
            property: self.property,
        };
        let judgement = asserted.judge(&report);
        Ok(Validated::of(judgement, report))
    }
}

/// Makes a broken invariant a failure of the same name as a broken rule, since one name is asked
/// about; which of them it is says the function that it is in.
fn fail_as_rule(program: &mut Program) {
    for edge in program.procs.iter_mut().flat_map(|p| &mut p.edges) {
        if let Op::Fail(FailKind::ReachError(name)) = &mut edge.op
            && name == FAILED
        {
            hatha_rules::FAILURE.clone_into(name);
        }
    }
}

/// The invariants as predicates that the search starts from.
fn advice(invariants: &[Invariant]) -> Source {
    let line = |i: &Invariant| format!("{}: {}\n", i.location.line, i.value.replace('\n', " "));
    Source {
        name: "invariants of the witness".to_owned(),
        text: invariants.iter().map(line).collect(),
    }
}
