//! Witnesses of the software verification competition, format 2.0: types, reader,
//! writer.
//!
//! **Invariant.** A file that reads is a witness in form only: nothing here knows
//! a program, and nothing is believed. What the reader meets and hatha has no use
//! for is kept as [`Unsupported`] with its place, so that whoever judges the
//! witness can see that it says more.
//! Tests: `later_versions_are_read_and_what_they_add_is_noted`, `the_lower_layers_know_nothing_of_the_upper_ones`.

#![warn(unreachable_pub)]

mod model;
mod read;
mod write;
mod yaml;

pub use model::{
    Action, Constraint, Content, Invariant, InvariantKind, Location, Mark, Metadata, Producer,
    Segment, Task, Unsupported, Waypoint, WaypointKind, Witness,
};
pub use read::read;
pub use write::write;
pub use yaml::Problem;
