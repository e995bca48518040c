//! Conversions between scalar kinds, as a C cast makes them on x86.

use super::float::{F80, F128, Float};
use super::{truth, undef};
use crate::word::{Kind, Prov, Word, mask, mask128};
use rustc_apfloat::{FloatConvert, Round, ieee};

/// Converts a word. An address keeps its provenance as long as no bit of it changes;
/// giving a number a provenance is the memory's business.
#[inline]
pub fn cast(from: Kind, to: Kind, a: Word) -> Word {
    if !a.is_defined() {
        return undef::cast(from, to, a);
    }
    match (from, to) {
        (Kind::Int { bits: f, signed }, Kind::Int { bits: t, .. }) if f <= 64 && t <= 64 => {
            let wide = if signed { a.signed(f) as u64 } else { a.lo };
            keep_provenance(a, wide & mask(t))
        }
        (Kind::Ptr { .. }, Kind::Ptr { .. }) => a,
        _ => cast_other(from, to, a),
    }
}

fn keep_provenance(a: Word, lo: u64) -> Word {
    Word {
        lo,
        prov: if lo == a.lo { a.prov } else { Prov::NONE },
        ..a
    }
}

#[inline(never)]
fn cast_other(from: Kind, to: Kind, a: Word) -> Word {
    match (from.is_float(), to) {
        (_, Kind::Bool | Kind::MathBool) => Word::int(u64::from(truth(from, a))),
        (true, _) if to.is_float() => float_to_float(from, to, a),
        (true, Kind::MathInt) => Word::wide(truncated(from, a).unwrap_or(0) as u128),
        (true, _) => float_to_int(from, to, a),
        (false, _) if to.is_float() => int_to_float(from, to, a),
        (false, _) => int_to_int(from, to, a),
    }
}

fn int_to_int(from: Kind, to: Kind, a: Word) -> Word {
    let value = a.integer(from) as u128 & mask128(to.bits());
    let prov = if value == a.bits_of(from) {
        a.prov
    } else {
        Prov::NONE
    };
    Word {
        prov,
        ..Word::wide(value)
    }
}

fn int_to_float(from: Kind, to: Kind, a: Word) -> Word {
    let value = a.integer(from);
    // Only an unsigned 128-bit integer exceeds `i128`.
    let big = matches!(
        from,
        Kind::Int {
            bits: 128,
            signed: false
        }
    ) && value < 0;
    let unsigned = value as u128;
    match to {
        Kind::F32 if big => Word::int(u64::from((unsigned as f32).to_bits())),
        Kind::F32 => Word::int(u64::from((value as f32).to_bits())),
        Kind::F64 if big => Word::int((unsigned as f64).to_bits()),
        Kind::F64 => Word::int((value as f64).to_bits()),
        Kind::F80 => ap_from_int::<F80>(value, big),
        _ => ap_from_int::<F128>(value, big),
    }
}

fn ap_from_int<F: Float>(value: i128, big: bool) -> Word {
    let f = if big {
        F::from_u128(value as u128).value
    } else {
        F::from_i128(value).value
    };
    Word::wide(f.to_bits())
}

fn float_to_float(from: Kind, to: Kind, a: Word) -> Word {
    match (from, to) {
        (Kind::F32, Kind::F64) => Word::int(f64::from(f32::from_bits(a.lo as u32)).to_bits()),
        (Kind::F64, Kind::F32) => Word::int(u64::from((f64::from_bits(a.lo) as f32).to_bits())),
        (Kind::F32, _) => ap_to(ieee::Single::from_bits(a.bits_of(from)), to),
        (Kind::F64, _) => ap_to(ieee::Double::from_bits(a.bits_of(from)), to),
        (Kind::F80, _) => ap_to(F80::from_bits(a.bits()), to),
        _ => ap_to(F128::from_bits(a.bits()), to),
    }
}

fn ap_to<F>(value: F, to: Kind) -> Word
where
    F: Float
        + FloatConvert<ieee::Single>
        + FloatConvert<ieee::Double>
        + FloatConvert<F80>
        + FloatConvert<F128>,
{
    fn go<F: FloatConvert<T>, T: Float>(value: F) -> u128 {
        value
            .convert_r(Round::NearestTiesToEven, &mut false)
            .value
            .to_bits()
    }
    Word::wide(match to {
        Kind::F32 => go::<F, ieee::Single>(value),
        Kind::F64 => go::<F, ieee::Double>(value),
        Kind::F80 => go::<F, F80>(value),
        _ => go::<F, F128>(value),
    })
}

/// The value rounded towards zero, `None` if it is no number or beyond 127 bits.
fn truncated(from: Kind, a: Word) -> Option<i128> {
    let fits = |x: f64| (x.abs() < 2f64.powi(127)).then_some(x as i128);
    match from {
        Kind::F32 => fits(f64::from(f32::from_bits(a.lo as u32))),
        Kind::F64 => fits(f64::from_bits(a.lo)),
        Kind::F80 => ap_truncated(F80::from_bits(a.bits())),
        _ => ap_truncated(F128::from_bits(a.bits())),
    }
}

fn ap_truncated<F: Float>(value: F) -> Option<i128> {
    let r = value.to_i128_r(128, Round::TowardZero, &mut false);
    let invalid = r.status.contains(rustc_apfloat::Status::INVALID_OP);
    (!invalid).then_some(r.value)
}

/// `cvttsd2si` and what gcc builds from it: a value that the instruction cannot
/// hold gives the "integer indefinite", the least value of the instruction's width.
fn float_to_int(from: Kind, to: Kind, a: Word) -> Word {
    let value = truncated(from, a);
    let bits = to.bits();
    let signed = to.is_signed();
    let raw = if bits > 64 {
        value.unwrap_or(i128::MIN)
    } else if bits <= 16 || (bits <= 32 && signed) {
        let v = value.and_then(|v| i32::try_from(v).ok());
        i128::from(v.unwrap_or(i32::MIN))
    } else if bits <= 32 || signed {
        indefinite64(value)
    } else {
        match value {
            Some(v) if v >= 1 << 63 => indefinite64(Some(v - (1 << 63))) ^ (1 << 63),
            _ => indefinite64(value),
        }
    };
    Word::wide(raw as u128 & mask128(bits))
}

fn indefinite64(value: Option<i128>) -> i128 {
    let v = value.and_then(|v| i64::try_from(v).ok());
    i128::from(v.unwrap_or(i64::MIN))
}
