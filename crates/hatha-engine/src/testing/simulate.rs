//! Running tests: the engine's only contact with the simulator.
//!
//! **Invariant.** A run cut by its step limit or at a repeated state leaves the
//! states it visited and proves nothing; it is neither an end nor a fault.

use crate::testing::forest::Visit;
use crate::testing::history::{History, Initial, initial};
use crate::testing::pointees::{Pointee, Pointees};
use crate::tuning::simulate::{KEPT, LARGEST, MEMORY, OBJECTS, RECORDED_VALUES};
use hatha_blocks::block::{BlockId, Blocks, CutId, START};
use hatha_blocks::effect::{slot_kind, state_variable};
use hatha_blocks::memory::Update;
use hatha_cfa::join::{Component, Joined};
use hatha_cfa::{Builtin, EdgeId, LocId, Op, ProcId, Procedure, Program, VarId, VarScope};
use hatha_exec::concolic::{Concolic, Constraint, Pair};
use hatha_exec::config::Config;
use hatha_exec::console::Captured;
use hatha_exec::fault::{Budget, Stop};
use hatha_exec::image::Image;
use hatha_exec::input::{Inputs, NoInput, Random, Request};
use hatha_exec::machine::Machine;
use hatha_exec::machine::object::Behind;
use hatha_exec::memory::{Object, ObjectKind};
use hatha_exec::observe::Observer;
use hatha_exec::word::{Kind, Prov, Word, mask128};
use hatha_proof::input::InputEntry;
use hatha_proof::vocabulary::{
    FIRST_HEAP_ID, Ghost, address, allocated_id, as_stored_ghost, is_held, object_id,
};
use hatha_term::{TermId, TermPool, VarId as TermVar};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

/// The inputs of a test.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// In the order in which they are taken.
    pub values: Vec<u128>,
    /// What addresses hold before anybody writes there.
    pub held: BTreeMap<u64, u128>,
}

impl From<Vec<u128>> for Given {
    fn from(values: Vec<u128>) -> Self {
        Given {
            values,
            held: BTreeMap::new(),
        }
    }
}

/// Given values first, then zeroes or random ones.
#[derive(Clone, Debug)]
pub struct Prefix {
    values: std::vec::IntoIter<u128>,
    rest: Option<Random>,
    held: BTreeMap<u64, u128>,
    /// Whether what memory held before the first write is among the values, in its order.
    recorded: bool,
    /// Addresses of objects that always live, which random pointers may be.
    places: Rc<[u64]>,
}

impl Prefix {
    /// How many values are given before the zeroes; `None` if random ones follow.
    pub fn given(&self) -> Option<u32> {
        let count = self.values.len() as u32;
        self.rest.is_none().then_some(count)
    }

    /// From the values, then zeroes.
    pub fn new(given: impl Into<Given>) -> Self {
        let Given { values, held } = given.into();
        Prefix {
            values: values.into_iter(),
            rest: None,
            held,
            recorded: false,
            places: Rc::default(),
        }
    }

    /// The values of a recorded run, all in their order.
    pub fn recorded(values: Vec<u128>) -> Self {
        Prefix {
            recorded: true,
            ..Prefix::new(values)
        }
    }

    /// From the values, then random ones.
    pub(crate) fn with_random(values: Vec<u128>, seed: u64) -> Self {
        Prefix {
            rest: Some(Random::new(seed)),
            ..Prefix::new(values)
        }
    }

    /// A random value; a pointer is one to an object more often than not, because no run gets far
    /// with a wild one.
    fn random(&self, drawn: u128, kind: Kind) -> u128 {
        let count = self.places.len();
        if count == 0 || !matches!(kind, Kind::Ptr { .. }) {
            return drawn;
        }
        // Null, wild, or one of the objects.
        match (drawn % (count as u128 + 2)) as usize {
            0 => 0,
            1 => drawn,
            n => u128::from(self.places[n - 2]),
        }
    }
}

