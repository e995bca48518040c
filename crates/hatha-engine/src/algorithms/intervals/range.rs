//! Ranges of bit-vectors, in the signed and in the unsigned order at once.
//!
//! **Soundness.** The range of a result holds every result of operands in their ranges, by SMT-LIB's
//! meaning of the operator (test `a_range_holds_every_result`). Where the ends say nothing, because a
//! result wraps around in between, the range is that of all values.

use hatha_defect::{Defect, is_on};

/// The widest bit-vectors with ranges.
pub(super) const WIDEST: u32 = 128;

/// The values that a bit-vector can have: those in both orders' intervals. There is at least one
/// value in each interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    /// Bits, 1 to [`WIDEST`].
    pub width: u32,
    /// The least and the greatest value as signed numbers.
    pub signed: (i128, i128),
    /// The same as unsigned numbers.
    pub unsigned: (u128, u128),
}

fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

fn as_signed(width: u32, value: u128) -> i128 {
    let unused = 128 - width;
    ((value << unused) as i128) >> unused
}

fn as_unsigned(width: u32, value: i128) -> u128 {
    value as u128 & mask(width)
}

impl Range {
    /// All values of a width; `None` if that is too wide.
    pub(super) fn full(width: u32) -> Option<Range> {
        (1..=WIDEST).contains(&width).then(|| {
            let most = (mask(width) >> 1) as i128;
            Range {
                width,
                signed: (-most - 1, most),
                unsigned: (0, mask(width)),
            }
        })
    }

    /// All values of this width.
    pub(super) fn top(self) -> Range {
        // A range has a width that ranges have.
        Range::full(self.width).unwrap_or(self)
    }

    /// One value.
    pub(super) fn exactly(width: u32, value: u128) -> Option<Range> {
        let full = Range::full(width)?;
        let signed = as_signed(width, value);
        Some(Range {
            signed: (signed, signed),
            unsigned: (value, value),
            ..full
        })
    }

    fn of_signed(width: u32, lo: Option<i128>, hi: Option<i128>) -> Option<Range> {
        let full = Range::full(width)?;
        match (lo, hi) {
            (Some(lo), Some(hi)) if full.signed.0 <= lo && hi <= full.signed.1 => Range {
                signed: (lo, hi),
                ..full
            }
            .reduced(),
            _ => Some(full),
        }
    }

    fn of_unsigned(width: u32, lo: Option<u128>, hi: Option<u128>) -> Option<Range> {
        let full = Range::full(width)?;
        match (lo, hi) {
            (Some(lo), Some(hi)) if hi <= full.unsigned.1 => Range {
                unsigned: (lo, hi),
                ..full
            }
            .reduced(),
            _ => Some(full),
        }
    }

    /// The only value, if there is one.
    pub(super) fn value(self) -> Option<u128> {
        (self.unsigned.0 == self.unsigned.1).then_some(self.unsigned.0)
    }

    /// Each interval by what the other one says; `None` if no value is left.
    fn reduced(mut self) -> Option<Range> {
        let least_negative = (mask(self.width) >> 1) + 1;
        for _ in 0..2 {
            let (lo, hi) = self.signed;
            if lo >= 0 || hi < 0 {
                let ends = (as_unsigned(self.width, lo), as_unsigned(self.width, hi));
                self.unsigned.0 = self.unsigned.0.max(ends.0);
                self.unsigned.1 = self.unsigned.1.min(ends.1);
            }
            let (lo, hi) = self.unsigned;
            if hi < least_negative || lo >= least_negative {
                let ends = (as_signed(self.width, lo), as_signed(self.width, hi));
                self.signed.0 = self.signed.0.max(ends.0);
                self.signed.1 = self.signed.1.min(ends.1);
            }
            if self.signed.0 > self.signed.1 || self.unsigned.0 > self.unsigned.1 {
                return None;
            }
        }
        Some(self)
    }

    /// The values in both ranges, if there are any.
    pub(super) fn meet(self, other: Range) -> Option<Range> {
        Range {
            width: self.width,
            signed: (
                self.signed.0.max(other.signed.0),
                self.signed.1.min(other.signed.1),
            ),
            unsigned: (
                self.unsigned.0.max(other.unsigned.0),
                self.unsigned.1.min(other.unsigned.1),
            ),
        }
        .reduced()
    }

