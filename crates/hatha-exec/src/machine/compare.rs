//! What differs between two states of a run.

use super::{Machine, State};
use crate::console::Console;
use crate::domain::Domain;
use crate::image::VarPlace;
use crate::observe::Observer;
use hatha_cfa::{Storage, VarId};

impl<D: Domain, O: Observer, C: Console> Machine<'_, D, O, C>
where
    D::Shadow: PartialEq,
{
    /// The slots of the innermost invocation, and global ones, that have another value than in an
    /// earlier state; `None` if anything else differs: other slots, memory, the stack.
    pub fn differing_slots(
        &self,
        earlier: &State<D>,
        same: impl Fn(&D::Value, &D::Value) -> bool,
    ) -> Option<Vec<VarId>> {
        let (now, top) = (&self.state, self.state.frames.last()?);
        let stack = |s: &State<D>| -> Vec<_> {
            let frame = |f: &super::Frame| (f.proc, f.pc, f.base, f.locals, f.serial);
            s.frames.iter().map(frame).collect()
        };
        let below = |s: &State<D>| s.regs[..top.base.min(s.regs.len())].to_vec();
        let is_same_below = below(now).iter().zip(&below(earlier)).all(|(a, b)| same(a, b));
        let rest = stack(now) == stack(earlier)
            && is_same_below
            && now.locals == earlier.locals
            && now.blocks == earlier.blocks
            && now.leaving == earlier.leaving
            && now.memory.holds_what(&earlier.memory);
        rest.then(|| self.slots_that_differ(earlier, top.base, same))
    }

    fn slots_that_differ(
        &self,
        earlier: &State<D>,
        base: usize,
        same: impl Fn(&D::Value, &D::Value) -> bool,
    ) -> Vec<VarId> {
        let program = self.image.program();
        let top = self.state.frames.last().map(|f| f.proc);
        let own = top.map(|p| program.proc(p));
        let own = own.iter().flat_map(|p| p.params.iter().chain(&p.locals));
        let globals = program.globals.iter().map(|(v, _)| v);
        let value = |s: &State<D>, v: VarId| match self.image.place(v) {
            VarPlace::GlobalSlot(g) => s.globals.get(g as usize).cloned(),
            VarPlace::Register(r) => s.regs.get(base + r as usize).cloned(),
            _ => None,
        };
        let differs = |v: &&VarId| {
            let is_slot = program.var(**v).storage == Storage::Slot;
            let values = (value(&self.state, **v), value(earlier, **v));
            is_slot && matches!(&values, (Some(a), Some(b)) if !same(a, b))
        };
        own.chain(globals).filter(differs).copied().collect()
    }

    /// Gives a slot of the innermost invocation, or a global one, a value.
    pub fn set_slot(&mut self, var: VarId, value: D::Value) {
        match self.image.place(var) {
            VarPlace::GlobalSlot(g) => {
                if let Some(slot) = self.state.globals.get_mut(g as usize) {
                    *slot = value;
                }
            }
            VarPlace::Register(r) => {
                let base = self.state.frames.last().map_or(0, |f| f.base);
                if let Some(slot) = self.state.regs.get_mut(base + r as usize) {
                    *slot = value;
                }
            }
            _ => {}
        }
    }

    /// Tells the innermost invocation from all others.
    pub fn activation(&self) -> Option<u64> {
        self.state.frames.last().map(|f| f.serial)
    }
}
