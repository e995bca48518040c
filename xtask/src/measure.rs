//! One run of `hatha check --format json`, and the figures in its answer.
//!
//! **Invariant.** A run that ended with anything but a verdict, the engine's name not
//! being known included, never counts as one.

use crate::Result;
use crate::process::{self, Finished};
use serde_json::Value;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Time beyond its own limit after which a run is ended.
const GRACE: Duration = Duration::from_secs(30);
/// The exit status for words that hatha does not know.
const NOT_UNDERSTOOD: i32 = 64;

/// What is asked.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// The engine's name.
    pub engine: &'a str,
    /// The program.
    pub file: &'a Path,
    /// Further words.
    pub words: Vec<OsString>,
    /// Seconds.
    pub timeout: u64,
}

/// What was answered. A figure that the engine does not give is `None`.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// `proved`, `violated` or `unknown`.
    pub verdict: String,
    /// Wall time of the process.
    pub seconds: f64,
    /// Whether it used up its time.
    pub is_late: bool,
    /// States of the reachability graph.
    pub states: Option<u64>,
    /// Refinements of the abstraction.
    pub refinements: Option<u64>,
    /// The largest count of predicates at a location.
    pub predicates: Option<u64>,
    /// Questions of the search to a solver.
    pub queries: Option<u64>,
}

impl Answer {
    /// Whether it is a verdict.
    pub fn is_decided(&self) -> bool {
        self.verdict == "proved" || self.verdict == "violated"
    }
}

/// Asks; `None` if hatha has no such engine or option.
pub fn ask(hatha: &Path, question: &Question) -> Result<Option<Answer>> {
    let timeout = question.timeout.to_string();
    let mut command = Command::new(hatha);
    command.args(["check", "--format", "json", "--engine", question.engine]);
    command.args(["--timeout", &timeout]).args(&question.words);
    // The tables are about engines, and what the programs state.
    if !question.words.iter().any(|word| word == "--property") {
        command.args(["--checks", "assertions"]);
    }
    command.arg(question.file);
    let limit = Duration::from_secs(question.timeout) + GRACE;
    let done = process::run(&mut command, &[], limit)?;
    let json: Value = match done.code() {
        Some(NOT_UNDERSTOOD) => return Ok(None),
        None => Value::Null,
        Some(0..=2) => serde_json::from_slice(&done.stdout).map_err(|e| e.to_string())?,
        Some(code) => return Err(failed(question, code, &done)),
    };
    Ok(Some(answer(&json, question.timeout, done.seconds)))
}

fn failed(question: &Question, code: i32, done: &Finished) -> String {
    let why = String::from_utf8_lossy(&done.stderr);
    let Question { engine, file, .. } = question;
    format!("{engine} ends with {code} on {}: {why}", file.display())
}

fn answer(json: &Value, timeout: u64, seconds: f64) -> Answer {
    // Counts of one engine alone stand in an object of their own.
    let count = |key: &str| json["counts"][key].as_u64().or(json[key].as_u64());
    let reason = json["reason"].as_str().unwrap_or_default();
    Answer {
        verdict: json["verdict"].as_str().unwrap_or("unknown").to_owned(),
        seconds,
        is_late: seconds >= timeout as f64 || reason.starts_with("out of time"),
        // An engine without a graph says 0.
        states: count("states").filter(|&s| s > 0),
        refinements: count("refinements"),
        predicates: count("predicates"),
        queries: json["solver_queries"]["search"].as_u64(),
    }
}

/// A program in `benchmarks/panda` and what its head says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The file.
    pub path: PathBuf,
    /// `proved` or `violated`.
    pub verdict: String,
    /// Array sizes.
    pub sizes: String,
    /// Options that a proof by `panda` needs.
    pub options: Vec<String>,
}

/// Reads the head of a program.
pub fn program(path: PathBuf) -> Result<Program> {
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let needed = |key: &str| {
        field(&text, key).ok_or_else(|| format!("{} does not say its {key}", path.display()))
    };
    let (verdict, sizes) = (needed("verdict:")?, needed("sizes:")?);
    let verdict = verdict.split_whitespace().next().unwrap_or_default();
    let options = field(&text, "options:").unwrap_or_default();
    Ok(Program {
        verdict: verdict.to_owned(),
        sizes: sizes.to_owned(),
        options: options.split_whitespace().map(str::to_owned).collect(),
        path,
    })
}

/// A field of the first comment.
fn field<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let head = text.split("*/").next()?;
    let lines = head.lines().map(|l| l.trim_start_matches(['/', '*', ' ']));
    lines
        .filter_map(|l| l.strip_prefix(key))
        .next()
        .map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_figure_that_is_not_given_is_none() {
        let text = json!({
            "verdict": "proved", "counts": {"states": 7, "refinements": 0},
            "predicates": 3, "solver_queries": {"search": 9},
        });
        let found = answer(&text, 60, 1.0);
        assert_eq!((found.states, found.refinements), (Some(7), Some(0)));
        assert_eq!((found.predicates, found.queries), (Some(3), Some(9)));
        assert_eq!(answer(&json!({}), 60, 1.0).refinements, None);
        assert_eq!(answer(&json!({"states": 0}), 60, 1.0).states, None);
    }

    #[test]
    fn no_answer_is_no_verdict() {
        let ended = answer(&Value::Null, 5, 6.0);
        assert!(!ended.is_decided());
        assert!(ended.is_late);
        let gave_up = json!({"verdict": "unknown", "reason": "out of time at a.c:1:1"});
        assert!(answer(&gave_up, 5, 4.0).is_late);
    }

    #[test]
    fn fields_are_those_of_the_first_comment() {
        let text = "/* program: A\n * sizes: 4 places\n * verdict: violated (why)\n */\n\
                    /* options: --match */\n";
        assert_eq!(field(text, "sizes:"), Some("4 places"));
        assert_eq!(field(text, "verdict:"), Some("violated (why)"));
        assert_eq!(field(text, "options:"), None);
    }
}
