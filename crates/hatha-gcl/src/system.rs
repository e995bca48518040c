//! A model as formulas: the symbolic meaning.
//!
//! **Invariant.** The symbols `0..n` are the variables of a state, in their
//! order; the inputs of transitions follow. A state is *wrong* if a property is
//! violated there or any transition that can be taken runs into a fault of the
//! model; from states that are not wrong, updates stay within the types.

use crate::formula::{Arena, Cases, Formula, Relation, add_cases};
use crate::linear::{Linear, Overflow, Sym};
use crate::model::{Assignment, Comparison, Demand, Expr, Model, Target, Transition, Type, VarId};

/// What is known about a variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// As the user would write it.
    pub name: String,
    /// Smallest and largest value; none for all integers.
    pub bounds: Option<(i128, i128)>,
    /// Labels and truth values are kept explicitly in abstract states, as the
    /// program counters of the paper are.
    pub explicit: bool,
}

/// A value that a transition takes from outside.
#[derive(Clone, Debug)]
pub struct Input {
    /// The symbol that stands for it.
    pub symbol: Sym,
    /// Its range; none for all integers.
    pub bounds: Option<(i128, i128)>,
}

/// A transition.
#[derive(Clone, Debug)]
pub struct Step {
    /// As the user would write it.
    pub name: String,
    /// When it can be taken.
    pub guard: Formula,
    /// The variables that change, with their new values.
    pub updates: Vec<(Sym, Cases)>,
    /// The inputs in the order of their assignments.
    pub inputs: Vec<Input>,
    /// When it runs into a fault of the model.
    pub fault: Formula,
}

/// A system of formulas.
#[derive(Clone, Debug)]
pub struct System {
    /// All formulas live here.
    pub arena: Arena,
    /// The variables; their index is their symbol.
    pub variables: Vec<Variable>,
    /// The transitions.
    pub steps: Vec<Step>,
    /// The initial states, types not included.
    pub init: Formula,
    /// The wrong states.
    pub wrong: Formula,
    /// The first symbol that is neither a variable nor an input.
    pub first_free: u32,
}

/// An integer with the condition under which it is defined at all.
struct Number {
    cases: Cases,
    defined: Formula,
}

/// A truth value with the same.
struct Truth {
    holds: Formula,
    defined: Formula,
}

impl System {
    /// The meaning of a model.
    pub fn new(model: &Model) -> Result<System, Overflow> {
        let mut builder = Builder {
            model,
            arena: Arena::default(),
            next: model.variables.len() as u32,
        };
        let mut steps = Vec::new();
        for transition in &model.transitions {
            steps.push(builder.step(transition)?);
        }
        let mut init = Vec::new();
        for condition in &model.init {
            let truth = builder.truth(condition)?;
            init.push(builder.arena.and([truth.defined, truth.holds]));
        }
        let wrong = builder.wrong(&steps)?;
        let init = builder.arena.and(init);
        Ok(System {
            variables: model.variables.iter().map(|v| variable(model, v)).collect(),
            first_free: builder.next,
            arena: builder.arena,
            steps,
            init,
            wrong,
        })
    }

    /// The symbols of the variables.
    pub fn symbols(&self) -> impl Iterator<Item = Sym> + use<> {
        (0..self.variables.len() as u32).map(Sym)
    }

    /// A truth value over the variables of the model; where it is not defined
    /// it is false.
    pub fn predicate(&mut self, model: &Model, expr: &Expr) -> Result<Formula, Overflow> {
        let mut builder = Builder {
            model,
            arena: std::mem::take(&mut self.arena),
            next: self.first_free,
        };
        let truth = builder.truth(expr);
        let holds = truth.map(|t| builder.arena.and([t.defined, t.holds]));
        self.arena = builder.arena;
        holds
    }

    /// A symbol is within its bounds.
    pub fn within(
        &mut self,
        symbol: Sym,
        bounds: Option<(i128, i128)>,
    ) -> Result<Formula, Overflow> {
        match bounds {
            None => Ok(Formula::TRUE),
            Some(bounds) => within(&mut self.arena, &Linear::symbol(symbol), bounds),
        }
    }

