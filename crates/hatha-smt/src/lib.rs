//! Solvers behind one trait.
//!
//! The [`Embedded`] solver is always there; an [`External`] one is another
//! program. [`layers`] are solvers that ask the one below only what they must;
//! [`layers::default_chain`] is what engines start with.
//!
//! **Invariant.** Every solver answers [`CheckResult::Sat`] only with a model that has been checked
//! by evaluation, and turns every doubt into [`CheckResult::Unknown`] with a [`Reason`].
//! Tests: `each_layer_and_the_chain_answer_alike`, `samples_of_all_operators`. That no doubt
//! becomes an answer: by review.
//!
//! Deliberately absent: verdicts about programs, and the wall clock as a
//! measure of work. A deadline can only end a run.
//!
//! ```
//! use hatha_smt::{Budget, CheckResult, Embedded, Solver};
//! use hatha_term::{Sort, TermPool};
//! let mut pool = TermPool::new();
//! let x = pool.var("x", Sort::Bv(32));
//! let seven = pool.bv_const(32, 7);
//! let product = pool.bv_mul(x, x);
//! let goal = pool.eq(product, seven);
//! let mut solver = Embedded::new();
//! solver.assert(&pool, goal);
//! // No square is 7 modulo a power of two.
//! assert_eq!(solver.check(&mut pool, &[], &Budget::unlimited()), CheckResult::Unsat);
//! ```

#![warn(unreachable_pub)]

mod arrays;
mod blast;
mod bounds;
mod circuits;
mod embedded;
mod evaluate;
mod external;
mod float;
mod gates;
mod interpolate;
pub mod layers;
mod model_reader;
mod process;
mod project;
pub mod ranges;
mod referee;
pub mod related;
mod sat;
mod sexpr;
mod solver;

pub use embedded::Embedded;
pub use evaluate::satisfies;
pub use external::{External, ExternalConfig, second_opinion};
pub use referee::{Confirmations, Referee};
pub use solver::{
    Budget, Capabilities, CheckResult, Interpolator, Pace, Projector, Reason, Solver,
};
