//! Running tests: the engine's only contact with the simulator.
//!
//! **Invariant.** A run cut by its step limit or at a repeated state leaves the
//! states it visited and proves nothing; it is neither an end nor a fault.

use crate::block::{BlockId, Blocks, CutId};
use crate::effect::{slot_kind, state_variable};
use crate::forest::Visit;
use crate::history::{History, Initial, initial};
use crate::memory::Update;
use hatha_cfa::{EdgeId, ProcId, Program, VarId};
use hatha_exec::concolic::{Concolic, Constraint};
use hatha_exec::config::{Config, Policy};
use hatha_exec::console::Captured;
use hatha_exec::fault::{Budget, Stop};
use hatha_exec::image::Image;
use hatha_exec::input::{Inputs, Random, Request};
use hatha_exec::machine::Machine;
use hatha_exec::observe::Observer;
use hatha_exec::word::{Kind, mask128};
use hatha_proof::input::InputEntry;
use hatha_proof::memory::{address, as_read};
use hatha_term::{TermId, TermPool, VarId as Symbol};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::rc::Rc;

/// Given values first, then zeroes or random ones.
#[derive(Clone, Debug)]
pub struct Prefix {
    values: std::vec::IntoIter<u128>,
    rest: Option<Random>,
}

impl Prefix {
    /// How many values are given before the zeroes; `None` if random ones follow.
    pub fn given(&self) -> Option<u32> {
        let count = self.values.len() as u32;
        self.rest.is_none().then_some(count)
    }

    /// From the values, then zeroes.
    pub fn new(values: Vec<u128>) -> Self {
        Prefix {
            values: values.into_iter(),
            rest: None,
        }
    }

    /// From the values, then random ones.
    pub fn with_random(values: Vec<u128>, seed: u64) -> Self {
        Prefix {
            values: values.into_iter(),
            rest: Some(Random::new(seed)),
        }
    }
}

impl Inputs for Prefix {
    fn next(&mut self, request: &Request) -> Result<u128, String> {
        let value = match (self.values.next(), &mut self.rest) {
            (Some(given), _) => given,
            (None, Some(random)) => random.next(request)?,
            (None, None) => 0,
        };
        let bits = value & mask128(request.kind.bits());
        Ok(if request.kind == Kind::Bool {
            bits & 1
        } else {
            bits
        })
    }
}

/// The last edge of the entry procedure; calls through pointers have edges of their own.
#[derive(Clone, Copy, Debug)]
struct LastEdge {
    entry: ProcId,
    edge: Option<EdgeId>,
}

impl Observer for LastEdge {
    #[inline]
    fn edge(&mut self, proc: ProcId, edge: EdgeId) {
        if proc == self.entry {
            self.edge = Some(edge);
        }
    }
}

/// A finished run.
pub struct Ran {
    /// The cut points it passed.
    pub visits: Vec<Visit>,
    /// The block in which it ended, if it is known.
    pub last: Option<BlockId>,
    /// The constraints of its path.
    pub path: Vec<Constraint>,
    /// Its inputs.
    pub inputs: Vec<u128>,
    /// The same, for a file.
    pub entries: Vec<InputEntry>,
    /// How it ended.
    pub stop: Stop,
    /// Steps taken.
    pub steps: u64,
    /// What memory held at the cut points.
    pub memory: History,
}

/// How far a test may go.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Inputs after which the rest is zeroes, so that a state that comes again comes for ever;
    /// `None` if that never happens.
    pub given: Option<u32>,
    /// Edges.
    pub steps: u64,
    /// Inputs.
    pub inputs: usize,
}

/// Runs tests of one flat program.
pub struct Simulation<'a> {
    program: &'a Program,
    image: &'a Image<'a>,
    entry: ProcId,
    config: Config,
    tracked: Tracked,
    /// What memory holds when a test starts.
    start: Initial,
    by_edge: FxHashMap<(CutId, EdgeId), BlockId>,
    /// Whether the tracked slots alone decide every branch.
    closed: bool,
}

impl<'a> Simulation<'a> {
    /// For a flat program whose states are told apart by the given slots.
    pub fn new(
        image: &'a Image<'a>,
        entry: ProcId,
        config: Config,
        blocks: &Blocks,
        tracked: Tracked,
    ) -> Self {
        let config = Config {
            policy: Policy {
                misaligned: config.policy.misaligned,
                ..Policy::REACHABILITY
            },
            ..config
        };
        let keyed = |id: BlockId| {
            let b = blocks.block(id);
            Some(((b.from, b.last_edge()?), id))
        };
        Simulation {
            program: image.program(),
            image,
            entry,
            config,
            // A query is not exact about memory: it takes the addresses of one test for granted.
            closed: !tracked.memory && blocks.ids().all(|b| !blocks.block(b).open),
            start: if tracked.memory {
                initial(image.memory().live_objects())
            } else {
                Initial::default()
            },
            tracked,
            by_edge: blocks.ids().filter_map(keyed).collect(),
        }
    }

