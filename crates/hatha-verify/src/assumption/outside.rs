//! What is assumed about other files, the start, other threads and signals.

use super::{Assumption, Kind};
use crate::check::Options;
use hatha_cfa::escape::Address;
use hatha_cfa::indirect::{other_types, reachable_by_pointers};
use hatha_cfa::{
    ASSEMBLY, CheckKind, Edge, Extent, GlobalInit, InputKind, Linkage, Op, ProcId, Program,
    Storage, Var, VarScope,
};
use hatha_exec::config::Externals;
use hatha_proof::assume::{Pointers, alike_parameters, pointer_parameters};
use hatha_proof::input::{InputEntry, InputVector, Pointee};
use std::collections::BTreeSet;

/// Functions that name a handler of signals, or run what is there.
const HANDLES_SIGNALS: [&str; 7] = [
    "raise",
    "gsignal",
    "signal",
    "__sysv_signal",
    "bsd_signal",
    "sigaction",
    "sigset",
];

/// What is assumed of the pointers that the entry starts from.
pub(super) fn pointers(program: &Program, entry: ProcId, pointers: Pointers) -> Option<Assumption> {
    // C itself says what the arguments of `main` are.
    if program.proc(entry).name == "main" || pointer_parameters(program, entry).is_empty() {
        return None;
    }
    let (kind, sentence) = match pointers {
        Pointers::Any => return None,
        Pointers::Valid => (
            Kind::ValidPointers,
            "pointers that the entry starts from are null or lead to objects that hold their types (a byte, for void), aligned, and writable unless const",
        ),
        Pointers::NonNull => (
            Kind::NonNullPointers,
            "pointers that the entry starts from are null or lead to objects that hold their types (a byte, for void), aligned, and writable unless const, and its parameters are not null",
        ),
        Pointers::Apart => (
            Kind::NoEntryAlias,
            "pointers that the entry starts from are null or lead to different objects that hold their types (a byte, for void), aligned, and writable unless const, and to no global",
        ),
    };
    // Different objects are apart in any case.
    let is_alike = pointers != Pointers::Apart && !alike_parameters(program, entry).is_empty();
    let sentence = match is_alike {
        true => format!("{sentence}, and two structures of one type do not overlap in part"),
        false => sentence.to_owned(),
    };
    Some(Assumption::new(kind, sentence))
}

/// The assumptions about other files, other threads and signals.
pub(super) fn assumptions(program: &Program, entry: ProcId, options: &Options) -> Vec<Assumption> {
    let reached = reachable_by_pointers(program, entry);
    let mut list: Vec<Assumption> = Vec::new();
    list.extend(without_body(program, &reached, options));
    list.extend(assembly(program, &reached, options));
    list.extend(function_types(program, entry, options));
    list.extend(whole(program, &reached));
    list.extend(stream_addresses(program));
    list.extend(weak(program, &reached));
    list.extend(missing(program, &reached));
    list.extend(initial_values(program, entry));
    list.extend(signals(program, &reached));
    list.extend(literals(program));
    list.extend(stubs(program));
    list.extend(device_memory(options));
    list
}

/// What `--region` says of the machine.
fn device_memory(options: &Options) -> Option<Assumption> {
    let regions = options.config.regions.iter();
    let places = regions.map(|r| format!("{:#x} ({} bytes)", r.address, r.size));
    let places: Vec<String> = places.collect();
    (!places.is_empty()).then(|| {
        let places = places.join(", ");
        let sentence = format!(
            "there is memory at {places}, which may be accessed and starts with any contents"
        );
        Assumption::new(Kind::DeviceMemory, sentence)
    })
}

fn without_body(
    program: &Program,
    reached: &BTreeSet<ProcId>,
    options: &Options,
) -> Option<Assumption> {
    // What a stub's text was read from keeps its name and has no body; nothing calls it.
    let mut unknown = reached.iter().filter(|&&p| !program.proc(p).defined);
    if unknown.next().is_none() && !gets_functions(program, reached) {
        return None;
    }
    let (kind, sentence) = match options.config.externals {
        Externals::Pure => (
            Kind::PureExternals,
            "functions without a body change nothing but return any value",
        ),
        Externals::Havoc => (
            Kind::HavocExternals,
            "functions without a body change only what they can see, leave the state inside the \
             C library alone, start no threads and call nothing back",
        ),
        // Calling one ends the search without a verdict.
        Externals::Refuse => return None,
    };
    Some(Assumption::new(kind, sentence))
}

/// Whether a function that is not known may be called through a pointer from outside.
fn gets_functions(program: &Program, reached: &BTreeSet<ProcId>) -> bool {
    let mut edges = reached.iter().flat_map(|&p| &program.proc(p).edges);
    let is_indirect =
        |e: &Edge| matches!(&e.op, Op::Call { callee, .. } if callee.pointer().is_some());
    program.extent != Extent::Whole && edges.any(is_indirect)
}

