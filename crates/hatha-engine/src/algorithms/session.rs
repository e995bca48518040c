//! What the engines share: one flat program, its blocks, a solver, the region
//! graph, and the tests run so far.
//!
//! **Invariant.** A query's answer changes the region graph only if it is
//! *Unsat*; a test ends the search only if it ran into a failure that is asked
//! about. An engine on top of this decides what to ask next, not what is true.

use crate::algorithms::cone::Cone;
use crate::algorithms::exchange::Exchange;
use crate::algorithms::flow::{Break, Continue, Flow, OrDefect, unknown};
use crate::algorithms::subject::Subject;
use crate::events::emit::{Events, RunReport};
use crate::inference::infer::Inference;
use crate::questions::asked::Questions;
use crate::questions::query::{Part, Preimages};
use crate::regions::abstraction::{Abstraction, Frontier, Stuck};
use crate::regions::apart::Apart;
use crate::regions::non_null::non_null_facts;
use crate::regions::proof;
use crate::regions::region::{AbstractEdge, RegionGraph, RegionId, Removal, Split};
use crate::reuse::suggestion::Reused;
use crate::testing::forest::{Forest, Test};
use crate::testing::runs::Tests;
use crate::testing::simulate::{Prefix, Ran, Simulation, Tracked};
use crate::tuning::dash::{CLOSED_ITERATIONS, OPENED_EDGES};
use crate::tuning::session::{OPENINGS, SAMPLE_TESTS};
use crate::{Counts, FailingTest, Finding, Search, Task};
use hatha_blocks::block::{BlockId, Blocks};
use hatha_blocks::effect::Effects;
use hatha_blocks::flat::Flat;
use hatha_blocks::points::{Names, Points, object_facts};
use hatha_cfa::ProcId;
use hatha_cfa::join::Joined;
use hatha_cfa::opaque::copied_size;
use hatha_defect::{Defect, is_on};
use hatha_exec::fault::Stop;
use hatha_exec::image::Image;
use hatha_proof::assume::{Pointers, about_start};
use hatha_smt::CheckResult;
use hatha_term::{TermId, TermPool};
use std::collections::BTreeSet;

/// What an algorithm works on: values, each with its owner.
pub(crate) struct Session<'a> {
    pub(crate) task: &'a Task<'a>,
    pub(crate) subject: Subject<'a>,
    pub(crate) questions: Questions<'a>,
    pub(crate) abstraction: Abstraction,
    pub(crate) tests: Tests<'a>,
    pub(crate) inference: Inference,
    pub(crate) reused: Reused,
    /// Other searches for the same, if the algorithm takes part in an exchange.
    pub(crate) exchange: Option<&'a dyn Exchange>,
    pub(crate) events: Events,
    pub(crate) counts: Counts,
    /// Procedures that are not looked into although the search hinges on what they do.
    pub(crate) missed: BTreeSet<ProcId>,
    /// Whether no other attempt follows, whatever has not been looked into.
    pub(crate) is_last_attempt: bool,
}

