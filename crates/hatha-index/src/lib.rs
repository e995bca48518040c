//! Ids with a type, and vectors that only such an id indexes.
//!
//! **Invariant.** [`index_type`] makes an id; [`IndexVec`] is a vector whose elements have ids of
//! one type, so an id of something else does not compile as its index. Deliberately absent:
//! anything that knows programs, terms or solvers; every crate may use this one.
//! The compiler checks the ids. Tests: `the_lower_layers_know_nothing_of_the_upper_ones`.
//!
//! ```
//! use hatha_index::{IndexVec, index_type};
//! index_type! {
//!     /// A city of a map.
//!     pub struct CityId
//! }
//! let mut names: IndexVec<CityId, &str> = IndexVec::new();
//! let rome = names.push_and_get_key("Rome");
//! assert_eq!(names[rome], "Rome");
//! assert_eq!(names.iter_enumerated().next(), Some((CityId(0), &"Rome")));
//! ```

#![warn(unreachable_pub)]

pub use typed_index_collections::{TiSlice as IndexSlice, TiVec as IndexVec};

/// Defines the id of an element of an [`IndexVec`]: 32 bits, ordered by position.
#[macro_export]
macro_rules! index_type {
    ($(#[$meta:meta])* $visibility:vis struct $name:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $visibility struct $name(pub u32);

        impl $name {
            /// The position.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl From<usize> for $name {
            /// # Panics
            ///
            /// If there are 2^32 elements or more: memory is used up before.
            #[inline]
            fn from(index: usize) -> Self {
                $name(u32::try_from(index).expect("fewer than 2^32 elements fit into memory"))
            }
        }

        impl From<$name> for usize {
            #[inline]
            fn from(id: $name) -> usize {
                id.index()
            }
        }
    };
}
