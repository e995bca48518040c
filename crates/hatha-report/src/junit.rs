//! JUnit's XML, as test servers read it: a suite, and a case for each check.
//!
//! **Invariant.** Only a check that a test breaks is a failure; what is not decided
//! is skipped, with the reason.

use crate::result::{Case, Outcome, Results, Spot};
use crate::xml::{Content, Element};

/// A run as a report.
pub fn junit(results: &Results) -> String {
    let cases = results.cases.iter().map(|c| one(&results.name, c));
    let suite = Element::new("testsuite", Content::Elements(cases.collect()));
    let suite = counted(suite.with("name", &results.name), results);
    let suites = Element::new("testsuites", Content::Elements(vec![suite]));
    let suites = counted(suites.with("name", "hatha"), results);
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}",
        suites.to_text()
    )
}

fn counted<'c>(element: Element<'c>, results: &Results) -> Element<'c> {
    let count = |o: Outcome| results.cases.iter().filter(|c| c.outcome == o).count();
    element
        .with("tests", results.cases.len().to_string())
        .with("failures", count(Outcome::Fail).to_string())
        .with("errors", "0")
        .with("skipped", count(Outcome::Open).to_string())
        .with("time", format!("{:.3}", results.seconds))
}

fn one<'c>(suite: &'c str, case: &'c Case) -> Element<'c> {
    let inside = match case.outcome {
        Outcome::Pass => Content::Empty,
        Outcome::Fail => {
            let failure = Element::new("failure", Content::Text(path(case).into()))
                .with("message", &case.message)
                .with("type", &case.kind);
            Content::Elements(vec![failure])
        }
        Outcome::Open => {
            let skipped = Element::new("skipped", Content::Empty);
            Content::Elements(vec![skipped.with("message", &case.message)])
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

    #[test]
    fn each_outcome_has_its_element() {
        let case = |outcome, id: &str| Case {
            id: id.to_owned(),
            kind: "assertion".to_owned(),
            outcome,
            message: "a < b && \"c\"".to_owned(),
            spot: Spot::default(),
            path: vec![(Spot::default(), "x < 1".to_owned())],
        };
        let text = junit(&Results {
            name: "a.c".to_owned(),
            version: String::new(),
            seconds: 1.25,
            cases: vec![
                case(Outcome::Pass, "f#1"),
                case(Outcome::Fail, "f#2"),
                case(Outcome::Open, "f#3"),
            ],
        });
        assert!(
            text.contains("tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\" time=\"1.250\"")
        );
        assert!(
            text.contains("name=\"assertion f#1\" time=\"0\"/>"),
            "{text}"
        );
        assert!(
            text.contains("<failure message=\"a &lt; b &amp;&amp; &quot;c&quot;\""),
            "{text}"
        );
        assert!(text.contains("<skipped "), "{text}");
        assert_eq!(text.matches("<testcase").count(), 3);
        assert_eq!(text.matches("</testcase>").count(), 2);
    }
}
