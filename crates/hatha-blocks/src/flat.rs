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
    ) -> Result<Flat, NotFlat> {
        if runs_exit_handlers(program, entry) {
            return Err(NotFlat::ExitHandlers);
        }
        // Where one function's call is the failure, a fault only ends the execution.
        let faults = target.function.is_none();
        // What a program has by itself is not too much; copies of procedures may be.
        let limit = EDGE_LIMIT.max(2 * edge_count(program));
        let keeping = |keep| join(program, entry, faults, keep, limit);
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
            Err(error) => Err(reason(error, program)),
        }
    }
}

fn edge_count(program: &Program) -> usize {
    program.procs.iter().map(|p| p.edges.len()).sum()
}

/// Why a program cannot be made flat.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotFlat {
    /// Handlers run at its exit.
    #[error(
        "the program registers handlers that run at exit, which this engine does not follow yet"
    )]
    ExitHandlers,
    /// A recursive procedure has to be copied.
    #[error(
        "'{0}' is recursive and is called with a parameter in memory, or has a result that is no scalar, or none on some path, which this engine does not handle yet"
    )]
    Recursive(String),
    /// There are too many edges.
    #[error("the program has more than {0} edges after inlining")]
    TooLarge(usize),
    /// A call does not fit what is called.
    #[error("the call at {place} does not fit '{function}'")]
    Mismatch {
        /// Where the call stands.
        place: String,
        /// What is called.
        function: String,
    },
}

fn reason(error: InlineError, program: &Program) -> NotFlat {
    match error {
        InlineError::Recursive(f) => NotFlat::Recursive(f),
        InlineError::TooLarge(n) => NotFlat::TooLarge(n),
        InlineError::Mismatch(function, span) => NotFlat::Mismatch {
            place: program.sources.describe(span),
            function,
        },
    }
}
