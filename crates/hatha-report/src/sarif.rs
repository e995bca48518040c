//! SARIF 2.1.0, the format of static analysis results.
//!
//! **Invariant.** A fingerprint depends on the check and the text of its line, never
//! on a line number: a result that only moves is the same result.

use crate::result::{Case, Outcome, Results, Spot};
use crate::sha256;
use serde_json::{Value, json};
use std::collections::BTreeSet;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// A run as a log.
pub fn sarif(results: &Results) -> String {
    let kinds: BTreeSet<&str> = results.cases.iter().map(|c| c.kind.as_str()).collect();
    let rules: Vec<Value> = kinds.iter().map(|k| rule(k)).collect();
    let cases: Vec<Value> = results.cases.iter().map(|c| result(c, &kinds)).collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "hatha",
                "version": results.version,
                "rules": rules,
            }},
            "columnKind": "utf16CodeUnits",
            "results": cases,
        }],
    });
    format!("{log:#}\n")
}

fn rule(kind: &str) -> Value {
    json!({
        "id": kind,
        "shortDescription": { "text": kind },
        "defaultConfiguration": { "level": "error" },
    })
}

fn result(case: &Case, kinds: &BTreeSet<&str>) -> Value {
    let (kind, level) = match case.outcome {
        Outcome::Pass => ("pass", "none"),
        Outcome::Fail => ("fail", "error"),
        Outcome::Open => ("open", "none"),
        Outcome::Accepted => ("review", "none"),
    };
    let mut value = json!({
        "ruleId": case.kind,
        "ruleIndex": kinds.iter().position(|k| *k == case.kind),
        "kind": kind,
        "level": level,
        "message": { "text": case.message },
        "partialFingerprints": { "hathaCheck/v1": fingerprint(case) },
    });
    if case.outcome == Outcome::Accepted {
        value["suppressions"] = json!([{ "kind": "inSource", "justification": case.message }]);
    }
    if case.spot.line > 0 {
        value["locations"] = json!([{ "physicalLocation": physical(&case.spot) }]);
    }
    if !case.path.is_empty() {
        let steps: Vec<Value> = case.path.iter().map(step).collect();
        value["codeFlows"] = json!([{ "threadFlows": [{ "locations": steps }] }]);
    }
    value
}

fn step((spot, what): &(Spot, String)) -> Value {
    json!({ "location": {
        "physicalLocation": physical(spot),
        "message": { "text": what },
    }})
}

fn physical(spot: &Spot) -> Value {
    let mut region = json!({ "startLine": spot.line });
    if spot.column > 0 {
        region["startColumn"] = json!(column(spot));
    }
    if !spot.text.is_empty() {
        region["snippet"] = json!({ "text": spot.text });
    }
    json!({
        "artifactLocation": { "uri": uri(&spot.file) },
        "region": region,
    })
}

/// Columns are bytes here and units of UTF-16 there.
fn column(spot: &Spot) -> usize {
    let before = spot.text.get(..spot.column as usize - 1);
    before.map_or(spot.column as usize, |t| t.encode_utf16().count() + 1)
}

/// The path of a file as part of a URI.
fn uri(file: &str) -> String {
    let mut out = String::new();
    for byte in file.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                out.push(char::from(byte));
            }
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    if out.starts_with('/') {
        return format!("file://{out}");
    }
    out
}

/// What a result is known by when it moves.
pub fn fingerprint(case: &Case) -> String {
    let text = case.spot.text.split_whitespace().collect::<Vec<_>>();
    let file = case.spot.file.rsplit('/').next().unwrap_or_default();
    let parts = [case.kind.as_str(), &case.id, file, &text.join(" ")];
    sha256::hex(parts.join("\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(line: u32, outcome: Outcome) -> Case {
        let spot = Spot {
            file: "dir/a b.c".to_owned(),
            line,
            column: 9,
            text: "  /* é */ reach_error();".to_owned(),
        };
        Case {
            id: "main#1".to_owned(),
            kind: "reach-error".to_owned(),
            outcome,
            message: "reach_error() is called".to_owned(),
            path: vec![(spot.clone(), "x = 1".to_owned())],
            spot,
        }
    }

    fn log(cases: Vec<Case>) -> Value {
        let results = Results {
            name: "a.c".to_owned(),
            version: "1".to_owned(),
            seconds: 0.5,
            cases,
        };
        serde_json::from_str(&sarif(&results)).expect("it is JSON")
    }

    /// What the published schema requires of each object that is written.
    #[test]
    fn required_fields_are_there() {
        let log = log(vec![case(3, Outcome::Fail), case(4, Outcome::Pass)]);
        assert_eq!(log["version"], "2.1.0");
        let run = &log["runs"][0];
        assert_eq!(run["tool"]["driver"]["name"], "hatha");
        let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
        assert!(rules.iter().all(|r| r["id"].is_string()));
        for result in run["results"].as_array().expect("results") {
            assert!(result["message"]["text"].is_string());
            let index = result["ruleIndex"].as_u64().expect("an index") as usize;
            assert_eq!(rules[index]["id"], result["ruleId"]);
            let kind = result["kind"].as_str().expect("a kind");
            // "If kind has any value other than fail, level shall be none."
            assert_eq!(result["level"] == "none", kind != "fail");
            let place = &result["locations"][0]["physicalLocation"];
            assert_eq!(place["artifactLocation"]["uri"], "dir/a%20b.c");
            assert!(place["region"]["startLine"].as_u64() >= Some(1));
            for flow in result["codeFlows"].as_array().expect("flows") {
                let threads = flow["threadFlows"].as_array().expect("threads");
                assert!(!threads.is_empty());
                let steps = threads[0]["locations"].as_array().expect("steps");
                assert!(steps.iter().all(|s| s["location"].is_object()));
            }
        }
    }

    #[test]
    fn an_accepted_check_is_suppressed_in_the_source() {
        let log = log(vec![case(3, Outcome::Accepted), case(4, Outcome::Fail)]);
        let results = &log["runs"][0]["results"];
        assert_eq!(results[0]["kind"], "review");
        assert_eq!(results[0]["suppressions"][0]["kind"], "inSource");
        assert!(results[1]["suppressions"].is_null());
    }

    #[test]
    fn columns_count_units_of_utf16() {
        let log = log(vec![case(3, Outcome::Fail)]);
        let region = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"];
        assert_eq!(region["startColumn"], 8);
    }

    #[test]
    fn a_fingerprint_does_not_know_lines() {
        let print = |c: &Case| fingerprint(c);
        assert_eq!(
            print(&case(3, Outcome::Fail)),
            print(&case(30, Outcome::Fail))
        );
        let other = Case {
            id: "main#2".to_owned(),
            ..case(3, Outcome::Fail)
        };
        assert_ne!(print(&case(3, Outcome::Fail)), print(&other));
    }
}
