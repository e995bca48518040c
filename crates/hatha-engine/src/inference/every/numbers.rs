//! The elements of arrays that blocks access, and what facts about every element say of them.

use super::places::{addresses, terms};
use crate::tuning::elements::NUMBERS;
use hatha_blocks::block::Block;
use hatha_blocks::memory::Update;
use hatha_blocks::sums::Sum;
use hatha_cfa::Program;
use hatha_proof::vocabulary::{as_address, as_read, as_written, element};
use hatha_term::{Substitution, TermId, TermPool};
use std::collections::{BTreeMap, BTreeSet};

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
    let about: Vec<BTreeSet<(u64, Sum)>> = facts
        .iter()
        .map(|&fact| self::places(pool, &[fact], element))
        .collect();
    for (number, at) in numbers(pool, block, &places, bits) {
        let map = [(element, number)].into_iter().collect();
        let mut there = Substitution::new(map);
        for (&fact, about) in facts.iter().zip(&about) {
            // What is said of other places is of no use there.
            if !about.is_empty() && about.is_disjoint(&at) {
                continue;
            }
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

/// The numbers of the elements that a block accesses, each with the places of which that is true.
fn numbers(
    pool: &mut TermPool,
    block: &Block,
    places: &BTreeSet<(u64, Sum)>,
    bits: u32,
) -> BTreeMap<TermId, BTreeSet<(u64, Sum)>> {
    let mut found: BTreeMap<TermId, BTreeSet<(u64, Sum)>> = BTreeMap::new();
    for at in addresses(pool, block) {
        let at = Sum::of_address(pool, at);
        for (step, base) in places {
            let behind = at.minus(base, bits);
            let is_variable = |t: TermId| pool.as_symbol(t).and_then(as_address).is_some();
            let is_elsewhere = behind.parts.iter().any(|p| p.1 == 1 && is_variable(p.0));
            if let Some(number) = behind.divided(*step, bits).filter(|_| !is_elsewhere) {
                let at = found.entry(number.term(pool, bits)).or_default();
                at.insert((*step, base.clone()));
            }
        }
    }
    found.into_iter().take(NUMBERS).collect()
}

/// That the bytes of variables which a block accesses lie in them. The search alone assumes that: an access may stand in
/// an arm that is not taken, and then the checker of proofs refuses what came of it.
pub(super) fn inside(pool: &mut TermPool, program: &Program, block: &Block) -> Vec<TermId> {
    let bits = program.target.pointer_bits;
    let mut accesses = BTreeSet::new();
    for update in &block.memory {
        if let Update::Write { at, bytes, .. } = *update {
            accesses.insert((at, bytes));
        }
    }
    accesses.extend(pool.subterms(&terms(block)).into_iter().filter_map(|t| {
        let (bytes, at) = as_read(pool, t)?;
        Some((at, bytes))
    }));
    let mut found = Vec::new();
    for (at, bytes) in accesses {
        let sum = Sum::of_address(pool, at);
        let variable = |t: TermId| as_address(pool.as_symbol(t)?);
        let base = sum.parts.iter().find_map(|p| Some((p.0, variable(p.0)?)));
        let Some((base, var)) = base else { continue };
        let size = program.size_of(program.var(var).ty);
        let room = size.and_then(|size| size.checked_sub(u64::from(bytes)));
        let behind = sum.without(base).filter(|b| !b.parts.is_empty());
        if let (Some(room), Some(behind)) = (room, behind) {
            let room = pool.bv_const(bits, u128::from(room));
            let behind = behind.term(pool, bits);
            found.push(pool.bv_ule(behind, room));
        }
    }
    found
}
