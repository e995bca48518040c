//! Constructors for bit-vector comparisons, equality and overflow predicates.
//!
//! Normal forms: `<=` is the negation of `>`, unsigned or signed, so that a
//! comparison and its negation share one atom.

use crate::bits::Bv;
use crate::op::{Op, TermId};
use crate::pool::TermPool;
use crate::sort::Sort;

/// One step of solving an equality.
enum EqStep {
    Decided(TermId),
    Same(TermId, TermId),
    SameValue(TermId, Bv),
    Stuck,
}

impl TermPool {
    /// Unsigned `a < b`.
    pub fn bv_ult(&mut self, a: TermId, b: TermId) -> TermId {
        self.same_width(a, b);
        if self.is_raw() {
            return self.intern(Op::BvUlt, Sort::Bool, &[a, b]);
        }
        if a == b {
            return self.fls();
        }
        self.ult_constant(a, b)
            .or_else(|| self.ult_extensions(a, b))
            .unwrap_or_else(|| self.intern(Op::BvUlt, Sort::Bool, &[a, b]))
    }

    fn ult_constant(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if let (Some(x), Some(y)) = (self.as_bv(a), self.as_bv(b)) {
            return Some(self.bool(x.ult(y)));
        }
        if let Some(y) = self.as_bv(b) {
            if y.is_zero() {
                return Some(self.fls());
            }
            if y.is_one() {
                let zero = self.bv(Bv::zero(self.width(a)));
                return Some(self.eq(a, zero));
            }
            return y.is_ones().then(|| self.ne(a, b));
        }
        let x = self.as_bv(a)?;
        if x.is_ones() {
            return Some(self.fls());
        }
        x.is_zero().then(|| self.ne(b, a))
    }

    /// Comparison of zero extensions, or of one with a constant, in the width
    /// before the extension.
    fn ult_extensions(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if let Some((x, y)) = self.common_extension(Op::ZeroExt, a, b) {
            return Some(self.bv_ult(x, y));
        }
        if let Some((x, inner)) = self.extended(Op::ZeroExt, a) {
            let c = self.as_bv(b)?;
            return Some(match c.extract_if_fits(inner) {
                Some(low) => {
                    let low = self.bv(low);
                    self.bv_ult(x, low)
                }
                None => self.tru(),
            });
        }
        let (y, inner) = self.extended(Op::ZeroExt, b)?;
        let c = self.as_bv(a)?;
        Some(match c.extract_if_fits(inner) {
            Some(low) => {
                let low = self.bv(low);
                self.bv_ult(low, y)
            }
            None => self.fls(),
        })
    }

    /// The argument of an extension and its width.
    fn extended(&self, op: Op, t: TermId) -> Option<(TermId, u32)> {
        (self.op(t) == op).then(|| {
            let x = self.arg(t, 0);
            (x, self.width(x))
        })
    }

    /// The arguments of two extensions of one kind from one width.
    fn common_extension(&self, op: Op, a: TermId, b: TermId) -> Option<(TermId, TermId)> {
        let (x, from) = self.extended(op, a)?;
        let (y, other) = self.extended(op, b)?;
        (from == other).then_some((x, y))
    }

    /// Unsigned `a <= b`.
    pub fn bv_ule(&mut self, a: TermId, b: TermId) -> TermId {
        self.less_or_equal(Op::BvUle, a, b, Self::bv_ult)
    }

    fn less_or_equal(
        &mut self,
        op: Op,
        a: TermId,
        b: TermId,
        less: impl Fn(&mut Self, TermId, TermId) -> TermId,
    ) -> TermId {
        if self.is_raw() {
            self.same_width(a, b);
            return self.intern(op, Sort::Bool, &[a, b]);
        }
        let greater = less(self, b, a);
        self.not(greater)
    }

    /// Unsigned `a > b`.
    pub fn bv_ugt(&mut self, a: TermId, b: TermId) -> TermId {
        self.bv_ult(b, a)
    }

    /// Unsigned `a >= b`.
    pub fn bv_uge(&mut self, a: TermId, b: TermId) -> TermId {
        self.bv_ule(b, a)
    }

    /// Signed `a < b`.
    pub fn bv_slt(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        if self.is_raw() {
            return self.intern(Op::BvSlt, Sort::Bool, &[a, b]);
        }
        if a == b {
            return self.fls();
        }
        self.slt_constant(a, b, width)
            .or_else(|| self.slt_extensions(a, b))
            .unwrap_or_else(|| self.intern(Op::BvSlt, Sort::Bool, &[a, b]))
    }

