//! A disjunction of cases as an equation, where it is one: `a == 0 && b == 0 || a == 1 && b == 1`
//! is `a == b && (a == 0 || a == 1)`.
//!
//! **Invariant.** What comes out is equivalent to what goes in: facts that all cases have stand
//! before them, an equation is taken only if every case gives both of its sides values that satisfy
//! it, and what a case loses follows from the equation and from what it keeps (test
//! `cases_become_equations`, which tries all values).

use hatha_term::{Bv, CNames, Op, TermId, TermPool};

/// A conjunction of facts.
pub(super) type Case = Vec<TermId>;

/// Facts, and cases one of which holds beside them; none if the facts say it all.
#[derive(Debug)]
pub(super) struct Combined {
    pub(super) facts: Vec<TermId>,
    pub(super) cases: Vec<Case>,
}

/// A term that a case gives a value.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pinned {
    term: TermId,
    value: Bv,
}

/// What says the same as a disjunction of cases.
pub(super) fn combined(pool: &mut TermPool, names: &dyn CNames, mut cases: Vec<Case>) -> Combined {
    let mut facts = shared(&mut cases);
    let values: Vec<Vec<Pinned>> = cases.iter().map(|c| pinned_by(pool, c)).collect();
    let mut replaced: Vec<Vec<Pinned>> = vec![Vec::new(); cases.len()];
    let mut kept: Vec<(TermId, Vec<Bv>)> = Vec::new();
    for (term, values) in pinned_by_all(&values) {
        let mut others = kept.iter();
        let found = others.find_map(|(t, known)| equation(pool, (*t, known), (term, &values)));
        match found {
            Some(equation) => {
                facts.push(equation);
                for (replaced, value) in replaced.iter_mut().zip(values) {
                    replaced.push(Pinned { term, value });
                }
            }
            None => kept.push((term, values)),
        }
    }
    for (case, replaced) in cases.iter_mut().zip(&replaced) {
        case.retain(|&fact| pinned(pool, fact).is_none_or(|p| !replaced.contains(&p)));
    }
    if let Some(range) = range(pool, names, &cases) {
        facts.extend(range);
        cases.clear();
    } else if cases.iter().any(Vec::is_empty) {
        cases.clear();
    }
    Combined { facts, cases }
}

/// The facts that all cases have, which they lose.
fn shared(cases: &mut [Case]) -> Vec<TermId> {
    let first = cases.first().cloned().unwrap_or_default();
    let is_shared = |fact: &TermId| cases.iter().all(|case| case.contains(fact));
    let shared: Vec<TermId> = first.into_iter().filter(is_shared).collect();
    for case in cases {
        case.retain(|fact| !shared.contains(fact));
    }
    shared
}

/// The fact `a + 2 == 5` as `a == 3`, also where `a` is the low bits of a sum.
pub(super) fn solved(pool: &mut TermPool, fact: TermId) -> TermId {
    match pinned(pool, fact) {
        Some(Pinned { mut term, value }) => {
            let mut value = pool.bv(value);
            while let Some((inner, addend)) = sum_with_constant(pool, term) {
                term = inner;
                value = pool.bv_sub(value, addend);
            }
            pool.eq(term, value)
        }
        None => fact,
    }
}

/// A term as a sum, or as the low bits of one, with a constant.
fn sum_with_constant(pool: &mut TermPool, t: TermId) -> Option<(TermId, TermId)> {
    let is_low = pool.op(t) == Op::Extract { lo: 0 };
    let sum = if is_low { pool.arg(t, 0) } else { t };
    if pool.op(sum) != Op::BvAdd {
        return None;
    }
    let [a, b] = [0, 1].map(|i| pool.arg(sum, i));
    let (term, addend) = match (pool.is_const(a), pool.is_const(b)) {
        (false, true) => (a, b),
        (true, false) => (b, a),
        _ => return None,
    };
    match (is_low, pool.width(t)) {
        (true, width) => Some((
            pool.extract(width - 1, 0, term),
            pool.extract(width - 1, 0, addend),
        )),
        (false, _) => Some((term, addend)),
    }
}

