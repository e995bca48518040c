//! Operands and operators that give the same number by a smaller circuit.
//!
//! **Soundness.** Each rule holds for every number, infinities and both zeros included, and
//! what it gives is a NaN just where the operand was one. The bits of a NaN are taken from
//! the operand itself (`circuit`), never from here. A test tries all operands of the
//! smallest format.

use hatha_term::{Bv, Format, FpOp, Op, Rounding, TermId, TermPool};

/// An operator on numbers with the result of an operator on arguments, NaNs apart. The numbers
/// are subterms of the arguments, or constants.
pub(super) fn simplified(pool: &mut TermPool, op: FpOp, args: &[TermId]) -> (FpOp, Vec<TermId>) {
    if matches!(op, FpOp::FromInt(..)) {
        return (op, args.to_vec());
    }
    let numbers: Vec<TermId> = args
        .iter()
        .map(|&a| match op.is_comparison() {
            true => compared(pool, a),
            false => number_of(pool, a),
        })
        .collect();
    if op.is_comparison() {
        return narrower(pool, op, numbers[0], numbers[1]).unwrap_or((op, numbers));
    }
    (op, numbers)
}

fn bits(pool: &TermPool, t: TermId) -> Option<u128> {
    pool.as_bv(t).and_then(Bv::to_u128)
}

/// The number that an operand is: `r` for "any NaN if `r` is one, else `r`", and `x` for
/// products with one. The circuit of the number is then the same as that of a term without them.
fn number_of(pool: &TermPool, mut t: TermId) -> TermId {
    while let Some(inner) = chosen(pool, t).or_else(|| multiplied_by_one(pool, t)) {
        t = inner;
    }
    t
}

/// The number as comparisons see it, to which both zeros are one.
fn compared(pool: &TermPool, t: TermId) -> TermId {
    let mut t = number_of(pool, t);
    while let Some(inner) = plus_zero(pool, t) {
        t = number_of(pool, inner);
    }
    t
}

fn chosen(pool: &TermPool, t: TermId) -> Option<TermId> {
    if pool.op(t) != Op::Ite {
        return None;
    }
    let (test, nan, r) = (pool.arg(t, 0), pool.arg(t, 1), pool.arg(t, 2));
    if pool.op(test) != Op::Not || pool.op(nan) != Op::BvOr {
        return None;
    }
    let equal = pool.arg(test, 0);
    let Op::Fp(FpOp::Eq(f)) = pool.op(equal) else {
        return None;
    };
    let is_itself = pool.args(equal).iter().all(|&a| a == r);
    let ones = f.infinity() | f.quiet_bit();
    let is_nan = bits(pool, pool.arg(nan, 1)).is_some_and(|m| m & ones == ones);
    (is_itself && is_nan).then_some(r)
}

fn multiplied_by_one(pool: &TermPool, t: TermId) -> Option<TermId> {
    let is_one = |f: Format, t: TermId| bits(pool, t) == Some(f.one());
    match pool.op(t) {
        Op::Fp(FpOp::Mul(f, _)) if is_one(f, pool.arg(t, 0)) => Some(pool.arg(t, 1)),
        Op::Fp(FpOp::Mul(f, _) | FpOp::Div(f, _)) if is_one(f, pool.arg(t, 1)) => {
            Some(pool.arg(t, 0))
        }
        _ => None,
    }
}

fn plus_zero(pool: &TermPool, t: TermId) -> Option<TermId> {
    let is_zero = |f: Format, t: TermId| bits(pool, t).is_some_and(|b| b & !f.sign_mask() == 0);
    match pool.op(t) {
        Op::Fp(FpOp::Add(f, _)) if is_zero(f, pool.arg(t, 0)) => Some(pool.arg(t, 1)),
        Op::Fp(FpOp::Add(f, _) | FpOp::Sub(f, _)) if is_zero(f, pool.arg(t, 1)) => {
            Some(pool.arg(t, 0))
        }
        _ => None,
    }
}

/// The comparison in the format that both numbers come from: widening keeps the order.
fn narrower(pool: &mut TermPool, op: FpOp, a: TermId, b: TermId) -> Option<(FpOp, Vec<TermId>)> {
    let (_, from) = [a, b].iter().find_map(|&t| widened(pool, t))?;
    let mut narrow = |t: TermId| match widened(pool, t) {
        Some((x, f)) if f == from => Some(compared(pool, x)),
        Some(_) => None,
        None => exactly(pool, t, op.format(), from),
    };
    let numbers = vec![narrow(a)?, narrow(b)?];
    let op = match op {
        FpOp::Lt(_) => FpOp::Lt(from),
        FpOp::Le(_) => FpOp::Le(from),
        _ => FpOp::Eq(from),
    };
    Some((op, numbers))
}

/// The operand and its format, if a number is it in a format with all its numbers.
fn widened(pool: &TermPool, t: TermId) -> Option<(TermId, Format)> {
    match pool.op(t) {
        Op::Fp(FpOp::Convert { from, to, .. }) if to.includes(from) && to != from => {
            Some((pool.arg(t, 0), from))
        }
        _ => None,
    }
}

/// A constant in another format, if it is a number there.
fn exactly(pool: &mut TermPool, t: TermId, from: Format, to: Format) -> Option<TermId> {
    let value = pool.as_bv(t)?.clone();
    let convert = |from, to, value: &Bv| {
        let rounding = Rounding::TowardZero;
        FpOp::Convert { from, to, rounding }
            .value(&[value], 0)?
            .as_bv()
            .cloned()
    };
    let narrow = convert(from, to, &value)?;
    let is_same = !to.is_nan(narrow.to_u128()?) && convert(to, from, &narrow)? == value;
    is_same.then(|| pool.bv(narrow))
}
