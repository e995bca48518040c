//! The terms of operators against their values.

use super::*;

/// An operator as a term over variables.
struct Lowered {
    pool: TermPool,
    vars: Vec<hatha_term::VarId>,
    term: TermId,
    op: FpOp,
    width: u32,
}

impl Lowered {
    fn new(op: FpOp, operand: u32, width: u32) -> Lowered {
        let mut pool = TermPool::raw();
        let args: Vec<TermId> = (0..op.arity())
            .map(|i| pool.var(&format!("x{i}"), Sort::Bv(operand)))
            .collect();
        let vars = args.iter().filter_map(|&a| pool.as_var(a)).collect();
        let applied = pool.fp(op, width, &args);
        let term = Lowering::default().lowered(&mut pool, &[applied])[0];
        let left = pool.subterms(&[term]);
        assert!(!left.iter().any(|&t| matches!(pool.op(t), Op::Fp(_))));
        Lowered {
            pool,
            vars,
            term,
            op,
            width,
        }
    }

    fn check(&self, args: &[Bv]) {
        let mut model = Model::new();
        for (&var, arg) in self.vars.iter().zip(args) {
            model.set(var, Value::Bv(arg.clone()));
        }
        let found = Evaluator::new(&self.pool, &model).value(self.term);
        let args: Vec<&Bv> = args.iter().collect();
        let expected = self.op.value(&args, self.width);
        assert_eq!(found.ok(), expected, "{:?} {args:x?}", self.op);
    }
}

/// Every operator of a format with a rounding mode, and the width of its operands.
fn operators(f: Format, r: Rounding) -> Vec<(FpOp, u32, u32)> {
    let to = |to| FpOp::Convert {
        from: f,
        to,
        rounding: r,
    };
    let w = f.width();
    let mut all: Vec<(FpOp, u32, u32)> = [
        FpOp::Add(f, r),
        FpOp::Sub(f, r),
        FpOp::Mul(f, r),
        FpOp::Div(f, r),
        FpOp::Fma(f, r),
        FpOp::Sqrt(f, r),
        FpOp::RoundToIntegral(f, r),
        FpOp::Eq(f),
        FpOp::Lt(f),
        FpOp::Le(f),
        to(Format::TINY),
        to(Format::SINGLE),
        to(Format::DOUBLE),
        to(Format::EXTENDED),
    ]
    .into_iter()
    .map(|op| (op, w, 0))
    .collect();
    for bits in [3, 8, 32, 65] {
        all.push((FpOp::ToInt(f, r), w, bits));
        all.push((FpOp::FromInt(f, r), bits, 0));
    }
    all
}

struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u128 {
        let mut step = || {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0
        };
        u128::from(step()) << 64 | u128::from(step())
    }

    /// Bits of which few are set, or all but few, or anything; exponents near each other.
    fn bits(&mut self, f: Option<Format>, width: u32) -> Bv {
        let (noise, how) = (self.next(), self.next() % 8);
        let mask = if width >= 128 {
            u128::MAX
        } else {
            (1 << width) - 1
        };
        let few =
            1u128 << (noise % u128::from(width)) | 1u128 << ((noise >> 64) % u128::from(width));
        let bits = match (f, how) {
            (_, 0) => few,
            (_, 1) => !few,
            (Some(f), 2) => f.infinity() ^ few & f.sign_mask(),
            (Some(f), 3) => few & !f.infinity(),
            (Some(f), 4..=6) => {
                let exponent = u128::from(f.bias()) + noise % 7 - 3;
                let fraction = (noise >> 8) & ((1 << f.fraction_bits()) - 1);
                let sign = if noise >> 127 == 1 { f.sign_mask() } else { 0 };
                sign | exponent << f.fraction_bits() | fraction
            }
            _ => noise,
        };
        Bv::new(width.min(128), bits & mask).zext(width)
    }
}

#[test]
fn all_operands_of_the_smallest_format() {
    let f = Format::TINY;
    for r in Rounding::ALL {
        for (op, operand, width) in operators(f, r) {
            let lowered = Lowered::new(op, operand, width);
            match (op.arity(), op) {
                (1, FpOp::FromInt(..)) if operand > 8 => {}
                (1, _) => {
                    for a in 0..1u128 << operand {
                        lowered.check(&[Bv::new(operand, a)]);
                    }
                }
                (2, _) => {
                    for a in 0..1u128 << (2 * operand) {
                        let (a, b) = (a >> operand, a & ((1 << operand) - 1));
                        lowered.check(&[Bv::new(operand, a), Bv::new(operand, b)]);
                    }
                }
                // A third operand of each kind: zeros, the ends, some between, a NaN.
                _ => {
                    for c in [0, 1, 3, 4, 9, 17, 24, 28, 30, 32, 33, 43, 56, 60] {
                        for a in 0..1u128 << (2 * operand) {
                            let (a, b) = (a >> operand, a & ((1 << operand) - 1));
                            lowered.check(&[a, b, c].map(|x| Bv::new(operand, x)));
                        }
                    }
                }
            }
        }
    }
}

