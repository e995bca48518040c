//! Objects that live share no byte: what holds of any two slots that lead to different ones.
//!
//! **Soundness.** This is assumed by the search alone. The checker of proofs knows it by itself
//! (`hatha_certify::apart`), so no proof states it.

use crate::tuning::apart::SLOTS;
use hatha_blocks::block::{Blocks, Facts};
use hatha_cfa::ObjectWord;
use hatha_proof::memory::{Ghost, as_ghost, slot_symbol};
use hatha_term::{Sort, TermId, TermPool};
use std::collections::{BTreeMap, BTreeSet};

/// The slots of pointer type whose objects matter, and the bits of a pointer.
pub(crate) fn pointer_slots(
    pool: &mut TermPool,
    blocks: &Blocks,
) -> Option<(u32, Vec<hatha_cfa::VarId>)> {
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

/// What holds of slots at each cut point.
pub(crate) fn apart(pool: &mut TermPool, blocks: &Blocks) -> Facts {
    let mut facts: Facts = blocks.per_cut(Vec::new());
    let Some((bits, slots)) = pointer_slots(pool, blocks) else {
        return facts;
    };
    let slots = &slots[..slots.len().min(SLOTS)];
    let mut all = Vec::new();
    for (i, &p) in slots.iter().enumerate() {
        let p = Pointed::new(pool, bits, p);
        for &q in &slots[i + 1..] {
            let q = Pointed::new(pool, bits, q);
            all.push(p.is_apart_from(pool, &q));
        }
    }
    let pool = &*pool;
    for cut in blocks.located() {
        let is_visible = |fact: &TermId| {
            let mut vars = pool.free_vars(&[*fact]).into_iter();
            vars.all(|v| blocks.is_visible(cut, v))
        };
        facts[cut] = all.iter().copied().filter(is_visible).collect();
    }
    facts
}

/// The object that a slot leads to.
struct Pointed {
    id: TermId,
    /// Whether it lives, may be written, and has a byte. Literals may lie in one another.
    lives: TermId,
    first: TermId,
    last: TermId,
}

impl Pointed {
    fn new(pool: &mut TermPool, bits: u32, slot: hatha_cfa::VarId) -> Pointed {
        let [offset, size, class, id] = Ghost::ALL.map(|g| g.term(pool, bits, slot));
        let address = pool.var(slot_symbol(slot), Sort::Bv(bits));
        let first = pool.bv_sub(address, offset);
        let one = pool.bv_const(bits, 1);
        let further = pool.bv_sub(size, one);
        let last = pool.bv_add(first, further);
        let writable = pool.bv_const(bits, u128::from(ObjectWord::WRITABLE));
        let writable = pool.bv_ule(writable, class);
        let some = pool.bv_ule(one, size);
        let lives = pool.and(writable, some);
        Pointed {
            id,
            lives,
            first,
            last,
        }
    }

    fn is_apart_from(&self, pool: &mut TermPool, other: &Pointed) -> TermId {
        let different = pool.ne(self.id, other.id);
        let both = pool.and_all(&[self.lives, other.lives, different]);
        let before = pool.bv_ult(self.last, other.first);
        let behind = pool.bv_ult(other.last, self.first);
        let apart = pool.or(before, behind);
        let [whole, other_whole] = [self, other].map(|o| pool.bv_ule(o.first, o.last));
        let all = pool.and_all(&[apart, whole, other_whole]);
        pool.implies(both, all)
    }
}
