//! The typed syntax tree between semantic analysis (`sema`) and lowering (`lower`).
//!
//! **Invariant.** Everything C decides at compile time has been decided: names
//! are ids, every conversion is an explicit node ([`ExprKind::Cast`],
//! [`ExprKind::Load`], [`ExprKind::Decay`]), operands of an arithmetic operator
//! have one type, constants are folded where C needs a constant, initialisers
//! are flat lists. What remains is evaluation order and control flow, which is
//! the lowering's business. No node is silently dropped: what `sema` does not
//! understand is an [`ExprKind::Unsupported`] or [`StmtKind::Unsupported`].
//!
//! One [`Unit`] is one translation unit; units share nothing but the type
//! table they are built into and are joined by name in `link`.

use hatha_cfa::{BinOp, Builtin, FailKind, Origin, Promised, Qual, RecordId, Span, TypeId, UnOp};
use hatha_index::{IndexVec, index_type};

index_type! {
    /// An object (variable) of a unit.
    pub struct ObjId
}

index_type! {
    /// A function of a unit.
    pub struct FuncId
}

index_type! {
    /// A label of one function.
    pub struct LabelId
}

/// A variable-length array type's size; the number in `hatha_cfa::ArrayLen::Variable`.
/// It is evaluated where the declaration is reached and kept in a hidden variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VlaId(pub u32);

/// Linkage of a name at file scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linkage {
    /// Joined with the same name of other units.
    External,
    /// Private to the unit (or to a block, for static locals, literals and locals).
    Internal,
}

/// How long an object lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duration {
    /// The whole program.
    Static,
    /// One invocation of its function.
    Auto,
}

/// A variable, string literal or compound literal.
#[derive(Clone, Debug)]
pub struct Object {
    /// C name; what has none has a made-up one that starts with `"` or `(`.
    pub name: String,
    /// What makes it.
    pub origin: Origin,
    /// Name for the linker, if an `asm` label gives another.
    pub link_name: Option<String>,
    /// `__attribute__((alias("x")))`: another name of an object of the same unit.
    pub alias_of: Option<String>,
    /// Type.
    pub ty: Qual,
    /// Alignment demanded by attributes, else 0.
    pub align: u32,
    /// Linkage.
    pub linkage: Linkage,
    /// Lifetime.
    pub duration: Duration,
    /// For [`Duration::Static`]: defined here (also tentatively), or only declared `extern`.
    pub defined: bool,
    /// A tentative definition, `int x;`: gives way to one with an initialiser.
    pub tentative: bool,
    /// A weak definition.
    pub weak: bool,
    /// For [`Duration::Static`]: its initialiser, all expressions constant.
    pub init: Option<Init>,
    /// Whether its address is needed anywhere (`&`, arrays, records, `register` excepted):
    /// such an object lives in memory.
    pub address_taken: bool,
    /// Whether a pointer may lead into it. Where this is false nobody names its address, or that of a part
    /// of it; unlike [`Object::address_taken`] that is so of most structures, too.
    pub pointed: bool,
    /// Bytes beyond the size of its type: an initialised flexible array member.
    pub extra: u64,
    /// `__attribute__((cleanup(f)))`: called with the object's address when its scope ends.
    pub cleanup: Option<FuncId>,
    /// Where it is declared.
    pub span: Span,
}

/// A flat initialiser: the object is zero-filled first if `zero` is set, then the items are stored
/// in order of the source (a later item overrides an earlier one at the same place).
#[derive(Clone, Debug)]
pub struct Init {
    /// Whether anything is left to zero (false for a plain scalar `= e`).
    pub zero: bool,
    /// What is stored.
    pub items: Vec<InitItem>,
}

/// One stored value of an initialiser.
#[derive(Clone, Debug)]
pub struct InitItem {
    /// Path of the element from the object: byte offset.
    pub offset: u64,
    /// For a bit-field member: record and field index (its own offset is included in `offset`).
    pub bit_field: Option<(RecordId, u32)>,
    /// The value: a converted scalar, a whole record (an lvalue or call of record type), or a string.
    pub value: InitItemValue,
    /// Where it stands.
    pub span: Span,
}

