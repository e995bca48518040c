//! The program: variables, procedures, locations and edges.
//!
//! **Invariant.** Control flow is only in the automata: an expression never
//! branches on a side effect, a call is an edge of its own, and what C leaves
//! unsequenced has been put into one order. Edges have ids; parallel edges and
//! self-loops are distinct edges. A location without outgoing edges other than
//! `exit` blocks: the execution is not one of the program (a failed assumption)
//! or has ended in the edge before it.

use crate::checks::{CheckKind, FAILED};
use crate::escape::Address;
use crate::expr::{Access, ExprArena, ExprId, ExprKind};
use crate::source::{SourceMap, Span};
use crate::target::Target;
use crate::types::{TypeId, TypeTable};
use hatha_index::{IndexVec, index_type};
use std::collections::{BTreeMap, BTreeSet};

index_type! {
    /// A variable of the program, global or local.
    pub struct VarId
}

index_type! {
    /// A procedure.
    pub struct ProcId
}

index_type! {
    /// A location of one procedure.
    pub struct LocId
}

index_type! {
    /// An edge of one procedure.
    pub struct EdgeId
}

index_type! {
    /// A statement or condition of the source, as the user sees it; several
    /// locations of one procedure may belong to one.
    pub struct StmtId
}

/// Who owns a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VarScope {
    /// Lives as long as the program: globals, static locals, string literals.
    Global,
    /// A parameter; position in the procedure's list.
    Param(ProcId, u32),
    /// A local or temporary of each invocation.
    Local(ProcId),
}

/// Where a variable lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Storage {
    /// A scalar whose address is never taken: a value, not bytes.
    Slot,
    /// An object in memory: bytes with an address.
    Memory,
}

/// Who can name a variable, and so hold its address though no file of the program takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Linkage {
    /// The file that declares it: a local, a static variable, a temporary, the state of a rule.
    Internal,
    /// Every file; any of them may assign to it.
    External,
    /// Every file, but C lets none of them assign to it: `stdout` and its like. C does not say that they have
    /// addresses either; that nobody outside takes them is assumed, and printed.
    Library,
}

/// Whether a program gets pointers from outside, which may lead to what other files can name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Extent {
    /// A part of some program: pointers may come from outside.
    #[default]
    Part,
    /// A whole program, or a part that is given none. Whoever relies on it derives it again.
    Whole,
    /// Taken for a whole program because the user says so: an assumption.
    Stated,
}

/// What in a program makes a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A declaration, or hatha itself.
    Declared,
    /// A string literal.
    StringLiteral,
    /// A compound literal, or an object without a name in which the front end keeps a value.
    Unnamed,
    /// A text that is printed, which was read to its end just before ([`crate::texts`]).
    ReadText,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Var {
    /// The C name; temporaries are named `$n`, string literals `"…"`.
    pub name: String,
    /// What makes it.
    pub origin: Origin,
    /// Its type. For [`Storage::Slot`]: a scalar.
    pub ty: TypeId,
    /// Its owner.
    pub scope: VarScope,
    /// Slot or memory.
    pub storage: Storage,
    /// Alignment in bytes, at least that of the type.
    pub align: u32,
    /// Declared `volatile`.
    pub volatile: bool,
    /// Who can name it.
    pub linkage: Linkage,
    /// May not be written (string literals, `const` objects).
    pub read_only: bool,
    /// Where it is declared.
    pub span: Span,
}

impl Var {
    /// Whether the program does not name it: a literal, or a variable of hatha's.
    pub fn is_made_up(&self) -> bool {
        self.origin != Origin::Declared || self.name.starts_with('$')
    }

    /// Whether it is a global that functions of other files may assign to.
    pub fn is_assigned_outside(&self) -> bool {
        self.scope == VarScope::Global && self.linkage == Linkage::External
    }

    /// Whether it is a global to which pointers from outside may lead.
    pub fn is_met_outside(&self) -> bool {
        self.is_assigned_outside()
    }

    /// Whether it is a global that other files can name.
    pub fn is_named_outside(&self) -> bool {
        self.scope == VarScope::Global && self.linkage != Linkage::Internal
    }
}

/// The initial value of a global.
#[derive(Clone, Debug)]
pub enum GlobalInit {
    /// Defined: zero, then the items in order (later ones win).
    Defined(Vec<InitItem>),
    /// Declared `extern` and defined nowhere: its value is arbitrary.
    Unknown,
}

