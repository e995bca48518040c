//! Expressions: typed, total in shape, free of side effects.
//!
//! **Invariant.** Evaluating an expression reads the state and changes nothing.
//! It may *fault* (an invalid load, a division by zero), and which of two
//! faulting operands is met first does not matter. There is no implicit
//! conversion: both operands of an arithmetic operator have the operator's type.
//!
//! An address node (`AddrOf`, `Field`, `Index`) of an array may have the type of a
//! pointer to the array's first element: that is how an array is used as a value.
//!
//! Lvalues are addresses: `p->next` is `Load(Field(Load-or-Var p, next))`, so the
//! printer can give back the C text and a predicate can name the same lvalue.

use crate::program::{ProcId, VarId};
use crate::types::{RecordId, TypeId};
use hatha_index::{IndexVec, index_type};

index_type! {
    /// An index into [`ExprArena`].
    pub struct ExprId
}

/// A range of bits in memory, counted from the least significant bit of the byte
/// at the access's address (on a big-endian target: from the most significant).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BitRange {
    /// First bit, 0..8.
    pub offset: u8,
    /// Width in bits, at least 1, at most 128.
    pub width: u8,
}

impl BitRange {
    /// Bytes that hold the range.
    pub fn bytes(self) -> u64 {
        (u64::from(self.offset) + u64::from(self.width)).div_ceil(8)
    }
}

/// How memory is read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Access {
    /// The scalar type of the value (sign- or zero-extended from `bits` to it, if given).
    pub ty: TypeId,
    /// A bit-field.
    pub bits: Option<BitRange>,
    /// The alignment the lvalue promises, in bytes; an address that breaks it is a fault.
    pub align: u32,
    /// Through a volatile lvalue.
    pub volatile: bool,
}

/// Unary operators; operand and result have the same type unless said otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnOp {
    /// Arithmetic negation (signed: overflow fault on the least value).
    Neg,
    /// Bitwise complement.
    Not,
    /// `!x`: any scalar operand, result `int` 0 or 1.
    LogicalNot,
    /// Leading zeros (undefined at 0: a fault). Result `int`.
    Clz,
    /// Trailing zeros (undefined at 0: a fault). Result `int`.
    Ctz,
    /// Number of ones. Result `int`.
    Popcount,
    /// Bytes reversed.
    Bswap,
}

/// Binary operators. Signedness and float-ness come from the operands' type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are C's")]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    /// The right operand may have another integer type than the left.
    Shl,
    /// Arithmetic if the left operand is signed. The right operand may have another integer type.
    Shr,
    And,
    Or,
    Xor,
    /// Comparisons: operands of one scalar type, result `int` 0 or 1.
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl BinOp {
    /// Whether the result is `int` 0 or 1.
    pub fn is_comparison(self) -> bool {
        matches!(
            self,
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge
        )
    }
}

/// What an expression may ask about the object that an address was computed from.
///
/// Which object that is follows the address through computations, never its bits
/// (`docs/memory-model.md`, section 2). Where no object lives, size and class are 0, and the offset
/// means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ObjectWord {
    /// How far behind its start the address lies, modulo the address space.
    Offset,
    /// Its bytes.
    Size,
    /// What may be done with it: one of the constants below.
    Class,
    /// 1 if every bit that a load of this kind at the address reads has been written, or no object
    /// lives there; else 0.
    Written(Access),
    /// How many bytes from the address on have been written wholly, at most up to the end of the
    /// object; as many as can be if no object lives there.
    WrittenBytes,
    /// How many bytes the address lies behind a multiple of this power of two.
    Remainder(u32),
}

impl ObjectWord {
    /// No object lives, or what lives has no bytes (a function).
    pub const NONE: u64 = 0;
    /// It may be read.
    pub const READABLE: u64 = 1;
    /// It may be written, too.
    pub const WRITABLE: u64 = 2;
    /// It may be freed, too.
    pub const FREEABLE: u64 = 3;
}

