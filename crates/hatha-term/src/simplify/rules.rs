//! The rewrites of the simplifier. Each looks at one term whose arguments are
//! simplified already.

use crate::bits::Bv;
use crate::op::{Op, TermId};
use crate::pool::TermPool;
use crate::simplify::Simplifier;
use crate::simplify::float;
use crate::simplify::linear::{Linear, inverse};
use crate::sort::Sort;

impl Simplifier {
    /// The first rewrite that applies, or the term itself.
    pub(super) fn rewrite(&mut self, pool: &mut TermPool, t: TermId) -> TermId {
        if pool.args(t).is_empty() {
            return t;
        }
        self.lift_ite(pool, t)
            .or_else(|| self.by_facts(pool, t))
            .or_else(|| self.by_operator(pool, t))
            .unwrap_or(t)
    }

    fn by_operator(&mut self, pool: &mut TermPool, t: TermId) -> Option<TermId> {
        match pool.op(t) {
            Op::BvAdd | Op::BvSub | Op::BvMul | Op::BvNeg => self.shorter_sum(pool, t),
            Op::Eq => self.equality(pool, t),
            Op::BvUlt => self.comparison(pool, t, false),
            Op::BvSlt => self.comparison(pool, t, true),
            Op::Extract { lo: 0 } => truncation(pool, t),
            Op::Select => self.read_over_write(pool, t),
            Op::Fp(op) => float::rewrite(pool, t, op),
            _ => None,
        }
    }

    /// An operator on choices between constants, all by one condition, and on
    /// constants is a choice between results.
    fn lift_ite(&mut self, pool: &mut TermPool, t: TermId) -> Option<TermId> {
        let op = pool.op(t);
        let liftable = !matches!(op, Op::Ite | Op::Apply(_) | Op::Select | Op::Store);
        if !liftable || matches!(pool.sort(t), Sort::Array(..)) {
            return None;
        }
        let args = pool.args(t);
        let is_choice = |t: &&TermId| pool.op(**t) == Op::Ite;
        let c = pool.arg(*args.iter().find(is_choice)?, 0);
        let arm = |which: usize| {
            let choose = |&t: &TermId| {
                let chosen = if pool.op(t) == Op::Ite && pool.arg(t, 0) == c {
                    pool.arg(t, which)
                } else {
                    t
                };
                pool.is_const(chosen).then_some(chosen)
            };
            args.iter().map(choose).collect::<Option<Vec<TermId>>>()
        };
        let (then, other) = (arm(1)?, arm(2)?);
        let sort = pool.sort(t);
        let then = pool.rebuild(op, sort, &then);
        let other = pool.rebuild(op, sort, &other);
        Some(pool.ite(c, then, other))
    }

    fn by_facts(&mut self, pool: &mut TermPool, t: TermId) -> Option<TermId> {
        if let Some(facts) = self.facts.facts(pool, t) {
            if let Some(value) = facts.value() {
                return Some(pool.bv_const(facts.width, value));
            }
            return self
                .unsigned_instead(pool, t)
                .or_else(|| self.small_quotient(pool, t));
        }
        let (op, args) = (pool.op(t), pool.args(t));
        if !matches!(op, Op::Eq | Op::BvUlt | Op::BvSlt) {
            return None;
        }
        let (a, b) = (args[0], args[1]);
        let (x, y) = (self.facts.facts(pool, a)?, self.facts.facts(pool, b)?);
        match op {
            Op::Eq => x.disjoint(&y).then(|| pool.fls()),
            Op::BvSlt if x.non_negative() && y.non_negative() => Some(pool.bv_ult(a, b)),
            _ => {
                let signed = op == Op::BvSlt;
                let (x, y) = if signed {
                    (x.sign_flipped(), y.sign_flipped())
                } else {
                    (x, y)
                };
                if x.hi < y.lo {
                    return Some(pool.tru());
                }
                (x.lo >= y.hi).then(|| pool.fls())
            }
        }
    }

    /// Signed operators on values without sign are unsigned ones, which are
    /// simpler circuits.
    fn unsigned_instead(&mut self, pool: &mut TermPool, t: TermId) -> Option<TermId> {
        let op = pool.op(t);
        if !matches!(op, Op::BvSdiv | Op::BvSrem | Op::BvAshr | Op::SignExt) {
            return None;
        }
        let a = pool.arg(t, 0);
        if !self.facts.facts(pool, a)?.non_negative() {
            return None;
        }
        match op {
            Op::SignExt => return Some(pool.zero_ext(pool.width(t), a)),
            Op::BvAshr => {
                let by = pool.arg(t, 1);
                return Some(pool.bv_lshr(a, by));
            }
            _ => {}
        }
        let b = pool.arg(t, 1);
        if !self.facts.facts(pool, b)?.non_negative() {
            return None;
        }
        // By zero too: -1 is all ones, and the remainder is the dividend.
        Some(match op {
            Op::BvSdiv => pool.bv_udiv(a, b),
            _ => pool.bv_urem(a, b),
        })
    }

