//! The walk: advance, backtrack, and nothing twice.
//!
//! **Invariant.** The trail holds the choices of the current trace, oldest first. Each
//! knows the combined state before its step and what was found there so far, as
//! constraints of traces; the current trace satisfies the last of them. When a choice
//! leaves the trail, the formula up to it contradicts everything else
//! that could happen there, or the walk is incomplete.

use super::alternatives::{Alternatives, Values};
use super::graph::{Graph, Place, Position};
use super::matching::{Plans, Replan};
use super::visits::Visit;
use crate::algorithms::directed::Start;
use crate::events::observe::WalkStep;
use crate::tuning::walk::{KEPT_MEMORY, MEMORY, SHORTEST_DISTANCE, SMALL_MEMORY, SPENT, STRIDE};
use crate::{Counts, Event, Task};
use hatha_cfa::{EdgeId, LocId, ProcId, Program};
use hatha_exec::combined::Combined;
use hatha_exec::concolic::{Mark, Site};
use hatha_exec::console::Console;
use hatha_exec::domain::Extent;
use hatha_exec::fault::{Budget, FaultKind, Stop};
use hatha_exec::image::Image;
use hatha_exec::input::NoInput;
use hatha_exec::machine::{Machine, State};
use hatha_exec::memory::{Layout, Place as Lies};
use hatha_exec::observe::Observer;
use hatha_smt::related::Related;
use hatha_term::{Bv, Symbol, TermId, TermPool};
use std::rc::Rc;

/// How a walk ended.
pub(super) enum Outcome {
    /// Every trace was followed to its end, and none fails.
    Complete(Graph),
    /// These inputs and places of objects lead to a failure.
    Failure(Start),
    /// Every trace was followed to its end or to the bound on choices, or was lost.
    Cut,
    /// It is to begin again with another plan of what to forget.
    Replan(Replan),
    /// Something stopped it.
    Incomplete(String),
}

/// Why a walk ends before it is complete.
pub(super) enum Halt {
    /// Something stopped it.
    Stopped(String),
    /// It is to begin again.
    Replan(Replan),
}

/// Why traces are not followed any further.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Interrupted {
    #[error("out of time")]
    Time,
    #[error("a solver gave up: {0}")]
    Solver(String),
    #[error("a trace went another way than the solver said")]
    OtherWay,
    #[error("a trace could not be repeated")]
    NotRepeated,
    #[error("where objects lie decides behind a loop that is taken for all")]
    LayoutBehindLoop,
    #[error("too many layouts of globals")]
    Layouts,
}

impl From<NoInput> for Halt {
    fn from(why: NoInput) -> Self {
        Halt::Stopped(why.to_string())
    }
}

impl From<Interrupted> for Halt {
    fn from(why: Interrupted) -> Self {
        Halt::Stopped(why.to_string())
    }
}

impl From<Halt> for Outcome {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Stopped(why) => Outcome::Incomplete(why),
            Halt::Replan(replan) => Outcome::Replan(replan),
        }
    }
}

/// How a trace ended.
pub(super) enum End {
    /// By itself.
    Stopped(Stop),
    /// At the bound on choices.
    Bound,
    /// In a state that an earlier one covers.
    Covered,
    /// Where it cannot be followed.
    Lost,
}

/// A moment of a trace: between two steps.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Moment {
    /// Steps taken.
    pub(super) steps: u64,
    /// Whether the entry has been called.
    is_called: bool,
    mark: Mark,
    position: Position,
}

/// A state to come back to.
pub(super) struct Snapshot<'p> {
    pub(super) state: State<Combined<'p>>,
    pub(super) at: Moment,
    /// The number of the layout that it has.
    pub(super) layout: u32,
}

/// An image in which objects lie where a layout wants them; `None` if there have been too many.
pub(super) type LayOut<'a> = &'a dyn Fn(&Rc<Layout>) -> Option<&'a Image<'a>>;

/// A choice of the current trace.
pub(super) struct Node<'p> {
    /// The last state that was kept before it.
    kept: Rc<Snapshot<'p>>,
    /// Before the step in which it is made.
    before: Moment,
    /// The place of its constraint on the path.
    index: usize,
    /// What was found to happen there.
    explored: Vec<TermId>,
}

/// Remembers the edge that was taken last.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LastEdge(Option<(ProcId, EdgeId)>);

impl Observer for LastEdge {
    #[inline]
    fn edge(&mut self, proc: ProcId, edge: EdgeId) {
        self.0 = Some((proc, edge));
    }
}

/// Output goes nowhere, there is no input.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Silent;