/// A call through a pointer to functions of another type is undefined in C; it does something all
/// the same, and is assumed away unless each call is asked whether it is one. Of the library's own static functions nothing is assumed: only the library has pointers to
/// them, which it keeps with their types.
fn function_types(program: &Program, entry: ProcId, options: &Options) -> Option<Assumption> {
    let kinds = options.checks.as_ref().map(|c| &c.kinds);
    if kinds.is_some_and(|k| k.contains(&CheckKind::BadCall)) {
        return None;
    }
    let procs = other_types(program, entry);
    let procs = procs.iter().map(|&p| program.proc(p));
    let names: BTreeSet<&str> = procs
        .filter(|p| p.external || !p.model)
        .map(|p| p.name.as_str())
        .collect();
    let names: Vec<&str> = names.into_iter().collect();
    (!names.is_empty()).then(|| {
        let list = match &names[..] {
            [first, second, third, _, ..] => {
                format!(
                    "`{first}`, `{second}`, `{third}` and {} others are",
                    names.len() - 3
                )
            }
            [only] => format!("`{only}` is"),
            few => format!("`{}` are", few.join("`, `")),
        };
        let sentence = format!("{list} not called through pointers to functions of another type");
        Assumption::new(Kind::FunctionTypes, sentence)
    })
}

/// What instructions compute is not known; their operands and clobbers say what may change.
fn assembly(
    program: &Program,
    reached: &BTreeSet<ProcId>,
    options: &Options,
) -> Option<Assumption> {
    let mut edges = reached.iter().flat_map(|&p| &program.proc(p).edges);
    let is_assembly = |e: &Edge| {
        let Op::Havoc { input, .. } = &e.op else {
            return false;
        };
        matches!(input, InputKind::Other(who) if who == ASSEMBLY)
    };
    edges.find(|e| is_assembly(e))?;
    let sentence = match options.config.externals {
        Externals::Pure => {
            "inline assembly changes nothing but its outputs, which may have any values, and keeps no address"
        }
        Externals::Havoc | Externals::Refuse => {
            "inline assembly changes only what its operands and clobbers say and keeps no address; its outputs may have any values"
        }
    };
    Some(Assumption::new(Kind::InlineAssembly, sentence))
}

/// A property file says that the program is whole; that matters where a variable of it is kept
/// out of memory which other files could name.
fn whole(program: &Program, reached: &BTreeSet<ProcId>) -> Option<Assumption> {
    let is_slot = |v: &Var| v.storage == Storage::Slot && v.is_named_outside();
    let is_relied_on = program.vars.iter().any(is_slot) || gets_functions(program, reached);
    (program.extent == Extent::Stated && is_relied_on).then(|| {
        let sentence = "no pointer from outside leads to a global or a function whose address these \
                        files do not take";
        Assumption::new(Kind::WholeProgram, sentence)
    })
}

/// `stdout` and its like are variables of the C library, kept out of memory. A program of several
/// files could take their addresses in another one.
fn stream_addresses(program: &Program) -> Option<Assumption> {
    let is_slot = |v: &Var| v.storage == Storage::Slot && v.linkage == Linkage::Library;
    let slots = program.vars.iter_enumerated().filter(|(_, v)| is_slot(v));
    let used = slots.filter(|(v, _)| program.mentions(*v));
    let names: BTreeSet<&str> = used.map(|(_, v)| v.name.as_str()).collect();
    let names: Vec<&str> = names.into_iter().collect();
    (program.extent == Extent::Part && !names.is_empty()).then(|| {
        let names = names.join("`, `");
        let sentence =
            format!("no pointer from outside leads to the C library's variables `{names}`");
        Assumption::new(Kind::StreamAddresses, sentence)
    })
}

/// A weak definition, of a function, a variable or an alias of one, gives way to another one, which a file
/// that is not here may have: nothing in these files tells.
fn weak(program: &Program, reached: &BTreeSet<ProcId>) -> Option<Assumption> {
    let is_used = |address: &Address| match address {
        Address::Function(p) => reached.contains(p),
        Address::Variable(v) => program.mentions(*v),
    };
    let used = program.weak_definitions.iter().filter(|(a, _)| is_used(a));
    let names: BTreeSet<&str> = used.map(|(_, name)| name.as_str()).collect();
    let names: Vec<&str> = names.into_iter().collect();
    (!names.is_empty()).then(|| {
        let names = names.join("`, `");
        let sentence = format!("no other file defines `{names}`, whose definition here is weak");
        Assumption::new(Kind::WeakDefinition, sentence)
    })
}

