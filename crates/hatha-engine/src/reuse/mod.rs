//! What one search leaves for the next, after an edit of the program.
//!
//! **Soundness.** None is claimed: what is taken over is a guess, and the proof that it leads to
//! is certified like any other.

pub(crate) mod names;
pub(crate) mod repair;
pub(crate) mod suggestion;