/// A part of a global's initial value.
#[derive(Clone, Debug)]
pub struct InitItem {
    /// Offset in bytes from the start of the object.
    pub offset: u64,
    /// The value.
    pub value: InitValue,
}

/// The value of an [`InitItem`].
#[derive(Clone, Debug)]
pub enum InitValue {
    /// Raw bytes (string literals).
    Bytes(Vec<u8>),
    /// A scalar constant expression: arithmetic on constants and addresses of globals and procedures.
    Scalar(Access, ExprId),
}

/// What a write goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// A slot variable.
    Slot(VarId),
    /// Memory at an address.
    Mem {
        /// The address.
        addr: ExprId,
        /// Type, bit-field, alignment.
        access: Access,
    },
    /// A whole structure or union at an address (results of calls only).
    Aggregate {
        /// The address.
        addr: ExprId,
        /// Its type.
        ty: TypeId,
    },
}

/// An argument of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arg {
    /// A scalar.
    Scalar(ExprId),
    /// A structure or union passed by value: the address it is copied from.
    Aggregate {
        /// The address.
        addr: ExprId,
        /// Its type.
        ty: TypeId,
    },
}

/// What is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Callee {
    /// A known procedure (with or without a body).
    Direct(ProcId),
    /// Through a function pointer.
    Indirect(ExprId),
    /// Through a function pointer that leads to no function of the program: a fault, or a call of
    /// an unknown function. Only automata that are made for a search have it
    /// ([`crate::indirect`]).
    Elsewhere(ExprId),
}

impl Callee {
    /// The pointer that is called through.
    pub fn pointer(self) -> Option<ExprId> {
        match self {
            Callee::Direct(_) => None,
            Callee::Indirect(e) | Callee::Elsewhere(e) => Some(e),
        }
    }
}

/// The value of a return edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReturnValue {
    /// No value.
    None,
    /// A scalar of the procedure's result type.
    Scalar(ExprId),
    /// A structure or union: the address it is copied from.
    Aggregate(ExprId),
}

/// Where an arbitrary value comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum InputKind {
    /// A call of `__VERIFIER_nondet_*` or `hatha_any_*`, by name.
    Nondet(String),
    /// The value of something that has none: an uninitialised variable.
    Uninitialised(VarId),
    /// The result of a function without a body, by name.
    Result(String),
    /// Something that the environment of the program decides (a byte of standard input, whether a
    /// call of the system fails), in words.
    Environment(String),
    /// The value of a call whose function came to its end without returning one. Using it is a
    /// fault; a proof takes it for any value.
    MissingReturn,
    /// Anything else, with a word for the user.
    Other(String),
}

/// Who chooses the outputs of inline assembly ([`InputKind::Other`]).
pub const ASSEMBLY: &str = "output of inline assembly";

/// Failures that a program states about itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FailKind {
    /// A failed `assert`; its text.
    Assertion(String),
    /// `reach_error()`, `__VERIFIER_error()`, `error()`: the name called.
    ReachError(String),
    /// `abort()`.
    Abort,
    /// `__builtin_unreachable()` or the end of a function that must not be reached.
    Unreachable,
    /// The declaration of a variable-length array with a size that is not positive.
    ArraySize,
    /// An operation would fault: a check that was put before it ([`crate::checks`]).
    Check(CheckKind),
}

impl FailKind {
    /// Whether a question about calls of one function (`None`: about every failure) is about this.
    pub fn is_asked(&self, function: Option<&str>) -> bool {
        match (function, self) {
            (None, _) => true,
            (Some(name), FailKind::ReachError(reached)) => name == reached,
            (Some(name), FailKind::Check(_)) => name == FAILED,
            (Some(_), _) => false,
        }
    }
}

/// Floating functions of `<math.h>` that the machine's library computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are C's")]
pub enum MathFn {
    Sqrt,
    Fabs,
    Floor,
    Ceil,
    Trunc,
    Round,
    Rint,
    Fmod,
    Pow,
    Exp,
    Exp2,
    Log,
    Log2,
    Log10,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Atan2,
    Sinh,
    Cosh,
    Tanh,
    Cbrt,
    Hypot,
    Fmin,
    Fmax,
    Copysign,
    Ldexp,
    Remainder,
    Fma,
    /// One that nothing here computes: any result for a proof, and a test ends there.
    Other,
    // Operations in the rounding mode that their last argument names (`FE_DOWNWARD` and its kin as
    // x86 numbers them), which `Sqrt`, `Rint` and `Fma` may have, too. Without one, or with a
    // number that is no mode, they round to nearest.
    Add,
    Sub,
    Mul,
    Div,
    /// From any scalar type to the type of the result.
    Convert,
}

