//! Many questions at once: every pair of a program and a rule, each in a process
//! of its own, with the results in one file.
//!
//! **Invariant.** A pair has at most one result, and a result that was reported
//! is on the disk. Which pairs are being worked on is known to the running
//! process alone; so whatever ends it, the pairs without a result are exactly
//! those that are still to do.
//! Tests: `every_pair_exactly_once_whatever_ends_the_campaign`,
//! `a_second_result_of_a_pair_changes_nothing`.

#![warn(unreachable_pub)]

pub mod findings;
pub mod outcome;
pub mod queue;
pub mod run;
pub mod sqlite;
pub mod table;

pub use outcome::{Answer, Outcome};
pub use queue::{Pair, Queue, Trouble};
pub use run::{Job, Progress, run};
pub use sqlite::Store;
