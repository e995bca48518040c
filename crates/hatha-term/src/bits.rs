//! Bit-vector values of any width, with the total semantics of SMT-LIB.
//!
//! Invariant: every bit at or above `width` is zero, widths up to 128 are held
//! in one `u128` and wider ones in little-endian limbs. So derived equality and
//! hashing are equality of values.

use std::fmt;

/// A bit-vector value: a width of at least one and that many bits.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bv {
    width: u32,
    repr: Repr,
}

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Repr {
    Small(u128),
    Big(Box<[u64]>),
}

const SMALL: u32 = 128;

fn mask(width: u32) -> u128 {
    if width >= SMALL {
        u128::MAX
    } else {
        (1u128 << width) - 1
    }
}

fn limb_count(width: u32) -> usize {
    (width as usize).div_ceil(64)
}

impl Bv {
    /// The value `value mod 2^width`.
    ///
    /// # Panics
    /// If `width` is zero: SMT-LIB has no empty bit-vector.
    pub fn new(width: u32, value: u128) -> Bv {
        assert!(width > 0, "a bit-vector has at least one bit");
        if width <= SMALL {
            let repr = Repr::Small(value & mask(width));
            return Bv { width, repr };
        }
        let mut limbs = vec![0; limb_count(width)];
        limbs[0] = value as u64;
        limbs[1] = (value >> 64) as u64;
        Bv::from_limbs(width, limbs)
    }

    /// The two's complement representation of `value`, cut or sign-extended.
    pub fn from_i128(width: u32, value: i128) -> Bv {
        let low = Bv::new(width.min(SMALL), value as u128);
        if width > SMALL { low.sext(width) } else { low }
    }

    /// The value with the given little-endian limbs, cut to `width` bits.
    pub(crate) fn from_limbs(width: u32, mut limbs: Vec<u64>) -> Bv {
        assert!(width > 0, "a bit-vector has at least one bit");
        limbs.resize(limb_count(width), 0);
        if width <= SMALL {
            let high = limbs.get(1).copied().unwrap_or(0);
            return Bv::new(width, limbs[0] as u128 | (high as u128) << 64);
        }
        if !width.is_multiple_of(64) {
            let last = limbs.len() - 1;
            limbs[last] &= u64::MAX >> (64 - width % 64);
        }
        let repr = Repr::Big(limbs.into_boxed_slice());
        Bv { width, repr }
    }

    /// The value whose bit `i` is `bit(i)`.
    pub fn from_bits(width: u32, mut bit: impl FnMut(u32) -> bool) -> Bv {
        let mut limbs = vec![0u64; limb_count(width)];
        for i in 0..width {
            if bit(i) {
                limbs[(i / 64) as usize] |= 1 << (i % 64);
            }
        }
        Bv::from_limbs(width, limbs)
    }

    /// Zero of the given width.
    pub fn zero(width: u32) -> Bv {
        Bv::new(width, 0)
    }

    /// One of the given width.
    pub fn one(width: u32) -> Bv {
        Bv::new(width, 1)
    }

    /// All bits set: the largest unsigned value, and minus one.
    pub fn ones(width: u32) -> Bv {
        Bv::zero(width).not()
    }

    /// The smallest signed value: only the top bit set.
    pub fn signed_min(width: u32) -> Bv {
        Bv::from_bits(width, |i| i + 1 == width)
    }

    /// The largest signed value: all bits but the top one set.
    pub fn signed_max(width: u32) -> Bv {
        Bv::signed_min(width).not()
    }

    /// Two to the `k`, or zero when `k` is not below the width.
    pub(crate) fn power_of_two(width: u32, k: u32) -> Bv {
        Bv::from_bits(width, |i| i == k)
    }

    /// The width in bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The unsigned value, if it fits.
    pub fn to_u128(&self) -> Option<u128> {
        match &self.repr {
            Repr::Small(v) => Some(*v),
            Repr::Big(limbs) => {
                let fits = limbs[2..].iter().all(|&l| l == 0);
                fits.then(|| limbs[0] as u128 | (limbs[1] as u128) << 64)
            }
        }
    }

