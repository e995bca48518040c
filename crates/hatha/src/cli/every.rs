//! `hatha check --every-function`: one check for each function, each in a process of its own.
//!
//! **Invariant.** A function has a verdict only if a complete document of its check says so; the
//! exit status is that of the worst: 1 if a check of some function is violated, else 2 if one is
//! not decided or its check has no result, else 0.

use super::args::{CheckArgs, FormatArg, after_command};
use super::contract::args::FunctionsArg;
use super::document::{Answer, CheckAnswer, CheckNote, Document};
use super::exit::{self, Failure};
use super::{Outcome, interrupt, program};
use serde_json::json;
use std::ffi::OsString;
use std::process::{Command, Stdio};
use std::sync::atomic::Ordering;

/// The result of one function: its document, or why there is none.
struct Checked {
    function: String,
    result: Result<Box<Document>, String>,
}

/// Checks one function after the other and shows them all.
pub(super) fn main(args: &CheckArgs, which: FunctionsArg, arguments: &[OsString]) -> Outcome {
    let functions = program::functions(&args.front, which == FunctionsArg::All)?;
    let names = functions.clone();
    let stop = interrupt::flag();
    let count = functions.len();
    let mut all = Vec::new();
    for function in functions {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let result = match is_ambiguous(&names, &function) {
            true => Err("several files have a function of this name".to_owned()),
            false => check(args, &function, arguments)?,
        };
        let checked = Checked { function, result };
        if args.format == FormatArg::Human {
            print!("{}", line(&checked));
        }
        all.push(checked);
    }
    let status = match worst(&all) {
        // Those that were not asked about are not known.
        exit::OK if all.len() < count => exit::UNKNOWN,
        status => status,
    };
    match args.format {
        FormatArg::Human => print!("{}", summary(&all)),
        FormatArg::Json => println!("{}", document(&all, status)),
    }
    Ok(status)
}

/// Whether several functions have a name, so that a check could be of any of them.
pub(super) fn is_ambiguous(names: &[String], name: &str) -> bool {
    names.iter().filter(|n| *n == name).count() > 1
}

/// Runs the check of one function: the same command, with the function as its entry.
fn check(
    args: &CheckArgs,
    function: &str,
    arguments: &[OsString],
) -> Result<Result<Box<Document>, String>, Failure> {
    let me = std::env::current_exe()
        .map_err(|e| Failure::new(exit::INTERNAL, format!("cannot find myself: {e}")))?;
    let is_other = |a: &&OsString| !a.to_string_lossy().starts_with("--every-function");
    let mut command = Command::new(me);
    command.arg("check");
    let chosen = |a: &OsString| a.to_string_lossy().starts_with("--globals");
    // Whoever calls a function may have called others before.
    if function != "main" && !arguments.iter().any(chosen) {
        command.args(["--globals", "any"]);
    }
    command.args(after_command(arguments).iter().filter(is_other));
    command.args(["--entry", function, "--format", "json"]);
    if let Some(folder) = &args.tests {
        command.arg("--tests").arg(folder.join(function));
    }
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|e| {
        let why = format!("internal error: cannot start a process: {e}");
        Failure::new(exit::INTERNAL, why)
    })?;
    let text = String::from_utf8_lossy(&output.stdout);
    let complaint = String::from_utf8_lossy(&output.stderr);
    let parsed = serde_json::from_str(text.trim());
    Ok(match (output.status.code(), parsed) {
        (Some(0..=2), Ok(document)) => Ok(Box::new(document)),
        _ => Err(complaint
            .lines()
            .next()
            .unwrap_or("the check has ended without a result")
            .to_owned()),
    })
}

fn worst(all: &[Checked]) -> u8 {
    let is = |answer| {
        move |c: &Checked| c.result.as_ref().map_or(Answer::Unknown, |d| d.verdict) == answer
    };
    if all.iter().any(is(Answer::Violated)) {
        exit::VIOLATED
    } else if all.is_empty() || all.iter().any(is(Answer::Unknown)) {
        exit::UNKNOWN
    } else {
        exit::OK
    }
}

/// The line of a function, and one for each check that fails.
fn line(checked: &Checked) -> String {
    let name = &checked.function;
    let document = match &checked.result {
        Ok(document) => document,
        Err(why) => return format!("{name:<28} no result: {why}\n"),
    };
    let seconds = document.seconds;
    let word = match document.verdict {
        Answer::Proved => "proved",
        Answer::Violated => "violated",
        Answer::Unknown => "unknown",
    };
    let mut out = format!("{name:<28} {word:<9} {seconds:>7.2} s");
    let violated = document.checks.iter();
    let violated = violated.filter(|c| c.verdict == CheckAnswer::Violated);
    let failing: Vec<String> = violated.map(CheckNote::sentence).collect();
    if document.verdict == Answer::Unknown {
        let reason: String = document.reason.chars().take(100).collect();
        out.push_str(&format!("  {reason}"));
    }
    out.push('\n');
    for sentence in failing {
        out.push_str(&format!("    {sentence}\n"));
    }
    out
}

fn summary(all: &[Checked]) -> String {
    let count = |answer: Answer| {
        let is = |c: &&Checked| c.result.as_ref().is_ok_and(|d| d.verdict == answer);
        all.iter().filter(is).count()
    };
    let failed = all.iter().filter(|c| c.result.is_err()).count();
    let mut out = format!(
        "{} functions: {} proved, {} violated, {} unknown",
        all.len(),
        count(Answer::Proved),
        count(Answer::Violated),
        count(Answer::Unknown),
    );
    if failed > 0 {
        out.push_str(&format!(", {failed} without a result"));
    }
    out.push('\n');
    let mut stated: Vec<&str> = Vec::new();
    for document in all.iter().filter_map(|c| c.result.as_ref().ok()) {
        for assumption in &document.assumptions {
            if !stated.contains(&assumption.as_str()) {
                stated.push(assumption);
            }
        }
    }
    for assumption in stated {
        out.push_str(&format!("  assuming that {assumption}\n"));
    }
    out
}

fn document(all: &[Checked], status: u8) -> serde_json::Value {
    let functions = all.iter().map(|c| match &c.result {
        Ok(document) => json!({ "function": c.function, "check": document, "error": "" }),
        Err(why) => json!({ "function": c.function, "check": null, "error": why }),
    });
    let verdict = match status {
        exit::OK => "proved",
        exit::VIOLATED => "violated",
        _ => "unknown",
    };
    json!({
        "schema": "hatha-check-functions",
        "version": 1,
        "verdict": verdict,
        "functions": functions.collect::<Vec<_>>(),
    })
}
