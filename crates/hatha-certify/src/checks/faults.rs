//! When the evaluation of an expression faults.
//!
//! **Soundness.** The conditions are C's, computed with the bits that make the result exact: one
//! more for sums, twice as many for products. Where the simulator reports a fault of one of these
//! kinds, one of the conditions holds (test `checks_and_faults_agree`).

use super::magnitude::signed_bits;
use super::touch::{self, Length, Touch, bytes};
use super::values::Values;
use super::{floating, lossy};
use crate::check::Refusal;
use crate::operator::{resize, shift};
use hatha_cfa::{Access, BinOp, CheckKind, ExprId, ExprKind, Program, Scalar, UnOp};
use hatha_term::{TermId, TermPool};
use rustc_hash::FxHashSet;

/// A fault that the evaluation of an expression can run into.
pub(super) struct Fault {
    pub(super) kind: CheckKind,
    /// When it does.
    pub(super) when: TermId,
}

/// Something that is evaluated under a condition.
pub(super) struct Evaluated {
    pub(super) expr: ExprId,
    /// When it is.
    pub(super) when: TermId,
}

/// The parts of some expressions, each with when it is evaluated: the arms of `?:` only if chosen.
pub(super) fn evaluated(
    program: &Program,
    values: &mut Values<'_>,
    pool: &mut TermPool,
    roots: &[ExprId],
) -> Result<Vec<Evaluated>, Refusal> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let always = pool.tru();
    let mut work: Vec<(ExprId, TermId)> = roots.iter().map(|&r| (r, always)).collect();
    while let Some((expr, when)) = work.pop() {
        if !seen.insert((expr, when)) {
            continue;
        }
        found.push(Evaluated { expr, when });
        match program.exprs.get(expr).kind {
            ExprKind::Cond(c, yes, no) => {
                let test = values.truth(pool, c)?;
                let not = pool.not(test);
                work.push((c, when));
                work.push((yes, pool.and(when, test)));
                work.push((no, pool.and(when, not)));
            }
            _ => work.extend(program.exprs.children(expr).map(|c| (c, when))),
        }
    }
    Ok(found)
}

/// The faults of one operation, if its operands are what they are.
pub(super) fn faults(
    program: &Program,
    values: &mut Values<'_>,
    pool: &mut TermPool,
    expr: ExprId,
) -> Result<Vec<Fault>, Refusal> {
    let (op, a, b) = match program.exprs.get(expr).kind {
        ExprKind::Unary(UnOp::Neg, a) => return negation(values, program, pool, a),
        ExprKind::Unary(UnOp::Clz | UnOp::Ctz, a) => {
            let x = values.value(pool, a)?;
            let zero = pool.bv_const(pool.width(x), 0);
            let kind = CheckKind::BadArgument;
            let when = pool.eq(x, zero);
            return Ok(vec![Fault { kind, when }]);
        }
        ExprKind::Binary(op, a, b) => (op, a, b),
        ExprKind::Cast(a) => {
            let mut found = lossy::conversion(values, program, pool, (expr, a))?;
            found.extend(floating::inexact(values, program, pool, (expr, a))?);
            return Ok(found);
        }
        ExprKind::Load { addr, access } => return load(values, program, pool, addr, access),
        _ => return Ok(Vec::new()),
    };
    let Scalar::Int { signed, .. } = values.scalar(program.exprs.get(a).ty)? else {
        return match op.is_comparison() {
            true => Ok(Vec::new()),
            false => floating::result(values, program, pool, (expr, a, b)),
        };
    };
    let is_arithmetic = matches!(
        op,
        BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem | BinOp::Shl | BinOp::Shr
    );
    if !is_arithmetic {
        return Ok(Vec::new());
    }
    let (x, y) = (values.value(pool, a)?, values.value(pool, b)?);
    let right = values.scalar(program.exprs.get(b).ty)?;
    let right_signed = matches!(right, Scalar::Int { signed: true, .. });
    let mut found = Vec::new();
    match op {
        BinOp::Add | BinOp::Sub | BinOp::Mul if signed => {
            let when = inexact(values, pool, op, (x, y));
            found.push(overflow(when));
        }
        BinOp::Add | BinOp::Sub | BinOp::Mul => {
            found.extend(lossy::wrap(values, pool, op, (x, y)));
        }
        BinOp::Div | BinOp::Rem => found.extend(division(pool, x, y, signed)),
        BinOp::Shl | BinOp::Shr => {
            found.push(count(pool, x, (y, right_signed)));
            if signed && op == BinOp::Shl {
                let when = lost_bits(pool, x, (y, right_signed));
                found.push(overflow(when));
            }
        }
        _ => {}
    }
    Ok(found)
}

