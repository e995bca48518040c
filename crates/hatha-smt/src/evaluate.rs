//! Terms under models, as counted work.
//!
//! **Invariant.** Whoever evaluates terms for a question counts it here: what a model costs grows
//! with the terms, not with the number of facts, and a long path has many of them.

use crate::solver::{Budget, Reason};
use hatha_term::{Evaluator, Known, Model, TermId, TermPool};

/// Terms whose evaluation is one unit of work.
const EVALUATED: usize = 16;

/// Does the model satisfy all terms? A term without a value counts as false.
pub fn satisfies(
    pool: &TermPool,
    model: &Model,
    terms: impl IntoIterator<Item = TermId>,
    budget: &Budget,
) -> bool {
    satisfies_knowing(pool, model, &mut Known::default(), terms, budget)
}

/// The same where values of terms under this model are known; those that are computed are added.
pub(crate) fn satisfies_knowing(
    pool: &TermPool,
    model: &Model,
    known: &mut Known,
    terms: impl IntoIterator<Item = TermId>,
    budget: &Budget,
) -> bool {
    let before = known.len();
    let mut evaluator = Evaluator::knowing(pool, model, std::mem::take(known));
    let holds = terms.into_iter().all(|t| evaluator.truth(t) == Ok(true));
    *known = evaluator.into_known();
    spend(known.len() - before, budget);
    holds
}

/// Every term must be true under the model: the last line of defence against
/// errors of the rewriter, the circuits and the SAT solver.
pub(crate) fn check_model(
    pool: &TermPool,
    roots: &[TermId],
    model: &Model,
    budget: &Budget,
) -> Result<(), Reason> {
    let mut evaluator = Evaluator::new(pool, model);
    for &t in roots {
        match evaluator.truth(t) {
            Ok(true) => {}
            Ok(false) => {
                let text = format!("a model does not satisfy {}", pool.to_c(t));
                return Err(Reason::Internal(text));
            }
            Err(error) => {
                return Err(Reason::Internal(format!("a model has no value: {error}")));
            }
        }
    }
    spend(evaluator.evaluated(), budget);
    Ok(())
}

fn spend(evaluated: usize, budget: &Budget) {
    budget.spend((evaluated / EVALUATED) as u64);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Pace;
    use hatha_term::{Sort, Symbol};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[derive(Debug, Default)]
    struct Counted(AtomicU64);

    impl Pace for Counted {
        fn spend(&self, units: u64) {
            self.0.fetch_add(units, Ordering::Relaxed);
        }
    }

    /// One fact of many terms costs more than one of a few, and what is known costs nothing.
    #[test]
    fn evaluation_costs_by_the_size_of_terms() {
        let mut pool = TermPool::new();
        let x = pool.var(Symbol::Input(0), Sort::Bv(32));
        let mut sum = x;
        for i in 1..1000u32 {
            let y = pool.var(Symbol::Input(i), Sort::Bv(32));
            sum = pool.bv_add(sum, y);
        }
        let zero = pool.bv_const(32, 0);
        let (short, long) = (pool.eq(x, zero), pool.eq(sum, zero));
        let counted = Arc::new(Counted::default());
        let budget = Budget {
            pace: Some(counted.clone()),
            ..Budget::unlimited()
        };
        let (model, mut known) = (Model::new(), Known::default());
        let mut cost = |t: TermId| {
            let before = counted.0.load(Ordering::Relaxed);
            assert!(satisfies_knowing(&pool, &model, &mut known, [t], &budget));
            counted.0.load(Ordering::Relaxed) - before
        };
        let costs = [short, long, long].map(&mut cost);
        assert_eq!(costs[0], 0);
        assert!(costs[1] >= 1000 / EVALUATED as u64);
        assert_eq!(costs[2], 0);
    }
}