impl Inputs for Prefix {
    fn next(&mut self, request: &Request) -> Result<u128, NoInput> {
        let given = match request.hole.filter(|_| !self.recorded) {
            Some(address) => self.held.get(&address).copied(),
            None => self.values.next(),
        };
        let value = match (given, &mut self.rest) {
            (Some(given), _) => given,
            (None, Some(random)) => {
                let drawn = random.next(request)?;
                self.random(drawn, request.kind)
            }
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

/// Where the procedures of the joined automaton stand in it.
#[derive(Clone, Debug)]
struct Places {
    entry: ProcId,
    /// The first location and edge of each component.
    components: Vec<(ProcId, u32, u32)>,
}

impl Places {
    fn new(joined: &Joined) -> Self {
        let place = |c: &Component| (c.proc, c.first, c.first_edge);
        Places {
            entry: joined.entry,
            components: joined.components.iter().map(place).collect(),
        }
    }

    /// The first location and edge of a procedure.
    fn of(&self, proc: ProcId) -> Option<(u32, u32)> {
        if proc == self.entry {
            return Some((0, 0));
        }
        let found = self.components.iter().find(|c| c.0 == proc);
        found.map(|&(_, location, edge)| (location, edge))
    }
}

/// The last edge in the joined automaton; calls through pointers have edges of their own.
#[derive(Clone, Debug)]
struct LastEdge<'a> {
    places: &'a Places,
    edge: Option<EdgeId>,
    /// The edges that allocate blocks; none if ids of objects do not matter.
    allocations: &'a BTreeSet<EdgeId>,
    /// Those of them that were taken since somebody looked.
    allocated: Vec<EdgeId>,
}

impl Observer for LastEdge<'_> {
    #[inline]
    fn edge(&mut self, proc: ProcId, edge: EdgeId) {
        if let Some((_, first)) = self.places.of(proc) {
            let edge = EdgeId(edge.0 + first);
            self.edge = Some(edge);
            if self.allocations.contains(&edge) {
                self.allocated.push(edge);
            }
        }
    }
}

/// A finished run.
pub(crate) struct Ran {
    /// The cut points it passed.
    pub visits: Vec<Visit>,
    /// The block in which it ended, if it is known.
    pub last: Option<BlockId>,
    /// The constraints of its path.
    pub path: Vec<Constraint>,
    /// Its inputs.
    pub inputs: Given,
    /// The same, for a file.
    pub entries: Vec<InputEntry>,
    /// How it ended.
    pub stop: Stop,
    /// Steps taken.
    pub steps: u64,
    /// Bytes of live objects at the cut point where there were most.
    pub live_bytes: u64,
    /// What memory held at the cut points.
    pub memory: History,
    /// The largest objects of the heap that lived at the end.
    pub heap: Vec<u64>,
}

/// The inputs that a run took.
fn given(taken: &[(Request, u128)], by_place: bool) -> Given {
    let mut all = Given::default();
    for (request, bits) in taken {
        match request.hole.filter(|_| by_place) {
            // What was there first, if the place has been another object's since.
            Some(address) => {
                all.held.entry(address).or_insert(*bits);
            }
            None => all.values.push(*bits),
        }
    }
    all
}

/// How far a test may go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Inputs after which the rest is zeroes, so that a state that comes again comes for ever;
    /// `None` if that never happens.
    pub given: Option<u32>,
    /// Edges.
    pub steps: u64,
    /// Inputs.
    pub inputs: usize,
    /// Bytes of live objects.
    pub memory: u64,
}

/// Runs tests of one flat program.
pub(crate) struct Simulation<'a> {
    program: &'a Program,
    image: &'a Image<'a>,
    places: Places,
    config: Config,
    tracked: Tracked,
    /// The tracked slots: they are looked at in every state.
    slots: Vec<Watched>,
    /// The tracked ghosts with their slots.
    ghosts: Vec<(Watched, Ghost)>,
    /// The edges that allocate on the heap, if ids of objects matter.
    allocations: BTreeSet<EdgeId>,
    /// Whether those of invocations further down the stack are looked at, too: descents need them.
    below: bool,
    /// What memory holds when a test starts.
    start: Initial,
    /// Where objects lie that live as long as the program.
    objects: Rc<[u64]>,
    /// The largest of them.
    largest: Vec<u64>,
    /// Whether what was never written is named after its place. Not where the entry starts from
    /// pointers: then the objects behind them, and so their places, are inputs themselves.
    by_place: bool,
    by_edge: FxHashMap<(CutId, EdgeId), BlockId>,
    /// Whether the tracked slots alone decide every branch.
    closed: bool,
}

