//! The program an engine works on: one automaton, calls inlined, recursive
//! procedures and those that are to have summaries joined to it.

use crate::block::Target;
use crate::tuning::flat::{COPIES, EDGE_LIMIT, OPAQUE};
use hatha_cfa::inline::InlineError;
use hatha_cfa::join::{Joined, Keep, Kept, join};
use hatha_cfa::opaque::{better_opaque, copied_size};
use hatha_cfa::reach::runs_exit_handlers;
use hatha_cfa::{ProcId, Program};
use std::collections::BTreeSet;

/// How calls of defined procedures are followed; recursive ones always have summaries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Calls {
    /// Copies, or summaries where there would be too many of them. Large procedures in which
    /// nothing is asked about are not looked into at first.
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
    /// Inlines and joins the procedures below the entry, or says why not. Those that are `opened`
    /// are looked into; `havoc` says whether functions without a body change what they can see.
    pub fn new(
        program: &Program,
        entry: ProcId,
        target: &Target,
        calls: Calls,
        (opened, havoc): (&BTreeSet<ProcId>, bool),
    ) -> Result<Flat, NotFlat> {
        if runs_exit_handlers(program, entry) {
            return Err(NotFlat::ExitHandlers);
        }
        // Where one function's call is the failure, a fault only ends the execution.
        let faults = target.function.is_none();
        // What a program has by itself is not too much; copies of procedures may be.
        let limit = EDGE_LIMIT.max(2 * edge_count(program));
        let mut opaque = match calls {
            Calls::Auto => better_opaque(program, entry, faults, |k| target.includes(k), OPAQUE),
            Calls::Inline | Calls::Summaries => BTreeSet::new(),
        };
        opaque.retain(|p| !opened.contains(p));
        let opaque: Vec<ProcId> = opaque.into_iter().collect();
        let keeping = |components| {
            let opaque = &opaque;
            let kept = Kept {
                components,
                opaque,
                havoc,
            };
            join(program, entry, faults, kept, limit)
        };
        let joined = match calls {
            Calls::Inline => keeping(Keep::Recursive),
            Calls::Summaries => keeping(Keep::Plain),
            Calls::Auto => {
                let mut ways = [Keep::Recursive, Keep::Plain, Keep::Scalar].into_iter();
                let copied = copied_size(program, entry, faults, &opaque);
                if copied != usize::MAX && copied > COPIES.max(4 * edge_count(program)) {
                    ways.next();
                }
                first_small(ways.map(keeping))
            }
        };
        match joined {
            Ok(joined) => Ok(Flat { joined }),
            Err(error) => Err(reason(error, program)),
        }
    }
}

/// The first automaton that is not too large.
fn first_small(
    all: impl Iterator<Item = Result<Joined, InlineError>>,
) -> Result<Joined, InlineError> {
    let mut last = Err(InlineError::TooLarge(EDGE_LIMIT));
    for joined in all {
        match joined {
            Err(InlineError::TooLarge(_)) => last = joined,
            _ => return joined,
        }
    }
    last
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
