//! Which slots matter at a cut point: those that are read before they are written anew.

use super::places::terms;
use hatha_blocks::block::{BlockId, Blocks, CutId};
use hatha_index::IndexVec;
use hatha_proof::vocabulary::as_slot;
use hatha_term::{TermId, TermPool};
use std::collections::BTreeSet;

/// The slots that matter at each cut point.
pub(super) fn live(pool: &TermPool, blocks: &Blocks) -> IndexVec<CutId, BTreeSet<TermId>> {
    let is_slot = |t: &TermId| pool.as_symbol(*t).and_then(as_slot).is_some();
    let used = |id: BlockId| -> BTreeSet<TermId> {
        let all = pool.subterms(&terms(blocks.block(id)));
        all.into_iter().filter(is_slot).collect()
    };
    let used: Vec<BTreeSet<TermId>> = blocks.ids().map(used).collect();
    let used: IndexVec<BlockId, BTreeSet<TermId>> = used.into();
    let mut live = blocks.per_cut(BTreeSet::new());
    let mut is_done = false;
    while !is_done {
        is_done = true;
        for id in blocks.ids().rev() {
            let block = blocks.block(id);
            let after: BTreeSet<TermId> = live[block.to].clone();
            let kept = after.into_iter().filter(|t| !block.updates.contains_key(t));
            let before: Vec<TermId> = kept.chain(used[id].iter().copied()).collect();
            let here = &mut live[block.from];
            let count = here.len();
            here.extend(before);
            is_done &= here.len() == count;
        }
    }
    live
}
