//! The program an engine works on: one automaton, calls inlined, recursive
//! procedures and those that are to have summaries joined to it.

use crate::block::Target;
use crate::tuning::flat::EDGE_LIMIT;
use hatha_cfa::inline::InlineError;
use hatha_cfa::join::{Joined, Keep, join};
use hatha_cfa::reach::runs_exit_handlers;
use hatha_cfa::{ProcId, Program};

/// How calls of defined procedures are followed; recursive ones always have summaries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Calls {
    /// Copies, or summaries where there would be too many of them.
    #[default]
    Auto,
    /// Each call has a copy of the procedure of its own.
    Inline,
    /// Procedures that change no memory stand once and have summaries.
    Summaries,
}

/// A program whose entry calls no defined procedure but its components.
pub struct Flat {
    /// The program.
    pub joined: Joined,
}

impl Flat {
    /// Inlines and joins the procedures below the entry, or says why not.
    pub fn new(
        program: &Program,
        entry: ProcId,
        target: &Target,
        calls: Calls,
    ) -> Result<Flat, String> {
        if runs_exit_handlers(program, entry) {
            let why = "the program registers handlers that run at exit, which this engine does not follow yet";
            return Err(why.to_owned());
        }
        // Where one function's call is the failure, a fault only ends the execution.
        let faults = target.function.is_none();
        let keeping = |keep| join(program, entry, faults, keep, EDGE_LIMIT);
        let joined = match calls {
            Calls::Inline => keeping(Keep::Recursive),
            Calls::Summaries => keeping(Keep::Plain),
            Calls::Auto => match keeping(Keep::Recursive) {
                Err(InlineError::TooLarge(_)) => keeping(Keep::Plain),
                joined => joined,
            },
        };
        match joined {
            Ok(joined) => Ok(Flat { joined }),
            Err(error) => Err(reason(&error, program)),
        }
    }
}

fn reason(error: &InlineError, program: &Program) -> String {
    match error {
        InlineError::Recursive(f) => {
            format!(
                "'{f}' is recursive and is called with a parameter in memory, or has a result that is no scalar, or none on some path, which this engine does not handle yet"
            )
        }
        InlineError::TooLarge(n) => format!("the program has more than {n} edges after inlining"),
        InlineError::Mismatch(f, span) => {
            let place = program.sources.describe(*span);
            format!("the call at {place} does not fit '{f}'")
        }
    }
}
