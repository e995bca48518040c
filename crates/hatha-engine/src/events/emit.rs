//! The events of a search, and the tests that it is given.
//!
//! **Invariant.** Nothing is put into words unless somebody reads events, and
//! what one event holds is bounded: of many states, ways or places the
//! first are emitted, with how many there are.

use crate::algorithms::flow::{Break, Continue, Flow};
use crate::algorithms::session::Session;
use crate::display::show;
use crate::events::observe::{AbstractStep, Chart, Halves, Spot, Visited, Way};
use crate::regions::region::{AbstractEdge, RegionId, Removal, Split};
use crate::testing::forest::StateId;
use crate::testing::simulate::{Prefix, Ran};
use crate::tuning::events::{LONGEST, PARTS, PATH, SPOTS, STATES, VALUES};
use crate::tuning::runs::FIRST_TEST_STEPS;
use crate::{Answer, Event};
use hatha_blocks::block::{BlockId, CutId, FAILURE, OBSTACLE, START};
use hatha_blocks::display::ProgramNames;
use hatha_cfa::{EdgeId, VarId, print};
use hatha_exec::fault::Stop;
use hatha_proof::vocabulary::as_slot;
use hatha_term::{TermId, VarId as TermVar};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// What has been emitted.
#[derive(Debug, Default)]
pub(crate) struct Events {
    /// How many removed edges.
    emitted: usize,
}

/// What is emitted about a run.
pub(crate) struct RunReport {
    inputs: u64,
    end: &'static str,
    path: Vec<u32>,
}

impl RunReport {
    /// Of a run that has ended.
    pub(crate) fn of(ran: &Ran) -> Self {
        let visits = ran.visits.iter().take(PATH);
        RunReport {
            inputs: ran.entries.len() as u64,
            end: end_of(&ran.stop),
            path: visits.map(|v| v.cut.0).collect(),
        }
    }
}

fn end_of(stop: &Stop) -> &'static str {
    match stop {
        Stop::Exit(_) => "exit",
        Stop::Fault(_) => "fault",
        Stop::OutOfBudget(_) => "cut",
        Stop::Blocked => "blocked",
        Stop::Unsupported(_) => "unsupported",
        Stop::Input(_) | Stop::Internal(_) => "internal",
    }
}

impl AbstractStep {
    fn of(edge: AbstractEdge) -> Self {
        AbstractStep {
            from: edge.from.0,
            way: edge.block.0,
            to: edge.to.0,
        }
    }
}

impl Removal {
    /// In a word.
    fn name(self) -> &'static str {
        match self {
            Removal::OutsidePreimage => "outside-preimage",
            Removal::Refuted => "refuted",
            Removal::Infeasible => "infeasible",
            Removal::Contradiction => "contradiction",
            Removal::Suggested => "suggested",
        }
    }
}

