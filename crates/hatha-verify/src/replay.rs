//! Replaying a test on the plain concrete simulator.
//!
//! **Invariant.** A replay takes exactly the recorded values: a value of another
//! width, or none where the program asks for one, ends the run with
//! [`Stop::Input`], and values left over are counted. (Only a program that has changed
//! since gets zeroes beyond the last one.) The vector that comes back
//! says everything about the test: for which program it is, which objects its
//! values made and where its pointers lead.

use hatha_cfa::{EdgeId, ProcId, Program, World};
use hatha_exec::concrete::Concrete;
use hatha_exec::config::{Config, Policy, Uninitialised};
use hatha_exec::console::{Captured, Console};
use hatha_exec::domain::Domain;
use hatha_exec::fault::{Step, Stop};
use hatha_exec::image::{Image, ImageError};
use hatha_exec::input::FromVector;
use hatha_exec::machine::Machine;
use hatha_exec::memory::Layout;
use hatha_exec::num::Rules;
use hatha_exec::observe::Observer;
use hatha_index::IndexVec;
use hatha_proof::fingerprint;
use hatha_proof::input::{InputEntry, InputOrigin, InputVector};
use hatha_report::Coverage;
use std::rc::Rc;

/// A test that has been run again.
#[derive(Debug)]
pub struct Replayed {
    /// How it ended.
    pub stop: Stop,
    /// The test with everything that the run tells about it.
    pub vector: InputVector,
    /// Values that the program did not ask for.
    pub left: usize,
    /// The edges it took.
    pub coverage: Coverage,
    /// How many edges those were.
    pub steps: u64,
}

impl Replayed {
    /// A test that cannot start.
    fn refused(vector: &InputVector, why: String) -> Self {
        Replayed {
            stop: Stop::Input(why),
            vector: vector.clone(),
            left: vector.inputs.len(),
            coverage: Coverage::default(),
            steps: 0,
        }
    }
}

/// Counts edges: a run may take more of them than memory has room for.
#[derive(Debug, Default)]
struct Counter {
    /// By procedure and edge.
    counts: IndexVec<ProcId, IndexVec<EdgeId, u64>>,
}

impl Observer for Counter {
    fn edge(&mut self, proc: ProcId, edge: EdgeId) {
        if self.counts.len() <= proc.index() {
            self.counts.resize(proc.index() + 1, IndexVec::new());
        }
        let edges = &mut self.counts[proc];
        if edges.len() <= edge.index() {
            edges.resize(edge.index() + 1, 0);
        }
        edges[edge] += 1;
    }
}

impl Counter {
    fn coverage(&self) -> Coverage {
        let mut coverage = Coverage::default();
        for (proc, edges) in self.counts.iter_enumerated() {
            for (edge, &count) in edges.iter_enumerated() {
                coverage.add(proc, edge, count);
            }
        }
        coverage
    }
}

/// Replays a test with the meaning of reachability. Fails only for a program that cannot run.
pub fn replay(
    program: &Program,
    entry: ProcId,
    config: &Config,
    vector: &InputVector,
) -> Result<Replayed, ImageError> {
    let inputs = FromVector::new(vector);
    replay_from(program, entry, config, vector, (inputs, Rules::MACHINE))
}

/// Replays a test, but undefined arithmetic stops it.
pub(crate) fn replay_strictly(
    program: &Program,
    entry: ProcId,
    config: &Config,
    vector: &InputVector,
) -> Result<Replayed, ImageError> {
    let inputs = FromVector::new(vector);
    replay_from(program, entry, config, vector, (inputs, Rules::STRICT))
}

/// Replays a test with a meaning of undefined arithmetic.
pub fn replay_by(
    program: &Program,
    entry: ProcId,
    config: &Config,
    vector: &InputVector,
    rules: Rules,
) -> Result<Replayed, ImageError> {
    let vector = &asked_for(vector, rules);
    let inputs = FromVector::new(vector);
    replay_from(program, entry, config, vector, (inputs, rules))
}

