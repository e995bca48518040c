//! What an edge does to the slot variables, as terms, and preimages under it.
//!
//! **Soundness.** [`Effect::preimage`] contains every state that can step into
//! the target: a value that has no term over the slots (memory, floating point,
//! an unknown function's result) is an *open* variable, and a predicate that
//! mentions one is weakened until it does not. Only a state outside the preimage
//! loses an edge, so a weaker predicate can only cost precision.

use hatha_cfa::reach::passes_function;
use hatha_cfa::{Builtin, Callee, Op, Place, Program, Storage, VarId, VarScope};
use hatha_exec::symbolic::{self, Opaque};
use hatha_exec::word::Kind;
use hatha_term::{Op as TermOp, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};

/// The term that stands for a slot variable in predicates, if its kind has terms.
pub fn state_variable(program: &Program, pool: &mut TermPool, var: VarId) -> Option<TermId> {
    let kind = slot_kind(program, var)?;
    Some(pool.var(&format!("v{}", var.0), symbolic::sort(kind)?))
}

/// The kind of a slot variable.
pub fn slot_kind(program: &Program, var: VarId) -> Option<Kind> {
    let v = program.var(var);
    if v.storage != Storage::Slot {
        return None;
    }
    program.scalar(v.ty).map(|s| Kind::of(s, &program.target))
}

/// What follows the edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Continuation {
    /// A state at the edge's target.
    Next,
    /// The execution is over.
    End,
    /// The program fails.
    Fail,
    /// Something that this engine does not model; reaching it means *unknown*.
    Obstacle(String),
}

/// An edge as terms over the state before it.
#[derive(Clone, Debug)]
pub struct Effect {
    /// What must hold before it.
    pub guard: TermId,
    /// New values of slots; everything else stays.
    pub updates: Vec<(VarId, TermId)>,
    /// Variables that stand for values without a term over the slots.
    pub open: Vec<TermId>,
    /// What comes after.
    pub continuation: Continuation,
}

/// What stands between an edge and a continuation that this engine models.
pub fn continuation(program: &Program, op: &Op) -> Continuation {
    let obstacle = |text: &str| Continuation::Obstacle(text.to_owned());
    match op {
        Op::Fail(_) => Continuation::Fail,
        Op::Unsupported(reason) => Continuation::Obstacle(reason.clone()),
        Op::Return(_)
        | Op::Builtin {
            builtin: Builtin::Exit,
            ..
        } => Continuation::End,
        Op::Builtin {
            builtin: Builtin::SetJmp | Builtin::LongJmp,
            ..
        } => obstacle("setjmp or longjmp"),
        Op::Call {
            callee: Callee::Indirect(_),
            ..
        } => obstacle("a call through a function pointer"),
        Op::Call {
            callee: Callee::Direct(p),
            ..
        } if program.proc(*p).defined => obstacle("a call that was not inlined"),
        Op::Call { args, .. } if passes_function(program, args) => {
            obstacle("an unknown function that may call back")
        }
        _ => Continuation::Next,
    }
}

/// Builds effects.
pub struct Effects<'a> {
    program: &'a Program,
    /// Whether an unknown function may change the globals that other units see.
    havoc_globals: bool,
}

impl<'a> Effects<'a> {
    /// For a program; `havoc_globals` as in `--externals havoc`.
    pub fn new(program: &'a Program, havoc_globals: bool) -> Self {
        Effects {
            program,
            havoc_globals,
        }
    }

    /// The effect of an edge's label.
    pub fn of(&self, pool: &mut TermPool, op: &Op) -> Effect {
        let mut effect = Effect {
            guard: pool.tru(),
            updates: Vec::new(),
            open: Vec::new(),
            continuation: continuation(self.program, op),
        };
        match op {
            Op::Assign {
                place: Place::Slot(v),
                value,
            } => match self.value(pool, *value) {
                Ok(term) => effect.updates.push((*v, term)),
                Err(_) => self.forget(pool, *v, &mut effect),
            },
            Op::Assume { cond, taken } => self.assume(pool, *cond, *taken, &mut effect),
            Op::Havoc {
                place: Place::Slot(v),
                ..
            } => self.forget(pool, *v, &mut effect),
            Op::Declare(v) if self.program.var(*v).storage == Storage::Slot => {
                self.forget(pool, *v, &mut effect)
            }
            Op::Builtin { result, .. } => self.forget_result(pool, *result, &mut effect),
            Op::Call { result, .. } => {
                if self.havoc_globals {
                    for v in visible_slots(self.program) {
                        self.forget(pool, v, &mut effect);
                    }
                }
                self.forget_result(pool, *result, &mut effect);
            }
            _ => {}
        }
        effect
    }

