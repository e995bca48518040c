//! Running tests: the engine's only contact with the simulator.
//!
//! **Invariant.** A run cut by its step limit leaves the states it visited and
//! proves nothing; it is neither an end nor a fault.

use crate::effect::{slot_kind, state_variable};
use crate::forest::{State, Test};
use hatha_cfa::{EdgeId, LocId, Op, Place, ProcId, Program, VarId};
use hatha_exec::concolic::{Concolic, Constraint, Why};
use hatha_exec::concrete::Concrete;
use hatha_exec::config::{Config, Policy};
use hatha_exec::console::Captured;
use hatha_exec::fault::{Step, Stop, internal};
use hatha_exec::image::Image;
use hatha_exec::input::{Inputs, Request};
use hatha_exec::machine::Machine;
use hatha_exec::observe::Path;
use hatha_exec::symbolic;
use hatha_exec::word::{Kind, mask128};
use hatha_proof::input::InputEntry;
use hatha_term::{Bv, Model, TermId, TermPool, Value};
use rustc_hash::FxHashMap;

/// Given values first, then zeroes.
#[derive(Clone, Debug)]
pub struct Prefix {
    values: std::vec::IntoIter<u128>,
}

impl Prefix {
    /// From the values.
    pub fn new(values: Vec<u128>) -> Self {
        Prefix {
            values: values.into_iter(),
        }
    }
}

impl Inputs for Prefix {
    fn next(&mut self, request: &Request) -> Result<u128, String> {
        let bits = self.values.next().unwrap_or(0) & mask128(request.kind.bits());
        Ok(if request.kind == Kind::Bool {
            bits & 1
        } else {
            bits
        })
    }
}

/// A finished run.
pub struct Ran {
    /// Its path and states.
    pub test: Test,
    /// How it ended.
    pub stop: Stop,
    /// Its inputs, for a file.
    pub entries: Vec<InputEntry>,
}

/// Runs tests of one program.
pub struct Simulation<'a> {
    program: &'a Program,
    image: &'a Image<'a>,
    entry: ProcId,
    config: Config,
    slots: Vec<VarId>,
}

/// The state at the end of a path prefix, as terms over the inputs.
pub struct SymbolicState {
    /// The constraints of the path.
    pub path: Vec<Constraint>,
    /// The variables of the inputs that the prefix took and, last, of the one that the edge takes.
    pub inputs: Vec<TermId>,
    /// What takes the frontier edge: its guard, in this state.
    pub guard: TermId,
    /// State variables to terms, after the edge.
    pub after: FxHashMap<TermId, TermId>,
}

impl<'a> Simulation<'a> {
    /// For a flat program.
    pub fn new(image: &'a Image<'a>, entry: ProcId, config: Config) -> Self {
        let program = image.program();
        let slots = (0..program.vars.len() as u32)
            .map(VarId)
            .filter(|&v| slot_kind(program, v).is_some_and(|k| symbolic::sort(k).is_some()))
            .collect();
        let config = Config {
            policy: Policy {
                misaligned: config.policy.misaligned,
                ..Policy::REACHABILITY
            },
            ..config
        };
        Simulation {
            program,
            image,
            entry,
            config,
            slots,
        }
    }

    /// Runs a test, at most `limit` steps.
    pub fn run(&self, pool: &mut TermPool, inputs: Vec<u128>, limit: u64) -> Ran {
        let domain = Concrete::new(self.config.policy, Box::new(Prefix::new(inputs)));
        let mut machine = Machine::new(
            self.image,
            self.config.clone(),
            domain,
            Path::default(),
            Captured::default(),
        );
        let mut test = Test {
            inputs: Vec::new(),
            states: Vec::new(),
            edges: Vec::new(),
        };
        let stop = match machine.start_entry(self.entry) {
            Err(stop) => *stop,
            Ok(()) => loop {
                match machine.location() {
                    Some((proc, location)) if proc == self.entry => {
                        test.states.push(self.state(pool, &machine, location));
                    }
                    _ => {}
                }
                if test.edges.len() as u64 >= limit {
                    break Stop::OutOfBudget(hatha_exec::fault::Budget::Steps(limit));
                }
                let before = machine.observer.edges.len();
                let stepped = machine.step();
                test.edges
                    .extend(machine.observer.edges[before..].iter().map(|(_, e)| *e));
                if let Err(stop) = stepped {
                    break *stop;
                }
            },
        };
        test.inputs = machine
            .domain
            .recorder()
            .taken()
            .iter()
            .map(|(_, bits)| *bits)
            .collect();
        let entries = machine.domain.recorder().entries(self.program);
        Ran {
            test,
            stop,
            entries,
        }
    }

    fn state(
        &self,
        pool: &mut TermPool,
        machine: &Machine<'_, Concrete, Path, Captured>,
        location: LocId,
    ) -> State {
        let mut slots = Model::new();
        for &v in &self.slots {
            let (Some(word), Some(kind)) = (machine.slot(v), slot_kind(self.program, v)) else {
                continue;
            };
            let Some(variable) = state_variable(self.program, pool, v).and_then(|t| pool.as_var(t))
            else {
                continue;
            };
            // A slot without a value yet draws one when it is read; until then any will do.
            let bits = if word.is_defined() {
                word.bits_of(kind)
            } else {
                0
            };
            slots.set(variable, Value::Bv(Bv::new(u32::from(kind.bits()), bits)));
        }
        State { location, slots }
    }

