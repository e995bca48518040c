//! The result of a check as a document, `docs/formats/check.md`.
//!
//! **Invariant.** Every field is always there, whatever the verdict. Fields are
//! only ever added. A document starts as *unknown* and becomes something else
//! only from a [`Report`].

use super::check_notes::check_notes;
use hatha_cfa::checks::FAILED;
use hatha_cfa::{CheckKind, FailKind, ProcId, Program};
use hatha_engine::Counts;
use hatha_exec::config::Externals;
use hatha_exec::fault::FaultKind;
use hatha_proof::input::{InputEntry, Placement, TargetNote};
use hatha_proof::shown::{ShownInput, shown};
use hatha_rules::Instrumented;
use hatha_smt::Referee;
use hatha_verify::assumption::{self, Assumption};
use hatha_verify::check::invariants::{Boundary, Invariant, invariants};
use hatha_verify::check::portfolio::EngineReport;
use hatha_verify::check::property::{Property, Status};
use hatha_verify::check::trace::Step;
use hatha_verify::check::{self, Options, Report, Verdict};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The `schema` of the document.
const SCHEMA: &str = "hatha-check";
/// The version of the format.
const VERSION: u32 = 1;
/// Inputs of the test of a check that a sentence tells.
const INPUTS: usize = 24;
/// All faults of memory.
const MEMORY: &str = "memory";
/// What *proved* does not exclude, if nothing else is asked.
const UNCHECKED: [&str; 8] = [
    MEMORY,
    "division-by-zero",
    "signed-overflow",
    "shift-out-of-range",
    "float-conversion",
    "bad-argument",
    "bad-call",
    "missing-return",
];

/// The name that a fault has among the properties of the software verification competition.
fn competition_name(fault: &FaultKind) -> Option<&'static str> {
    match fault {
        FaultKind::SignedOverflow => Some("no-overflow"),
        fault if fault.checked() == Some(CheckKind::InvalidAccess) => Some("valid-deref"),
        fault if fault.checked() == Some(CheckKind::InvalidFree) => Some("valid-free"),
        FaultKind::Leak => Some("valid-memtrack"),
        FaultKind::Cleanup | FaultKind::CleanupOnFailure => Some("valid-memcleanup"),
        FaultKind::Stated(FailKind::ReachError(name)) if name != hatha_rules::FAILURE => {
            Some("unreach-call")
        }
        _ => None,
    }
}

/// The three answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Answer {
    /// No failure can be reached.
    Proved,
    /// A failure was reached.
    Violated,
    /// Neither is known.
    #[default]
    Unknown,
}

/// Queries to solvers, by what they were for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Queries {
    /// To find tests and refute steps.
    pub search: u64,
    /// To learn invariants.
    pub generalisation: u64,
    /// To certify a proof.
    pub certification: u64,
}

/// Seconds, by what they were for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Seconds {
    /// Reading the program.
    pub load: f64,
    /// Searching.
    pub search: f64,
    /// Replaying or certifying.
    pub certify: f64,
    /// Asking whether the proof is vacuous.
    pub vacuity: f64,
}

/// What another solver said about the answers of ours.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SecondOpinion {
    /// Its name.
    pub solver: String,
    /// Answers that it gave too.
    pub confirmed: u64,
    /// Answers about which it could not decide.
    pub undecided: u64,
    /// Questions to which there was no answer.
    pub unanswered: u64,
}

impl SecondOpinion {
    /// So far.
    pub(super) fn of(referee: &Referee) -> Self {
        let counts = referee.counts();
        SecondOpinion {
            solver: referee.name().to_owned(),
            confirmed: counts.confirmed,
            undecided: counts.undecided,
            unanswered: counts.unanswered,
        }
    }
}

impl fmt::Display for SecondOpinion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SecondOpinion {
            solver, confirmed, ..
        } = self;
        write!(f, "second opinion: {solver} confirms {confirmed} answers")?;
        match self.undecided {
            0 => Ok(()),
            n => write!(f, " and could not decide {n}"),
        }
    }
}

