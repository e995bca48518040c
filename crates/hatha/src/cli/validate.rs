//! `hatha validate`: is a witness right?

use super::args::{DataModelArg, FormatArg, ValidateArgs};
use super::exit::{self, Failure};
use super::{Outcome, check, environment, file, guard, program, property, worker};
use hatha_cfa::{FailKind, Op, Program};
use hatha_exec::fault::{Fault, Stop};
use hatha_front::load::LoadOptions;
use hatha_front::observe::{FAILED, Observers, survey};
use hatha_front::predicates::Source;
use hatha_proof::input::InputVector;
use hatha_report::sha256::hex as sha256;
use hatha_verify::check::{Options, Report, Verdict, check as decide};
use hatha_verify::replay::{moved, replay};
use hatha_verify::validate::{
    Asserted, Decision, Judgement, Property, invariant_observers, is_at, judge_sequence, kind,
    not_followed, reaches_last, sequence_observers, unread,
};
use hatha_witness::{Content, Invariant, Segment, Witness};
use serde_json::json;
use std::ffi::OsString;
use std::time::Instant;

/// The engines that are asked one after the other. Each one's word is replayed or certified, so
/// that more of them can only decide more.
const ENGINES: [&str; 3] = ["dash", "synergy", "lee-yannakakis"];

/// What is known about a witness in the end.
struct Validated {
    judgement: Judgement,
    certified_by: Vec<String>,
    test: Option<InputVector>,
}

impl Validated {
    fn undecided(why: impl Into<String>) -> Self {
        Validated {
            judgement: Judgement::undecided(why),
            certified_by: Vec::new(),
            test: None,
        }
    }
}

/// Judges a witness in a process that can be ended: 0 confirmed, 1 rejected, 2 undecided.
pub fn main(args: &ValidateArgs, arguments: &[OsString]) -> Outcome {
    let start = Instant::now();
    let witness = read(args)?;
    let timeout = check::timeout(args.timeout)?;
    let limits = guard::Limits {
        deadline: start.checked_add(timeout),
        memory: args.memory,
    };
    match guard::guarded("validate", arguments, limits)? {
        guard::End::Done(text, status) => {
            print!("{text}");
            Ok(status)
        }
        guard::End::Limit(limit) => {
            let validated = Validated::undecided(limit.to_string());
            let notes = notes(args, &witness);
            show(
                args,
                &witness,
                &validated,
                &notes,
                start.elapsed().as_secs_f64(),
            );
            Ok(exit::UNKNOWN)
        }
    }
}

fn read(args: &ValidateArgs) -> Result<Witness, Failure> {
    let text = file::read(&args.witness)?;
    hatha_witness::read(&text).map_err(|problem| {
        let path = args.witness.display();
        let is_c = args
            .witness
            .extension()
            .is_some_and(|e| e == "c" || e == "i");
        let hint = match is_c {
            true => "\nthe witness comes first: hatha validate WITNESS.yml FILE.c",
            false => "",
        };
        let why = format!("error: {path}:{problem}{hint}");
        Failure::new(exit::BAD_INPUT, why)
    })
}

/// The part that may be ended from outside.
pub fn work(args: &ValidateArgs) -> Outcome {
    worker::end_with_supervisor();
    let start = Instant::now();
    let witness = read(args)?;
    let job = Job::new(args, &witness, start)?;
    let validated = job.validate()?;
    let notes = notes(args, &witness);
    show(
        args,
        &witness,
        &validated,
        &notes,
        start.elapsed().as_secs_f64(),
    );
    if let (Some(folder), Some(test)) = (&args.tests, &validated.test) {
        check::write_test(folder, test)?;
    }
    Ok(match validated.judgement.decision {
        Decision::Confirmed => exit::OK,
        Decision::Rejected => exit::VIOLATED,
        Decision::Undecided => exit::UNKNOWN,
    })
}

/// What the user should know besides: files that are not the ones of the witness.
fn notes(args: &ValidateArgs, witness: &Witness) -> Vec<String> {
    let mut notes = Vec::new();
    let hashes = &witness.metadata.task.input_file_hashes;
    for path in &args.front.files {
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned());
        let is_named = |given: &str| given.rsplit('/').next() == name.as_deref();
        let Some((given, expected)) = hashes.iter().find(|(f, _)| is_named(f)) else {
            continue;
        };
        let Ok(bytes) = std::fs::read(path) else {
            continue;
        };
        if !expected.eq_ignore_ascii_case(&sha256(&bytes)) {
            notes.push(format!(
                "`{given}` has another hash in the witness than the file here"
            ));
        }
    }
    notes
}

