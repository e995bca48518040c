//! The arrays of a program: bytes that blocks access at multiples of a term behind one address.

use super::places::terms;
use crate::tuning::elements::ARRAYS;
use hatha_blocks::block::{Block, BlockId, Blocks};
use hatha_blocks::memory::Update;
use hatha_blocks::sums::{Sum, signed};
use hatha_cfa::{Program, Scalar};
use hatha_proof::vocabulary::{as_address, as_read, as_slot, as_written, read};
use hatha_term::{TermId, TermPool};
use std::collections::BTreeSet;

/// Elements of some bytes, each `step` bytes behind the one before it; the first lies `offset` bytes
/// behind `base`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Array {
    pub(super) base: TermId,
    pub(super) offset: u64,
    pub(super) step: u64,
    pub(super) bytes: u32,
    /// How many elements there are, if it is a variable.
    pub(super) length: Option<u64>,
}

impl Array {
    /// The address of an element.
    pub(super) fn at(&self, pool: &mut TermPool, bits: u32, index: TermId) -> TermId {
        let step = pool.bv_const(bits, u128::from(self.step));
        let offset = pool.bv_const(bits, u128::from(self.offset));
        let distance = pool.bv_mul(index, step);
        let distance = pool.bv_add(distance, offset);
        pool.bv_add(self.base, distance)
    }

    /// What an element holds.
    pub(super) fn element(&self, pool: &mut TermPool, bits: u32, index: TermId) -> Option<TermId> {
        let at = self.at(pool, bits, index);
        read(pool, self.bytes, at)
    }
}

/// An access of an element.
#[derive(Clone, Debug)]
pub(super) struct Access {
    pub(super) array: Array,
    /// Which element.
    pub(super) index: Sum,
    pub(super) block: BlockId,
    /// What is stored there; else what is read.
    pub(super) stored: Option<TermId>,
    /// The term that reads.
    pub(super) read: Option<TermId>,
}

/// An access of memory behind a base, before it is known what the elements are.
struct Place {
    base: TermId,
    behind: Sum,
    bytes: u32,
    block: BlockId,
    stored: Option<TermId>,
    read: Option<TermId>,
}

/// The accesses of elements of arrays, the arrays being those that some block accesses at no
/// constant place.
pub(super) fn accesses(pool: &TermPool, blocks: &Blocks, program: &Program) -> Vec<Access> {
    let bits = program.target.pointer_bits;
    let places = places(pool, blocks, program);
    let mut bases: Vec<TermId> = Vec::new();
    for place in places.iter().filter(|p| !p.behind.parts.is_empty()) {
        if !bases.contains(&place.base) && bases.len() < ARRAYS {
            bases.push(place.base);
        }
    }
    let mut found = Vec::new();
    for base in bases {
        let step = places.iter().filter(|p| p.base == base);
        let step = step.fold(0, |step, p| common_step(step, p, bits));
        let length = size_of(pool, program, base).map(|size| size / step.max(1));
        for place in places.iter().filter(|p| p.base == base) {
            let offset =
                (signed(place.behind.constant, bits).rem_euclid(i128::from(step.max(1)))) as u64;
            if step == 0 || offset + u64::from(place.bytes) > step {
                continue;
            }
            let mut behind = place.behind.clone();
            behind.constant = behind.constant.wrapping_sub(offset);
            let Some(index) = behind.divided(step, bits) else {
                continue;
            };
            let bytes = place.bytes;
            found.push(Access {
                array: Array {
                    base,
                    offset,
                    step,
                    bytes,
                    length,
                },
                index,
                block: place.block,
                stored: place.stored,
                read: place.read,
            });
        }
    }
    found
}

/// What divides all that an access may lie behind the base, and a step.
fn common_step(step: u64, place: &Place, bits: u32) -> u64 {
    let factors = place.behind.parts.iter();
    factors.fold(step, |step, p| {
        gcd(step, signed(p.1, bits).unsigned_abs() as u64)
    })
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The bytes of a variable in memory.
fn size_of(pool: &TermPool, program: &Program, base: TermId) -> Option<u64> {
    let var = as_address(pool.as_symbol(base)?)?;
    program.size_of(program.var(var).ty)
}

fn places(pool: &TermPool, blocks: &Blocks, program: &Program) -> Vec<Place> {
    let mut found: Vec<Place> = Vec::new();
    for id in blocks.ids() {
        let block = blocks.block(id);
        let mut add = |at: TermId, bytes: u32, stored: Option<TermId>, read: Option<TermId>| {
            let sum = Sum::of_address(pool, at);
            if let Some(base) = base(pool, program, &sum)
                && let Some(behind) = sum.without(base)
            {
                let block = id;
                found.push(Place {
                    base,
                    behind,
                    bytes,
                    block,
                    stored,
                    read,
                });
            }
        };
        for (at, bytes, value) in writes(block) {
            add(at, bytes, Some(value), None);
        }
        let mut seen = BTreeSet::new();
        for t in pool.subterms(&terms(block)) {
            if let Some((bytes, at)) = as_read(pool, t) {
                add(at, bytes, None, Some(t));
                seen.insert((bytes, at));
            }
        }
        for t in pool.subterms(&terms(block)) {
            if let Some((bytes, at)) = as_written(pool, t).filter(|w| !seen.contains(w)) {
                add(at, bytes, None, None);
            }
        }
    }
    found
}

fn writes(block: &Block) -> impl Iterator<Item = (TermId, u32, TermId)> {
    block.memory.iter().filter_map(|u| match *u {
        Update::Write {
            at, bytes, value, ..
        } => Some((at, bytes, value)),
        _ => None,
    })
}

/// The address that an array may begin at: that of a variable, else what a pointer holds.
fn base(pool: &TermPool, program: &Program, sum: &Sum) -> Option<TermId> {
    let once = || sum.parts.iter().filter(|p| p.1 == 1).map(|p| p.0);
    let is_variable = |t: &TermId| pool.as_symbol(*t).and_then(as_address).is_some();
    let is_pointer = |t: &TermId| {
        let slot = pool.as_symbol(*t).and_then(as_slot);
        let is_slot =
            slot.is_some_and(|v| program.scalar(program.var(v).ty) == Some(Scalar::Pointer));
        let bits = program.target.pointer_bits;
        is_slot || as_read(pool, *t).is_some_and(|(n, _)| 8 * n == bits && pool.width(*t) == bits)
    };
    let variable = once().find(is_variable);
    variable.or_else(|| once().find(is_pointer))
}
