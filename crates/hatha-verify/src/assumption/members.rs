//! Indices that leave a member or a row.
//!
//! C leaves undefined an index beyond the end of an array, also where another member of the structure
//! or the next row lies there, and compilers take for granted that `s.a[i]` changes no other member. Here
//! it leads to what lies behind it, as without optimisation. That is said, unless the check is asked for.
//!
//! **Soundness.** The indices are those that the check `member` asks about, and those that its passes
//! leave out because their shape says that they stay inside are left out here. Behind a pointer that
//! was kept, compilers know no more than that it leads into the object.

use super::{Assumption, Kind};
use crate::check::Options;
use hatha_cfa::checks::stray::may_leave_member;
use hatha_cfa::{CheckKind, Edge, ProcId, Program};
use std::collections::BTreeSet;

/// That such indices stay inside or lead to what lies behind, if the program has some.
pub(super) fn indices(
    program: &Program,
    reached: &BTreeSet<ProcId>,
    options: &Options,
) -> Option<Assumption> {
    let kinds = options.checks.as_ref().map(|c| &c.kinds);
    if kinds.is_some_and(|k| k.contains(&CheckKind::Member)) {
        return None;
    }
    let own = reached.iter().filter(|&&p| !program.proc(p).model);
    let mut edges = own.flat_map(|&p| &program.proc(p).edges);
    let leaves = |e: &Edge| may_leave_member(program, &e.op);
    edges.any(leaves).then(|| {
        let sentence = "an index of an array in a structure, or of a row of an array, stays in it or \
                        leads to what lies behind it, as without optimisation (see --checks +member)";
        Assumption::new(Kind::Members, sentence)
    })
}
