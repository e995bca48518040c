//! Machine words: what a concrete run computes with.
//!
//! **Invariant.** A [`Word`] of a kind of at most 64 bits holds its bits in
//! `lo`, zero-extended; wider kinds use `lo` and `hi`. A word that is not
//! [`Word::is_defined`] carries in `hi` the mask of its undefined bits (kinds of
//! at most 64 bits; wider ones are undefined as a whole).

use hatha_cfa::{Scalar, Target};

/// The object that an address was derived from.
///
/// A slot of the memory and the slot's generation, so that an address outlives
/// its object without ever being taken for a later object of the same slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Prov(u64);

impl Prov {
    /// Derived from no object: a number.
    pub const NONE: Prov = Prov(0);
    /// Derived from the null pointer, such as the address of a member of nothing.
    pub const NULL: Prov = Prov(1 << 32);

    /// The provenance of a slot (from 1) in a generation.
    pub fn new(slot: u32, generation: u32) -> Self {
        Prov(u64::from(slot) | u64::from(generation) << 32)
    }

    /// The slot; 0 for none and null.
    pub fn slot(self) -> u32 {
        self.0 as u32
    }

    /// The generation.
    pub fn generation(self) -> u32 {
        (self.0 >> 32) as u32
    }

    /// Whether it names an object, alive or not.
    pub fn is_object(self) -> bool {
        self.slot() != 0
    }
}

/// Whether a word has a value.
///
/// As wide as the other parts of a word: padding would be copied byte by byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u64)]
pub enum Definedness {
    /// It has.
    Defined,
    /// Read from where nothing was written; using it is undefined behaviour.
    Indeterminate,
    /// Anything at all, legally: written by code that is not known. The first read chooses it.
    Arbitrary,
    /// Anything at all: a global that the environment of the entry function set. As arbitrary,
    /// but a pointer among them leads somewhere.
    Entry,
    /// The value of a call whose function returned none. It may be passed on, not used.
    Missing,
}

/// A concrete value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Word {
    /// The low 64 bits.
    pub lo: u64,
    /// The high 64 bits, or the undefined bits (see the module's invariant).
    pub hi: u64,
    /// For addresses, and integers made from them: the object.
    pub prov: Prov,
    /// Whether it has a value.
    pub state: Definedness,
}

impl Word {
    /// The zero of every kind.
    pub const ZERO: Word = Word::int(0);

    /// A number of at most 64 bits.
    #[inline]
    pub const fn int(lo: u64) -> Self {
        Word {
            lo,
            hi: 0,
            prov: Prov::NONE,
            state: Definedness::Defined,
        }
    }

    /// A number of up to 128 bits.
    #[inline]
    pub const fn wide(bits: u128) -> Self {
        Word {
            lo: bits as u64,
            hi: (bits >> 64) as u64,
            prov: Prov::NONE,
            state: Definedness::Defined,
        }
    }

    /// An address.
    #[inline]
    pub const fn address(lo: u64, prov: Prov) -> Self {
        Word {
            lo,
            hi: 0,
            prov,
            state: Definedness::Defined,
        }
    }

    /// A word without a value.
    pub const fn undefined(state: Definedness) -> Self {
        Word {
            lo: 0,
            hi: u64::MAX,
            prov: Prov::NONE,
            state,
        }
    }

    /// Whether all of it has a value.
    #[inline]
    pub fn is_defined(self) -> bool {
        self.state as u64 == 0
    }

    /// All bits.
    #[inline]
    pub fn bits(self) -> u128 {
        u128::from(self.lo) | u128::from(self.hi) << 64
    }

    /// The bits of a kind: for narrow kinds `hi` is not part of the value.
    #[inline]
    pub fn bits_of(self, kind: Kind) -> u128 {
        if kind.bits() > 64 {
            self.bits()
        } else {
            u128::from(self.lo)
        }
    }

