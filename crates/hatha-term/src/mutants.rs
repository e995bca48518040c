//! Wrong rewrites, to measure whether the tests would notice one.
//!
//! Compiled under the cargo feature `mutants` alone. One of them can be switched
//! on for all pools made afterwards, by [`activate`] or by the environment
//! variable `HATHA_MUTANT` (its number); it then acts on every term that a
//! normalising constructor makes. **A raw pool never has one**: the checker of
//! proofs uses raw pools, so no mutant may lead to a certified proof.

use crate::bits::Bv;
use crate::op::{Op, TermId};
use crate::pool::TermPool;
use crate::sort::Sort;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The rewritten term, where the rewrite applies.
type Rewrite = fn(&mut TermPool, &Made) -> Option<TermId>;

/// A term about to be made.
pub(crate) struct Made<'a> {
    pub(crate) op: Op,
    pub(crate) sort: Sort,
    pub(crate) args: &'a [TermId],
}

/// A wrong rewrite.
#[derive(Clone, Copy)]
pub struct Mutant {
    /// What it does wrong.
    pub name: &'static str,
    pub(crate) rewrite: Rewrite,
}

const NONE: usize = usize::MAX;
const UNSET: usize = usize::MAX - 1;
static ACTIVE: AtomicUsize = AtomicUsize::new(UNSET);

/// Switches a mutant on for the pools made from now on, or all of them off.
pub fn activate(mutant: Option<usize>) {
    ACTIVE.store(mutant.unwrap_or(NONE), Ordering::Relaxed);
}

/// The mutant that is switched on.
pub(crate) fn active() -> Option<Rewrite> {
    let mut number = ACTIVE.load(Ordering::Relaxed);
    if number == UNSET {
        let variable = std::env::var("HATHA_MUTANT").ok();
        number = variable.and_then(|n| n.parse().ok()).unwrap_or(NONE);
        ACTIVE.store(number, Ordering::Relaxed);
    }
    all().get(number).map(|m| m.rewrite)
}

/// All mutants; their numbers are their positions. Operators that constructors
/// normalise away (`<=` of integers, shifts by constants, exclusive disjunction)
/// have none: no such term is ever made.
pub fn all() -> Vec<Mutant> {
    let groups = [
        comparisons(),
        arithmetic(),
        divisions(),
        bitwise(),
        slices(),
        truth(),
        rest(),
    ];
    let listed = groups.into_iter().flatten();
    listed
        .map(|(name, rewrite)| Mutant { name, rewrite })
        .collect()
}

/// The same term with another operator.
fn swap(pool: &mut TermPool, made: &Made, from: Op, to: Op) -> Option<TermId> {
    (made.op == from).then(|| pool.intern_plain(to, made.sort, made.args))
}

/// The same term with its first two arguments exchanged.
fn exchange(pool: &mut TermPool, made: &Made, op: Op) -> Option<TermId> {
    let (a, b) = (*made.args.first()?, *made.args.get(1)?);
    (made.op == op && pool.sort(a) == pool.sort(b))
        .then(|| pool.intern_plain(op, made.sort, &[b, a]))
}

/// The same term with its constant argument `i` changed.
fn change(pool: &mut TermPool, made: &Made, op: Op, i: usize, f: fn(&Bv) -> Bv) -> Option<TermId> {
    if made.op != op {
        return None;
    }
    let constant = pool.as_bv(*made.args.get(i)?)?;
    let changed = f(constant);
    let mut args = made.args.to_vec();
    args[i] = pool.bv(changed);
    Some(pool.intern_plain(made.op, made.sort, &args))
}

fn next(value: &Bv) -> Bv {
    value.add(&Bv::one(value.width()))
}

fn previous(value: &Bv) -> Bv {
    value.sub(&Bv::one(value.width()))
}

/// The arguments of an argument with this operator.
fn inside(pool: &TermPool, made: &Made, i: usize, op: Op) -> Option<Vec<TermId>> {
    let t = *made.args.get(i)?;
    (pool.op(t) == op).then(|| pool.args(t).to_vec())
}

