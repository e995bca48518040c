//! Splits a query into parts that share no variable and asks for each alone.
//!
//! Soundness: parts without common variables or functions are satisfiable
//! together exactly if each is, and their models join into one.

use crate::layers::{Frames, assumed_part};
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
pub struct Slicing<S> {
    inner: S,
    frames: Frames,
    pool: Option<u64>,
    names: FxHashMap<TermId, Arc<[Name]>>,
    model: Option<Model>,
    core: Option<Vec<TermId>>,
}

impl<S: Solver> Slicing<S> {
    /// Adds slicing to a solver without assertions.
    pub fn new(inner: S) -> Slicing<S> {
        Slicing {
            inner,
            frames: Frames::default(),
            pool: None,
            names: FxHashMap::default(),
            model: None,
            core: None,
        }
    }

    /// The solver below.
    pub fn inner(&self) -> &S {
        &self.inner
    }

    fn forget_answer(&mut self) {
        self.model = None;
        self.core = None;
    }

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
    fn slices(&mut self, pool: &TermPool, assumptions: &[TermId]) -> Vec<Vec<TermId>> {
        let query = self.frames.query(assumptions);
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
        let assumed: rustc_hash::FxHashSet<TermId> = assumptions.iter().copied().collect();
        slices.sort_by_key(|slice| !slice.iter().any(|t| assumed.contains(t)));
        slices
    }

    /// Asks for every slice. One refuted slice refutes the query, also when the
    /// answer for another is unknown.
    fn run(
        &mut self,
        pool: &mut TermPool,
        assumptions: &[TermId],
        budget: &Budget,
    ) -> Result<CheckResult, Reason> {
        let mut joined = Model::new();
        let mut unknown = None;
        for slice in self.slices(pool, assumptions) {
            match self.inner.check(pool, &slice, budget) {
                CheckResult::Unsat => {
                    let core = self.inner.core().unwrap_or(&slice);
                    self.core = Some(assumed_part(core, assumptions));
                    return Ok(CheckResult::Unsat);
                }
                CheckResult::Sat => self.join(&slice, &mut joined)?,
                CheckResult::Unknown(Reason::Interrupted) => return Err(Reason::Interrupted),
                CheckResult::Unknown(reason) => {
                    unknown.get_or_insert(reason);
                }
            }
        }
        if let Some(reason) = unknown {
            return Err(reason);
        }
        self.model = Some(joined);
        Ok(CheckResult::Sat)
    }

    /// Adds the values of a slice's own variables and functions. The model may
    /// mention others, left over from an earlier query: those belong to other
    /// slices, which need different values.
    fn join(&self, slice: &[TermId], joined: &mut Model) -> Result<(), Reason> {
        let missing = || Reason::Internal("Sat without a model".into());
        let part = self.inner.model().ok_or_else(missing)?;
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
        Ok(())
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

impl<S: Solver> Solver for Slicing<S> {
    fn push(&mut self) {
        self.forget_answer();
        self.frames.push();
    }

    fn pop(&mut self) {
        self.forget_answer();
        self.frames.pop();
    }

    fn assert(&mut self, pool: &TermPool, t: TermId) {
        assert!(pool.is_bool(t), "assertions are of sort Bool");
        self.forget_answer();
        self.frames.assert(t);
    }

    fn check(
        &mut self,
        pool: &mut TermPool,
        assumptions: &[TermId],
        budget: &Budget,
    ) -> CheckResult {
        self.forget_answer();
        if *self.pool.get_or_insert(pool.pool_id()) != pool.pool_id() {
            let text = "one solver is used with two term pools";
            return CheckResult::Unknown(Reason::Internal(text.into()));
        }
        self.run(pool, assumptions, budget)
            .unwrap_or_else(CheckResult::Unknown)
    }

    fn model(&self) -> Option<&Model> {
        self.model.as_ref()
    }

    fn core(&self) -> Option<&[TermId]> {
        self.core.as_deref()
    }

    delegate_identity!();
}
