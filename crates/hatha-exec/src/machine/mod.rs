//! The simulator: one step function for every value domain.
//!
//! **Invariant.** [`Machine::step`] takes exactly one edge of one automaton (a
//! call edge enters the callee, a return edge leads on to the caller's next
//! location). All effects on the program's state are here, all computation with
//! values is in the [`Domain`]. A run never panics on what a program does: it
//! ends in one of the cases of [`Stop`].

mod access;
mod blocks;
mod builtin;
mod call;
mod compare;
mod control;
mod entry;
mod eval;
mod external;
mod jump;
mod locate;
mod numbers;
pub mod object;
pub mod outside;
mod print;
mod value;

pub(crate) use access::misplaced;

use crate::code::{Code, Insn};
use crate::config::Config;
use crate::console::Console;
use crate::domain::{Domain, Extent};
use crate::fault::{Budget, FaultKind, Step, Stop};
use crate::image::Image;
use crate::memory::{Extract, Layout, MemError, Memory, NewObject, Object};
use crate::num::Trap;
use crate::observe::Observer;
use crate::rand::Rand;
use crate::word::{Definedness, Prov, Word};
use hatha_cfa::{EdgeId, LocId, ProcId};
use hatha_index::IndexVec;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Why an instruction cannot be completed, without its place.
#[derive(Debug)]
enum Halt {
    Trap(Trap),
    Memory(MemError, Attempt),
    Fault {
        kind: FaultKind,
        message: String,
        object: Prov,
    },
    Unsupported(String),
    Budget(Budget),
    Blocked,
    Exit(i32),
    Input(String),
    Internal(String),
}

/// An access that was tried.
#[derive(Clone, Copy, Debug)]
struct Attempt {
    address: Word,
    write: bool,
}

type Run<T> = Result<T, Box<Halt>>;

impl From<Trap> for Box<Halt> {
    #[cold]
    fn from(trap: Trap) -> Self {
        Box::new(Halt::Trap(trap))
    }
}

impl Halt {
    /// A fault of the program.
    #[cold]
    fn fault<T>(kind: FaultKind, message: impl Into<String>) -> Run<T> {
        Err(Box::new(Halt::Fault {
            kind,
            message: message.into(),
            object: Prov::NONE,
        }))
    }

    #[cold]
    fn internal<T>(message: &str) -> Run<T> {
        Err(Box::new(Halt::Internal(message.to_owned())))
    }
}

/// An invocation.
#[derive(Clone, Debug)]
struct Frame {
    proc: ProcId,
    /// Where it goes on.
    pc: usize,
    /// Its first register.
    base: usize,
    /// Its first memory local.
    locals: usize,
    /// Tells invocations apart.
    serial: u64,
    /// Its variadic arguments.
    variadic: Word,
    /// Where the caller wants the result.
    result: Option<(crate::code::Opnd, crate::word::Kind, hatha_cfa::TypeId)>,
}

/// Everything that changes during a run.
#[derive(Debug)]
pub struct State<D: Domain> {
    memory: Memory<D::Shadow>,
    globals: Vec<D::Value>,
    regs: Vec<D::Value>,
    frames: Vec<Frame>,
    /// Addresses of the memory locals of all frames; zero where there is none.
    locals: Vec<Word>,
    /// Blocks of `alloca` and the depth of the frame each belongs to.
    blocks: Vec<(usize, Prov)>,
    /// A structure on its way from a callee.
    returned: Option<Extract<D::Shadow>>,
    rand: Rand,
    steps: u64,
    invocations: u64,
    /// Whether the entry has returned and the exit handlers run.
    leaving: Option<i32>,
    /// What the entry function started from.
    environment: entry::Environment,
    /// What lies around the program.
    outside: outside::Outside,
    /// What is known about blocks of the heap.
    blocks_known: blocks::Blocks,
    /// Where numbers became pointers that may be meant for two objects.
    numbers: numbers::Numbers,
}

/// Not derived: a domain need not be one that can be copied.
impl<D: Domain> Clone for State<D> {
    fn clone(&self) -> Self {
        State {
            memory: self.memory.clone(),
            globals: self.globals.clone(),
            regs: self.regs.clone(),
            frames: self.frames.clone(),
            locals: self.locals.clone(),
            blocks: self.blocks.clone(),
            returned: self.returned.clone(),
            rand: self.rand.clone(),
            steps: self.steps,
            invocations: self.invocations,
            leaving: self.leaving,
            environment: self.environment.clone(),
            outside: self.outside.clone(),
            blocks_known: self.blocks_known.clone(),
            numbers: self.numbers.clone(),
        }
    }
}

