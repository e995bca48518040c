//! The exhaustive search of a finite system, for comparison.
//!
//! **Invariant.** The answer is complete: every initial state and every value of
//! every input has been tried, or the answer says that the search was not.

use crate::interpret::{self, State, Stop, Wrong};
use crate::model::{Expr, Model, VarId};
use indexmap::IndexMap;

/// What the search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// All reachable states, none of them wrong.
    Safe {
        /// How many there are.
        states: usize,
    },
    /// A wrong state after that many steps, which is the least number.
    Wrong {
        /// The number of steps.
        depth: usize,
        /// What is wrong there.
        what: Wrong,
    },
    /// The search cannot be completed, for this reason.
    Unbounded(String),
}

/// Searches breadth first, up to that many states.
pub fn search(model: &Model, most: usize) -> Found {
    match run(model, most, true) {
        Ok(found) => found,
        Err(why) => Found::Unbounded(why),
    }
}

/// The number of reachable states, wrong ones included.
pub fn count(model: &Model, most: usize) -> Result<usize, String> {
    match run(model, most, false)? {
        Found::Safe { states } => Ok(states),
        other => Err(format!("{other:?}")),
    }
}

fn run(model: &Model, most: usize, stop_at_wrong: bool) -> Result<Found, String> {
    // States in the order of their discovery, with their depth.
    let mut seen: IndexMap<State, usize> = IndexMap::new();
    for state in initial(model, most)? {
        seen.insert(state, 0);
    }
    let mut at = 0;
    while let Some((state, &depth)) = seen.get_index(at) {
        let state = state.clone();
        let what = interpret::wrong(model, &state).map_err(|s| s.to_string())?;
        match what {
            Some(what) if stop_at_wrong => return Ok(Found::Wrong { depth, what }),
            Some(Wrong::Fault(..)) => {}
            _ => {
                for next in successors(model, &state, most)? {
                    seen.entry(next).or_insert(depth + 1);
                }
            }
        }
        if seen.len() > most {
            return Err(format!("more than {most} states"));
        }
        at += 1;
    }
    Ok(Found::Safe { states: seen.len() })
}

/// All successors of a state that is not wrong.
pub fn successors(model: &Model, state: &[i128], most: usize) -> Result<Vec<State>, String> {
    let text = |s: Stop| s.to_string();
    let mut all = Vec::new();
    for transition in &model.transitions {
        if !interpret::enabled(model, state, transition).map_err(text)? {
            continue;
        }
        let ranges = interpret::input_ranges(model, state, transition).map_err(text)?;
        let ranges: Option<Vec<_>> = ranges.into_iter().collect();
        let ranges = ranges.ok_or_else(|| format!("{} has any input", transition.name))?;
        for inputs in product(&ranges, most)? {
            all.push(interpret::step(model, state, transition, &inputs).map_err(text)?);
        }
    }
    Ok(all)
}

/// All initial states.
pub fn initial(model: &Model, most: usize) -> Result<Vec<State>, String> {
    let known = known_values(model);
    let mut ranges = Vec::new();
    for var in model.variable_ids() {
        let fixed = known.iter().find(|(v, _)| *v == var).map(|&(_, n)| (n, n));
        let bounds = fixed.or_else(|| model.bounds(model.variable(var).ty));
        let name = || format!("`{}` starts with any value", model.variable(var).name);
        ranges.push(bounds.ok_or_else(name)?);
    }
    let mut states = Vec::new();
    for state in product(&ranges, most)? {
        if interpret::is_initial(model, &state).map_err(|s| s.to_string())? {
            states.push(state);
        }
    }
    Ok(states)
}

/// The variables that `init` gives a constant, among its conjuncts.
pub fn known_values(model: &Model) -> Vec<(VarId, i128)> {
    let mut known = Vec::new();
    let mut work: Vec<&Expr> = model.init.iter().collect();
    while let Some(expr) = work.pop() {
        match expr {
            Expr::And(parts) => work.extend(parts),
            Expr::Compare(crate::model::Comparison::Eq, a, b) | Expr::Iff(a, b) => {
                if let (Expr::Var(var), Expr::Const(n)) = (&**a, &**b) {
                    known.push((*var, *n));
                }
            }
            _ => {}
        }
    }
    known
}

/// All combinations of values.
fn product(ranges: &[(i128, i128)], most: usize) -> Result<Vec<State>, String> {
    let mut all: Vec<State> = vec![Vec::with_capacity(ranges.len())];
    for &(low, high) in ranges {
        let count = (high - low + 1).max(0) as usize;
        if all.len().saturating_mul(count) > most {
            return Err(format!("more than {most} combinations of values"));
        }
        let extended = |prefix: &State| {
            let prefix = prefix.clone();
            (low..=high).map(move |value| {
                let mut next = prefix.clone();
                next.push(value);
                next
            })
        };
        all = all.iter().flat_map(extended).collect();
    }
    Ok(all)
}
