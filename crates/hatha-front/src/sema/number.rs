//! Arithmetic on constants, as the target does it.
//!
//! **Invariant.** An integer is its bits, zero-extended from its width; a float
//! is the bits of its format. Nothing here rounds through the host's `f64`:
//! every format is computed in its own precision, to nearest, ties to even.

use hatha_cfa::{BinOp, Scalar};
use rustc_apfloat::ieee::{Double, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};

/// The low `bits` bits.
pub(super) fn wrap(value: u128, bits: u16) -> u128 {
    if bits >= 128 {
        value
    } else {
        value & ((1u128 << bits) - 1)
    }
}

/// The value that the bits of an integer of that width mean.
pub(super) fn extend(value: u128, bits: u16, signed: bool) -> i128 {
    if !signed || bits == 0 || bits >= 128 {
        return value as i128;
    }
    let shift = 128 - u32::from(bits);
    ((value << shift) as i128) >> shift
}

/// What an integer operation gives.
pub(super) struct IntResult {
    /// The wrapped bits.
    pub bits: u128,
    /// Whether C leaves it undefined (signed overflow, shift out of range).
    pub undefined: bool,
}

/// `a op b` on integers of one width; for shifts `b` is the mathematical shift count.
/// `None` for a division by zero.
pub(super) fn int_binary(
    op: BinOp,
    a: u128,
    b: u128,
    bits: u16,
    signed: bool,
) -> Option<IntResult> {
    let (x, y) = (extend(a, bits, signed), extend(b, bits, signed));
    let (value, over) = match op {
        BinOp::Add => over(x.overflowing_add(y), a.overflowing_add(b), signed),
        BinOp::Sub => over(x.overflowing_sub(y), a.overflowing_sub(b), signed),
        BinOp::Mul => over(x.overflowing_mul(y), a.overflowing_mul(b), signed),
        BinOp::Div | BinOp::Rem => return int_divide(op, (a, b), (x, y), bits, signed),
        BinOp::And => (a & b, false),
        BinOp::Or => (a | b, false),
        BinOp::Xor => (a ^ b, false),
        BinOp::Shl | BinOp::Shr => return Some(int_shift(op, a, b as i128, bits, signed)),
        _ => (u128::from(compare(op, x, y, a, b, signed)), false),
    };
    let wrapped = wrap(value, bits);
    let undefined =
        signed && (over || extend(wrapped, bits, true) != value as i128) && !op.is_comparison();
    Some(IntResult {
        bits: wrapped,
        undefined,
    })
}

fn over(s: (i128, bool), u: (u128, bool), signed: bool) -> (u128, bool) {
    if signed {
        (s.0 as u128, s.1)
    } else {
        (u.0, false)
    }
}

fn compare(op: BinOp, x: i128, y: i128, a: u128, b: u128, signed: bool) -> bool {
    let order = if signed { x.cmp(&y) } else { a.cmp(&b) };
    match op {
        BinOp::Eq => order.is_eq(),
        BinOp::Ne => order.is_ne(),
        BinOp::Lt => order.is_lt(),
        BinOp::Le => order.is_le(),
        BinOp::Gt => order.is_gt(),
        _ => order.is_ge(),
    }
}

fn int_divide(
    op: BinOp,
    u: (u128, u128),
    s: (i128, i128),
    bits: u16,
    signed: bool,
) -> Option<IntResult> {
    if u.1 == 0 {
        return None;
    }
    let (value, undefined) = if signed {
        let least = s.0 == extend(1u128 << (bits - 1), bits, true) && s.1 == -1;
        let r = if op == BinOp::Div {
            s.0.wrapping_div(s.1)
        } else {
            s.0.wrapping_rem(s.1)
        };
        (r as u128, least)
    } else if op == BinOp::Div {
        (u.0 / u.1, false)
    } else {
        (u.0 % u.1, false)
    };
    Some(IntResult {
        bits: wrap(value, bits),
        undefined,
    })
}

fn int_shift(op: BinOp, a: u128, count: i128, bits: u16, signed: bool) -> IntResult {
    let out_of_range = count < 0 || count >= i128::from(bits);
    // What the machine makes of an undefined shift does not matter: it is never folded.
    let n = (count.rem_euclid(i128::from(bits.max(1)))) as u32;
    let value = match op {
        BinOp::Shl => a << n,
        _ if signed => (extend(a, bits, true) >> n) as u128,
        _ => a >> n,
    };
    let bits_of_value = wrap(value, bits);
    // A negative number is not shifted to the left, and what is shifted keeps its value.
    let negative = extend(a, bits, true) < 0;
    let kept = extend(bits_of_value, bits, true) >> n == extend(a, bits, true);
    let lost = op == BinOp::Shl && signed && (negative || !kept);
    IntResult {
        bits: bits_of_value,
        undefined: out_of_range || lost,
    }
}

