//! Values of floating operators, by `rustc_apfloat`; what that lacks (square
//! roots, integers of any width) and NaNs are done here.

use super::{Format, FpOp, Rounding};
use crate::bits::Bv;
use crate::value::Value;
use rustc_apfloat::ieee::{IeeeFloat, Semantics};
use rustc_apfloat::{Float, FloatConvert, Round};

/// A format like IEEE's with `E` bits of exponent and `W` bits in all.
struct Ieee<const E: usize, const W: usize>;

impl<const E: usize, const W: usize> Semantics for Ieee<E, W> {
    const BITS: usize = W;
    const EXP_BITS: usize = E;
}

/// More precision and more exponents than any format: exact intermediate
/// results, which are rounded when they are converted.
struct Wide;

const WIDE_PRECISION: u32 = 122;

impl Semantics for Wide {
    const BITS: usize = 20 + WIDE_PRECISION as usize;
    const EXP_BITS: usize = 20;
}

type WideFloat = IeeeFloat<Wide>;

/// Runs the body with a type for the format.
macro_rules! in_format {
    ($format:expr, $semantics:ident => $body:expr) => {
        match $format {
            Format::TINY => {
                type $semantics = Ieee<3, 6>;
                $body
            }
            Format::MINI => {
                type $semantics = Ieee<4, 8>;
                $body
            }
            Format::HALF => {
                type $semantics = Ieee<5, 16>;
                $body
            }
            Format::SINGLE => {
                type $semantics = Ieee<8, 32>;
                $body
            }
            Format::DOUBLE => {
                type $semantics = Ieee<11, 64>;
                $body
            }
            Format::EXTENDED => {
                type $semantics = Ieee<15, 79>;
                $body
            }
            Format::QUAD => {
                type $semantics = Ieee<15, 128>;
                $body
            }
            other => unreachable!("{other:?} is none of `Format::ALL`"),
        }
    };
}

fn round(rounding: Rounding) -> Round {
    match rounding {
        Rounding::NearestEven => Round::NearestTiesToEven,
        Rounding::NearestAway => Round::NearestTiesToAway,
        Rounding::TowardPositive => Round::TowardPositive,
        Rounding::TowardNegative => Round::TowardNegative,
        Rounding::TowardZero => Round::TowardZero,
    }
}

/// The value of an operator whose result is `width` bits wide if it is no truth
/// value; none if the arguments do not fit the operator.
pub(crate) fn compute(op: FpOp, args: &[&Bv], width: u32) -> Option<Value> {
    if args.len() != op.arity() {
        return None;
    }
    if let FpOp::FromInt(format, rounding) = op {
        let bits = from_int(format, rounding, args[0]);
        return Some(Value::Bv(Bv::new(format.width(), bits)));
    }
    let format = op.format();
    let is_float = |a: &&Bv| a.width() == format.width();
    let bits: Option<Vec<u128>> = args
        .iter()
        .filter(|a| is_float(a))
        .map(|a| a.to_u128())
        .collect();
    let bits = bits.filter(|bits| bits.len() == args.len())?;
    if op.is_comparison() {
        return Some(Value::Bool(compare(op, format, bits[0], bits[1])));
    }
    if let FpOp::ToInt(_, rounding) = op {
        return Some(Value::Bv(to_int(format, rounding, bits[0], width)));
    }
    let to = op.result()?;
    Some(Value::Bv(Bv::new(
        to.width(),
        float_result(op, format, &bits),
    )))
}

/// The same on bits; an integer operand is `operand` bits wide.
pub(crate) fn bits(op: FpOp, args: &[u128], operand: u32, width: u32) -> Option<u128> {
    let format = op.format();
    match op {
        _ if args.len() != op.arity() => None,
        FpOp::FromInt(_, r) => Some(from_int(format, r, &Bv::new(operand, args[0]))),
        FpOp::ToInt(_, r) => to_int(format, r, args[0], width).to_u128(),
        _ if op.is_comparison() => Some(compare(op, format, args[0], args[1]).into()),
        _ => Some(float_result(op, format, args)),
    }
}

