//! A predicate without the parts that follow from the others, for people.
//!
//! **Invariant.** Only what is shown is shortened: no proof goes through here. Where the solver has no
//! answer within its work, a part stays.

use super::cases::{combined, solved};
use hatha_smt::layers::default_chain;
use hatha_smt::{Budget, Solver};
use hatha_term::{CNames, Op, Symbol, TermId, TermPool, VarId};

/// Parts of a predicate beyond which it is shown as it is.
const MOST_PARTS: usize = 40;
/// Work for the question whether a part follows from the others: conflicts and gates.
const CONFLICTS: u64 = 100;
const GATES: u64 = 50_000;

/// The predicate as a conjunction of parts none of which follows from the others, equalities with
/// constants first; where a part is a disjunction, each of its alternatives likewise, and an equation
/// instead of them where they are one.
pub(super) fn concise(pool: &mut TermPool, names: &dyn CNames, predicate: TermId) -> TermId {
    let mut parts = Vec::new();
    for part in without_implied(pool, predicate) {
        let ways = pool.junction(part, Op::Or);
        if (2..=MOST_PARTS).contains(&ways.len()) {
            let cases = ways.into_iter().map(|way| without_implied(pool, way));
            let cases: Vec<Vec<TermId>> = cases.collect();
            parts.extend(combined(pool, names, cases));
        } else {
            parts.push(part);
        }
    }
    let all = pool.and_all(&parts);
    let parts = without_implied(pool, all);
    pool.and_all(&parts)
}

/// The parts of a conjunction that do not follow from the others.
fn without_implied(pool: &mut TermPool, predicate: TermId) -> Vec<TermId> {
    let parts = pool.junction(predicate, Op::And);
    let mut parts: Vec<TermId> = parts.into_iter().map(|part| solved(pool, part)).collect();
    if parts.len() < 2 || parts.len() > MOST_PARTS {
        return parts;
    }
    parts.sort_by_cached_key(|&part| {
        let (about, upper) = bounded(pool, part);
        (rank(pool, part), about, upper, pool.subterms(&[part]).len())
    });
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

/// The first variable that a part is about, in the order of the program, and whether it is a bound from
/// above: the lower bound of a range stands before the upper one.
fn bounded(pool: &TermPool, part: TermId) -> (u32, bool) {
    let vars = pool.free_vars(&[part]);
    let slot = |&v: &VarId| match pool.var_symbol(v) {
        Symbol::Slot(number) => Some(*number),
        _ => None,
    };
    let first = vars.iter().filter_map(slot).min().unwrap_or(u32::MAX);
    let (order, negated) = match pool.op(part) {
        Op::Not => (pool.arg(part, 0), true),
        _ => (part, false),
    };
    let is_order = matches!(
        pool.op(order),
        Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle
    );
    let is_upper = is_order && pool.is_const(pool.arg(order, usize::from(!negated)));
    (first, is_upper)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hatha_term::{CName, Sort};

    struct Unnamed;

    impl CNames for Unnamed {
        fn name(&self, _: &TermPool, _: TermId) -> Option<CName> {
            None
        }
    }

    /// A value says its bounds; what does not follow stays.
    #[test]
    fn what_follows_is_left_out() {
        let mut pool = TermPool::new();
        let [x, y] = ["x", "y"].map(|name| pool.fresh_var(name, Sort::Bv(8)));
        let [zero, one] = [0, 1].map(|n| pool.bv_const(8, n));
        let is_zero = pool.eq(x, zero);
        let bounds = [pool.bv_sle(x, one), pool.bv_sle(zero, x), pool.bv_ule(y, x)];
        let all = pool.and_all(&[bounds[0], bounds[1], is_zero]);
        assert_eq!(concise(&mut pool, &Unnamed, all), is_zero);
        let apart = pool.and_all(&[bounds[0], bounds[1]]);
        let shown = concise(&mut pool, &Unnamed, apart);
        assert_eq!(pool.junction(shown, Op::And).len(), 2);
        let either = pool.or_all(&[all, bounds[2]]);
        let shown = concise(&mut pool, &Unnamed, either);
        assert_eq!(pool.junction(shown, Op::Or), [is_zero, bounds[2]]);
        // One bit of `y` is `x`: the cases are an equation, and its range follows.
        let low = pool.extract(0, 0, y);
        let [none, bit] = [0, 1].map(|n| pool.bv_const(1, n));
        let is_one = pool.eq(x, one);
        let cases = [(is_zero, none), (is_one, bit)].map(|(fact, bit)| {
            let other = pool.eq(low, bit);
            pool.and(fact, other)
        });
        let either = pool.or_all(&cases);
        let shown = concise(&mut pool, &Unnamed, either);
        let same = pool.zero_ext(8, low);
        assert_eq!(shown, pool.eq(x, same));
        let related = pool.and_all(&[is_zero, bounds[2]]);
        let shown = concise(&mut pool, &Unnamed, related);
        assert_eq!(pool.junction(shown, Op::And).len(), 2);
    }
}
