//! The exchange format of test suites (test-format 1.1, as in Test-Comp).
//!
//! **Invariant.** A test case lists what `__VERIFIER_nondet_*` and its kin return, in
//! order, and nothing else: the format has no words for other inputs. Text is
//! escaped; the same data gives the same file.

use crate::time::iso_8601;
use crate::xml::{Content, Element};
use hatha_proof::input::{InputEntry, InputOrigin, InputVector};

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
    let tags = [
        ("sourcecodelang", "C".to_owned()),
        ("producer", m.producer.clone()),
        ("specification", m.specification.clone()),
        ("programfile", m.program_file.clone()),
        ("programhash", m.program_hash.clone()),
        ("entryfunction", m.entry.clone()),
        ("architecture", format!("{}bit", m.pointer_bits)),
        ("creationtime", iso_8601(m.created)),
    ];
    let element =
        |(tag, text): (&'static str, String)| Element::new(tag, Content::Text(text.into()));
    let all = tags.into_iter().map(element).collect();
    file(
        "test-metadata",
        Element::new("test-metadata", Content::Elements(all)),
    )
}

/// `testcase-N.xml`
pub fn testcase(vector: &InputVector, covers_error: bool) -> String {
    let nondet = |e: &&InputEntry| e.kind == InputOrigin::Nondet;
    let input = |e| {
        let input: &InputEntry = e;
        Element::new("input", Content::Text(number(input).into()))
            .with("variable", &input.name)
            .with("type", &input.ty)
    };
    let inputs = vector.inputs.iter().filter(nondet).map(input).collect();
    let mut case = Element::new("testcase", Content::Elements(inputs));
    if covers_error {
        case = case.with("coversError", "true");
    }
    file("testcase", case)
}

fn file(kind: &str, element: Element<'_>) -> String {
    format!(
        "{HEADER}<!DOCTYPE {kind} PUBLIC \"+//IDN sosy-lab.org//DTD test-format {kind} 1.1//EN\" \
         \"https://sosy-lab.org/test-format/{kind}-1.1.dtd\">\n{}",
        element.to_text()
    )
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
