//! Pointers that leave their objects, and accesses that leave their members.
//!
//! An address that is at once that of an access is left to the check of the access: only what is
//! kept is asked about here. A member is an array inside a structure; one element or none at its end
//! stands for as many as there is room for. An array inside an array has an index of its own as well
//! (`a[0][3]` of `int a[2][3]`); copies that go on in the next row are not asked about.

use super::condition::{Build, Conditions};
use super::memory::{distance, size};
use super::range::Ranges;
use super::{CheckKind, Demand};
use crate::expr::{BinOp, ExprId, ExprKind, ObjectWord};
use crate::program::{Arg, Op, Place, Program, ReturnValue};
use crate::reach::operands;
use crate::types::{ArrayLen, RecordId, RecordKind, Scalar, Type};
use std::collections::BTreeSet;

/// A number of elements or bytes, and the greatest that stays in its member.
pub type Limit = (ExprId, u64);

/// The expressions of an operation that are nothing but addresses of its accesses.
pub fn accessed(program: &Program, op: &Op) -> BTreeSet<ExprId> {
    let mut found = BTreeSet::new();
    let mut kept = BTreeSet::new();
    let roots = operands(op);
    let mut work: Vec<(ExprId, bool)> = roots
        .iter()
        .map(|&e| (e, addresses(op).contains(&e)))
        .collect();
    let mut seen = BTreeSet::new();
    while let Some((e, is_address)) = work.pop() {
        if !seen.insert((e, is_address)) {
            continue;
        }
        match is_address {
            true => found.insert(e),
            false => kept.insert(e),
        };
        let kind = program.exprs.get(e).kind;
        for child in program.exprs.children(e) {
            let goes_on = match kind {
                ExprKind::Load { .. } => true,
                ExprKind::Field { .. } | ExprKind::Cast(_) => is_address,
                ExprKind::Index { base, scale, .. } => {
                    is_address && child == base && !is_sum(program, base, scale)
                }
                _ => false,
            };
            work.push((child, goes_on));
        }
    }
    found.difference(&kept).copied().collect()
}

/// Whether the base of an index is pointer arithmetic itself (`p + 20` of `*(p + 20 - 15)`), not the row of
/// an array of arrays: C asks that it stays in its object, whatever is added to it then.
fn is_sum(program: &Program, base: ExprId, scale: u64) -> bool {
    match program.exprs.get(base).kind {
        ExprKind::Index { scale: inner, .. } => inner <= scale,
        ExprKind::Cast(a) => is_sum(program, a, u64::MAX),
        _ => false,
    }
}

/// The operands of an operation that it accesses memory at.
fn addresses(op: &Op) -> Vec<ExprId> {
    let place = |p: &Place| match *p {
        Place::Slot(_) => None,
        Place::Mem { addr, .. } | Place::Aggregate { addr, .. } => Some(addr),
    };
    match op {
        Op::Assign { place: p, .. } | Op::Havoc { place: p, .. } => place(p).into_iter().collect(),
        Op::Copy { dst, src, .. } => vec![*dst, *src],
        Op::Fill { dst, .. } => vec![*dst],
        Op::Call { args, result, .. } => {
            let aggregates = args.iter().filter_map(|a| match a {
                Arg::Aggregate { addr, .. } => Some(*addr),
                Arg::Scalar(_) => None,
            });
            aggregates.chain(result.as_ref().and_then(place)).collect()
        }
        Op::Builtin { result, .. } => result.as_ref().and_then(place).into_iter().collect(),
        Op::Return(ReturnValue::Aggregate(e)) => vec![*e],
        _ => Vec::new(),
    }
}

/// The index of an element of a member, with the greatest that is one; behind the last one a
/// pointer may stand that is kept.
pub fn member_index(program: &Program, e: ExprId, is_kept: bool) -> Option<Limit> {
    let ExprKind::Index { base, index, scale } = program.exprs.get(e).kind else {
        return None;
    };
    let (count, element) = member(program, base).or_else(|| row(program, base))?;
    let most = if is_kept { count } else { count - 1 };
    (element == scale).then_some((index, most))
}

