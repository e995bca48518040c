//! Who owns an address: the live object that holds it.
//!
//! **Soundness.** `Own` is a function, and is resolved over the list of updates as reads are; what falls
//! through is an application of the function `own` of the memory where the path began.

use crate::memory::{
    Base, FEW_VARIABLES, FIRST_NEW_ID, Memory, Objects, Range, Timeline, Update, both, choose,
    equal_ids,
};
use hatha_proof::vocabulary;
use hatha_term::{Sort, Symbol, TermId, TermPool};

impl Memory {
    /// The owner of an address.
    pub(crate) fn owner(&mut self, pool: &mut TermPool, state: Timeline<'_>, at: TermId) -> TermId {
        let updates = &state.updates[..state.when];
        let is_forget = |u: &Update| matches!(u, Update::Forget { .. });
        let start = updates.iter().rposition(is_forget);
        let mut owner = match start.map(|i| &updates[i]) {
            Some(Update::Forget { base, objects, .. }) => {
                self.first_owner(pool, *base, objects, at)
            }
            _ => match state.stated.get(&at) {
                Some(&owner) => owner,
                None => self.first_owner(pool, Base::default(), state.objects, at),
            },
        };
        for update in &updates[start.map_or(0, |i| i + 1)..] {
            match update {
                Update::End { id } => {
                    let nobody = Memory::nobody(pool);
                    let ended = equal_ids(pool, owner, *id);
                    owner = choose(pool, ended, nobody, owner);
                }
                Update::Alloc { range, id, .. } => {
                    let inside = self.begins(pool, owner, at, *range);
                    owner = choose(pool, inside, *id, owner);
                }
                Update::Rename { ids, base } => {
                    let other = self.unknown_owner(pool, *base, at);
                    for &id in ids.iter() {
                        let meant = equal_ids(pool, owner, id);
                        owner = choose(pool, meant, other, owner);
                    }
                }
                Update::ForgetSeen { base, objects } => {
                    let other = self.first_owner(pool, *base, objects, at);
                    let hidden = self.is_hidden(pool, owner);
                    owner = choose(pool, hidden, owner, other);
                }
                _ => {}
            }
        }
        owner
    }

    /// Whether an address lies in an object that begins: nobody owned its bytes before.
    fn begins(&mut self, pool: &mut TermPool, owner: TermId, at: TermId, range: Range) -> TermId {
        let inside = self.addresses.within(pool, at, range.at, range.len);
        if pool.as_bool(inside) == Some(true) {
            return inside;
        }
        let free = self.is_free(pool, owner);
        let undecided = pool.as_bool(inside).is_none() && pool.as_bool(free).is_none();
        if undecided {
            let premise = pool.implies(inside, free);
            self.premises.push(premise);
        }
        both(pool, free, inside)
    }

    /// The owner of all of some bytes, if it is a constant. An object has no gaps, so the
    /// first and the last byte tell.
    pub(crate) fn whole_owner(
        &mut self,
        pool: &mut TermPool,
        state: Timeline<'_>,
        at: TermId,
        bytes: u32,
    ) -> Option<TermId> {
        let last = self.addresses.plus(pool, at, u64::from(bytes - 1));
        let first = self.owner(pool, state, at);
        let last = self.owner(pool, state, last);
        let nobody = Memory::nobody(pool);
        let is_one = first != nobody && Some(first) != self.passing(pool);
        (pool.is_const(first) && first == last && is_one).then_some(first)
    }

    /// The owner of an address in an unknown memory in which some variables live.
    fn first_owner(
        &mut self,
        pool: &mut TermPool,
        base: Base,
        objects: &Objects,
        at: TermId,
    ) -> TermId {
        let sum = self.addresses.sum(pool, at);
        let candidates = sum.parts.iter().filter(|p| p.1 == 1);
        let object = candidates
            .filter_map(|(t, _)| objects.get(t).map(|&(size, id)| (*t, size, id)))
            .next();
        let unknown = self.unknown_owner(pool, base, at);
        let Some((address, size, id)) = object else {
            self.owned_by_variables(pool, objects, at, unknown);
            return unknown;
        };
        let size = self.addresses.constant(pool, size);
        let inside = self.addresses.within(pool, at, address, size);
        choose(pool, inside, id, unknown)
    }

    /// Says what owned an address where the path began, if a variable did.
    pub(crate) fn assume_owner(&mut self, pool: &mut TermPool, objects: &Objects, at: TermId) {
        let owner = self.unknown_owner(pool, Base::default(), at);
        self.owned_by_variables(pool, objects, at, owner);
    }

    /// Says of an address that is computed from a pointer that a variable owns it if it lies in
    /// that variable's object. True of every variable that lives, so saying it of some is sound.
    fn owned_by_variables(
        &mut self,
        pool: &mut TermPool,
        objects: &Objects,
        at: TermId,
        owner: TermId,
    ) {
        if objects.len() > FEW_VARIABLES {
            return;
        }
        let mut all: Vec<(TermId, u64, TermId)> = objects
            .iter()
            .map(|(&t, &(size, id))| (t, size, id))
            .collect();
        all.sort_unstable();
        for (address, size, id) in all {
            let size = self.addresses.constant(pool, size);
            let inside = self.addresses.within(pool, at, address, size);
            let owns = pool.eq(owner, id);
            let known = pool.implies(inside, owns);
            self.premises.push(known);
        }
    }

    /// The owner of an address in an unknown memory. Names of objects are arbitrary, so none
    /// that lives already has one of those that a path gives to what it allocates.
    pub(crate) fn unknown_owner(&mut self, pool: &mut TermPool, base: Base, at: TermId) -> TermId {
        let symbol = Symbol::Owner { version: base.0 };
        let from = Sort::Bv(self.addresses.bits());
        let function = pool.declare_fun(symbol, &[from], Sort::Bv(vocabulary::OBJECT_BITS));
        let owner = pool.apply(function, &[at]);
        if self.owners.insert(owner) {
            let first = pool.bv_const(vocabulary::OBJECT_BITS, FIRST_NEW_ID);
            let old = pool.bv_ult(owner, first);
            self.lemmas.push(old);
            self.relate_owner(pool, base, (at, owner));
        }
        owner
    }
}
