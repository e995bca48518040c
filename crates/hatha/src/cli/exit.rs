//! Exit statuses. Scripts depend on them: they never change their meaning.

use std::process::ExitCode;

/// `check`: proved. Everything else: done.
pub(super) const OK: u8 = 0;
/// `check`: violated.
pub(super) const VIOLATED: u8 = 1;
/// `check`: unknown. `run`: hatha cannot go on with this program.
pub(super) const UNKNOWN: u8 = 2;
/// The command line is wrong.
pub(crate) const USAGE: u8 = 64;
/// The input is not a program (or proof, or test).
pub(crate) const BAD_INPUT: u8 = 65;
/// A file is missing or unreadable, or is a directory.
pub(crate) const NO_INPUT: u8 = 66;
/// A defect of hatha.
pub(crate) const INTERNAL: u8 = 70;
/// `run`: the program was at fault; the status of a process that aborts.
pub(crate) const FAULT: u8 = 134;

/// How a command that could not do its work ends.
#[derive(Debug)]
pub struct Failure {
    /// Exit status.
    pub status: u8,
    /// Message for standard error, already rendered.
    pub message: String,
}

impl Failure {
    /// With a plain message.
    pub fn new(status: u8, message: impl Into<String>) -> Self {
        Failure {
            status,
            message: message.into(),
        }
    }
}

impl From<Failure> for ExitCode {
    fn from(failure: Failure) -> Self {
        eprintln!("hatha: {}", failure.message);
        ExitCode::from(failure.status)
    }
}
