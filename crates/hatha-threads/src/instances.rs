//! The threads that a program may start: one copy of a function for each.
//!
//! **Invariant.** No two instances share a local. An instance is started at one edge of one other
//! instance, at most once; where an edge may start more, no instance is left and that is not
//! modelled.

use super::primitive::{Primitive, Primitives};
use super::{INSTANCE, INSTANCES, LOOPED};
use hatha_cfa::expr::{ExprId, ExprKind};
use hatha_cfa::inline::{InlineError, inline};
use hatha_cfa::program::{
    Arg, Callee, Edge, EdgeId, LocId, Location, Op, Place, ProcId, Procedure, Program, ReturnValue,
    StmtId, UserView, VarId, VarScope,
};
use hatha_cfa::types::{FunctionType, Type, TypeId};
use hatha_index::IndexVec;
use std::collections::{BTreeMap, BTreeSet};

/// A thread that may run.
#[derive(Debug)]
pub(super) struct Instance {
    /// The procedure with its body; it is emptied in the end, the entry apart.
    pub(super) proc: ProcId,
    /// What starts it; nothing starts the entry's.
    pub(super) start: Option<Start>,
    /// What keeps its argument, if it takes one.
    pub(super) arg: Option<VarId>,
    /// What keeps its result.
    pub(super) result: Option<VarId>,
    /// What a join in it was called with.
    pub(super) joined: VarId,
    /// The instances that each edge of it may start, in the order in which it starts them.
    pub(super) starts: BTreeMap<EdgeId, Vec<usize>>,
}

/// What starts an instance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    /// The instance.
    pub(super) by: usize,
    /// The edge.
    pub(super) at: EdgeId,
    /// Whether the edge starts no other.
    pub(super) alone: bool,
}

/// All instances; the entry's is the first.
pub(super) fn all(
    program: &mut Program,
    entry: ProcId,
    primitives: &Primitives,
) -> Result<Vec<Instance>, String> {
    expand(program, entry)?;
    let mut found = vec![instance(program, entry, None)];
    let mut next = 0;
    while next < found.len() {
        let body = program.proc(found[next].proc).clone();
        let cyclic = cyclic(&body);
        let creates = body
            .edges()
            .filter(|(_, e)| primitives.called(&e.op) == Some(Primitive::Create));
        for (at, edge) in creates {
            let looped = cyclic.contains(&edge.from);
            let count = if looped { LOOPED } else { 1 };
            let mut started = Vec::new();
            let Some(function) = function(program, &edge.op) else {
                continue;
            };
            for _ in 0..count {
                if found.len() >= INSTANCES {
                    break;
                }
                let Some(mut new) = thread(program, function, found.len())? else {
                    break;
                };
                let alone = !looped;
                new.start = Some(Start {
                    by: next,
                    at,
                    alone,
                });
                started.push(found.len());
                found.push(new);
            }
            found[next].starts.insert(at, started);
        }
        next += 1;
    }
    Ok(found)
}

fn expand(program: &mut Program, proc: ProcId) -> Result<(), String> {
    *program = inline(program, proc, INSTANCE).map_err(|e| match e {
        InlineError::Recursive(name) => {
            format!("threads in a program whose function `{name}` calls itself")
        }
        InlineError::TooLarge(_) => "threads of a program of this size".to_owned(),
        InlineError::Mismatch(name, _) => format!("a call of `{name}` that does not fit it"),
    })?;
    Ok(())
}

fn instance(program: &mut Program, proc: ProcId, arg: Option<VarId>) -> Instance {
    let handle = handle_type(program);
    Instance {
        proc,
        start: None,
        arg,
        result: None,
        joined: program.add_slot(proc, "joined", handle),
        starts: BTreeMap::new(),
    }
}

/// The type of handles where nothing says another one.
fn handle_type(program: &mut Program) -> TypeId {
    program.types.int(hatha_cfa::types::IntKind::ULong)
}

/// The function that an edge starts, if it is named there.
fn function(program: &Program, op: &Op) -> Option<ProcId> {
    let Op::Call { args, .. } = op else {
        return None;
    };
    let Some(&Arg::Scalar(mut e)) = args.get(2) else {
        return None;
    };
    loop {
        match program.exprs.get(e).kind {
            ExprKind::Proc(p) => return Some(p),
            ExprKind::Cast(inner) => e = inner,
            _ => return None,
        }
    }
}

