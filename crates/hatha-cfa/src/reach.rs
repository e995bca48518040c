//! What control flow can reach, values apart.
//!
//! **Invariant.** Over-approximate: a procedure whose address is taken anywhere
//! in reachable code or in a global's initial value counts as called.

use crate::expr::{ExprId, ExprKind};
use crate::program::{
    Arg, Callee, EdgeId, Extent, GlobalInit, InitValue, LocId, Op, Place, ProcId, Procedure,
    Program, ReturnValue,
};
use crate::types::{Type, TypeId};
use hatha_defect::{Defect, is_on};
use hatha_index::IndexVec;
use std::collections::BTreeSet;

/// The procedures that may be entered when execution starts at `entry`.
pub fn reachable_procs(program: &Program, entry: ProcId) -> BTreeSet<ProcId> {
    reachable_from(program, vec![entry])
}

pub(crate) fn reachable_from(program: &Program, mut work: Vec<ProcId>) -> BTreeSet<ProcId> {
    // Where threads were put together, their procedures have been copied: they run, though nothing
    // calls them any more.
    work.extend(program.interleaved.iter().flatten());
    let mut seen: BTreeSet<ProcId> = work.iter().copied().collect();
    for proc in initial_addresses(program) {
        if seen.insert(proc) {
            work.push(proc);
        }
    }
    while let Some(proc) = work.pop() {
        let body = program.proc(proc);
        for edge in reachable_edges(body) {
            for next in mentioned(program, &body.edge(edge).op) {
                if seen.insert(next) {
                    work.push(next);
                }
            }
        }
    }
    seen
}

/// The procedures whose address is taken in some procedures or in a global's initial value. Of a part
/// of a program those count as well that other files can call: they may have been called before, or
/// may be through a pointer. Where it is only stated that a program is whole, all of its own count: what
/// is stated is that nobody else takes addresses.
pub(crate) fn taken_procs(program: &Program, reached: &BTreeSet<ProcId>) -> BTreeSet<ProcId> {
    let mut taken: BTreeSet<ProcId> = initial_addresses(program).into_iter().collect();
    let mut roots: Vec<ProcId> = reached.iter().copied().collect();
    let open = program.procs().filter(|(_, p)| match program.extent {
        Extent::Whole => false,
        Extent::Part => p.external && !p.model,
        Extent::Stated => !p.model,
    });
    roots.extend(open.map(|(p, _)| p));
    for p in reachable_from(program, roots) {
        let body = program.proc(p);
        for edge in reachable_edges(body) {
            taken.extend(addresses(program, operands(&body.edge(edge).op)));
        }
    }
    taken
}

/// Whether returning from `entry` may run handlers that the program registered (`atexit`).
///
/// Then the return is not the end of the execution, and whoever models it as one must not.
pub fn runs_exit_handlers(program: &Program, entry: ProcId) -> bool {
    // The last one registers destructors (`models/exit.c`).
    const REGISTER: [&str; 4] = ["atexit", "on_exit", "at_quick_exit", "__hatha_at_end"];
    let reached = reachable_procs(program, entry);
    !is_on(Defect::ForgetsHandlers)
        && reached
            .iter()
            .any(|&p| REGISTER.contains(&program.proc(p).name.as_str()))
}

/// Whether a call hands over something that can be called: whoever gets it may call back.
pub fn passes_function(program: &Program, args: &[Arg]) -> bool {
    let mut args = args.iter().filter(|_| !is_on(Defect::ForgetsCallbacks));
    args.any(|arg| match arg {
        Arg::Scalar(e) => {
            holds_function(program, program.exprs.get(*e).ty)
                || !addresses(program, vec![*e]).is_empty()
        }
        Arg::Aggregate { ty, .. } => holds_function(program, *ty),
    })
}

