//! Calls of components: entering them, and passing them by.

use super::{Effects, Held, Values, state_variable};
use crate::memory::Update;
use hatha_cfa::join::{Component, Frozen};
use hatha_cfa::{Callee, EdgeId, Op, Place, Storage};
use hatha_defect::{Defect, is_on};
use hatha_term::{Sort, TermId, TermPool};
use rustc_hash::FxHashMap;

impl<'a> Effects<'a> {
    /// The component that an edge calls, if it does.
    pub fn called(&self, edge: EdgeId) -> Option<&'a Component> {
        match self.program.proc(self.entry).edge(edge).op {
            Op::Call {
                callee: Callee::Direct(p),
                ..
            } => self.joined.component(p),
            _ => None,
        }
    }

    /// Enters a component: its parameters get the arguments, its other variables nothing.
    pub fn enter(&self, pool: &mut TermPool, edge: EdgeId, c: &Component, values: &mut Values) {
        let arguments = self.arguments(pool, edge, values);
        let bits = self.program.target.pointer_bits;
        self.rename_objects(pool, &c.locals, values);
        for &v in &c.locals {
            if self.program.var(v).storage == Storage::Slot {
                values.slots.insert(v, Held::Nothing);
                self.lead(v, None, values);
            } else {
                // Another object than that of the same name in an invocation below.
                let address = values.unknown(pool, Sort::Bv(bits));
                values.addresses.insert(v, address);
            }
        }
        for (&p, argument) in c.params.iter().zip(arguments) {
            self.write(pool, p, argument, values);
        }
    }

    /// Passes a call of a component: what it may change becomes unknown. Gives what the variables
    /// at the component's exit are in terms of the state before the block and what is unknown, and
    /// how many updates of memory there are then.
    pub fn pass(
        &self,
        pool: &mut TermPool,
        edge: EdgeId,
        c: &Component,
        values: &mut Values,
    ) -> (FxHashMap<TermId, TermId>, usize) {
        let arguments = self.arguments(pool, edge, values);
        let mut map = FxHashMap::default();
        for &(keeper, what) in &c.frozen {
            let value = match what {
                Frozen::Param(i) => arguments.get(i as usize).copied().flatten(),
                Frozen::Global(g) => self.slot(pool, g, values),
            };
            let variable = state_variable(self.program, pool, keeper);
            map.extend(variable.zip(value));
        }
        for &g in c.changed.iter().filter(|_| !is_on(Defect::KeepsGlobals)) {
            self.write(pool, g, None, values);
            let variable = state_variable(self.program, pool, g);
            map.extend(variable.zip(self.slot(pool, g, values)));
        }
        if c.memory {
            values.memory.push(Update::Forget);
            self.end_blocks(pool, values);
        }
        values.open = true;
        let updates = values.memory.len();
        if let Op::Call {
            result: Some(place),
            ..
        } = self.program.proc(self.entry).edge(edge).op
        {
            let result = c.result.and_then(|r| state_variable(self.program, pool, r));
            map.extend(result.zip(self.receive(pool, place, values)));
            if let (Place::Slot(v), Some(&Some(first))) = (place, arguments.first())
                && is_on(Defect::ExitKnown)
            {
                self.write(pool, v, Some(first), values);
            }
        }
        (map, updates)
    }

    /// Passes a call of a procedure that is not looked into: what it may change becomes unknown.
    /// Whether the operation was one.
    pub(super) fn pass_opaque(&self, pool: &mut TermPool, op: &Op, values: &mut Values) -> bool {
        let Op::Call { result, .. } = *op else {
            return false;
        };
        let Some(opaque) = self.joined.opaque_call(op) else {
            return false;
        };
        for &g in &opaque.changed {
            self.write(pool, g, None, values);
        }
        if opaque.memory {
            values.memory.push(Update::Forget);
            self.end_blocks(pool, values);
        }
        values.open = true;
        if let Some(place) = result {
            self.receive(pool, place, values);
        }
        true
    }
}
