//! Literals with the same bytes: C lets them be one object (C11 6.4.5, 6.5.2.5).
//!
//! The simulator keeps them apart. A failing test that compares the addresses of two of them, or depends on
//! where both lie, rests on that; in proofs they may lie at one place.

use super::{Assumption, Kind};
use crate::check::{Question, with_terms};
use hatha_exec::fault::Fault;
use hatha_proof::input::InputVector;

/// What a failing test takes for granted about literals.
pub(super) fn assumption(
    question: Question<'_>,
    test: &InputVector,
    fault: &Fault,
) -> Option<Assumption> {
    let (_, trace) = with_terms(question, test, fault)?;
    let sentence = "string literals with the same bytes are objects of their own";
    let rests = trace.drawn.literals;
    rests.then(|| Assumption::new(Kind::Literals, sentence))
}
