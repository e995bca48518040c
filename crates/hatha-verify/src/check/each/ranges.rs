//! What ranges of variables decide by themselves, where a search about all checks has not decided
//! everything.
//!
//! **Invariant.** The interpreter says which failures it does not exclude, and is believed in nothing: they
//! are assumed, and the rest is a question like any other, whose proof is certified.

use super::{EachCheck, Failing};
use crate::check::property::Property;
use crate::check::question::{Context, Question};
use crate::check::search::run;
use crate::check::{InternalError, Report, Verdict, assume, portfolio};
use hatha_cfa::{FailKind, Span};
use hatha_engine::{Finding, engines};
use std::collections::{BTreeSet, HashSet};

/// The engine.
const RANGES: &str = "intervals";
/// The engines that start from what it finds.
const STARTING: [&str; 3] = [portfolio::NAME, "dash", RANGES];
/// The share of the time that is left, in percent, that it gets.
const SHARE: u32 = 50;

impl EachCheck<'_> {
    /// Proves at once what ranges exclude of the checks that are left, the others assumed; gives the
    /// report on that.
    pub(super) fn prove_by_ranges(&mut self) -> Result<Option<Report>, InternalError> {
        let engine = self.question.options.engine.as_str();
        if !STARTING.contains(&engine) || self.left().is_zero() {
            return Ok(None);
        }
        let Some(left) = self.not_excluded() else {
            return Ok(None);
        };
        let is_left = |c: &&Property| left.contains(&(c.kind.clone(), c.span));
        let left: BTreeSet<Failing> = self
            .statuses
            .iter()
            .filter(is_left)
            .map(|c| (c.proc, c.edge))
            .collect();
        let mut excluded = self.open();
        excluded.retain(|c| !left.contains(c));
        if excluded.is_empty() {
            return Ok(None);
        }
        let others = self.all_but(&excluded);
        let time = self.left() * SHARE / 100;
        let report = self.ask_engine(RANGES, others, time)?;
        self.spend(&report.counts);
        if !matches!(report.verdict, Verdict::Proved { .. }) {
            return Ok(None);
        }
        self.take_proof(&report, &excluded);
        Ok(Some(report))
    }

    /// The failures that ranges do not exclude where what is settled is assumed; `None` if there is
    /// more in the way than failures.
    fn not_excluded(&self) -> Option<HashSet<(FailKind, Span)>> {
        let engine = engines().into_iter().find(|e| e.name() == RANGES)?;
        let program = assume(self.question.program, &self.settled());
        let question = Question {
            program: &program,
            ..self.question
        };
        let Context { observer, .. } = self.context;
        let end = std::time::Instant::now() + self.left() * SHARE / 100;
        let budget = self.question.options.budget_until(end);
        let search = run(engine.as_ref(), &question.task(&budget, observer));
        match search.finding {
            Finding::Proof(_) => Some(HashSet::default()),
            _ => Some(search.open?.into_iter().collect()),
        }
    }
}
