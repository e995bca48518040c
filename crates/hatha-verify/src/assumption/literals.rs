//! Literals with the same bytes: C lets them be one object (C11 6.4.5, 6.5.2.5).
//!
//! The simulator keeps them apart. A failing test that compares the addresses of two of them, or depends on
//! where both lie, rests on that; in proofs they may lie at one place.

use super::{Assumption, Kind};
use crate::check::{Question, with_terms};
use hatha_cfa::{Origin, Program};
use hatha_exec::fault::Fault;
use hatha_proof::input::InputVector;

/// What a failing test takes for granted about literals.
pub(super) fn assumption(
    question: Question<'_>,
    test: &InputVector,
    fault: &Fault,
) -> Option<Assumption> {
    let sentence = "string literals with the same bytes are objects of their own";
    let rests = match with_terms(question, test, fault) {
        Some((_, trace)) => trace.drawn.literals,
        // Without the run it may.
        None => has_literals(question.program),
    };
    rests.then(|| Assumption::new(Kind::Literals, sentence))
}

/// Whether a program has two string literals.
fn has_literals(program: &Program) -> bool {
    let all = program.vars.iter();
    let literals = all.filter(|v| v.origin == Origin::StringLiteral);
    literals.take(2).count() == 2
}
