//! Compiled procedures: flat code without names.
//!
//! **Invariant.** The code of a procedure does exactly what its automaton says,
//! edge by edge: the pieces of one location stand together and end in an
//! instruction that names the edge taken. Operands are resolved (register,
//! constant or global), kinds and widths are in the instructions, and nesting of
//! expressions has become a sequence, so running code needs neither hashing,
//! allocation nor recursion. It does not depend on the value domain.

use crate::word::{Kind, Word};
use hatha_cfa::output::Text;
use hatha_cfa::{
    BinOp, BitRange, Builtin, ByteOrder, EdgeId, ExprId, FailKind, InputKind, LocId, ObjectWord,
    ProcId, Target, TypeId, UnOp, VarId,
};
use hatha_index::IndexVec;
use hatha_term::{TermId, TermPool};
use rustc_hash::FxHashMap;

/// Where a value stands: two bits of space, thirty of index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opnd(u32);

/// The decoded form of [`Opnd`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpndSpace {
    /// A register of the frame: first the slot variables, then temporaries.
    Reg(usize),
    /// A constant of the procedure.
    Const(usize),
    /// A global slot variable.
    Global(usize),
}

impl Opnd {
    const SHIFT: u32 = 30;
    const MASK: u32 = (1 << Self::SHIFT) - 1;

    /// A register.
    pub fn reg(i: usize) -> Self {
        Opnd(i as u32 & Self::MASK)
    }

    /// A constant.
    pub fn constant(i: usize) -> Self {
        Opnd(i as u32 & Self::MASK | 1 << Self::SHIFT)
    }

    /// A global.
    pub fn global(i: usize) -> Self {
        Opnd(i as u32 & Self::MASK | 2 << Self::SHIFT)
    }

    /// Decoded.
    #[inline]
    pub fn space(self) -> OpndSpace {
        let i = (self.0 & Self::MASK) as usize;
        match self.0 >> Self::SHIFT {
            0 => OpndSpace::Reg(i),
            1 => OpndSpace::Const(i),
            _ => OpndSpace::Global(i),
        }
    }
}

/// How memory is accessed.
#[derive(Clone, Copy, Debug)]
pub struct AccessCode {
    /// The value's kind.
    pub kind: Kind,
    /// Its type; `None` for a raw byte.
    pub ty: Option<TypeId>,
    /// Bytes touched.
    pub len: u32,
    /// Bytes of a plain little-endian access of at most 8 bytes, else 0.
    pub plain: u8,
    /// A bit-field.
    pub bits: Option<BitRange>,
    /// Promised alignment.
    pub align: u32,
    /// Through a volatile lvalue.
    pub volatile: bool,
}

impl AccessCode {
    /// A raw byte.
    pub fn byte() -> Self {
        AccessCode {
            kind: Kind::BYTE,
            ty: None,
            len: 1,
            plain: 1,
            bits: None,
            align: 1,
            volatile: false,
        }
    }

    /// A whole scalar, wherever it stands.
    pub fn scalar(kind: Kind, ty: TypeId, target: &Target) -> Self {
        let len = kind.bytes();
        let plain = target.byte_order == ByteOrder::Little && matches!(len, 1 | 2 | 4 | 8);
        AccessCode {
            kind,
            ty: Some(ty),
            len,
            plain: if plain { len as u8 } else { 0 },
            bits: None,
            align: 1,
            volatile: false,
        }
    }
}

/// One instruction. Numbers named after a table are indices into that table of [`Code`].
#[derive(Clone, Copy, Debug)]
#[expect(
    missing_docs,
    reason = "fields: dst is written, everything else is read"
)]
pub enum Insn {
    Move {
        dst: Opnd,
        src: Opnd,
    },
    /// Address of a memory local.
    Local {
        dst: Opnd,
        local: u32,
    },
    /// `base + delta`
    Offset {
        dst: Opnd,
        base: Opnd,
        delta: i32,
    },
    /// `base + index * scale`
    Index {
        dst: Opnd,
        base: Opnd,
        index: Opnd,
        kind: Kind,
        scale: u32,
    },
    /// `(a - b) / scale`
    Difference {
        dst: Opnd,
        a: Opnd,
        b: Opnd,
        scale: u32,
    },
    Load {
        dst: Opnd,
        addr: Opnd,
        access: u32,
    },
    /// A word of the object that an address was computed from.
    Object {
        dst: Opnd,
        at: Opnd,
        word: ObjectWord,
    },
    Unary {
        op: UnOp,
        kind: Kind,
        dst: Opnd,
        a: Opnd,
    },
    Binary {
        op: BinOp,
        kind: Kind,
        right: Kind,
        dst: Opnd,
        a: Opnd,
        b: Opnd,
    },
    Cast {
        from: Kind,
        to: Kind,
        dst: Opnd,
        src: Opnd,
    },
    /// Stops if the operation behind it loses something and the rules of the run say so.
    Watch {
        watch: u32,
    },
    /// Goes on at `target` unless the condition holds (inside an expression).
    Unless {
        cond: Opnd,
        kind: Kind,
        target: u32,
    },
    /// Goes on at `target` (inside an expression).
    Jump {
        target: u32,
    },
    /// The end of an expression compiled on its own.
    Done {
        src: Opnd,
    },

