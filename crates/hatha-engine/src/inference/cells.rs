//! Bytes of memory at known places: what they hold in the states of tests suggests invariants, as
//! the values of variables do.
//!
//! **Soundness.** These only suggest candidates: each is shown to be inductive before it counts.

use super::candidates::Column;
use crate::questions::query::Preimages;
use crate::testing::forest::{Forest, NotTotal, StateId};
use crate::tuning::sample::CELLS;
use hatha_blocks::block::{Blocks, CutId};
use hatha_blocks::memory::Update;
use hatha_proof::vocabulary::{as_address, as_read, read};
use hatha_term::{TermId, TermPool};
use std::collections::BTreeSet;

/// Bytes of a variable in memory, at a fixed distance from its start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    /// What stands for the address of the variable.
    pub object: TermId,
    /// What the bytes hold.
    pub held: TermId,
}

/// The cells that the blocks of a program read or write, those of conditions first. Pointers are
/// left out: where objects lie in tests says nothing.
pub(super) fn cells(pool: &mut TermPool, blocks: &Blocks, preimages: &mut Preimages) -> Vec<Cell> {
    let mut places = Vec::new();
    let mut pointers = BTreeSet::new();
    let all = || blocks.ids().map(|id| blocks.block(id));
    let conditions = all().flat_map(|b| b.guards.iter().copied());
    let mut terms: Vec<TermId> = conditions.collect();
    for block in all() {
        let mut values: Vec<TermId> = block.updates.values().copied().collect();
        values.sort_unstable();
        terms.extend(values);
        terms.extend(block.memory.iter().flat_map(Update::terms));
    }
    for t in pool.subterms(&terms) {
        places.extend(as_read(pool, t).map(|(bytes, at)| (at, bytes)));
    }
    for update in all().flat_map(|b| &b.memory) {
        if let &Update::Write {
            at, bytes, pointee, ..
        } = update
        {
            places.push((at, bytes));
            if pointee.is_some() {
                pointers.extend(preimages.place(pool, at));
            }
        }
    }
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for (at, bytes) in places {
        let Some((object, offset)) = preimages.place(pool, at) else {
            continue;
        };
        let is_variable = pool.as_symbol(object).and_then(as_address).is_some();
        let is_word = bytes <= 8 && offset % u64::from(bytes) == 0;
        let is_new = is_variable && is_word && !pointers.contains(&(object, offset));
        if is_new && found.len() < CELLS && seen.insert((object, offset, bytes)) {
            let distance = pool.bv_const(pool.width(object), u128::from(offset));
            let start = pool.bv_add(object, distance);
            found.extend(read(pool, bytes, start).map(|held| Cell { object, held }));
        }
    }
    found
}

/// The cells of variables that a cut point sees.
pub(super) fn visible<'a>(
    pool: &TermPool,
    blocks: &Blocks,
    forest: &Forest,
    (cut, cells): (CutId, &'a [Cell]),
) -> Vec<&'a Cell> {
    let is_visible = |c: &&Cell| {
        let object = pool.as_var(c.object);
        object.is_some_and(|v| blocks.is_visible(cut, v)) && forest.can_evaluate(pool, c.held)
    };
    cells.iter().filter(is_visible).collect()
}

/// What a cell holds in some states.
pub(super) fn column(
    pool: &TermPool,
    forest: &mut Forest,
    cell: &Cell,
    states: &[StateId],
) -> Result<Column, NotTotal> {
    let mut values = Vec::with_capacity(states.len());
    for &state in states {
        values.push(forest.value(pool, state, cell.held)?);
    }
    Ok(Column {
        variable: cell.held,
        width: pool.width(cell.held),
        values,
    })
}

/// The pairs of columns that are worth a comparison: those of `related`, or all of the first
/// `slots`, and cells of one object. `first` is the column of the first cell.
pub(super) fn related_cells(
    related: Option<BTreeSet<(usize, usize)>>,
    first: usize,
    cells: &[&Cell],
) -> Option<BTreeSet<(usize, usize)>> {
    if cells.is_empty() {
        return related;
    }
    let all = || (0..first).flat_map(|a| (a + 1..first).map(move |b| (a, b)));
    let mut pairs = related.unwrap_or_else(|| all().collect());
    for (i, a) in cells.iter().enumerate() {
        for (j, b) in cells.iter().enumerate().skip(i + 1) {
            if a.object == b.object {
                pairs.insert((first + i, first + j));
            }
        }
        pairs.extend((0..first.min(CELLS)).map(|slot| (slot, first + i)));
    }
    Some(pairs)
}
