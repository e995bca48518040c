//! Whether a search has met every execution.
//!
//! **Invariant.** A search is complete only if each [`Source`] of incompleteness was looked at and
//! has left nothing out: [`Completeness::of`] goes through all of them, and what a source
//! needs to be cleared is one match without a default. So a new way to leave something out is a
//! new variant, and nothing compiles before somebody says when it is harmless.

use super::run::Drawn;
use hatha_cfa::{ExprId, ExprKind, ProcId, Program, Scalar, Storage, TypeId, World};
use hatha_exec::config::Config;
use hatha_exec::machine::outside::{ARGUMENTS, ROOM};

/// Defines the sources and the list of all of them at once, so that none is missing there.
macro_rules! sources {
    ($($(#[doc = $text:literal])+ $name:ident,)+) => {
        /// A way in which a search may leave executions out.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) enum Source {
            $($(#[doc = $text])+ $name,)+
        }

        impl Source {
            /// All of them.
            pub(crate) const ALL: &[Source] = &[$(Source::$name,)+];
        }
    };
}

sources! {
    /// Something that hatha does not understand ended a test.
    Unsupported,
    /// A limit ended a test.
    Limits,
    /// The solver had no answer.
    Solver,
    /// Branches beyond the limit on flips.
    Flips,
    /// Parts of the search that were forgotten.
    Memory,
    /// Pointers that the entry starts from: null, objects of some lengths, and what is there.
    EntryPointers,
    /// Addresses that come from outside otherwise; they lead to nothing new.
    Addresses,
    /// Texts of the environment up to some length, and arguments up to some number.
    Texts,
    /// Arguments of `main` that tests of a closed world do not vary.
    Arguments,
    /// The third argument of `main`: always an empty list.
    Variables,
    /// Standard input, files and failures that tests of a closed world do not vary.
    World,
    /// Functions without a body that write through what they were given before, or as a pointer to const,
    /// or free blocks.
    Effects,
    /// Volatile variables that are arbitrary, but whose reads no test sees.
    Volatile,
    /// The one layout of memory that tests have, where the program looks at addresses.
    Layout,
    /// Random numbers of a seed: those of one library.
    Random,
    /// String literals that were told apart, but may be one object.
    Literals,
}

/// What a search has left out on its way.
#[derive(Clone, Debug, Default)]
pub(crate) struct Omitted {
    /// Tests that met the last limit.
    pub cut: bool,
    /// Queries without an answer.
    pub unknown: bool,
    /// Outcomes beyond the limit on flips.
    pub skipped: bool,
    /// The tree was forgotten, or has outcomes that are open.
    pub forgotten: bool,
    /// What hatha did not understand.
    pub unsupported: Option<String>,
    /// What tests drew, in all.
    pub drawn: Drawn,
}

/// What was searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subject<'a> {
    /// The program.
    pub program: &'a Program,
    /// Where tests start.
    pub entry: ProcId,
    /// How they run.
    pub config: &'a Config,
}

/// What a search has left out; nothing if it is complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completeness {
    gaps: Vec<(Source, String)>,
}

impl Completeness {
    /// Looks at every source.
    pub(crate) fn of(subject: Subject<'_>, omitted: &Omitted) -> Completeness {
        let gap = |source| gap(source, subject, omitted).map(|why| (source, why));
        Completeness {
            gaps: Source::ALL.iter().copied().filter_map(gap).collect(),
        }
    }

    /// What was left out first, in words.
    pub(crate) fn first_gap(&self) -> Option<&str> {
        self.gaps.first().map(|(_, why)| why.as_str())
    }
}

/// What a source has left out, if it has.
fn gap(source: Source, subject: Subject<'_>, omitted: &Omitted) -> Option<String> {
    let left_out = match source {
        Source::Unsupported => {
            let what = omitted.unsupported.as_ref();
            return what.map(|what| format!("a test met something unsupported: {what}"));
        }
        Source::Limits => omitted.cut,
        Source::Solver => omitted.unknown,
        Source::Flips => omitted.skipped,
        Source::Memory => omitted.forgotten,
        Source::EntryPointers => omitted.drawn.entry_pointers,
        Source::Addresses => omitted.drawn.addresses,
        Source::Texts => omitted.drawn.texts,
        Source::Literals => omitted.drawn.literals,
        Source::Effects => omitted.drawn.effects,
        source => is_fixed(source, subject),
    };
    left_out.then(|| reason(source))
}

/// Whether the program asks for something of which tests had only one.
fn is_fixed(source: Source, subject: Subject<'_>) -> bool {
    let Subject {
        program,
        entry,
        config,
    } = subject;
    let is_main = program.proc(entry).name == "main";
    let params = &program.proc(entry).params;
    let looks_at = |range: std::ops::Range<usize>| {
        let all = params.iter().enumerate();
        let mut asked = all.filter(|(i, _)| range.contains(i));
        is_main && asked.any(|(_, &p)| program.mentions(p))
    };
    let closed = program.world == World::Closed;
    match source {
        Source::Arguments => closed && looks_at(0..2),
        Source::Variables => looks_at(2..usize::MAX),
        Source::World => closed && reads_the_world(program),
        Source::Volatile => {
            config.volatile_any && (program.volatile_records || has_volatile_slot(program))
        }
        Source::Layout => looks_at_addresses(program),
        Source::Random => uses(program, Operation::Rand),
        // Not asked: tests tell what these have left out. The safe answer is that they have.
        Source::Unsupported
        | Source::Limits
        | Source::Solver
        | Source::Flips
        | Source::Memory
        | Source::EntryPointers
        | Source::Addresses
        | Source::Texts
        | Source::Literals
        | Source::Effects => true,
    }
}

/// What a source leaves out, for people.
fn reason(source: Source) -> String {
    let why = match source {
        Source::Unsupported => "a test met something unsupported",
        Source::Limits => "tests were cut by their limits",
        Source::Solver => "the solver could not decide some branches",
        Source::Flips => "branches were left out by the limit on flips",
        Source::Memory => "parts of the search were given up to save memory",
        Source::EntryPointers => {
            "pointers that the entry starts from led only to null, to objects of up to 256 \
             elements and to what was there"
        }
        Source::Addresses => "addresses that came from outside led to no object of their own",
        Source::Texts => {
            return format!(
                "texts of the environment had fewer than {ROOM} bytes, and `main` at most \
                 {ARGUMENTS} arguments"
            );
        }
        Source::Arguments => "`main` was only run without arguments",
        Source::Variables => "the third argument of `main` was always an empty list",
        Source::World => "standard input was empty, there were no files, and nothing failed",
        Source::Effects => {
            "functions without a body changed only what they were given at that call, nothing \
             through pointers to const, and freed nothing"
        }
        Source::Volatile => {
            "volatile variables whose address is not taken, and volatile structures that are \
             read as a whole, kept their values"
        }
        Source::Layout => "the program looks at addresses, and tests had one layout of memory",
        Source::Random => "random numbers after a seed were those of one library",
        Source::Literals => "string literals with the same end were objects of their own",
    };
    why.to_owned()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Operation {
    ReadByte,
    Rand,
}

/// Whether some edge asks for something.
fn uses(program: &Program, operation: Operation) -> bool {
    use hatha_cfa::{Builtin, Op};
    let asked = match operation {
        Operation::ReadByte => Builtin::ReadByte,
        Operation::Rand => Builtin::Rand,
    };
    let mut edges = program.procs.iter().flat_map(|p| &p.edges);
    edges.any(|e| matches!(&e.op, Op::Builtin { builtin, .. } if *builtin == asked))
}

/// Whether the program may see something of a closed world: input, files, variables, failures.
fn reads_the_world(program: &Program) -> bool {
    const FUNCTIONS: [&str; 6] = [
        "getenv",
        "fopen",
        "remove",
        "write",
        "read",
        "clock_gettime",
    ];
    let mut models = program.procs.iter().filter(|p| p.model && p.defined);
    uses(program, Operation::ReadByte) || models.any(|p| FUNCTIONS.contains(&p.name.as_str()))
}

fn has_volatile_slot(program: &Program) -> bool {
    let mut all = program.vars.iter();
    all.any(|v| v.volatile && v.storage == Storage::Slot)
}

/// Whether the program makes numbers of addresses, orders them or subtracts them.
fn looks_at_addresses(program: &Program) -> bool {
    use hatha_cfa::BinOp;
    let is_pointer = |ty: TypeId| matches!(program.scalar(ty), Some(Scalar::Pointer));
    let is_number = |ty: TypeId| matches!(program.scalar(ty), Some(Scalar::Int { .. }));
    let of = |e: ExprId| program.exprs.get(e).ty;
    let mut all = (0..program.exprs.len() as u32).map(|i| program.exprs.get(ExprId(i)));
    all.any(|e| match e.kind {
        ExprKind::Cast(from) => is_pointer(of(from)) && is_number(e.ty),
        ExprKind::Binary(op, a, _) => {
            is_pointer(of(a)) && matches!(op, BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge)
        }
        _ => false,
    })
}
