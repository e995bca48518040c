//! Objects by name, as terms: which pointer leads to which object.

use super::leads::{Cell, Object};
use super::sweep::Points;
use crate::effect::state_variable;
use hatha_cfa::{EdgeId, Program};
use hatha_proof::vocabulary;
use hatha_term::{Sort, Symbol, TermId, TermPool};
use rustc_hash::FxHashMap;

/// Pointers that lead to one place only, and the variables that stand for the objects there.
#[derive(Clone, Debug, Default)]
pub struct Names {
    slots: FxHashMap<TermId, (TermId, u64)>,
    words: FxHashMap<(TermId, u64), (TermId, u64)>,
    allocated: FxHashMap<EdgeId, TermId>,
}

impl Names {
    /// The names that the pointers of a program give.
    pub fn new(points: &Points, program: &Program, pool: &mut TermPool) -> Self {
        let bits = program.target.pointer_bits;
        let mut names = Names::default();
        for (cell, object, offset) in points.all() {
            let place = (names.object(pool, bits, object), offset);
            match cell {
                Cell::Slot(v) => {
                    let slot = state_variable(program, pool, v);
                    names.slots.extend(slot.map(|t| (t, place)));
                }
                Cell::Word(within, at) => {
                    let within = names.object(pool, bits, within);
                    names.words.insert((within, at), place);
                }
            }
        }
        names
    }

    fn object(&mut self, pool: &mut TermPool, bits: u32, object: Object) -> TermId {
        let variable = Names::variable(pool, bits, object);
        if let Object::Allocated(edge) = object {
            self.allocated.insert(edge, variable);
        }
        variable
    }

    /// The variable that stands for the address of an object.
    pub fn variable(pool: &mut TermPool, bits: u32, object: Object) -> TermId {
        match object {
            Object::Variable(v) => vocabulary::address(pool, bits, v),
            Object::Allocated(edge) => pool.var(Symbol::Allocated(edge.0), Sort::Bv(bits)),
        }
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty() && self.words.is_empty()
    }

    /// The variables that stand for objects.
    pub fn objects(&self) -> impl Iterator<Item = TermId> {
        let places = self.slots.values().chain(self.words.values());
        places.map(|p| p.0)
    }

    /// Notes the address that an allocation gives in some block.
    pub fn allocated(&mut self, address: TermId, edge: EdgeId) {
        if let Some(&object) = self.allocated.get(&edge) {
            self.slots.insert(address, (object, 0));
        }
    }

    /// Where a variable leads.
    pub fn slot(&self, variable: TermId) -> Option<(TermId, u64)> {
        self.slots.get(&variable).copied()
    }

    /// Where a word of an object leads.
    pub fn word(&self, object: TermId, offset: u64) -> Option<(TermId, u64)> {
        self.words.get(&(object, offset)).copied()
    }
}
