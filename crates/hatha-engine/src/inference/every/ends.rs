//! Candidates about the ends of texts: where a zero stands.
//!
//! What a loop over a text needs to stay inside is that a zero stands somewhere before the end of the object. Where,
//! the functions of the library that write a text keep in a variable which only facts speak of
//! ([`LENGTH`]); of a literal it is known.

use super::arrays::Array;
use super::elements::Elements;
use crate::regions::apart::pointer_slots;
use crate::tuning::elements::{LITERALS, POINTERS};
use hatha_cfa::{Origin, Scalar, Storage, Type, VarId};
use hatha_proof::vocabulary::{Ghost, address, as_address, as_slot, read, slot_symbol, written};
use hatha_term::{Bv, Sort, TermId};
use std::collections::BTreeSet;

/// Whether the library has written a text, and how long the last one is (`input.c`).
const WRITTEN: &str = "text_was_written";
const LENGTH: &str = "length_of_text";

impl Elements<'_> {
    /// The variables that say whether the library has written a text, and how long it is.
    pub(super) fn length_of_text(&self) -> Option<[VarId; 2]> {
        let named = |name: &str| {
            let mut globals = self.program.globals.iter().map(|(v, _)| *v);
            globals.find(|v| {
                let var = self.program.var(*v);
                var.name == name && var.storage == Storage::Slot
            })
        };
        Some([named(WRITTEN)?, named(LENGTH)?])
    }

    /// Where a text was written, a zero stands behind it, inside an array or the object that a slot leads into, and
    /// counters have not come further.
    pub(super) fn about_length_of_text(&mut self) -> Vec<TermId> {
        let Some([flag, length]) = self.length_of_text() else {
            return Vec::new();
        };
        let width = self.program.target.int_bits;
        let [flag, length] = [(flag, width), (length, self.bits)]
            .map(|(v, width)| self.pool.var(slot_symbol(v), Sort::Bv(width)));
        let [zero, null] = [width, self.bits].map(|width| self.pool.bv_const(width, 0));
        let is_none = self.pool.eq(flag, zero);
        let mut facts = Vec::new();
        for &counter in &self.counters {
            facts.push(self.pool.bv_ule(counter.wide, length));
        }
        for (base, room) in self.bases() {
            let end = self.pool.bv_add(base, length);
            facts.extend(self.is_zero_at(end));
            facts.extend(room.map(|room| self.pool.bv_ult(length, room)));
            facts.extend(self.is_written_up_to(base, length));
        }
        let mut found = vec![self.pool.not(is_none), is_none];
        // A function that has written a text gives a pointer, else null.
        for pointer in self.pointers() {
            let is_null = self.pool.eq(pointer, null);
            found.push(self.pool.or(is_null, found[0]));
        }
        found.extend(facts.into_iter().map(|fact| self.pool.or(is_none, fact)));
        found
    }

    /// Where texts may begin, and how many bytes there are.
    fn bases(&mut self) -> Vec<(TermId, Option<TermId>)> {
        let mut bases: Vec<(TermId, Option<TermId>)> = Vec::new();
        let arrays: BTreeSet<(TermId, Option<u64>)> = self
            .accesses
            .iter()
            .map(|a| a.array)
            .filter(|a: &Array| a.step == 1)
            .map(|a| (a.base, a.length))
            .collect();
        for (base, length) in arrays {
            let length = length.map(|n| self.pool.bv_const(self.bits, u128::from(n)));
            bases.push((base, length));
        }
        for var in self.variables() {
            let size = self.program.size_of(self.program.var(var).ty);
            let base = address(self.pool, self.bits, var);
            let room = size.map(|n| self.pool.bv_const(self.bits, u128::from(n)));
            bases.push((base, room));
        }
        let slots = pointer_slots(self.pool, self.blocks).map_or(Vec::new(), |s| s.1);
        for slot in slots {
            let [offset, size] = [Ghost::Offset, Ghost::Size];
            let [offset, size] = [offset, size].map(|g| g.term(self.pool, self.bits, slot));
            let base = self.pool.var(slot_symbol(slot), Sort::Bv(self.bits));
            let room = self.pool.bv_sub(size, offset);
            bases.push((base, Some(room)));
        }
        bases
    }

    fn is_zero_at(&mut self, at: TermId) -> Option<TermId> {
        let byte = read(self.pool, 1, at)?;
        let zero = self.pool.bv_const(8, 0);
        Some(self.pool.eq(byte, zero))
    }

    /// The byte that a slot leads to is not zero: what a loop over a text has found out when it goes on.
    pub(super) fn leads_to_no_end(&mut self, slot: VarId) -> Option<TermId> {
        let pointee = self.program.types.pointee(self.program.var(slot).ty)?;
        if self.program.size_of(pointee.ty) != Some(1) {
            return None;
        }
        let at = self.pool.var(slot_symbol(slot), Sort::Bv(self.bits));
        let is_zero = self.is_zero_at(at)?;
        Some(self.pool.not(is_zero))
    }

    /// The last bytes of the string literals that blocks speak of are zero: what tells a loop over two texts
    /// that it stops in both.
    pub(super) fn ends_of_literals(&mut self) -> Vec<TermId> {
        let literals = self.addressed();
        let program = self.program;
        let is_literal = |v: &VarId| program.var(*v).origin == Origin::StringLiteral;
        let mut found = Vec::new();
        for literal in literals.into_iter().filter(is_literal).take(LITERALS) {
            let size = program.size_of(program.var(literal).ty).unwrap_or(0);
            let Some(last) = size.checked_sub(1) else {
                continue;
            };
            let start = address(self.pool, self.bits, literal);
            let at = self.plus(start, i128::from(last));
            found.extend(self.is_zero_at(at));
        }
        found
    }

    /// Every byte behind a base has been written, up to that at a distance.
    fn is_written_up_to(&mut self, base: TermId, distance: TermId) -> Option<TermId> {
        let at = self.pool.bv_add(base, self.element);
        let bits = written(self.pool, 1, at).filter(|_| self.asks_written)?;
        let ones = self.pool.bv(Bv::ones(8));
        let is_written = self.pool.eq(bits, ones);
        let is_behind = self.pool.bv_ult(distance, self.element);
        Some(self.pool.or(is_behind, is_written))
    }

    /// The slots of pointer type that blocks assign to.
    fn pointers(&self) -> Vec<TermId> {
        let (pool, program) = (&*self.pool, self.program);
        let assigned = self
            .blocks
            .ids()
            .flat_map(|id| self.blocks.block(id).updates.keys());
        let is_pointer = |t: &TermId| {
            let var = pool.as_symbol(*t).and_then(as_slot);
            let scalar = var.and_then(|v| program.scalar(program.var(v).ty));
            scalar == Some(Scalar::Pointer)
        };
        let found: BTreeSet<TermId> = assigned.copied().filter(is_pointer).collect();
        found.into_iter().take(POINTERS).collect()
    }

    /// The variables whose addresses blocks speak of.
    fn addressed(&self) -> BTreeSet<VarId> {
        let mut found = BTreeSet::new();
        for id in self.blocks.ids() {
            let block = self.blocks.block(id);
            let terms = block.guards.iter().chain(block.updates.values());
            let terms: Vec<TermId> = terms.copied().collect();
            let vars = self.pool.free_vars(&terms).into_iter();
            found.extend(vars.filter_map(|v| as_address(self.pool.var_symbol(v))));
        }
        found
    }

    /// Those among them that hold characters.
    fn variables(&self) -> Vec<VarId> {
        let program = self.program;
        let holds_text = |v: &VarId| {
            let var = program.var(*v);
            let element = match program.types.get(var.ty) {
                Type::Array { elem, .. } => program.size_of(elem.ty),
                _ => None,
            };
            var.origin != Origin::StringLiteral && element == Some(1)
        };
        let found = self.addressed().into_iter().filter(holds_text);
        found.take(LITERALS).collect()
    }
}
