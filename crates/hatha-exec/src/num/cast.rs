//! Conversions between scalar kinds, as a C cast makes them on x86.

use super::float::{F80, F128, Float, computed, decoded, encoded, format};
use super::{truth, undef};
use crate::word::{Kind, Prov, Word, mask, mask128};
use hatha_term::{FpOp, Rounding};

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
        (true, Kind::MathInt) => Word::wide(truncated(from, a, 128)),
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
        _ if from == to => a,
        (Kind::F32, Kind::F64) if !f32::from_bits(a.lo as u32).is_nan() => {
            Word::int(f64::from(f32::from_bits(a.lo as u32)).to_bits())
        }
        (Kind::F64, Kind::F32) if !f64::from_bits(a.lo).is_nan() => {
            Word::int(u64::from((f64::from_bits(a.lo) as f32).to_bits()))
        }
        _ => {
            let convert = FpOp::Convert {
                from: format(from),
                to: format(to),
                rounding: Rounding::NearestEven,
            };
            encoded(to, computed(convert, &[decoded(from, a)], 0))
        }
    }
}

/// The value rounded towards zero as a signed integer of some width; the least one if it is no
/// number or does not fit.
pub(super) fn truncated(from: Kind, a: Word, width: u32) -> u128 {
    let native = match from {
        Kind::F32 => f64::from(f32::from_bits(a.lo as u32)),
        Kind::F64 => f64::from_bits(a.lo),
        _ => f64::NAN,
    };
    if width <= 64 && native.abs() < 2f64.powi(width as i32 - 1) {
        return native as i64 as u128 & mask128(width as u8);
    }
    let convert = FpOp::ToInt(format(from), Rounding::TowardZero);
    computed(convert, &[decoded(from, a)], width)
}

/// `cvttsd2si` and what gcc builds from it: a value that the instruction cannot
/// hold gives the "integer indefinite", the least value of the instruction's width.
fn float_to_int(from: Kind, to: Kind, a: Word) -> Word {
    let (bits, signed) = (u32::from(to.bits()), to.is_signed());
    let raw = match bits {
        0..=16 => truncated(from, a, 32),
        17..=32 if signed => truncated(from, a, 32),
        17..=32 => truncated(from, a, 64),
        33..=64 if signed => truncated(from, a, 64),
        33..=64 => unsigned64(from, a),
        // One bit more holds every unsigned number.
        _ => truncated(from, a, bits + u32::from(!signed)),
    };
    Word::wide(raw & mask128(to.bits()))
}

/// From 2^63 up gcc subtracts that much and adds it again after conversion.
fn unsigned64(from: Kind, a: Word) -> u128 {
    let plain = truncated(from, a, 64);
    let wide = truncated(from, a, 128);
    let limit = int_to_float(Kind::unsigned(64), from, Word::int(1 << 63));
    let is_large = super::binary(
        super::Rules::MACHINE,
        hatha_cfa::BinOp::Le,
        from,
        from,
        &limit,
        &a,
    );
    match is_large {
        Ok(large) if large.lo != 0 => {
            let fits = wide >> 64 == 0;
            if fits { wide } else { 0 }
        }
        _ => plain,
    }
}
