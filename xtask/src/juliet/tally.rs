//! What became of the runs, as tables.

use super::cases::{Case, Version};
use crate::Result;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

/// What one version of a case came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// The bad version, violated with a kind that the CWE names.
    Right,
    /// The bad version, violated with other kinds.
    OtherKind(String),
    /// The bad version, proved, where something of the CWE could not be asked about.
    Missed,
    /// The good version, proved.
    Proved,
    /// No answer, with the reason.
    Unknown(String),
    /// The good version violated, the bad one proved though everything was asked about, or an
    /// internal error.
    Wrong(String),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Right => f.write_str("violated"),
            Outcome::OtherKind(kinds) => write!(f, "violated, but with {kinds}"),
            Outcome::Missed => f.write_str("missed"),
            Outcome::Proved => f.write_str("proved"),
            Outcome::Unknown(why) => write!(f, "unknown: {why}"),
            Outcome::Wrong(why) => write!(f, "WRONG: {why}"),
        }
    }
}

/// What an answer means; `is_whole` says that everything of the table was asked about.
pub fn outcome(case: &Case, version: Version, json: &Value, is_whole: bool) -> Outcome {
    match (json["verdict"].as_str(), version) {
        (Some("violated"), Version::Good) => Outcome::Wrong(format!("violated: {}", reason(json))),
        (Some("violated"), Version::Bad) => {
            let kinds = violated_kinds(json);
            match kinds.iter().any(|kind| case.is_named(kind)) {
                true => Outcome::Right,
                false => Outcome::OtherKind(kinds.join(", ")),
            }
        }
        (Some("proved"), Version::Good) => Outcome::Proved,
        (Some("proved"), Version::Bad) if is_whole => {
            Outcome::Wrong("the fault is proved absent".to_owned())
        }
        (Some("proved"), Version::Bad) => Outcome::Missed,
        _ => Outcome::Unknown(without_places(reason(json))),
    }
}

/// The suite's own source of random numbers.
const GENERATOR: &str = "RAND32()";

/// Whether a case uses it.
pub fn has_generator(source: &str) -> bool {
    source.contains(GENERATOR)
}

/// The suite's own source of random numbers, `RAND32()`, negates unsigned numbers and converts them: what is
/// found there is no fault of a case. The answer without these checks; if nothing else is violated
/// it is that on the other checks.
pub fn without_generator(mut json: Value, source: &str) -> Value {
    let is_generator = |check: &Value| {
        let location = check["location"].as_str().unwrap_or_default();
        let line = location
            .rsplit(':')
            .nth(1)
            .and_then(|l| l.parse::<usize>().ok());
        let text = line.and_then(|l| source.lines().nth(l.wrapping_sub(1)));
        let is_defined = check["kind"] == "wrap" || check["kind"] == "conversion";
        check["verdict"] == "violated" && is_defined && text.is_some_and(has_generator)
    };
    let Some(checks) = json["checks"].as_array_mut() else {
        return json;
    };
    let before = checks.len();
    checks.retain(|check| !is_generator(check));
    let is = |verdict: &str| checks.iter().any(|c| c["verdict"] == verdict);
    if checks.len() == before {
        return json;
    }
    let (verdict, reason) = match (is("violated"), is("unknown")) {
        (true, _) => ("violated", "a check"),
        (false, true) => ("unknown", "beside what RAND32() does"),
        (false, false) => ("proved", ""),
    };
    json["verdict"] = verdict.into();
    json["reason"] = reason.into();
    json
}

/// An exit status that is no answer: bad input is a gap of the front end, anything else a defect.
pub fn no_answer(code: i32, stderr: &str) -> Outcome {
    let line = stderr.lines().find(|l| !l.trim().is_empty());
    let line = without_places(line.unwrap_or_default());
    match code {
        65 => Outcome::Unknown(format!("refused: {line}")),
        _ => Outcome::Wrong(format!("exit status {code}: {line}")),
    }
}

fn reason(json: &Value) -> &str {
    json["reason"].as_str().unwrap_or_default()
}