/// The term that a fact gives a value.
fn pinned(pool: &TermPool, fact: TermId) -> Option<Pinned> {
    let (equation, negated) = match pool.op(fact) {
        Op::Not => (pool.arg(fact, 0), true),
        _ => (fact, false),
    };
    if pool.op(equation) != Op::Eq {
        return None;
    }
    let [a, b] = [0, 1].map(|i| pool.arg(equation, i));
    let (term, value) = match (pool.as_bv(a), pool.as_bv(b)) {
        (Some(value), None) => (b, value.clone()),
        (None, Some(value)) => (a, value.clone()),
        _ => return None,
    };
    // One bit that is not zero is one.
    let value = match (negated, value.width()) {
        (false, _) => value,
        (true, 1) => value.not(),
        (true, _) => return None,
    };
    Some(Pinned { term, value })
}

fn pinned_by(pool: &TermPool, case: &Case) -> Vec<Pinned> {
    case.iter().filter_map(|&f| pinned(pool, f)).collect()
}

/// The terms that all cases give values, each with these, in the order of the first case.
fn pinned_by_all(cases: &[Vec<Pinned>]) -> Vec<(TermId, Vec<Bv>)> {
    let value_in = |case: &Vec<Pinned>, t: TermId| {
        let found = case.iter().find(|p| p.term == t);
        found.map(|p| p.value.clone())
    };
    let first = cases.first().into_iter().flatten();
    first
        .filter_map(|p| {
            let values: Option<Vec<Bv>> = cases.iter().map(|c| value_in(c, p.term)).collect();
            Some((p.term, values?))
        })
        .collect()
}

/// An equation between two terms that holds in all cases, if there is a simple one: they are the
/// same number, or differ by a constant.
fn equation(
    pool: &mut TermPool,
    (a, of_a): (TermId, &[Bv]),
    (b, of_b): (TermId, &[Bv]),
) -> Option<TermId> {
    let (width_a, width_b) = (pool.width(a), pool.width(b));
    if width_a != width_b {
        let same = of_a
            .iter()
            .zip(of_b)
            .all(|(x, y)| x.to_u128() == y.to_u128());
        let is_small = width_a.max(width_b) <= 128;
        return (same && is_small).then(|| {
            let width = width_a.max(width_b);
            let [a, b] = [a, b].map(|t| pool.zero_ext(width, t));
            pool.eq(a, b)
        });
    }
    let mut differences = of_b.iter().zip(of_a).map(|(y, x)| y.sub(x));
    let difference = differences.next()?;
    if differences.any(|d| d != difference) {
        return None;
    }
    let difference = pool.bv(difference);
    let sum = pool.bv_add(a, difference);
    Some(pool.eq(b, sum))
}

/// Bounds of a variable without a sign, not as bounds of the signed number in its bits:
/// `(int)n >= 1 && (int)n <= 9` is `n >= 1 && n <= 9`, because no bound is negative.
pub(super) fn without_signs(pool: &mut TermPool, names: &dyn CNames, facts: &mut Case) {
    let bounds: Vec<Option<SignedBound>> = facts.iter().map(|&f| signed_bound(pool, f)).collect();
    for low in bounds.iter().flatten().filter(|b| !b.is_upper) {
        let is_other = |b: &&SignedBound| b.is_upper && b.term == low.term;
        let Some(high) = bounds.iter().flatten().find(is_other) else {
            continue;
        };
        let is_unsigned = names
            .name(pool, low.term)
            .is_some_and(|name| !name.is_signed);
        if !is_unsigned || low.value.sign() || high.value.sign() {
            continue;
        }
        let [least, most] = [low, high].map(|b| pool.bv(b.value.clone()));
        let range = [pool.bv_ule(least, low.term), pool.bv_ule(low.term, most)];
        for (fact, bound) in facts.iter_mut().zip(&bounds) {
            match bound {
                Some(b) if b == low => *fact = range[0],
                Some(b) if b == high => *fact = range[1],
                _ => {}
            }
        }
    }
}

/// A term that is, as a signed number, at least or at most a value.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SignedBound {
    term: TermId,
    is_upper: bool,
    value: Bv,
}

