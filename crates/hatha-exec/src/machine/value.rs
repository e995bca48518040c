//! Instructions that compute a value.

use super::entry::Asker;
use super::numbers::has_origin;
use super::{Cursor, Halt, Machine, Run, State};
use crate::code::{Insn, Opnd, OpndSpace, WatchCode};
use crate::config::Uninitialised;
use crate::console::Console;
use crate::domain::{Branch, Domain};
use crate::num::{self, Trap};
use crate::observe::Observer;
use crate::word::{Definedness, Kind, Prov, Word, mask};
use hatha_cfa::{BinOp, InputKind, TypeId, VarId};

/// The place of an operand, whatever stands there.
#[inline]
pub(super) fn peek<'a, D: Domain>(
    state: &'a State<D>,
    consts: &'a [D::Value],
    cur: &Cursor<'_>,
    o: Opnd,
) -> &'a D::Value {
    match o.space() {
        OpndSpace::Reg(r) => &state.regs[cur.base + r],
        OpndSpace::Const(c) => &consts[cur.consts + c],
        OpndSpace::Global(g) => &state.globals[g],
    }
}

impl<'i, D: Domain, O: Observer, C: Console> Machine<'i, D, O, C> {
    /// The value of an operand. A variable without a value may get one here.
    #[inline]
    pub(super) fn read(&mut self, cur: &Cursor<'_>, o: Opnd) -> Run<D::Value> {
        let value = peek(&self.state, &self.consts, cur, o).clone();
        if self.domain.state(&value) as u64 != 0 {
            return self.read_undefined(cur, o, value);
        }
        Ok(value)
    }

    /// The value of an operand that is only passed on: a missing one stays missing.
    #[inline]
    pub(super) fn read_to_pass(&mut self, cur: &Cursor<'_>, o: Opnd) -> Run<D::Value> {
        let value = peek(&self.state, &self.consts, cur, o);
        if self.domain.state(value) == Definedness::Missing {
            return Ok(value.clone());
        }
        self.read(cur, o)
    }

    /// Writes a register or global.
    #[inline]
    pub(super) fn write(&mut self, cur: &Cursor<'_>, o: Opnd, value: D::Value) {
        match o.space() {
            OpndSpace::Reg(r) => self.state.regs[cur.base + r] = value,
            OpndSpace::Global(g) => self.state.globals[g] = value,
            OpndSpace::Const(_) => {}
        }
    }

    /// A read of something without a value: an arbitrary one is chosen now and kept;
    /// an uninitialised one is, too, if that is what it means in this run.
    #[cold]
    #[inline(never)]
    fn read_undefined(&mut self, cur: &Cursor<'_>, o: Opnd, value: D::Value) -> Run<D::Value> {
        self.demand_present(&value)?;
        let var = match o.space() {
            OpndSpace::Reg(r) => cur.code.slots.get(r).copied(),
            OpndSpace::Global(g) => Some(self.image.global_var(g)),
            OpndSpace::Const(_) => None,
        };
        let Some(var) = var else {
            return Ok(value);
        };
        let origin = match self.domain.state(&value) {
            Definedness::Entry => {
                let chosen = self.entry_slot(cur, var)?;
                self.write(cur, o, chosen.clone());
                return Ok(chosen);
            }
            Definedness::Arbitrary => InputKind::Other(self.var_text(var)),
            _ if self.config.policy.uninitialised == Uninitialised::Input => {
                InputKind::Uninitialised(var)
            }
            _ => return Ok(value),
        };
        let ty = self.image.program().var(var).ty;
        let Some(kind) = self.image.kind(ty) else {
            return Halt::internal("a slot that is not a scalar");
        };
        let chosen = self.draw(cur, origin, kind, Some(ty))?;
        self.write(cur, o, chosen.clone());
        Ok(chosen)
    }

    fn var_text(&self, var: VarId) -> String {
        format!("value of `{}`", self.image.program().var(var).name)
    }

    /// Asks the domain for a nondeterministic value.
    pub(super) fn draw(
        &mut self,
        cur: &Cursor<'_>,
        origin: InputKind,
        kind: Kind,
        ty: Option<TypeId>,
    ) -> Run<D::Value> {
        let value = self.ask(self.asker(cur), origin, kind, ty, None)?;
        Ok(self.as_pointer(kind, value))
    }

