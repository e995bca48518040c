//! The paths from a location to the next locations that have regions.
//!
//! **Invariant.** Every execution that stands at the start follows one of the
//! paths until it reaches a location with regions, a failure or an obstacle, or
//! ends or blocks before that. A cycle that passes no region is refused, so the
//! walk is finite; so is too large a number of paths.

use crate::check::Refusal;
use crate::encode::Encoder;
use crate::graph::{Graph, called};
use crate::memory::Memory;
use crate::opaque::{Effect, Effects};
use crate::state::{Environment, State};
use crate::step::After;
use hatha_cfa::join::{Component, Joined};
use hatha_cfa::{Callee, EdgeId, LocId, Op, ProcId, Program};
use hatha_proof::vocabulary::allocated_id;
use hatha_term::TermPool;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Paths from one location beyond which a proof is refused.
const PATH_LIMIT: usize = 100_000;

/// Steps on all paths from one location beyond which a proof is refused.
const STEP_LIMIT: usize = 5_000_000;

/// How a path ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// At a location with regions.
    Regions,
    /// With a failure of the program.
    Fail,
    /// Before something that is not modelled.
    Obstacle(String),
}

/// A path that a proof has to say something about.
#[derive(Debug)]
pub(crate) struct Path {
    /// Its last edge.
    pub(crate) edge: EdgeId,
    /// Where it ends.
    pub(crate) to: LocId,
    pub(crate) end: End,
    /// What it needs and does, over the state where it began.
    pub(crate) state: State,
}

/// A place in the walk that has not been left yet.
struct Pending {
    location: LocId,
    /// How many locations come before it on its path.
    depth: usize,
    state: State,
}

/// Walks the automaton.
pub(crate) struct Walk<'a> {
    pub(crate) program: &'a Program,
    pub(crate) joined: &'a Joined,
    pub(crate) entry: ProcId,
    pub(crate) environment: Environment,
    pub(crate) graph: &'a Graph,
    /// The allocations that happen at most once.
    pub(crate) once: &'a BTreeSet<EdgeId>,
    /// The effects of procedures that are not looked into.
    pub(crate) opaque: &'a Effects,
    pub(crate) pool: &'a mut TermPool,
    pub(crate) memory: &'a mut Memory,
}

impl<'a> Walk<'a> {
    /// All paths from a location; those with a common beginning stand together.
    pub(crate) fn paths(&mut self, start: LocId, state: State) -> Result<Vec<Path>, Refusal> {
        let mut paths = Vec::new();
        let mut trail: Vec<LocId> = Vec::new();
        let mut on_trail = FxHashSet::default();
        let mut work = vec![Pending {
            location: start,
            depth: 0,
            state,
        }];
        let mut steps = 0;
        while let Some(at) = work.pop() {
            for left in trail.drain(at.depth..) {
                on_trail.remove(&left);
            }
            if !on_trail.insert(at.location) {
                return Err(Refusal::Malformed(format!(
                    "a cycle without regions{}",
                    self.place(at.location)
                )));
            }
            trail.push(at.location);
            steps += self.leave(at, &mut work, &mut paths);
            if paths.len() > PATH_LIMIT || steps > STEP_LIMIT {
                return Err(Refusal::Undecided(format!(
                    "too many paths without regions{}",
                    self.place(start)
                )));
            }
        }
        Ok(paths)
    }

    fn place(&self, location: LocId) -> String {
        let span = self.program.proc(self.entry).location(location).span;
        format!(" at {}", self.program.sources.describe(span))
    }

    /// Takes every edge out of a place; gives their number.
    fn leave(&mut self, at: Pending, work: &mut Vec<Pending>, paths: &mut Vec<Path>) -> usize {
        let program = self.program;
        let out = program.proc(self.entry).out_edges(at.location);
        let mut states = vec![at.state; out.len()];
        // The walk takes the last one first; reversed, paths come in the order of the edges.
        for (&id, state) in out.iter().zip(states.drain(..)).rev() {
            self.take(id, state, at.depth + 1, work, paths);
        }
        out.len()
    }

    fn take(
        &mut self,
        id: EdgeId,
        mut state: State,
        depth: usize,
        work: &mut Vec<Pending>,
        paths: &mut Vec<Path>,
    ) {
        let edge = self.program.proc(self.entry).edge(id);
        if let Some(component) = called(self.joined, edge) {
            self.call(id, component, state, depth, work, paths);
            return;
        }
        // What the encoder does not know is an obstacle: the proof has to keep out of it.
        let named = self.once.contains(&id).then(|| allocated_id(id));
        let effect = self.opaque_effect(&edge.op);
        let site = self.memory.sites.of(id);
        let mut encoder = self.encoder(&mut state);
        (encoder.named, encoder.site) = (named, site);
        let after = match effect {
            Some(effect) => encoder.pass_opaque(&edge.op, effect),
            None => encoder.step(&edge.op),
        };
        let after = after.unwrap_or_else(|unknown| After::Obstacle(unknown.0));
        state.guard.append(&mut self.memory.premises);
        let end = match after {
            After::End => return,
            After::Fail => End::Fail,
            After::Obstacle(what) => End::Obstacle(what),
            // A return that no region takes up must be shown not to happen.
            After::Next if self.graph.is_cut(edge.to) || self.is_exit(edge.to) => End::Regions,
            After::Next => {
                work.push(Pending {
                    location: edge.to,
                    depth,
                    state,
                });
                return;
            }
        };
        paths.push(Path {
            edge: id,
            to: edge.to,
            end,
            state,
        });
    }

    /// The effect of a call of a procedure that is not looked into.
    fn opaque_effect(&self, op: &Op) -> Option<&'a Effect> {
        match op {
            Op::Call {
                callee: Callee::Direct(p),
                args,
                ..
            } if !self.joined.is_silent(*p, args) => self.opaque.get(p),
            _ => None,
        }
    }

    fn is_exit(&self, location: LocId) -> bool {
        self.joined.components.iter().any(|c| c.exit == location)
    }

    /// A call of a component: one path ends at its entry, another goes on behind the call.
    fn call(
        &mut self,
        id: EdgeId,
        component: &Component,
        state: State,
        depth: usize,
        work: &mut Vec<Pending>,
        paths: &mut Vec<Path>,
    ) {
        let edge = self.program.proc(self.entry).edge(id);
        let mut inside = state.clone();
        let entered = self.encoder(&mut inside).enter(&edge.op, component);
        inside.guard.append(&mut self.memory.premises);
        paths.push(Path {
            edge: id,
            to: component.entry,
            end: entered.map_or_else(|unknown| End::Obstacle(unknown.0), |()| End::Regions),
            state: inside,
        });
        let mut behind = state;
        let (joined, at_exit) = (self.joined, self.graph.at(component.exit));
        let result = self
            .encoder(&mut behind)
            .pass(&edge.op, joined, component, &at_exit);
        behind.guard.append(&mut self.memory.premises);
        match result {
            Ok(()) => work.push(Pending {
                location: edge.to,
                depth,
                state: behind,
            }),
            Err(unknown) => paths.push(Path {
                edge: id,
                to: edge.to,
                end: End::Obstacle(unknown.0),
                state: behind,
            }),
        }
    }

    fn encoder<'s>(&'s mut self, state: &'s mut State) -> Encoder<'s> {
        Encoder::new(self.joined, self.environment, self.pool, self.memory, state)
    }
}
