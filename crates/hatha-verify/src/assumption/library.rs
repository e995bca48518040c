//! What is assumed about the environment and the C library.
//!
//! **Invariant.** Each sentence is listed where the program may come to use what it is about, and
//! only there; `docs/library.md` has the same list with its reasons.

use super::{Assumption, Kind};
use hatha_cfa::indirect::reachable_by_pointers;
use hatha_cfa::reach::reachable_procs;
use hatha_cfa::{
    Arg, Builtin, Callee, Edge, ExprId, ExprKind, GlobalInit, InitValue, InputKind, MathFn, Op,
    ProcId, Procedure, Program, World,
};
use std::collections::BTreeSet;

/// An assumption about functions of the library.
struct Family {
    /// Their names; `*` at the end stands for any text.
    names: &'static [&'static str],
    kind: Kind,
    /// What is assumed.
    text: &'static str,
    /// Whether a closed world makes it part of what is assumed anyway.
    open: bool,
}

const FAMILIES: [Family; 4] = [
    Family {
        names: &["setlocale", "newlocale", "uselocale"],
        kind: Kind::Locale,
        text: "the locale is the one named C, also where the environment names one, and setting it succeeds \
               and leaves errno as it is",
        open: false,
    },
    Family {
        names: &["localtime*", "mktime", "ctime*", "strftime"],
        kind: Kind::TimeZone,
        text: "local time is UTC, and to find that out leaves errno as it is",
        open: false,
    },
    Family {
        names: &[
            "fopen*", "freopen*", "tmpfile*", "rename", "remove", "unlink*", "mkdir*", "rmdir",
            "chdir",
        ],
        kind: Kind::Files,
        text: "nobody else changes the files that the program uses; they are plain files with one name each, \
               which means the same file throughout",
        open: true,
    },
    Family {
        names: &["getopt*"],
        kind: Kind::Getopt,
        text: "the environment variable POSIXLY_CORRECT is not set",
        open: true,
    },
];

/// The functions whose models, in `math_bounds.c` and `math_other.c`, assume bounds.
const MATH_BOUNDS: [&str; 78] = [
    "pow", "powf", "powl", "exp", "expf", "expl", "exp2", "exp2f", "exp2l", "log", "logf", "logl",
    "log2", "log2f", "log2l", "log10", "log10f", "log10l", "sin", "sinf", "sinl", "cos", "cosf",
    "cosl", "tan", "tanf", "tanl", "asin", "asinf", "asinl", "acos", "acosf", "acosl", "atan",
    "atanf", "atanl", "atan2", "atan2f", "atan2l", "sinh", "sinhf", "sinhl", "cosh", "coshf",
    "coshl", "tanh", "tanhf", "tanhl", "cbrt", "cbrtf", "cbrtl", "hypot", "hypotf", "hypotl",
    "expm1", "expm1f", "expm1l", "log1p", "log1pf", "log1pl", "asinh", "asinhf", "asinhl", "acosh",
    "acoshf", "acoshl", "atanh", "atanhf", "atanhl", "erf", "erff", "erfl", "erfc", "erfcf",
    "erfcl", "exp10", "exp10f", "exp10l",
];

/// Functions to which C leaves a choice that the models do not vary.
const CHOICES: [&str; 48] = [
    "getenv",
    "strcmp",
    "strncmp",
    "memcmp",
    "bcmp",
    "strcasecmp",
    "strncasecmp",
    "strcoll",
    "wcscmp",
    "wcsncmp",
    "wmemcmp",
    "qsort",
    "qsort_r",
    "bsearch",
    "puts",
    "fputs",
    "fputs_unlocked",
    "strerror",
    "strerror_r",
    "__xpg_strerror_r",
    "rand_r",
    "malloc_usable_size",
    "isalnum",
    "isalpha",
    "isblank",
    "iscntrl",
    "isdigit",
    "isgraph",
    "islower",
    "isprint",
    "ispunct",
    "isspace",
    "isupper",
    "isxdigit",
    "__ctype_b_loc",
    "iswalnum",
    "iswalpha",
    "iswdigit",
    "iswspace",
    "iswupper",
    "iswlower",
    "iswxdigit",
    "iswblank",
    "iswprint",
    "iswgraph",
    "iswpunct",
    "iswcntrl",
    "wcscoll",
];

