//! Objects that code without a body cannot see.
//!
//! A function without a body changes only what it can see, which is an assumption that the answer
//! prints: globals that other files can name, what it is given, and what addresses in objects that it
//! can see lead to, now or at an earlier call.
//!
//! **Soundness.** A variable is *hidden* if no value that may contain its address is ever stored in
//! memory, given to a function without a body, returned to another file or used in a way that is not
//! described here. So the address is only in slots, which belong to invocations of the program, and nothing that
//! others can see leads to the variable: they neither change it nor end it. All procedures are looked at,
//! whether the entry comes to call them or not: what another file may have been given before
//! counts. A value that is loaded contains no such address, since none was stored. A pointer that is
//! compared gives nothing away: nobody may make a pointer to an object from a guess. But the
//! bits of an address do, whatever becomes of them: they may decide branches, choose elements of
//! arrays, be rounded. So a variable whose address becomes a number, or is subtracted
//! from (null may stand on the other side), is not hidden. Variables of components are left out, since an
//! outer invocation has its own.

use hatha_cfa::join::Joined;
use hatha_cfa::{
    Arg, Builtin, Callee, ExprId, ExprKind, GlobalInit, InitValue, Op, Place, ProcId, Procedure,
    Program, ReturnValue, Scalar, Storage, VarId,
};
use std::collections::{BTreeMap, BTreeSet};

/// The hidden variables.
pub(crate) fn hidden(joined: &Joined) -> BTreeSet<VarId> {
    let program = &joined.program;
    // Assembly that changes memory may have kept an operand of assembly that does not.
    if program.procs.iter().any(|p| p.name == "__asm__") {
        return BTreeSet::new();
    }
    let moves = all_moves(joined);
    let leaking = leaking_slots(program, &moves);
    let mut hidden: BTreeSet<VarId> = program.vars.keys().collect();
    let is_inner = |v: &VarId| joined.components.iter().any(|c| c.locals.contains(v));
    hidden.retain(|v| {
        let var = program.var(*v);
        var.storage == Storage::Memory && !var.is_named_outside() && !is_inner(v)
    });
    for (value, to) in &moves {
        if to.is_none_or(|slot| leaking.contains(&slot)) {
            for v in parts(program, *value).addresses {
                hidden.remove(&v);
            }
        }
    }
    hidden
}

/// A value and the slot that it goes to; `None` if it goes where somebody else may find it.
type Move = (ExprId, Option<VarId>);

fn all_moves(joined: &Joined) -> Vec<Move> {
    let program = &joined.program;
    let mut moves = Vec::new();
    for (v, init) in &program.globals {
        let GlobalInit::Defined(items) = init else {
            continue;
        };
        for item in items {
            if let InitValue::Scalar(_, e) = item.value {
                moves.push((e, own_slot(program, *v)));
            }
        }
    }
    moves.extend(numbers(program).into_iter().map(|e| (e, None)));
    let results = results(program);
    let pointed = pointed_procs(program);
    for (p, proc) in program.procs.iter_enumerated() {
        let is_pointed = pointed.contains(&p);
        for edge in &proc.edges {
            match &edge.op {
                Op::Call {
                    callee,
                    args,
                    result,
                } => {
                    let is_joined = p == joined.entry;
                    call_moves(joined, is_joined, (*callee, args), &mut moves);
                    // What a procedure returns is where its result goes.
                    if let Callee::Direct(q) = callee
                        && let (Some(place), Some(values)) = (result, results.get(q))
                    {
                        let to = target(program, *place);
                        moves.extend(values.iter().map(|&value| (value, to)));
                    }
                }
                // Where the result of a call through a pointer goes is not looked for.
                Op::Return(ReturnValue::Scalar(value)) if is_pointed => moves.push((*value, None)),
                op => moves.extend(plain_moves(program, proc, op)),
            }
        }
    }
    moves
}

/// The pointers that become numbers, by conversion or subtraction.
fn numbers(program: &Program) -> Vec<ExprId> {
    let is_pointer = |e| program.scalar(program.exprs.get(e).ty) == Some(Scalar::Pointer);
    let mut found = Vec::new();
    for e in (0..program.exprs.len() as u32).map(ExprId) {
        let is_truth_value = program.scalar(program.exprs.get(e).ty) == Some(Scalar::Bool);
        match program.exprs.get(e).kind {
            // Whether it is null is a comparison.
            ExprKind::Cast(a) if is_pointer(a) && !is_pointer(e) && !is_truth_value => {
                found.push(a);
            }
            ExprKind::PtrDiff { a, b, .. } => found.extend([a, b]),
            _ => {}
        }
    }
    found
}

/// The procedures that may be called through a pointer.
fn pointed_procs(program: &Program) -> BTreeSet<ProcId> {
    let all = (0..program.exprs.len() as u32).map(|i| program.exprs.get(ExprId(i)).kind);
    let pointed = all.filter_map(|kind| match kind {
        ExprKind::Proc(p) => Some(p),
        _ => None,
    });
    pointed.collect()
}

