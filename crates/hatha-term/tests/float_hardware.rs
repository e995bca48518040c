//! The values of floating operators against the processor, in all of its four
//! rounding modes, bits of NaNs included.
#![cfg(target_arch = "x86_64")]
#![allow(unsafe_code)] // The processor's rounding mode cannot be set otherwise.

use hatha_term::random::{Rng, cases};
use hatha_term::{Bv, Format, FpOp, Rounding, TermPool, Value};
use std::arch::asm;

/// The modes that the processor has, with their numbers in its control words.
const MODES: [(Rounding, u32); 4] = [
    (Rounding::NearestEven, 0),
    (Rounding::TowardNegative, 1),
    (Rounding::TowardPositive, 2),
    (Rounding::TowardZero, 3),
];

const S: Format = Format::SINGLE;
const D: Format = Format::DOUBLE;

/// Runs one SSE instruction in a rounding mode.
macro_rules! sse {
    ($instruction:literal, $mode:expr, $a:expr, $b:expr) => {{
        // All exceptions masked, no flushing of subnormal numbers.
        let control: u32 = 0x1f80 | $mode << 13;
        let usual: u32 = 0x1f80;
        let (mut a, b) = ($a, $b);
        // SAFETY: the instructions touch nothing but the registers named, and
        // the control word is as before at the end.
        unsafe {
            asm!(
                "ldmxcsr [{control}]",
                concat!($instruction, " {a}, {b}"),
                "ldmxcsr [{usual}]",
                control = in(reg) &control,
                usual = in(reg) &usual,
                a = inout(xmm_reg) a,
                b = in(xmm_reg) b,
                options(nostack)
            );
        }
        a
    }};
}

fn value(op: FpOp, width: u32, args: &[(u32, u128)]) -> u128 {
    let args: Vec<Bv> = args.iter().map(|&(w, a)| Bv::new(w, a)).collect();
    let args: Vec<&Bv> = args.iter().collect();
    match op.value(&args, width) {
        Some(Value::Bv(value)) => value.to_u128().expect("narrow"),
        Some(Value::Bool(truth)) => truth.into(),
        other => panic!("{op:?}: {other:?}"),
    }
}

fn check(op: FpOp, args: &[u128], machine: u128) {
    let f = op.format();
    let sized: Vec<(u32, u128)> = args.iter().map(|&a| (f.width(), a)).collect();
    let got = value(op, 0, &sized);
    assert_eq!(
        got, machine,
        "{op:?} {args:x?}: {got:x}, the machine has {machine:x}"
    );
}

#[test]
fn double_arithmetic() {
    let mut rng = Rng::new(21);
    for i in 0..cases(100_000) {
        let a = rng.float(D);
        let b = rng.float_near(D, a);
        let (r, mode) = MODES[i as usize % 4];
        let (x, y) = (f64::from_bits(a as u64), f64::from_bits(b as u64));
        let bits = |x: f64| u128::from(x.to_bits());
        check(FpOp::Add(D, r), &[a, b], bits(sse!("addsd", mode, x, y)));
        check(FpOp::Sub(D, r), &[a, b], bits(sse!("subsd", mode, x, y)));
        check(FpOp::Mul(D, r), &[a, b], bits(sse!("mulsd", mode, x, y)));
        check(FpOp::Div(D, r), &[a, b], bits(sse!("divsd", mode, x, y)));
        check(FpOp::Sqrt(D, r), &[a], bits(sse!("sqrtsd", mode, 0f64, x)));
        let narrow = FpOp::Convert {
            from: D,
            to: S,
            rounding: r,
        };
        let single = sse!("cvtsd2ss", mode, 0f64, x).to_bits() as u32;
        check(narrow, &[a], single.into());
        check(FpOp::Eq(D), &[a, b], (x == y).into());
        check(FpOp::Lt(D), &[a, b], (x < y).into());
        check(FpOp::Le(D), &[a, b], (x <= y).into());
    }
}