    /// A range that holds the values of both.
    pub(super) fn join(self, other: Range) -> Range {
        Range {
            width: self.width,
            signed: (
                self.signed.0.min(other.signed.0),
                self.signed.1.max(other.signed.1),
            ),
            unsigned: (
                self.unsigned.0.min(other.unsigned.0),
                self.unsigned.1.max(other.unsigned.1),
            ),
        }
    }

    /// The values of at most (or below) some other value, in one of the orders.
    pub(super) fn at_most(self, bound: Range, signed: bool, strict: bool) -> Option<Range> {
        let mut less = self;
        if signed {
            let most = bound.signed.1.checked_sub(i128::from(strict))?;
            less.signed.1 = less.signed.1.min(most);
        } else {
            let most = bound.unsigned.1.checked_sub(u128::from(strict))?;
            less.unsigned.1 = less.unsigned.1.min(most);
        }
        less.reduced()
    }

    /// The values of at least (or above) some other value, in one of the orders.
    pub(super) fn at_least(self, bound: Range, signed: bool, strict: bool) -> Option<Range> {
        let mut more = self;
        if signed {
            let least = bound.signed.0.checked_add(i128::from(strict))?;
            more.signed.0 = more.signed.0.max(least);
        } else {
            let least = bound.unsigned.0.checked_add(u128::from(strict))?;
            more.unsigned.0 = more.unsigned.0.max(least);
        }
        more.reduced()
    }

    /// The values other than one.
    pub(super) fn without(self, value: u128) -> Option<Range> {
        let mut rest = self;
        if rest.unsigned.0 == value {
            rest.unsigned.0 = value.checked_add(1)?;
        }
        if rest.unsigned.1 == value {
            rest.unsigned.1 = value.checked_sub(1)?;
        }
        let signed = as_signed(self.width, value);
        if rest.signed.0 == signed {
            rest.signed.0 = signed.checked_add(1)?;
        }
        if rest.signed.1 == signed {
            rest.signed.1 = signed.checked_sub(1)?;
        }
        rest.reduced()
    }

    fn both(width: u32, signed: Option<Range>, unsigned: Option<Range>) -> Option<Range> {
        match (signed, unsigned) {
            (Some(a), Some(b)) => a.meet(b),
            _ => Range::full(width),
        }
    }

    /// `a + b`.
    pub(super) fn add(a: Range, b: Range) -> Option<Range> {
        let w = a.width;
        let less = i128::from(is_on(Defect::RangeTooSmall));
        let (lo, hi) = (
            a.signed.0.checked_add(b.signed.0),
            a.signed.1.checked_add(b.signed.1 - less),
        );
        let signed = Range::of_signed(w, lo, hi);
        let (lo, over_lo) = a.unsigned.0.overflowing_add(b.unsigned.0);
        let (hi, over_hi) = a.unsigned.1.overflowing_add(b.unsigned.1);
        let wraps = |sum: u128, over: bool| over || sum > mask(w);
        let unsigned = match (wraps(lo, over_lo), wraps(hi, over_hi)) {
            (false, true) => Range::full(w),
            // All sums wrap around, or none does.
            _ => Range::of_unsigned(w, Some(lo & mask(w)), Some(hi & mask(w))),
        };
        Range::both(w, signed, unsigned)
    }

    /// `a - b`.
    pub(super) fn sub(a: Range, b: Range) -> Option<Range> {
        let w = a.width;
        let (lo, hi) = (
            a.signed.0.checked_sub(b.signed.1),
            a.signed.1.checked_sub(b.signed.0),
        );
        let signed = Range::of_signed(w, lo, hi);
        let never = a.unsigned.0 >= b.unsigned.1;
        let always = a.unsigned.1 < b.unsigned.0;
        let unsigned = if never || always {
            let lo = a.unsigned.0.wrapping_sub(b.unsigned.1) & mask(w);
            let hi = a.unsigned.1.wrapping_sub(b.unsigned.0) & mask(w);
            Range::of_unsigned(w, Some(lo), Some(hi))
        } else {
            Range::full(w)
        };
        Range::both(w, signed, unsigned)
    }

