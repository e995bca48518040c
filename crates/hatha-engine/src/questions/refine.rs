//! Which predicate splits the region at the frontier.
//!
//! **Soundness.** A choice names a conjunction and the half that loses the edge.
//! Either the conjunction is made of literals of the (projected) preimage, so
//! that no state outside it takes the edge; or it refutes one of those literals,
//! so that no state inside it does. Which of the many sound choices is made
//! decides only whether the search ends.

use crate::questions::query::{Origin, Part, cells, is_cell};
use crate::testing::forest::{Forest, NotTotal, StateId};
use crate::tuning::refine::MANY;
use hatha_defect::{Defect, is_on};
use hatha_term::{Op, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// How predicates are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Refinement {
    /// The whole preimage.
    Wp,
    /// The literals of the preimage that the solver needed.
    Core,
    /// Those, with the literals that the target got together, and no more.
    PosEval,
    /// Constant values that refute the preimage.
    Value,
    /// [`Refinement::Value`] for variables with many constants, else [`Refinement::PosEval`].
    #[default]
    Hybrid,
}

/// How to split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// The predicate.
    pub rho: TermId,
    /// Whether the half inside it loses the edge, not the one outside.
    pub inside_loses: bool,
}

/// Cells that are compared with or assigned many constants.
pub(crate) fn state_machines(
    pool: &TermPool,
    guards: &[TermId],
    updates: &[(TermId, TermId)],
) -> FxHashSet<TermId> {
    let mut constants: BTreeMap<TermId, BTreeSet<TermId>> = BTreeMap::new();
    let mut note = |a: TermId, b: TermId| {
        if is_cell(pool, a) && pool.is_const(b) {
            constants.entry(a).or_default().insert(b);
        }
    };
    for t in pool.subterms(guards) {
        if pool.op(t) == Op::Eq {
            note(pool.arg(t, 0), pool.arg(t, 1));
            note(pool.arg(t, 1), pool.arg(t, 0));
        }
    }
    for &(variable, value) in updates {
        note(variable, value);
    }
    let many = constants.into_iter().filter(|(_, c)| c.len() >= MANY);
    many.map(|(v, _)| v).collect()
}

/// What a choice is made from.
pub(crate) struct Situation<'a> {
    /// The literals of the preimage, free variables eliminated.
    pub parts: &'a [Part],
    /// The state at the frontier.
    pub state: StateId,
    /// All states of the region.
    pub states: &'a [StateId],
    /// Cells that count as states of state machines.
    pub machines: &'a FxHashSet<TermId>,
}

/// The preimage under the alias relation α of a state: where a literal's reads depend on which
/// addresses are equal, it becomes `¬α ∨ literal`, with the reads as α decides them.
///
/// This is WPα, which contains the preimage: outside it α holds, and there the literal is what it
/// was. At the state itself nothing changes.
pub(crate) fn under_aliases(
    pool: &mut TermPool,
    forest: &mut Forest,
    is_alias: impl Fn(TermId) -> bool,
    state: StateId,
    parts: &mut [Part],
) -> Result<(), NotTotal> {
    for part in parts {
        let mut not_alpha = Vec::new();
        let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
        for t in pool.subterms(&[part.term]) {
            let args: Vec<TermId> = pool.args(t).iter().map(|a| done[a]).collect();
            let decided = pool.op(t) == Op::Ite && is_alias(pool.arg(t, 0));
            let new = if decided && forest.can_evaluate(pool, pool.arg(t, 0)) {
                let holds = forest.satisfies(pool, state, pool.arg(t, 0))?;
                // What is inside the condition has been decided too, and is part of α.
                let opposite = if holds { pool.not(args[0]) } else { args[0] };
                not_alpha.push(opposite);
                if holds { args[1] } else { args[2] }
            } else if args == pool.args(t) {
                t
            } else {
                pool.rebuild(pool.op(t), pool.sort(t), &args)
            };
            done.insert(t, new);
        }
        not_alpha.push(done[&part.term]);
        not_alpha.sort_unstable();
        not_alpha.dedup();
        part.term = pool.or_all(&not_alpha);
    }
    Ok(())
}

