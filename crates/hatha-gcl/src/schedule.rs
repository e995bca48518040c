//! Runs as files: an initial state and the transitions taken,
//! `docs/formats/gcl-run.md`.
//!
//! **Invariant.** [`Schedule::replay`] believes nothing: the initial state, every
//! guard and every input is checked by the interpreter.

use crate::format::{self, FormatError};
use crate::interpret::{self, State, Stop, Wrong};
use crate::model::Model;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const SCHEMA: &str = "hatha-gcl-run";
const VERSION: u32 = 1;

/// A run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Schedule {
    schema: String,
    version: u32,
    /// The value of each variable, as the user would write it.
    pub initial: BTreeMap<String, String>,
    /// The transitions in their order.
    pub steps: Vec<Taken>,
}

/// A transition that was taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taken {
    /// Its name.
    pub transition: String,
    /// What its any-valued assignments took, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<i128>,
}

/// Why the interpreter does not follow a run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// A variable has no value to start with.
    #[error("`{0}` has no initial value")]
    NoInitialValue(String),
    /// A variable cannot have the value.
    #[error("`{name}` cannot be {value}")]
    BadValue {
        /// The variable.
        name: String,
        /// The value, as it was written.
        value: String,
    },
    /// The first state is not one of the system's.
    #[error("the run does not start in an initial state")]
    NotInitial,
    /// The system has no transition of that name.
    #[error("there is no transition `{0}`")]
    NoTransition(String),
    /// The guard of the transition does not hold.
    #[error("`{0}` cannot be taken where the run takes it")]
    NotEnabled(String),
    /// The inputs of the transition are too many, too few or out of their ranges.
    #[error("`{0}` cannot take these inputs")]
    BadInputs(String),
    /// The interpreter stops.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// A run that the interpreter has confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// The states, one more than transitions.
    pub states: Vec<State>,
    /// The transitions by their numbers.
    pub transitions: Vec<usize>,
    /// What is wrong with the last state.
    pub wrong: Option<Wrong>,
}

impl Schedule {
    /// A run from a state.
    pub fn new(model: &Model, initial: &[i128], steps: Vec<Taken>) -> Schedule {
        let shown = model.variables.iter().zip(initial);
        let shown = shown.map(|(v, &n)| (v.name.clone(), model.show(v.ty, n)));
        Schedule {
            schema: SCHEMA.to_owned(),
            version: VERSION,
            initial: shown.collect(),
            steps,
        }
    }

    /// As a file.
    pub fn to_json(&self) -> Result<String, FormatError> {
        Ok(serde_json::to_string_pretty(self)?)
    }

    /// From a file.
    pub fn from_json(text: &str) -> Result<Schedule, FormatError> {
        let read: Schedule = serde_json::from_str(text)?;
        format::expect((&read.schema, read.version), (SCHEMA, VERSION))?;
        Ok(read)
    }

    fn initial_state(&self, model: &Model) -> Result<State, RunError> {
        let mut state = Vec::with_capacity(model.variables.len());
        for variable in &model.variables {
            let name = &variable.name;
            let word = self.initial.get(name);
            let word = word.ok_or_else(|| RunError::NoInitialValue(name.clone()))?;
            let value = model.read(variable.ty, word);
            state.push(value.ok_or_else(|| RunError::BadValue {
                name: name.clone(),
                value: word.clone(),
            })?);
        }
        Ok(state)
    }

    /// Runs it.
    pub fn replay(&self, model: &Model) -> Result<Replayed, RunError> {
        let mut state = self.initial_state(model)?;
        if !interpret::is_initial(model, &state)? {
            return Err(RunError::NotInitial);
        }
        let mut states = vec![state.clone()];
        let mut transitions = Vec::new();
        for taken in &self.steps {
            let (at, after) = follow(model, &state, taken)?;
            transitions.push(at);
            states.push(after.clone());
            state = after;
        }
        let wrong = interpret::wrong(model, &state)?;
        Ok(Replayed {
            states,
            transitions,
            wrong,
        })
    }
}

fn follow(model: &Model, state: &[i128], taken: &Taken) -> Result<(usize, State), RunError> {
    let name = &taken.transition;
    let found = model.transitions.iter().position(|t| t.name == *name);
    let at = found.ok_or_else(|| RunError::NoTransition(name.clone()))?;
    let transition = &model.transitions[at];
    if !interpret::enabled(model, state, transition)? {
        return Err(RunError::NotEnabled(name.clone()));
    }
    let ranges = interpret::input_ranges(model, state, transition)?;
    let fits = |(range, value): (&Option<(i128, i128)>, &i128)| match range {
        None => true,
        Some((low, high)) => (low..=high).contains(&value),
    };
    if ranges.len() != taken.inputs.len() || !ranges.iter().zip(&taken.inputs).all(fits) {
        return Err(RunError::BadInputs(name.clone()));
    }
    let after = interpret::step(model, state, transition, &taken.inputs)?;
    Ok((at, after))
}
