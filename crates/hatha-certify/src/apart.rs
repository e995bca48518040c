//! Objects that live share no byte.
//!
//! A slot of pointer type has the words of the object that its address was computed from
//! ([`crate::object`]): so the bytes of that object are known, from the address back by the distance
//! from the start, and on by the size. Two slots whose objects live and have different ids lead to
//! different objects, and these lie apart.
//!
//! **Soundness.** What is said here is true of every state of an execution, so it may be assumed
//! wherever a path begins. It rests on three things. A ghost with a class says where an object lies
//! that lives at that moment; what is not known of an address may be anything, and so is also what
//! is true of it. An object has one id at a time, whichever address leads to it: string literals are
//! the exception, of which two may be one object, and they may not be written; so is a call of a
//! component, which gives other ids to the objects of its other invocations, and whoever asks leaves
//! programs with components out. Objects do not
//! reach around the end of memory, and two that live and have bytes share none; device memory is the
//! exception, and whoever asks leaves it out.

use hatha_cfa::{ObjectWord, VarId};
use hatha_proof::memory::{Ghost, as_ghost, slot_symbol};
use hatha_term::{Sort, TermId, TermPool};
use std::collections::BTreeSet;

/// Slots whose objects are compared with each other.
const SLOTS: usize = 12;

/// What holds of the slots whose ids some predicates speak of, in the words of predicates.
pub(crate) fn apart(pool: &mut TermPool, bits: u32, predicates: &[TermId]) -> Vec<TermId> {
    let named = |v| match as_ghost(pool.var_symbol(v))? {
        (slot, Ghost::Id) => Some(slot),
        _ => None,
    };
    let slots: BTreeSet<VarId> = pool
        .free_vars(predicates)
        .into_iter()
        .filter_map(named)
        .collect();
    let slots: Vec<VarId> = slots.into_iter().take(SLOTS).collect();
    let mut facts = Vec::new();
    for (i, &p) in slots.iter().enumerate() {
        for &q in &slots[i + 1..] {
            facts.push(different(pool, bits, p, q));
        }
    }
    facts
}

/// If two slots lead to different objects, these are apart.
fn different(pool: &mut TermPool, bits: u32, p: VarId, q: VarId) -> TermId {
    let ids = [p, q].map(|v| Ghost::Id.term(pool, bits, v));
    let same = pool.eq(ids[0], ids[1]);
    let spans = [p, q].map(|v| span(pool, bits, v));
    let [(first, last), (other_first, other_last)] = spans;
    let before = pool.bv_ult(last, other_first);
    let behind = pool.bv_ult(other_last, first);
    let mut holds = pool.or(before, behind);
    for (first, last) in spans {
        let whole = pool.bv_ule(first, last);
        holds = pool.and(holds, whole);
    }
    let mut unless = same;
    for slot in [p, q] {
        let lives = has_own_bytes(pool, bits, slot);
        let gone = pool.not(lives);
        unless = pool.or(unless, gone);
    }
    pool.or(unless, holds)
}

/// The addresses of the first and the last byte of the object that a slot leads to.
fn span(pool: &mut TermPool, bits: u32, slot: VarId) -> (TermId, TermId) {
    let address = pool.var(slot_symbol(slot), Sort::Bv(bits));
    let offset = Ghost::Offset.term(pool, bits, slot);
    let first = pool.bv_sub(address, offset);
    let size = Ghost::Size.term(pool, bits, slot);
    let end = pool.bv_add(first, size);
    let one = pool.bv_const(bits, 1);
    (first, pool.bv_sub(end, one))
}

/// Whether a slot leads to an object that lives, is no literal, and has a byte.
fn has_own_bytes(pool: &mut TermPool, bits: u32, slot: VarId) -> TermId {
    let class = Ghost::Class.term(pool, bits, slot);
    let writable = pool.bv_const(bits, u128::from(ObjectWord::WRITABLE));
    let writable = pool.bv_ule(writable, class);
    let size = Ghost::Size.term(pool, bits, slot);
    let zero = pool.bv_const(bits, 0);
    let empty = pool.eq(size, zero);
    let some = pool.not(empty);
    pool.and(writable, some)
}
