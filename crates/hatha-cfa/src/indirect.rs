//! Calls through pointers become choices among the procedures they may lead to.
//!
//! `p(x)` becomes `if (p == f) f(x); else if (p == g) g(x); else p(x);` over the
//! procedures whose address is taken somewhere below the entry and which can take
//! the arguments as they are. Whoever proves something about the result has to
//! show that the last case does not arise, or know what it does.
//!
//! **Invariant.** The result has the same executions: a comparison has no effect, a
//! procedure is called with the arguments that the pointer would hand it, and what
//! is not among the choices stays a call through the pointer.

use crate::expr::{BinOp, ExprId, ExprKind};
use crate::program::{Arg, Callee, Edge, EdgeId, Op, Place, ProcId, Procedure, Program};
use crate::reach::{reachable_procs, taken_procs};
use crate::types::{FunctionType, IntKind, Type, TypeId};
use hatha_defect::{Defect, is_on};
use std::collections::BTreeSet;

/// More choices than this at one call are not spelt out.
const CHOICES: usize = 64;

/// The program with its calls through pointers spelt out; `None` if it has none below the entry.
pub fn resolve(program: &Program, entry: ProcId) -> Option<Program> {
    let reached = reachable_procs(program, entry);
    let is_indirect = |e: &Edge| target(&e.op).is_some();
    let procs: Vec<ProcId> = reached
        .iter()
        .copied()
        .filter(|&p| program.proc(p).edges.iter().any(is_indirect))
        .collect();
    if procs.is_empty() {
        return None;
    }
    let taken = taken_procs(program, &reached);
    let mut out = program.clone();
    for p in procs {
        let mut proc = program.proc(p).clone();
        for id in proc.edges.keys() {
            spell_out(&mut out, &mut proc, id, &taken);
        }
        out.procs[p] = proc;
    }
    Some(out)
}

fn target(op: &Op) -> Option<ExprId> {
    match op {
        Op::Call {
            callee: Callee::Indirect(e),
            ..
        } => Some(*e),
        _ => None,
    }
}

fn spell_out(program: &mut Program, proc: &mut Procedure, id: EdgeId, taken: &BTreeSet<ProcId>) {
    let edge = proc.edge(id).clone();
    let (Some(pointer), Op::Call { args, result, .. }) = (target(&edge.op), &edge.op) else {
        return;
    };
    // Whether a volatile pointer is the same in two comparisons is up to the environment.
    if is_volatile(program, pointer) || proc.out_edges(edge.from) != [id] {
        return;
    }
    let mut fitting: Vec<ProcId> = taken
        .iter()
        .copied()
        .filter(|&p| takes(program, p, args, *result))
        .collect();
    if fitting.is_empty() || fitting.len() > CHOICES {
        return;
    }
    if is_on(Defect::IndirectMissesTarget) {
        fitting.pop();
    }
    proc.out[edge.from].clear();
    let mut at = edge.from;
    for (n, &p) in fitting.iter().enumerate() {
        let cond = comparison(program, pointer, p);
        let [chosen, other] = [(); 2].map(|()| proc.add_location_like(edge.from));
        let assume = |to, taken| Edge {
            from: at,
            to,
            op: Op::Assume { cond, taken },
            span: edge.span,
        };
        let first = assume(chosen, true);
        // The place of the call itself is taken by the first choice.
        match n {
            0 => replace(proc, id, first),
            _ => {
                proc.add_edge(first);
            }
        }
        proc.add_edge(assume(other, false));
        let p = match is_on(Defect::IndirectWrongTarget) {
            true => fitting[0],
            false => p,
        };
        let call = Op::Call {
            callee: Callee::Direct(p),
            args: args.clone(),
            result: *result,
        };
        proc.add_edge(Edge {
            from: chosen,
            op: call,
            ..edge.clone()
        });
        at = other;
    }
    if !is_on(Defect::IndirectMissesTarget) {
        proc.add_edge(Edge { from: at, ..edge });
    }
}

fn replace(proc: &mut Procedure, id: EdgeId, edge: Edge) {
    proc.out[edge.from].push(id);
    proc.edges[id] = edge;
}

fn comparison(program: &mut Program, pointer: ExprId, p: ProcId) -> ExprId {
    let ty = program.exprs.get(pointer).ty;
    let address = program.exprs.add(ExprKind::Proc(p), ty);
    let int = program.types.int(IntKind::Int);
    let equal = ExprKind::Binary(BinOp::Eq, pointer, address);
    program.exprs.add(equal, int)
}

fn is_volatile(program: &Program, e: ExprId) -> bool {
    let mut work = vec![e];
    while let Some(e) = work.pop() {
        let volatile = match program.exprs.get(e).kind {
            ExprKind::Load { access, .. } => access.volatile,
            ExprKind::Var(v) => program.var(v).volatile,
            _ => false,
        };
        if volatile {
            return true;
        }
        work.extend(program.exprs.children(e));
    }
    false
}

/// Whether a procedure can take arguments and give a result just as they are.
fn takes(program: &Program, p: ProcId, args: &[Arg], result: Option<Place>) -> bool {
    let Type::Function(ty) = program.types.get(program.proc(p).ty) else {
        return false;
    };
    if ty.variadic || args.len() != ty.params.len() {
        return false;
    }
    let given = |arg: &Arg| match arg {
        Arg::Scalar(e) => program.exprs.get(*e).ty,
        Arg::Aggregate { ty, .. } => *ty,
    };
    let fit = args
        .iter()
        .zip(&ty.params)
        .all(|(a, &p)| same(program, given(a), p));
    fit && gives(program, ty, result)
}

fn gives(program: &Program, ty: &FunctionType, result: Option<Place>) -> bool {
    match result {
        None => true,
        Some(Place::Slot(v)) => same(program, ty.ret, program.var(v).ty),
        Some(Place::Mem { access, .. }) => same(program, ty.ret, access.ty),
        Some(Place::Aggregate { ty: wanted, .. }) => ty.ret == wanted,
    }
}

/// Whether two types are one, or two scalars of one representation.
fn same(program: &Program, a: TypeId, b: TypeId) -> bool {
    let scalar = program.scalar(a);
    a == b || (scalar.is_some() && scalar == program.scalar(b))
}
