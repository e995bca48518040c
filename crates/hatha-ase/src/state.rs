//! Symbolic states in canonical form.
//!
//! **Invariant.** A state is satisfiable; its symbols are named by the order in
//! which they come, so that states that differ in names alone are one. Every
//! simplification here keeps the set of concrete states as it is.

use crate::eliminate::exists;
use crate::oracle::Trouble;
use crate::split::symbols_of;
use hatha_gcl::formula::{Arena, Formula, Literal, Relation};
use hatha_gcl::linear::{Linear, Sym};
use hatha_index::index_type;
use std::collections::BTreeMap;

index_type! {
    /// A symbolic state of an exploration.
    pub struct StateId
}

/// The paper's (f, PC).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SymbolicState {
    /// f: the value of each variable over symbolic constants.
    pub values: Vec<Linear>,
    /// PC: what the constants satisfy, sorted.
    pub condition: Vec<Formula>,
}

impl SymbolicState {
    /// The concrete state, if it is only one.
    pub fn concrete(&self) -> Option<Vec<i128>> {
        self.values.iter().map(Linear::as_constant).collect()
    }
}

/// A canonical state with the symbol that each of its symbols was before.
pub struct Canonical {
    /// The state.
    pub state: SymbolicState,
    /// The former names, in order.
    pub former: Vec<Sym>,
}

/// Simplifies a satisfiable state and names its symbols from `first` on.
pub fn canonical(
    arena: &mut Arena,
    mut values: Vec<Linear>,
    condition: Vec<Formula>,
    first: u32,
) -> Result<Canonical, Trouble> {
    if values.iter().all(|v| v.as_constant().is_some()) {
        // What the condition says about symbols that no value has is satisfiable.
        let condition = Vec::new();
        let state = SymbolicState { values, condition };
        return Ok(Canonical {
            state,
            former: Vec::new(),
        });
    }
    let mut condition = flattened(arena, condition);
    while let Some((symbol, sum)) = solvable(arena, &condition)? {
        let map = |s: Sym| match s == symbol {
            true => sum.clone(),
            false => Linear::symbol(s),
        };
        for value in &mut values {
            *value = value.substitute(&map)?;
        }
        for f in &mut condition {
            *f = arena.substitute(*f, &map)?;
        }
        condition = flattened(arena, condition);
    }
    let condition = strongest(arena, condition)?;
    let condition = without_dead(arena, &values, condition)?;
    renamed(arena, values, condition, first)
}

/// The conjuncts, each once.
fn flattened(arena: &mut Arena, condition: Vec<Formula>) -> Vec<Formula> {
    let all = arena.and(condition);
    arena.conjuncts(all)
}

/// An equality that can be solved for a symbol.
fn solvable(arena: &Arena, condition: &[Formula]) -> Result<Option<(Sym, Linear)>, Trouble> {
    for &f in condition {
        let Some(Literal {
            atom,
            positive: true,
        }) = arena.as_literal(f)
        else {
            continue;
        };
        let atom = arena.atom(atom);
        if atom.relation != Relation::Zero {
            continue;
        }
        // The last symbol with such a factor: inputs go before older symbols.
        let unit = atom.sum.terms().iter().rev().find(|(_, c)| c.abs() == 1);
        if let Some(&(symbol, factor)) = unit {
            let sum = atom.sum.without(symbol).times(-factor)?;
            return Ok(Some((symbol, sum)));
        }
    }
    Ok(None)
}

