//! Operators and the typed names that occur in them.

use crate::float::FpOp;

/// A term of one pool. Equal ids mean equal structure, and a term's arguments
/// always have smaller ids: ascending ids are a topological order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TermId(pub(crate) u32);

/// A variable of one pool: an interned symbol with a sort.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct VarId(pub(crate) u32);

/// An uninterpreted function of one pool.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FunId(pub(crate) u32);

/// An interned [`crate::Symbol`] of one pool.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SymbolId(pub(crate) u32);

/// An interned constant of one pool.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ConstId(pub(crate) u32);

macro_rules! dense_index {
    ($($id:ident),*) => {$(
        impl $id {
            /// The id as an index, dense from zero within its pool.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}
dense_index!(TermId, VarId, FunId, SymbolId, ConstId);

/// What a term does with its arguments. The widths of extractions and
/// extensions are those of the term's own sort.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)] // The rest bear the names of their SMT-LIB operators.
pub enum Op {
    True,
    False,
    Var(VarId),
    BvConst(ConstId),
    IntConst(ConstId),
    /// Application of an uninterpreted function.
    Apply(FunId),
    Not,
    And,
    Or,
    Xor,
    Implies,
    /// Condition, then, else; of any sort.
    Ite,
    /// Equality of two terms of any one sort.
    Eq,
    BvNot,
    BvNeg,
    BvAdd,
    BvSub,
    BvMul,
    BvUdiv,
    BvUrem,
    BvSdiv,
    BvSrem,
    BvAnd,
    BvOr,
    BvXor,
    BvShl,
    BvLshr,
    BvAshr,
    BvUlt,
    BvUle,
    BvSlt,
    BvSle,
    /// The first argument holds the high bits.
    Concat,
    /// The bits from `lo` up, as many as the term is wide.
    Extract {
        lo: u32,
    },
    ZeroExt,
    SignExt,
    IntNeg,
    IntAdd,
    IntSub,
    IntMul,
    /// Euclidean quotient, and zero when the divisor is zero.
    IntDiv,
    /// Euclidean remainder, and the dividend when the divisor is zero.
    IntMod,
    IntLe,
    IntLt,
    Select,
    Store,
    /// The array of the term's sort that maps every index to the argument.
    ConstArray,
    /// A floating operator, over the bits of floats.
    Fp(FpOp),
}

impl Op {
    /// The number of arguments; `None` for applications, whose function says.
    pub fn arity(self) -> Option<usize> {
        use Op::*;
        Some(match self {
            Apply(_) => return None,
            True | False | Var(_) | BvConst(_) | IntConst(_) => 0,
            Not | BvNot | BvNeg | Extract { .. } | ZeroExt | SignExt | IntNeg | ConstArray => 1,
            Ite | Store => 3,
            Fp(op) => op.arity(),
            _ => 2,
        })
    }

    /// Is this a constant of sort Bool, Int or bit-vector?
    pub fn is_const(self) -> bool {
        matches!(
            self,
            Op::True | Op::False | Op::BvConst(_) | Op::IntConst(_)
        )
    }
}

// Pools hold millions of nodes: floating operators must not make them larger.
const _: () = assert!(size_of::<Op>() == 8);
