//! `hatha replay`

use super::args::ReplayArgs;
use super::exit::{self, Failure};
use super::{Outcome, environment, file, program, run};
use crate::check;
use hatha_proof::input::InputVector;

/// Replays a test: 1 it fails as a test should, 0 it does not.
pub fn main(args: &ReplayArgs) -> Outcome {
    let text = file::read(&args.test)?;
    let vector = InputVector::from_json(&text)
        .map_err(|e| Failure::new(exit::BAD_INPUT, format!("{}: {e}", args.test.display())))?;
    let program = program::program(&args.front)?;
    let entry = program::entry(&program, &args.front)?;
    let config = environment::config(&args.environment, false);
    let stop = check::replay(&program, entry, &config, &vector)
        .map_err(|e| Failure::new(exit::INTERNAL, format!("internal error: {}", e.0)))?;
    if let hatha_exec::fault::Stop::Fault(fault) = &stop {
        println!(
            "the test fails: {} at {}",
            fault.kind,
            program.sources.describe(fault.span)
        );
        return Ok(exit::VIOLATED);
    }
    run::ended(&program, stop).map(|status| {
        println!("the test does not fail: the program ends with status {status}");
        exit::OK
    })
}
