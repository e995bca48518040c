//! The format of proofs about guarded commands, `docs/formats/gcl-proof.md`.
//!
//! **Invariant.** A file that parses is not thereby true: whether the states
//! below are an invariant is for `hatha-certify` to say. Fields are only ever
//! added.

use crate::format::{self, FormatError};
use serde::{Deserialize, Serialize};

/// The `schema` of the format.
pub const SCHEMA: &str = "hatha-gcl-proof";
/// Its version.
pub const VERSION: u32 = 1;

/// A set of states that contains the initial ones, is closed under all
/// transitions, and has no wrong one: the union of the abstract states and of
/// the states of the stem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    /// [`SCHEMA`].
    pub schema: String,
    /// [`VERSION`].
    pub version: u32,
    /// [`crate::SEMANTICS_VERSION`].
    pub semantics: u32,
    /// [`crate::Model::fingerprint`].
    pub model: String,
    /// `inductive-invariant` or `safe-fragment`.
    pub check: String,
    /// Predicates over the variables.
    pub predicates: Vec<String>,
    /// The variables whose values abstract states give.
    pub explicit: Vec<String>,
    /// The abstract states.
    #[serde(rename = "abstract")]
    pub states: Vec<AbstractState>,
    /// Symbolic states outside of the abstract ones.
    pub stem: Vec<StemState>,
}

/// All states in which predicates and variables have these values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AbstractState {
    /// Of the explicit variables.
    pub values: Vec<i64>,
    /// Of the predicates: a digit 0 or 1 for each.
    pub predicates: String,
}

/// All states that some values of the symbols give.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StemState {
    /// How many symbols it has; they are called `$0`, `$1`, …
    pub symbols: usize,
    /// The value of each variable, over the symbols.
    pub values: Vec<String>,
    /// What the symbols satisfy.
    pub condition: Vec<String>,
    /// If it has initial states: the symbols over the variables.
    pub initial: Option<Vec<String>>,
    /// Where its transitions lead, unless to an abstract state.
    pub successors: Vec<Successor>,
}

/// A transition from a state of the stem to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Successor {
    /// The number of the transition.
    pub transition: usize,
    /// The number of the state.
    pub state: usize,
    /// Its symbols over those of the state before and the inputs `$i0`, `$i1`, …
    pub symbols: Vec<String>,
}

impl Proof {
    /// As a file.
    pub fn to_json(&self) -> Result<String, FormatError> {
        Ok(serde_json::to_string(self)?)
    }

    /// From a file.
    pub fn from_json(text: &str) -> Result<Proof, FormatError> {
        let proof: Proof = serde_json::from_str(text)?;
        format::expect((&proof.schema, proof.version), (SCHEMA, VERSION))?;
        Ok(proof)
    }
}