/// A tracked slot.
struct Watched {
    var: VarId,
    kind: Kind,
    /// The procedure whose invocations have it; none if it is the program's.
    owner: Option<ProcId>,
}

fn watched(program: &Program, var: VarId) -> Option<Watched> {
    Some(Watched {
        var,
        kind: slot_kind(program, var)?,
        owner: match program.var(var).scope {
            VarScope::Global => None,
            VarScope::Param(owner, _) | VarScope::Local(owner) => Some(owner),
        },
    })
}

/// The addresses of the first writable objects that live as long as the program.
fn lasting(image: &Image<'_>) -> Rc<[u64]> {
    let objects = image.memory().live_objects();
    let fits = objects.filter(|o| !o.read_only && o.bytes().len() >= 8);
    fits.map(|o| o.base).take(OBJECTS).collect()
}

/// The addresses of the largest of some objects that can be written.
fn largest<'o, S: Clone + 'o>(objects: impl Iterator<Item = &'o Object<S>>) -> Vec<u64> {
    let mut all: Vec<(usize, u64)> = objects
        .filter(|o| !o.read_only && o.bytes().len() >= 8)
        .map(|o| (o.bytes().len(), o.base))
        .collect();
    all.sort_unstable_by(|a, b| b.cmp(a));
    all.into_iter().take(LARGEST).map(|(_, at)| at).collect()
}

/// The edges that allocate blocks.
fn allocations(proc: &Procedure) -> BTreeSet<EdgeId> {
    let allocates = |op: &Op| {
        matches!(
            op,
            Op::Builtin {
                builtin: Builtin::Alloc | Builtin::StackAlloc,
                ..
            }
        )
    };
    let found = proc.edges().filter(|(_, e)| allocates(&e.op));
    found.map(|(id, _)| id).collect()
}

impl<'a> Simulation<'a> {
    /// For a flat program whose states are told apart by the given slots.
    pub(crate) fn new(
        image: &'a Image<'a>,
        joined: &Joined,
        config: Config,
        blocks: &Blocks,
        tracked: Tracked,
    ) -> Self {
        let config = config.for_reachability();
        let keyed = |id: BlockId| {
            let b = blocks.block(id);
            Some(((b.from, b.last_edge()?), id))
        };
        let program = image.program();
        let (slots, ghosts) = (tracked.slots.iter(), tracked.ghosts.iter());
        Simulation {
            program: image.program(),
            image,
            places: Places::new(joined),
            config,
            // A query is not exact about memory: it takes the addresses of one test for granted.
            closed: !tracked.memory
                && tracked.addresses.is_empty()
                && tracked.ghosts.is_empty()
                && blocks.ids().all(|b| !blocks.block(b).open),
            start: if tracked.memory {
                initial(image.memory().live_objects())
            } else {
                Initial::default()
            },
            objects: lasting(image),
            largest: largest(image.memory().live_objects()),
            by_place: !blocks.block(blocks.out(START)[0]).open,
            // Only slots with a kind are tracked.
            slots: slots.filter_map(|&v| watched(program, v)).collect(),
            ghosts: ghosts
                .filter_map(|&(v, g)| Some((watched(program, v)?, g)))
                .collect(),
            below: !joined.asked.is_empty(),
            allocations: match tracked.pointees || !tracked.ghosts.is_empty() {
                true => allocations(program.proc(joined.entry)),
                false => BTreeSet::new(),
            },
            tracked,
            by_edge: blocks.ids().filter_map(keyed).collect(),
        }
    }

