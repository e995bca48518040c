//! The property that a witness is about.
//!
//! **Invariant.** A specification that is not understood in full is
//! [`Property::Other`], about which nothing is ever confirmed.

use hatha_cfa::{FailKind, Op, Program};
use hatha_exec::fault::FaultKind;

/// The functions whose calls can be a property.
const ERROR_FUNCTIONS: [&str; 3] = ["reach_error", "__VERIFIER_error", "error"];

/// Accesses of memory that are not allowed.
const DEREFERENCES: [&str; 6] = [
    "out-of-bounds",
    "null-dereference",
    "dangling",
    "misaligned",
    "read-only",
    "bad-pointer",
];
/// What `free` is not allowed.
const FREES: [&str; 2] = ["double-free", "invalid-free"];
/// Faults that hatha names itself: `G ! NAME`.
const OTHERS: [&str; 10] = [
    "assertion",
    "division-by-zero",
    "abort",
    "unreachable",
    "bad-call",
    "bad-argument",
    "bad-jump",
    "missing-return",
    "overlap",
    "array-size",
];

/// Faults that a program states itself.
const STATED: [&str; 4] = ["assertion", "abort", "unreachable", "array-size"];

/// What an execution must not do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Property {
    /// Call this function.
    Calls(&'static str),
    /// Break one of the rules that are given with the program.
    Rules,
    /// Fail with a fault of one of these names.
    Faults(Vec<&'static str>),
    /// Compute a signed value that does not fit. Only divisions stop a test for that, so such a
    /// test shows a violation, but a proof does not show that there is none.
    Overflow,
    /// The witness names none: its invariants are all that it claims.
    Unnamed,
    /// Something that hatha does not check.
    Other,
}

impl Property {
    /// From the text of a specification, with or without `CHECK( init(main()), LTL(...) )`.
    pub fn read(specification: &str) -> Self {
        let text: String = specification.split_whitespace().collect();
        // Some tools fill in a word where the format wants a formula.
        if text.is_empty() || text == "UNUSED" {
            return Property::Unnamed;
        }
        let formula = text
            .strip_prefix("CHECK(init(main()),LTL(")
            .and_then(|t| t.strip_suffix("))"))
            .unwrap_or(&text);
        called(formula)
            .or_else(|| faults(formula))
            .map_or(Property::Other, |p| p)
    }

    /// If none is named, calls of the error function that the program has are meant.
    pub fn or_of(self, program: &Program) -> Self {
        match self {
            Property::Unnamed => stated(program)
                .next()
                .map_or(Property::Unnamed, Property::Calls),
            other => other,
        }
    }

    /// Whether a proof can show that it holds: proofs are about failures that a program states
    /// itself, and an execution that runs into another fault just ends there.
    pub(crate) fn is_provable(&self) -> bool {
        match self {
            Property::Calls(_) | Property::Rules => true,
            Property::Faults(names) => names.iter().all(|n| STATED.contains(n)),
            Property::Overflow | Property::Unnamed | Property::Other => false,
        }
    }

    /// Whether a fault breaks it.
    pub(crate) fn is_broken_by(&self, fault: &FaultKind) -> bool {
        match (self, fault) {
            (Property::Calls(name), FaultKind::Stated(FailKind::ReachError(reached))) => {
                name == reached
            }
            (Property::Rules, FaultKind::Stated(FailKind::ReachError(reached))) => {
                reached == hatha_rules::FAILURE
            }
            (Property::Overflow, fault) => *fault == FaultKind::SignedOverflow,
            (Property::Faults(names), fault) => names.contains(&fault.name()),
            _ => false,
        }
    }

    /// Whether a program has the function that must not be called, or there is none.
    pub fn is_about(&self, program: &Program) -> bool {
        let has = |name| stated(program).any(|s| s == name) || program.find_proc(name).is_some();
        self.function().is_none_or(has)
    }

    /// The function that must not be called, if that is it.
    pub fn function(&self) -> Option<&'static str> {
        match self {
            Property::Calls(name) => Some(name),
            _ => None,
        }
    }
}

fn called(formula: &str) -> Option<Property> {
    let name = formula.strip_prefix("G!call(")?.strip_suffix("())")?;
    if name == hatha_rules::FAILURE {
        return Some(Property::Rules);
    }
    let known = ERROR_FUNCTIONS.into_iter().find(|&f| f == name);
    known.map(Property::Calls)
}

fn faults(formula: &str) -> Option<Property> {
    if formula == "G!overflow" {
        return Some(Property::Overflow);
    }
    let names = match formula {
        "Gassert" => vec!["assertion"],
        "Gvalid-deref" => DEREFERENCES.to_vec(),
        "Gvalid-free" => FREES.to_vec(),
        other => {
            let name = other.strip_prefix("G!")?;
            vec![OTHERS.into_iter().find(|&n| n == name)?]
        }
    };
    Some(Property::Faults(names))
}

/// The error functions that a program calls.
fn stated(program: &Program) -> impl Iterator<Item = &'static str> + '_ {
    let edges = program.procs().flat_map(|(_, p)| p.edges());
    edges.filter_map(|(_, edge)| match &edge.op {
        Op::Fail(FailKind::ReachError(name)) => ERROR_FUNCTIONS.into_iter().find(|f| f == name),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specifications() {
        let reach = Property::Calls("reach_error");
        assert_eq!(Property::read("G ! call(reach_error())"), reach);
        let whole = "CHECK( init(main()), LTL(G ! call(reach_error())) )";
        assert_eq!(Property::read(whole), reach);
        let rules = format!("G ! call({}())", hatha_rules::FAILURE);
        assert_eq!(Property::read(&rules), Property::Rules);
        assert_eq!(Property::read("UNUSED"), Property::Unnamed);
        assert_eq!(Property::read(""), Property::Unnamed);
        assert_eq!(Property::read("G ! overflow"), Property::Overflow);
        for other in ["G ! call(other())", "F end", "G valid-memtrack"] {
            assert_eq!(Property::read(other), Property::Other, "{other}");
        }
    }

    /// A failed assertion is no bad access, and a call of one function not one of another.
    #[test]
    fn faults_of_a_property() {
        let assertion = FaultKind::Stated(FailKind::Assertion(String::new()));
        let reached = FaultKind::Stated(FailKind::ReachError("reach_error".to_owned()));
        for (text, broken, kept) in [
            ("G assert", &assertion, &reached),
            ("G ! call(reach_error())", &reached, &assertion),
            (
                "G valid-deref",
                &FaultKind::OutOfBounds,
                &FaultKind::DoubleFree,
            ),
            (
                "G valid-free",
                &FaultKind::InvalidFree,
                &FaultKind::Dangling,
            ),
            (
                "G ! division-by-zero",
                &FaultKind::DivisionByZero,
                &assertion,
            ),
        ] {
            let property = Property::read(text);
            let is_stated = ["G assert", "G ! call(reach_error())"].contains(&text);
            assert_eq!(property.is_provable(), is_stated, "{text}");
            assert!(property.is_broken_by(broken), "{text}");
            assert!(!property.is_broken_by(kept), "{text}");
        }
    }
}