/// Functions that write texts into memory, `%p` among them, which C leaves to the library.
const FORMATS: [&str; 8] = [
    "sprintf",
    "snprintf",
    "vsprintf",
    "vsnprintf",
    "asprintf",
    "vasprintf",
    "fprintf",
    "vfprintf",
];

/// Functions of which C or POSIX leaves open when they set `errno`: where there is no number, where one
/// is small, or at all.
const CHOICES_OF_ERRNO: [&str; 21] = [
    "strtol",
    "strtoll",
    "strtoul",
    "strtoull",
    "strtoimax",
    "strtoumax",
    "strtod",
    "strtof",
    "strtold",
    "__isoc23_strtol",
    "__isoc23_strtoll",
    "__isoc23_strtoul",
    "__isoc23_strtoull",
    "__isoc23_strtoimax",
    "__isoc23_strtoumax",
    "__isoc23_strtod",
    "__isoc23_strtof",
    "__isoc23_strtold",
    "atoi",
    "atol",
    "atoll",
];

/// Functions that allocate, with the arguments that together say how many bytes.
const ALLOCATORS: [(&str, &[usize]); 9] = [
    ("malloc", &[0]),
    ("calloc", &[0, 1]),
    ("realloc", &[1]),
    ("reallocarray", &[1, 2]),
    ("aligned_alloc", &[1]),
    ("memalign", &[1]),
    ("posix_memalign", &[2]),
    ("valloc", &[0]),
    ("pvalloc", &[0]),
];

/// What is assumed about the environment and the library.
pub(super) fn assumptions(program: &Program, entry: ProcId) -> Vec<Assumption> {
    let mut list = Vec::new();
    if program.world == World::Closed {
        let sentence = "the environment is closed: no arguments, environment variables, files or \
                        input from outside, and no call of the system fails";
        list.push(Assumption::new(Kind::ClosedEnvironment, sentence));
    }
    let reached = reachable_by_pointers(program, entry);
    if may_allocate(program, &reached) {
        list.push(Assumption::new(
            Kind::Allocation,
            "memory allocation succeeds",
        ));
    }
    let used = used_models(program, &reached);
    let has = |name: &str| used.contains(name);
    for family in &FAMILIES {
        let applies = !family.open || program.world == World::Open;
        if applies && used.iter().any(|name| is_one_of(family.names, name)) {
            list.push(Assumption::new(family.kind, family.text));
        }
    }
    if uses_math_bounds(program, &reached) {
        let sentence = "functions of <math.h> keep the bounds of their exact values (sin from -1 \
                        to 1, exp from 0 up) and give a NaN only where there is none";
        list.push(Assumption::new(Kind::MathBounds, sentence));
    }
    if has("__errno_location") && may_set_errno_in_math(program, &reached, &used) {
        let sentence = "functions of <math.h> leave errno as it is, as they do where \
                        math_errhandling is without MATH_ERRNO";
        list.push(Assumption::new(Kind::MathErrno, sentence));
    }
    if program.world == World::Open && has("__errno_location") && may_print(program, &reached) {
        let sentence = "functions that print leave errno as it is";
        list.push(Assumption::new(Kind::OutputErrno, sentence));
    }
    if program.world == World::Open && may_read_numbers(program, &reached) {
        let sentence = "where a number is looked for on standard input, no read fails behind the \
                        first byte of it, to go on later";
        list.push(Assumption::new(Kind::InputErrors, sentence));
    }
    list.extend(glibc(program, &reached, &used));
    list
}

/// Whether a function with assumed bounds may be called, by the program or by another model.
fn uses_math_bounds(program: &Program, reached: &BTreeSet<ProcId>) -> bool {
    let mut procs = reached.iter().map(|&p| program.proc(p));
    procs.any(|p| p.model && MATH_BOUNDS.contains(&p.name.as_str()))
}

/// Functions of `<math.h>` that are no operations and may set `errno`.
const MATH_ERRORS: [&str; 5] = ["ilogb*", "logb*", "nextafter*", "nexttoward*", "fdim*"];

/// Whether a function may be called that may have a domain or a range error.
fn may_set_errno_in_math(
    program: &Program,
    reached: &BTreeSet<ProcId>,
    used: &BTreeSet<&str>,
) -> bool {
    let procs = reached.iter().map(|&p| program.proc(p));
    let mut edges = procs.flat_map(|p| &p.edges);
    let has_operation = edges
        .any(|e| matches!(e.op, Op::Builtin { builtin: Builtin::Math(f), .. } if has_errors(f)));
    has_operation || used.iter().any(|name| is_one_of(&MATH_ERRORS, name))
}

