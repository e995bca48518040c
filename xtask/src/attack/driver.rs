//! The native driver that runs a program over all its inputs.
//!
//! The driver is C: it defines the functions that give inputs, starts the program once for each
//! vector of inputs in a process of its own, and prints how many runs failed or faulted. An
//! assertion that fails ends its run with a status of its own, so that a fault is not taken for
//! a failure: *proved* speaks of failures alone.

use super::Context;
use super::area::{Judged, Kind, Refutation};
use super::ask::{self, Answer, Verdict};
use super::case::Case;
use super::native::{self, Sanitize, Start};
use crate::Result;
use std::path::Path;

/// Text of the driver; `BITS` of input at each of `CALLS` calls, `VECTORS` vectors.
const DRIVER: &str = include_str!("driver.c");

/// What all runs together did.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Truth {
    /// The first vector whose run fails an assertion.
    pub failed: Option<u64>,
    /// The first vector whose run faults.
    pub faulted: Option<u64>,
}

/// A truth, or why it is not known.
pub enum Known {
    /// All runs ended.
    Truth(Truth, Vec<i64>),
    /// The program does not compile, or a run does not end as expected.
    Open,
}

/// Runs the program of a case over all its inputs. `case.native` are definitions for the driver.
pub fn truth(case: &Case, folder: &Path, sanitize: Sanitize) -> Result<Known> {
    let stdout = all_runs(case, folder, sanitize)?;
    Ok(stdout.map_or(Known::Open, |text| parse(&text)))
}

/// What the driver prints; `None` if the program does not compile or the driver does not end well.
fn all_runs(case: &Case, folder: &Path, sanitize: Sanitize) -> Result<Option<String>> {
    let path = folder.join("driver.c");
    std::fs::write(&path, DRIVER).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut flags: Vec<String> = case.native.clone();
    flags.push("driver.c".to_owned());
    for file in case.given() {
        let object = format!("{}.o", file.trim_end_matches(".c"));
        let only = ["-c", "-Dmain=program_main", file];
        if native::compile(case, folder, &object, &only, sanitize)?.is_err() {
            return Ok(None);
        }
        flags.push(object);
    }
    let mut flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    if sanitize == Sanitize::WithPlaces {
        flags.push("-DTELL");
    }
    if native::compile(case, folder, "native", &flags, sanitize)?.is_err() {
        return Ok(None);
    }
    let done = native::run(folder, "native", &Start::default(), sanitize)?;
    let is_over = done.code() == Some(0);
    Ok(is_over.then(|| String::from_utf8_lossy(&done.stdout).into_owned()))
}

/// A fault that a sanitizer saw, the first of its run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeFault {
    /// The inputs.
    pub vector: u64,
    /// The line of the program.
    pub line: u32,
    /// The kind, by hatha's name for it; empty if it has none.
    pub kind: &'static str,
}

/// Every fault of the program over all its inputs; `None` if the truth is not known.
pub fn native_faults(case: &Case, folder: &Path) -> Result<Option<Vec<NativeFault>>> {
    let stdout = all_runs(case, folder, Sanitize::WithPlaces)?;
    Ok(stdout.and_then(|text| match parse(&text) {
        Known::Truth(..) => Some(faults(&text)),
        Known::Open => None,
    }))
}

/// The faults among the lines of the driver: for each vector the first line that names a kind, and
/// the first place in the program.
fn faults(stdout: &str) -> Vec<NativeFault> {
    let mut all: Vec<NativeFault> = Vec::new();
    for line in stdout.lines().filter_map(|l| l.strip_prefix("reported ")) {
        let Some((vector, text)) = line.split_once(' ') else {
            continue;
        };
        let vector = vector.parse().unwrap_or(u64::MAX);
        if all.last().is_none_or(|t| t.vector != vector) {
            all.push(NativeFault {
                vector,
                line: 0,
                kind: "",
            });
        }
        if let Some(fault) = all.last_mut() {
            fault.hear(text);
        }
    }
    all
}

