//! Tests that reach the checks of a program.
//!
//! **Invariant.** A test is said to reach a check only after a run of it in the plain simulator came
//! to where the check is decided; nothing here changes a verdict.

use super::checks::{Checks, rules};
use super::property::{Decisions, Property};
use crate::check::InternalError;
use crate::replay::{Replayed, replay_on_other_version};
use crate::testing;
use hatha_cfa::{ProcId, Program};
use hatha_engine::directed::{Goal, Order, Plan};
use hatha_exec::config::Config;
use hatha_exec::fault::Stop;
use hatha_exec::image::Image;
use hatha_proof::input::InputVector;
use hatha_smt::Budget;
use std::collections::BTreeSet;

/// Tests that are run at most, and steps of each.
const TESTS: u64 = 300;
const STEPS: u64 = 200_000;

/// A test with the checks that no test before it reaches.
#[derive(Debug)]
pub struct ReachingTest {
    /// Its inputs, for the program as it was loaded.
    pub test: InputVector,
    /// The ids of the checks.
    pub checks: Vec<String>,
}

/// Searches for tests that reach some checks of a program with checks.
pub fn reaching(
    (program, entry): (&Program, ProcId),
    config: &Config,
    checks: &Checks,
    wanted: &[&Property],
    budget: Budget,
) -> Result<Vec<ReachingTest>, InternalError> {
    let image = Image::new(program)?;
    let plan = Plan {
        max_tests: TESTS,
        max_steps: STEPS,
        budget,
        ..Plan::new(Goal::Branches, Order::Coverage)
    };
    let mut config = config.clone();
    config.limits.steps = config.limits.steps.min(STEPS);
    let explored = testing::test(&image, entry, &config, &plan, &mut ())?;
    let rules = rules(&checks.kinds);
    let mut left: BTreeSet<&str> = wanted.iter().map(|c| c.id.as_str()).collect();
    let mut found = Vec::new();
    for candidate in &explored.suite.tests {
        // A test that was cut goes on with zeroes.
        let run = replay_on_other_version(program, entry, &config, &candidate.vector, rules)?;
        let reached = wanted.iter().filter(|c| reaches(program, &run, c));
        let new: Vec<String> = reached
            .filter(|c| left.contains(c.id.as_str()))
            .map(|c| c.id.clone())
            .collect();
        if new.is_empty() {
            continue;
        }
        let source = &checks.source;
        let own = replay_on_other_version(source, entry, &config, &candidate.vector, rules)?;
        // A check reads its operands before the operation does: values that were never written are
        // drawn in another order, and the test is none of the program as it was loaded.
        if matches!(own.stop, Stop::Input(_)) {
            continue;
        }
        left.retain(|id| !new.iter().any(|n| n == id));
        found.push(ReachingTest {
            test: checks.named_in(own.vector),
            checks: new,
        });
    }
    Ok(found)
}

/// Whether a run came to a place where it is decided whether a check fails.
fn reaches(program: &Program, run: &Replayed, check: &Property) -> bool {
    let proc = program.proc(check.proc);
    let guards = check.guards(&Decisions::of(proc));
    let mut deciding = proc.edges().filter(|(_, e)| guards.contains(&e.from));
    deciding.any(|(id, _)| run.coverage.count(check.proc, id) > 0)
}