    fn value(&self, pool: &mut TermPool, expr: hatha_cfa::ExprId) -> Result<TermId, Opaque> {
        let program = self.program;
        let mut slot = |pool: &mut TermPool, v: VarId| {
            // The evaluator asks only for slots of integral kinds, which have terms.
            state_variable(program, pool, v).unwrap_or_else(|| pool.fls())
        };
        // A division by zero ends the execution; leaving its demand out only adds states.
        symbolic::value(program, pool, expr, &mut slot, &mut Vec::new())
    }

    fn assume(
        &self,
        pool: &mut TermPool,
        cond: hatha_cfa::ExprId,
        taken: bool,
        effect: &mut Effect,
    ) {
        let kind = self
            .program
            .scalar(self.program.exprs.get(cond).ty)
            .map(|s| Kind::of(s, &self.program.target));
        let Some(kind) = kind else { return };
        // A condition that cannot be expressed leaves the guard open: more states, never fewer.
        let Ok(value) = self.value(pool, cond) else {
            return;
        };
        if let Some(test) = symbolic::truth(pool, kind, value) {
            effect.guard = if taken { test } else { pool.not(test) };
        }
    }

    fn forget_result(&self, pool: &mut TermPool, result: Option<Place>, effect: &mut Effect) {
        if let Some(Place::Slot(v)) = result {
            self.forget(pool, v, effect);
        }
    }

    fn forget(&self, pool: &mut TermPool, v: VarId, effect: &mut Effect) {
        let sort = slot_kind(self.program, v).and_then(symbolic::sort);
        if let Some(sort) = sort {
            let open = pool.fresh_var("open", sort);
            effect.open.push(open);
            effect.updates.push((v, open));
        }
    }
}

fn visible_slots(program: &Program) -> Vec<VarId> {
    let all = (0..program.vars.len() as u32).map(VarId);
    all.filter(|&v| {
        let var = program.var(v);
        var.scope == VarScope::Global && var.external && var.storage == Storage::Slot
    })
    .collect()
}

impl Effect {
    /// A predicate that holds in every state from which the edge can lead into `target`.
    pub fn preimage(&self, program: &Program, pool: &mut TermPool, target: TermId) -> TermId {
        let mut map = FxHashMap::default();
        for &(v, term) in &self.updates {
            if let Some(variable) = state_variable(program, pool, v) {
                map.insert(variable, term);
            }
        }
        let after = pool.substitute(target, &map);
        let whole = pool.and(self.guard, after);
        weaken(pool, whole, &self.open)
    }
}

/// Drops the conjuncts that mention an open variable. What is left is implied by
/// `∃ open. term`, so it contains the preimage.
fn weaken(pool: &mut TermPool, term: TermId, open: &[TermId]) -> TermId {
    if open.is_empty() {
        return term;
    }
    let open: FxHashSet<TermId> = open.iter().copied().collect();
    let mut kept = Vec::new();
    let mut work = vec![term];
    while let Some(t) = work.pop() {
        if pool.op(t) == TermOp::And {
            work.extend(pool.args(t).iter().rev());
        } else if !pool.subterms(&[t]).iter().any(|s| open.contains(s)) {
            kept.push(t);
        }
    }
    pool.and_all(&kept)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hatha_term::Sort;

    #[test]
    fn weakening_keeps_what_does_not_mention_open_values() {
        let mut pool = TermPool::new();
        let x = pool.var("x", Sort::Bv(8));
        let y = pool.var("y", Sort::Bv(8));
        let three = pool.bv_const(8, 3);
        let a = pool.bv_ult(x, three);
        let b = pool.bv_ult(y, three);
        let both = pool.and(a, b);
        assert_eq!(weaken(&mut pool, both, &[y]), a);
        let tru = pool.tru();
        assert_eq!(weaken(&mut pool, b, &[y]), tru);
    }
}