/// A text that is not too long.
fn bounded(mut text: String) -> String {
    if let Some((at, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(at);
        text.push('…');
    }
    text
}

impl Session<'_> {
    /// Whether anybody reads events.
    pub(crate) fn wants_events(&self) -> bool {
        self.task.observer.wants_events()
    }

    /// A condition as C over the names of the program.
    pub(crate) fn in_c(&self, term: TermId) -> String {
        let names = ProgramNames::new(self.subject.program);
        bounded(self.questions.pool.to_c_named(term, &names))
    }

    /// Emits which abstract trace an iteration examined, and what it learnt about
    /// the last step of it.
    pub(crate) fn emit_trace(&mut self, trace: &[BlockId], answer: Answer) {
        self.emit_iteration(trace, None, answer);
    }

    /// Emits what an iteration asked and learnt.
    pub(crate) fn emit_step(&mut self, edge: AbstractEdge, answer: Answer) {
        self.counts.regions = self.abstraction.graph.len() as u64;
        self.emit_iteration(&[edge.block], Some(edge), answer);
    }

    fn emit_iteration(&mut self, trace: &[BlockId], edge: Option<AbstractEdge>, answer: Answer) {
        let observer = self.task.observer;
        let frontier = || {
            trace
                .last()
                .map_or_else(String::new, |&b| self.subject.describe(b))
        };
        observer.progress(&self.counts, &frontier);
        if !observer.wants_events() {
            return;
        }
        let frontier = frontier();
        self.emit_removals();
        let wanted = edge.map_or_else(String::new, |e| self.wanted(e));
        observer.event(&Event::Iteration {
            number: self.counts.iterations,
            trace: trace.iter().map(|&b| self.subject.describe(b)).collect(),
            frontier,
            answer,
            step: edge.map(AbstractStep::of),
            wanted,
            ways: trace.iter().take(PATH).map(|b| b.0).collect(),
            counts: self.counts,
        });
    }

    /// What must hold before a step to take it.
    ///
    /// Every engine has asked about the step by now, except for its first test, so its terms are
    /// in the pool already: emitting makes no term, and the search goes on as if unwatched.
    fn wanted(&mut self, edge: AbstractEdge) -> String {
        if self.tests.forest.is_empty() && self.counts.queries == 0 {
            return String::new();
        }
        let parts = self.step(edge.block, edge.to);
        let mut text = String::new();
        for part in parts {
            if text.len() > LONGEST {
                break;
            }
            if !text.is_empty() {
                text.push_str(" && ");
            }
            text.push_str(&self.in_c(part.term));
        }
        bounded(text)
    }

    /// Emits that a region can be reached, by a state with these values of slots.
    pub(crate) fn emit_witness(&self, region: RegionId, values: &FxHashMap<TermId, TermId>) {
        if !self.wants_events() {
            return;
        }
        let value = |(&slot, &constant): (&TermId, &TermId)| {
            let symbol = self.questions.pool.as_var(slot)?;
            let var = as_slot(self.questions.pool.var_symbol(symbol))?;
            let bits = u64::try_from(self.questions.pool.as_bv(constant)?.to_u128()?).ok()?;
            Some((var, bits))
        };
        let mut known: Vec<(VarId, u64)> = values.iter().filter_map(value).collect();
        known.sort_unstable();
        let known = known.into_iter();
        let shown = known.filter_map(|(var, bits)| show(self.subject.program, var, bits));
        self.task.observer.event(&Event::Witness {
            region: region.0,
            values: shown.take(VALUES).collect(),
        });
    }

    /// Emits that a predicate is followed at a cut point from now on.
    pub(crate) fn emit_predicate(&self, cut: CutId, term: TermId) {
        if self.wants_events() {
            self.task.observer.event(&Event::Predicate {
                spot: cut.0,
                predicate: self.in_c(term),
            });
        }
    }

    /// Emits which edges were removed since the last event of the kind.
    pub(crate) fn emit_removals(&mut self) {
        if !self.wants_events() {
            return;
        }
        let new = self
            .abstraction
            .graph
            .removals()
            .get(self.events.emitted..)
            .unwrap_or(&[]);
        let note = |&(edge, why): &(AbstractEdge, Removal)| (AbstractStep::of(edge), why.name());
        let removed: Vec<_> = new.iter().map(note).collect();
        self.events.emitted += removed.len();
        if !removed.is_empty() {
            self.task.observer.event(&Event::Removed(removed));
        }
    }

    /// Emits the flow chart of the search.
    pub(crate) fn emit_chart(&self) {
        if !self.wants_events() {
            return;
        }
        let count = self.subject.blocks.cut_count();
        let is_emitted = |cut: CutId| cut.index() < SPOTS;
        let ways = self.subject.blocks.ids().filter(|&b| {
            let block = self.subject.blocks.block(b);
            is_emitted(block.from) && is_emitted(block.to)
        });
        let ways: Vec<Way> = ways.map(|b| self.way(b)).collect();
        let all = count as usize + self.subject.blocks.ids().count();
        let spots: Vec<Spot> = (0..count)
            .map(CutId)
            .filter(|&c| is_emitted(c))
            .map(|c| self.spot(c))
            .collect();
        let left_out = (all - spots.len() - ways.len()) as u64;
        self.task.observer.event(&Event::Chart(Chart {
            spots,
            ways,
            left_out,
        }));
    }

    fn spot(&self, cut: CutId) -> Spot {
        let proc = self.subject.program.proc(self.subject.entry);
        let location = self.subject.blocks.location(cut);
        let kind = match cut {
            START => "start",
            FAILURE => "failure",
            OBSTACLE => "obstacle",
            _ if location == Some(proc.entry) => "entry",
            _ if location.is_some_and(|l| proc.location(l).loop_head) => "loop",
            _ => "place",
        };
        Spot {
            number: cut.0,
            kind,
            location: self.subject.describe_cut(cut).unwrap_or_default(),
        }
    }

    fn way(&self, block: BlockId) -> Way {
        let proc = self.subject.program.proc(self.subject.entry);
        let part = |&e: &EdgeId| {
            let edge = proc.edge(e);
            let text = bounded(print::op(self.subject.program, &edge.op));
            (self.subject.program.sources.describe(edge.span), text)
        };
        let b = self.subject.blocks.block(block);
        Way {
            number: block.0,
            from: b.from.0,
            to: b.to.0,
            does: b.edges.iter().take(PARTS).map(part).collect(),
        }
    }

    /// Emits that every cut point has one region again.
    pub(crate) fn emit_restart(&mut self) {
        self.events.emitted = 0;
        if !self.wants_events() {
            return;
        }
        let count = |cut: u32| (cut, self.tests.forest.states_in(RegionId(cut)).len() as u64);
        let states = (0..self.subject.blocks.cut_count()).map(count);
        let states = states.filter(|(_, n)| *n > 0).collect();
        self.task.observer.event(&Event::Restart { states });
    }

    /// Emits that a region was split.
    pub(crate) fn emit_split(&self, region: RegionId, split: Split, rho: TermId) {
        if !self.wants_events() {
            return;
        }
        let cut = self.abstraction.graph.region(split.inside).cut;
        let halves = [split.inside, split.outside];
        let states = halves.map(|r| self.tests.forest.states_in(r));
        let first = |m: &[StateId]| m.iter().take(STATES).map(|s| s.0).collect();
        self.task.observer.event(&Event::Split {
            location: self.subject.describe_cut(cut).unwrap_or_default(),
            predicate: self.in_c(rho),
            halves: Halves {
                region: region.0,
                inside: split.inside.0,
                outside: split.outside.0,
                counts: states.map(|m| m.len() as u64),
                states: states.map(first),
            },
        });
    }

    /// Emits a test that was added to the forest when it held so many states.
    pub(crate) fn emit_test(&self, report: RunReport, before: usize) {
        let new = || (before as u32..self.tests.forest.len() as u32).map(StateId);
        let mut found: BTreeMap<u32, u64> = BTreeMap::new();
        for state in new() {
            *found
                .entry(self.tests.forest.state(state).region.0)
                .or_default() += 1;
        }
        self.task.observer.event(&Event::Test {
            number: self.counts.tests,
            inputs: report.inputs,
            end: report.end.to_owned(),
            path: report.path,
            found: found.into_iter().collect(),
            states: new().take(STATES).map(|s| self.visited(s)).collect(),
        });
    }

    fn visited(&self, id: StateId) -> Visited {
        let state = self.tests.forest.state(id);
        let cut = state.visit.cut;
        let mut slots: Vec<(u32, TermVar)> = self
            .tests
            .forest
            .slots()
            .iter()
            .map(|(&symbol, &slot)| (slot, symbol))
            .filter(|&(_, symbol)| self.subject.blocks.is_visible(cut, symbol))
            .collect();
        slots.sort_unstable();
        let value = |(slot, symbol): (u32, TermVar)| {
            let var = as_slot(self.questions.pool.var_symbol(symbol))?;
            let bits = state.visit.values.get(slot as usize)?;
            show(self.subject.program, var, *bits)
        };
        let all = slots.into_iter().filter_map(value);
        Visited {
            number: id.0,
            region: state.region.0,
            values: all.take(VALUES).collect(),
        }
    }

    /// Runs the tests that the search is to start from.
    pub(crate) fn seed_runs(&mut self) -> Vec<Ran> {
        let seeds = self.task.seed_tests.clone().into_iter();
        seeds
            .map(|inputs| self.run_limited(Prefix::recorded(inputs), FIRST_TEST_STEPS))
            .collect()
    }

    /// The same for an algorithm that keeps no tests: one that fails ends the search.
    pub(crate) fn try_seeds(&mut self) -> Flow {
        for ran in self.seed_runs() {
            self.counts.tests += 1;
            if let Some(finding) = self.failure(&ran) {
                return Break(finding);
            }
        }
        Continue(())
    }
}
