//! Environment variables that are asked for by name: the same name has the same value again.
//!
//! In a test the simulator keeps what a variable holds. In a proof `getenv` gives any address, so
//! the program says itself that two calls with one literal agree: behind each of them stands that
//! the result is the one of the call before, if the program has changed no variable. A literal has
//! an end, so these calls go to a form of `getenv` that does not look for it. It gets the name of
//! `getenv`, by which rules watch it.
//!
//! **Soundness.** Nothing else than `setenv` and its kin changes what a variable holds, as long as
//! the program cannot get at the list of all variables ([`reaches_all`]) and calls no function that
//! changes them in a way that is not described ([`CHANGES`]). That a function without a body leaves the state of
//! the library alone, and that a result of `getenv` stays where it is when others are asked for,
//! as glibc has it, is printed with a verdict.

use hatha_cfa::{
    Arg, BinOp, Callee, EdgeId, ExprId, ExprKind, GlobalInit, InitValue, IntKind, Op, Place,
    ProcId, Program, Span, Storage, Type, VarId,
};
use rustc_hash::FxHashMap;

/// The variable of the model that says whether the program has changed a variable.
const CHANGED: &str = "__hatha_environment_changed";
/// The form of `getenv` that is given a literal.
const LITERAL: &str = "__hatha_getenv_literal";
/// Objects through which a program gets at all variables.
const LISTS: [&str; 3] = ["environ", "__environ", "_environ"];
/// Functions that change variables and are not described.
const CHANGES: [&str; 1] = ["clearenv"];

/// A call of `getenv` with a literal.
struct Asked {
    proc: ProcId,
    edge: EdgeId,
    name: Vec<u8>,
    place: Place,
}

/// What is remembered of a name.
#[derive(Clone, Copy)]
struct Remembered {
    value: VarId,
    is_known: VarId,
}

/// Says behind each call of `getenv` with a literal that it gives what the last one gave.
pub(crate) fn remember(program: &mut Program) {
    let Some(getenv) = program
        .find_proc("getenv")
        .filter(|&p| is_model(program, p))
    else {
        return;
    };
    let Some(changed) = changed(program).filter(|_| !reaches_all(program)) else {
        return;
    };
    let Some(literal) = program.find_proc(LITERAL) else {
        return;
    };
    let mut remembered: FxHashMap<Vec<u8>, Remembered> = FxHashMap::default();
    let calls = calls(program, getenv);
    if !calls.is_empty() {
        program.procs[literal].name = program.proc(getenv).name.clone();
    }
    for asked in calls {
        let of_name = match remembered.get(&asked.name) {
            Some(&known) => known,
            None => {
                let known = new(program);
                remembered.insert(asked.name.clone(), known);
                known
            }
        };
        insert(program, &asked, literal, of_name, changed);
    }
}

fn is_model(program: &Program, proc: ProcId) -> bool {
    program.proc(proc).defined && program.proc(proc).model
}

fn changed(program: &Program) -> Option<VarId> {
    let mut globals = program.globals.iter().map(|(var, _)| *var);
    let var = globals.find(|&v| program.var(v).name == CHANGED)?;
    (program.var(var).storage == Storage::Slot).then_some(var)
}

/// Whether the program may change variables without `setenv` and its kin.
fn reaches_all(program: &Program) -> bool {
    let mut globals = program.globals.iter().map(|(var, _)| *var);
    let names_list = globals.any(|v| LISTS.contains(&program.var(v).name.as_str()));
    let main = program.find_proc("main");
    let gets_list = main.is_some_and(|m| program.proc(m).params.len() > 2);
    names_list || gets_list || CHANGES.iter().any(|f| program.find_proc(f).is_some())
}

/// The calls of `getenv` with a literal whose result is used, in order.
fn calls(program: &Program, getenv: ProcId) -> Vec<Asked> {
    let mut found = Vec::new();
    for (proc, p) in program.procs() {
        for (edge, e) in p.edges.iter_enumerated() {
            let Op::Call {
                callee: Callee::Direct(callee),
                args,
                result: Some(place),
            } = &e.op
            else {
                continue;
            };
            let [Arg::Scalar(name)] = args.as_slice() else {
                continue;
            };
            if let (true, Some(name)) = (*callee == getenv, literal(program, *name)) {
                let place = *place;
                found.push(Asked {
                    proc,
                    edge,
                    name,
                    place,
                });
            }
        }
    }
    found
}

/// The text of a string literal.
fn literal(program: &Program, mut e: ExprId) -> Option<Vec<u8>> {
    let var = loop {
        match program.exprs.get(e).kind {
            ExprKind::Cast(a) => e = a,
            ExprKind::AddrOf(var) => break var,
            _ => return None,
        }
    };
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
    let end = bytes.iter().position(|b| *b == 0)?;
    (program.var(var).read_only && item.offset == 0).then(|| bytes[..end].to_vec())
}

fn new(program: &mut Program) -> Remembered {
    let int = program.types.intern(Type::Int(IntKind::Int));
    let char = program.types.intern(Type::Int(IntKind::Char));
    let text = program.types.pointer(char);
    Remembered {
        value: program.add_hidden_global("variable", text, Span::NONE),
        is_known: program.add_hidden_global("known", int, Span::NONE),
    }
}

/// The call, that its result is what is remembered, and what is remembered from now on.
fn insert(
    program: &mut Program,
    asked: &Asked,
    literal: ProcId,
    of_name: Remembered,
    changed: VarId,
) {
    let (int, text) = (
        program.var(of_name.is_known).ty,
        program.var(of_name.value).ty,
    );
    let result = program.add_slot(asked.proc, "asked", text);
    let exprs = &mut program.exprs;
    let given = exprs.add(ExprKind::Var(result), text);
    let before = exprs.add(ExprKind::Var(of_name.value), text);
    let is_known = exprs.add(ExprKind::Var(of_name.is_known), int);
    let has_changed = exprs.add(ExprKind::Var(changed), int);
    let one = exprs.add(ExprKind::Int(1), int);
    let same = exprs.add(ExprKind::Binary(BinOp::Eq, given, before), int);
    let same = exprs.add(ExprKind::Cond(has_changed, one, same), int);
    let cond = exprs.add(ExprKind::Cond(is_known, same, one), int);
    let proc = &mut program.procs[asked.proc];
    let mut call = proc.edge(asked.edge).op.clone();
    if let Op::Call {
        callee,
        result: place,
        ..
    } = &mut call
    {
        *callee = Callee::Direct(literal);
        *place = Some(Place::Slot(result));
    }
    let assign = |place, value| Op::Assign { place, value };
    let ops = vec![
        call,
        Op::Assume { cond, taken: true },
        assign(Place::Slot(of_name.value), given),
        assign(Place::Slot(of_name.is_known), one),
        assign(asked.place, given),
    ];
    proc.replace_edge(asked.edge, ops);
}
