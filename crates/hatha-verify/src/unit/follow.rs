//! Runs of the simulator along the nodes of a chart.
//!
//! **Invariant.** A test of a path is the record of a run that entered exactly the
//! nodes of the path first; whatever proposed its inputs is not asked again.

use hatha_cfa::{EdgeId, LocId, Op, ProcId, Program, Span};
use hatha_exec::concrete::Concrete;
use hatha_exec::config::Config;
use hatha_exec::console::Captured;
use hatha_exec::fault::Stop;
use hatha_exec::image::{Image, ImageError};
use hatha_exec::input::{FromVector, Inputs};
use hatha_exec::machine::Machine;
use hatha_exec::observe::Observer;
use hatha_index::IndexVec;
use hatha_proof::fingerprint;
use hatha_proof::input::InputVector;
use hatha_unit::chart::PointId;
use hatha_unit::{Chart, NodeId, Question};
use std::collections::{BTreeMap, BTreeSet};

/// Steps that a run may take.
const STEPS: u64 = 2_000_000;
/// Steps that a run of processes may take: each choice of a process is an input.
const STEPS_OF_PROCESSES: u64 = 3_000;
/// Points that are kept of a run.
const POINTS: usize = 100_000;

/// Follows runs.
#[derive(Debug)]
pub struct Follower<'a> {
    /// The program as loaded.
    pub program: &'a Program,
    /// Where it starts.
    pub entry: ProcId,
    /// Its chart.
    pub chart: &'a Chart,
    /// Its environment.
    pub config: &'a Config,
}

/// A point of a unit, or a node of processes that have been put together.
type Mark = u32;

/// Keeps the points that a run enters.
struct Trail {
    starts: BTreeMap<(ProcId, LocId), Mark>,
    /// Where edges come from, and those that return from the entry.
    from: IndexVec<ProcId, IndexVec<EdgeId, LocId>>,
    returns: BTreeSet<EdgeId>,
    entry: ProcId,
    exit: Option<Mark>,
    points: Vec<Mark>,
}

impl Observer for Trail {
    fn edge(&mut self, proc: ProcId, edge: EdgeId) {
        if self.points.len() >= POINTS {
            return;
        }
        let from = self.from[proc][edge];
        self.points.extend(self.starts.get(&(proc, from)));
        if proc == self.entry && self.returns.contains(&edge) {
            self.points.extend(self.exit);
        }
    }
}

/// How a run went.
struct Run {
    points: Vec<Mark>,
    stop: Stop,
    vector: InputVector,
}

impl Follower<'_> {
    /// The test of a path, if a run with these inputs takes it.
    pub fn test(
        &self,
        path: &[NodeId],
        inputs: Box<dyn Inputs>,
    ) -> Result<Option<InputVector>, ImageError> {
        let run = self.run(inputs)?;
        let wanted: Vec<Mark> = path.iter().map(|n| self.mark(*n)).collect();
        let taken = run.points.starts_with(&wanted) || self.stops_in_last(&run, &wanted);
        Ok(taken.then_some(run.vector))
    }

    fn mark(&self, node: NodeId) -> Mark {
        if self.chart.processes.is_empty() {
            self.chart.node(node).point.0
        } else {
            node.0
        }
    }

    /// Whether a run came to the last point of a path and failed there, so that no edge was taken.
    fn stops_in_last(&self, run: &Run, wanted: &[Mark]) -> bool {
        let Some((last, before)) = wanted.split_last() else {
            return false;
        };
        let Some(span) = self
            .chart
            .points
            .get(PointId::from(*last as usize))
            .map(|p| p.span)
        else {
            return false;
        };
        let inside = |s: Span| s.file == span.file && s.line == span.line && s.col >= span.col;
        match &run.stop {
            Stop::Fault(fault) => run.points == before && inside(fault.span),
            _ => false,
        }
    }

    /// The shortest path of a test that the automaton accepts on points alone, and the test.
    pub fn accepted(
        &self,
        question: &Question,
        vector: &InputVector,
    ) -> Result<Option<(Vec<NodeId>, InputVector)>, ImageError> {
        let run = self.run(Box::new(FromVector::padded(vector)))?;
        let mut path: Vec<NodeId> = Vec::new();
        let mut states: BTreeSet<hatha_ltl::NodeId> = question.automaton.initial().collect();
        for point in &run.points {
            let candidates = match path.last() {
                None => &self.chart.initial,
                Some(last) => &self.chart.next[*last],
            };
            let mut nodes = candidates.iter().copied();
            let Some(node) = nodes.find(|n| self.mark(*n) == *point) else {
                return Ok(None);
            };
            path.push(node);
            let allowed = &question.states[node];
            states = states.intersection(allowed).copied().collect();
            if states.iter().any(|s| question.automaton.node(*s).accepting) {
                return Ok(Some((path, run.vector)));
            }
            let next = states
                .iter()
                .flat_map(|s| &question.automaton.node(*s).next);
            states = next.copied().collect();
        }
        Ok(None)
    }

    fn run(&self, inputs: Box<dyn Inputs>) -> Result<Run, ImageError> {
        let image = Image::new(self.program)?;
        let mut config = self.config.for_reachability();
        config.limits.steps = if self.chart.processes.is_empty() {
            STEPS
        } else {
            STEPS_OF_PROCESSES
        };
        let domain = Concrete::new(config.policy, inputs);
        let console = Captured::default();
        let mut machine = Machine::new(&image, config, domain, self.trail(), console);
        let name = &self.program.proc(self.entry).name;
        let started = machine.start_entry(self.entry);
        let stop = match started {
            Ok(()) => machine.run(),
            Err(stop) => *stop,
        };
        let mut vector = InputVector::new(&self.program.target, name);
        vector.inputs = machine.domain.recorder().entries(self.program);
        machine.annotate(&mut vector);
        vector.program = fingerprint(self.program);
        let points = std::mem::take(&mut machine.observer.points);
        Ok(Run {
            points,
            stop,
            vector,
        })
    }

    fn trail(&self) -> Trail {
        let points = self.chart.points.iter().enumerate();
        let numbered = points.map(|(i, p)| (i as Mark, p));
        let (exits, starts): (Vec<_>, Vec<_>) = numbered.partition(|(_, p)| p.is_exit);
        let starts = if self.chart.processes.is_empty() {
            starts.iter().map(|(i, p)| ((p.proc, p.loc), *i)).collect()
        } else {
            let nodes = self.chart.nodes();
            nodes.map(|(id, n)| ((self.entry, n.loc), id.0)).collect()
        };
        let exits = if self.chart.processes.is_empty() {
            exits
        } else {
            Vec::new()
        };
        let procs = self.program.procs.iter();
        let edges = self.program.proc(self.entry).edges();
        let returns = edges.filter(|(_, e)| matches!(e.op, Op::Return(_)));
        Trail {
            starts,
            from: procs
                .map(|p| p.edges.iter().map(|e| e.from).collect())
                .collect(),
            returns: returns.map(|(id, _)| id).collect(),
            entry: self.entry,
            exit: exits.first().map(|(i, _)| *i),
            points: Vec::new(),
        }
    }
}
