//! Which variables may stay out of memory, where pointers from outside lead.
//!
//! **Soundness.** A slot has no address: no write through a pointer changes it. That is so for a
//! variable that only one file can name, if no expression takes its address (such a program is
//! malformed). A variable that other files can name may be met by a pointer of theirs, unless there is
//! no other file. This is derived here from linkage, initial values and the automata; what
//! the front end has found counts for nothing, and what the user states is taken for an assumption.

use crate::Refusal;
use crate::reach::{operands, reachable_edges, reachable_procs};
use hatha_cfa::{
    ExprId, ExprKind, Extent, GlobalInit, InitValue, InputKind, Op, Place, ProcId, Program,
    Storage, Type, TypeId, Var, VarScope,
};

/// Refuses a program that keeps a variable out of memory to which a pointer from outside may lead.
pub(crate) fn check_slots(program: &Program, entry: ProcId) -> Result<(), Refusal> {
    let is_slot = |v: &&Var| v.storage == Storage::Slot && v.is_met_outside();
    let Some(var) = program.vars.iter().find(is_slot) else {
        return Ok(());
    };
    if program.extent == Extent::Stated {
        return Ok(());
    }
    match way_in(program, entry) {
        None => Ok(()),
        Some(why) => Err(Refusal::Wrong(format!(
            "a pointer from outside may lead to `{}`, which is not in memory: {why}",
            var.name
        ))),
    }
}

/// Whether no file but those of the program gives it pointers.
pub(crate) fn is_whole(program: &Program, entry: ProcId) -> bool {
    program.extent == Extent::Stated || way_in(program, entry).is_none()
}

/// Whether the program hands out the address of a global: as a value, not only to reach it. Then
/// somebody may have kept it from a call before this execution.
pub(crate) fn hands_out_a_global(program: &Program) -> bool {
    let initial = program.globals.iter().any(|(_, init)| match init {
        GlobalInit::Unknown => false,
        GlobalInit::Defined(items) => items.iter().any(|i| match i.value {
            InitValue::Bytes(_) => false,
            InitValue::Scalar(_, e) => has_address(program, vec![(e, false)]),
        }),
    });
    let procs = program.procs.iter().filter(|p| !p.model);
    initial
        || procs
            .flat_map(|p| &p.edges)
            .any(|e| has_address(program, evaluated(&e.op)))
}

/// What an operation evaluates, and whether it is the address of an access rather than a value.
fn evaluated(op: &Op) -> Vec<(ExprId, bool)> {
    let place = |p: &Place| match *p {
        Place::Slot(_) => None,
        Place::Mem { addr, .. } | Place::Aggregate { addr, .. } => Some((addr, true)),
    };
    match op {
        Op::Assign { place: p, value } => place(p).into_iter().chain([(*value, false)]).collect(),
        Op::Copy { dst, src, len } => vec![(*dst, true), (*src, true), (*len, false)],
        Op::Fill { dst, byte, len } => vec![(*dst, true), (*byte, false), (*len, false)],
        Op::Havoc { place: p, .. } => place(p).into_iter().collect(),
        // Arguments, results and everything else count as values.
        op => operands(op).into_iter().map(|e| (e, false)).collect(),
    }
}

/// Whether the address of a global that can change is among the values.
fn has_address(program: &Program, mut work: Vec<(ExprId, bool)>) -> bool {
    while let Some((e, is_access)) = work.pop() {
        match program.exprs.get(e).kind {
            ExprKind::AddrOf(v) => {
                let var = program.var(v);
                if !is_access && var.scope == VarScope::Global && !var.read_only {
                    return true;
                }
            }
            ExprKind::Load { addr, .. } => work.push((addr, true)),
            ExprKind::Field { base, .. } => work.push((base, is_access)),
            ExprKind::Index { base, index, .. } => {
                work.push((base, is_access));
                work.push((index, false));
            }
            _ => work.extend(program.exprs.children(e).map(|c| (c, false))),
        }
    }
    false
}

/// Where a pointer may come from outside, if that is possible.
pub(crate) fn way_in(program: &Program, entry: ProcId) -> Option<String> {
    let start = program.proc(entry);
    if start.name != "main" && !start.params.is_empty() {
        return Some(format!("execution starts at `{}`", start.name));
    }
    let mut globals = program.globals.iter();
    if let Some((v, _)) = globals.find(|(_, init)| matches!(init, GlobalInit::Unknown)) {
        let name = &program.var(*v).name;
        return Some(format!("nothing says what `{name}` starts with"));
    }
    for p in reachable_procs(program, entry) {
        let proc = program.proc(p);
        if !proc.defined {
            return Some(format!("`{}` has no body", proc.name));
        }
        let edges = reachable_edges(proc);
        if edges
            .iter()
            .any(|&e| makes_pointer(program, &proc.edge(e).op))
        {
            return Some(format!("`{}` takes a pointer for an input", proc.name));
        }
    }
    None
}

/// Whether an operation chooses a pointer. One without a value is not chosen by anybody: using it
/// is undefined, and no file gives it the address of a variable.
fn makes_pointer(program: &Program, op: &Op) -> bool {
    let Op::Havoc { place, input } = op else {
        return false;
    };
    if matches!(input, InputKind::Uninitialised(_)) {
        return false;
    }
    let ty = match place {
        Place::Slot(v) => program.var(*v).ty,
        Place::Mem { access, .. } => access.ty,
        Place::Aggregate { ty, .. } => *ty,
    };
    holds_pointer(program, ty)
}

fn holds_pointer(program: &Program, ty: TypeId) -> bool {
    match program.types.get(ty) {
        Type::Pointer(_) => true,
        Type::Array { elem, .. } => holds_pointer(program, elem.ty),
        Type::Record(r) => {
            let mut fields = program.types.record(*r).fields.iter();
            fields.any(|f| holds_pointer(program, f.ty.ty))
        }
        _ => false,
    }
}