    /// Follows a test for `steps` edges with terms, then takes one more edge symbolically.
    pub fn follow(
        &self,
        pool: &mut TermPool,
        test: &Test,
        steps: usize,
        edge: EdgeId,
    ) -> Step<SymbolicState> {
        let domain = Concolic::new(
            self.config.policy,
            Box::new(Prefix::new(test.inputs.clone())),
            pool,
        );
        let mut machine = Machine::new(
            self.image,
            self.config.clone(),
            domain,
            Path::default(),
            Captured::default(),
        );
        machine.start_entry(self.entry)?;
        for _ in 0..steps {
            machine.step()?;
        }
        if machine
            .observer
            .edges
            .iter()
            .map(|(_, e)| *e)
            .ne(test.edges[..steps].iter().copied())
        {
            return internal("a repeated run left its path");
        }
        self.take_edge(&mut machine, edge)
    }

    fn take_edge(
        &self,
        machine: &mut Machine<'_, Concolic<'_>, Path, Captured>,
        edge: EdgeId,
    ) -> Step<SymbolicState> {
        let op = &self.program.proc(self.entry).edge(edge).op;
        // Reading may choose values of globals: they are inputs of the prefix, and known after it.
        let read = match op {
            Op::Assume { cond: value, .. }
            | Op::Assign {
                place: Place::Slot(_),
                value,
            } => Some((machine.eval(*value)?, self.kind(*value)?)),
            _ => None,
        };
        let mut inputs = machine.domain.inputs().to_vec();
        let mut after = self.slot_terms(machine);
        let mut guard = machine.domain.pool.tru();
        match op {
            Op::Assume { taken, .. } => {
                if let Some((value, kind)) = read
                    && let Some(term) = machine.domain.term(value, kind)
                    && let Some(test) = symbolic::truth(machine.domain.pool, kind, term)
                {
                    guard = if *taken {
                        test
                    } else {
                        machine.domain.pool.not(test)
                    };
                }
            }
            Op::Assign {
                place: Place::Slot(v),
                ..
            } => {
                let term = read.and_then(|(value, kind)| machine.domain.term(value, kind));
                self.update(machine, &mut after, *v, term);
            }
            Op::Havoc {
                place: Place::Slot(v),
                ..
            }
            | Op::Declare(v) => {
                let term = self.next_input(machine, *v, inputs.len());
                inputs.extend(term);
                self.update(machine, &mut after, *v, term);
            }
            Op::Call {
                result: Some(Place::Slot(v)),
                ..
            }
            | Op::Builtin {
                result: Some(Place::Slot(v)),
                ..
            } => {
                let term = self.next_input(machine, *v, inputs.len());
                inputs.extend(term);
                self.update(machine, &mut after, *v, term);
            }
            _ => {}
        }
        let path = machine.domain.path().to_vec();
        Ok(SymbolicState {
            path,
            inputs,
            guard,
            after,
        })
    }

    fn kind(&self, expr: hatha_cfa::ExprId) -> Step<Kind> {
        let scalar = self.program.scalar(self.program.exprs.get(expr).ty);
        let scalar = scalar
            .ok_or_else(|| Box::new(Stop::Internal("an expression without a kind".to_owned())))?;
        Ok(Kind::of(scalar, &self.program.target))
    }

    fn slot_terms(
        &self,
        machine: &mut Machine<'_, Concolic<'_>, Path, Captured>,
    ) -> FxHashMap<TermId, TermId> {
        let mut terms = FxHashMap::default();
        for &v in &self.slots {
            let (Some(&value), Some(kind)) = (machine.slot(v), slot_kind(self.program, v)) else {
                continue;
            };
            let term = machine.domain.term(value, kind);
            let variable = state_variable(self.program, machine.domain.pool, v);
            if let (Some(variable), Some(term)) = (variable, term) {
                terms.insert(variable, term);
            }
        }
        terms
    }

    fn next_input(
        &self,
        machine: &mut Machine<'_, Concolic<'_>, Path, Captured>,
        v: VarId,
        n: usize,
    ) -> Option<TermId> {
        let sort = symbolic::sort(slot_kind(self.program, v)?)?;
        Some(machine.domain.pool.var(&Concolic::input_name(n), sort))
    }

    fn update(
        &self,
        machine: &mut Machine<'_, Concolic<'_>, Path, Captured>,
        after: &mut FxHashMap<TermId, TermId>,
        v: VarId,
        term: Option<TermId>,
    ) {
        if let (Some(variable), Some(term)) =
            (state_variable(self.program, machine.domain.pool, v), term)
        {
            after.insert(variable, term);
        }
    }
}

/// Whether a path holds only where some value is what it was in this run.
pub fn is_pinned(path: &[Constraint]) -> bool {
    path.iter().any(|c| c.why == Why::Pinned)
}
