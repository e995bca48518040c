//! The operations on threads that a program calls by name.
//!
//! **Invariant.** A function is a primitive only if the program does not define it.

use super::called;
use hatha_cfa::expr::ExprKind;
use hatha_cfa::program::{
    Callee, Edge, Op, Place, ProcId, Procedure, Program, ReturnValue, VarScope,
};
use hatha_cfa::types::{FunctionType, Type, TypeId};
use std::collections::BTreeMap;

/// What a call means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Primitive {
    Create,
    Join,
    Exit,
    /// The handle of the thread that calls.
    Own,
    Lock,
    TryLock,
    Unlock,
    /// A mutex comes into use, or goes out of it.
    InitMutex,
    DestroyMutex,
    /// Waits for a condition: gives the mutex up, and gets it again. POSIX lets a thread wake up
    /// without a signal, so signals need not be told apart.
    Wait,
    /// Nothing but the result 0.
    Nothing,
    BeginAtomic,
    EndAtomic,
    /// A function on threads that is not modelled.
    Unknown,
}

const BEGIN: &str = "$atomic_begin";
const END: &str = "$atomic_end";
/// How the names of functions begin that run as one step.
const ATOMIC: &str = "__VERIFIER_atomic_";

/// Which procedures are primitives.
#[derive(Debug)]
pub(super) struct Primitives(BTreeMap<ProcId, Primitive>);

impl Primitives {
    pub(super) fn of(program: &Program) -> Primitives {
        let undefined = program.procs().filter(|(_, p)| !p.defined);
        let known = |(id, p): (ProcId, &Procedure)| Some((id, meaning(&p.name)?));
        Primitives(undefined.filter_map(known).collect())
    }

    /// The primitive that an operation is a call of.
    pub(super) fn called(&self, op: &Op) -> Option<Primitive> {
        match op {
            Op::Call {
                callee: Callee::Direct(p),
                ..
            } => self.0.get(p).copied(),
            _ => None,
        }
    }
}

fn meaning(name: &str) -> Option<Primitive> {
    Some(match name {
        "pthread_create" => Primitive::Create,
        "pthread_join" => Primitive::Join,
        "pthread_exit" => Primitive::Exit,
        "pthread_self" => Primitive::Own,
        "pthread_mutex_lock" => Primitive::Lock,
        "pthread_mutex_trylock" => Primitive::TryLock,
        "pthread_mutex_unlock" => Primitive::Unlock,
        "pthread_mutex_init" => Primitive::InitMutex,
        "pthread_mutex_destroy" => Primitive::DestroyMutex,
        "pthread_cond_wait" => Primitive::Wait,
        "pthread_cond_init"
        | "pthread_cond_destroy"
        | "pthread_cond_signal"
        | "pthread_cond_broadcast"
        | "pthread_attr_init"
        | "pthread_attr_destroy"
        | "pthread_attr_setdetachstate"
        | "pthread_detach"
        | "pthread_yield"
        | "sched_yield" => Primitive::Nothing,
        "__VERIFIER_atomic_begin" | BEGIN => Primitive::BeginAtomic,
        "__VERIFIER_atomic_end" | END => Primitive::EndAtomic,
        _ if name.starts_with("pthread_")
            || name.starts_with("thrd_")
            || name.starts_with("mtx_")
            || name.starts_with("cnd_")
            || name.starts_with("tss_")
            || name.starts_with("sem_")
            || name == "call_once"
            || name == "fork"
            || name == "vfork"
            || name == "clone"
            || name == ATOMIC =>
        {
            Primitive::Unknown
        }
        _ => return None,
    })
}

