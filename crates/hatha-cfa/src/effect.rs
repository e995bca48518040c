//! What procedures may change, those that they call included.
//!
//! **Invariant.** Over-approximate: whatever values a program computes, an invocation that returns
//! has changed nothing but what its effect says. Nothing rests on this alone: the checker of
//! proofs finds effects out for itself.

use crate::indirect::targets;
use crate::output::Silence;
use crate::program::{Callee, Op, Place, ProcId, Procedure, Program, Storage, VarId, VarScope};
use std::collections::{BTreeMap, BTreeSet};

/// What a body may change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effect {
    /// Slots of the program.
    pub(crate) slots: BTreeSet<VarId>,
    /// Whether memory is changed.
    pub(crate) memory: bool,
}

/// What functions without a body are taken to change, beside their results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Foreign {
    /// Memory and all globals.
    All,
    /// Memory and the globals that other files can name.
    Visible,
    /// Nothing.
    Nothing,
}

impl Effect {
    /// What the edges of a body change themselves, calls of defined procedures apart.
    pub(crate) fn of(program: &Program, body: &Procedure, foreign: Foreign) -> Effect {
        let mut effect = Effect::default();
        for edge in &body.edges {
            effect.add(program, &edge.op, foreign);
        }
        effect
    }

    /// Adds the effect of something else; whether there is more now.
    fn join(&mut self, other: &Effect) -> bool {
        let before = (self.slots.len(), self.memory);
        self.slots.extend(&other.slots);
        self.memory |= other.memory;
        before != (self.slots.len(), self.memory)
    }

    fn add(&mut self, program: &Program, op: &Op, foreign: Foreign) {
        let is_slot = |v: VarId| program.var(v).storage == Storage::Slot;
        let place = match op {
            Op::Assign { place, .. } | Op::Havoc { place, .. } => Some(*place),
            Op::Builtin { result, .. } => {
                self.memory = true;
                *result
            }
            Op::Call { callee, result, .. } => {
                let is_foreign = match *callee {
                    Callee::Direct(p) => !program.proc(p).defined,
                    Callee::Indirect(_) | Callee::Elsewhere(_) => true,
                };
                if is_foreign && foreign != Foreign::Nothing {
                    // Somebody else's code: it may change whatever it can see.
                    self.memory = true;
                    let is_seen =
                        |v: VarId| foreign == Foreign::All || program.var(v).is_assigned_outside();
                    let all = program.globals.iter().map(|(v, _)| *v);
                    self.slots.extend(all.filter(|&v| is_slot(v) && is_seen(v)));
                }
                *result
            }
            Op::Copy { .. } | Op::Fill { .. } => {
                self.memory = true;
                None
            }
            Op::Declare(v) | Op::Dead(v) => {
                self.memory |= !is_slot(*v);
                None
            }
            Op::Skip | Op::Assume { .. } | Op::Return(_) | Op::Fail(_) | Op::Unsupported(_) => None,
        };
        match place {
            Some(Place::Slot(v)) if program.var(v).scope == VarScope::Global => {
                self.slots.insert(v);
            }
            None | Some(Place::Slot(_)) => {}
            Some(_) => self.memory = true,
        }
    }
}

/// What each of some bodies may change, the calls of one another included, and of those whose
/// effects are known.
pub(crate) fn effects<'b>(
    program: &Program,
    silence: Silence,
    (taken, foreign): (&BTreeSet<ProcId>, Foreign),
    bodies: impl Iterator<Item = (ProcId, &'b Procedure)>,
    known: BTreeMap<ProcId, Effect>,
) -> BTreeMap<ProcId, Effect> {
    let mut all = known;
    let mut callers: BTreeMap<ProcId, Vec<ProcId>> = BTreeMap::new();
    for (p, body) in bodies {
        all.insert(p, Effect::of(program, body, foreign));
        for q in called(program, body, silence, taken) {
            callers.entry(q).or_default().push(p);
        }
    }
    let mut work: Vec<ProcId> = all.keys().copied().collect();
    while let Some(callee) = work.pop() {
        let Some(effect) = all.get(&callee).cloned() else {
            continue;
        };
        for caller in callers.get(&callee).into_iter().flatten() {
            if all.get_mut(caller).is_some_and(|e| e.join(&effect)) {
                work.push(*caller);
            }
        }
    }
    all
}

/// The defined procedures that a body calls, calls that only print apart; through pointers those
/// that may be meant, of the ones whose address is `taken`.
pub(crate) fn called(
    program: &Program,
    body: &Procedure,
    silence: Silence,
    taken: &BTreeSet<ProcId>,
) -> BTreeSet<ProcId> {
    let mut all = BTreeSet::new();
    for edge in &body.edges {
        all.extend(targets_of(program, &edge.op, silence, taken));
    }
    all
}

/// The defined procedures that an operation calls.
pub(crate) fn targets_of(
    program: &Program,
    op: &Op,
    silence: Silence,
    taken: &BTreeSet<ProcId>,
) -> Vec<ProcId> {
    let Op::Call {
        callee,
        args,
        result,
    } = op
    else {
        return Vec::new();
    };
    match *callee {
        Callee::Direct(p) if program.proc(p).defined && !silence.covers(program, p, args) => {
            vec![p]
        }
        Callee::Indirect(pointer) if !taken.is_empty() => {
            targets(program, taken, (pointer, args, *result))
        }
        _ => Vec::new(),
    }
}
