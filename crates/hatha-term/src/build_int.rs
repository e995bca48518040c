//! Constructors for unbounded integers.
//!
//! Constants are `i128`. Folding that would leave that range is not done: the
//! term stays as it is, which is always correct.

use crate::op::{Op, TermId};
use crate::pool::TermPool;
use crate::sort::Sort;

/// Euclidean quotient; zero for a zero divisor; `None` when out of range.
pub(crate) fn int_div(a: i128, b: i128) -> Option<i128> {
    if b == 0 {
        Some(0)
    } else {
        a.checked_div_euclid(b)
    }
}

/// Euclidean remainder; the dividend for a zero divisor.
pub(crate) fn int_mod(a: i128, b: i128) -> Option<i128> {
    if b == 0 {
        Some(a)
    } else {
        Some(a.checked_rem_euclid(b).unwrap_or(0))
    }
}

impl TermPool {
    fn int_binary(
        &mut self,
        op: Op,
        a: TermId,
        b: TermId,
        fold: impl Fn(i128, i128) -> Option<i128>,
    ) -> Result<TermId, (TermId, TermId)> {
        self.expect_sort(a, Sort::Int);
        self.expect_sort(b, Sort::Int);
        if self.is_raw() {
            return Ok(self.intern(op, Sort::Int, &[a, b]));
        }
        if let (Some(x), Some(y)) = (self.as_int(a), self.as_int(b))
            && let Some(value) = fold(x, y)
        {
            return Ok(self.int(value));
        }
        Err((a, b))
    }

    /// Sum.
    pub fn int_add(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = match self.int_binary(Op::IntAdd, a, b, i128::checked_add) {
            Ok(done) => return done,
            Err((a, b)) => self.ordered(a, b),
        };
        if self.as_int(b) == Some(0) {
            return a;
        }
        if let Some(sum) = self.int_add_constant(a, b) {
            return sum;
        }
        self.intern(Op::IntAdd, Sort::Int, &[a, b])
    }

    /// `(x + c1) + c2` as `x + (c1 + c2)`.
    fn int_add_constant(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let c2 = self.as_int(b)?;
        if self.op(a) != Op::IntAdd {
            return None;
        }
        let sum = self.as_int(self.arg(a, 1))?.checked_add(c2)?;
        let (x, sum) = (self.arg(a, 0), self.int(sum));
        Some(self.int_add(x, sum))
    }

    /// Difference.
    pub fn int_sub(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = match self.int_binary(Op::IntSub, a, b, i128::checked_sub) {
            Ok(done) => return done,
            Err(pair) => pair,
        };
        if a == b {
            return self.int(0);
        }
        if let Some(negated) = self.as_int(b).and_then(i128::checked_neg) {
            let negated = self.int(negated);
            return self.int_add(a, negated);
        }
        self.intern(Op::IntSub, Sort::Int, &[a, b])
    }

    /// Product; of two variables as well, though few solvers decide that.
    pub fn int_mul(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = match self.int_binary(Op::IntMul, a, b, i128::checked_mul) {
            Ok(done) => return done,
            Err((a, b)) => self.ordered(a, b),
        };
        match self.as_int(b) {
            Some(0) => b,
            Some(1) => a,
            _ => self.intern(Op::IntMul, Sort::Int, &[a, b]),
        }
    }

    /// Negation.
    pub(crate) fn int_neg(&mut self, a: TermId) -> TermId {
        self.expect_sort(a, Sort::Int);
        if !self.is_raw() {
            if let Some(value) = self.as_int(a).and_then(i128::checked_neg) {
                return self.int(value);
            }
            if self.op(a) == Op::IntNeg {
                return self.arg(a, 0);
            }
        }
        self.intern(Op::IntNeg, Sort::Int, &[a])
    }

    /// Euclidean quotient, and zero when the divisor is zero.
    pub fn int_div(&mut self, a: TermId, b: TermId) -> TermId {
        match self.int_binary(Op::IntDiv, a, b, int_div) {
            Ok(done) => done,
            Err((a, b)) if self.as_int(b) == Some(1) => a,
            Err((a, b)) => self.intern(Op::IntDiv, Sort::Int, &[a, b]),
        }
    }

    /// Euclidean remainder, and the dividend when the divisor is zero.
    pub fn int_mod(&mut self, a: TermId, b: TermId) -> TermId {
        match self.int_binary(Op::IntMod, a, b, int_mod) {
            Ok(done) => done,
            Err((_, b)) if self.as_int(b) == Some(1) => self.int(0),
            Err((a, b)) => self.intern(Op::IntMod, Sort::Int, &[a, b]),
        }
    }

    /// `a < b`.
    pub fn int_lt(&mut self, a: TermId, b: TermId) -> TermId {
        self.expect_sort(a, Sort::Int);
        self.expect_sort(b, Sort::Int);
        if !self.is_raw() {
            if let (Some(x), Some(y)) = (self.as_int(a), self.as_int(b)) {
                return self.bool(x < y);
            }
            if a == b {
                return self.fls();
            }
        }
        self.intern(Op::IntLt, Sort::Bool, &[a, b])
    }

    /// `a <= b`; the normal form is the negation of `b < a`.
    pub fn int_le(&mut self, a: TermId, b: TermId) -> TermId {
        if self.is_raw() {
            self.expect_sort(a, Sort::Int);
            self.expect_sort(b, Sort::Int);
            return self.intern(Op::IntLe, Sort::Bool, &[a, b]);
        }
        let greater = self.int_lt(b, a);
        self.not(greater)
    }

    pub(crate) fn int_eq(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(equal) = self.eq_constant_ite(a, b) {
            return equal;
        }
        if let Some((x, value)) = self.int_eq_shifted(a, b) {
            let value = self.int(value);
            return self.eq(x, value);
        }
        self.plain_eq(a, b)
    }

    /// `x + c1 = c2` as `x` and `c2 - c1`.
    fn int_eq_shifted(&self, a: TermId, b: TermId) -> Option<(TermId, i128)> {
        let c2 = self.as_int(b)?;
        if self.op(a) != Op::IntAdd {
            return None;
        }
        let c1 = self.as_int(self.arg(a, 1))?;
        Some((self.arg(a, 0), c2.checked_sub(c1)?))
    }
}
