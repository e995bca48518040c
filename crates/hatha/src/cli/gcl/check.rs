//! `hatha check FILE.gcl`, the worker's part.

use super::super::args::CheckArgs;
use super::super::document::{Answer, Document, PropertyNote, SecondOpinion, Seconds};
use super::super::exit::{self, Failure};
use super::super::supervisor::Message;
use super::super::watch::Watch;
use super::super::{check, exchange, file, interrupt, log, opinion};
use super::text;
use hatha_ase::Engine;
use hatha_certify::Certificate;
use hatha_gcl::interpret::Wrong;
use hatha_gcl::model::{Expr, VarId};
use hatha_gcl::schedule::Replayed;
use hatha_gcl::{FormatError, Model, Vocabulary};
use hatha_smt::Budget;
use hatha_verify::check::portfolio;
use hatha_verify::check::property::Status;
use hatha_verify::check::trace::{Change, Step};
use hatha_verify::gcl::{Options, Report, Verdict};
use serde_json::{Value, json};
use std::path::Path;
use std::time::Instant;

/// Checks.
pub(crate) fn work(args: &CheckArgs, start: Instant) -> Result<Message, Failure> {
    if let Some(option) = for_c(args) {
        let why = format!("error: {option} is for C programs, not for .gcl files");
        return Err(Failure::new(exit::USAGE, why));
    }
    let (model, path) = super::model(&args.front)?;
    let engine = engine(&args.engine)?;
    let predicates = predicates(args, &model)?;
    let referee = opinion::referee(args.second_opinion.as_deref())?;
    let mut others = opinion::others(args.second_opinion.as_deref())?;
    let mut document = blank(&model, path, engine);
    document.times.load = start.elapsed().as_secs_f64();
    let watch = Watch::new(args.log.as_deref(), || preface(args, &model, path))?;
    Message::Loaded(Box::new(document.clone())).send();
    let options = Options {
        engine,
        predicates,
        certify: !args.no_certify,
        budget: Budget {
            deadline: start.checked_add(check::timeout(args.timeout)?),
            interrupt: Some(interrupt::flag()),
            referee: referee.clone(),
            ..Budget::default()
        },
    };
    let report = hatha_verify::gcl::check(&model, &options, &mut others)
        .map_err(|e| Failure::new(exit::INTERNAL, format!("internal error: {e}")))?;
    count(&mut document, &report);
    let described = Described {
        model: &model,
        path,
    };
    described.answer(&report.verdict, &mut document);
    document.second_opinion = referee.as_deref().map(SecondOpinion::of);
    document.seconds = start.elapsed().as_secs_f64();
    note(&watch, &report.verdict);
    let beside = [
        watch.finish(&json!(document.verdict)),
        write(args, &report.verdict),
        exchange::write_results(args, &document),
    ];
    let notes = beside.into_iter().filter_map(Result::err);
    let notes = notes.map(|failure| failure.message).collect();
    let text = text::explain(&document, args);
    Ok(Message::Done {
        document: Box::new(document),
        text,
        notes,
    })
}

/// An option that says nothing about guarded commands.
fn for_c(args: &CheckArgs) -> Option<&'static str> {
    let given = [
        (args.witness.is_some(), "--witness"),
        (args.property.is_some(), "--property"),
        (!args.front.rules.is_empty(), "--rule"),
        (args.seed_tests.is_some(), "--seed-tests"),
        (!args.front.assume.is_empty(), "--assume"),
    ];
    given
        .into_iter()
        .find_map(|(is_given, name)| is_given.then_some(name))
}

/// What a log begins with.
fn preface(args: &CheckArgs, model: &Model, path: &Path) -> Vec<Value> {
    let source = json!({
        "event": "source",
        "file": path.display().to_string(),
        "text": &*model.text,
    });
    vec![log::header(args), source]
}