/// Whether an index in an operation may leave the member or the row that it is an index of, for all
/// that the shape of the index says. One element behind it is left as well if it is accessed.
pub fn may_leave_member(program: &Program, op: &Op) -> bool {
    let accessed = accessed(program, op);
    let mut ranges = Ranges::default();
    let mut seen = BTreeSet::new();
    let mut work = operands(op);
    while let Some(e) = work.pop() {
        if !seen.insert(e) {
            continue;
        }
        let is_kept = !accessed.contains(&e);
        let limit = member_index(program, e, is_kept);
        let short = limit.or_else(|| short_index(program, e, is_kept));
        if short.is_some_and(|l| !stays(program, &mut ranges, l)) {
            return true;
        }
        work.extend(program.exprs.children(e));
    }
    false
}

/// The same of an array of one element or none behind which another member lies, in its structure or in the
/// one around it, so that it stands for no more than it has.
fn short_index(program: &Program, e: ExprId, is_kept: bool) -> Option<Limit> {
    let ExprKind::Index { base, index, scale } = program.exprs.get(e).kind else {
        return None;
    };
    let (count, element) = array(program, base)?;
    let is_short = count <= 1 && !is_at_the_end(program, base) && element == scale;
    let room = if is_kept { count + 1 } else { count };
    // Without room every index leaves, which no limit says.
    let least = room.checked_sub(1);
    is_short.then(|| least.map_or((e, 0), |most| (index, most)))
}

/// Whether a number is never above its limit.
fn stays(program: &Program, ranges: &mut Ranges, (number, most): Limit) -> bool {
    let known = ranges.of(program, number);
    known.is_some_and(|r| r.least >= 0 && r.greatest <= i128::from(most))
}

/// The bytes that an operation accesses at a member, with those that it has.
pub fn member_lengths(program: &Program, op: &Op) -> Vec<Limit> {
    let (places, len) = match *op {
        Op::Copy { dst, src, len } => (vec![dst, src], len),
        Op::Fill { dst, len, .. } => (vec![dst], len),
        _ => return Vec::new(),
    };
    let members = places.into_iter().filter_map(|at| {
        let (count, element) = member(program, plain(program, at))?;
        Some((len, count.checked_mul(element)?))
    });
    members.collect()
}

/// An address without conversions between pointers.
fn plain(program: &Program, mut e: ExprId) -> ExprId {
    while let ExprKind::Cast(a) = program.exprs.get(e).kind {
        if program.scalar(program.exprs.get(a).ty) != Some(Scalar::Pointer) {
            break;
        }
        e = a;
    }
    e
}

/// The elements of the member at an address, and the bytes of one; none if it stands for as many as there is room for.
fn member(program: &Program, at: ExprId) -> Option<(u64, u64)> {
    let is_open = |count: u64| count == 0 || (count == 1 && is_last_at(program, at));
    array(program, at).filter(|&(count, _)| !is_open(count))
}

/// The elements of an array that is a member, and the bytes of one.
fn array(program: &Program, at: ExprId) -> Option<(u64, u64)> {
    let ExprKind::Field { record, field, .. } = program.exprs.get(at).kind else {
        return None;
    };
    let shape = program.types.record(record).fields.get(field as usize)?;
    let Type::Array {
        elem,
        len: ArrayLen::Fixed(count),
    } = program.types.get(shape.ty.ty)
    else {
        return None;
    };
    let element = program.size_of(elem.ty).filter(|n| *n > 0)?;
    shape.bits.is_none().then_some((*count, element))
}

/// The elements of the array that is an element of an array itself, and the bytes of one. The
/// address is that of the first of them, not of the array.
fn row(program: &Program, at: ExprId) -> Option<(u64, u64)> {
    let at = program.exprs.get(at);
    let ExprKind::Index { base, .. } = at.kind else {
        return None;
    };
    let array = program.types.pointee(program.exprs.get(base).ty)?.ty;
    let Type::Array {
        elem,
        len: ArrayLen::Fixed(count),
    } = program.types.get(array)
    else {
        return None;
    };
    let leads_to = program.types.pointee(at.ty)?.ty;
    let element = program.size_of(elem.ty).filter(|n| *n > 0)?;
    (leads_to == elem.ty && *count > 0).then_some((*count, element))
}

fn is_last_at(program: &Program, at: ExprId) -> bool {
    match program.exprs.get(at).kind {
        ExprKind::Field { record, field, .. } => is_last(program, record, field),
        _ => false,
    }
}

