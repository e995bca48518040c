//! The target machine from the compiler's predefined macros.
//!
//! **Invariant.** Nothing is guessed that a macro says; a compiler that lacks a
//! macro every compiler has is an error, not a default.

use hatha_cfa::{ByteOrder, IntKind, LongDouble, Target};
use rustc_hash::FxHashMap;

struct Macros<'a>(FxHashMap<&'a str, &'a str>);

impl<'a> Macros<'a> {
    fn read(text: &'a str) -> Self {
        let definitions = text.lines().filter_map(|line| {
            let rest = line.strip_prefix("#define ")?;
            Some(rest.split_once(' ').unwrap_or((rest, "")))
        });
        Macros(definitions.collect())
    }

    fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    fn number(&self, name: &'static str) -> Result<u32, &'static str> {
        self.0
            .get(name)
            .and_then(|v| v.trim().parse().ok())
            .ok_or(name)
    }

    fn integer_type(&self, name: &'static str) -> Result<IntKind, &'static str> {
        self.0.get(name).and_then(|v| int_kind(v)).ok_or(name)
    }
}

/// An integer type as the compiler spells it, words in any order.
fn int_kind(text: &str) -> Option<IntKind> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let count = |w: &str| words.iter().filter(|x| **x == w).count();
    let unsigned = count("unsigned") > 0;
    Some(
        match (count("char"), count("short"), count("long"), unsigned) {
            (1, _, _, true) => IntKind::UChar,
            (1, _, _, false) if count("signed") > 0 => IntKind::SChar,
            (1, _, _, false) => IntKind::Char,
            (_, 1, _, true) => IntKind::UShort,
            (_, 1, _, false) => IntKind::Short,
            (_, _, 1, true) => IntKind::ULong,
            (_, _, 1, false) => IntKind::Long,
            (_, _, 2, true) => IntKind::ULongLong,
            (_, _, 2, false) => IntKind::LongLong,
            (0, 0, 0, true) => IntKind::UInt,
            (0, 0, 0, false) if count("int") > 0 => IntKind::Int,
            _ => return None,
        },
    )
}

/// The target that `cc -dM -E` describes, or the name of a macro it lacks.
pub(crate) fn target(text: &str) -> Result<Target, &'static str> {
    let m = Macros::read(text);
    let x86 = m.has("__i386__");
    let long_double_size = m.number("__SIZEOF_LONG_DOUBLE__")?;
    let long_long_size = m.number("__SIZEOF_LONG_LONG__")?;
    let double_size = m.number("__SIZEOF_DOUBLE__")?;
    Ok(Target {
        pointer_bits: 8 * m.number("__SIZEOF_POINTER__")?,
        short_bits: 8 * m.number("__SIZEOF_SHORT__")?,
        int_bits: 8 * m.number("__SIZEOF_INT__")?,
        long_bits: 8 * m.number("__SIZEOF_LONG__")?,
        long_long_bits: 8 * long_long_size,
        // The x86 ABI aligns 8-byte members to 4.
        long_long_align: if x86 { 4 } else { long_long_size },
        double_align: if x86 { 4 } else { double_size },
        long_double: long_double(m.number("__LDBL_MANT_DIG__")?)?,
        long_double_size,
        long_double_align: if x86 { 4 } else { long_double_size.min(16) },
        char_signed: !m.has("__CHAR_UNSIGNED__"),
        byte_order: byte_order(&m)?,
        has_int128: m.has("__SIZEOF_INT128__"),
        size_type: m.integer_type("__SIZE_TYPE__")?,
        ptrdiff_type: m.integer_type("__PTRDIFF_TYPE__")?,
        wchar_type: m.integer_type("__WCHAR_TYPE__")?,
        // Other compilers do not tell; the caller looks at the flags.
        short_enums: m.number("__ARM_SIZEOF_MINIMAL_ENUM") == Ok(1),
        max_align: m.number("__BIGGEST_ALIGNMENT__")?,
        // Not every compiler tells; x87 is what is left without SSE.
        excess_precision: match m.0.get("__FLT_EVAL_METHOD__") {
            Some(&method) => method != "0",
            None => x86 && !m.has("__SSE2_MATH__"),
        },
    })
}

fn long_double(mantissa: u32) -> Result<LongDouble, &'static str> {
    match mantissa {
        53 => Ok(LongDouble::Double),
        64 => Ok(LongDouble::X87),
        113 => Ok(LongDouble::Quad),
        _ => Err("__LDBL_MANT_DIG__"),
    }
}

fn byte_order(m: &Macros<'_>) -> Result<ByteOrder, &'static str> {
    match m.0.get("__BYTE_ORDER__") {
        Some(&"__ORDER_LITTLE_ENDIAN__") => Ok(ByteOrder::Little),
        Some(&"__ORDER_BIG_ENDIAN__") => Ok(ByteOrder::Big),
        _ => Err("__BYTE_ORDER__"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_integer_types() {
        assert_eq!(int_kind("long unsigned int"), Some(IntKind::ULong));
        assert_eq!(int_kind("unsigned int"), Some(IntKind::UInt));
        assert_eq!(int_kind("long long int"), Some(IntKind::LongLong));
        assert_eq!(int_kind("int"), Some(IntKind::Int));
        assert_eq!(int_kind("short unsigned int"), Some(IntKind::UShort));
        assert_eq!(int_kind("float"), None);
    }

    #[test]
    fn a_missing_macro_is_named() {
        assert_eq!(
            target("#define __SIZEOF_INT__ 4\n"),
            Err("__SIZEOF_LONG_DOUBLE__")
        );
    }
}
