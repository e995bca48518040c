//! Along a path that somebody chose, node by node, without a formula.
//!
//! **Invariant.** The states at the end of a path are those of every execution that
//! takes it: what is left out has been refuted by the solver, or is equal to another
//! one, or is told as an obstacle.

use super::{CheckResult, End, Found, NodeId, Search, Solver, Way, World};
use crate::question::Question;
use hatha_term::TermId;
use std::collections::BTreeMap;

/// States that are kept at the end of a path.
const STATES: usize = 256;

/// Which executions along a path belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Those that the formula accepts for good at its end and not before.
    First,
    /// All that the formula accepts.
    Any,
}

/// The states in which a node may be entered, and whether they can be.
#[derive(Debug)]
pub struct Entered {
    /// The node.
    pub node: NodeId,
    /// The states.
    pub worlds: Vec<World>,
    /// Whether some execution is in one of them; `None` if the solver does not know.
    pub possible: Option<bool>,
}

impl<'a, S: Solver> Search<'a, S> {
    /// The states in which the unit's first nodes are entered.
    pub fn first(&mut self) -> Vec<Entered> {
        let starts = self.ways_in();
        let reported = self.pool.fls();
        let world = |way: Way| World {
            values: way.values,
            runs: BTreeMap::new(),
            reported,
            edges: way.edges,
        };
        let starts = starts.into_iter();
        let starts: Vec<(NodeId, Vec<World>)> = starts
            .map(|(node, ways)| (node, ways.into_iter().map(world).collect()))
            .collect();
        starts
            .into_iter()
            .map(|(node, worlds)| self.entered(node, worlds))
            .collect()
    }

    /// The states in which each of the nodes behind one is entered; of nodes that the chart has
    /// there but no state leads to, none.
    pub fn behind(&mut self, node: NodeId, worlds: &[World]) -> Vec<Entered> {
        let mut found = self.onward(node, worlds);
        let chart = self.stepper.chart;
        for &next in &chart.next[node] {
            if !found.iter().any(|(n, _)| *n == next) {
                found.push((next, Vec::new()));
            }
        }
        let order = |n: NodeId| chart.next[node].iter().position(|m| *m == n);
        found.sort_by_key(|(n, _)| order(*n));
        found
            .into_iter()
            .map(|(node, worlds)| self.entered(node, worlds))
            .collect()
    }

