//! Where objects of a run lie: chosen places, the rest is the allocator's.
//!
//! **Invariant.** Objects are counted in the order in which they come to be (functions, globals,
//! then those of the run), so a number means the same object in every run with the same
//! path up to it. A chosen place is taken only if a real machine could give it: aligned as the
//! object must be, inside the address space of a process, apart from everything that lives.

use hatha_proof::input::{InputError, Placement};
use std::collections::BTreeMap;

/// Placements that no memory can have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    /// An address is malformed.
    #[error(transparent)]
    Address(#[from] InputError),
    /// One object is placed twice.
    #[error("object {0} has two addresses")]
    TwoAddresses(u32),
}

/// The addresses that objects of a process may have: `[first, end)`.
pub(crate) fn address_space(pointer_bits: u32) -> (u64, u64) {
    if pointer_bits >= 64 {
        (0x1_0000, 0x7fff_ffff_f000)
    } else {
        (0x1_0000, 0xff00_0000)
    }
}

/// The place of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its first address.
    pub base: u64,
    /// Its bytes.
    pub size: u64,
}

impl Place {
    /// The first address behind it; an object without bytes takes one.
    pub fn end(self) -> u64 {
        self.base.saturating_add(self.size.max(1))
    }
}

/// Chosen places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    places: BTreeMap<u32, Place>,
    /// Whether a place that cannot be taken ends the run; otherwise the allocator finds another.
    strict: bool,
}

impl Layout {
    /// From the numbers of objects and their places. A search may choose places for objects that
    /// another path does not have: those are not taken.
    pub fn lenient(places: impl IntoIterator<Item = (u32, Place)>) -> Self {
        Layout {
            places: places.into_iter().collect(),
            strict: false,
        }
    }

    /// The places of a recorded run: each is taken or the run ends.
    pub fn strict(places: impl IntoIterator<Item = (u32, Place)>) -> Self {
        Layout {
            strict: true,
            ..Layout::lenient(places)
        }
    }

    /// The places that a file has.
    pub fn recorded(placements: &[Placement]) -> Result<Self, LayoutError> {
        let mut places = BTreeMap::new();
        for p in placements {
            let (base, size) = (p.base()?, p.size);
            if places.insert(p.object, Place { base, size }).is_some() {
                return Err(LayoutError::TwoAddresses(p.object));
            }
        }
        Ok(Layout::strict(places))
    }

    /// Whether nothing is chosen.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Whether a place that cannot be taken ends the run.
    pub(crate) fn is_strict(&self) -> bool {
        self.strict
    }

    /// The place of an object.
    pub fn get(&self, number: u32) -> Option<Place> {
        self.places.get(&number).copied()
    }

    /// All of them, by the numbers of their objects.
    pub fn places(&self) -> impl Iterator<Item = (u32, Place)> + '_ {
        self.places.iter().map(|(n, p)| (*n, *p))
    }

    /// A chosen place that meets a stretch of addresses: the allocator keeps off it, whenever
    /// its object comes to be.
    pub(super) fn meets(&self, from: u64, to: u64) -> Option<Place> {
        let meets = |p: &&Place| p.base < to && from < p.end();
        self.places.values().find(meets).copied()
    }
}
