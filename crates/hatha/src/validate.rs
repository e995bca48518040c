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

use crate::check::{Report, Verdict};
use hatha_cfa::Program;
use hatha_exec::fault::Fault;
use hatha_witness::{Content, Invariant, Witness};
use serde::Serialize;

pub use monitor::{invariant_observers, sequence_observers};

/// The functions whose calls can be a property.
const ERROR_FUNCTIONS: [&str; 3] = ["reach_error", "__VERIFIER_error", "error"];

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

/// The function that must not be called, if the specification of a witness says that.
pub fn error_function(specification: &str) -> Option<&'static str> {
    let text: String = specification.split_whitespace().collect();
    let name = text.split_once("G!call(")?.1.split_once('(')?.0;
    ERROR_FUNCTIONS.into_iter().find(|&f| f == name)
}

/// What hatha does not read in a witness, in words.
pub fn unread(witness: &Witness) -> Option<String> {
    let first = witness.unsupported.first()?;
    Some(format!(
        "line {}: {} is not supported",
        first.mark, first.what
    ))
}

/// What the verdict on the program with the monitor of a sequence says about the sequence.
/// `replays` tells whether the test breaks the property without the monitor.
pub fn judge_sequence(report: &Report, replays: bool) -> Judgement {
    match &report.verdict {
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
        Verdict::Unknown(why) => Judgement::undecided(why.clone()),
    }
}

/// What the verdict on the program with the invariants as assertions says about them. `asked` is
/// whether the property was among the assertions.
pub fn judge_invariants(
    program: &Program,
    report: &Report,
    invariants: &[Invariant],
    asked: bool,
) -> Judgement {
    match &report.verdict {
        Verdict::Proved { .. } if asked => Judgement::new(
            Decision::Confirmed,
            match invariants.len() {
                0 => "the property is proved; there are no invariants".to_owned(),
                n => format!("the property and the {n} invariants are proved"),
            },
        ),
        Verdict::Proved { .. } => Judgement::undecided(
            "the invariants hold, but the property is none that hatha proves; see --property",
        ),
        Verdict::Violated { fault, .. } => match broken(program, fault) {
            Some(i) => judge_broken(program, &invariants[i.min(invariants.len() - 1)]),
            None => Judgement::new(
                Decision::Rejected,
                "a test breaks the property; the program is not correct",
            ),
        },
        Verdict::Unknown(why) => Judgement::undecided(why.clone()),
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

/// In a `do` loop the head and the condition are different places, and tools differ in which one
/// they mean: a failure at one of them shows nothing.
fn judge_broken(program: &Program, invariant: &Invariant) -> Judgement {
    let at = &invariant.location;
    let mut files = program.sources.files();
    let first = files.find_map(|(_, f)| {
        f.text
            .as_deref()
            .filter(|_| f.name.ends_with(base(&at.file_name)))
    });
    let line = first.and_then(|t| t.lines().nth(at.line.saturating_sub(1) as usize));
    let is_do = line.is_some_and(|l| {
        let words = l.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.into_iter().any(|w| w == "do")
    });
    let text = format!(
        "`{}` at line {} (line {} of the witness)",
        invariant.value, at.line, invariant.mark.line
    );
    if is_do {
        return Judgement::undecided(format!(
            "{text} does not hold at both ends of its `do` loop"
        ));
    }
    if computes(&invariant.value) {
        return Judgement::undecided(format!(
            "a test breaks the invariant {text}, but perhaps only because its arithmetic wraps"
        ));
    }
    Judgement::new(
        Decision::Rejected,
        format!("a test breaks the invariant {text}"),
    )
}

/// Whether an expression does arithmetic. Where that overflows C gives it no meaning, and tools
/// that compute without bounds mean something else than the machine does.
fn computes(value: &str) -> bool {
    value.contains(['+', '*', '-']) || value.contains("<<")
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

#[cfg(test)]
mod tests {
    use super::error_function;

    #[test]
    fn specifications() {
        let reach = Some("reach_error");
        assert_eq!(error_function("G ! call(reach_error())"), reach);
        assert_eq!(
            error_function("CHECK( init(main()), LTL(G ! call(reach_error())) )"),
            reach
        );
        assert_eq!(error_function("G ! overflow"), None);
        assert_eq!(error_function("G ! call(other())"), None);
        assert_eq!(error_function("UNUSED"), None);
    }
}
