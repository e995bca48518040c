//! Options about several functions of one program.

use crate::cli::args::{EnvironmentArgs, FormatArg, FrontArgs, VerbosityArgs, parse_seconds};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Which functions a check starts from, one after the other.
#[derive(Args, Debug)]
pub(crate) struct EveryArgs {
    /// Check every function that other files can call (`all`: static ones, too), each on its own and
    /// with any globals, unless --globals says otherwise
    #[arg(
        long,
        value_name = "external|all",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "external",
        conflicts_with_all = ["entry", "proof", "witness", "sarif", "junit", "log", "report", "cache", "seed_tests", "property"]
    )]
    pub every_function: Option<FunctionsArg>,
}

/// Which functions of a file are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FunctionsArg {
    /// Those that other files can call
    External,
    /// All
    All,
}

/// `hatha contract`
#[derive(Args, Debug)]
pub(crate) struct ContractArgs {
    /// The program. Names behind the files are functions: contracts are searched for these alone
    #[command(flatten)]
    pub front: FrontArgs,
    /// The environment
    #[command(flatten)]
    pub environment: EnvironmentArgs,
    /// Which faults are asked about, as for `check`
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub checks: Option<String>,
    /// Static functions, too
    #[arg(long)]
    pub statics: bool,
    /// Also check from `main`, or from every function under its own contract, that calls keep the
    /// contracts that were found
    #[arg(long)]
    pub check_calls: bool,
    /// Give up on a function after that many seconds
    #[arg(long, value_name = "S", default_value_t = 60.0, value_parser = parse_seconds)]
    pub timeout: f64,
    /// Write the contracts to a file that `--contracts` reads, one on each line
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Write the contracts as ACSL, one comment for each function
    #[arg(long, value_name = "FILE")]
    pub acsl: Option<PathBuf>,
    /// For programs that start hatha: end when standard input is closed
    #[arg(long, hide = true)]
    pub attended: bool,
    /// The one function that a worker is about
    #[arg(long, hide = true, value_name = "FUNCTION")]
    pub only: Option<String>,
    /// How the contracts are shown
    #[arg(long, value_name = "human|json", default_value = "human")]
    pub format: FormatArg,
    /// How much is printed
    #[command(flatten)]
    pub verbosity: VerbosityArgs,
}
