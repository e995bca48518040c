//! Linear equations that are one and the same.
//!
//! A solver that works on bits needs long to see that `a + 1 + (b - 1) = c` is
//! `a + b = c`. Here both are brought into one form, and the solver is told that
//! they are equivalent.
//!
//! **Soundness.** What is told is true in every state: both sides of an equation
//! modulo `2^w` are moved to the left, sums, differences, negations and constant
//! multiples are taken apart, and the whole may change its sign. Nothing else is
//! rewritten, and the equations themselves stay in the claim.

use hatha_term::{Op, Sort, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};

/// More steps than this leave an equation alone.
const STEPS: usize = 200;

/// `Σ factor·term + constant = 0` modulo 2^width, sorted, the first factor positive.
type Form = (u32, Vec<(TermId, u64)>, u64);

/// The equations seen so far, by their form.
#[derive(Debug, Default)]
pub(crate) struct Equations {
    known: FxHashMap<Form, TermId>,
    seen: FxHashSet<TermId>,
}

impl Equations {
    /// What is to be told about the equations in some facts.
    pub(crate) fn lemmas(&mut self, pool: &mut TermPool, facts: &[TermId]) -> Vec<TermId> {
        let mut lemmas = Vec::new();
        for t in pool.subterms(facts) {
            if pool.op(t) != Op::Eq || !self.seen.insert(t) {
                continue;
            }
            let Some(form) = form(pool, pool.arg(t, 0), pool.arg(t, 1)) else {
                continue;
            };
            if form.1.is_empty() {
                lemmas.push(if form.2 == 0 { t } else { pool.not(t) });
            } else if let Some(&same) = self.known.get(&form) {
                lemmas.push(equivalent(pool, t, same));
            } else {
                self.known.insert(form, t);
            }
        }
        lemmas
    }
}

fn equivalent(pool: &mut TermPool, a: TermId, b: TermId) -> TermId {
    let (not_a, not_b) = (pool.not(a), pool.not(b));
    let (right, left) = (pool.or(not_a, b), pool.or(a, not_b));
    pool.and(right, left)
}

fn mask(width: u32) -> u64 {
    if width >= 64 {
        u64::MAX
    } else {
        (1 << width) - 1
    }
}

fn form(pool: &TermPool, a: TermId, b: TermId) -> Option<Form> {
    let Sort::Bv(width) = pool.sort(a) else {
        return None;
    };
    if width > 64 {
        return None;
    }
    let mut factors: FxHashMap<TermId, u64> = FxHashMap::default();
    let mut constant = 0_u64;
    let mut work = vec![(a, 1_u64), (b, 1_u64.wrapping_neg())];
    let mut steps = 0;
    while let Some((t, times)) = work.pop() {
        steps += 1;
        if steps > STEPS {
            return None;
        }
        if let Some(value) = pool.as_bv(t) {
            constant = constant.wrapping_add(times.wrapping_mul(value.to_u64()?));
        } else if !apart(pool, t, times, &mut work, &mut constant) {
            let factor = factors.entry(t).or_default();
            *factor = factor.wrapping_add(times);
        }
    }
    Some(sorted(width, factors, constant))
}

/// Takes a sum apart; whether it is one.
fn apart(
    pool: &TermPool,
    t: TermId,
    times: u64,
    work: &mut Vec<(TermId, u64)>,
    constant: &mut u64,
) -> bool {
    let args = pool.args(t);
    let value = |i: usize| pool.as_bv(args[i]).and_then(|v| v.to_u64());
    match pool.op(t) {
        Op::BvAdd => work.extend([(args[0], times), (args[1], times)]),
        Op::BvSub => work.extend([(args[0], times), (args[1], times.wrapping_neg())]),
        Op::BvNeg => work.push((args[0], times.wrapping_neg())),
        // The complement of x is -x - 1.
        Op::BvNot => {
            work.push((args[0], times.wrapping_neg()));
            *constant = constant.wrapping_sub(times);
        }
        Op::BvMul => match (value(0), value(1)) {
            (Some(c), _) => work.push((args[1], times.wrapping_mul(c))),
            (_, Some(c)) => work.push((args[0], times.wrapping_mul(c))),
            _ => return false,
        },
        _ => return false,
    }
    true
}

fn sorted(width: u32, factors: FxHashMap<TermId, u64>, constant: u64) -> Form {
    let mask = mask(width);
    let mut parts: Vec<(TermId, u64)> = factors
        .into_iter()
        .map(|(t, f)| (t, f & mask))
        .filter(|(_, f)| *f != 0)
        .collect();
    parts.sort_unstable();
    let negative = parts
        .first()
        .is_some_and(|(_, f)| f >> (width - 1) & 1 == 1);
    let sign = |x: u64| {
        if negative {
            x.wrapping_neg() & mask
        } else {
            x & mask
        }
    };
    let parts = parts.into_iter().map(|(t, f)| (t, sign(f))).collect();
    (width, parts, sign(constant))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_equations_are_told_and_others_are_not() {
        let mut pool = TermPool::raw();
        let [a, b, c] = ["a", "b", "c"].map(|n| pool.var(n, Sort::Bv(32)));
        let one = pool.bv_const(32, 1);
        let ab = pool.bv_add(a, b);
        let plain = pool.eq(ab, c);
        let (a1, b1) = (pool.bv_add(a, one), pool.bv_sub(b, one));
        let moved = pool.bv_add(a1, b1);
        let same = pool.eq(c, moved);
        let other = pool.bv_add(a1, b);
        let other = pool.eq(other, c);
        let mut equations = Equations::default();
        assert!(equations.lemmas(&mut pool, &[plain, other]).is_empty());
        let told = equations.lemmas(&mut pool, &[same]);
        assert_eq!(told, vec![equivalent(&mut pool, same, plain)]);
    }

    #[test]
    fn what_is_always_true_or_false_is_told() {
        let mut pool = TermPool::raw();
        let a = pool.var("a", Sort::Bv(8));
        let one = pool.bv_const(8, 1);
        let more = pool.bv_add(a, one);
        let never = pool.eq(a, more);
        let less = pool.bv_sub(more, one);
        let always = pool.eq(less, a);
        let mut equations = Equations::default();
        let told = equations.lemmas(&mut pool, &[never, always]);
        assert_eq!(told.len(), 2);
        assert!(told.contains(&always) && told.contains(&pool.not(never)));
    }
}
