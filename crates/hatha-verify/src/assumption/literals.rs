//! Literals with the same bytes: C lets them be one object (C11 6.4.5, 6.5.2.5).
//!
//! The simulator keeps them apart. A failing test that compares the addresses of two of them rests
//! on that; in proofs they may lie at one place.

use super::{Assumption, Kind};
use crate::check::{Question, with_terms};
use hatha_cfa::{GlobalInit, InitItem, InitValue, Origin, Program, VarId};
use hatha_exec::fault::Fault;
use hatha_proof::input::InputVector;

/// What a failing test takes for granted about literals.
pub(super) fn assumption(
    question: Question<'_>,
    test: &InputVector,
    fault: &Fault,
) -> Option<Assumption> {
    let program = question.program;
    // One literal alone is equal to no other.
    literals(program).nth(1)?;
    let (_, trace) = with_terms(question, test, fault)?;
    let mut compared = trace.compared_globals.iter();
    let rests = compared.any(|&(a, b)| may_share(program, a, b));
    let sentence = "string literals with the same bytes are objects of their own";
    rests.then(|| Assumption::new(Kind::Literals, sentence))
}

/// The texts that string literals hold.
fn literals(program: &Program) -> impl Iterator<Item = (VarId, &[u8])> {
    let is_literal = |v: VarId| program.var(v).origin == Origin::StringLiteral;
    program.globals.iter().filter_map(move |(var, init)| {
        let GlobalInit::Defined(items) = init else {
            return None;
        };
        let [
            InitItem {
                value: InitValue::Bytes(bytes),
                ..
            },
        ] = items.as_slice()
        else {
            return None;
        };
        is_literal(*var).then_some((*var, bytes.as_slice()))
    })
}

/// Whether one literal is the end of the other.
fn may_share(program: &Program, a: VarId, b: VarId) -> bool {
    let bytes = |v: VarId| literals(program).find(|(var, _)| *var == v).map(|l| l.1);
    let both = bytes(a).zip(bytes(b));
    both.is_some_and(|(a, b)| a.ends_with(b) || b.ends_with(a))
}