    /// A division whose dividend is less than twice the divisor is a comparison
    /// and a subtraction.
    fn small_quotient(&mut self, pool: &mut TermPool, t: TermId) -> Option<TermId> {
        let op = pool.op(t);
        if !matches!(op, Op::BvUdiv | Op::BvUrem) {
            return None;
        }
        let (a, b) = (pool.arg(t, 0), pool.arg(t, 1));
        let divisor = pool.as_bv(b)?.to_u128().filter(|&d| d > 0)?;
        let facts = self.facts.facts(pool, a)?;
        if facts.hi / divisor > 1 {
            return None;
        }
        let below = pool.bv_ult(a, b);
        let (none, once) = match op {
            Op::BvUdiv => (pool.bv_const(facts.width, 0), pool.bv_const(facts.width, 1)),
            _ => (a, pool.bv_sub(a, b)),
        };
        Some(pool.ite(below, none, once))
    }

    /// What a quotient times its divisor lacks to the dividend is the remainder:
    /// `k*a - (k*c)*(a/c)` is `k*(a % c)`, if that makes the sum shorter. Both
    /// divisions satisfy it modulo two to the width for every `c` but zero.
    fn remainder_instead(&mut self, pool: &mut TermPool, form: &Linear) -> Option<Linear> {
        for (quotient, factor) in &form.monomials {
            let op = pool.op(*quotient);
            if !matches!(op, Op::BvUdiv | Op::BvSdiv) {
                continue;
            }
            let (a, b) = (pool.arg(*quotient, 0), pool.arg(*quotient, 1));
            let Some(c) = pool.as_bv(b).filter(|c| !c.is_zero()).cloned() else {
                continue;
            };
            let missing = factor.neg();
            let k = missing.udiv(&c);
            if k.is_zero() || k.mul(&c) != missing {
                continue;
            }
            let dividend = self.forms.form(pool, a);
            let remainder = match op {
                Op::BvUdiv => pool.bv_urem(a, b),
                _ => pool.bv_srem(a, b),
            };
            let remainder = self.forms.form(pool, remainder);
            let quotient = self.forms.form(pool, *quotient);
            let shorter = form.plus(&dividend, &k.neg()).plus(&quotient, &missing);
            let shorter = shorter.plus(&remainder, &k);
            if shorter.monomials.len() < form.monomials.len() {
                return Some(shorter);
            }
        }
        None
    }

    /// The linear form, if it has fewer monomials than those of the arguments
    /// together: then something cancels or merges.
    fn shorter_sum(&mut self, pool: &mut TermPool, t: TermId) -> Option<TermId> {
        let form = self.forms.form(pool, t);
        if let Some(shorter) = self.remainder_instead(pool, &form) {
            return Some(shorter.to_term(pool));
        }
        let mut parts = 0;
        for i in 0..pool.args(t).len() {
            let arg = pool.arg(t, i);
            parts += self.forms.form(pool, arg).monomials.len();
        }
        (form.monomials.len() < parts).then(|| form.to_term(pool))
    }

    /// Equalities of bit-vectors through the linear form of the difference.
    fn equality(&mut self, pool: &mut TermPool, t: TermId) -> Option<TermId> {
        let (a, b) = (pool.arg(t, 0), pool.arg(t, 1));
        pool.sort(a).bv_width()?;
        let (left, right) = (self.forms.form(pool, a), self.forms.form(pool, b));
        let difference = left.plus(&right, &Bv::ones(left.constant.width()));
        match &difference.monomials[..] {
            [] => Some(pool.bool(difference.constant.is_zero())),
            [(x, factor)] => solve_monomial(pool, *x, factor, &difference.constant),
            all if all.len() < left.monomials.len() + right.monomials.len() => {
                Some(balanced_equation(pool, &difference))
            }
            _ => None,
        }
    }

    /// `x + c < d` and `d < x + c` as comparisons of `x`: the values of `x` form
    /// an interval, which may wrap around.
    fn comparison(&mut self, pool: &mut TermPool, t: TermId, signed: bool) -> Option<TermId> {
        let (a, b) = (pool.arg(t, 0), pool.arg(t, 1));
        let width = pool.width(a);
        let (least, most) = if signed {
            (Bv::signed_min(width), Bv::signed_max(width))
        } else {
            (Bv::zero(width), Bv::ones(width))
        };
        let one = Bv::one(width);
        let (x, c, first, last) = match (offset(pool, a), offset(pool, b)) {
            // least <= x + c <= d - 1, and d is not the least.
            (Some((x, c)), None) => (x, c, least, pool.as_bv(b)?.sub(&one)),
            // d + 1 <= x + c <= most, and d is not the greatest.
            (None, Some((x, c))) => (x, c, pool.as_bv(a)?.add(&one), most),
            _ => return None,
        };
        let (first, last) = (first.sub(&c), last.sub(&c));
        let wraps = if signed {
            last.slt(&first)
        } else {
            last.ult(&first)
        };
        let (first, last) = (pool.bv(first), pool.bv(last));
        let from = at_most(pool, first, x, signed);
        let to = at_most(pool, x, last, signed);
        Some(if wraps {
            pool.or(from, to)
        } else {
            pool.and(from, to)
        })
    }