    /// Whether the tracked slots alone decide every branch, so that a query foretells a run.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Whether what memory holds decides branches.
    pub fn tracks_memory(&self) -> bool {
        self.tracked.memory
    }

    /// Runs a test.
    pub fn run(&self, pool: &mut TermPool, blocks: &Blocks, inputs: Prefix, limits: Limits) -> Ran {
        let domain = Concolic::new(self.config.policy, Box::new(inputs), pool);
        let console = Captured::default();
        let config = self.config.clone();
        let observer = LastEdge {
            entry: self.entry,
            edge: None,
        };
        let mut machine = Machine::new(self.image, config, domain, observer, console);
        let mut log = Log::new(History::new(Rc::clone(&self.start)));
        if self.tracked.memory {
            // What the image holds is known.
            machine.changes(|_, _, _| {});
        }
        let stop = match machine.start_entry(self.entry) {
            Err(stop) => *stop,
            Ok(()) => loop {
                if let Some(stop) = self.look(blocks, &mut machine, &mut log, limits) {
                    break stop;
                }
                if let Err(stop) = machine.step() {
                    break *stop;
                }
            },
        };
        let last = match (log.at, machine.observer.edge) {
            (Some(cut), Some(edge)) => self.by_edge.get(&(cut, edge)).copied(),
            _ => None,
        };
        let taken = machine.domain.recorder().taken();
        Ran {
            visits: log.head.into_iter().chain(log.tail).collect(),
            last,
            path: machine.domain.path().to_vec(),
            inputs: taken.iter().map(|(_, bits)| *bits).collect(),
            entries: machine.domain.recorder().entries(self.program),
            stop,
            steps: machine.state().steps(),
            memory: log.memory,
        }
    }

    /// Records the state if the machine stands at a cut point.
    fn look(
        &self,
        blocks: &Blocks,
        machine: &mut Machine<'_, Concolic<'_>, LastEdge, Captured>,
        log: &mut Log,
        limits: Limits,
    ) -> Option<Stop> {
        let over = || Some(Stop::OutOfBudget(Budget::Steps(limits.steps)));
        if machine.state().steps() >= limits.steps || machine.domain.inputs().len() >= limits.inputs
        {
            return over();
        }
        let (proc, location) = machine.location()?;
        let at = (proc == self.entry).then_some(location)?;
        let cut = blocks.cut_at(at)?;
        let via = match (log.at, machine.observer.edge) {
            (Some(from), Some(edge)) => self.by_edge.get(&(from, edge)).copied(),
            _ => None,
        };
        log.moment += 1;
        if self.tracked.memory {
            let (moment, memory) = (log.moment, &mut log.memory);
            machine.changes(|domain, o, bytes| memory.note(moment, domain, o, bytes));
        }
        let visit = self.visit(machine, log, cut, via);
        log.at = Some(cut);
        // The tracked slots decide everything and later inputs are the default ones: what
        // follows has been seen.
        let settled = limits.given.is_some_and(|n| visit.inputs >= n);
        let repeats = self.closed && settled && log.has_seen(&visit);
        log.push(visit);
        if repeats { over() } else { None }
    }

    fn visit(
        &self,
        machine: &Machine<'_, Concolic<'_>, LastEdge, Captured>,
        log: &Log,
        cut: CutId,
        via: Option<BlockId>,
    ) -> Visit {
        let mut values = Vec::with_capacity(self.tracked.slots.len());
        let mut terms = Vec::new();
        for (i, &v) in self.tracked.slots.iter().enumerate() {
            let (Some(value), Some(kind)) = (machine.slot(v), slot_kind(self.program, v)) else {
                values.push(0);
                continue;
            };
            if value.word.is_defined() {
                values.push(value.word.bits_of(kind) as u64);
                terms.extend(value.term.map(|t| (i as u32, t)));
            } else {
                // It is written before it is read: any value will do.
                values.push(0);
            }
        }
        let address = |v: &VarId| machine.address_of(*v).map_or(0, |at| at.lo);
        values.extend(self.tracked.addresses.iter().map(address));
        Visit {
            cut,
            via,
            values: values.into(),
            terms: log.share(terms),
            path: machine.domain.path().len() as u32,
            inputs: machine.domain.inputs().len() as u32,
            moment: log.moment,
            print: log.memory.print(),
        }
    }
}

