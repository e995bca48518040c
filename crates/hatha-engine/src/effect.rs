//! What edges do to the slot variables, as terms.
//!
//! **Soundness.** The composed effect allows at least what the machine does: a
//! value that has no term over the slots (memory, floating point, an unknown
//! function's effect on globals) is an *open* variable, which may be anything.

use hatha_cfa::live::drawn_declarations;
use hatha_cfa::reach::passes_function;
use hatha_cfa::{
    Builtin, Callee, EdgeId, ExprId, Op, Place, ProcId, Program, Storage, VarId, VarScope,
};
use hatha_exec::symbolic::{self, Environment};
use hatha_exec::word::Kind;
use hatha_term::{Op as TermOp, Sort, TermId, TermPool};
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

/// What follows an edge.
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

/// What follows an edge with this label.
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

/// What a slot holds in the middle of a block.
#[derive(Clone, Copy, Debug)]
enum Held {
    /// A term over the state before the block.
    Term(TermId),
    /// Nothing: it is written before it is read.
    Nothing,
}

/// The state in the middle of a block, over the state before it.
#[derive(Clone, Debug, Default)]
pub struct Values {
    slots: FxHashMap<VarId, Held>,
    /// What must hold.
    pub guards: Vec<TermId>,
    /// What was taken from the environment, in order.
    pub choices: Vec<TermId>,
    /// Variables that stand for arbitrary values.
    pub free: Vec<TermId>,
    /// Whether some value has no term.
    pub open: bool,
}

impl Values {
    fn choice(&mut self, pool: &mut TermPool, sort: Sort) -> TermId {
        let choice = pool.fresh_var("any", sort);
        self.free.push(choice);
        self.choices.push(choice);
        choice
    }

    fn unknown(&mut self, pool: &mut TermPool, sort: Sort) -> TermId {
        let open = pool.fresh_var("open", sort);
        self.free.push(open);
        self.open = true;
        open
    }

    fn require(&mut self, pool: &TermPool, term: TermId) {
        let mut work = vec![term];
        while let Some(t) = work.pop() {
            if pool.op(t) == TermOp::And {
                work.extend(pool.args(t).iter().rev());
            } else if t != pool.tru() && !self.guards.contains(&t) {
                self.guards.push(t);
            }
        }
    }
}

/// Values as an environment of expressions.
struct Reading<'a> {
    program: &'a Program,
    values: &'a mut Values,
}

impl Environment for Reading<'_> {
    fn slot(&mut self, pool: &mut TermPool, v: VarId) -> Option<TermId> {
        let variable = state_variable(self.program, pool, v)?;
        match self.values.slots.get(&v) {
            Some(Held::Term(t)) => Some(*t),
            Some(Held::Nothing) => {
                let sort = pool.sort(variable);
                let choice = self.values.choice(pool, sort);
                self.values.slots.insert(v, Held::Term(choice));
                Some(choice)
            }
            None => Some(variable),
        }
    }

    fn opaque(&mut self, pool: &mut TermPool, kind: Kind) -> Option<TermId> {
        let sort = symbolic::sort(kind)?;
        Some(self.values.unknown(pool, sort))
    }
}

/// Builds effects.
pub struct Effects<'a> {
    program: &'a Program,
    entry: ProcId,
    /// The declarations that draw a value.
    drawn: FxHashSet<EdgeId>,
    /// Whether an unknown function may change the globals that other units see.
    havoc_globals: bool,
}

impl<'a> Effects<'a> {
    /// For the entry of a flat program; `havoc_globals` as in `--externals havoc`.
    pub fn new(program: &'a Program, entry: ProcId, havoc_globals: bool) -> Self {
        Effects {
            program,
            entry,
            drawn: drawn_declarations(program, program.proc(entry)),
            havoc_globals,
        }
    }

