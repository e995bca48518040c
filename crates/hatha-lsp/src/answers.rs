//! What the command prints, as far as it is shown: `docs/formats/check.md`, `docs/formats/functions.md`,
//! `docs/formats/contract.md`.
//!
//! **Invariant.** A verdict is only ever read from a whole document of `hatha check`.

use serde::Deserialize;

/// Lines of a path that are kept: its end.
const STEPS: usize = 30;

/// The three answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verdict {
    Proved,
    Violated,
    #[default]
    Unknown,
}

/// What is known about a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CheckVerdict {
    Violated,
    Unknown,
    Accepted,
    Proved,
    Unreachable,
}

/// The result of a check.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Document {
    pub verdict: Verdict,
    pub reason: String,
    pub cause: String,
    pub claim: String,
    pub seconds: f64,
    pub engine: String,
    pub checks: Vec<Check>,
    /// What the program states itself; part of `checks`, but where these are empty.
    properties: Vec<Property>,
    pub invariants: Vec<Invariant>,
    pub assumptions: Vec<String>,
    pub externals: Vec<String>,
    #[serde(rename = "shown_inputs")]
    pub inputs: Vec<Input>,
    pub trace: Vec<Step>,
}

/// One check.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Check {
    pub id: String,
    pub function: String,
    pub kind: String,
    pub location: String,
    pub verdict: CheckVerdict,
    #[serde(default)]
    pub fault: String,
    #[serde(default, rename = "shown_inputs")]
    pub inputs: Vec<Input>,
    #[serde(default)]
    pub trace: Vec<Step>,
    #[serde(default)]
    pub reason: String,
}

/// Something that the program states.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Property {
    id: String,
    kind: String,
    location: String,
    verdict: Verdict,
}

/// A value of a failing test.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Input {
    pub name: String,
    pub value: String,
}

/// A line of a failing path.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Step {
    pub file: String,
    pub line: u32,
    pub values: Vec<Input>,
    pub holds: Vec<String>,
}

/// What holds at the head of a loop.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Invariant {
    pub location: String,
    pub c: String,
}

impl Document {
    /// From a line of the command.
    pub(crate) fn read(line: &str) -> Option<Document> {
        let mut document: Document = serde_json::from_str(line).ok()?;
        document.take_properties();
        shorten(&mut document.trace);
        for check in &mut document.checks {
            shorten(&mut check.trace);
        }
        Some(document)
    }

    /// Where no faults are asked about, what the program states is all that is checked.
    fn take_properties(&mut self) {
        let properties = std::mem::take(&mut self.properties);
        if !self.checks.is_empty() {
            return;
        }
        for property in properties {
            let function = property.id.split('#').next().unwrap_or_default().to_owned();
            let is_violated = property.verdict == Verdict::Violated;
            let (inputs, trace) = match is_violated {
                true => (self.inputs.clone(), self.trace.clone()),
                false => Default::default(),
            };
            self.checks.push(Check {
                function,
                verdict: match property.verdict {
                    Verdict::Proved => CheckVerdict::Proved,
                    Verdict::Violated => CheckVerdict::Violated,
                    Verdict::Unknown => CheckVerdict::Unknown,
                },
                reason: match is_violated {
                    true => String::new(),
                    false => self.reason.clone(),
                },
                id: property.id,
                kind: property.kind,
                location: property.location,
                fault: String::new(),
                inputs,
                trace,
            });
        }
    }

    /// The checks with a verdict.
    pub(crate) fn with(&self, verdict: CheckVerdict) -> impl Iterator<Item = &Check> {
        self.checks.iter().filter(move |c| c.verdict == verdict)
    }
}

fn shorten(trace: &mut Vec<Step>) {
    let left_out = trace.len().saturating_sub(STEPS);
    trace.drain(..left_out);
    trace.shrink_to_fit();
}

/// The functions of a file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Functions {
    pub functions: Vec<Function>,
    pub error: Option<Problem>,
}

/// A function.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Function {
    pub name: String,
    pub location: String,
    pub last_line: u32,
    pub external: bool,
    pub key: String,
}

/// Why a file cannot be read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(crate) struct Problem {
    pub message: String,
    pub help: String,
    pub location: String,
}

/// What functions demand of their callers.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Contracts {
    pub functions: Vec<Contract>,
}

/// What a function demands.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Contract {
    pub function: String,
    pub status: String,
    pub requires: Vec<Requirement>,
    pub reason: String,
}

/// A part of it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Requirement {
    pub text: String,
}

/// `file:line:column` taken apart.
pub(crate) fn place(location: &str) -> Option<(&str, u32, u32)> {
    let mut parts = location.rsplitn(3, ':');
    let column = parts.next()?.parse().ok()?;
    let line = parts.next()?.parse().ok()?;
    Some((parts.next()?, line, column))
}

/// Inputs as a sentence tells them.
pub(crate) fn values(inputs: &[Input]) -> String {
    const MOST: usize = 8;
    let all = inputs.iter().take(MOST);
    let mut all: Vec<String> = all.map(|i| format!("{} = {}", i.name, i.value)).collect();
    if inputs.len() > MOST {
        all.push("…".to_owned());
    }
    all.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_program_states_is_a_check_where_there_are_no_others() {
        let line = r#"{ "verdict": "violated", "reason": "assertion at a.c:3:4", "checks": [],
            "shown_inputs": [{ "name": "a", "value": "7" }],
            "properties": [{ "id": "f#1", "kind": "assertion", "location": "a.c:3:4", "verdict": "violated" },
                           { "id": "f#2", "kind": "assertion", "location": "a.c:5:4", "verdict": "proved" }] }"#;
        let document = Document::read(line).expect("a document");
        let violated: Vec<&Check> = document.with(CheckVerdict::Violated).collect();
        assert_eq!(violated.len(), 1);
        assert_eq!(
            (violated[0].function.as_str(), values(&violated[0].inputs)),
            ("f", "a = 7".to_owned())
        );
        assert_eq!(document.with(CheckVerdict::Proved).count(), 1);
        assert!(Document::read("{").is_none());
    }
}
