//! The product of chart and automaton as a program that fails where a path is accepted.
//!
//! **Invariant.** An execution of the product is one of the unit, cut where no run of
//! the automaton can be accepted any more; it fails exactly when the nodes that it has
//! entered make up a path that satisfies the formula. The automaton is made
//! deterministic on the way (a location remembers the set of states that runs may be
//! in), so the product draws no values that the unit does not draw.
//!
//! **Soundness.** A proof that the product does not fail is therefore a proof that
//! there is no such path, whatever its length.

use crate::chart::{Chart, NodeId, ends};
use crate::error::UnitError;
use crate::question::Question;
use hatha_cfa::{Edge, ExprId, FailKind, LocId, Location, Op, Procedure, Program, Span, UserView};
use hatha_index::IndexVec;
use hatha_ltl::NodeId as StateId;
use std::collections::{BTreeMap, BTreeSet};

/// The states that runs may be in; none before the first node.
type Runs = Option<BTreeSet<StateId>>;

/// The largest product that is made.
const EDGES: usize = 400_000;
/// Conditions that are told apart at one node.
const CONDITIONS: usize = 12;

/// The product, which fails by a call of `failure`; or why there is none.
pub fn product(chart: &Chart, question: &Question, failure: &str) -> Result<Program, UnitError> {
    let mut instrumenter = Instrumenter {
        chart,
        question,
        failure,
        body: chart.body().clone(),
        places: BTreeMap::new(),
        work: Vec::new(),
    };
    instrumenter.body = emptied(chart.body());
    instrumenter.run()?;
    let mut program = chart.joined.program.clone();
    program.procs[chart.joined.entry] = instrumenter.body;
    Ok(program)
}

fn emptied(body: &Procedure) -> Procedure {
    Procedure {
        locations: IndexVec::new(),
        edges: IndexVec::new(),
        out: IndexVec::new(),
        predicates: Vec::new(),
        view: UserView::default(),
        ..body.clone()
    }
}

struct Instrumenter<'a> {
    chart: &'a Chart,
    question: &'a Question,
    failure: &'a str,
    body: Procedure,
    places: BTreeMap<(LocId, Runs), LocId>,
    work: Vec<(LocId, Runs)>,
}