fn compare(op: FpOp, format: Format, a: u128, b: u128) -> bool {
    in_format!(format, S => {
        let (a, b) = (IeeeFloat::<S>::from_bits(a), IeeeFloat::<S>::from_bits(b));
        match op {
            FpOp::Lt(_) => a < b,
            FpOp::Le(_) => a <= b,
            _ => a == b,
        }
    })
}

fn float_result(op: FpOp, format: Format, bits: &[u128]) -> u128 {
    if let Some(&nan) = bits.iter().find(|&&b| format.is_nan(b)) {
        return quieted(op, format, nan);
    }
    let result = match op {
        FpOp::Convert { to, rounding, .. } => convert(format, to, rounding, bits[0]),
        FpOp::Sqrt(_, rounding) => square_root(format, rounding, bits[0]),
        _ => arithmetic(op, format, bits),
    };
    // Only a conversion changes the format, and it makes no NaN of a number.
    if format.is_nan(result) && !matches!(op, FpOp::Convert { .. }) {
        return format.default_nan();
    }
    result
}

/// The result of an operator for its first NaN.
fn quieted(op: FpOp, format: Format, nan: u128) -> u128 {
    match op {
        FpOp::Convert { to, .. } => converted_nan(format, to, nan) | to.quiet_bit(),
        _ => nan | format.quiet_bit(),
    }
}

/// Sign and high bits of the payload are kept.
fn converted_nan(from: Format, to: Format, nan: u128) -> u128 {
    let sign = if nan & from.sign_mask() != 0 {
        to.sign_mask()
    } else {
        0
    };
    let payload = nan & ((1 << from.fraction_bits()) - 1);
    let (old, new) = (from.fraction_bits(), to.fraction_bits());
    let payload = if new >= old {
        payload << (new - old)
    } else {
        payload >> (old - new)
    };
    sign | to.infinity() | payload
}

fn arithmetic(op: FpOp, format: Format, bits: &[u128]) -> u128 {
    in_format!(format, S => {
        let f = |i: usize| IeeeFloat::<S>::from_bits(bits[i]);
        let result = match op {
            FpOp::Add(_, r) => f(0).add_r(f(1), round(r)),
            FpOp::Sub(_, r) => f(0).sub_r(f(1), round(r)),
            FpOp::Mul(_, r) => f(0).mul_r(f(1), round(r)),
            FpOp::Div(_, r) => f(0).div_r(f(1), round(r)),
            FpOp::Fma(_, r) => f(0).mul_add_r(f(1), f(2), round(r)),
            FpOp::Rem(_) => f(0).ieee_rem(f(1)),
            FpOp::Fmod(_) => f(0).c_fmod(f(1)),
            FpOp::RoundToIntegral(_, r) => f(0).round_to_integral(round(r)),
            other => unreachable!("{other:?} is computed elsewhere"),
        };
        result.value.to_bits()
    })
}

fn convert(from: Format, to: Format, rounding: Rounding, bits: u128) -> u128 {
    in_format!(from, S => {
        let wide: WideFloat = IeeeFloat::<S>::from_bits(bits).convert(&mut false).value;
        rounded(to, rounding, wide)
    })
}

/// The number in a format, rounded once.
fn rounded(to: Format, rounding: Rounding, value: WideFloat) -> u128 {
    in_format!(to, S => {
        let result: IeeeFloat<S> = value.convert_r(round(rounding), &mut false).value;
        result.to_bits()
    })
}

/// A finite number as a significand and the exponent of its last bit.
fn parts(format: Format, bits: u128) -> (u128, i32) {
    let fraction = bits & ((1 << format.fraction_bits()) - 1);
    let stored = (bits & format.infinity()) >> format.fraction_bits();
    let significand = match stored {
        0 => fraction,
        _ => fraction | 1 << format.fraction_bits(),
    };
    let unit = 1 - format.bias() as i32 - format.fraction_bits() as i32;
    (significand, stored.max(1) as i32 - 1 + unit)
}

