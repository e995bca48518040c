//! From one node to the next, symbolically.
//!
//! **Soundness.** A step allows at least what the machine does, as the effects of
//! edges do; what it does not follow is told as an obstacle, never left out in
//! silence. Ways through one node that lead to the same next node become one state
//! where their effects allow it, so a condition of several parts has one condition
//! for each way out of it.

use crate::chart::{Chart, NodeId, ends};
use hatha_blocks::effect::{Continuation, Effects, Values};
use hatha_cfa::{EdgeId, LocId, Op};
use hatha_term::{Op as TermOp, TermId, TermPool};
use std::collections::BTreeMap;

/// Ways through one node that are followed.
const WAYS: usize = 4_096;
/// How often one location may be passed on a way through one node (loops of library models).
const VISITS: usize = 300;

/// A way to a node: the state in which it is entered, and the edges that led there where that
/// matters (between processes).
#[derive(Clone, Debug)]
pub struct Way {
    /// The state.
    pub values: Values,
    /// The edges.
    pub edges: Vec<EdgeId>,
}

/// The states in which each of the next nodes is entered.
#[derive(Debug, Default)]
pub struct Onward {
    /// By next node, in the order in which they are met.
    pub states: Vec<(NodeId, Vec<Way>)>,
    /// What was not followed.
    pub obstacles: Vec<String>,
}

impl Onward {
    fn add(&mut self, node: NodeId, way: Way) {
        match self.states.iter_mut().find(|(n, _)| *n == node) {
            Some((_, all)) => all.push(way),
            None => self.states.push((node, vec![way])),
        }
    }
}

/// Takes steps.
pub struct Stepper<'a> {
    /// The chart.
    pub chart: &'a Chart,
    /// What its edges do.
    pub effects: Effects<'a>,
}

impl Stepper<'_> {
    /// The states behind the node that is entered at a location.
    pub fn from(&self, pool: &mut TermPool, loc: LocId, values: &Values) -> Onward {
        let (_, edges) = self.chart.reached(loc);
        let body = self.chart.body();
        let tests = |e: &EdgeId| matches!(body.edge(*e).op, Op::Assume { .. } | Op::Skip);
        if edges.len() > 1
            && self.chart.processes.is_empty()
            && edges.iter().all(tests)
            && let Some(onward) = self.condition(pool, loc, values)
        {
            return onward;
        }
        self.ways(pool, loc, values)
    }

    /// A node that only tests: one condition for each way out.
    fn condition(&self, pool: &mut TermPool, loc: LocId, values: &Values) -> Option<Onward> {
        let (targets, _) = self.chart.reached(loc);
        let mut onward = Onward::default();
        for target in targets {
            let mut walk = Tests {
                stepper: self,
                values,
                target,
                done: BTreeMap::new(),
            };
            let condition = walk.leads(pool, loc, 0)?;
            if condition != pool.fls() {
                let mut after = values.clone();
                after.assume(pool, condition);
                let (values, edges) = (after, Vec::new());
                onward.add(target, Way { values, edges });
            }
        }
        Some(onward)
    }

    /// The guards that an edge adds, as one condition.
    fn guard(&self, pool: &mut TermPool, edge: EdgeId, values: &Values) -> Option<TermId> {
        let mut after = values.clone();
        let known = after.guards.len();
        if self.effects.step(pool, edge, &mut after) != Continuation::Next
            || after.free.len() > values.free.len()
        {
            return None;
        }
        Some(pool.and_all(&after.guards[known..]))
    }

    /// Follows every way through a node.
    fn ways(&self, pool: &mut TermPool, loc: LocId, values: &Values) -> Onward {
        let body = self.chart.body();
        let mut onward = Onward::default();
        let mut work = vec![(loc, values.clone(), Vec::<EdgeId>::new())];
        let mut count = 0;
        while let Some((at, before, taken)) = work.pop() {
            for &e in body.out_edges(at).iter().rev() {
                let edge = body.edge(e);
                let mut after = before.clone();
                let then = self.effects.step(pool, e, &mut after);
                if after.guards.contains(&pool.fls()) {
                    continue;
                }
                if let Continuation::Obstacle(why) = then {
                    onward.obstacles.push(why);
                    continue;
                }
                if ends(&edge.op) {
                    continue;
                }
                let mut edges = taken.clone();
                edges.push(e);
                if let Some(node) = self.chart.entered_at(edge.to) {
                    let values = after;
                    onward.add(node, Way { values, edges });
                    continue;
                }
                count += 1;
                let target = |e: &&EdgeId| body.edge(**e).to == edge.to;
                let visits = taken.iter().filter(target).count();
                if count > WAYS || visits > VISITS {
                    let why = "a statement with too many ways through it";
                    onward.obstacles.push(why.to_owned());
                    continue;
                }
                work.push((edge.to, after, edges));
            }
        }
        if self.chart.processes.is_empty() {
            for (_, states) in &mut onward.states {
                *states = merged(pool, std::mem::take(states));
            }
        }
        onward
    }
}

