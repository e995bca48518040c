//! The checks of a report as the reader gets them: those of the program's own code, and one for each
//! call of the library that has some.
//!
//! **Invariant.** Every check that is violated, unknown or accepted is part of a note with that
//! verdict or a worse one.

use super::document::{CheckAnswer, CheckNote};
use hatha_cfa::{ProcId, Program};
use hatha_proof::shown::shown;
use hatha_verify::check::property::{Property, Status};
use hatha_verify::check::{LibraryCall, Report, Verdict, Violation, library_calls};
use std::collections::BTreeSet;

/// The notes of a report.
pub(super) fn check_notes(program: &Program, entry: ProcId, report: &Report) -> Vec<CheckNote> {
    let calls = library_calls(program, entry, &report.properties);
    let notes = Notes { program, report };
    let mut answered: BTreeSet<usize> = BTreeSet::new();
    let mut of_calls = Vec::new();
    for call in &calls {
        let Some(note) = notes.of_call(call) else {
            continue;
        };
        answered.extend(call.checks.iter().filter(|&&n| notes.answers_for(n, call)));
        of_calls.push(note);
    }
    // What no call answers for speaks for itself.
    let is_own =
        |(n, p): &(usize, &Property)| !program.proc(p.proc).model || notes.is_left(*n, &answered);
    let own = report.properties.iter().enumerate().filter(is_own);
    let mut all: Vec<CheckNote> = own.map(|(_, p)| notes.of_check(p)).collect();
    all.extend(of_calls);
    assume_open(&mut all);
    all
}

/// A check that is proved holds where none of those that are not has failed before.
fn assume_open(notes: &mut [CheckNote]) {
    let is_closed = |v| matches!(v, CheckAnswer::Proved | CheckAnswer::Unreachable);
    let open = notes.iter().filter(|n| !is_closed(n.verdict));
    let open: Vec<String> = open.map(|n| n.id.clone()).collect();
    let proved = notes
        .iter_mut()
        .filter(|n| n.verdict == CheckAnswer::Proved);
    for note in proved {
        note.assuming.clone_from(&open);
    }
}

struct Notes<'a> {
    program: &'a Program,
    report: &'a Report,
}

impl<'a> Notes<'a> {
    /// The violation of a check, if it has one of its own.
    fn violation(&self, check: &Property) -> Option<&'a Violation> {
        let mut all = self.report.violations.iter();
        all.find(|v| v.id.as_deref() == Some(check.id.as_str()))
    }

    /// Whether a note about a call answers for a check: not where it fails in another call.
    fn answers_for(&self, check: usize, call: &LibraryCall) -> bool {
        let check = &self.report.properties[check];
        check.status != Status::Violated || self.fails_in(check, call)
    }

    /// Whether a check of the library has to speak for itself: no call answers for it, and an
    /// execution may come to it.
    fn is_left(&self, check: usize, answered: &BTreeSet<usize>) -> bool {
        let is_reached =
            CheckAnswer::of(&self.report.properties[check]) != CheckAnswer::Unreachable;
        is_reached && !answered.contains(&check)
    }

    fn fails_in(&self, check: &Property, call: &LibraryCall) -> bool {
        let fault = match (self.violation(check), &self.report.verdict) {
            (Some(own), _) => &own.fault,
            (None, Verdict::Violated { fault, .. }) => fault,
            (None, _) => return false,
        };
        check.status == Status::Violated && fault.span == call.span
    }

    /// Of a check that stands in the program.
    fn of_check(&self, check: &Property) -> CheckNote {
        let verdict = CheckAnswer::of(check);
        let mut note = CheckNote {
            id: check.id.clone(),
            function: self.program.proc(check.proc).name.clone(),
            kind: check.kind_name().to_owned(),
            location: self.program.sources.describe(check.span),
            verdict,
            assuming: Vec::new(),
            fault: String::new(),
            inputs: Vec::new(),
            shown_inputs: Vec::new(),
            trace: Vec::new(),
            reason: self.reason(check, verdict),
            reached_by: String::new(),
            stands_for: vec![check.id.clone()],
        };
        if verdict == CheckAnswer::Violated {
            self.take_violation(check, &mut note);
        }
        note
    }

    /// Of the checks that a call of the library may come to; `None` if no execution comes to one.
    fn of_call(&self, call: &LibraryCall) -> Option<CheckNote> {
        let checks = call.checks.iter().map(|&n| &self.report.properties[n]);
        let rank = |c: &&Property| match CheckAnswer::of(c) {
            CheckAnswer::Violated if self.fails_in(c, call) => 0,
            CheckAnswer::Violated | CheckAnswer::Unknown => 1,
            CheckAnswer::Accepted => 2,
            CheckAnswer::Proved => 3,
            CheckAnswer::Unreachable => 4,
        };
        let worst = checks.clone().min_by_key(rank)?;
        if CheckAnswer::of(worst) == CheckAnswer::Unreachable {
            return None;
        }
        let mut note = self.of_check(worst);
        if note.verdict == CheckAnswer::Violated && !self.fails_in(worst, call) {
            note.verdict = CheckAnswer::Unknown;
            note.reason = "the same check fails in another call".to_owned();
            (note.fault, note.inputs, note.shown_inputs, note.trace) = Default::default();
        }
        note.id.clone_from(&call.id);
        note.function
            .clone_from(&self.program.proc(call.caller).name);
        note.location = self.program.sources.describe(call.span);
        note.stands_for = checks.map(|c| c.id.clone()).collect();
        Some(note)
    }

    fn reason(&self, check: &Property, verdict: CheckAnswer) -> String {
        match (verdict, &self.report.verdict) {
            (CheckAnswer::Unknown, Verdict::Unknown(cause)) => cause.to_string(),
            (CheckAnswer::Unknown, _) if self.report.is_exhausted => {
                "hard, and something else fails; --thorough goes on".to_owned()
            }
            (CheckAnswer::Unknown, _) => "the search ended before".to_owned(),
            (CheckAnswer::Accepted, _) => check.accepted.clone().unwrap_or_default(),
            _ => String::new(),
        }
    }

    /// Takes the fault and the test of a check that is violated: its own, else the one that decided.
    fn take_violation(&self, check: &Property, note: &mut CheckNote) {
        let (fault, test, trace) = match (self.violation(check), &self.report.verdict) {
            (Some(own), _) => (&own.fault, &own.test, &own.trace),
            (
                None,
                Verdict::Violated {
                    fault, test, trace, ..
                },
            ) => (fault, test, trace),
            (None, _) => return,
        };
        fault.kind.name().clone_into(&mut note.fault);
        // A check inside the library fails at the call of the user's.
        note.location = self.program.sources.describe(fault.span);
        note.inputs.clone_from(&test.inputs);
        note.shown_inputs = shown(test);
        note.trace.clone_from(&trace.steps);
    }
}
