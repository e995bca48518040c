//! Which constraints of a growing path hang together with a question.
//!
//! **Invariant.** [`Related::with`] gives every constraint that shares a variable with the
//! question, directly or through others. So the rest of the path can be satisfied
//! without regard to the question: a model of the part that is given, with the values
//! that already satisfy the rest, is one of the whole; and what contradicts the
//! part contradicts the path.

use hatha_term::{TermId, TermPool, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The constraints of a path, by their variables. Its cost is that of what is asked for, not
/// that of the path.
#[derive(Clone, Debug, Default)]
pub struct Related {
    path: Vec<(TermId, Rc<[VarId]>)>,
    by_variable: FxHashMap<VarId, Vec<u32>>,
    variables: FxHashMap<TermId, Rc<[VarId]>>,
}

impl Related {
    /// How many constraints there are.
    pub fn len(&self) -> usize {
        self.path.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.path.is_empty()
    }

    /// The path grows.
    pub fn push(&mut self, pool: &TermPool, constraint: TermId) {
        let variables = self.variables_of(pool, constraint);
        let n = self.path.len() as u32;
        for &v in variables.iter() {
            self.by_variable.entry(v).or_default().push(n);
        }
        self.path.push((constraint, variables));
    }

    /// The path goes back to its first constraints.
    pub fn truncate(&mut self, len: usize) {
        while self.path.len() > len {
            let Some((_, variables)) = self.path.pop() else {
                return;
            };
            for v in variables.iter() {
                // The last one that mentions it is the one that goes.
                self.by_variable.entry(*v).or_default().pop();
            }
        }
    }

    /// The variables of a term.
    pub fn variables_of(&mut self, pool: &TermPool, term: TermId) -> Rc<[VarId]> {
        let found = self.variables.entry(term);
        let found = found.or_insert_with(|| pool.free_vars(&[term]).into_iter().collect());
        found.clone()
    }

    /// The constraints that hang together with some terms, in the order of the path, and all
    /// their variables.
    pub fn with(&mut self, pool: &TermPool, terms: &[TermId]) -> (Vec<TermId>, Vec<VarId>) {
        let mut seen = FxHashSet::default();
        let mut order = Vec::new();
        for &t in terms {
            for &v in self.variables_of(pool, t).iter() {
                if seen.insert(v) {
                    order.push(v);
                }
            }
        }
        let mut chosen = FxHashSet::default();
        let mut next = 0;
        while let Some(&v) = order.get(next) {
            next += 1;
            for &c in self.by_variable.get(&v).into_iter().flatten() {
                if !chosen.insert(c) {
                    continue;
                }
                for &w in self.path[c as usize].1.iter() {
                    if seen.insert(w) {
                        order.push(w);
                    }
                }
            }
        }
        let mut chosen: Vec<u32> = chosen.into_iter().collect();
        chosen.sort_unstable();
        let constraint = |c: u32| self.path[c as usize].0;
        (chosen.into_iter().map(constraint).collect(), order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hatha_term::Sort;

    #[test]
    fn what_hangs_together_is_found_through_others_and_forgotten_with_the_path() {
        let mut pool = TermPool::new();
        let var = |pool: &mut TermPool, n: &str| pool.var(n, Sort::Bv(8));
        let (a, b, c) = (
            var(&mut pool, "a"),
            var(&mut pool, "b"),
            var(&mut pool, "c"),
        );
        let d = var(&mut pool, "d");
        let ab = pool.bv_ult(a, b);
        let bc = pool.bv_ult(b, c);
        let zero = pool.bv_const(8, 0);
        let d0 = pool.eq(d, zero);
        let c0 = pool.eq(c, zero);
        let mut related = Related::default();
        for t in [ab, d0, bc] {
            related.push(&pool, t);
        }
        assert_eq!(related.with(&pool, &[c0]).0, vec![ab, bc]);
        assert_eq!(related.with(&pool, &[d0]).0, vec![d0]);
        related.truncate(2);
        assert_eq!(related.with(&pool, &[c0]).0, Vec::<TermId>::new());
        let a0 = pool.eq(a, zero);
        assert_eq!(related.with(&pool, &[a0]).0, vec![ab]);
    }
}
