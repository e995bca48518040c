//! Calls of watched functions through pointers.
//!
//! Where the address of a watched function is taken, the address comes to mean a
//! procedure that raises the events around a call of the function itself. All
//! uses of the address change alike, so comparing addresses gives what it gave.
//!
//! **Soundness.** After this the function itself is only called directly, where
//! the caller raises the events; so no call of it goes unseen.

use crate::instrument::{self, Call, Watcher, Watchers};
use crate::rule::Event;
use hatha_cfa::{
    Arg, Callee, ExprId, ExprKind, LocId, Location, Op, Origin, Place, ProcId, Program,
    ReturnValue, StmtId, Storage, Type, TypeId, Var, VarId, VarScope,
};
use std::collections::BTreeSet;

/// Whether an expression of the program is the address of a procedure.
pub(crate) fn is_address_taken(program: &Program, proc: ProcId) -> bool {
    let kind = |i| program.exprs.get(ExprId(i)).kind;
    (0..program.exprs.len() as u32).any(|i| kind(i) == ExprKind::Proc(proc))
}

/// Makes the addresses of watched functions mean watched calls.
pub(crate) fn insert(program: &mut Program, watchers: &Watchers) {
    let at_caller = |e: &Event| matches!(e, Event::Call | Event::Return);
    let names: BTreeSet<&str> = watchers
        .keys()
        .filter(|(_, e)| at_caller(e))
        .map(|(f, _)| f.as_str())
        .collect();
    let watched: Vec<ProcId> = program
        .procs()
        .filter(|(_, p)| names.contains(p.name.as_str()))
        .map(|(id, _)| id)
        .filter(|p| is_address_taken(program, *p))
        .collect();
    for p in watched {
        let name = program.proc(p).name.clone();
        let of = |event| watchers.get(&(name.clone(), event)).cloned();
        let before = of(Event::Call).unwrap_or_default();
        let after = of(Event::Return).unwrap_or_default();
        let itself = move_out(program, p);
        body(program, p, itself, &before, &after);
    }
}

/// Moves a procedure to a new id, which all direct calls now name.
fn move_out(program: &mut Program, p: ProcId) -> ProcId {
    let moved = program.proc(p).clone();
    let itself = program.procs.next_key();
    for &v in moved.params.iter().chain(&moved.locals) {
        let scope = &mut program.vars[v].scope;
        *scope = match *scope {
            VarScope::Param(_, i) => VarScope::Param(itself, i),
            VarScope::Local(_) => VarScope::Local(itself),
            VarScope::Global => VarScope::Global,
        };
    }
    program.procs.push(moved);
    for edge in program.procs.iter_mut().flat_map(|q| &mut q.edges) {
        if let Op::Call { callee, .. } = &mut edge.op
            && *callee == Callee::Direct(p)
        {
            *callee = Callee::Direct(itself);
        }
    }
    itself
}

/// Gives the old id a body that raises the events around a call of the function.
fn body(program: &mut Program, p: ProcId, itself: ProcId, before: &[Watcher], after: &[Watcher]) {
    let Type::Function(ty) = program.types.get(program.proc(p).ty).clone() else {
        return;
    };
    let span = program.proc(p).span;
    let here = Location {
        stmt: StmtId(0),
        span,
        label: None,
        loop_head: false,
    };
    let proc = &mut program.procs[p];
    proc.defined = true;
    proc.model = false;
    proc.locals = Vec::new();
    proc.params = Vec::new();
    proc.locations = vec![here.clone(), here].into();
    proc.edges.clear();
    proc.out = vec![Vec::new(), Vec::new()].into();
    (proc.entry, proc.exit) = (LocId(0), LocId(1));
    if ty.variadic || ty.unprototyped {
        let why = "a watched function with unknown arguments, called through a pointer";
        let end = program.procs[p].add_location_like(LocId(0));
        chain(
            program,
            p,
            LocId(0),
            vec![Op::Unsupported(why.to_owned())],
            end,
        );
        return;
    }
    let params: Vec<VarId> = ty
        .params
        .iter()
        .enumerate()
        .map(|(i, t)| parameter(program, p, i as u32, *t))
        .collect();
    program.procs[p].params.clone_from(&params);
    let args = instrument::values(program, &params);
    let ops = watched_call(program, p, itself, args, ty.ret, (before, after));
    chain(program, p, LocId(0), ops, LocId(1));
}

fn watched_call(
    program: &mut Program,
    p: ProcId,
    itself: ProcId,
    args: Vec<Arg>,
    ret: TypeId,
    (before, after): (&[Watcher], &[Watcher]),
) -> Vec<Op> {
    let is_void = matches!(program.types.get(ret), Type::Void);
    if !is_void && program.scalar(ret).is_none() {
        let why = "a watched function with a structure as result, called through a pointer";
        return vec![
            Op::Unsupported(why.to_owned()),
            Op::Return(ReturnValue::None),
        ];
    }
    let result = (!is_void).then(|| program.add_slot(p, instrument::SLOT, ret));
    let call = Call {
        callee: itself,
        args,
        result: result.map(Place::Slot),
    };
    let mut ops = call.instrumented(program, p, before, after);
    let value = match result {
        Some(v) => ReturnValue::Scalar(program.exprs.add(ExprKind::Var(v), ret)),
        None => ReturnValue::None,
    };
    ops.push(Op::Return(value));
    ops
}

fn parameter(program: &mut Program, p: ProcId, i: u32, ty: TypeId) -> VarId {
    let slot = program.scalar(ty).is_some();
    let align = program.types.align(ty, &program.target).unwrap_or(1).max(1);
    let span = program.proc(p).span;
    program.add_var(Var {
        name: format!("$arg{}", i + 1),
        origin: Origin::Declared,
        ty,
        scope: VarScope::Param(p, i),
        storage: if slot { Storage::Slot } else { Storage::Memory },
        align,
        volatile: false,
        linkage: hatha_cfa::Linkage::Internal,
        read_only: false,
        span,
    })
}

/// A chain of operations from one location to another.
fn chain(program: &mut Program, p: ProcId, from: LocId, ops: Vec<Op>, to: LocId) {
    let proc = &mut program.procs[p];
    proc.add_chain(from, ops, to, from, proc.span);
}
