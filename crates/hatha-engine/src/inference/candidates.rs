//! Predicates that hold in all sampled states of a cut point.

use super::affine::{Equation, equations};
use super::facets::facets;
use super::floats::Floats;
use super::quadratic::quadratic;
use crate::tuning::candidates::{BOUNDS, COEFFICIENT, SMALL_WEIGHT, SYSTEM, WEIGHT};
use hatha_term::{TermId, TermPool};
use std::collections::BTreeSet;

/// A variable with its sampled values.
#[derive(Clone, Debug)]
pub(super) struct Column {
    /// The state variable.
    pub variable: TermId,
    /// Its width in bits, at most 64.
    pub width: u32,
    /// Its value in each sample.
    pub values: Vec<u64>,
}

/// What is known about the states at a cut point.
#[derive(Clone, Debug)]
pub(super) struct Samples {
    /// The variables.
    pub columns: Vec<Column>,
    /// Floating variables, and what is known of them.
    pub floats: (Floats, Vec<Column>),
    /// Pointers that are known to lead somewhere: where objects lie in tests says nothing, but how
    /// their addresses compare may.
    pub addresses: Vec<Column>,
    /// The ids of objects: names, which are equal or not.
    pub names: Vec<Column>,
    /// Constants of the program's conditions: likely bounds.
    pub constants: BTreeSet<u64>,
    /// Pairs of columns that occur together somewhere; `None` for all pairs.
    pub related: Option<BTreeSet<(usize, usize)>>,
    /// Conditions that hold in some samples only, with their value in each.
    pub classes: Vec<(TermId, Vec<bool>)>,
}

pub(super) fn signed(value: u64, width: u32) -> i64 {
    let shift = 64 - width;
    ((value << shift) as i64) >> shift
}

fn mask(width: u32) -> u64 {
    if width >= 64 {
        u64::MAX
    } else {
        (1 << width) - 1
    }
}

/// How much is tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Depth {
    /// Equations, bounds, orders and congruences, and equations under a condition.
    #[default]
    Plain,
    /// Products, weighted inequalities and bounds under a condition too.
    Deep,
}

/// Everything that could be an invariant, the simplest first.
pub(super) fn candidates(pool: &mut TermPool, samples: &Samples, depth: Depth) -> Vec<TermId> {
    let mut found = Vec::new();
    for column in &samples.columns {
        unary(pool, samples, column, &mut found);
    }
    for (a, b) in pairs(samples, &samples.columns) {
        binary(pool, a, b, &mut found);
    }
    for (i, a) in samples.addresses.iter().enumerate() {
        if a.values.iter().all(|&v| v == 0) {
            constant(pool, a, &mut found);
        }
        for b in &samples.addresses[i + 1..] {
            binary(pool, a, b, &mut found);
        }
    }
    for name in samples.names.iter().chain(&samples.floats.1) {
        constant(pool, name, &mut found);
    }
    found.extend(samples.floats.0.candidates(pool, &samples.floats.1));
    linear(pool, &samples.columns, &mut found);
    by_class(pool, samples, &mut found);
    if depth == Depth::Deep {
        deep(pool, samples, &mut found);
    }
    let mut seen = BTreeSet::new();
    found.retain(|t| *t != pool.tru() && seen.insert(*t));
    found
}

/// Pairs of columns of one width that occur together.
fn pairs<'a>(samples: &Samples, columns: &'a [Column]) -> Vec<(&'a Column, &'a Column)> {
    let mut found = Vec::new();
    for (i, a) in columns.iter().enumerate() {
        for (j, b) in columns.iter().enumerate().skip(i + 1) {
            let related = samples.related.as_ref().is_none_or(|r| r.contains(&(i, j)));
            if related && a.width == b.width {
                found.push((a, b));
            }
        }
    }
    found
}

fn deep(pool: &mut TermPool, samples: &Samples, out: &mut Vec<TermId>) {
    quadratic(pool, &samples.columns, out);
    for column in &samples.columns {
        near(pool, column, &samples.constants, out);
    }
    for (a, b) in pairs(samples, &samples.columns) {
        facets(pool, a, b, WEIGHT, out);
        for (p, q) in [(a, b), (b, a)] {
            multiple(pool, p, q, out);
        }
    }
    bounds_by_class(pool, samples, out);
}

