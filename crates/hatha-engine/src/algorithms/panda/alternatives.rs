//! Other values for the inputs of a trace: the discovery of covering paths.
//!
//! **Invariant.** Values that are found satisfy the whole formula of the trace up to a choice
//! and a way that has not been taken there; that there are none is said only if a
//! solver has refuted them.

use crate::tuning::alternatives::FRESH;
use hatha_defect::{Defect, is_on};
use hatha_smt::layers::{DefaultChain, default_chain};
use hatha_smt::related::Related;
use hatha_smt::{Budget, CheckResult, Reason, Solver};
use hatha_term::{Bv, TermId, TermPool, Value, VarId};
use std::time::{Duration, Instant};

/// Values of variables.
pub(super) type Values = Vec<(VarId, Value)>;

/// Looks for values.
pub(super) struct Alternatives {
    pub(super) solver: DefaultChain,
    pub(super) queries: u64,
    pub(super) time: Duration,
}

impl Alternatives {
    pub(super) fn new() -> Self {
        Alternatives {
            solver: default_chain(),
            queries: 0,
            time: Duration::ZERO,
        }
    }

    /// Values that satisfy a path and some further terms; `None` if there are none. What does not
    /// hang together with these terms keeps its values.
    pub(super) fn discover(
        &mut self,
        pool: &mut TermPool,
        path: &mut Related,
        further: &[TermId],
        budget: &Budget,
    ) -> Result<Option<Values>, Reason> {
        let (mut terms, variables) = path.with(pool, further);
        terms.extend(further);
        let terms = crate::algorithms::directed::tightest(pool, terms);
        self.queries += 1;
        budget.spend(crate::work_of_question(terms.len()));
        if self.queries.is_multiple_of(FRESH) {
            self.solver = default_chain();
        }
        let start = Instant::now();
        let answer = self.solver.check(pool, &terms, budget);
        self.time += start.elapsed();
        match answer {
            CheckResult::Unsat => Ok(None),
            CheckResult::Unknown(reason) => Err(reason),
            CheckResult::Sat if is_on(Defect::BlindWalk) && self.queries.is_multiple_of(3) => {
                Ok(None)
            }
            CheckResult::Sat => {
                let missing = || Reason::Internal("Sat without a model".to_owned());
                let model = self.solver.model().ok_or_else(missing)?;
                let value = |&v: &VarId| {
                    // A model says nothing about variables that are zero in it.
                    let zero = Value::Bv(Bv::new(pool.var_sort(v).bv_width().unwrap_or(1), 0));
                    (v, model.get(v).cloned().unwrap_or(zero))
                };
                Ok(Some(variables.iter().map(value).collect()))
            }
        }
    }
}
