//! Descent into a procedure: can a call give back what the caller's next region asks for?
//!
//! When the frontier is a call and a test did not come out as the solver thought
//! it might, the question moves into the callee: can it reach its exit in a state
//! that, seen from the caller's region, leads into the target region? The answer is
//! looked for by the same search, with that part of the exit as its goal. If nothing
//! leads there, the caller's edge goes.
//!
//! The goal is over the state at the exit: the result, the globals, the frozen
//! variables that keep what the call was given, and the locals of procedures further
//! down the stack, which the callee never changes (those of the innermost invocation
//! of each procedure are meant).
//!
//! **Soundness.** Every execution that takes the caller's edge passes the exit in a
//! state of the goal: each conjunct of the goal is one of the edge's, with names for
//! values that the state at the exit knows, and conjuncts without such names are left
//! out. So if no abstract trace leads to the goal, no execution takes the edge.

use crate::algorithms::flow::{Continue, Flow};
use crate::algorithms::session::Session;
use crate::regions::abstraction::Stuck;
use crate::regions::region::{AbstractEdge, RegionId, conjuncts};
use crate::regions::trace::frontier;
use hatha_blocks::block::{Block, BlockId, CutId, SummarisedCall};
use hatha_defect::{Defect, is_on};
use hatha_proof::vocabulary::is_held;
use hatha_term::{TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};

/// A part of the exit of a procedure that the search tries to reach.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    /// The caller's edge that hangs on it.
    pub(crate) edge: AbstractEdge,
    /// The exit.
    exit: CutId,
    /// What holds there if the edge is taken.
    rho: TermId,
}

/// What is known about a goal.
pub(crate) enum Pursuit {
    /// The search goes on here.
    Edge(AbstractEdge),
    /// Nothing leads there.
    Unreachable,
    /// A test has been there, or everything that leads there is stuck.
    Over(String),
}

impl Session<'_> {
    /// The goal that decides an edge over a call; `None` if the state at the exit cannot say.
    pub(crate) fn descend(&mut self, edge: AbstractEdge) -> Flow<Option<Goal>> {
        let [call] = &self.subject.blocks.block(edge.block).calls[..] else {
            return Continue(None);
        };
        let (exit, call) = (call.exit, call.clone());
        if self.is_same_procedure(edge.block, exit) {
            return Continue(None);
        }
        let mut asked = self.abstraction.facts(edge.from);
        asked.extend(self.step(edge.block, edge.to).iter().map(|p| p.term));
        let block = self.subject.blocks.block(edge.block);
        let names = Names::at_exit(&self.questions.pool, block, &call);
        let mut known = names.kept(&mut self.questions.pool, block, &call);
        for conjunct in asked {
            known.extend(names.rename(&mut self.questions.pool, conjunct));
        }
        known.retain(|&c| self.tests.forest.can_evaluate(&self.questions.pool, c));
        let rho = self.questions.pool.and_all(&known);
        if rho == self.questions.pool.tru() || rho == self.questions.pool.fls() {
            return Continue(None);
        }
        let goal = Goal { edge, exit, rho };
        for region in self.abstraction.graph.at(exit).to_vec() {
            if self.is_in(region, &goal) || self.is_apart(region, rho) {
                continue;
            }
            self.split_region(region, rho)?;
        }
        self.counts.predicates += 1;
        Continue(Some(goal))
    }

    /// Whether no state of a region satisfies a predicate.
    fn is_apart(&mut self, region: RegionId, rho: TermId) -> bool {
        if is_on(Defect::ApartAtExit) {
            return true;
        }
        let mut facts = self.abstraction.facts(region);
        facts.extend(conjuncts(&self.questions.pool, rho));
        self.ask(&facts).is_unsat()
    }

    fn is_in(&self, region: RegionId, goal: &Goal) -> bool {
        let literals = &self.abstraction.graph.region(region).literals;
        let has = |c: &TermId| literals.iter().any(|l| l.term == *c);
        conjuncts(&self.questions.pool, goal.rho).iter().all(has)
    }

    /// Whether a block and an exit belong to one procedure: then the names of the caller's
    /// variables mean the callee's at the exit.
    fn is_same_procedure(&self, block: BlockId, exit: CutId) -> bool {
        let proc = |cut: CutId| self.subject.blocks.scope(cut).map(|s| s.proc);
        proc(self.subject.blocks.block(block).from) == proc(exit)
    }

    /// Where the search for a goal goes on.
    pub(crate) fn pursue(&self, goal: &Goal, stuck: &Stuck) -> Pursuit {
        let regions: Vec<RegionId> = self
            .abstraction
            .graph
            .at(goal.exit)
            .iter()
            .copied()
            .filter(|&r| self.is_in(r, goal))
            .collect();
        if regions.iter().any(|&r| self.is_visited(r)) {
            return Pursuit::Over("a call gives this back to another caller".to_owned());
        }
        let visited = |r: RegionId| self.is_visited(r);
        // Whoever takes the edge for the first time has not taken it before.
        let open = |e: AbstractEdge| e == goal.edge || stuck.contains_key(&e);
        let find = |&g: &RegionId| frontier(&self.abstraction.graph, g, visited, open);
        if let Some(edge) = regions.iter().find_map(find) {
            return Pursuit::Edge(edge);
        }
        let any = |&g: &RegionId| frontier(&self.abstraction.graph, g, visited, |e| e == goal.edge);
        match regions.iter().find_map(any) {
            // Where the edge itself is not stuck, one behind it is.
            Some(edge) => {
                let why = stuck.get(&edge).or_else(|| stuck.values().next());
                Pursuit::Over(why.cloned().unwrap_or_default())
            }
            None => Pursuit::Unreachable,
        }
    }
}

