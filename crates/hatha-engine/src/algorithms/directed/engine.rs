//! Directed testing as an engine: it finds failures and proves nothing.

use super::explore::{Defect, explore};
use super::plan::{Effort, Ending, Explored, Goal, Listener, Order, Plan, SuiteTest};
use super::run::Runner;
use crate::{Counts, Engine, Event, FailingTest, Finding, Search, Task};
use hatha_exec::fault::Stop;
use hatha_exec::image::Image;
use hatha_proof::input::InputEntry;
use std::ops::ControlFlow;

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
            Err(why) => return Search::new(Finding::Unknown(why.to_string()), Counts::default()),
        };
        let runner = Runner::new(&image, task.entry, task.config.clone());
        let plan = Plan {
            seed: task.seed,
            budget: task.budget.clone(),
            error_function: task.target.function.clone(),
            seeds: task.seed_tests.clone(),
            ..Plan::new(Goal::Error, self.order)
        };
        let mut forwarder = EventForwarder { task, tests: 0 };
        match explore(&runner, &plan, &mut forwarder) {
            Ok(explored) => {
                let counts = Counts {
                    solver_time: explored.solver_time,
                    ..counts(&explored.effort)
                };
                Search::new(finding(&explored), counts)
            }
            Err(Defect(why)) => Search::new(Finding::Internal(why), Counts::default()),
        }
    }
}

/// Turns what the search reports into events.
struct EventForwarder<'a> {
    task: &'a Task<'a>,
    tests: u64,
}

impl Listener for EventForwarder<'_> {
    fn kept(&mut self, _number: usize, test: &SuiteTest) -> ControlFlow<()> {
        self.tests += 1;
        if let Some(exchange) = self.task.exchange {
            let bits = test.vector.inputs.iter().map(InputEntry::bits);
            if let Ok(inputs) = bits.collect::<Result<Vec<u128>, _>>() {
                exchange.publish(&inputs);
            }
        }
        let observer = self.task.observer;
        if observer.wants_events() {
            observer.event(&Event::Test {
                number: self.tests,
                inputs: test.vector.inputs.len() as u64,
                end: end(&test.stop).to_owned(),
                path: Vec::new(),
                found: Vec::new(),
                states: Vec::new(),
            });
        }
        ControlFlow::Continue(())
    }

    fn progress(&mut self, effort: &Effort) {
        self.task.observer.progress(&counts(effort), &String::new);
    }
}

/// How a test ended, in a word.
fn end(stop: &Stop) -> &'static str {
    match stop {
        Stop::Exit(_) => "exit",
        Stop::Fault(fault) => fault.kind.name(),
        Stop::Unsupported(_) => "unsupported",
        Stop::OutOfBudget(_) => "cut",
        Stop::Blocked => "blocked",
        Stop::Input(_) | Stop::Internal(_) => "defect",
    }
}

fn counts(effort: &Effort) -> Counts {
    Counts {
        iterations: effort.tests,
        tests: effort.tests,
        queries: effort.queries,
        ..Counts::default()
    }
}

fn finding(explored: &Explored<'_>) -> Finding {
    for test in &explored.suite.tests {
        if let (true, Stop::Fault(fault)) = (test.fails, &test.stop) {
            return Finding::Test(Box::new(FailingTest {
                inputs: test.vector.inputs.clone(),
                layout: test.vector.layout.clone(),
                fault: fault.clone(),
            }));
        }
    }
    Finding::Unknown(reason(&explored.ending))
}

/// Why there is no failing test, in words.
pub(super) fn reason(ending: &Ending) -> String {
    match ending {
        Ending::Exhausted(_) => {
            "every path was explored and none fails, but a proof needs a certificate".to_owned()
        }
        Ending::Stuck(why) => format!("nothing is left to try, but {why}"),
        Ending::Time => "out of time".to_owned(),
        Ending::Tests => "out of tests".to_owned(),
        Ending::Goal | Ending::Stopped => "the search was stopped".to_owned(),
    }
}