/// Of bounds on one sum only the tightest; two that meet are an equality.
fn strongest(arena: &mut Arena, condition: Vec<Formula>) -> Result<Vec<Formula>, Trouble> {
    // For each sum without its constant: the largest c with s + c ≤ 0 and the
    // smallest c with s + c ≥ 0.
    let mut bounds: BTreeMap<Linear, (Option<i128>, Option<i128>)> = BTreeMap::new();
    let mut kept = Vec::new();
    for f in condition {
        let Some(literal) = arena.as_literal(f) else {
            kept.push(f);
            continue;
        };
        let atom = arena.atom(literal.atom).clone();
        if atom.relation != Relation::AtMostZero {
            kept.push(f);
            continue;
        }
        let c = atom.sum.constant_part();
        let entry = bounds.entry(atom.sum.shifted(-c)?).or_default();
        match literal.positive {
            true => entry.0 = Some(entry.0.map_or(c, |old| old.max(c))),
            // s + c > 0 is s + (c - 1) ≥ 0.
            false => entry.1 = Some(entry.1.map_or(c - 1, |old| old.min(c - 1))),
        }
    }
    kept.retain(|&f| !excluded_anyway(arena, f, &bounds));
    for (sum, (upper, lower)) in bounds {
        if let (Some(u), Some(l)) = (upper, lower)
            && u == l
        {
            let zero = arena.relation(Relation::Zero, &sum.shifted(u)?)?;
            kept.push(zero);
            continue;
        }
        if let Some(c) = upper {
            kept.push(arena.relation(Relation::AtMostZero, &sum.shifted(c)?)?);
        }
        if let Some(c) = lower {
            let opposite = arena.relation(Relation::AtMostZero, &sum.shifted(c + 1)?)?;
            kept.push(arena.not(opposite));
        }
    }
    Ok(flattened(arena, kept))
}

/// A disequality that the bounds imply.
fn excluded_anyway(
    arena: &Arena,
    f: Formula,
    bounds: &BTreeMap<Linear, (Option<i128>, Option<i128>)>,
) -> bool {
    let Some(literal) = arena.as_literal(f).filter(|l| !l.positive) else {
        return false;
    };
    let atom = arena.atom(literal.atom);
    let c = atom.sum.constant_part();
    let Ok(sum) = atom.sum.shifted(-c) else {
        return false;
    };
    let Some(&(upper, lower)) = bounds.get(&sum) else {
        return false;
    };
    // s + u ≤ 0 with u > c makes s + c negative; likewise from below.
    atom.relation == Relation::Zero
        && (upper.is_some_and(|u| u > c) || lower.is_some_and(|l| l < c))
}

/// Eliminates symbols that no value has, where that leaves a conjunction.
fn without_dead(
    arena: &mut Arena,
    values: &[Linear],
    mut condition: Vec<Formula>,
) -> Result<Vec<Formula>, Trouble> {
    let live = |s: Sym| values.iter().any(|v| v.factor(s) != 0);
    let mut dead: Vec<Sym> = Vec::new();
    for &f in &condition {
        dead.extend(symbols_of(arena, f).into_iter().filter(|&s| !live(s)));
    }
    dead.sort_unstable();
    dead.dedup();
    for symbol in dead {
        let has = |f: &Formula| symbols_of(arena, *f).contains(&symbol);
        let (about, rest): (Vec<Formula>, Vec<Formula>) = condition.iter().partition(|f| has(f));
        let literals: Option<Vec<Literal>> = about.iter().map(|&f| arena.as_literal(f)).collect();
        let Some(literals) = literals else {
            continue;
        };
        let Some(projected) = exists(arena, &[symbol], &literals)? else {
            continue;
        };
        let parts = arena.conjuncts(projected);
        if parts.iter().all(|&p| arena.as_literal(p).is_some()) {
            condition = rest.into_iter().chain(parts).collect();
        }
    }
    strongest(arena, condition)
}

fn renamed(
    arena: &mut Arena,
    mut values: Vec<Linear>,
    mut condition: Vec<Formula>,
    first: u32,
) -> Result<Canonical, Trouble> {
    let mut former: Vec<Sym> = Vec::new();
    let mut note = |s: Sym| {
        if !former.contains(&s) {
            former.push(s);
        }
    };
    for value in &values {
        value.terms().iter().for_each(|&(s, _)| note(s));
    }
    for &f in &condition {
        symbols_of(arena, f).into_iter().for_each(&mut note);
    }
    let map = |s: Sym| {
        let at = former.iter().position(|&o| o == s);
        Linear::symbol(at.map_or(s, |at| Sym(first + at as u32)))
    };
    for value in &mut values {
        *value = value.substitute(&map)?;
    }
    for f in &mut condition {
        *f = arena.substitute(*f, &map)?;
    }
    condition.sort_unstable();
    condition.dedup();
    Ok(Canonical {
        state: SymbolicState { values, condition },
        former,
    })
}