/// What sanitizers say, and hatha's names for it.
const KINDS: [(&str, &str); 15] = [
    (
        "outside the range of representable values",
        "float-conversion",
    ),
    ("signed integer overflow", "signed-overflow"),
    ("negation of", "signed-overflow"),
    ("division of", "signed-overflow"),
    ("left shift of", "signed-overflow"),
    ("division by zero", "division-by-zero"),
    ("shift exponent", "shift-out-of-range"),
    ("null pointer", "null-dereference"),
    ("misaligned address", "misaligned"),
    ("buffer-overflow", "out-of-bounds"),
    ("buffer-underflow", "out-of-bounds"),
    ("use-after", "dangling"),
    ("double-free", "double-free"),
    ("not malloc()-ed", "invalid-free"),
    ("SEGV", "bad-pointer"),
];

impl NativeFault {
    fn hear(&mut self, text: &str) {
        let kind = KINDS.iter().find(|(message, _)| text.contains(message));
        if let (Some((_, kind)), true) = (kind, self.kind.is_empty()) {
            self.kind = kind;
        }
        let place = text.split_once("program.c:").map(|(_, rest)| rest);
        let number = place.map(|p| {
            p.chars()
                .take_while(char::is_ascii_digit)
                .collect::<String>()
        });
        if let (Some(number), 0) = (number, self.line) {
            self.line = number.parse().unwrap_or(0);
        }
    }
}

/// The driver's last line is `truth FAILED FAULTED OPEN`, each a vector or -1; lines before it
/// are values that the program observed.
fn parse(stdout: &str) -> Known {
    let mut values = Vec::new();
    for line in stdout.lines() {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("value") => values.extend(words.next().and_then(|w| w.parse::<i64>().ok())),
            Some("truth") => {
                let numbers: Vec<i64> = words.filter_map(|w| w.parse().ok()).collect();
                let [failed, faulted, open] = numbers[..] else {
                    continue;
                };
                if open >= 0 {
                    return Known::Open;
                }
                let vector = |n: i64| u64::try_from(n).ok();
                let truth = Truth {
                    failed: vector(failed),
                    faulted: vector(faulted),
                };
                return Known::Truth(truth, values);
            }
            _ => {}
        }
    }
    Known::Open
}

/// What refutes an answer, given the truth over all inputs.
pub fn refutation(answer: &Answer, truth: Truth) -> Option<Refutation> {
    // The native compiler may have chosen another order.
    if answer.assumes("evaluation-order") {
        return None;
    }
    match (answer.verdict, truth) {
        (
            Verdict::Proved,
            Truth {
                failed: Some(v), ..
            },
        ) => Some(Refutation {
            kind: Kind::WrongProof,
            why: format!("the native run with input vector {v:#x} fails an assertion"),
        }),
        (
            Verdict::Violated,
            Truth {
                failed: None,
                faulted: None,
            },
        ) => Some(Refutation {
            kind: Kind::WrongViolation,
            why: format!(
                "no native run over all inputs fails or faults ({})",
                answer.reason()
            ),
        }),
        _ => None,
    }
}

/// Judges a case by the truth over all inputs, with each of several sets of further options.
pub fn judge(
    case: &Case,
    variants: &[Vec<String>],
    sanitize: Sanitize,
    context: &Context,
) -> Result<Judged> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    case.write(folder.path())?;
    let truth = match truth(case, folder.path(), sanitize)? {
        Known::Truth(truth, _) => truth,
        Known::Open => return Ok(Judged::skipped()),
    };
    let mut answers = Vec::new();
    let mut refuted = None;
    for options in variants {
        let answer = ask::check(case, folder.path(), options, context)?;
        refuted = refuted.or_else(|| refutation(&answer, truth));
        answers.push(answer);
    }
    Ok(Judged::new(answers, refuted))
}

#[cfg(test)]
mod tests {
    use super::faults;

    #[test]
    fn the_first_fault_of_each_run_is_heard() {
        let text = "reported 3 program.c:12:7: runtime error: signed integer overflow: 1 + 2\n\
                    reported 5 ==1==ERROR: AddressSanitizer: heap-buffer-overflow on address\n\
                    reported 5     #1 0x1 in program_main /tmp/program.c:20\n\
                    reported 5     #0 0x1 in malloc program.c:4\n\
                    truth -1 3 -1\n";
        let native = faults(text);
        let of: Vec<_> = native.iter().map(|t| (t.vector, t.line, t.kind)).collect();
        let wanted = [(3, 12, "signed-overflow"), (5, 20, "out-of-bounds")];
        assert_eq!(of, wanted);
    }
}
