//! One object: bytes, which of their bits were written, and what is known about them.
//!
//! **Invariant.** Offsets handed to these functions lie within the object; the
//! memory has checked them. A set bit in `written` says that the bit of the byte
//! has a value; `None` says that all have.

use super::cells::Cells;
use crate::word::Prov;
use hatha_cfa::{ByteOrder, ProcId, Span, VarId};

/// What an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectKind {
    /// A global variable, static local or string literal.
    Global(VarId),
    /// A function; it has an address and no bytes.
    Function(ProcId),
    /// A local variable or parameter.
    Local(VarId),
    /// A block from `alloca` or a variable-length array.
    StackBlock,
    /// The variadic arguments of an invocation.
    VarArgs,
    /// A heap block.
    Heap,
    /// One that the C library keeps for itself.
    Library,
    /// Made by the environment of the entry function for one of its pointers; its number.
    Entry(u32),
    /// The arguments of the program.
    Arguments,
    /// A text of the environment; its number.
    Text(u32),
    /// Device memory at a given address.
    Region,
}

/// What the bits are that were never written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holes {
    /// Uninitialised.
    Uninitialised,
    /// Arbitrary: unknown code may have written them.
    Arbitrary,
    /// Arbitrary: what the entry function finds when it starts.
    Entry,
    /// Arbitrary: bytes of a text up to its end.
    Text,
}

/// An object.
#[derive(Clone, Debug)]
pub struct Object<S> {
    /// Its first address.
    pub base: u64,
    /// Its bytes.
    pub size: u64,
    /// Its identity.
    pub prov: Prov,
    /// Whether it may be accessed.
    pub alive: bool,
    /// What it is.
    pub kind: ObjectKind,
    /// The alignment that it has wherever it lies.
    pub align: u32,
    /// How many objects there were before it.
    pub number: u32,
    /// How many there had been when it ended; as many as can be while it lives.
    pub ended: u32,
    /// Where it was declared or allocated.
    pub span: Span,
    /// Whether writes are a fault.
    pub read_only: bool,
    /// What its unwritten bits are.
    pub holes: Holes,
    pub(super) bytes: Vec<u8>,
    pub(super) written: Option<Vec<u8>>,
    pub(super) cells: Cells<S>,
    /// The bytes that may have changed since somebody asked: from here to there.
    pub(super) changed: (usize, usize),
    /// Whether the memory's list of changed objects has it.
    pub(super) listed: bool,
}

/// No byte has changed.
pub(super) const UNCHANGED: (usize, usize) = (usize::MAX, 0);

/// Bits read from memory; a set bit in `holes` was never written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Raw {
    /// The bits.
    pub bits: u128,
    /// Which of them have no value.
    pub holes: u128,
}

impl<S: Clone> Object<S> {
    /// Up to 8 bytes, all written, without further knowledge: the common case.
    #[inline]
    pub(crate) fn read_plain(&self, offset: usize, len: usize) -> Option<u64> {
        if let Some(w) = &self.written
            && small(&w[offset..offset + len]) != crate::word::mask(len as u8 * 8)
        {
            return None;
        }
        if !self.cells.is_empty() && self.cells.touch(offset as u64, len as u64) {
            return None;
        }
        Some(small(&self.bytes[offset..offset + len]))
    }

    /// Up to 16 bytes.
    pub fn read(&self, offset: usize, len: usize, order: ByteOrder) -> Raw {
        let range = offset..offset + len;
        let holes = match &self.written {
            None => 0,
            Some(w) => join(&w[range.clone()], order) ^ ones(len),
        };
        Raw {
            bits: join(&self.bytes[range], order),
            holes,
        }
    }

    /// Up to 8 bytes, all of them with a value, little-endian, no further knowledge.
    #[inline]
    pub(crate) fn write_plain(&mut self, offset: usize, len: usize, bits: u64) {
        self.note(offset, len);
        self.bytes[offset..offset + len].copy_from_slice(&bits.to_le_bytes()[..len]);
        if let Some(w) = &mut self.written {
            w[offset..offset + len].fill(0xff);
        }
        self.cells.clear(offset as u64, len as u64);
    }

    /// Up to 16 bytes.
    pub fn write(&mut self, offset: usize, len: usize, raw: Raw, order: ByteOrder) {
        self.note(offset, len);
        let range = offset..offset + len;
        split(&mut self.bytes[range.clone()], raw.bits, order);
        if raw.holes != 0 && self.written.is_none() {
            self.written = Some(vec![0xff; self.bytes.len()]);
        }
        if let Some(w) = &mut self.written {
            split(&mut w[range], !raw.holes, order);
        }
        self.cells.clear(offset as u64, len as u64);
    }

    /// Sets bytes.
    pub fn fill(&mut self, offset: usize, len: usize, byte: u8) {
        self.note(offset, len);
        self.bytes[offset..offset + len].fill(byte);
        if let Some(w) = &mut self.written {
            w[offset..offset + len].fill(0xff);
            if len == self.bytes.len() {
                self.written = None;
            }
        }
        self.cells.clear(offset as u64, len as u64);
    }

