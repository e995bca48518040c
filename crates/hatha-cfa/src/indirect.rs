//! Calls through pointers become choices among the procedures they may lead to.
//!
//! `p(x)` becomes `if (p == f) f(x); else if (p == g) g(x); else p(x);` over the
//! procedures whose address is taken somewhere below the entry and which can take
//! the arguments as they are. In the last case no function of the program is called if every one
//! that the pointer might lead to is among the choices ([`Callee::Elsewhere`]): it is a fault, or a call of
//! an unknown function. Otherwise whoever proves something about the result has to show that the last
//! case does not arise. That a function is not called through a pointer to functions of another type, which C
//! leaves undefined, is assumed ([`other_types`]).
//!
//! **Invariant.** The result has the same executions: a comparison has no effect, a
//! procedure is called with the arguments that the pointer would hand it, and what
//! is not among the choices stays a call through the pointer.

use crate::expr::{BinOp, ExprId, ExprKind};
use crate::program::{
    Arg, Callee, Edge, EdgeId, Extent, LocId, Op, Place, ProcId, Procedure, Program, VarId,
};
use crate::reach::{reachable_from, reachable_procs, taken_procs};
use crate::types::{IntKind, Scalar, Type, TypeId};
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
    if fitting.len() > CHOICES {
        return;
    }
    let rest = rest(program, (taken, &fitting), (pointer, args, *result));
    if fitting.is_empty() {
        let (args, result) = (args.clone(), *result);
        proc.edges[id].op = Op::Call {
            callee: rest,
            args,
            result,
        };
        return;
    }
    if is_on(Defect::IndirectMissesTarget) {
        fitting.pop();
    }
    let at = add_choices(program, proc, (id, pointer), &fitting);
    if !is_on(Defect::IndirectMissesTarget) {
        let op = Op::Call {
            callee: rest,
            args: args.clone(),
            result: *result,
        };
        proc.add_edge(Edge {
            from: at,
            op,
            ..edge
        });
    }
}

/// Puts a comparison of the pointer, and the call behind it, for each procedure in the place of a
/// call; where none of them was meant.
fn add_choices(
    program: &mut Program,
    proc: &mut Procedure,
    (id, pointer): (EdgeId, ExprId),
    fitting: &[ProcId],
) -> LocId {
    let edge = proc.edge(id).clone();
    let call = |p| {
        let mut op = edge.op.clone();
        if let Op::Call { callee, .. } = &mut op {
            *callee = Callee::Direct(p);
        }
        op
    };
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
        proc.add_edge(Edge {
            from: chosen,
            op: call(p),
            ..edge.clone()
        });
        at = other;
    }
    at
}

/// The procedures that a call through a pointer may lead to, of those whose address somebody has.
pub(crate) fn targets(
    program: &Program,
    taken: &BTreeSet<ProcId>,
    call: (ExprId, &[Arg], Option<Place>),
) -> Vec<ProcId> {
    let is_target = |p: &ProcId| {
        let proc = program.proc(*p);
        let is_known = taken.contains(p) || is_named_outside(program, proc);
        proc.defined && is_known && may_be(program, *p, call)
    };
    program.procs.keys().filter(is_target).collect()
}

/// The procedures that may be entered when execution starts at `entry`, also where a call goes through a
/// pointer that comes from outside: it may lead to any that other files can name or have been given.
pub fn reachable_by_pointers(program: &Program, entry: ProcId) -> BTreeSet<ProcId> {
    let mut reached = reachable_procs(program, entry);
    // Nobody else has addresses of its functions.
    if program.extent == Extent::Whole {
        return reached;
    }
    loop {
        let new = led_to(program, &reached);
        if new.is_empty() {
            return reached;
        }
        reached = reachable_from(program, reached.union(&new).copied().collect());
    }
}

/// The procedures outside of some others to which calls through pointers in these may lead.
fn led_to(program: &Program, reached: &BTreeSet<ProcId>) -> BTreeSet<ProcId> {
    let taken = taken_procs(program, reached);
    let is_known = |p: ProcId| taken.contains(&p) || is_named_outside(program, program.proc(p));
    let others = program.procs.keys().filter(|p| !reached.contains(p));
    let others = others.filter(|&p| program.proc(p).defined && is_known(p));
    let mut others: BTreeSet<ProcId> = others.collect();
    let mut found = BTreeSet::new();
    for edge in reached.iter().flat_map(|&p| &program.proc(p).edges) {
        if others.is_empty() {
            break;
        }
        if let (Some(pointer), Op::Call { args, result, .. }) = (target(&edge.op), &edge.op) {
            let call = (pointer, &args[..], *result);
            let fits = others.iter().copied().filter(|&p| may_be(program, p, call));
            let fits: Vec<ProcId> = fits.collect();
            others.retain(|p| !fits.contains(p));
            found.extend(fits);
        }
    }
    found
}

/// What is called if it is none of the choices.
fn rest(
    program: &Program,
    (taken, fitting): (&BTreeSet<ProcId>, &[ProcId]),
    call: (ExprId, &[Arg], Option<Place>),
) -> Callee {
    let is_missed = |p: ProcId| {
        let proc = program.proc(p);
        let is_known = taken.contains(&p) || is_named_outside(program, proc);
        proc.defined && is_known && !fitting.contains(&p) && may_be(program, p, call)
    };
    let mut procs = program.procs.keys();
    match procs.any(is_missed) && !is_on(Defect::IndirectElsewhere) {
        true => Callee::Indirect(call.0),
        false => Callee::Elsewhere(call.0),
    }
}

