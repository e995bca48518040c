//! What a proof leaves for a program that differs a little: how it divided the
//! states, and which steps it found between the parts, in names that outlive an
//! edit.
//!
//! **Invariant.** A suggestion claims nothing. Whoever takes it up has the proof
//! that comes of it certified; a suggestion that is wrong, forged or for another
//! program costs time and no more. Names are for finding things again: a place or
//! a variable by the calls that lead to its procedure, a step by its content.

use crate::terms::Node;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How the states at one place were divided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Division {
    /// The place.
    pub place: String,
    /// How the place looks, for one in a procedure that was edited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look: Option<String>,
    /// A binary tree, a node before its two subtrees: the index of the predicate that divides,
    /// then the part where it holds and the part where it does not; none for a leaf. Leaves are
    /// numbered in this order.
    pub tree: Vec<Option<u32>>,
}

/// Where a step leads from one part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The division it starts from, by its position.
    pub from: u32,
    /// The leaf there.
    pub leaf: u32,
    /// The content of the step.
    pub content: String,
    /// The division it leads to; none if it is a failure or something not modelled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<u32>,
    /// The leaves there that it may enter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaves: Vec<u32>,
}

/// A suggestion.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suggestion {
    /// Shared subterms of all predicates, arguments before their users. A `var` has a name that
    /// outlives an edit behind a letter: `v` for the value of a variable, `a` for its address,
    /// `o` for the id of its object, `p` for the address of a procedure.
    pub terms: Vec<Node>,
    /// The divisions.
    pub divisions: Vec<Division>,
    /// The steps.
    pub steps: Vec<Step>,
    /// Inputs of tests that saw the parts, in hexadecimal.
    pub tests: Vec<Vec<String>>,
    /// The procedures that take part and their contents.
    pub procedures: BTreeMap<String, String>,
}

impl Suggestion {
    /// The inputs of the tests; what cannot be read is left out.
    pub fn inputs(&self) -> Vec<Vec<u128>> {
        let value = |text: &String| u128::from_str_radix(text, 16).ok();
        let test = |values: &Vec<String>| values.iter().map(value).collect();
        self.tests.iter().filter_map(test).collect()
    }
}
