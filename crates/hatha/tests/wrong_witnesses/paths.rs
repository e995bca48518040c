//! Programs of branchings whose paths are known apart from hatha.

use super::linear::{Atom, RELATIONS, Random, Sum, number, z3};
use std::fmt::Write as _;

/// Two inputs, some branchings that change them, and a failure.
pub struct Paths {
    branchings: Vec<Branching>,
    failure: Atom,
}

struct Branching {
    condition: Atom,
    then: Sum,
    otherwise: Sum,
}

/// What a sequence says: values of the inputs, if it tells them, and the ways of the branchings.
#[derive(Clone, Debug)]
pub struct ReportedPath {
    pub inputs: [Option<i32>; 2],
    pub ways: Vec<Option<bool>>,
}

fn sum(random: &mut Random, extent: i32) -> Sum {
    Sum {
        parts: vec![(random.within(-3, 3), "a"), (random.within(-3, 3), "b")],
        constant: random.within(-extent, extent),
    }
}

fn atom(random: &mut Random) -> Atom {
    Atom {
        sum: sum(random, 20),
        relation: random.one_of(&RELATIONS),
    }
}

impl Paths {
    pub fn random(random: &mut Random) -> Self {
        let branching = |random: &mut Random| Branching {
            condition: atom(random),
            then: sum(random, 9),
            otherwise: sum(random, 9),
        };
        let count = 2 + random.below(2);
        Paths {
            branchings: (0..count).map(|_| branching(random)).collect(),
            failure: atom(random),
        }
    }

    /// The line of a branching; inputs are chosen on lines 4 and 5.
    pub fn line(&self, branching: usize) -> usize {
        6 + branching
    }

    /// The line of the failure.
    pub fn target(&self) -> usize {
        self.line(self.branchings.len())
    }

    /// The program: even branchings change `a`, odd ones `b`.
    pub fn c(&self) -> String {
        let mut text = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\
                        int main(void) {\n  int a = __VERIFIER_nondet_int();\n  \
                        int b = __VERIFIER_nondet_int();\n"
            .to_owned();
        for (i, b) in self.branchings.iter().enumerate() {
            let v = ["a", "b"][i % 2];
            let (condition, then, otherwise) = (b.condition.c(), b.then.c(), b.otherwise.c());
            let _ = writeln!(
                text,
                "  if ({condition}) {v} = {then}; else {v} = {otherwise};"
            );
        }
        let _ = writeln!(
            text,
            "  if ({}) reach_error();\n  return 0;\n}}",
            self.failure.c()
        );
        text
    }

    /// Whether an execution does what is told and fails, by Z3.
    pub fn is_followed(&self, reported: &ReportedPath) -> bool {
        let mut text = String::new();
        declare(&mut text, 0);
        for (v, value) in ["a", "b"].iter().zip(reported.inputs) {
            if let Some(value) = value {
                let _ = writeln!(text, "(assert (= {v}0 {}))", number(value));
            }
        }
        for (i, (b, way)) in self.branchings.iter().zip(&reported.ways).enumerate() {
            declare(&mut text, i + 1);
            let (now, next) = (i.to_string(), i + 1);
            let condition = b.condition.smt(&now);
            if let Some(way) = way {
                let _ = writeln!(text, "(assert (= {way} {condition}))");
            }
            let (then, otherwise) = (b.then.smt(&now), b.otherwise.smt(&now));
            let (changed, kept) = if i % 2 == 0 { ("a", "b") } else { ("b", "a") };
            let _ = writeln!(
                text,
                "(assert (= {changed}{next} (ite {condition} {then} {otherwise})))\n\
                 (assert (= {kept}{next} {kept}{now}))"
            );
        }
        let failure = self.failure.smt(&self.branchings.len().to_string());
        let _ = writeln!(text, "(assert {failure})\n(check-sat)");
        z3(&text) == Some(true)
    }

    /// Something that a sequence could say.
    pub fn reported(&self, random: &mut Random) -> ReportedPath {
        let mut input = || (random.below(3) == 0).then(|| random.within(-9, 9));
        let inputs = [input(), input()];
        let way = |random: &mut Random| (random.below(4) > 0).then(|| random.below(2) == 0);
        ReportedPath {
            inputs,
            ways: self.branchings.iter().map(|_| way(random)).collect(),
        }
    }
}

fn declare(text: &mut String, step: usize) {
    for v in ["a", "b"] {
        let _ = writeln!(text, "(declare-const {v}{step} (_ BitVec 32))");
    }
}