    /// The unsigned value, if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        self.to_u128().and_then(|v| u64::try_from(v).ok())
    }

    /// The signed value, if it fits.
    pub fn to_i128(&self) -> Option<i128> {
        if !self.sign() {
            return self.to_u128().and_then(|v| i128::try_from(v).ok());
        }
        let magnitude = self.neg().to_u128()?;
        (magnitude <= 1 << 127).then(|| (magnitude as i128).wrapping_neg())
    }

    /// The little-endian limbs of the value.
    pub fn limbs(&self) -> Vec<u64> {
        match &self.repr {
            Repr::Small(v) => {
                let mut limbs = vec![*v as u64, (*v >> 64) as u64];
                limbs.truncate(limb_count(self.width));
                limbs
            }
            Repr::Big(limbs) => limbs.to_vec(),
        }
    }

    /// Bit `i`, counted from the least significant; false beyond the width.
    pub fn bit(&self, i: u32) -> bool {
        if i >= self.width {
            return false;
        }
        match &self.repr {
            Repr::Small(v) => v >> i & 1 == 1,
            Repr::Big(limbs) => limbs[(i / 64) as usize] >> (i % 64) & 1 == 1,
        }
    }

    /// The top bit.
    pub fn sign(&self) -> bool {
        self.bit(self.width - 1)
    }

    /// Is every bit clear?
    pub fn is_zero(&self) -> bool {
        match &self.repr {
            Repr::Small(v) => *v == 0,
            Repr::Big(limbs) => limbs.iter().all(|&l| l == 0),
        }
    }

    /// Is the value one?
    pub fn is_one(&self) -> bool {
        self.to_u128() == Some(1)
    }

    /// Is every bit set?
    pub fn is_ones(&self) -> bool {
        self.not().is_zero()
    }

    /// `k` if the value is two to the `k`.
    pub(crate) fn log2_exact(&self) -> Option<u32> {
        if let Repr::Small(v) = self.repr {
            return v.is_power_of_two().then(|| v.trailing_zeros());
        }
        let mut set = (0..self.width).filter(|&i| self.bit(i));
        let k = set.next()?;
        set.next().is_none().then_some(k)
    }

    /// The number of bits up to the highest set one; zero for zero.
    pub fn bit_length(&self) -> u32 {
        (0..self.width)
            .rev()
            .find(|&i| self.bit(i))
            .map_or(0, |i| i + 1)
    }

    /// The number of clear bits below the lowest set one; the width for zero.
    pub fn trailing_zeros(&self) -> u32 {
        (0..self.width).find(|&i| self.bit(i)).unwrap_or(self.width)
    }

    fn same_width(&self, other: &Bv) {
        assert_eq!(self.width, other.width, "operands of one width");
    }

    fn zip(
        &self,
        other: &Bv,
        small: impl Fn(u128, u128) -> u128,
        big: impl Fn(&[u64], &[u64]) -> Vec<u64>,
    ) -> Bv {
        self.same_width(other);
        match (&self.repr, &other.repr) {
            (Repr::Small(a), Repr::Small(b)) => Bv::new(self.width, small(*a, *b)),
            _ => Bv::from_limbs(self.width, big(&self.limbs(), &other.limbs())),
        }
    }

    /// Sum modulo two to the width.
    pub fn add(&self, other: &Bv) -> Bv {
        self.zip(other, u128::wrapping_add, |a, b| add_limbs(a, b, false))
    }

    /// Difference modulo two to the width.
    pub fn sub(&self, other: &Bv) -> Bv {
        self.zip(other, u128::wrapping_sub, |a, b| {
            let complement: Vec<u64> = b.iter().map(|l| !l).collect();
            add_limbs(a, &complement, true)
        })
    }

    /// Product modulo two to the width.
    pub fn mul(&self, other: &Bv) -> Bv {
        self.zip(other, u128::wrapping_mul, mul_limbs)
    }

    /// Two's complement negation.
    pub fn neg(&self) -> Bv {
        Bv::zero(self.width).sub(self)
    }

    /// Unsigned quotient; all ones when the divisor is zero.
    pub fn udiv(&self, other: &Bv) -> Bv {
        if other.is_zero() {
            return Bv::ones(self.width);
        }
        self.zip(other, |a, b| a / b, |a, b| div_limbs(a, b).0)
    }

    /// Unsigned remainder; the dividend when the divisor is zero.
    pub fn urem(&self, other: &Bv) -> Bv {
        if other.is_zero() {
            return self.clone();
        }
        self.zip(other, |a, b| a % b, |a, b| div_limbs(a, b).1)
    }

    fn abs(&self) -> Bv {
        if self.sign() {
            self.neg()
        } else {
            self.clone()
        }
    }

    /// Signed quotient, rounded to zero; -1 or 1 when the divisor is zero.
    pub fn sdiv(&self, other: &Bv) -> Bv {
        let quotient = self.abs().udiv(&other.abs());
        if self.sign() != other.sign() {
            quotient.neg()
        } else {
            quotient
        }
    }

    /// Signed remainder with the sign of the dividend, which it is when the
    /// divisor is zero.
    pub fn srem(&self, other: &Bv) -> Bv {
        let remainder = self.abs().urem(&other.abs());
        if self.sign() {
            remainder.neg()
        } else {
            remainder
        }
    }

    /// Bitwise complement.
    #[allow(clippy::should_implement_trait)] // Borrowing, like its siblings.
    pub fn not(&self) -> Bv {
        match &self.repr {
            Repr::Small(v) => Bv::new(self.width, !v),
            Repr::Big(limbs) => Bv::from_limbs(self.width, limbs.iter().map(|l| !l).collect()),
        }
    }

    fn bitwise(&self, other: &Bv, limb: impl Fn(u64, u64) -> u64) -> Bv {
        let small = |a: u128, b: u128| {
            let low = limb(a as u64, b as u64);
            let high = limb((a >> 64) as u64, (b >> 64) as u64);
            low as u128 | (high as u128) << 64
        };
        self.zip(other, small, |a, b| {
            a.iter().zip(b).map(|(&x, &y)| limb(x, y)).collect()
        })
    }

    /// Bitwise conjunction.
    pub fn and(&self, other: &Bv) -> Bv {
        self.bitwise(other, |a, b| a & b)
    }

    /// Bitwise disjunction.
    pub fn or(&self, other: &Bv) -> Bv {
        self.bitwise(other, |a, b| a | b)
    }

    /// Bitwise exclusive disjunction.
    pub fn xor(&self, other: &Bv) -> Bv {
        self.bitwise(other, |a, b| a ^ b)
    }

    /// The shift amount, or the width when it is at least that.
    fn amount(&self) -> u32 {
        let width = self.width as u128;
        self.to_u128().map_or(width, |v| v.min(width)) as u32
    }

    fn shifted(&self, fill: bool, source: impl Fn(u32) -> Option<u32>) -> Bv {
        Bv::from_bits(self.width, |i| source(i).map_or(fill, |j| self.bit(j)))
    }

    /// Left shift; zero when the amount is at least the width.
    pub fn shl(&self, other: &Bv) -> Bv {
        let k = other.amount();
        if k >= self.width {
            return Bv::zero(self.width);
        }
        match &self.repr {
            Repr::Small(v) => Bv::new(self.width, v << k),
            Repr::Big(_) => self.shifted(false, |i| i.checked_sub(k)),
        }
    }

    /// Logical right shift; zero when the amount is at least the width.
    pub fn lshr(&self, other: &Bv) -> Bv {
        let k = other.amount();
        if k >= self.width {
            return Bv::zero(self.width);
        }
        match &self.repr {
            Repr::Small(v) => Bv::new(self.width, v >> k),
            Repr::Big(_) => self.shifted(false, |i| i.checked_add(k)),
        }
    }

    /// Arithmetic right shift; all copies of the sign when the amount is at
    /// least the width.
    pub fn ashr(&self, other: &Bv) -> Bv {
        let k = other.amount();
        let inside = |i: u32| i.checked_add(k).filter(|&j| j < self.width);
        self.shifted(self.sign(), inside)
    }

    /// Unsigned comparison.
    pub(crate) fn ult(&self, other: &Bv) -> bool {
        self.same_width(other);
        match (&self.repr, &other.repr) {
            (Repr::Small(a), Repr::Small(b)) => a < b,
            _ => self.limbs().iter().rev().lt(other.limbs().iter().rev()),
        }
    }

    /// Unsigned comparison.
    pub(crate) fn ule(&self, other: &Bv) -> bool {
        !other.ult(self)
    }

    /// Signed comparison.
    pub(crate) fn slt(&self, other: &Bv) -> bool {
        match (self.sign(), other.sign()) {
            (true, false) => true,
            (false, true) => false,
            _ => self.ult(other),
        }
    }

    /// Signed comparison.
    pub(crate) fn sle(&self, other: &Bv) -> bool {
        !other.slt(self)
    }

    /// `self` above `low`.
    pub fn concat(&self, low: &Bv) -> Bv {
        let width = self.width + low.width;
        if let (Repr::Small(h), Repr::Small(l), true) = (&self.repr, &low.repr, width <= SMALL) {
            return Bv::new(width, h << low.width | l);
        }
        Bv::from_bits(width, |i| match i.checked_sub(low.width) {
            Some(j) => self.bit(j),
            None => low.bit(i),
        })
    }

    /// The bits `lo..lo + width`.
    pub fn extract(&self, lo: u32, width: u32) -> Bv {
        assert!(lo + width <= self.width, "extraction inside the vector");
        match &self.repr {
            Repr::Small(v) => Bv::new(width, v >> lo),
            Repr::Big(_) => Bv::from_bits(width, |i| self.bit(lo + i)),
        }
    }

    /// Zero extension to `width` bits.
    pub fn zext(&self, width: u32) -> Bv {
        assert!(width >= self.width, "an extension does not cut");
        match &self.repr {
            Repr::Small(v) => Bv::new(width, *v),
            Repr::Big(limbs) => Bv::from_limbs(width, limbs.to_vec()),
        }
    }

    /// Sign extension to `width` bits.
    pub fn sext(&self, width: u32) -> Bv {
        if !self.sign() {
            return self.zext(width);
        }
        assert!(width >= self.width, "an extension does not cut");
        match &self.repr {
            Repr::Small(v) if width <= SMALL => Bv::new(width, v | !mask(self.width)),
            _ => Bv::from_bits(width, |i| i >= self.width || self.bit(i)),
        }
    }
}