/// A copy of a function as a thread; none if it cannot be started with a pointer.
fn thread(
    program: &mut Program,
    function: ProcId,
    number: usize,
) -> Result<Option<Instance>, String> {
    let of = program.proc(function).clone();
    let Type::Function(ty) = program.types.get(of.ty).clone() else {
        return Ok(None);
    };
    let is_pointer = |t: TypeId| matches!(program.types.get(t), Type::Pointer(_));
    let params: Vec<VarId> = of.params.clone();
    let takes = params.iter().all(|p| is_pointer(program.var(*p).ty));
    let gives = is_pointer(ty.ret) || matches!(program.types.get(ty.ret), Type::Void);
    if !of.defined || params.len() > 1 || !takes || !gives || ty.variadic {
        return Ok(None);
    }
    let id = empty(program, &format!("{}#{number}", of.name), &of);
    let arg = params.first().map(|p| {
        let ty = program.var(*p).ty;
        program.add_slot(id, "argument", ty)
    });
    let void = program.types.void();
    let pointer = program.types.pointer(void);
    let result = program.add_slot(id, "result", pointer);
    let given = is_pointer_result(program, ty.ret).then(|| program.add_slot(id, "given", ty.ret));
    let args = arg.map(|v| {
        let ty = program.var(v).ty;
        Arg::Scalar(program.exprs.add(ExprKind::Var(v), ty))
    });
    let call = Op::Call {
        callee: Callee::Direct(function),
        args: args.into_iter().collect(),
        result: given.map(Place::Slot),
    };
    let value = match given {
        Some(v) => program.exprs.add(ExprKind::Var(v), ty.ret),
        None => program.exprs.add(ExprKind::Int(0), pointer),
    };
    let value = cast(program, value, pointer);
    let keep = Op::Assign {
        place: Place::Slot(result),
        value,
    };
    let body = &mut program.procs[id];
    body.add_chain(LocId(0), vec![call, keep], LocId(2), LocId(0), of.span);
    body.add_edge(Edge {
        from: LocId(2),
        to: LocId(1),
        op: Op::Return(ReturnValue::None),
        span: of.span,
    });
    expand(program, id)?;
    let mut instance = instance(program, id, arg);
    instance.result = Some(result);
    Ok(Some(instance))
}

fn is_pointer_result(program: &Program, ty: TypeId) -> bool {
    matches!(program.types.get(ty), Type::Pointer(_))
}

/// An expression as one of another type.
pub(super) fn cast(program: &mut Program, e: ExprId, ty: TypeId) -> ExprId {
    match program.exprs.get(e).ty == ty {
        true => e,
        false => program.exprs.add(ExprKind::Cast(e), ty),
    }
}

/// A procedure without parameters and edges, with an entry, an exit and one more location.
fn empty(program: &mut Program, name: &str, like: &Procedure) -> ProcId {
    let ret = program.types.void();
    let ty = program.types.intern(Type::Function(FunctionType {
        ret,
        params: Vec::new(),
        variadic: false,
        unprototyped: false,
    }));
    let location = Location {
        stmt: StmtId(0),
        span: like.span,
        label: None,
        loop_head: false,
    };
    program.procs.push_and_get_key(Procedure {
        name: name.to_owned(),
        ty,
        params: Vec::new(),
        locals: Vec::new(),
        defined: true,
        noreturn: false,
        external: false,
        model: false,
        locations: vec![location.clone(), location.clone(), location].into(),
        edges: IndexVec::new(),
        out: vec![Vec::new(); 3].into(),
        entry: LocId(0),
        exit: LocId(1),
        predicates: Vec::new(),
        view: UserView::default(),
        span: like.span,
    })
}

/// The locations that a path from themselves leads back to.
fn cyclic(body: &Procedure) -> BTreeSet<LocId> {
    let comes_back = |start: &LocId| {
        let mut seen = BTreeSet::new();
        let mut work = vec![*start];
        while let Some(at) = work.pop() {
            for e in body.out_edges(at) {
                let to = body.edge(*e).to;
                if to == *start {
                    return true;
                }
                if seen.insert(to) {
                    work.push(to);
                }
            }
        }
        false
    };
    // Only where something is called can it matter.
    let calls = body
        .edges
        .iter()
        .filter(|e| matches!(e.op, Op::Call { .. }));
    calls.map(|e| e.from).filter(comes_back).collect()
}

