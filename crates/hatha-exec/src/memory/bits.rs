//! Bit-fields: ranges of bits that start anywhere in a byte.
//!
//! On little-endian targets bit 0 is the least significant bit of the first
//! byte; on big-endian ones it is the most significant.

use super::object::{Object, Raw};
use hatha_cfa::{BitRange, ByteOrder};

/// One byte's share of a bit range: where its bits stand in the byte and in the value.
struct Share {
    byte: usize,
    /// Lowest bit in the byte.
    low: u32,
    /// How many bits.
    count: u32,
    /// Lowest bit in the value.
    place: u32,
}

fn shares(range: BitRange, order: ByteOrder) -> impl Iterator<Item = Share> {
    let (first, width) = (u32::from(range.offset), u32::from(range.width));
    (0..range.bytes() as u32).map(move |byte| {
        let from = first.max(byte * 8);
        let to = (first + width).min(byte * 8 + 8);
        let (low, place) = match order {
            ByteOrder::Little => (from - byte * 8, from - first),
            ByteOrder::Big => (byte * 8 + 8 - to, first + width - to),
        };
        Share {
            byte: byte as usize,
            low,
            count: to - from,
            place,
        }
    })
}

impl<S: Clone> Object<S> {
    /// Reads a bit-field, not extended.
    pub fn read_bits(&self, offset: usize, range: BitRange, order: ByteOrder) -> Raw {
        let mut raw = Raw { bits: 0, holes: 0 };
        for s in shares(range, order) {
            let ones = (1u32 << s.count) - 1;
            let take = |b: u8| u128::from((u32::from(b) >> s.low) & ones) << s.place;
            raw.bits |= take(self.bytes[offset + s.byte]);
            if let Some(w) = &self.written {
                raw.holes |= take(!w[offset + s.byte]);
            }
        }
        raw
    }

    /// Writes a bit-field and leaves the bits around it as they are.
    pub fn write_bits(&mut self, offset: usize, range: BitRange, raw: Raw, order: ByteOrder) {
        self.note(offset, range.bytes() as usize);
        if raw.holes != 0 && self.written.is_none() {
            self.written = Some(vec![0xff; self.bytes.len()]);
        }
        for s in shares(range, order) {
            let ones = ((1u32 << s.count) - 1) as u8;
            let put = |old: u8, bits: u128| {
                let part = (bits >> s.place) as u8 & ones;
                old & !(ones << s.low) | part << s.low
            };
            let at = offset + s.byte;
            self.bytes[at] = put(self.bytes[at], raw.bits);
            if let Some(w) = &mut self.written {
                w[at] = put(w[at], !raw.holes);
            }
        }
        self.cells.clear(offset as u64, range.bytes());
    }
}
