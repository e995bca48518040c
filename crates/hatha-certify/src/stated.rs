//! Owners that the regions of a location state.
//!
//! **Soundness.** A conjunct of every region where paths begin is a premise of every claim about
//! those paths, so its two sides may be put for each other there: where all regions say that an
//! object owns an address, that object is its owner. A rounded address is the address itself
//! where they also say that the pointer it is computed from is a multiple of the rounding.

use crate::memory::Memory;
use hatha_proof::vocabulary;
use hatha_term::{Op, TermId, TermPool};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Owners by address, as it stands in terms about the state where a path begins.
pub(crate) type Stated = FxHashMap<TermId, TermId>;

/// The conjuncts that all predicates have.
pub(crate) fn common(pool: &TermPool, predicates: &[TermId]) -> Vec<TermId> {
    let mut all = predicates.iter().map(|&p| conjuncts(pool, p));
    let Some(first) = all.next() else {
        return Vec::new();
    };
    let kept = all.fold(first, |kept, next| &kept & &next);
    kept.into_iter().collect()
}

fn conjuncts(pool: &TermPool, predicate: TermId) -> BTreeSet<TermId> {
    let mut found = BTreeSet::new();
    let mut work = vec![predicate];
    while let Some(t) = work.pop() {
        if pool.op(t) == Op::And {
            work.extend(pool.args(t));
        } else {
            found.insert(t);
        }
    }
    found
}

/// The owners that facts state. The facts are about the state where a path begins, with their
/// addresses in the form that the memory gives them.
pub(crate) fn stated(pool: &mut TermPool, memory: &mut Memory, facts: &[TermId]) -> Stated {
    let aligned: FxHashMap<TermId, u64> =
        facts.iter().filter_map(|&f| alignment(pool, f)).collect();
    let mut stated = Stated::default();
    for &fact in facts {
        let Some((at, id)) = owned(pool, fact) else {
            continue;
        };
        let at = memory.addresses.plus(pool, at, 0);
        stated.insert(at, id);
        let sum = memory.addresses.sum(pool, at);
        let &[(pointer, 1)] = sum.parts.as_slice() else {
            continue;
        };
        let align = aligned.get(&pointer).copied().unwrap_or(1);
        let constant = sum.constant;
        for bytes in vocabulary::READ_BYTES {
            let n = u64::from(bytes);
            if n <= align && constant.is_multiple_of(n) {
                stated.insert(memory.addresses.round(pool, at, bytes), id);
            }
        }
    }
    stated
}

/// An address and its owner, if a fact names it.
fn owned(pool: &TermPool, fact: TermId) -> Option<(TermId, TermId)> {
    let (a, b) = sides(pool, fact)?;
    let read = |owner: TermId, id: TermId| {
        let at = vocabulary::as_owner(pool, owner)?;
        pool.is_const(id).then_some((at, id))
    };
    read(a, b).or_else(|| read(b, a))
}

/// A term and a power of two that divides it, if a fact says that its low bits are zero.
fn alignment(pool: &TermPool, fact: TermId) -> Option<(TermId, u64)> {
    let (a, b) = sides(pool, fact)?;
    let number = |t: TermId| pool.as_bv(t).and_then(|v| v.to_u64());
    let low = match (number(a), number(b)) {
        (Some(0), None) => b,
        (None, Some(0)) => a,
        _ => return None,
    };
    if let Op::Extract { lo: 0 } = pool.op(low) {
        let align = 1_u64.checked_shl(pool.width(low))?;
        return Some((pool.arg(low, 0), align));
    }
    if pool.op(low) != Op::BvAnd {
        return None;
    }
    let (a, b) = (pool.arg(low, 0), pool.arg(low, 1));
    let (t, mask) = match (number(a), number(b)) {
        (None, Some(mask)) => (a, mask),
        (Some(mask), None) => (b, mask),
        _ => return None,
    };
    let align = mask.checked_add(1)?;
    align.is_power_of_two().then_some((t, align))
}

fn sides(pool: &TermPool, fact: TermId) -> Option<(TermId, TermId)> {
    (pool.op(fact) == Op::Eq).then(|| (pool.arg(fact, 0), pool.arg(fact, 1)))
}
