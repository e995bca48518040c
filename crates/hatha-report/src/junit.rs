//! JUnit's XML, as test servers read it: a suite, and a case for each check.
//!
//! **Invariant.** Only a check that a test breaks is a failure. What is not decided is skipped, with
//! the reason, as long as nothing fails; beside a failure it is an error, since servers pass over
//! what is skipped (test `beside_a_failure_nothing_is_skipped`). What the program accepts is skipped.

use crate::result::{Case, Outcome, Results, Spot};
use crate::xml::{Content, Element};

/// A run as a report.
pub fn junit(results: &Results) -> String {
    let undecided = undecided(results);
    let cases = results.cases.iter();
    let cases = cases.map(|c| one(&results.name, c, undecided));
    let suite = Element::new("testsuite", Content::Elements(cases.collect()));
    let suite = counted(suite.with("name", &results.name), results);
    let suites = Element::new("testsuites", Content::Elements(vec![suite]));
    let suites = counted(suites.with("name", "hatha"), results);
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}",
        suites.to_text()
    )
}

/// The element of what is not decided.
fn undecided(results: &Results) -> &'static str {
    match results.cases.iter().any(|c| c.outcome == Outcome::Fail) {
        true => "error",
        false => "skipped",
    }
}

fn counted<'c>(element: Element<'c>, results: &Results) -> Element<'c> {
    let count = |o: Outcome| results.cases.iter().filter(|c| c.outcome == o).count();
    let open = |name: &str| match undecided(results) == name {
        true => count(Outcome::Open),
        false => 0,
    };
    let skipped = open("skipped") + count(Outcome::Accepted);
    element
        .with("tests", results.cases.len().to_string())
        .with("failures", count(Outcome::Fail).to_string())
        .with("errors", open("error").to_string())
        .with("skipped", skipped.to_string())
        .with("time", format!("{:.3}", results.seconds))
}

fn one<'c>(suite: &'c str, case: &'c Case, undecided: &'static str) -> Element<'c> {
    let inside = match case.outcome {
        Outcome::Pass => Content::Empty,
        Outcome::Fail => {
            let failure = Element::new("failure", Content::Text(path(case).into()))
                .with("message", &case.message)
                .with("type", &case.kind);
            Content::Elements(vec![failure])
        }
        Outcome::Open | Outcome::Accepted => {
            let name = match case.outcome {
                Outcome::Accepted => "skipped",
                _ => undecided,
            };
            let open = Element::new(name, Content::Empty);
            Content::Elements(vec![open.with("message", &case.message)])
        }
    };
    let mut element = Element::new("testcase", inside)
        .with("classname", suite)
        .with("name", format!("{} {}", case.kind, case.id))
        .with("time", "0");
    if case.spot.line > 0 {
        element = element
            .with("file", &case.spot.file)
            .with("line", case.spot.line.to_string());
    }
    element
}

/// The steps of a failing test, one on a line.
fn path(case: &Case) -> String {
    let line = |(spot, what): &(Spot, String)| format!("{}:{}: {what}\n", spot.file, spot.line);
    case.path.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(outcomes: &[Outcome]) -> String {
        let case = |(n, outcome): (usize, &Outcome)| Case {
            id: format!("f#{}", n + 1),
            kind: "assertion".to_owned(),
            outcome: *outcome,
            message: "a < b && \"c\"".to_owned(),
            spot: Spot::default(),
            path: vec![(Spot::default(), "x < 1".to_owned())],
        };
        junit(&Results {
            name: "a.c".to_owned(),
            version: String::new(),
            seconds: 1.25,
            cases: outcomes.iter().enumerate().map(case).collect(),
        })
    }

    #[test]
    fn what_is_not_decided_is_skipped() {
        let text = text(&[Outcome::Pass, Outcome::Open]);
        let counts = "tests=\"2\" failures=\"0\" errors=\"0\" skipped=\"1\"";
        assert!(text.contains(counts), "{text}");
        assert!(
            text.contains("<skipped ") && !text.contains("<error "),
            "{text}"
        );
    }

    #[test]
    fn beside_a_failure_nothing_is_skipped() {
        let text = text(&[Outcome::Pass, Outcome::Fail, Outcome::Open]);
        assert!(
            text.contains("tests=\"3\" failures=\"1\" errors=\"1\" skipped=\"0\" time=\"1.250\"")
        );
        assert!(
            text.contains("name=\"assertion f#1\" time=\"0\"/>"),
            "{text}"
        );
        assert!(
            text.contains("<failure message=\"a &lt; b &amp;&amp; &quot;c&quot;\""),
            "{text}"
        );
        assert!(
            text.contains("<error ") && !text.contains("<skipped "),
            "{text}"
        );
        assert_eq!(text.matches("<testcase").count(), 3);
        assert_eq!(text.matches("</testcase>").count(), 2);
    }
}
