//! Splits a query into parts that share no variable and asks for each alone.
//!
//! Soundness: parts without common variables or functions are satisfiable
//! together exactly if each is, and their models join into one.

use super::layer::{Answer, Layer, Question, Technique, model_of};
use crate::solver::{Budget, CheckResult, Reason, Solver};
use hatha_term::{FunId, Model, Op, TermId, TermPool, VarId};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What ties terms together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Name {
    Var(VarId),
    Fun(FunId),
}

/// Slices queries by independence. The inner solver gets no assertions: all
/// terms of a slice are assumed, so that its answers can be cached by slice.
pub type Slicing<S> = Layer<Slicer, S>;

/// The technique of [`Slicing`].
#[derive(Default)]
pub struct Slicer {
    names: FxHashMap<TermId, Arc<[Name]>>,
}

impl Slicer {
    fn names(&mut self, pool: &TermPool, t: TermId) -> Arc<[Name]> {
        let compute = || {
            let subterms = pool.subterms(&[t]);
            let names = subterms.iter().filter_map(|&s| match pool.op(s) {
                Op::Var(var) => Some(Name::Var(var)),
                Op::Apply(fun) => Some(Name::Fun(fun)),
                _ => None,
            });
            let mut names: Vec<Name> = names.collect();
            names.sort_unstable();
            names.dedup();
            names.into()
        };
        Arc::clone(self.names.entry(t).or_insert_with(compute))
    }

    /// The slices, those with assumptions first: they are what is new.
    fn slices(&mut self, pool: &TermPool, question: &Question<'_>) -> Vec<Vec<TermId>> {
        let query = question.terms();
        let mut parts = Partition::new(query.len());
        let mut owner: FxHashMap<Name, usize> = FxHashMap::default();
        for (i, &t) in query.iter().enumerate() {
            for &name in self.names(pool, t).iter() {
                let first = *owner.entry(name).or_insert(i);
                parts.join(first, i);
            }
        }
        let mut slice_of: FxHashMap<usize, usize> = FxHashMap::default();
        let mut slices: Vec<Vec<TermId>> = Vec::new();
        for (i, &t) in query.iter().enumerate() {
            let slice = *slice_of.entry(parts.find(i)).or_insert(slices.len());
            if slice == slices.len() {
                slices.push(Vec::new());
            }
            slices[slice].push(t);
        }
        let assumed: rustc_hash::FxHashSet<TermId> = question.assumptions.iter().copied().collect();
        slices.sort_by_key(|slice| !slice.iter().any(|t| assumed.contains(t)));
        slices
    }

    /// Adds the values of a slice's own variables and functions. The model may
    /// mention others, left over from an earlier query: those belong to other
    /// slices, which need different values.
    fn join(&self, slice: &[TermId], part: &Model, joined: &mut Model) {
        let names = slice.iter().filter_map(|t| self.names.get(t));
        for &name in names.flat_map(|names| names.iter()) {
            match name {
                Name::Var(var) => {
                    if let Some(value) = part.get(var) {
                        joined.set(var, value.clone());
                    }
                }
                Name::Fun(fun) => {
                    if let Some(graph) = part.fun(fun) {
                        joined.set_fun(fun, graph.clone());
                    }
                }
            }
        }
    }
}

/// Union-find over positions.
struct Partition(Vec<usize>);

impl Partition {
    fn new(size: usize) -> Partition {
        Partition((0..size).collect())
    }

    fn find(&mut self, mut i: usize) -> usize {
        while self.0[i] != i {
            self.0[i] = self.0[self.0[i]];
            i = self.0[i];
        }
        i
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b)] = a.min(b);
    }
}

impl Technique for Slicer {
    /// Asks for every slice. One refuted slice refutes the query, also when the
    /// answer for another is unknown.
    fn check<S: Solver>(
        &mut self,
        below: &mut S,
        pool: &mut TermPool,
        question: &Question<'_>,
        budget: &Budget,
    ) -> Result<Answer, Reason> {
        let mut joined = Model::new();
        let mut unknown = None;
        for slice in self.slices(pool, question) {
            match below.check(pool, &slice, budget) {
                CheckResult::Unsat => {
                    let core = below.core().unwrap_or(&slice);
                    return Ok(Answer::Unsat(question.assumed_part(core)));
                }
                CheckResult::Sat => self.join(&slice, model_of(below)?, &mut joined),
                CheckResult::Unknown(Reason::Interrupted) => return Err(Reason::Interrupted),
                CheckResult::Unknown(reason) => {
                    unknown.get_or_insert(reason);
                }
            }
        }
        match unknown {
            Some(reason) => Err(reason),
            None => Ok(Answer::Sat(Arc::new(joined))),
        }
    }

    fn push<S: Solver>(&mut self, _: &mut S) {}

    fn pop<S: Solver>(&mut self, _: &mut S) {}

    fn assert<S: Solver>(&mut self, _: &mut S, _: &TermPool, _: TermId) {}
}