    /// Whether the tracked slots alone decide every branch, so that a query foretells a run.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed
    }

    /// Where the largest objects lie that live as long as the program.
    pub(crate) fn largest(&self) -> &[u64] {
        &self.largest
    }

    /// Whether what memory holds decides branches.
    pub(crate) fn tracks_memory(&self) -> bool {
        self.tracked.memory
    }

    /// The program's variables that matter and live as long as it: their addresses, where they
    /// lie in every test, and their sizes.
    pub(crate) fn addresses(&self, pool: &mut TermPool) -> Vec<(TermId, TermId, u64)> {
        let bits = self.program.target.pointer_bits;
        let mut found = Vec::new();
        for object in self.image.memory().live_objects() {
            if let ObjectKind::Global(v) = object.kind
                && self.tracked.addresses.contains(&v)
            {
                let at = pool.bv_const(bits, u128::from(object.base));
                found.push((address(pool, bits, v), at, object.size));
            }
        }
        found
    }

    /// Runs a test.
    pub(crate) fn run(
        &self,
        pool: &mut TermPool,
        blocks: &Blocks,
        inputs: Prefix,
        limits: Limits,
    ) -> Ran {
        tracing::trace!(target: "walk", "a test is run");
        let inputs = Prefix {
            places: Rc::clone(&self.objects),
            recorded: inputs.recorded || !self.by_place,
            ..inputs
        };
        let mut domain = Concolic::new(self.config.policy, Box::new(inputs), pool);
        if self.by_place {
            domain = domain.name_by_place();
        }
        let console = Captured::default();
        let mut config = self.config.clone();
        config.limits.memory = config.limits.memory.min(limits.memory);
        let observer = LastEdge {
            places: &self.places,
            edge: None,
            allocations: &self.allocations,
            allocated: Vec::new(),
        };
        let mut machine = Machine::new(self.image, config, domain, observer, console);
        let mut log = Log::new(self.history());
        if self.tracked.pointees {
            log.memory.pointees = Pointees::new(self.program.target.pointer_bits);
        }
        if self.tracked.memory {
            // What the image holds is known.
            let pointees = &mut log.memory.pointees;
            machine.changes(|_, o, bytes| pointees.note(0, o, bytes));
        }
        let stop = self.follow(blocks, &mut machine, &mut log, limits);
        let depth = machine.state().depth();
        let last = match (log.at(depth), machine.observer.edge) {
            (Some(cut), Some(edge)) => self.by_edge.get(&(cut, edge)).copied(),
            _ => None,
        };
        let taken = machine.domain.recorder().taken();
        let live = machine.state().memory().live_objects();
        let heap = largest(live.filter(|o| o.kind == ObjectKind::Heap));
        Ran {
            heap,
            visits: log
                .head
                .into_iter()
                .chain(log.exits)
                .chain(log.tail)
                .collect(),
            last,
            path: machine.domain.path().to_vec(),
            inputs: given(taken, self.by_place),
            entries: machine.domain.recorder().entries(self.program),
            stop,
            steps: machine.state().steps(),
            live_bytes: log.live_bytes,
            memory: log.memory,
        }
    }

    /// Runs the machine from the entry to where it stops.
    fn follow(
        &self,
        blocks: &Blocks,
        machine: &mut Machine<'_, Concolic<'_>, LastEdge<'_>, Captured>,
        log: &mut Log,
        limits: Limits,
    ) -> Stop {
        if let Err(stop) = machine.start_entry(self.places.entry) {
            return *stop;
        }
        loop {
            if let Some(stop) = self.record_visit(blocks, machine, log, limits) {
                return stop;
            }
            if let Err(stop) = machine.step() {
                return *stop;
            }
        }
    }

    /// Records the state if the machine stands at a cut point.
    fn record_visit(
        &self,
        blocks: &Blocks,
        machine: &mut Machine<'_, Concolic<'_>, LastEdge<'_>, Captured>,
        log: &mut Log,
        limits: Limits,
    ) -> Option<Stop> {
        let over = || Some(Stop::OutOfBudget(Budget::Steps(limits.steps)));
        if machine.state().steps() >= limits.steps || machine.domain.inputs().len() >= limits.inputs
        {
            return over();
        }
        let (proc, location) = machine.location()?;
        let (first, _) = self.places.of(proc)?;
        let cut = blocks.cut_at(LocId(location.0 + first))?;
        let depth = machine.state().depth();
        if self.begins(proc, location) {
            log.stack.truncate(depth);
        }
        let via = match (log.at(depth), machine.observer.edge) {
            (Some(from), Some(edge)) => self.by_edge.get(&(from, edge)).copied(),
            _ => None,
        };
        log.moment += 1;
        let live_bytes = machine.state().memory().live_bytes();
        log.live_bytes = log.live_bytes.max(live_bytes);
        let cost = (self.slots.len() as u64 + 16) * if self.tracked.memory { MEMORY } else { 1 };
        if u64::from(log.moment) * cost > RECORDED_VALUES {
            return over();
        }
        log.name_blocks(machine);
        if self.tracked.memory {
            let (moment, memory) = (log.moment, &mut log.memory);
            machine.changes(|domain, o, bytes| memory.note(moment, domain, o, bytes));
            let named = &log.named;
            memory
                .pointees
                .look(moment, |prov| pointee(machine, named, prov));
        }
        let visit = self.visit(machine, log, cut, via);
        log.stand_at(depth, cut);
        // The tracked slots decide everything and later inputs are the default ones: what
        // follows has been seen.
        let settled = limits.given.is_some_and(|n| visit.inputs >= n);
        let repeats = self.closed && settled && log.note_state(&visit);
        log.push(blocks, visit);
        if repeats { over() } else { None }
    }

    fn history(&self) -> History {
        let history = History::new(Rc::clone(&self.start), self.by_place);
        history.asking(self.program.asks_written)
    }

    fn visit(
        &self,
        machine: &mut Machine<'_, Concolic<'_>, LastEdge<'_>, Captured>,
        log: &Log,
        cut: CutId,
        via: Option<BlockId>,
    ) -> Visit {
        let mut values = Vec::with_capacity(self.tracked.slots.len());
        let mut terms = Vec::new();
        let proc = machine.location().map(|(proc, _)| proc);
        for (i, slot) in self.slots.iter().enumerate() {
            let Some(value) = self.held(machine, proc, slot) else {
                values.push(0);
                continue;
            };
            let kind = slot.kind;
            if value.word.is_defined() {
                values.push(value.word.bits_of(kind) as u64);
                terms.extend(value.term.map(|t| (i as u32, t)));
            } else {
                // It is written before it is read: any value will do.
                values.push(0);
            }
        }
        let address = |v: &VarId| {
            let at = machine.address_of(*v).filter(|_| self.is_visible(proc, *v));
            at.map_or(0, |at| at.lo)
        };
        values.extend(self.tracked.addresses.iter().map(address));
        for (slot, ghost) in &self.ghosts {
            let held = self.held(machine, proc, slot).copied();
            let held = held.filter(|value| value.word.is_defined());
            let (value, base) = held.map_or((0, None), |v| {
                ghost_value(machine, &log.named, v.word, *ghost)
            });
            let symbolic = held.and_then(|v| v.term).zip(base);
            if let Some((term, base)) = symbolic.filter(|_| *ghost == Ghost::Offset) {
                let pool = &mut *machine.domain.pool;
                let base = pool.bv_const(pool.width(term), u128::from(base));
                terms.push((values.len() as u32, pool.bv_sub(term, base)));
            }
            values.push(value);
        }
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

/// The edges that allocated blocks, by the numbers of these.
type Named = FxHashMap<u32, EdgeId>;

/// The first id of blocks whose edge is not known.
const OTHER_ID: u64 = FIRST_HEAP_ID as u64 + (1 << 30);

type TestMachine<'i, 'p, 'o> = Machine<'i, Concolic<'p>, LastEdge<'o>, Captured>;

/// A ghost of an address in a run, and where its object starts.
fn ghost_value(
    machine: &TestMachine<'_, '_, '_>,
    named: &Named,
    at: Word,
    ghost: Ghost,
) -> (u64, Option<u64>) {
    let Some(object) = machine.object_behind(at) else {
        return (0, None);
    };
    let value = match ghost {
        Ghost::Offset => at.lo.wrapping_sub(object.base),
        Ghost::Size => object.size,
        Ghost::Class => object.class,
        Ghost::Id => id(machine, named, &object),
    };
    (value, Some(object.base))
}

/// The id of an object in a run.
fn id(machine: &TestMachine<'_, '_, '_>, named: &Named, object: &Behind) -> u64 {
    match object.kind {
        ObjectKind::Global(v) => object_id(v) as u64,
        // That of another invocation goes by another name.
        ObjectKind::Local(v) if machine.address_of(v).is_some_and(|a| a.lo == object.base) => {
            object_id(v) as u64
        }
        _ => match named.get(&object.number) {
            Some(&edge) => allocated_id(edge) as u64,
            // One that no edge has.
            None => OTHER_ID + u64::from(object.number),
        },
    }
}

/// What pointers with a provenance lead to, if that lives.
fn pointee(machine: &TestMachine<'_, '_, '_>, named: &Named, prov: Prov) -> Option<Pointee> {
    let object = machine.object_behind(Word::address(0, prov))?;
    Some(Pointee {
        base: object.base,
        size: object.size,
        class: object.class,
        id: id(machine, named, &object),
    })
}

impl Simulation<'_> {
    /// The value of a slot, if an invocation has it.
    fn held<'m>(
        &self,
        machine: &'m TestMachine<'_, '_, '_>,
        proc: Option<ProcId>,
        slot: &Watched,
    ) -> Option<&'m Pair> {
        match slot.owner {
            Some(owner) if proc != Some(owner) && !self.below => None,
            Some(owner) if proc != Some(owner) => machine.slot_of(slot.var, owner),
            _ => machine.slot(slot.var),
        }
    }

    /// Whether an invocation of a component begins there; nothing leads back to its entry.
    fn begins(&self, proc: ProcId, location: LocId) -> bool {
        proc != self.places.entry && self.program.proc(proc).entry == location
    }

    /// Whether a variable is the program's or one of an invocation of a procedure.
    fn is_visible(&self, proc: Option<ProcId>, v: VarId) -> bool {
        match self.program.var(v).scope {
            VarScope::Global => true,
            VarScope::Param(owner, _) | VarScope::Local(owner) => proc == Some(owner),
        }
    }
}

