//! Where pointers lead, whatever the program does.
//!
//! One pass over all edges, in no order, until nothing changes: for each slot and each word of
//! an object the places whose address it may hold. A word of which only one place is known leads
//! there at every access that does not fault, and so its object is known by name: what is
//! written through another name is apart from it.
//!
//! **Soundness.** Nothing rests on this: it only shapes terms, and what a proof needs of it
//! stands in the proof ([`object_facts`]), where the checker finds it to hold or refuses. So memory that
//! nobody has written is not followed (it may hold any address, but hardly does), while a store
//! through an unknown pointer is: it may change any word.

mod facts;
mod leads;
mod names;
mod sweep;

pub use facts::{ObjectFacts, Start, Starts, object_facts};
pub use leads::{Cell, Leads, Object, Place};
pub use names::Names;
pub use sweep::Points;
pub(crate) use sweep::once;
