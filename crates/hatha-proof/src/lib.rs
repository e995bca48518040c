//! The formats of what hatha writes for later: tests, proofs and logs.
//!
//! **Invariant.** Formats only: nothing here runs, solves or decides. Every
//! format carries its schema name and version.

pub mod input;
