//! The program as every engine sees it: procedures as control-flow automata,
//! C types with their layout, the target machine, and the map back to source.
//!
//! **Invariant.** A [`Program`] is fully resolved: every conversion is explicit,
//! every expression is free of side effects, every name is an id. Nothing here
//! executes, parses or proves; the crate depends on no other crate of hatha
//! (deliberate defects for a test apart).
//! A construct that a front end did not understand is an [`Op::Unsupported`]
//! edge, never an omission.
//! Tests: `the_lower_layers_know_nothing_of_the_upper_ones`, `a_good_program_passes`, `operand_types`. That a
//! front end omits nothing: by review.
//!
//! Reading order: [`types`] and [`target`], then [`expr`], then [`program`].

#![warn(unreachable_pub)]

pub mod builder;
pub mod checks;
pub mod dot;
mod effect;
pub mod escape;
pub mod expr;
pub mod indirect;
pub mod inline;
pub mod join;
mod jump;
pub mod literals;
pub mod live;
pub mod opaque;
pub mod output;
pub mod print;
pub mod program;
pub mod reach;
mod rewrite;
pub mod scans;
pub mod source;
pub mod streams;
pub mod substitute;
pub mod target;
pub mod texts;
pub mod types;
pub mod verify;

pub use builder::CfaBuilder;
pub use checks::CheckKind;
pub use expr::{Access, BinOp, BitRange, Expr, ExprArena, ExprId, ExprKind, ObjectWord, UnOp};
pub use program::{
    ASSEMBLY, Arg, Builtin, Callee, Edge, EdgeId, Extent, FailKind, GlobalInit, InitItem,
    InitValue, InputKind, Linkage, LocId, Location, MathFn, Op, Origin, Place, ProcId, Procedure,
    Program, Promise, Promised, ReturnValue, StmtId, Storage, UserView, Var, VarId, VarScope,
    World,
};
pub use source::{FileId, SourceMap, Span};
pub use target::{ByteOrder, LongDouble, Target};
pub use types::{
    ArrayLen, Enum, EnumId, Field, FloatKind, FunctionType, IntKind, Qual, Quals, Record, RecordId,
    RecordKind, Scalar, Type, TypeId, TypeTable,
};

/// The version of the meaning of programs.
///
/// It is part of every proof and cache key: an artefact made under another
/// version says nothing about a program under this one.
pub const SEMANTICS_VERSION: u32 = 15;
