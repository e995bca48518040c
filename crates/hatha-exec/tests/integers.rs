//! Integer operations against Rust's own, per width and sign.

use hatha_cfa::{BinOp, UnOp};
use hatha_exec::num::{Rules, Trap, binary, cast, unary};
use hatha_exec::{Kind, Word};
use proptest::prelude::*;

const ARITHMETIC: [BinOp; 5] = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div, BinOp::Rem];

/// Values at the edges of every width, and anything.
fn number() -> impl Strategy<Value = u128> {
    let edge =
        (0u32..128, -2i128..3).prop_map(|(bit, near)| (1u128 << bit).wrapping_add(near as u128));
    prop_oneof![any::<u128>(), edge, 0u128..8]
}

macro_rules! agrees {
    ($name:ident, $signed:ty, $unsigned:ty) => {
        proptest! {
            #![proptest_config(ProptestConfig::with_cases(2000))]
            #[test]
            fn $name(x in number(), y in number(), count in 0u32..130) {
                let bits = <$unsigned>::BITS as u8;
                let (s, u) = (Kind::Int { bits, signed: true }, Kind::Int { bits, signed: false });
                let (a, b) = (Word::wide((x as $unsigned) as u128), Word::wide((y as $unsigned) as u128));
                let word = |v: $unsigned| Ok(Word::wide(v as u128));
                let (sx, sy, ux, uy) = (x as $signed, y as $signed, x as $unsigned, y as $unsigned);
                let strict = |op, kind| binary(Rules::STRICT, op, kind, kind, &a, &b);
                let wrapped = |op, kind| binary(Rules::MACHINE, op, kind, kind, &a, &b);
                for op in ARITHMETIC {
                    let signed = match op {
                        BinOp::Add => sx.checked_add(sy),
                        BinOp::Sub => sx.checked_sub(sy),
                        BinOp::Mul => sx.checked_mul(sy),
                        BinOp::Div => sx.checked_div(sy),
                        _ => sx.checked_rem(sy),
                    };
                    let zero = sy == 0 && matches!(op, BinOp::Div | BinOp::Rem);
                    let expected = match signed {
                        Some(v) => word(v as $unsigned),
                        None if zero => Err(Trap::DivisionByZero),
                        None => Err(Trap::Overflow(op)),
                    };
                    prop_assert_eq!(strict(op, s), expected, "{:?} {} {}", op, sx, sy);
                    let unsigned = match op {
                        BinOp::Add => Some(ux.wrapping_add(uy)),
                        BinOp::Sub => Some(ux.wrapping_sub(uy)),
                        BinOp::Mul => Some(ux.wrapping_mul(uy)),
                        BinOp::Div => ux.checked_div(uy),
                        _ => ux.checked_rem(uy),
                    };
                    let expected = unsigned.map_or(Err(Trap::DivisionByZero), word);
                    prop_assert_eq!(strict(op, u), expected, "{:?} {} {}", op, ux, uy);
                }
                prop_assert_eq!(wrapped(BinOp::Add, s), word(sx.wrapping_add(sy) as $unsigned));
                prop_assert_eq!(wrapped(BinOp::Mul, s), word(sx.wrapping_mul(sy) as $unsigned));
                let truth = |v: bool| Ok(Word::int(u64::from(v)));
                prop_assert_eq!(strict(BinOp::Lt, s), truth(sx < sy));
                prop_assert_eq!(strict(BinOp::Ge, u), truth(ux >= uy));
                prop_assert_eq!(strict(BinOp::Eq, u), truth(ux == uy));
                prop_assert_eq!(strict(BinOp::Xor, u), word(ux ^ uy));
                let by = Word::int(u64::from(count));
                let shift = |op, kind| binary(Rules::STRICT, op, kind, Kind::INT, &a, &by);
                let refused = Err(Trap::Shift { count: i64::from(count), width: bits });
                prop_assert_eq!(shift(BinOp::Shl, u), ux.checked_shl(count).map_or(refused, word));
                prop_assert_eq!(shift(BinOp::Shr, u), ux.checked_shr(count).map_or(refused, word));
                let arithmetic = sx.checked_shr(count).map_or(refused, |v| word(v as $unsigned));
                prop_assert_eq!(shift(BinOp::Shr, s), arithmetic);
                let one = |op, kind| unary(Rules::STRICT, op, kind, a);
                let negated = sx.checked_neg().map_or(Err(Trap::NegOverflow), |v| word(v as $unsigned));
                prop_assert_eq!(one(UnOp::Neg, s), negated);
                prop_assert_eq!(one(UnOp::Not, u), word(!ux));
                prop_assert_eq!(one(UnOp::Bswap, u), word(ux.swap_bytes()));
                prop_assert_eq!(one(UnOp::Popcount, u), Ok(Word::int(u64::from(ux.count_ones()))));
                let zeros = |v: u32| if ux == 0 { Err(Trap::Argument) } else { Ok(Word::int(u64::from(v))) };
                prop_assert_eq!(one(UnOp::Clz, u), zeros(ux.leading_zeros()));
                prop_assert_eq!(one(UnOp::Ctz, u), zeros(ux.trailing_zeros()));
            }
        }
    };
}

