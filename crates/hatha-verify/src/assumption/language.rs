//! What is assumed about compilers and devices.
//!
//! **Invariant.** Each of these is a choice that the automata have made for the program. Where
//! another choice could make a difference, the choice is printed with the verdict.

use super::{Assumption, Kind};
use hatha_cfa::reach::operands;
use hatha_cfa::{Builtin, ExprId, ExprKind, Op, Place, ProcId, Program, Scalar};

/// How many places a sentence names.
const NAMED_PLACES: usize = 3;

/// That operands are evaluated from left to right, if some of them interfere in procedures that
/// may run.
pub(crate) fn evaluation_order(
    program: &Program,
    may_run: impl Fn(ProcId) -> bool,
) -> Option<Assumption> {
    let open = program.open_orders.iter().filter(|&&(p, _)| may_run(p));
    let places: Vec<String> = open.map(|&(_, s)| program.sources.describe(s)).collect();
    let (named, others) = places.split_at(places.len().min(NAMED_PLACES));
    let others = match others.len() {
        0 => String::new(),
        n => format!(" and {n} more places"),
    };
    (!named.is_empty()).then(|| {
        let sentence = format!(
            "operands are evaluated from left to right, which C leaves open at {}{others}",
            named.join(", ")
        );
        Assumption::new(Kind::EvaluationOrder, sentence)
    })
}

/// That nothing but the program changes volatile objects, if it has any.
pub(crate) fn volatile_objects(program: &Program) -> Option<Assumption> {
    let is_volatile_load =
        |kind: ExprKind| matches!(kind, ExprKind::Load { access, .. } if access.volatile);
    let mut exprs = (0..program.exprs.len() as u32).map(|i| program.exprs.get(ExprId(i)).kind);
    let mut edges = program.procs.iter().flat_map(|p| &p.edges);
    let found = program.vars.iter().any(|v| v.volatile)
        || exprs.any(is_volatile_load)
        || edges.any(|e| stores_to_volatile(&e.op));
    found.then(|| {
        let sentence = "a volatile object holds what the program stored last (see --volatile any)";
        Assumption::new(Kind::Volatile, sentence)
    })
}

fn stores_to_volatile(op: &Op) -> bool {
    let place = match op {
        Op::Assign { place, .. } | Op::Havoc { place, .. } => Some(*place),
        Op::Call { result, .. } | Op::Builtin { result, .. } => *result,
        _ => None,
    };
    matches!(place, Some(Place::Mem { access, .. }) if access.volatile)
}

/// That floating operations give results of the format of their type, where compilers may keep
/// more bits of them and the program computes with `float` or `double`.
pub(crate) fn excess_precision(
    program: &Program,
    may_run: impl Fn(ProcId) -> bool,
) -> Option<Assumption> {
    if !program.target.excess_precision {
        return None;
    }
    let mut run = program.procs().filter(|(p, _)| may_run(*p));
    let found = run.any(|(_, p)| p.edges.iter().any(|e| computes(program, &e.op)));
    found.then(|| {
        let sentence = "floating operations give results of their type (as with -mfpmath=sse), \
                        not of a wider one";
        Assumption::new(Kind::ExcessPrecision, sentence)
    })
}

/// Whether an operation on the target's `float` or `double` is part of an edge.
fn computes(program: &Program, op: &Op) -> bool {
    let is_rounded = matches!(
        op,
        Op::Builtin {
            builtin: Builtin::Math(_),
            ..
        }
    );
    let mut todo = operands(op);
    let is_short = |e| {
        let scalar = program.scalar(program.exprs.get(e).ty);
        matches!(scalar, Some(Scalar::F32 | Scalar::F64))
    };
    if is_rounded && todo.iter().any(|&e| is_short(e)) {
        return true;
    }
    while let Some(e) = todo.pop() {
        match program.exprs.get(e).kind {
            ExprKind::Binary(op, a, _) if !op.is_comparison() && is_short(a) => return true,
            _ => todo.extend(program.exprs.children(e)),
        }
    }
    false
}