fn square_root(format: Format, rounding: Rounding, bits: u128) -> u128 {
    let magnitude = bits & !format.sign_mask();
    if magnitude == 0 || bits == format.infinity() {
        return bits;
    }
    if bits != magnitude {
        return format.default_nan();
    }
    let (mut significand, mut exponent) = parts(format, bits);
    if exponent % 2 != 0 {
        significand <<= 1;
        exponent -= 1;
    }
    // Three bits more than the format has, and one that says whether more follow.
    let (root, dropped, exact) = long_root(significand, format.precision() + 3);
    let root = root << 1 | u128::from(!exact);
    let value = WideFloat::from_u128(root).value;
    let value = value.scalbn(exponent / 2 - dropped - 1);
    rounded(format, rounding, value)
}

/// The first `digits` binary digits of a square root, how many of them are
/// beyond the point, and whether that is all.
fn long_root(radicand: u128, digits: u32) -> (u128, i32, bool) {
    let pairs = (128 - radicand.leading_zeros()).div_ceil(2);
    let (mut root, mut rest) = (0u128, 0u128);
    for i in 0..digits {
        let position = pairs.checked_sub(i + 1);
        let pair = position.map_or(0, |p| radicand >> (2 * p) & 3);
        // The rest is at most twice the root, which has fewer than 120 bits.
        rest = rest << 2 | pair;
        let trial = root << 2 | 1;
        root <<= 1;
        if rest >= trial {
            rest -= trial;
            root |= 1;
        }
    }
    let unread = pairs
        .checked_sub(digits)
        .is_some_and(|left| radicand & ((1 << (2 * left)) - 1) != 0);
    (root, digits as i32 - pairs as i32, rest == 0 && !unread)
}

fn from_int(format: Format, rounding: Rounding, value: &Bv) -> u128 {
    let negative = value.sign();
    let magnitude = if negative { value.neg() } else { value.clone() };
    let length = magnitude.bit_length();
    // As many bits as are exact, the last of which says whether more follow.
    let dropped = length.saturating_sub(WIDE_PRECISION - 1);
    let bit = |i: u32| u128::from(magnitude.bit(dropped + i)) << i;
    let high = (0..length - dropped).fold(0, |sum, i| sum | bit(i));
    let sticky = magnitude.trailing_zeros() < dropped;
    let exact = WideFloat::from_u128(high << 1 | u128::from(sticky)).value;
    let exact = exact.scalbn(dropped as i32 - 1);
    rounded(format, rounding, if negative { -exact } else { exact })
}

/// The least integer for everything that does not fit.
fn to_int(format: Format, rounding: Rounding, bits: u128, width: u32) -> Bv {
    let indefinite = Bv::signed_min(width);
    let magnitude = bits & !format.sign_mask();
    if magnitude >= format.infinity() {
        return indefinite;
    }
    let integral = arithmetic(FpOp::RoundToIntegral(format, rounding), format, &[bits]);
    if integral & !format.sign_mask() == format.infinity() {
        return indefinite;
    }
    let (significand, exponent) = parts(format, integral);
    if significand == 0 {
        return Bv::zero(width);
    }
    let length = 128 - significand.leading_zeros() as i32 + exponent;
    if length > width as i32 {
        return indefinite;
    }
    // An integer has no bits below the point.
    let bit = |i: u32| {
        let at = i as i32 - exponent;
        (0..128).contains(&at) && significand >> at & 1 == 1
    };
    let value = Bv::from_bits(width + 1, bit);
    let value = if bits & format.sign_mask() != 0 {
        value.neg()
    } else {
        value
    };
    let low = value.extract(0, width);
    if low.sext(width + 1) == value {
        low
    } else {
        indefinite
    }
}
