//! What a run leaves for people and other tools: witnesses, SARIF, pages.
//!
//! **Invariant.** A report shows what a run found and adds nothing to it: no
//! analysis happens here, and no file written here is ever read as evidence.
//! The crate holds the place of these writers in the architecture; today the
//! results are written as JSON by the command itself (`docs/formats/check.md`).
