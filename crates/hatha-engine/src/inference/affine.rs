//! The affine hull of sample points: linear equations that they all satisfy.
//!
//! Arithmetic is that of the machine, modulo 2^width: an equation that holds only
//! until a number wraps is none, and one that holds because it wraps is found.

/// An equation `Σ coefficients·x = constant` modulo 2^width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Equation {
    /// One for each column.
    pub coefficients: Vec<u64>,
    /// The right-hand side.
    pub constant: u64,
}

/// A row with the column that it determines.
struct Row {
    pivot: usize,
    /// The pivot is 2 to this power; it divides every entry of the row.
    power: u32,
    values: Vec<u64>,
}

/// The equations that all points satisfy, one for each column that the others determine.
pub(super) fn equations(points: &[Vec<u64>], width: u32) -> Vec<Equation> {
    let Some(first) = points.first() else {
        return Vec::new();
    };
    let mask = if width >= 64 {
        u64::MAX
    } else {
        (1 << width) - 1
    };
    let difference = |p: &Vec<u64>| -> Vec<u64> {
        let pairs = p.iter().zip(first);
        pairs.map(|(a, b)| a.wrapping_sub(*b) & mask).collect()
    };
    let rows = echelon(points[1..].iter().map(difference).collect(), mask);
    let columns = first.len();
    let free = (0..columns).filter(|c| rows.iter().all(|r| r.pivot != *c));
    free.map(|f| {
        let coefficients = solve(&rows, columns, f, mask);
        let terms = coefficients.iter().zip(first);
        let sum = terms.fold(0_u64, |s, (a, x)| s.wrapping_add(a.wrapping_mul(*x)));
        Equation {
            coefficients,
            constant: sum & mask,
        }
    })
    .collect()
}

/// Rows in which each pivot is the least power of two among all entries that were left when it
/// was chosen, so that it divides them.
fn echelon(mut rest: Vec<Vec<u64>>, mask: u64) -> Vec<Row> {
    let mut done: Vec<Row> = Vec::new();
    loop {
        rest.sort_unstable();
        rest.dedup();
        rest.retain(|r| r.iter().any(|x| *x != 0));
        let Some((row, pivot, power)) = least(&rest) else {
            return done;
        };
        let mut values = rest.swap_remove(row);
        let unit = inverse(values[pivot] >> power);
        for x in &mut values {
            *x = x.wrapping_mul(unit) & mask;
        }
        for other in &mut rest {
            let times = other[pivot] >> power;
            for (x, y) in other.iter_mut().zip(&values) {
                *x = x.wrapping_sub(times.wrapping_mul(*y)) & mask;
            }
        }
        done.push(Row {
            pivot,
            power,
            values,
        });
    }
}

/// The entry with the fewest factors of two: its row, its column, and how many.
fn least(rows: &[Vec<u64>]) -> Option<(usize, usize, u32)> {
    let mut best: Option<(usize, usize, u32)> = None;
    for (i, row) in rows.iter().enumerate() {
        for (j, x) in row.iter().enumerate().filter(|(_, x)| **x != 0) {
            if best.is_none_or(|(_, _, p)| x.trailing_zeros() < p) {
                best = Some((i, j, x.trailing_zeros()));
            }
        }
    }
    best
}

/// The inverse of an odd number modulo 2^64, by Newton's iteration.
fn inverse(odd: u64) -> u64 {
    let mut x = odd;
    for _ in 0..6 {
        x = x.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(x)));
    }
    x
}

/// The vector with 1 in the free column that every row maps to zero.
fn solve(rows: &[Row], columns: usize, free: usize, mask: u64) -> Vec<u64> {
    let mut v = vec![0_u64; columns];
    v[free] = 1;
    for row in rows.iter().rev() {
        let products = row.values.iter().zip(&v);
        let sum = products.fold(0_u64, |s, (a, x)| s.wrapping_add(a.wrapping_mul(*x)));
        // The pivot divides the sum; the pivot's own coefficient is still zero. Of the quotients
        // modulo 2^width the one that is small as a number with sign.
        let negative = sum & (mask ^ mask >> 1) != 0;
        let extended = if negative { sum | !mask } else { sum & mask };
        let quotient = (extended as i64) >> row.power;
        v[row.pivot] = (quotient as u64).wrapping_neg() & mask;
    }
    v
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(e: &Equation, p: &[u64], mask: u64) -> bool {
        let terms = e.coefficients.iter().zip(p);
        let sum = terms.fold(0_u64, |s, (a, x)| s.wrapping_add(a.wrapping_mul(*x)));
        sum & mask == e.constant
    }

    #[test]
    fn finds_every_equation_of_a_line() {
        let points: Vec<Vec<u64>> = (0..5).map(|i| vec![i, 3 * i + 1, 7, 10 - i]).collect();
        let found = equations(&points, 32);
        assert_eq!(found.len(), 3);
        let mask = u64::from(u32::MAX);
        assert!(
            found
                .iter()
                .all(|e| points.iter().all(|p| holds(e, p, mask)))
        );
    }

    #[test]
    fn finds_equations_that_wrap() {
        let n = [5_u64, 0x8000_0003, 0xffff_fff0, 17];
        let mask = u64::from(u32::MAX);
        let points: Vec<Vec<u64>> = (0..40)
            .map(|i| {
                let n = n[i as usize % 4];
                vec![n.wrapping_sub(3 * i) & mask, i, n]
            })
            .collect();
        let found = equations(&points, 32);
        assert_eq!(found.len(), 1);
        assert!(points.iter().all(|p| holds(&found[0], p, mask)));
    }

    #[test]
    fn finds_nothing_where_nothing_is_linear() {
        let points = vec![vec![0, 0], vec![1, 1], vec![2, 4], vec![3, 9], vec![5, 25]];
        assert!(equations(&points, 32).iter().all(|e| {
            // Squares differ from lines by even numbers only: what is left says little.
            e.coefficients
                .iter()
                .all(|a| a.trailing_zeros() > 20 || *a == 0)
        }));
    }
}
