//! Locals that `longjmp` may lose.
//!
//! C leaves open what an automatic variable that is not volatile holds after a `longjmp`, if it
//! has changed since the `setjmp` (C11 7.13.2.1): compilers keep it in a register that is restored.
//! Here it keeps its value, and that is said.

use super::{Assumption, Kind};
use hatha_cfa::live::changed_after_setjmp;
use hatha_cfa::{Builtin, Op, ProcId, Program};
use std::collections::BTreeSet;

/// That these locals keep their values, if there are any.
pub(crate) fn kept_locals(program: &Program, reached: &BTreeSet<ProcId>) -> Option<Assumption> {
    if !reached.iter().any(|&p| jumps(program, p)) {
        return None;
    }
    let vars = reached.iter().flat_map(|&p| {
        let changed = changed_after_setjmp(program, program.proc(p));
        changed.into_iter().map(|v| program.var(v).name.as_str())
    });
    let names: BTreeSet<&str> = vars.collect();
    let names: Vec<&str> = names.into_iter().collect();
    (!names.is_empty()).then(|| {
        let sentence = format!(
            "locals that change after setjmp keep their values over longjmp, which C leaves open \
             ({})",
            names.join(", ")
        );
        Assumption::new(Kind::JumpLocals, sentence)
    })
}

fn jumps(program: &Program, p: ProcId) -> bool {
    let is_jump =
        |op: &Op| matches!(op, Op::Builtin { builtin, .. } if *builtin == Builtin::LongJmp);
    program.proc(p).edges.iter().any(|e| is_jump(&e.op))
}
