//! Directed testing as an engine: it finds failures and proves nothing.

use super::explore::{Defect, explore};
use super::plan::{Ending, Explored, Goal, Order, Plan};
use super::run::Runner;
use crate::{Counts, Engine, FailingTest, Finding, Search, Task};
use hatha_exec::fault::Stop;
use hatha_exec::image::Image;

/// The engine.
#[derive(Clone, Copy, Debug)]
pub struct Dart {
    /// What it tries first.
    pub order: Order,
}

impl Engine for Dart {
    fn name(&self) -> &'static str {
        "dart"
    }

    fn search(&self, task: &Task<'_>) -> Search {
        let image = match Image::new(task.program) {
            Ok(image) => image,
            Err(why) => return ended(Finding::Unknown(why), Counts::default()),
        };
        let runner = Runner::new(&image, task.entry, task.config.clone());
        let plan = Plan {
            seed: task.seed,
            budget: task.budget.clone(),
            ..Plan::new(Goal::Error, self.order)
        };
        match explore(&runner, &plan, &mut ()) {
            Ok(explored) => ended(finding(&explored), counts(&explored)),
            Err(Defect(why)) => ended(Finding::Internal(why), Counts::default()),
        }
    }
}

fn ended(finding: Finding, counts: Counts) -> Search {
    Search { finding, counts }
}

fn counts(explored: &Explored<'_>) -> Counts {
    Counts {
        iterations: explored.effort.tests,
        tests: explored.effort.tests,
        queries: explored.effort.queries,
        ..Counts::default()
    }
}

fn finding(explored: &Explored<'_>) -> Finding {
    for test in &explored.suite.tests {
        if let (true, Stop::Fault(fault)) = (test.fails, &test.stop) {
            return Finding::Test(Box::new(FailingTest {
                inputs: test.vector.inputs.clone(),
                fault: fault.clone(),
            }));
        }
    }
    Finding::Unknown(reason(&explored.ending))
}

/// Why there is no failing test, in words.
pub(super) fn reason(ending: &Ending) -> String {
    match ending {
        Ending::Exhausted => {
            "every path was explored and none fails, but a proof needs a certificate".to_owned()
        }
        Ending::Stuck(why) => format!("nothing is left to try, but {why}"),
        Ending::Time => "out of time".to_owned(),
        Ending::Tests => "out of tests".to_owned(),
        Ending::Goal | Ending::Stopped => "the search was stopped".to_owned(),
    }
}
