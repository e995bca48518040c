//! Options about what lies around a program.

use clap::{Args, ValueEnum};

/// What unknown functions do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExternalsArg {
    /// Result, visible globals and everything reachable from non-const pointer arguments become arbitrary
    Havoc,
    /// Only the result is arbitrary: an assumption, which is printed
    Pure,
    /// Calling one ends the run with unknown
    Refuse,
}

/// How the environment behaves.
#[derive(Args, Debug)]
pub(crate) struct EnvironmentArgs {
    /// What a function without a body does
    #[arg(long, value_name = "HOW")]
    pub externals: Option<ExternalsArg>,
    /// `any` makes every read through a volatile lvalue arbitrary
    #[arg(long, value_name = "any|plain", default_value = "plain")]
    pub volatile: VolatileArg,
    /// `allow` lets misaligned accesses pass, as x86 does, instead of reporting them
    #[arg(long, value_name = "fault|allow", default_value = "fault")]
    pub misaligned: MisalignedArg,
    /// Device memory: addresses that may be accessed and hold anything
    #[arg(long, value_name = "ADDR:SIZE", value_parser = parse_region)]
    pub region: Vec<(u64, u64)>,
    /// Where the pointers may lead that the entry function starts with; the default is `valid` where
    /// memory faults are asked about, otherwise `any`
    #[arg(long, value_name = "WHAT")]
    pub pointers: Option<PointersArg>,
    /// Deprecated: the same as `--pointers apart`
    #[arg(long, hide = true, conflicts_with = "pointers")]
    pub no_entry_alias: bool,
}

impl EnvironmentArgs {
    /// What the pointers are that the entry starts from, if the options say so.
    pub(crate) fn pointers(&self) -> Option<PointersArg> {
        let apart = self.no_entry_alias.then_some(PointersArg::Apart);
        self.pointers.or(apart)
    }
}

/// What pointers from outside are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PointersArg {
    /// Any address
    Any,
    /// Each is null or leads into an object that holds its type; several may lead into the same
    /// object: an assumption
    Valid,
    /// As `valid`, and parameters are not null: an assumption
    Nonnull,
    /// As `valid`, and no two lead into the same object: an assumption
    Apart,
}

/// What an access whose address breaks the alignment of its type does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MisalignedArg {
    /// It is a fault
    Fault,
    /// It works
    Allow,
}

/// What volatile reads give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum VolatileArg {
    /// An arbitrary value each time
    Any,
    /// What was stored last
    Plain,
}

fn parse_region(text: &str) -> Result<(u64, u64), String> {
    let (address, size) = text
        .split_once(':')
        .ok_or("write it as ADDRESS:SIZE, for example 0x40000000:4096")?;
    Ok((parse_number(address)?, parse_number(size)?))
}

fn parse_number(text: &str) -> Result<u64, String> {
    let parsed = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    parsed.map_err(|e| format!("'{text}': {e}"))
}
