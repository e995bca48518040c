//! Contracts: what a function demands of its callers so that it cannot fail.
//!
//! A precondition is searched for by counterexamples. The function is checked as the entry, first
//! without any condition; a failing test suggests conditions that exclude it ([`candidates`]), from
//! what the test's path says at the entry ([`backward`]) and from a small grammar; the check is
//! repeated under them. What suffices is made weaker: conditions that are not needed are dropped.
//!
//! **Invariant.** A precondition is given as sufficient only where `hatha check` under it, with the
//! same checks, is *proved* and certified; it is the very text that `--assume` takes. That some
//! call satisfies it is shown by a test that returns, or said to be open. *False* is a certified
//! proof that no call returns, of a function that can neither go on for ever nor end the program.

mod acsl;
mod backward;
mod candidates;
mod ends;
mod promise;
mod search;

pub use acsl::acsl;
pub use search::{Subject, find};

use crate::assumption::Assumption;
use hatha_front::diag::Diagnostic;
use serde::{Deserialize, Serialize};

/// A part of a precondition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conjunct {
    /// As C, with `valid(p, n)` for bytes of an object.
    pub text: String,
    /// What fails without it: a fault and its place; empty if nobody knows whether it is needed.
    pub needed_for: String,
}

/// What is known of the precondition of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Under it no selected check fails: certified.
    Proved,
    /// Every call fails: certified.
    False,
    /// None was found.
    Unknown,
}

/// The contract of a function, as far as it is known.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Contract {
    /// The function.
    pub function: String,
    /// Its head, as C.
    pub signature: String,
    /// Where it is defined.
    pub location: String,
    /// What is known.
    pub status: Status,
    /// If it is proved: the precondition, part by part; nothing if every call is fine.
    pub requires: Vec<Conjunct>,
    /// If it is proved: what the result is known to satisfy, each proved under the precondition.
    #[serde(default)]
    pub ensures: Vec<String>,
    /// If it is proved: whether a test satisfies it and returns.
    pub is_satisfiable: bool,
    /// If it is unknown: why.
    pub reason: String,
    /// If it is unknown: conditions under which no failure was found, without a proof.
    pub tried: Vec<String>,
    /// What fails without any precondition.
    pub fails: Vec<String>,
    /// What the answer assumes besides.
    pub assumptions: Vec<String>,
    /// How many checks it took.
    pub checks: u32,
    /// Wall time.
    pub seconds: f64,
}

impl Contract {
    /// Of a function about which nothing was found out.
    pub fn unknown(function: &str, reason: String, seconds: f64) -> Self {
        Contract {
            function: function.to_owned(),
            signature: String::new(),
            location: String::new(),
            status: Status::Unknown,
            requires: Vec::new(),
            ensures: Vec::new(),
            is_satisfiable: false,
            reason,
            tried: Vec::new(),
            fails: Vec::new(),
            assumptions: Vec::new(),
            checks: 0,
            seconds,
        }
    }

    /// The precondition as one expression; `1` if every call is fine.
    pub fn precondition(&self) -> String {
        let parts: Vec<&str> = self.requires.iter().map(|c| c.text.as_str()).collect();
        conjunction(&parts)
    }

    /// Its line in a file of contracts.
    pub fn line(&self) -> Option<String> {
        let is_there = self.status == Status::Proved && !self.requires.is_empty();
        is_there.then(|| format!("{}: {}", self.function, self.precondition()))
    }
}

/// Conditions as one; `1` if there is none.
fn conjunction(parts: &[&str]) -> String {
    let operand = |p: &&str| match parts.len() > 1 && (p.contains("||") || p.contains('?')) {
        true => format!("({p})"),
        false => (*p).to_owned(),
    };
    match parts {
        [] => "1".to_owned(),
        parts => parts.iter().map(operand).collect::<Vec<_>>().join(" && "),
    }
}

/// Why there is no answer at all.
#[derive(Debug)]
pub enum NoContract {
    /// The program cannot be read.
    Program(Box<Diagnostic>),
    /// A defect of hatha.
    Internal(String),
}

/// The sentences of assumptions but those that the contract itself makes.
fn besides(assumptions: &[Assumption]) -> Vec<String> {
    use crate::assumption::Kind;
    let others = assumptions.iter();
    let others = others.filter(|a| a.kind != Kind::Precondition);
    let mut sentences: Vec<String> = Vec::new();
    for a in others {
        if !sentences.contains(&a.sentence) {
            sentences.push(a.sentence.clone());
        }
    }
    sentences
}