/// What an expression is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExprKind {
    /// A constant of integer, boolean, enumeration or pointer type: its bits,
    /// zero-extended from the type's width (so -1 of `int` is 0xffff_ffff).
    /// Of type [`crate::Type::MathInt`]: the value as an `i128` in two's complement.
    Int(u128),
    /// A constant of floating type: the bits of its format.
    Float(u128),
    /// The value of a slot variable.
    Var(VarId),
    /// The address of a memory variable.
    AddrOf(VarId),
    /// The address of a procedure.
    Proc(ProcId),
    /// The address of a member, from the address of the record.
    Field {
        /// Address of the record.
        base: ExprId,
        /// The record.
        record: RecordId,
        /// Index into its fields.
        field: u32,
    },
    /// `base + index * scale` (bytes) on addresses; the index is sign- or
    /// zero-extended by its own type.
    Index {
        /// The address.
        base: ExprId,
        /// Any integer expression.
        index: ExprId,
        /// Bytes per step.
        scale: u64,
    },
    /// `(a - b) / scale` on addresses, result of `ptrdiff_t`.
    PtrDiff {
        /// Minuend.
        a: ExprId,
        /// Subtrahend.
        b: ExprId,
        /// Bytes per step.
        scale: u64,
    },
    /// The value in memory at an address; the expression's type is `access.ty`.
    Load {
        /// The address.
        addr: ExprId,
        /// Type, bit-field, alignment.
        access: Access,
    },
    /// What is known of the object that an address was computed from, of `size_t`. It reads no
    /// memory and never faults.
    Object {
        /// What is asked.
        word: ObjectWord,
        /// The address.
        of: ExprId,
    },
    /// A unary operator.
    Unary(UnOp, ExprId),
    /// A binary operator.
    Binary(BinOp, ExprId, ExprId),
    /// Conversion of the operand to the expression's type, as a C cast does it.
    Cast(ExprId),
    /// `c ? a : b` where `a` and `b` are evaluated only if chosen.
    Cond(ExprId, ExprId, ExprId),
}

/// An expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type: a scalar.
    pub ty: TypeId,
}

/// All expressions of a program. Children come before their parents.
#[derive(Clone, Debug, Default)]
pub struct ExprArena {
    exprs: IndexVec<ExprId, Expr>,
}

impl ExprArena {
    /// An empty arena.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an expression.
    pub fn add(&mut self, kind: ExprKind, ty: TypeId) -> ExprId {
        self.exprs.push_and_get_key(Expr { kind, ty })
    }

    /// Forgets the expressions from `len` on; no id of theirs may be in use.
    pub fn truncate(&mut self, len: usize) {
        self.exprs.truncate(len);
    }

    /// The expression behind an id.
    pub fn get(&self, id: ExprId) -> Expr {
        self.exprs[id]
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.exprs.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.exprs.is_empty()
    }

    /// The operands of an expression, left to right.
    pub fn children(&self, id: ExprId) -> Children {
        let mut out = Children {
            ids: [None; 3],
            next: 0,
        };
        match self.get(id).kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Var(_)
            | ExprKind::AddrOf(_)
            | ExprKind::Proc(_) => {}
            ExprKind::Field { base: a, .. }
            | ExprKind::Load { addr: a, .. }
            | ExprKind::Object { of: a, .. }
            | ExprKind::Unary(_, a)
            | ExprKind::Cast(a) => out.ids[0] = Some(a),
            ExprKind::Index {
                base: a, index: b, ..
            }
            | ExprKind::PtrDiff { a, b, .. }
            | ExprKind::Binary(_, a, b) => out.ids = [Some(a), Some(b), None],
            ExprKind::Cond(a, b, c) => out.ids = [Some(a), Some(b), Some(c)],
        }
        out
    }
}

/// Iterator over the operands of an expression.
#[derive(Clone, Debug)]
pub struct Children {
    ids: [Option<ExprId>; 3],
    next: usize,
}

impl Iterator for Children {
    type Item = ExprId;

    fn next(&mut self) -> Option<ExprId> {
        let id = *self.ids.get(self.next)?;
        self.next += 1;
        id
    }
}
