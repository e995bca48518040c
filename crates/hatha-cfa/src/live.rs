//! Which declared variables may be read before they are written.
//!
//! The value of such a variable is an input, drawn where it is declared: so the
//! order of a run's inputs is a matter of the automaton alone, and an engine can
//! foretell it. All other declarations draw nothing.

use crate::expr::{ExprId, ExprKind};
use crate::program::{EdgeId, LocId, Op, Place, Procedure, Program, Storage, VarId};
use crate::reach::operands;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// The declarations after which a slot may be read before it is written.
pub fn drawn_declarations(program: &Program, proc: &Procedure) -> FxHashSet<EdgeId> {
    let facts = Facts::new(program, proc);
    let mut declared: BTreeMap<VarId, Vec<EdgeId>> = BTreeMap::new();
    for (id, edge) in proc.edges() {
        if let Op::Declare(v) = edge.op
            && program.var(v).storage == Storage::Slot
        {
            declared.entry(v).or_default().push(id);
        }
    }
    let mut stamp = vec![0_u32; proc.locations.len()];
    let mut drawn = FxHashSet::default();
    for (round, (v, declarations)) in (1_u32..).zip(declared) {
        facts.mark_live(proc, v, &mut stamp, round);
        let is_live = |e: &EdgeId| stamp[proc.edge(*e).to.0 as usize] == round;
        drawn.extend(declarations.into_iter().filter(is_live));
    }
    drawn
}

/// What each edge reads and writes.
struct Facts {
    readers: FxHashMap<VarId, Vec<EdgeId>>,
    defines: Vec<Option<VarId>>,
    /// The edges that lead to each location.
    entering: Vec<Vec<EdgeId>>,
}

impl Facts {
    fn new(program: &Program, proc: &Procedure) -> Self {
        let mut readers: FxHashMap<VarId, Vec<EdgeId>> = FxHashMap::default();
        let mut entering = vec![Vec::new(); proc.locations.len()];
        for (id, edge) in proc.edges() {
            entering[edge.to.0 as usize].push(id);
            for v in slots_in(program, operands(&edge.op)) {
                readers.entry(v).or_default().push(id);
            }
        }
        Facts {
            readers,
            defines: proc.edges.iter().map(|e| defined(&e.op)).collect(),
            entering,
        }
    }

    /// Stamps the locations from which some path reads `v` before it writes it.
    fn mark_live(&self, proc: &Procedure, v: VarId, stamp: &mut [u32], round: u32) {
        let readers = self.readers.get(&v).into_iter().flatten();
        let mut work: Vec<LocId> = readers.map(|&e| proc.edge(e).from).collect();
        while let Some(at) = work.pop() {
            if std::mem::replace(&mut stamp[at.0 as usize], round) == round {
                continue;
            }
            let entering = self.entering[at.0 as usize].iter();
            let keeps = entering.filter(|e| self.defines[e.0 as usize] != Some(v));
            work.extend(keeps.map(|&e| proc.edge(e).from));
        }
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
