//! Directed testing: tests that are driven where we want them.
//!
//! A test is a concolic run of the program as loaded ([`run`]); the paths of all
//! tests form a [`tree`]; what no test did at a point of the tree is solved for
//! ([`solve`]) in an order ([`search`]) until a goal is reached ([`explore`]).
//! [`Director`] is the same for one path: it drives a test down a prefix.
//!
//! **Invariant.** What a search reports it has seen: every test was run, and
//! coverage is what tests took. That a path cannot be taken is never reported as
//! a fact about the program; a proof needs a certificate, which is not made here.

mod bounds;
mod chosen;
mod complete;
mod director;
mod distance;
mod edges;
mod engine;
mod explore;
mod lanes;
mod plan;
mod run;
mod search;
mod solve;
mod tree;

pub(crate) use bounds::tightest;
pub use chosen::{Choices, ChosenObject};
pub use director::{Director, Driven};
pub use edges::FunctionCoverage;
pub use engine::Dart;
pub use explore::explore;
pub use plan::{Effort, Ending, Explored, Goal, Listener, Order, Plan, SuiteTest, is_asked_for};
pub use run::{End, RunLimits, Runner, Start, Tail, Trace, placements};
