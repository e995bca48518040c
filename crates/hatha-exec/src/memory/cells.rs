//! What memory knows about stored values beyond their bytes.
//!
//! **Invariant.** Cells of one object do not overlap, and a cell describes the
//! bytes that stand there now: every write removes or trims what it covers.

use std::collections::BTreeMap;

/// A stored value, or the part of it that has not been overwritten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell<S> {
    /// What is known about the whole value.
    pub value: S,
    /// Bytes of the whole value.
    pub total: u8,
    /// First byte of it that is here.
    pub first: u8,
    /// How many of its bytes are here.
    pub len: u8,
}

/// The cells of an object, by offset.
#[derive(Clone, Debug, Default)]
pub struct Cells<S> {
    map: BTreeMap<u64, Cell<S>>,
}

impl<S: Clone> Cells<S> {
    /// No cells.
    pub fn new() -> Self {
        Cells {
            map: BTreeMap::new(),
        }
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.map.is_empty()
    }

    /// Whether a cell lies in `[offset, offset + len)` or reaches into it.
    pub fn touch(&self, offset: u64, len: u64) -> bool {
        self.map.range(offset..offset + len).next().is_some() || self.before(offset).is_some()
    }

    /// The whole value stored at exactly these bytes.
    #[inline]
    pub fn exact(&self, offset: u64, len: u64) -> Option<&S> {
        let cell = self.map.get(&offset)?;
        let whole = cell.first == 0 && cell.len == cell.total && u64::from(cell.len) == len;
        whole.then_some(&cell.value)
    }

    /// Cells that touch `[offset, offset + len)`, with their offsets, trimmed to that range.
    pub fn parts(&self, offset: u64, len: u64) -> Vec<(u64, Cell<S>)> {
        if self.map.is_empty() {
            return Vec::new();
        }
        let from = self.before(offset).unwrap_or(offset);
        self.map
            .range(from..offset + len)
            .filter_map(|(&at, cell)| trim(at, cell, offset, offset + len))
            .collect()
    }

    /// The start of the cell that begins before `offset` and reaches over it.
    fn before(&self, offset: u64) -> Option<u64> {
        let (&at, cell) = self.map.range(..offset).next_back()?;
        (at + u64::from(cell.len) > offset).then_some(at)
    }

    /// Forgets what stands in `[offset, offset + len)`.
    pub fn clear(&mut self, offset: u64, len: u64) {
        if self.map.is_empty() || len == 0 {
            return;
        }
        let end = offset + len;
        let from = self.before(offset).unwrap_or(offset);
        let hit: Vec<u64> = self.map.range(from..end).map(|(&at, _)| at).collect();
        for at in hit {
            let Some(cell) = self.map.remove(&at) else {
                continue;
            };
            let reach = at + u64::from(cell.len);
            for (at, rest) in [trim(at, &cell, at, offset), trim(at, &cell, end, reach)]
                .into_iter()
                .flatten()
            {
                self.map.insert(at, rest);
            }
        }
    }

    /// Records a whole value of `len` bytes.
    pub fn put(&mut self, offset: u64, len: u8, value: S) {
        let cell = Cell {
            value,
            total: len,
            first: 0,
            len,
        };
        self.insert(offset, cell);
    }

    /// Records a cell (a copied one).
    pub fn insert(&mut self, offset: u64, cell: Cell<S>) {
        self.clear(offset, u64::from(cell.len));
        self.map.insert(offset, cell);
    }

    /// All cells.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &Cell<S>)> {
        self.map.iter().map(|(&at, c)| (at, c))
    }
}

/// The part of a cell at `at` that lies in `[from, to)`.
fn trim<S: Clone>(at: u64, cell: &Cell<S>, from: u64, to: u64) -> Option<(u64, Cell<S>)> {
    let start = at.max(from);
    let end = (at + u64::from(cell.len)).min(to);
    (start < end).then(|| {
        let trimmed = Cell {
            first: cell.first + (start - at) as u8,
            len: (end - start) as u8,
            ..cell.clone()
        };
        (start, trimmed)
    })
}
