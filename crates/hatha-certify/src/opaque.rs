//! Procedures that a proof does not look into: a call of one is its effect.
//!
//! **Soundness.** An execution that fails does so at an edge that states a failure. Of a procedure
//! that is not looked into, every edge is looked at, and every edge of what it may call, so none of
//! them states one, and none does what is not modelled: an invocation ends the program, goes on for
//! ever, or returns. If it returns it has changed the slots and memory that these edges change,
//! and nothing else. Who calls whom is over-approximated: a call through a pointer leads to any
//! function whose address somebody has and which can take the arguments, or to an unknown one.

use crate::check::Refusal;
use crate::reach::passes_function;
use crate::simulation::Exposed;
use crate::state::{Environment, Externals};
use crate::step::{changes_memory, visible_slots};
use hatha_cfa::output::Silence;
use hatha_cfa::{
    Arg, Builtin, Callee, Op, Place, ProcId, Procedure, Program, Storage, VarId, VarScope,
};
use std::collections::{BTreeMap, BTreeSet};

/// What an invocation that returns may have changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effect {
    /// Slots of the program.
    pub(crate) slots: BTreeSet<VarId>,
    /// Whether it may have changed memory.
    pub(crate) memory: bool,
}

/// The effects of procedures that are not looked into.
pub(crate) type Effects = BTreeMap<ProcId, Effect>;

/// The effects of some procedures of a program; a refusal if one of them, or what it calls, may
/// fail or does what is not modelled.
pub(crate) fn effects(
    program: &Program,
    procs: &[ProcId],
    environment: Environment,
    silence: Silence,
    exposed: &Exposed<'_>,
) -> Result<Effects, Refusal> {
    let refused = |what: &str| Err(Refusal::NotModelled(what.to_owned()));
    if procs.is_empty() {
        return Ok(Effects::new());
    }
    if environment.volatile_any {
        return refused("a procedure that is not looked into, where what is volatile is arbitrary");
    }
    let mut survey = Survey {
        program,
        environment,
        silence,
        exposed,
        effects: Effects::new(),
        callers: BTreeMap::new(),
        work: procs.to_vec(),
    };
    while let Some(p) = survey.work.pop() {
        if !survey.effects.contains_key(&p) {
            survey.procedure(p)?;
        }
    }
    survey.close();
    let mut effects = survey.effects;
    effects.retain(|p, _| procs.contains(p));
    Ok(effects)
}

struct Survey<'a> {
    program: &'a Program,
    environment: Environment,
    silence: Silence,
    exposed: &'a Exposed<'a>,
    effects: Effects,
    callers: BTreeMap<ProcId, BTreeSet<ProcId>>,
    /// Procedures to look at.
    work: Vec<ProcId>,
}

