//! Objects and what they hold.
//!
//! **Invariant.** Cells of an object do not overlap. A byte that no cell covers is zero or
//! unknown, as the object says; an unknown byte gets a variable when it is first
//! read and keeps it. Copies share chunks until one of them writes.

use super::value::Val;
use super::written::{Holes, Written};
use crate::operator::mask;
use hatha_index::index_type;
use hatha_term::{Sort, TermId, TermPool};
use std::collections::BTreeMap;
use std::rc::Rc;

index_type! {
    /// An object; its number is never given to another.
    pub(super) struct ObjectId
}

/// Bytes of a chunk, as a power of two. No cell is longer.
const CHUNK: u32 = 8;

/// A value in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) len: u8,
    pub(super) value: Val,
}

type Chunk = BTreeMap<u64, Cell>;

/// Where an object comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// A variable.
    Variable,
    /// A variable that may not be written.
    Constant,
    /// A string literal or a constant compound literal: two of them may be one object.
    Literal,
    /// The heap.
    Heap,
    /// A block on the stack.
    Block,
}

/// An object.
#[derive(Clone, Debug)]
pub(super) struct Object {
    pub(super) size: u64,
    pub(super) align: u32,
    pub(super) origin: Origin,
    pub(super) alive: bool,
    /// Whether somebody outside may have ended it all the same.
    pub(super) doubtful: bool,
    /// Whether bytes without a cell are zero rather than unknown.
    pub(super) zeroed: bool,
    /// The variable for its address, once somebody asked for that.
    pub(super) address: Option<TermId>,
    /// Which of its bits have been written; `None` if all have.
    pub(super) written: Option<Written>,
    chunks: BTreeMap<u64, Rc<Chunk>>,
}

/// A byte: a piece of a cell, or what is there without one.
#[derive(Clone, Copy, Debug)]
pub(super) enum Byte {
    /// A byte of a value.
    Of(Val, u8),
    Zero,
    Unknown,
}

impl Object {
    pub(super) fn new(size: u64, align: u32, origin: Origin, zeroed: bool) -> Self {
        Object {
            size,
            align,
            origin,
            alive: true,
            doubtful: false,
            zeroed,
            address: None,
            written: None,
            chunks: BTreeMap::new(),
        }
    }

    /// The same, of which nothing has been written.
    pub(super) fn unwritten(self) -> Self {
        Object {
            written: Some(Written::default()),
            ..self
        }
    }

    /// Some bytes are written.
    pub(super) fn mark(&mut self, offset: u64, len: u64) {
        if let Some(written) = &mut self.written {
            written.add(offset, len);
        }
    }

    /// The bytes of a range that are not written wholly.
    pub(super) fn holes(&self, offset: u64, len: u64) -> Holes {
        let written = self.written.as_ref();
        written.map_or_else(Holes::new, |w| w.holes(offset, len))
    }

    /// How far behind an offset the first byte of a range lies that is not written wholly.
    pub(super) fn first_hole(&self, offset: u64, len: u64) -> Option<u64> {
        let written = self.written.as_ref()?;
        (0..len).find(|i| written.bits(offset + i) != 0xff)
    }

    /// A range is written but for some bytes.
    pub(super) fn mark_but(&mut self, offset: u64, len: u64, holes: &Holes) {
        if holes.is_empty() {
            return self.mark(offset, len);
        }
        let size = self.size;
        let written = self.written.get_or_insert_with(|| {
            let mut all = Written::default();
            all.add(0, size);
            all
        });
        written.set(offset, len, holes);
    }

    /// Whether an object holds what it held earlier. If its address had no name then, any will do.
    pub(super) fn holds_what(&self, earlier: &Object) -> bool {
        let shape = |o: &Object| (o.size, o.align, o.origin, o.zeroed);
        shape(self) == shape(earlier)
            && (earlier.address.is_none() || earlier.address == self.address)
            && self.chunks == earlier.chunks
            && self.written == earlier.written
    }

    /// Whether it surely lives.
    pub(super) fn surely_lives(&self) -> bool {
        self.alive && !self.doubtful
    }

    /// Whether an access of some bytes at an offset lies inside.
    pub(super) fn holds(&self, offset: u64, len: u64) -> bool {
        offset <= self.size && self.size - offset >= len
    }

    /// The objects whose addresses stand in it.
    pub(super) fn addresses(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.values().filter_map(Val::object)
    }

