//! Existential quantifiers over terms, eliminated exactly or not at all.
//!
//! A variable goes by what its conjuncts allow, tried in this order: an equality
//! that determines it; a case distinction, if it has two values; bounds, if all
//! its occurrences are in comparisons with terms that do not mention it. In the
//! last case a term that takes every value once as the variable does (`x + y`,
//! `~x`, `3 * x`) may stand in the variable's place.
//!
//! Soundness: each step replaces a formula by an equivalent one without the
//! variable; there is no approximation, so what is not covered is unsupported.

use crate::solver::Reason;
use hatha_term::simplify::solve::solve_for;
use hatha_term::{Bv, Op, Sort, TermId, TermPool};

/// A term without `vars` that is equivalent to the existence of values for them.
pub(crate) fn project(pool: &mut TermPool, t: TermId, vars: &[TermId]) -> Result<TermId, Reason> {
    let mut t = t;
    for &var in vars {
        t = eliminate(pool, t, var)?;
    }
    Ok(t)
}

fn mentions(pool: &TermPool, t: TermId, var: TermId) -> bool {
    pool.subterms(&[t]).contains(&var)
}

/// The conjuncts without and with the variable.
fn split(pool: &TermPool, t: TermId, var: TermId) -> (Vec<TermId>, Vec<TermId>) {
    let mut flat = Vec::new();
    let mut stack = vec![t];
    while let Some(t) = stack.pop() {
        match pool.op(t) {
            Op::And => stack.extend(pool.args(t).iter().rev()),
            _ => flat.push(t),
        }
    }
    flat.into_iter().partition(|&c| !mentions(pool, c, var))
}

fn eliminate(pool: &mut TermPool, t: TermId, var: TermId) -> Result<TermId, Reason> {
    let Some(id) = pool.as_var(var) else {
        return Err(Reason::Internal("a projection of no variable".into()));
    };
    let (mut rest, with) = split(pool, t, var);
    let solved = with.iter().enumerate();
    let solved = solved
        .filter_map(|(i, &c)| Some((i, solve_for(pool, c, id)?)))
        .next();
    if let Some((i, value)) = solved {
        let map = [(var, value)].into_iter().collect();
        let others = with.iter().enumerate().filter(|&(j, _)| j != i);
        rest.extend(others.map(|(_, &c)| pool.substitute(c, &map)));
        return Ok(pool.and_all(&rest));
    }
    let left = match pool.sort(var) {
        _ if with.is_empty() => pool.tru(),
        Sort::Bool | Sort::Bv(1) => by_cases(pool, &with, var),
        Sort::Bv(_) => by_bounds(pool, &with, var)?,
        sort => return Err(unsupported(&pool.sort_to_smtlib(sort))),
    };
    rest.push(left);
    Ok(pool.and_all(&rest))
}

fn unsupported(what: &str) -> Reason {
    Reason::Unsupported(format!("no elimination of a variable: {what}"))
}

/// A variable with two values has one of them.
fn by_cases(pool: &mut TermPool, with: &[TermId], var: TermId) -> TermId {
    let values = match pool.sort(var) {
        Sort::Bool => [pool.tru(), pool.fls()],
        _ => [0, 1].map(|value| pool.bv_const(1, value)),
    };
    let cases = values.map(|value| {
        let map = [(var, value)].into_iter().collect();
        let parts: Vec<TermId> = with.iter().map(|&c| pool.substitute(c, &map)).collect();
        pool.and_all(&parts)
    });
    pool.or(cases[0], cases[1])
}

/// Bounds of one order: `lower <= x` and `x <= upper`, once `usable` holds.
#[derive(Default)]
struct Bounds {
    signed: Option<bool>,
    lower: Vec<TermId>,
    upper: Vec<TermId>,
    /// Conditions without the variable: a strict bound needs a value beyond it.
    usable: Vec<TermId>,
}

/// There is a value between bounds exactly if each lower one is at most each
/// upper one.
fn by_bounds(pool: &mut TermPool, with: &[TermId], var: TermId) -> Result<TermId, Reason> {
    let stand_in = stand_in(pool, with, var);
    if let [only] = with
        && excludes_one(pool, *only, stand_in, var)
    {
        // It differs from one value, and there are others.
        return Ok(pool.tru());
    }
    let mut bounds = Bounds::default();
    for &conjunct in with {
        bounds.add(pool, conjunct, stand_in, var)?;
    }
    let signed = bounds.signed.unwrap_or(false);
    let mut all = std::mem::take(&mut bounds.usable);
    for &low in &bounds.lower {
        for &high in &bounds.upper {
            all.push(if signed {
                pool.bv_sle(low, high)
            } else {
                pool.bv_ule(low, high)
            });
        }
    }
    Ok(pool.and_all(&all))
}

