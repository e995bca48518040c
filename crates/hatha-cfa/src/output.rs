//! Calls that only print.
//!
//! The shipped models of `printf` and its kin walk their formats byte by byte and
//! write through function pointers; a proof would have to follow all that to learn
//! that nothing the program can see has changed. A *silent* call is one of which
//! this is known beforehand: whoever proves something may take its result for
//! arbitrary and everything else for unchanged.
//!
//! **Invariant.** A silent call that returns has changed no slot and no memory that
//! the program can see. Where faults matter it has none, either: its format is a
//! literal that its arguments fit.

use crate::expr::{ExprId, ExprKind};
use crate::program::{
    Arg, Callee, GlobalInit, InitValue, Op, Place, ProcId, Program, Storage, VarId, VarScope, World,
};
use crate::types::{IntKind, Type};
use hatha_defect::{Defect, is_on};

/// What a function prints to and from.
struct Output {
    name: &'static str,
    /// The position of the stream; standard output if there is none.
    stream: Option<usize>,
    /// The position of what is printed as text or is a format.
    text: Option<usize>,
    /// Whether the text is a format.
    format: bool,
}

const fn output(
    name: &'static str,
    stream: Option<usize>,
    text: Option<usize>,
    format: bool,
) -> Output {
    Output {
        name,
        stream,
        text,
        format,
    }
}

const OUTPUTS: [Output; 9] = [
    output("printf", None, Some(0), true),
    output("fprintf", Some(0), Some(1), true),
    output("puts", None, Some(0), false),
    output("fputs", Some(1), Some(0), false),
    output("putchar", None, None, false),
    output("putc", Some(1), None, false),
    output("fputc", Some(1), None, false),
    output("putchar_unlocked", None, None, false),
    output("fflush", Some(0), None, false),
];

/// The names of the functions that print.
pub fn names() -> impl Iterator<Item = &'static str> {
    OUTPUTS.iter().map(|o| o.name)
}

/// The models that tell whether output to a stream has failed, which a silent call may have caused.
const OBSERVERS: [&str; 2] = ["ferror", "ferror_unlocked"];

/// The models after which standard output may lead elsewhere, or nowhere.
const REDIRECTIONS: [&str; 4] = ["fclose", "freopen", "close", "dup2"];

/// Which calls of a program are silent.
#[derive(Clone, Copy, Debug)]
pub struct Silence {
    /// Whether the standard streams are always what they were at the start.
    steady: bool,
    /// Whether a fault inside a call would matter.
    faults: bool,
}

impl Silence {
    /// For a program; `faults` says whether a fault inside a call would matter.
    pub fn of(program: &Program, faults: bool) -> Silence {
        Silence {
            steady: is_console_steady(program) && !is_failure_observed(program),
            faults,
        }
    }

    /// Whether a call is silent.
    pub fn covers(self, program: &Program, callee: ProcId, args: &[Arg]) -> bool {
        let proc = program.proc(callee);
        let found = OUTPUTS.iter().find(|o| o.name == proc.name);
        let shipped = proc.model && proc.defined && self.steady;
        shipped && found.is_some_and(|output| self.is_harmless(program, output, args))
    }

    fn is_harmless(self, program: &Program, output: &Output, args: &[Arg]) -> bool {
        let scalar = |i: usize| match args.get(i) {
            Some(Arg::Scalar(e)) => Some(*e),
            _ => None,
        };
        let stream = output.stream.map(scalar);
        if stream.is_some_and(|e| !e.is_some_and(|e| is_standard(program, e))) {
            return false;
        }
        let Some(at) = output.text else {
            return true;
        };
        let text = scalar(at).and_then(|e| literal(program, e));
        let rest = args.get(at + 1..).unwrap_or(&[]);
        match (text, output.format) {
            _ if is_on(Defect::SilentWrites) => true,
            (Some(text), true) if self.faults => fits(program, text, rest),
            // A conversion that writes needs a pointer.
            (Some(text), true) => !text.contains(&b'n') || no_pointers(program, rest),
            (None, true) => !self.faults && no_pointers(program, rest),
            (text, false) => !self.faults || text.is_some(),
        }
    }
}

/// Whether an expression is `stdout` or `stderr`.
fn is_standard(program: &Program, e: ExprId) -> bool {
    match program.exprs.get(e).kind {
        // A parameter of that name may be any stream.
        ExprKind::Var(v) => {
            let var = program.var(v);
            var.scope == VarScope::Global && ["stdout", "stderr"].contains(&var.name.as_str())
        }
        _ => false,
    }
}

