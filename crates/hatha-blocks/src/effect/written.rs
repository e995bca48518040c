//! What of memory has been written, and how addresses are aligned.

use super::{Effects, Pieces, Reading, Values, blend, object, piece};
use crate::memory::{Plane, Update};
use crate::pointee::Pointee;
use hatha_cfa::checks::keeps_globals_written;
use hatha_cfa::{Access, Arg, BitRange, ExprId, ExprKind, Program, VarId, VarScope};
use hatha_defect::{Defect, is_on};
use hatha_proof::vocabulary::{OBJECT_BITS, object_id};
use hatha_term::{Bv, TermId, TermPool};
use std::ops::RangeInclusive;

/// The ids of globals whose bytes always have values, as ranges: none unless somebody asks and all
/// globals keep their values.
pub(super) fn globals(program: &Program) -> Vec<RangeInclusive<u128>> {
    let mut ranges: Vec<RangeInclusive<u128>> = Vec::new();
    let keeps = keeps_globals_written(program) || is_on(Defect::WrittenGlobals);
    if !program.asks_written || !keeps {
        return ranges;
    }
    let is_global = |v: &VarId| program.var(*v).scope == VarScope::Global;
    for id in program.vars.keys().filter(is_global).map(object_id) {
        match ranges.last_mut() {
            Some(last) if *last.end() + 1 == id => *last = *last.start()..=id,
            _ => ranges.push(id..=id),
        }
    }
    ranges
}

impl Reading<'_> {
    /// An object is aligned wherever it lies, where somebody asks.
    pub(super) fn require_aligned(&mut self, pool: &mut TermPool, address: TermId, align: u32) {
        if self.program.asks_aligned && align > 1 && align.is_power_of_two() {
            let width = pool.width(address);
            let mask = pool.bv_const(width, u128::from(align - 1));
            let low = pool.bv_and(address, mask);
            let zero = pool.bv_const(width, 0);
            let aligned = pool.eq(low, zero);
            self.values.require(pool, aligned);
        }
    }

    /// Which bits around a bit-field have been written after a write to it.
    pub(super) fn written_field(
        &mut self,
        pool: &mut TermPool,
        at: TermId,
        pieces: Pieces,
        range: BitRange,
    ) -> TermId {
        let old = self.bytes(pool, at, pieces, Plane::Written);
        let ones = pool.bv(Bv::ones(u32::from(range.width)));
        blend(pool, old, range, ones)
    }

    /// 1 if all bits that a load reads have been written, else 0.
    pub(super) fn is_written(
        &mut self,
        pool: &mut TermPool,
        of: ExprId,
        done: &dyn Fn(ExprId) -> Option<TermId>,
        access: &Access,
    ) -> Option<TermId> {
        let pieces = piece(self.program, access)?;
        let always = self.lies_in_global(pool, of, done, pieces);
        let one = pool.bv_const(self.program.target.pointer_bits, 1);
        if always == Some(pool.tru()) {
            return Some(one);
        }
        let known = self.has_values(pool, done(of)?, pieces, access);
        Some(match always {
            Some(always) => pool.ite(always, one, known),
            None => known,
        })
    }

    /// Whether an access stays inside a global whose bytes always have values; `None` if nothing
    /// is known of its object.
    fn lies_in_global(
        &mut self,
        pool: &mut TermPool,
        of: ExprId,
        done: &dyn Fn(ExprId) -> Option<TermId>,
        pieces: Pieces,
    ) -> Option<TermId> {
        if self.written_globals.is_empty() {
            return None;
        }
        let pointee = self.pointee_of(pool, of, done, 0)?;
        let mut is_global = pool.fls();
        for ids in self.written_globals {
            let least = pool.bv_const(OBJECT_BITS, *ids.start());
            let most = pool.bv_const(OBJECT_BITS, *ids.end());
            let (above, below) = (
                pool.bv_ule(least, pointee.id),
                pool.bv_ule(pointee.id, most),
            );
            let inside = pool.and(above, below);
            is_global = pool.or(is_global, inside);
        }
        let bits = self.program.target.pointer_bits;
        let bytes = pool.bv_const(bits, u128::from(pieces.count * pieces.bytes));
        let fits = pool.bv_ule(bytes, pointee.size);
        let last = pool.bv_sub(pointee.size, bytes);
        let ends = pool.bv_ule(pointee.offset, last);
        let inside = pool.and(fits, ends);
        Some(pool.and(is_global, inside))
    }

    /// 1 if all bits that a load reads have been written by what is known of memory, else 0.
    fn has_values(
        &mut self,
        pool: &mut TermPool,
        at: TermId,
        pieces: Pieces,
        access: &Access,
    ) -> TermId {
        let mut bits = self.bytes(pool, at, pieces, Plane::Written);
        if let Some(range) = access.bits {
            let (low, width) = (u32::from(range.offset), u32::from(range.width));
            bits = pool.extract(low + width - 1, low, bits);
        }
        let ones = pool.bv(Bv::ones(pool.width(bits)));
        let all = pool.eq(bits, ones);
        let width = self.program.target.pointer_bits;
        let (one, zero) = (pool.bv_const(width, 1), pool.bv_const(width, 0));
        pool.ite(all, one, zero)
    }

    /// How far an address lies behind a multiple of a power of two.
    pub(super) fn remainder(&mut self, pool: &mut TermPool, at: TermId, align: u32) -> TermId {
        let width = pool.width(at);
        if let Some(known) = self.resolver.remainder(pool, at, align) {
            return pool.bv_const(width, u128::from(known));
        }
        let mask = pool.bv_const(width, u128::from(align - 1));
        pool.bv_and(at, mask)
    }
}

impl Effects<'_> {
    /// The objects that a function without a body is given to write to, where somebody asks.
    pub(super) fn given(
        &self,
        pool: &mut TermPool,
        args: &[Arg],
        values: &mut Values,
    ) -> Vec<Update> {
        let mut given = Vec::new();
        for arg in args {
            let Arg::Scalar(e) = *arg else { continue };
            let pointee = self.program.types.pointee(self.program.exprs.get(e).ty);
            let is_writable = pointee.is_some_and(|q| !q.quals.is_const);
            if !self.program.asks_written || !is_writable {
                continue;
            }
            let at = self.value(pool, e, values);
            if let (Some(at), Some(pointee)) = (at, self.given_pointee(pool, e, values)) {
                let start = pool.bv_sub(at, pointee.offset);
                given.push(Update::Given {
                    at: start,
                    len: pointee.size,
                });
            }
        }
        given
    }

    /// What an argument leads to: a variable, or what is known of a pointer.
    fn given_pointee(
        &self,
        pool: &mut TermPool,
        e: ExprId,
        values: &mut Values,
    ) -> Option<Pointee> {
        let at = self.value(pool, e, values)?;
        let root = object::root(self.program, e);
        let ExprKind::AddrOf(v) = self.program.exprs.get(root).kind else {
            return self.leads_to(pool, e, values);
        };
        let start = self.value(pool, root, values)?;
        let pointee = object::variable(self.program, pool, v)?;
        let offset = pool.bv_sub(at, start);
        Some(Pointee { offset, ..pointee })
    }
}
