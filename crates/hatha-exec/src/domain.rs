//! The value domain: what the step function computes with.
//!
//! **Invariant.** The step function touches values through this trait alone.
//! Everything that could depend on how values are represented is here: the
//! operations, which way a branch goes, which object an address means, what an
//! input is, and what memory remembers about a stored value. A domain never
//! sees control flow or memory itself.

use crate::code::SwitchCode;
use crate::input::{NoInput, Request};
use crate::math::{self, NoMath};
use crate::memory::{Cell, Object, ObjectKind};
use crate::num::Trap;
use crate::word::{Definedness, Kind, Prov, Word};
use hatha_cfa::{BinOp, EdgeId, MathFn, ProcId, UnOp, VarId};
use std::fmt::Debug;

/// A branch to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// In which procedure.
    pub proc: ProcId,
    /// The edge taken if the condition holds; `None` for the condition of a `?:` inside an expression.
    pub yes: Option<EdgeId>,
    /// The edge taken otherwise.
    pub no: Option<EdgeId>,
    /// Whether this is an assumption: where it fails there is no execution.
    pub required: bool,
}

/// Why one concrete value is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// As the address of a read.
    Read,
    /// As the address of a write.
    Write,
    /// As the target of a call.
    Call,
    /// As the number of bytes of an object, a copy or a fill.
    Size,
    /// As the number of an edge to take where nothing else decides.
    Choice,
    /// As an argument of something that the machine computes concretely.
    Argument,
    /// To leave the program: output, exit status.
    Output,
}

/// An object as far as addresses are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Its identity.
    pub prov: Prov,
    /// Its first address in this run.
    pub base: u64,
    /// Its bytes.
    pub size: u64,
    /// The alignment that it has wherever it lies.
    pub align: u32,
    /// How many objects there were before it.
    pub number: u32,
    /// How many there had been when it ended; as many as can be while it lives.
    pub ended: u32,
    /// Whether it lies there in every run.
    pub is_fixed: bool,
    /// The global variable or literal that it is, if it is one.
    pub global: Option<VarId>,
}

impl Extent {
    /// Of an object.
    pub fn of<S>(object: &Object<S>) -> Self {
        Extent {
            prov: object.prov,
            base: object.base,
            size: object.size,
            align: object.align,
            number: object.number,
            ended: object.ended,
            is_fixed: object.kind == ObjectKind::Region,
            global: match object.kind {
                ObjectKind::Global(var) => Some(var),
                _ => None,
            },
        }
    }

    /// Whether an address lies in it or one past its end.
    pub fn reaches(&self, address: u64) -> bool {
        address.wrapping_sub(self.base) <= self.size
    }

    /// Whether an address is one of its bytes.
    pub fn holds(&self, address: u64) -> bool {
        address.wrapping_sub(self.base) < self.size.max(1)
    }

    /// Whether two objects lived at the same time.
    pub fn meets(&self, other: &Extent) -> bool {
        let (first, second) = if self.number < other.number {
            (self, other)
        } else {
            (other, self)
        };
        first.ended > second.number
    }
}

/// A value domain.
pub trait Domain {
    /// A value.
    type Value: Clone + Debug;
    /// What memory keeps about a stored value beside its bytes.
    type Shadow: Clone + Debug;
    /// Whether it wants to hear of objects and of alignments that accesses rely on.
    const FOLLOWS_OBJECTS: bool = false;

    /// What memory keeps about an address that it holds from the start.
    fn shadow(prov: Prov, address: u64) -> Self::Shadow;
    /// The object that a remembered address was computed from.
    fn provenance(shadow: &Self::Shadow) -> Prov;
    /// An object has come to be, or was there already where the run goes on.
    fn born(&mut self, _: Extent) {}
    /// An object has ended; so many objects have been before.
    fn ended(&mut self, _: Prov, _births: u32) {}
    /// The run relies on the alignment of an address inside an object.
    fn aligned(&mut self, _: Prov, _offset: u64, _align: u32) {}

    /// A number becomes a pointer: the run relies on what lies at its address.
    fn settle(&mut self, _: &Self::Value) {}

    /// A constant.
    fn constant(&mut self, word: Word) -> Self::Value;
    /// The concrete word of a value, as far as there is one.
    fn word(&self, value: &Self::Value) -> Option<Word>;
    /// Whether a value has one.
    fn state(&self, value: &Self::Value) -> Definedness;
    /// The same address with another provenance.
    fn with_provenance(&mut self, value: Self::Value, prov: Prov) -> Self::Value;