/// One check of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PropertyNote {
    /// Function and ordinal.
    pub id: String,
    /// `assertion`, `reach-error`, …
    pub kind: String,
    /// `file:line:column`.
    pub location: String,
    /// What is known about it.
    pub verdict: Status,
    /// Proved, and vacuous.
    pub vacuous: bool,
}

/// What is known about a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CheckAnswer {
    /// A test makes it fail.
    Violated,
    /// Neither is known.
    Unknown,
    /// It cannot fail.
    Proved,
    /// No execution gets to it.
    Unreachable,
    /// A comment accepts it: nothing was asked.
    Accepted,
}

impl CheckAnswer {
    pub(super) fn of(property: &Property) -> Self {
        match property.status {
            Status::Unknown if property.accepted.is_some() => CheckAnswer::Accepted,
            Status::Violated => CheckAnswer::Violated,
            Status::Unknown => CheckAnswer::Unknown,
            Status::Proved if property.vacuous => CheckAnswer::Unreachable,
            Status::Proved => CheckAnswer::Proved,
        }
    }

    /// In a word.
    pub(super) fn name(self) -> &'static str {
        match self {
            CheckAnswer::Violated => "violated",
            CheckAnswer::Unknown => "unknown",
            CheckAnswer::Proved => "proved",
            CheckAnswer::Unreachable => "unreachable",
            CheckAnswer::Accepted => "accepted",
        }
    }
}

/// One check with its verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CheckNote {
    /// Function, kind and ordinal.
    pub id: String,
    /// The function.
    pub function: String,
    /// The fault that it is about.
    pub kind: String,
    /// `file:line:column`.
    pub location: String,
    /// What is known about it.
    pub verdict: CheckAnswer,
    /// If it is proved: the checks that are assumed not to have failed before.
    pub assuming: Vec<String>,
    /// If it is violated: the fault that its own test runs into, one of those that the check is
    /// about.
    #[serde(default)]
    pub fault: String,
    /// If it is violated: the inputs of its own test.
    pub inputs: Vec<InputEntry>,
    /// The same as people read them.
    #[serde(default)]
    pub shown_inputs: Vec<ShownInput>,
    /// If it is violated: the path of its own test.
    #[serde(default)]
    pub trace: Vec<Step>,
    /// If it is unknown or accepted: why.
    pub reason: String,
    /// With `--tests`, if it is proved: the file of a test that reaches it; empty if there is none.
    #[serde(default)]
    pub reached_by: String,
    /// The checks of the program that it stands for: itself, or those inside the library that a call
    /// may come to.
    #[serde(skip)]
    pub stands_for: Vec<String>,
}

impl CheckNote {
    /// What is known about it, in a sentence.
    pub(super) fn sentence(&self) -> String {
        let CheckNote {
            fault, location, ..
        } = self;
        match self.verdict {
            CheckAnswer::Violated if self.inputs.is_empty() => format!("{fault} at {location}"),
            CheckAnswer::Violated => format!("{fault} at {location} with {}", self.inputs_text()),
            CheckAnswer::Unknown => format!("not decided: {}", self.reason),
            CheckAnswer::Accepted => format!("accepted: {}", self.reason),
            CheckAnswer::Unreachable => format!("no execution gets to {location}"),
            CheckAnswer::Proved if self.assuming.is_empty() => format!("proved at {location}"),
            CheckAnswer::Proved => format!(
                "proved at {location}, assuming that these did not fail before: {}",
                self.assuming.join(", ")
            ),
        }
    }

    /// The first inputs of its test.
    pub(crate) fn inputs_text(&self) -> String {
        let shown = self.shown_inputs.iter().take(INPUTS);
        let shown: Vec<String> = shown.map(|i| format!("{} = {}", i.name, i.value)).collect();
        shown.join(", ")
    }
}