/// Visits of a run that are kept at its beginning, and as many at its end.
const KEPT: usize = 1_000;

/// What a run has recorded so far: its first and its last visits.
struct Log {
    head: Vec<Visit>,
    tail: VecDeque<Visit>,
    at: Option<CutId>,
    seen: FxHashSet<(CutId, Box<[u64]>, u64)>,
    moment: u32,
    memory: History,
}

impl Log {
    fn new(memory: History) -> Self {
        Log {
            head: Vec::new(),
            tail: VecDeque::new(),
            at: None,
            seen: FxHashSet::default(),
            moment: 0,
            memory,
        }
    }

    fn push(&mut self, visit: Visit) {
        if self.head.len() < KEPT {
            self.head.push(visit);
            return;
        }
        if self.tail.len() >= KEPT {
            self.tail.pop_front();
        }
        self.tail.push_back(visit);
    }

    /// Whether the state was there before, as far as that is remembered.
    fn has_seen(&mut self, visit: &Visit) -> bool {
        let key = (visit.cut, visit.values.clone(), visit.print);
        if self.seen.len() < KEPT {
            !self.seen.insert(key)
        } else {
            self.seen.contains(&key)
        }
    }

    fn share(&self, terms: Vec<(u32, TermId)>) -> Rc<[(u32, TermId)]> {
        match self.tail.back().or(self.head.last()) {
            Some(last) if *last.terms == *terms => Rc::clone(&last.terms),
            _ => terms.into(),
        }
    }
}

/// What is looked at in a state.
#[derive(Clone, Debug, Default)]
pub struct Tracked {
    /// Slots whose values decide branches, directly or through others, and have at most 64 bits.
    pub slots: Vec<VarId>,
    /// Memory variables whose addresses matter.
    pub addresses: Vec<VarId>,
    /// Whether what memory holds decides branches.
    pub memory: bool,
}

impl Tracked {
    /// What matters for the guards of the blocks, and for the predicates to start from.
    pub fn new(program: &Program, blocks: &Blocks, pool: &mut TermPool) -> Self {
        let mut sources: FxHashMap<Symbol, Vec<TermId>> = FxHashMap::default();
        let mut terms: Vec<TermId> = blocks.predicates().iter().map(|p| p.1).collect();
        for id in blocks.ids() {
            let block = blocks.block(id);
            terms.extend(&block.guards);
            for (&variable, &value) in &block.updates {
                if let Some(v) = pool.as_var(variable) {
                    sources.entry(v).or_default().push(value);
                }
            }
        }
        let mut wanted: FxHashSet<Symbol> = FxHashSet::default();
        let mut memory = false;
        while !terms.is_empty() {
            let reads = |t: &TermId| as_read(pool, *t).is_some();
            let first = !memory && pool.subterms(&terms).iter().any(reads);
            let found = pool.free_vars(&terms);
            terms.clear();
            if first {
                memory = true;
                let all = blocks.ids().map(|id| blocks.block(id));
                terms.extend(all.flat_map(|b| b.memory.iter()).flat_map(Update::terms));
            }
            for v in found {
                if wanted.insert(v) {
                    terms.extend(sources.get(&v).into_iter().flatten());
                }
            }
        }
        let all = (0..program.vars.len() as u32).map(VarId);
        let mut tracked = Tracked {
            memory,
            ..Tracked::default()
        };
        for v in all {
            let kind = slot_kind(program, v);
            let variable = match kind {
                Some(_) => state_variable(program, pool, v),
                None => Some(address(pool, program.target.pointer_bits, v)),
            };
            let symbol = variable.and_then(|t| pool.as_var(t));
            if !symbol.is_some_and(|s| wanted.contains(&s)) {
                continue;
            }
            match kind {
                Some(kind) if kind.bits() <= 64 => tracked.slots.push(v),
                Some(_) => {}
                None => tracked.addresses.push(v),
            }
        }
        tracked
    }

    /// Where the value of each variable stands in a state.
    pub fn positions(&self, program: &Program, pool: &mut TermPool) -> FxHashMap<Symbol, u32> {
        let mut all = FxHashMap::default();
        let mut next = 0;
        for &v in &self.slots {
            let variable = state_variable(program, pool, v);
            all.extend(variable.and_then(|t| pool.as_var(t)).map(|s| (s, next)));
            next += 1;
        }
        for &v in &self.addresses {
            let variable = address(pool, program.target.pointer_bits, v);
            all.extend(pool.as_var(variable).map(|s| (s, next)));
            next += 1;
        }
        all
    }
}