/// Calls `$body` with `$t` standing for the type of the float format.
macro_rules! with_format {
    ($scalar:expr, $t:ident => $body:expr) => {
        match $scalar {
            Scalar::F32 => {
                type $t = Single;
                Some($body)
            }
            Scalar::F64 => {
                type $t = Double;
                Some($body)
            }
            Scalar::F80 => {
                type $t = X87DoubleExtended;
                Some($body)
            }
            Scalar::F128 => {
                type $t = Quad;
                Some($body)
            }
            _ => None,
        }
    };
}

/// A literal such as `1.5e3` or `0x1.8p3`, correctly rounded.
pub(super) fn parse_float(text: &str, format: Scalar) -> Option<u128> {
    with_format!(format, F => F::from_str_r(text, Round::NearestTiesToEven).ok()?.value.to_bits())
}

/// `a op b`; comparisons give 0 or 1.
pub(super) fn float_binary(op: BinOp, a: u128, b: u128, format: Scalar) -> Option<u128> {
    with_format!(format, F => float_op(op, F::from_bits(a), F::from_bits(b))?)
}

fn float_op<F: Float>(op: BinOp, a: F, b: F) -> Option<u128> {
    let round = Round::NearestTiesToEven;
    let value = match op {
        BinOp::Add => a.add_r(b, round).value,
        BinOp::Sub => a.sub_r(b, round).value,
        BinOp::Mul => a.mul_r(b, round).value,
        BinOp::Div => a.div_r(b, round).value,
        BinOp::Eq => return Some(u128::from(a == b)),
        BinOp::Ne => return Some(u128::from(a != b)),
        BinOp::Lt => return Some(u128::from(a < b)),
        BinOp::Le => return Some(u128::from(a <= b)),
        BinOp::Gt => return Some(u128::from(a > b)),
        BinOp::Ge => return Some(u128::from(a >= b)),
        _ => return None,
    };
    Some(value.to_bits())
}

/// `-a`
pub(super) fn float_neg(a: u128, format: Scalar) -> Option<u128> {
    with_format!(format, F => (-F::from_bits(a)).to_bits())
}

/// Whether it compares equal to zero.
pub(super) fn float_is_zero(a: u128, format: Scalar) -> bool {
    with_format!(format, F => F::from_bits(a).is_zero()).unwrap_or(false)
}

/// The positive infinity of a format.
pub(super) fn float_infinity(format: Scalar) -> Option<u128> {
    with_format!(format, F => F::INFINITY.to_bits())
}

/// The least positive normal value of a format.
pub(super) fn float_least_normal(format: Scalar) -> Option<u128> {
    with_format!(format, F => F::smallest_normalized().to_bits())
}

/// The quiet or signalling NaN with a payload.
pub(super) fn float_nan(format: Scalar, payload: u128, quiet: bool) -> Option<u128> {
    with_format!(format, F => if quiet { F::qnan(Some(payload)) } else { F::snan(Some(payload)) }.to_bits())
}

/// The integer of the value, truncated. C leaves open what becomes of one that does not fit: of
/// a constant gcc makes the nearest one that does, and zero of what is no number.
pub(super) fn float_to_int(a: u128, from: Scalar, bits: u16, signed: bool) -> Option<u128> {
    with_format!(from, F => {
        let f = F::from_bits(a);
        let mut exact = false;
        let value = if signed {
            let r = f.to_i128_r(usize::from(bits), Round::TowardZero, &mut exact);
            r.value as u128
        } else {
            f.to_u128_r(usize::from(bits), Round::TowardZero, &mut exact).value
        };
        wrap(value, bits)
    })
}

/// The float nearest to an integer.
pub(super) fn int_to_float(value: u128, bits: u16, signed: bool, to: Scalar) -> Option<u128> {
    with_format!(to, F => {
        if signed {
            F::from_i128(extend(value, bits, true)).value.to_bits()
        } else {
            F::from_u128(value).value.to_bits()
        }
    })
}

/// A float in another format.
pub(super) fn float_to_float(a: u128, from: Scalar, to: Scalar) -> Option<u128> {
    if from == to {
        return Some(a);
    }
    with_format!(from, F => convert_from(F::from_bits(a), to)?)
}

fn convert_from<F>(f: F, to: Scalar) -> Option<u128>
where
    F: Float
        + FloatConvert<Single>
        + FloatConvert<Double>
        + FloatConvert<X87DoubleExtended>
        + FloatConvert<Quad>,
{
    let mut lost = false;
    with_format!(to, T => {
        let v: T = FloatConvert::<T>::convert(f, &mut lost).value;
        v.to_bits()
    })
}