/// Writes what was found to the log.
fn note(watch: &Watch, verdict: &Verdict) {
    match verdict {
        Verdict::Proved { proof, .. } => {
            watch.note(|| json!({ "event": "gcl_proof", "proof": proof }));
        }
        Verdict::Violated { schedule, .. } => {
            watch.note(|| json!({ "event": "gcl_run", "run": schedule }));
        }
        Verdict::Unknown(_) => {}
    }
}

/// The engine; the default of the command is one for C.
fn engine(name: &str) -> Result<Engine, Failure> {
    let known = hatha_ase::ENGINES.iter().find(|(n, _)| *n == name);
    match known {
        Some((_, engine)) => Ok(*engine),
        None if name == portfolio::NAME => Ok(Engine::Ase),
        None => {
            let why = format!("error: --engine {name} is for C; here are ase and ur");
            Err(Failure::new(exit::USAGE, why))
        }
    }
}

/// One predicate on each line; `#` starts a comment.
fn predicates(args: &CheckArgs, model: &Model) -> Result<Vec<Expr>, Failure> {
    let Some(path) = &args.predicates else {
        return Ok(Vec::new());
    };
    let text = file::read(path)?;
    let vocabulary = Vocabulary::new(model)
        .map_err(|d| Failure::new(exit::INTERNAL, format!("internal error: {d}")))?;
    let mut all = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("").trim();
        if line.is_empty() {
            continue;
        }
        let truth = vocabulary.truth(line).map_err(|d| {
            let why = format!("error: {}:{}: {d}", path.display(), at + 1);
            Failure::new(exit::BAD_INPUT, why)
        })?;
        all.push(truth);
    }
    Ok(all)
}

fn blank(model: &Model, path: &Path, engine: Engine) -> Document {
    let name = hatha_ase::ENGINES.iter().find(|(_, e)| *e == engine);
    let name = name.map_or("", |(n, _)| n);
    let note = |(at, property): (usize, &hatha_gcl::model::Property)| PropertyNote {
        id: format!("property{at}"),
        kind: property.kind().to_owned(),
        location: location(model, path, property.place),
        verdict: Status::Unknown,
        vacuous: false,
    };
    let constants = model.constants.iter();
    Document {
        properties: model.properties.iter().enumerate().map(note).collect(),
        assumptions: constants.map(|(n, v)| format!("{n} = {v}")).collect(),
        unchecked_faults: Vec::new(),
        times: Seconds::default(),
        ..Document::blank(name, "")
    }
}

fn location(model: &Model, path: &Path, place: hatha_gcl::Place) -> String {
    let (line, column) = place.line_and_column(&model.text);
    format!("{}:{line}:{column}", path.display())
}

fn count(document: &mut Document, report: &Report) {
    let counts = &report.counts;
    document.iterations = counts.iterations;
    document.regions = counts.classes;
    document.predicates = counts.predicates;
    document.states = counts.states;
    document.solver_queries.search = counts.queries;
    document.solver_seconds = counts.solver_time.as_secs_f64();
    document.times.search = report.times.0.as_secs_f64();
    document.times.certify = report.times.1.as_secs_f64();
}

/// The verdict on a system as people read it.
struct Described<'a> {
    model: &'a Model,
    path: &'a Path,
}

