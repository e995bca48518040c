//! The number that stands for all: where a claim about one element of an array may be used beside the
//! element that it is shown for.
//!
//! **Soundness.** As for `each` ([`crate::each`]): a proof is about every value of `element`, so by
//! induction over the length of executions the state where a path begins lies, for every number, in
//! one of the regions of its location. Any term may be taken for the number, whatever it is made of:
//! it has some value. Which ones are taken is only a matter of what can be shown: those for which what the
//! predicates read is what paths access.

use crate::linear::Sum;
use crate::made::rounding;
use crate::memory::Memory;
use crate::path::Path;
use crate::weaken::conjuncts;
use hatha_proof::vocabulary::{self, as_address, as_read, as_written};
use hatha_term::{Symbol, TermId, TermPool};
use std::collections::{BTreeMap, BTreeSet};

/// Numbers at one location beyond which no more are taken.
const MOST: usize = 32;
/// Places beyond which no more are looked at.
const PLACES: usize = 64;

/// Whether a term speaks of every number.
pub(crate) fn mentions_element(pool: &TermPool, term: TermId) -> bool {
    let mut vars = pool.free_vars(&[term]).into_iter();
    vars.any(|v| *pool.var_symbol(v) == Symbol::Element)
}

/// A place that predicates read: `step` times the number behind an address.
#[derive(Clone, Debug, PartialEq)]
struct Place {
    step: u64,
    base: Sum,
}

/// The numbers of the elements that paths access, as terms over the state where they begin, each with
/// the parts of predicates that are of use there ([`Parts`]).
pub(crate) fn numbers(
    pool: &mut TermPool,
    memory: &mut Memory,
    predicates: &[TermId],
    paths: &[Path],
) -> Vec<(TermId, Parts)> {
    let places = places(pool, memory, predicates);
    let mut accessed = BTreeSet::new();
    for path in paths {
        accessed.extend(path.addresses(pool));
    }
    let mut found: BTreeMap<TermId, Parts> = BTreeMap::new();
    for at in accessed {
        let at = unrounded(pool, memory, at);
        for place in &places {
            if let Some(number) = place.number_of(pool, memory, at) {
                let parts = found.entry(number).or_default();
                parts.0.push(place.clone());
            }
        }
    }
    found.into_iter().take(MOST).collect()
}

/// The places at which a number stands for an element that is accessed. What predicates say of the number and
/// of other places is left out: it is true, and of no use.
#[derive(Debug, Default)]
pub(crate) struct Parts(Vec<Place>);

impl Parts {
    /// The conjuncts of a predicate that say nothing of numbers, or something of one of the places.
    pub(crate) fn of(&self, pool: &mut TermPool, memory: &mut Memory, predicate: TermId) -> TermId {
        let mut kept = Vec::new();
        for part in conjuncts(pool, predicate) {
            let about = places(pool, memory, &[part]);
            let is_one_of_these = about.iter().any(|p| self.0.contains(p));
            if about.is_empty() || is_one_of_these {
                kept.push(part);
            }
        }
        pool.and_all(&kept)
    }
}

/// The places that predicates read at a multiple of the number.
fn places(pool: &mut TermPool, memory: &mut Memory, predicates: &[TermId]) -> Vec<Place> {
    let element = vocabulary::element(pool, memory.addresses.bits());
    let mut found: Vec<Place> = Vec::new();
    for t in pool.subterms(predicates) {
        let read = as_read(pool, t).or_else(|| as_written(pool, t));
        let Some((_, at)) = read else { continue };
        let at = unrounded(pool, memory, at);
        let mut base = (*memory.addresses.sum(pool, at)).clone();
        let Some(i) = base.parts.iter().position(|p| p.0 == element) else {
            continue;
        };
        let step = base.parts.remove(i).1;
        let is_known = found.iter().any(|p| p.step == step && p.base == base);
        if !is_known && found.len() < PLACES {
            found.push(Place { step, base });
        }
    }
    found
}

/// An address without its being rounded down, if it is nothing else.
fn unrounded(pool: &mut TermPool, memory: &mut Memory, at: TermId) -> TermId {
    let sum = memory.addresses.sum(pool, at);
    let bits = memory.addresses.bits();
    match sum.parts[..] {
        [(t, 1)] => match rounding(pool, t, bits) {
            Some((inner, _)) => memory.addresses.plus(pool, inner, sum.constant),
            None => at,
        },
        _ => at,
    }
}

impl Place {
    /// The number for which the place is at an address, if that looks as if it was one.
    fn number_of(&self, pool: &mut TermPool, memory: &mut Memory, at: TermId) -> Option<TermId> {
        let base = memory.addresses.term(pool, &self.base);
        let mut behind = memory.addresses.difference(pool, at, base);
        // What is an address in another variable is no element of this one.
        let of_variable = |sum: &Sum| {
            let is_variable = |t: TermId| pool.as_symbol(t).and_then(as_address).is_some();
            sum.parts.iter().any(|p| p.1 == 1 && is_variable(p.0))
        };
        if of_variable(&self.base) && of_variable(&behind) {
            return None;
        }
        let bits = memory.addresses.bits();
        if let Some(whole) = divided(&behind, self.step, bits) {
            behind = whole;
            return Some(memory.addresses.term(pool, &behind));
        }
        let is_small = self.step.is_power_of_two() && self.step > 1;
        is_small.then(|| {
            let behind = memory.addresses.term(pool, &behind);
            let shift = u64::from(self.step.trailing_zeros());
            let shift = memory.addresses.constant(pool, shift);
            pool.bv_lshr(behind, shift)
        })
    }
}

/// A sum divided by a number that divides all of it, each factor being taken with its sign.
fn divided(sum: &Sum, by: u64, bits: u32) -> Option<Sum> {
    let by = signed(by, bits);
    let part = |factor: u64| {
        let factor = signed(factor, bits);
        (by != 0 && factor % by == 0).then(|| (factor / by) as u64)
    };
    let mask = u64::MAX >> (64 - bits.clamp(1, 64));
    let parts = sum.parts.iter().map(|&(t, f)| Some((t, part(f)? & mask)));
    Some(Sum {
        parts: parts.collect::<Option<Vec<_>>>()?,
        constant: part(sum.constant)? & mask,
    })
}

fn signed(value: u64, bits: u32) -> i128 {
    let value = i128::from(value);
    let half = 1_i128 << (bits.clamp(1, 64) - 1);
    if value >= half {
        value - 2 * half
    } else {
        value
    }
}

/// What a predicate says of a number in the place of `element`.
pub(crate) fn at(pool: &mut TermPool, bits: u32, predicate: TermId, number: TermId) -> TermId {
    let element = vocabulary::element(pool, bits);
    pool.substitute(predicate, &[(element, number)].into_iter().collect())
}
