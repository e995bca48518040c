//! Arithmetic on machine words, exactly as the machine does it.
//!
//! **Invariant.** Pure functions of words and kinds: no state, no location. What
//! C calls undefined is a [`Trap`] unless the [`Rules`] give it the machine's
//! meaning. Floating operations are carried out in the operands' own format
//! (as SSE does), also on targets whose compiler would use the x87 stack.

mod cast;
mod float;
mod int;
mod lossy;
mod undef;

pub use cast::cast;
pub use float::{F80, F128, Float, float_is_zero};
pub(crate) use lossy::{changes_value, fits, rounds, unwanted, wraps};

use crate::word::{Kind, Word};
use hatha_cfa::{BinOp, UnOp};

/// Why an operation has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trap {
    /// A signed result that does not fit.
    Overflow(BinOp),
    /// The negation of the least value.
    NegOverflow,
    /// Division or remainder by zero.
    DivisionByZero,
    /// A shift by a negative count or by at least the width.
    Shift {
        /// The count.
        count: i64,
        /// The width of the left operand.
        width: u8,
    },
    /// A floating value that an integer type cannot hold.
    FloatConversion,
    /// An unsigned result that wraps.
    Wrap,
    /// A conversion that changes the value of an integer.
    Conversion,
    /// A floating operation on numbers whose result is none.
    Nan,
    /// A floating operation on finite numbers whose result is infinite.
    Infinity,
    /// A conversion from or to a floating type that changes the value.
    Inexact,
    /// Pointer arithmetic that leaves its object.
    Stray,
    /// Pointers into different objects that are compared or subtracted.
    Across,
    /// An access that leaves its structure member.
    Member,
    /// An argument for which the operation is not defined (`__builtin_clz(0)`).
    Argument,
    /// A value without a value where one is needed.
    Undefined,
    /// An unbounded integer beyond 128 bits: not a fault of the program.
    Unrepresentable,
    /// An operator on a kind that has no such operator.
    Malformed,
}

/// The meaning of undefined arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Signed overflow wraps (`-fwrapv`) rather than traps.
    pub wrap: bool,
    /// Shift counts are taken modulo the register width, as x86 does, rather than trap.
    pub mask_shifts: bool,
    /// A floating value that an integer type cannot hold is converted as x86-64 does it.
    pub convert_any: bool,
    /// Unsigned results wrap, as C has it, rather than trap. The functions of the library may wrap
    /// in any case.
    pub wrap_unsigned: bool,
    /// Conversions of integers that nobody wrote may change values, as C has it. The same.
    pub lose_values: bool,
    /// In a replay: values that were never written are inputs, rather than holes whose use is a
    /// fault.
    pub draw_unwritten: bool,
    /// Blocks of the heap may be lost, as C has it, rather than stop the run.
    pub lose_blocks: bool,
    /// Blocks may be left when the program ends. The same.
    pub leave_blocks: bool,
    /// They may be left when it fails. The same.
    pub leave_blocks_failing: bool,
    /// Pointers may leave their objects, as long as nothing is accessed there. The same; the
    /// functions of the library may do it in any case.
    pub leave_objects: bool,
    /// Accesses may leave their structure members. The same.
    pub leave_members: bool,
    /// Floating operations may make NaNs of numbers. The same.
    pub make_nans: bool,
    /// They may make infinities of finite numbers. The same.
    pub make_infinities: bool,
    /// Conversions from and to floating types may round. The same.
    pub round_conversions: bool,
    /// Functions that take no null pointer leave one as it is, if they have no bytes to access.
    pub take_nulls: bool,
}