/// Bounds by numbers that are the negation of a constant.
fn near(pool: &mut TermPool, column: &Column, constants: &BTreeSet<u64>, out: &mut Vec<TermId>) {
    let w = column.width;
    let negated: Vec<u64> = constants
        .iter()
        .map(|c| c.wrapping_neg() & mask(w))
        .collect();
    if !column.values.is_empty() {
        signed_bounds(pool, column, &negated, out);
    }
}

/// One column is a multiple of the other, zero of zero.
fn multiple(pool: &mut TermPool, x: &Column, y: &Column, out: &mut Vec<TermId>) {
    let distinct = |c: &Column| c.values.iter().collect::<BTreeSet<_>>().len();
    let divides = |(p, q): (&u64, &u64)| p.checked_rem(*q).unwrap_or(*p) == 0;
    if distinct(x) > 4 && distinct(y) > 2 && x.values.iter().zip(&y.values).all(divides) {
        let zero = pool.bv_const(x.width, 0);
        let rest = pool.bv_urem(x.variable, y.variable);
        out.push(pool.eq(rest, zero));
    }
}

fn unary(pool: &mut TermPool, samples: &Samples, column: &Column, out: &mut Vec<TermId>) {
    let w = column.width;
    if column.values.is_empty() {
        return;
    }
    constant(pool, column, out);
    congruence(pool, column, out);
    let constants: Vec<u64> = samples.constants.iter().map(|c| c & mask(w)).collect();
    signed_bounds(pool, column, &constants, out);
    // For numbers that are never negative the two kinds of bounds say the same.
    if column.values.iter().any(|v| signed(*v, w) < 0) {
        unsigned_bounds(pool, column, &constants, out);
    }
}

fn constant(pool: &mut TermPool, column: &Column, out: &mut Vec<TermId>) {
    if let Some(&first) = column.values.first()
        && column.values.iter().all(|&v| v == first)
    {
        let c = pool.bv_const(column.width, u128::from(first));
        out.push(pool.eq(column.variable, c));
    }
}

/// The low bits that all values share, and small remainders.
fn congruence(pool: &mut TermPool, column: &Column, out: &mut Vec<TermId>) {
    let (x, w) = (column.variable, column.width);
    let first = column.values[0];
    let differing = column.values.iter().fold(0, |d, v| d | (v ^ first));
    let shared = differing.trailing_zeros().min(w);
    if shared < w {
        for bits in (1..=shared.min(6)).chain((shared > 6).then_some(shared)) {
            let low = pool.extract(bits - 1, 0, x);
            let c = pool.bv_const(bits, u128::from(first & mask(bits)));
            out.push(pool.eq(low, c));
        }
    }
    for m in [3_u64, 5, 7] {
        let r = first % m;
        let many = column.values.iter().collect::<BTreeSet<_>>().len() > 2;
        if many && m <= mask(w) && column.values.iter().all(|v| v % m == r) {
            let (m, r) = (
                pool.bv_const(w, u128::from(m)),
                pool.bv_const(w, u128::from(r)),
            );
            let rest = pool.bv_urem(x, m);
            out.push(pool.eq(rest, r));
        }
    }
}

fn unsigned_bounds(pool: &mut TermPool, column: &Column, constants: &[u64], out: &mut Vec<TermId>) {
    let (x, w) = (column.variable, column.width);
    let (Some(&min), Some(&max)) = (column.values.iter().min(), column.values.iter().max()) else {
        return;
    };
    let mut above: BTreeSet<u64> = BTreeSet::from([max]);
    let mut below: BTreeSet<u64> = BTreeSet::from([min]);
    for &c in constants {
        for c in [c.wrapping_sub(1) & mask(w), c, c.wrapping_add(1) & mask(w)] {
            if c >= max {
                above.insert(c);
            }
            if c <= min {
                below.insert(c);
            }
        }
    }
    for &c in above.iter().take(BOUNDS) {
        let c = pool.bv_const(w, u128::from(c));
        out.push(pool.bv_ule(x, c));
    }
    for &c in below.iter().rev().take(BOUNDS) {
        let c = pool.bv_const(w, u128::from(c));
        out.push(pool.bv_ule(c, x));
    }
}

