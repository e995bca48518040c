//! `hatha run FILE.gcl`: simulates, by chance or along a schedule.

use super::super::args::RunArgs;
use super::super::exit::{self, Failure};
use super::super::{Outcome, file};
use hatha_gcl::interpret::{self, State, Stop, Wrong};
use hatha_gcl::model::{Model, VarId};
use hatha_gcl::schedule::Schedule;
use hatha_term::random::Rng;

/// Steps of a run by chance.
const STEPS: u64 = 20;
/// Values that chance gives to integers without bounds.
const WIDTH: u64 = 21;
const LOWEST: i128 = -10;
/// How often chance is asked for an initial state.
const ATTEMPTS: usize = 10_000;

/// Runs. The status is 0, or 134 if a wrong state was reached.
pub(crate) fn main(args: &RunArgs) -> Outcome {
    let (model, _) = super::model(&args.front)?;
    let wrong = match &args.input {
        Some(path) => {
            let bad = |e: &dyn std::error::Error| {
                let why = format!("error: {}: {e}", path.display());
                Failure::new(exit::BAD_INPUT, why)
            };
            let schedule = Schedule::from_json(&file::read(path)?).map_err(|e| bad(&e))?;
            let replayed = schedule.replay(&model).map_err(|e| bad(&e))?;
            let mut before = None;
            for (at, state) in replayed.states.iter().enumerate() {
                let taken = at.checked_sub(1).map(|at| replayed.transitions[at]);
                show(&model, taken, before, state);
                before = Some(state);
            }
            replayed.wrong
        }
        None => {
            let steps = args.steps.unwrap_or(STEPS);
            by_chance(&model, args.seed.unwrap_or(0), steps)?
        }
    };
    match wrong {
        None => Ok(exit::OK),
        Some(Wrong::Property(at)) => {
            let kind = model.properties[at].kind();
            println!("the last state is wrong: {kind} (property {at})");
            Ok(exit::FAULT)
        }
        Some(Wrong::Fault(_, fault)) => {
            println!(
                "a fault of the model: {}: {}",
                fault.kind.name(),
                fault.message
            );
            Ok(exit::FAULT)
        }
    }
}

fn show(model: &Model, taken: Option<usize>, before: Option<&State>, state: &State) {
    let name = taken.map_or("init", |at| model.transitions[at].name.as_str());
    let changed = |at: &usize| before.is_none_or(|b| b[*at] != state[*at]);
    let values = (0..state.len()).filter(changed).map(|at| {
        let variable = model.variable(VarId::from(at));
        format!("{} = {}", variable.name, model.show(variable.ty, state[at]))
    });
    let line = format!("{name:24}  {}", values.collect::<Vec<_>>().join(", "));
    println!("{}", line.trim_end());
}

fn stopped(stop: Stop) -> Failure {
    Failure::new(exit::UNKNOWN, stop.to_string())
}

fn by_chance(model: &Model, seed: u64, steps: u64) -> Result<Option<Wrong>, Failure> {
    let mut rng = Rng::new(seed);
    let mut state = initial(model, &mut rng)?;
    show(model, None, None, &state);
    for _ in 0..steps {
        if let Some(wrong) = interpret::wrong(model, &state).map_err(stopped)? {
            return Ok(Some(wrong));
        }
        let mut enabled = Vec::new();
        for (at, transition) in model.transitions.iter().enumerate() {
            if interpret::enabled(model, &state, transition).map_err(stopped)? {
                enabled.push(at);
            }
        }
        if enabled.is_empty() {
            println!("no transition can be taken");
            return Ok(None);
        }
        let at = enabled[rng.index(enabled.len())];
        let transition = &model.transitions[at];
        let ranges = interpret::input_ranges(model, &state, transition).map_err(stopped)?;
        let inputs: Vec<i128> = ranges.iter().map(|r| any(&mut rng, *r)).collect();
        let after = interpret::step(model, &state, transition, &inputs).map_err(stopped)?;
        show(model, Some(at), Some(&state), &after);
        state = after;
    }
    interpret::wrong(model, &state).map_err(stopped)
}

fn any(rng: &mut Rng, range: Option<(i128, i128)>) -> i128 {
    match range {
        None => LOWEST + i128::from(rng.below(WIDTH)),
        Some((low, high)) => {
            let width = u64::try_from(high - low + 1).unwrap_or(u64::MAX);
            low + i128::from(rng.below(width))
        }
    }
}

/// An initial state: constants where `init` gives them, chance elsewhere.
fn initial(model: &Model, rng: &mut Rng) -> Result<State, Failure> {
    let fixed = hatha_gcl::explicit::known_values(model);
    for _ in 0..ATTEMPTS {
        let one = |at: usize, rng: &mut Rng| {
            let known = fixed.iter().find(|(v, _)| v.index() == at);
            let bounds = model.bounds(model.variable(VarId::from(at)).ty);
            known.map_or_else(|| any(rng, bounds), |(_, n)| *n)
        };
        let state: State = (0..model.variables.len()).map(|at| one(at, rng)).collect();
        if interpret::is_initial(model, &state).map_err(stopped)? {
            return Ok(state);
        }
    }
    let why = "chance has found no initial state; give a run with --input";
    Err(Failure::new(exit::UNKNOWN, why))
}
