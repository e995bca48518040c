//! The `hatha` command as a library: options are read, `hatha-verify` is called, answers are
//! printed.
//!
//! **Invariant.** No algorithm is here and no verdict is made here: what is printed as one is a
//! verdict of `hatha_verify` (test `the_command_contains_no_algorithm`).

#![warn(unreachable_pub)]

pub mod cli;