fn signed_bounds(pool: &mut TermPool, column: &Column, constants: &[u64], out: &mut Vec<TermId>) {
    let (x, w) = (column.variable, column.width);
    let values = || column.values.iter().map(|&v| signed(v, w));
    let (Some(min), Some(max)) = (values().min(), values().max()) else {
        return;
    };
    let mut above: BTreeSet<i64> = BTreeSet::from([max]);
    let mut below: BTreeSet<i64> = BTreeSet::from([min]);
    for &c in constants {
        let near = [c.wrapping_sub(1), c, c.wrapping_add(1)];
        for c in near.map(|c| signed(c & mask(w), w)) {
            if c >= max {
                above.insert(c);
            }
            if c <= min {
                below.insert(c);
            }
        }
    }
    for &c in above.iter().take(BOUNDS) {
        let c = pool.bv_signed(w, i128::from(c));
        out.push(pool.bv_sle(x, c));
    }
    for &c in below.iter().rev().take(BOUNDS) {
        let c = pool.bv_signed(w, i128::from(c));
        out.push(pool.bv_sle(c, x));
    }
}

fn binary(pool: &mut TermPool, a: &Column, b: &Column, out: &mut Vec<TermId>) {
    if a.values.is_empty() {
        return;
    }
    let (x, y, w) = (a.variable, b.variable, a.width);
    let pairs = || a.values.iter().zip(&b.values);
    for (p, q, x, y) in [(a, b, x, y), (b, a, y, x)] {
        order(pool, (p, x), (q, y), out);
    }
    for difference in [true, false] {
        let combine = |p: u64, q: u64| {
            let value = if difference {
                p.wrapping_sub(q)
            } else {
                p.wrapping_add(q)
            };
            value & mask(w)
        };
        let mut values = pairs().map(|(p, q)| combine(*p, *q));
        let Some(first) = values.next() else { return };
        if values.all(|v| v == first) {
            let c = pool.bv_const(w, u128::from(first));
            let sum = if difference {
                pool.bv_sub(x, y)
            } else {
                pool.bv_add(x, y)
            };
            out.push(pool.eq(sum, c));
        }
    }
    if pairs().all(|(p, q)| (p ^ q) & 1 == 0) {
        let (p, q) = (pool.extract(0, 0, x), pool.extract(0, 0, y));
        out.push(pool.eq(p, q));
    }
}

/// How two columns compare, as signed numbers, and as unsigned ones where that is another question.
fn order(
    pool: &mut TermPool,
    (p, x): (&Column, TermId),
    (q, y): (&Column, TermId),
    out: &mut Vec<TermId>,
) {
    let w = p.width;
    let pairs = || p.values.iter().zip(&q.values);
    let slack = pairs()
        .map(|(p, q)| i128::from(signed(*q, w)) - i128::from(signed(*p, w)))
        .min();
    match slack {
        Some(1..) => out.extend([pool.bv_slt(x, y), pool.bv_sle(x, y)]),
        Some(0) => out.push(pool.bv_sle(x, y)),
        // One more than the other at most, as after a loop that runs to its bound.
        Some(-1) => {
            let one = pool.bv_const(w, 1);
            let next = pool.bv_add(y, one);
            out.push(pool.bv_sle(x, next));
        }
        _ => {}
    }
    let negative = |c: &Column| c.values.iter().any(|v| signed(*v, w) < 0);
    if (negative(p) || negative(q)) && pairs().all(|(p, q)| p <= q) {
        out.push(pool.bv_ule(x, y));
    }
}

/// Equations, and orders of members, that hold where a condition holds, and where it does not.
fn by_class(pool: &mut TermPool, samples: &Samples, out: &mut Vec<TermId>) {
    let everywhere: BTreeSet<TermId> = out.iter().copied().collect();
    for (here, columns) in classes(pool, samples) {
        let mut found = Vec::new();
        for column in &columns {
            constant(pool, column, &mut found);
        }
        linear(pool, &columns, &mut found);
        orders_of_cells(pool, samples, &columns, &mut found);
        for fact in found.into_iter().filter(|f| !everywhere.contains(f)) {
            out.push(pool.implies(here, fact));
        }
    }
}

