//! Circuits for floating operators: operands are taken apart, the operation is
//! done exactly as far as rounding can tell, and the result is rounded once.
//!
//! Soundness: these circuits decide what is unsatisfiable. Every one is compared
//! with the values of terms, which another program computes: exhaustively where
//! a format is small enough, by samples elsewhere.

mod add;
mod compare;
mod convert;
mod int;
mod mul;
mod rem;
mod round;
#[cfg(test)]
mod tests;
mod unpack;

use crate::circuits::{self, Word};
use crate::gates::{Gates, Lit};
use hatha_term::{Format, FpOp};

/// The bits of an operator's result; `width` is that of an integer.
pub(crate) fn circuit(g: &mut Gates, op: FpOp, args: &[Word], width: usize) -> Word {
    match op {
        FpOp::Eq(f) => vec![compare::eq(g, f, &args[0], &args[1])],
        FpOp::Lt(f) => vec![compare::lt(g, f, &args[0], &args[1])],
        FpOp::Le(f) => vec![compare::le(g, f, &args[0], &args[1])],
        FpOp::ToInt(f, r) => convert::to_int(g, f, r, &args[0], width),
        FpOp::FromInt(f, r) => convert::from_int(g, f, r, &args[0]),
        _ => {
            let numbers = numeric(g, op, args);
            propagate_nan(g, op, args, numbers)
        }
    }
}

/// The result if no operand is a NaN.
fn numeric(g: &mut Gates, op: FpOp, args: &[Word]) -> Word {
    let a = &args[0];
    match op {
        FpOp::Add(f, r) => add::add(g, f, r, a, &args[1]),
        FpOp::Sub(f, r) => {
            let mut negated = args[1].clone();
            if let Some(sign) = negated.last_mut() {
                *sign = !*sign;
            }
            add::add(g, f, r, a, &negated)
        }
        FpOp::Mul(f, r) => mul::mul(g, f, r, a, &args[1]),
        FpOp::Div(f, r) => mul::div(g, f, r, a, &args[1]),
        FpOp::Fma(f, r) => add::fma(g, f, r, [a, &args[1], &args[2]]),
        FpOp::Sqrt(f, r) => mul::sqrt(g, f, r, a),
        FpOp::Rem(f) => rem::rem(g, f, a, &args[1]),
        FpOp::Fmod(f) => rem::fmod(g, f, a, &args[1]),
        FpOp::RoundToIntegral(f, r) => convert::round_to_integral(g, f, r, a),
        FpOp::Convert { from, to, rounding } => convert::convert(g, from, to, rounding, a),
        FpOp::Eq(_) | FpOp::Lt(_) | FpOp::Le(_) | FpOp::ToInt(..) | FpOp::FromInt(..) => {
            unreachable!("{op:?} gives no NaN")
        }
    }
}

/// The first operand that is a NaN, made quiet, comes before the numbers.
fn propagate_nan(g: &mut Gates, op: FpOp, args: &[Word], numbers: Word) -> Word {
    let f = op.format();
    args.iter().rev().fold(numbers, |result, arg| {
        let nan = unpack::is_nan(g, f, arg);
        let to = op.result().unwrap_or(f);
        let quiet = convert::convert_nan(f, to, arg);
        circuits::choose(g, nan, &quiet, &result)
    })
}

/// The word of these bits.
fn constant(f: Format, bits: u128) -> Word {
    let bit = |i: u32| Lit::from_bool(bits >> i & 1 == 1);
    (0..f.width()).map(bit).collect()
}

/// The word of these bits with a sign.
fn special(f: Format, bits: u128, sign: Lit) -> Word {
    let mut word = constant(f, bits);
    word.pop();
    word.push(sign);
    word
}

/// About the number of gates that an operator takes at most.
pub(crate) fn size(op: FpOp, width: u64) -> u64 {
    let f = op.format();
    let p = u64::from(f.precision()) + 3;
    let n = width.max(p + u64::from(f.exponent_bits()));
    let shifts = 16 * n * (66 - u64::from(n.leading_zeros()));
    shifts
        + match op {
            FpOp::Mul(..) => 6 * p * p,
            FpOp::Fma(..) => 6 * p * p + 3 * shifts,
            FpOp::Div(..) | FpOp::Sqrt(..) => 8 * p * p,
            FpOp::Rem(_) | FpOp::Fmod(_) => rem::steps(f) * (8 * p + 32),
            _ => 0,
        }
}
