//! What can go wrong: four different things in four types.
//!
//! **Invariant.** Only a [`Fault`] is the program's; [`Unsupported`], [`Budget`]
//! and an internal error say that hatha does not know, and never become a
//! verdict.

use hatha_cfa::{CheckKind, EdgeId, FailKind, LocId, ProcId, Span};
use std::fmt;

/// The kinds of faults.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// An access outside the object that the address was derived from.
    OutOfBounds,
    /// An access through the null pointer or a member of it.
    NullDereference,
    /// An access to an object that is no more.
    Dangling,
    /// `free` of what is already freed.
    DoubleFree,
    /// `free` of what no allocation gave.
    InvalidFree,
    /// The use of a value that was never written.
    Uninitialised,
    /// Division or remainder by zero.
    DivisionByZero,
    /// A signed result that does not fit.
    SignedOverflow,
    /// A shift by a negative count or by at least the width.
    ShiftOutOfRange,
    /// A floating value converted to an integer type that cannot hold it.
    FloatConversion,
    /// An unsigned result that wraps; a fault only where that is asked about.
    Wrap,
    /// A conversion that nobody wrote and that changes the value; the same.
    Conversion,
    /// A block of the heap that nothing leads to any more; a fault only where that is asked about.
    Leak,
    /// A block that is not freed when the program ends; the same.
    Cleanup,
    /// A block that is not freed when the program is aborted or fails; the same.
    CleanupOnFailure,
    /// Pointer arithmetic that leaves its object, or a comparison across objects; the same.
    Pointer,
    /// An access that leaves its structure member but not its object; the same.
    Member,
    /// A floating operation on numbers whose result is none; the same.
    Nan,
    /// A floating operation on finite numbers whose result is infinite; the same.
    Infinity,
    /// A conversion from or to a floating type that changes the value; the same.
    InexactConversion,
    /// An access whose address breaks the alignment of its type.
    Misaligned,
    /// A write to a `const` object or a string literal.
    ReadOnly,
    /// An access through an address that belongs to no object.
    BadPointer,
    /// A call of something that is not a function of that type.
    BadCall,
    /// An argument for which a built-in operation is not defined.
    BadArgument,
    /// `longjmp` to an invocation that has ended or was never saved.
    BadJump,
    /// The use of the value of a call whose function returned none.
    MissingReturn,
    /// A copy between objects that overlap, by a function for which that is not defined.
    Overlap,
    /// The program says so itself.
    Stated(FailKind),
}

impl FaultKind {
    /// The kind of check that asks about this fault of an operation.
    pub fn checked(&self) -> Option<CheckKind> {
        match self {
            FaultKind::SignedOverflow => Some(CheckKind::SignedOverflow),
            FaultKind::DivisionByZero => Some(CheckKind::DivisionByZero),
            FaultKind::ShiftOutOfRange => Some(CheckKind::ShiftOutOfRange),
            FaultKind::FloatConversion => Some(CheckKind::FloatConversion),
            FaultKind::Wrap => Some(CheckKind::Wrap),
            FaultKind::Conversion => Some(CheckKind::Conversion),
            FaultKind::Leak => Some(CheckKind::Leak),
            FaultKind::Cleanup => Some(CheckKind::Cleanup),
            FaultKind::CleanupOnFailure => Some(CheckKind::CleanupOnFailure),
            FaultKind::Pointer => Some(CheckKind::Pointer),
            FaultKind::Member => Some(CheckKind::Member),
            FaultKind::Nan => Some(CheckKind::Nan),
            FaultKind::Infinity => Some(CheckKind::Infinity),
            FaultKind::InexactConversion => Some(CheckKind::InexactConversion),
            FaultKind::OutOfBounds
            | FaultKind::NullDereference
            | FaultKind::Dangling
            | FaultKind::ReadOnly
            | FaultKind::BadPointer => Some(CheckKind::InvalidAccess),
            FaultKind::DoubleFree | FaultKind::InvalidFree => Some(CheckKind::InvalidFree),
            FaultKind::Uninitialised => Some(CheckKind::Uninitialised),
            FaultKind::Misaligned => Some(CheckKind::Misaligned),
            FaultKind::BadArgument => Some(CheckKind::BadArgument),
            FaultKind::Overlap => Some(CheckKind::Overlap),
            FaultKind::BadCall => Some(CheckKind::BadCall),
            FaultKind::MissingReturn => Some(CheckKind::MissingReturn),
            FaultKind::BadJump | FaultKind::Stated(_) => None,
        }
    }

