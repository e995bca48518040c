//! Interned terms over Bool, bit-vectors, unbounded integers, arrays and
//! uninterpreted functions. A float is its bits: floating operators work on
//! bit-vectors.
//!
//! A [`TermPool`] owns every term; a [`TermId`] names one. **Invariant.** Equal ids of one
//! pool mean equal structure (tests: `crates/hatha-term/tests/properties.rs`). Constructors fold constants and normalise, so
//! that concrete execution is folding; a pool made by [`TermPool::raw`] rewrites
//! nothing, for checkers that must not trust the rewriter.
//!
//! Operators have the total semantics of SMT-LIB. [`TermPool::eval`] is their
//! reference: every rewrite must agree with it (tests: `every_mutant_is_noticed`).
//!
//! Deliberately absent: a solver (see `hatha-smt`), C's types and undefined
//! behaviour, and recursion along the depth of a term (test `a_million_levels`).
//!
//! ```
//! use hatha_term::{Model, Sort, TermPool, Value, Bv};
//! let mut pool = TermPool::new();
//! let x = pool.var("x", Sort::Bv(32));
//! let two = pool.bv_const(32, 2);
//! let four = pool.bv_const(32, 4);
//! let sum = pool.bv_add(x, two);
//! let sum = pool.bv_add(sum, two);
//! let same = pool.bv_add(x, four);
//! assert_eq!(sum, same);
//! let mut model = Model::new();
//! model.set(pool.as_var(x).unwrap(), Value::Bv(Bv::new(32, 3)));
//! assert_eq!(pool.eval(sum, &model), Ok(Value::Bv(Bv::new(32, 7))));
//! assert_eq!(pool.to_c(sum), "x + 4");
//! assert_eq!(pool.to_smtlib(sum), "(bvadd x #x00000004)");
//! ```

#![warn(unreachable_pub)]

mod bits;
mod build_array;
mod build_bool;
mod build_bv;
mod build_cmp;
mod build_float;
mod build_int;
mod build_slice;
mod c_names;
mod eval;
mod float;
mod memo;
#[cfg(feature = "mutants")]
pub mod mutants;
mod op;
mod pool;
mod print_c;
mod print_c_float;
mod print_float;
mod print_smt;
pub mod random;
mod read_float;
mod read_smt;
pub mod simplify;
mod sort;
mod symbol;
mod traverse;
mod value;

pub use bits::Bv;
pub use c_names::{CName, CNames};
pub use eval::{EvalError, Evaluator};
pub use float::{Format, FpOp, Rounding};
pub use memo::Known;
pub use op::{ConstId, FunId, Op, SymbolId, TermId, VarId};
pub use pool::{FunDecl, TermPool};
pub use print_c::c_integer;
pub use print_smt::SmtPrinter;
pub use read_smt::{SmtError, read_smtlib};
pub use sort::{Sort, SortId};
pub use symbol::{Name, Symbol};
pub use traverse::{Importer, Substitution, bottom_up};
pub use value::{ArrayValue, FunValue, Model, Value};