fn load(
    values: &mut Values<'_>,
    program: &Program,
    pool: &mut TermPool,
    addr: ExprId,
    access: Access,
) -> Result<Vec<Fault>, Refusal> {
    let touch = match bytes(program, access) {
        Some(n) => Touch::Read(addr, Length::Bytes(n)),
        None => Touch::Hidden,
    };
    let found = touch::fault(program, values, pool, touch)?;
    Ok(found.into_iter().collect())
}

fn overflow(when: TermId) -> Fault {
    let kind = CheckKind::SignedOverflow;
    Fault { kind, when }
}

fn negation(
    values: &mut Values<'_>,
    program: &Program,
    pool: &mut TermPool,
    a: ExprId,
) -> Result<Vec<Fault>, Refusal> {
    let Scalar::Int { signed, .. } = values.scalar(program.exprs.get(a).ty)? else {
        return Ok(Vec::new());
    };
    let x = values.value(pool, a)?;
    if !signed {
        return Ok(lossy::negation(pool, x).into_iter().collect());
    }
    let least = least(pool, pool.width(x));
    Ok(vec![overflow(pool.eq(x, least))])
}

/// The least signed number of a width.
fn least(pool: &mut TermPool, width: u32) -> TermId {
    pool.bv_const(width, 1 << (width - 1))
}

/// Whether the exact result lies outside the type.
fn inexact(
    values: &mut Values<'_>,
    pool: &mut TermPool,
    op: BinOp,
    (x, y): (TermId, TermId),
) -> TermId {
    let width = pool.width(x);
    if fits(pool, op, (x, y)) {
        return pool.fls();
    }
    let wide = match op {
        BinOp::Mul => 2 * width,
        _ => width + 1,
    };
    let (a, b) = (pool.sign_ext(wide, x), pool.sign_ext(wide, y));
    let exact = match op {
        BinOp::Add => pool.bv_add(a, b),
        BinOp::Sub => pool.bv_sub(a, b),
        _ => values.product(pool, (a, b), true),
    };
    let least = least(pool, width);
    let greatest = pool.bv_const(width, (1 << (width - 1)) - 1);
    let (least, greatest) = (pool.sign_ext(wide, least), pool.sign_ext(wide, greatest));
    let below = pool.bv_slt(exact, least);
    let above = pool.bv_slt(greatest, exact);
    pool.or(below, above)
}

/// Whether the exact result surely lies inside the type, by the bits that the operands take.
fn fits(pool: &TermPool, op: BinOp, (x, y): (TermId, TermId)) -> bool {
    let (a, b) = (signed_bits(pool, x), signed_bits(pool, y));
    let needed = match op {
        BinOp::Mul => a + b,
        _ => a.max(b) + 1,
    };
    needed <= pool.width(x)
}

fn division(pool: &mut TermPool, x: TermId, y: TermId, signed: bool) -> Vec<Fault> {
    let width = pool.width(x);
    let zero = pool.bv_const(width, 0);
    let mut found = vec![Fault {
        kind: CheckKind::DivisionByZero,
        when: pool.eq(y, zero),
    }];
    if signed {
        let least = least(pool, width);
        let is_least = pool.eq(x, least);
        let minus_one = pool.bv_not(zero);
        let by_minus_one = pool.eq(y, minus_one);
        found.push(overflow(pool.and(is_least, by_minus_one)));
    }
    found
}

/// The count is negative or not below the width.
fn count(pool: &mut TermPool, x: TermId, (y, signed): (TermId, bool)) -> Fault {
    let width = pool.width(x);
    let wide = pool.width(y).max(16);
    let count = resize(pool, y, wide, signed);
    let limit = pool.bv_const(wide, u128::from(width));
    // A negative number is a large one without its sign.
    let inside = pool.bv_ult(count, limit);
    Fault {
        kind: CheckKind::ShiftOutOfRange,
        when: pool.not(inside),
    }
}

/// A negative number is shifted to the left, or bits get lost.
fn lost_bits(pool: &mut TermPool, x: TermId, by: (TermId, bool)) -> TermId {
    let width = pool.width(x);
    let zero = pool.bv_const(width, 0);
    let greatest = pool.bv_const(width, (1 << (width - 1)) - 1);
    let negative = pool.bv_slt(x, zero);
    let most = shift(pool, (BinOp::Shr, true), greatest, by);
    let large = pool.bv_slt(most, x);
    pool.or(negative, large)
}
