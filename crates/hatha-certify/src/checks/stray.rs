//! When a pointer leaves its object, or an access its member.
//!
//! An element of an array inside a structure has an index below its length; behind the last one
//! only an address may stand that nothing is accessed at. Arrays of one element or none at the end of
//! a structure, or in a union, have no known length. An element of an array that is an element itself
//! has an index below the length of that one.

use super::faults::Fault;
use super::values::Values;
use crate::check::Refusal;
use crate::operator::resize;
use hatha_cfa::{
    Arg, ArrayLen, BinOp, CheckKind, ExprId, ExprKind, Op, Place, Program, RecordKind, ReturnValue,
    Scalar, Type,
};
use hatha_term::{TermId, TermPool};
use std::collections::BTreeSet;

/// The expressions below some roots that are kept: not only the addresses of accesses.
pub(super) fn kept(program: &Program, roots: &[ExprId], accessed: &[ExprId]) -> BTreeSet<ExprId> {
    let mut kept = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut work: Vec<(ExprId, bool)> = Vec::new();
    work.extend(roots.iter().map(|e| (*e, !accessed.contains(e))));
    while let Some((e, is_kept)) = work.pop() {
        if !seen.insert((e, is_kept)) {
            continue;
        }
        if is_kept {
            kept.insert(e);
        }
        match program.exprs.get(e).kind {
            ExprKind::Load { addr, .. } => work.push((addr, false)),
            ExprKind::Field { base, .. } | ExprKind::Cast(base) => work.push((base, is_kept)),
            ExprKind::Index { base, index, scale } => {
                let moves_twice = match steps(program, base) {
                    Some((inner, is_cast)) => is_cast || inner <= scale,
                    None => false,
                };
                work.extend([(base, is_kept || moves_twice), (index, true)]);
            }
            _ => work.extend(program.exprs.children(e).map(|c| (c, true))),
        }
    }
    kept
}

/// The bytes per step of pointer arithmetic, and whether its result is cast.
fn steps(program: &Program, mut e: ExprId) -> Option<(u64, bool)> {
    let mut is_cast = false;
    while let ExprKind::Cast(a) = program.exprs.get(e).kind {
        (e, is_cast) = (a, true);
    }
    match program.exprs.get(e).kind {
        ExprKind::Index { scale, .. } => Some((scale, is_cast)),
        _ => None,
    }
}

/// The operands at which an operation itself accesses memory, that of its result among them.
pub(super) fn accessed(op: &Op) -> Vec<ExprId> {
    let mut found = Vec::new();
    let mut take = |place: &Place| match place {
        Place::Mem { addr, .. } | Place::Aggregate { addr, .. } => found.push(*addr),
        Place::Slot(_) => {}
    };
    match op {
        Op::Assign { place, .. } | Op::Havoc { place, .. } => take(place),
        Op::Call { args, result, .. } => {
            result.iter().for_each(&mut take);
            found.extend(args.iter().filter_map(|a| match a {
                Arg::Aggregate { addr, .. } => Some(*addr),
                Arg::Scalar(_) => None,
            }));
        }
        Op::Builtin { result, .. } => result.iter().for_each(&mut take),
        Op::Copy { dst, src, .. } => found.extend([*dst, *src]),
        Op::Fill { dst, .. } => found.push(*dst),
        Op::Return(ReturnValue::Aggregate(e)) => found.push(*e),
        _ => {}
    }
    found
}

/// The faults of an expression that computes or compares addresses.
pub(super) fn faults(
    program: &Program,
    values: &mut Values<'_>,
    pool: &mut TermPool,
    (e, is_kept): (ExprId, bool),
) -> Result<Vec<Fault>, Refusal> {
    let mut found = Vec::new();
    match program.exprs.get(e).kind {
        ExprKind::Index { base, index, scale } => {
            if let Some((count, bytes)) = array(program, base).or_else(|| inner(program, base))
                && bytes == scale
            {
                let most = if is_kept { count } else { count - 1 };
                found.push(above(program, values, pool, (index, most))?);
            }
            if is_kept {
                found.push(strays(values, pool, e)?);
            }
        }
        ExprKind::PtrDiff { a, b, .. } => found.push(across(values, pool, a, b)?),
        ExprKind::Binary(BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge, a, b)
            if is_pointer(program, a) && is_pointer(program, b) =>
        {
            found.push(across(values, pool, a, b)?);
        }
        _ => {}
    }
    Ok(found)
}

