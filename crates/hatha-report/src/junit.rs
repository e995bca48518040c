//! JUnit's XML, as test servers read it: a suite, and a case for each check.
//!
//! **Invariant.** Only a check that a test breaks is a failure; what is not decided
//! is skipped, with the reason.

use crate::result::{Case, Outcome, Results};
use std::fmt::Write;

/// A run as a report.
pub fn junit(results: &Results) -> String {
    let count = |o: Outcome| results.cases.iter().filter(|c| c.outcome == o).count();
    let counts = format!(
        "tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\" time=\"{:.3}\"",
        results.cases.len(),
        count(Outcome::Fail),
        count(Outcome::Open),
        results.seconds
    );
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let name = escape(&results.name);
    let _ = writeln!(out, "<testsuites name=\"hatha\" {counts}>");
    let _ = writeln!(out, "  <testsuite name=\"{name}\" {counts}>");
    for case in &results.cases {
        one(&mut out, &name, case);
    }
    out.push_str("  </testsuite>\n</testsuites>\n");
    out
}

fn one(out: &mut String, suite: &str, case: &Case) {
    let name = escape(&format!("{} {}", case.kind, case.id));
    let _ = write!(
        out,
        "    <testcase classname=\"{suite}\" name=\"{name}\" time=\"0\""
    );
    if case.spot.line > 0 {
        let _ = write!(
            out,
            " file=\"{}\" line=\"{}\"",
            escape(&case.spot.file),
            case.spot.line
        );
    }
    let message = escape(&case.message);
    match case.outcome {
        Outcome::Pass => out.push_str("/>\n"),
        Outcome::Fail => {
            let _ = writeln!(
                out,
                ">\n      <failure message=\"{message}\" type=\"{}\">",
                escape(&case.kind)
            );
            for (spot, what) in &case.path {
                let _ = writeln!(
                    out,
                    "{}:{}: {}",
                    escape(&spot.file),
                    spot.line,
                    escape(what)
                );
            }
            out.push_str("</failure>\n    </testcase>\n");
        }
        Outcome::Open => {
            let _ = writeln!(
                out,
                ">\n      <skipped message=\"{message}\"/>\n    </testcase>"
            );
        }
    }
}

/// Text for an element or attribute; characters that XML has no way to write are replaced.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(' '),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::Spot;

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
