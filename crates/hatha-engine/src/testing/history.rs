//! What memory held at each cut point of a test.
//!
//! States are not stored whole: for each word of memory there is the list of its
//! values with the moments from which on they stood there.
//!
//! **Invariant.** Every address has a value at every moment, as predicates are
//! total: where nothing was ever written it is zero. What was never written is
//! arbitrary, so the first value that stands there, be it drawn by a read or
//! written, counts from the beginning. Words are little-endian numbers of eight
//! bytes.

use crate::testing::pointees::Pointees;
use hatha_blocks::evaluate::Held;
use hatha_exec::concolic::{Concolic, Trace};
use hatha_exec::memory::{Holes, Object};
use hatha_proof::vocabulary::Ghost;
use hatha_term::{Sort, Symbol, TermId, TermPool};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::rc::Rc;

/// Bytes of a word.
const WORD: u64 = 8;

/// The memory that every test starts with.
pub(crate) type Initial = Rc<FxHashMap<u64, u64>>;

/// A value of a word, from a moment on.
#[derive(Clone, Copy, Debug)]
struct Entry {
    from: u32,
    bits: u64,
    /// Which of the bits have been given a value.
    known: u64,
    /// Which of them had been given one by then.
    written: u64,
    /// Which of them belong to an object.
    held: u64,
    /// The value as a function of the test's inputs, if it depends on them.
    term: Option<TermId>,
}

/// The memory of a test at all its moments.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    initial: Initial,
    words: FxHashMap<u64, Vec<Entry>>,
    /// Changes with the whole memory, to tell states apart.
    print: u64,
    /// Whether what nobody has written is named after its place; zero otherwise.
    named: bool,
    /// Whether somebody asks what was written when.
    asks_written: bool,
    /// Where pointers led.
    pub(crate) pointees: Pointees,
}

/// A word of an object.
struct Word {
    at: u64,
    bits: u64,
    known: u64,
    /// Which of the bits count as written, and which belong to the object.
    written: u64,
    held: u64,
    /// The bytes of the object in it.
    bytes: Range<usize>,
}

/// The words of an object that lie in a range of its bytes.
fn words<S: Clone>(object: &Object<S>, bytes: Range<usize>) -> impl Iterator<Item = Word> {
    let first = (object.base + bytes.start as u64) / WORD;
    let last = (object.base + bytes.end as u64 - 1) / WORD;
    (first..=last).map(move |n| {
        let at = n * WORD;
        let from = at.saturating_sub(object.base) as usize;
        let to = ((at + WORD).saturating_sub(object.base) as usize).min(object.bytes().len());
        let skipped = object.base.saturating_sub(at);
        let (mut bits, mut known, mut held) = (0, 0, 0);
        let is_given = object.holes != Holes::Uninitialised;
        for i in from..to {
            let shift = 8 * ((i - from) as u64 + skipped);
            let mask = object.written().map_or(0xff, |w| w[i]);
            bits |= u64::from(object.bytes()[i] & mask) << shift;
            known |= u64::from(mask) << shift;
            held |= 0xff << shift;
        }
        Word {
            at,
            bits,
            known,
            written: if is_given { held } else { known },
            held,
            bytes: from..to,
        }
    })
}

/// The memory before the first step.
pub(crate) fn initial<'o, S: Clone + 'o>(objects: impl Iterator<Item = &'o Object<S>>) -> Initial {
    let mut all = FxHashMap::default();
    for object in objects {
        if !object.bytes().is_empty() {
            let whole = 0..object.bytes().len();
            all.extend(words(object, whole).map(|w| (w.at, w.bits)));
        }
    }
    Rc::new(all)
}

impl History {
    /// A test that starts with a memory.
    pub(crate) fn new(initial: Initial, named: bool) -> Self {
        History {
            initial,
            named,
            pointees: Pointees::default(),
            words: FxHashMap::default(),
            print: 0,
            asks_written: false,
        }
    }

    /// The same for a program that asks what was written when.
    pub(crate) fn asking(mut self, asks_written: bool) -> Self {
        self.asks_written = asks_written;
        self
    }

