//! Blocks as the interpreter follows them: words of memory at known places are variables.

use crate::inference::Steps;
use hatha_blocks::block::{BlockId, CutId};
use hatha_index::IndexVec;
use hatha_term::{TermId, TermPool};
use rustc_hash::FxHashMap;

/// A call that a block passes: where it returns, and what the variables at the exit are there.
#[derive(Debug)]
pub(super) struct Returned {
    pub exit: CutId,
    pub values: FxHashMap<TermId, TermId>,
}

/// A block over variables and cells.
#[derive(Debug)]
pub(super) struct Transition {
    pub guards: Vec<TermId>,
    /// Variables and cells, and their values after it; all others stay.
    pub updates: FxHashMap<TermId, TermId>,
    pub calls: Vec<Returned>,
    /// All its terms, arguments before their users.
    pub terms: Vec<TermId>,
}

impl Transition {
    fn of(steps: &mut Steps<'_>, pool: &mut TermPool, id: BlockId) -> Transition {
        let blocks = steps.blocks;
        let block = blocks.block(id);
        let mut changed: Vec<TermId> = block.updates.keys().copied().collect();
        changed.sort_unstable();
        let guards = steps.guards(pool, id);
        let updates = changed.into_iter().map(|v| (v, steps.after(pool, id, v)));
        let updates = updates.collect();
        let mut calls = Vec::new();
        for call in &block.calls {
            let mut sorted: Vec<(TermId, TermId)> =
                call.map.iter().map(|(&v, &t)| (v, t)).collect();
            sorted.sort_unstable();
            let values = sorted.into_iter().map(|(v, t)| (v, steps.name(pool, t)));
            calls.push(Returned {
                exit: call.exit,
                values: values.collect(),
            });
        }
        let mut transition = Transition {
            guards,
            updates,
            calls,
            terms: Vec::new(),
        };
        transition.collect_terms(pool);
        transition
    }

    /// All blocks.
    pub(super) fn all(steps: &mut Steps<'_>, pool: &mut TermPool) -> IndexVec<BlockId, Transition> {
        let ids = steps.blocks.ids();
        ids.map(|b| Transition::of(steps, pool, b)).collect()
    }

    pub(super) fn collect_terms(&mut self, pool: &TermPool) {
        let mut roots = self.guards.clone();
        let mut values: Vec<TermId> = self.updates.values().copied().collect();
        values.extend(self.calls.iter().flat_map(|c| c.values.values()));
        values.sort_unstable();
        roots.extend(values);
        self.terms = pool.subterms(&roots);
    }
}
