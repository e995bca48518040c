//! Calls that only print.
//!
//! The shipped models of `printf` and its kin walk their formats byte by byte and
//! write through function pointers; a proof would have to follow all that to learn
//! that nothing the program can see has changed. A *silent* call is one of which
//! this is known beforehand: whoever proves something may take its result for
//! arbitrary and everything else for unchanged.
//!
//! **Invariant.** A silent call that returns has changed no slot and no memory that
//! the program can see. Where faults matter, its format is a literal that its arguments
//! fit, so that the only ones left are those of reading its strings: a memory fault there ends
//! the execution, as everywhere. In a program that asks about memory faults
//! ([`Program::asks_memory`]), or about arguments, there are none of those either: of strings, only literals are
//! printed, and any other call is followed. What is silent where faults matter is silent where they
//! do not. Tests run the model itself.

use crate::expr::{ExprId, ExprKind};
use crate::program::{
    Arg, Callee, GlobalInit, InitValue, Linkage, Op, Origin, Place, ProcId, Procedure, Program,
    Storage, VarId, World,
};
use crate::target::{ByteOrder, Target};
use crate::texts::is_reader;
use crate::types::{FloatKind, Scalar, Type, TypeId};
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
    /// Whether the text is one of wide characters.
    wide: bool,
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
        wide: false,
    }
}

const fn wide(narrow: Output) -> Output {
    Output {
        wide: true,
        ..narrow
    }
}

const OUTPUTS: [Output; 15] = [
    output("printf", None, Some(0), true),
    output("fprintf", Some(0), Some(1), true),
    output("puts", None, Some(0), false),
    output("fputs", Some(1), Some(0), false),
    output("putchar", None, None, false),
    output("putc", Some(1), None, false),
    output("fputc", Some(1), None, false),
    output("putchar_unlocked", None, None, false),
    output("fflush", Some(0), None, false),
    wide(output("wprintf", None, Some(0), true)),
    wide(output("fwprintf", Some(0), Some(1), true)),
    wide(output("fputws", Some(1), Some(0), false)),
    output("putwchar", None, None, false),
    output("putwc", Some(1), None, false),
    output("fputwc", Some(1), None, false),
];

/// Whether a function prints or reads what is printed next, and leaves the bytes that it is led to alone.
pub fn only_prints(proc: &Procedure) -> bool {
    let is_output = || OUTPUTS.iter().any(|o| o.name == proc.name);
    proc.model && (is_output() || is_reader(proc))
}

/// Whether a function prints as a format says.
pub(crate) fn has_format(proc: &Procedure) -> bool {
    let mut outputs = OUTPUTS.iter();
    outputs.any(|o| o.name == proc.name && o.format)
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
    /// Whether one in reading a string would, too.
    strings: bool,
}

impl Silence {
    /// For a program; `faults` says whether a fault inside a call would matter, but in reading a
    /// string, which the program says.
    pub fn of(program: &Program, faults: bool) -> Silence {
        let strings = program.asks_memory || program.asks_written || program.asks_arguments;
        Silence {
            steady: is_console_steady(program) && !is_failure_observed(program),
            faults: faults || strings,
            strings,
        }
    }

    /// Whether a call is silent.
    pub fn covers(self, program: &Program, callee: ProcId, args: &[Arg]) -> bool {
        let proc = program.proc(callee);
        let found = OUTPUTS.iter().find(|o| o.name == proc.name);
        if is_reader(proc) {
            // Where reading a text cannot matter, or the call behind it is followed.
            return !self.strings || !self.steady;
        }
        let shipped = proc.model && proc.defined && self.steady;
        shipped && found.is_some_and(|output| self.is_harmless(program, output, args))
    }

    /// The positions of the texts that can be read before a call prints them: then it is silent.
    pub(crate) fn texts_to_read(
        self,
        program: &Program,
        callee: ProcId,
        args: &[Arg],
    ) -> Vec<usize> {
        let texts = self.texts(program, callee, args).unwrap_or_default();
        let whole = texts.iter().all(|t| !t.wide && !t.cut);
        let positions = texts.iter().map(|t| t.argument);
        positions.filter(|_| whole).collect()
    }

