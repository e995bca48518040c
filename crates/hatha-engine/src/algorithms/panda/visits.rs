//! The heads of loops on the current trace: what is forgotten there, and what is covered.

use super::graph::Place;
use super::matching::{Head, Plan, Replan, bounds, conditions, is_number};
use super::refine::Forgotten;
use super::walk::{Halt, Snapshot, Walk};
use crate::algorithms::exchange::is_visible;
use crate::tuning::matching::VISITS;
use hatha_blocks::effect::state_variable;
use hatha_cfa::{InputKind, LocId, VarId};
use hatha_defect::{Defect, is_on};
use hatha_exec::combined::Combined;
use hatha_exec::concolic::Pair;
use hatha_exec::input::Request;
use hatha_exec::machine::State;
use hatha_exec::word::Kind;
use hatha_proof::vocabulary::as_slot;
use hatha_term::TermId;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A head that a trace has reached.
pub(super) struct Visit<'p> {
    /// The invocation, and the place in it.
    at: (u64, LocId),
    pub(super) head: Head,
    /// Choices on the trail before it.
    trail: usize,
    /// How often the trace has come there after another choice and without one, and the choices
    /// when it last came: a loop that depends on no input ends by itself, as a rule.
    times: u32,
    idle: u32,
    last: usize,
    /// The state when it first did, behind the cut if there is one.
    pub(super) state: State<Combined<'p>>,
    /// The node of the cut.
    pub(super) cut: Option<u32>,
    /// The constraints on the path before the cut, and those up to behind it.
    pub(super) before: usize,
    pub(super) behind: usize,
    /// What was forgotten at the cut.
    pub(super) forgotten: Vec<Forgotten>,
}