/// How a rule was broken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RuleNote {
    /// The rule.
    pub rule: String,
    /// What it says.
    pub message: String,
    /// The event, `fclose.call`.
    pub event: String,
    /// Where the rule says so.
    pub rule_location: String,
    /// Where the program did it.
    pub location: String,
}

/// What one of several engines did that went on side by side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Contribution {
    /// The engine.
    pub engine: String,
    /// Tests that it ran.
    pub tests: u64,
    /// Queries of its search.
    pub queries: u64,
    /// Tests of the others that it took.
    pub adopted: u64,
    /// Predicates of the others that it took.
    #[serde(default)]
    pub heard: u64,
    /// Its work as far as it is counted, in units.
    #[serde(default)]
    pub work: u64,
    /// What became of it.
    pub end: String,
}

/// The document; `docs/formats/check.md` describes its fields.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Document {
    pub schema: String,
    pub version: u32,
    pub verdict: Answer,
    pub reason: String,
    /// Of an *unknown*: the kind of its reason.
    #[serde(default)]
    pub cause: String,
    pub engine: String,
    pub seconds: f64,
    pub iterations: u64,
    pub tests: u64,
    pub regions: u64,
    pub predicates: u64,
    /// Steps over calls that a test took as another test had gone through the procedure.
    #[serde(default)]
    pub must_summaries: u64,
    /// The symbolic states of the last iteration (guarded commands), or the combined states of a
    /// walk.
    #[serde(default)]
    pub states: u64,
    /// Times that a walk began again with a finer abstraction.
    #[serde(default)]
    pub refinements: u64,
    /// Of guarded commands: what concluded the proof.
    #[serde(default)]
    pub deciding_check: String,
    /// With a cache: the procedures that take part, where an earlier run helped.
    #[serde(default)]
    pub procedures: u64,
    /// Those of them that were analysed again.
    #[serde(default)]
    pub procedures_analysed: Vec<String>,
    /// With `--engine auto`: what each engine did.
    #[serde(default)]
    pub portfolio: Vec<Contribution>,
    pub solver_queries: Queries,
    pub solver_seconds: f64,
    pub times: Seconds,
    pub certified_by: Vec<String>,
    pub second_opinion: Option<SecondOpinion>,
    pub inputs: Vec<InputEntry>,
    /// The same as people read them.
    #[serde(default)]
    pub shown_inputs: Vec<ShownInput>,
    /// Where objects lie whose addresses the failure depends on.
    #[serde(default)]
    pub layout: Vec<Placement>,
    pub trace: Vec<Step>,
    pub trace_left_out: u64,
    pub trace_resumes_at: usize,
    pub invariants: Vec<Invariant>,
    #[serde(default)]
    pub boundary_invariants: Vec<Boundary>,
    pub entry: String,
    pub target: Option<TargetNote>,
    pub error_function: Option<String>,
    pub externals: Vec<String>,
    pub externals_are: String,
    pub assumptions: Vec<String>,
    /// What each of the assumptions is about, by the names of [`assumption::Kind`].
    #[serde(default)]
    pub assumption_ids: Vec<String>,
    pub unchecked_faults: Vec<String>,
    /// The faults that are checked, by their kinds.
    #[serde(default)]
    pub checked_faults: Vec<String>,
    /// Of a violation: the property of the competition that is violated, if there is one.
    #[serde(default)]
    pub violated_property: Option<String>,
    pub vacuous: bool,
    pub vacuous_because: String,
    pub properties: Vec<PropertyNote>,
    /// With `--checks`: each check with its verdict.
    #[serde(default)]
    pub checks: Vec<CheckNote>,
    /// With `--tests`: the proved checks that none of the tests reaches.
    #[serde(default)]
    pub unreached_checks: Vec<String>,
    pub rules: Vec<String>,
    pub rule_violation: Option<RuleNote>,
    /// What *proved* says about the question, in words; empty otherwise.
    #[serde(default)]
    pub claim: String,
    /// The defects of hatha that the run met and went on without.
    #[serde(default)]
    pub internal_errors: Vec<String>,
    /// A file about them that can be attached to a report of a bug.
    #[serde(default)]
    pub internal_error_file: Option<String>,
}