    /// The texts beside literals that a call prints, if it is silent once each of them is known to
    /// end inside its object: whoever knows that of all of them may take the call for silent, also
    /// where memory faults are asked about. Only functions that print text are meant.
    pub fn texts(self, program: &Program, callee: ProcId, args: &[Arg]) -> Option<Vec<Text>> {
        let proc = program.proc(callee);
        let output = OUTPUTS.iter().find(|o| o.name == proc.name)?;
        let (at, is_shipped) = (output.text?, proc.model && proc.defined && self.steady);
        if !is_shipped || !is_onto_console(program, output, args) {
            return None;
        }
        let text = scalar(args, at).and_then(|e| literal(program, e, output.wide));
        if !output.format {
            let given = Text {
                argument: at,
                wide: output.wide,
                cut: false,
            };
            let ends = text.is_some() || scalar(args, at).is_some_and(|e| is_read(program, e));
            return Some(if ends { Vec::new() } else { vec![given] });
        }
        let rest = args.get(at + 1..).unwrap_or(&[]);
        let wanted = conversions(program, &text?, rest)?;
        let texts = wanted.iter().enumerate().filter_map(|(i, wanted)| {
            let Wanted::Text { wide, cut } = *wanted else {
                return None;
            };
            let argument = at + 1 + i;
            let ends = scalar(rest, i).is_some_and(|e| surely_ends(program, e, wide));
            let text = Text {
                argument,
                wide,
                cut,
            };
            (!ends).then_some(text)
        });
        Some(texts.collect())
    }

    fn is_harmless(self, program: &Program, output: &Output, args: &[Arg]) -> bool {
        if !is_onto_console(program, output, args) {
            return false;
        }
        let Some(at) = output.text else {
            return true;
        };
        let text = scalar(args, at).and_then(|e| literal(program, e, output.wide));
        let rest = args.get(at + 1..).unwrap_or(&[]);
        let known = |text: &[u8]| conversions(program, text, rest);
        let ends = |wanted: Vec<Wanted>| !self.strings || all_end(program, &wanted, rest);
        match (text, output.format) {
            _ if is_on(Defect::SilentWrites) => true,
            (Some(text), true) if self.faults => known(&text).is_some_and(ends),
            // A conversion that writes needs a pointer.
            (Some(text), true) => {
                known(&text).is_some() || !text.contains(&b'n') || no_pointers(program, rest)
            }
            (None, true) => !self.faults && no_pointers(program, rest),
            (text, false) => {
                !self.strings
                    || text.is_some()
                    || scalar(args, at).is_some_and(|e| is_read(program, e))
            }
        }
    }
}

/// A text that a call prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    /// The position of its address among the arguments.
    pub argument: usize,
    /// Whether it is one of wide characters.
    pub wide: bool,
    /// Whether only a first part of it may be read.
    pub cut: bool,
}

/// An argument that is a scalar.
fn scalar(args: &[Arg], i: usize) -> Option<ExprId> {
    match args.get(i) {
        Some(Arg::Scalar(e)) => Some(*e),
        _ => None,
    }
}

/// Whether a call prints to a stream that is there from the start.
fn is_onto_console(program: &Program, output: &Output, args: &[Arg]) -> bool {
    let stream = output.stream.map(|i| scalar(args, i));
    stream.is_none_or(|e| e.is_some_and(|e| is_standard_stream(program, e)))
}

/// Whether all strings that a format prints surely end.
fn all_end(program: &Program, wanted: &[Wanted], args: &[Arg]) -> bool {
    wanted
        .iter()
        .zip(args)
        .all(|(wanted, arg)| match (wanted, arg) {
            (Wanted::Text { wide, .. }, Arg::Scalar(e)) => surely_ends(program, *e, *wide),
            _ => true,
        })
}

