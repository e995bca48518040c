//! One test: a concolic run of the program as loaded.
//!
//! **Invariant.** A run is a function of the inputs given, the source of the
//! inputs beyond them, and the limits. What it leaves is linear in the number of
//! branches that depend on inputs: a branch that does not is not recorded. A run
//! that was cut keeps its path and its coverage and proves nothing.

use super::edges::{EdgeNumbers, EdgeSet};
use crate::tuning::run::STRIDE;
use hatha_cfa::literals::may_share;
use hatha_cfa::{EdgeId, Op, ProcId, Program, Span};
use hatha_exec::concolic::{Concolic, Constraint, Site};
use hatha_exec::concrete::Concrete;
use hatha_exec::config::Config;
use hatha_exec::console::Captured;
use hatha_exec::domain::{Domain, Extent};
use hatha_exec::fault::{Budget, Stop};
use hatha_exec::image::Image;
use hatha_exec::input::{Inputs, NoInput, Random, Request, Role};
use hatha_exec::machine::Machine;
use hatha_exec::memory::{Layout, Place};
use hatha_exec::observe::Observer;
use hatha_exec::word::{Kind, mask128};
use hatha_proof::input::{InputEntry, Placement};
use hatha_term::{Symbol, TermId, TermPool, VarId};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;

/// What ends a run that does not end by itself.
#[derive(Clone, Debug)]
pub struct RunLimits {
    /// Edges taken.
    pub steps: u64,
    /// Branches that depend on inputs.
    pub branches: usize,
    /// Bytes of live objects.
    pub memory: u64,
    /// The run is abandoned when this says so.
    pub budget: hatha_smt::Budget,
}

impl RunLimits {
    /// No limit of its own.
    pub fn none() -> Self {
        RunLimits {
            steps: u64::MAX,
            branches: usize::MAX,
            memory: u64::MAX,
            budget: hatha_smt::Budget::unlimited(),
        }
    }
}

/// Inputs beyond the given ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tail {
    /// Zero.
    Zero,
    /// Pseudo-random, from a seed.
    Random(u64),
    /// One value for all.
    Constant(u64),
    /// What the same place of the program got last, zero at first: what made a loop go round
    /// once makes it go round again.
    Repeat,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself.
    Stopped(Stop),
    /// By a limit on steps or branches.
    Cut,
    /// In a state that it had been in before: it would go on for ever.
    Repeats,
    /// The whole search ended.
    Abandoned,
}

impl End {
    /// Whether nothing can follow on this path.
    pub(crate) fn is_final(&self) -> bool {
        matches!(
            self,
            End::Stopped(Stop::Exit(_) | Stop::Fault(_) | Stop::Blocked)
        )
    }

    /// Whether an assumption failed.
    pub(crate) fn is_blocked(&self) -> bool {
        *self == End::Stopped(Stop::Blocked)
    }

    /// The same as an end of the simulator, for reports.
    pub(crate) fn stop(&self, steps: u64) -> Stop {
        match self {
            End::Stopped(stop) => stop.clone(),
            End::Cut | End::Repeats | End::Abandoned => Stop::OutOfBudget(Budget::Steps(steps)),
        }
    }
}

/// What kinds of inputs were drawn whose values a test cannot choose freely.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// Pointers that the entry starts from, or lengths of what they lead to.
    pub entry_pointers: bool,
    /// Other addresses.
    pub addresses: bool,
    /// Bytes of texts.
    pub texts: bool,
    /// String literals that may be one object in another program, and whose addresses mattered.
    pub literals: bool,
    /// Functions without a body that could have changed more than they did.
    pub effects: bool,
}

impl Drawn {
    fn of<'r>(requests: impl Iterator<Item = &'r Request>) -> Drawn {
        let mut drawn = Drawn::default();
        for request in requests {
            match request.entry.as_ref().map(|e| e.role) {
                Some(Role::Pointer | Role::Length) => drawn.entry_pointers = true,
                Some(Role::Text) => drawn.texts = true,
                Some(Role::Value) | None => drawn.addresses |= request.kind.is_pointer(),
            }
        }
        drawn
    }

    /// Adds what another run drew.
    pub(crate) fn add(&mut self, other: Drawn) {
        self.entry_pointers |= other.entry_pointers;
        self.addresses |= other.addresses;
        self.texts |= other.texts;
        self.literals |= other.literals;
        self.effects |= other.effects;
    }
}

