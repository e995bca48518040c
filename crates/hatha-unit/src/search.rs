//! The search for paths: chart and automaton together, the path condition along with it.
//!
//! A prefix is a path of the chart with the symbolic states at its end, and in each
//! of them, for every state of the automaton, the condition under which a run comes
//! to it. A prefix whose conditions contradict each other is cut at once. Nodes may
//! stand on a path as often as the bound says; what is cut by the bound waits for the
//! next one, so nothing is searched twice.
//!
//! **Invariant.** An execution is reported at the first moment from which on every
//! continuation satisfies the formula, and then no more: the conditions of such paths
//! exclude each other. Nothing is dropped but what a solver refutes: where it does
//! not know, the prefix stays and is marked.

mod along;
mod longest;
mod pause;

pub use along::{Entered, Moment};
pub use longest::Longest;
pub use pause::Paused;

use crate::chart::NodeId;
use crate::question::Question;
use crate::step::{Stepper, Way};
use hatha_blocks::effect::Values;
use hatha_cfa::EdgeId;
use hatha_index::{IndexVec, index_type};
use hatha_ltl::NodeId as StateId;
use hatha_smt::{Budget, CheckResult, Reason, Solver};
use hatha_term::{Model, TermId, TermPool};
use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::Ordering;

index_type! {
    /// A prefix of a path.
    pub(crate) struct PrefixId
}

/// In which order prefixes are extended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The shortest first.
    Breadth,
    /// The newest first.
    Depth,
}

/// One of the symbolic states at the end of a prefix.
#[derive(Clone, Debug)]
pub struct World {
    /// The state, with what led to it.
    pub values: Values,
    /// When a run of the automaton is in a state.
    pub runs: BTreeMap<StateId, TermId>,
    /// When the execution has been reported already.
    pub reported: TermId,
    /// The edges on the way, where they matter (between processes).
    pub edges: Vec<EdgeId>,
}

struct Prefix {
    parent: Option<PrefixId>,
    node: NodeId,
    worlds: Vec<World>,
    /// How often the node that recurs most stands on the path.
    repeats: u32,
    undecided: bool,
}

/// A path that was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its nodes.
    pub path: Vec<NodeId>,
    /// The states at its end in which it is accepted: guards, when accepted, when reported before.
    pub ends: Vec<End>,
    /// The smallest bound under which it is a path.
    pub repeats: u32,
    /// Values of its inputs, if the solver gave some.
    pub model: Option<Model>,
    /// Whether the solver could not tell that the condition can hold.
    pub undecided: bool,
}

/// A way in which a path can be accepted.
#[derive(Clone, Debug)]
pub struct End {
    /// The state.
    pub values: Values,
    /// The condition that the formula adds.
    pub accepted: TermId,
    /// When an earlier moment was reported.
    pub reported: TermId,
    /// The edges on the way, where they matter.
    pub edges: Vec<EdgeId>,
}

/// What tells states of processes apart besides the values.
type Seen = (NodeId, Vec<TermId>, Vec<(StateId, TermId)>, TermId);

/// What the search has to say.
#[derive(Debug)]
pub enum Next {
    /// A path.
    Path(Box<Found>),
    /// There is no other path with this bound.
    Bound,
    /// There is no other path with any bound.
    Exhausted,
    /// The budget is used up.
    OutOfBudget(String),
}

/// Counts of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Prefixes made.
    pub prefixes: u64,
    /// Questions to the solver.
    pub queries: u64,
    /// Prefixes whose condition is false.
    pub refuted: u64,
    /// Prefixes that a state made equal to another one.
    pub matched: u64,
}

/// A search.
pub struct Search<'a, S: Solver> {
    /// Steps.
    pub stepper: Stepper<'a>,
    /// The formula.
    pub question: &'a Question,
    /// The terms.
    pub pool: TermPool,
    /// Who decides conditions.
    pub solver: S,
    /// What ends it.
    pub budget: Budget,
    order: Order,
    /// How often a node may stand on a path.
    pub bound: u32,
    prefixes: IndexVec<PrefixId, Prefix>,
    /// The nodes before the one that the search starts from.
    past: Vec<NodeId>,
    open: VecDeque<PrefixId>,
    /// What the bound has cut.
    waiting: VecDeque<Prefix>,
    ready: VecDeque<Found>,
    /// States of processes that have been seen: by node, conditions and what was reported.
    seen: BTreeMap<Seen, Vec<Values>>,
    /// What was not followed.
    pub obstacles: Vec<String>,
    /// What it took.
    pub counts: Counts,
    /// The condition of the start: what is assumed.
    pub assumed: TermId,
}

