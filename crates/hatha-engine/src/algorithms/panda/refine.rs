//! Refinement: facts that keep a trace behind a cut from where no execution goes.
//!
//! A trace behind a cut says what the forgotten slots would have to be for it. If they were
//! that when the trace came to the cut, the trace is one of the program. Otherwise what the
//! trace says up to the cut and what it says behind it contradict each other, and something
//! that follows from the one and excludes the other, over the slots in scope at the cut, is
//! a fact to keep there: an interpolant. It comes from the part of the
//! formula behind the cut that is needed, as a weakest precondition does, with the
//! inputs that no slot holds projected away. What belongs to callers alone counts as
//! behind the cut, so a fact speaks of one invocation and of globals, nothing else.
//!
//! **Invariant.** What is found here is a candidate: before it counts it has to follow from the
//! formula of every trace that comes to the cut or is covered by it, and the checker shows
//! that again.

use super::matching::{Head, Replan};
use super::visits::Visit;
use super::walk::{Halt, Outcome, Walk};
use crate::algorithms::directed::Start;
use crate::algorithms::exchange::is_visible;
use crate::tuning::panda_refine::{LARGEST, MOST_PARTS};
use hatha_blocks::effect::state_variable;
use hatha_smt::Solver as _;
use hatha_term::{Op, TermId, VarId as TermVar};
use rustc_hash::FxHashMap;

/// A slot that was forgotten.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forgotten {
    /// The number of the input that stands for it.
    pub(super) number: usize,
    /// That input.
    pub(super) fresh: TermId,
    /// What it was.
    pub(super) was: TermId,
}

