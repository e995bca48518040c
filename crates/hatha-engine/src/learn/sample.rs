//! The states of a cut point as columns of values.

use super::candidates::{Column, Samples};
use crate::block::{Blocks, CutId};
use crate::forest::{Forest, State};
use hatha_term::{TermPool, VarId};
use std::collections::BTreeSet;

/// States looked at for one cut point.
const STATES: usize = 300;
/// Variables of which all pairs are looked at.
const ALL_PAIRS: usize = 10;

/// Collects the states of a cut point.
pub fn samples(pool: &mut TermPool, blocks: &Blocks, forest: &Forest, cut: CutId) -> Samples {
    let states: Vec<&State> = forest.at(cut).collect();
    let every = states.len().div_ceil(STATES).max(1);
    let mut slots: Vec<(VarId, u32)> = forest.slots().iter().map(|(v, i)| (*v, *i)).collect();
    slots.sort_unstable_by_key(|(_, i)| *i);
    let mut columns = Vec::new();
    for &(v, i) in &slots {
        let variable = pool.var_term(v);
        let picked = states.iter().step_by(every).chain(states.last());
        columns.push(Column {
            variable,
            width: pool.width(variable),
            values: picked.map(|s| s.visit.values[i as usize]).collect(),
        });
    }
    let related = (columns.len() > ALL_PAIRS).then(|| related(pool, blocks, &slots));
    Samples {
        columns,
        constants: constants(pool, blocks),
        related,
    }
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