/// What C cannot say and the simulator does itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Builtin {
    /// `void *(size_t n)`: a fresh heap object of n uninitialised bytes, aligned for any type.
    Alloc,
    /// `void (void *p)`: ends a heap object; null is nothing, anything else than its start a fault.
    Free,
    /// `size_t (void *p)`: the size of the object that `p` points into.
    ObjectSize,
    /// `void *(size_t n, int align)`: an object of this invocation (`alloca`, VLAs).
    StackAlloc,
    /// `void (void *p)`: ends such an object (a VLA's scope).
    StackFree,
    /// `void *(void)`: the area of the variadic arguments of this invocation. Each argument stands
    /// at the next multiple of max(its alignment, pointer size) and takes a multiple of the pointer size.
    /// A word that is never written stands before a floating number and behind any other scalar:
    /// they travel in different registers, so one that is asked for as the other has no value.
    VaArea,
    /// `int (void *env)`: saves the continuation; 0 now, the given value after `longjmp`.
    SetJmp,
    /// `void (void *env, int value)`.
    LongJmp,
    /// `void (int status)`: ends the program at once (no `atexit` handlers).
    Exit,
    /// `void (int fd, const void *buf, size_t n)`: writes to stdout (1) or stderr (2).
    Write,
    /// `int (void)`: next byte of standard input, or -1.
    ReadByte,
    // The next four read a name as far as it can be read and never fault: the models that use them
    // have read it before.
    /// `char *(const char *name)`: a text of the environment, of any length and contents. In a
    /// proof it is any address; the name is for people.
    Text,
    /// `int (const char *name)`: whether an environment variable was asked for or set before.
    IsKnownVariable,
    /// `char *(const char *name)`: the value of such a variable, or null.
    Variable,
    /// `void (const char *name, char *value)`: sets a variable, or unsets it with null.
    SetVariable,
    /// `size_t (char *buf, size_t cap, int conv, int flags, int width, int prec, T value)` with T a
    /// floating type: formats as printf's `conv` (one of `aAeEfFgG`); flags are bits 1 `-`, 2 `+`,
    /// 4 space, 8 `#`, 16 `0`; prec -1 is none. Writes at most cap bytes, no NUL; returns the full length.
    FormatFloat,
    /// `T (const char *s, const char **end)`: as `strtod` for the result's floating type.
    ParseFloat,
    /// A function of `<math.h>` on the type of its arguments.
    Math(MathFn),
    /// `int (void)`: the next value of `rand`.
    Rand,
    /// `void (unsigned seed)`: `srand`.
    Srand,
    /// `long (void)`: seconds since the epoch.
    Time,
    /// `long (void)`: processor time, as `clock`.
    Clock,
    /// `void (const void *to, const void *from, size_t n)`: a fault if the two stretches of `n`
    /// bytes overlap without being the same; otherwise nothing. A proof may take it for nothing.
    Apart,
    /// The same for the text at `from`, its end included, of which at most `n` bytes count.
    ApartText,
    /// `void (const void *to, size_t n, const void *from, size_t m)`: a fault if a byte lies in both stretches,
    /// the same one included; neither is empty. A proof may take it for nothing.
    Disjoint,
    /// `void (const void *p, size_t n)`: a fault if a function is given a null pointer that must not be, and no
    /// bytes to access; with bytes it is their access that faults. A proof may take it for nothing.
    NotNull,
    /// `int (int what)`: the blocks of the heap that nothing leads to (0), or nothing once the
    /// innermost invocation has ended (1), or that are not freed (2); those of the C library apart. In
    /// a proof any number.
    Blocks,
}

