//! What a campaign found, for people: each violation once, and what is not known by its reasons.

use crate::outcome::{Answer, Outcome};
use crate::queue::Pair;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Examples that are named of a group, and inputs that are told of a test.
const EXAMPLES: usize = 3;
const INPUTS: usize = 4;

/// The violations, and the other answers than *proved* in groups.
pub fn findings(results: &[(Pair, Outcome)]) -> String {
    let mut out = violations(results);
    let is = |answer: Answer| move |o: &&(Pair, Outcome)| o.1.answer == answer;
    out += &groups("unknown", results.iter().filter(is(Answer::Unknown)));
    out += &groups("refused", results.iter().filter(is(Answer::Refused)));
    out += &groups("crashed", results.iter().filter(is(Answer::Crashed)));
    out
}

// ---- violations ----

/// A violation and where it was found from.
struct Found {
    entries: Vec<String>,
    inputs: String,
}

fn violations(results: &[(Pair, Outcome)]) -> String {
    let mut all: BTreeMap<String, Found> = BTreeMap::new();
    for (pair, outcome) in results {
        if outcome.answer != Answer::Violated {
            continue;
        }
        for (text, inputs) in of_document(pair, outcome) {
            let found = all.entry(text).or_insert(Found {
                entries: Vec::new(),
                inputs,
            });
            found.entries.push(pair.entry.clone());
        }
    }
    if all.is_empty() {
        return String::new();
    }
    let mut out = "violated:\n".to_owned();
    for (text, found) in all {
        let entries = some(&found.entries);
        // Writing to a `String` cannot fail.
        let _ = writeln!(out, "  {text}, from {entries}{}", found.inputs);
    }
    out
}

/// The violations of one answer: those of its checks, else the one that decided.
fn of_document(pair: &Pair, outcome: &Outcome) -> Vec<(String, String)> {
    let document: Value = serde_json::from_str(&outcome.document).unwrap_or_default();
    let checks = document["checks"].as_array().into_iter().flatten();
    let violated = checks.filter(|c| c["verdict"] == "violated");
    let all: Vec<(String, String)> = violated.map(of_check).collect();
    if !all.is_empty() {
        return all;
    }
    let reason = match &outcome.reason {
        reason if reason.contains(&pair.rule) => reason.clone(),
        reason => format!("{reason} ({})", pair.rule),
    };
    vec![(reason, inputs(&document["inputs"]))]
}

fn of_check(check: &Value) -> (String, String) {
    let text = |key: &str| check[key].as_str().unwrap_or_default();
    let what = match text("fault") {
        "" => text("kind"),
        fault => fault,
    };
    let text = format!("{what} at {}", text("location"));
    (text, inputs(&check["inputs"]))
}

fn inputs(inputs: &Value) -> String {
    let all = inputs.as_array().into_iter().flatten();
    let all = all.filter_map(|i| {
        Some(format!(
            "{} = {}",
            i["name"].as_str()?,
            i["value"].as_str()?
        ))
    });
    let all: Vec<String> = all.collect();
    match all.len() {
        0 => String::new(),
        n if n > INPUTS => format!(", with {}, …", all[..INPUTS].join(", ")),
        _ => format!(", with {}", all.join(", ")),
    }
}

// ---- what is not known ----

fn groups<'r>(name: &str, results: impl Iterator<Item = &'r (Pair, Outcome)>) -> String {
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (pair, outcome) in results {
        let group = all.entry(without_places(&outcome.reason)).or_default();
        group.push(format!("{} {}", pair.file, pair.entry));
    }
    let mut all: Vec<(String, Vec<String>)> = all.into_iter().collect();
    all.sort_by_key(|(_, pairs)| std::cmp::Reverse(pairs.len()));
    let mut out = String::new();
    for (reason, mut pairs) in all {
        let count = pairs.len();
        pairs.dedup();
        let _ = writeln!(out, "{name} ({count}): {reason}: {}", some(&pairs));
    }
    out
}

/// A reason without its ` at file:line:column`, which would make a group of each.
fn without_places(reason: &str) -> String {
    let is_place = |word: &str| {
        let mut parts = word.trim_end_matches([',', ';', ')']).rsplitn(3, ':');
        let mut number = || parts.next().is_some_and(|p| p.parse::<u32>().is_ok());
        number() && number()
    };
    let mut words: Vec<&str> = Vec::new();
    for word in reason.split(' ') {
        match words.last() {
            Some(&"at") if is_place(word) => drop(words.pop()),
            _ => words.push(word),
        }
    }
    words.join(" ")
}

fn some(names: &[String]) -> String {
    let mut text = names
        .iter()
        .take(EXAMPLES)
        .cloned()
        .collect::<Vec<_>>()
        .join(", ");
    if names.len() > EXAMPLES {
        let _ = write!(text, ", and {} more", names.len() - EXAMPLES);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn result(entry: &str, answer: Answer, reason: &str, document: &Value) -> (Pair, Outcome) {
        let pair = Pair {
            file: "a.c".to_owned(),
            entry: entry.to_owned(),
            rule: "checks".to_owned(),
            lines: 9,
        };
        let outcome = Outcome {
            answer,
            reason: reason.to_owned(),
            seconds: 0.5,
            iterations: 1,
            tests: 1,
            timed_out: false,
            document: document.to_string(),
        };
        (pair, outcome)
    }

    #[test]
    fn a_violation_is_told_once_and_doubt_by_its_reasons() {
        let check = |verdict: &str, line: u32| {
            json!({ "verdict": verdict, "kind": "invalid-access", "fault": "null-dereference",
                    "location": format!("a.c:{line}:3"), "inputs": [{ "name": "p", "value": "0" }] })
        };
        let two =
            json!({ "checks": [check("violated", 3), check("proved", 4), check("violated", 5)] });
        let results = [
            result("f", Answer::Violated, "null-dereference at a.c:3:3", &two),
            result("g", Answer::Violated, "null-dereference at a.c:3:3", &two),
            result("h", Answer::Unknown, "out of time at a.c:7:1", &json!({})),
            result("i", Answer::Unknown, "out of time at a.c:8:2", &json!({})),
            result("j", Answer::Proved, "", &json!({})),
            result("k", Answer::Refused, "error: no", &json!(null)),
        ];
        let expected = "violated:\n  \
            null-dereference at a.c:3:3, from f, g, with p = 0\n  \
            null-dereference at a.c:5:3, from f, g, with p = 0\n\
            unknown (2): out of time: a.c h, a.c i\n\
            refused (1): error: no: a.c k\n";
        assert_eq!(findings(&results), expected);
    }

    #[test]
    fn a_rule_is_named_where_the_reason_does_not() {
        let (mut pair, outcome) =
            result("f", Answer::Violated, "locked twice at a.c:1:1", &json!({}));
        pair.rule = "posix/mutex".to_owned();
        let text = findings(&[(pair, outcome)]);
        assert_eq!(
            text,
            "violated:\n  locked twice at a.c:1:1 (posix/mutex), from f\n"
        );
    }
}
