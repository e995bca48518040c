//! Hard questions cut into cubes, in each of which the exponents of floats are known.
//!
//! Most of a floating circuit moves significands by differences of exponents. Where ranges leave
//! a float only one sign and exponent, these are constants, and what is left of a sum
//! is a sum of integers.
//!
//! **Soundness.** The cubes and what ranges refuted cover all values, as the halves of a range
//! cover it. In a cube a term's leading bits are those that all numbers of its range begin
//! with; [`restricted`] writes them into the term and demands them of it. So the facts contradict
//! each other if they do so restricted to every cube.

use super::float::{self, Floats};
use super::{Decision, Part, Range, Search};
use crate::embedded::Embedded;
use crate::solver::{Budget, CheckResult, Solver};
use hatha_term::{Bv, Evaluator, Format, Model, Op, TermId, TermPool};
use rustc_hash::FxHashMap;

/// Cubes beyond which a question is not cut, and parts tried at meanwhile.
const MOST_CUBES: usize = 600;
const MOST_PARTS: usize = 4_000;

/// A part of all values: terms with the bits that they begin with there.
#[derive(Clone, Debug, PartialEq)]
pub struct Cube(Vec<(TermId, Bv)>);

/// Cuts a question into cubes; none if there would be too many, or no float is bounded.
pub fn cubes(pool: &TermPool, facts: &[TermId], budget: &Budget) -> Option<Vec<Cube>> {
    let mut search = Search::new(pool, facts)?;
    let terms = pool.subterms(facts);
    let mut stack = vec![search.start()];
    let (mut cubes, mut tried) = (Vec::new(), 0);
    while let Some(mut part) = stack.pop() {
        tried += 1;
        if tried > MOST_PARTS || stack.len() + cubes.len() > MOST_CUBES || budget.is_interrupted() {
            return None;
        }
        budget.spend(1 + search.nodes.len() as u64 / 16);
        // What was learnt last is computed once more, for the cube.
        if search.narrow(&mut part) == Some(true) || search.evaluate(&part.leaves) {
            continue;
        }
        match search.cut_by_exponent(&part) {
            Some(halves) => stack.extend(halves),
            None => cubes.push(search.cube(&terms)),
        }
    }
    Some(cubes)
}

impl Search {
    /// The part with a float that has several exponents cut in two.
    fn cut_by_exponent(&self, part: &Part) -> Option<[Part; 2]> {
        let leaves = self.leaves.iter().zip(&part.leaves).enumerate();
        let cut = |(i, (&leaf, &range))| {
            let halves = halves(self.format(leaf)?, range)?;
            Some((i, halves))
        };
        let (i, halves) = leaves.filter_map(cut).next()?;
        Some(halves.map(|half| {
            let mut leaves = part.leaves.clone();
            leaves[i] = half;
            Part {
                leaves,
                depth: part.depth + 1,
            }
        }))
    }

    /// The cube of the ranges that were computed last.
    fn cube(&self, terms: &[TermId]) -> Cube {
        let ranges = self.ranges.iter().zip(&self.nodes).zip(terms);
        let prefixes = ranges.filter_map(|((&range, node), &t)| {
            let (Range::Float(numbers), Some(format)) = (range, node.format) else {
                return None;
            };
            let is_constant = matches!(node.op, Op::BvConst(_));
            let bits = prefix(format, numbers).filter(|_| !is_constant)?;
            Some((t, bits))
        });
        Cube(prefixes.collect())
    }
}

/// The sign and the exponent of the numbers of a range, from the least to the greatest.
fn exponents(format: Format, numbers: Floats) -> (i128, i128) {
    // Both signs are counted by magnitude, so that a shift to the right is the exponent.
    let exponent = |n: i128| n >> format.fraction_bits();
    (exponent(numbers.lo), exponent(numbers.hi))
}