    /// What it holds, as far as that is known.
    pub(super) fn values(&self) -> impl Iterator<Item = Val> + '_ {
        let cells = self.chunks.values().flat_map(|chunk| chunk.values());
        cells.map(|cell| cell.value)
    }

    /// The objects of which a range holds a part of an address only.
    pub(super) fn cut_addresses(&self, offset: u64, len: u64) -> impl Iterator<Item = ObjectId> {
        let end = offset + len;
        let is_cut = |at: u64, cell: Cell| at < offset || at + u64::from(cell.len) > end;
        let ends = [offset, end.saturating_sub(1)].map(|at| self.covering(at));
        let cut = ends.map(|met| met.filter(|(at, cell)| is_cut(*at, *cell)));
        let objects = cut.map(|met| met.and_then(|(_, cell)| cell.value.object()));
        objects.into_iter().flatten()
    }

    /// The value that stands at exactly these bytes.
    pub(super) fn exact(&self, offset: u64, len: u64) -> Option<Val> {
        let cell = self.chunks.get(&(offset >> CHUNK))?.get(&offset)?;
        (u64::from(cell.len) == len).then_some(cell.value)
    }

    /// The cell that covers a byte.
    fn covering(&self, offset: u64) -> Option<(u64, Cell)> {
        let number = offset >> CHUNK;
        let near = self.chunks.range(number.saturating_sub(1)..=number).rev();
        let mut earlier = near.filter_map(|(_, chunk)| chunk.range(..=offset).next_back());
        let (&at, &cell) = earlier.next()?;
        (at + u64::from(cell.len) > offset).then_some((at, cell))
    }

    /// What a byte holds.
    pub(super) fn byte(&self, offset: u64) -> Byte {
        match self.covering(offset) {
            Some((at, cell)) => Byte::Of(cell.value, (offset - at) as u8),
            None if self.zeroed => Byte::Zero,
            None => Byte::Unknown,
        }
    }

    /// Puts a value somewhere.
    pub(super) fn put(&mut self, pool: &mut TermPool, offset: u64, cell: Cell) {
        self.clear(pool, offset, u64::from(cell.len));
        self.set(offset, cell);
    }

    fn set(&mut self, offset: u64, cell: Cell) {
        let chunk = self.chunks.entry(offset >> CHUNK);
        let chunk = chunk.or_insert_with(|| Rc::new(BTreeMap::new()));
        Rc::make_mut(chunk).insert(offset, cell);
    }

    /// Removes cells; what remains of a cell that is cut stays, byte by byte. The bytes are
    /// then zero or unknown, as the object says: whoever clears writes them or makes them so.
    fn clear(&mut self, pool: &mut TermPool, offset: u64, len: u64) {
        let mut at = offset;
        while at < offset + len {
            let Some((start, cell)) = self.covering(at) else {
                at = self.next_cell(at, offset + len);
                continue;
            };
            if let Some(chunk) = self.chunks.get_mut(&(start >> CHUNK)) {
                Rc::make_mut(chunk).remove(&start);
            }
            for i in 0..cell.len {
                let here = start + u64::from(i);
                if here < offset || here >= offset + len {
                    let value = piece(pool, cell.value, i);
                    self.set(here, Cell { len: 1, value });
                }
            }
            at = start + u64::from(cell.len);
        }
    }

    /// The first offset from `at` on at which a cell begins, or the end.
    fn next_cell(&self, at: u64, end: u64) -> u64 {
        let chunks = self.chunks.range(at >> CHUNK..=end >> CHUNK);
        let mut starts = chunks.filter_map(|(_, chunk)| chunk.range(at..).next());
        starts.next().map_or(end, |(&start, _)| start.min(end))
    }

    /// Everything becomes unknown.
    pub(super) fn forget(&mut self) {
        self.chunks.clear();
        self.zeroed = false;
    }

    /// Some bytes become unknown.
    pub(super) fn forget_bytes(&mut self, pool: &mut TermPool, offset: u64, len: u64) {
        self.clear(pool, offset, len);
        if !self.zeroed {
            return;
        }
        for at in offset..offset + len {
            let value = Val::Term(unknown(pool, 8));
            self.set(at, Cell { len: 1, value });
        }
    }

    /// What stands in a range: the cells that lie in it, byte by byte where one is cut; bytes
    /// that nothing is known of are left out.
    pub(super) fn contents(&self, pool: &mut TermPool, offset: u64, len: u64) -> Vec<(u64, Cell)> {
        let mut found = Vec::new();
        let mut at = offset;
        let end = offset + len;
        while at < end {
            match self.covering(at) {
                Some((start, cell)) if start == at && at + u64::from(cell.len) <= end => {
                    found.push((at - offset, cell));
                    at += u64::from(cell.len);
                }
                Some((start, cell)) => {
                    let value = piece(pool, cell.value, (at - start) as u8);
                    found.push((at - offset, Cell { len: 1, value }));
                    at += 1;
                }
                None if self.zeroed => {
                    let value = Val::Const(0);
                    found.push((at - offset, Cell { len: 1, value }));
                    at += 1;
                }
                None => at = self.next_cell(at, end),
            }
        }
        found
    }
}

/// One byte of a value, the lowest being 0. The bytes of an address may be any.
pub(super) fn piece(pool: &mut TermPool, value: Val, byte: u8) -> Val {
    let low = 8 * u32::from(byte);
    match value {
        Val::Const(bits) => Val::Const((bits >> low) & mask(8)),
        Val::Term(whole) => Val::Term(pool.extract(low + 7, low, whole)),
        Val::Ptr(..) | Val::Func(_) => Val::Term(unknown(pool, 8)),
    }
}

/// A new variable.
pub(super) fn unknown(pool: &mut TermPool, width: u32) -> TermId {
    pool.fresh_var("any", Sort::Bv(width))
}
