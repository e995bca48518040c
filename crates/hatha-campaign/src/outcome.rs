//! What became of a pair.
//!
//! **Invariant.** A verdict is only ever read from a complete document of `hatha
//! check`; a process that ends in any other way leaves *crashed* or *refused*.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// The rule cannot be broken.
    Proved,
    /// A test breaks it.
    Violated,
    /// Neither is known.
    Unknown,
    /// The check did not begin: bad input.
    Refused,
    /// The process died.
    Crashed,
}

impl Answer {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Answer::Proved => "proved",
            Answer::Violated => "violated",
            Answer::Unknown => "unknown",
            Answer::Refused => "refused",
            Answer::Crashed => "crashed",
        }
    }

    /// The answer of that name.
    pub fn named(name: &str) -> Option<Self> {
        use Answer::{Crashed, Proved, Refused, Unknown, Violated};
        let all = [Proved, Violated, Unknown, Refused, Crashed];
        all.into_iter().find(|a| a.name() == name)
    }
}

/// A result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The answer.
    pub answer: Answer,
    /// Why, or what the rule says.
    pub reason: String,
    /// Wall time in seconds.
    pub seconds: f64,
    /// Iterations of the engine.
    pub iterations: u64,
    /// Tests that it ran.
    pub tests: u64,
    /// Whether time ran out.
    pub timed_out: bool,
    /// The whole document of the check, or nothing.
    pub document: String,
}

impl Outcome {
    /// What a child process left behind: its exit status, if it ended by itself, and its output.
    pub(crate) fn of_child(status: Option<i32>, stdout: &str, stderr: &str, seconds: f64) -> Self {
        let document: Option<Value> = serde_json::from_str(stdout.trim()).ok();
        let mut outcome = Outcome {
            answer: Answer::Crashed,
            reason: first_line(stderr),
            seconds,
            iterations: 0,
            tests: 0,
            timed_out: false,
            document: String::new(),
        };
        match (status, document) {
            (Some(0..=2), Some(document)) => outcome.read(&document),
            (Some(64..=66), _) => outcome.answer = Answer::Refused,
            (Some(code), _) if outcome.reason.is_empty() => {
                outcome.reason = format!("the check ended with status {code}");
            }
            (None, _) if outcome.reason.is_empty() => {
                outcome.reason = "the check was killed".to_owned();
            }
            _ => {}
        }
        outcome
    }

    fn read(&mut self, document: &Value) {
        let verdict = document["verdict"].as_str().and_then(Answer::named);
        let Some(verdict) = verdict else { return };
        self.answer = verdict;
        self.reason = document["reason"].as_str().unwrap_or_default().to_owned();
        self.iterations = document["iterations"].as_u64().unwrap_or(0);
        self.tests = document["tests"].as_u64().unwrap_or(0);
        self.timed_out = verdict == Answer::Unknown && self.reason.contains("out of time");
        self.document = document.to_string();
    }
}

fn first_line(text: &str) -> String {
    let mut lines = text.lines().map(str::trim).filter(|l| !l.is_empty());
    lines.next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_document_is_a_verdict() {
        let whole = r#"{"verdict":"proved","reason":"","iterations":7,"tests":2}"#;
        let proved = Outcome::of_child(Some(0), whole, "", 0.5);
        assert_eq!((proved.answer, proved.iterations), (Answer::Proved, 7));
        let cut = Outcome::of_child(Some(0), &whole[..20], "", 0.5);
        assert_eq!(cut.answer, Answer::Crashed);
        let killed = Outcome::of_child(None, whole, "", 0.5);
        assert_eq!(killed.answer, Answer::Crashed);
        let refused = Outcome::of_child(Some(65), "", "hatha: error: no\n", 0.5);
        assert_eq!(
            (refused.answer, refused.reason.as_str()),
            (Answer::Refused, "hatha: error: no")
        );
    }

    #[test]
    fn time_that_ran_out_is_distinguished_from_other_doubt() {
        let late = r#"{"verdict":"unknown","reason":"out of time at a.c:1:1"}"#;
        assert!(Outcome::of_child(Some(2), late, "", 9.0).timed_out);
        let other = r#"{"verdict":"unknown","reason":"hinges on memory"}"#;
        assert!(!Outcome::of_child(Some(2), other, "", 9.0).timed_out);
    }
}
