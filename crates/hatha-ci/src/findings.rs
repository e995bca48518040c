//! What the answers say of each check, once.
//!
//! **Invariant.** Of the verdicts that several answers give to one check the worst counts.

use crate::command::Answer;
use hatha_report::result::{Case, Outcome, Spot};
use hatha_report::sarif::fingerprint;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

/// A check, or a function or file of which nothing is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file that was asked about.
    pub file: PathBuf,
    /// The function that the answer started from.
    pub entry: String,
    /// What is known.
    pub case: Case,
    /// What it is known by when it moves.
    pub fingerprint: String,
}

/// All of them.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    /// By fingerprint and place.
    all: BTreeMap<(String, u32), Finding>,
}

fn rank(outcome: Outcome) -> u32 {
    match outcome {
        Outcome::Fail => 0,
        Outcome::Open => 1,
        Outcome::Accepted => 2,
        Outcome::Pass => 3,
    }
}

impl Findings {
    fn add(&mut self, file: &Path, entry: &str, case: Case) {
        let fingerprint = fingerprint(&case);
        let key = (fingerprint.clone(), case.spot.line);
        let finding = Finding {
            file: file.to_path_buf(),
            entry: entry.to_owned(),
            case,
            fingerprint,
        };
        match self.all.get(&key) {
            Some(old) if rank(old.case.outcome) <= rank(finding.case.outcome) => {}
            _ => drop(self.all.insert(key, finding)),
        }
    }

    /// A file that could not be read.
    pub(crate) fn unread(&mut self, file: &Path, why: &str) {
        self.add(
            file,
            "",
            whole(file, "", "file", format!("not checked: {why}")),
        );
    }

    /// What an answer says.
    pub(crate) fn take(&mut self, answer: &Answer) {
        let (file, entry) = (&answer.file, &answer.entry);
        let document = match &answer.document {
            Ok(document) => document,
            Err(why) => {
                let case = whole(file, entry, "function", format!("no result: {why}"));
                return self.add(file, entry, case);
            }
        };
        let list = |key: &str| document[key].as_array().filter(|all| !all.is_empty());
        // Where no faults are asked about, what the program states is all that is checked.
        let checks = list("checks").or_else(|| list("properties"));
        let checks = checks.into_iter().flatten();
        let cases: Vec<Case> = checks.filter_map(|c| case(c, file, entry)).collect();
        let worst = cases.iter().map(|c| rank(c.outcome)).min();
        cases
            .into_iter()
            .for_each(|case| self.add(file, entry, case));
        let reason = document["reason"].as_str().unwrap_or_default();
        let verdict = match document["verdict"].as_str() {
            Some("violated") if worst != Some(0) => Outcome::Fail,
            Some("unknown") if worst.is_none_or(|w| w > 1) => Outcome::Open,
            _ => return,
        };
        let (what, location) = reason.rsplit_once(" at ").unwrap_or((reason, ""));
        let case = Case {
            outcome: verdict,
            spot: spot(location, file),
            ..whole(file, entry, "function", what.to_owned())
        };
        self.add(file, entry, case);
    }

    /// In the order of files and lines.
    pub(crate) fn sorted(self) -> Vec<Finding> {
        let mut all: Vec<Finding> = self.all.into_values().collect();
        let place = |f: &Finding| {
            (
                f.case.spot.file.clone(),
                f.case.spot.line,
                f.case.id.clone(),
            )
        };
        all.sort_by_key(place);
        all
    }
}

/// Something that is no check.
fn whole(file: &Path, entry: &str, kind: &str, message: String) -> Case {
    Case {
        id: entry.to_owned(),
        kind: kind.to_owned(),
        outcome: Outcome::Open,
        message,
        spot: Spot {
            file: file.display().to_string(),
            line: 1,
            ..Spot::default()
        },
        path: Vec::new(),
    }
}

fn case(check: &Value, file: &Path, entry: &str) -> Option<Case> {
    let text = |key: &str| check[key].as_str().unwrap_or_default();
    let outcome = match text("verdict") {
        "violated" => Outcome::Fail,
        "unknown" => Outcome::Open,
        "accepted" => Outcome::Accepted,
        "proved" | "unreachable" => Outcome::Pass,
        _ => return None,
    };
    let from = format!("`{entry}`");
    let message = match outcome {
        Outcome::Fail => format!(
            "{} when {from} is called{}",
            match text("fault") {
                "" => text("kind"),
                fault => fault,
            },
            with(&check["shown_inputs"])
        ),
        Outcome::Open => format!("not decided from {from}: {}", text("reason")),
        Outcome::Accepted => text("reason").to_owned(),
        Outcome::Pass => format!("proved from {from}"),
    };
    let steps = check["trace"].as_array().into_iter().flatten();
    Some(Case {
        id: text("id").to_owned(),
        kind: text("kind").to_owned(),
        outcome,
        message,
        spot: spot(text("location"), file),
        path: steps.filter_map(|s| step(s, file)).collect(),
    })
}

fn with(inputs: &Value) -> String {
    const MOST: usize = 6;
    let all = inputs.as_array().into_iter().flatten();
    let one = |i: &Value| {
        Some(format!(
            "{} = {}",
            i["name"].as_str()?,
            i["value"].as_str()?
        ))
    };
    let all: Vec<String> = all.filter_map(one).collect();
    match all.len() {
        0 => String::new(),
        n if n > MOST => format!(" with {}, …", all[..MOST].join(", ")),
        _ => format!(" with {}", all.join(", ")),
    }
}

fn step(step: &Value, file: &Path) -> Option<(Spot, String)> {
    let spot = Spot {
        file: from_here(step["file"].as_str()?, file),
        line: u32::try_from(step["line"].as_u64()?).ok()?,
        column: 0,
        text: step["source"].as_str().unwrap_or_default().to_owned(),
    };
    let values = step["values"].as_array().into_iter().flatten();
    let value = |v: &Value| {
        Some(format!(
            "{} = {}",
            v["name"].as_str()?,
            v["value"].as_str()?
        ))
    };
    let mut parts: Vec<String> = values.filter_map(value).collect();
    let holds = step["holds"].as_array().into_iter().flatten();
    parts.extend(holds.filter_map(|h| Some(h.as_str()?.to_owned())));
    let text = match parts.is_empty() {
        true => spot.text.clone(),
        false => parts.join(", "),
    };
    Some((spot, text))
}

/// The name of a file from this folder: compilers are started in others, and servers know no folder but
/// that of the repository.
fn from_here(name: &str, asked: &Path) -> String {
    let path = Path::new(name);
    let plain = |c: &Component| matches!(c, Component::Normal(_));
    let parts: PathBuf = path.components().filter(plain).collect();
    let here = std::env::current_dir().unwrap_or_default();
    let short = match path.strip_prefix(&here) {
        Ok(inside) => inside,
        Err(_) if path.is_relative() && asked.ends_with(&parts) => asked,
        Err(_) => path,
    };
    short.display().to_string()
}

/// `file:line:column` with the text of the line.
fn spot(location: &str, asked: &Path) -> Spot {
    let mut parts = location.rsplitn(3, ':');
    let column = parts.next().and_then(|c| c.parse().ok());
    let line = parts.next().and_then(|l| l.parse().ok());
    let file = from_here(parts.next().unwrap_or_default(), asked);
    let line: u32 = line.unwrap_or(0);
    let text = std::fs::read_to_string(&file).unwrap_or_default();
    let quoted = text.lines().nth((line as usize).wrapping_sub(1));
    Spot {
        line,
        column: column.unwrap_or(0),
        text: quoted.unwrap_or_default().to_owned(),
        file,
    }
}
