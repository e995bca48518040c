//! Polynomial equations that are one and the same.
//!
//! A solver that works on bits needs long to see that `a + 1 + (b - 1) = c` is
//! `a + b = c`, and longer for products. Here both are brought into one form, and
//! the solver gets the lemma that they are equivalent.
//!
//! **Soundness.** A lemma is true in every state: both sides of an equation
//! modulo `2^w` are moved to the left, sums, differences, negations and products
//! are multiplied out, and the whole may change its sign. Nothing else is
//! rewritten, and the equations themselves stay in the claim.

use hatha_term::{Op, Sort, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// More steps than this leave an equation alone.
const STEPS: usize = 200;

/// `Σ factor·Π terms = 0` modulo 2^width, sorted, the first factor positive. The empty product
/// is the constant, which comes first.
type Form = (u32, Vec<(Vec<TermId>, u64)>);

/// The equations seen so far, by their form.
#[derive(Debug, Default)]
pub(crate) struct Equations {
    known: FxHashMap<Form, TermId>,
    seen: FxHashSet<TermId>,
}

impl Equations {
    /// What is to be lemmas about the equations in some facts.
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
                lemmas.push(t);
            } else if form.1.iter().all(|(terms, _)| terms.is_empty()) {
                lemmas.push(pool.not(t));
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

/// A product that is being multiplied out.
struct Product {
    factor: u64,
    /// Not yet looked at.
    open: Vec<TermId>,
    /// Opaque.
    done: Vec<TermId>,
}

fn form(pool: &TermPool, a: TermId, b: TermId) -> Option<Form> {
    let Sort::Bv(width) = pool.sort(a) else {
        return None;
    };
    if width > 64 {
        return None;
    }
    let product = |factor, t| Product {
        factor,
        open: vec![t],
        done: Vec::new(),
    };
    let mut factors: BTreeMap<Vec<TermId>, u64> = BTreeMap::new();
    let mut work = vec![product(1, a), product(u64::MAX, b)];
    let mut steps = 0;
    while let Some(mut p) = work.pop() {
        steps += 1;
        if steps > STEPS {
            return None;
        }
        if let Some(t) = p.open.pop() {
            apart(pool, p, t, &mut work)?;
        } else {
            p.done.sort_unstable();
            let factor = factors.entry(p.done).or_default();
            *factor = factor.wrapping_add(p.factor);
        }
    }
    Some(with_sign(width, factors))
}

/// Multiplies a product by one more term; `None` for a constant that does not fit.
fn apart(pool: &TermPool, mut p: Product, t: TermId, work: &mut Vec<Product>) -> Option<()> {
    if let Some(value) = pool.as_bv(t) {
        p.factor = p.factor.wrapping_mul(value.to_u64()?);
        work.push(p);
        return Some(());
    }
    let args = pool.args(t);
    let with = |p: &Product, t: TermId, factor: u64| Product {
        factor: p.factor.wrapping_mul(factor),
        open: p.open.iter().copied().chain([t]).collect(),
        done: p.done.clone(),
    };
    let minus = u64::MAX;
    match pool.op(t) {
        Op::BvAdd => work.extend([with(&p, args[0], 1), with(&p, args[1], 1)]),
        Op::BvSub => work.extend([with(&p, args[0], 1), with(&p, args[1], minus)]),
        Op::BvNeg => work.push(with(&p, args[0], minus)),
        // The complement of x is -x - 1.
        Op::BvNot => {
            work.push(with(&p, args[0], minus));
            p.factor = p.factor.wrapping_neg();
            work.push(p);
        }
        Op::BvMul => {
            p.open.extend_from_slice(args);
            work.push(p);
        }
        _ => {
            p.done.push(t);
            work.push(p);
        }
    }
    Some(())
}

/// The form of the sum or of its negation: they are zero in the same states.
fn with_sign(width: u32, factors: BTreeMap<Vec<TermId>, u64>) -> Form {
    let mask = mask(width);
    let mut parts: Vec<(Vec<TermId>, u64)> = factors
        .into_iter()
        .map(|(terms, f)| (terms, f & mask))
        .filter(|(_, f)| *f != 0)
        .collect();
    let negative = parts
        .iter()
        .find(|(terms, _)| !terms.is_empty())
        .is_some_and(|(_, f)| f >> (width - 1) & 1 == 1);
    if negative {
        for (_, f) in &mut parts {
            *f = f.wrapping_neg() & mask;
        }
    }
    (width, parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_equations_are_recognised_and_others_are_not() {
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
        let lemmas = equations.lemmas(&mut pool, &[same]);
        assert_eq!(lemmas, vec![equivalent(&mut pool, same, plain)]);
    }

    #[test]
    fn what_is_always_true_or_false_is_recognised() {
        let mut pool = TermPool::raw();
        let a = pool.var("a", Sort::Bv(8));
        let one = pool.bv_const(8, 1);
        let more = pool.bv_add(a, one);
        let never = pool.eq(a, more);
        let less = pool.bv_sub(more, one);
        let always = pool.eq(less, a);
        let mut equations = Equations::default();
        let lemmas = equations.lemmas(&mut pool, &[never, always]);
        assert_eq!(lemmas.len(), 2);
        assert!(lemmas.contains(&always) && lemmas.contains(&pool.not(never)));
    }

    #[test]
    fn products_are_multiplied_out() {
        let mut pool = TermPool::raw();
        let [s, i] = ["s", "i"].map(|n| pool.var(n, Sort::Bv(32)));
        let [one, two] = [1, 2].map(|n| pool.bv_const(32, n));
        // 2s = i·i - i before a round that adds i to s and one to i, and after it.
        let equation = |pool: &mut TermPool, s: TermId, i: TermId| {
            let (twice, square) = (pool.bv_mul(two, s), pool.bv_mul(i, i));
            let right = pool.bv_sub(square, i);
            pool.eq(twice, right)
        };
        let before = equation(&mut pool, s, i);
        let (sum, next) = (pool.bv_add(s, i), pool.bv_add(i, one));
        let after = equation(&mut pool, sum, next);
        let wrong = equation(&mut pool, s, next);
        let mut equations = Equations::default();
        let lemmas = equations.lemmas(&mut pool, &[before, wrong, after]);
        assert_eq!(lemmas, vec![equivalent(&mut pool, after, before)]);
    }
}