/// Whether C gives an operation errors: the others are defined, and in range, everywhere.
fn has_errors(f: MathFn) -> bool {
    !matches!(
        f,
        MathFn::Fabs
            | MathFn::Floor
            | MathFn::Ceil
            | MathFn::Trunc
            | MathFn::Round
            | MathFn::Rint
            | MathFn::Fmin
            | MathFn::Fmax
            | MathFn::Copysign
            | MathFn::Add
            | MathFn::Sub
            | MathFn::Mul
            | MathFn::Div
            | MathFn::Convert
    )
}

/// What C leaves to the library, and the models do as glibc does.
fn glibc(
    program: &Program,
    reached: &BTreeSet<ProcId>,
    used: &BTreeSet<&str>,
) -> Option<Assumption> {
    let choices = CHOICES.into_iter().filter(|name| used.contains(name));
    let looks_at_errno = used.contains("__errno_location");
    let errors = CHOICES_OF_ERRNO.into_iter();
    let errors = errors.filter(|name| looks_at_errno && used.contains(name));
    let allocators = ALLOCATORS.iter();
    let empty = allocators.filter(|(name, sizes)| {
        used.contains(name) && may_ask_for_nothing(program, reached, name, sizes)
    });
    let writes = FORMATS.into_iter().any(|name| used.contains(name));
    let pointers = (writes && has_pointer_format(program)).then(|| "%p".to_owned());
    let names: Vec<String> = choices
        .map(str::to_owned)
        .chain(pointers)
        .chain(errors.map(|name| format!("errno of {name}")))
        .chain(empty.map(|(name, _)| format!("{name} of 0 bytes")))
        .collect();
    (!names.is_empty()).then(|| {
        let sentence = format!(
            "where C leaves it open, the C library does what glibc does ({})",
            names.join(", ")
        );
        Assumption::new(Kind::Glibc, sentence)
    })
}

/// Whether a text of the program has a conversion `%p`.
fn has_pointer_format(program: &Program) -> bool {
    let items = program.globals.iter().flat_map(|(_, init)| match init {
        GlobalInit::Defined(items) => items.as_slice(),
        GlobalInit::Unknown => &[],
    });
    let is_flag = |b: &u8| b"-+ #0123456789.*$lhjztL'".contains(b);
    let shows = |text: &[u8]| {
        let mut parts = text.split(|&b| b == b'%').skip(1);
        parts.any(|part| part.iter().find(|b| !is_flag(b)) == Some(&b'p'))
    };
    items
        .filter_map(|item| match &item.value {
            InitValue::Bytes(bytes) => Some(bytes),
            InitValue::Scalar(..) => None,
        })
        .any(|bytes| shows(bytes))
}

/// Whether the program may ask an allocator for 0 bytes: C lets it give null or a block.
fn may_ask_for_nothing(
    program: &Program,
    reached: &BTreeSet<ProcId>,
    name: &str,
    sizes: &[usize],
) -> bool {
    let own = reached.iter().filter(|&&p| !program.proc(p).model);
    let mut edges = own.flat_map(|&p| &program.proc(p).edges);
    let is_positive = |arg: Option<&Arg>| match arg {
        Some(Arg::Scalar(e)) => {
            matches!(program.exprs.get(*e).kind, ExprKind::Int(n) if n > 0)
        }
        _ => false,
    };
    let through_pointer = || taken_models(program).any(|p| program.proc(p).name == name);
    edges.any(|e| match &e.op {
        Op::Call {
            callee: Callee::Direct(p),
            args,
            ..
        } if program.proc(*p).name == name => !sizes.iter().all(|&i| is_positive(args.get(i))),
        _ => false,
    }) || through_pointer()
}

/// Whether the program, or a library function that it calls, may reach an allocation. What models
/// call through pointers are operations of streams, and those may fail anyway.
fn may_allocate(program: &Program, reached: &BTreeSet<ProcId>) -> bool {
    let own = |&p: &ProcId| !program.proc(p).model;
    let mut work: Vec<ProcId> = reached.iter().copied().filter(own).collect();
    let mut seen: BTreeSet<ProcId> = work.iter().copied().collect();
    work.extend(taken_models(program).filter(|&p| seen.insert(p)));
    while let Some(p) = work.pop() {
        if allocates(program, p) {
            return true;
        }
        let called = called(program.proc(p));
        work.extend(called.filter(|&q| seen.insert(q)));
    }
    false
}