    /// Takes an edge.
    pub fn step(&self, pool: &mut TermPool, edge: EdgeId, values: &mut Values) -> Continuation {
        let op = &self.program.proc(self.entry).edge(edge).op;
        match op {
            Op::Assign {
                place: Place::Slot(v),
                value,
            } => {
                let term = self.value(pool, *value, values);
                self.write(pool, *v, term, values);
            }
            Op::Assume { cond, taken } => self.assume(pool, *cond, *taken, values),
            Op::Havoc { place, .. } => self.havoc(pool, *place, values),
            Op::Declare(v) if self.program.var(*v).storage == Storage::Slot => {
                if self.drawn.contains(&edge) {
                    self.havoc(pool, Place::Slot(*v), values);
                } else {
                    values.slots.insert(*v, Held::Nothing);
                }
            }
            Op::Builtin {
                result: Some(Place::Slot(v)),
                ..
            } => self.write(pool, *v, None, values),
            Op::Call { result, .. } => self.external(pool, *result, values),
            _ => {}
        }
        continuation(self.program, op)
    }

    /// The new values of the state variables at the end of a block.
    pub fn updates(
        &self,
        program: &Program,
        pool: &mut TermPool,
        values: &mut Values,
    ) -> FxHashMap<TermId, TermId> {
        let mut slots: Vec<(VarId, Held)> = values.slots.iter().map(|(v, h)| (*v, *h)).collect();
        slots.sort_unstable_by_key(|(v, _)| *v);
        let mut updates = FxHashMap::default();
        for (v, held) in slots {
            let Some(variable) = state_variable(program, pool, v) else {
                continue;
            };
            let term = match held {
                Held::Term(t) => t,
                // Nobody reads it: any value will do.
                Held::Nothing => {
                    let sort = pool.sort(variable);
                    let later = pool.fresh_var("later", sort);
                    values.free.push(later);
                    later
                }
            };
            if term != variable {
                updates.insert(variable, term);
            }
        }
        updates
    }

    fn value(&self, pool: &mut TermPool, expr: ExprId, values: &mut Values) -> Option<TermId> {
        let program = self.program;
        let mut reading = Reading { program, values };
        // A division by zero ends the execution; leaving its demand out only adds states.
        symbolic::value(program, pool, expr, &mut reading, &mut Vec::new())
    }

    fn assume(&self, pool: &mut TermPool, cond: ExprId, taken: bool, values: &mut Values) {
        let kind = self
            .program
            .scalar(self.program.exprs.get(cond).ty)
            .map(|s| Kind::of(s, &self.program.target));
        let Some(kind) = kind else { return };
        // A condition that cannot be expressed leaves the guard open: more states, never fewer.
        let test = self
            .value(pool, cond, values)
            .and_then(|value| symbolic::truth(pool, kind, value));
        match test {
            Some(test) => {
                let guard = if taken { test } else { pool.not(test) };
                values.require(pool, guard);
            }
            None => values.open = true,
        }
    }

    fn havoc(&self, pool: &mut TermPool, place: Place, values: &mut Values) {
        match place {
            Place::Slot(v) => {
                let sort = slot_kind(self.program, v).and_then(symbolic::sort);
                if let Some(sort) = sort {
                    let choice = values.choice(pool, sort);
                    if slot_kind(self.program, v) == Some(Kind::Bool) {
                        let two = pool.bv_const(8, 2);
                        let valid = pool.bv_ult(choice, two);
                        values.require(pool, valid);
                    }
                    values.slots.insert(v, Held::Term(choice));
                } else {
                    values.open = true;
                }
            }
            Place::Mem { access, .. } => {
                let scalar = self.program.scalar(access.ty);
                let kind = scalar.map(|s| Kind::of(s, &self.program.target));
                if let Some(sort) = kind.and_then(symbolic::sort) {
                    values.choice(pool, sort);
                }
                values.open = true;
            }
            Place::Aggregate { .. } => values.open = true,
        }
    }

    fn external(&self, pool: &mut TermPool, result: Option<Place>, values: &mut Values) {
        if self.havoc_globals {
            for v in visible_slots(self.program) {
                self.write(pool, v, None, values);
            }
        }
        if let Some(place) = result {
            self.havoc(pool, place, values);
        }
    }

    fn write(&self, pool: &mut TermPool, v: VarId, term: Option<TermId>, values: &mut Values) {
        let Some(sort) = slot_kind(self.program, v).and_then(symbolic::sort) else {
            return;
        };
        let term = term.unwrap_or_else(|| values.unknown(pool, sort));
        values.slots.insert(v, Held::Term(term));
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
