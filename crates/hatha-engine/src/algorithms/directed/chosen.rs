//! Inputs that stand for objects.
//!
//! A rule that is kept for each object chooses one by its address (`hatha_any_object`). A failing
//! run then has `input = base + distance` on its path, and the address matters only because the
//! input has to be it: wherever the object lies, that input leads to the failure.
//!
//! An input that is only told apart from addresses may be another number in another layout.
//!
//! **Soundness.** With the address in the place of the input, a constraint that is left and does
//! not follow from what every layout keeps does depend on where objects lie.

use super::run::Trace;
use super::solve::object_number;
use crate::tuning::chosen::CONFLICTS;
use hatha_exec::concolic::Site;
use hatha_exec::memory::Place;
use hatha_smt::layers::Refereed;
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
        let deciding = self.path.iter().filter(|c| c.site != Site::Type);
        let mut terms: Vec<TermId> = deciding.map(|c| c.term).collect();
        let kept = self.path.iter().filter(|c| c.site == Site::Type);
        let mut facts: Vec<TermId> = kept.map(|c| c.term).collect();
        let mut chosen = Vec::new();
        // Each round takes one of the inputs away.
        while let Some((input, meant)) = terms.iter().find_map(|&t| choice(pool, t, inputs)) {
            let object = object_of(pool, meant);
            let position = position(pool, input);
            chosen.extend(
                position
                    .zip(object)
                    .map(|(input, object)| ChosenObject { input, object }),
            );
            let map: FxHashMap<TermId, TermId> = [(input, meant)].into_iter().collect();
            for term in terms.iter_mut().chain(&mut facts) {
                *term = pool.substitute(*term, &map);
            }
        }
        let numbers = objects_besides(pool, &facts, &terms, inputs);
        let places = self.start.places.iter();
        let decisive = places.filter(|(n, _)| numbers.contains(n)).copied();
        Choices {
            chosen,
            decisive: decisive.collect(),
        }
    }
}

/// The objects that constraints speak of, unless they follow from what every layout keeps or only
/// tell an input apart from addresses.
fn objects_besides(
    pool: &mut TermPool,
    facts: &[TermId],
    terms: &[TermId],
    inputs: &BTreeSet<usize>,
) -> FxHashSet<u32> {
    let mut solver = Refereed::new(Embedded::new());
    for &fact in facts {
        solver.assert(pool, fact);
    }
    let free = only_distinguished(pool, terms, inputs);
    let mut numbers = FxHashSet::default();
    for &term in terms {
        let variables = pool.free_vars(&[term]);
        let objects = variables.iter().map(|&v| object_number(pool, v));
        let objects: Vec<u32> = objects.flatten().collect();
        let is_free = different_from(pool, term).is_some_and(|input| free.contains(&input));
        let of_layout_alone = objects.len() == variables.len();
        if objects.is_empty() || is_free || (of_layout_alone && follows(&mut solver, pool, term)) {
            continue;
        }
        numbers.extend(objects);
    }
    numbers
}

fn follows(solver: &mut Refereed<Embedded>, pool: &mut TermPool, term: TermId) -> bool {
    let otherwise = pool.not(term);
    let budget = Budget::with_conflicts(CONFLICTS);
    solver.check(pool, &[otherwise], &budget) == CheckResult::Unsat
}

/// The position of an input.
fn position(pool: &TermPool, term: TermId) -> Option<usize> {
    match pool.as_symbol(term)? {
        Symbol::Input(n) => Some(*n as usize),
        _ => None,
    }
}

/// One of some inputs, and the address or other one of them that a constraint says it is.
fn choice(
    pool: &mut TermPool,
    constraint: TermId,
    inputs: &BTreeSet<usize>,
) -> Option<(TermId, TermId)> {
    if pool.op(constraint) != Op::Eq {
        return None;
    }
    let (a, b) = (pool.arg(constraint, 0), pool.arg(constraint, 1));
    let is_one = |t: TermId| position(pool, t).is_some_and(|i| inputs.contains(&i));
    let (x, y) = (is_one(a), is_one(b));
    let candidates = [(x, (a, b)), (y, (b, a))].into_iter().filter(|c| c.0);
    candidates
        .map(|c| c.1)
        .find(|&(_, meant)| (x && y && a != b) || object_of(pool, meant).is_some())
}

/// The input of which a term says that it is not a number or an address.
fn different_from(pool: &TermPool, term: TermId) -> Option<TermId> {
    if pool.op(term) != Op::Not || pool.op(pool.arg(term, 0)) != Op::Eq {
        return None;
    }
    let equality = pool.arg(term, 0);
    let (a, b) = (pool.arg(equality, 0), pool.arg(equality, 1));
    let is_other = |t: TermId| {
        let mut symbols = pool.free_vars(&[t]).into_iter();
        symbols.all(|v| object_number(pool, v).is_some())
    };
    let different = [(a, b), (b, a)];
    let mut different = different.into_iter();
    let found =
        different.find(|&(input, other)| position(pool, input).is_some() && is_other(other));
    found.map(|(input, _)| input)
}

/// The inputs among some that are distinguished from numbers and addresses, and of which nothing else
/// is said: there are fewer of these than numbers, so in every layout one is left.
fn only_distinguished(
    pool: &TermPool,
    terms: &[TermId],
    inputs: &BTreeSet<usize>,
) -> FxHashSet<TermId> {
    let is_one = |t: &TermId| position(pool, *t).is_some_and(|i| inputs.contains(&i));
    let different = terms.iter().filter_map(|&t| different_from(pool, t));
    let mut free: FxHashSet<TermId> = different.filter(is_one).collect();
    for &term in terms {
        if different_from(pool, term).is_none() {
            let parts = pool.subterms(&[term]);
            free.retain(|input| !parts.contains(input));
        }
    }
    free
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