/// Whether a run has compared the addresses of two literals that may be one object, or depends on
/// where both lie.
fn tells_literals_apart(program: &Program, domain: &Concolic<'_>) -> bool {
    let seen: BTreeSet<_> = domain.observed().filter_map(|(e, _)| e.global).collect();
    let are_seen = |&(a, b): &(hatha_cfa::VarId, hatha_cfa::VarId)| may_share(program, a, b);
    let mut pairs = seen
        .iter()
        .flat_map(|&a| seen.range(..a).map(move |&b| (a, b)));
    domain.compared_globals().iter().any(are_seen) || pairs.any(|p| are_seen(&p))
}

/// What a test starts from: the inputs that it takes and the places of some of its objects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// The inputs in order.
    pub inputs: Vec<u128>,
    /// Objects, by their numbers, and where they lie. All others lie anywhere.
    pub places: Vec<(u32, Place)>,
}

impl From<Vec<u128>> for Start {
    fn from(inputs: Vec<u128>) -> Self {
        Start {
            inputs,
            places: Vec::new(),
        }
    }
}

/// Places as a file has them; what the objects are is for a replay to say.
pub fn placements(places: &[(u32, Place)]) -> Vec<Placement> {
    let placement = |&(object, place): &(u32, Place)| Placement {
        object,
        name: String::new(),
        size: place.size,
        address: format!("{:#x}", place.base),
    };
    places.iter().map(placement).collect()
}

/// A finished run.
#[derive(Clone, Debug)]
pub struct Trace {
    /// What the run depended on, in order.
    pub path: Vec<Constraint>,
    /// The inputs taken, and the places of the objects whose addresses mattered.
    pub start: Start,
    /// What the inputs were.
    pub drawn: Drawn,
    /// The edges taken.
    pub covered: EdgeSet,
    /// How it ended.
    pub end: End,
    /// Edges taken, counted.
    pub steps: u64,
}

impl Trace {
    /// The positions of the inputs that the path depends on, beyond their being possible.
    pub fn decisive_inputs(&self, pool: &TermPool) -> BTreeSet<usize> {
        let variables = self.decisive_variables(pool);
        let input = |&v: &VarId| match *pool.var_symbol(v) {
            Symbol::Input(n) => Some(n as usize),
            _ => None,
        };
        variables.iter().filter_map(input).collect()
    }

    fn decisive_variables(&self, pool: &TermPool) -> Vec<VarId> {
        let deciding = self.path.iter().filter(|c| c.site != Site::Type);
        let terms: Vec<TermId> = deciding.map(|c| c.term).collect();
        pool.free_vars(&terms)
    }
}

/// Given values, then those of the tail.
struct Given {
    values: std::vec::IntoIter<u128>,
    tail: Tail,
    random: Random,
    last: FxHashMap<(ProcId, Span), u128>,
}

impl Given {
    fn new(values: Vec<u128>, tail: Tail) -> Self {
        let seed = match tail {
            Tail::Random(seed) => seed,
            Tail::Zero | Tail::Constant(_) | Tail::Repeat => 0,
        };
        Given {
            values: values.into_iter(),
            tail,
            random: Random::new(seed),
            last: FxHashMap::default(),
        }
    }

    fn draw_further(&mut self, request: &Request) -> Result<u128, NoInput> {
        match self.tail {
            Tail::Zero => Ok(0),
            Tail::Constant(value) => Ok(u128::from(value)),
            Tail::Random(_) => self.random.next(request),
            Tail::Repeat => {
                let last = self.last.get(&(request.proc, request.span));
                Ok(last.copied().unwrap_or(0))
            }
        }
    }
}

