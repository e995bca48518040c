//! Procedures that need not be looked into.
//!
//! A procedure is *harmless* if nothing in it, or in what it calls, is asked about, and nothing is
//! in the way of a proof: no failure, no jump out of calls, nothing that is not understood. Whoever
//! looks for failures may then take a call of it for its effect: what it may change is arbitrary
//! afterwards, and so is its result.
//!
//! **Invariant.** Nothing rests on this: the checker of proofs finds out for itself which
//! procedures are harmless, and what they change.

use crate::effect::{called, targets_of};
use crate::output::Silence;
use crate::program::{Builtin, Callee, Edge, FailKind, Op, ProcId, Procedure, Program, Storage};
use crate::reach::{passes_function, reachable_procs, taken_procs};
use crate::types::Type;
use hatha_defect::{Defect, is_on};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// How large a procedure, or the whole program, has to be for its procedures not to be looked
/// into, in edges, those of copies of what it calls included.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// The whole program.
    pub program: usize,
    /// The procedure.
    pub procedure: usize,
}

/// The harmless procedures below an entry that are better not looked into: the large ones of a
/// large program, and those that cannot be copied.
pub fn better_opaque(
    program: &Program,
    entry: ProcId,
    faults: bool,
    is_failure: impl Fn(&FailKind) -> bool,
    sizes: Sizes,
) -> BTreeSet<ProcId> {
    let graph = Graph::new(program, entry, Silence::of(program, faults));
    let mut opaque = graph.harmless(program, is_failure);
    opaque.remove(&entry);
    let size = graph.sizes(program);
    let of = |p: ProcId| size.get(&p).copied().unwrap_or(0);
    let is_large = of(entry) > sizes.program;
    opaque.retain(|&p| {
        let proc = program.proc(p);
        takes_variable_arguments(program, proc)
            || (of(p) == usize::MAX && has_parameter_in_memory(program, proc))
            || (is_large && of(p) >= sizes.procedure)
    });
    opaque
}

/// How many edges a program has once copies of what is called have taken the place of all calls
/// but those of some procedures; `usize::MAX` if that is not known before they are made, because
/// some are recursive.
pub fn copied_size(program: &Program, entry: ProcId, faults: bool, opaque: &[ProcId]) -> usize {
    let mut graph = Graph::new(program, entry, Silence::of(program, faults));
    let is_kept = |p: &ProcId| !opaque.contains(p);
    for called in graph.calls.values_mut() {
        called.retain(is_kept);
    }
    graph.sizes(program).get(&entry).copied().unwrap_or(0)
}

/// Whether a procedure asks for its variable arguments: then its body cannot take the place of a
/// call.
fn takes_variable_arguments(program: &Program, proc: &Procedure) -> bool {
    let asks = |e: &Edge| matches!(e.op, Op::Builtin { builtin, .. } if builtin == Builtin::VaArea);
    let variadic = matches!(program.types.get(proc.ty), Type::Function(f) if f.variadic);
    variadic && proc.edges.iter().any(asks)
}

fn has_parameter_in_memory(program: &Program, proc: &Procedure) -> bool {
    let mut params = proc.params.iter();
    params.any(|&v| program.var(v).storage == Storage::Memory)
}

/// Who calls whom below an entry.
struct Graph {
    calls: BTreeMap<ProcId, BTreeSet<ProcId>>,
    silence: Silence,
    /// The procedures whose address somebody has.
    taken: BTreeSet<ProcId>,
}

impl Graph {
    fn new(program: &Program, entry: ProcId, silence: Silence) -> Graph {
        let taken = taken_procs(program, &reachable_procs(program, entry));
        let mut calls = BTreeMap::new();
        let mut work = vec![entry];
        while let Some(p) = work.pop() {
            if let Entry::Vacant(unknown) = calls.entry(p) {
                let called = called(program, program.proc(p), silence, &taken);
                work.extend(&called);
                unknown.insert(called);
            }
        }
        Graph {
            calls,
            silence,
            taken,
        }
    }

    /// The procedures in which, and below which, nothing is in the way.
    fn harmless(
        &self,
        program: &Program,
        is_failure: impl Fn(&FailKind) -> bool,
    ) -> BTreeSet<ProcId> {
        let mut callers: BTreeMap<ProcId, Vec<ProcId>> = BTreeMap::new();
        for (&p, called) in &self.calls {
            for &q in called {
                callers.entry(q).or_default().push(p);
            }
        }
        let stands_in_the_way = |op: &Op| self.is_in_the_way(program, op, &is_failure);
        let mut harmless: BTreeSet<ProcId> = self.calls.keys().copied().collect();
        let has_harm = |p: &ProcId| {
            program
                .proc(*p)
                .edges
                .iter()
                .any(|e| stands_in_the_way(&e.op))
        };
        let mut work: Vec<ProcId> = harmless.iter().copied().filter(has_harm).collect();
        while let Some(p) = work.pop() {
            if harmless.remove(&p) {
                work.extend(callers.get(&p).into_iter().flatten());
            }
        }
        harmless
    }

    /// Whether an edge may fail, or leads where a proof does not follow.
    fn is_in_the_way(
        &self,
        program: &Program,
        op: &Op,
        is_failure: &impl Fn(&FailKind) -> bool,
    ) -> bool {
        match op {
            Op::Fail(kind) => is_failure(kind) && !is_on(Defect::OpaqueFailure),
            Op::Unsupported(_) => true,
            Op::Builtin { builtin, .. } => {
                matches!(builtin, Builtin::SetJmp | Builtin::LongJmp)
            }
            Op::Call { callee, args, .. } => match *callee {
                Callee::Indirect(_) | Callee::Elsewhere(_) => passes_function(program, args),
                Callee::Direct(p) if program.proc(p).defined => {
                    args.len() < program.proc(p).params.len()
                }
                Callee::Direct(p) => {
                    !self.silence.covers(program, p, args) && passes_function(program, args)
                }
            },
            _ => false,
        }
    }

    /// How many edges each procedure would have with copies of what it calls; `usize::MAX` if it
    /// is recursive, or calls one that is.
    fn sizes(&self, program: &Program) -> BTreeMap<ProcId, usize> {
        let mut sizes: BTreeMap<ProcId, usize> = BTreeMap::new();
        let mut stack: Vec<(ProcId, bool)> = self.calls.keys().map(|&p| (p, false)).collect();
        let mut open = BTreeSet::new();
        while let Some((p, is_done)) = stack.pop() {
            if is_done {
                let size = self.size(program, p, &sizes);
                sizes.insert(p, size);
            } else if !sizes.contains_key(&p) && open.insert(p) {
                stack.push((p, true));
                stack.extend(self.calls[&p].iter().map(|&q| (q, false)));
            }
        }
        sizes
    }

    /// The size of a procedure whose callees have theirs; one that has not is being measured.
    fn size(&self, program: &Program, p: ProcId, sizes: &BTreeMap<ProcId, usize>) -> usize {
        let proc = program.proc(p);
        let mut size = proc.edges.len();
        for edge in &proc.edges {
            let called = targets_of(program, &edge.op, self.silence, &self.taken);
            for q in called.iter().filter(|q| self.calls[&p].contains(q)) {
                size = size.saturating_add(sizes.get(q).copied().unwrap_or(usize::MAX));
            }
        }
        size
    }
}
