//! Members of a stream.
//!
//! A header of the system's may say what is inside a `FILE`, and hatha's library has something else there.
//! C lets no program look, and what one would see is not known.

use crate::expr::{ExprId, ExprKind};
use crate::program::{Arg, Callee, EdgeId, Linkage, Op, Place, ProcId, Program};
use crate::reach::operands;
use crate::types::{RecordId, Type, TypeId};

/// The structure behind `FILE`, as headers and hatha's library call it.
pub const STREAM: &str = "_IO_FILE";

/// Operations of the program's own functions that look at members of a stream of the library's are not
/// supported.
pub fn refuse_members(program: &mut Program) {
    let has_streams = program.vars.iter().any(|v| v.linkage == Linkage::Library);
    if !has_streams {
        return;
    }
    for (proc, edge) in looks(program) {
        let why = "a member of a FILE, into which only the C library looks".to_owned();
        program.procs[proc].edges[edge].op = Op::Unsupported(why);
    }
}

fn looks(program: &Program) -> Vec<(ProcId, EdgeId)> {
    let own = program.procs().filter(|(_, p)| p.defined && !p.model);
    let edges = own.flat_map(|(id, p)| p.edges().map(move |(edge, e)| (id, edge, &e.op)));
    let looking = edges.filter(|(_, _, op)| {
        looks_into_stream(program, operands(op))
            || copies_stream(program, op)
            || takes_for_another(program, op)
    });
    looking.map(|(proc, edge, _)| (proc, edge)).collect()
}

fn looks_into_stream(program: &Program, mut work: Vec<ExprId>) -> bool {
    while let Some(e) = work.pop() {
        let expr = program.exprs.get(e);
        let looks = match expr.kind {
            ExprKind::Field { record, .. } => is_stream(program, record),
            // Its bytes, or what it is taken for.
            ExprKind::Cast(inner) => {
                leads_to_stream(program, program.exprs.get(inner).ty)
                    && is_other_pointer(program, expr.ty)
            }
            _ => false,
        };
        if looks {
            return true;
        }
        work.extend(program.exprs.children(e));
    }
    false
}

/// Whether a pointer to a stream is put where one to something else is.
fn takes_for_another(program: &Program, op: &Op) -> bool {
    let is_other = |value: ExprId, to: TypeId| {
        leads_to_stream(program, program.exprs.get(value).ty) && is_other_pointer(program, to)
    };
    match op {
        Op::Assign { place, value } => match place {
            Place::Slot(v) => is_other(*value, program.var(*v).ty),
            Place::Mem { access, .. } => is_other(*value, access.ty),
            Place::Aggregate { .. } => false,
        },
        Op::Call {
            callee: Callee::Direct(p),
            args,
            ..
        } => {
            let params = program.proc(*p).params.iter();
            params.zip(args).any(|(param, arg)| match arg {
                Arg::Scalar(e) => is_other(*e, program.var(*param).ty),
                Arg::Aggregate { .. } => false,
            })
        }
        _ => false,
    }
}

/// Whether a type is a pointer to something that is neither a stream nor `void`.
fn is_other_pointer(program: &Program, ty: TypeId) -> bool {
    let to = program.types.pointee(ty);
    to.is_some_and(|to| *program.types.get(to.ty) != Type::Void && !leads_to_stream(program, ty))
}

/// Whether an operation copies the bytes of a stream to what is none.
fn copies_stream(program: &Program, op: &Op) -> bool {
    let is_stream = |e: ExprId| {
        let mut e = e;
        while let ExprKind::Cast(inner) = program.exprs.get(e).kind {
            e = inner;
        }
        leads_to_stream(program, program.exprs.get(e).ty)
    };
    matches!(op, Op::Copy { dst, src, .. } if is_stream(*src) && !is_stream(*dst))
}

fn leads_to_stream(program: &Program, pointer: TypeId) -> bool {
    let to = program.types.pointee(pointer);
    to.is_some_and(|to| match program.types.get(to.ty) {
        Type::Record(r) => is_stream(program, *r),
        _ => false,
    })
}

fn is_stream(program: &Program, record: RecordId) -> bool {
    program.types.record(record).tag.as_deref() == Some(STREAM)
}