    Store {
        addr: Opnd,
        src: Opnd,
        access: u32,
    },
    /// A slot variable loses its value.
    Forget {
        dst: Opnd,
    },
    /// A slot variable that may be read before it is written loses its value; where reading it is
    /// no fault, it gets an arbitrary one at once.
    Draw {
        dst: Opnd,
        input: u32,
    },
    /// A memory local begins.
    Declare {
        local: u32,
    },
    /// A memory local ends.
    Dead {
        local: u32,
    },
    Copy {
        dst: Opnd,
        src: Opnd,
        len: Opnd,
    },
    Fill {
        dst: Opnd,
        byte: Opnd,
        len: Opnd,
    },
    /// Writes the structure that the last call returned.
    TakeAggregate {
        addr: Opnd,
        size: u32,
    },
    /// A nondeterministic scalar.
    Input {
        dst: Opnd,
        input: u32,
    },
    /// A structure becomes arbitrary.
    HavocAggregate {
        addr: Opnd,
        size: u32,
    },
    Builtin {
        builtin: u32,
    },
    Call {
        call: u32,
    },
    /// Leaves the procedure.
    Return {
        edge: EdgeId,
        value: Opnd,
    },
    /// Leaves the procedure without a value.
    ReturnVoid {
        edge: EdgeId,
    },
    /// Leaves the procedure with a structure.
    ReturnAggregate {
        edge: EdgeId,
        addr: Opnd,
        size: u32,
    },

    /// The edge is complete; the next location's code is at `target`.
    Next {
        edge: EdgeId,
        target: u32,
    },
    /// A call edge is complete (it was announced when the call was made).
    Arrive {
        target: u32,
    },
    /// Two edges on one condition.
    Branch {
        cond: Opnd,
        kind: Kind,
        branch: u32,
    },
    /// Two edges on one comparison.
    Compare {
        op: BinOp,
        kind: Kind,
        a: Opnd,
        b: Opnd,
        branch: u32,
    },
    /// Takes the edge whose constant the value equals; goes on with the next instruction if none does.
    Switch {
        value: Opnd,
        kind: Kind,
        switch: u32,
    },
    /// An assumption that is the only edge: goes on if the condition holds as wanted, else blocks.
    Require {
        cond: Opnd,
        kind: Kind,
        wanted: bool,
        edge: EdgeId,
    },
    /// One of several guarded edges: goes on at `other` if the condition does not hold as wanted.
    Guard {
        cond: Opnd,
        kind: Kind,
        wanted: bool,
        other: u32,
        edge: EdgeId,
    },
    /// One of several edges without a guard is chosen by an input.
    Choose {
        choice: u32,
    },
    /// Looks for blocks that are lost or left.
    Point {
        point: hatha_cfa::checks::blocks::Point,
    },
    /// No edge: the execution is not one of the program.
    Blocked,
    Fail {
        fail: u32,
    },
    Unsupported {
        reason: u32,
    },
}

/// What is watched for, with the operands of the operation.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "fields: operands and their kinds")]
pub enum WatchCode {
    /// An unsigned sum, difference or product wraps.
    Wrap {
        op: BinOp,
        kind: Kind,
        a: Opnd,
        b: Opnd,
    },
    /// The negation of an unsigned value wraps.
    Negation { kind: Kind, a: Opnd },
    /// A conversion between integers changes the value.
    Conversion { from: Kind, to: Kind, src: Opnd },
    /// An address leaves the object that it is computed from.
    Stray {
        base: Opnd,
        index: Opnd,
        kind: Kind,
        scale: u32,
    },
    /// Two addresses belong to different objects.
    Across { a: Opnd, b: Opnd },
    /// A number is too great for a member of a structure.
    Member { kind: Kind, number: Opnd, most: u64 },
    /// A floating value does not fit the integer type.
    Float { from: Kind, to: Kind, src: Opnd },
}

/// Both ends of a [`Insn::Branch`].
#[derive(Clone, Copy, Debug)]
pub struct BranchCode {
    /// Edge taken if the condition holds.
    pub yes: EdgeId,
    /// Where it leads.
    pub yes_target: u32,
    /// Edge taken otherwise.
    pub no: EdgeId,
    /// Where it leads.
    pub no_target: u32,
}

