//! Drops comparisons with constants that tighter ones imply.
//!
//! A loop whose bound is an input leaves one comparison per iteration; all but
//! the tightest say nothing. Soundness: what is dropped follows from what is
//! kept, so the conjunction stays the same.

use hatha_term::{Op, TermId, TermPool};
use rustc_hash::FxHashMap;

/// What a comparison says about a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Side {
    term: TermId,
    signed: bool,
    upper: bool,
}

/// The terms without those that a tighter bound on the same side implies.
pub(crate) fn tightest(pool: &TermPool, terms: Vec<TermId>) -> Vec<TermId> {
    let mut best: FxHashMap<Side, (i128, usize)> = FxHashMap::default();
    let mut keep = vec![true; terms.len()];
    for (i, &t) in terms.iter().enumerate() {
        let Some((side, bound)) = bound(pool, t) else {
            continue;
        };
        let slot = best.entry(side).or_insert((bound, i));
        if slot.1 == i {
            continue;
        }
        let tighter = if side.upper {
            bound < slot.0
        } else {
            bound > slot.0
        };
        let loser = if tighter { slot.1 } else { i };
        keep[loser] = false;
        if tighter {
            *slot = (bound, i);
        }
    }
    let kept = terms.iter().zip(&keep).filter(|(_, keep)| **keep);
    kept.map(|(t, _)| *t).collect()
}

/// `term <= bound` or `term >= bound`, if that is what a comparison says.
fn bound(pool: &TermPool, t: TermId) -> Option<(Side, i128)> {
    let (t, negated) = match pool.op(t) {
        Op::Not => (pool.arg(t, 0), true),
        _ => (t, false),
    };
    let (signed, strict) = match pool.op(t) {
        Op::BvUlt => (false, true),
        Op::BvUle => (false, false),
        Op::BvSlt => (true, true),
        Op::BvSle => (true, false),
        _ => return None,
    };
    let (a, b) = (pool.arg(t, 0), pool.arg(t, 1));
    let value = |t: TermId| {
        let bits = pool.as_bv(t).filter(|bits| bits.width() <= 64)?;
        if signed {
            bits.to_i128()
        } else {
            bits.to_u64().map(i128::from)
        }
    };
    // `a < b` negated is `b <= a`; `a <= b` negated is `b < a`.
    let (low, high, strict) = if negated {
        (b, a, !strict)
    } else {
        (a, b, strict)
    };
    let step = i128::from(strict);
    let side = |term, upper| Side {
        term,
        signed,
        upper,
    };
    match (value(low), value(high)) {
        (None, Some(c)) => Some((side(low, true), c - step)),
        (Some(c), None) => Some((side(high, false), c + step)),
        _ => None,
    }
}

/// A comparison that says the same with room to spare: what makes a loop go round once more
/// becomes what makes it go round `by` times more. `None` if the term is no such comparison.
pub(super) fn leap(pool: &mut TermPool, t: TermId, by: u64) -> Option<TermId> {
    let (side, bound) = bound(pool, t)?;
    let width = pool.width(side.term);
    let by = i128::from(by);
    let far = if side.upper { bound - by } else { bound + by };
    let (low, high) = if side.signed {
        (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1)
    } else {
        (0, (1i128 << width) - 1)
    };
    if !(low..=high).contains(&far) {
        return None;
    }
    let far = pool.bv_signed(width, far);
    Some(match (side.signed, side.upper) {
        (true, true) => pool.bv_sle(side.term, far),
        (true, false) => pool.bv_sle(far, side.term),
        (false, true) => pool.bv_ule(side.term, far),
        (false, false) => pool.bv_ule(far, side.term),
    })
}

#[cfg(test)]
mod tests {
    use super::{leap, tightest};
    use hatha_term::{Sort, TermPool};

    #[test]
    fn only_the_tightest_bound_of_each_side_stays() {
        let mut pool = TermPool::new();
        let x = pool.var("in0", Sort::Bv(32));
        let c = |pool: &mut TermPool, n| pool.bv_signed(32, n);
        let bounds: Vec<_> = (0..10).map(|n| c(&mut pool, n)).collect();
        let mut terms: Vec<_> = bounds.iter().map(|&b| pool.bv_slt(b, x)).collect();
        let limit = c(&mut pool, 100);
        let wide = pool.bv_slt(x, limit);
        let unsigned = pool.bv_ult(x, limit);
        terms.extend([wide, unsigned]);
        let tight = terms[9];
        assert_eq!(tightest(&pool, terms), vec![tight, wide, unsigned]);
    }

    #[test]
    fn a_negated_bound_is_the_other_side() {
        let mut pool = TermPool::new();
        let x = pool.var("in0", Sort::Bv(8));
        let (three, five) = (pool.bv_const(8, 3), pool.bv_const(8, 5));
        let below = pool.bv_ult(x, five);
        let not_below = pool.not(below);
        let above = pool.bv_ult(three, x);
        // x >= 5 implies x > 3.
        assert_eq!(tightest(&pool, vec![above, not_below]), vec![not_below]);
        assert_eq!(tightest(&pool, vec![below, above]), vec![below, above]);
    }
    #[test]
    fn a_leap_stays_within_the_type() {
        let mut pool = TermPool::new();
        let x = pool.var("in0", Sort::Bv(8));
        let hundred = pool.bv_const(8, 100);
        let above = pool.bv_slt(hundred, x);
        let far = pool.bv_const(8, 111);
        let expected = pool.bv_sle(far, x);
        assert_eq!(leap(&mut pool, above, 10), Some(expected));
        assert_eq!(leap(&mut pool, above, 27), None);
        let equal = pool.eq(x, hundred);
        assert_eq!(leap(&mut pool, equal, 1), None);
    }
}
