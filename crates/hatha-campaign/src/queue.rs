//! Where pairs come from and results go to.

use crate::outcome::Outcome;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A question: does the program, started there, keep the rule?
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Pair {
    /// The file.
    pub file: String,
    /// The function to start from.
    pub entry: String,
    /// The rule.
    pub rule: String,
    /// Lines of the file.
    pub lines: u64,
}

/// Why a queue does not work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble(pub String);

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Trouble {}

/// What a campaign needs of its list of work, which may be on another machine.
///
/// A pair that was taken and not finished may be given out again, by this queue
/// or after a restart; [`Queue::finish`] of a pair that has a result changes
/// nothing. So every pair gets exactly one result.
pub trait Queue: Send {
    /// The next pair that nobody works on and that has no result.
    fn take(&mut self) -> Result<Option<Pair>, Trouble>;

    /// Stores a result for good; whether it is the first one of its pair.
    fn finish(&mut self, pair: &Pair, outcome: &Outcome) -> Result<bool, Trouble>;
}
