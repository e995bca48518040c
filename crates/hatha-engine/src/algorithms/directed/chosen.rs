//! Inputs that stand for objects.
//!
//! A rule that is kept for each object chooses one by its address (`hatha_any_object`). A failing
//! run then has `input = base + distance` on its path, and the address matters only because the
//! input has to be it: wherever the object lies, that input leads to the failure.
//!
//! **Soundness.** With the address in the place of the input, a constraint that is left and does
//! not follow from what every layout keeps does depend on where objects lie.

use super::run::Trace;
use super::solve::object_number;
use hatha_exec::concolic::{Constraint, Site};
use hatha_exec::memory::Place;
use hatha_smt::{Budget, CheckResult, Embedded, Solver};
use hatha_term::{Op, Symbol, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// An input whose value is an address in an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChosenObject {
    /// Its position among the inputs.
    pub input: usize,
    /// The number of the object.
    pub object: u32,
}

/// The inputs among some that stand for objects, and the places that matter besides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// The inputs.
    pub chosen: Vec<ChosenObject>,
    /// Where objects lie on which the path depends even if the inputs move with their objects.
    pub decisive: Vec<(u32, Place)>,
}

impl Trace {
    /// Which of some inputs stand for objects, and which places the path depends on besides.
    pub fn choices(&self, pool: &mut TermPool, inputs: &BTreeSet<usize>) -> Choices {
        let mut chosen = Vec::new();
        let mut meant = FxHashMap::default();
        for constraint in self.path.iter().filter(|c| c.site != Site::Type) {
            if let Some((variable, address, choice)) = choice(pool, constraint.term, inputs)
                && meant.insert(variable, address).is_none()
            {
                chosen.push(choice);
            }
        }
        let numbers = self.objects_besides(pool, &meant);
        let places = self.start.places.iter();
        let decisive = places.filter(|(n, _)| numbers.contains(n)).copied();
        Choices {
            chosen,
            decisive: decisive.collect(),
        }
    }

    /// The objects that constraints speak of with addresses in the place of inputs, unless they
    /// follow from what every layout keeps.
    fn objects_besides(
        &self,
        pool: &mut TermPool,
        meant: &FxHashMap<TermId, TermId>,
    ) -> FxHashSet<u32> {
        let mut solver = Embedded::new();
        let is_kept = |c: &&Constraint| c.site == Site::Type;
        let (kept, deciding): (Vec<&Constraint>, Vec<&Constraint>) =
            self.path.iter().partition(is_kept);
        for constraint in kept {
            let fact = pool.substitute(constraint.term, meant);
            solver.assert(pool, fact);
        }
        let mut numbers = FxHashSet::default();
        for constraint in deciding {
            let term = pool.substitute(constraint.term, meant);
            let variables = pool.free_vars(&[term]);
            let objects = variables.iter().map(|&v| object_number(pool, v));
            let objects: Vec<u32> = objects.flatten().collect();
            let of_layout_alone = objects.len() == variables.len();
            if objects.is_empty() || (of_layout_alone && follows(&mut solver, pool, term)) {
                continue;
            }
            numbers.extend(objects);
        }
        numbers
    }
}

/// Conflicts that a question about addresses may take.
const CONFLICTS: u64 = 10_000;

fn follows(solver: &mut Embedded, pool: &mut TermPool, term: TermId) -> bool {
    let otherwise = pool.not(term);
    let budget = Budget::with_conflicts(CONFLICTS);
    solver.check(pool, &[otherwise], &budget) == CheckResult::Unsat
}

/// An input, the address that a constraint says it is, and what is chosen by that.
fn choice(
    pool: &mut TermPool,
    constraint: TermId,
    inputs: &BTreeSet<usize>,
) -> Option<(TermId, TermId, ChosenObject)> {
    if pool.op(constraint) != Op::Eq {
        return None;
    }
    let (a, b) = (pool.arg(constraint, 0), pool.arg(constraint, 1));
    [(a, b), (b, a)]
        .into_iter()
        .find_map(|(variable, address)| {
            let input = match pool.as_symbol(variable)? {
                Symbol::Input(n) => *n as usize,
                _ => return None,
            };
            let object = object_of(pool, address).filter(|_| inputs.contains(&input))?;
            Some((variable, address, ChosenObject { input, object }))
        })
}

/// The object in which an address lies at a constant distance from its base.
fn object_of(pool: &mut TermPool, address: TermId) -> Option<u32> {
    let &[base] = pool.free_vars(&[address]).as_slice() else {
        return None;
    };
    let number = object_number(pool, base)?;
    let base = pool.var(Symbol::Base(number), pool.sort(address));
    let distance = pool.bv_sub(address, base);
    pool.is_const(distance).then_some(number)
}
