//! Pointers that every execution has found not to be null.
//!
//! An access through null is a fault, so behind it the pointer is not null; as
//! long as nobody changes the pointer, that holds on. Learning this by splitting
//! regions would take a split for each pointer at each place.
//!
//! **Soundness.** A fact is kept at a cut point only if every block that leads
//! there brings it: it is one of its guards, or holds where the block starts, and
//! the block does not change the variable.

use hatha_blocks::block::{Block, Blocks, CutId, Facts, START};
use hatha_index::IndexVec;
use hatha_term::{Op, TermId, TermPool, VarId};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// For each cut point, the variables of a state with so many bits that are not zero there, as
/// predicates.
pub(crate) fn non_null_facts(
    pool: &TermPool,
    blocks: &Blocks,
    bits: u32,
    state: &FxHashMap<VarId, u32>,
) -> Facts {
    let mut facts: IndexVec<CutId, Option<BTreeSet<TermId>>> = blocks.per_cut(None);
    facts[START] = Some(BTreeSet::new());
    let mut changed = true;
    while changed {
        changed = false;
        for id in blocks.ids() {
            let block = blocks.block(id);
            let Some(before) = &facts[block.from] else {
                continue;
            };
            let mut after = brought(pool, block, before, bits);
            after.retain(|&t| pool.free_vars(&[t]).iter().all(|v| state.contains_key(v)));
            let known = &mut facts[block.to];
            let both = match known {
                None => after,
                Some(known) => known.intersection(&after).copied().collect(),
            };
            if known.as_ref() != Some(&both) {
                *known = Some(both);
                changed = true;
            }
        }
    }
    let list = |f: Option<BTreeSet<TermId>>| f.into_iter().flatten().collect();
    facts.into_iter().map(list).collect()
}

/// The facts that hold behind a block.
fn brought(
    pool: &TermPool,
    block: &Block,
    before: &BTreeSet<TermId>,
    bits: u32,
) -> BTreeSet<TermId> {
    let all = before.iter().chain(&block.guards).copied();
    let kept = |&t: &TermId| match not_zero(pool, t) {
        Some(v) => pool.width(v) == bits && !block.updates.contains_key(&v),
        None => false,
    };
    all.filter(kept).collect()
}

/// The variable that a literal says is not zero.
fn not_zero(pool: &TermPool, literal: TermId) -> Option<TermId> {
    if pool.op(literal) != Op::Not || pool.op(pool.arg(literal, 0)) != Op::Eq {
        return None;
    }
    let equation = pool.arg(literal, 0);
    let (a, b) = (pool.arg(equation, 0), pool.arg(equation, 1));
    let is_zero = |t: TermId| pool.as_bv(t).and_then(|v| v.to_u64()) == Some(0);
    match (pool.as_var(a), pool.as_var(b)) {
        (Some(_), _) if is_zero(b) => Some(a),
        (_, Some(_)) if is_zero(a) => Some(b),
        _ => None,
    }
}
