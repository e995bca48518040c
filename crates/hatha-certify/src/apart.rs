//! Objects that live share no byte.
//!
//! A slot of pointer type has the words of the object that its address was computed from
//! ([`crate::object`]). So it is known of an address which byte of that object it means, if any: it is
//! as far behind the slot's address as the byte is behind the distance of the slot from the start. A
//! byte of the object of one slot is none of the object of another slot, if these are different.
//!
//! **Soundness.** What is said here is true of every state of an execution, so it may be assumed
//! wherever a path begins. It rests on three things. A ghost with a class says where an object lies
//! that lives at that moment; what is not known of an address may be anything, and so is also what
//! is true of it. An object has one id at a time, whichever address leads to it: string literals are
//! the exception, of which two may be one object, and they may not be written; so is a call of a
//! component, which gives other ids to the objects of its other invocations, and whoever asks leaves
//! programs with components out. Two objects that live share no byte; device memory is the
//! exception, and whoever asks leaves it out.

use hatha_cfa::{ObjectWord, VarId};
use hatha_proof::vocabulary::{Ghost, as_ghost, as_read, as_stored_ghost, read, slot_symbol};
use hatha_term::{Op, Sort, TermId, TermPool};
use std::collections::BTreeSet;

/// Slots whose objects are compared with each other.
const SLOTS: usize = 12;
/// Reads whose bytes are compared with those objects.
const READS: usize = 24;
/// Pointers that are compared with each other.
const POINTERS: usize = 14;

/// What holds of the bytes that some predicates read and of the slots whose ids they speak of, in
/// the words of predicates.
pub(crate) fn apart(pool: &mut TermPool, bits: u32, predicates: &[TermId]) -> Vec<TermId> {
    let slots = slots(pool, predicates);
    let mut facts = Vec::new();
    for (bytes, at) in reads(pool, predicates) {
        for &owner in &slots {
            let Some(further) = distance(pool, bits, at, owner) else {
                continue;
            };
            for byte in BTreeSet::from([0, bytes - 1]) {
                let byte = pool.bv_const(bits, u128::from(byte));
                let read = Read {
                    at: pool.bv_add(at, byte),
                    further: pool.bv_add(further, byte),
                    owner,
                };
                let others = slots.iter().filter(|s| **s != owner);
                facts.extend(others.map(|&other| different(pool, bits, &read, other)));
            }
        }
    }
    facts
}

/// A pointer with the words of its object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Pointer {
    value: TermId,
    /// In the order of [`Ghost::ALL`].
    words: [TermId; 4],
}

/// Two pointers that lead to blocks of the heap with one id lead to one block: of those that predicates
/// speak of, in slots and in memory. Ids of what lives are different, so this holds where the
/// facts of [`apart`] do.
pub(crate) fn same_blocks(pool: &mut TermPool, bits: u32, predicates: &[TermId]) -> Vec<TermId> {
    let mut found = BTreeSet::new();
    for t in pool.subterms(predicates) {
        if let Some((slot, _)) = pool.as_symbol(t).and_then(as_ghost) {
            let value = pool.var(slot_symbol(slot), Sort::Bv(bits));
            let words = Ghost::ALL.map(|g| g.term(pool, bits, slot));
            found.insert(Pointer { value, words });
        }
        if let Some((_, at)) = as_stored_ghost(pool, t)
            && let Some(value) = read(pool, bits / 8, at)
        {
            let words = Ghost::ALL.map(|g| g.stored(pool, at));
            found.insert(Pointer { value, words });
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
    for [_, _, class, _] in [a.words, b.words] {
        meant.push(pool.eq(class, freeable));
    }
    meant.push(pool.eq(a.words[3], b.words[3]));
    let meant = pool.and_all(&meant);
    let starts = [a, b].map(|p| pool.bv_sub(p.value, p.words[0]));
    let start = pool.eq(starts[0], starts[1]);
    let size = pool.eq(a.words[1], b.words[1]);
    let same = pool.and(start, size);
    pool.implies(meant, same)
}

/// The slots whose ids predicates speak of.
fn slots(pool: &TermPool, predicates: &[TermId]) -> Vec<VarId> {
    let named = |v| match as_ghost(pool.var_symbol(v))? {
        (slot, Ghost::Id) => Some(slot),
        _ => None,
    };
    let vars = pool.free_vars(predicates).into_iter();
    let slots: BTreeSet<VarId> = vars.filter_map(named).collect();
    slots.into_iter().take(SLOTS).collect()
}

/// What predicates read: how many bytes, and where.
fn reads(pool: &TermPool, predicates: &[TermId]) -> Vec<(u32, TermId)> {
    let terms = pool.subterms(predicates).into_iter();
    let found: BTreeSet<(u32, TermId)> = terms.filter_map(|t| as_read(pool, t)).collect();
    found.into_iter().take(READS).collect()
}

/// A byte that is read.
struct Read {
    at: TermId,
    /// How far it is behind the address of a slot.
    further: TermId,
    /// That slot.
    owner: VarId,
}

/// How far behind the address of a slot another one lies, if it is written like that.
fn distance(pool: &mut TermPool, bits: u32, at: TermId, slot: VarId) -> Option<TermId> {
    let start = pool.var(slot_symbol(slot), Sort::Bv(bits));
    if at == start {
        return Some(pool.bv_const(bits, 0));
    }
    match (pool.op(at), pool.args(at)) {
        (Op::BvAdd, [a, b]) if *a == start => Some(*b),
        (Op::BvAdd, [a, b]) if *b == start => Some(*a),
        _ => None,
    }
}

/// If a byte lies in the object of its slot, and another slot leads to a different object, then it
/// is none of that object's.
fn different(pool: &mut TermPool, bits: u32, read: &Read, other: VarId) -> TermId {
    let ids = [read.owner, other].map(|v| Ghost::Id.term(pool, bits, v));
    let same = pool.eq(ids[0], ids[1]);
    let inside = is_inside(pool, bits, read.further, read.owner);
    let address = pool.var(slot_symbol(other), Sort::Bv(bits));
    let further = pool.bv_sub(read.at, address);
    let inside_other = is_inside(pool, bits, further, other);
    let both = pool.and(inside, inside_other);
    let never = pool.not(both);
    pool.or(same, never)
}

/// Whether what lies so far behind the address of a slot is a byte of its object, which lives and is
/// no literal.
fn is_inside(pool: &mut TermPool, bits: u32, further: TermId, slot: VarId) -> TermId {
    let [offset, size, class] =
        [Ghost::Offset, Ghost::Size, Ghost::Class].map(|g| g.term(pool, bits, slot));
    let at = pool.bv_add(offset, further);
    let inside = pool.bv_ult(at, size);
    let writable = pool.bv_const(bits, u128::from(ObjectWord::WRITABLE));
    let writable = pool.bv_ule(writable, class);
    pool.and(writable, inside)
}