fn show(args: &ValidateArgs, witness: &Witness, v: &Validated, notes: &[String], seconds: f64) {
    let decision = json!(v.judgement.decision);
    if args.format == FormatArg::Json {
        let inputs = v.test.as_ref().map(|t| &t.inputs);
        println!(
            "{}",
            json!({
                "schema": "hatha-validate",
                "version": 1,
                "kind": kind(witness),
                "producer": witness.metadata.producer.name,
                "decision": decision,
                "reason": v.judgement.reason,
                "certified_by": v.certified_by,
                "inputs": inputs.cloned().unwrap_or_default(),
                "notes": notes,
                "seconds": seconds,
            })
        );
        return;
    }
    let word = decision.as_str().unwrap_or_default().to_owned();
    println!("{word}: {}", v.judgement.reason);
    if args.verbosity.quiet {
        return;
    }
    if let Some(test) = &v.test {
        let inputs = test.inputs.iter().map(|i| i.value.to_string());
        println!("  inputs: {}", inputs.collect::<Vec<_>>().join(", "));
    }
    if !v.certified_by.is_empty() {
        println!("  confirmed by: {}", v.certified_by.join(", "));
    }
    for note in notes {
        println!("  note: {note}");
    }
}

/// A witness with the program it is about.
struct Job<'a> {
    args: &'a ValidateArgs,
    witness: &'a Witness,
    options: Options,
    property: Property,
    model: Option<DataModelArg>,
    /// The program as it is.
    plain: Program,
    start: Instant,
}

impl<'a> Job<'a> {
    fn new(args: &'a ValidateArgs, witness: &'a Witness, start: Instant) -> Result<Self, Failure> {
        let task = &witness.metadata.task;
        let named = match &args.property {
            Some(file) => Property::Calls(property::error_function(file)?),
            None if args.front.rules.is_empty() => Property::read(&task.specification),
            None => Property::Rules,
        };
        let model = match task.data_model.as_str() {
            "ILP32" | "32bit" => Some(DataModelArg::Ilp32),
            "LP64" | "64bit" => Some(DataModelArg::Lp64),
            _ => None,
        };
        let model = args.front.data_model.or(model);
        // A program that does not load is told first, before anything is woven into it.
        let plain = program::watched(&args.front, model, None, None)?;
        let property = named.or_of(&plain);
        let config = environment::config(&args.environment, property.function().is_some());
        Ok(Job {
            args,
            witness,
            options: Options::new(config, check::timeout(args.timeout)?),
            property,
            model,
            plain,
            start,
        })
    }

