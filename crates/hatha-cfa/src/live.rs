//! Which declared variables may be read before they are written.
//!
//! The value of such a variable is an input, drawn where it is declared: so the
//! order of a run's inputs is a matter of the automaton alone, and an engine can
//! foretell it. All other declarations draw nothing.

use crate::expr::{ExprId, ExprKind};
use crate::program::{
    Builtin, EdgeId, LocId, Op, Place, Procedure, Program, Storage, VarId, VarScope,
};
use crate::reach::operands;
use hatha_index::{IndexSlice, IndexVec};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

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
    let mut stamp: IndexVec<LocId, _> = vec![0_u32; proc.locations.len()].into();
    let mut drawn = FxHashSet::default();
    for (round, (v, declarations)) in (1_u32..).zip(declared) {
        facts.mark_live(proc, v, &mut stamp, round);
        let is_live = |e: &EdgeId| stamp[proc.edge(*e).to] == round;
        drawn.extend(declarations.into_iter().filter(is_live));
    }
    drawn
}

/// The locals that are not volatile and that may be read after a `longjmp` to a `setjmp` of the
/// procedure with a value that was stored since: in memory, as far as an edge behind the `setjmp`
/// stores to them or hands their address on, or stores through a pointer while their address has been
/// handed on anywhere. Arrays of variable length are known by their pointers alone.
pub fn changed_after_setjmp(program: &Program, proc: &Procedure) -> BTreeSet<VarId> {
    let facts = Facts::new(program, proc);
    let mut stamp: IndexVec<LocId, _> = vec![0_u32; proc.locations.len()].into();
    let mut round = 0;
    let mut found = BTreeSet::new();
    for (id, edge) in proc.edges() {
        let Op::Builtin {
            builtin: Builtin::SetJmp,
            args,
            ..
        } = &edge.op
        else {
            continue;
        };
        let environment: BTreeSet<VarId> = addressed_in(program, args.clone()).collect();
        let behind: Vec<EdgeId> = edges_from(proc, edge.to);
        let is_own = |v: &VarId| {
            let var = program.var(*v);
            var.scope != VarScope::Global && !var.volatile && !var.name.starts_with('$')
        };
        let changed = |e: &EdgeId| changed_by(program, &proc.edge(*e).op);
        let mut changed: BTreeSet<VarId> = behind.iter().flat_map(changed).filter(is_own).collect();
        let mut stores = behind.iter().map(|&e| &proc.edge(e).op);
        let pointed = match stores.any(|op| stores_through_pointer(program, op)) {
            true => pointed_locals(program, proc),
            false => BTreeSet::new(),
        };
        changed.extend(pointed.iter().copied().filter(is_own));
        for v in changed.difference(&environment) {
            round += 1;
            let is_read = match program.var(*v).storage {
                _ if pointed.contains(v) => true,
                Storage::Memory => true,
                Storage::Slot => {
                    facts.mark_live(proc, *v, &mut stamp, round);
                    stamp[edge.to] == round && facts.defines[id] != Some(*v)
                }
            };
            if is_read {
                found.insert(*v);
            }
        }
    }
    found
}

/// The edges that control may take from a location on.
fn edges_from(proc: &Procedure, from: LocId) -> Vec<EdgeId> {
    let mut seen = FxHashSet::from_iter([from]);
    let mut work = vec![from];
    let mut edges = Vec::new();
    while let Some(at) = work.pop() {
        for &e in proc.out_edges(at) {
            edges.push(e);
            let to = proc.edge(e).to;
            if seen.insert(to) {
                work.push(to);
            }
        }
    }
    edges
}

/// The variables that an edge stores to, and those in memory whose address it hands on.
fn changed_by(program: &Program, op: &Op) -> Vec<VarId> {
    let written = match op {
        Op::Assign {
            place: Place::Mem { addr, .. },
            ..
        } => vec![*addr],
        Op::Assign {
            place: Place::Slot(_),
            ..
        }
        | Op::Assume { .. } => Vec::new(),
        op => operands(op),
    };
    addressed_in(program, written).chain(defined(op)).collect()
}

/// Whether an operation may store to what a pointer leads to.
fn stores_through_pointer(program: &Program, op: &Op) -> bool {
    let through = |addr: ExprId| addressed_in(program, vec![addr]).next().is_none();
    match op {
        Op::Call { .. } => true,
        Op::Builtin { builtin, .. } => *builtin != Builtin::LongJmp,
        Op::Assign { place, .. } | Op::Havoc { place, .. } => match *place {
            Place::Slot(_) => false,
            Place::Mem { addr, .. } | Place::Aggregate { addr, .. } => through(addr),
        },
        Op::Copy { dst, .. } | Op::Fill { dst, .. } => through(*dst),
        _ => false,
    }
}

/// The locals whose address some edge hands on, and the arrays of variable length.
fn pointed_locals(program: &Program, proc: &Procedure) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    for edge in &proc.edges {
        let mut work = match &edge.op {
            Op::Assign { value, .. } => vec![*value],
            Op::Call { .. } | Op::Return(_) => operands(&edge.op),
            Op::Builtin {
                builtin, result, ..
            } => {
                let block = result.filter(|_| *builtin == Builtin::StackAlloc);
                found.extend(block.and_then(|place| match place {
                    Place::Slot(v) => Some(v),
                    _ => None,
                }));
                operands(&edge.op)
            }
            _ => Vec::new(),
        };
        while let Some(e) = work.pop() {
            match program.exprs.get(e).kind {
                ExprKind::AddrOf(v) => found.extend([v]),
                // What is read there is not its address.
                ExprKind::Load { .. } => {}
                _ => work.extend(program.exprs.children(e)),
            }
        }
    }
    found
}

/// The variables whose address is a part of some expressions.
fn addressed_in(program: &Program, mut work: Vec<ExprId>) -> impl Iterator<Item = VarId> {
    let mut found = Vec::new();
    while let Some(e) = work.pop() {
        if let ExprKind::AddrOf(v) = program.exprs.get(e).kind {
            found.push(v);
        }
        work.extend(program.exprs.children(e));
    }
    found.into_iter()
}

/// What each edge reads and writes.
struct Facts {
    readers: FxHashMap<VarId, Vec<EdgeId>>,
    defines: IndexVec<EdgeId, Option<VarId>>,
    /// The edges that lead to each location.
    entering: IndexVec<LocId, Vec<EdgeId>>,
}

impl Facts {
    fn new(program: &Program, proc: &Procedure) -> Self {
        let mut readers: FxHashMap<VarId, Vec<EdgeId>> = FxHashMap::default();
        let mut entering: IndexVec<LocId, _> = vec![Vec::new(); proc.locations.len()].into();
        for (id, edge) in proc.edges() {
            entering[edge.to].push(id);
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
    fn mark_live(
        &self,
        proc: &Procedure,
        v: VarId,
        stamp: &mut IndexSlice<LocId, u32>,
        round: u32,
    ) {
        let readers = self.readers.get(&v).into_iter().flatten();
        let mut work: Vec<LocId> = readers.map(|&e| proc.edge(e).from).collect();
        while let Some(at) = work.pop() {
            if std::mem::replace(&mut stamp[at], round) == round {
                continue;
            }
            let entering = self.entering[at].iter();
            let keeps = entering.filter(|e| self.defines[**e] != Some(v));
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
        Op::Declare(v) => Some(*v),
        op => op.written_slot(),
    }
}