/// How members of one object compare: a place in a buffer and a length often do in one state of
/// a machine only.
fn orders_of_cells(
    pool: &mut TermPool,
    samples: &Samples,
    columns: &[Column],
    out: &mut Vec<TermId>,
) {
    for (a, b) in pairs(samples, columns) {
        if pool.as_var(a.variable).is_none() && pool.as_var(b.variable).is_none() {
            order(pool, (a, a.variable), (b, b.variable), out);
            order(pool, (b, b.variable), (a, a.variable), out);
        }
    }
}

/// Bounds, orders and weighted inequalities of the same kind.
fn bounds_by_class(pool: &mut TermPool, samples: &Samples, out: &mut Vec<TermId>) {
    let everywhere: BTreeSet<TermId> = out.iter().copied().collect();
    for (here, columns) in classes(pool, samples) {
        let mut found = Vec::new();
        for column in columns.iter().filter(|c| !c.values.is_empty()) {
            let constants: Vec<u64> = samples.constants.iter().copied().collect();
            let constants: Vec<u64> = constants.iter().map(|c| c & mask(column.width)).collect();
            signed_bounds(pool, column, &constants, &mut found);
            unsigned_bounds(pool, column, &[], &mut found);
        }
        for (a, b) in pairs(samples, &columns) {
            order(pool, (a, a.variable), (b, b.variable), &mut found);
            order(pool, (b, b.variable), (a, a.variable), &mut found);
            facets(pool, a, b, SMALL_WEIGHT, &mut found);
            agreement(pool, a, b, &mut found);
        }
        for fact in found.into_iter().filter(|f| !everywhere.contains(f)) {
            out.push(pool.implies(here, fact));
        }
    }
}

/// The low bits in which two columns agree.
fn agreement(pool: &mut TermPool, a: &Column, b: &Column, out: &mut Vec<TermId>) {
    let pairs = a.values.iter().zip(&b.values);
    let differing = pairs.fold(0, |d, (p, q)| d | (p ^ q));
    let bits = differing.trailing_zeros();
    if (1..a.width).contains(&bits) {
        let (p, q) = (a.variable, b.variable);
        let (p, q) = (pool.extract(bits - 1, 0, p), pool.extract(bits - 1, 0, q));
        out.push(pool.eq(p, q));
    }
}

/// Each condition and its negation with the samples for which it holds.
fn classes(pool: &mut TermPool, samples: &Samples) -> Vec<(TermId, Vec<Column>)> {
    let mut found = Vec::new();
    for (condition, holds) in &samples.classes {
        for side in [true, false] {
            let part = |c: &Column| {
                let values = c.values.iter().zip(holds);
                let here = values.filter(|(_, h)| **h == side);
                Column {
                    values: here.map(|(v, _)| *v).collect(),
                    ..c.clone()
                }
            };
            let columns = samples.columns.iter().map(part).collect();
            let here = if side {
                *condition
            } else {
                pool.not(*condition)
            };
            found.push((here, columns));
        }
    }
    found
}

/// Linear equations over groups of columns of one width.
fn linear(pool: &mut TermPool, columns: &[Column], out: &mut Vec<TermId>) {
    let widths: BTreeSet<u32> = columns.iter().map(|c| c.width).collect();
    for w in widths {
        let same = columns.iter().filter(|c| c.width == w);
        let varying: Vec<&Column> = same
            .filter(|c| c.values.iter().any(|v| *v != c.values[0]))
            .take(SYSTEM)
            .collect();
        let count = varying.first().map_or(0, |c| c.values.len());
        let points: Vec<Vec<u64>> = (0..count)
            .map(|i| varying.iter().map(|c| c.values[i]).collect())
            .collect();
        let small = |a: &u64| signed(*a, w).unsigned_abs() <= COEFFICIENT;
        for equation in equations(&points, w) {
            if equation.coefficients.iter().all(small) {
                out.push(as_term(pool, &varying, &equation, w));
            }
        }
    }
}

pub(super) fn as_term(
    pool: &mut TermPool,
    columns: &[&Column],
    equation: &Equation,
    w: u32,
) -> TermId {
    let mut sum = pool.bv_const(w, 0);
    for (column, &a) in columns.iter().zip(&equation.coefficients) {
        if a != 0 {
            let a = pool.bv_const(w, u128::from(a));
            let product = pool.bv_mul(a, column.variable);
            sum = pool.bv_add(sum, product);
        }
    }
    let constant = pool.bv_const(w, u128::from(equation.constant));
    pool.eq(sum, constant)
}