    /// All variables are within their types.
    pub fn types(&mut self) -> Result<Formula, Overflow> {
        let mut parts = Vec::new();
        for at in 0..self.variables.len() {
            let bounds = self.variables[at].bounds;
            parts.push(self.within(Sym(at as u32), bounds)?);
        }
        Ok(self.arena.and(parts))
    }

    /// The inputs of a transition are within their types.
    pub fn inputs(&mut self, step: usize) -> Result<Formula, Overflow> {
        let mut parts = Vec::new();
        for input in self.steps[step].inputs.clone() {
            parts.push(self.within(input.symbol, input.bounds)?);
        }
        Ok(self.arena.and(parts))
    }

    /// The new value of a variable after a transition.
    pub fn after(&self, step: usize, symbol: Sym) -> Cases {
        let updates = &self.steps[step].updates;
        match updates.iter().find(|(s, _)| *s == symbol) {
            Some((_, cases)) => cases.clone(),
            None => vec![(Formula::TRUE, Linear::symbol(symbol))],
        }
    }

    /// The variables to which a conjunct of the initial condition gives a constant.
    pub fn fixed(&self) -> Vec<(Sym, i128)> {
        let mut fixed = Vec::new();
        for f in self.arena.conjuncts(self.init) {
            let Some(literal) = self.arena.as_literal(f).filter(|l| l.positive) else {
                continue;
            };
            let atom = self.arena.atom(literal.atom);
            if let (&[(symbol, 1)], Relation::Zero) = (atom.sum.terms(), atom.relation) {
                fixed.push((symbol, -atom.sum.constant_part()));
            }
        }
        fixed
    }

    /// The symbolic initial state: variables with a constant have it, the others
    /// are themselves; and what remains of types and initial condition.
    pub fn initial(&mut self) -> Result<(Vec<Linear>, Vec<Formula>), Overflow> {
        let mut values: Vec<Linear> = self.symbols().map(Linear::symbol).collect();
        for (symbol, value) in self.fixed() {
            values[symbol.index()] = Linear::constant(value);
        }
        let types = self.types()?;
        let all = self.arena.and([types, self.init]);
        let all = self.arena.substitute(all, &|s| values[s.index()].clone())?;
        Ok((values, self.arena.conjuncts(all)))
    }

    /// Does it have inputs?
    pub fn has_inputs(&self) -> bool {
        self.steps.iter().any(|s| !s.inputs.is_empty())
    }
}

fn variable(model: &Model, of: &crate::model::Variable) -> Variable {
    Variable {
        name: of.name.clone(),
        bounds: model.bounds(of.ty),
        explicit: matches!(of.ty, Type::Bool | Type::Enum(_)),
    }
}

fn within(
    arena: &mut Arena,
    value: &Linear,
    (low, high): (i128, i128),
) -> Result<Formula, Overflow> {
    let above = arena.at_most(&Linear::constant(low), value)?;
    let below = arena.at_most(value, &Linear::constant(high))?;
    Ok(arena.and([above, below]))
}

fn symbol(var: VarId) -> Sym {
    Sym(var.0)
}

struct Builder<'m> {
    model: &'m Model,
    arena: Arena,
    next: u32,
}

