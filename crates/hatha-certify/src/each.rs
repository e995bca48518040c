//! The address that stands for all: where a claim may be used beside the address that it is shown for.
//!
//! **Soundness.** A proof is about every value of `each`, so by induction over the length of executions
//! the state where a path begins lies, for every address that `each` stands for, in one of the regions
//! of its location. Any term over that state may be taken for the address; which ones are taken is only a
//! matter of what can be shown. They are the pointers through which paths access memory.

use crate::made::rounding;
use crate::memory::{Memory, Update};
use crate::path::Path;
use hatha_proof::vocabulary::{
    self, as_made, as_owner, as_read, as_slot, as_stored_ghost, as_written,
};
use hatha_term::{Op, TermId, TermPool};
use std::collections::BTreeSet;

/// Addresses at one location beyond which no more are taken.
const MOST: usize = 24;

/// Whether a term speaks of every address.
pub(crate) fn mentions_each(pool: &TermPool, term: TermId) -> bool {
    let mut vars = pool.free_vars(&[term]).into_iter();
    vars.any(|v| *pool.var_symbol(v) == hatha_term::Symbol::Each)
}

/// The pointers that the addresses are computed from which paths access, as terms over the state where
/// they begin.
pub(crate) fn pointers(pool: &TermPool, memory: &mut Memory, paths: &[Path]) -> Vec<TermId> {
    let mut found = BTreeSet::new();
    for path in paths {
        let addresses = path.addresses(pool);
        for at in addresses {
            roots(pool, memory, at, &mut found);
        }
    }
    found.into_iter().take(MOST).collect()
}

impl Path {
    /// The addresses that it accesses, as terms over the state where it begins.
    pub(crate) fn addresses(&self, pool: &TermPool) -> BTreeSet<TermId> {
        let mut terms = self.state.guard.clone();
        terms.extend(self.state.slots.values());
        let mut addresses = BTreeSet::new();
        for update in &self.state.updates {
            match *update {
                Update::Write { at, value, .. } => {
                    addresses.insert(at);
                    terms.push(value);
                }
                Update::Copy { range, from, .. } => addresses.extend([range.at, from]),
                Update::Fill { range, .. } => {
                    addresses.insert(range.at);
                }
                _ => {}
            }
        }
        for t in pool.subterms(&terms) {
            addresses.extend(address(pool, t));
        }
        addresses
    }
}

/// The address that a term about the memory where paths begin speaks of.
fn address(pool: &TermPool, t: TermId) -> Option<TermId> {
    let read = as_read(pool, t).or_else(|| as_written(pool, t));
    let read = read.map(|(_, at)| at);
    let ghost = || as_stored_ghost(pool, t).map(|(_, at)| at);
    read.or_else(|| as_owner(pool, t))
        .or_else(|| as_made(pool, t))
        .or_else(ghost)
}

/// The slots and loaded pointers that an address is computed from.
fn roots(pool: &TermPool, memory: &mut Memory, at: TermId, found: &mut BTreeSet<TermId>) {
    let bits = memory.addresses.bits();
    let mut work = vec![at];
    let mut seen = BTreeSet::new();
    while let Some(t) = work.pop() {
        if !seen.insert(t) {
            continue;
        }
        if let Some((inner, _)) = rounding(pool, t, bits) {
            work.push(inner);
        } else if pool.op(t) == Op::Ite {
            work.extend(&pool.args(t)[1..]);
        } else if is_pointer(pool, t, bits) {
            found.insert(t);
        } else {
            let sum = memory.addresses.sum(pool, t);
            work.extend(sum.parts.iter().filter(|p| p.1 == 1).map(|p| p.0));
        }
    }
}

fn is_pointer(pool: &TermPool, t: TermId, bits: u32) -> bool {
    let is_slot = pool.as_symbol(t).and_then(as_slot).is_some();
    let is_loaded = as_read(pool, t).is_some_and(|(bytes, _)| 8 * bytes == bits);
    (is_slot || is_loaded) && pool.sort(t).bv_width() == Some(bits)
}

/// What a predicate says of an address in the place of `each`.
pub(crate) fn at(pool: &mut TermPool, bits: u32, predicate: TermId, address: TermId) -> TermId {
    let each = vocabulary::each(pool, bits);
    pool.substitute(predicate, &[(each, address)].into_iter().collect())
}