    /// As a signed number of `bits` bits (at most 64).
    #[inline]
    pub fn signed(self, bits: u8) -> i64 {
        let shift = 64 - u32::from(bits);
        ((self.lo << shift) as i64) >> shift
    }

    /// As an integer of its kind, whatever the width.
    pub fn integer(self, kind: Kind) -> i128 {
        match kind {
            Kind::Int { bits, signed: true } if bits <= 64 => i128::from(self.signed(bits)),
            Kind::Int { bits, signed } => {
                let all = self.bits_of(kind);
                let shift = 128 - u32::from(bits);
                if signed {
                    ((all << shift) as i128) >> shift
                } else {
                    ((all << shift) >> shift) as i128
                }
            }
            Kind::MathInt => self.bits() as i128,
            _ => i128::from(self.lo),
        }
    }
}

/// What the machine sees of a scalar type, with every width resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `_Bool`.
    Bool,
    /// An integer.
    Int {
        /// Width, 1 to 128.
        bits: u8,
        /// Two's complement if signed.
        signed: bool,
    },
    /// An address.
    Ptr {
        /// Width, 32 or 64.
        bits: u8,
    },
    /// IEEE single.
    F32,
    /// IEEE double.
    F64,
    /// x87 extended.
    F80,
    /// IEEE quad.
    F128,
    /// An unbounded integer, as far as 128 bits reach.
    MathInt,
    /// A truth value.
    MathBool,
}

impl Kind {
    /// C's `int` on every target hatha knows.
    pub const INT: Kind = Kind::Int {
        bits: 32,
        signed: true,
    };
    /// One byte.
    pub(crate) const BYTE: Kind = Kind::unsigned(8);

    /// An unsigned integer.
    pub const fn unsigned(bits: u8) -> Kind {
        Kind::Int {
            bits,
            signed: false,
        }
    }

    /// The kind of a scalar on a target.
    pub fn of(scalar: Scalar, target: &Target) -> Kind {
        match scalar {
            Scalar::Bool => Kind::Bool,
            Scalar::Int { bits, signed } => Kind::Int {
                bits: bits.min(128) as u8,
                signed,
            },
            Scalar::Pointer => Kind::Ptr {
                bits: target.pointer_bits as u8,
            },
            Scalar::F32 => Kind::F32,
            Scalar::F64 => Kind::F64,
            Scalar::F80 => Kind::F80,
            Scalar::F128 => Kind::F128,
            Scalar::MathInt => Kind::MathInt,
            Scalar::MathBool => Kind::MathBool,
        }
    }

    /// Bits of its representation.
    pub fn bits(self) -> u8 {
        match self {
            Kind::Bool => 8,
            Kind::Int { bits, .. } | Kind::Ptr { bits } => bits,
            Kind::F32 => 32,
            Kind::F64 => 64,
            Kind::F80 => 80,
            Kind::F128 | Kind::MathInt => 128,
            Kind::MathBool => 1,
        }
    }

    /// The bytes that carry its value in memory.
    pub fn bytes(self) -> u32 {
        u32::from(self.bits()).div_ceil(8)
    }

    /// Whether it is a floating kind.
    pub fn is_float(self) -> bool {
        matches!(self, Kind::F32 | Kind::F64 | Kind::F80 | Kind::F128)
    }

    /// Whether it is a pointer.
    pub fn is_pointer(self) -> bool {
        matches!(self, Kind::Ptr { .. })
    }

    /// Whether it is a signed integer.
    pub fn is_signed(self) -> bool {
        matches!(self, Kind::Int { signed: true, .. } | Kind::MathInt)
    }
}

/// Ones in the low `bits` bits, at most 64.
#[inline]
pub fn mask(bits: u8) -> u64 {
    u64::MAX >> (64 - u32::from(bits.clamp(1, 64)))
}

/// Ones in the low `bits` bits, at most 128.
#[inline]
pub fn mask128(bits: u8) -> u128 {
    u128::MAX >> (128 - u32::from(bits.clamp(1, 128)))
}