/// The kinds of all faults that tests were found for: those of checks, and the one that the verdict
/// tells about (`KIND at PLACE`), which need not have a check.
fn violated_kinds(json: &Value) -> Vec<String> {
    let kind = reason(json).split(" at ").next().unwrap_or_default();
    let mut kinds = vec![kind.to_owned()];
    let checks = json["checks"].as_array().into_iter().flatten();
    for check in checks.filter(|c| c["verdict"] == "violated") {
        let kind = check["fault"].as_str().or(check["kind"].as_str());
        let kind = kind.unwrap_or_default().to_owned();
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}

/// The text with `FILE:LINE:COLUMN` as "a place" and other numbers as N, so that equal causes are equal.
fn without_places(text: &str) -> String {
    let words = text.split_whitespace().map(|word| {
        let bare = word.trim_matches(|c: char| "(),;:`'\"".contains(c));
        let is_place =
            bare.matches(':').count() >= 2 && bare.ends_with(|c: char| c.is_ascii_digit());
        match is_place {
            true => word.replace(bare, "a place"),
            false => numbers(word),
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// A word with each number in it as N.
fn numbers(word: &str) -> String {
    let mut out = String::new();
    for c in word.chars() {
        match c.is_ascii_digit() {
            true if out.ends_with('N') => {}
            true => out.push('N'),
            false => out.push(c),
        }
    }
    out
}

/// One run.
struct Run {
    cwe: u32,
    name: String,
    version: Version,
    outcome: Outcome,
    seconds: f64,
}

/// All runs.
#[derive(Default)]
pub struct Tables {
    runs: Vec<Run>,
}

const HEAD: &str = "\
| CWE | cases | bad: right kind | other kind | missed | unknown | good: proved | violated | unknown | wrong |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
";

impl Tables {
    /// Adds a run.
    pub fn add(&mut self, case: &Case, version: Version, outcome: Outcome, seconds: f64) {
        self.runs.push(Run {
            cwe: case.cwe,
            name: case.name.clone(),
            version,
            outcome,
            seconds,
        });
    }

    /// One line for each run.
    pub fn csv(&self) -> String {
        let mut out = String::from("cwe,case,version,outcome,seconds\n");
        for run in &self.runs {
            let Run {
                cwe,
                name,
                version,
                outcome,
                seconds,
            } = run;
            let text = outcome.to_string().replace('"', "'");
            let _ = writeln!(out, "{cwe},{name},{version},\"{text}\",{seconds:.2}");
        }
        out
    }

    /// The table, the reasons of unknown answers, and what else has to be looked at.
    pub fn markdown(&self) -> String {
        let mut out = HEAD.to_owned();
        let mut numbers: Vec<u32> = self.runs.iter().map(|r| r.cwe).collect();
        numbers.sort_unstable();
        numbers.dedup();
        for cwe in numbers {
            out.push_str(&self.row(&cwe.to_string(), |r| r.cwe == cwe));
        }
        out.push_str(&self.row("all", |_| true));
        for version in [Version::Bad, Version::Good] {
            out.push_str(&self.reasons(version));
        }
        out.push_str(&self.listed("Another kind", |o| matches!(o, Outcome::OtherKind(_))));
        out.push_str(&self.listed("Missed", |o| *o == Outcome::Missed));
        out.push_str(&self.listed("Wrong", |o| matches!(o, Outcome::Wrong(_))));
        out
    }

    fn row(&self, name: &str, is_in: impl Fn(&Run) -> bool) -> String {
        let runs: Vec<&Run> = self.runs.iter().filter(|r| is_in(r)).collect();
        let count = |version, is: fn(&Outcome) -> bool| {
            let all = runs.iter().filter(|r| r.version == version);
            all.filter(|r| is(&r.outcome)).count()
        };
        let is_unknown: fn(&Outcome) -> bool = |o| matches!(o, Outcome::Unknown(_));
        let is_wrong: fn(&Outcome) -> bool = |o| matches!(o, Outcome::Wrong(_));
        let (bad, good) = (Version::Bad, Version::Good);
        let cells = [
            runs.iter().filter(|r| r.version == bad).count(),
            count(bad, |o| *o == Outcome::Right),
            count(bad, |o| matches!(o, Outcome::OtherKind(_))),
            count(bad, |o| *o == Outcome::Missed),
            count(bad, is_unknown),
            count(good, |o| *o == Outcome::Proved),
            count(
                good,
                |o| matches!(o, Outcome::Wrong(why) if why.starts_with("violated")),
            ),
            count(good, is_unknown),
            count(bad, is_wrong) + count(good, is_wrong),
        ];
        let cells = cells.map(|n| n.to_string()).join(" | ");
        format!("| {name} | {cells} |\n")
    }

    /// The reasons of unknown answers with their counts, the most frequent first, each with a case.
    fn reasons(&self, version: Version) -> String {
        let mut groups: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for run in self.runs.iter().filter(|r| r.version == version) {
            if let Outcome::Unknown(why) = &run.outcome {
                groups.entry(why).or_default().push(&run.name);
            }
        }
        let mut groups: Vec<(&str, Vec<&str>)> = groups.into_iter().collect();
        groups.sort_by_key(|(_, names)| std::cmp::Reverse(names.len()));
        let mut out = match groups.is_empty() {
            true => String::new(),
            false => format!("\nWhy {version} versions are unknown:\n\n"),
        };
        for (why, names) in groups {
            let _ = writeln!(out, "- {}: {why} (`{}`)", names.len(), names[0]);
        }
        out
    }

    fn listed(&self, title: &str, is: fn(&Outcome) -> bool) -> String {
        let runs = self.runs.iter().filter(|r| is(&r.outcome));
        let lines: Vec<String> = runs
            .map(|r| format!("- `{}` {}: {}\n", r.name, r.version, r.outcome))
            .collect();
        match lines.is_empty() {
            true => String::new(),
            false => format!("\n{title}:\n\n{}", lines.concat()),
        }
    }

    /// An error if anything is wrong.
    pub fn judge(&self) -> Result {
        let is_wrong = |r: &&Run| matches!(r.outcome, Outcome::Wrong(_));
        match self.runs.iter().filter(is_wrong).count() {
            0 => Ok(()),
            n => Err(format!("{n} runs are wrong")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Outcome, Tables, no_answer, outcome, without_generator, without_places};
    use crate::juliet::cases::{Case, Version};
    use serde_json::json;

    fn case() -> Case {
        Case::of("testcases/a/CWE190_Integer_Overflow__int_max_add_01.c").expect("a case")
    }

    #[test]
    fn a_violated_good_version_is_wrong_and_a_bad_one_is_right_by_its_kind() {
        let violated = json!({"verdict": "violated", "reason": "signed-overflow at a.c:1:2"});
        let bad = |json| outcome(&case(), Version::Bad, &json, true);
        assert_eq!(bad(violated.clone()), Outcome::Right);
        let good = outcome(&case(), Version::Good, &violated, true);
        assert!(matches!(good, Outcome::Wrong(_)));
        let other = json!({"verdict": "violated", "reason": "out-of-bounds at a.c:1:2"});
        assert_eq!(
            bad(other.clone()),
            Outcome::OtherKind("out-of-bounds".to_owned())
        );
        let mut second = other;
        second["checks"] = json!([
            {"verdict": "proved", "kind": "division-by-zero"},
            {"verdict": "violated", "kind": "overflow", "fault": "signed-overflow"},
        ]);
        assert_eq!(bad(second), Outcome::Right);
    }

    #[test]
    fn a_proved_bad_version_is_wrong_only_if_all_was_asked_about() {
        let proved = json!({"verdict": "proved"});
        let bad = |is_whole| outcome(&case(), Version::Bad, &proved, is_whole);
        assert_eq!(bad(false), Outcome::Missed);
        assert!(matches!(bad(true), Outcome::Wrong(_)));
        assert_eq!(
            outcome(&case(), Version::Good, &proved, true),
            Outcome::Proved
        );
    }

    #[test]
    fn what_the_generator_of_the_suite_does_is_no_fault_of_a_case() {
        let check = |line: u32, verdict: &str| json!({"verdict": verdict, "kind": "wrap", "fault": "wrap", "location": format!("a.c:{line}:1")});
        let answer =
            |checks| json!({"verdict": "violated", "reason": "wrap at a.c:1:1", "checks": checks});
        let source = "data = RAND32();\ndata++;\n";
        let of = |checks: Vec<serde_json::Value>| {
            let json = without_generator(answer(checks), source);
            json["verdict"].as_str().unwrap_or_default().to_owned()
        };
        assert_eq!(of(vec![check(1, "violated"), check(2, "proved")]), "proved");
        assert_eq!(
            of(vec![check(1, "violated"), check(2, "unknown")]),
            "unknown"
        );
        assert_eq!(
            of(vec![check(1, "violated"), check(2, "violated")]),
            "violated"
        );
        assert_eq!(
            of(vec![check(1, "proved"), check(2, "violated")]),
            "violated"
        );
    }

    #[test]
    fn wrong_runs_are_an_error() {
        let mut tables = Tables::default();
        tables.add(&case(), Version::Good, Outcome::Proved, 0.1);
        assert!(tables.judge().is_ok());
        tables.add(&case(), Version::Bad, no_answer(70, "panicked"), 0.1);
        assert!(tables.judge().is_err());
        assert!(
            tables
                .markdown()
                .contains("| 190 | 1 | 0 | 0 | 0 | 0 | 1 | 0 | 0 | 1 |")
        );
    }

    #[test]
    fn equal_causes_have_equal_reasons() {
        let text = "`f` at /a/b.c:12:3 is unknown (12 times)";
        assert_eq!(without_places(text), "`f` at a place is unknown (N times)");
        assert_eq!(
            no_answer(65, "\nerror: x"),
            Outcome::Unknown("refused: error: x".to_owned())
        );
    }
}
