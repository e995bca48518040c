//! PANDA: predicate abstraction and concrete execution in one walk.
//!
//! The algorithm of Daniel and Parízek: the reachability graph of the program is
//! unrolled depth-first, every step is taken with concrete values and with what is
//! known of them at once, a way that the concrete values do not take is cut if no
//! other values do either, and otherwise explored with such values
//! (`docs/engines/panda.md`).
//!
//! **Invariant.** Whatever the walk leaves out, it leaves out because the formula of
//! the trace up to there, with the unknown values free, contradicts it; anything else that stops
//! it (a limit, an unsupported construct, a solver that gives up) makes the walk
//! incomplete, and an incomplete walk proves nothing. The checker walks the
//! graph again on its own.

mod alternatives;
mod graph;
mod matching;
mod refine;
mod visits;
mod walk;

use crate::algorithms::directed::{End, Runner, Start, placements};
use crate::tuning::panda::{FIRST_BOUND, MOST_IMAGES};
use crate::{Counts, Engine, FailingTest, Finding, Predicate, Search, Task};
use graph::Graph;
use hatha_cfa::SEMANTICS_VERSION;
use hatha_exec::fault::Stop;
use hatha_exec::image::Image;
use hatha_exec::memory::Layout;
use hatha_proof::{Proof, fingerprint, proof};
use hatha_term::TermPool;
use matching::Plans;
use std::cell::OnceCell;
use std::rc::Rc;
use walk::{Outcome, Walk};

/// The engine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Panda;

impl Engine for Panda {
    fn name(&self) -> &'static str {
        "panda"
    }

    fn search(&self, task: &Task<'_>) -> Search {
        let mut counts = Counts::default();
        let finding = match Image::new(task.program) {
            Ok(image) => rounds(task, &Images::new(image), &mut counts),
            Err(why) => Finding::Unknown(why.to_string()),
        };
        Search::new(finding, counts)
    }
}

/// Walks again with longer traces until none is cut (a loop without an end must not keep the
/// walk from what comes before it), and again with another plan of what to forget.
fn rounds(task: &Task<'_>, images: &Images<'_>, counts: &mut Counts) -> Finding {
    let mut bound = FIRST_BOUND;
    let mut pool = TermPool::new();
    let mut plans = Plans::default();
    loop {
        // The states of the graph are those of the last round.
        counts.states = 0;
        hear(task, &mut pool, &mut plans);
        let lay_out = |layout: &Rc<Layout>| images.with(layout);
        let start = (bound, *counts);
        let image = &images.image;
        let mut walk = Walk::new(task, &lay_out, image, &mut pool, &mut plans, start);
        let outcome = walk.explore();
        *counts = walk.counts();
        counts.predicates = counts.predicates.max(plans.most_facts());
        suggest(task, &mut pool, &plans);
        match outcome {
            Outcome::Complete(graph) => return written(task, graph, &pool),
            Outcome::Failure(start) => return failing_test(task, &images.image, &start),
            Outcome::Cut => bound *= 4,
            Outcome::Replan(replan) => {
                counts.refinements += u64::from(replan.is_refinement());
                plans.change(replan);
            }
            Outcome::Incomplete(why) => return Finding::Unknown(why),
        }
    }
}

/// Images of a program, the first with the allocator's layout. They last as long as a search.
struct Images<'p> {
    image: Image<'p>,
    next: OnceCell<Box<Images<'p>>>,
}

impl<'p> Images<'p> {
    fn new(image: Image<'p>) -> Self {
        Images {
            image,
            next: OnceCell::new(),
        }
    }

    /// An image in which functions and globals lie where a layout wants them.
    fn with(&self, layout: &Rc<Layout>) -> Option<&Image<'p>> {
        let mut last = self;
        for _ in 0..MOST_IMAGES {
            if last.image.memory().agrees_with(layout) {
                return Some(&last.image);
            }
            match last.next.get() {
                Some(next) => last = next,
                None => {
                    let program = self.image.program();
                    let image = Image::with_layout(program, Rc::clone(layout)).ok()?;
                    let next = last.next.get_or_init(|| Box::new(Images::new(image)));
                    return Some(&next.image);
                }
            }
        }
        None
    }
}

/// Takes the predicates that other searches suggest.
fn hear(task: &Task<'_>, pool: &mut TermPool, plans: &mut Plans) {
    let Some(exchange) = task.exchange else {
        return;
    };
    for predicate in exchange.suggestions() {
        if let Some(fact) = predicate.term(task.program, pool) {
            let otherwise = pool.not(fact);
            let head = (predicate.proc, predicate.location);
            plans.hear(head, fact);
            plans.hear(head, otherwise);
        }
    }
}

/// Suggests the facts of loops to other searches.
fn suggest(task: &Task<'_>, pool: &mut TermPool, plans: &Plans) {
    let Some(exchange) = task.exchange else {
        return;
    };
    for (head, fact) in plans.facts() {
        let predicate = Predicate::new(task.program, pool, head, fact);
        predicate.into_iter().for_each(|p| exchange.suggest(p));
    }
}

/// Runs a failing trace again with machine words alone.
fn failing_test(task: &Task<'_>, image: &Image<'_>, start: &Start) -> Finding {
    let runner = Runner::new(image, task.entry, task.config.clone());
    match runner.replay(start, task.test_steps) {
        (inputs, End::Stopped(Stop::Fault(fault))) if task.target.is_asked(&fault.kind) => {
            Finding::Test(Box::new(FailingTest {
                inputs,
                layout: placements(&start.places),
                fault,
            }))
        }
        _ => Finding::Unknown("a trace that fails could not be repeated".to_owned()),
    }
}

fn written(task: &Task<'_>, graph: Graph, pool: &TermPool) -> Finding {
    let (unrolled, terms) = match graph.write(pool) {
        Ok(written) => written,
        Err(why) => return Finding::Unknown(why.0),
    };
    Finding::Proof(Box::new(Proof {
        schema: proof::SCHEMA.to_owned(),
        version: proof::VERSION,
        semantics: SEMANTICS_VERSION,
        program: fingerprint(task.program),
        entry: task.program.proc(task.entry).name.clone(),
        ignores_faults: false,
        components: Vec::new(),
        opaque: Vec::new(),
        engine: "panda".to_owned(),
        variables: Vec::new(),
        terms,
        regions: Vec::new(),
        initial: Vec::new(),
        edges: Vec::new(),
        unrolled: Some(unrolled),
    }))
}