#[test]
fn single_arithmetic() {
    let mut rng = Rng::new(22);
    for i in 0..cases(100_000) {
        let a = rng.float(S);
        let b = rng.float_near(S, a);
        let (r, mode) = MODES[i as usize % 4];
        let (x, y) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
        let bits = |x: f32| u128::from(x.to_bits());
        check(FpOp::Add(S, r), &[a, b], bits(sse!("addss", mode, x, y)));
        check(FpOp::Sub(S, r), &[a, b], bits(sse!("subss", mode, x, y)));
        check(FpOp::Mul(S, r), &[a, b], bits(sse!("mulss", mode, x, y)));
        check(FpOp::Div(S, r), &[a, b], bits(sse!("divss", mode, x, y)));
        check(FpOp::Sqrt(S, r), &[a], bits(sse!("sqrtss", mode, 0f32, x)));
        let wide = FpOp::Convert {
            from: S,
            to: D,
            rounding: r,
        };
        let double = sse!("cvtss2sd", mode, 0f64, x);
        check(wide, &[a], double.to_bits().into());
    }
}

/// One instruction that rounds to an integral float.
macro_rules! round_integral {
    ($x:expr, $($mode:literal)*) => {
        [$({
            let mut result = $x;
            // SAFETY: the instruction touches nothing but its register.
            unsafe {
                asm!(concat!("roundsd {a}, {a}, ", $mode), a = inout(xmm_reg) result);
            }
            result
        }),*]
    };
}

#[test]
fn integers() {
    let has_rounding = std::is_x86_feature_detected!("sse4.1");
    let mut rng = Rng::new(23);
    for i in 0..cases(100_000) {
        let (r, mode) = MODES[i as usize % 4];
        let a = match i % 3 {
            0 => rng.float(D),
            // About the border between 32 and 64 bits, with fractions.
            _ => {
                let integer = rng.next_u64() as i64 >> rng.below(64);
                ((integer as f64) / 4.0).to_bits().into()
            }
        };
        let x = f64::from_bits(a as u64);
        if has_rounding {
            let machine = round_integral!(x, 0 1 2 3)[mode as usize];
            check(FpOp::RoundToIntegral(D, r), &[a], machine.to_bits().into());
        }
        let control: u32 = 0x1f80 | mode << 13;
        let usual: u32 = 0x1f80;
        let (to32, to64): (u32, u64);
        let n = rng.next_u64() as i64 >> rng.below(64);
        let (from64, single): (f64, f32);
        // SAFETY: as above.
        unsafe {
            asm!(
                "ldmxcsr [{control}]",
                "cvtsd2si {to32:e}, {x}",
                "cvtsd2si {to64:r}, {x}",
                "cvtsi2sd {from64}, {n:r}",
                "cvtsi2ss {single}, {n:r}",
                "ldmxcsr [{usual}]",
                control = in(reg) &control,
                usual = in(reg) &usual,
                x = in(xmm_reg) x,
                n = in(reg) n,
                to32 = out(reg) to32,
                to64 = out(reg) to64,
                from64 = out(xmm_reg) from64,
                single = out(xmm_reg) single,
                options(nostack)
            );
        }
        assert_eq!(
            value(FpOp::ToInt(D, r), 32, &[(64, a)]),
            to32.into(),
            "{x} {r:?}"
        );
        assert_eq!(
            value(FpOp::ToInt(D, r), 64, &[(64, a)]),
            to64.into(),
            "{x} {r:?}"
        );
        let n = [(64, u128::from(n as u64))];
        assert_eq!(value(FpOp::FromInt(D, r), 0, &n), from64.to_bits().into());
        assert_eq!(value(FpOp::FromInt(S, r), 0, &n), single.to_bits().into());
    }
}

