//! Gives variables that are bounded by constants no more bits than they need.
//!
//! Where conjuncts say that a variable of 32 bits lies between 0 and 1,000, it is
//! replaced by the extension of one of ten bits, and everything computed from it
//! becomes narrower and loses its sign.
//!
//! Soundness: the bounding conjuncts hold in every model, so every model gives
//! the variable a value that the extension takes; the conjuncts themselves stay
//! in the query. A core names them, and a model is checked against the original
//! terms.

use super::layer::{Answer, Layer, Question, Technique, model_of};
use crate::evaluate::check_model;
use crate::solver::{Budget, CheckResult, Reason, Solver};
use hatha_defect::{Defect, is_on};
use hatha_term::simplify::Simplifier;
use hatha_term::{Bv, Model, Op, Sort, Substitution, TermId, TermPool, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Hands a query over narrower variables to the solver below, which gets no
/// assertions: all terms are assumed.
pub type Narrowing<S> = Layer<Narrower, S>;

/// The technique of [`Narrowing`].
#[derive(Default)]
pub struct Narrower {
    simplifier: Simplifier,
}

/// What the conjuncts say about a variable, as numbers with and without sign.
struct Range {
    width: u32,
    unsigned: (u128, u128),
    signed: (i128, i128),
    /// The conjuncts that say so.
    roots: Vec<TermId>,
}

/// A variable and the extension of a narrower one that stands for it.
struct Narrowed {
    var: VarId,
    extension: TermId,
}

/// The variables that a query bounds, in order of occurrence.
#[derive(Default)]
struct Ranges {
    order: Vec<VarId>,
    ranges: FxHashMap<VarId, Range>,
}

impl Range {
    fn new(width: u32) -> Range {
        let half = 1i128 << (width - 1);
        Range {
            width,
            unsigned: (0, u128::MAX >> (128 - width)),
            signed: (-half, half - 1),
            roots: Vec::new(),
        }
    }

    /// The number of bits and whether they are signed, if fewer than all do.
    fn bits(&self) -> Option<(u32, bool)> {
        let length = |hi: u128| (128 - hi.leading_zeros()).max(1);
        let (lo, hi) = self.signed;
        let by_unsigned = length(self.unsigned.1);
        let found = if by_unsigned < self.width {
            (by_unsigned, false)
        } else if lo > hi {
            // Contradictory: the solver below will find out.
            return None;
        } else if lo >= 0 {
            (length(hi as u128), false)
        } else {
            let magnitude = (!lo).max(hi).max(0) as u128;
            (length(magnitude) + (magnitude > 0) as u32, true)
        };
        let short = u32::from(is_on(Defect::NarrowUnsat) && found.0 > 1);
        let found = (found.0 - short, found.1);
        (found.0 < self.width).then_some(found)
    }
}

impl Ranges {
    fn of(pool: &TermPool, query: &[TermId]) -> Ranges {
        let mut ranges = Ranges::default();
        for &root in query {
            let mut stack = vec![root];
            while let Some(t) = stack.pop() {
                match pool.op(t) {
                    Op::And => stack.extend(pool.args(t)),
                    Op::Not => ranges.comparison(pool, pool.arg(t, 0), true, root),
                    _ => ranges.comparison(pool, t, false, root),
                }
            }
        }
        ranges
    }

    fn comparison(&mut self, pool: &TermPool, t: TermId, negated: bool, root: TermId) {
        let (signed, strict) = match pool.op(t) {
            Op::BvUlt => (false, true),
            Op::BvUle => (false, false),
            Op::BvSlt => (true, true),
            Op::BvSle => (true, false),
            _ => return,
        };
        let (a, b) = (pool.arg(t, 0), pool.arg(t, 1));
        // The negation of a < b is b <= a.
        let (low, high, strict) = if negated {
            (b, a, !strict)
        } else {
            (a, b, strict)
        };
        match (
            pool.as_var(low),
            pool.as_bv(low),
            pool.as_var(high),
            pool.as_bv(high),
        ) {
            (Some(var), _, _, Some(bound)) => self.at_most(var, bound, signed, strict, root),
            (_, Some(bound), Some(var), _) => self.at_least(var, bound, signed, strict, root),
            _ => {}
        }
    }

    fn range(&mut self, var: VarId, width: u32) -> Option<&mut Range> {
        // Numbers of 127 bits and their successors fit the arithmetic here.
        if width > 126 {
            return None;
        }
        let order = &mut self.order;
        Some(self.ranges.entry(var).or_insert_with(|| {
            order.push(var);
            Range::new(width)
        }))
    }

    fn at_most(&mut self, var: VarId, bound: &Bv, signed: bool, strict: bool, root: TermId) {
        let Some(range) = self.range(var, bound.width()) else {
            return;
        };
        range.roots.push(root);
        if signed {
            let hi = bound.to_i128().unwrap_or(i128::MAX) - strict as i128;
            range.signed.1 = range.signed.1.min(hi);
        } else {
            let hi = bound.to_u128().unwrap_or(u128::MAX);
            // Nothing is below zero: no value is left, and zero is as good.
            range.unsigned.1 = range.unsigned.1.min(hi.saturating_sub(strict as u128));
        }
    }

    fn at_least(&mut self, var: VarId, bound: &Bv, signed: bool, strict: bool, root: TermId) {
        let Some(range) = self.range(var, bound.width()) else {
            return;
        };
        // Lower bounds of the unsigned order save no bits.
        if signed {
            range.roots.push(root);
            let lo = bound.to_i128().unwrap_or(i128::MIN) + strict as i128;
            range.signed.0 = range.signed.0.max(lo);
        }
    }

    /// Narrower variables for those that allow it, and the conjuncts that do.
    fn narrow(self, pool: &mut TermPool) -> (Vec<Narrowed>, FxHashSet<TermId>) {
        let mut narrowed = Vec::new();
        let mut roots = FxHashSet::default();
        for var in self.order {
            let range = &self.ranges[&var];
            let Some((bits, signed)) = range.bits() else {
                continue;
            };
            let mark = if signed { 's' } else { 'u' };
            let name = format!("{}!{mark}{bits}", pool.var_symbol(var));
            let narrow = pool.var(&name, Sort::Bv(bits));
            let extension = pool.resize(range.width, signed, narrow);
            narrowed.push(Narrowed { var, extension });
            roots.extend(&range.roots);
        }
        (narrowed, roots)
    }
}

impl Narrower {
    /// The terms over the narrower variables, one for one.
    fn replace(
        &mut self,
        pool: &mut TermPool,
        query: &[TermId],
        narrowed: &[Narrowed],
    ) -> Vec<TermId> {
        if narrowed.is_empty() {
            return query.to_vec();
        }
        let map = narrowed
            .iter()
            .map(|n| (pool.var_term(n.var), n.extension))
            .collect();
        let mut substitution = Substitution::new(map);
        let mut replace = |&t: &TermId| {
            let t = substitution.apply(pool, t);
            self.simplifier.simplify(pool, t)
        };
        query.iter().map(&mut replace).collect()
    }
}

/// Gives the original variables the values of their extensions.
fn widen(pool: &TermPool, narrowed: &[Narrowed], model: &mut Model) -> Result<(), Reason> {
    for n in narrowed {
        let value = pool.eval(n.extension, model);
        let value = value.map_err(|e| Reason::Internal(format!("a narrow variable: {e}")))?;
        model.set(n.var, value);
    }
    Ok(())
}

impl Technique for Narrower {
    fn check<S: Solver>(
        &mut self,
        below: &mut S,
        pool: &mut TermPool,
        question: &Question<'_>,
        budget: &Budget,
    ) -> Result<Answer, Reason> {
        let query = question.terms();
        let (narrowed, bounding) = if pool.is_raw() {
            Default::default()
        } else {
            Ranges::of(pool, &query).narrow(pool)
        };
        let terms = self.replace(pool, &query, &narrowed);
        match below.check(pool, &terms, budget) {
            CheckResult::Sat => {
                let mut model = model_of(below)?.clone();
                widen(pool, &narrowed, &mut model)?;
                check_model(pool, &query, &model, budget)?;
                Ok(Answer::Sat(Arc::new(model)))
            }
            CheckResult::Unsat => {
                let core = below.core().unwrap_or(&terms);
                let core: FxHashSet<TermId> = core.iter().copied().collect();
                let used =
                    |(t, new): &(&TermId, &TermId)| core.contains(new) || bounding.contains(t);
                let used = query.iter().zip(&terms).filter(used).map(|(&t, _)| t);
                let used: Vec<TermId> = used.collect();
                Ok(Answer::Unsat(question.assumed_part(&used)))
            }
            unknown => Ok(Answer::Below(unknown)),
        }
    }

    fn push<S: Solver>(&mut self, _: &mut S) {}

    fn pop<S: Solver>(&mut self, _: &mut S) {}

    fn assert<S: Solver>(&mut self, _: &mut S, _: &TermPool, _: TermId) {}
}
