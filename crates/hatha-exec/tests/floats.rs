//! Floating operations of the machine against their terms: whatever the bits of the operands,
//! NaNs with payloads, subnormal numbers and encodings that the processor refuses included.

use hatha_cfa::{BinOp, MathFn, UnOp};
use hatha_exec::num::{Rules, binary, cast, truth, unary};
use hatha_exec::{Kind, Word, math, symbolic};
use hatha_term::{Bv, TermId, TermPool};
use proptest::prelude::*;

const KINDS: [Kind; 4] = [Kind::F32, Kind::F64, Kind::F80, Kind::F128];

/// Numbers whose bits matter: near the edges of exponents, few bits set, or anything.
fn bits() -> impl Strategy<Value = u128> {
    let special = (any::<bool>(), 0u32..9, any::<u128>(), 0u32..5);
    let special = special.prop_map(|(sign, exponent, noise, how)| {
        // Exponent bits at the top, as in every format; cut to the width by `of`.
        let top = [0, 1, 2, 0x3ffe, 0x3fff, 0x4000, 0x4020, 0x7ffe, 0x7fff][exponent as usize];
        let fraction = match how {
            0 => 0,
            1 => 1,
            2 => u128::MAX >> 16,
            3 => noise >> 100,
            _ => noise >> 16,
        };
        u128::from(sign) << 127 | top << 112 | fraction
    });
    prop_oneof![any::<u128>(), special, any::<i64>().prop_map(|n| n as u128)]
}

/// The bits as a number of a kind: as they are, or as a number of another format converted.
fn of(kind: Kind, bits: u128, as_it_is: bool) -> Word {
    if as_it_is {
        return Word::wide(bits & (u128::MAX >> (128 - u32::from(kind.bits()))));
    }
    cast(Kind::F128, kind, Word::wide(bits))
}

fn constant(pool: &mut TermPool, kind: Kind, word: Word) -> TermId {
    pool.bv_const(u32::from(kind.bits()), word.bits_of(kind))
}

fn folded(pool: &TermPool, term: Option<TermId>) -> Option<u128> {
    pool.as_bv(term?).and_then(Bv::to_u128)
}

const OPERATIONS: [BinOp; 10] = [
    BinOp::Add,
    BinOp::Sub,
    BinOp::Mul,
    BinOp::Div,
    BinOp::Eq,
    BinOp::Ne,
    BinOp::Lt,
    BinOp::Le,
    BinOp::Gt,
    BinOp::Ge,
];

const FUNCTIONS: [MathFn; 13] = [
    MathFn::Sqrt,
    MathFn::Fabs,
    MathFn::Floor,
    MathFn::Ceil,
    MathFn::Trunc,
    MathFn::Round,
    MathFn::Rint,
    MathFn::Fmod,
    MathFn::Remainder,
    MathFn::Fmin,
    MathFn::Fmax,
    MathFn::Copysign,
    MathFn::Fma,
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn operations_agree(x in bits(), y in bits(), plain in any::<bool>()) {
        for kind in KINDS {
            let (a, b) = (of(kind, x, plain), of(kind, y, plain));
            for op in OPERATIONS {
                let mut pool = TermPool::new();
                let (s, t) = (constant(&mut pool, kind, a), constant(&mut pool, kind, b));
                let term = symbolic::binary(&mut pool, op, kind, kind, s, t);
                let word = binary(Rules::MACHINE, op, kind, kind, &a, &b).expect("a result");
                prop_assert_eq!(folded(&pool, term), Some(word.bits()), "{:?} {:?} {:x} {:x}", op, kind, a.bits(), b.bits());
            }
            let mut pool = TermPool::new();
            let s = constant(&mut pool, kind, a);
            for op in [UnOp::Neg, UnOp::LogicalNot] {
                let term = symbolic::unary(&mut pool, op, kind, s);
                let word = unary(Rules::MACHINE, op, kind, a).expect("a result");
                prop_assert_eq!(folded(&pool, term), Some(word.bits()), "{:?} {:?} {:x}", op, kind, a.bits());
            }
            let test = symbolic::truth(&mut pool, kind, s).and_then(|t| pool.as_bool(t));
            prop_assert_eq!(test, Some(truth(kind, a)));
        }
    }

    #[test]
    fn conversions_agree(x in bits(), plain in any::<bool>()) {
        let int = |bits, signed| Kind::Int { bits, signed };
        let integers = [8, 16, 32, 64, 128].into_iter().flat_map(|b| [int(b, false), int(b, true)]);
        let others: Vec<Kind> = KINDS.into_iter().chain(integers).chain([Kind::Bool]).collect();
        for kind in KINDS {
            for &other in &others {
                let a = of(kind, x, plain);
                let mut pool = TermPool::new();
                let s = constant(&mut pool, kind, a);
                let term = symbolic::cast(&mut pool, kind, other, s);
                prop_assert_eq!(folded(&pool, term), Some(cast(kind, other, a).bits()), "{:?} {:?} {:x}", kind, other, a.bits());
                if other.is_float() {
                    continue;
                }
                let bits = match other {
                    Kind::Bool => x & 1,
                    _ => x & (u128::MAX >> (128 - u32::from(other.bits()))),
                };
                let s = constant(&mut pool, other, Word::wide(bits));
                let term = symbolic::cast(&mut pool, other, kind, s);
                prop_assert_eq!(folded(&pool, term), Some(cast(other, kind, Word::wide(bits)).bits()), "{:?} {:?} {:x}", other, kind, bits);
            }
        }
    }

    #[test]
    fn functions_agree(x in bits(), y in bits(), z in bits(), n in -3000i32..3000, plain in any::<bool>()) {
        for kind in KINDS {
            let args = [x, y, z].map(|b| (of(kind, b, plain), kind));
            for f in FUNCTIONS {
                let mut pool = TermPool::new();
                let terms = args.map(|(w, k)| (constant(&mut pool, k, w), k));
                let term = symbolic::math(&mut pool, f, kind, &terms);
                let word = math::call(f, kind, &args).expect("a result");
                prop_assert_eq!(folded(&pool, term), Some(word.bits()), "{:?} {:?} {:x?}", f, kind, args.map(|a| a.0.bits()));
            }
            if matches!(kind, Kind::F32 | Kind::F64) {
                let args = [args[0], (Word::int(u64::from(n as u32)), Kind::INT)];
                let mut pool = TermPool::new();
                let terms = args.map(|(w, k)| (constant(&mut pool, k, w), k));
                let term = symbolic::math(&mut pool, MathFn::Ldexp, kind, &terms);
                let word = math::call(MathFn::Ldexp, kind, &args).expect("a result");
                prop_assert_eq!(folded(&pool, term), Some(word.bits()), "{:?} {:x} {}", kind, args[0].0.bits(), n);
            }
        }
    }
}
