//! Must-summaries: what a procedure did in a test, offered to other calls of it.
//!
//! A test that comes to the exit of a component shows one way through it: the
//! conditions between entry and exit, and what the state at the exit is, both over the
//! inputs of that test. Put in canonical names (inputs taken inside, and those that
//! came before), it is a summary that any other call can try: if the caller's path, the
//! step that it wants to take, and the summary hold together for some inputs, then a test
//! with these inputs should take the step.
//!
//! **Soundness.** A summary only suggests a test. What the test does is seen when it runs.

use crate::algorithms::session::Session;
use crate::questions::asked::value;
use crate::questions::query::AtState;
use crate::regions::region::AbstractEdge;
use crate::testing::forest::{Forest, StateId, Visit};
use crate::testing::simulate::{Given, Ran};
use crate::tuning::must_summaries::{LONGEST, MOST, TRIES};
use hatha_blocks::block::{BlockId, Blocks, CutId, SummarisedCall};
use hatha_term::{Symbol, TermId, TermPool};
use rustc_hash::FxHashMap;

/// One way through a procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
struct MustSummary {
    /// What the variables of the exit that callers know are.
    outcome: Vec<(TermId, TermId)>,
    /// What holds on the way.
    path: Vec<TermId>,
    /// The inputs taken on the way: their names, where the rest mentions them, and values that
    /// they had.
    inputs: Vec<(Option<TermId>, u128)>,
}

/// The ways that tests have gone, by exit.
#[derive(Debug, Default)]
pub(crate) struct MustSummaries {
    known: FxHashMap<CutId, Vec<MustSummary>>,
}

impl MustSummaries {
    /// Notes the ways through procedures that a run has gone. One that says the same as an older
    /// one is not kept.
    pub(crate) fn note(
        &mut self,
        pool: &mut TermPool,
        blocks: &Blocks,
        forest: &Forest,
        ran: &Ran,
    ) {
        let mut entries: Vec<&Visit> = Vec::new();
        for visit in &ran.visits {
            let Some(scope) = blocks.scope(visit.cut) else {
                continue;
            };
            if scope.is_exit {
                if let Some(entry) = entries.pop() {
                    self.way(pool, blocks, forest, ran, (entry, visit));
                }
            } else if scope.is_entry {
                entries.push(visit);
            }
        }
    }

    fn way(
        &mut self,
        pool: &mut TermPool,
        blocks: &Blocks,
        forest: &Forest,
        ran: &Ran,
        (entry, exit): (&Visit, &Visit),
    ) {
        let known = self.known.entry(exit.cut).or_default();
        let path = ran.path.get(entry.path as usize..exit.path as usize);
        let Some(path) = path.filter(|p| p.len() <= LONGEST && known.len() < MOST) else {
            return;
        };
        let path: Vec<TermId> = path.iter().map(|c| c.term).collect();
        let outcome = outcome(pool, blocks, forest, exit);
        let taken = entry.inputs as usize..exit.inputs as usize;
        let Some(values) = ran.inputs.values.get(taken) else {
            return;
        };
        let summary = canonical(pool, outcome, path, (entry.inputs, values));
        if !known.contains(&summary) {
            known.push(summary);
        }
    }
}

/// What callers know of the state at an exit.
fn outcome(
    pool: &mut TermPool,
    blocks: &Blocks,
    forest: &Forest,
    exit: &Visit,
) -> Vec<(TermId, TermId)> {
    let callers = blocks.callers(exit.cut).iter();
    let calls = callers.flat_map(|&b| passing(blocks, b, exit.cut));
    let mut names: Vec<TermId> = calls.flat_map(|c| c.map.keys().copied()).collect();
    names.retain(|&n| !blocks.identifies_call(n));
    names.sort_unstable();
    names.dedup();
    let mut found = Vec::new();
    for name in names {
        let slot = pool.as_var(name).and_then(|v| forest.slot(v));
        let Some(slot) = slot else { continue };
        let term = exit.terms.iter().find(|(s, _)| *s == slot);
        let value = match term {
            Some(&(_, term)) => term,
            None => {
                let width = pool.width(name);
                pool.bv_const(width, u128::from(exit.values[slot as usize]))
            }
        };
        found.push((name, value));
    }
    found
}