    /// Writes bytes with values.
    pub(crate) fn put_bytes(&mut self, offset: usize, bytes: &[u8]) {
        self.note(offset, bytes.len());
        let range = offset..offset + bytes.len();
        self.bytes[range.clone()].copy_from_slice(bytes);
        if let Some(w) = &mut self.written {
            w[range].fill(0xff);
        }
        self.cells.clear(offset as u64, bytes.len() as u64);
    }

    /// Ends the object earlier.
    pub(super) fn shrink(&mut self, size: u64) {
        self.note(0, self.bytes.len());
        self.size = self.size.min(size);
        let len = self.size as usize;
        self.bytes.truncate(len);
        if let Some(w) = &mut self.written {
            w.truncate(len);
        }
    }

    /// Makes all bytes valueless.
    pub fn forget(&mut self, holes: Holes) {
        self.note(0, self.bytes.len());
        self.written = Some(vec![0; self.bytes.len()]);
        self.holes = holes;
        self.cells = Cells::new();
    }

    /// Makes some bytes valueless; all unwritten bits of the object then count as given.
    pub(crate) fn forget_range(&mut self, offset: usize, len: usize, holes: Holes) {
        self.note(offset, len);
        let size = self.bytes.len();
        let written = self.written.get_or_insert_with(|| vec![0xff; size]);
        written[offset..offset + len].fill(0);
        self.holes = holes;
        self.cells.clear(offset as u64, len as u64);
    }

    /// Notes that bytes, or what is known about them, change.
    #[inline]
    pub(super) fn note(&mut self, offset: usize, len: usize) {
        self.changed.0 = self.changed.0.min(offset);
        self.changed.1 = self.changed.1.max(offset + len);
    }

    /// The bytes, whether written or not.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Which bits of the bytes have a value, byte by byte; `None` if all have.
    pub fn written(&self) -> Option<&[u8]> {
        self.written.as_deref()
    }

    /// The first byte in the range that has a bit without a value.
    pub(crate) fn first_hole(&self, offset: usize, len: usize) -> Option<usize> {
        let w = self.written.as_ref()?;
        w[offset..offset + len]
            .iter()
            .position(|&m| m != 0xff)
            .map(|i| offset + i)
    }

    /// What is known about the stored values.
    pub fn cells(&self) -> &Cells<S> {
        &self.cells
    }

    /// What is known about the stored values, to add to it.
    pub fn cells_mut(&mut self) -> &mut Cells<S> {
        &mut self.cells
    }

    /// The bytes, their masks and their cells in a range, to be written elsewhere.
    pub(crate) fn extract(&self, offset: usize, len: usize) -> Extract<S> {
        let range = offset..offset + len;
        Extract {
            bytes: self.bytes[range.clone()].to_vec(),
            written: self.written.as_ref().map(|w| w[range].to_vec()),
            cells: self.cells.parts(offset as u64, len as u64),
            from: offset as u64,
        }
    }

    /// Writes what was extracted.
    pub(crate) fn insert(&mut self, offset: usize, data: Extract<S>) {
        let len = data.bytes.len();
        self.note(offset, len);
        let range = offset..offset + len;
        self.bytes[range.clone()].copy_from_slice(&data.bytes);
        match (&mut self.written, data.written) {
            (Some(mine), Some(theirs)) => mine[range].copy_from_slice(&theirs),
            (Some(mine), None) => mine[range].fill(0xff),
            (None, Some(theirs)) if theirs.iter().any(|&m| m != 0xff) => {
                let mut mine = vec![0xff; self.bytes.len()];
                mine[range].copy_from_slice(&theirs);
                self.written = Some(mine);
            }
            (None, _) => {}
        }
        self.cells.clear(offset as u64, len as u64);
        for (at, cell) in data.cells {
            self.cells.insert(at - data.from + offset as u64, cell);
        }
    }
}

impl<S> Extract<S> {
    /// How many bytes.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }
}

/// A stretch of memory on its way to another place.
#[derive(Clone, Debug)]
pub struct Extract<S> {
    bytes: Vec<u8>,
    written: Option<Vec<u8>>,
    cells: Vec<(u64, super::cells::Cell<S>)>,
    from: u64,
}

fn ones(len: usize) -> u128 {
    crate::word::mask128((len * 8).min(128) as u8)
}

#[inline]
fn small(bytes: &[u8]) -> u64 {
    match *bytes {
        [a] => u64::from(a),
        [a, b] => u64::from(u16::from_le_bytes([a, b])),
        [a, b, c, d] => u64::from(u32::from_le_bytes([a, b, c, d])),
        [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
        _ => join(bytes, ByteOrder::Little) as u64,
    }
}

fn join(bytes: &[u8], order: ByteOrder) -> u128 {
    let step = |acc: u128, &b: &u8| acc << 8 | u128::from(b);
    match order {
        ByteOrder::Little => bytes.iter().rev().fold(0, step),
        ByteOrder::Big => bytes.iter().fold(0, step),
    }
}

fn split(bytes: &mut [u8], bits: u128, order: ByteOrder) {
    let len = bytes.len();
    for (i, b) in bytes.iter_mut().enumerate() {
        let place = match order {
            ByteOrder::Little => i,
            ByteOrder::Big => len - 1 - i,
        };
        *b = (bits >> (8 * place)) as u8;
    }
}
