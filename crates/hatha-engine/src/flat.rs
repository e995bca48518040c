//! The program an engine works on: one procedure, calls inlined.

use crate::Task;
use hatha_cfa::Program;
use hatha_cfa::inline::{InlineError, inline};
use hatha_cfa::reach::runs_exit_handlers;

/// The largest automaton that is searched.
const EDGE_LIMIT: usize = 200_000;

/// A program whose entry calls no defined procedure.
pub struct Flat {
    /// The program.
    pub program: Program,
}

impl Flat {
    /// Inlines the calls below the entry, or says why not.
    pub fn new(task: &Task<'_>) -> Result<Flat, String> {
        if runs_exit_handlers(task.program, task.entry) {
            let why = "the program registers handlers that run at exit, which this engine does not follow yet";
            return Err(why.to_owned());
        }
        match inline(task.program, task.entry, EDGE_LIMIT) {
            Ok(program) => Ok(Flat { program }),
            Err(error) => Err(reason(&error, task.program)),
        }
    }
}

fn reason(error: &InlineError, program: &Program) -> String {
    match error {
        InlineError::Recursive(f) => {
            format!("'{f}' is recursive, which this engine does not handle yet")
        }
        InlineError::TooLarge(n) => format!("the program has more than {n} edges after inlining"),
        InlineError::Mismatch(f, span) => {
            let place = program.sources.describe(*span);
            format!("the call at {place} does not fit '{f}'")
        }
    }
}
