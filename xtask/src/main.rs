//! Developer commands: `cargo xtask help` lists them.
//!
//! Everything that tests, fuzzes, measures or installs lives here, so that the
//! README, CI and a developer call the same code.

mod attack;
mod bench;
mod bench_solver;
mod cache_edits;
mod cache_leaves;
mod conformance;
mod diamonds;
mod directed;
mod floats;
mod fuzz_c;
mod fuzz_input;
mod gcl_random;
mod juliet;
mod lower;
mod measure;
mod plot;
mod portfolio;
mod process;
mod rng;
mod round_trip;
mod second_opinion;
mod setup;
mod table;
mod test;
mod web;
mod witnesses;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Developer commands of hatha")]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Install what only the tests need (csmith, 32-bit libc, Z3, cvc5, valgrind, Node, Chromium)
    Setup,
    /// Set up, then run every test
    Test,
    /// Try to refute hatha's verdicts with random programs whose truth is known from elsewhere
    Attack(attack::Options),
    /// Compare floating point with the processor, MPFR, Z3 and Bitwuzla
    Floats(floats::Options),
    /// Compare csmith programs under `hatha run` with gcc -O0
    FuzzC(fuzz_c::Options),
    /// Compare the programs below the given folders under `hatha run` with gcc -O0
    Conformance(conformance::Options),
    /// Mutate corpus files and look for a panic, hang or overflow
    FuzzInput(fuzz_input::Options),
    /// Check cases of the Juliet test suite, with their fault and without it, and tabulate the answers
    Juliet(juliet::Options),
    /// Lower every program below the given folders and tabulate what was not understood
    Lower(lower::Options),
    /// Count the known failures below the given folders that `hatha test` reaches
    Directed(directed::Options),
    /// Count the tests that n branches in a row need, and plot them
    Diamonds(diamonds::Options),
    /// Compare speeds in one run
    Bench(bench::Options),
    /// Compare the embedded solver with Z3 on questions recorded from real runs
    BenchSolver(bench_solver::Options),
    /// Edit programs at random and compare the verdicts with and without a cache
    CacheEdits(cache_edits::Options),
    /// Edit each leaf procedure of the programs in benchmarks/drivers and count what is analysed again
    CacheLeaves,
    /// Check and test every program of the corpus while another solver confirms every answer
    SecondOpinion(second_opinion::Options),
    /// Compare engine ase with exhaustive search on random systems of guarded commands
    GclRandom(gcl_random::Options),
    /// Have `hatha validate` judge the witness of every solved program of the corpus
    RoundTrip(round_trip::Options),
    /// Compare `--engine auto` with its members, each alone, on programs
    Portfolio(portfolio::Options),
    /// Run every engine on the programs of a paper's table
    Table(table::Options),
    /// Build the page of reports from web/report, or check and test it
    Web(web::Options),
    /// Judge every witness below the given folders and tabulate the decisions
    Witnesses(witnesses::Options),
}

/// What a command ends with: a message for the user.
type Result<T = ()> = std::result::Result<T, String>;

fn main() -> ExitCode {
    let result = match Args::parse().command {
        Command::Setup => setup::run(),
        Command::Test => test::run(),
        Command::Attack(o) => attack::run(&o),
        Command::Floats(o) => floats::run(&o),
        Command::FuzzC(o) => fuzz_c::run(&o),
        Command::Conformance(o) => conformance::run(&o),
        Command::FuzzInput(o) => fuzz_input::run(&o),
        Command::Juliet(o) => juliet::run(&o),
        Command::Lower(o) => lower::run(&o),
        Command::Diamonds(o) => diamonds::run(&o),
        Command::Directed(o) => directed::run(&o),
        Command::Bench(o) => bench::run(&o),
        Command::BenchSolver(o) => bench_solver::run(&o),
        Command::CacheEdits(o) => cache_edits::run(&o),
        Command::CacheLeaves => cache_leaves::run(),
        Command::SecondOpinion(o) => second_opinion::run(&o),
        Command::GclRandom(o) => gcl_random::run(&o),
        Command::RoundTrip(o) => round_trip::run(&o),
        Command::Portfolio(o) => portfolio::run(&o),
        Command::Table(o) => table::run(&o),
        Command::Web(o) => web::run(&o),
        Command::Witnesses(o) => witnesses::run(&o),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}