/// The label of an edge.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// Nothing.
    Skip,
    /// `place = value`
    Assign {
        /// Where to.
        place: Place,
        /// What, of the place's type.
        value: ExprId,
    },
    /// The edge is taken only if `(cond != 0) == taken`.
    Assume {
        /// A scalar.
        cond: ExprId,
        /// Which way.
        taken: bool,
    },
    /// Calls a procedure; the successor is reached when it returns.
    Call {
        /// What.
        callee: Callee,
        /// With what.
        args: Vec<Arg>,
        /// Where its result goes.
        result: Option<Place>,
    },
    /// Leaves the procedure; the edge leads to its exit location.
    Return(ReturnValue),
    /// `place = any value of its type`
    Havoc {
        /// What becomes arbitrary.
        place: Place,
        /// Who chose it.
        input: InputKind,
    },
    /// Copies `len` bytes, as `memmove` (structure assignment, `memcpy`).
    Copy {
        /// Destination address.
        dst: ExprId,
        /// Source address.
        src: ExprId,
        /// Bytes, of `size_t`.
        len: ExprId,
    },
    /// Sets `len` bytes to the low byte of `byte`.
    Fill {
        /// Destination address.
        dst: ExprId,
        /// `int`
        byte: ExprId,
        /// Bytes, of `size_t`.
        len: ExprId,
    },
    /// A local comes into scope with an indeterminate value. A memory local is a new object.
    Declare(VarId),
    /// A memory local's scope ends: pointers to it dangle. (Nothing happens if it is not alive.)
    Dead(VarId),
    /// Something only the simulator can do.
    Builtin {
        /// What.
        builtin: Builtin,
        /// Its arguments, scalars.
        args: Vec<ExprId>,
        /// Where its result goes.
        result: Option<Place>,
    },
    /// The program says that it has failed. The edge has no continuation.
    Fail(FailKind),
    /// Not understood, with the reason; a verdict that depends on it is *unknown*.
    Unsupported(String),
}

impl Op {
    /// The slot that gets a value by name.
    pub fn written_slot(&self) -> Option<VarId> {
        let place = match self {
            Op::Assign { place, .. } | Op::Havoc { place, .. } => Some(*place),
            Op::Call { result, .. } | Op::Builtin { result, .. } => *result,
            _ => None,
        };
        match place {
            Some(Place::Slot(v)) => Some(v),
            _ => None,
        }
    }
}

/// A location.
#[derive(Clone, Debug)]
pub struct Location {
    /// The statement or condition that starts or continues here.
    pub stmt: StmtId,
    /// Where that stands.
    pub span: Span,
    /// A C label on it.
    pub label: Option<String>,
    /// Whether a loop starts here (the target of a back edge).
    pub loop_head: bool,
}

/// An edge.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Source.
    pub from: LocId,
    /// Target.
    pub to: LocId,
    /// Label.
    pub op: Op,
    /// Where it stands.
    pub span: Span,
}

/// What the front end tells about a procedure as its user sees it. No execution depends on it.
#[derive(Clone, Debug, Default)]
pub struct UserView {
    /// The parts of conditions that have no effect: each part, and the part that the condition
    /// starts with.
    pub parts: Vec<(StmtId, StmtId)>,
    /// The C labels; several may stand at one location.
    pub labels: Vec<(LocId, String)>,
    /// C labels in code that no edge leads to; it has no locations.
    pub unreachable_labels: Vec<String>,
    /// Conditions of the user's: their numbers, and what they are in the scope of a location.
    pub conditions: Vec<(LocId, u32, ExprId)>,
}

/// A procedure, with or without a body.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// Its name in C (a static function keeps its plain name).
    pub name: String,
    /// Its function type.
    pub ty: TypeId,
    /// Parameters in order (empty without a body).
    pub params: Vec<VarId>,
    /// Locals and temporaries, parameters not among them.
    pub locals: Vec<VarId>,
    /// Whether it has a body.
    pub defined: bool,
    /// Declared not to return.
    pub noreturn: bool,
    /// Visible to other translation units.
    pub external: bool,
    /// Shipped with hatha rather than written by the user.
    pub model: bool,
    /// Locations; empty without a body.
    pub locations: IndexVec<LocId, Location>,
    /// Edges.
    pub edges: IndexVec<EdgeId, Edge>,
    /// Outgoing edges of each location, in order of preference.
    pub out: IndexVec<LocId, Vec<EdgeId>>,
    /// Start.
    pub entry: LocId,
    /// Where every return edge leads.
    pub exit: LocId,
    /// Conditions at locations that an engine may start from. They are advice: no execution
    /// depends on them, and evaluating one outside an engine's terms may fault.
    pub predicates: Vec<(LocId, ExprId)>,
    /// Its user's view of it.
    pub view: UserView,
    /// Where it is defined or declared.
    pub span: Span,
}

