//! Objects that live share no byte: what holds of bytes that are read and of slots that lead to other
//! objects.
//!
//! **Soundness.** This is assumed by the search alone. The checker of proofs knows it by itself
//! (`hatha_certify::apart`), so no proof states it.

use crate::tuning::apart::SLOTS;
use hatha_blocks::block::{Block, Blocks};
use hatha_blocks::memory::Update;
use hatha_cfa::{ObjectWord, VarId};
use hatha_proof::vocabulary::{Ghost, as_ghost, as_read, slot_symbol};
use hatha_term::{Op, Sort, TermId, TermPool};
use std::collections::{BTreeMap, BTreeSet};

/// The slots of pointer type whose objects matter, and the bits of a pointer.
pub(crate) fn pointer_slots(pool: &mut TermPool, blocks: &Blocks) -> Option<(u32, Vec<VarId>)> {
    let mut terms = BTreeSet::new();
    for id in blocks.ids() {
        let block = blocks.block(id);
        terms.extend(block.updates.keys().copied());
        for v in pool.free_vars(&block.guards) {
            terms.insert(pool.var_term(v));
        }
    }
    let offset = |&t: &TermId| match as_ghost(pool.as_symbol(t)?)? {
        (slot, Ghost::Offset) => Some((slot, pool.width(t))),
        _ => None,
    };
    let slots: BTreeMap<_, u32> = terms.iter().filter_map(offset).collect();
    let bits = *slots.values().next()?;
    Some((bits, slots.into_keys().collect()))
}

/// Which objects are known to be apart.
#[derive(Clone, Debug, Default)]
pub(crate) struct Apart {
    /// The bits of a pointer and the slots of pointer type that are looked at.
    slots: Option<(u32, Vec<VarId>)>,
}

impl Apart {
    /// Of the slots of a program.
    pub(crate) fn new(pool: &mut TermPool, blocks: &Blocks) -> Apart {
        let mut slots = pointer_slots(pool, blocks);
        if let Some((_, slots)) = &mut slots {
            slots.truncate(SLOTS);
        }
        Apart { slots }
    }

    /// Whether no slots matter.
    pub(crate) fn is_empty(&self) -> bool {
        self.slots.is_none()
    }

    /// What holds before a block of the bytes that some facts read and of the objects that it
    /// writes.
    pub(crate) fn over(&self, pool: &mut TermPool, block: &Block, facts: &[TermId]) -> Vec<TermId> {
        let Some((bits, slots)) = &self.slots else {
            return Vec::new();
        };
        let changed = changed(pool, block, *bits, slots);
        if changed.is_empty() {
            return Vec::new();
        }
        let mut found = Vec::new();
        for byte in bytes_read(pool, *bits, slots, facts) {
            let others = changed.iter().filter(|s| **s != byte.owner);
            found.extend(others.map(|&other| byte.is_apart_from(pool, *bits, other)));
        }
        found
    }
}

/// A byte that a fact reads.
struct Byte {
    at: TermId,
    /// How far it is behind the address of a slot.
    further: TermId,
    /// That slot.
    owner: VarId,
}

impl Byte {
    /// It is no byte of the object of another slot, unless that is the object of its own.
    fn is_apart_from(&self, pool: &mut TermPool, bits: u32, other: VarId) -> TermId {
        let inside = is_inside(pool, bits, self.further, self.owner);
        let address = pool.var(slot_symbol(other), Sort::Bv(bits));
        let away = pool.bv_sub(self.at, address);
        let inside_other = is_inside(pool, bits, away, other);
        let [a, b] = [self.owner, other].map(|v| Ghost::Id.term(pool, bits, v));
        let same = pool.eq(a, b);
        let both = pool.and(inside, inside_other);
        pool.implies(both, same)
    }
}

/// The first and the last byte of each read behind the address of a slot.
fn bytes_read(pool: &mut TermPool, bits: u32, slots: &[VarId], facts: &[TermId]) -> Vec<Byte> {
    let terms = pool.subterms(facts).into_iter();
    let reads: BTreeSet<(u32, TermId)> = terms.filter_map(|t| as_read(pool, t)).collect();
    let mut found = Vec::new();
    for (bytes, at) in reads {
        for &owner in slots {
            let Some(further) = distance(pool, bits, at, owner) else {
                continue;
            };
            for byte in BTreeSet::from([0, bytes - 1]) {
                let byte = pool.bv_const(bits, u128::from(byte));
                found.push(Byte {
                    at: pool.bv_add(at, byte),
                    further: pool.bv_add(further, byte),
                    owner,
                });
            }
        }
    }
    found
}

/// The slots that a block writes through.
fn changed(pool: &mut TermPool, block: &Block, bits: u32, slots: &[VarId]) -> Vec<VarId> {
    let at = |u: &Update| match *u {
        Update::Write { at, .. } => Some(at),
        _ => None,
    };
    let written: Vec<TermId> = block.memory.iter().filter_map(at).collect();
    let vars: BTreeSet<_> = pool.free_vars(&written).into_iter().collect();
    let mut found = slots.to_vec();
    found.retain(|&slot| {
        let address = pool.var(slot_symbol(slot), Sort::Bv(bits));
        pool.as_var(address).is_some_and(|v| vars.contains(&v))
    });
    found
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

/// Whether what lies so far behind the address of a slot is a byte of its object, which lives and may
/// be written: two literals may be one.
fn is_inside(pool: &mut TermPool, bits: u32, further: TermId, slot: VarId) -> TermId {
    let [offset, size, class, _] = Ghost::ALL.map(|g| g.term(pool, bits, slot));
    let at = pool.bv_add(offset, further);
    let inside = pool.bv_ult(at, size);
    let writable = pool.bv_const(bits, u128::from(ObjectWord::WRITABLE));
    let writable = pool.bv_ule(writable, class);
    pool.and(writable, inside)
}