    fn slt_constant(&mut self, a: TermId, b: TermId, width: u32) -> Option<TermId> {
        if let (Some(x), Some(y)) = (self.as_bv(a), self.as_bv(b)) {
            return Some(self.bool(x.slt(y)));
        }
        if let Some(y) = self.as_bv(b) {
            if *y == Bv::signed_min(width) {
                return Some(self.fls());
            }
            return (*y == Bv::signed_max(width)).then(|| self.ne(a, b));
        }
        let x = self.as_bv(a)?;
        if *x == Bv::signed_max(width) {
            return Some(self.fls());
        }
        (*x == Bv::signed_min(width)).then(|| self.ne(b, a))
    }

    fn slt_extensions(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if let Some((x, y)) = self.common_extension(Op::SignExt, a, b) {
            return Some(self.bv_slt(x, y));
        }
        // Values without sign compare as unsigned ones.
        if self.surely_non_negative(a) && self.surely_non_negative(b) {
            return Some(self.bv_ult(a, b));
        }
        if self.surely_non_negative(a) && self.as_bv(b).is_some_and(Bv::sign) {
            return Some(self.fls());
        }
        if self.surely_non_negative(b) && self.as_bv(a).is_some_and(Bv::sign) {
            return Some(self.tru());
        }
        self.slt_sign_ext_constant(a, b)
    }

    /// Is the top bit clear, to be seen from the outermost operator?
    fn surely_non_negative(&self, t: TermId) -> bool {
        match self.op(t) {
            Op::ZeroExt => true,
            Op::BvConst(_) => !self.as_bv(t).is_some_and(Bv::sign),
            _ => false,
        }
    }

    /// Signed comparison of a sign extension with a constant.
    fn slt_sign_ext_constant(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if let (Some((x, inner)), Some(c)) = (self.extended(Op::SignExt, a), self.as_bv(b)) {
            let (low, sign) = (c.signed_extract_if_fits(inner), c.sign());
            return Some(match low {
                Some(low) => {
                    let low = self.bv(low);
                    self.bv_slt(x, low)
                }
                None => self.bool(!sign),
            });
        }
        let (y, inner) = self.extended(Op::SignExt, b)?;
        let c = self.as_bv(a)?;
        let (low, sign) = (c.signed_extract_if_fits(inner), c.sign());
        Some(match low {
            Some(low) => {
                let low = self.bv(low);
                self.bv_slt(low, y)
            }
            None => self.bool(sign),
        })
    }

    /// Signed `a <= b`.
    pub fn bv_sle(&mut self, a: TermId, b: TermId) -> TermId {
        self.less_or_equal(Op::BvSle, a, b, Self::bv_slt)
    }

    /// Signed `a > b`.
    pub fn bv_sgt(&mut self, a: TermId, b: TermId) -> TermId {
        self.bv_slt(b, a)
    }

    /// Signed `a >= b`.
    pub fn bv_sge(&mut self, a: TermId, b: TermId) -> TermId {
        self.bv_sle(b, a)
    }

    /// Equality of ordered, different arguments that are not both constant. A
    /// loop, because a chain of invertible operators can be as deep as a path.
    pub(crate) fn bv_eq(&mut self, a: TermId, b: TermId) -> TermId {
        let (mut a, mut b) = (a, b);
        loop {
            (a, b) = self.ordered(a, b);
            if a == b {
                return self.tru();
            }
            match self.eq_step(a, b) {
                EqStep::Decided(t) => return t,
                EqStep::Same(x, y) => (a, b) = (x, y),
                EqStep::SameValue(x, value) => (a, b) = (x, self.bv(value)),
                EqStep::Stuck => return self.plain_eq(a, b),
            }
        }
    }

    fn eq_step(&mut self, a: TermId, b: TermId) -> EqStep {
        if let Some(c) = self.as_bv(b) {
            if self.as_bv(a).is_some() {
                return EqStep::Decided(self.fls());
            }
            if let Some((x, value)) = self.invert(a, c) {
                return EqStep::SameValue(x, value);
            }
            return match self.eq_bv_constant(a, b) {
                Some(equal) => EqStep::Decided(equal),
                None => EqStep::Stuck,
            };
        }
        let parts = self
            .common_extension(Op::ZeroExt, a, b)
            .or_else(|| self.common_extension(Op::SignExt, a, b))
            .or_else(|| self.cancel_equal_operand(a, b));
        parts.map_or(EqStep::Stuck, |(x, y)| EqStep::Same(x, y))
    }

