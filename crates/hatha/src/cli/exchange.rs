//! What `check` writes for other tools: witnesses, SARIF, JUnit.

use super::args::CheckArgs;
use super::check::write;
use super::document::{Answer, CheckAnswer, CheckNote, Document, PropertyNote};
use super::exit::{self, Failure};
use super::{file, program};
use hatha_cfa::{ProcId, Program};
use hatha_report::junit::junit;
use hatha_report::result::{Case, Outcome, Results, Spot};
use hatha_report::sarif::sarif;
use hatha_report::time::iso_8601;
use hatha_verify::check::property::Status;
use hatha_verify::check::trace::Step;
use hatha_verify::check::{Options, Report};
use hatha_verify::suite::created;
use hatha_verify::witness::{Subject, WitnessError, witness};

/// Writes the witness of a verdict, if one is wanted and there is a verdict.
pub(crate) fn write_witness(
    args: &CheckArgs,
    program: &Program,
    entry: ProcId,
    options: &Options,
    report: &Report,
) -> Result<(), Failure> {
    let Some(path) = &args.witness else {
        return Ok(());
    };
    let specification = args.property.as_deref().map(file::read).transpose()?;
    let front = &args.front;
    let mut rules = Vec::new();
    for name in &front.rules {
        rules.push(super::rules::text(name)?.0);
    }
    let subject = Subject {
        load: program::options(front),
        watched: &|observers| {
            program::watched(front, front.data_model, Some(observers), None)
                .map_err(|f| WitnessError::Program(f.message))
        },
        rules,
        specification: specification.map(|text| text.trim().to_owned()),
        time: iso_8601(created()),
    };
    let text = witness(&subject, program, entry, options, report);
    let text = text.map_err(|why| {
        let why = format!("there is no witness: {why}");
        Failure::new(exit::BAD_INPUT, why)
    })?;
    text.map_or(Ok(()), |text| write(path, &text))
}

/// Writes what was found out about each check, where it is wanted.
pub(crate) fn write_results(args: &CheckArgs, document: &Document) -> Result<(), Failure> {
    if args.sarif.is_none() && args.junit.is_none() {
        return Ok(());
    }
    let names = args.front.files.iter().map(|f| f.display().to_string());
    let results = Results {
        name: names.collect::<Vec<_>>().join(" "),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seconds: document.seconds,
        cases: cases(document),
    };
    if let Some(path) = &args.sarif {
        write(path, &sarif(&results))?;
    }
    if let Some(path) = &args.junit {
        write(path, &junit(&results))?;
    }
    Ok(())
}

/// Each check, or each property where no faults are asked about; a failure that is none of them, or
/// a verdict without any, is a case of its own.
fn cases(document: &Document) -> Vec<Case> {
    let path: Vec<(Spot, String)> = document.trace.iter().map(step).collect();
    let mut all = match document.checks.is_empty() {
        true => properties(document, &path),
        false => document.checks.iter().map(checked).collect(),
    };
    let has_failure = all.iter().any(|c| c.outcome == Outcome::Fail);
    if all.is_empty() || document.verdict == Answer::Violated && !has_failure {
        all.push(whole(document, path));
    }
    all
}

/// A check with what is known about it, and the path of its own test.
fn checked(note: &CheckNote) -> Case {
    let outcome = match note.verdict {
        CheckAnswer::Proved | CheckAnswer::Unreachable => Outcome::Pass,
        CheckAnswer::Violated => Outcome::Fail,
        CheckAnswer::Unknown => Outcome::Open,
        CheckAnswer::Accepted => Outcome::Accepted,
    };
    Case {
        id: note.id.clone(),
        kind: note.kind.clone(),
        outcome,
        message: note.sentence(),
        spot: spot(&note.location),
        path: note.trace.iter().map(step).collect(),
    }
}

fn properties(document: &Document, path: &[(Spot, String)]) -> Vec<Case> {
    let case = |note: &PropertyNote| {
        let outcome = outcome(note.verdict);
        let failed = outcome == Outcome::Fail;
        Case {
            id: note.id.clone(),
            kind: note.kind.clone(),
            outcome,
            message: message(document, outcome, &note.location),
            spot: spot(&note.location),
            path: if failed { path.to_vec() } else { Vec::new() },
        }
    };
    document.properties.iter().map(case).collect()
}

/// The verdict on the program as one case.
fn whole(document: &Document, path: Vec<(Spot, String)>) -> Case {
    let outcome = match document.verdict {
        Answer::Proved => Outcome::Pass,
        Answer::Violated => Outcome::Fail,
        Answer::Unknown => Outcome::Open,
    };
    let rule = document.rule_violation.as_ref();
    let last = path.last().map(|(spot, _)| spot.clone());
    let spot = rule.map(|r| spot(&r.location)).or(last);
    let function = document.trace.last().map(|s| s.function.clone());
    Case {
        id: function.unwrap_or_else(|| document.entry.clone()),
        kind: rule.map_or_else(|| "fault".to_owned(), |r| r.rule.clone()),
        outcome,
        message: message(document, outcome, &document.entry),
        spot: spot.unwrap_or_default(),
        path,
    }
}

fn outcome(status: Status) -> Outcome {
    match status {
        Status::Proved => Outcome::Pass,
        Status::Violated => Outcome::Fail,
        Status::Unknown => Outcome::Open,
    }
}

fn message(document: &Document, outcome: Outcome, at: &str) -> String {
    match outcome {
        Outcome::Pass => format!("proved at {at}"),
        Outcome::Fail => document.reason.clone(),
        Outcome::Open if document.verdict == Answer::Unknown => {
            format!("not decided: {}", document.reason)
        }
        // Without checks nothing is accepted.
        Outcome::Open | Outcome::Accepted => {
            "not decided: the search ended with another failure".to_owned()
        }
    }
}

/// `file:line:column` taken apart.
fn spot(location: &str) -> Spot {
    let mut parts = location.rsplitn(3, ':');
    let column = parts.next().and_then(|c| c.parse().ok());
    let line = parts.next().and_then(|l| l.parse().ok());
    let file = parts.next().unwrap_or_default().to_owned();
    let text = std::fs::read_to_string(&file).unwrap_or_default();
    let line: u32 = line.unwrap_or(0);
    let quoted = text.lines().nth((line as usize).wrapping_sub(1));
    Spot {
        file,
        line,
        column: column.unwrap_or(0),
        text: quoted.unwrap_or_default().to_owned(),
    }
}

fn step(step: &Step) -> (Spot, String) {
    let values = step
        .values
        .iter()
        .map(|v| format!("{} = {}", v.name, v.value));
    let what: Vec<String> = values.chain(step.holds.iter().cloned()).collect();
    let spot = Spot {
        file: step.file.clone(),
        line: step.line,
        column: 0,
        text: step.source.clone(),
    };
    let text = if what.is_empty() {
        step.source.clone()
    } else {
        what.join(", ")
    };
    (spot, text)
}
