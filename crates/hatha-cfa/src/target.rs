//! The machine a program is compiled for.
//!
//! **Invariant.** Everything C leaves to the implementation and that hatha needs
//! is a field here; no other module assumes a width, an alignment, a byte order
//! or the signedness of `char`.

use crate::types::{IntKind, Scalar};

/// How multi-byte values lie in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ByteOrder {
    /// Least significant byte first.
    Little,
    /// Most significant byte first.
    Big,
}

/// The format of `long double`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LongDouble {
    /// As `double`.
    Double,
    /// x87 80-bit extended, padded to the type's size.
    X87,
    /// IEEE binary128.
    Quad,
}

/// Widths in bits, alignments in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// Bits of a pointer.
    pub pointer_bits: u32,
    /// Bits of `short`.
    pub short_bits: u32,
    /// Bits of `int`.
    pub int_bits: u32,
    /// Bits of `long`.
    pub long_bits: u32,
    /// Bits of `long long`.
    pub long_long_bits: u32,
    /// Alignment of `long long` inside a structure.
    pub long_long_align: u32,
    /// Alignment of `double` inside a structure.
    pub double_align: u32,
    /// Format of `long double`.
    pub long_double: LongDouble,
    /// Size of `long double` in bytes.
    pub long_double_size: u32,
    /// Alignment of `long double`.
    pub long_double_align: u32,
    /// Whether plain `char` is signed.
    pub char_signed: bool,
    /// Byte order.
    pub byte_order: ByteOrder,
    /// Whether `__int128` exists.
    pub has_int128: bool,
    /// `__SIZE_TYPE__`.
    pub size_type: IntKind,
    /// `__PTRDIFF_TYPE__`.
    pub ptrdiff_type: IntKind,
    /// `__WCHAR_TYPE__`.
    pub wchar_type: IntKind,
    /// Whether enumerations take the smallest type that holds them (`-fshort-enums`).
    pub short_enums: bool,
    /// The largest useful alignment (`__BIGGEST_ALIGNMENT__`), that of `__attribute__((aligned))`.
    pub max_align: u32,
    /// Whether compilers keep results of floating operations in a wider format than their type
    /// has (`FLT_EVAL_METHOD` is not 0), as x87 does.
    pub excess_precision: bool,
}

impl Target {
    /// x86-64 Linux.
    pub fn lp64() -> Self {
        Target {
            pointer_bits: 64,
            short_bits: 16,
            int_bits: 32,
            long_bits: 64,
            long_long_bits: 64,
            long_long_align: 8,
            double_align: 8,
            long_double: LongDouble::X87,
            long_double_size: 16,
            long_double_align: 16,
            char_signed: true,
            byte_order: ByteOrder::Little,
            has_int128: true,
            size_type: IntKind::ULong,
            ptrdiff_type: IntKind::Long,
            wchar_type: IntKind::Int,
            short_enums: false,
            max_align: 16,
            excess_precision: false,
        }
    }

    /// 32-bit x86 Linux.
    pub fn ilp32() -> Self {
        Target {
            pointer_bits: 32,
            long_bits: 32,
            long_long_align: 4,
            double_align: 4,
            long_double_size: 12,
            long_double_align: 4,
            has_int128: false,
            size_type: IntKind::UInt,
            ptrdiff_type: IntKind::Int,
            wchar_type: IntKind::Long,
            excess_precision: true,
            ..Self::lp64()
        }
    }

    /// Bytes of a pointer.
    pub fn pointer_bytes(&self) -> u64 {
        u64::from(self.pointer_bits / 8)
    }

    /// The bits of an integer kind.
    pub fn int_bits_of(&self, kind: IntKind) -> u32 {
        match kind {
            IntKind::Char | IntKind::SChar | IntKind::UChar => 8,
            IntKind::Short | IntKind::UShort => self.short_bits,
            IntKind::Int | IntKind::UInt => self.int_bits,
            IntKind::Long | IntKind::ULong => self.long_bits,
            IntKind::LongLong | IntKind::ULongLong => self.long_long_bits,
            IntKind::Int128 | IntKind::UInt128 => 128,
            IntKind::Bits { bits, .. } => u32::from(bits),
        }
    }

    /// Whether an integer kind is signed.
    pub fn is_signed(&self, kind: IntKind) -> bool {
        match kind {
            IntKind::Char => self.char_signed,
            IntKind::Bits { signed, .. } => signed,
            IntKind::SChar
            | IntKind::Short
            | IntKind::Int
            | IntKind::Long
            | IntKind::LongLong
            | IntKind::Int128 => true,
            _ => false,
        }
    }

    /// The machine's view of an integer kind.
    pub(crate) fn scalar_of(&self, kind: IntKind) -> Scalar {
        Scalar::Int {
            bits: self.int_bits_of(kind) as u16,
            signed: self.is_signed(kind),
        }
    }
}