    /// Notes what stands in some bytes of an object from a moment on.
    pub(crate) fn note(
        &mut self,
        moment: u32,
        domain: &mut Concolic<'_>,
        object: &Object<Trace>,
        bytes: Range<usize>,
    ) {
        self.pointees.note(moment, object, bytes.clone());
        for word in words(object, bytes) {
            let cells = object.cells();
            let term = if cells.is_empty() {
                None
            } else {
                let first = word.bytes.start as u64;
                let mut parts = cells.parts(first, word.bytes.len() as u64);
                for (offset, _) in &mut parts {
                    *offset -= first;
                }
                domain.stored(word.bits, &parts)
            };
            let entry = Entry {
                from: moment,
                bits: word.bits,
                known: word.known,
                written: word.written,
                held: word.held,
                term,
            };
            self.put(word.at, entry);
        }
    }

    fn put(&mut self, at: u64, mut entry: Entry) {
        let all = self.words.entry(at).or_default();
        let before = match (all.last(), self.initial.get(&at)) {
            (Some(last), _) => (last.bits, last.term, last.known),
            (None, Some(&bits)) => (bits, None, u64::MAX),
            (None, None) => {
                entry.from = 0;
                (0, None, 0)
            }
        };
        let is_same = match all.last().filter(|_| self.asks_written) {
            Some(e) => (e.written, e.held) == (entry.written, entry.held),
            None => !self.asks_written || entry.written == entry.held,
        };
        if before == (entry.bits, entry.term, entry.known) && is_same {
            return;
        }
        self.print ^= mixed(at, before.0) ^ mixed(at, entry.bits);
        for earlier in all.iter_mut().rev() {
            let new = entry.known & !earlier.known;
            // An object that began to live later hides what stood there before.
            if new == 0 {
                break;
            }
            earlier.bits |= entry.bits & new;
            earlier.known |= new;
        }
        match all.last_mut() {
            Some(last) if last.from == entry.from => *last = entry,
            _ => all.push(entry),
        }
    }

    /// A number that differs (almost surely) where the memory's values differ.
    pub(crate) fn print(&self) -> u64 {
        self.print
    }

    /// Whether nobody has given some bytes a value, then or later.
    fn is_hole(&self, moment: u32, at: u64, shift: u32, bytes: u32) -> bool {
        if !self.named {
            return false;
        }
        let mask = u64::MAX >> (64 - 8 * bytes.min(8)) << shift;
        let all = self.words.get(&at).map_or(&[][..], Vec::as_slice);
        let known = all.partition_point(|e| e.from <= moment);
        match known.checked_sub(1) {
            Some(i) => all[i].known & mask == 0,
            None => !self.initial.contains_key(&at),
        }
    }

    fn word(&self, moment: u32, at: u64) -> (u64, Option<TermId>) {
        let all = self.words.get(&at).map_or(&[][..], Vec::as_slice);
        let known = all.partition_point(|e| e.from <= moment);
        match known.checked_sub(1) {
            Some(i) => (all[i].bits, all[i].term),
            None => (self.initial.get(&at).copied().unwrap_or(0), None),
        }
    }

    /// What up to eight bytes hold; the address is rounded down to a multiple of their number,
    /// a power of two.
    pub(crate) fn read(&self, moment: u32, address: u64, bytes: u32) -> u64 {
        let (at, shift) = place(address, bytes);
        let bits = self.word(moment, at).0 >> shift;
        if bytes >= 8 {
            bits
        } else {
            bits & ((1 << (8 * bytes)) - 1)
        }
    }

    /// What is asked of memory at an address.
    pub(crate) fn held(&self, moment: u32, address: u64, what: Held) -> u64 {
        match what {
            Held::Bytes(bytes) => self.read(moment, address, bytes),
            Held::Pointee(ghost) => self.pointees.ghost(moment, address, ghost),
            Held::Written(bytes) => self.written(moment, address, bytes),
        }
    }

    /// Which bits of up to eight bytes had been written; the address is rounded down. What no
    /// object holds counts as written.
    pub(crate) fn written(&self, moment: u32, address: u64, bytes: u32) -> u64 {
        let (at, shift) = place(address, bytes);
        let all = self.words.get(&at).map_or(&[][..], Vec::as_slice);
        let known = all.partition_point(|e| e.from <= moment);
        let bits = match known.checked_sub(1) {
            Some(i) => all[i].written | !all[i].held,
            None => u64::MAX,
        } >> shift;
        match bytes >= 8 {
            true => bits,
            false => bits & ((1 << (8 * bytes)) - 1),
        }
    }