impl Described<'_> {
    fn answer(&self, verdict: &Verdict, document: &mut Document) {
        match verdict {
            Verdict::Unknown(cause) => {
                document.reason = cause.to_string();
                cause.name().clone_into(&mut document.cause);
            }
            Verdict::Proved {
                concluded,
                certificate,
                ..
            } => {
                (*concluded).clone_into(&mut document.deciding_check);
                proved(certificate.as_ref(), document);
            }
            Verdict::Violated {
                replayed, wrong, ..
            } => self.violated(replayed, wrong, document),
        }
    }

    fn violated(&self, replayed: &Replayed, wrong: &Wrong, document: &mut Document) {
        document.verdict = Answer::Violated;
        document.certified_by = vec!["replay".to_owned()];
        document.reason = match wrong {
            Wrong::Property(at) => {
                document.properties[*at].verdict = Status::Violated;
                let note = &document.properties[*at];
                format!("{} at {}", self.broken(*at), note.location)
            }
            Wrong::Fault(step, fault) => {
                let what = format!("{}: {}", fault.kind.name(), fault.message);
                match step.map(|at| self.model.transitions[at].place) {
                    Some(place) => {
                        format!("{what} at {}", location(self.model, self.path, place))
                    }
                    None => what,
                }
            }
        };
        document.trace = self.trace(replayed);
    }

    /// The text of a property, and what became of it.
    fn broken(&self, at: usize) -> String {
        let property = &self.model.properties[at];
        let place = property.place;
        let text = self.model.text.get(place.start..place.end).unwrap_or("");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match property.kind() {
            "reachable" => format!("`{text}`: an execution reaches it"),
            _ => format!("`{text}` does not hold"),
        }
    }

    fn trace(&self, replayed: &Replayed) -> Vec<Step> {
        let model = self.model;
        let change = |at: usize, state: &[i128]| Change {
            name: model.variable(VarId::from(at)).name.clone(),
            value: model.show(model.variable(VarId::from(at)).ty, state[at]),
        };
        let file = self.path.display().to_string();
        let all = 0..model.variables.len();
        let mut steps = vec![Step {
            file: file.clone(),
            line: 0,
            function: "init".to_owned(),
            source: String::new(),
            values: all.map(|at| change(at, &replayed.states[0])).collect(),
            holds: Vec::new(),
            held_after: Vec::new(),
            depth: 0,
        }];
        for (at, states) in replayed.states.windows(2).enumerate() {
            let transition = &model.transitions[replayed.transitions[at]];
            let (line, _) = transition.place.line_and_column(&model.text);
            let changed = (0..model.variables.len()).filter(|&v| states[0][v] != states[1][v]);
            steps.push(Step {
                file: file.clone(),
                line,
                function: transition.name.clone(),
                source: source_line(&model.text, line),
                values: changed.map(|v| change(v, &states[1])).collect(),
                holds: Vec::new(),
                held_after: Vec::new(),
                depth: 0,
            });
        }
        steps
    }
}

fn proved(certificate: Option<&Certificate>, document: &mut Document) {
    document.verdict = Answer::Proved;
    "no wrong state can be reached".clone_into(&mut document.claim);
    if let Some(certificate) = certificate {
        document.certified_by.clone_from(&certificate.solvers);
        document.solver_queries.certification = certificate.obligations as u64;
    }
    // No state was explored, so that the proof says nothing.
    document.vacuous = document.states == 0;
    if document.vacuous {
        document.vacuous_because = "no state satisfies `init`".to_owned();
    }
    for property in &mut document.properties {
        property.verdict = Status::Proved;
        property.vacuous = document.vacuous;
    }
}

fn source_line(text: &str, line: u32) -> String {
    let found = text.lines().nth(line.saturating_sub(1) as usize);
    found.unwrap_or("").trim().to_owned()
}

fn write(args: &CheckArgs, verdict: &Verdict) -> Result<(), Failure> {
    let defect = |e: FormatError| Failure::new(exit::INTERNAL, e.to_string());
    match (verdict, &args.proof, &args.tests) {
        (Verdict::Proved { proof, .. }, Some(path), _) => {
            check::write(path, &proof.to_json().map_err(defect)?)
        }
        (Verdict::Violated { schedule, .. }, _, Some(dir)) => {
            std::fs::create_dir_all(dir).map_err(|e| {
                let why = format!("cannot make the folder {}: {e}", dir.display());
                Failure::new(exit::NO_INPUT, why)
            })?;
            let text = schedule.to_json().map_err(defect)?;
            check::write(&dir.join("run-1.json"), &text)
        }
        _ => Ok(()),
    }
}
