//! The state at a point of a path, and what the environment of the program may do.

use hatha_cfa::VarId;
use hatha_term::TermId;
use std::collections::BTreeMap;

/// What a call of a function without a body does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Externals {
    /// Its result and everything that it can see become arbitrary.
    #[default]
    Havoc,
    /// Only its result is arbitrary (an assumption of whoever asks).
    Pure,
    /// A proof must show that it is not reached.
    Refuse,
}

/// Under which assumptions a proof is checked. They come from whoever asks for
/// the certificate, never from the proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    /// Functions without a body.
    pub externals: Externals,
}

/// A state in the middle of a path, as terms over the state where the path began.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// Slots that the path has written; every other slot is as it was.
    pub(crate) slots: BTreeMap<VarId, TermId>,
    /// What the path has needed so far, in order.
    pub(crate) guard: Vec<TermId>,
}
