//! The meaning of an edge as a relation between two states.
//!
//! **Soundness.** A step allows at least what the machine does. What happens to
//! memory is not described, because no predicate mentions it; an edge that may
//! change slots in a way not known here is refused.

use crate::encode::{Encoder, NotModelled};
use hatha_cfa::reach::passes_function;
use hatha_cfa::{Callee, Op, Place, Program, Storage, VarId, VarScope};
use hatha_term::TermId;

/// One step: the guard it needs and the slots it changes, over the state before it.
#[derive(Debug, Default)]
pub(crate) struct Step {
    /// All must hold before the step (or about its arbitrary values).
    pub(crate) guard: Vec<TermId>,
    /// New values; everything else stays.
    pub(crate) updates: Vec<(VarId, TermId)>,
    /// Whether the step is a failure of the program.
    pub(crate) fails: bool,
    /// Whether there is a state after the step.
    pub(crate) continues: bool,
}

impl Encoder<'_> {
    /// The step of an edge.
    pub(crate) fn step(&mut self, op: &Op) -> Result<Step, NotModelled> {
        let mut step = Step {
            continues: true,
            ..Step::default()
        };
        match op {
            Op::Skip | Op::Copy { .. } | Op::Fill { .. } | Op::Dead(_) => {}
            Op::Assign { place, value } => {
                if let Place::Slot(v) = place {
                    let value = self.value(*value)?;
                    step.updates.push((*v, value));
                }
            }
            Op::Assume { cond, taken } => {
                let test = self.truth(*cond)?;
                step.guard
                    .push(if *taken { test } else { self.pool.not(test) });
            }
            Op::Havoc { place, .. } => self.forget_place(*place, &mut step)?,
            Op::Declare(v) => {
                if self.program.var(*v).storage == Storage::Slot {
                    self.forget(*v, &mut step)?;
                }
            }
            Op::Builtin {
                builtin: hatha_cfa::Builtin::Exit,
                ..
            } => step.continues = false,
            Op::Builtin {
                builtin: hatha_cfa::Builtin::SetJmp | hatha_cfa::Builtin::LongJmp,
                ..
            } => {
                return Err(NotModelled("setjmp or longjmp".to_owned()));
            }
            Op::Builtin { result, .. } => self.forget_result(*result, &mut step)?,
            Op::Call {
                callee,
                args,
                result,
            } => {
                if passes_function(self.program, args) {
                    return Err(NotModelled(
                        "an unknown function that may call back".to_owned(),
                    ));
                }
                self.external_call(*callee, *result, &mut step)?;
            }
            // Leaving the entry procedure ends the execution (the caller sees to exit handlers).
            Op::Return(_) => step.continues = false,
            Op::Fail(_) => {
                step.fails = true;
                step.continues = false;
            }
            Op::Unsupported(reason) => return Err(NotModelled(reason.clone())),
        }
        Ok(step)
    }

    /// A call of something without a body: its result and every global that other
    /// units can see become arbitrary.
    fn external_call(
        &mut self,
        callee: Callee,
        result: Option<Place>,
        step: &mut Step,
    ) -> Result<(), NotModelled> {
        match callee {
            Callee::Direct(p) if !self.program.proc(p).defined => {}
            Callee::Direct(p) => {
                return Err(NotModelled(format!(
                    "a call of '{}'",
                    self.program.proc(p).name
                )));
            }
            Callee::Indirect(_) => return Err(NotModelled("a call through a pointer".to_owned())),
        }
        for v in visible_slots(self.program) {
            self.forget(v, step)?;
        }
        self.forget_result(result, step)
    }

    fn forget_result(&mut self, result: Option<Place>, step: &mut Step) -> Result<(), NotModelled> {
        result.map_or(Ok(()), |place| self.forget_place(place, step))
    }

    fn forget_place(&mut self, place: Place, step: &mut Step) -> Result<(), NotModelled> {
        match place {
            Place::Slot(v) => self.forget(v, step),
            Place::Mem { .. } | Place::Aggregate { .. } => Ok(()),
        }
    }

    fn forget(&mut self, v: VarId, step: &mut Step) -> Result<(), NotModelled> {
        let (value, known) = self.arbitrary(self.program.var(v).ty)?;
        step.guard.extend(known);
        step.updates.push((v, value));
        Ok(())
    }
}

fn visible_slots(program: &Program) -> Vec<VarId> {
    let slots = (0..program.vars.len() as u32).map(VarId);
    slots
        .filter(|&v| {
            let var = program.var(v);
            var.scope == VarScope::Global && var.external && var.storage == Storage::Slot
        })
        .collect()
}