impl<D: Domain> State<D> {
    /// Before the first step.
    fn initial(image: &Image<'_>, config: &Config, domain: &mut D) -> Self {
        let mut memory = image.memory().map(|p, address| D::shadow(*p, address));
        memory.set_limit(config.limits.memory);
        let globals = image.globals().iter();
        State {
            memory,
            globals: globals.map(|w| domain.constant(*w)).collect(),
            regs: Vec::new(),
            frames: Vec::new(),
            locals: Vec::new(),
            blocks: Vec::new(),
            returned: None,
            rand: Rand::new(1),
            steps: 0,
            invocations: 0,
            leaving: None,
            environment: entry::Environment::default(),
            outside: outside::Outside::default(),
            blocks_known: blocks::Blocks::default(),
            numbers: numbers::Numbers::default(),
        }
    }

    /// The memory.
    pub fn memory(&self) -> &Memory<D::Shadow> {
        &self.memory
    }

    /// Edges taken so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Invocations on the stack.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }
}

/// The place in the code that runs; a copy of the top frame's.
#[derive(Clone, Copy, Debug)]
struct Cursor<'i> {
    code: &'i Code,
    proc: ProcId,
    pc: usize,
    /// The first register of the frame.
    base: usize,
    /// Where the procedure's constants start among those of the domain.
    consts: usize,
}

/// A program, its state, and what it runs with.
#[derive(Debug)]
pub struct Machine<'i, D: Domain, O: Observer, C: Console> {
    image: &'i Image<'i>,
    config: Config,
    /// The value domain.
    pub domain: D,
    /// Who watches.
    pub observer: O,
    /// The outside world.
    pub console: C,
    state: State<D>,
    unknown: external::Unknown,
    /// The constants of the procedures entered so far, as values of the domain.
    consts: Vec<D::Value>,
    /// Where those of each procedure start.
    const_base: IndexVec<ProcId, Option<usize>>,
}

impl<'i, D: Domain, O: Observer, C: Console> Machine<'i, D, O, C> {
    /// A machine with the program's initial state and no invocation.
    pub fn new(
        image: &'i Image<'i>,
        config: Config,
        mut domain: D,
        observer: O,
        console: C,
    ) -> Self {
        let mut machine = Machine {
            image,
            state: State::initial(image, &config, &mut domain),
            domain,
            observer,
            console,
            unknown: external::Unknown::default(),
            consts: Vec::new(),
            const_base: vec![None; image.program().procs.len()].into(),
            config,
        };
        machine.place_regions();
        machine.announce_all();
        machine
    }

    /// Starts over with an image of the same program and chosen places of objects.
    pub fn start_over(&mut self, image: &'i Image<'i>, layout: Rc<Layout>) {
        self.image = image;
        self.state = State::initial(image, &self.config, &mut self.domain);
        self.consts.clear();
        self.const_base.fill(None);
        self.place_regions();
        self.set_layout(layout);
        self.announce_all();
    }

    /// Chooses places for objects that are still to come.
    pub fn set_layout(&mut self, layout: Rc<Layout>) {
        self.state.memory.set_layout(layout);
    }

    /// Tells the domain of every object.
    fn announce_all(&mut self) {
        if D::FOLLOWS_OBJECTS {
            for object in self.state.memory.remembered_objects() {
                self.domain.born(Extent::of(object));
            }
        }
    }

    /// A new object, of which the domain hears.
    fn allocate(&mut self, new: NewObject) -> Run<Word> {
        let at = match self.state.memory.allocate(new) {
            Ok(at) => at,
            Err(e) => return self.refuse_access(e, Word::ZERO, true),
        };
        // Then it matters that its bytes are not written.
        if self.image.program().asks_written {
            self.state.memory.touch(at.prov);
        }
        if D::FOLLOWS_OBJECTS
            && let Some(object) = self.state.memory.live(at.prov)
        {
            self.domain.born(Extent::of(object));
        }
        Ok(at)
    }

    /// Ends an object; nothing happens if it is not alive.
    fn end_object(&mut self, prov: Prov) {
        let is_alive = D::FOLLOWS_OBJECTS && self.state.memory.live(prov).is_some();
        self.state.memory.kill(prov);
        if is_alive {
            self.domain.ended(prov, self.state.memory.births());
        }
    }

    /// The image.
    pub fn image(&self) -> &'i Image<'i> {
        self.image
    }

    /// The state.
    pub fn state(&self) -> &State<D> {
        &self.state
    }

