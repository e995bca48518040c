//! The states of a cut point as columns of values.

use super::candidates::{Column, Samples};
use crate::block::{Blocks, CutId};
use crate::forest::{Forest, NotTotal, StateId};
use crate::query::Preimages;
use hatha_term::{TermId, TermPool, VarId};
use std::collections::BTreeSet;

/// States looked at for one cut point.
const STATES: usize = 300;
/// Variables of which all pairs are looked at.
const ALL_PAIRS: usize = 10;

/// Conditions by which states are told apart.
const CLASSES: usize = 12;

/// Collects the states of a cut point.
pub fn samples(
    pool: &mut TermPool,
    blocks: &Blocks,
    forest: &mut Forest,
    cut: CutId,
) -> Result<Samples, NotTotal> {
    let picked = picked(forest, cut);
    let mut slots: Vec<(VarId, u32)> = forest.slots().iter().map(|(v, i)| (*v, *i)).collect();
    slots.sort_unstable_by_key(|(_, i)| *i);
    let mut columns = Vec::new();
    for &(v, i) in &slots {
        let variable = pool.var_term(v);
        columns.push(Column {
            variable,
            width: pool.width(variable),
            values: picked
                .iter()
                .map(|s| forest.state(*s).visit.values[i as usize])
                .collect(),
        });
    }
    let related = (columns.len() > ALL_PAIRS).then(|| related(pool, blocks, &slots));
    Ok(Samples {
        columns,
        constants: constants(pool, blocks),
        related,
        classes: classes(pool, blocks, forest, &picked)?,
    })
}

/// The states of a cut point that are looked at.
fn picked(forest: &Forest, cut: CutId) -> Vec<StateId> {
    let all: Vec<StateId> = forest.at(cut).collect();
    pick(all.len()).into_iter().map(|i| all[i]).collect()
}

/// Positions of the samples: the first, the last, and some between at uneven distances, so that
/// a pattern of the samples is one of the states.
fn pick(count: usize) -> Vec<usize> {
    let third = STATES / 3;
    if count <= STATES {
        return (0..count).collect();
    }
    let mut chosen: BTreeSet<usize> = (0..third).chain(count - third..count).collect();
    let mut at = third;
    let mut step = 1;
    while at < count - third && chosen.len() < STATES {
        chosen.insert(at);
        step += 1;
        at += step;
    }
    chosen.into_iter().collect()
}

/// Conditions of the program that some samples satisfy and some do not, with their values.
fn classes(
    pool: &TermPool,
    blocks: &Blocks,
    forest: &mut Forest,
    picked: &[StateId],
) -> Result<Vec<(TermId, Vec<bool>)>, NotTotal> {
    let mut found: Vec<(TermId, Vec<bool>)> = Vec::new();
    let mut seen = BTreeSet::new();
    for id in blocks.ids() {
        for &guard in &blocks.block(id).guards {
            let new = seen.insert(guard) && found.len() < CLASSES;
            if !new || !forest.can_evaluate(pool, guard) {
                continue;
            }
            let mut values = Vec::new();
            for &state in picked {
                values.push(forest.satisfies(pool, state, guard)?);
            }
            let known = found.iter().any(|(_, v)| *v == values);
            if !known && values.contains(&true) && values.contains(&false) {
                found.push((guard, values));
            }
        }
    }
    Ok(found)
}

/// Candidates of one cut point that may come from others.
const SPREAD: usize = 300;

/// Adds, at each cut point, what must hold there for the candidates of its successors to hold
/// after the step, as far as the states agree. What is inductive at a loop head needs these at
/// the other cut points of the loop.
pub fn spread(
    pool: &mut TermPool,
    blocks: &Blocks,
    forest: &mut Forest,
    preimages: &mut Preimages,
    facts: &mut [Vec<TermId>],
) -> Result<(), NotTotal> {
    let cuts: Vec<CutId> = blocks.located().collect();
    for &cut in cuts.iter().rev() {
        let states = picked(forest, cut);
        let mut here: BTreeSet<TermId> = facts[cut.0 as usize].iter().copied().collect();
        let limit = here.len() + SPREAD;
        for &id in blocks.out(cut) {
            let block = blocks.block(id);
            if block.to == cut {
                continue;
            }
            for after in facts[block.to.0 as usize].clone() {
                let before = preimages.before(pool, block, id, after);
                let plain = !pool.is_const(before)
                    && here.len() < limit
                    && !here.contains(&before)
                    && forest.can_evaluate(pool, before);
                if plain && all_hold(pool, forest, before, &states)? {
                    here.insert(before);
                    facts[cut.0 as usize].push(before);
                }
            }
        }
    }
    Ok(())
}

fn all_hold(
    pool: &TermPool,
    forest: &mut Forest,
    predicate: TermId,
    states: &[StateId],
) -> Result<bool, NotTotal> {
    for &state in states {
        if !forest.satisfies(pool, state, predicate)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Pairs of slots that occur in one guard or one assignment.
fn related(
    pool: &mut TermPool,
    blocks: &Blocks,
    slots: &[(VarId, u32)],
) -> BTreeSet<(usize, usize)> {
    let mut pairs = BTreeSet::new();
    let position = |v: &VarId| slots.iter().position(|(s, _)| s == v);
    for id in blocks.ids() {
        let block = blocks.block(id);
        let mut groups: Vec<Vec<VarId>> = Vec::new();
        for &g in &block.guards {
            groups.push(pool.free_vars(&[g]));
        }
        for (&x, &t) in &block.updates {
            groups.push(pool.free_vars(&[x, t]));
        }
        for group in groups {
            let members: Vec<usize> = group.iter().filter_map(position).collect();
            for &a in &members {
                pairs.extend(members.iter().filter(|b| a < **b).map(|&b| (a, b)));
            }
        }
    }
    pairs
}

/// The constants that guards compare with.
fn constants(pool: &TermPool, blocks: &Blocks) -> BTreeSet<u64> {
    let mut found = BTreeSet::new();
    for id in blocks.ids() {
        for t in pool.subterms(&blocks.block(id).guards) {
            found.extend(pool.as_bv(t).and_then(|b| b.to_u64()));
        }
    }
    found
}
