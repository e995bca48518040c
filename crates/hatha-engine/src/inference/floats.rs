//! Candidates about floating variables: bounds and order, which also say that they are numbers.
//!
//! A state variable holds bits; that they are those of a floating number is seen from the operators
//! that the program applies to it. Bounds that hold in all samples are the least and the greatest
//! sampled value, the program's own constants and powers of two: induction (`houdini`) finds out
//! which of them every step keeps, rounding included.

use super::candidates::Column;
use crate::tuning::floats::{CONSTANTS, PAIRS, POWERS};
use hatha_blocks::block::Blocks;
use hatha_term::{Format, FpOp, Op, TermId, TermPool};
use std::collections::{BTreeMap, BTreeSet};

/// What the program does with floating numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Floats {
    /// The format of each variable.
    formats: BTreeMap<TermId, Format>,
    /// The program's constants, in both formats: a `float` may be compared as a `double`.
    constants: Vec<f64>,
}

impl Floats {
    /// Looks at the operators of all blocks.
    pub(super) fn new(pool: &TermPool, blocks: &Blocks) -> Self {
        let mut found = Floats::default();
        let mut bits = BTreeSet::new();
        for id in blocks.ids() {
            let block = blocks.block(id);
            let values = block.updates.values().copied();
            let roots: Vec<TermId> = block.guards.iter().copied().chain(values).collect();
            for t in pool.subterms(&roots) {
                if let Op::Fp(op) = pool.op(t) {
                    found.note(pool, op, t, &mut bits);
                }
            }
        }
        let numbers = bits.into_iter().map(f64::from_bits);
        found.constants = numbers.flat_map(|c| [c, -c]).chain([0.0]).collect();
        found.constants.sort_by(f64::total_cmp);
        found
    }

    fn note(&mut self, pool: &TermPool, op: FpOp, t: TermId, bits: &mut BTreeSet<u64>) {
        let format = op.format();
        if !is_native(format) || matches!(op, FpOp::FromInt(..)) {
            return;
        }
        for &arg in pool.args(t) {
            if pool.as_var(arg).is_some() {
                self.formats.insert(arg, format);
            }
            let constant = pool.as_bv(arg).and_then(|b| b.to_u64());
            let number = constant.map(|c| number(format, c));
            bits.extend(number.filter(|n| n.is_finite()).map(f64::to_bits));
        }
    }

    /// The format of a variable, if it is a floating one.
    pub(super) fn format(&self, variable: TermId) -> Option<Format> {
        self.formats.get(&variable).copied()
    }

    /// What could hold of floating variables, given their values.
    pub(super) fn candidates(&self, pool: &mut TermPool, columns: &[Column]) -> Vec<TermId> {
        let mut found = Vec::new();
        for column in columns {
            if let Some(format) = self.format(column.variable) {
                self.bounds(pool, format, column, &mut found);
            }
        }
        if columns.len() <= PAIRS {
            for (a, b) in columns
                .iter()
                .flat_map(|a| columns.iter().map(move |b| (a, b)))
            {
                self.order(pool, a, b, &mut found);
            }
        }
        found
    }

    fn bounds(&self, pool: &mut TermPool, f: Format, column: &Column, out: &mut Vec<TermId>) {
        let values: Vec<f64> = column.values.iter().map(|&v| number(f, v)).collect();
        if values.is_empty() || values.iter().any(|v| v.is_nan()) {
            return;
        }
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let x = column.variable;
        for bound in self.bounds_above(most) {
            let bound = constant(pool, f, bound);
            out.push(pool.fp_le(f, x, bound));
        }
        // What is below a number is above its negation.
        for bound in self.bounds_above(-least) {
            let bound = constant(pool, f, -bound);
            out.push(pool.fp_le(f, bound, x));
        }
    }

    /// Numbers that are not below a number: itself, constants, powers of two.
    fn bounds_above(&self, number: f64) -> Vec<f64> {
        let constants = self.constants.iter().copied().filter(|c| *c > number);
        let mut found: Vec<f64> = constants.take(CONSTANTS).collect();
        found.push(number);
        let mut power = 1.0;
        while power < number && power < f64::MAX / 2.0 {
            power *= 2.0;
        }
        found.extend(POWERS.map(|times| power * times));
        found.sort_by(f64::total_cmp);
        found.dedup();
        found
    }

    fn order(&self, pool: &mut TermPool, a: &Column, b: &Column, out: &mut Vec<TermId>) {
        let (Some(f), Some(g)) = (self.format(a.variable), self.format(b.variable)) else {
            return;
        };
        let mut pairs = a.values.iter().zip(&b.values);
        let is_less = |(p, q): (&u64, &u64)| number(f, *p) <= number(g, *q);
        if a.variable != b.variable && f == g && pairs.all(is_less) {
            out.push(pool.fp_le(f, a.variable, b.variable));
        }
    }
}

/// Whether an operator is a large circuit.
pub(super) fn is_arithmetic(op: FpOp) -> bool {
    !op.is_comparison()
}

fn is_native(format: Format) -> bool {
    format == Format::SINGLE || format == Format::DOUBLE
}

fn number(format: Format, bits: u64) -> f64 {
    match format {
        Format::SINGLE => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits),
    }
}

/// A number as a constant of a format. A constant of the other format is rounded: it is only a
/// guess.
fn constant(pool: &mut TermPool, format: Format, value: f64) -> TermId {
    let bits = match format {
        Format::SINGLE => u64::from((value as f32).to_bits()),
        _ => value.to_bits(),
    };
    pool.bv_const(format.width(), u128::from(bits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_samples_constants_and_powers() {
        let floats = Floats {
            constants: vec![-1.5, 0.0, 0.75, 1.5],
            ..Floats::default()
        };
        let above = floats.bounds_above(0.5);
        assert_eq!(above[..4], [0.5, 0.75, 1.0, 1.5]);
        assert!(floats.bounds_above(3.0).starts_with(&[3.0, 4.0]));
        assert!(floats.bounds_above(-1.0).starts_with(&[-1.0, 0.0]));
    }
}