/// What an [`InitItem`] stores.
#[derive(Clone, Debug)]
pub enum InitItemValue {
    /// A scalar or record expression of the element's type.
    Expr(Expr),
    /// The bytes of a string literal for a character (or wide) array, already cut or
    /// zero-extended to what is to be written.
    Bytes(Vec<u8>),
}

/// An attribute that promises something to compilers.
#[derive(Clone, Debug)]
pub struct Attributed {
    /// Its name without `__`.
    pub name: String,
    /// The functions that it may be about, by name; other names may be among them. None where
    /// that is not known.
    pub functions: Vec<String>,
    /// Where it stands.
    pub span: Span,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// C name.
    pub name: String,
    /// Name for the linker, if an `asm` label or alias gives another.
    pub link_name: Option<String>,
    /// `__attribute__((alias("f")))`.
    pub alias_of: Option<String>,
    /// Function type.
    pub ty: TypeId,
    /// Linkage.
    pub linkage: Linkage,
    /// `_Noreturn` or the attribute.
    pub noreturn: bool,
    /// A weak definition, or C99 `inline` without `extern` (gives way to another).
    pub weak: bool,
    /// `__attribute__((constructor))`: runs before `main`; those of lower priority first.
    pub constructor: Option<u32>,
    /// `__attribute__((destructor))`: runs when the program ends; those of higher priority first.
    pub destructor: Option<u32>,
    /// What a nested function takes from those around it; the parameters that lead there are the
    /// last ones of its body, in this order.
    pub captures: Vec<Capture>,
    /// For a nested function with captures whose address is taken: the function that gives a
    /// pointer to it, which takes the same captures and the number of the activation.
    pub closure: Option<FuncId>,
    /// The body.
    pub body: Option<Body>,
    /// Where its name stands.
    pub span: Span,
}

impl Function {
    /// A function of which only a declaration is known.
    pub(crate) fn declared(name: String, ty: TypeId, linkage: Linkage, span: Span) -> Self {
        Function {
            name,
            link_name: None,
            alias_of: None,
            ty,
            linkage,
            noreturn: false,
            weak: false,
            constructor: None,
            destructor: None,
            captures: Vec::new(),
            closure: None,
            body: None,
            span,
        }
    }
}

/// A variable of an enclosing function that a nested one uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capture {
    /// The variable, which lives in memory.
    pub object: ObjId,
    /// The hidden parameter that holds its address.
    pub param: ObjId,
}

/// A function's body.
#[derive(Clone, Debug)]
pub struct Body {
    /// Parameters in order (types adjusted).
    pub params: Vec<ObjId>,
    /// Conversions of K&R parameters and evaluation of VLA parameter sizes.
    pub prologue: Vec<Stmt>,
    /// Labels by id, with their names.
    pub labels: IndexVec<LabelId, String>,
    /// Labels whose address is taken (`&&l`), for computed `goto`.
    pub taken_labels: Vec<LabelId>,
    /// Where a compiler is asked what it knows, and one that optimises may know more.
    pub compiler_answers: Vec<Span>,
    /// What its expressions promise to compilers.
    pub promises: Vec<(Promised, Span)>,
    /// The block.
    pub block: Vec<Stmt>,
    /// The closing brace.
    pub end: Span,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Where it stands.
    pub span: Span,
}