impl Console for Silent {
    fn write(&mut self, _: i32, _: &[u8]) {}

    fn read(&mut self) -> Option<u8> {
        None
    }
}

/// What a step leads to.
enum After {
    Next,
    End(Stop),
}

/// The walk.
pub(super) struct Walk<'a, 'p> {
    pub(super) task: &'a Task<'a>,
    pub(super) program: &'a Program,
    pub(super) plans: &'p mut Plans,
    /// The heads of loops that the current trace has reached.
    pub(super) visits: Vec<Visit<'p>>,
    pub(super) machine: Machine<'a, Combined<'p>, LastEdge, Silent>,
    lay_out: LayOut<'a>,
    /// Where objects lie, and how many layouts there have been.
    layout: Rc<Layout>,
    pub(super) layouts: u32,
    /// The last state that was kept.
    pub(super) base: Rc<Snapshot<'p>>,
    pub(super) trail: Vec<Node<'p>>,
    /// How many constraints of the path have had their choices considered.
    pub(super) considered: usize,
    /// The constraint that must be another one than before when the walk goes on.
    pending: Option<usize>,
    pub(super) path: Related,
    pub(super) graph: Graph,
    pub(super) position: Position,
    pub(super) alternatives: Alternatives,
    bound: usize,
    is_cut: bool,
    /// Why a trace could not be followed to its end: then the walk proves nothing, but may still
    /// find a failure.
    lost: Option<String>,
    /// Steps taken, on all traces.
    taken: u64,
    counts: Counts,
}

impl<'a, 'p> Walk<'a, 'p> {
    pub(super) fn new(
        task: &'a Task<'a>,
        lay_out: LayOut<'a>,
        image: &'a Image<'a>,
        pool: &'p mut TermPool,
        plans: &'p mut Plans,
        (bound, counts): (usize, Counts),
    ) -> Self {
        let mut config = task.config.for_reachability();
        config.limits.steps = task.test_steps;
        config.skips_output = true;
        config.limits.memory = config.limits.memory.min(MEMORY);
        let bits = task.program.target.pointer_bits;
        let domain = Combined::new(config.policy, pool, bits);
        let machine = Machine::new(image, config, domain, LastEdge::default(), Silent);
        let base = Rc::new(Snapshot {
            state: machine.state().clone(),
            at: Moment {
                steps: 0,
                is_called: false,
                mark: Mark::default(),
                position: Position::default(),
            },
            layout: 0,
        });
        Walk {
            task,
            program: task.program,
            plans,
            visits: Vec::new(),
            machine,
            lay_out,
            layout: Rc::default(),
            layouts: 0,
            base,
            trail: Vec::new(),
            considered: 0,
            pending: None,
            path: Related::default(),
            graph: Graph::default(),
            position: Position::default(),
            alternatives: Alternatives::new(),
            bound,
            is_cut: false,
            lost: None,
            taken: 0,
            counts,
        }
    }

    pub(super) fn counts(&self) -> Counts {
        Counts {
            queries: self.counts.queries + self.alternatives.queries,
            solver_time: self.counts.solver_time + self.alternatives.time,
            ..self.counts
        }
    }

    /// The main loop: one trace after the other, depth first.
    pub(super) fn explore(&mut self) -> Outcome {
        loop {
            let end = match self.advance() {
                Ok(end) => end,
                Err(halt) => return halt.into(),
            };
            self.count(&end);
            if let End::Stopped(Stop::Fault(fault)) = &end {
                if self.task.target.is_asked(&fault.kind) {
                    return self.failure().unwrap_or_else(Outcome::from);
                }
                if fault.kind == FaultKind::OutOfBounds {
                    self.widen();
                }
            }
            match self.backtrack() {
                Ok(true) => {}
                Ok(false) if self.is_cut => return Outcome::Cut,
                Ok(false) => return self.whole(),
                Err(why) => return Outcome::Incomplete(why.to_string()),
            }
            self.task.observer.progress(&self.counts(), &String::new);
        }
    }

    /// Every trace has ended.
    fn whole(&mut self) -> Outcome {
        match self.lost.take() {
            Some(why) => Outcome::Incomplete(why),
            None => Outcome::Complete(std::mem::take(&mut self.graph)),
        }
    }

    /// Takes note of a trace that has ended.
    fn count(&mut self, end: &End) {
        self.counts.tests += 1;
        self.counts.states += 1;
        self.report_end(end);
        if let (Some(exchange), None) = (self.task.exchange, self.newest_cut()) {
            exchange.publish(&self.machine.domain.choice().values());
        }
    }

