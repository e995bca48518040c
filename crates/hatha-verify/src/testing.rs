//! From a loaded program to a suite of tests.
//!
//! **Invariant.** A failing test is reported only after the plain concrete
//! simulator has replayed it on the program as loaded; a different end is a
//! defect of hatha.

use crate::assumption::{of_failing_test, of_verdict, sentences};
use crate::check::{InternalError, Options, Question};
use crate::replay::replay;
use hatha_cfa::{ProcId, Program};
use hatha_engine::directed::{Explored, Listener, Plan, Runner, SuiteTest, explore};
use hatha_exec::concrete::Concrete;
use hatha_exec::config::Config;
use hatha_exec::console::Captured;
use hatha_exec::fault::Stop;
use hatha_exec::image::{Image, ImageError};
use hatha_exec::input::FromVector;
use hatha_exec::machine::Machine;
use hatha_exec::memory::Layout;
use hatha_proof::input::{InputError, InputVector, TargetNote};
use std::rc::Rc;
use std::time::Duration;

/// A test that asks for more inputs than it has after that many steps was cut when it was written.
const CUT_STEPS: u64 = 4_096;
/// Steps after which a seed test is good enough.
const SEED_STEPS: u64 = 1_000_000;

/// Searches for tests. `image` is the program, ready to run.
pub fn test<'a>(
    image: &'a Image<'a>,
    entry: ProcId,
    config: &Config,
    plan: &Plan,
    listener: &mut dyn Listener,
) -> Result<Explored<'a>, InternalError> {
    let runner = Runner::new(image, entry, config.clone());
    let explored = explore(&runner, plan, listener).map_err(|d| InternalError(d.0))?;
    for test in explored.suite.tests.iter().filter(|t| t.fails) {
        confirm(image.program(), entry, config, test)?;
    }
    Ok(explored)
}

/// What tests take for granted about the world outside the program: that every path was explored
/// rests on all that a verdict does, and each failing test on more.
pub fn assumptions(explored: &Explored<'_>, config: &Config) -> Vec<String> {
    let (program, entry) = (explored.suite.program, explored.suite.entry);
    let options = &Options::new(config.clone(), Duration::ZERO);
    let question = Question {
        program,
        entry,
        options,
    };
    let mut all = sentences(of_verdict(program, entry, options));
    for test in &explored.suite.tests {
        let more = match &test.stop {
            Stop::Fault(fault) if test.fails => {
                // Where its pointers lead says the replay.
                let again = replay(program, entry, config, &test.vector);
                let vector = again.map_or_else(|_| test.vector.clone(), |r| r.vector);
                of_failing_test(question, &vector, fault)
            }
            _ => continue,
        };
        for sentence in sentences(more) {
            if !all.contains(&sentence) {
                all.push(sentence);
            }
        }
    }
    all
}

/// Replays a failing test.
fn confirm(
    program: &Program,
    entry: ProcId,
    config: &Config,
    test: &SuiteTest,
) -> Result<(), InternalError> {
    let again = replay(program, entry, config, &test.vector)?;
    match (&again.stop, &test.stop) {
        (Stop::Fault(a), Stop::Fault(b)) if a.kind == b.kind && a.span == b.span => Ok(()),
        _ => Err(InternalError(format!(
            "a failing test does not replay: {:?}",
            again.stop
        ))),
    }
}

/// What is wrong with a test to start from, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeedError {
    /// Widths are others.
    #[error(
        "it is for another machine (other widths of int, long or pointers); choose one with --data-model"
    )]
    OtherMachine,
    /// It starts elsewhere.
    #[error("it starts in '{entry}', not in '{asked}'; choose the function with --entry")]
    OtherEntry {
        /// Where the test starts.
        entry: String,
        /// Where the search starts.
        asked: String,
    },
    /// It has more than inputs.
    #[error(
        "it has arguments or standard input, which a test to start from cannot have; remove it"
    )]
    Surroundings,
    /// The program asks for other inputs.
    #[error("{0}: {OTHER}")]
    Unfit(String),
    /// The program asks for fewer inputs.
    #[error("the program takes {taken} inputs and leaves {left}: {OTHER}")]
    LeftOver {
        /// Inputs that it takes.
        taken: usize,
        /// Inputs that it does not ask for.
        left: usize,
    },
    /// The program cannot run.
    #[error(transparent)]
    Image(#[from] ImageError),
    /// A value cannot be read.
    #[error(transparent)]
    Value(#[from] InputError),
}

const OTHER: &str = "it is for another program or an older version of this one; remove it";

/// The values of a test to start from, or what is wrong with it and what to do.
pub fn seed(
    image: &Image<'_>,
    entry: ProcId,
    config: &Config,
    vector: &InputVector,
) -> Result<Vec<u128>, SeedError> {
    let program = image.program();
    let name = &program.proc(entry).name;
    if vector.target != TargetNote::from(&program.target) {
        return Err(SeedError::OtherMachine);
    }
    if vector.entry != *name {
        return Err(SeedError::OtherEntry {
            entry: vector.entry.clone(),
            asked: name.clone(),
        });
    }
    if !vector.args.is_empty() || !vector.stdin.is_empty() {
        return Err(SeedError::Surroundings);
    }
    fits(image, entry, config, vector)?;
    let values = vector.inputs.iter().map(|e| e.bits());
    Ok(values.collect::<Result<_, InputError>>()?)
}

/// Runs a vector: it must have exactly the inputs that the program takes.
fn fits(
    image: &Image<'_>,
    entry: ProcId,
    config: &Config,
    vector: &InputVector,
) -> Result<(), SeedError> {
    let mut config = config.for_reachability();
    config.limits.steps = SEED_STEPS;
    let layout = Layout::recorded(&vector.layout).map_err(ImageError::Layout)?;
    let image = &Image::with_layout(image.program(), Rc::new(layout))?;
    let domain = Concrete::new(config.policy, Box::new(FromVector::new(vector)));
    let mut machine = Machine::new(image, config, domain, (), Captured::default());
    let stop = match machine.start_entry(entry) {
        Ok(()) => machine.run(),
        Err(stop) => *stop,
    };
    match stop {
        Stop::Input(why) if machine.state().steps() < CUT_STEPS => Err(SeedError::Unfit(why)),
        Stop::Input(_) | Stop::OutOfBudget(_) => Ok(()),
        _ => {
            let taken = machine.domain.recorder().taken().len();
            let left = vector.inputs.len() - taken;
            match left {
                0 => Ok(()),
                _ => Err(SeedError::LeftOver { taken, left }),
            }
        }
    }
}
