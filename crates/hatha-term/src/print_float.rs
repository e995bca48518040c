//! Printing of floating operators in SMT-LIB.
//!
//! SMT-LIB has a sort of floats with one NaN, and no standard function back to
//! bits. So an operator with a floating result is always named, twice: `$7f` is
//! the float, over the operands' floats, and `$7` its bits, by the function
//! `fp.to_ieee_bv` of Z3, with the NaN that it is here. Who asks another solver
//! about bits gets no answer; about floats alone every solver can be asked.
//!
//! `fp.to_sbv` is any function where the integer does not fit; it prints with a
//! guard. C's `fmod`, which SMT-LIB lacks, prints as C defines it by the
//! remainder.

use crate::bits::Bv;
use crate::float::{Format, FpOp, Rounding};
use crate::op::{Op, TermId};
use crate::pool::TermPool;
use crate::print_smt::SmtPrinter;
use std::fmt::Write;

/// A definition: what is added to the term's name, the sort, the text.
pub(crate) type Definition = (&'static str, String, String);

/// The operator of a term that is always named.
pub(crate) fn named_float(pool: &TermPool, t: TermId) -> Option<FpOp> {
    match pool.op(t) {
        Op::Fp(op) if !op.is_comparison() => Some(op),
        _ => None,
    }
}

fn float_sort(f: Format) -> String {
    format!("(_ FloatingPoint {} {})", f.exponent_bits(), f.precision())
}

fn to_fp(f: Format) -> String {
    format!("(_ to_fp {} {})", f.exponent_bits(), f.precision())
}

fn float_constant(f: Format, bits: u128) -> String {
    format!("({} {})", to_fp(f), Bv::new(f.width(), bits))
}

/// The name of an operator, with its rounding mode.
fn head(op: FpOp) -> String {
    let name = match op {
        FpOp::Add(..) => "fp.add",
        FpOp::Sub(..) => "fp.sub",
        FpOp::Mul(..) => "fp.mul",
        FpOp::Div(..) => "fp.div",
        FpOp::Fma(..) => "fp.fma",
        FpOp::Sqrt(..) => "fp.sqrt",
        FpOp::Rem(_) => "fp.rem",
        // By way of them.
        FpOp::Fmod(_) => "fp.rem",
        FpOp::RoundToIntegral(..) | FpOp::ToInt(..) => "fp.roundToIntegral",
        FpOp::Eq(_) => "fp.eq",
        FpOp::Lt(_) => "fp.lt",
        FpOp::Le(_) => "fp.leq",
        FpOp::Convert { to, .. } | FpOp::FromInt(to, _) => &to_fp(to),
    };
    match op.rounding() {
        Some(rounding) => format!("{name} {}", rounding.smt_name()),
        None => name.to_owned(),
    }
}

impl SmtPrinter {
    /// The definitions that a floating operator takes; `mark` starts its names.
    pub(crate) fn float_definitions(
        &self,
        pool: &TermPool,
        t: TermId,
        op: FpOp,
        mark: char,
    ) -> Vec<Definition> {
        let name = |suffix: &str| format!("{mark}{}{suffix}", t.index());
        let sort = pool.sort_to_smtlib(pool.sort(t));
        let (f, whole) = (op.format(), self.float_application(pool, t, op));
        match op {
            FpOp::ToInt(f, _) => {
                let width = pool.width(t);
                let bits = to_signed(f, width, &name("f"));
                vec![("f", float_sort(f), whole), ("", sort, bits)]
            }
            FpOp::Fmod(_) => {
                let [x, y] = [0, 1].map(|i| self.float(pool, pool.arg(t, i), f));
                let rest = format!("(fp.rem (fp.abs {x}) (fp.abs {y}))");
                let r = name("r");
                let added = format!("(ite (fp.isNegative {r}) (fp.add RNE {r} (fp.abs {y})) {r})");
                let signed = format!("(ite (fp.isNegative {x}) (fp.neg {added}) {added})");
                vec![
                    ("r", float_sort(f), rest),
                    ("f", float_sort(f), signed),
                    ("", sort, self.float_bits(pool, t, op, &name("f"))),
                ]
            }
            _ => {
                let to = op.result().unwrap_or(f);
                let bits = self.float_bits(pool, t, op, &name("f"));
                vec![("f", float_sort(to), whole), ("", sort, bits)]
            }
        }
    }

    /// The operator applied to its operands as floats, or to an integer.
    pub(crate) fn float_application(&self, pool: &TermPool, t: TermId, op: FpOp) -> String {
        let mut out = format!("({}", head(op));
        for &arg in pool.args(t) {
            out.push(' ');
            match op {
                FpOp::FromInt(..) => self.expression(pool, arg, &mut out),
                _ => out.push_str(&self.float(pool, arg, op.format())),
            }
        }
        out.push(')');
        out
    }

    /// A term as a float.
    fn float(&self, pool: &TermPool, t: TermId, f: Format) -> String {
        let is_float = |op: FpOp| op.result() == Some(f);
        let mark = self.mark(t);
        if let (Some(mark), Some(true)) = (mark, named_float(pool, t).map(is_float)) {
            return format!("{mark}{}f", t.index());
        }
        let mut out = format!("({} ", to_fp(f));
        self.expression(pool, t, &mut out);
        out.push(')');
        out
    }

    /// The bits of the float `name`, which is the result of the operator.
    fn float_bits(&self, pool: &TermPool, t: TermId, op: FpOp, name: &str) -> String {
        let to = op.result().unwrap_or(op.format());
        let default = Bv::new(to.width(), to.default_nan()).to_string();
        let mut nan = default;
        if !matches!(op, FpOp::FromInt(..)) {
            for &arg in pool.args(t).iter().rev() {
                nan = self.nan_of(pool, arg, op, nan);
            }
        }
        format!("(ite (fp.isNaN {name}) {nan} (fp.to_ieee_bv {name}))")
    }

    /// The NaN that an operand makes the result, or else `other`.
    fn nan_of(&self, pool: &TermPool, arg: TermId, op: FpOp, other: String) -> String {
        let f = op.format();
        let number = |value: &Bv| value.to_u128().is_some_and(|bits| !f.is_nan(bits));
        if pool.as_bv(arg).is_some_and(number) {
            return other;
        }
        let float = self.float(pool, arg, f);
        let mut bits = String::new();
        self.expression(pool, arg, &mut bits);
        let quiet = match op {
            FpOp::Convert { from, to, .. } => converted_nan(from, to, &bits),
            _ => format!("(bvor {bits} {})", Bv::new(f.width(), f.quiet_bit())),
        };
        format!("(ite (fp.isNaN {float}) {quiet} {other})")
    }
}

fn converted_nan(from: Format, to: Format, bits: &str) -> String {
    let (old, new) = (from.fraction_bits(), to.fraction_bits());
    let top = from.width() - 1;
    // The quiet bit is the highest of the payload, and more than one is left.
    let kept = old.min(new) - 1;
    let head = Bv::ones(to.exponent_bits() + 1);
    let mut out = String::new();
    let _ = write!(
        out,
        "(concat ((_ extract {top} {top}) {bits}) (concat {head} ((_ extract {} {}) {bits})))",
        old - 2,
        old - 1 - kept
    );
    if new > old {
        out = format!("(concat {out} {})", Bv::zero(new - old));
    }
    out
}

/// The integral float `name` as a signed integer, and the least one if it does
/// not fit.
fn to_signed(f: Format, width: u32, name: &str) -> String {
    let least = Bv::signed_min(width);
    let guard = if width - 1 > f.bias() {
        format!("(not (or (fp.isNaN {name}) (fp.isInfinite {name})))")
    } else {
        let bound = u128::from(f.bias() + width - 1) << f.fraction_bits();
        let (low, high) = (
            float_constant(f, bound | f.sign_mask()),
            float_constant(f, bound),
        );
        format!("(and (fp.leq {low} {name}) (fp.lt {name} {high}))")
    };
    let exact = Rounding::TowardZero.smt_name();
    format!("(ite {guard} ((_ fp.to_sbv {width}) {exact} {name}) {least})")
}