/// Whether a text ends inside its object: it is a literal, or it was read to its end just before.
fn surely_ends(program: &Program, e: ExprId, wide: bool) -> bool {
    literal(program, e, wide).is_some() || (!wide && is_read(program, e))
}

/// Whether an expression is a text that was read to its end just before ([`crate::texts`]).
fn is_read(program: &Program, e: ExprId) -> bool {
    match program.exprs.get(e).kind {
        ExprKind::Var(v) => program.var(v).origin == Origin::ReadText,
        _ => false,
    }
}

/// Whether an expression is a literal text.
pub(crate) fn is_literal_text(program: &Program, e: ExprId) -> bool {
    literal(program, e, false).is_some()
}

/// Whether an expression is `stdout` or `stderr`.
pub(crate) fn is_standard_stream(program: &Program, e: ExprId) -> bool {
    match program.exprs.get(e).kind {
        // A variable of the program's that has such a name may be any stream.
        ExprKind::Var(v) => {
            let var = program.var(v);
            var.linkage == Linkage::Library && ["stdout", "stderr"].contains(&var.name.as_str())
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

/// Where an operation puts a value.
pub fn written(op: &Op) -> Option<Place> {
    match op {
        Op::Assign { place, .. } | Op::Havoc { place, .. } => Some(*place),
        Op::Call { result, .. } | Op::Builtin { result, .. } => *result,
        _ => None,
    }
}

/// The text of a string literal, without its end; nothing may have changed it. Wide characters
/// beyond ASCII have none.
pub(crate) fn literal(program: &Program, mut e: ExprId, wide: bool) -> Option<Vec<u8>> {
    let var = loop {
        match program.exprs.get(e).kind {
            // A number between them may have lost bits of the address.
            ExprKind::Cast(inner) if is_pointer(program, e) && is_pointer(program, inner) => {
                e = inner
            }
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
    let unit = match wide {
        true => program.target.int_bits_of(program.target.wchar_type) as usize / 8,
        false => 1,
    };
    let little = program.target.byte_order == ByteOrder::Little;
    let character = |bytes: &[u8]| {
        let (low, rest) = match little {
            true => bytes.split_first()?,
            false => bytes.split_last()?,
        };
        let is_plain = rest.iter().all(|&b| b == 0) && (unit == 1 || low.is_ascii());
        is_plain.then_some(*low)
    };
    let all: Option<Vec<u8>> = bytes.chunks_exact(unit).map(character).collect();
    let text: Vec<u8> = all?.into_iter().take_while(|&b| b != 0).collect();
    let size = program.size_of(program.var(var).ty)?;
    let ends = size >= ((text.len() + 1) * unit) as u64;
    (ends && item.offset == 0).then_some(text)
}

fn is_pointer(program: &Program, e: ExprId) -> bool {
    matches!(program.types.get(program.exprs.get(e).ty), Type::Pointer(_))
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

/// What a conversion of a format takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    /// An integer of so many bits.
    Integer(u16),
    /// A floating value.
    Float(FloatKind),
    /// An address, which is not followed.
    Pointer,
    /// The address of a string.
    Text { wide: bool, cut: bool },
}

/// What a format takes, if these are such arguments, each of its type, and nothing is written
/// through one.
fn conversions(program: &Program, format: &[u8], args: &[Arg]) -> Option<Vec<Wanted>> {
    let wanted = wanted(&program.target, format)?;
    let fits = |(wanted, arg): (&Wanted, &Arg)| match arg {
        Arg::Scalar(e) => has_type(program, *wanted, program.exprs.get(*e).ty),
        Arg::Aggregate { .. } => false,
    };
    let all = wanted.len() == args.len() && wanted.iter().zip(args).all(fits);
    all.then_some(wanted)
}

fn has_type(program: &Program, wanted: Wanted, ty: TypeId) -> bool {
    match (wanted, program.types.get(ty)) {
        (Wanted::Pointer | Wanted::Text { .. }, Type::Pointer(_)) => true,
        (Wanted::Float(kind), Type::Float(given)) => kind == *given,
        (Wanted::Integer(bits), Type::Int(_)) => {
            matches!(program.scalar(ty), Some(Scalar::Int { bits: given, .. }) if given == bits)
        }
        _ => false,
    }
}

/// What the conversions of a format take, in order; `None` if one is not known.
fn wanted(target: &Target, format: &[u8]) -> Option<Vec<Wanted>> {
    let mut found = Vec::new();
    let mut rest = format;
    while let Some(start) = rest.iter().position(|&b| b == b'%') {
        rest = &rest[start + 1..];
        if let Some(after) = rest.strip_prefix(b"%") {
            rest = after;
            continue;
        }
        rest = skip(rest, b"-+ #0");
        rest = number(target, rest, &mut found);
        let cut = rest.strip_prefix(b".");
        if let Some(after) = cut {
            rest = number(target, after, &mut found);
        }
        let (modifier, after) =
            rest.split_at(rest.iter().take_while(|b| b"hlLjzt".contains(b)).count());
        let (conversion, after) = after.split_first()?;
        found.push(taken(target, modifier, *conversion, cut.is_some())?);
        rest = after;
    }
    Some(found)
}

fn skip<'f>(format: &'f [u8], over: &[u8]) -> &'f [u8] {
    let count = format.iter().take_while(|b| over.contains(b)).count();
    &format[count..]
}

/// A width or a precision, which may be an argument.
fn number<'f>(target: &Target, format: &'f [u8], found: &mut Vec<Wanted>) -> &'f [u8] {
    match format.strip_prefix(b"*") {
        Some(after) => {
            found.push(Wanted::Integer(target.int_bits as u16));
            after
        }
        None => skip(format, b"0123456789"),
    }
}

/// The argument of one conversion.
fn taken(target: &Target, modifier: &[u8], conversion: u8, cut: bool) -> Option<Wanted> {
    let int = target.int_bits as u16;
    Some(match (conversion, modifier) {
        (b'd' | b'i' | b'u' | b'x' | b'X' | b'o', _) => Wanted::Integer(match modifier {
            b"" | b"h" | b"hh" => int,
            b"l" => target.long_bits as u16,
            b"ll" | b"j" => 64,
            b"z" | b"t" => target.pointer_bits as u16,
            _ => return None,
        }),
        (b'c', b"" | b"l") => Wanted::Integer(int),
        (b's', b"") => Wanted::Text { wide: false, cut },
        (b's', b"l") => Wanted::Text { wide: true, cut },
        (b'p', b"") => Wanted::Pointer,
        (b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A', _) => {
            Wanted::Float(match modifier {
                b"" | b"l" => FloatKind::Double,
                b"L" => FloatKind::LongDouble,
                _ => return None,
            })
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Wanted, wanted};
    use crate::target::Target;
    use crate::types::FloatKind;

    #[test]
    fn formats_ask_for_their_arguments() {
        let target = Target::lp64();
        let of = |format: &str| wanted(&target, format.as_bytes());
        let text = |wide, cut| Wanted::Text { wide, cut };
        let int = Wanted::Integer(32);
        assert_eq!(of("100%%\n"), Some(vec![]));
        let wanted = vec![text(false, false), text(true, false)];
        assert_eq!(of("%-8s: %ls\n"), Some(wanted));
        let wanted = vec![text(false, true), int, text(false, true)];
        assert_eq!(of("%.3s: %.*s\n"), Some(wanted));
        assert_eq!(
            of("%-*.*f|"),
            Some(vec![int, int, Wanted::Float(FloatKind::Double)])
        );
        assert_eq!(of("%02hhx%5lu"), Some(vec![int, Wanted::Integer(64)]));
        assert_eq!(
            of("%Lg %p %zu"),
            Some(vec![
                Wanted::Float(FloatKind::LongDouble),
                Wanted::Pointer,
                Wanted::Integer(64),
            ])
        );
        for unknown in ["%n", "%s%n", "%1$d", "%k", "%", "%hs", "%lld%"] {
            assert_eq!(of(unknown), None, "{unknown}");
        }
    }
}
