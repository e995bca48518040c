//! Questions to hatha.

use super::Context;
use super::area::{Kind, Refutation};
use super::case::Case;
use crate::Result;
use crate::process::{self, Limits};
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Time beyond its own limit after which hatha is ended.
const GRACE: Duration = Duration::from_secs(30);

/// How hatha ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Exit status 0.
    Proved,
    /// Exit status 1.
    Violated,
    /// Exit status 2.
    Unknown,
    /// Exit status 70.
    Internal,
    /// Another end: bad input, a crash, no end at all.
    Other,
}

/// A verdict with what was printed.
#[derive(Clone)]
pub struct Answer {
    /// The verdict.
    pub verdict: Verdict,
    /// The command line, in the folder of the case.
    pub command: String,
    /// The JSON object; null if there was none.
    pub json: Value,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

impl Answer {
    /// The refutation of an answer that is none.
    pub fn internal(&self) -> Option<Refutation> {
        let why = match self.verdict {
            Verdict::Internal => "internal error, exit status 70",
            Verdict::Other => "neither a verdict nor unknown",
            _ => return None,
        };
        Some(Refutation {
            kind: Kind::Internal,
            why: format!("{why}: {}", self.first_line()),
        })
    }

    /// Whether the answer assumes something of a kind (`assumption_ids`, docs/formats/check.md).
    pub fn assumes(&self, id: &str) -> bool {
        let all = self.json["assumption_ids"].as_array();
        let mut ids = all.into_iter().flatten().filter_map(Value::as_str);
        ids.any(|a| a == id)
    }

    /// Whether the failing test has no inputs and no layout: every run is like it.
    pub fn draws_nothing(&self) -> bool {
        let is_empty = |key: &str| self.json[key].as_array().is_some_and(Vec::is_empty);
        is_empty("inputs") && is_empty("layout")
    }

    /// Why it is unknown, or what failed.
    pub fn reason(&self) -> &str {
        self.json["reason"].as_str().unwrap_or_default()
    }

    fn first_line(&self) -> &str {
        let lines = self.stderr.lines().filter(|l| !l.trim().is_empty());
        lines.clone().next().unwrap_or("nothing on standard error")
    }
}

/// The options that choose what is asked.
const OTHER_QUESTIONS: [&str; 3] = ["--checks", "--rule", "--property"];

/// Asks `hatha check` about the files of a case in a folder, with further options.
pub fn check(case: &Case, folder: &Path, more: &[String], context: &Context) -> Result<Answer> {
    let mut args: Vec<String> = ["check", "--format", "json", "--memory", "3000", "--timeout"]
        .map(str::to_owned)
        .to_vec();
    args.push(context.timeout.to_string());
    args.extend(["--data-model".to_owned(), case.model.name().to_owned()]);
    let options: Vec<String> = case.options.iter().chain(more).cloned().collect();
    // A case without checks, rule or property is about what the program states.
    let is_other = |o: &String| OTHER_QUESTIONS.iter().any(|q| o.starts_with(q));
    if !options.iter().any(is_other) {
        args.extend(["--checks", "assertions"].map(str::to_owned));
    }
    args.extend(options);
    args.extend(case.given().map(str::to_owned));
    let limit = Duration::from_secs(context.timeout);
    let mut answer = ask(&args, folder, limit, context)?;
    let verdict = answer.json["verdict"].as_str();
    // The exit status and the object must say the same.
    let same = match answer.verdict {
        Verdict::Proved => verdict == Some("proved"),
        Verdict::Violated => verdict == Some("violated"),
        Verdict::Unknown => verdict == Some("unknown"),
        Verdict::Internal | Verdict::Other => true,
    };
    if !same {
        answer.verdict = Verdict::Other;
        answer.stderr = format!("exit status and JSON differ\n{}", answer.stderr);
    }
    Ok(answer)
}

/// Runs a command of hatha in a folder.
pub fn ask(args: &[String], folder: &Path, limit: Duration, context: &Context) -> Result<Answer> {
    let mut command = Command::new(&context.hatha);
    command.args(args).current_dir(folder);
    let limits = match context.processor {
        Some(processor) => Limits::processor(processor, limit + GRACE),
        None => Limits::wall(limit + GRACE),
    };
    let done = process::run_within(&mut command, b"", &limits)?;
    let verdict = match done.code() {
        Some(0) => Verdict::Proved,
        Some(1) => Verdict::Violated,
        Some(2) => Verdict::Unknown,
        Some(70) => Verdict::Internal,
        _ => Verdict::Other,
    };
    let stderr = String::from_utf8_lossy(&done.stderr);
    Ok(Answer {
        verdict,
        command: format!("hatha {}", shown(args)),
        stdout: String::from_utf8_lossy(&done.stdout).into_owned(),
        json: serde_json::from_slice(&done.stdout).unwrap_or_default(),
        stderr: match done.code() {
            Some(code) => format!("{stderr}\n(exit status {code})"),
            None => format!("stopped after {:.0} s\n{stderr}", done.seconds),
        },
    })
}

/// Arguments as a shell takes them.
pub fn shown(args: &[String]) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,".contains(c);
    let quoted = |a: &String| match !a.is_empty() && a.chars().all(plain) {
        true => a.clone(),
        false => format!("'{}'", a.replace('\'', r"'\''")),
    };
    args.iter().map(quoted).collect::<Vec<_>>().join(" ")
}
