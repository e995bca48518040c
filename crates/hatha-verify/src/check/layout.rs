//! Where objects lie, as far as a failing test depends on it.

use super::question::Question;
use crate::replay::{Replayed, replay};
use hatha_engine::directed::{End, RunLimits, Runner, Start, Tail, placements};
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
    if replayed.steps > STEPS {
        return None;
    }
    let image = Image::new(question.program).ok()?;
    let runner = Runner::new(&image, question.entry, question.options.config.clone());
    let mut pool = TermPool::new();
    let start = start(&replayed.vector)?;
    let trace = runner.run(&mut pool, &start, Tail::Zero, &RunLimits::none());
    match (&trace.end, &replayed.stop) {
        (End::Stopped(Stop::Fault(a)), Stop::Fault(b))
            if (&a.kind, a.span) == (&b.kind, b.span) =>
        {
            Some(placements(&trace.decisive_places(&pool)))
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
