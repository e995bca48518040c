//! Calls that read numbers by a format that is known.
//!
//! `scanf("%d %d", &a, &b)` walks its format and takes its arguments from a list; a proof would have to
//! follow both. Where the format is a literal of plain numbers alone, the call is the same as one call for each
//! of them, of a function of the library for a number of that type, as long as the numbers come.
//!
//! **Invariant.** The program does what it did: the arguments are evaluated in their order before the first
//! number is read, each number is read as the format says, and the result is that of the whole call. Blanks
//! in front of a number are passed by reading it; a format with blanks behind the last one, with widths, `*`,
//! or anything else stays a call. Where nothing in the program can give bytes back to standard input, or open it
//! anew, numbers on it are chosen as wholes, and no bytes are followed. Locations and edges keep their ids,
//! new ones come behind them.

use crate::expr::{ExprId, ExprKind};
use crate::output::{literal, written};
use crate::program::{
    Arg, Callee, EdgeId, GlobalInit, InitItem, InitValue, Op, Place, ProcId, Procedure, Program,
    Storage, VarId, World,
};
use crate::reach::operands;
use crate::types::{Type, TypeId};
use std::collections::BTreeSet;

/// A function that reads by a format.
struct Input {
    name: &'static str,
    /// The position of the stream; standard input if there is none.
    stream: Option<usize>,
    /// The position of the format.
    format: usize,
}

const INPUTS: [Input; 6] = [
    of_standard_input("scanf"),
    of_standard_input("__isoc99_scanf"),
    of_standard_input("__isoc23_scanf"),
    of_stream("fscanf"),
    of_stream("__isoc99_fscanf"),
    of_stream("__isoc23_fscanf"),
];

/// What gives the result of the whole call from what has become of its numbers.
const RESULT: &str = "__hatha_scan_result";

/// What gives standard input.
const STANDARD_INPUT: &str = "__hatha_standard_input";

/// How the functions that read one number are called, and how those end that read one of a given stream.
const READERS: &str = "__hatha_scan_";
const OF_STREAM: &str = "_of";

/// The functions of the library that give bytes back to a stream, open it, or close it.
const CHANGERS: [&str; 3] = ["__hatha_unget", "attach", "detach"];

/// Of a function that does a part of a call of `scanf` or `fscanf`: what the program calls.
pub fn whole_of_part(proc: &Procedure) -> Option<&'static str> {
    match proc.name.as_str() {
        _ if !proc.model => None,
        STANDARD_INPUT => Some("scanf"),
        RESULT => Some("fscanf"),
        name if !name.starts_with(READERS) => None,
        name if name.ends_with(OF_STREAM) => Some("fscanf"),
        _ => Some("scanf"),
    }
}

const fn of_standard_input(name: &'static str) -> Input {
    Input {
        name,
        stream: None,
        format: 0,
    }
}

const fn of_stream(name: &'static str) -> Input {
    Input {
        name,
        stream: Some(0),
        format: 1,
    }
}

/// A number that a call reads: how the function is called that does it, and where it goes.
struct Number {
    reader: &'static str,
    to: ExprId,
}

/// A call that only reads numbers.
struct Scan {
    proc: ProcId,
    edge: EdgeId,
    stream: Option<ExprId>,
    numbers: Vec<Number>,
    result: Option<Place>,
}

/// Splits the calls that only read numbers.
pub fn read_numbers(program: &mut Program) {
    let library = Library::of(program);
    let Some(library) = library else {
        return;
    };
    let scans = scans(program);
    let is_plain = program.world == World::Open && !may_change_input(program, &scans);
    for scan in scans {
        split(program, &scan, &library, is_plain && scan.stream.is_none());
    }
}

/// What the library has for all such calls.
struct Library {
    standard_input: ProcId,
    result: ProcId,
}

impl Library {
    fn of(program: &Program) -> Option<Library> {
        Some(Library {
            standard_input: model(program, STANDARD_INPUT)?,
            result: model(program, RESULT)?,
        })
    }
}