/// The faults of an operation that accesses bytes of a member.
pub(super) fn lengths(
    program: &Program,
    values: &mut Values<'_>,
    pool: &mut TermPool,
    op: &Op,
) -> Result<Vec<Fault>, Refusal> {
    let (at, len) = match op {
        Op::Copy { dst, src, len } => (vec![*dst, *src], *len),
        Op::Fill { dst, len, .. } => (vec![*dst], *len),
        _ => return Ok(Vec::new()),
    };
    let mut found = Vec::new();
    for mut e in at {
        while let ExprKind::Cast(a) = program.exprs.get(e).kind
            && is_pointer(program, a)
        {
            e = a;
        }
        if let Some((count, bytes)) = array(program, e)
            && let Some(room) = count.checked_mul(bytes)
        {
            found.push(above(program, values, pool, (len, room))?);
        }
    }
    Ok(found)
}

fn is_pointer(program: &Program, e: ExprId) -> bool {
    program.scalar(program.exprs.get(e).ty) == Some(Scalar::Pointer)
}

/// The length of the array that a member is, and the bytes of an element.
fn array(program: &Program, at: ExprId) -> Option<(u64, u64)> {
    let ExprKind::Field { record, field, .. } = program.exprs.get(at).kind else {
        return None;
    };
    let record = program.types.record(record);
    let member = record.fields.get(field as usize)?;
    let (count, bytes) = match program.types.get(member.ty.ty) {
        Type::Array {
            elem,
            len: ArrayLen::Fixed(count),
        } => (*count, program.size_of(elem.ty)?),
        _ => return None,
    };
    let at_end = record.kind == RecordKind::Union || field as usize + 1 == record.fields.len();
    let is_open = count == 0 || count == 1 && at_end;
    (!is_open && bytes > 0 && member.bits.is_none()).then_some((count, bytes))
}

/// The length of an array inside an array whose first element an address is that of, and the bytes
/// of an element.
fn inner(program: &Program, at: ExprId) -> Option<(u64, u64)> {
    let pointee = |e: ExprId| match program.types.get(program.exprs.get(e).ty) {
        Type::Pointer(to) => Some(to.ty),
        _ => None,
    };
    let ExprKind::Index { base, .. } = program.exprs.get(at).kind else {
        return None;
    };
    match program.types.get(pointee(base)?) {
        Type::Array {
            elem,
            len: ArrayLen::Fixed(count),
        } if pointee(at)? == elem.ty => {
            let bytes = program.size_of(elem.ty)?;
            (bytes > 0 && *count > 0).then_some((*count, bytes))
        }
        _ => None,
    }
}

/// A number is above a bound, as an unsigned one.
fn above(
    program: &Program,
    values: &mut Values<'_>,
    pool: &mut TermPool,
    (e, most): (ExprId, u64),
) -> Result<Fault, Refusal> {
    let value = values.value(pool, e)?;
    let signed = matches!(
        values.scalar(program.exprs.get(e).ty)?,
        Scalar::Int { signed: true, .. }
    );
    let width = program.target.pointer_bits;
    let value = resize(pool, value, width, signed);
    let most = pool.bv_const(width, u128::from(most));
    Ok(Fault {
        kind: CheckKind::Member,
        when: pool.bv_ult(most, value),
    })
}

/// An address lies behind the end of its object, or before its start.
fn strays(values: &mut Values<'_>, pool: &mut TermPool, e: ExprId) -> Result<Fault, Refusal> {
    values.value(pool, e)?;
    let pointee = values.pointee(pool, e)?;
    let lives = is_some(pool, pointee.class);
    let outside = pool.bv_ult(pointee.size, pointee.offset);
    Ok(Fault {
        kind: CheckKind::Pointer,
        when: pool.and(lives, outside),
    })
}

/// Two addresses belong to objects that start at different places.
fn across(
    values: &mut Values<'_>,
    pool: &mut TermPool,
    a: ExprId,
    b: ExprId,
) -> Result<Fault, Refusal> {
    let (x, y) = (values.value(pool, a)?, values.value(pool, b)?);
    let (first, second) = (values.pointee(pool, a)?, values.pointee(pool, b)?);
    let (start, other) = (pool.bv_sub(x, first.offset), pool.bv_sub(y, second.offset));
    let one = pool.eq(start, other);
    let differ = pool.not(one);
    let live = (is_some(pool, first.class), is_some(pool, second.class));
    let both = pool.and(live.0, live.1);
    Ok(Fault {
        kind: CheckKind::Pointer,
        when: pool.and(both, differ),
    })
}

fn is_some(pool: &mut TermPool, class: TermId) -> TermId {
    let zero = pool.bv_const(pool.width(class), 0);
    let none = pool.eq(class, zero);
    pool.not(none)
}
