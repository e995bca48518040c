//! Where objects lie, as far as a failing test depends on it.

use super::question::Question;
use crate::replay::{Replayed, replay};
use hatha_engine::directed::{Choices, End, RunLimits, Runner, Start, Tail, Trace, placements};
use hatha_exec::fault::{Fault, Stop};
use hatha_exec::image::Image;
use hatha_exec::memory::Layout;
use hatha_proof::input::InputVector;
use hatha_term::TermPool;
use std::collections::{BTreeMap, BTreeSet};

/// Steps of a run that is taken again with terms.
const STEPS: u64 = 2_000_000;

/// The functions by which a rule chooses the object that it follows, and its stubs addresses.
const CHOOSES_OBJECT: [&str; 2] = ["hatha_any_object", "hatha_any_pointer"];

/// The test with the places of those objects alone whose addresses decide what it does. Where a rule
/// chooses an object by its address, the choice is the object: it may lie anywhere.
pub(super) fn needed(
    question: Question<'_>,
    replayed: Replayed,
    fault: Fault,
) -> (Replayed, Fault) {
    let Some(choices) = choices(question, &replayed) else {
        return (replayed, fault);
    };
    let mut vector = replayed.vector.clone();
    vector.layout = placements(&choices.decisive);
    if vector.layout == replayed.vector.layout {
        return (replayed, fault);
    }
    move_choices(question, &replayed.vector, &choices, &mut vector);
    let config = &question.options.config;
    match replay(question.program, question.entry, config, &vector) {
        Ok(again) => match &again.stop {
            Stop::Fault(f) if (&f.kind, f.span) == (&fault.kind, fault.span) => {
                let fault = f.clone();
                (again, fault)
            }
            _ => (replayed, fault),
        },
        Err(_) => (replayed, fault),
    }
}

/// The objects that the rules of a test have chosen, and the places on which its path depends
/// besides; `None` if the run with terms does not show it.
fn choices(question: Question<'_>, replayed: &Replayed) -> Option<Choices> {
    let Stop::Fault(fault) = &replayed.stop else {
        return None;
    };
    if replayed.steps > STEPS {
        return None;
    }
    let (mut pool, trace) = with_terms(question, &replayed.vector, fault)?;
    let inputs = replayed.vector.inputs.iter().enumerate();
    let chooses = inputs.filter(|(_, input)| CHOOSES_OBJECT.contains(&input.name.as_str()));
    let chooses: BTreeSet<usize> = chooses.map(|(i, _)| i).collect();
    Some(trace.choices(&mut pool, &chooses))
}

/// Lets the inputs of a test that stand for objects lead to where these lie without the places
/// that are left out.
fn move_choices(
    question: Question<'_>,
    before: &InputVector,
    choices: &Choices,
    vector: &mut InputVector,
) {
    if choices.chosen.is_empty() {
        return;
    }
    let Some((old, new)) = bases(question, before).zip(bases(question, vector)) else {
        return;
    };
    for choice in &choices.chosen {
        let (Some(old), Some(new)) = (old.get(&choice.object), new.get(&choice.object)) else {
            continue;
        };
        let input = &mut vector.inputs[choice.input];
        if let Ok(address) = input.bits() {
            let address = (address as u64).wrapping_sub(*old).wrapping_add(*new);
            input.value = address.to_string();
        }
    }
}

/// Where the objects lie in a run whose addresses it looks at.
fn bases(question: Question<'_>, test: &InputVector) -> Option<BTreeMap<u32, u64>> {
    let (_, trace) = run_with_terms(question, test)?;
    let places = trace.start.places.iter();
    Some(
        places
            .map(|(number, place)| (*number, place.base))
            .collect(),
    )
}

/// A failing test, run again with terms; `None` if it does not reach the same fault.
pub(crate) fn with_terms(
    question: Question<'_>,
    test: &InputVector,
    fault: &Fault,
) -> Option<(TermPool, Trace)> {
    let (pool, trace) = run_with_terms(question, test)?;
    match &trace.end {
        End::Stopped(Stop::Fault(again))
            if (&again.kind, again.span) == (&fault.kind, fault.span) =>
        {
            Some((pool, trace))
        }
        _ => None,
    }
}

/// A test, run with terms, however it ends.
fn run_with_terms(question: Question<'_>, test: &InputVector) -> Option<(TermPool, Trace)> {
    let image = Image::new(question.program).ok()?;
    let mut config = question.options.config.clone();
    config.limits.steps = config.limits.steps.min(STEPS);
    let runner = Runner::new(&image, question.entry, config);
    let mut pool = TermPool::new();
    let trace = runner.run(&mut pool, &start(test)?, Tail::Zero, &RunLimits::none());
    Some((pool, trace))
}

fn start(vector: &InputVector) -> Option<Start> {
    let inputs = vector
        .inputs
        .iter()
        .map(|e| e.bits())
        .collect::<Result<_, _>>();
    let layout = Layout::recorded(&vector.layout).ok()?;
    Some(Start {
        inputs: inputs.ok()?,
        places: layout.places().collect(),
    })
}