fn signed_bound(pool: &TermPool, fact: TermId) -> Option<SignedBound> {
    let (order, negated) = match pool.op(fact) {
        Op::Not => (pool.arg(fact, 0), true),
        _ => (fact, false),
    };
    let is_strict = match pool.op(order) {
        Op::BvSlt => !negated,
        Op::BvSle => negated,
        _ => return None,
    };
    let [a, b] = [0, 1].map(|i| pool.arg(order, i));
    let (term, value, is_upper) = match (pool.as_bv(a), pool.as_bv(b)) {
        (Some(value), None) => (b, value.clone(), negated),
        (None, Some(value)) => (a, value.clone(), !negated),
        _ => return None,
    };
    let (width, one) = (value.width(), Bv::new(value.width(), 1));
    let value = match (is_strict, is_upper) {
        (false, _) => value,
        // Nothing is below the least number or above the greatest.
        (true, true) if value == Bv::signed_min(width) => return None,
        (true, false) if value == Bv::signed_max(width) => return None,
        (true, true) => value.sub(&one),
        (true, false) => value.add(&one),
    };
    Some(SignedBound {
        term,
        is_upper,
        value,
    })
}

/// Cases that give one variable neighbouring values, as a range of it.
fn range(pool: &mut TermPool, names: &dyn CNames, cases: &[Case]) -> Option<Vec<TermId>> {
    let mut values = Vec::new();
    let mut variable = None;
    for case in cases {
        let [fact] = case.as_slice() else { return None };
        let Pinned { term, value } = pinned(pool, *fact)?;
        if *variable.get_or_insert(term) != term {
            return None;
        }
        values.push(value.to_u128()?);
    }
    values.sort_unstable();
    values.dedup();
    let (variable, low, high) = (variable?, *values.first()?, *values.last()?);
    let width = pool.width(variable);
    let is_signed = names.name(pool, variable)?.is_signed;
    let is_run = high - low == values.len() as u128 - 1 && values.len() > 2;
    // A range of numbers without a sign that is one of numbers with a sign, too.
    let is_plain = !is_signed || high >> (width - 1) == 0;
    if !is_run || !is_plain {
        return None;
    }
    let [low, high] = [low, high].map(|n| pool.bv_const(width, n));
    Some(match is_signed {
        true => vec![pool.bv_sle(low, variable), pool.bv_sle(variable, high)],
        false => vec![pool.bv_ule(low, variable), pool.bv_ule(variable, high)],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hatha_term::{CName, Model, Sort, Value};

    struct Unsigned;

    impl CNames for Unsigned {
        fn name(&self, pool: &TermPool, t: TermId) -> Option<CName> {
            let text = pool.as_symbol(t)?.to_string();
            Some(CName {
                text,
                is_signed: false,
                is_unary: false,
            })
        }
    }

    fn facts(pool: &mut TermPool, pairs: &[(TermId, u128)]) -> Case {
        let fact = |&(t, n): &(TermId, u128)| {
            let width = pool.width(t);
            let n = pool.bv_const(width, n);
            pool.eq(t, n)
        };
        pairs.iter().map(fact).collect()
    }

    /// What becomes of cases; it has the same value as these for all values of two variables.
    fn same_everywhere(pool: &mut TermPool, vars: [TermId; 2], cases: &[Case]) -> Combined {
        let ways: Vec<TermId> = cases.iter().map(|c| pool.and_all(c)).collect();
        let before = pool.or_all(&ways);
        let found = combined(pool, &Unsigned, cases.to_vec());
        let mut facts = found.facts.clone();
        if !found.cases.is_empty() {
            let ways: Vec<TermId> = found.cases.iter().map(|c| pool.and_all(c)).collect();
            facts.push(pool.or_all(&ways));
        }
        let after = pool.and_all(&facts);
        for x in 0..16 {
            for y in 0..16 {
                let mut model = Model::new();
                for (var, n) in vars.into_iter().zip([x, y]) {
                    let var = pool.as_var(var).expect("a variable");
                    model.set(var, Value::Bv(Bv::new(4, n)));
                }
                let values = [before, after].map(|t| pool.eval_bool(t, &model));
                assert_eq!(values[0], values[1], "{x} {y}");
            }
        }
        found
    }

    /// The numbers of facts of each case.
    fn sizes(found: &Combined) -> Vec<usize> {
        found.cases.iter().map(Vec::len).collect()
    }

    #[test]
    fn cases_become_equations() {
        let mut pool = TermPool::new();
        let [x, y] = ["x", "y"].map(|name| pool.var(name, Sort::Bv(4)));
        let low = pool.extract(0, 0, y);
        let cases = [(0, 0), (1, 1)].map(|(n, bit)| facts(&mut pool, &[(x, n), (low, bit)]));
        let found = same_everywhere(&mut pool, [x, y], &cases);
        let same = pool.zero_ext(4, low);
        assert_eq!(found.facts, [pool.eq(x, same)]);
        assert_eq!(sizes(&found), [1, 1]);
        let cases = [(2, 5), (3, 6), (9, 12)].map(|(n, m)| facts(&mut pool, &[(x, n), (y, m)]));
        let found = same_everywhere(&mut pool, [x, y], &cases);
        let three = pool.bv_const(4, 3);
        let sum = pool.bv_add(x, three);
        assert_eq!(found.facts, [pool.eq(y, sum)]);
        assert_eq!(sizes(&found), [1, 1, 1]);
        let cases = [3, 4, 2].map(|n| facts(&mut pool, &[(x, n)]));
        let found = same_everywhere(&mut pool, [x, y], &cases);
        assert_eq!((found.facts.len(), found.cases.len()), (2, 0));
        let cases = [(1, 7), (4, 7)].map(|(n, m)| facts(&mut pool, &[(x, n), (y, m)]));
        let found = same_everywhere(&mut pool, [x, y], &cases);
        assert_eq!(found.facts, facts(&mut pool, &[(y, 7)]));
        let cases = [(1, 5), (2, 9)].map(|(n, m)| facts(&mut pool, &[(x, n), (y, m)]));
        let found = same_everywhere(&mut pool, [x, y], &cases);
        assert!(found.facts.is_empty());
        assert_eq!(sizes(&found), [2, 2]);
        // A case that cannot be stays one.
        let mut cases = [(2, 5), (3, 6)].map(|(n, m)| facts(&mut pool, &[(x, n), (y, m)]));
        cases[1].extend(facts(&mut pool, &[(y, 9)]));
        same_everywhere(&mut pool, [x, y], &cases);
    }

    /// A range of a variable without a sign has the same values, and no casts.
    #[test]
    fn ranges_need_no_casts() {
        let mut pool = TermPool::new();
        let x = pool.var("x", Sort::Bv(4));
        for (low, high) in [(0, 5), (1, 6), (2, 9), (12, 3)] {
            let [least, most] = [low, high].map(|n| pool.bv_const(4, n));
            let before = vec![pool.bv_slt(least, x), pool.bv_sle(x, most)];
            let mut after = before.clone();
            without_signs(&mut pool, &Unsigned, &mut after);
            let [before, after] = [before, after].map(|facts| pool.and_all(&facts));
            let var = pool.as_var(x).expect("a variable");
            for n in 0..16 {
                let mut model = Model::new();
                model.set(var, Value::Bv(Bv::new(4, n)));
                let values = [before, after].map(|t| pool.eval_bool(t, &model));
                assert_eq!(values[0], values[1], "{low} < {n} <= {high}");
            }
            let terms = pool.subterms(&[after]);
            let is_signed = |&t: &TermId| matches!(pool.op(t), Op::BvSlt | Op::BvSle);
            assert!(low > 1 || !terms.iter().any(is_signed), "{low} {high}");
        }
    }

    /// The parity of a sum is one of its summand.
    #[test]
    fn sums_with_constants_are_solved() {
        let mut pool = TermPool::new();
        let x = pool.var("x", Sort::Bv(4));
        let one = pool.bv_const(4, 1);
        let next = pool.bv_add(x, one);
        let [low, low_of_next] = [x, next].map(|t| pool.extract(0, 0, t));
        let [odd, five] = [(low_of_next, 1), (next, 5)].map(|pair| facts(&mut pool, &[pair])[0]);
        let [even, four] = [(low, 0), (x, 4)].map(|pair| facts(&mut pool, &[pair])[0]);
        assert_eq!(solved(&mut pool, odd), solved(&mut pool, even));
        assert_eq!(solved(&mut pool, five), four);
    }
}
