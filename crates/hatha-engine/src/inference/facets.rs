//! Weighted inequalities between two variables: facets of the convex hull of
//! sample points.
//!
//! A sum is taken in more bits than its variables have, so that it is the sum of
//! the numbers and the inequality means the same wherever it is evaluated.

use super::candidates::{Column, signed};
use crate::tuning::facets::{FACETS, ROOM};
use hatha_term::{TermId, TermPool};
use std::collections::BTreeSet;

type Point = (i128, i128);

/// `a·x + b·y <= c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Facet {
    a: i128,
    b: i128,
    c: i128,
}

/// Inequalities that hold for all samples of two columns, with weights up to a largest one.
pub(super) fn facets(
    pool: &mut TermPool,
    x: &Column,
    y: &Column,
    weight: i128,
    out: &mut Vec<TermId>,
) {
    let w = x.width;
    if w + ROOM > 64 || x.values.is_empty() {
        return;
    }
    let number = |v: &u64| i128::from(signed(*v, w));
    let pairs = x.values.iter().zip(&y.values);
    let points: BTreeSet<Point> = pairs.map(|(p, q)| (number(p), number(q))).collect();
    let points: Vec<Point> = points.into_iter().collect();
    let mut directions: BTreeSet<(i128, i128)> =
        BTreeSet::from([(1, 1), (1, -1), (-1, 1), (-1, -1)]);
    directions.extend(normals(&hull(&points), weight));
    for (a, b) in directions {
        let most = points.iter().map(|(p, q)| a * p + b * q).max();
        if let Some(c) = most {
            out.push(as_term(
                pool,
                (x.variable, y.variable),
                w,
                Facet { a, b, c },
            ));
        }
    }
}

fn cross(o: Point, a: Point, b: Point) -> i128 {
    (a.0 - o.0) * (b.1 - o.1) - (a.1 - o.1) * (b.0 - o.0)
}

/// The corners of the convex hull, counter-clockwise, of sorted points.
fn hull(points: &[Point]) -> Vec<Point> {
    if points.len() < 3 {
        return points.to_vec();
    }
    let mut lower = chain(points.iter().copied());
    let mut upper = chain(points.iter().rev().copied());
    lower.pop();
    upper.pop();
    lower.append(&mut upper);
    lower
}

fn chain(points: impl Iterator<Item = Point>) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::new();
    for p in points {
        while kept.len() >= 2 && cross(kept[kept.len() - 2], kept[kept.len() - 1], p) <= 0 {
            kept.pop();
        }
        kept.push(p);
    }
    kept
}

/// The outward normals of the facets that are worth a try, neither horizontal nor vertical ones,
/// which are bounds of one variable.
fn normals(hull: &[Point], weight: i128) -> Vec<(i128, i128)> {
    let n = hull.len();
    let mut chosen = BTreeSet::new();
    if n <= FACETS {
        chosen.extend(0..n);
    } else {
        for corner in extremes(hull) {
            chosen.extend([corner, (corner + n - 1) % n]);
        }
    }
    let normal = |i: usize| {
        let (p, q) = (hull[i], hull[(i + 1) % n]);
        let (a, b) = (q.1 - p.1, p.0 - q.0);
        let divisor = gcd(a.abs(), b.abs()).max(1);
        (a / divisor, b / divisor)
    };
    let small =
        |(a, b): &(i128, i128)| (1..=weight).contains(&a.abs()) && (1..=weight).contains(&b.abs());
    chosen.into_iter().map(normal).filter(small).collect()
}

/// The corners with the least and the greatest coordinates.
fn extremes(hull: &[Point]) -> Vec<usize> {
    let by = |key: &dyn Fn(Point) -> (i128, i128)| (0..hull.len()).max_by_key(|&i| key(hull[i]));
    let keys: [&dyn Fn(Point) -> (i128, i128); 8] = [
        &|(x, y)| (x, y),
        &|(x, y)| (x, -y),
        &|(x, y)| (-x, y),
        &|(x, y)| (-x, -y),
        &|(x, y)| (y, x),
        &|(x, y)| (y, -x),
        &|(x, y)| (-y, x),
        &|(x, y)| (-y, -x),
    ];
    keys.into_iter().filter_map(by).collect()
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn as_term(pool: &mut TermPool, (x, y): (TermId, TermId), w: u32, facet: Facet) -> TermId {
    let width = w + ROOM;
    let mut sum = |t: TermId, factor: i128| {
        let wide = pool.sign_ext(width, t);
        let size = pool.bv_signed(width, factor.abs());
        pool.bv_mul(wide, size)
    };
    // Positive weights on either side of the sign.
    let (p, q) = (sum(x, facet.a), sum(y, facet.b));
    let bound = pool.bv_signed(width, facet.c);
    match (facet.a > 0, facet.b > 0) {
        (true, true) => {
            let sum = pool.bv_add(p, q);
            pool.bv_sle(sum, bound)
        }
        (true, false) => {
            let right = pool.bv_add(q, bound);
            pool.bv_sle(p, right)
        }
        (false, true) => {
            let right = pool.bv_add(p, bound);
            pool.bv_sle(q, right)
        }
        (false, false) => {
            let sum = pool.bv_add(p, q);
            let least = pool.bv_signed(width, -facet.c);
            pool.bv_sle(least, sum)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hull_of_a_square_with_points_inside() {
        let points = [(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)];
        assert_eq!(hull(&points), vec![(0, 0), (2, 0), (2, 2), (0, 2)]);
        assert!(normals(&hull(&points), 100).is_empty());
    }

    #[test]
    fn a_falling_sum_has_a_facet_at_its_beginning() {
        // x falls by 9, 8, 7… while y rises.
        let mut points = vec![(-5, -9)];
        while let Some(&(x, y)) = points.last().filter(|p| p.1 < 9) {
            points.push((x + y, y + 1));
        }
        points.sort_unstable();
        // The step of the first round: x + 9y never gets below its first value.
        assert!(normals(&hull(&points), 100).contains(&(-1, -9)));
    }

    #[test]
    fn every_sample_satisfies_the_inequalities() {
        let mut pool = TermPool::new();
        let [x, y] = ["x", "y"].map(|n| pool.var(n, hatha_term::Sort::Bv(32)));
        let column = |variable, values: Vec<u64>| Column {
            variable,
            width: 32,
            values,
        };
        let minus = u64::from(u32::MAX);
        let (xs, ys) = (vec![0, 3, minus, 7], vec![1, minus - 4, 2, 7]);
        let mut found = Vec::new();
        facets(
            &mut pool,
            &column(x, xs.clone()),
            &column(y, ys.clone()),
            100,
            &mut found,
        );
        assert!(found.len() >= 4);
        for (p, q) in xs.iter().zip(&ys) {
            let mut model = hatha_term::Model::new();
            for (variable, value) in [(x, *p), (y, *q)] {
                let v = pool.as_var(variable).expect("a variable");
                let value = hatha_term::Bv::new(32, u128::from(value));
                model.set(v, hatha_term::Value::Bv(value));
            }
            assert!(found.iter().all(|f| pool.eval_bool(*f, &model) == Ok(true)));
        }
    }
}