    /// The instruction at the cursor as one who asks.
    pub(super) fn asker(&self, cur: &Cursor<'_>) -> Asker {
        Asker {
            proc: cur.proc,
            span: self.span_at(cur),
            hole: None,
        }
    }

    /// The same, where memory that has never been written is read.
    pub(super) fn asker_of_hole(&self, cur: &Cursor<'_>, prov: Prov, offset: u64) -> Asker {
        let object = self.state.memory.live(prov);
        Asker {
            hole: object.map(|o| o.base.wrapping_add(offset)),
            ..self.asker(cur)
        }
    }

    /// A number that became an address gets the provenance of the object that stands there.
    pub(super) fn as_pointer(&mut self, kind: Kind, value: D::Value) -> D::Value {
        match self.domain.word(&value) {
            Some(w) if kind.is_pointer() && w.lo != 0 && w.is_defined() => {
                match has_origin(w.prov) {
                    true => value,
                    false => self.number_as_pointer(value),
                }
            }
            _ => value,
        }
    }

    /// A binary operation; inlined into the inner loop, which is its only caller.
    #[inline(always)]
    pub(super) fn binary(
        &mut self,
        cur: &Cursor<'_>,
        op: BinOp,
        (kind, right): (Kind, Kind),
        dst: Opnd,
        (a, b): (Opnd, Opnd),
    ) -> Run<()> {
        let x = peek(&self.state, &self.consts, cur, a);
        let y = peek(&self.state, &self.consts, cur, b);
        if let Some(bits) = self.domain.quick(op, kind, right, x, y) {
            let v = self.domain.constant(Word::int(bits));
            self.write(cur, dst, v);
            return Ok(());
        }
        self.binary_slow(cur, op, (kind, right), dst, (a, b))
    }

    #[inline(never)]
    fn binary_slow(
        &mut self,
        cur: &Cursor<'_>,
        op: BinOp,
        (kind, right): (Kind, Kind),
        dst: Opnd,
        (a, b): (Opnd, Opnd),
    ) -> Run<()> {
        let (x, y) = (self.read(cur, a)?, self.read(cur, b)?);
        let v = self.domain.binary(op, kind, right, &x, &y)?;
        self.write(cur, dst, v);
        Ok(())
    }

    #[inline]
    pub(super) fn value(&mut self, cur: &mut Cursor<'_>, insn: &Insn) -> Run<()> {
        match *insn {
            Insn::Binary {
                op,
                kind,
                right,
                dst,
                a,
                b,
            } => self.binary_slow(cur, op, (kind, right), dst, (a, b))?,
            Insn::Move { dst, src } => {
                let v = self.read_to_pass(cur, src)?;
                self.write(cur, dst, v);
            }
            Insn::Load { dst, addr, access } => {
                let at = self.read(cur, addr)?;
                let v = self.load(cur, &at, &cur.code.accesses[access as usize])?;
                self.write(cur, dst, v);
            }
            Insn::Cast { from, to, dst, src } => {
                let v = self.read(cur, src)?;
                if from.is_pointer() && !to.is_pointer() {
                    self.expose_value(&v);
                }
                let mut v = self.domain.cast(from, to, &v);
                if to.is_pointer() && !from.is_pointer() {
                    v = self.number_as_pointer(v);
                }
                self.write(cur, dst, v);
            }
            Insn::Unary { op, kind, dst, a } => {
                let x = self.read(cur, a)?;
                let v = self.domain.unary(op, kind, &x)?;
                self.write(cur, dst, v);
            }
            Insn::Watch { watch } => self.watch(cur, cur.code.watches[watch as usize])?,
            _ => return self.address(cur, insn),
        }
        Ok(())
    }

