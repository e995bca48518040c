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
    let path = folder.join("driver.c");
    std::fs::write(&path, DRIVER).map_err(|e| format!("{}: {e}", path.display()))?;
    let object = ["-c", "-Dmain=program_main", "program.c"];
    if native::compile(case, folder, "program.o", &object, sanitize)?.is_err() {
        return Ok(Known::Open);
    }
    let mut flags: Vec<&str> = case.native.iter().map(String::as_str).collect();
    flags.extend(["driver.c", "program.o"]);
    if native::compile(case, folder, "native", &flags, sanitize)?.is_err() {
        return Ok(Known::Open);
    }
    let done = native::run(folder, "native", &Start::default(), sanitize)?;
    if done.code() != Some(0) {
        return Ok(Known::Open);
    }
    Ok(parse(&String::from_utf8_lossy(&done.stdout)))
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
