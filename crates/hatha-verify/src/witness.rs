//! `--witness`: a verdict as a witness of format 2.0.
//!
//! **Invariant.** A witness claims no more than the verdict shows: a violation
//! sequence lists what the replayed test does, in its order; an invariant is what
//! the certified proof says at a loop, weakened to what C can say there.

mod chosen;
mod events;
mod invariants;

use crate::check::{Options, Report, Verdict};
use hatha_cfa::{FailKind, ProcId, Program};
use hatha_exec::fault::{Fault, FaultKind};
use hatha_exec::image::ImageError;
use hatha_front::load::LoadOptions;
use hatha_front::observe::{Observers, Place, Site, SiteKind, survey};
use hatha_proof::input::InputVector;
use hatha_report::sha256::hex as sha256;
use hatha_witness::{
    Content, Location, Mark, Metadata, Producer, Segment, Task, Waypoint, WaypointKind, Witness,
    write,
};

/// What a witness is about besides the verdict.
pub struct Subject<'a> {
    /// How the program was loaded, its rules apart.
    pub load: LoadOptions,
    /// Loads it again, its rules added and with observers.
    pub watched: &'a dyn Fn(Observers) -> Result<Program, WitnessError>,
    /// The files of the rules, whose variables are none of the program.
    pub rules: Vec<String>,
    /// The property as the user gave it.
    pub specification: Option<String>,
    /// When the witness is made, in the form of ISO 8601.
    pub time: String,
}

/// Why there is no witness.
#[derive(Debug, thiserror::Error)]
pub enum WitnessError {
    /// The program cannot be loaded again with observers.
    #[error("{0}")]
    Program(String),
    /// A file of the program cannot be read again.
    #[error("{0}: {1}")]
    File(String, #[source] std::io::Error),
    /// The program with observers cannot run.
    #[error(transparent)]
    Image(#[from] ImageError),
    /// The program with observers has lost its entry.
    #[error("there is no function '{0}'")]
    NoEntry(String),
}

/// The witness of a verdict, as text; nothing for *unknown*.
pub fn witness(
    subject: &Subject<'_>,
    program: &Program,
    entry: ProcId,
    options: &Options,
    report: &Report,
) -> Result<Option<String>, WitnessError> {
    let sites = survey(&subject.load).map_err(|d| WitnessError::Program(d.message.clone()))?;
    let (content, about) = match &report.verdict {
        Verdict::Proved { proof, .. } => {
            let found = invariants::invariants(subject, program, entry, proof, &sites);
            (Content::Correctness(found), reachability(options))
        }
        Verdict::Violated { test, fault, .. } => {
            let segments = sequence(subject, program, options, test, fault, &sites)?;
            (Content::Violation(segments), specification(&fault.kind))
        }
        Verdict::Unknown(_) => return Ok(None),
    };
    let mut witness = Witness {
        metadata: metadata(subject, program, about)?,
        content,
        unsupported: Vec::new(),
    };
    witness.metadata.uuid = uuid(&write(&witness));
    Ok(Some(write(&witness)))
}

/// The property of a program without a fault: what was asked, or, if every fault was, the one that
/// other tools know.
fn reachability(options: &Options) -> String {
    let asked = options.error_function.as_deref();
    format!("G ! call({}())", asked.unwrap_or("reach_error"))
}

/// The property that a fault violates: one of the competition where it has one, else `G ! ` and
/// the name of the fault.
fn specification(kind: &FaultKind) -> String {
    match kind {
        FaultKind::Stated(FailKind::ReachError(name)) => format!("G ! call({name}())"),
        FaultKind::Stated(FailKind::Assertion(_)) => "G assert".to_owned(),
        FaultKind::SignedOverflow => "G ! overflow".to_owned(),
        FaultKind::DoubleFree | FaultKind::InvalidFree => "G valid-free".to_owned(),
        FaultKind::OutOfBounds
        | FaultKind::NullDereference
        | FaultKind::Dangling
        | FaultKind::Misaligned
        | FaultKind::ReadOnly
        | FaultKind::BadPointer => "G valid-deref".to_owned(),
        other => format!("G ! {}", other.name()),
    }
}

/// A UUID (of version 8, RFC 9562) that is a function of a text: the same witness has the same
/// identifier.
fn uuid(text: &str) -> String {
    let digits = sha256(text.as_bytes());
    let part = |from: usize, to: usize| &digits[from..to];
    format!(
        "{}-{}-8{}-8{}-{}",
        part(0, 8),
        part(8, 12),
        part(12, 15),
        part(15, 18),
        part(18, 30)
    )
}

fn metadata(
    subject: &Subject<'_>,
    program: &Program,
    about: String,
) -> Result<Metadata, WitnessError> {
    let mut task = Task {
        specification: subject.specification.clone().unwrap_or(about),
        data_model: match program.target.pointer_bits {
            32 => "ILP32".to_owned(),
            _ => "LP64".to_owned(),
        },
        language: "C".to_owned(),
        ..Task::default()
    };
    for file in &subject.load.files {
        let name = file.display().to_string();
        let bytes = std::fs::read(file).map_err(|e| WitnessError::File(name.clone(), e))?;
        task.input_file_hashes.push((name.clone(), sha256(&bytes)));
        task.input_files.push(name);
    }
    Ok(Metadata {
        format_version: "2.0".to_owned(),
        uuid: String::new(),
        creation_time: subject.time.clone(),
        producer: Producer {
            name: "hatha".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        },
        task,
    })
}

fn location(place: &Place, function: &str) -> Location {
    Location {
        file_name: place.file.clone(),
        line: place.line,
        column: place.column,
        function: Some(function.to_owned()).filter(|f| !f.is_empty()),
    }
}

/// What the test does, then where it fails.
fn sequence(
    subject: &Subject<'_>,
    program: &Program,
    options: &Options,
    test: &InputVector,
    fault: &Fault,
    sites: &[Site],
) -> Result<Vec<Segment>, WitnessError> {
    let mut waypoints = events::waypoints(subject, program, options, test, sites)?;
    waypoints.push(Waypoint {
        kind: WaypointKind::Target,
        location: target(program, fault, sites),
        constraint: None,
        mark: Mark::default(),
    });
    let segment = |follow| Segment {
        avoid: Vec::new(),
        follow,
    };
    Ok(waypoints.into_iter().map(segment).collect())
}

/// The place of a failure: the innermost one that the user wrote.
fn target(program: &Program, fault: &Fault, sites: &[Site]) -> Location {
    let inner = fault.stack.iter();
    let inner = inner
        .filter(|e| !program.proc(e.proc).model)
        .map(|e| e.span);
    let spans: Vec<hatha_cfa::Span> = [fault.span].into_iter().chain(inner).collect();
    let name = |span: hatha_cfa::Span| program.sources.file(span.file).map(|f| f.name.clone());
    for &span in &spans {
        let starts = |s: &&Site| {
            s.start == (span.line, span.col)
                && matches!(s.kind, SiteKind::Call(..) | SiteKind::Statement)
        };
        if let Some(site) = sites.iter().find(starts) {
            return location(&site.begins, &site.function);
        }
    }
    let span = fault.span;
    Location {
        file_name: name(span).unwrap_or_default(),
        line: span.line,
        column: Some(span.col),
        function: None,
    }
}