    /// Looks at the operands of the operation that comes next. Values that nobody wrote lose
    /// nothing.
    fn watch(&mut self, cur: &Cursor<'_>, watch: WatchCode) -> Run<()> {
        let word = |o: Opnd| {
            let value = peek(&self.state, &self.consts, cur, o).clone();
            self.domain.word(&value).filter(|w| w.is_defined())
        };
        let trap = match watch {
            WatchCode::Wrap { op, kind, a, b } => {
                let both = word(a).zip(word(b));
                let wraps = both.is_some_and(|(a, b)| num::wraps(op, kind, a, b));
                wraps.then_some(Trap::Wrap)
            }
            WatchCode::Negation { kind, a } => {
                let wraps = word(a).is_some_and(|a| a.bits_of(kind) != 0);
                wraps.then_some(Trap::Wrap)
            }
            WatchCode::Conversion { from, to, src } => {
                let changes = word(src).is_some_and(|a| num::changes_value(from, to, a));
                changes.then_some(Trap::Conversion)
            }
            WatchCode::Stray {
                base,
                index,
                kind,
                scale,
            } => {
                let both = word(base).zip(word(index));
                let strays = both.is_some_and(|(at, i)| self.strays(at, i.integer(kind), scale));
                strays.then_some(Trap::Stray)
            }
            WatchCode::Across { a, b } => {
                let both = word(a).zip(word(b));
                both.is_some_and(|(a, b)| self.is_across(a, b))
                    .then_some(Trap::Across)
            }
            WatchCode::Member { kind, number, most } => {
                let bits = self.image.program().target.pointer_bits as u8;
                let number = word(number).map(|n| n.integer(kind) as u64 & mask(bits));
                number.is_some_and(|n| n > most).then_some(Trap::Member)
            }
            WatchCode::Float { from, to, src } => {
                let stops = !self.config.policy.arithmetic.convert_any;
                let unfit = stops && word(src).is_some_and(|a| !num::fits(from, to, a));
                unfit.then_some(Trap::FloatConversion)
            }
            WatchCode::Result { op, kind, a, b } => {
                let rules = self.image.rules();
                let both = word(a).zip(word(b));
                both.and_then(|(a, b)| num::unwanted(rules, op, kind, (a, b)))
            }
            WatchCode::Inexact { from, to, src } => {
                let rounds = word(src).is_some_and(|a| num::rounds(from, to, a));
                rounds.then_some(Trap::Inexact)
            }
        };
        match trap {
            Some(trap) => Err(trap.into()),
            None => Ok(()),
        }
    }

    /// Whether an address plus some elements is neither in its object nor at its end.
    fn strays(&self, at: Word, index: i128, scale: u32) -> bool {
        let bits = self.image.program().target.pointer_bits as u8;
        let step = (index as u64).wrapping_mul(u64::from(scale));
        let Some(o) = self.object_behind(at) else {
            return false;
        };
        let to = at.lo.wrapping_add(step);
        let strays = to.wrapping_sub(o.base) & mask(bits) > o.size;
        strays && !self.may_mean_another(self.state.memory.provenance(at), to & mask(bits))
    }

    /// Whether two addresses belong to different objects that live.
    fn is_across(&self, a: Word, b: Word) -> bool {
        let start = |at: Word| self.object_behind(at).map(|o| o.base);
        start(a).zip(start(b)).is_some_and(|(a, b)| a != b)
    }

    /// Addresses, and control inside an expression.
    #[inline]
    fn address(&mut self, cur: &mut Cursor<'_>, insn: &Insn) -> Run<()> {
        let bits = self.image.program().target.pointer_bits as u8;
        match *insn {
            Insn::Local { dst, local } => {
                let at = self.local(local)?;
                let v = self.domain.constant(at);
                self.write(cur, dst, v);
            }
            Insn::Offset { dst, base, delta } => {
                let at = self.read(cur, base)?;
                let v = self.domain.offset(&at, i64::from(delta), bits);
                self.write(cur, dst, v);
            }
            Insn::Index {
                dst,
                base,
                index,
                kind,
                scale,
            } => {
                let (at, i) = (self.read(cur, base)?, self.read(cur, index)?);
                let v = self.domain.index(&at, &i, kind, u64::from(scale), bits);
                self.write(cur, dst, v);
            }
            Insn::Difference { dst, a, b, scale } => {
                let (x, y) = (self.read(cur, a)?, self.read(cur, b)?);
                let v = self.domain.difference(&x, &y, u64::from(scale), bits);
                self.write(cur, dst, v);
            }
            Insn::Object { dst, at, word } => {
                let at = self.read(cur, at)?;
                let v = self.object_word(&at, word)?;
                self.write(cur, dst, v);
            }
            Insn::Unless { cond, kind, target } => {
                let at = Branch {
                    proc: cur.proc,
                    yes: None,
                    no: None,
                    required: false,
                };
                let c = self.read(cur, cond)?;
                if !self.domain.decide(&c, kind, at)? {
                    cur.pc = target as usize;
                }
            }
            Insn::Jump { target } => cur.pc = target as usize,
            _ => return Halt::internal("an instruction out of place"),
        }
        Ok(())
    }
}
