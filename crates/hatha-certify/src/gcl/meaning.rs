//! The meaning of guarded commands as terms, written a second time: directly
//! from the typed model, without normal forms.
//!
//! **Invariant.** Terms are over an environment that gives every variable a term.
//! A state is wrong if a property is violated there or evaluating a guard, a
//! value, an index or a property runs into a fault of the model.

use hatha_gcl::model::{Assignment, Comparison, Demand, Expr, Model, Target, Transition};
use hatha_term::{Sort, TermId, TermPool};

/// The terms of the variables.
pub(super) type Environment = [TermId];

/// A value and the condition under which it is defined.
#[derive(Clone, Copy)]
pub(super) struct Meaning {
    pub(super) value: TermId,
    pub(super) defined: TermId,
}

/// A transition in an environment.
pub(super) struct Step {
    /// It can be taken.
    pub(super) guard: TermId,
    /// Its inputs are within their types.
    pub(super) inputs: TermId,
    /// It runs into a fault.
    pub(super) fault: TermId,
    /// The variables afterwards.
    pub(super) after: Vec<TermId>,
}

/// Reads expressions of one model.
pub(super) struct Reader<'a> {
    pub(super) pool: &'a mut TermPool,
    pub(super) model: &'a Model,
}

impl Reader<'_> {
    fn both(&mut self, a: Meaning, b: Meaning) -> TermId {
        self.pool.and(a.defined, b.defined)
    }

    /// A number; truth values are 0 and 1.
    pub(super) fn number(&mut self, expr: &Expr, env: &Environment) -> Meaning {
        let always = self.pool.tru();
        let plain = |value| Meaning {
            value,
            defined: always,
        };
        match expr {
            Expr::Const(n) => plain(self.pool.int(*n)),
            Expr::Var(var) => plain(env[var.index()]),
            Expr::Add(a, b) | Expr::Sub(a, b) => {
                let (x, y) = (self.number(a, env), self.number(b, env));
                let value = match expr {
                    Expr::Add(..) => self.pool.int_add(x.value, y.value),
                    _ => self.pool.int_sub(x.value, y.value),
                };
                let defined = self.both(x, y);
                Meaning { value, defined }
            }
            Expr::Times(n, e) => {
                let (of, n) = (self.number(e, env), self.pool.int(*n));
                let value = self.pool.int_mul(n, of.value);
                Meaning { value, ..of }
            }
            Expr::Mod(e, n) => {
                let (of, n) = (self.number(e, env), self.pool.int(*n));
                let value = self.pool.int_mod(of.value, n);
                Meaning { value, ..of }
            }
            Expr::Element(array, index, _) => self.element(*array, index, env),
            Expr::If(c, a, b) => self.choice(c, a, b, env),
            _ => {
                let truth = self.truth(expr, env);
                let (one, zero) = (self.pool.int(1), self.pool.int(0));
                let value = self.pool.ite(truth.value, one, zero);
                Meaning { value, ..truth }
            }
        }
    }

    fn element(
        &mut self,
        array: hatha_gcl::model::ArrayId,
        index: &Expr,
        env: &Environment,
    ) -> Meaning {
        let index = self.number(index, env);
        let mut value = self.pool.int(0);
        let mut inside = self.pool.fls();
        for (at, var) in self.model.array(array).elements() {
            let at = self.pool.int(at);
            let here = self.pool.eq(index.value, at);
            value = self.pool.ite(here, env[var.index()], value);
            inside = self.pool.or(inside, here);
        }
        let defined = self.pool.and(index.defined, inside);
        Meaning { value, defined }
    }

    fn choice(&mut self, c: &Expr, a: &Expr, b: &Expr, env: &Environment) -> Meaning {
        let c = self.truth(c, env);
        let (a, b) = (self.number(a, env), self.number(b, env));
        let chosen = self.pool.ite(c.value, a.defined, b.defined);
        Meaning {
            value: self.pool.ite(c.value, a.value, b.value),
            defined: self.pool.and(c.defined, chosen),
        }
    }

    /// A truth value, of sort Bool.
    pub(super) fn truth(&mut self, expr: &Expr, env: &Environment) -> Meaning {
        match expr {
            Expr::Not(e) => {
                let inner = self.truth(e, env);
                let value = self.pool.not(inner.value);
                Meaning { value, ..inner }
            }
            Expr::And(parts) => self.chain(parts, true, env),
            Expr::Or(parts) => self.chain(parts, false, env),
            Expr::Compare(op, a, b) => {
                let (x, y) = (self.number(a, env), self.number(b, env));
                let defined = self.both(x, y);
                let (x, y) = (x.value, y.value);
                let value = match op {
                    Comparison::Eq => self.pool.eq(x, y),
                    Comparison::Ne => self.pool.ne(x, y),
                    Comparison::Lt => self.pool.int_lt(x, y),
                    Comparison::Le => self.pool.int_le(x, y),
                };
                Meaning { value, defined }
            }
            Expr::Iff(a, b) => {
                let (x, y) = (self.truth(a, env), self.truth(b, env));
                let defined = self.both(x, y);
                let value = self.pool.eq(x.value, y.value);
                Meaning { value, defined }
            }
            _ => {
                let number = self.number(expr, env);
                let zero = self.pool.int(0);
                let value = self.pool.ne(number.value, zero);
                Meaning { value, ..number }
            }
        }
    }

    /// From left to right, as far as needed.
    fn chain(&mut self, parts: &[Expr], all: bool, env: &Environment) -> Meaning {
        let neutral = self.pool.bool(all);
        let always = self.pool.tru();
        let end = Meaning {
            value: neutral,
            defined: always,
        };
        let read: Vec<Meaning> = parts.iter().map(|p| self.truth(p, env)).collect();
        read.into_iter().rev().fold(end, |rest, first| {
            let decided = match all {
                true => self.pool.not(first.value),
                false => first.value,
            };
            let enough = self.pool.or(decided, rest.defined);
            Meaning {
                value: match all {
                    true => self.pool.and(first.value, rest.value),
                    false => self.pool.or(first.value, rest.value),
                },
                defined: self.pool.and(first.defined, enough),
            }
        })
    }

    fn within(&mut self, value: TermId, bounds: Option<(i128, i128)>) -> TermId {
        let Some((low, high)) = bounds else {
            return self.pool.tru();
        };
        let (low, high) = (self.pool.int(low), self.pool.int(high));
        let above = self.pool.int_le(low, value);
        let below = self.pool.int_le(value, high);
        self.pool.and(above, below)
    }

    /// All variables are within their types.
    pub(super) fn types(&mut self, env: &Environment) -> TermId {
        let mut parts = Vec::new();
        for (variable, &value) in self.model.variables.iter().zip(env) {
            let bounds = self.model.bounds(variable.ty);
            parts.push(self.within(value, bounds));
        }
        self.pool.and_all(&parts)
    }

    /// The initial condition; undefined is false.
    pub(super) fn init(&mut self, env: &Environment) -> TermId {
        let mut parts = Vec::new();
        for condition in &self.model.init {
            let truth = self.truth(condition, env);
            parts.extend([truth.defined, truth.value]);
        }
        self.pool.and_all(&parts)
    }

    /// Something is wrong with a state.
    pub(super) fn wrong(&mut self, env: &Environment) -> TermId {
        let mut parts = Vec::new();
        let mut stuck = self.pool.tru();
        for (at, transition) in self.model.transitions.iter().enumerate() {
            let step = self.step(transition, at, env);
            parts.push(step.fault);
            let not = self.pool.not(step.guard);
            stuck = self.pool.and(stuck, not);
        }
        for property in &self.model.properties {
            let (condition, wanted) = match &property.demand {
                Demand::Invariant(e) => (e, true),
                Demand::Never(e) | Demand::Reachable(e) => (e, false),
                Demand::DeadlockFree => {
                    parts.push(stuck);
                    continue;
                }
            };
            let truth = self.truth(condition, env);
            let undefined = self.pool.not(truth.defined);
            let violated = match wanted {
                true => self.pool.not(truth.value),
                false => truth.value,
            };
            parts.extend([undefined, violated]);
        }
        self.pool.or_all(&parts)
    }

    /// The term of an input.
    pub(super) fn input(&mut self, transition: usize, at: usize) -> TermId {
        let name = format!("input{transition}.{at}");
        self.pool.var(&name, Sort::Int)
    }

    /// A transition.
    pub(super) fn step(&mut self, transition: &Transition, at: usize, env: &Environment) -> Step {
        let guard = self.truth(&transition.guard, env);
        let mut step = Step {
            guard: self.pool.and(guard.defined, guard.value),
            inputs: self.pool.tru(),
            fault: self.pool.fls(),
            after: env.to_vec(),
        };
        let mut written: Vec<TermId> = vec![self.pool.fls(); env.len()];
        let mut input = 0;
        for assignment in &transition.assignments {
            let value = self.assigned(assignment, (at, &mut input), env, &mut step);
            self.write(assignment, value, env, &mut step, &mut written);
        }
        // Faults so far are those of a step that is taken.
        let undefined = self.pool.not(guard.defined);
        let taken = self.pool.and(guard.value, step.fault);
        step.fault = self.pool.or(undefined, taken);
        step
    }

    fn assigned(
        &mut self,
        assignment: &Assignment,
        (transition, input): (usize, &mut usize),
        env: &Environment,
        step: &mut Step,
    ) -> TermId {
        let first = match &assignment.target {
            Target::Var(var) => *var,
            // All elements have one type.
            Target::Element(array, _) => self.model.array(*array).first,
        };
        let bounds = self.model.bounds(self.model.variable(first).ty);
        match &assignment.value {
            None => {
                let value = self.input(transition, *input);
                *input += 1;
                let within = self.within(value, bounds);
                step.inputs = self.pool.and(step.inputs, within);
                value
            }
            Some(value) => {
                let value = self.number(&value.expr, env);
                let within = self.within(value.value, bounds);
                let fine = self.pool.and(value.defined, within);
                let fault = self.pool.not(fine);
                step.fault = self.pool.or(step.fault, fault);
                value.value
            }
        }
    }

    fn write(
        &mut self,
        assignment: &Assignment,
        value: TermId,
        env: &Environment,
        step: &mut Step,
        written: &mut [TermId],
    ) {
        let always = self.pool.tru();
        let targets = match &assignment.target {
            Target::Var(var) => vec![(*var, always)],
            Target::Element(array, index) => {
                let index = self.number(index, env);
                let mut inside = self.pool.fls();
                let mut targets = Vec::new();
                for (at, var) in self.model.array(*array).elements() {
                    let at = self.pool.int(at);
                    let here = self.pool.eq(index.value, at);
                    inside = self.pool.or(inside, here);
                    targets.push((var, here));
                }
                let fine = self.pool.and(index.defined, inside);
                let fault = self.pool.not(fine);
                step.fault = self.pool.or(step.fault, fault);
                targets
            }
        };
        for (var, here) in targets {
            let at = var.index();
            let twice = self.pool.and(written[at], here);
            step.fault = self.pool.or(step.fault, twice);
            written[at] = self.pool.or(written[at], here);
            step.after[at] = self.pool.ite(here, value, step.after[at]);
        }
    }
}
