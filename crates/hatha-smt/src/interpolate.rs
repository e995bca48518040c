//! Interpolants by projection.
//!
//! If `a` and `b` exclude one another, the conjuncts of `a` that the refutation
//! needs, with the variables that `b` lacks projected away, are an interpolant;
//! so is the negation of `b` projected onto the variables of `a`. Where neither
//! projection is possible there is no answer.
//!
//! Soundness: both conditions are checked by a solver of their own before the
//! interpolant is returned.

use crate::layers::plain;
use crate::project::project;
use crate::solver::{Budget, CheckResult, Reason, Solver};
use hatha_term::{Op, TermId, TermPool, VarId};

/// A term implied by `a`, unsatisfiable with `b`, over their common variables;
/// none if the two are satisfiable together.
pub(crate) fn interpolate(
    pool: &mut TermPool,
    a: TermId,
    b: TermId,
    budget: &Budget,
) -> Result<Option<TermId>, Reason> {
    let Some(needed) = needed_part(pool, a, b, budget)? else {
        return Ok(None);
    };
    let local = only_in(pool, needed, b);
    let from_a = project(pool, needed, &local);
    let found = match from_a {
        Ok(t) => t,
        Err(_) => {
            let local = only_in(pool, b, a);
            let from_b = project(pool, b, &local)?;
            pool.not(from_b)
        }
    };
    confirm(pool, a, b, found, budget)?;
    Ok(Some(found))
}

/// The conjuncts of `a` that exclude `b`; none if nothing does.
fn needed_part(
    pool: &mut TermPool,
    a: TermId,
    b: TermId,
    budget: &Budget,
) -> Result<Option<TermId>, Reason> {
    let mut conjuncts = Vec::new();
    let mut stack = vec![a];
    while let Some(t) = stack.pop() {
        match pool.op(t) {
            Op::And => stack.extend(pool.args(t)),
            _ => conjuncts.push(t),
        }
    }
    let mut solver = plain();
    solver.assert(pool, b);
    match solver.check(pool, &conjuncts, budget) {
        CheckResult::Sat => Ok(None),
        CheckResult::Unsat => {
            let core = solver.core().unwrap_or(&conjuncts).to_vec();
            Ok(Some(pool.and_all(&core)))
        }
        CheckResult::Unknown(reason) => Err(reason),
    }
}

/// The variables of one term that another lacks.
fn only_in(pool: &mut TermPool, t: TermId, other: TermId) -> Vec<TermId> {
    let shared: Vec<VarId> = pool.free_vars(&[other]);
    let vars = pool.free_vars(&[t]);
    let local = vars.into_iter().filter(|var| !shared.contains(var));
    local.map(|var| pool.var_term(var)).collect()
}

fn confirm(
    pool: &mut TermPool,
    a: TermId,
    b: TermId,
    found: TermId,
    budget: &Budget,
) -> Result<(), Reason> {
    let without = pool.not(found);
    for (x, y) in [(a, without), (found, b)] {
        match plain().check(pool, &[x, y], budget) {
            CheckResult::Unsat => {}
            CheckResult::Unknown(reason) => return Err(reason),
            CheckResult::Sat => {
                let text = "an interpolant does not separate its formulas";
                return Err(Reason::Internal(text.into()));
            }
        }
    }
    Ok(())
}
