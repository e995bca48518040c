//! A predicate without the parts that follow from the others, for people.
//!
//! **Invariant.** Only what is shown is shortened: no proof goes through here. Where the solver has no
//! answer within its work, a part stays.

use hatha_smt::layers::default_chain;
use hatha_smt::{Budget, Solver};
use hatha_term::{Op, TermId, TermPool};

/// Parts of a predicate beyond which it is shown as it is.
const MOST_PARTS: usize = 40;
/// Work for the question whether a part follows from the others: conflicts and gates.
const CONFLICTS: u64 = 100;
const GATES: u64 = 50_000;

/// The predicate as a conjunction of parts none of which follows from the others, equalities with
/// constants first; where a part is a disjunction, each of its alternatives likewise.
pub(super) fn concise(pool: &mut TermPool, predicate: TermId) -> TermId {
    let mut parts = without_implied(pool, predicate);
    for part in &mut parts {
        let ways = pool.junction(*part, Op::Or);
        if (2..=MOST_PARTS).contains(&ways.len()) {
            let ways = ways.into_iter().map(|way| {
                let parts = without_implied(pool, way);
                pool.and_all(&parts)
            });
            let ways: Vec<TermId> = ways.collect();
            *part = pool.or_all(&ways);
        }
    }
    pool.and_all(&parts)
}

/// The parts of a conjunction that do not follow from the others.
fn without_implied(pool: &mut TermPool, predicate: TermId) -> Vec<TermId> {
    let mut parts = pool.junction(predicate, Op::And);
    if parts.len() < 2 || parts.len() > MOST_PARTS {
        return parts;
    }
    parts.sort_by_cached_key(|&part| (rank(pool, part), pool.subterms(&[part]).len()));
    parts.dedup();
    let mut solver = default_chain();
    // What is hardest to read goes first, if the rest says it.
    for at in (0..parts.len()).rev() {
        let mut claim = parts.clone();
        claim[at] = pool.not(parts[at]);
        let budget = Budget {
            steps: Some(GATES),
            ..Budget::with_conflicts(CONFLICTS)
        };
        if solver.check(pool, &claim, &budget).is_unsat() {
            parts.remove(at);
        }
    }
    parts
}

/// What is easy to read has a small rank.
fn rank(pool: &TermPool, part: TermId) -> u32 {
    let is_constant = |t: &TermId| pool.args(*t).is_empty() && pool.as_var(*t).is_none();
    match pool.op(part) {
        Op::Eq if pool.args(part).iter().any(is_constant) => 0,
        Op::Eq => 1,
        Op::Not | Op::Or => 3,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hatha_term::Sort;

    /// A value says its bounds; what does not follow stays.
    #[test]
    fn what_follows_is_left_out() {
        let mut pool = TermPool::new();
        let [x, y] = ["x", "y"].map(|name| pool.fresh_var(name, Sort::Bv(8)));
        let [zero, one] = [0, 1].map(|n| pool.bv_const(8, n));
        let is_zero = pool.eq(x, zero);
        let bounds = [pool.bv_sle(x, one), pool.bv_sle(zero, x), pool.bv_ule(y, x)];
        let all = pool.and_all(&[bounds[0], bounds[1], is_zero]);
        assert_eq!(concise(&mut pool, all), is_zero);
        let apart = pool.and_all(&[bounds[0], bounds[1]]);
        let shown = concise(&mut pool, apart);
        assert_eq!(pool.junction(shown, Op::And).len(), 2);
        let either = pool.or_all(&[all, bounds[2]]);
        let shown = concise(&mut pool, either);
        assert_eq!(pool.junction(shown, Op::Or), [is_zero, bounds[2]]);
        let related = pool.and_all(&[is_zero, bounds[2]]);
        let shown = concise(&mut pool, related);
        assert_eq!(pool.junction(shown, Op::And).len(), 2);
    }
}