/// One comparison of a [`SwitchCode`].
#[derive(Clone, Copy, Debug)]
pub struct CaseCode {
    /// The edge taken if the value equals the constant.
    pub edge: EdgeId,
    /// Where it leads.
    pub target: u32,
    /// The constant.
    pub value: u64,
}

/// Edges that compare one value with constants.
#[derive(Clone, Debug)]
pub struct SwitchCode {
    /// The comparisons in order.
    pub cases: Vec<CaseCode>,
    /// From a constant to the first comparison with it.
    pub find: FxHashMap<u64, u32>,
}

impl SwitchCode {
    /// That a value differs from each of the constants.
    pub fn differences(&self, pool: &mut TermPool, value: TermId) -> Vec<TermId> {
        let mut constants: Vec<u64> = self.find.keys().copied().collect();
        constants.sort_unstable();
        let width = pool.width(value);
        let differs = |c: u64| {
            let constant = pool.bv_const(width, u128::from(c));
            pool.ne(value, constant)
        };
        constants.into_iter().map(differs).collect()
    }
}

/// An argument.
#[derive(Clone, Copy, Debug)]
pub enum ArgCode {
    /// A scalar.
    Scalar {
        /// The value.
        src: Opnd,
        /// Its kind.
        kind: Kind,
        /// Its type.
        ty: TypeId,
    },
    /// A structure, by address.
    Aggregate {
        /// Where it is.
        addr: Opnd,
        /// Its type.
        ty: TypeId,
        /// Its bytes.
        size: u32,
    },
}

/// What is called.
#[derive(Clone, Copy, Debug)]
pub enum CalleeCode {
    /// A known procedure.
    Direct(ProcId),
    /// Through a pointer, and the function type of the pointer.
    Indirect(Opnd, Option<TypeId>),
    /// The same, where no procedure of the program is meant whose type is that of the call.
    Elsewhere(Opnd, Option<TypeId>),
}

/// A call.
#[derive(Clone, Debug)]
pub struct CallCode {
    /// The edge.
    pub edge: EdgeId,
    /// What.
    pub callee: CalleeCode,
    /// With what.
    pub args: Vec<ArgCode>,
    /// Where a scalar result goes, with its kind and type.
    pub result: Option<(Opnd, Kind, TypeId)>,
    /// Whether a structure is expected.
    pub aggregate: bool,
    /// If nobody wants a result and the call only prints: the texts that it reads.
    pub printed: Option<Vec<Text>>,
}

/// A built-in operation.
#[derive(Clone, Debug)]
pub struct BuiltinCode {
    /// What.
    pub builtin: Builtin,
    /// Its arguments with their kinds.
    pub args: Vec<(Opnd, Kind)>,
    /// Where its result goes, with its kind and type.
    pub result: Option<(Opnd, Kind, TypeId)>,
}

/// A nondeterministic value.
#[derive(Clone, Debug)]
pub struct InputCode {
    /// Who asks.
    pub origin: InputKind,
    /// Its kind.
    pub kind: Kind,
    /// Its type.
    pub ty: TypeId,
}

/// Where an instruction comes from.
#[derive(Clone, Copy, Debug)]
pub struct Origin {
    /// The location.
    pub loc: LocId,
    /// The edge.
    pub edge: Option<EdgeId>,
    /// The expression that it computes.
    pub expr: Option<ExprId>,
}

/// A compiled procedure or expression.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// The instructions.
    pub insns: Vec<Insn>,
    /// Where each comes from.
    pub origins: Vec<Origin>,
    /// Where each location starts.
    pub starts: IndexVec<LocId, u32>,
    /// The slot variables, in register order.
    pub slots: Vec<VarId>,
    /// The memory variables, parameters among them.
    pub locals: Vec<VarId>,
    /// The kind of the procedure's result, if it is a scalar.
    pub returns: Option<Kind>,
    /// Registers of a frame.
    pub registers: u32,
    /// Constants.
    pub consts: Vec<Word>,
    /// Accesses.
    pub accesses: Vec<AccessCode>,
    /// What is watched for.
    pub watches: Vec<WatchCode>,
    /// Branches.
    pub branches: Vec<BranchCode>,
    /// Switches.
    pub switches: Vec<SwitchCode>,
    /// Choices: the edges and where they lead.
    pub choices: Vec<Vec<(EdgeId, u32)>>,
    /// Calls.
    pub calls: Vec<CallCode>,
    /// Built-in operations.
    pub builtins: Vec<BuiltinCode>,
    /// Inputs.
    pub inputs: Vec<InputCode>,
    /// Stated failures.
    pub fails: Vec<FailKind>,
    /// What is not understood.
    pub reasons: Vec<String>,
}