impl Procedure {
    /// A procedure without a body that other translation units see.
    pub fn declared(name: &str, ty: TypeId, span: Span) -> Self {
        Procedure {
            name: name.to_owned(),
            ty,
            params: Vec::new(),
            locals: Vec::new(),
            defined: false,
            noreturn: false,
            external: true,
            model: false,
            locations: IndexVec::new(),
            edges: IndexVec::new(),
            out: IndexVec::new(),
            entry: LocId(0),
            exit: LocId(0),
            predicates: Vec::new(),
            view: UserView::default(),
            span,
        }
    }

    /// An edge.
    pub fn edge(&self, id: EdgeId) -> &Edge {
        &self.edges[id]
    }

    /// A location.
    pub fn location(&self, id: LocId) -> &Location {
        &self.locations[id]
    }

    /// The outgoing edges of a location.
    pub fn out_edges(&self, id: LocId) -> &[EdgeId] {
        &self.out[id]
    }

    /// All edges with their ids.
    pub fn edges(&self) -> impl Iterator<Item = (EdgeId, &Edge)> {
        self.edges.iter_enumerated()
    }
}

/// A program, or the part of one that is given.
#[derive(Clone, Debug)]
pub struct Program {
    /// The machine.
    pub target: Target,
    /// Its types.
    pub types: TypeTable,
    /// Its expressions.
    pub exprs: ExprArena,
    /// Its variables.
    pub vars: IndexVec<VarId, Var>,
    /// Globals with their initial values, in order of definition.
    pub globals: Vec<(VarId, GlobalInit)>,
    /// Its procedures.
    pub procs: IndexVec<ProcId, Procedure>,
    /// Its source.
    pub sources: SourceMap,
    /// Places where C leaves the order of evaluation open and another order than that of the
    /// automata, left to right, can make a difference: the procedure and the expression.
    pub open_orders: Vec<(ProcId, Span)>,
    /// Places where compilers are asked what they know (`__builtin_constant_p`,
    /// `__builtin_object_size`) and an optimising one may know more: the procedure and the expression.
    pub compiler_answers: Vec<(ProcId, Span)>,
    /// What the program promises its compilers, and nothing here checks.
    pub promises: BTreeSet<Promise>,
    /// Whether a structure is read as a whole that is volatile or has a volatile member. Such a
    /// read is a copy of bytes, which does not say so itself.
    pub volatile_records: bool,
    /// What lies around it. The library models differ, too; this is for what no model says.
    pub world: World,
    /// Whether pointers come from outside.
    pub extent: Extent,
    /// The names whose definition here gives way to one in another file, and what they name.
    pub weak_definitions: BTreeSet<(Address, String)>,
    /// Weak names that nothing here defines, and the functions in which their addresses are null.
    pub missing_names: BTreeSet<(ProcId, String)>,
    /// Whether it has variables of which each thread has its own.
    pub thread_locals: bool,
    /// Whether it has operations that C calls atomic. They are plain ones here.
    pub atomics: bool,
    /// Whether it stands for one that starts threads, whose steps it takes in every order
    /// (`hatha_threads`): the procedures of that one, which nothing calls any more.
    pub interleaved: Option<BTreeSet<ProcId>>,
    /// The static variables and functions that a pointer from outside may lead to in a test. A
    /// proof lets it lead anywhere.
    pub escaped_statics: BTreeSet<Address>,
    /// The conversions that nobody wrote ([`ExprKind::Cast`]), for who asks whether they change
    /// values. They mean the same as others.
    pub implicit: BTreeSet<ExprId>,
    /// Whether memory faults are asked about, so that one inside a call that prints counts, too.
    pub asks_memory: bool,
    /// Whether arguments are asked about, such as null pointers to texts that are printed.
    pub asks_arguments: bool,
    /// Whether uses of values that were never written are asked about, so that a copy takes along
    /// which bytes have none.
    pub asks_written: bool,
    /// Whether misaligned accesses are asked about, so that a proof relies on how the pointers of
    /// the entry are aligned.
    pub asks_aligned: bool,
    /// Slots and the slots that say whether they have been written, where checks ask for that.
    /// Whoever relies on it derives it again.
    pub written_flags: BTreeMap<VarId, VarId>,
    /// Slots to which values that were never written may be moved: checks ask where such a slot is
    /// read. Whoever relies on it derives what follows again.
    pub moved_unchecked: BTreeSet<VarId>,
}

