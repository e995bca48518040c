//! What results look like outside: test suites, harnesses, coverage, results for servers and editors, pages.
//!
//! **Invariant.** Nothing here runs, searches or judges: plain data goes in, text
//! comes out. No file is written and no program is started.
//! Tests: `crates_without_files_or_processes_use_none`, `the_lower_layers_know_nothing_of_the_upper_ones`.

#![warn(unreachable_pub)]

pub mod coverage;
pub mod harness;
pub mod junit;
pub mod page;
pub mod result;
pub mod sarif;
pub mod sha256;
pub mod testcomp;
pub mod time;
mod xml;

pub use coverage::Coverage;
pub use harness::{Harness, HarnessError, harness};

#[cfg(test)]
mod testing;