/// Whether a call through a pointer may be one of a procedure, as far as types say.
pub(crate) fn may_be(
    program: &Program,
    p: ProcId,
    (pointer, args, result): (ExprId, &[Arg], Option<Place>),
) -> bool {
    match is_prototyped(program, pointer) {
        true => agrees(program, p, (args, result), is_alike),
        false => accepts(program, pointer, p, args),
    }
}

/// Whether values of two types may have one representation.
fn is_alike(program: &Program, a: TypeId, b: TypeId) -> bool {
    let is_float = |ty| program.scalar(ty).map(Scalar::is_float);
    a == b || (program.size_of(a) == program.size_of(b) && is_float(a) == is_float(b))
}

/// Whether a pointer says what the functions take that it leads to.
fn is_prototyped(program: &Program, pointer: ExprId) -> bool {
    let to = program.types.pointee(program.exprs.get(pointer).ty);
    let ty = to.map(|q| program.types.get(q.ty));
    matches!(ty, Some(Type::Function(f)) if !f.unprototyped && !f.variadic)
}

/// Whether a procedure may be called through a pointer to functions of some type: all values that
/// they exchange may have one representation. A type that does not say what is passed says nothing.
pub fn is_called_as(program: &Program, p: ProcId, through: TypeId, wants_result: bool) -> bool {
    let types = &program.types;
    let (Type::Function(given), Type::Function(own)) =
        (types.get(through), types.get(program.proc(p).ty))
    else {
        return true;
    };
    if given.unprototyped || given.variadic {
        return true;
    }
    let alike = |a: TypeId, b: TypeId| is_alike(program, a, b);
    let mut params = given.params.iter().zip(&own.params);
    !own.variadic
        && given.params.len() == own.params.len()
        && params.all(|(&a, &b)| alike(a, b))
        && (!wants_result || alike(own.ret, given.ret))
}

/// The procedures whose address is taken and that some call through a pointer does not fit: that it
/// does not lead to them is assumed, since C leaves it undefined.
pub fn other_types(program: &Program, entry: ProcId) -> BTreeSet<ProcId> {
    let reached = reachable_by_pointers(program, entry);
    let taken = taken_procs(program, &reached);
    let mut found = BTreeSet::new();
    for edge in reached.iter().flat_map(|&p| &program.proc(p).edges) {
        let (Some(pointer), Op::Call { args, result, .. }) = (target(&edge.op), &edge.op) else {
            continue;
        };
        let call = (pointer, &args[..], *result);
        let differs = |p: &ProcId| program.proc(*p).defined && !may_be(program, *p, call);
        found.extend(taken.iter().copied().filter(differs));
    }
    found
}

/// Whether somebody outside may have the address of a function of the program.
fn is_named_outside(program: &Program, proc: &Procedure) -> bool {
    program.extent == Extent::Part && !proc.model && proc.external
}

/// Whether a call of a procedure with these arguments might be more than a fault.
fn accepts(program: &Program, pointer: ExprId, p: ProcId, args: &[Arg]) -> bool {
    let open = |ty: TypeId| match program.types.get(ty) {
        Type::Function(f) => f.variadic || f.unprototyped,
        _ => true,
    };
    let proc = program.proc(p);
    let through = program.types.pointee(program.exprs.get(pointer).ty);
    let takes_more = open(proc.ty) || through.is_none_or(|q| open(q.ty));
    let count = proc.params.len();
    let fits = |(arg, &param): (&Arg, &VarId)| is_convertible(program, arg, program.var(param).ty);
    let enough = args.len() == count || (args.len() > count && takes_more);
    enough && args.iter().zip(&proc.params).all(fits)
}

/// Whether an argument gives a parameter of a type some value: all but floats for other things, and
/// structures of other sizes.
fn is_convertible(program: &Program, arg: &Arg, ty: TypeId) -> bool {
    match arg {
        Arg::Aggregate { ty: given, .. } => program.size_of(*given) == program.size_of(ty),
        Arg::Scalar(e) => {
            let is_float = |ty| Some(program.scalar(ty)?.is_float());
            let given = is_float(program.exprs.get(*e).ty);
            given.is_some() && given == is_float(ty)
        }
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
    agrees(program, p, (args, result), same)
}

/// Whether arguments and result of a call are those of a procedure, as a relation on types says.
fn agrees(
    program: &Program,
    p: ProcId,
    (args, result): (&[Arg], Option<Place>),
    fits: fn(&Program, TypeId, TypeId) -> bool,
) -> bool {
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
        .all(|(a, &p)| fits(program, given(a), p));
    let wanted = result.map(|place| match place {
        Place::Slot(v) => program.var(v).ty,
        Place::Mem { access, .. } => access.ty,
        Place::Aggregate { ty, .. } => ty,
    });
    fit && wanted.is_none_or(|wanted| fits(program, ty.ret, wanted))
}

/// Whether two types are one, or two scalars of one representation: numbers and addresses of one
/// size.
fn same(program: &Program, a: TypeId, b: TypeId) -> bool {
    let is_word = |s: Scalar| matches!(s, Scalar::Int { .. } | Scalar::Pointer);
    match (program.scalar(a), program.scalar(b)) {
        (Some(s), Some(t)) if is_word(s) && is_word(t) => program.size_of(a) == program.size_of(b),
        (Some(s), Some(t)) => s == t,
        _ => a == b,
    }
}
