//! `cargo xtask floats`: floating point against what others compute.

mod circuits;
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
    /// Ask the solver for a difference between its circuits and the values of operators at binary16
    Circuits(circuits::Options),
    /// Compare answers about formulas in the style of QF_FP with Z3 and Bitwuzla
    Formulas(formulas::Options),
}

/// Runs one of the comparisons.
pub fn run(options: &Options) -> Result {
    match &options.what {
        What::Operators(o) => operators::run(o),
        What::Circuits(o) => circuits::run(o),
        What::Formulas(o) => formulas::run(o),
    }
}

/// A small part of each comparison.
pub fn sample() -> Result {
    operators::run(&operators::Options::sample())?;
    circuits::run(&circuits::Options::sample())?;
    formulas::run(&formulas::Options::sample())
}
