//! The machine's operations on terms.
//!
//! **Invariant.** Each function agrees with its namesake in `num` on every
//! concrete value, as bit-vectors of [`Kind::bits`] bits (`_Bool` is eight bits
//! that hold 0 or 1, a float is its bits); property tests compare the two. What has no
//! term (unbounded integers, transcendental functions) is `None`, never an approximation.
//! The meaning is that of reachability: signed overflow wraps, shift counts are masked.
//! Division by zero has SMT-LIB's value here; whoever uses the term must first
//! demand that the divisor is not zero.

mod float;

pub use float::format;

use crate::word::Kind;
use hatha_cfa::{
    Access, BinOp, ExprId, ExprKind, MathFn, ObjectWord, ProcId, Program, UnOp, VarId,
};
use hatha_defect::{Defect, is_on};
use hatha_term::{Sort, TermId, TermPool};
use rustc_hash::FxHashMap;

/// The sort of a kind that has terms.
pub fn sort(kind: Kind) -> Option<Sort> {
    match kind {
        Kind::MathInt | Kind::MathBool => None,
        _ => Some(Sort::Bv(u32::from(kind.bits()))),
    }
}

fn is_integral(kind: Kind) -> bool {
    matches!(kind, Kind::Bool | Kind::Int { .. } | Kind::Ptr { .. })
}

/// Whether a value is not zero.
pub fn truth(pool: &mut TermPool, kind: Kind, a: TermId) -> Option<TermId> {
    if !is_integral(kind) {
        return float::truth(pool, kind, a);
    }
    let zero = pool.bv_const(u32::from(kind.bits()), 0);
    Some(pool.ne(a, zero))
}

/// A truth value as an integer of `bits` bits.
fn from_truth(pool: &mut TermPool, bits: u32, c: TermId) -> TermId {
    pool.bool_to_bv(bits, c)
}

/// A unary operation.
pub fn unary(pool: &mut TermPool, op: UnOp, kind: Kind, a: TermId) -> Option<TermId> {
    if !is_integral(kind) {
        return float::unary(pool, op, kind, a);
    }
    match op {
        UnOp::Neg => Some(pool.bv_neg(a)),
        UnOp::Not => Some(pool.bv_not(a)),
        UnOp::LogicalNot => {
            let t = truth(pool, kind, a)?;
            let not = pool.not(t);
            Some(from_truth(pool, u32::from(Kind::INT.bits()), not))
        }
        UnOp::Bswap => Some(bswap(pool, a)),
        UnOp::Clz | UnOp::Ctz | UnOp::Popcount => None,
    }
}

fn bswap(pool: &mut TermPool, a: TermId) -> TermId {
    let bytes = pool.width(a) / 8;
    let mut out = pool.extract(7, 0, a);
    for i in 1..bytes {
        let byte = pool.extract(8 * i + 7, 8 * i, a);
        out = pool.concat(out, byte);
    }
    out
}

/// A binary operation; `right` is the kind of a shift's right operand.
pub fn binary(
    pool: &mut TermPool,
    op: BinOp,
    kind: Kind,
    right: Kind,
    a: TermId,
    b: TermId,
) -> Option<TermId> {
    if kind.is_float() {
        return float::binary(pool, op, kind, a, b);
    }
    if !is_integral(kind) || !is_integral(right) {
        return None;
    }
    let signed = kind.is_signed();
    if op.is_comparison() {
        let test = compare(pool, op, signed, a, b);
        return Some(from_truth(pool, u32::from(Kind::INT.bits()), test));
    }
    Some(match op {
        BinOp::Add => pool.bv_add(a, b),
        BinOp::Sub => pool.bv_sub(a, b),
        BinOp::Mul => pool.bv_mul(a, b),
        BinOp::Div if signed => pool.bv_sdiv(a, b),
        BinOp::Div => pool.bv_udiv(a, b),
        BinOp::Rem if signed => pool.bv_srem(a, b),
        BinOp::Rem => pool.bv_urem(a, b),
        BinOp::And => pool.bv_and(a, b),
        BinOp::Or => pool.bv_or(a, b),
        BinOp::Xor => pool.bv_xor(a, b),
        _ => shift(pool, op, kind, right, a, b),
    })
}

