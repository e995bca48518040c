//! Stretches of the address space from which objects get their addresses.
//!
//! **Invariant.** Live objects of an area do not overlap and have a gap between
//! them, so an address belongs to at most one of them (one past the end
//! included). Addresses go up and are used again only after the whole area has
//! been walked through: the cursor then starts over and skips what is alive.

use super::layout::Layout;

/// Bytes left free after every object.
const GAP: u64 = 16;

/// An object in the index: `[base, end]`.
#[derive(Clone, Copy, Debug)]
struct Entry {
    base: u64,
    end: u64,
    slot: u32,
    generation: u32,
}

/// A stretch of addresses.
#[derive(Clone, Debug)]
pub(super) struct Area {
    start: u64,
    limit: u64,
    cursor: u64,
    /// Objects of earlier rounds, by address; the cursor is behind those before `next_ahead`.
    earlier: Vec<Entry>,
    next_ahead: usize,
    /// Objects of this round, by address.
    current: Vec<Entry>,
    /// Length of `current` at which its dead entries are dropped.
    compact_at: usize,
}

/// A slot and its generation.
pub type Owner = (u32, u32);

impl Area {
    /// An empty area `[start, limit)`.
    pub(super) fn new(start: u64, limit: u64) -> Self {
        Area {
            start,
            limit,
            cursor: start,
            earlier: Vec::new(),
            next_ahead: 0,
            current: Vec::new(),
            compact_at: 4096,
        }
    }

    /// Whether an address lies in the area.
    pub(super) fn contains(&self, address: u64) -> bool {
        (self.start..self.limit).contains(&address)
    }

    /// Finds room outside the places of a layout; `None` if there is none. `alive` tells which
    /// entries still count.
    pub(super) fn allocate(
        &mut self,
        size: u64,
        align: u64,
        owner: Owner,
        (alive, layout): (impl Fn(Owner) -> bool, &Layout),
    ) -> Option<u64> {
        if self.current.len() >= self.compact_at {
            self.compact(&alive);
        }
        if let Some(base) = self.fit(size, align, &alive, layout) {
            return Some(self.take(base, size, owner));
        }
        self.start_over(&alive);
        let base = self.fit(size, align, &alive, layout)?;
        Some(self.take(base, size, owner))
    }

    fn take(&mut self, base: u64, size: u64, (slot, generation): Owner) -> u64 {
        let end = base + size;
        self.cursor = end + GAP;
        self.current.push(Entry {
            base,
            end,
            slot,
            generation,
        });
        base
    }

    /// The next place of that size at or after the cursor, past live objects of earlier rounds.
    fn fit(
        &mut self,
        size: u64,
        align: u64,
        alive: &impl Fn(Owner) -> bool,
        layout: &Layout,
    ) -> Option<u64> {
        loop {
            let base = self.cursor.checked_next_multiple_of(align)?;
            let end = base.checked_add(size)?.checked_add(GAP)?;
            if end > self.limit {
                return None;
            }
            if let Some(chosen) = layout.meets(base, end) {
                self.cursor = chosen.end().checked_add(GAP)?;
                continue;
            }
            match self.earlier.get(self.next_ahead) {
                Some(e) if e.end < base => self.next_ahead += 1,
                Some(e) if e.base < end => {
                    if alive((e.slot, e.generation)) {
                        self.cursor = e.end + GAP;
                    }
                    self.next_ahead += 1;
                }
                _ => return Some(base),
            }
        }
    }

    fn compact(&mut self, alive: &impl Fn(Owner) -> bool) {
        self.current.retain(|e| alive((e.slot, e.generation)));
        self.compact_at = 4096.max(self.current.len() * 2);
    }

    fn start_over(&mut self, alive: &impl Fn(Owner) -> bool) {
        let mut all = std::mem::take(&mut self.earlier);
        all.append(&mut self.current);
        all.retain(|e| alive((e.slot, e.generation)));
        all.sort_unstable_by_key(|e| e.base);
        self.earlier = all;
        self.next_ahead = 0;
        self.cursor = self.start;
    }

    /// The object at an address (its end included); live ones first, else one that was there.
    pub(super) fn find(&self, address: u64, alive: impl Fn(Owner) -> bool) -> Option<Owner> {
        let hit = |list: &[Entry]| {
            let after = list.partition_point(|e| e.base <= address);
            list[..after]
                .last()
                .filter(|e| address <= e.end)
                .map(|e| (e.slot, e.generation))
        };
        let candidates = [hit(&self.current), hit(&self.earlier)];
        let known = || candidates.iter().flatten().copied();
        known().find(|o| alive(*o)).or_else(|| known().next())
    }
}
