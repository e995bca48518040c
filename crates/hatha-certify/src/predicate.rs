//! Predicates after a path, read in the state where the path began.
//!
//! **Soundness.** Slots and addresses are replaced by their values, reads and
//! owners are resolved over the path's updates. On the empty path this only
//! brings addresses into their one form.

use crate::memory::Memory;
use crate::object::{Pointee, ghosts};
use crate::pointee::stored;
use crate::state::State;
use hatha_cfa::Program;
use hatha_proof::vocabulary;
use hatha_term::{Op, Sort, TermId, TermPool, bottom_up};
use rustc_hash::FxHashMap;

/// The reading of predicates in one state, with its cache.
#[derive(Debug)]
pub(crate) struct Reading {
    done: FxHashMap<TermId, TermId>,
    /// Where the pointers that are stored at addresses lead.
    pointees: FxHashMap<TermId, Pointee>,
}

impl Reading {
    /// The reading in a state.
    pub(crate) fn new(pool: &mut TermPool, memory: &Memory, state: &State) -> Reading {
        let mut done = FxHashMap::default();
        for (&var, &value) in &state.slots {
            let width = pool.width(value);
            done.insert(
                pool.var(vocabulary::slot_symbol(var), Sort::Bv(width)),
                value,
            );
        }
        for (&var, &address) in &state.addresses {
            let bits = memory.addresses.bits();
            done.insert(vocabulary::address(pool, bits, var), address);
        }
        Reading {
            done,
            pointees: FxHashMap::default(),
        }
    }

    /// The reading in a state in which variables have the given values.
    pub(crate) fn with(values: FxHashMap<TermId, TermId>) -> Reading {
        Reading {
            done: values,
            pointees: FxHashMap::default(),
        }
    }

    /// What a predicate says in the state, over the state where the path began.
    pub(crate) fn apply(
        &mut self,
        program: &Program,
        pool: &mut TermPool,
        memory: &mut Memory,
        state: &State,
        t: TermId,
    ) -> TermId {
        let is_done = |(_, this): &(&mut TermPool, &mut Self), t| this.done.contains_key(&t);
        bottom_up(
            &mut (pool, &mut *self),
            t,
            is_done,
            |(pool, _), t| pool.args(t),
            |(pool, this), t| {
                let new = this.node(program, pool, memory, state, t);
                this.done.insert(t, new);
            },
        );
        self.done[&t]
    }

    fn node(
        &mut self,
        program: &Program,
        pool: &mut TermPool,
        memory: &mut Memory,
        state: &State,
        t: TermId,
    ) -> TermId {
        if let Some(symbol) = pool.as_symbol(t) {
            if let Some((var, ghost)) = vocabulary::as_ghost(symbol) {
                return ghosts(pool, memory.addresses.bits(), state, var).get(ghost);
            }
            return match vocabulary::as_address(symbol) {
                Some(var) => memory.address(program, pool, var),
                None => t,
            };
        }
        if let Some((bytes, at)) = vocabulary::as_read(pool, t) {
            return memory.read(pool, state.timeline(), self.done[&at], bytes);
        }
        if let Some((bytes, at)) = vocabulary::as_written(pool, t) {
            return memory.read(pool, state.written(), self.done[&at], bytes);
        }
        if let Some((ghost, at)) = vocabulary::as_stored_ghost(pool, t) {
            let at = memory
                .addresses
                .round(pool, self.done[&at], memory.addresses.bits() / 8);
            let pointee = self.pointees.entry(at);
            return pointee
                .or_insert_with(|| stored(pool, memory, state, at))
                .get(ghost);
        }
        if let Some(at) = vocabulary::as_made(pool, t) {
            return memory.made(pool, state.timeline(), self.done[&at]);
        }
        if let Some(at) = vocabulary::as_owner(pool, t) {
            let at = memory.addresses.plus(pool, self.done[&at], 0);
            return memory.owner(pool, state.timeline(), at);
        }
        let args: Vec<TermId> = pool.args(t).iter().map(|a| self.done[a]).collect();
        let read = if args == pool.args(t) || matches!(pool.op(t), Op::Var(_)) {
            t
        } else {
            pool.rebuild(pool.op(t), pool.sort(t), &args)
        };
        // An address that is rounded down may be compared with that of a variable.
        if pool.op(read) == Op::BvAnd && pool.width(read) == memory.addresses.bits() {
            memory.assume_owner(pool, &state.objects, read);
        }
        read
    }
}