/// Is the conjunct `x != e`, with `e` free of the variable?
fn excludes_one(pool: &TermPool, conjunct: TermId, x: TermId, var: TermId) -> bool {
    if pool.op(conjunct) != Op::Not || pool.op(pool.arg(conjunct, 0)) != Op::Eq {
        return false;
    }
    let sides = pool.args(pool.arg(conjunct, 0));
    let other = if sides[0] == x { sides[1] } else { sides[0] };
    sides.contains(&x) && !mentions(pool, other, var)
}

/// The greatest term through which alone the variable occurs and which takes
/// every value exactly once as the variable does.
fn stand_in(pool: &TermPool, with: &[TermId], var: TermId) -> TermId {
    let subterms = pool.subterms(with);
    let mut current = var;
    loop {
        let uses = |t: &&TermId| pool.args(**t).contains(&current);
        let mut users = subterms.iter().filter(uses);
        let (Some(&user), None) = (users.next(), users.next()) else {
            return current;
        };
        if with.contains(&user) || !is_bijection(pool, user, current, var) {
            return current;
        }
        current = user;
    }
}

/// Does the term take every value once as its argument `x` does?
fn is_bijection(pool: &TermPool, t: TermId, x: TermId, var: TermId) -> bool {
    let args = pool.args(t);
    let others_free = args.iter().filter(|&&a| a == x).count() == 1
        && args.iter().all(|&a| a == x || !mentions(pool, a, var));
    match pool.op(t) {
        Op::BvNot | Op::BvNeg => true,
        Op::BvAdd | Op::BvSub | Op::BvXor => others_free,
        Op::BvMul => {
            let odd = |&a: &TermId| pool.as_bv(a).is_some_and(|c| c.bit(0));
            others_free && args.iter().any(odd)
        }
        _ => false,
    }
}

impl Bounds {
    fn add(
        &mut self,
        pool: &mut TermPool,
        conjunct: TermId,
        x: TermId,
        var: TermId,
    ) -> Result<(), Reason> {
        let negated = pool.op(conjunct) == Op::Not;
        let t = if negated {
            pool.arg(conjunct, 0)
        } else {
            conjunct
        };
        let (signed, strict) = match pool.op(t) {
            Op::BvUlt => (false, true),
            Op::BvUle => (false, false),
            Op::BvSlt => (true, true),
            Op::BvSle => (true, false),
            _ => return Err(unsupported("it occurs in more than comparisons")),
        };
        let (a, b) = (pool.arg(t, 0), pool.arg(t, 1));
        // The negation of a < b is b <= a.
        let (low, high) = if negated { (b, a) } else { (a, b) };
        let strict = strict != negated;
        let other = if low == x { high } else { low };
        if (low != x && high != x) || mentions(pool, other, var) {
            return Err(unsupported("it occurs on both sides"));
        }
        if *self.signed.get_or_insert(signed) != signed {
            return Err(unsupported("its bounds are signed and unsigned"));
        }
        self.bound(pool, other, low == x, strict);
        Ok(())
    }

    /// Adds `x <= bound` if `upper`, else `bound <= x`, or the strict forms.
    fn bound(&mut self, pool: &mut TermPool, bound: TermId, upper: bool, strict: bool) {
        let width = pool.width(bound);
        let mut bound = bound;
        if strict {
            let (least, most) = match self.signed {
                Some(true) => (Bv::signed_min(width), Bv::signed_max(width)),
                _ => (Bv::zero(width), Bv::ones(width)),
            };
            let end = pool.bv(if upper { least } else { most });
            let one = pool.bv_const(width, 1);
            let can_move = pool.ne(bound, end);
            self.usable.push(can_move);
            bound = if upper {
                pool.bv_sub(bound, one)
            } else {
                pool.bv_add(bound, one)
            };
        }
        if upper {
            self.upper.push(bound);
        } else {
            self.lower.push(bound);
        }
    }
}
