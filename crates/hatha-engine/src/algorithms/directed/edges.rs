//! Sets of control-flow edges, and what the user wants covered.
//!
//! **Invariant.** An edge of any procedure has one number; a set of edges is a
//! bit per number. Coverage is about procedures of the user's that can be
//! reached, values apart: the shipped library models do not count.

use hatha_cfa::{EdgeId, LocId, Op, ProcId, Program, StmtId, reach};
use hatha_index::IndexVec;
use std::collections::BTreeMap;

/// Numbers the edges of a program.
#[derive(Clone, Debug)]
pub struct EdgeNumbers {
    /// The number of each procedure's first edge, and one past the last.
    base: IndexVec<ProcId, u32>,
}

impl EdgeNumbers {
    /// For a program.
    pub(crate) fn new(program: &Program) -> Self {
        let mut base: IndexVec<ProcId, u32> = vec![0].into();
        let mut next = 0;
        for proc in &program.procs {
            next += proc.edges.len() as u32;
            base.push(next);
        }
        EdgeNumbers { base }
    }

    /// How many edges there are.
    pub(crate) fn len(&self) -> usize {
        self.base.last().map_or(0, |&n| n as usize)
    }

    /// The number of an edge.
    #[inline]
    pub(crate) fn number(&self, proc: ProcId, edge: EdgeId) -> usize {
        (self.base[proc] + edge.0) as usize
    }

    /// The edge of a number.
    pub(crate) fn edge(&self, number: usize) -> (ProcId, EdgeId) {
        let behind = self.base.raw.partition_point(|&b| b as usize <= number);
        let proc = ProcId::from(behind - 1);
        let edge = number as u32 - self.base[proc];
        (proc, EdgeId(edge))
    }
}

/// A set of edges.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EdgeSet {
    words: Vec<u64>,
}

impl EdgeSet {
    /// Room for that many edges.
    pub(crate) fn new(edges: usize) -> Self {
        EdgeSet {
            words: vec![0; edges.div_ceil(64)],
        }
    }

    /// Adds an edge.
    #[inline]
    pub(crate) fn insert(&mut self, number: usize) {
        self.words[number / 64] |= 1 << (number % 64);
    }

    /// Whether an edge is in it.
    pub(crate) fn contains(&self, number: usize) -> bool {
        self.words[number / 64] >> (number % 64) & 1 != 0
    }

    /// Adds all edges of another set; how many were new.
    pub(crate) fn add_all(&mut self, other: &EdgeSet) -> u32 {
        let mut new = 0;
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            new += (theirs & !*mine).count_ones();
            *mine |= theirs;
        }
        new
    }

    /// The numbers in it, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.words.len() * 64).filter(|&n| self.contains(n))
    }
}

/// What of one function was covered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionCoverage {
    /// The function.
    pub proc: ProcId,
    /// Ways out of its decisions.
    pub branches: usize,
    /// Those taken.
    pub branches_covered: usize,
    /// Its statements and conditions.
    pub statements: usize,
    /// Those run.
    pub statements_covered: usize,
}

/// What can be covered.
#[derive(Clone, Debug)]
pub(super) struct Targets {
    functions: Vec<FunctionTargets>,
}

#[derive(Clone, Debug)]
struct FunctionTargets {
    proc: ProcId,
    branches: Vec<usize>,
    /// Each statement with the edges that run it.
    statements: Vec<Vec<usize>>,
}

impl Targets {
    /// Of a program that starts at `entry`.
    pub(super) fn new(program: &Program, entry: ProcId, numbers: &EdgeNumbers) -> Self {
        let reachable = reach::reachable_procs(program, entry);
        let mine = |p: &&ProcId| program.proc(**p).defined && !program.proc(**p).model;
        let functions = reachable
            .iter()
            .filter(mine)
            .map(|&p| function_targets(program, p, numbers))
            .collect();
        Targets { functions }
    }

    /// The ways out of decisions, all functions together.
    pub(super) fn branches(&self) -> impl Iterator<Item = usize> + '_ {
        self.functions
            .iter()
            .flat_map(|f| f.branches.iter().copied())
    }

    /// Whether every way out of a decision was taken.
    pub(super) fn all_branches(&self, covered: &EdgeSet) -> bool {
        self.branches().all(|n| covered.contains(n))
    }

    /// Whether every statement was run.
    pub(super) fn all_statements(&self, covered: &EdgeSet) -> bool {
        let run = |edges: &Vec<usize>| edges.iter().any(|&n| covered.contains(n));
        self.functions.iter().all(|f| f.statements.iter().all(run))
    }

    /// The table of coverage.
    pub(super) fn table(&self, covered: &EdgeSet) -> Vec<FunctionCoverage> {
        let row = |f: &FunctionTargets| FunctionCoverage {
            proc: f.proc,
            branches: f.branches.len(),
            branches_covered: f.branches.iter().filter(|&&n| covered.contains(n)).count(),
            statements: f.statements.len(),
            statements_covered: f
                .statements
                .iter()
                .filter(|edges| edges.iter().any(|&n| covered.contains(n)))
                .count(),
        };
        self.functions.iter().map(row).collect()
    }
}

fn function_targets(program: &Program, id: ProcId, numbers: &EdgeNumbers) -> FunctionTargets {
    let proc = program.proc(id);
    let reachable = reach::reachable_edges(proc);
    let decides = |loc: LocId| proc.out_edges(loc).len() > 1;
    let branches = reachable
        .iter()
        .filter(|&&e| matches!(proc.edge(e).op, Op::Assume { .. }) && decides(proc.edge(e).from))
        .map(|&e| numbers.number(id, e))
        .collect();
    let stmt = |e: EdgeId| proc.location(proc.edge(e).from).stmt;
    let mut statements: BTreeMap<StmtId, Vec<usize>> = BTreeMap::new();
    for &e in &reachable {
        let edges = statements.entry(stmt(e)).or_default();
        edges.push(numbers.number(id, e));
    }
    FunctionTargets {
        proc: id,
        branches,
        statements: statements.into_values().collect(),
    }
}
