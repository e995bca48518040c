//! The condition of a path, calculated from its end to its start.
//!
//! The condition before a node is that of the way out that the path takes, and of
//! what follows with the node's effects put in: the weakest precondition. Along with
//! it goes the automaton: for each of its states the condition under which a run that
//! is in it here is accepted at the end.
//!
//! **Soundness.** Values that the environment draws are variables, which whoever
//! wants a condition over the inputs alone eliminates.

use crate::chart::NodeId;
use crate::question::Question;
use crate::step::Stepper;
use hatha_blocks::effect::Values;
use hatha_ltl::NodeId as StateId;
use hatha_term::{TermId, TermPool};
use std::collections::BTreeMap;

/// A condition and the values that it draws from the environment, in the order of the run.
#[derive(Clone, Debug)]
pub struct Weakest {
    /// The condition.
    pub condition: TermId,
    /// Drawn values.
    pub choices: Vec<TermId>,
    /// All variables that stand for arbitrary values.
    pub free: Vec<TermId>,
}

/// The conditions under which the runs in each state are accepted.
type Runs = BTreeMap<StateId, TermId>;

/// The weakest condition on the start under which a path is taken and its execution satisfies
/// the formula; `None` if a part of it has no term.
pub fn weakest(
    stepper: &Stepper<'_>,
    question: &Question,
    pool: &mut TermPool,
    path: &[NodeId],
) -> Option<Weakest> {
    let mut walk = Walk {
        stepper,
        question,
        pool,
        choices: Vec::new(),
        free: Vec::new(),
    };
    let (&last, rest) = path.split_last()?;
    let mut runs = walk.accepted(last)?;
    let mut after = last;
    for &node in rest.iter().rev() {
        runs = walk.before(node, after, &runs)?;
        after = node;
    }
    let initial = question.automaton.initial();
    let starts: Vec<TermId> = initial.filter_map(|s| runs.get(&s).copied()).collect();
    let condition = walk.pool.or_all(&starts);
    let condition = walk.at_start(after, condition)?;
    Some(Weakest {
        condition,
        choices: walk.choices,
        free: walk.free,
    })
}

struct Walk<'a, 'b> {
    stepper: &'a Stepper<'b>,
    question: &'a Question,
    pool: &'a mut TermPool,
    choices: Vec<TermId>,
    free: Vec<TermId>,
}

impl Walk<'_, '_> {
    /// At the last node the accepting states are accepted where their labels hold.
    fn accepted(&mut self, last: NodeId) -> Option<Runs> {
        let states = &self.question.states[last];
        let accepting = |s: &&StateId| self.question.automaton.node(**s).accepting;
        let mut runs = Runs::new();
        for &state in states.iter().filter(accepting) {
            let label = self.label(last, state)?;
            runs.insert(state, label);
        }
        Some(runs)
    }

    /// The conditions of a state's label at a node, over the state on entering it.
    fn label(&mut self, node: NodeId, state: StateId) -> Option<TermId> {
        let mut parts = Vec::new();
        let mut values = Values::default();
        for (number, holds) in self.question.literals(state) {
            let chart = self.stepper.chart;
            let expr = self.question.condition(chart, node, number)?;
            let effects = &self.stepper.effects;
            let term = effects.holds(self.pool, expr, &mut values)?;
            parts.push(if holds { term } else { self.pool.not(term) });
        }
        self.free.extend(values.free);
        Some(self.pool.and_all(&parts))
    }

    fn before(&mut self, node: NodeId, after: NodeId, runs: &Runs) -> Option<Runs> {
        let loc = self.stepper.chart.node(node).loc;
        let mut ways = self.ways(loc, after)?;
        let allowed = self.question.states[node].clone();
        let mut earlier = Runs::new();
        for state in allowed {
            let next = &self.question.automaton.node(state).next;
            let parts: Vec<TermId> = next.iter().filter_map(|n| runs.get(n).copied()).collect();
            let then = self.pool.or_all(&parts);
            let through = self.through(&mut ways, then);
            let label = self.label(node, state)?;
            let all = self.pool.and(label, through);
            if all != self.pool.fls() {
                earlier.insert(state, all);
            }
        }
        self.note(ways);
        Some(earlier)
    }

    /// The ways from a location to a node.
    fn ways(&mut self, from: hatha_cfa::LocId, to: NodeId) -> Option<Vec<Values>> {
        let onward = self.stepper.from(self.pool, from, &Values::default());
        let mut states = onward.states.into_iter();
        let ways = states.find(|(n, _)| *n == to).map(|(_, ways)| ways)?;
        Some(ways.into_iter().map(|w| w.values).collect())
    }

    /// The condition before some ways that a condition holds behind them.
    fn through(&mut self, ways: &mut [Values], then: TermId) -> TermId {
        let mut all = Vec::new();
        for way in ways {
            let before = self.stepper.effects.before(self.pool, way, then);
            let guards = self.pool.and_all(&way.guards);
            all.push(self.pool.and(guards, before));
        }
        self.pool.or_all(&all)
    }

    fn note(&mut self, ways: Vec<Values>) {
        for way in ways {
            self.choices.splice(0..0, way.choices);
            self.free.extend(way.free);
        }
    }

    /// From the first node to the start: what is assumed, and the values of globals.
    fn at_start(&mut self, first: NodeId, condition: TermId) -> Option<TermId> {
        let entry = self.stepper.chart.body().entry;
        let mut condition = condition;
        if self.stepper.chart.entered_at(entry) != Some(first) {
            let mut ways = self.ways(entry, first)?;
            condition = self.through(&mut ways, condition);
            self.note(ways);
        }
        let mut start = self.stepper.effects.start(self.pool);
        let before = self
            .stepper
            .effects
            .before(self.pool, &mut start, condition);
        self.free.extend(start.free);
        let valid = self.pool.and_all(&start.guards);
        Some(self.pool.and(valid, before))
    }
}
