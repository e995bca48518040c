//! What an operation evaluates, what may be called, and who may call back.
//!
//! **Invariant.** Written apart from `hatha_cfa::reach`, which engines ask: what one of the two
//! overlooks, the other does not. Over-approximate: a procedure whose address is taken where control
//! may come, or in an initial value, counts as called.

use crate::outside::way_in;
use hatha_cfa::{
    Arg, Callee, EdgeId, ExprId, ExprKind, Extent, GlobalInit, InitValue, Op, Place, ProcId,
    Procedure, Program, ReturnValue, Type, TypeId,
};
use std::collections::BTreeSet;

/// Functions of the library that register what runs when the program ends. The last one is that of
/// destructors (`models/exit.c`).
const REGISTER_HANDLERS: [&str; 4] = ["atexit", "on_exit", "at_quick_exit", "__hatha_at_end"];

/// The address of a place in memory.
fn address(place: &Place) -> Option<ExprId> {
    match place {
        Place::Mem { addr, .. } | Place::Aggregate { addr, .. } => Some(*addr),
        Place::Slot(_) => None,
    }
}

/// The expressions that an operation evaluates, addresses of places among them.
pub(crate) fn operands(op: &Op) -> Vec<ExprId> {
    let mut all = Vec::new();
    match op {
        Op::Assign { place, value } => {
            all.push(*value);
            all.extend(address(place));
        }
        Op::Havoc { place, .. } => all.extend(address(place)),
        Op::Assume { cond, .. } => all.push(*cond),
        Op::Return(ReturnValue::Scalar(e) | ReturnValue::Aggregate(e)) => all.push(*e),
        Op::Copy { dst, src, len } => all.extend([*dst, *src, *len]),
        Op::Fill { dst, byte, len } => all.extend([*dst, *byte, *len]),
        Op::Builtin { args, result, .. } => {
            all.extend(args);
            all.extend(result.as_ref().and_then(address));
        }
        Op::Call {
            callee,
            args,
            result,
        } => {
            all.extend(callee.pointer());
            for arg in args {
                match arg {
                    Arg::Scalar(e) | Arg::Aggregate { addr: e, .. } => all.push(*e),
                }
            }
            all.extend(result.as_ref().and_then(address));
        }
        Op::Return(ReturnValue::None)
        | Op::Skip
        | Op::Declare(_)
        | Op::Dead(_)
        | Op::Fail(_)
        | Op::Unsupported(_) => {}
    }
    all
}

/// The procedures whose addresses stand in expressions.
pub(crate) fn addresses(program: &Program, mut work: Vec<ExprId>) -> Vec<ProcId> {
    let mut found = Vec::new();
    while let Some(e) = work.pop() {
        if let ExprKind::Proc(p) = program.exprs.get(e).kind {
            found.push(p);
        }
        work.extend(program.exprs.children(e));
    }
    found
}

/// The procedures whose addresses stand in initial values.
pub(crate) fn initial(program: &Program) -> Vec<ProcId> {
    let mut roots = Vec::new();
    for (_, init) in &program.globals {
        if let GlobalInit::Defined(items) = init {
            roots.extend(items.iter().filter_map(|i| match i.value {
                InitValue::Scalar(_, e) => Some(e),
                InitValue::Bytes(_) => None,
            }));
        }
    }
    addresses(program, roots)
}

/// The procedures that an operation names, called or not.
pub(crate) fn named(program: &Program, op: &Op) -> Vec<ProcId> {
    let mut found = addresses(program, operands(op));
    if let Op::Call {
        callee: Callee::Direct(p),
        ..
    } = op
    {
        found.push(*p);
    }
    found
}

/// The edges to which control may come from the entry of a procedure, in order.
pub(crate) fn reachable_edges(proc: &Procedure) -> BTreeSet<EdgeId> {
    let mut edges = BTreeSet::new();
    if !proc.defined {
        return edges;
    }
    let mut work = proc.out_edges(proc.entry).to_vec();
    while let Some(edge) = work.pop() {
        if edges.insert(edge) {
            work.extend(proc.out_edges(proc.edge(edge).to));
        }
    }
    edges
}

