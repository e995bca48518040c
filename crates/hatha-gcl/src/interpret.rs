//! Runs a model on concrete states.
//!
//! **Invariant.** One step evaluates the guard and all right-hand sides in the
//! state before it, then assigns all at once. This meaning shares nothing with
//! [`crate::System`]; *violated* is said only of runs that this module confirms.

use crate::model::{Assignment, Comparison, Demand, Expr, Model, Target, Transition, VarId};
use std::fmt;

/// The values of all variables, in their order.
pub type State = Vec<i128>;

/// What a step can do besides leading to a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The model is at fault.
    Fault(Fault),
    /// A number has more than 128 bits: a limit of the interpreter.
    TooLarge,
}

/// An error of the model that a run reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// For people.
    pub message: String,
}

/// The errors of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// An assignment leaves the range of its variable.
    RangeLeft,
    /// One element is assigned twice at once.
    AssignedTwice,
    /// An index is outside of its array.
    IndexOutside,
}

impl FaultKind {
    /// The name in results.
    pub fn name(self) -> &'static str {
        match self {
            FaultKind::RangeLeft => "range-left",
            FaultKind::AssignedTwice => "assigned-twice",
            FaultKind::IndexOutside => "index-outside",
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Fault(fault) => write!(f, "{}: {}", fault.kind.name(), fault.message),
            Stop::TooLarge => f.write_str("a number has more than 128 bits"),
        }
    }
}

impl std::error::Error for Stop {}

type Evaluated = Result<i128, Stop>;

fn large(value: Option<i128>) -> Evaluated {
    value.ok_or(Stop::TooLarge)
}

fn fault<T>(kind: FaultKind, message: String) -> Result<T, Stop> {
    Err(Stop::Fault(Fault { kind, message }))
}

/// The value of an expression in a state.
pub fn evaluate(model: &Model, state: &[i128], expr: &Expr) -> Evaluated {
    let value = |e: &Expr| evaluate(model, state, e);
    Ok(match expr {
        Expr::Const(n) => *n,
        Expr::Var(var) => state[var.index()],
        Expr::Element(array, index, _) => {
            let index = value(index)?;
            let array = model.array(*array);
            match array.element(index) {
                Some(var) => state[var.index()],
                None => return outside(&array.name, index),
            }
        }
        Expr::Add(a, b) => large(value(a)?.checked_add(value(b)?))?,
        Expr::Sub(a, b) => large(value(a)?.checked_sub(value(b)?))?,
        Expr::Times(n, e) => large(value(e)?.checked_mul(*n))?,
        Expr::Mod(e, n) => large(value(e)?.checked_rem_euclid(*n))?,
        Expr::Not(e) => i128::from(value(e)? == 0),
        Expr::And(parts) => {
            for part in parts {
                if value(part)? == 0 {
                    return Ok(0);
                }
            }
            1
        }
        Expr::Or(parts) => {
            for part in parts {
                if value(part)? != 0 {
                    return Ok(1);
                }
            }
            0
        }
        Expr::Compare(op, a, b) => compared(*op, value(a)?, value(b)?).into(),
        Expr::Iff(a, b) => i128::from(value(a)? == value(b)?),
        Expr::If(c, a, b) => match value(c)? {
            0 => value(b)?,
            _ => value(a)?,
        },
    })
}

fn outside(name: &str, index: i128) -> Evaluated {
    let message = format!("`{name}` has no element {index}");
    fault(FaultKind::IndexOutside, message)
}

fn compared(op: Comparison, a: i128, b: i128) -> bool {
    match op {
        Comparison::Eq => a == b,
        Comparison::Ne => a != b,
        Comparison::Lt => a < b,
        Comparison::Le => a <= b,
    }
}

/// Is an expression true in a state?
pub fn holds(model: &Model, state: &[i128], expr: &Expr) -> Result<bool, Stop> {
    Ok(evaluate(model, state, expr)? != 0)
}

/// Can a transition be taken in a state?
pub fn enabled(model: &Model, state: &[i128], transition: &Transition) -> Result<bool, Stop> {
    holds(model, state, &transition.guard)
}

/// The number of inputs of a transition: its assignments of any value.
pub fn input_count(transition: &Transition) -> usize {
    let inputs = transition.assignments.iter();
    inputs.filter(|a| a.value.is_none()).count()
}