/// What a statement is.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `;`
    Empty,
    /// An expression for its effect.
    Expr(Expr),
    /// A local comes into scope, with its initialiser. Static locals do not appear.
    Declare(ObjId, Option<Init>),
    /// The size of a variable-length array type is evaluated: (bytes per element may itself
    /// mention other VLAs through [`ExprKind::VlaSize`]). `count` has type `size_t`.
    VlaSize {
        /// Which.
        vla: VlaId,
        /// Number of elements.
        count: Expr,
        /// The element type.
        elem: TypeId,
    },
    /// A local of variable-length array type comes into scope; its `VlaSize` came before.
    DeclareVla(ObjId),
    /// A block with its own scope: objects declared directly in it die at its end.
    Block(Vec<Stmt>),
    /// `if`
    If {
        /// A scalar.
        cond: Expr,
        /// Then.
        then: Box<Stmt>,
        /// Else.
        els: Option<Box<Stmt>>,
    },
    /// `while`
    While {
        /// A scalar.
        cond: Expr,
        /// The body.
        body: Box<Stmt>,
    },
    /// `do body while (cond);`
    DoWhile {
        /// The body.
        body: Box<Stmt>,
        /// A scalar.
        cond: Expr,
    },
    /// `for`: the declarations of `init` are scoped to the loop.
    For {
        /// Before the loop.
        init: Vec<Stmt>,
        /// A scalar, or always.
        cond: Option<Expr>,
        /// After each round.
        step: Option<Expr>,
        /// The body.
        body: Box<Stmt>,
    },
    /// `switch`, its operand promoted; the cases stand in the body.
    Switch {
        /// The promoted operand.
        cond: Expr,
        /// The body.
        body: Box<Stmt>,
    },
    /// `case low ... high:` of the innermost switch, values converted to the operand's type
    /// (sign- or zero-extended to `i128` by that type); then the statement.
    Case {
        /// Least value.
        low: i128,
        /// Greatest value, equal to `low` for a plain case.
        high: i128,
        /// What is labelled.
        stmt: Box<Stmt>,
    },
    /// `default:`
    Default(Box<Stmt>),
    /// `label: stmt`
    Label(LabelId, Box<Stmt>),
    /// Conditions of the user's for the place where a statement starts; they have no effect.
    Predicates(Vec<Expr>, Box<Stmt>),
    /// Conditions of the user's in the scope of a statement, with their numbers; they have no effect.
    Scoped(Vec<(u32, Expr)>, Box<Stmt>),
    /// `goto label;`
    Goto(LabelId),
    /// `goto *e;` with e of type `void *`.
    GotoComputed(Expr),
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `return e;` (converted to the result type)
    Return(Option<Expr>),
    /// Not understood: non-empty inline assembly, say.
    Unsupported(String),
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type; lvalues keep their qualifiers.
    pub ty: Qual,
    /// Where it stands.
    pub span: Span,
}