/// Whether a member is the last of its structure, and that of the one around it, as far as the address says. An
/// element of an array has others behind it.
fn is_at_the_end(program: &Program, mut at: ExprId) -> bool {
    loop {
        at = match program.exprs.get(at).kind {
            ExprKind::Field {
                base,
                record,
                field,
            } if is_last(program, record, field) => base,
            ExprKind::Field { .. } | ExprKind::Index { .. } => return false,
            ExprKind::Cast(inner) => inner,
            _ => return true,
        };
    }
}

fn is_last(program: &Program, record: RecordId, field: u32) -> bool {
    let record = program.types.record(record);
    record.kind == RecordKind::Union || record.fields.len() == field as usize + 1
}

impl Conditions {
    /// What an expression that computes an address has to make sure of.
    pub(super) fn computed_address(
        &mut self,
        program: &mut Program,
        e: ExprId,
        is_kept: bool,
    ) -> Vec<Demand> {
        let mut found = Vec::new();
        if self.asks(CheckKind::Member)
            && let Some(limit) = member_index(program, e, is_kept)
        {
            found.extend(self.outside_member(program, limit));
        }
        if is_kept && self.asks(CheckKind::Pointer) {
            found.extend(self.leaves_object(program, e));
        }
        found
    }

    /// What has to be made sure of where a known number of bytes of a member is accessed.
    pub(super) fn member_accesses(&mut self, program: &mut Program, op: &Op) -> Vec<Demand> {
        if !self.asks(CheckKind::Member) {
            return Vec::new();
        }
        let limits = member_lengths(program, op);
        let outside = limits
            .into_iter()
            .filter_map(|l| self.outside_member(program, l));
        outside.collect()
    }

    fn outside_member(&mut self, program: &mut Program, (number, most): Limit) -> Option<Demand> {
        if stays(program, &mut self.ranges, (number, most)) {
            return None;
        }
        let mut build = Build { program };
        let number = build.as_size(number);
        let outside = build.is(BinOp::Gt, number, i128::from(most));
        Some(Demand::Check(CheckKind::Member, outside))
    }

    /// When arithmetic gives an address that is neither in its object nor at its end.
    fn leaves_object(&mut self, program: &mut Program, e: ExprId) -> Option<Demand> {
        let kind = CheckKind::Pointer;
        if let Some(distance) = distance(program, e) {
            let Some(size) = size(program, distance.var) else {
                let what = "how large an object of another file is";
                return Some(Demand::NotUnderstood(what));
            };
            let condition = self.outside_variable(program, &distance, size, 0)?;
            return Some(Demand::Check(kind, condition));
        }
        let mut build = Build { program };
        let class = build.word(ObjectWord::Class, e);
        let lives = build.is(BinOp::Ne, class, i128::from(ObjectWord::NONE));
        let offset = build.word(ObjectWord::Offset, e);
        let size = build.word(ObjectWord::Size, e);
        let outside = build.compare(BinOp::Gt, offset, size);
        Some(Demand::Check(kind, build.and(lives, outside)))
    }

    /// When two addresses that are compared or subtracted belong to different objects.
    pub(super) fn across_objects(
        &mut self,
        program: &mut Program,
        (a, b): (ExprId, ExprId),
    ) -> Option<Demand> {
        let kind = CheckKind::Pointer;
        let is_pointer =
            |p: &Program, e: ExprId| p.scalar(p.exprs.get(e).ty) == Some(Scalar::Pointer);
        if !self.asks(kind) || !is_pointer(program, a) || !is_pointer(program, b) {
            return None;
        }
        let mut build = Build { program };
        let none = i128::from(ObjectWord::NONE);
        let (first, second) = (
            build.word(ObjectWord::Class, a),
            build.word(ObjectWord::Class, b),
        );
        let first = build.is(BinOp::Ne, first, none);
        let second = build.is(BinOp::Ne, second, none);
        let both = build.and(first, second);
        let (start, other) = (build.start(a), build.start(b));
        let differ = build.compare(BinOp::Ne, start, other);
        Some(Demand::Check(kind, build.and(both, differ)))
    }
}

impl Build<'_> {
    /// Where the object of an address starts.
    pub(super) fn start(&mut self, at: ExprId) -> ExprId {
        let address = self.as_size(at);
        let offset = self.word(ObjectWord::Offset, at);
        self.combine(BinOp::Sub, address, offset)
    }
}