impl Document {
    /// What can be said before the program has been read.
    pub(super) fn blank(engine: &str, entry: &str) -> Self {
        Document {
            schema: SCHEMA.to_owned(),
            version: VERSION,
            engine: engine.to_owned(),
            entry: entry.to_owned(),
            unchecked_faults: UNCHECKED.map(str::to_owned).to_vec(),
            ..Document::default()
        }
    }

    /// What can be said before the search.
    pub(super) fn loaded(program: &Program, entry: ProcId, options: &Options, load: f64) -> Self {
        tracing::trace!(target: "walk", "the document is begun");
        let target = hatha_engine::Target {
            function: options.error_function.clone(),
        };
        let properties = check::property::properties(program, entry, &target);
        let assumptions = assumption::of_verdict(program, entry, options);
        Document {
            times: Seconds {
                load,
                ..Seconds::default()
            },
            target: Some(TargetNote::from(&program.target)),
            error_function: options.error_function.clone(),
            externals: check::externals(program, entry),
            externals_are: externals_are(options.config.externals).to_owned(),
            assumption_ids: ids(&assumptions),
            assumptions: assumption::sentences(assumptions),
            properties: notes(program, &properties),
            ..Document::blank(&options.engine, &program.proc(entry).name)
        }
        .with_checks(options)
    }

    /// Takes the faults that are checked.
    fn with_checks(mut self, options: &Options) -> Self {
        if let Some(checks) = &options.checks {
            let names = checks.kinds.iter().map(|k| k.name().to_owned());
            self.checked_faults = names.collect();
            self.unchecked_faults
                .retain(|name| !self.checked_faults.contains(name));
            let is_asked = |k: &CheckKind| checks.kinds.contains(k);
            if is_asked(&CheckKind::InvalidAccess) && is_asked(&CheckKind::InvalidFree) {
                // What is left of memory faults.
                self.unchecked_faults.retain(|name| name != MEMORY);
                let left = CheckKind::MEMORY.into_iter().filter(|k| !is_asked(k));
                let left = left.map(|k| k.name().to_owned());
                self.unchecked_faults.extend(left);
            }
        }
        self
    }

    /// Whether a property file asks about everything that C does not define: the others ask about arithmetic alone or
    /// memory alone.
    fn is_about_defined_behaviour(&self) -> bool {
        let is_asked = |kind: CheckKind| self.checked_faults.iter().any(|f| f == kind.name());
        self.error_function.as_deref() == Some(FAILED)
            && is_asked(CheckKind::SignedOverflow)
            && is_asked(CheckKind::InvalidAccess)
    }

    /// Takes the rules, and what they take for granted: nobody sees what a function without a
    /// body does to the objects that a rule watches.
    pub(crate) fn take_rules(&mut self, instrumented: &Instrumented) {
        self.rules.clone_from(&instrumented.rules);
        if !self.rules.is_empty() && !self.externals.is_empty() {
            let text = "functions without a body do nothing that the rule watches";
            self.assumptions.push(text.to_owned());
            let kind = assumption::Kind::UnwatchedExternals;
            self.assumption_ids.push(kind.id().to_owned());
        }
    }

    /// Takes the counts of a search that may still go on.
    pub(super) fn count(&mut self, counts: &Counts) {
        self.iterations = counts.iterations;
        self.tests = counts.tests;
        self.regions = counts.regions;
        self.predicates = counts.predicates;
        self.must_summaries = counts.must_summaries;
        self.states = counts.states;
        self.refinements = counts.refinements;
        self.solver_queries.search = counts.queries;
        self.solver_queries.generalisation = counts.generalisation_queries;
        self.solver_seconds = counts.solver_time.as_secs_f64();
    }