impl Inputs for Given {
    fn next(&mut self, request: &Request) -> Result<u128, NoInput> {
        let bits = match self.values.next() {
            Some(bits) => bits,
            None => self.draw_further(request)?,
        };
        let bits = bits & mask128(request.kind.bits());
        let bits = if request.kind == Kind::Bool {
            bits & 1
        } else {
            bits
        };
        if self.tail == Tail::Repeat {
            self.last.insert((request.proc, request.span), bits);
        }
        Ok(bits)
    }
}

/// Notes the edges taken, and how many in a row changed no state.
struct Watch<'r> {
    numbers: &'r EdgeNumbers,
    idle: &'r EdgeSet,
    covered: EdgeSet,
    idle_steps: u64,
}

impl Observer for Watch<'_> {
    #[inline]
    fn edge(&mut self, proc: ProcId, edge: EdgeId) {
        let number = self.numbers.number(proc, edge);
        self.covered.insert(number);
        self.idle_steps = if self.idle.contains(number) {
            self.idle_steps + 1
        } else {
            0
        };
    }
}

/// Runs tests of one program.
pub struct Runner<'a> {
    image: &'a Image<'a>,
    entry: ProcId,
    config: Config,
    numbers: EdgeNumbers,
    /// Edges that change no variable and no memory.
    idle: EdgeSet,
    /// More idle steps in a row than this visit a location twice in the same state.
    most_idle: u64,
}

impl<'a> Runner<'a> {
    /// For a program, with the meaning of reachability.
    pub fn new(image: &'a Image<'a>, entry: ProcId, config: Config) -> Self {
        let program = image.program();
        let numbers = EdgeNumbers::new(program);
        let idle = idle_edges(program, &numbers);
        let config = config.for_reachability();
        let locations = program.procs.iter().map(|p| p.locations.len()).max();
        Runner {
            image,
            entry,
            config,
            numbers,
            idle,
            most_idle: locations.unwrap_or(0) as u64,
        }
    }

