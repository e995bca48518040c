//! Where the pointers in memory led at each cut point of a test.
//!
//! **Invariant.** A pointer counts from the moment at which it was stored until any of its bytes
//! changes; it leads nowhere from the moment on at which its object ends.

use hatha_exec::concolic::Trace;
use hatha_exec::memory::Object;
use hatha_exec::word::Prov;
use hatha_proof::vocabulary::Ghost;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// What a pointer leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pointee {
    /// The first address of its object.
    pub base: u64,
    /// The bytes of its object.
    pub size: u64,
    /// What may be done with it.
    pub class: u64,
    /// Its id.
    pub id: u64,
}

/// An object that pointers in memory lead to.
#[derive(Clone, Copy, Debug)]
struct Target {
    /// None if it had ended when the first pointer to it was stored.
    pointee: Option<Pointee>,
    ended: Option<u32>,
}

/// A pointer in memory: where it comes from and its address.
type Stored = Option<(Prov, u64)>;

/// The pointers in memory at all moments of a test.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pointees {
    /// Bytes of a pointer; zero if nobody asks.
    bytes: u64,
    stored: FxHashMap<u64, Vec<(u32, Stored)>>,
    targets: FxHashMap<Prov, Target>,
    /// Targets of which nothing is known yet.
    new: Vec<Prov>,
}

impl Pointees {
    /// None so far; pointers have `bits` bits.
    pub(crate) fn new(bits: u32) -> Self {
        Pointees {
            bytes: u64::from(bits / 8),
            ..Pointees::default()
        }
    }

    /// Notes which pointers stand in some bytes of an object from a moment on.
    pub(crate) fn note(&mut self, moment: u32, object: &Object<Trace>, bytes: Range<usize>) {
        if self.bytes == 0 {
            return;
        }
        let first = (object.base + bytes.start as u64) / self.bytes;
        let last = (object.base + bytes.end as u64 - 1) / self.bytes;
        for at in (first..=last).map(|n| n * self.bytes) {
            let offset = at.checked_sub(object.base);
            let cell = offset.and_then(|o| object.cells().exact(o, self.bytes));
            let pointer = cell.and_then(Trace::pointer);
            if let Some((prov, _)) = pointer.filter(|p| !self.targets.contains_key(&p.0)) {
                self.new.push(prov);
            }
            let all = self.stored.entry(at).or_default();
            if all.last().is_none_or(|l| l.1 != pointer) {
                all.push((moment, pointer));
            }
        }
    }

    /// Looks at the objects that pointers lead to, at a moment; `behind` gives one that lives.
    pub(crate) fn look(&mut self, moment: u32, behind: impl Fn(Prov) -> Option<Pointee>) {
        for prov in std::mem::take(&mut self.new) {
            let target = Target {
                pointee: behind(prov),
                ended: None,
            };
            self.targets.insert(prov, target);
        }
        for (&prov, target) in &mut self.targets {
            if target.ended.is_none() && behind(prov).is_none() {
                target.ended = Some(moment);
            }
        }
    }

    /// What the pointer at an address leads to at a moment, and its own address; the address
    /// where it stands is rounded down.
    pub(crate) fn at(&self, moment: u32, address: u64) -> Option<(Pointee, u64)> {
        let all = self.stored.get(&(address - address % self.bytes.max(1)))?;
        let known = all.partition_point(|e| e.0 <= moment);
        let (prov, pointer) = all[known.checked_sub(1)?].1?;
        let target = self.targets.get(&prov)?;
        let lives = target.ended.is_none_or(|end| moment < end);
        target.pointee.filter(|_| lives).map(|p| (p, pointer))
    }

    /// A ghost of the pointer at an address at a moment; zero if there is none.
    pub(crate) fn ghost(&self, moment: u32, address: u64, ghost: Ghost) -> u64 {
        let Some((pointee, pointer)) = self.at(moment, address) else {
            return 0;
        };
        match ghost {
            Ghost::Offset => pointer.wrapping_sub(pointee.base),
            Ghost::Size => pointee.size,
            Ghost::Class => pointee.class,
            Ghost::Id => pointee.id,
        }
    }
}
