//! The meaning of an edge as a change of the symbolic state.
//!
//! **Soundness.** A step allows at least what the machine does. What happens to
//! memory is not described, because no predicate mentions it; an edge that may
//! change slots in a way not known here is an obstacle, which a proof must show
//! not to be reached.

use crate::encode::{Encoder, NotModelled};
use crate::state::Externals;
use hatha_cfa::reach::passes_function;
use hatha_cfa::{Arg, Builtin, Callee, Op, Place, Program, Storage, VarId, VarScope};

/// What follows a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum After {
    /// A state at the edge's target.
    Next,
    /// Nothing: the execution is over.
    End,
    /// The program fails.
    Fail,
    /// Something that is not modelled.
    Obstacle(String),
}

impl Encoder<'_> {
    /// Takes the step of an edge: changes the state, adds to its guard.
    pub(crate) fn step(&mut self, op: &Op) -> Result<After, NotModelled> {
        match op {
            Op::Skip | Op::Copy { .. } | Op::Fill { .. } | Op::Dead(_) => {}
            Op::Assign { place, value } => {
                if let Place::Slot(v) = place {
                    let value = self.value(*value)?;
                    self.state.slots.insert(*v, value);
                }
            }
            Op::Assume { cond, taken } => {
                let test = self.truth(*cond)?;
                let needed = if *taken { test } else { self.pool.not(test) };
                self.state.guard.push(needed);
            }
            Op::Havoc { place, .. } => self.forget_place(*place)?,
            Op::Declare(v) => {
                if self.program.var(*v).storage == Storage::Slot {
                    self.forget(*v)?;
                }
            }
            Op::Builtin {
                builtin, result, ..
            } => return self.builtin(*builtin, *result),
            Op::Call {
                callee,
                args,
                result,
            } => return self.external_call(*callee, args, *result),
            // Leaving the entry procedure ends the execution (the caller sees to exit handlers).
            Op::Return(_) => return Ok(After::End),
            Op::Fail(_) => return Ok(After::Fail),
            Op::Unsupported(reason) => return Ok(After::Obstacle(reason.clone())),
        }
        Ok(After::Next)
    }

    fn builtin(&mut self, builtin: Builtin, result: Option<Place>) -> Result<After, NotModelled> {
        match builtin {
            Builtin::Exit => Ok(After::End),
            Builtin::SetJmp | Builtin::LongJmp => {
                Ok(After::Obstacle("setjmp or longjmp".to_owned()))
            }
            _ => {
                self.forget_result(result)?;
                Ok(After::Next)
            }
        }
    }

    /// A call of something without a body: its result and every global that other
    /// units can see become arbitrary.
    fn external_call(
        &mut self,
        callee: Callee,
        args: &[Arg],
        result: Option<Place>,
    ) -> Result<After, NotModelled> {
        if let Some(what) = self.call_obstacle(callee, args) {
            return Ok(After::Obstacle(what));
        }
        if self.environment.externals == Externals::Havoc {
            for v in visible_slots(self.program) {
                self.forget(v)?;
            }
        }
        self.forget_result(result)?;
        Ok(After::Next)
    }

    /// Why a call is not modelled, if it is not.
    fn call_obstacle(&self, callee: Callee, args: &[Arg]) -> Option<String> {
        let Callee::Direct(p) = callee else {
            return Some("a call through a pointer".to_owned());
        };
        let proc = self.program.proc(p);
        if proc.defined {
            return Some(format!("a call of '{}' that was not inlined", proc.name));
        }
        if self.environment.externals == Externals::Refuse {
            return Some(format!("a call of '{}', which has no body", proc.name));
        }
        passes_function(self.program, args)
            .then(|| "an unknown function that may call back".to_owned())
    }

    fn forget_result(&mut self, result: Option<Place>) -> Result<(), NotModelled> {
        result.map_or(Ok(()), |place| self.forget_place(place))
    }

    fn forget_place(&mut self, place: Place) -> Result<(), NotModelled> {
        match place {
            Place::Slot(v) => self.forget(v),
            Place::Mem { .. } | Place::Aggregate { .. } => Ok(()),
        }
    }

    fn forget(&mut self, v: VarId) -> Result<(), NotModelled> {
        let (value, known) = self.arbitrary(self.program.var(v).ty)?;
        self.state.guard.extend(known);
        self.state.slots.insert(v, value);
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