/// SMT-LIB notation: `#b101`, or `#xff` when the width is a multiple of four.
impl fmt::Display for Bv {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.width.is_multiple_of(4) {
            f.write_str("#b")?;
            return (0..self.width)
                .rev()
                .try_for_each(|i| f.write_str(if self.bit(i) { "1" } else { "0" }));
        }
        f.write_str("#x")?;
        (0..self.width / 4).rev().try_for_each(|i| {
            let digit = (0..4).fold(0, |d, b| d | (self.bit(4 * i + b) as u32) << b);
            write!(f, "{digit:x}")
        })
    }
}

impl fmt::Debug for Bv {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

fn add_limbs(a: &[u64], b: &[u64], mut carry: bool) -> Vec<u64> {
    let mut sum = Vec::with_capacity(a.len());
    for (&x, &y) in a.iter().zip(b) {
        let wide = x as u128 + y as u128 + carry as u128;
        sum.push(wide as u64);
        carry = wide >> 64 != 0;
    }
    sum
}

fn mul_limbs(a: &[u64], b: &[u64]) -> Vec<u64> {
    let n = a.len();
    let mut product = vec![0u64; n];
    for i in 0..n {
        let mut carry = 0u128;
        for j in 0..n - i {
            let wide = a[i] as u128 * b[j] as u128 + product[i + j] as u128 + carry;
            product[i + j] = wide as u64;
            carry = wide >> 64;
        }
    }
    product
}

/// Long division bit by bit; `b` is not zero. Wide divisions are rare, so the
/// plain algorithm is preferred to a fast one.
fn div_limbs(a: &[u64], b: &[u64]) -> (Vec<u64>, Vec<u64>) {
    let n = a.len();
    let mut quotient = vec![0u64; n];
    let mut remainder = vec![0u64; n];
    for i in (0..64 * n).rev() {
        let overflow = shift_in(&mut remainder, a[i / 64] >> (i % 64) & 1);
        if overflow || !remainder.iter().rev().lt(b.iter().rev()) {
            let complement: Vec<u64> = b.iter().map(|l| !l).collect();
            remainder = add_limbs(&remainder, &complement, true);
            quotient[i / 64] |= 1 << (i % 64);
        }
    }
    (quotient, remainder)
}

/// Shifts left by one, takes `bit` in at the bottom and returns the bit that
/// fell out.
fn shift_in(limbs: &mut [u64], mut bit: u64) -> bool {
    for limb in limbs {
        let out = *limb >> 63;
        *limb = *limb << 1 | bit;
        bit = out;
    }
    bit == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of `narrow` bits, computed at `wide` bits and cut, must agree with
    /// the small representation: checks the limb code against `u128`.
    #[test]
    fn limbs_agree_with_u128() {
        let samples = [
            0u128,
            1,
            2,
            7,
            0xffff_ffff,
            1 << 63,
            u64::MAX as u128,
            12345678901234567890123,
        ];
        for &a in &samples {
            for &b in &samples {
                let (x, y) = (Bv::new(200, a), Bv::new(200, b));
                assert_eq!(x.add(&y).to_u128(), a.checked_add(b));
                assert_eq!(x.ult(&y), a < b);
                assert_eq!(x.mul(&y).extract(0, 128).to_u128(), Some(a.wrapping_mul(b)));
                let all_ones = Bv::ones(200).extract(0, 128).to_u128();
                assert_eq!(
                    x.udiv(&y).extract(0, 128).to_u128(),
                    a.checked_div(b).or(all_ones)
                );
                assert_eq!(x.urem(&y).to_u128(), a.checked_rem(b).or(Some(a)));
                assert_eq!(x.sub(&y).extract(0, 128).to_u128(), Some(a.wrapping_sub(b)));
            }
        }
    }

    #[test]
    fn division_by_zero_is_total() {
        let (five, zero) = (Bv::new(8, 5), Bv::zero(8));
        let minus_five = five.neg();
        assert_eq!(five.udiv(&zero), Bv::ones(8));
        assert_eq!(five.urem(&zero), five);
        assert_eq!(five.sdiv(&zero), Bv::ones(8));
        assert_eq!(minus_five.sdiv(&zero), Bv::one(8));
        assert_eq!(minus_five.srem(&zero), minus_five);
        let min = Bv::signed_min(8);
        assert_eq!(min.sdiv(&Bv::ones(8)), min);
        assert_eq!(min.srem(&Bv::ones(8)), zero);
    }

    #[test]
    fn signed_views() {
        assert_eq!(Bv::from_i128(8, -1), Bv::ones(8));
        assert_eq!(Bv::from_i128(200, -3).to_i128(), Some(-3));
        assert_eq!(Bv::signed_min(128).to_i128(), Some(i128::MIN));
        assert_eq!(Bv::signed_min(129).to_i128(), None);
        assert_eq!(Bv::new(8, 0x80).ashr(&Bv::new(8, 3)), Bv::new(8, 0xf0));
        assert_eq!(Bv::new(8, 0x80).ashr(&Bv::new(8, 200)), Bv::ones(8));
    }
}
