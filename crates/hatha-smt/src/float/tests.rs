//! The circuits against the values of terms. A circuit is built once and
//! simulated for 64 operands at a time.

use super::circuit;
use crate::gates::{Gate, Gates, Lit};
use hatha_term::random::{Rng, cases};
use hatha_term::{Bv, Format, FpOp, Rounding, Value};

/// A circuit with its inputs.
struct Circuit {
    gates: Gates,
    op: FpOp,
    inputs: Vec<Vec<Lit>>,
    outputs: Vec<Lit>,
    width: u32,
}

impl Circuit {
    fn new(op: FpOp, arg_widths: &[u32], width: u32) -> Circuit {
        let mut gates = Gates::default();
        let mut word = |&w: &u32| (0..w).map(|_| gates.input()).collect();
        let inputs: Vec<Vec<Lit>> = arg_widths.iter().map(&mut word).collect();
        let outputs = circuit(&mut gates, op, &inputs, width as usize);
        let expected = match op.result() {
            Some(format) => format.width(),
            None if op.is_comparison() => 1,
            None => width,
        };
        assert_eq!(outputs.len() as u32, expected, "{op:?}");
        Circuit {
            gates,
            op,
            inputs,
            outputs,
            width,
        }
    }

    /// A circuit for operands of the operator's format.
    fn of(op: FpOp) -> Circuit {
        let widths = vec![op.format().width(); op.arity()];
        Circuit::new(op, &widths, 0)
    }

    /// The outputs for up to 64 tuples of operands.
    fn run(&self, operands: &[Vec<u128>]) -> Vec<u128> {
        let mut values = vec![0u64; self.gates.len()];
        for (i, word) in self.inputs.iter().enumerate() {
            for (k, l) in word.iter().enumerate() {
                let bits = operands.iter().enumerate();
                let column = bits.map(|(case, args)| ((args[i] >> k & 1) as u64) << case);
                values[l.gate()] = column.sum();
            }
        }
        for i in 0..self.gates.len() {
            let get = |l: Lit| values[l.gate()] ^ (l.is_negated() as u64).wrapping_neg();
            values[i] = match self.gates.gate(i) {
                Gate::False => 0,
                Gate::Input => values[i],
                Gate::And(a, b) => get(a) & get(b),
                Gate::Xor(a, b) => get(a) ^ get(b),
                Gate::Mux(c, a, b) => get(c) & get(a) | !get(c) & get(b),
                Gate::Xor3(a, b, c) => get(a) ^ get(b) ^ get(c),
                Gate::Majority(a, b, c) => get(a) & get(b) | get(c) & (get(a) | get(b)),
                Gate::Division { .. } => unreachable!("no circuit here divides by a constant"),
            };
        }
        let bit = |l: Lit, case: usize| (values[l.gate()] >> case & 1 == 1) != l.is_negated();
        let word = |case: usize| {
            let outputs = self.outputs.iter().enumerate();
            outputs.fold(0, |sum, (k, &l)| sum | u128::from(bit(l, case)) << k)
        };
        (0..operands.len()).map(word).collect()
    }

    fn check(&self, operands: &[Vec<u128>]) {
        for (args, got) in operands.iter().zip(self.run(operands)) {
            let widths = self.inputs.iter().map(|w| w.len() as u32);
            let args: Vec<Bv> = args
                .iter()
                .zip(widths)
                .map(|(&a, w)| Bv::new(w, a))
                .collect();
            let refs: Vec<&Bv> = args.iter().collect();
            let wanted = match self.op.value(&refs, self.width.max(1)) {
                Some(Value::Bool(truth)) => truth.into(),
                Some(Value::Bv(value)) => value.to_u128().expect("narrow results"),
                other => panic!("{:?} {args:?}: {other:?}", self.op),
            };
            assert_eq!(
                got, wanted,
                "{:?} {args:?}: {got:x}, not {wanted:x}",
                self.op
            );
        }
    }

    fn check_all(&self, operands: impl Iterator<Item = Vec<u128>>) {
        let operands: Vec<Vec<u128>> = operands.collect();
        operands.chunks(64).for_each(|chunk| self.check(chunk));
    }

    /// Random operands, some of them close to one another.
    fn sample(&self, rng: &mut Rng, count: u64) {
        let f = self.op.format();
        for _ in 0..count.div_ceil(64) {
            let operands: Vec<Vec<u128>> = (0..64)
                .map(|_| {
                    let first = rng.float(f);
                    let more = (1..self.op.arity()).map(|_| rng.float_near(f, first));
                    [first].into_iter().chain(more).collect()
                })
                .collect();
            self.check(&operands);
        }
    }
}

fn binary_ops(f: Format) -> Vec<FpOp> {
    let mut ops = vec![FpOp::Eq(f), FpOp::Lt(f), FpOp::Le(f)];
    for r in Rounding::ALL {
        ops.extend([
            FpOp::Add(f, r),
            FpOp::Sub(f, r),
            FpOp::Mul(f, r),
            FpOp::Div(f, r),
        ]);
    }
    ops
}

