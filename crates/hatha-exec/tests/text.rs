//! Floating values to text and back, against Rust's exact conversions and the C library's forms.

use hatha_exec::num::cast;
use hatha_exec::text::format::{FloatFormat, format_float};
use hatha_exec::text::parse::parse_float;
use hatha_exec::{Kind, Word};
use proptest::prelude::*;

fn show(kind: Kind, word: Word, conversion: u8, flags: u32, precision: Option<usize>) -> String {
    let f = FloatFormat {
        conversion,
        flags,
        width: 0,
        precision,
    };
    String::from_utf8(format_float(kind, word, f)).expect("digits are ASCII")
}

fn double(v: f64) -> Word {
    Word::int(v.to_bits())
}

fn extended(v: f64) -> Word {
    cast(Kind::F64, Kind::F80, double(v))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn fixed_digits_are_exact(v in any::<f64>(), p in 0usize..40) {
        prop_assume!(v.is_finite());
        prop_assert_eq!(show(Kind::F64, double(v), b'f', 0, Some(p)), format!("{v:.p$}"));
    }

    #[test]
    fn exponents_are_exact(v in any::<f64>(), p in 0usize..40) {
        prop_assume!(v.is_finite());
        // Rust writes the exponent without sign and padding.
        let rust = format!("{v:.p$e}");
        let (digits, exponent) = rust.split_once('e').expect("Rust writes an exponent");
        let n: i32 = exponent.parse().expect("a number");
        let sign = if n < 0 { '-' } else { '+' };
        let expected = format!("{digits}e{sign}{:02}", n.abs());
        prop_assert_eq!(show(Kind::F64, double(v), b'e', 0, Some(p)), expected);
    }

    #[test]
    fn doubles_are_read_back(v in any::<f64>()) {
        prop_assume!(v.is_finite());
        for text in [show(Kind::F64, double(v), b'e', 0, Some(17)), show(Kind::F64, double(v), b'a', 0, None)] {
            let (word, used) = parse_float(Kind::F64, text.as_bytes());
            prop_assert_eq!((word, used), (double(v), text.len()), "{}", text);
        }
    }

    #[test]
    fn extended_values_are_read_back(m in any::<u64>(), e in 1u16..0x7fff, negative in any::<bool>()) {
        let bits = u128::from(m | 1 << 63) | u128::from(e) << 64 | u128::from(negative) << 79;
        let word = Word::wide(bits);
        for text in [show(Kind::F80, word, b'e', 0, Some(21)), show(Kind::F80, word, b'a', 0, None)] {
            let (back, used) = parse_float(Kind::F80, text.as_bytes());
            prop_assert_eq!((back, used), (word, text.len()), "{}", text);
        }
    }

    #[test]
    fn an_extended_value_that_is_a_double_prints_as_one(v in any::<f64>(), p in 0usize..30) {
        prop_assume!(v.is_finite());
        for conversion in [b'f', b'e', b'g'] {
            let a = show(Kind::F80, extended(v), conversion, 0, Some(p));
            prop_assert_eq!(a, show(Kind::F64, double(v), conversion, 0, Some(p)));
        }
    }
}

#[test]
fn general_form_drops_zeros_and_chooses_the_shorter() {
    for (v, p, text) in [
        (100000.0, None, "100000"),
        (1000000.0, None, "1e+06"),
        (0.0001, None, "0.0001"),
        (0.00001, None, "1e-05"),
        (2.5, Some(1), "2"),
        (3.5, Some(1), "4"),
        (0.0, None, "0"),
        (1e100, Some(0), "1e+100"),
        (9.9999999, Some(3), "10"),
    ] {
        assert_eq!(show(Kind::F64, double(v), b'g', 0, p), text, "{v}");
    }
    assert_eq!(show(Kind::F64, double(1.5), b'g', 8, None), "1.50000");
}

#[test]
fn hexadecimal_form_is_the_c_library_s() {
    for (v, p, text) in [
        (1.0, None, "0x1p+0"),
        (0.1, None, "0x1.999999999999ap-4"),
        (1.5, Some(0), "0x2p+0"),
        (2.5, Some(0), "0x1p+1"),
        (1.0, Some(3), "0x1.000p+0"),
        (5e-324, None, "0x0.0000000000001p-1022"),
        (0.0, None, "0x0p+0"),
    ] {
        assert_eq!(show(Kind::F64, double(v), b'a', 0, p), text, "{v}");
    }
    assert_eq!(show(Kind::F80, extended(1.0), b'a', 0, None), "0x8p-3");
    assert_eq!(show(Kind::F80, extended(12.5), b'a', 0, None), "0xc.8p+0");
    assert_eq!(show(Kind::F80, extended(31.75), b'a', 0, Some(0)), "0x1p+5");
}

#[test]
fn signs_padding_and_special_values() {
    let padded = |v: f64, flags: u32| {
        let f = FloatFormat {
            conversion: b'f',
            flags,
            width: 8,
            precision: Some(1),
        };
        String::from_utf8(format_float(Kind::F64, double(v), f)).expect("digits are ASCII")
    };
    assert_eq!(padded(1.5, 0), "     1.5");
    assert_eq!(padded(-1.5, 16), "-00001.5");
    assert_eq!(padded(1.5, 1), "1.5     ");
    assert_eq!(padded(1.5, 2), "    +1.5");
    assert_eq!(padded(f64::INFINITY, 16), "     inf");
    assert_eq!(show(Kind::F64, double(-0.0), b'f', 0, Some(0)), "-0");
    assert_eq!(
        show(Kind::F64, double(f64::NEG_INFINITY), b'G', 0, None),
        "-INF"
    );
}

#[test]
fn the_longest_number_at_the_start_is_read() {
    let read = |text: &str| {
        let (word, used) = parse_float(Kind::F64, text.as_bytes());
        (f64::from_bits(word.lo), used)
    };
    assert_eq!(read("  12.5abc"), (12.5, 6));
    assert_eq!(read("1e+"), (1.0, 1));
    assert_eq!(read("0x"), (0.0, 1));
    assert_eq!(read("0x.8p1"), (1.0, 6));
    assert_eq!(read("-infinityx"), (f64::NEG_INFINITY, 9));
    assert_eq!(read("."), (0.0, 0));
    assert_eq!(read("abc"), (0.0, 0));
    assert_eq!(read("1e999999999999"), (f64::INFINITY, 14));
    assert_eq!(read("9007199254740993").0, 9007199254740992.0);
    let (nan, used) = read("nan(12)z");
    assert!(nan.is_nan() && used == 7);
}