/// Whether a value of a type is, or has as a part, a pointer to a function.
fn holds_function(program: &Program, ty: TypeId) -> bool {
    let mut work = vec![ty];
    while let Some(ty) = work.pop() {
        match program.types.get(ty) {
            Type::Pointer(to) => {
                if matches!(program.types.get(to.ty), Type::Function(_)) {
                    return true;
                }
            }
            Type::Array { elem, .. } => work.push(elem.ty),
            // A structure has no part of its own type, so this ends.
            Type::Record(r) => work.extend(program.types.record(*r).fields.iter().map(|f| f.ty.ty)),
            _ => {}
        }
    }
    false
}

/// The edges of a procedure that some path from its entry takes.
pub fn reachable_edges(proc: &Procedure) -> Vec<EdgeId> {
    if !proc.defined {
        return Vec::new();
    }
    let mut seen: IndexVec<LocId, _> = vec![false; proc.locations.len()].into();
    let mut work: Vec<LocId> = vec![proc.entry];
    let mut edges = Vec::new();
    seen[proc.entry] = true;
    while let Some(loc) = work.pop() {
        for &id in proc.out_edges(loc) {
            edges.push(id);
            let to = proc.edge(id).to;
            if !seen[to] {
                seen[to] = true;
                work.push(to);
            }
        }
    }
    edges.sort_unstable();
    edges
}

pub(crate) fn initial_addresses(program: &Program) -> Vec<ProcId> {
    let mut roots = Vec::new();
    for (_, init) in &program.globals {
        let GlobalInit::Defined(items) = init else {
            continue;
        };
        for item in items {
            if let InitValue::Scalar(_, e) = item.value {
                roots.push(e);
            }
        }
    }
    addresses(program, roots)
}

/// The procedures that an edge calls or takes the address of.
pub(crate) fn mentioned(program: &Program, op: &Op) -> Vec<ProcId> {
    let mut procs = match op {
        Op::Call {
            callee: Callee::Direct(p),
            ..
        } => vec![*p],
        _ => Vec::new(),
    };
    procs.extend(addresses(program, operands(op)));
    procs
}

pub(crate) fn addresses(program: &Program, mut work: Vec<ExprId>) -> Vec<ProcId> {
    let mut found = Vec::new();
    while let Some(id) = work.pop() {
        if let ExprKind::Proc(p) = program.exprs.get(id).kind {
            found.push(p);
        }
        work.extend(program.exprs.children(id));
    }
    found
}

/// The expressions that an edge evaluates.
pub fn operands(op: &Op) -> Vec<ExprId> {
    let place = |p: &Place| match p {
        Place::Slot(_) => None,
        Place::Mem { addr, .. } | Place::Aggregate { addr, .. } => Some(*addr),
    };
    let arg = |a: &Arg| match a {
        Arg::Scalar(e) | Arg::Aggregate { addr: e, .. } => *e,
    };
    match op {
        Op::Skip | Op::Declare(_) | Op::Dead(_) | Op::Fail(_) | Op::Unsupported(_) => Vec::new(),
        Op::Assign { place: p, value } => place(p).into_iter().chain([*value]).collect(),
        Op::Assume { cond, .. } => vec![*cond],
        Op::Call {
            callee,
            args,
            result,
        } => {
            let target = callee.pointer();
            target
                .into_iter()
                .chain(args.iter().map(arg))
                .chain(result.as_ref().and_then(place))
                .collect()
        }
        Op::Return(ReturnValue::None) => Vec::new(),
        Op::Return(ReturnValue::Scalar(e) | ReturnValue::Aggregate(e)) => vec![*e],
        Op::Havoc { place: p, .. } => place(p).into_iter().collect(),
        Op::Copy { dst, src, len } => vec![*dst, *src, *len],
        Op::Fill { dst, byte, len } => vec![*dst, *byte, *len],
        Op::Builtin { args, result, .. } => args
            .iter()
            .copied()
            .chain(result.as_ref().and_then(place))
            .collect(),
    }
}
