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
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            if self.done.contains_key(&top) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let missing = |arg: &&TermId| !self.done.contains_key(arg);
            stack.extend(pool.args(top).iter().filter(missing));
            if stack.len() == before {
                let new = self.node(pool, top);
                self.done.insert(top, new);
                stack.pop();
            }
        }
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
