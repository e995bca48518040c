//! Which variables matter at a cut point.
//!
//! Most variables of a large program are dead at most places. A state without them is small, so
//! that the cost of the fixed point, and of the proof, follows the size of the program.

use super::transition::Transition;
use crate::inference::Steps;
use hatha_blocks::block::{BlockId, CutId};
use hatha_index::{IndexSlice, IndexVec};
use hatha_proof::vocabulary::{as_ghost, as_slot};
use hatha_term::{TermId, TermPool};
use rustc_hash::FxHashSet;

/// The variables that may be read before they are written, by cut point.
#[derive(Debug)]
pub(super) struct Live(IndexVec<CutId, FxHashSet<TermId>>);

impl Live {
    /// From the ends of blocks backwards, until nothing changes. What blocks make of cells that
    /// matter behind them becomes part of their transitions.
    pub(super) fn of(
        steps: &mut Steps<'_>,
        pool: &mut TermPool,
        transitions: &mut IndexSlice<BlockId, Transition>,
    ) -> Live {
        let blocks = steps.blocks;
        let mut entering = blocks.per_cut(Vec::new());
        for block in blocks.ids() {
            entering[blocks.block(block).to].push(block);
        }
        let mut reads: IndexVec<BlockId, Vec<TermId>> = transitions
            .iter()
            .map(|t| state_variables(steps, pool, &t.terms))
            .collect();
        let mut live = blocks.per_cut(FxHashSet::default());
        // What callers see of a component is read where it returns.
        for call in transitions.iter().flat_map(|t| &t.calls) {
            live[call.exit].extend(call.values.keys().copied());
        }
        let mut work: Vec<CutId> = live.keys().collect();
        let mut is_waiting = blocks.per_cut(true);
        while let Some(cut) = work.pop() {
            is_waiting[cut] = false;
            for &block in &entering[cut] {
                let behind: Vec<TermId> = live[cut].iter().copied().collect();
                follow_cells(
                    steps,
                    pool,
                    block,
                    &behind,
                    (&mut transitions[block], &mut reads[block]),
                );
                let updates = &transitions[block].updates;
                let through = behind.into_iter().filter(|v| !updates.contains_key(v));
                let own = reads[block].iter().copied();
                let all: Vec<TermId> = through.chain(own).collect();
                let from = blocks.block(block).from;
                let before = &mut live[from];
                let known = before.len();
                before.extend(all);
                if before.len() > known && !is_waiting[from] {
                    is_waiting[from] = true;
                    work.push(from);
                }
            }
        }
        for t in transitions.iter_mut() {
            t.collect_terms(pool);
        }
        Live(live)
    }

    /// Those of a cut point, sorted.
    pub(super) fn at(&self, cut: CutId) -> Vec<TermId> {
        let mut all: Vec<TermId> = self.0[cut].iter().copied().collect();
        all.sort_unstable();
        all
    }
}

/// Adds what a block makes of cells to its transition.
fn follow_cells(
    steps: &mut Steps<'_>,
    pool: &mut TermPool,
    block: BlockId,
    behind: &[TermId],
    (transition, reads): (&mut Transition, &mut Vec<TermId>),
) {
    if steps.blocks.block(block).memory.is_empty() {
        return;
    }
    let mut cells: Vec<TermId> = behind
        .iter()
        .copied()
        .filter(|v| steps.is_cell(*v))
        .collect();
    cells.sort_unstable();
    for cell in cells {
        if transition.updates.contains_key(&cell) || steps.keeps(pool, block, cell) {
            continue;
        }
        let value = steps.after(pool, block, cell);
        transition.updates.insert(cell, value);
        let terms = pool.subterms(&[value]);
        reads.extend(state_variables(steps, pool, &terms));
    }
}

fn state_variables(steps: &Steps<'_>, pool: &TermPool, terms: &[TermId]) -> Vec<TermId> {
    let is_one = |t: &TermId| {
        let symbol = pool.as_symbol(*t);
        let named = symbol.is_some_and(|s| as_slot(s).is_some() || as_ghost(s).is_some());
        named || steps.is_cell(*t)
    };
    terms.iter().copied().filter(is_one).collect()
}
