//! Where objects lie, as far as a failing test depends on it.

use super::question::Question;
use crate::replay::{Replayed, replay};
use hatha_engine::directed::{End, RunLimits, Runner, Start, Tail, Trace, placements};
use hatha_exec::fault::{Fault, Stop};
use hatha_exec::image::Image;
use hatha_exec::memory::Layout;
use hatha_proof::input::{InputVector, Placement};
use hatha_term::TermPool;

/// Steps of a run that is taken again with terms.
const STEPS: u64 = 2_000_000;

/// The test with the places of those objects alone whose addresses decide what it does.
pub(super) fn needed(
    question: Question<'_>,
    replayed: Replayed,
    fault: Fault,
) -> (Replayed, Fault) {
    let Some(layout) = decisive(question, &replayed) else {
        return (replayed, fault);
    };
    if layout.is_empty() && replayed.vector.layout.is_empty() {
        return (replayed, fault);
    }
    let mut vector = replayed.vector.clone();
    vector.layout = layout;
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

/// The places on which the path of a test depends; `None` if the run with terms does not show it.
fn decisive(question: Question<'_>, replayed: &Replayed) -> Option<Vec<Placement>> {
    let Stop::Fault(fault) = &replayed.stop else {
        return None;
    };
    if replayed.steps > STEPS {
        return None;
    }
    let (pool, trace) = with_terms(question, &replayed.vector, fault)?;
    Some(placements(&trace.decisive_places(&pool)))
}

/// A failing test, run again with terms; `None` if it does not reach the same fault.
pub(crate) fn with_terms(
    question: Question<'_>,
    test: &InputVector,
    fault: &Fault,
) -> Option<(TermPool, Trace)> {
    let image = Image::new(question.program).ok()?;
    let mut config = question.options.config.clone();
    config.limits.steps = config.limits.steps.min(STEPS);
    let runner = Runner::new(&image, question.entry, config);
    let mut pool = TermPool::new();
    let trace = runner.run(&mut pool, &start(test)?, Tail::Zero, &RunLimits::none());
    match &trace.end {
        End::Stopped(Stop::Fault(again))
            if (&again.kind, again.span) == (&fault.kind, fault.span) =>
        {
            Some((pool, trace))
        }
        _ => None,
    }
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