    /// The ghost of a pointer as a term over the test's inputs.
    pub(crate) fn ghost_term(
        &self,
        pool: &mut TermPool,
        moment: u32,
        address: u64,
        (ghost, bits): (Ghost, u32),
    ) -> TermId {
        let pointee = self.pointees.at(moment, address);
        if let (Ghost::Offset, Some((pointee, _))) = (ghost, pointee) {
            let pointer = self.term(pool, moment, address, bits / 8);
            let base = pool.bv_const(bits, u128::from(pointee.base));
            return pool.bv_sub(pointer, base);
        }
        let value = self.pointees.ghost(moment, address, ghost);
        let width = ghost.sort(bits).bv_width().unwrap_or(bits);
        pool.bv_const(width, u128::from(value))
    }

    /// Whether the word around an access depends on the test's inputs.
    pub(crate) fn depends(&self, moment: u32, address: u64, bytes: u32) -> bool {
        self.word(moment, place(address, bytes).0).1.is_some()
    }

    /// The same as a term over the test's inputs.
    pub(crate) fn term(
        &self,
        pool: &mut TermPool,
        moment: u32,
        address: u64,
        bytes: u32,
    ) -> TermId {
        let (at, shift) = place(address, bytes);
        if self.is_hole(moment, at, shift, bytes) {
            let (address, bits) = (at + u64::from(shift / 8), 8 * bytes);
            return pool.var(Symbol::Held { address, bits }, Sort::Bv(bits));
        }
        match self.word(moment, at).1 {
            Some(term) => pool.extract(shift + 8 * bytes - 1, shift, term),
            None => {
                let value = self.read(moment, address, bytes);
                pool.bv_const(8 * bytes, u128::from(value))
            }
        }
    }
}

/// The word of an access and where in it the access begins, in bits.
fn place(address: u64, bytes: u32) -> (u64, u32) {
    let aligned = address & !u64::from(bytes - 1);
    let at = aligned - aligned % WORD;
    (at, 8 * (aligned - at) as u32)
}

fn mixed(at: u64, bits: u64) -> u64 {
    let mut x = at.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ bits;
    x = (x ^ (x >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (x ^ (x >> 29)).wrapping_mul(0x94d0_49bb_1331_11eb)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(history: &mut History, from: u32, at: u64, bits: u64, known: u64) {
        let entry = Entry {
            from,
            bits,
            known,
            written: known,
            held: u64::MAX,
            term: None,
        };
        history.put(at, entry);
    }

    #[test]
    fn reads_what_stood_there_at_the_moment() {
        let start = FxHashMap::from_iter([(0x100, 7)]);
        let mut history = History::new(Rc::new(start), false);
        put(&mut history, 3, 0x100, 0x1122_3344_5566_7788, u64::MAX);
        put(&mut history, 3, 0x108, 5, u64::MAX);
        assert_eq!(history.read(1, 0x108, 8), 5);
        put(&mut history, 9, 0x100, 1, u64::MAX);
        assert_eq!(history.read(2, 0x100, 4), 7);
        assert_eq!(history.read(3, 0x104, 4), 0x1122_3344);
        assert_eq!(history.read(8, 0x106, 1), 0x22);
        assert_eq!(history.read(9, 0x103, 8), 1);
        assert_eq!(history.read(100, 0x108, 8), 5);
        assert_eq!(history.read(100, 0x4000, 8), 0);
    }

    #[test]
    fn a_value_that_comes_back_gives_the_old_print() {
        let start = FxHashMap::from_iter([(8, 0)]);
        let mut history = History::new(Rc::new(start), false);
        let empty = history.print();
        put(&mut history, 1, 8, 5, u64::MAX);
        assert_ne!(history.print(), empty);
        put(&mut history, 2, 8, 0, u64::MAX);
        assert_eq!(history.print(), empty);
    }

    #[test]
    fn the_first_value_of_arbitrary_bytes_counts_from_the_beginning() {
        let mut history = History::default();
        put(&mut history, 4, 8, 0x2a, 0xffff_ffff);
        put(&mut history, 6, 8, 0x7_0000_002b, u64::MAX);
        assert_eq!(history.read(1, 8, 4), 0x2a);
        assert_eq!(history.read(2, 12, 4), 7);
        assert_eq!(history.read(6, 8, 4), 0x2b);
    }
}
