//! Equalities among conjuncts that determine a variable remove it.
//!
//! The result is satisfiable exactly if the conjunction is, and a model of the
//! result extends to one of the conjunction by [`Solved::complete`].

use crate::bits::Bv;
use crate::eval::EvalError;
use crate::op::{Op, TermId, VarId};
use crate::pool::TermPool;
use crate::simplify::Simplifier;
use crate::simplify::linear::inverse;
use crate::traverse::Substitution;
use crate::value::Model;
use rustc_hash::FxHashSet;

/// Rounds of solving and substituting: each can enable another, but few do.
const ROUNDS: usize = 8;

/// A conjunction with variables solved for.
#[derive(Clone, Debug, Default)]
pub struct Solved {
    /// Variables with their values, in the order of solving: a value may mention
    /// variables that are solved for later, never earlier.
    pub bindings: Vec<(VarId, TermId)>,
    /// The conjuncts that are left.
    pub rest: Vec<TermId>,
}

impl Solved {
    /// Gives the solved variables their values in a model of the rest.
    pub fn complete(&self, pool: &TermPool, model: &mut Model) -> Result<(), EvalError> {
        for &(var, t) in self.bindings.iter().rev() {
            let value = pool.eval(t, model)?;
            model.set(var, value);
        }
        Ok(())
    }
}

/// Solves equalities among the conjuncts for variables and substitutes them.
pub fn solve_equalities(
    pool: &mut TermPool,
    simplifier: &mut Simplifier,
    conjuncts: &[TermId],
) -> Solved {
    let mut solved = Solved {
        bindings: Vec::new(),
        rest: conjuncts.to_vec(),
    };
    for _ in 0..ROUNDS {
        solved.rest = flatten(pool, simplifier, &solved.rest);
        if !solve_round(pool, &mut solved) {
            break;
        }
    }
    solved
}

/// The simplified conjuncts, each once; conjunctions are taken apart.
fn flatten(pool: &mut TermPool, simplifier: &mut Simplifier, terms: &[TermId]) -> Vec<TermId> {
    let mut flat = Vec::new();
    for &t in terms {
        let mut stack = vec![simplifier.simplify(pool, t)];
        while let Some(t) = stack.pop() {
            if pool.op(t) == Op::And {
                stack.extend(pool.args(t));
            } else if t != pool.tru() {
                flat.push(t);
            }
        }
    }
    flat.sort_unstable();
    flat.dedup();
    flat
}

/// Binds as many variables as it can at once; was there any? In one round a
/// value mentions no bound variable and a bound variable occurs in no value, so
/// that the substitution can be simultaneous.
fn solve_round(pool: &mut TermPool, solved: &mut Solved) -> bool {
    let mut round = Round::default();
    let rest = std::mem::take(&mut solved.rest);
    let kept: Vec<TermId> = rest.into_iter().filter(|&t| !round.bind(pool, t)).collect();
    let bindings = round.bindings.iter();
    let map = bindings.map(|&(var, t)| (pool.var_term(var), t)).collect();
    let mut substitution = Substitution::new(map);
    solved.rest = kept.iter().map(|&t| substitution.apply(pool, t)).collect();
    let progress = !round.bindings.is_empty();
    solved.bindings.extend(round.bindings);
    progress
}

/// The bindings of one round.
#[derive(Default)]
struct Round {
    bindings: Vec<(VarId, TermId)>,
    bound: FxHashSet<VarId>,
    used: FxHashSet<VarId>,
}

impl Round {
    /// Binds a variable that the conjunct determines, if one is free for it.
    fn bind(&mut self, pool: &mut TermPool, conjunct: TermId) -> bool {
        for (var, value) in candidates(pool, conjunct) {
            let mentioned = pool.free_vars(&[value]);
            let free = !self.bound.contains(&var) && !self.used.contains(&var);
            let apart = |v: &VarId| *v != var && !self.bound.contains(v);
            if free && mentioned.iter().all(apart) {
                self.bound.insert(var);
                self.used.extend(mentioned);
                self.bindings.push((var, value));
                return true;
            }
        }
        false
    }
}

/// The value that a true conjunct gives a variable, without the variable in it:
/// the conjunct holds exactly where the variable has that value.
pub fn solve_for(pool: &mut TermPool, conjunct: TermId, var: VarId) -> Option<TermId> {
    let found = candidates(pool, conjunct);
    let free = |value: TermId| !pool.free_vars(&[value]).contains(&var);
    let mut values = found.into_iter().filter(|&(v, _)| v == var);
    values
        .find(|&(_, value)| free(value))
        .map(|(_, value)| value)
}

/// The variables that a true conjunct determines, with their values.
fn candidates(pool: &mut TermPool, t: TermId) -> Vec<(VarId, TermId)> {
    match pool.op(t) {
        Op::Var(var) => vec![(var, pool.tru())],
        Op::Not => match pool.op(pool.arg(t, 0)) {
            Op::Var(var) => vec![(var, pool.fls())],
            _ => Vec::new(),
        },
        Op::Eq => {
            let (a, b) = (pool.arg(t, 0), pool.arg(t, 1));
            let mut found = sides(pool, a, b);
            found.extend(sides(pool, b, a));
            found
        }
        _ => Vec::new(),
    }
}

/// Variables of `a` for which `a = b` can be solved by undoing one operator.
fn sides(pool: &mut TermPool, a: TermId, b: TermId) -> Vec<(VarId, TermId)> {
    let args = pool.args(a).to_vec();
    match pool.op(a) {
        Op::Var(var) => vec![(var, b)],
        Op::BvAdd => {
            let each = [(args[0], args[1]), (args[1], args[0])].into_iter();
            each.filter_map(|(x, other)| Some((pool.as_var(x)?, pool.bv_sub(b, other))))
                .collect()
        }
        Op::BvSub => {
            let first = pool.as_var(args[0]);
            let second = pool.as_var(args[1]);
            let first = first.map(|var| (var, pool.bv_add(b, args[1])));
            let second = second.map(|var| (var, pool.bv_sub(args[0], b)));
            first.into_iter().chain(second).collect()
        }
        Op::BvXor => {
            let each = [(args[0], args[1]), (args[1], args[0])].into_iter();
            each.filter_map(|(x, other)| Some((pool.as_var(x)?, pool.bv_xor(b, other))))
                .collect()
        }
        Op::BvMul => solve_product(pool, &args, b).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// `x * odd = b` solved for `x`.
fn solve_product(pool: &mut TermPool, args: &[TermId], b: TermId) -> Option<(VarId, TermId)> {
    let var = pool.as_var(args[0])?;
    let factor: &Bv = pool.as_bv(args[1]).filter(|f| f.bit(0))?;
    let inverse = inverse(factor);
    let inverse = pool.bv(inverse);
    Some((var, pool.bv_mul(b, inverse)))
}