/// The value of a formula over two floats of the smallest format against that of its lowering,
/// for all of the first and some of the second.
fn lowers(seconds: &[u128], build: impl Fn(&mut TermPool, TermId, TermId) -> TermId) {
    let mut pool = TermPool::raw();
    let [x, y] = ["x", "y"].map(|v| pool.var(v, Sort::Bv(6)));
    let formula = build(&mut pool, x, y);
    let term = Lowering::default().lowered(&mut pool, &[formula])[0];
    let vars = [x, y].map(|t| pool.as_var(t).expect("a variable"));
    for first in 0..1u128 << 6 {
        for &second in seconds {
            let mut model = Model::new();
            model.set(vars[0], Value::Bv(Bv::new(6, first)));
            model.set(vars[1], Value::Bv(Bv::new(6, second)));
            let mut evaluator = Evaluator::new(&pool, &model);
            let (found, expected) = (evaluator.value(term), evaluator.value(formula));
            assert_eq!(found.ok(), expected.ok(), "{first:b} {second:b}");
        }
    }
}

/// Zeros, subnormal numbers, one, others, infinities and NaNs of the smallest format.
const SOME: [u128; 12] = [0, 32, 1, 35, 4, 9, 12, 44, 27, 28, 60, 62];

#[test]
fn operations_with_every_constant_of_the_smallest_format() {
    let f = Format::TINY;
    let r = NEAREST;
    for op in [
        FpOp::Add(f, r),
        FpOp::Sub(f, r),
        FpOp::Mul(f, r),
        FpOp::Div(f, r),
    ] {
        for constant in 0..1u128 << 6 {
            // The bits of the result, NaNs included.
            for is_first in [false, true] {
                lowers(&[0], |pool, x, _| {
                    let c = pool.bv_const(6, constant);
                    pool.fp(op, 0, &if is_first { [c, x] } else { [x, c] })
                });
            }
        }
        let one = f.one();
        for constant in [0, f.sign_mask(), one, one | f.sign_mask(), one * 2] {
            for test in [FpOp::Eq(f), FpOp::Le(f)] {
                lowers(&SOME, |pool, x, y| {
                    let c = pool.bv_const(6, constant);
                    let result = pool.fp(op, 0, &[x, c]);
                    pool.fp(test, 0, &[result, y])
                });
                lowers(&SOME, |pool, x, y| {
                    let c = pool.bv_const(6, constant);
                    let result = pool.fp(op, 0, &[c, x]);
                    pool.fp(test, 0, &[y, result])
                });
            }
            // NaNs keep the bits that they have behind an operand that is another.
            lowers(&SOME, |pool, x, y| {
                let c = pool.bv_const(6, constant);
                let x = pool.fp(FpOp::Mul(f, r), 0, &[c, x]);
                let y = pool.fp(op, 0, &[y, c]);
                pool.fp(op, 0, &[y, x])
            });
        }
    }
}

#[test]
fn comparisons_in_a_narrower_format() {
    let (f, to) = (Format::TINY, Format::MINI);
    for test in [FpOp::Eq(to), FpOp::Le(to), FpOp::Lt(to)] {
        lowers(&SOME, |pool, x, y| {
            let [x, y] = [x, y].map(|t| pool.fp_convert(f, to, NEAREST, t));
            pool.fp(test, 0, &[x, y])
        });
        for constant in 0..1u128 << 8 {
            lowers(&[0], |pool, x, _| {
                let x = pool.fp_convert(f, to, NEAREST, x);
                let c = pool.bv_const(8, constant);
                pool.fp(test, 0, &[x, c])
            });
        }
    }
}

#[test]
fn samples_of_all_formats() {
    let mut noise = Noise(0x9e37_79b9_7f4a_7c15);
    for f in Format::ALL {
        for r in Rounding::ALL {
            for (op, operand, width) in operators(f, r) {
                let lowered = Lowered::new(op, operand, width);
                let as_float = (!matches!(op, FpOp::FromInt(..))).then_some(f);
                for _ in 0..40 {
                    let args: Vec<Bv> = (0..op.arity())
                        .map(|_| noise.bits(as_float, operand))
                        .collect();
                    lowered.check(&args);
                }
            }
        }
    }
}

#[test]
fn all_of_binary16_with_one_operand() {
    let f = Format::HALF;
    let r = NEAREST;
    for op in [FpOp::Sqrt(f, r), FpOp::RoundToIntegral(f, r)] {
        let lowered = Lowered::new(op, 16, 0);
        for a in 0..1u128 << 16 {
            lowered.check(&[Bv::new(16, a)]);
        }
    }
}

/// What the processor computes is among what is allowed, and a number is allowed only if it is
/// what the processor computes.
#[test]
fn a_nan_is_any_nan_and_a_number_is_one() {
    let mut pool = TermPool::raw();
    let [a, b, n] = ["a", "b", "n"].map(|v| pool.var(v, Sort::Bv(32)));
    let sum = binary(&mut pool, BinOp::Add, Scalar::F32, (a, b), &mut |_, _| n).expect("a sum");
    let vars = [a, b, n].map(|t| pool.as_var(t).expect("a variable"));
    let value = |x: f32, y: f32, nan: u32| {
        let mut model = Model::new();
        for (var, bits) in vars.iter().zip([x.to_bits(), y.to_bits(), nan]) {
            model.set(*var, Value::Bv(Bv::new(32, u128::from(bits))));
        }
        let found = Evaluator::new(&pool, &model).value(sum).ok();
        f32::from_bits(found.and_then(|v| v.as_bv()?.to_u64()).expect("bits") as u32)
    };
    assert_eq!(value(1.5, 2.25, 7), 3.75);
    assert_eq!(value(f32::INFINITY, f32::NEG_INFINITY, 5).to_bits() & 7, 5);
    assert!(value(f32::NAN, 1.0, 0).is_nan());
}
