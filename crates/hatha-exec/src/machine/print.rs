//! Calls that only print, as one step.
//!
//! Soundness: what such a call writes, nobody reads, and its result is not wanted. What is left are
//! the faults of reading its texts; so a call is passed over only if each of them is seen to end inside
//! its object. It takes up the input that its model asks for, so that a test means the same whether
//! calls are followed or not.

use super::call::Argument;
use super::{Cursor, Machine, Run};
use crate::code::CallCode;
use crate::console::Console;
use crate::domain::{Domain, Use};
use crate::observe::Observer;
use hatha_cfa::{InputKind, ProcId, Type, World};

/// What the models of functions that print ask for: see `stream.c`.
const OUTCOME: &str = "outcome of output";

impl<'i, D: Domain, O: Observer, C: Console> Machine<'i, D, O, C> {
    /// Takes a call that only prints as one step; whether it was one.
    pub(super) fn passes_over(
        &mut self,
        cur: &Cursor<'i>,
        callee: ProcId,
        call: &CallCode,
        arguments: &[Argument<D::Value>],
    ) -> Run<bool> {
        let Some(texts) = &call.printed else {
            return Ok(false);
        };
        // What has no value is a fault when it is printed, or an input: the model knows.
        let is_defined = |p: &Argument<D::Value>| match p {
            Argument::Scalar(value, ..) => !self.is_undefined(value),
            _ => false,
        };
        if !arguments.iter().all(is_defined) {
            return Ok(false);
        }
        for text in texts {
            if !self.ends_inside(&arguments[text.argument], text.wide)? {
                return Ok(false);
            }
        }
        self.draw_outcome(cur, callee)?;
        self.take(cur.proc, call.edge);
        Ok(true)
    }

    fn draw_outcome(&mut self, cur: &Cursor<'i>, callee: ProcId) -> Run<()> {
        let program = self.image.program();
        let Type::Function(function) = program.types.get(program.proc(callee).ty) else {
            return Ok(());
        };
        if let (World::Open, Some(kind)) = (program.world, self.image.kind(function.ret)) {
            let origin = InputKind::Environment(OUTCOME.to_owned());
            self.draw(cur, origin, kind, Some(function.ret))?;
        }
        Ok(())
    }

    /// Whether a text surely has an end inside its object, with nothing before it that was never
    /// written. Bytes that depend on inputs may be an end as well, which only makes it shorter.
    fn ends_inside(&mut self, text: &Argument<D::Value>, wide: bool) -> Run<bool> {
        let Argument::Scalar(at, kind, _) = text else {
            return Ok(false);
        };
        let at = self.domain.concretise(at, *kind, Use::Read)?;
        let target = &self.image.program().target;
        let unit = match wide {
            true => target.int_bits_of(target.wchar_type) as usize / 8,
            false => 1,
        };
        let Ok((prov, offset)) = self.state.memory.check(at, unit as u64) else {
            return Ok(false);
        };
        let Some(object) = self.state.memory.live(prov) else {
            return Ok(false);
        };
        if at.lo % unit as u64 != 0 {
            return Ok(false);
        }
        let from = offset as usize;
        let mut units = object.bytes()[from..].chunks_exact(unit).enumerate();
        let is_end = |(i, bytes): (usize, &[u8])| {
            let place = (from + i * unit) as u64;
            bytes.iter().all(|&b| b == 0) && !object.cells().touch(place, unit as u64)
        };
        let end = units.position(is_end);
        Ok(end.is_some_and(|end| object.first_hole(from, (end + 1) * unit).is_none()))
    }
}
