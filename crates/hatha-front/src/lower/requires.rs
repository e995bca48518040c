//! `hatha_requires(CONDITION)`: what a function demands of its callers.
//!
//! **Invariant.** It is an assertion, but in the first invocation of a function that execution starts
//! at: there it is assumed, because whoever calls the function is not part of the program. A hidden
//! global counts the invocations up to two, so that what the function is given by calls of the
//! program itself is checked.

use super::context::Context;
use hatha_cfa::{BinOp, EdgeId, ExprId, ExprKind, FailKind, Op, Place, ProcId, Program, Span};

/// The hidden global that counts the invocations of an entry.
const INVOCATIONS: &str = "invocations";

/// Makes the requirements of the functions that execution starts at assumptions.
pub(super) fn insert(cx: &mut Context, starts: &[String]) {
    let required = std::mem::take(&mut cx.required);
    let program = &mut cx.prog;
    for start in starts {
        let Some(proc) = program.find_proc(start) else {
            continue;
        };
        let own = required.iter().filter(|(p, _)| *p == proc);
        let failing: Vec<EdgeId> = own.map(|(_, edge)| *edge).collect();
        if !failing.is_empty() {
            assume_first(program, proc, &failing);
        }
    }
}

fn assume_first(program: &mut Program, proc: ProcId, failing: &[EdgeId]) {
    let int = program.types.int(hatha_cfa::IntKind::Int);
    let count = program.add_hidden_global(INVOCATIONS, int, Span::NONE);
    let mut add = |kind| program.exprs.add(kind, int);
    let value = add(ExprKind::Var(count));
    let (one, two) = (add(ExprKind::Int(1)), add(ExprKind::Int(2)));
    let next = add(ExprKind::Cond(value, two, one));
    let is_first = add(ExprKind::Binary(BinOp::Eq, value, one));
    let procedure = &mut program.procs[proc];
    for &edge in failing {
        let fail = procedure.edge(edge).op.clone();
        // No execution goes on where the first invocation does not get what it demands.
        let later = Op::Assume {
            cond: is_first,
            taken: false,
        };
        procedure.replace_edge(edge, vec![later, fail]);
    }
    let place = Place::Slot(count);
    procedure.prepend(vec![Op::Assign { place, value: next }]);
}

/// The texts of the requirements that are assumed of an entry, with their places.
pub fn assumed_of(program: &Program, entry: ProcId) -> Vec<(String, Span)> {
    let procedure = program.proc(entry);
    let is_counter = |cond: ExprId| match program.exprs.get(cond).kind {
        ExprKind::Binary(BinOp::Eq, value, _) => match program.exprs.get(value).kind {
            ExprKind::Var(v) => program.var(v).name == format!("${INVOCATIONS}"),
            _ => false,
        },
        _ => false,
    };
    let mut found = Vec::new();
    for (_, edge) in procedure.edges() {
        let Op::Assume { cond, taken: false } = edge.op else {
            continue;
        };
        if !is_counter(cond) {
            continue;
        }
        for &next in procedure.out_edges(edge.to) {
            if let Op::Fail(FailKind::Assertion(text)) = &procedure.edge(next).op {
                found.push((text.clone(), edge.span));
            }
        }
    }
    found
}