/// How values before a block are called at the exit of the procedure that it calls.
struct Names {
    map: FxHashMap<TermId, TermId>,
    /// Variables that mean something else at the exit, or nothing.
    lost: FxHashSet<TermId>,
    /// Whether what memory holds at the exit is what it held before the block.
    memory: bool,
}

impl Names {
    fn at_exit(pool: &TermPool, block: &Block, call: &SummarisedCall) -> Names {
        let mut names = Names {
            map: FxHashMap::default(),
            lost: block.free.iter().copied().collect(),
            memory: block.memory.is_empty(),
        };
        // What the block changes before the call, and what the call changes, has another value
        // at the exit.
        names.lost.extend(block.updates.keys());
        let mut exits: Vec<(TermId, TermId)> = call.map.iter().map(|(e, v)| (*e, *v)).collect();
        exits.sort_unstable();
        for (at_exit, value) in exits {
            if pool.as_var(value).is_some() {
                names.lost.remove(&value);
                names.map.entry(value).or_insert(at_exit);
            }
        }
        names
    }

    /// What the exit keeps of the state at the call: frozen variables have the arguments, and
    /// what the block changed before the call has its new value.
    fn kept(&self, pool: &mut TermPool, block: &Block, call: &SummarisedCall) -> Vec<TermId> {
        let mut equations = Vec::new();
        let mut frozen: Vec<(TermId, TermId)> = call.map.iter().map(|(e, v)| (*e, *v)).collect();
        frozen.sort_unstable();
        for (keeper, value) in frozen {
            if let Some(value) = self.rename(pool, value) {
                equations.push(Equation(keeper, value));
            }
        }
        let mut changed: Vec<(TermId, TermId)> =
            block.updates.iter().map(|(x, v)| (*x, *v)).collect();
        changed.sort_unstable();
        let opened: FxHashSet<TermId> = block.free.iter().copied().collect();
        for (variable, value) in changed {
            // What the call itself changed is named by the exit already.
            let own = call.map.contains_key(&variable) || opened.contains(&value);
            if let (false, Some(value)) = (own, self.rename(pool, value)) {
                equations.push(Equation(variable, value));
            }
        }
        equations
            .into_iter()
            .filter(|e| e.0 != e.1)
            .map(|e| pool.eq(e.0, e.1))
            .collect()
    }

    /// A term in the names of the exit; `None` if it has none.
    fn rename(&self, pool: &mut TermPool, term: TermId) -> Option<TermId> {
        let subterms = pool.subterms(&[term]);
        let lost = |t: &TermId| self.lost.contains(t) && !self.map.contains_key(t);
        let reads = |t: &TermId| !self.memory && is_held(pool, *t);
        if subterms.iter().any(|t| lost(t) || reads(t)) {
            return None;
        }
        Some(pool.substitute(term, &self.map))
    }
}

/// A variable of the exit, and its value there.
struct Equation(TermId, TermId);