/// Runs an algorithm on the flat form of a task's program. How it ends is its answer; but where it
/// ends without one, procedures that were not looked into are, and it starts anew: first those that
/// it hinges on, at last all.
pub(crate) fn search(
    task: &Task<'_>,
    engine: &str,
    algorithm: impl Fn(&mut Session<'_>) -> Flow<Finding>,
) -> Search {
    let mut opened = BTreeSet::new();
    let mut counts = Counts::default();
    let mut openings = 0;
    loop {
        let is_last = openings == OPENINGS;
        let (mut search, closed) = attempt(task, &opened, is_last, &algorithm);
        counts.add(&search.counts);
        let opening = match openings + 1 {
            OPENINGS => closed.all,
            n if n < OPENINGS => closed.hinges,
            _ => BTreeSet::new(),
        };
        let is_over = !matches!(search.finding, Finding::Unknown(_)) || opening.is_empty();
        if is_over || task.budget.is_interrupted() {
            if let Finding::Proof(proof) = &mut search.finding {
                engine.clone_into(&mut proof.engine);
            }
            search.counts = counts;
            return search;
        }
        opened.extend(opening);
        openings += 1;
    }
}

/// The procedures that an attempt has not looked into, and that it could.
#[derive(Debug, Default)]
struct Closed {
    /// Those that it hinges on.
    hinges: BTreeSet<ProcId>,
    all: BTreeSet<ProcId>,
}

/// Runs an algorithm on one flat form of a task's program. Gives also the procedures that are worth
/// looking into if it has found nothing.
fn attempt(
    task: &Task<'_>,
    opened: &BTreeSet<ProcId>,
    is_last: bool,
    algorithm: impl Fn(&mut Session<'_>) -> Flow<Finding>,
) -> (Search, Closed) {
    let nothing = |why: String| {
        let search = Search::new(unknown(why), Counts::default());
        (search, Closed::default())
    };
    let opened = (opened, task.havoc_globals);
    let flat = match Flat::new(task.program, task.entry, &task.target, task.calls, opened) {
        Ok(flat) => flat,
        Err(why) => return nothing(why.to_string()),
    };
    let image = match Image::new(&flat.joined.program) {
        Ok(image) => image,
        Err(why) => return nothing(why.to_string()),
    };
    let mut session = Session::new(task, &flat.joined, &image);
    session.is_last_attempt = is_last;
    session.emit_chart();
    session.count_work();
    let (Break(finding) | Continue(finding)) = algorithm(&mut session);
    session.emit_removals();
    let mut counts = session.counts;
    counts.regions = counts.regions.max(session.abstraction.graph.len() as u64);
    let leaves = task.reuse.leaves && matches!(finding, Finding::Proof(_));
    let search = Search {
        counts,
        resumed: session.resumed(),
        suggestion: match leaves {
            true => session.leave().map(Box::new),
            false => None,
        },
        faulted: session.tests.faulted.take(),
        finding,
    };
    (search, session.closed())
}

impl<'a> Session<'a> {
    fn new(task: &'a Task<'a>, joined: &'a Joined, image: &'a Image<'a>) -> Self {
        let (program, entry) = (&joined.program, joined.entry);
        let mut pool = TermPool::new();
        let effects = Effects::new(
            joined,
            task.havoc_globals,
            &task.config,
            image.function_addresses(),
        );
        let pointers = match is_on(Defect::EntryNotNull) {
            true => Pointers::NonNull,
            false => task.config.pointers,
        };
        let assumed = about_start(program, entry, &mut pool, pointers);
        let mut blocks = Blocks::new(joined, &effects, &task.target, &assumed, &mut pool);
        let points = if task.objects_by_name {
            Points::new(joined, &blocks.taken(), task.havoc_globals)
        } else {
            Points::unknown(&joined.program)
        };
        let names = Names::new(&points, program, &mut pool);
        if !names.is_empty() {
            effects.name_objects(names);
            blocks = Blocks::new(joined, &effects, &task.target, &assumed, &mut pool);
        }
        let tracked = Tracked::new(joined, &blocks, &mut pool);
        let positions = tracked.positions(program, &mut pool);
        let invariants = if tracked.memory {
            non_null_facts(&pool, &blocks, program.target.pointer_bits, &positions)
        } else {
            blocks.per_cut(Vec::new())
        };
        let object_facts = object_facts(&points, program, program.proc(entry), &blocks, &mut pool);
        // Device memory may lie anywhere, and components give other ids to objects.
        let apart = match task.config.regions.is_empty() && joined.components.is_empty() {
            true => Apart::new(&mut pool, &blocks),
            false => Apart::default(),
        };
        let simulation = Simulation::new(image, joined, task.config.clone(), &blocks, tracked);
        let preimages = Preimages::new(effects.into_resolver());
        Session {
            task,
            questions: Questions::new(pool, preimages, program, &task.budget),
            abstraction: Abstraction {
                graph: RegionGraph::new(&blocks),
                invariants,
                every: blocks.per_cut(Vec::new()),
                about_pointers: blocks.per_cut(Vec::new()),
                apart,
                object_facts,
            },
            subject: Subject {
                program,
                joined,
                entry,
                blocks,
            },
            tests: Tests::new(simulation, Forest::new(positions)),
            inference: Inference::default(),
            reused: Reused::default(),
            exchange: task.exchange,
            events: Events::default(),
            counts: Counts::default(),
            missed: BTreeSet::new(),
            is_last_attempt: true,
        }
    }

    /// Notes that the search does not get on with some edges: what they call is worth looking into.
    pub(crate) fn note_missed(&mut self, stuck: &Stuck) {
        for edge in stuck.keys() {
            self.missed.extend(self.subject.opaque_calls(edge.block));
        }
    }

    /// Whether a search that goes on for long is better begun anew with the procedures that were not
    /// looked into: the program does not become large by that. A search that lacks what they do may
    /// split for ever, and never end by itself.
    pub(crate) fn is_opening_due(&mut self) -> bool {
        if self.is_last_attempt || self.counts.iterations != CLOSED_ITERATIONS {
            return false;
        }
        let hinges = self.closed().hinges;
        let closed = self.subject.blocks.opaque().iter().copied();
        let closed: Vec<ProcId> = closed.filter(|p| !hinges.contains(p)).collect();
        let faults = self.task.target.function.is_none();
        !hinges.is_empty()
            && copied_size(self.task.program, self.task.entry, faults, &closed) <= OPENED_EDGES
    }

    /// The procedures that are not looked into and could be: those that the search hinges on, or
    /// else those that are called, and all.
    fn closed(&mut self) -> Closed {
        let (subject, pool) = (&self.subject, &mut self.questions.pool);
        let blocks = subject.blocks.ids();
        let mut hinges: BTreeSet<ProcId> = match self.missed.is_empty() {
            true => blocks.flat_map(|b| subject.opaque_calls(b)).collect(),
            false => self.missed.clone(),
        };
        let mut all: BTreeSet<ProcId> = subject.blocks.opaque().iter().copied().collect();
        hinges.retain(|&p| subject.can_be_copied(p));
        all.retain(|&p| subject.can_be_copied(p));
        if hinges.len() > 1 {
            let influencing = Cone::of_guards(pool, subject).influencing(pool, subject);
            let inside: BTreeSet<ProcId> = &hinges & &influencing;
            if !inside.is_empty() {
                hinges = inside;
            }
        }
        Closed { hinges, all }
    }

    /// Counts the work of tests and states beside that of the simulator, and that of making terms.
    pub(crate) fn count_work(&mut self) {
        self.questions.count_work(self.tests.forest.take_work());
    }

    /// Asks whether facts hold together.
    pub(crate) fn ask(&mut self, facts: &[TermId]) -> CheckResult {
        let work = self.tests.forest.take_work();
        self.questions.ask(facts, work, &mut self.counts)
    }

    /// The preimage of a region under a block, free variables not yet eliminated.
    pub(crate) fn step(&mut self, block: BlockId, to: RegionId) -> Vec<Part> {
        let (blocks, graph) = (&self.subject.blocks, &self.abstraction.graph);
        self.questions.step(blocks, graph, block, to)
    }

    /// The preimage over the state alone.
    pub(crate) fn preimage(&mut self, block: BlockId, to: RegionId) -> Vec<Part> {
        let (blocks, graph) = (&self.subject.blocks, &self.abstraction.graph);
        self.questions.preimage(blocks, graph, block, to)
    }

    /// Whether a test has been in a region.
    pub(crate) fn is_visited(&self, region: RegionId) -> bool {
        self.abstraction.is_visited(&self.tests.forest, region)
    }

    /// The frontier of an ordered abstract trace.
    pub(crate) fn frontier(&self, stuck: &Stuck) -> Frontier {
        self.abstraction.frontier(&self.tests.forest, stuck)
    }

    /// Runs a test to its end or a limit.
    pub(crate) fn run(&mut self, inputs: Prefix) -> Ran {
        self.run_limited(inputs, self.tests.next_steps())
    }

    /// Runs a test to its end or for so many steps.
    pub(crate) fn run_limited(&mut self, inputs: Prefix, steps: u64) -> Ran {
        let (pool, blocks) = (&mut self.questions.pool, &self.subject.blocks);
        self.tests
            .run_limited(self.task, pool, blocks, inputs, steps)
    }

    /// Starts the abstraction anew: the blocks, split by the predicates of the user's.
    ///
    /// Any predicate splits a region without harm: both halves keep all edges.
    pub(crate) fn start_abstraction(&mut self) -> Flow {
        self.abstraction.graph = RegionGraph::new(&self.subject.blocks);
        self.tests.forest.restart();
        self.emit_restart();
        for (cut, rho) in self.subject.blocks.predicates().to_vec() {
            if !self.tests.forest.can_evaluate(&self.questions.pool, rho) {
                continue;
            }
            self.counts.predicates += 1;
            for region in self.abstraction.graph.at(cut).to_vec() {
                let halves = self.split_region(region, rho)?;
                self.emit_split(region, halves, rho);
            }
        }
        Continue(())
    }

    /// The region graph as a proof.
    pub(crate) fn proved(&mut self) -> Finding {
        let mut invariants = self.abstraction.invariants.clone();
        for (known, facts) in invariants
            .iter_mut()
            .zip(&self.abstraction.object_facts.facts)
        {
            known.extend(facts);
        }
        for (known, facts) in invariants.iter_mut().zip(&self.abstraction.every) {
            known.extend(facts);
        }
        proof::write(
            self.task,
            self.subject.program,
            &self.subject.blocks,
            &self.abstraction.graph,
            &invariants,
            &mut self.questions.pool,
        )
    }

    /// Ends the search if its time is over.
    pub(crate) fn in_time(&self) -> Flow {
        if self.task.budget.is_interrupted() {
            return Break(unknown("out of time"));
        }
        Continue(())
    }

    /// Removes an edge that no state of its source takes; whether it did.
    pub(crate) fn drop_if_infeasible(&mut self, edge: AbstractEdge) -> bool {
        let mut facts = self.abstraction.facts(edge.from);
        facts.extend(self.step(edge.block, edge.to).iter().map(|p| p.term));
        let mut gone = facts.contains(&self.questions.pool.fls()) || self.ask(&facts).is_unsat();
        gone |= is_on(Defect::DropsUnasked) && self.counts.queries.is_multiple_of(2);
        if gone {
            self.abstraction.graph.remove(edge, Removal::Infeasible);
        }
        gone
    }

    /// Splits the source of an edge by a predicate that contains the edge's preimage, or refutes
    /// it (`why` says which); the half that cannot take the edge loses it.
    pub(crate) fn split(&mut self, edge: AbstractEdge, rho: TermId, why: Removal) -> Split {
        self.counts.predicates += 1;
        let pool = &mut self.questions.pool;
        let halves = self.abstraction.divide(pool, edge, rho, why);
        self.emit_split(edge.from, halves, rho);
        halves
    }

    /// Splits a region by a predicate, with the states of tests in it.
    pub(crate) fn split_region(&mut self, region: RegionId, rho: TermId) -> Flow<Split> {
        let graph = &mut self.abstraction.graph;
        let halves = graph.split(&mut self.questions.pool, region, rho);
        let forest = &mut self.tests.forest;
        forest
            .split(&self.questions.pool, region, halves, rho)
            .or_defect()?;
        Continue(halves)
    }

    /// Splits the source of an edge, and follows with the states of the forest.
    pub(crate) fn split_with_states(
        &mut self,
        edge: AbstractEdge,
        rho: TermId,
        why: Removal,
    ) -> Flow<Split> {
        self.counts.predicates += 1;
        let pool = &mut self.questions.pool;
        let halves = self.abstraction.divide(pool, edge, rho, why);
        self.tests
            .forest
            .split(&self.questions.pool, edge.from, halves, rho)
            .or_defect()?;
        self.emit_split(edge.from, halves, rho);
        self.suggest(self.abstraction.graph.region(halves.inside).cut, rho);
        Continue(halves)
    }

    /// The finding that a run is: a failing test that is asked about, or a defect.
    pub(crate) fn failure(&self, ran: &Ran) -> Option<Finding> {
        match &ran.stop {
            Stop::Fault(fault) if self.task.target.is_asked(&fault.kind) => {
                Some(Finding::Test(Box::new(FailingTest {
                    inputs: ran.entries.clone(),
                    layout: Vec::new(),
                    fault: fault.clone(),
                })))
            }
            Stop::Internal(why) | Stop::Input(why) => Some(Finding::Internal(why.clone())),
            _ => None,
        }
    }

    /// Adds a test to the forest; whether it fails does not matter.
    pub(crate) fn add(&mut self, ran: Ran) -> Flow {
        self.counts.tests += 1;
        let report = self.wants_events().then(|| RunReport::of(&ran));
        let before = self.tests.forest.len();
        self.tests.must_summaries.note(
            &mut self.questions.pool,
            &self.subject.blocks,
            &self.tests.forest,
            &ran,
        );
        let test = Test {
            inputs: ran.inputs,
            entries: ran.entries,
            path: ran.path,
            memory: ran.memory,
        };
        let added = self.tests.forest.add(
            &self.questions.pool,
            &self.abstraction.graph,
            test,
            ran.visits,
        );
        added.or_defect()?;
        if let Some(report) = report {
            self.emit_test(report, before);
        }
        Continue(())
    }

    /// Adds a test to the forest; one that fails ends the search.
    pub(crate) fn add_passing(&mut self, ran: Ran) -> Flow {
        let failure = self.failure(&ran);
        self.add(ran)?;
        failure.map_or(Continue(()), Break)
    }

    /// Tests with random inputs.
    pub(crate) fn random_tests(&mut self) -> Vec<Ran> {
        let seed = self.task.seed;
        let seeds = (0..SAMPLE_TESTS).map(|n| seed.wrapping_add(n).wrapping_mul(0x9e37_79b9));
        let inputs = seeds.map(|seed| Prefix::with_random(Vec::new(), seed));
        inputs.map(|inputs| self.run(inputs)).collect()
    }
}
