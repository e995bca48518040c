//! Matching: a walk stops at a state that an earlier one covers.
//!
//! At the head of a loop that a trace comes to again and again, what differs from one time to
//! the next is *forgotten* from the first time on: such slots may have any value for which some
//! *facts* hold. A later state that differs in these slots alone, and for which the facts
//! hold, is covered. The facts are conditions of the program and bounds that hold when the
//! trace comes to the head first; one that does not hold later is dropped, and the walk
//! begins again.
//!
//! **Invariant.** Equal values of predicates do not make a match: what is not forgotten must be
//! equal, and every fact must follow from the formula of the trace. A failure behind a cut
//! may be none of the program: see [`super::refine`]. Where that finds nothing, what was
//! forgotten is remembered again.

use crate::tuning::matching::{MOST_FACTS, MOST_REFINEMENTS};
use hatha_blocks::effect::state_variable;
use hatha_cfa::{LocId, Op, ProcId, Program, Storage, VarId};
use hatha_exec::symbolic::{self, Environment};
use hatha_exec::word::Kind;
use hatha_term::{Sort, TermId, TermPool};
use std::collections::{BTreeMap, BTreeSet};

/// The head of a loop.
pub(super) type Head = (ProcId, LocId);

/// What is forgotten at a head, and what holds nevertheless.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub(super) forget: BTreeSet<VarId>,
    /// Over `v12` and the like; `None` before a trace has come there.
    pub(super) facts: Option<Vec<TermId>>,
    /// What refinement has come upon, whether it holds or not.
    pub(super) candidates: Vec<TermId>,
    /// How often it did.
    refined: u32,
    /// What other searches suggest.
    pub(super) heard: Vec<TermId>,
    /// Whether the loop does not seem to end though no choice is made in it.
    is_idle: bool,
    fate: Fate,
}

/// What becomes of a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Fate {
    /// A trace has not come there often enough for one.
    #[default]
    None,
    /// It is being followed.
    Followed,
    /// It has failed, for want of facts.
    Failed,
    /// No plan is possible.
    Never,
}

/// The plans for all heads.
#[derive(Debug, Default)]
pub(super) struct Plans {
    plans: BTreeMap<Head, Plan>,
}

/// Why the walk begins again.
#[derive(Debug)]
pub(super) enum Replan {
    /// These slots are to be forgotten at a head.
    Forget(Head, Vec<VarId>),
    /// These facts do not hold whenever a trace comes to a head.
    Drop(Head, Vec<TermId>),
    /// A trace stays in a loop without a choice for as long as it may.
    Idle(Head),
    /// These may be facts at a head, and one of them is needed.
    Refine(Head, Vec<TermId>),
    /// Nothing can be forgotten at a head.
    Never(Head),
    /// A failure was found that may come of what was forgotten at a head.
    Spurious(Head),
}

impl Replan {
    /// Whether the abstraction is to be finer.
    pub(super) fn is_refinement(&self) -> bool {
        matches!(self, Replan::Refine(..) | Replan::Spurious(_))
    }
}

impl Plans {
    /// The plan that is followed at a head.
    pub(super) fn get(&self, head: Head) -> Option<&Plan> {
        self.plans.get(&head).filter(|p| p.fate == Fate::Followed)
    }

    /// Whether something may be forgotten at a head.
    pub(super) fn is_open(&self, head: Head) -> bool {
        let plan = self.plans.get(&head);
        plan.is_none_or(|p| matches!(p.fate, Fate::None | Fate::Followed))
    }

    /// Whether a trace stays in the loop of a head without a choice.
    pub(super) fn is_idle(&self, head: Head) -> bool {
        self.plans.get(&head).is_some_and(|p| p.is_idle)
    }

    /// Whether refinement may still find facts for a head.
    pub(super) fn may_refine(&self, head: Head) -> bool {
        self.get(head).is_some_and(|p| p.refined < MOST_REFINEMENTS)
    }

    /// Whether refinement has come upon a fact at a head.
    pub(super) fn is_candidate(&self, head: Head, fact: TermId) -> bool {
        self.get(head).is_some_and(|p| p.candidates.contains(&fact))
    }

    pub(super) fn set_facts(&mut self, head: Head, facts: Vec<TermId>) {
        if let Some(plan) = self.plans.get_mut(&head) {
            plan.facts = Some(facts);
        }
    }