/// A name that is only declared, and weak, is null unless a file that is not here defines it.
fn missing(program: &Program, reached: &BTreeSet<ProcId>) -> Option<Assumption> {
    let used = program.missing_names.iter();
    let used = used.filter(|(p, _)| reached.contains(p));
    let names: BTreeSet<&str> = used.map(|(_, name)| name.as_str()).collect();
    let names: Vec<&str> = names.into_iter().collect();
    (!names.is_empty()).then(|| {
        let names = names.join("`, `");
        let sentence = format!("no other file defines `{names}`, which is declared weak here");
        Assumption::new(Kind::WeakDefinition, sentence)
    })
}

/// An entry that is not `main` is called by somebody, before whom globals may have changed. Before `main`
/// constructors run, and other files may have some.
fn initial_values(program: &Program, entry: ProcId) -> Option<Assumption> {
    let name = &program.proc(entry).name;
    let any = |of: Owner| {
        let is_kept = |init: &GlobalInit| matches!(init, GlobalInit::Defined(_));
        let mut globals = program.globals.iter().filter(|(_, init)| is_kept(init));
        globals.any(|(v, _)| owner(program, program.var(*v)) == of)
    };
    if name == "main" {
        let are_others = program.extent == Extent::Part && any(Owner::User);
        let sentence = "nothing of other files runs before `main` (no constructor of theirs)";
        return are_others.then(|| Assumption::new(Kind::InitialState, sentence));
    }
    let what = match (any(Owner::User), any(Owner::Library)) {
        (false, false) => return None,
        (true, false) => "globals have their initial values",
        (false, true) => "the C library is in its initial state",
        (true, true) => "globals and the C library are in their initial state",
    };
    let sentence = format!("{what} when `{name}` is called, and no other thread uses them");
    Some(Assumption::new(Kind::InitialState, sentence))
}

/// Whose a variable is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    User,
    Library,
    /// It never changes, or it is hatha's: the state of a rule, literals.
    Nobody,
}

fn owner(program: &Program, var: &Var) -> Owner {
    let file = program.sources.file(var.span.file).map(|f| f.name.as_str());
    match file {
        _ if var.read_only || var.is_made_up() => Owner::Nobody,
        None => Owner::Nobody,
        Some(name) if name.starts_with("<hatha>") => Owner::Library,
        Some(name) if name.ends_with(".slic") => Owner::Nobody,
        Some(_) => Owner::User,
    }
}

/// A test may start with a pointer to a static variable whose address escapes: somebody outside
/// has to have kept it.
pub(crate) fn pointers_to_statics(program: &Program, test: &InputVector) -> Option<Assumption> {
    let target = |entry: &InputEntry| match &entry.to {
        Some(Pointee::Global { name, .. } | Pointee::Function { name }) => Some(name.clone()),
        _ => None,
    };
    let is_static = |name: &String| {
        let mut statics = program.escaped_statics.iter();
        statics.any(|address| match *address {
            Address::Variable(v) => program.var(v).name == *name,
            Address::Function(p) => program.proc(p).name == *name,
        })
    };
    let names: BTreeSet<String> = test.inputs.iter().filter_map(target).collect();
    let names: Vec<String> = names.into_iter().filter(is_static).collect();
    (!names.is_empty()).then(|| {
        let names = names.join("`, `");
        let sentence =
            format!("the caller has a pointer to `{names}`, which is static, from an earlier call");
        Assumption::new(Kind::PointerToStatic, sentence)
    })
}

fn signals(program: &Program, reached: &BTreeSet<ProcId>) -> Option<Assumption> {
    let names = |p: &ProcId| HANDLES_SIGNALS.contains(&program.proc(*p).name.as_str());
    let any = reached.iter().any(names);
    let sentence = "no signals arrive but those that the program raises, and none is ignored or \
                    blocked when it starts";
    any.then(|| Assumption::new(Kind::Signals, sentence))
}

/// C lets two compound literals of constant type be one object; here those inside functions are not.
fn literals(program: &Program) -> Option<Assumption> {
    let is_one = |v: &Var| v.name.starts_with("(const ") && v.scope != VarScope::Global;
    let any = program.vars.iter().any(is_one);
    let sentence = "constant compound literals are objects of their own";
    any.then(|| Assumption::new(Kind::Literals, sentence))
}

/// Relations that stand for functions.
fn stubs(program: &Program) -> Vec<Assumption> {
    let mut files = program.sources.files();
    let stubs = files.find(|(_, f)| f.name == hatha_front::stub::FILE);
    let text = stubs.and_then(|(_, f)| f.text.clone());
    let lines = text.as_deref().unwrap_or("").lines().map(str::trim);
    let relation = |l: &&str| !l.is_empty() && !l.starts_with('#');
    let say = |l: &str| {
        let sentence =
            format!("`{l}` is what the function does, and it changes no other memory than globals");
        Assumption::new(Kind::Stub, sentence)
    };
    lines.filter(relation).map(say).collect()
}
