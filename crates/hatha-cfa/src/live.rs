//! Which declared variables may be read before they are written.
//!
//! The value of such a variable is an input, drawn where it is declared: so the
//! order of a run's inputs is a matter of the automaton alone, and an engine can
//! foretell it. All other declarations draw nothing.

use crate::expr::{ExprId, ExprKind};
use crate::program::{EdgeId, Op, Place, Procedure, Program, Storage, VarId};
use crate::reach::operands;
use rustc_hash::FxHashSet;

/// The declarations after which a slot may be read before it is written.
pub fn drawn_declarations(program: &Program, proc: &Procedure) -> FxHashSet<EdgeId> {
    let facts = Facts::new(program, proc);
    let mut stamp = vec![0_u32; proc.locations.len()];
    let mut drawn = FxHashSet::default();
    for (round, (id, edge)) in (1_u32..).zip(proc.edges()) {
        if let Op::Declare(v) = edge.op
            && program.var(v).storage == Storage::Slot
            && facts.read.contains(&v)
            && facts.is_read_after(proc, id, v, &mut stamp, round)
        {
            drawn.insert(id);
        }
    }
    drawn
}

/// What each edge reads and writes.
struct Facts {
    uses: Vec<Vec<VarId>>,
    defines: Vec<Option<VarId>>,
    read: FxHashSet<VarId>,
}

impl Facts {
    fn new(program: &Program, proc: &Procedure) -> Self {
        let uses: Vec<Vec<VarId>> = proc
            .edges
            .iter()
            .map(|e| slots_in(program, operands(&e.op)))
            .collect();
        let read = uses.iter().flatten().copied().collect();
        let defines = proc.edges.iter().map(|e| defined(&e.op)).collect();
        Facts {
            uses,
            defines,
            read,
        }
    }

    /// Whether some path from the end of `declaration` reads `v` before it writes it.
    fn is_read_after(
        &self,
        proc: &Procedure,
        declaration: EdgeId,
        v: VarId,
        stamp: &mut [u32],
        round: u32,
    ) -> bool {
        let mut work = vec![proc.edge(declaration).to];
        while let Some(at) = work.pop() {
            if std::mem::replace(&mut stamp[at.0 as usize], round) == round {
                continue;
            }
            for &e in proc.out_edges(at) {
                if self.uses[e.0 as usize].contains(&v) {
                    return true;
                }
                if self.defines[e.0 as usize] != Some(v) {
                    work.push(proc.edge(e).to);
                }
            }
        }
        false
    }
}

fn slots_in(program: &Program, mut work: Vec<ExprId>) -> Vec<VarId> {
    let mut found = Vec::new();
    while let Some(id) = work.pop() {
        if let ExprKind::Var(v) = program.exprs.get(id).kind {
            found.push(v);
        }
        work.extend(program.exprs.children(id));
    }
    found
}

fn defined(op: &Op) -> Option<VarId> {
    match op {
        Op::Assign {
            place: Place::Slot(v),
            ..
        }
        | Op::Havoc {
            place: Place::Slot(v),
            ..
        }
        | Op::Call {
            result: Some(Place::Slot(v)),
            ..
        }
        | Op::Builtin {
            result: Some(Place::Slot(v)),
            ..
        }
        | Op::Declare(v) => Some(*v),
        _ => None,
    }
}
