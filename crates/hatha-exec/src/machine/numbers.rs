//! Numbers that become pointers.
//!
//! A number has no provenance (`docs/memory-model.md`, section 2): where it becomes a pointer, it leads
//! to the object that lives at its address then, whatever it was computed from. A number that is no
//! address of an object that lives still leads where it came from: it may come back.
//!
//! **Soundness.** The end of one object may be the start of another. Then C does not say for which of
//! them the number is meant, and a machine does not mind: such a pointer leads to the object that
//! lies at the address, and where the bounds of that matter nothing is said. The same goes for an
//! address that was computed beyond its object.

use super::Machine;
use crate::console::Console;
use crate::domain::Domain;
use crate::observe::Observer;
use crate::word::Prov;

/// Why nothing is said of a pointer.
pub(super) const TWO_OBJECTS: &str =
    "a number that is an address in one object and in or at the end of another";

/// The objects that numbers led to, each with another one for which the number may be meant.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbers(Vec<(Prov, Prov)>);

impl<D: Domain, O: Observer, C: Console> Machine<'_, D, O, C> {
    /// A number that becomes a pointer.
    pub(super) fn number_as_pointer(&mut self, value: D::Value) -> D::Value {
        let word = self.domain.word(&value).filter(|w| w.is_defined());
        if word.is_some() {
            self.domain.settle(&value);
        }
        let Some(word) = word.filter(|w| w.lo != 0) else {
            return value;
        };
        let memory = &self.state.memory;
        let Some(holder) = memory.holder(word.lo).map(|o| (o.prov, o.base)) else {
            return match has_origin(word.prov) {
                true => value,
                false => {
                    let prov = memory.find(word.lo);
                    self.domain.with_provenance(value, prov)
                }
            };
        };
        let (there, base) = holder;
        let other = match memory.live(word.prov) {
            Some(o) if o.prov != there => Some(o.prov),
            _ if base == word.lo => memory.neighbour(base),
            _ => None,
        };
        if let Some(other) = other {
            let pair = (there, other);
            let known = &mut self.state.numbers.0;
            if !known.contains(&pair) {
                known.push(pair);
            }
        }
        self.domain.with_provenance(value, there)
    }

    /// Whether an address that is outside the object that it was computed from may be meant for another
    /// one that still lives.
    pub(super) fn may_mean_another(&self, prov: Prov, address: u64) -> bool {
        let memory = &self.state.memory;
        let inside = |o: &crate::memory::Object<D::Shadow>| address.wrapping_sub(o.base) < o.size;
        let mut known = self.state.numbers.0.iter();
        known.any(|&(one, other)| one == prov && memory.live(other).is_some())
            && !memory.live(prov).is_some_and(inside)
    }

    /// Whether bytes were stored as those of a number.
    pub(super) fn holds_number(&self, prov: Prov, offset: u64, len: u32) -> bool {
        let object = self.state.memory.live(prov);
        object
            .is_some_and(|o| !o.cells().is_empty() && o.cells().hold_number(offset, u64::from(len)))
    }
}

/// Whether an address was computed from an object, which may live no more.
pub(super) fn has_origin(prov: Prov) -> bool {
    prov != Prov::NONE && prov != Prov::NULL
}
