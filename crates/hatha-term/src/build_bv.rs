//! Constructors for bit-vector arithmetic and bitwise operators.
//!
//! Normal forms: constants are last; `x - c` is `x + (-c)`; shifts, quotients
//! and remainders by constant powers of two are products, extractions and
//! extensions, so that one linear and one bit-slicing theory see them all.
//! Rewrites look a bounded number of levels down.

use crate::bits::Bv;
use crate::op::{Op, TermId};
use crate::pool::TermPool;
use crate::sort::Sort;

/// What is left to do for a constructor after the common part.
enum Step {
    Done(TermId),
    Go(TermId, TermId, u32),
}

impl TermPool {
    fn bv_binary(&mut self, op: Op, a: TermId, b: TermId, fold: impl Fn(&Bv, &Bv) -> Bv) -> Step {
        let width = self.same_width(a, b);
        if self.is_raw() {
            return Step::Done(self.intern(op, Sort::Bv(width), &[a, b]));
        }
        if let (Some(x), Some(y)) = (self.as_bv(a), self.as_bv(b)) {
            let value = fold(x, y);
            return Step::Done(self.bv(value));
        }
        Step::Go(a, b, width)
    }

    fn bv_node(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        self.intern(op, sort, &[a, b])
    }

    /// The constant second argument of a term with operator `op`.
    fn constant_tail(&self, op: Op, t: TermId) -> Option<(TermId, &Bv)> {
        if self.op(t) != op {
            return None;
        }
        Some((self.arg(t, 0), self.as_bv(self.arg(t, 1))?))
    }

    /// `(x op c1) op c2` as `x op (c1 op c2)` for an associative `op`.
    fn merge_constants(
        &mut self,
        op: Op,
        a: TermId,
        b: TermId,
        fold: impl Fn(&Bv, &Bv) -> Bv,
    ) -> Option<(TermId, TermId)> {
        let c2 = self.as_bv(b)?;
        let (x, c1) = self.constant_tail(op, a)?;
        let merged = fold(c1, c2);
        Some((x, self.bv(merged)))
    }

    /// Sum modulo two to the width.
    pub fn bv_add(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = match self.bv_binary(Op::BvAdd, a, b, Bv::add) {
            Step::Done(t) => return t,
            Step::Go(a, b, _) => self.ordered(a, b),
        };
        if self.as_bv(b).is_some_and(Bv::is_zero) {
            return a;
        }
        if let Some((x, c)) = self.merge_constants(Op::BvAdd, a, b, Bv::add) {
            return self.bv_add(x, c);
        }
        if let Some(rest) = self.cancel_sum(a, b).or_else(|| self.cancel_sum(b, a)) {
            return rest;
        }
        self.bv_node(Op::BvAdd, a, b)
    }

    /// `a + b` where `a` is `-b` or `x - b`.
    fn cancel_sum(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        match self.op(a) {
            Op::BvNeg if self.arg(a, 0) == b => {
                let width = self.width(a);
                Some(self.bv(Bv::zero(width)))
            }
            Op::BvSub if self.arg(a, 1) == b => Some(self.arg(a, 0)),
            _ => None,
        }
    }

