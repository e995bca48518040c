//! Cuts: what is forgotten of an execution, so that a later state of it is covered.
//!
//! **Soundness.** Behind a cut an execution stands for all that differ from it in the values of the
//! forgotten slots, as far as the facts of the cut hold of them. A later state of the
//! same execution is covered if it is one of these: everything else is as it was
//! behind the cut, and the facts hold. What an execution does from such a state, it does
//! behind the cut as well; so by induction over the length of executions it is enough
//! to follow them to the covered state. What was known of values that have not been
//! forgotten is known still.

use super::value::Val;
use super::walker::{Got, Stop, Walker};
use crate::check::Refusal;
use crate::judge::Contradicted;
use hatha_cfa::{LocId, ProcId, Storage, VarId, VarScope};
use hatha_proof::unrolled::{Choice, Cut};
use hatha_proof::vocabulary::as_slot;
use hatha_term::TermId;
use rustc_hash::FxHashMap;
use std::rc::Rc;

impl Walker<'_, '_> {
    /// Forgets what a cut says, after its facts have been shown.
    pub(super) fn cut(
        &mut self,
        number: u32,
        choice: &Choice,
        proc: ProcId,
        at: LocId,
    ) -> Result<(), Refusal> {
        let Some(cut) = &choice.cut else {
            return Ok(());
        };
        self.show(number, proc, at)?;
        for &v in &cut.forget {
            let var = self.own_slot(VarId(v), proc)?;
            let value = self.arbitrary(self.program.var(var).ty);
            let value = value.map_err(|stop| refusal(&stop))?;
            self.set_slot(var, Some(value))
                .map_err(|stop| refusal(&stop))?;
        }
        for fact in self.facts_of[number as usize].clone() {
            let fact = self.read_fact(fact, proc)?;
            self.know(fact);
        }
        self.state.next = cut.next.into_iter().collect();
        let behind = Rc::new(self.state.clone());
        self.state.cuts.push((number, behind));
        Ok(())
    }

    /// Shows that the state is covered by an earlier cut; the execution need not be followed.
    pub(super) fn covered(
        &mut self,
        choice: &Choice,
        proc: ProcId,
        at: LocId,
    ) -> Result<bool, Refusal> {
        let place = self.place_text(proc, at);
        let wrong = |what: &str| Refusal::Wrong(format!("{what} at {place}"));
        let Some(by) = choice.covered.filter(|_| choice.cut.is_none()) else {
            return Err(wrong("a choice of two kinds"));
        };
        let found = self.state.cuts.iter().rev().find(|(cut, _)| *cut == by);
        let Some((_, behind)) = found.cloned() else {
            return Err(wrong("a state that is covered by no cut before it"));
        };
        let cut = self.unrolled_cut(by).ok_or_else(|| wrong("no cut"))?;
        let top = self.state.frames.len().saturating_sub(1);
        let forgotten: Vec<VarId> = cut.forget.iter().copied().map(VarId).collect();
        let is_free = |depth: usize, v: VarId| depth == top && forgotten.contains(&v);
        // The induction is over the length of executions: there must be a step in between.
        if self.state.steps <= behind.steps {
            return Err(wrong("a state that covers itself"));
        }
        if !self.state.is_within(&behind, &is_free) {
            return Err(wrong("a state that differs from what the cut has kept"));
        }
        if self.others_may_write() && !self.state.exposes_no_more_than(&behind) {
            return Err(wrong(
                "a state in which others know more than behind the cut",
            ));
        }
        self.show(by, proc, at)?;
        Ok(false)
    }

    fn unrolled_cut(&self, number: u32) -> Option<Cut> {
        self.unrolled.choices.get(number as usize)?.cut.clone()
    }

    /// Shows the facts of a cut in the current state.
    fn show(&mut self, number: u32, proc: ProcId, at: LocId) -> Result<(), Refusal> {
        let place = self.place_text(proc, at);
        for fact in self.facts_of[number as usize].clone() {
            let fact = self.read_fact(fact, proc)?;
            let otherwise = self.pool.not(fact);
            let (mut facts, _) = self.formula.with(&self.pool, &[otherwise]);
            facts.push(otherwise);
            let wrong = Contradicted::Wrong(format!("a fact does not hold at {place}"));
            self.judges.refute_alone(&mut self.pool, &facts, &wrong)?;
        }
        Ok(())
    }

    /// A fact about the values that slots have now.
    fn read_fact(&mut self, fact: TermId, proc: ProcId) -> Result<TermId, Refusal> {
        let mut values: FxHashMap<TermId, TermId> = FxHashMap::default();
        for symbol in self.pool.free_vars(&[fact]) {
            let name = self.pool.var_symbol(symbol).clone();
            let unknown = || Refusal::Malformed(format!("a fact about `{name}`"));
            let var = self.own_slot(as_slot(&name).ok_or_else(unknown)?, proc)?;
            let value = self.slot_term(var).map_err(|stop| refusal(&stop))?;
            let symbol = self.pool.var_term(symbol);
            if self.pool.sort(symbol) != self.pool.sort(value) {
                return Err(unknown());
            }
            values.insert(symbol, value);
        }
        Ok(self.pool.substitute(fact, &values))
    }

    fn slot_term(&mut self, var: VarId) -> Got<TermId> {
        let width = self.width(self.program.var(var).ty)?;
        let value: Val = self.slot(var)?;
        self.term(value, width)
    }

    /// A slot that a cut may speak of: a global one, or one of the innermost invocation.
    fn own_slot(&self, var: VarId, proc: ProcId) -> Result<VarId, Refusal> {
        let malformed = || Refusal::Malformed("a cut speaks of what is no slot there".to_owned());
        let v = self.program.vars.get(var).ok_or_else(malformed)?;
        let is_own = v.scope == VarScope::Global || self.variables[proc].contains(&var);
        match v.storage == Storage::Slot && is_own {
            true => Ok(var),
            false => Err(malformed()),
        }
    }
}

fn refusal(stop: &Stop) -> Refusal {
    match stop {
        Stop::NotModelled(what) => Refusal::NotModelled(what.clone()),
        _ => Refusal::NotModelled("a value that is not known".to_owned()),
    }
}
