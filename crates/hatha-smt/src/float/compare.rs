//! Comparisons.

use super::unpack::{is_nan, is_zero, magnitude};
use crate::circuits;
use crate::gates::{Gates, Lit};
use hatha_term::Format;

/// Are both numbers?
fn ordered(g: &mut Gates, f: Format, a: &[Lit], b: &[Lit]) -> Lit {
    let (x, y) = (is_nan(g, f, a), is_nan(g, f, b));
    !g.or(x, y)
}

fn both_zero(g: &mut Gates, a: &[Lit], b: &[Lit]) -> Lit {
    let (x, y) = (is_zero(g, magnitude(a)), is_zero(g, magnitude(b)));
    g.and(x, y)
}

/// `a == b`.
pub(super) fn eq(g: &mut Gates, f: Format, a: &[Lit], b: &[Lit]) -> Lit {
    let numbers = ordered(g, f, a, b);
    let same = circuits::equal(g, a, b);
    let zeros = both_zero(g, a, b);
    let equal = g.or(same, zeros);
    g.and(numbers, equal)
}

/// `a < b`: by magnitude, which is the other way round below zero.
pub(super) fn lt(g: &mut Gates, f: Format, a: &[Lit], b: &[Lit]) -> Lit {
    let numbers = ordered(g, f, a, b);
    let zeros = both_zero(g, a, b);
    let (a_sign, b_sign) = (a[a.len() - 1], b[b.len() - 1]);
    let less = circuits::less(g, magnitude(a), magnitude(b));
    let greater = circuits::less(g, magnitude(b), magnitude(a));
    let positive = g.and(!b_sign, less);
    let negative = g.or(!b_sign, greater);
    let less = g.mux(a_sign, negative, positive);
    let less = g.and(less, !zeros);
    g.and(numbers, less)
}

/// `a <= b`.
pub(super) fn le(g: &mut Gates, f: Format, a: &[Lit], b: &[Lit]) -> Lit {
    let (less, equal) = (lt(g, f, a, b), eq(g, f, a, b));
    g.or(less, equal)
}