/// Whether something beside the calls that are split may give bytes back to standard input, open it
/// anew, or put another stream in its place. Every function that is mentioned counts as called.
fn may_change_input(program: &Program, scans: &[Scan]) -> bool {
    let is_split = |p: ProcId, e: EdgeId| scans.iter().any(|s| (s.proc, s.edge) == (p, e));
    let is_input = |v: VarId| program.var(v).name == "stdin";
    let mut inputs = program
        .globals
        .iter()
        .map(|(v, _)| *v)
        .filter(|&v| is_input(v));
    if inputs.any(|v| program.var(v).storage != Storage::Slot) {
        return true;
    }
    let own = program.procs().filter(|(_, p)| !p.model).map(|(id, _)| id);
    let mut work: Vec<ProcId> = own
        .chain(mentioned(program, initial_values(program)))
        .collect();
    let mut seen: BTreeSet<ProcId> = BTreeSet::new();
    while let Some(id) = work.pop() {
        if !seen.insert(id) {
            continue;
        }
        let proc = program.proc(id);
        if proc.model && CHANGERS.contains(&proc.name.as_str()) {
            return true;
        }
        for (_, e) in proc.edges().filter(|(edge, _)| !is_split(id, *edge)) {
            if matches!(written(&e.op), Some(Place::Slot(v)) if is_input(v)) {
                return true;
            }
            if let Op::Call {
                callee: Callee::Direct(p),
                ..
            } = e.op
            {
                work.push(p);
            }
            work.extend(mentioned(program, operands(&e.op)));
        }
    }
    false
}

fn initial_values(program: &Program) -> Vec<ExprId> {
    let items = program.globals.iter().flat_map(|(_, init)| match init {
        GlobalInit::Defined(items) => items.as_slice(),
        GlobalInit::Unknown => &[],
    });
    let value = |item: &InitItem| match item.value {
        InitValue::Scalar(_, e) => Some(e),
        InitValue::Bytes(_) => None,
    };
    items.filter_map(value).collect()
}

/// The functions whose addresses are in expressions.
fn mentioned(program: &Program, mut work: Vec<ExprId>) -> Vec<ProcId> {
    let mut found = Vec::new();
    while let Some(e) = work.pop() {
        if let ExprKind::Proc(p) = program.exprs.get(e).kind {
            found.push(p);
        }
        work.extend(program.exprs.children(e));
    }
    found
}

fn model(program: &Program, name: &str) -> Option<ProcId> {
    let mut procs = program.procs.iter_enumerated();
    let found = procs.find(|(_, p)| p.name == name && p.model && p.defined);
    found.map(|(id, _)| id)
}

/// The calls in functions of the user's that only read numbers.
fn scans(program: &Program) -> Vec<Scan> {
    let own = program.procs().filter(|(_, p)| p.defined && !p.model);
    let calls = own.flat_map(|(id, p)| p.edges().map(move |(edge, e)| (id, edge, &e.op)));
    calls
        .filter_map(|(proc, edge, op)| scan(program, (proc, edge), op))
        .collect()
}

fn scan(program: &Program, (proc, edge): (ProcId, EdgeId), op: &Op) -> Option<Scan> {
    let Op::Call {
        callee: Callee::Direct(callee),
        args,
        result,
    } = op
    else {
        return None;
    };
    let callee = program.proc(*callee);
    let input = INPUTS.iter().find(|i| i.name == callee.name)?;
    let args: Option<Vec<ExprId>> = args.iter().map(scalar).collect();
    let args = args.filter(|_| callee.model && callee.defined)?;
    let format = literal(program, *args.get(input.format)?, false)?;
    let targets = &args[input.format + 1..];
    let readers = readers(&format)?;
    let is_pointer = |e: &ExprId| {
        let ty = program.exprs.get(*e).ty;
        matches!(program.types.get(ty), Type::Pointer(_))
    };
    if readers.is_empty() || readers.len() != targets.len() || !targets.iter().all(is_pointer) {
        return None;
    }
    let numbers = readers.iter().zip(targets);
    let numbers = numbers.map(|(&reader, &to)| Number { reader, to });
    Some(Scan {
        proc,
        edge,
        stream: input.stream.map(|at| args[at]),
        numbers: numbers.collect(),
        result: *result,
    })
}

fn scalar(arg: &Arg) -> Option<ExprId> {
    match arg {
        Arg::Scalar(e) => Some(*e),
        Arg::Aggregate { .. } => None,
    }
}

/// The functions that read the numbers of a format; `None` if it has anything else.
fn readers(format: &[u8]) -> Option<Vec<&'static str>> {
    let mut found = Vec::new();
    let mut rest = format;
    loop {
        let blanks = rest.iter().take_while(|&&b| is_blank(b)).count();
        if rest.is_empty() {
            return Some(found);
        }
        rest = rest[blanks..].strip_prefix(b"%")?;
        let length = rest.iter().take_while(|&&b| b == b'l').count();
        let (conversion, after) = rest[length..].split_first()?;
        found.push(match (conversion, length) {
            (b'd', 0) => "__hatha_scan_int",
            (b'd', 1) => "__hatha_scan_long",
            (b'd', 2) => "__hatha_scan_long_long",
            (b'u', 0) => "__hatha_scan_unsigned",
            (b'u', 1) => "__hatha_scan_unsigned_long",
            (b'u', 2) => "__hatha_scan_unsigned_long_long",
            _ => return None,
        });
        rest = after;
    }
}