/// The state after a transition whose guard holds. Any-valued assignments take
/// the inputs in their order; one that its variable cannot hold is an error of
/// the caller's, said as such.
pub fn step(
    model: &Model,
    state: &[i128],
    transition: &Transition,
    inputs: &[i128],
) -> Result<State, Stop> {
    let mut inputs = inputs.iter();
    let mut after = state.to_vec();
    let mut assigned: Vec<VarId> = Vec::new();
    for assignment in &transition.assignments {
        let (var, value) = assign(model, state, assignment, &mut inputs)?;
        let variable = model.variable(var);
        if assigned.contains(&var) {
            let message = format!("{} assigns `{}` twice", transition.name, variable.name);
            return fault(FaultKind::AssignedTwice, message);
        }
        if let Some((low, high)) = model.bounds(variable.ty)
            && !(low..=high).contains(&value)
        {
            let (t, x) = (&transition.name, &variable.name);
            let message = format!("{t} assigns {value} to `{x}`, which holds {low} to {high}");
            return fault(FaultKind::RangeLeft, message);
        }
        assigned.push(var);
        after[var.index()] = value;
    }
    Ok(after)
}

/// What is assigned to which variable.
fn assign<'a>(
    model: &Model,
    state: &[i128],
    assignment: &Assignment,
    inputs: &mut impl Iterator<Item = &'a i128>,
) -> Result<(VarId, i128), Stop> {
    let var = match &assignment.target {
        Target::Var(var) => *var,
        Target::Element(array, index) => {
            let index = evaluate(model, state, index)?;
            let array = model.array(*array);
            match array.element(index) {
                Some(var) => var,
                None => return outside(&array.name, index).map(|_| (VarId(0), 0)),
            }
        }
    };
    let value = match &assignment.value {
        Some(value) => evaluate(model, state, &value.expr)?,
        None => inputs.next().copied().unwrap_or(0),
    };
    Ok((var, value))
}

/// Are the values of the right types, and do they satisfy `init`?
pub fn is_initial(model: &Model, state: &[i128]) -> Result<bool, Stop> {
    for (variable, &value) in model.variables.iter().zip(state) {
        let bounds = model.bounds(variable.ty);
        if bounds.is_some_and(|(low, high)| !(low..=high).contains(&value)) {
            return Ok(false);
        }
    }
    for condition in &model.init {
        if !holds(model, state, condition)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What is wrong with a state: a property by its number, or a fault of the
/// model that the next step, whichever it is, can run into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// The property of this number is violated.
    Property(usize),
    /// A transition (by its number) or a property runs into a fault.
    Fault(Option<usize>, Fault),
}

/// Looks for something wrong with a state: faults first, then the properties in
/// their order.
pub fn wrong(model: &Model, state: &[i128]) -> Result<Option<Wrong>, Stop> {
    let mut can_move = false;
    for (at, transition) in model.transitions.iter().enumerate() {
        // Inputs are within their ranges by definition; which ones does not matter.
        let tried = enabled(model, state, transition).and_then(|enabled| {
            let inputs = lowest_inputs(model, state, transition, enabled)?;
            let stepped = enabled.then(|| step(model, state, transition, &inputs));
            stepped.transpose().map(|_| enabled)
        });
        match tried {
            Ok(enabled) => can_move |= enabled,
            Err(Stop::Fault(fault)) => return Ok(Some(Wrong::Fault(Some(at), fault))),
            Err(other) => return Err(other),
        }
    }
    for (at, property) in model.properties.iter().enumerate() {
        let violated = match &property.demand {
            Demand::Invariant(e) => holds(model, state, e).map(|h| !h),
            Demand::Never(e) | Demand::Reachable(e) => holds(model, state, e),
            Demand::DeadlockFree => Ok(!can_move),
        };
        match violated {
            Ok(false) => {}
            Ok(true) => return Ok(Some(Wrong::Property(at))),
            Err(Stop::Fault(fault)) => return Ok(Some(Wrong::Fault(None, fault))),
            Err(other) => return Err(other),
        }
    }
    Ok(None)
}

/// Some inputs that the assigned variables can hold.
fn lowest_inputs(
    model: &Model,
    state: &[i128],
    transition: &Transition,
    enabled: bool,
) -> Result<Vec<i128>, Stop> {
    if !enabled {
        return Ok(Vec::new());
    }
    let ranges = input_ranges(model, state, transition)?;
    Ok(ranges.iter().map(|r| r.map_or(0, |(low, _)| low)).collect())
}

/// The range of each input of a transition in a state; none for all integers.
pub fn input_ranges(
    model: &Model,
    state: &[i128],
    transition: &Transition,
) -> Result<Vec<Option<(i128, i128)>>, Stop> {
    let mut ranges = Vec::new();
    for assignment in transition.assignments.iter().filter(|a| a.value.is_none()) {
        let (var, _) = assign(model, state, assignment, &mut [].iter())?;
        ranges.push(model.bounds(model.variable(var).ty));
    }
    Ok(ranges)
}
