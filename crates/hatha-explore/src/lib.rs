//! Exploring a unit by hand: paths that are chosen node by node or asked for by
//! formula, and the page on which that is done.
//!
//! [`Explorer`] is a state machine: a [`Command`] goes in, a [`Reply`] comes out, and
//! all that is known is in memory. [`server`] lets a browser on the same machine send
//! commands, and nobody else.
//!
//! **Invariant.** The condition that is shown is that of the path that is shown, for
//! every execution that takes it; what was not followed stands beside it. A test is
//! handed out only if a run of the simulator took the path with its inputs.
//! Tests: `a_path_by_hand_has_the_condition_of_its_nodes`, `crates/hatha/tests/explore.rs`.
//!
//! Deliberately absent: files and runs of tests. Whoever starts an exploration reads
//! programs and runs tests ([`Ground`]), and nothing that a browser sends names a file.

#![warn(unreachable_pub)]

pub mod command;
pub mod document;
mod explorer;
pub mod formula;
mod ground;
mod live;
mod picture;
pub mod server;

pub use command::{Command, How};
pub use document::{Reply, State};
pub use explorer::{Explorer, Options};
pub use ground::{Conditions, Ground, Kind, Trouble, Unit};