/// Chooses a predicate; `None` if none keeps the state at the frontier outside the preimage.
pub(crate) fn choose(
    how: Refinement,
    pool: &mut TermPool,
    forest: &mut Forest,
    situation: &Situation<'_>,
) -> Result<Option<Choice>, NotTotal> {
    let values = match how {
        Refinement::Value => value_split(pool, forest, situation, false)?,
        Refinement::Hybrid => value_split(pool, forest, situation, true)?,
        _ => None,
    };
    if values.is_some() {
        return Ok(values);
    }
    let parts = situation.parts;
    let chosen: Vec<bool> = match how {
        Refinement::Wp => vec![true; parts.len()],
        Refinement::Core => in_core(situation),
        _ => kept_whole(situation),
    };
    let rho = close(pool, forest, situation, chosen)?;
    let rho = rho.map(|rho| match is_on(Defect::FlippedLiteral) {
        true => with_flipped_literal(pool, rho),
        false => rho,
    });
    Ok(rho.map(|rho| Choice {
        rho,
        inside_loses: false,
    }))
}

/// A predicate with its last literal negated: a defect.
fn with_flipped_literal(pool: &mut TermPool, rho: TermId) -> TermId {
    if pool.op(rho) != Op::And {
        return pool.not(rho);
    }
    let (rest, last) = (pool.arg(rho, 0), pool.arg(rho, 1));
    let flipped = pool.not(last);
    pool.and(rest, flipped)
}

fn in_core(situation: &Situation<'_>) -> Vec<bool> {
    situation.parts.iter().map(|p| p.needed).collect()
}

/// The core, and with each of its literals those that came by the same split.
fn kept_whole(situation: &Situation<'_>) -> Vec<bool> {
    let core = in_core(situation);
    let last = situation.parts.iter().filter_map(|p| match p.origin {
        Origin::Target(l) if l.inside => Some(l.split),
        _ => None,
    });
    let last = last.max();
    let together = |p: &Part| match p.origin {
        Origin::Target(l) => l.inside && Some(l.split) == last,
        Origin::Guard => false,
    };
    let parts = situation.parts.iter().zip(core);
    parts.map(|(p, core)| core || together(p)).collect()
}

/// Adds literals until no state of the region satisfies all chosen ones, where that is possible.
fn close(
    pool: &mut TermPool,
    forest: &mut Forest,
    situation: &Situation<'_>,
    mut chosen: Vec<bool>,
) -> Result<Option<TermId>, NotTotal> {
    let parts = situation.parts;
    for &visited in situation.states {
        let mut refuted = false;
        let mut other = None;
        for (i, part) in parts.iter().enumerate() {
            if forest.satisfies(pool, visited, part.term)? {
                continue;
            }
            if chosen[i] {
                refuted = true;
                break;
            }
            other = other.or(Some(i));
        }
        match (refuted, other) {
            (true, _) => {}
            (false, Some(i)) => chosen[i] = true,
            (false, None) if visited == situation.state => return Ok(None),
            (false, None) => {}
        }
    }
    let terms: Vec<TermId> = parts
        .iter()
        .zip(&chosen)
        .filter(|(_, c)| **c)
        .map(|(p, _)| p.term)
        .collect();
    Ok(Some(pool.and_all(&terms)))
}

/// Values of the state at the frontier that refute a literal of the preimage.
fn value_split(
    pool: &mut TermPool,
    forest: &mut Forest,
    situation: &Situation<'_>,
    only_machines: bool,
) -> Result<Option<Choice>, NotTotal> {
    let mut best: Option<Vec<(TermId, TermId)>> = None;
    for part in situation.parts {
        if !part.needed {
            continue;
        }
        let cells = cells(pool, part.term);
        let wanted = |c: &TermId| !only_machines || situation.machines.contains(c);
        if !cells.iter().all(wanted) || best.as_ref().is_some_and(|b| b.len() <= cells.len()) {
            continue;
        }
        let mut values = Vec::new();
        for cell in cells {
            let Some(value) = forest.constant(pool, situation.state, cell)? else {
                break;
            };
            let width = pool.width(cell);
            values.push((cell, pool.bv_const(width, u128::from(value))));
        }
        let map: FxHashMap<TermId, TermId> = values.iter().copied().collect();
        if pool.substitute(part.term, &map) == pool.fls() {
            best = Some(values);
        }
    }
    let Some(values) = best else { return Ok(None) };
    let equal: Vec<TermId> = values.into_iter().map(|(x, c)| pool.eq(x, c)).collect();
    let rho = pool.and_all(&equal);
    Ok(Some(Choice {
        rho,
        inside_loses: true,
    }))
}