    /// `a * b`.
    pub(super) fn mul(a: Range, b: Range) -> Option<Range> {
        let w = a.width;
        let corners = corners(a.signed, b.signed, i128::checked_mul);
        let signed = Range::of_signed(w, corners.map(|c| c.0), corners.map(|c| c.1));
        let lo = a.unsigned.0.checked_mul(b.unsigned.0);
        let hi = a.unsigned.1.checked_mul(b.unsigned.1);
        Range::both(w, signed, Range::of_unsigned(w, lo, hi))
    }

    /// `a / b`, unsigned.
    pub(super) fn udiv(a: Range, b: Range) -> Option<Range> {
        // Division by zero gives the greatest value.
        let lo = a.unsigned.0.checked_div(b.unsigned.1);
        let hi = a.unsigned.1.checked_div(b.unsigned.0);
        Range::of_unsigned(a.width, lo, hi)
    }

    /// `a % b`, unsigned. The remainder by zero is `a`.
    pub(super) fn urem(a: Range, b: Range) -> Option<Range> {
        if a.unsigned.1 < b.unsigned.0 {
            return Some(a);
        }
        let below = match b.unsigned.0 {
            0 => a.unsigned.1,
            _ => a.unsigned.1.min(b.unsigned.1 - 1),
        };
        Range::of_unsigned(a.width, Some(0), Some(below))
    }

    /// `a / b`, signed.
    pub(super) fn sdiv(a: Range, b: Range) -> Option<Range> {
        if b.signed.0 <= 0 && b.signed.1 >= 0 {
            return Range::full(a.width);
        }
        let corners = corners(a.signed, b.signed, i128::checked_div);
        // Between the corners no quotient is larger or smaller, except that it is nearer to zero
        // the larger the divisor is; the corners have the smallest and the largest divisor.
        Range::of_signed(a.width, corners.map(|c| c.0), corners.map(|c| c.1))
    }

    /// `a % b`, signed: it has the sign of `a`, and is no larger than it. By zero it is `a`.
    pub(super) fn srem(a: Range, b: Range) -> Option<Range> {
        let may_be_zero = b.signed.0 <= 0 && b.signed.1 >= 0;
        let size = |v: i128| v.unsigned_abs();
        let largest = size(b.signed.0).max(size(b.signed.1));
        let most = match may_be_zero {
            true => i128::MAX,
            false => i128::try_from(largest - 1).unwrap_or(i128::MAX),
        };
        let lo = a.signed.0.min(0).max(-most);
        let hi = a.signed.1.max(0).min(most);
        Range::of_signed(a.width, Some(lo), Some(hi))
    }

    /// `~a`.
    pub(super) fn not(a: Range) -> Option<Range> {
        let full = Range::full(a.width)?;
        let most = full.unsigned.1;
        Some(Range {
            width: a.width,
            signed: (-1 - a.signed.1, -1 - a.signed.0),
            unsigned: (most - a.unsigned.1, most - a.unsigned.0),
        })
    }

    /// `a & b`.
    pub(super) fn and(a: Range, b: Range) -> Option<Range> {
        let hi = a.unsigned.1.min(b.unsigned.1);
        match (a.value(), b.value()) {
            (Some(x), Some(y)) => Range::exactly(a.width, x & y),
            _ => Range::of_unsigned(a.width, Some(0), Some(hi)),
        }
    }

    /// `a | b`.
    pub(super) fn or(a: Range, b: Range) -> Option<Range> {
        let lo = a.unsigned.0.max(b.unsigned.0);
        let hi = below_power(a.unsigned.1 | b.unsigned.1);
        Range::of_unsigned(a.width, Some(lo), Some(hi))
    }

    /// `a ^ b`.
    pub(super) fn xor(a: Range, b: Range) -> Option<Range> {
        let hi = below_power(a.unsigned.1 | b.unsigned.1);
        Range::of_unsigned(a.width, Some(0), Some(hi))
    }