    /// Leaves out states that are impossible or that there are already.
    fn entered(&mut self, node: NodeId, worlds: Vec<World>) -> Entered {
        let mut kept: Vec<World> = Vec::new();
        let mut possible = Some(false);
        for mut world in worlds {
            self.forget_temporaries(node, &mut world);
            if kept.iter().any(|k| is_same(k, &world)) {
                continue;
            }
            let guards = world.values.guards.clone();
            let here = match self.check(&guards) {
                CheckResult::Unsat => continue,
                CheckResult::Sat => Some(true),
                CheckResult::Unknown(_) => None,
            };
            possible = match (possible, here) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                _ => None,
            };
            kept.push(world);
        }
        if kept.len() > STATES {
            kept.truncate(STATES);
            let why = "a path with too many states at its end";
            self.obstacle(why.to_owned());
        }
        Entered {
            node,
            worlds: kept,
            possible,
        }
    }

    fn obstacle(&mut self, why: String) {
        if !self.obstacles.contains(&why) {
            self.obstacles.push(why);
        }
    }

    fn forget_temporaries(&mut self, node: NodeId, world: &mut World) {
        let chart = self.stepper.chart;
        if let Some(mover) = chart.node(node).mover {
            world.values.drop_slots(&chart.temporaries[mover]);
        }
    }

    /// The states at the end of a path that a formula accepts, from those at its first node.
    pub fn constrained(
        &mut self,
        question: &'a Question,
        path: &[NodeId],
        start: &[World],
        moment: Moment,
    ) -> Entered {
        let own = std::mem::replace(&mut self.question, question);
        let ends = self.accepted_along(path, start, moment);
        self.question = own;
        let mut worlds = Vec::new();
        for end in ends {
            let mut values = end.values;
            let new = self.pool.not(end.reported);
            for term in [end.accepted, new] {
                values.assume(&self.pool, term);
            }
            worlds.push(World {
                values,
                runs: BTreeMap::new(),
                reported: self.pool.fls(),
                edges: end.edges,
            });
        }
        // A path has a node; of one without, there would be no states.
        let last = path.last().copied().unwrap_or(NodeId(0));
        self.entered(last, worlds)
    }

    fn accepted_along(&mut self, path: &[NodeId], start: &[World], moment: Moment) -> Vec<End> {
        let Some((&first, rest)) = path.split_first() else {
            return Vec::new();
        };
        let mut worlds = self.with_runs(start);
        worlds = self.labelled(first, worlds);
        let mut at = first;
        for &node in rest {
            if moment == Moment::First {
                self.tell(&mut worlds);
            }
            let next = self.onward(at, &worlds).into_iter();
            let there = next.filter(|(n, _)| *n == node).flat_map(|(_, w)| w);
            let there: Vec<World> = there.collect();
            worlds = self.labelled(node, there);
            at = node;
        }
        self.accepted(&worlds)
    }

    /// The same states with every run of the automaton at its start.
    pub(super) fn with_runs(&mut self, worlds: &[World]) -> Vec<World> {
        let initial: Vec<_> = self.question.automaton.initial().collect();
        let (tru, fls) = (self.pool.tru(), self.pool.fls());
        let start = |w: &World| World {
            runs: initial.iter().map(|s| (*s, tru)).collect(),
            reported: fls,
            ..w.clone()
        };
        worlds.iter().map(start).collect()
    }

    /// The states whose labels hold at a node, each once.
    pub(super) fn labelled(&mut self, node: NodeId, worlds: Vec<World>) -> Vec<World> {
        let mut kept: Vec<World> = Vec::new();
        for mut world in worlds {
            self.label(node, &mut world);
            self.forget_temporaries(node, &mut world);
            let known = kept.iter().any(|k| is_same(k, &world));
            if !world.runs.is_empty() && !known && self.possible(&world) != Some(false) {
                kept.push(world);
            }
        }
        kept
    }

    /// Starts in the middle of a path: behind some nodes, at one, in some of its states.
    pub fn start_at(&mut self, past: &[NodeId], node: NodeId, worlds: &[World]) {
        self.past = past.to_vec();
        let worlds = self.with_runs(worlds);
        self.enter(None, node, worlds, false);
    }

    /// A path with the states at its end, as one that was found.
    pub fn chosen(&mut self, path: Vec<NodeId>, worlds: &[World]) -> Option<Found> {
        let (accepted, reported) = (self.pool.tru(), self.pool.fls());
        let end = |w: &World| End {
            values: w.values.clone(),
            accepted,
            reported,
            edges: w.edges.clone(),
        };
        let ends = worlds.iter().map(end).collect();
        self.judged(path, 1, ends)
    }

    /// What a step has added to what must hold; nothing if that is no single condition.
    pub fn added(&self, before: &[World], after: &[World]) -> Vec<TermId> {
        let ([one], [other]) = (before, after) else {
            return Vec::new();
        };
        let known = &one.values.guards;
        let new = other.values.guards.iter();
        new.filter(|t| !known.contains(t)).copied().collect()
    }
}

/// Whether what follows two states is the same.
fn is_same(one: &World, other: &World) -> bool {
    let guards = |w: &World| {
        let mut all = w.values.guards.clone();
        all.sort_unstable();
        all
    };
    one.runs == other.runs
        && one.reported == other.reported
        && guards(one) == guards(other)
        && one.values.is_same_state(&other.values)
}
