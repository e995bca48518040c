//! Judging witnesses that hatha or other tools wrote.
//!
//! A witness becomes C code that watches the program (`hatha_front::observe`), and
//! the watched program is checked like any other: a violation sequence is a monitor
//! that lets only the executions pass that the sequence describes, an invariant is
//! an assertion.
//!
//! **Invariant.** *Confirmed* rests on a test that replays on the program without
//! the monitor, or on a certified proof that the property and every invariant hold;
//! *rejected* on a certified proof that no execution follows the sequence, or on a
//! replayed test that breaks an invariant or the property. What the monitor cannot
//! say exactly is *undecided*. Nothing is shared with the writer of witnesses but
//! the types of the format.

mod expression;
mod monitor;
mod progress;
mod property;
mod validation;

use crate::check::{Report, Verdict};
use crate::replay::replay_strictly;
use hatha_cfa::{Callee, Op, ProcId, Program};
use hatha_exec::config::{Config, Externals};
use hatha_exec::fault::{Fault, Stop};
use hatha_proof::input::InputVector;
use hatha_witness::{Content, Invariant, Location, Witness};
use serde::Serialize;

use monitor::{invariant_observers, sequence_observers};
use progress::reaches_last;
pub use property::Property;
pub use validation::{Instrumented, Validated, Validation};

/// What became of a witness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// It is right.
    Confirmed,
    /// It is wrong.
    Rejected,
    /// Neither is known.
    Undecided,
}

/// A decision and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The decision.
    pub decision: Decision,
    /// In words.
    pub reason: String,
}

impl Judgement {
    /// With words.
    pub fn new(decision: Decision, reason: impl Into<String>) -> Self {
        Judgement {
            decision,
            reason: reason.into(),
        }
    }

    /// Neither.
    pub fn undecided(reason: impl Into<String>) -> Self {
        Self::new(Decision::Undecided, reason)
    }
}

/// What hatha does not read in a witness, in words.
fn unread(witness: &Witness) -> Option<String> {
    let first = witness.unsupported.first()?;
    Some(format!(
        "line {}: {} is not supported",
        first.mark, first.what
    ))
}

/// Why nothing can be said about a program, if it is so: a witness has no words for the steps of several
/// threads, also where they have been put together.
fn not_followed(program: &Program) -> Option<String> {
    if program.interleaved.is_some() {
        return Some("the program starts threads, and witnesses are not followed there".to_owned());
    }
    let edges = program.procs().flat_map(|(_, p)| p.edges());
    let called = edges.filter_map(|(_, edge)| match &edge.op {
        Op::Call {
            callee: Callee::Direct(p),
            ..
        } => Some(program.proc(*p).name.as_str()),
        _ => None,
    });
    let mut starts = called.filter(|n| ["pthread_create", "thrd_create"].contains(n));
    let name = starts.next()?;
    Some(format!(
        "`{name}` starts a thread, and threads are not followed"
    ))
}

/// What the verdict on the program with the monitor of a sequence says about the sequence.
/// `replays` tells whether the test breaks the property without the monitor.
fn judge_sequence(property: &Property, report: &Report, replays: bool) -> Judgement {
    match &report.verdict {
        Verdict::Proved { .. } if !property.is_provable() => {
            Judgement::undecided("no test violates the property, but a proof could not show that")
        }
        Verdict::Proved { .. } => Judgement::new(
            Decision::Rejected,
            "no execution follows the sequence to its target",
        ),
        Verdict::Violated { .. } if replays => Judgement::new(
            Decision::Confirmed,
            "a test follows the sequence to its target, and replays without the witness",
        ),
        Verdict::Violated { .. } => {
            Judgement::undecided("a test follows the sequence, but does not replay without it")
        }
        Verdict::Unknown(why) => Judgement::undecided(why.to_string()),
    }
}

/// Whether a fault is at the target of a sequence: there, or below a call that is there.
fn is_at(program: &Program, fault: &Fault, target: &Location) -> bool {
    let stack = fault.stack.iter().map(|e| e.span);
    let mut spans = [fault.span].into_iter().chain(stack);
    spans.any(|span| {
        let file = program.sources.file(span.file);
        let same_file = file.is_some_and(|f| base(&f.name) == base(&target.file_name));
        same_file && span.line == target.line
    })
}

/// A program with the invariants of a witness as assertions.
pub(crate) struct Asserted<'a> {
    /// The program.
    pub program: &'a Program,
    /// Where it starts.
    pub entry: ProcId,
    /// Its environment.
    pub config: &'a Config,
    /// The invariants.
    pub invariants: &'a [Invariant],
    /// The property, which is an assertion, too, unless it is none that hatha checks.
    pub property: &'a Property,
}