/// What a run has recorded so far: its first and its last visits.
struct Log {
    head: Vec<Visit>,
    tail: VecDeque<Visit>,
    /// Different states at the exits of components between the two.
    exits: Vec<Visit>,
    returned: FxHashSet<(CutId, Box<[u64]>)>,
    /// The last cut point of each invocation, the outermost first.
    stack: Vec<Option<CutId>>,
    seen: FxHashSet<(CutId, Box<[u64]>, u64)>,
    moment: u32,
    memory: History,
    named: Named,
    /// The greatest number of an object that was looked at for its name.
    newest: u32,
    /// Bytes of live objects at the cut point where there were most.
    live_bytes: u64,
}

impl Log {
    fn new(memory: History) -> Self {
        Log {
            head: Vec::new(),
            tail: VecDeque::new(),
            exits: Vec::new(),
            returned: FxHashSet::default(),
            stack: Vec::new(),
            seen: FxHashSet::default(),
            moment: 0,
            memory,
            named: Named::default(),
            newest: 0,
            live_bytes: 0,
        }
    }

    /// Finds out which edges have allocated the blocks that are new. One that has gone already
    /// hides which the others are.
    fn name_blocks(&mut self, machine: &mut TestMachine<'_, '_, '_>) {
        let edges = std::mem::take(&mut machine.observer.allocated);
        if edges.is_empty() {
            return;
        }
        let live = machine.state().memory().live_objects();
        let is_block = |k: ObjectKind| matches!(k, ObjectKind::Heap | ObjectKind::StackBlock);
        let new = live.filter(|o| is_block(o.kind) && o.number >= self.newest);
        let mut new: Vec<u32> = new.map(|o| o.number).collect();
        new.sort_unstable();
        self.newest = new.last().map_or(self.newest, |n| n + 1);
        if new.len() != edges.len() {
            return;
        }
        for (number, edge) in new.into_iter().zip(edges) {
            // The second block of an edge has any other id.
            if !self.named.values().any(|e| *e == edge) {
                self.named.insert(number, edge);
            }
        }
    }

