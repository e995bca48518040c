//! Where blocks of a program access memory.

use crate::tuning::every::POINTERS;
use hatha_blocks::block::Block;
use hatha_blocks::memory::Update;
use hatha_proof::vocabulary::{as_made, as_read, as_slot, as_stored_ghost, as_written};
use hatha_term::{Op, TermId, TermPool};
use std::collections::BTreeSet;

/// The terms that a block is made of.
pub(super) fn terms(block: &Block) -> Vec<TermId> {
    let mut values: Vec<TermId> = block.updates.values().copied().collect();
    values.sort_unstable();
    let mut terms = block.guards.clone();
    terms.extend(values);
    terms.extend(block.memory.iter().flat_map(Update::terms));
    terms
}

/// The address that a term about memory speaks of.
fn address(pool: &TermPool, t: TermId) -> Option<TermId> {
    let read = as_read(pool, t).or_else(|| as_written(pool, t));
    read.map(|(_, at)| at)
        .or_else(|| as_stored_ghost(pool, t).map(|(_, at)| at))
        .or_else(|| as_made(pool, t))
}

/// Where a block accesses memory.
pub(super) fn addresses(pool: &TermPool, block: &Block) -> BTreeSet<TermId> {
    let all = pool.subterms(&terms(block));
    let mut found: BTreeSet<TermId> = all.iter().filter_map(|&t| address(pool, t)).collect();
    for update in &block.memory {
        match *update {
            Update::Write { at, .. } | Update::Fill { at, .. } | Update::Freed(at) => {
                found.insert(at);
            }
            Update::Copy { at, from, .. } => found.extend([at, from]),
            _ => {}
        }
    }
    found
}

/// The slots and loaded pointers that the addresses are computed from which a block accesses.
pub(super) fn pointers(pool: &TermPool, block: &Block, bits: u32) -> Vec<TermId> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut work: Vec<TermId> = addresses(pool, block).into_iter().collect();
    while let Some(t) = work.pop() {
        if !seen.insert(t) {
            continue;
        }
        match pool.op(t) {
            Op::BvAdd | Op::BvAnd => work.extend(pool.args(t)),
            Op::Ite => work.extend(&pool.args(t)[1..]),
            _ if is_pointer(pool, t, bits) => {
                found.insert(t);
            }
            _ => {}
        }
    }
    found.into_iter().take(POINTERS).collect()
}

pub(super) fn is_pointer(pool: &TermPool, t: TermId, bits: u32) -> bool {
    let is_slot = pool.as_symbol(t).and_then(as_slot).is_some();
    let is_loaded = as_read(pool, t).is_some_and(|(bytes, _)| 8 * bytes == bits);
    (is_slot || is_loaded) && pool.sort(t).bv_width() == Some(bits)
}

/// An address as another one and a constant distance.
pub(super) fn split(pool: &TermPool, at: TermId) -> (TermId, u64) {
    if pool.op(at) == Op::BvAdd {
        let (a, b) = (pool.arg(at, 0), pool.arg(at, 1));
        let number = |t: TermId| pool.as_bv(t).and_then(|v| v.to_u64());
        match (number(a), number(b)) {
            (None, Some(n)) => return (a, n),
            (Some(n), None) => return (b, n),
            _ => {}
        }
    }
    (at, 0)
}