/// Makes slots of the variables that nothing but joins and starts of threads use by their
/// addresses: the handles.
///
/// **Soundness.** All that ever leads to such a variable is written there by name: a load or a
/// store of it as a whole, and the first argument of `pthread_create`, which stores a handle.
pub(super) fn handles_as_slots(
    program: &mut Program,
    instances: &mut [Instance],
    primitives: &Primitives,
) {
    let mut candidates = BTreeSet::new();
    let mut others = BTreeSet::new();
    for instance in instances.iter() {
        for edge in &program.proc(instance.proc).edges {
            let create = primitives.called(&edge.op) == Some(Primitive::Create);
            let (first, rest) = direct_uses(program, &edge.op, create);
            candidates.extend(first);
            others.extend(rest);
        }
    }
    let is_local = |v: &VarId| !matches!(program.var(*v).scope, VarScope::Global);
    let is_scalar = |v: &VarId| program.scalar(program.var(*v).ty).is_some();
    let chosen: Vec<VarId> = candidates
        .difference(&others)
        .copied()
        .filter(|v| is_local(v) && is_scalar(v) && !program.var(*v).volatile)
        .collect();
    for v in chosen {
        as_slot(program, instances, v);
    }
}

/// The variables whose handles an operation stores by address, and those that it uses in
/// another way than by a whole load or store.
fn direct_uses(program: &Program, op: &Op, create: bool) -> (Vec<VarId>, Vec<VarId>) {
    let (mut handles, mut others) = (Vec::new(), Vec::new());
    let variable = |e: ExprId| match program.exprs.get(e).kind {
        ExprKind::AddrOf(v) => Some(v),
        _ => None,
    };
    let whole = |v: VarId, access: &hatha_cfa::expr::Access| {
        access.bits.is_none() && access.ty == program.var(v).ty
    };
    let mut work: Vec<ExprId> = Vec::new();
    for (i, root) in hatha_cfa::reach::operands(op).into_iter().enumerate() {
        let stored = match op {
            Op::Assign {
                place: Place::Mem { addr, access },
                ..
            }
            | Op::Havoc {
                place: Place::Mem { addr, access },
                ..
            }
            | Op::Call {
                result: Some(Place::Mem { addr, access }),
                ..
            } => *addr == root && variable(root).is_some_and(|v| whole(v, access)),
            _ => false,
        };
        match variable(root) {
            Some(v) if create && i == 0 => handles.push(v),
            Some(_) if stored => {}
            _ => work.push(root),
        }
    }
    while let Some(e) = work.pop() {
        match program.exprs.get(e).kind {
            ExprKind::AddrOf(v) => others.push(v),
            ExprKind::Load { addr, access }
                if variable(addr).is_some_and(|v| whole(v, &access)) => {}
            _ => work.extend(program.exprs.children(e)),
        }
    }
    (handles, others)
}

fn as_slot(program: &mut Program, instances: &[Instance], v: VarId) {
    let (ty, scope) = (program.var(v).ty, program.var(v).scope);
    let (VarScope::Local(owner) | VarScope::Param(owner, _)) = scope else {
        return;
    };
    let slot = program.add_slot(owner, HANDLE, ty);
    let read = program.exprs.add(ExprKind::Var(slot), ty);
    let mut map = BTreeMap::new();
    for i in 0..program.exprs.len() as u32 {
        let e = ExprId(i);
        match program.exprs.get(e).kind {
            ExprKind::Load { addr, .. } if program.exprs.get(addr).kind == ExprKind::AddrOf(v) => {
                map.insert(e, read);
            }
            _ => {}
        }
    }
    let named = |program: &Program, e: ExprId| program.exprs.get(e).kind == ExprKind::AddrOf(v);
    for instance in instances.iter().filter(|i| i.proc == owner) {
        for e in program.proc(instance.proc).edges.keys() {
            let op = program.proc(instance.proc).edge(e).op.clone();
            let mut op = match op {
                Op::Dead(w) if w == v => Op::Skip,
                Op::Declare(w) if w == v => Op::Declare(slot),
                op => hatha_cfa::substitute::rewritten_op(program, &op, &map),
            };
            match &mut op {
                Op::Assign { place, .. }
                | Op::Havoc { place, .. }
                | Op::Call {
                    result: Some(place),
                    ..
                } if matches!(*place, Place::Mem { addr, .. } if named(program, addr)) => {
                    *place = Place::Slot(slot);
                }
                _ => {}
            }
            if let Op::Call { args, .. } = &mut op
                && let Some(Arg::Scalar(first)) = args.first_mut()
                && named(program, *first)
            {
                // The call goes in the end: until then it names the slot that the handle goes to.
                *first = read;
            }
            program.procs[instance.proc].edges[e].op = op;
        }
    }
}

/// How slots of handles are named.
const HANDLE: &str = "handle";

/// The slot that a call stores a handle in, if its first argument names one.
pub(super) fn handle_slot(program: &Program, e: ExprId) -> Option<VarId> {
    match program.exprs.get(e).kind {
        ExprKind::Var(v) if program.var(v).name.starts_with("$handle") => Some(v),
        _ => None,
    }
}