fn is_blank(byte: u8) -> bool {
    byte == b' ' || (b'\t'..=b'\r').contains(&byte)
}

/// Puts a call for each number where the call was. A plain one reads standard input as it was at the start.
fn split(program: &mut Program, scan: &Scan, library: &Library, is_plain: bool) {
    let mut chain = Vec::new();
    let stream = scan.stream.map(|e| kept(program, scan.proc, e, &mut chain));
    let targets = scan.numbers.iter().map(|n| n.to);
    let targets: Vec<ExprId> = targets
        .map(|to| kept(program, scan.proc, to, &mut chain))
        .collect();
    let stream = match (stream, is_plain) {
        (None, true) => None,
        (None, false) => Some(call_for(
            program,
            scan.proc,
            library.standard_input,
            &mut chain,
        )),
        (given, _) => given,
    };
    let int = result_type(program, library.result);
    let mut so_far = program.exprs.add(ExprKind::Int(0), int);
    for (number, to) in scan.numbers.iter().zip(targets) {
        let name = match stream {
            Some(_) => format!("{}{OF_STREAM}", number.reader),
            None => number.reader.to_owned(),
        };
        let Some(reader) = model(program, &name) else {
            return;
        };
        let count = program.add_slot(scan.proc, "scanned", int);
        let given: Vec<ExprId> = stream.into_iter().chain([to, so_far]).collect();
        chain.push(Op::Call {
            callee: Callee::Direct(reader),
            args: arguments(program, reader, &given),
            result: Some(Place::Slot(count)),
        });
        so_far = program.exprs.add(ExprKind::Var(count), int);
    }
    chain.push(Op::Call {
        callee: Callee::Direct(library.result),
        args: arguments(program, library.result, &[so_far]),
        result: scan.result,
    });
    program.procs[scan.proc].replace_edge(scan.edge, chain);
}

/// The value that an expression has before the first number is read.
fn kept(program: &mut Program, proc: ProcId, value: ExprId, chain: &mut Vec<Op>) -> ExprId {
    let expr = program.exprs.get(value);
    if matches!(expr.kind, ExprKind::AddrOf(_)) {
        return value;
    }
    let ty = expr.ty;
    let slot = program.add_slot(proc, "scanned", ty);
    let place = Place::Slot(slot);
    chain.push(Op::Assign { place, value });
    program.exprs.add(ExprKind::Var(slot), ty)
}

/// The result of a call without arguments.
fn call_for(program: &mut Program, proc: ProcId, callee: ProcId, chain: &mut Vec<Op>) -> ExprId {
    let ty = result_type(program, callee);
    let slot = program.add_slot(proc, "scanned", ty);
    chain.push(Op::Call {
        callee: Callee::Direct(callee),
        args: Vec::new(),
        result: Some(Place::Slot(slot)),
    });
    program.exprs.add(ExprKind::Var(slot), ty)
}

fn result_type(program: &Program, proc: ProcId) -> TypeId {
    let ty = program.proc(proc).ty;
    match program.types.get(ty) {
        Type::Function(f) => f.ret,
        _ => ty,
    }
}

/// Values as the parameters of a function have them.
fn arguments(program: &mut Program, callee: ProcId, values: &[ExprId]) -> Vec<Arg> {
    let params = program.proc(callee).params.clone();
    let types = params.iter().map(|&p| program.var(p).ty);
    let types: Vec<TypeId> = types.collect();
    let converted = values.iter().zip(types);
    converted
        .map(|(&value, ty)| match program.exprs.get(value).ty == ty {
            true => Arg::Scalar(value),
            false => Arg::Scalar(program.exprs.add(ExprKind::Cast(value), ty)),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::readers;

    #[test]
    fn formats_of_plain_numbers_are_known() {
        let count = |format: &str| readers(format.as_bytes()).map(|r| r.len());
        for (format, numbers) in [("", 0), ("%d", 1), ("%d%u", 2), (" %ld %llu\t%lld", 3)] {
            assert_eq!(count(format), Some(numbers), "{format}");
        }
        for other in [
            "%d ", "%d\n", "%5d", "%*d", "%i", "%d,%d", "%hd", "%s", "%", "%n", "%llld",
        ] {
            assert_eq!(count(other), None, "{other}");
        }
    }
}
