//! The graph of a program whose executions were followed to their ends.
//!
//! It claims that there are no other executions than those that it lists: at each choice an
//! execution takes one of the listed ways, and none ends in a failure.
//! `docs/formats/proof.md` describes it.

use serde::{Deserialize, Serialize};

/// A way that leaves a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Way {
    /// The control-flow edge.
    pub edge: u32,
    /// The first choice behind it, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<u32>,
}

/// A place where executions part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// How many edges an execution has taken before.
    pub step: u64,
    /// The procedure.
    pub procedure: u32,
    /// The location in it.
    pub location: u32,
    /// The ways that executions take.
    pub ways: Vec<Way>,
    /// Another choice that may come in its stead, at another place: executions may differ
    /// inside an edge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub or: Option<u32>,
}

/// The graph.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unrolled {
    /// The choice that comes first, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<u32>,
    /// All choices.
    pub choices: Vec<Choice>,
}

impl Unrolled {
    /// Whether every index leads to a choice.
    pub(crate) fn is_closed(&self) -> bool {
        let known = |i: &Option<u32>| i.is_none_or(|i| (i as usize) < self.choices.len());
        let whole = |c: &Choice| known(&c.or) && c.ways.iter().all(|w| known(&w.next));
        known(&self.first) && self.choices.iter().all(whole)
    }
}