    /// `x + y = x + z` as `y = z`; the same for exclusive disjunction.
    fn cancel_equal_operand(&self, a: TermId, b: TermId) -> Option<(TermId, TermId)> {
        let op = self.op(a);
        if op != self.op(b) || !matches!(op, Op::BvAdd | Op::BvXor) {
            return None;
        }
        let (a0, a1, b0, b1) = (
            self.arg(a, 0),
            self.arg(a, 1),
            self.arg(b, 0),
            self.arg(b, 1),
        );
        if a0 == b0 {
            Some((a1, b1))
        } else if a1 == b1 {
            Some((a0, b0))
        } else if a0 == b1 {
            Some((a1, b0))
        } else {
            (a1 == b0).then_some((a0, b1))
        }
    }

    /// `a = c` as `x = value`, where the outermost operator of `a` is undone.
    fn invert(&self, a: TermId, c: &Bv) -> Option<(TermId, Bv)> {
        let args = self.args(a);
        Some(match self.op(a) {
            Op::BvNot => (args[0], c.not()),
            Op::BvNeg => (args[0], c.neg()),
            Op::BvAdd => (args[0], c.sub(self.as_bv(args[1])?)),
            Op::BvXor => (args[0], c.xor(self.as_bv(args[1])?)),
            Op::BvSub => (args[1], self.as_bv(args[0])?.sub(c)),
            Op::ZeroExt => (args[0], c.extract_if_fits(self.width(args[0]))?),
            Op::SignExt => (args[0], c.signed_extract_if_fits(self.width(args[0]))?),
            _ => return None,
        })
    }

    /// `a = b` where `b` is constant and the outermost operator of `a` cannot
    /// be undone.
    fn eq_bv_constant(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        match self.op(a) {
            Op::Ite => self.eq_constant_ite(a, b),
            // The constant is outside the range of the extension.
            Op::ZeroExt | Op::SignExt => Some(self.fls()),
            Op::Concat => Some(self.eq_concat(a, b)),
            _ => None,
        }
    }

    fn eq_concat(&mut self, a: TermId, b: TermId) -> TermId {
        let (high, low) = (self.arg(a, 0), self.arg(a, 1));
        let (low_width, width) = (self.width(low), self.width(a));
        let high_value = self.extract(width - 1, low_width, b);
        let low_value = self.extract(low_width - 1, 0, b);
        let high_equal = self.eq(high, high_value);
        // The low part may again be a concatenation, so it is left for later:
        // constructors do not recurse along a chain.
        let low_equal = match self.op(low) {
            Op::Concat => self.plain_eq(low, low_value),
            _ => self.eq(low, low_value),
        };
        self.and(high_equal, low_equal)
    }

    fn sign_bit(&mut self, a: TermId) -> TermId {
        let top = self.width(a) - 1;
        let bit = self.extract(top, top, a);
        self.bv_to_bool(bit)
    }

    /// Does the signed sum leave the range of the width?
    pub(crate) fn bv_sadd_overflows(&mut self, a: TermId, b: TermId) -> TermId {
        let sum = self.bv_add(a, b);
        let (sa, sb, ss) = (self.sign_bit(a), self.sign_bit(b), self.sign_bit(sum));
        let same = self.eq(sa, sb);
        let changed = self.ne(sa, ss);
        self.and(same, changed)
    }

    /// Does the signed difference leave the range of the width?
    pub(crate) fn bv_ssub_overflows(&mut self, a: TermId, b: TermId) -> TermId {
        let difference = self.bv_sub(a, b);
        let (sa, sb, sd) = (
            self.sign_bit(a),
            self.sign_bit(b),
            self.sign_bit(difference),
        );
        let opposite = self.ne(sa, sb);
        let changed = self.ne(sa, sd);
        self.and(opposite, changed)
    }

    /// Does the unsigned sum leave the range of the width?
    pub(crate) fn bv_uadd_overflows(&mut self, a: TermId, b: TermId) -> TermId {
        let sum = self.bv_add(a, b);
        self.bv_ult(sum, a)
    }
}

impl Bv {
    /// The low `width` bits if zero extension gives the value back.
    pub(crate) fn extract_if_fits(&self, width: u32) -> Option<Bv> {
        let low = self.extract(0, width);
        (low.zext(self.width()) == *self).then_some(low)
    }

    /// The low `width` bits if sign extension gives the value back.
    pub(crate) fn signed_extract_if_fits(&self, width: u32) -> Option<Bv> {
        let low = self.extract(0, width);
        (low.sext(self.width()) == *self).then_some(low)
    }
}
