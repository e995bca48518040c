//! The meaning of an edge as a change of the symbolic state.
//!
//! **Soundness.** A step allows at least what the machine does. An edge whose
//! meaning is not known here is an obstacle, which a proof must show not to be
//! reached.

use crate::encode::{Encoder, NotModelled, anything};
use crate::float;
use crate::object::Pointee;
use crate::reach::passes_function;
use crate::state::Externals;
use hatha_cfa::{
    Arg, Builtin, Callee, ExprId, MathFn, ObjectWord, Op, Place, Program, Storage, VarId,
};
use hatha_term::TermId;

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
            Op::Skip => {}
            Op::Copy { dst, src, len } => self.copy((*dst, *src, *len))?,
            Op::Fill { dst, byte, len } => self.fill((*dst, *byte, *len))?,
            Op::Dead(v) => self.end_of(*v),
            Op::Assign { place, value } => {
                let pointee = self.pointee_of(*value)?;
                let value = self.value(*value)?;
                self.assign(*place, (value, pointee))?;
            }
            Op::Assume { cond, taken } => {
                let test = self.truth(*cond)?;
                let needed = if *taken { test } else { self.pool.not(test) };
                self.state.guard.push(needed);
            }
            Op::Havoc { place, .. } => self.forget_place(*place)?,
            Op::Declare(v) => match self.program.var(*v).storage {
                Storage::Slot => self.forget(*v)?,
                Storage::Memory => self.declare(*v),
            },
            Op::Builtin {
                builtin,
                args,
                result,
            } => return self.builtin(*builtin, args, *result),
            Op::Call {
                callee,
                args,
                result,
            } => return self.external_call(*callee, args, *result),
            // Leaving the entry procedure ends the execution (the caller sees to exit handlers).
            Op::Return(_) => return Ok(After::End),
            Op::Fail(kind) if !self.environment.is_failure(kind) => {
                let goes_on = self.environment.continuation(self.program, kind);
                return Ok(goes_on.map_or(After::End, After::Obstacle));
            }
            Op::Fail(_) => return Ok(After::Fail),
            Op::Unsupported(reason) => return Ok(After::Obstacle(reason.clone())),
        }
        Ok(After::Next)
    }

    fn builtin(
        &mut self,
        builtin: Builtin,
        args: &[ExprId],
        result: Option<Place>,
    ) -> Result<After, NotModelled> {
        match (builtin, args) {
            (Builtin::Exit, _) => return Ok(After::End),
            (Builtin::SetJmp | Builtin::LongJmp, _) => {
                return Ok(After::Obstacle("setjmp or longjmp".to_owned()));
            }
            (Builtin::Alloc, &[size]) | (Builtin::StackAlloc, &[size, _]) => {
                let align = args.get(1).map_or(1, |e| self.constant_alignment(*e));
                let size = self.value(size)?;
                let (at, class) = match builtin {
                    Builtin::Alloc => (self.malloc(size, 8), ObjectWord::FREEABLE),
                    _ => (self.stack_block(size, align), ObjectWord::WRITABLE),
                };
                let pointee = self.block_pointee(size, class);
                // A block on the stack that may end although no edge says so is not followed.
                let is_passing = class == ObjectWord::WRITABLE && self.memory.passing_blocks;
                if let Some(place) = result {
                    self.assign(place, (at, (!is_passing).then_some(pointee)))?;
                }
                return Ok(After::Next);
            }
            (Builtin::Free, &[at]) => {
                self.end_block(at)?;
                let at = self.value(at)?;
                self.free(at);
            }
            (Builtin::StackFree, &[at]) => {
                self.end_block(at)?;
                let at = self.value(at)?;
                self.free_block(at);
            }
            (Builtin::Math(function), _) => {
                if let Some(place) = result
                    && let Some(value) = self.math(function, args, place)?
                {
                    self.assign(place, (value, None))?;
                    return Ok(After::Next);
                }
            }
            _ if changes_memory(builtin) => self.forget_memory(),
            _ => {}
        }
        self.forget_result(result)?;
        Ok(After::Next)
    }

    /// The result of a function of `<math.h>`, if it is known.
    fn math(
        &mut self,
        function: MathFn,
        args: &[ExprId],
        place: Place,
    ) -> Result<Option<TermId>, NotModelled> {
        let ty = match place {
            Place::Slot(v) => self.program.var(v).ty,
            Place::Mem { access, .. } => access.ty,
            Place::Aggregate { .. } => return Ok(None),
        };
        let mut values = Vec::with_capacity(args.len());
        for &arg in args {
            let value = self.value(arg)?;
            values.push((value, self.scalar(self.program.exprs.get(arg).ty)?));
        }
        let scalar = self.scalar(ty)?;
        Ok(float::math(
            self.pool,
            function,
            scalar,
            &values,
            &mut anything,
        ))
    }

    /// Puts a value where it belongs, with what it leads to, if that is known.
    pub(crate) fn assign(
        &mut self,
        place: Place,
        (value, pointee): (TermId, Option<Pointee>),
    ) -> Result<(), NotModelled> {
        match place {
            Place::Slot(v) => {
                self.state.slots.insert(v, value);
                self.set_ghosts(v, pointee);
                Ok(())
            }
            Place::Mem { addr, access } => {
                let at = self.value(addr)?;
                self.store(addr, at, access, (value, pointee))
            }
            Place::Aggregate { .. } => {
                self.forget_memory();
                Ok(())
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
        if let Callee::Direct(p) = callee
            && self.silence.covers(self.program, p, args)
        {
            self.forget_result(result)?;
            return Ok(After::Next);
        }
        if let Some(what) = self.call_obstacle(callee, args) {
            return Ok(After::Obstacle(what));
        }
        if self.environment.externals == Externals::Havoc {
            for v in visible_slots(self.program) {
                self.forget(v)?;
            }
            self.forget_values(args)?;
        }
        self.forget_result(result)?;
        Ok(After::Next)
    }

    /// Why a call is not modelled, if it is not.
    fn call_obstacle(&self, callee: Callee, args: &[Arg]) -> Option<String> {
        let name = match callee {
            Callee::Indirect(_) => return Some("a call through a pointer".to_owned()),
            // No function of the program is called (`simulation/target.rs`).
            Callee::Elsewhere(_) => "a function that is not known",
            Callee::Direct(p) => &self.program.proc(p).name,
        };
        if matches!(callee, Callee::Direct(p) if self.program.proc(p).defined) {
            return Some(format!("a call of '{name}' that was not inlined"));
        }
        if self.environment.externals == Externals::Refuse {
            return Some(format!("a call of '{name}', which has no body"));
        }
        passes_function(self.program, args)
            .then(|| "an unknown function that may call back".to_owned())
    }

    pub(crate) fn forget_result(&mut self, result: Option<Place>) -> Result<(), NotModelled> {
        result.map_or(Ok(()), |place| self.forget_place(place))
    }

    fn forget_place(&mut self, place: Place) -> Result<(), NotModelled> {
        match place {
            Place::Slot(v) => self.forget(v),
            Place::Mem { addr, access } => {
                let at = self.value(addr)?;
                self.havoc(addr, at, access)
            }
            Place::Aggregate { .. } => {
                self.forget_memory();
                Ok(())
            }
        }
    }

    pub(crate) fn forget(&mut self, v: VarId) -> Result<(), NotModelled> {
        let (value, known) = self.arbitrary(self.program.var(v).ty)?;
        self.state.guard.extend(known);
        self.state.slots.insert(v, value);
        self.set_ghosts(v, None);
        Ok(())
    }
}

/// Whether a builtin changes memory, or what lives there, in a way that is not described here.
pub(crate) fn changes_memory(builtin: Builtin) -> bool {
    !matches!(
        builtin,
        Builtin::Math(_)
            | Builtin::ObjectSize
            | Builtin::VaArea
            | Builtin::Write
            | Builtin::ReadByte
            | Builtin::Text
            | Builtin::IsKnownVariable
            | Builtin::Variable
            | Builtin::SetVariable
            | Builtin::Rand
            | Builtin::Srand
            | Builtin::Time
            | Builtin::Clock
            | Builtin::Apart
            | Builtin::ApartText
            | Builtin::Disjoint
            | Builtin::NotNull
            | Builtin::Blocks
    )
}

/// The slots that a function without a body may change.
pub(crate) fn visible_slots(program: &Program) -> Vec<VarId> {
    let slots = program.vars.keys();
    slots
        .filter(|&v| {
            let var = program.var(v);
            var.is_assigned_outside() && var.storage == Storage::Slot
        })
        .collect()
}
