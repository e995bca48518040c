//! Unit checking: temporal questions about the paths of one function.
//!
//! A formula over points and values selects paths of a function's flow chart; for
//! each there is the condition on the inputs under which it is taken.
//!
//! **Invariant.** A path condition is calculated forwards along the search and, for a
//! path that is shown, backwards, too; both mean the same set of inputs. Nothing here
//! is a verdict: that a path is taken is shown by a run of the simulator, that there
//! is none by a proof, and both are for the caller to see to.
//! Tests: `forwards_and_backwards`, `a_path_is_a_test_that_replays`, `answers_agree_with_exhaustive_search`.
//!
//! Deliberately absent: files, certification and words for people beyond conditions
//! in C.

#![warn(unreachable_pub)]

pub mod backward;
pub mod chart;
pub mod condition;
mod error;
pub mod monitor;
pub mod processes;
pub mod provide;
pub mod question;
pub mod search;
pub mod shared;
pub mod step;

pub use chart::{Chart, NodeId};
pub use error::UnitError;
pub use question::{BadQuestion, Beginning, Question, condition_ranges, nearest_names};
pub use search::{Found, Longest, Next, Order, Paused, Search, World};
pub use step::Stepper;
