//! How far it is to where we want to go.
//!
//! **Invariant.** A guide, never a fact: distances are shortest paths in the
//! graph of all procedures, with calls and returns matched to no stack, and
//! decide only what is tried first.

use super::edges::{EdgeNumbers, EdgeSet};
use hatha_cfa::{Callee, EdgeId, LocId, Op, ProcId, Program};
use hatha_index::IndexVec;
use std::collections::VecDeque;

/// Shortest distances from locations to a set of edges.
#[derive(Clone, Debug)]
pub(super) struct Distances {
    base: IndexVec<ProcId, u32>,
    /// For each location, those from which one step leads here.
    before: Vec<Vec<u32>>,
    from: Vec<u32>,
}

/// Farther than anything.
pub(super) const FAR: u32 = u32::MAX;

impl Distances {
    /// The graph of a program, with nothing to go to.
    pub(super) fn new(program: &Program) -> Self {
        let mut base = IndexVec::new();
        let mut size = 0;
        for p in &program.procs {
            base.push(size as u32);
            size += p.locations.len();
        }
        let mut graph = Distances {
            base,
            before: vec![Vec::new(); size],
            from: vec![FAR; size],
        };
        for (id, proc) in program.procs() {
            for (_, edge) in proc.edges() {
                graph.connect((id, edge.from), (id, edge.to));
                if let Op::Call { callee, .. } = &edge.op {
                    graph.call(program, *callee, (id, edge.from), (id, edge.to));
                }
            }
        }
        graph
    }

    fn call(
        &mut self,
        program: &Program,
        callee: Callee,
        from: (ProcId, LocId),
        to: (ProcId, LocId),
    ) {
        // Who is called through a pointer is not known here; a step over the call has to do.
        if let Callee::Direct(p) = callee
            && program.proc(p).defined
        {
            self.connect(from, (p, program.proc(p).entry));
            self.connect((p, program.proc(p).exit), to);
        }
    }

    fn index(&self, (proc, loc): (ProcId, LocId)) -> u32 {
        self.base[proc] + loc.0
    }

    fn connect(&mut self, from: (ProcId, LocId), to: (ProcId, LocId)) {
        let (from, to) = (self.index(from), self.index(to));
        self.before[to as usize].push(from);
    }

    /// Measures to the edges that `wanted` says.
    pub(super) fn measure(
        &mut self,
        program: &Program,
        mut wanted: impl FnMut(ProcId, EdgeId, &Op) -> bool,
    ) {
        self.from.fill(FAR);
        let mut queue = VecDeque::new();
        for (id, proc) in program.procs() {
            for (edge, e) in proc.edges() {
                let at = self.index((id, e.from)) as usize;
                if self.from[at] == FAR && wanted(id, edge, &e.op) {
                    self.from[at] = 0;
                    queue.push_back(at as u32);
                }
            }
        }
        while let Some(at) = queue.pop_front() {
            let next = self.from[at as usize] + 1;
            for i in 0..self.before[at as usize].len() {
                let b = self.before[at as usize][i];
                if self.from[b as usize] == FAR {
                    self.from[b as usize] = next;
                    queue.push_back(b);
                }
            }
        }
    }

    /// Measures to the branches that are not covered.
    pub(super) fn measure_uncovered(
        &mut self,
        program: &Program,
        numbers: &EdgeNumbers,
        branches: &EdgeSet,
        covered: &EdgeSet,
    ) {
        self.measure(program, |proc, edge, _| {
            let n = numbers.number(proc, edge);
            branches.contains(n) && !covered.contains(n)
        });
    }

    /// How far it is from the end of an edge.
    pub(super) fn after(&self, program: &Program, proc: ProcId, edge: EdgeId) -> u32 {
        self.from[self.index((proc, program.proc(proc).edge(edge).to)) as usize]
    }
}