impl Instrumenter<'_> {
    fn run(&mut self) -> Result<(), UnitError> {
        let source = self.chart.body();
        self.body.exit = self.location(source.exit);
        self.body.entry = match self.chart.entered_at(source.entry) {
            Some(first) => {
                let start = self.location(source.entry);
                self.enter(start, first, &None, source.span)?;
                start
            }
            None => self.place(source.entry, None),
        };
        while let Some((loc, runs)) = self.work.pop() {
            let from = self.places[&(loc, runs.clone())];
            for &e in source.out_edges(loc) {
                self.copy(from, source.edge(e), &runs)?;
            }
            if self.body.edges.len() > EDGES {
                return Err(UnitError::ProductTooLarge);
            }
        }
        Ok(())
    }

    fn copy(&mut self, from: LocId, edge: &Edge, runs: &Runs) -> Result<(), UnitError> {
        let entered = self.chart.entered_at(edge.to);
        match (&edge.op, entered) {
            (op, _) if ends(op) => {
                let end = self.location(edge.to);
                self.edge(from, end, op.clone(), edge.span);
            }
            // A return ends the procedure, so the end is entered before it: nothing changes.
            (Op::Return(_), Some(exit)) => {
                let exit_place = self.body.exit;
                let leave = self.location(edge.from);
                self.edge(leave, exit_place, edge.op.clone(), edge.span);
                self.branch(from, exit, runs, edge.span, Some(leave))?;
            }
            (op, Some(node)) => {
                let between = self.location(edge.to);
                self.edge(from, between, op.clone(), edge.span);
                self.enter(between, node, runs, edge.span)?;
            }
            (op, None) => {
                let to = self.place(edge.to, runs.clone());
                self.edge(from, to, op.clone(), edge.span);
            }
        }
        Ok(())
    }

    fn enter(&mut self, at: LocId, node: NodeId, runs: &Runs, span: Span) -> Result<(), UnitError> {
        self.branch(at, node, runs, span, None)
    }

    /// From a location into a node: the conditions that matter decide which runs go on.
    fn branch(
        &mut self,
        at: LocId,
        node: NodeId,
        runs: &Runs,
        span: Span,
        leave: Option<LocId>,
    ) -> Result<(), UnitError> {
        let automaton = &self.question.automaton;
        let candidates: BTreeSet<StateId> = match runs {
            None => automaton.initial().collect(),
            Some(states) => states
                .iter()
                .flat_map(|s| automaton.node(*s).next.iter().copied())
                .collect(),
        };
        let allowed = &self.question.states[node];
        let candidates: BTreeSet<StateId> = candidates.intersection(allowed).copied().collect();
        let numbers: BTreeSet<u32> = candidates
            .iter()
            .flat_map(|s| self.question.literals(*s))
            .map(|(n, _)| n)
            .collect();
        if numbers.len() > CONDITIONS {
            return Err(UnitError::TooManyConditions);
        }
        let numbers: Vec<u32> = numbers.into_iter().collect();
        let mut work = vec![(at, 0, BTreeMap::new())];
        while let Some((at, next, known)) = work.pop() {
            let Some(&number) = numbers.get(next) else {
                let left = self.surviving(&candidates, &known);
                self.go_on(at, node, left, span, leave);
                continue;
            };
            let Some(cond) = self.question.condition(self.chart, node, number) else {
                return Err(UnitError::NotInScope);
            };
            for taken in [true, false] {
                let to = self.test(at, cond, taken, span);
                let mut known = known.clone();
                known.insert(number, taken);
                work.push((to, next + 1, known));
            }
        }
        Ok(())
    }

    fn test(&mut self, at: LocId, cond: ExprId, taken: bool, span: Span) -> LocId {
        let to = self.location_like(at);
        self.edge(at, to, Op::Assume { cond, taken }, span);
        to
    }

    /// The states whose labels hold under what is known.
    fn surviving(
        &self,
        candidates: &BTreeSet<StateId>,
        known: &BTreeMap<u32, bool>,
    ) -> BTreeSet<StateId> {
        let holds = |(n, value): &(u32, bool)| known.get(n) == Some(value);
        let fits = |s: &StateId| self.question.literals(*s).iter().all(holds);
        candidates.iter().copied().filter(fits).collect()
    }

    /// Fails where a run is accepted, goes on where one may still be, and blocks elsewhere.
    fn go_on(
        &mut self,
        at: LocId,
        node: NodeId,
        runs: BTreeSet<StateId>,
        span: Span,
        leave: Option<LocId>,
    ) {
        let accepted = runs
            .iter()
            .any(|s| self.question.automaton.node(*s).accepting);
        if accepted {
            let end = self.location_like(at);
            let kind = FailKind::ReachError(self.failure.to_owned());
            self.edge(at, end, Op::Fail(kind), span);
        } else if let Some(leave) = leave {
            self.edge(at, leave, Op::Skip, span);
        } else if !runs.is_empty() {
            let loc = self.chart.node(node).loc;
            let to = self.place(loc, Some(runs));
            self.edge(at, to, Op::Skip, span);
        }
    }

    /// The product's location for a location and runs.
    fn place(&mut self, loc: LocId, runs: Runs) -> LocId {
        if let Some(&known) = self.places.get(&(loc, runs.clone())) {
            return known;
        }
        let new = self.location(loc);
        self.places.insert((loc, runs.clone()), new);
        self.work.push((loc, runs));
        new
    }

    fn location(&mut self, like: LocId) -> LocId {
        let location = self.chart.body().location(like).clone();
        self.push(location)
    }

    fn location_like(&mut self, like: LocId) -> LocId {
        let location = self.body.location(like).clone();
        self.push(location)
    }

    fn push(&mut self, location: Location) -> LocId {
        self.body.add_location(location)
    }

    fn edge(&mut self, from: LocId, to: LocId, op: Op, span: Span) {
        self.body.add_edge(Edge { from, to, op, span });
    }
}