    /// A read passes a write at an index that surely differs.
    fn read_over_write(&mut self, pool: &mut TermPool, t: TermId) -> Option<TermId> {
        let (mut array, index) = (pool.arg(t, 0), pool.arg(t, 1));
        while pool.op(array) == Op::Store {
            let at = pool.arg(array, 1);
            if at == index {
                return Some(pool.arg(array, 2));
            }
            match self.indices_differ(pool, at, index) {
                Some(true) => array = pool.arg(array, 0),
                Some(false) => return Some(pool.arg(array, 2)),
                None => break,
            }
        }
        (array != pool.arg(t, 0)).then(|| pool.select(array, index))
    }

    /// Do two indices surely differ, or surely not?
    fn indices_differ(&mut self, pool: &TermPool, a: TermId, b: TermId) -> Option<bool> {
        if pool.surely_distinct(a, b) {
            return Some(true);
        }
        let (x, y) = (self.facts.facts(pool, a)?, self.facts.facts(pool, b)?);
        if x.disjoint(&y) {
            return Some(true);
        }
        let (left, right) = (self.forms.form(pool, a), self.forms.form(pool, b));
        let difference = left.plus(&right, &Bv::ones(x.width));
        let constant = difference.monomials.is_empty();
        constant.then(|| !difference.constant.is_zero())
    }
}

/// `a <= b`.
fn at_most(pool: &mut TermPool, a: TermId, b: TermId, signed: bool) -> TermId {
    if signed {
        pool.bv_sle(a, b)
    } else {
        pool.bv_ule(a, b)
    }
}

/// The parts of `x + c`.
fn offset(pool: &TermPool, t: TermId) -> Option<(TermId, Bv)> {
    if pool.op(t) != Op::BvAdd {
        return None;
    }
    let c = pool.as_bv(pool.arg(t, 1))?.clone();
    Some((pool.arg(t, 0), c))
}

/// `factor * x + constant = 0` solved for `x`. With `k` trailing zeros in the
/// factor only the low bits of `x` are determined, and there is no solution
/// unless the constant has as many.
fn solve_monomial(pool: &mut TermPool, x: TermId, factor: &Bv, constant: &Bv) -> Option<TermId> {
    let width = factor.width();
    let k = factor.trailing_zeros();
    if constant.trailing_zeros() < k {
        return Some(pool.fls());
    }
    let left = width - k;
    let odd = factor.extract(k, left);
    let value = constant.neg().extract(k, left).mul(&inverse(&odd));
    let low = pool.extract(left - 1, 0, x);
    let value = pool.bv(value);
    Some(pool.eq(low, value))
}

/// The monomials with a negative factor go to the other side.
fn balanced_equation(pool: &mut TermPool, difference: &Linear) -> TermId {
    let (negative, positive): (Vec<_>, Vec<_>) = difference
        .monomials
        .iter()
        .cloned()
        .partition(|(_, f)| f.sign());
    let width = difference.constant.width();
    let left = Linear {
        monomials: positive,
        constant: Bv::zero(width),
    };
    let right = Linear {
        monomials: negative.into_iter().map(|(t, f)| (t, f.neg())).collect(),
        constant: difference.constant.neg(),
    };
    let (left, right) = (left.to_term(pool), right.to_term(pool));
    pool.eq(left, right)
}

/// The low bits of a sum, product or bitwise operation depend on low bits alone:
/// if those cost nothing, the operation becomes narrower.
fn truncation(pool: &mut TermPool, t: TermId) -> Option<TermId> {
    let inner = pool.arg(t, 0);
    let width = pool.width(t);
    let low_only = matches!(
        pool.op(inner),
        Op::BvAdd
            | Op::BvSub
            | Op::BvMul
            | Op::BvNeg
            | Op::BvNot
            | Op::BvAnd
            | Op::BvOr
            | Op::BvXor
    );
    let is_free = |&t: &TermId| {
        let op = pool.op(t);
        matches!(
            op,
            Op::BvConst(_) | Op::ZeroExt | Op::SignExt | Op::Concat | Op::Extract { .. }
        )
    };
    if !low_only || !pool.args(inner).iter().all(is_free) {
        return None;
    }
    let args = pool.args(inner).to_vec();
    let low: Vec<TermId> = args
        .iter()
        .map(|&a| pool.extract(width - 1, 0, a))
        .collect();
    Some(pool.rebuild(pool.op(inner), Sort::Bv(width), &low))
}
