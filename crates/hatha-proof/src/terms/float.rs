//! Floating operators in a table: a name, and a text with format and rounding mode.

use super::MAX_WIDTH;
use hatha_term::{Format, FpOp, Rounding};

/// The name of an operator and its parameters.
pub(super) fn described(op: FpOp) -> (&'static str, String) {
    use FpOp::*;
    let name = match op {
        Add(..) => "fp.add",
        Sub(..) => "fp.sub",
        Mul(..) => "fp.mul",
        Div(..) => "fp.div",
        Fma(..) => "fp.fma",
        Sqrt(..) => "fp.sqrt",
        Rem(_) => "fp.rem",
        Fmod(_) => "fp.fmod",
        RoundToIntegral(..) => "fp.roundToIntegral",
        Eq(_) => "fp.eq",
        Lt(_) => "fp.lt",
        Le(_) => "fp.leq",
        Convert { .. } => "fp.to_fp",
        FromInt(..) => "fp.from_sbv",
        ToInt(..) => "fp.to_sbv",
    };
    let format = |f: Format| format!("{} {}", f.exponent_bits(), f.precision());
    let mut text = format(op.format());
    if let Convert { to, .. } = op {
        text = format!("{text} {}", format(to));
    }
    if let Some(rounding) = op.rounding() {
        text = format!("{text} {}", rounding.smt_name());
    }
    (name, text)
}

/// The operator of a name with its parameters.
pub(super) fn read(name: &str, text: &str) -> Option<FpOp> {
    let words: Vec<&str> = text.split(' ').collect();
    let format = |i: usize| {
        let part = |i: usize| words.get(i)?.parse::<u32>().ok();
        Format::new(part(i)?, part(i + 1)?)
    };
    let rounding = |i: usize| {
        let word = words.get(i)?;
        Rounding::ALL.into_iter().find(|r| r.smt_name() == *word)
    };
    let f = format(0)?;
    let op = match name {
        "fp.add" => FpOp::Add(f, rounding(2)?),
        "fp.sub" => FpOp::Sub(f, rounding(2)?),
        "fp.mul" => FpOp::Mul(f, rounding(2)?),
        "fp.div" => FpOp::Div(f, rounding(2)?),
        "fp.fma" => FpOp::Fma(f, rounding(2)?),
        "fp.sqrt" => FpOp::Sqrt(f, rounding(2)?),
        "fp.rem" => FpOp::Rem(f),
        "fp.fmod" => FpOp::Fmod(f),
        "fp.roundToIntegral" => FpOp::RoundToIntegral(f, rounding(2)?),
        "fp.eq" => FpOp::Eq(f),
        "fp.lt" => FpOp::Lt(f),
        "fp.leq" => FpOp::Le(f),
        "fp.to_fp" => FpOp::Convert {
            from: f,
            to: format(2)?,
            rounding: rounding(4)?,
        },
        "fp.from_sbv" => FpOp::FromInt(f, rounding(2)?),
        "fp.to_sbv" => FpOp::ToInt(f, rounding(2)?),
        _ => return None,
    };
    // Nothing may follow: a table says one thing in one way.
    (described(op).1 == text).then_some(op)
}

/// The width of an integer result, 0 for other results; none if the arguments do not fit.
pub(super) fn result_width(op: FpOp, args: &[u32], width: Option<u32>) -> Option<u32> {
    let fits = |&w: &u32| match op {
        FpOp::FromInt(..) => (1..=MAX_WIDTH).contains(&w),
        _ => w == op.format().width(),
    };
    if args.len() != op.arity() || !args.iter().all(fits) {
        return None;
    }
    match op {
        FpOp::ToInt(..) => width.filter(|w| (1..=MAX_WIDTH).contains(w)),
        _ => Some(0),
    }
}