/// One state for ways that allow it, from the last to the first.
fn merged(pool: &mut TermPool, mut states: Vec<Way>) -> Vec<Way> {
    let mut done: Vec<Way> = Vec::new();
    while let Some(state) = states.pop() {
        let last = done.last();
        let one = last.and_then(|other| either(pool, &state.values, &other.values));
        match one {
            Some(values) => {
                done.pop();
                let edges = state.edges;
                done.push(Way { values, edges });
            }
            None => done.push(state),
        }
    }
    done.reverse();
    done
}

fn either(pool: &mut TermPool, one: &Values, other: &Values) -> Option<Values> {
    let pairs = one.guards.iter().zip(&other.guards);
    let common = pairs.take_while(|(a, b)| a == b).count();
    let shared = one.guards[..common].to_vec();
    let first = pool.and_all(&one.guards[common..]);
    let second = pool.and_all(&other.guards[common..]);
    Values::either(pool, (one, first), (other, second), shared)
}

/// The walk over the tests of one condition.
struct Tests<'a> {
    stepper: &'a Stepper<'a>,
    values: &'a Values,
    target: NodeId,
    done: BTreeMap<LocId, TermId>,
}

/// How many tests one condition may have.
const TESTS: u32 = 500;

impl Tests<'_> {
    /// The condition under which a location leads to the target.
    fn leads(&mut self, pool: &mut TermPool, loc: LocId, depth: u32) -> Option<TermId> {
        if let Some(&known) = self.done.get(&loc) {
            return Some(known);
        }
        if depth > TESTS {
            return None;
        }
        let stepper = self.stepper;
        let body = stepper.chart.body();
        let mut parts = Vec::new();
        for &e in body.out_edges(loc) {
            let to = body.edge(e).to;
            let behind = match stepper.chart.entered_at(to) {
                Some(node) => pool.bool(node == self.target),
                None => self.leads(pool, to, depth + 1)?,
            };
            let guard = stepper.guard(pool, e, self.values)?;
            parts.push((guard, behind));
        }
        let condition = match parts[..] {
            [(yes, a), (no, b)] if pool.not(yes) == no => choice(pool, yes, a, b),
            _ => {
                let all: Vec<TermId> = parts.iter().map(|(g, b)| pool.and(*g, *b)).collect();
                pool.or_all(&all)
            }
        };
        self.done.insert(loc, condition);
        Some(condition)
    }
}

/// `c ? a : b`, written so that people can read it.
fn choice(pool: &mut TermPool, c: TermId, a: TermId, b: TermId) -> TermId {
    let not = pool.not(c);
    if let Some(rest) = without(pool, b, a, TermOp::Or) {
        // c ? a : (a || r) is a || (!c && r)
        let more = pool.and(not, rest);
        return pool.or(a, more);
    }
    if let Some(rest) = without(pool, a, b, TermOp::Or) {
        let more = pool.and(c, rest);
        return pool.or(b, more);
    }
    if let Some(rest) = without(pool, b, a, TermOp::And) {
        // c ? a : (a && r) is a && (c || r)
        let more = pool.or(c, rest);
        return pool.and(a, more);
    }
    if let Some(rest) = without(pool, a, b, TermOp::And) {
        let more = pool.or(not, rest);
        return pool.and(b, more);
    }
    if a == pool.tru() {
        return pool.or(c, b);
    }
    if b == pool.tru() {
        return pool.or(not, a);
    }
    let (yes, no) = (pool.and(c, a), pool.and(not, b));
    pool.or(yes, no)
}

/// The rest of a junction that has a part among its parts.
fn without(pool: &mut TermPool, whole: TermId, part: TermId, op: TermOp) -> Option<TermId> {
    if whole == part || pool.is_const(part) {
        return None;
    }
    let mut parts = Vec::new();
    let mut work = vec![whole];
    while let Some(t) = work.pop() {
        if pool.op(t) == op {
            work.extend(pool.args(t).iter().rev());
        } else {
            parts.push(t);
        }
    }
    let mut wanted = Vec::new();
    let mut work = vec![part];
    while let Some(t) = work.pop() {
        if pool.op(t) == op {
            work.extend(pool.args(t).iter().rev());
        } else {
            wanted.push(t);
        }
    }
    if !wanted.iter().all(|w| parts.contains(w)) {
        return None;
    }
    let rest: Vec<TermId> = parts.into_iter().filter(|p| !wanted.contains(p)).collect();
    Some(match op {
        TermOp::And => pool.and_all(&rest),
        _ => pool.or_all(&rest),
    })
}