/// What an expression is. *Lvalue* nodes denote an object and appear only where one is
/// meant (under `Load`, `Decay`, `AddrOf`, `Member`, `Assign`…, and as a whole record value).
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// Integer, boolean, enumeration or null-pointer/integer-as-pointer constant:
    /// the bits zero-extended from the type's width.
    Int(u128),
    /// Floating constant: the bits of the type's format.
    Float(u128),
    /// *Lvalue*: a variable, string literal or file-scope compound literal.
    Object(ObjId),
    /// A function designator (only under `Decay`, `AddrOf` or as a callee).
    Function(FuncId),
    /// *Lvalue*: `*e`
    Deref(Box<Expr>),
    /// *Lvalue* if the base is; else a member of a record value. The base has record type.
    Member {
        /// Of what.
        base: Box<Expr>,
        /// Its record type.
        record: RecordId,
        /// Index into the record's fields.
        field: u32,
    },
    /// *Lvalue*: a block-scope compound literal: declares and initialises its object, then denotes it.
    CompoundLiteral(ObjId, Init),
    /// The value of a scalar lvalue (record lvalues are used as they are).
    Load(Box<Expr>),
    /// Array lvalue to pointer to its first element; function to pointer.
    Decay(Box<Expr>),
    /// `&e`
    AddrOf(Box<Expr>),
    /// Conversion to the expression's type (scalar to scalar, or anything to `void`).
    Cast(Box<Expr>),
    /// `-`, `~`, `!`, clz…
    Unary(UnOp, Box<Expr>),
    /// Arithmetic on one type; shifts keep both; comparisons give `int`.
    Binary(BinOp, Box<Expr>, Box<Expr>),
    /// `p + i` (or `p - i` if `negative`), scaled by the size of the pointee (see [`SizeOf`]).
    PtrAdd {
        /// A pointer.
        ptr: Box<Expr>,
        /// An integer, not converted.
        index: Box<Expr>,
        /// Subtract.
        negative: bool,
    },
    /// `p - q`, result `ptrdiff_t`.
    PtrDiff(Box<Expr>, Box<Expr>),
    /// `a && b`, scalars, result `int`.
    LogicalAnd(Box<Expr>, Box<Expr>),
    /// `a || b`, scalars, result `int`.
    LogicalOr(Box<Expr>, Box<Expr>),
    /// `c ? a : b`; a and b have the expression's type (scalar, record or void).
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    /// GNU `a ?: b`: `a` is evaluated once. Both have the expression's type; `test` tells how the
    /// common value is tested: before conversion.
    Elvis {
        /// Evaluated once, unconverted scalar.
        value: Box<Expr>,
        /// Used if `value` is zero.
        otherwise: Box<Expr>,
    },
    /// `a, b`
    Comma(Box<Expr>, Box<Expr>),
    /// `lvalue = value`; the value has the lvalue's unqualified type (scalar or record). Result: the value stored.
    Assign(Box<Expr>, Box<Expr>),
    /// `lvalue op= value`: the lvalue's value is converted to `compute`, the operation done there
    /// (for shifts `value` keeps its own promoted type, otherwise it has type `compute`),
    /// the result converted back. For pointers: `op` Add/Sub, `compute` the pointer type, `value` an integer.
    AssignOp {
        /// Operator.
        op: BinOp,
        /// Target.
        lvalue: Box<Expr>,
        /// Operand.
        value: Box<Expr>,
        /// The type of the operation.
        compute: TypeId,
    },
    /// `++`/`--`, on integers, floats, bools and pointers.
    IncDec {
        /// Target.
        lvalue: Box<Expr>,
        /// +1 or -1.
        increment: bool,
        /// The value before (`x++`) rather than after.
        post: bool,
    },
    /// A call; arguments converted (default promotions where there is no prototype). Result may be a record.
    Call {
        /// A function designator, or an expression of pointer-to-function type.
        callee: Box<Expr>,
        /// Scalars, or records (lvalues or record values).
        args: Vec<Expr>,
    },
    /// `({ … })`: the value of the last expression statement, already split off.
    StmtExpr(Vec<Stmt>, Option<Box<Expr>>),
    /// `sizeof` of a variable-length type, in bytes, type `size_t`.
    VlaSize(VlaId),
    /// `&&label`
    LabelAddr(LabelId),
    /// `va_start(ap)`: `ap` is an lvalue of the target's `va_list` type
    /// (an array of one record on x86-64, a pointer on x86).
    VaStart(Box<Expr>),
    /// `va_arg(ap, type)`: the expression's type.
    VaArg(Box<Expr>),
    /// `va_copy(dst, src)`
    VaCopy(Box<Expr>, Box<Expr>),
    /// `va_end(ap)`
    VaEnd(Box<Expr>),
    /// Something the simulator does itself; scalars. See `hatha_cfa::Builtin` for the arguments.
    Builtin(Builtin, Vec<Expr>),
    /// The program has failed: `reach_error()` … (never returns).
    Fail(FailKind),
    /// `__builtin_{add,sub,mul}_overflow(a, b, res)`: `op` computed exactly, stored to `*res` wrapped
    /// to its type; the value is `int` 1 if it did not fit.
    Overflow {
        /// Add, Sub or Mul.
        op: BinOp,
        /// First operand, its own integer type.
        a: Box<Expr>,
        /// Second operand, its own integer type.
        b: Box<Expr>,
        /// Pointer to the result, or `None` for the `_p` forms (then `result_ty` decides).
        res: Option<Box<Expr>>,
        /// Type to fit.
        result_ty: TypeId,
    },
    /// Any value of a scalar type, with a word for who chooses it.
    Unspecified(&'static str),
    /// Not understood; of any type.
    Unsupported(String),
}

/// One translation unit after semantic analysis.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// Its objects, file scope and block scope alike.
    pub objects: IndexVec<ObjId, Object>,
    /// Its functions, defined or declared.
    pub functions: IndexVec<FuncId, Function>,
    /// File-scope `asm("…")` and other unsupported file-scope items, with reasons.
    pub unsupported: Vec<(String, Span)>,
    /// How many [`VlaId`]s there are.
    pub vla_count: u32,
    /// Whether this unit is one of the models shipped with hatha.
    pub model: bool,
    /// Attributes of the user's that promise something to compilers.
    pub attributes: Vec<Attributed>,
    /// What expressions outside of functions promise to them.
    pub promises: Vec<(Promised, Span)>,
    /// What its flags say about floating operations.
    pub floating: crate::floating::Floating,
    /// The predicates that found their place here, by position in the user's list.
    pub placed: Vec<usize>,
    /// Conditions that meant nothing somewhere, with the first reason.
    pub refused: std::collections::BTreeMap<usize, Box<crate::diag::Diagnostic>>,
}