impl Asserted<'_> {
    /// What the verdict on the program says about the invariants.
    pub(crate) fn judge(&self, report: &Report) -> Judgement {
        match &report.verdict {
            Verdict::Proved { .. } => self.proved(),
            Verdict::Violated { fault, test, .. } => match broken(self.program, fault) {
                Some(i) => self.broken(&self.invariants[i.min(self.invariants.len() - 1)], test),
                // The monitor's own failure stands for the call of the error function.
                None if self.property.function().is_some()
                    || self.property.is_broken_by(&fault.kind) =>
                {
                    Judgement::new(
                        Decision::Rejected,
                        "a test breaks the property; the program is not correct",
                    )
                }
                None => Judgement::undecided(format!("a test fails otherwise: {}", fault.message)),
            },
            Verdict::Unknown(why) => Judgement::undecided(why.to_string()),
        }
    }

    fn proved(&self) -> Judgement {
        let what = match (self.property, self.invariants.len()) {
            (Property::Unnamed, 0) => {
                return Judgement::undecided("the witness names no property and no invariant");
            }
            (Property::Unnamed, n) => {
                format!("the {n} invariants are proved; no property is named")
            }
            (property, _) if !property.is_provable() => {
                return Judgement::undecided(
                    "the invariants hold, but the property is none that hatha proves; see --property",
                );
            }
            (_, 0) => "the property is proved; there are no invariants".to_owned(),
            (_, n) => format!("the property and the {n} invariants are proved"),
        };
        Judgement::new(Decision::Confirmed, what)
    }

    /// What a test that breaks an invariant says about it. Where tools differ in what the
    /// invariant means there, it says nothing.
    fn broken(&self, invariant: &Invariant, test: &InputVector) -> Judgement {
        let text = format!(
            "`{}` at line {} (line {} of the witness)",
            invariant.value, invariant.location.line, invariant.mark.line
        );
        if let Some(why) = ambiguous(self.program, &invariant.location) {
            return Judgement::undecided(format!("a test breaks the invariant {text}, but {why}"));
        }
        if let Some(why) = self.doubt(test) {
            return Judgement::undecided(format!("a test breaks the invariant {text}, but {why}"));
        }
        let reason = format!("a test breaks the invariant {text}");
        Judgement::new(Decision::Rejected, reason)
    }

    /// Why the failure of an invariant in a test may be none elsewhere. Undefined arithmetic on
    /// the way, in the program or in the invariant, has no meaning in C, and another one for
    /// tools that compute without bounds; a function without a body may not even return.
    fn doubt(&self, test: &InputVector) -> Option<String> {
        let config = Config {
            externals: Externals::Refuse,
            ..self.config.clone()
        };
        let replayed = replay_strictly(self.program, self.entry, &config, test);
        match replayed.map(|r| r.stop) {
            Ok(Stop::Fault(fault)) if broken(self.program, &fault).is_some() => None,
            Ok(Stop::Fault(_)) => Some("only because arithmetic wraps".to_owned()),
            Ok(Stop::Unsupported(what)) => Some(format!("only behind this: {}", what.reason)),
            Ok(_) | Err(_) => Some("not when it is run strictly".to_owned()),
        }
    }
}

/// The invariant that a failure is about.
fn broken(program: &Program, fault: &Fault) -> Option<usize> {
    let names = fault
        .stack
        .iter()
        .map(|e| program.proc(e.proc).name.as_str());
    let mut numbers = names.filter_map(|n| n.strip_prefix(monitor::BROKEN));
    numbers.next()?.parse().ok()
}

/// Why an invariant at a place may be about more than one place. In a `do` loop the head and the
/// condition are different ones; before a statement with a label, those that come from above and
/// those that jump to the label.
fn ambiguous(program: &Program, at: &Location) -> Option<&'static str> {
    let mut files = program.sources.files();
    let text = files.find_map(|(_, f)| {
        let text = f.text.as_deref();
        text.filter(|_| base(&f.name) == base(&at.file_name))
    })?;
    let line = text.lines().nth(at.line.saturating_sub(1) as usize)?;
    let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
    if words.any(|w| w == "do") {
        return Some("perhaps not at the end of its `do` loop that is meant");
    }
    let column = at.column.unwrap_or(1).saturating_sub(1) as usize;
    let rest = line.get(column..).unwrap_or(line).trim_start();
    let after = rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
    let is_label = after.len() < rest.len() && after.trim_start().starts_with(':');
    let is_case = rest.starts_with("case") && after.contains(':');
    (is_label || is_case).then_some("perhaps only where a jump comes to its label")
}

fn base(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// `violation` or `correctness`.
pub fn kind(witness: &Witness) -> &'static str {
    match witness.content {
        Content::Violation(_) => "violation",
        Content::Correctness(_) => "correctness",
    }
}
