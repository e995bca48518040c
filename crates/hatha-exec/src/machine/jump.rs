//! `setjmp` and `longjmp`.
//!
//! The environment lives in the program's own `jmp_buf`, so copying it works: a
//! mark, the depth and serial number of the invocation, and where it goes on.

use super::{Cursor, Halt, Machine, Run};
use crate::code::{BuiltinCode, Insn};
use crate::console::Console;
use crate::domain::{Domain, Use};
use crate::fault::FaultKind;
use crate::memory::Raw;
use crate::observe::Observer;
use crate::word::{Kind, Word};
use hatha_cfa::ByteOrder;

const MARK: u32 = 0x6a6d_7062;
/// Bytes of an environment: mark, depth, place, serial number.
const SIZE: u64 = 20;

/// A saved continuation.
struct Saved {
    depth: u32,
    pc: u32,
    serial: u64,
}

impl<'i, D: Domain, O: Observer, C: Console> Machine<'i, D, O, C> {
    /// Saves the continuation of the instruction at the cursor.
    pub(super) fn set_jump(&mut self, cur: &Cursor<'i>, env: &D::Value) -> Run<()> {
        let at = self
            .domain
            .concretise(env, self.image.pointer(), Use::Write)?;
        let (prov, offset) = self.writable(at, SIZE)?;
        let serial = self.state.frames.last().map_or(0, |f| f.serial);
        let depth = self.state.frames.len() as u32;
        let Some(o) = self.state.memory.live_mut(prov) else {
            return Ok(());
        };
        let fields = [
            (0, 4, u128::from(MARK)),
            (4, 4, u128::from(depth)),
            (8, 4, cur.pc as u128),
            (12, 8, u128::from(serial)),
        ];
        for (at, len, bits) in fields {
            let raw = Raw { bits, holes: 0 };
            o.write(offset as usize + at, len, raw, ByteOrder::Little);
        }
        Ok(())
    }

    /// Goes on where the environment was saved.
    pub(super) fn long_jump(
        &mut self,
        cur: &mut Cursor<'i>,
        env: &D::Value,
        value: D::Value,
    ) -> Run<()> {
        let saved = self.saved(env)?;
        let alive = self
            .state
            .frames
            .get((saved.depth as usize).wrapping_sub(1))
            .is_some_and(|f| f.serial == saved.serial);
        if !alive {
            return Halt::fault(
                FaultKind::BadJump,
                "`longjmp` to an invocation that has ended",
            );
        }
        let value = self.jump_value(value)?;
        while self.state.frames.len() > saved.depth as usize {
            self.pop_frame();
        }
        if let Some(c) = self.cursor() {
            *cur = c;
        }
        cur.pc = saved.pc as usize;
        self.deliver(cur, value)
    }

    /// `longjmp(env, 0)` makes `setjmp` return 1.
    fn jump_value(&mut self, value: D::Value) -> Run<D::Value> {
        let word = self.domain.concretise(&value, Kind::INT, Use::Argument)?;
        Ok(if word.lo == 0 {
            self.domain.constant(Word::int(1))
        } else {
            value
        })
    }

    /// Hands the value to the `setjmp` before the cursor.
    fn deliver(&mut self, cur: &Cursor<'i>, value: D::Value) -> Run<()> {
        let Some(&Insn::Builtin { builtin }) = cur.code.insns.get(cur.pc.wrapping_sub(1)) else {
            return Halt::fault(FaultKind::BadJump, "`longjmp` with a damaged environment");
        };
        let code: &BuiltinCode = &cur.code.builtins[builtin as usize];
        if let Some((dst, ..)) = code.result {
            self.write(cur, dst, value);
        }
        Ok(())
    }

    fn saved(&mut self, env: &D::Value) -> Run<Saved> {
        let at = self
            .domain
            .concretise(env, self.image.pointer(), Use::Read)?;
        let (prov, offset) = self.readable(at, SIZE)?;
        self.pin((prov, offset), SIZE)?;
        let Some(o) = self.state.memory.live(prov) else {
            return Halt::internal("an object vanished during an access");
        };
        let field = |at: usize, len: usize| o.read(offset as usize + at, len, ByteOrder::Little);
        let mark = field(0, 4);
        if mark.holes != 0 || mark.bits != u128::from(MARK) {
            return Halt::fault(
                FaultKind::BadJump,
                "`longjmp` with an environment that no `setjmp` has saved",
            );
        }
        Ok(Saved {
            depth: field(4, 4).bits as u32,
            pc: field(8, 4).bits as u32,
            serial: field(12, 8).bits as u64,
        })
    }
}
