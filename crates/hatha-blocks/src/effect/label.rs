//! What the label of an edge says by itself, whatever the state.

use hatha_cfa::reach::passes_function;
use hatha_cfa::{Builtin, Callee, ExprId, ExprKind, Op, Place, Program};

/// What follows an edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Continuation {
    /// A state at the edge's target.
    Next,
    /// The execution is over.
    End,
    /// The program fails.
    Fail,
    /// Something that this engine does not model; reaching it means *unknown*.
    Obstacle(String),
}

/// What follows an edge with this label.
pub fn continuation(program: &Program, op: &Op) -> Continuation {
    let obstacle = |text: &str| Continuation::Obstacle(text.to_owned());
    match op {
        Op::Fail(_) => Continuation::Fail,
        Op::Unsupported(reason) => Continuation::Obstacle(reason.clone()),
        Op::Return(_)
        | Op::Builtin {
            builtin: Builtin::Exit,
            ..
        } => Continuation::End,
        Op::Builtin {
            builtin: Builtin::SetJmp | Builtin::LongJmp,
            ..
        } => obstacle("setjmp or longjmp"),
        Op::Call {
            callee: Callee::Indirect(_),
            ..
        } => obstacle("a call through a function pointer"),
        Op::Call {
            callee: Callee::Direct(p),
            ..
        } if program.proc(*p).defined => obstacle(&format!(
            "a call of '{}' with variable arguments",
            program.proc(*p).name
        )),
        Op::Call { args, .. } if passes_function(program, args) => {
            obstacle("an unknown function that may call back")
        }
        _ => Continuation::Next,
    }
}

/// The pointers through which an edge accesses memory for sure, those to variables left out.
pub(super) fn pointers(program: &Program, op: &Op) -> Vec<ExprId> {
    let mut roots = Vec::new();
    let mut found = Vec::new();
    match op {
        Op::Assign { place, value } => {
            roots.push(*value);
            if let Place::Mem { addr, .. } = place {
                roots.push(*addr);
                found.extend(pointer(program, *addr));
            }
        }
        Op::Assume { cond, .. } => roots.push(*cond),
        _ => {}
    }
    while let Some(e) = roots.pop() {
        match program.exprs.get(e).kind {
            // Only one of the arms is evaluated.
            ExprKind::Cond(c, ..) => roots.push(c),
            ExprKind::Load { addr, .. } => {
                found.extend(pointer(program, addr));
                roots.push(addr);
            }
            _ => roots.extend(program.exprs.children(e)),
        }
    }
    // The innermost first: whether an outer one has a value depends on it.
    found.reverse();
    found
}

/// The pointer that an address is computed from by steps within its object, if that is no
/// variable's address.
fn pointer(program: &Program, mut address: ExprId) -> Option<ExprId> {
    while let ExprKind::Field { base, .. } | ExprKind::Index { base, .. } =
        program.exprs.get(address).kind
    {
        address = base;
    }
    let is_variable = matches!(program.exprs.get(address).kind, ExprKind::AddrOf(_));
    (!is_variable).then_some(address)
}
