//! Runs as files: an initial state and the transitions taken,
//! `docs/formats/gcl-run.md`.
//!
//! **Invariant.** [`Schedule::replay`] believes nothing: the initial state, every
//! guard and every input is checked by the interpreter.

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
    pub fn to_json(&self) -> Result<String, String> {
        serde_json::to_string_pretty(self).map_err(|e| e.to_string())
    }

    /// From a file.
    pub fn from_json(text: &str) -> Result<Schedule, String> {
        let read: Schedule = serde_json::from_str(text).map_err(|e| e.to_string())?;
        match (read.schema.as_str(), read.version) {
            (SCHEMA, VERSION) => Ok(read),
            (SCHEMA, other) => Err(format!("version {other} is not known")),
            (other, _) => Err(format!("its schema is `{other}`, not `{SCHEMA}`")),
        }
    }

    fn initial_state(&self, model: &Model) -> Result<State, String> {
        let mut state = Vec::with_capacity(model.variables.len());
        for variable in &model.variables {
            let name = &variable.name;
            let word = self.initial.get(name);
            let word = word.ok_or_else(|| format!("`{name}` has no initial value"))?;
            let value = model.read(variable.ty, word);
            state.push(value.ok_or_else(|| format!("`{name}` cannot be {word}"))?);
        }
        Ok(state)
    }

    /// Runs it.
    pub fn replay(&self, model: &Model) -> Result<Replayed, String> {
        let text = |s: Stop| s.to_string();
        let mut state = self.initial_state(model)?;
        if !interpret::is_initial(model, &state).map_err(text)? {
            return Err("the run does not start in an initial state".to_owned());
        }
        let mut states = vec![state.clone()];
        let mut transitions = Vec::new();
        for taken in &self.steps {
            let (at, after) = follow(model, &state, taken)?;
            transitions.push(at);
            states.push(after.clone());
            state = after;
        }
        let wrong = interpret::wrong(model, &state).map_err(text)?;
        Ok(Replayed {
            states,
            transitions,
            wrong,
        })
    }
}

fn follow(model: &Model, state: &[i128], taken: &Taken) -> Result<(usize, State), String> {
    let name = &taken.transition;
    let found = model.transitions.iter().position(|t| t.name == *name);
    let at = found.ok_or_else(|| format!("there is no transition `{name}`"))?;
    let transition = &model.transitions[at];
    let text = |s: Stop| s.to_string();
    if !interpret::enabled(model, state, transition).map_err(text)? {
        return Err(format!("`{name}` cannot be taken where the run takes it"));
    }
    let ranges = interpret::input_ranges(model, state, transition).map_err(text)?;
    let fits = |(range, value): (&Option<(i128, i128)>, &i128)| match range {
        None => true,
        Some((low, high)) => (low..=high).contains(&value),
    };
    if ranges.len() != taken.inputs.len() || !ranges.iter().zip(&taken.inputs).all(fits) {
        return Err(format!("`{name}` cannot take these inputs"));
    }
    let after = interpret::step(model, state, transition, &taken.inputs).map_err(text)?;
    Ok((at, after))
}
