//! Floats in C: literals, and the names of operators and functions.

use crate::float::{Format, FpOp, Rounding};

/// The type of a format.
pub(crate) fn c_float_type(f: Format) -> &'static str {
    match f {
        Format::HALF => "_Float16",
        Format::SINGLE => "float",
        Format::DOUBLE => "double",
        Format::EXTENDED => "long double",
        Format::QUAD => "_Float128",
        _ => "float_of_a_test",
    }
}

fn suffix(f: Format) -> &'static str {
    match f {
        Format::HALF => "f16",
        Format::SINGLE => "f",
        Format::EXTENDED => "L",
        Format::QUAD => "f128",
        _ => "",
    }
}

/// The sign and the magnitude of a float as a C literal: decimal where few
/// digits mean exactly these bits, else hexadecimal. A NaN with another payload
/// than the usual one shows it.
pub(crate) fn c_float_literal(f: Format, bits: u128) -> (bool, String) {
    let magnitude = bits & !f.sign_mask();
    let negative = bits != magnitude;
    let text = if magnitude == f.infinity() {
        "INFINITY".to_owned()
    } else if f.is_nan(bits) {
        let payload = magnitude & ((1 << f.fraction_bits()) - 1);
        match payload == f.quiet_bit() {
            true => "NAN".to_owned(),
            false => format!("nan_with_bits({bits:#x})"),
        }
    } else {
        let text = decimal(f, magnitude).unwrap_or_else(|| hexadecimal(f, magnitude));
        format!("{text}{}", suffix(f))
    };
    (negative, text)
}

/// The greatest length of a decimal literal, without its suffix.
const SHORT: usize = 12;

/// A short decimal literal that the compiler reads as exactly these bits.
fn decimal(f: Format, magnitude: u128) -> Option<String> {
    let text = match f {
        Format::SINGLE => format!("{:?}", f32::from_bits(magnitude as u32)),
        Format::DOUBLE => format!("{:?}", f64::from_bits(magnitude as u64)),
        // Integers and fractions of few digits: what a double holds without
        // rounding and prints in full.
        _ => {
            let value = small_number(f, magnitude)?;
            format!("{value:?}")
        }
    };
    (text.len() <= SHORT).then_some(text)
}

/// The number if it is a multiple of 1/1024 below 2^20, which has a decimal of
/// finitely many digits.
fn small_number(f: Format, magnitude: u128) -> Option<f64> {
    let (significand, exponent) = parts(f, magnitude);
    let zeros = significand.trailing_zeros().min(127);
    let (odd, unit) = (significand >> zeros, exponent + zeros as i32);
    if odd == 0 {
        return Some(0.0);
    }
    let length = 128 - odd.leading_zeros() as i32 + unit;
    (unit >= -10 && length <= 20).then(|| odd as f64 * 2f64.powi(unit))
}

/// Significand and exponent of its last bit.
fn parts(f: Format, magnitude: u128) -> (u128, i32) {
    let stored = (magnitude >> f.fraction_bits()) as i32;
    let fraction = magnitude & ((1 << f.fraction_bits()) - 1);
    let leading = u128::from(stored != 0) << f.fraction_bits();
    let unit = 1 - f.bias() as i32 - f.fraction_bits() as i32;
    (fraction | leading, stored.max(1) - 1 + unit)
}

/// `0x1.8p+3`: one digit before the point, no zeros at the end.
fn hexadecimal(f: Format, magnitude: u128) -> String {
    let (significand, unit) = parts(f, magnitude);
    if significand == 0 {
        return "0x0p+0".to_owned();
    }
    let length = 128 - significand.leading_zeros();
    let exponent = unit + length as i32 - 1;
    let fraction = significand & !(1 << (length - 1));
    let digits = (length - 1).div_ceil(4);
    let fraction = fraction << (4 * digits - (length - 1));
    let fraction = match digits {
        0 => String::new(),
        _ => format!("{fraction:0width$x}", width = digits as usize),
    };
    let fraction = fraction.trim_end_matches('0');
    let point = if fraction.is_empty() { "" } else { "." };
    format!("0x1{point}{fraction}p{exponent:+}")
}

/// The symbol of an operator that C has, in the usual rounding mode.
pub(crate) fn c_float_symbol(op: FpOp) -> Option<&'static str> {
    let usual = op.rounding().is_none_or(|r| r == Rounding::NearestEven);
    usual.then_some(())?;
    Some(match op {
        FpOp::Add(..) => "+",
        FpOp::Sub(..) => "-",
        FpOp::Mul(..) => "*",
        FpOp::Div(..) => "/",
        FpOp::Eq(_) => "==",
        FpOp::Lt(_) => "<",
        FpOp::Le(_) => "<=",
        _ => return None,
    })
}

/// The function that computes an operator; one that C lacks says its mode.
pub(crate) fn c_float_function(op: FpOp) -> String {
    let f = op.format();
    let name = match op {
        FpOp::Add(..) => "add",
        FpOp::Sub(..) => "sub",
        FpOp::Mul(..) => "mul",
        FpOp::Div(..) => "div",
        FpOp::Fma(..) => "fma",
        FpOp::Sqrt(..) => "sqrt",
        FpOp::Rem(_) => "remainder",
        FpOp::Fmod(_) => "fmod",
        FpOp::RoundToIntegral(_, r) => return format!("{}{}", integral_name(r), suffix_of(f)),
        FpOp::ToInt(..) => "to_int",
        FpOp::FromInt(to, _) | FpOp::Convert { to, .. } => {
            return with_mode(&format!("to_{}", c_float_type(to).replace(' ', "_")), op);
        }
        FpOp::Eq(_) | FpOp::Lt(_) | FpOp::Le(_) => "compare",
    };
    with_mode(&format!("{name}{}", suffix_of(f)), op)
}

/// What `<math.h>` adds to the names of functions.
fn suffix_of(f: Format) -> &'static str {
    match f {
        Format::EXTENDED => "l",
        other => suffix(other),
    }
}

fn integral_name(r: Rounding) -> &'static str {
    match r {
        Rounding::NearestEven => "rint",
        Rounding::NearestAway => "round",
        Rounding::TowardPositive => "ceil",
        Rounding::TowardNegative => "floor",
        Rounding::TowardZero => "trunc",
    }
}

fn with_mode(name: &str, op: FpOp) -> String {
    match op.rounding() {
        None | Some(Rounding::NearestEven) => name.to_owned(),
        Some(r) => format!("{name}_{}", r.smt_name().to_lowercase()),
    }
}
