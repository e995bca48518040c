//! The exchange format of test suites (test-format 1.1, as in Test-Comp).
//!
//! **Invariant.** A test case lists what `__VERIFIER_nondet_*` and its kin return, in
//! order, and nothing else: the format has no words for other inputs. Text is
//! escaped; the same data gives the same file.

use hatha_proof::input::{InputEntry, InputOrigin, InputVector};
use std::fmt::Write;

const HEADER: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n";

/// What a suite says about itself.
#[derive(Clone, Debug)]
pub struct Metadata {
    /// The tool with its version.
    pub producer: String,
    /// The goal, as a formula of the competition.
    pub specification: String,
    /// The program's file.
    pub program_file: String,
    /// The SHA-256 of that file.
    pub program_hash: String,
    /// Where tests start.
    pub entry: String,
    /// Bits of a pointer.
    pub pointer_bits: u32,
    /// Seconds since the epoch.
    pub created: u64,
}

/// The goals of the competition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Every branch is taken.
    Branches,
    /// Every statement is reached.
    Statements,
    /// The error function is called.
    Error,
}

impl Goal {
    /// As a formula.
    pub fn specification(self, entry: &str) -> String {
        let goal = match self {
            Goal::Branches => "EDGES(@DECISIONEDGE)",
            Goal::Statements => "EDGES(@BASICBLOCKENTRY)",
            Goal::Error => "EDGES(@CALL(reach_error))",
        };
        format!("COVER( init({entry}()), FQL(COVER {goal}) )")
    }
}

/// `metadata.xml`
pub fn metadata(m: &Metadata) -> String {
    let mut out = HEADER.to_owned();
    out.push_str("<!DOCTYPE test-metadata PUBLIC \"+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN\" \"https://sosy-lab.org/test-format/test-metadata-1.1.dtd\">\n");
    out.push_str("<test-metadata>\n");
    let architecture = format!("{}bit", m.pointer_bits);
    let created = timestamp(m.created);
    for (tag, text) in [
        ("sourcecodelang", "C"),
        ("producer", &m.producer),
        ("specification", &m.specification),
        ("programfile", &m.program_file),
        ("programhash", &m.program_hash),
        ("entryfunction", &m.entry),
        ("architecture", &architecture),
        ("creationtime", &created),
    ] {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "  <{tag}>{}</{tag}>", escape(text));
    }
    out + "</test-metadata>\n"
}

/// `testcase-N.xml`
pub fn testcase(vector: &InputVector, covers_error: bool) -> String {
    let mut out = HEADER.to_owned();
    out.push_str("<!DOCTYPE testcase PUBLIC \"+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN\" \"https://sosy-lab.org/test-format/testcase-1.1.dtd\">\n");
    out.push_str(if covers_error {
        "<testcase coversError=\"true\">\n"
    } else {
        "<testcase>\n"
    });
    let nondet = |e: &&InputEntry| e.kind == InputOrigin::Nondet;
    for entry in vector.inputs.iter().filter(nondet) {
        let (name, ty) = (escape(&entry.name), escape(&entry.ty));
        let value = escape(&number(entry));
        let _ = writeln!(
            out,
            "  <input variable=\"{name}\" type=\"{ty}\">{value}</input>"
        );
    }
    out + "</testcase>\n"
}

/// The value in C: integers as they are, floats in decimal.
fn number(entry: &InputEntry) -> String {
    let float = matches!(entry.ty.as_str(), "float" | "double");
    match entry.bits() {
        Ok(bits) if float && entry.width == 32 => format!("{:?}", f32::from_bits(bits as u32)),
        Ok(bits) if float && entry.width == 64 => format!("{:?}", f64::from_bits(bits as u64)),
        _ => entry.value.clone(),
    }
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML 1.0 has no way to say these.
            c if c.is_control() && !matches!(c, '\n' | '\t') => out.push('?'),
            c => out.push(c),
        }
    }
    out
}

/// A time as ISO 8601 in UTC.
fn timestamp(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = date(days);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Year, month and day of a day since 1970-01-01 in the Gregorian calendar.
fn date(days: u64) -> (u64, u64, u64) {
    // Years that begin in March end with the leap day: then all is division.
    let shifted = days + 719_468;
    let (era, in_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (in_era - in_era / 1_460 + in_era / 36_524 - in_era / 146_096) / 365;
    let in_year = in_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * in_year + 2) / 153;
    let day = in_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hatha_cfa::Target;

    fn entry(kind: InputOrigin, ty: &str, width: u32, value: &str) -> InputEntry {
        InputEntry {
            kind,
            name: "__VERIFIER_nondet_x".into(),
            function: "main".into(),
            ty: ty.into(),
            width,
            value: value.into(),
            at: None,
            to: None,
        }
    }

    #[test]
    fn a_test_case_lists_the_nondeterministic_values_in_order() {
        let mut v = InputVector::new(&Target::lp64(), "main");
        v.inputs.push(entry(InputOrigin::Nondet, "int", 32, "-7"));
        v.inputs
            .push(entry(InputOrigin::Uninitialised, "int", 32, "3"));
        v.inputs.push(entry(
            InputOrigin::Nondet,
            "double",
            64,
            "0x3ff8000000000000",
        ));
        let text = testcase(&v, true);
        let inputs: Vec<&str> = text.lines().filter(|l| l.contains("<input")).collect();
        assert_eq!(
            inputs,
            [
                "  <input variable=\"__VERIFIER_nondet_x\" type=\"int\">-7</input>",
                "  <input variable=\"__VERIFIER_nondet_x\" type=\"double\">1.5</input>",
            ]
        );
        assert!(text.contains("<testcase coversError=\"true\">"));
        assert!(!testcase(&v, false).contains("coversError"));
    }

    #[test]
    fn names_are_escaped() {
        assert_eq!(escape("a<b>&\"\u{1}"), "a&lt;b&gt;&amp;&quot;?");
    }

    #[test]
    fn times_are_those_of_the_calendar() {
        assert_eq!(timestamp(0), "1970-01-01T00:00:00Z");
        assert_eq!(timestamp(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(timestamp(1_709_251_199), "2024-02-29T23:59:59Z");
        assert_eq!(timestamp(4_107_542_400), "2100-03-01T00:00:00Z");
    }

    #[test]
    fn metadata_names_the_program_and_the_machine() {
        let text = metadata(&Metadata {
            producer: "hatha".into(),
            specification: Goal::Error.specification("main"),
            program_file: "a&b.c".into(),
            program_hash: "00".into(),
            entry: "main".into(),
            pointer_bits: 32,
            created: 0,
        });
        assert!(text.contains("<programfile>a&amp;b.c</programfile>"));
        assert!(text.contains("<architecture>32bit</architecture>"));
        assert!(text.contains("COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )"));
    }
}
