//! What memory knows about stored values beyond their bytes.
//!
//! **Invariant.** Cells of one object do not overlap, and a cell describes the
//! bytes that stand there now: every write removes or trims what it covers. They stand in
//! chunks by offset, none of them empty; copies of an object share a chunk
//! until one of them changes it.

use std::collections::BTreeMap;
use std::rc::Rc;

/// Bytes of a chunk, as a power of two. No cell is longer than a chunk.
const CHUNK: u32 = 8;

/// A stored value, or the part of it that has not been overwritten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell<S> {
    /// What is known about the whole value.
    pub value: S,
    /// Whether it was stored as a number rather than an address.
    pub is_number: bool,
    /// Bytes of the whole value.
    pub total: u8,
    /// First byte of it that is here.
    pub first: u8,
    /// How many of its bytes are here.
    pub len: u8,
}

type Chunk<S> = BTreeMap<u64, Cell<S>>;

/// The cells of an object, by offset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cells<S> {
    chunks: BTreeMap<u64, Rc<Chunk<S>>>,
}

impl<S: Clone> Cells<S> {
    /// No cells.
    pub fn new() -> Self {
        Cells {
            chunks: BTreeMap::new(),
        }
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// Cells that begin in `[from, to)`, in order.
    fn range(&self, from: u64, to: u64) -> impl Iterator<Item = (u64, &Cell<S>)> {
        let last = to.saturating_sub(1).max(from) >> CHUNK;
        let chunks = self.chunks.range(from >> CHUNK..=last);
        chunks
            .flat_map(move |(_, chunk)| chunk.range(from..to.max(from)))
            .map(|(&at, cell)| (at, cell))
    }

    /// Whether a cell lies in `[offset, offset + len)` or reaches into it.
    pub fn touch(&self, offset: u64, len: u64) -> bool {
        self.range(offset, offset + len).next().is_some() || self.before(offset).is_some()
    }

    /// The whole value stored at exactly these bytes.
    #[inline]
    pub fn exact(&self, offset: u64, len: u64) -> Option<&S> {
        let cell = self.chunks.get(&(offset >> CHUNK))?.get(&offset)?;
        let whole = cell.first == 0 && cell.len == cell.total && u64::from(cell.len) == len;
        whole.then_some(&cell.value)
    }

    /// Cells that touch `[offset, offset + len)`, with their offsets, trimmed to that range.
    pub fn parts(&self, offset: u64, len: u64) -> Vec<(u64, Cell<S>)> {
        if self.chunks.is_empty() {
            return Vec::new();
        }
        let from = self.before(offset).unwrap_or(offset);
        self.range(from, offset + len)
            .filter_map(|(at, cell)| trim(at, cell, offset, offset + len))
            .collect()
    }

    /// The start of the cell that begins before `offset` and reaches over it.
    fn before(&self, offset: u64) -> Option<u64> {
        let number = offset >> CHUNK;
        let near = self.chunks.range(number.saturating_sub(1)..=number).rev();
        let mut earlier = near.filter_map(|(_, chunk)| chunk.range(..offset).next_back());
        let (&at, cell) = earlier.next()?;
        (at + u64::from(cell.len) > offset).then_some(at)
    }

    /// Forgets what stands in `[offset, offset + len)`.
    pub fn clear(&mut self, offset: u64, len: u64) {
        if self.chunks.is_empty() || len == 0 {
            return;
        }
        let end = offset + len;
        let from = self.before(offset).unwrap_or(offset);
        let hit: Vec<u64> = self.range(from, end).map(|(at, _)| at).collect();
        for at in hit {
            let Some(cell) = self.remove(at) else {
                continue;
            };
            let reach = at + u64::from(cell.len);
            for (at, rest) in [trim(at, &cell, at, offset), trim(at, &cell, end, reach)]
                .into_iter()
                .flatten()
            {
                self.set(at, rest);
            }
        }
    }

    fn remove(&mut self, at: u64) -> Option<Cell<S>> {
        let chunk = self.chunks.get_mut(&(at >> CHUNK))?;
        let cell = Rc::make_mut(chunk).remove(&at);
        if chunk.is_empty() {
            self.chunks.remove(&(at >> CHUNK));
        }
        cell
    }

    fn set(&mut self, at: u64, cell: Cell<S>) {
        let chunk = self.chunks.entry(at >> CHUNK);
        let chunk = chunk.or_insert_with(|| Rc::new(BTreeMap::new()));
        Rc::make_mut(chunk).insert(at, cell);
    }

    /// Records a whole value of `len` bytes.
    pub fn put(&mut self, offset: u64, len: u8, value: S) {
        self.put_as(offset, len, (value, false));
    }

    /// The same, with whether it is stored as a number.
    pub fn put_as(&mut self, offset: u64, len: u8, (value, is_number): (S, bool)) {
        let cell = Cell {
            value,
            is_number,
            total: len,
            first: 0,
            len,
        };
        self.insert(offset, cell);
    }

    /// Whether some of the bytes were stored as those of a number.
    pub fn hold_number(&self, offset: u64, len: u64) -> bool {
        let from = self.before(offset).unwrap_or(offset);
        self.range(from, offset + len).any(|(_, c)| c.is_number)
    }

    /// Records a cell (a copied one).
    pub fn insert(&mut self, offset: u64, cell: Cell<S>) {
        self.clear(offset, u64::from(cell.len));
        self.set(offset, cell);
    }

    /// All cells.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &Cell<S>)> {
        let cells = self.chunks.values().flat_map(|chunk| chunk.iter());
        cells.map(|(&at, c)| (at, c))
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