    /// `a << b`.
    pub(super) fn shl(a: Range, b: Range) -> Option<Range> {
        let w = a.width;
        if b.unsigned.1 >= u128::from(w) {
            return Range::full(w);
        }
        let (least, most) = (b.unsigned.0 as u32, b.unsigned.1 as u32);
        let fits = |v: u128, by: u32| (v << by >> by == v).then(|| v << by);
        let unsigned = Range::of_unsigned(w, fits(a.unsigned.0, least), fits(a.unsigned.1, most));
        let powers = (1i128.checked_shl(least), 1i128.checked_shl(most));
        let (Some(first), Some(last)) = powers else {
            return unsigned;
        };
        if first <= 0 || last <= 0 {
            return unsigned;
        }
        let corners = corners(a.signed, (first, last), i128::checked_mul);
        let signed = Range::of_signed(w, corners.map(|c| c.0), corners.map(|c| c.1));
        Range::both(w, signed, unsigned)
    }

    /// `a >> b`, filled with zeros.
    pub(super) fn lshr(a: Range, b: Range) -> Option<Range> {
        let shifted = |v: u128, by: u128| match u32::try_from(by) {
            Ok(by) if by < 128 => v >> by,
            _ => 0,
        };
        let lo = shifted(a.unsigned.0, b.unsigned.1);
        let hi = shifted(a.unsigned.1, b.unsigned.0);
        Range::of_unsigned(a.width, Some(lo), Some(hi))
    }

    /// `a >> b`, filled with the sign.
    pub(super) fn ashr(a: Range, b: Range) -> Option<Range> {
        let shifted = |v: i128, by: u128| v >> by.min(127);
        let all = [b.unsigned.0, b.unsigned.1]
            .map(|by| (shifted(a.signed.0, by), shifted(a.signed.1, by)));
        let lo = all[0].0.min(all[1].0);
        let hi = all[0].1.max(all[1].1);
        Range::of_signed(a.width, Some(lo), Some(hi))
    }

    /// `high` before `low`.
    pub(super) fn concat(high: Range, low: Range) -> Option<Range> {
        let width = high.width + low.width;
        Range::full(width)?;
        let joined = |h: u128, l: u128| h << low.width | l;
        let lo = joined(high.unsigned.0, low.unsigned.0);
        let hi = joined(high.unsigned.1, low.unsigned.1);
        Range::of_unsigned(width, Some(lo), Some(hi))
    }

    /// The bits from `lo` up, `width` of them.
    pub(super) fn extract(a: Range, lo: u32, width: u32) -> Option<Range> {
        let (least, most) = (a.unsigned.0 >> lo, a.unsigned.1 >> lo);
        let unsigned = match most <= mask(width) {
            true => Range::of_unsigned(width, Some(least), Some(most)),
            false => Range::full(width),
        };
        let (least, most) = (a.signed.0 >> lo, a.signed.1 >> lo);
        let signed = Range::of_signed(width, Some(least), Some(most));
        Range::both(width, signed, unsigned)
    }

    /// Zeros before it.
    pub(super) fn zero_ext(a: Range, width: u32) -> Option<Range> {
        Range::of_unsigned(width, Some(a.unsigned.0), Some(a.unsigned.1))
    }

    /// Copies of its sign before it.
    pub(super) fn sign_ext(a: Range, width: u32) -> Option<Range> {
        Range::of_signed(width, Some(a.signed.0), Some(a.signed.1))
    }
}

/// The least and the greatest result at the corners of two intervals.
fn corners(
    a: (i128, i128),
    b: (i128, i128),
    op: impl Fn(i128, i128) -> Option<i128>,
) -> Option<(i128, i128)> {
    let all = [op(a.0, b.0)?, op(a.0, b.1)?, op(a.1, b.0)?, op(a.1, b.1)?];
    let lo = all.into_iter().min()?;
    let hi = all.into_iter().max()?;
    Some((lo, hi))
}

