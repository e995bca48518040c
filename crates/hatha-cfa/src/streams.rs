//! Members of a stream.
//!
//! A header of the system's may say what is inside a `FILE`, and hatha's library has something else there.
//! C lets no program look, and what one would see is not known.

use crate::expr::{ExprId, ExprKind};
use crate::program::{EdgeId, Linkage, Op, ProcId, Program};
use crate::reach::operands;

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
    let looking = edges.filter(|(_, _, op)| looks_into_stream(program, operands(op)));
    looking.map(|(proc, edge, _)| (proc, edge)).collect()
}

fn looks_into_stream(program: &Program, mut work: Vec<ExprId>) -> bool {
    while let Some(e) = work.pop() {
        if let ExprKind::Field { record, .. } = program.exprs.get(e).kind
            && program.types.record(record).tag.as_deref() == Some(STREAM)
        {
            return true;
        }
        work.extend(program.exprs.children(e));
    }
    false
}
