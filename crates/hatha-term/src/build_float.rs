//! Constructors for floating operators.
//!
//! Rewrites here hold for the bits of every operand, NaNs with their payloads,
//! both zeros and infinities included. Sum and product do not commute: of two
//! NaNs the first is the result.

use crate::bits::Bv;
use crate::float::{Format, FpOp, Rounding};
use crate::op::{Op, TermId};
use crate::pool::TermPool;
use crate::sort::Sort;
use crate::value::Value;

impl TermPool {
    /// The application of a floating operator. `width` is that of an integer
    /// result and of no account for other operators.
    ///
    /// # Panics
    /// If the arguments are not bit-vectors of the operator's format.
    pub fn fp(&mut self, op: FpOp, width: u32, args: &[TermId]) -> TermId {
        assert_eq!(args.len(), op.arity(), "as many arguments as {op:?} has");
        for &arg in args {
            let found = self.width(arg);
            let expected = op.format().width();
            let fits = matches!(op, FpOp::FromInt(..)) || found == expected;
            assert!(fits, "{op:?} has no operand of {found} bits");
        }
        let sort = match op.result() {
            Some(format) => Sort::Bv(format.width()),
            None if op.is_comparison() => Sort::Bool,
            None => Sort::Bv(width),
        };
        if self.is_raw() {
            return self.intern(Op::Fp(op), sort, args);
        }
        self.fp_constant(op, sort, args)
            .or_else(|| self.fp_comparison(op, args))
            .unwrap_or_else(|| self.intern(Op::Fp(op), sort, args))
    }

    fn fp_constant(&mut self, op: FpOp, sort: Sort, args: &[TermId]) -> Option<TermId> {
        let values: Option<Vec<&Bv>> = args.iter().map(|&arg| self.as_bv(arg)).collect();
        Some(match op.value(&values?, sort.bv_width().unwrap_or(1))? {
            Value::Bool(truth) => self.bool(truth),
            Value::Bv(value) => self.bv(value),
            _ => return None,
        })
    }

    fn fp_comparison(&mut self, op: FpOp, args: &[TermId]) -> Option<TermId> {
        if !op.is_comparison() {
            return None;
        }
        let (format, a, b) = (op.format(), args[0], args[1]);
        let bits = |t: TermId| self.as_bv(t).and_then(Bv::to_u128);
        let is_nan = |t: TermId| bits(t).is_some_and(|bits| format.is_nan(bits));
        if is_nan(a) || is_nan(b) {
            return Some(self.fls());
        }
        match op {
            FpOp::Eq(_) => {
                let (a, b) = self.ordered(a, b);
                Some(self.intern(Op::Fp(op), Sort::Bool, &[a, b]))
            }
            // Nothing is above infinity or below its negation.
            FpOp::Lt(_)
                if a == b
                    || bits(a) == Some(format.infinity())
                    || bits(b) == Some(format.infinity() | format.sign_mask()) =>
            {
                Some(self.fls())
            }
            FpOp::Le(_) if a == b => Some(self.fp_eq(format, a, a)),
            _ => None,
        }
    }

    fn fp_bits(&mut self, format: Format, bits: u128) -> TermId {
        self.bv_const(format.width(), bits)
    }

    /// Sum.
    pub fn fp_add(&mut self, f: Format, r: Rounding, a: TermId, b: TermId) -> TermId {
        self.fp(FpOp::Add(f, r), 0, &[a, b])
    }

    /// Difference.
    pub fn fp_sub(&mut self, f: Format, r: Rounding, a: TermId, b: TermId) -> TermId {
        self.fp(FpOp::Sub(f, r), 0, &[a, b])
    }

    /// Product.
    pub fn fp_mul(&mut self, f: Format, r: Rounding, a: TermId, b: TermId) -> TermId {
        self.fp(FpOp::Mul(f, r), 0, &[a, b])
    }

    /// Quotient.
    pub fn fp_div(&mut self, f: Format, r: Rounding, a: TermId, b: TermId) -> TermId {
        self.fp(FpOp::Div(f, r), 0, &[a, b])
    }

    /// `a * b + c`, rounded once.
    pub fn fp_fma(&mut self, f: Format, r: Rounding, a: TermId, b: TermId, c: TermId) -> TermId {
        self.fp(FpOp::Fma(f, r), 0, &[a, b, c])
    }

    /// Square root.
    pub fn fp_sqrt(&mut self, f: Format, r: Rounding, a: TermId) -> TermId {
        self.fp(FpOp::Sqrt(f, r), 0, &[a])
    }

    /// IEEE remainder.
    pub fn fp_rem(&mut self, f: Format, a: TermId, b: TermId) -> TermId {
        self.fp(FpOp::Rem(f), 0, &[a, b])
    }

    /// C's `fmod`.
    pub fn fp_fmod(&mut self, f: Format, a: TermId, b: TermId) -> TermId {
        self.fp(FpOp::Fmod(f), 0, &[a, b])
    }

