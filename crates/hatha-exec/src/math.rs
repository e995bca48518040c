//! The functions of `<math.h>`.
//!
//! Single and double go to the machine's own library, as the program's would.
//! Extended and quad have the functions whose result is exact or correctly
//! rounded by definition; for the others hatha says that it does not know.

use crate::num::{F80, F128, Float};
use crate::text::number::{Class, decompose, layout};
use crate::word::{Kind, Word};
use hatha_cfa::MathFn;
use rustc_apfloat::{Round, ieee};

/// Calls a function on words of given kinds; the result is of `kind`.
pub fn call(f: MathFn, kind: Kind, args: &[(Word, Kind)]) -> Result<Word, String> {
    let arg = |i: usize| args.get(i).map_or(Word::ZERO, |a| a.0);
    let power = args.get(1).map_or(0, |&(w, k)| w.integer(k));
    let power = power.clamp(-100_000, 100_000) as i32;
    match kind {
        Kind::F32 => {
            let x = [0, 1, 2].map(|i| f32::from_bits(arg(i).lo as u32));
            Ok(Word::int(u64::from(single(f, x, power).to_bits())))
        }
        Kind::F64 => {
            let x = [0, 1, 2].map(|i| f64::from_bits(arg(i).lo));
            Ok(Word::int(double(f, x, power).to_bits()))
        }
        Kind::F80 => software::<F80>(f, kind, [arg(0), arg(1), arg(2)], power),
        Kind::F128 => software::<F128>(f, kind, [arg(0), arg(1), arg(2)], power),
        _ => Err(format!("`{f:?}` on something that is not floating")),
    }
}

/// The one-argument functions that both native formats share.
macro_rules! native {
    ($name:ident, $float:ty, $software:ty, $bits:ty) => {
        fn $name(f: MathFn, [x, y, z]: [$float; 3], power: i32) -> $float {
            let ap = |v: $float| <$software>::from_bits(u128::from(v.to_bits()));
            let back = |v: $software| <$float>::from_bits(v.to_bits() as $bits);
            match f {
                MathFn::Sqrt => x.sqrt(),
                MathFn::Fabs => x.abs(),
                MathFn::Floor => x.floor(),
                MathFn::Ceil => x.ceil(),
                MathFn::Trunc => x.trunc(),
                MathFn::Round => x.round(),
                MathFn::Rint => x.round_ties_even(),
                MathFn::Fmod => x % y,
                MathFn::Pow => x.powf(y),
                MathFn::Exp => x.exp(),
                MathFn::Exp2 => x.exp2(),
                MathFn::Log => x.ln(),
                MathFn::Log2 => x.log2(),
                MathFn::Log10 => x.log10(),
                MathFn::Sin => x.sin(),
                MathFn::Cos => x.cos(),
                MathFn::Tan => x.tan(),
                MathFn::Asin => x.asin(),
                MathFn::Acos => x.acos(),
                MathFn::Atan => x.atan(),
                MathFn::Atan2 => x.atan2(y),
                MathFn::Sinh => x.sinh(),
                MathFn::Cosh => x.cosh(),
                MathFn::Tanh => x.tanh(),
                MathFn::Cbrt => x.cbrt(),
                MathFn::Hypot => x.hypot(y),
                MathFn::Fmin => x.min(y),
                MathFn::Fmax => x.max(y),
                MathFn::Copysign => x.copysign(y),
                MathFn::Ldexp => back(ap(x).scalbn(power)),
                MathFn::Remainder => back(ap(x).ieee_rem(ap(y)).value),
                MathFn::Fma => x.mul_add(y, z),
            }
        }
    };
}

native!(double, f64, ieee::Double, u64);
native!(single, f32, ieee::Single, u32);

fn software<F: Float>(f: MathFn, kind: Kind, words: [Word; 3], power: i32) -> Result<Word, String> {
    let [x, y, z] = words.map(|w| F::from_bits(w.bits()));
    let rounded = |how| x.round_to_integral(how).value;
    let result = match f {
        MathFn::Sqrt => return Ok(sqrt::<F>(kind, words[0])),
        MathFn::Fabs => x.abs(),
        MathFn::Floor => rounded(Round::TowardNegative),
        MathFn::Ceil => rounded(Round::TowardPositive),
        MathFn::Trunc => rounded(Round::TowardZero),
        MathFn::Round => rounded(Round::NearestTiesToAway),
        MathFn::Rint => rounded(Round::NearestTiesToEven),
        MathFn::Fmod => x.c_fmod(y).value,
        MathFn::Remainder => x.ieee_rem(y).value,
        MathFn::Fmin => x.min(y),
        MathFn::Fmax => x.max(y),
        MathFn::Copysign => x.copy_sign(y),
        MathFn::Ldexp => x.scalbn(power),
        MathFn::Fma => x.mul_add(y, z).value,
        _ => return Err(format!("`{f:?}` on a {}-bit floating value", kind.bits())),
    };
    Ok(Word::wide(result.to_bits()))
}

/// The correctly rounded square root: two bits more than the format holds, and a
/// last bit that says whether anything is left.
fn sqrt<F: Float>(kind: Kind, word: Word) -> Word {
    let number = decompose(kind, word);
    let Class::Finite { mantissa, exponent } = number.class else {
        let nan = number.class == Class::Infinite && number.negative;
        return if nan { negative_nan::<F>() } else { word };
    };
    if number.negative {
        return negative_nan::<F>();
    }
    let (fraction_bits, _) = layout(kind);
    // An even exponent and a mantissa whose highest pair of bits is not zero.
    let odd = exponent.rem_euclid(2) as u32;
    let mantissa = mantissa << odd;
    let pairs = (128 - mantissa.leading_zeros()).div_ceil(2);
    let root_bits = fraction_bits + 3;
    let (mut root, mut rest) = (0u128, 0u128);
    for i in 0..root_bits {
        let pair = pairs
            .checked_sub(i + 1)
            .map_or(0, |p| mantissa >> (2 * p) & 3);
        rest = rest << 2 | pair;
        let trial = root << 2 | 1;
        root <<= 1;
        if rest >= trial {
            rest -= trial;
            root |= 1;
        }
    }
    let unit = (exponent - odd as i32) / 2 + pairs as i32 - root_bits as i32;
    let exact = F::from_u128(root << 1 | u128::from(rest != 0)).value;
    Word::wide(exact.scalbn(unit - 1).to_bits())
}

fn negative_nan<F: Float>() -> Word {
    Word::wide((-F::qnan(None)).to_bits())
}
