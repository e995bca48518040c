//! Sorts. A [`Sort`] is a small copyable value; array sorts name their parts by
//! interned [`SortId`]s of one pool, so equal values mean equal sorts there.

use rustc_hash::FxHashMap;

/// The name of a sort inside one pool.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SortId(u32);

/// The sort of a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Unbounded integers.
    Int,
    /// Bit-vectors of the given width, which is at least one.
    Bv(u32),
    /// Arrays from the first sort to the second.
    Array(SortId, SortId),
    /// SMT-LIB's floats with the given exponent and significand widths, which
    /// only the reader and the printer speak of: no operator works on them, as a
    /// float is its bits.
    Float(u32, u32),
}

impl Sort {
    /// The width of a bit-vector sort.
    pub fn bv_width(self) -> Option<u32> {
        match self {
            Sort::Bv(width) => Some(width),
            _ => None,
        }
    }
}

/// The interned sorts of a pool.
#[derive(Clone, Debug)]
pub(crate) struct SortTable {
    sorts: Vec<Sort>,
    ids: FxHashMap<Sort, SortId>,
    /// The ids of bit-vector sorts by width: every new term looks one up.
    narrow: [Option<SortId>; 129],
}

impl SortTable {
    pub(crate) const BOOL: SortId = SortId(0);

    pub(crate) fn new() -> SortTable {
        let mut table = SortTable {
            sorts: Vec::new(),
            ids: FxHashMap::default(),
            narrow: [None; 129],
        };
        let first = table.intern(Sort::Bool);
        debug_assert_eq!(first, SortTable::BOOL);
        table
    }

    #[inline]
    pub(crate) fn intern(&mut self, sort: Sort) -> SortId {
        match sort {
            Sort::Bool if !self.sorts.is_empty() => SortTable::BOOL,
            Sort::Bv(width @ 0..=128) => match self.narrow[width as usize] {
                Some(id) => id,
                None => {
                    let id = self.intern_slowly(sort);
                    self.narrow[width as usize] = Some(id);
                    id
                }
            },
            _ => self.intern_slowly(sort),
        }
    }

    fn intern_slowly(&mut self, sort: Sort) -> SortId {
        if let Some(&id) = self.ids.get(&sort) {
            return id;
        }
        let id = SortId(self.sorts.len() as u32);
        self.sorts.push(sort);
        self.ids.insert(sort, id);
        id
    }

    pub(crate) fn get(&self, id: SortId) -> Sort {
        self.sorts[id.0 as usize]
    }
}