impl<'p> Walk<'_, 'p> {
    /// The head of the newest cut on the trace.
    pub(super) fn newest_cut(&self) -> Option<Head> {
        let cuts = self.visits.iter().rev().filter(|v| v.cut.is_some());
        cuts.map(|v| v.head).next()
    }

    /// The trace goes back to the newest choice.
    pub(super) fn leave_visits(&mut self) {
        let newest = self.trail.len().saturating_sub(1);
        self.visits.retain(|v| v.trail <= newest);
    }

    /// Matches the state at the head of a loop with earlier ones; whether one of them covers it.
    pub(super) fn match_state(&mut self) -> Result<bool, Halt> {
        let Some((proc, location)) = self.machine.location() else {
            return Ok(false);
        };
        let head = (proc, location);
        let is_head = self.program.proc(proc).location(location).loop_head;
        let Some(activation) = self.machine.activation().filter(|_| is_head) else {
            return Ok(false);
        };
        let at = (activation, location);
        match self.visits.iter().rposition(|v| v.at == at) {
            None => self.first_visit(at, head).map(|()| false),
            Some(i) if self.visits[i].cut.is_some() => self.covers(i, head),
            Some(i) => self.again(i, head).map(|()| false),
        }
    }

    fn first_visit(&mut self, at: (u64, LocId), head: Head) -> Result<(), Halt> {
        let before = self.machine.domain.path().len();
        let (cut, forgotten) = match self.plans.get(head).cloned() {
            Some(plan) => {
                let (node, forgotten) = self.cut(head, plan)?;
                (Some(node), forgotten)
            }
            None => (None, Vec::new()),
        };
        self.visits.push(Visit {
            at,
            head,
            trail: self.trail.len(),
            times: 1,
            idle: 0,
            last: self.trail.len(),
            state: self.machine.state().clone(),
            cut,
            before,
            behind: self.machine.domain.path().len(),
            forgotten,
        });
        Ok(())
    }

    /// The trace is there again, and nothing has been forgotten.
    fn again(&mut self, i: usize, head: Head) -> Result<(), Halt> {
        let visit = &mut self.visits[i];
        let is_idle = self.trail.len() <= std::mem::replace(&mut visit.last, self.trail.len());
        visit.idle += u32::from(is_idle);
        visit.times += u32::from(!is_idle);
        let is_due = match is_idle {
            true => visit.idle == VISITS && self.plans.is_idle(head),
            false => visit.times == VISITS,
        };
        if !is_due || !self.plans.is_open(head) {
            return Ok(());
        }
        let earlier = &self.visits[i].state;
        let differing = self.machine.differing_slots(earlier, Combined::is_same);
        let numbers = |slots: &Vec<VarId>| slots.iter().all(|&v| is_number(self.program, v));
        match differing.filter(numbers) {
            Some(slots) => Err(Halt::Replan(Replan::Forget(head, slots))),
            None => Err(Halt::Replan(Replan::Never(head))),
        }
    }

    /// The trace has taken as many steps as it may: the loop in which it was most of the time
    /// without a choice, if something may be forgotten there that was not.
    pub(super) fn idle_loop(&self) -> Option<Replan> {
        let untried = |v: &&Visit<'p>| {
            v.idle > VISITS && self.plans.is_open(v.head) && !self.plans.is_idle(v.head)
        };
        let visits = self.visits.iter().filter(untried);
        let longest = visits.max_by_key(|v| v.idle)?;
        Some(Replan::Idle(longest.head))
    }

    /// Forgets what the plan says; gives the node of the cut and what was forgotten.
    fn cut(&mut self, head: Head, plan: Plan) -> Result<(u32, Vec<Forgotten>), Halt> {
        let facts = match plan.facts {
            Some(facts) => facts,
            None => self.first_facts(head, &plan)?,
        };
        let missing = self.not_implied(&facts)?;
        if !missing.is_empty() {
            return Err(Halt::Replan(Replan::Drop(head, missing)));
        }
        let place = self.place(head);
        let (node, position) = self.graph.cut(self.position, place, &plan.forget, &facts);
        let mut forgotten = Vec::new();
        for &var in &plan.forget {
            forgotten.extend(self.forget(head, var)?);
        }
        for fact in facts {
            if let Some(fact) = self.of_now(fact) {
                self.machine.domain.assume(fact);
            }
        }
        self.follow_path();
        self.considered = self.machine.domain.path().len();
        self.position = position;
        self.base = Rc::new(Snapshot {
            state: self.machine.state().clone(),
            at: self.now(),
            layout: self.layouts,
        });
        Ok((node, forgotten))
    }

    fn place(&self, (proc, location): Head) -> Place {
        Place {
            step: self.machine.state().steps(),
            proc,
            location,
        }
    }

    /// A slot may have any value from now on. One without a value has any already.
    fn forget(&mut self, head: Head, var: VarId) -> Result<Option<Forgotten>, Halt> {
        let Some(value) = self.machine.slot(var).copied() else {
            return Ok(None);
        };
        let (Some(kind), true) = (self.kind(var), value.word.is_defined()) else {
            return Ok(None);
        };
        let request = Request {
            origin: InputKind::Other("forgotten".to_owned()),
            proc: head.0,
            ty: Some(self.program.var(var).ty),
            kind,
            span: self.program.var(var).span,
            entry: None,
            hole: None,
        };
        let number = self.machine.domain.inputs().len();
        let was = self.machine.domain.term(&value, kind);
        let fresh = self.machine.domain.forget(&value, &request)?;
        let term = self.machine.domain.term(&fresh, kind);
        self.machine.set_slot(var, fresh);
        let forgotten = |(fresh, was)| Forgotten { number, fresh, was };
        Ok(term.zip(was).map(forgotten))
    }

    fn kind(&self, var: VarId) -> Option<Kind> {
        let scalar = self.program.scalar(self.program.var(var).ty)?;
        Some(Kind::of(scalar, &self.program.target))
    }

    /// Whether the state is one of those behind the cut.
    fn covers(&mut self, i: usize, head: Head) -> Result<bool, Halt> {
        let Some(plan) = self.plans.get(head).cloned() else {
            return Ok(false);
        };
        let earlier = &self.visits[i].state;
        let differing = self.machine.differing_slots(earlier, Combined::is_same);
        let Some(mut differing) = differing else {
            return Err(Halt::Replan(Replan::Never(head)));
        };
        differing.retain(|v| !plan.forget.contains(v));
        if !differing.is_empty() && !is_on(Defect::CoversDifferent) {
            let numbers = differing.iter().all(|&v| is_number(self.program, v));
            return Err(Halt::Replan(match numbers {
                true => Replan::Forget(head, differing),
                false => Replan::Never(head),
            }));
        }
        let facts = plan.facts.unwrap_or_default();
        let missing = self.not_implied(&facts)?;
        if !missing.is_empty() && !is_on(Defect::CoversWithoutFacts) {
            return Err(Halt::Replan(self.repaired_plan(i, head, missing)?));
        }
        if let Some(cut) = self.visits[i].cut {
            let place = self.place(head);
            self.graph.cover(self.position, place, cut);
        }
        Ok(true)
    }

    /// Facts do not hold at a state that a cut is to cover. Of those that refinement needs it is
    /// asked what else has to be known for them to hold; the others are dropped.
    fn repaired_plan(
        &mut self,
        i: usize,
        head: Head,
        missing: Vec<TermId>,
    ) -> Result<Replan, Halt> {
        for &fact in &missing {
            if self.plans.is_candidate(head, fact)
                && let Some(replan) = self.strengthened(i, fact)?
            {
                return Ok(replan);
            }
        }
        Ok(Replan::Drop(head, missing))
    }

    /// The facts to begin with: what holds when a trace first comes to the head.
    fn first_facts(&mut self, head: Head, plan: &Plan) -> Result<Vec<TermId>, Halt> {
        let program = self.program;
        let mut facts = conditions(program, self.machine.domain.pool(), head);
        for &fact in plan.candidates.iter().chain(&plan.heard) {
            if !facts.contains(&fact) {
                facts.push(fact);
            }
        }
        for &var in &plan.forget {
            let value: Option<Pair> = self.machine.slot(var).copied();
            let kind = self.kind(var);
            if let (Some(value), Some(kind)) = (value, kind)
                && value.term.is_none()
                && value.word.is_defined()
            {
                let bits = value.word.bits_of(kind);
                facts.extend(bounds(program, self.machine.domain.pool(), var, bits));
            }
        }
        facts.retain(|&f| self.speaks_of(head, f));
        let missing = self.not_implied(&facts)?;
        facts.retain(|f| !missing.contains(f));
        self.plans.set_facts(head, facts.clone());
        Ok(facts)
    }

    /// Whether all slots of a fact are there.
    fn speaks_of(&mut self, head: Head, fact: TermId) -> bool {
        self.slots_of(fact)
            .iter()
            .all(|&v| is_visible(self.program, head.0, v))
    }

    fn slots_of(&mut self, fact: TermId) -> Vec<VarId> {
        let pool = self.machine.domain.pool();
        let symbols = pool.free_vars(&[fact]);
        let slot = |v| as_slot(pool.var_symbol(v));
        symbols.into_iter().filter_map(slot).collect()
    }

    /// A fact about the values that slots have now; `None` if one has none.
    pub(super) fn of_now(&mut self, fact: TermId) -> Option<TermId> {
        let mut values: FxHashMap<TermId, TermId> = FxHashMap::default();
        for var in self.slots_of(fact) {
            let value = *self.machine.slot(var)?;
            let kind = self.kind(var).filter(|_| value.word.is_defined())?;
            let term = self.machine.domain.term(&value, kind)?;
            let symbol = state_variable(self.program, self.machine.domain.pool(), var)?;
            values.insert(symbol, term);
        }
        Some(self.machine.domain.pool().substitute(fact, &values))
    }

    /// The facts that do not follow from the formula of the trace.
    fn not_implied(&mut self, facts: &[TermId]) -> Result<Vec<TermId>, Halt> {
        let mut missing = Vec::new();
        for &fact in facts {
            let Some(now) = self.of_now(fact) else {
                missing.push(fact);
                continue;
            };
            let pool = self.machine.domain.pool();
            if now == pool.tru() {
                continue;
            }
            let otherwise = pool.not(now);
            let budget = &self.task.budget;
            let found = self
                .alternatives
                .discover(pool, &mut self.path, &[otherwise], budget);
            match found {
                Ok(None) => {}
                Ok(Some(_)) => missing.push(fact),
                Err(reason) => return Err(Halt::Stopped(format!("a solver gave up: {reason}"))),
            }
        }
        Ok(missing)
    }
}
