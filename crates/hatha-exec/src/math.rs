//! The functions of `<math.h>`.
//!
//! Those whose result is exact or correctly rounded by definition are what their terms say;
//! where the result is a number and the machine has the function, the machine computes it. Of
//! the others, single and double go to the machine's own library, as the program's would; for
//! extended and quad hatha says that it does not know.

use crate::num::{F80, F128, Float};
use crate::symbolic;
use crate::word::{Kind, Word};
use hatha_cfa::MathFn;
use hatha_term::{Bv, TermId, TermPool};
use rustc_apfloat::ieee;
use std::fmt;

/// A function of `<math.h>` that is not known for a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMath {
    function: MathFn,
    bits: u8,
}

impl std::error::Error for NoMath {}

impl fmt::Display for NoMath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.function {
            MathFn::Other => f.write_str("the value of a function of <math.h>"),
            function => write!(f, "`{function:?}` on a {}-bit floating value", self.bits),
        }
    }
}

/// Calls a function on words of given kinds; the result is of `kind`.
pub fn call(f: MathFn, kind: Kind, args: &[(Word, Kind)]) -> Result<Word, NoMath> {
    if symbolic::has_mode(f, args.len()) || f == MathFn::Other {
        return software(f, kind, args, 0);
    }
    let arg = |i: usize| args.get(i).map_or(Word::ZERO, |a| a.0);
    let power = args.get(1).map_or(0, |&(w, k)| w.integer(k));
    let power = power.clamp(-100_000, 100_000) as i32;
    let (word, is_number) = match kind {
        Kind::F32 => {
            let x = [0, 1, 2].map(|i| f32::from_bits(arg(i).lo as u32));
            let result = single(f, x, power);
            (Word::int(u64::from(result.to_bits())), !result.is_nan())
        }
        Kind::F64 => {
            let x = [0, 1, 2].map(|i| f64::from_bits(arg(i).lo));
            let result = double(f, x, power);
            (Word::int(result.to_bits()), !result.is_nan())
        }
        _ => return software(f, kind, args, power),
    };
    // Which zero and which NaN it is, Rust leaves open.
    if is_number && !matches!(f, MathFn::Fmin | MathFn::Fmax) {
        return Ok(word);
    }
    Ok(exact(f, kind, args).unwrap_or(word))
}

/// The value of the function's term, if it has one.
fn exact(f: MathFn, kind: Kind, args: &[(Word, Kind)]) -> Option<Word> {
    let mut pool = TermPool::new();
    let constant = |&(word, kind): &(Word, Kind)| {
        let bits = u32::from(kind.bits());
        (pool.bv_const(bits, word.bits_of(kind)), kind)
    };
    let args: Vec<(TermId, Kind)> = args.iter().map(constant).collect();
    let result = symbolic::math(&mut pool, f, kind, &args)?;
    pool.as_bv(result).and_then(Bv::to_u128).map(Word::wide)
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
                MathFn::Add => x + y,
                MathFn::Sub => x - y,
                MathFn::Mul => x * y,
                MathFn::Div => x / y,
                // `call` leaves them to the terms, of which the other functions have none.
                MathFn::Convert | MathFn::Other => x,
            }
        }
    };
}

native!(double, f64, ieee::Double, u64);
native!(single, f32, ieee::Single, u32);

fn software(f: MathFn, kind: Kind, args: &[(Word, Kind)], power: i32) -> Result<Word, NoMath> {
    let x = args.first().map_or(Word::ZERO, |a| a.0).bits();
    match (f, kind) {
        (MathFn::Ldexp, Kind::F80) => Ok(Word::wide(F80::from_bits(x).scalbn(power).to_bits())),
        (MathFn::Ldexp, Kind::F128) => Ok(Word::wide(F128::from_bits(x).scalbn(power).to_bits())),
        _ => exact(f, kind, args).ok_or(NoMath {
            function: f,
            bits: kind.bits(),
        }),
    }
}
