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
use crate::traverse::bottom_up;
use facts::Analysis;
use linear::LinearForms;
use rustc_hash::FxHashMap;

/// Simplifies terms of one pool and remembers the results.
#[derive(Clone, Debug, Default)]
pub struct Simplifier {
    done: FxHashMap<TermId, TermId>,
    pub(crate) facts: Analysis,
    pub(crate) forms: LinearForms,
    args: Vec<TermId>,
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
        let is_done = |(_, this): &(&mut TermPool, &mut Self), t| this.done.contains_key(&t);
        bottom_up(
            &mut (&mut *pool, &mut *self),
            t,
            is_done,
            |(pool, _), t| pool.args(t),
            |(pool, this), t| {
                let new = this.node(pool, t);
                this.done.insert(t, new);
            },
        );
        self.done[&t]
    }

    fn node(&mut self, pool: &mut TermPool, t: TermId) -> TermId {
        self.args.clear();
        self.args
            .extend(pool.args(t).iter().map(|arg| self.done[arg]));
        let rebuilt = if self.args == pool.args(t) {
            t
        } else {
            pool.rebuild(pool.op(t), pool.sort(t), &self.args)
        };
        self.rewrite(pool, rebuilt)
    }
}