    /// A unary operation.
    fn unary(&mut self, op: UnOp, kind: Kind, a: &Self::Value) -> Result<Self::Value, Trap>;
    /// A binary operation; `right` is the kind of a shift's right operand.
    fn binary(
        &mut self,
        op: BinOp,
        kind: Kind,
        right: Kind,
        a: &Self::Value,
        b: &Self::Value,
    ) -> Result<Self::Value, Trap>;
    /// The bits of the result of a binary operation if both operands are integers of at most
    /// 64 bits with a known value and the result is defined. The common case in the inner loop:
    /// single fields are read and one number is returned, because copying a value right after
    /// its parts were written stalls the processor. A branch on such a result is taken without
    /// asking [`Domain::decide`].
    #[inline]
    fn quick(
        &self,
        _op: BinOp,
        _kind: Kind,
        _right: Kind,
        _a: &Self::Value,
        _b: &Self::Value,
    ) -> Option<u64> {
        None
    }
    /// A conversion.
    fn cast(&mut self, from: Kind, to: Kind, a: &Self::Value) -> Self::Value;
    /// A function of `<math.h>` on defined operands, with a result of `kind`; or why it has none.
    /// Unless a domain knows better, it needs the operands concretely.
    fn math(
        &mut self,
        function: MathFn,
        kind: Kind,
        args: &[(Self::Value, Kind)],
    ) -> Result<Result<Self::Value, NoMath>, Trap> {
        let mut words = Vec::with_capacity(args.len());
        for (value, kind) in args {
            words.push((self.concretise(value, *kind, Use::Argument)?, *kind));
        }
        Ok(math::call(function, kind, &words).map(|word| self.constant(word)))
    }
    /// An address plus a constant.
    fn offset(&mut self, base: &Self::Value, delta: i64, bits: u8) -> Self::Value;
    /// An address plus `index * scale`.
    fn index(
        &mut self,
        base: &Self::Value,
        index: &Self::Value,
        kind: Kind,
        scale: u64,
        bits: u8,
    ) -> Self::Value;
    /// `(a - b) / scale` on addresses, of the width of an address.
    fn difference(&mut self, a: &Self::Value, b: &Self::Value, scale: u64, bits: u8)
    -> Self::Value;
    /// Sign- or zero-extends the low `width` bits of a value of `kind`: a bit-field that was read.
    fn field_value(&mut self, raw: &Self::Value, width: u8, kind: Kind) -> Self::Value;

    /// Which way a branch goes.
    fn decide(&mut self, cond: &Self::Value, kind: Kind, at: Branch) -> Result<bool, Trap>;
    /// Which of the constants a value equals; `None` for none of them. Unless a domain knows
    /// better, the comparisons are decided one after the other.
    fn select(
        &mut self,
        value: &Self::Value,
        kind: Kind,
        proc: ProcId,
        table: &SwitchCode,
    ) -> Result<Option<usize>, Trap> {
        for (i, case) in table.cases.iter().enumerate() {
            let constant = self.constant(Word::int(case.value));
            let equal = self.binary(BinOp::Eq, kind, kind, value, &constant)?;
            let at = Branch {
                proc,
                yes: Some(case.edge),
                no: None,
                required: false,
            };
            if self.decide(&equal, Kind::INT, at)? {
                return Ok(Some(i));
            }
        }
        Ok(None)
    }
    /// One concrete value.
    fn concretise(&mut self, value: &Self::Value, kind: Kind, why: Use) -> Result<Word, Trap>;
    /// A nondeterministic value, or why there is none.
    fn input(&mut self, request: &Request) -> Result<Self::Value, NoInput>;

    /// The bytes to store and what to remember beside them.
    fn store(&mut self, value: &Self::Value, kind: Kind) -> (Word, Option<Self::Shadow>);
    /// The value behind bytes that were stored as a whole.
    fn load(&mut self, bytes: Word, kind: Kind, shadow: &Self::Shadow) -> Self::Value;
    /// The value behind bytes of which parts were stored as parts of other values; offsets
    /// are relative to the first byte.
    fn join(&mut self, bytes: Word, kind: Kind, parts: &[(u64, Cell<Self::Shadow>)])
    -> Self::Value;
}