    /// The nearest integer in the direction of the mode, as a float.
    pub fn fp_round_to_integral(&mut self, f: Format, r: Rounding, a: TermId) -> TermId {
        self.fp(FpOp::RoundToIntegral(f, r), 0, &[a])
    }

    /// IEEE equality.
    pub fn fp_eq(&mut self, f: Format, a: TermId, b: TermId) -> TermId {
        self.fp(FpOp::Eq(f), 0, &[a, b])
    }

    /// `a < b`.
    pub fn fp_lt(&mut self, f: Format, a: TermId, b: TermId) -> TermId {
        self.fp(FpOp::Lt(f), 0, &[a, b])
    }

    /// `a <= b`.
    pub fn fp_le(&mut self, f: Format, a: TermId, b: TermId) -> TermId {
        self.fp(FpOp::Le(f), 0, &[a, b])
    }

    /// The number in another format. To the same format it quiets NaNs.
    pub fn fp_convert(&mut self, from: Format, to: Format, r: Rounding, a: TermId) -> TermId {
        let op = FpOp::Convert {
            from,
            to,
            rounding: r,
        };
        self.fp(op, 0, &[a])
    }

    /// The float nearest to an integer of any width.
    pub fn fp_from_int(&mut self, f: Format, r: Rounding, signed: bool, a: TermId) -> TermId {
        let a = if signed {
            a
        } else {
            let wider = self.width(a) + 1;
            self.zero_ext(wider, a)
        };
        self.fp(FpOp::FromInt(f, r), 0, &[a])
    }

    /// The signed integer of the given width; the least one if none fits.
    pub fn fp_to_sint(&mut self, f: Format, r: Rounding, width: u32, a: TermId) -> TermId {
        self.fp(FpOp::ToInt(f, r), width, &[a])
    }

    /// The unsigned integer of the given width; the greatest one if none fits.
    pub(crate) fn fp_to_uint(&mut self, f: Format, r: Rounding, width: u32, a: TermId) -> TermId {
        let wider = self.fp_to_sint(f, r, width + 1, a);
        let sign = self.extract(width, width, wider);
        let outside = self.bv_to_bool(sign);
        let inside = self.extract(width - 1, 0, wider);
        let greatest = self.bv(Bv::ones(width));
        self.ite(outside, greatest, inside)
    }

    /// What a C cast to an integer gives on x86-64, also where it is undefined:
    /// gcc's code around `cvttsd2si`, which gives the least integer of its 32 or
    /// 64 bits for what does not fit.
    pub fn fp_cast_to_int(&mut self, f: Format, width: u32, signed: bool, a: TermId) -> TermId {
        let to = |pool: &mut TermPool, w| pool.fp_to_sint(f, Rounding::TowardZero, w, a);
        let by = match width {
            0..=16 => 32,
            17..=32 if signed => 32,
            17..=32 => 64,
            33..=64 if signed => 64,
            33..=64 => return self.fp_cast_to_unsigned(f, width, a),
            _ => width + !signed as u32,
        };
        let wide = to(self, by);
        self.extract(width - 1, 0, wide)
    }

    /// From 2^63 up gcc subtracts that much and adds it again after conversion.
    fn fp_cast_to_unsigned(&mut self, f: Format, width: u32, a: TermId) -> TermId {
        let zero_rounding = Rounding::TowardZero;
        let plain = self.fp_to_sint(f, zero_rounding, 64, a);
        let result = if f.bias() < 63 {
            plain
        } else {
            let limit = self.fp_bits(f, u128::from(f.bias() + 63) << f.fraction_bits());
            let large = self.fp_le(f, limit, a);
            let wider = self.fp_to_sint(f, zero_rounding, 65, a);
            let sign = self.extract(64, 64, wider);
            let outside = self.bv_to_bool(sign);
            let low = self.extract(63, 0, wider);
            let zero = self.bv_const(64, 0);
            let above = self.ite(outside, zero, low);
            self.ite(large, above, plain)
        };
        self.extract(width - 1, 0, result)
    }

    /// The sign flipped, of NaNs too.
    pub fn fp_neg(&mut self, f: Format, a: TermId) -> TermId {
        let sign = self.fp_bits(f, f.sign_mask());
        self.bv_xor(a, sign)
    }

    /// The sign cleared, of NaNs too.
    pub fn fp_abs(&mut self, f: Format, a: TermId) -> TermId {
        let rest = self.fp_bits(f, f.sign_mask() - 1);
        self.bv_and(a, rest)
    }

    /// The first with the sign of the second.
    pub fn fp_copysign(&mut self, f: Format, a: TermId, b: TermId) -> TermId {
        let top = f.width() - 1;
        let sign = self.extract(top, top, b);
        let rest = self.extract(top - 1, 0, a);
        self.concat(sign, rest)
    }

