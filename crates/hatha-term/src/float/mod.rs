//! Floating point: formats, rounding modes and the operators of SMT-LIB's
//! theory, over bit-vectors.
//!
//! A float is its bits: there is no term of a floating sort. An operator carries
//! its format and rounding mode and takes and gives bit-vectors of the format's
//! width, so memory, equality of bits, slices and substitution need to know
//! nothing about floats. Negation, absolute value, the sign, classification,
//! minimum and maximum and conversions of unsigned integers are not operators:
//! constructors of [`TermPool`](crate::TermPool) write them with the others.
//!
//! A NaN operand makes the result that operand with its quiet bit set, the first
//! of several; an operation that makes a NaN of numbers gives the format's
//! default NaN, whose sign is set. That is what SSE does. The decision record
//! `0008-floats-are-bits` says where other hardware differs.

mod value;

use crate::bits::Bv;
use crate::value::Value;
use std::fmt;

/// A binary interchange format of IEEE 754, or one like it: a sign, then the
/// exponent, then the significand without its leading bit.
///
/// x87's format with its explicit leading bit is [`Format::EXTENDED`] behind
/// [`TermPool::x87_decode`](crate::TermPool::x87_decode).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Format {
    exponent: u8,
    significand: u8,
}

impl Format {
    /// 6 bits, for exhaustive tests.
    pub const TINY: Format = Format::of(3, 3);
    /// 8 bits, for exhaustive tests.
    pub const MINI: Format = Format::of(4, 4);
    /// binary16.
    pub const HALF: Format = Format::of(5, 11);
    /// binary32.
    pub const SINGLE: Format = Format::of(8, 24);
    /// binary64.
    pub const DOUBLE: Format = Format::of(11, 53);
    /// The numbers of x87's extended format, in 79 bits without the leading bit.
    pub const EXTENDED: Format = Format::of(15, 64);
    /// binary128.
    pub const QUAD: Format = Format::of(15, 113);

    /// All formats.
    pub const ALL: [Format; 7] = [
        Format::TINY,
        Format::MINI,
        Format::HALF,
        Format::SINGLE,
        Format::DOUBLE,
        Format::EXTENDED,
        Format::QUAD,
    ];

    const fn of(exponent: u8, significand: u8) -> Format {
        Format {
            exponent,
            significand,
        }
    }

    /// The format with these widths, if there are operators for it.
    pub fn new(exponent: u32, significand: u32) -> Option<Format> {
        let same = |f: &Format| f.exponent_bits() == exponent && f.precision() == significand;
        Format::ALL.into_iter().find(same)
    }

    /// The width of the exponent.
    pub fn exponent_bits(self) -> u32 {
        self.exponent.into()
    }

    /// The width of the significand with its leading bit.
    pub fn precision(self) -> u32 {
        self.significand.into()
    }

    /// The width of the significand without its leading bit.
    pub fn fraction_bits(self) -> u32 {
        self.precision() - 1
    }

    /// The number of bits, at most 128.
    pub fn width(self) -> u32 {
        self.exponent_bits() + self.precision()
    }

    /// The exponent of the greatest numbers, and what is added to an exponent to
    /// store it.
    pub fn bias(self) -> u32 {
        (1 << (self.exponent_bits() - 1)) - 1
    }

    /// The sign bit.
    pub fn sign_mask(self) -> u128 {
        1 << (self.width() - 1)
    }

    /// Infinity without sign.
    pub fn infinity(self) -> u128 {
        ((1 << self.exponent_bits()) - 1) << self.fraction_bits()
    }

    /// The bit that tells a quiet NaN.
    pub fn quiet_bit(self) -> u128 {
        1 << (self.fraction_bits() - 1)
    }

    /// The NaN that operations on numbers make: x86's "real indefinite".
    pub fn default_nan(self) -> u128 {
        self.sign_mask() | self.infinity() | self.quiet_bit()
    }

    /// One.
    pub fn one(self) -> u128 {
        u128::from(self.bias()) << self.fraction_bits()
    }

    /// Are these the bits of a NaN?
    pub fn is_nan(self, bits: u128) -> bool {
        bits & !self.sign_mask() > self.infinity()
    }

    /// Does every number of the other format belong to this one?
    pub fn includes(self, other: Format) -> bool {
        self.exponent >= other.exponent && self.significand >= other.significand
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({} {})", self.exponent, self.significand)
    }
}

/// How a result that is not representable is rounded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Rounding {
    /// To the nearest, ties to the one with an even last bit.
    NearestEven,
    /// To the nearest, ties to the one of greater magnitude.
    NearestAway,
    /// Up.
    TowardPositive,
    /// Down.
    TowardNegative,
    /// To the one of smaller magnitude.
    TowardZero,
}