fn compare(pool: &mut TermPool, op: BinOp, signed: bool, a: TermId, b: TermId) -> TermId {
    let signed = signed && !is_on(Defect::UnsignedOrder);
    match (op, signed) {
        (BinOp::Eq, _) => pool.eq(a, b),
        (BinOp::Ne, _) => pool.ne(a, b),
        (BinOp::Lt, true) => pool.bv_slt(a, b),
        (BinOp::Lt, false) => pool.bv_ult(a, b),
        (BinOp::Le, true) => pool.bv_sle(a, b),
        (BinOp::Le, false) => pool.bv_ule(a, b),
        (BinOp::Gt, true) => pool.bv_sgt(a, b),
        (BinOp::Gt, false) => pool.bv_ugt(a, b),
        (_, true) => pool.bv_sge(a, b),
        (_, false) => pool.bv_uge(a, b),
    }
}

/// Counts are taken modulo the register that the machine would use.
fn shift(pool: &mut TermPool, op: BinOp, kind: Kind, right: Kind, a: TermId, b: TermId) -> TermId {
    let bits = u32::from(kind.bits());
    let register: u128 = match bits {
        0..=32 => 31,
        33..=64 => 63,
        _ => 127,
    };
    let wide = bits.max(u32::from(right.bits())).max(8);
    let count = pool.resize(wide, right.is_signed(), b);
    let mask = pool.bv_const(wide, register);
    let masked = pool.bv_and(count, mask);
    let limit = pool.bv_const(wide, u128::from(bits));
    // A count within the width counts as it is; only one outside it is masked.
    let in_range = pool.bv_ult(count, limit);
    let count = pool.ite(in_range, count, masked);
    let value = pool.resize(wide, kind.is_signed(), a);
    let shifted = match (op, kind.is_signed()) {
        (BinOp::Shl, _) => pool.bv_shl(value, count),
        (_, true) => pool.bv_ashr(value, count),
        (_, false) => pool.bv_lshr(value, count),
    };
    pool.resize(bits, false, shifted)
}

/// A conversion.
pub fn cast(pool: &mut TermPool, from: Kind, to: Kind, a: TermId) -> Option<TermId> {
    if from == to {
        return Some(a);
    }
    if !is_integral(from) || !is_integral(to) {
        return float::cast(pool, from, to, a);
    }
    if to == Kind::Bool {
        let t = truth(pool, from, a)?;
        return Some(from_truth(pool, u32::from(Kind::Bool.bits()), t));
    }
    Some(pool.resize(u32::from(to.bits()), from.is_signed(), a))
}

/// A function of `<math.h>` with a result of `kind`; `None` if its result is the library's
/// business.
pub fn math(
    pool: &mut TermPool,
    function: MathFn,
    kind: Kind,
    args: &[(TermId, Kind)],
) -> Option<TermId> {
    float::math(pool, function, kind, args)
}

/// Whether a function with so many arguments has its rounding mode among them.
pub fn has_mode(function: MathFn, arguments: usize) -> bool {
    function == MathFn::Convert || float::mode(function, &vec![(); arguments]).is_some()
}

/// An address plus `index * scale`.
pub fn index(pool: &mut TermPool, base: TermId, index: TermId, kind: Kind, scale: u64) -> TermId {
    let bits = pool.width(base);
    let step = pool.resize(bits, kind.is_signed(), index);
    let scale = pool.bv_const(bits, u128::from(scale));
    let offset = pool.bv_mul(step, scale);
    pool.bv_add(base, offset)
}

/// `(a - b) / scale` on addresses.
pub fn difference(pool: &mut TermPool, a: TermId, b: TermId, scale: u64) -> TermId {
    let bits = pool.width(a);
    let bytes = pool.bv_sub(a, b);
    let scale = pool.bv_const(bits, u128::from(scale.max(1)));
    pool.bv_sdiv(bytes, scale)
}

/// Where the values in an expression come from.
pub trait Environment {
    /// The value of a slot of a kind that has terms.
    fn slot(&mut self, pool: &mut TermPool, var: VarId) -> Option<TermId>;

    /// The address of a memory variable.
    fn address(&mut self, _pool: &mut TermPool, _var: VarId) -> Option<TermId> {
        None
    }

    /// The address of a procedure.
    fn function(&mut self, _pool: &mut TermPool, _proc: ProcId) -> Option<TermId> {
        None
    }

    /// What memory holds at an address, as a value of the access's type.
    fn load(&mut self, _pool: &mut TermPool, _at: TermId, _access: &Access) -> Option<TermId> {
        None
    }

