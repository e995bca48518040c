//! From a path prefix and one other outcome to inputs that go there.
//!
//! **Invariant.** The inputs found satisfy every constraint of the prefix and
//! the outcome asked for, except that constraints that pin a value may be left
//! out, which the answer says. Soundness of slicing: the test that the inputs
//! start from satisfies the whole prefix, and inputs that share no constraint
//! with the outcome keep their values.

use super::run::Start;
use crate::tuning::solve::{LONG_SLICE, LONGEST_CACHED};
use hatha_smt::layers::{Bounding, DefaultChain, Refereed, Simplifying, default_chain};
use hatha_smt::{Budget, CheckResult, Embedded, Reason, Solver};
use hatha_term::{Bv, Model, Op, Sort, Symbol, TermId, TermPool, Value, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::time::{Duration, Instant};

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Flip {
    /// Inputs that go there.
    Inputs(Start),
    /// No inputs do. Where pinned values stand in the way there may be inputs that satisfy all
    /// else: they leave the prefix, and go somewhere near.
    Infeasible(Option<Start>),
    /// The solver could not tell.
    Unknown(Reason),
}

/// Solves for inputs.
pub(super) struct Solve {
    short: DefaultChain,
    long: Refereed<Simplifying<Bounding<Embedded>>>,
    variables: FxHashMap<TermId, Box<[VarId]>>,
    queries: u64,
    time: Duration,
}

impl Default for Solve {
    fn default() -> Self {
        Solve::new()
    }
}

impl Solve {
    /// With nothing learnt.
    pub(super) fn new() -> Self {
        Solve {
            short: default_chain(),
            long: Refereed::new(Simplifying::new(Bounding::new(Embedded::new()))),
            variables: FxHashMap::default(),
            queries: 0,
            time: Duration::ZERO,
        }
    }

    /// Queries asked.
    pub(super) fn queries(&self) -> u64 {
        self.queries
    }

    /// The time that solvers took.
    pub(super) fn time(&self) -> Duration {
        self.time
    }

    /// Inputs that follow `prefix` (each constraint with whether it pins a value) and then
    /// satisfy `goal`, starting from the inputs of a test that follows the prefix. With a
    /// `leap`, a goal that is a bound is exceeded by that much where it can be.
    pub(super) fn flip(
        &mut self,
        pool: &mut TermPool,
        prefix: &[(TermId, bool)],
        (goal, leap): (TermId, Option<u64>),
        base: &Start,
        budget: &Budget,
    ) -> Flip {
        let slice = self.slice(pool, prefix, goal);
        let base = &self.observed(pool, prefix, base);
        let all: Vec<TermId> = slice.iter().map(|&(t, _)| t).chain([goal]).collect();
        if let Some(far) = leap.and_then(|by| super::bounds::leap(pool, goal, by)) {
            self.variables_of(pool, far);
            let all = all.iter().copied().chain([far]).collect();
            if let Ok(Some(values)) = self.ask(pool, all, base, budget) {
                return Flip::Inputs(values);
            }
        }
        if slice.len() >= LONG_SLICE
            && let Some(values) = self.guess(pool, &all, goal, base, budget)
        {
            return Flip::Inputs(values);
        }
        match self.ask(pool, all, base, budget) {
            Ok(Some(values)) => Flip::Inputs(values),
            Ok(None) if slice.iter().any(|&(_, pinned)| pinned) => {
                let free = slice.iter().filter(|(_, pinned)| !pinned);
                let free: Vec<TermId> = free.map(|&(t, _)| t).chain([goal]).collect();
                Flip::Infeasible(self.ask(pool, free, base, budget).unwrap_or(None))
            }
            Ok(None) => Flip::Infeasible(None),
            Err(reason) => Flip::Unknown(reason),
        }
    }

    /// Solves the goal alone and hopes: if the values satisfy all constraints they will do, and
    /// evaluating a long path is much cheaper than solving it.
    fn guess(
        &mut self,
        pool: &mut TermPool,
        all: &[TermId],
        goal: TermId,
        base: &Start,
        budget: &Budget,
    ) -> Option<Start> {
        let found = self.ask(pool, vec![goal], base, budget).ok()??;
        let mut model = Model::new();
        for t in all {
            for &v in self.variables.get(t).iter().flat_map(|v| v.iter()) {
                let bits = value_in(pool, v, &found);
                if let Sort::Bv(width) = pool.var_sort(v) {
                    model.set(v, Value::Bv(Bv::new(width, bits.unwrap_or(0))));
                }
            }
        }
        hatha_smt::satisfies(pool, &model, all.iter().copied(), budget).then_some(found)
    }

    fn ask(
        &mut self,
        pool: &mut TermPool,
        terms: Vec<TermId>,
        base: &Start,
        budget: &Budget,
    ) -> Result<Option<Start>, Reason> {
        self.queries += 1;
        let terms = super::bounds::tightest(pool, terms);
        let solver: &mut dyn Solver = if terms.len() <= LONGEST_CACHED {
            &mut self.short
        } else {
            &mut self.long
        };
        let start = Instant::now();
        budget.spend(crate::work_of_question(terms.len()));
        let answer = solver.check(pool, &terms, budget);
        self.time += start.elapsed();
        match answer {
            CheckResult::Unsat => Ok(None),
            CheckResult::Unknown(reason) => Err(reason),
            CheckResult::Sat => {
                let missing = || Reason::Internal("Sat without a model".to_owned());
                let model = solver.model().ok_or_else(missing)?;
                let mut found = base.clone();
                let mut patched: Vec<VarId> = Vec::new();
                for t in &terms {
                    patched.extend(self.variables.get(t).iter().flat_map(|v| v.iter()));
                }
                patch(pool, model, &patched, &mut found);
                Ok(Some(found))
            }
        }
    }

    /// A test without the places of objects that the prefix does not depend on: they are not to
    /// stand in the way of those that it does.
    fn observed(&mut self, pool: &TermPool, prefix: &[(TermId, bool)], base: &Start) -> Start {
        let mut numbers = FxHashSet::default();
        if !base.places.is_empty() {
            for &(t, _) in prefix {
                let variables = self.variables_of(pool, t);
                numbers.extend(variables.iter().filter_map(|&v| object_number(pool, v)));
            }
        }
        let places = base.places.iter().filter(|(n, _)| numbers.contains(n));
        Start {
            inputs: base.inputs.clone(),
            places: places.copied().collect(),
        }
    }

    /// The constraints that share inputs with the goal, directly or through others, in order.
    fn slice(
        &mut self,
        pool: &TermPool,
        prefix: &[(TermId, bool)],
        goal: TermId,
    ) -> Vec<(TermId, bool)> {
        let mut groups = Groups::new(pool.var_count());
        for &(t, _) in prefix {
            groups.join_all(self.variables_of(pool, t));
        }
        let Some(&wanted) = groups.join_all(self.variables_of(pool, goal)) else {
            return Vec::new();
        };
        let wanted = groups.find(wanted);
        let mut chosen = Vec::new();
        for &constraint in prefix {
            let variable = self.variables_of(pool, constraint.0).first().copied();
            if variable.is_some_and(|v| groups.find(v) == wanted) {
                chosen.push(constraint);
            }
        }
        chosen
    }

    fn variables_of(&mut self, pool: &TermPool, t: TermId) -> &[VarId] {
        let find = || {
            let terms = pool.subterms(&[t]);
            let var = |&s: &TermId| match pool.op(s) {
                Op::Var(v) => Some(v),
                _ => None,
            };
            terms.iter().filter_map(var).collect()
        };
        self.variables.entry(t).or_insert_with(find)
    }
}

/// Variables that constraints tie together.
struct Groups {
    parent: Vec<u32>,
}

impl Groups {
    fn new(variables: usize) -> Self {
        Groups {
            parent: (0..variables as u32).collect(),
        }
    }

    fn find(&mut self, v: VarId) -> u32 {
        let mut i = v.index() as u32;
        while self.parent[i as usize] != i {
            let up = self.parent[self.parent[i as usize] as usize];
            self.parent[i as usize] = up;
            i = up;
        }
        i
    }

    /// Ties variables together; gives the first.
    fn join_all<'v>(&mut self, variables: &'v [VarId]) -> Option<&'v VarId> {
        let first = variables.first()?;
        for &v in &variables[1..] {
            let (a, b) = (self.find(*first), self.find(v));
            self.parent[a.max(b) as usize] = a.min(b);
        }
        Some(first)
    }
}

