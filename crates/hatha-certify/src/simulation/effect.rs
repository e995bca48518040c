//! What a component may change.
//!
//! **Soundness.** Every edge that control may reach from its entry is looked at, those of what it
//! calls among them.

use super::{Checked, Simulation, refused};
use crate::opaque::Effect;
use hatha_cfa::join::Component;
use hatha_cfa::{Arg, Callee, LocId, Op, Place, Storage, VarId, VarScope};
use rustc_hash::FxHashSet;

impl Simulation<'_> {
    /// Demands that a component is said to change all that it can.
    pub(super) fn check_effect(&self, component: &Component) -> Checked {
        let mut seen: FxHashSet<LocId> = FxHashSet::default();
        let mut work = vec![component.entry];
        let changed: FxHashSet<VarId> = component.changed.iter().copied().collect();
        let program = &self.joined.program;
        while let Some(at) = work.pop() {
            if !seen.insert(at) {
                continue;
            }
            for &id in self.body.out_edges(at) {
                let edge = self.body.edge(id);
                work.push(edge.to);
                // What is called is entered, so that it is looked at, too.
                let callee = match edge.op {
                    Op::Call {
                        callee: Callee::Direct(p),
                        ..
                    } => self.joined.component(p),
                    _ => None,
                };
                work.extend(callee.map(|c| c.entry));
                let (slots, memory) = self.effect(&edge.op, callee.is_some());
                let is_global = |v: &VarId| program.var(*v).scope == VarScope::Global;
                let mut slots = slots.into_iter().filter(is_global);
                if (memory && !component.memory) || !slots.all(|v| changed.contains(&v)) {
                    return Err(refused("what a component changes"));
                }
            }
        }
        Ok(())
    }

    /// The effect of a call of a procedure that is not looked into.
    fn opaque_effect(&self, callee: Callee, args: &[Arg]) -> Option<&Effect> {
        match callee {
            Callee::Direct(p) if !self.joined.is_silent(p, args) => self.opaque.get(&p),
            _ => None,
        }
    }

    /// The slots that an operation may write, and whether it may change memory.
    fn effect(&self, op: &Op, is_component: bool) -> (Vec<VarId>, bool) {
        let program = &self.joined.program;
        let in_memory = |v: VarId| program.var(v).storage == Storage::Memory;
        let (place, memory) = match op {
            Op::Assign { place, .. } | Op::Havoc { place, .. } => (Some(*place), false),
            Op::Builtin { result, .. } => (*result, true),
            Op::Copy { .. } | Op::Fill { .. } => (None, true),
            Op::Declare(v) | Op::Dead(v) => (None, in_memory(*v)),
            Op::Call {
                callee,
                args,
                result,
            } => {
                if let Some(effect) = self.opaque_effect(*callee, args) {
                    let own = result.and_then(|place| match place {
                        Place::Slot(v) => Some(v),
                        _ => None,
                    });
                    let slots = effect.slots.iter().copied().chain(own).collect();
                    let stores = result.is_some() && own.is_none();
                    return (slots, effect.memory || stores);
                }
                let foreign = match *callee {
                    Callee::Direct(p) => {
                        !is_component && !self.joined.is_silent(p, args) && !program.proc(p).defined
                    }
                    Callee::Indirect(_) => false,
                    Callee::Elsewhere(_) => true,
                };
                if foreign {
                    let slots = program.globals.iter().map(|(v, _)| *v);
                    let slots = slots.filter(|&v| !in_memory(v) && !self.is_new(v));
                    return (slots.collect(), true);
                }
                (*result, false)
            }
            Op::Skip | Op::Assume { .. } | Op::Return(_) | Op::Fail(_) | Op::Unsupported(_) => {
                (None, false)
            }
        };
        match place {
            Some(Place::Slot(v)) => (vec![v], memory),
            Some(_) => (Vec::new(), true),
            None => (Vec::new(), memory),
        }
    }
}
