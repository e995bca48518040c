//! What a verdict assumes besides the program: about other files, the environment, the C library,
//! compilers and machines.
//!
//! **Soundness.** Every sentence stands for something that tests and proofs take for granted and
//! that the program alone does not say; `docs/soundness.md`, "What is assumed", lists them with
//! the tests that show them. A sentence is there if the program may come to use what it is about.

mod booleans;
mod jumps;
mod language;
mod library;
mod literals;
mod members;
mod outside;
mod padding;
mod promises;
mod unmodelled;

use crate::check::{Options, Question};
use hatha_cfa::indirect::reachable_by_pointers;
use hatha_cfa::{ProcId, Program};
use hatha_exec::fault::Fault;
use hatha_proof::input::InputVector;

/// Defines the kinds with the names that they have in JSON.
macro_rules! kinds {
    ($($(#[doc = $text:literal])+ $name:ident = $id:literal,)+) => {
        /// What an assumption is about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Kind {
            $($(#[doc = $text])+ $name,)+
        }

        impl Kind {
            /// All of them.
            pub const ALL: &[Kind] = &[$(Kind::$name,)+];

            /// Its name in JSON; it never changes.
            pub fn id(self) -> &'static str {
                match self {
                    $(Kind::$name => $id,)+
                }
            }
        }
    };
}

kinds! {
    /// Functions without a body change nothing.
    PureExternals = "pure-externals",
    /// Functions without a body change only what they can see and call nothing back.
    HavocExternals = "havoc-externals",
    /// Functions without a body do nothing that a rule watches.
    UnwatchedExternals = "unwatched-externals",
    /// Inline assembly does what its operands and clobbers say.
    InlineAssembly = "inline-assembly",
    /// Functions are called through pointers of their own types.
    FunctionTypes = "function-types",
    /// No pointer from outside leads to a global that is kept out of memory.
    WholeProgram = "whole-program",
    /// No pointer from outside leads to `stdout` and its like themselves.
    StreamAddresses = "stream-addresses",
    /// No other file defines a function whose definition here is weak.
    WeakDefinition = "weak-definition",
    /// Somebody outside has kept a pointer to something static.
    PointerToStatic = "pointer-to-static",
    /// A function of the system without a model can do what a test says.
    UnmodelledFunction = "unmodelled-function",
    /// A variable of the system that nothing defines can hold what a test says.
    UnmodelledVariable = "unmodelled-variable",
    /// Globals have their initial values when the entry is called.
    InitialState = "initial-state",
    /// Pointers that the entry starts from lead to different objects.
    NoEntryAlias = "no-entry-alias",
    /// Pointers that the entry starts from are null or lead to objects.
    ValidPointers = "valid-pointers",
    /// Pointers that the entry gets are not null.
    NonNullPointers = "nonnull-pointers",
    /// An expression holds at the entry.
    Precondition = "precondition",
    /// A relation stands for a function.
    Stub = "stub",
    /// Operands are evaluated from left to right.
    EvaluationOrder = "evaluation-order",
    /// Compilers know no more than what needs no analysis.
    CompilerAnswers = "compiler-answers",
    /// What attributes say of functions is so.
    Attributes = "attributes",
    /// Everybody agrees in how a function is called.
    CallingConventions = "calling-conventions",
    /// What is declared `const` keeps its value.
    Constants = "constants",
    /// Indices of members and rows stay inside or lead to what lies behind.
    Members = "members",
    /// Volatile objects hold what was stored last.
    Volatile = "volatile",
    /// Floating operations give results of the format of their type.
    ExcessPrecision = "excess-precision",
    /// Floating operations are rounded in the mode of the place where they are written.
    RoundingMode = "rounding-mode",
    /// No signals arrive from outside.
    Signals = "signals",
    /// Literals do not share.
    Literals = "literals",
    /// Bytes that belong to no member keep their values.
    Padding = "padding",
    /// What is read as a `_Bool` is one.
    Booleans = "booleans",
    /// Locals that change between `setjmp` and `longjmp` keep their values.
    JumpLocals = "jump-locals",
    /// There is memory at addresses that the user gives.
    DeviceMemory = "device-memory",
    /// The environment is closed.
    ClosedEnvironment = "closed-environment",
    /// Checks that a comment accepts do not fail.
    AcceptedChecks = "accepted-checks",
    /// Memory allocation succeeds.
    Allocation = "allocation",
    /// The locale is C.
    Locale = "locale",
    /// Local time is UTC.
    TimeZone = "time-zone",
    /// Functions of `<math.h>` keep the bounds of their exact values.
    MathBounds = "math-bounds",
    /// Functions of `<math.h>` do not change `errno`.
    MathErrno = "math-errno",
    /// Files have one writer.
    Files = "files",
    /// `getopt` moves words.
    Getopt = "getopt",
    /// Output does not change `errno`.
    OutputErrno = "output-errno",
    /// No read of standard input fails behind what was read for a number.
    InputErrors = "input-errors",
    /// Where C leaves it open, the library does what glibc does.
    Glibc = "glibc",
    /// Processes and threads see every write at once.
    SequentialConsistency = "sequential-consistency",
}

/// Something that a verdict assumes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumption {
    /// What it is about.
    pub kind: Kind,
    /// What is assumed, in words.
    pub sentence: String,
}

impl Assumption {
    /// An assumption.
    pub fn new(kind: Kind, sentence: impl Into<String>) -> Self {
        Assumption {
            kind,
            sentence: sentence.into(),
        }
    }
}

/// What a verdict rests on besides the program.
pub fn of_verdict(program: &Program, entry: ProcId, options: &Options) -> Vec<Assumption> {
    let reached = reachable_by_pointers(program, entry);
    let mut list = outside::assumptions(program, entry, options);
    list.extend(outside::pointers(program, entry, options.config.pointers));
    list.extend(language::evaluation_order(program, |p| {
        reached.contains(&p)
    }));
    list.extend(language::compiler_answers(program, |p| {
        reached.contains(&p)
    }));
    list.extend(language::excess_precision(program, &reached));
    list.extend(language::rounding_mode(program, entry, &reached));
    if !options.config.volatile_any {
        list.extend(language::volatile_objects(program));
    }
    list.extend(promises::promises(program, &reached));
    list.extend(members::indices(program, &reached, options));
    list.extend(padding::padding(program, &reached));
    list.extend(booleans::booleans(program, &reached));
    list.extend(jumps::kept_locals(program, &reached));
    list.extend(library::assumptions(program, entry));
    list.extend(preconditions(program));
    list.extend(requirements(program, entry));
    list.extend(interleaving(program));
    list
}

/// What is taken for granted of threads.
fn interleaving(program: &Program) -> Option<Assumption> {
    let sentence = "accesses to memory are interleaved one at a time, each as the program has it: \
                    every thread sees every write at once, also where there is a data race; \
                    starting a thread succeeds; what a function named __VERIFIER_atomic_ does is one step";
    let interleaved = program.interleaved.is_some();
    interleaved.then(|| Assumption::new(Kind::SequentialConsistency, sentence))
}

/// What a failing test rests on besides.
pub(crate) fn of_failing_test(
    question: Question<'_>,
    test: &InputVector,
    fault: &Fault,
) -> Vec<Assumption> {
    let statics = outside::pointers_to_statics(question.program, test);
    let unmodelled = unmodelled::assumptions(question, test, fault);
    let literals = literals::assumption(question, test, fault);
    let about_test = unmodelled.into_iter().chain(literals);
    statics.into_iter().chain(about_test).collect()
}

/// What answers about processes rest on besides. The automaton of the processes calls none of the
/// procedures that it was made of.
pub fn of_processes(program: &Program) -> Vec<Assumption> {
    let order = language::evaluation_order(program, |_| true);
    let sentence = "memory is sequentially consistent: every process sees every write at once";
    let memory = Assumption::new(Kind::SequentialConsistency, sentence);
    order.into_iter().chain([memory]).collect()
}

/// The sentences of some assumptions.
pub fn sentences(list: Vec<Assumption>) -> Vec<String> {
    list.into_iter().map(|a| a.sentence).collect()
}

/// What `--assume` says about the start.
fn preconditions(program: &Program) -> Vec<Assumption> {
    let mut files = program.sources.files();
    let file = files.find(|(_, f)| f.name == hatha_front::assume::FILE);
    let text = file.and_then(|(_, f)| f.text.as_deref());
    let say = |l: &str| Assumption::new(Kind::Precondition, format!("`{l}` holds at the entry"));
    text.unwrap_or("").lines().map(say).collect()
}

/// What the entry demands of its callers.
fn requirements(program: &Program, entry: ProcId) -> Vec<Assumption> {
    let assumed = hatha_front::lower::requires::assumed_of(program, entry);
    let say = |(text, span)| {
        let place = program.sources.describe(span);
        let sentence = format!("`{text}` holds at the entry (hatha_requires at {place})");
        Assumption::new(Kind::Precondition, sentence)
    };
    assumed.into_iter().map(say).collect()
}

#[cfg(test)]
mod tests {
    use super::Kind;
    use std::collections::BTreeSet;

    #[test]
    fn kinds_have_names_of_their_own() {
        let ids: BTreeSet<&str> = Kind::ALL.iter().map(|k| k.id()).collect();
        assert_eq!(ids.len(), Kind::ALL.len());
    }
}
