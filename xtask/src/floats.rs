//! `cargo xtask floats`: floating point against what others compute.

mod formulas;
mod operators;

use crate::Result;
use clap::{Args, Subcommand};

#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Compare the values of operators with the processor and with MPFR
    Operators(operators::Options),
    /// Compare answers about formulas in the style of QF_FP with Z3 and Bitwuzla
    Formulas(formulas::Options),
}

/// Runs one of the comparisons.
pub fn run(options: &Options) -> Result {
    match &options.what {
        What::Operators(o) => operators::run(o),
        What::Formulas(o) => formulas::run(o),
    }
}

/// A small part of each comparison.
pub fn sample() -> Result {
    operators::run(&operators::Options::sample())?;
    formulas::run(&formulas::Options::sample())
}
