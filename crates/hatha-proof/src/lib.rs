//! The formats of what outlives a run: input vectors and tests, proofs, logs.
//!
//! **Invariant.** Every format carries its schema name and a version; fields are
//! only ever added. Reading checks shape and sorts and never panics: a file that
//! does not fit is a [`FormatError`]. Nothing here decides whether a proof holds
//! or a test fails; that is `hatha-certify` and the simulator.
//! Tests: `another_schema_or_version_is_refused`, `fields_of_later_versions_are_ignored`. That reading never
//! panics: by review.

#![warn(unreachable_pub)]

pub mod assume;
mod fingerprint;
pub mod input;
pub mod proof;
pub mod shown;
pub mod suggestion;
pub mod terms;
pub mod unrolled;
pub mod vocabulary;

pub use fingerprint::{Contents, fingerprint, hash, lasting_names};
pub use proof::{Proof, ProofEdge, ProofRegion, ProofVar};
pub use suggestion::Suggestion;
pub use terms::{Node, TermReader, TermWriter};

use std::fmt;

/// A file that is not what its format says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError(pub String);

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FormatError {}
