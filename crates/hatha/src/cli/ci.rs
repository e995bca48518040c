//! `hatha ci`: the functions that a change touches, and what is new about them.

use super::Outcome;
use super::exit::{self, Failure};
use clap::{Args, ValueEnum};
use hatha_ci::{Error, Options};
use std::ffi::OsString;
use std::path::PathBuf;

/// `hatha ci`
#[derive(Args, Debug)]
pub(crate) struct CiArgs {
    /// C files; without any those of --compile-commands, or all that the repository tracks
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Check only functions that differ from this commit, or depend on something that does
    #[arg(long, value_name = "COMMIT")]
    pub base: Option<String>,
    /// Take flags and files from DIR/compile_commands.json
    #[arg(long, value_name = "DIR")]
    pub compile_commands: Option<PathBuf>,
    /// Keep tests and proofs in a folder, which the server restores
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// Violations that are known and do not count
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write --baseline: add what is new, take away what is fixed
    #[arg(long, requires = "baseline")]
    pub update_baseline: bool,
    /// What the exit status tells
    #[arg(long, value_name = "violated|unknown", default_value = "violated")]
    pub fail_on: FailOn,
    /// Check static functions on their own, too
    #[arg(long)]
    pub statics: bool,
    /// Give up on a function after that many seconds (60, unless hatha.toml says otherwise)
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub timeout: Option<String>,
    /// Checks at the same time
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Write the summary to a file, too (Markdown)
    #[arg(long, value_name = "FILE")]
    pub summary: Option<PathBuf>,
    /// Write every check in the format of static analysis results, SARIF 2.1.0
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,
    /// Write every check as a JUnit report
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Further options of `hatha check`
    #[arg(last = true, value_name = "OPTIONS")]
    pub check: Vec<OsString>,
}

/// What makes a change fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// A new violation
    Violated,
    /// That, or something that is not known
    Unknown,
}

fn seconds(text: &str) -> Result<String, String> {
    super::args::parse_seconds(text).map(|_| text.to_owned())
}

/// Checks, and prints the summary.
pub(super) fn main(args: &CiArgs) -> Outcome {
    let me = std::env::current_exe()
        .map_err(|e| Failure::new(exit::INTERNAL, format!("cannot find myself: {e}")))?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let whole = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
    let report = hatha_ci::run(&Options {
        command: me,
        files: args.files.clone(),
        base: args.base.clone(),
        compile_commands: args.compile_commands.as_ref().map(whole),
        cache: args.cache.as_ref().map(whole),
        timeout: args.timeout.clone(),
        jobs: args.jobs.unwrap_or((cores / 2).max(1)),
        statics: args.statics,
        further: args.check.clone(),
        baseline: args.baseline.clone(),
        update_baseline: args.update_baseline,
        sarif: args.sarif.clone(),
        junit: args.junit.clone(),
        summary: args.summary.clone(),
    });
    let report = report.map_err(|e| {
        let status = match &e {
            Error::File(..) => exit::NO_INPUT,
            Error::NoFiles => exit::USAGE,
            Error::Git(_) | Error::Baseline(..) => exit::BAD_INPUT,
        };
        Failure::new(status, format!("error: {e}"))
    })?;
    print!("{}", report.summary);
    Ok(match (report.new, report.unknown) {
        (1.., _) if !args.update_baseline => exit::VIOLATED,
        (_, 1..) if args.fail_on == FailOn::Unknown => exit::UNKNOWN,
        _ => exit::OK,
    })
}