impl<'a, S: Solver> Search<'a, S> {
    /// A search that has not begun.
    pub fn new(
        stepper: Stepper<'a>,
        question: &'a Question,
        solver: S,
        budget: Budget,
        order: Order,
    ) -> Self {
        let pool = TermPool::new();
        let assumed = pool.tru();
        Search {
            stepper,
            question,
            assumed,
            pool,
            solver,
            budget,
            order,
            bound: 1,
            prefixes: IndexVec::new(),
            past: Vec::new(),
            open: VecDeque::new(),
            waiting: VecDeque::new(),
            ready: VecDeque::new(),
            seen: BTreeMap::new(),
            obstacles: Vec::new(),
            counts: Counts::default(),
        }
    }

    /// Starts at the entry; whether what is assumed can hold (`None` if nobody knows).
    pub fn start(&mut self) -> Option<bool> {
        let mut starts = self.ways_in();
        let guards: Vec<TermId> = starts
            .iter()
            .flat_map(|(_, all)| all)
            .map(|w| self.pool.and_all(&w.values.guards))
            .collect();
        self.assumed = self.pool.or_all(&guards);
        let possible = match self.check(&[self.assumed]) {
            CheckResult::Sat => Some(true),
            CheckResult::Unsat => Some(false),
            CheckResult::Unknown(_) => None,
        };
        for (node, states) in starts.drain(..) {
            let initial: Vec<StateId> = self.question.automaton.initial().collect();
            let (tru, fls) = (self.pool.tru(), self.pool.fls());
            let world = |way: Way| World {
                values: way.values,
                runs: initial.iter().map(|s| (*s, tru)).collect(),
                reported: fls,
                edges: way.edges,
            };
            let worlds = states.into_iter().map(world).collect();
            self.enter(None, node, worlds, false);
        }
        possible
    }

    /// The states in which the first nodes are entered.
    fn ways_in(&mut self) -> Vec<(NodeId, Vec<Way>)> {
        let chart = self.stepper.chart;
        let values = self.stepper.effects.start(&mut self.pool);
        let entry = chart.body().entry;
        match chart.entered_at(entry) {
            Some(node) => {
                let edges = Vec::new();
                vec![(node, vec![Way { values, edges }])]
            }
            None => {
                let onward = self.stepper.from(&mut self.pool, entry, &values);
                self.obstacles.extend(onward.obstacles);
                onward.states
            }
        }
    }

