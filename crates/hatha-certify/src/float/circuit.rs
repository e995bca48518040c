//! Floating operators as bit-vector terms, for the solver that checks a proof.
//!
//! **Soundness.** These are written apart from the circuits of the solver, which the search uses,
//! and share nothing with them: an error in either is not repeated by the other. They favour few
//! ideas over few gates. A number is a significand times a power of two; an operation is
//! exact, or keeps a last bit that says whether anything is missing; one function rounds. Tests
//! compare them with the values of operators, for all operands of the smallest formats
//! and for samples of the others.

use hatha_term::{Format, FpOp, Rounding, Sort, TermId, TermPool};

/// Bits of exponents: those of a product of two numbers of the largest format fit well.
const EXPONENT: u32 = 20;

/// The term of an operator, `width` bits wide if it is an integer. The numbers are those of
/// `args`; a NaN among them has the bits that `bits` has. `None` for remainders, which
/// would be as long as exponents are great.
pub(crate) fn circuit(
    pool: &mut TermPool,
    op: FpOp,
    args: &[TermId],
    bits: &[TermId],
    width: u32,
) -> Option<TermId> {
    let mut c = Circuit {
        pool,
        f: op.format(),
    };
    if let FpOp::FromInt(to, r) = op {
        return Some(c.number_from(to, r, args[0]));
    }
    let parts: Vec<Parts> = args.iter().map(|&a| c.parts(a)).collect();
    let result = match (op, parts.as_slice()) {
        (FpOp::Eq(_) | FpOp::Lt(_) | FpOp::Le(_), &[a, b]) => return Some(c.compare(op, a, b)),
        (FpOp::ToInt(_, r), &[a]) => return Some(c.integer_of(r, a, width)),
        // Numbers commute, and `b + a` shares the circuit of `a + b`.
        (FpOp::Add(_, r), &[a, b]) if args[1] < args[0] => c.add(r, b, a),
        (FpOp::Mul(_, r), &[a, b]) if args[1] < args[0] => c.mul(r, b, a),
        (FpOp::Add(_, r), &[a, b]) => c.add(r, a, b),
        (FpOp::Sub(_, r), &[a, b]) => {
            let sign = c.pool.not(b.sign);
            c.add(r, a, Parts { sign, ..b })
        }
        (FpOp::Mul(_, r), &[a, b]) => c.mul(r, a, b),
        (FpOp::Div(_, r), &[a, b]) => c.div(r, a, b),
        (FpOp::Fma(_, r), &[x, y, z]) => c.fma(r, x, y, z),
        (FpOp::Sqrt(_, r), &[a]) => c.sqrt(r, a),
        (FpOp::RoundToIntegral(_, r), &[a]) => c.integral(r, a, args[0]),
        (FpOp::Convert { to, rounding, .. }, &[a]) => {
            let value = c.round(to, rounding, a.sign, a.significand, a.exponent);
            let infinity = c.infinity(to, a.sign);
            c.pool.ite(a.infinite, infinity, value)
        }
        _ => return None,
    };
    let mut result = result;
    for (part, &bits) in parts.iter().zip(bits).rev() {
        let nan = c.quieted(op, bits);
        result = c.pool.ite(part.nan, nan, result);
    }
    Some(result)
}

/// A float taken apart: `significand * 2^exponent` if it is a number.
#[derive(Clone, Copy)]
struct Parts {
    sign: TermId,
    nan: TermId,
    infinite: TermId,
    zero: TermId,
    significand: TermId,
    exponent: TermId,
}

struct Circuit<'p> {
    pool: &'p mut TermPool,
    f: Format,
}

