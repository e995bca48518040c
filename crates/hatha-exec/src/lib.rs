//! The simulator: runs a program's automata exactly as the machine would.
//!
//! **Invariant.** There is one step function ([`Machine::step`]), generic over a
//! value [`Domain`]; the concrete domain here computes with machine words. The
//! crate knows nothing of C syntax or of solvers, and of the formats in files only
//! that of input vectors. What a program
//! does can end a run only in one of the cases of [`Stop`]: a fault of the
//! program, something unsupported, an exhausted budget and an internal error are
//! different types.
//! Tests: `the_lower_layers_know_nothing_of_the_upper_ones`, `the_step_budget_is_not_a_fault`,
//! `a_refused_external_is_unsupported`. That nothing else ends a run: by review.
//!
//! An [`Image`] is a program made ready to run; a [`Machine`] runs it:
//!
//! ```
//! use hatha_exec::{Captured, Concrete, Config, Image, Machine, Policy, Stop, Zero};
//! # use hatha_cfa::*;
//! # let mut program = Program::new(Target::lp64());
//! # let int = program.types.int(IntKind::Int);
//! # let ty = program.types.intern(Type::Function(FunctionType {
//! #     ret: int, params: vec![], variadic: false, unprototyped: false,
//! # }));
//! # let mut main = Procedure::declared("main", ty, Span::NONE);
//! # let mut b = CfaBuilder::new(Span::NONE);
//! # let seven = program.exprs.add(ExprKind::Int(7), int);
//! # b.jump(LocId(1), Op::Return(ReturnValue::Scalar(seven)), Span::NONE);
//! # b.finish(&mut main);
//! # program.procs.push(main);
//! // `program` is `int main(void) { return 7; }`
//! let image = Image::new(&program)?;
//! let domain = Concrete::new(Policy::RUN, Box::new(Zero));
//! let mut machine = Machine::new(&image, Config::default(), domain, (), Captured::default());
//! let main = program.find_proc("main").ok_or("no main")?;
//! machine.start_main(main, &[b"demo".to_vec()]).map_err(|stop| format!("{stop:?}"))?;
//! assert_eq!(machine.run(), Stop::Exit(7));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bases;
pub mod code;
pub mod combined;
mod compile;
pub mod concolic;
pub mod concrete;
pub mod config;
pub mod console;
pub mod domain;
pub mod fault;
mod fold;
pub mod image;
pub mod input;
pub mod machine;
pub mod math;
pub mod memory;
pub mod num;
pub mod observe;
pub mod rand;
pub mod shape;
pub mod symbolic;
pub mod text;
pub mod word;

pub use concrete::Concrete;
pub use config::{Config, Externals, Limits, Misaligned, Policy, Region, Uninitialised};
pub use console::{Captured, Console, Process};
pub use domain::{Branch, Domain, Use};
pub use fault::{Budget, Fault, FaultKind, ObjectNote, StackEntry, Step, Stop, Unsupported};
pub use image::Image;
pub use input::{FromVector, Inputs, Random, Recorder, Request, Zero};
pub use machine::{Machine, State};
pub use observe::{Observer, Path};
pub use word::{Kind, Prov, Word};
