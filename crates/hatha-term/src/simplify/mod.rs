//! The word-level simplifier: rewrites that look further than one constructor.
//!
//! Every rewrite preserves the value of the term under every assignment, so the
//! result can stand for the original anywhere. [`solve::solve_equalities`] goes
//! further and preserves satisfiability only; it says how to complete a model.

pub mod facts;
mod float;
pub mod linear;
mod rules;
pub mod solve;

use crate::op::TermId;
use crate::pool::TermPool;
use crate::traverse::Rebuilt;
use facts::Analysis;
use linear::LinearForms;

/// Simplifies terms of one pool and remembers the results.
#[derive(Clone, Debug, Default)]
pub struct Simplifier {
    done: Rebuilt,
    pub(crate) facts: Analysis,
    pub(crate) forms: LinearForms,
}

impl Simplifier {
    /// A simplifier.
    pub fn new() -> Simplifier {
        Simplifier::default()
    }

    /// A term that is equal to `t` under every assignment. In a raw pool, which
    /// is for those who want no rewriting, it is `t` itself.
    pub fn simplify(&mut self, pool: &mut TermPool, t: TermId) -> TermId {
        if pool.is_raw() {
            return t;
        }
        // `rewrite` uses facts and forms, not what was done.
        let mut done = std::mem::take(&mut self.done);
        let new = done.apply(pool, t, |pool, rebuilt| self.rewrite(pool, rebuilt));
        self.done = done;
        new
    }
}