agrees!(width_8, i8, u8);
agrees!(width_16, i16, u16);
agrees!(width_32, i32, u32);
agrees!(width_64, i64, u64);
agrees!(width_128, i128, u128);

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn casts_between_integers(x in number()) {
        let kinds = [8u8, 16, 32, 64, 128];
        for from in kinds {
            for (to, signed) in kinds.into_iter().flat_map(|t| [(t, true), (t, false)]) {
                let source = Kind::Int { bits: from, signed };
                let word = Word::wide(x & (u128::MAX >> (128 - from)));
                let value = word.integer(source);
                let expected = Word::wide(value as u128 & (u128::MAX >> (128 - to)));
                for sign in [true, false] {
                    prop_assert_eq!(cast(source, Kind::Int { bits: to, signed: sign }, word), expected);
                }
            }
        }
    }

    #[test]
    fn odd_widths_wrap_at_their_own_width(x in any::<u64>(), y in any::<u64>(), bits in 1u8..64) {
        let m = u64::MAX >> (64 - bits);
        let kind = Kind::unsigned(bits);
        let (a, b) = (Word::int(x & m), Word::int(y & m));
        let sum = binary(Rules::STRICT, BinOp::Add, kind, kind, &a, &b);
        prop_assert_eq!(sum, Ok(Word::int((x & m).wrapping_add(y & m) & m)));
    }

    #[test]
    fn floats_to_integers_as_the_machine_does(x in any::<f64>(), small in -1e10f64..1e10) {
        for v in [x, small] {
            let word = Word::int(v.to_bits());
            let to = |bits, signed| cast(Kind::F64, Kind::Int { bits, signed }, word).lo;
            let fits32 = v > -2147483649.0 && v < 2147483648.0;
            let fits64 = (-9223372036854775808.0..9223372036854775808.0).contains(&v);
            let i32_ = if fits32 { v as i32 } else { i32::MIN };
            let i64_ = if fits64 { v as i64 } else { i64::MIN };
            prop_assert_eq!(to(32, true), u64::from(i32_ as u32));
            prop_assert_eq!(to(64, true), i64_ as u64);
            prop_assert_eq!(to(8, false), u64::from(i32_ as u8));
            prop_assert_eq!(to(32, false), u64::from(i64_ as u32));
        }
    }

    #[test]
    fn integers_to_floats_round_to_nearest(x in any::<i64>()) {
        let word = Word::int(x as u64);
        let signed = Kind::Int { bits: 64, signed: true };
        prop_assert_eq!(cast(signed, Kind::F64, word).lo, (x as f64).to_bits());
        prop_assert_eq!(cast(signed, Kind::F32, word).lo, u64::from((x as f32).to_bits()));
        // 64 bits fit the x87 significand, so the way there and back loses nothing.
        let extended = cast(signed, Kind::F80, word);
        prop_assert_eq!(cast(Kind::F80, signed, extended), word);
    }
}