    fn end_of_budget(&self) -> &'static str {
        let flag = self.budget.interrupt.as_ref();
        match flag.is_some_and(|f| f.load(Ordering::Relaxed)) {
            true => "the search was interrupted",
            false => "the time is over",
        }
    }

    /// The next path.
    pub fn next_path(&mut self) -> Next {
        loop {
            if let Some(found) = self.ready.pop_front() {
                return Next::Path(Box::new(found));
            }
            if self.budget.is_interrupted() {
                return Next::OutOfBudget(self.end_of_budget().to_owned());
            }
            let taken = match self.order {
                Order::Breadth => self.open.pop_front(),
                Order::Depth => self.open.pop_back(),
            };
            match taken {
                Some(prefix) => self.extend(prefix),
                None if self.waiting.is_empty() => return Next::Exhausted,
                None => return Next::Bound,
            }
        }
    }

    /// Allows one more repetition of a node.
    pub fn deepen(&mut self) {
        self.bound += 1;
        for waiting in std::mem::take(&mut self.waiting) {
            self.admit(waiting);
        }
    }

    fn extend(&mut self, id: PrefixId) {
        let (node, undecided) = {
            let prefix = &self.prefixes[id];
            (prefix.node, prefix.undecided)
        };
        let worlds = std::mem::take(&mut self.prefixes[id].worlds);
        for (to, worlds) in self.onward(node, &worlds) {
            self.enter(Some(id), to, worlds, undecided);
        }
    }

    /// The states in which the nodes behind one are entered.
    fn onward(&mut self, node: NodeId, worlds: &[World]) -> Vec<(NodeId, Vec<World>)> {
        let loc = self.stepper.chart.node(node).loc;
        let mut next: Vec<(NodeId, Vec<World>)> = Vec::new();
        for world in worlds {
            let onward = self.stepper.from(&mut self.pool, loc, &world.values);
            for why in onward.obstacles {
                if !self.obstacles.contains(&why) {
                    self.obstacles.push(why);
                }
            }
            for (to, states) in onward.states {
                let moved = states.into_iter().map(|v| self.moved(world, v));
                let moved: Vec<World> = moved.collect();
                match next.iter_mut().find(|(n, _)| *n == to) {
                    Some((_, all)) => all.extend(moved),
                    None => next.push((to, moved)),
                }
            }
        }
        next
    }

    /// The runs after one more step: from each state to those that may follow.
    fn moved(&mut self, world: &World, way: Way) -> World {
        let mut runs: BTreeMap<StateId, TermId> = BTreeMap::new();
        for (state, &when) in &world.runs {
            for &to in &self.question.automaton.node(*state).next {
                let other = runs.get(&to).copied();
                let when = other.map_or(when, |o| self.pool.or(o, when));
                runs.insert(to, when);
            }
        }
        let mut edges = world.edges.clone();
        edges.extend(way.edges);
        World {
            values: way.values,
            runs,
            reported: world.reported,
            edges,
        }
    }

    /// A prefix that enters a node; it is kept if something can come of it.
    fn enter(
        &mut self,
        parent: Option<PrefixId>,
        node: NodeId,
        worlds: Vec<World>,
        undecided: bool,
    ) {
        let mut kept: Vec<World> = Vec::new();
        for mut world in worlds {
            self.label(node, &mut world);
            if !world.runs.is_empty() && !self.record_or_match(node, &mut world) {
                kept.push(world);
            }
        }
        if kept.is_empty() {
            return;
        }
        let repeats = self.repeats(parent, node);
        let prefix = Prefix {
            parent,
            node,
            worlds: kept,
            repeats,
            undecided,
        };
        if repeats > self.bound {
            self.waiting.push_back(prefix);
        } else {
            self.admit(prefix);
        }
    }

    /// Records a state of processes. Whether they have been in it before, at the same points and with
    /// the same terms under the same conditions: then what follows is known, and nothing is lost.
    fn record_or_match(&mut self, node: NodeId, world: &mut World) -> bool {
        let chart = self.stepper.chart;
        if chart.processes.is_empty() {
            return false;
        }
        if let Some(mover) = chart.node(node).mover {
            world.values.drop_slots(&chart.temporaries[mover]);
        }
        let mut guards = world.values.guards.clone();
        guards.sort_unstable();
        let runs = world.runs.iter().map(|(s, t)| (*s, *t)).collect();
        let known = self
            .seen
            .entry((node, guards, runs, world.reported))
            .or_default();
        if known.iter().any(|v| v.is_same_state(&world.values)) {
            self.counts.matched += 1;
            return true;
        }
        known.push(world.values.clone());
        false
    }

    /// Adds the conditions on the labels; states that do not fit the node are left.
    fn label(&mut self, node: NodeId, world: &mut World) {
        let allowed = &self.question.states[node];
        let runs = std::mem::take(&mut world.runs);
        for (state, when) in runs {
            if !allowed.contains(&state) {
                continue;
            }
            let mut when = when;
            for (number, holds) in self.question.literals(state) {
                let chart = self.stepper.chart;
                let expr = self.question.condition(chart, node, number);
                let effects = &self.stepper.effects;
                let term = expr.and_then(|e| effects.holds(&mut self.pool, e, &mut world.values));
                // Without a term for a condition nothing is known of it: it may go either way.
                let term = term.unwrap_or_else(|| {
                    self.obstacles
                        .push(format!("condition {number} has no term"));
                    self.pool.tru()
                });
                let literal = if holds { term } else { self.pool.not(term) };
                when = self.pool.and(when, literal);
            }
            if when != self.pool.fls() {
                world.runs.insert(state, when);
            }
        }
    }

    fn repeats(&self, parent: Option<PrefixId>, node: NodeId) -> u32 {
        let (mut count, mut most) = (1, 1);
        let mut at = parent;
        while let Some(id) = at {
            let prefix = &self.prefixes[id];
            count += u32::from(prefix.node == node);
            most = most.max(prefix.repeats);
            at = prefix.parent;
        }
        most.max(count)
    }

    /// Checks the condition of a prefix, reports it where it is accepted, and opens it.
    fn admit(&mut self, mut prefix: Prefix) {
        let mut worlds = Vec::new();
        for world in std::mem::take(&mut prefix.worlds) {
            match self.possible(&world) {
                Some(false) => self.counts.refuted += 1,
                Some(true) => worlds.push(world),
                None => {
                    prefix.undecided = true;
                    worlds.push(world);
                }
            }
        }
        if worlds.is_empty() {
            return;
        }
        prefix.worlds = worlds;
        self.counts.prefixes += 1;
        let id = self.prefixes.push_and_get_key(prefix);
        self.report(id);
        let prefix = &mut self.prefixes[id];
        prefix.worlds.retain(|w| !w.runs.is_empty());
        if !prefix.worlds.is_empty() {
            self.open.push_back(id);
        }
    }

    /// Whether an execution that was not reported can be in a state.
    fn possible(&mut self, world: &World) -> Option<bool> {
        let runs: Vec<TermId> = world.runs.values().copied().collect();
        let any = self.pool.or_all(&runs);
        let new = self.pool.not(world.reported);
        let mut all = world.values.guards.clone();
        all.extend([any, new]);
        all.retain(|t| *t != self.pool.tru());
        match self.check(&all) {
            CheckResult::Sat => Some(true),
            CheckResult::Unsat => Some(false),
            CheckResult::Unknown(_) => None,
        }
    }

    fn check(&mut self, terms: &[TermId]) -> CheckResult {
        if terms.contains(&self.pool.fls()) {
            return CheckResult::Unsat;
        }
        if terms.iter().all(|t| *t == self.pool.tru()) {
            return CheckResult::Sat;
        }
        self.counts.queries += 1;
        self.solver.check(&mut self.pool, terms, &self.budget)
    }

    /// The model of a question that was answered just now; one without parts has any.
    fn model_of(&self, terms: &[TermId]) -> Option<Model> {
        if terms.iter().all(|t| *t == self.pool.tru()) {
            return Some(Model::new());
        }
        self.solver.model().cloned()
    }

    /// Reports an accepted prefix; what holds for good is followed no further.
    fn report(&mut self, id: PrefixId) {
        let mut worlds = std::mem::take(&mut self.prefixes[id].worlds);
        let ends = self.accepted(&worlds);
        self.tell(&mut worlds);
        self.prefixes[id].worlds = worlds;
        if ends.is_empty() {
            return;
        }
        let (path, repeats) = (self.path(id), self.prefixes[id].repeats);
        let found = self.judged(path, repeats, ends);
        self.ready.extend(found);
    }

    /// The ways in which a path that ends in some states is accepted.
    fn accepted(&mut self, worlds: &[World]) -> Vec<End> {
        let question = self.question;
        let accepting = |s: &StateId| question.automaton.node(*s).accepting;
        let mut ends = Vec::new();
        for world in worlds {
            let runs = world.runs.iter().filter(|(s, _)| accepting(s));
            let when: Vec<TermId> = runs.map(|(_, t)| *t).collect();
            let accepted = self.pool.or_all(&when);
            if accepted != self.pool.fls() {
                ends.push(End {
                    values: world.values.clone(),
                    accepted,
                    reported: world.reported,
                    edges: world.edges.clone(),
                });
            }
        }
        ends
    }

    /// Notes when the formula holds for good, and leaves those runs.
    fn tell(&mut self, worlds: &mut [World]) {
        let question = self.question;
        for world in worlds {
            let runs = world.runs.iter();
            let good = runs.filter(|(s, _)| question.good.contains(s));
            let good: Vec<TermId> = good.map(|(_, t)| *t).collect();
            for term in good {
                world.reported = self.pool.or(world.reported, term);
            }
            world.runs.retain(|s, _| !question.good.contains(s));
        }
    }

    /// A path that may end in some ways, if one of them is possible.
    fn judged(&mut self, path: Vec<NodeId>, repeats: u32, ends: Vec<End>) -> Option<Found> {
        let mut possible = Vec::new();
        let (mut model, mut undecided) = (None, false);
        for end in ends {
            let new = self.pool.not(end.reported);
            let mut all = end.values.guards.clone();
            all.extend([end.accepted, new]);
            match self.check(&all) {
                CheckResult::Unsat => continue,
                CheckResult::Sat => model = model.or_else(|| self.model_of(&all)),
                CheckResult::Unknown(Reason::Internal(why)) => {
                    self.obstacles.push(why);
                    undecided = true;
                }
                CheckResult::Unknown(_) => undecided = true,
            }
            possible.push(end);
        }
        (!possible.is_empty()).then(|| Found {
            path,
            ends: possible,
            repeats,
            undecided: undecided && model.is_none(),
            model,
        })
    }

    fn path(&self, id: PrefixId) -> Vec<NodeId> {
        let mut path = Vec::new();
        let mut at = Some(id);
        while let Some(id) = at {
            let prefix = &self.prefixes[id];
            path.push(prefix.node);
            at = prefix.parent;
        }
        path.extend(self.past.iter().rev());
        path.reverse();
        path
    }
}