impl Rules {
    /// Everything undefined traps.
    pub const STRICT: Rules = Rules {
        wrap: false,
        mask_shifts: false,
        convert_any: false,
        wrap_unsigned: true,
        lose_values: true,
        draw_unwritten: true,
        lose_blocks: true,
        leave_blocks: true,
        leave_blocks_failing: true,
        leave_objects: true,
        leave_members: true,
        make_nans: true,
        make_infinities: true,
        round_conversions: true,
        take_nulls: false,
    };
    /// The machine's meaning wherever it has one.
    pub const MACHINE: Rules = Rules {
        wrap: true,
        mask_shifts: true,
        convert_any: true,
        wrap_unsigned: true,
        lose_values: true,
        draw_unwritten: true,
        lose_blocks: true,
        leave_blocks: true,
        leave_blocks_failing: true,
        leave_objects: true,
        leave_members: true,
        make_nans: true,
        make_infinities: true,
        round_conversions: true,
        take_nulls: true,
    };
}

/// A binary operation; `kind` is that of the operands (of the left one for shifts,
/// whose right one is of `right`).
pub fn binary(
    rules: Rules,
    op: BinOp,
    kind: Kind,
    right: Kind,
    a: &Word,
    b: &Word,
) -> Result<Word, Trap> {
    if !(a.is_defined() & b.is_defined()) {
        return undef::binary(op, kind, a, b);
    }
    match kind {
        Kind::Int { bits, signed } if bits <= 64 => {
            int::binary(rules, op, (bits, signed), right, a, b).map(Word::int)
        }
        _ => binary_other(rules, op, kind, right, a, b),
    }
}

/// The bits of the result for defined integers of at most 64 bits, if there is one.
#[inline(always)]
pub fn quick(rules: Rules, op: BinOp, kind: Kind, right: Kind, a: &Word, b: &Word) -> Option<u64> {
    match kind {
        Kind::Int { bits, signed } if bits <= 64 && a.is_defined() & b.is_defined() => {
            int::binary(rules, op, (bits, signed), right, a, b).ok()
        }
        _ => None,
    }
}

#[inline(never)]
fn binary_other(
    rules: Rules,
    op: BinOp,
    kind: Kind,
    right: Kind,
    a: &Word,
    b: &Word,
) -> Result<Word, Trap> {
    let (a, b) = (*a, *b);
    match kind {
        Kind::Bool => int::binary(rules, op, (8, false), right, &a, &b).map(Word::int),
        Kind::Int { bits, signed } => int::binary_wide(rules, op, bits, signed, right, a, b),
        Kind::Ptr { bits } => int::binary_pointer(op, bits, a, b),
        Kind::F32 => float::binary_f32(op, a, b),
        Kind::F64 => float::binary_f64(op, a, b),
        Kind::F80 | Kind::F128 => float::binary_soft(op, kind, a, b),
        Kind::MathInt => int::binary_math(op, a, b),
        Kind::MathBool => int::binary(rules, op, (1, false), right, &a, &b).map(Word::int),
    }
}

/// A unary operation on an operand of `kind`.
pub fn unary(rules: Rules, op: UnOp, kind: Kind, a: Word) -> Result<Word, Trap> {
    if !a.is_defined() {
        return undef::unary(op, kind, a);
    }
    if op == UnOp::LogicalNot {
        return Ok(Word::int(u64::from(!truth(kind, a))));
    }
    match kind {
        Kind::F32 | Kind::F64 | Kind::F80 | Kind::F128 if op == UnOp::Neg => {
            Ok(float::negate(kind, a))
        }
        Kind::Int { bits, signed } => int::unary(rules, op, bits, signed, a),
        Kind::Bool => int::unary(rules, op, 8, false, a),
        Kind::MathBool => int::unary(rules, op, 1, false, a),
        Kind::MathInt if op == UnOp::Neg => (a.bits() as i128)
            .checked_neg()
            .map(|v| Word::wide(v as u128))
            .ok_or(Trap::Unrepresentable),
        _ => Err(Trap::Malformed),
    }
}

/// Whether a scalar counts as true (`x != 0`); the word must be defined.
#[inline]
pub fn truth(kind: Kind, a: Word) -> bool {
    match kind {
        Kind::F32 | Kind::F64 | Kind::F80 | Kind::F128 => !float_is_zero(kind, a),
        _ => a.bits_of(kind) != 0,
    }
}