/// The procedures that may be entered when execution starts at `entry`.
pub(crate) fn reachable_procs(program: &Program, entry: ProcId) -> BTreeSet<ProcId> {
    reachable_from(program, vec![entry])
}

/// The same, also where a call goes through a pointer that comes from outside.
///
/// **Soundness.** Such a pointer may lead to any function that other files can name, and to a static
/// one whose address they have been given. What gives it away has run: a function that other files can
/// name, or one that such a function may come to call, in this execution or before it. Where the
/// user states that there are no other files, a pointer from somewhere may still lead to every function whose
/// address these files take: no more is stated.
pub(crate) fn reachable_by_pointers(program: &Program, entry: ProcId) -> BTreeSet<ProcId> {
    let reached = reachable_procs(program, entry);
    let is_indirect =
        |op: &Op| matches!(op, Op::Call { callee, .. } if !matches!(callee, Callee::Direct(_)));
    let mut edges = reached.iter().flat_map(|p| &program.proc(*p).edges);
    if !edges.any(|e| is_indirect(&e.op)) || way_in(program, entry).is_none() {
        return reached;
    }
    let roots = match program.extent {
        Extent::Stated => taken_by_any(program),
        Extent::Whole | Extent::Part => {
            let open = program.procs().filter(|(_, p)| p.external && !p.model);
            open.map(|(p, _)| p).collect()
        }
    };
    reachable_from(program, roots.into_iter().chain([entry]).collect())
}

/// The functions whose addresses the program's own functions take, whether control may come there or not.
pub(crate) fn taken_by_any(program: &Program) -> BTreeSet<ProcId> {
    let own = program.procs().filter(|(_, p)| !p.model);
    let edges = own.flat_map(|(_, p)| &p.edges);
    edges
        .flat_map(|e| addresses(program, operands(&e.op)))
        .collect()
}

fn reachable_from(program: &Program, roots: Vec<ProcId>) -> BTreeSet<ProcId> {
    let mut reached = BTreeSet::new();
    let mut work = initial(program);
    work.extend(roots);
    while let Some(p) = work.pop() {
        if reached.insert(p) {
            let proc = program.proc(p);
            for edge in reachable_edges(proc) {
                work.extend(named(program, &proc.edge(edge).op));
            }
        }
    }
    reached
}

/// Whether the end of `entry` may run handlers that the program has registered: then it is not
/// the end of the execution.
pub(crate) fn runs_exit_handlers(program: &Program, entry: ProcId) -> bool {
    let registers = |p: &ProcId| REGISTER_HANDLERS.contains(&program.proc(*p).name.as_str());
    let reached = reachable_by_pointers(program, entry);
    reached.iter().any(registers)
}

/// Whether a call hands over something that can be called: whoever gets it may call back.
pub(crate) fn passes_function(program: &Program, args: &[Arg]) -> bool {
    args.iter().any(|arg| match arg {
        Arg::Aggregate { ty, .. } => holds_function(program, *ty),
        Arg::Scalar(e) => {
            let is_address = !addresses(program, vec![*e]).is_empty();
            is_address || holds_function(program, program.exprs.get(*e).ty)
        }
    })
}

/// Whether a value of a type is a pointer to a function, or has one as a part.
fn holds_function(program: &Program, ty: TypeId) -> bool {
    match program.types.get(ty) {
        Type::Pointer(to) => matches!(program.types.get(to.ty), Type::Function(_)),
        Type::Array { elem, .. } => holds_function(program, elem.ty),
        // A structure has no part of its own type, so this ends.
        Type::Record(record) => {
            let mut fields = program.types.record(*record).fields.iter();
            fields.any(|field| holds_function(program, field.ty.ty))
        }
        _ => false,
    }
}
