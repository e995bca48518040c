//! The elements of arrays that blocks access, and what facts about every element say of them.

use super::places::addresses;
use super::sums::Sum;
use crate::tuning::elements::NUMBERS;
use hatha_blocks::block::Block;
use hatha_proof::vocabulary::{as_address, as_read, as_written, element};
use hatha_term::{Substitution, TermId, TermPool};
use std::collections::BTreeSet;

/// What facts about every element say of the elements that a block accesses.
pub(super) fn instances(
    pool: &mut TermPool,
    block: &Block,
    facts: &[TermId],
    bits: u32,
) -> Vec<TermId> {
    let element = element(pool, bits);
    let places = places(pool, facts, element);
    let mut found = Vec::new();
    if places.is_empty() {
        return found;
    }
    for number in numbers(pool, block, &places, bits) {
        let map = [(element, number)].into_iter().collect();
        let mut there = Substitution::new(map);
        for &fact in facts {
            let instance = there.apply(pool, fact);
            found.extend((instance != fact).then_some(instance));
        }
    }
    found
}

/// Where facts read memory at a multiple of the number behind something: how far apart, and behind what.
fn places(pool: &TermPool, facts: &[TermId], element: TermId) -> BTreeSet<(u64, Sum)> {
    let mut found = BTreeSet::new();
    for t in pool.subterms(facts) {
        let Some((_, at)) = as_read(pool, t).or_else(|| as_written(pool, t)) else {
            continue;
        };
        let mut sum = Sum::of_address(pool, at);
        if let Some(i) = sum.parts.iter().position(|p| p.0 == element) {
            let step = sum.parts.remove(i).1;
            found.insert((step, sum));
        }
    }
    found
}

/// The numbers of the elements that a block accesses.
fn numbers(
    pool: &mut TermPool,
    block: &Block,
    places: &BTreeSet<(u64, Sum)>,
    bits: u32,
) -> BTreeSet<TermId> {
    let mut found = BTreeSet::new();
    for at in addresses(pool, block) {
        let at = Sum::of_address(pool, at);
        for (step, base) in places {
            let behind = at.minus(base, bits);
            let is_variable = |t: TermId| pool.as_symbol(t).and_then(as_address).is_some();
            let is_elsewhere = behind.parts.iter().any(|p| p.1 == 1 && is_variable(p.0));
            if let Some(number) = behind.divided(*step, bits).filter(|_| !is_elsewhere) {
                found.insert(number.term(pool, bits));
            }
        }
    }
    found.into_iter().take(NUMBERS).collect()
}