    /// A word of the object that an address was computed from; the values of the address's parts
    /// are given.
    fn object(
        &mut self,
        _pool: &mut TermPool,
        _word: ObjectWord,
        _of: ExprId,
        _done: &FxHashMap<ExprId, Option<TermId>>,
    ) -> Option<TermId> {
        None
    }

    /// A stand-in for a value without a term; `None` makes the whole expression one.
    fn opaque(&mut self, pool: &mut TermPool, kind: Kind) -> Option<TermId>;
}

/// The value of an expression in an environment, without recursion; `None` if there is no term.
/// Divisors that must not be zero are added to `demands`.
pub fn value(
    program: &Program,
    pool: &mut TermPool,
    root: ExprId,
    environment: &mut impl Environment,
    demands: &mut Vec<TermId>,
) -> Option<TermId> {
    let mut done: FxHashMap<ExprId, Option<TermId>> = FxHashMap::default();
    let mut stack = vec![root];
    while let Some(&id) = stack.last() {
        let mut open: Vec<ExprId> = program
            .exprs
            .children(id)
            .filter(|c| !done.contains_key(c))
            .collect();
        if !done.contains_key(&id) && !open.is_empty() {
            // Left to right, as the machine evaluates.
            open.reverse();
            stack.extend(open);
            continue;
        }
        stack.pop();
        if !done.contains_key(&id) {
            let kind = kind_of(program, id)?;
            let term = node(program, pool, id, &done, environment, demands)
                .or_else(|| environment.opaque(pool, kind));
            // An unbounded value has no term; what is computed from it may have a stand-in.
            if term.is_none() && sort(kind).is_some() {
                return None;
            }
            done.insert(id, term);
        }
    }
    done[&root]
}

fn kind_of(program: &Program, e: ExprId) -> Option<Kind> {
    let scalar = program.scalar(program.exprs.get(e).ty)?;
    Some(Kind::of(scalar, &program.target))
}

fn node(
    program: &Program,
    pool: &mut TermPool,
    id: ExprId,
    done: &FxHashMap<ExprId, Option<TermId>>,
    environment: &mut impl Environment,
    demands: &mut Vec<TermId>,
) -> Option<TermId> {
    let kind = kind_of(program, id)?;
    match program.exprs.get(id).kind {
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Var(_) if sort(kind).is_none() => None,
        ExprKind::Int(bits) | ExprKind::Float(bits) => {
            Some(pool.bv_const(u32::from(kind.bits()), bits))
        }
        ExprKind::Var(v) => environment.slot(pool, v),
        ExprKind::Proc(p) => environment.function(pool, p),
        ExprKind::AddrOf(v) => environment.address(pool, v),
        ExprKind::Load { addr, access } => environment.load(pool, done[&addr]?, &access),
        ExprKind::Field {
            base,
            record,
            field,
        } => {
            let offset = program.types.record(record).fields[field as usize].offset;
            let offset = pool.bv_const(u32::from(kind.bits()), u128::from(offset));
            Some(pool.bv_add(done[&base]?, offset))
        }
        ExprKind::Index {
            base,
            index: i,
            scale,
        } => Some(index(
            pool,
            done[&base]?,
            done[&i]?,
            kind_of(program, i)?,
            scale,
        )),
        ExprKind::PtrDiff { a, b, scale } => Some(difference(pool, done[&a]?, done[&b]?, scale)),
        ExprKind::Object { word, of } => environment.object(pool, word, of, done),
        ExprKind::Unary(op, a) => unary(pool, op, kind_of(program, a)?, done[&a]?),
        ExprKind::Binary(op, a, b) => {
            let (left, right) = (done[&a]?, done[&b]?);
            if matches!(op, BinOp::Div | BinOp::Rem) && is_integral(kind) {
                demands.push(right);
            }
            let (ka, kb) = (kind_of(program, a)?, kind_of(program, b)?);
            binary(pool, op, ka, kb, left, right)
        }
        ExprKind::Cast(a) => cast(pool, kind_of(program, a)?, kind, done[&a]?),
        ExprKind::Cond(c, a, b) => {
            let test = truth(pool, kind_of(program, c)?, done[&c]?)?;
            Some(pool.ite(test, done[&a]?, done[&b]?))
        }
    }
}
