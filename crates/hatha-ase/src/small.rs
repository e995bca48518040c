//! Minterms by trying all values, where the symbols have few: exact, and without
//! a solver.

use crate::oracle::Trouble;
use crate::split::{Minterm, symbols_of};
use hatha_gcl::formula::{Arena, Formula, Relation};
use hatha_gcl::linear::{Linear, Sym};
use std::collections::{BTreeMap, BTreeSet};

/// The most combinations of values that are tried: about what one question to a
/// solver costs.
const MOST: i128 = 512;

/// Smallest and largest value of a symbol.
type Bounds = (Option<i128>, Option<i128>);

/// The minterms of formulas and sums under a condition, if its own bounds leave
/// few values to every symbol.
pub(crate) fn by_trying(
    arena: &Arena,
    condition: &[Formula],
    open: &[Formula],
    sums: &[Linear],
) -> Result<Option<Vec<Minterm>>, Trouble> {
    let Some(domains) = domains(arena, condition, open, sums) else {
        return Ok(None);
    };
    let mut found = BTreeSet::new();
    let mut values: Vec<i128> = domains.iter().map(|&(_, low, _)| low).collect();
    loop {
        let value = |s: Sym| {
            let at = domains.iter().position(|&(d, ..)| d == s);
            // Every symbol has a domain, or there would be none at all.
            at.map_or(0, |at| values[at])
        };
        if let Some(minterm) = minterm(arena, condition, open, sums, &value)? {
            found.insert(minterm);
        }
        if !advance(&mut values, &domains) {
            return Ok(Some(found.into_iter().collect()));
        }
    }
}

/// The next combination; false after the last.
fn advance(values: &mut [i128], domains: &[(Sym, i128, i128)]) -> bool {
    for (value, &(_, low, high)) in values.iter_mut().zip(domains) {
        if *value < high {
            *value += 1;
            return true;
        }
        *value = low;
    }
    false
}

fn minterm(
    arena: &Arena,
    condition: &[Formula],
    open: &[Formula],
    sums: &[Linear],
    value: &dyn Fn(Sym) -> i128,
) -> Result<Option<Minterm>, Trouble> {
    for &f in condition {
        if !arena.evaluate(f, value)? {
            return Ok(None);
        }
    }
    let mut minterm = Minterm::default();
    for &f in open {
        minterm.truths.push(arena.evaluate(f, value)?);
    }
    for sum in sums {
        minterm.values.push(sum.evaluate(value)?);
    }
    Ok(Some(minterm))
}

/// The values of each symbol, if all have bounds and the combinations are few.
fn domains(
    arena: &Arena,
    condition: &[Formula],
    open: &[Formula],
    sums: &[Linear],
) -> Option<Vec<(Sym, i128, i128)>> {
    let mut bounds: BTreeMap<Sym, Bounds> = BTreeMap::new();
    for &f in condition.iter().chain(open) {
        for symbol in symbols_of(arena, f) {
            bounds.entry(symbol).or_default();
        }
    }
    for &(symbol, _) in sums.iter().flat_map(Linear::terms) {
        bounds.entry(symbol).or_default();
    }
    for &f in condition {
        tighten(arena, f, &mut bounds);
    }
    let mut combinations = 1;
    let mut domains = Vec::with_capacity(bounds.len());
    for (symbol, (low, high)) in bounds {
        let (low, high) = (low?, high?);
        combinations *= (high - low + 1).clamp(0, MOST + 1);
        if combinations > MOST || low > high {
            return None;
        }
        domains.push((symbol, low, high));
    }
    Some(domains)
}

/// Takes a bound from a condition on one symbol alone.
fn tighten(arena: &Arena, f: Formula, bounds: &mut BTreeMap<Sym, Bounds>) {
    let Some(literal) = arena.as_literal(f) else {
        return;
    };
    let atom = arena.atom(literal.atom);
    // Normalised: the factor of a symbol that is alone is one.
    let [(symbol, 1)] = atom.sum.terms() else {
        return;
    };
    let c = atom.sum.constant_part();
    let entry = bounds.entry(*symbol).or_default();
    let at_least = |old: Option<i128>, new: i128| Some(old.map_or(new, |old| old.max(new)));
    let at_most = |old: Option<i128>, new: i128| Some(old.map_or(new, |old| old.min(new)));
    match (atom.relation, literal.positive) {
        (Relation::AtMostZero, true) => entry.1 = at_most(entry.1, -c),
        // x + c > 0
        (Relation::AtMostZero, false) => entry.0 = at_least(entry.0, 1 - c),
        (Relation::Zero, true) => {
            entry.0 = at_least(entry.0, -c);
            entry.1 = at_most(entry.1, -c);
        }
        _ => {}
    }
}