/// What values mean that were never written.
pub(crate) fn unwritten(rules: Rules) -> Uninitialised {
    match rules.draw_unwritten {
        true => Uninitialised::Input,
        false => Uninitialised::Fault,
    }
}

/// A test without the values that a run by these rules does not ask for.
fn asked_for(vector: &InputVector, rules: Rules) -> InputVector {
    let mut vector = vector.clone();
    if !rules.draw_unwritten {
        let is_drawn = |i: &InputEntry| i.kind != InputOrigin::Uninitialised;
        vector.inputs.retain(is_drawn);
    }
    vector
}

/// Replays a test of another version of the program, which may take fewer values, or more: those
/// are zero.
pub fn replay_on_other_version(
    program: &Program,
    entry: ProcId,
    config: &Config,
    vector: &InputVector,
    rules: Rules,
) -> Result<Replayed, ImageError> {
    let vector = &asked_for(vector, rules);
    let inputs = FromVector::padded(vector);
    replay_from(program, entry, config, vector, (inputs, rules))
}

fn replay_from(
    program: &Program,
    entry: ProcId,
    config: &Config,
    vector: &InputVector,
    (inputs, arithmetic): (FromVector, Rules),
) -> Result<Replayed, ImageError> {
    let layout = Layout::recorded(&vector.layout).map_err(ImageError::Layout)?;
    let layout = Rc::new(layout);
    let image = match Image::with_layout(program, layout) {
        Ok(image) => image.with_rules(arithmetic),
        // Functions and globals do not lie where the vector puts them.
        Err(why) if !vector.layout.is_empty() => {
            return Ok(Replayed::refused(vector, why.to_string()));
        }
        Err(why) => return Err(why),
    };
    let config = Config {
        policy: Policy {
            arithmetic,
            misaligned: config.policy.misaligned,
            unnoticed: config.policy.unnoticed,
            uninitialised: unwritten(arithmetic),
        },
        ..config.clone()
    };
    let domain = Concrete::new(config.policy, Box::new(inputs));
    let console = Captured::with_stdin(&vector.stdin);
    let mut machine = Machine::new(&image, config, domain, Counter::default(), console);
    let stop = match start(&mut machine, entry, vector) {
        Ok(()) => machine.run(),
        Err(stop) => *stop,
    };
    let mut complete = vector.clone();
    complete.inputs = machine.domain.recorder().entries(program);
    machine.annotate(&mut complete);
    complete.program = fingerprint(program);
    let taken = machine.domain.recorder().taken().len();
    Ok(Replayed {
        stop,
        vector: complete,
        left: vector.inputs.len().saturating_sub(taken),
        coverage: machine.observer.coverage(),
        steps: machine.state().steps(),
    })
}

/// Starts the entry of a test. In an open world the arguments of `main` are among its inputs,
/// unless the test says what they are.
pub(crate) fn start<D: Domain, O: Observer, C: Console>(
    machine: &mut Machine<'_, D, O, C>,
    entry: ProcId,
    vector: &InputVector,
) -> Step<()> {
    let program = machine.image().program();
    let given = !vector.args.is_empty() || program.world == World::Closed;
    if program.proc(entry).name == "main" && given {
        machine.start_main(entry, &arguments(vector))
    } else {
        machine.start_entry(entry)
    }
}

/// The arguments of `main`: the program's name, then those of the test.
fn arguments(vector: &InputVector) -> Vec<Vec<u8>> {
    let given = vector.args.iter().map(|a| a.clone().into_bytes());
    std::iter::once(b"program".to_vec()).chain(given).collect()
}

/// A test of one program for another that differs in functions which are added. Objects are
/// numbered as they come to be, functions first, so those behind them have other numbers there.
/// Where functions lie is left open.
pub fn moved(test: &InputVector, from: &Program, to: &Program) -> InputVector {
    let (before, after) = (from.procs.len() as u32, to.procs.len() as u32);
    let mut test = test.clone();
    test.layout.retain(|placement| placement.object >= before);
    for placement in &mut test.layout {
        placement.object = placement.object - before + after;
    }
    test
}
