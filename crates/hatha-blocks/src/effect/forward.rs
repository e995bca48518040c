//! Effects for path conditions: exact guards, states that are put together or compared,
//! and conditions taken back over effects.
//!
//! **Invariant.** What is here adds to the effects of edges and changes none of them
//! for the engines: only [`Effects::strict`] effects have the guards of divisions.

use super::{Effects, Held, Values, state_variable};
use crate::block::{initial_slots, truth_values};
use crate::memory::Update;
use hatha_cfa::{ExprId, VarId};
use hatha_proof::vocabulary;
use hatha_term::{Bv, Op, TermId, TermPool};
use rustc_hash::FxHashMap;
use std::rc::Rc;

impl Values {
    /// Whether two states are the same, whatever led to them.
    pub fn is_same_state(&self, other: &Values) -> bool {
        self.slots == other.slots
            && self.ghosts == other.ghosts
            && self.addresses == other.addresses
            && self.memory == other.memory
    }

    /// One state for two ways that start from the same state and have the same effect on memory:
    /// a slot holds the one value or the other. The guards that only one way has are given, and
    /// exclude each other.
    pub fn either(
        pool: &mut TermPool,
        (one, first): (&Values, TermId),
        (other, second): (&Values, TermId),
        common: Vec<TermId>,
    ) -> Option<Values> {
        if one.memory != other.memory
            || one.ghosts != other.ghosts
            || one.addresses != other.addresses
            || one.choices != other.choices
        {
            return None;
        }
        let mut both = one.clone();
        let mut vars: Vec<VarId> = one
            .slots
            .keys()
            .chain(other.slots.keys())
            .copied()
            .collect();
        vars.sort_unstable();
        vars.dedup();
        for v in vars {
            match (one.slots.get(&v), other.slots.get(&v)) {
                (a, b) if a == b => {}
                (Some(Held::Term(a)), Some(Held::Term(b))) => {
                    let chosen = pool.ite(first, *a, *b);
                    both.slots.insert(v, Held::Term(chosen));
                }
                // What one way does not touch is what it was before, and that is not known here.
                _ => return None,
            }
        }
        both.guards = common;
        let any = pool.or(first, second);
        both.require(pool, any);
        both.free
            .extend(other.free.iter().filter(|f| !one.free.contains(f)));
        both.open |= other.open;
        Some(both)
    }

    /// Forgets variables that mean nothing any more.
    pub fn drop_slots(&mut self, vars: &[VarId]) {
        self.slots.retain(|v, _| !vars.contains(v));
    }

    /// Adds what must hold.
    pub fn assume(&mut self, pool: &TermPool, term: TermId) {
        self.require(pool, term);
    }
}

impl Effects<'_> {
    /// The same effects, but a division that ends the execution is a guard.
    pub fn strict(self) -> Self {
        Effects {
            strict: true,
            ..self
        }
    }

    /// The state in which the entry starts: globals have their values, the rest is what it is.
    pub fn start(&self, pool: &mut TermPool) -> Values {
        let known = initial_slots(self.program, &self.functions, pool);
        let mut values = Values::default();
        for (var, _) in &self.program.globals {
            let slot = state_variable(self.program, pool, *var);
            let value = slot.and_then(|s| known.iter().find(|(k, _)| *k == s));
            if let Some((_, value)) = value {
                values.slots.insert(*var, Held::Term(*value));
            }
        }
        let memory = Rc::new(self.initial_memory(pool));
        values.memory.push(Update::Start(memory));
        // Over the values that are known they are true, and are no guards.
        let known = known.into_iter().collect();
        for fact in self.type_facts(pool) {
            let fact = pool.substitute(fact, &known);
            values.require(pool, fact);
        }
        values
    }

    /// What the types of globals and parameters say of their values at the start.
    pub fn type_facts(&self, pool: &mut TermPool) -> Vec<TermId> {
        truth_values(self.program, self.program.proc(self.entry), pool)
    }

    /// A condition in the middle of a block; `None` if it has no term.
    pub fn holds(
        &self,
        pool: &mut TermPool,
        condition: ExprId,
        values: &mut Values,
    ) -> Option<TermId> {
        self.condition(pool, condition, values)
    }

    /// A term over the state after some effects, over the state before them; what nobody knows
    /// of memory is added to the state's free variables.
    pub fn before(&self, pool: &mut TermPool, values: &mut Values, term: TermId) -> TermId {
        let updates = self.updates(self.program, pool, values);
        let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
        for t in pool.subterms(&[term]) {
            let args: Vec<TermId> = pool.args(t).iter().map(|a| done[a]).collect();
            let new = match updates.get(&t) {
                Some(&value) => value,
                None if vocabulary::is_held(pool, t) => {
                    let mut opened = Vec::new();
                    let mut resolver = self.resolver.borrow_mut();
                    let value = resolver.held(pool, &values.memory, (t, args[0]), &mut opened);
                    drop(resolver);
                    values.opened(opened);
                    value
                }
                None if args == pool.args(t) => t,
                None => pool.rebuild(pool.op(t), pool.sort(t), &args),
            };
            done.insert(t, new);
        }
        done[&term]
    }
}

/// Adds the guards under which the divisions of a value do not end the execution.
pub(super) fn demand(
    pool: &mut TermPool,
    values: &mut Values,
    divisors: &[TermId],
    term: Option<TermId>,
) {
    for &divisor in divisors {
        let zero = pool.bv_const(pool.width(divisor), 0);
        let defined = pool.ne(divisor, zero);
        values.require(pool, defined);
    }
    for fits in term.map_or(Vec::new(), |t| quotients_fit(pool, t)) {
        values.require(pool, fits);
    }
}

/// That no signed division in a term overflows: the least value by minus one traps.
fn quotients_fit(pool: &mut TermPool, term: TermId) -> Vec<TermId> {
    let mut all = Vec::new();
    for t in pool.subterms(&[term]) {
        if !matches!(pool.op(t), Op::BvSdiv | Op::BvSrem) {
            continue;
        }
        let (a, b) = (pool.arg(t, 0), pool.arg(t, 1));
        let width = pool.width(t);
        let least = pool.bv(Bv::signed_min(width));
        let minus_one = pool.bv(Bv::ones(width));
        let (low, down) = (pool.eq(a, least), pool.eq(b, minus_one));
        let overflows = pool.and(low, down);
        all.push(pool.not(overflows));
    }
    all
}