    /// Follows the trace to its end and notes its choices.
    fn advance(&mut self) -> Result<End, Halt> {
        loop {
            if self.task.matching && self.pending.is_none() && self.match_state()? {
                return Ok(End::Covered);
            }
            let before = self.now();
            if before.steps.is_multiple_of(STRIDE) && self.task.budget.is_interrupted() {
                return Err(Interrupted::Time.into());
            }
            let at = self.machine.location();
            let after = self.step();
            self.note_outcome()?;
            if self.machine.domain.path().len() > before.mark.path {
                let is_blocked = matches!(after, After::End(Stop::Blocked));
                self.choices(before, is_blocked)?;
                self.follow_path();
                self.note(before.steps, at, &after);
            }
            match after {
                After::Next if self.trail.len() < self.bound => {}
                After::Next => {
                    self.is_cut = true;
                    return Ok(End::Bound);
                }
                After::End(stop) => return self.ended(stop),
            }
        }
    }

    /// The end of a trace.
    fn ended(&mut self, stop: Stop) -> Result<End, Halt> {
        let why = match stop {
            Stop::Exit(_) | Stop::Fault(_) | Stop::Blocked => return Ok(End::Stopped(stop)),
            Stop::Unsupported(what) => format!("not supported: {}", what.reason),
            Stop::OutOfBudget(limit) => {
                let is_long = matches!(limit, Budget::Steps(_)) && self.task.matching;
                if let Some(replan) = self.idle_loop().filter(|_| is_long) {
                    return Err(Halt::Replan(replan));
                }
                limit.to_string()
            }
            Stop::Input(why) | Stop::Internal(why) => return Err(Halt::Stopped(why)),
        };
        self.lost.get_or_insert(why);
        Ok(End::Lost)
    }

    pub(super) fn now(&self) -> Moment {
        Moment {
            steps: self.machine.state().steps(),
            is_called: self.machine.state().depth() > 0,
            mark: self.machine.domain.mark(),
            position: self.position,
        }
    }

    /// Takes one step; calling the entry is the first.
    fn step(&mut self) -> After {
        self.taken += 1;
        if self.taken.is_multiple_of(SPENT) {
            self.task.budget.spend(SPENT);
        }
        let result = match self.machine.state().depth() {
            0 => self.machine.start_entry(self.task.entry),
            _ => self.machine.step(),
        };
        match result {
            Ok(()) => After::Next,
            Err(stop) => After::End(*stop),
        }
    }

    /// After going back: what happens at the newest choice now.
    fn note_outcome(&mut self) -> Result<(), Interrupted> {
        let (Some(index), Some(node)) = (self.pending.take(), self.trail.last_mut()) else {
            return Ok(());
        };
        let outcome = self.machine.domain.path().get(index).map(|c| c.term);
        match outcome.filter(|t| !node.explored.contains(t)) {
            Some(outcome) => node.explored.push(outcome),
            None => return Err(Interrupted::OtherWay),
        }
        Ok(())
    }

    /// A step depended on inputs: the choices that were made in it go on the trail.
    fn choices(&mut self, before: Moment, is_blocked: bool) -> Result<(), Interrupted> {
        let path = self.machine.domain.path();
        let last = path.len() - 1;
        let open = path.iter().enumerate().skip(self.considered);
        // Where an assumption fails, other values may satisfy it.
        let open = open.filter(|(i, c)| has_alternatives(&c.site) || (is_blocked && *i == last));
        let open: Vec<(usize, TermId)> = open.map(|(i, c)| (i, c.term)).collect();
        self.considered = path.len();
        let is_far = before.steps - self.base.at.steps >= self.distance();
        if !open.is_empty() && is_far && self.has_room() {
            self.keep(before)?;
        }
        for (index, term) in open {
            self.counts.states += 1;
            self.trail.push(Node {
                kept: self.base.clone(),
                before,
                index,
                explored: vec![term],
            });
        }
        Ok(())
    }

    /// Steps between two states that are kept. A copy costs as much as memory is large (the bytes
    /// of an object that is written to are copied), going on from an older one costs the steps
    /// in between.
    fn distance(&self) -> u64 {
        let bytes = self.machine.state().memory().live_bytes();
        (bytes / 1024).max(SHORTEST_DISTANCE)
    }

    /// Whether another state can be kept: each may have its own bytes of every object.
    fn has_room(&self) -> bool {
        let bytes = self.machine.state().memory().live_bytes();
        if bytes < SMALL_MEMORY {
            return true;
        }
        let mut kept: Vec<*const Snapshot<'p>> =
            self.trail.iter().map(|n| Rc::as_ptr(&n.kept)).collect();
        kept.dedup();
        bytes * kept.len() as u64 <= KEPT_MEMORY
    }