/// Fused products, where the processor has them. Of several NaNs it prefers
/// another one than the first, so they are compared as NaNs.
#[test]
fn fused_products() {
    if !std::is_x86_feature_detected!("fma") {
        println!("skipped: no fma");
        return;
    }
    let mut rng = Rng::new(24);
    for i in 0..cases(100_000) {
        let a = rng.float(D);
        let (b, c) = (rng.float_near(D, a), rng.float_near(D, a));
        let (r, mode) = MODES[i as usize % 4];
        let [mut x, y, z] = [a, b, c].map(|bits| f64::from_bits(bits as u64));
        let control: u32 = 0x1f80 | mode << 13;
        let usual: u32 = 0x1f80;
        // SAFETY: as above.
        unsafe {
            asm!(
                "ldmxcsr [{control}]",
                "vfmadd213sd {x}, {y}, {z}",
                "ldmxcsr [{usual}]",
                control = in(reg) &control,
                usual = in(reg) &usual,
                x = inout(xmm_reg) x,
                y = in(xmm_reg) y,
                z = in(xmm_reg) z,
                options(nostack)
            );
        }
        let got = value(FpOp::Fma(D, r), 0, &[(64, a), (64, b), (64, c)]);
        let machine = u128::from(x.to_bits());
        let same = got == machine || D.is_nan(got) && D.is_nan(machine);
        assert!(same, "{r:?} {a:x} {b:x} {c:x}: {got:x}, not {machine:x}");
    }
}

/// `remainder` and `fmod` are exact, whoever computes them. Some versions of the
/// library give a zero remainder the wrong sign.
#[test]
fn remainders() {
    unsafe extern "C" {
        fn remainder(x: f64, y: f64) -> f64;
        fn remainderf(x: f32, y: f32) -> f32;
    }
    let mut rng = Rng::new(25);
    for _ in 0..cases(20_000) {
        let a = rng.float(D);
        let b = rng.float_near(D, a);
        let (x, y) = (f64::from_bits(a as u64), f64::from_bits(b as u64));
        // SAFETY: a function of numbers.
        let machine = unsafe { remainder(x, y) };
        let machine = if machine == 0.0 {
            0f64.copysign(x)
        } else {
            machine
        };
        same_number(D, FpOp::Rem(D), &[a, b], machine.to_bits().into());
        same_number(D, FpOp::Fmod(D), &[a, b], (x % y).to_bits().into());
        let a = rng.float(S);
        let b = rng.float_near(S, a);
        let (x, y) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
        // SAFETY: a function of numbers.
        let machine = unsafe { remainderf(x, y) };
        let machine = if machine == 0.0 {
            0f32.copysign(x)
        } else {
            machine
        };
        same_number(S, FpOp::Rem(S), &[a, b], machine.to_bits().into());
        same_number(S, FpOp::Fmod(S), &[a, b], (x % y).to_bits().into());
    }
}

/// The bits of a NaN are the library's business.
fn same_number(f: Format, op: FpOp, args: &[u128], machine: u128) {
    let sized: Vec<(u32, u128)> = args.iter().map(|&a| (f.width(), a)).collect();
    let got = value(op, 0, &sized);
    let same = got == machine || f.is_nan(got) && f.is_nan(machine);
    assert!(same, "{op:?} {args:x?}: {got:x}, not {machine:x}");
}

/// Half precision by the processor's conversions.
#[test]
fn half_conversions_exhaustively() {
    if !std::is_x86_feature_detected!("f16c") {
        println!("skipped: no f16c");
        return;
    }
    for half in 0..1u32 << 16 {
        let wide: f32;
        // SAFETY: the instructions touch nothing but their registers.
        unsafe {
            asm!(
                "movd {t}, {half:e}",
                "vcvtph2ps {wide}, {t}",
                half = in(reg) half,
                t = out(xmm_reg) _,
                wide = out(xmm_reg) wide,
            );
        }
        let op = FpOp::Convert {
            from: Format::HALF,
            to: S,
            rounding: Rounding::NearestEven,
        };
        check(op, &[half.into()], wide.to_bits().into());
    }
}