/// Something that compilers may take for granted because the program says so.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Promise {
    /// What it is.
    pub kind: Promised,
    /// The procedure that it is about, or that it stands in; `None` where that is not known.
    pub proc: Option<ProcId>,
    /// Where it stands.
    pub span: Span,
}

/// What a [`Promise`] says.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Promised {
    /// What the attribute or built-in function of this name says.
    Attribute(String),
    /// A variable with this name is declared `const`, or a member of it is, and lies in memory
    /// that can be written.
    Constant(String),
    /// Nothing: a pointer to something `const` becomes something else here, so that what is
    /// [`Promised::Constant`] may be written.
    ConstLost,
}

/// What lies around a program: arguments, environment variables, standard input, files, clocks
/// and the answers of the system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum World {
    /// All of that is input: arbitrary in proofs, chosen by tests.
    #[default]
    Open,
    /// One world: no arguments and no environment variables, no files but those that the program
    /// writes, nothing fails. An assumption, except where a real world is supplied (`hatha run`).
    Closed,
}

impl Program {
    /// A program with nothing in it.
    pub fn new(target: Target) -> Self {
        Program {
            target,
            types: TypeTable::new(),
            exprs: ExprArena::new(),
            vars: IndexVec::new(),
            globals: Vec::new(),
            procs: IndexVec::new(),
            sources: SourceMap::new(),
            open_orders: Vec::new(),
            compiler_answers: Vec::new(),
            promises: BTreeSet::new(),
            volatile_records: false,
            world: World::default(),
            extent: Extent::Part,
            weak_definitions: BTreeSet::new(),
            missing_names: BTreeSet::new(),
            thread_locals: false,
            atomics: false,
            interleaved: None,
            escaped_statics: BTreeSet::new(),
            implicit: BTreeSet::new(),
            asks_memory: false,
            asks_arguments: false,
            asks_written: false,
            asks_aligned: false,
            written_flags: BTreeMap::new(),
            moved_unchecked: BTreeSet::new(),
        }
    }

    /// Whether some expression reads a variable or takes its address.
    pub fn mentions(&self, var: VarId) -> bool {
        let mut all = (0..self.exprs.len() as u32).map(|i| self.exprs.get(ExprId(i)).kind);
        all.any(|kind| matches!(kind, ExprKind::Var(v) | ExprKind::AddrOf(v) if v == var))
    }

    /// A variable.
    pub fn var(&self, id: VarId) -> &Var {
        &self.vars[id]
    }

    /// A procedure.
    pub fn proc(&self, id: ProcId) -> &Procedure {
        &self.procs[id]
    }

    /// All procedures with their ids.
    pub fn procs(&self) -> impl Iterator<Item = (ProcId, &Procedure)> {
        self.procs.iter_enumerated()
    }

    /// The procedure of that name; an external one wins over static ones.
    pub fn find_proc(&self, name: &str) -> Option<ProcId> {
        let named = || self.procs().filter(|(_, p)| p.name == name);
        named()
            .find(|(_, p)| p.external)
            .or_else(|| named().next())
            .map(|(id, _)| id)
    }

    /// Adds a variable.
    pub fn add_var(&mut self, var: Var) -> VarId {
        self.vars.push_and_get_key(var)
    }

    /// The size of a type, which must be complete.
    pub fn size_of(&self, ty: TypeId) -> Option<u64> {
        self.types.size(ty, &self.target)
    }

    /// Whether another file decides how large a global is: it is declared here alone, as an array
    /// without a length or a structure that ends in one.
    pub fn is_open_ended(&self, var: VarId) -> bool {
        let undefined =
            |(v, init): &(VarId, GlobalInit)| *v == var && matches!(init, GlobalInit::Unknown);
        self.types.is_open_ended(self.var(var).ty) && self.globals.iter().any(undefined)
    }

    /// The machine's view of a type.
    pub fn scalar(&self, ty: TypeId) -> Option<crate::types::Scalar> {
        self.types.scalar(ty, &self.target)
    }
}