/// The range in two halves of which neither has an exponent of the other.
fn halves(format: Format, range: Range) -> Option<[Range; 2]> {
    let Range::Float(numbers) = range else {
        return None;
    };
    if numbers.nan {
        return range.halves().filter(|_| numbers.lo <= numbers.hi);
    }
    let (least, greatest) = exponents(format, numbers);
    if least >= greatest {
        return None;
    }
    let border = (least + (greatest - least) / 2 + 1) << format.fraction_bits();
    let part = |lo, hi| Range::Float(Floats { lo, hi, nan: false });
    Some([part(numbers.lo, border - 1), part(border, numbers.hi)])
}

/// The bits that all numbers of a range begin with, if there are such and no NaN.
fn prefix(format: Format, numbers: Floats) -> Option<Bv> {
    if numbers.nan || numbers.lo > numbers.hi {
        return None;
    }
    let width = format.width();
    let [low, high] = [numbers.lo, numbers.hi].map(|n| float::bits(format, n));
    let different = 128 - (low ^ high).leading_zeros();
    (different < width).then(|| Bv::new(width - different, low >> different))
}

/// Conflicts that the circuits of a whole question get before it is cut, and those of a cube.
pub const WHOLE: u64 = 3_000;
const EACH: u64 = 30_000;

/// Decides a question cube by cube with the solver's circuits.
pub(crate) fn decide(pool: &mut TermPool, facts: &[TermId], budget: &Budget) -> Decision {
    let Some(cubes) = cubes(pool, facts, budget) else {
        return Decision::Open;
    };
    let limit = budget.conflicts.map_or(EACH, |most| most.min(EACH));
    let budget = Budget {
        conflicts: Some(limit),
        ..budget.unrefereed()
    };
    for cube in &cubes {
        let mut solver = Embedded::new();
        for fact in restricted(pool, facts, cube) {
            solver.assert(pool, fact);
        }
        match solver.check(pool, &[], &budget) {
            CheckResult::Unsat => {}
            CheckResult::Sat => return confirmed(pool, facts, solver.model()),
            CheckResult::Unknown(_) => return Decision::Open,
        }
    }
    Decision::Refuted
}

/// A model of a cube is one of the facts.
fn confirmed(pool: &TermPool, facts: &[TermId], model: Option<&Model>) -> Decision {
    let Some(model) = model else {
        return Decision::Open;
    };
    let mut evaluator = Evaluator::new(pool, model);
    match facts.iter().all(|&f| evaluator.truth(f) == Ok(true)) {
        true => Decision::Model(model.clone()),
        false => Decision::Open,
    }
}

/// The facts where the terms of a cube begin as it says.
pub fn restricted(pool: &mut TermPool, facts: &[TermId], cube: &Cube) -> Vec<TermId> {
    let prefixes: FxHashMap<TermId, &Bv> = cube.0.iter().map(|(t, bits)| (*t, bits)).collect();
    let mut new: FxHashMap<TermId, TermId> = FxHashMap::default();
    let mut demanded = Vec::new();
    for t in pool.subterms(facts) {
        let args: Vec<TermId> = pool.args(t).iter().map(|a| new[a]).collect();
        let mut rebuilt = match args.is_empty() {
            true => t,
            false => pool.rebuild(pool.op(t), pool.sort(t), &args),
        };
        if let Some(&bits) = prefixes.get(&t) {
            demanded.push(begins(pool, rebuilt, bits));
            rebuilt = beginning(pool, rebuilt, bits);
        }
        new.insert(t, rebuilt);
    }
    let mut all: Vec<TermId> = facts.iter().map(|f| new[f]).collect();
    all.extend(demanded);
    all
}

/// Whether a term begins with these bits.
fn begins(pool: &mut TermPool, t: TermId, bits: &Bv) -> TermId {
    let width = pool.width(t);
    let top = pool.extract(width - 1, width - bits.width(), t);
    let bits = pool.bv(bits.clone());
    pool.eq(top, bits)
}

/// The term with these bits at its beginning.
fn beginning(pool: &mut TermPool, t: TermId, bits: &Bv) -> TermId {
    let rest = pool.width(t) - bits.width();
    let top = pool.bv(bits.clone());
    if rest == 0 {
        return top;
    }
    let low = pool.extract(rest - 1, 0, t);
    pool.concat(top, low)
}
