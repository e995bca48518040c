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
    Unbounded(SearchError),
}

/// Why a search cannot be completed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// There are more states than may be looked at.
    #[error("more than {0} states")]
    TooManyStates(usize),
    /// A state has more successors, or the system more initial states, than may be looked at.
    #[error("more than {0} combinations of values")]
    TooManyValues(usize),
    /// A transition takes any integer.
    #[error("{0} has any input")]
    AnyInput(String),
    /// A variable starts with any integer.
    #[error("`{0}` starts with any value")]
    AnyInitialValue(String),
    /// A state is wrong where none was expected.
    #[error("{0:?}")]
    Wrong(Box<Found>),
    /// The interpreter stops.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// Searches breadth first, up to that many states.
pub fn search(model: &Model, most: usize) -> Found {
    match run(model, most, true) {
        Ok(found) => found,
        Err(why) => Found::Unbounded(why),
    }
}

/// The number of reachable states, wrong ones included.
pub fn count(model: &Model, most: usize) -> Result<usize, SearchError> {
    match run(model, most, false)? {
        Found::Safe { states } => Ok(states),
        other => Err(SearchError::Wrong(Box::new(other))),
    }
}

fn run(model: &Model, most: usize, stop_at_wrong: bool) -> Result<Found, SearchError> {
    // States in the order of their discovery, with their depth.
    let mut seen: IndexMap<State, usize> = IndexMap::new();
    for state in initial(model, most)? {
        seen.insert(state, 0);
    }
    let mut at = 0;
    while let Some((state, &depth)) = seen.get_index(at) {
        let state = state.clone();
        let what = interpret::wrong(model, &state)?;
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
            return Err(SearchError::TooManyStates(most));
        }
        at += 1;
    }
    Ok(Found::Safe { states: seen.len() })
}

/// All successors of a state that is not wrong.
pub fn successors(model: &Model, state: &[i128], most: usize) -> Result<Vec<State>, SearchError> {
    let mut all = Vec::new();
    for transition in &model.transitions {
        if !interpret::enabled(model, state, transition)? {
            continue;
        }
        let ranges = interpret::input_ranges(model, state, transition)?;
        let ranges: Option<Vec<_>> = ranges.into_iter().collect();
        let ranges = ranges.ok_or_else(|| SearchError::AnyInput(transition.name.clone()))?;
        for inputs in product(&ranges, most)? {
            all.push(interpret::step(model, state, transition, &inputs)?);
        }
    }
    Ok(all)
}

/// All initial states.
pub fn initial(model: &Model, most: usize) -> Result<Vec<State>, SearchError> {
    let known = known_values(model);
    let mut ranges = Vec::new();
    for var in model.variable_ids() {
        let fixed = known.iter().find(|(v, _)| *v == var).map(|&(_, n)| (n, n));
        let bounds = fixed.or_else(|| model.bounds(model.variable(var).ty));
        let name = || SearchError::AnyInitialValue(model.variable(var).name.clone());
        ranges.push(bounds.ok_or_else(name)?);
    }
    let mut states = Vec::new();
    for state in product(&ranges, most)? {
        if interpret::is_initial(model, &state)? {
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
fn product(ranges: &[(i128, i128)], most: usize) -> Result<Vec<State>, SearchError> {
    let mut all: Vec<State> = vec![Vec::with_capacity(ranges.len())];
    for &(low, high) in ranges {
        let count = (high - low + 1).max(0) as usize;
        if all.len().saturating_mul(count) > most {
            return Err(SearchError::TooManyValues(most));
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
