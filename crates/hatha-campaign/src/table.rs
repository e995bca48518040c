//! The summary of a campaign, with the columns of the paper's table: lines,
//! properties, time-outs, iterations, time.

use crate::outcome::{Answer, Outcome};
use crate::queue::Pair;
use std::collections::BTreeMap;
use std::fmt::Write;

/// One program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// Lines.
    pub lines: u64,
    /// Pairs.
    pub properties: u64,
    /// Proved, violated, unknown, refused, crashed.
    pub answers: [u64; 5],
    /// Pairs for which time ran out.
    pub time_outs: u64,
    /// Iterations of the engine.
    pub iterations: u64,
    /// Seconds.
    pub seconds: f64,
}

impl Row {
    fn add(&mut self, outcome: &Outcome) {
        let at = match outcome.answer {
            Answer::Proved => 0,
            Answer::Violated => 1,
            Answer::Unknown => 2,
            Answer::Refused => 3,
            Answer::Crashed => 4,
        };
        self.properties += 1;
        self.answers[at] += 1;
        self.time_outs += u64::from(outcome.timed_out);
        self.iterations += outcome.iterations;
        self.seconds += outcome.seconds;
    }
}

/// The rows by file, and their sum.
pub fn rows(results: &[(Pair, Outcome)]) -> (BTreeMap<String, Row>, Row) {
    let mut all: BTreeMap<String, Row> = BTreeMap::new();
    let mut sum = Row::default();
    for (pair, outcome) in results {
        let row = all.entry(pair.file.clone()).or_default();
        if row.properties == 0 {
            row.lines = pair.lines;
            sum.lines += pair.lines;
        }
        row.add(outcome);
        sum.add(outcome);
    }
    (all, sum)
}

/// The table as text.
pub fn table(results: &[(Pair, Outcome)]) -> String {
    let (rows, sum) = rows(results);
    let width = rows.keys().map(String::len).max().unwrap_or(0).max(7);
    let mut out = String::new();
    // Writing to a `String` cannot fail.
    let _ = writeln!(
        out,
        "{:width$}  {:>6}  {:>10}  {:>6}  {:>8}  {:>7}  {:>6}  {:>9}  {:>10}  {:>8}",
        "program",
        "lines",
        "properties",
        "proved",
        "violated",
        "unknown",
        "failed",
        "time-outs",
        "iterations",
        "time (s)"
    );
    for (name, row) in rows.iter().chain([(&"total".to_owned(), &sum)]) {
        let [proved, violated, unknown, refused, crashed] = row.answers;
        let _ = writeln!(
            out,
            "{name:width$}  {:>6}  {:>10}  {proved:>6}  {violated:>8}  {unknown:>7}  {:>6}  {:>9}  {:>10}  {:>8.2}",
            row.lines,
            row.properties,
            refused + crashed,
            row.time_outs,
            row.iterations,
            row.seconds
        );
    }
    out
}

/// A result as one line of JSON.
pub fn json_line(pair: &Pair, outcome: &Outcome) -> String {
    serde_json::json!({
        "schema": "hatha-campaign",
        "version": 1,
        "file": pair.file,
        "entry": pair.entry,
        "rule": pair.rule,
        "lines": pair.lines,
        "verdict": outcome.answer.name(),
        "reason": outcome.reason,
        "seconds": outcome.seconds,
        "iterations": outcome.iterations,
        "tests": outcome.tests,
        "timed_out": outcome.timed_out,
    })
    .to_string()
}
