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

/// What is forgotten of an execution at a place to which it comes again and again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cut {
    /// Slots of the innermost invocation, and global ones, that may have any value from there on.
    pub forget: Vec<u32>,
    /// What holds of them nevertheless: indices of terms of the proof, over `v12` and the like.
    pub facts: Vec<u32>,
    /// The first choice behind it, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<u32>,
}

/// A place where executions part, or where one of them is cut or covered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// How many edges an execution has taken before.
    pub step: u64,
    /// The procedure.
    pub procedure: u32,
    /// The location in it.
    pub location: u32,
    /// The ways that executions take.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ways: Vec<Way>,
    /// Set if executions do not part here but something is forgotten of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut>,
    /// Set if an execution is in a state here that an earlier cut on it covers: the number of
    /// that choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub covered: Option<u32>,
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
        let cut = |c: &Choice| c.cut.as_ref().is_none_or(|cut| known(&cut.next));
        let ways = |c: &Choice| c.ways.iter().all(|w| known(&w.next));
        let whole = |c: &Choice| known(&c.or) && known(&c.covered) && cut(c) && ways(c);
        known(&self.first) && self.choices.iter().all(whole)
    }
}