/// What each procedure returns.
fn results(program: &Program) -> BTreeMap<ProcId, Vec<ExprId>> {
    let mut all: BTreeMap<_, Vec<ExprId>> = BTreeMap::new();
    for (p, proc) in program.procs.iter_enumerated() {
        for edge in &proc.edges {
            if let Op::Return(ReturnValue::Scalar(value)) = edge.op {
                all.entry(p).or_default().push(value);
            }
        }
    }
    all
}

/// The moves of a call: to the parameters of a procedure of the program, or away. Only the joined
/// automaton calls components, whose parameters are not followed.
fn call_moves(
    joined: &Joined,
    is_joined: bool,
    (callee, args): (Callee, &[Arg]),
    moves: &mut Vec<Move>,
) {
    let program = &joined.program;
    let Callee::Direct(q) = callee else {
        moves.extend(args.iter().filter_map(scalar).map(|e| (e, None)));
        return;
    };
    if joined.silence.covers(program, q, args) {
        return;
    }
    let proc = program.proc(q);
    for (n, arg) in args.iter().enumerate() {
        let param = proc.params.get(n).filter(|_| proc.defined && !is_joined);
        let to = param.and_then(|&v| own_slot(program, v));
        moves.extend(scalar(arg).map(|e| (e, to)));
    }
}

/// The moves of an operation that calls nothing.
fn plain_moves(program: &Program, proc: &Procedure, op: &Op) -> Vec<Move> {
    match op {
        Op::Assign { place, value } => vec![(*value, target(program, *place))],
        // Where the caller is of this program its result gets the value.
        Op::Return(ReturnValue::Scalar(value)) if proc.external && !proc.model => {
            vec![(*value, None)]
        }
        Op::Builtin { builtin, args, .. } if !keeps_nothing(*builtin) => {
            args.iter().map(|&e| (e, None)).collect()
        }
        Op::Skip
        | Op::Assume { .. }
        | Op::Return(_)
        | Op::Havoc { .. }
        // Bytes of memory go to memory: they contain no address of a hidden variable.
        | Op::Copy { .. }
        | Op::Fill { .. }
        | Op::Declare(_)
        | Op::Dead(_)
        | Op::Builtin { .. }
        | Op::Fail(_)
        | Op::Unsupported(_)
        | Op::Call { .. } => Vec::new(),
    }
}

/// Whether a builtin stores no operand and lets nobody see one.
fn keeps_nothing(builtin: Builtin) -> bool {
    matches!(
        builtin,
        Builtin::Free
            | Builtin::StackFree
            | Builtin::ObjectSize
            | Builtin::Write
            | Builtin::Math(_)
            | Builtin::Apart
            | Builtin::ApartText
            | Builtin::Disjoint
            | Builtin::NotNull
            | Builtin::IsKnownVariable
    )
}

fn scalar(arg: &Arg) -> Option<ExprId> {
    match *arg {
        Arg::Scalar(e) => Some(e),
        // Its bytes are copied.
        Arg::Aggregate { .. } => None,
    }
}

fn target(program: &Program, place: Place) -> Option<VarId> {
    match place {
        Place::Slot(v) => own_slot(program, v),
        Place::Mem { .. } | Place::Aggregate { .. } => None,
    }
}

/// A slot that only the program reads.
fn own_slot(program: &Program, v: VarId) -> Option<VarId> {
    let var = program.var(v);
    (var.storage == Storage::Slot && !var.is_named_outside()).then_some(v)
}

/// The slots whose value may come to somebody else.
fn leaking_slots(program: &Program, moves: &[Move]) -> BTreeSet<VarId> {
    let mut sources: BTreeMap<Option<VarId>, Vec<VarId>> = BTreeMap::new();
    for (value, to) in moves {
        sources
            .entry(*to)
            .or_default()
            .extend(parts(program, *value).slots);
    }
    let mut leaking = BTreeSet::new();
    let mut work: Vec<Option<VarId>> = vec![None];
    while let Some(to) = work.pop() {
        for &slot in sources.get(&to).into_iter().flatten() {
            if leaking.insert(slot) {
                work.push(Some(slot));
            }
        }
    }
    leaking
}

/// What a value is computed from, as far as it may contain an address.
#[derive(Default)]
struct Parts {
    addresses: Vec<VarId>,
    slots: Vec<VarId>,
}

fn parts(program: &Program, value: ExprId) -> Parts {
    let mut found = Parts::default();
    let (mut work, mut seen) = (vec![value], BTreeSet::new());
    while let Some(e) = work.pop() {
        if !seen.insert(e) {
            continue;
        }
        match program.exprs.get(e).kind {
            ExprKind::AddrOf(v) => found.addresses.push(v),
            ExprKind::Var(v) => found.slots.push(v),
            ExprKind::Load { .. } | ExprKind::Object { .. } | ExprKind::PtrDiff { .. } => {}
            ExprKind::Binary(op, ..) if op.is_comparison() => {}
            _ => work.extend(program.exprs.children(e)),
        }
    }
    found
}