fn unary_ops(f: Format) -> Vec<FpOp> {
    let mut ops = Vec::new();
    for rounding in Rounding::ALL {
        ops.extend([FpOp::Sqrt(f, rounding), FpOp::RoundToIntegral(f, rounding)]);
        ops.extend(Format::ALL.map(|to| FpOp::Convert {
            from: f,
            to,
            rounding,
        }));
    }
    ops
}

/// Every pair of operands of the two smallest formats.
#[test]
fn binary_operators_exhaustively() {
    for f in [Format::TINY, Format::MINI] {
        let all = 1u128 << f.width();
        let remainders = [FpOp::Rem(f), FpOp::Fmod(f)];
        for op in binary_ops(f).into_iter().chain(remainders) {
            let pairs = (0..all).flat_map(|a| (0..all).map(move |b| vec![a, b]));
            Circuit::of(op).check_all(pairs);
        }
    }
}

/// Every operand of binary16 and smaller formats.
#[test]
fn unary_operators_exhaustively() {
    for f in [Format::TINY, Format::MINI, Format::HALF] {
        for op in unary_ops(f) {
            Circuit::of(op).check_all((0..1u128 << f.width()).map(|a| vec![a]));
        }
    }
}

/// Every triple of the smallest format.
#[test]
fn fused_operators_exhaustively() {
    let f = Format::TINY;
    let all = 1u128 << f.width();
    for r in Rounding::ALL {
        let pairs = (0..all).flat_map(move |a| (0..all).map(move |b| (a, b)));
        let triples = pairs.flat_map(|(a, b)| (0..all).map(move |c| vec![a, b, c]));
        Circuit::of(FpOp::Fma(f, r)).check_all(triples);
    }
}

/// Integers of all widths up to that of a byte and some more.
#[test]
fn integers_exhaustively() {
    for f in [Format::TINY, Format::MINI, Format::HALF] {
        for r in Rounding::ALL {
            for width in (1..=9).chain([13, 16]) {
                let integers = (0..1u128 << width).map(|a| vec![a]);
                Circuit::new(FpOp::FromInt(f, r), &[width], 0).check_all(integers);
            }
            for width in [1, 2, 3, 4, 8, 13, 16, 17, 20, 32, 65] {
                let floats = (0..1u128 << f.width()).map(|a| vec![a]);
                Circuit::new(FpOp::ToInt(f, r), &[f.width()], width).check_all(floats);
            }
        }
    }
}

/// Samples in every format. `HATHA_PROPTEST_CASES` sets how many for each.
#[test]
fn samples_of_all_operators() {
    let mut rng = Rng::new(7);
    for f in Format::ALL {
        let fused = Rounding::ALL.map(|r| FpOp::Fma(f, r));
        for op in binary_ops(f).into_iter().chain(unary_ops(f)).chain(fused) {
            Circuit::of(op).sample(&mut rng, cases(2_000));
        }
        for r in Rounding::ALL {
            for width in [8, 31, 32, 33, 63, 64, 65, 128] {
                let circuit = Circuit::new(FpOp::ToInt(f, r), &[f.width()], width);
                circuit.sample(&mut rng, cases(500));
                let circuit = Circuit::new(FpOp::FromInt(f, r), &[width], 0);
                let integer = |_| vec![rng.bv(width).to_u128().unwrap_or(0)];
                circuit.check_all((0..cases(500)).map(integer));
            }
        }
    }
}

/// The circuits of remainders are large: one step for each exponent.
#[test]
fn samples_of_remainders() {
    let mut rng = Rng::new(8);
    for f in [Format::HALF, Format::SINGLE, Format::DOUBLE] {
        for op in [FpOp::Rem(f), FpOp::Fmod(f)] {
            Circuit::of(op).sample(&mut rng, cases(2_000));
        }
    }
}

/// `a + b` and `b + a` of numbers are one circuit.
#[test]
fn sums_and_products_share_their_gates() {
    let f = Format::SINGLE;
    for op in [
        FpOp::Add(f, Rounding::NearestEven),
        FpOp::Mul(f, Rounding::NearestEven),
    ] {
        let mut gates = Gates::default();
        let words: Vec<Vec<Lit>> = (0..2)
            .map(|_| (0..f.width()).map(|_| gates.input()).collect())
            .collect();
        circuit(&mut gates, op, &words, 0);
        let once = gates.len();
        let turned = [words[1].clone(), words[0].clone()];
        circuit(&mut gates, op, &turned, 0);
        assert!(gates.len() < once + 200, "{} after {once}", gates.len());
    }
}

/// The estimate, which guards memory, is not exceeded.
#[test]
fn sizes_are_estimated() {
    for f in [Format::HALF, Format::SINGLE, Format::DOUBLE, Format::QUAD] {
        let fused = Rounding::ALL.map(|r| FpOp::Fma(f, r));
        for op in binary_ops(f).into_iter().chain(unary_ops(f)).chain(fused) {
            let width = op
                .result()
                .map_or(f.width(), |to| to.width().max(f.width()));
            let gates = Circuit::of(op).gates.len() as u64;
            let estimate = super::size(op, width.into());
            assert!(
                gates <= estimate,
                "{op:?}: {gates} gates, {estimate} estimated"
            );
        }
    }
}
