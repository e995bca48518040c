//! Which variables matter at a cut point.
//!
//! Most variables of a large program are dead at most places. A state without them is small, so
//! that the cost of the fixed point, and of the proof, follows the size of the program.

use super::step::Terms;
use hatha_blocks::block::{Blocks, CutId};
use hatha_proof::memory::{as_ghost, as_slot};
use hatha_term::{TermId, TermPool};
use rustc_hash::FxHashSet;

/// The variables that may be read before they are written, by cut point.
#[derive(Debug)]
pub(super) struct Live(Vec<FxHashSet<TermId>>);

impl Live {
    /// From the ends of blocks backwards, until nothing changes.
    pub(super) fn of(pool: &TermPool, blocks: &Blocks, terms: &[Terms]) -> Live {
        let cuts = blocks.cut_count() as usize;
        let mut entering = vec![Vec::new(); cuts];
        for block in blocks.ids() {
            entering[blocks.block(block).to.0 as usize].push(block);
        }
        let is_slot = |t: &TermId| {
            let symbol = pool.as_symbol(*t);
            symbol.is_some_and(|s| as_slot(s).is_some() || as_ghost(s).is_some())
        };
        let reads = |t: &Terms| -> Vec<TermId> { t.iter().filter(is_slot).collect() };
        let reads: Vec<Vec<TermId>> = terms.iter().map(reads).collect();
        let mut live = vec![FxHashSet::default(); cuts];
        let mut work: Vec<CutId> = (0..cuts as u32).map(CutId).collect();
        let mut is_waiting = vec![true; cuts];
        while let Some(cut) = work.pop() {
            is_waiting[cut.0 as usize] = false;
            for &block in &entering[cut.0 as usize] {
                let b = blocks.block(block);
                let behind = live[cut.0 as usize].iter();
                let through = behind.filter(|v| !b.updates.contains_key(v)).copied();
                let own = reads[block.0 as usize].iter().copied();
                let all: Vec<TermId> = through.chain(own).collect();
                let before = &mut live[b.from.0 as usize];
                let known = before.len();
                before.extend(all);
                if before.len() > known && !is_waiting[b.from.0 as usize] {
                    is_waiting[b.from.0 as usize] = true;
                    work.push(b.from);
                }
            }
        }
        Live(live)
    }

    /// Whether a variable matters at a cut point.
    pub(super) fn is_live(&self, cut: CutId, variable: TermId) -> bool {
        self.0[cut.0 as usize].contains(&variable)
    }
}
