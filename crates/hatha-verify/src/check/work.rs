//! Budgets of counted work.
//!
//! **Invariant.** A search with such a budget ends after the same work on every machine: what it
//! finds does not depend on the clock, unless the deadline of the whole run comes first (test
//! `a_limit_counts_units`; `crates/hatha/tests/determinism.rs`).

use super::Options;
use hatha_smt::{Budget, Pace};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// Ends a search after so much work.
#[derive(Debug)]
struct Allowance {
    left: AtomicU64,
    over: Arc<AtomicBool>,
}

impl Pace for Allowance {
    fn spend(&self, units: u64) {
        let less = |left: u64| Some(left.saturating_sub(units));
        let before = self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        if before.is_ok_and(|left| left <= units) {
            self.over.store(true, Ordering::Relaxed);
        }
    }
}

/// A budget of so many units of work.
pub(super) fn limited(options: &Options, units: u64, deadline: Option<Instant>) -> Budget {
    let over = Arc::new(AtomicBool::new(false));
    Budget {
        deadline,
        interrupt: Some(over.clone()),
        pace: Some(Arc::new(Allowance {
            left: AtomicU64::new(units),
            over,
        })),
        referee: options.referee.clone(),
        ..Budget::unlimited()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hatha_exec::config::Config;
    use std::time::Duration;

    #[test]
    fn a_limit_counts_units() {
        let options = Options::new(Config::default(), Duration::ZERO);
        let budget = limited(&options, 10, None);
        budget.clone().spend(9);
        assert!(!budget.is_interrupted());
        budget.clone().spend(1);
        assert!(budget.is_interrupted());
    }
}