impl Circuit<'_> {
    fn number(&mut self, n: i64) -> TermId {
        self.pool.bv_signed(EXPONENT, i128::from(n))
    }

    fn zeros(&mut self, width: u32) -> TermId {
        self.pool.bv_const(width, 0)
    }

    fn is_zero(&mut self, a: TermId) -> TermId {
        let zero = self.zeros(self.pool.width(a));
        self.pool.eq(a, zero)
    }

    fn not_zero(&mut self, a: TermId) -> TermId {
        let zero = self.is_zero(a);
        self.pool.not(zero)
    }

    fn bit(&mut self, a: TermId, i: u32) -> TermId {
        let bit = self.pool.extract(i, i, a);
        self.not_zero(bit)
    }

    /// A truth value as one bit.
    fn one_if(&mut self, test: TermId) -> TermId {
        let (one, zero) = (self.pool.bv_const(1, 1), self.pool.bv_const(1, 0));
        self.pool.ite(test, one, zero)
    }

    /// A number without sign in more bits.
    fn wider(&mut self, a: TermId, width: u32) -> TermId {
        match self.pool.width(a) {
            old if old == width => a,
            old => {
                let zeros = self.zeros(width - old);
                self.pool.concat(zeros, a)
            }
        }
    }

    /// With zeros behind it.
    fn longer(&mut self, a: TermId, by: u32) -> TermId {
        if by == 0 {
            return a;
        }
        let zeros = self.zeros(by);
        self.pool.concat(a, zeros)
    }

    fn minus(&mut self, exponent: TermId, n: u32) -> TermId {
        let n = self.number(i64::from(n));
        self.pool.bv_sub(exponent, n)
    }

    fn parts(&mut self, a: TermId) -> Parts {
        let (p, width) = (self.f.precision(), self.f.width());
        let fraction = self.pool.extract(p - 2, 0, a);
        let stored = self.pool.extract(width - 2, p - 1, a);
        let sign = self.bit(a, width - 1);
        let small = self.is_zero(stored);
        let ones = self
            .pool
            .bv_const(self.f.exponent_bits(), (1 << self.f.exponent_bits()) - 1);
        let special = self.pool.eq(stored, ones);
        let whole = self.is_zero(fraction);
        let some = self.pool.not(whole);
        let normal = self.pool.not(small);
        let leading = self.one_if(normal);
        let least = self.pool.bv_const(self.f.exponent_bits(), 1);
        let biased = self.pool.ite(small, least, stored);
        let biased = self.wider(biased, EXPONENT);
        Parts {
            sign,
            nan: self.pool.and(special, some),
            infinite: self.pool.and(special, whole),
            zero: self.pool.and(small, whole),
            significand: self.pool.concat(leading, fraction),
            exponent: self.minus(biased, self.f.bias() + p - 1),
        }
    }

    fn infinity(&mut self, f: Format, sign: TermId) -> TermId {
        let size = self.pool.bv_const(f.width() - 1, f.infinity());
        self.signed(sign, size)
    }

    fn signed(&mut self, sign: TermId, size: TermId) -> TermId {
        let sign = self.one_if(sign);
        self.pool.concat(sign, size)
    }

    fn default_nan(&mut self, f: Format) -> TermId {
        self.pool.bv_const(f.width(), f.default_nan())
    }

    /// The result for an operand that is a NaN: its sign and payload, quiet.
    fn quieted(&mut self, op: FpOp, bits: TermId) -> TermId {
        let to = op.result().unwrap_or(self.f);
        let (old, new) = (self.f.fraction_bits(), to.fraction_bits());
        let payload = self.pool.extract(old - 1, 0, bits);
        let payload = match new >= old {
            true => self.longer(payload, new - old),
            false => self.pool.extract(old - 1, old - new, payload),
        };
        let top = self.f.width() - 1;
        let sign = self.pool.extract(top, top, bits);
        let ones = self
            .pool
            .bv_const(to.exponent_bits(), (1 << to.exponent_bits()) - 1);
        let nan = self.pool.concat(sign, ones);
        let nan = self.pool.concat(nan, payload);
        let quiet = self.pool.bv_const(to.width(), to.quiet_bit());
        self.pool.bv_or(nan, quiet)
    }

    /// The same number with its highest bit set, unless it is zero.
    fn normalised(&mut self, mut m: TermId, mut e: TermId) -> (TermId, TermId) {
        let width = self.pool.width(m);
        let mut step = width.next_power_of_two() / 2;
        while step > 0 {
            if step < width {
                let high = self.pool.extract(width - 1, width - step, m);
                let empty = self.is_zero(high);
                let low = self.pool.extract(width - 1 - step, 0, m);
                let moved = self.longer(low, step);
                m = self.pool.ite(empty, moved, m);
                let less = self.minus(e, step);
                e = self.pool.ite(empty, less, e);
            }
            step /= 2;
        }
        (m, e)
    }

    /// Shifted right by a count that is not negative; the last bit says whether a one was lost.
    fn shifted(&mut self, m: TermId, count: TermId) -> TermId {
        let width = self.pool.width(m);
        let limit = self.number(i64::from(width));
        let near = self.pool.bv_ult(count, limit);
        let count = self.pool.ite(near, count, limit);
        let amount = match width >= EXPONENT {
            true => self.wider(count, width),
            false => self.pool.extract(width - 1, 0, count),
        };
        let result = self.pool.bv_lshr(m, amount);
        let back = self.pool.bv_shl(result, amount);
        let same = self.pool.eq(back, m);
        let lost = self.pool.not(same);
        let lost = self.one_if(lost);
        let lost = self.wider(lost, width);
        self.pool.bv_or(result, lost)
    }

    /// Whether the magnitude goes up, by the bits behind the last one that is kept.
    fn goes_up(
        &mut self,
        r: Rounding,
        sign: TermId,
        (odd, half, rest): (TermId, TermId, TermId),
    ) -> TermId {
        let inexact = self.pool.or(half, rest);
        match r {
            Rounding::NearestEven => {
                let more = self.pool.or(rest, odd);
                self.pool.and(half, more)
            }
            Rounding::NearestAway => half,
            Rounding::TowardPositive => {
                let positive = self.pool.not(sign);
                self.pool.and(positive, inexact)
            }
            Rounding::TowardNegative => self.pool.and(sign, inexact),
            Rounding::TowardZero => self.pool.fls(),
        }
    }

    /// The float for `m * 2^e`.
    fn round(&mut self, f: Format, r: Rounding, sign: TermId, m: TermId, e: TermId) -> TermId {
        let p = f.precision();
        // Two bits more than are kept.
        let pad = (p + 2).saturating_sub(self.pool.width(m));
        let m = self.longer(m, pad);
        let e = self.minus(e, pad);
        let (m, e) = self.normalised(m, e);
        let width = self.pool.width(m);
        let above = self.number(i64::from(width - 1));
        let top = self.pool.bv_add(e, above);
        // Below the normal numbers the exponent stays and the significand gets shorter.
        let least = self.number(1 - i64::from(f.bias()));
        // A zero has no highest bit, and lies below whatever its exponent is.
        let below = self.pool.bv_slt(top, least);
        let zero = self.is_zero(m);
        let small = self.pool.or(below, zero);
        let missing = self.pool.bv_sub(least, top);
        let none = self.zeros(EXPONENT);
        let missing = self.pool.ite(small, missing, none);
        let m = self.shifted(m, missing);
        let top = self.pool.ite(small, least, top);
        let kept = self.pool.extract(width - 1, width - p, m);
        let odd = self.bit(kept, 0);
        let half = self.bit(m, width - p - 1);
        let rest = self.pool.extract(width - p - 2, 0, m);
        let rest = self.not_zero(rest);
        let up = self.goes_up(r, sign, (odd, half, rest));
        self.packed(f, r, sign, top, kept, up)
    }

    /// The bits of a rounded number: adding the significand to the exponent before it carries
    /// from one binade into the next, and from the subnormal numbers into the normal ones.
    fn packed(
        &mut self,
        f: Format,
        r: Rounding,
        sign: TermId,
        top: TermId,
        kept: TermId,
        up: TermId,
    ) -> TermId {
        let p = f.precision();
        let wide = EXPONENT + p;
        let bias = self.number(i64::from(f.bias()) - 1);
        let stored = self.pool.bv_add(top, bias);
        let size = self.longer(stored, p - 1);
        let size = self.wider(size, wide);
        let kept = self.wider(kept, wide);
        let up = self.one_if(up);
        let up = self.wider(up, wide);
        let size = self.pool.bv_add(size, kept);
        let size = self.pool.bv_add(size, up);
        let infinity = self.pool.bv_const(wide, f.infinity());
        let fits = self.pool.bv_ult(size, infinity);
        let size = self.pool.extract(f.width() - 2, 0, size);
        let infinity = self.pool.bv_const(f.width() - 1, f.infinity());
        let greatest = self.pool.bv_const(f.width() - 1, f.infinity() - 1);
        let overflow = match r {
            Rounding::NearestEven | Rounding::NearestAway => infinity,
            Rounding::TowardZero => greatest,
            Rounding::TowardPositive => self.pool.ite(sign, greatest, infinity),
            Rounding::TowardNegative => self.pool.ite(sign, infinity, greatest),
        };
        let size = self.pool.ite(fits, size, overflow);
        self.signed(sign, size)
    }

    /// `±a ± b` for numbers whose highest bits are set or that are zero, rounded.
    fn sum(
        &mut self,
        r: Rounding,
        (sa, ma, ea): (TermId, TermId, TermId),
        (sb, mb, eb): (TermId, TermId, TermId),
    ) -> TermId {
        let (za, nb) = (self.is_zero(ma), self.not_zero(mb));
        let lower = self.pool.bv_slt(ea, eb);
        let level = self.pool.eq(ea, eb);
        let less = self.pool.bv_ult(ma, mb);
        let less = self.pool.and(level, less);
        let less = self.pool.or(lower, less);
        let less = self.pool.and(nb, less);
        let swap = self.pool.or(za, less);
        let large = self.pool.ite(swap, mb, ma);
        let small = self.pool.ite(swap, ma, mb);
        let high = self.pool.ite(swap, eb, ea);
        let low = self.pool.ite(swap, ea, eb);
        let sign = self.pool.ite(swap, sb, sa);
        let width = self.pool.width(ma);
        let extend = |c: &mut Self, m| {
            let m = c.longer(m, width + 3);
            c.wider(m, 2 * width + 4)
        };
        let (large, small) = (extend(self, large), extend(self, small));
        let distance = self.pool.bv_sub(high, low);
        let small = self.shifted(small, distance);
        let same = self.pool.eq(sa, sb);
        let plus = self.pool.bv_add(large, small);
        let minus = self.pool.bv_sub(large, small);
        let total = self.pool.ite(same, plus, minus);
        let exponent = self.minus(high, width + 3);
        // A zero has the sign of both, or of the rounding mode.
        let none = self.is_zero(total);
        let down = match r {
            Rounding::TowardNegative => self.pool.tru(),
            _ => self.pool.fls(),
        };
        let of_zero = self.pool.ite(same, sa, down);
        let sign = self.pool.ite(none, of_zero, sign);
        self.round(self.f, r, sign, total, exponent)
    }

    fn add(&mut self, r: Rounding, a: Parts, b: Parts) -> TermId {
        let (ma, ea) = self.normalised(a.significand, a.exponent);
        let (mb, eb) = self.normalised(b.significand, b.exponent);
        let result = self.sum(r, (a.sign, ma, ea), (b.sign, mb, eb));
        self.sum_of_infinities(result, (a.sign, a.infinite), (b.sign, b.infinite))
    }

    fn sum_of_infinities(
        &mut self,
        finite: TermId,
        (sa, a): (TermId, TermId),
        (sb, b): (TermId, TermId),
    ) -> TermId {
        let same = self.pool.eq(sa, sb);
        let apart = self.pool.not(same);
        let both = self.pool.and(a, b);
        let invalid = self.pool.and(both, apart);
        let (infinite_a, infinite_b) = (self.infinity(self.f, sa), self.infinity(self.f, sb));
        let result = self.pool.ite(b, infinite_b, finite);
        let result = self.pool.ite(a, infinite_a, result);
        let nan = self.default_nan(self.f);
        self.pool.ite(invalid, nan, result)
    }

    /// The exact product, twice as wide.
    fn product(&mut self, a: Parts, b: Parts) -> (TermId, TermId, TermId) {
        let wide = 2 * self.f.precision();
        let (x, y) = (
            self.wider(a.significand, wide),
            self.wider(b.significand, wide),
        );
        let sign = self.pool.xor(a.sign, b.sign);
        let exponent = self.pool.bv_add(a.exponent, b.exponent);
        (sign, self.pool.bv_mul(x, y), exponent)
    }

    /// Whether a product is infinite, and whether it is none.
    fn product_class(&mut self, a: Parts, b: Parts) -> (TermId, TermId) {
        let infinite = self.pool.or(a.infinite, b.infinite);
        let (one, other) = (
            self.pool.and(a.infinite, b.zero),
            self.pool.and(a.zero, b.infinite),
        );
        (infinite, self.pool.or(one, other))
    }

    fn mul(&mut self, r: Rounding, a: Parts, b: Parts) -> TermId {
        let (sign, m, e) = self.product(a, b);
        let finite = self.round(self.f, r, sign, m, e);
        let (infinite, invalid) = self.product_class(a, b);
        let infinity = self.infinity(self.f, sign);
        let result = self.pool.ite(infinite, infinity, finite);
        let nan = self.default_nan(self.f);
        self.pool.ite(invalid, nan, result)
    }

    fn div(&mut self, r: Rounding, a: Parts, b: Parts) -> TermId {
        let p = self.f.precision();
        let sign = self.pool.xor(a.sign, b.sign);
        let (ma, ea) = self.normalised(a.significand, a.exponent);
        let (mb, eb) = self.normalised(b.significand, b.exponent);
        let dividend = self.longer(ma, p + 2);
        let divisor = self.wider(mb, 2 * p + 2);
        let quotient = self.pool.bv_udiv(dividend, divisor);
        let rest = self.pool.bv_urem(dividend, divisor);
        let rest = self.not_zero(rest);
        let rest = self.one_if(rest);
        let m = self.pool.concat(quotient, rest);
        let e = self.pool.bv_sub(ea, eb);
        let e = self.minus(e, p + 3);
        let finite = self.round(self.f, r, sign, m, e);
        let zero = self.zeros(self.f.width() - 1);
        let zero = self.signed(sign, zero);
        let infinity = self.infinity(self.f, sign);
        let result = self.pool.ite(b.infinite, zero, finite);
        let is_infinite = self.pool.or(a.infinite, b.zero);
        let result = self.pool.ite(is_infinite, infinity, result);
        let result_of_zero = self.pool.and(a.zero, b.zero);
        let of_infinities = self.pool.and(a.infinite, b.infinite);
        let invalid = self.pool.or(result_of_zero, of_infinities);
        let nan = self.default_nan(self.f);
        self.pool.ite(invalid, nan, result)
    }

    fn fma(&mut self, r: Rounding, a: Parts, b: Parts, c: Parts) -> TermId {
        let p = self.f.precision();
        let (sign, m, e) = self.product(a, b);
        let (m, e) = self.normalised(m, e);
        let mc = self.longer(c.significand, p);
        let ec = self.minus(c.exponent, p);
        let (mc, ec) = self.normalised(mc, ec);
        let finite = self.sum(r, (sign, m, e), (c.sign, mc, ec));
        let (infinite, invalid) = self.product_class(a, b);
        let result = self.sum_of_infinities(finite, (sign, infinite), (c.sign, c.infinite));
        let nan = self.default_nan(self.f);
        self.pool.ite(invalid, nan, result)
    }

    /// Digit by digit, as by hand.
    fn sqrt(&mut self, r: Rounding, a: Parts) -> TermId {
        let p = self.f.precision();
        let (m, e) = self.normalised(a.significand, a.exponent);
        let odd = self.bit(e, 0);
        let (double, single) = (self.longer(m, 1), self.wider(m, p + 1));
        let m = self.pool.ite(odd, double, single);
        let less = self.minus(e, 1);
        let e = self.pool.ite(odd, less, e);
        let more = (p + 3).next_multiple_of(2);
        let m = self.longer(m, more);
        let even = self.pool.width(m).next_multiple_of(2);
        let m = self.wider(m, even);
        let digits = even / 2;
        let wide = digits + 2;
        let mut root = self.zeros(wide);
        let mut rest = self.zeros(wide);
        for i in (0..digits).rev() {
            let pair = self.pool.extract(2 * i + 1, 2 * i, m);
            let low = self.pool.extract(wide - 3, 0, rest);
            rest = self.pool.concat(low, pair);
            let low = self.pool.extract(wide - 3, 0, root);
            let one = self.pool.bv_const(2, 1);
            let trial = self.pool.concat(low, one);
            let fits = self.pool.bv_ule(trial, rest);
            let less = self.pool.bv_sub(rest, trial);
            rest = self.pool.ite(fits, less, rest);
            let low = self.pool.extract(wide - 2, 0, root);
            let digit = self.one_if(fits);
            root = self.pool.concat(low, digit);
        }
        let rest = self.not_zero(rest);
        let rest = self.one_if(rest);
        let m = self.pool.concat(root, rest);
        let e = self.minus(e, more);
        let one = self.number(1);
        let e = self.pool.bv_ashr(e, one);
        let e = self.minus(e, 1);
        let finite = self.round(self.f, r, a.sign, m, e);
        let infinity = self.infinity(self.f, a.sign);
        let result = self.pool.ite(a.infinite, infinity, finite);
        let some = self.pool.not(a.zero);
        let invalid = self.pool.and(a.sign, some);
        let nan = self.default_nan(self.f);
        self.pool.ite(invalid, nan, result)
    }

    /// The magnitude of a number below `2^p` rounded to an integer, in one bit more than a
    /// significand; and whether the exponent is negative, so that there was something to round.
    fn rounded(&mut self, r: Rounding, a: Parts) -> (TermId, TermId) {
        let p = self.f.precision();
        let none = self.number(0);
        let below = self.pool.bv_slt(a.exponent, none);
        let count = self.pool.bv_neg(a.exponent);
        let count = self.pool.ite(below, count, none);
        let m = self.longer(a.significand, 2);
        let m = self.shifted(m, count);
        let kept = self.pool.extract(p + 1, 2, m);
        let (odd, half, rest) = (self.bit(kept, 0), self.bit(m, 1), self.bit(m, 0));
        let up = self.goes_up(r, a.sign, (odd, half, rest));
        let up = self.one_if(up);
        let (kept, up) = (self.wider(kept, p + 1), self.wider(up, p + 1));
        (self.pool.bv_add(kept, up), below)
    }

    fn integral(&mut self, r: Rounding, a: Parts, whole: TermId) -> TermId {
        let (m, below) = self.rounded(r, a);
        let none = self.number(0);
        let exact = self.round(self.f, r, a.sign, m, none);
        self.pool.ite(below, exact, whole)
    }

    /// The least integer of the width for what does not fit.
    fn integer_of(&mut self, r: Rounding, a: Parts, width: u32) -> TermId {
        let wide = width + self.f.precision() + 2;
        let (m, below) = self.rounded(r, a);
        let m = self.wider(m, wide);
        let limit = self.number(i64::from(width));
        let near = self.pool.bv_slt(a.exponent, limit);
        let count = self.pool.ite(near, a.exponent, limit);
        let none = self.number(0);
        let count = self.pool.ite(below, none, count);
        let count = match wide >= EXPONENT {
            true => self.wider(count, wide),
            false => self.pool.extract(wide - 1, 0, count),
        };
        let whole = self.wider(a.significand, wide);
        let whole = self.pool.bv_shl(whole, count);
        let size = self.pool.ite(below, m, whole);
        let half = self.pool.bv_const(1, 1);
        let half = self.longer(half, width - 1);
        let half = self.wider(half, wide);
        let positive = self.pool.bv_ult(size, half);
        let negative = self.pool.bv_ule(size, half);
        let fits = self.pool.ite(a.sign, negative, positive);
        let near = self.pool.or(near, a.zero);
        let fits = self.pool.and(fits, near);
        let no_number = self.pool.or(a.nan, a.infinite);
        let number = self.pool.not(no_number);
        let fits = self.pool.and(fits, number);
        let size = self.pool.extract(width - 1, 0, size);
        let minus = self.pool.bv_neg(size);
        let value = self.pool.ite(a.sign, minus, size);
        let least = self.pool.bv_const(1, 1);
        let least = self.longer(least, width - 1);
        self.pool.ite(fits, value, least)
    }

    fn number_from(&mut self, to: Format, r: Rounding, a: TermId) -> TermId {
        let sign = self.bit(a, self.pool.width(a) - 1);
        let minus = self.pool.bv_neg(a);
        let size = self.pool.ite(sign, minus, a);
        let none = self.number(0);
        self.round(to, r, sign, size, none)
    }

    fn compare(&mut self, op: FpOp, a: Parts, b: Parts) -> TermId {
        let (sa, sb) = (self.size(a), self.size(b));
        let equal_size = self.pool.eq(sa, sb);
        let same_sign = self.pool.eq(a.sign, b.sign);
        let same = self.pool.and(equal_size, same_sign);
        let zeros = self.pool.and(a.zero, b.zero);
        let equal = self.pool.or(same, zeros);
        let below = self.pool.bv_ult(sa, sb);
        let above = self.pool.bv_ult(sb, sa);
        let alike = self.pool.ite(a.sign, above, below);
        let less = self.pool.ite(same_sign, alike, a.sign);
        let not_zeros = self.pool.not(zeros);
        let less = self.pool.and(less, not_zeros);
        let result = match op {
            FpOp::Eq(_) => equal,
            FpOp::Lt(_) => less,
            _ => self.pool.or(less, equal),
        };
        let no_number = self.pool.or(a.nan, b.nan);
        let numbers = self.pool.not(no_number);
        self.pool.and(numbers, result)
    }

    /// What orders magnitudes: the exponent, then the significand.
    fn size(&mut self, a: Parts) -> TermId {
        let bias = self.number(i64::from(self.f.bias() + self.f.precision()));
        let exponent = self.pool.bv_add(a.exponent, bias);
        self.pool.concat(exponent, a.significand)
    }
}

/// A variable in the place of what has no term: the same for the same.
pub(crate) fn stand_in(pool: &mut TermPool, width: u32) -> TermId {
    pool.fresh_var("remainder", Sort::Bv(width))
}