    /// Takes the answer.
    pub(super) fn answer(&mut self, program: &Program, entry: ProcId, report: &Report) {
        // What only this test assumes.
        for more in &report.assumptions {
            if !self.assumptions.contains(&more.sentence) {
                self.assumptions.push(more.sentence.clone());
                self.assumption_ids.push(more.kind.id().to_owned());
            }
        }
        self.count(&report.counts);
        report.engine.clone_into(&mut self.engine);
        let contribution = |r: &EngineReport| Contribution {
            engine: r.engine.to_owned(),
            tests: r.counts.tests,
            queries: r.counts.queries,
            adopted: r.imported_tests,
            heard: r.imported_predicates,
            work: r.work,
            end: r.end.to_string(),
        };
        self.portfolio = report.engines.iter().map(contribution).collect();
        if let Some(resumed) = &report.resumed {
            self.procedures = resumed.procedures;
            self.procedures_analysed.clone_from(&resumed.analysed);
        }
        self.times.search = report.times.search.as_secs_f64();
        self.times.certify = report.times.certify.as_secs_f64();
        self.times.vacuity = report.times.vacuity.as_secs_f64();
        self.seconds = self.times.load + report.seconds;
        self.properties = notes(program, &report.properties);
        self.vacuous = report.vacuity.is_some();
        self.vacuous_because = report.vacuity.map_or("", |v| v.text()).to_owned();
        match &report.verdict {
            Verdict::Proved { proof, certificate } => {
                self.verdict = Answer::Proved;
                self.claim = self.claimed() + &left_out(&report.properties);
                let shown = invariants(program, entry, proof);
                self.invariants = shown.loops;
                self.boundary_invariants = shown.boundaries;
                if let Some(certificate) = certificate {
                    self.certified_by.clone_from(&certificate.solvers);
                    self.solver_queries.certification = certificate.obligations as u64;
                }
            }
            Verdict::Violated {
                test, fault, trace, ..
            } => {
                self.verdict = Answer::Violated;
                let place = program.sources.describe(fault.span);
                self.reason = format!("{} at {place}", fault.kind);
                self.certified_by = vec!["replay".to_owned()];
                let property = match self.is_about_defined_behaviour() {
                    true => Some("def-behavior"),
                    false => competition_name(&fault.kind),
                };
                self.violated_property = property.map(str::to_owned);
                self.inputs.clone_from(&test.inputs);
                self.shown_inputs = shown(test);
                self.layout.clone_from(&test.layout);
                self.trace.clone_from(&trace.steps);
                (self.trace_left_out, self.trace_resumes_at) = trace.cut.unwrap_or_default();
            }
            Verdict::Unknown(cause) => {
                self.reason = cause.to_string();
                cause.name().clone_into(&mut self.cause);
            }
        }
        if !self.checked_faults.is_empty() {
            self.checks = check_notes(program, entry, report);
        }
    }
}

impl Document {
    /// What a proof of what was asked says, and what it does not.
    fn claimed(&self) -> String {
        let kept = match &self.rules[..] {
            [] => None,
            [one] => Some(format!("{one} is kept")),
            [first @ .., last] => Some(format!("{} and {last} are kept", first.join(", "))),
        };
        let holds = match (kept, self.error_function.as_deref()) {
            (None, None) => "assertions hold".to_owned(),
            (Some(kept), None) => format!("{kept} and assertions hold"),
            (Some(kept), Some(hatha_rules::FAILURE)) => kept,
            (_, Some(FAILED)) => return self.faultless(),
            (_, Some(f)) => format!("no call of {f} can be reached"),
        };
        match self.checked_faults.is_empty() {
            true => format!("{holds}; memory and arithmetic faults not checked"),
            false => format!("{holds}; {}", self.faultless()),
        }
    }