    /// The program.
    pub(crate) fn program(&self) -> &'a Program {
        self.image.program()
    }

    /// How tests run.
    pub(crate) fn config(&self) -> &Config {
        &self.config
    }

    /// The program, ready to run.
    pub(crate) fn image(&self) -> &'a Image<'a> {
        self.image
    }

    /// Where runs start.
    pub(crate) fn entry(&self) -> ProcId {
        self.entry
    }

    /// The numbers of the edges.
    pub(crate) fn numbers(&self) -> &EdgeNumbers {
        &self.numbers
    }

    /// Runs a test with terms.
    pub fn run(&self, pool: &mut TermPool, start: &Start, tail: Tail, limits: &RunLimits) -> Trace {
        let layout = Rc::new(Layout::lenient(start.places.iter().copied()));
        let own = self.own_image(&layout);
        let given = Box::new(Given::new(start.inputs.clone(), tail));
        let bits = self.program().target.pointer_bits;
        let domain = Concolic::new(self.config.policy, given, pool).follow_bases(bits);
        let image = own.as_ref().unwrap_or(self.image);
        let mut machine = self.machine(image, domain, limits);
        machine.set_layout(layout);
        let end = drive(&mut machine, self.entry, limits, self.most_idle, |d| {
            (d.path().len(), d.inputs().len())
        });
        let taken = machine.domain.recorder().taken();
        let place = |(e, _): (Extent, TermId)| {
            let (base, size) = (e.base, e.size);
            (e.number, Place { base, size })
        };
        let mut drawn = Drawn::of(taken.iter().map(|(request, _)| request));
        drawn.literals = tells_literals_apart(image.program(), &machine.domain);
        drawn.effects = machine.leaves_effects_out();
        Trace {
            path: machine.domain.path().to_vec(),
            start: Start {
                inputs: taken.iter().map(|(_, bits)| *bits).collect(),
                places: machine.domain.observed().map(place).collect(),
            },
            drawn,
            covered: self.covered(&mut machine, &end),
            steps: machine.state().steps(),
            end,
        }
    }

    /// An image in which functions and globals lie where a layout wants them, if they do not
    /// anyway.
    fn own_image(&self, layout: &Rc<Layout>) -> Option<Image<'a>> {
        if self.image.memory().agrees_with(layout) {
            return None;
        }
        // What could be laid out once can be laid out elsewhere.
        Image::with_layout(self.image.program(), Rc::clone(layout)).ok()
    }

    /// Runs a test again with machine words alone: its inputs as a file has them, and how it ends.
    pub(crate) fn replay(&self, start: &Start, steps: u64) -> (Vec<InputEntry>, End) {
        let layout = Rc::new(Layout::lenient(start.places.iter().copied()));
        let own = self.own_image(&layout);
        let given = Box::new(Given::new(start.inputs.clone(), Tail::Zero));
        let limits = RunLimits {
            steps,
            ..RunLimits::none()
        };
        let image = own.as_ref().unwrap_or(self.image);
        let domain = Concrete::new(self.config.policy, given);
        let mut machine = self.machine(image, domain, &limits);
        machine.set_layout(layout);
        let end = drive(&mut machine, self.entry, &limits, self.most_idle, |d| {
            (0, d.recorder().taken().len())
        });
        let entries = machine.domain.recorder().entries(self.image.program());
        (entries, end)
    }

    fn machine<'i, D: Domain>(
        &self,
        image: &'i Image<'i>,
        domain: D,
        limits: &RunLimits,
    ) -> Machine<'i, D, Watch<'_>, Captured> {
        let mut config = self.config.clone();
        // What the program starts with does not count.
        let allowed = limits.memory.saturating_add(image.memory().live_bytes());
        config.limits.memory = config.limits.memory.min(allowed);
        let watch = Watch {
            numbers: &self.numbers,
            idle: &self.idle,
            covered: EdgeSet::new(self.numbers.len()),
            idle_steps: 0,
        };
        Machine::new(image, config, domain, watch, Captured::default())
    }

    /// The edges taken; the one on which a fault stopped the run counts.
    fn covered<D: Domain>(
        &self,
        machine: &mut Machine<'_, D, Watch<'_>, Captured>,
        end: &End,
    ) -> EdgeSet {
        let mut covered = std::mem::take(&mut machine.observer.covered);
        if let End::Stopped(Stop::Fault(fault)) = end {
            for entry in &fault.stack {
                if let Some(edge) = entry.edge {
                    covered.insert(self.numbers.number(entry.proc, edge));
                }
            }
        }
        covered
    }
}

/// Runs to the end or to a limit. `size` gives the branches recorded and the inputs taken so far.
fn drive<D: Domain>(
    machine: &mut Machine<'_, D, Watch<'_>, Captured>,
    entry: ProcId,
    limits: &RunLimits,
    most_idle: u64,
    size: impl Fn(&D) -> (usize, usize),
) -> End {
    if let Err(stop) = machine.start_entry(entry) {
        return ended(*stop);
    }
    let mut inputs = 0;
    loop {
        let steps = machine.state().steps();
        if steps >= limits.steps {
            return End::Cut;
        }
        if let Err(stop) = machine.advance((steps + STRIDE).min(limits.steps)) {
            return ended(*stop);
        }
        let (branches, taken) = size(&machine.domain);
        if branches > limits.branches {
            return End::Cut;
        }
        // A read that draws an input is a change of state that no edge shows.
        if machine.observer.idle_steps > most_idle && taken == inputs {
            return End::Repeats;
        }
        inputs = taken;
        if limits.budget.is_interrupted() {
            return End::Abandoned;
        }
    }
}

/// A limit of the simulator is a cut too.
fn ended(stop: Stop) -> End {
    match stop {
        Stop::OutOfBudget(_) => End::Cut,
        stop => End::Stopped(stop),
    }
}

fn idle_edges(program: &Program, numbers: &EdgeNumbers) -> EdgeSet {
    let mut idle = EdgeSet::new(numbers.len());
    for (id, proc) in program.procs() {
        for (edge, e) in proc.edges() {
            if matches!(e.op, Op::Skip | Op::Assume { .. }) {
                idle.insert(numbers.number(id, edge));
            }
        }
    }
    idle
}
