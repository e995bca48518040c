//! From a symbolic run to an execution.

use crate::oracle::{Oracle, Trouble, Values};
use hatha_gcl::formula::{Cases, Formula};
use hatha_gcl::linear::{Linear, Sym};
use hatha_gcl::schedule::{Schedule, Taken};
use hatha_gcl::{Model, System};

/// The execution that takes these transitions to a wrong state, with values from
/// the solver. The caller replays it: nothing is believed here.
pub(crate) fn execution(
    model: &Model,
    system: &mut System,
    oracle: &mut Oracle,
    run: &[usize],
) -> Result<Schedule, Trouble> {
    let (values, condition) = system.initial()?;
    let initial = values.clone();
    let mut walk = Walk {
        next: system.first_free,
        values,
        condition,
        inputs: Vec::new(),
    };
    for &step in run {
        walk.step(system, step)?;
    }
    let values = |s: Sym| walk.values[s.index()].clone();
    let wrong = system.arena.substitute(system.wrong, &values)?;
    walk.condition.push(wrong);
    let Some(found) = oracle.model(&system.arena, &walk.condition)? else {
        let why = "internal error: a run that was explored is not feasible";
        return Err(Trouble::GivesUp(why.to_owned()));
    };
    schedule(model, system, (&initial, &walk), run, &found)
}

/// An input and its range; none for all integers.
type Bounded = (Sym, Option<(i128, i128)>);

struct Walk {
    next: u32,
    values: Vec<Linear>,
    condition: Vec<Formula>,
    /// The inputs of each step.
    inputs: Vec<Vec<Bounded>>,
}

impl Walk {
    fn fresh(&mut self) -> Sym {
        let symbol = Sym(self.next);
        self.next += 1;
        symbol
    }

    fn step(&mut self, system: &mut System, step: usize) -> Result<(), Trouble> {
        let inputs = system.steps[step].inputs.clone();
        let mut fresh = Vec::new();
        for input in &inputs {
            let symbol = self.fresh();
            let within = system.within(symbol, input.bounds)?;
            self.condition.push(within);
            fresh.push((symbol, input.bounds));
        }
        let before = self.values.clone();
        let value = |s: Sym| match before.get(s.index()) {
            Some(sum) => sum.clone(),
            None => {
                let at = inputs.iter().position(|i| i.symbol == s);
                Linear::symbol(at.map_or(s, |at| fresh[at].0))
            }
        };
        let guard = system.steps[step].guard;
        self.condition.push(system.arena.substitute(guard, &value)?);
        for (symbol, cases) in system.steps[step].updates.clone() {
            self.values[symbol.index()] = self.chosen(system, &cases, &value)?;
        }
        self.inputs.push(fresh);
        Ok(())
    }

    /// The value of the case that holds; a symbol where that is not known.
    fn chosen(
        &mut self,
        system: &mut System,
        cases: &Cases,
        value: &dyn Fn(Sym) -> Linear,
    ) -> Result<Linear, Trouble> {
        let mut open = Vec::new();
        for (when, sum) in cases {
            let when = system.arena.substitute(*when, value)?;
            let sum = sum.substitute(value)?;
            match when {
                Formula::TRUE => return Ok(sum),
                Formula::FALSE => {}
                _ => open.push((when, sum)),
            }
        }
        let symbol = Linear::symbol(self.fresh());
        let mut parts = Vec::new();
        for (when, sum) in open {
            let is = system.arena.equal(&symbol, &sum)?;
            parts.push(system.arena.and([when, is]));
        }
        self.condition.push(system.arena.or(parts));
        Ok(symbol)
    }
}

fn schedule(
    model: &Model,
    system: &System,
    (initial, walk): (&[Linear], &Walk),
    run: &[usize],
    found: &Values,
) -> Result<Schedule, Trouble> {
    let value = |s: Sym, bounds: Option<(i128, i128)>| {
        let any = bounds.map_or(0, |(low, _)| low);
        found.get(&s).copied().unwrap_or(any)
    };
    let of_variable = |s: Sym| {
        let bounds = system.variables.get(s.index()).and_then(|v| v.bounds);
        value(s, bounds)
    };
    let initial: Result<Vec<i128>, _> = initial.iter().map(|v| v.evaluate(&of_variable)).collect();
    let taken = run.iter().zip(&walk.inputs).map(|(&step, inputs)| Taken {
        transition: system.steps[step].name.clone(),
        inputs: inputs.iter().map(|&(s, b)| value(s, b)).collect(),
    });
    Ok(Schedule::new(model, &initial?, taken.collect()))
}