    /// Is the sign bit set?
    pub fn fp_sign(&mut self, f: Format, a: TermId) -> TermId {
        let top = f.width() - 1;
        let sign = self.extract(top, top, a);
        self.bv_to_bool(sign)
    }

    /// Is it a NaN? Nothing else differs from itself.
    pub fn fp_is_nan(&mut self, f: Format, a: TermId) -> TermId {
        let number = self.fp_eq(f, a, a);
        self.not(number)
    }

    /// Is it an infinity?
    pub fn fp_is_infinite(&mut self, f: Format, a: TermId) -> TermId {
        let infinity = self.fp_bits(f, f.infinity());
        let magnitude = self.fp_abs(f, a);
        self.fp_eq(f, magnitude, infinity)
    }

    /// Is it a number, and no infinity?
    pub fn fp_is_finite(&mut self, f: Format, a: TermId) -> TermId {
        let infinity = self.fp_bits(f, f.infinity());
        let magnitude = self.fp_abs(f, a);
        self.fp_lt(f, magnitude, infinity)
    }

    /// Is it a zero?
    pub fn fp_is_zero(&mut self, f: Format, a: TermId) -> TermId {
        let zero = self.fp_bits(f, 0);
        self.fp_eq(f, a, zero)
    }

    /// Is it finite, no zero and not subnormal?
    pub fn fp_is_normal(&mut self, f: Format, a: TermId) -> TermId {
        let least = self.fp_bits(f, 1 << f.fraction_bits());
        let magnitude = self.fp_abs(f, a);
        let above = self.fp_le(f, least, magnitude);
        let finite = self.fp_is_finite(f, a);
        self.and(above, finite)
    }

    /// Is it below the normal numbers and no zero?
    pub fn fp_is_subnormal(&mut self, f: Format, a: TermId) -> TermId {
        let (zero, least) = (self.fp_bits(f, 0), self.fp_bits(f, 1 << f.fraction_bits()));
        let magnitude = self.fp_abs(f, a);
        let above = self.fp_lt(f, zero, magnitude);
        let below = self.fp_lt(f, magnitude, least);
        self.and(above, below)
    }

    /// C's `fmin`: the other if one is a NaN, the first if both are. Of two
    /// zeros, where C leaves the choice, it is the second, as with `minsd`.
    pub fn fp_min(&mut self, f: Format, a: TermId, b: TermId) -> TermId {
        let first = self.fp_lt(f, a, b);
        self.fp_first_if(f, first, a, b)
    }

    /// C's `fmax`, with the choices of [`TermPool::fp_min`].
    pub fn fp_max(&mut self, f: Format, a: TermId, b: TermId) -> TermId {
        let first = self.fp_lt(f, b, a);
        self.fp_first_if(f, first, a, b)
    }

    fn fp_first_if(&mut self, f: Format, first: TermId, a: TermId, b: TermId) -> TermId {
        let no_second = self.fp_is_nan(f, b);
        let first = self.or(first, no_second);
        self.ite(first, a, b)
    }

    /// The 79 bits of [`Format::EXTENDED`] for the 80 of an x87 register. What
    /// the processor refuses (a leading bit that is clear though the exponent is
    /// not zero) is its default NaN; a pseudo-denormal is the number it stands
    /// for, as the processor takes it.
    pub fn x87_decode(&mut self, a: TermId) -> TermId {
        self.expect_sort(a, Sort::Bv(80));
        let (high, low) = (self.extract(79, 64, a), self.extract(62, 0, a));
        let plain = self.concat(high, low);
        // Encoding gives canonical bits, of which decoding is the inverse.
        if !self.is_raw() && self.x87_encode(plain) == a {
            return plain;
        }
        let (exponent, leading) = (self.extract(78, 64, a), self.extract(63, 63, a));
        let zero = self.bv_const(15, 0);
        let small = self.eq(exponent, zero);
        let leading = self.bv_to_bool(leading);
        let sign = self.extract(79, 79, a);
        let one = self.bv_const(15, 1);
        let normal = self.concat(sign, one);
        let normal = self.concat(normal, low);
        let pseudo = self.and(small, leading);
        let known = self.ite(pseudo, normal, plain);
        let nan = self.fp_bits(Format::EXTENDED, Format::EXTENDED.default_nan());
        let supported = self.or(small, leading);
        self.ite(supported, known, nan)
    }

    /// The 80 bits of an x87 register for the 79 of [`Format::EXTENDED`].
    pub fn x87_encode(&mut self, a: TermId) -> TermId {
        self.expect_sort(a, Sort::Bv(79));
        let (high, low) = (self.extract(78, 63, a), self.extract(62, 0, a));
        let exponent = self.extract(77, 63, a);
        let normal = self.bv_to_bool(exponent);
        let leading = self.bool_to_bv(1, normal);
        let low = self.concat(leading, low);
        self.concat(high, low)
    }
}
