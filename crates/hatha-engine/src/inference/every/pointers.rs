//! Pointers with the words of their objects: two that lead to blocks with one id lead to one block.
//!
//! **Soundness.** This is assumed by the search alone; the checker of proofs knows it by itself
//! (`hatha_certify::apart`).

use crate::tuning::every::POINTERS;
use hatha_cfa::ObjectWord;
use hatha_proof::vocabulary::{Ghost, as_ghost, as_stored_ghost, read, slot_symbol};
use hatha_term::{Sort, TermId, TermPool};
use std::collections::BTreeSet;

/// A pointer, and the words of its object in the order of [`Ghost::ALL`].
type Pointer = (TermId, [TermId; 4]);

/// What holds of the pointers that terms speak of, in slots and in memory.
pub(super) fn same_blocks(pool: &mut TermPool, bits: u32, terms: &[TermId]) -> Vec<TermId> {
    let mut found: BTreeSet<Pointer> = BTreeSet::new();
    for t in pool.subterms(terms) {
        if let Some((slot, _)) = pool.as_symbol(t).and_then(as_ghost) {
            let value = pool.var(slot_symbol(slot), Sort::Bv(bits));
            found.insert((value, Ghost::ALL.map(|g| g.term(pool, bits, slot))));
        }
        if let Some((_, at)) = as_stored_ghost(pool, t)
            && let Some(value) = read(pool, bits / 8, at)
        {
            found.insert((value, Ghost::ALL.map(|g| g.stored(pool, at))));
        }
    }
    let found: Vec<Pointer> = found.into_iter().take(POINTERS).collect();
    let mut facts = Vec::new();
    for (i, a) in found.iter().enumerate() {
        let others = found[i + 1..].iter();
        facts.extend(others.map(|b| one_block(pool, bits, a, b)));
    }
    facts
}

fn one_block(pool: &mut TermPool, bits: u32, a: &Pointer, b: &Pointer) -> TermId {
    let freeable = pool.bv_const(bits, u128::from(ObjectWord::FREEABLE));
    let mut meant = Vec::new();
    for [_, _, class, _] in [a.1, b.1] {
        meant.push(pool.eq(class, freeable));
    }
    meant.push(pool.eq(a.1[3], b.1[3]));
    let meant = pool.and_all(&meant);
    let starts = [a, b].map(|p| pool.bv_sub(p.0, p.1[0]));
    let same = pool.eq(starts[0], starts[1]);
    pool.implies(meant, same)
}