    /// The name used on the command line, in test headers and in files.
    pub fn name(&self) -> &'static str {
        match self {
            FaultKind::OutOfBounds => "out-of-bounds",
            FaultKind::NullDereference => "null-dereference",
            FaultKind::Dangling => "dangling",
            FaultKind::DoubleFree => "double-free",
            FaultKind::InvalidFree => "invalid-free",
            FaultKind::Uninitialised => "uninitialised",
            FaultKind::DivisionByZero => "division-by-zero",
            FaultKind::SignedOverflow => "signed-overflow",
            FaultKind::ShiftOutOfRange => "shift-out-of-range",
            FaultKind::FloatConversion => "float-conversion",
            FaultKind::Wrap => "wrap",
            FaultKind::Conversion => "conversion",
            FaultKind::Leak => "leak",
            FaultKind::Cleanup => "cleanup",
            FaultKind::CleanupOnFailure => "cleanup-on-failure",
            FaultKind::Pointer => "pointer",
            FaultKind::Member => "member",
            FaultKind::Nan => "nan",
            FaultKind::Infinity => "infinity",
            FaultKind::InexactConversion => "inexact-conversion",
            FaultKind::Misaligned => "misaligned",
            FaultKind::ReadOnly => "read-only",
            FaultKind::BadPointer => "bad-pointer",
            FaultKind::BadCall => "bad-call",
            FaultKind::BadArgument => "bad-argument",
            FaultKind::BadJump => "bad-jump",
            FaultKind::MissingReturn => "missing-return",
            FaultKind::Overlap => "overlap",
            FaultKind::Stated(FailKind::Assertion(_)) => "assertion",
            FaultKind::Stated(FailKind::ReachError(_)) => "reach-error",
            FaultKind::Stated(FailKind::Abort) => "abort",
            FaultKind::Stated(FailKind::Unreachable) => "unreachable",
            FaultKind::Stated(FailKind::ArraySize) => "array-size",
            FaultKind::Stated(FailKind::Check(kind)) => kind.name(),
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One invocation on the call stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StackEntry {
    /// Whose.
    pub proc: ProcId,
    /// Where it is.
    pub loc: LocId,
    /// The edge it is on, if it is between locations.
    pub edge: Option<EdgeId>,
    /// Where that stands.
    pub span: Span,
}

/// An object, for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectNote {
    /// Such as "`a`, 40 bytes, declared here".
    pub text: String,
    /// Where it was declared or allocated.
    pub span: Span,
    /// Whether an access of the program's own code lies right beside it, where an address sanitizer
    /// has a guard.
    pub guarded: bool,
}

/// A fault of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What.
    pub kind: FaultKind,
    /// In words, with the values involved.
    pub message: String,
    /// Where the user should look: the innermost place outside the shipped library models.
    pub span: Span,
    /// The call stack, innermost first.
    pub stack: Vec<StackEntry>,
    /// The object involved.
    pub object: Option<ObjectNote>,
}

impl Fault {
    /// Whether a function was called in a way that does not fit it. Only such messages name a function;
    /// the others say that there is none.
    pub fn is_misfit(&self) -> bool {
        self.kind == FaultKind::BadCall && self.message.contains('`')
    }
}

/// Something hatha does not understand was reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// What.
    pub reason: String,
    /// Where (outside the models).
    pub span: Span,
}

/// A limit of the run was met; it says nothing about the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Budget {
    /// That many edges were taken.
    Steps(u64),
    /// Memory for the program's objects, in bytes.
    Memory(u64),
    /// That many invocations are on the stack.
    Depth(u64),
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Steps(n) => write!(f, "step limit of {n} reached"),
            Budget::Memory(n) => write!(f, "memory limit of {n} bytes reached"),
            Budget::Depth(n) => write!(f, "call depth limit of {n} reached"),
        }
    }
}

/// Why a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The program ended with this status.
    Exit(i32),
    /// The program is at fault.
    Fault(Fault),
    /// Something hatha does not understand.
    Unsupported(Unsupported),
    /// A limit.
    OutOfBudget(Budget),
    /// An assumption failed: this execution is not one of the program.
    Blocked,
    /// The inputs given do not fit the program: too few, or of another kind.
    Input(String),
    /// A defect of hatha.
    Internal(String),
}

/// The result of anything that may end a run. The error is boxed because the
/// step function returns it from its innermost loop.
pub type Step<T> = Result<T, Box<Stop>>;

/// An internal error.
pub fn internal<T>(message: impl Into<String>) -> Step<T> {
    Err(Box::new(Stop::Internal(message.into())))
}