/// `x + c` compared with `d` is taken for `x` compared with `d - c`.
fn move_constant(pool: &mut TermPool, made: &Made, op: Op) -> Option<TermId> {
    if made.op != op {
        return None;
    }
    let sum = inside(pool, made, 0, Op::BvAdd)?;
    let (c, d) = (pool.as_bv(sum[1])?, pool.as_bv(made.args[1])?);
    let moved = d.sub(c);
    let moved = pool.bv(moved);
    Some(pool.intern_plain(op, made.sort, &[sum[0], moved]))
}

type Group = Vec<(&'static str, Rewrite)>;

fn comparisons() -> Group {
    vec![
        ("u< becomes s<", |p, m| swap(p, m, Op::BvUlt, Op::BvSlt)),
        ("s< becomes u<", |p, m| swap(p, m, Op::BvSlt, Op::BvUlt)),
        ("u< becomes u<=", |p, m| swap(p, m, Op::BvUlt, Op::BvUle)),
        ("s< becomes s<=", |p, m| swap(p, m, Op::BvSlt, Op::BvSle)),
        ("u< turned round", |p, m| exchange(p, m, Op::BvUlt)),
        ("s< turned round", |p, m| exchange(p, m, Op::BvSlt)),
        ("x u< c+1", |p, m| change(p, m, Op::BvUlt, 1, next)),
        ("x s< c-1", |p, m| change(p, m, Op::BvSlt, 1, previous)),
        ("c+1 u< x", |p, m| change(p, m, Op::BvUlt, 0, next)),
        ("c-1 s< x", |p, m| change(p, m, Op::BvSlt, 0, previous)),
        ("x+c u< d without overflow", |p, m| {
            move_constant(p, m, Op::BvUlt)
        }),
        ("x+c s< d without overflow", |p, m| {
            move_constant(p, m, Op::BvSlt)
        }),
        ("equality forgets the top bit", |p, m| {
            let width = p.sort(*m.args.first()?).bv_width()?;
            if m.op != Op::Eq || width < 2 {
                return None;
            }
            let low = Sort::Bv(width - 1);
            let parts =
                [m.args[0], m.args[1]].map(|t| p.intern_plain(Op::Extract { lo: 0 }, low, &[t]));
            Some(p.intern_plain(Op::Eq, Sort::Bool, &parts))
        }),
        ("equality is not less", |p, m| {
            p.sort(*m.args.first()?).bv_width()?;
            let less = (m.op == Op::Eq).then(|| p.intern_plain(Op::BvUlt, m.sort, m.args))?;
            Some(p.intern_plain(Op::Not, Sort::Bool, &[less]))
        }),
        ("x = c+1", |p, m| change(p, m, Op::Eq, 1, next)),
    ]
}

fn arithmetic() -> Group {
    vec![
        ("x + c+1", |p, m| change(p, m, Op::BvAdd, 1, next)),
        ("sum becomes disjunction", |p, m| {
            swap(p, m, Op::BvAdd, Op::BvOr)
        }),
        ("sum becomes exclusive disjunction", |p, m| {
            swap(p, m, Op::BvAdd, Op::BvXor)
        }),
        ("sum becomes difference", |p, m| {
            swap(p, m, Op::BvAdd, Op::BvSub)
        }),
        ("difference turned round", |p, m| exchange(p, m, Op::BvSub)),
        ("x * (c-1)", |p, m| change(p, m, Op::BvMul, 1, previous)),
        ("product becomes conjunction", |p, m| {
            swap(p, m, Op::BvMul, Op::BvAnd)
        }),
        ("negation becomes complement", |p, m| {
            swap(p, m, Op::BvNeg, Op::BvNot)
        }),
        ("complement becomes negation", |p, m| {
            swap(p, m, Op::BvNot, Op::BvNeg)
        }),
        ("integer sum becomes difference", |p, m| {
            swap(p, m, Op::IntAdd, Op::IntSub)
        }),
        ("integer difference turned round", |p, m| {
            exchange(p, m, Op::IntSub)
        }),
        ("integer product becomes sum", |p, m| {
            swap(p, m, Op::IntMul, Op::IntAdd)
        }),
        ("integer < becomes <=", |p, m| {
            swap(p, m, Op::IntLt, Op::IntLe)
        }),
        ("integer negation lost", |_, m| {
            (m.op == Op::IntNeg).then(|| m.args[0])
        }),
        ("integer quotient and remainder confused", |p, m| {
            swap(p, m, Op::IntDiv, Op::IntMod)
        }),
        ("integer remainder keeps the dividend", |_, m| {
            (m.op == Op::IntMod).then(|| m.args[0])
        }),
    ]
}

fn divisions() -> Group {
    vec![
        ("signed quotient unsigned", |p, m| {
            swap(p, m, Op::BvSdiv, Op::BvUdiv)
        }),
        ("unsigned quotient signed", |p, m| {
            swap(p, m, Op::BvUdiv, Op::BvSdiv)
        }),
        ("signed remainder unsigned", |p, m| {
            swap(p, m, Op::BvSrem, Op::BvUrem)
        }),
        ("unsigned remainder signed", |p, m| {
            swap(p, m, Op::BvUrem, Op::BvSrem)
        }),
        ("quotient becomes remainder", |p, m| {
            swap(p, m, Op::BvUdiv, Op::BvUrem)
        }),
        ("x / (c+1)", |p, m| change(p, m, Op::BvUdiv, 1, next)),
        ("x % c becomes x & (c-1)", |p, m| {
            let masked = change(p, m, Op::BvUrem, 1, previous)?;
            let args = p.args(masked).to_vec();
            Some(p.intern_plain(Op::BvAnd, m.sort, &args))
        }),
        (
            "signed quotient by a power of two becomes a shift",
            |p, m| {
                let k = p.as_bv(*m.args.get(1)?)?.log2_exact()?;
                let width = m.sort.bv_width()?;
                (m.op == Op::BvSdiv).then(|| {
                    let k = p.bv_const(width, k.into());
                    p.intern_plain(Op::BvAshr, m.sort, &[m.args[0], k])
                })
            },
        ),
        (
            "signed remainder by a power of two becomes a mask",
            |p, m| {
                let c = p.as_bv(*m.args.get(1)?)?.clone();
                c.log2_exact()?;
                (m.op == Op::BvSrem).then(|| {
                    let mask = p.bv(previous(&c));
                    p.intern_plain(Op::BvAnd, m.sort, &[m.args[0], mask])
                })
            },
        ),
        ("remainder by zero is zero", |p, m| {
            let width = m.sort.bv_width()?;
            if m.op != Op::BvUrem || p.is_const(m.args[1]) {
                return None;
            }
            let zero = p.bv_const(width, 0);
            let is_zero = p.intern_plain(Op::Eq, Sort::Bool, &[m.args[1], zero]);
            let plain = p.intern_plain(m.op, m.sort, m.args);
            Some(p.intern_plain(Op::Ite, m.sort, &[is_zero, zero, plain]))
        }),
    ]
}

fn bitwise() -> Group {
    vec![
        ("and becomes or", |p, m| swap(p, m, Op::BvAnd, Op::BvOr)),
        ("or becomes xor", |p, m| swap(p, m, Op::BvOr, Op::BvXor)),
        ("xor becomes or", |p, m| swap(p, m, Op::BvXor, Op::BvOr)),
        ("mask off by one", |p, m| change(p, m, Op::BvAnd, 1, next)),
        ("arithmetic shift becomes logical", |p, m| {
            swap(p, m, Op::BvAshr, Op::BvLshr)
        }),
        ("logical shift becomes arithmetic", |p, m| {
            swap(p, m, Op::BvLshr, Op::BvAshr)
        }),
        ("left shift becomes right shift", |p, m| {
            swap(p, m, Op::BvShl, Op::BvLshr)
        }),
        ("shift count masked", |p, m| {
            let width = m.sort.bv_width().filter(|w| w.is_power_of_two())?;
            if m.op != Op::BvShl || p.is_const(m.args[1]) {
                return None;
            }
            let mask = p.bv_const(width, u128::from(width) - 1);
            let masked = p.intern_plain(Op::BvAnd, m.sort, &[m.args[1], mask]);
            Some(p.intern_plain(Op::BvShl, m.sort, &[m.args[0], masked]))
        }),
    ]
}

/// An extension of a sum is taken for the sum of extensions.
fn distribute(pool: &mut TermPool, made: &Made, op: Op) -> Option<TermId> {
    if made.op != op {
        return None;
    }
    let sum = inside(pool, made, 0, Op::BvAdd)?;
    let parts = [sum[0], sum[1]].map(|t| pool.intern_plain(op, made.sort, &[t]));
    Some(pool.intern_plain(Op::BvAdd, made.sort, &parts))
}

fn slices() -> Group {
    vec![
        ("sign extension becomes zero extension", |p, m| {
            swap(p, m, Op::SignExt, Op::ZeroExt)
        }),
        ("zero extension becomes sign extension", |p, m| {
            swap(p, m, Op::ZeroExt, Op::SignExt)
        }),
        ("sign extension of a sum distributed", |p, m| {
            distribute(p, m, Op::SignExt)
        }),
        ("zero extension of a sum distributed", |p, m| {
            distribute(p, m, Op::ZeroExt)
        }),
        ("concatenation turned round", |p, m| {
            exchange(p, m, Op::Concat)
        }),
        ("concatenation loses the high part", |p, m| {
            (m.op == Op::Concat).then(|| p.intern_plain(Op::ZeroExt, m.sort, &m.args[1..]))
        }),
        ("slice from the bottom", |p, m| match m.op {
            Op::Extract { lo: 1.. } => Some(p.intern_plain(Op::Extract { lo: 0 }, m.sort, m.args)),
            _ => None,
        }),
        ("slice one lower", |p, m| match m.op {
            Op::Extract { lo: lo @ 1.. } => {
                Some(p.intern_plain(Op::Extract { lo: lo - 1 }, m.sort, m.args))
            }
            _ => None,
        }),
    ]
}

fn truth() -> Group {
    vec![
        ("conjunction becomes disjunction", |p, m| {
            swap(p, m, Op::And, Op::Or)
        }),
        ("disjunction becomes conjunction", |p, m| {
            swap(p, m, Op::Or, Op::And)
        }),
        ("not less becomes greater", |p, m| {
            let args = inside(p, m, 0, Op::BvUlt)?;
            (m.op == Op::Not).then(|| p.intern_plain(Op::BvUlt, m.sort, &[args[1], args[0]]))
        }),
        ("not less with sign becomes greater", |p, m| {
            let args = inside(p, m, 0, Op::BvSlt)?;
            (m.op == Op::Not).then(|| p.intern_plain(Op::BvSlt, m.sort, &[args[1], args[0]]))
        }),
        ("negation lost", |p, m| {
            let equality = inside(p, m, 0, Op::Eq)?;
            (m.op == Op::Not && !equality.is_empty()).then(|| m.args[0])
        }),
        ("De Morgan without the dual", |p, m| {
            let args = inside(p, m, 0, Op::And)?;
            if m.op != Op::Not {
                return None;
            }
            let parts = [args[0], args[1]].map(|t| p.intern_plain(Op::Not, m.sort, &[t]));
            Some(p.intern_plain(Op::And, m.sort, &parts))
        }),
        ("choice turned round", |p, m| {
            let &[c, a, b] = m.args else { return None };
            (m.op == Op::Ite).then(|| p.intern_plain(Op::Ite, m.sort, &[c, b, a]))
        }),
        ("choice with a constant arm decided", |p, m| {
            (m.op == Op::Ite && p.is_const(m.args[2])).then(|| m.args[1])
        }),
    ]
}

fn rest() -> Group {
    vec![
        ("a read always hits the last write", |p, m| {
            let store = inside(p, m, 0, Op::Store)?;
            (m.op == Op::Select).then(|| store[2])
        }),
        ("a read never hits the last write", |p, m| {
            let store = inside(p, m, 0, Op::Store)?;
            (m.op == Op::Select).then(|| p.intern_plain(Op::Select, m.sort, &[store[0], m.args[1]]))
        }),
        ("a write forgets the one before", |p, m| {
            let store = inside(p, m, 0, Op::Store)?;
            (m.op == Op::Store)
                .then(|| p.intern_plain(Op::Store, m.sort, &[store[0], m.args[1], m.args[2]]))
        }),
        ("a write is lost", |_, m| {
            (m.op == Op::Store).then(|| m.args[0])
        }),
    ]
}