    pub(super) fn change(&mut self, replan: Replan) {
        match replan {
            Replan::Forget(head, slots) => {
                let plan = self.plans.entry(head).or_default();
                plan.forget.extend(slots);
                plan.fate = Fate::Followed;
                // Bounds of the new slots are candidates as well.
                plan.facts = None;
            }
            Replan::Drop(head, facts) => {
                let plan = self.plans.entry(head).or_default();
                if let Some(kept) = &mut plan.facts {
                    kept.retain(|f| !facts.contains(f));
                }
            }
            Replan::Refine(head, facts) => {
                let plan = self.plans.entry(head).or_default();
                plan.candidates.extend(facts);
                plan.refined += 1;
                // Together with the new ones others may hold that did not.
                plan.facts = None;
            }
            Replan::Idle(head) => self.plans.entry(head).or_default().is_idle = true,
            Replan::Never(head) => self.plans.entry(head).or_default().fate = Fate::Never,
            Replan::Spurious(head) => self.plans.entry(head).or_default().fate = Fate::Failed,
        }
    }

    /// Another search suggests a fact for a head. A plan that has failed for want of facts may
    /// succeed with it.
    pub(super) fn hear(&mut self, head: Head, fact: TermId) {
        let plan = self.plans.entry(head).or_default();
        let is_new = !plan.heard.contains(&fact);
        if is_new && plan.heard.len() < MOST_FACTS && plan.fate != Fate::Never {
            plan.heard.push(fact);
            plan.facts = None;
            if plan.fate == Fate::Failed {
                plan.fate = Fate::Followed;
            }
        }
    }

    /// The facts that hold as far as the walk has come.
    pub(super) fn facts(&self) -> impl Iterator<Item = (Head, TermId)> + '_ {
        let followed = self.plans.iter().filter(|p| p.1.fate == Fate::Followed);
        followed.flat_map(|(&head, plan)| {
            let facts = plan.facts.iter().flatten();
            facts.map(move |&fact| (head, fact))
        })
    }

    /// The largest number of facts at a head.
    pub(super) fn most_facts(&self) -> u64 {
        let facts = |p: &Plan| Some(p.facts.as_ref()?.len() as u64);
        self.plans.values().filter_map(facts).max().unwrap_or(0)
    }
}

/// Slots of one procedure, and global ones, by their symbols.
struct Slots<'a> {
    program: &'a Program,
}

impl Environment for Slots<'_> {
    fn slot(&mut self, pool: &mut TermPool, var: VarId) -> Option<TermId> {
        state_variable(self.program, pool, var)
    }

    fn opaque(&mut self, _: &mut TermPool, _: Kind) -> Option<TermId> {
        None
    }
}

/// Conditions of a procedure that may be facts at a head of it: those of its edges, and those
/// that the user gives for the place. Each is there as it is and negated.
pub(super) fn conditions(program: &Program, pool: &mut TermPool, head: Head) -> Vec<TermId> {
    let (proc, location) = head;
    let proc = program.proc(proc);
    let tests = proc.edges.iter().filter_map(|e| match e.op {
        Op::Assume { cond, .. } => Some(cond),
        _ => None,
    });
    let given = proc.predicates.iter().filter(|p| p.0 == location);
    let mut found: Vec<TermId> = Vec::new();
    for expr in tests.chain(given.map(|p| p.1)) {
        let mut demands = Vec::new();
        let slots = &mut Slots { program };
        let value = symbolic::value(program, pool, expr, slots, &mut demands);
        let kind = program.scalar(program.exprs.get(expr).ty);
        let kind = kind.map(|s| Kind::of(s, &program.target));
        let (Some(value), Some(kind), true) = (value, kind, demands.is_empty()) else {
            continue;
        };
        if let Some(test) = symbolic::truth(pool, kind, value) {
            let otherwise = pool.not(test);
            for fact in [test, otherwise] {
                if !found.contains(&fact) {
                    found.push(fact);
                }
            }
        }
    }
    found.truncate(MOST_FACTS);
    found
}

/// Bounds of a slot by a value that it has.
pub(super) fn bounds(
    program: &Program,
    pool: &mut TermPool,
    var: VarId,
    value: u128,
) -> Vec<TermId> {
    let Some(slot) = state_variable(program, pool, var) else {
        return Vec::new();
    };
    let scalar = program.scalar(program.var(var).ty);
    let Sort::Bv(width) = pool.sort(slot) else {
        return Vec::new();
    };
    let value = pool.bv_const(width, value);
    match scalar.map(|s| Kind::of(s, &program.target).is_signed()) {
        Some(true) => vec![pool.bv_sge(slot, value), pool.bv_sle(slot, value)],
        _ => vec![pool.bv_uge(slot, value), pool.bv_ule(slot, value)],
    }
}

/// Whether a slot is a number: what a pointer leads to cannot be forgotten.
pub(super) fn is_number(program: &Program, var: VarId) -> bool {
    let v = program.var(var);
    let scalar = program.scalar(v.ty);
    let kind = scalar.map(|s| Kind::of(s, &program.target));
    v.storage == Storage::Slot
        && kind.is_some_and(|k| !k.is_pointer() && !k.is_float() && symbolic::sort(k).is_some())
}