impl<'p> Walk<'_, 'p> {
    /// A failure: of the program, or of what was forgotten.
    pub(super) fn failure(&mut self) -> Result<Outcome, Halt> {
        let Some(newest) = self.visits.iter().rposition(|v| v.cut.is_some()) else {
            return Ok(Outcome::Failure(self.start()));
        };
        let all: Vec<usize> = (0..=newest).collect();
        let as_it_was = self.as_it_was(&all);
        if self.holds_together(&as_it_was)? {
            return Ok(Outcome::Failure(Start {
                inputs: self.without_forgotten(),
                ..self.start()
            }));
        }
        let head = self.visits[newest].head;
        let refined = self.blame(newest)?;
        Ok(Outcome::Replan(refined.unwrap_or(Replan::Spurious(head))))
    }

    /// A fact that does not hold at a state that the cut of a visit is to cover: what else has to
    /// be known at the cut for it to hold.
    pub(super) fn strengthened(
        &mut self,
        visit: usize,
        fact: TermId,
    ) -> Result<Option<Replan>, Halt> {
        let Some(now) = self.of_now(fact) else {
            return Ok(None);
        };
        let otherwise = self.machine.domain.pool().not(now);
        let mut asked = self.as_it_was(&[visit]);
        asked.push(otherwise);
        if self.holds_together(&asked)? {
            return Ok(None);
        }
        self.separated(visit, &[otherwise])
    }

    /// The newest cut at which something more has to be known for a trace to end there.
    fn blame(&mut self, newest: usize) -> Result<Option<Replan>, Halt> {
        let mut behind: Vec<TermId> = Vec::new();
        for i in (0..=newest).rev() {
            if self.visits[i].cut.is_none() {
                continue;
            }
            let was = self.as_it_was(&[i]);
            let mut asked = behind.clone();
            asked.extend(&was);
            if !self.holds_together(&asked)? {
                return self.separated(i, &behind);
            }
            behind.extend(was);
        }
        Ok(None)
    }

    /// That forgotten slots were what they were.
    fn as_it_was(&mut self, visits: &[usize]) -> Vec<TermId> {
        let slots = visits.iter().flat_map(|&i| &self.visits[i].forgotten);
        let slots: Vec<Forgotten> = slots.copied().collect();
        let pool = self.machine.domain.pool();
        slots.iter().map(|f| pool.eq(f.fresh, f.was)).collect()
    }

    /// Whether values satisfy the trace and some further terms; if so, they are chosen.
    fn holds_together(&mut self, further: &[TermId]) -> Result<bool, Halt> {
        let pool = self.machine.domain.pool();
        let budget = &self.task.budget;
        let found = self
            .alternatives
            .discover(pool, &mut self.path, further, budget);
        match found {
            Ok(Some(values)) => {
                self.set_inputs(values);
                Ok(true)
            }
            Ok(None) => Ok(false),
            Err(reason) => Err(Halt::Stopped(format!("a solver gave up: {reason}"))),
        }
    }

    /// The inputs of the program alone.
    fn without_forgotten(&self) -> Vec<u128> {
        let forgotten: Vec<usize> = self
            .visits
            .iter()
            .flat_map(|v| v.forgotten.iter().map(|f| f.number))
            .collect();
        let values = self.machine.domain.choice().values();
        let own = values.into_iter().enumerate();
        own.filter(|(n, _)| !forgotten.contains(n))
            .map(|(_, value)| value)
            .collect()
    }

    /// Facts over the slots at a cut that follow from the trace up to it and exclude the rest.
    fn separated(&mut self, visit: usize, further: &[TermId]) -> Result<Option<Replan>, Halt> {
        let Visit {
            head,
            before,
            behind,
            ..
        } = self.visits[visit];
        if !self.plans.may_refine(head) {
            return Ok(None);
        }
        let names = self.names(visit);
        let path: Vec<TermId> = self.machine.domain.path().iter().map(|c| c.term).collect();
        let mut rest = path[behind..].to_vec();
        rest.extend(further);
        let mut known = path[..before].to_vec();
        known.extend(self.as_it_was(&[visit]));
        let facts = match self.separating(&known, &rest, &names)? {
            Ok(facts) => facts,
            // What no slot holds belongs to callers.
            Err(nameless) => {
                let pool = self.machine.domain.pool();
                let of_callers =
                    |&t: &TermId| pool.free_vars(&[t]).iter().any(|v| nameless.contains(v));
                let (outside, inside): (Vec<TermId>, Vec<TermId>) =
                    known.into_iter().partition(of_callers);
                rest.extend(outside);
                match self.separating(&inside, &rest, &names)? {
                    Ok(facts) => facts,
                    Err(_) => return Ok(None),
                }
            }
        };
        Ok(self.new_facts(head, facts))
    }

    fn new_facts(&mut self, head: Head, mut facts: Vec<TermId>) -> Option<Replan> {
        let pool = self.machine.domain.pool();
        facts.retain(|&f| pool.subterms(&[f]).len() <= LARGEST);
        facts.retain(|&f| !self.plans.is_candidate(head, f));
        (!facts.is_empty()).then_some(Replan::Refine(head, facts))
    }

    /// The inputs that a slot in scope at a cut holds, with the symbol of the slot.
    fn names(&mut self, visit: usize) -> FxHashMap<TermVar, TermId> {
        let proc = self.visits[visit].head.0;
        let now = self.machine.state().clone();
        self.machine.set_state(self.visits[visit].state.clone());
        let program = self.program;
        let mut names = FxHashMap::default();
        let vars = program.vars.keys();
        for var in vars.filter(|&v| is_visible(program, proc, v)) {
            let held = self.machine.slot(var).and_then(|value| value.term);
            let pool = self.machine.domain.pool();
            let Some(held) = held.and_then(|t| pool.as_var(t)) else {
                continue;
            };
            if let Some(symbol) = state_variable(program, pool, var)
                && pool.sort(symbol) == pool.var_sort(held)
            {
                names.entry(held).or_insert(symbol);
            }
        }
        self.machine.set_state(now);
        names
    }

    /// What follows from `known` and excludes `rest`, over slots: an interpolant and, as further
    /// candidates, what it consists of. If it needs inputs that no slot holds, these.
    fn separating(
        &mut self,
        known: &[TermId],
        rest: &[TermId],
        names: &FxHashMap<TermVar, TermId>,
    ) -> Result<Result<Vec<TermId>, Vec<TermVar>>, Halt> {
        let budget = &self.task.budget;
        let pool = self.machine.domain.pool();
        let (known, rest) = (pool.and_all(known), pool.and_all(rest));
        self.alternatives.queries += 1;
        let Some(interpolator) = self.alternatives.solver.as_interpolator() else {
            return Ok(Ok(Vec::new()));
        };
        // The other way round: the weakest is wanted, and it comes from the rest.
        let Ok(Some(excluded)) = interpolator.interpolate(pool, rest, known, budget) else {
            return Ok(Ok(Vec::new()));
        };
        let variables = pool.free_vars(&[excluded]);
        let is_nameless = |v: &TermVar| !names.contains_key(v);
        let nameless: Vec<TermVar> = variables.iter().copied().filter(is_nameless).collect();
        if !nameless.is_empty() {
            return Ok(Err(nameless));
        }
        let renamed = variables.iter().map(|&v| (pool.var_term(v), names[&v]));
        let renamed: FxHashMap<TermId, TermId> = renamed.collect();
        let excluded = pool.substitute(excluded, &renamed);
        let mut facts = vec![pool.not(excluded)];
        if pool.op(excluded) == Op::And {
            let parts: Vec<TermId> = pool
                .args(excluded)
                .iter()
                .take(MOST_PARTS)
                .copied()
                .collect();
            facts.extend(parts.into_iter().map(|p| pool.not(p)));
        }
        Ok(Ok(facts))
    }
}
