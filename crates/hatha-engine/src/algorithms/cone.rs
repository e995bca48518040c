//! What decides which way an execution takes: a cone of influence.
//!
//! A value outside it decides no guard, at whatever distance. So it is no use to look into a procedure
//! that changes nothing else and gives nothing back.
//!
//! **Soundness.** None rests on this: it chooses which procedures are looked into, and when.

use crate::algorithms::subject::Subject;
use hatha_blocks::effect::state_variable;
use hatha_cfa::{Op, ProcId};
use hatha_proof::vocabulary::{as_owner, is_held};
use hatha_term::{TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// The state that guards depend on, at whatever distance.
pub(crate) struct Cone {
    variables: FxHashSet<TermId>,
    /// Whether what memory holds is among it. Memory is one thing here.
    memory: bool,
}

impl Cone {
    /// Of all guards of a program.
    pub(crate) fn of_guards(pool: &TermPool, subject: &Subject<'_>) -> Cone {
        let blocks = &subject.blocks;
        let mut cone = Cone {
            variables: FxHashSet::default(),
            memory: false,
        };
        let mut values: FxHashMap<TermId, Vec<TermId>> = FxHashMap::default();
        let mut stored: Vec<TermId> = Vec::new();
        let mut work: Vec<TermId> = Vec::new();
        for block in blocks.ids().map(|id| blocks.block(id)) {
            work.extend(&block.guards);
            stored.extend(block.memory.iter().flat_map(|update| update.terms()));
            for (&variable, &value) in &block.updates {
                values.entry(variable).or_default().push(value);
            }
        }
        while !work.is_empty() {
            let terms = std::mem::take(&mut work);
            for t in pool.subterms(&terms) {
                let is_about_memory = is_held(pool, t) || as_owner(pool, t).is_some();
                if is_about_memory && !cone.memory {
                    cone.memory = true;
                    work.append(&mut stored);
                }
                if pool.as_var(t).is_some() && cone.variables.insert(t) {
                    work.extend(values.remove(&t).into_iter().flatten());
                }
            }
        }
        cone
    }

    /// The procedures that are not looked into and whose calls give something back or change what is
    /// in the cone.
    pub(crate) fn influencing(
        &self,
        pool: &mut TermPool,
        subject: &Subject<'_>,
    ) -> BTreeSet<ProcId> {
        let proc = subject.program.proc(subject.entry);
        let mut found = BTreeSet::new();
        for (_, edge) in proc.edges() {
            let Op::Call { result, .. } = &edge.op else {
                continue;
            };
            let Some(opaque) = subject.joined.opaque_call(&edge.op) else {
                continue;
            };
            let mut changed = opaque.changed.iter();
            let is_inside = |&v: &hatha_cfa::VarId| {
                let slot = state_variable(subject.program, pool, v);
                slot.is_some_and(|slot| self.variables.contains(&slot))
            };
            if result.is_some() || (opaque.memory && self.memory) || changed.any(is_inside) {
                found.insert(opaque.proc);
            }
        }
        found
    }
}