impl Rounding {
    /// All modes.
    pub const ALL: [Rounding; 5] = [
        Rounding::NearestEven,
        Rounding::NearestAway,
        Rounding::TowardPositive,
        Rounding::TowardNegative,
        Rounding::TowardZero,
    ];

    /// The name in SMT-LIB.
    pub fn smt_name(self) -> &'static str {
        match self {
            Rounding::NearestEven => "RNE",
            Rounding::NearestAway => "RNA",
            Rounding::TowardPositive => "RTP",
            Rounding::TowardNegative => "RTN",
            Rounding::TowardZero => "RTZ",
        }
    }
}

/// A floating operator with its format. Comparisons give truth values, the
/// others bit-vectors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FpOp {
    /// Sum.
    Add(Format, Rounding),
    /// Difference.
    Sub(Format, Rounding),
    /// Product.
    Mul(Format, Rounding),
    /// Quotient.
    Div(Format, Rounding),
    /// The first times the second plus the third, rounded once.
    Fma(Format, Rounding),
    /// Square root; a NaN of numbers below zero, and -0 of -0.
    Sqrt(Format, Rounding),
    /// IEEE remainder, C's `remainder`: `x - n * y` for the integer `n` nearest
    /// to `x / y`, ties to even. A zero has the sign of `x`.
    Rem(Format),
    /// C's `fmod`: `x - n * y` for `x / y` cut to an integer `n`. A zero has the
    /// sign of `x`.
    Fmod(Format),
    /// To an integer in the same format. A zero has the sign of the argument.
    RoundToIntegral(Format, Rounding),
    /// IEEE equality: zeros are equal, a NaN differs from everything.
    Eq(Format),
    /// Less; false if an argument is a NaN.
    Lt(Format),
    /// At most; false if an argument is a NaN.
    Le(Format),
    /// To another format. A NaN keeps its sign and the high bits of its payload.
    Convert {
        /// The argument's format.
        from: Format,
        /// The result's format.
        to: Format,
        /// How it is rounded.
        rounding: Rounding,
    },
    /// From a signed integer of any width.
    FromInt(Format, Rounding),
    /// To a signed integer of the term's width. What does not fit, infinities and
    /// NaNs give the least integer, as `cvttsd2si` does.
    ToInt(Format, Rounding),
}

impl FpOp {
    /// The value for these arguments; `width` is that of an integer result and of
    /// no account for other operators. None if the arguments do not fit.
    pub fn value(self, args: &[&Bv], width: u32) -> Option<Value> {
        value::compute(self, args, width)
    }

    /// The same on plain bits, for those who compute many values; an integer operand has `operand`
    /// bits. A truth value is 0 or 1.
    pub fn bits(self, args: &[u128], operand: u32, width: u32) -> Option<u128> {
        value::bits(self, args, operand, width)
    }

    /// The number of arguments.
    pub fn arity(self) -> usize {
        match self {
            FpOp::Fma(..) => 3,
            FpOp::Sqrt(..)
            | FpOp::RoundToIntegral(..)
            | FpOp::Convert { .. }
            | FpOp::FromInt(..)
            | FpOp::ToInt(..) => 1,
            _ => 2,
        }
    }

    /// The format of the arguments; for an integer that of the result.
    pub fn format(self) -> Format {
        use FpOp::*;
        match self {
            Add(f, _) | Sub(f, _) | Mul(f, _) | Div(f, _) | Fma(f, _) | Sqrt(f, _) => f,
            Rem(f) | Fmod(f) | Eq(f) | Lt(f) | Le(f) => f,
            RoundToIntegral(f, _) | FromInt(f, _) | ToInt(f, _) => f,
            Convert { from, .. } => from,
        }
    }

    /// The format of the result, if it is a float.
    pub fn result(self) -> Option<Format> {
        match self {
            FpOp::Eq(_) | FpOp::Lt(_) | FpOp::Le(_) | FpOp::ToInt(..) => None,
            FpOp::Convert { to, .. } => Some(to),
            other => Some(other.format()),
        }
    }

    /// Is the result a truth value?
    pub fn is_comparison(self) -> bool {
        matches!(self, FpOp::Eq(_) | FpOp::Lt(_) | FpOp::Le(_))
    }

    /// The rounding mode, if the result depends on one.
    pub fn rounding(self) -> Option<Rounding> {
        use FpOp::*;
        match self {
            Add(_, r) | Sub(_, r) | Mul(_, r) | Div(_, r) | Fma(_, r) | Sqrt(_, r) => Some(r),
            RoundToIntegral(_, r) | FromInt(_, r) | ToInt(_, r) => Some(r),
            Convert { rounding, .. } => Some(rounding),
            Rem(_) | Fmod(_) | Eq(_) | Lt(_) | Le(_) => None,
        }
    }
}