/// The number of the input that a variable stands for.
fn input_number(pool: &TermPool, v: VarId) -> Option<usize> {
    match pool.var_symbol(v) {
        Symbol::Input(number) => Some(*number as usize),
        _ => None,
    }
}

/// The number of the object whose base a variable stands for.
pub(super) fn object_number(pool: &TermPool, v: VarId) -> Option<u32> {
    match pool.var_symbol(v) {
        Symbol::Base(number) => Some(*number),
        _ => None,
    }
}

/// The value of a variable in a test.
fn value_in(pool: &TermPool, v: VarId, test: &Start) -> Option<u128> {
    match object_number(pool, v) {
        Some(number) => {
            let place = test.places.iter().find(|(n, _)| *n == number);
            place.map(|(_, p)| u128::from(p.base))
        }
        None => input_number(pool, v).and_then(|n| test.inputs.get(n).copied()),
    }
}

/// Writes the model's values of the variables to the inputs and places that they stand for.
fn patch(pool: &TermPool, model: &Model, variables: &[VarId], test: &mut Start) {
    for &v in variables {
        // A model says nothing about variables that are zero in it.
        let bits = match model.get(v) {
            Some(Value::Bv(bits)) => bits.to_u128(),
            Some(_) => None,
            None => Some(0),
        };
        let Some(bits) = bits else { continue };
        if let Some(number) = object_number(pool, v) {
            let place = test.places.iter_mut().find(|(n, _)| *n == number);
            if let Some((_, place)) = place {
                place.base = bits as u64;
            }
        } else if let Some(n) = input_number(pool, v) {
            if test.inputs.len() <= n {
                test.inputs.resize(n + 1, 0);
            }
            test.inputs[n] = bits;
        }
    }
}