    /// Goes on from another state of the same program.
    pub fn set_state(&mut self, state: State<D>) {
        for f in &state.frames {
            self.prepare(f.proc);
        }
        self.state = state;
        self.announce_all();
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Shows what changed in memory since the last call, together with the domain, which knows
    /// more about stored values than their bytes.
    pub fn changes(
        &mut self,
        mut show: impl FnMut(&mut D, &Object<D::Shadow>, std::ops::Range<usize>),
    ) {
        let domain = &mut self.domain;
        self.state.memory.changes(|o, bytes| show(domain, o, bytes));
    }

    /// Functions without a body that were called.
    pub fn externals(&self) -> &BTreeSet<ProcId> {
        &self.unknown.called
    }

    /// Whether a function without a body could have changed more than it did here.
    pub fn leaves_effects_out(&self) -> bool {
        self.unknown.leaves_out
    }

    /// The procedure and location where the run stands, `None` before the start and after the end.
    pub fn location(&self) -> Option<(ProcId, LocId)> {
        let f = self.state.frames.last()?;
        let code = self.image.code(f.proc);
        Some((f.proc, code.origins.get(f.pc)?.loc))
    }

    /// Takes one edge.
    pub fn step(&mut self) -> Step<()> {
        self.advance(self.state.steps + 1)
    }

    /// Runs to the end and says how it ended.
    pub fn run(&mut self) -> Stop {
        let limit = self.config.limits.steps;
        let stop = match self.advance(limit) {
            Err(stop) => *stop,
            Ok(()) => Stop::OutOfBudget(Budget::Steps(limit)),
        };
        self.console.flush();
        stop
    }

    /// Runs until that many edges have been taken since the start.
    pub fn advance(&mut self, until: u64) -> Step<()> {
        let Some(mut cursor) = self.cursor() else {
            return crate::fault::internal("there is nothing to run");
        };
        let until = until.min(self.config.limits.steps);
        if self.state.steps >= until {
            return Err(Box::new(Stop::OutOfBudget(Budget::Steps(until))));
        }
        let result = self.execute(&mut cursor, until);
        if let Some(f) = self.state.frames.last_mut() {
            f.pc = cursor.pc;
        }
        result.map_err(|halt| Box::new(self.locate(*halt)))
    }

    fn cursor(&self) -> Option<Cursor<'i>> {
        let f = self.state.frames.last()?;
        Some(Cursor {
            code: self.image.code(f.proc),
            proc: f.proc,
            pc: f.pc,
            base: f.base,
            consts: self.const_base[f.proc].unwrap_or(0),
        })
    }

    /// Makes the constants of a procedure values of the domain, once.
    fn prepare(&mut self, proc: ProcId) {
        let base = &mut self.const_base[proc];
        if base.is_none() {
            *base = Some(self.consts.len());
            for word in &self.image.code(proc).consts {
                self.consts.push(self.domain.constant(*word));
            }
        }
    }

    /// Announces an edge.
    #[inline]
    fn take(&mut self, proc: ProcId, edge: EdgeId) {
        self.state.steps += 1;
        self.observer.edge(proc, edge);
    }

    /// The step function: runs until `until` edges have been taken.
    fn execute(&mut self, cur: &mut Cursor<'i>, until: u64) -> Run<()> {
        loop {
            let insn = &cur.code.insns[cur.pc];
            cur.pc += 1;
            match *insn {
                Insn::Next { edge, target } => {
                    self.take(cur.proc, edge);
                    cur.pc = target as usize;
                }
                Insn::Binary {
                    op,
                    kind,
                    right,
                    dst,
                    a,
                    b,
                } => {
                    self.binary(cur, op, (kind, right), dst, (a, b))?;
                    // An assignment mostly ends its edge: one dispatch less.
                    let Insn::Next { edge, target } = cur.code.insns[cur.pc] else {
                        continue;
                    };
                    self.take(cur.proc, edge);
                    cur.pc = target as usize;
                }
                Insn::Compare {
                    op,
                    kind,
                    a,
                    b,
                    branch,
                } => self.compare(cur, op, kind, (a, b), branch)?,
                Insn::Branch { cond, kind, branch } => self.branch(cur, cond, kind, branch)?,
                Insn::Arrive { target } => cur.pc = target as usize,
                Insn::Switch {
                    value,
                    kind,
                    switch,
                } => self.switch(cur, value, kind, switch)?,
                Insn::Call { call } => {
                    if !self.call(cur, call)? {
                        continue;
                    }
                }
                _ => {
                    self.other(cur, insn)?;
                    continue;
                }
            }
            if self.state.steps >= until {
                return Ok(());
            }
        }
    }

    /// Instructions inside an edge, and rarer ways to end one.
    #[inline]
    fn other(&mut self, cur: &mut Cursor<'i>, insn: &Insn) -> Run<()> {
        match *insn {
            Insn::Move { .. }
            | Insn::Local { .. }
            | Insn::Offset { .. }
            | Insn::Index { .. }
            | Insn::Difference { .. }
            | Insn::Load { .. }
            | Insn::Object { .. }
            | Insn::Unary { .. }
            | Insn::Binary { .. }
            | Insn::Cast { .. }
            | Insn::Watch { .. }
            | Insn::Unless { .. }
            | Insn::Jump { .. }
            | Insn::Done { .. } => self.value(cur, insn),
            Insn::Store { addr, src, access } => self.store_insn(cur, addr, src, access),
            _ => self.rare(cur, insn),
        }
    }

    fn undefined(&mut self) -> D::Value {
        self.domain
            .constant(Word::undefined(Definedness::Indeterminate))
    }
}
