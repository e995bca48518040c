//! One form for each linear equation, so that a step that keeps it is seen
//! without asking a solver.

use hatha_term::simplify::linear::LinearForms;
use hatha_term::{Bv, Op, Sort, TermId, TermPool};

/// Normalises equations and remembers sums.
#[derive(Debug, Default)]
pub struct Normal {
    forms: LinearForms,
}

impl Normal {
    /// A term with the same truth value: equations between bit-vectors as `sum = 0` with sorted
    /// monomials, under connectives too.
    pub fn of(&mut self, pool: &mut TermPool, t: TermId) -> TermId {
        let args: Vec<TermId> = pool.args(t).to_vec();
        match pool.op(t) {
            Op::Eq if matches!(pool.sort(args[0]), Sort::Bv(_)) => {
                self.equation(pool, args[0], args[1])
            }
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
        }
    }

    fn equation(&mut self, pool: &mut TermPool, a: TermId, b: TermId) -> TermId {
        let (left, right) = (self.forms.form(pool, a), self.forms.form(pool, b));
        let width = pool.width(a);
        let mut difference = left.plus(&right, &Bv::ones(width));
        // Of the two ways to write it, the one whose first factor is positive.
        if difference.monomials.first().is_some_and(|(_, f)| f.sign()) {
            let zero = hatha_term::simplify::linear::Linear {
                monomials: Vec::new(),
                constant: Bv::zero(width),
            };
            difference = zero.plus(&difference, &Bv::ones(width));
        }
        let sum = difference.to_term(pool);
        let zero = pool.bv(Bv::zero(width));
        pool.eq(sum, zero)
    }
}
