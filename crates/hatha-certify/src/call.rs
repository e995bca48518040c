//! Calls of components: recursive procedures that a proof has regions for.
//!
//! **Soundness.** By induction over the length of an execution, every invocation
//! stays in the regions of its component until it returns; so when a call returns,
//! the state at the component's exit lies in one of the regions there. Its frozen
//! variables are what the call gave them, its globals and its result are what the
//! caller sees, memory holds what it held there (a return ends objects, and writes nothing), and
//! whatever else it speaks of may be anything. The caller's own slots
//! are as they were; the invocation's variables begin anew with each call. The objects of its
//! memory locals have the same names in every invocation, so those of invocations further down the
//! stack, which live on, go by other names from the call on.

use crate::encode::{Encoder, NotModelled};
use crate::memory::Update;
use crate::object::Event;
use crate::opaque::Effect;
use crate::predicate::Reading;
use crate::step::After;
use hatha_cfa::join::{Component, Frozen, Joined};
use hatha_cfa::{Arg, Callee, Op, Place, Program, Storage, VarId, VarScope};
use hatha_proof::vocabulary::{as_address, as_function, as_read, as_slot};
use hatha_term::{Op as TermOp, TermId, TermPool};
use rustc_hash::FxHashMap;
use std::rc::Rc;