/// Whether the standard streams are what they were at the start.
fn is_console_steady(program: &Program) -> bool {
    let redirects = |name: &str| REDIRECTIONS.contains(&name);
    let mut procs = program.procs.iter();
    if procs.any(|p| p.model && p.defined && redirects(&p.name)) {
        return false;
    }
    let is_stream = |v: VarId| ["stdout", "stderr"].contains(&program.var(v).name.as_str());
    let is_slot = |v: VarId| program.var(v).storage == Storage::Slot;
    let mut globals = program.globals.iter().map(|(v, _)| *v);
    let mut edges = program.procs.iter().flat_map(|p| &p.edges);
    globals.all(|v| !is_stream(v) || is_slot(v))
        && !edges.any(|e| matches!(written(&e.op), Some(Place::Slot(v)) if is_stream(v)))
}

/// Whether the program may ask if output has failed. Models ask only about what they read.
fn is_failure_observed(program: &Program) -> bool {
    let observes = |p: ProcId| OBSERVERS.contains(&program.proc(p).name.as_str());
    let own = program.procs.iter().filter(|p| !p.model);
    let mut called = own.flat_map(|p| &p.edges).filter_map(|e| match e.op {
        Op::Call {
            callee: Callee::Direct(p),
            ..
        } => Some(p),
        _ => None,
    });
    let all = (0..program.exprs.len() as u32).map(|i| program.exprs.get(ExprId(i)).kind);
    let mut taken = all.filter_map(|kind| match kind {
        ExprKind::Proc(p) => Some(p),
        _ => None,
    });
    program.world == World::Open && (called.any(observes) || taken.any(observes))
}

fn written(op: &Op) -> Option<Place> {
    match op {
        Op::Assign { place, .. } | Op::Havoc { place, .. } => Some(*place),
        Op::Call { result, .. } | Op::Builtin { result, .. } => *result,
        _ => None,
    }
}

/// The text of a string literal, without its end; nothing may have changed it.
fn literal(program: &Program, mut e: ExprId) -> Option<&[u8]> {
    let var = loop {
        match program.exprs.get(e).kind {
            ExprKind::Cast(inner) => e = inner,
            ExprKind::AddrOf(v) => break v,
            _ => return None,
        }
    };
    if !program.var(var).read_only {
        return None;
    }
    let (_, init) = program.globals.iter().find(|(v, _)| *v == var)?;
    let GlobalInit::Defined(items) = init else {
        return None;
    };
    let [item] = items.as_slice() else {
        return None;
    };
    let InitValue::Bytes(bytes) = &item.value else {
        return None;
    };
    let text = bytes.split(|&b| b == 0).next()?;
    let ends = program.size_of(program.var(var).ty)? > text.len() as u64;
    (ends && item.offset == 0).then_some(text)
}

fn no_pointers(program: &Program, args: &[Arg]) -> bool {
    args.iter().all(|arg| match arg {
        Arg::Scalar(e) => !matches!(
            program.types.get(program.exprs.get(*e).ty),
            Type::Pointer(_)
        ),
        Arg::Aggregate { .. } => false,
    })
}

/// Whether a format takes just these arguments, all of them integers.
fn fits(program: &Program, format: &[u8], args: &[Arg]) -> bool {
    let mut args = args.iter();
    let mut rest = format;
    while let Some(start) = rest.iter().position(|&b| b == b'%') {
        rest = &rest[start + 1..];
        if let Some(after) = rest.strip_prefix(b"%") {
            rest = after;
            continue;
        }
        let digits = rest
            .iter()
            .take_while(|b| b.is_ascii_digit() || b"-+ #0".contains(b))
            .count();
        rest = &rest[digits..];
        let longs = rest.iter().take_while(|&&b| b == b'l').count();
        let conversion = rest.get(longs).copied();
        let given = args.next().and_then(|arg| integer(program, arg));
        let wanted = matches!(conversion, Some(b'd' | b'i' | b'u' | b'x' | b'X' | b'o'))
            || (conversion == Some(b'c') && longs == 0);
        if !wanted || !given.is_some_and(|kind| has_length(kind, longs)) {
            return false;
        }
        rest = &rest[longs + 1..];
    }
    args.next().is_none()
}

fn integer(program: &Program, arg: &Arg) -> Option<IntKind> {
    let Arg::Scalar(e) = arg else {
        return None;
    };
    match program.types.get(program.exprs.get(*e).ty) {
        Type::Int(kind) => Some(*kind),
        _ => None,
    }
}

fn has_length(kind: IntKind, longs: usize) -> bool {
    match longs {
        0 => matches!(kind, IntKind::Int | IntKind::UInt),
        1 => matches!(kind, IntKind::Long | IntKind::ULong),
        _ => longs == 2 && matches!(kind, IntKind::LongLong | IntKind::ULongLong),
    }
}