    /// That the faults which are checked do not happen, and which are not checked.
    fn faultless(&self) -> String {
        let (groups, mut checked) = grouped(&self.checked_faults);
        if !groups.is_empty() {
            checked.insert(0, format!("{} fault", enumerated(&groups, "or")));
        }
        let (groups, mut unchecked) = grouped(&self.unchecked_faults);
        if !groups.is_empty() {
            unchecked.insert(0, format!("{} faults", enumerated(&groups, "and")));
        }
        let checked = checked.join(", ");
        match unchecked.is_empty() {
            true => format!("no {checked} can happen"),
            false => format!(
                "no {checked} can happen; {} not checked",
                unchecked.join(", ")
            ),
        }
    }

    /// Says of a failure that a rule states which rule it is and who broke it: the innermost
    /// invocation outside the rules.
    pub(super) fn blame(
        &mut self,
        program: &Program,
        instrumented: &Instrumented,
        report: &Report,
    ) {
        let Verdict::Violated { fault, .. } = &report.verdict else {
            return;
        };
        let Some(violation) = instrumented.violation(fault.span) else {
            return;
        };
        let user = fault.stack.iter().find(|e| !instrumented.is_rule(e.span));
        let location = user.map_or_else(String::new, |e| program.sources.describe(e.span));
        let event = fault
            .stack
            .first()
            .map(|e| program.proc(e.proc).name.clone());
        let note = RuleNote {
            rule: violation.rule.clone(),
            message: violation.message.clone(),
            event: event.unwrap_or_default(),
            rule_location: program.sources.describe(fault.span),
            location,
        };
        self.reason = format!("{} ({}) at {}", note.message, note.rule, note.location);
        self.rule_violation = Some(note);
    }
}

/// Names of faults for the reader: the groups that are complete, and the other names.
fn grouped(names: &[String]) -> (Vec<&'static str>, Vec<String>) {
    let mut left = names.to_vec();
    let mut complete = Vec::new();
    for (kinds, group) in [
        (&CheckKind::ARITHMETIC[..], "arithmetic"),
        (&CheckKind::MEMORY[..], MEMORY),
        (&CheckKind::CALLS[..], "call"),
    ] {
        let is_of_group = |name: &String| kinds.iter().any(|k| k.name() == name) || name == group;
        if left.iter().any(|name| name == group)
            || kinds
                .iter()
                .all(|k| left.iter().any(|name| name == k.name()))
        {
            left.retain(|name| !is_of_group(name));
            complete.push(group);
        }
    }
    (complete, left)
}

/// `a`, `a or b`, `a, b or c`.
fn enumerated(names: &[&str], last: &str) -> String {
    match names {
        [front @ .., before, end] => {
            let front: String = front.iter().map(|n| format!("{n}, ")).collect();
            format!("{front}{before} {last} {end}")
        }
        _ => names.concat(),
    }
}

/// That accepted checks are no part of a claim.
fn left_out(properties: &[Property]) -> String {
    match properties.iter().filter(|p| p.accepted.is_some()).count() {
        0 => String::new(),
        1 => "; 1 accepted check is left out".to_owned(),
        n => format!("; {n} accepted checks are left out"),
    }
}

fn ids(assumptions: &[Assumption]) -> Vec<String> {
    let id = |a: &Assumption| a.kind.id().to_owned();
    assumptions.iter().map(id).collect()
}

fn externals_are(how: Externals) -> &'static str {
    match how {
        Externals::Havoc => "havoc",
        Externals::Pure => "pure",
        Externals::Refuse => "refuse",
    }
}

fn notes(program: &Program, properties: &[Property]) -> Vec<PropertyNote> {
    let note = |p: &Property| PropertyNote {
        id: p.id.clone(),
        kind: p.kind_name().to_owned(),
        location: program.sources.describe(p.span),
        verdict: p.status,
        vacuous: p.vacuous,
    };
    properties.iter().map(note).collect()
}