impl Survey<'_> {
    /// What the edges of a procedure change, without what they call.
    fn procedure(&mut self, p: ProcId) -> Result<(), Refusal> {
        let proc = self.program.proc(p);
        let refused = |what: &str| {
            let text = format!("'{}', which is not looked into, {what}", proc.name);
            Refusal::NotModelled(text)
        };
        if !proc.defined {
            return Err(refused("has no body"));
        }
        let mut effect = Effect {
            // Parameters in memory begin to live, and so do variable arguments.
            memory: proc.params.iter().any(|&v| self.is_in_memory(v)),
            ..Effect::default()
        };
        for edge in &proc.edges {
            self.operation(p, &edge.op, &mut effect).map_err(refused)?;
        }
        self.effects.insert(p, effect);
        Ok(())
    }

    fn is_in_memory(&self, v: VarId) -> bool {
        self.program.var(v).storage == Storage::Memory
    }

    fn operation(&mut self, p: ProcId, op: &Op, effect: &mut Effect) -> Result<(), &'static str> {
        let place = match op {
            Op::Fail(kind) if self.environment.is_failure(kind) => return Err("may fail"),
            Op::Fail(kind) if self.environment.continuation(self.program, kind).is_some() => {
                return Err("calls an error function that the property does not name");
            }
            Op::Unsupported(_) => return Err("does what is not modelled"),
            Op::Assign { place, .. } | Op::Havoc { place, .. } => Some(*place),
            Op::Copy { .. } | Op::Fill { .. } => {
                effect.memory = true;
                None
            }
            Op::Declare(v) | Op::Dead(v) => {
                effect.memory |= self.is_in_memory(*v);
                None
            }
            Op::Builtin {
                builtin, result, ..
            } => {
                if matches!(builtin, Builtin::SetJmp | Builtin::LongJmp) {
                    return Err("may jump out of calls");
                }
                // The area of variable arguments lies in memory.
                effect.memory |= changes_memory(*builtin) || *builtin == Builtin::VaArea;
                *result
            }
            Op::Call {
                callee,
                args,
                result,
            } => {
                self.call(p, *callee, (args, *result), effect)?;
                *result
            }
            Op::Skip | Op::Assume { .. } | Op::Return(_) | Op::Fail(_) => None,
        };
        match place {
            Some(Place::Slot(v)) => match self.program.var(v).scope {
                VarScope::Global => {
                    effect.slots.insert(v);
                }
                VarScope::Param(owner, _) | VarScope::Local(owner) if owner == p => {}
                VarScope::Param(..) | VarScope::Local(_) => {
                    return Err("writes a variable of another procedure");
                }
            },
            None => {}
            Some(Place::Mem { .. } | Place::Aggregate { .. }) => effect.memory = true,
        }
        Ok(())
    }

    fn call(
        &mut self,
        caller: ProcId,
        callee: Callee,
        (args, result): (&[Arg], Option<Place>),
        effect: &mut Effect,
    ) -> Result<(), &'static str> {
        match callee {
            Callee::Direct(p) if self.silence.covers(self.program, p, args) => Ok(()),
            Callee::Direct(p) if ends_program(self.program.proc(p)) => Ok(()),
            Callee::Direct(p) if self.program.proc(p).defined => {
                if args.len() < self.program.proc(p).params.len() {
                    return Err("makes a call with too few arguments");
                }
                // More than the parameters are put into memory for whoever asks for them.
                effect.memory |= args.len() > self.program.proc(p).params.len();
                self.add_call(caller, p);
                Ok(())
            }
            Callee::Direct(_) => self.foreign(args, effect),
            Callee::Indirect(pointer) => {
                for p in self.exposed.targets(pointer, args, result) {
                    effect.memory |= args.len() > self.program.proc(p).params.len();
                    self.add_call(caller, p);
                }
                self.foreign(args, effect)
            }
            // The program itself has none.
            Callee::Elsewhere(_) => Err("calls who knows what"),
        }
    }

    fn add_call(&mut self, caller: ProcId, callee: ProcId) {
        self.callers.entry(callee).or_default().insert(caller);
        self.work.push(callee);
    }

    /// A call of a function without a body.
    fn foreign(&self, args: &[Arg], effect: &mut Effect) -> Result<(), &'static str> {
        if passes_function(self.program, args) {
            return Err("calls an unknown function that may call back");
        }
        match self.environment.externals {
            Externals::Refuse => return Err("calls a function without a body"),
            Externals::Pure => {}
            Externals::Havoc => {
                effect.slots.extend(visible_slots(self.program));
                effect.memory = true;
            }
        }
        Ok(())
    }

    /// Adds to each effect those of what is called.
    fn close(&mut self) {
        let mut work: Vec<ProcId> = self.effects.keys().copied().collect();
        while let Some(callee) = work.pop() {
            let Some(effect) = self.effects.get(&callee).cloned() else {
                continue;
            };
            for caller in self.callers.get(&callee).into_iter().flatten() {
                let Some(known) = self.effects.get_mut(caller) else {
                    continue;
                };
                let before = (known.slots.len(), known.memory);
                known.slots.extend(&effect.slots);
                known.memory |= effect.memory;
                if before != (known.slots.len(), known.memory) {
                    work.push(*caller);
                }
            }
        }
    }
}

/// Whether a procedure is the shipped `exit`, which ends the program and does nothing else: there
/// are no handlers ([`crate::reach::runs_exit_handlers`]).
fn ends_program(proc: &Procedure) -> bool {
    let name = proc.name.as_str();
    let looks = |op: &Op| matches!(op, Op::Builtin { builtin, .. } if *builtin == Builtin::Blocks);
    matches!(name, "exit" | "quick_exit" | "_Exit" | "_exit")
        && proc.model
        && proc.defined
        && !proc.edges.iter().any(|e| looks(&e.op))
}
