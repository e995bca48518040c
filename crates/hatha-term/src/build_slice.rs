//! Constructors that cut and paste bit-vectors, and conversions from and to
//! Bool.

use crate::bits::Bv;
use crate::op::{Op, TermId};
use crate::pool::TermPool;
use crate::sort::Sort;

impl TermPool {
    /// `high` above `low`.
    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        let width = self.width(high) + self.width(low);
        if self.is_raw() {
            return self.intern(Op::Concat, Sort::Bv(width), &[high, low]);
        }
        if let (Some(h), Some(l)) = (self.as_bv(high), self.as_bv(low)) {
            let value = h.concat(l);
            return self.bv(value);
        }
        if self.as_bv(high).is_some_and(Bv::is_zero) {
            return self.zero_ext(width, low);
        }
        if let Some(joined) = self.join_extracts(high, low) {
            return joined;
        }
        self.intern(Op::Concat, Sort::Bv(width), &[high, low])
    }

    /// Neighbouring extractions of one term as one extraction.
    fn join_extracts(&mut self, high: TermId, low: TermId) -> Option<TermId> {
        let (Op::Extract { lo: middle }, Op::Extract { lo }) = (self.op(high), self.op(low)) else {
            return None;
        };
        let (x, low_width) = (self.arg(high, 0), self.width(low));
        if x != self.arg(low, 0) || middle != lo + low_width {
            return None;
        }
        let hi = middle + self.width(high) - 1;
        Some(self.extract(hi, lo, x))
    }

    /// The bits `lo..=hi` of `a`.
    ///
    /// # Panics
    /// If the range is empty or leaves the vector.
    pub fn extract(&mut self, hi: u32, lo: u32, a: TermId) -> TermId {
        assert!(
            lo <= hi && hi < self.width(a),
            "extraction inside the vector"
        );
        let (mut lo, mut a) = (lo, a);
        let width = hi - lo + 1;
        if self.is_raw() {
            return self.intern(Op::Extract { lo }, Sort::Bv(width), &[a]);
        }
        while let Some((inner, inner_lo)) = self.look_inside(a, lo, width) {
            (a, lo) = (inner, inner_lo);
        }
        if lo == 0 && self.width(a) == width {
            return a;
        }
        if let Some(value) = self.as_bv(a) {
            let value = value.extract(lo, width);
            return self.bv(value);
        }
        self.extract_extension(a, lo, width)
            .or_else(|| self.extract_ite(a, lo, width))
            .unwrap_or_else(|| self.intern(Op::Extract { lo }, Sort::Bv(width), &[a]))
    }

    /// If the bits from `lo` lie within an argument of `a`, that argument and
    /// where they start in it.
    fn look_inside(&self, a: TermId, lo: u32, width: u32) -> Option<(TermId, u32)> {
        match self.op(a) {
            Op::Extract { lo: inner } => Some((self.arg(a, 0), inner + lo)),
            Op::Concat => {
                let low = self.arg(a, 1);
                let low_width = self.width(low);
                if lo >= low_width {
                    return Some((self.arg(a, 0), lo - low_width));
                }
                (lo + width <= low_width).then_some((low, lo))
            }
            Op::ZeroExt | Op::SignExt => {
                let x = self.arg(a, 0);
                (lo + width <= self.width(x)).then_some((x, lo))
            }
            _ => None,
        }
    }

    /// Extraction that reaches into the added bits of an extension.
    fn extract_extension(&mut self, a: TermId, lo: u32, width: u32) -> Option<TermId> {
        let op = self.op(a);
        if !matches!(op, Op::ZeroExt | Op::SignExt) {
            return None;
        }
        let x = self.arg(a, 0);
        let inner = self.width(x);
        if op == Op::ZeroExt && lo >= inner {
            return Some(self.bv(Bv::zero(width)));
        }
        let kept = self.extract(inner - 1, lo.min(inner - 1), x);
        Some(match op {
            Op::ZeroExt => self.zero_ext(width, kept),
            _ => self.sign_ext(width, kept),
        })
    }

    /// The arms of an if-then-else between two constants.
    fn constant_ite(&self, a: TermId) -> Option<(TermId, &Bv, &Bv)> {
        if self.op(a) != Op::Ite {
            return None;
        }
        let (then, other) = (self.as_bv(self.arg(a, 1))?, self.as_bv(self.arg(a, 2))?);
        Some((self.arg(a, 0), then, other))
    }

    fn map_constant_ite(&mut self, a: TermId, f: impl Fn(&Bv) -> Bv) -> Option<TermId> {
        let (c, then, other) = self.constant_ite(a)?;
        let (then, other) = (f(then), f(other));
        let (then, other) = (self.bv(then), self.bv(other));
        Some(self.ite(c, then, other))
    }

    fn extract_ite(&mut self, a: TermId, lo: u32, width: u32) -> Option<TermId> {
        self.map_constant_ite(a, |value| value.extract(lo, width))
    }

    /// Zero extension to `width` bits.
    ///
    /// # Panics
    /// If the term is wider than that.
    pub fn zero_ext(&mut self, width: u32, a: TermId) -> TermId {
        let inner = self.width(a);
        assert!(inner <= width, "an extension does not cut");
        if self.is_raw() {
            return self.intern(Op::ZeroExt, Sort::Bv(width), &[a]);
        }
        if inner == width {
            return a;
        }
        if let Some(value) = self.as_bv(a) {
            let value = value.zext(width);
            return self.bv(value);
        }
        if self.op(a) == Op::ZeroExt {
            let x = self.arg(a, 0);
            return self.zero_ext(width, x);
        }
        self.map_constant_ite(a, |value| value.zext(width))
            .unwrap_or_else(|| self.intern(Op::ZeroExt, Sort::Bv(width), &[a]))
    }

    /// Sign extension to `width` bits.
    ///
    /// # Panics
    /// If the term is wider than that.
    pub fn sign_ext(&mut self, width: u32, a: TermId) -> TermId {
        let inner = self.width(a);
        assert!(inner <= width, "an extension does not cut");
        if self.is_raw() {
            return self.intern(Op::SignExt, Sort::Bv(width), &[a]);
        }
        if inner == width {
            return a;
        }
        if let Some(value) = self.as_bv(a) {
            let value = value.sext(width);
            return self.bv(value);
        }
        let x = || self.arg(a, 0);
        match self.op(a) {
            Op::SignExt => {
                let x = x();
                return self.sign_ext(width, x);
            }
            // The added zeros include the sign. (Extensions by nothing are not
            // terms of a normalising pool.)
            Op::ZeroExt => {
                let x = x();
                return self.zero_ext(width, x);
            }
            _ => {}
        }
        self.map_constant_ite(a, |value| value.sext(width))
            .unwrap_or_else(|| self.intern(Op::SignExt, Sort::Bv(width), &[a]))
    }

    /// Cuts or extends to `width` bits, as a C conversion from a signed or an
    /// unsigned integer does.
    pub fn resize(&mut self, width: u32, signed: bool, a: TermId) -> TermId {
        let inner = self.width(a);
        if width == inner {
            a
        } else if width < inner {
            self.extract(width - 1, 0, a)
        } else if signed {
            self.sign_ext(width, a)
        } else {
            self.zero_ext(width, a)
        }
    }

    /// One or zero in `width` bits.
    pub fn bool_to_bv(&mut self, width: u32, c: TermId) -> TermId {
        let (one, zero) = (self.bv(Bv::one(width)), self.bv(Bv::zero(width)));
        self.ite(c, one, zero)
    }

    /// Is the vector not zero?
    pub fn bv_to_bool(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        let zero = self.bv(Bv::zero(width));
        self.ne(a, zero)
    }
}
