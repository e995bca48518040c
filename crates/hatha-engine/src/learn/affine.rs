//! The affine hull of sample points: all linear equations that they satisfy.
//!
//! Exact over the rationals, with values read as signed numbers. An equation is a
//! guess about the program, where arithmetic wraps; it is checked as such later.

/// An equation `Σ coefficients·x = constant`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equation {
    /// One for each column.
    pub coefficients: Vec<i128>,
    /// The right-hand side.
    pub constant: i128,
}

/// The equations with small coefficients that all points satisfy, one for each dependent column.
pub fn equations(points: &[Vec<i64>], limit: i128) -> Vec<Equation> {
    let Some(first) = points.first() else {
        return Vec::new();
    };
    let width = first.len();
    let differences = points[1..].iter().map(|p| {
        p.iter()
            .zip(first)
            .map(|(a, b)| i128::from(*a) - i128::from(*b))
            .collect::<Vec<i128>>()
    });
    let Some(basis) = reduce(differences, width) else {
        return Vec::new();
    };
    null_space(&basis, width)
        .into_iter()
        .filter(|c| c.iter().all(|a| a.abs() <= limit))
        .filter_map(|coefficients| {
            let mut constant: i128 = 0;
            for (a, x) in coefficients.iter().zip(first) {
                constant = constant.checked_add(a.checked_mul(i128::from(*x))?)?;
            }
            Some(Equation {
                coefficients,
                constant,
            })
        })
        .collect()
}

/// A row in echelon form and its pivot.
struct Row {
    pivot: usize,
    values: Vec<i128>,
}

/// Reduced echelon form of the rows; `None` if numbers get too large.
fn reduce(rows: impl Iterator<Item = Vec<i128>>, width: usize) -> Option<Vec<Row>> {
    let mut basis: Vec<Row> = Vec::new();
    for mut row in rows {
        for known in &basis {
            eliminate(&mut row, known)?;
        }
        let Some(pivot) = (0..width).find(|&i| row[i] != 0) else {
            continue;
        };
        let new = Row { pivot, values: row };
        for known in &mut basis {
            eliminate(&mut known.values, &new)?;
        }
        basis.push(new);
        if basis.len() == width {
            return None;
        }
    }
    Some(basis)
}

/// Clears the pivot column of `by` in `row`, without fractions.
fn eliminate(row: &mut [i128], by: &Row) -> Option<()> {
    let (a, b) = (row[by.pivot], by.values[by.pivot]);
    if a == 0 {
        return Some(());
    }
    for (x, y) in row.iter_mut().zip(&by.values) {
        *x = x.checked_mul(b)?.checked_sub(y.checked_mul(a)?)?;
    }
    normalise(row);
    row.iter().all(|x| x.abs() < 1 << 60).then_some(())
}

fn normalise(row: &mut [i128]) {
    let divisor = row.iter().fold(0, |g, &x| gcd(g, x.abs()));
    if divisor > 1 {
        row.iter_mut().for_each(|x| *x /= divisor);
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// For each column without pivot, the vector that is orthogonal to every row and has 1-ish there.
fn null_space(basis: &[Row], width: usize) -> Vec<Vec<i128>> {
    let is_pivot = |c: usize| basis.iter().any(|r| r.pivot == c);
    let mut vectors = Vec::new();
    for free in (0..width).filter(|&c| !is_pivot(c)) {
        // row · v = 0 with v[free] = scale: v[pivot] = -row[free] · scale / row[pivot].
        let scale = basis.iter().try_fold(1_i128, |s, r| {
            let p = r.values[r.pivot].abs();
            s.checked_mul(p / gcd(p, r.values[free].abs()))
        });
        let Some(scale) = scale else { continue };
        let mut v = vec![0; width];
        v[free] = scale;
        for r in basis {
            let Some(product) = r.values[free].checked_mul(scale) else {
                continue;
            };
            v[r.pivot] = -product / r.values[r.pivot];
        }
        normalise(&mut v);
        vectors.push(v);
    }
    vectors
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(e: &Equation, p: &[i64]) -> bool {
        let sum: i128 = e
            .coefficients
            .iter()
            .zip(p)
            .map(|(a, x)| a * i128::from(*x))
            .sum();
        sum == e.constant
    }

    #[test]
    fn finds_every_equation_of_a_line() {
        let points: Vec<Vec<i64>> = (0..5).map(|i| vec![i, 3 * i + 1, 7, 10 - i]).collect();
        let found = equations(&points, 100);
        assert_eq!(found.len(), 3);
        assert!(found.iter().all(|e| points.iter().all(|p| holds(e, p))));
    }

    #[test]
    fn finds_nothing_where_nothing_is_linear() {
        let points = vec![vec![0, 0], vec![1, 1], vec![2, 4], vec![3, 9]];
        assert!(equations(&points, 100).is_empty());
    }
}
