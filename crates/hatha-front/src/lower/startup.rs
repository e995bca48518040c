//! What happens before the program proper: constructors, registration of
//! destructors, and file-scope items that are not understood.
//!
//! **Invariant.** The edges stand at the start of `main`; without a `main`, at the
//! start of every function that could be the entry (those of the user with
//! external linkage). They run once: a hidden global remembers it, since
//! nothing keeps a program from calling `main` again. What they call takes no parameters.

use super::context::Context;
use super::link;
use crate::hir::Function;
use hatha_cfa::{Arg, BinOp, Callee, Edge, ExprKind, LocId, Op, Place, ProcId, Span, Type, VarId};

/// The library's function that registers what has to run at the very end.
pub(super) const AT_END: &str = "__hatha_at_end";

/// Whether a function has to run at the end of the program.
pub(super) fn is_destructor(f: &Function) -> bool {
    f.destructor.is_some() && f.body.is_some()
}

/// Puts the start-up edges in front of the entry functions.
pub(super) fn insert(cx: &mut Context) {
    let constructors = marked(cx, |f| f.constructor);
    let destructors = marked(cx, |f| f.destructor);
    let constructors = without_parameters(cx, constructors, "constructor");
    let destructors = without_parameters(cx, destructors, "destructor");
    let mut calls = registrations(cx, &destructors);
    calls.extend(
        constructors
            .iter()
            .map(|c| (call(*c, Vec::new()), span(cx, *c))),
    );
    if calls.is_empty() && cx.unsupported.is_empty() {
        return;
    }
    let guard = (!calls.is_empty()).then(|| guard(cx));
    for p in entries(cx, &[constructors, destructors].concat()) {
        prepend(cx, p, &calls, guard);
    }
}

/// The functions with a mark, by its priority and then in order of the program.
fn marked(cx: &mut Context, mark: fn(&Function) -> Option<u32>) -> Vec<ProcId> {
    let mut out: Vec<(u32, ProcId)> = Vec::new();
    for u in 0..cx.units.len() {
        for (id, f) in cx.units[u].functions.iter_enumerated() {
            if let (Some(priority), true) = (mark(f), f.body.is_some()) {
                let p = link::procedure(cx, cx.links.func_of[u][id]);
                if !out.iter().any(|(_, q)| *q == p) {
                    out.push((priority, p));
                }
            }
        }
    }
    out.sort_by_key(|(priority, _)| *priority);
    out.into_iter().map(|(_, p)| p).collect()
}

/// Those that take nothing. What a constructor is given depends on the system: glibc passes the arguments
/// of `main`. A destructor finds what the registers hold.
fn without_parameters(cx: &mut Context, marked: Vec<ProcId>, what: &str) -> Vec<ProcId> {
    let mut plain = Vec::new();
    for p in marked {
        let proc = cx.prog.proc(p);
        let is_variadic = matches!(cx.prog.types.get(proc.ty), Type::Function(f) if f.variadic);
        if proc.params.is_empty() && !is_variadic {
            plain.push(p);
        } else {
            let why = format!("{what} with parameters (`{}`)", proc.name);
            cx.unsupported.push((why, span(cx, p)));
        }
    }
    plain
}

fn call(p: ProcId, args: Vec<Arg>) -> Op {
    Op::Call {
        callee: Callee::Direct(p),
        args,
        result: None,
    }
}

fn span(cx: &Context, p: ProcId) -> Span {
    cx.prog.proc(p).span
}

/// Destructors are registered before anything else can be, so they run after every exit handler,
/// the last one first. Where the program brings an `exit` of its own nothing would run them.
fn registrations(cx: &mut Context, destructors: &[ProcId]) -> Vec<(Op, Span)> {
    let model = |name| cx.prog.find_proc(name).filter(|p| cx.prog.proc(*p).model);
    let register = model("exit").and(model(AT_END));
    let mut out = Vec::new();
    for d in destructors {
        let (ty, at) = (cx.prog.proc(*d).ty, span(cx, *d));
        let Some(register) = register else {
            let why = "destructor function without the library's `exit`";
            cx.unsupported.push((why.to_owned(), at));
            continue;
        };
        let ty = cx.prog.types.pointer(ty);
        let address = cx.prog.exprs.add(ExprKind::Proc(*d), ty);
        out.push((call(register, vec![Arg::Scalar(address)]), at));
    }
    out
}

fn entries(cx: &Context, marked: &[ProcId]) -> Vec<ProcId> {
    let main = cx
        .prog
        .find_proc("main")
        .filter(|p| cx.prog.proc(*p).defined);
    if let Some(main) = main {
        return vec![main];
    }
    let candidate = |p: &hatha_cfa::Procedure| p.defined && p.external && !p.model;
    let all = cx.prog.procs().filter(|(_, p)| candidate(p));
    all.map(|(id, _)| id)
        .filter(|id| !marked.contains(id))
        .collect()
}

/// The hidden global that tells whether the constructors have run.
fn guard(cx: &mut Context) -> VarId {
    cx.prog
        .add_hidden_global("started", cx.common.int, Span::NONE)
}

fn prepend(cx: &mut Context, p: ProcId, calls: &[(Op, Span)], guard: Option<VarId>) {
    let mut ops: Vec<(Op, Span)> = cx
        .unsupported
        .iter()
        .map(|(why, span)| (Op::Unsupported(why.clone()), *span))
        .collect();
    let Some(guard) = guard else {
        return chain(cx, p, ops, None);
    };
    let int = cx.common.int;
    let value = cx.prog.exprs.add(ExprKind::Var(guard), int);
    let zero = cx.prog.exprs.add(ExprKind::Int(0), int);
    let first = ExprKind::Binary(BinOp::Eq, value, zero);
    let cond = cx.prog.exprs.add(first, int);
    let one = cx.prog.exprs.add(ExprKind::Int(1), int);
    ops.push((Op::Assume { cond, taken: true }, Span::NONE));
    let assign = Op::Assign {
        place: Place::Slot(guard),
        value: one,
    };
    ops.push((assign, Span::NONE));
    ops.extend_from_slice(calls);
    let skip = Op::Assume { cond, taken: false };
    chain(cx, p, ops, Some(skip));
}

/// Edges one after another that lead to the old entry; `skip` leaves from where the guard is tested.
fn chain(cx: &mut Context, p: ProcId, ops: Vec<(Op, Span)>, skip: Option<Op>) {
    let proc = &mut cx.prog.procs[p];
    let old = proc.entry;
    let fresh = ops.iter().map(|_| proc.add_location_like(old));
    let fresh: Vec<LocId> = fresh.collect();
    let entry = fresh.first().copied().unwrap_or(old);
    let mut tested = entry;
    for (i, (op, span)) in ops.into_iter().enumerate() {
        let (from, to) = (fresh[i], fresh.get(i + 1).copied().unwrap_or(old));
        if matches!(op, Op::Assume { .. }) {
            tested = from;
        }
        proc.add_edge(Edge { from, to, op, span });
    }
    if let Some(op) = skip {
        proc.add_edge(Edge {
            from: tested,
            to: old,
            op,
            span: Span::NONE,
        });
    }
    proc.entry = entry;
}
