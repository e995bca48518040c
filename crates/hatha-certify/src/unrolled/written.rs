//! Which bits of an object have been written.
//!
//! **Soundness.** Only what the program or somebody outside has written counts. A value that the
//! checker makes up for a byte of which it knows nothing is no write.

use std::collections::BTreeMap;

/// The written bits of an object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Written {
    /// Ranges of bytes of which all bits are written: start and end, apart from each other.
    whole: BTreeMap<u64, u64>,
    /// The written bits of other bytes of which some are.
    partial: BTreeMap<u64, u8>,
}

/// Bytes that are not written wholly, by their distance from a place, with their written bits.
pub(super) type Holes = Vec<(u64, u8)>;

impl Written {
    /// All bits of some bytes are written.
    pub(super) fn add(&mut self, offset: u64, len: u64) {
        let (mut from, mut to) = (offset, offset + len);
        let touching: Vec<u64> = self
            .whole
            .range(..=to)
            .rev()
            .take_while(|(_, end)| **end >= from)
            .map(|(start, _)| *start)
            .collect();
        for start in touching {
            let end = self.whole.remove(&start).unwrap_or(start);
            from = from.min(start);
            to = to.max(end);
        }
        self.whole.insert(from, to);
        let inside: Vec<u64> = self.partial.range(from..to).map(|(at, _)| *at).collect();
        for at in inside {
            self.partial.remove(&at);
        }
    }

    /// Some bits of a byte are written, beside those that were.
    pub(super) fn add_bits(&mut self, at: u64, bits: u8) {
        match self.bits(at) | bits {
            0xff => self.add(at, 1),
            0 => {}
            all => {
                self.partial.insert(at, all);
            }
        }
    }

    /// The written bits of a byte.
    pub(super) fn bits(&self, at: u64) -> u8 {
        let before = self.whole.range(..=at).next_back();
        match before {
            Some((_, end)) if *end > at => 0xff,
            _ => self.partial.get(&at).copied().unwrap_or(0),
        }
    }

    /// No bit of some bytes is written any more.
    fn remove(&mut self, offset: u64, len: u64) {
        let (from, to) = (offset, offset + len);
        let met: Vec<(u64, u64)> = self
            .whole
            .range(..to)
            .rev()
            .take_while(|(_, end)| **end > from)
            .map(|(start, end)| (*start, *end))
            .collect();
        for (start, end) in met {
            self.whole.remove(&start);
            if start < from {
                self.whole.insert(start, from);
            }
            if end > to {
                self.whole.insert(to, end);
            }
        }
        let inside: Vec<u64> = self.partial.range(from..to).map(|(at, _)| *at).collect();
        for at in inside {
            self.partial.remove(&at);
        }
    }

    /// The bytes of a range that are not written wholly.
    pub(super) fn holes(&self, offset: u64, len: u64) -> Holes {
        let all = offset..offset + len;
        let bits = all.map(|at| (at - offset, self.bits(at)));
        bits.filter(|(_, bits)| *bits != 0xff).collect()
    }

    /// A range is written but for some bytes.
    pub(super) fn set(&mut self, offset: u64, len: u64, holes: &Holes) {
        self.add(offset, len);
        for &(at, bits) in holes {
            self.remove(offset + at, 1);
            self.add_bits(offset + at, bits);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Written;

    #[test]
    fn ranges_and_bits_are_kept_apart() {
        let mut written = Written::default();
        written.add(4, 4);
        written.add(8, 2);
        assert_eq!(written.holes(4, 6), vec![]);
        assert_eq!(written.holes(3, 2), vec![(0, 0)]);
        written.add_bits(2, 0x0f);
        assert_eq!(written.bits(2), 0x0f);
        written.add_bits(2, 0xf0);
        assert_eq!(written.bits(2), 0xff);
        written.set(5, 3, &vec![(1, 0x01)]);
        assert_eq!(written.holes(2, 8), vec![(1, 0), (4, 0x01)]);
        let mut other = Written::default();
        other.add(4, 6);
        other.remove(5, 2);
        assert_eq!(other.holes(4, 6), vec![(1, 0), (2, 0)]);
    }
}
