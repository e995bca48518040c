//! Equations of degree two: linear ones over the variables and their products.

use super::affine::equations;
use super::candidates::{Column, as_term, signed};
use crate::tuning::quadratic::{COEFFICIENT, SPARE, VARIABLES};
use hatha_term::{TermId, TermPool};
use std::collections::BTreeSet;

/// Equations of degree two that hold for all samples.
pub(super) fn quadratic(pool: &mut TermPool, columns: &[Column], out: &mut Vec<TermId>) {
    let widths: BTreeSet<u32> = columns.iter().map(|c| c.width).collect();
    for w in widths {
        let same = columns.iter().filter(|c| c.width == w);
        let varying: Vec<&Column> = same
            .filter(|c| c.values.iter().any(|v| *v != c.values[0]))
            .collect();
        let base = independent(&varying, w);
        if (1..=VARIABLES).contains(&base.len()) {
            of_products(pool, &base, w, out);
        }
    }
}

/// The columns without those that a linear equation gives: their products say nothing new.
fn independent<'a>(columns: &[&'a Column], w: u32) -> Vec<&'a Column> {
    let mut kept = columns.to_vec();
    while !kept.is_empty() {
        let found = equations(&points(&kept), w);
        let small = |a: &u64| signed(*a, w).unsigned_abs() <= COEFFICIENT;
        let found = found.iter().find(|e| e.coefficients.iter().all(small));
        let unit = |e: &&super::affine::Equation| e.coefficients.iter().position(|a| *a == 1);
        match found.as_ref().and_then(unit) {
            Some(given) => kept.remove(given),
            None => break,
        };
    }
    kept
}

fn points(columns: &[&Column]) -> Vec<Vec<u64>> {
    let count = columns.first().map_or(0, |c| c.values.len());
    let row = |i: usize| columns.iter().map(|c| c.values[i]).collect();
    (0..count).map(row).collect()
}

fn of_products(pool: &mut TermPool, base: &[&Column], w: u32, out: &mut Vec<TermId>) {
    let mut columns: Vec<Column> = Vec::new();
    for (i, x) in base.iter().enumerate() {
        for y in &base[i..] {
            columns.push(product(pool, x, y));
        }
    }
    // Last, so that the products are what an equation is solved for.
    columns.extend(base.iter().map(|c| (*c).clone()));
    let columns: Vec<&Column> = columns.iter().collect();
    let distinct: BTreeSet<Vec<u64>> = points(&columns).into_iter().collect();
    if distinct.len() < columns.len() + SPARE {
        return;
    }
    let distinct: Vec<Vec<u64>> = distinct.into_iter().collect();
    let small = |a: &u64| signed(*a, w).unsigned_abs() <= COEFFICIENT;
    for equation in equations(&distinct, w) {
        if equation.coefficients.iter().all(small) {
            out.push(as_term(pool, &columns, &equation, w));
        }
    }
}

fn product(pool: &mut TermPool, x: &Column, y: &Column) -> Column {
    let pairs = x.values.iter().zip(&y.values);
    Column {
        variable: pool.bv_mul(x.variable, y.variable),
        width: x.width,
        values: pairs.map(|(p, q)| p.wrapping_mul(*q)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hatha_term::Sort;

    #[test]
    fn finds_the_sum_of_the_first_numbers() {
        let mut pool = TermPool::new();
        let [s, i] = ["s", "i"].map(|n| pool.var(n, Sort::Bv(32)));
        let column = |variable, values: Vec<u64>| Column {
            variable,
            width: 32,
            values,
        };
        let numbers: Vec<u64> = (1..40).collect();
        let sums = numbers.iter().map(|n| n * (n - 1) / 2).collect();
        let mut found = Vec::new();
        let columns = [column(s, sums), column(i, numbers)];
        quadratic(&mut pool, &columns, &mut found);
        let square = pool.bv_mul(i, i);
        let two = pool.bv_const(32, 2);
        let twice = pool.bv_mul(two, s);
        let right = pool.bv_add(twice, i);
        let expected = pool.eq(square, right);
        let mut normal = crate::inference::Normal::default();
        let expected = normal.of(&mut pool, expected);
        assert!(found.iter().any(|f| normal.of(&mut pool, *f) == expected));
    }
}
