//! Whether a search goes on.

use crate::Finding;
use crate::testing::forest::NotTotal;
pub(crate) use std::ops::ControlFlow::{self, Break, Continue};

/// A part of a search: the search goes on with a value, or it is over with its finding, which may
/// be a failing test, a defect, or that there is no answer.
pub(crate) type Flow<T = ()> = ControlFlow<Finding, T>;

/// The finding of a search that ends without an answer.
pub(crate) fn unknown(why: impl Into<String>) -> Finding {
    Finding::Unknown(why.into())
}

/// What the engine's own invariants exclude ends the search as a defect of hatha.
pub(crate) trait OrDefect<T> {
    /// The value, or the end of the search.
    fn or_defect(self) -> Flow<T>;
}

impl<T> OrDefect<T> for Result<T, NotTotal> {
    fn or_defect(self) -> Flow<T> {
        match self {
            Ok(value) => Continue(value),
            Err(e) => Break(Finding::Internal(e.0)),
        }
    }
}