fn called(proc: &Procedure) -> impl Iterator<Item = ProcId> {
    proc.edges.iter().filter_map(|e| match e.op {
        Op::Call {
            callee: Callee::Direct(p),
            ..
        } => Some(p),
        _ => None,
    })
}

/// Functions of the library under their own names whose address somebody takes.
fn taken_models(program: &Program) -> impl Iterator<Item = ProcId> {
    let all = (0..program.exprs.len() as u32).map(|i| program.exprs.get(ExprId(i)).kind);
    let taken = all.filter_map(|kind| match kind {
        ExprKind::Proc(p) => Some(p),
        _ => None,
    });
    taken.filter(|&p| program.proc(p).model && program.proc(p).external)
}

fn allocates(program: &Program, p: ProcId) -> bool {
    let is_alloc = |op: &Op| {
        matches!(
            op,
            Op::Builtin {
                builtin: Builtin::Alloc,
                ..
            }
        )
    };
    let edges = possible_edges(program, p);
    // With `malloc-null` the functions that allocate for a caller choose whether they do.
    edges.iter().any(|e| is_alloc(&e.op)) && !edges.iter().any(|e| may_fail(&e.op))
}

/// The edges of a procedure that no constant condition excludes.
fn possible_edges(program: &Program, p: ProcId) -> Vec<&Edge> {
    let proc = program.proc(p);
    if !proc.defined {
        return Vec::new();
    }
    let excluded = |op: &Op| match *op {
        Op::Assume { cond, taken } => match program.exprs.get(cond).kind {
            ExprKind::Int(value) => (value != 0) != taken,
            _ => false,
        },
        _ => false,
    };
    let mut seen = BTreeSet::from([proc.entry]);
    let mut work = vec![proc.entry];
    let mut found = Vec::new();
    while let Some(location) = work.pop() {
        for &id in proc.out_edges(location) {
            let edge = proc.edge(id);
            if excluded(&edge.op) {
                continue;
            }
            found.push(edge);
            if seen.insert(edge.to) {
                work.push(edge.to);
            }
        }
    }
    found
}

/// Whether an operation decides that an allocation fails.
fn may_fail(op: &Op) -> bool {
    let Op::Havoc {
        input: InputKind::Environment(what),
        ..
    } = op
    else {
        return false;
    };
    what == "allocation failure"
}

/// The library functions that the program itself calls, or whose address somebody takes.
fn used_models<'p>(program: &'p Program, reached: &BTreeSet<ProcId>) -> BTreeSet<&'p str> {
    let models = models_called(program, reached).into_iter();
    models.map(|p| program.proc(p).name.as_str()).collect()
}

/// The models that the program's own functions call or take the addresses of.
fn models_called(program: &Program, reached: &BTreeSet<ProcId>) -> BTreeSet<ProcId> {
    let own = reached.iter().filter(|&&p| !program.proc(p).model);
    let called = own.flat_map(|&p| called(program.proc(p)));
    let models = called.chain(taken_models(program));
    models.filter(|&p| program.proc(p).model).collect()
}

/// Whether one of them writes to a stream, or closes one.
fn may_print(program: &Program, reached: &BTreeSet<ProcId>) -> bool {
    const WRITERS: [&str; 2] = ["__hatha_put", "__hatha_outcome"];
    let writes = |p: ProcId| WRITERS.contains(&program.proc(p).name.as_str());
    let models = models_called(program, reached).into_iter();
    let mut all = models.flat_map(|p| reachable_procs(program, p));
    all.any(writes)
}

/// Whether one of them reads a number on standard input as a whole.
fn may_read_numbers(program: &Program, reached: &BTreeSet<ProcId>) -> bool {
    let reads = |p: ProcId| program.proc(p).name == "__hatha_number_on_standard_input";
    let models = models_called(program, reached).into_iter();
    let mut all = models.flat_map(|p| reachable_procs(program, p));
    all.any(reads)
}

fn is_one_of(names: &[&str], name: &str) -> bool {
    names.iter().any(|n| hatha_front::models::fits(n, name))
}
