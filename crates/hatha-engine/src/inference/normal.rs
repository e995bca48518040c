//! One form for each polynomial equation, so that a step that keeps it is seen
//! without asking a solver.

use super::polynomial::Polynomial;
use hatha_term::{Op, Sort, TermId, TermPool};
use rustc_hash::FxHashMap;

/// Normalises equations and remembers them.
#[derive(Debug, Default)]
pub(crate) struct Normal {
    known: FxHashMap<TermId, TermId>,
}

impl Normal {
    /// A term with the same truth value: equations between bit-vectors as sums of sorted
    /// products, under connectives too.
    pub(crate) fn of(&mut self, pool: &mut TermPool, t: TermId) -> TermId {
        if let Some(&known) = self.known.get(&t) {
            return known;
        }
        let args: Vec<TermId> = pool.args(t).to_vec();
        let normal = match pool.op(t) {
            Op::Eq if matches!(pool.sort(args[0]), Sort::Bv(_)) => equation(pool, t),
            Op::Not => {
                let a = self.of(pool, args[0]);
                pool.not(a)
            }
            Op::And => {
                let (a, b) = (self.of(pool, args[0]), self.of(pool, args[1]));
                pool.and(a, b)
            }
            Op::Or => {
                let (a, b) = (self.of(pool, args[0]), self.of(pool, args[1]));
                pool.or(a, b)
            }
            _ => t,
        };
        self.known.insert(t, normal);
        normal
    }
}

fn equation(pool: &mut TermPool, t: TermId) -> TermId {
    let (a, b) = (pool.arg(t, 0), pool.arg(t, 1));
    match Polynomial::difference(pool, a, b) {
        Some(difference) => difference.with_sign().is_zero(pool),
        None => t,
    }
}