    /// The constraints of the trace, for questions about it.
    pub(super) fn follow_path(&mut self) {
        let known = self.path.len();
        let new: Vec<TermId> = self.machine.domain.path()[known..]
            .iter()
            .map(|c| c.term)
            .collect();
        for term in new {
            self.path.push(self.machine.domain.pool(), term);
        }
    }

    /// Notes in the graph which edge was taken where there are several.
    fn note(&mut self, step: u64, at: Option<(ProcId, LocId)>, after: &After) {
        let (Some((proc, location)), Some((_, edge))) = (at, self.machine.observer.0) else {
            return;
        };
        let several = self.program.proc(proc).out_edges(location).len() > 1;
        let leaves = self.program.proc(proc).edges.get(edge);
        let is_taken = matches!(after, After::Next) && leaves.is_some_and(|e| e.from == location);
        if several && is_taken {
            let place = Place {
                step,
                proc,
                location,
            };
            self.position = self.graph.take(self.position, place, edge);
        }
    }

    /// Keeps the state before the step that has just been taken: goes there again from the last
    /// one that was kept, and takes the step again.
    fn keep(&mut self, before: Moment) -> Result<(), Interrupted> {
        self.go_to(&self.base.clone(), before)?;
        self.base = Rc::new(Snapshot {
            state: self.machine.state().clone(),
            at: before,
            layout: self.layouts,
        });
        self.step();
        Ok(())
    }

    /// Goes from a state that was kept to a later moment of the trace.
    fn go_to(&mut self, from: &Snapshot<'p>, to: Moment) -> Result<(), Interrupted> {
        self.machine.set_state(from.state.clone());
        self.machine.domain.rewind(from.at.mark);
        self.position = to.position;
        self.follow(to)
    }

    /// Takes the steps up to a moment.
    fn follow(&mut self, to: Moment) -> Result<(), Interrupted> {
        while self.now() != to {
            let is_past = self.machine.state().steps() > to.steps;
            if is_past || !matches!(self.step(), After::Next) {
                return Err(Interrupted::NotRepeated);
            }
        }
        Ok(())
    }

    /// A trace has left an object at its last step: at an address that depends on inputs. Every
    /// other address outside the object ends it in the same way, so the choice is taken for
    /// that of one such address.
    fn widen(&mut self) {
        let path = self.machine.domain.path();
        if path.last().is_none_or(|c| c.site != Site::Value) {
            return;
        }
        let is_newest = |n: &&mut Node<'p>| n.index + 1 == path.len();
        let Some(node) = self.trail.last_mut().filter(is_newest) else {
            return;
        };
        let Some((offset, object)) = self.machine.domain.last_offset() else {
            return;
        };
        let object = self.machine.state().memory().live(object);
        let Some(size) = object.map(|o| o.size) else {
            return;
        };
        let pool = self.machine.domain.pool();
        let bits = pool.width(offset);
        let size = pool.bv_const(bits, u128::from(size));
        node.explored.push(pool.bv_uge(offset, size));
    }

    /// Goes back to the newest choice at which something else can happen, with inputs that make
    /// it happen; gives whether there is one.
    fn backtrack(&mut self) -> Result<bool, Interrupted> {
        while let Some(node) = self.trail.last() {
            if self.task.budget.is_interrupted() {
                return Err(Interrupted::Time);
            }
            self.path.truncate(node.index);
            let (kept, before, index) = (node.kept.clone(), node.before, node.index);
            let pool = self.machine.domain.pool();
            let others: Vec<TermId> = node.explored.iter().map(|&t| pool.not(t)).collect();
            let found =
                self.alternatives
                    .discover(pool, &mut self.path, &others, &self.task.budget);
            self.report_alternative(before, matches!(found, Ok(Some(_))));
            match found {
                Ok(Some(values)) => {
                    self.leave_visits();
                    let moved = self.moved(index, &values);
                    self.choose((before, index), values);
                    if moved.is_some() || kept.layout != self.layouts {
                        self.start_over(moved, before)?;
                    } else {
                        self.go_to(&kept, before)?;
                        self.base = kept;
                    }
                    self.considered = index + 1;
                    self.pending = Some(index);
                    return Ok(true);
                }
                Ok(None) => {
                    self.trail.pop();
                }
                Err(reason) => return Err(Interrupted::Solver(reason.to_string())),
            }
        }
        Ok(false)
    }

