//! What a verdict takes for granted about the world outside the program and about the C library,
//! in words.
//!
//! **Invariant.** Each sentence is listed where the program may come to use what it is about, and
//! only there; `docs/library.md` has the same list with its reasons.

use hatha_cfa::reach::reachable_procs;
use hatha_cfa::{Builtin, Callee, Edge, ExprId, ExprKind, Op, ProcId, Program, World};
use std::collections::BTreeSet;

/// An assumption about functions of the library.
struct Family {
    /// Their names; `*` at the end stands for any text.
    names: &'static [&'static str],
    /// What is assumed.
    text: &'static str,
    /// Whether a closed world makes it part of what is assumed anyway.
    open: bool,
}

const FAMILIES: [Family; 4] = [
    Family {
        names: &["setlocale", "newlocale", "uselocale"],
        text: "the locale is the one named C",
        open: false,
    },
    Family {
        names: &["localtime*", "mktime", "ctime*", "strftime"],
        text: "local time is UTC",
        open: false,
    },
    Family {
        names: &["fopen*", "freopen*", "tmpfile*", "rename"],
        text: "nobody else changes the files that the program uses",
        open: true,
    },
    Family {
        names: &["getopt*"],
        text: "the environment variable POSIXLY_CORRECT is not set",
        open: true,
    },
];

/// Functions to which C leaves a choice that the models do not vary.
const CHOICES: [&str; 40] = [
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
];

/// What is assumed about the environment and the library.
pub fn about_the_world(program: &Program, entry: ProcId) -> Vec<String> {
    let mut list = Vec::new();
    if program.world == World::Closed {
        list.push(
            "the environment is closed: no arguments, environment variables, files or input from \
             outside, and no call of the system fails"
                .to_owned(),
        );
    }
    let reached = reachable_procs(program, entry);
    if may_allocate(program, &reached) {
        list.push("memory allocation succeeds".to_owned());
    }
    let used = used_models(program, &reached);
    let has = |name: &str| used.contains(name);
    for family in &FAMILIES {
        let applies = !family.open || program.world == World::Open;
        if applies && used.iter().any(|name| is_one_of(family.names, name)) {
            list.push(family.text.to_owned());
        }
    }
    let outputs = hatha_cfa::output::names().any(has);
    if program.world == World::Open && has("__errno_location") && outputs {
        list.push("functions that print leave errno as it is".to_owned());
    }
    let choices: Vec<&str> = CHOICES.into_iter().filter(|name| has(name)).collect();
    if !choices.is_empty() {
        let names = choices.join(", ");
        list.push(format!(
            "where C leaves it open, the C library does what glibc does ({names})"
        ));
    }
    list
}

/// Whether the program, or a library function that it calls, may come to an allocation. What models
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
        let called = called(&program.proc(p).edges);
        work.extend(called.filter(|&q| seen.insert(q)));
    }
    false
}

fn called(edges: &[Edge]) -> impl Iterator<Item = ProcId> {
    edges.iter().filter_map(|e| match e.op {
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
    program.proc(p).edges.iter().any(|e| is_alloc(&e.op))
}

/// The library functions that the program itself calls, or whose address somebody takes.
fn used_models<'p>(program: &'p Program, reached: &BTreeSet<ProcId>) -> BTreeSet<&'p str> {
    let own = reached.iter().filter(|&&p| !program.proc(p).model);
    let called = own.flat_map(|&p| called(&program.proc(p).edges));
    let models = called.chain(taken_models(program));
    let models = models.filter(|&p| program.proc(p).model);
    models.map(|p| program.proc(p).name.as_str()).collect()
}

fn is_one_of(names: &[&str], name: &str) -> bool {
    names.iter().any(|n| hatha_front::models::fits(n, name))
}