/// Puts the beginning and the end of an atomic section into the functions whose names ask for it.
pub(super) fn mark_atomic_functions(program: &mut Program) {
    let marked = |p: &Procedure| {
        let rest = p.name.strip_prefix(ATOMIC);
        p.defined && !p.model && rest.is_some_and(|r| !matches!(r, "" | "begin" | "end"))
    };
    let all = program.procs().filter(|(_, p)| marked(p));
    let all: Vec<ProcId> = all.map(|(id, _)| id).collect();
    if all.is_empty() {
        return;
    }
    let call = |p| Op::Call {
        callee: Callee::Direct(p),
        args: Vec::new(),
        result: None,
    };
    let (begin, end) = (call(marker(program, BEGIN)), call(marker(program, END)));
    for id in all {
        let returns = |e: &Edge| matches!(e.op, Op::Return(_));
        let edges = program.proc(id).edges().filter(|(_, e)| returns(e));
        for edge in edges.map(|(e, _)| e).collect::<Vec<_>>() {
            let mut ops = vec![end.clone(), program.proc(id).edge(edge).op.clone()];
            // The result is computed inside the section and stored by the caller behind it.
            if let Op::Return(ReturnValue::Scalar(value)) = ops[1] {
                let ty = program.exprs.get(value).ty;
                let kept = program.add_slot(id, "result", ty);
                let place = Place::Slot(kept);
                let read = program.exprs.add(ExprKind::Var(kept), ty);
                ops[1] = Op::Return(ReturnValue::Scalar(read));
                ops.insert(0, Op::Assign { place, value });
            }
            program.procs[id].replace_edge(edge, ops);
        }
        program.procs[id].prepend(vec![begin.clone()]);
    }
}

/// Lets operations on threads give their results to locals, from which they are stored behind them.
///
/// **Soundness.** The operation and the store of its result are two steps: another thread may see a mutex
/// that is locked or a thread that runs before the result of the call is where it goes.
pub(super) fn keep_results(program: &mut Program, primitives: &Primitives) {
    let procs: Vec<ProcId> = program.procs().map(|(id, _)| id).collect();
    for id in procs {
        let edges = program.proc(id).edges();
        let edges = edges.filter(|(_, e)| primitives.called(&e.op).is_some());
        for edge in edges.map(|(e, _)| e).collect::<Vec<_>>() {
            let mut op = program.proc(id).edge(edge).op.clone();
            let Op::Call { result, .. } = &mut op else {
                continue;
            };
            let Some((place, ty)) = result.and_then(|p| Some((p, shared_type(program, p)?))) else {
                continue;
            };
            let kept = program.add_slot(id, "result", ty);
            *result = Some(Place::Slot(kept));
            let value = program.exprs.add(ExprKind::Var(kept), ty);
            program.procs[id].replace_edge(edge, vec![op, Op::Assign { place, value }]);
        }
    }
}

/// The type of a scalar place that another thread may see.
fn shared_type(program: &Program, place: Place) -> Option<TypeId> {
    match place {
        Place::Slot(v) => {
            let var = program.var(v);
            (var.scope == VarScope::Global).then_some(var.ty)
        }
        Place::Mem { access, .. } => Some(access.ty),
        Place::Aggregate { .. } => None,
    }
}

fn marker(program: &mut Program, name: &str) -> ProcId {
    let ret = program.types.void();
    let ty = program.types.intern(Type::Function(FunctionType {
        ret,
        params: Vec::new(),
        variadic: false,
        unprototyped: false,
    }));
    let span = hatha_cfa::source::Span::NONE;
    program
        .procs
        .push_and_get_key(Procedure::declared(name, ty, span))
}

/// Whether an operation calls, with or without a body, something that reaches a primitive.
pub(super) fn reaches(program: &Program, primitives: &Primitives, op: &Op) -> bool {
    let Op::Call {
        callee: Callee::Direct(p),
        ..
    } = op
    else {
        return false;
    };
    let reached = hatha_cfa::reach::reachable_procs(program, *p);
    let calls = |p: &ProcId| {
        let mut edges = program.proc(*p).edges.iter();
        edges.any(|e| primitives.called(&e.op).is_some())
    };
    called(program, op).is_none() && reached.iter().any(calls)
}
