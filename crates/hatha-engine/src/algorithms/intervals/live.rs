//! Which variables matter at a cut point.
//!
//! Most variables of a large program are dead at most places. A state without them is small, so
//! that the cost of the fixed point, and of the proof, follows the size of the program.

use super::step::Terms;
use hatha_blocks::block::{BlockId, Blocks, CutId};
use hatha_index::{IndexSlice, IndexVec};
use hatha_proof::memory::{as_ghost, as_slot};
use hatha_term::{TermId, TermPool};
use rustc_hash::FxHashSet;

/// The variables that may be read before they are written, by cut point.
#[derive(Debug)]
pub(super) struct Live(IndexVec<CutId, FxHashSet<TermId>>);

impl Live {
    /// From the ends of blocks backwards, until nothing changes.
    pub(super) fn of(pool: &TermPool, blocks: &Blocks, terms: &IndexSlice<BlockId, Terms>) -> Live {
        let mut entering = blocks.per_cut(Vec::new());
        for block in blocks.ids() {
            entering[blocks.block(block).to].push(block);
        }
        let is_slot = |t: &TermId| {
            let symbol = pool.as_symbol(*t);
            symbol.is_some_and(|s| as_slot(s).is_some() || as_ghost(s).is_some())
        };
        let reads = |t: &Terms| -> Vec<TermId> { t.iter().filter(is_slot).collect() };
        let reads: IndexVec<BlockId, Vec<TermId>> = terms.iter().map(reads).collect();
        let mut live = blocks.per_cut(FxHashSet::default());
        let mut work: Vec<CutId> = live.keys().collect();
        let mut is_waiting = blocks.per_cut(true);
        while let Some(cut) = work.pop() {
            is_waiting[cut] = false;
            for &block in &entering[cut] {
                let b = blocks.block(block);
                let behind = live[cut].iter();
                let through = behind.filter(|v| !b.updates.contains_key(v)).copied();
                let own = reads[block].iter().copied();
                let all: Vec<TermId> = through.chain(own).collect();
                let before = &mut live[b.from];
                let known = before.len();
                before.extend(all);
                if before.len() > known && !is_waiting[b.from] {
                    is_waiting[b.from] = true;
                    work.push(b.from);
                }
            }
        }
        Live(live)
    }

    /// Whether a variable matters at a cut point.
    pub(super) fn is_live(&self, cut: CutId, variable: TermId) -> bool {
        self.0[cut].contains(&variable)
    }
}