    /// The cut point before the place where an invocation stands: its own last one, or that of
    /// its caller if it has only begun.
    fn at(&self, depth: usize) -> Option<CutId> {
        let below = &self.stack[..self.stack.len().min(depth + 1)];
        below.iter().rev().find_map(|c| *c)
    }

    fn stand_at(&mut self, depth: usize, cut: CutId) {
        self.stack.resize(depth + 1, None);
        self.stack[depth] = Some(cut);
    }

    fn push(&mut self, blocks: &Blocks, visit: Visit) {
        if self.head.len() < KEPT {
            self.head.push(visit);
            return;
        }
        if self.tail.len() >= KEPT
            && let Some(old) = self.tail.pop_front()
        {
            self.keep_exit(blocks, old);
        }
        self.tail.push_back(visit);
    }

    /// Keeps a visit if it says for what arguments a component gave what result.
    fn keep_exit(&mut self, blocks: &Blocks, visit: Visit) {
        let is_exit = blocks.scope(visit.cut).is_some_and(|s| s.is_exit);
        if is_exit
            && self.exits.len() < KEPT
            && self.returned.insert((visit.cut, visit.values.clone()))
        {
            self.exits.push(visit);
        }
    }

    /// Remembers a state; whether it was there before, as far as that is remembered.
    fn note_state(&mut self, visit: &Visit) -> bool {
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
pub(crate) struct Tracked {
    /// Slots whose values decide branches, directly or through others, and have at most 64 bits.
    pub slots: Vec<VarId>,
    /// Memory variables whose addresses matter.
    pub addresses: Vec<VarId>,
    /// What slots lead to, as far as it matters.
    pub ghosts: Vec<(VarId, Ghost)>,
    /// Whether what memory holds decides branches.
    pub memory: bool,
    /// Whether where pointers in memory lead does.
    pub pointees: bool,
}

/// What guards and predicates depend on, through the updates of blocks.
#[derive(Default)]
struct Wanted {
    variables: FxHashSet<TermVar>,
    /// Whether they read memory, and where stored pointers lead.
    memory: bool,
    pointees: bool,
}

impl Wanted {
    fn from(joined: &Joined, blocks: &Blocks, pool: &mut TermPool) -> Self {
        let mut sources: FxHashMap<TermVar, Vec<TermId>> = FxHashMap::default();
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
        // Summaries are about what a component was called with and what it gave back.
        for c in &joined.components {
            let kept = c.frozen.iter().map(|(v, _)| *v).chain(c.result);
            terms.extend(kept.filter_map(|v| state_variable(&joined.program, pool, v)));
        }
        let mut wanted = Wanted::default();
        while !terms.is_empty() {
            terms = wanted.add(&terms, &sources, blocks, pool);
        }
        wanted
    }

    /// Adds the variables of terms; what these depend on in turn.
    fn add(
        &mut self,
        terms: &[TermId],
        sources: &FxHashMap<TermVar, Vec<TermId>>,
        blocks: &Blocks,
        pool: &TermPool,
    ) -> Vec<TermId> {
        let subterms = pool.subterms(terms);
        let reads = subterms.iter().any(|&t| is_held(pool, t));
        self.pointees |= subterms.iter().any(|&t| as_stored_ghost(pool, t).is_some());
        let mut next = Vec::new();
        if reads && !self.memory {
            self.memory = true;
            let all = blocks.ids().map(|id| blocks.block(id));
            next.extend(all.flat_map(|b| b.memory.iter()).flat_map(Update::terms));
        }
        for v in pool.free_vars(terms) {
            if self.variables.insert(v) {
                next.extend(sources.get(&v).into_iter().flatten());
            }
        }
        next
    }

    fn contains(&self, pool: &TermPool, variable: TermId) -> bool {
        let symbol = pool.as_var(variable);
        symbol.is_some_and(|s| self.variables.contains(&s))
    }
}

impl Tracked {
    /// What matters for the guards of the blocks, and for the predicates to start from.
    pub(crate) fn new(joined: &Joined, blocks: &Blocks, pool: &mut TermPool) -> Self {
        let program = &joined.program;
        let wanted = Wanted::from(joined, blocks, pool);
        let mut tracked = Tracked {
            memory: wanted.memory,
            pointees: wanted.pointees,
            ..Tracked::default()
        };
        for v in program.vars.keys() {
            let kind = slot_kind(program, v);
            let variable = match kind {
                Some(_) => state_variable(program, pool, v),
                None => Some(address(pool, program.target.pointer_bits, v)),
            };
            if let Some(Kind::Ptr { bits }) = kind {
                let is_wanted = |g: &Ghost| {
                    let term = g.term(pool, u32::from(bits), v);
                    wanted.contains(pool, term)
                };
                let found = Ghost::ALL.into_iter().filter(is_wanted);
                tracked
                    .ghosts
                    .extend(found.map(|g| (v, g)).collect::<Vec<_>>());
            }
            if !variable.is_some_and(|t| wanted.contains(pool, t)) {
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
    pub(crate) fn positions(
        &self,
        program: &Program,
        pool: &mut TermPool,
    ) -> FxHashMap<TermVar, u32> {
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
        for &(v, ghost) in &self.ghosts {
            let variable = ghost.term(pool, program.target.pointer_bits, v);
            all.extend(pool.as_var(variable).map(|s| (s, next)));
            next += 1;
        }
        all
    }
}