/// The greatest number with as many bits.
fn below_power(value: u128) -> u128 {
    match value {
        0 => 0,
        _ => u128::MAX >> value.leading_zeros(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hatha_term::Bv;

    const WIDTH: u32 = 4;

    fn holds(range: Range, value: u128) -> bool {
        let signed = as_signed(range.width, value);
        (range.unsigned.0..=range.unsigned.1).contains(&value)
            && (range.signed.0..=range.signed.1).contains(&signed)
    }

    /// Every range of four bits that an interval of one order gives.
    fn ranges() -> Vec<Range> {
        let mut all = Vec::new();
        for lo in 0..16u128 {
            for hi in lo..16 {
                all.extend(Range::of_unsigned(WIDTH, Some(lo), Some(hi)));
                let (lo, hi) = (lo as i128 - 8, hi as i128 - 8);
                all.extend(Range::of_signed(WIDTH, Some(lo), Some(hi)));
            }
        }
        all
    }

    fn values(range: Range) -> Vec<u128> {
        (0..1 << range.width).filter(|&v| holds(range, v)).collect()
    }

    #[test]
    fn a_range_holds_every_result() {
        type Op = (
            &'static str,
            fn(Range, Range) -> Option<Range>,
            fn(&Bv, &Bv) -> Bv,
        );
        let ops: [Op; 14] = [
            ("add", Range::add, Bv::add),
            ("sub", Range::sub, Bv::sub),
            ("mul", Range::mul, Bv::mul),
            ("udiv", Range::udiv, Bv::udiv),
            ("urem", Range::urem, Bv::urem),
            ("sdiv", Range::sdiv, Bv::sdiv),
            ("srem", Range::srem, Bv::srem),
            ("and", Range::and, Bv::and),
            ("or", Range::or, Bv::or),
            ("xor", Range::xor, Bv::xor),
            ("shl", Range::shl, Bv::shl),
            ("lshr", Range::lshr, Bv::lshr),
            ("ashr", Range::ashr, Bv::ashr),
            ("concat", Range::concat, Bv::concat),
        ];
        let ranges = ranges();
        for (name, range, op) in ops {
            for &a in &ranges {
                for &b in ranges.iter().step_by(3) {
                    let result = range(a, b);
                    for x in values(a) {
                        for y in values(b) {
                            let value = op(&Bv::new(WIDTH, x), &Bv::new(WIDTH, y));
                            let value = value.to_u128().expect("few bits");
                            let is_inside = result.is_some_and(|r| holds(r, value));
                            assert!(is_inside, "{name} {a:?} {b:?}: {x} {y} gives {value}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_part_or_an_extension_holds_every_result() {
        for a in ranges() {
            for x in values(a) {
                let bv = Bv::new(WIDTH, x);
                let number = |b: Bv| b.to_u128().expect("few bits");
                let inside = |r: Option<Range>, v| r.is_some_and(|r| holds(r, v));
                assert!(inside(Range::not(a), number(bv.not())));
                assert!(inside(Range::zero_ext(a, 7), number(bv.zext(7))));
                assert!(inside(Range::sign_ext(a, 7), number(bv.sext(7))));
                for lo in 0..WIDTH {
                    for width in 1..=WIDTH - lo {
                        let part = number(bv.extract(lo, width));
                        assert!(inside(Range::extract(a, lo, width), part), "{a:?} {x} {lo}");
                    }
                }
            }
        }
    }

    #[test]
    fn bounds_keep_what_satisfies_them() {
        let ranges = ranges();
        for &a in &ranges {
            for &b in ranges.iter().step_by(5) {
                for (signed, strict) in [(true, true), (true, false), (false, true), (false, false)]
                {
                    for x in values(a) {
                        for y in values(b) {
                            let less = match signed {
                                true => as_signed(WIDTH, x).cmp(&as_signed(WIDTH, y)),
                                false => x.cmp(&y),
                            };
                            let is_kept = |r: Option<Range>, v| r.is_some_and(|r| holds(r, v));
                            if less.is_lt() || (less.is_eq() && !strict) {
                                assert!(is_kept(a.at_most(b, signed, strict), x));
                                assert!(is_kept(b.at_least(a, signed, strict), y));
                            }
                            if x == y {
                                assert!(is_kept(a.meet(b), x));
                            } else {
                                assert!(is_kept(a.without(y), x));
                            }
                            assert!(holds(a.join(b), x) && holds(a.join(b), y));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_widest_products_stay_in_their_range() {
        let limit = Range::full(64).expect("not too wide");
        let wide = Range::sign_ext(limit, 128).expect("not too wide");
        let product = Range::mul(wide, wide).expect("some product");
        assert_eq!(product.signed, ((1 << 63) - (1 << 126), 1 << 126));
    }
}
