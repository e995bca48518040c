//! What an area is, and the list of them.

use super::ask::Answer;
use super::case::Case;
use super::{
    Context, addresses, calls, contracts, engines, faults, formulas, gcl, integers, library,
    memory, proofs, rules, units, unknown, witnesses,
};
use crate::Result;
use crate::rng::Rng;
use std::collections::BTreeMap;

/// One kind of programs with one kind of truth.
pub trait Area: Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// What is missing on this machine to attack here, if anything.
    fn missing(&self) -> Option<String> {
        None
    }

    /// The most cases of a sample.
    fn sample(&self) -> u64 {
        u64::MAX
    }

    /// A case; `None` if the seed leads to nothing that can be judged.
    fn generate(&self, rng: &mut Rng, context: &Context) -> Result<Option<Case>>;

    /// Asks hatha about a case and compares the answer with the truth.
    fn judge(&self, case: &Case, context: &Context) -> Result<Judged>;
}

/// Every area, in the order in which they run.
pub fn all() -> Vec<Box<dyn Area>> {
    vec![
        Box::new(integers::Integers),
        Box::new(faults::Faults),
        Box::new(memory::Memory),
        Box::new(calls::Calls),
        Box::new(units::Units),
        Box::new(unknown::Unknown),
        Box::new(contracts::Contracts),
        Box::new(library::Library),
        Box::new(addresses::Addresses),
        Box::new(engines::Engines),
        Box::new(proofs::Proofs::All),
        Box::new(proofs::Proofs::Faults),
        Box::new(witnesses::Witnesses),
        Box::new(gcl::Gcl),
        Box::new(rules::Rules),
        Box::new(formulas::Formulas),
    ]
}

/// How an answer is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// *Proved*, but a failing run exists, or a forged proof was accepted.
    WrongProof,
    /// *Violated*, but no run fails.
    WrongViolation,
    /// Two answers to one question.
    Contradiction,
    /// Exit status 70, or an end that is no answer at all.
    Internal,
}

/// Why an answer is wrong.
#[derive(Clone)]
pub struct Refutation {
    /// In which way.
    pub kind: Kind,
    /// For people: what the truth is.
    pub why: String,
}

/// What became of a case.
#[derive(Clone, Default)]
pub struct Judged {
    /// What hatha said.
    pub answers: Vec<Answer>,
    /// What refutes it.
    pub refuted: Option<Refutation>,
    /// Forged proofs and wrong witnesses that were not accepted.
    pub refused: u64,
    /// Those of them that were forged on purpose in some way, by that way.
    pub refused_kinds: BTreeMap<&'static str, u64>,
    /// The truth is not known, nothing was asked.
    pub skipped: bool,
}

impl Judged {
    /// A case without a known truth.
    pub fn skipped() -> Self {
        Judged {
            skipped: true,
            ..Judged::default()
        }
    }

    /// Answers, with the first refutation.
    pub fn new(answers: Vec<Answer>, refuted: Option<Refutation>) -> Self {
        let internal = || answers.iter().find_map(Answer::internal);
        let refuted = refuted.or_else(internal);
        Judged {
            answers,
            refuted,
            ..Judged::default()
        }
    }

    /// The same with a number of forgeries that were not accepted.
    pub fn with_refused(self, refused: u64) -> Self {
        Judged { refused, ..self }
    }

    /// The same with forgeries that were not accepted, by how they were forged.
    pub fn with_refused_kinds(self, kinds: BTreeMap<&'static str, u64>) -> Self {
        let refused = kinds.values().sum();
        Judged {
            refused_kinds: kinds,
            ..self.with_refused(refused)
        }
    }
}
