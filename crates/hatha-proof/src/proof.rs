//! The proof format: a region graph, with predicates, that keeps the error out.
//!
//! A proof claims, for one procedure without calls into defined procedures (the
//! entry after inlining), that
//! 1. every initial state lies in an initial region, and
//! 2. from every region that the claimed edges reach, each path of control-flow
//!    edges through locations without regions leads into the successor regions
//!    that are claimed for its last edge, and never to a failure.
//!
//! `docs/formats/proof.md` describes the file.

use crate::FormatError;
use crate::terms::Node;
use crate::unrolled::Unrolled;
use hatha_cfa::SEMANTICS_VERSION;
use serde::{Deserialize, Serialize};

/// The `schema` of a proof.
pub const SCHEMA: &str = "hatha-proof";

/// The version of the format written here.
pub const VERSION: u32 = 2;

/// The oldest version that is read. In version 1 every location had regions; under
/// the reading of version 2 such a proof claims the same.
pub(crate) const OLDEST_VERSION: u32 = 1;

/// A program variable that predicates mention.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofVar {
    /// The name in the term table, `v12` for variable 12 of the program.
    pub name: String,
    /// The name in C, for people.
    pub c: String,
}

/// A region: the states at a location that satisfy a predicate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofRegion {
    /// Location of the entry procedure.
    pub location: u32,
    /// Index of its predicate in the term table.
    pub predicate: u32,
    /// The predicate as C, for people; never read back.
    #[serde(default)]
    pub c: String,
}

/// A claimed abstract edge: a path from a region that ends with a control-flow edge may lead
/// into another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ProofEdge {
    /// Region it leaves.
    pub from: u32,
    /// The last control-flow edge of the path; the others pass locations without regions.
    pub edge: u32,
    /// Region it enters.
    pub to: u32,
}

/// A proof.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Proof {
    /// Always [`SCHEMA`].
    pub schema: String,
    /// Version of the format.
    pub version: u32,
    /// [`SEMANTICS_VERSION`] of the writer.
    pub semantics: u32,
    /// See [`crate::fingerprint`].
    pub program: String,
    /// The entry procedure.
    pub entry: String,
    /// Whether it is about a property to which faults inside calls that print do not matter:
    /// then such calls stay as they are. See [`hatha_cfa::output`].
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ignores_faults: bool,
    /// The procedures that stand in the automaton besides the recursive ones, by their ids.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub components: Vec<u32>,
    /// The procedures that are not looked into, by their ids: a call of one is its effect.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opaque: Vec<u32>,
    /// Who found it, for people.
    pub engine: String,
    /// The variables that occur.
    pub variables: Vec<ProofVar>,
    /// Shared subterms of all predicates, arguments before their users.
    pub terms: Vec<Node>,
    /// The regions.
    pub regions: Vec<ProofRegion>,
    /// Indices of the regions that hold the initial states.
    pub initial: Vec<u32>,
    /// The claimed edges.
    pub edges: Vec<ProofEdge>,
    /// A claim of another kind, in place of regions: the executions themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unrolled: Option<Unrolled>,
}

impl Proof {
    /// Reads a proof and checks what can be checked without the program.
    pub fn from_json(text: &str) -> Result<Proof, FormatError> {
        let proof: Proof =
            serde_json::from_str(text).map_err(|e| FormatError(format!("not a proof: {e}")))?;
        proof.check_header()?;
        proof.check_indices()?;
        Ok(proof)
    }

    /// Writes a proof.
    pub fn to_json(&self) -> Result<String, FormatError> {
        serde_json::to_string_pretty(self).map_err(|e| FormatError(e.to_string()))
    }

    fn check_header(&self) -> Result<(), FormatError> {
        if self.schema != SCHEMA {
            return Err(FormatError(format!(
                "schema is '{}', not '{SCHEMA}'",
                self.schema
            )));
        }
        if !(OLDEST_VERSION..=VERSION).contains(&self.version) {
            return Err(FormatError(format!(
                "version {} of the proof format is not known",
                self.version
            )));
        }
        if self.semantics != SEMANTICS_VERSION {
            return Err(FormatError(format!(
                "made under semantics version {}, this is {SEMANTICS_VERSION}; make the proof again",
                self.semantics
            )));
        }
        Ok(())
    }

    fn check_indices(&self) -> Result<(), FormatError> {
        let regions = self.regions.len() as u64;
        let known = |i: u32| u64::from(i) < regions;
        let edges_ok = self.edges.iter().all(|e| known(e.from) && known(e.to));
        let terms_ok = self
            .regions
            .iter()
            .all(|r| (r.predicate as usize) < self.terms.len());
        let facts_ok = |u: &Unrolled| {
            let facts = u.choices.iter().filter_map(|c| c.cut.as_ref());
            let mut facts = facts.flat_map(|cut| &cut.facts);
            facts.all(|&f| (f as usize) < self.terms.len())
        };
        let unrolled_ok = |u: &Unrolled| u.is_closed() && facts_ok(u);
        let unrolled_ok = self.unrolled.as_ref().is_none_or(unrolled_ok);
        if unrolled_ok && edges_ok && terms_ok && self.initial.iter().all(|&i| known(i)) {
            Ok(())
        } else {
            Err(FormatError("an index points outside the proof".to_owned()))
        }
    }
}
