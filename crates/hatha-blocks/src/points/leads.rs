//! The places that a pointer may lead to.

use crate::tuning::leads::MOST;
use hatha_cfa::{EdgeId, VarId};
use hatha_defect::{Defect, is_on};
use std::collections::BTreeSet;

/// An object that a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Object {
    /// A variable's.
    Variable(VarId),
    /// What an allocation gives.
    Allocated(EdgeId),
}

/// A place in an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The object.
    pub object: Object,
    /// How many bytes from its start; `None` if that is not known.
    pub offset: Option<u64>,
}

/// What can hold an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cell {
    /// A slot.
    Slot(VarId),
    /// The word of an object at a multiple of a pointer's size.
    Word(Object, u64),
}

/// Where a value may lead.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leads {
    places: BTreeSet<Place>,
    /// It may be null.
    pub null: bool,
    /// It may be anything.
    pub wild: bool,
}

impl Leads {
    /// Anywhere.
    pub fn wild() -> Self {
        Leads {
            wild: true,
            ..Leads::default()
        }
    }

    /// Nowhere.
    pub fn null() -> Self {
        Leads {
            null: true,
            ..Leads::default()
        }
    }

    /// To the start of an object.
    pub fn to(object: Object) -> Self {
        let offset = Some(0);
        Leads {
            places: BTreeSet::from([Place { object, offset }]),
            ..Leads::default()
        }
    }

    /// The places that it may lead to, if it does not lead anywhere.
    pub fn places(&self) -> impl Iterator<Item = Place> {
        self.places.iter().copied()
    }

    /// The one place that it leads to where it leads anywhere at all.
    pub fn only(&self) -> Option<(Object, u64)> {
        let first = self.places.first()?;
        let single = self.places.len() == 1 || is_on(Defect::LeadsToOne);
        let single = single && !self.wild;
        Some((first.object, first.offset?)).filter(|_| single)
    }

    /// The value some bytes further; an unknown number of them if `None`.
    pub fn shifted(self, bytes: Option<u64>) -> Self {
        let shift = |p: Place| Place {
            offset: p.offset.zip(bytes).map(|(a, b)| a.wrapping_add(b)),
            ..p
        };
        Leads {
            places: self.places.into_iter().map(shift).collect(),
            // What is computed from null leads to nothing that can be accessed.
            ..self
        }
    }

    /// Adds where another value leads; whether that was new.
    pub fn join(&mut self, other: &Leads) -> bool {
        let before = (self.places.len(), self.null, self.wild);
        self.null |= other.null;
        self.wild |= other.wild;
        self.places.extend(other.places.iter().copied());
        self.wild |= self.places.len() > MOST;
        if self.wild {
            self.places.clear();
        }
        before != (self.places.len(), self.null, self.wild)
    }
}