    fn validate(&self) -> Result<Validated, Failure> {
        if let Some(why) = not_followed(&self.plain) {
            return Ok(Validated::undecided(why));
        }
        if self.property == Property::Rules && self.args.front.rules.is_empty() {
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

    /// The program with observers; what cannot be woven in leaves the witness undecided.
    fn watched(&self, observers: Observers, predicates: Option<Source>) -> Result<Program, String> {
        let front = &self.args.front;
        let loaded = program::watched(front, self.model, Some(observers), predicates);
        loaded.map_err(|failure| {
            format!(
                "the witness does not fit to the program: {}",
                failure.message
            )
        })
    }

    /// The verdict on calls of a function, or on every fault, in the time that is left: half of
    /// it for each engine but the last.
    fn decide(&self, program: &Program, function: Option<&str>) -> Result<Report, Failure> {
        let entry = program::entry(program, &self.args.front)?;
        let (last, others) = (ENGINES[ENGINES.len() - 1], &ENGINES[..ENGINES.len() - 1]);
        let ask = |engine: &str, parts: u32| {
            let left = self.options.timeout.saturating_sub(self.start.elapsed());
            let options = Options {
                engine: engine.to_owned(),
                error_function: function.map(str::to_owned),
                timeout: left / parts,
                ..self.options.clone()
            };
            decide(program, entry, &options)
                .map_err(|e| Failure::new(exit::INTERNAL, format!("internal error: {}", e.0)))
        };
        for engine in others {
            let report = ask(engine, 2)?;
            let Verdict::Unknown(why) = &report.verdict else {
                return Ok(report);
            };
            if self.args.verbosity.verbose {
                eprintln!("hatha: note: {engine} gives up: {why}");
            }
        }
        ask(last, 1)
    }

    fn one_file(&self) -> bool {
        self.args.front.files.len() == 1
    }

    /// Follows the sequence; where that is not decided, asks whether there is any violation.
    fn violation(
        &self,
        segments: &[Segment],
        unread: Option<Validated>,
    ) -> Result<Validated, Failure> {
        if let Some(name) = self.property.function()
            && !self.property.is_about(&self.plain)
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
        let report = self.decide(&self.plain, self.asked())?;
        if !matches!(report.verdict, Verdict::Proved { .. }) {
            return Ok(followed);
        }
        let reason = "no execution violates the property, whatever the sequence says";
        let judgement = Judgement::new(Decision::Rejected, reason);
        Ok(validated(judgement, report))
    }

    /// The function whose call is the failure in the program as it is; without one every fault
    /// counts.
    fn asked(&self) -> Option<&'static str> {
        match self.property {
            Property::Rules => Some(hatha_rules::FAILURE),
            _ => self.property.function(),
        }
    }

    fn followed(&self, segments: &[Segment]) -> Result<Validated, Failure> {
        let function = self.property.function();
        let load = LoadOptions {
            data_model: self.model.map(program::data_model),
            ..program::options(&self.args.front)
        };
        let sites = survey(&load).unwrap_or_default();
        let watched = sequence_observers(segments, function, &sites, self.one_file())
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
                let test = moved(test, &watched, &self.plain);
                self.replayed(&test)?.filter(|_| is_there)
            }
            _ => None,
        };
        let judgement = judge_sequence(&self.property, &report, replayed.is_some());
        Ok(Validated {
            test: replayed,
            ..validated(judgement, report)
        })
    }

    /// Whether a fault of the watched program is what the sequence ends with.
    fn is_target(
        &self,
        watched: &mut Program,
        segments: &[Segment],
        test: &InputVector,
        fault: &Fault,
    ) -> Result<bool, Failure> {
        let is_meant = |s: &Segment| is_at(watched, fault, &s.follow.location);
        if !self.property.is_broken_by(&fault.kind) || !segments.last().is_some_and(is_meant) {
            return Ok(false);
        }
        reaches_last(watched, &self.options.config, test, segments.len())
            .map_err(|e| Failure::new(exit::INTERNAL, format!("internal error: {e}")))
    }

    /// The test as the program without the witness runs it, if it breaks the property there.
    fn replayed(&self, test: &InputVector) -> Result<Option<InputVector>, Failure> {
        let entry = program::entry(&self.plain, &self.args.front)?;
        let replayed = replay(&self.plain, entry, &self.options.config, test)
            .map_err(|e| Failure::new(exit::INTERNAL, format!("internal error: {e}")))?;
        let breaks =
            matches!(&replayed.stop, Stop::Fault(f) if self.property.is_broken_by(&f.kind));
        Ok(breaks.then_some(replayed.vector))
    }

    fn invariants(&self, invariants: &[Invariant]) -> Result<Validated, Failure> {
        let function = self.property.function();
        let observers = match invariant_observers(invariants, function, self.one_file()) {
            Ok(observers) => observers,
            Err(why) => return Ok(Validated::undecided(why)),
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
            entry: program::entry(&watched, &self.args.front)?,
            config: &self.options.config,
            invariants,
            property: &self.property,
        };
        let judgement = asserted.judge(&report);
        Ok(validated(judgement, report))
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

fn validated(judgement: Judgement, report: Report) -> Validated {
    if judgement.decision == Decision::Undecided {
        return Validated::undecided(judgement.reason);
    }
    match report.verdict {
        Verdict::Proved { certificate, .. } => Validated {
            judgement,
            certified_by: certificate.map_or(Vec::new(), |c| c.solvers),
            test: None,
        },
        Verdict::Violated { test, .. } => Validated {
            judgement,
            certified_by: vec!["replay".to_owned()],
            test: Some(*test),
        },
        Verdict::Unknown(_) => Validated {
            judgement,
            certified_by: Vec::new(),
            test: None,
        },
    }
}