/// One x87 instruction on two registers in a rounding mode, by their 80 bits.
macro_rules! x87 {
    ($instruction:literal, $mode:expr, $a:expr, $b:expr) => {{
        let control: u16 = 0x037f | ($mode as u16) << 10;
        let usual: u16 = 0x037f;
        let (a, b): ([u8; 16], [u8; 16]) = ($a.to_le_bytes(), $b.to_le_bytes());
        let mut result = [0u8; 16];
        // SAFETY: reads and writes ten bytes of sixteen, and leaves the register
        // stack and the control word as they were.
        unsafe {
            asm!(
                "fldcw [{control}]",
                "fld tbyte ptr [{a}]",
                "fld tbyte ptr [{b}]",
                $instruction,
                "fstp tbyte ptr [{result}]",
                "fldcw [{usual}]",
                control = in(reg) &control,
                usual = in(reg) &usual,
                a = in(reg) &a,
                b = in(reg) &b,
                result = in(reg) &mut result,
                out("st(0)") _, out("st(1)") _, out("st(2)") _, out("st(3)") _,
                out("st(4)") _, out("st(5)") _, out("st(6)") _, out("st(7)") _,
                options(nostack)
            );
        }
        u128::from_le_bytes(result)
    }};
}

/// x87 through its encoding, what is not canonical included. Of two NaNs it
/// takes the one with the greater significand, and of a refused encoding and a
/// NaN either, so then NaNs are compared as such.
#[test]
fn extended_arithmetic() {
    let f = Format::EXTENDED;
    let mut rng = Rng::new(26);
    let mut odd = 0;
    for i in 0..cases(60_000) {
        let (r, mode) = MODES[i as usize % 4];
        let mut pool = TermPool::new();
        let first = rng.float(f);
        let second = rng.float_near(f, first);
        let operands = [first, second].map(|bits| encode(&mut pool, bits));
        // Now and then the leading bit is wrong.
        let operands = operands.map(|bits| bits ^ u128::from(rng.one_in(16)) << 63);
        let terms = operands.map(|bits| {
            let t = pool.bv_const(80, bits);
            pool.x87_decode(t)
        });
        let nans = terms.iter().filter(|&&t| f.is_nan(known(&pool, t))).count();
        odd += (operands != [first, second].map(|bits| encode(&mut pool, bits))) as u32;
        let [a, b] = operands;
        let results = [
            (
                pool.fp_add(f, r, terms[0], terms[1]),
                x87!("faddp", mode, a, b),
            ),
            (
                pool.fp_sub(f, r, terms[0], terms[1]),
                x87!("fsubp", mode, a, b),
            ),
            (
                pool.fp_mul(f, r, terms[0], terms[1]),
                x87!("fmulp", mode, a, b),
            ),
            (
                pool.fp_div(f, r, terms[0], terms[1]),
                x87!("fdivp", mode, a, b),
            ),
        ];
        for (which, (t, machine)) in results.into_iter().enumerate() {
            let got = known(&pool, t);
            let encoded = encode(&mut pool, got);
            let both_nan = nans == 2 && f.is_nan(got) && machine >> 64 & 0x7fff == 0x7fff;
            let text = format!("{which} {r:?} {a:x} {b:x}: {encoded:x}, not {machine:x}");
            assert!(encoded == machine || both_nan, "{text}");
        }
    }
    assert!(odd > 100);
}

fn known(pool: &TermPool, t: hatha_term::TermId) -> u128 {
    pool.as_bv(t).and_then(Bv::to_u128).expect("constants fold")
}

fn encode(pool: &mut TermPool, bits: u128) -> u128 {
    let t = pool.bv_const(79, bits);
    let t = pool.x87_encode(t);
    known(pool, t)
}

/// Decoding what was encoded is nothing, also for terms that are not constant.
#[test]
fn x87_encodings_cancel() {
    let mut pool = TermPool::new();
    let x = pool.var("x", hatha_term::Sort::Bv(79));
    let encoded = pool.x87_encode(x);
    assert_eq!(pool.x87_decode(encoded), x);
}