impl Builder<'_> {
    fn wrong(&mut self, steps: &[Step]) -> Result<Formula, Overflow> {
        let mut parts: Vec<Formula> = steps.iter().map(|s| s.fault).collect();
        for property in &self.model.properties {
            let violated = match &property.demand {
                Demand::Invariant(e) => {
                    let truth = self.truth(e)?;
                    let good = self.arena.and([truth.defined, truth.holds]);
                    self.arena.not(good)
                }
                Demand::Never(e) | Demand::Reachable(e) => {
                    let truth = self.truth(e)?;
                    let undefined = self.arena.not(truth.defined);
                    self.arena.or([undefined, truth.holds])
                }
                Demand::DeadlockFree => {
                    let some = self.arena.or(steps.iter().map(|s| s.guard));
                    self.arena.not(some)
                }
            };
            parts.push(violated);
        }
        Ok(self.arena.or(parts))
    }

    fn step(&mut self, transition: &Transition) -> Result<Step, Overflow> {
        let guard = self.truth(&transition.guard)?;
        let mut sound = vec![];
        let mut inputs = Vec::new();
        // What each assignment writes: where, under which condition, which value.
        let mut writes: Vec<Vec<(Sym, Formula)>> = Vec::new();
        let mut values: Vec<Cases> = Vec::new();
        for assignment in &transition.assignments {
            let targets = self.targets(assignment, &mut sound)?;
            let value = self.assigned(assignment, &targets, &mut inputs, &mut sound)?;
            writes.push(targets);
            values.push(value);
        }
        self.never_twice(&writes, &mut sound);
        let updates = self.updates(&writes, &values);
        let sound = self.arena.and(sound);
        let unsound = self.arena.not(sound);
        let runs = self.arena.and([guard.holds, unsound]);
        let undefined = self.arena.not(guard.defined);
        let fault = self.arena.or([undefined, runs]);
        Ok(Step {
            name: transition.name.clone(),
            guard: self.arena.and([guard.defined, guard.holds]),
            updates,
            inputs,
            fault,
        })
    }

    /// The variables that an assignment may write, each with its condition.
    fn targets(
        &mut self,
        assignment: &Assignment,
        sound: &mut Vec<Formula>,
    ) -> Result<Vec<(Sym, Formula)>, Overflow> {
        match &assignment.target {
            Target::Var(var) => Ok(vec![(symbol(*var), Formula::TRUE)]),
            Target::Element(array, index) => {
                let index = self.number(index)?;
                let mut targets = Vec::new();
                for (at, var) in self.model.array(*array).elements() {
                    let here = self.is(&index.cases, at)?;
                    targets.push((symbol(var), here));
                }
                let inside = self.arena.or(targets.iter().map(|(_, c)| *c));
                sound.extend([index.defined, inside]);
                Ok(targets)
            }
        }
    }

    /// A value that depends on cases is this constant.
    fn is(&mut self, cases: &Cases, constant: i128) -> Result<Formula, Overflow> {
        let mut parts = Vec::new();
        for (when, value) in cases {
            let equal = self.arena.equal(value, &Linear::constant(constant))?;
            parts.push(self.arena.and([*when, equal]));
        }
        Ok(self.arena.or(parts))
    }

    fn assigned(
        &mut self,
        assignment: &Assignment,
        targets: &[(Sym, Formula)],
        inputs: &mut Vec<Input>,
        sound: &mut Vec<Formula>,
    ) -> Result<Cases, Overflow> {
        // All elements of an array have one type.
        let first = targets.first().map_or(Sym(0), |(s, _)| *s);
        let bounds = self.model.bounds(self.model.variable(VarId(first.0)).ty);
        let Some(value) = &assignment.value else {
            let symbol = Sym(self.next);
            self.next += 1;
            inputs.push(Input { symbol, bounds });
            return Ok(vec![(Formula::TRUE, Linear::symbol(symbol))]);
        };
        let number = match value.is_truth {
            true => self.truth_as_number(&value.expr)?,
            false => self.number(&value.expr)?,
        };
        sound.push(number.defined);
        if let Some(bounds) = bounds {
            for (when, value) in &number.cases {
                let inside = within(&mut self.arena, value, bounds)?;
                sound.push(self.arena.implies(*when, inside));
            }
        }
        Ok(number.cases)
    }

    fn never_twice(&mut self, writes: &[Vec<(Sym, Formula)>], sound: &mut Vec<Formula>) {
        for (at, first) in writes.iter().enumerate() {
            for second in &writes[at + 1..] {
                for (var, here) in first {
                    let there = second.iter().filter(|(v, _)| v == var);
                    for (_, there) in there {
                        let both = self.arena.and([*here, *there]);
                        sound.push(self.arena.not(both));
                    }
                }
            }
        }
    }

    /// The new values: of the last assignment whose condition holds (there is at
    /// most one in states that are not wrong), else the old one.
    fn updates(&mut self, writes: &[Vec<(Sym, Formula)>], values: &[Cases]) -> Vec<(Sym, Cases)> {
        let mut updates: Vec<(Sym, Cases)> = Vec::new();
        for (targets, value) in writes.iter().zip(values) {
            for &(var, here) in targets {
                let known = updates.iter().position(|(v, _)| *v == var);
                let at = known.unwrap_or_else(|| {
                    updates.push((var, vec![(Formula::TRUE, Linear::symbol(var))]));
                    updates.len() - 1
                });
                let elsewhere = self.arena.not(here);
                let old = std::mem::take(&mut updates[at].1);
                let mut new = self.under(here, value);
                new.extend(self.under(elsewhere, &old));
                updates[at].1 = new;
            }
        }
        updates
    }

    fn under(&mut self, condition: Formula, cases: &Cases) -> Cases {
        let both = cases.iter().map(|(when, value)| {
            let both = self.arena.and([condition, *when]);
            (both, value.clone())
        });
        both.filter(|(when, _)| *when != Formula::FALSE).collect()
    }

    fn truth_as_number(&mut self, expr: &Expr) -> Result<Number, Overflow> {
        let truth = self.truth(expr)?;
        let not = self.arena.not(truth.holds);
        let cases = [(truth.holds, 1), (not, 0)].into_iter();
        let cases = cases.filter(|(when, _)| *when != Formula::FALSE);
        Ok(Number {
            cases: cases.map(|(w, n)| (w, Linear::constant(n))).collect(),
            defined: truth.defined,
        })
    }

    fn number(&mut self, expr: &Expr) -> Result<Number, Overflow> {
        let plain = |value: Linear| Number {
            cases: vec![(Formula::TRUE, value)],
            defined: Formula::TRUE,
        };
        match expr {
            Expr::Const(n) => Ok(plain(Linear::constant(*n))),
            Expr::Var(var) => Ok(plain(Linear::symbol(symbol(*var)))),
            Expr::Add(a, b) => self.sum(a, 1, b),
            Expr::Sub(a, b) => self.sum(a, -1, b),
            Expr::Times(n, e) => {
                let mut number = self.number(e)?;
                for (_, value) in &mut number.cases {
                    *value = value.times(*n)?;
                }
                Ok(number)
            }
            Expr::Element(array, index, _) => self.element(*array, index),
            Expr::Mod(e, n) => self.remainder(e, *n),
            Expr::If(c, a, b) => self.choice(c, a, b),
            // Truth values do not stand where numbers do.
            _ => self.truth_as_number(expr),
        }
    }

    fn sum(&mut self, a: &Expr, factor: i128, b: &Expr) -> Result<Number, Overflow> {
        let (a, b) = (self.number(a)?, self.number(b)?);
        Ok(Number {
            cases: add_cases(&mut self.arena, &a.cases, factor, &b.cases)?,
            defined: self.arena.and([a.defined, b.defined]),
        })
    }

    fn element(&mut self, array: crate::model::ArrayId, index: &Expr) -> Result<Number, Overflow> {
        let index = self.number(index)?;
        let mut cases = Vec::new();
        for (at, var) in self.model.array(array).elements() {
            let here = self.is(&index.cases, at)?;
            if here != Formula::FALSE {
                cases.push((here, Linear::symbol(symbol(var))));
            }
        }
        let inside = self.arena.or(cases.iter().map(|(c, _)| *c));
        let outside = self.arena.not(inside);
        if outside != Formula::FALSE {
            // Cases are exhaustive; where this one holds, nothing is defined.
            cases.push((outside, Linear::constant(0)));
        }
        Ok(Number {
            cases,
            defined: self.arena.and([index.defined, inside]),
        })
    }

    fn remainder(&mut self, expr: &Expr, of: i128) -> Result<Number, Overflow> {
        let number = self.number(expr)?;
        let mut cases = Vec::new();
        for (when, value) in &number.cases {
            for rest in 0..of {
                let less = value.shifted(-rest)?;
                let fits = self.arena.multiple(of, &less)?;
                let both = self.arena.and([*when, fits]);
                if both != Formula::FALSE {
                    cases.push((both, Linear::constant(rest)));
                }
            }
        }
        Ok(Number {
            cases,
            defined: number.defined,
        })
    }

    fn choice(&mut self, c: &Expr, a: &Expr, b: &Expr) -> Result<Number, Overflow> {
        let c = self.truth(c)?;
        let (a, b) = (self.number(a)?, self.number(b)?);
        let not_c = self.arena.not(c.holds);
        let mut cases = self.under(c.holds, &a.cases);
        cases.extend(self.under(not_c, &b.cases));
        let yes = self.arena.implies(c.holds, a.defined);
        let no = self.arena.implies(not_c, b.defined);
        Ok(Number {
            cases,
            defined: self.arena.and([c.defined, yes, no]),
        })
    }

    fn truth(&mut self, expr: &Expr) -> Result<Truth, Overflow> {
        match expr {
            Expr::Not(e) => {
                let inner = self.truth(e)?;
                let holds = self.arena.not(inner.holds);
                Ok(Truth { holds, ..inner })
            }
            Expr::And(parts) => self.chain(parts, true),
            Expr::Or(parts) => self.chain(parts, false),
            Expr::Compare(op, a, b) => self.comparison(*op, a, b),
            Expr::Iff(a, b) => {
                let (a, b) = (self.truth(a)?, self.truth(b)?);
                let holds = self.arena.iff(a.holds, b.holds);
                let defined = self.arena.and([a.defined, b.defined]);
                Ok(Truth { holds, defined })
            }
            _ => {
                let number = self.number(expr)?;
                let zero = self.is(&number.cases, 0)?;
                let holds = self.arena.not(zero);
                Ok(Truth {
                    holds,
                    defined: number.defined,
                })
            }
        }
    }

    /// A part is evaluated only if those before have not decided.
    fn chain(&mut self, parts: &[Expr], all: bool) -> Result<Truth, Overflow> {
        let mut holds = Vec::new();
        let mut defined = Vec::new();
        for part in parts {
            let truth = self.truth(part)?;
            if truth.defined != Formula::TRUE {
                let before = match all {
                    true => self.arena.and(holds.clone()),
                    false => {
                        let some = self.arena.or(holds.clone());
                        self.arena.not(some)
                    }
                };
                defined.push(self.arena.implies(before, truth.defined));
            }
            holds.push(truth.holds);
        }
        Ok(Truth {
            holds: match all {
                true => self.arena.and(holds),
                false => self.arena.or(holds),
            },
            defined: self.arena.and(defined),
        })
    }

    fn comparison(&mut self, op: Comparison, a: &Expr, b: &Expr) -> Result<Truth, Overflow> {
        let (a, b) = (self.number(a)?, self.number(b)?);
        let difference = add_cases(&mut self.arena, &a.cases, -1, &b.cases)?;
        let zero = Linear::constant(0);
        let mut parts = Vec::new();
        for (when, value) in &difference {
            let says = match op {
                Comparison::Eq | Comparison::Ne => self.arena.equal(value, &zero)?,
                Comparison::Lt => self.arena.less(value, &zero)?,
                Comparison::Le => self.arena.at_most(value, &zero)?,
            };
            parts.push(self.arena.and([*when, says]));
        }
        let mut holds = self.arena.or(parts);
        if op == Comparison::Ne {
            holds = self.arena.not(holds);
        }
        Ok(Truth {
            holds,
            defined: self.arena.and([a.defined, b.defined]),
        })
    }
}