    /// What the current trace starts from.
    pub(super) fn start(&self) -> Start {
        let place = |(extent, _): (Extent, TermId)| (extent.number, place_of(&extent));
        Start {
            inputs: self.machine.domain.choice().values(),
            places: self.machine.domain.observed().map(place).collect(),
        }
    }

    /// The places of the objects on whose bases the trace depends up to a constraint, if the
    /// values give some of them another one.
    fn moved(&mut self, index: usize, values: &Values) -> Option<Layout> {
        let count = self.machine.domain.path().get(index).map_or(0, |c| c.bases);
        let observed: Vec<_> = self.machine.domain.observed().collect();
        let pool = self.machine.domain.pool();
        let mut is_moved = false;
        let mut places = Vec::new();
        for (extent, variable) in &observed[..observed.len().min(count as usize)] {
            let var = pool.as_var(*variable);
            let chosen = values.iter().find(|(v, _)| Some(*v) == var);
            let chosen = chosen.and_then(|(_, value)| value.as_bv()?.to_u64());
            let base = chosen.unwrap_or(extent.base);
            is_moved |= base != extent.base;
            let place = Lies {
                base,
                ..place_of(extent)
            };
            places.push((extent.number, place));
        }
        is_moved.then(|| Layout::lenient(places))
    }

    /// Takes the trace again from the start up to a moment, with objects in other places.
    fn start_over(&mut self, moved: Option<Layout>, to: Moment) -> Result<(), Interrupted> {
        if self.newest_cut().is_some() {
            return Err(Interrupted::LayoutBehindLoop);
        }
        if let Some(layout) = moved {
            self.layout = Rc::new(layout);
            self.layouts += 1;
        }
        let image = (self.lay_out)(&self.layout).ok_or(Interrupted::Layouts)?;
        self.machine.start_over(image, Rc::clone(&self.layout));
        self.machine.domain.rewind(Mark::default());
        self.position = Position::default();
        self.base = Rc::new(Snapshot {
            state: self.machine.state().clone(),
            at: self.now(),
            layout: self.layouts,
        });
        self.position = to.position;
        self.follow(to)
    }

    /// Chooses other values for inputs that were drawn up to a choice, in the same step as well;
    /// those drawn later start anew.
    fn choose(&mut self, (before, index): (Moment, usize), values: Values) {
        let domain = &mut self.machine.domain;
        let constraint = domain.path().get(index);
        let drawn = constraint.map_or(before.mark.inputs, |c| c.inputs as usize);
        domain.start_over(before.mark, drawn);
        self.set_inputs(values);
    }

    /// Inputs get other values.
    pub(super) fn set_inputs(&mut self, values: Values) {
        let pool = self.machine.domain.pool();
        let numbered = values.into_iter().filter_map(|(v, value)| {
            let Symbol::Input(n) = pool.var_symbol(v) else {
                return None;
            };
            Some((*n as usize, v, value))
        });
        let numbered: Vec<_> = numbered.collect();
        if self.task.observer.wants_events() {
            let chosen = numbered.iter().map(|(n, _, value)| {
                let bits = value.as_bv().and_then(Bv::to_u128);
                (*n as u32, bits.unwrap_or(0))
            });
            let step = WalkStep::Alternative(chosen.collect());
            self.task.observer.event(&Event::Walk(step));
        }
        self.machine.domain.choice().set(numbered);
    }

    fn report_end(&self, end: &End) {
        if self.task.observer.wants_events() {
            let how = match end {
                End::Stopped(Stop::Fault(fault)) => fault.kind.name(),
                End::Stopped(Stop::Blocked) => "blocked",
                End::Stopped(_) => "exit",
                End::Bound => "cut",
                End::Covered => "covered",
                End::Lost => "lost",
            };
            self.task.observer.event(&Event::Walk(WalkStep::End(how)));
        }
    }

    /// Tells what became of the ways that the current values do not take.
    fn report_alternative(&self, before: Moment, is_feasible: bool) {
        if self.task.observer.wants_events() {
            let step = WalkStep::Inconsistent {
                step: before.steps,
                is_feasible,
            };
            self.task.observer.event(&Event::Walk(step));
        }
    }
}

fn place_of(extent: &Extent) -> Lies {
    Lies {
        base: extent.base,
        size: extent.size,
    }
}

/// Whether something else could have happened where a constraint arose.
fn has_alternatives(site: &Site) -> bool {
    match site {
        Site::Type => false,
        // Where an assumption fails there is no execution.
        Site::Branch { at, .. } => !at.required,
        Site::Value | Site::Operation | Site::Switch { .. } => true,
    }
}