impl Encoder<'_> {
    /// The state where an invocation begins.
    pub(crate) fn enter(&mut self, op: &Op, component: &Component) -> Result<(), NotModelled> {
        let arguments = self.arguments(op)?;
        self.rename_outer(component);
        for &v in &component.locals {
            self.state.live.remove(&v);
            match self.program.var(v).storage {
                Storage::Slot => self.forget(v)?,
                Storage::Memory => {
                    let bits = self.memory.addresses.bits();
                    let address = self.pool.fresh_var("entered", hatha_term::Sort::Bv(bits));
                    self.state.addresses.insert(v, address);
                }
            }
        }
        for (&param, value) in component.params.iter().zip(arguments) {
            self.assign(Place::Slot(param), (value, None))?;
        }
        Ok(())
    }

    /// Takes the names of a component's memory locals from the objects that have them: each
    /// invocation gives them to its own.
    fn rename_outer(&mut self, component: &Component) {
        let is_memory = |v: &&VarId| self.program.var(**v).storage == Storage::Memory;
        let locals: Vec<VarId> = component.locals.iter().filter(is_memory).copied().collect();
        if locals.is_empty() {
            return;
        }
        let base = self.memory.fresh_base();
        let ids: Rc<[TermId]> = locals.into_iter().map(|v| self.id(v)).collect();
        self.state.events.push(Event::Rename(Rc::clone(&ids)));
        self.state.updates.push(Update::Rename { ids, base });
    }

    /// The state behind a call, given the predicates at the component's exit.
    pub(crate) fn pass(
        &mut self,
        op: &Op,
        joined: &Joined,
        component: &Component,
        at_exit: &[TermId],
    ) -> Result<(), NotModelled> {
        let Op::Call { result, .. } = op else {
            return Err(NotModelled("a call that is none".to_owned()));
        };
        let arguments = self.arguments(op)?;
        let mut map = self.below(component, at_exit)?;
        for &(keeper, what) in &component.frozen {
            let value = match what {
                Frozen::Param(i) => arguments.get(i as usize).copied(),
                Frozen::Global(g) => Some(self.variable(g)?),
            };
            map.extend(value.map(|value| (keeper, value)));
        }
        for &g in &component.changed {
            self.forget(g)?;
            let after = self.variable(g)?;
            map.insert(g, after);
        }
        let has_objects = |v: &VarId| self.program.var(*v).storage == Storage::Memory;
        if component.memory || component.locals.iter().any(has_objects) {
            self.forget_memory();
        }
        if let Some(r) = component.result {
            let (value, known) = self.arbitrary(self.program.var(r).ty)?;
            self.state.guard.extend(known);
            map.insert(r, value);
        }
        // Before the result is stored, memory is as it was at the exit.
        let returned = self.at_exit(joined, &map, at_exit)?;
        self.state.guard.push(returned);
        match (component.result.and_then(|r| map.get(&r)), *result) {
            (Some(&value), Some(place)) => self.assign(place, (value, None)),
            (_, result) => self.forget_result(result),
        }
    }

    /// The state behind a call of a procedure that is not looked into.
    pub(crate) fn pass_opaque(&mut self, op: &Op, effect: &Effect) -> Result<After, NotModelled> {
        let Op::Call {
            callee: Callee::Direct(p),
            args,
            result,
        } = op
        else {
            return Err(NotModelled("a call that is none".to_owned()));
        };
        let params = self.program.proc(*p).params.len();
        if args.len() < params {
            return Err(NotModelled("a call with too few arguments".to_owned()));
        }
        for &v in &effect.slots {
            self.forget(v)?;
        }
        // Variable arguments are put into memory.
        if effect.memory || args.len() > params {
            self.forget_memory();
        }
        self.forget_result(*result)?;
        Ok(After::Next)
    }

    /// The slots that the regions at an exit mention and that belong neither to the component nor
    /// to the program: those of invocations further down the stack, the innermost of each
    /// procedure. No invocation of the component changes them, so they are what they are at the
    /// call.
    fn below(
        &mut self,
        component: &Component,
        at_exit: &[TermId],
    ) -> Result<FxHashMap<VarId, TermId>, NotModelled> {
        let mut map = FxHashMap::default();
        for symbol in self.pool.free_vars(at_exit) {
            let Some(v) = as_slot(self.pool.var_symbol(symbol)) else {
                continue;
            };
            let var = self.program.vars.get(v);
            let is_local = var.is_some_and(|v| v.scope != VarScope::Global);
            if is_local && !component.locals.contains(&v) {
                map.insert(v, self.variable(v)?);
            }
        }
        Ok(map)
    }

    fn arguments(&mut self, op: &Op) -> Result<Vec<TermId>, NotModelled> {
        let Op::Call { args, .. } = op else {
            return Ok(Vec::new());
        };
        let value = |arg: &Arg| match arg {
            Arg::Scalar(e) => self.value(*e),
            Arg::Aggregate { .. } => Err(NotModelled("an argument that is no scalar".to_owned())),
        };
        args.iter().map(value).collect()
    }

    /// That the state at the exit lies in one of the regions there. Globals that no component
    /// changes are what they are in the caller; other variables are arbitrary.
    fn at_exit(
        &mut self,
        joined: &Joined,
        map: &FxHashMap<VarId, TermId>,
        regions: &[TermId],
    ) -> Result<TermId, NotModelled> {
        let mut values: FxHashMap<TermId, TermId> = FxHashMap::default();
        for symbol in self.pool.free_vars(regions) {
            let slot = as_slot(self.pool.var_symbol(symbol));
            let is_function = as_function(self.pool.var_symbol(symbol)).is_some();
            // Those of locals do not occur in what is used; that of a global never changes.
            let is_address = as_address(self.pool.var_symbol(symbol)).is_some();
            let symbol = self.pool.var_term(symbol);
            let value = match slot {
                Some(v) if map.contains_key(&v) => map[&v],
                Some(v) if is_global(joined, v) => self.variable(v)?,
                _ if is_address => continue,
                _ if is_function => symbol,
                _ => {
                    let sort = self.pool.sort(symbol);
                    self.pool.fresh_var("gone", sort)
                }
            };
            values.insert(symbol, value);
        }
        let mut reading = Reading::with(values);
        let mut inside = Vec::new();
        for &region in regions {
            let parts: Vec<TermId> = conjuncts(self.pool, region)
                .into_iter()
                .filter(|&t| is_lasting(self.program, self.pool, t))
                .collect();
            let whole = self.pool.and_all(&parts);
            let (pool, memory) = (&mut *self.pool, &mut *self.memory);
            inside.push(reading.apply(self.program, pool, memory, self.state, whole));
        }
        Ok(self.pool.or_all(&inside))
    }
}

fn is_global(joined: &Joined, v: VarId) -> bool {
    let var = joined.program.vars.get(v);
    var.is_some_and(|v| v.scope == VarScope::Global)
}

fn conjuncts(pool: &TermPool, term: TermId) -> Vec<TermId> {
    let mut out = Vec::new();
    let mut work = vec![term];
    while let Some(t) = work.pop() {
        if pool.op(t) == TermOp::And {
            work.extend(pool.args(t));
        } else {
            out.push(t);
        }
    }
    out
}

/// Whether a term means behind a call what it means at the exit: it speaks of slots and of what
/// memory holds, at addresses that are not those of locals, which are the invocation's. Leaving out
/// a conjunct only allows more.
fn is_lasting(program: &Program, pool: &TermPool, term: TermId) -> bool {
    let is_local = |t: TermId| {
        let address = pool.as_symbol(t).and_then(as_address);
        address.is_some_and(|v| {
            let var = program.vars.get(v);
            var.is_none_or(|v| v.scope != VarScope::Global)
        })
    };
    !pool.subterms(&[term]).iter().any(|&t| {
        let is_other = matches!(pool.op(t), TermOp::Apply(_)) && as_read(pool, t).is_none();
        is_other || is_local(t)
    })
}