    /// Difference modulo two to the width.
    pub fn bv_sub(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b, width) = match self.bv_binary(Op::BvSub, a, b, Bv::sub) {
            Step::Done(t) => return t,
            Step::Go(a, b, width) => (a, b, width),
        };
        if a == b {
            return self.bv(Bv::zero(width));
        }
        if let Some(c) = self.as_bv(b) {
            let negated = c.neg();
            let negated = self.bv(negated);
            return self.bv_add(a, negated);
        }
        if self.as_bv(a).is_some_and(Bv::is_zero) {
            return self.bv_neg(b);
        }
        match self.op(a) {
            Op::BvAdd if self.arg(a, 0) == b => self.arg(a, 1),
            Op::BvAdd if self.arg(a, 1) == b => self.arg(a, 0),
            _ => self.bv_node(Op::BvSub, a, b),
        }
    }

    /// Two's complement negation.
    pub fn bv_neg(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        if !self.is_raw() {
            if let Some(value) = self.as_bv(a) {
                let value = value.neg();
                return self.bv(value);
            }
            match self.op(a) {
                Op::BvNeg => return self.arg(a, 0),
                Op::BvSub => {
                    let (x, y) = (self.arg(a, 0), self.arg(a, 1));
                    return self.bv_sub(y, x);
                }
                _ => {}
            }
        }
        self.intern(Op::BvNeg, Sort::Bv(width), &[a])
    }

    /// Product modulo two to the width.
    pub fn bv_mul(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = match self.bv_binary(Op::BvMul, a, b, Bv::mul) {
            Step::Done(t) => return t,
            Step::Go(a, b, _) => self.ordered(a, b),
        };
        if let Some(c) = self.as_bv(b) {
            if c.is_zero() {
                return b;
            }
            if c.is_one() {
                return a;
            }
            if c.is_ones() {
                return self.bv_neg(a);
            }
        }
        if let Some((x, c)) = self.merge_constants(Op::BvMul, a, b, Bv::mul) {
            return self.bv_mul(x, c);
        }
        self.bv_node(Op::BvMul, a, b)
    }

    /// Unsigned quotient; all ones when the divisor is zero.
    pub fn bv_udiv(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b, width) = match self.bv_binary(Op::BvUdiv, a, b, Bv::udiv) {
            Step::Done(t) => return t,
            Step::Go(a, b, width) => (a, b, width),
        };
        if let Some(c) = self.as_bv(b) {
            if c.is_zero() {
                return self.bv(Bv::ones(width));
            }
            if let Some(k) = c.log2_exact() {
                return self.shift_right_constant(a, k);
            }
        }
        self.bv_node(Op::BvUdiv, a, b)
    }

    /// Unsigned remainder; the dividend when the divisor is zero.
    pub fn bv_urem(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b, width) = match self.bv_binary(Op::BvUrem, a, b, Bv::urem) {
            Step::Done(t) => return t,
            Step::Go(a, b, width) => (a, b, width),
        };
        if let Some(c) = self.as_bv(b) {
            if c.is_zero() {
                return a;
            }
            match c.log2_exact() {
                Some(0) => return self.bv(Bv::zero(width)),
                Some(k) => return self.keep_low(a, k),
                None => {}
            }
        }
        self.bv_node(Op::BvUrem, a, b)
    }

    /// Signed quotient, rounded to zero; -1 or 1 when the divisor is zero.
    pub fn bv_sdiv(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = match self.bv_binary(Op::BvSdiv, a, b, Bv::sdiv) {
            Step::Done(t) => return t,
            Step::Go(a, b, _) => (a, b),
        };
        if let Some(c) = self.as_bv(b) {
            // In one bit, one is minus one: the quotient by it is the negation.
            if c.is_ones() {
                return self.bv_neg(a);
            }
            if c.is_one() {
                return a;
            }
        }
        self.bv_node(Op::BvSdiv, a, b)
    }

    /// Signed remainder with the sign of the dividend, which it is when the
    /// divisor is zero.
    pub fn bv_srem(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b, width) = match self.bv_binary(Op::BvSrem, a, b, Bv::srem) {
            Step::Done(t) => return t,
            Step::Go(a, b, width) => (a, b, width),
        };
        if let Some(c) = self.as_bv(b) {
            if c.is_zero() {
                return a;
            }
            if c.is_one() || c.is_ones() {
                return self.bv(Bv::zero(width));
            }
        }
        self.bv_node(Op::BvSrem, a, b)
    }

    /// Bitwise complement.
    pub fn bv_not(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        if !self.is_raw() {
            if let Some(value) = self.as_bv(a) {
                let value = value.not();
                return self.bv(value);
            }
            if self.op(a) == Op::BvNot {
                return self.arg(a, 0);
            }
        }
        self.intern(Op::BvNot, Sort::Bv(width), &[a])
    }

    fn bit_complementary(&self, a: TermId, b: TermId) -> bool {
        self.op(a) == Op::BvNot && self.arg(a, 0) == b
            || self.op(b) == Op::BvNot && self.arg(b, 0) == a
    }

    /// Bitwise conjunction.
    pub fn bv_and(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b, width) = match self.bv_binary(Op::BvAnd, a, b, Bv::and) {
            Step::Done(t) => return t,
            Step::Go(a, b, width) => {
                let (a, b) = self.ordered(a, b);
                (a, b, width)
            }
        };
        if a == b || self.as_bv(b).is_some_and(Bv::is_ones) {
            return a;
        }
        if self.as_bv(b).is_some_and(Bv::is_zero) || self.bit_complementary(a, b) {
            return self.bv(Bv::zero(width));
        }
        if let Some((x, c)) = self.merge_constants(Op::BvAnd, a, b, Bv::and) {
            return self.bv_and(x, c);
        }
        // A mask of the low bits is an extraction.
        if let Some(k) = self
            .as_bv(b)
            .and_then(|c| c.add(&Bv::one(width)).log2_exact())
        {
            return self.keep_low(a, k);
        }
        self.bv_node(Op::BvAnd, a, b)
    }

    /// Bitwise disjunction.
    pub fn bv_or(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b, width) = match self.bv_binary(Op::BvOr, a, b, Bv::or) {
            Step::Done(t) => return t,
            Step::Go(a, b, width) => {
                let (a, b) = self.ordered(a, b);
                (a, b, width)
            }
        };
        if a == b || self.as_bv(b).is_some_and(Bv::is_zero) {
            return a;
        }
        if self.as_bv(b).is_some_and(Bv::is_ones) || self.bit_complementary(a, b) {
            return self.bv(Bv::ones(width));
        }
        if let Some((x, c)) = self.merge_constants(Op::BvOr, a, b, Bv::or) {
            return self.bv_or(x, c);
        }
        self.bv_node(Op::BvOr, a, b)
    }

    /// Bitwise exclusive disjunction.
    pub fn bv_xor(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b, width) = match self.bv_binary(Op::BvXor, a, b, Bv::xor) {
            Step::Done(t) => return t,
            Step::Go(a, b, width) => {
                let (a, b) = self.ordered(a, b);
                (a, b, width)
            }
        };
        if a == b {
            return self.bv(Bv::zero(width));
        }
        if self.as_bv(b).is_some_and(Bv::is_zero) {
            return a;
        }
        if self.as_bv(b).is_some_and(Bv::is_ones) {
            return self.bv_not(a);
        }
        if self.bit_complementary(a, b) {
            return self.bv(Bv::ones(width));
        }
        if let Some((x, c)) = self.merge_constants(Op::BvXor, a, b, Bv::xor) {
            return self.bv_xor(x, c);
        }
        self.bv_node(Op::BvXor, a, b)
    }

    /// The constant shift amount, cut to the width.
    fn shift_amount(&self, b: TermId, width: u32) -> Option<u32> {
        let amount = self.as_bv(b)?.to_u128().unwrap_or(u128::MAX);
        Some(amount.min(width as u128) as u32)
    }

    /// Left shift; zero when the amount is at least the width.
    pub fn bv_shl(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b, width) = match self.bv_binary(Op::BvShl, a, b, Bv::shl) {
            Step::Done(t) => return t,
            Step::Go(a, b, width) => (a, b, width),
        };
        match self.shift_amount(b, width) {
            Some(k) => {
                let factor = self.bv(Bv::power_of_two(width, k));
                self.bv_mul(a, factor)
            }
            None if self.as_bv(a).is_some_and(Bv::is_zero) => a,
            None => self.bv_node(Op::BvShl, a, b),
        }
    }

    /// Logical right shift; zero when the amount is at least the width.
    pub fn bv_lshr(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b, width) = match self.bv_binary(Op::BvLshr, a, b, Bv::lshr) {
            Step::Done(t) => return t,
            Step::Go(a, b, width) => (a, b, width),
        };
        match self.shift_amount(b, width) {
            Some(k) => self.shift_right_constant(a, k),
            None if self.as_bv(a).is_some_and(Bv::is_zero) => a,
            None => self.bv_node(Op::BvLshr, a, b),
        }
    }

    fn shift_right_constant(&mut self, a: TermId, k: u32) -> TermId {
        let width = self.width(a);
        if k >= width {
            return self.bv(Bv::zero(width));
        }
        let high = self.extract(width - 1, k, a);
        self.zero_ext(width, high)
    }

    /// The low `k` bits of `a`, at least one, zero-extended to its width.
    fn keep_low(&mut self, a: TermId, k: u32) -> TermId {
        let width = self.width(a);
        let low = self.extract(k - 1, 0, a);
        self.zero_ext(width, low)
    }

    /// Arithmetic right shift; copies of the sign when the amount is at least
    /// the width.
    pub fn bv_ashr(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b, width) = match self.bv_binary(Op::BvAshr, a, b, Bv::ashr) {
            Step::Done(t) => return t,
            Step::Go(a, b, width) => (a, b, width),
        };
        match self.shift_amount(b, width) {
            Some(k) => {
                let high = self.extract(width - 1, k.min(width - 1), a);
                self.sign_ext(width, high)
            }
            None if self.as_bv(a).is_some_and(|c| c.is_zero() || c.is_ones()) => a,
            None => self.bv_node(Op::BvAshr, a, b),
        }
    }
}