fn passing(blocks: &Blocks, block: BlockId, exit: CutId) -> impl Iterator<Item = &SummarisedCall> {
    let calls = blocks.block(block).calls.iter();
    calls.filter(move |c| c.exit == exit)
}

/// The same way whatever test it comes from: inputs are numbered from the entry on, and those
/// before it as they occur.
fn canonical(
    pool: &mut TermPool,
    outcome: Vec<(TermId, TermId)>,
    path: Vec<TermId>,
    (first, values): (u32, &[u128]),
) -> MustSummary {
    let mut terms: Vec<TermId> = outcome.iter().map(|o| o.1).collect();
    terms.extend(&path);
    let mut inputs: Vec<(Option<TermId>, u128)> = values.iter().map(|v| (None, *v)).collect();
    let mut names = FxHashMap::default();
    for symbol in pool.free_vars(&terms) {
        let number = match pool.var_symbol(symbol) {
            Symbol::Input(number) => number.checked_sub(first),
            _ => None,
        };
        let own = number.filter(|&n| (n as usize) < values.len());
        let name = match own {
            Some(n) => format!("way{n}"),
            None => format!("before{}", names.len()),
        };
        let new = pool.var(&name, pool.var_sort(symbol));
        if let Some(n) = own {
            inputs[n as usize].0 = Some(new);
        }
        names.insert(pool.var_term(symbol), new);
    }
    let mut named = |t: TermId| pool.substitute(t, &names);
    MustSummary {
        outcome: outcome.into_iter().map(|o| (o.0, named(o.1))).collect(),
        path: path.into_iter().map(&mut named).collect(),
        inputs,
    }
}

impl Session<'_> {
    /// Inputs with which a test should take an edge over a call, going a way through the callee
    /// that another test has gone.
    pub(crate) fn inputs_by_must_summaries(&mut self, edge: AbstractEdge) -> Vec<Given> {
        let [call] = &self.subject.blocks.block(edge.block).calls[..] else {
            return Vec::new();
        };
        let call = call.clone();
        let Some(state) = self.promising(edge) else {
            return Vec::new();
        };
        let ways = self.tests.must_summaries.known.get(&call.exit).cloned();
        let mut found = Vec::new();
        for summary in ways.unwrap_or_default().iter().rev().take(TRIES) {
            found.extend(self.inputs_by_must_summary(edge, state, &call, summary));
        }
        found
    }

    fn inputs_by_must_summary(
        &mut self,
        edge: AbstractEdge,
        state: StateId,
        call: &SummarisedCall,
        summary: &MustSummary,
    ) -> Option<Given> {
        let mut terms: Vec<TermId> = Vec::new();
        terms.extend(self.step(edge.block, edge.to).iter().map(|p| p.term));
        let outcome = summary.outcome.iter();
        let met = outcome.filter_map(|(name, value)| Some((*call.map.get(name)?, *value)));
        for (wanted, value) in met.collect::<Vec<_>>() {
            terms.push(self.questions.pool.eq(wanted, value));
        }
        let AtState { facts, alpha } = self.facts_at(state, edge.block, &terms);
        let s = self.tests.forest.state(state);
        let (test, taken) = (self.tests.forest.test(s.test), s.visit.inputs as usize);
        let path = &test.path[..s.visit.path as usize];
        let mut query: Vec<TermId> = path.iter().map(|c| c.term).collect();
        let given = Given {
            values: test.inputs.values[..taken].to_vec(),
            held: test.inputs.held.clone(),
        };
        query.extend(alpha);
        query.extend(facts);
        query.extend(&summary.path);
        if !self.ask(&query).is_sat() {
            return None;
        }
        let model = self.questions.model();
        let count = taken + self.subject.blocks.block(edge.block).choices.len();
        let mut inputs = self.questions.model_inputs(&query, given, count);
        for &(name, was) in &summary.inputs {
            let symbol = name.and_then(|n| self.questions.pool.as_var(n));
            inputs.values.push(symbol.map_or(was, |s| value(&model, s)));
        }
        Some(inputs)
    }
}
